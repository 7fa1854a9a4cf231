/** A track or a row of boxes that a title sends as `squares` of a panel: drawn down the pane, and across a large window. */

import { button, h } from "../dom";
import { dialog } from "../notes";
import type { Panel, Peg, Square } from "../wire";
import { t } from "../words";
import type { Tone } from "./panes";

type Tie = (element: HTMLElement, tokens: string[]) => void;
const TIERS = [-1, 0, 1];

export function strip(panel: Panel, tone: Tone, tie: Tie): HTMLElement {
  return h("div", { class: "strip-box" }, ladder(panel, tone, tie, false),
    button(t("Enlarge"), () => void dialog(panel.title, () => [shown(ladder(panel, tone, tie, true))]).then(() => undefined), { class: "link enlarge" }));
}

/** On a small screen the part where most stands comes into view. */
function shown(track: HTMLElement): HTMLElement {
  requestAnimationFrame(() => {
    const squares = [...track.children] as HTMLElement[];
    const fullest = squares.reduce((best, one) => one.querySelectorAll(".peg").length > best.querySelectorAll(".peg").length ? one : best, squares[0]!);
    track.scrollLeft = fullest.offsetLeft - track.offsetLeft - (track.clientWidth - fullest.offsetWidth) / 2;
  });
  return track;
}

function ladder(panel: Panel, tone: Tone, tie: Tie, across: boolean): HTMLElement {
  return h("ol", { class: across ? "strip across" : "strip", "aria-label": panel.title, tabindex: across ? 0 : undefined },
    ...(panel.squares ?? []).map((square) => squareView(square, tone, tie)));
}

function squareView(square: Square, tone: Tone, tie: Tie): HTMLElement {
  const pegs = square.pegs ?? [];
  const tiered = pegs.some((peg) => peg.tier);
  const item = h("li", { class: `square${square.bar ? ` bar-${square.bar}` : ""}${pegs.length ? "" : " bare"}`, title: square.note || undefined },
    h("span", { class: "square-name" }, square.name, square.sign ? h("small", { class: "square-sign" }, square.sign) : null),
    h("span", { class: "pegs" }, ...(tiered ? TIERS : [0]).map((tier) => h("span", { class: "tier" }, ...pegs.filter((peg) => (peg.tier ?? 0) === tier || !tiered).map((peg) => pegView(peg, tone, tie))))),
    square.note ? h("span", { class: "square-note" }, square.note) : null);
  if (square.side) item.style.setProperty("--end", tone(square.side).colour);
  if (square.about?.length) tie(item, square.about);
  return item;
}

function pegView(peg: Peg, tone: Tone, tie: Tie): HTMLElement {
  const flag = h("span", { class: peg.side ? "peg" : "peg plain", title: peg.note || undefined }, peg.label);
  if (peg.side) {
    flag.style.setProperty("background", tone(peg.side).colour);
    flag.style.setProperty("color", tone(peg.side).ink);
  }
  tie(flag, [...(peg.about ?? [])]);
  return flag;
}
