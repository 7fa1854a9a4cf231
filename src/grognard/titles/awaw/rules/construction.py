"""Ours 27: unit construction: what may be bought, for how much, where it appears. Shipyards and SW units are still to come."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

import grognard.titles.awaw.rules.engineers as engineers
from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import AIR, COLOUR, COST_ROWS, DESIGNS, GROUND, Kind
from grognard.titles.awaw.nations import ALLIES, BRITAIN, CHINA, FACTION, GERMANY, INDEX, JAPAN, KEYS, MAJORS, NEUTRAL, US
from grognard.titles.awaw.rules.boxes import AIRSPACE, BUILDS, builds_in, may_occupy
from grognard.titles.awaw.rules.far_lands import may_raise
from grognard.titles.awaw.rules.intelligence import partisan_limit
from grognard.titles.awaw.rules.partisans import HOMES, bands_of, builder, may_rise
from grognard.titles.awaw.rules.research import results_of
from grognard.titles.awaw.rules.ships import SQUADRONS
from grognard.titles.awaw.rules.shipyards import advance, lay_down, may_advance, may_lay_down, to_advance, to_lay_down
from grognard.titles.awaw.rules.stacking import air_room, room_for
from grognard.titles.awaw.rules.supply import network, operational, own_capital
from grognard.titles.awaw.rules.tension import japan_fights_us
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    built_in,
    held_by,
    in_pool,
    is_air_base,
    masters,
    of_design,
    other,
    price_of,
    side_on,
)
from grognard.titles.awaw.rules.want import ECONOMY, wants
from grognard.titles.awaw.rules.zones import zones
from grognard.titles.awaw.state import IN_PLAY, POOL, Hex, Unit, World, turn_of

POLISH_YARDS = turn_of(1941, 0)
SCARCE = frozenset((Kind.REP, Kind.TRANSPORT_AIR, Kind.MARINE, Kind.COMMANDO, Kind.CHINDIT, Kind.FLAK, Kind.JET, Kind.ELITE_NAS))
OWN_LIMIT = frozenset(INDEX[k] for k in ("canada", "australia", "india", "south_africa", "wang", "vlasov", "ukraine",
                                         "indian_nat_army"))  # dominions and movements: 70 to 72, 68, 80  # fmt: skip
RATIONED = frozenset((Kind.SUB, Kind.ADVANCED_SUB, Kind.ASW, Kind.CVE, Kind.BOMBER, Kind.INTERCEPTOR))  # ours 27.8
AT_SEA = frozenset((Kind.SUB, Kind.ADVANCED_SUB, Kind.ASW, Kind.TRANSPORT, Kind.CVE))  # placed in a box at once (5.934)
BOMBING = frozenset((Kind.BOMBER, Kind.INTERCEPTOR))  # placed on a front of an SW box (5.943)
GUESTS = {
    INDEX["vlasov"]: (GERMANY,), INDEX["wang"]: (INDEX["nationalist_china"],), INDEX["ukraine"]: (INDEX["russia"],),
    INDEX["indian_nat_army"]: (INDEX["burma"], INDEX["india"]),
}  # fmt: skip
ABROAD = {BRITAIN: (INDEX["egypt"],), INDEX["italy"]: (INDEX["libya"],), JAPAN: (INDEX["korea"],)}  # ours 27.45, 27.46
MERCHANTS = {BRITAIN: "Britain", US: "US", JAPAN: "Japan"}
HULLS_LAID = 5830  # key of `booked`: the turn times MOST_HULLS and the transports that America has built in it
MOST_HULLS = 100


@rule("ours 27.81")
def transport_limit(g: World, power: int) -> int:
    """Transports a turn: four for Britain, five for the United States at war, which builds with Britain where it has no seat."""
    most = g.charts.a_turn
    american = most["transport US later" if g.year >= most["transport US from"] else "transport US"]
    if power == US:
        return american
    alone = power == BRITAIN and g.nations.war[US] >= 0 and not g.seated(US)
    return most[f"transport {MERCHANTS.get(power, 'others')}"] + (american if alone else 0)


@rule("ours 27.81")
def shares_hulls(g: World, power: int, u: int) -> bool:
    """America at war beside Britain builds transports: the Western Allies have one kind of them."""
    # AW-DEC-50
    mine = power == US and KIND[g.units.design[u]] == Kind.TRANSPORT and g.nations.patron[NATION[g.units.design[u]]] == BRITAIN
    if not mine or g.nations.surrendered[BRITAIN]:
        return False
    east = g.nations.east if g.both_boards else g.nations.side
    return any(side[US] == side[BRITAIN] == ALLIES for side in (g.nations.side, east))


def hulls_laid(g: World) -> int:
    """Transports that America has built this turn."""
    turn, count = divmod(g.booked.get(HULLS_LAID, 0), MOST_HULLS)
    return count if turn == g.turn else 0


def transports_built(g: World, power: int) -> int:
    """Transports that a power has built this turn: those of the Western Allies are shared."""
    if power == US:
        return hulls_laid(g)
    return _built_of(g, power, Kind.TRANSPORT) - (hulls_laid(g) if power == BRITAIN else 0)


class Factory(Subject, frozen=True):
    """A power that builds."""

    power: int

    def money(self, g: World) -> tuple[int, str, str]:
        return g.nations.level[self.power], "BRPs", ""


class Order(Subject, frozen=True):
    """A unit being built: where does it appear?"""

    power: int
    unit: Annotated[int, Unit]


@rule("ours 27.11", "ours 52.1", "ours 33.4")
def build_limit(g: World, power: int) -> int:
    """Half of the base a turn; half of that for a neutral that has not mobilized (ours 52.1)."""
    most = g.nations.base[power] // 2
    if wants(g, power, ECONOMY):  # ours 33.64
        most -= -(-most // g.number("33.64 share of construction lost to want of oil"))
    if not g.sheet.whole or power in (GERMANY, BRITAIN, INDEX["france"]):
        return most
    row = g.nations[power]
    return most // 2 if row.war < 0 and row.fought_east < 0 and not row.mobilized else most


@rule("ours 27.3", "ours 27.13A", "9.82")
def cost_of(g: World, u: int) -> int:
    """The price of a unit; double for one that attacked isolated and unpaid this turn."""
    return price_of(g, u) * (2 if g.units.double[u] else 1)


@rule("ours 27.1", "ours 27.12", "ours 27.2", "ours 27.48")
def may_buy(g: World, factory: Factory, u: int) -> No | None:
    """A unit of the power's pools that is available, within the limit and the purse, with a place to appear."""
    row, units = g.nations[factory.power], g.units
    if units.pool[u] != POOL or units.at[u] >= 0:
        return No("ours 27.1", "it is not in the force pool")
    whose = NATION[units.design[u]]
    band = KIND[units.design[u]] == Kind.PARTISAN
    owner = builder(g, u) if band else g.nations.patron[whose]
    idle = g.nations.side[whose] == NEUTRAL and not (band and DESIGNS[units.design[u]].colour == COLOUR["px"])
    mine = owner == factory.power or shares_hulls(g, factory.power, u)
    if not mine or (idle and not g.both_boards) or (idle and g.nations.east[whose] == NEUTRAL):
        return No("ours 27.1", "it belongs to another power")
    no = may_raise(g, u)
    if no is not None:
        return no
    if units.due[u] > g.turn:
        return No("ours 27.2", "it is not available yet")
    price = cost_of(g, u)
    if price > row.level:
        return No("ours 27.12", f"it costs {price} BRPs and {max(0, row.level)} are left")
    if row.built + price > build_limit(g, factory.power):
        return No("ours 27.11", f"no more than {build_limit(g, factory.power)} BRPs of units a turn")
    if whose not in MAJORS and whose not in OWN_LIMIT and not band and _built_here(g, whose):
        return No("ours 27.48", "one unit a turn for each minor country")
    what = KIND[units.design[u]]
    if what in SCARCE and _built_of(g, factory.power, what) >= g.charts.a_turn[COST_ROWS[what]]:
        return No("ours 27.3", f"no more than {g.charts.a_turn[COST_ROWS[what]]} of these a turn")
    if what == Kind.ELITE_NAS and japan_fights_us(g):
        return No("ours 17.31", "no more elite squadrons since the war with America")
    if band and any(NATION[units.design[o]] == whose and KIND[units.design[o]] == Kind.PARTISAN
                    and DESIGNS[units.design[o]].colour == DESIGNS[units.design[u]].colour for o in _new(g)):  # fmt: skip
        return No("ours 11.2", "one partisan a turn in a country")
    if band and bands_of(g, whose) >= partisan_limit(g, whose):
        return No("ours 47.2", "no more partisans live there")
    if what in SQUADRONS and sum(_built_of(g, factory.power, kind) for kind in SQUADRONS) >= squadron_limit(g, factory.power):
        return No("ours 17.31", f"no more than {squadron_limit(g, factory.power)} naval squadrons a turn")
    # AW-DEC-20: in the short Atlantic scenario the budget alone is the limit
    if g.sheet.whole and what in RATIONED and rationed(g, factory.power) + price > lanes_share(g, factory.power):
        return No("ours 27.8", f"no more than {lanes_share(g, factory.power)} BRPs of units of the lanes a turn")
    if what == Kind.TRANSPORT and transports_built(g, factory.power) >= transport_limit(g, factory.power):
        return No("ours 27.81", f"no more than {transport_limit(g, factory.power)} transports a turn")
    if what not in GROUND and what not in AIR and what not in AT_SEA and what not in BOMBING:
        return No("ours 27.7", "ships are laid down in a yard")
    twin = next(o for o in of_design(g)[units.design[u]] if units.pool[o] == POOL and units.at[o] < 0 and units.due[o] <= g.turn
                and units.double[o] == units.double[u])  # fmt: skip
    if twin != u:
        return No("ours 27.1", f"the same as u{twin}, which stands for it")
    return None if any(True for _ in _sites(g, u)) else No("ours 27.4", "there is no place for it")


@rule("ours 17.31")
def squadron_limit(g: World, power: int) -> int:
    """Naval air training and its results, doubled at war."""
    trained = g.books.levels(power).naval_air_training + results_of(g, FACTION[power], "naval_air_training")
    war = g.nations.war[power] >= 0 or g.nations.fought_east[power] >= 0 or not g.sheet.whole
    return trained * (2 if war else 1)


@rule("ours 27.8")
def lanes_share(g: World, power: int) -> int:
    """A quarter of the construction of a turn for submarines, escorts, bombers and interceptors; half for Germany and America."""
    return build_limit(g, power) // (2 if power in (GERMANY, US) else 4)


def rationed(g: World, power: int) -> int:
    """BRPs spent on them this turn."""
    patrons, design = g.nations.patron, g.units.design
    mine = [u for u in _new(g) if KIND[design[u]] in RATIONED and patrons[NATION[design[u]]] == power]
    return sum(price_of(g, u) for u in mine)


def _new(g: World) -> list[int]:
    """Units built this turn."""
    return built_in(g).get(g.turn, [])


def _built_here(g: World, nation: int) -> bool:
    return any(NATION[g.units.design[u]] == nation for u in _new(g))


def _built_of(g: World, power: int, what: Kind) -> int:
    patrons = g.nations.patron
    return sum(KIND[g.units.design[u]] == what and patrons[NATION[g.units.design[u]]] == power for u in _new(g))


@rule("ours 27.4", "ours 27.41", "ours 27.42G", "ours 27.43", "ours 27.44", "ours 10.342", "5.26")
def may_appear(g: World, u: int, space: int) -> No | None:
    """A fully supplied home hex with a city or next to one, in no enemy zone unless occupied; aircraft at a base."""
    whose, what = NATION[g.units.design[u]], KIND[g.units.design[u]]
    side = side_on(g, whose, space)
    if what == Kind.PARTISAN:
        return may_rise(g, u, space)
    if what in AT_SEA:
        if g.board.token(space) not in lanes(g):
            return No("5.934", "built into a box of shipping lanes")
        return may_occupy(g, u, g.board.token(space))
    if what in BOMBING:
        return may_base_bombers(g, u, space)
    if held_by(g, space) != side or masters(g).get(space) == other(side):
        return No("ours 27.4", "not a hex of ours")
    if not is_home(g, whose, space):
        return No("ours 27.4", "not in the home country")
    if g.hexes.since[space] == g.turn and what in GROUND:
        return No("ours 27.4", "it was not ours when the turn began")
    no = may_start_abroad(g, u, space)
    if no is not None:
        return no
    if what in GROUND and space in zones(g, other(side)) and masters(g).get(space) != side:
        return No("ours 10.342", "in an enemy zone of control")
    if space not in network(g, g.faction(whose), side) and not (whose not in MAJORS and own_capital(g, u, space)):
        return No("ours 27.4", "the hex is not fully supplied")
    if what in AIR:
        return air_room(g, u, space, side)
    if whose == CHINA and not g.ground.city[space]:
        return No("ours 27.46", "Chinese units appear in cities")
    if not g.ground.box[space] and not g.ground.city[space] and not any(g.ground.city[o] for o, _ in g.ground.ways[space]):
        return No("ours 27.4", "neither in nor next to a city")
    return room_for(g, u, space, side)


def is_home(g: World, nation: int, space: int) -> bool:
    """Home hexes, without possessions; Russia's Urals too, Poland's cities from 1941 for Germany, Manchuria for Japan."""
    country = g.ground.country[space]
    if space in overseas(g, nation):
        return True
    if country in hosts(nation):
        home = g.ground.home.get(nation)
        if home is None or space in home or (nation == JAPAN and in_manchuria(g, space)):
            return True
    if nation == GERMANY and g.ground.capital[space] and g.hexes.holder[space] == GERMANY:
        return True
    if nation == GERMANY and country == INDEX["poland"]:
        return g.turn >= POLISH_YARDS and g.ground.city[space]
    if country in ABROAD.get(nation, ()):
        return True
    return builds_in(g, nation, space)


def in_manchuria(g: World, space: int) -> bool:
    """Rows D to I of the recovered Japanese land in the north, with Port Arthur; south of it lies occupied China."""
    cold = g.ground.country[space] == JAPAN and g.ground.weather[space] == "siberia"
    return cold and (g.board.token(space)[1] <= "I" or space == g.ground.named["port_arthur"])


@rule("ours 27.45", "ours 27.46", "3.1")
def may_start_abroad(g: World, u: int, space: int) -> No | None:
    """Half of Britain's builds may begin in Egypt; Italian 1-3 in Libya, Japanese infantry of one in Korea."""
    sheet = g.units[u].sheet
    country = g.ground.country[space]
    manchuria = sheet.nation == JAPAN and country == JAPAN and space not in g.ground.japan
    conquered = sheet.nation == GERMANY and country not in (GERMANY, INDEX["poland"]) and not g.ground.box[space]
    if (country not in ABROAD.get(sheet.nation, ()) and not manchuria and not conquered) or space in overseas(g, sheet.nation):
        return None
    if sheet.nation == BRITAIN:
        there = sum(price_of(g, o) for o in _new(g) if g.ground.country[g.units.at[o]] == country
                    and NATION[g.units.design[o]] == BRITAIN)  # fmt: skip
        over = there + cost_of(g, u) > build_limit(g, BRITAIN) // 2
        return No("ours 27.45", "half of the builds of a turn may begin in Egypt") if over else None
    small = sheet.kind == Kind.INF and sheet.strength == 1  # 27.44: a conquered capital too
    return None if small else No("ours 27.46", "only infantry of one factor begins there")


@rule("ours 68.4", "ours 80.4", "ours 72.6")
def hosts(nation: int) -> tuple[int, ...]:
    """In whose land the units of a nation appear: movements in that of their protector."""
    return GUESTS.get(nation, (nation,))


def overseas(g: World, nation: int) -> list[int]:
    """Ports to which a scenario brings new units by itself (AW-DEC-08); dominions build in their boxes."""
    if g.sheet.whole and KEYS[nation] in BUILDS:
        return []
    return [g.ground.space(token) for token in g.sheet.arrive.get(KEYS[g.nations.patron[nation]], ())]


def lanes(g: World) -> tuple[str, ...]:
    """Boxes of the boards that are played into which shipping is built."""
    if not g.sheet.whole:
        return ("sw_atlantic",)
    return {"europe": ("sw_atlantic",), "pacific": ("sw_pacific",)}.get(g.sheet.theatre, ("sw_atlantic", "sw_pacific"))


@rule("5.943", "5.941", "ours 17.7", "3.1")
def may_base_bombers(g: World, u: int, space: int) -> No | None:
    """A front of an SW box on which the faction has an operational air base."""
    token = g.board.token(space)
    no = may_occupy(g, u, token)
    if no is not None:
        return no
    whose, front = NATION[g.units.design[u]], g.ground.front[space]
    if not g.both_boards and g.ground.theatre[space] != g.sheet.theatre:
        return No("5.943", "not on the boards that are played")
    side = side_on(g, whose, space)
    mine = g.faction(whose)
    bases = (s for s in range(g.board.size) if g.ground.front[s] == front and not g.ground.box[s] and is_air_base(g, s)
             and held_by(g, s) == side and g.faction(g.hexes.holder[s]) == mine)  # fmt: skip
    return None if any(operational(g, s, side) for s in bases) else No("5.943", "no operational air base on that front")


def sites(g: World, u: int) -> list[int]:
    """Where a unit may appear."""
    return list(_sites(g, u))


def _sites(g: World, u: int) -> Iterable[int]:
    whose, what = NATION[g.units.design[u]], KIND[g.units.design[u]]
    if what in AT_SEA:
        return [g.board.space(token) for token in lanes(g)]
    if what in BOMBING:
        return [s for s in (g.board.space(token) for token in AIRSPACE) if may_base_bombers(g, u, s) is None]
    places = [
        s for n in (HOMES.get(whose, (whose,)) if what == Kind.PARTISAN else hosts(whose)) for s in g.ground.homeland.get(n, ())
    ]
    if whose == GERMANY:
        places += g.ground.homeland.get(INDEX["poland"], [])
        places += [s for s in g.ground.field_hexes if g.ground.capital[s] and g.hexes.holder[s] == GERMANY
                   and g.ground.country[s] not in (GERMANY, INDEX["poland"])]  # fmt: skip
    places += [s for n in ABROAD.get(whose, ()) for s in g.ground.homeland.get(n, ())]
    places += overseas(g, whose)
    places += [g.board.space(token) for token in BUILDS.get(KEYS[whose], ())]
    if what in AIR:
        places = [s for s in places if is_air_base(g, s)]
    return (s for s in places if may_appear(g, u, s) is None)


def catalogue(g: World, factory: Factory) -> list[int]:
    """Units that may be bought, one of each sort."""
    seen, found = set(), []
    row, units, patrons = g.nations[factory.power], g.units, g.nations.patron
    most = min(row.level, build_limit(g, factory.power) - row.built)
    for u in in_pool(g).get(POOL, ()):
        if units.at[u] >= 0 or units.due[u] > g.turn:
            continue
        sort = units.design[u], units.double[u]
        owner = builder(g, u) if KIND[sort[0]] == Kind.PARTISAN else patrons[NATION[sort[0]]]
        if sort in seen or cost_of(g, u) > most or (owner != factory.power and not shares_hulls(g, factory.power, u)):
            continue
        seen.add(sort)
        if may_buy(g, factory, u) is None:
            found.append(u)
    return found


def appear(g: World, order: Order, space: int) -> None:
    row, purse = g.units[order.unit], g.nations[order.power]
    price = cost_of(g, order.unit)
    purse.level -= price
    purse.built += price
    row.at, row.pool, row.built, row.double = space, IN_PLAY, g.turn, 0
    row.inverted = int(KIND[row.design] in AIR)
    row.supply = 0
    if order.power == US and shares_hulls(g, US, order.unit):
        g.booked[HULLS_LAID] = g.turn * MOST_HULLS + hulls_laid(g) + 1
    g.say("{} is built in {}", row, g.hexes[space], rule="ours 27.1")


APPEAR = Act(
    "at",
    "ours 27.4",
    "In {0}",
    takes=Hex,
    listed=lambda g, o: sites(g, o.unit),
    may=lambda g, o, s: may_appear(g, o.unit, s),
    do=appear,
)


def place(g: World, factory: Factory, u: int) -> Flow[object]:
    order = Order(factory.power, u)
    return menu(g, g.seat(factory.power), "Where does {0} appear?", order, APPEAR, named=(g.units[u],))


def words(g: World, factory: Factory, u: int) -> str:
    return f"{g.units[u].label} ({cost_of(g, u)})"


def priced(what: str, row: str) -> Callable[[World, Factory, int], str]:
    """Words of a work with its price."""
    return lambda g, f, s: f"{what} {g.board.label(int(s))} ({g.charts.costs[row]})"


BUY: Act[World, Factory, int] = Act("build", "ours 27.1", words, takes=Unit, listed=catalogue, may=may_buy, do=place,
          price=lambda g, f, u: cost_of(g, u), group="Units")  # fmt: skip
LAY: Act[World, Factory, int] = Act("lay_down", "ours 27.71", "Lay down {0}", takes=Unit,
          listed=lambda g, f: to_lay_down(g, f.power), may=lambda g, f, u: may_lay_down(g, f.power, u),
          do=lambda g, f, u: lay_down(g, f.power, u), group="Yards")  # fmt: skip
WORK: Act[World, Factory, int] = Act("advance", "ours 27.72", "Work on {0}", takes=Unit,
           listed=lambda g, f: to_advance(g, f.power), may=lambda g, f, u: may_advance(g, f.power, u),
           do=lambda g, f, u: advance(g, f.power, u), group="Yards")  # fmt: skip
FORTIFY: Act[World, Factory, int] = Act("fortify", "ours 32.2", priced("Fortify", "fortification"), takes=Hex, group="Works",
          among=lambda g, f: engineers.sites(g, f.power, "fortification"),
          may=lambda g, f, s: engineers.may_fortify(g, f.power, s),
          do=lambda g, f, s: engineers.fortify(g, f.power, s),
          price=lambda g, f, s: g.charts.costs["fortification"])  # fmt: skip
RAILS: Act[World, Factory, int] = Act("railhead", "ours 28.65", priced("Railhead in", "railhead"), takes=Hex, group="Works",
          among=lambda g, f: engineers.sites(g, f.power, "railhead"),
          may=lambda g, f, s: engineers.may_lay_rails(g, f.power, s),
          do=lambda g, f, s: engineers.lay_rails(g, f.power, s), price=lambda g, f, s: g.charts.costs["railhead"])  # fmt: skip
PORT: Act[World, Factory, int] = Act("port", "ours 21.12", priced("Port in", "port counter"), takes=Hex, group="Works",
          among=lambda g, f: engineers.port_sites(g, f.power),
          may=lambda g, f, s: engineers.may_build_port(g, f.power, s),
          do=lambda g, f, s: engineers.build_port(g, f.power, s),
          price=lambda g, f, s: g.charts.costs["port counter"])  # fmt: skip
BEACH: Act[World, Factory, int] = Act("beach", "6.5", priced("Beach defense in", "beach defense"), takes=Hex, group="Works",
          among=lambda g, f: engineers.shores(g, f.power),
          may=lambda g, f, s: engineers.may_defend_beach(g, f.power, s),
          do=lambda g, f, s: engineers.defend_beach(g, f.power, s),
          price=lambda g, f, s: g.charts.costs["beach defense"])  # fmt: skip
DONE: Act[World, Factory, None] = Act("done", "8.27", "End of construction", do=lambda g, f, _: None)


@rule("8.27")
def construction(g: World) -> Flow[None]:
    """Unit construction"""
    factory = Factory(g.mover)
    ships = (LAY, WORK) if g.sheet.fleets else ()
    works = (FORTIFY, RAILS, PORT, BEACH) if g.sheet.whole else ()
    while (
        catalogue(g, factory)
        or (ships and (to_lay_down(g, g.mover) or to_advance(g, g.mover)))
        or any(True for act in works for _ in act.candidates(g, factory))
    ):
        choice, _ = yield from menu(g, g.seat(g.mover), "Construction: {0} BRPs", factory, DONE, BUY, *ships, *works,
                                    named=(g.nations.level[g.mover],), rests=True)  # fmt: skip
        if choice.verb == "done":
            return
