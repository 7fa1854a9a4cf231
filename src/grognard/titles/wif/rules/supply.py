"""2.4: whether a unit is in supply, and if not, what stands in the way. Sources, paths and seas have modules of their own."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ITALY, SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import Type, Weather
from grognard.titles.wif.rules.supply_paths import connected, may_trace_into, supply_from, supply_limit, supply_of, unit_supply
from grognard.titles.wif.rules.supply_sources import kind_of, secondary_sources
from grognard.titles.wif.rules.units import FED, land_by_hex
from grognard.titles.wif.state import NOWHERE, War


@rule("2.4.1", "2.4.3")
def in_supply(g: War, unit: int) -> bool:
    """Whether a unit is in supply: at sea always, this impulse's invaders and parachutists too."""
    space = g.units.at[unit]
    if space < 0:
        return False
    if not g.ground.land[space] or g.units.landed[unit] or g.units.fed[unit]:
        return True
    kind = g.roster.types[unit]
    if kind == Type.PART or kind == Type.SUPPLY or kind == Type.CX:  # 13.1.3, 22.3, 22.16
        return True
    if traces_supply(g, unit) or (g.units.rescued[unit] != NOWHERE and reaches_hq(g, unit, g.units.rescued[unit])):
        return True
    if g.options.partisan_hqs and g.roster.hq[unit] and "partisan_hq" in g.units[unit].sheet.marks:  # 22.15: at home
        return g.ground.country[space] == g.facts.countries[g.units.country[unit]].id
    if g.roster.naval[unit] and _in_italian_port(g, unit):
        return True
    return bool(g.options.supply_units) and is_fed(g, unit)


@rule("2.4.1")
def _in_italian_port(g: War, unit: int) -> bool:
    """Whether a ship is the Red Sea Flotilla in a port that Italy controls: it needs no path (WIF-DEC-230)."""
    if g.units.counter[unit] == NOWHERE or not g.units[unit].sheet.red_sea_flotilla:
        return False
    space = g.units.at[unit]
    return g.ground.port[space] != NO_PORT and g.powers_by_hex[space] == ITALY


def traces_supply(g: War, unit: int) -> bool:
    """Whether a path leads from a unit on land to a source; special forces and ski troops slip through zones of control."""
    space, known = g.units.at[unit], g.roster
    slips = g.options.divisions and known.land[unit] and slips_supply(g, unit)
    supply = supply_of(g, g.units.power[unit], g.units.country[unit], int(slips), kind_of(g, unit))
    if not supply.reaches(space):
        return False
    return not g.options.limited_overseas_supply or not supply.beaches or _beach_has_room(g, unit, int(slips))


@rule("2.4.2")
def beach_hq(g: War, unit: int, slips: int = 0) -> int:
    """Option 11: the HQ with a railway path over a beach that alone keeps a unit in supply; NOWHERE for one that needs none."""
    space, power, country, kind = g.units.at[unit], g.units.power[unit], g.units.country[unit], kind_of(g, unit)
    supply = supply_of(g, power, country, slips, kind)
    if not supply.beaches or supply_of(g, power, country, slips, kind, 0).reaches(space):
        return NOWHERE
    path = supply.path(space)
    hex_ = path[-1] if path and path[-1] in supply.beaches else min(supply.beaches)
    return next(u for u in land_by_hex(g)[hex_] if g.roster.hq[u])


def _beach_has_room(g: War, unit: int, slips: int) -> bool:
    """Whether an HQ on a beach can still feed a unit in this step: as many as its reorganisation value, itself not counted."""
    hq = beach_hq(g, unit, slips)
    if hq in (NOWHERE, unit) or g.units.beached[unit] == hq + 1:
        return True
    return g.units.beached.count(hq + 1) < g.units[hq].sheet.reorganisation


@rule("2.4.2")
def draw_supply(g: War, *units: int) -> None:
    """Units act: those whom only an HQ on a beach feeds count against its value until the step is over (WIF-DEC-122)."""
    if not g.options.limited_overseas_supply:
        return
    for unit in units:
        if g.ground.land[g.units.at[unit]] and not g.roster.hq[unit] and in_supply(g, unit):
            hq = beach_hq(g, unit)
            if hq != NOWHERE and g.units.beached[unit] != hq + 1:
                g.units[unit].beached = hq + 1


@rule("2.4.2")
def clear_beaches(g: War) -> None:
    """A new step: HQs on beaches may feed other units"""
    for unit, hq in enumerate(g.units.beached):
        if hq:
            g.units[unit].beached = 0


def beaches_used(g: War) -> bool:
    """For the sequence: somebody was fed over a beach in the step before."""
    return bool(g.options.limited_overseas_supply) and any(g.units.beached)


@rule("2.4.3")
def reaches_hq(g: War, unit: int, hq: int) -> bool:
    """Whether a basic path leads from a unit to an HQ that gives emergency supply."""
    there = g.units.at[hq]
    if there < 0 or g.units.aboard[hq] != NOWHERE or not g.ground.land[there]:
        return False
    return supply_from(g, g.units.power[unit], g.units.country[unit], there).reaches(g.units.at[unit])


@rule("2.4.1", "11.10.6")
def supplied_at(g: War, unit: int, space: int) -> bool:
    """Whether a unit would be in supply in a hex."""
    if g.units.at[unit] == space:
        return in_supply(g, unit)
    return unit_supply(g, unit).reaches(space)


@rule("22.1.1")
def slips_supply(g: War, unit: int) -> bool:
    """Whether a unit's supply paths go through zones of control."""
    sheet = g.units[unit].sheet
    if sheet.type == Type.SKI:
        return g.weather_by_space[g.units.at[unit]] in (Weather.SNOW, Weather.BLIZZARD)
    return "infiltrates" in sheet.marks


@rule("22.3", "2.4.2")
def is_fed(g: War, unit: int) -> bool:
    """Whether a face-up supply unit in its hex feeds a unit in its side's own impulse: each of them one unit that is no HQ, the
    strongest of those that starve (WIF-DEC-73)."""
    space, types, units = g.units.at[unit], g.roster.types, g.units
    side = SIDE_OF_POWER[units.power[unit]]
    stores = [u for u in units.stacks.get(space, ()) if types[u] == Type.SUPPLY and not units.down[u]]
    if g.side != side or not stores or g.roster.hq[unit]:
        return False
    fed = [u for u in units.stacks[space] if SIDE_OF_POWER[units.power[u]] == side and units.counter[u] >= 0]
    here = [u for u in fed if not g.roster.hq[u] and types[u] != Type.SUPPLY]
    needy = [u for u in here if not traces_supply(g, u)]
    needy.sort(key=lambda u: (-units[u].sheet.strength, u))
    return unit in needy[: len(stores)]


@rule("2.4.2")
def supply_told(g: War, unit: int) -> No | None:
    """None for a unit in supply; else the obstacle nearest to it."""
    if in_supply(g, unit):
        return None
    space, power, country = g.units.at[unit], g.units.power[unit], g.units.country[unit]
    supply = unit_supply(g, unit)
    limit, label = supply_limit(g, space), g.board.label(space)
    near = [may_trace_into(g, there, power) for there, _ in g.ground.steps[space]]
    shut = [no for no in near if no is not None]
    if near and len(shut) == len(near):
        return shut[0]
    weak = [s for s in secondary_sources(g, power, country, kind_of(g, unit)) if s not in supply.secondaries]
    if weak:
        return No("2.4.2", f"no source within {limit} hexes; the one in {g.board.label(weak[0])} is itself cut off")
    return No("2.4.2", f"no source lies within {limit} hexes of {label}")


@rule("4.3", "13.5")
def isolated(g: War, unit: int) -> bool:
    """Whether a unit has no basic path of any length to a primary source of its own, over land or open seas."""
    space = g.units.at[unit]
    if space < 0 or not g.ground.land[space]:
        return False
    return space not in connected(g, g.units.power[unit], g.units.country[unit], kind_of(g, unit))


FED.append(in_supply)
