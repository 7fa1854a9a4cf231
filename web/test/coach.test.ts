import { describe, expect, it } from "vitest";
import type { Lesson } from "../src/wire";
import { lessonFor } from "../src/table/lessons";

const lesson = (segment: string, verb: string): Lesson => ({ segment, verb, head: "", words: "", wish: "" });
const LESSONS = [lesson("", ""), lesson("Production", ""), lesson("Production", "buy"), lesson("", "pass")];

describe("what the coach tells", () => {
  it("tells of the very question first", () => expect(lessonFor(LESSONS, new Set(), "Production", new Set(["buy", "done"]))).toBe(2));
  it("tells nothing twice", () => expect(lessonFor(LESSONS, new Set([2]), "Production", new Set(["buy"]))).toBe(1));
  it("keeps what fits everywhere for the second half", () => {
    expect(lessonFor(LESSONS, new Set([2]), "Combat", new Set(["fire"]))).toBe(-1);
    expect(lessonFor(LESSONS, new Set([2, 1]), "Combat", new Set(["fire"]))).toBe(0);
  });
  it("waits for its segment", () => expect(lessonFor([lesson("Combat", "press")], new Set(), "Production", new Set(["press"]))).toBe(-1));
});
