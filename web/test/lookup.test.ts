import { describe, expect, it } from "vitest";
import { paragraph, sectionOf, wanted } from "../src/table/lookup";
import type { RuleText } from "../src/wire";

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
});
