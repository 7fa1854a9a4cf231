/** The printed charts of a title: combat tables, terrain, costs, weather. The cell of the newest roll is lit. */

import * as api from "../api";
import { fill, h } from "../dom";
import { tryTo } from "../notes";
import { say } from "../said";
import type { ChartPage } from "../wire";
import type { Desk } from "./desk";
import { inRow } from "./lookup";
import { sentence } from "./options";
import { t } from "../words";

export function printedPane(desk: Desk): { element: HTMLElement; show(): void } {
  const field = h("input", { type: "search", placeholder: t("Find a chart"), "aria-label": t("Find a chart") });
  const body = h("div");
  const element = h("div", { class: "pane printed" }, field, body);
  const open = new Set<string>();
  let pages: ChartPage[] = [];
  const draw = () => {
    const words = field.value.toLowerCase();
    const cell = desk.live.view.value?.log.filter((line) => line.dice?.length).at(-1)?.cell;
    fill(body, ...pages.filter((page) => !words || `${page.title} ${page.source.join(" ")} ${page.columns.join(" ")}`.toLowerCase().includes(words)).map((page) => {
      const first = page.columns[0] === "roll";
      const col = cell && first ? page.columns.indexOf(cell[0]) : -1;
      const numbers = page.rows.map((row) => row[0] ?? "");
      const plain = numbers.map(Number).filter((n) => !Number.isNaN(n));
      const roll = cell && plain.length ? Math.max(Math.min(...plain), Math.min(Math.max(...plain), cell[1])) : cell?.[1] ?? 0;
      const box = h("details", { open: open.has(page.key) || col > 0 || words !== "" }, h("summary", null, say(page.title), col > 0 ? h("span", { class: "count" }, t("in use")) : null),
        h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": page.title }, h("table", { class: first ? "printed-table odds-table" : "printed-table" },
          h("thead", null, h("tr", null, ...page.columns.map((name, n) => h("th", { scope: "col", class: n === col ? "now" : "" }, sentence(name))))),
          h("tbody", null, ...page.rows.map((row) => h("tr", null, ...row.map((text, n) => {
            const now = n === col && inRow(row[0] ?? "", roll);
            return h(n ? "td" : "th", { class: now ? "now cell" : "", ...(n ? {} : { scope: "row" }) }, text.replace(/_/g, " "));
          })))))),
        ...page.source.map((line) => h("p", { class: "faint small" }, sentence(line))));
      box.addEventListener("toggle", () => { if (box.open) open.add(page.key); else open.delete(page.key); });
      return box;
    }));
  };
  field.addEventListener("input", draw);
  desk.live.view.watch(() => { if (element.isConnected && pages.length) draw(); }, false);
  return { element, show: () => { if (pages.length) draw(); else void tryTo(api.charts(desk.title.code)).then((found) => { if (found) { pages = found; draw(); } }); } };
}
