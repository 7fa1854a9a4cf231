/** Finding things in texts and tables: whether a die is a success, the row of a roll, a section of a rulebook. Pure. */

import type { LogLine, RuleText } from "../wire";

/** Whether a die of this line is a success; null where more than its face decides. */
export function wanted(line: LogLine): ((face: number) => boolean) | null {
  const { good } = line;
  return good ? (face) => face >= good[0] && face <= good[1] : null;
}

export function inRow(label: string, roll: number): boolean {
  if (/^<=/.test(label)) return roll <= Number(label.slice(2));
  if (/^>=/.test(label)) return roll >= Number(label.slice(2));
  return Number(label) === roll;
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
