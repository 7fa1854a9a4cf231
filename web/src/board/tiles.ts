/** Tiles of the painted board, kept by scale. Panning only copies pixels; a new scale shows the old tiles stretched until its own arrive. */

import type { BoardData, Drawing } from "../wire";
import type { Mood } from "./painter";
import type { Box } from "./scene";
import type { FromWorker, ToWorker, Wanted } from "./worker";

const TILE = 512;
const KEEP = 160;
const OVERVIEW = "overview";

interface Tile { image: ImageBitmap; box: Box; scale: number; version: number; used: number }
export interface Camera { x: number; y: number; scale: number }

export class Tiles {
  private worker: Worker;
  private tiles = new Map<string, Tile>();
  private version = 0;
  private tick = 0;
  private asked = "";
  private scale = 0;
  private previous = 0;
  private level = 0;
  ready = false;

  constructor(board: BoardData, drawing: Drawing | null, private size: Box, private arrived: () => void) {
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.take(event.data);
    this.post({ type: "board", board, drawing });
  }

  close(): void { this.worker.terminate(); }

  private post(message: ToWorker): void { this.worker.postMessage(message); }

  mood(mood: Mood): void {
    this.version += 1;
    this.asked = "";
    this.post({ type: "mood", mood, version: this.version });
    this.arrived();
  }

  private take(message: FromWorker): void {
    if (message.type === "ready") {
      this.ready = true;
      this.asked = "";
    } else {
      const wanted = this.pending.get(message.key);
      if (wanted) {
        this.pending.delete(message.key);
        this.tiles.get(message.key)?.image.close();
        this.tiles.set(message.key, { image: message.image, box: wanted.box, scale: wanted.scale, version: message.version, used: this.tick });
        this.forget();
      } else message.image.close();
    }
    this.arrived();
  }

  private pending = new Map<string, Wanted>();

  private forget(): void {
    if (this.tiles.size <= KEEP) return;
    const old = [...this.tiles].filter(([key]) => key !== OVERVIEW).sort((a, b) => a[1].used - b[1].used);
    for (const [key, tile] of old.slice(0, this.tiles.size - KEEP)) {
      tile.image.close();
      this.tiles.delete(key);
    }
  }

  overview(): ImageBitmap | null { return this.tiles.get(OVERVIEW)?.image ?? null; }

  /** Draw the board for a camera. `settled`: the scale has come to rest, so its own tiles may be asked for. */
  draw(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number, width: number, height: number, level: number, settled: boolean): boolean {
    this.tick += 1;
    const scale = Number((camera.scale * ratio).toPrecision(8));
    if (settled && (scale !== this.scale || level !== this.level)) {
      if (scale !== this.scale) this.previous = this.scale;
      this.scale = scale;
      this.level = level;
    }
    const left = Math.round(camera.x * scale), top = Math.round(camera.y * scale);
    if (!this.covered(scale, left, top, width, height)) {
      this.base(ctx, scale, left, top);
      if (this.scale !== scale) this.stretched(ctx, this.scale, scale, left, top, width, height);
      else if (this.previous) this.stretched(ctx, this.previous, scale, left, top, width, height);
    }
    const complete = this.scale === scale && this.exact(ctx, scale, left, top, width, height);
    return complete;
  }

  /** Whether tiles of this very scale cover the window, so that nothing need be stretched beneath them. */
  private covered(scale: number, left: number, top: number, width: number, height: number): boolean {
    if (this.scale !== scale) return false;
    const clip = (v: number, low: number, high: number) => Math.floor(Math.max(low * scale, Math.min(high * scale - 1, v)) / TILE);
    const { x0, y0, x1, y1 } = this.size;
    const c1 = clip(left + width, x0, x1), r1 = clip(top + height, y0, y1);
    for (let r = clip(top, y0, y1); r <= r1; r++) for (let c = clip(left, x0, x1); c <= c1; c++) if (!this.tiles.has(`${scale}:${this.level}:${c}:${r}`)) return false;
    return true;
  }

  private base(ctx: CanvasRenderingContext2D, scale: number, left: number, top: number): void {
    const tile = this.tiles.get(OVERVIEW);
    if (!tile) return;
    const { box } = tile;
    ctx.drawImage(tile.image, box.x0 * scale - left, box.y0 * scale - top, (box.x1 - box.x0) * scale, (box.y1 - box.y0) * scale);
  }

  private stretched(ctx: CanvasRenderingContext2D, from: number, scale: number, left: number, top: number, width: number, height: number): void {
    for (const tile of this.tiles.values()) {
      if (tile.scale !== from) continue;
      const { box } = tile;
      const x = Math.floor(box.x0 * scale - left), y = Math.floor(box.y0 * scale - top);
      const w = Math.ceil(box.x1 * scale - left) - x, h = Math.ceil(box.y1 * scale - top) - y;
      if (x > width || y > height || x + w < 0 || y + h < 0) continue;
      tile.used = this.tick;
      ctx.drawImage(tile.image, x, y, w, h);
    }
  }

  private exact(ctx: CanvasRenderingContext2D, scale: number, left: number, top: number, width: number, height: number): boolean {
    const missing: Wanted[] = [];
    const ring: Wanted[] = [];
    const c0 = Math.floor(left / TILE), c1 = Math.floor((left + width) / TILE);
    const r0 = Math.floor(top / TILE), r1 = Math.floor((top + height) / TILE);
    const edge = { c0: Math.floor((this.size.x0 * scale) / TILE), c1: Math.floor((this.size.x1 * scale) / TILE), r0: Math.floor((this.size.y0 * scale) / TILE), r1: Math.floor((this.size.y1 * scale) / TILE) };
    for (let r = Math.max(edge.r0, r0 - 1); r <= Math.min(edge.r1, r1 + 1); r++) {
      for (let c = Math.max(edge.c0, c0 - 1); c <= Math.min(edge.c1, c1 + 1); c++) {
        const key = `${scale}:${this.level}:${c}:${r}`;
        const shown = c >= c0 && c <= c1 && r >= r0 && r <= r1;
        const tile = this.tiles.get(key);
        if (tile && shown) {
          tile.used = this.tick;
          ctx.drawImage(tile.image, c * TILE - left, r * TILE - top);
        }
        if (!tile || tile.version !== this.version) {
          const box = { x0: (c * TILE) / scale, y0: (r * TILE) / scale, x1: ((c + 1) * TILE) / scale, y1: ((r + 1) * TILE) / scale };
          (shown ? missing : ring).push({ key, version: this.version, box, scale, level: this.level, width: TILE, height: TILE });
        }
      }
    }
    this.want(missing, ring, left + width / 2, top + height / 2, scale);
    return missing.length === 0;
  }

  private want(missing: Wanted[], ring: Wanted[], cx: number, cy: number, scale: number): void {
    if (!this.ready || this.version === 0) return;
    const far = (w: Wanted) => Math.hypot(w.box.x0 * scale + TILE / 2 - cx, w.box.y0 * scale + TILE / 2 - cy);
    const list = [...missing.sort((a, b) => far(a) - far(b)), ...ring.sort((a, b) => far(a) - far(b))];
    const whole = this.tiles.get(OVERVIEW);
    if (!whole || whole.version !== this.version) {
      const w = this.size.x1 - this.size.x0, h = this.size.y1 - this.size.y0;
      const small = Math.min(1280 / w, 960 / h);
      const one = { key: OVERVIEW, version: this.version, box: this.size, scale: small, level: 0, width: Math.ceil(w * small), height: Math.ceil(h * small) };
      if (whole) list.push(one);
      else list.unshift(one);
    }
    const stamp = list.map((w) => w.key).join() + this.version;
    if (stamp === this.asked) return;
    this.asked = stamp;
    for (const wanted of list) this.pending.set(wanted.key, wanted);
    this.post({ type: "want", tiles: list });
  }
}
