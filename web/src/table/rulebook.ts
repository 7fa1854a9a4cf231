/** Rules at hand: a number opens what the rule says in our own words, the cases that test it, how it is read and what it refused
 *  lately; a browser of the whole ledger with search. An owner may lay the text of his rulebook beside it: it stays in his browser. */

import * as api from "../api";
import { button, fill, h } from "../dom";
import { dialog, toast, tryTo } from "../notes";
import type { RuleText } from "../wire";
import type { Desk } from "./desk";
import { paragraph, sectionOf } from "./lookup";
import { t } from "../words";

/** The number of a rule, to press. */
export function ruleChip(desk: Desk, rule: string): HTMLElement {
  return button(rule, (e) => { e.stopPropagation(); desk.rule.value = rule; }, { class: "rule", title: t("Rule {0}: what it says", rule), data: { rule } });
}

const books = new Map<string, Promise<RuleText[]>>();
const rulesOf = (code: string): Promise<RuleText[]> => books.get(code) ?? books.set(code, api.rules(code).catch((error) => { books.delete(code); throw error; })).get(code)!;

export function openRule(desk: Desk, number: string): void {
  const body = h("div", { class: "rule-page" }, h("p", { class: "faint" }, t("Looking it up…")));
  void dialog(t("Rule {0}", number), () => [body], true);
  void tryTo(rulesOf(desk.title.code)).then(async (rules) => {
    if (!rules) return fill(body, h("p", { class: "faint" }, t("The rules cannot be read now.")));
    const rule = sectionOf(rules, number);
    const text = await ownText(desk.title.code, rule?.section ?? number);
    fill(body, ...page(desk, rule, number, text));
  });
}

function page(desk: Desk, rule: RuleText | null, number: string, own: string): (Node | null)[] {
  const refused = desk.refusals.filter((one) => one.rule === number || one.rule === rule?.section);
  return [
    rule ? h("h3", null, `${rule.section} ${rule.title}`) : h("p", null, t("The ledger has no section of this number.")),
    rule && rule.status !== "implemented" ? h("p", { class: "faint" }, rule.status === "missing" ? t("Not yet part of this title.") : rule.reason || rule.status) : null,
    rule?.words.length ? h("ul", null, ...rule.words.map((words) => h("li", null, `${words}.`))) : null,
    rule?.readings.length ? h("section", null, h("h4", null, t("How it is read here")), ...rule.readings.map((one) => h("details", null, h("summary", null, `${one.about} (${one.id})`), ...one.text.split("\n").map((line) => h("p", { class: "small" }, line))))) : null,
    refused.length ? h("section", null, h("h4", null, t("Refused lately")), h("ul", null, ...refused.slice(-5).map((one) => h("li", null, one.reason)))) : null,
    rule?.cases.length ? h("details", null, h("summary", null, t("Cases that test it ({0})", rule.cases.length)), h("ul", { class: "small" }, ...rule.cases.map((one) => h("li", null, one)))) : null,
    own ? h("section", { class: "own-text" }, h("h4", null, t("Your rulebook")), ...own.split(/\n{2,}/).map((part) => h("p", null, part))) : null,
  ];
}

export function rulesPane(desk: Desk): { element: HTMLElement; show(): void } {
  const field = h("input", { type: "search", placeholder: t("Find a rule: a number or words"), "aria-label": t("Find a rule") });
  const list = h("div");
  const load = button(t("Lay my own rulebook beside it…"), () => void bring(desk.title.code), { class: "link" });
  const element = h("div", { class: "pane rules" }, field, list, h("p", { class: "faint small" }, t("Our own words, made from the code that keeps each rule."), " ", load));
  let rules: RuleText[] = [];
  const draw = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rules.filter((rule) => words.every((word) => `${rule.section} ${rule.title} ${rule.words.join(" ")} ${rule.readings.map((one) => one.about).join(" ")}`.toLowerCase().includes(word)));
    fill(list, ...found.slice(0, 120).map((rule) => h("div", { class: "rule-line" }, ruleChip(desk, rule.section), h("span", { class: "grow" }, rule.title, rule.words[0] ? h("small", null, rule.words[0]) : null))),
      found.length > 120 ? h("p", { class: "faint small" }, t("{0} more: type some letters above.", found.length - 120)) : null, found.length ? null : h("p", { class: "faint" }, t("No rule has these words.")));
  };
  field.addEventListener("input", draw);
  return { element, show: () => { if (!rules.length) void tryTo(rulesOf(desk.title.code)).then((found) => { if (found) { rules = found; draw(); } }); } };
}

// the owner's own text: kept in this browser, sent nowhere

function store(): Promise<IDBObjectStore | null> {
  return new Promise((done) => {
    const request = indexedDB.open("grognard", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("rulebooks");
    request.onsuccess = () => done(request.result.transaction("rulebooks", "readwrite").objectStore("rulebooks"));
    request.onerror = () => done(null);
  });
}

async function bring(code: string): Promise<void> {
  const input = h("input", { type: "file", accept: ".txt,text/plain" });
  input.addEventListener("change", () => void input.files?.[0]?.text().then(async (text) => {
    (await store())?.put(text, code);
    toast(t("Your rulebook lies beside ours"), t("It is kept in this browser and sent nowhere."));
  }));
  input.click();
}

async function ownText(code: string, section: string): Promise<string> {
  const books = await store();
  if (!books) return "";
  const text = await new Promise<string>((done) => {
    const request = books.get(code) as IDBRequest<string | undefined>;
    request.onsuccess = () => done(request.result ?? "");
    request.onerror = () => done("");
  });
  return paragraph(text, section);
}
