"""4.1.2: special additions. Heavy units that replace older ones, and militia that come and go with their city."""

from __future__ import annotations

from grognard.kernel.acts import Act
from grognard.kernel.rules import No, rule
from grognard.titles.aif.state import America
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.gearing import class_of_unit, count_built, may_gear
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.state import CONQUERED, FORCE_POOL, GONE, NOWHERE, SET_ASIDE, Unit, slot_of


def predecessor(g: America, unit: int) -> int:
    """The counter a heavy unit replaces, as a unit of the game; NOWHERE if it is not in it."""
    number = g.chancery.replaces.get(g.units.counter[unit], NOWHERE)
    return next((u for u, c in enumerate(g.units.counter) if c == number), NOWHERE) if number >= 0 else NOWHERE


def awaited(g: America, power: int) -> list[int]:
    """Heavy units of a power that have not replaced anything yet."""
    mine = [u for u in units_at(g, SET_ASIDE) if g.units.power[u] == power and u not in g.heavies]
    return [u for u in mine if g.units.counter[u] in g.chancery.replaces]


@rule("4.1.2")
def may_replace(g: America, purse: Purse, unit: int) -> No | None:
    """Whether a heavy unit may take the place of its equivalent now."""
    if unit not in awaited(g, purse.power):
        return No("4.1.2", "it is no heavy unit of yours that waits")
    year = g.units[unit].sheet.year
    return None if year <= g.year else No("4.1.2", f"it is available from {year}")


@rule("4.1.2")
def replace(g: America, purse: Purse, unit: int) -> None:
    """The older unit leaves the game; the heavy one joins the force pool, at half its cost the first time if the other was on the
    map or the circle."""
    old = predecessor(g, unit)
    at = g.units.at[old] if old >= 0 else GONE
    if old >= 0:
        g.units[old].at, g.units[old].aboard, g.units[old].down, g.units[old].scrapped = GONE, NOWHERE, 0, 1
    g.units[unit].at = FORCE_POOL
    if at not in (GONE, FORCE_POOL):  # AIF-DEC-10
        g.heavies = [*g.heavies, unit]  # in the pool of its type and half its cost (AIF-DEC-26)
    g.say("{} replaces an older corps", g.units[unit], rule="4.1.2")


@rule("4.1.2", "2.6")
def half_cost(g: America, unit: int) -> int:
    """Half of what a heavy unit costs, half up."""
    return (g.units[unit].sheet.cost + 1) // 2


def pay_in_full(g: America, unit: int) -> None:
    """A heavy unit was built: from now on it costs what is printed."""
    if unit in g.heavies:
        g.heavies = [u for u in g.heavies if u != unit]


def may_build_heavy(g: America, purse: Purse, unit: int) -> No | None:
    """Whether a heavy unit that an older save keeps beside the pools can be built at half its cost."""
    if unit not in g.heavies or g.units.power[unit] != purse.power or g.units.at[unit] != SET_ASIDE:
        return No("4.1.2", "half the cost is for a heavy unit whose equivalent was in the field")
    cost = half_cost(g, unit)
    if cost > purse.points:
        return No("13.6.5", f"it costs {cost} build points and you have {purse.points}")
    return may_gear(g, purse.power, class_of_unit(g, unit))


def build_heavy(g: America, purse: Purse, unit: int) -> None:
    """A heavy unit goes on the circle at half its cost, this first time."""
    row = g.units[unit]
    g.powers[purse.power].build_points -= half_cost(g, unit)
    g.heavies = [u for u in g.heavies if u != unit]
    row.at, row.down = slot_of(g.turn + row.sheet.turns), 0
    count_built(g, purse.power, class_of_unit(g, unit))
    g.say("{} is built", row, rule="4.1.2")


# --- militia of a city ----------------------------------------------------------------------------------------------------------


@rule("4.1.2")
def follow_cities(g: America) -> None:
    """Militia with a city on their back are in the pool of the power that holds it, else out of the game"""
    whose = powers_by_hex(g)
    for unit, counter in enumerate(g.units.counter):
        city = g.ground.places.get(g.chancery.city_units.get(counter, ""), NOWHERE)
        if city < 0 or g.countries.status[g.units.country[unit]] == CONQUERED:
            continue
        row = g.units[unit]
        if row.at == GONE and not row.scrapped and whose[city] == row.power:
            row.at = FORCE_POOL
        elif row.at == FORCE_POOL and whose[city] != row.power:
            row.at = GONE


REPLACE: Act[America, Purse, int] = Act(
    "replace", "4.1.2", "{0} replaces its older corps", takes=Unit, among=lambda g, s: awaited(g, s.power), may=may_replace,
    do=replace, group="Heavy units",
)  # fmt: skip
BUILD_HEAVY: Act[America, Purse, int] = Act(
    "build_heavy", "4.1.2", lambda g, s, u: f"{g.units[u].label}: {half_cost(g, u)}", takes=Unit,
    listed=lambda g, s: [u for u in g.heavies if may_build_heavy(g, s, u) is None], may=may_build_heavy, do=build_heavy,
    group="Heavy units",
)  # fmt: skip
