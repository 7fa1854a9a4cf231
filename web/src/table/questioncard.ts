/** The question: prompt, the way that led to it, every option as a button, and the deeds around it. */

import type { Tones } from "../board/counters";
import { button, type Cell, fill, h } from "../dom";
import type { Back, Label, Question } from "../wire";
import type { Desk } from "./desk";
import { reopen } from "./ending";
import { headline, oddsCard } from "./odds";
import { requestCard, settled } from "./panes";
import { type Company, size, strength, wanting } from "./company";
import { describe, fan } from "./popover";
import { ruleChip } from "./rulebook";
import { sheet } from "./sheet";
import { phaseWords } from "./tour";
import { capital, groups, rows, search, named } from "./options";
import { t } from "../words";

const SHORT = 9;
const MOST = 150;
const FEW = 8;
const CROWD = 16;
const ROOM = 110; // letters of the way to a question that fit over it

export class QuestionCard {
  readonly element = h("section", { class: "question", "aria-label": t("Question") });
  private words = "";
  private explaining = false;
  private kind = "";
  private opened = new Set<string>();
  private list = h("div", { class: "options" });
  private field: HTMLInputElement | null = null;
  private counting = false;
  private stops: (() => void)[] = [];

  constructor(private desk: Desk, private point: (tokens: string[]) => void, private read: () => void, private recap: (list: boolean) => void, private tell: () => void, private tone: Tones) {
    const draw = () => this.draw();
    const cells: Cell<never>[] = [desk.purchases.basket, desk.shown, desk.at, desk.ties, desk.committing, desk.marching, desk.since, desk.hint, desk.hand, desk.forecast.told, desk.live.info, desk.live.thinking, desk.live.trouble] as unknown as Cell<never>[];
    this.stops = [desk.question.watch((question) => {
      const kind = question ? `${question.seat}|${question.rule}|${question.prompt.replace(/\d+/g, "")}` : "";
      if (kind !== this.kind) { this.words = ""; this.opened.clear(); } // what was opened stays open while the same is asked again
      this.kind = kind;
      this.counting = false;
      this.redraw();
    }, false), ...cells.map((cell) => cell.watch(() => this.redraw(), false)), desk.busy.watch((busy) => this.element.classList.toggle("busy", busy)), desk.fall.known.watch((known) => this.marked(known), false)];
    const press = (e: PointerEvent) => { this.pressed = this.element.contains(e.target as Node) ? desk.question.value : null; };
    const release = () => window.setTimeout(() => {
      this.pressed = null;
      if (this.dirty) draw();
    });
    for (const [kind, heard] of [["pointerdown", press], ["pointerup", release], ["pointercancel", release]] as const) {
      document.addEventListener(kind, heard as EventListener, true);
      this.stops.push(() => document.removeEventListener(kind, heard as EventListener, true));
    }
    draw();
  }

  /** the question a finger rests on: while it is the same the button under the finger is not drawn anew, or the click would be lost */
  private pressed: Question | null = null;
  private dirty = false;
  private queued = false;

  /** Once for all that a message changes, when it has been taken in. */
  private redraw(): void {
    this.dirty = true;
    if (this.queued) return;
    this.queued = true;
    queueMicrotask(() => {
      this.queued = false;
      if (this.dirty && (!this.pressed || this.pressed !== this.desk.question.value)) this.draw();
    });
  }

  /** It is known now with which answers dice fall: their marks come and go where they stand. */
  private marked(known: ReadonlyMap<string, boolean>): void {
    for (const one of this.element.querySelectorAll<HTMLButtonElement>("button.option")) {
      const falls = known.get(one.dataset.option ?? ""), mark = one.querySelector(".rolls");
      if (falls === undefined || falls === (mark !== null)) continue;
      if (mark) mark.remove();
      else one.insertBefore(die(), one.querySelector("small"));
    }
  }

  /** Watch no more. */
  close(): void { for (const stop of this.stops) stop(); }

  focusSearch(): void { this.field?.focus(); }

  /** The n-th option button on the card, for the number keys. */
  press(n: number): void {
    const made = this.numbered()[n], { desk } = this;
    const label = desk.question.value?.options.find((one) => one.text === made?.dataset.option);
    if (label && desk.fall.rolls(label) && !desk.committing.value && !desk.busy.value) desk.committing.value = { label, odds: null }; // a slip of a finger throws no dice
    else made?.click();
  }

  private numbered(): HTMLButtonElement[] {
    return [...this.element.querySelectorAll<HTMLButtonElement>("button.option")].filter((one) => !one.closest(".number-row"));
  }

  private draw(): void {
    const { desk } = this;
    this.dirty = false;
    const view = desk.shown.value, question = desk.question.value;
    if (!view?.questions.length || desk.at.value !== null) this.point([]);
    if (!view) return fill(this.element, h("p", { class: "faint" }, t("Setting the table…")), desk.live.trouble.value ? h("p", { role: "alert" }, desk.live.trouble.value) : null);
    if (view.outcome) return fill(this.element, this.ending());
    if (desk.at.value !== null) return fill(this.element, h("h2", null, t("Replay")), h("p", { class: "faint" }, t("Position {0} of {1}. Nothing can be answered here.", desk.at.value, desk.live.view.value?.step ?? 0)), button(t("Back to the game"), () => { desk.at.value = null; }, { class: "primary" }));
    if (!question) return fill(this.element, this.waiting());
    const active = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset.option : undefined;
    const held = document.activeElement !== this.field && this.element.contains(document.activeElement);
    this.point([]);
    const typing = document.activeElement === this.field;
    const caret = this.field?.selectionStart ?? 0;
    const body = h("div", { class: "question-body" }, this.suggestion(), this.commit() ?? this.fillList(question));
    fill(this.element,
      this.requests(),
      this.seatTabs(view.waiting.filter((seat) => desk.seats.includes(seat)), question),
      this.segments(view.place),
      this.since(),
      this.crumbs(question),
      h("h2", { class: "prompt", tabindex: -1 }, this.asked(question)),
      this.phase(view.place),
      this.forces(question),
      desk.hand.value && !desk.marching.value ? h("p", { class: "chosen" }, t("In hand:"), " ", h("strong", null, desk.tokenName(desk.hand.value.pick.pieces![0]!)), button(t("Put it back"), () => void desk.putDown(), { class: "link", title: t("Escape"), data: { deed: "putdown" } })) : null,
      desk.selected.value ? h("p", { class: "chosen" }, t("Chosen:"), " ", h("strong", null, desk.tokenName(desk.selected.value)), button(t("Let go"), () => { desk.selected.value = null; }, { class: "link" })) : null,
      this.company(),
      this.forecast(),
      body,
      desk.committing.value ? null : this.fillButtons(),
      this.deeds());
    body.style.minHeight = `${Math.min(body.scrollHeight, 170)}px`;
    this.numbered().slice(0, 9).forEach((one, n) => { one.dataset.key = String(n + 1); });
    if (typing && this.field) {
      this.field.focus();
      this.field.setSelectionRange(caret, caret);
    } else if (active) (this.element.querySelector<HTMLElement>(`[data-option="${CSS.escape(active)}"]`) ?? this.element.querySelector<HTMLElement>(".prompt"))?.focus({ preventScroll: true });
    else if (held) this.element.querySelector<HTMLElement>(".prompt")?.focus({ preventScroll: true });
  }

  /** A question in the middle of a battle shows who is in it: ours above, theirs below. */
  private forces(question: Question): HTMLElement | null {
    const pieces = this.desk.shown.value?.picture.pieces ?? [];
    const named = (field: string) => {
      const ids = question.subject?.[field];
      return Array.isArray(ids) ? pieces.filter((piece) => ids.includes(piece.id)) : [];
    };
    const sides = [[t("Ours"), named("own")], [t("Theirs"), named("foes")]] as const;
    if (!sides.every(([, found]) => found.length)) return null;
    return h("div", { class: "forces" }, ...sides.map(([name, found]) => h("div", null, h("h4", null, `${name} (${found.length})`),
      fan(found.slice(0, CROWD), () => false, this.tone, (piece) => this.point([piece.id]), this.point))));
  }

  /** What the others ask of us: to go back, or a draw. */
  private requests(): HTMLElement | null {
    const { desk } = this;
    const mine = new Set(desk.seats);
    const asked = (desk.live.info.value?.requests ?? []).filter((request) => request.waiting?.some((seat) => mine.has(seat)));
    const own = (desk.live.info.value?.requests ?? []).filter((request) => request.by && mine.has(request.by) && !asked.includes(request));
    const info = desk.live.info.value;
    const paused = info?.paused ? h("p", { class: "request", role: "status", data: { paused: "" } }, info.paused_by ? t("The game is paused by {0}.", info.paused_by) : t("The game is paused."), mine.size ? button(t("Go on"), () => void desk.game.pause(false), { class: "link" }) : null) : null;
    const last = info?.settled && !asked.length && !own.length ? h("p", { class: "faint small", role: "status" }, settled(info.settled)) : null;
    if (!asked.length && !own.length && !paused && !last) return null;
    return h("div", null, paused, last, ...[...asked, ...own].map((request) => requestCard(desk, request)));
  }

  /** What the others did since the last answer given here: to read in the log, or to watch on the board. */
  private since(): HTMLElement | null {
    const { desk } = this;
    const since = desk.since.value;
    if (!since) return null;
    return h("p", { class: "since small" }, t("{0|1 line|{0} lines} in the log since your last answer.", since.lines), " ",
      button(t("What the others did"), () => this.recap(false), { class: "primary", data: { since: "recap" } }), " ",
      button(t("List"), () => this.recap(true), { class: "link", data: { since: "list" } }), " ",
      button(t("Read"), () => this.read(), { class: "link", data: { since: "read" } }), " ",
      button(t("Replay"), () => { desk.go(since.step); desk.playing.value = true; }, { class: "link", data: { since: "watch" } }));
  }

  private seatTabs(seats: string[], now: Question): HTMLElement | null {
    if (seats.length < 2) return null;
    return h("div", { class: "seat-tabs", role: "group", "aria-label": t("Seats that are asked") }, ...seats.map((seat) =>
      button(this.desk.seatName(seat), () => this.desk.sit(seat), { "aria-pressed": String(seat === now.seat), class: "tab" })));
  }

  /** How far the turn has come: a tick for each segment that the title names. */
  private segments(place: string[]): HTMLElement | null {
    const names = (this.desk.title.tour ?? []).map(([name]) => name);
    const now = names.findIndex((name) => name.toLowerCase() === place.at(-1)?.toLowerCase());
    if (now < 0 || names.length < 3) return null;
    return h("div", { class: "segments", role: "img", "aria-label": names[now + 1] ? t("Segment {0} of {1}: {2}; next: {3}", now + 1, names.length, names[now]!, names[now + 1]!) : t("Segment {0} of {1}: {2}", now + 1, names.length, names[now]!) },
      ...names.map((name, n) => h("span", { class: n < now ? "past" : n === now ? "now" : "", title: name })));
  }

  private crumbs(question: Question): HTMLElement {
    const seat = this.desk.live.info.value?.seats[question.seat];
    const place = this.desk.shown.value?.place ?? [];
    const crumbs = shortened(question.crumbs.filter(([what]) => what));
    return h("nav", { class: "crumbs", "aria-label": t("Why this question") },
      h("span", { class: "who", data: { side: seat?.side ?? "" } }, seat?.name ?? question.seat),
      crumbs.length ? h("ol", null, ...crumbs.map(([what, rule, between]) => h("li", between ? { title: between, class: "between" } : { title: what }, h("span", null, what), rule ? ruleChip(this.desk, rule) : null))) : h("ol", null, ...place.slice(-1).map((what) => h("li", null, what))),
      question.rule && !crumbs.some(([, rule]) => rule === question.rule) ? ruleChip(this.desk, question.rule) : null);
  }

  /** What this phase is about, for those who do not know it yet. */
  private phase(place: string[]): HTMLElement | null {
    const found = phaseWords(this.desk.title, place);
    if (!found) return null;
    const box = h("details", { class: "phase", open: this.explaining }, h("summary", null, t("What happens now?")), h("p", { class: "small" }, found.words));
    box.addEventListener("toggle", () => { this.explaining = box.open; });
    return box;
  }

  /** Who goes along with the unit in the hand: nobody, its like, the whole stack, or a number of each sort. */
  private company(): HTMLElement | null {
    const { desk } = this;
    if (desk.marching.value) return h("p", { class: "company", role: "status" }, h("strong", null, desk.marching.value));
    const company = desk.company.value;
    if (!company || desk.committing.value) return null;
    const [own] = company.sorts as [Company["sorts"][number]];
    const now = size(company), all = strength(company);
    const take = (want: (have: number, n: number) => number) => { desk.company.value = wanting(company, (sort, n) => want(sort.have, n)); };
    const choice = (words: string, on: boolean, deed: () => void, key: string) => button(words, deed, { class: "tab", "aria-pressed": String(on), data: { company: key } });
    const alike = now === own.have && own.want === own.have;
    return h("div", { class: "company", role: "group", "aria-label": t("Who goes together") },
      h("div", { class: "row" }, h("span", { class: "faint small" }, t("Goes")),
        choice(t("alone"), now === 1 && !this.counting, () => { this.counting = false; take((_, n) => (n ? 0 : 1)); }, "alone"),
        own.have > 1 ? choice(t("all {0} {1}", own.have, own.name), alike && !this.counting && now > 1, () => { this.counting = false; take((have, n) => (n ? 0 : have)); }, "alike") : null,
        company.sorts.length > 1 ? choice(t("the whole stack ({0})", all), now === all && !this.counting, () => { this.counting = false; take((have) => have); }, "all") : null,
        all > 2 ? choice(t("some…"), this.counting, () => { this.counting = !this.counting; this.draw(); }, "some") : null),
      this.counting ? h("div", { class: "counts" }, ...company.sorts.map((sort, at) => {
        const by = (step: number) => button(step < 0 ? "−" : "+", () => { desk.company.value = wanting(company, (one, n) => one.want + (n === at ? step : 0)); },
          { "aria-label": step < 0 ? t("fewer {0}", sort.name) : t("more {0}", sort.name), disabled: step < 0 ? sort.want <= (at ? 0 : 1) : sort.want >= sort.have, data: { company: `${step < 0 ? "less" : "more"} ${at}` } });
        return h("div", { class: "row" }, h("span", { class: "grow" }, sort.name), by(-1), h("span", { class: "number" }, t("{0} of {1}", sort.want, sort.have)), by(1));
      })) : null,
      now > 1 ? h("p", { class: "faint small" }, t("{0} units go one after the other; it stops where one may not, and one Undo takes all back.", now)) : null);
  }

  private fillList(question: Question): HTMLElement {
    const { desk } = this;
    const ties = desk.ties.value;
    const tied = ties.options.filter((label) => label.spaces?.length || label.pieces?.length);
    const { buttons } = ties;
    this.field = null;
    const parts: Node[] = [];
    if (tied.length + buttons.length > 14) {
      this.field = h("input", { type: "search", placeholder: t("Find among {0} options", question.options.length), "aria-label": t("Find an option"), value: this.words });
      this.field.addEventListener("input", () => { this.words = this.field!.value; this.draw(); });
      parts.push(this.field);
    }
    if (question.purse) {
      parts.push(sheet(desk, question, new Set(this.footer()), this.words, this.opened, (label) => this.option(label, false)));
      fill(this.list, parts);
      return this.list;
    }
    const foot = new Set(this.footer());
    const found = search(tied, this.words), foundButtons = search(buttons.filter((label) => !foot.has(label)), this.words);
    if (tied.length) {
      const made = groups(found);
      parts.push(h("p", { class: "faint small" }, boardHint(ties.pieces.size, ties.spaces.size)));
      if (rows(found).length <= SHORT) parts.push(h("div", { class: "long-list" }, ...this.rowsOf(found)));
      else for (const group of made) parts.push(group.labels.length === 1 ? this.single(group.labels[0]!) : this.group(group.name, group.labels, made.length === 1 && group.labels.length <= SHORT * 2));
    }
    const loose = groups(foundButtons);
    if (foundButtons.length) {
      if (loose.length > 1 && rows(foundButtons).length > SHORT) for (const group of loose) parts.push(group.labels.length === 1 ? this.single(group.labels[0]!) : this.group(group.name, group.labels, loose.length < 4 && group.labels.length <= SHORT));
      else parts.push(h("div", { class: "long-list" }, ...this.rowsOf(foundButtons)));
    }
    const idle = search(ties.idle, this.words);
    if (idle.length && !desk.selected.value) parts.push(this.group(t("Could only stay"), idle, false));
    if (this.words && !found.length && !foundButtons.length && !idle.length) parts.push(h("p", { class: "faint" }, t("No option has these words.")));
    fill(this.list, parts);
    return this.list;
  }

  /** Answers without a place on the board that must always be in sight: all if they are few, else the plain words such as done. */
  private footer(): Label[] {
    const { buttons } = this.desk.ties.value;
    if (this.desk.question.value?.purse) return buttons.filter((label) => !label.item && !label.text.includes(" "));
    if (buttons.length <= FEW) return buttons;
    return buttons.filter((label) => !label.text.includes(" ")).slice(0, 4);
  }

  private fillButtons(): HTMLElement | null {
    const foot = this.footer();
    return foot.length ? h("div", { class: "buttons" }, ...foot.map((label) => this.option(label, true))) : null;
  }

  /** Options one below the other; those that differ only in a number side by side. */
  private rowsOf(labels: Label[]): Node[] {
    const made = rows(labels);
    const parts: Node[] = made.slice(0, MOST).map((row) => row.labels.length === 1 ? this.option(row.labels[0]!, false)
      : h("div", { class: "number-row", role: "group", "aria-label": this.placed(row.words, row.labels) }, h("span", { class: "grow" }, this.placed(row.words, row.labels), row.hint ? h("small", null, row.hint) : null), h("span", { class: "numbers" }, ...row.labels.map((label, n) => {
        const one = this.option(label, true);
        fill(one, String(row.counts[n]));
        one.setAttribute("aria-label", label.words);
        return one;
      }))));
    if (made.length > MOST) parts.push(h("p", { class: "faint small" }, t("{0} more: type some letters above.", made.length - MOST)));
    return parts;
  }

  private single(label: Label): HTMLElement { return h("div", { class: "long-list" }, this.option(label, false)); }

  private group(name: string, labels: Label[], open: boolean): HTMLElement {
    const shown = open || this.opened.has(name) || this.words !== "";
    const body = h("div", { class: "long-list" });
    const build = () => fill(body, this.rowsOf(labels));
    if (shown) build();
    const box = h("details", { open: shown }, h("summary", null, this.placed(name, labels), h("span", { class: "count" }, String(labels.length))), body);
    box.addEventListener("toggle", () => {
      if (box.open) {
        this.opened.add(name);
        if (!body.childElementCount) build();
      } else this.opened.delete(name);
    });
    return box;
  }

  /** The prompt, with names for the spaces its subject is about or stands in. */
  private asked(question: Question): string {
    const about = Object.values(question.subject ?? {}).flat().filter((value) => typeof value === "string");
    const at = (this.desk.shown.value?.picture.pieces ?? []).filter((piece) => about.includes(piece.id)).map((piece) => piece.at);
    return capital(named(question.prompt, [...about, ...at], this.desk.spaceName));
  }

  /** Words that several answers share, their spaces by name. */
  private placed(words: string, labels: Label[]): string { return named(words, labels.flatMap((label) => label.spaces ?? []), this.desk.spaceName); }

  /** What a counter is that an answer is about: its kind, numbers and state in words. */
  private about(label: Label): string {
    const [token, ...more] = label.pieces ?? [];
    const piece = token && !more.length ? this.desk.shown.value?.picture.pieces?.find((one) => one.id === token) : undefined;
    return piece ? describe(piece) : "";
  }

  /** What the printed numbers in an answer's words mean, where no pointer can ask. */
  private meant(label: Label): string {
    const [token, ...more] = label.pieces ?? [];
    return (!more.length && this.desk.shown.value?.picture.pieces?.find((one) => one.id === token)?.note) || "";
  }

  /** The words of an answer, its spaces by name. */
  private told(label: Label): string { return capital(named(label.words, label.spaces, this.desk.spaceName)); }

  private option(label: Label, plain: boolean): HTMLButtonElement {
    const tokens = [...(label.spaces ?? []), ...(label.pieces ?? [])];
    const made = button(this.told(label), () => void this.desk.propose(label), {
      class: plain ? "option plain" : "option", data: { option: label.text }, title: label.hint || this.about(label),
    });
    if (this.desk.fall.rolls(label)) made.append(die());
    if (label.hint) made.append(h("small", null, label.hint));
    const meant = this.meant(label);
    if (meant) made.append(h("small", { class: "meant" }, meant));
    made.addEventListener("pointerenter", () => this.desk.fall.hurry(label));
    made.addEventListener("mouseenter", () => this.point(tokens));
    made.addEventListener("focus", () => this.point(tokens));
    made.addEventListener("mouseleave", () => this.point([]));
    made.addEventListener("blur", () => this.point([]));
    return made;
  }

  private commit(): HTMLElement | null {
    const { committing } = this.desk;
    if (!committing.value) return null;
    const { label, odds, count } = committing.value;
    const yes = button(t("Commit"), () => void this.desk.answer(label), { class: "primary", data: { option: "!commit" } });
    this.point([...(label.spaces ?? []), ...(label.pieces ?? [])]);
    const card = h("div", { class: "commit", role: "group", "aria-label": t("Confirm") }, h("h3", null, this.told(label)),
      count ? h("p", { class: "small" }, t("All {0} together: {1} are on their way, this is the last. Not yet brings them back.", count, count - 1)) : null,
      odds ? oddsCard(odds) : null,
      h("p", { class: "faint small" }, this.desk.fall.rolls(label) ? `${odds ? "" : `${t("Dice fall with this answer.")} `}${t("Dice cannot be taken back without the others' consent.")}` : odds ? t("Nothing is rolled yet: this can be taken back.") : t("Go ahead?")),
      h("div", { class: "row end" }, button(t("Not yet"), () => void this.desk.withdraw(), { data: { option: "!cancel" } }), yes));
    queueMicrotask(() => { if (card.isConnected && !card.contains(document.activeElement)) yes.focus({ preventScroll: true }); });
    return card;
  }

  /** What the last order made of the battle to come: to look at, nothing to confirm. */
  private forecast(): HTMLElement | null {
    const told = this.desk.forecast.told.value;
    if (!told || this.desk.committing.value) return null;
    const box = h("details", { class: told.busy ? "forecast busy" : "forecast", open: this.weighing, "aria-busy": String(Boolean(told.busy)) },
      h("summary", null, t("Odds: {0}", told.words), h("strong", null, told.busy ? ` ${t("being weighed…")}` : ` ${headline(told.odds)}`)), told.odds ? oddsCard(told.odds) : null);
    box.addEventListener("toggle", () => { this.weighing = box.open; });
    return box;
  }
  private weighing = false;

  private suggestion(): HTMLElement | null {
    const hint = this.desk.hint.value;
    if (!hint) return null;
    const tokens = [...(hint.label?.spaces ?? []), ...(hint.label?.pieces ?? [])];
    const box = h("div", { class: "hint", role: "status" }, h("strong", null, t("Suggestion:")), " ", hint.label ? this.told(hint.label) : hint.option, hint.reason ? h("p", null, hint.reason) : null,
      hint.label ? button(t("Do that"), () => void this.desk.propose(hint.label!), { data: { option: "!hint" } }) : null);
    box.addEventListener("mouseenter", () => this.point(tokens));
    box.addEventListener("mouseleave", () => this.point([]));
    return box;
  }

  private deeds(): HTMLElement {
    const { desk } = this;
    const view = desk.live.view.value;
    return h("div", { class: "deeds", role: "toolbar", "aria-label": t("Undo and help") },
      button(t("Undo"), () => void desk.undo(), { disabled: !view?.back, title: undoWords(view?.back, (seat) => desk.seatName(seat)), data: { deed: "undo" } }),
      button(t("Restart segment"), () => void desk.restart(), { disabled: !view?.back, title: t("Back to where this segment started (R)"), data: { deed: "restart" } }),
      button(t("Suggest"), () => void desk.suggest(), { title: t("Ask an agent what it would do (G)"), data: { deed: "suggest" } }));
  }

  private waiting(): HTMLElement {
    const { desk } = this;
    const view = desk.live.view.value!;
    const thinking = desk.live.thinking.value;
    const names = view.waiting.map((seat) => desk.seatName(seat));
    return h("div", { class: "waiting" }, this.requests(),
      desk.live.info.value?.held && desk.seats.length ? h("div", { class: "turn-over" }, h("h2", { class: "prompt" }, t("Your turn is over")), h("p", { class: "small" }, t("Next: {0}. You can still take your last answer back.", names.join(", "))),
        button(t("End the turn"), () => void desk.game.resumeAgent(), { class: "primary", data: { deed: "endturn" } })) : h("h2", { class: "prompt" }, names.length ? t("Waiting for {0}", names.join(", ")) : t("The table is busy")),
      thinking ? h("div", null, h("progress", thinking.progress === null ? { "aria-label": t("An agent thinks") } : { value: thinking.progress, max: 1, "aria-label": t("An agent thinks") }), h("p", { class: "faint small" }, thinking.text), button(t("Stop the agent"), () => void desk.game.cancelAgent(), { class: "link" })) : null,
      h("p", { class: "faint" }, desk.seats.length ? t("You can look around, replay, or talk meanwhile.") : t("You are watching.")),
      desk.seats.length ? this.deeds() : null);
  }

  private ending(): HTMLElement {
    const { desk } = this;
    const { outcome } = desk.shown.value!;
    const winners = outcome?.winners ?? [];
    return h("div", { class: "ending" }, this.requests(),
      h("h2", { class: "prompt" }, winners.length ? t("{0} won", winners.map((side) => desk.sideName(side)).join(t(" and "))) : t("A draw")),
      h("p", null, outcome?.reason ?? "", outcome?.rule ? h("span", { class: "rule" }, outcome.rule) : null),
      outcome?.scores ? h("dl", null, ...Object.entries(outcome.scores).flatMap(([side, score]) => [h("dt", null, desk.sideName(side)), h("dd", null, String(score))])) : null,
      h("div", { class: "row wrap" },
        button(t("How it went"), () => this.tell(), { class: "primary", data: { end: "story" } }),
        button(t("Watch it again"), () => { desk.go(0); desk.playing.value = true; }, { data: { end: "watch" } }),
        desk.seats.length && desk.live.view.value?.back ? button(t("Take the end back…"), () => void reopen(desk), { class: "link", data: { end: "reopen" } }) : null));
  }
}

/** What marks an answer with which dice fall. */
const die = (): HTMLElement => h("span", { class: "rolls", title: t("Dice are rolled at once"), "aria-label": t("dice are rolled") }, "⚄");

/** The way to a question, told by its first and its last step; what lies between is in the title of the dots. */
function shortened(crumbs: [string, string][]): [string, string, string?][] {
  const told = crumbs.map(([what, rule]): [string, string] => [what.replace(/ \([A-Z]+\d*-[A-Z]+-\d+\)/g, ""), rule]);
  const long = told.reduce((n, [what]) => n + what.length, 0) > ROOM;
  if (told.length < (long ? 3 : 4)) return told;
  return [told[0]!, ["…", "", told.slice(1, -1).map(([what, rule]) => (rule ? `${what} (${rule})` : what)).join("\n")], told.at(-1)!];
}

function undoWords(back: Back | null | undefined, name: (seat: string) => string): string {
  if (!back) return t("You have given no answer yet that could be taken back");
  const whose = back.answers > 1 ? t("your last answer and {0|1 answer|{0} answers} of the others since", back.answers - 1) : t("your last answer");
  return back.asks?.length ? t("Ask {0} to take back {1} (U)", back.asks.map(name).join(", "), whose) : t("Take back {0} (U)", whose);
}

function boardHint(pieces: number, spaces: number): string {
  const parts = [];
  if (pieces) parts.push(t("{0|1 piece|{0} pieces}", pieces));
  if (spaces) parts.push(t("{0|1 space|{0} spaces}", spaces));
  return parts.length ? t("Lit on the board: {0}. Click, drag, or choose here.", parts.join(", ")) : "";
}
