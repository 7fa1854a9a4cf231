"""What to expect of an attack: odds, column, shifts and modifiers itemised, the exact chance of every result (10.2.2)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from grognard.kernel.dice import D10, one
from grognard.kernel.flow import Option
from grognard.titles.tw.charts import BEST_COLUMN, GROUND_COMBAT, ODDS, Result
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.rules.air_support import OAS, bombers_for, columns
from grognard.titles.tw.rules.combat import able
from grognard.titles.tw.rules.strength import Battle, Odds, battle_odds
from grognard.titles.tw.rules.units import ground_at, unit_kinds
from grognard.titles.tw.state import Hex, War

CLEARING = ("DE", "½DE", "DR", "DD", "DD2", "DD3", "½EX")  # the defender is gone from the hex


class Chance(msgspec.Struct, frozen=True):
    """A result and its probability."""

    result: str
    chance: float


class Forecast(msgspec.Struct, frozen=True):
    """The outlook of one attack. `taken`: the hex is free of defenders; `breach`: and tanks may go on in the second impulse."""

    title: str
    odds: str
    column: str
    shifts: list[str]
    modifiers: list[str]
    results: list[Chance]
    taken: float
    breach: float
    support: str = ""
    supported: list[Chance] = []
    taken_with_support: float = 0.0


def forecast(g: War, battle: Battle) -> Forecast:
    """The exact distribution of results of a battle as it stands, and with all the air support in range if none is opposed."""
    odds = battle_odds(g, battle)
    results, taken = _chances(odds, odds.column)
    best = columns(g, bombers_for(g, battle.space, OAS), battle.space, battle.side) if not battle.support else 0
    column = min(odds.column + best, BEST_COLUMN)
    supported, more = _chances(odds, column) if column > odds.column else ([], 0.0)
    tanks = battle.impulse == 1 and any(unit_kinds(g)[u] == Kind.ARM for u in battle.attackers)
    return Forecast(
        f"Attack on {g.board.label(battle.space)}",
        f"{odds.attack}:{odds.defence} ({ODDS.labels[odds.base]})",
        GROUND_COMBAT.label(odds.column),
        [str(m) for m in odds.shifts.counted],
        [str(m) for m in odds.modifiers.counted],
        results,
        taken,
        taken if tanks else 0.0,
        f"with unopposed air support: {GROUND_COMBAT.label(column)}" if supported else "",
        supported,
        more,
    )


def _chances(odds: Odds, column: int) -> tuple[list[Chance], float]:
    """Results of a column with their chances, likeliest first, and the chance that the hex is cleared."""
    outcomes = GROUND_COMBAT.outcomes(column, one(D10), odds.modifiers.total)
    cleared = sum((w for r, w in outcomes if _cleared(r, odds.attack, odds.defence)), Fraction(0))
    results = sorted(((r.text, float(w)) for r, w in outcomes), key=lambda pair: -pair[1])
    return [Chance(*pair) for pair in results], float(cleared)


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
