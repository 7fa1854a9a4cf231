/** Which word of the coach is due. Pure. */

import type { Lesson } from "../wire";

/** What is still to be told of this question: its own segment and verb before what fits everywhere. */
export function lessonFor(lessons: Lesson[], told: ReadonlySet<number>, segment: string, verbs: ReadonlySet<string>): number {
  const late = told.size * 2 >= lessons.length; // what fits everywhere is for the second half
  const fits = (one: Lesson) => (one.segment || one.verb || late) && (!one.segment || one.segment.toLowerCase() === segment.toLowerCase()) && (!one.verb || verbs.has(one.verb));
  const open = lessons.map((one, n) => ({ one, n })).filter(({ one, n }) => !told.has(n) && fits(one));
  return (open.find(({ one }) => one.segment && one.verb) ?? open.find(({ one }) => one.verb) ?? open.find(({ one }) => one.segment) ?? open[0])?.n ?? -1;
}
