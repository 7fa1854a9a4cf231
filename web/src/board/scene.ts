/** The geometry of a board: outlines, bounds, picking. Built from the board and, where there is one, its drawing. Pure. */

import type { BoardData, BoardSpace, Drawing, Points } from "../wire";

export interface Box { x0: number; y0: number; x1: number; y1: number }

export interface Place {
  id: string;
  name: string;
  kind: string;
  terrain: string;
  country: string;
  /** where counters lie */
  x: number;
  y: number;
  rings: Points[];
  box: Box;
  /** half the side of the square that counters may fill */
  room: number;
  area: number;
}

export interface Scene {
  name: string;
  size: Box;
  places: Place[];
  byId: Map<string, Place>;
  /** the usual distance between neighbours */
  pitch: number;
  hexes: boolean;
  drawn: boolean;
  grid: Grid;
}

interface Grid { cell: number; cols: number; rows: number; x0: number; y0: number; cells: number[][] }

const FALLBACK_SIZE = 40;

export function buildScene(board: BoardData, drawing: Drawing | null, beside = (id: string, name: string) => `${id} · ${name}`): Scene {
  const hexOf = hexShapes(board, drawing);
  const placed = drawing ? board.spaces : laidOut(board);
  const places = placed.map((space) => place(space, hexOf(space), drawing?.spaces?.[space.id]?.outline));
  const size = drawing ? { x0: 0, y0: 0, x1: drawing.size[0], y1: drawing.size[1] } : grown(union(places.map((p) => p.box)), FALLBACK_SIZE * 0.6);
  const byId = new Map(places.map((p) => [p.id, p]));
  christen(places, beside);
  return {
    name: board.name, size, places, byId, pitch: pitch(board, byId), hexes: places.some((p) => p.kind === "hex"),
    drawn: drawing !== null, grid: buckets(places, size),
  };
}

/** Hexes carry names: their own with the number, or the nearest named hex's ("1632 by Sedan"). */
function christen(places: Place[], beside: (id: string, name: string) => string): void {
  const hexes = places.filter((p) => p.kind === "hex");
  const named = hexes.filter((p) => p.name !== p.id);
  if (!named.length) return;
  const names = named.map((p) => ({ x: p.x, y: p.y, name: p.name }));
  for (const p of hexes) {
    if (p.name !== p.id) p.name = `${p.name} ${p.id}`;
    else {
      let best: { x: number; y: number; name: string } | null = null, near = Infinity;
      for (const other of names) {
        const d = (other.x - p.x) ** 2 + (other.y - p.y) ** 2;
        if (d < near) { near = d; best = other; }
      }
      p.name = best ? beside(p.id, best.name) : p.id;
    }
  }
}

type HexShape = { orientation: string; size: number } | null;

function hexShapes(board: BoardData, drawing: Drawing | null): (space: BoardSpace) => HexShape {
  const maps = new Map(board.maps.map((map) => [map.id, map]));
  return (space) => {
    const map = maps.get(space.map);
    const isHex = space.kind === "hex" || (space.col !== null && space.col !== undefined && map !== undefined && map.kind !== "area");
    if (!isHex) return null;
    if (drawing) {
      const own = drawing.hex?.maps?.[space.map] ?? drawing.hex;
      return own ? { orientation: own.orientation, size: own.size } : null;
    }
    return { orientation: map?.orientation ?? "flat", size: FALLBACK_SIZE };
  };
}

/** Without a drawing, hexes stand where their numbers say and boxes where their rough coordinates do. */
function laidOut(board: BoardData): BoardSpace[] {
  const maps = new Map(board.maps.map((map) => [map.id, map]));
  const long = FALLBACK_SIZE * Math.sqrt(3);
  return board.spaces.map((space) => {
    const map = maps.get(space.map);
    const { col, row } = space;
    if (!map || map.kind === "area" || col === null || col === undefined || row === null || row === undefined) {
      return { ...space, x: space.x * long, y: space.y * long };
    }
    const flat = (map.orientation ?? "flat") === "flat";
    const straight = flat ? col : row;
    let shift = 0;
    if (map.layout === "axial") shift = straight / 2;
    else shift = ((straight & 1) === 1) === ((map.layout ?? "odd") === "odd") ? 0.5 : 0;
    const across = ((flat ? row : col) + shift) * long;
    const along = straight * FALLBACK_SIZE * 1.5;
    return { ...space, x: flat ? along : across, y: flat ? across : along };
  });
}

export function hexCorners(x: number, y: number, size: number, orientation: string): Points {
  const turn = orientation === "pointy" ? -90 : 0;
  const corners: Points = [];
  for (let k = 0; k < 6; k++) {
    const angle = ((60 * k + turn) * Math.PI) / 180;
    corners.push([x + size * Math.cos(angle), y + size * Math.sin(angle)]);
  }
  return corners;
}

function place(space: BoardSpace, hex: HexShape, outline: Points[] | undefined): Place {
  let rings: Points[];
  if (outline?.length) rings = outline;
  else if (hex) rings = [hexCorners(space.x, space.y, hex.size, hex.orientation)];
  else rings = [rounded(space.x, space.y, FALLBACK_SIZE * 1.3, FALLBACK_SIZE * 0.8)];
  const area = Math.abs(rings.reduce((sum, ring) => sum + ringArea(ring), 0));
  const room = hex && !outline?.length ? hex.size * 0.72 : Math.max(4, Math.min(Math.sqrt(area) * 0.36, clearance(space.x, space.y, rings) * 1.15));
  return {
    id: space.id, name: space.name || space.id, kind: space.kind, terrain: space.terrain ?? "", country: space.country ?? "",
    x: space.x, y: space.y, rings, box: union(rings.map(bounds)), room, area,
  };
}

function rounded(x: number, y: number, w: number, h: number): Points {
  const c = Math.min(w, h) * 0.25;
  return [[x - w + c, y - h], [x + w - c, y - h], [x + w, y - h + c], [x + w, y + h - c], [x + w - c, y + h], [x - w + c, y + h], [x - w, y + h - c], [x - w, y - h + c]];
}

function clearance(x: number, y: number, rings: Points[]): number {
  let best = Infinity;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i++) {
      const [ax, ay] = ring[i]!;
      const [bx, by] = ring[(i + 1) % ring.length]!;
      const dx = bx - ax, dy = by - ay;
      const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      best = Math.min(best, Math.hypot(x - ax - t * dx, y - ay - t * dy));
    }
  }
  return best;
}

export function ringArea(ring: Points): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[(i + 1) % ring.length]!;
    sum += ax * by - bx * ay;
  }
  return sum / 2;
}

export function bounds(points: Points): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const [x, y] of points) {
    if (x < box.x0) box.x0 = x;
    if (x > box.x1) box.x1 = x;
    if (y < box.y0) box.y0 = y;
    if (y > box.y1) box.y1 = y;
  }
  return box;
}

export function union(boxes: Box[]): Box {
  const all = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const b of boxes) {
    all.x0 = Math.min(all.x0, b.x0);
    all.y0 = Math.min(all.y0, b.y0);
    all.x1 = Math.max(all.x1, b.x1);
    all.y1 = Math.max(all.y1, b.y1);
  }
  return all;
}

const grown = (b: Box, by: number): Box => ({ x0: b.x0 - by, y0: b.y0 - by, x1: b.x1 + by, y1: b.y1 + by });
export const overlaps = (a: Box, b: Box): boolean => a.x0 <= b.x1 && a.x1 >= b.x0 && a.y0 <= b.y1 && a.y1 >= b.y0;

function pitch(board: BoardData, byId: Map<string, Place>): number {
  const lengths: number[] = [];
  for (const [a, b] of board.borders) {
    const p = byId.get(a), q = byId.get(b);
    if (p && q) lengths.push(Math.hypot(p.x - q.x, p.y - q.y));
  }
  lengths.sort((a, b) => a - b);
  const hexes = board.spaces.some((space) => space.kind === "hex");
  return lengths[Math.floor(lengths.length * (hexes ? 0.5 : 0.25))] || FALLBACK_SIZE * Math.sqrt(3);
}

function buckets(places: Place[], size: Box): Grid {
  const width = Math.max(1, size.x1 - size.x0), height = Math.max(1, size.y1 - size.y0);
  const cell = Math.max(width, height) / Math.max(8, Math.min(128, Math.ceil(Math.sqrt(places.length))));
  const cols = Math.ceil(width / cell) + 1, rows = Math.ceil(height / cell) + 1;
  const cells: number[][] = Array.from({ length: cols * rows }, () => []);
  const grid = { cell, cols, rows, x0: size.x0, y0: size.y0, cells };
  places.forEach((p, n) => {
    for (const at of cellsIn(grid, p.box)) cells[at]!.push(n);
  });
  return grid;
}

function* cellsIn(grid: Grid, box: Box): Generator<number> {
  const clamp = (v: number, top: number) => Math.max(0, Math.min(top - 1, Math.floor(v)));
  const c0 = clamp((box.x0 - grid.x0) / grid.cell, grid.cols), c1 = clamp((box.x1 - grid.x0) / grid.cell, grid.cols);
  const r0 = clamp((box.y0 - grid.y0) / grid.cell, grid.rows), r1 = clamp((box.y1 - grid.y0) / grid.cell, grid.rows);
  for (let r = r0; r <= r1; r++) for (let c = c0; c <= c1; c++) yield r * grid.cols + c;
}

export function placesIn(scene: Scene, box: Box): Place[] {
  const found = new Set<number>();
  for (const at of cellsIn(scene.grid, box)) for (const n of scene.grid.cells[at]!) found.add(n);
  return [...found].map((n) => scene.places[n]!).filter((p) => overlaps(p.box, box));
}

/** The space under a point: the smallest whose outline holds it (an island before its sea). */
export function hit(scene: Scene, x: number, y: number): Place | null {
  let best: Place | null = null;
  for (const p of placesIn(scene, { x0: x, y0: y, x1: x, y1: y })) {
    if (inside(p.rings, x, y) && (!best || p.area < best.area)) best = p;
  }
  return best;
}

export function inside(rings: Points[], x: number, y: number): boolean {
  let odd = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[i]!;
      const [bx, by] = ring[j]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
    }
  }
  return odd;
}

/** Stretches of outline that two spaces share, keyed by both: for front lines. */
export function sharedEdges(scene: Scene): { a: string; b: string; line: [number, number, number, number] }[] {
  const seen = new Map<string, string>();
  const found: { a: string; b: string; line: [number, number, number, number] }[] = [];
  const round = scene.hexes ? Math.max(0.5, scene.pitch / 40) : 0.05;
  for (const p of scene.places) {
    for (const ring of p.rings) {
      for (let i = 0; i < ring.length; i++) {
        const [ax, ay] = ring[i]!;
        const [bx, by] = ring[(i + 1) % ring.length]!;
        const one = `${Math.round(ax / round)},${Math.round(ay / round)}`;
        const two = `${Math.round(bx / round)},${Math.round(by / round)}`;
        const key = one < two ? `${one}|${two}` : `${two}|${one}`;
        const other = seen.get(key);
        if (other === undefined) seen.set(key, p.id);
        else if (other !== p.id) found.push({ a: other, b: p.id, line: [ax, ay, bx, by] });
      }
    }
  }
  return found;
}
