"""13.6.10: production tracks (option 40). What is being built lies at its place in a numbered box, is paid for step by step,
moves a box down each turn, and arrives where it was built.

A unit on a track is at TRACK: `yard` is its place (NOWHERE: the open track of militia and garrisons), `stage` the box, `paid`
what its cycle has had, `bombs` and `marker` are paid off first. In the Deploy box it lies in the slot of the next turn.
The players' choices are track_building.py, bombs and lost places track_losses.py.
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import GERMANY
from grognard.titles.wif.ground import MAJOR_PORT, NO_PORT
from grognard.titles.wif.kinds import FACILITIES, SCS, TRANSPORTS, Type
from grognard.titles.wif.rules.building import CONVOY_TURNS, FITTING_OUT, HULL, REPAIR_TURNS, first_cost, repair_cost, second_cost
from grognard.titles.wif.rules.control import hexes_of, powers_by_hex
from grognard.titles.wif.rules.hulls import decks
from grognard.titles.wif.rules.powers import current_home, home_power
from grognard.titles.wif.rules.resources import standing
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.state import ALIGNED, CONSTRUCTION_POOL, NOWHERE, REPAIR_POOL, TRACK, War, slot_of

LAST_BOX = 6
DEPLOY = 1
OPEN_TRACK = frozenset((Type.MIL, Type.GAR, Type.TERR))
PRAGUE = "Prague"


# --- cost and time ------------------------------------------------------------------------------------------------------------


@rule("13.6.10")
def most_at_first(cost: int, turns: int) -> int:
    """What may be spent on a unit when it is begun: its cost less its time, plus one, at least one (none if it costs nothing)."""
    return max(cost - turns + 1, min(cost, 1))


@rule("13.6.10")
def first_box(cost: int, turns: int, paid: int) -> tuple[int, int]:
    """The box in which a unit begins after so much was paid, and the marker on it: a box higher for each point short of the most,
    beyond the last box a marker."""
    box = turns + most_at_first(cost, turns) - paid
    return min(box, LAST_BOX), max(box - LAST_BOX, 0)


def cycle_cost(g: War, unit: int) -> int:
    """What the cycle a unit is in costs in all."""
    row = g.units[unit]
    if row.counter == NOWHERE:
        return repair_cost(g, unit) if row.damaged else row.points
    if not g.roster.naval[unit]:
        return first_cost(g, row.sheet)
    if (row.damaged or row.no_planes) and row.at != CONSTRUCTION_POOL:
        return repair_cost(g, unit)
    return second_cost(g, row.sheet) if row.cycle == FITTING_OUT else first_cost(g, row.sheet)


def cycle_turns(g: War, unit: int) -> int:
    """The clock of a unit's cycle."""
    row = g.units[unit]
    if (row.damaged or row.no_planes) and row.at != CONSTRUCTION_POOL:
        return REPAIR_TURNS
    return CONVOY_TURNS if row.counter == NOWHERE else row.sheet.turns


def is_free(g: War, unit: int) -> bool:
    """Whether all of its cost is paid."""
    return g.units.paid[unit] >= cycle_cost(g, unit)


@rule("13.6.10")
def step_cost(g: War, unit: int) -> int:
    """Build points to move a unit a box down: one unless it is paid for, and one for each marker on it."""
    return int(not is_free(g, unit)) + g.units.bombs[unit] + g.units.marker[unit]


@rule("13.6.10")
def rush_cost(g: War, unit: int) -> int:
    """Build points to move a unit two boxes down: as always, and one more, of an HQ two."""
    left = max(cycle_cost(g, unit) - g.units.paid[unit], 0)
    return min(left, 2) + g.units.bombs[unit] + g.units.marker[unit] + (2 if g.roster.hq[unit] else 1)


@rule("13.6.10")
def cost_to_complete(g: War, unit: int) -> int:
    """What a unit on a track still costs, its bombs and markers among it, and of a hull its second cycle."""
    row = g.units[unit]
    rest = max(cycle_cost(g, unit) - row.paid, 0) + row.bombs + row.marker
    return rest + (second_cost(g, row.sheet) if row.counter != NOWHERE and row.cycle == HULL else 0)


@rule("13.6.10")
def cost_to_start_over(g: War, unit: int) -> int:
    """What it would cost from the beginning: of a ship both cycles."""
    row = g.units[unit]
    if row.counter == NOWHERE:
        return row.points
    both = g.roster.naval[unit]
    return first_cost(g, row.sheet) + (second_cost(g, row.sheet) if both else 0)


# --- places -------------------------------------------------------------------------------------------------------------------


@derived("hexes.red_lost", "hexes.blue_moved", "hexes.green_lost", lasting=True)
def works(g: War) -> dict[int, int]:
    """Hexes with factories of any colour that stand, and how many."""
    counts = ((s, sum(standing(g, s))) for s in range(g.board.size))
    return {s: n for s, n in counts if n}


def factories_at(g: War, space: int) -> int:
    return works(g).get(space, 0)


@derived(lasting=True)
def capitals(g: War) -> frozenset[int]:
    """The printed capitals of all countries, in their own land."""
    seats = [(country.id, g.ground.places.get(country.capital, NOWHERE)) for country in g.facts.countries if country.capital]
    return frozenset([s for country, s in seats if s >= 0 and g.ground.country[s] == country])


def is_capital(g: War, space: int) -> bool:
    return space in capitals(g)


@rule("13.6.10")
def has_track(g: War, space: int) -> bool:
    """Places with a track of their own: capitals, factories and major ports; other ports take one ship (reading WIF-DEC-184)."""
    return is_capital(g, space) or factories_at(g, space) > 0 or g.ground.port[space] == MAJOR_PORT


@rule("13.6.10")
def box_limit(g: War, space: int, *, naval: bool) -> int:
    """Units that may lie in one numbered box of a place: one for a capital and for each factory, ships one (option 5: two) more
    in a major port; one ship in a port without a track."""
    if not has_track(g, space):
        return int(naval and g.ground.port[space] != NO_PORT)
    own = int(is_capital(g, space)) + factories_at(g, space)
    if naval and g.ground.port[space] == MAJOR_PORT:
        own += 2 if g.options.ships_in_flames else 1
    return own


def on_track(g: War, space: int, box: int = 0) -> list[int]:
    """Units that are being built at a place, in one box or in all."""
    types = g.roster.types
    here = [u for u in units_at(g, TRACK) if g.units.yard[u] == space and types[u] not in FACILITIES]
    return [u for u in here if not box or g.units.stage[u] == box]


def in_pools(g: War, space: int) -> list[int]:
    """Ships in the construction and repair pool of a place."""
    return [u for pool in (CONSTRUCTION_POOL, REPAIR_POOL) for u in units_at(g, pool) if g.units.yard[u] == space]


@rule("13.6.10")
def may_occupy(g: War, unit: int, space: int, box: int) -> No | None:
    """Whether a unit may be moved into a box of a place."""
    if space == NOWHERE or box <= DEPLOY or g.roster.types[unit] in FACILITIES:  # those are built on the map
        return None
    naval = g.roster.naval[unit]
    limit, there = box_limit(g, space, naval=naval), [u for u in on_track(g, space, box) if u != unit]
    if not has_track(g, space):
        there = [u for u in (*on_track(g, space), *in_pools(g, space)) if u != unit]
    elif not naval:
        bonus = box_limit(g, space, naval=True) - limit
        ships = sum(g.roster.naval[u] for u in there)
        return None if len(there) - min(ships, bonus) < limit else No("13.6.10", "that box is full")
    return None if len(there) < limit else No("13.6.10", "that box is full")


@derived("hexes.controller", "hexes.nation", "countries.power", "countries.home", works, lasting=True)
def yards(g: War, power: int, country: int) -> tuple[list[int], list[int]]:
    """Ports, and capitals and places with factories, in which a power builds the units of a country."""
    whose = g.powers_by_hex
    home = [s for s in hexes_of(g, current_home(g, country)) if whose[s] == power]
    if not home and home_power(g, country) != power:
        home = [s for s, p in enumerate(whose) if p == power]
    return [s for s in home if g.ground.port[s] != NO_PORT], [s for s in home if is_capital(g, s) or factories_at(g, s)]


@rule("13.6.10")
def places_for(g: War, unit: int) -> list[int]:
    """Where a unit can be built: land and air units at capitals and factories of their home country, ships in its ports."""
    row, whose = g.units[unit], powers_by_hex(g)
    known = g.roster
    if known.types[unit] in OPEN_TRACK or (row.counter != NOWHERE and row.sheet.marks & {"volunteer", "warlord"}):
        return [NOWHERE]
    ports, found = yards(g, row.power, row.country)
    if known.naval[unit]:
        return ports.copy()
    found = found.copy()
    prague = g.ground.places.get(PRAGUE.lower(), NOWHERE)
    if prague >= 0 and whose[prague] == row.power == GERMANY and prague not in found and _czechs_are_aligned(g, row.country):
        found.append(prague)
    return found


@rule("13.6.10")
def _czechs_are_aligned(g: War, country: int) -> bool:
    """Whether German units are built in Prague: the Czech Republic is aligned with Germany."""
    czechs = g.countries[g.facts.country["czech_republic"]]
    return g.facts.countries[country].id == "germany" and czechs.status == ALIGNED and czechs.power == GERMANY


def open_places(g: War, unit: int, box: int) -> list[int]:
    """Those of them with room in a box."""
    return [s for s in places_for(g, unit) if may_occupy(g, unit, s, box) is None]


# --- moving on ----------------------------------------------------------------------------------------------------------------


def enter_track(g: War, unit: int, yard: int, paid: int) -> None:
    """A unit is begun: at a place, in the box its payment gives."""
    row = g.units[unit]
    row.yard, row.paid, row.bombs = yard, paid, 0
    row.stage, row.marker = first_box(cycle_cost(g, unit), cycle_turns(g, unit), paid)
    row.worked = g.turn + 1
    row.at = TRACK
    if row.stage <= DEPLOY:
        deploy(g, unit)


def move_down(g: War, unit: int, boxes: int = 1) -> None:
    """A unit moves down; from box 2 to Deploy, out of which it comes next turn."""
    row = g.units[unit]
    row.stage -= boxes
    row.worked = g.turn + 1
    if row.stage <= DEPLOY:
        deploy(g, unit)


def deploy(g: War, unit: int) -> None:
    row = g.units[unit]
    row.at, row.stage, row.paid, row.bombs, row.marker = slot_of(g.turn + 1), 0, 0, 0, 0
    if row.damaged or row.no_planes:
        row.damaged = row.no_planes = 0


@rule("13.6.10")
def lay_out_tracks(g: War) -> None:
    """A game begins: what a scenario has on the circle lies in boxes by its date, paid for, where it could be completed."""
    for later in range(1, LAST_BOX):
        for unit in list(units_at(g, slot_of(g.turn + later))):
            row = g.units[unit]
            row.stage = later + 1
            spots = open_places(g, unit, row.stage) or places_for(g, unit)
            naval = g.roster.naval[unit]
            spots = sorted(spots, key=lambda s: (-box_limit(g, s, naval=naval) if s >= 0 else 0, s))
            if not spots:
                row.stage = 0
                continue
            row.at, row.yard, row.paid = TRACK, spots[0], 99


@rule("13.6.10")
def shipyard_sort(g: War, unit: int) -> str:
    """The sort of ship a shipyard counts a unit as."""
    kind = g.roster.types[unit]
    if kind == Type.ASW:
        return "ASW"
    if decks(g)[unit]:
        return "CV"
    if kind == Type.SUB:
        return "SUB"
    if kind in SCS:
        return "SCS"
    return "shipping" if kind in TRANSPORTS or g.units.counter[unit] == NOWHERE else ""


@rule("13.6.10")
def yard_saves(g: War, unit: int, cost: int) -> int:
    """A shipyard gives a build point for its sort of ships each turn, once one was spent there."""
    row = g.units[unit]
    if cost < 1 or row.yard == NOWHERE or not g.roster.naval[unit]:
        return 0
    if (row.yard, shipyard_sort(g, unit)) not in shipyards(g, row.power):
        return 0
    used = g.yard_points.get(row.yard, 0)
    return int(used == 1 or (used == 0 and cost > 1))


def shipyards(g: War, power: int) -> set[tuple[int, str]]:
    """Places with a shipyard of a power, and the sort of ships it is for."""
    found = g.charts.shipyards.get(power, ())
    sites = {(g.ground.named(place), sort) for place, sort in found}
    return {(space, sort) for space, sort in sites if 2 * space + 1 not in g.lost_sites}

