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
  it("tells one thing after the other", () => expect(tongue.say("Infantry: Choose a unit; Move Infantry")).toBe("Infanterie: Wähle eine Einheit; Infanterie ziehen"));
  it("tells a modifier with its number and rule", () => expect(tongue.say("+2 Infantry (11.9)")).toBe("+2 Infanterie (11.9)"));
  it("takes another template where values of the first are left over", () => {
    const two = new Tongue({ "income of {0} needed": "{0} Einkommen nötig", "{0} of {1} left over": "", "{0}ome of {1}": "falsch {0} {1}", "Why: {0}": "Warum: {0}" });
    expect(two.say("Why: income of 19 needed")).toBe("Warum: 19 Einkommen nötig");
  });
  it("puts names together from the names it knows", () => {
    const names = new Tongue({ Germany: "Deutschland", armor: "Panzer", "Low Countries": "Niederlande", "{0} in {1}": "{0} in {1}" });
    expect(names.say("Germany 4-6 armor")).toBe("Deutschland 4-6 Panzer");
    expect(names.say("Germany 4-6 armor, Low Countries (3)")).toBe("Deutschland 4-6 Panzer, Niederlande (3)");
    expect(names.say("Germany 4-6 armor in Low Countries")).toBe("Deutschland 4-6 Panzer in Niederlande");
    expect(names.say("Germany takes armor")).toBe("Germany takes armor"); // a sentence it does not know
  });
  it("leaves what it does not know", () => expect(tongue.say("Nothing of the kind")).toBe("Nothing of the kind"));
});
