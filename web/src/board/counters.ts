/** Counters as pictures: drawn once for each look and size, then only copied. */

import type { Marker, Piece } from "../wire";
import { rgb } from "../ink";
import { glyph, initials } from "./glyphs";

export interface Tone { colour: string; ink: string }
export type Tones = (side: string) => Tone;

const sprites = new Map<string, HTMLCanvasElement>();
let symbols: typeof import("./symbols") | null = null;
let asked = false;
const waiting = new Set<() => void>();

/** NATO symbols weigh more than the rest of the client: they are loaded when the first counter wants one. */
export function wantSymbols(ready: () => void): void {
  waiting.add(ready);
  if (asked) return;
  asked = true;
  void import("./symbols").then((module) => {
    symbols = module;
    sprites.clear();
    for (const call of waiting) call();
  }).catch(() => undefined);
}

export function forgetSprites(): void { sprites.clear(); }

const SPENT = new Set(["moved", "spent", "done", "exhausted", "inactive", "tired", "flipped", "disorganised", "disorganized", "face_down"]);
const SIGNS: [RegExp, string, string][] = [
  [/damag|crippl|sunk/, "#d55e00", "!"], [/out_of_supply|unsupplied|oos/, "#d55e00", "S"], [/isolat|encircl/, "#d55e00", "I"],
  [/disrupt|shaken|suppress/, "#e69f00", "D"], [/fort|entrench|dug/, "#0072b2", "F"], [/patrol/, "#009e73", "P"], [/loaded|aboard|cargo/, "#56b4e9", "L"],
  [/hidden|secret/, "#555b66", "?"], [/reduced|depleted/, "#cc79a7", "½"],
];

export function sprite(piece: Piece, size: number, ratio: number, tones: Tones): HTMLCanvasElement {
  const tone = tones(piece.side);
  const key = [piece.glyph, piece.sidc, piece.kind, piece.glyph || piece.sidc ? "" : piece.name, piece.numbers?.join(), piece.state?.join(), piece.count ?? 1, tone.colour, tone.ink, size, ratio].join("|");
  let made = sprites.get(key);
  if (!made) {
    if (sprites.size > 4000) sprites.clear();
    sprites.set(key, (made = draw(piece, size, ratio, tone)));
  }
  return made;
}

function draw(piece: Piece, size: number, ratio: number, tone: Tone): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const px = Math.round(size * ratio);
  canvas.width = canvas.height = px;
  const c = canvas.getContext("2d")!;
  const spent = piece.state?.some((s) => SPENT.has(s)) ?? false;
  const r = px * 0.09;
  c.beginPath();
  c.roundRect(0.5, 0.5, px - 1, px - 1, r);
  c.fillStyle = tone.colour;
  c.fill();
  c.lineWidth = Math.max(1, ratio);
  c.strokeStyle = shade(tone.colour, -0.45);
  c.stroke();
  c.beginPath();
  c.moveTo(r, c.lineWidth * 1.5);
  c.lineTo(px - r, c.lineWidth * 1.5);
  c.strokeStyle = "rgba(255,255,255,.35)";
  c.stroke();
  if (px < 13 * ratio) return canvas;
  const numbers = px >= 20 * ratio ? (piece.numbers ?? []) : [];
  body(c, piece, px, tone, numbers.length > 0);
  if (numbers.length) figures(c, numbers, px, tone);
  if (spent) {
    c.globalCompositeOperation = "source-atop";
    c.fillStyle = "rgba(120,120,120,.5)";
    c.fillRect(0, 0, px, px);
    c.globalCompositeOperation = "source-over";
  }
  signs(c, piece, px);
  if ((piece.count ?? 1) > 1) badge(c, `${piece.count}`, px);
  return canvas;
}

function body(c: CanvasRenderingContext2D, piece: Piece, px: number, tone: Tone, low: boolean): void {
  const cy = low ? px * 0.385 : px * 0.5;
  const reach = px * (low ? 0.36 : 0.4);
  if (piece.sidc && symbols) {
    const made = symbols.symbol(piece.sidc, reach * 1.7, tone.ink, tone.colour);
    if (made) {
      const k = Math.min((reach * 2.2) / made.width, (reach * (low ? 1.62 : 1.9)) / made.height);
      c.drawImage(made, px / 2 - (made.width * k) / 2, cy - (made.height * k) / 2, made.width * k, made.height * k);
      return;
    }
  }
  const drawing = glyph(piece.glyph || piece.kind || (piece.sidc ? "infantry" : ""));
  c.save();
  c.fillStyle = c.strokeStyle = tone.ink;
  if (drawing) {
    c.translate(px / 2, cy);
    c.scale(reach, reach);
    c.lineWidth = 0.11;
    c.lineJoin = "round";
    drawing(c);
  } else {
    const words = initials(piece.name || piece.kind || "?");
    c.font = `700 ${Math.round(reach * (words.length > 2 ? 0.8 : 1.05))}px ${COUNTER_FONT}`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(words, px / 2, cy + px * 0.02, px * 0.9);
  }
  c.restore();
}

export const COUNTER_FONT = '"Avenir Next Condensed", "Roboto Condensed", "Arial Narrow", "Liberation Sans Narrow", "Helvetica Neue", Arial, sans-serif';

function figures(c: CanvasRenderingContext2D, numbers: string[], px: number, tone: Tone): void {
  c.fillStyle = tone.ink;
  c.font = `700 ${Math.round(px * 0.28)}px ${COUNTER_FONT}`;
  c.textBaseline = "alphabetic";
  const n = numbers.length;
  numbers.slice(0, 4).forEach((text, k) => {
    const at = n === 1 ? 0.5 : 0.1 + (0.8 * k) / (Math.min(n, 4) - 1);
    c.textAlign = n === 1 ? "center" : k === 0 ? "left" : k === Math.min(n, 4) - 1 ? "right" : "center";
    c.fillText(text, px * at, px * 0.92, px * 0.8);
  });
}

function signs(c: CanvasRenderingContext2D, piece: Piece, px: number): void {
  let x = px * 0.15;
  for (const state of piece.state ?? []) {
    const sign = SIGNS.find(([pattern]) => pattern.test(state));
    if (!sign) continue;
    const r = px * 0.14;
    c.beginPath();
    c.arc(x, px * 0.15, r, 0, Math.PI * 2);
    c.fillStyle = sign[1];
    c.fill();
    c.lineWidth = px * 0.03;
    c.strokeStyle = "#fff";
    c.stroke();
    c.fillStyle = "#fff";
    c.font = `700 ${Math.round(r * 1.5)}px ${COUNTER_FONT}`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(sign[2], x, px * 0.16);
    x += r * 2.1;
  }
}

function badge(c: CanvasRenderingContext2D, text: string, px: number): void {
  c.font = `700 ${Math.round(px * 0.27)}px ${COUNTER_FONT}`;
  const w = Math.max(px * 0.32, c.measureText(text).width + px * 0.14);
  c.beginPath();
  c.roundRect(px - w, 0, w, px * 0.32, px * 0.08);
  c.fillStyle = "#14181d";
  c.fill();
  c.fillStyle = "#fff";
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText(text, px - w / 2, px * 0.175);
}

export function markerSprite(marker: Marker, size: number, ratio: number, tones: Tones): HTMLCanvasElement {
  const tone = marker.side ? tones(marker.side) : { colour: "#4a4438", ink: "#fbf6e6" };
  const key = ["marker", marker.kind, marker.text, tone.colour, size, ratio].join("|");
  let made = sprites.get(key);
  if (made) return made;
  made = document.createElement("canvas");
  const px = Math.round(size * ratio);
  const c = made.getContext("2d")!;
  c.font = `700 ${Math.round(px * 0.7)}px ${COUNTER_FONT}`;
  const wide = marker.text ? c.measureText(marker.text).width + px * 0.25 : 0;
  made.width = Math.ceil(px + wide);
  made.height = px;
  c.beginPath();
  c.roundRect(0.5, 0.5, made.width - 1, px - 1, px * 0.25);
  c.fillStyle = tone.colour;
  c.fill();
  c.lineWidth = Math.max(1, ratio * 0.7);
  c.strokeStyle = "rgba(255,252,240,.8)";
  c.stroke();
  c.save();
  c.fillStyle = c.strokeStyle = tone.ink;
  const drawing = glyph(marker.kind);
  c.translate(px / 2, px / 2);
  if (drawing) {
    c.scale(px * 0.34, px * 0.34);
    c.lineWidth = 0.16;
    drawing(c);
  } else {
    c.font = `700 ${Math.round(px * 0.62)}px ${COUNTER_FONT}`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(initials(marker.kind), 0, px * 0.04, px * 0.9);
  }
  c.restore();
  if (marker.text) {
    c.fillStyle = tone.ink;
    c.font = `700 ${Math.round(px * 0.7)}px ${COUNTER_FONT}`;
    c.textAlign = "left";
    c.textBaseline = "middle";
    c.fillText(marker.text, px, px * 0.54);
  }
  sprites.set(key, made);
  return made;
}

export function shade(colour: string, by: number): string {
  const [r, g, b] = rgb(colour);
  const f = (v: number) => Math.round(by < 0 ? v * (1 + by) : v + (255 - v) * by);
  return `rgb(${f(r)},${f(g)},${f(b)})`;
}
