"""Ours 28: tactical and strategic redeployment; ships and strategic units are in quays.py and lanes.py."""

from __future__ import annotations

from typing import Annotated

import grognard.titles.awaw.rules.engineers as engineers
from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import AIR, GROUND, Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import GERMANY, MAJORS, US
from grognard.titles.awaw.rules.air import bases_in_reach, may_stage
from grognard.titles.awaw.rules.airlift import Flight, bases, can_fly, fly, may_fly
from grognard.titles.awaw.rules.boxes import US_BOXES, cite, may_leave, may_step, may_use
from grognard.titles.awaw.rules.economy import EVACUATE, Removal
from grognard.titles.awaw.rules.engineers import railheads
from grognard.titles.awaw.rules.far_lands import may_trek, trek, treks
from grognard.titles.awaw.rules.lanes import may_station, station, stations
from grognard.titles.awaw.rules.quays import at_the_quay
from grognard.titles.awaw.rules.reinforcement import may_reinforce
from grognard.titles.awaw.rules.stacking import air_room, room_for
from grognard.titles.awaw.rules.supply import network
from grognard.titles.awaw.rules.tension import AMERICA_TIRED
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    air_units,
    all_at,
    held_by,
    masters,
    may_base,
    of_nation,
    on_map,
    other,
    patron,
    squadrons,
    unit_sides,
)
from grognard.titles.awaw.rules.voyages import BY_SEA, REDEPLOYING, harbours, may_open
from grognard.titles.awaw.rules.want import effects
from grognard.titles.awaw.rules.zones import zones
from grognard.titles.awaw.state import FULL, Hex, Unit, World

TACTICAL, STRATEGIC, CROSSED = 1, 2, 512  # bits of `moved`
SQUADRONS_A_GROUP = 15  # five army air factors (ours 28.6)
TR_HEXES, FREE_REACH = 6, 8
MOST_EXTRA = 4


class Quarter(Subject, frozen=True):
    """A power that redeploys."""

    power: int


class Traveller(Subject, frozen=True):
    """A unit that redeploys."""

    unit: Annotated[int, Unit]

    @once
    def near(self, g: World) -> dict[int, int]:
        """Hexes within six steps over friendly hexes free of enemy zones."""
        return friendly_ways(g, self.unit, TR_HEXES)

    @once
    def far(self, g: World) -> dict[int, int]:
        return friendly_ways(g, self.unit, 999)


@rule("ours 28.4", "5.47", "5.57", "5.77")
def friendly_ways(g: World, u: int, most: int) -> dict[int, int]:
    """Steps to friendly hexes, not through enemy zones of control unless a friendly unit stands there. Who enters a box ends
    there; only strategic redeployment passes through the Urals."""
    side = unit_sides(g)[u]
    foe, stands = other(side), masters(g)
    zone = zones(g, foe)
    far = {g.units.at[u]: 0}
    ring, steps = [g.units.at[u]], 0
    while ring and steps < most:
        steps += 1
        after = []
        for s in ring:
            if g.ground.box[s] and steps > 1 and not (most > TR_HEXES and g.board.token(s) == "urals"):
                continue
            for o, _ in g.ground.ways[s]:
                if may_step(g, s, o) is not None or may_reinforce(g, [u], s, o) is not None:
                    continue
                if (g.ground.box[o] and may_use(g, u, o) is not None):
                    continue
                if o not in far and held_by(g, o) == side and stands.get(o) != foe and (o not in zone or stands.get(o) == side):
                    far[o] = steps
                    after.append(o)
        ring = after
    return far


def can_tr(g: World, t: Traveller) -> No | None:
    row = g.units[t.unit]
    what = KIND[row.design]
    if row.moved & TACTICAL:
        return No("ours 28.1", "it has used tactical redeployment")
    if what in GROUND and (row.fought or row.supply != FULL or what == Kind.PARTISAN):
        return No("ours 28.4", "only supplied units that did not attack")
    if what not in GROUND and what not in AIR:
        return No("ours 28.4", "ground and air units")
    no = stays_in_box(g, t.unit)
    return no if no is not None else may_leave(g, t.unit, "7C")


@rule("5.27", "5.47", "5.57", "5.77")
def stays_in_box(g: World, u: int) -> No | None:
    """Who redeployed into a box stays there until the phase is over."""
    at, bits = g.units.at[u], TACTICAL | STRATEGIC | BY_SEA
    entered = g.ground.box[at] and g.units.moved[u] & bits
    return No(cite(g, at, "7C"), "who redeployed into the box stays in it") if entered else None


def may_tr(g: World, t: Traveller, space: int) -> No | None:
    u = t.unit
    if space == g.units.at[u]:
        return No("ours 28.4", "it is there")
    if KIND[g.units.design[u]] in AIR:
        return may_stage(g, u, space, 2)
    if space not in t.near(g):
        return No("ours 28.4", "not within six hexes of friendly ground")
    return room_for(g, u, space, unit_sides(g)[u])


def tr_list(g: World, t: Traveller) -> list[int]:
    u, side = t.unit, unit_sides(g)[t.unit]
    if KIND[g.units.design[u]] in AIR:
        return bases_in_reach(g, u, 2)
    return [s for s in t.near(g) if s != g.units.at[u] and room_for(g, u, s, side) is None]


def tr(g: World, t: Traveller, space: int) -> None:
    row = g.units[t.unit]
    row.at, row.moved = space, row.moved | TACTICAL
    stays_inverted(g, t.unit)


@rule("ours 28.81")
def stays_inverted(g: World, u: int) -> None:
    """Aircraft built this turn and redeployed stay inverted through the enemy's turn."""
    if KIND[g.units.design[u]] in AIR and g.units.built[u] == g.turn:
        g.units[u].inverted = 2


@derived("hexes.holder")
def objectives_abroad(g: World, power: int, europe: bool) -> int:
    """Objectives of a board that a power holds beyond its own country's."""
    ground = g.ground
    board = (s for s in ground.objectives if ground.europe[s] == europe)
    return sum(g.hexes.holder[s] == power and ground.country[s] != power for s in board)


@rule("ours 28.6", "4.613")
def sr_limit(g: World, power: int, *, europe: bool = True) -> int:
    """The power's number for a board, one more for each objective held there beyond its own country's, up to four."""
    extra, row = min(MOST_EXTRA, objectives_abroad(g, power, europe)), g.books.powers[power]
    found = max(0, (row.sr_europe if europe else row.sr_pacific) + extra + railheads(g, power, europe) - effects(g, power))
    return found // 2 if power == US and g.booked.get(AMERICA_TIRED, 0) else found


def can_sr(g: World, t: Traveller) -> No | None:
    row = g.units[t.unit]
    power = patron(g, t.unit)
    if row.moved & STRATEGIC:
        return No("ours 28.1", "it has used strategic redeployment")
    no = may_sr_minor(g, t.unit)
    if no is not None:
        return no
    free = minor(g, t.unit) or g.board.token(row.at) in US_BOXES  # 5.27C
    europe = g.ground.europe[row.at]
    flying = wanted_of(g, t.unit)
    if not free and made(g, power, europe, flying) + (0 if flying else 1) > sr_limit(g, power, europe=europe):
        return No("ours 28.6", f"{sr_limit(g, power, europe=europe)} strategic redeployments are made")
    what = KIND[row.design]
    if what in GROUND and (row.supply != FULL or what == Kind.PARTISAN):
        return No("ours 28.6", "only supplied units")
    if what not in GROUND and what not in AIR:
        return No("ours 28.6", "ground and air units")
    no = stays_in_box(g, t.unit) if not (g.both_boards and g.board.token(row.at) in US_BOXES) else None
    return no if no is not None else may_leave(g, t.unit, "7C")


@rule("ours 28.6")
def made(g: World, power: int, europe: bool, more: int = 0) -> int:
    """Strategic redeployments of a power on a board in this turn: units, and aircraft by fifteen squadrons (five factors), with
    so many squadrons more."""
    return (g.nations.srs if europe else g.nations.srs_east)[power] - (-(flown(g, power, europe) + more) // SQUADRONS_A_GROUP)


def flown(g: World, power: int, europe: bool) -> int:
    """Squadrons of a power's own aircraft that have redeployed strategically on a board in this turn."""
    return _flown(g).get((power, europe), 0)


@derived("units.at", "units.design", "units.moved", "units.short", "nations.patron")
def _flown(g: World) -> dict[tuple[int, bool], int]:
    found: dict[tuple[int, bool], int] = {}
    for base, there in air_units(g).items():
        for u in there:
            if g.units.moved[u] & STRATEGIC and not g.units.moved[u] & CROSSED and not minor(g, u):
                key = patron(g, u), g.ground.europe[base]
                found[key] = found.get(key, 0) + squadrons(g, u)
    return found


def wanted_of(g: World, u: int) -> int:
    """Squadrons by which a unit adds to a group of aircraft; none for ground units."""
    return squadrons(g, u) if KIND[g.units.design[u]] in AIR else 0


def minor(g: World, u: int) -> bool:
    return NATION[g.units.design[u]] not in MAJORS


@rule("ours 28.9")
def may_sr_minor(g: World, u: int) -> No | None:
    """One strategic redeployment for each minor country; Axis minors on the eastern front go free within eight hexes."""
    if not minor(g, u) or free_in_the_east(g, u):
        return None
    whose = NATION[g.units.design[u]]
    mine = [o for o in of_nation(g)[whose] if g.units.at[o] >= 0]
    used = any(g.units.moved[o] & STRATEGIC and not free_in_the_east(g, o) for o in mine)
    return No("ours 28.9", "one strategic redeployment for a minor country") if used else None


def free_in_the_east(g: World, u: int) -> bool:
    return minor(g, u) and patron(g, u) == GERMANY and g.ground.front[g.units.at[u]] == FRONT["eastern"]


def may_sr(g: World, t: Traveller, space: int) -> No | None:
    u = t.unit
    if free_in_the_east(g, u) and may_exceed(g, u) and (g.board.distance(g.units.at[u], space) or 0) > FREE_REACH:
        return No("ours 28.9", "within eight hexes")
    at, side = g.units.at[u], unit_sides(g)[u]
    if space == at:
        return No("ours 28.6", "it is there")
    if between_coasts(g, at, space):
        return None if g.both_boards else No("5.27C", "the other board is not played")
    if g.ground.theatre[at] != g.ground.theatre[space] and not may_change_boards(g, u):
        return No("ours 28.6", "from board to board it counts double")
    lines = network(g, g.faction(NATION[g.units.design[u]]), side)
    if space not in lines:
        return No("ours 28.6", "the hex is not supplied")
    if space not in t.far(g):
        return No("ours 28.6", "no friendly land leads there")
    if KIND[g.units.design[u]] in AIR:
        return air_room(g, u, space, side)
    if not (urban(g, at) or urban(g, space)):
        return No("ours 28.6", "it must start or end in or next to a city")
    return room_for(g, u, space, side)


def may_change_boards(g: World, u: int) -> bool:
    """Whether the two redeployments are left that a unit takes from board to board."""
    power, europe = patron(g, u), g.ground.europe[g.units.at[u]]
    return minor(g, u) or made(g, power, europe) + 2 <= sr_limit(g, power, europe=europe)


@rule("5.77", "ours 28.7")
def cost_of_sr(g: World, at: int, space: int) -> int:
    """Russian units that go from board to board count double."""
    return 2 if g.ground.theatre[at] != g.ground.theatre[space] else 1


@rule("5.21", "5.27")
def between_coasts(g: World, at: int, space: int) -> bool:
    """From one coast of the United States to the other: without limit."""
    return {g.board.token(at), g.board.token(space)} == set(US_BOXES)


def may_exceed(g: World, u: int) -> bool:
    """Whether the country's one redeployment is made, so that only the free ones are left."""
    whose = NATION[g.units.design[u]]
    return any(g.units.at[o] >= 0 and g.units.moved[o] & STRATEGIC for o in of_nation(g)[whose])


def urban(g: World, space: int) -> bool:
    rails = g.hexes.railhead[space] >= 0  # ours 28.65
    return rails or g.ground.box[space] or g.ground.city[space] or any(g.ground.city[o] for o, _ in g.ground.ways[space])


def sr_list(g: World, t: Traveller) -> list[int]:
    u = t.unit
    at, side = g.units.at[u], unit_sides(g)[u]
    lines = network(g, g.faction(NATION[g.units.design[u]]), side)
    ways = [s for s in t.far(g) if s in lines and s != at]
    if not may_change_boards(g, u):
        ways = [s for s in ways if g.ground.theatre[s] == g.ground.theatre[at]]
    coast = [s for s in map(g.board.space, US_BOXES) if between_coasts(g, at, s)] if g.both_boards else []
    if free_in_the_east(g, u) and may_exceed(g, u):
        ways = [s for s in ways if (g.board.distance(at, s) or 0) <= FREE_REACH]
    if KIND[g.units.design[u]] in AIR:
        return [*coast, *(s for s in ways if may_base(g, u, s) and air_room(g, u, s, side) is None)]
    start = urban(g, at)
    return [*coast, *(s for s in ways if (start or urban(g, s)) and room_for(g, u, s, side) is None)]


def sr(g: World, t: Traveller, space: int) -> None:
    row = g.units[t.unit]
    coast, cost, europe = between_coasts(g, row.at, space), cost_of_sr(g, row.at, space), g.ground.europe[row.at]
    row.at, row.moved = space, row.moved | STRATEGIC
    stays_inverted(g, t.unit)
    across = cost > 1 or coast
    if across:
        row.moved |= CROSSED  # paid for by itself, or free
    if not minor(g, t.unit) and not coast and (cost > 1 or KIND[row.design] not in AIR):
        purse = g.nations[patron(g, t.unit)]
        purse.srs, purse.srs_east = (purse.srs + cost, purse.srs_east) if europe else (purse.srs, purse.srs_east + cost)


TR = Act("tr", "ours 28.4", "Tactically to {0}", takes=Hex, who=can_tr, listed=tr_list, may=may_tr, do=tr, group="Tactical")
SR = Act("sr", "ours 28.6", "Strategically to {0}", takes=Hex, who=can_sr, listed=sr_list, may=may_sr, do=sr, group="Strategic")
FLY: Act[World, Traveller, int] = Act("airlift", "ours 18.54", "By air to {0}", takes=Hex, group="Air",
    who=lambda g, t: can_fly(g, Flight(t.unit)), listed=lambda g, t: bases(g, Flight(t.unit)),
    may=lambda g, t, s: may_fly(g, Flight(t.unit), s), do=lambda g, t, s: fly(g, Flight(t.unit), s), rolls=True)  # fmt: skip
STAY: Act[World, Traveller, None] = Act("stay", "8.28", "Stay", do=lambda g, t, _: None)


def may_go(g: World, q: Quarter, u: int) -> No | None:
    if g.units.at[u] < 0 or unit_sides(g)[u] != g.side or patron(g, u) != q.power:
        return No("8.28", "no unit of this power")
    t = Traveller(u)
    tactical, strategic = can_tr(g, t), can_sr(g, t)
    if tactical is not None and strategic is not None:
        return tactical
    twin = _twin(g, u)
    return None if twin == u else No("8.28", f"the same as u{twin}, which stands for it")


ALIKE = ("at", "moved", "fought", "supply", "inverted")  # in these two units agree that stand for each other


def _twin(g: World, u: int) -> int:
    return min(g.units.twins(u, all_at(g)[g.units.at[u]], *ALIKE))


def ready(g: World, q: Quarter) -> list[int]:
    sides = unit_sides(g)
    sorts = g.units.firsts([u for u in on_map(g).get(q.power, ()) if sides[u] == g.side], *ALIKE)
    return [u for u in sorts if can_tr(g, t := Traveller(u)) is None or can_sr(g, t) is None]


def may_go_on_station(g: World, q: Quarter, wanted: tuple[int, int]) -> No | None:
    if not g.sheet.whole:
        return No("ours 24.52", "not in this scenario")
    no = may_station(g, q.power, *wanted)
    if no is not None:
        return no
    return None if wanted in set(stations(g, q.power)) else No("ours 24.52", "another of the same sort stands for it")


PICK = Act("pick", "8.28", "{0}", takes=Unit, listed=ready, may=may_go,
           do=lambda g, q, u: menu(g, g.seat(q.power), "{0} redeploys from {1}", Traveller(u), STAY, TR, SR, FLY,
                                   named=(g.units[u], g.hexes[g.units.at[u]])))  # fmt: skip
@rule("ours 37.3")
def may_spare_trains(g: World, power: int) -> No | None:
    """Industry that moves takes two strategic redeployments."""
    enough = made(g, power, True) + 2 <= sr_limit(g, power)
    return None if enough else No("ours 37.3", "two strategic redeployments are needed")


def may_move_industry(g: World, power: int, space: int) -> No | None:
    no = EVACUATE.why(g, Removal(power), space)
    return no if no is not None else may_spare_trains(g, power)


MOVE_IC: Act[World, Quarter, int] = Act("evacuate", "ours 37.3", "Industry of {0} to the Urals", takes=Hex,
              among=lambda g, q: EVACUATE.candidates(g, Removal(q.power)) if may_spare_trains(g, q.power) is None else (),
              may=lambda g, q, s: may_move_industry(g, q.power, s),
              do=lambda g, q, s: EVACUATE.do(g, Removal(q.power), s))  # fmt: skip
FLEET: Act[World, Quarter, int] = Act("fleet", "ours 28.5", "Ships and cargo in {0}", takes=Hex,
              among=lambda g, q: harbours(g, q.power, REDEPLOYING) if g.sheet.fleets else [],
              may=lambda g, q, s: may_open(g, q.power, REDEPLOYING, s),
              do=lambda g, q, s: at_the_quay(g, q.power, REDEPLOYING, s))  # fmt: skip
STATION: Act[World, Quarter, tuple[int, int]] = Act("station", "ours 24.52", "{0} to {1}", takes=(Unit, Hex),
              group="Strategic warfare",
              listed=lambda g, q: list(stations(g, q.power)) if g.sheet.whole else [],
              may=lambda g, q, w: may_go_on_station(g, q, w), do=lambda g, q, w: station(g, *w))  # fmt: skip
TREK: Act[World, Quarter, tuple[int, int]] = Act("trek", "ours 88.42", "{0} to {1}", takes=(Unit, Hex), group="Ethiopia",
              listed=lambda g, q: treks(g, q.power) if g.sheet.whole else [],
              may=lambda g, q, w: may_trek(g, q.power, *w) if g.sheet.whole else No("ours 88.42", "not in this scenario"),
              do=lambda g, q, w: trek(g, *w))  # fmt: skip
TAKE_UP: Act[World, Quarter, int] = Act("take_up", "ours 31.4", "Take up the bridgehead at {0}", takes=Hex,
              among=lambda g, q: engineers.beaches(g, g.side), may=lambda g, q, s: engineers.may_clear_beach(g, g.side, s),
              do=lambda g, q, s: engineers.clear_beach(g, s))  # fmt: skip
TOW: Act[World, Quarter, int] = Act("tow", "ours 31.5", "An artificial port at {0}", takes=Hex,
              among=lambda g, q: engineers.beaches(g, g.side), may=lambda g, q, s: engineers.may_tow(g, q.power, s),
              do=lambda g, q, s: engineers.tow(g, q.power, s))  # fmt: skip
DONE: Act[World, Quarter, None] = Act("done", "8.28", "End of redeployment", do=lambda g, q, _: None)


@rule("8.28", "ours 28.1")
def redeployment(g: World) -> Flow[None]:
    """Redeployment: units move behind the lines"""
    quarter = Quarter(g.mover)
    while True:
        choice, _ = yield from menu(
            g, g.seat(g.mover), "Redeployment: choose a unit", quarter, DONE, PICK, MOVE_IC, FLEET, STATION, TREK, TAKE_UP, TOW,
            rests=True
        )
        if choice.verb == "done":
            return
