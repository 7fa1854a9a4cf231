/** Which ink reads on which colour. */

/** What WCAG AA asks of small letters. */
export const READABLE = 4.5;

/** The first of white, the dark ink and black that reads on this colour (WCAG AA wants 4.5 : 1; black or white always has it). */
export function inkOn(colour: string): string {
  return ["#ffffff", "#14181d"].find((ink) => contrast(ink, colour) >= READABLE) ?? "#000000";
}

export function contrast(one: string, other: string): number {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function light(colour: string): number {
  const [r, g, b] = rgb(colour).map((part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function rgb(colour: string): [number, number, number] {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour)?.[1];
  if (!hex) return [110, 110, 110];
  const full = hex.length === 3 ? [...hex].map((d) => d + d).join("") : hex;
  const n = Number.parseInt(full, 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}
