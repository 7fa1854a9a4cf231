/** Paints a rectangle of the board into a canvas: the drawing's layers, hex grid, owner tint, overlays, fronts, labels.
 * No pieces, nothing that follows the pointer: what is painted here is kept in tiles. Runs in a worker or on the page. */

import type { BoardData, Drawing, DrawingFeature, DrawingLayer, Points, Style } from "../wire";
import { type Box, bounds, buildScene, overlaps, type Place, placesIn, type Scene, sharedEdges, union } from "./scene";

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export interface Mood {
  dark: boolean;
  /** colour of each side */
  colours: Record<string, string>;
  /** sides whose tint carries hatching, so that colour is not the only sign */
  hatch: Record<string, number>;
  shown: Record<string, boolean>;
  control: Record<string, string>;
  overlay: Record<string, string> | null;
}

interface Inked { path: Path2D; box: Box; style: Style; feature: DrawingFeature }
interface Mask { data: Uint8ClampedArray; width: number; step: number }
interface Ready { layer: DrawingLayer; inked: Inked[] }

/** Pixels between hexes from which on the owner's tint ends at the coast; below it nobody could tell. */
const COAST_FROM = 16;

/** Which switch of the layers menu a layer of the drawing belongs to. */
const TOGGLE: [RegExp, string][] = [
  [/label|names/, "names"], [/border|limits|impassable/, "borders"], [/rail|road|convoy/, "rails"], [/symbol|cities/, "symbols"], [/relief|terrain|rivers|depth|features/, "terrain"],
];

const FAMILY: Record<string, string> = {
  sans: '"Avenir Next Condensed", "Roboto Condensed", "Arial Narrow", "Liberation Sans Narrow", "Helvetica Neue", Arial, sans-serif',
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Liberation Serif", serif',
};

const GROUND: Record<string, string> = {
  clear: "#e6dfc3", normal: "#e6dfc3", plain: "#e6dfc3", woods: "#b9c79a", forest: "#b9c79a", mountain: "#c2ab8b", alpine: "#a89884", hill: "#d6c59e",
  rough: "#d6c59e", desert: "#efdfae", swamp: "#bcc9b4", marsh: "#bcc9b4", city: "#d9c7b8", jungle: "#9fbf8f", steppe: "#e9e0b4",
  lake: "#a9c6d8", sea: "#b4cedd", ocean: "#a8c5d8", coastal: "#bfd5e1",
};

export class Painter {
  readonly scene: Scene;
  private ready: Ready[];
  private outline = new Map<string, Path2D>();
  private edges: ReturnType<typeof sharedEdges> | null = null;
  private rasters = new Map<string, ImageBitmap>();
  private land: boolean;
  private mask: Mask | null = null;
  private coasts = new Map<string, boolean>();

  constructor(readonly board: BoardData, readonly drawing: Drawing | null) {
    this.scene = buildScene(board, drawing);
    this.ready = (drawing?.layers ?? []).map((layer) => ({ layer, inked: layer.features.map((f) => ink(layer, f)) }));
    this.land = this.lands().length > 0 && typeof OffscreenCanvas !== "undefined";
  }

  /** Decode pictures inside the drawing; nothing is fetched, so a strict content policy holds. */
  async load(): Promise<void> {
    for (const { layer } of this.ready) {
      if (layer.kind !== "raster") continue;
      for (const feature of layer.features) {
        if (feature.href && !this.rasters.has(feature.href)) this.rasters.set(feature.href, await picture(feature.href));
      }
    }
  }

  paint(ctx: Canvas2D, box: Box, scale: number, level: number, mood: Mood): void {
    ctx.save();
    ctx.scale(scale, scale);
    ctx.translate(-box.x0, -box.y0);
    const thin = 1 / scale;
    const margin = { x0: box.x0 - 40 * thin, y0: box.y0 - 40 * thin, x1: box.x1 + 40 * thin, y1: box.y1 + 40 * thin };
    const visible = placesIn(this.scene, box);
    if (this.drawing) this.layers(ctx, margin, scale, level, mood, false);
    else this.plain(ctx, visible, mood);
    if (mood.dark) {
      ctx.fillStyle = "rgba(9,13,20,.52)";
      ctx.fillRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
    }
    if (mood.shown.hexes !== false) this.grid(ctx, visible, scale, mood);
    if (mood.shown.control !== false) this.control(ctx, visible, scale, mood);
    if (mood.overlay) this.overlay(ctx, visible, scale, mood);
    if (mood.shown.fronts !== false) this.fronts(ctx, margin, scale, mood);
    if (this.drawing) this.layers(ctx, { x0: box.x0 - 300 * thin, y0: box.y0 - 40 * thin, x1: box.x1 + 300 * thin, y1: box.y1 + 40 * thin }, scale, level, mood, true);
    else if (mood.shown.names !== false) this.names(ctx, visible, scale, mood);
    ctx.restore();
  }

  private layers(ctx: Canvas2D, box: Box, scale: number, level: number, mood: Mood, above: boolean): void {
    for (const { layer, inked } of this.ready) {
      const late = layer.above === true || layer.kind === "label";
      if (late !== above) continue;
      if (layer.minzoom !== undefined && level < layer.minzoom) continue;
      if (layer.maxzoom !== undefined && level > layer.maxzoom) continue;
      const toggle = TOGGLE.find(([pattern]) => pattern.test(layer.name))?.[1];
      if (toggle && mood.shown[toggle] === false) continue;
      for (const one of inked) if (overlaps(one.box, box)) this.feature(ctx, layer.kind, one, scale, mood);
    }
    ctx.globalAlpha = 1;
  }

  private feature(ctx: Canvas2D, kind: string, { path, style, feature }: Inked, scale: number, mood: Mood): void {
    if (kind === "polygon") {
      if (style.fill && style.fill !== "none") {
        ctx.globalAlpha = num(style.fill_opacity, 1);
        ctx.fillStyle = String(style.fill);
        ctx.fill(path, "evenodd");
      }
      if (style.stroke && style.stroke !== "none") stroke(ctx, path, style, scale);
    } else if (kind === "line") {
      stroke(ctx, path, style, scale);
    } else if (kind === "raster") {
      const image = feature.href ? this.rasters.get(feature.href) : undefined;
      if (!image) return;
      ctx.globalAlpha = num(style.opacity, 1);
      ctx.globalCompositeOperation = style.blend === "multiply" ? "multiply" : "source-over";
      ctx.imageSmoothingEnabled = true;
      ctx.drawImage(image, feature.x ?? 0, feature.y ?? 0, feature.width ?? image.width, feature.height ?? image.height);
      ctx.globalCompositeOperation = "source-over";
    } else if (kind === "label") {
      this.label(ctx, feature, style, scale, mood);
    } else if (kind === "symbol") {
      symbol(ctx, feature, style, scale, mood.dark);
    }
  }

  private label(ctx: Canvas2D, feature: DrawingFeature, style: Style, scale: number, mood: Mood): void {
    const natural = num(style.font_size, 12) * scale;
    if (natural < 6.6) return;
    const px = Math.max(8.6, Math.min(natural, 26));
    ctx.save();
    ctx.translate(feature.x ?? 0, feature.y ?? 0);
    ctx.scale(1 / scale, 1 / scale);
    if (feature.angle) ctx.rotate((feature.angle * Math.PI) / 180);
    ctx.globalAlpha = num(style.opacity, 1);
    ctx.font = `${style.font_style ?? "normal"} ${style.font_weight ?? 400} ${px}px ${FAMILY[String(style.font_family ?? "serif")] ?? style.font_family}`;
    if ("letterSpacing" in ctx && style.letter_spacing !== undefined) ctx.letterSpacing = `${(num(style.letter_spacing, 0) / num(style.font_size, 12)) * px}px`;
    ctx.textAlign = feature.anchor === "start" ? "left" : feature.anchor === "end" ? "right" : "center";
    ctx.textBaseline = "alphabetic";
    ctx.lineJoin = "round";
    const sea = String(style.font_style ?? "") === "italic";
    ctx.strokeStyle = mood.dark ? "rgba(10,14,20,.8)" : String(style.halo ?? "rgba(255,252,240,.85)");
    ctx.lineWidth = Math.max(2, num(style.halo_width, 0) * scale);
    ctx.strokeText(feature.text ?? "", 0, 0);
    ctx.fillStyle = mood.dark ? (sea ? "#a9c3d6" : "#e9e2cf") : String(style.fill ?? "#2b2a26");
    ctx.fillText(feature.text ?? "", 0, 0);
    ctx.restore();
  }

  /** A board without a drawing: its spaces in the colour of their ground. */
  private plain(ctx: Canvas2D, places: Place[], mood: Mood): void {
    const groups = new Map<string, Path2D>();
    for (const p of places) {
      const colour = mood.shown.terrain === false ? (p.kind === "sea" ? GROUND.sea! : GROUND.clear!) : ground(p);
      let path = groups.get(colour);
      if (!path) groups.set(colour, (path = new Path2D()));
      path.addPath(this.path(p));
    }
    for (const [colour, path] of groups) {
      ctx.fillStyle = colour;
      ctx.fill(path, "evenodd");
    }
  }

  private grid(ctx: Canvas2D, places: Place[], scale: number, mood: Mood): void {
    const drawn = this.drawing !== null;
    const dotted = this.drawing?.hex?.dots === true;
    if (this.scene.pitch * scale < (dotted ? 14 : 7)) return; // thousands of outlines nobody could tell apart
    const lines = new Path2D(), dots = new Path2D();
    let any = false;
    for (const p of places) {
      if (dotted && p.kind === "hex" && p.terrain === "sea") {
        const r = Math.max(1, p.room * 0.09);
        dots.moveTo(p.x + r, p.y);
        dots.arc(p.x, p.y, r, 0, Math.PI * 2);
      } else if (drawn && p.kind !== "hex" && p.kind !== "box" && p.rings[0]!.length !== 6) continue;
      else lines.addPath(this.path(p));
      any = true;
    }
    if (!any) return;
    ctx.fillStyle = mood.dark ? "rgba(190,215,235,.4)" : "rgba(45,95,125,.5)";
    ctx.fill(dots);
    ctx.strokeStyle = mood.dark ? "rgba(225,230,235,.20)" : "rgba(40,45,50,.26)";
    ctx.lineWidth = Math.min(1.2, (this.scene.pitch * scale) / 40) / scale;
    ctx.stroke(lines);
  }

  private control(ctx: Canvas2D, places: Place[], scale: number, mood: Mood): void {
    const bySide = new Map<string, Path2D>();
    const edge = new Map<string, Place[]>();
    const near = this.land && this.scene.pitch * scale >= COAST_FROM;
    const wet = new Map<string, Path2D>(); // of hexes that are land in part: tinted up to the coast
    for (const p of places) {
      const side = mood.control[p.id];
      if (!side || !mood.colours[side]) continue;
      const held = near && p.kind === "hex" && this.coastal(p) ? wet : bySide;
      let path = held.get(side);
      if (!path) held.set(side, (path = new Path2D()));
      path.addPath(this.path(p));
      if (p.kind === "area") (edge.get(side) ?? edge.set(side, []).get(side)!).push(p);
    }
    if (wet.size) {
      ctx.save();
      ctx.clip(this.shore(union(places.map((p) => p.box))), "evenodd");
      this.tint(ctx, wet, places, scale, mood);
      ctx.restore();
    }
    this.tint(ctx, bySide, places, scale, mood);
    for (const [side, areas] of edge) {
      ctx.strokeStyle = mood.colours[side]!;
      ctx.lineWidth = (Math.max(1.2, Math.min(4.5, this.scene.pitch * scale * 0.035)) * 2) / scale;
      ctx.globalAlpha = mood.dark ? 0.6 : 0.5;
      for (const p of areas) {
        ctx.save();
        ctx.clip(this.path(p), "evenodd");
        ctx.stroke(this.path(p));
        ctx.restore();
      }
    }
    ctx.globalAlpha = 1;
  }

  private tint(ctx: Canvas2D, bySide: Map<string, Path2D>, places: Place[], scale: number, mood: Mood): void {
    for (const [side, path] of bySide) {
      ctx.globalAlpha = mood.dark ? 0.34 : 0.24;
      ctx.fillStyle = mood.colours[side]!;
      ctx.fill(path, "evenodd");
      const turn = mood.hatch[side];
      if (turn !== undefined) {
        ctx.save();
        ctx.clip(path, "evenodd");
        ctx.globalAlpha = mood.dark ? 0.5 : 0.4;
        hatch(ctx, union(places.filter((p) => mood.control[p.id] === side).map((p) => p.box)), scale, mood.colours[side]!, turn);
        ctx.restore();
      }
    }
    ctx.globalAlpha = 1;
  }

  /** The land of a part of the drawing. */
  private shore(box: Box): Path2D {
    const path = new Path2D();
    for (const one of this.lands()) if (overlaps(one.box, box)) path.addPath(one.path);
    return path;
  }

  private lands(): Inked[] {
    return this.ready.filter(({ layer }) => layer.name === "land" && layer.kind === "polygon").flatMap(({ inked }) => inked);
  }

  /** Whether a hex is land in part, with enough of it for a tint to be seen: an atoll smaller than a thirtieth of it is tinted whole, and so is a hex of land alone. */
  private coastal(p: Place): boolean {
    const known = this.coasts.get(p.id);
    if (known !== undefined) return known;
    this.mask ??= landMask(this.lands(), this.drawing!.size, this.scene.pitch / 8);
    const { data, width, step } = this.mask;
    let dry = 0, wet = 0;
    for (let y = p.box.y0 + step; y < p.box.y1 - step; y += step) {
      for (let x = p.box.x0 + step; x < p.box.x1 - step; x += step) {
        if (data[(Math.floor(y / step) * width + Math.floor(x / step)) * 4 + 3]! > 127) dry++;
        else wet++;
      }
    }
    const found = wet > 0 && dry / (dry + wet) >= 0.03;
    this.coasts.set(p.id, found);
    return found;
  }

  private overlay(ctx: Canvas2D, places: Place[], scale: number, mood: Mood): void {
    for (const p of places) {
      const value = mood.overlay![p.id];
      if (value === undefined) continue;
      const colour = mood.colours[value] ?? overlayColour(value);
      ctx.globalAlpha = 0.42;
      ctx.fillStyle = colour;
      ctx.fill(this.path(p), "evenodd");
      ctx.globalAlpha = 1;
      if (!mood.colours[value] && /^[-+]?\d/.test(value) && p.room * scale > 9) {
        ctx.save();
        ctx.translate(p.x, p.y + p.room * 0.7);
        ctx.scale(1 / scale, 1 / scale);
        ctx.font = "600 12px system-ui, sans-serif";
        ctx.textAlign = "center";
        ctx.fillStyle = mood.dark ? "#fff" : "#1b1f24";
        ctx.fillText(value, 0, 0);
        ctx.restore();
      }
    }
  }

  private fronts(ctx: Canvas2D, box: Box, scale: number, mood: Mood): void {
    if (!this.edges) this.edges = sharedEdges(this.scene);
    const line = new Path2D();
    let any = false;
    for (const { a, b, line: [x0, y0, x1, y1] } of this.edges) {
      const one = mood.control[a], two = mood.control[b];
      if (!one || !two || one === two) continue;
      if (Math.max(x0, x1) < box.x0 || Math.min(x0, x1) > box.x1 || Math.max(y0, y1) < box.y0 || Math.min(y0, y1) > box.y1) continue;
      line.moveTo(x0, y0);
      line.lineTo(x1, y1);
      any = true;
    }
    if (!any) return;
    ctx.lineCap = "round";
    ctx.strokeStyle = mood.dark ? "rgba(245,235,215,.6)" : "rgba(60,20,15,.72)";
    ctx.lineWidth = Math.max(1.4, Math.min(4, this.scene.pitch * scale * 0.035)) / scale;
    ctx.stroke(line);
  }

  private names(ctx: Canvas2D, places: Place[], scale: number, mood: Mood): void {
    if (this.scene.pitch * scale < 34) return;
    ctx.font = "11px Georgia, serif";
    for (const p of places) {
      ctx.save();
      ctx.translate(p.x, p.box.y1 - (p.box.y1 - p.box.y0) * 0.08);
      ctx.scale(1 / scale, 1 / scale);
      ctx.textAlign = "center";
      ctx.fillStyle = mood.dark ? "rgba(235,230,215,.75)" : "rgba(50,48,40,.7)";
      ctx.fillText(p.name, 0, 0);
      ctx.restore();
    }
  }

  path(p: Place): Path2D {
    let path = this.outline.get(p.id);
    if (!path) this.outline.set(p.id, (path = trace(p.rings, true)));
    return path;
  }
}

export function ground(p: { kind: string; terrain: string }): string {
  return GROUND[p.terrain] ?? (p.kind === "sea" ? GROUND.sea! : p.kind === "box" ? "#ddd5bd" : GROUND.clear!);
}

/** A colour for a value of an overlay: named ones safe for colour-blind players, numbers from cold to warm. */
export function overlayColour(value: string): string {
  const named: Record<string, string> = {
    yes: "#0072b2", in: "#0072b2", full: "#0072b2", supplied: "#0072b2", limited: "#e69f00", low: "#e69f00", no: "#d55e00", out: "#d55e00", none: "#d55e00",
    reach: "#009e73", threat: "#cc79a7",
  };
  const known = named[value];
  if (known) return known;
  const n = Number.parseFloat(value);
  if (Number.isFinite(n)) return `hsl(${Math.max(20, 210 - Math.min(10, Math.abs(n)) * 19)} 70% 48%)`;
  let sum = 0;
  for (const c of value) sum = (sum * 31 + c.charCodeAt(0)) % 360;
  return `hsl(${sum} 55% 50%)`;
}

/** The land of a drawing in a coarse picture, to ask how much of a hex is dry. */
function landMask(land: Inked[], [width, height]: [number, number], step: number): Mask {
  const canvas = new OffscreenCanvas(Math.ceil(width / step), Math.ceil(height / step));
  const ctx = canvas.getContext("2d", { willReadFrequently: true })!;
  ctx.scale(1 / step, 1 / step);
  for (const one of land) ctx.fill(one.path, "evenodd");
  return { data: ctx.getImageData(0, 0, canvas.width, canvas.height).data, width: canvas.width, step };
}

function hatch(ctx: Canvas2D, box: Box, scale: number, colour: string, turn: number): void {
  const gap = 9 / scale;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.6 / scale;
  ctx.beginPath();
  const w = box.x1 - box.x0, ht = box.y1 - box.y0;
  if (turn % 4 === 2) for (let y = Math.floor(box.y0 / gap) * gap; y < box.y1; y += gap) { ctx.moveTo(box.x0, y); ctx.lineTo(box.x1, y); }
  else if (turn % 4 === 3) for (let x = Math.floor(box.x0 / gap) * gap; x < box.x1; x += gap) { ctx.moveTo(x, box.y0); ctx.lineTo(x, box.y1); }
  else {
    const lean = turn % 4 === 0 ? 1 : -1;
    const start = Math.floor((box.x0 - lean * box.y0 - (lean > 0 ? ht : 0)) / gap) * gap;
    for (let k = start; k < start + w + 2 * ht + gap; k += gap) {
      ctx.moveTo(k + lean * box.y0, box.y0);
      ctx.lineTo(k + lean * box.y1, box.y1);
    }
  }
  ctx.stroke();
}

function ink(layer: DrawingLayer, feature: DrawingFeature): Inked {
  const style = { ...layer.style, ...feature.style };
  if (feature.rings) return { path: trace(feature.rings, true), box: union(feature.rings.map(bounds)), style, feature };
  if (feature.points) return { path: trace([feature.points], false), box: bounds(feature.points), style, feature };
  const x = feature.x ?? 0, y = feature.y ?? 0;
  return { path: new Path2D(), box: { x0: x, y0: y, x1: x + (feature.width ?? 0), y1: y + (feature.height ?? 0) }, style, feature };
}

function trace(rings: Points[], close: boolean): Path2D {
  const path = new Path2D();
  for (const ring of rings) {
    ring.forEach(([x, y], n) => (n ? path.lineTo(x, y) : path.moveTo(x, y)));
    if (close) path.closePath();
  }
  return path;
}

const num = (value: unknown, fallback: number): number => (typeof value === "number" ? value : value === undefined ? fallback : Number(value) || fallback);

function stroke(ctx: Canvas2D, path: Path2D, style: Style, scale: number): void {
  const width = num(style.stroke_width, 1);
  if (width * scale < 0.12) return;
  ctx.globalAlpha = num(style.stroke_opacity, 1);
  ctx.strokeStyle = String(style.stroke ?? "#555");
  ctx.lineWidth = Math.max(width, 0.5 / scale);
  ctx.lineCap = (style.cap as CanvasLineCap) ?? "round";
  ctx.lineJoin = (style.join as CanvasLineJoin) ?? "round";
  if (Array.isArray(style.dash)) ctx.setLineDash(style.dash);
  ctx.stroke(path);
  if (Array.isArray(style.dash)) ctx.setLineDash([]);
}

function symbol(ctx: Canvas2D, feature: DrawingFeature, style: Style, scale: number, dark: boolean): void {
  const natural = num(style.size, 10) * scale;
  if (natural < 2.5) return;
  const r = Math.max(2.2, Math.min(natural, 20)) / 2;
  ctx.save();
  ctx.globalAlpha = 1;
  ctx.translate(feature.x ?? 0, feature.y ?? 0);
  ctx.scale(1 / scale, 1 / scale);
  const open = style.fill === "none";
  const plain = open || !style.stroke;
  ctx.fillStyle = open ? String(style.stroke ?? "#333") : lift(String(style.fill ?? "#33302a"), dark);
  ctx.strokeStyle = plain && !open ? (dark ? "#14181d" : "#fffdf5") : lift(String(style.stroke ?? "#333"), dark);
  ctx.lineWidth = style.stroke_width !== undefined ? Math.max(0.6, num(style.stroke_width, 1) * Math.min(scale, 1.6)) : Math.max(0.8, r * 0.22);
  ctx.lineJoin = "round";
  ctx.beginPath();
  switch (feature.symbol) {
    case "peak": ctx.moveTo(-r, r * 0.7); ctx.lineTo(-r * 0.1, -r * 0.8); ctx.lineTo(r, r * 0.7); break;
    case "dune": ctx.moveTo(-r, r * 0.3); ctx.quadraticCurveTo(-r * 0.2, -r * 0.7, r * 0.2, 0); ctx.quadraticCurveTo(r * 0.6, -r * 0.5, r, r * 0.3); ctx.stroke(); return ctx.restore();
    case "tree": ctx.arc(0, -r * 0.2, r * 0.7, 0, Math.PI * 2); ctx.moveTo(0, r * 0.5); ctx.lineTo(0, r); break;
    case "reed": ctx.moveTo(-r * 0.6, r * 0.6); ctx.lineTo(-r * 0.8, -r * 0.5); ctx.moveTo(0, r * 0.6); ctx.lineTo(0, -r * 0.8); ctx.moveTo(r * 0.6, r * 0.6); ctx.lineTo(r * 0.8, -r * 0.5); ctx.moveTo(-r, r * 0.7); ctx.lineTo(r, r * 0.7); ctx.stroke(); return ctx.restore();
    case "strait": ctx.moveTo(-r, -r * 0.5); ctx.quadraticCurveTo(0, r * 0.1, r, -r * 0.5); ctx.moveTo(-r, r * 0.5); ctx.quadraticCurveTo(0, -r * 0.1, r, r * 0.5); ctx.stroke(); return ctx.restore();
    case "capital": star(ctx, r * 1.25); break;
    case "objective": star(ctx, r * 1.1); break;
    case "port": case "anchorage": anchor(ctx, r); return ctx.restore();
    case "fortress": ctx.rect(-r, -r, 2 * r, 2 * r); break;
    case "airbase": ctx.moveTo(0, -r); ctx.lineTo(r, r * 0.2); ctx.lineTo(r * 0.25, r * 0.2); ctx.lineTo(0, r); ctx.lineTo(-r * 0.25, r * 0.2); ctx.lineTo(-r, r * 0.2); ctx.closePath(); break;
    case "oil": ctx.moveTo(0, -r); ctx.lineTo(r * 0.7, r); ctx.lineTo(-r * 0.7, r); ctx.closePath(); break;
    case "industry": case "shipyard": ctx.moveTo(-r, r); ctx.lineTo(-r, -r * 0.2); ctx.lineTo(-r * 0.3, r * 0.1); ctx.lineTo(-r * 0.3, -r * 0.2); ctx.lineTo(r * 0.4, r * 0.1); ctx.lineTo(r * 0.4, -r); ctx.lineTo(r, -r); ctx.lineTo(r, r); ctx.closePath(); break;
    case "resource": ctx.moveTo(-r, r * 0.8); ctx.lineTo(-r * 0.4, -r * 0.7); ctx.lineTo(r * 0.4, -r * 0.7); ctx.lineTo(r, r * 0.8); ctx.closePath(); break;
    case "beach": ctx.moveTo(-r, 0); ctx.bezierCurveTo(-r / 2, -r, r / 2, r, r, 0); ctx.stroke(); return ctx.restore();
    default: ctx.arc(0, 0, r * 0.8, 0, Math.PI * 2);
  }
  if (!open) ctx.fill();
  ctx.stroke();
  ctx.restore();
}

/** Dark ink on a darkened map would be lost. */
function lift(colour: string, dark: boolean): string {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1];
  if (!dark || !hex) return colour;
  const n = Number.parseInt(hex, 16);
  const [r, g, b] = [n >> 16, (n >> 8) & 255, n & 255];
  return (r * 3 + g * 6 + b) / 10 < 90 ? `rgb(${255 - Math.round((255 - r) * 0.45)},${255 - Math.round((255 - g) * 0.45)},${255 - Math.round((255 - b) * 0.45)})` : colour;
}

function star(ctx: Canvas2D, r: number): void {
  for (let k = 0; k < 10; k++) {
    const angle = (k * 36 - 90) * (Math.PI / 180), d = k % 2 ? r * 0.42 : r;
    if (k) ctx.lineTo(d * Math.cos(angle), d * Math.sin(angle));
    else ctx.moveTo(d * Math.cos(angle), d * Math.sin(angle));
  }
  ctx.closePath();
}

function anchor(ctx: Canvas2D, r: number): void {
  ctx.moveTo(0, -r); ctx.lineTo(0, r);
  ctx.moveTo(-r * 0.5, -r * 0.4); ctx.lineTo(r * 0.5, -r * 0.4);
  ctx.moveTo(-r, r * 0.2); ctx.quadraticCurveTo(-r * 0.7, r, 0, r); ctx.quadraticCurveTo(r * 0.7, r, r, r * 0.2);
  const ink = ctx.fillStyle;
  ctx.lineWidth = Math.max(2.4, r * 0.7);
  ctx.stroke();
  ctx.strokeStyle = ink;
  ctx.lineWidth = Math.max(1, r * 0.3);
  ctx.stroke();
}

async function picture(href: string): Promise<ImageBitmap> {
  const comma = href.indexOf(",");
  if (!href.startsWith("data:") || comma < 0) throw new Error("a drawing's pictures are inside the drawing");
  const raw = atob(href.slice(comma + 1));
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return createImageBitmap(new Blob([bytes], { type: href.slice(5, href.indexOf(";")) }));
}
