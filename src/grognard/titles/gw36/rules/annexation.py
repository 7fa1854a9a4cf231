"""Annexations (0.9, 14.2): combat moves without combat or declaration: Austria, Bohemia, Slovakia; Albania; the Baltic states.

Also the Soviet provisions of the pact for eastern Poland and Karjala (14.2 b, c), and Slovakian resistance (15.4).
"""

from __future__ import annotations

from grognard.kernel.acts import jointly
from grognard.kernel.cache import derived
from grognard.kernel.dice import D12
from grognard.kernel.flow import Flow
from grognard.kernel.picks import word
from grognard.kernel.rules import rule
from grognard.titles.gw36.powers import BRITAIN, DEFEATED, FRANCE, GERMANY, ITALY, NATION, USSR
from grognard.titles.gw36.rules.income_increases import raise_income, tell
from grognard.titles.gw36.rules.nations import alive, at_war, fall, make_war, zones_of
from grognard.titles.gw36.rules.seats import voice_of
from grognard.titles.gw36.state import ATTACK, IDLE, SIGNED, War
from grognard.titles.gw36.subjects import Resistance

GERMAN = {"austria": "austria", "bohemia": "czechoslovakia", "slovakia": "czechoslovakia"}
ITALIAN = {"albania": "albania"}
SOVIET = {name: name for name in ("lithuania", "latvia", "estonia")}


@derived("news", "zones.owner", "zones.captured", "pact", "events")
def zones(g: War, nation: int) -> tuple[int, ...]:
    """The zones a nation may annex now; Germany one of its three in a turn (public v4.3 rulebook 5.6, GW36-AMB-49)."""
    if nation == GERMANY and any(g.zones.captured[g.board.space(z)] for z in GERMAN):
        return ()
    if nation == GERMANY and g.events.get(CONTESTED) == MARCHING:
        return (g.board.space("slovakia"),)
    plan = GERMAN if nation == GERMANY else ITALIAN if nation == ITALY else SOVIET if nation == USSR and g.pact == SIGNED else {}
    found = []
    for name, minor in plan.items():
        zone = g.board.space(name)
        who = NATION[minor]
        if (
            g.zones.owner[zone] == who
            and alive(g, who)
            and g.nations.controller[who] < 0
            and not at_war(g, who, nation)
            and (name != "slovakia" or g.zones.owner[g.board.space("bohemia")] == nation)
        ):
            found.append(zone)
    return tuple(found)


@rule("0.9", "14.2", "15.4")
def annex(g: War, u: int, zone: int) -> None:
    """A zone is annexed: no combat, no declaration of war; with 15.4 whether Slovakia resists is said after the movement."""
    unit = g.units[u]
    unit.came = unit.at
    g.put(u, zone)
    unit.used = 1
    if g.options.slovakian_resistance and g.board.ids[zone] == "slovakia":
        unit.duty = ATTACK
        g.events[CONTESTED] = MARCHING
        return
    unit.spent = 1
    occupy(g, zone, unit.nation)


def occupy(g: War, zone: int, nation: int) -> None:
    """An annexed zone and its forces change hands."""
    minor = g.zones.owner[zone]
    take(g, zone, nation)
    for v in list(g.units.stacks[zone]):
        if g.units.nation[v] == minor:
            if nation == GERMANY:
                g.units[v].nation = GERMANY  # GW36-AMB-49
                g.units[v].spent = 1
            else:
                g.remove(v)
    if not zones_of(g, minor):
        for v, (at, n) in enumerate(zip(g.units.at, g.units.nation)):
            if n == minor and at >= 0:
                g.remove(v)
        fall(g, minor, DEFEATED)


def take(g: War, zone: int, nation: int) -> None:
    row = g.zones[zone]
    row.before, row.owner, row.captured = row.owner, nation, 1
    g.say("{} annexes {}", g.nations[nation], row, rule="0.9")
    tell(g, "annexes", nation, zone=zone)
    tell(g, "takes_neighbour", nation, zone=zone)


@rule("15.4")
def answer(g: War) -> Flow[None]:
    """After German Combat Movement Britain and France decide together whether Slovakia is defended"""
    if g.events.get(CONTESTED) != MARCHING:
        return
    zone = g.board.space("slovakia")
    voices = [voice_of(g, n) for n in (BRITAIN, FRANCE) if alive(g, n)]
    contested = False
    if voices:
        seats, prompt = list(dict.fromkeys(voices)), "Allow the annexation of Slovakia?"
        choice, _ = yield from jointly(g, seats, prompt, Resistance(zone), ALLOWING, CONTESTING, die=D12)
        contested = choice.verb == "contest"
    if contested:
        make_war(g, GERMANY, g.zones.owner[zone])
        g.events[CONTESTED] = FOUGHT
        return
    del g.events[CONTESTED]
    for u in g.units.stacks[zone]:
        if g.units.nation[u] == GERMANY:
            g.units[u].duty, g.units[u].spent = IDLE, 1
    occupy(g, zone, GERMANY)


CONTESTED = -2000  # a number in g.events: how the annexation of Slovakia stands (15.4)
FOUGHT, DECIDED, MARCHING = 1, 2, 3
ALLOWING, CONTESTING = word("allow", "15.4", "Allow"), word("contest", "15.4", "Contest")


@rule("15.4")
def slovakia_decided(g: War) -> None:
    """After the battle for Slovakia incomes of Britain and France fall or rise."""
    if g.events.get(CONTESTED) != FOUGHT:
        return
    g.events[CONTESTED] = DECIDED
    won = g.zones.owner[g.board.space("slovakia")] == GERMANY
    sign = -1 if won else 1
    raise_income(g, BRITAIN, sign * g.facts.prices["slovakia_britain"], "Slovakia")
    raise_income(g, FRANCE, sign * g.facts.prices["slovakia_france"], "Slovakia")
