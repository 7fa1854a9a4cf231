/** An eye over the board: a camera that zooms, pans, flies and stays near the board. */

import { Cell } from "../dom";
import type { Box, Place, Scene } from "./scene";
import type { Camera } from "./tiles";

export abstract class Eye {
  readonly camera: Camera = { x: 0, y: 0, scale: 1 };
  readonly moved = new Cell(0);
  protected width = 0;
  protected height = 0;
  protected dirty = true;
  protected zoomedAt = 0;
  protected fitted = false;
  protected glide: { vx: number; vy: number } | null = null;
  protected flight: { from: Camera; to: Camera; start: number } | null = null;
  /** no movement that was not asked for */
  still = false;
  /** the part of the window that something lies over, if any */
  hidden: () => Box | null = () => null;

  constructor(readonly scene: Scene) {}

  redraw(): void { this.dirty = true; }

  viewport(): { x: number; y: number; w: number; h: number } {
    return { x: this.camera.x, y: this.camera.y, w: this.width / this.camera.scale, h: this.height / this.camera.scale };
  }

  protected fitScale(): number {
    const { size } = this.scene;
    return Math.min(this.width / (size.x1 - size.x0), this.height / (size.y1 - size.y0));
  }
  protected minScale(): number { return this.fitScale() * 0.7; }
  protected maxScale(): number { return Math.max(this.fitScale() * (this.scene.hexes ? 2 : 16), 190 / this.scene.pitch); }

  /** The first look: the window filled, unless that would cut away more than half the board. */
  protected open(): void {
    const { size } = this.scene;
    const fill = Math.max(this.width / (size.x1 - size.x0), this.height / (size.y1 - size.y0));
    const scale = Math.min(fill, this.fitScale() * (this.scene.places.length > 150 ? 1.9 : 1)) * 0.98;
    Object.assign(this.camera, { scale, x: (size.x0 + size.x1) / 2 - this.width / 2 / scale, y: (size.y0 + size.y1) / 2 - this.height / 2 / scale });
    this.clamp();
  }

  /** Start where the counters are, if they fill only a part of the board. */
  protected openOn(places: Place[]): void {
    if (places.length < 2) return;
    const xs = places.map((p) => p.x).sort((a, b) => a - b), ys = places.map((p) => p.y).sort((a, b) => a - b);
    const low = Math.floor(places.length * 0.03), high = places.length - 1 - low;
    const pad = this.scene.pitch * 4;
    const w = xs[high]! - xs[low]! + 2 * pad, h = ys[high]! - ys[low]! + 2 * pad;
    const { size } = this.scene;
    if (w > (size.x1 - size.x0) * 0.6 || h > (size.y1 - size.y0) * 0.6) return;
    const scale = Math.min(this.maxScale(), this.width / w, this.height / h);
    Object.assign(this.camera, { scale, x: (xs[low]! + xs[high]!) / 2 - this.width / 2 / scale, y: (ys[low]! + ys[high]!) / 2 - this.height / 2 / scale });
    this.clamp();
    this.changed();
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
    const hid = this.hidden() !== null && places.some((p) => !this.inSight(p.id));
    if (!always && !hid && x0 > v.x + v.w * pad && x1 < v.x + v.w * (1 - pad) && y0 > v.y + v.h * pad && y1 < v.y + v.h * (1 - pad)) return;
    this.fly(this.framed(x0, y0, x1, y1, this.scene.pitch * 2, this.camera.scale));
  }

  /** Look at a part of the board: all of it, as close as that allows. */
  jump([x0, y0, x1, y1]: [number, number, number, number]): void {
    const scale = Math.max(this.minScale(), Math.min(this.maxScale(), this.width / Math.max(1, x1 - x0), this.height / Math.max(1, y1 - y0)));
    this.fly({ scale, x: (x0 + x1) / 2 - this.width / 2 / scale, y: (y0 + y1) / 2 - this.height / 2 / scale });
  }

  /** Look at these spaces: as close as shows them all, without the few that lie far from the rest. */
  lookAt(ids: Iterable<string>): void {
    const to = this.around(ids);
    if (to) this.fly(to);
  }

  /** Whether these spaces are so small in the window that one would have to come closer. */
  tiny(ids: Iterable<string>): boolean {
    const to = this.around(ids);
    return to !== null && to.scale > this.camera.scale * 1.4;
  }

  /** The parts of the window over which nothing lies: all of it, or the strips beside what does. */
  private free(): Box[] {
    const all = { x0: 0, y0: 0, x1: this.width, y1: this.height }, over = this.hidden();
    if (!over || over.x1 <= 0 || over.y1 <= 0 || over.x0 >= this.width || over.y0 >= this.height) return [all];
    return [{ ...all, y1: over.y0 }, { ...all, x0: over.x1 }, { ...all, y0: over.y1 }, { ...all, x1: over.x0 }].filter((box) => box.x1 - box.x0 > 240 && box.y1 - box.y0 > 200);
  }

  /** The camera that shows this part of the board as close as `near` in the largest free part of the window. */
  private framed(x0: number, y0: number, x1: number, y1: number, pad: number, near: number): Camera {
    const free = this.free();
    const frames = (free.length ? free : [{ x0: 0, y0: 0, x1: this.width, y1: this.height }]).map((box) => ({
      box, scale: Math.max(this.minScale(), Math.min(this.maxScale(), near, (box.x1 - box.x0) / (x1 - x0 + 2 * pad), (box.y1 - box.y0) / (y1 - y0 + 2 * pad))),
    }));
    const { box, scale } = frames.reduce((best, one) => (one.scale > best.scale * 1.01 || (one.scale > best.scale * 0.99 && wide(one.box) > wide(best.box)) ? one : best));
    return { scale, x: (x0 + x1) / 2 - (box.x0 + box.x1) / 2 / scale, y: (y0 + y1) / 2 - (box.y0 + box.y1) / 2 / scale };
  }

  private around(ids: Iterable<string>): Camera | null {
    const places = [...ids].map((id) => this.scene.byId.get(id)).filter((p): p is Place => p !== undefined);
    if (!places.length) return null;
    const middle = (values: number[]): [number, number] => {
      const sorted = [...values].sort((a, b) => a - b), cut = sorted.length > 6 ? Math.ceil(sorted.length * 0.1) : 0;
      return [sorted[cut]!, sorted[sorted.length - 1 - cut]!];
    };
    const [x0, x1] = middle(places.map((p) => p.x)), [y0, y1] = middle(places.map((p) => p.y));
    const pad = this.scene.pitch * 1.6;
    const near = (this.scene.hexes ? 62 : 92) / this.scene.pitch;
    return this.framed(x0, y0, x1, y1, pad, near);
  }

  /** Stand where the player left. */
  place(camera: Camera): void {
    Object.assign(this.camera, camera);
    this.clamp();
    this.changed();
  }

  inSight(id: string): boolean {
    const place = this.scene.byId.get(id);
    if (!place) return false;
    const x = (place.x - this.camera.x) * this.camera.scale, y = (place.y - this.camera.y) * this.camera.scale, over = this.hidden();
    return x > 0 && x < this.width && y > 0 && y < this.height && !(over && x > over.x0 && x < over.x1 && y > over.y0 && y < over.y1);
  }

  centre(x: number, y: number): void {
    this.flight = null;
    this.camera.x = x - this.width / 2 / this.camera.scale;
    this.camera.y = y - this.height / 2 / this.camera.scale;
    this.clamp();
    this.changed();
  }

  protected fly(to: Camera): void {
    if (this.still || !this.fitted) {
      Object.assign(this.camera, to);
      this.clamp();
      this.changed();
      return;
    }
    this.flight = { from: { ...this.camera }, to, start: performance.now() };
    this.redraw();
  }

  protected clamp(): void {
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

  protected changed(): void {
    this.dirty = true;
    this.moved.value += 1;
  }

  protected advance(now: number): void {
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

  protected slide(): void {
    const g = this.glide!;
    this.camera.x -= g.vx / this.camera.scale;
    this.camera.y -= g.vy / this.camera.scale;
    this.clamp();
    g.vx *= 0.92;
    g.vy *= 0.92;
    if (Math.hypot(g.vx, g.vy) < 0.4) this.glide = null;
    this.changed();
  }

  /** The zoom level of the drawing format: the whole board, a theatre, close. */
  protected level(): number {
    const { size } = this.scene;
    const part = Math.min(this.width / (size.x1 - size.x0), this.height / (size.y1 - size.y0)) / this.camera.scale; // of a tall board the height counts
    return part > 0.5 ? 0 : part > 1 / 7 ? 1 : 2;
  }
}

const wide = (box: Box): number => (box.x1 - box.x0) * (box.y1 - box.y0);
