/** Drawings for counters: NATO boxes for land, silhouettes for air and sea, letters for the rest. Each fills a box of -1..1. */

type Ctx = CanvasRenderingContext2D;
type Draw = (c: Ctx) => void;

const line = (c: Ctx, ...points: number[]): void => {
  c.beginPath();
  for (let i = 0; i < points.length; i += 2) (i ? c.lineTo : c.moveTo).call(c, points[i]!, points[i + 1]!);
  c.stroke();
};
const solid = (c: Ctx, ...points: number[]): void => {
  c.beginPath();
  for (let i = 0; i < points.length; i += 2) (i ? c.lineTo : c.moveTo).call(c, points[i]!, points[i + 1]!);
  c.closePath();
  c.fill();
};
const oval = (c: Ctx, x: number, y: number, rx: number, ry: number, filled = false): void => {
  c.beginPath();
  c.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2);
  if (filled) c.fill();
  else c.stroke();
};

const W = 0.92, H = 0.58;
const frame: Draw = (c) => c.strokeRect(-W, -H, 2 * W, 2 * H);
const cross: Draw = (c) => { line(c, -W, -H, W, H); line(c, W, -H, -W, H); };
const slash: Draw = (c) => line(c, -W, H, W, -H);
const tank: Draw = (c) => oval(c, 0, 0, 0.6, 0.3);
const gun: Draw = (c) => oval(c, 0, 0, 0.17, 0.17, true);
const wheels: Draw = (c) => { oval(c, -0.45, H + 0.17, 0.13, 0.13, true); oval(c, 0.45, H + 0.17, 0.13, 0.13, true); };
const peak: Draw = (c) => solid(c, -0.24, H, 0, 0.12, 0.24, H);
const wings: Draw = (c) => { c.beginPath(); c.arc(-0.2, H - 0.02, 0.2, Math.PI, 0); c.arc(0.2, H - 0.02, 0.2, Math.PI, 0); c.stroke(); };
const wave: Draw = (c) => { c.beginPath(); c.moveTo(0, -0.05); c.lineTo(0, H - 0.06); c.moveTo(-0.24, 0.22); c.quadraticCurveTo(-0.18, H - 0.06, 0, H - 0.06); c.quadraticCurveTo(0.18, H - 0.06, 0.24, 0.22); c.stroke(); };
const dome: Draw = (c) => { c.beginPath(); c.ellipse(0, H, W * 0.9, H * 1.5, 0, Math.PI, 0); c.stroke(); };
const heavy: Draw = (c) => line(c, -W + 0.2, -H, -W + 0.2, H);
const boxed = (...parts: Draw[]): Draw => (c) => { frame(c); for (const part of parts) part(c); };

const plane = (span: number, engines: number, swept = false): Draw => (c) => {
  solid(c, -0.09, -0.85, 0.09, -0.85, 0.13, 0.7, -0.13, 0.7);
  if (swept) solid(c, 0, -0.35, span, 0.3, span, 0.45, 0, 0.15, -span, 0.45, -span, 0.3);
  else solid(c, -span, -0.28, span, -0.28, span * 0.9, 0.06, -span * 0.9, 0.06);
  solid(c, -0.36, 0.55, 0.36, 0.55, 0.3, 0.76, -0.3, 0.76);
  for (let k = 1; k <= engines; k++) for (const s of [-1, 1]) solid(c, s * 0.26 * k - 0.06, -0.45, s * 0.26 * k + 0.06, -0.45, s * 0.26 * k + 0.06, 0, s * 0.26 * k - 0.06, 0);
};
const hull = (c: Ctx, length: number): void => solid(c, -length, 0.12, length, 0.12, length * 0.82, 0.46, -length * 0.86, 0.46);
const tower = (c: Ctx, x: number, w: number, top: number): void => solid(c, x - w, 0.12, x - w * 0.7, top, x + w * 0.7, top, x + w, 0.12);
const turret = (c: Ctx, x: number, dir: number, s = 1): void => { solid(c, x - 0.1 * s, 0.12, x - 0.1 * s, -0.06 * s, x + 0.1 * s, -0.06 * s, x + 0.1 * s, 0.12); c.lineWidth *= 0.8; line(c, x, -0.01, x + dir * 0.26 * s, -0.08); c.lineWidth /= 0.8; };
const ship = (length: number, turrets: [number, number][], towers: [number, number, number][]): Draw => (c) => {
  hull(c, length);
  for (const [x, dir] of turrets) turret(c, x, dir);
  for (const [x, w, top] of towers) tower(c, x, w, top);
};
const battleship = ship(0.98, [[-0.62, -1], [-0.4, -1], [0.6, 1]], [[-0.1, 0.15, -0.6], [0.22, 0.1, -0.3]]);
const cruiser = ship(0.92, [[-0.55, -1], [0.58, 1]], [[-0.12, 0.12, -0.48], [0.18, 0.08, -0.24]]);
const destroyer = ship(0.8, [[-0.48, -1]], [[-0.12, 0.1, -0.34], [0.16, 0.07, -0.16]]);
const carrier: Draw = (c) => { solid(c, -1, -0.04, 1, -0.04, 0.95, 0.1, -0.95, 0.1); hull(c, 0.86); tower(c, 0.2, 0.12, -0.45); };
const submarine: Draw = (c) => { oval(c, 0, 0.22, 0.92, 0.17, true); solid(c, -0.14, 0.1, -0.12, -0.2, 0.16, -0.2, 0.18, 0.1); line(c, 0.02, -0.2, 0.02, -0.42); };
const transport: Draw = (c) => { hull(c, 0.9); solid(c, 0.3, 0.12, 0.3, -0.3, 0.6, -0.3, 0.6, 0.12); line(c, -0.3, 0.12, -0.3, -0.45); line(c, -0.55, -0.1, -0.3, -0.4, -0.05, -0.1); };
const factory: Draw = (c) => solid(c, -0.8, 0.6, -0.8, -0.05, -0.3, 0.2, -0.3, -0.05, 0.2, 0.2, 0.2, -0.7, 0.5, -0.7, 0.5, 0.1, 0.8, 0.1, 0.8, 0.6);
const rocket: Draw = (c) => { solid(c, 0, -0.9, 0.18, -0.45, 0.18, 0.5, 0.42, 0.8, -0.42, 0.8, -0.18, 0.5, -0.18, -0.45); };
const fort: Draw = (c) => solid(c, -0.8, 0.6, -0.8, -0.4, -0.5, -0.4, -0.5, -0.1, -0.18, -0.1, -0.18, -0.4, 0.18, -0.4, 0.18, -0.1, 0.5, -0.1, 0.5, -0.4, 0.8, -0.4, 0.8, 0.6);
const home: Draw = (c) => solid(c, 0, -0.8, 0.8, 0, 0.5, 0, 0.5, 0.7, -0.5, 0.7, -0.5, 0, -0.8, 0);
const harbour: Draw = (c) => { c.lineWidth *= 1.6; line(c, 0, -0.8, 0, 0.75); line(c, -0.4, -0.35, 0.4, -0.35); c.beginPath(); c.moveTo(-0.75, 0.15); c.quadraticCurveTo(-0.6, 0.75, 0, 0.75); c.quadraticCurveTo(0.6, 0.75, 0.75, 0.15); c.stroke(); oval(c, 0, -0.82, 0.14, 0.14); c.lineWidth /= 1.6; };
const truck: Draw = (c) => { solid(c, -0.9, -0.4, 0.3, -0.4, 0.3, 0.3, -0.9, 0.3); solid(c, 0.36, -0.15, 0.7, -0.15, 0.9, 0.08, 0.9, 0.3, 0.36, 0.3); oval(c, -0.5, 0.4, 0.18, 0.18, true); oval(c, 0.6, 0.4, 0.18, 0.18, true); };
const mystery: Draw = (c) => { frame(c); c.font = "bold 0.95px Georgia, serif"; c.textAlign = "center"; c.textBaseline = "middle"; c.fillText("?", 0, 0.04); };

/** The first whose words all occur in a glyph's name. Special before plain. */
const TABLE: [string, Draw][] = [
  ["unknown", mystery], ["hidden", mystery],
  ["rocket", rocket], ["missile", rocket],
  ["anti_aircraft", boxed(dome)], ["flak", boxed(dome)],
  ["tank_destroyer", boxed(tank, slash)], ["anti_tank", boxed((c) => line(c, -W, H, 0, -H, W, H))],
  ["self_propelled", boxed(tank, gun)],
  ["transport_plane", plane(0.95, 2)], ["air_transport", plane(0.95, 2)],
  ["attack_transport", transport], ["transport", transport], ["convoy", transport], ["merchant", transport],
  ["light_carrier", carrier], ["carrier", carrier], ["cvl", carrier],
  ["coastal_defense", cruiser], ["battlecruiser", battleship], ["battleship", battleship],
  ["cruiser", cruiser], ["torpedo_boat", destroyer], ["destroyer", destroyer], ["escort", destroyer],
  ["submarine", submarine], ["sub", submarine], ["naval_base", harbour], ["fleet", battleship], ["naval", cruiser], ["ship", cruiser], ["task_force", battleship],
  ["jet", plane(0.8, 0, true)], ["fighter", plane(0.8, 0)], ["heavy_strategic", plane(1, 2)], ["strategic_bomber", plane(1, 2)], ["bomber", plane(0.95, 1)],
  ["seaplane", plane(0.95, 1)], ["air", plane(0.9, 1)],
  ["mechanized", boxed(cross, tank)], ["mech", boxed(cross, tank)], ["motor", boxed(cross, wheels)],
  ["heavy_arm", boxed(tank, heavy)], ["armor", boxed(tank)], ["armour", boxed(tank)], ["panzer", boxed(tank)], ["tank", boxed(tank)],
  ["artillery", boxed(gun)], ["cavalry", boxed(slash)], ["mountain", boxed(cross, peak)], ["airborne", boxed(cross, wings)], ["para", boxed(cross, wings)],
  ["marine", boxed(cross, wave)], ["militia", boxed((c) => line(c, -W, H, W, -H), (c) => { c.font = "bold 0.6px Georgia, serif"; c.textAlign = "center"; c.textBaseline = "middle"; c.fillText("M", -0.4, -0.2); })],
  ["garrison", boxed(cross, (c) => line(c, -W, H * 0.7, W, H * 0.7))], ["infantry", boxed(cross)], ["corps", boxed(cross)], ["partisan", boxed((c) => { c.font = "bold 0.8px Georgia, serif"; c.textAlign = "center"; c.textBaseline = "middle"; c.fillText("P", 0, 0.03); })],
  ["hq", boxed((c) => { c.font = "bold 0.8px Georgia, serif"; c.textAlign = "center"; c.textBaseline = "middle"; c.fillText("HQ", 0, 0.03); })],
  ["engineer", boxed((c) => { line(c, -0.5, 0.3, -0.5, -0.25, 0.5, -0.25, 0.5, 0.3); line(c, 0, -0.25, 0, 0.3); })],
  ["fort", fort], ["factory", factory], ["industry", factory], ["shipyard", factory], ["truck", truck], ["supply", truck], ["home", home], ["port", harbour], ["harbour", harbour], ["anchorage", harbour],
];

export function glyph(name: string): Draw | null {
  const key = name.toLowerCase().replace(/[\s-]+/g, "_");
  for (const [word, draw] of TABLE) if (key.includes(word)) return draw;
  return null;
}

export function initials(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean);
  if (words.length === 1) return words[0]!.slice(0, 2).toUpperCase();
  return words.slice(0, 3).map((w) => w[0]!.toUpperCase()).join("");
}
