"""11.10.2 to 11.10.5: one step of a land unit from a hex to the next: what it costs, and whether it may be made."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import JAPAN, SIDE_OF_POWER
from grognard.titles.wif.ground import (
    ALL_SEA,
    ALPINE,
    CHART_TERRAIN,
    CLEAR,
    DESERT,
    DESERT_MOUNTAIN,
    EUROPEAN,
    FOREST,
    JUNGLE,
    LAKE,
    LAKE_SIDE,
    MOUNTAIN,
    RAIL,
    STRAITS,
    SWAMP,
)
from grognard.titles.wif.kinds import INFANTRY_CLASS, Type, Weather
from grognard.titles.wif.rules.access import may_be_there
from grognard.titles.wif.rules.control import hostile_hex, nation_at
from grognard.titles.wif.rules.forts import coastal_value
from grognard.titles.wif.rules.guests import may_leave_home
from grognard.titles.wif.rules.land_strength import winterised
from grognard.titles.wif.rules.powers import active, home_power
from grognard.titles.wif.rules.railways import links, may_roll
from grognard.titles.wif.rules.spheres import may_walk_in
from grognard.titles.wif.rules.supply_paths import swedish_transit
from grognard.titles.wif.rules.units import land_at, of_side
from grognard.titles.wif.rules.weather import WET, frozen_lake, hexside, weather_at
from grognard.titles.wif.state import NOWHERE, War

SNOWY = frozenset((Weather.SNOW, Weather.BLIZZARD))


@rule("11.10.2")
def step_cost(g: War, unit: int, start: int, there: int, times: int = 1) -> int:
    """Movement points to enter a hex from the next one; `times`: 2 in an overrun, before a railway makes it cheaper."""
    kind, bits = g.roster.types[unit], hexside(g, start, there)
    price = hex_price(g, there, g.roster.motorised[unit], ground_for(g, unit, there))
    price = times * max(1, price + _flat(g, unit, kind, bits, there))
    if g.options.railway_bonus and not bits & STRAITS and any(s == there and line & RAIL for s, line in links(g)[start]):
        return max(price - 1, min(price, least_by_rail(g, there)))
    return price


@rule("11.12", "11.10.2")
def shore_price(g: War, unit: int, there: int) -> int:
    """What the hex in which it debarks costs a unit: as on the march, whatever hexside it came over."""
    price = hex_price(g, there, g.roster.motorised[unit], ground_for(g, unit, there))
    return max(1, price + _flat(g, unit, g.roster.types[unit], 0, there))


@rule("11.10.2")
def least_by_rail(g: War, there: int) -> int:
    """Option 25: what a hex costs at least along a railway, one more where the weather doubles costs, and outside Europe."""
    least = g.settings.least_rail_step
    return least and least + (weather_at(g, there) in WET) + (g.ground.scale[there] != EUROPEAN)


@rule("11.10.2")
def hex_price(g: War, there: int, motorised: bool, terrain: int = NOWHERE) -> int:
    """What a hex costs by terrain, scale and weather; `terrain`: what it counts as for a unit."""
    row = g.charts.terrain[CHART_TERRAIN[g.terrain_by_space[there] if terrain == NOWHERE else terrain]]
    price = row.cost(g.ground.scale[there], motorised and (g.settings.motorised_costs or bool(g.options.get("motorised_costs"))))
    return price * 2 if g.weather_by_space[there] in WET else price


@rule("22.1.1", "22.7")
def ground_for(g: War, unit: int, there: int) -> int:
    """The terrain a hex has for a unit: territorials find clear ground all over their country, ski troops in snowy woods and
    swamps; NOWHERE for what it is for all."""
    kind, terrain = g.roster.types[unit], g.terrain_by_space[there]
    if kind == Type.TERR and terrain != LAKE and g.facts.country.get(g.ground.country[there]) == g.units.country[unit]:
        return CLEAR
    return CLEAR if kind == Type.SKI and terrain in (FOREST, SWAMP) and weather_at(g, there) in SNOWY else NOWHERE


@rule("22.1.1")
def slips_by(g: War, unit: int, space: int) -> bool:
    """Whether a unit need not stop in a zone of control: special forces off the open ground, ski troops in snow."""
    sheet = g.units[unit].sheet
    if sheet.type == Type.SKI:
        return weather_at(g, space) in SNOWY
    if "infiltrates" not in sheet.marks:
        return False
    return g.terrain_by_space[space] not in ((CLEAR,) if "desert" in sheet.marks else (CLEAR, DESERT))


def _flat(g: War, unit: int, kind: Type, bits: int, there: int) -> int:
    """What is added or taken off after the weather (11.10.2); `bits`: the hexside."""
    found, terrain = 0, g.terrain_by_space[there]
    known = g.roster
    if bits & STRAITS or (known.mountain[unit] and bits & ALPINE) or (known.marine[unit] and bits & (ALL_SEA | LAKE_SIDE)):
        found += 1
    if known.mountain[unit] and terrain in (MOUNTAIN, DESERT_MOUNTAIN) and g.ground.scale[there] != EUROPEAN:
        found -= 1
    if terrain == JUNGLE and kind in INFANTRY_CLASS and home_power(g, g.units.country[unit]) == JAPAN:
        found -= 1
    return found


@rule("11.10.2")
def chill(g: War, unit: int, there: int) -> int:
    """Option 15: what the first hex in snow costs more in a land movement step, to all but winterised units (WIF-DEC-06)."""
    if not g.options.winterised_movement or weather_at(g, there) != Weather.SNOW:
        return 0
    return int(not winterised(g, unit))


@rule("11.10.2", "11.10.3", "11.10.4", "11.10.5")
def may_enter(g: War, unit: int, start: int, there: int) -> No | None:
    """Whether a unit may step into the next hex, overruns of land units apart."""
    ground, label = g.ground, g.board.label
    bits = hexside(g, start, there)
    known = g.roster
    if g.options.artillery:
        no = may_roll(g, unit, start, there)
        if no is not None:
            return no
    if bits & ALPINE and not known.mountain[unit]:
        return No("11.10.2", f"only mountain troops cross the alpine hexside to {label(there)}")
    if bits & LAKE_SIDE and not known.marine[unit]:
        return No("11.10.2", f"the lake before {label(there)} is not frozen")
    if bits & ALL_SEA and not bits & STRAITS and not known.marine[unit]:
        return No("11.10.2", f"only marines cross the all-sea hexside to {label(there)}")
    if ground.terrain[there] == LAKE and not frozen_lake(g, there):
        return No("8.2.1", f"{label(there)} is a lake and not frozen")
    if may_walk_in(g, g.units.power[unit], there):
        return None
    side = SIDE_OF_POWER[g.units.power[unit]]
    if g.options.facilities and bits & (ALL_SEA | STRAITS) and coastal_value(g, there, side):
        return No("22.9", f"a coastal fort bars {label(there)} from the sea: attack it")
    if of_side(g, land_at(g, there), 1 - side):
        return No("11.10.3", f"enemy land units hold {label(there)}: only an overrun enters")
    return may_enter_country(g, unit, there)


@rule("11.10.4", "11.10.5", "18.2", "19.3")
def may_enter_country(g: War, unit: int, there: int) -> No | None:
    """Whether the controller of a hex lets a unit in; a friend always does (WIF-DEC-218)."""
    power, controller = g.units.power[unit], g.hexes.controller[there]
    label = g.board.label(there)
    if g.roster.types[unit] == Type.PART:
        home = nation_at(g, there) == g.units.country[unit]
        return None if home else No("13.1.3", "partisans do not leave their country")
    if controller < 0:
        return No("11.10.5", f"{label} is out of play")
    behind = g.countries.power[controller]
    if behind == power or hostile_hex(g, there, unit):
        return _may_be_guest(g, unit, there)
    if behind < 0 and g.countries.host[controller] == power:
        return None
    if behind < 0 and swedish_transit(g, unit) and g.facts.countries[controller].id == "sweden":
        return None
    if behind < 0:
        return No("11.10.5", f"{g.countries[controller].label} is neutral")
    if SIDE_OF_POWER[behind] != SIDE_OF_POWER[power]:
        return No("11.10.5", f"not at war with {g.powers[behind].label}")
    if not active(g, power) or not active(g, behind):
        return No("11.10.4", "neutral major powers keep out of each other's hexes")
    return _may_be_guest(g, unit, there)


def _may_be_guest(g: War, unit: int, there: int) -> No | None:
    """18.2, 19.4.3: another minor's home country is closed to a minor's units (WIF-DEC-07), and half of them stay at home."""
    no = may_be_there(g, unit, there)
    if no is not None:
        return no
    country = g.facts.country.get(g.ground.country[there], NOWHERE)
    nation, power = g.units.country[unit], g.units.power[unit]
    if g.roster.types[unit] == Type.TERR and country != nation and not active(g, power):
        return No("22.7", "territorials of a neutral power stay at home")
    if country == nation or home_power(g, nation) >= 0:
        return None
    shut: No | None = g.title.may_go_abroad(g, unit, there)
    return may_leave_home(g, unit, there) if shut is None else shut


def may_cross(g: War, unit: int, start: int, there: int) -> No | None:
    """Whether a unit may cross the hexside and enter the country, whoever stands there."""
    if not any(step == there for step, _ in g.ground.steps[start]):
        return No("11.10.6", "only the next hex is overrun")
    no = may_enter(g, unit, start, there)
    if no is None or no.rule != "11.10.3":
        return no
    return None if hostile_hex(g, there, unit) else may_enter_country(g, unit, there)
