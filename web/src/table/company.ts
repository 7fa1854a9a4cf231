/** Units that go together: who stands beside the unit in the hand, how many of each sort follow it, and what each is told. Pure. */

import type { Label, Piece, Question } from "../wire";
import { verb } from "./options";

/** Units of one look in the zone of the unit in the hand. */
export interface Sort { looks: string; name: string; have: number; want: number }

export interface Company { at: string; verb: string; token: string; sorts: Sort[] }

const last = (text: string): string => text.slice(text.lastIndexOf(" ") + 1);

export function looks(piece: Piece): string {
  return [piece.side, piece.name, (piece.state ?? []).join("+"), (piece.numbers ?? []).join("-")].join("|");
}

/** Whether an option takes one piece into the hand: what it does is asked next. */
export const isPick = (label: Label): boolean => label.hand === true && label.pieces?.length === 1 && !label.spaces?.length;

/** Everybody in the same zone who could be taken into the hand as well, the taken one's sort first; null if it is alone. */
export function gather(question: Question, taken: Label, pieces: Piece[]): Company | null {
  if (!isPick(taken)) return null;
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  const first = byId.get(taken.pieces![0]!);
  if (!first) return null;
  const sorts = new Map<string, Sort>([[looks(first), { looks: looks(first), name: first.name, have: first.count ?? 1, want: 1 }]]);
  for (const label of question.options) {
    const piece = isPick(label) && !label.idle && verb(label.text) === verb(taken.text) ? byId.get(label.pieces![0]!) : undefined;
    if (piece?.at === first.at && !sorts.has(looks(piece))) sorts.set(looks(piece), { looks: looks(piece), name: piece.name, have: piece.count ?? 1, want: 0 });
  }
  const found = { at: first.at, verb: verb(taken.text), token: last(taken.text), sorts: [...sorts.values()] };
  return found.sorts.reduce((n, sort) => n + sort.have, 0) > 1 ? found : null;
}

export const size = (company: Company): number => company.sorts.reduce((n, sort) => n + sort.want, 0);
export const strength = (company: Company): number => company.sorts.reduce((n, sort) => n + sort.have, 0);

/** The same company with other numbers; of the first sort at least the unit in the hand goes. */
export function wanting(company: Company, want: (sort: Sort, n: number) => number): Company {
  return { ...company, sorts: company.sorts.map((sort, n) => ({ ...sort, want: Math.max(n ? 0 : 1, Math.min(sort.have, want(sort, n))) })) };
}

/** The sorts of which fewer have left the zone than are to go, and how many are missing. `refused`: those that may not are passed over. */
export function waiting(company: Company, pieces: Piece[], refused: ReadonlySet<string> = new Set()): { sort: Sort; missing: number }[] {
  const there = new Map<string, number>();
  for (const piece of pieces) if (piece.at === company.at) there.set(looks(piece), (there.get(looks(piece)) ?? 0) + (piece.count ?? 1));
  return company.sorts.filter((sort) => !refused.has(sort.looks)).map((sort) => ({ sort, missing: sort.want - sort.have + (there.get(sort.looks) ?? 0) })).filter(({ missing }) => missing > 0);
}

/** How many have left the zone. */
export function gone(company: Company, pieces: Piece[]): number {
  return company.sorts.reduce((n, sort) => n + sort.have - pieces.filter((piece) => piece.at === company.at && looks(piece) === sort.looks).reduce((m, piece) => m + (piece.count ?? 1), 0), 0);
}

/** The option that takes the next unit of a sort into the hand. */
export function nextPick(company: Company, sort: Sort, question: Question | null, pieces: Piece[]): Label | null {
  const ids = new Set(pieces.filter((piece) => piece.at === company.at && looks(piece) === sort.looks).map((piece) => piece.id));
  return question?.options.find((label) => isPick(label) && verb(label.text) === company.verb && ids.has(label.pieces![0]!)) ?? null;
}

/** The order of the first unit, for the one of another pick. */
export function follow(company: Company, order: string, pick: Label): string {
  return order.split(" ").map((word) => (word === company.token ? last(pick.text) : word)).join(" ");
}
