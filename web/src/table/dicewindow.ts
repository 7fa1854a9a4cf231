/** The battle window: who stands there, the dice as they fall with what they needed, hits and losses, and what is asked next.
 *  It opens for every roll this player has a part in, whatever the title; speed and skipping are settings. */

import * as api from "../api";
import type { BoardView } from "../board/boardview";
import { button, fill, h } from "../dom";
import { say } from "../said";
import { diceSpeed } from "../settings";
import type { ChartPage, LogLine, Piece } from "../wire";
import type { Desk } from "./desk";
import { outcomeOf, wanted } from "./lookup";
import type { Tone } from "./panes";
import { fan } from "./popover";
import { ruleChip } from "./rulebook";
import { battles, story, words } from "./story";
import { t } from "../words";

/** The speeds of the dice by name. */
export const PACES = (): [keyof typeof PACE, string][] => [["slow", t("Slow")], ["normal", t("Normal")], ["fast", t("Fast")], ["off", t("No battle window")]];

const MANY = 9; // counters that stand in the window with their names

const PACE = { slow: 700, normal: 300, fast: 110, off: 0 } as const;

export class DiceWindow {
  readonly element = h("section", { class: "dice-window", role: "region", "aria-label": t("Battle"), "aria-live": "polite", hidden: true });
  private seen = -1;
  private place = "";
  private segment = ""; // of the newest heading of the log
  private title = ""; // the segment of the lines on show: a heading may have come after them
  private turned = false; // a heading has come since the last roll
  private lines: LogLine[] = [];
  private stood = new Map<string, Piece>(); // the counters as they were before the answer
  private parties = new Set<string>(); // who has a part in the battle
  private held: LogLine[] = []; // of this segment, told while others answered
  private fallen = 0; // lines that lie open
  private timer = 0;
  private step = -1;
  private pages: ChartPage[] | null = null; // the printed tables, once a roll has read one

  constructor(private desk: Desk, private board: BoardView, private name: (space: string) => string, private tone: Tone) {
    desk.live.view.watch((view) => {
      if (!view) return;
      const newest = view.log.at(-1)?.number ?? -1;
      const stand = () => { this.stood = new Map((view.picture.pieces ?? []).map((piece) => [piece.id, piece])); };
      if (this.seen < 0 || view.step < this.step) {
        this.seen = newest;
        this.step = view.step;
        this.segment = view.place.at(-1) ?? "";
        if (!this.element.hidden) this.close();
        stand();
        return;
      }
      this.step = view.step;
      const fresh = view.log.filter((line) => line.number > this.seen);
      this.seen = newest;
      if (fresh.length) this.take(fresh);
      if (this.element.hidden) stand(); // who falls in a battle stays in its window
    });
    desk.question.watch(() => this.draw(), false);
    this.element.addEventListener("click", (e) => { if (!(e.target as HTMLElement).closest("button")) this.skip(); });
  }

  get falling(): boolean { return this.fallen < this.lines.length; }

  close(): void {
    clearTimeout(this.timer);
    this.lines = [];
    this.place = "";
    this.parties.clear();
    this.element.hidden = true;
    this.board.point([]);
  }

  skip(): void {
    clearTimeout(this.timer);
    this.fallen = this.lines.length;
    this.draw();
  }

  private take(fresh: LogLine[]): void {
    if (diceSpeed.value === "off") return;
    const mine = new Set(this.desk.seats);
    const rolled = fresh.some((line) => line.dice?.length);
    const told = this.lines.length > 0 && fresh.every((line) => !line.head?.length);
    if (!(rolled || told) || !(fresh.some((line) => mine.has(line.by ?? "")) || this.desk.live.view.value?.questions.length)) {
      const head = fresh.map((line) => Boolean(line.head?.length)).lastIndexOf(true);
      this.held = head >= 0 ? fresh.slice(head) : [...this.held, ...fresh];
      if (head >= 0) this.close();
      return;
    }
    if (!this.lines.length) fresh = [...this.held, ...fresh]; // a battle of this player's may begin with an answer of somebody else
    this.held = [];
    fresh = battles(fresh, this.lines.length > 0);
    let old = this.lines.length; // lines of earlier answers: a roll of another segment opens the window anew
    for (const line of fresh) {
      if (line.head?.length) {
        this.segment = line.head.at(-1) ?? "";
        this.turned = true;
        continue;
      }
      if (line.dice?.length && this.turned) {
        this.turned = false;
        this.lines.splice(0, old);
        this.fallen = Math.max(0, this.fallen - old);
        if (!this.lines.length) { this.place = ""; this.parties.clear(); }
        old = 0;
      }
      const at = this.where(line);
      if (at && at !== this.place && (line.dice?.length || !this.place)) { // what is told of elsewhere without a roll belongs to this battle
        if (this.place) { this.lines = []; this.fallen = old = 0; }
        this.place = at;
        this.parties.clear();
      }
      for (const token of line.who ?? []) this.parties.add(token);
      this.lines.push(line);
      this.title = this.segment;
    }
    if (!this.lines.some((line) => line.dice?.length)) return this.close();
    this.element.hidden = false;
    if (!this.pages && this.lines.some((line) => line.cell)) {
      this.pages = [];
      void api.charts(this.desk.title.code).then((pages) => { this.pages = pages; this.draw(); }, () => { this.pages = null; });
    }
    if (this.board.still) this.fallen = this.lines.length;
    if (this.place && !this.board.inSight(this.place)) this.board.reveal([this.place]);
    this.fall();
  }

  /** The space a line speaks of: where its dice fell, or the first it is about. */
  private where(line: LogLine): string {
    const { byId } = this.board.scene;
    return [line.at ?? "", ...(line.about ?? [])].find((token) => byId.has(token)) ?? "";
  }

  /** Who fights: those the rolls name, else all who stood there. */
  private get forces(): Piece[] {
    const now = new Map((this.desk.live.view.value?.picture.pieces ?? []).map((piece) => [piece.id, piece]));
    if (this.parties.size) return [...this.parties].map((token) => this.stood.get(token) ?? now.get(token)).filter((piece) => piece !== undefined);
    return this.place ? [...this.stood.values()].filter((piece) => piece.at === this.place) : [];
  }

  private fall(): void {
    clearTimeout(this.timer);
    this.draw();
    if (!this.falling) return;
    const pace = PACE[diceSpeed.value];
    this.timer = window.setTimeout(() => {
      this.fallen += 1;
      this.fall();
    }, this.lines[this.fallen]?.dice?.length ? pace : pace / 3);
  }

  private draw(): void {
    if (this.element.hidden) return;
    const { desk } = this;
    const shown = this.lines.slice(0, this.fallen);
    const hits = shown.reduce((n, line) => n + this.hits(line), 0);
    const rolls = shown.reduce((n, line) => n + (line.dice?.length ?? 0), 0);
    const question = desk.question.value;
    const rows = h("ol", { class: "rolls" }, ...this.rows(shown));
    fill(this.element,
      h("header", null, h("h2", null, this.place ? this.name(this.place) : this.title || t("Dice")), h("span", { class: "grow" }),
        this.falling ? button(t("Skip"), () => this.skip(), { class: "link", data: { dice: "skip" } }) : null,
        this.speedMenu(), button("×", () => this.close(), { class: "quiet", "aria-label": t("Close"), data: { dice: "close" } })),
      this.sides(),
      rows,
      h("footer", null, rolls ? h("span", null, [t("{0|1 die|{0} dice}", rolls), hits ? t("{0|1 success|{0} successes}", hits) : ""].filter(Boolean).join(", ")) : null,
        !this.falling && question ? h("span", { class: "next" }, t("Next:"), " ", h("strong", null, question.prompt)) : null,
        !this.falling ? button(question ? t("Go on") : t("Close"), () => this.close(), { class: "primary", data: { dice: "on" } }) : null));
    rows.scrollTop = rows.scrollHeight;
  }

  private hits(line: LogLine): number {
    const hit = wanted(line);
    return hit ? (line.dice ?? []).filter(hit).length : 0;
  }

  private rows(shown: LogLine[]): HTMLElement[] {
    return story(shown).flatMap((turn) => turn.phases.flatMap((phase) => phase.entries.map((entry) => {
      const line = entry.lines[0]!;
      const hit = wanted(line);
      const read = line.cell ? outcomeOf(this.pages ?? [], line.cell) : null;
      return h("li", { class: line.dice?.length ? "roll" : "told" },
        h("span", { class: "grow" }, words(entry, this.name), read ? h("span", { class: "does" }, h("b", null, read[0]), " ", say(read[1])) : null),
        line.dice?.length ? h("span", { class: "dice" }, ...line.dice.map((face) => h("span", { class: `die${hit?.(face) ? " hit" : ""}` }, String(face)))) : null,
        line.rule ? ruleChip(this.desk, line.rule) : null);
    })));
  }

  private sides(): HTMLElement | null {
    const by = new Map<string, Piece[]>();
    for (const piece of this.forces) (by.get(piece.side) ?? by.set(piece.side, []).get(piece.side)!).push(piece);
    if (!by.size) return null;
    const here = new Set((this.desk.live.view.value?.picture.pieces ?? []).map((piece) => piece.id));
    const box = h("div", { class: this.forces.length > MANY ? "forces many" : "forces" }, ...[...by].map(([side, pieces]) => h("div", null,
      h("h4", null, h("span", { class: "swatch", style: { background: this.tone(side).colour } }), this.desk.sideName(side)),
      fan(pieces, () => false, this.tone, (piece) => this.board.point([piece.id]), (tokens) => this.board.point(tokens)))));
    if (!this.falling) for (const counter of box.querySelectorAll<HTMLElement>(".counter")) if (!here.has(counter.dataset.piece ?? "")) counter.classList.add("fallen");
    return box;
  }

  private speedMenu(): HTMLElement {
    const menu = h("select", { "aria-label": t("Speed of the dice"), title: t("Speed of the dice") }, ...PACES().map(([key, words]) => h("option", { value: key, selected: diceSpeed.value === key }, words)));
    menu.addEventListener("change", () => { diceSpeed.value = menu.value as keyof typeof PACE; if (diceSpeed.value === "off") this.close(); });
    return menu;
  }
}
