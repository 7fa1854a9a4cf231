/** The odds of a battle of many dice: how it ends, what it costs, who is left. */

import { h } from "../dom";
import { sentence } from "./options";
import { language, t } from "../words";

interface Side { losses: Record<string, number>; left: Record<string, number>; value_lost: number; left_chances: Record<string, number> }
export interface Battle {
  method: string; battles: number; won: number; held: number; nobody: number; retreated: number; open: number; captured: number;
  rounds: number; attacker: Side; defender: Side; error?: number; value_error?: number; money: string;
}

export function isBattle(odds: unknown): odds is Battle {
  const found = odds as Partial<Battle> | null;
  return typeof found === "object" && found !== null && typeof found.won === "number" && typeof found.attacker === "object" && typeof found.defender === "object";
}

export function battleCard(battle: Battle): Node[] {
  const ends: [string, number][] = [[t("Attacker wins"), battle.won], [t("Defender holds"), battle.held], [t("Nobody is left"), battle.nobody], [t("Attacker retreats"), battle.retreated], [t("Undecided"), battle.open]];
  const exact = battle.method === "exact";
  const count = battle.battles.toLocaleString(language.value);
  const sure = exact ? t("exact") : battle.error ? t("{0} battles sampled, ± {1} %", count, (battle.error * 100).toFixed(1)) : t("{0} battles sampled", count);
  return [
    h("ul", { class: "headline" },
      cell(percent(battle.won), t("won")),
      Math.abs(battle.captured - battle.won) >= 0.005 ? cell(percent(battle.captured), t("zone taken")) : null,
      cell(battle.attacker.value_lost.toFixed(1), t("{0} you lose", battle.money)),
      cell(battle.defender.value_lost.toFixed(1), t("{0} they lose", battle.money))),
    h("ul", { class: "bars ends" }, ...ends.filter(([, v]) => v >= 0.0005).map(([name, v]) => h("li", null,
      h("span", { class: "bar-label" }, name), h("span", { class: "bar" }, h("span", { style: { width: `${v * 100}%` } })), h("span", { class: "bar-value" }, percent(v))))),
    side(t("Attacker"), battle.attacker),
    side(t("Defender"), battle.defender),
    h("p", { class: "faint small" }, t("{0} rounds on average; {1}", battle.rounds.toFixed(1), sure)),
  ];
}

function side(name: string, one: Side): HTMLElement {
  const kinds = [...new Set([...Object.keys(one.losses), ...Object.keys(one.left)])];
  return h("table", { class: "losses" },
    h("thead", null, h("tr", null, h("th", null, name), h("th", null, t("lost")), h("th", null, t("left")))),
    h("tbody", null, ...kinds.map((kind) => h("tr", null, h("td", null, sentence(kind)), h("td", null, (one.losses[kind] ?? 0).toFixed(1)), h("td", null, (one.left[kind] ?? 0).toFixed(1))))));
}

const cell = (figure: string, name: string): HTMLElement => h("li", null, h("strong", null, figure), h("span", null, name));
const percent = (v: number): string => `${(v * 100).toFixed((v > 0 && v < 0.0995) || (v > 0.9905 && v < 1) ? 1 : 0)} %`;
