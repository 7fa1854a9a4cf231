"""7.4: repair of facilities, railways and canals for IPP, of ships in free slots of yards; 15.5: ship repair for dice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import Any

from grognard.kernel.cache import derived
from grognard.kernel.dice import D6
from grognard.kernel.flow import Option
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.kinds import FACILITY_IDS, FACILITY_KIND, IS_NAVAL
from grognard.titles.gw36.rules.facilities import free, repair_slots, sites_in, use_slots
from grognard.titles.gw36.rules.nations import is_friendly
from grognard.titles.gw36.rules.spain import may_use_spanish_ports
from grognard.titles.gw36.rules.treasury import Desk, can_pay, cash_of, minds, pay
from grognard.titles.gw36.state import Site, Unit, War, Zone

VERBS = ("repair", "mend", "clear", "dock")


@rule("7.4", "15.5", "15.10")
def spendings(g: War, desk: Desk) -> Iterator[Option]:
    """Repairs a desk can order now."""
    cash = cash_of(g, desk)
    if cash:
        sites = g.sites
        for s in damaged(g):
            if may_repair(g, desk, s) is None:
                for points in {1, min(sites.damage[s], cash)}:
                    yield Option("repair", sites[s], points)
        for border, damage in g.rail_damage.items():
            if damage and may_mend(g, desk, border) is None:
                a, b = g.board.ends[border]
                yield Option("mend", g.zones[a], g.zones[b], min(damage, cash))
        for index, damage in g.canal_damage.items():
            if damage and may_clear(g, desk, index) is None and not canal_sites(g, index):
                yield Option("clear", geography(g).passages[index].word, min(damage, cash))
    yield from _dockings(g, desk)


@derived("sites.damage")
def damaged(g: War) -> tuple[int, ...]:
    """The facilities with damage."""
    return tuple(compress(range(len(g.sites)), g.sites.damage))


@derived("units.hits")
def wounded(g: War) -> tuple[int, ...]:
    """The units with hits, sunk ones included."""
    return tuple(compress(range(len(g.units)), g.units.hits))


@rule("7.4")
def may_repair(g: War, desk: Desk, s: int) -> No | None:
    """Why a desk cannot repair a facility; the price is 1 IPP a point (GW36-AMB-05)."""
    site = g.sites[s]
    if site.at < 0 or g.zones.owner[site.at] != desk.nation or not minds(g, desk, site.at):
        return No("7.4", "it is not your facility")
    return can_pay(g, desk, 1) if site.damage else No("7.4", "it is not damaged")


@rule("12.10", "7.4")
def may_mend(g: War, desk: Desk, border: int) -> No | None:
    """Why a desk cannot mend a railway: one end must be its own."""
    ends = g.board.ends[border]
    if not any(g.zones.owner[z] == desk.nation and minds(g, desk, z) for z in ends):
        return No("7.4", "neither end of the railway is yours")
    return can_pay(g, desk, 1) if g.rail_damage.get(border) else No("7.4", "the railway is not damaged")


@rule("15.10", "7.4")
def may_clear(g: War, desk: Desk, passage: int) -> No | None:
    """Why a desk cannot repair a canal."""
    if not any(g.zones.owner[z] == desk.nation for z in geography(g).passages[passage].holders):
        return No("7.4", "the canal is not yours")
    return can_pay(g, desk, 1) if g.canal_damage.get(passage) else No("7.4", "the canal is not damaged")


def canal_sites(g: War, passage: int) -> list[Site]:
    """The facility that stands for a canal, where the set-up has one."""
    holders = geography(g).passages[passage].holders
    return [s for s in g.sites if s.at in holders and FACILITY_KIND[s.kind] == "canal"]


# --- ships -------------------------------------------------------------------------------------------------------------


@rule("7.4", "12.6", "13.1")
def may_use_yard(g: War, nation: int, zone: int) -> bool:
    """Yards of the nation and of those Aligned with it; the winner's patron uses those of Spain."""
    if is_friendly(g, zone, nation):
        return True
    return may_use_spanish_ports(g, nation, g.zones.owner[zone])


@rule("7.4", "15.5")
def may_dock(g: War, desk: Desk, u: int, zone: int) -> No | None:
    """Why a hit on a ship cannot be repaired at the yards of a zone."""
    unit = g.units[u]
    if unit.nation != desk.nation or unit.at < 0 or not IS_NAVAL[unit.kind] or not minds(g, desk, unit.at):
        return No("7.4", "it is not your ship")
    if unit.hits - g.docked.get(u, 0) % 8 <= 0:
        return No("7.4", "it has no damage left to repair")
    if zone not in geography(g).coast[unit.at] or not may_use_yard(g, desk.nation, zone):
        return No("7.4", "the ship is not at a friendly Shipyard or Dockyard there")
    if not _berths(g, desk.nation, zone):
        return No("7.4", "no slot is free")
    return can_pay(g, desk, 6) if g.options.capital_damage else None  # GW36-AMB-107


def _berths(g: War, nation: int, zone: int) -> list[int]:
    """Yards of a zone with a free slot; with 15.5 a Major one always has."""
    found = []
    for s in sites_in(g, zone):
        slots = repair_slots(g, s, nation)
        if g.options.capital_damage and slots:
            slots = 1 if slots == 1 else 99
        if free(g, s, slots):
            found.append(s)
    return found


def _dockings(g: War, desk: Desk) -> Iterator[Option]:
    units = g.units
    geo = geography(g)
    for u in wounded(g):
        if units.at[u] >= 0 and units.nation[u] == desk.nation and IS_NAVAL[units.kind[u]]:
            for zone in geo.coast[units.at[u]]:
                if may_dock(g, desk, u, zone) is None:
                    yield Option("dock", units[u], g.zones[zone])


@rule("7.4")
def finish_ship_repairs(g: War) -> None:
    """Repairs are finished in the Place Units Phase."""
    for u, mark in g.docked.items():
        unit = g.units[u]
        if unit.at >= 0:
            unit.hits = max(0, unit.hits - mark % 8)
            most = g.values.hits[unit.kind]
            g.say("{} is repaired to {} of {} hits", unit, most - unit.hits, most, rule="7.4")
    g.docked = {}


# --- carrying out ------------------------------------------------------------------------------------------------------


def why_not(g: War, desk: Desk, option: Option) -> No | None:
    args: tuple[Any, ...] = option.args
    if option.verb == "repair" and args and isinstance(args[0], Site):
        return may_repair(g, desk, args[0].index)
    if option.verb == "mend" and len(args) >= 2 and isinstance(args[0], Zone) and isinstance(args[1], Zone):
        border = g.board.border(args[0].index, args[1].index)
        return No("12.10", "no railway runs there") if border is None else may_mend(g, desk, border)
    if option.verb == "dock" and len(args) == 2 and isinstance(args[0], Unit) and isinstance(args[1], Zone):
        return may_dock(g, desk, args[0].index, args[1].index)
    return None


@rule("7.4")
def carry_out(g: War, desk: Desk, choice: Option) -> None:
    """Pay for a repair; facilities are whole at once, ships in the Place Units Phase."""
    args: tuple[Any, ...] = choice.args
    if choice.verb == "repair":
        site, points = args
        pay(g, desk, points)
        site.damage -= points
        for index, passage in enumerate(geography(g).passages):
            if FACILITY_KIND[site.kind] == "canal" and site.at in passage.holders:
                g.canal_damage[index] = site.damage
                g.news += 1
        g.say("{} repairs {} points of the {}", g.nations[desk.nation], points, site, rule="7.4")
    elif choice.verb == "mend":
        a, b, points = args
        border = g.board.border(a.index, b.index)
        assert border is not None
        pay(g, desk, points)
        g.rail_damage[border] -= points
        if not g.rail_damage[border]:
            del g.rail_damage[border]
        g.say("{} mends the railway between {} and {}", g.nations[desk.nation], a, b, rule="12.10")
    elif choice.verb == "clear":
        name, points = args
        index = next(n for n, passage in enumerate(geography(g).passages) if passage.word == name)
        pay(g, desk, points)
        g.canal_damage[index] -= points
        g.news += 1
    else:
        dock(g, desk, *args)


@rule("7.4", "15.5")
def dock(g: War, desk: Desk, ship: Unit, zone: Zone) -> None:
    """One hit of a ship is repaired in this turn: it stays where it is."""
    s = _berths(g, desk.nation, zone.index)[0]
    if g.options.capital_damage:
        price = g.roll(D6, f"repair of {ship.label}", "15.5")
        pay(g, desk, price)
    use_slots(g, s, 1)
    g.docked[ship.index] = s * 8 + g.docked.get(ship.index, 0) % 8 + 1
    ship.spent = 1
    g.say("{} is repaired in {} ({})", ship, zone, g.facts.facilities[FACILITY_IDS[g.sites.kind[s]]].name, rule="7.4")
