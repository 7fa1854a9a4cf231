/** Why not: what the rules say of a gesture, asked of the question behind it and of the open one. */

import { say } from "../said";
import { t } from "../words";
import type { Desk } from "./desk";
import { verb, wouldBe } from "./options";

/** What the rules say of something; `way` and `bars` are spaces to draw: a line, and what stops one. */
export interface Refused { option: string; rule: string; reason: string; way?: string[]; bars?: string[]; then?: string[]; vague?: boolean }

/** Why something cannot be chosen; with an overlay shown, first what the title says of it there. */
export async function reasonsFor(desk: Desk, space: string | null, piece: string | null, overlay: string): Promise<Refused[]> {
  const question = desk.question.value;
  if (!question) return [];
  const first = overlay ? await told(desk, space, piece, overlay) : null;
  const found: Refused[] = first ? [first] : [];
  const unit = piece && !space ? piece : desk.selected.value ?? desk.hand.value?.pick.pieces?.[0] ?? "";
  const meant = unit || space ? await desk.game.gesture(question.seat, unit, space ?? "").catch(() => null) : null;
  if (meant?.then?.length) return [...found, { option: "", rule: meant.rule ?? "", reason: say(meant.reason ?? ""), then: meant.then }];
  if (piece && desk.ties.value.idle.some((label) => label.pieces?.includes(piece))) found.push({ option: "", rule: question.rule, reason: t("No order is open to it now: it could only stay.") });
  for (const option of wouldBe(question, desk.selected.value, space, piece)) {
    try {
      const { legal, rule, reason, vague } = await desk.game.explain(question.seat, option);
      if (!legal && reason && !found.some((known) => known.reason === say(reason))) found.push({ option, rule: rule ?? "", reason: say(reason), vague });
    } catch { /* no reason is no news */ }
  }
  const plain = found.filter((one) => !one.vague);
  const named = plain.filter((one) => one.rule);
  const why = say(meant?.reason ?? "");
  if (why && !named.some((one) => one.reason === why) && (unit || !named.length)) return [...(first ? [first] : []), { option: "", rule: meant!.rule ?? "", reason: why }, ...named.filter((one) => one !== first).slice(0, 1)];
  return plain.length ? plain : found;
}

/** What the title says of a piece or a space under an overlay: "supply u17", "supply axis 1512". */
export async function told(desk: Desk, space: string | null, piece: string | null, overlay: string): Promise<Refused | null> {
  const question = desk.question.value;
  if (!question || !(piece ?? space)) return null;
  const option = piece ? `${verb(overlay)} ${piece}` : `${overlay} ${space}`;
  try {
    const { legal, rule, reason, way, bars, vague } = await desk.game.explain(question.seat, option);
    if (legal || !reason || vague) return null;
    return { option, rule: rule ?? "", reason: say(reason), way: way ?? [], bars: bars ?? [] };
  } catch { return null; }
}
