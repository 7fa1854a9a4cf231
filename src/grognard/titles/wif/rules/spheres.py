"""19.5.1, 19.5.2: what the Nazi-Soviet pact lets the USSR take without war: East Poland, then the Baltic States.

Soviet and German units that enter certain countries give the other side a reason to break it (19.5.3).
"""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, SIDE_OF_POWER, USSR
from grognard.titles.wif.rules.control import first_home, nation_at
from grognard.titles.wif.rules.entry import outrage
from grognard.titles.wif.rules.minors import neutral_minor
from grognard.titles.wif.rules.powers import one_way
from grognard.titles.wif.rules.units import destroy_silently, send_away, units_at
from grognard.titles.wif.state import CONQUERED, GONE, NOWHERE, War

EAST_POLAND = "eastern_poland"
BALTIC = ("estonia", "latvia", "lithuania")
GERMAN_SINS = frozenset((*BALTIC, "turkey"))
PENDING, KEPT_POINT, MORE_GOODS = range(3)  # 5.1: what Germany chose after a Soviet inroad
SOVIET_INROADS = frozenset(("denmark", "greece", "hungary", "norway", "sweden", "turkey", "yugoslavia"))
SOVIET_SINS = frozenset(("denmark", "greece", "hungary", "norway", "sweden", "yugoslavia"))


@rule("19.5.1", "19.5.2")
def may_walk_in(g: War, power: int, space: int) -> bool:
    """Whether a Soviet land unit may enter a hex without war: East Poland before Poland falls, then the neutral Baltic states."""
    if power != USSR or not g.nazi_soviet:
        return False
    if EAST_POLAND in g.ground.regions[space]:
        return not g.east_poland and g.countries.status[g.facts.country["poland"]] != CONQUERED
    name = g.ground.country[space]
    return bool(g.east_poland) and name in BALTIC and neutral_minor(g, g.facts.country[name])


@rule("19.5.1", "19.5.2")
def walk_in(g: War, space: int) -> None:
    """The USSR takes what it has entered: all of East Poland, or all Baltic states that are neutral."""
    holder = first_home(g, USSR)
    if EAST_POLAND in g.ground.regions[space]:
        g.east_poland = 1
        for there in g.ground.region[EAST_POLAND]:
            for unit in list(units_at(g, there)):
                if g.units.aboard[unit] != NOWHERE or g.units.power[unit] == USSR:
                    continue
                if SIDE_OF_POWER[g.units.power[unit]] == AXIS:
                    send_away(g, unit)
                else:
                    destroy_silently(g, unit, GONE)
                    g.interned = [*g.interned, unit]
            g.hexes[there].controller, g.hexes[there].taken = holder, g.turn + 1
        g.say("The USSR occupies East Poland", rule="19.5.1")
        outrage(g, "26", USSR)
        return
    for name in BALTIC:
        country = g.facts.country[name]
        if neutral_minor(g, country):
            row = g.countries[country]
            row.status, row.power, row.conqueror, row.fallen, row.first_conqueror = CONQUERED, USSR, USSR, 1, ALLIES
            row.neutral_in = g.year  # 13.1.1
            for there in g.ground.homeland[name]:
                g.hexes[there].controller = holder
    g.say("The USSR occupies the Baltic States", rule="19.5.2")
    outrage(g, "27", USSR)


@rule("19.5.3")
def note_entry(g: War, unit: int, space: int) -> None:
    """A unit has entered a country: Germans in the Soviet sphere, and Soviets in the German, are a reason for a breach."""
    if not g.nazi_soviet:
        return
    nation = nation_at(g, space)
    if nation < 0 or g.units.country[unit] == nation:
        return
    name, come_from = g.facts.countries[nation].id, g.facts.countries[g.units.country[unit]].id
    german = g.units.power[unit] == GERMANY and name in GERMAN_SINS and come_from not in GERMAN_SINS
    if german or (name == "ukraine" and SIDE_OF_POWER[g.units.power[unit]] == AXIS):  # 19.12
        g.provoked[one_way(USSR, GERMANY)] = 1
    elif g.units.power[unit] == USSR and name in SOVIET_SINS and come_from not in SOVIET_SINS:
        g.provoked[one_way(GERMANY, USSR)] = 1
    if g.units.power[unit] == USSR:
        note_inroad(g, name)


@rule("5.1")
def note_inroad(g: War, name: str) -> None:
    """The USSR attacks or enters one of seven countries: Germany may change the trade with it, once for each."""
    country = g.facts.country.get(name, NOWHERE)
    if g.nazi_soviet and name in SOVIET_INROADS and country not in g.trade_gifts:
        g.trade_gifts[country] = PENDING
