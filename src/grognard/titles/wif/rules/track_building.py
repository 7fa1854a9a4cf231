"""13.6.10: building with production tracks (option 40): construction is continued, then new units are begun, one by one.
Countries that build for themselves are country_builds.py."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.ground import MAJOR_PORT, NO_PORT
from grognard.titles.wif.kinds import FACILITIES
from grognard.titles.wif.rules.building import (
    FITTING_OUT,
    HULL,
    Purse,
    affordable,
    convoy_lots,
    destroyer_gift,
    entry_limit,
    in_pool,
    interned,
    levy,
    pay,
    repairable,
)
from grognard.titles.wif.rules.control import cities_of, first_home, hexes_of, nation_at, powers_by_hex
from grognard.titles.wif.rules.gearing import CLASSES, SHIP, class_of_unit, count_built, gearing_class, may_gear, ships_in
from grognard.titles.wif.rules.powers import active, home_countries, home_power, powers_co_operate
from grognard.titles.wif.rules.resources import factory_hexes
from grognard.titles.wif.rules.separate import MAIN, builder_of, builds, separate
from grognard.titles.wif.rules.supply_paths import Connected
from grognard.titles.wif.rules.tracks import (
    DEPLOY,
    box_limit,
    cycle_cost,
    cycle_turns,
    enter_track,
    factories_at,
    first_box,
    has_track,
    in_pools,
    is_free,
    may_occupy,
    most_at_first,
    move_down,
    on_track,
    open_places,
    places_for,
    rush_cost,
    shipyard_sort,
    shipyards,
    step_cost,
    yard_saves,
)
from grognard.titles.wif.rules.units import GROUND_FACTS, destroy_silently, on_the_ground, units_at
from grognard.titles.wif.state import (
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    NOWHERE,
    REPAIR_POOL,
    TRACK,
    Hex,
    Power,
    Unit,
    War,
)


class Beginning(Subject, frozen=True):
    """A unit that is begun. `points`: what its power has; `paid`: what is spent on it, -1 before that is said."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]
    points: int
    paid: int = -1


def tracked(g: War) -> bool:
    return bool(g.options.factories_in_flames)


def under_way(g: War, power: int) -> list[int]:
    """A power's units on the tracks, and ships of friends that it repairs."""
    return [u for u in units_at(g, TRACK) if (g.units.power[u] == power and builds(g, u)) or repairs_for_friend(g, power, u)]


@rule("13.6.10")
def repairs_for_friend(g: War, power: int, unit: int) -> bool:
    """Whether a power repairs, at its own cost, a ship of a power it works with that lies in a port of its own."""
    row = g.units[unit]
    waits = g.roster.naval[unit] and (row.at == REPAIR_POOL or (row.at == TRACK and (row.damaged or row.no_planes)))
    if not waits or row.power == power or row.yard == NOWHERE or g.powers_by_hex[row.yard] != power:
        return False
    return g.producing in (NOWHERE, MAIN) and powers_co_operate(g, power, row.power)


def friends_in_repair(g: War, power: int) -> list[int]:
    return [u for u in units_at(g, REPAIR_POOL) if repairs_for_friend(g, power, u)]


def makers_depend_on(g: War, *_: int) -> tuple[object, ...]:
    """All that the paths from factories depend on."""
    return *on_the_ground(g), g.stamp((*factory_hexes.reads, *separate.reads))


# --- continuing ---------------------------------------------------------------------------------------------------------------


@rule("13.6.10")
def may_continue(g: War, purse: Purse, unit: int) -> No | None:
    """Whether a unit moves a box down: once a turn, before new units are begun, into a box with room."""
    row = g.units[unit]
    hosted = repairs_for_friend(g, purse.power, unit)
    if row.at != TRACK or (row.power != purse.power and not hosted):
        return No("13.6.10", "it is not on your production tracks")
    if not hosted and not builds(g, unit):
        return No("13.6.10", f"{g.countries[row.country].label} builds it with build points of its own")
    if row.worked == g.turn + 1:
        return No("13.6.10", "it has moved on this turn")
    if g.powers.begun[purse.power]:
        return No("13.6.10", "construction is continued before new units are begun")
    no = _may_work_there(g, unit, purse.power)
    if no is None:
        no = may_occupy(g, unit, row.yard, row.stage - 1)
    return affordable(purse, step_cost(g, unit) - yard_saves(g, unit, step_cost(g, unit))) if no is None else no


@rule("13.6.10")
@derived("units.at", *GROUND_FACTS, factory_hexes, separate, given=makers_depend_on, lasting=True)
def fed_by_factories(g: War, power: int, country: int) -> Connected:
    """The hexes that build points of a country, or of a power's own home, can be brought to: joined to its factories by a basic
    path of any length, or to its cities if it has none."""
    own, makers = separate(g, power), factory_hexes(g, power)
    mine = [s for s in makers if (nation_at(g, s) == country if country >= 0 else nation_at(g, s) not in own)]
    if not mine:
        homes = [country] if country >= 0 else home_countries(g, power)
        mine = [s for c in homes for s in cities_of(g, c) if g.powers_by_hex[s] == power]
    return Connected(g, power, mine)


def _may_work_there(g: War, unit: int, power: int) -> No | None:
    """Whether the build points of who pays get there; in a major port outside the home country one ship a turn is repaired."""
    row = g.units[unit]
    if row.yard == NOWHERE:
        return None
    if g.powers_by_hex[row.yard] != power:
        return No("13.6.10", "the place is not yours")
    if row.yard not in fed_by_factories(g, power, builder_of(g, unit) if row.power == power else MAIN):
        return No("13.6.10", "no path of supply leads there from the factories that make the build points")
    if not g.roster.naval[unit] or not _one_a_turn(g, unit, row.yard, power):
        return None
    others = [u for u in g.units.stacks.get(TRACK, ()) if u != unit and g.units.yard[u] == row.yard]
    busy = any(g.units.worked[u] == g.turn + 1 for u in others)
    return No("13.6.10", "one ship a turn is repaired in a major port abroad") if busy else None


@rule("13.6.10")
def _one_a_turn(g: War, unit: int, port: int, power: int) -> bool:
    """Whether a port lies outside the home country of who repairs there: of the ship's, or of the friend who does it."""
    if g.units.power[unit] != power:
        nation = nation_at(g, port)
        return nation < 0 or home_power(g, nation) != power
    return port not in places_for(g, unit)


def _spend(g: War, purse: Purse, unit: int, cost: int) -> None:
    """Build points are spent on a unit; a shipyard gives one of them for its sort of ships, and counts no others."""
    saved, yard = yard_saves(g, unit, cost), g.units.yard[unit]
    if cost and (yard, shipyard_sort(g, unit)) in shipyards(g, g.units.power[unit]):
        g.yard_points[yard] = g.yard_points.get(yard, 0) + cost
    g.powers[purse.power].build_points -= cost - saved


def go_on(g: War, purse: Purse, unit: int) -> None:
    row = g.units[unit]
    cost = step_cost(g, unit)
    _spend(g, purse, unit, cost)
    row.paid += int(not is_free(g, unit))
    row.bombs = row.marker = 0
    move_down(g, unit)
    if row.at == TRACK:
        g.say("{} is in box {}", row, row.stage, rule="13.6.10")
    else:
        g.say("{} is complete", row, rule="13.6.10")


def go_on_all(g: War, purse: Purse, _: None) -> None:
    """Everything that can be continued, what is nearest to its end first."""
    for unit in sorted(under_way(g, purse.power), key=lambda u: (g.units.stage[u], u)):
        now = Purse(purse.power, g.powers.build_points[purse.power])
        if may_continue(g, now, unit) is None:
            go_on(g, now, unit)


@rule("13.6.10")
def may_rush(g: War, purse: Purse, unit: int) -> No | None:
    """Whether a unit moves two boxes: of an active power, not in the turn it was begun, no hull on its first cycle."""
    row = g.units[unit]
    if not active(g, purse.power):
        return No("13.6.10", "only active major powers rush construction")
    if g.roster.types[unit] in FACILITIES:
        return No("13.6.10", "markers are not rushed")
    if g.roster.naval[unit] and row.cycle == HULL:
        return No("13.6.10", "a hull on its first cycle is not rushed")
    no = may_continue(g, Purse(purse.power, 999), unit)
    if no is None and row.stage - 2 < DEPLOY:
        return No("13.6.10", "it has only one box to go")
    if no is None:
        no = may_occupy(g, unit, row.yard, row.stage - 2)
    return affordable(purse, rush_cost(g, unit)) if no is None else no


def rush(g: War, purse: Purse, unit: int) -> None:
    row = g.units[unit]
    _spend(g, purse, unit, rush_cost(g, unit))
    row.paid += min(max(cycle_cost(g, unit) - row.paid, 0), 2)
    row.bombs = row.marker = 0
    move_down(g, unit, 2)
    g.say("The construction of {} is rushed", row, rule="13.6.10")


@rule("13.6.10")
def may_prepay(g: War, purse: Purse, unit: int) -> No | None:
    """With option 38 the rest of a cycle may be paid at once; it takes no less time."""
    if not g.options.building_ahead:
        return No("13.6.10", "costs are paid ahead with option 38")
    if g.roster.types[unit] in FACILITIES:
        return No("13.6.10", "costs are paid ahead for units alone")
    no = may_continue(g, purse, unit)
    left = cycle_cost(g, unit) - g.units.paid[unit]
    if no is None and left < 2:
        return No("13.6.10", "no more than this turn's point is left to pay")
    return affordable(purse, left + g.units.bombs[unit] + g.units.marker[unit]) if no is None else no


def prepay(g: War, purse: Purse, unit: int) -> None:
    row = g.units[unit]
    _spend(g, purse, unit, cycle_cost(g, unit) - row.paid + row.bombs + row.marker)
    row.paid, row.bombs, row.marker = cycle_cost(g, unit), 0, 0
    move_down(g, unit)
    g.say("{} is paid for", row, rule="13.6.10")


@rule("13.6.10")
def may_abandon(g: War, purse: Purse, unit: int) -> No | None:
    """Units on the tracks may be given up at the start of the step."""
    row = g.units[unit]
    if row.at != TRACK or row.power != purse.power:
        return No("13.6.10", "it is not on your production tracks")
    if not builds(g, unit):
        return No("13.6.10", f"{g.countries[row.country].label} builds it with build points of its own")
    started = g.powers.begun[purse.power] or any(g.units.worked[u] == g.turn + 1 for u in under_way(g, purse.power))
    return No("13.6.10", "units are given up at the start of the step") if started else None


def abandon(g: War, purse: Purse, unit: int) -> None:
    lose_from_track(g, unit)


def lose_from_track(g: War, unit: int) -> None:
    """A unit on a track is lost."""
    g.say("{} is lost under construction", g.units[unit], rule="13.6.10")
    destroy_silently(g, unit, GONE if g.units.counter[unit] == NOWHERE else FORCE_POOL)
    row = g.units[unit]
    row.stage = row.paid = row.bombs = row.marker = row.cycle = 0
    row.yard = NOWHERE


# --- beginning ----------------------------------------------------------------------------------------------------------------


@rule("13.6.10")
def specialities(g: War, power: int, unit: int) -> list[int]:
    """Specialised factories of a power for the class of a unit that have not built one this turn (reading WIF-DEC-253)."""
    wanted = CLASSES[class_of_unit(g, unit)]
    sites = [g.ground.named(place) for place, kind in g.charts.specialities.get(power, ()) if kind == wanted]
    open_now = [s for s in sites if s not in g.specialised and 2 * s not in g.lost_sites]
    return [s for s in open_now if factories_at(g, s) and s in places_for(g, unit)]


@rule("13.6.10")
def may_choose_unit(g: War, purse: Purse, pair: tuple[int, int]) -> No | None:
    """Whether a unit is chosen from the force pool, not drawn, because it is built in a factory specialised in its class."""
    unit, space = pair
    pool = next((key for key, units in purse.pools(g).items() if unit in units), None)
    if pool is None:
        return No("13.6.5", "it is not in your force pools")
    if space not in specialities(g, purse.power, unit):
        return No("13.6.10", "no factory specialised in its class is free there, one unit a turn in each")
    no = may_gear(g, purse.power, class_of_unit(g, unit))
    if no is None:
        no = entry_limit(g, purse.power, g.units[unit].sheet.type, [g.units[unit].sheet])
    if no is None:
        no = affordable(purse, min(pool[1], 1))
    if no is None and space not in fed_by_factories(g, purse.power, builder_of(g, unit)):
        no = No("13.6.10", "no path of supply leads there from the factories that make the build points")
    if no is None and not _sums_at(g, Beginning(purse.power, unit, purse.points), space):
        no = No("13.6.10", "that box is full")
    return no


def chosen_units(g: War, purse: Purse) -> list[tuple[int, int]]:
    if not tracked(g) or purse.power not in g.charts.specialities:
        return []
    return [(u, s) for units in purse.pools(g).values() for u in units for s in specialities(g, purse.power, u)]


def begin_chosen(g: War, purse: Purse, pair: tuple[int, int]) -> Flow[None]:
    """A unit of its owner's choice is begun in a specialised factory"""
    unit, space = pair
    row = g.units[unit]
    row.damaged, row.down, row.cycle = 0, 0, HULL if g.roster.naval[unit] else 0
    g.specialised = [*g.specialised, space]
    if row.sheet.land:
        levy(g, purse.power, row.sheet)
    count_built(g, purse.power, class_of_unit(g, unit))
    row.yard = space
    yield from lay_down(g, purse, unit, space)


@rule("13.6.10")
def may_begin(g: War, purse: Purse, wanted: tuple[str, int]) -> No | None:
    """Whether a unit of a type and cost is begun: for a point at least, within the gearing limits, where one of them has room."""
    kind, cost = wanted
    if wanted not in purse.pools(g):
        return No("13.6.5", f"no {kind} for {cost} is in your force pools")
    units = purse.pools(g)[wanted]
    asked = g.units[units[0]].sheet.type
    no = may_gear(g, purse.power, gearing_class(g, asked))
    if no is None:
        no = entry_limit(g, purse.power, asked, [g.units[u].sheet for u in units])
    if no is None:
        no = affordable(purse, min(cost, 1))
    if no is None and not placeable(g, purse, units):
        return No("13.6.10", "no place where it could be built has room")
    return no


def placeable(g: War, purse: Purse, units: list[int]) -> list[int]:
    """Units that can be begun somewhere with what a power has: another is drawn for one that cannot."""
    return [u for u in units if begin_options(g, Beginning(purse.power, u, purse.points))]


def begin_options(g: War, subject: Beginning) -> list[int]:
    """What may be spent on a unit at once so that the box it begins in has room."""
    cost, turns = _price(g, subject.unit)
    found = range(min(cost, 1), min(most_at_first(cost, turns), subject.points) + 1)
    return [n for n in found if fed_places(g, subject.unit, first_box(cost, turns, n)[0])]


def fed_places(g: War, unit: int, box: int) -> list[int]:
    """Places with room in a box to which the build points for a unit can be brought."""
    spots = open_places(g, unit, box)
    fed = fed_by_factories(g, g.units.power[unit], builder_of(g, unit)) if spots and spots != [NOWHERE] else None
    return spots if fed is None else [s for s in spots if s == NOWHERE or s in fed]


def _price(g: War, unit: int) -> tuple[int, int]:
    gift = destroyer_gift(g, g.units.power[unit], g.roster.types[unit]) if g.roster.naval[unit] else 0
    return max(cycle_cost(g, unit) - gift, 0), cycle_turns(g, unit)


def begin(g: War, purse: Purse, wanted: tuple[str, int]) -> Flow[None]:
    """A unit is drawn; its owner says what he spends on it, looks at it, and says where it is built"""
    kind, cost = wanted
    able = placeable(g, purse, purse.pools(g)[wanted])
    unit = g.pick(able, 1, f"{g.powers[purse.power].label} begins {kind} for {cost}", "13.6.10")[0]
    row = g.units[unit]
    row.damaged, row.down, row.cycle, row.yard = 0, 0, HULL if g.roster.naval[unit] else 0, NOWHERE
    if row.sheet.land:
        levy(g, purse.power, row.sheet)
    count_built(g, purse.power, class_of_unit(g, unit))
    yield from lay_down(g, purse, unit, NOWHERE)


def lay_down(g: War, purse: Purse, unit: int, yard: int) -> Flow[None]:
    """What is spent on a unit at once, and where it is built unless that is settled; a hull that was damaged in its pool costs a
    point more now and when it moves on"""
    g.powers[purse.power].begun = 1
    hurt = int(g.units.at[unit] == CONSTRUCTION_POOL and g.units.damaged[unit])
    g.powers[purse.power].build_points -= hurt
    g.units[unit].damaged = 0 if hurt else g.units.damaged[unit]
    subject = Beginning(purse.power, unit, g.powers.build_points[purse.power])
    sums, paid = begin_options(g, subject) if yard == NOWHERE else _sums_at(g, subject, yard), 0
    paid = sums[0] if sums else 0
    if len(sums) > 1:
        _, paid = yield from menu(
            g, g.seat(purse.power), "{0}: how much is spent on it now?", subject, SPEND, named=(g.units[unit],)
        )
    if yard == NOWHERE:
        cost, turns = _price(g, unit)
        spots = fed_places(g, unit, first_box(cost, turns, paid)[0])
        yard = spots[0]
        if len(spots) > 1:
            laid = Beginning(purse.power, unit, subject.points, paid)
            _, yard = yield from menu(g, g.seat(purse.power), "Where is {0} built?", laid, SITE, named=(g.units[unit],))
    g.units[unit].yard = yard
    kind = g.roster.types[unit]
    gift = destroyer_gift(g, purse.power, kind) if g.roster.naval[unit] else 0
    g.destroyers += gift
    _spend(g, purse, unit, paid)
    enter_track(g, unit, yard, paid + gift)
    row = g.units[unit]
    row.bombs = hurt
    g.say("{} is begun{}", row, f" in {g.board.label(yard)}" if yard >= 0 else "", rule="13.6.10")


def _sums_at(g: War, subject: Beginning, yard: int) -> list[int]:
    cost, turns = _price(g, subject.unit)
    found = range(min(cost, 1), min(most_at_first(cost, turns), subject.points) + 1)
    return [n for n in found if may_occupy(g, subject.unit, yard, first_box(cost, turns, n)[0]) is None]


@rule("13.6.10")
def may_spend(g: War, subject: Beginning, paid: int) -> No | None:
    if paid in _sums(g, subject):
        return None
    return No("13.6.10", "at least one point, at most its cost less its time plus one, and a box with room")


def _sums(g: War, subject: Beginning) -> list[int]:
    if g.units.at[subject.unit] == FORCE_POOL and _yard(g, subject.unit) == NOWHERE:
        return begin_options(g, subject)
    return _sums_at(g, subject, _yard(g, subject.unit))


def _yard(g: War, unit: int) -> int:
    """Where a unit is worked on, if that is settled: a ship of the pools in its port, what is chosen in its factory."""
    return g.units.yard[unit]


def sites(g: War, subject: Beginning) -> list[int]:
    cost, turns = _price(g, subject.unit)
    return fed_places(g, subject.unit, first_box(cost, turns, max(subject.paid, 0))[0])


@rule("13.6.10")
def may_site(g: War, subject: Beginning, space: int) -> No | None:
    return None if space in sites(g, subject) else No("13.6.10", "it cannot be built there, or that box is full")


@rule("13.6.10")
def may_begin_convoys(g: War, purse: Purse, points: int) -> No | None:
    """Convoy points are begun like a ship: a point at least now, in a port with room (reading WIF-DEC-185)."""
    if points not in convoy_lots(g, Purse(purse.power, 5)):
        return No("13.6.5", "convoy points are begun in heaps of up to five")
    no = may_gear(g, purse.power, SHIP, ships_in(g, points))
    if no is None and not _harbours(g, purse.power, points):
        return No("13.6.10", "no port has room in that box")
    return affordable(purse, most_at_first(points, 4)) if no is None else no


def _harbours(g: War, power: int, points: int) -> list[int]:
    whose, home = powers_by_hex(g), home_countries(g, power)
    if g.producing >= 0:  # any country may build convoys
        first = first_box(points, 4, most_at_first(points, 4))[0]
        docks = [s for s in hexes_of(g, g.producing) if g.ground.port[s] != NO_PORT and whose[s] == power]
        return [s for s in docks if _room_for_convoys(g, s, first)]
    box = first_box(points, 4, most_at_first(points, 4))[0]
    example = next((u for u, c in enumerate(g.units.counter) if c == NOWHERE and g.units.power[u] == power), NOWHERE)
    if example < 0:
        return []
    ports = [s for s in places_for(g, example) if whose[s] == power] if home else []
    return [s for s in ports if may_occupy(g, example, s, box) is None]


def _room_for_convoys(g: War, space: int, box: int) -> bool:
    """Whether a box of a port has room for a ship more."""
    if not has_track(g, space):
        return not [*on_track(g, space), *in_pools(g, space)]
    return len(on_track(g, space, box)) < box_limit(g, space, naval=True)


def begin_convoys(g: War, purse: Purse, points: int) -> None:
    spots = _harbours(g, purse.power, points)
    first = most_at_first(points, 4)
    pay(g, purse, first)
    g.powers[purse.power].begun = 1
    count_built(g, purse.power, SHIP, ships_in(g, points))
    home = _home_of_convoys(g, purse.power)
    unit = g.units.add(counter=NOWHERE, power=purse.power, country=home, points=points, at=TRACK).index
    enter_track(g, unit, spots[0], first)
    g.say("{} begins {} convoy points", g.powers[purse.power], points, rule="13.6.10")


def _home_of_convoys(g: War, power: int) -> int:
    """Convoy points belong to the home country that builds them; what a minor builds is its power's."""
    return g.producing if g.producing in home_countries(g, power) else first_home(g, power)


@rule("13.6.10")
def may_work_on(g: War, purse: Purse, unit: int) -> No | None:
    """Whether a hull is fitted out or a ship repaired where it lies: at home in a box with room, abroad one a turn in a major
    port."""
    row, pools = g.units[unit], (CONSTRUCTION_POOL, REPAIR_POOL)
    waits = (row.at in pools and row.power == purse.power and builds(g, unit)) or repairs_for_friend(g, purse.power, unit)
    if not waits and unit not in repairable(g, purse.power):
        return No("13.6.10", "it is not in your construction or repair pool, nor a carrier without planes in a port that helps")
    if interned(g, purse.power, unit):
        return No("13.3.2", "an interned ship is completed only after Vichy has collapsed")
    yards = yards_of(g, purse.power, unit)
    if not yards:
        return No("13.6.10", "only in ports of its home country, and in major ports of yours abroad")
    no = may_gear(g, purse.power, class_of_unit(g, unit))
    if no is None:
        no = affordable(purse, 1 + int(row.at == CONSTRUCTION_POOL and bool(row.damaged)))
    if no is None and not any(_sums_at(g, Beginning(purse.power, unit, purse.points), s) for s in yards):
        return No("13.6.10", "that box is full")
    if no is None and _one_a_turn(g, unit, yards[0], purse.power):
        others = [u for u in units_at(g, TRACK) if g.units.yard[u] == yards[0] and g.units.worked[u] == g.turn + 1]
        return No("13.6.10", "one ship a turn is repaired in a major port abroad") if others else None
    return no


def yards_of(g: War, power: int, unit: int) -> list[int]:
    """Where a ship of the pools can be worked on: the port it lies in, or any home port if it lies in none."""
    row, whose = g.units[unit], powers_by_hex(g)
    home = places_for(g, unit)
    if row.at >= 0:  # a carrier without planes in port
        return [row.at]
    if repairs_for_friend(g, power, unit):
        return [row.yard]
    if row.yard == NOWHERE:
        return [s for s in home if _sums_at(g, Beginning(power, unit, 99), s)]
    abroad = row.at == REPAIR_POOL and g.ground.port[row.yard] == MAJOR_PORT and whose[row.yard] == power
    return [row.yard] if row.yard in home or abroad else []


def work_on(g: War, purse: Purse, unit: int) -> Flow[None]:
    """A hull is fitted out, a ship repaired"""
    row = g.units[unit]
    yard = yards_of(g, purse.power, unit)[0]
    row.yard, row.cycle = yard, FITTING_OUT
    count_built(g, purse.power, class_of_unit(g, unit))
    yield from lay_down(g, purse, unit, yard)


def pool_ships(g: War, purse: Purse) -> list[int]:
    found = [*in_pool(g, purse.power, CONSTRUCTION_POOL), *repairable(g, purse.power), *friends_in_repair(g, purse.power)]
    return found if tracked(g) else []


CONTINUE_ALL: Act[War, Purse, None] = Act(
    "continue_all", "13.6.10", "Continue all construction", do=go_on_all, group="Continue",
    who=lambda g, s: None if any(may_continue(g, s, u) is None for u in under_way(g, s.power)) else No(
        "13.6.10", "nothing can be continued"),
)  # fmt: skip
CONTINUE: Act[War, Purse, int] = Act(
    "continue", "13.6.10", lambda g, s, u: f"{g.units[u].label}: {step_cost(g, u)}", takes=Unit,
    among=lambda g, s: under_way(g, s.power), may=may_continue, do=go_on, group="Continue",
)  # fmt: skip
RUSH: Act[War, Purse, int] = Act(
    "rush", "13.6.10", lambda g, s, u: f"Rush {g.units[u].label}: {rush_cost(g, u)}", takes=Unit,
    among=lambda g, s: under_way(g, s.power), may=may_rush, do=rush, group="Rush",
)  # fmt: skip
PREPAY: Act[War, Purse, int] = Act(
    "prepay", "13.6.10", "Pay for {0}", takes=Unit, among=lambda g, s: under_way(g, s.power), may=may_prepay, do=prepay,
    group="Pay ahead",
)  # fmt: skip
ABANDON: Act[War, Purse, int] = Act(
    "abandon", "13.6.10", "Give {0} up", takes=Unit, among=lambda g, s: under_way(g, s.power), may=may_abandon, do=abandon,
    group="Give up",
)  # fmt: skip
BEGIN: Act[War, Purse, tuple[str, int]] = Act(
    "begin", "13.6.10", "{0} of {1}", takes=(str, int), among=lambda g, s: sorted(s.pools(g)), may=may_begin, do=begin,
    rolls=True, group="Begin",
)  # fmt: skip
BEGIN_CHOSEN: Act[War, Purse, tuple[int, int]] = Act(
    "begin_chosen", "13.6.10", "{0} in {1}", takes=(Unit, Hex), among=chosen_units, may=may_choose_unit, do=begin_chosen,
    group="Specialised factories",
)  # fmt: skip
BEGIN_CONVOYS: Act[War, Purse, int] = Act(
    "begin_convoys", "13.6.10", "{0} convoy points", takes=int, among=lambda g, s: convoy_lots(g, Purse(s.power, 5)),
    may=may_begin_convoys, do=begin_convoys, group="Begin",
)  # fmt: skip
WORK_ON: Act[War, Purse, int] = Act(
    "work_on", "13.6.10", lambda g, s, u: f"{g.units[u].label}: {cycle_cost(g, u)} in all", takes=Unit, among=pool_ships,
    may=may_work_on, do=work_on, group="Fit out and repair",
)  # fmt: skip
SPEND: Act[War, Beginning, int] = Act(
    "spend", "13.6.10", "{0}", takes=int, among=_sums, may=may_spend, do=lambda g, s, n: n
)
SITE: Act[War, Beginning, int] = Act("build_in", "13.6.10", "{0}", takes=Hex, among=sites, may=may_site, do=lambda g, s, n: n)
TRACK_ACTS = (CONTINUE_ALL, CONTINUE, RUSH, PREPAY, ABANDON, BEGIN, BEGIN_CHOSEN, BEGIN_CONVOYS, WORK_ON)
