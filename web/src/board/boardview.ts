/** The board on the page: a camera over painted tiles, counters on top, and everything a finger, a mouse or a key can do to it.
 * Knows spaces and pieces, lit or not; what a click means is told to it. */

import { Cell } from "../dom";
import type { BoardData, Drawing, Marker, Picture, Piece } from "../wire";
import { COUNTER_FONT, markerSprite, sprite, type Tones, wantSymbols } from "./counters";
import { type Anchors, counterSize, heapCount, type Heaps, layOut, type Lying } from "./layout";
import type { Mood } from "./painter";
import { buildScene, hit, inside, type Place, placesIn, type Scene } from "./scene";
import { type Camera, Tiles } from "./tiles";

export interface Target { place: Place | null; piece: Piece | null; heap: Piece[]; x: number; y: number }
export interface Lit { spaces: Set<string>; pieces: Set<string>; subjects: Set<string> }
export interface Deeds {
  pick(target: Target): void;
  ask(target: Target): void;
  hover(target: Target | null): void;
  mayDrag(piece: Piece): boolean;
  dragStart(piece: Piece): void;
  drop(piece: Piece, target: Target): void;
}

const NOTHING: Lit = { spaces: new Set(), pieces: new Set(), subjects: new Set() };
const LIT = "#f2b134";

export class BoardView {
  readonly canvas: HTMLCanvasElement;
  readonly scene: Scene;
  readonly camera: Camera = { x: 0, y: 0, scale: 1 };
  readonly moved = new Cell(0);
  private tiles: Tiles;
  private ctx: CanvasRenderingContext2D;
  private ratio = 1;
  private width = 0;
  private height = 0;
  private dirty = true;
  private running = true;
  private zoomedAt = 0;
  private heaps: Heaps = { at: new Map(), size: 0 };
  private heapsFor = "";
  private paths = new Map<string, Path2D>();
  private names = new Map<number, Map<Place, number>>();
  private below: { size: number; scale: number; at: Anchors } | null = null;
  private picture: Picture = {};
  private pictureNumber = 0;
  private lit: Lit = NOTHING;
  private glow = new Set<string>();
  private cursor: string | null = null;
  private pointers = new Map<number, { x: number; y: number }>();
  private grip: { x: number; y: number; camera: Camera; moved: boolean; piece: Piece | null; time: number } | null = null;
  private pinch: { d: number; x: number; y: number; camera: Camera } | null = null;
  private dragging: { piece: Piece; x: number; y: number } | null = null;
  private hovered: Target | null = null;
  private mouse: { x: number; y: number } | null = null;
  private glide: { vx: number; vy: number } | null = null;
  private flight: { from: Camera; to: Camera; start: number } | null = null;
  private pressTimer = 0;
  private resizer: ResizeObserver;
  private fitted = false;
  dark = false;
  wish = 38;
  withMap = true;
  hideCounters = false;
  magnify = false;
  still = false;
  tones: Tones = () => ({ colour: "#777777", ink: "#ffffff" });
  deeds: Deeds | null = null;

  constructor(readonly host: HTMLElement, board: BoardData, private drawing: Drawing | null) {
    this.scene = buildScene(board, drawing);
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-label", `Board: ${this.scene.name}. Arrow keys move the map, plus and minus zoom, N and P go through lit spaces, Enter chooses.`);
    host.append(this.canvas);
    this.ctx = this.canvas.getContext("2d", { alpha: false })!;
    this.tiles = new Tiles(board, drawing, this.scene.size, () => this.changed());
    this.resizer = new ResizeObserver(() => this.resize());
    this.resizer.observe(host);
    this.resize();
    this.listen();
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    requestAnimationFrame((now) => this.frame(now));
  }

  close(): void {
    this.running = false;
    this.resizer.disconnect();
    this.tiles.close();
    this.canvas.remove();
  }

  // what is shown

  redraw(): void { this.dirty = true; }

  show(picture: Picture): void {
    this.picture = picture;
    this.pictureNumber += 1;
    if (picture.pieces?.some((piece) => piece.sidc)) wantSymbols(() => this.redraw());
    this.redraw();
  }

  mood(mood: Mood): void {
    this.dark = mood.dark;
    this.tiles.mood(mood);
    this.redraw();
  }

  light(lit: Lit | null): void {
    this.lit = lit ?? NOTHING;
    if (this.cursor && !this.lit.spaces.has(this.cursor)) this.cursor = null;
    this.redraw();
  }

  /** Point at spaces and pieces for a moment (a log line under the pointer, an option in the list). */
  point(tokens: Iterable<string>): void {
    this.glow = new Set(tokens);
    this.redraw();
  }

  overview(): ImageBitmap | null { return this.tiles.overview(); }
  viewport(): { x: number; y: number; w: number; h: number } {
    return { x: this.camera.x, y: this.camera.y, w: this.width / this.camera.scale, h: this.height / this.camera.scale };
  }

  // the camera

  private fitScale(): number {
    const { size } = this.scene;
    return Math.min(this.width / (size.x1 - size.x0), this.height / (size.y1 - size.y0));
  }
  private minScale(): number { return this.fitScale() * 0.7; }
  private maxScale(): number { return Math.max(this.fitScale() * (this.scene.hexes ? 2 : 16), 190 / this.scene.pitch); }

  /** The first look: the window filled, unless that would cut away more than half the board. */
  private open(): void {
    const { size } = this.scene;
    const fill = Math.max(this.width / (size.x1 - size.x0), this.height / (size.y1 - size.y0));
    const scale = Math.min(fill, this.fitScale() * 1.9) * 0.98;
    Object.assign(this.camera, { scale, x: (size.x0 + size.x1) / 2 - this.width / 2 / scale, y: (size.y0 + size.y1) / 2 - this.height / 2 / scale });
    this.clamp();
  }

  fit(): void {
    const { size } = this.scene;
    const scale = this.fitScale() * 0.98;
    this.fly({ scale, x: (size.x0 + size.x1) / 2 - this.width / 2 / scale, y: (size.y0 + size.y1) / 2 - this.height / 2 / scale });
  }

  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    this.flight = null;
    const scale = Math.max(this.minScale(), Math.min(this.maxScale(), this.camera.scale * factor));
    const bx = this.camera.x + x / this.camera.scale, by = this.camera.y + y / this.camera.scale;
    Object.assign(this.camera, { scale, x: bx - x / scale, y: by - y / scale });
    this.clamp();
    this.zoomedAt = performance.now();
    this.changed();
  }

  pan(dx: number, dy: number): void {
    this.flight = null;
    this.camera.x += dx / this.camera.scale;
    this.camera.y += dy / this.camera.scale;
    this.clamp();
    this.changed();
  }

  /** Bring these spaces into sight, with no more movement than that needs. */
  reveal(ids: Iterable<string>, always = false): void {
    const places = [...ids].map((id) => this.scene.byId.get(id)).filter((p): p is Place => p !== undefined);
    if (!places.length) return;
    const x0 = Math.min(...places.map((p) => p.x)), x1 = Math.max(...places.map((p) => p.x));
    const y0 = Math.min(...places.map((p) => p.y)), y1 = Math.max(...places.map((p) => p.y));
    const v = this.viewport();
    const pad = 0.08;
    if (!always && x0 > v.x + v.w * pad && x1 < v.x + v.w * (1 - pad) && y0 > v.y + v.h * pad && y1 < v.y + v.h * (1 - pad)) return;
    const room = Math.min(this.width / Math.max(1, x1 - x0 + this.scene.pitch * 4), this.height / Math.max(1, y1 - y0 + this.scene.pitch * 4));
    const scale = Math.max(this.minScale(), Math.min(this.camera.scale, room));
    this.fly({ scale, x: (x0 + x1) / 2 - this.width / 2 / scale, y: (y0 + y1) / 2 - this.height / 2 / scale });
  }

  centre(x: number, y: number): void {
    this.flight = null;
    this.camera.x = x - this.width / 2 / this.camera.scale;
    this.camera.y = y - this.height / 2 / this.camera.scale;
    this.clamp();
    this.changed();
  }

  private fly(to: Camera): void {
    if (this.still || !this.fitted) {
      Object.assign(this.camera, to);
      this.clamp();
      this.changed();
      return;
    }
    this.flight = { from: { ...this.camera }, to, start: performance.now() };
    this.redraw();
  }

  private clamp(): void {
    const { size } = this.scene;
    const w = this.width / this.camera.scale, h = this.height / this.camera.scale;
    const bound = (v: number, low: number, high: number, span: number) => {
      const slack = span * 0.35;
      if (high - low < span) return Math.max(high - span - slack, Math.min(low + slack, v));
      return Math.max(low - slack, Math.min(high - span + slack, v));
    };
    this.camera.x = bound(this.camera.x, size.x0, size.x1, w);
    this.camera.y = bound(this.camera.y, size.y0, size.y1, h);
  }

  private changed(): void {
    this.dirty = true;
    this.moved.value += 1;
  }

  private resize(): void {
    const box = this.host.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const old = { w: this.width, h: this.height };
    this.width = Math.round(box.width);
    this.height = Math.round(box.height);
    this.ratio = Math.min(3, window.devicePixelRatio || 1);
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
    if (!this.fitted) {
      this.open();
      this.fitted = true;
    } else {
      this.camera.x += (old.w - this.width) / 2 / this.camera.scale;
      this.camera.y += (old.h - this.height) / 2 / this.camera.scale;
      this.clamp();
    }
    this.zoomedAt = 0;
    this.changed();
  }

  // drawing

  private frame(now: number): void {
    if (!this.running) return;
    requestAnimationFrame((next) => this.frame(next));
    if (this.flight) this.advance(now);
    if (this.glide) this.slide();
    if (!this.dirty) return;
    this.dirty = false;
    this.draw(now);
  }

  private advance(now: number): void {
    const { from, to, start } = this.flight!;
    const t = Math.min(1, (now - start) / 320);
    const e = 1 - (1 - t) ** 3;
    const scale = from.scale * (to.scale / from.scale) ** e;
    const cx = (c: Camera) => c.x + this.width / 2 / c.scale, cy = (c: Camera) => c.y + this.height / 2 / c.scale;
    this.camera.scale = scale;
    this.camera.x = cx(from) + (cx(to) - cx(from)) * e - this.width / 2 / scale;
    this.camera.y = cy(from) + (cy(to) - cy(from)) * e - this.height / 2 / scale;
    if (t >= 1) this.flight = null;
    else if (from.scale !== to.scale) this.zoomedAt = now;
    this.changed();
  }

  private slide(): void {
    const g = this.glide!;
    this.camera.x -= g.vx / this.camera.scale;
    this.camera.y -= g.vy / this.camera.scale;
    this.clamp();
    g.vx *= 0.92;
    g.vy *= 0.92;
    if (Math.hypot(g.vx, g.vy) < 0.4) this.glide = null;
    this.changed();
  }

  private level(): number {
    const part = this.width / this.camera.scale / (this.scene.size.x1 - this.scene.size.x0);
    return part > 0.5 ? 0 : part > 1 / 7 ? 1 : 2;
  }

  private draw(now: number): void {
    const { ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = this.dark ? "#11161b" : "#c9d6dc";
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const rest = now - this.zoomedAt > 130;
    if (!rest) this.dirty = true;
    this.tiles.draw(ctx, this.camera, this.ratio, this.canvas.width, this.canvas.height, this.level(), rest);
    this.dressed(ctx, this.camera, this.ratio, 1);
    if (this.magnify && this.mouse && !this.dragging) this.lens(ctx);
    if (this.dragging) this.ghost(ctx);
  }

  /** Everything above the tiles, for a camera: highlights, markers, counters. */
  private dressed(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number, enlarge: number): void {
    const size = Math.round(counterSize(this.wish, this.scene.pitch, camera.scale, this.withMap) * enlarge);
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
    if (!this.hideCounters) {
      if (camera.scale * this.scene.pitch > 42) this.markers(ctx, camera, ratio, size);
      this.counters(ctx, camera, ratio, heaps);
    }
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

  private lens(ctx: CanvasRenderingContext2D): void {
    const k = 2.1, r = Math.min(170, this.width / 3), m = this.mouse!;
    const bx = this.camera.x + m.x / this.camera.scale, by = this.camera.y + m.y / this.camera.scale;
    const scale = this.camera.scale * k;
    const camera = { scale, x: bx - m.x / scale, y: by - m.y / scale };
    ctx.save();
    ctx.beginPath();
    ctx.arc(m.x * this.ratio, m.y * this.ratio, r * this.ratio, 0, Math.PI * 2);
    ctx.clip();
    ctx.fillStyle = this.dark ? "#11161b" : "#c9d6dc";
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.tiles.draw(ctx, camera, this.ratio, this.canvas.width, this.canvas.height, this.level(), false);
    this.dressed(ctx, camera, this.ratio, 1.6);
    ctx.restore();
    ctx.beginPath();
    ctx.arc(m.x * this.ratio, m.y * this.ratio, r * this.ratio, 0, Math.PI * 2);
    ctx.lineWidth = 3 * this.ratio;
    ctx.strokeStyle = this.dark ? "#e8dfc6" : "#3a3428";
    ctx.stroke();
  }

  private ghost(ctx: CanvasRenderingContext2D): void {
    const { piece, x, y } = this.dragging!;
    const size = Math.max(30, this.heaps.size);
    ctx.globalAlpha = 0.9;
    ctx.drawImage(sprite(piece, size, this.ratio, this.tones), (x - size / 2) * this.ratio, (y - size / 2) * this.ratio);
    ctx.globalAlpha = 1;
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

  // hands

  private listen(): void {
    const c = this.canvas;
    c.addEventListener("pointerdown", (e) => this.down(e));
    c.addEventListener("pointermove", (e) => this.move(e));
    c.addEventListener("pointerup", (e) => this.up(e));
    c.addEventListener("pointercancel", (e) => this.cancel(e));
    c.addEventListener("pointerleave", () => {
      this.mouse = null;
      if (this.hovered && !this.grip) {
        this.hovered = null;
        this.deeds?.hover(null);
      }
      this.redraw();
    });
    c.addEventListener("wheel", (e) => {
      e.preventDefault();
      const at = this.at(e);
      if (e.ctrlKey || !e.shiftKey) this.zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : e.deltaMode === 1 ? 0.05 : 0.0016)), at.x, at.y);
      else this.pan(e.deltaY, 0);
    }, { passive: false });
    c.addEventListener("contextmenu", (e) => {
      e.preventDefault();
      const at = this.at(e);
      this.deeds?.ask(this.target(at.x, at.y));
    });
    c.addEventListener("dblclick", (e) => {
      const at = this.at(e);
      const target = this.target(at.x, at.y);
      if (!target.piece && !(target.place && this.lit.spaces.has(target.place.id))) this.zoom(1.7, at.x, at.y);
    });
    c.addEventListener("keydown", (e) => this.key(e));
  }

  private at(e: MouseEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  private down(e: PointerEvent): void {
    if (e.button !== 0) return;
    this.canvas.setPointerCapture(e.pointerId);
    const at = this.at(e);
    this.pointers.set(e.pointerId, at);
    this.flight = this.glide = null;
    if (this.pointers.size === 2) {
      this.dragging = null;
      this.grip = null;
      clearTimeout(this.pressTimer);
      const [a, b] = [...this.pointers.values()] as [{ x: number; y: number }, { x: number; y: number }];
      this.pinch = { d: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, camera: { ...this.camera } };
      return;
    }
    const target = this.target(at.x, at.y);
    const piece = target.piece ?? target.heap.find((p) => this.lit.pieces.has(p.id)) ?? null;
    this.grip = { ...at, camera: { ...this.camera }, moved: false, piece: piece && this.deeds?.mayDrag(piece) ? piece : null, time: performance.now() };
    if (e.pointerType === "touch") {
      this.pressTimer = window.setTimeout(() => {
        if (this.grip && !this.grip.moved) {
          this.grip = null;
          this.deeds?.ask(target);
        }
      }, 550);
    }
  }

  private move(e: PointerEvent): void {
    const at = this.at(e);
    const last = this.pointers.get(e.pointerId);
    if (this.pointers.has(e.pointerId)) this.pointers.set(e.pointerId, at);
    if (e.pointerType === "mouse") this.mouse = at;
    if (this.pinch && this.pointers.size === 2) return this.pinched();
    if (!this.grip) {
      if (this.magnify) this.redraw();
      return this.hover(at);
    }
    const dx = at.x - this.grip.x, dy = at.y - this.grip.y;
    if (!this.grip.moved && Math.hypot(dx, dy) > (e.pointerType === "touch" ? 9 : 4)) {
      this.grip.moved = true;
      clearTimeout(this.pressTimer);
      if (this.grip.piece) {
        this.dragging = { piece: this.grip.piece, ...at };
        this.deeds?.dragStart(this.grip.piece);
      }
    }
    if (!this.grip.moved) return;
    if (this.dragging) {
      Object.assign(this.dragging, at);
      this.hovered = this.target(at.x, at.y);
      this.edge(at);
      this.redraw();
      return;
    }
    this.camera.x = this.grip.camera.x - dx / this.camera.scale;
    this.camera.y = this.grip.camera.y - dy / this.camera.scale;
    this.clamp();
    if (last && e.pointerType === "touch") this.glideNext = { vx: at.x - last.x, vy: at.y - last.y };
    this.changed();
  }

  private glideNext: { vx: number; vy: number } | null = null;

  private edge(at: { x: number; y: number }): void {
    const rim = 28, speed = 9;
    const dx = at.x < rim ? -speed : at.x > this.width - rim ? speed : 0;
    const dy = at.y < rim ? -speed : at.y > this.height - rim ? speed : 0;
    if (dx || dy) this.pan(dx, dy);
  }

  private pinched(): void {
    const [a, b] = [...this.pointers.values()] as [{ x: number; y: number }, { x: number; y: number }];
    const p = this.pinch!;
    const scale = Math.max(this.minScale(), Math.min(this.maxScale(), (p.camera.scale * Math.hypot(a.x - b.x, a.y - b.y)) / p.d));
    const bx = p.camera.x + p.x / p.camera.scale, by = p.camera.y + p.y / p.camera.scale;
    Object.assign(this.camera, { scale, x: bx - (a.x + b.x) / 2 / scale, y: by - (a.y + b.y) / 2 / scale });
    this.clamp();
    this.zoomedAt = performance.now();
    this.changed();
  }

  private up(e: PointerEvent): void {
    this.pointers.delete(e.pointerId);
    clearTimeout(this.pressTimer);
    if (this.pinch) {
      if (this.pointers.size < 2) this.pinch = null;
      this.grip = null;
      return;
    }
    const at = this.at(e);
    const { grip, dragging } = this;
    this.grip = this.dragging = null;
    if (!grip) return;
    if (dragging) {
      this.deeds?.drop(dragging.piece, this.target(at.x, at.y));
      this.redraw();
    } else if (!grip.moved) {
      this.deeds?.pick(this.target(at.x, at.y));
    } else if (this.glideNext && !this.still && performance.now() - grip.time > 40) {
      this.glide = this.glideNext;
      this.redraw();
    }
    this.glideNext = null;
  }

  private cancel(e: PointerEvent): void {
    this.pointers.delete(e.pointerId);
    clearTimeout(this.pressTimer);
    this.grip = this.dragging = this.pinch = null;
    this.redraw();
  }

  private hover(at: { x: number; y: number }): void {
    const target = this.target(at.x, at.y);
    const same = this.hovered && this.hovered.place?.id === target.place?.id && this.hovered.piece?.id === target.piece?.id && this.hovered.heap.length === target.heap.length;
    this.canvas.style.cursor = (target.place && this.lit.spaces.has(target.place.id)) || target.heap.some((p) => this.lit.pieces.has(p.id)) ? "pointer" : "grab";
    if (same) {
      Object.assign(this.hovered!, at);
      return;
    }
    this.hovered = target;
    this.deeds?.hover(target);
    this.redraw();
  }

  // keys

  private key(e: KeyboardEvent): void {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const step = e.shiftKey ? 240 : 80;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.pan(-step, 0), ArrowRight: () => this.pan(step, 0), ArrowUp: () => this.pan(0, -step), ArrowDown: () => this.pan(0, step),
      "+": () => this.zoom(1.3), "=": () => this.zoom(1.3), "-": () => this.zoom(1 / 1.3), "0": () => this.fit(),
      n: () => this.next(1), p: () => this.next(-1),
      Enter: () => this.choose(), " ": () => this.choose(),
    };
    const act = moves[e.key];
    if (!act) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  }

  /** Step through lit spaces (and the spaces of lit pieces) from left to right. */
  next(by: number): string | null {
    const ids = new Set(this.lit.spaces);
    for (const piece of this.picture.pieces ?? []) if (this.lit.pieces.has(piece.id)) ids.add(piece.at);
    const order = [...ids].map((id) => this.scene.byId.get(id)).filter((p): p is Place => p !== undefined).sort((a, b) => a.x - b.x || a.y - b.y);
    if (!order.length) return null;
    const now = order.findIndex((p) => p.id === this.cursor);
    const place = order[(now + by + order.length * 2) % order.length]!;
    this.cursor = place.id;
    this.reveal([place.id]);
    const target = this.targetOf(place);
    this.deeds?.hover(target);
    this.redraw();
    return place.id;
  }

  private targetOf(place: Place): Target {
    const at = this.spot(place.id)!;
    const heap = this.piecesAt(place.id).filter((p) => this.lit.pieces.has(p.id));
    return { place, piece: heap.length === 1 ? heap[0]! : null, heap, ...at };
  }

  private choose(): void {
    const place = this.cursor ? this.scene.byId.get(this.cursor) : undefined;
    if (place) this.deeds?.pick(this.targetOf(place));
  }

  get cursorTarget(): Target | null {
    const place = this.cursor ? this.scene.byId.get(this.cursor) : undefined;
    return place ? this.targetOf(place) : this.hovered;
  }
}
