/** The log: sentences with rule numbers and dice, and the agents' reasons in between once they may be read. Pointing at a line
 *  points at the board; a click goes back to it. */

import { button, fill, h } from "../dom";
import { tryTo } from "../notes";
import type { LogLine, Reason } from "../wire";
import type { Desk } from "./desk";
import { heading, reasonsBefore } from "./reasons";

const PAGE = 250;

export class LogPane {
  readonly element = h("div", { class: "pane log" });
  private list = h("ol", { role: "log", "aria-live": "polite", "aria-label": "Log", "aria-relevant": "additions" });
  private from = 0;
  private drawn: LogLine[] = [];
  private earlier: LogLine[] = [];
  private gap = 0;
  private reasons: Reason[] = [];
  private reasoned = 0;
  private low = true; // the reader is at the end and stays there while the question above takes more or less room

  constructor(private desk: Desk, private point: (tokens: string[]) => void) {
    desk.shown.watch(() => this.draw());
    desk.since.watch(() => this.mark(), false);
    desk.live.info.watch((info) => void this.fetchReasons(info?.reasoned ?? 0));
    this.element.addEventListener("scroll", () => { this.low = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 60; });
    new ResizeObserver(() => { if (this.low && this.desk.at.value === null) this.element.scrollTop = this.element.scrollHeight; }).observe(this.element);
  }

  private draw(): void {
    const live = this.desk.live.view.value;
    const log = this.whole(live?.log ?? []);
    const at = this.desk.at.value;
    this.element.classList.toggle("rewound", at !== null);
    const same = this.drawn.length > 0 && log.length >= this.drawn.length && log[this.drawn.length - 1] === this.drawn[this.drawn.length - 1] && log[this.from] === this.drawn[this.from];
    if (same) {
      while (this.list.lastElementChild?.classList.contains("reason") && log.length > this.drawn.length) this.list.lastElementChild.remove();
      if (log.length > this.drawn.length) this.list.append(...this.items(log, this.drawn.length));
    } else {
      this.from = Math.max(0, log.length - PAGE);
      this.rebuild(log);
    }
    this.drawn = log;
    if (at !== null) {
      let now: HTMLElement | null = null;
      for (const item of this.list.children) {
        const later = Number((item as HTMLElement).dataset.step) > at;
        item.classList.toggle("later", later);
        if (!later) now = item as HTMLElement;
      }
      now?.scrollIntoView({ block: "nearest" });
    } else {
      for (const item of this.list.querySelectorAll(".later")) item.classList.remove("later");
      if (this.low || !same) this.element.scrollTop = this.element.scrollHeight;
    }
  }

  /** A line between what the reader knows and what the others have done since. */
  private mark(): void {
    for (const old of this.list.querySelectorAll(".since")) old.remove();
    const since = this.desk.since.value;
    const first = since && [...this.list.children].find((item) => Number((item as HTMLElement).dataset.step) > since.step);
    if (first) first.before(h("li", { class: "since", data: { step: since.step } }, "Since your last answer"));
  }

  /** Lay the log open where the others began. */
  showSince(): void {
    if (!this.list.querySelector(".since")) {
      this.rebuild(this.drawn);
      this.mark();
    }
    this.low = false;
    this.list.querySelector(".since")?.scrollIntoView({ block: "start" });
  }

  /** The view's log with the earlier lines that were fetched, as long as they still join. */
  private whole(log: LogLine[]): LogLine[] {
    const first = log[0]?.number ?? 0;
    const kept = this.earlier.filter((line) => line.number < first);
    return kept.length && kept[kept.length - 1]!.number >= first - 1 - this.gap ? [...kept, ...log] : log;
  }

  private async fetchEarlier(log: LogLine[]): Promise<void> {
    const first = log[0]?.number ?? 0;
    const found = await tryTo(this.desk.game.log(Math.max(0, first - 1000)));
    if (!found) return;
    this.earlier = found.filter((line) => line.number < first);
    this.gap = first;
    const all = this.whole(this.desk.live.view.value?.log ?? []);
    this.from = Math.max(0, this.from + this.earlier.length - PAGE);
    this.drawn = all;
    this.rebuild(all);
  }

  private rebuild(log: LogLine[]): void {
    fill(this.list, ...this.items(log, this.from));
    this.mark();
    const more = this.from > 0 || (log[0]?.number ?? 0) > 0;
    fill(this.element, more ? button("Show earlier lines", () => {
      if (this.from === 0) return void this.fetchEarlier(log);
      this.from = Math.max(0, this.from - PAGE);
      this.rebuild(log);
    }, { class: "link" }) : null, log.length ? null : h("p", { class: "faint" }, "Nothing has happened yet."), this.list);
  }

  /** New reasons stand among lines that are drawn already: only they are added, and the reader keeps their place. */
  private async fetchReasons(newest: number): Promise<void> {
    if (newest === this.reasoned) return;
    this.reasoned = newest;
    const found = newest ? await tryTo(this.desk.game.reasons()) : [];
    if (!found || newest !== this.reasoned) return;
    this.reasons = found;
    const known = new Set(found.map((reason) => reason.step));
    for (const item of this.list.querySelectorAll<HTMLElement>(".reason")) if (!known.delete(Number(item.dataset.step))) item.remove();
    const fresh = found.filter((reason) => known.has(reason.step));
    const items = [...this.list.querySelectorAll("li:not(.reason, .since)")];
    const { drawn, from, list } = this;
    items.forEach((item, n) => item.before(...reasonsBefore(fresh, drawn[from + n - 1], drawn[from + n]).map((one) => this.reason(one))));
    list.append(...reasonsBefore(fresh, drawn[drawn.length - 1]).map((one) => this.reason(one)));
    this.draw();
  }

  /** The lines from one on, each after the reasons for what it tells; what is not told yet comes last. */
  private items(log: LogLine[], first: number): HTMLElement[] {
    const found: HTMLElement[] = [];
    for (let n = first; n < log.length; n++) {
      found.push(...reasonsBefore(this.reasons, log[n - 1], log[n]).map((reason) => this.reason(reason)), this.line(log[n]!));
    }
    return [...found, ...reasonsBefore(this.reasons, log[log.length - 1]).map((reason) => this.reason(reason))];
  }

  private reason(reason: Reason): HTMLElement {
    const act = button("", () => this.desk.go(reason.step), { class: "log-line", title: `Why: the agent's reason for answer ${reason.step}` });
    act.append(h("span", { class: "faint small" }, heading(reason, this.desk.seatName(reason.seat))), h("em", null, reason.text));
    return h("li", { class: "reason", data: { step: reason.step } }, act);
  }

  private line(line: LogLine): HTMLElement {
    const item = h("li", { data: { step: line.step, line: line.number } });
    const act = button("", () => this.desk.go(line.step), { class: "log-line", title: `Look at the board after answer ${line.step}` });
    act.append(h("span", { class: "log-text" }, line.text));
    if (line.dice?.length) act.append(h("span", { class: "dice", "aria-label": `dice ${line.dice.join(", ")}` }, ...line.dice.slice(0, 24).map((face) => h("span", { class: "die" }, String(face)))));
    if (line.rule) act.append(h("span", { class: "rule" }, line.rule));
    act.addEventListener("mouseenter", () => this.point(line.about ?? []));
    act.addEventListener("focus", () => this.point(line.about ?? []));
    act.addEventListener("mouseleave", () => this.point([]));
    act.addEventListener("blur", () => this.point([]));
    item.append(act);
    return item;
  }
}
