/** What the others did: their moves as arrows, battles, builds and politics since one's own last answer, one after the other with
 *  the camera on each, or all as a list. */

import type { Arrow, BoardView } from "../board/boardview";
import { button, fill, h } from "../dom";
import { recapSpeed } from "../settings";
import type { Reason } from "../wire";
import type { Desk } from "./desk";
import type { Tone } from "./panes";
import { type Entry, story, words } from "./story";
import { t } from "../words";

interface Scene { turn: string; phase: string; entry: Entry; more: Entry[] }

/** The entries of a stretch of the log; dice and what they did stand with the battle they belong to. */
export function scenes(turns: ReturnType<typeof story>): Scene[] {
  const found: Scene[] = [];
  for (const turn of turns) {
    for (const phase of turn.phases) {
      for (const entry of phase.entries) {
        const last = found.at(-1);
        const rolls = entry.lines[0]?.dice?.length || entry.kind === "lost" || (entry.kind === "line" && last?.more.some((one) => one.step === entry.step && one.lines[0]?.dice?.length)); // what the dice of the same answer did
        if (rolls && last && last.phase === phase.name && last.turn === turn.name && last.entry.kind === "line") last.more.push(entry);
        else found.push({ turn: turn.name, phase: phase.name, entry, more: [] });
      }
    }
  }
  return found;
}

export class Recap {
  readonly element = h("section", { class: "recap", role: "region", "aria-label": t("What the others did"), hidden: true });
  private list: Scene[] = [];
  private at = -1;
  private timer = 0;
  private whole = false;

  constructor(private desk: Desk, private board: BoardView, private name: (space: string) => string, private tone: Tone) {
    desk.since.watch((since) => { if (!since) this.close(); }, false);
  }

  get open(): boolean { return !this.element.hidden; }

  async start(list: boolean): Promise<void> {
    const since = this.desk.since.value, view = this.desk.live.view.value;
    if (!since || !view) return;
    const reasons: Reason[] = (this.desk.live.info.value?.reasoned ?? 0) > since.step ? await this.desk.game.reasons().catch(() => []) : [];
    const lines = view.log.filter((line) => line.step > since.step);
    const before = view.log.filter((line) => line.step <= since.step && line.head?.length).at(-1);
    this.list = scenes(story(before ? [before, ...lines] : lines, reasons.filter((one) => one.step > since.step)));
    if (!this.list.length) return;
    this.element.hidden = false;
    this.whole = list;
    if (list) this.overview();
    else this.show(0);
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.element.hidden = true;
    this.board.arrows([]);
    this.board.point([]);
  }

  step(by: number): void {
    const next = this.at + by;
    if (next >= this.list.length) return this.close();
    this.show(Math.max(0, next));
  }

  private arrow(entry: Entry): Arrow | null {
    if (entry.kind !== "went") return null;
    const units = entry.units.reduce((n, [, , count]) => n + count, 0);
    return { from: entry.came, to: entry.went, colour: this.tone(entry.units[0]?.[0] ?? "").colour, width: Math.min(12, 3 + units) };
  }

  private overview(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.whole = true;
    const arrows = this.list.map((one) => this.arrow(one.entry)).filter((one): one is Arrow => one !== null);
    this.board.arrows(arrows);
    if (arrows.length) this.board.lookAt(arrows.flatMap((one) => [one.from, one.to]));
    let turn = "";
    const rows = this.list.flatMap((scene, n) => {
      const made: HTMLElement[] = [];
      if (scene.turn !== turn) made.push(h("li", { class: "recap-turn" }, (turn = scene.turn)));
      const go = button(this.told(scene), () => { this.whole = false; this.show(n); }, { class: "link" });
      made.push(h("li", { class: scene.entry.kind }, go, scene.more.length ? h("small", { class: "faint" }, ` ${this.outcome(scene)}`) : null));
      return made;
    });
    this.draw(h("ol", { class: "recap-list" }, ...rows), t("{0|1 event|{0} events}", this.list.length));
  }

  private show(n: number): void {
    clearTimeout(this.timer);
    this.at = n;
    const scene = this.list[n]!;
    const { entry } = scene;
    const arrow = this.arrow(entry);
    this.board.arrows(arrow ? [arrow] : []);
    const tokens = [entry, ...scene.more].flatMap((one) => [one.came, one.went, ...one.lines.flatMap((line) => line.about ?? [])]).filter((token) => this.board.scene.byId.has(token));
    this.board.point(arrow ? [] : tokens);
    if (tokens.length) this.board.lookAt(tokens);
    this.draw(h("div", { class: "recap-scene" }, h("p", { class: "faint small" }, [scene.turn, scene.phase].filter(Boolean).join(" · ")),
      h("p", { class: entry.kind }, this.told(scene)),
      scene.more.length ? h("ul", { class: "small" }, ...scene.more.slice(0, 8).map((one) => h("li", null, words(one, this.name), one.lines[0]?.dice?.length ? h("span", { class: "dice" }, ...one.lines[0].dice.slice(0, 16).map((face) => h("span", { class: "die" }, String(face)))) : null)), scene.more.length > 8 ? h("li", { class: "faint" }, t("{0} more in the log", scene.more.length - 8)) : null) : null), t("{0} of {1}", n + 1, this.list.length));
    if (recapSpeed.value) this.timer = window.setTimeout(() => { if (this.open) this.step(1); }, 3200 / recapSpeed.value);
  }

  private told(scene: Scene): string { return words(scene.entry, this.name); }

  private outcome(scene: Scene): string {
    const lost = scene.more.filter((one) => one.kind === "lost").map((one) => words(one, this.name));
    return lost.length ? lost.slice(0, 3).join("; ") : "";
  }

  private draw(body: HTMLElement, where: string): void {
    const speed = h("select", { "aria-label": t("Speed") }, ...([[0, t("by hand")], [0.5, t("slow")], [1, t("normal")], [3, t("fast")]] as const).map(([value, name]) => h("option", { value: String(value), selected: recapSpeed.value === value }, name)));
    speed.addEventListener("change", () => { recapSpeed.value = Number(speed.value); if (!this.whole) this.show(this.at); });
    fill(this.element, h("header", null, h("h2", null, t("What the others did")), h("span", { class: "grow" }), h("span", { class: "faint small" }, where), button("×", () => this.close(), { class: "quiet", "aria-label": t("Close"), data: { recap: "close" } })), body,
      h("footer", null,
        this.whole ? button(t("Step by step"), () => { this.whole = false; this.show(0); }, { data: { recap: "steps" } }) : button(t("As a list"), () => this.overview(), { data: { recap: "list" } }), speed, h("span", { class: "grow" }),
        this.whole ? null : button(t("‹ Back"), () => this.step(-1), { disabled: this.at <= 0, data: { recap: "back" } }),
        this.whole ? button(t("Done"), () => this.close(), { class: "primary" }) : button(this.at + 1 < this.list.length ? t("Next ›") : t("Done"), () => this.step(1), { class: "primary", data: { recap: "next" } })));
  }
}
