/** Units that go together: one order for many, which the first obeys and each of the others is told again. */

import { toast } from "../notes";
import { say } from "../said";
import type { Label } from "../wire";
import { type Company, follow, gone, nextPick, size, waiting, wanting } from "./company";
import type { Desk } from "./desk";
import { t } from "../words";

const PATIENCE = 2; // sorts of a company that may be refused before it stops

/** Whether others follow the unit of this order. */
export function leads(company: Company | null, label: Label): boolean {
  return company !== null && size(company) > 1 && label.text.split(" ").includes(company.token);
}

/** Take a piece into the hand, and everybody who stands beside it: with the title's own word for it, or as a company. */
export async function takeAll(desk: Desk, pick: Label): Promise<void> {
  const at = desk.pieces.find((piece) => piece.id === pick.pieces?.[0])?.at;
  const from = desk.live.view.value?.step ?? 0;
  await desk.answer(pick);
  for (let more = 0; more < 40; more++) {
    const beside = new Set(desk.pieces.filter((piece) => piece.at === at).map((piece) => piece.id));
    const along = desk.question.value?.options.find((label) => label.along && label.pieces?.some((piece) => beside.has(piece)));
    if (!along) break;
    await desk.answer(along);
  }
  if ((desk.live.view.value?.step ?? 0) > from + 1) desk.gesture = { from, to: desk.live.view.value?.step ?? 0 };
  const company = desk.company.value;
  if (company) desk.company.value = wanting(company, (sort) => sort.have);
}

/** One order for many: the first obeys, each of the others is taken up and told the same, until sorts are refused or something
 *  else is asked. `weigh`: the last is not sent before its odds, those of all together, were looked at. */
export async function march(desk: Desk, order: Label, weigh: boolean): Promise<void> {
  const company = desk.company.value!;
  const { seat } = desk.question.value!;
  const from = (desk.live.view.value?.step ?? 1) - 1;
  const total = size(company);
  const asked = () => desk.live.view.value?.questions.find((one) => one.seat === seat) ?? null;
  const refused = new Map<string, string>();
  let stopped = "", weighed = "";
  desk.busy.value = true;
  desk.committing.value = null;
  desk.marching.value = t("{0} of {1} sent", 0, total);
  let going = await desk.give(order, true);
  while (going && refused.size < PATIENCE) {
    const left = waiting(company, desk.pieces, new Set(refused.keys()));
    const sort = left[0]?.sort;
    if (!sort) break;
    const sent = gone(company, desk.pieces);
    desk.marching.value = t("{0} of {1} sent", sent, total);
    const pick = nextPick(company, sort, asked(), desk.pieces);
    if (!pick) {
      stopped = asked() ? t("Now something else is asked: {0}", asked()!.prompt) : t("Others are asked first.");
      break;
    }
    going = await desk.give(pick);
    const text = follow(company, order.text, pick);
    const next = asked()?.options.find((label) => label.text === text);
    if (going && !next) refused.set(sort.looks, await refusal(desk, seat, text, sort.name));
    else if (next && weigh && left.length === 1 && left[0]!.missing === 1) {
      weighed = text;
      break;
    } else going = going && next !== undefined && (await desk.give(next, true));
  }
  const stayed = waiting(company, desk.pieces).some(({ sort }) => refused.has(sort.looks)); // what others carry may have gone with them
  if (stayed) stopped ||= [...refused.values()].join(" ");
  const sent = gone(company, desk.pieces);
  desk.marching.value = "";
  desk.busy.value = false;
  desk.gesture = { from, to: desk.live.view.value?.step ?? 0 };
  desk.arrived();
  const final = desk.question.value?.options.find((label) => label.text === weighed);
  desk.announceDice({ back: from, count: sent + 1 });
  if (final) desk.committing.value = { label: final, odds: await desk.odds(final), back: from, count: sent + 1 };
  if (stopped) toast(t("{0} of {1} sent.", sent, total), stopped);
}

/** A follower may not: say why, and lay it down again. */
async function refusal(desk: Desk, seat: string, text: string, name: string): Promise<string> {
  const told = await desk.game.explain(seat, text).catch(() => null);
  const why = told?.reason ? `${say(told.reason)}${told.rule ? ` (${told.rule})` : ""}` : t("this order is not open to it");
  await desk.takeBack((desk.live.view.value?.step ?? 1) - 1);
  return t("{0} stays: {1}.", name, why);
}
