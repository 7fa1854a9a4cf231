/** What a title says about the chances of an option, shown whatever its shape: bars for chances, a list for the rest. */

import { h } from "../dom";
import { attackCard, attackHeadline, isAttack } from "./attack";
import { battleCard, isBattle } from "./battle";
import { sentence } from "./options";
import { t } from "../words";

export function oddsCard(odds: unknown): HTMLElement {
  return h("div", { class: "odds" }, h("h3", null, t("Before you commit")), ...(isAttack(odds) ? attackCard(odds) : isBattle(odds) ? battleCard(odds) : parts(odds, 0)));
}

/** The one figure that matters most. */
export function headline(odds: unknown): string {
  const percent = (v: number) => `${(v * 100).toFixed(v > 0 && v < 0.0995 ? 1 : 0)} %`;
  if (isAttack(odds)) return attackHeadline(odds);
  if (isBattle(odds)) return t("won {0}", percent(odds.won));
  return "";
}

const CHANCE = /^(p|prob|probability|chance|share|percent|taken|captured|won|held|win|lose|draw)$|_?(chance|probability)$|^p_/;
const NOISE = /error$/;

function parts(value: unknown, depth: number, name = ""): Node[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return list(value, depth, name);
  if (typeof value === "object") return entries(value as Record<string, unknown>, depth);
  return [h("p", null, name ? `${sentence(name)}: ${figure(name, value)}` : figure(name, value))];
}

function entries(object: Record<string, unknown>, depth: number): Node[] {
  const pairs = Object.entries(object).filter(([key, v]) => !empty(v) && !(NOISE.test(key) && v === 0));
  const chances = pairs.filter(([, v]) => typeof v === "number") as [string, number][];
  const total = chances.reduce((sum, [, v]) => sum + v, 0);
  const allChances = chances.length > 1 && chances.length === pairs.length && chances.every(([, v]) => v >= 0 && v <= 1) && Math.abs(total - 1) < 0.02;
  if (allChances) return [bars(chances)];
  const made: Node[] = [];
  const run = certain(pairs);
  if (run.length) made.push(bars(run));
  const told = new Set(run.map(([key]) => key));
  const plain = pairs.filter(([key, v]) => typeof v !== "object" && !told.has(key));
  if (plain.length) {
    made.push(h("dl", null, ...plain.flatMap(([key, v]) => [h("dt", null, sentence(key)), h("dd", null, figure(key, v))])));
  }
  for (const [key, v] of pairs) {
    if (typeof v !== "object") continue;
    made.push(h(depth ? "h5" : "h4", null, sentence(key)), ...parts(v, depth + 1, key));
  }
  return made;
}

function empty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Neighbouring numbers that add up to one are the chances of what can happen. */
function certain(pairs: [string, unknown][]): [string, number][] {
  for (let start = 0; start < pairs.length; start++) {
    let sum = 0;
    let found: [string, number][] = [];
    for (let n = start; n < pairs.length; n++) {
      const [key, v] = pairs[n]!;
      if (typeof v !== "number" || v < 0 || v > 1) break;
      sum += v;
      found = [...found, [key, v]];
      if (found.length > 1 && Math.abs(sum - 1) < 0.005 && found.some(([, one]) => !Number.isInteger(one) || found.length > 2)) {
        for (let next = pairs[++n]; next && typeof next[1] === "number" && next[1] >= 0 && next[1] < 0.005; next = pairs[++n]) found.push([next[0], next[1]]);
        return found;
      }
    }
  }
  return [];
}

function list(items: unknown[], depth: number, name: string): Node[] {
  if (!items.length) return [];
  const rows = items.filter((item): item is Record<string, unknown> => typeof item === "object" && item !== null && !Array.isArray(item));
  if (rows.length === items.length) {
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const chance = keys.find((key) => CHANCE.test(key));
    const label = keys.find((key) => key !== chance && rows.every((row) => typeof row[key] === "string")) ?? keys.find((key) => key !== chance);
    if (chance && label && rows.every((row) => typeof row[chance] === "number")) return [bars(rows.map((row) => [String(row[label]), row[chance] as number]))];
    return [h("table", null, h("thead", null, h("tr", null, ...keys.map((key) => h("th", null, sentence(key))))),
      h("tbody", null, ...rows.map((row) => h("tr", null, ...keys.map((key) => h("td", null, figure(key, row[key])))))))];
  }
  const pairs = items.filter((item): item is [string | number, number] => Array.isArray(item) && item.length === 2 && typeof item[1] === "number");
  if (pairs.length === items.length && pairs.every(([, v]) => v >= 0 && v <= 1)) return [bars(pairs.map(([k, v]) => [String(k), v]))];
  if (items.every((item) => typeof item !== "object")) return [h("p", { class: "small" }, `${name && !depth ? `${sentence(name)}: ` : ""}${items.map((item) => figure(name, item)).join(", ")}`)];
  return items.flatMap((item) => parts(item, depth + 1, name));
}

function bars(pairs: [string, number][]): HTMLElement {
  const top = Math.max(...pairs.map(([, v]) => v), 0.0001);
  return h("ul", { class: "bars" }, ...pairs.filter(([, v]) => v >= 0.0005).slice(0, 14).map(([label, v]) => h("li", null,
    h("span", { class: "bar-label" }, sentence(label)),
    h("span", { class: "bar" }, h("span", { style: { width: `${(v / top) * 100}%` } })),
    h("span", { class: "bar-value" }, `${(v * 100).toFixed(v < 0.1 ? 1 : 0)} %`))));
}

function figure(key: string, value: unknown): string {
  if (typeof value === "number") {
    if (CHANCE.test(key) && value >= 0 && value <= 1) return `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`;
    return Number.isInteger(value) ? String(value) : value.toFixed(2);
  }
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (value === null || value === undefined) return "–";
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}
