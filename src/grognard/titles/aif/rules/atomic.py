"""11.7.1: atomic bombs. A side with 50 research points builds as many as it pays for; an aircraft that takes four turns to
build, a V-2 or a V-3 carries one and drops it over its target: 25 factors instead of its own, and the world takes note
(AIF-DEC-14)."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.rules.allegiance import enforce_rights, make_full_ally
from grognard.titles.aif.rules.grudges import resent
from grognard.titles.aif.rules.minors import raise_army
from grognard.titles.aif.rules.research import ATOMIC_BOMB
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import nation_at
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.state import CONQUERED, NOWHERE, Hex, Power, Unit

CARRIER_TURNS = 4
PRICE = 1  # build points, as the counter of World in Flames has it


class Bombardier(Subject, frozen=True):
    """A bomber over its target with a bomb aboard."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]
    space: Annotated[int, Hex]


@rule("11.7.1", "13.6.5")
def may_build_bomb(g: America, purse: Purse) -> No | None:
    """Whether a power may build an atomic bomb: with the option, from 50 research points of its side."""
    if not g.options.atomic_bombs:
        return No("11.7.1", "atomic bombs are an option")
    if g.research[SIDE_OF_POWER[purse.power]] < ATOMIC_BOMB:
        return No("11.7.1", f"your side has not developed it: {ATOMIC_BOMB} research points are needed")
    return None if purse.points >= PRICE else No("13.6.5", f"it costs {PRICE} build points")


def build_bomb(g: America, purse: Purse, _: None) -> None:
    """An atomic bomb is built; it can be dropped from next turn."""
    g.powers[purse.power].build_points -= PRICE
    g.offices[purse.power].coming += 1
    g.say("{} builds an atomic bomb", g.powers[purse.power], rule="11.7.1")


def stock_bombs(g: America) -> None:
    """Bombs that were built last turn are at the airfields"""
    for office in g.offices:
        if office.coming:
            office.bombs, office.coming = office.bombs + office.coming, 0


@rule("11.7.1")
def may_carry(g: America, unit: int) -> No | None:
    """Whether a unit may carry an atomic bomb: an aircraft of four turns, a V-2 or a V-3."""
    sheet, kind = g.units[unit].sheet, roster(g).types[unit]
    if kind == Type.VWEAP and sheet.name in ("V-2", "V-3"):
        return None
    if roster(g).air[unit] and sheet.turns >= CARRIER_TURNS:
        return None
    return No("11.7.1", "only aircraft that take four turns to build, V-2 and V-3 carry one")


@rule("11.7.1")
def has_bomb(g: America, unit: int) -> bool:
    """Whether an aircraft's power has an atomic bomb that it may carry, on a port attack too."""
    return g.options.atomic_bombs and g.offices.bombs[g.units.power[unit]] > 0 and may_carry(g, unit) is None


@rule("11.7.1")
def drop_bombs(g: America, space: int, units: list[int]) -> Flow[list[int]]:
    """Owners of bombers that got through may drop an atomic bomb; gives the bombers that did"""
    found: list[int] = []
    if not g.options.atomic_bombs:
        return found
    for unit in units:
        power = g.units.power[unit]
        if not has_bomb(g, unit):
            continue
        answer, _ = yield from menu(
            g,
            g.seat(power),
            "{0} over {1}",
            Bombardier(power, unit, space),
            CONVENTIONAL,
            DROP,
            named=(g.units[unit], g.hexes[space]),
        )
        if answer.verb == DROP.name:
            g.offices[power].bombs -= 1
            found.append(unit)
            yield from outrage(g, power, space)
    return found


@rule("11.7.1", "9.2")
def outrage(g: America, power: int, space: int) -> Flow[None]:
    """An atomic bomb on a country: a minor becomes a full ally of the other side even if it was one's own; its partisans, and
    those of a home country, turn against who dropped it"""
    side, country = SIDE_OF_POWER[power], nation_at(g, space)
    g.say("{} drops an atomic bomb on {}", g.powers[power], g.hexes[space], rule="11.7.1")
    if country < 0:
        return
    flag = g.chancery.flag_of.get(country, NOWHERE)
    if flag >= 0 and not g.flags.gone[flag] and g.countries.status[country] != CONQUERED:
        row = g.countries[country]
        if g.flags[flag].side != 1 - side or row.power < 0 or SIDE_OF_POWER[row.power] == side:
            keeper = make_full_ally(g, flag, 1 - side)
            row.wars |= 1 << power
            for unit, nation in enumerate(g.units.country):
                if nation == country and SIDE_OF_POWER[g.units.power[unit]] == side:
                    g.units[unit].power = keeper
            yield from raise_army(g, flag, keeper)
            enforce_rights(g)
        else:
            make_full_ally(g, flag, 1 - side)
    resent(g, country, side)


BOMB: Act[America, Purse, None] = Act("bomb", "11.7.1", "An atomic bomb", who=may_build_bomb, do=build_bomb, group="Research")
CONVENTIONAL: Act[America, Bombardier, None] = Act("conventional", "11.7.1", "Bombs as usual", do=lambda g, s, _: None)
DROP: Act[America, Bombardier, None] = Act("drop", "11.7.1", "The atomic bomb", do=lambda g, s, _: None)
