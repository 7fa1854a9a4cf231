"""2.4: whether a unit is in supply, and if not, what stands in the way. Sources, paths and seas have modules of their own."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type, Weather
from grognard.titles.wif.rules.supply_paths import connected, may_trace_into, supply_limit, supply_of, unit_supply
from grognard.titles.wif.rules.supply_sources import home_cities, kind_of, secondary_sources
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.weather import weather_by_space
from grognard.titles.wif.state import War


@rule("2.4.1", "2.4.3")
def in_supply(g: War, unit: int) -> bool:
    """Whether a unit is in supply: at sea always, this impulse's invaders and parachutists too."""
    space = g.units.at[unit]
    if space < 0:
        return False
    if not g.ground.land[space] or g.units.landed[unit] or g.units.fed[unit]:
        return True
    kind = roster(g).types[unit]
    if kind == Type.PART or kind == Type.SUPPLY:  # 13.1.3, 22.3
        return True
    if traces_supply(g, unit):
        return True
    if g.options.partisan_hqs and roster(g).hq[unit] and "partisan_hq" in g.units[unit].sheet.marks:  # 22.15: at home
        return g.ground.country[space] == g.facts.countries[g.units.country[unit]].id
    return bool(g.options.supply_units) and is_fed(g, unit)


def traces_supply(g: War, unit: int) -> bool:
    """Whether a path leads from a unit on land to a source; special forces and ski troops slip through zones of control."""
    space, known = g.units.at[unit], roster(g)
    slips = g.options.divisions and known.land[unit] and slips_supply(g, unit)
    if known.types[unit] == Type.TERR and space in home_cities(g, unit):
        return True
    return supply_of(g, g.units.power[unit], g.units.country[unit], int(slips), kind_of(g, unit)).reaches(space)


@rule("22.1.1")
def slips_supply(g: War, unit: int) -> bool:
    """Whether a unit's supply paths go through zones of control."""
    sheet = g.units[unit].sheet
    if sheet.type == Type.SKI:
        return weather_by_space(g)[g.units.at[unit]] in (Weather.SNOW, Weather.BLIZZARD)
    return "infiltrates" in sheet.marks


@rule("22.3", "2.4.2")
def is_fed(g: War, unit: int) -> bool:
    """Whether a face-up supply unit in its hex feeds a unit in its side's own impulse: each of them one unit that is no HQ, the
    strongest of those that starve (WIF-DEC-73)."""
    space, types, units = g.units.at[unit], roster(g).types, g.units
    side = SIDE_OF_POWER[units.power[unit]]
    stores = [u for u in units.stacks.get(space, ()) if types[u] == Type.SUPPLY and not units.down[u]]
    if g.side != side or not stores or roster(g).hq[unit]:
        return False
    known = roster(g)
    here = [
        u for u in units.stacks[space]
        if SIDE_OF_POWER[units.power[u]] == side and (known.land[u] or known.air[u]) and not known.hq[u] and u not in stores
    ]  # fmt: skip
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
