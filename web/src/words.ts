/** Every sentence of the client goes through `t`: the English one is its own key, another language has a list from it to its own.
 *  `{0}` stands for a value; `{0|one|many}` chooses by a number. What titles say goes through `say` (said.ts). A language is chosen
 *  once for a page: changing it loads the page anew. */

import { kept } from "./dom";

export type Language = "en" | "de";
export const LANGUAGES: [Language, string][] = [["en", "English"], ["de", "Deutsch"]];
export const language = kept<Language>("language", "en");

const list: Record<string, string> = language.value === "de" ? (await import("./german")).german : {};

export function t(sentence: string, ...values: (string | number)[]): string { return filled(list[sentence] ?? sentence, values); }

/** A sentence with its values: plurals first, then what is left. */
export function filled(sentence: string, values: (string | number)[]): string {
  return sentence.replace(/\{(\d)\|([^|]*)\|((?:[^{}]|\{\d\})*)\}/g, (_, n: string, one: string, many: string) => (Number(values[Number(n)]) === 1 ? one : many)).replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)] ?? ""));
}
