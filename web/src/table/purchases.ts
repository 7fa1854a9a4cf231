/** What was bought at this desk, one after the other: an answer each, of which one less can be had again. */

import { Cell } from "../dom";
import { toast } from "../notes";
import type { Label, Question, View } from "../wire";
import type { Desk } from "./desk";
import { type Bought, lot } from "./options";
import { t } from "../words";

export class Purchases {
  readonly basket = new Cell<Bought[]>([]);
  private mark = "";

  constructor(private desk: Desk) {}

  /** A question is open now: the basket is kept while the same purse is asked about. */
  stands(view: View, asked: Question | null): void {
    const { basket, mark } = this;
    const shop = asked?.purse ? `${asked.seat}|${view.place.join()}|${asked.prompt.replace(/\d+/g, "")}` : mark && view.place.join() === mark.split("|")[1] ? mark : "";
    if (shop !== mark || basket.value.some((one) => one.before >= view.step)) basket.value = shop === mark ? basket.value.filter((one) => one.before < view.step) : [];
    const held = basket.value.at(-1);
    if (held && !held.after && asked?.purse) basket.value = [...basket.value.slice(0, -1), { ...held, after: view.step }]; // what was asked about it is answered
    this.mark = shop;
  }

  /** An answer that had a price was taken at step `before`. */
  bought(label: Label, before: number): void {
    const after = this.desk.question.value?.purse ? this.desk.live.view.value?.step ?? 0 : 0;
    this.basket.value = [...this.basket.value, { text: label.text, item: label.item || label.text, lot: lot(label), words: label.words, price: label.price!, before, after }];
  }

  /** One less of something bought: back to before it, and the later purchases again. */
  async unbuy(what: string): Promise<void> {
    const { desk } = this;
    const bought = this.basket.value, at = bought.map((one) => one.item).lastIndexOf(what);
    const one = bought[at], top = desk.live.view.value?.step ?? 0;
    if (!one || desk.busy.value) return;
    const later = bought.slice(at + 1), last = bought.at(-1)!;
    const plain = later.every((next, n) => next.before === (later[n - 1] ?? one).after && next.after === next.before + 1); // each was one answer, which can be given again
    if (last.after !== top || !plain) return toast(t("Something else was decided since."), t("Undo goes back one answer at a time."));
    if (desk.live.view.value?.log.some((line) => line.step > one.before && line.dice?.length)) return toast(t("Dice have been rolled since."), t("Undo takes them back."));
    await desk.takeBack(one.before);
    const again = [...(one.lot > 1 ? [`${one.text.replace(/ \d+$/, "")} ${one.lot - 1}`] : []), ...later.map((next) => next.text)];
    for (const text of again) {
      const label = desk.question.value?.options.find((option) => option.text === text);
      if (label) await desk.answer(label);
    }
  }
}
