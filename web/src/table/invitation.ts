/** Inviting friends: an address they can reach, to copy or to photograph; a warning where only this machine can open it. */

import qrcode from "qrcode-generator";
import { reach } from "../api";
import { button, h, svg } from "../dom";
import { toast } from "../notes";
import { t } from "../words";

const LOCAL = /^(localhost|127\.|\[?::1)/;

export function invitation(id: string, token: string): HTMLElement {
  const local = LOCAL.test(location.hostname);
  const origin = local ? reach[0] ?? "" : location.origin;
  const link = `${origin || location.origin}/#/join/${id}/${token}`;
  const field = h("input", { readonly: true, value: link, "aria-label": t("Invitation"), onfocus: (e: Event) => (e.target as HTMLInputElement).select() });
  const copy = button(t("Copy"), () => void navigator.clipboard?.writeText(link).then(() => toast(t("Copied")), () => { field.focus(); toast(t("Press Ctrl-C to copy it.")); }), { data: { invite: "copy" } });
  return h("div", { class: "invite" }, h("h4", null, t("Invite friends")), h("div", { class: "row" }, field, copy),
    origin ? h("details", null, h("summary", null, t("As a picture for a phone")), picture(link)) : h("p", { class: "small warn", role: "note" }, t("Only this machine can open this link. Start with {0} to let friends on your network in, or send the game as a file.", "grognard play --lan")));
}

function picture(link: string): HTMLElement {
  const code = qrcode(0, "M");
  code.addData(link);
  code.make();
  const n = code.getModuleCount();
  let path = "";
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) if (code.isDark(y, x)) path += `M${x + 2} ${y + 2}h1v1h-1z`;
  const box = h("div", { class: "qr", role: "img", "aria-label": t("The invitation as a QR code") });
  box.append(svg("svg", { viewBox: `0 0 ${n + 4} ${n + 4}`, width: 190, height: 190 }, svg("rect", { width: n + 4, height: n + 4, fill: "#fff" }), svg("path", { d: path, fill: "#000" })));
  return box;
}
