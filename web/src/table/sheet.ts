/** Purchases as a sheet: what there is to spend, prices, what was ordered with plus and minus, and what is on order already. */

import { button, h } from "../dom";
import type { Label, Question } from "../wire";
import type { Desk } from "./desk";
import { type Group, groups, type Row, rows, search } from "./options";
import { panelView } from "./panes";
import { t } from "../words";

/** The order without its number: `buy infantry`. */
export const item = (text: string): string => text.replace(/ \d+$/, "");
const number = (text: string): number => Number(/ (\d+)$/.exec(text)?.[1] ?? 1);

export function sheet(desk: Desk, question: Question, words: string, opened: Set<string>, option: (label: Label) => HTMLElement): HTMLElement {
  const purse = question.purse!;
  const loose = question.options.filter((label) => label.text.includes(" "));
  const spent = desk.basket.value.reduce((sum, one) => sum + one.price, 0);
  const bought = (text: string): number => desk.basket.value.filter((one) => item(one.text) === item(text)).reduce((n, one) => n + number(one.text), 0);
  const gone = [...new Map(desk.basket.value.filter((one) => !loose.some((label) => item(label.text) === item(one.text))).map((one) => [item(one.text), one])).values()];
  const made = groups(search(loose, words));
  const stepper = (text: string, more: Label | null, name: string): HTMLElement => h("span", { class: "stepper" },
    button("−", () => void desk.unbuy(item(text)), { disabled: !bought(text), "aria-label": t("One {0} less", name), data: { less: item(text) } }),
    h("output", null, String(bought(text) || "")),
    button("+", () => { if (more) void desk.propose(more); }, { disabled: !more, "aria-label": t("One more {0}", name), data: { more: item(text) } }));
  const line = (row: Row): HTMLElement => {
    const first = row.labels[0]!;
    const [price, ...rest] = (row.hint || first.hint || "").split("; ");
    const name = row.counts.length ? row.words : first.words;
    const one = row.labels.find((_, n) => row.counts[n] === 1) ?? first;
    if (!row.counts.length && !first.price) return h("tr", null, h("td", { colspan: "3" }, option(first)));
    return h("tr", { data: { item: item(first.text) } }, h("td", null, name.replace(/^1 /, ""), rest.length ? h("small", null, rest.join("; ")) : null), h("td", { class: "number" }, price ?? ""), h("td", { class: "number" }, stepper(first.text, one, name)));
  };
  const likely = made.find(({ labels }) => labels.some((label) => label.price && / \d+$/.test(label.text)))?.name;
  const group = ({ name, labels }: Group): HTMLElement => {
    const held = labels.reduce((n, label) => n + (number(label.text) === 1 ? bought(label.text) : 0), 0);
    const box = h("details", { open: opened.has(name) || words !== "" || held > 0 || (name === likely && !opened.size) }, h("summary", null, name, h("span", { class: "count" }, held ? t("{0} ordered", held) : String(rows(labels).length))),
      h("table", { class: "sheet" }, h("tbody", null, ...rows(labels).map(line))));
    box.addEventListener("toggle", () => { if (box.open) opened.add(name); else opened.delete(name); });
    return box;
  };
  const orders = desk.shown.value?.picture.panels?.find((panel) => panel.key === "orders");
  const nation = orders?.rows?.find((row) => question.prompt.startsWith(String(row[0])))?.[0];
  const due = orders && nation ? { ...orders, title: t("On order"), rows: orders.rows!.filter((row) => row[0] === nation).map((row) => row.slice(1)), columns: orders.columns?.slice(1), about: [] } : null;
  return h("div", { class: "purchases" },
    h("p", { class: "purse", role: "status" }, h("span", null, h("strong", null, `${purse.have} ${purse.unit}`), " ", t("in hand")), spent ? h("span", null, t("{0} spent of {1}", spent, purse.have + spent)) : null),
    ...gone.map((one) => h("p", { class: "row" }, h("span", { class: "grow" }, one.words), stepper(one.text, null, one.words))),
    ...made.map(group),
    due?.rows.length ? panelView(due, () => undefined) : null);
}
