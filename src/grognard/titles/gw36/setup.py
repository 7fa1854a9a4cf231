"""Chapter 2: putting a scenario on the board from scenarios/*.toml, the printed facilities and the forces of minors (2.1-2.5)."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.facts import Setup
from grognard.titles.gw36.kinds import CARRIERS, FACILITY, IS_AIR, KIND, TECHNOLOGY
from grognard.titles.gw36.powers import ABSENT, ABSORBED, ALLIANCES, CHINESE, NATION, NATIONS, PLAYED, researched
from grognard.titles.gw36.rules.chart import CAPITAL, UNIT, enter
from grognard.titles.gw36.rules.nations import make_war, power_of, zone_income
from grognard.titles.gw36.rules.places import yards
from grognard.titles.gw36.rules.treasury import Desk, split_purse
from grognard.titles.gw36.state import CIVIL_WAR, NATIONALIST, SIGNED, War


@rule("2.1", "2.5")
def set_up(g: War) -> None:
    """Zones, nations, wars, units and facilities of the scenario."""
    setup = g.facts.scenarios[g.scenario]
    g.zones.fill(g.board.size)
    g.nations.fill(len(NATIONS))
    g.last = setup.turns + int(bool(g.options.extra_turn))  # GW36-AMB-01
    _possession(g, setup)
    _nations(g, setup)
    _facilities(g, setup)
    _units(g, setup)
    _events(g, setup)
    g.news += 1
    set_up_chart(g)
    split_purse(g)


def _possession(g: War, setup: Setup) -> None:
    for zone, name in enumerate(g.board.column(f"owner_{g.scenario}")):
        g.zones[zone].owner = NATION.get(name, NOWHERE)
    for name, zones in setup.owners.items():
        for word in zones:
            g.zones[g.board.space(word)].owner = NATION[name]


def _nations(g: War, setup: Setup) -> None:
    for name, sheet in g.facts.nations.items():
        row = g.nations[NATION[name]]
        row.alliance = ALLIANCES.index(sheet.alliance)
        row.capital = g.board.space(sheet.capital) if sheet.capital else NOWHERE
        if sheet.controller:
            row.controller = NATION[sheet.controller]
    for minor in g.facts.minors.values():
        row = g.nations[NATION[minor.id]]
        row.capital = g.board.space(minor.capital) if minor.capital else NOWHERE
        start = (minor.start_1936 if g.scenario == "1936" else minor.start_1939).split()
        if start[0] == "absent":
            row.status = ABSENT
        elif start[0] in ("aligned", "annexed", "conquered"):
            row.status = ABSORBED
            row.master = NATION[start[1]]
        elif start[0] == "controlled":
            _control(g, NATION[minor.id], NATION[start[1]])
    for minor_name, lord in setup.controlled:
        if NATION[minor_name] >= PLAYED:
            _control(g, NATION[minor_name], NATION[lord])
    for minor_name, lord in setup.aligned:
        row = g.nations[NATION[minor_name]]
        row.status, row.master = ABSORBED, NATION[lord]
    for name in setup.absent:
        g.nations[NATION[name]].status = ABSENT
    if not setup.absent:
        g.nations[NATION["free_france"]].status = ABSENT
    g.news += 1
    worth = zone_income(g)
    for name, sheet_start in setup.nations.items():
        row = g.nations[NATION[name]]
        row.cash, row.income = sheet_start.cash, sheet_start.income
        row.earned = sheet_start.cash
    for name in g.facts.nations:
        row = g.nations[NATION[name]]
        row.wartime = worth[NATION[name]]
    for known in g.facts.technology_start:
        if known.scenario == g.scenario:
            g.tech[researched(power_of(NATION[known.nation]), TECHNOLOGY[known.technology])] = known.stages


def _control(g: War, minor: int, lord: int) -> None:
    row = g.nations[minor]
    row.controller = lord
    row.alliance = g.nations[lord].alliance


@rule("1.4")
def _facilities(g: War, setup: Setup) -> None:
    """Printed facilities and those the scenario adds."""
    for zone, names in enumerate(g.board.column("facilities")):
        for name in names.split():
            if name in FACILITY:
                g.sites.add(kind=FACILITY[name], at=zone, since=-1)
    for place in setup.facilities:
        border = NOWHERE if place.border in ("", "all") else g.board.space(place.border)
        g.sites.add(kind=FACILITY[place.facility], at=g.board.space(place.zone), border=border, since=-1)
    if g.options.bomb_canals:  # 15.10: a canal that can be bombed is a facility of the zone that rules it
        for passage in g.board.geo.passages:
            if passage.kind in ("canal", "river_canal"):
                g.sites.add(kind=FACILITY["canal"], at=passage.holders[0], since=-1)


def _units(g: War, setup: Setup) -> None:
    for name, zones in setup.units.items():
        for zone, stack in zones.items():
            for unit, count in stack.items():
                for _ in range(count):
                    place(g, unit, NATION[name], g.board.space(zone))
    for force in g.facts.minor_forces:
        minor = NATION[force.minor]
        status = g.nations.status[minor]
        if status == ABSENT or (status == ABSORBED and g.nations[minor].master < 0):
            continue
        if force.minor in setup.units or status == ABSORBED:
            continue
        home = g.board.space(force.zone)
        if force.unit in FACILITY:
            border = NOWHERE if force.border in ("", "all") else g.board.space(force.border)
            g.sites.add(kind=FACILITY[force.unit], at=home, border=border, since=-1)
            continue
        for _ in range(force.count):
            place(g, force.unit, minor, home)
    _decks(g)


@rule("2.5", "12.2", "15.9")
def place(g: War, unit: str, nation: int, zone: int) -> None:
    """One unit of the set-up; without mountain rules Mountain Infantry is Infantry."""
    if unit == "mountain_infantry" and not g.options.mountains:
        unit = "infantry"
    g.raise_unit(KIND[unit], nation, zone, old=int(unit == "fighter" and bool(g.options.early_fighters)))


def _decks(g: War) -> None:
    """Aircraft set up at sea stand on the carriers there."""
    units = g.units
    for u, at in enumerate(units.at):
        if at >= 0 and g.board.kind[at] == "sea" and IS_AIR[units.kind[u]]:
            for c in g.units.stacks[at]:
                if units.kind[c] in CARRIERS and units.nation[c] == units.nation[u]:
                    aboard = sum([1 for x in g.units.stacks[at] if units.carrier[x] == c])
                    if aboard < g.values.capacity[units.kind[c]]:
                        g.units[u].carrier = c
                        break


def _events(g: War, setup: Setup) -> None:
    for a, b in setup.wars:
        make_war(g, NATION[a], NATION[b])
        if g.scenario != "1936":
            g.nations[NATION[a]].declared = 1  # the first of a pair began the war; 13.2: the wars of 1936 trigger nothing
    for a, b in setup.truces:
        assert {NATION[a], NATION[b]} <= CHINESE
        g.truce = 1
    g.pact = SIGNED if "molotov_ribbentrop" in setup.pacts else g.pact
    if "spanish_civil_war" in setup.events:
        g.spain = CIVIL_WAR
    elif g.scenario == "1939":
        g.spain = NATIONALIST
    g.abyssinia = int("abyssinia" in setup.events)


@rule("2.5", "7.3", "15.8")
def set_up_chart(g: War) -> None:
    """Ships that the scenario finds on the stocks, with the payments already made."""
    for row in g.facts.scenarios[g.scenario].production:
        nation, kind = NATION[row.nation], KIND[row.item]
        stages = len(g.facts.units[row.item].payments)
        at = NOWHERE
        if kind in CAPITAL and g.options.ships_under_construction:
            at = next(iter(yards(g, Desk(nation), kind)), NOWHERE)
        enter(g, Desk(nation), UNIT, kind, paid=row.paid, stages=stages, turn=-1, at=at)
