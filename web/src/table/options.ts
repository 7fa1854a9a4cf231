/** Options as the table uses them: tied to spaces and pieces, grouped, searched, and turned into "why not?" questions. Pure. */

import { say } from "../said";
import type { Label, Question } from "../wire";
import { t } from "../words";

export interface Index {
  options: Label[];
  bySpace: Map<string, Label[]>;
  byPiece: Map<string, Label[]>;
  /** options that are tied to nothing on the board */
  buttons: Label[];
  /** what to light up */
  spaces: Set<string>;
  pieces: Set<string>;
  /** pieces every option speaks of: what the question is about */
  subjects: Set<string>;
  /** options that lead to nothing: not lit, and last on the list */
  idle: Label[];
}

export const verb = (text: string): string => text.split(" ", 1)[0] ?? "";

/** `drawn`: the pieces on show; an option's other arguments are no pieces one could click. */
export function index(question: Question | null, selected: string | null, drawn: Set<string> | null = null): Index {
  const all = (question?.options ?? []).map((label) => (drawn && label.pieces?.some((piece) => !drawn.has(piece)) ? { ...label, pieces: label.pieces.filter((piece) => drawn.has(piece)) } : label));
  const idle = all.filter((label) => label.idle);
  const options = all.filter((label) => !label.idle && (!selected || label.pieces?.includes(selected)));
  const bySpace = new Map<string, Label[]>(), byPiece = new Map<string, Label[]>();
  for (const label of options) {
    for (const space of label.spaces ?? []) push(bySpace, space, label);
    for (const piece of label.pieces ?? []) push(byPiece, piece, label);
  }
  const onPieces = options.filter((label) => label.pieces?.length).length;
  const subjects = new Set([...byPiece].filter(([, labels]) => onPieces > 1 && labels.length === onPieces).map(([piece]) => piece));
  if (selected) subjects.add(selected);
  const pieces = new Set([...byPiece.keys()].filter((piece) => !subjects.has(piece)));
  const spaces = new Set<string>();
  for (const label of options) {
    const chosen = (label.pieces ?? []).every((piece) => subjects.has(piece));
    if (chosen || !label.pieces?.length || pieces.size === 0) for (const space of label.spaces ?? []) spaces.add(space);
  }
  return { options, bySpace, byPiece, buttons: all.filter((label) => !label.spaces?.length && !label.pieces?.length), spaces, pieces, subjects, idle };
}

function push(map: Map<string, Label[]>, key: string, label: Label): void {
  const held = map.get(key);
  if (held) held.push(label);
  else map.set(key, [label]);
}

/** Words in which the code of a space, one of these, carries the name a player knows it by. */
export function named(words: string, tokens: string[] = [], name: (space: string) => string): string {
  for (const token of new Set(tokens)) {
    const known = name(token);
    if (known !== token && !words.includes(known)) words = words.replace(new RegExp(`(?<![\\w-])${token.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`), known);
  }
  return words;
}

export interface Group { name: string; labels: Label[] }

/** Options in groups: the title's own, else by verb. */
export function groups(labels: Label[]): Group[] {
  const found = new Map<string, Label[]>();
  for (const label of labels) push(found, label.group || `!${verb(label.text)}`, label);
  return [...found].map(([name, held]) => ({ name: name.startsWith("!") ? called(held) : name, labels: held }));
}

/** A group without a name of its own: the words with which all its answers begin, else what taking a unit up is called, else the verb. */
function called(labels: Label[]): string {
  const heads = labels.map((label) => label.words.split(" "));
  let many = heads.length > 1 ? heads[0]!.findIndex((word, n) => heads.some((head) => head[n] !== word)) : 0;
  if (many < 0) many = heads[0]!.length;
  while (many && LINKS.has(heads[0]![many - 1]!)) many -= 1;
  const verbal = heads[0]!.slice(0, many).join(" ");
  if (many && /^[A-Z][a-z]+( [a-z]+)*$/.test(verbal) && !labels[0]!.hand) return verbal;
  const word = verb(labels[0]!.text);
  return labels[0]!.hand ? t("Choose a unit") : LINKS.has(word) && labels.every((label) => label.spaces?.length) ? t("Choose a space") : sentence(word);
}
const LINKS = new Set(["a", "an", "the", "in", "of", "to", "at", "from", "by", "with", "for", "on"]);

/** A sentence that begins with a plain word begins with a capital; codes and names stay as they are. */
export const capital = (words: string): string => (/^[a-zäöü]+(?![\p{L}\p{N}_-])/u.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words);

/** Numbers joined by hyphens, as on counters, stay together at the end of a line. */
export const unbroken = (words: string): string => words.replace(/(\d)-(?=\d)/g, "$1\u2011");

/** How many an answer orders: of answers for the same thing the number at its end, else one. */
export const lot = (label: Label): number => label.item && label.text.startsWith(`${label.item} `) ? Number(/ (\d+)$/.exec(label.text)?.[1] ?? 1) : 1;

/** An answer that bought something: what, how much of it, its price, and the answers before it and with all that was asked about it. */
export interface Bought { text: string; item: string; lot: number; words: string; price: number; before: number; after: number }

/** Answers by what they order; those that order nothing each for itself. */
export function byItem(labels: Label[]): Label[][] {
  const found = new Map<string, Label[]>();
  for (const label of labels) push(found, label.item || label.text, label);
  return [...found.values()];
}

export interface Row { words: string; hint: string; labels: Label[]; counts: number[] }

/** Options that differ only in a number at their end are one row with several numbers: buy infantry 1, 2, 3. */
export function rows(labels: Label[]): Row[] {
  const found = new Map<string, Row>();
  for (const label of labels) {
    const ends = /^(.*) (\d+)$/.exec(label.text);
    const number = ends && !label.spaces?.includes(ends[2]!) && !label.pieces?.includes(ends[2]!) ? ends : null;
    const key = number ? number[1]! : label.text;
    const held = found.get(key);
    if (held && number) {
      if (held.hint !== (label.hint ?? "")) held.hint = ""; // each number says its own
      held.labels.push(label);
      held.counts.push(Number(number[2]));
    } else found.set(held ? label.text : key, { words: label.words, hint: label.hint ?? "", labels: [label], counts: number ? [Number(number[2])] : [] });
  }
  for (const [key, row] of found) if (row.labels.length > 1) row.words = common(row.labels.map((label) => label.words)) || sentence(key);
  return [...found.values()].flatMap((row) => (row.labels.length > 1 && coded(row) ? row.labels.map((label) => ({ words: label.words, hint: label.hint ?? "", labels: [label], counts: [] })) : [row]));
}

/** Whether the numbers only stand for something else: the words differ, and none of them names its number. */
function coded(row: Row): boolean {
  const told = (words: string, count: number) => new RegExp(`(?<!\\d)${count}(?!\\d)`).test(words);
  return !common(row.labels.map((label) => label.words)) && !row.labels.some((label, n) => told(label.words, row.counts[n]!));
}

/** The words all have in common, without their numbers. */
function common(all: string[]): string {
  const plain = new Set(all.map((words) => words.replace(/(^|\s)\d+(?=\s|$)/g, " ").replace(/\s+/g, " ").trim()));
  return plain.size === 1 ? [...plain][0]! : "";
}

export function search(labels: Label[], words: string): Label[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return labels;
  return labels.filter((label) => {
    const text = `${label.words} ${label.text} ${label.group ?? ""} ${label.hint ?? ""}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** A code as a name: capital first, spaces for underscores. */
export function titled(code: string): string {
  const plain = code.replace(/_/g, " ").trim();
  return plain ? plain[0]!.toUpperCase() + plain.slice(1) : "";
}

/** The same in the player's language. */
export const sentence = (code: string): string => say(titled(code));

/** What somebody who points at this space or piece might have wanted: the open options with their target replaced. */
export function wouldBe(question: Question, selected: string | null, space: string | null, piece: string | null, most = 3): string[] {
  const listed = new Set(question.options.map((label) => label.text));
  const made = new Map<string, string>();
  const near = [...question.options].sort((a, b) => Number(b.pieces?.includes(selected ?? "")) - Number(a.pieces?.includes(selected ?? "")));
  for (const label of near) {
    const kind = verb(label.text);
    const last = label.pieces?.[label.pieces.length - 1];
    if (piece && last && !label.spaces?.length && question.options.length > 1) keep(`${kind}:piece`, swap(label.text, last, piece));
    const to = label.spaces?.[label.spaces.length - 1];
    if (space && to) keep(`${kind}:space`, swap(label.text, to, space));
    if (made.size >= most) break;
  }
  return [...made.values()];

  function keep(kind: string, text: string): void {
    if (!listed.has(text) && !made.has(kind)) made.set(kind, text);
  }
}

function swap(text: string, from: string, to: string): string {
  const words = text.split(" ");
  const at = words.lastIndexOf(from);
  if (at >= 0) words[at] = to;
  return words.join(" ");
}

/** The middle of what stands on a board: without the tenth that is furthest from the median on each side. Pure. */
export function crowd<T extends { x: number; y: number }>(places: T[]): T[] {
  const between = (values: number[]): [number, number] => {
    const sorted = [...values].sort((a, b) => a - b);
    return [sorted[Math.floor(sorted.length * 0.1)] ?? 0, sorted[Math.floor(sorted.length * 0.9)] ?? 0];
  };
  const [x0, x1] = between(places.map((place) => place.x)), [y0, y1] = between(places.map((place) => place.y));
  return places.filter((place) => place.x >= x0 && place.x <= x1 && place.y >= y0 && place.y <= y1);
}

/** What a dropped piece can mean: the options that name piece and space; else those of the space alone, or of the one piece the
 *  whole question is about (a twin of the dropped one may be in the hand). Orders for all of a sort are for the company. */
export function dropOptions(question: Question, piece: string, space: string, inHand: boolean): Label[] {
  const there = question.options.filter((label) => label.spaces?.includes(space) && !label.many);
  const exact = there.filter((label) => label.pieces?.includes(piece));
  if (exact.length) return exact;
  return there.filter((label) => inHand || !label.pieces?.length);
}

/** The option that only takes a piece into the hand. */
export function pickOption(question: Question, piece: string): Label | null {
  const found = question.options.filter((label) => label.pieces?.length === 1 && label.pieces[0] === piece && !label.spaces?.length);
  return found.length === 1 ? found[0]! : null;
}
