"""Chapter 6: the calendar turn, the order of nations, and what begins and ends a national turn. Phases are other chapters'.

Dates are written `1939-07`; a turn is half a year.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.facts import FACTS
from grognard.titles.gw36.kinds import CARRIERS
from grognard.titles.gw36.state import BLOCKADE, ESCORT, IDLE, PATROL, Nation, Unit, War, Zone


def date(g: War) -> str:
    """The calendar turn: `1939-07`."""
    return date_of(g, g.turn)


def month(g: War) -> str:
    """The calendar turn in words: `July 1939`."""
    year, number = date(g).split("-")
    return f"{'July' if number == '07' else 'January'} {year}"


def date_of(g: War, turn: int) -> str:
    return _date(first_turn(g), turn)


@lru_cache(None)
def _date(first: str, turn: int) -> str:
    year, month = first.split("-")
    halves = int(year) * 2 + (month == "07") + turn
    return f"{halves // 2}-{'07' if halves % 2 else '01'}"


def first_turn(g: War) -> str:
    setup = g.facts.scenarios.get(g.scenario)
    return setup.first_turn if setup else f"{g.scenario}-07"


def turn_of(g: War, when: str) -> int:
    """The number of the calendar turn of a date; negative before the scenario."""
    a, b = (int(text[:4]) * 2 + (text[5:] == "07") for text in (first_turn(g), when))
    return b - a


@rule("6.1")
def slots_in_turn(g: War) -> list[int]:
    """The turns of one round, in order (table 6-1)."""
    return [slot.slot for slot in FACTS.order]


LASTING = (PATROL, ESCORT, BLOCKADE)  # duties that outlive a national turn


@rule("6.2")
def begin_national_turn(g: War) -> None:
    """Everything that counts for one national turn starts anew."""
    units, zones, nations = g.units, g.zones, g.nations
    lasting = [d if d in LASTING else IDLE for d in units.duty]
    kind = units.kind
    units.rewrite(Unit.start, units.at)
    for column in (Unit.used, Unit.spent, Unit.bonus, Unit.ashore):
        units.rewrite(column, [0] * len(units))
    units.rewrite(Unit.came, [NOWHERE] * len(units))
    units.rewrite(Unit.duty, lasting)
    units.rewrite(Unit.target, [t if d in LASTING else NOWHERE for t, d in zip(units.target, lasting)])
    units.rewrite(Unit.deck, [int(c >= 0 and kind[c] in CARRIERS) for c in units.carrier])
    zones.rewrite(Zone.captured, [0] * len(zones))
    zones.rewrite(Zone.before, [NOWHERE] * len(zones))
    zones.rewrite(Zone.fought, [0] * len(zones))
    zones.rewrite(Zone.held, zones.owner)
    for column in (Nation.research, Nation.lent, Nation.naval, Nation.recruited):
        nations.rewrite(column, [0] * len(nations))
    g.rail_used = {}
    g.slots = {}
    g.docked = {}
    g.rolled_tech = {}
    g.crossed = {}
    g.contacts = {}
    g.arctic_sailed = 0
    g.pact_won = 0
