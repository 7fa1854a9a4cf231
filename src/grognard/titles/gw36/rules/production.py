"""Chapter 7: the Production Phase. Purchases, construction, advances on the chart; the other spendings are called from here.

What may be bought and what it costs is chart.py; repair.py, technology.py, upgrades.py and lend_lease.py keep 7.4, 7.6-7.8,
11.2 and 7.9. Peacetime increases (7.5) are income_increases.py, influence (tables 4-4, 4-5) is alignment.py.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any

from grognard.kernel.acts import Act, Menu, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import (
    FACILITY,
    FACILITY_IDS,
    FACILITY_KIND,
    FACILITY_NAMES,
    IS_AIR,
    IS_LAND,
    KIND,
    NO_VALUE,
    UNIT_IDS,
    UNIT_NAMES,
)
from grognard.titles.gw36.rules import alignment, chart, lend_lease, placement, repair, technology, upgrades
from grognard.titles.gw36.rules.chart import BUILDING, CAPITAL, UNIT, UPGRADE
from grognard.titles.gw36.rules.facilities import (
    IMPROVED_CONSTRUCTION,
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
from grognard.titles.gw36.rules.nations import PLAYED, at_war_with_major, home_mask, zones_of
from grognard.titles.gw36.rules.placement import may_begin, yards
from grognard.titles.gw36.rules.supply import home_factories, supplied
from grognard.titles.gw36.rules.treasury import EAST, WHOLE, Desk, can_pay, cash_of, desk_of, first, minds, pay, seat_at
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import GERMANY, NATION, NATIONS, USA, USSR, Nation, Order, Site, War, Zone
from grognard.titles.gw36.subjects import Grounds, Spending

INFLUENCE = {USA: (1, 2, 3), GERMANY: (2,)}  # what an attempt to Align a minor costs (tables 4-4, 4-5)
COUNTS = (1, 2, 3, 4, 5, 6, 8, 10)  # how many of a kind are offered at once
LOTS = [tuple((name, n) for n in COUNTS) for name in UNIT_IDS]
NO_GROUND = 1 << 20


@rule("7.0", "6.2")
def production_phase(g: War) -> Flow[None]:
    """A nation of the turn spends its IPP"""
    return produce(g, Desk.numbered(g.desk))


@rule("7.0")
def produce(g: War, desk: Desk) -> Flow[None]:
    """Spend IPP in any order until done"""
    while True:
        prompt = f"{g.nations[desk.nation].label} produces: {cash_of(g, desk)} IPP"
        choice, _ = yield from menu(g, seat_at(g, desk), prompt, Spending(*desk), *SPENDINGS, rule="7.0", rests=True)
        if choice.verb == "done":
            return


def spending_menu(g: War, desk: Desk) -> Menu[War, Spending]:
    """Everything a desk can do in its Production Phase."""
    return Menu(g, Spending(*desk), SPENDINGS)


def gifts(g: War, spending: Spending) -> list[int]:
    """Sums that a half of the USA can hand to the other."""
    cash = cash_of(g, desk_of(spending)) if spending.half != WHOLE else 0
    return [n for n in COUNTS if n <= cash]


@rule("2.3")
def may_give(g: War, spending: Spending, amount: int) -> No | None:
    """Why a desk hands no money over."""
    return can_pay(g, desk_of(spending), amount) if spending.half else No("2.3", "only the halves of a split USA exchange money")


def may_deny(g: War, spending: Spending, _: None) -> No | None:
    """Why the Arctic bonus is not denied now."""
    no = may_rule_arctic(g, desk_of(spending))
    return No("9.11", "it is denied") if no is None and g.nations[USSR].arctic_denied else no


def may_allow(g: War, spending: Spending, _: None) -> No | None:
    """Why the Arctic bonus is not allowed now."""
    no = may_rule_arctic(g, desk_of(spending))
    return No("9.11", "it is not denied") if no is None and not g.nations[USSR].arctic_denied else no


@rule("9.11")
def rule_arctic(g: War, denied: int) -> None:
    """The USA denies or allows the Soviet-Arctic bonus, once a turn."""
    g.nations[USSR].arctic_denied = denied
    g.nations[USA].arctic_denied = g.turn + 1


# --- 7.1-7.3 units -----------------------------------------------------------------------------------------------------


@rule("7.1", "7.2", "7.3")
def may_order(g: War, desk: Desk, kind: int, count: int = 1, *, rush: bool = False) -> No | None:
    """Why a desk cannot order some units now."""
    lack = chart.may_buy(g, desk.nation, kind)
    if lack is None and rush:
        lack = chart.may_rush(g, desk.nation, UNIT, kind)
    if lack is not None:
        return lack
    if count > chart.purchase_limit(g, desk.nation, kind):
        return No("7.2", f"at most {g.facts.builds[UNIT_IDS[kind]].max_per_turn} {UNIT_NAMES[kind]} a turn")
    due = chart.payments(g, desk.nation, UNIT, kind, rush=int(rush))
    if rush or len(due) > 1:
        count = 1
    lack = can_pay(g, desk, due[0] * count)
    return may_begin(g, desk, kind) if lack is None else lack


def purchases(g: War, spending: Spending) -> list[tuple[str, int]]:
    """Units a desk can order now, and how many at once."""
    desk, found = desk_of(spending), list[tuple[str, int]]()
    cash, nation = cash_of(g, desk), desk.nation
    shelf = [row for row in chart.shelf(g, nation) if row[1] <= cash]
    ready = placement.startables(g, *desk) if shelf else ()
    for kind, price, stages in shelf:
        if kind in ready:
            most = 1 if stages > 1 else min(cash // price, chart.purchase_limit(g, nation, kind))
            found += LOTS[kind][: bisect_right(COUNTS, most)]
    return found


def hurried(g: War, spending: Spending) -> list[str]:
    """Units and facilities a desk can begin with two payments at once (7.8)."""
    desk, found = desk_of(spending), []
    cash, nation = cash_of(g, desk), desk.nation
    if not has_technology(g, nation, IMPROVED_CONSTRUCTION):
        return []
    shelf = [row for row in chart.shelf(g, nation) if row[1] <= cash]
    ready = placement.startables(g, *desk) if shelf else ()
    for kind, _, stages in shelf:
        if kind in ready and stages > 1 and _can_rush(g, nation, kind, cash):
            found.append(UNIT_IDS[kind])
    if action_lack(g, nation, "build_facilities") is None:
        for kind, price, stages in chart.building_shelf(g, nation):
            if price <= cash and stages > 1:
                due = chart.payments(g, nation, BUILDING, kind, rush=1)[0] + ground_surcharge(g, desk, kind)
                if due <= cash:
                    found.append(FACILITY_IDS[kind])
    return found


def may_purchase(g: War, spending: Spending, lot: tuple[str, int]) -> No | None:
    """Why a desk cannot order so many units."""
    name, count = lot
    return may_order(g, desk_of(spending), KIND[name], count) if name in KIND else No("7.1", "there is no such unit")


def may_hurry(g: War, spending: Spending, name: str) -> No | None:
    """Why a desk cannot begin something in a hurry."""
    if name in KIND:
        return may_order(g, desk_of(spending), KIND[name], rush=True)
    return may_found(g, spending, name, rush=True)


def may_found(g: War, spending: Spending, name: str, rush: bool = False) -> No | None:
    """Why a desk cannot begin a facility."""
    if name not in FACILITY:
        return No("7.1", "there is no such facility")
    return may_build(g, desk_of(spending), FACILITY[name], rush=rush)


def hurry(g: War, spending: Spending, name: str) -> Flow[None]:
    """Begin a unit or a facility with two payments."""
    desk = desk_of(spending)
    return buy(g, desk, KIND[name], 1, rush=True) if name in KIND else build(g, desk, FACILITY[name], rush=True)


def _can_rush(g: War, nation: int, kind: int, cash: int) -> bool:
    """`may_order` for the first two payments of a unit that may be ordered otherwise."""
    if chart.may_rush(g, nation, UNIT, kind) is not None or not chart.purchase_limit(g, nation, kind):
        return False
    return chart.payments(g, nation, UNIT, kind, rush=1)[0] <= cash


def _no_yard(yards: list[int], kind: int, option: Option) -> No | None:
    """Why a ship is not laid down in a zone."""
    if not isinstance(option.arg, Zone) or option.arg.index in yards:
        return None
    return No("15.8", f"no yard in {option.arg.label} can lay down the {UNIT_NAMES[kind]} now")


@rule("7.1", "7.3", "15.8")
def buy(g: War, desk: Desk, kind: int, count: int, *, rush: bool = False) -> Flow[None]:
    """Pay for units and put them on the Production Chart"""
    due = chart.payments(g, desk.nation, UNIT, kind, rush=int(rush))
    at = NOWHERE
    if kind in CAPITAL and g.options.ships_under_construction:
        found = [z for z in yards(g, desk, kind) if minds(g, desk, z)]
        choice = yield Ask(
            seat_at(g, desk),
            f"Lay down the {UNIT_NAMES[kind]} in",
            [Option("at", g.zones[z]) for z in found],
            "15.8",
            why=lambda o: _no_yard(found, kind, o),
        )
        at = choice.arg.index
    pay(g, desk, due[0] * count)
    g.say("{} orders {} {}", g.nations[desk.nation], count, UNIT_NAMES[kind], rule="7.1")
    if len(due) == 1 and not rush:
        for o in chart.of_desk(g, desk):
            if o.what == UNIT and o.kind == kind and o.turn == g.turn and o.ready and o.receiver < 0:
                o.count += count
                return
    chart.enter(g, desk, UNIT, kind, count=count, paid=1, stages=len(due), at=at, rush=int(rush), ready=int(len(due) == 1))


@rule("7.3")
def may_advance(g: War, desk: Desk, o: Order) -> No | None:
    """Why an order cannot be moved to its next stage."""
    if chart.owner_of(g, o) != desk.nation or o not in chart.of_desk(g, desk):
        return No("7.3", "it is not on your Production Chart")
    if o.ready:
        return No("7.3", "it is in the Place Units box")
    if o.turn == g.turn:
        return No("7.3", "one stage a turn")
    return can_pay(g, desk, chart.next_payment(g, o))


@rule("7.3")
def advance(g: War, desk: Desk, o: Order) -> None:
    """Pay for the next stage of an order."""
    pay(g, desk, chart.next_payment(g, o))
    o.nation, o.turn = desk.nation, g.turn
    o.paid += 1
    o.ready = int(o.paid >= o.stages)
    if o.what == BUILDING:
        g.sites[o.subject].paid = o.paid
    g.say("{} continues {}", g.nations[desk.nation], chart.label(g, o), rule="7.3")


# --- facilities --------------------------------------------------------------------------------------------------------


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
    return tuple(s for s in mine if rows[FACILITY_IDS[kinds[s]]].upgrade_to and is_upgradable(g, nation, s) is None)


@rule("7.3", "12.3", "12.7", "12.9", "12.10")
def build(g: War, desk: Desk, kind: int, *, rush: bool = False) -> Flow[None]:
    """Begin a facility: choose its zone and border, pay the first stage"""
    nation = desk.nation
    name = g.facts.facilities[FACILITY_IDS[kind]].name
    choice = yield Ask(
        seat_at(g, desk),
        f"Build a {name} in",
        lambda: [*(Option("at", g.zones[z]) for z in building_grounds(g, desk, kind, rush=rush)), Option("back")],
        "7.3",
        why=lambda o: why_not_there(g, desk, kind, o.arg.index, rush) if o.verb == "at" and isinstance(o.arg, Zone) else None,
        subject=Grounds(nation, kind),
    )
    if choice.verb == "back":
        return
    zone = choice.arg.index
    toward = NOWHERE
    if FACILITY_KIND[kind] in ("fort", "rail"):
        sides = [b for b in borders(g, kind, zone) if may_border(g, nation, kind, zone, b) is None]
        if sides != [NOWHERE]:
            choice = yield Ask(
                seat_at(g, desk),
                f"Build the {name} towards",
                [Option("toward", g.zones[b]) for b in sides],
                g.facts.facilities[FACILITY_IDS[kind]].section,
                why=lambda o: may_border(g, nation, kind, zone, o.arg.index) if isinstance(o.arg, Zone) else None,
            )
            toward = choice.arg.index
    due = chart.payments(g, nation, BUILDING, kind, zone, int(rush))
    pay(g, desk, due[0])
    site = g.sites.add(kind=kind, at=zone, border=toward, built=0, paid=1, nation=nation)
    chart.enter(
        g, desk, BUILDING, kind, at=zone, subject=site.index, paid=1, stages=len(due), rush=int(rush), ready=int(len(due) == 1)
    )
    g.say("{} begins a {} in {}", g.nations[nation], name, g.zones[zone], rule="7.3")


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


# --- influence, money between halves -----------------------------------------------------------------------------------


@rule("4.8")
def influences(g: War, spending: Spending) -> list[tuple[int, int]]:
    """Attempts to Align minors by paying (tables 4-4 and 4-5)."""
    desk = desk_of(spending)
    if desk.nation not in (USA, GERMANY) or desk.half not in (WHOLE, EAST):
        return []
    sums = [amount for amount in INFLUENCE[desk.nation] if can_pay(g, desk, amount) is None]
    minors = [minor for minor in range(PLAYED, len(NATIONS)) if sums and alignment.may_influence(g, desk.nation, minor) is None]
    return [(minor, amount) for minor in minors for amount in sums]


@rule("4.8")
def may_try(g: War, spending: Spending, attempt: tuple[int, int]) -> No | None:
    """Why a desk cannot try to Align a minor for a sum."""
    minor, amount = attempt
    if spending.half not in (WHOLE, EAST):
        return No("2.3", "the player of the East speaks for the divided USA")
    return first(alignment.may_influence(g, spending.nation, minor), may_pay_influence(g, desk_of(spending), amount))


@rule("4.8")
def may_pay_influence(g: War, desk: Desk, amount: int) -> No | None:
    """Why an attempt does not cost that much: the USA pays up to 3 IPP, Germany 2."""
    if amount not in INFLUENCE.get(desk.nation, ()):
        return No("4.8", "the USA pays 1 to 3 IPP" if desk.nation == USA else "the attempt costs 2 IPP")
    return can_pay(g, desk, amount)


@rule("9.11")
def may_rule_arctic(g: War, desk: Desk) -> No | None:
    """Why the USA may not deny or allow the Soviet-Arctic bonus now: once a turn, while the USSR could draw it."""
    if desk.nation != USA or desk.half not in (WHOLE, EAST):
        return No("9.11", "the USA decides on the Soviet-Arctic bonus")
    if g.nations[USA].arctic_denied == g.turn + 1:
        return No("9.11", "it is decided for this turn")
    return None if at_war_with_major(g, USSR) else No("9.11", "the USSR draws no wartime bonus")


@rule("2.3")
def give(g: War, desk: Desk, amount: int) -> None:
    """A half of the USA hands money to the other."""
    assert amount <= cash_of(g, desk)
    g.usa_east = min(g.usa_east, g.nations.cash[NATION["usa"]]) + (-amount if desk.half == EAST else amount)


# --- the menu of the phase ---------------------------------------------------------------------------------------------


def _sums(due: tuple[int, ...]) -> str:
    if len(due) == 1:
        return f"{due[0]} IPP"
    same = len(set(due)) == 1
    return f"{due[0]} IPP in each of {len(due)} turns" if same else f"{' + '.join(map(str, due))} IPP, a turn each"


def _sort(kind: int) -> str:
    return "Buy land units" if IS_LAND[kind] else "Buy aircraft" if IS_AIR[kind] else "Buy ships"


def _worth(g: War, spending: Spending, kind: int, rush: int = 0) -> str:
    values = g.values
    attack, defence = (("-" if v == NO_VALUE else str(v)) for v in (values.attack[kind], values.defence[kind]))
    due = chart.payments(g, spending.nation, UNIT, kind, rush=rush)
    return f"{_sums(due)}; attack {attack}, defence {defence}, move {values.move[kind]}"


def _hurried_words(g: War, spending: Spending, name: str) -> str:
    return f"{UNIT_NAMES[KIND[name]]} in a hurry" if name in KIND else FACILITY_NAMES[FACILITY[name]]


def _hurried_hint(g: War, spending: Spending, name: str) -> str:
    if name in KIND:
        return _worth(g, spending, KIND[name], rush=1)
    return _sums(chart.payments(g, spending.nation, BUILDING, FACILITY[name], rush=1))


BUYING = Act[War, Spending, tuple[str, int]](
    "buy",
    "7.1",
    lambda g, spending, lot: f"{lot[1]} {UNIT_NAMES[KIND[lot[0]]]}",
    takes=(str, int),
    listed=purchases,
    may=may_purchase,
    do=lambda g, spending, lot: buy(g, desk_of(spending), KIND[lot[0]], lot[1]),
    group=lambda g, spending, lot: _sort(KIND[lot[0]]),
    hint=lambda g, spending, lot: _worth(g, spending, KIND[lot[0]]),
)
HURRYING = Act[War, Spending, str](
    "rush",
    "7.8",
    _hurried_words,
    takes=str,
    listed=hurried,
    may=may_hurry,
    do=hurry,
    group=lambda g, spending, name: _sort(KIND[name]) if name in KIND else "In a hurry",
    hint=_hurried_hint,
)
FOUNDING = Act[War, Spending, str](
    "build",
    "7.3",
    lambda g, spending, name: FACILITY_NAMES[FACILITY[name]],
    takes=str,
    listed=foundations,
    may=may_found,
    do=lambda g, spending, name: build(g, desk_of(spending), FACILITY[name]),
    group="Build facilities",
    hint=lambda g, spending, name: _sums(chart.payments(g, spending.nation, BUILDING, FACILITY[name])),
)
IMPROVING = Act[War, Spending, int](
    "upgrade",
    "7.3",
    "Upgrade the {0}",
    takes=Site,
    listed=improvements,
    may=lambda g, spending, s: may_improve(g, desk_of(spending), s),
    do=improve,
    group="Upgrade facilities",
    hint=lambda g, spending, s: _sums(chart.payments(g, spending.nation, UPGRADE, g.sites.kind[s])),
)
ADVANCING = Act[War, Spending, int](
    "advance",
    "7.3",
    "Continue the {0}",
    takes=Order,
    among=lambda g, spending: [o.index for o in chart.of_desk(g, desk_of(spending))],
    may=lambda g, spending, o: may_advance(g, desk_of(spending), g.orders[o]),
    do=lambda g, spending, o: advance(g, desk_of(spending), g.orders[o]),
    group="Continue",
    hint=lambda g, spending, o: f"{chart.next_payment(g, g.orders[o])} IPP",
)
INFLUENCING = Act[War, Spending, tuple[int, int]](
    "influence",
    "4.8",
    "Influence {0} with {1} IPP",
    takes=(Nation, int),
    listed=influences,
    may=may_try,
    do=lambda g, spending, attempt: alignment.influence(g, spending.nation, *attempt),
    rolls=True,
    group="Influence",
)
SPENDINGS: tuple[Act[War, Spending, Any], ...] = (
    ADVANCING,
    *repair.REPAIRS,
    technology.RESEARCHING,
    BUYING,
    HURRYING,
    FOUNDING,
    IMPROVING,
    *upgrades.UPGRADES,
    lend_lease.LENDING,
    INFLUENCING,
    Act[War, Spending, int](
        "give",
        "2.3",
        "Give {0}",
        takes=int,
        listed=gifts,
        may=may_give,
        do=lambda g, spending, amount: give(g, desk_of(spending), amount),
    ),
    Act[War, Spending, None](
        "deny_arctic", "9.11", "Deny the Arctic route", may=may_deny, do=lambda g, spending, _: rule_arctic(g, 1)
    ),
    Act[War, Spending, None](
        "allow_arctic", "9.11", "Allow the Arctic route", may=may_allow, do=lambda g, spending, _: rule_arctic(g, 0)
    ),
    Act[War, Spending, None]("done", "7.0", "Done", do=lambda g, spending, _: None),
)
