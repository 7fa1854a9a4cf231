/** The live connection to one game: the newest view, kept up by deltas, reconnected with patience, polled where sockets are barred. */

import type { Game } from "./api";
import { applyDelta } from "./delta";
import { Cell } from "./dom";
import { spoken } from "./said";
import type { ChatLine, Delta, GameInfo, View } from "./wire";

export type Link = "joining" | "live" | "polling" | "lost";
interface Thinking { seat: string; progress: number | null; text: string }
type Message =
  | { seq: number; type: "view"; view: View }
  | { seq: number; type: "delta"; delta: Delta }
  | ({ type: "chat" } & (ChatLine | { line: ChatLine }))
  | { type: "info"; game: GameInfo }
  | { type: "thinking"; seat: string; progress?: number | null; text?: string };

export class Live {
  readonly view = new Cell<View | null>(null);
  readonly info = new Cell<GameInfo | null>(null);
  readonly link = new Cell<Link>("joining");
  readonly thinking = new Cell<Thinking | null>(null);
  /** why there is no view, in words */
  readonly trouble = new Cell("");
  readonly chat = new Cell<ChatLine[]>([]);
  private seq = 0;
  /** the newest view in the words of the wire */
  private raw: View | null = null;
  private socket: WebSocket | null = null;
  private failures = 0;
  private timer = 0;
  private closed = false;

  constructor(readonly game: Game, private seat?: string) { this.connect(); }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Look through the eyes of another of my seats. */
  sit(seat: string | undefined): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.seq = 0;
    const old = this.socket;
    this.socket = null;
    old?.close();
    clearTimeout(this.timer);
    this.connect();
  }

  /** Fetch the whole view now (after an answer on a slow socket, or when polling). */
  async refresh(): Promise<void> {
    const { seq, view } = await this.game.view(undefined, this.seat);
    if (seq >= this.seq || this.link.value !== "live") {
      this.seq = seq;
      this.show(view);
    }
  }

  private connect(): void {
    if (this.closed) return;
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.game.socket(this.seat, this.seq));
    } catch {
      this.retry();
      return;
    }
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.failures = 0;
      this.heard = performance.now();
      this.link.value = "live";
      this.take(JSON.parse(String(event.data)) as Message);
    };
    this.beat(socket);
    socket.onclose = () => {
      if (socket === this.socket && !this.closed) this.retry();
    };
  }

  private heard = 0;

  /** A line that has fallen silent is given up: a ping now and then, and word within some seconds. */
  private beat(socket: WebSocket): void {
    window.setTimeout(() => {
      if (socket !== this.socket || this.closed) return;
      if (socket.readyState === WebSocket.OPEN) {
        const asked = performance.now();
        socket.send(JSON.stringify({ type: "ping" }));
        window.setTimeout(() => {
          if (socket === this.socket && !this.closed && this.heard < asked) {
            socket.onclose = null;
            socket.close();
            this.retry();
          }
        }, 8000);
      }
      this.beat(socket);
    }, 20000);
  }

  private retry(): void {
    this.socket = null;
    this.failures += 1;
    const wait = Math.min(8000, 250 * 2 ** Math.min(this.failures, 5)) * (0.8 + Math.random() * 0.4);
    this.poll().finally(() => {
      if (!this.closed && !this.socket) this.timer = window.setTimeout(() => this.connect(), wait);
    });
  }

  private async poll(): Promise<void> {
    try {
      await this.refresh();
      this.trouble.value = "";
      this.link.value = "polling";
    } catch (error) {
      this.trouble.value = error instanceof Error ? error.message : "";
      this.link.value = "lost";
    }
  }

  private show(view: View): void {
    this.raw = view;
    this.view.value = spoken(view);
  }

  /** The words of the title have come: say the view again. */
  again(): void { if (this.raw) this.view.value = spoken(this.raw); }

  private take(message: Message): void {
    switch (message.type) {
      case "view":
        this.seq = message.seq;
        this.show(message.view);
        break;
      case "delta":
        if (message.seq <= this.seq) break;
        if (message.seq > this.seq + 1 || !this.raw) {
          this.socket?.send(JSON.stringify({ type: "resume", seq: this.seq }));
          break;
        }
        this.seq = message.seq;
        this.show(applyDelta(this.raw, message.delta));
        break;
      case "chat": {
        const line = "line" in message ? message.line : message;
        if (!this.chat.value.some((known) => known.n === line.n)) this.chat.value = [...this.chat.value, line];
        break;
      }
      case "info":
        this.info.value = message.game;
        break;
      case "thinking":
        this.thinking.value = message.seat ? { seat: message.seat, progress: message.progress || null, text: message.text ?? "" } : null;
        break;
    }
  }
}
