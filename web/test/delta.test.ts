import { expect, it } from "vitest";
import { applyDelta } from "../src/delta";
import type { View } from "../src/wire";

const view: View = {
  title: "t", scenario: "s", seat: "a", step: 4, place: [], questions: [], waiting: [],
  picture: { pieces: [{ id: "u1", at: "h1", side: "a", name: "One" }, { id: "u2", at: "h2", side: "b", name: "Two" }], control: { h1: "a", h2: "b" } },
  log: [{ number: 0, step: 0, text: "start" }, { number: 1, step: 3, text: "move" }],
};

it("lays pieces, control and log over a view and leaves the old one alone", () => {
  const next = applyDelta(view, { step: 5, picture: { pieces: { set: [{ id: "u1", at: "h3", side: "a", name: "One" }], gone: ["u2"] }, control: { set: { h3: "a" }, gone: ["h2"] } }, log: [{ number: 2, step: 5, text: "lost" }] });
  expect(next.picture.pieces).toEqual([{ id: "u1", at: "h3", side: "a", name: "One" }]);
  expect(next.picture.control).toEqual({ h1: "a", h3: "a" });
  expect(next.log.map((line) => line.number)).toEqual([0, 1, 2]);
  expect(view.picture.pieces?.length).toBe(2);
});

it("takes a line only once and forgets lines that were undone", () => {
  expect(applyDelta(view, { log: [{ number: 1, step: 3, text: "move" }] }).log.length).toBe(2);
  expect(applyDelta(view, { step: 2 }).log.map((line) => line.number)).toEqual([0]);
});

it("knows options that were sent before the old question, until it begins afresh", () => {
  const label = (text: string) => ({ text, words: text });
  const first: View = { ...view, questions: [{ seat: "a", kind: "ask", prompt: "Pick", rule: "1", crumbs: [], options: [label("u1"), label("u2")] }] };
  const second = applyDelta(first, { questions: [{ seat: "a", prompt: "Go?", options: [label("go h1")] }] });
  expect(second.questions[0]).toMatchObject({ prompt: "Go?", rule: "1" });
  const third = applyDelta(second, { questions: [{ seat: "a", prompt: "Pick", options: [0, label("u3"), 2] }] });
  expect(third.questions[0]!.options.map((one) => one.text)).toEqual(["u1", "u3", "go h1"]);
  expect(applyDelta(third, { fresh: true, questions: [{ seat: "a", options: [1] }] }).questions[0]!.options[0]!.text).toBe("u3");
});

it("lays a part of an overlay over it", () => {
  const shown = { ...view, picture: { ...view.picture, overlays: { supply: { h1: "a", h2: "b" }, other: { h1: "x" } } } };
  expect(applyDelta(shown, { picture: { overlays: { set: {}, gone: ["other"], parts: { supply: { set: { h3: "a" }, gone: ["h2"] } } } } }).picture.overlays).toEqual({ supply: { h1: "a", h3: "a" } });
});

it("takes from the old lists what is told by its place", () => {
  const label = (text: string) => ({ text, words: text });
  const asked: View = { ...view, questions: [{ seat: "a", kind: "ask", prompt: "Go?", rule: "1", crumbs: [], options: [label("go h1"), label("go h2"), label("done")] }], picture: { ...view.picture, markers: [{ at: "h1", kind: "fort" }] } };
  const next = applyDelta(asked, { questions: [{ ...asked.questions[0]!, prompt: "On?", options: [2, label("go h3"), 0] }], picture: { markers: [{ at: "h2", kind: "fort" }, 0] } });
  expect(next.questions[0]!.options.map((one) => one.text)).toEqual(["done", "go h3", "go h1"]);
  expect(next.picture.markers).toEqual([{ at: "h2", kind: "fort" }, { at: "h1", kind: "fort" }]);
});
