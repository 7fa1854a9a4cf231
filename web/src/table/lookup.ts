/** Finding things in texts and tables: whether a die is a success, the row of a roll, a section of a rulebook. Pure. */

import type { ChartPage, LogLine, RuleText } from "../wire";

/** Whether a die of this line is a success; null where more than its face decides. */
export function wanted(line: LogLine): ((face: number) => boolean) | null {
  const { good } = line;
  return good ? (face) => face >= good[0] && face <= good[1] : null;
}

/** Whether a label of a chart ("4", "5-6", "12+", "<=2", ">=14") means this number. */
export function inRow(label: string, roll: number): boolean {
  const [low, high] = span(label);
  return roll >= low && roll <= high;
}

function span(label: string): [number, number] {
  if (/^<=/.test(label)) return [-Infinity, Number(label.slice(2))];
  if (/^>=/.test(label)) return [Number(label.slice(2)), Infinity];
  if (/^\d+\+$/.test(label)) return [parseInt(label), Infinity];
  const range = /^(\d+)-(\d+)$/.exec(label);
  if (range) return [Number(range[1]), Number(range[2])];
  const one = label.trim() === "" ? NaN : Number(label);
  return [one, one];
}

const DICE = new Set(["roll", "die", "dice", "total"]);

/** The column of a table of results that holds the dice; below nought where they stand in its head, or it is no such table. */
export const diceColumn = (page: ChartPage): number => page.columns.findIndex((name) => DICE.has(name));

/** The cell of a chart that a roll read: its row and column; null where the chart is another one. What lies beyond the chart is
 *  read at its edge. */
export function cellOf(page: ChartPage, cell: NonNullable<LogLine["cell"]>): [row: number, column: number] | null {
  const [table, line, roll] = cell;
  if (page.key !== table) return null;
  const dice = diceColumn(page);
  const column = dice < 0 ? -1 : page.columns.findIndex((name, n) => n > dice && line.includes(name));
  const named = line.filter((label) => label !== page.columns[column]);
  const rows = page.rows.map((row, n) => ({ row, n })).filter(({ row }) => named.every((label) => row.slice(0, 2).includes(label)));
  if (!rows.length) return null;
  if (dice >= 0) {
    const at = rows[nearest(rows.map(({ row }) => row[dice] ?? ""), roll)];
    return at && column > 0 ? [at.n, column] : null;
  }
  const found = nearest(page.columns, roll);
  return found >= 0 ? [rows[0]!.n, found] : null;
}

/** What a roll read in a table and what that does, in words; null where no table says. */
export function outcomeOf(pages: ChartPage[], cell: NonNullable<LogLine["cell"]>): [code: string, does: string] | null {
  const page = pages.find((one) => one.key === cell[0]);
  const at = page ? cellOf(page, cell) : null;
  const code = at ? page!.rows[at[0]]![at[1]]! : "";
  const does = page?.does[code];
  return does ? [code, does] : null;
}

/** Of these labels the one that means the number, else the one at the edge beyond which it lies. */
function nearest(labels: string[], roll: number): number {
  const spans = labels.map(span);
  const held = spans.findIndex(([low, high]) => roll >= low && roll <= high);
  if (held >= 0) return held;
  const known = spans.filter(([low]) => !Number.isNaN(low));
  if (!known.length) return -1;
  const lowest = Math.min(...known.map(([low]) => low));
  return roll < lowest ? spans.findIndex(([low]) => low === lowest) : spans.findIndex(([, high]) => high === Math.max(...known.map(([, one]) => one)));
}

/** The section of a number; of a number the rulebook does not print, the nearest above it. */
export function sectionOf(rules: RuleText[], number: string): RuleText | null {
  for (let key = number; key; key = key.includes(".") ? key.slice(0, key.lastIndexOf(".")) : "") {
    const found = rules.find((rule) => rule.section === key) ?? rules.find((rule) => rule.section === `${key}.0`);
    if (found) return found;
  }
  return null;
}

/** The paragraphs of a numbered section: from the line that begins with its number to the next that begins with one. */
export function paragraph(text: string, section: string): string {
  const lines = text.split(/\r?\n/);
  const heads = new RegExp(`^\\W*${section.replace(/\./g, "\\.")}\\.?(?=[^\\d.]|$)`);
  const at = lines.map((line) => heads.test(line)).lastIndexOf(true);
  if (at < 0) return "";
  let end = at + 1;
  while (end < lines.length && end < at + 80 && !/^\W*\d+(\.\d+)+\.?\s/.test(lines[end]!)) end++;
  return lines.slice(at, end).join("\n").trim();
}
