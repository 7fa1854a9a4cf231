/** Looking back: a desk's earlier positions, fetched one after the other, and played on at the chosen speed. */

import type { Game } from "../api";
import type { Cell } from "../dom";
import type { Live } from "../live";
import { tryTo } from "../notes";
import { spoken } from "../said";
import { speed } from "../settings";
import type { View } from "../wire";
import { pause } from "./steps";

/** What looking back needs of the table: where it looks, whether it plays on, and what is shown. */
interface Shown { readonly game: Game; readonly live: Live; readonly shown: Cell<View | null>; readonly at: Cell<number | null>; readonly playing: Cell<boolean> }

export class Replay {
  private cache = new Map<number, Promise<View>>();
  private looking: Promise<void> | null = null;
  private run = 0;

  constructor(private readonly table: Shown) {
    table.playing.watch((on) => { if (on) void this.play(); }, false);
  }

  /** The game has gone on, or back: nothing fetched before it counts. */
  forget(): void { this.cache.clear(); }

  private view(at: number): Promise<View> {
    let found = this.cache.get(at);
    if (!found) {
      found = this.table.game.view(at, this.table.live.view.value?.seat ?? undefined).then(({ view }) => spoken(view));
      found.catch(() => this.cache.delete(at));
      this.cache.set(at, found);
      if (this.cache.size > 60) this.cache.delete(this.cache.keys().next().value!);
    }
    return found;
  }

  /** Show the position that is asked for, when it has come. */
  async show(): Promise<void> {
    await (this.looking ??= this.look().finally(() => { this.looking = null; }));
  }

  /** Positions are fetched one after the other, however fast they are asked for: the newest that was is the next. */
  private async look(): Promise<void> {
    for (let at = this.table.at.value; at !== null; at = this.table.at.value) {
      const view = await tryTo(this.view(at));
      if (view && this.table.at.value !== null) this.table.shown.value = view;
      if (!view) this.table.playing.value = false;
      if (!view || this.table.at.value === at) break;
    }
  }

  go(at: number): void {
    const top = this.table.live.view.value?.step ?? 0;
    this.table.at.value = Math.max(0, Math.min(top, Math.round(at)));
  }

  /** Play on at the chosen speed. Where that is faster than positions come, some are passed over. */
  private async play(): Promise<void> {
    const run = ++this.run;
    let last = performance.now();
    while (this.table.playing.value && run === this.run) {
      const top = this.table.live.view.value?.step ?? 0, at = this.table.at.value ?? -1;
      if (at >= top) {
        this.table.playing.value = false;
        return;
      }
      await pause(Math.max(0, last + 1000 / speed.value - performance.now()));
      const steps = Math.max(1, Math.floor(((performance.now() - last) * speed.value) / 1000));
      if (!this.table.playing.value || run !== this.run) return;
      last = performance.now();
      this.go(at + steps);
      if (steps === 1 && at + 2 <= top) void this.view(at + 2).catch(() => undefined);
      await this.looking;
    }
  }
}
