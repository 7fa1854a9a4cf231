/** The printed charts of a title: combat tables, terrain, costs, weather. The cell of the newest roll is lit. */

import * as api from "../api";
import { fill, h } from "../dom";
import { tryTo } from "../notes";
import { say } from "../said";
import type { ChartPage } from "../wire";
import type { Desk } from "./desk";
import { cellOf, diceColumn } from "./lookup";
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
    const cell = desk.live.view.value?.log.filter((line) => line.cell).at(-1)?.cell;
    fill(body, ...pages.filter((page) => !words || `${page.title} ${page.source.join(" ")} ${page.columns.join(" ")}`.toLowerCase().includes(words)).map((page) => {
      const dice = diceColumn(page) >= 0 || page.columns.includes("12+");
      const lit = cell ? cellOf(page, cell) : null;
      const box = h("details", { open: open.has(page.key) || lit !== null || words !== "" }, h("summary", null, say(page.title), lit ? h("span", { class: "count" }, t("in use")) : null),
        h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": page.title }, h("table", { class: dice ? "printed-table odds-table" : "printed-table" },
          h("thead", null, h("tr", null, ...page.columns.map((name, n) => h("th", { scope: "col", class: n === lit?.[1] ? "now" : "" }, sentence(name))))),
          h("tbody", null, ...page.rows.map((row, k) => h("tr", null, ...row.map((text, n) => {
            const now = k === lit?.[0] && n === lit[1];
            return h(n ? "td" : "th", { class: now ? "now cell" : "", ...(n ? {} : { scope: "row" }), ...(n && page.does[text] ? { title: say(page.does[text]!) } : {}) }, text.replace(/_/g, " "));
          })))))),
        lit && page.does[page.rows[lit[0]]![lit[1]]!] ? h("p", { class: "does" }, h("b", null, page.rows[lit[0]]![lit[1]]!), " ", say(page.does[page.rows[lit[0]]![lit[1]]!]!)) : null,
        ...page.source.map((line) => h("p", { class: "faint small" }, sentence(line))));
      box.addEventListener("toggle", () => { if (box.open) open.add(page.key); else open.delete(page.key); });
      return box;
    }));
  };
  field.addEventListener("input", draw);
  desk.live.view.watch(() => { if (element.isConnected && pages.length) draw(); }, false);
  return { element, show: () => { if (pages.length) draw(); else void tryTo(api.charts(desk.title.code)).then((found) => { if (found) { pages = found; draw(); } }); } };
}
