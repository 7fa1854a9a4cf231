"""13.6.5: building ahead. Where every pool of a type is empty, a counter of a later year is built for a multiple of its cost."""

from __future__ import annotations

from grognard.kernel.acts import Act
from grognard.kernel.rules import No, rule
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import HULL, Purse, first_cost, force_pools
from grognard.titles.wif.rules.gearing import class_of_unit, count_built, gearing_class, may_gear
from grognard.titles.wif.rules.units import roster, units_at
from grognard.titles.wif.state import GONE, War, slot_of


@rule("13.6.5")
def coming(g: War, power: int) -> dict[tuple[str, int], list[int]]:
    """Counters that can be built ahead, by type and price: of types without any in the pools, the next year that has one."""
    empty = {kind for kind, _ in force_pools(g, power)}
    later: dict[str, dict[int, list[int]]] = {}
    for unit in units_at(g, GONE):
        if g.units.power[unit] == power and g.units.counter[unit] >= 0:
            sheet = g.units[unit].sheet
            year = g.facts.enters(sheet)
            if year > g.year and sheet.type.printed not in empty:
                later.setdefault(sheet.type.printed, {}).setdefault(year, []).append(unit)
    found: dict[tuple[str, int], list[int]] = {}
    for kind, years in later.items():
        year = min(years)
        times = year - g.year + 1
        for unit in years[year]:
            price = max(times * first_cost(g, g.units[unit].sheet), times)
            found.setdefault((kind, price), []).append(unit)
    return found


@rule("13.6.5")
def may_build_ahead(g: War, purse: Purse, wanted: tuple[str, int]) -> No | None:
    """Whether a unit of a type can be built ahead at a price."""
    kind, price = wanted
    if not g.settings.building_ahead:
        return No("13.6.5", "units of later years are not built ahead")
    if any(word == kind for word, _ in purse.pools(g)):
        return No("13.6.5", f"your pools still have a {kind}")
    if wanted not in coming(g, purse.power):
        return No("13.6.5", f"no {kind} for {price} comes in a later year")
    if price > purse.points:
        return No("13.6.5", f"it costs {price} build points and you have {purse.points}")
    return may_gear(g, purse.power, gearing_class(g, Type.read(kind)))


@rule("13.6.5")
def build_ahead(g: War, purse: Purse, wanted: tuple[str, int]) -> None:
    """A counter of a later year is drawn and put on the circle."""
    kind, price = wanted
    among = coming(g, purse.power)[wanted]
    unit = g.pick(among, 1, f"{g.powers[purse.power].label} builds {kind} ahead for {price}", "13.6.5")[0]
    row = g.units[unit]
    g.powers[purse.power].build_points -= price
    row.at, row.down, row.damaged = slot_of(g.turn + row.sheet.turns), 0, 0
    row.cycle = HULL if roster(g).naval[unit] else 0
    count_built(g, purse.power, class_of_unit(g, unit))
    g.say("{} is built ahead", row, rule="13.6.5")


def _offers(g: War, purse: Purse) -> list[tuple[str, int]]:
    return sorted(coming(g, purse.power)) if g.settings.building_ahead and purse.points else []


AHEAD: Act[War, Purse, tuple[str, int]] = Act(
    "build_ahead", "13.6.5", "{0} of a later year for {1}", takes=(str, int), among=_offers, may=may_build_ahead, do=build_ahead,
    rolls=True, group="Build ahead",
)  # fmt: skip
