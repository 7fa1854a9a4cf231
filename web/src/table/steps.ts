/** Step by step: how far a player has followed a game, and an answer sent again until it has arrived. */

import { Refusal } from "../api";
import type { Cell } from "../dom";
import type { View } from "../wire";

/** The turn of a view: its place without the segment. */
export const turnOf = (view: View): string => view.place.slice(0, -1).join(", ");

export function followed(game: string): { step: number; turn: string } | null {
  try {
    const [step, turn] = JSON.parse(localStorage.getItem(`grognard.followed.${game}`) ?? "[]") as [number?, string?];
    return typeof step === "number" && typeof turn === "string" ? { step, turn } : null;
  } catch { return null; }
}

export function follows(game: string, known: { step: number; turn: string }): void {
  try {
    localStorage.setItem(`grognard.followed.${game}`, JSON.stringify([known.step, known.turn]));
  } catch { /* a page that may keep nothing still plays */ }
}

export const pause = (ms: number) => new Promise<void>((go) => setTimeout(go, ms));

/** When the answer that is under way has arrived. */
export function idle(busy: Cell<boolean>): Promise<void> {
  return new Promise((go) => {
    const stop = busy.watch((now) => { if (!now) queueMicrotask(() => { stop(); go(); }); });
  });
}

/** When the game has come as far as a step, or gone back as far. */
export function stepReached(views: Cell<View | null>, step: number, back = false): Promise<void> {
  return new Promise((done) => {
    const stop = views.watch((view) => {
      if (view && (back ? view.step <= step : view.step >= step)) { queueMicrotask(() => stop()); done(); }
    });
  });
}

/** Try again while the server cannot be reached; the key makes sure that nothing happens twice. */
export async function insist<T>(deed: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await deed();
    } catch (error) {
      if (!(error instanceof Refusal) || (error.status !== 0 && error.status < 502) || attempt >= 6) throw error;
      await pause(300 * 2 ** attempt);
    }
  }
}

export function token(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}
