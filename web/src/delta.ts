/** Laying a change over a view. Pure. */

import type { Delta, Piece, Picture, PictureDelta, View } from "./wire";

export function applyDelta(view: View, delta: Delta): View {
  const { picture, log, ...rest } = delta;
  const next: View = { ...view, ...rest };
  if (picture) next.picture = applyPicture(view.picture, picture);
  const kept = next.step < view.step ? view.log.filter((line) => line.step <= next.step) : view.log;
  if (log?.length) {
    const seen = new Set(kept.map((line) => line.number));
    next.log = [...kept, ...log.filter((line) => !seen.has(line.number))];
  } else next.log = kept;
  return next;
}

export function applyPicture(picture: Picture, delta: PictureDelta): Picture {
  const { pieces, control, overlays, ...rest } = delta;
  const next: Picture = { ...picture, ...rest };
  if (pieces) next.pieces = applyPieces(picture.pieces ?? [], pieces.set ?? [], pieces.gone ?? []);
  if (control) next.control = applyKeys(picture.control ?? {}, control.set ?? {}, control.gone ?? []);
  if (overlays) next.overlays = applyKeys(picture.overlays ?? {}, overlays.set ?? {}, overlays.gone ?? []);
  return next;
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
