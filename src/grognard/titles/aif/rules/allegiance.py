"""9.8, 13.6.11: the political allegiance track: what a square gives, what a level costs, and how flags move."""

from __future__ import annotations

from functools import lru_cache

from grognard.kernel.rules import No, rule
from grognard.titles.aif.facts import FULL_ALLY, HIGHEST, SIDE_POWERS
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import Ground
from grognard.titles.wif.rules.control import nation_at
from grognard.titles.wif.rules.guests import room_for_guest
from grognard.titles.wif.rules.powers import home_power, playing, powers_co_operate
from grognard.titles.wif.rules.resources import factory_hexes
from grognard.titles.wif.rules.units import land_by_hex
from grognard.titles.wif.state import (
    ALIGNED,
    ALL_GOODS,
    COMPLETE,
    CONQUERED,
    GONE,
    HALF_GOODS,
    NO_GOODS,
    NO_SIDE,
    NOWHERE,
    slot_of,
)

HALF_RESOURCES, FULL_PRODUCTION, MAY_ENTER, MOBILISATION, ACTIVE_ALLY = 2, 5, 8, 11, 14  # the first square of each right
HURDLE = 2  # levels, or squares of a secondary move, that a step down over a hurdle takes


# --- relations ----------------------------------------------------------------------------------------------------------------


def country_of(g: America, flag: int) -> int:
    return g.chancery.minors[flag]


def neutral(g: America, flag: int) -> bool:
    """Whether a minor with a flag is nobody's: not aligned, not conquered."""
    return g.countries.power[country_of(g, flag)] < 0 and not g.flags.gone[flag]


def frozen(g: America, flag: int) -> bool:
    """9.8: the flag of a full ally never moves again, nor one that is off the track."""
    return bool(g.flags.gone[flag]) or g.flags.level[flag] == FULL_ALLY


@rule("13.6.11")
def level_cost(g: America, power: int, flag: int) -> int:
    """Political points for a level: the chart's number, one more while an enemy land unit is in the minor."""
    inside = g.ground.homeland.get(g.facts.countries[country_of(g, flag)].id, ())
    side, stacks = SIDE_OF_POWER[power], land_by_hex(g)
    enemy = any(SIDE_OF_POWER[g.units.power[u]] != side for s in inside for u in stacks.get(s, ()))
    return g.chancery.costs[flag].cost(power) + int(enemy)


def factory_count(g: America, power: int) -> int:
    return sum(factory_hexes(g, power).values())


@rule("9.2")
def cheapest(g: America, flag: int, side: int) -> int:
    """The power of a side that takes a minor over: the lowest political cost, then the most factories."""
    able = [p for p in SIDE_POWERS[side] if p in playing(g) and g.powers.conquered[p] != COMPLETE]
    row = g.chancery.costs[flag]
    return min(able, key=lambda p: (row.cost(p), -factory_count(g, p)))


@rule("13.7.1")
def territories_of(g: America, country: int) -> list[int]:
    """Territories that belong to a minor country: Rocas to Brazil, Curacao to the Netherlands, whose home is Dutch Guyana."""
    name = g.facts.countries[country].id
    return [n for n, facts in enumerate(g.facts.countries) if g.facts.exiles.get(facts.controller, facts.controller) == name]


@rule("2.5", "9.8")
def follow_the_minor(g: America, country: int) -> None:
    """The territories of a minor go with it while nobody has conquered them: aligned with it, neutral with it."""
    minor = g.countries[country]
    for n in territories_of(g, country):
        row = g.countries[n]
        if row.status == CONQUERED:
            continue
        row.status, row.power = minor.status, minor.power
        if minor.power < 0:
            for s in g.ground.homeland.get(g.facts.countries[n].id, ()):
                g.hexes[s].controller = n


# --- moves --------------------------------------------------------------------------------------------------------------------


def position(g: America, flag: int) -> int:
    """Where a flag is: squares towards the Allies, negative towards the Axis."""
    row = g.flags[flag]
    return row.level if row.side == 1 else -row.level if row.side == 0 else 0


def _set(g: America, flag: int, level: int, power: int) -> None:
    row = g.flags[flag]
    row.level, row.favours = level, power if level else NOWHERE


@rule("13.6.11")
def apply_levels(g: America, flag: int, power: int, levels: int) -> int:
    """Move a flag by the levels a power bought; gives the squares it moved."""
    row, side = g.flags[flag], SIDE_OF_POWER[power]
    if frozen(g, flag):
        return 0
    if row.side == side and row.favours != power:
        levels = (levels + 1) // 2  # half of them, to the nearest, half up; the rest is lost
    start = position(g, flag)
    _walk(g, flag, side, levels, power)
    moved = abs(position(g, flag) - start)
    if moved:
        g.say("{}: now {}", row, place_name(g, flag), rule="13.6.11")
        strike(g, flag, moved, side)
    return moved


def _walk(g: America, flag: int, side: int, steps: int, power: int) -> None:
    """Go square by square towards a side; a step down over a hurdle takes two, square 15 is the last."""
    while steps > 0:
        row = g.flags[flag]
        if row.side == 1 - side:
            price = HURDLE if g.chancery.track[row.level].hurdle_below else 1
            if steps < price:
                return
            steps -= price
            _set(g, flag, row.level - 1, row.favours)
        else:
            if row.level >= HIGHEST:
                return
            steps -= 1
            _set(g, flag, row.level + 1, power if row.side == NO_SIDE else row.favours)


@rule("13.6.11")
def strike(g: America, flag: int, squares: int, side: int) -> None:
    """A flag with lightning moved towards a side: those on its back move a third as far the other way, and move nobody else
    (AIF-DEC-03: never into the full ally square)."""
    third = (2 * squares + 3) // 6  # to the nearest, half up
    for other in g.chancery.opposite.get(flag, ()):
        if third == 0 or frozen(g, other):
            continue
        before = position(g, other)
        _walk(g, other, 1 - side, third, cheapest(g, other, 1 - side))
        if position(g, other) != before:
            g.say("{}: now {}", g.flags[other], place_name(g, other), rule="13.6.11")


@rule("9.2")
def make_full_ally(g: America, flag: int, side: int) -> int:
    """Move a flag into a side's full ally square; gives the power it favours."""
    row = g.flags[flag]
    power = row.favours if row.side == side else cheapest(g, flag, side)
    squares = abs((FULL_ALLY if side else -FULL_ALLY) - position(g, flag))
    _set(g, flag, FULL_ALLY, power)
    g.say("{} becomes a full ally of {}", row, g.powers[power], rule="9.2")
    strike(g, flag, squares, side)
    return power


@rule("13.6.11")
def drift(g: America) -> None:
    """Automatic influence: in a turn that is marked on the track every flag on that square or a higher one moves one up."""
    marked = [s.square for s in g.chancery.track if s.arrow == g.months]
    if not marked:
        return
    for flag, level in enumerate(g.flags.level):
        if level >= min(marked) and not frozen(g, flag):
            _set(g, flag, level + 1, g.flags.favours[flag])
            g.say("{}: now {}", g.flags[flag], place_name(g, flag), rule="13.6.11")


@rule("9.2")
def hand_over(g: America, loser: int) -> None:
    """9.2: the minors a completely conquered power influences pass to another of its side at half their value."""
    side = SIDE_OF_POWER[loser]
    for flag, favours in enumerate(g.flags.favours):
        if favours == loser and not g.flags.gone[flag]:
            _set(g, flag, (g.flags.level[flag] + 1) // 2, cheapest(g, flag, side))


def place_name(g: America, flag: int) -> str:
    """Where a flag stands, in words: `Germany +6`."""
    row = g.flags[flag]
    if row.level == 0:
        return "0"
    square = "full ally" if row.level == FULL_ALLY else f"+{row.level}"
    return f"{g.powers[row.favours].label} {square}"


# --- rights -------------------------------------------------------------------------------------------------------------------


@lru_cache
def neighbours(ground: Ground, home: str) -> frozenset[str]:
    """The countries that touch a home country."""
    return frozenset(ground.country[b] for s in ground.homeland.get(home, ()) for b, _ in ground.steps[s])


@rule("9.8")
def may_go_abroad(g: America, unit: int, space: int) -> No | None:
    """Whether a minor's unit may enter another country: until it is an active ally only those next to its own."""
    flag = g.chancery.flag_of.get(g.units.country[unit], NOWHERE)
    if flag < 0 or not MOBILISATION <= g.flags.level[flag] < ACTIVE_ALLY:
        return None
    if g.ground.country[space] in neighbours(g.ground, g.facts.countries[g.units.country[unit]].id):
        return None
    return No("9.8", f"below {ACTIVE_ALLY} its units enter neighbouring countries only")


@rule("9.8", "18.2")
def may_be_guest(g: America, unit: int, space: int) -> No | None:
    """Whether a unit may be in an aligned minor of its side: another power's units, and those of other minors, by the limit of
    foreign troops; powers that work with the controlling one are free of it once the minor is a full ally."""
    country, power, nation = nation_at(g, space), g.units.power[unit], g.units.country[unit]
    if country < 0 or country == nation or g.countries.status[country] != ALIGNED or not g.facts.countries[country].capital:
        return None
    host = g.countries.power[country]
    if SIDE_OF_POWER[host] != SIDE_OF_POWER[power] or g.sides_by_hex[space] != SIDE_OF_POWER[power]:
        return None
    if home_power(g, nation) == power:
        flag = g.chancery.flag_of.get(country, NOWHERE)
        full = flag < 0 or g.flags.level[flag] == FULL_ALLY
        if power == host or (full and powers_co_operate(g, power, host)):
            return None
    return room_for_guest(g, unit, country)


@rule("9.8")
def open_seas(g: America, unit: int) -> frozenset[int] | None:
    """The sea areas a minor's ship or aircraft may enter: until it is an active ally only those on its own shores; else None."""
    flag = g.chancery.flag_of.get(g.units.country[unit], NOWHERE)
    if flag < 0 or not MOBILISATION <= g.flags.level[flag] < ACTIVE_ALLY:
        return None
    return shores(g.ground, g.facts.countries[g.units.country[unit]].id)


@lru_cache
def shores(ground: Ground, home: str) -> frozenset[int]:
    """The sea areas that touch a home country."""
    return frozenset(area for s in ground.homeland.get(home, ()) for area in ground.seas[s])


@rule("9.8")
def refresh_rights(g: America) -> None:
    """What the favoured power may do in a neutral minor: use half its resources, all its production, enter it."""
    for flag, country in enumerate(g.chancery.minors):
        row, level = g.countries[country], g.flags.level[flag]
        favours = g.flags.favours[flag] if neutral(g, flag) else NOWHERE
        patron = favours if level >= HALF_RESOURCES else NOWHERE
        lends = NO_GOODS if patron < 0 else ALL_GOODS if level >= FULL_PRODUCTION else HALF_GOODS
        host = favours if level >= MAY_ENTER else NOWHERE
        if (row.patron, row.lends, row.host) != (patron, lends, host):
            row.patron, row.lends, row.host = patron, lends, host


@rule("9.8")
def enforce_rights(g: America) -> None:
    """At the end of a step: an aligned minor below Mobilisation is neutral again; units leave a minor that is shut to them."""
    for flag, country in enumerate(g.chancery.minors):
        row = g.countries[country]
        if row.status == ALIGNED and not g.flags.gone[flag] and g.flags.level[flag] < MOBILISATION:
            _fall_away(g, flag, country)
    refresh_rights(g)
    for flag, country in enumerate(g.chancery.minors):
        if neutral(g, flag):
            _send_away(g, country)


def _fall_away(g: America, flag: int, country: int) -> None:
    """An aligned minor becomes neutral: its own units are gone, those of others come back next turn."""
    g.say("{} is neutral again", g.flags[flag], rule="9.8")
    for unit, nation in enumerate(g.units.country):
        if nation == country and g.units.at[unit] != GONE:
            _take_off(g, unit, GONE)
    row = g.countries[country]
    row.status, row.power, row.set_up = 0, NOWHERE, 0
    for s in g.ground.homeland.get(g.facts.countries[country].id, ()):
        g.hexes[s].controller = country
    follow_the_minor(g, country)


def _send_away(g: America, country: int) -> None:
    """Units of powers that may not be in a neutral minor go to the production circle for the next turn."""
    host = g.countries.host[country]
    for s in g.ground.homeland.get(g.facts.countries[country].id, ()):
        if g.hexes.controller[s] != country:
            continue
        for unit in list(g.units.stacks.get(s, ())):
            if g.units.power[unit] != host and g.units.at[unit] == s:
                g.say("{} leaves {}", g.units[unit], g.countries[country], rule="9.8")
                _take_off(g, unit, slot_of(g.turn + 1))


@rule("9.8")
def turn_out(g: America, country: int, side: int) -> None:
    """The guests of a minor that has become the enemy of their side go to the production circle for the next turn."""
    for s in g.ground.homeland.get(g.facts.countries[country].id, ()):
        for unit in list(g.units.stacks.get(s, ())) if g.hexes.controller[s] == country else ():
            if SIDE_OF_POWER[g.units.power[unit]] == side and g.units.at[unit] == s:
                g.say("{} leaves {}", g.units[unit], g.countries[country], rule="9.8")
                _take_off(g, unit, slot_of(g.turn + 1))


def _take_off(g: America, unit: int, place: int) -> None:
    for cargo, carrier in enumerate(g.units.aboard):
        if carrier == unit:
            _take_off(g, cargo, place)
    row = g.units[unit]
    row.at, row.aboard, row.down, row.cycle = place, NOWHERE, 0, 0
