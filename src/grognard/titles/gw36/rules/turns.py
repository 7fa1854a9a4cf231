"""6.1 and 6.2: what begins, joins and ends calendar and national turns; the phases of other chapters are called from here."""

from __future__ import annotations

from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.gw36.kinds import FACILITY, KIND
from grognard.titles.gw36.powers import BRITAIN, GERMANY, NATION, PLAYED
from grognard.titles.gw36.rules import (
    alignment,
    annexation,
    calendar,
    china,
    clashes,
    conquest,
    france,
    income,
    placing,
    spain,
    victory,
    war,
)
from grognard.titles.gw36.rules.conquest import surrender, surrenders
from grognard.titles.gw36.rules.income_increases import roll_turn_increases
from grognard.titles.gw36.rules.nations import alive
from grognard.titles.gw36.rules.seats import acting
from grognard.titles.gw36.rules.terrain import check_burma_road
from grognard.titles.gw36.state import War


@rule("6.1", "9.11", "1.17")
def begin_calendar_turn(g: War) -> None:
    """Convoy damage is cleared, the forces listed for neutral minors appear, the Burma Road is looked at."""
    g.raided = {}
    today = calendar.date(g)
    g.say("{}", calendar.month(g), rule="6.1")
    for row in g.facts.minor_reinforcements:
        minor = NATION[row.minor]
        if row.turn != today or not alive(g, minor):
            continue  # 4.6: a controlled minor is still neutral
        zone = g.board.space(row.zone)
        if g.board.kind[zone] != "sea" and g.zones.owner[zone] != minor:
            continue  # GW36-AMB-39
        for _ in range(row.count):
            if row.unit in FACILITY:
                g.sites.add(kind=FACILITY[row.unit], at=zone, since=g.turn)
            else:
                g.raise_unit(KIND[row.unit], minor, zone)
    for n in range(PLAYED, len(NATION)):
        if n != alignment.ARGENTINA:
            g.nations[n].attempts = 0
    check_burma_road(g)


@rule("6.2", "5.2", "4.8")
def begin_turn(g: War) -> Flow[None]:
    """A national turn begins: rolls for peacetime income, Poland, acts out of turn"""
    yield from war.politics(g, rests=True)
    for nation in acting(g):
        if nation < PLAYED:
            roll_turn_increases(g, nation)
            alignment.start_of_production(g, nation)
    if BRITAIN in acting(g):
        yield from alignment.start_of_british_turn(g)


@rule("7.0")
def begin_production(g: War) -> None:
    """The Production Phase (chapter 7)"""
    g.phase = 1


@rule("7.0", "5.5")
def after_production(g: War) -> Flow[None]:
    """Whoever wishes is heard after the Production Phase"""
    g.phase = 1
    yield from war.moment(g)


@rule("9.1", "14.3")
def begin_combat(g: War) -> Flow[None]:
    """The Combat Phase (chapter 9) begins with annexations and border clashes"""
    g.phase = 3
    yield from annexation.answer(g)
    yield from clashes.resolve(g)


@rule("4.8", "9.22", "14.4")
def after_combat(g: War) -> Flow[None]:
    """What the Combat Phase has decided: alignments, Slovakia, French surrender, Chinese warlords"""
    annexation.slovakia_decided(g)
    yield from france.check_surrender(g)
    yield from alignment.after_combat(g)
    yield from check_events(g)
    yield from war.politics(g)


def place(g: War) -> Flow[None]:
    """Place units (chapter 11), and the Balkans after the fall of France"""
    g.phase = 5
    yield from war.politics(g)
    if GERMANY in acting(g):
        yield from alignment.place_units(g)
    spain.free_divisions(g)
    yield from placing.place_phase(g)


def collect(g: War) -> Flow[None]:
    """Collect income (11.6)"""
    yield from income.collect_income(g)


@rule("9.22")
def end_turn(g: War) -> Flow[None]:
    """A national turn ends: surrenders are looked at"""
    g.phase = 0
    for nation in acting(g):
        if nation < PLAYED and alive(g, nation) and surrenders(g, nation):
            yield from surrender(g, nation)
    yield from check_events(g)


@rule("13.1", "13.2", "13.3", "4.8")
def check_events(g: War) -> Flow[None]:
    """Look at Spain, China, Abyssinia and the conditions that act at once"""
    if g.burma_road:
        check_burma_road(g)  # GW36-AMB-119: cut at once, opened only at the start of a calendar turn
    china.check_china(g)
    yield from spain.check_spain(g)
    spain.check_abyssinia(g)
    france.check_vichy(g)
    yield from alignment.settle(g)


@rule("2.1", "3.1", "3.5", "11.7")
def end_calendar_turn(g: War) -> None:
    """The calendar advances; the game may be over."""
    victory.check_end(g)
    g.turn += 1
    g.slot = 0


conquest.after_conquest.append(check_events)
