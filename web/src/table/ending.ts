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
  const body = h("div", { class: "ending-page" }, h("p", { class: "faint", role: "status" }, t("Looking back at the game…")));
  void dialog(t("How it went"), (close) => {
    void tryTo(desk.game.ending()).then((told) => fill(body, ...(told ? story(desk, told, tone, spaceName, close) : [h("p", null, t("This game cannot be looked back at."))])));
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
    h("section", { class: "won" }, h("h3", null, winners.length ? t("{0} won", winners.join(t(" and "))) : t("A draw")), h("p", null, outcome?.reason ?? "", outcome?.rule ? h("span", { class: "rule" }, outcome.rule) : null),
      h("ul", { class: "final" }, ...Object.entries(outcome?.scores ?? {}).map(([side, score]) => h("li", null, swatch(side), desk.sideName(side), h("strong", null, String(score))))), now(desk)),
    told.points.length ? points(desk, told, swatch) : null,
    told.swings.length ? h("section", null, h("h3", null, t("Turning points")), h("ul", { class: "swings" }, ...told.swings.map((swing) => h("li", null,
      button(swing.label, () => jump(swing.last), { class: "link" }), ` ${Object.entries(swing.by).map(([side, by]) => `${desk.sideName(side)} ${by > 0 ? "+" : ""}${by}`).join(", ")}`,
      swing.taken.length ? h("p", { class: "faint small" }, t("{0|1 space|{0} spaces} changed hands: {1}", swing.taken.length, `${swing.taken.slice(0, 8).map(([space]) => spaceName(space)).join(", ")}${swing.taken.length > 8 ? "…" : ""}`)) : null)))) : null,
    losses(desk, told, swatch),
    luck(desk, told, swatch),
    dice(desk, told),
    drawn.length ? h("section", { class: "war-charts" }, h("h3", null, t("The war over time")), ...drawn) : null,
  ].filter((part): part is HTMLElement => part !== null);
}

/** What can be done with a game that is over. */
function now(desk: Desk): HTMLElement {
  const { game } = desk, info = desk.live.info.value!;
  return h("div", { class: "row wrap" },
    button(t("Watch it again"), () => { document.querySelector<HTMLDialogElement>("dialog[open]")?.close(); desk.go(0); desk.playing.value = true; }, { data: { end: "replay" } }),
    desk.seats.length ? button(t("Rematch, seats turned"), () => void tryTo(game.rematch()).then((made) => { if (made) location.hash = `#/game/${made.id}`; }), { class: "primary", data: { end: "rematch" } }) : null,
    h("a", { class: "button", href: game.link("chronicle"), download: `${info.title}-chronicle.html`, data: { end: "chronicle" } }, t("Chronicle")),
    h("a", { class: "button", href: game.link("film"), download: `${info.title}-film.gif`, data: { end: "film" } }, t("Film")),
    h("a", { class: "button", href: game.exportLink(), download: `${info.id}.grognard`, data: { end: "save" } }, t("Save as a file")));
}

function points(desk: Desk, told: EndingInfo, swatch: (side: string) => HTMLElement): HTMLElement {
  const sides = [...new Set(told.points.map((one) => one.side))];
  return h("section", null, h("h3", null, t("What scored")), h("div", { class: "columns" }, ...sides.map((side) => {
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
  return h("section", null, h("h3", null, t("Losses")), h("p", { class: "faint small" }, t("Units that left the board.")), h("table", { class: "scored" }, h("tbody", null, ...[...sides].sort((a, b) => b[1].all - a[1].all).map(([side, held]) =>
    h("tr", null, h("td", null, swatch(side), desk.sideName(side)), h("td", { class: "faint small" }, held.sorts.join(", ")), h("td", null, String(held.all)))))));
}

function luck(desk: Desk, told: EndingInfo, swatch: (side: string) => HTMLElement): HTMLElement | null {
  if (!told.luck.length) return null;
  const words = (one: EndingInfo["luck"][number]) => {
    if (!one.needed) return t("{0} % off the mean of their faces", (100 * (one.shown / one.mean - 1)).toFixed(1));
    const off = one.spread ? (one.hits - one.expected) / Math.sqrt(one.spread) : 0;
    return t("{0} hits, {1} to be expected: {2} ({3} σ)", one.hits, one.expected.toFixed(1), Math.abs(off) < 0.5 ? t("as it should be") : off > 0 ? t("lucky") : t("unlucky"), `${off > 0 ? "+" : ""}${off.toFixed(1)}`);
  };
  return h("section", null, h("h3", null, t("Luck")), h("table", { class: "scored" }, h("tbody", null, ...told.luck.map((one) => h("tr", null, h("td", null, swatch(one.side), desk.sideName(one.side)), h("td", null, words(one)), h("td", null, t("{0|1 die|{0} dice}", one.dice)))))));
}

/** The page does the sums itself: nobody has to believe the server. */
function dice(desk: Desk, told: EndingInfo): HTMLElement {
  const line = h("p", { role: "status", data: { end: "dice" } }, t("Checking the dice…"));
  setTimeout(() => {
    const found = check(told.seals, told.rolls, promises(desk.game.id).value);
    const good = found.seals && found.promised !== false && !found.wrong;
    line.classList.add(good ? "good" : "bad");
    fill(line, !found.seals ? t("The seed does not fit what was promised of it.") : found.promised === false ? t("The seed is not the one this browser was promised while the game was played.")
      : found.wrong ? t("{0|1 roll|{0} rolls} did not come from the seed.", found.wrong) : t("The dice were fair: {0|1 roll|{0} rolls} checked in this page against the seed that was sealed before the game.", found.right),
      found.unread ? ` ${t("{0|1 draw|{0} draws} not checked here.", found.unread)}` : "", good && found.promised === null ? ` ${t("This browser did not see the seal while the game was played.")}` : "");
  }, 30);
  return h("section", null, h("h3", null, t("Dice")), line, h("details", null, h("summary", null, t("Seeds")), ...told.seals.map((seal) => h("p", { class: "small seed" }, seal.seed, h("br"), seal.commitment))));
}

/** The one way to open a finished game again: asked for by a button, and asked once more. */
export async function reopen(desk: Desk): Promise<void> {
  const back = desk.live.view.value?.back;
  if (back && (await sure(t("Take back the end of the game"), t("The game is over. Going back opens it again, for everybody at the table."), t("Go back")))) await desk.takeBack(back.to);
}
