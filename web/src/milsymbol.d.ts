/** milsymbol's tree-shakeable entry has no types of its own. */
declare module "milsymbol" {
  type Icons = unknown;
  export const ms: {
    addIcons(icons: Icons): void;
    Symbol: new (sidc: string, options?: Record<string, unknown>) => { isValid(): boolean; asCanvas(): unknown };
  };
  export const letterair: Icons, letterequipment: Icons, letterground: Icons, lettersea: Icons, lettersubsurface: Icons;
  export const numberair: Icons, numberlandequipment: Icons, numberlandunit: Icons, numbersea: Icons, numbersubsurface: Icons;
}
