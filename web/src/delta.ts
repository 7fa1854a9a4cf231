/** Laying a change over a view. Pure. */

import type { Delta, Label, Piece, Picture, PictureDelta, Question, View } from "./wire";

export function applyDelta(view: View, delta: Delta): View {
  const { picture, log, questions, fresh, ...rest } = delta;
  const next: View = { ...view, ...rest };
  if (questions) {
    const heard = [...((fresh ? null : view.heard) ?? view.questions.flatMap((one) => one.options))];
    next.questions = questions.map((question) => ({ ...view.questions.find((one) => one.seat === question.seat), ...question, options: question.options.map((one) => (typeof one === "number" ? heard[one]! : keep(heard, one))) }) as Question);
    next.heard = heard;
  }
  if (picture) next.picture = applyPicture(view.picture, picture);
  const kept = next.step < view.step ? view.log.filter((line) => line.step <= next.step) : view.log;
  if (log?.length) {
    const seen = new Set(kept.map((line) => line.number));
    next.log = [...kept, ...log.filter((line) => !seen.has(line.number))];
  } else next.log = kept;
  return next;
}

export function applyPicture(picture: Picture, delta: PictureDelta): Picture {
  const { pieces, control, overlays, markers, tracks, panels } = delta;
  const next: Picture = { ...picture };
  if (markers) next.markers = placed(picture.markers, markers);
  if (tracks) next.tracks = placed(picture.tracks, tracks);
  if (panels) next.panels = placed(picture.panels, panels);
  if (pieces) next.pieces = applyPieces(picture.pieces ?? [], pieces.set ?? [], pieces.gone ?? []);
  if (control) next.control = applyKeys(picture.control ?? {}, control.set ?? {}, control.gone ?? []);
  if (overlays) {
    next.overlays = applyKeys(picture.overlays ?? {}, overlays.set ?? {}, overlays.gone ?? []);
    for (const [key, part] of Object.entries(overlays.parts ?? {})) next.overlays[key] = applyKeys(picture.overlays![key]!, part.set ?? {}, part.gone ?? []);
  }
  return next;
}

function keep(heard: Label[], label: Label): Label {
  heard.push(label);
  return label;
}

/** What stood in the old list is told by its place there. */
function placed<T>(held: T[] | undefined, told: (T | number)[]): T[] {
  return told.map((item) => (typeof item === "number" ? held![item]! : item));
}

function applyPieces(held: Piece[], set: Piece[], gone: string[]): Piece[] {
  const changed = new Map(set.map((piece) => [piece.id, piece]));
  const lost = new Set(gone);
  const kept = held.filter((piece) => !lost.has(piece.id)).map((piece) => {
    const now = changed.get(piece.id);
    if (now) changed.delete(piece.id);
    return now ?? piece;
  });
  return [...kept, ...changed.values()];
}

function applyKeys<T>(held: Record<string, T>, set: Record<string, T>, gone: string[]): Record<string, T> {
  const next = { ...held, ...set };
  for (const key of gone) delete next[key];
  return next;
}
