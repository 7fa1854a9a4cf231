"""7.4: repair of facilities, railways and canals for IPP, of ships in free slots of yards; 15.5: ship repair for dice."""

from __future__ import annotations

from itertools import compress
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.cache import derived
from grognard.kernel.dice import D6
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import FACILITY_IDS, FACILITY_KIND, IS_NAVAL
from grognard.titles.gw36.rules.facilities import free, repair_slots, sites_in, use_slots
from grognard.titles.gw36.rules.nations import is_friendly
from grognard.titles.gw36.rules.spain import may_use_spanish_ports
from grognard.titles.gw36.rules.treasury import Desk, can_pay, cash_of, desk_of, first, minds, pay
from grognard.titles.gw36.state import Site, Unit, War, Zone
from grognard.titles.gw36.subjects import Spending

DOCKED = 8  # g.docked: a yard and, below this, hits under repair


def repairs(g: War, spending: Spending) -> list[tuple[int, int]]:
    """Facilities a desk can repair now, by one point or as far as the money goes."""
    desk, found = desk_of(spending), []
    cash = cash_of(g, desk)
    for s in damaged(g) if cash else ():
        if may_repair(g, desk, s) is None:
            found += [(s, points) for points in {1, min(g.sites.damage[s], cash)}]
    return found


def railways(g: War, spending: Spending) -> list[tuple[int, int, int]]:
    """Railways a desk can mend now."""
    desk = desk_of(spending)
    cash = cash_of(g, desk)
    broken = [(border, damage) for border, damage in g.rail_damage.items() if damage] if cash else []
    return [(*g.board.ends[border], min(damage, cash)) for border, damage in broken if may_mend(g, desk, border) is None]


def canals(g: War, spending: Spending) -> list[tuple[str, int]]:
    """Canals a desk can repair now that no facility stands for."""
    desk = desk_of(spending)
    cash, passages = cash_of(g, desk), g.board.geo.passages
    blocked = [(index, damage) for index, damage in g.canal_damage.items() if damage] if cash else []
    return [
        (passages[index].word, min(damage, cash))
        for index, damage in blocked
        if may_clear(g, desk, index) is None and not canal_sites(g, index)
    ]


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
    if not any(g.zones.owner[z] == desk.nation for z in g.board.geo.passages[passage].holders):
        return No("7.4", "the canal is not yours")
    return can_pay(g, desk, 1) if g.canal_damage.get(passage) else No("7.4", "the canal is not damaged")


def canal_sites(g: War, passage: int) -> list[Site]:
    """The facility that stands for a canal, where the set-up has one."""
    holders = g.board.geo.passages[passage].holders
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
    if unit.hits - g.docked.get(u, 0) % DOCKED <= 0:
        return No("7.4", "it has no damage left to repair")
    if zone not in g.board.geo.coast[unit.at] or not may_use_yard(g, desk.nation, zone):
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


def dockings(g: War, spending: Spending) -> list[tuple[int, int]]:
    """Ships of a desk with a yard that can repair a hit."""
    units, geo, desk = g.units, g.board.geo, desk_of(spending)
    return [
        (u, zone)
        for u in wounded(g)
        if units.at[u] >= 0 and units.nation[u] == desk.nation and IS_NAVAL[units.kind[u]]
        for zone in geo.coast[units.at[u]]
        if may_dock(g, desk, u, zone) is None
    ]


@rule("7.4")
def finish_ship_repairs(g: War) -> None:
    """Repairs are finished in the Place Units Phase."""
    for u, mark in g.docked.items():
        unit = g.units[u]
        if unit.at >= 0:
            unit.hits = max(0, unit.hits - mark % DOCKED)
            most = g.values.hits[unit.kind]
            g.say("{} is repaired to {} of {} hits", unit, most - unit.hits, most, rule="7.4")
    g.docked = {}


# --- carrying out ------------------------------------------------------------------------------------------------------


def may_repair_by(g: War, spending: Spending, repair: tuple[int, int]) -> No | None:
    """Why a facility is not repaired by so many points."""
    s, points = repair
    desk = desk_of(spending)
    return first(may_repair(g, desk, s), can_pay(g, desk, points), _beyond(points, g.sites.damage[s]))


def _beyond(points: int, damage: int) -> No | None:
    return None if 0 < points <= damage else No("7.4", f"{damage} points of damage are to be repaired")


def may_mend_by(g: War, spending: Spending, mending: tuple[int, int, int]) -> No | None:
    """Why a railway is not mended by so many points."""
    a, b, points = mending
    border, desk = g.board.border(a, b), desk_of(spending)
    if border is None:
        return No("12.10", "no railway runs there")
    return first(may_mend(g, desk, border), can_pay(g, desk, points), _beyond(points, g.rail_damage.get(border, 0)))


def may_clear_by(g: War, spending: Spending, clearing: tuple[str, int]) -> No | None:
    """Why a canal is not repaired by so many points."""
    word, points = clearing
    desk = desk_of(spending)
    index = next((n for n, passage in enumerate(g.board.geo.passages) if passage.word == word), -1)
    if index < 0 or canal_sites(g, index):
        return No("7.4", "that is no canal without a facility of its own")
    return first(may_clear(g, desk, index), can_pay(g, desk, points), _beyond(points, g.canal_damage.get(index, 0)))


@rule("7.4")
def repair(g: War, spending: Spending, repairing: tuple[int, int]) -> None:
    """Pay for points of a facility, which is better at once."""
    s, points = repairing
    site, desk = g.sites[s], desk_of(spending)
    pay(g, desk, points)
    site.damage -= points
    for index, passage in enumerate(g.board.geo.passages):
        if FACILITY_KIND[site.kind] == "canal" and site.at in passage.holders:
            g.canal_damage[index] = site.damage
            g.news += 1
    g.say("{} repairs {} points of the {}", g.nations[desk.nation], points, site, rule="7.4")


@rule("7.4", "12.10")
def mend(g: War, spending: Spending, mending: tuple[int, int, int]) -> None:
    """Pay for points of a railway."""
    a, b, points = mending
    border, desk = g.board.border(a, b), desk_of(spending)
    assert border is not None
    pay(g, desk, points)
    g.rail_damage[border] -= points
    if not g.rail_damage[border]:
        del g.rail_damage[border]
    g.say("{} mends the railway between {} and {}", g.nations[desk.nation], g.zones[a], g.zones[b], rule="12.10")


@rule("7.4", "15.10")
def clear(g: War, spending: Spending, clearing: tuple[str, int]) -> None:
    """Pay for points of a canal."""
    word, points = clearing
    index = next(n for n, passage in enumerate(g.board.geo.passages) if passage.word == word)
    pay(g, desk_of(spending), points)
    g.canal_damage[index] -= points
    g.news += 1


@rule("7.4", "15.5")
def dock(g: War, desk: Desk, ship: Unit, zone: Zone) -> None:
    """One hit of a ship is repaired in this turn: it stays where it is."""
    s = _berths(g, desk.nation, zone.index)[0]
    if g.options.capital_damage:
        price = g.roll(D6, f"repair of {ship.label}", "15.5")
        pay(g, desk, price)
    use_slots(g, s, 1)
    g.docked[ship.index] = s * DOCKED + g.docked.get(ship.index, 0) % DOCKED + 1
    ship.spent = 1
    g.say("{} is repaired in {} ({})", ship, zone, g.facts.facilities[FACILITY_IDS[g.sites.kind[s]]].name, rule="7.4")


REPAIRS: tuple[Act[War, Spending, Any], ...] = (
    Act[War, Spending, tuple[int, int]](
        "repair", "7.4", "Repair the {0} by {1}", takes=(Site, int), listed=repairs, may=may_repair_by, do=repair
    ),
    Act[War, Spending, tuple[int, int, int]](
        "mend",
        "12.10",
        "Repair the railway from {0} to {1} by {2}",
        takes=(Zone, Zone, int),
        listed=railways,
        may=may_mend_by,
        do=mend,
    ),
    Act[War, Spending, tuple[str, int]](
        "clear", "15.10", "Clear {0} {1}", takes=(str, int), listed=canals, may=may_clear_by, do=clear
    ),
    Act[War, Spending, tuple[int, int]](
        "dock",
        "7.4",
        "Dock the {0} in {1}",
        takes=(Unit, Zone),
        listed=dockings,
        may=lambda g, spending, at: may_dock(g, desk_of(spending), *at),
        do=lambda g, spending, at: dock(g, desk_of(spending), g.units[at[0]], g.zones[at[1]]),
    ),
)
