/** The log: turns and phases that fold, sentences with rule numbers and dice, units that went the same way in one line, and the
 *  agents' reasons in between once they may be read. Pointing at a line points at the board; a click goes back to it. */

import { button, fill, h } from "../dom";
import { tryTo } from "../notes";
import type { LogLine, Reason } from "../wire";
import type { Desk } from "./desk";
import type { Tone } from "./panes";
import { ruleChip } from "./rulebook";
import { type Entry, heading, type Phase, story, type Turn, words } from "./story";
import { t } from "../words";

const OPEN = 2; // so many turns lie open

export class LogPane {
  readonly element = h("div", { class: "pane log" });
  private list = h("div", { role: "log", "aria-live": "polite", "aria-label": t("Log"), "aria-relevant": "additions" });
  private fresh = button(t("Newest lines"), () => this.toEnd(), { class: "fresh", hidden: true });
  private earlier: LogLine[] = [];
  private lines: LogLine[] = [];
  private reasons: Reason[] = [];
  private reasoned = 0;
  private low = true; // the reader is at the end and stays there
  private read = -1; // the newest line the reader has had in sight
  private folded = new Map<string, boolean>();
  private made = new Map<string, HTMLElement>();

  constructor(private desk: Desk, private point: (tokens: string[], reveal?: boolean) => void, private name: (space: string) => string, private tone: Tone) {
    fill(this.element, this.list, this.fresh);
    desk.shown.watch(() => this.draw());
    desk.since.watch(() => this.draw(), false);
    desk.live.info.watch((info) => void this.fetchReasons(info?.reasoned ?? 0));
    let touched = -1e9; // only the reader's own hand leaves the end
    for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) this.element.addEventListener(kind, () => { touched = performance.now(); }, { passive: true });
    this.element.addEventListener("scroll", () => {
      const end = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 60;
      if (end) {
        this.low = true;
        this.seen();
      } else if (performance.now() - touched < 700) this.low = false;
    });
    new ResizeObserver(() => { if (this.low && this.desk.at.value === null) this.element.scrollTop = this.element.scrollHeight; }).observe(this.element);
  }

  /** Shown again after another pane. */
  show(): void {
    this.draw();
    if (this.low) this.toEnd();
  }

  toEnd(): void {
    this.low = true;
    this.element.scrollTop = this.element.scrollHeight;
    this.seen();
  }

  private seen(): void {
    this.read = this.lines.at(-1)?.number ?? -1;
    this.fresh.hidden = true;
  }

  /** Lay the log open where the others began. */
  showSince(): void {
    this.low = false;
    this.list.querySelector(".since")?.scrollIntoView({ block: "start" });
  }

  private draw(): void {
    const { desk } = this;
    if (!this.element.isConnected && this.lines.length) return;
    const view = desk.at.value !== null ? desk.live.view.value : desk.shown.value;
    const log = this.whole(view?.log ?? []);
    this.lines = log;
    const keep = this.element.scrollTop, at = desk.at.value;
    const turns = story(log, this.reasons);
    const since = desk.since.value;
    const boxes = turns.map((turn, n) => this.turn(turn, n >= turns.length - OPEN, since && turn.phases.some((phase) => phase.entries.some((entry) => entry.step > since.step)) ? since.step : -1));
    const more = (log[0]?.number ?? 0) > 0;
    fill(this.list, more ? button(t("Show earlier lines"), () => void this.fetchEarlier(), { class: "link" }) : null, ...(boxes.length ? boxes : [h("p", { class: "faint" }, t("Nothing has happened yet."))]));
    this.mark(since?.step ?? null);
    if (at !== null) {
      let now: HTMLElement | null = null;
      for (const item of this.list.querySelectorAll<HTMLElement>("li[data-step]")) {
        const later = Number(item.dataset.step) > at;
        item.classList.toggle("later", later);
        if (!later) now = item;
      }
      now?.scrollIntoView({ block: "nearest" });
      return;
    }
    for (const item of this.list.querySelectorAll(".later")) item.classList.remove("later");
    if (this.low) return this.toEnd();
    this.element.scrollTop = keep;
    const news = log.filter((line) => line.number > this.read && !line.head?.length).length;
    this.fresh.hidden = !news;
    fill(this.fresh, `${t("{0|1 new line|{0} new lines}", news)} ↓`);
  }

  private turn(turn: Turn, open: boolean, since: number): HTMLElement {
    const key = `${turn.name}|${turn.first}`;
    const mark = `${key}|${turn.last}|${turn.phases.length}|${this.reasons.length}|${since}|${open}`;
    const known = this.made.get(mark);
    if (known) return known;
    const count = turn.phases.reduce((n, phase) => n + phase.entries.length, 0);
    const body = h("div");
    const unfolded = this.folded.get(key) ?? (open || since >= 0);
    const box = h("details", { class: "log-turn", open: unfolded }, h("summary", null, turn.name || t("Before"), h("span", { class: "count" }, String(count))), body);
    const build = () => { if (!body.childElementCount) fill(body, ...turn.phases.map((phase) => this.phase(phase, key))); };
    if (unfolded) build();
    box.addEventListener("toggle", () => {
      if (box.open !== (open || since >= 0)) this.folded.set(key, box.open);
      if (box.open) build();
    });
    this.made.set(mark, box);
    if (this.made.size > 200) this.made.delete(this.made.keys().next().value!);
    return box;
  }

  private phase(phase: Phase, turn: string): HTMLElement {
    const list = h("ol", null, ...phase.entries.map((entry) => this.entry(entry)));
    if (!phase.name) return list;
    const key = `${turn}|${phase.name}|${phase.entries[0]?.step}`;
    const box = h("details", { class: "log-phase", open: this.folded.get(key) ?? true }, h("summary", null, phase.name), list);
    box.addEventListener("toggle", () => this.folded.set(key, box.open));
    return box;
  }

  private entry(entry: Entry): HTMLElement {
    const { desk } = this;
    const line = entry.lines[0];
    const tokens = entry.kind === "line" ? line!.about ?? [] : [entry.came, entry.went].filter(Boolean);
    const item = h("li", { class: entry.kind, data: { step: entry.step, line: line?.number ?? "" } });
    const act = button("", () => desk.go(entry.step), { class: "log-line", title: entry.reason ? t("Why: the agent's reason for answer {0}", entry.step) : t("Look at the board after answer {0}", entry.step) });
    if (entry.reason) act.append(h("span", { class: "faint small" }, heading(entry.reason, desk.seatName(entry.reason.seat))), h("em", null, entry.reason.text));
    else {
      const side = entry.kind !== "line" ? entry.units[0]?.[0] : "";
      act.append(h("span", { class: "log-text" }, side ? h("span", { class: "swatch", title: desk.sideName(side), style: { background: this.tone(side).colour } }) : null, words(entry, this.name)));
      if (line?.dice?.length) act.append(h("span", { class: "dice", "aria-label": t("dice {0}", line.dice.join(", ")) }, ...line.dice.slice(0, 24).map((face) => h("span", { class: "die" }, String(face)))));
    }
    act.addEventListener("mouseenter", () => this.point(tokens));
    act.addEventListener("focus", () => this.point(tokens));
    act.addEventListener("mouseleave", () => this.point([]));
    act.addEventListener("blur", () => this.point([]));
    item.append(act);
    if (line?.rule && entry.kind === "line") item.append(ruleChip(desk, line.rule));
    return item;
  }

  /** A line between what the reader knows and what the others have done since. */
  private mark(step: number | null): void {
    for (const old of this.list.querySelectorAll("li.since")) old.remove();
    const first = step !== null && [...this.list.querySelectorAll<HTMLElement>("li[data-step]")].find((item) => Number(item.dataset.step) > step);
    if (first) first.before(h("li", { class: "since" }, t("Since your last answer")));
  }

  /** The view's log with the earlier lines that were fetched, as long as they still join. */
  private whole(log: LogLine[]): LogLine[] {
    const first = log[0]?.number ?? 0;
    const kept = this.earlier.filter((line) => line.number < first);
    return kept.length ? [...kept, ...log] : log;
  }

  private async fetchEarlier(): Promise<void> {
    const first = this.lines[0]?.number ?? 0;
    const found = await tryTo(this.desk.game.log(Math.max(0, first - 1000)));
    if (!found) return;
    this.earlier = [...found.filter((line) => line.number < first), ...this.earlier];
    this.low = false;
    this.made.clear();
    this.draw();
  }

  private async fetchReasons(newest: number): Promise<void> {
    if (newest === this.reasoned) return;
    this.reasoned = newest;
    const found = newest ? await tryTo(this.desk.game.reasons()) : [];
    if (!found) return;
    this.reasons = found;
    this.draw();
  }
}
