/** What a player sets once for all games, kept in the browser. */

import { contrast, inkOn, READABLE } from "./ink";
import { Cell, kept } from "./dom";
import type { Side } from "./wire";

export const theme = kept<"auto" | "light" | "dark">("theme", "auto");
export const safeColours = kept("safeColours", false);
export const counterWish = kept("counterSize", 38);
export const withMap = kept("countersWithMap", true);
export const layers = kept<Record<string, boolean>>("layers", { terrain: true, borders: true, control: true, rails: true, symbols: true, names: true, hexes: true });
/** what one step of a replay is */
export const replayBy = kept<"answer" | "phase" | "battle" | "turn">("replayBy", "answer");
export const speed = kept("replaySpeed", 2);
export const confirmAll = kept("confirmAll", false);
/** the end of a turn is an answer of its own: agents wait for it */
export const endTurns = kept("endTurns", true);
/** say it before dice fall that the answer did not announce */
export const sayDice = kept("sayDice", true);
export const diceSpeed = kept<"slow" | "normal" | "fast" | "off">("diceSpeed", "normal");
/** events a recap shows in three seconds; 0: the player goes on by hand */
export const recapSpeed = kept("recapSpeed", 0);
export const sideWidth = kept("sideWidth", 0);
/** the board is covered between players of a hot seat: by itself where a title hides something */
export const curtain = kept<"auto" | "on" | "off">("veil", "auto");
export const tourSeen = kept("tourSeen", false);
export const minimapShown = kept("minimap", true);
export const dark = new Cell(false);

const prefers = matchMedia("(prefers-color-scheme: dark)");
function applyTheme(): void {
  dark.value = theme.value === "dark" || (theme.value === "auto" && prefers.matches);
  document.documentElement.dataset.theme = dark.value ? "dark" : "light";
}
theme.watch(applyTheme);
prefers.addEventListener("change", applyTheme);

/** Colours that people with any of the usual colour deficiencies tell apart (Okabe and Ito first), strongest contrasts first. */
const SAFE = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5c5c5c", "#f0e442", "#882255", "#117733", "#332288", "#aa4499", "#8c6d1f", "#004d5a", "#b2df8a", "#7f2704"];
const PLAIN = "#a9a59b";
const SHARED = 3;

export interface Tone { colour: string; ink: string }

/** Each power has a colour of its own. In the safe colours the sides that share one in the title (its minor countries) share a
 *  plain one, so that the great powers differ; whoever comes too late for a colour is plain too, and told by hatching. */
export function tonesFor(sides: Side[], safe: boolean): Map<string, Tone> {
  const shared = new Map<string, number>();
  for (const side of sides) shared.set(side.colour, (shared.get(side.colour) ?? 0) + 1);
  let next = 0;
  return new Map(sides.map((side) => {
    const minor = (shared.get(side.colour) ?? 0) >= SHARED;
    const colour = !safe ? side.colour : minor ? PLAIN : SAFE[next++] ?? PLAIN;
    return [side.key, { colour, ink: !safe && side.ink && contrast(side.ink, colour) >= READABLE ? side.ink : inkOn(colour) }];
  }));
}

/** A side the title gives no colour: a quiet one of its own, always the same for the same key. */
const OTHERS = ["#5d6d7e", "#7b5e57", "#5f7355", "#8a6d3b", "#6b5b7b", "#3f6f75", "#8c5a5a", "#54688a", "#75703f", "#4f5b52", "#86607a", "#486a8c"];
export function otherTone(key: string): Tone {
  const palette = safeColours.value ? SAFE : OTHERS;
  const colour = palette[otherNumber(key) % palette.length]!;
  return { colour, ink: inkOn(colour) };
}

export function otherNumber(key: string): number {
  let sum = 0;
  for (const c of key) sum = (sum * 31 + c.charCodeAt(0)) >>> 0;
  return sum;
}
