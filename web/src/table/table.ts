/** The table: one game's page. Puts board, question, log and panes together and tells clicks and keys what they mean. */

import * as api from "../api";
import { BoardView, type Deeds, type Target } from "../board/boardview";
import { forgetSprites } from "../board/counters";
import { overlayColour } from "../board/painter";
import { button, Cell, fill, h, kept } from "../dom";
import { Live } from "../live";
import { account, user } from "../lobby";
import { complain } from "../notes";
import { counterWish, dark, layers, otherNumber, otherTone, safeColours, tonesFor, tourSeen, withMap } from "../settings";
import { say, speak } from "../said";
import type { BoardData, Drawing, GameInfo, Label, Piece, TitleInfo } from "../wire";
import { isPick } from "./company";
import { Desk } from "./desk";
import type { Refused } from "./reasons";
import { coach, coached } from "./coach";
import { cover } from "./curtain";
import { openEnding, promises } from "./ending";
import { DiceWindow } from "./dicewindow";
import { takeAll } from "./march";
import { mapTools, minimap, overlayLegend, toggleCounters, toggleLens } from "./furniture";
import { LogPane } from "./logpane";
import { crowd, pickOption, sentence } from "./options";
import { before, callTab, divider, handle, tableBar } from "./bar";
import { chartsPane, chatPane, forcesPane, groupOf, panelsPane, tablePane } from "./panes";
import { describe, fan, optionList, Popover, reasons } from "./popover";
import { QuestionCard } from "./questioncard";
import { Recap } from "./recap";
import { printedPane } from "./printed";
import { replayBar } from "./replaybar";
import { openRule, rulesPane } from "./rulebook";
import { keyHelp, startTour } from "./tour";
import { t } from "../words";

declare global {
  /** The table that is open, for the browser's console and for tests. */
  interface Window { grognard?: { board: BoardView; desk: Desk } }
}

const GROUPS: Record<string, string> = { State: t("State") };

interface Tab { key: string; name: string; element: HTMLElement; show?(): void }

const PATIENCE = 300; // ms until the question is put before the board is there

/** `wanted`: whether the player is still on the way to this table, or has gone elsewhere meanwhile. */
export async function openTable(root: HTMLElement, id: string, titles: Promise<TitleInfo[]>, wanted: () => boolean): Promise<() => void> {
  const first = h("p", { class: "prompt" });
  fill(root, h("div", { class: "loading", role: "status" }, h("p", null, t("Setting the table…")), first));
  const game = new api.Game(id);
  const live = new Live(game);
  live.view.watch((view) => { if (first.isConnected && view?.questions[0]) fill(first, view.questions[0].prompt); }); // on a slow line the question is there before the board
  try {
    const info = api.told.get(id) ?? await game.info();
    api.told.delete(id);
    live.info.value = info;
    const title = (await titles).find((one) => one.code === info.title);
    if (!title) throw new Error(t("This server does not have the title {0}.", info.title));
    const desk = new Desk(game, live, title);
    const early = window.setTimeout(() => before(root, desk), PATIENCE);
    const [boardData, drawing] = await Promise.all([api.board(title.code, info.scenario), api.drawing(title.code, info.scenario), speak(title.code).then(() => live.again())]);
    clearTimeout(early);
    if (!wanted()) {
      live.close();
      return () => undefined;
    }
    const page = new TablePage(root, desk, info, boardData, drawing);
    return () => page.close();
  } catch (error) {
    live.close();
    if (!wanted()) return () => undefined;
    complain(error);
    const stranger = !user.value || user.value.guest; // a link out of a mail, opened where nobody is logged in
    fill(root, h("main", { class: "loading" }, h("p", null, error instanceof Error ? say(error.message) : t("The game cannot be shown.")),
      stranger ? h("p", null, t("If it is a game of your account, log in and it opens.")) : null,
      h("div", { class: "row" }, stranger ? button(t("Log in"), () => account(() => window.dispatchEvent(new Event("hashchange"))), { class: "primary", data: { door: "login" } }) : null, h("a", { class: "button", href: "#/" }, t("To the lobby")))));
    return () => undefined;
  }
}

class TablePage {
  private board: BoardView;
  private card: QuestionCard;
  private popover: Popover;
  private dice: DiceWindow;
  private recap: Recap;
  private log: LogPane | null = null;
  private overlay = new Cell("");
  private told = new Cell<(Refused & { name: string }) | null>(null);
  private tabs: Tab[] = [];
  private tab = "log";
  private tabStrip = h("div", { class: "tabs", role: "tablist", "aria-label": t("Beside the board") });
  private tabBody = h("div", { class: "tab-body" });
  private tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
  private page: HTMLElement;
  private stops: (() => void)[] = [];
  private colours = new Map<string, { colour: string; ink: string }>();
  private panelGroups = "";

  constructor(root: HTMLElement, private desk: Desk, info: GameInfo, boardData: BoardData, drawing: Drawing | null) {
    this.colours = tonesFor(desk.title.sides, safeColours.value);
    const map = h("main", { class: "map", "aria-label": t("Board") });
    const side = h("aside", { class: "side", "aria-label": t("Question and panes") });
    this.page = h("div", { class: "table" });
    fill(root, this.page);
    this.page.append(tableBar(desk, info, this.page, this.tone, this.stops), map, side);
    this.board = new BoardView(map, boardData, drawing);
    desk.spaceName = this.spaceName;
    this.popover = new Popover(map);
    const point = (tokens: string[], reveal = false) => {
      this.board.point(tokens);
      if (reveal) this.board.reveal(tokens.flatMap((token) => this.placesOf(token)), false);
    };
    this.card = new QuestionCard(desk, point, () => { side.classList.remove("low"); this.openTab("log"); this.log?.showSince(); }, (list) => void this.recap.start(list), () => openEnding(desk, this.tone, this.spaceName), this.tone);
    map.append(mapTools(this.board, desk, this.overlay, () => this.showLit()), minimap(this.board, desk), this.tip, replayBar(desk),
      overlayLegend(desk, this.overlay, this.told, (value) => this.colours.get(value)?.colour ?? overlayColour(value), (value) => sentence(desk.sideName(value))));
    this.dice = new DiceWindow(desk, this.board, this.spaceName, this.tone);
    this.recap = new Recap(desk, this.board, this.spaceName, this.tone);
    map.append(this.dice.element, this.recap.element);
    this.page.append(divider(this.page, this.stops));
    side.append(handle(side), this.card.element, this.tabStrip, this.tabBody);
    const guide = coach(desk, point), upright = matchMedia("(max-width: 800px)");
    const stand = () => { if (upright.matches) this.card.element.before(guide); else map.append(guide); }; // on a phone it would lie over what is lit
    stand();
    this.board.hidden = () => {
      if (guide.hidden || guide.parentElement !== map) return null;
      const box = guide.getBoundingClientRect(), at = map.getBoundingClientRect();
      return { x0: box.left - at.left, y0: box.top - at.top, x1: box.right - at.left, y1: box.bottom - at.top };
    };
    upright.addEventListener("change", stand);
    this.stops.push(() => upright.removeEventListener("change", stand));
    this.board.deeds = this.deeds();
    desk.dropped = (_, space) => this.refuseDrop(space);
    this.buildTabs(point);
    this.watch();
    document.addEventListener("keydown", this.onKey);
    document.addEventListener("keyup", this.onKeyUp);
    window.grognard = { board: this.board, desk };
    desk.silent = false;
    if (!desk.covered) desk.announce();
    const name = `${info.name || desk.title.name} · Grognard`;
    this.stops.push(desk.question.watch((question) => callTab(name, question ? desk.seatName(question.seat) : "")));
    this.stops.push(desk.live.info.watch((known) => {
      const seal = known?.commitment, seen = promises(desk.game.id);
      if (seal && known.status !== "over" && !desk.live.view.value?.outcome && !seen.value.includes(seal)) seen.value = [...seen.value, seal];
    }));
    let over = desk.live.view.value ? Boolean(desk.live.view.value.outcome) : null;
    this.stops.push(desk.live.view.watch((view) => {
      if (!view) return;
      if (over === false && view.outcome && !document.querySelector("dialog[open]")) openEnding(desk, this.tone, this.spaceName);
      over = Boolean(view.outcome);
    }));
    if (!tourSeen.value && desk.seats.length && !coached.value.includes(desk.game.id)) {
      const stop = desk.question.watch((question) => {
        if (question && !tourSeen.value) { queueMicrotask(() => stop()); setTimeout(() => { if (this.page.isConnected) startTour(this.page); }, 400); }
      });
      this.stops.push(stop);
    }
  }

  close(): void {
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("keyup", this.onKeyUp);
    for (const stop of this.stops) stop();
    document.querySelector(".tour")?.remove();
    for (const left of document.querySelectorAll<HTMLDialogElement>("dialog")) left.remove(); // what was asked at this table
    callTab("");
    this.board.close();
    this.desk.close();
    delete window.grognard;
  }

  private placesOf(token: string): string[] {
    if (this.board.scene.byId.has(token)) return [token];
    const piece = this.desk.shown.value?.picture.pieces?.find((one) => one.id === token);
    return piece ? [piece.at] : [];
  }

  private spaceName = (id: string): string => this.board.scene.byId.get(id)?.name ?? sentence(id);

  private tone = (side: string): { colour: string; ink: string } => this.colours.get(side) ?? otherTone(side);

  // tabs

  private buildTabs(point: (tokens: string[], reveal?: boolean) => void): void {
    const { desk } = this;
    const onBoard = (id: string) => this.board.scene.byId.has(id);
    const stats = chartsPane(desk, this.tone), printed = printedPane(desk), rules = rulesPane(desk);
    const fixed: Tab[] = [
      { key: "log", name: t("Log"), element: (this.log = new LogPane(desk, point, this.spaceName, this.tone)).element, show: () => this.log?.show() },
      { key: "forces", name: t("Find"), element: forcesPane(desk, this.tone, point, this.spaceName, onBoard, this.board.scene.places) },
    ];
    const last: Tab[] = [
      { key: "printed", name: t("Charts"), element: printed.element, show: printed.show },
      { key: "rules", name: t("Rules"), element: rules.element, show: rules.show },
      { key: "charts", name: t("Graphs"), element: stats.element, show: stats.show },
      { key: "chat", name: t("Talk"), element: chatPane(desk) },
      { key: "table", name: t("Players"), element: tablePane(desk, this.tone) },
    ];
    const made = new Map<string, Tab>();
    let first = true;
    this.stops.push(desk.live.chat.watch((lines) => {
      if (first && lines.length) { this.heard = lines.length; first = false; }
      if (this.tabs.length) this.drawTabs();
    }, false));
    this.stops.push(desk.shown.watch((view) => {
      const own = new Set([...fixed, ...last].map((tab) => tab.name)).add("Forces"); // these stand with the units in Find
      const names = [...new Set(["State", ...(view?.picture.panels ?? []).map(groupOf)])].filter((name) => !own.has(name));
      if (names.join() === this.panelGroups) return;
      this.panelGroups = names.join();
      const middle = names.map((name) => {
        if (!made.has(name)) made.set(name, { key: `panel:${name}`, name: GROUPS[name] ?? say(name), element: panelsPane(desk, name, point, this.tone) });
        return made.get(name)!;
      });
      this.tabs = [...fixed, ...middle, ...last];
      this.drawTabs();
    }));
  }

  private drawTabs(): void {
    if (!this.tabs.some((tab) => tab.key === this.tab)) this.tab = "log";
    if (this.tab === "chat") this.heard = this.desk.live.chat.value.length;
    const unread = this.desk.live.chat.value.length - this.heard;
    fill(this.tabStrip, ...this.tabs.map((tab) => button(tab.key === "chat" && unread > 0 ? `${tab.name} (${unread})` : tab.name, () => this.openTab(tab.key), {
      role: "tab", class: "tab", id: `tab-${tab.key.replace(/\W/g, "-")}`, "aria-selected": String(tab.key === this.tab), tabindex: tab.key === this.tab ? 0 : -1, data: { tab: tab.key },
    })));
    this.tabStrip.onkeydown = (e) => {
      const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
      if (!by) return;
      e.preventDefault();
      this.stepTab(by);
      this.tabStrip.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
    };
    const open = this.tabs.find((tab) => tab.key === this.tab)!;
    open.element.setAttribute("role", "tabpanel");
    open.element.setAttribute("aria-labelledby", `tab-${open.key.replace(/\W/g, "-")}`);
    open.element.tabIndex = 0;
    if (this.tabBody.firstElementChild !== open.element) fill(this.tabBody, open.element);
    if (this.shownTab !== open.key) { this.shownTab = open.key; open.show?.(); }
    else if (open.key === "charts") open.show?.();
  }
  private shownTab = "";
  private heard = 0; // lines of talk that were on show

  private openTab(key: string): void {
    this.tab = key;
    this.drawTabs();
  }

  private stepTab(by: number): void {
    const now = this.tabs.findIndex((tab) => tab.key === this.tab);
    this.openTab(this.tabs[(now + by + this.tabs.length) % this.tabs.length]!.key);
  }

  // what changes the board

  private watch(): void {
    const { desk, board } = this;
    const mood = () => {
      this.colours = tonesFor(desk.title.sides, safeColours.value);
      const picture = desk.shown.value?.picture;
      const colours: Record<string, string> = {};
      const hatch: Record<string, number> = {};
      desk.title.sides.forEach((side, n) => {
        colours[side.key] = this.tone(side.key).colour;
        if (safeColours.value) hatch[side.key] = n;
      });
      for (const key of new Set(Object.values(picture?.control ?? {}))) {
        if (colours[key]) continue;
        colours[key] = otherTone(key).colour;
        if (safeColours.value) hatch[key] = otherNumber(key);
      }
      board.mood({ dark: dark.value, colours, hatch, shown: { ...layers.value, fronts: layers.value.fronts ?? board.scene.hexes }, control: picture?.control ?? {}, overlay: picture?.overlays?.[this.overlay.value] ?? null });
    };
    board.tones = this.tone;
    let control: unknown, overlays: unknown;
    this.stops.push(
      desk.shown.watch((view) => {
        if (!view) return;
        if (this.told.value) this.tell(null, null);
        board.show(view.picture);
        if (view.picture.control !== control || view.picture.overlays !== overlays) {
          const same = JSON.stringify(view.picture.control) === JSON.stringify(control) && JSON.stringify(view.picture.overlays) === JSON.stringify(overlays);
          control = view.picture.control;
          overlays = view.picture.overlays;
          if (!same) mood();
        }
      }),
      desk.ties.watch((ties) => {
        board.light({ spaces: ties.spaces, pieces: ties.pieces, subjects: ties.subjects });
        this.look();
        this.popover.close();
        this.tip.hidden = true;
      }),
      desk.question.watch((question) => { if (question) cover(desk, question.seat); }),
      desk.rule.watch((rule) => {
        if (!rule) return;
        desk.rule.value = "";
        openRule(desk, rule);
      }),
      desk.choices.watch((wish) => {
        const at = wish && board.spot(wish.space);
        if (!wish || !at) return;
        desk.choices.value = null;
        this.popover.show(at.x, at.y, this.spaceName(wish.space), [optionList(wish.labels, (label) => this.choose(label), (tokens) => board.point(tokens))]);
      }),
      dark.watch(mood, false), safeColours.watch(() => { forgetSprites(); mood(); }, false), layers.watch(mood, false), this.overlay.watch(mood, false), this.overlay.watch(() => this.tell(null, null), false),
      counterWish.watch((size) => { board.wish = size; board.redraw(); }),
      layers.watch((shown) => { board.numbers = shown.numbers ?? false; board.redraw(); }),
      withMap.watch((on) => { board.withMap = on; board.redraw(); }),
    );
    mood();
  }

  private keeping = false;
  private looked = "";
  private lookedFor: unknown = null;

  /** A new question: come to what is lit if nothing of it is in sight, or if a new segment lies far away. */
  private look(): void {
    const { desk, board } = this;
    const question = desk.question.value;
    if (!question || question === this.lookedFor) return;
    this.lookedFor = question;
    const lit = this.litPlaces(), place = desk.live.view.value?.place.join() ?? "";
    if (!lit.length) {
      if (!this.looked && !this.opened) this.lookFirst(this.theatre());
      return;
    }
    if (!this.looked && !this.opened) this.lookFirst(lit);
    else if (!lit.some((id) => board.inSight(id)) || (place !== this.looked && board.tiny(lit))) board.lookAt(lit);
    this.looked = place;
  }

  /** The spaces the question is about: what its options have in common, and what is lit. */
  private litPlaces(): string[] {
    const { ties } = this.desk;
    const about = [...ties.value.subjects].flatMap((token) => this.placesOf(token));
    const lit = [...new Set([...about, ...ties.value.spaces, ...[...ties.value.pieces].flatMap((token) => this.placesOf(token))])].filter((id) => this.board.scene.byId.has(id));
    return lit.length ? lit : this.subjectPlaces();
  }

  /** Where nothing is lit: the space and the pieces that the question names as its subject. */
  private subjectPlaces(): string[] {
    const named = Object.values(this.desk.question.value?.subject ?? {}).flat().filter((one): one is string => typeof one === "string");
    return [...new Set(named.flatMap((token) => (this.board.scene.byId.has(token) ? [token] : this.placesOf(token))))].filter((id) => this.board.scene.byId.has(id));
  }

  private opened = false;

  /** Where nothing is lit at the start: the part of the board on which most of the units stand, if the rest is far away. */
  private theatre(): string[] {
    const at = (this.desk.shown.value?.picture.pieces ?? []).map((piece) => this.board.scene.byId.get(piece.at)).filter((place) => place !== undefined);
    return crowd(at).map((place) => place.id);
  }

  /** A game opens where the player left it, if anything of the question is to be seen there; else on what is lit. */
  private lookFirst(lit: string[]): void {
    const { board, desk } = this;
    if (!lit.length) return;
    this.opened = true;
    const left = kept<{ x: number; y: number; scale: number } | null>(`camera.${desk.game.id}`, null);
    if (left.value) board.place(left.value);
    if (!left.value || !lit.some((id) => board.inSight(id))) board.lookAt(lit);
    if (this.keeping) return;
    this.keeping = true;
    let timer = 0;
    this.stops.push(board.moved.watch(() => {
      clearTimeout(timer);
      timer = window.setTimeout(() => { left.value = { ...board.camera }; }, 400);
    }, false));
  }

  showLit(): void { this.board.lookAt(this.litPlaces()); }

  // hands on the board

  private deeds(): Deeds {
    const { desk, board } = this;
    return {
      pick: (target) => this.pick(target),
      ask: (target) => void this.about(target),
      hover: (target) => this.hover(target),
      mayDrag: (piece) => desk.mayDrag(piece.id),
      dragStart: (piece) => desk.dragStart(piece.id),
      drop: (piece, target) => {
        if (target.place && target.place.id === piece.at) return;
        if (desk.dropOn(piece.id, target.place?.id ?? null) === "refused" && target.place && desk.question.value) this.refuseDrop(target.place.id);
        board.redraw();
      },
    };
  }

  /** A unit was dropped where it may not go: the reason, at the place itself. */
  private refuseDrop(space: string): void {
    const place = this.board.scene.byId.get(space), at = this.board.spot(space);
    if (place && at) void this.about({ place, piece: null, heap: [], ...at });
  }

  private pick(target: Target): void {
    const { desk } = this;
    const ties = desk.ties.value;
    const asked = this.popover.open;
    if (asked) this.popover.close();
    if (desk.hand.value && !(target.place && ties.bySpace.has(target.place.id)) && !target.heap.some((piece) => ties.byPiece.has(piece.id))) {
      const others = target.heap.filter((piece) => desk.insteadOf(piece.id));
      if (others.length) return this.instead(others, target);
      if (asked || !target.place) return void desk.putDown();
      return void this.about({ ...target, piece: null, heap: [] });
    }
    const followed = this.overlay.value ? this.follow(target) : Promise.resolve(false);
    if (target.heap.length > 1) {
      const lit = target.heap.filter((piece) => ties.pieces.has(piece.id));
      if (target.place && ties.spaces.has(target.place.id) && !lit.length) return this.pickSpace(target);
      return this.fan(target);
    }
    if (target.piece && (ties.byPiece.get(target.piece.id)?.length ?? 0) > 0 && (ties.pieces.has(target.piece.id) || !ties.spaces.has(target.place?.id ?? ""))) return this.pickPiece(target.piece, target);
    if (target.place && ties.bySpace.has(target.place.id)) return this.pickSpace(target);
    if (target.place || target.piece) void followed.then((told) => { if (!told) void this.about(target); });
  }

  /** With an overlay on, what the title says of the place under the pointer is drawn and stands in the legend. */
  private async follow(target: Target): Promise<boolean> {
    const overlay = this.overlay.value;
    const told = await this.desk.told(target.place?.id ?? null, target.heap.length === 1 ? target.piece?.id ?? null : null, overlay);
    if (overlay === this.overlay.value) this.tell(told, target);
    return told !== null;
  }

  private tell(told: Refused | null, target: Target | null): void {
    this.board.follow(told?.way ?? [], told?.bars ?? []);
    this.told.value = told ? { name: (target?.heap.length === 1 ? target.piece?.name : null) ?? target?.place?.name ?? "", ...told } : null;
  }

  /** Another unit instead of the one in the hand. */
  private instead(pieces: Piece[], target: Target): void {
    const { desk } = this;
    const take = (piece: Piece) => { this.popover.close(); void desk.takeInstead(desk.insteadOf(piece.id)!); };
    if (pieces.length === 1) return take(pieces[0]!);
    this.popover.show(target.x, target.y, target.place?.name ?? t("Stack"), [fan(pieces, () => true, this.tone, take, (tokens) => this.board.point(tokens))]);
  }

  private pickPiece(piece: Piece, target: Target): void {
    const { desk } = this;
    const question = desk.question.value;
    if (!question) return void this.about(target);
    const labels = desk.ties.value.byPiece.get(piece.id) ?? [];
    const onlyPick = pickOption(question, piece.id);
    if (labels.length === 1) return this.choose(labels[0]!);
    if (onlyPick && labels.every((label) => label === onlyPick || !label.spaces?.length)) {
      if (labels.length === 1) return this.choose(onlyPick);
    }
    if (labels.some((label) => label.spaces?.length) && desk.selected.value !== piece.id) {
      desk.selected.value = piece.id;
      const rest = desk.ties.value.options.filter((label) => !label.spaces?.length);
      if (rest.length) this.popover.show(target.x, target.y, piece.name, [optionList(rest, (label) => this.choose(label), (tokens) => this.board.point(tokens)), h("p", { class: "faint small" }, t("Or choose a lit space."))]);
      return;
    }
    this.popover.show(target.x, target.y, piece.name, [optionList(labels, (label) => this.choose(label), (tokens) => this.board.point(tokens))]);
  }

  private pickSpace(target: Target): void {
    const labels = this.desk.ties.value.bySpace.get(target.place!.id) ?? [];
    if (labels.length === 1) return this.choose(labels[0]!);
    this.popover.show(target.x, target.y, target.place!.name, [optionList(labels, (label) => this.choose(label), (tokens) => this.board.point(tokens))]);
  }

  private fan(target: Target): void {
    const ties = this.desk.ties.value;
    const pieces = target.place ? this.board.piecesAt(target.place.id) : target.heap;
    const picks = pieces.flatMap((piece) => ties.pieces.has(piece.id) ? (ties.byPiece.get(piece.id) ?? []).filter(isPick).slice(0, 1) : []);
    const units = pieces.filter((piece) => picks.some((label) => label.pieces!.includes(piece.id))).reduce((n, piece) => n + (piece.count ?? 1), 0);
    this.popover.show(target.x, target.y, target.place?.name ?? t("Stack"), [
      fan(pieces, (piece) => ties.pieces.has(piece.id), this.tone, (piece) => {
        if (ties.byPiece.has(piece.id)) this.pickPiece(piece, { ...target, piece });
        else void this.about({ ...target, piece });
      }, (tokens) => this.board.point(tokens)),
      picks.length > 1 ? button(t("Take the whole stack ({0})", units), () => { this.popover.close(); void takeAll(this.desk, picks[0]!); }, { class: "option", data: { stack: target.place?.id ?? "" } }) : null,
      target.place && ties.bySpace.has(target.place.id) ? optionList(ties.bySpace.get(target.place.id)!, (label) => this.choose(label), (tokens) => this.board.point(tokens)) : null,
    ]);
  }

  private choose(label: Label): void {
    this.popover.close();
    void this.desk.propose(label);
  }

  /** What is here, and why it cannot be chosen. */
  private async about(target: Target): Promise<void> {
    const { desk, board } = this;
    const { place, piece } = target;
    if (!place && !piece) return;
    const owner = place && desk.shown.value?.picture.control?.[place.id];
    const facts = place ? [place.terrain && sentence(place.terrain), place.country && sentence(place.country), owner && t("held by {0}", desk.sideName(owner))].filter(Boolean).join(", ") : "";
    const why = h("div", { class: "why" });
    const held = place ? board.piecesAt(place.id) : [];
    const marks = place ? board.markersAt(place.id) : [];
    const ties = desk.ties.value;
    const asked = desk.question.value !== null && !(place && ties.spaces.has(place.id) && !piece) && !(piece && ties.pieces.has(piece.id));
    const parts = [
      piece ? h("p", null, describe(piece)) : null,
      facts ? h("p", { class: "faint" }, facts) : null,
      marks.length ? h("p", { class: "faint small" }, marks.map((mark) => `${sentence(mark.kind)}${mark.text ? ` ${mark.text}` : ""}`).join(", ")) : null,
      !piece && held.length ? fan(held, (one) => ties.pieces.has(one.id), this.tone, (one) => ties.byPiece.has(one.id) ? this.pickPiece(one, { ...target, piece: one }) : void this.about({ ...target, piece: one }), (tokens) => board.point(tokens)) : null,
      asked ? why : null,
      piece ? optionList(ties.idle.filter((label) => label.pieces?.includes(piece.id)).map((label) => ({ ...label, words: t("Take it up all the same") })), (label) => this.choose(label), () => undefined) : null,
      !asked && place && ties.bySpace.has(place.id) ? optionList(ties.bySpace.get(place.id)!, (label) => this.choose(label), (tokens) => board.point(tokens)) : null,
    ];
    if (asked) fill(why, h("h4", null, t("Why not?")), h("p", { class: "faint small" }, t("Asking the rules…")));
    this.popover.show(target.x, target.y, piece?.name ?? place?.name ?? "", parts, false);
    if (!asked) return;
    const overlay = this.overlay.value;
    const found = await desk.whyNot(piece ? null : place?.id ?? null, piece?.id ?? null, overlay);
    const told = overlay && found[0]?.way ? found[0] : null;
    if (told) this.tell(told, { ...target, piece, heap: piece ? [piece] : [] });
    const rest = found.filter((one) => one !== told);
    fill(why, ...(told ? [h("h4", null, sentence(overlay)), reasons(desk, [told])] : []), ...(rest.length || !told ? [h("h4", null, t("Why not?")), reasons(desk, rest, (texts) => { this.popover.close(); void desk.lead(texts); })] : []),
      desk.hand.value ? button(t("Put the {0} back", desk.tokenName(desk.hand.value.pick.pieces![0]!)), () => { this.popover.close(); void desk.putDown(); }, { class: "link", data: { deed: "putdown" } }) : null);
    this.popover.settle();
  }

  private hover(target: Target | null): void {
    const { tip } = this;
    if (!target?.place || this.popover.open) {
      tip.hidden = true;
      return;
    }
    const owner = this.desk.shown.value?.picture.control?.[target.place.id];
    const many = target.heap.length > 1 ? `${t("{0} counters", target.heap.length)}: ${target.heap.slice(0, 5).map((piece) => `${piece.name}${(piece.count ?? 1) > 1 ? ` ×${piece.count}` : ""}`).join(", ")}${target.heap.length > 5 ? "…" : ""}` : target.piece ? describe(target.piece) : "";
    const over = this.desk.shown.value?.picture.overlays?.[this.overlay.value]?.[target.place.id];
    const marks = this.board.markersAt(target.place.id);
    fill(tip, h("strong", null, target.place.name), h("span", null, [target.place.terrain && sentence(target.place.terrain), owner && this.desk.sideName(owner), over && `${sentence(this.overlay.value)}: ${this.desk.sideName(over)}`].filter(Boolean).join(" · ")),
      marks.length ? h("span", null, marks.map((mark) => `${sentence(mark.kind)}${mark.text ? ` ${mark.text}` : ""}`).join(", ")) : null, many ? h("span", null, many) : null);
    tip.hidden = false;
  }

  // keys

  private onKey = (e: KeyboardEvent): void => {
    if (e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || document.querySelector("dialog[open]")) return;
    const target = e.target as HTMLElement;
    if (target.closest("input:not([type=range]):not([type=checkbox]), select, textarea, dialog, .tour")) {
      if (e.key === "Escape" && target instanceof HTMLInputElement) target.blur();
      return;
    }
    if (e.key === "Shift" && !this.board.magnify) {
      this.shifted = true;
      this.board.magnify = true;
      this.board.redraw();
      return;
    }
    const { desk, board } = this;
    const tool = (name: string) => this.page.querySelector<HTMLElement>(`[data-tool=${name}]`);
    const deeds: Record<string, () => void> = {
      u: () => void desk.undo(), r: () => void desk.restart(), g: () => void desk.suggest(),
      h: () => toggleCounters(board, tool("counters")), m: () => toggleLens(board, tool("magnify")), l: () => tool("layers")?.click(),
      c: () => this.showLit(), n: () => void board.next(1), p: () => void board.next(-1), "0": () => board.fit(), "+": () => board.zoom(1.3), "=": () => board.zoom(1.3), "-": () => board.zoom(1 / 1.3),
      w: () => { const at = board.cursorTarget; if (at) void this.about(at); },
      t: () => this.stepTab(1), "/": () => this.card.focusSearch(), "?": keyHelp,
      "[": () => desk.go((desk.at.value ?? desk.live.view.value?.step ?? 0) - 1), "]": () => desk.at.value !== null && desk.go(desk.at.value + 1),
      Escape: () => { if (this.popover.open) this.popover.close(); else if (this.recap.open) this.recap.close(); else if (!this.dice.element.hidden) { if (this.dice.falling) this.dice.skip(); else this.dice.close(); } else if (desk.committing.value) void desk.withdraw(); else if (desk.at.value !== null) desk.at.value = null; else if (desk.selected.value) desk.selected.value = null; else void desk.putDown(); },
    };
    if (desk.at.value !== null && e.key === " " && !target.closest("button")) deeds[" "] = () => { desk.playing.value = !desk.playing.value; };
    if (e.key === "Enter" && !target.closest("button, a, summary, [tabindex]")) deeds.Enter = () => { const at = board.cursorTarget; if (at) this.pick(at); };
    if (/^[1-9]$/.test(e.key)) deeds[e.key] = () => this.card.press(Number(e.key) - 1);
    const act = deeds[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act) return;
    e.preventDefault();
    act();
  };

  private shifted = false;
  private onKeyUp = (e: KeyboardEvent): void => {
    if (e.key !== "Shift" || !this.shifted) return;
    this.shifted = false;
    this.board.magnify = false;
    this.board.redraw();
  };
}
