/** Where counters lie: spread over their space while there is room, else stacked by side. Pure. */

import type { Piece } from "../wire";
import type { Place, Scene } from "./scene";

export interface Lying {
  /** the piece on top */
  piece: Piece;
  /** everything in this heap, the top first */
  heap: Piece[];
  place: Place;
  /** shift from the space's centre, in screen pixels, of the counter's centre */
  dx: number;
  dy: number;
}

/** Where a space's counters lie, if not at its centre: below its name. */
export type Anchors = Map<string, [number, number]>;

export interface Heaps { at: Map<string, Lying[]>; size: number }

export function counterSize(wish: number, scene: Pick<Scene, "pitch" | "hexes">, scale: number, withMap: boolean): number {
  if (!withMap) return wish;
  return Math.round(Math.max(7, Math.min(wish, scene.pitch * scale * (scene.hexes ? 0.62 : 0.5))));
}

export function layOut(scene: Scene, pieces: Piece[], scale: number, size: number, below?: Anchors): Heaps {
  const bySpace = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (!scene.byId.has(piece.at)) continue;
    const held = bySpace.get(piece.at);
    if (held) held.push(piece);
    else bySpace.set(piece.at, [piece]);
  }
  const at = new Map<string, Lying[]>();
  for (const [id, held] of bySpace) at.set(id, space(scene.byId.get(id)!, held, scale, size, below?.has(id) ?? false));
  return { at, size };
}

function space(place: Place, held: Piece[], scale: number, size: number, hangs: boolean): Lying[] {
  const heaps = held.length > 1 && !fits(place, held.length, scale, size) ? bySide(held) : held.map((piece) => [piece]);
  const step = size + 2;
  const cols = fits(place, heaps.length, scale, size) ? Math.min(heaps.length, Math.max(1, Math.floor((2 * place.room * scale) / step))) : Math.min(heaps.length, 3);
  const rows = Math.ceil(heaps.length / cols);
  return heaps.map((heap, n) => {
    const row = Math.floor(n / cols);
    const inRow = row === rows - 1 ? heaps.length - row * cols : cols;
    return { piece: heap[0]!, heap, place, dx: ((n % cols) - (inRow - 1) / 2) * step, dy: (hangs ? row : row - (rows - 1) / 2) * step };
  });
}

function fits(place: Place, n: number, scale: number, size: number): boolean {
  const side = Math.floor((2 * place.room * scale) / (size + 2));
  return n <= 1 || side * side >= n;
}

function bySide(held: Piece[]): Piece[][] {
  const sides = new Map<string, Piece[]>();
  for (const piece of held) {
    const heap = sides.get(piece.side);
    if (heap) heap.push(piece);
    else sides.set(piece.side, [piece]);
  }
  return [...sides.values()];
}

export const heapCount = (heap: Piece[]): number => heap.reduce((sum, piece) => sum + (piece.count ?? 1), 0);
