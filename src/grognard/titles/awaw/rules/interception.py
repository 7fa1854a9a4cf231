"""Ours 22.1, 22.2 and 22.9: enemy ships, patrols and submarines meet a naval activity; others come to help either side."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import AXIS, MAJORS
from grognard.titles.awaw.rules.boats import boats_at, lair, torpedo
from grognard.titles.awaw.rules.boxes import may_intercept_from
from grognard.titles.awaw.rules.codes import held, holder_of, may_play, play
from grognard.titles.awaw.rules.operations import PARALYSED
from grognard.titles.awaw.rules.seabattle import naval_battle
from grognard.titles.awaw.rules.ships import SQUADRONS, deck_room, naval_factors, ready_ships, ready_squadrons, slow
from grognard.titles.awaw.rules.strategic import BOATS
from grognard.titles.awaw.rules.supply import EDGES, off_board_hexes, operational
from grognard.titles.awaw.rules.units import (
    KIND,
    air_range,
    is_port,
    of_kind,
    on_patrol_at,
    other,
    patron,
    ships,
    squadrons,
    squadrons_ready,
    stance,
    unit_sides,
)
from grognard.titles.awaw.state import Hex, Unit, World

SMALL = 10
BOATS_ALONE, COUNTERED = -2, 2
MOST_SPOTTING = 3


class Passage(Subject, frozen=True):
    """A naval activity under way: may it be met?"""

    power: int
    activity: str
    way: Annotated[tuple[int, ...], Hex]
    factors: int
    tried: Annotated[tuple[int, ...], Hex] = ()
    lairs: Annotated[tuple[int, ...], Hex] = ()  # places whose submarines have tried
    spotters: int = 0  # search squadrons over it (ours 18.59)
    read: int = 0  # a strategic card was played against it (ours 48.6)


class Rescue(Subject, frozen=True):
    """A battle is about to begin in a hex: who comes out to help?"""

    power: int
    space: Annotated[int, Hex]
    tried: Annotated[tuple[int, ...], Hex] = ()


@rule("ours 22.2")
def modifiers(g: World, hunters: list[int], port: int, passage: Passage) -> Modifiers:
    """What helps or hinders those who come out."""
    found = Modifiers()
    fast_carrier = any(KIND[g.units.design[u]] == Kind.CV and not g.units.damage[u] for u in hunters)
    found.add("slow ships and no fast carrier", -int(any(slow(g, u) for u in hunters) and not fast_carrier), "ours 22.2")
    if hunters:
        found.add("port not operational", -2 * int(not operational(g, port, unit_sides(g)[hunters[0]])), "ours 22.2")
    foe, sides = other(g.side), unit_sides(g)
    spotters = sum(KIND[g.units.design[u]] in BOATS and sides[u] == foe and near_way(g, space, passage.way)
                   for space, there in on_patrol_at(g).items() for u in there)  # fmt: skip
    found.add("submarines on patrol", min(MOST_SPOTTING, spotters), "ours 22.2")
    left = MOST_SPOTTING - min(MOST_SPOTTING, spotters)
    found.add("strategic card", passage.read, "ours 48.6")
    found.add("search squadrons", min(left, passage.spotters), "ours 18.59")
    found.add("a small force", -int(passage.factors < SMALL), "ours 22.2")
    return found.add("invasion hex", int(passage.activity == "invasion"), "ours 22.2")


@rule("ours 22.2", "5.48", "5.58")
def nearest(g: World, port: int, way: tuple[int, ...]) -> tuple[int, int]:
    """The hex of the way that is nearest to a port, and how far it is."""
    best, far = -1, 999
    edges = EDGES.get(g.board.token(port), ())  # 5.48F, 5.58F: from the edge of the map, with the off-board hexes
    if edges:
        doors = [(off_board_hexes(g, g.board.token(port), edge), g.board.space(edge)) for edge in edges]
        found = [(off + (g.board.distance(door, s) or 0), s) for off, door in doors for s in way
                 if not g.ground.europe[s] and not g.ground.box[s]]  # fmt: skip
        return (min(found)[1], min(found)[0]) if found else (best, far)
    for s in way:
        if g.ground.theatre[s] == g.ground.theatre[port] and not g.ground.box[s]:
            distance = g.board.distance(port, s)
            if distance is not None and distance < far:
                best, far = s, distance
    return best, far


def near_way(g: World, space: int, way: tuple[int, ...]) -> bool:
    reach = g.number("21.41 reach of a patrol")
    return any(g.ground.theatre[s] == g.ground.theatre[space] and (g.board.distance(space, s) or 0) <= reach for s in way)


@rule("ours 22.11", "ours 22.24")
def may_meet(g: World, passage: Passage, port: int) -> No | None:
    """Ready ships of the power, not from the boxes that forbid it, once a port, near enough for the dice."""
    if port in passage.tried:
        return No("ours 22.24", "each port tries once")
    if g.ground.box[port]:
        no = may_intercept_from(g, g.board.token(port))
        if no is not None:
            return no
    if surprised(g, port):
        return No("ours 51.2", "the Allies are not prepared")
    hunters = hunters_at(g, passage.power, port)
    if not hunters:
        return No("ours 22.11", "no ready ships of this power are there")
    _, far = nearest(g, port, passage.way)
    if on_patrol(g, hunters):
        return None if near_way(g, port, passage.way) else No("ours 21.41", "not within three hexes of the patrol")
    most = 6 * g.charts.interception[passage.activity] + modifiers(g, hunters, port, passage).total
    return None if far <= most else No("ours 22.2", f"{far} hexes away")


@rule("ours 51.2")
def surprised(g: World, space: int) -> bool:
    """The Japanese turn of an attack that found the Allies unprepared: no ship comes out in the Pacific."""
    return not g.ground.europe[space] and g.side == AXIS and g.booked.get(PARALYSED, -9) == g.turn


def hunters_at(g: World, power: int, port: int) -> list[int]:
    """Ships that would sail: all that are ready in a port, or on patrol in a hex; escort carriers apart."""
    if not is_port(g, port) and not g.ground.box[port]:
        return patrollers(g, power, other(g.side), port)
    found = ready_ships(g, port, other(g.side), power)
    return [u for u in found if KIND[g.units.design[u]] not in (Kind.CVE, Kind.TRANSPORT)]


@rule("ours 21.41")
def patrollers(g: World, power: int, side: int, space: int) -> list[int]:
    """Ships of a power on patrol in a hex."""
    sides = unit_sides(g)
    return [u for u in on_patrol_at(g).get(space, ()) if sides[u] == side and patron(g, u) == power
            and KIND[g.units.design[u]] not in BOATS and KIND[g.units.design[u]] not in SQUADRONS
            and not g.units.inverted[u]]  # fmt: skip


def on_patrol(g: World, force: list[int]) -> bool:
    return bool(force) and g.units.patrol[force[0]] >= 0


def stations_of(g: World) -> list[int]:
    """Ports with ships and hexes with patrols."""
    return sorted({*ships(g), *on_patrol_at(g)})


def ports_of(g: World, passage: Passage) -> list[int]:
    return [p for p in stations_of(g) if may_meet(g, passage, p) is None]


@rule("ours 22.9", "ours 25.6")
def may_ambush(g: World, passage: Passage, u: int) -> No | None:
    """A ready submarine in port or on patrol, near enough for dice that are worse by two; the first of a place stands for all."""
    if g.units.at[u] < 0 or KIND[g.units.design[u]] not in BOATS or g.units.inverted[u]:
        return No("ours 22.9", "no ready submarine")
    where = lair(g, u)
    if where < 0 or where in passage.lairs:
        return No("ours 22.24", "in a box, or tried already")
    there = boats_at(g, passage.power, other(g.side), where)
    if u not in there:
        return No("ours 22.9", "no submarine of this power")
    if there[0] != u:
        return No("ours 22.9", f"u{there[0]} stands for all in its place")
    if passage.activity in ("raid", "counter"):
        return No("ours 22.11", "not against raiders")
    if g.units.patrol[u] >= 0 and not near_way(g, where, passage.way):
        return No("ours 21.418", "not within three hexes of the patrol")
    _, far = nearest(g, where, passage.way)
    most = 6 * g.charts.interception[passage.activity] + BOATS_ALONE
    return None if far <= most else No("ours 22.2", f"{far} hexes away")


def wolves(g: World, passage: Passage) -> list[int]:
    boats = sorted(u for kind in BOATS for u in of_kind(g).get(kind, ()))
    return [u for u in boats if may_ambush(g, passage, u) is None]


@rule("ours 18.59")
def may_spot(g: World, passage: Passage, base: int) -> No | None:
    """Army air in range of the way searches: its squadrons add one each, three at most."""
    if passage.spotters >= MOST_SPOTTING:
        return No("ours 18.59", "three squadrons search at most")
    if g.ground.box[base] or not squadrons_ready(g, passage.power).get(base):
        return No("ours 18.59", "no army air is ready there")
    near = nearest(g, base, passage.way)[1]
    return None if near <= air_range(g, base) else No("ours 18.3", f"{near} hexes away")


def lookouts(g: World, passage: Passage) -> list[int]:
    return [s for s in sorted(squadrons_ready(g, passage.power)) if may_spot(g, passage, s) is None]


def spot(g: World, passage: Passage, base: int) -> int:
    u = squadrons_ready(g, passage.power)[base][0]
    g.units[u].inverted = 1
    return squadrons(g, u)


def hand_of(g: World, passage: Passage) -> int:
    return holder_of(passage.power, pacific=not g.ground.europe[passage.way[0]])


@rule("ours 48.6")
def may_read(g: World, passage: Passage, _: None = None) -> No | None:
    """A strategic or wild card, once: one more on every interception of this activity."""
    if passage.read:
        return No("ours 48.6", "one card for an activity")
    return may_play(g, hand_of(g, passage), "strategic")


READ: Act[World, Passage, None] = Act("strategic_card", "ours 48.6", "Play a strategic card", may=may_read,
                                      do=lambda g, p, _: play(g, hand_of(g, p), "strategic"))  # fmt: skip
SPOT = Act("spot", "ours 18.59", "Aircraft of {0} search", takes=Hex, listed=lookouts, may=may_spot, do=spot)
MEET = Act("intercept", "ours 22.11", "Intercept from {0}", takes=Hex, listed=ports_of, may=may_meet, do=lambda g, p, h: None,
           rolls=True)  # fmt: skip
AMBUSH = Act("ambush", "ours 22.9", "{0} attacks", takes=Unit, listed=wolves, may=may_ambush, do=lambda g, p, u: None,
             rolls=True)  # fmt: skip
LET_PASS: Act[World, Passage, None] = Act("pass", "ours 22.11", "Let them pass", do=lambda g, p, _: None)


@rule("ours 22.2", "ours 22.24", "ours 22.12")
def run_the_gauntlet(g: World, activity: str, way: list[int], force: list[int], wings: list[int]) -> Flow[bool]:
    """Every enemy power may try to meet an activity; whether it goes on"""
    if not force or not way:
        return True
    for power in MAJORS:
        tried: tuple[int, ...] = ()
        lairs: tuple[int, ...] = ()
        spotters = read = 0
        while True:
            alive = [u for u in force if g.units.at[u] >= 0]
            if not alive:
                return False
            passage = Passage(power, activity, tuple(way), naval_factors(g, alive), tried, lairs, spotters, read)
            if stance(g, power) != other(g.side) or not (ports_of(g, passage) or wolves(g, passage)):
                break
            prompt = "An enemy {0} is at sea"
            choice, done = yield from menu(g, g.seat(power), prompt, passage, LET_PASS, MEET, AMBUSH, SPOT, READ,
                                        named=(activity,))
            if choice.verb == "pass":
                break
            if choice.verb == "strategic_card":
                read = 1
                continue
            if choice.verb == "spot":
                spotters += done
                continue
            if choice.verb == "ambush":
                lairs += (ambush(g, passage, choice.args[0].index, alive),)
                continue
            port = choice.args[0].index
            tried += (port,)
            going = yield from attempt(g, passage, port, alive, [u for u in wings if g.units.at[u] >= 0])
            if not going:
                return False
    return any(g.units.at[u] >= 0 for u in force)


@rule("ours 22.9")
def ambush(g: World, passage: Passage, u: int, force: list[int]) -> int:
    """Every submarine of the place rolls for itself; those that come near enough attack. Gives the place."""
    where = lair(g, u)
    _, far = nearest(g, where, passage.way)
    earlier = 0
    for boat in boats_at(g, passage.power, other(g.side), where):
        alive = [o for o in force if g.units.at[o] >= 0]
        total = sum(g.roll_dice(g.charts.interception[passage.activity], D6, "a submarine closes", "ours 22.9")) + BOATS_ALONE
        if alive and total >= far:
            torpedo(g, boat, alive, earlier)
            earlier += 1
    return where


@rule("ours 22.2", "ours 22.24", "ours 21.7")
def attempt(g: World, passage: Passage, port: int, force: list[int], wings: list[int]) -> Flow[bool]:
    """Dice against the distance; a battle if they are enough, after others were called"""
    hunters, foe = hunters_at(g, passage.power, port), other(g.side)
    patrol = on_patrol(g, hunters)
    space, far = nearest(g, port, passage.way)
    if not (patrol and far == 0):
        dice = g.roll_dice(g.charts.interception[passage.activity], D6, "interception", "ours 22.2")
        total = sum(dice) + modifiers(g, hunters, port, passage).total
        if total == far - 1 and tactical(g, passage.power, space):
            total += 1
        g.say("interception from {}: {} against {} hexes", g.hexes[port], total, far, rule="ours 22.2")
        if total < far:
            return True
    aboard = ready_squadrons(g, port, foe, passage.power)[: deck_room(g, hunters)]
    if patrol:
        aboard = [u for u in on_patrol_at(g).get(port, ()) if KIND[g.units.design[u]] in SQUADRONS
                  and unit_sides(g)[u] == foe][: deck_room(g, hunters)]  # fmt: skip
    helpers = yield from counter_interception(g, space, g.side, force)
    rivals: list[int] = []
    if helpers:
        rivals = yield from counter_interception(g, space, foe, hunters)
    going = yield from naval_battle(g, space, [*force, *helpers], wings, [*hunters, *rivals], aboard)
    for u in [*hunters, *rivals, *helpers]:
        if g.units.at[u] >= 0:
            g.units[u].inverted, g.units[u].patrol = 1, -1
    return going and any(g.units.at[u] >= 0 for u in force)


@rule("ours 48.5")
def tactical(g: World, power: int, space: int) -> bool:
    """Ours 48.5: a tactical card is played where one more makes the difference."""
    holder = holder_of(power, pacific=not g.ground.europe[space])
    if not held(g, holder, "tactical"):
        return False
    play(g, holder, "tactical")
    return True


# --- those who come to help ---------------------------------------------------------------------------------------------


@rule("ours 22.11")
def may_counter(g: World, rescue: Rescue, port: int) -> No | None:
    """Ready ships of the power in another port; one die and two against the distance."""
    if port in rescue.tried:
        return No("ours 22.24", "each port tries once")
    if g.ground.box[port]:
        no = may_intercept_from(g, g.board.token(port))
        if no is not None:
            return no
    side = stance(g, rescue.power)
    if not [u for u in ready_ships(g, port, side, rescue.power) if KIND[g.units.design[u]] not in (Kind.CVE, Kind.TRANSPORT)]:
        return No("ours 22.11", "no ready ships of this power are there")
    if g.ground.theatre[port] != g.ground.theatre[rescue.space]:
        return No("ours 22.2", "another map")
    far = nearest(g, port, (rescue.space,))[1]
    return None if far <= 6 * g.charts.interception["counter"] + COUNTERED else No("ours 22.2", f"{far} hexes away")


def helpers_at(g: World, rescue: Rescue) -> list[int]:
    return [p for p in sorted(ships(g)) if may_counter(g, rescue, p) is None]


COUNTER = Act("counter", "ours 22.11", "Ships of {0} come out", takes=Hex, listed=helpers_at, may=may_counter,
              do=lambda g, r, h: None, rolls=True)  # fmt: skip
STAY_IN_PORT: Act[World, Rescue, None] = Act("pass", "ours 22.11", "Nobody comes", do=lambda g, r, _: None)


@rule("ours 22.11", "ours 22.2")
def counter_interception(g: World, space: int, side: int, force: list[int]) -> Flow[list[int]]:
    """Ships of a side come out of other ports to a battle that is about to begin; who gets there joins it"""
    found: list[int] = []
    for power in MAJORS:
        if stance(g, power) != side:
            continue
        tried: tuple[int, ...] = tuple({g.units.at[u] for u in force if patron(g, u) == power})
        while True:
            rescue = Rescue(power, space, tried)
            if not helpers_at(g, rescue):
                break
            choice, _ = yield from menu(
                g, g.seat(power), "A battle at {0}: who helps?", rescue, STAY_IN_PORT, COUNTER, named=(g.hexes[space],)
            )
            if choice.verb == "pass":
                break
            port = choice.args[0].index
            tried += (port,)
            far = nearest(g, port, (space,))[1]
            total = g.roll(D6, "counter-interception", "ours 22.2") + COUNTERED
            g.say("counter-interception from {}: {} against {} hexes", g.hexes[port], total, far, rule="ours 22.2")
            if total >= far:
                sorts = (Kind.CVE, Kind.TRANSPORT)
                found += [u for u in ready_ships(g, port, side, power) if KIND[g.units.design[u]] not in sorts]
    return found
