/** Replay: a slider over the whole game, play and pause, speed, and back to now. */

import { button, fill, h } from "../dom";
import { tryTo } from "../notes";
import { replayBy, speed } from "../settings";
import type { Mark } from "../wire";
import { t } from "../words";
import type { Desk } from "./desk";
import { nextMark } from "./story";

export function replayBar(desk: Desk): HTMLElement {
  const slider = h("input", { type: "range", min: "0", "aria-label": t("Position in the game") });
  slider.addEventListener("input", () => desk.go(Number(slider.value)));
  const place = h("span", { class: "replay-place", "aria-live": "off" });
  const play = button(t("Play"), () => { desk.playing.value = !desk.playing.value; }, { class: "primary", data: { replay: "play" } });
  const rate = h("select", { "aria-label": t("Speed") }, ...[0.5, 1, 2, 5, 10, 20, 60, 200].map((n) => h("option", { value: String(n), selected: n === speed.value }, `${n}×`)));
  rate.addEventListener("change", () => { speed.value = Number(rate.value); });
  const back = button(t("Go back to here"), () => { if (desk.at.value !== null) void desk.undoTo(desk.at.value); }, { class: "undo-to", title: t("Take back every answer after this point") });
  let marks: Mark[] = [], known = -1;
  const jump = h("select", { "aria-label": t("Jump to"), data: { replay: "jump" } });
  jump.addEventListener("change", () => { if (jump.value) desk.go(Number(jump.value)); jump.value = ""; });
  const unit = h("select", { "aria-label": t("Step by"), data: { replay: "unit" } }, ...([["answer", t("By answer")], ["phase", t("By phase")], ["battle", t("By battle")], ["turn", t("By turn")]] as const).map(([key, words]) => h("option", { value: key, selected: replayBy.value === key }, words)));
  unit.addEventListener("change", () => { replayBy.value = unit.value as typeof replayBy.value; });
  const move = (by: 1 | -1) => {
    const at = desk.at.value ?? 0;
    if (replayBy.value === "answer") desk.go(at + by);
    else desk.go(nextMark(marks, replayBy.value, at, by) ?? (by > 0 ? desk.live.view.value?.step ?? 0 : 0));
  };
  const load = () => {
    const step = desk.live.view.value?.step ?? 0;
    if (known === step) return;
    known = step;
    void tryTo(desk.game.marks()).then((found) => {
      marks = found ?? [];
      const groups: HTMLElement[] = [];
      for (const [at, kind, words] of marks) {
        if (kind === "turn") groups.push(h("optgroup", { label: words }, h("option", { value: String(at) }, words)));
        else (groups.at(-1) ?? groups[groups.push(h("optgroup", { label: t("Start") })) - 1]!).append(h("option", { value: String(at) }, `${kind === "battle" ? "\u2003⚄ " : ""}${words}`));
      }
      fill(jump, h("option", { value: "" }, t("Jump to…")), ...groups);
      jump.hidden = unit.hidden = marks.length === 0;
    });
  };
  const bar = h("div", { class: "replay", role: "region", "aria-label": t("Replay") },
    button("«", () => desk.go(0), { "aria-label": t("To the start") }),
    button("‹", () => move(-1), { "aria-label": t("One back"), data: { replay: "back" } }),
    play,
    button("›", () => move(1), { "aria-label": t("One forward"), data: { replay: "forward" } }),
    slider, place, rate, unit, jump, back,
    button(t("Back to now"), () => { desk.at.value = null; }, { data: { replay: "now" } }));
  const draw = () => {
    const at = desk.at.value;
    bar.hidden = at === null;
    if (at === null) return;
    load();
    const top = desk.live.view.value?.step ?? 0;
    slider.max = String(top);
    slider.value = String(at);
    fill(place, `${at} / ${top}`);
    fill(play, desk.playing.value ? t("Pause") : t("Play"));
    back.hidden = desk.seats.length === 0 || at >= top || Boolean(desk.live.view.value?.outcome);
  };
  desk.at.watch(draw);
  desk.shown.watch(draw, false);
  desk.playing.watch(draw, false);
  return bar;
}
