"""What things are worth to the planner: units, points and hexes by the time that is left, and an attack by the exact table.

Worth is counted in factors of foot. Nothing here changes a state; positions that are only thought of are in sketch.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from grognard.kernel.cache import derived
from grognard.kernel.dice import D10, one
from grognard.titles.tw.charts import BEST_COLUMN, GROUND_COMBAT, Result
from grognard.titles.tw.kinds import BOMBERS, FIGHTERS, Kind, fragile
from grognard.titles.tw.nations import AXIS, BRITAIN, USSR
from grognard.titles.tw.rules.capitulation import SOVIET_CITIES
from grognard.titles.tw.rules.strength import Battle, Odds, battle_odds
from grognard.titles.tw.rules.units import enemies_in, hex_sides, presence
from grognard.titles.tw.rules.zones import zones
from grognard.titles.tw.state import FORTRESS, War

QUALITY = {Kind.ARM: 1.6, Kind.MECH: 1.4, Kind.MOT: 1.2, Kind.CAV: 1.2, Kind.STA: 0.8, Kind.FLAK: 1.0, Kind.MOTFLAK: 1.0}
KEYS = {
    **dict.fromkeys(("moscow", "leningrad", "stalingrad", "baku", "suez", "gibraltar", "paris", "rome"), 3),
    "london": 4,
    "berlin": 4,
    "malta": 1,
    "alexandria": 1,
}
DEPLETED = 0.45  # what a depletion takes from a unit's worth
ATTRITION = 2.0  # what a depletion of an attacker of one's own choice costs
CUT_OFF = 0.45  # what is left of the worth of killing a unit that starves anyway


# --- what is worth having -----------------------------------------------------------------------------------------------------


def prizes(g: War) -> Mapping[int, int]:
    """Objectives with their worth: in the whole war the places that decide it count for several (17.2.2, 21.1, 27.1)."""
    return _keys(g) if g.campaign else g.points


@derived()
def _keys(g: War) -> dict[int, int]:
    return {**g.points, **{g.ground.named(name): worth for name, worth in KEYS.items()}}


# --- weights by the time that is left -----------------------------------------------------------------------------------------


def surrender_looms(g: War) -> bool:
    """Whether the Soviets will have to roll for their surrender as things stand (21.1)."""
    cities = [g.ground.named(name) for name in SOVIET_CITIES]
    return g.barbarossa >= 0 and not g.nations.surrendered[USSR] and any(hex_sides(g)[s] == AXIS for s in cities)


def turns_left(g: War) -> int:
    """Player turns of the moving side after this one."""
    return g.last_turn - g.turn


def point_worth(g: War) -> float:
    """What holding one point of objectives is worth at the end of this player turn."""
    left = turns_left(g)
    if left:
        return 8.0 if left == 1 else 6.0
    return 25.0 if g.side == AXIS else 60.0


def blood(g: War) -> float:
    """What a factor of troops still counts: little when nobody will move them again."""
    if turns_left(g):
        return 1.0
    return 0.35 if g.side == AXIS else 0.08


def unit_worth(g: War, unit: int) -> float:
    """A unit in factors of foot."""
    kind = g.roster.kinds[unit]
    if kind in BOMBERS:
        return 9.0
    if kind in FIGHTERS:
        return 7.0
    value = g.roster.strengths[unit] * QUALITY.get(kind, 1.0)
    return value * (1.0 - DEPLETED) if g.units.depleted[unit] else value


def weighs(g: War, units: Sequence[int]) -> bool:
    """Whether the loss of these units brings a surrender nearer (17.2.2, 21.1): British or Soviet ones in the whole war."""
    nations = g.roster.nations
    return bool(g.campaign) and any(nations[u] in (BRITAIN, USSR) for u in units)


# --- one attack ---------------------------------------------------------------------------------------------------------------


class Clash(msgspec.Struct):
    """What to expect of an attack: chances, and worth lost on both sides."""

    odds: str
    column: int
    taken: float
    mine: float
    theirs: float
    omega: float = 0.0

    @property
    def text(self) -> str:
        return f"{GROUND_COMBAT.label(self.column)}, taken {self.taken:.0%}"


@lru_cache(maxsize=512)
def outcomes(column: int, modifier: int) -> tuple[tuple[Result, float], ...]:
    """The results of a column with their chances."""
    return tuple((r, float(w)) for r, w in GROUND_COMBAT.outcomes(column, one(D10), modifier))


def clash(g: War, battle: Battle, shift: int = 0) -> Clash:
    """The exact expectation of a battle as it stands, with so many more columns."""
    odds = battle_odds(g, battle)
    column = min(max(odds.column + shift, 0), BEST_COLUMN)
    theirs = enemies_in(g, battle.space, battle.side)
    worth_theirs = sum(unit_worth(g, u) for u in theirs)
    worth_mine = sum(unit_worth(g, u) for u in battle.attackers)
    text = f"{odds.attack}:{odds.defence}"
    if not odds.defence:
        return Clash(text, column, 1.0, 0.0, worth_theirs)
    frail = _frailty(g, theirs)
    trapped = not has_retreat(g, battle.space, 1 - battle.side)
    fortress = g.hexes.works[battle.space] == FORTRESS
    wears = battle.side == AXIS and g.ground.ussr_1939[battle.space] and any(g.roster.nations[u] == USSR for u in theirs)
    taken = mine = lost = omega = 0.0
    for result, chance in outcomes(column, odds.modifiers.total):
        cleared, own, other = _toll(result, odds, len(theirs), frail, trapped, fortress)
        taken += chance * cleared
        mine += chance * own * worth_mine
        lost += chance * other * worth_theirs
        if wears and result.omega:
            omega += chance
    return Clash(text, column, taken, mine + omega * ATTRITION, lost, omega)


def _toll(result: Result, odds: Odds, many: int, frail: float, trapped: bool, fortress: bool) -> tuple[float, float, float]:
    """(whether the hex is cleared, share of the attackers lost, share of the defenders lost)."""
    code, attack, defence = result.code, max(odds.attack, 1), odds.defence
    if code == "AE":
        return 0.0, 1.0, 0.0
    if code == "½AE":
        return 0.0, 0.5, 0.0
    if code == "½EX":
        share = min(1.0, -(-defence // 2) / attack)
        return float(share < 1.0), share, 1.0
    if code in ("EX", "EX/PV", "2xEX"):
        price = {"EX": 1.0, "EX/PV": 1.5, "2xEX": 2.0}[code] * min(attack, defence)
        if defence > attack:
            return 0.0, 1.0, min(1.0, price / defence)
        return float(price < attack), min(1.0, price / attack), 1.0  # somebody must be left to go in
    if code == "DE":
        return 1.0, 0.0, 1.0
    if code == "½DE":
        return (1.0, 0.0, 1.0) if many == 1 or trapped else (1.0, 0.0, 0.6)
    if trapped and not fortress:
        return 1.0, 0.0, 1.0
    share = min(1.0, result.depletions / max(many, 1)) * frail
    return (0.0 if fortress else 1.0), 0.0, min(1.0, share + 0.08)


def _frailty(g: War, units: list[int]) -> float:
    """The share of its worth that a unit of a stack loses by a depletion."""
    if not units:
        return 0.0
    return sum(1.0 if fragile(g.designs[g.units.design[u]]) or g.units.depleted[u] else DEPLETED for u in units) / len(units)


def has_retreat(g: War, space: int, side: int) -> bool:
    """Whether units of a side can leave a hex without entering an enemy zone."""
    there, zone, enemy = presence(g), zones(g)[1 - side], 2 >> side
    return any(not there[b] & enemy and not zone[b] for b in g.ground.steps[space])
