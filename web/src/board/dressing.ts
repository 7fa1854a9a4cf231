/** What lies on the board and is drawn above its tiles: light, markers, counters; and what stands where under a pointer. */

import type { Drawing, Marker, Picture, Piece } from "../wire";
import { COUNTER_FONT, markerSprite, sprite, type Tones } from "./counters";
import { Eye } from "./eye";
import { type Anchors, counterSize, heapCount, type Heaps, layOut, type Lying } from "./layout";
import { hit, inside, type Place, placesIn, type Scene } from "./scene";
import type { Camera } from "./tiles";

export interface Target { place: Place | null; piece: Piece | null; heap: Piece[]; x: number; y: number }
export interface Lit { spaces: Set<string>; pieces: Set<string>; subjects: Set<string> }

/** A move to draw: from one space to another, in its side's colour, as wide as it is strong. */
export interface Arrow { from: string; to: string; colour: string; width: number }

export const NOTHING: Lit = { spaces: new Set(), pieces: new Set(), subjects: new Set() };
const LIT = "#f2b134";

export abstract class Dressing extends Eye {
  protected heaps: Heaps = { at: new Map(), size: 0 };
  protected picture: Picture = {};
  protected pictureNumber = 0;
  protected lit: Lit = NOTHING;
  protected glow = new Set<string>();
  protected traced: { way: string[]; bars: string[] } = { way: [], bars: [] };
  protected moves: Arrow[] = [];
  protected cursor: string | null = null;
  protected hovered: Target | null = null;
  protected dragging: { piece: Piece; x: number; y: number } | null = null;
  private heapsFor = "";
  private paths = new Map<string, Path2D>();
  private names = new Map<number, Map<Place, number>>();
  private below: { size: number; scale: number; at: Anchors } | null = null;
  dark = false;
  wish = 38;
  withMap = true;
  hideCounters = false;
  /** the numbers of hexes at every zoom */
  numbers = false;
  tones: Tones = () => ({ colour: "#777777", ink: "#ffffff" });

  constructor(scene: Scene, private drawing: Drawing | null) { super(scene); }

  /** Everything above the tiles, for a camera: highlights, markers, counters. */
  protected dressed(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number, enlarge: number): void {
    const size = Math.round(counterSize(this.wish, this.scene, camera.scale, this.withMap) * enlarge);
    const stamp = `${this.pictureNumber}|${camera.scale.toFixed(6)}|${size}`;
    let heaps = this.heaps;
    if (enlarge !== 1 || stamp !== this.heapsFor) {
      const below = enlarge === 1 ? this.anchors(size, camera.scale) : this.below?.at;
      heaps = layOut(this.scene, this.picture.pieces ?? [], camera.scale, size, below);
      if (enlarge === 1) {
        this.heaps = heaps;
        this.heapsFor = stamp;
      }
    }
    ctx.save();
    ctx.setTransform(ratio * camera.scale, 0, 0, ratio * camera.scale, -camera.x * ratio * camera.scale, -camera.y * ratio * camera.scale);
    this.highlights(ctx, camera);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    if (this.numbers) this.numbered(ctx, camera, ratio);
    if (!this.hideCounters) {
      if (camera.scale * this.scene.pitch > 42) this.markers(ctx, camera, ratio, size);
      this.counters(ctx, camera, ratio, heaps);
    }
    this.trace(ctx, camera, ratio);
    for (const arrow of this.moves) this.arrow(ctx, camera, ratio, arrow);
    ctx.restore();
  }

  /** Counters of an area lie below its name where the area has room for both. */
  private anchors(size: number, scale: number): Anchors {
    if (this.below && this.below.size === size && this.below.scale === scale) return this.below.at;
    const at: Anchors = new Map();
    const level = this.level();
    for (const [place, y] of this.nameLines(level)) {
      const down = y + (size / 2 + 2) / scale;
      if (inside(place.rings, place.x, down + size / 2 / scale)) at.set(place.id, [place.x, down]);
    }
    this.below = { size, scale, at };
    return at;
  }

  /** The lowest line of writing in each area at a level. */
  private nameLines(level: number): Map<Place, number> {
    let low = this.names.get(level);
    if (low) return low;
    low = new Map();
    this.names.set(level, low);
    if (level === 0) return low;
    for (const layer of this.drawing?.layers ?? []) {
      if (layer.kind !== "label" || level < (layer.minzoom ?? 0) || level > (layer.maxzoom ?? 9)) continue;
      for (const { space, x, y, style } of layer.features) {
        if (x === undefined || y === undefined) continue;
        const height = Number(style?.font_size ?? layer.style?.font_size ?? 12);
        const place = space ? this.scene.byId.get(space) : hit(this.scene, x, y - height * 0.4);
        if (place?.kind !== "area" || Math.abs(y - place.y) > place.room * 3) continue;
        low.set(place, Math.max(low.get(place) ?? -Infinity, y + height * 0.2));
      }
    }
    return low;
  }

  private lies(place: Place, camera: Camera): [number, number] {
    const [x, y] = this.below?.at.get(place.id) ?? [place.x, place.y];
    return [(x - camera.x) * camera.scale, (y - camera.y) * camera.scale];
  }

  private seen(camera: Camera, place: Place, slack: number): boolean {
    const x = (place.x - camera.x) * camera.scale, y = (place.y - camera.y) * camera.scale;
    return x > -slack && y > -slack && x < this.width + slack && y < this.height + slack;
  }

  private path(place: Place): Path2D {
    let path = this.paths.get(place.id);
    if (!path) {
      path = new Path2D();
      for (const ring of place.rings) {
        ring.forEach(([x, y], n) => (n ? path!.lineTo(x, y) : path!.moveTo(x, y)));
        path.closePath();
      }
      this.paths.set(place.id, path);
    }
    return path;
  }

  private highlights(ctx: CanvasRenderingContext2D, camera: Camera): void {
    const v = { x0: camera.x, y0: camera.y, x1: camera.x + this.width / camera.scale, y1: camera.y + this.height / camera.scale };
    const thin = 1 / camera.scale;
    ctx.lineJoin = "round";
    if (this.lit.spaces.size) {
      const near = this.lit.spaces.size > 400 ? placesIn(this.scene, v).filter((p) => this.lit.spaces.has(p.id)) : this.some(this.lit.spaces, v);
      for (const place of near) {
        const path = this.path(place);
        ctx.fillStyle = this.dark ? "rgba(242,177,52,.22)" : "rgba(242,177,52,.24)";
        ctx.fill(path, "evenodd");
        ctx.strokeStyle = this.dark ? "rgba(0,0,0,.7)" : "rgba(70,45,0,.75)";
        ctx.lineWidth = 3.4 * thin;
        ctx.stroke(path);
        ctx.strokeStyle = LIT;
        ctx.lineWidth = 1.8 * thin;
        ctx.stroke(path);
      }
    }
    for (const place of this.some(this.glow, v)) {
      ctx.fillStyle = "rgba(255,255,255,.28)";
      ctx.fill(this.path(place), "evenodd");
      ctx.strokeStyle = "#111";
      ctx.lineWidth = 5 * thin;
      ctx.stroke(this.path(place));
      ctx.strokeStyle = "#fff";
      ctx.lineWidth = 2.4 * thin;
      ctx.stroke(this.path(place));
    }
    const marks = [this.dragging ? this.hovered?.place?.id : null, this.cursor, this.hovered?.place?.id];
    for (const id of new Set(marks)) {
      const place = id ? this.scene.byId.get(id) : undefined;
      if (!place) continue;
      const strong = id === this.cursor;
      ctx.strokeStyle = strong ? "#fff" : this.dark ? "rgba(255,255,255,.5)" : "rgba(20,20,20,.5)";
      ctx.lineWidth = (strong ? 3.2 : 1.5) * thin;
      ctx.stroke(this.path(place));
      if (strong) {
        ctx.setLineDash([6 * thin, 5 * thin]);
        ctx.strokeStyle = "#000";
        ctx.stroke(this.path(place));
        ctx.setLineDash([]);
      }
    }
  }

  /** A way from space to space, with a dot where it begins and an arrow where it ends; a cross on what bars one. */
  private trace(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    const points = (ids: string[]) => ids.map((id) => this.scene.byId.get(id)).filter((p): p is Place => p !== undefined)
      .map((p): [number, number] => [(p.x - camera.x) * camera.scale * ratio, (p.y - camera.y) * camera.scale * ratio]);
    const way = points(this.traced.way);
    ctx.lineJoin = ctx.lineCap = "round";
    const stroke = (width: number, colour: string) => { ctx.lineWidth = width * ratio; ctx.strokeStyle = colour; ctx.stroke(); };
    if (way.length > 1) {
      const [end, before] = [way[way.length - 1]!, way[way.length - 2]!];
      const turn = Math.atan2(end[1] - before[1], end[0] - before[0]), barb = 13 * ratio;
      ctx.beginPath();
      way.forEach(([x, y], n) => (n ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
      for (const lean of [-0.55, 0.55]) {
        ctx.moveTo(end[0] - barb * Math.cos(turn + lean), end[1] - barb * Math.sin(turn + lean));
        ctx.lineTo(end[0], end[1]);
      }
      stroke(8, "rgba(255,255,255,.92)");
      stroke(4.5, "#0b5c8c");
    }
    const start = way[0];
    if (start) {
      ctx.beginPath();
      ctx.arc(start[0], start[1], 7 * ratio, 0, Math.PI * 2);
      ctx.fillStyle = "#0b5c8c";
      ctx.fill();
      stroke(2.5, "rgba(255,255,255,.95)");
    }
    for (const [x, y] of points(this.traced.bars)) {
      const r = 11 * ratio;
      ctx.beginPath();
      ctx.moveTo(x - r, y - r);
      ctx.lineTo(x + r, y + r);
      ctx.moveTo(x + r, y - r);
      ctx.lineTo(x - r, y + r);
      stroke(8, "rgba(255,255,255,.92)");
      stroke(4.5, "#b3261e");
    }
  }

  /** The number of each hex along its upper edge; from afar only every second or fourth. */
  private numbered(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    const pitch = this.scene.pitch * camera.scale;
    const every = pitch > 30 ? 1 : pitch > 16 ? 2 : 4;
    ctx.font = `600 ${Math.round(Math.max(8, Math.min(13, pitch * 0.22)) * ratio)}px ${COUNTER_FONT}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineWidth = 3 * ratio;
    ctx.strokeStyle = this.dark ? "rgba(10,12,14,.8)" : "rgba(255,253,244,.85)";
    ctx.fillStyle = this.dark ? "#e8dfc6" : "#2b2418";
    const v = { x0: camera.x, y0: camera.y, x1: camera.x + this.width / camera.scale, y1: camera.y + this.height / camera.scale };
    for (const place of placesIn(this.scene, v)) {
      if (place.kind !== "hex" || (every > 1 && (Number(place.id) % every || Math.floor(Number(place.id) / 100) % every))) continue;
      const x = (place.x - camera.x) * camera.scale * ratio, y = (place.y - camera.y) * camera.scale * ratio - pitch * 0.36 * ratio;
      ctx.strokeText(place.id, x, y);
      ctx.fillText(place.id, x, y);
    }
  }

  /** A bent arrow from space to space. */
  private arrow(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number, move: Arrow): void {
    const a = this.scene.byId.get(move.from), b = this.scene.byId.get(move.to);
    if (!a || !b) return;
    const at = (p: Place): [number, number] => [(p.x - camera.x) * camera.scale * ratio, (p.y - camera.y) * camera.scale * ratio];
    const [x0, y0] = at(a), [x1, y1] = at(b);
    const length = Math.hypot(x1 - x0, y1 - y0) || 1, bend = Math.min(0.18 * length, 60 * ratio);
    const cx = (x0 + x1) / 2 + ((y1 - y0) / length) * bend, cy = (y0 + y1) / 2 - ((x1 - x0) / length) * bend;
    const turn = Math.atan2(y1 - cy, x1 - cx), width = move.width * ratio, barb = Math.min(length * 0.4, width * 1.5 + 10 * ratio);
    const stop: [number, number] = [x1 - barb * 0.8 * Math.cos(turn), y1 - barb * 0.8 * Math.sin(turn)];
    const shape = (grow: number, colour: string) => {
      ctx.strokeStyle = ctx.fillStyle = colour;
      ctx.lineCap = ctx.lineJoin = "round";
      ctx.lineWidth = width + grow;
      ctx.beginPath();
      ctx.moveTo(x0, y0);
      ctx.quadraticCurveTo(cx, cy, ...stop);
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(x1, y1);
      for (const lean of [-0.5, 0.5]) ctx.lineTo(x1 - barb * Math.cos(turn + lean), y1 - barb * Math.sin(turn + lean));
      ctx.closePath();
      ctx.lineWidth = Math.max(1, grow);
      ctx.stroke();
      ctx.fill();
    };
    shape(4 * ratio, "rgba(255,255,255,.92)");
    shape(0, move.colour);
  }

  private some(ids: Set<string>, v: { x0: number; y0: number; x1: number; y1: number }): Place[] {
    const found: Place[] = [];
    for (const id of ids) {
      const p = this.scene.byId.get(id);
      if (p && p.box.x0 <= v.x1 && p.box.x1 >= v.x0 && p.box.y0 <= v.y1 && p.box.y1 >= v.y0) found.push(p);
    }
    return found;
  }

  private markers(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number, size: number): void {
    const taken = new Map<string, number>();
    const small = Math.max(10, Math.min(18, Math.round(size * 0.46)));
    for (const marker of this.picture.markers ?? []) {
      const place = this.scene.byId.get(marker.at);
      if (!place || !this.seen(camera, place, 60)) continue;
      const image = markerSprite(marker, small, ratio, this.tones);
      const shift = taken.get(marker.at) ?? 0;
      const reach = Math.min(place.room * camera.scale, 60);
      const x = (place.x - camera.x) * camera.scale - reach + shift, y = (place.y - camera.y) * camera.scale + Math.min(reach, 44) - small * 0.5;
      taken.set(marker.at, shift + image.width / ratio + 2);
      ctx.drawImage(image, Math.round(x * ratio), Math.round(y * ratio));
    }
  }

  private counters(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number, heaps: Heaps): void {
    const { size } = heaps;
    if (size < 12) return this.specks(ctx, camera, ratio, heaps);
    const half = size / 2;
    const low: Lying[] = [], high: Lying[] = [];
    for (const lying of heaps.at.values()) {
      const place = lying[0]!.place;
      if (!this.seen(camera, place, 200)) continue;
      for (const one of lying) (one.heap.some((p) => this.lit.pieces.has(p.id) || this.lit.subjects.has(p.id) || this.glow.has(p.id)) ? high : low).push(one);
    }
    for (const one of [...low, ...high]) {
      const [px, py] = this.lies(one.place, camera);
      const x = px + one.dx - half, y = py + one.dy - half;
      const under = Math.min(one.heap.length - 1, 2);
      const lean = Math.max(1.5, size * 0.07);
      for (let k = under; k > 0; k--) {
        const image = sprite({ ...one.heap[k]!, count: 1 }, size, ratio, this.tones);
        ctx.drawImage(image, Math.round((x + k * lean) * ratio), Math.round((y - k * lean) * ratio));
      }
      if (this.dragging && one.heap.length === 1 && one.piece.id === this.dragging.piece.id) ctx.globalAlpha = 0.35;
      ctx.drawImage(sprite(one.heap.length > 1 ? { ...one.piece, count: 1 } : one.piece, size, ratio, this.tones), Math.round(x * ratio), Math.round(y * ratio));
      ctx.globalAlpha = 1;
      this.ring(ctx, one, x, y, size, ratio);
      if (one.heap.length > 1 && size >= 13) this.total(ctx, x + size + under * lean, y - under * lean, heapCount(one.heap), size, ratio);
    }
  }

  /** Counters seen from so far that only their colour and their light tell. */
  private specks(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number, heaps: Heaps): void {
    const { size } = heaps;
    const colours = new Map<string, number[]>();
    const lit: number[] = [];
    for (const lying of heaps.at.values()) {
      if (!this.seen(camera, lying[0]!.place, 20)) continue;
      for (const one of lying) {
        const [px, py] = this.lies(one.place, camera);
        const x = Math.round((px + one.dx - size / 2) * ratio), y = Math.round((py + one.dy - size / 2) * ratio);
        const { colour } = this.tones(one.piece.side);
        const held = colours.get(colour);
        if (held) held.push(x, y);
        else colours.set(colour, [x, y]);
        if (one.heap.some((p) => this.lit.pieces.has(p.id) || this.lit.subjects.has(p.id) || this.glow.has(p.id))) lit.push(x, y);
      }
    }
    const px = Math.round(size * ratio), rim = Math.max(1, Math.round(ratio));
    ctx.fillStyle = LIT;
    for (let i = 0; i < lit.length; i += 2) ctx.fillRect(lit[i]! - 2 * rim, lit[i + 1]! - 2 * rim, px + 4 * rim, px + 4 * rim);
    ctx.fillStyle = "rgba(20,16,8,.85)";
    for (const at of colours.values()) for (let i = 0; i < at.length; i += 2) ctx.fillRect(at[i]! - rim, at[i + 1]! - rim, px + 2 * rim, px + 2 * rim);
    for (const [colour, at] of colours) {
      ctx.fillStyle = colour;
      for (let i = 0; i < at.length; i += 2) ctx.fillRect(at[i]!, at[i + 1]!, px, px);
    }
  }

  private ring(ctx: CanvasRenderingContext2D, one: Lying, x: number, y: number, size: number, ratio: number): void {
    const lit = one.heap.some((p) => this.lit.pieces.has(p.id));
    const glow = one.heap.some((p) => this.glow.has(p.id));
    const subject = one.heap.some((p) => this.lit.subjects.has(p.id));
    if (!lit && !glow && !subject) return;
    const w = size >= 28 ? 1 : size >= 18 ? 0.7 : 0.5;
    ctx.beginPath();
    ctx.roundRect((x - 2 * w) * ratio, (y - 2 * w) * ratio, (size + 4 * w) * ratio, (size + 4 * w) * ratio, 5 * w * ratio);
    ctx.lineWidth = 4.2 * w * ratio;
    ctx.strokeStyle = "rgba(20,16,8,.85)";
    ctx.stroke();
    ctx.lineWidth = 2.4 * w * ratio;
    ctx.strokeStyle = glow || !lit ? "#fff" : LIT;
    ctx.stroke();
  }

  private total(ctx: CanvasRenderingContext2D, right: number, top: number, n: number, size: number, ratio: number): void {
    const r = Math.max(7, size * 0.2);
    ctx.beginPath();
    ctx.arc((right - 1) * ratio, (top + 1) * ratio, r * ratio, 0, Math.PI * 2);
    ctx.fillStyle = "#14181d";
    ctx.fill();
    ctx.strokeStyle = "rgba(255,255,255,.85)";
    ctx.lineWidth = ratio;
    ctx.stroke();
    ctx.fillStyle = "#fff";
    ctx.font = `700 ${Math.round(r * (n > 99 ? 0.95 : 1.25) * ratio)}px ${COUNTER_FONT}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(String(n), (right - 1) * ratio, (top + 1.5) * ratio);
  }

  // finding things

  target(x: number, y: number): Target {
    const half = this.heaps.size / 2;
    let found: Lying | null = null;
    if (!this.hideCounters) {
      const reach = 120;
      for (const lying of this.heaps.at.values()) {
        const place = lying[0]!.place;
        const [px, py] = this.lies(place, this.camera);
        if (Math.abs(px - x) > reach + place.room * this.camera.scale || Math.abs(py - y) > reach + place.room * this.camera.scale) continue;
        for (const one of lying) {
          if (Math.abs(px + one.dx - x) <= half + 1 && Math.abs(py + one.dy - y) <= half + 1) {
            if (!found || one.heap.some((p) => this.lit.pieces.has(p.id))) found = one;
          }
        }
      }
    }
    const place = found?.place ?? hit(this.scene, this.camera.x + x / this.camera.scale, this.camera.y + y / this.camera.scale);
    return { place, piece: found && found.heap.length === 1 ? found.piece : null, heap: found?.heap ?? [], x, y };
  }

  /** Where a space's centre stands on the page. */
  spot(id: string): { x: number; y: number } | null {
    const place = this.scene.byId.get(id);
    if (!place) return null;
    return { x: (place.x - this.camera.x) * this.camera.scale, y: (place.y - this.camera.y) * this.camera.scale };
  }

  /** Where a piece's counter (or its heap) stands on the page. */
  pieceSpot(id: string): { x: number; y: number } | null {
    for (const lying of this.heaps.at.values()) {
      for (const one of lying) {
        if (!one.heap.some((p) => p.id === id)) continue;
        const [x, y] = this.lies(one.place, this.camera);
        return { x: x + one.dx, y: y + one.dy };
      }
    }
    return null;
  }

  piecesAt(id: string): Piece[] { return (this.picture.pieces ?? []).filter((piece) => piece.at === id); }
  markersAt(id: string): Marker[] { return (this.picture.markers ?? []).filter((marker) => marker.at === id); }
}
