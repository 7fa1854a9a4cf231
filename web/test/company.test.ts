import { describe, expect, it } from "vitest";
import { follow, gather, gone, nextPick, size, strength, waiting, wanting } from "../src/table/company";
import { index } from "../src/table/options";
import type { Label, Piece, Question } from "../src/wire";

const pick = (id: string, more: Partial<Label> = {}): Label => ({ hand: true, text: `pick ${id}`, words: id, pieces: [id], ...more });
const question = (...options: Label[]): Question => ({ seat: "a", kind: "ask", prompt: "?", rule: "1", options, crumbs: [] });
const piece = (id: string, at: string, name: string, count = 1, state: string[] = []): Piece => ({ id, at, side: "x", name, count, state });

const BOARD = [piece("u1", "berlin", "Infantry", 3), piece("u4", "berlin", "Artillery"), piece("u5", "berlin", "Militia"), piece("u6", "paris", "Infantry", 2), piece("u9", "berlin", "Infantry", 1, ["moved"])];
const ASKED = question(pick("u4"), pick("u1"), pick("u5", { idle: true }), pick("u6"), { text: "done", words: "Done" });

describe("who goes together", () => {
  it("gathers the zone of the unit in the hand, its own sort first, without those that could only stay", () => {
    const company = gather(ASKED, ASKED.options[1]!, BOARD)!;
    expect(company.sorts.map((sort) => [sort.name, sort.have, sort.want])).toEqual([["Infantry", 3, 1], ["Artillery", 1, 0]]);
    expect([size(company), strength(company)]).toEqual([1, 4]);
  });

  it("is nobody where a unit stands alone, or where the answer takes nothing into the hand", () => {
    expect(gather(question(pick("u4")), pick("u4"), [piece("u4", "rome", "Artillery")])).toBeNull();
    expect(gather(ASKED, { text: "done", words: "Done" }, BOARD)).toBeNull();
    expect(gather(ASKED, { text: "move u1 rome", words: "", pieces: ["u1"], spaces: ["rome"] }, BOARD)).toBeNull();
  });

  it("never wants more than there are, nor leaves the unit in the hand behind", () => {
    const company = gather(ASKED, ASKED.options[1]!, BOARD)!;
    expect(wanting(company, () => 9).sorts.map((sort) => sort.want)).toEqual([3, 1]);
    expect(wanting(company, () => -1).sorts.map((sort) => sort.want)).toEqual([1, 0]);
  });

  it("goes on until as many of each sort have left as are to go", () => {
    const company = wanting(gather(ASKED, ASKED.options[1]!, BOARD)!, (_, n) => (n ? 1 : 2));
    const after = (left: number, guns: number) => [piece("u2", "berlin", "Infantry", left), ...(guns ? [piece("u4", "berlin", "Artillery", guns)] : []), piece("u1", "rome", "Infantry", 3 - left)];
    const left = (pieces: Piece[], refused = new Set<string>()) => waiting(company, pieces, refused).map(({ sort, missing }) => `${missing} ${sort.name}`);
    expect(left(after(2, 1))).toEqual(["1 Infantry", "1 Artillery"]);
    expect(left(after(1, 1))).toEqual(["1 Artillery"]);
    expect(left(after(1, 0))).toEqual([]);
    expect(left(after(2, 1), new Set([company.sorts[0]!.looks]))).toEqual(["1 Artillery"]);
    expect(gone(company, after(1, 1))).toBe(2);
  });

  it("tells the next one what the first was told", () => {
    const company = gather(ASKED, ASKED.options[1]!, BOARD)!;
    const next = nextPick(company, company.sorts[0]!, question(pick("u6"), pick("u2")), [piece("u2", "berlin", "Infantry", 2), piece("u6", "paris", "Infantry", 2)])!;
    expect(follow(company, "rail u1 rome", next)).toBe("rail u2 rome");
    expect(nextPick(company, company.sorts[0]!, question(pick("u6")), BOARD.slice(3))).toBeNull();
  });
});

describe("what leads to nothing", () => {
  it("is not lit, and stands by itself", () => {
    const ties = index(ASKED, null);
    expect([...ties.pieces]).toEqual(["u4", "u1", "u6"]);
    expect(ties.idle.map((label) => label.text)).toEqual(["pick u5"]);
    expect(ties.byPiece.has("u5")).toBe(false);
  });
});
