"""14.8.2, 14.8.4: America's aid on its way through Britain to the Soviet Union: legs by Murmansk, Turkey, the Cape and Persia."""

from __future__ import annotations

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.boons import boon
from grognard.titles.tw.nations import (
    AXIS,
    BRITAIN,
    FRANCE,
    GERMANY,
    INDEX,
    KEYS,
    NEUTRAL,
    USA,
    USSR,
)
from grognard.titles.tw.rules.grants import (
    MERCHANTS,
    STEP,
    Treasury,
    aids,
    carried,
    deliver,
    lend_route,
    loans,
    most_granted,
    murmansk_open,
    note_grant,
    pay_double,
    payer_of,
    peacetime_aid,
)
from grognard.titles.tw.rules.money import pay
from grognard.titles.tw.rules.passages import STRATEGIC, UNLIMITED
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.sea_roads import sea_roads
from grognard.titles.tw.rules.seas import RANGE, controlled, distance, route, sea, ships_at
from grognard.titles.tw.rules.shipping import POINT, purse, spend_from
from grognard.titles.tw.rules.voyages import Voyage, sail
from grognard.titles.tw.state import SATELLITE, SYMPATHIZER, YARD, Unit, War

HOSTILE_CAPE = 3  # 23.47: Fleets for aid by way of Persia
PERSIA_PRICE, PERSIA_DELAY = 15, 2  # 14.8.4
LEGS = ("atlantic", "murmansk", "turkey", "cape", "persia")
LEG_POINTS = {"cape": 3, "persia": 3}  # 14.8.2: a point for each of two Fleets and one for the cargo; else two in all


@rule("14.8.2", "14.8.4")
def may_relay(g: War, power: int, fleet: int, leg: str) -> No | None:
    """Whether a Fleet can carry aid on: American NARFs to Britain for the Soviets, then to Murmansk, or by the Cape to Persia."""
    row = g.nations[power]
    if power not in (BRITAIN, USA) or not aids(g, fleet) or g.roster.nations[fleet] not in (BRITAIN, USA):
        return No("14.8.2", "it takes a whole British or American Fleet that has done nothing this turn")
    at = g.units.at[fleet]
    place = g.board.ids[at]
    home = g.ground.land[at] and g.ground.country[at] == KEYS[BRITAIN]
    price = LEG_POINTS.get(leg, 2)
    if purse(g, payer_of(g, fleet), at) < price * POINT:
        return No("8.4", f"it takes {price} strategic movement points")
    if g.barbarossa < 0 or g.nations.side[USSR] == NEUTRAL:
        return No("14.8.2", "Germany and the Soviet Union are not at war")
    if leg == "atlantic":
        return atlantic_open(g, power, fleet)
    if leg == "murmansk":
        if not row.cargo or not home or lend_route(g, BRITAIN, USSR, fleet) is None:
            return No("14.8.2", "no aid waits in Britain for this Fleet")
        return murmansk_open(g)
    if leg == "turkey":
        return turkey_open(g, power, fleet)
    if g.persia < 0 or g.turn < g.persia + PERSIA_DELAY:
        return No("14.8.4", "the Persian route is not open")
    if leg == "cape":
        stock = row.cargo if power == USA else row.narfs
        ok = home and stock > 0 and _pair(g, fleet) is not None and (power == USA or most_granted(g, power, USSR) > 0)
        return None if ok else No("14.8.4", "two Fleets in Britain and NARFs are needed")
    if leg == "persia" and hostile_cape(g) and fleets_beside(g, fleet) < HOSTILE_CAPE:
        return No("23.47", "with a hostile South Africa it takes three Fleets")
    if leg == "persia":
        ok = row.cargo_cape > 0 and place == "south_africa_box" and _pair(g, fleet) is not None
        return None if ok else No("14.8.4", "two Fleets and aid must be in South Africa")
    return No("14.8.2", "there is no such leg")


@rule("14.8.2", "14.8.6")
def atlantic_open(g: War, power: int, fleet: int) -> No | None:
    """American aid for the Soviets on its way to Britain; in peace British Fleets carry it."""
    if power != USA or lend_route(g, USA, BRITAIN, fleet) is None:
        return No("14.8.2", "no American aid can be sent to Britain from there")
    if g.nations.side[USA] == NEUTRAL and g.roster.nations[fleet] != BRITAIN:
        return No("14.8.2", "in peace British Fleets carry the aid")
    narfs = atlantic_load(g)
    if narfs <= 0:
        return No("14.8.1", "no more may be granted, or America has nothing")
    return peacetime_aid(g, USA, USSR, narfs)


def atlantic_load(g: War) -> int:
    """NARFs for the Soviets that America can put aboard a Fleet."""
    hold = MERCHANTS if boon(g, USA, "merchant") else STEP
    return min(hold, most_granted(g, USA, USSR), g.nations.narfs[USA])


@rule("14.8.3")
def turkey_open(g: War, power: int, fleet: int) -> No | None:
    """The route through the Dardanelles: Turkey leans to the Allies, and a Fleet that holds aid reaches the Aegean."""
    turkey, row = g.nations[INDEX["turkey"]], g.nations[power]
    if turkey.status < SYMPATHIZER or turkey.patron not in (FRANCE, BRITAIN, USA, USSR):
        return No("14.8.3", "Turkey is no friend of the Allies")
    if (row.cargo if power == USA else min(row.narfs, most_granted(g, power, USSR))) <= 0:
        return No("14.8.3", "there is nothing to send")
    way = turkish_way(g, fleet)
    if way is None:
        return No("14.8.3", "the Aegean is out of reach")
    return No("14.8.3", "the Axis controls a sea area on the way") if any(controlled(g, a, AXIS) for a in way) else None


def turkish_way(g: War, fleet: int) -> list[int] | None:
    """Sea areas from a Fleet's port through the Aegean to the Black Sea."""
    at, nation, aegean = g.units.at[fleet], g.roster.nations[fleet], sea(g, "aegean_sea")
    if distance(g, nation, at, aegean) >= RANGE:
        return None
    return [*route(g, nation, at, aegean), sea(g, "black_sea")]


@rule("23.47")
def hostile_cape(g: War) -> bool:
    """Whether South Africa is Germany's Satellite."""
    row = g.nations[INDEX["south_africa"]]
    return row.status == SATELLITE and row.patron == GERMANY


def fleets_beside(g: War, fleet: int) -> int:
    """Whole idle Fleets in the place of one, itself among them."""
    return sum([1 for u in ships_at(g).get(g.units.at[fleet], ()) if aids(g, u)])


def _pair(g: War, fleet: int) -> int | None:
    """A second Fleet in the same place."""
    return next((u for u in ships_at(g).get(g.units.at[fleet], ()) if u != fleet and aids(g, u)), None)


@rule("14.8.2", "14.8.4", "14.8.5")
def relay(g: War, treasury: Treasury, what: tuple[int, str]) -> Flow[None]:
    """One leg of the way to the Soviet Union; whoever sails may be met"""
    fleet, leg = what
    power, row = treasury.power, g.nations[treasury.power]
    origin = g.units.at[fleet]
    spend_from(g, payer_of(g, fleet), origin, LEG_POINTS.get(leg, 2) * POINT)
    if leg == "atlantic":
        narfs = atlantic_load(g)
        pay_double(g, USA)
        pay(g, USA, narfs)
        note_grant(g, USA, USSR, narfs)
        way = lend_route(g, USA, BRITAIN, fleet)
        assert way is not None
        landed, back = yield from carried(g, fleet, narfs, way, f"{narfs} NARFs for Britain")
        if back:
            row.narfs += narfs
            return
        row.cargo += landed
        g.say("{} sends {} NARFs to Britain for the Soviet Union", row, landed, rule="14.8.2")
        return
    if leg in ("murmansk", "turkey"):
        stock = row.cargo if power == USA or leg == "murmansk" else row.narfs
        narfs = min(stock, STEP)
        if power == USA or leg == "murmansk":
            row.cargo -= narfs
        else:
            narfs = min(narfs, most_granted(g, power, USSR))
            pay(g, power, narfs)
            note_grant(g, power, USSR, narfs)
        sailed = lend_route(g, BRITAIN, USSR, fleet) if leg == "murmansk" else turkish_way(g, fleet)
        assert sailed is not None
        yield from deliver(g, power, USSR, fleet, narfs, sailed)
        return
    second = _pair(g, fleet)
    assert second is not None
    for u in (fleet, second):
        g.units[u].moved = g.units.moved[u] | STRATEGIC
    if leg == "cape":
        narfs = min(row.cargo, STEP) if power == USA else min(row.narfs, most_granted(g, power, USSR))
        if power == USA:
            row.cargo -= narfs
        else:
            pay(g, power, narfs)
            note_grant(g, power, USSR, narfs)
        row.aid_sent += narfs
        yield from to_the_cape(g, power, (fleet, second), narfs)
        return
    narfs = min(row.cargo_cape, STEP)
    row.cargo_cape -= narfs
    row.aid_sent += narfs
    g.nations[USSR].narfs += narfs
    g.nations[USSR].received += narfs
    g.say("{} NARFs reach the Soviet Union through Persia", narfs, rule="14.8.4")


@rule("14.8.4", "8.3.3")
def to_the_cape(g: War, power: int, pair: tuple[int, int], narfs: int) -> Flow[None]:
    """Two Fleets with aid sail from Britain for South Africa; what each loses is half of its share, or all of it"""
    origin, cape = g.units.at[pair[0]], g.board.space("south_africa_box")
    way = sea_roads(g, g.roster.nations[pair[0]], origin, UNLIMITED).get(cape, [])
    voyage = Voyage(Force(g.side, list(pair)), origin, way, f"{narfs} NARFs for Persia", narfs=narfs, reach=UNLIMITED)
    through = (yield from sail(g, voyage)) if way else True
    shares = (narfs - narfs // 2, narfs // 2)
    landed = 0
    for u, part in zip(pair, shares):
        lost = g.units.at[u] < 0 and g.units.pool[u] != YARD
        landed += 0 if lost else part // 2 if g.units.depleted[u] else part
    if not through and not any(g.units.depleted[u] or g.units.at[u] < 0 for u in pair):
        if power == USA:
            g.nations[power].cargo += narfs
        else:
            g.nations[power].narfs += narfs
        return
    g.nations[power].cargo_cape += landed
    for u in voyage.force.ships:
        g.units[u].at = cape


@rule("14.8.4")
def may_open_persia(g: War, power: int) -> No | None:
    """Whether Britain or America can open the Persian route: 15 NARFs, once."""
    if power not in (BRITAIN, USA) or g.nations.side[power] == NEUTRAL:
        return No("14.8.4", "Britain or America at war opens it")
    if g.persia >= 0:
        return No("14.8.4", "it is paid for")
    if g.barbarossa < 0:
        return No("14.8.4", "Germany and the Soviet Union are not at war")
    return No("14.8.4", f"it costs {PERSIA_PRICE} NARFs") if g.nations.narfs[power] < PERSIA_PRICE else None


def open_persia(g: War, power: int) -> None:
    pay(g, power, PERSIA_PRICE)
    g.persia = g.turn
    g.say("{} opens the route through Persia", g.nations[power], rule="14.8.4")


def _legs(g: War, treasury: Treasury) -> list[tuple[int, str]]:
    if treasury.power not in (BRITAIN, USA) or g.barbarossa < 0:
        return []
    return [(u, leg) for u in dict.fromkeys([u for _, u, _ in loans(g, treasury)]) for leg in LEGS]


RELAYING: Act[War, Treasury, tuple[int, str]] = Act(
    "relay", "14.8.2", "{0} carries aid: {1}", takes=(Unit, str), rolls=True,
    among=lambda g, s: list(dict.fromkeys(_legs(g, s))), may=lambda g, s, c: may_relay(g, s.power, *c), do=relay,
)  # fmt: skip
OPENING_PERSIA: Act[War, Treasury, None] = Act(
    "persia", "14.8.4", "Open the route through Persia (15)", may=lambda g, s, _: may_open_persia(g, s.power),
    do=lambda g, s, _: open_persia(g, s.power),
)  # fmt: skip
