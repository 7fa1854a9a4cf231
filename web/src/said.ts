/** What titles and the server say, in the player's language. The wire speaks English and codes; codes decide, English is only shown.
 *  A title's list goes from the English sentence, `{0}` where it puts a value in, to another language; a sentence that is in no list
 *  stays as it is. Values are looked up in the same list. */

import * as api from "./api";
import type { Label, Panel, Piece, Question, TitleInfo, Track, View } from "./wire";
import { filled, language } from "./words";

type List = Record<string, string>;
interface Said { said: string; whole: boolean }
interface Template { pattern: RegExp; places: number[]; anchor: string; weight: number; said: string }

const MODIFIER = /^([+-]\d+) (.+?)((?: \(\d[^)]*\))?)$/;
const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&");

/** One list, ready to be asked. Pure. */
export class Tongue {
  private templates: Template[] = [];
  private kept = new Map<string, Said>();

  constructor(private list: List) {
    for (const [sentence, said] of Object.entries(list)) {
      const parts = sentence.split(/\{(\d)\}/);
      if (parts.length < 3) continue;
      const fixed = parts.filter((_, n) => n % 2 === 0);
      this.templates.push({
        pattern: new RegExp(`^${parts.map((part, n) => (n % 2 ? "(.*?)" : escaped(part))).join("")}$`),
        places: parts.filter((_, n) => n % 2).map(Number),
        anchor: fixed.reduce((a, b) => (b.length > a.length ? b : a), ""),
        weight: fixed.join("").length, said,
      });
    }
    this.templates.sort((a, b) => b.weight - a.weight); // the one that says most itself goes first
  }

  get silent(): boolean { return Object.keys(this.list).length === 0; }

  say(text: string): string { return this.read(text).said; }

  /** What a text becomes, and whether nothing of it is left over. */
  private read(text: string): Said {
    const whole = text ? this.list[text] : "";
    if (whole !== undefined) return { said: whole, whole: true };
    const kept = this.kept.get(text);
    if (kept) return kept;
    const made = this.made(text);
    if (this.kept.size > 20000) this.kept.clear();
    this.kept.set(text, made);
    return made;
  }

  /** By the first template all of whose values are told too, else as a name, else by the first that fits. */
  private made(text: string): Said {
    let first: Said | null = null;
    for (const { pattern, places, anchor, said } of this.templates) {
      if (!text.includes(anchor)) continue;
      const found = pattern.exec(text);
      if (!found) continue;
      const values = places.map((_, n) => (found[n + 1] === text ? { said: text, whole: false } : this.read(found[n + 1]!)));
      const words: string[] = [];
      places.forEach((place, n) => { words[place] = values[n]!.said; });
      const made = { said: filled(said, words), whole: values.every((value) => value.whole) };
      if (made.whole) return made;
      first ??= made;
    }
    for (const between of ["; ", ": ", ", "]) { // what is told one after the other
      if (!text.includes(between)) continue;
      const parts = text.split(between).map((part) => this.read(part));
      if (parts.every((part) => part.whole)) return { said: parts.map((part) => part.said).join(between), whole: true };
    }
    const item = MODIFIER.exec(text); // "+2 fighters (11.9)"
    const what = item && this.read(item[2]!);
    if (what?.whole) return { said: `${item![1]} ${what.said}${item![3]}`, whole: true };
    const name = this.named(text);
    return name !== null ? { said: name, whole: true } : first ?? { said: text, whole: false };
  }

  /** A name put together from others ("Germany 4-6 armor", "Rail, Warsaw"): the longest words it knows, one after the other. What
   *  holds other words than names is a sentence. */
  private named(text: string): string | null {
    const parts = text.split(/([ ,;:()/]+)/);
    let said = "";
    for (let n = 0; n < parts.length; ) {
      let end = Math.min(n + 9, parts.length);
      while (end > n + 1 && this.list[parts.slice(n, end).join("")] === undefined) end -= 2;
      end = Math.max(end, n + 1);
      const phrase = parts.slice(n, end).join("");
      const found = this.list[phrase];
      if (found === undefined && /^[a-z]{2,}$/.test(phrase)) return null;
      said += (found ?? phrase) + (parts[end] ?? "");
      n = end + 1;
    }
    return said;
  }
}

const NONE = new Tongue({});
const tongues = new Map<string, Promise<Tongue>>();
let tongue = NONE;

function tongueOf(code: string): Promise<Tongue> {
  if (language.value === "en") return Promise.resolve(NONE);
  return tongues.get(code) ?? tongues.set(code, api.words(code, language.value).then((list) => new Tongue(list), () => NONE)).get(code)!;
}

/** From here on this title is spoken. */
export async function speak(code: string): Promise<void> { tongue = await tongueOf(code); }

export const say = (text: string): string => tongue.say(text);

/** What a title tells of itself: its name, scenarios, seats, tour and lessons. */
export async function introduced(title: TitleInfo): Promise<TitleInfo> {
  const own = await tongueOf(title.code);
  if (own.silent) return title;
  const s = (text: string) => own.say(text);
  const named = <T extends { name: string }>(one: T): T => ({ ...one, name: s(one.name) });
  return {
    ...title, name: s(title.name), stage: s(title.stage), sides: title.sides.map(named),
    scenarios: title.scenarios.map((one) => ({ ...named(one), summary: s(one.summary ?? "") })),
    switches: title.switches.map((one) => ({ ...one, label: s(one.label) })),
    seats: Object.fromEntries(Object.entries(title.seats).map(([key, seats]) => [key, seats.map(named)])),
    standing: Object.fromEntries(Object.entries(title.standing ?? {}).map(([key, held]) => [key, held.map((one) => ({ ...one, label: s(one.label), ...(one.otherwise && { otherwise: s(one.otherwise) }) }))])),
    tour: (title.tour ?? []).map(([name, words]) => [s(name), s(words)]),
    theatres: title.theatres?.map(([name, spaces]) => [s(name), spaces]),
    first: title.first && { ...title.first, lessons: title.first.lessons.map((one) => ({ ...one, head: s(one.head), words: s(one.words) })) },
  };
}

const made = new WeakMap<object, object>();
/** The same thing in other words, made once for each. */
function once<T extends object>(thing: T, make: (thing: T) => T): T {
  let found = made.get(thing) as T | undefined;
  if (!found) made.set(thing, (found = make(thing)));
  return found;
}

const label = (one: Label): Label => once(one, () => ({ ...one, words: say(one.words), ...(one.hint && { hint: say(one.hint) }), ...(one.group && { group: say(one.group) }) }));
const question = (one: Question): Question => once(one, () => ({ ...one, prompt: say(one.prompt), options: one.options.map(label), crumbs: one.crumbs.map(([what, rule]) => [say(what), rule]) }));
const piece = (one: Piece): Piece => once(one, () => ({ ...one, name: say(one.name), ...(one.note && { note: say(one.note) }) }));
const track = (one: Track): Track => once(one, () => ({ ...one, label: say(one.label), value: typeof one.value === "string" ? say(one.value) : one.value }));
const panel = (one: Panel): Panel => once(one, () => ({
  ...one, title: say(one.title), columns: one.columns?.map(say), text: one.text && say(one.text), rows: one.rows?.map((row) => row.map((cell) => (typeof cell === "string" ? say(cell) : cell))),
  squares: one.squares?.map((square) => ({
    ...square, name: say(square.name), note: square.note && say(square.note), sign: square.sign && say(square.sign),
    pegs: square.pegs?.map((peg) => ({ ...peg, label: say(peg.label), note: peg.note && say(peg.note) })),
  })),
}));

/** A view in the player's language; its log stays as it was written and is told line by line (story.ts). */
export function spoken(view: View): View {
  if (tongue.silent) return view;
  const { picture } = view;
  return {
    ...view, place: view.place.map(say), questions: view.questions.map(question),
    picture: { ...picture, pieces: picture.pieces?.map(piece), tracks: picture.tracks?.map(track), panels: picture.panels?.map(panel) },
    ...(view.outcome && { outcome: { ...view.outcome, reason: say(view.outcome.reason ?? "") } }),
  };
}
