/** The lobby: a game within a minute, my games, open tables, and the form for everything else. */

import * as api from "./api";
import { button, Cell, fill, h } from "./dom";
import { dialog, sure, toast, tryTo } from "./notes";
import { theme } from "./settings";
import { coached } from "./table/coach";
import { importGame, sitter } from "./table/panes";
import type { GameInfo, SeatInfo, TitleInfo } from "./wire";
import { type Language, LANGUAGES, language, t } from "./words";

export const user = new Cell<api.User | null>(null);

/** Somebody must sit down before a game is made: a guest unless logged in. */
export async function somebody(): Promise<void> {
  if (user.value) return;
  await api.guest();
  user.value = await api.me();
}

export function openLobby(root: HTMLElement, titles: TitleInfo[]): () => void {
  document.title = "Grognard";
  const mine = h("div", { class: "game-list" }), open = h("div", { class: "game-list" }), over = h("div", { class: "game-list" });
  const finished = h("details", { class: "finished", hidden: true }, h("summary", null, t("Finished games")), over);
  const field = h("input", { type: "search", placeholder: t("Find a game"), "aria-label": t("Find a game"), hidden: true });
  const away = h("input", { type: "checkbox" });
  const awayBox = h("label", { class: "check", hidden: true }, away, t("Show games that were put away"));
  const page = h("div", { class: "lobby" },
    head(),
    h("main", null,
      h("section", { class: "play-now", "aria-label": t("Play now") }, h("h2", null, t("Play now")), h("div", { class: "title-cards" }, ...titles.map((title) => titleCard(title)))),
      h("div", { class: "columns" },
        h("section", null, h("h2", null, t("My games")), field, mine, finished, awayBox),
        h("section", null, h("h2", null, t("Open tables")), open, h("div", { class: "row wrap" }, button(t("Join by link…"), joinByLink), button(t("Bring a saved game…"), () => void somebody().then(importGame)))))),
    h("footer", null, h("p", { class: "faint small" }, t("Grognard is an unofficial fan project. To play, have the printed game and its rulebook beside you."))));
  fill(root, page);
  let games: GameInfo[] = [];
  const draw = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const told = (game: GameInfo) => [game.name, titles.find((one) => one.code === game.title)?.name, game.scenario, ...Object.values(game.seats).flatMap((seat) => [seat.name, seat.player ?? "", seat.agent ?? ""])].join(" ").toLowerCase();
    const shown = games.filter((game) => (away.checked || !game.archived) && words.every((word) => told(game).includes(word)));
    const running = shown.filter((game) => game.status !== "over"), ended = shown.filter((game) => game.status === "over");
    field.hidden = games.length < 4 && !field.value;
    awayBox.hidden = !games.some((game) => game.archived);
    finished.hidden = !ended.length;
    if (words.length) finished.open = true;
    fill(mine, ...(running.length ? running.map((game) => gameRow(game, titles, false)) : [h("p", { class: "faint" }, games.length ? t("No game like that.") : t("None yet."))]));
    fill(over, ...ended.map((game) => gameRow(game, titles, false)));
  };
  field.addEventListener("input", draw);
  away.addEventListener("change", draw);
  const load = async () => {
    const found = await tryTo(api.games());
    if (!found) return;
    games = found.mine;
    draw();
    fill(open, ...(found.open.length ? found.open.map((game) => gameRow(game, titles, true)) : [h("p", { class: "faint" }, t("Nobody waits for players now."))]));
  };
  const stop = user.watch(() => void load());
  const called = async () => { // what was asked of this person meanwhile
    const now = user.value && (await api.me().catch(() => null));
    if (now && now.unseen !== user.value?.unseen) user.value = now;
  };
  const timer = window.setInterval(() => { if (!document.hidden) void load().then(called); }, 15000);
  return () => { stop(); clearInterval(timer); };
}

function head(): HTMLElement {
  const who = h("div", { class: "row" });
  user.watch((now) => fill(who,
    now ? h("span", null, now.guest ? t("Guest: {0}", now.name) : now.name) : null,
    now ? button(now.unseen ? t("Notices ({0})", now.unseen) : t("Notices"), () => void notices(), { class: "quiet" }) : null,
    now && !now.guest ? button(t("Log out"), () => void tryTo(api.logout()).then(async () => { user.value = await api.me(); }), { class: "quiet" }) : button(t("Log in"), () => account(), { class: "quiet" })));
  const look = button(t("Light or dark"), () => { theme.value = document.documentElement.dataset.theme === "dark" ? "light" : "dark"; }, { class: "quiet" });
  const tongue = h("select", { "aria-label": t("Language"), data: { tool: "language" } }, ...LANGUAGES.map(([key, name]) => h("option", { value: key, selected: language.value === key }, name)));
  tongue.addEventListener("change", () => { language.value = tongue.value as Language; location.reload(); });
  return h("header", { class: "bar" }, h("h1", { class: "home" }, "Grognard"), h("p", { class: "grow motto" }, t("The long games, by their full rules")), tongue, look, who);
}

/** What has been asked of this person, and where word of it should go. */
async function notices(): Promise<void> {
  const [list, wish] = await Promise.all([tryTo(api.notices()), tryTo(api.noticeSettings())]);
  if (!list || !wish) return;
  const field = (words: string, value: string, set: (value: string) => void) => h("label", null, words, h("input", { type: "text", value, oninput: (e: Event) => set((e.target as HTMLInputElement).value) }));
  const delay = h("select", null, ...([[0, t("not at all")], [60, t("a minute")], [600, t("10 minutes")], [3600, t("an hour")], [28800, t("8 hours")], [86400, t("a day")]] as const).map(([seconds, words]) => h("option", { value: String(seconds), selected: seconds === (wish.delay ?? 60) }, words)));
  delay.addEventListener("change", () => { wish.delay = Number(delay.value); });
  void dialog(t("Notices"), (close) => [
    list.length ? h("ul", { class: "notices" }, ...list.slice(0, 30).map((one) => h("li", { class: one.seen ? "faint" : "" }, h("a", { href: `#/game/${one.game}`, onclick: () => close() }, one.text), h("span", { class: "faint small" }, ` ${new Date(one.at * 1000).toLocaleString()}`)))) : h("p", { class: "faint" }, t("Nothing has been asked of you.")),
    h("form", { onsubmit: (e: Event) => { e.preventDefault(); void tryTo(api.setNoticeSettings(wish)).then((done) => { if (done) { toast(t("Kept")); close(); } }); } },
      field(t("Send notices to this web address too"), wish.webhook, (value) => { wish.webhook = value; }),
      field(t("And by mail to"), wish.mail, (value) => { wish.mail = value; }),
      h("label", null, t("Not before a turn has waited"), delay),
      h("div", { class: "row end" }, h("button", { type: "submit" }, t("Keep")))),
  ]);
  if (list.some((one) => !one.seen)) void tryTo(api.noticesSeen()).then(() => { if (user.value) user.value = { ...user.value, unseen: 0 }; });
}

/** Log in or make an account; `then`: what follows when that is done. */
export function account(then: () => void = () => undefined): void {
  let name = "", password = "";
  const field = (words: string, type: string, complete: string, set: (value: string) => void) => h("label", null, words, h("input", { type, required: true, autocomplete: complete, oninput: (e: Event) => set((e.target as HTMLInputElement).value) }));
  void dialog(t("Log in"), (close) => {
    const go = (deed: (name: string, password: string) => Promise<unknown>) => void tryTo(deed(name, password).then(async () => { user.value = await api.me(); close(); then(); }));
    return [h("form", { onsubmit: (e: Event) => { e.preventDefault(); go(api.login); } },
      field(t("Name"), "text", "username", (value) => { name = value; }), field(t("Password"), "password", "current-password", (value) => { password = value; }),
      h("div", { class: "row end" }, button(t("Make a new account"), () => go(api.register)), h("button", { type: "submit", class: "primary" }, t("Log in")))),
      h("p", { class: "faint small" }, t("Guests can play at once; an account keeps your games on every device."))];
  });
}

function titleCard(title: TitleInfo): HTMLElement {
  const scenario = title.scenarios[0];
  if (title.trouble) return h("article", { class: "title-card", data: { broken: title.code } }, h("h3", null, title.name), h("p", { class: "faint small" }, t("This title cannot be played now.")), h("p", { class: "small" }, title.trouble));
  if (!scenario) return h("article", { class: "title-card" }, h("h3", null, title.name), h("p", { class: "faint" }, t("No scenario yet.")));
  const chooser = title.scenarios.length > 1 ? h("select", { "aria-label": t("Scenario of {0}", title.name) }, ...title.scenarios.map((one) => h("option", { value: one.key }, one.name))) : null;
  const summary = h("p", { class: "summary" }, scenario.summary ?? "");
  chooser?.addEventListener("change", () => fill(summary, title.scenarios.find((one) => one.key === chooser.value)?.summary ?? ""));
  const key = () => chooser?.value ?? scenario.key;
  const start = (seats: Record<string, string>) => void tryTo(somebody().then(() => api.create({ title: title.code, scenario: key(), options: {}, seats })).then(enter));
  const expected = new Set<string>();
  const expect = (scenario = key()) => { // whoever points at a title may play it: what its table needs is fetched meanwhile
    if (expected.has(scenario)) return;
    expected.add(scenario);
    void import("./table/table");
    api.ahead(title.code, scenario);
  };
  const best = title.agents[title.agents.length - 1] ?? "random";
  const as = h("select", { "aria-label": t("Your side in {0}", title.name) }, ...[...new Set(seatsOf(title, scenario.key).map((seat) => seat.side))].map((side) => h("option", { value: side }, title.sides.find((one) => one.key === side)?.name ?? side)));
  return h("article", { class: "title-card", data: { title: title.code }, onpointerenter: () => expect(), onfocusin: () => expect(), onchange: () => expect() },
    h("div", { class: "sides-strip", "aria-hidden": "true" }, ...title.sides.slice(0, 12).map((side) => h("span", { style: { background: side.colour } }))),
    h("h3", null, title.name), h("p", { class: "faint small" }, title.stage),
    title.first ? button(t("First game, with a coach"), () => guided(title), { class: "primary guided", onpointerenter: () => expect(title.first!.scenario), title: t("Ten minutes: agents play the others, and a coach tells what happens"), data: { start: "guided" } }) : null,
    chooser, summary,
    h("div", { class: "row wrap" },
      button(t("Hot seat"), () => start(Object.fromEntries(seatsOf(title, key()).map((seat) => [seat.key, "me"]))), { class: "primary", title: t("Everybody at this screen"), data: { start: "hotseat" } }),
      button(t("Against agents"), () => {
        start(Object.fromEntries(seatsOf(title, key()).map((seat) => [seat.key, seat.side === as.value ? "me" : `agent:${best}`])));
      }, { title: t("Agents play the other sides"), data: { start: "agents" } }),
      h("label", { class: "as" }, t("as"), " ", as),
      button(t("Set up…"), () => setUp(title, key()), { class: "quiet", data: { start: "setup" } })));
}

/** A first game: the title's short scenario against agents, with a coach. */
function guided(title: TitleInfo): void {
  const first = title.first!;
  const best = title.agents[title.agents.length - 1] ?? "random";
  const seats = Object.fromEntries(seatsOf(title, first.scenario).map((seat) => [seat.key, seat.side === first.side ? "me" : `agent:${best}`]));
  void tryTo(somebody().then(() => api.create({ title: title.code, scenario: first.scenario, options: {}, seats, name: t("First game: {0}", title.name) })).then((info) => {
    coached.value = [...coached.value.slice(-20), info.id];
    enter(info);
  }));
}

const seatsOf = (title: TitleInfo, scenario: string): SeatInfo[] => title.seats[scenario] ?? Object.values(title.seats)[0] ?? [];
const enter = (info: GameInfo): void => { location.hash = `#/game/${info.id}`; };

function setUp(title: TitleInfo, scenario: string): void {
  const options: Record<string, boolean | string> = {};
  const chosen = new Map<string, string>();
  const seatBox = h("fieldset");
  let name = "", seed = "", clock: { kind: string; seconds: number; then: string } | null = null, seats = seatsOf(title, scenario);
  const drawSeats = () => {
    chosen.clear();
    fill(seatBox, h("legend", null, t("Seats")), ...seats.map((seat, n) => {
      const menu = h("select", null, h("option", { value: "me" }, t("Me")), h("option", { value: "open" }, t("Open to others")), ...title.agents.map((agent) => h("option", { value: `agent:${agent}` }, t("Agent: {0}", agent))));
      menu.value = n === 0 ? "me" : title.agents.length ? `agent:${title.agents[title.agents.length - 1]}` : "open";
      chosen.set(seat.key, menu.value);
      menu.addEventListener("change", () => chosen.set(seat.key, menu.value));
      const side = title.sides.find((one) => one.key === seat.side);
      return h("label", { class: "seat-line" }, h("span", null, h("span", { class: "swatch", style: { background: side?.colour ?? "#777" } }), seat.name), menu);
    }));
  };
  drawSeats();
  const scenarioMenu = h("select", null, ...title.scenarios.map((one) => h("option", { value: one.key, selected: one.key === scenario }, one.name)));
  /** Seats depend on the scenario and on some of the options: how many people play. */
  const arrange = () => void tryTo(api.seats(title.code, scenario, options)).then((found) => {
    if (!found || JSON.stringify(found) === JSON.stringify(seats)) return;
    seats = found;
    drawSeats();
  });
  scenarioMenu.addEventListener("change", () => { scenario = scenarioMenu.value; seats = seatsOf(title, scenario); drawSeats(); arrange(); });
  const then = h("select", null, h("option", { value: "pause" }, t("the game pauses")), h("option", { value: "concede" }, t("that side concedes")), ...title.agents.map((agent) => h("option", { value: `agent:${agent}` }, t("agent {0} plays on", agent))));
  const thenBox = h("label", { hidden: true }, t("When a clock is at zero"), then);
  const listed = h("input", { type: "checkbox", checked: true });
  then.addEventListener("change", () => { if (clock) clock.then = then.value; });
  const clockMenu = h("select", null, ...([["", t("None")], ["move:300", t("5 minutes a move")], ["move:86400", t("1 day a move")], ["move:259200", t("3 days a move")], ["game:7200", t("2 hours a game")], ["game:2592000", t("30 days a game")]] as const).map(([value, words]) => h("option", { value }, words)));
  clockMenu.addEventListener("change", () => {
    const [kind, seconds] = clockMenu.value.split(":");
    clock = kind ? { kind, seconds: Number(seconds), then: then.value } : null;
    thenBox.hidden = !clock;
  });
  void dialog(t("New game: {0}", title.name), (close) => [
    h("form", { class: "setup", onsubmit: (e: Event) => {
      e.preventDefault();
      void tryTo(somebody().then(() => api.create({ title: title.code, scenario, options, seats: Object.fromEntries(chosen), name: name || undefined, seed: seed || undefined, clock, listed: listed.checked && [...chosen.values()].includes("open") })).then((info) => { close(); enter(info); }));
    } },
      h("label", null, t("Scenario"), scenarioMenu),
      h("label", null, t("Name of the table"), h("input", { type: "text", maxlength: "60", oninput: (e: Event) => { name = (e.target as HTMLInputElement).value; } })),
      seatBox,
      title.switches.length ? h("fieldset", null, h("legend", null, t("Optional rules")), ...title.switches.map((one) => {
        const rule = one.rule ? h("span", { class: "rule" }, one.rule) : null;
        if (one.choices?.length) {
          const menu = h("select", null, ...one.choices.map((choice) => h("option", { value: choice, selected: choice === one.default }, choice)));
          menu.addEventListener("change", () => { options[one.key] = menu.value; arrange(); });
          return h("label", { class: "seat-line" }, h("span", null, one.label, rule), menu);
        }
        const box = h("input", { type: "checkbox", checked: one.default === true });
        box.addEventListener("change", () => { options[one.key] = box.checked; arrange(); });
        return h("label", { class: "check" }, box, h("span", null, one.label, rule));
      })) : h("span"),
      h("label", { class: "check" }, listed, t("Open seats are listed for everybody; otherwise by invitation only")),
      h("div", { class: "row wrap" }, h("label", null, t("Clock"), clockMenu), thenBox, h("label", null, t("Seed (optional)"), h("input", { type: "text", maxlength: "64", oninput: (e: Event) => { seed = (e.target as HTMLInputElement).value; } }))),
      h("div", { class: "row end" }, h("button", { type: "submit", class: "primary" }, t("Set the table")))),
  ], true);
}

const STATUS: Record<string, string> = { over: t("over"), paused: t("paused"), aside: t("cannot be opened") };

function gameRow(game: GameInfo, titles: TitleInfo[], open: boolean): HTMLElement {
  const title = titles.find((one) => one.code === game.title);
  const seats = Object.entries(game.seats);
  const turn = seats.some(([key, seat]) => seat.you && game.waiting.includes(key));
  const row = h("article", { class: turn ? "game your-turn" : "game" },
    h("div", { class: "grow" }, h("h3", null, h("a", { href: `#/game/${game.id}` }, game.name || title?.name || game.title)),
      h("p", { class: "faint small" }, [title?.name ?? game.title, title?.scenarios.find((one) => one.key === game.scenario)?.name ?? game.scenario, game.status === "on" ? "" : STATUS[game.status] ?? game.status, game.outcome ? (game.outcome.winners?.length ? t("won by {0}", game.outcome.winners.map((side) => title?.sides.find((one) => one.key === side)?.name ?? side).join(", ")) : t("a draw")) : "", game.paused && game.paused_by ? t("paused by {0}", game.paused_by) : "", game.archived ? t("put away") : "", t("{0|1 answer|{0} answers}", game.step), game.updated ? ago(game.updated) : ""].filter(Boolean).join(" · ")),
      game.status === "on" && game.waiting.length && !turn ? h("p", { class: "small" }, t("Waiting for {0}", game.waiting.map((key) => game.seats[key]?.name ?? key).join("; "))) : null,
      h("p", { class: "small" }, ...seats.slice(0, 10).map(([, seat]) => h("span", { class: "seat-chip" }, h("span", { class: "swatch", style: { background: title?.sides.find((one) => one.key === seat.side)?.colour ?? "#777" } }), `${seat.name}: ${sitter(seat)}`)))),
    turn ? h("span", { class: "flag" }, t("Your turn")) : null,
    open ? null : gameMenu(game));
  if (open) {
    for (const [key, seat] of seats.filter(([, one]) => !one.player && !one.agent && !one.you)) {
      row.append(button(t("Play {0}", seat.name), () => void tryTo(somebody().then(() => new api.Game(game.id).join(key)).then(enter))));
    }
  }
  return row;
}

/** What can be done with a game from outside: put it away; its owner renames, lists and deletes it. */
function gameMenu(game: GameInfo): HTMLElement {
  const handle = new api.Game(game.id);
  const menu = h("select", { "aria-label": t("This game"), class: "game-menu" }, h("option", { value: "" }, "⋯"), h("option", { value: "archive" }, game.archived ? t("Take out again") : t("Put away")),
    ...(game.owner ? [h("option", { value: "rename" }, t("Rename…")), game.status === "over" ? null : h("option", { value: "list" }, game.listed ? t("By invitation only") : t("List it for everybody")), h("option", { value: "delete" }, t("Delete…"))] : []));
  const again = () => { user.value = user.value && { ...user.value }; };
  menu.addEventListener("change", () => {
    const wish = menu.value;
    menu.value = "";
    if (wish === "archive") void tryTo(handle.change({ archived: !game.archived })).then(again);
    if (wish === "list") void tryTo(handle.change({ listed: !game.listed })).then(again);
    if (wish === "delete") void sure(t("Delete the game"), t("It is gone for everybody at the table and cannot be brought back. Save it as a file first if you might want it."), t("Delete")).then((yes) => { if (yes) void tryTo(handle.remove()).then(again); });
    if (wish !== "rename") return;
    let name = game.name;
    void dialog(t("Rename the game"), (close) => [h("form", { onsubmit: (e: Event) => { e.preventDefault(); close("go"); } }, h("label", null, t("Name"), h("input", { type: "text", value: name, maxlength: "60", oninput: (e: Event) => { name = (e.target as HTMLInputElement).value; } })), h("div", { class: "row end" }, h("button", { type: "submit", class: "primary" }, t("Rename"))))])
      .then((done) => { if (done && name.trim()) void tryTo(handle.change({ name: name.trim() })).then(again); });
  });
  return menu;
}

/** How long ago, in a word. */
function ago(at: number): string {
  const s = Date.now() / 1000 - at;
  return s < 90 ? t("just now") : s < 5400 ? t("{0} minutes ago", Math.round(s / 60)) : s < 129600 ? t("{0|1 hour|{0} hours} ago", Math.round(s / 3600)) : t("{0|1 day|{0} days} ago", Math.round(s / 86400));
}

function joinByLink(): void {
  let text = "";
  void dialog(t("Join by link"), (close) => [h("form", { onsubmit: (e: Event) => { e.preventDefault(); close("go"); } }, h("label", null, t("Link"), h("input", { type: "text", oninput: (e: Event) => { text = (e.target as HTMLInputElement).value; } })), h("div", { class: "row end" }, h("button", { type: "submit", class: "primary" }, t("Join"))))]).then((done) => {
    const found = /#\/(?:join|game)\/([^/\s]+)(?:\/([^/\s]+))?/.exec(text);
    if (done && found) location.hash = found[2] ? `#/join/${found[1]}/${found[2]}` : `#/game/${found[1]}`;
    else if (done) toast(t("That is no invitation to a game."));
  });
}

/** An invitation: choose an open seat. */
export async function openInvitation(root: HTMLElement, id: string, token: string): Promise<void> {
  fill(root, h("div", { class: "loading" }, h("p", null, t("Looking at the table…"))));
  await tryTo(somebody());
  const game = new api.Game(id);
  const info = await tryTo(game.join("", token));
  const free = Object.entries(info?.seats ?? {}).filter(([, seat]) => !seat.player && !seat.agent && !seat.you);
  const join = (seat: string) => void tryTo(game.join(seat, token).then(() => { location.hash = `#/game/${id}`; }));
  fill(root, h("main", { class: "loading" }, h("h1", null, info?.name || t("A game of Grognard")),
    free.length ? h("p", null, t("Choose your seat:")) : h("p", null, info ? t("Every seat is taken.") : t("Ask for the seat you were promised:")),
    h("div", { class: "row wrap" }, ...free.map(([key, seat]) => button(seat.name, () => join(key), { class: "primary", data: { seat: key } })), info ? h("a", { class: "button", href: `#/game/${id}` }, t("Watch")) : null),
    h("a", { href: "#/" }, t("To the lobby"))));
}
