import { describe, expect, it } from "vitest";
import { Tongue } from "../src/said";
import { filled } from "../src/words";

describe("the client's own words", () => {
  it("choose by number", () => {
    expect(filled("{0|1 roll|{0} rolls} of {1}", [1, "x"])).toBe("1 roll of x");
    expect(filled("{0|1 roll|{0} rolls} of {1}", [7, "x"])).toBe("7 rolls of x");
  });
});

describe("what titles say", () => {
  const tongue = new Tongue({
    "Move {0} to {1}": "{0} nach {1} ziehen", "Move {0}": "{0} ziehen", "{0} and {1}": "{0} und {1}", Infantry: "Infanterie",
    "{0} is taken by {1}": "{1} nimmt {0}", "Choose a unit": "Wähle eine Einheit",
  });
  it("finds a whole sentence", () => expect(tongue.say("Choose a unit")).toBe("Wähle eine Einheit"));
  it("puts the values in their new places", () => expect(tongue.say("Warsaw is taken by Germany")).toBe("Germany nimmt Warsaw"));
  it("says the values too", () => expect(tongue.say("Move Infantry to Warsaw")).toBe("Infanterie nach Warsaw ziehen"));
  it("takes the template that says most itself", () => expect(tongue.say("Move Infantry")).toBe("Infanterie ziehen"));
  it("goes down into values that are sentences", () => expect(tongue.say("Move Infantry and Choose a unit")).toBe("Infanterie und Wähle eine Einheit ziehen"));
  it("leaves what it does not know", () => expect(tongue.say("Nothing of the kind")).toBe("Nothing of the kind"));
});
