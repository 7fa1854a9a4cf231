/** The wire forms a client reads: the structs of the kernel's present.py and the server's answers. Fields with defaults may be absent. */

export interface Side { key: string; name: string; colour: string; ink?: string }

export interface Piece {
  id: string; at: string; side: string; name: string;
  glyph?: string; sidc?: string; numbers?: string[]; state?: string[]; count?: number; kind?: string; note?: string;
}
export interface Marker { at: string; kind: string; text?: string; side?: string }
export interface Track { key: string; label: string; value: number | string; limit?: number | null; side?: string }
export interface Peg { label: string; side?: string; tier?: number; note?: string; about?: string[] }
export interface Square { name: string; side?: string; note?: string; bar?: string; sign?: string; pegs?: Peg[]; about?: string[] }
export interface Panel {
  key: string; title: string; columns?: string[]; rows?: (string | number)[][]; about?: string[][]; text?: string; group?: string; squares?: Square[];
}
export interface Picture {
  pieces?: Piece[]; control?: Record<string, string>; markers?: Marker[]; tracks?: Track[]; panels?: Panel[];
  overlays?: Record<string, Record<string, string>>;
}
export interface Label { text: string; words: string; spaces?: string[]; pieces?: string[]; group?: string; hint?: string; final?: boolean; rolls?: boolean; many?: boolean; idle?: boolean; hand?: boolean; along?: boolean; stays?: boolean; price?: number; item?: string }
export interface Question {
  seat: string; kind: string; prompt: string; rule: string; options: Label[]; crumbs: [string, string][]; window?: string; subject?: Record<string, unknown>;
  purse?: { have: number; unit: string; whose?: string } | null;
}
/** Units that went from one space to another (empty: off the board): how, from, to, and side, sort and number of each. */
export type Deed = [how: string, came: string, went: string, units: [side: string, sort: string, count: number][]];
export interface LogLine {
  number: number; step: number; text: string; rule?: string; about?: string[]; die?: string; dice?: number[]; deed?: Deed | null; by?: string; head?: string[];
  /** what became of the units of a deed that left the board or came to it */
  fate?: "lost" | "came";
  /** the faces, from the one to the other, that are a success */
  good?: [number, number];
  /** the table that was read, the labels of its line, and the roll with all that was added to it */
  cell?: [table: string, line: string[], roll: number];
  /** where the dice fell, and who has a part in it */
  at?: string; who?: string[];
}
/** Where Undo leads: before one's own last decision. */
export interface Back { to: number; answers: number; rolled?: boolean; asks?: string[] }
export interface Outcome { winners?: string[]; reason?: string; rule?: string; scores?: Record<string, number> }
export interface View {
  title: string; scenario: string; seat: string | null; step: number; place: string[]; picture: Picture;
  questions: Question[]; waiting: string[]; log: LogLine[]; outcome?: Outcome | null; can_undo?: boolean; back?: Back | null;
  /** the options that were sent, in their order (delta.ts): a number in a change stands for one of them */
  heard?: Label[];
}

export interface SetDelta<T> { set?: T; gone?: string[] }
export interface PictureDelta {
  pieces?: SetDelta<Piece[]>; control?: SetDelta<Record<string, string>>;
  overlays?: SetDelta<Record<string, Record<string, string>>> & { parts?: Record<string, SetDelta<Record<string, string>>> };
  markers?: (Marker | number)[]; tracks?: (Track | number)[]; panels?: (Panel | number)[];
}
/** A number in a list stands for the thing at that place of the old list, among options for one that was sent before. What a
 *  question has in common with the old one of its seat is left out. `fresh`: what was sent before the old view is forgotten. */
export type QuestionDelta = Partial<Omit<Question, "options">> & { seat: string; options: (Label | number)[] };
export type Delta = Partial<Omit<View, "picture" | "questions" | "heard">> & { picture?: PictureDelta; questions?: QuestionDelta[]; fresh?: boolean };

export interface ScenarioInfo { key: string; name: string; summary?: string }
export interface SwitchInfo { key: string; label: string; rule?: string; default: boolean | string; choices?: string[] }
export interface SeatInfo { key: string; name: string; side: string }
export interface TitleInfo {
  code: string; name: string; stage: string; scenarios: ScenarioInfo[]; switches: SwitchInfo[]; sides: Side[];
  seats: Record<string, SeatInfo[]>; agents: string[]; standing: Record<string, { key: string; label: string; otherwise?: string }[]>;
  tour: [string, string][];
  theatres?: [string, string[]][];
  hides?: boolean;
  first?: { scenario: string; side: string; lessons: Lesson[] } | null;
  trouble?: string;
}
export interface Lesson { segment: string; verb: string; head: string; words: string; wish: string }
export interface GameSeat { name: string; side: string; player?: string | null; agent?: string | null; you?: boolean; offered?: string; asked?: boolean }
export interface Clock { kind?: string; seconds?: number; then?: string; left?: Record<string, number>; running?: string[] }
/** What somebody asks of the others; of a rollback how many answers of each seat would go. */
export interface Request { kind: string; by?: string; to?: number; waiting?: string[]; agreed?: string[]; answers?: Record<string, number>; seen?: boolean }
/** What became of the last request. */
export interface Settled { kind: string; how: string; by: string }
export interface GameInfo {
  id: string; title: string; scenario: string; name: string; status: string; seats: Record<string, GameSeat>;
  waiting: string[]; step: number; clock?: Clock | null; created?: string | number; updated?: number; invite?: string | null;
  requests?: Request[]; paused?: boolean; fork_of?: string | null; owner?: boolean; held?: boolean;
  standing?: [string, string, string][]; reasoned?: number; commitment?: string; paused_by?: string; listed?: boolean; archived?: boolean;
  settled?: Settled | null; outcome?: Outcome | null;
}
/** Why an agent gave the answer of a step. */
export interface Reason { step: number; turn: string; seat: string; text: string }
export interface RuleText { section: string; title: string; status: string; words: string[]; cases: string[]; readings: { id: string; about: string; text: string }[]; reason?: string }
export interface ChartPage { key: string; title: string; source: string[]; columns: string[]; rows: string[][]; does: Record<string, string> }
export interface ChatLine { n: number; from: string; to: string; text: string; at: string | number }
export interface Series { key: string; label: string; side?: string; points: [number, string, number][] }

export interface BoardSpace {
  id: string; name: string; kind: string; map: string; col: number | null; row: number | null; x: number; y: number;
  terrain: string; country?: string;
}
export interface BoardMap { id: string; kind?: string; orientation?: string; layout?: string; name?: string }
export interface BoardData { name: string; maps: BoardMap[]; spaces: BoardSpace[]; borders: [string, string, string[]][] }

export type Points = [number, number][];
export interface DrawingFeature {
  rings?: Points[]; points?: Points; href?: string; x?: number; y?: number; width?: number; height?: number;
  text?: string; anchor?: string; angle?: number; symbol?: string; space?: string; style?: Style;
}
export type Style = Record<string, string | number | number[]>;
export interface DrawingLayer {
  name: string; kind: string; style?: Style; minzoom?: number; maxzoom?: number; above?: boolean; features: DrawingFeature[];
}
export interface Drawing {
  size: [number, number];
  /** dots: a hex of sea is shown by a dot in its middle, not by its outline */
  hex: null | { orientation: string; size: number; dots?: boolean; maps?: Record<string, { orientation: string; size: number }> };
  /** parts of a large board to jump to: x0, y0, x1, y1 */
  jumps?: { name: string; box: [number, number, number, number] }[];
  spaces?: Record<string, { outline: Points[] }>;
  layers: DrawingLayer[];
}

export interface EndingInfo {
  turns: [string, number, number][]; series: Series[]; points: { side: string; what: string; points: number; rule?: string }[];
  losses: { side: string; what: string; count: number }[];
  luck: { side: string; dice: number; needed: number; hits: number; expected: number; spread: number; shown: number; mean: number }[];
  swings: { label: string; first: number; last: number; by: Record<string, number>; taken: [string, string, string][] }[];
  seals: { commitment: string; seed: string }[]; rolls: [number, number, number, string, number[]][];
}
/** A place in the game to jump to: answers given, turn, phase or battle, its words. */
export type Mark = [step: number, kind: "turn" | "phase" | "battle", words: string];
