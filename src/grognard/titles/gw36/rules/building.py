"""Facilities and factories (7.3, 12.3 to 12.10): what may be built where, what the ground costs more, building and upgrading.

The menu of the Production Phase is production.py; placing what is finished is placement.py, what facilities do facilities.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from grognard.kernel.acts import menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import (
    FACILITY,
    FACILITY_IDS,
    FACILITY_KIND,
)
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.chart import BUILDING, UPGRADE
from grognard.titles.gw36.rules.facilities import (
    action_lack,
    borders,
    ground_cost,
    is_upgradable,
    may_border,
    may_stand,
    may_upgrade,
    rail_ground,
    sited_like,
    sites_by_zone,
)
from grognard.titles.gw36.rules.nations import home_mask, zones_of
from grognard.titles.gw36.rules.supply import home_factories, supplied
from grognard.titles.gw36.rules.treasury import Desk, can_pay, cash_of, desk_of, first, minds, pay, seat_at
from grognard.titles.gw36.state import War, Zone
from grognard.titles.gw36.subjects import Border, Grounds, Spending

BACK = word("back", "7.3", "Back")

NO_GROUND = 1 << 20


def may_found(g: War, spending: Spending, name: str, rush: bool = False) -> No | None:
    """Why a desk cannot begin a facility."""
    if name not in FACILITY:
        return No("7.1", "there is no such facility")
    return may_build(g, desk_of(spending), FACILITY[name], rush=rush)


@rule("7.1", "7.3", "12.3")
def may_build(g: War, desk: Desk, kind: int, *, rush: bool = False) -> No | None:
    """Why a desk cannot begin a facility of a kind anywhere."""
    nation = desk.nation
    lack = first(chart.on_sheet(g, nation, FACILITY_IDS[kind]), action_lack(g, nation, "build_facilities"))
    if lack is None and rush:
        lack = chart.may_rush(g, nation, BUILDING, kind)
    if lack is None:
        lack = can_pay(g, desk, chart.payments(g, nation, BUILDING, kind, rush=int(rush))[0])
    if lack is not None:
        return lack
    if building_grounds(g, desk, kind, rush=rush):
        return None
    refusals = [may_stand(g, nation, kind, z) for z in zones_of(g, nation)]
    return next((r for r in refusals if r is not None), No("7.3", "there is no place for it"))


def building_grounds(g: War, desk: Desk, kind: int, *, rush: bool = False) -> list[int]:
    """The zones where a desk can begin and pay a facility of a kind."""
    nation = desk.nation
    cash, plain = cash_of(g, desk), chart.payments(g, nation, BUILDING, kind, rush=int(rush))[0]
    return [z for z in building_zones(g, nation, kind) if minds(g, desk, z) and plain + ground_cost(g, z) <= cash]


@rule("7.3")
def why_not_there(g: War, desk: Desk, kind: int, zone: int, rush: bool) -> No | None:
    """Why a desk does not begin a facility in a zone: where it may stand, whose it is, what it costs there."""
    no = may_stand(g, desk.nation, kind, zone)
    if no is not None or zone in building_grounds(g, desk, kind, rush=rush):
        return no
    if zone not in building_zones(g, desk.nation, kind):
        name = g.facts.facilities[FACILITY_IDS[kind]].name
        return No("7.3", f"a {name} cannot be built in {g.zones[zone].label}: not home, without value or supply, or not its land")
    if not minds(g, desk, zone):
        return No("2.3", "the other player of the divided USA builds there")
    return No("7.3", f"it costs more than there is in hand in {g.zones[zone].label}")


def building_zones(g: War, nation: int, kind: int) -> Iterator[int]:
    """Zones where a nation may build a facility of a kind, at any price."""
    row, home = g.facts.facilities[FACILITY_IDS[kind]], home_mask(g)[nation]
    zones = zones_of(g, nation)
    if row.placement == "home":
        zones = [z for z in zones if z in home]
    if row.placement == "valued_supplied":
        value, reach = g.board.ints("ipp"), supplied(g, nation, True)
        zones = [z for z in zones if value[z] and z in reach]
    if FACILITY_KIND[kind] == "rail":
        ground = rail_ground(g, kind)
        zones = [z for z in zones if ground[z]]
    return (z for z in zones if may_stand(g, nation, kind, z) is None)


def foundations(g: War, spending: Spending) -> list[str]:
    """Facilities a desk can begin somewhere now."""
    desk = desk_of(spending)
    if action_lack(g, desk.nation, "build_facilities") is not None:
        return []
    cash = cash_of(g, desk)
    shelf = [row for row in chart.building_shelf(g, desk.nation) if row[1] <= cash]
    return [FACILITY_IDS[kind] for kind, price, _ in shelf if price + ground_surcharge(g, desk, kind) <= cash]


def improvements(g: War, spending: Spending) -> list[int]:
    """Facilities a desk can upgrade now."""
    desk = desk_of(spending)
    cash, nation, kinds = cash_of(g, desk), desk.nation, g.sites.kind
    if action_lack(g, nation, "build_facilities") is not None:
        return []
    prices = {kind: price for kind, price in chart.upgrade_prices(g, nation).items() if price <= cash}
    if not prices:
        return []
    ordered = {o.subject for o in chart.chart(g, nation) if o.what == UPGRADE}
    return [s for s in improvable(g, *desk) if kinds[s] in prices and s not in ordered]


def ground_surcharge(g: War, desk: Desk, kind: int) -> int:
    """What the cheapest ground of a desk adds to the first payment of a facility; beyond all means where it stands nowhere."""
    if g.facts.facilities[FACILITY_IDS[kind]].placement == "valued_supplied":
        value, sources = g.board.ints("ipp"), home_factories(g, desk.nation, major=True)
        if not sources:
            return NO_GROUND
        at_source = _least_surcharge(g, desk, [z for z in sources if value[z]])  # supply paths begin there: few need following
        return at_source and _least_surcharge(g, desk, building_zones(g, desk.nation, kind))
    if FACILITY_KIND[kind] in ("fort", "rail"):
        return _border_surcharge(g, *desk, kind)
    return _plain_surcharges(g, *desk)[sited_like(g)[kind]]


@derived("news", "zones.owner", "zones.fallen", "rail_built", "sites.at", "sites.kind", "sites.built", "sites.border")
def _border_surcharge(g: War, nation: int, half: int, kind: int) -> int:
    return _least_surcharge(g, Desk(nation, half), building_zones(g, nation, kind))


@derived("news", "zones.owner", "rail_damage", "rail_built", "sites.at", "sites.kind", "sites.built")
def _plain_surcharges(g: War, nation: int, half: int) -> dict[int, int]:
    """Of facilities without a border that need no supply, by the first kind that stands in just the same zones."""
    rows = g.facts.facilities
    plain = [kind for kind in set(sited_like(g)) if rows[FACILITY_IDS[kind]].placement in ("any", "home", "railed")]
    return {kind: _least_surcharge(g, Desk(nation, half), building_zones(g, nation, kind)) for kind in plain}


def _least_surcharge(g: War, desk: Desk, zones: Iterable[int]) -> int:
    """The least surcharge of some zones: none is asked beyond the first on ordinary ground."""
    least = NO_GROUND
    for z in zones:
        if minds(g, desk, z):
            least = min(least, ground_cost(g, z))
            if not least:
                break
    return least


@derived("zones.owner", "sites.at", "sites.kind", "sites.built", "sites.level")
def improvable(g: War, nation: int, half: int) -> tuple[int, ...]:
    """Facilities of a desk that could be upgraded: `may_improve` but for the sheet, money and earlier orders."""
    desk, sites, owner = Desk(nation, half), sites_by_zone(g), g.zones.owner
    rows, kinds = g.facts.facilities, g.sites.kind
    mine = [s for z in sorted(sites) if owner[z] == nation and minds(g, desk, z) for s in sites[z]]
    return tuple([s for s in mine if rows[FACILITY_IDS[kinds[s]]].upgrade_to and is_upgradable(g, nation, s) is None])


@rule("7.3", "12.3", "12.7", "12.9", "12.10")
def build(g: War, desk: Desk, kind: int, *, rush: bool = False) -> Flow[None]:
    """Begin a facility: choose its zone and border, pay the first stage"""
    nation = desk.nation
    name = g.facts.facilities[FACILITY_IDS[kind]].name
    grounds = one_of(
        "at",
        "7.3",
        "In {0}",
        Zone,
        lambda: building_grounds(g, desk, kind, rush=rush),
        "it cannot stand there",
        why=lambda g, z: why_not_there(g, desk, kind, z, rush),
    )
    choice, zone = yield from menu(g, seat_at(g, desk), f"Build a {name} in", Grounds(nation, kind), grounds, BACK)
    if choice.verb == "back":
        return
    toward = NOWHERE
    if FACILITY_KIND[kind] in ("fort", "rail"):
        sides = [b for b in borders(g, kind, zone) if may_border(g, nation, kind, zone, b) is None]
        if sides != [NOWHERE]:
            section = g.facts.facilities[FACILITY_IDS[kind]].section
            why = partial(_no_border, nation=nation, kind=kind, zone=zone)
            side = one_of("toward", section, "Towards {0}", Zone, sides, "no border of it", why=why)
            _, toward = yield from menu(g, seat_at(g, desk), f"Build the {name} towards", Border(zone, kind), side)
    due = chart.payments(g, nation, BUILDING, kind, zone, int(rush))
    pay(g, desk, due[0])
    site = g.sites.add(kind=kind, at=zone, border=toward, built=0, paid=1, nation=nation)
    chart.enter(
        g, desk, BUILDING, kind, at=zone, subject=site.index, paid=1, stages=len(due), rush=int(rush), ready=int(len(due) == 1)
    )
    g.say("{} begins a {} in {}", g.nations[nation], name, g.zones[zone], rule="7.3")


def _no_border(g: War, toward: int, nation: int, kind: int, zone: int) -> No | None:
    return may_border(g, nation, kind, zone, toward)


@rule("7.3", "7.8")
def may_improve(g: War, desk: Desk, s: int) -> No | None:
    """Why a desk cannot upgrade a facility now."""
    lack = may_upgrade(g, desk.nation, s)
    if lack is not None:
        return lack
    if not minds(g, desk, g.sites.at[s]):
        return No("2.3", "the other player of the divided USA builds there")
    kind = g.sites.kind[s]
    return first(
        chart.on_sheet(g, desk.nation, g.facts.facilities[FACILITY_IDS[kind]].upgrade_to),
        action_lack(g, desk.nation, "build_facilities"),
        can_pay(g, desk, chart.payments(g, desk.nation, UPGRADE, kind)[0]),
    )


@rule("7.3")
def improve(g: War, spending: Spending, s: int) -> None:
    """Pay for the upgrade of a facility; it comes in the Place Units Phase."""
    desk, site = desk_of(spending), g.sites[s]
    pay(g, desk, chart.payments(g, desk.nation, UPGRADE, site.kind)[0])
    chart.enter(g, desk, UPGRADE, site.kind, at=site.at, subject=site.index, paid=1, stages=1, ready=1)
    g.say("{} upgrades the {}", g.nations[desk.nation], site, rule="7.3")
