/** One game on the table: what is shown, which question is open, and every deed a player can do. No drawing here. */

import { type Game, Refusal } from "../api";
import { Cell } from "../dom";
import type { Live } from "../live";
import { complain, sayAloud, tellAloud, sure, toast, tryTo } from "../notes";
import { confirmAll, endTurns, sayDice } from "../settings";
import { say } from "../said";
import type { Label, Piece, Question, TitleInfo, View } from "../wire";
import { type Company, gather, isPick, size } from "./company";
import { DiceFall } from "./dicefall";
import { Forecast } from "./forecast";
import { leads, march } from "./march";
import { dropOptions, index, type Index, named, pickOption, verb } from "./options";
import { Purchases } from "./purchases";
import { reasonsFor, type Refused, told } from "./reasons";
import { Replay } from "./replay";
import { followed, follows, idle, insist, pause, stepReached, token, turnOf } from "./steps";
import { t } from "../words";

/** A unit in the hand: the pick that took it, the question it was picked from, the answers before the pick, and the newest step
 *  with which it still rests in the hand. */
export interface Hand { pick: Label; from: Question; before: number; step: number }

export class Desk {
  readonly shown = new Cell<View | null>(null);
  readonly at = new Cell<number | null>(null);
  readonly playing = new Cell(false);
  readonly question = new Cell<Question | null>(null);
  readonly selected = new Cell<string | null>(null);
  readonly ties = new Cell<Index>(index(null, null));
  readonly busy = new Cell(false);
  readonly committing = new Cell<{ label: Label; odds: unknown; back?: number; count?: number } | null>(null);
  /** who could go with the unit in the hand, and how many of them do */
  readonly company = new Cell<Company | null>(null);
  /** how far a company on its way is */
  readonly marching = new Cell("");
  /** the last answer given here, where the others have done something since, and how many lines of the log that made */
  readonly since = new Cell<{ step: number; lines: number } | null>(null);
  /** the unit in the hand, while it has done nothing yet */
  readonly hand = new Cell<Hand | null>(null);
  /** where a dropped piece can mean several things: asked at the place of the drop */
  readonly choices = new Cell<{ space: string; labels: Label[] } | null>(null);
  /** what was bought at this desk */
  readonly purchases = new Purchases(this);
  /** what the last order made of the battle to come */
  readonly forecast = new Forecast(this);
  private proposals = 0;
  readonly fall = new DiceFall(this);
  /** verbs whose answers have odds, as far as it is known */
  private weighs = new Map<string, boolean>();
  /** what was refused here, newest last */
  readonly refusals: { rule: string; reason: string }[] = [];
  /** a rule to read */
  readonly rule = new Cell("");
  readonly hint = new Cell<{ label: Label | null; option: string; reason: string } | null>(null);
  /** what the board calls a space */
  spaceName = (id: string): string => id;
  /** told when a drop is refused */
  dropped: ((piece: string, space: string) => void) | null = null;
  private seatWish: string | null = null;
  private drop: { piece: string; space: string } | null = null;
  private oddsKept = new Map<string, Promise<unknown>>();
  private chancy = new Map<string, Promise<boolean>>();
  private replay = new Replay(this);
  private questionMark = "";
  private companyMark = "";
  /** how far this player has followed the game: the step of the last answer given here, and the turn it was given in */
  private known: { step: number; turn: string } | null;
  /** the answers of the newest gesture of many: taken back as one */
  gesture: { from: number; to: number } | null = null;

  constructor(readonly game: Game, readonly live: Live, readonly title: TitleInfo) {
    this.known = followed(game.id);
    live.view.watch((view) => this.take(view));
    this.at.watch((at) => void this.rewound(at), false);
    this.selected.watch(() => this.tie(), false);
    this.company.watch(() => this.tie(), false);
  }

  close(): void {
    this.playing.value = false;
    this.live.close();
  }

  get seats(): string[] {
    return Object.entries(this.live.info.value?.seats ?? {}).filter(([, seat]) => seat.you).map(([key]) => key);
  }

  seatName(key: string): string { return this.live.info.value?.seats[key]?.name ?? key; }
  sideName(key: string): string { return this.title.sides.find((side) => side.key === key)?.name ?? key; }
  tokenName(token: string): string {
    return this.shown.value?.picture.pieces?.find((piece) => piece.id === token)?.name ?? token;
  }

  /** A company has arrived: it is shown where it stands now. */
  arrived(): void { this.take(this.live.view.value); }

  private take(view: View | null): void {
    if (!view || this.marching.value) return; // a company is shown when it has arrived
    this.replay.forget();
    if (this.at.value === null) this.shown.value = view;
    this.speak(view);
    this.choose(view);
    this.follow(view);
  }

  /** The newest lines of the log and whose turn it is, for those who hear the table. */
  private speak(view: View): void {
    const newest = view.log.at(-1)?.number ?? -1, { heard } = this;
    this.heard = newest;
    if (heard === null || newest <= heard || this.covered || this.silent) return;
    const told = view.log.filter((line) => line.number > heard && line.text).map((line) => say(line.text));
    const asked = view.questions.length ? [] : view.waiting.map((seat) => this.seatName(seat));
    tellAloud([...told.slice(-3), ...asked].join(". "));
  }
  private heard: number | null = null;

  /** Which of the open questions is on the card. */
  private choose(view: View): void {
    const open = view.questions;
    const wished = open.find((one) => one.seat === this.seatWish) ?? open.find((one) => one.seat === view.seat) ?? open[0] ?? null;
    const mark = wished ? `${view.step}|${wished.seat}|${wished.prompt}|${wished.options.length}|${wished.options[0]?.text ?? ""}` : "";
    if (mark !== this.questionMark) {
      this.questionMark = mark;
      this.oddsKept.clear();
      this.chancy.clear();
      this.fall.stands(wished, mark);
      this.committing.value = null;
      this.forecast.stands(view);
      if (mark !== this.companyMark) this.company.value = null;
      if (this.hand.value && this.hand.value.step !== view.step) this.hand.value = null;
      this.hint.value = null;
      this.purchases.stands(view, wished);
      const keep = this.selected.value && wished?.options.some((label) => label.pieces?.includes(this.selected.value!)) && wished.options.some((label) => label.spaces?.length && label.pieces?.includes(this.selected.value!));
      if (!keep) this.selected.value = null;
      this.question.value = this.at.value === null ? wished : null;
      this.tie();
      this.lookBack(view, wished);
      if (wished && this.at.value === null) {
        if (!this.covered && !this.silent) this.announce();
        this.finishDrop();
      }
    }
  }

  /** the board is covered: nobody is told anything yet */
  covered = false;
  /** the page is not there yet: what is asked is told when it is */
  silent = true;

  announce(): void {
    const question = this.question.value;
    if (question) sayAloud(t("{0}. {1} options.", question.prompt, question.options.length));
  }

  /** Back to the start of the segment, after a word where that takes back more than one answer. */
  async restart(): Promise<void> {
    const view = this.live.view.value;
    if (!view?.step || this.busy.value || this.isOver()) return;
    if (await sure(t("Restart the segment"), t("This takes back every answer of this segment."), t("Restart"))) await this.undone("segment");
  }

  /** A finished game is not opened again by a key or a slip: the page of its ending has a button for it. */
  private isOver(): boolean {
    if (!this.live.view.value?.outcome) return false;
    toast(t("The game is over."), t("Its end is taken back with the button beside the result."));
    return true;
  }

  takeBack(to: number): Promise<void> { return this.undone(to); }

  /** Whether the others have done something since the last answer given here. */
  private lookBack(view: View, asked: Question | null): void {
    const { known } = this;
    if (known && view.step < known.step) this.known = null; // taken back: there is nothing to tell
    if (!asked || this.busy.value || !this.known) return;
    const { step, turn } = this.known;
    const lines = view.log.filter((line) => line.step > step).length;
    this.since.value = turn !== turnOf(view) && view.step > step && lines >= NEWS ? { step, lines } : null;
  }

  /** At a hot seat the server shows the picture of the seat that is asked first; a seat chosen by hand is kept while it is asked. */
  private follow(view: View): void {
    if (!this.seatWish || view.waiting.includes(this.seatWish)) return;
    this.seatWish = null;
    this.live.sit(undefined);
  }

  sit(seat: string): void {
    this.seatWish = seat;
    this.questionMark = "";
    if (this.seats.includes(seat)) this.live.sit(seat);
    if (this.live.view.value) this.choose(this.live.view.value);
  }

  private tie(): void {
    const pieces = this.shown.value?.picture.pieces;
    const question = this.question.value;
    const alone = !this.company.value || size(this.company.value) < 2;
    const asked = alone || !question ? question : { ...question, options: question.options.filter((label) => !label.many) };
    this.ties.value = index(asked, this.selected.value, pieces ? new Set(pieces.map((piece) => piece.id)) : null);
  }

  // answers

  /** Answer, with the odds shown first where chance has a part, and a last question where the player wants one. */
  async propose(label: Label): Promise<void> {
    const { question } = this;
    if (!question.value || this.busy.value) return;
    if (label.stays && this.hand.value) return this.putDown();
    if (this.committing.value?.label.text === label.text) return this.answer(label);
    const asked = question.value, mine = ++this.proposals;
    const overtaken = () => mine !== this.proposals || question.value !== asked || this.busy.value;
    if (this.committing.value && this.committing.value.back === undefined) this.committing.value = null; // not that one, this one
    if (leads(this.company.value, label)) {
      const chancy = await this.isChancy(label);
      if (overtaken()) return;
      if (chancy) return march(this, label, true);
    }
    const known = this.fall.sure(label);
    if (this.fall.unsure(label) && !label.final && !confirmAll.value) { // without odds it is given at once: only where there are some one must know if dice fall
      const chancy = await this.isChancy(label);
      if (overtaken()) return;
      if (!chancy) return this.weighed(label);
    }
    await known;
    if (overtaken()) return;
    if (this.fall.rolls(label) || this.fall.final(label)) {
      const odds = (await this.isChancy(label)) ? await this.odds(label) : null;
      if (overtaken()) return;
      if (odds || this.fall.final(label) || confirmAll.value) {
        this.committing.value = { label, odds };
        return;
      }
    } else if (confirmAll.value) {
      this.committing.value = { label, odds: null };
      return;
    }
    return this.weighed(label);
  }

  /** Answer what rolls nothing by itself; what it makes of the battle to come stands on the card afterwards. */
  private async weighed(label: Label): Promise<void> {
    const chancy = verb(label.text), known = this.weighs.get(chancy), step = (this.live.view.value?.step ?? 0) + 1;
    const odds = known === false || label.hand || label.stays ? null : this.odds(label);
    if (odds) void this.forecast.awaited(odds, named(label.words, label.spaces, this.spaceName), step, known).then((found) => { if (known === undefined && found !== undefined) this.weighs.set(chancy, found !== null); });
    return this.answer(label, true);
  }

  /** Not yet: nothing is answered, and a company that was on its way comes back. */
  async withdraw(): Promise<void> {
    const back = this.committing.value?.back;
    this.committing.value = null;
    if (back !== undefined) await this.undone(back);
  }

  /** `calm`: if dice fall with it that it did not announce, it is asked once more before. */
  async answer(label: Label, calm = false): Promise<void> {
    const question = this.question.value;
    if (!question || this.busy.value) return;
    if (leads(this.company.value, label)) return march(this, label, false);
    const back = this.committing.value?.back;
    const company = isPick(label) ? gather(question, label, this.pieces) : null;
    this.busy.value = true;
    this.committing.value = null;
    const before = this.live.view.value?.step ?? 0, resting = this.hand.value;
    const given = await this.give(label, calm);
    this.busy.value = false;
    if (!given) this.announceDice({ back });
    const step = this.live.view.value?.step ?? 0;
    if (given && label.price && question.purse) this.purchases.bought(label, before);
    if (given && isPick(label) && step === before + 1) this.hand.value = { pick: label, from: question, before, step };
    else if (given && label.along && resting && step === before + 1) this.hand.value = { ...resting, step };
    if (given && back !== undefined) this.gesture = { from: back, to: this.live.view.value?.step ?? 0 };
    if (given && company && this.question.value?.options.some((one) => one.text.split(" ").includes(company.token))) {
      this.companyMark = this.questionMark;
      this.company.value = company;
    }
    if (this.drop && this.question.value) this.finishDrop();
  }

  /** an answer that was not given yet because dice would have fallen unsaid */
  private unannounced = "";

  /** Say that dice fall with it, and ask once more. */
  announceDice(more: { back?: number; count?: number }): void {
    const label = this.unannounced && this.question.value?.options.find((one) => one.text === this.unannounced);
    this.unannounced = "";
    if (!label) return;
    this.fall.tell(label.text);
    const asked = (this.committing.value = { label, odds: null, ...more });
    void this.odds(label).then((odds) => { if (odds && this.committing.value === asked) this.committing.value = { ...asked, odds }; });
  }

  /** Send one answer and wait until the view shows what came of it. */
  async give(label: Label, calm = false): Promise<boolean> {
    const seat = this.question.value?.seat, view = this.live.view.value;
    if (!seat || !view) return false;
    const key = token();
    try {
      const { step } = await insist(() => this.game.answer(seat, label.text, view.step, key, endTurns.value, calm && sayDice.value));
      this.known = { step, turn: turnOf(view) };
      this.since.value = null;
      follows(this.game.id, this.known);
      if ((this.live.view.value?.step ?? 0) < step) {
        await Promise.race([stepReached(this.live.view, step), pause(this.live.link.value === "live" ? 700 : 0)]);
        if ((this.live.view.value?.step ?? 0) < step) await this.live.refresh();
      }
      return true;
    } catch (error) {
      this.drop = null;
      if (error instanceof Refusal && error.status === 428) this.unannounced = label.text;
      else if (error instanceof Refusal && error.status === 409) {
        toast(t("The game has moved on."), t("The question was refreshed."));
        await tryTo(this.live.refresh());
      } else complain(error);
      return false;
    }
  }

  // units that go together

  get pieces(): Piece[] { return this.live.view.value?.picture.pieces ?? []; }

  /** Lay the unit in the hand down again: the pick is taken back. */
  async putDown(): Promise<void> {
    const hand = this.hand.value;
    if (!hand || this.busy.value) return;
    this.hand.value = null;
    this.company.value = null;
    this.committing.value = null;
    this.drop = null;
    await this.undone(hand.before);
  }

  /** What could be taken up instead of the unit in the hand. */
  insteadOf(piece: string): Label | null {
    return this.hand.value ? this.hand.value.from.options.find((label) => isPick(label) && label.pieces?.includes(piece)) ?? null : null;
  }

  /** Take another unit into the hand, whatever is in it. */
  async takeInstead(pick: Label): Promise<void> {
    await this.putDown();
    const again = this.question.value?.options.find((label) => label.text === pick.text);
    if (again) await this.propose(again);
  }

  /** Answer one after the other what leads to what was meant; the last is proposed, not given. */
  async lead(texts: string[]): Promise<void> {
    if (this.hand.value) await this.putDown();
    for (const [n, text] of texts.entries()) {
      const label = this.question.value?.options.find((one) => one.text === text);
      if (!label) return;
      if (n < texts.length - 1) await this.answer(label);
      else if (await this.isChancy(label)) await this.propose(label);
      else this.committing.value = { label, odds: null };
    }
  }

  // drag and drop: a piece into the hand at once, its space when the next question lists it

  mayDrag(piece: string): boolean {
    return this.at.value === null && ((this.question.value?.options.some((label) => label.pieces?.includes(piece)) ?? false) || this.insteadOf(piece) !== null);
  }

  dragStart(piece: string): void {
    const question = this.question.value;
    if (!question) return;
    const direct = question.options.some((label) => label.spaces?.length && label.pieces?.includes(piece));
    if (direct) this.selected.value = piece;
    else {
      const pick = pickOption(question, piece);
      const instead = this.insteadOf(piece);
      if (pick) void this.answer(pick);
      else if (instead) void this.takeInstead(instead);
    }
  }

  dropOn(piece: string, space: string | null): "done" | "waiting" | "refused" {
    const question = this.question.value;
    if (!space || !question) return "refused";
    if (this.busy.value) {
      this.drop = { piece, space };
      return "waiting";
    }
    const labels = dropOptions(question, piece, space, this.hand.value !== null);
    if (!labels.length) return "refused";
    if (labels.length > 1) this.choices.value = { space, labels };
    else void this.propose(labels[0]!);
    return "done";
  }

  private finishDrop(): void {
    if (!this.drop || this.busy.value) return;
    const { piece, space } = this.drop;
    this.drop = null;
    if (this.dropOn(piece, space) === "refused") this.dropped?.(piece, space);
  }

  // chances and reasons

  odds(label: Label): Promise<unknown> {
    const question = this.question.value;
    if (!question) return Promise.resolve(null);
    let found = this.oddsKept.get(label.text);
    if (!found) {
      found = this.game.odds(question.seat, label.text, this.live.view.value?.step ?? 0).catch(() => undefined);
      this.oddsKept.set(label.text, found);
    }
    return found;
  }

  /** Whether options with this verb have odds: asked once for each verb of a question. */
  private isChancy(label: Label): Promise<boolean> {
    const kind = verb(label.text);
    let known = this.chancy.get(kind);
    if (!known) {
      known = this.odds(label).then((odds) => odds !== null && odds !== undefined);
      this.chancy.set(kind, known);
    }
    return known;
  }

  /** Why something cannot be chosen (reasons.ts), kept among what was refused lately. */
  async whyNot(space: string | null, piece: string | null, overlay = ""): Promise<Refused[]> {
    const found = await reasonsFor(this, space, piece, overlay);
    this.refusals.push(...found.filter((one) => one.rule).map(({ rule, reason }) => ({ rule, reason })));
    this.refusals.splice(0, Math.max(0, this.refusals.length - 100));
    return found;
  }

  told(space: string | null, piece: string | null, overlay: string): Promise<Refused | null> { return told(this, space, piece, overlay); }

  async suggest(): Promise<void> {
    const question = this.question.value;
    if (!question) return;
    const found = await tryTo(this.game.suggest(question.seat));
    if (found) this.hint.value = { ...found, reason: say(found.reason), label: question.options.find((label) => label.text === found.option) ?? null };
  }

  // back and forth

  async undo(): Promise<void> {
    await idle(this.busy); // pressed while an answer is under way: it is that answer which goes back
    const view = this.live.view.value, { gesture } = this;
    if (!view || view.step <= 0 || this.busy.value || this.isOver()) return;
    if (gesture && gesture.to === view.step) return this.undone(gesture.from);
    const { back } = view;
    if (!back) return toast(t("There is nothing of yours to take back."), t("You have not answered anything yet."));
    const others = back.answers - 1;
    if (back.rolled && !(await sure(t("Go back"), [others ? t("{0|1 answer|{0} answers} of the others and yours are taken back.", others) : t("Your answer is taken back."), t("Dice have been rolled or something was shown since: they fall anew."), back.asks?.length ? t("{0} must agree.", back.asks.map((seat) => this.seatName(seat)).join(", ")) : ""].filter(Boolean).join(" "), t("Go back")))) return;
    await this.undone(back.to);
    if (others && !back.asks?.length) toast(t("Back to your last decision"), t("{0|1 answer|{0} answers} of the others went with it.", others));
  }

  async undoTo(to: number | "segment"): Promise<void> {
    const view = this.live.view.value;
    if (!view || this.busy.value || this.isOver()) return;
    if (typeof to === "number" && to < view.step - 1) {
      const gone = view.step - to;
      if (!(await sure(t("Go back"), t("This takes back {0} answers, for everybody at the table.", gone), t("Go back")))) return;
    }
    await this.undone(to);
  }

  private async undone(to: number | "segment"): Promise<void> {
    this.gesture = null;
    const result = await tryTo(this.game.undo(to));
    if (!result) return;
    if (result.asked?.length) toast(t("Asked the others"), t("{0} must agree to go back.", result.asked.map((seat) => this.seatName(seat)).join(", ")));
    this.at.value = null;
    if (this.live.link.value !== "live") await tryTo(this.live.refresh());
    else if (result.done && typeof to === "number") {
      await Promise.race([stepReached(this.live.view, to, true), pause(700)]);
      if ((this.live.view.value?.step ?? 0) > to) await tryTo(this.live.refresh()); // a slow line: what is done next counts from there
    }
  }

  // replay

  private async rewound(at: number | null): Promise<void> {
    if (at === null) {
      this.playing.value = false;
      this.questionMark = "";
      if (this.live.view.value) {
        this.shown.value = this.live.view.value;
        this.choose(this.live.view.value);
      }
      return;
    }
    this.question.value = null;
    this.selected.value = null;
    this.tie();
    await this.replay.show();
  }

  go(at: number): void { this.replay.go(at); }
}

const NEWS = 4; // fewer new lines of the log are seen without being told of
