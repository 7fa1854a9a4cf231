/** The coach of a first game: a word about each thing when it is asked for the first time; left with one press. */

import { button, fill, h, kept } from "../dom";
import type { Label } from "../wire";
import type { Desk } from "./desk";
import { lessonFor } from "./lessons";
import { verb } from "./options";
import { t } from "../words";

/** Games that are coached, by id. */
export const coached = kept<string[]>("coached", []);

export function coach(desk: Desk, point: (tokens: string[], reveal?: boolean) => void): HTMLElement {
  const box = h("section", { class: "coach", role: "complementary", "aria-label": t("Coach"), hidden: true });
  const lessons = desk.title.first?.lessons ?? [];
  const told = kept<number[]>(`coach.${desk.game.id}`, []), shown = kept<number[]>(`coach.${desk.game.id}.shown`, []);
  let now = -1, asked = "";
  const leave = () => { coached.value = coached.value.filter((id) => id !== desk.game.id); draw(); };
  const draw = () => {
    const question = desk.question.value, view = desk.live.view.value;
    const on = coached.value.includes(desk.game.id) && lessons.length > 0;
    box.hidden = !on || !question;
    if (box.hidden || !question || !view) return;
    const mark = `${view.step}`;
    if (mark !== asked) {
      asked = mark;
      now = lessonFor(lessons, new Set(told.value), view.place.at(-1) ?? "", new Set(question.options.map((label) => verb(label.text))));
    }
    const lesson = lessons[now];
    if (!lesson) {
      box.hidden = true;
      return;
    }
    if (!shown.value.includes(now)) shown.value = [...shown.value, now];
    const wish: Label | undefined = lesson.wish ? question.options.find((label) => label.text === lesson.wish) ?? question.options.find((label) => label.text.startsWith(lesson.wish)) : undefined;
    const got = () => { told.value = [...told.value, now]; now = -1; asked = ""; draw(); };
    fill(box, h("header", null, h("strong", null, lesson.head), h("span", { class: "grow" }), h("span", { class: "faint small" }, t("{0} of {1}", shown.value.indexOf(now) + 1, lessons.length))),
      h("p", null, lesson.words),
      h("footer", null, button(t("Leave the coach"), leave, { class: "link", data: { coach: "leave" } }),
        wish ? button(t("Do it for me"), () => { told.value = [...told.value, now]; void desk.propose(wish); }, { data: { coach: "do" } }) : button(t("What would you do?"), () => void desk.suggest(), { data: { coach: "suggest" } }),
        button(t("Understood"), got, { class: "primary", data: { coach: "next" } })));
    if (wish) point([...(wish.spaces ?? []), ...(wish.pieces ?? [])]);
  };
  desk.question.watch(draw);
  coached.watch(draw, false);
  return box;
}
