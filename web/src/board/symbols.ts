/** NATO symbols, made by milsymbol, of land, air and sea. */

import { letterair, letterequipment, letterground, lettersea, lettersubsurface, ms, numberair, numberlandequipment, numberlandunit, numbersea, numbersubsurface } from "milsymbol";

ms.addIcons([letterground, letterequipment, letterair, lettersea, lettersubsurface, numberlandunit, numberlandequipment, numberair, numbersea, numbersubsurface]);

const made = new Map<string, HTMLCanvasElement | null>();

export function symbol(sidc: string, size: number, ink: string, fill: string): HTMLCanvasElement | null {
  const key = `${sidc}|${Math.round(size)}|${ink}|${fill}`;
  let found = made.get(key);
  if (found === undefined) {
    const one = new ms.Symbol(sidc, {
      size: Math.max(8, size), monoColor: ink, fill: false, outlineWidth: 0, infoFields: false, strokeWidth: 7, simpleStatusModifier: true,
    });
    found = one.isValid() ? (one.asCanvas() as HTMLCanvasElement) : null;
    made.set(key, found);
  }
  return found;
}
