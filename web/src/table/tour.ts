/** For newcomers: a short walk around the table, what this phase is about, and the keys. */

import { button, fill, h } from "../dom";
import { dialog } from "../notes";
import { tourSeen } from "../settings";
import type { TitleInfo } from "../wire";
import { t } from "../words";

const WALK: { at: string; title: string; words: string }[] = [
  { at: ".question", title: t("The question"), words: t("The game always asks somebody something. Here is what, why (with the rule's number), and every legal answer.") },
  { at: ".map", title: t("The board"), words: t("Whatever can answer the question is lit in amber. Click it, or drag a counter to a lit space. Scroll or pinch to zoom.") },
  { at: ".map", title: t("Why not?"), words: t("Right-click, or press long, on anything that is not lit: the rule that forbids it is named.") },
  { at: ".deeds", title: t("Second thoughts"), words: t("Undo takes an answer back, Restart goes to the start of the segment, Suggest asks an agent for a move and its reason.") },
  { at: ".tabs", title: t("Beside the board"), words: t("The log (click a line to look back), forces, tables, charts, talk, and the people at the table.") },
];

export function startTour(root: HTMLElement): void {
  const card = h("div", { class: "tour", role: "dialog", "aria-label": t("A walk around the table") });
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
    const next = button(n < WALK.length - 1 ? t("Next") : t("Play"), () => { n += 1; if (n < WALK.length) show(); else end(); }, { class: "primary" });
    fill(card, h("h3", null, stop.title), h("p", null, stop.words), h("div", { class: "row" }, h("span", { class: "faint small grow" }, t("{0} of {1}", n + 1, WALK.length)), button(t("Skip"), end, { class: "link" }), next));
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
  [t("1 to 9"), t("choose the option with that number")], ["/", t("search the options")], ["N, P", t("next and previous lit space")], ["C", t("show what is lit")], [t("Enter"), t("choose what is under the cursor")],
  ["W", t("why not? at the cursor")], [t("Escape"), t("put down, let go, close")], ["U", t("undo")], ["R", t("restart the segment")], ["G", t("suggest an answer")],
  [t("Arrow keys"), t("move the map (Shift: further)")], [t("+ and −"), t("zoom")], ["0", t("whole board")], ["H", t("hide or show counters")], ["M, Shift", t("magnifying glass")], ["L", t("layers")],
  [t("[ and ]"), t("replay one back, one forward")], [t("Space"), t("in replay: play or pause")], ["T", t("next tab")], ["?", t("this list")],
];

export function keyHelp(): void {
  void dialog(t("Keys"), () => [h("dl", { class: "keys" }, ...KEYS.flatMap(([key, words]) => [h("dt", null, key), h("dd", null, words)]))]);
}
