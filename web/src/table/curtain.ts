/** The curtain of a hot seat: nobody sees or hears the other side's question before they sit down. */

import { button, h, kept } from "../dom";
import { curtain } from "../settings";
import type { Desk } from "./desk";
import { t } from "../words";

/** Cover the board when the next question is for the other side. */
export function cover(desk: Desk, seat: string): void {
  const side = desk.live.info.value?.seats[seat]?.side ?? "";
  const sat = kept(`sat.${desk.game.id}`, "");
  const hot = new Set(desk.seats.map((key) => desk.live.info.value?.seats[key]?.side)).size > 1;
  if (!hot || !(curtain.value === "on" || (curtain.value === "auto" && desk.title.hides)) || !sat.value || sat.value === side) {
    if (side && !desk.covered) sat.value = side;
    return;
  }
  document.querySelector("dialog.curtain")?.remove();
  const name = desk.seatName(seat);
  desk.covered = true;
  const veil = h("dialog", { class: "curtain", "aria-label": t("Hand over to {0}", name), oncancel: (e: Event) => e.preventDefault() }, h("h2", null, t("Hand over to {0}", name)), h("p", null, t("The board is covered until they sit down.")),
    button(t("I am {0}", name), () => {
      desk.covered = false;
      sat.value = side;
      veil.close();
      veil.remove();
      desk.announce();
    }, { class: "primary" }));
  document.body.append(veil);
  veil.showModal();
}
