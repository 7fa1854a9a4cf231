"""The sea before it is fought: searches and surprise points (11.5.5, 11.5.6) exactly, a round of each type of combat (11.5.8 to
11.5.10), port attacks (11.2). Columns, factors and defences are the rules' own.

Surface and submarine rounds are exact. So is naval air combat up to EXACT_PLANES aircraft; larger ones are sampled over the air
battle alone. Owners give up what costs them least, shooters pick what costs most; nobody spends surprise points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

import msgspec

from grognard.kernel.dice import D10, best
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import CARRIERS, Type
from grognard.titles.wif.odds_air import (
    Flyer,
    Line,
    Lines,
    Sky,
    blunted,
    dogfight,
    falls_on,
    is_armed,
    is_clumsy,
    line_strength,
    special,
)
from grognard.titles.wif.rules.carriers import ready_planes
from grognard.titles.wif.rules.missions import HALF
from grognard.titles.wif.rules.naval_air_combat import LAST_COLUMN, Plane, anti_air, has_aircraft, pressing
from grognard.titles.wif.rules.naval_combat import may_hunt_convoys, result_of
from grognard.titles.wif.rules.naval_damage import (
    ABORTED,
    DAMAGED,
    NEXT_WORSE,
    SUNK,
    asw_factors,
    convoy_lot,
    defence_value,
    results,
    ship_number,
    sub_factors,
    surface_factors,
)
from grognard.titles.wif.rules.naval_damage import (
    HALF as SHAKEN,
)
from grognard.titles.wif.rules.naval_search import (
    BLIND,
    Sides,
    air_component,
    commit,
    found_sections,
    in_sections,
    surprise_points,
)
from grognard.titles.wif.rules.sailing import is_sub
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.weather import weather_by_space
from grognard.titles.wif.state import NOWHERE, War

EXACT_PLANES, SAMPLES = 6, 400
DAMAGE = 0.4  # of its worth that a damaged ship costs
FINE, HURT, GONE_DOWN, LEAVING, LIMPING = range(5)  # of a ship; the last two go home, sound or damaged


class Harm(msgspec.Struct, frozen=True):
    """What a round does to one side: mean ships sunk, damaged and driven off, their worth, the chance of any sunk."""

    sunk: float = 0.0
    damaged: float = 0.0
    aborted: float = 0.0
    worth: float = 0.0
    any_sunk: float = 0.0


class Round(msgspec.Struct, frozen=True):
    """A round of one type: harm by side, and aircraft lost by side in the mean."""

    kind: str
    harm: tuple[Harm, Harm]
    planes: tuple[float, float] = (0.0, 0.0)
    factors: tuple[int, int] = (0, 0)


def ship_worth(g: War, unit: int) -> float:
    """What a ship with its cargo is worth in build points; a lot of convoys counts as a ship."""
    row = g.units[unit]
    if row.counter == NOWHERE:
        return float(min(row.points, convoy_lot(g)))
    cost = float(row.sheet.cost + row.sheet.second_cost)
    if roster(g).types[unit] in CARRIERS:
        cost *= 1.5
    score = g.campaign.frame.victory.ships.get(roster(g).types[unit].printed, 0)
    cargo = sum(g.units[u].sheet.cost * 1.5 + 2 for u in g.units.stacks.get(row.at, ()) if g.units.aboard[u] == unit)
    return cost + 3.0 * score + cargo


# --- results on ships ---------------------------------------------------------------------------------------------------------


def harm(g: War, inflicted: Sequence[str], ships: Sequence[int], alternate: bool = False) -> Harm:
    """What results do to these ships, their owner choosing; `alternate`: both sides in turn, the shooter first (11.5.9)."""
    return _harm(tuple(inflicted), *hulls_of(g, ships), alternate)


State = tuple[tuple[int, int], ...]
Hulls = tuple[tuple[int, float], ...]


def hulls_of(g: War, ships: Sequence[int]) -> tuple[Hulls, State]:
    """Ships by defence and worth, and the condition they are in; each lot of convoys counts as one."""
    hulls: list[tuple[int, float]] = []
    conditions: list[tuple[int, int]] = []
    for u in ships:
        lots = max(1, -(-g.units.points[u] // convoy_lot(g))) if g.units.counter[u] == NOWHERE else 1
        hulls += [(defence_value(g, u), ship_worth(g, u))] * lots
        conditions += [(HURT if g.units.damaged[u] else FINE, 0)] * lots
    return tuple(hulls), tuple(conditions)


@lru_cache(maxsize=4096)
def _harm(inflicted: tuple[str, ...], hulls: Hulls, state: State, alternate: bool) -> Harm:
    states: dict[State, float] = {state: 1.0}
    for n, result in enumerate(inflicted):
        after: dict[State, float] = {}
        for now, chance in states.items():
            able = [k for k, (condition, _) in enumerate(now) if condition in (FINE, HURT)]
            if not able:
                after[now] = after.get(now, 0.0) + chance
                continue
            pick = max if alternate and n % 2 == 0 else min
            k = pick(able, key=lambda k: (_price(result, hulls[k], now[k]), k))
            full = min(hulls[k][0], 10) / 10
            for word, p in ((result, full), (NEXT_WORSE[result], 1 - full)):
                if p:
                    then = (*now[:k], _suffered(word, now[k]), *now[k + 1 :])
                    after[then] = after.get(then, 0.0) + chance * p
        states = after
    began = [condition for condition, _ in state]
    found = [0.0] * 5
    for now, chance in states.items():
        sunk = [k for k, (condition, _) in enumerate(now) if condition == GONE_DOWN]
        found[0] += chance * len(sunk)
        hurt = [k for k, (condition, _) in enumerate(now) if condition in (HURT, LIMPING) and began[k] == FINE]
        found[1] += chance * len(hurt)
        found[2] += chance * sum(condition in (LEAVING, LIMPING) for condition, _ in now)
        found[3] += chance * (sum(hulls[k][1] for k in sunk) + DAMAGE * sum(hulls[k][1] for k in hurt))
        found[4] += chance * bool(sunk)
    return Harm(*found)


def _price(result: str, hull: tuple[int, float], now: tuple[int, int]) -> float:
    """What a result costs if a ship takes it."""
    defence, worth = hull
    full = min(defence, 10) / 10
    weight = {SUNK: 1.0, DAMAGED: 1.0 if now[0] == HURT else DAMAGE, ABORTED: 0.1}
    return worth * (full * weight[result] + (1 - full) * weight.get(NEXT_WORSE[result], 0.02))


def _suffered(word: str, now: tuple[int, int]) -> tuple[int, int]:
    condition, halves = now
    if word == SHAKEN:
        halves += 1
        word = ABORTED if halves == 2 else ""
    if word == SUNK or (word == DAMAGED and condition == HURT):
        return GONE_DOWN, halves
    if word == DAMAGED:
        return HURT, halves
    if word == ABORTED:
        return LIMPING if condition == HURT else LEAVING, halves
    return condition, halves


# --- rounds -------------------------------------------------------------------------------------------------------------------


def surface(g: War, included: Sequence[list[int]], shift: Sequence[int] = (0, 0)) -> Round:
    """A round of surface combat (11.5.8)."""
    found, factors = [], []
    for side in (0, 1):
        foe = 1 - side
        factors.append(surface_factors(g, included[side]))
        inflicted = result_of(g, "surface", surface_factors(g, included[foe]), ship_number(g, included[side]), shift[foe])
        found.append(harm(g, inflicted, [u for u in included[side] if not roster(g).air[u]]))
    return Round("surface", (found[0], found[1]), factors=(factors[0], factors[1]))


def submarine(g: War, area: int, included: Sequence[list[int]]) -> Round:
    """A round of submarine combat (11.5.10), both sides' boats in turn."""
    found = [Harm(), Harm()]
    for side in (0, 1):
        boats = [u for u in included[side] if is_sub(g, u)]
        escorts = [u for u in included[1 - side] if not is_sub(g, u)]
        if not boats or not any(g.units.counter[u] == NOWHERE for u in escorts):
            continue
        low = [u for u in escorts if g.ground.section[g.units.at[u]] == 0 and not roster(g).air[u]]
        blind = weather_by_space(g)[area] in BLIND
        planes = 0 if blind else sum(g.units[u].sheet.air_to_sea for u in escorts if roster(g).air[u])
        hits = result_of(g, "ASW", asw_factors(g, escorts, planes), len(boats), 0)
        losses = result_of(g, "SUB", sub_factors(g, boats), ship_number(g, low), 0)
        found[side] = harm(g, hits, boats)
        found[1 - side] = harm(g, losses, [u for u in low if g.units.counter[u] == NOWHERE])
    return Round("submarine", (found[0], found[1]))


def _wings_of_units(g: War, units: Sequence[int], foes: Sequence[int]) -> list[Plane]:
    """The same with carrier plane units (14.4.1)."""
    aboard = [p for u in units if not g.units.damaged[u] for p in ready_planes(g, u)]
    best = sorted(aboard, key=lambda p: (g.units[p].sheet.air_to_sea - g.units[p].sheet.air_to_air, p))
    kept = set(best[: -(-len(best) // 3)]) if has_aircraft(g, list(foes)) else set()
    found = []
    for p in aboard:
        sheet = g.units[p].sheet
        found.append(Plane(p, sheet.air_to_air, sheet.air_to_sea, p in kept or not sheet.air_to_sea, True))
    land = [(u, g.units[u].sheet) for u in units if g.roster.air[u]]
    return found + [Plane(u, c.air_to_air, c.air_to_sea, g.roster.types[u] == Type.FTR, False) for u, c in land]


def wings(g: War, units: Sequence[int], foes: Sequence[int]) -> list[Plane]:
    """How a side flies in naval air combat if nobody says otherwise: a third of its carriers as fighters where the enemy has
    aircraft, the best ones; the others as bombers with all they have; fighters as fighters."""
    if g.options.carrier_planes:
        return _wings_of_units(g, units, foes)
    carriers = sorted((u for u in units if air_component(g, u) > 0), key=lambda u: (-air_component(g, u), u))
    guarded = sum(roster(g).types[u] == Type.FTR for u in units)
    kept = max(0, -(-len(carriers) // 3) - guarded) if has_aircraft(g, list(foes)) else 0
    found = [Plane(u, air_component(g, u), 0, True, True) for u in carriers[:kept]]
    found += [Plane(u, 0, air_component(g, u), False, True) for u in carriers[kept:]]
    for u in units:
        if roster(g).air[u]:
            sheet = g.units[u].sheet
            found.append(Plane(u, sheet.air_to_air, sheet.air_to_sea, roster(g).types[u] == Type.FTR, False))
    return found


def air_lines(g: War, planes: Sequence[Sequence[Plane]]) -> Lines:
    """The lines of both sides, as naval_air_combat.py orders them."""
    found: list[tuple[Line, Line]] = []
    for own in planes:
        clumsy = [not p.carrier and is_clumsy(g, p.unit, fighting=p.fighter) for p in own]
        plain = [(Flyer(p.unit, p.air_to_air, int(p.air_to_sea), p.carrier, n), p.fighter) for p, n in zip(own, clumsy)]
        flyers = [(special(g, f, NOWHERE, fighting=fighter), fighter) for f, fighter in plain]
        line = sorted((f for f, fighter in flyers if fighter), key=lambda f: (-f.rating, f.unit))
        crowd = sorted((f for f, fighter in flyers if not fighter), key=lambda f: (f.load, -f.rating, f.unit))
        found.append((tuple(line), tuple(crowd)))
    return found[0], found[1]


def air_ends(g: War, lines: Lines, active: int, bonus: Sequence[int] = (0, 0), samples: int = SAMPLES) -> dict[Sky, float]:
    """How the air battle ends: exactly with few planes, sampled with many."""
    count = sum(len(line) + len(crowd) for line, crowd in lines)
    if count <= EXACT_PLANES or not all(line or crowd for line, crowd in lines):
        return dogfight(g, lines, active, bonus)
    rng = Random(count)
    found: dict[Sky, float] = {}
    for _ in range(samples):
        sky = _one_dogfight(g, lines, active, bonus, rng)
        found[sky] = found.get(sky, 0.0) + 1 / samples
    return found


def _one_dogfight(g: War, lines: Lines, active: int, bonus: Sequence[int], rng: Random) -> Sky:
    chart = g.charts.air_to_air
    line, crowd = [list(lines[s][0]) for s in (0, 1)], [list(lines[s][1]) for s in (0, 1)]
    through: list[set[int]] = [set(), set()]
    shot: set[int] = set()
    home: set[int] = set()
    while all(line[s] or crowd[s] for s in (0, 1)) and any(line):
        for s in (0, 1):
            if not line[s]:
                through[1 - s] |= {p.unit for p in crowd[1 - s]}
                crowd[1 - s] = []
        if not all(line[s] or crowd[s] for s in (0, 1)):
            break
        strengths = [line_strength(g.settings, tuple(line[s]), tuple(crowd[s]), tuple(line[1 - s])) for s in (0, 1)]
        values = [int((strengths[s] - strengths[1 - s] + HALF) // 1) + bonus[s] for s in (0, 1)]
        armed = [is_armed(tuple(line[s]), tuple(crowd[s])) for s in (0, 1)]
        fronts = [tuple(line[s]) for s in (0, 1)]
        for s in (1 - active, active):
            foe = 1 - s
            if not armed[s]:
                continue
            code = chart[chart.column(values[s]), rng.randint(1, 10) + rng.randint(1, 10)].code
            code = next(iter(blunted({code: 1.0}, fronts[s], fronts[foe])))
            hit = falls_on(code, tuple(line[foe]), tuple(crowd[foe]))
            if hit is None:
                continue
            (line[foe] if hit in line[foe] else crowd[foe]).remove(hit)
            (through[foe] if code.endswith("C") else shot if code.endswith("X") else home).add(hit.unit)
    for s in (0, 1):
        if not line[1 - s]:
            through[s] |= {p.unit for p in crowd[s]}
    return Sky((frozenset(through[0]), frozenset(through[1])), frozenset(shot), frozenset(home))


@lru_cache(maxsize=256)
def flak_totals(dice: int, added: int, lowest: bool) -> dict[int, float]:
    """The chance of each sum of the highest or lowest few of some dice."""
    return {total: float(chance) for total, chance in best(dice, D10, added, highest=not lowest)} if dice else {0: 1.0}


def raid(g: War, area: int, planes: list[Plane], ships: list[int]) -> tuple[Harm, float]:
    """What bombers that got through do to ships after their flak; and how many of them the flak shoots down in the mean."""
    if not planes or not ships:
        return Harm(), 0.0
    guns = int(anti_air(g, ships, {g.units.power[p.unit] for p in planes}) + HALF)
    column = g.charts.naval_columns["anti-air"].column(guns)
    dice = g.charts.anti_air[f"c{min(column, LAST_COLUMN)}", len(planes)] if column else None
    totals = flak_totals(dice.dice, dice.added, dice.lowest) if dice is not None else {0: 1.0}
    (hulls, state), row = hulls_of(g, ships), ship_number(g, ships)
    parts: list[tuple[Harm, float]] = []
    shot = 0.0
    for total, chance in totals.items():
        left = sorted(planes, key=lambda p: (p.air_to_sea, p.unit))
        tens, rest = divmod(total, 10)
        for _ in range(tens):
            gone = _shot_by_ten(left)
            shot += chance * gone
        if rest >= 5 and left:
            rest -= 5
            one = next((p for p in left if not p.carrier), left[0])
            shot += chance * one.carrier
            left.remove(one)
        factors = pressing(g, area, left, rest) if left else 0
        number = g.charts.naval_columns["air-to-sea"].column(factors)
        inflicted = results(g.charts.naval[f"c{number}", row]) if number else []
        parts.append((_harm(tuple(inflicted), hulls, state, True), chance))
    return _mean(parts), shot


def _shot_by_ten(left: list[Plane]) -> int:
    """Ten points of flak: a land-based bomber, else two carriers' planes; the owner gives the lightest."""
    land = next((p for p in left if not p.carrier), None)
    if land is not None:
        left.remove(land)
        return 1
    gone = min(2, len(left))
    del left[:gone]
    return gone


def _mean(parts: Sequence[tuple[Harm, float]]) -> Harm:
    return Harm(*(sum(getattr(h, name) * w for h, w in parts) for name in Harm.__struct_fields__))


def air_round(
    g: War, area: int, active: int, included: Sequence[list[int]], planes: Sequence[list[Plane]] | None = None,
    bonus: Sequence[int] = (0, 0), samples: int = SAMPLES,
) -> Round:  # fmt: skip
    """A round of naval air combat (11.5.9), both sides flying as `wings` says unless it is known how they fly."""
    flown = planes or [wings(g, included[s], included[1 - s]) for s in (0, 1)]
    lines = air_lines(g, flown)
    by_unit = {p.unit: p for own in flown for p in own}
    ships = [[u for u in included[s] if roster(g).naval[u]] for s in (0, 1)]
    parts: list[list[tuple[Harm, float]]] = [[], []]
    lost = [0.0, 0.0]
    seen: dict[tuple[int, frozenset[int]], tuple[Harm, float]] = {}
    for sky, chance in air_ends(g, lines, active, bonus, samples).items():
        for s in (0, 1):
            key = (s, sky.through[s])
            if key not in seen:
                seen[key] = raid(g, area, [by_unit[u] for u in sorted(sky.through[s])], ships[1 - s])
            found, shot = seen[key]
            parts[1 - s].append((found, chance))
            lost[s] += chance * (shot + sum(SIDE_OF_POWER[g.units.power[u]] == s for u in sky.shot))
    return Round("air", (_mean(parts[0]), _mean(parts[1])), (lost[0], lost[1]))


# --- search -------------------------------------------------------------------------------------------------------------------


class Search(msgspec.Struct, frozen=True):
    """How a search goes for a side: chances that both find, only it, only the enemy, nobody; points by amount; mean."""

    both: float
    ours: float
    theirs: float
    nobody: float
    points: dict[int, float]

    @property
    def battle(self) -> float:
        return 1.0 - self.nobody


def search_chances(g: War, sides: Sides, side: int) -> Search:
    """All hundred pairs of search rolls; who is found where only one side finds: everybody."""
    found = [0.0] * 4
    points: dict[int, float] = {}
    sections = [[found_sections(g, sides, s, roll) for roll in range(1, 11)] for s in (0, 1)]
    for a in range(10):
        for b in range(10):
            seen = [sections[0][a], sections[1][b]]
            mine, theirs = bool(seen[side]), bool(seen[1 - side])
            found[0 if mine and theirs else 1 if mine else 2 if theirs else 3] += 0.01
            if not mine and not theirs:
                continue
            sides.rolls = [a + 1, b + 1]
            for s in (0, 1):
                sides.included[s] = in_sections(g, sides.committed[s], seen[s]) or list(sides.committed[s])
            made = [surprise_points(g, sides, s) for s in (0, 1)]
            balance = made[side] - made[1 - side]
            points[balance] = points.get(balance, 0.0) + 0.01
    return Search(found[0], found[1], found[2], found[3], points)


def committed(g: War, area: int, active: int, subs: Sequence[bool] = (True, True)) -> Sides:
    """Both sides of a combat in a sea area."""
    sides = Sides(area, active)
    sides.subs = list(subs)
    commit(g, sides)
    return sides


def rounds_open(g: War, sides: Sides, included: Sequence[list[int]], samples: int = SAMPLES) -> list[Round]:
    """A round of each type that these units could fight."""
    area = sides.area
    found = [surface(g, included)]
    if weather_by_space(g)[area] not in BLIND and any(has_aircraft(g, included[s]) for s in (0, 1)):
        found.append(air_round(g, area, sides.active, included, samples=samples))
    both = Sides(area, sides.active, included=[list(included[0]), list(included[1])])
    if any(may_hunt_convoys(g, both, s) for s in (0, 1)):
        found.append(submarine(g, area, included))
    return found
