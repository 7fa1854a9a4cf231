"""Annexations (0.9, 14.2): combat moves without combat or declaration: Austria, Bohemia, Slovakia; Albania; the Baltic states.

Also the Soviet provisions of the pact for eastern Poland and Karjala (14.2 b, c), and Slovakian resistance (15.4).
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.rules import rule
from grognard.titles.gw36.rules.income_increases import raise_income, tell
from grognard.titles.gw36.rules.nations import alive, at_war, fall, seat_of, zones_of
from grognard.titles.gw36.state import BRITAIN, DEFEATED, FRANCE, GERMANY, ITALY, NATION, SIGNED, USSR, War

GERMAN = {"austria": "austria", "bohemia": "czechoslovakia", "slovakia": "czechoslovakia"}
ITALIAN = {"albania": "albania"}
SOVIET = {name: name for name in ("lithuania", "latvia", "estonia")}


@derived("news", "zones.owner", "zones.captured", "pact")
def zones(g: War, nation: int) -> tuple[int, ...]:
    """The zones a nation may annex now; Germany one of its three in a turn (public v4.3 rulebook 5.6, GW36-AMB-49)."""
    if nation == GERMANY and any(g.zones.captured[g.board.space(z)] for z in GERMAN):
        return ()
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
def annex(g: War, u: int, zone: int) -> Flow[None]:
    """A zone is annexed: no combat, no declaration of war"""
    unit = g.units[u]
    minor = g.zones.owner[zone]
    if g.options.slovakian_resistance and g.board.ids[zone] == "slovakia":
        contested = yield from _contest(g, zone)
        if contested:
            unit.came = unit.at
            g.put(u, zone)
            unit.used, unit.duty = 1, 1
            return
    unit.came = unit.at
    g.put(u, zone)
    unit.used = unit.spent = 1
    take(g, zone, unit.nation)
    for v in list(g.stacks[zone]):
        if g.units.nation[v] == minor:
            if unit.nation == GERMANY:
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
def _contest(g: War, zone: int) -> Flow[bool]:
    """Britain and France decide together whether Slovakia is defended"""
    for nation in (BRITAIN, FRANCE):
        if not alive(g, nation):
            continue
        choice = yield Ask(seat_of(g, nation), "Allow the annexation of Slovakia?", [Option("allow"), Option("contest")], "15.4")
        if choice.verb == "allow":
            return False
    minor = g.zones.owner[zone]
    from grognard.titles.gw36.rules.nations import make_war

    make_war(g, GERMANY, minor)
    g.events[CONTESTED] = 1
    return True


CONTESTED = -2000  # a number in g.events: Slovakia is being fought for


@rule("15.4")
def slovakia_decided(g: War) -> None:
    """After the battle for Slovakia incomes of Britain and France fall or rise."""
    if g.events.get(CONTESTED) != 1:
        return
    g.events[CONTESTED] = 2
    won = g.zones.owner[g.board.space("slovakia")] == GERMANY
    sign = -1 if won else 1
    raise_income(g, BRITAIN, sign * g.facts.prices["slovakia_britain"], "Slovakia")
    raise_income(g, FRANCE, sign * g.facts.prices["slovakia_france"], "Slovakia")
