/** The log as a story: turns and phases with what happened in each; units that went the same way stand in one line. Pure. */

import { say } from "../said";
import type { Deed, LogLine, Mark, Reason } from "../wire";
import { t } from "../words";
import { capital, named } from "./options";

export interface Entry {
  kind: "line" | "went" | "lost" | "came" | "reason";
  lines: LogLine[];
  step: number;
  how: string;
  came: string;
  went: string;
  units: [side: string, sort: string, count: number][];
  reason?: Reason;
}
export interface Phase { name: string; rule: string; entries: Entry[] }
export interface Turn { name: string; phases: Phase[]; first: number; last: number }

export function story(lines: LogLine[], reasons: Reason[] = []): Turn[] {
  const turns: Turn[] = [];
  let turn: Turn | null = null, phase: Phase | null = null, told = 0;
  const due = [...reasons].sort((a, b) => a.step - b.step);
  const open = (name: string, phaseName: string, rule: string, number: number): Phase => {
    if (!turn || turn.name !== name) turns.push((turn = { name, phases: [], first: number, last: number }));
    if (!phase || phase.name !== phaseName || turn.phases.at(-1) !== phase) turn.phases.push((phase = { name: phaseName, rule, entries: [] }));
    return phase;
  };
  if (due[0] && lines[0] && lines[0].number > 0) while (due[told] && due[told]!.step < lines[0].step) told += 1; // theirs are not fetched
  for (const line of lines) {
    if (line.head?.length) {
      phase = open(line.head.slice(0, -1).join(", "), line.head.at(-1)!, line.rule ?? "", line.number);
      continue;
    }
    phase ??= open("", "", "", line.number);
    while (due[told] && due[told]!.step <= line.step) phase.entries.push(because(due[told++]!));
    add(phase.entries, line);
    turn!.last = line.number;
  }
  while (due[told]) (phase ??= open("", "", "", 0)).entries.push(because(due[told++]!));
  for (const one of turns) one.phases = one.phases.filter((part) => part.entries.length);
  return turns.filter((one) => one.phases.length);
}

const because = (reason: Reason): Entry => ({ kind: "reason", lines: [], step: reason.step, how: "", came: "", went: "", units: [], reason });

function add(entries: Entry[], line: LogLine): void {
  const made = entry(line);
  const last = entries.at(-1);
  if (last && made.kind !== "line" && last.kind === made.kind && last.how === made.how && last.lines[0]!.by === line.by) {
    const sameWay = last.came === made.came && last.went === made.went;
    const goesOn = made.kind === "went" && last.went === made.came && sameUnits(last.units, made.units);
    if (sameWay) last.units = sum(last.units, made.units);
    else if (goesOn) last.went = made.went;
    if (sameWay || goesOn) {
      last.lines.push(line);
      last.step = line.step;
      return;
    }
  }
  entries.push(made);
}

function entry(line: LogLine): Entry {
  const deed: Deed | null = line.deed ?? null;
  const [how, came, went, units] = deed ?? ["", "", "", []];
  const moved = deed && came && went;
  const kind = moved ? "went" : line.fate ?? "line";
  return { kind, lines: [line], step: line.step, how, came, went, units: sum([], units) };
}

const sameUnits = (a: Entry["units"], b: Entry["units"]): boolean => a.length === b.length && a.every(([side, sort, n], k) => b[k]![0] === side && b[k]![1] === sort && b[k]![2] === n);

function sum(a: Entry["units"], b: Entry["units"]): Entry["units"] {
  const made = new Map<string, [string, string, number]>();
  for (const [side, sort, n] of [...a, ...b]) {
    const held = made.get(`${side}|${sort}`);
    if (held) held[2] += n;
    else made.set(`${side}|${sort}`, [side, sort, n]);
  }
  return [...made.values()];
}

/** The turn of a reason, and who thinks unless the turn names them already. */
export function heading(reason: Reason, seat: string): string {
  const named = seat.split(", ").some((one) => reason.turn.split(", ").includes(one));
  return [reason.turn, named ? "" : seat].filter(Boolean).join(" · ");
}

export const counted = (units: Entry["units"]): string => units.map(([, sort, n]) => (n > 1 ? `${n} ${say(sort)}` : say(sort))).join(", ");

/** A deed in one sentence. */
export function words(entry: Entry, name: (space: string) => string): string {
  const who = counted(entry.units);
  const how = entry.how ? `, ${say(entry.how)}` : "";
  switch (entry.kind) {
    case "went": return t("{0}: {1} to {2}{3}", who, name(entry.came), name(entry.went), how);
    case "lost": return t("{0} lost in {1}", who, name(entry.came));
    case "came": return t("{0} in {1}{2}", who, name(entry.went), how);
    case "reason": return entry.reason!.text;
    default: return capital(named(say(entry.lines[0]!.text).replace(/, none$/, ""), [...(entry.lines[0]!.about ?? []), entry.lines[0]!.at ?? ""].filter(Boolean), name));
  }
}

/** The next place of a kind after, or before, a position; null where there is none. */
export function nextMark(marks: Mark[], kind: string, at: number, by: 1 | -1): number | null {
  const steps = marks.filter((mark) => mark[1] === kind).map(([step]) => step);
  return (by > 0 ? steps.find((step) => step > at) : steps.filter((step) => step < at).at(-1)) ?? null;
}

/** A part that repeats the name of the whole it stands in says only what is its own. Pure. */
export function shortened(place: string[]): string[] {
  return place.map((name, n) => {
    const own = n && name.startsWith(`${place[n - 1]}: `) ? name.slice(place[n - 1]!.length + 2) : name;
    return own.charAt(0).toUpperCase() + own.slice(1);
  });
}

/** The parts of the log in which dice fell: who marched, sailed or rebased between two battles is told by the log and the recap,
 *  and so is what earlier answers did that speaks of no place, such as what was bought before a roll for research. What comes before the first heading belongs to the battle that is `open`. Pure. */
export function battles(lines: LogLine[], open: boolean): LogLine[] {
  const parts: LogLine[][] = [[]];
  for (const line of lines) {
    if (line.head?.length) parts.push([]);
    parts.at(-1)!.push(line);
  }
  return parts.flatMap((part, n) => {
    if (open && n === 0) return part;
    const roll = part.findIndex((line) => line.dice?.length);
    const before = (line: LogLine, at: number) => at < roll && line.step < part[roll]!.step && !line.head?.length;
    return roll < 0 ? [] : part.filter((line, at) => !before(line, at) || line.at || line.about?.length || line.who?.length);
  });
}
