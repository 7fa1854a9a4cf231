/** Finding things in texts and tables: what a die must show, the cell of a roll, a section of a rulebook. Pure. */

import type { LogLine, RuleText } from "../wire";

/** What a die must show, if the purpose of the roll says so. */
export function wanted(purpose: string): ((face: number) => boolean) | null {
  const less = /(\d+) or less/.exec(purpose), more = /(\d+) or more/.exec(purpose);
  if (less) return (face) => face <= Number(less[1]);
  if (more) return (face) => face >= Number(more[1]);
  return null;
}

/** The column and the row of a table that a roll came to, if its purpose names a column: die and modifiers added up. */
export function cellOf(line: LogLine | undefined): { column: string; roll: number } | null {
  const column = /column ([\d-]+)/.exec(line?.text ?? "")?.[1];
  const die = line?.dice?.[0];
  if (!column || die === undefined) return null;
  const after = line!.text.slice(line!.text.indexOf("column"));
  const shifts = [...after.matchAll(/[;,] ([+-]\d+) /g)].reduce((sum, found) => sum + Number(found[1]), 0);
  return { column, roll: die + shifts };
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
