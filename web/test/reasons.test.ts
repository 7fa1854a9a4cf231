import { describe, expect, it } from "vitest";
import { heading, reasonsBefore } from "../src/table/reasons";
import type { LogLine, Reason } from "../src/wire";

const line = (number: number, step: number): LogLine => ({ number, step, text: `line ${number}` });
const reason = (step: number): Reason => ({ step, turn: "July 1936", seat: "axis", text: `because ${step}` });
const steps = (found: Reason[]) => found.map((one) => one.step);

describe("where reasons stand in the log", () => {
  const reasons = [reason(2), reason(5), reason(6), reason(9)];

  it("puts a reason before the first line of its answer, once", () => {
    expect(steps(reasonsBefore(reasons, line(3, 4), line(4, 6)))).toEqual([5, 6]);
    expect(steps(reasonsBefore(reasons, line(4, 6), line(5, 6)))).toEqual([]);
  });

  it("puts what no line tells yet at the end", () => {
    expect(steps(reasonsBefore(reasons, line(5, 6)))).toEqual([9]);
    expect(steps(reasonsBefore(reasons, undefined))).toEqual([2, 5, 6, 9]);
  });

  it("names the seat unless the turn does", () => {
    const mine = { ...reason(1), turn: "July 1936, Germany" };
    expect(heading(mine, "Germany, Italy, Japan")).toBe("July 1936, Germany");
    expect(heading(mine, "Soviet Union")).toBe("July 1936, Germany · Soviet Union");
  });

  it("shows earlier reasons only with the lines they belong to", () => {
    expect(steps(reasonsBefore(reasons, undefined, line(100, 6)))).toEqual([6]);
    expect(steps(reasonsBefore(reasons, undefined, line(0, 6)))).toEqual([2, 5, 6]);
  });
});
