/** Around the table: the bar above it, its divider and handle, the name of the tab, and the question while the board is on its way. */

import { button, fill, h } from "../dom";
import { sideWidth } from "../settings";
import type { GameInfo } from "../wire";
import { t } from "../words";
import type { Desk } from "./desk";
import { type Tone, trackName } from "./panes";
import { QuestionCard } from "./questioncard";
import { shortened } from "./story";
import { keyHelp, startTour } from "./tour";

/** On a slow line the question can be answered while the board is still on its way. */
export function before(root: HTMLElement, desk: Desk): void {
  const nothing = () => undefined;
  const card = new QuestionCard(desk, nothing, nothing, nothing, nothing, () => ({ colour: "#777", ink: "#fff" }));
  fill(root, h("div", { class: "table early" }, h("p", { class: "faint", role: "status" }, t("The board is on its way…")), card.element));
  const gone = new MutationObserver(() => {
    if (card.element.isConnected) return;
    gone.disconnect();
    card.close();
  });
  gone.observe(root, { childList: true });
}

/** A place that has no room is told by its first and last words: of those between the innermost go first. */
function fitted(place: HTMLElement): void {
  const spans = [...place.children] as HTMLElement[];
  for (const span of spans) span.hidden = false;
  place.classList.add("whole");
  for (let n = spans.length - 2; n > 0 && place.scrollWidth > place.clientWidth + 1; n--) spans[n]!.hidden = true;
  place.classList.remove("whole");
}

/** Tracks that have no room are not shown in the bar: the last go first; all of them are in the pane. */
function roomFor(tracks: HTMLElement): void {
  const all = [...tracks.children] as HTMLElement[];
  for (const one of all) one.hidden = false;
  for (let n = all.length - 1; n > 0 && tracks.scrollWidth > tracks.clientWidth + 1; n--) all[n]!.hidden = true;
}

/** The tab says whose turn it is: in its title, and with a dot on its icon. */
export function callTab(name: string, turn = ""): void {
  document.title = name ? (turn ? t("● {0}: your turn · {1}", turn, name) : name) : "Grognard";
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = turn ? "/icon-turn.svg" : "/icon.svg";
}

/** The bar above the board: where the game stands, its tracks, the way home. `stops` gets what ends its watching. */
export function tableBar(desk: Desk, info: GameInfo, page: HTMLElement, tone: Tone, stops: (() => void)[]): HTMLElement {
  const place = h("div", { class: "place" });
  const tracks = h("div", { class: "tracks" });
  const link = h("span", { class: "link-state", role: "status" });
  stops.push(desk.shown.watch((view) => {
    if (!view) return;
    fill(place, ...shortened(view.place.filter(Boolean)).map((name) => h("span", null, name)));
    place.title = view.place.filter(Boolean).join(" › ");
    fitted(place);
    fill(tracks, ...(view.picture.tracks ?? []).slice(0, 8).map((track) => h("span", { class: "track", title: trackName(desk, track) },
      track.side ? h("span", { class: "swatch", style: { background: tone(track.side).colour } }) : null,
      h("span", { class: "track-label" }, track.label), h("strong", null, String(track.value), track.limit ? h("small", null, `/${track.limit}`) : null))));
    roomFor(tracks);
  }));
  const room = new ResizeObserver(() => { fitted(place); roomFor(tracks); });
  room.observe(place);
  room.observe(tracks);
  stops.push(() => room.disconnect());
  stops.push(desk.live.link.watch((state) => {
    const words = { joining: t("Connecting…"), live: "", polling: t("Slow connection"), lost: t("Connection lost, trying again…") }[state];
    link.hidden = !words;
    fill(link, words);
  }));
  return h("header", { class: "bar" },
    h("a", { class: "home", href: "#/", "aria-label": t("Grognard: to the lobby"), title: t("To the lobby") }, "Grognard"),
    h("div", { class: "where" }, h("h1", null, info.name || desk.title.name), place), tracks, link,
    info.fork_of ? h("a", { class: "button whatif", href: `#/game/${info.fork_of}`, title: t("This is a private copy: go back to the real game") }, t("What if: back to the game")) : null,
    button(t("Replay"), () => desk.go(desk.at.value ?? (desk.live.view.value?.step ?? 1) - 1), { class: "quiet", title: t("Look back ([ and ])"), data: { open: "replay" } }),
    button(t("Tour"), () => startTour(page), { class: "quiet wide-only" }),
    button(t("Keys"), keyHelp, { class: "quiet wide-only", title: t("All keys (?)") }));
}

/** The edge between board and panel, to drag; arrow keys move it too. */
export function divider(page: HTMLElement, stops: (() => void)[]): HTMLElement {
  const bar = h("div", { class: "divider", role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": t("Width of the panel") });
  const set = (width: number) => { sideWidth.value = Math.round(Math.max(280, Math.min(innerWidth * 0.6, width))); };
  stops.push(sideWidth.watch((width) => {
    if (width) page.style.setProperty("--side", `${width}px`);
    bar.setAttribute("aria-valuenow", String(width || 380));
  }));
  bar.addEventListener("pointerdown", (e) => bar.setPointerCapture(e.pointerId));
  bar.addEventListener("pointermove", (e) => { if (e.buttons) set(innerWidth - e.clientX); });
  bar.addEventListener("dblclick", () => { sideWidth.value = 0; page.style.removeProperty("--side"); });
  bar.addEventListener("keydown", (e) => {
    const by = e.key === "ArrowLeft" ? 24 : e.key === "ArrowRight" ? -24 : 0;
    if (by) { e.preventDefault(); e.stopPropagation(); set((sideWidth.value || 380) + by); }
  });
  return bar;
}

/** On a phone the panel is made larger or smaller. */
export function handle(side: HTMLElement): HTMLElement {
  const states = ["", "tall", "low"];
  return button("", () => {
    const now = states.findIndex((s) => s !== "" && side.classList.contains(s));
    const next = states[(Math.max(0, now) + 1) % states.length]!;
    side.classList.remove("tall", "low");
    if (next) side.classList.add(next);
  }, { class: "handle", "aria-label": t("Make this part larger or smaller") });
}
