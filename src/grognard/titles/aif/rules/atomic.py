"""11.7.1: atomic bombs. A side with 50 research points builds as many as it pays for. Each is the counter of World in Flames,
which v_weapons.py arms bombers with and drops; an aircraft that takes four turns to build, a V-2 or a V-3 carries one, and the
world takes note (AIF-DEC-14)."""

from __future__ import annotations

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.rules.allegiance import enforce_rights, make_full_ally
from grognard.titles.aif.rules.grudges import resent
from grognard.titles.aif.rules.minors import raise_army
from grognard.titles.aif.rules.research import ATOMIC_BOMB
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.air_transport import is_bomb
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import first_home, nation_at
from grognard.titles.wif.rules.units import roster, units_at
from grognard.titles.wif.rules.v_weapons import drop_bombs as drop_carried_bombs
from grognard.titles.wif.state import CONQUERED, FORCE_POOL, GONE, NOWHERE, slot_of

CARRIER_TURNS = 4
COUNTER = "A-Bomb"


@rule("11.7.1", "13.6.5")
def may_build_bomb(g: America, purse: Purse) -> No | None:
    """Whether a power may build an atomic bomb: with the option, from 50 research points of its side, without a limit."""
    if not g.options.atomic_bombs:
        return No("11.7.1", "atomic bombs are an option")
    if g.research[SIDE_OF_POWER[purse.power]] < ATOMIC_BOMB:
        return No("11.7.1", f"your side has not developed it: {ATOMIC_BOMB} research points are needed")
    price = g.facts.counters[printed_bomb(g)].cost
    return None if purse.points >= price else No("13.6.5", f"it costs {price} build points")


def printed_bomb(g: America) -> int:
    """The counter of World in Flames; every bomb is one like it."""
    return next(n for n, sheet in enumerate(g.facts.counters) if sheet.name == COUNTER)


def build_bomb(g: America, purse: Purse, _: None) -> None:
    """An atomic bomb goes on the circle: a spent one again, or one more."""
    counter, power = printed_bomb(g), purse.power
    sheet = g.facts.counters[counter]
    g.powers[power].build_points -= sheet.cost
    spent = next((u for u in units_at(g, GONE) if g.units.counter[u] == counter), NOWHERE)
    bomb = g.units[spent] if spent >= 0 else g.units.add(counter=counter, power=power)
    bomb.power, bomb.country, bomb.at = power, first_home(g, power), slot_of(g.turn + sheet.turns)
    g.say("{} builds an atomic bomb", g.powers[power], rule="11.7.1")


def withhold_bombs(g: America) -> None:
    """Nobody has an atomic bomb in the force pools: it is research that gives it (23.9)"""
    for unit in list(units_at(g, FORCE_POOL)):
        if is_bomb(g, unit):
            g.units[unit].at = GONE


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
def drop_bombs(g: America, space: int, units: list[int]) -> Flow[list[int]]:
    """Owners of bombers that got through with an atomic bomb may drop it, and the world takes note; gives the bombers that did"""
    dropped = yield from drop_carried_bombs(g, space, units)
    for unit in dropped:
        yield from outrage(g, g.units.power[unit], space)
    return dropped


@rule("11.7.1", "9.2")
def outrage(g: America, power: int, space: int) -> Flow[None]:
    """An atomic bomb on a country: a minor becomes a full ally of the other side even if it was one's own; its partisans, and
    those of a home country, turn against who dropped it"""
    side, country = SIDE_OF_POWER[power], nation_at(g, space)
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
        else:
            make_full_ally(g, flag, 1 - side)
        enforce_rights(g)
    resent(g, country, side)


BOMB: Act[America, Purse, None] = Act("bomb", "11.7.1", "An atomic bomb", who=may_build_bomb, do=build_bomb, group="Research")
