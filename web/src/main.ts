/** The client's start: who is here, and which page the address names. */

import * as api from "./api";
import { fill, h } from "./dom";
import { openInvitation, openLobby, somebody, user } from "./lobby";
import { complain } from "./notes";
import { introduced } from "./said";
import "./style.css";
import { language } from "./words";
import { t } from "./words";

document.documentElement.lang = language.value;

const root = document.getElementById("app")!;
const titles = api.titles().then((list) => Promise.all(list.map(introduced)));
const known = api.me().then((found) => { user.value = found; }).catch(() => undefined);
let leave: () => void = () => undefined;
let visit = 0;

async function open(): Promise<void> {
  leave();
  leave = () => undefined;
  const now = ++visit;
  const [page, id, token] = location.hash.replace(/^#\//, "").split("/").map(decodeURIComponent);
  try {
    if (page === "game" && id) {
      const [{ openTable }] = await Promise.all([import("./table/table"), known.then(somebody)]);
      if (now !== visit) return;
      const close = await openTable(root, id, titles, () => now === visit);
      if (now === visit) leave = close;
      else close();
    } else if (page === "join" && id) await known.then(() => openInvitation(root, id, token ?? ""));
    else {
      const list = await titles;
      if (now === visit) leave = openLobby(root, list);
    }
  } catch (error) {
    if (now !== visit) return;
    complain(error);
    fill(root, h("main", { class: "loading" }, h("h1", null, "Grognard"), h("p", null, error instanceof Error ? error.message : t("The page cannot be shown.")), h("p", null, t("The server may still be starting.")), h("a", { href: "" }, t("Try again"))));
  }
}

window.addEventListener("hashchange", () => void open());
void open();
