/** Where an agent's reason stands in the log: before the first line that its answer wrote. */

import type { LogLine, Reason } from "../wire";

/** The reasons between two lines that follow each other; without `line` those after the last. Before the first line that is
 *  fetched only its own are shown: the earlier ones wait for the lines they belong to. */
export function reasonsBefore(reasons: Reason[], before: LogLine | undefined, line?: LogLine): Reason[] {
  const after = before ? before.step : line && line.number > 0 ? line.step - 1 : -1;
  return reasons.filter((reason) => reason.step > after && reason.step <= (line?.step ?? Infinity));
}

/** The turn, and who thinks unless the turn names them already. */
export function heading(reason: Reason, seat: string): string {
  const named = seat.split(", ").some((one) => reason.turn.split(", ").includes(one));
  return [reason.turn, named ? "" : seat].filter(Boolean).join(" · ");
}
