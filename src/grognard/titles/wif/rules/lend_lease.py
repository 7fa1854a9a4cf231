"""13.6.4: lend lease. Build points promised in the lending stage (5) go to the recipient's cities; striped aircraft change pools.

`g.lent` holds the loans of a turn: giver, receiver, resources, build points. Handing over built units (option 37)
is foreign_aircraft.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, GERMANY, POWERS, USA, USSR, Counter
from grognard.titles.wif.ground import MAJOR_PORT
from grognard.titles.wif.rules.control import cities_of, first_home, lands, powers_by_hex
from grognard.titles.wif.rules.freight import Place
from grognard.titles.wif.rules.powers import active, at_war, current_home, home_countries
from grognard.titles.wif.rules.resources import (
    A_FACTORY,
    MADE,
    SHIPPED,
    STOCK,
    TAKEN,
    Routing,
    carriers_for,
    factory_hexes,
    routing,
    useable_factories,
)
from grognard.titles.wif.rules.trade import Deal, agreements
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.state import AIR_RESERVE, FORCE_POOL, GONE, HOME, LEND_LEASE_POOL, NOWHERE, Power, Unit, War

CAPITAL, CITY, PORT = 2, 1, 1  # build points a hex takes beside one for each factory
SOURCES = {
    "LL-US": "USA", "LL-RU": "USSR", "LL-CW": "Commonwealth", "LL-UK": "Commonwealth", "LL-FR": "France", "LL-GE": "Germany",
    "LL-IT": "Italy", "LL-JP": "Japan",
}  # fmt: skip


def loans(g: War) -> Iterator[tuple[int, int, int, int]]:
    """This turn's loans: giver, receiver, resources, build points."""
    for n in range(0, len(g.lent), 4):
        giver, receiver, resources, points = g.lent[n : n + 4]
        yield giver, receiver, resources, points


# --- build points -------------------------------------------------------------------------------------------------------------


@rule("13.6.4")
def intake(g: War, receiver: int, space: int) -> int:
    """Build points a hex of the recipient takes in a turn: its factories, two for the capital or one for another city, one for a
    major port."""
    if powers_by_hex(g)[space] != receiver:
        return 0
    town = CAPITAL if is_capital(g, space) else CITY if g.ground.city[space] else 0
    return useable_factories(g, receiver, space) + town + (PORT if g.ground.port[space] == MAJOR_PORT else 0)


def is_capital(g: War, space: int) -> bool:
    """Whether a hex is the capital of the country it lies in."""
    country = g.facts.country.get(g.ground.country[space], NOWHERE)
    return country >= 0 and g.ground.places.get(g.facts.countries[country].capital, NOWHERE) == space


def destinations(g: War, receiver: int) -> list[dict[int, int]]:
    """Cities and major ports of the recipient's home of today, for the Commonwealth of the United Kingdom's, with what they take:
    one list, or two to choose from where a capital takes its own number and else each factory one."""
    own = home_countries(g, receiver)
    if receiver == COMMONWEALTH:
        own = [c for c in own if g.facts.countries[c].id == g.facts.empire]
    homes = [current_home(g, c) for c in own if g.countries.status[c] == HOME or g.countries.home[c] >= 0]  # 13.7.1
    hexes = {s for c in homes for s in (*cities_of(g, c), *(s for s in lands(g)[c] if g.ground.port[s] == MAJOR_PORT))}
    if g.settings.lend_to_capital:  # the capital of today's home; factories wherever the recipient holds them
        seats = [s for s in (*sorted(hexes), *cities_of(g, first_home(g, receiver))) if powers_by_hex(g)[s] == receiver]
        works = {s: n for s, n in factory_hexes(g, receiver).items() if powers_by_hex(g)[s] == receiver}
        return [{s: g.settings.lend_to_capital for s in seats if is_capital(g, s)}, works]
    had = spent_so_far(g)
    found = {s: intake(g, receiver, s) - had.get((TAKEN, s), 0) for s in sorted(hexes)}
    return [{s: n for s, n in found.items() if n > 0}]


def spent_so_far(g: War) -> dict[Place, int]:
    """What goods have used of convoys, ports and roads this turn."""
    spent: dict[Place, int] = {}
    for n in range(0, len(g.shipped), 3):
        kind, place, amount = g.shipped[n : n + 3]
        key = ("ally" if SHIPPED[kind] == "sea" else SHIPPED[kind], place)
        spent[key] = spent.get(key, 0) + amount
    return spent


@rule("13.6.4", "13.6.1")
def shipment(g: War, giver: int, receiver: int, points: int, made: int | None = None) -> Routing:
    """How promised build points go from the giver's factories, or where he has saved some, to the recipient, with what is left
    of convoys and ports: from wherever they get through, as they must be delivered if that is possible (5). `made`: what the
    factories have produced, where that is known."""
    stocks, ships = saved_points(g, giver), hauliers(g, giver, receiver)
    return _best_way(g, giver, giver, receiver, points, ships, points if made is None else made, stocks)


def _best_way(
    g: War,
    power: int,
    sender: int,
    receiver: int,
    points: int,
    ships: tuple[int, ...],
    made: int,
    stocks: dict[int, int] | None = None,
) -> Routing:
    spent, goods = spent_so_far(g), made_by(g, sender)
    ways = (
        routing(g, power, spent, sources=goods, wanted=w, hauliers=ships, most=points, made=made, stocks=stocks)
        for w in destinations(g, receiver)
    )
    return max(ways, key=lambda r: r.points)


@rule("13.6.4")
def made_by(g: War, power: int) -> dict[int, int]:
    """Where a power's build points are: at the factories that made them this turn; at any of them before it has produced, and if
    it has none but bonus points."""
    works, made = factory_hexes(g, power), spent_so_far(g)
    found = {s: A_FACTORY * min(made.get((MADE, s), 0), count) for s, count in works.items()}
    busy = {s: n for s, n in found.items() if n}
    return busy if busy and g.powers.produced[power] else {s: A_FACTORY * count for s, count in works.items()}


def saved_points(g: War, power: int) -> dict[int, int]:
    """Build points that a power has saved, by hex (13.6.9)."""
    whose = powers_by_hex(g)
    return {s: n for s, n in enumerate(g.hexes.saved_points) if n and whose[s] == power}


@rule("5.1", "13.6.4")
def shipment_of_trade(g: War, deal: Deal, points: int) -> Routing:
    """How build points of a trade agreement go: over the land of both and of neutrals, or with convoys of either."""
    sender, receiver = parties(deal)
    return _best_way(g, deal.to, sender, receiver, points, (sender, receiver), points)


def parties(deal: Deal) -> tuple[int, int]:
    """Who sends build points in an agreement, and to whom."""
    return (deal.to, deal.giver) if deal.points_back > 0 else (deal.giver, deal.to)


@rule("13.3.2", "13.6.4")
def hauliers(g: War, giver: int, receiver: int) -> tuple[int, ...]:
    """Whose convoys carry build points: of the giver and its friends; the neutral USA leaves it to the receiver and his friends
    before option 32, to China before option 17."""
    if active(g, giver):
        return (giver, *carriers_for(g, giver))
    own = WAR_ZONES in g.entry_options or (receiver == CHINA and TO_CHINA in g.entry_options)
    return (receiver, *carriers_for(g, receiver), *((giver,) if own else ()))


WAR_ZONES, TO_CHINA = 32, 17  # US entry options


@rule("13.6.4")
def deliver_build_points(g: War) -> None:
    """Promised build points are shipped; what cannot be is lost"""
    for giver, receiver, _, promised in loans(g):
        made, stocks = g.powers.build_points[giver], saved_points(g, giver)
        points = min(promised, made + sum(stocks.values()))
        if points <= 0:
            continue
        plan = shipment(g, giver, receiver, points, made)
        note_shipped(g, plan)
        drawn = {s: plan.haul.through((STOCK, s)) for s in stocks if (STOCK, s) in plan.haul.names}
        for space, amount in drawn.items():
            g.hexes[space].saved_points -= amount
        g.powers[giver].build_points -= min(points - sum(drawn.values()), made)
        g.powers[receiver].build_points += plan.points
        g.say("{} receives {} of {} build points of {}", g.powers[receiver], plan.points, points, g.powers[giver], rule="13.6.4")


def note_shipped(g: War, plan: Routing) -> None:
    """Convoys, ports and roads that build points have used serve nobody else this turn."""
    for n, kind in enumerate(SHIPPED):
        for place, amount in plan.used(kind).items():
            g.shipped = [*g.shipped, n, place, amount]
    for space in plan.factories:
        if amount := plan.haul.through(("factory", space)):
            g.shipped = [*g.shipped, SHIPPED.index(TAKEN), space, amount]


@rule("5.1", "13.6.4")
def deliver_trade(g: War) -> None:
    """Build points of trade agreements are shipped, but those of the joint convoys; what cannot be is lost (WIF-DEC-69)"""
    for deal in [d for d in agreements(g) if d.giver != USA and d.giver >= 0 and d.points_back]:
        sender, receiver = parties(deal)
        points = min(abs(deal.points_back), g.powers.build_points[sender])
        if points <= 0:
            continue
        plan = shipment_of_trade(g, deal, points)
        note_shipped(g, plan)
        g.powers[sender].build_points -= points
        g.powers[receiver].build_points += plan.points
        g.say("{} receives {} of {} build points of {}", g.powers[receiver], plan.points, points, g.powers[sender], rule="5.1")


# --- foreign aircraft ---------------------------------------------------------------------------------------------------------


class Swap(Subject, frozen=True):
    """A striped counter of the lend lease pool that a power would like to have."""

    power: Annotated[int, Power]
    source: Annotated[int, Power]
    unit: Annotated[int, Unit]


def source_of(sheet: Counter) -> int:
    """The power that sources a striped counter; NOWHERE for others."""
    name = SOURCES.get(sheet.lend_lease, "")
    return POWERS.index(name) if name in POWERS else NOWHERE


def twins(g: War, unit: int) -> list[int]:
    """Counters of the same designation in the source's force pool, with pilots in his pool of machines too."""
    source = source_of(g.units[unit].sheet)
    return [u for u in pooled(g) if g.units.power[u] == source and g.units.counter[u] >= 0 and alike(g, u, unit)]


def pooled(g: War) -> list[int]:
    """Units in the force pools, and with option 46 machines without a pilot."""
    return [*units_at(g, FORCE_POOL), *(units_at(g, AIR_RESERVE) if g.options.pilots else ())]


def alike(g: War, unit: int, other: int) -> bool:
    """Whether two counters bear the same designation and type."""
    one, two = g.units[unit].sheet, g.units[other].sheet
    return one.name.split()[:1] == two.name.split()[:1] and one.type == two.type


@rule("13.6.4")
def may_ask(g: War, power: int, unit: int) -> No | None:
    """Whether a power may have a striped counter: it is active, and the source has the same in its force pool."""
    if g.units.at[unit] != LEND_LEASE_POOL or g.units.power[unit] != power or g.units.counter[unit] < 0:
        return No("13.6.4", "it is no counter of yours in the lend lease pool")
    if not active(g, power) or (power == USSR and not at_war(g, USSR, GERMANY)):
        return No("13.6.4", "only a power at war receives foreign units, the USSR at war with Germany")
    return None if twins(g, unit) else No("13.6.4", "none of that designation is in the source's force pool")


@rule("13.6.4")
def ask_for(g: War, power: int, unit: int) -> Flow[None]:
    """The source is asked; if it agrees the two counters change their pools"""
    source, twin = source_of(g.units[unit].sheet), twins(g, unit)[0]
    answer, _ = yield from menu(
        g, g.seat(source), "{0} asks for {1}", Swap(power, source, unit), AGREE, DECLINE, named=(g.powers[power], g.units[unit])
    )
    if answer.verb == AGREE.name:
        g.units[unit].at, g.units[twin].at = FORCE_POOL, LEND_LEASE_POOL
        g.say("{} lends {}", g.powers[source], g.units[unit], rule="13.6.4")


def wished_for(g: War, power: int) -> list[int]:
    """Striped counters a power may ask for."""
    return [u for u in units_at(g, LEND_LEASE_POOL) if may_ask(g, power, u) is None]


@rule("13.6.4")
def given_back(g: War, power: int, unit: int) -> list[int]:
    """Striped counters for which a source may have its own counter again: in a pool, or out of the game for good; those out of
    the game first."""
    if g.units.at[unit] != LEND_LEASE_POOL or g.units.power[unit] != power or source_of(g.units[unit].sheet) != NOWHERE:
        return []
    lost = [u for u in units_at(g, GONE) if g.units.counter[u] >= 0 and g.facts.enters(g.units[u].sheet) <= g.year]
    there = [u for u in (*lost, *pooled(g)) if g.units.counter[u] >= 0 and source_of(g.units[u].sheet) == power]
    return [u for u in there if alike(g, u, unit)]


@rule("13.6.4")
def may_take_back(g: War, power: int, unit: int) -> No | None:
    """Whether a source has a counter back that it gave up for a striped one."""
    if given_back(g, power, unit):
        return None
    return No("13.6.4", "its striped counter is neither in a force pool nor out of the game")


@rule("13.6.4")
def take_back(g: War, power: int, unit: int) -> None:
    """The source's counter is in its force pool again, the striped one in the lend lease pool unless it is scrapped."""
    striped = g.units[given_back(g, power, unit)[0]]
    g.units[unit].at = FORCE_POOL
    striped.at = GONE if striped.at == GONE else LEND_LEASE_POOL
    g.say("{} builds {} itself again", g.powers[power], g.units[unit], rule="13.6.4")


def given_up(g: War, power: int) -> list[int]:
    """Counters a source may have back."""
    return [u for u in units_at(g, LEND_LEASE_POOL) if g.units.counter[u] >= 0 and given_back(g, power, u)]


AGREE: Act[War, Swap, None] = Act("agree", "13.6.4", "Lend it", do=lambda g, s, _: None)
DECLINE: Act[War, Swap, None] = Act("decline", "13.6.4", "Keep it", do=lambda g, s, _: None)
