"""19.4: a new ally's army takes the field, set up by the power that controls it."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.rules.allegiance import country_of, follow_the_minor, refresh_rights, territories_of
from grognard.titles.aif.scenario import MinorUnit
from grognard.titles.aif.state import America
from grognard.titles.wif.ground import NO_PORT, slug
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.state import ALIGNED, FORCE_POOL, GONE, NOWHERE, POOLED, SET_ASIDE, Country, Hex, Power, Unit, slot_of

PANAMA, PANAMA_CONVOYS = "panama", 5


class Muster(Subject, frozen=True):
    """A unit of a new ally that is set up."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]
    country: int
    abroad: int = 0  # how many may still be set up outside the home country

    @once
    def room(self, g: America) -> list[int]:
        return [s for s in own_hexes(g, self.country) if may_muster(g, self, s) is None]


def own_hexes(g: America, country: int) -> list[int]:
    """Hexes a country controls, in its own land and in its territories."""
    return [s for n in (country, *territories_of(g, country)) for s in _held(g, n, n)]


def _held(g: America, country: int, by: int) -> list[int]:
    return [s for s in g.ground.homeland.get(g.facts.countries[country].id, ()) if g.hexes.controller[s] == by]


def at_home(g: America, country: int, space: int) -> bool:
    return g.ground.country[space] == g.facts.countries[country].id


@rule("9.7", "19.4")
def raise_army(g: America, flag: int, power: int) -> Flow[None]:
    """A minor comes under a major power's control and sets its units up"""
    country = country_of(g, flag)
    row = g.countries[country]
    row.status, row.power, row.neutral_in = ALIGNED, power, g.year
    follow_the_minor(g, country)
    refresh_rights(g)
    called = [(listed, call_up(g, listed, country, power)) for listed in g.chancery.armies.get(flag, ())]
    ready = [(listed, unit) for listed, unit in called if unit != NOWHERE]
    abroad = len(ready) // 2
    for listed, unit in ready:
        subject = Muster(power, unit, country, abroad)
        fixed = g.ground.places.get(slug(listed.place), NOWHERE) if listed.mode == "must" else NOWHERE
        if fixed >= 0 and may_muster(g, subject, fixed) is None:
            g.units[unit].at = fixed
        elif subject.room(g):
            yield from menu(g, g.seat(power), "Where does {0} stand?", subject, MUSTER, named=(g.units[unit],))
        abroad -= g.units.at[unit] >= 0 and not at_home(g, country, g.units.at[unit])
    if g.facts.countries[country].id == PANAMA:
        heap = g.units.add(counter=NOWHERE, power=power, country=first_home(g, power), points=PANAMA_CONVOYS, at=GONE).index
        subject = Muster(power, heap, country)
        if subject.room(g):
            yield from menu(g, g.seat(power), "Where do {0} lie?", subject, MUSTER, named=(g.units[heap],))


@rule("19.4")
def call_up(g: America, listed: MinorUnit, country: int, power: int) -> int:
    """Put a minor's counter into the game: ships and units of earlier years wait for a place, this year's come next turn, later
    ones not yet. Gives the unit that must be placed, or NOWHERE."""
    if (listed.option and not g.options.light_cruisers) or listed.counter not in g.facts.index:
        return NOWHERE
    number = g.facts.index[listed.counter]
    if any(c == number and at not in (FORCE_POOL, SET_ASIDE, GONE) for c, at in zip(g.units.counter, g.units.at)):
        return NOWHERE
    sheet = g.facts.counters[number]
    old = next((u for u, c in enumerate(g.units.counter) if c == number), NOWHERE)
    if old >= 0 and g.units.scrapped[old]:
        return NOWHERE
    unit = g.units[old] if old >= 0 else g.units.add(counter=number, power=power, country=country)
    unit.power, unit.country, unit.down, unit.aboard = power, country, 0, NOWHERE
    if not sheet.naval and sheet.year == g.year:
        unit.at = slot_of(g.turn + 1)
        return NOWHERE
    return unit.index if sheet.naval or sheet.year < g.year else NOWHERE


@rule("19.4")
def waits_aside(g: America, unit: int) -> bool:
    """Whether a unit is of a minor with a flag whose units have not been taken into its power's force pools."""
    country = g.units.country[unit]
    return country in g.chancery.flag_of and g.countries.status[country] == ALIGNED and g.countries.set_up[country] != POOLED


@rule("19.4")
def may_enlist(g: America, purse: Purse, country: int) -> No | None:
    """Whether a power may take a minor's units into its force pools: one that is aligned with it, once."""
    row = g.countries[country]
    if country not in g.chancery.flag_of or row.status != ALIGNED or row.power != purse.power:
        return No("19.4", "it is not a minor that is aligned with you")
    return No("19.4", "its units go to your force pools already") if row.set_up == POOLED else None


@rule("19.4")
def enlist(g: America, purse: Purse, country: int) -> None:
    """A minor's units that are not on the map join the force pools, and all that come later; it is not undone."""
    g.countries[country].set_up = POOLED
    for unit, nation in enumerate(g.units.country):
        if nation == country and g.units.at[unit] in (SET_ASIDE, GONE) and unit not in g.hideouts and _is_due(g, unit):
            g.units[unit].at, g.units[unit].power = FORCE_POOL, purse.power
    g.say("the units of {} join the force pools of {}", g.countries[country], g.powers[purse.power], rule="19.4")


def _is_due(g: America, unit: int) -> bool:
    return g.units.counter[unit] >= 0 and not g.units.scrapped[unit] and g.units[unit].sheet.year <= g.year


@rule("19.4")
def may_muster(g: America, subject: Muster, space: int) -> No | None:
    """Whether a new ally's unit may be set up in a hex: one its country controls, half of them at home, ships in port."""
    if space not in own_hexes(g, subject.country):
        return No("19.4", "its country does not control the hex")
    if subject.abroad <= 0 and not at_home(g, subject.country, space):
        return No("19.4", "half of its units are set up in the home country")
    if roster(g).naval[subject.unit] and g.ground.port[space] == NO_PORT:
        return No("19.4", "ships are set up in ports")
    return may_stack(g, subject.unit, space)


def _muster(g: America, subject: Muster, space: int) -> None:
    g.units[subject.unit].at = space


def recruits(g: America, purse: Purse) -> list[int]:
    """Minors whose units a power may take into its force pools."""
    return [country for country in g.chancery.minors if may_enlist(g, purse, country) is None]


ENLIST: Act[America, Purse, int] = Act(
    "enlist", "19.4", "Units of {0} join the force pools", takes=Country, listed=recruits, may=may_enlist, do=enlist,
    group="Force pools",
)  # fmt: skip
MUSTER: Act[America, Muster, int] = Act(
    "muster", "19.4", "{0}", takes=Hex, among=lambda g, s: s.room(g), may=may_muster, do=_muster
)
