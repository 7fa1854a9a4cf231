/** The board on the page: a camera over painted tiles, counters on top, and everything a finger, a mouse or a key can do to it.
 * Knows spaces and pieces, lit or not; what a click means is told to it. */

import type { BoardData, Drawing, Picture, Piece } from "../wire";
import { sprite, wantSymbols } from "./counters";
import { type Arrow, Dressing, type Lit, NOTHING, type Target } from "./dressing";
import type { Mood } from "./painter";
import { buildScene, type Place } from "./scene";
import { type Camera, Tiles } from "./tiles";
import { t } from "../words";

export type { Arrow, Target } from "./dressing";

/** What the table does when the board is touched. */
export interface Deeds {
  pick(target: Target): void;
  ask(target: Target): void;
  hover(target: Target | null): void;
  mayDrag(piece: Piece): boolean;
  dragStart(piece: Piece): void;
  drop(piece: Piece, target: Target): void;
}

export class BoardView extends Dressing {
  readonly canvas: HTMLCanvasElement;
  private tiles: Tiles;
  private ctx: CanvasRenderingContext2D;
  private ratio = 1;
  private running = true;
  private pointers = new Map<number, { x: number; y: number }>();
  private grip: { x: number; y: number; camera: Camera; moved: boolean; piece: Piece | null; time: number } | null = null;
  private pinch: { d: number; x: number; y: number; camera: Camera } | null = null;
  private mouse: { x: number; y: number } | null = null;
  private pressTimer = 0;
  private resizer: ResizeObserver;
  magnify = false;
  deeds: Deeds | null = null;

  readonly jumps: NonNullable<Drawing["jumps"]>;

  constructor(readonly host: HTMLElement, board: BoardData, drawing: Drawing | null) {
    super(buildScene(board, drawing, (id, name) => t("{0} by {1}", id, name)), drawing);
    this.jumps = drawing?.jumps ?? [];
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-label", t("Board: {0}. Arrow keys move the map, plus and minus zoom, N and P go through lit spaces, Enter chooses.", this.scene.name));
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

  show(picture: Picture): void {
    this.picture = picture;
    this.pictureNumber += 1;
    if (this.pictureNumber === 1) this.openOn((picture.pieces ?? []).map((piece) => this.scene.byId.get(piece.at)).filter((p): p is Place => p !== undefined));
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

  /** Draw a way and what bars one, until told otherwise. */
  follow(way: string[], bars: string[]): void {
    this.traced = { way, bars };
    this.redraw();
  }

  /** Draw moves, until told otherwise. */
  arrows(moves: Arrow[]): void {
    this.moves = moves;
    this.redraw();
  }

  get arrowsShown(): number { return this.moves.length; }

  get followed(): { way: string[]; bars: string[] } { return this.traced; }

  overview(): ImageBitmap | null { return this.tiles.overview(); }

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
