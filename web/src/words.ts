/** The client's own words, by key, in each language. Parts of the page that are moved here have no sentence of their own: the test
 *  names them. `{0}` stands for a value; `{0|one|many}` chooses by a number. What titles say comes from the server in English. */

import { kept } from "./dom";

const en = {
  "end.title": "How it went", "end.looking": "Looking back at the game…", "end.cannot": "This game cannot be looked back at.",
  "end.won": "{0} won", "end.and": " and ", "end.draw": "A draw", "end.turning": "Turning points", "end.changed": "{0|1 space|{0} spaces} changed hands: {1}",
  "end.overTime": "The war over time", "end.watch": "Watch it again", "end.rematch": "Rematch, seats turned", "end.chronicle": "Chronicle", "end.film": "Film", "end.save": "Save as a file",
  "end.scored": "What scored", "end.losses": "Losses", "end.left": "Units that left the board.", "end.luck": "Luck", "end.mean": "{0} % off the mean of their faces",
  "end.hits": "{0} hits, {1} to be expected: {2} ({3} σ)", "end.even": "as it should be", "end.lucky": "lucky", "end.unlucky": "unlucky", "end.dice": "{0|1 die|{0} dice}",
  "dice.title": "Dice", "dice.checking": "Checking the dice…", "dice.badSeed": "The seed does not fit what was promised of it.",
  "dice.otherSeed": "The seed is not the one this browser was promised while the game was played.", "dice.wrong": "{0|1 roll|{0} rolls} did not come from the seed.",
  "dice.fair": "The dice were fair: {0|1 roll|{0} rolls} checked in this page against the seed that was sealed before the game.", "dice.unread": "{0|1 draw|{0} draws} not checked here.",
  "dice.unseen": "This browser did not see the seal while the game was played.", "dice.seeds": "Seeds",
  "end.takeBack": "Take back the end of the game", "end.takeBackWhy": "The game is over. Going back opens it again, for everybody at the table.", "end.goBack": "Go back",
  "replay.position": "Position in the game", "replay.play": "Play", "replay.pause": "Pause", "replay.speed": "Speed", "replay.here": "Go back to here", "replay.hereWhy": "Take back every answer after this point",
  "replay.jump": "Jump to", "replay.jumpTo": "Jump to…", "replay.by": "Step by", "replay.byAnswer": "By answer", "replay.byPhase": "By phase", "replay.byBattle": "By battle", "replay.byTurn": "By turn",
  "replay.start": "Start", "replay.title": "Replay", "replay.toStart": "To the start", "replay.back": "One back", "replay.forward": "One forward", "replay.now": "Back to now",
  "language": "Language",
} as const;

export type Key = keyof typeof en;

const de: Record<Key, string> = {
  "end.title": "Wie es verlief", "end.looking": "Das Spiel wird zurückverfolgt…", "end.cannot": "Auf dieses Spiel kann nicht zurückgeblickt werden.",
  "end.won": "Sieg: {0}", "end.and": " und ", "end.draw": "Unentschieden", "end.turning": "Wendepunkte", "end.changed": "{0|1 Feld wechselte|{0} Felder wechselten} den Besitzer: {1}",
  "end.overTime": "Der Krieg im Verlauf", "end.watch": "Noch einmal ansehen", "end.rematch": "Revanche mit getauschten Plätzen", "end.chronicle": "Chronik", "end.film": "Film", "end.save": "Als Datei sichern",
  "end.scored": "Wofür es Punkte gab", "end.losses": "Verluste", "end.left": "Einheiten, die vom Brett gingen.", "end.luck": "Glück", "end.mean": "{0} % neben dem Mittel ihrer Augen",
  "end.hits": "{0} Treffer, {1} zu erwarten: {2} ({3} σ)", "end.even": "wie zu erwarten", "end.lucky": "Glück", "end.unlucky": "Pech", "end.dice": "{0|1 Würfel|{0} Würfel}",
  "dice.title": "Würfel", "dice.checking": "Die Würfel werden geprüft…", "dice.badSeed": "Der Startwert passt nicht zu dem, was von ihm zugesagt war.",
  "dice.otherSeed": "Der Startwert ist nicht der, der diesem Browser während des Spiels zugesagt war.", "dice.wrong": "{0|1 Wurf stammt|{0} Würfe stammen} nicht aus dem Startwert.",
  "dice.fair": "Die Würfel waren ehrlich: {0|1 Wurf|{0} Würfe} auf dieser Seite am Startwert geprüft, der vor dem Spiel versiegelt wurde.", "dice.unread": "{0|1 Ziehung|{0} Ziehungen} hier nicht geprüft.",
  "dice.unseen": "Dieser Browser sah das Siegel während des Spiels nicht.", "dice.seeds": "Startwerte",
  "end.takeBack": "Das Ende des Spiels zurücknehmen", "end.takeBackWhy": "Das Spiel ist aus. Wer zurückgeht, öffnet es wieder, für alle am Tisch.", "end.goBack": "Zurückgehen",
  "replay.position": "Stelle im Spiel", "replay.play": "Abspielen", "replay.pause": "Anhalten", "replay.speed": "Tempo", "replay.here": "Bis hierher zurück", "replay.hereWhy": "Jede Antwort nach dieser Stelle zurücknehmen",
  "replay.jump": "Springen", "replay.jumpTo": "Springen zu…", "replay.by": "Schrittweite", "replay.byAnswer": "Je Antwort", "replay.byPhase": "Je Phase", "replay.byBattle": "Je Gefecht", "replay.byTurn": "Je Zug",
  "replay.start": "Anfang", "replay.title": "Wiedergabe", "replay.toStart": "Zum Anfang", "replay.back": "Eins zurück", "replay.forward": "Eins vor", "replay.now": "Zurück zum Jetzt",
  "language": "Sprache",
};

export const CATALOGUES = { en, de } as const;
export type Language = keyof typeof CATALOGUES;
export const LANGUAGES: [Language, string][] = [["en", "English"], ["de", "Deutsch"]];
export const language = kept<Language>("language", "en");

export function t(key: Key, ...values: (string | number)[]): string { return filled((CATALOGUES[language.value] ?? en)[key], values); }

/** A sentence with its values: plurals first, then what is left. */
export function filled(sentence: string, values: (string | number)[]): string {
  return sentence.replace(/\{(\d)\|([^|]*)\|((?:[^{}]|\{\d\})*)\}/g, (_, n: string, one: string, many: string) => (Number(values[Number(n)]) === 1 ? one : many)).replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)] ?? ""));
}
