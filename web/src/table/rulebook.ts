/** Rule numbers that open: what the rule says in our own words, where it is kept, how it is read, what it refused. */

import { button, h } from "../dom";
import type { Desk } from "./desk";

/** The number of a rule, to press. */
export function ruleChip(desk: Desk, rule: string): HTMLElement {
  return button(rule, (e) => { e.stopPropagation(); desk.rule.value = rule; }, { class: "rule", title: `Rule ${rule}: what it says`, data: { rule } });
}

export const plainChip = (rule: string): HTMLElement => h("span", { class: "rule" }, rule);
