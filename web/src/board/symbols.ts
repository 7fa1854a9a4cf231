/** NATO symbols, made by milsymbol, of land, air and sea. */

import { letterair, letterequipment, letterground, lettersea, lettersubsurface, ms, numberair, numberlandequipment, numberlandunit, numbersea, numbersubsurface } from "milsymbol";

ms.addIcons([letterground, letterequipment, letterair, lettersea, lettersubsurface, numberlandunit, numberlandequipment, numberair, numbersea, numbersubsurface]);

const made = new Map<string, HTMLCanvasElement | null>();

/** Every side's units stand in the plain box: on a counter the colour says whose they are. */
export function boxed(sidc: string): string {
  return /^\d/.test(sidc) ? `${sidc.slice(0, 2)}03${sidc.slice(4)}` : `${sidc[0]}F${sidc.slice(2)}`;
}

export function symbol(sidc: string, size: number, ink: string, fill: string): HTMLCanvasElement | null {
  const key = `${sidc}|${Math.round(size)}|${ink}|${fill}`;
  let found = made.get(key);
  if (found === undefined) {
    const one = new ms.Symbol(boxed(sidc), {
      size: Math.max(8, size), monoColor: ink, fill: false, outlineWidth: 0, infoFields: false, strokeWidth: 9, simpleStatusModifier: true,
    });
    found = one.isValid() ? (one.asCanvas() as HTMLCanvasElement) : null;
    made.set(key, found);
  }
  return found;
}
