"""Ours 14: attrition combat, free, after all offensives, one roll for a faction on a front."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import derived
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.charts import attrition_table
from grognard.titles.awaw.designs import COUNTED, Kind
from grognard.titles.awaw.ground import FRONT_WORDS, FRONTS, PLAIN
from grognard.titles.awaw.nations import FACTIONS
from grognard.titles.awaw.rules.control import displace_air, take_control
from grognard.titles.awaw.rules.operations import account, may_attrition
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    STRENGTH,
    eliminate,
    factors,
    held_by,
    masters,
    other,
    patron,
    troops,
    unit_sides,
)
from grognard.titles.awaw.rules.weather import training_in, winter_rolls
from grognard.titles.awaw.rules.zones import zones
from grognard.titles.awaw.state import Hex, Unit, World


class Choice(Subject, frozen=True):
    """A power that may grind down the enemy on a front."""

    power: int
    faction: int


class Bill(Subject, frozen=True):
    """Counters a defender must still remove."""

    power: int
    front: int
    owed: int
    units: Annotated[tuple[int, ...], Unit]


class Gains(Subject, frozen=True):
    """Hexes an attacker may still take."""

    power: int
    front: int
    left: int


class Entry(Subject, frozen=True):
    """A hex taken by attrition, and the counted units beside it of which one enters."""

    power: int
    space: Annotated[int, Hex]
    units: tuple[Annotated[int, Unit], ...]


class Flight(Subject, frozen=True):
    """A unit that must leave a hex."""

    unit: Annotated[int, Unit]
    space: Annotated[int, Hex]


@derived("units.at", "units.design", "units.fought", "nations.side", "nations.east", "nations.patron", "side", "cost", "turn",
         "nations.war", "nations.fought_east", "booked")  # fmt: skip
@rule("ours 14.2", "9.65", "9.72", "9.74")
def counted(g: World, faction: int) -> dict[int, list[int]]:
    """Units that count, by front of the enemy hexes they touch; each on one front only, the first that is open to attrition."""
    foe, stands, sides = other(g.side), masters(g), unit_sides(g)
    found: dict[int, list[int]] = {}
    for u in range(len(g.units)):
        at = g.units.at[u]
        if at < 0 or sides[u] != g.side or KIND[g.units.design[u]] not in COUNTED or g.units.fought[u]:
            continue
        if account(g, NATION[g.units.design[u]]) != faction:
            continue
        fronts = sorted({seen_from(g, at, o) for o, _ in g.ground.ways[at] if stands.get(o) == foe and real_troops(g, o, foe)})
        if fronts:
            first = next((f for f in fronts if may_attrition(g, faction, f) is None), fronts[0])
            found.setdefault(first, []).append(u)
    return found


@rule("5.47", "5.57", "5.77")
def seen_from(g: World, at: int, space: int) -> int:
    """The front of a hex that is ground down from another; a box belongs to every zone that touches it."""
    return g.ground.front[at] if g.ground.box[space] else g.ground.front[space]


def real_troops(g: World, space: int, side: int) -> list[int]:
    """Ground units that are no partisans."""
    return [u for u in troops(g, space, side) if KIND[g.units.design[u]] != Kind.PARTISAN]


def touching(g: World, units: list[int], front: int) -> list[int]:
    """Enemy units on a front next to counted ones."""
    foe = other(g.side)
    near = sorted({o for u in units for o, _ in g.ground.ways[g.units.at[u]] if seen_from(g, g.units.at[u], o) == front})
    return [u for s in near for u in real_troops(g, s, foe)]


@rule("ours 14.42")
def modifiers(g: World, mine: list[int], theirs: list[int]) -> Modifiers:
    """The difference of training, mass, and winter preparation in winter."""

    def level(units: list[int]) -> int:
        by: dict[int, int] = {}
        for u in units:
            ctl = training_in(g, NATION[g.units.design[u]], g.units.at[u])
            by[ctl] = by.get(ctl, 0) + STRENGTH[g.units.design[u]]
        most = max(by.values(), default=0)
        return min((ctl for ctl, n in by.items() if n == most), default=0)

    found = Modifiers().add("training", level(mine) - level(theirs), "ours 14.42")
    mass = factors(g, mine)
    found.add("mass", g.value("attrition_modifiers mass") * max(0, -(-(mass - 70) // 10)), "ours 14.42")
    if any(winter_rolls(g, g.units.at[u]) for u in theirs):
        prep = g.nations.prep[NATION[g.units.design[mine[0]]]] - g.nations.prep[NATION[g.units.design[theirs[0]]]]
        found.add("winter preparation", prep, "ours 14.42")
    return found


def may_grind(g: World, choice: Choice, front: str) -> No | None:
    place = FRONTS.index(front) if front in FRONTS else -1
    if place not in counted(g, choice.faction):
        return No("ours 14.2", "no unit that counts touches the enemy there")
    if g.attritioned and choice.faction * len(FRONTS) + place in g.attritioned:
        return No("ours 14.41", "one roll for a faction on a front")
    return may_attrition(g, choice.faction, place)


@rule("ours 14.1", "ours 14.41", "9.61")
def grind(g: World, choice: Choice, front: str) -> Flow[None]:
    """Attrition on a front: counters, then hexes, then retreats"""
    place = FRONTS.index(front)
    g.attritioned.append(choice.faction * len(FRONTS) + place)
    mine = counted(g, choice.faction)[place]
    theirs = touching(g, mine, place)
    mods = modifiers(g, mine, theirs)
    table = g.charts.attrition
    cell = aim(g, table="attrition", line=table.label(table.column(max(1, factors(g, mine)))), added=mods.total)
    roll = g.roll(D6, f"attrition on the {FRONT_WORDS[place]} front", "ours 14.41", aim=cell)
    result = attrition_table(g.charts, factors(g, mine), roll + mods.total)
    hexes = result.hexes if g.ground.europe[g.units.at[mine[0]]] else result.hexes // 2
    who = FACTIONS[choice.faction] or g.nations[choice.power].label
    g.say("{} attrition on the {} front: {} factors, die {}{}: {}", who, FRONT_WORDS[place],
          factors(g, mine), roll, f" {mods.total:+d}" if mods.total else "", result, rule="ours 14.41")  # fmt: skip
    yield from lose_counters(g, mine, place, result.counters)
    yield from take_hexes(g, choice, mine, place, hexes)


GRIND = Act("attrition", "ours 14.1", lambda g, c, f: f"Attrition on the {FRONT_WORDS[FRONTS.index(f)]} front", takes=str,
            among=lambda g, c: FRONTS, may=may_grind, do=grind, rolls=True)  # fmt: skip
NO_MORE: Act[World, Choice, None] = Act("done", "ours 14.1", "No attrition", do=lambda g, c, _: None)


LOSE: Act[World, Bill, int] = Act("lose", "ours 14.5", "Lose {0}", takes=Unit, among=lambda g, b: b.units,
           may=lambda g, b, u: None if u in b.units else No("ours 14.5", "it touches no unit that counted"),
           do=lambda g, b, u: eliminate(g, u))  # fmt: skip


@rule("ours 14.5", "ours 14.51")
def lose_counters(g: World, mine: list[int], front: int, owed: int) -> Flow[None]:
    """The defender removes counters of his choice among those that touch the attackers; every zone loses one before any two"""
    bled: set[int] = set()
    zones_of = attrition_zones(g, mine, front)
    while owed > 0:
        touch = touching(g, mine, front)
        fresh = [u for u in touch if zones_of.get(g.units.at[u], -1) not in bled]
        if fresh and len(touch) > owed:
            touch = fresh
        else:
            bled.clear()
        if not touch:
            return
        if len(touch) <= owed and len(touch) == len(touching(g, mine, front)):
            for u in touch:
                eliminate(g, u)
            return
        power = patron(g, touch[0])
        bill = Bill(power, front, owed, tuple(_distinct(g, [u for u in touch if patron(g, u) == power])))
        stood = {u: g.units.at[u] for u in bill.units}
        choice, _ = yield from menu(g, g.seat(power), "Attrition: lose {0} more counters", bill, LOSE, named=(owed,))
        bled.add(zones_of.get(stood[choice.args[0].index], -1))
        owed -= 1


@rule("ours 14.3")
def attrition_zones(g: World, mine: list[int], front: int) -> dict[int, int]:
    """Hexes of both sides that touch on a front, each with the number of its connected group."""
    foe = other(g.side)
    hexes = {g.units.at[u] for u in mine}
    hexes |= {o for s in list(hexes) for o, _ in g.ground.ways[s] if seen_from(g, s, o) == front and real_troops(g, o, foe)}
    found: dict[int, int] = {}
    for first in sorted(hexes):
        if first in found:
            continue
        number, edge = len(set(found.values())), [first]
        found[first] = number
        while edge:
            edge = [o for s in edge for o, _ in g.ground.ways[s] if o in hexes and o not in found]
            found.update(dict.fromkeys(edge, number))
            edge = list(dict.fromkeys(edge))
    return found


def _distinct(g: World, units: list[int]) -> list[int]:
    """One of each sort in a hex."""
    return g.units.firsts(units, "at")


# --- hexes --------------------------------------------------------------------------------------------------------------


@rule("ours 14.62")
def hex_price(g: World, space: int, mine: list[int]) -> int:
    """H results a hex costs: rough terrain two, jungle and mountain three, a river between two."""
    from_plain = any(g.ground.crossing.get((g.units.at[u], space)) == PLAIN for u in mine if g.units.at[u] >= 0)
    return max(g.ground.toughness[space], 1 if from_plain else 2)


@rule("ours 14.6", "4.612", "4.613")
def may_take(g: World, gains: Gains, space: int) -> No | None:
    """Never a capital, an objective, a one-hex island, a fortification or a box; one counted unit must be able to enter."""
    ground = g.ground
    if ground.box[space] or not ground.field[space]:
        return No("ours 14.6", "boxes and water are not taken by attrition")
    if held_by(g, space) != other(g.side) or ground.front[space] != gains.front:
        return No("ours 14.6", "no enemy hex of this front")
    if ground.capital[space]:
        return No("4.612", "a capital is not chosen for attrition occupation")
    if ground.objective[space]:
        return No("4.613", "an objective is not chosen for attrition occupation")
    if ground.island[space] or g.hexes.works[space] or g.hexes.bridgehead[space] >= 0:
        return No("ours 14.6", "neither islands, fortifications nor bridgeheads")
    able = entrants(g, gains, space)
    if not able:
        return No("ours 14.61", "no counted unit can enter it")
    if hex_price(g, space, able) > gains.left:
        return No("ours 14.62", "the hex costs more than is left")
    return None


def entrants(g: World, gains: Gains, space: int) -> list[int]:
    """Counted units beside a hex, not in a box, that have not entered one yet."""
    faction = account(g, gains.power)
    near = {o for o, _ in g.ground.ways[space] if not g.ground.box[o]}
    mine = counted(g, faction).get(gains.front, [])
    beside = [
        u for s in sorted(near) for u in troops(g, s, g.side) if KIND[g.units.design[u]] in COUNTED and not g.units.fought[u]
    ]
    fresh = [u for u in beside if not g.units.stopped[u] and (u in mine or account(g, NATION[g.units.design[u]]) == faction)]
    return [u for u in fresh if room_for(g, u, space, g.side) is None]


def takeable(g: World, gains: Gains) -> list[int]:
    stands = masters(g)
    near = {o for s, who in stands.items() if who == g.side for o, _ in g.ground.ways[s]}
    return [s for s in sorted(near) if may_take(g, gains, s) is None]


@rule("ours 14.6", "ours 14.61")
def occupy(g: World, gains: Gains, space: int) -> Flow[None]:
    """The defenders retreat, one counted unit of the attacker's choice enters"""
    foe = other(g.side)
    able = entrants(g, gains, space)
    for u in troops(g, space, foe):
        yield from retreat(g, u, space)
    displace_air(g, space, foe)
    able = _distinct(g, able)  # AW-DEC-49
    if len(able) == 1:
        enter(g, space, able[0])
        return
    entry = Entry(gains.power, space, tuple(able))
    yield from menu(g, g.seat(gains.power), "Attrition: who enters {0}?", entry, GO_IN, named=(g.hexes[space],))


def enter(g: World, space: int, u: int) -> None:
    row = g.units[u]
    row.at, row.stopped = space, 1
    take_control(g, space, NATION[row.design])


GO_IN: Act[World, Entry, int] = Act(
    "enter", "ours 14.61", "{0} enters", takes=Unit, among=lambda g, e: e.units,
    may=lambda g, e, u: None if u in e.units else No("ours 14.61", "one of the counted units beside the hex enters"),
    do=lambda g, e, u: enter(g, e.space, u),
)  # fmt: skip


TAKE = Act("take", "ours 14.6", "Take {0}", takes=Hex, listed=takeable, may=may_take, do=occupy)
ENOUGH: Act[World, Gains, None] = Act("enough", "ours 14.6", "No more hexes", do=lambda g, s, _: None)


@rule("ours 14.6", "ours 14.62")
def take_hexes(g: World, choice: Choice, mine: list[int], front: int, left: int) -> Flow[None]:
    """The attacker takes hexes of his choice next to the units that counted"""
    while left > 0:
        gains = Gains(choice.power, front, left)
        if not takeable(g, gains):
            break
        prices = {s: hex_price(g, s, entrants(g, gains, s)) for s in takeable(g, gains)}
        answer, _ = yield from menu(
            g, g.seat(choice.power), "Attrition: {0} hexes may be taken", gains, ENOUGH, TAKE, named=(left,)
        )
        if answer.verb == "enough":
            break
        left -= prices[answer.args[0].index]
    for u in range(len(g.units)):
        if g.units.stopped[u] and g.units.at[u] >= 0 and unit_sides(g)[u] == g.side:
            g.units[u].stopped = 0


def shelters(g: World, f: Flight) -> list[int]:
    """Friendly hexes within two steps, within stacking, not in an enemy zone unless occupied."""
    u, side = f.unit, unit_sides(g)[f.unit]
    foe, stands = other(side), masters(g)
    zone = zones(g, foe)
    found: dict[int, None] = {}
    ring = [f.space]
    for _ in range(2):
        after = []
        for s in ring:
            for o, _ in g.ground.ways[s]:
                fit = held_by(g, o) == side and stands.get(o) != foe and o != f.space
                if fit and (o not in zone or stands.get(o) == side):
                    after.append(o)
                    if room_for(g, u, o, side) is None:
                        found[o] = None
        ring = after
    return list(found)


RETREAT = Act("retreat", "ours 14.61", "To {0}", takes=Hex, listed=shelters,
              may=lambda g, f, s: None if s in shelters(g, f) else No("ours 14.61", "no friendly hex within two that has room"),
              do=lambda g, f, s: setattr(g.units[f.unit], "at", s))  # fmt: skip


@rule("ours 14.61")
def retreat(g: World, u: int, space: int) -> Flow[None]:
    """A unit retreats up to two hexes, or is lost"""
    flight = Flight(u, space)
    if not shelters(g, flight):
        eliminate(g, u)
        return
    yield from menu(g, g.seat(NATION[g.units.design[u]]), "{0} retreats from {1}", flight, RETREAT,
                    named=(g.units[u], g.hexes[space]))  # fmt: skip


@rule("8.25", "9.61")
def attrition(g: World) -> Flow[None]:
    """Attrition, front by front, where the offensive left room for it"""
    choice = Choice(g.mover, account(g, g.mover))
    while any(may_grind(g, choice, f) is None for f in FRONTS):
        answer, _ = yield from menu(g, g.seat(g.mover), "Attrition", choice, NO_MORE, GRIND)
        if answer.verb == "done":
            break
