"""22.7: territorials (option 54): whose they are as their countries change hands, and drawing one of a chosen country.

How they move, fight and are supplied is in land_steps, land_odds and supply; where they arrive in reinforcements.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.acts import Act
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import FRANCE, VICHY
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import Purse, affordable, first_cost, pay
from grognard.titles.wif.rules.gearing import class_of_unit, count_built, may_gear
from grognard.titles.wif.rules.natives import idle_natives, native_counters, raise_native
from grognard.titles.wif.rules.separate import builds
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.state import FORCE_POOL, GONE, INDEPENDENT, NOWHERE, Country, War, slot_of

FRENCH = (FRANCE, VICHY)
CHOSEN_TURNS = 2  # a territorial of a chosen country takes two turns


@rule("22.7")
def settle_territorials(g: War) -> None:
    """Territorials follow their country: those of the old owner leave the game, the new one's join his pools; one that is weaker
    than one lost from the map arrives next turn, the strongest of these (WIF-DEC-76)"""
    for country in native_counters(g):
        owner = g.countries.power[country] if g.countries.status[country] != INDEPENDENT else NOWHERE
        lost = _dismiss(g, country, owner)
        if owner < 0 or not g.powers.plays[owner]:
            continue
        free = idle_natives(g, country, owner)
        weaker = [n for n in free if g.facts.counters[n].strength < lost]
        early = max(weaker, key=lambda n: g.facts.counters[n].strength) if weaker else NOWHERE
        for number in free:
            raise_native(g, number, country, owner, slot_of(g.turn + 1) if number == early else FORCE_POOL)


def _dismiss(g: War, country: int, owner: int) -> int:
    """Take territorials of other owners out of the game; gives the most factors of one on the map or the circle."""
    types, units, lost = g.roster.types, g.units, 0
    for unit, kind in enumerate(types):
        if kind != Type.TERR or units.country[unit] != country or units.at[unit] == GONE or units.power[unit] == owner:
            continue
        row = units[unit]
        if owner in FRENCH and row.power in FRENCH:
            row.power = owner
            continue
        if row.at != FORCE_POOL:
            lost = max(lost, row.sheet.strength)
        g.say("{} is disbanded", row, rule="22.7")
        row.at, row.aboard, row.down, row.target = GONE, NOWHERE, 0, NOWHERE
    return lost


# --- building -----------------------------------------------------------------------------------------------------------------


def _levies(g: War, power: int, country: int) -> list[int]:
    here = [u for u in units_at(g, FORCE_POOL) if g.units.power[u] == power and g.units.country[u] == country]
    return [u for u in here if g.roster.types[u] == Type.TERR and builds(g, u)]


@rule("22.7")
def may_levy(g: War, purse: Purse, country: int) -> No | None:
    """Whether a territorial of a country can be built: one country a turn is chosen."""
    found = _levies(g, purse.power, country)
    if not found:
        return No("22.7", "no territorial of that country is in your force pool")
    if purse.power in g.levies:
        return No("22.7", "one country a turn is chosen")
    no = may_gear(g, purse.power, class_of_unit(g, found[0]))
    return affordable(purse, first_cost(g, g.units[found[0]].sheet)) if no is None else no


def _levy(g: War, purse: Purse, country: int) -> None:
    """A territorial of the country is drawn, and takes two turns"""
    unit = g.pick(_levies(g, purse.power, country), 1, f"A territorial of {g.countries[country].label}", "22.7")[0]
    pay(g, purse, first_cost(g, g.units[unit].sheet))
    count_built(g, purse.power, class_of_unit(g, unit))
    g.units[unit].at = slot_of(g.turn + CHOSEN_TURNS)
    g.levies = [*g.levies, purse.power]
    g.say("{} is built", g.units[unit], rule="22.7")


def _lands(g: War, purse: Purse) -> Iterable[int]:
    own = [u for u in units_at(g, FORCE_POOL) if g.units.power[u] == purse.power and g.roster.types[u] == Type.TERR]
    return sorted({g.units.country[u] for u in own})


LEVY: Act[War, Purse, int] = Act(
    "levy", "22.7", "A territorial of {0}", takes=Country, among=_lands, may=may_levy, do=_levy, rolls=True, group="Build"
)
