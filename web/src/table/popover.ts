/** A card at a point of the board: the options of a space, a stack fanned out, or why something is not possible. */

import { sprite, type Tones } from "../board/counters";
import { button, fill, h } from "../dom";
import type { Label, Piece } from "../wire";
import type { Desk } from "./desk";
import { unbroken } from "./options";
import type { Refused } from "./reasons";
import { ruleChip } from "./rulebook";
import { t } from "../words";

export class Popover {
  readonly element = h("div", { class: "popover", hidden: true, role: "dialog" });
  private back: HTMLElement | null = null;

  constructor(private host: HTMLElement) {
    host.append(this.element);
    this.element.addEventListener("keydown", (e) => {
      if (e.key === "Escape") { e.stopPropagation(); this.close(); }
      const step = e.key === "ArrowDown" || e.key === "ArrowRight" ? 1 : e.key === "ArrowUp" || e.key === "ArrowLeft" ? -1 : 0;
      if (step) {
        e.preventDefault();
        const all = [...this.element.querySelectorAll<HTMLElement>("button")];
        all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus();
      }
    });
  }

  get open(): boolean { return !this.element.hidden; }

  show(x: number, y: number, title: string, parts: (Node | null)[], focus = true): void {
    if (!this.open) this.back = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    fill(this.element, h("header", null, h("h3", null, title), button("×", () => this.close(), { class: "quiet", "aria-label": t("Close") })), ...parts);
    this.element.setAttribute("aria-label", title);
    this.element.hidden = false;
    this.at = { x, y };
    this.settle();
    if (focus) (this.element.querySelector<HTMLElement>("button.option, .fan button") ?? this.element.querySelector<HTMLElement>("button"))?.focus({ preventScroll: true });
  }

  private at = { x: 0, y: 0 };

  /** Find room again after more was written on the card. */
  settle(): void {
    if (!this.open) return;
    const { x, y } = this.at;
    const { clientWidth: w, clientHeight: ht } = this.host;
    const box = this.element.getBoundingClientRect();
    const left = x + 18 + box.width < w ? x + 18 : Math.max(6, x - box.width - 18);
    this.element.style.left = `${Math.min(Math.max(6, left), Math.max(6, w - box.width - 6))}px`;
    this.element.style.top = `${Math.min(Math.max(6, y - 24), Math.max(6, ht - box.height - 6))}px`;
  }

  close(): void {
    if (!this.open) return;
    this.element.hidden = true;
    this.back?.focus({ preventScroll: true });
  }
}

export function optionList(labels: Label[], choose: (label: Label) => void, point: (tokens: string[]) => void): HTMLElement {
  return h("div", { class: "long-list" }, ...labels.slice(0, 60).map((label) => {
    const made = button(label.words, () => choose(label), { class: "option", data: { option: label.text } });
    if (label.hint) made.append(h("small", null, label.hint));
    made.addEventListener("mouseenter", () => point([...(label.spaces ?? []), ...(label.pieces ?? [])]));
    made.addEventListener("mouseleave", () => point([]));
    return made;
  }), labels.length > 60 ? h("p", { class: "faint small" }, t("{0} more in the list beside the board.", labels.length - 60)) : null);
}

/** A stack fanned out: every counter a button, lit ones first. */
export function fan(pieces: Piece[], lit: (piece: Piece) => boolean, tones: Tones, choose: (piece: Piece) => void, point: (tokens: string[]) => void): HTMLElement {
  const order = [...pieces].sort((a, b) => Number(lit(b)) - Number(lit(a)));
  return h("div", { class: "fan" }, ...order.map((piece) => {
    const picture = sprite(piece, 46, Math.min(3, devicePixelRatio || 1), tones);
    const copy = h("canvas", { width: picture.width, height: picture.height, "aria-hidden": "true" });
    copy.getContext("2d")!.drawImage(picture, 0, 0);
    const made = h("button", { type: "button", class: lit(piece) ? "counter lit" : "counter", title: describe(piece), "aria-label": describe(piece), data: { piece: piece.id } }, copy, h("span", null, unbroken(piece.name)));
    made.addEventListener("click", () => choose(piece));
    made.addEventListener("mouseenter", () => point([piece.id]));
    made.addEventListener("mouseleave", () => point([]));
    return made;
  }));
}

export function describe(piece: Piece): string {
  return [piece.name, (piece.count ?? 1) > 1 ? t("times {0}", piece.count!) : "", piece.numbers?.join(" "), piece.state?.map((s) => s.replace(/_/g, " ")).join(", "), piece.note].filter(Boolean).join("; ");
}

/** `lead`: what a player can do about it, where the rules know. */
export function reasons(desk: Desk, found: Refused[], lead?: (texts: string[]) => void): HTMLElement {
  if (!found.length) return h("p", { class: "faint small" }, t("The open question is about something else."));
  return h("ul", { class: "reasons" }, ...found.map((one) => h("li", null, one.reason, one.rule ? ruleChip(desk, one.rule) : null,
    one.then?.length && lead ? button(t("Do that now"), () => lead(one.then!), { class: "option", data: { lead: one.then.join("; ") } }) : null)));
}
