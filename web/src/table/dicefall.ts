/** With which of the plain answers dice really fall: asked of the server once a question stands. Until it is known, and of the
 *  answers it does not try, the mark of the title holds. */

import { Cell } from "../dom";
import type { Label, Question } from "../wire";
import type { Desk } from "./desk";

const REST = 90; // ms that a question stands before it is asked: who answers quickly is not kept company
const FEW = 4;

export class DiceFall {
  readonly known = new Cell<ReadonlyMap<string, boolean>>(new Map());
  private timer = 0;
  private mark = "";

  constructor(private desk: Desk) {}

  /** A question is open now, known by `mark`. */
  stands(question: Question | null, mark: string): void {
    clearTimeout(this.timer);
    this.mark = mark;
    if (this.known.value.size) this.known.value = new Map();
    if (!question || question.kind === "secret" || !(question.options.length <= FEW || question.options.some((label) => !label.pieces?.length && !label.spaces?.length))) return;
    this.timer = window.setTimeout(() => void this.ask(question.seat, mark), REST);
  }

  /** Whether dice fall with an answer, as far as is known. */
  rolls(label: Label): boolean { return this.known.value.get(label.text) ?? label.rolls ?? false; }

  /** Whether an answer is to be confirmed because it cannot be taken back: not where nothing falls with it. */
  final(label: Label): boolean { return Boolean(label.final) && this.known.value.get(label.text) !== false; }

  private async ask(seat: string, mark: string): Promise<void> {
    if (this.desk.busy.value || !this.desk.seats.includes(seat)) return;
    const step = this.desk.live.view.value?.step ?? 0;
    const told = await this.desk.game.falls(seat, step).catch(() => null);
    if (told && mark === this.mark && told.step === step) this.known.value = new Map(Object.entries(told.falls));
  }
}
