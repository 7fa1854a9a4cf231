/** Short notices, questions before something that cannot be taken back, and the words for screen readers. */

import { Refusal } from "./api";
import { button, fill, h } from "./dom";
import { say } from "./said";
import { t } from "./words";

const tray = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
const voice = h("div", { class: "unseen", "aria-live": "assertive", role: "alert" });
const murmur = h("div", { class: "unseen", "aria-live": "polite", role: "log", "aria-label": t("What happens") });
document.body.append(tray, voice, murmur);

export function toast(words: string, detail = "", kind = "plain"): void {
  const note = h("div", { class: `toast ${kind}` }, h("strong", null, words), detail ? h("span", null, detail) : null);
  tray.append(note);
  while (tray.childElementCount > 4) tray.firstElementChild?.remove();
  window.setTimeout(() => note.remove(), 5200);
}

export function sayAloud(words: string): void { fill(voice, words); }

/** What happened, told when nothing more urgent is. */
export function tellAloud(words: string): void { fill(murmur, words); }

export function complain(error: unknown): void {
  if (error instanceof Refusal) toast(error.rule ? `${say(error.message)} (${error.rule})` : say(error.message), say(error.remedy), "bad");
  else {
    console.error(error);
    toast(t("Something went wrong in the page."), error instanceof Error ? error.message : String(error), "bad");
  }
}

export function tryTo<T>(doing: Promise<T>): Promise<T | undefined> {
  return doing.catch((error) => {
    complain(error);
    return undefined;
  });
}

/** A dialog with content of its own; resolves when it closes. */
export function dialog(title: string, content: (close: (value?: string) => void) => (Node | string)[], wide = false): Promise<string> {
  return new Promise((resolve) => {
    const close = (value = "") => {
      box.close();
      box.remove();
      resolve(value);
    };
    const box = h("dialog", { class: wide ? "wide" : "", "aria-label": title, oncancel: (e: Event) => { e.preventDefault(); close(); } });
    const head = h("header", null, h("h2", null, title), button("×", () => close(), { class: "quiet", "aria-label": t("Close") }));
    fill(box, head, h("div", { class: "dialog-body" }, ...content(close)));
    box.addEventListener("click", (e) => { if (e.target === box) close(); });
    document.body.append(box);
    box.showModal();
  });
}

export async function sure(title: string, words: string, yes: string): Promise<boolean> {
  const answer = await dialog(title, (close) => [
    h("p", null, words),
    h("div", { class: "row end" }, button(t("Cancel"), () => close()), button(yes, () => close("yes"), { class: "primary", autofocus: true })),
  ]);
  return answer === "yes";
}
