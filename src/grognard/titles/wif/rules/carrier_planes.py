"""14.4.1: carrier plane units (option 45): which carrier takes them, how they land and rebase, and who has them when a game
begins. What they fly with is in carriers.py, their missions and battles are those of other aircraft.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import POWER_INDEX
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.carriers import is_carrier, is_carrier_plane, plane_class, planes_aboard
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.flight import SECTION_COSTS, flying_reach, sea_reach
from grognard.titles.wif.rules.units import destroy, ships_at
from grognard.titles.wif.state import FORCE_POOL, NOWHERE, War

MOST = 2  # planes on a carrier, if their classes fit together


@rule("14.4.1")
def may_take_planes(g: War, ship: int, plane: int) -> No | None:
    """Whether a carrier takes a plane unit aboard: of its own power; one of any class, in port alone if it is too large, or two
    whose classes fit together."""
    if not g.options.carrier_planes or not is_carrier(g, ship) or not is_carrier_plane(g, plane):
        return No("14.4.1", "carriers take carrier planes alone")
    if g.units.power[ship] != g.units.power[plane]:
        return No("14.4.1", "a carrier takes planes of its own power")
    there, size = [u for u in planes_aboard(g, ship) if u != plane], g.units[ship].sheet.carrier
    total = sum(plane_class(g, u) for u in (*there, plane))
    if len(there) >= MOST or (there and total > size):
        return No("14.4.1", f"its air component of {size} has no room for another")
    if total > size and not g.ground.land[g.units.at[ship]]:
        return No("14.4.1", "so large a plane goes aboard in port")
    return None


@rule("14.4.1")
def lands_on(g: War, plane: int, ship: int) -> bool:
    """Whether a plane unit in the air can come down on a carrier: it fits beside those aboard."""
    there = [u for u in planes_aboard(g, ship) if u != plane]
    fits = sum(plane_class(g, u) for u in (*there, plane)) <= g.units[ship].sheet.carrier
    return fits and len(there) < MOST and g.units.power[ship] == g.units.power[plane]


def board(g: War, plane: int, ship: int) -> None:
    """A plane unit goes aboard a carrier."""
    g.units[plane].aboard, g.units[plane].at = ship, g.units.at[ship]


# --- battles (11.5.9) -----------------------------------------------------------------------------------------------------------


def take_off(g: War, planes: Iterable[int]) -> dict[int, int]:
    """Plane units leave their carriers for a battle; gives where each came from."""
    homes = {u: g.units.aboard[u] for u in planes if is_carrier_plane(g, u) and g.units.aboard[u] != NOWHERE}
    for plane in homes:
        g.units[plane].aboard = NOWHERE
    return homes


@rule("14.4.1", "11.5.9")
def land(g: War, homes: dict[int, int]) -> None:
    """After a battle plane units come down on their own carrier, else on another of their power in the section; or are lost."""
    for plane, home in homes.items():
        box = g.units.at[plane]
        if box < 0:
            continue
        if g.units.at[home] == box:
            board(g, plane, home)
            continue
        others = [u for u in ships_at(g, box) if is_carrier(g, u) and lands_on(g, plane, u)]
        if others:
            board(g, plane, others[0])
        else:
            g.say("{} finds no carrier to land on", g.units[plane], rule="14.4.1")
            destroy(g, plane, FORCE_POOL)


# --- rebases (11.16) ------------------------------------------------------------------------------------------------------------


@rule("14.4.1", "11.16")
def decks_in_reach(g: War, plane: int, points: int) -> dict[int, int]:
    """Where carriers are that a plane unit rebases to: its own place, sections of a sea-box as in a naval air mission."""
    ground, at = g.ground, g.units.at[plane]
    power = g.units.power[plane]
    ships = [u for u, deck in enumerate(g.roster.deck) if deck and g.units.power[u] == power and g.units.at[u] >= 0]
    able = [u for u in ships if u != g.units.aboard[plane] and may_take_planes(g, u, plane) is None]
    out = SECTION_COSTS[ground.section[at]] if ground.section[at] >= 0 else 0
    found: dict[int, int] = {}
    for ship in able:
        there = g.units.at[ship]
        if there == at:
            found[there] = 0
        elif ground.section[there] >= 0:
            near = _to_sea(g, at, out, points).get(ground.area[there])
            cost = points + 1 if near is None else near + SECTION_COSTS[ground.section[there]]
            if cost <= points:
                found[there] = cost
    return found


def _to_sea(g: War, at: int, out: int, points: int) -> dict[int, int]:
    """Movement points to sea areas from a base or from a section, which costs `out` to leave."""
    if g.ground.section[at] < 0:
        return sea_reach(g, at, points)
    area = g.ground.area[at]
    found = {area: out}
    reach = flying_reach(g, dict.fromkeys(g.ground.dots[area], out), points)
    for other, dots in g.ground.dots.items():
        least = min((reach[dot] for dot in dots if dot in reach), default=points + 1)
        if least <= points:
            found[other] = min(least, found.get(other, least))
    return found


# --- the beginning --------------------------------------------------------------------------------------------------------------


@rule("14.4.1")
def deal_planes(g: War) -> None:
    """Every carrier in play begins with the newest plane unit of its power that fits it (WIF-DEC-203)."""
    used = set(g.units.counter)
    planes = [(n, c) for n, c in enumerate(g.facts.counters) if c.type == Type.CVP and not c.lend_lease]
    for ship, deck in enumerate(list(g.roster.deck)):
        if not deck or g.units.at[ship] < 0:
            continue
        power, size = g.units.power[ship], g.units[ship].sheet.carrier
        own = [(n, c) for n, c in planes if POWER_INDEX.get(c.power) == power and n not in used and 0 < c.year <= g.year]
        sizes = {n: _class_in(c.deck, g.year) for n, c in own}
        fitting = [(sizes[n], c.year, c.air_to_sea + c.air_to_air, -n) for n, c in own if sizes[n] <= size]
        if fitting:
            number = -max(fitting)[-1]
            used.add(number)
            country = g.facts.nation[number]
            home = country if country >= 0 else first_home(g, power)
            g.units.add(counter=number, power=power, country=home, at=g.units.at[ship], aboard=ship)


def _class_in(boxes: tuple[tuple[int, int], ...], year: int) -> int:
    """The class a plane's boxes give in a year."""
    found = [size for since, size in sorted(boxes) if since <= year]
    last = max((since for since, _ in boxes), default=year)
    return max((found[-1] if found else 9) - (year >= last + 2), 1)
