"""13.6.5: building ahead. Where every pool of a type is empty, a counter of a later year is built for a multiple of its cost."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import POWERS, USA, Counter
from grognard.titles.wif.kinds import CONVOYS, MARKERS, WEAPONS, Type
from grognard.titles.wif.options import NUMBERS
from grognard.titles.wif.rules.building import HULL, Purse, entry_limit, first_cost, force_pools, levy, second_cost
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.force_pools import elsewhere, replacing
from grognard.titles.wif.rules.gearing import class_of_unit, count_built, gearing_class, may_gear
from grognard.titles.wif.rules.powers import active, political
from grognard.titles.wif.rules.track_building import fed_places
from grognard.titles.wif.rules.tracks import LAST_BOX, is_free
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.state import GONE, NOWHERE, TRACK, Hex, Power, Unit, War, slot_of


@rule("13.6.5", "13.3.2")
def may_look_ahead(g: War, power: int) -> No | None:
    """Whether a power builds ahead at all: with option 38, where the edition does not have it anyway; of neutrals the USA alone,
    after US entry option 46."""
    if not (g.settings.building_ahead or g.options.building_ahead):
        return No("13.6.5", "units of later years are not built ahead")
    if g.settings.ahead_takes_longer and not active(g, power) and not (power == USA and US_AHEAD in g.entry_options):
        return No("13.6.5", "a neutral major power builds nothing ahead")
    return None


PAID_UP = 99  # as tracks.py has what is paid for
YEAR = 6  # turns the production circle holds
US_AHEAD = 46  # US entry option


def _later(g: War, power: int) -> list[int]:
    """Counters of later years: in a short scenario units out of the game, in a campaign, where such never return, as ~number
    those the game does not know yet."""
    if not political(g):
        return [u for u in units_at(g, GONE) if g.units.power[u] == power and g.units.counter[u] >= 0]
    found: list[int] = []
    known = set(g.units.counter) | elsewhere(g) | replacing(g)  # 13.6.5: no ship that replaces another
    for number, counter in enumerate(g.facts.counters):
        if number in known or counter.power != POWERS[power] or counter.reserve or counter.lend_lease:
            continue
        plain = counter.type not in CONVOYS and counter.type not in {*MARKERS, *WEAPONS, Type.PART}
        if plain and (not counter.option or g.options.get(NUMBERS.get(counter.option, ""))):
            found.append(~number)
    return found


def sheet_of(g: War, item: int) -> Counter:
    sheet: Counter = g.facts.counters[~item] if item < 0 else g.units[item].sheet
    return sheet


@rule("13.6.5")
def price_ahead(g: War, sheet: Counter, years: int) -> int:
    """The price of a counter of a later year: twice for the next one, three times for the year after; of a ship the rise counts
    both cycles."""
    first = first_cost(g, sheet)
    rise = first + (second_cost(g, sheet) if g.settings.ahead_takes_longer and sheet.naval else 0)
    return max(first + years * rise, years + 1)


@rule("13.6.5")
def coming(g: War, power: int) -> dict[tuple[str, int], list[int]]:
    """Counters that can be built ahead, by type and price: of types without any in the pools, the next year that has one."""
    full = {kind for kind, _ in force_pools(g, power)} | _unpaid(g, power)
    later: dict[str, dict[int, list[int]]] = {}
    for item in _later(g, power):
        sheet = sheet_of(g, item)
        year = g.facts.enters(sheet)
        if year > g.year and sheet.type.printed not in full:
            later.setdefault(sheet.type.printed, {}).setdefault(year, []).append(item)
    found: dict[tuple[str, int], list[int]] = {}
    for kind, years in later.items():
        year = min(years)
        for item in years[year]:
            found.setdefault((kind, price_ahead(g, sheet_of(g, item), year - g.year)), []).append(item)
    return found


@rule("13.6.10")
def _unpaid(g: War, power: int) -> set[str]:
    """Option 40: types of which a unit under construction is not paid for, of ships its first cycle."""
    if not g.options.factories_in_flames:
        return set()
    naval, own = g.roster.naval, [u for u in units_at(g, TRACK) if g.units.power[u] == power and g.units.counter[u] >= 0]
    owing = [u for u in own if not is_free(g, u) and (not naval[u] or g.units.cycle[u] == HULL)]
    return {g.units[u].sheet.type.printed for u in owing}


@rule("13.6.5")
def may_build_ahead(g: War, purse: Purse, wanted: tuple[str, int]) -> No | None:
    """Whether a unit of a type can be built ahead at a price."""
    kind, price = wanted
    no = may_look_ahead(g, purse.power)
    if no is not None:
        return no
    if any(word == kind for word, _ in purse.pools(g)):
        return No("13.6.5", f"your pools still have a {kind}")
    if wanted not in coming(g, purse.power):
        return No("13.6.5", f"no {kind} for {price} comes in a later year")
    if price > purse.points:
        return No("13.6.5", f"it costs {price} build points and you have {purse.points}")
    no = entry_limit(g, purse.power, Type.read(kind), [sheet_of(g, item) for item in coming(g, purse.power)[wanted]])
    return may_gear(g, purse.power, gearing_class(g, Type.read(kind))) if no is None else no


@rule("13.6.5")
def build_ahead(g: War, purse: Purse, wanted: tuple[str, int]) -> Flow[None]:
    """A counter of a later year is drawn and put on the circle; with option 40 it is begun, paid for, where its owner says"""
    kind, price = wanted
    among = coming(g, purse.power)[wanted]
    item = g.pick(among, 1, f"{g.powers[purse.power].label} builds {kind} ahead for {price}", "13.6.5")[0]
    late = g.facts.enters(sheet_of(g, item)) - g.year if g.settings.ahead_takes_longer else 0
    unit = item
    if item < 0:
        nation = g.facts.nation[~item]
        country = nation if nation >= 0 else first_home(g, purse.power)
        unit = g.units.add(counter=~item, power=purse.power, country=country).index
    row = g.units[unit]
    g.powers[purse.power].build_points -= price
    row.at, row.down, row.damaged = slot_of(g.turn + min(row.sheet.turns + late, YEAR)), 0, 0
    row.cycle = HULL if g.roster.naval[unit] else 0
    if row.sheet.land and political(g):
        levy(g, purse.power, row.sheet)
    count_built(g, purse.power, class_of_unit(g, unit))
    g.say("{} is built ahead", row, rule="13.6.5")
    if g.options.factories_in_flames:
        box = min(row.sheet.turns + late, LAST_BOX)
        spots = fed_places(g, unit, box)
        row.yard = spots[0] if spots else NOWHERE
        if len(spots) > 1:
            subject = Ahead(purse.power, unit, box)
            _, row.yard = yield from menu(g, g.seat(purse.power), "Where is {0} built?", subject, BUILD_IN, named=(row,))
        if spots:
            g.powers[purse.power].begun = 1
            row.at, row.stage, row.paid, row.worked = TRACK, box, PAID_UP, g.turn + 1


def _offers(g: War, purse: Purse) -> list[tuple[str, int]]:
    return sorted(coming(g, purse.power)) if purse.points and may_look_ahead(g, purse.power) is None else []


class Ahead(Subject, frozen=True):
    """Where a unit that was built ahead lies on its track."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]
    box: int

    @once
    def spots(self, g: War) -> list[int]:
        return fed_places(g, self.unit, self.box)


BUILD_IN: Act[War, Ahead, int] = Act(
    "build_in", "13.6.10", "{0}", takes=Hex, among=lambda g, s: s.spots(g), do=lambda g, s, n: n,
    may=lambda g, s, n: None if n in s.spots(g) else No("13.6.10", "it cannot be built there, or that box is full"),
)  # fmt: skip
AHEAD: Act[War, Purse, tuple[str, int]] = Act(
    "build_ahead", "13.6.5", "{0} of a later year for {1}", takes=(str, int), among=_offers, may=may_build_ahead, do=build_ahead,
    rolls=True, group="Build ahead",
)  # fmt: skip
