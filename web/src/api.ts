/** The server's API. Every refusal becomes a Refusal with its words, rule and remedy. */

import type { BoardData, ChartPage, ChatLine, Drawing, EndingInfo, GameInfo, LogLine, Mark, Reason, RuleText, SeatInfo, Series, TitleInfo, View } from "./wire";
import { t } from "./words";

export class Refusal extends Error {
  constructor(readonly status: number, message: string, readonly rule = "", readonly remedy = "") { super(message); }
}

const BASE = "/api/v1";

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") headers["X-Grognard"] = "1";
  let payload: BodyInit | undefined;
  if (body instanceof Blob || body instanceof FormData) payload = body;
  else if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    payload = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(BASE + path, { method, headers, body: payload, credentials: "same-origin" });
  } catch {
    throw new Refusal(0, t("The table does not answer."), "", t("Check that the server runs; the page reconnects by itself."));
  }
  const type = answer.headers.get("content-type") ?? "";
  const data: unknown = type.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) {
    const error = (data as { error?: { message?: string; rule?: string; remedy?: string } } | null)?.error;
    throw new Refusal(answer.status, error?.message ?? t("The server refused ({0}).", answer.status), error?.rule ?? "", error?.remedy ?? "");
  }
  return data as T;
}

const get = <T>(path: string) => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);

export interface User { name: string; guest?: boolean; unseen?: number }
export interface Notice { id: string; kind: string; game: string; text: string; at: number; seen: boolean }
export interface NoticeSettings { webhook: string; mail: string; delay?: number }
export interface NewGame {
  title: string; scenario: string; options: Record<string, boolean | string>; seats: Record<string, string>; name?: string; seed?: string;
  clock?: { kind: string; seconds: number; then?: string } | null; listed?: boolean;
}

/** Addresses at which friends on the same network find this table. */
export let reach: string[] = [];

export async function me(): Promise<User | null> {
  const hello = await get<{ me: User | null; reach?: string[] }>("/hello");
  reach = hello.reach ?? [];
  return hello.me;
}

export const guest = (name?: string) => post<unknown>("/guest", name ? { name } : {});
export const login = (name: string, password: string) => post<unknown>("/login", { name, password });
export const register = (name: string, password: string) => post<unknown>("/register", { name, password });
export const logout = () => post<unknown>("/logout");

export const notices = () => get<Notice[]>("/notices");
export const noticesSeen = () => post<unknown>("/notices/seen");
export const noticeSettings = () => get<NoticeSettings>("/notices/settings");
export const setNoticeSettings = (wish: NoticeSettings) => call<NoticeSettings>("PUT", "/notices/settings", wish);

export const titles = () => get<TitleInfo[]>("/titles");
/** A title's sentences in another language, from the English ones. */
export const words = (code: string, language: string) => get<Record<string, string>>(`/titles/${code}/words/${language}`);
export const rules = (code: string) => get<RuleText[]>(`/titles/${code}/rules`);
export const charts = (code: string) => get<ChartPage[]>(`/titles/${code}/charts`);
const part = (code: string, what: "board" | "drawing", scenario: string) => `/titles/${code}/${what}?scenario=${encodeURIComponent(scenario)}`;
export const board = (code: string, scenario: string) => come<BoardData>(part(code, "board", scenario));
export async function drawing(code: string, scenario: string): Promise<Drawing | null> {
  try {
    return await come<Drawing>(part(code, "drawing", scenario));
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

const MOST = 4; // boards and drawings that are kept ahead
const coming = new Map<string, Promise<unknown>>();

/** Somebody is about to play this: the board comes ahead and is read, and the server opens the box. */
export function ahead(code: string, scenario: string): void {
  for (const what of ["board", "drawing"] as const) {
    const path = part(code, what, scenario);
    if (coming.has(path)) continue;
    for (const old of [...coming.keys()].slice(0, Math.max(0, coming.size + 1 - MOST))) coming.delete(old);
    coming.set(path, get(path).catch(() => undefined));
  }
}

/** What came ahead, once; else it is fetched. */
async function come<T>(path: string): Promise<T> {
  const found = coming.get(path);
  coming.delete(path);
  return ((await found) as T | undefined) ?? get<T>(path);
}

export const seats = (code: string, scenario: string, options: Record<string, boolean | string>) => post<SeatInfo[]>(`/titles/${code}/seats`, { scenario, options });
/** Games made on this page, as the server told of them: their tables need not ask again. */
export const told = new Map<string, GameInfo>();
export const games = () => get<{ mine: GameInfo[]; open: GameInfo[] }>("/games");
export const create = (game: NewGame) => post<GameInfo>("/games", game).then((info) => { told.set(info.id, info); return info; });
export const importFile = (file: Blob) => post<GameInfo>("/import", file);

/** One game's part of the API. */
export class Game {
  private path: string;
  constructor(readonly id: string) { this.path = `/games/${encodeURIComponent(id)}`; }
  info = () => get<GameInfo>(this.path);
  /** Its name, whether it is listed, whether it is put away. */
  change = (wish: { name?: string; listed?: boolean; archived?: boolean }) => call<GameInfo>("PATCH", this.path, wish);
  remove = () => call<unknown>("DELETE", this.path);
  /** Sit down, or only watch where no seat is named. */
  join = (seat: string, token = "") => post<GameInfo>(`${this.path}/join`, { ...(seat && { seat }), ...(token && { token }) });
  seat = (seat: string, to: string) => post<unknown>(`${this.path}/seats/${encodeURIComponent(seat)}`, { to });
  view = (at?: number, seat?: string) => {
    const query = new URLSearchParams();
    if (at !== undefined) query.set("at", String(at));
    if (seat) query.set("seat", seat);
    return get<{ seq: number; view: View }>(`${this.path}/view${query.size ? `?${query}` : ""}`);
  };
  answer = (seat: string, option: string, step: number, key: string, hold = false, calm = false) =>
    post<{ seq: number; step: number }>(`${this.path}/answer`, { seat, option, step, key, hold, calm });
  gesture = (seat: string, piece: string, space: string) => post<{ legal: boolean; rule?: string; reason?: string; then?: string[] }>(`${this.path}/gesture`, { seat, piece, space });
  explain = (seat: string, option: string) => post<{ legal: boolean; rule?: string; reason?: string; way?: string[]; bars?: string[]; vague?: boolean }>(`${this.path}/explain`, { seat, option });
  odds = (seat: string, option: string, step: number) => post<unknown>(`${this.path}/odds`, { seat, option, step });
  falls = (seat: string, step: number) => post<{ step: number; falls: Record<string, boolean> }>(`${this.path}/falls`, { seat, step });
  suggest = (seat: string) => post<{ option: string; reason: string }>(`${this.path}/suggest`, { seat });
  undo = (to: number | "segment") => post<{ done?: boolean; asked?: string[] }>(`${this.path}/undo`, { to });
  rollback = (agree: boolean) => post<unknown>(`${this.path}/rollback`, { agree });
  standing = (seat: string, kind: string, condition: string) => post<unknown>(`${this.path}/standing`, { seat, kind, condition });
  concede = (seat: string) => post<unknown>(`${this.path}/concede`, { seat });
  draw = (agree: boolean) => post<unknown>(`${this.path}/draw`, { agree });
  pause = (paused: boolean) => post<unknown>(`${this.path}/pause`, { paused });
  fork = () => post<GameInfo>(`${this.path}/fork`);
  apply = () => post<{ applied: number; left: number; reason?: string }>(`${this.path}/apply`);
  log = (from: number) => get<LogLine[]>(`${this.path}/log?from=${from}`);
  reasons = () => get<Reason[]>(`${this.path}/reasons`);
  stats = () => get<{ series: Series[] }>(`${this.path}/stats`);
  marks = () => get<Mark[]>(`${this.path}/marks`);
  ending = () => get<EndingInfo>(`${this.path}/ending`);
  rematch = () => post<GameInfo>(`${this.path}/rematch`);
  link = (what: "chronicle" | "film") => `${BASE}${this.path}/${what}`;
  chat = () => get<ChatLine[]>(`${this.path}/chat`);
  say = (to: string, text: string) => post<unknown>(`${this.path}/chat`, { to, text });
  cancelAgent = () => post<unknown>(`${this.path}/agent/cancel`);
  resumeAgent = () => post<unknown>(`${this.path}/agent/resume`);
  exportLink = () => `${BASE}${this.path}/export`;
  mailLink = (seat: string) => `${BASE}${this.path}/mail?seat=${encodeURIComponent(seat)}`;
  mail = (file: Blob) => post<{ applied: number; left: number; reason?: string }>(`${this.path}/mail`, file);
  socket = (seat: string | undefined, since: number) => {
    const query = new URLSearchParams();
    if (seat) query.set("seat", seat);
    if (since) query.set("since", String(since));
    return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${BASE}${this.path}/ws${query.size ? `?${query}` : ""}`;
  };
}
