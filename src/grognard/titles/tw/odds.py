"""What to expect of an attack: odds, column, shifts and modifiers itemised, the exact chance of every result (10.2.2)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from grognard.kernel.dice import D10, one
from grognard.kernel.flow import Option
from grognard.titles.tw.charts import GROUND_COMBAT, ODDS, Result
from grognard.titles.tw.rules.air_support import OAS, bombers_for, columns
from grognard.titles.tw.rules.combat import able
from grognard.titles.tw.rules.strength import Battle, battle_odds
from grognard.titles.tw.rules.units import ground_at
from grognard.titles.tw.state import Hex, War

CLEARING = ("DE", "½DE", "DR", "DD", "DD2", "DD3", "½EX")  # the defender is gone from the hex


class Chance(msgspec.Struct, frozen=True):
    """A result and its probability."""

    result: str
    chance: float


class Forecast(msgspec.Struct, frozen=True):
    """The outlook of one attack."""

    title: str
    odds: str
    column: str
    shifts: list[str]
    modifiers: list[str]
    results: list[Chance]
    taken: float
    support: str = ""


def forecast(g: War, battle: Battle) -> Forecast:
    """The exact distribution of results of a battle as it stands, before aircraft fight."""
    odds = battle_odds(g, battle)
    outcomes = GROUND_COMBAT.outcomes(odds.column, one(D10), odds.modifiers.total)
    cleared = sum((w for r, w in outcomes if _cleared(r, odds.attack, odds.defence)), Fraction(0))
    results = sorted(((r.text, float(w)) for r, w in outcomes), key=lambda pair: -pair[1])
    bombers = bombers_for(g, battle.space, OAS)
    best = columns(g, bombers, battle.space, battle.side)
    return Forecast(
        f"Attack on {g.board.label(battle.space)}",
        f"{odds.attack}:{odds.defence} ({ODDS.labels[odds.base]})",
        GROUND_COMBAT.label(odds.column),
        [str(m) for m in odds.shifts.counted],
        [str(m) for m in odds.modifiers.counted],
        [Chance(*pair) for pair in results],
        float(cleared),
        f"air support could add {best} columns" if best else "",
    )


def _cleared(result: Result, attack: int, defence: int) -> bool:
    """Whether a result leaves the hex without defenders (a fortress aside)."""
    if result.code in CLEARING:
        return True
    return result.code in ("EX", "EX/PV", "2xEX") and defence <= attack


def outlook(g: War, option: Option) -> Forecast | None:
    """The forecast for `attack HEX` (with all units that can) and for `fight HEX`."""
    if option.verb not in ("attack", "fight") or not option.args or not isinstance(option.args[0], Hex):
        return None
    space = option.args[0].index
    force = able(g, space)
    if option.verb == "fight":
        force = [u for b in (*g.ground.steps[space], space) for u in ground_at(g).get(b, ()) if g.units.fought[u] == g.impulse]
    if not force:
        return None
    battle = Battle(space, g.side, g.impulse, force)
    battle.landed = [u for u in force if g.units.at[u] == space]
    return forecast(g, battle)
