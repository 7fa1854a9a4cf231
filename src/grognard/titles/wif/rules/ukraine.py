"""19.12: Ukraine (option 50). Who holds Kiev pays for a Ukrainian state and, in a later alignment step, creates it: a minor
country of its own with Kiev as its capital, aligned with its creator."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import AXIS, GERMANY, SIDE_OF_POWER, USSR
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import Purse, affordable, pay
from grognard.titles.wif.rules.control import powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.powers import active, political, powers_of
from grognard.titles.wif.rules.units import destroy_silently
from grognard.titles.wif.state import ALIGNED, CIRCLE, FORCE_POOL, GONE, NOWHERE, POOLED, Power, Unit, War, slot_of

PRICE = 15
UKRAINE, KIEV = "ukraine", "Kiev"


class Founding(Subject, frozen=True):
    """A power may create Ukraine."""

    power: Annotated[int, Power]


class Sacrifice(Subject, frozen=True):
    """Germany gives up an SS corps of a type for Ukraine. `units`: those among which it chooses."""

    kind: str
    units: Annotated[tuple[int, ...], Unit]


def created(g: War) -> bool:
    return bool(g.ukraine)


# --- paying -------------------------------------------------------------------------------------------------------------------


@rule("19.12")
def may_prepare(g: War, purse: Purse) -> No | None:
    """Whether a power pays for Ukraine in the production step: the one that holds Kiev, once."""
    if not g.options.ukraine or not political(g):
        return No("19.12", "Ukraine is option 50")
    if g.ukraine or g.ukraine_paid >> purse.power & 1:
        return No("19.12", "it is paid for, or exists already")
    if powers_by_hex(g)[g.ground.named(KIEV)] != purse.power:
        return No("19.12", "only who controls Kiev")
    return affordable(purse, PRICE)


def prepare(g: War, purse: Purse, _: None) -> None:
    pay(g, purse, PRICE)
    g.ukraine_paid |= 1 << purse.power
    g.say("{} prepares a Ukrainian state", g.powers[purse.power], rule="19.12")


# --- creating -----------------------------------------------------------------------------------------------------------------


@rule("19.12")
def may_found(g: War, subject: Founding) -> No | None:
    """Whether a power creates Ukraine: it has paid and still holds Kiev (WIF-DEC-158)."""
    if g.ukraine or not g.ukraine_paid >> subject.power & 1:
        return No("19.12", "it was not paid for, or exists already")
    if not active(g, subject.power) or powers_by_hex(g)[g.ground.named(KIEV)] != subject.power:
        return No("19.12", "only an active power that controls Kiev")
    return None


def founders(g: War) -> list[int]:
    """For the sequence: powers that may create Ukraine."""
    if not g.ukraine_paid or g.ukraine:
        return []
    return [p for p in powers_of(g, g.side) if may_found(g, Founding(p)) is None]


@rule("19.12")
def decide_ukraine(g: War) -> Flow[None]:
    """A power may create Ukraine; for an Axis power Germany must give up SS corps, or it is not created"""
    row = g.powers[g.power]
    answer, _ = yield from menu(g, g.seat(g.power), "{0}: create Ukraine?", Founding(g.power), WAIT, FOUND, named=(row,))
    if answer.verb == WAIT.name:
        return
    if SIDE_OF_POWER[g.power] == AXIS:
        if g.power != GERMANY:
            answer, _ = yield from menu(g, g.seat(GERMANY), "Give up SS corps for Ukraine?", Founding(GERMANY), WAIT, FOUND)
            if answer.verb == WAIT.name:
                return
        for kind in sorted({g.roster.types[u] for u in schutzstaffel(g)}):
            yield from _give_up(g, kind)
    create(g, g.power)


def schutzstaffel(g: War) -> list[int]:
    """German SS corps on the map, the circle or in the force pool."""
    known = g.roster
    own = [u for u, p in enumerate(g.units.power) if p == GERMANY and known.corps[u] and "ss" in g.units[u].sheet.marks]
    return [u for u in own if g.units.at[u] >= 0 or g.units.at[u] <= CIRCLE or g.units.at[u] == FORCE_POOL]


def _give_up(g: War, kind: Type) -> Flow[None]:
    """One corps of a type: from the map or the circle to the force pool, else one of the force pool for good."""
    alike = [u for u in schutzstaffel(g) if g.roster.types[u] == kind]
    there = [u for u in alike if g.units.at[u] != FORCE_POOL]
    among = tuple(there or alike)
    unit = among[0]
    if len(among) > 1:
        _, unit = yield from menu(g, g.seat(GERMANY), "Which {0} of the SS is given up?", Sacrifice(kind.printed, among), OFFER,
                                  named=(kind.printed,))  # fmt: skip
    g.say("{} is given up for Ukraine", g.units[unit], rule="19.12")
    destroy_silently(g, unit, FORCE_POOL if there else GONE)


@rule("19.12")
def create(g: War, power: int) -> None:
    """Ukraine comes into being: its hexes, its factories, its partisans and its army."""
    country, side = g.facts.country[UKRAINE], SIDE_OF_POWER[power]
    g.ukraine = power + 1
    row = g.countries[country]
    row.status, row.power, row.set_up, row.neutral_in = ALIGNED, power, POOLED, g.year
    held = sides_by_hex(g)
    types = g.roster.types
    for space in g.ground.region[UKRAINE]:
        if not g.ground.land[space] or g.ground.country[space] != "ussr":
            continue
        hex_row = g.hexes[space]
        if held[space] == side:
            hex_row.controller = country
        hex_row.nation = country
        blue = max(g.ground.blue[space] + hex_row.blue_moved - hex_row.built_blue, 0)
        hex_row.blue_moved -= blue  # printed factories that were not railed away are red from now on
        hex_row.red_lost -= blue
        for unit in [u for u in g.units.stacks.get(space, ()) if types[u] == Type.PART]:
            destroy_silently(g, unit, FORCE_POOL)
    raise_ukrainians(g)
    for unit in [u for u, p in enumerate(g.units.power) if p == USSR and is_lost_militia(g, u) and g.units.at[u] < 0]:
        g.units[unit].at = GONE
    g.say("{} creates Ukraine", g.powers[power], rule="19.12")


@rule("19.12", "4.1.1")
def raise_ukrainians(g: War) -> None:
    """The militia of Kiev arrives next turn; the other units of this year and before lie in the force pool."""
    country, known = g.facts.country[UKRAINE], set(g.units.counter)
    for number, nation in enumerate(g.facts.nation):
        counter = g.facts.counters[number]
        if nation == country and number not in known and 0 < counter.year <= g.year:
            place = slot_of(g.turn + 1) if counter.type == Type.MIL else FORCE_POOL
            g.units.add(counter=number, power=g.countries.power[country], country=country, at=place)


@rule("19.12")
def is_lost_militia(g: War, unit: int) -> bool:
    """Whether a unit is a Soviet militia of a Ukrainian city: off the map it leaves the game once Ukraine exists."""
    counter = g.units.counter[unit]
    if not g.ukraine or counter < 0 or g.units.power[unit] != USSR or g.roster.types[unit] != Type.MIL:
        return False
    city = g.ground.places.get(slug(g.facts.counters[counter].name), NOWHERE)
    return city >= 0 and UKRAINE in g.ground.regions[city]


PREPARE: Act[War, Purse, None] = Act("prepare_ukraine", "19.12", f"A Ukrainian state for {PRICE}", who=may_prepare, do=prepare)
WAIT: Act[War, Founding, None] = Act("wait", "19.12", "Not now", do=lambda g, s, _: None)
FOUND: Act[War, Founding, None] = Act("found_ukraine", "19.12", "Create it", do=lambda g, s, _: None)
OFFER: Act[War, Sacrifice, int] = Act(
    "offer", "19.12", "{0}", takes=Unit, among=lambda g, s: s.units, do=lambda g, s, unit: unit,
    may=lambda g, s, unit: None if unit in s.units else No("19.12", "an SS corps of that type, first of those on the map"),
)  # fmt: skip
