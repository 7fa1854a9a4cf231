"""11.1 and 11.3: placing units and facilities from the Place Units box; 15.3: new carriers; 7.4: the end of ship repairs.

Where a unit may be placed is places.py; upgrades are upgrades.py (11.2), lend-lease deliveries.py (11.4), recruits
recruitment.py (11.5).
"""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.flow import Flow
from grognard.kernel.picks import word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE, Row
from grognard.titles.gw36.kinds import (
    CARRIERS,
    FACILITY,
    FACILITY_IDS,
    IS_FACTORY,
    IS_NAVAL,
    UNIT_NAMES,
    WITH,
)
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.chart import CAPITAL, FIGHTER, MODERN_FIGHTERS, UNIT
from grognard.titles.gw36.rules.facilities import (
    free,
    output,
    ship_slots,
    sites_in,
    use_slots,
)
from grognard.titles.gw36.rules.income_increases import tell
from grognard.titles.gw36.rules.places import COLONIAL, LEGION, NO_FACTORY, builds_anywhere, launching, may_place, places, room
from grognard.titles.gw36.rules.treasury import Desk, desk_of, desks, seat_at
from grognard.titles.gw36.state import Entry, Unit, War, Zone
from grognard.titles.gw36.subjects import Crew, Placement

DECK = WITH["carrier_aircraft"]


# --- the phase ---------------------------------------------------------------------------------------------------------


def in_box(g: War, desk: Desk) -> list[Entry]:
    """Units in the Place Units box, but for those of other nations and those committed to a deck (15.3)."""
    return [o for o in chart.of_desk(g, desk) if o.what == UNIT and o.ready and o.receiver < 0 and o.subject < 0]


@rule("11.1")
def place_units(g: War, desk: Desk) -> Flow[None]:
    """Place units from the Place Units box"""
    man_committed(g, desk)
    while True:
        if not any(places(g, desk, o.kind) for o in in_box(g, desk)):
            return
        subject, prompt = Placement(*desk), f"{g.nations[desk.nation].label}: place units"
        choice, _ = yield from menu(g, seat_at(g, desk), prompt, subject, LAUNCHING, RAISING, PLACED, rule="11.1")
        if choice.verb == "done":
            return


def _launches(g: War, placing: Placement) -> list[tuple[int, int, int]]:
    """Ships of a box with the zones of their yards and the sea zones there."""
    desk, coast = desk_of(placing), g.board.geo.coast
    return [
        (o.index, z, sea)
        for o in in_box(g, desk)
        if IS_NAVAL[o.kind]
        for z in places(g, desk, o.kind)
        if o.at in (NOWHERE, z) and not lacks_aircraft(g, desk, o.kind, z)
        for sea in coast[z]
    ]


def _landed(g: War, placing: Placement) -> list[tuple[int, int, int]]:
    """Land and air units of a box with the zones that take them, one at a time or as many as there is room for."""
    desk, found = desk_of(placing), []
    for o in in_box(g, desk):
        for z in () if IS_NAVAL[o.kind] else places(g, desk, o.kind):
            most = min(o.count, room(g, desk.nation, o.kind, z))
            found += [(o.index, z, n) for n in ((1, most) if most > 1 else (1,))]
    return found


def _unplaceable(g: War, placing: Placement, o: int, zone: int, *, naval: bool) -> No | None:
    """What keeps an order from a zone, whatever the sea or the number."""
    desk, order = desk_of(placing), g.entries[o]
    if not any(one == order for one in in_box(g, desk)):
        return No("11.1", "it is not in your Place Units box")
    if IS_NAVAL[order.kind] != naval:
        return No("11.1", "it is no ship" if naval else "a ship is launched into a sea zone")
    return may_place(g, desk, order.kind, zone)


@rule("11.1", "15.3", "15.8")
def may_launch(g: War, placing: Placement, berth: tuple[int, int, int]) -> No | None:
    """Why a ship of a box is not launched from a zone into a sea zone."""
    o, zone, sea = berth
    order = g.entries[o]
    lack = _unplaceable(g, placing, o, zone, naval=True)
    if lack is not None:
        return lack
    if order.at not in (NOWHERE, zone):
        return No("15.8", f"it was laid down in {g.zones[order.at].label}")
    if sea not in g.board.geo.coast[zone]:
        return No("11.1", f"{g.zones[sea].label} does not border {g.zones[zone].label}")
    return No("15.3", "no aircraft can go aboard") if lacks_aircraft(g, desk_of(placing), order.kind, zone) else None


@rule("11.1")
def may_raise(g: War, placing: Placement, lot: tuple[int, int, int]) -> No | None:
    """Why so many units of a box do not appear in a zone."""
    o, zone, count = lot
    lack = _unplaceable(g, placing, o, zone, naval=False)
    if lack is not None:
        return lack
    order = g.entries[o]
    most = min(order.count, room(g, placing.nation, order.kind, zone))
    return None if 1 <= count <= most else No("11.1", f"{g.zones[zone].label} cannot take {count}")


@rule("11.1")
def raise_units(g: War, placing: Placement, lot: tuple[int, int, int]) -> None:
    """Land and air units appear at a factory, or without one."""
    order, zone, count = g.entries[lot[0]], g.zones[lot[1]], lot[2]
    kind, nation = order.kind, placing.nation
    spend_slots(g, nation, kind, zone.index, count)
    for _ in range(count):
        g.raise_unit(kind, nation, zone.index, spent=1, old=int(is_early(g, kind)))
    chart.take_from(g, order, count)
    g.say("{} places {} {} in {}", g.nations[nation], count, UNIT_NAMES[kind], zone, rule="11.1")


@rule("15.9")
def is_early(g: War, kind: int) -> bool:
    """Whether a fighter made now is an early war fighter."""
    return kind == FIGHTER and bool(g.options.early_fighters) and date(g) < MODERN_FIGHTERS


def spend_slots(g: War, nation: int, kind: int, zone: int, count: int) -> None:
    """Use what placing some units takes of a zone's factories, yards or levy."""
    if not IS_NAVAL[kind] and (kind in NO_FACTORY or builds_anywhere(g, nation)):
        if kind not in COLONIAL and kind not in LEGION:
            g.slots[-1 - zone] = g.slots.get(-1 - zone, 0) + count
        return
    sites = launching(g, kind, zone) if IS_NAVAL[kind] else sites_in(g, zone)
    for s in sites:
        most = ship_slots(g, s, nation) if IS_NAVAL[kind] else output(g, s, nation)
        used = min(count, free(g, s, most))
        if used:
            use_slots(g, s, used)
            count -= used
    assert count == 0, "placed beyond the slots"


@rule("11.1", "15.3", "5.2")
def launch(g: War, placing: Placement, berth: tuple[int, int, int]) -> Flow[None]:
    """A ship appears in a sea zone at its yard"""
    desk, order, zone, sea = desk_of(placing), g.entries[berth[0]], g.zones[berth[1]], g.zones[berth[2]]
    kind, nation = order.kind, desk.nation
    spend_slots(g, nation, kind, zone.index, 1)
    ship = g.raise_unit(kind, nation, sea.index, spent=1)
    chart.take_from(g, order, 1)
    g.say("{} launches {} in {}", g.nations[nation], UNIT_NAMES[kind], sea, rule="11.1")
    if kind in CAPITAL:
        tell(g, "completes_capital_ship", nation)
    if kind in CARRIERS and g.options.advanced_carriers:
        yield from man_deck(g, desk, ship.index, zone.index)


def _placing_words(g: War, placing: Placement, berth: tuple[int, int, int]) -> str:
    return f"Place the {chart.label(g, g.entries[berth[0]])} in {g.zones[berth[1]].label}, into {g.zones[berth[2]].label}"


def _order_label(g: War, placing: Placement, lot: tuple[int, int, int]) -> str:
    return g.entries[lot[0]].label


LAUNCHING = Act[War, Placement, tuple[int, int, int]](
    "place",
    "11.1",
    _placing_words,
    takes=(Entry, Zone, Zone),
    listed=_launches,
    may=may_launch,
    do=launch,
    group=_order_label,
)
RAISING = Act[War, Placement, tuple[int, int, int]](
    "place",
    "11.1",
    lambda g, placing, lot: f"Place {lot[2]} {chart.label(g, g.entries[lot[0]])} in {g.zones[lot[1]].label}",
    takes=(Entry, Zone, int),
    listed=_landed,
    may=may_raise,
    do=raise_units,
    group=_order_label,
)
PLACED = word("done", "11.1", "Done")


# --- 15.3 new carriers -------------------------------------------------------------------------------------------------


@rule("15.3")
def lacks_aircraft(g: War, desk: Desk, kind: int, zone: int) -> bool:
    """Whether no aircraft could go aboard a new carrier."""
    if kind not in CARRIERS or not g.options.advanced_carriers:
        return False
    seas = g.board.geo.coast[zone]
    return not fresh_aircraft(g, desk) and not any(deck_crews(g, desk.nation, s) for s in seas)


@rule("15.3", "11.1")
def fresh_aircraft(g: War, desk: Desk) -> list[Entry]:
    """New carrier aircraft for which a factory has a slot left (GW36-AMB-131)."""
    return [o for o in in_box(g, desk) if o.kind in DECK and places(g, desk, o.kind)]


def deck_crews(g: War, nation: int, sea: int) -> list[int]:
    """Own carrier aircraft in land zones next to a sea zone."""
    units = g.units
    return [
        u
        for z in g.board.geo.coast[sea]
        for u in g.units.stacks[z]
        if units.nation[u] == nation and units.kind[u] in DECK and units.carrier[u] < 0 and not units.duty[u]
    ]


@rule("15.3")
def man_deck(g: War, desk: Desk, ship: int, zone: int) -> Flow[None]:
    """A new carrier takes at least one aircraft: new ones from the box, or from an adjacent land zone"""
    sea, aboard = g.units.at[ship], 0
    while aboard < g.values.capacity[g.units.kind[ship]]:
        fresh = fresh_aircraft(g, desk)
        crews = deck_crews(g, desk.nation, sea)
        if not fresh and not crews:
            return
        subject = Crew(ship, tuple([o.index for o in fresh]), tuple(crews), aboard)
        choice, boarding = yield from menu(g, seat_at(g, desk), "Put aircraft on the new carrier", subject, DECKING, MANNED)
        if choice.verb == "done":
            return
        if isinstance(boarding, Entry):
            kind = boarding.kind
            works = max(places(g, desk, kind), key=lambda z: (room(g, desk.nation, kind, z), -z))
            spend_slots(g, desk.nation, kind, works, 1)
            chart.take_from(g, boarding, 1)
            g.raise_unit(kind, desk.nation, sea, carrier=ship, spent=1, old=int(is_early(g, kind)))
        else:
            g.put(boarding.index, sea)
            boarding.carrier = ship
        aboard += 1


def may_deck(g: War, crew: Crew, named: tuple[Row, ...]) -> No | None:
    """Why an aircraft does not go aboard a new carrier."""
    one = named[0] if len(named) == 1 else None
    if isinstance(one, Entry):
        return None if one.index in crew.fresh else No("15.3", "it is no new carrier aircraft in the box with a slot left")
    if isinstance(one, Unit):
        return None if one.index in crew.ashore else No("15.3", "it is no carrier aircraft of yours on the shore of its sea")
    return No("15.3", "an aircraft goes aboard")


def may_sail_so(g: War, crew: Crew, _: None) -> No | None:
    """Why a new carrier does not put out yet."""
    return None if crew.aboard else No("15.3", "it takes at least one aircraft")


DECKING = Act[War, Crew, tuple[Row, ...]](
    "deck",
    "15.3",
    lambda g, crew, named: f"Deck {named[0].label}",
    takes=Row,
    listed=lambda g, crew: [*[(g.entries[o],) for o in crew.fresh], *[(g.units[u],) for u in crew.ashore]],
    may=may_deck,
    do=lambda g, crew, named: named[0],
)
MANNED = Act[War, Crew, None]("done", "15.3", "Done", may=may_sail_so, do=lambda g, crew, _: None)


@rule("15.3")
def reliefs(g: War, ship: int) -> list[tuple[Entry, int]]:
    """New aircraft that could be committed to a carrier, each with the factory's zone on the carrier's sea (GW36-AMB-124)."""
    shores, friends = g.board.geo.coast[g.units.at[ship]], g.relations.aligned[g.units.nation[ship]]
    found = []
    for desk in desks(g):
        if friends >> desk.nation & 1:
            for o in in_box(g, desk):
                zone = next((z for z in places(g, desk, o.kind) if z in shores), NOWHERE) if o.kind in DECK else NOWHERE
                if zone >= 0:
                    found.append((o, zone))
    return found


@rule("15.3")
def commit(g: War, order: Entry, zone: int, ship: int) -> None:
    """One new aircraft of an order will be placed on a carrier, which stays where it is."""
    spend_slots(g, order.nation, order.kind, zone, 1)
    if order.count > 1:
        chart.take_from(g, order, 1)
        order = chart.enter(
            g, Desk(order.nation, order.half), UNIT, order.kind, paid=order.paid, stages=order.stages, ready=1, turn=order.turn
        )
    order.subject = ship
    g.units[ship].spent = 1
    g.say("{} is to be placed on {}", UNIT_NAMES[order.kind], g.units[ship], rule="15.3")


@rule("15.3")
def man_committed(g: War, desk: Desk) -> None:
    """Aircraft committed to a carrier are placed on it; where it is gone they stay in the box."""
    for o in chart.of_desk(g, desk):
        if o.what != UNIT or o.subject < 0:
            continue
        ship, o.subject = o.subject, NOWHERE
        if g.units.at[ship] >= 0:
            sea = g.units.at[ship]
            g.raise_unit(o.kind, o.nation, sea, carrier=ship, spent=1, old=int(is_early(g, o.kind)))
            g.say("{} is placed on {}", UNIT_NAMES[o.kind], g.units[ship], rule="15.3")
            chart.take_from(g, o, 1)


# --- 11.3 facilities ---------------------------------------------------------------------------------------------------


@rule("11.3", "7.3", "12.10")
def finish_facilities(g: War, desk: Desk, *, factories: bool) -> None:
    """Finished facilities stand where they were begun."""
    for o in chart.of_desk(g, desk):
        if o.what not in (chart.BUILDING, chart.UPGRADE) or not o.ready or IS_FACTORY[o.kind] != factories:
            continue
        site = g.sites[o.subject]
        if o.what == chart.UPGRADE:
            site.kind = FACILITY[g.facts.facilities[FACILITY_IDS[o.kind]].upgrade_to]
        elif chart.is_rail(o.kind):
            border = g.board.border(site.at, site.border)
            assert border is not None
            g.rail_built[border] = 1
        else:
            site.built, site.since = 1, g.turn
        g.say("{} is finished in {}", chart.label(g, o), g.zones[site.at], rule="11.3")
        if chart.is_rail(o.kind):
            site.at = NOWHERE
        chart.strike(g, o)
