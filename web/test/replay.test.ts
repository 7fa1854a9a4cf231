import { expect, it } from "vitest";
import { nextMark } from "../src/table/story";
import type { Mark } from "../src/wire";

const MARKS: Mark[] = [[0, "turn", "1939"], [0, "phase", "Build"], [4, "phase", "Combat"], [5, "battle", "Warsaw"], [9, "battle", "Lodz"], [12, "turn", "1940"]];

it("steps by turn, phase and battle, both ways", () => {
  expect(nextMark(MARKS, "turn", 3, 1)).toBe(12);
  expect(nextMark(MARKS, "battle", 5, 1)).toBe(9);
  expect(nextMark(MARKS, "battle", 9, -1)).toBe(5);
  expect(nextMark(MARKS, "phase", 4, 1)).toBeNull();
  expect(nextMark(MARKS, "phase", 4, -1)).toBe(0);
});
