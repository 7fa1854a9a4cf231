/** The panes beside the board: what the title shows (tables, texts), the forces, charts, talk, and the people at the table. */

import { importFile } from "../api";
import { button, fill, h } from "../dom";
import { dialog, sure, toast, tryTo } from "../notes";
import { say } from "../said";
import type { ChatLine, Panel, Piece, Request, Settled, Track } from "../wire";
import { charts } from "./chart";
import type { Desk } from "./desk";
import { invitation } from "./invitation";
import { sentence, titled } from "./options";
import { strip } from "./strip";
import { t } from "../words";

type Point = (tokens: string[], reveal?: boolean) => void;
export type Tone = (side: string) => { colour: string; ink: string };

export function pointing(element: HTMLElement, tokens: string[], point: Point): void {
  if (!tokens.length) return;
  element.tabIndex = 0;
  element.classList.add("pointing");
  element.addEventListener("mouseenter", () => point(tokens));
  element.addEventListener("mouseleave", () => point([]));
  element.addEventListener("focus", () => point(tokens));
  element.addEventListener("blur", () => point([]));
  element.addEventListener("click", () => point(tokens, true));
  element.addEventListener("keydown", (e) => { if (e.key === "Enter") point(tokens, true); });
}

const plain: Tone = () => ({ colour: "var(--line)", ink: "var(--ink)" });

export function panelView(panel: Panel, point: Point, tone: Tone = plain): HTMLElement {
  const numeric = (panel.columns ?? []).map((_, n) => (panel.rows ?? []).every((row) => typeof row[n] === "number" || row[n] === "" || row[n] === undefined));
  return h("section", { class: "panel" }, h("h3", null, panel.title),
    panel.text ? h("div", { class: "panel-text" }, ...panel.text.split(/\n{2,}/).map((part) => h("p", null, part))) : null,
    panel.squares?.length ? strip(panel, tone, (element, tokens) => pointing(element, tokens, point)) : null,
    panel.rows?.length ? h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": panel.title }, h("table", null,
      panel.columns?.length ? h("thead", null, h("tr", null, ...panel.columns.map((name, n) => h("th", { scope: "col", class: numeric[n] ? "number" : "" }, name)))) : null,
      h("tbody", null, ...panel.rows.map((row, n) => {
        const line = h("tr", null, ...row.map((cell, k) => h("td", { class: numeric[k] ? "number" : "" }, typeof cell === "number" && !Number.isInteger(cell) ? cell.toFixed(2) : cell)));
        pointing(line, [...(panel.about?.[n] ?? [])], point);
        return line;
      })))) : null);
}

export function panelsPane(desk: Desk, group: string, point: Point, tone: Tone): HTMLElement {
  const pane = h("div", { class: "pane" });
  desk.shown.watch((view) => {
    const keep = pane.scrollTop;
    const panels = (view?.picture.panels ?? []).filter((panel) => groupOf(panel) === group);
    const tracks = group === "State" ? view?.picture.tracks ?? [] : [];
    fill(pane, tracks.length ? trackList(desk, tracks) : null, ...panels.map((panel) => panelView(panel, point, tone)), panels.length || tracks.length ? null : h("p", { class: "faint" }, t("Nothing here now.")));
    pane.scrollTop = keep;
  });
  return pane;
}

function trackList(desk: Desk, tracks: Track[]): HTMLElement {
  return h("dl", { class: "tracks-list" }, ...tracks.flatMap((track) => [
    h("dt", null, trackName(desk, track)),
    h("dd", null, track.limit ? t("{0} of {1}", track.value, track.limit) : String(track.value), typeof track.value === "number" && track.limit ? h("meter", { min: "0", max: String(track.limit), value: String(track.value), "aria-label": track.label }) : null)]));
}

/** A track's name with its side's, unless that is what it is called. */
export function trackName(desk: Desk, track: Track): string {
  const side = track.side ? desk.sideName(track.side) : "";
  return side && !track.label.toLowerCase().includes(side.toLowerCase()) ? `${side}: ${track.label}` : track.label;
}

export const groupOf = (panel: Panel): string => (panel.group ? titled(panel.group) : "State");

/** The parts of a large board to jump to. */
export function forcesPane(desk: Desk, tone: Tone, point: Point, spaceName: (id: string) => string, onBoard: (id: string) => boolean, places: { id: string; name: string; terrain: string; country: string }[]): HTMLElement {
  const field = h("input", { type: "search", placeholder: t("Find a place or a unit"), "aria-label": t("Find a place or a unit") });
  const body = h("div");
  const pane = h("div", { class: "pane" }, field, body);
  const open = new Set<string>();
  const draw = () => {
    const words = field.value.toLowerCase().trim();
    const pieces = (desk.shown.value?.picture.pieces ?? []).filter((piece) => !words || `${piece.name} ${piece.kind ?? ""} ${spaceName(piece.at)} ${desk.sideName(piece.side)}`.toLowerCase().includes(words));
    const sides = new Map<string, Piece[]>();
    for (const piece of pieces) (sides.get(piece.side) ?? sides.set(piece.side, []).get(piece.side)!).push(piece);
    const panels = (desk.shown.value?.picture.panels ?? []).filter((panel) => groupOf(panel) === "Forces");
    const spaces = words ? places.filter((place) => `${place.name} ${place.id}`.toLowerCase().includes(words)).sort((a, b) => Number(b.name.toLowerCase().startsWith(words)) - Number(a.name.toLowerCase().startsWith(words))).slice(0, 30) : [];
    fill(body, spaces.length ? h("ul", { class: "places" }, ...spaces.map((place) => {
      const owner = desk.shown.value?.picture.control?.[place.id];
      const item = h("li", null, h("strong", null, place.name), h("span", { class: "faint" }, ` ${[sentence(place.terrain), owner ? desk.sideName(owner) : ""].filter(Boolean).join(", ")}`));
      pointing(item, [place.id], point);
      return item;
    })) : null, ...(words ? [] : panels.map((panel) => panelView(panel, point, tone))), ...[...sides].sort((a, b) => total(b[1]) - total(a[1])).map(([side, held]) => sideBox(side, held, words)), pieces.length || spaces.length ? null : h("p", { class: "faint" }, t("No such place or unit.")));
  };
  const sideBox = (side: string, held: Piece[], words: string): HTMLElement => {
    const kinds = new Map<string, Piece[]>();
    for (const piece of held) {
      const kind = sentence(piece.kind || piece.glyph || piece.name);
      (kinds.get(kind) ?? kinds.set(kind, []).get(kind)!).push(piece);
    }
    const box = h("details", { class: "force", open: open.has(side) || words !== "" || kinds.size < 3 },
      h("summary", null, h("span", { class: "swatch", style: { background: tone(side).colour } }), desk.sideName(side) || t("Neutral"), h("span", { class: "count" }, String(total(held)))),
      ...[...kinds].sort().map(([kind, list]) => h("div", { class: "kind" }, h("h4", null, kind, h("span", { class: "count" }, String(total(list)))),
        h("ul", null, ...list.slice(0, words ? 200 : 60).map((piece) => {
          const item = h("li", null, `${piece.name}${(piece.count ?? 1) > 1 ? ` ×${piece.count}` : ""}`, h("span", { class: "faint" }, ` ${onBoard(piece.at) ? spaceName(piece.at) : sentence(piece.at)}`), piece.state?.length ? h("em", null, ` ${piece.state.map((s) => s.replace(/_/g, " ")).join(", ")}`) : null);
          pointing(item, [piece.id, piece.at], point);
          return item;
        }), list.length > 60 && !words ? h("li", { class: "faint" }, t("{0} more", list.length - 60)) : null))));
    box.addEventListener("toggle", () => { if (box.open) open.add(side); else open.delete(side); });
    return box;
  };
  field.addEventListener("input", draw);
  desk.shown.watch(draw);
  return pane;
}

const total = (pieces: Piece[]): number => pieces.reduce((sum, piece) => sum + (piece.count ?? 1), 0);

export function chartsPane(desk: Desk, tone: Tone): { element: HTMLElement; show(): void } {
  const element = h("div", { class: "pane charts" }, h("p", { class: "faint" }, t("Counting…")));
  let step = -1;
  const show = () => {
    if (step === desk.live.view.value?.step) return;
    step = desk.live.view.value?.step ?? 0;
    void tryTo(desk.game.stats()).then((stats) => {
      if (!stats) return fill(element, h("p", { class: "faint" }, t("No statistics.")));
      const made = charts(stats.series, (side) => tone(side).colour, (side) => desk.sideName(side), (at) => desk.go(at));
      fill(element, ...made, made.length ? h("p", { class: "faint small" }, t("Click a point to see the board at that time.")) : h("p", { class: "faint" }, t("Statistics appear after the first turns.")));
    });
  };
  return { element, show };
}

export function chatPane(desk: Desk): HTMLElement {
  const list = h("ol", { class: "chat", role: "log", "aria-label": t("Talk") });
  const text = h("input", { type: "text", maxlength: "2000", placeholder: t("Say something"), "aria-label": t("Message") });
  const to = h("select", { "aria-label": t("To whom") }, h("option", { value: "all" }, t("All")), h("option", { value: "side" }, t("My side")));
  const form = h("form", { class: "row" }, to, text, h("button", { type: "submit" }, t("Send")));
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    const words = text.value.trim();
    if (!words) return;
    text.value = "";
    void tryTo(desk.game.say(to.value, words)).then(async () => { if (desk.live.link.value !== "live") await load(); });
  });
  const load = () => tryTo(desk.game.chat()).then((lines) => { if (lines) desk.live.chat.value = lines; });
  const pane = h("div", { class: "pane chat-pane" }, list, form);
  desk.live.chat.watch((lines) => {
    fill(list, ...lines.map((line: ChatLine) => h("li", null, line.from ? h("strong", null, line.from) : null, line.to !== "all" ? h("span", { class: "rule plain" }, desk.sideName(line.to)) : null, h("span", null, ` ${line.from ? line.text : say(line.text)}`))));
    list.scrollTop = list.scrollHeight;
  });
  void load();
  return pane;
}

export function tablePane(desk: Desk, tone: Tone): HTMLElement {
  const pane = h("div", { class: "pane" });
  const draw = () => {
    const info = desk.live.info.value;
    if (!info) return fill(pane, h("p", { class: "faint" }, "…"));
    const mine = desk.seats;
    const waiting = desk.live.view.value?.waiting ?? info.waiting;
    fill(pane,
      h("h3", null, info.name || desk.title.name),
      h("p", { class: "faint small" }, t("{0}, {1}. {2|1 answer|{2} answers} so far.", desk.title.name, desk.title.scenarios.find((s) => s.key === info.scenario)?.name ?? info.scenario, desk.live.view.value?.step ?? info.step)),
      info.paused ? h("p", { class: "request", role: "status" }, info.paused_by ? t("The game is paused by {0}.", info.paused_by) : t("The game is paused.")) : null,
      info.settled ? h("p", { class: "faint small", role: "status" }, settled(info.settled)) : null,
      ...(info.requests ?? []).map((request) => requestCard(desk, request)),
      h("ul", { class: "seats" }, ...Object.entries(info.seats).map(([key, seat]) => h("li", null,
        h("span", { class: "swatch", style: { background: tone(seat.side).colour } }),
        h("span", { class: "grow" }, h("strong", null, seat.name), ` ${sitter(seat)}`,
          waiting.includes(key) ? h("span", { class: "rule plain" }, t("to answer")) : null,
          info.clock ? clock(desk, key) : null),
        mine.length || !seat.player || info.owner || seat.asked ? seatMenu(desk, key, seat) : null))),
      info.invite ? invitation(info.id, info.invite) : null,
      h("div", { class: "row wrap" },
        h("a", { class: "button", href: desk.game.exportLink(), download: `${info.id}.grognard` }, t("Save as a file")),
        mine[0] ? h("a", { class: "button", href: desk.game.mailLink(mine[0]), download: `${info.id}-${mine[0]}.grognard` }, t("Play by mail: get file")) : null,
        mine.length ? button(t("Play by mail: bring file"), () => bring(desk)) : null,
        button(t("What if?"), () => void tryTo(desk.game.fork()).then((fork) => { if (fork) location.hash = `#/game/${fork.id}`; }), { title: t("A private copy to try things out") }),
        info.fork_of ? button(t("Apply these answers to the game"), () => void tryTo(desk.game.apply()).then((done) => {
          if (!done) return;
          toast(t("{0|1 answer|{0} answers} applied", done.applied), done.reason ?? "");
          location.hash = `#/game/${info.fork_of}`;
        }), { class: "primary" }) : null),
      mine.length ? h("div", { class: "row wrap" },
        button(info.paused ? t("Go on") : t("Pause"), () => void tryTo(desk.game.pause(!info.paused))),
        button(t("Offer a draw"), () => void tryTo(desk.game.draw(true)).then(() => toast(t("Draw offered")))),
        ...mine.map((seat) => button(mine.length > 1 ? t("Concede as {0}", desk.seatName(seat)) : t("Concede"), () => void sure(t("Concede"), t("Your side loses the game. This cannot be undone."), t("Concede")).then((yes) => yes && tryTo(desk.game.concede(seat))), { class: "danger" }))) : null,
      standing(desk));
  };
  desk.live.info.watch(draw);
  desk.live.view.watch(() => { if (pane.isConnected && !pane.contains(document.activeElement)) draw(); }, false);
  return pane;
}

/** Who sits on a seat, in a word. */
export const sitter = (seat: { you?: boolean; agent?: string | null; player?: string | null }): string => (seat.agent ? t("agent: {0}", seat.agent) : seat.you ? t("you") : seat.player || t("open"));

/** What became of the last thing somebody asked of the others. */
export function settled(one: Settled): string {
  const what = one.kind === "draw" ? t("The draw") : t("Going back");
  return one.how === "agreed" ? t("{0} was agreed to.", what) : one.how === "withdrawn" ? t("{0} was withdrawn by {1}.", what, one.by) : t("{0} was refused by {1}.", what, one.by);
}

export function requestCard(desk: Desk, request: Request): HTMLElement {
  const draw = request.kind === "draw";
  const by = request.by ? desk.seatName(request.by) : t("Somebody");
  const reply = (agree: boolean) => void tryTo(draw ? desk.game.draw(agree) : desk.game.rollback(agree));
  const waits = (request.waiting ?? []).some((seat) => desk.seats.includes(seat));
  const gone = Object.entries(request.answers ?? {}).filter(([, count]) => count);
  return h("div", { class: "request", role: "status" },
    h("p", null, draw ? t("{0} offers a draw.", by) : request.to !== undefined && request.to !== null ? t("{0} asks to go back to answer {1}.", by, request.to) : t("{0} asks to go back.", by)),
    gone.length ? h("p", { class: "small" }, t("It takes back: {0}.", gone.map(([seat, count]) => t("{0|1 answer|{0} answers} of {1}", count, desk.seatName(seat))).join(", ")), request.seen ? ` ${t("Dice or secrets were seen since.")}` : "") : null,
    !draw && typeof request.to === "number" && desk.at.value === null ? button(t("Look at that position"), () => desk.go(request.to!), { class: "link", data: { request: "look" } }) : null,
    waits ? h("div", { class: "row" }, button(t("Agree"), () => reply(true), { class: "primary", data: { request: "agree" } }), button(t("Decline"), () => reply(false), { data: { request: "decline" } }))
      : h("p", { class: "faint small" }, t("Waiting for {0}.", (request.waiting ?? []).map((seat) => desk.seatName(seat)).join(", "))));
}

/** A seat's time, counted down here between two messages of the server. */
function clock(desk: Desk, seat: string): HTMLElement {
  const face = h("span", { class: "clock", role: "timer" });
  const since = performance.now();
  const info = desk.live.info.value;
  const show = () => {
    const left = info?.clock?.left?.[seat];
    if (left === undefined) return;
    const runs = info!.clock!.running?.includes(seat) && !info!.paused;
    fill(face, span(left - (runs ? (performance.now() - since) / 1000 : 0)));
    if (runs) setTimeout(() => { if (face.isConnected) show(); }, 1000);
  };
  setTimeout(show, 0);
  return face;
}

export function span(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  if (left >= 86400) return t("{0} d {1} h", Math.floor(left / 86400), Math.floor((left % 86400) / 3600));
  if (left >= 3600) return t("{0} h {1} min", Math.floor(left / 3600), Math.floor((left % 3600) / 60));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

function seatMenu(desk: Desk, key: string, seat: { you?: boolean; agent?: string | null; player?: string | null; asked?: boolean }): HTMLElement {
  const menu = h("select", { "aria-label": t("Who plays {0}", desk.seatName(key)) }, h("option", { value: "" }, t("Change…")));
  const add = (value: string, words: string) => menu.append(h("option", { value }, words));
  if (!seat.you || seat.agent) add("me", seat.you ? t("I play it again") : seat.asked ? t("Offered to you: take it") : t("I take this seat"));
  if (seat.asked) add("nobody", t("Offered to you: decline"));
  for (const agent of desk.title.agents) if (seat.agent !== agent) add(`agent:${agent}`, t("Agent: {0}", agent));
  if (seat.you || (seat.agent && desk.live.info.value?.owner)) add("open", seat.you ? t("Leave it open") : t("Open it to others"));
  if (seat.you) add("user", t("Hand it to…"));
  menu.addEventListener("change", () => {
    const to = menu.value;
    menu.value = "";
    if (!to) return;
    if (to === "user") {
      let name = "";
      void dialog(t("Hand the seat over"), (close) => [h("form", { onsubmit: (e: Event) => { e.preventDefault(); close("go"); } }, h("label", null, t("To which player?"), h("input", { type: "text", oninput: (e: Event) => { name = (e.target as HTMLInputElement).value; } })), h("div", { class: "row end" }, h("button", { type: "submit", class: "primary" }, t("Hand over"))))]).then((done) => {
        if (done && name.trim()) void tryTo(desk.game.seat(key, `user:${name.trim()}`));
      });
    } else if (to === "me" && !seat.agent) void tryTo(desk.game.join(key));
    else if (to === "open" && seat.you) void sure(t("Leave the seat"), t("Anybody who may join can take it then. Your answers stay."), t("Leave it open")).then((yes) => yes && tryTo(desk.game.seat(key, to)));
    else void tryTo(desk.game.seat(key, to));
  });
  return menu;
}

function standing(desk: Desk): HTMLElement | null {
  const kinds = Object.entries(desk.title.standing ?? {});
  if (!kinds.length || !desk.seats.length) return null;
  return h("details", { class: "standing" }, h("summary", null, t("Standing answers")),
    h("p", { class: "faint small" }, t("Say in advance when you need not be asked.")),
    ...desk.seats.flatMap((seat) => kinds.map(([kind, list]) => {
      const menu = h("select", null, h("option", { value: "" }, list.find((one) => one.otherwise)?.otherwise ?? t("always ask me")), ...list.map((one) => h("option", { value: one.key }, one.label)));
      menu.value = desk.live.info.value?.standing?.find(([s, k]) => s === seat && k === kind)?.[2] ?? "";
      menu.addEventListener("change", () => void tryTo(desk.game.standing(seat, kind, menu.value)).then(() => toast(t("Standing answer kept"))));
      return h("label", null, `${desk.seatName(seat)}: ${sentence(kind)}`, menu);
    })));
}

function bring(desk: Desk): void {
  const input = h("input", { type: "file" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void tryTo(desk.game.mail(file)).then((done) => done && toast(t("{0|1 answer|{0} answers} taken from the file", done.applied), done.left ? t("{0} left. {1}", done.left, done.reason ?? "") : ""));
  });
  input.click();
}

export function importGame(): void {
  const input = h("input", { type: "file" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void tryTo(importFile(file)).then((info) => { if (info) location.hash = `#/game/${info.id}`; });
  });
  input.click();
}
