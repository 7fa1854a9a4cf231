import { describe, expect, it } from "vitest";
import { cellOf, inRow, outcomeOf, paragraph, sectionOf, wanted } from "../src/table/lookup";
import type { ChartPage, RuleText } from "../src/wire";

const rule = (section: string): RuleText => ({ section, title: section, status: "implemented", words: [], cases: [], readings: [] });

describe("charts and rules at hand", () => {
  it("knows what a die must show", () => expect([3, 4].map((face) => wanted({ number: 1, step: 1, text: "", good: [0, 3] })!(face))).toEqual([true, false]));
  it("knows a section by a number below it", () => {
    expect(sectionOf([rule("8.0"), rule("8.2")], "8.2.1")?.section).toBe("8.2");
    expect(sectionOf([rule("8.0")], "8")?.section).toBe("8.0");
  });
  it("cuts a section out of a text, not its entry in the contents", () => {
    const text = "8.2 Moving 14\n8.3 Fighting 15\n\n8.2 Moving\nUnits move.\n\nThey stop.\n8.3 Fighting\nThey fight.";
    expect(paragraph(text, "8.2")).toBe("8.2 Moving\nUnits move.\n\nThey stop.");
  });
  it("knows the row of a number", () => expect(["4", "5-6", "12+", "<=2", ">=14", ""].map((label) => inRow(label, 5))).toEqual([false, true, false, false, false, false]));
  it("finds the cell that a roll read, whichever way the dice lie", () => {
    const page = (key: string, columns: string[], ...rows: string[][]): ChartPage => ({ key, title: key, source: [], columns, rows, does: { d: "the defender loses half" } });
    const odds = page("crt", ["die", "1:1", "2:1", "confidence"], ["1", "A", "a", "ours"], ["6", "d", "D", "ours"]);
    expect(cellOf(odds, ["crt", ["2:1"], 6])).toEqual([1, 2]);
    expect(cellOf(odds, ["crt", ["2:1"], 9])).toEqual([1, 2]); // beyond the edge
    expect(cellOf(odds, ["air", ["2:1"], 6])).toBeNull();
    expect(outcomeOf([odds], ["crt", ["1:1"], 6])).toEqual(["d", "the defender loses half"]);
    expect(outcomeOf([odds], ["crt", ["2:1"], 6])).toBeNull();
    const two = page("land", ["table", "roll", "1:1", "3:1"], ["assault", "1", "x", "y"], ["blitzkrieg", "1", "p", "q"], ["blitzkrieg", "2", "r", "s"]);
    expect(cellOf(two, ["land", ["blitzkrieg", "3:1"], 2])).toEqual([2, 3]);
    const across = page("air", ["air", "2", "3", "12+", "confidence"], ["1", "0", "0", "1/3", "ours"], ["2", "0", "1", "2/2", "ours"]);
    expect(cellOf(across, ["air", ["2"], 14])).toEqual([1, 3]);
  });
});
