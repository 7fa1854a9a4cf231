/** What stands around the map: zoom, layers, overlays, counter size, the small map. */

import type { BoardView } from "../board/boardview";
import { button, Cell, fill, h } from "../dom";
import { confirmAll, counterWish, curtain, dark, diceSpeed, endTurns, layers, minimapShown, safeColours, sayDice, theme, withMap } from "../settings";
import type { Desk } from "./desk";
import type { Refused } from "./reasons";
import { type Language, LANGUAGES, language, t } from "../words";
import { say } from "../said";
import { PACES } from "./dicewindow";
import { sentence } from "./options";

const LAYERS: [string, string][] = [["terrain", t("Terrain")], ["borders", t("Borders")], ["rails", t("Rails and roads")], ["symbols", t("Towns and bases")], ["names", t("Names")], ["hexes", t("Hex lines")], ["numbers", t("Hex numbers")], ["control", t("Control")], ["fronts", t("Fronts")]];

const LOOKS: ["auto" | "light" | "dark", string][] = [["auto", t("As the system")], ["light", t("Light")], ["dark", t("Dark")]];

export function mapTools(board: BoardView, desk: Desk, overlay: Cell<string>, showLit: () => void): HTMLElement {
  const counters = button(t("Counters"), () => toggleCounters(board, counters), { "aria-pressed": "true", title: t("Hide or show all counters (H)"), data: { tool: "counters" } });
  const lens = button(t("Magnify"), () => toggleLens(board, lens), { "aria-pressed": "false", title: t("A magnifying glass under the pointer (M, or hold Shift)"), data: { tool: "magnify" } });
  const menu = h("div", { class: "tool-menu", hidden: true, id: "layers-menu" });
  const open = button(t("Layers"), () => { menu.hidden = !menu.hidden; open.setAttribute("aria-expanded", String(!menu.hidden)); }, { "aria-expanded": "false", "aria-controls": "layers-menu", title: t("Layers and looks (L)"), data: { tool: "layers" } });
  fillMenu(menu, board, desk, overlay);
  return h("div", { class: "map-tools" },
    h("div", { class: "zoom", role: "group", "aria-label": t("Zoom") }, button("+", () => board.zoom(1.4), { "aria-label": t("Zoom in") }), button("−", () => board.zoom(1 / 1.4), { "aria-label": t("Zoom out") }), button("⤢", () => board.fit(), { "aria-label": t("Whole board"), title: t("Whole board (0)") }), button("◎", showLit, { "aria-label": t("Show what is lit"), title: t("Show what is lit (C)"), data: { tool: "lit" } })),
    h("div", { class: "tool-row" }, open, counters, lens, theatres(board, desk)), menu);
}

/** The theatres of war that a title or its drawing names, to jump to. */
function theatres(board: BoardView, desk: Desk): HTMLElement | null {
  const known: [string, () => void][] = [
    ...(desk.title.theatres ?? []).filter(([, spaces]) => spaces.some((id) => board.scene.byId.has(id))).map(([name, spaces]): [string, () => void] => [name, () => board.lookAt(spaces)]),
    ...board.jumps.map(({ name, box }): [string, () => void] => [say(name), () => board.jump(box)])];
  if (!known.length) return null;
  const menu = h("select", { "aria-label": t("Theatres"), title: t("Jump to a theatre of war"), data: { tool: "theatres" } }, h("option", { value: "" }, t("Theatre…")), ...known.map(([name], n) => h("option", { value: String(n) }, name)));
  menu.addEventListener("change", () => {
    if (menu.value) known[Number(menu.value)]?.[1]();
    menu.value = "";
    menu.blur();
  });
  return menu;
}

export function toggleCounters(board: BoardView, mark: HTMLElement | null): void {
  board.hideCounters = !board.hideCounters;
  mark?.setAttribute("aria-pressed", String(!board.hideCounters));
  board.redraw();
}

export function toggleLens(board: BoardView, mark: HTMLElement | null): void {
  board.magnify = !board.magnify;
  mark?.setAttribute("aria-pressed", String(board.magnify));
  board.redraw();
}

function check(words: string, on: boolean, act: (on: boolean) => void): HTMLElement {
  const box = h("input", { type: "checkbox", checked: on });
  box.addEventListener("change", () => act(box.checked));
  return h("label", { class: "check" }, box, words);
}

function fillMenu(menu: HTMLElement, board: BoardView, desk: Desk, overlay: Cell<string>): void {
  const overlays = h("select", { "aria-label": t("Overlay") });
  overlays.addEventListener("change", () => { overlay.value = overlays.value; });
  const size = h("input", { type: "range", min: "18", max: "72", value: String(counterWish.value), "aria-label": t("Counter size") });
  size.addEventListener("input", () => { counterWish.value = Number(size.value); });
  const look = h("select", { "aria-label": t("Light or dark") }, ...LOOKS.map(([key, words]) => h("option", { value: key, selected: theme.value === key }, words)));
  look.addEventListener("change", () => { theme.value = look.value as "auto" | "light" | "dark"; });
  const dice = h("select", { "aria-label": t("Battle window") }, ...PACES().map(([key, words]) => h("option", { value: key, selected: diceSpeed.value === key }, words)));
  dice.addEventListener("change", () => { diceSpeed.value = dice.value as typeof diceSpeed.value; });
  const tongue = h("select", { "aria-label": t("Language"), data: { tool: "language" } }, ...LANGUAGES.map(([key, name]) => h("option", { value: key, selected: language.value === key }, name)));
  tongue.addEventListener("change", () => { language.value = tongue.value as Language; location.reload(); });
  let known = "";
  desk.shown.watch((view) => {
    const keys = Object.keys(view?.picture.overlays ?? {});
    if (keys.join() === known && overlays.childElementCount) return;
    known = keys.join();
    fill(overlays, h("option", { value: "" }, keys.length ? t("No overlay") : t("No overlays now")), ...keys.map((key) => h("option", { value: key, selected: key === overlay.value }, sentence(key))));
  });
  fill(menu,
    h("fieldset", null, h("legend", null, t("Layers")), ...LAYERS.filter(([key]) => (key !== "hexes" && key !== "numbers") || board.scene.hexes).map(([key, words]) => check(words, layers.value[key] ?? (key !== "numbers" && (key !== "fronts" || board.scene.hexes)), (on) => { layers.value = { ...layers.value, [key]: on }; }))),
    h("label", null, t("Overlay"), overlays),
    h("label", null, t("Counter size"), size),
    check(t("Counters shrink with the map"), withMap.value, (on) => { withMap.value = on; }),
    h("label", null, t("Look"), look),
    h("label", null, t("Language"), tongue),
    check(t("Colours for colour-blind players"), safeColours.value, (on) => { safeColours.value = on; }),
    check(t("Small map"), minimapShown.value, (on) => { minimapShown.value = on; }),
    check(t("Wait for my word at the end of a turn"), endTurns.value, (on) => { endTurns.value = on; }),
    check(t("Say it before dice fall"), sayDice.value, (on) => { sayDice.value = on; }),
    h("label", null, t("Dice"), dice),
    check(t("Confirm every answer"), confirmAll.value, (on) => { confirmAll.value = on; }),
    check(t("Hot seat: cover the board between players"), curtain.value === "on" || (curtain.value === "auto" && desk.title.hides === true), (on) => { curtain.value = on ? "on" : "off"; }));
}

/** What the colours of the overlay mean, and what was told of the place last pointed at. */
export function overlayLegend(desk: Desk, overlay: Cell<string>, told: Cell<(Refused & { name: string }) | null>, colour: (value: string) => string, name: (value: string) => string): HTMLElement {
  const box = h("div", { class: "overlay-legend", role: "note", hidden: true });
  const draw = () => {
    const values = [...new Set(Object.values(desk.shown.value?.picture.overlays?.[overlay.value] ?? {}))].sort();
    box.hidden = values.length === 0;
    fill(box, h("strong", null, sentence(overlay.value)), ...values.slice(0, 12).map((value) => h("span", null, h("span", { class: "swatch", style: { background: colour(value) } }), name(value))), told.value ? h("p", { class: "told", role: "status" }, h("strong", null, told.value.name), ` ${told.value.reason} `, told.value.rule ? h("span", { class: "rule" }, told.value.rule) : null) : values.length ? h("span", { class: "faint small" }, t("Click a counter or a space to ask about it.")) : null);
  };
  overlay.watch(draw);
  told.watch(draw, false);
  desk.shown.watch(draw, false);
  return box;
}

export function minimap(board: BoardView, desk: Desk): HTMLElement {
  const { size } = board.scene;
  const w = 190, ht = Math.round((w * (size.y1 - size.y0)) / (size.x1 - size.x0));
  const height = Math.min(150, ht), width = Math.round((height * w) / ht);
  const k = width / (size.x1 - size.x0);
  const ratio = Math.min(2, devicePixelRatio || 1);
  const canvas = h("canvas", { class: "minimap", width: width * ratio, height: height * ratio, "aria-hidden": "true" });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const ctx = canvas.getContext("2d")!;
  const below = h("canvas", { width: width * ratio, height: height * ratio });
  let due = false, drawn: unknown, whole: ImageBitmap | null = null, lit = dark.value;
  const drawBelow = () => {
    const small = below.getContext("2d")!;
    small.setTransform(ratio, 0, 0, ratio, 0, 0);
    small.fillStyle = dark.value ? "#1a2128" : "#cfdbe0";
    small.fillRect(0, 0, width, height);
    if (whole) small.drawImage(whole, 0, 0, width, height);
    for (const piece of desk.shown.value?.picture.pieces ?? []) {
      const place = board.scene.byId.get(piece.at);
      if (!place) continue;
      small.fillStyle = board.tones(piece.side).colour;
      small.fillRect((place.x - size.x0) * k - 1.5, (place.y - size.y0) * k - 1.5, 3, 3);
    }
  };
  const draw = () => {
    due = false;
    if (canvas.hidden) return;
    if (drawn !== desk.shown.value || whole !== board.overview() || lit !== dark.value) {
      drawn = desk.shown.value;
      whole = board.overview();
      lit = dark.value;
      drawBelow();
    }
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(below, 0, 0);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const v = board.viewport();
    ctx.strokeStyle = "rgba(0,0,0,.75)";
    ctx.lineWidth = 3;
    const box: [number, number, number, number] = [(v.x - size.x0) * k, (v.y - size.y0) * k, v.w * k, v.h * k];
    ctx.strokeRect(...box);
    ctx.strokeStyle = "#f2b134";
    ctx.lineWidth = 1.4;
    ctx.strokeRect(...box);
  };
  const soon = () => {
    if (due) return;
    due = true;
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(draw, { timeout: 500 } as never), 60); // when nothing else is to be drawn
  };
  const go = (e: PointerEvent) => {
    const at = canvas.getBoundingClientRect();
    board.centre(size.x0 + (e.clientX - at.left) / k, size.y0 + (e.clientY - at.top) / k);
  };
  canvas.addEventListener("pointerdown", (e) => { canvas.setPointerCapture(e.pointerId); go(e); });
  canvas.addEventListener("pointermove", (e) => { if (e.buttons) go(e); });
  board.moved.watch(soon);
  desk.shown.watch(soon);
  minimapShown.watch((on) => { canvas.hidden = !on; soon(); });
  return canvas;
}
