import { describe, expect, it } from "vitest";
import { battles, heading, shortened, story, words } from "../src/table/story";
import type { Deed, LogLine, Reason } from "../src/wire";

const name = (id: string): string => id.toUpperCase();
let number = 0;
const line = (step: number, text: string, more: Partial<LogLine> = {}): LogLine => ({ number: number++, step, text, by: "axis", ...more });
const went = (step: number, came: string, to: string, ...units: Deed[3]): LogLine => line(step, "", { deed: ["", came, to, units] });
const head = (step: number, ...names: string[]): LogLine => line(step, "", { head: names });
const reason = (step: number): Reason => ({ step, turn: "July 1936", seat: "axis", text: `because ${step}` });
const told = (lines: LogLine[], reasons: Reason[] = []): string[] => story(lines, reasons).flatMap((turn) => turn.phases.flatMap((phase) => phase.entries.map((entry) => words(entry, name))));

describe("the log as a story", () => {
  it("puts units that go the same way into one line", () => {
    expect(told([went(1, "b", "a", ["germany", "Infantry", 3]), went(2, "b", "a", ["germany", "Infantry", 4]), went(3, "b", "a", ["germany", "Artillery", 2]), went(4, "b", "c", ["germany", "Infantry", 1])]))
      .toEqual(["7 Infantry, 2 Artillery: B to A", "Infantry: B to C"]);
  });

  it("tells the stretches of one march as one", () => expect(told([went(1, "a", "b", ["g", "XIX Corps", 1]), went(2, "b", "c", ["g", "XIX Corps", 1])])).toEqual(["XIX Corps: A to C"]));

  it("has marches and rebases of others in no battle window", () => {
    const roll = (step: number, text: string): LogLine => line(step, text, { dice: [5], die: "D10" });
    const log = [roll(1, "Assault"), went(1, "a", "b", ["g", "Corps", 1]), head(2, "May", "Rebases"), went(2, "b", "c", ["g", "Pe-2", 1]), head(3, "May", "Weather"), roll(3, "Weather")];
    expect(battles(log, false).map((one) => one.text || one.head?.at(-1) || one.deed?.[1])).toEqual(["Assault", "a", "Weather", "Weather"]);
    expect(battles([went(4, "a", "b", ["g", "Corps", 1])], true)).toHaveLength(1); // the retreat after a battle that is open
    expect(battles([went(4, "a", "b", ["g", "Corps", 1])], false)).toEqual([]);
  });

  it("counts losses of one place", () => {
    const lost = (step: number): LogLine => line(step, "British Infantry is lost in B", { deed: ["", "b", "", [["britain", "Infantry", 1]]], fate: "lost" });
    expect(told([lost(1), lost(1), line(2, "Germany takes B")])).toEqual(["2 Infantry lost in B", "Germany takes B"]);
  });

  it("has turns and phases, without empty ones", () => {
    const turns = story([head(0, "July 1939", "Germany", "Production"), head(1, "July 1939", "Germany", "Combat"), line(2, "x"), head(3, "July 1939", "Italy", "Production"), line(4, "y")]);
    expect(turns.map((turn) => [turn.name, turn.phases.map((phase) => phase.name)])).toEqual([["July 1939, Germany", ["Combat"]], ["July 1939, Italy", ["Production"]]]);
  });

  it("puts a reason before the first line of its answer, and what no line tells at the end", () => {
    expect(told([line(4, "a"), line(6, "b")], [reason(5), reason(9)])).toEqual(["A", "because 5", "B", "because 9"]);
  });

  it("names the seat of a reason unless the turn does", () => {
    const mine = { ...reason(1), turn: "July 1936, Germany" };
    expect(heading(mine, "Germany, Italy, Japan")).toBe("July 1936, Germany");
    expect(heading(mine, "Soviet Union")).toBe("July 1936, Germany · Soviet Union");
  });
});

it("says of a part only what is its own", () => {
  expect(shortened(["May/Jun 1941", "Impulse", "Port attacks", "Port attacks: over the target"])).toEqual(["May/Jun 1941", "Impulse", "Port attacks", "Over the target"]);
});
