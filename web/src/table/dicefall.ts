/** With which of the plain answers dice really fall: asked of the server once a question stands. Until it is known, and of the
 *  answers it does not try, the mark of the title holds. */

import { Cell } from "../dom";
import type { Label, Question } from "../wire";
import type { Desk } from "./desk";

const REST = 90; // ms that a question stands before it is asked: who answers quickly is not kept company
const PATIENCE = 400; // ms that an answer waits for it
const FEW = 4;

export class DiceFall {
  readonly known = new Cell<ReadonlyMap<string, boolean>>(new Map());
  private timer = 0;
  private mark = "";
  private seat = "";
  private asked: Promise<void> | null = null;
  private told = false; // the server has said what it knows

  constructor(private desk: Desk) {}

  /** A question is open now, known by `mark`. */
  stands(question: Question | null, mark: string): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.asked = null;
    this.told = false;
    this.mark = mark;
    if (this.known.value.size) this.known.value = new Map();
    if (!question || question.kind === "secret" || !(question.options.length <= FEW || question.options.some((label) => !label.pieces?.length && !label.spaces?.length))) return;
    this.seat = question.seat;
    this.timer = window.setTimeout(() => void this.ask(), REST);
  }

  /** Whether the title gave an answer its mark, and it is not known yet if dice really fall. */
  unsure(label: Label): boolean { return Boolean(label.rolls) && !this.known.value.has(label.text) && this.timer !== 0 && !this.told; }

  /** Wait until it is known of such an answer; who is slow is not waited for. */
  async sure(label: Label): Promise<void> {
    if (!this.unsure(label)) return;
    await Promise.race([this.ask(), new Promise((done) => window.setTimeout(done, PATIENCE))]);
  }

  /** A pointer comes near an answer: it is asked now. */
  hurry(label: Label): void { if (this.unsure(label)) void this.ask(); }

  /** Dice fall with this answer: the server has held it back for that. */
  tell(text: string): void { this.known.value = new Map(this.known.value).set(text, true); }

  /** Whether dice fall with an answer, as far as is known. */
  rolls(label: Label): boolean { return this.known.value.get(label.text) ?? label.rolls ?? false; }

  /** Whether an answer is to be confirmed because it cannot be taken back: not where nothing falls with it. */
  final(label: Label): boolean { return Boolean(label.final) && this.known.value.get(label.text) !== false; }

  private ask(): Promise<void> {
    clearTimeout(this.timer);
    return this.asked ??= this.found(this.seat, this.mark);
  }

  private async found(seat: string, mark: string): Promise<void> {
    if (this.desk.busy.value || !this.desk.seats.includes(seat)) return;
    const step = this.desk.live.view.value?.step ?? 0;
    const told = await this.desk.game.falls(seat, step).catch(() => null);
    if (mark === this.mark) this.told = true;
    if (told && mark === this.mark && told.step === step) this.known.value = new Map([...Object.entries(told.falls), ...this.known.value]);
  }
}
