/** Replay: a slider over the whole game, play and pause, speed, and back to now. */

import { button, fill, h } from "../dom";
import { speed } from "../settings";
import type { Desk } from "./desk";

export function replayBar(desk: Desk): HTMLElement {
  const slider = h("input", { type: "range", min: "0", "aria-label": "Position in the game" });
  slider.addEventListener("input", () => desk.go(Number(slider.value)));
  const place = h("span", { class: "replay-place", "aria-live": "off" });
  const play = button("Play", () => { desk.playing.value = !desk.playing.value; }, { class: "primary", data: { replay: "play" } });
  const rate = h("select", { "aria-label": "Speed" }, ...[0.5, 1, 2, 5, 10, 20, 60, 200].map((n) => h("option", { value: String(n), selected: n === speed.value }, `${n}×`)));
  rate.addEventListener("change", () => { speed.value = Number(rate.value); });
  const back = button("Go back to here", () => { if (desk.at.value !== null) void desk.undoTo(desk.at.value); }, { class: "undo-to", title: "Take back every answer after this point" });
  const bar = h("div", { class: "replay", role: "region", "aria-label": "Replay" },
    button("«", () => desk.go(0), { "aria-label": "To the start" }),
    button("‹", () => desk.go((desk.at.value ?? 0) - 1), { "aria-label": "One back", data: { replay: "back" } }),
    play,
    button("›", () => desk.go((desk.at.value ?? 0) + 1), { "aria-label": "One forward", data: { replay: "forward" } }),
    slider, place, rate, back,
    button("Back to now", () => { desk.at.value = null; }, { data: { replay: "now" } }));
  const draw = () => {
    const at = desk.at.value;
    bar.hidden = at === null;
    if (at === null) return;
    const top = desk.live.view.value?.step ?? 0;
    slider.max = String(top);
    slider.value = String(at);
    fill(place, `${at} / ${top}`);
    fill(play, desk.playing.value ? "Pause" : "Play");
    back.hidden = desk.seats.length === 0 || at >= top || Boolean(desk.live.view.value?.outcome);
  };
  desk.at.watch(draw);
  desk.shown.watch(draw, false);
  desk.playing.watch(draw, false);
  return bar;
}
