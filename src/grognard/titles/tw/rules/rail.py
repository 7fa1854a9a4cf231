"""9.1 and 8.1, 8.3 to 8.5: rail movement, and strategic movement over land and through the air. By sea: with the war at
sea (8.2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.ground import SWAMP
from grognard.titles.tw.kinds import AIR, Kind
from grognard.titles.tw.nations import AXIS, GERMANY, ORDER, USSR
from grognard.titles.tw.rules.air_support import transfer
from grognard.titles.tw.rules.airbases import bases, hops, offensive_range
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.homelands import at_home, bounds
from grognard.titles.tw.rules.installations import carry_installations
from grognard.titles.tw.rules.logistics import powers
from grognard.titles.tw.rules.oil import dry
from grognard.titles.tw.rules.stacking import enforce_stacking, with_room
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.travel import SOVIET_WITHOUT_MOSCOW, beside_enemies, beside_enemy, moscow_lost, smp_left
from grognard.titles.tw.rules.units import hex_sides, patron_of, presence
from grognard.titles.tw.rules.weather import double_trains, seasonal_levels, trains_left
from grognard.titles.tw.rules.zones import enemy_zone, zone_of
from grognard.titles.tw.state import FORTRESS, NONE, PASS_TURN, Hex, Nation, Unit, War
from grognard.titles.tw.subjects import Journey, Travellers

NORTHERN_BOXES, NORTH = ("narvik_box", "murmansk_box"), ("norway", "sweden", "finland")  # 8.8.7, 8.8.8
LONGEST = 25  # 9.1.1
DEAREST_RAIL = 4  # railmoves of the dearest journey (9.1.2, 26.2)
MINOR_UNITS = 2  # 8.6: depleted ones count as whole
RAIL, STRATEGIC, WINTER_TRAIN = 4, 8, 16  # bits of Unit.moved; the last counts for the trains of 26.1.1
FLYING, MARCHING, CARRYING = range(3)  # what a power does in its turn (8.1.4, 8.5.4)
STAGES = 3
RIVALS = {frozenset(("romania", "hungary")), frozenset(("turkey", "greece"))}  # 8.5.1


# --- rail (9.1) ---------------------------------------------------------------------------------------------------------------


@rule("9.1.1", "9.1.2", "9.1.3")
def may_entrain(g: War, unit: int) -> No | None:
    """Whether a ground unit can move by rail."""
    units, known = g.units, g.roster
    at, kind = units.at[unit], known.kinds[unit]
    if at < 0 or kind > Kind.MOTFLAK or not g.ground.land[at]:
        return No("9.1.1", "only ground units travel by rail")
    if not units.active[unit]:
        return No("9.1.3", "no effort activates it")
    if g.nations.effort[known.patrons[unit]] == PASS_TURN:
        return No("4.5", "no trains on a Pass")
    if dry(g, unit):
        return No("24.1", "it has no oil")
    if units.moved[unit]:
        return No("9.1.1", "it has travelled already")
    if not g.ground.city[at] or hex_sides(g)[at] != g.side:
        return No("9.1.1", "it is not in a friendly city")
    if g.ground.north_africa[at]:
        return No("9.1.2", "there are no railways in North Africa")
    if units.supply[unit] == NONE:
        return No("12.6.1", "it is out of supply")
    if rail_left(g, known.nations[unit]) < rail_price(g, unit, at):
        return No("9.1.2", "the railways are full")
    return None


def rail_left(g: War, nation: int) -> int:
    left = g.nations.rail[nation]
    if nation == USSR and moscow_lost(g, g.nations.side[USSR]):
        left -= 8 - SOVIET_WITHOUT_MOSCOW
    return left


@rule("9.1.2", "26.2")
def rail_price(g: War, unit: int, space: int) -> int:
    """Railmoves a journey counts: two for Germans inside the Soviet Union of 1939, twice in a severe western winter."""
    price = 2 if g.roster.nations[unit] == GERMANY and g.ground.ussr_1939[space] else 1
    return price * 2 if double_trains(g, space) else price


@rule("9.1", "9.1.1")
def rail_cities(g: War, unit: int) -> list[int]:
    """Cities within 25 friendly, supplied hexes that are not beside an enemy."""
    side, nation, at = g.roster.sides[unit], g.roster.nations[unit], g.units.at[unit]
    there, enemy, land = presence(g), 2 >> side, g.ground.steps
    left, bound = rail_left(g, nation), bounds(g, [unit]) is not None
    if rail_price(g, unit, at) > left:
        return []
    found = [
        s
        for s in cities_by_rail(g, side, lines(g, side).full.get(nation, 0), at)
        if not g.ground.north_africa[s]
        and not (bound and not at_home(g, s, unit))
        and not any(there[b] & enemy for b in land[s])  # 9.1.1 knows no exception for fortresses
        and (left >= DEAREST_RAIL or rail_price(g, unit, s) <= left)
    ]
    return with_room(g, found, unit)


_HOLDER, _SIDE, _WORKS = Hex.holder.place, Nation.side.place, Hex.works.place


@derived(lines, given=lambda g, side, fed, at: (lines(g, side), g.hexes.versions[_HOLDER], g.nations.versions[_SIDE]))
def cities_by_rail(g: War, side: int, fed: int, at: int) -> list[int]:
    """Cities within 25 hexes of a hex over hexes of a side that one of its sources feeds, near before far."""
    reached, sides, land, city = lines(g, side).network.reached, hex_sides(g), g.ground.steps, g.ground.city
    seen, ring = {at}, [at]
    found: list[int] = []
    for _ in range(LONGEST):
        wave = []
        for a in ring:
            for b in land[a]:
                if b not in seen and sides[b] == side and reached[b] & fed:
                    seen.add(b)
                    wave.append(b)
        ring = wave
        found += [s for s in ring if city[s]]
    return found


def begin_rail(g: War) -> None:
    """Nobody has been asked yet."""
    g.asked = []


@rule("26.1.1")
def winter_trains(g: War) -> int:
    """Journeys inside the Soviet Union of 1939 that the winter still leaves the Axis in this player turn."""
    return trains_left(g) - sum([1 for moved in g.units.moved if moved & WINTER_TRAIN])


@rule("9.1")
def rail_movement(g: War) -> Flow[None]:
    """Move ground units by rail"""

    def act(unit: Unit, space: int) -> None:
        row = g.nations[g.roster.nations[unit.index]]
        row.rail -= max(rail_price(g, unit.index, unit.at), rail_price(g, unit.index, space))
        unit.moved = unit.moved | RAIL | (WINTER_TRAIN if _in_winter(g, unit, space) else 0)
        unit.at = space

    yield from _journeys(g, "rail", "9.1", may_entrain, rail_cities, act)


def _in_winter(g: War, unit: Unit, space: int) -> int:
    """One if a journey uses Axis transport inside the Soviet Union of 1939 (26.1.1 counts these)."""
    return int(g.roster.sides[unit.index] == AXIS and (g.ground.ussr_1939[space] or g.ground.ussr_1939[unit.at]))


NO_WAY = {
    "rail": "no city with room within 25 friendly, supplied hexes and away from enemies",
    "strategic movement": "no way leads there, no room is there, or it costs too many points",
}
DONE: Act[War, Any, None] = word("done", "8.1", "Done")
STAYING: Act[War, Any, None] = word("stay", "8.1", "Stay")


def _journeys(
    g: War,
    verb: str,
    rule_: str,
    may: Callable[[War, int], No | None],
    where: Callable[[War, int], list[int]],
    act: Callable[[Unit, int], None],
) -> Flow[None]:
    """Pick a unit, pick its destination, until done."""
    seat = g.seat(g.side)
    while True:
        trains, asked = winter_trains(g), set(g.asked)

        def able(g: War, unit: int, trains: int = trains) -> No | None:
            no = may(g, unit)
            if no is None and trains <= 0 and g.roster.sides[unit] == AXIS and g.ground.ussr_1939[g.units.at[unit]]:
                return No("26.1.1", "the winter stops the trains")
            return no

        side, rows = g.side, zip(g.units.at, g.units.active, g.roster.sides)
        own = [u for u, (at, active, s) in enumerate(rows) if active and at >= 0 and s == side and u not in asked]
        ready = [u for u in own if able(g, u) is None]
        if not ready:
            break
        taking = one_of("entrain", rule_, "Entrain {0}", Unit, ready, "it was asked for already, or is not yours", why=able)
        prompt = f"Choose a unit to move by {verb}"
        choice, _ = yield from menu(g, seat, prompt, Travellers(verb), taking, DONE, rule=rule_, rests=True)
        if choice.verb == "done":
            break
        unit = choice.arg
        g.asked.append(unit.index)
        goals = partial(_in_season, g, unit, trains, where)
        arriving = one_of("arrive", rule_, "To {0}", Hex, goals, NO_WAY[verb])
        journey = Journey(unit.index, verb)
        there, _ = yield from menu(g, seat, f"{unit.label} travels to", journey, arriving, STAYING, rule=rule_)
        if there.verb == "arrive" and (yield from arrives(g, verb, unit.index, there.arg.index)):
            act(unit, there.arg.index)
            g.say("{} moves by {} to {}", unit, verb, there.arg, rule=rule_)


def _in_season(g: War, unit: Unit, trains: int, where: Callable[[War, int], list[int]]) -> list[int]:
    """Where a unit can go, without what needs trains that the winter has stopped."""
    found = where(g, unit.index)
    return found if trains > 0 else [s for s in found if not _in_winter(g, unit, s)]


@rule("8.3.2")
def arrives(g: War, verb: str, unit: int, goal: int) -> Flow[bool]:
    """Strategic flights may be intercepted; trains and marches are not. Parachutists fly only where no way leads over land"""
    kind = g.roster.kinds[unit]
    if verb == "rail" or (kind <= Kind.PART and kind != Kind.PARA):
        return True
    if kind == Kind.PARA and goal in strategic_ways(g, unit):
        return True
    leg = 2 * (4 if kind == Kind.PARA else offensive_range(g, unit))
    return (yield from transfer(g, unit, goal, None, leg))


# --- strategic movement (8) ---------------------------------------------------------------------------------------------------


@rule("8.1", "8.1.1", "8.1.2", "8.1.3", "8.4", "8.4.2", "8.6")
def may_stratmove(g: War, unit: int) -> No | None:
    """Whether a unit on land can use strategic movement."""
    units, known = g.units, g.roster
    at, kind, side = units.at[unit], known.kinds[unit], known.sides[unit]
    flies = kind in AIR and at in northern_boxes(g)
    if at < 0 or kind > Kind.NAC or kind == Kind.PART or not (g.ground.land[at] or flies):
        return No("8.1", "it does not move this way")
    if g.nations.effort[known.patrons[unit]] == PASS_TURN:
        return No("4.5", "no strategic movement on a Pass")
    if not units.active[unit]:
        return No("4.0", "no effort activates it")
    if dry(g, unit):
        return No("24.1", "it has no oil")
    if units.moved[unit] & STRATEGIC:
        return No("8.1", "it has moved this way")
    if kind <= Kind.PART and beside_enemy(g, at, side):
        return No("8.1.1", "it starts beside an enemy unit")
    if units.supply[unit] == NONE:
        return No("12.6.1", "it is out of supply")
    if smp_left(g, known.nations[unit]) < smp_price(g, unit, at):
        return No("8.4", "no strategic movement points are left")
    if units.depleted[unit] and known.patrons[unit] != known.nations[unit] and _travelled(g, known.nations[unit]) >= MINOR_UNITS:
        return No("8.6", f"{MINOR_UNITS} units of this country have travelled this turn")
    return None


def _travelled(g: War, nation: int) -> int:
    """How many units of a nation have moved strategically this turn."""
    return sum([bool(moved & STRATEGIC) for u, moved in enumerate(g.units.moved) if moved and g.roster.nations[u] == nation])


@rule("8.4", "8.5.2", "8.5.3", "26.2")
def smp_price(g: War, unit: int, *spaces: int, dear: bool = False) -> int:
    """The price in half points: double through North Africa, for the Axis inside the Soviet Union of 1939, in a severe winter."""
    half, known, ground = 1 if g.units.depleted[unit] else 2, g.roster, g.ground
    levels, axis, twice, severe = seasonal_levels(g), known.sides[unit] == AXIS, dear, False
    for s in spaces:
        twice = twice or (ground.north_africa[s] and known.ground[unit]) or (axis and ground.ussr_1939[s])
        level = levels[s]
        severe = severe or (level is not None and level.double)
    return half * (2 if twice else 1) * (2 if severe else 1)


@derived(seasonal_levels)
def plain_hexes(g: War, side: int) -> bytes:
    """By space, whether it never makes strategic movement of a side dearer."""
    axis, ground, levels = side == AXIS, g.ground, seasonal_levels(g)
    double = {level for level in set(levels) if level is not None and level.double}
    rows = zip(ground.north_africa, ground.ussr_1939, levels)
    return bytes([not (africa or (axis and russia) or (double and level in double)) for africa, russia, level in rows])


@rule("8.1.1", "8.1.3", "8.5.1", "8.3", "8.3.1", "8.3.2")
def strategic_goals(g: War, unit: int) -> list[int]:
    """Where strategic movement can take a unit: over friendly hexes without enemy zones or swamps, or from base to base."""
    kind, nation = g.roster.kinds[unit], g.roster.nations[unit]
    left, ways = smp_left(g, nation), strategic_ways(g, unit)
    if kind > Kind.PART:
        found = northern_flights(g, unit)
        if g.ground.land[g.units.at[unit]]:
            found = sorted({*found, *hops(g, unit, None, 2 * offensive_range(g, unit))})
    else:
        at = g.units.at[unit]
        found = with_room(g, [s for s in ways if s != at], unit)
        if kind == Kind.PARA:
            found = sorted({*found, *hops(g, unit, None, 8)})
        if bounds(g, [unit]) is not None:
            found = [s for s in found if at_home(g, s, unit)]
    if smp_price(g, unit, g.units.at[unit]) > left:
        return []
    plain = plain_hexes(g, g.roster.sides[unit])
    return [s for s in found if (plain[s] and not ways.get(s)) or goal_price(g, unit, s, ways) <= left]


@derived()
def northern_boxes(g: War) -> tuple[int, ...]:
    """Narvik and Murmansk, which aircraft reach by way of airfields in the North."""
    return tuple([g.board.space(name) for name in NORTHERN_BOXES])


@rule("8.8.7", "8.8.8")
def northern_flights(g: War, unit: int) -> list[int]:
    """Strategic flights to a friendly Narvik or Murmansk from bases in Norway, Sweden or Finland, and back to such bases."""
    if not g.naval or g.roster.kinds[unit] not in AIR:
        return []
    at, side = g.units.at[unit], g.roster.sides[unit]
    if at in northern_boxes(g):
        return [s for s in bases(g, unit) if g.ground.country[s] in NORTH]
    if g.ground.country[at] not in NORTH:
        return []
    return [s for s in northern_boxes(g) if hex_sides(g)[s] == side]


def strategic_ways(g: War, unit: int) -> dict[int, bool]:
    """Hexes where a ground unit may end that it reaches over land, with whether it must pass through country where it pays
    double: North Africa, or for the Axis the Soviet Union of 1939. Empty for aircraft."""
    return {} if g.roster.kinds[unit] > Kind.PART else land_ways(g, unit)


@rule("8.1.1", "8.1.3", "8.5.1")
def land_ways(g: War, unit: int) -> dict[int, bool]:
    """The same for whoever stands there, aircraft that were landed from a ship too (8.3.3)."""
    ground, at, side = g.ground, g.units.at[unit], g.roster.sides[unit]
    own = g.designs[g.units.design[unit]].nation
    shut = frozenset([k for pair in RIVALS if own in pair for k in pair if k != own])
    whose = (side, shut, g.roster.nations[unit] == USSR)
    dear = ground.north_africa[at] or (side == AXIS and ground.ussr_1939[at])
    return _ways(g, *whose, _parts(g, at, *whose, False), () if dear else _parts(g, at, *whose, True))


@rule("8.5.2", "8.5.3")
def goal_price(g: War, unit: int, space: int, ways: dict[int, bool]) -> int:
    """The price of a journey in half points, by its ends and by the country it passes through."""
    at = g.units.at[unit]
    return smp_price(g, unit, at, space, dear=ways.get(space, False))


def _parts(g: War, at: int, side: int, shut: frozenset[str], soviet: bool, cheap: bool) -> tuple[int, ...]:
    """The parts of the land that a unit in a hex can travel in: its own, or those beside it."""
    part = domains(g, side, shut, soviet, cheap)[0]
    return (part[at],) if part[at] else tuple(sorted({part[b] for b in g.ground.steps[at] if part[b]}))


def _domains_summary(g: War, side: int, *_: object) -> object:
    hexes, versions = g.hexes.versions, g.nations.versions
    return enemy_zone(g, side), beside_enemies(g, side), hexes[_HOLDER], hexes[_WORKS], versions[_SIDE]


@rule("8.1.3", "10.6.7")
@derived(zone_of, beside_enemies, "hexes.holder", "hexes.works", given=_domains_summary)
def domains(g: War, side: int, shut: frozenset[str], soviet: bool, cheap: bool) -> tuple[list[int], list[list[int]]]:
    """The parts of a side's land that strategic movement joins, free of enemy zones, swamps and rivals' land, and if wanted of
    dear country: the number of each hex's part (0: none), and the hexes of each part, with the swamps beside it in which a
    journey can end."""
    ground, sides, zone, holder = g.ground, hex_sides(g), enemy_zone(g, side), g.hexes.holder
    terrain, country, africa, russia = ground.terrain, ground.country, ground.north_africa, ground.ussr_1939
    axis, there, enemy = side == AXIS, presence(g), 2 >> side
    fit = {
        s
        for s, held in enumerate(sides)
        if held == side
        and not zone[s]
        and not there[s] & enemy  # 8.1.1: past partisans, not through them
        and country[s] not in shut
        and (axis or soviet == (holder[s] == USSR))  # 8.1.3: Western and Soviet units keep out of each other's hexes
        and not (cheap and (africa[s] or (axis and russia[s])))
    }
    part = [0] * g.board.size
    members: list[list[int]] = [[]]
    for first in sorted(fit):
        if part[first] or terrain[first] == SWAMP:
            continue
        here = part[first] = len(members)
        found, ends = [first], set[int]()
        for a in found:
            for b in ground.steps[a]:
                if b not in fit or part[b]:
                    continue
                if terrain[b] == SWAMP:
                    ends.add(b)
                else:
                    part[b] = here
                    found.append(b)
        members.append([*found, *sorted(ends)])
    return part, members


@derived(domains, given=_domains_summary)
def _ways(
    g: War, side: int, shut: frozenset[str], soviet: bool, parts: tuple[int, ...], cheap: tuple[int, ...]
) -> dict[int, bool]:
    """The hexes of these parts where a journey may end (8.1.1 c), with whether they lie outside the cheap parts."""
    whole, easy = domains(g, side, shut, soviet, False)[1], domains(g, side, shut, soviet, True)[1]
    works, beside = g.hexes.works, beside_enemies(g, side)
    near = {s for p in cheap for s in easy[p]}
    found = sorted({s for p in parts for s in whole[p]})
    return {s: s not in near for s in found if works[s] == FORTRESS or not beside[s]}


@rule("3.8", "8.1.4")
def begin_strategic_movement(g: War) -> None:
    """The poorest power comes first; its air units, then its ground units, then what it carries elsewhere."""
    g.impulse = 2  # whoever met staging aircraft may meet these too (11.2.3: one mission of a type in an impulse)
    own = [n for n in powers(g) if g.nations.side[n] == g.side]
    poorest = sorted(own, key=lambda n: (g.nations.narfs[n], ORDER.index(n)))
    g.queue, g.asked = [n * STAGES + stage for n in poorest for stage in range(STAGES)], []


@rule("3.8", "8.1", "8.1.4", "8.3")
def strategic_movement(g: War) -> Flow[None]:
    """Strategic movement: the poorest power first, air units before ground units"""

    def may(g: War, unit: int) -> No | None:
        power, stage = divmod(g.queue[0], STAGES)
        if patron_of(g, unit) != power:
            return No("3.8", "the powers move in the order of their NARFs")
        if (g.roster.kinds[unit] > Kind.PART) != (stage == FLYING):
            return No("8.1.4", "air units go first, then ground units")
        return may_stratmove(g, unit)

    def act(unit: Unit, space: int) -> None:
        g.nations[g.roster.nations[unit.index]].smp -= goal_price(g, unit.index, space, strategic_ways(g, unit.index))
        unit.moved = unit.moved | STRATEGIC | (WINTER_TRAIN if _in_winter(g, unit, space) else 0)
        unit.at, unit.aboard = space, NOWHERE

    while g.queue:
        power, stage = divmod(g.queue[0], STAGES)
        if stage == CARRYING:
            yield from carry_installations(g, power)
        else:
            yield from _journeys(g, "strategic movement", "8.1", may, strategic_goals, act)
        g.queue, g.asked = g.queue[1:], []
    yield from enforce_stacking(g, g.side)
