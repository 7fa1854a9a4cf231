/** The odds of an attack on a table of results: factors, column, shifts and modifiers with their rules, chances, losses, what follows. */

import { h } from "../dom";
import { t } from "../words";

interface Chance { result: string; chance: number }
interface Loss { force: string; lost: number; depleted: number }
interface FollowUp { target: string; odds: string; column: string; shifts: string[]; modifiers: string[]; opened_chance: number; then_taken_chance: number; both_chance: number }
interface Case { air: string; taken_chance: number; breach_chance: number; columns: Chance[]; results: Chance[]; losses: Loss[]; follow_up: FollowUp | null }
export interface Attack {
  odds: string; column: string; shifts: string[]; modifiers: string[]; results: Chance[]; taken: number; breach_chance: number;
  columns: Chance[]; losses: Loss[]; follow_up: FollowUp | null; air: string; with_air: Case[]; words?: Words;
}

/** What a title calls the figures of its card; without a word of its own the plain one stands. */
type Words = Record<string, string>;
const WORDS: Words = {
  taken: t("Hex taken"), breach_chance: t("Breach"), shifts: t("Shifts"), modifiers: t("Die modifiers"), columns: t("Columns after the air battle"),
  results: t("Results"), losses: t("Expected factors"), lost: t("lost"), depleted: t("depleted"), air: t("In the air"),
};

export function isAttack(odds: unknown): odds is Attack {
  const found = odds as Partial<Attack> | null;
  return typeof found === "object" && found !== null && typeof found.odds === "string" && Array.isArray(found.shifts) && Array.isArray(found.losses);
}

export function attackCard(attack: Attack): Node[] {
  const fixed = attack.columns.length < 2;
  const words = { ...WORDS, ...attack.words };
  const ratio = attack.column ? h("span", null, fixed ? t("column") : t("likeliest column"), " ", h("strong", null, attack.column)) : null;
  return [
    h("p", { class: "ratio" }, h("strong", null, attack.odds), ratio),
    attack.air ? h("p", { class: "small" }, `${words.air}: ${attack.air}`) : null,
    items(words.shifts!, attack.shifts),
    items(words.modifiers!, attack.modifiers),
    headline([[words.taken!, attack.taken], [words.breach_chance!, attack.breach_chance], [t("2nd impulse too"), attack.follow_up?.both_chance ?? 0]]),
    ...(fixed ? [] : [h("h4", null, words.columns!), bars(attack.columns)]),
    ...(attack.results.length ? [h("h4", null, words.results!), bars(attack.results)] : []),
    losses(attack.losses, words),
    follow(attack.follow_up),
    ...attack.with_air.map((one) => airCase(one, words)),
  ].filter((node): node is HTMLElement => node !== null);
}

export function attackHeadline(attack: Attack): string {
  const name = (attack.words?.taken ?? t("taken")).replace(/^./, (letter) => letter.toLowerCase());
  return attack.odds.length < 24 ? `${attack.odds}, ${name} ${percent(attack.taken)}` : `${name} ${percent(attack.taken)}`;
}

/** `+2 offensive air support (11.3.1)`: the words, and the rule as a tag. */
function items(name: string, lines: string[]): HTMLElement | null {
  if (!lines.length) return null;
  return h("div", { class: "items" }, h("h4", null, name), h("ul", null, ...lines.map((line) => {
    const found = /^(.*?)\s*\(([\d.]+)\)$/.exec(line);
    return h("li", null, found ? found[1]! : line, found ? h("span", { class: "rule" }, found[2]!) : null);
  })));
}

function headline(chances: [string, number][]): HTMLElement {
  return h("ul", { class: "headline" }, ...chances.filter(([, v], n) => !n || v > 0).map(([name, v]) => h("li", null, h("strong", null, percent(v)), h("span", null, name))));
}

function bars(chances: Chance[]): HTMLElement {
  const top = Math.max(...chances.map((one) => one.chance), 0.0001);
  return h("ul", { class: "bars tight" }, ...chances.filter((one) => one.chance >= 0.0005).map((one) => h("li", null,
    h("span", { class: "bar-label" }, one.result), h("span", { class: "bar" }, h("span", { style: { width: `${(one.chance / top) * 100}%` } })), h("span", { class: "bar-value" }, percent(one.chance)))));
}

function losses(rows: Loss[], words: Words = WORDS): HTMLElement | null {
  if (!rows.length) return null;
  return h("table", { class: "losses" },
    h("thead", null, h("tr", null, h("th", null, words.losses!), h("th", null, words.lost!), h("th", null, words.depleted!))),
    h("tbody", null, ...rows.map((row) => h("tr", null, h("td", null, row.force), h("td", null, row.lost.toFixed(2)), h("td", null, row.depleted.toFixed(2))))));
}

function follow(next: FollowUp | null): HTMLElement | null {
  if (!next) return null;
  return h("details", { class: "case" }, h("summary", null, t("Second impulse: {0} at {1}, column {2}", next.target, next.odds, next.column)),
    items(t("Shifts"), next.shifts), items(t("Die modifiers"), next.modifiers),
    headline([[t("opened"), next.opened_chance], [t("then taken"), next.then_taken_chance], [t("both"), next.both_chance]]));
}

function airCase(one: Case, words: Words): HTMLElement {
  const name = words.case ?? (words.taken === WORDS.taken ? t("taken") : words.taken!.replace(/^./, (letter) => letter.toLowerCase()));
  return h("details", { class: "case" }, h("summary", null, t("With {0}: {1} {2}", one.air, name, percent(one.taken_chance))),
    ...(one.columns.length > 1 ? [h("h4", null, t("Columns")), bars(one.columns)] : one.columns.map((column) => h("p", { class: "small" }, t("Column {0}", column.result)))),
    h("h4", null, t("Results")), bars(one.results), losses(one.losses, words), follow(one.follow_up));
}

const percent = (v: number): string => `${(v * 100).toFixed(v > 0 && v < 0.0995 ? 1 : 0)} %`;
