/// <reference types="vite/client" />
import { expect, it } from "vitest";
import { CATALOGUES, filled, type Key } from "../src/words";
import ending from "../src/table/ending.ts?raw";
import replaybar from "../src/table/replaybar.ts?raw";

const MOVED: Record<string, string> = { ending, replaybar }; // parts of the page whose words all stand in the catalogue
const SENTENCE = /"[A-Z][a-z]+( [^"]*)?"|"[^"]*[a-z]{2,} [a-z]{2,}[^"]*[.…]"|`[^`\n"(]*[a-z]{3,} [a-z]{2,}[^`\n"(]*`/g;
const PLAIN = /^"(?:Enter|Escape)"$/;

it("has every key in every language, with the same values", () => {
  const values = (text: string) => [...new Set([...text.matchAll(/\{(\d)/g)].map((found) => found[1]))].sort().join();
  for (const catalogue of Object.values(CATALOGUES)) {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(CATALOGUES.en).sort());
    for (const key of Object.keys(CATALOGUES.en) as Key[]) {
      expect(catalogue[key].trim(), key).not.toBe("");
      expect(values(catalogue[key]), key).toBe(values(CATALOGUES.en[key]));
    }
  }
});

it("chooses by number", () => {
  expect(filled("{0|1 roll|{0} rolls} of {1}", [1, "x"])).toBe("1 roll of x");
  expect(filled("{0|1 roll|{0} rolls} of {1}", [7, "x"])).toBe("7 rolls of x");
});

it.each(Object.keys(MOVED))("%s has no sentence of its own", (name) => {
  const code = MOVED[name]!.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/^import .*$/gm, "").replace(/\$\{[^{}`]*\}/g, "");
  expect([...code.matchAll(SENTENCE)].map((found) => found[0]).filter((text) => !PLAIN.test(text))).toEqual([]);
});
