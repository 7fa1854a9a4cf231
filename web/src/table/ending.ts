/** The end of a game: what it was won by, how it went, whom the dice favoured, and what can be done now. */

import { button, fill, h, kept } from "../dom";
import { dialog, sure, tryTo } from "../notes";
import type { EndingInfo } from "../wire";
import { t } from "../words";
import { charts } from "./chart";
import type { Desk } from "./desk";
import { check } from "./dicecheck";
import type { Tone } from "./panes";

/** The commitments this browser has seen of a game while it was played. */
export function promises(game: string): { value: string[] } { return kept<string[]>(`sealed.${game}`, []); }

export function openEnding(desk: Desk, tone: Tone, spaceName: (id: string) => string): void {
  const body = h("div", { class: "ending-page" }, h("p", { class: "faint", role: "status" }, t("end.looking")));
  void dialog(t("end.title"), (close) => {
    void tryTo(desk.game.ending()).then((told) => fill(body, ...(told ? story(desk, told, tone, spaceName, close) : [h("p", null, t("end.cannot"))])));
    return [body];
  }, true);
}

function story(desk: Desk, told: EndingInfo, tone: Tone, spaceName: (id: string) => string, close: () => void): HTMLElement[] {
  const { outcome } = desk.live.view.value!;
  const winners = (outcome?.winners ?? []).map((side) => desk.sideName(side));
  const swatch = (side: string) => h("span", { class: "swatch", style: { background: tone(side).colour } });
  const jump = (step: number) => { close(); desk.go(step); };
  const drawn = charts(told.series.filter((one) => !one.key.startsWith("track:")), (side) => tone(side).colour, (side) => desk.sideName(side), jump);
  return [
    h("section", { class: "won" }, h("h3", null, winners.length ? t("end.won", winners.join(t("end.and"))) : t("end.draw")), h("p", null, outcome?.reason ?? "", outcome?.rule ? h("span", { class: "rule" }, outcome.rule) : null),
      h("ul", { class: "final" }, ...Object.entries(outcome?.scores ?? {}).map(([side, score]) => h("li", null, swatch(side), desk.sideName(side), h("strong", null, String(score))))), now(desk)),
    told.points.length ? points(desk, told, swatch) : null,
    told.swings.length ? h("section", null, h("h3", null, t("end.turning")), h("ul", { class: "swings" }, ...told.swings.map((swing) => h("li", null,
      button(swing.label, () => jump(swing.last), { class: "link" }), ` ${Object.entries(swing.by).map(([side, by]) => `${desk.sideName(side)} ${by > 0 ? "+" : ""}${by}`).join(", ")}`,
      swing.taken.length ? h("p", { class: "faint small" }, t("end.changed", swing.taken.length, `${swing.taken.slice(0, 8).map(([space]) => spaceName(space)).join(", ")}${swing.taken.length > 8 ? "…" : ""}`)) : null)))) : null,
    losses(desk, told, swatch),
    luck(desk, told, swatch),
    dice(desk, told),
    drawn.length ? h("section", { class: "war-charts" }, h("h3", null, t("end.overTime")), ...drawn) : null,
  ].filter((part): part is HTMLElement => part !== null);
}

/** What can be done with a game that is over. */
function now(desk: Desk): HTMLElement {
  const { game } = desk, info = desk.live.info.value!;
  return h("div", { class: "row wrap" },
    button(t("end.watch"), () => { document.querySelector<HTMLDialogElement>("dialog[open]")?.close(); desk.go(0); desk.playing.value = true; }, { data: { end: "replay" } }),
    desk.seats.length ? button(t("end.rematch"), () => void tryTo(game.rematch()).then((made) => { if (made) location.hash = `#/game/${made.id}`; }), { class: "primary", data: { end: "rematch" } }) : null,
    h("a", { class: "button", href: game.link("chronicle"), download: `${info.title}-chronicle.html`, data: { end: "chronicle" } }, t("end.chronicle")),
    h("a", { class: "button", href: game.link("film"), download: `${info.title}-film.gif`, data: { end: "film" } }, t("end.film")),
    h("a", { class: "button", href: game.exportLink(), download: `${info.id}.grognard`, data: { end: "save" } }, t("end.save")));
}

function points(desk: Desk, told: EndingInfo, swatch: (side: string) => HTMLElement): HTMLElement {
  const sides = [...new Set(told.points.map((one) => one.side))];
  return h("section", null, h("h3", null, t("end.scored")), h("div", { class: "columns" }, ...sides.map((side) => {
    const own = told.points.filter((one) => one.side === side);
    return h("table", { class: "scored" }, h("caption", null, swatch(side), desk.sideName(side), " ", h("strong", null, String(own.reduce((sum, one) => sum + one.points, 0)))),
      h("tbody", null, ...own.map((one) => h("tr", null, h("td", null, one.what), h("td", null, String(one.points))))));
  })));
}

function losses(desk: Desk, told: EndingInfo, swatch: (side: string) => HTMLElement): HTMLElement | null {
  const sides = new Map<string, { all: number; sorts: string[] }>();
  for (const loss of told.losses) {
    const held = sides.get(loss.side) ?? { all: 0, sorts: [] };
    held.all += loss.count;
    if (loss.what && held.sorts.length < 6) held.sorts.push(`${loss.count} ${loss.what}`);
    sides.set(loss.side, held);
  }
  if (!sides.size) return null;
  return h("section", null, h("h3", null, t("end.losses")), h("p", { class: "faint small" }, t("end.left")), h("table", { class: "scored" }, h("tbody", null, ...[...sides].sort((a, b) => b[1].all - a[1].all).map(([side, held]) =>
    h("tr", null, h("td", null, swatch(side), desk.sideName(side)), h("td", { class: "faint small" }, held.sorts.join(", ")), h("td", null, String(held.all)))))));
}

function luck(desk: Desk, told: EndingInfo, swatch: (side: string) => HTMLElement): HTMLElement | null {
  if (!told.luck.length) return null;
  const words = (one: EndingInfo["luck"][number]) => {
    if (!one.needed) return t("end.mean", (100 * (one.shown / one.mean - 1)).toFixed(1));
    const off = one.spread ? (one.hits - one.expected) / Math.sqrt(one.spread) : 0;
    return t("end.hits", one.hits, one.expected.toFixed(1), Math.abs(off) < 0.5 ? t("end.even") : off > 0 ? t("end.lucky") : t("end.unlucky"), `${off > 0 ? "+" : ""}${off.toFixed(1)}`);
  };
  return h("section", null, h("h3", null, t("end.luck")), h("table", { class: "scored" }, h("tbody", null, ...told.luck.map((one) => h("tr", null, h("td", null, swatch(one.side), desk.sideName(one.side)), h("td", null, words(one)), h("td", null, t("end.dice", one.dice)))))));
}

/** The page does the sums itself: nobody has to believe the server. */
function dice(desk: Desk, told: EndingInfo): HTMLElement {
  const line = h("p", { role: "status", data: { end: "dice" } }, t("dice.checking"));
  setTimeout(() => {
    const found = check(told.seals, told.rolls, promises(desk.game.id).value);
    const good = found.seals && found.promised !== false && !found.wrong;
    line.classList.add(good ? "good" : "bad");
    fill(line, !found.seals ? t("dice.badSeed") : found.promised === false ? t("dice.otherSeed")
      : found.wrong ? t("dice.wrong", found.wrong) : t("dice.fair", found.right),
      found.unread ? ` ${t("dice.unread", found.unread)}` : "", good && found.promised === null ? ` ${t("dice.unseen")}` : "");
  }, 30);
  return h("section", null, h("h3", null, t("dice.title")), line, h("details", null, h("summary", null, t("dice.seeds")), ...told.seals.map((seal) => h("p", { class: "small seed" }, seal.seed, h("br"), seal.commitment))));
}

/** The one way to open a finished game again: asked for by a button, and asked once more. */
export async function reopen(desk: Desk): Promise<void> {
  const back = desk.live.view.value?.back;
  if (back && (await sure(t("end.takeBack"), t("end.takeBackWhy"), t("end.goBack")))) await desk.takeBack(back.to);
}
