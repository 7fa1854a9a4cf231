/** For newcomers: a short walk around the table, what this phase is about, and the keys. */

import { button, fill, h } from "../dom";
import { dialog } from "../notes";
import { tourSeen } from "../settings";
import type { TitleInfo } from "../wire";

const WALK: { at: string; title: string; words: string }[] = [
  { at: ".question", title: "The question", words: "The game always asks somebody something. Here is what, why (with the rule's number), and every legal answer." },
  { at: ".map", title: "The board", words: "Whatever can answer the question is lit in amber. Click it, or drag a counter to a lit space. Scroll or pinch to zoom." },
  { at: ".map", title: "Why not?", words: "Right-click, or press long, on anything that is not lit: the rule that forbids it is named." },
  { at: ".deeds", title: "Second thoughts", words: "Undo takes an answer back, Restart goes to the start of the segment, Suggest asks an agent for a move and its reason." },
  { at: ".tabs", title: "Beside the board", words: "The log (click a line to look back), forces, tables, charts, talk, and the people at the table." },
];

export function startTour(root: HTMLElement): void {
  const card = h("div", { class: "tour", role: "dialog", "aria-label": "A walk around the table" });
  let n = 0;
  const end = () => {
    card.remove();
    root.querySelectorAll(".toured").forEach((one) => one.classList.remove("toured"));
    tourSeen.value = true;
  };
  const show = () => {
    const stop = WALK[n]!;
    root.querySelectorAll(".toured").forEach((one) => one.classList.remove("toured"));
    const target = root.querySelector<HTMLElement>(stop.at);
    target?.classList.add("toured");
    const next = button(n < WALK.length - 1 ? "Next" : "Play", () => { n += 1; if (n < WALK.length) show(); else end(); }, { class: "primary" });
    fill(card, h("h3", null, stop.title), h("p", null, stop.words), h("div", { class: "row" }, h("span", { class: "faint small grow" }, `${n + 1} of ${WALK.length}`), button("Skip", end, { class: "link" }), next));
    const box = target?.getBoundingClientRect();
    const wide = innerWidth > 800;
    card.style.left = wide && box ? `${Math.max(12, Math.min(innerWidth - 340, box.left > innerWidth / 2 ? box.left - 340 : box.left + 40))}px` : "12px";
    card.style.top = wide && box ? `${Math.max(60, Math.min(innerHeight - 240, box.top + 60))}px` : "64px";
    next.focus();
  };
  card.addEventListener("keydown", (e) => { if (e.key === "Escape") end(); });
  document.body.append(card);
  show();
}

/** What the title says of the segment we are in. */
export function phaseWords(title: TitleInfo, place: string[]): { name: string; words: string } | null {
  for (const name of [...place].reverse()) {
    const found = title.tour?.find(([segment]) => segment.toLowerCase() === name.toLowerCase());
    if (found) return { name: found[0], words: found[1] };
  }
  return null;
}

const KEYS: [string, string][] = [
  ["1 to 9", "choose the option with that number"], ["/", "search the options"], ["N, P", "next and previous lit space"], ["C", "show what is lit"], ["Enter", "choose what is under the cursor"],
  ["W", "why not? at the cursor"], ["Escape", "put down, let go, close"], ["U", "undo"], ["R", "restart the segment"], ["G", "suggest an answer"],
  ["Arrow keys", "move the map (Shift: further)"], ["+ and −", "zoom"], ["0", "whole board"], ["H", "hide or show counters"], ["M, Shift", "magnifying glass"], ["L", "layers"],
  ["[ and ]", "replay one back, one forward"], ["Space", "in replay: play or pause"], ["T", "next tab"], ["?", "this list"],
];

export function keyHelp(): void {
  void dialog("Keys", () => [h("dl", { class: "keys" }, ...KEYS.flatMap(([key, words]) => [h("dt", null, key), h("dd", null, words)]))]);
}
