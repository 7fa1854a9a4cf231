"""2.4.2: overseas paths: sea areas that enemies close and friends open, and how they hang together."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import CARRIERS, SCS, Type, Weather
from grognard.titles.wif.rules.gates import gates_by_border, shut_gates
from grognard.titles.wif.rules.powers import at_war, powers_co_operate
from grognard.titles.wif.rules.units import GROUND_FACTS, NOBODY, air_at, on_the_ground, seas_of, ships_at, ships_by_space
from grognard.titles.wif.state import War

CALM = frozenset((Weather.FINE, Weather.RAIN, Weather.SNOW))  # aircraft close a sea
CARRYING = frozenset((Type.CP, Type.TRS, Type.AMPH))


@rule("2.4.2")
def supply_blocked(g: War, area: int, power: int) -> No | None:
    """Whether enemy ships or aircraft keep supply out of a sea area, and nobody opens it."""
    boxes, fleets = g.ground.sections[area], ships_by_space(g)
    present, whose = [u for box in boxes for u in fleets.get(box, NOBODY)], g.units.power
    if g.weather_by_space[area] in CALM:
        present += [u for box in boxes for u in air_at(g, box)]
    openers = {whose[u] for u in present if _opens(g, u, power)}
    if g.options.limited_overseas_supply and not openers:
        return No("2.4.2", f"no convoy or transport of yours is in {g.board.label(area)}")
    foes = [u for u in present if _blocks(g, u, power)]
    enemy = next((u for u in foes if not any(at_war(g, friend, whose[u]) for friend in openers)), None)
    if enemy is not None:
        return No("2.4.2", f"{g.units[enemy].label} blocks {g.board.label(area)}")
    return None


@rule("2.4.2", "11.9", "13.6.1")
def straits_open(g: War, power: int, here: int, there: int) -> bool:
    """Whether paths, trains and goods cross a straits hexside: with option 12 only beside a sea area that no enemy could close,
    or that supply goes through."""
    if not g.options.limited_straits:
        return True
    waters = {area for s in (here, there) for area in g.ground.seas[s]}
    return any(not _threatened(g, area, power) or supply_blocked(g, area, power) is None for area in waters)


def _threatened(g: War, area: int, power: int) -> bool:
    calm = g.weather_by_space[area] in CALM
    boxes = g.ground.sections[area]
    return any(_blocks(g, u, power) for box in boxes for u in (*ships_at(g, box), *(air_at(g, box) if calm else ())))


def _blocks(g: War, unit: int, power: int) -> bool:
    """An enemy carrier, surface combat ship or aircraft with an air-to-sea factor."""
    if not at_war(g, power, g.units.power[unit]):
        return False
    kind = g.roster.types[unit]
    return kind in SCS or kind in CARRIERS or (g.roster.air[unit] and g.units[unit].sheet.air_to_sea > 0)


def _opens(g: War, unit: int, power: int) -> bool:
    """A surface ship of one's own or of a friend that works with one; with option 11 only one that carries."""
    whose, kind = g.units.power[unit], g.roster.types[unit]
    friend = SIDE_OF_POWER[whose] == SIDE_OF_POWER[power]
    if g.roster.air[unit]:
        return g.settings.planes_open_the_sea and friend and g.units[unit].sheet.air_to_sea > 0
    if kind == Type.SUB or not (powers_co_operate(g, power, whose) or (friend and g.settings.any_ally_opens_sea)):
        return False
    return kind in CARRYING or not g.options.limited_overseas_supply


@derived("units.at", *GROUND_FACTS, given=on_the_ground, lasting=True)
def sea_groups(g: War, power: int) -> dict[int, int]:
    """Open sea areas by the group of areas a path can go through between which its warships could sail (11.4.4)."""
    waters = g.ground.waters
    doubtful = waters if g.options.limited_overseas_supply else seas_of(g, g.powers.wars[power])  # enemies alone close a sea
    shut = {area for area in doubtful if supply_blocked(g, area, power) is not None}
    closed = shut_gates(g, power, True)
    narrows = {pair for pair, gate in gates_by_border(g).items() if gate in closed}
    found: dict[int, int] = {}
    for area in waters:
        if area in found or area in shut:
            continue
        ring = [area]
        found[area] = area
        while ring:
            here = ring.pop()
            for there in waters[here]:
                if there not in found and there not in shut and (here, there) not in narrows:
                    found[there] = area
                    ring.append(there)
    return found
