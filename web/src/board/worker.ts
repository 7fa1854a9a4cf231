/** The painter in a worker: the page asks for tiles and stays free to scroll. */

import type { BoardData, Drawing } from "../wire";
import { type Mood, Painter } from "./painter";
import type { Box } from "./scene";

export type ToWorker =
  | { type: "board"; board: BoardData; drawing: Drawing | null }
  | { type: "mood"; mood: Mood; version: number }
  | { type: "want"; tiles: Wanted[] };
export interface Wanted { key: string; version: number; box: Box; scale: number; level: number; width: number; height: number }
export type FromWorker = { type: "ready" } | { type: "tile"; key: string; version: number; image: ImageBitmap };

let painter: Painter | null = null;
let mood: Mood | null = null;
let version = -1;
let queue: Wanted[] = [];
let busy = false;

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === "board") {
    const made = new Painter(message.board, message.drawing);
    void made.load().catch((error) => console.error(error)).then(() => {
      painter = made;
      reply({ type: "ready" });
      void work();
    });
  } else if (message.type === "mood") {
    mood = message.mood;
    version = message.version;
  } else {
    queue = message.tiles;
    void work();
  }
};

async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  while (queue.length && painter && mood) {
    const wanted = queue.shift()!;
    if (wanted.version !== version) continue;
    const canvas = new OffscreenCanvas(wanted.width, wanted.height);
    const ctx = canvas.getContext("2d")!;
    painter.paint(ctx, wanted.box, wanted.scale, wanted.level, mood);
    const image = canvas.transferToImageBitmap();
    reply({ type: "tile", key: wanted.key, version: wanted.version, image }, [image]);
    await new Promise((go) => setTimeout(go, 0));
  }
  busy = false;
}

function reply(message: FromWorker, transfer: Transferable[] = []): void {
  (self as unknown as { postMessage(m: FromWorker, t: Transferable[]): void }).postMessage(message, transfer);
}
