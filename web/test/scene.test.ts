import { expect, it } from "vitest";
import { counterSize, layOut } from "../src/board/layout";
import { buildScene, hit, placesIn, sharedEdges } from "../src/board/scene";
import { ticks } from "../src/table/chart";
import type { BoardData, BoardSpace, Points } from "../src/wire";

const space = (id: string, col: number, row: number): BoardSpace => ({ id, name: "", kind: "hex", map: "m", col, row, x: col, y: row, terrain: "clear" });
const board: BoardData = {
  name: "b", maps: [{ id: "m", kind: "hex", orientation: "flat", layout: "odd" }],
  spaces: [space("a", 0, 0), space("b", 1, 0), space("c", 0, 1)], borders: [["a", "b", []], ["a", "c", []], ["b", "c", []]],
};

it("lays out hexes from their numbers: neighbours touch and are one pitch apart", () => {
  const scene = buildScene(board, null);
  const [a, b, c] = scene.places as [typeof scene.places[0], typeof scene.places[0], typeof scene.places[0]];
  expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(scene.pitch);
  expect(Math.hypot(b.x - c.x, b.y - c.y)).toBeCloseTo(scene.pitch);
  expect(sharedEdges(scene).map(({ a: one, b: two }) => [one, two].sort().join("")).sort()).toEqual(["ab", "ac", "bc"]);
  expect(hit(scene, b.x + 3, b.y - 3)?.id).toBe("b");
  expect(hit(scene, 1e6, 0)).toBeNull();
  expect(placesIn(scene, scene.size).length).toBe(3);
});

it("finds the island before its sea", () => {
  const square = (x: number, y: number, r: number): Points => [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]];
  const two = { ...board, maps: [], borders: [], spaces: [{ ...space("sea", 0, 0), kind: "sea", col: null, row: null, x: 50, y: 50 }, { ...space("isle", 0, 0), kind: "area", col: null, row: null, x: 50, y: 50 }] };
  const scene = buildScene(two, { size: [100, 100], hex: null, layers: [], spaces: { sea: { outline: [square(50, 50, 50)] }, isle: { outline: [square(50, 50, 5)] } } });
  expect(hit(scene, 50, 50)?.id).toBe("isle");
  expect(hit(scene, 20, 20)?.id).toBe("sea");
});

it("spreads counters while there is room and stacks them by side when there is not", () => {
  const scene = buildScene(board, null);
  const pieces = [1, 2, 3, 4, 5].map((n) => ({ id: `u${n}`, at: "a", side: n < 4 ? "x" : "y", name: "U" }));
  expect(layOut(scene, pieces, 5, 30).at.get("a")!.length).toBe(5);
  expect(layOut(scene, pieces, 0.5, 30).at.get("a")!.map((one) => one.heap.length)).toEqual([3, 2]);
  expect(counterSize(38, scene, 0.1, true)).toBe(7);
  expect(counterSize(38, scene, 0.1, false)).toBe(38);
});

it("puts round numbers on an axis", () => {
  expect(ticks(0, 100)).toEqual([0, 50, 100]);
  expect(ticks(0, 7)).toEqual([0, 2, 4, 6]);
});
