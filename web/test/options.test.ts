import { describe, expect, it } from "vitest";
import { capital, dropOptions, groups, index, named, pickOption, rows, search, unbroken, wouldBe } from "../src/table/options";
import type { Label, Question } from "../src/wire";

const label = (text: string, spaces: string[] = [], pieces: string[] = []): Label => ({ text, words: text, spaces, pieces });
const question = (...options: Label[]): Question => ({ seat: "a", kind: "ask", prompt: "?", rule: "1", options, crumbs: [] });

describe("what is lit", () => {
  it("lights the pieces to pick and no spaces", () => {
    const ties = index(question(label("pick u1", [], ["u1"]), label("pick u2", [], ["u2"]), label("done")), null);
    expect([...ties.pieces]).toEqual(["u1", "u2"]);
    expect(ties.spaces.size).toBe(0);
    expect(ties.buttons.map((one) => one.text)).toEqual(["done"]);
  });

  it("lights only the spaces when every option is about the same piece", () => {
    const ties = index(question(label("to u1 h1", ["h1"], ["u1"]), label("to u1 h2", ["h2"], ["u1"]), label("stop u1", [], ["u1"])), null);
    expect([...ties.spaces]).toEqual(["h1", "h2"]);
    expect(ties.pieces.size).toBe(0);
    expect([...ties.subjects]).toEqual(["u1"]);
  });

  it("with direct moves of many pieces lights pieces first, then the chosen one's spaces", () => {
    const asked = question(label("move u1 h1", ["h1"], ["u1"]), label("move u2 h2", ["h2"], ["u2"]));
    expect(index(asked, null).spaces.size).toBe(0);
    expect([...index(asked, "u2").spaces]).toEqual(["h2"]);
  });

  it("takes arguments that are not on the board for words", () => {
    const ties = index(question(label("declare n1", [], ["n1"])), null, new Set(["u1"]));
    expect(ties.pieces.size).toBe(0);
    expect(ties.buttons.length).toBe(1);
  });
});

describe("why not", () => {
  it("asks for the same deed on the space that is not lit", () => {
    expect(wouldBe(question(label("to u1 h1", ["h1"], ["u1"])), null, "h9", null)).toEqual(["to u1 h9"]);
  });
  it("asks for the piece that is not lit", () => {
    expect(wouldBe(question(label("pick u1", [], ["u1"]), label("done")), null, null, "u9")).toEqual(["pick u9"]);
  });
  it("does not ask about what is on the list", () => {
    expect(wouldBe(question(label("to u1 h1", ["h1"], ["u1"])), null, "h1", null)).toEqual([]);
  });
});

describe("dropping", () => {
  const asked = question(label("to u1 h1", ["h1"], ["u1"]), label("to u2 h1", ["h1"], ["u2"]), label("pick u3", [], ["u3"]));
  it("finds the option of piece and space", () => expect(dropOptions(asked, "u2", "h1", false).map((one) => one.text)).toEqual(["to u2 h1"]));
  it("finds none elsewhere", () => expect(dropOptions(asked, "u2", "h5", false)).toEqual([]));
  it("knows a pick", () => expect(pickOption(asked, "u3")?.text).toBe("pick u3"));
});

it("groups by verb and finds words in any order", () => {
  const all = [label("buy tank 1"), label("buy ship 2"), label("pass")];
  expect(groups(all).map((one) => [one.name, one.labels.length])).toEqual([["Buy", 2], ["Pass", 1]]);
  expect(search(all, "1 buy").map((one) => one.text)).toEqual(["buy tank 1"]);
});

it("puts options that differ only in a number into one row", () => {
  const made = rows([label("buy infantry 1"), label("buy infantry 2"), label("buy tank 1"), label("done")]);
  expect(made.map((row) => [row.words, row.counts])).toEqual([["buy infantry", [1, 2]], ["buy tank 1", [1]], ["done", []]]);
  expect(rows([label("attack 1320", ["1320"]), label("attack 1322", ["1322"])]).length).toBe(2);
  const priced = [1, 2].map((n) => ({ ...label(`buy tank ${n}`), words: `${n} tanks for ${5 * n} IPP` }));
  expect(rows(priced)[0]!.words).toBe("tanks for IPP");
  const chits = ["Espionage (5 NARFs)", "Counter-Espionage (5 NARFs)"].map((words, n) => ({ ...label(`hire ${n}`), words }));
  expect(rows(chits).map((row) => [row.words, row.labels.length])).toEqual([["Espionage (5 NARFs)", 1], ["Counter-Espionage (5 NARFs)", 1]]); // numbers that name nothing
  const halves = ["0 trucks, the rest by rail", "1 truck by road"].map((words, n) => ({ ...label(`send ${n}`), words }));
  expect(rows(halves).length).toBe(1);
});

describe("words, not codes", () => {
  const name = (id: string) => ({ eC44: "eC44 by Leningrad", "1432": "Sedan 1432" })[id] ?? id;
  it("names the hexes of an answer", () => expect(named("Fight for eC44", ["eC44"], name)).toBe("Fight for eC44 by Leningrad"));
  it("does not name one twice, nor a number that is no hex of it", () => {
    expect(named("To Sedan 1432", ["1432"], name)).toBe("To Sedan 1432");
    expect(named("1432 men and 11432 horses", [], name)).toBe("1432 men and 11432 horses");
    expect(named("11432 horses", ["1432"], name)).toBe("11432 horses");
  });
});

describe("words", () => {
  const said = (text: string, words: string, hand = false): Label => ({ text, words, hand });
  it("names a group by what its answers begin with", () => {
    expect(groups([said("break u1", "Break down XIX Panzer Corps"), said("break u2", "Break down II Army Corps")])[0]!.name).toBe("Break down");
    expect(groups([said("lift_base h1", "Pick up the airbase in Riga"), said("lift_base h2", "Pick up the airbase in Kiev")])[0]!.name).toBe("Pick up the airbase");
    expect(groups([said("pick u1", "Germany 4-6 armor", true), said("pick u2", "Germany 3-3 infantry", true)])[0]!.name).toBe("Choose a unit");
    expect(groups([said("post u1", "1 to Riga"), said("post u2", "2 to Kiev")])[0]!.name).toBe("Post");
  });
  it("begins with a capital, but leaves codes and names alone", () => {
    expect(["a patrol: meet it?", "eR34 is empty", "über alles", "pP53: 3 to 1", "Riga falls"].map(capital)).toEqual(["A patrol: meet it?", "eR34 is empty", "Über alles", "pP53: 3 to 1", "Riga falls"]);
  });
  it("keeps the numbers of a counter together", () => expect(unbroken("Germany 4-6 armor")).toBe("Germany 4\u20116 armor"));
});
