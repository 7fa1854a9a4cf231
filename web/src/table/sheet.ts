/** Purchases as a sheet: what there is to spend, prices, what was ordered with plus and minus, and what is on order already. */

import { button, h } from "../dom";
import type { Label, Question } from "../wire";
import type { Desk } from "./desk";
import { byItem, type Group, groups, lot, search } from "./options";
import { panelView } from "./panes";
import { t } from "../words";

/** `apart`: answers that stand elsewhere, such as the one that ends it. */
export function sheet(desk: Desk, question: Question, apart: Set<Label>, words: string, opened: Set<string>, option: (label: Label) => HTMLElement): HTMLElement {
  const purse = question.purse!;
  const loose = question.options.filter((label) => !apart.has(label));
  const spent = desk.purchases.basket.value.reduce((sum, one) => sum + one.price, 0);
  const bought = (item: string): number => desk.purchases.basket.value.filter((one) => one.item === item).reduce((n, one) => n + one.lot, 0);
  const gone = [...new Map(desk.purchases.basket.value.filter((one) => !loose.some((label) => label.item === one.item)).map((one) => [one.item, one])).values()];
  const made = groups(search(loose, words));
  const stepper = (item: string, more: Label | null, name: string): HTMLElement => h("span", { class: "stepper" },
    button("−", () => void desk.purchases.unbuy(item), { disabled: !bought(item), "aria-label": t("One {0} less", name), data: { less: item } }),
    h("output", null, String(bought(item) || "")),
    button("+", () => { if (more) void desk.propose(more); }, { disabled: !more, "aria-label": t("One more {0}", name), data: { more: item } }));
  const line = (labels: Label[]): HTMLElement => {
    const first = labels[0]!;
    if (!first.item) return h("tr", null, h("td", { colspan: "3" }, option(first)));
    const one = labels.find((label) => lot(label) === 1) ?? first;
    const told = (one.hint ?? "").split("; "), price = told[0]!.startsWith(`${one.price} ${purse.unit}`) ? told.shift()! : `${one.price} ${purse.unit}`, rest = told.filter(Boolean);
    const name = one.words.replace(/^1 /, "").replace(new RegExp(` (\\(${one.price}\\)|for ${one.price})$|: ${one.price}$`), "");
    return h("tr", { data: { item: first.item } }, h("td", null, name, rest.length ? h("small", null, rest.join("; ")) : null), h("td", { class: "number" }, one.price ? price : "", one.rolls ? h("span", { class: "rolls", title: t("Dice are rolled at once"), "aria-label": t("dice are rolled") }, " ⚄") : null),
      h("td", { class: "number" }, stepper(first.item, one, name)));
  };
  const likely = (made.find(({ labels }) => labels.some((label) => lot(label) > 1)) ?? made.find(({ labels }) => labels.some((label) => label.price)))?.name;
  const group = ({ name, labels }: Group): HTMLElement => {
    const items = byItem(labels);
    const held = items.reduce((n, [first]) => n + (first!.item ? bought(first!.item) : 0), 0);
    const box = h("details", { open: opened.has(name) || words !== "" || held > 0 || (name === likely && !opened.size) }, h("summary", null, name, h("span", { class: "count" }, held ? t("{0} ordered", held) : String(items.length))),
      h("table", { class: "sheet" }, h("tbody", null, ...items.map(line))));
    box.addEventListener("toggle", () => { if (box.open) opened.add(name); else opened.delete(name); });
    return box;
  };
  const orders = desk.shown.value?.picture.panels?.find((panel) => panel.key === "orders");
  const nation = orders?.rows?.find((row) => question.prompt.startsWith(String(row[0])))?.[0];
  const due = orders && nation ? { ...orders, title: t("On order"), rows: orders.rows!.filter((row) => row[0] === nation).map((row) => row.slice(1)), columns: orders.columns?.slice(1), about: [] } : null;
  return h("div", { class: "purchases" },
    h("p", { class: "purse", role: "status" }, h("span", null, h("strong", null, `${purse.have} ${purse.unit}`), " ", t("in hand"), purse.whose ? h("small", null, ` (${purse.whose})`) : null), spent ? h("span", null, t("{0} spent of {1}", spent, purse.have + spent)) : null),
    ...gone.map((one) => h("p", { class: "row" }, h("span", { class: "grow" }, one.words), stepper(one.item, null, one.words))),
    ...made.map(group),
    due?.rows.length ? panelView(due, () => undefined) : null);
}
