/** A small line chart: values over the game, one line for each side, with a table for those who read rather than see. */

import { h, svg } from "../dom";
import type { Series } from "../wire";
import { t } from "../words";

const W = 340, H = 168, LEFT = 36, RIGHT = 8, TOP = 10, BOTTOM = 24;
const DASHES = ["", "6 3", "2 3", "9 3 2 3", "12 4", "3 6"];

export function charts(series: Series[], colour: (side: string) => string, name: (side: string) => string, jump: (step: number) => void): HTMLElement[] {
  const kinds = new Map<string, Series[]>();
  for (const one of series) {
    const kind = one.label || one.key;
    const held = kinds.get(kind);
    if (held) held.push(one);
    else kinds.set(kind, [one]);
  }
  return [...kinds].filter(([, lines]) => lines.some((line) => line.points.length > 1)).sort((a, b) => b[1].length - a[1].length).map(([label, lines]) => chart(label, lines, colour, name, jump));
}

function chart(label: string, lines: Series[], colour: (side: string) => string, name: (side: string) => string, jump: (step: number) => void): HTMLElement {
  const steps = [...new Set(lines.flatMap((line) => line.points.map(([step]) => step)))].sort((a, b) => a - b);
  const values = lines.flatMap((line) => line.points.map(([, , value]) => value));
  const low = Math.min(0, ...values), high = Math.max(low + 1, ...values);
  const first = steps[0] ?? 0, last = Math.max(first + 1, steps[steps.length - 1] ?? 1);
  const x = (step: number) => LEFT + ((step - first) / (last - first)) * (W - LEFT - RIGHT);
  const y = (value: number) => TOP + (1 - (value - low) / (high - low)) * (H - TOP - BOTTOM);
  const words = new Map(lines.flatMap((line) => line.points.map(([step, text]) => [step, text] as const)));
  const art = svg("svg", { viewBox: `0 0 ${W} ${H}`, class: "chart", role: "img", "aria-label": t("{0} over time", label) });
  for (const tick of ticks(low, high)) {
    art.append(svg("line", { x1: LEFT, x2: W - RIGHT, y1: y(tick), y2: y(tick), class: "grid" }));
    art.append(svg("text", { x: LEFT - 5, y: y(tick) + 3.5, class: "axis", "text-anchor": "end" }, String(tick)));
  }
  const marks = steps.length > 5 ? [0, 1, 2, 3].map((k) => steps[Math.round((k * (steps.length - 1)) / 3)]!) : steps;
  marks.forEach((step, n) => art.append(svg("text", { x: x(step), y: H - 8, class: "axis", "text-anchor": n === 0 ? "start" : n === marks.length - 1 ? "end" : "middle" }, words.get(step) ?? String(step))));
  lines.forEach((line, n) => {
    const path = line.points.map(([step, , value], k) => `${k ? "L" : "M"}${x(step).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    art.append(svg("path", { d: path, class: "line", stroke: colour(line.side ?? ""), "stroke-dasharray": DASHES[n % DASHES.length]! }));
    for (const [step, text, value] of line.points) {
      const dot = svg("circle", { cx: x(step), cy: y(value), r: line.points.length > 40 ? 2 : 3, fill: colour(line.side ?? ""), class: "dot" }, svg("title", {}, `${name(line.side ?? "")} ${text}: ${value}`));
      dot.addEventListener("click", () => jump(step));
      art.append(dot);
    }
  });
  const legend = h("ul", { class: "legend" }, ...lines.map((line) => h("li", null,
    h("span", { class: "swatch", style: { background: colour(line.side ?? "") } }),
    `${name(line.side ?? "") || line.label} ${line.points.length ? line.points[line.points.length - 1]![2] : ""}`)));
  const table = h("details", { class: "figures" }, h("summary", null, t("Figures")),
    h("table", null, h("thead", null, h("tr", null, h("th", null, t("When")), ...lines.map((line) => h("th", null, name(line.side ?? "") || line.label)))),
      h("tbody", null, ...steps.slice(-40).map((step) => h("tr", null, h("th", null, words.get(step) ?? String(step)),
        ...lines.map((line) => h("td", null, line.points.find(([s]) => s === step)?.[2] ?? "")))))));
  const box = h("figure", { class: "chart-box" }, h("figcaption", null, label), legend);
  box.append(art, table);
  return box;
}

export function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 4;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * ten).find((k) => k >= rough) ?? ten * 10;
  const found: number[] = [];
  for (let v = Math.ceil(low / step) * step; v <= high + 1e-9; v += step) found.push(Number(v.toFixed(6)));
  return found;
}
