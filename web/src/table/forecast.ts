/** What the last order made of the battle to come: its odds stand on the card while they are those of what is asked. */

import { Cell } from "../dom";
import type { View } from "../wire";
import type { Desk } from "./desk";

/** `busy`: a newer order is still being weighed; `place`: the segment it stands in, once it does. */
export interface Told { words: string; odds: unknown; step: number; busy?: boolean; place?: string }

const LONG = 2; // answers after which odds are no longer those of what is asked

export class Forecast {
  readonly told = new Cell<Told | null>(null);
  private weighings = 0;

  constructor(private desk: Desk) {}

  /** A question is open now: odds of another segment go, those that have been rolled for, and those of long ago. */
  stands(view: View): void {
    const told = this.told.value, place = segment(view);
    if (!told) return;
    if (view.log.some((line) => line.step > told.step && line.dice?.length) || old(told, view.step)) this.told.value = null;
    else if (told.step > view.step) return;
    else if (told.place === undefined) told.place = place;
    else if (told.place !== place) this.told.value = null;
  }

  /** While odds are on their way no older ones stand there as if they were these; whatever comes late for an older order is dropped.
   *  `known`: whether such orders have odds. Gives undefined where nobody could say. */
  async awaited(odds: Promise<unknown>, words: string, step: number, known?: boolean): Promise<unknown> {
    const mine = ++this.weighings, before = this.told.value;
    if (known) this.told.value = { words, odds: null, step, busy: true };
    else if (before) this.told.value = { ...before, step, busy: true, place: undefined }; // it stays until the odds are there, however many answers old it is
    const found = await odds;
    if (mine !== this.weighings) return found;
    const view = this.desk.live.view.value, now = view?.step ?? 0, place = segment(view);
    if (found) this.told.value = old({ step }, now) ? null : { words, odds: found, step, place: now >= step ? place : undefined };
    else if (known) this.told.value = null;
    else if (this.told.value?.busy) this.told.value = !before || old(before, now) || (before.place ?? place) !== place ? null : { ...before, busy: false };
    return found;
  }
}

const old = (told: { step: number }, now: number): boolean => now > told.step + LONG || now < told.step - 1;

/** The segment that is played, whichever of its parts. */
const segment = (view: View | null): string => (view?.place ?? []).map((name) => name.split(": ")[0]).join();
