"""13.3.2: the US entry options: when each may be chosen, its tension, and what it does at once.

What an option allows from then on is asked where the thing is done (`opted`): production.py, actions.py, gates.py, trade.py ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, SIDE_OF_POWER, USA, VICHY
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.carriers import planes_aboard
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.displaced import displace_units
from grognard.titles.wif.rules.entry import (
    TO_GERMANY,
    TO_JAPAN,
    choose_pool,
    entry_level,
    entry_runs,
    markers_for,
    pools,
    tension_level,
    tighten,
)
from grognard.titles.wif.rules.powers import active, at_war, powers_of
from grognard.titles.wif.rules.units import destroy_silently, land_at, of_side, send_away, ships_at, units_at
from grognard.titles.wif.state import (
    ALIGNED,
    COMPLETE,
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    NOWHERE,
    Power,
    Unit,
    War,
    slot_of,
)

LIMIT = 2  # options against one power in a turn
GREENLAND, AZORES, REFLAG, GEAR_UP, BURMA, PEARL, APPROPRIATIONS, FIRESIDE, ISLANDS, MURROW = (
    7,
    18,
    21,
    22,
    24,
    26,
    34,
    35,
    37,
    14,
)
INTERN, NORTHERN_IRELAND, GUARANTEE, NEI_ACCESS = 4, 44, 42, 43
NOT_BY_WAR = frozenset((ISLANDS, NORTHERN_IRELAND))
REFLAGGED = 15
BRITISH_ISLANDS = ("bermuda", "jamaica", "newfoundland", "bahamas", "trinidad", "british_guyana")  # with the American map
TENSE = {GEAR_UP: 11, APPROPRIATIONS: 17}


class Chamber(Subject, frozen=True):
    """The USA chooses an entry option."""

    power: Annotated[int, Power]


class Mood(Subject, frozen=True):
    """The USA may change the tension of the option it chose."""

    power: Annotated[int, Power]
    option: int
    tension: int


class Reflag(Subject, frozen=True):
    """Convoy points given to an ally at once (option 21)."""

    power: Annotated[int, Power]
    left: int


def opted(g: War, option: int) -> bool:
    """Whether the USA has chosen an option."""
    return option in g.entry_options


# --- when ---------------------------------------------------------------------------------------------------------------------


def aimed_at(g: War, option: int) -> tuple[int, ...]:
    """The pools an option is aimed at."""
    target = g.charts.entry_options[option].target
    found = {"Ja": (TO_JAPAN,), "Ge/It": (TO_GERMANY,)}.get(target, (TO_JAPAN, TO_GERMANY))
    return tuple(pool for pool in found if pool in pools(g))


AGAINST = {TO_JAPAN: JAPAN, TO_GERMANY: GERMANY}


def may_choose(g: War, subject: Chamber, option: int) -> No | None:
    """Whether the USA may choose an option now."""
    row = g.charts.entry_options.get(option)
    if row is None:
        return No("13.3.2", f"there is no option {option}")
    if opted(g, option):
        return No("13.3.2", "each option is chosen once")
    if not aimed_at(g, option):
        return No("13.3.2", "nobody it is aimed at is in this campaign")
    no = available(g, option)
    if no is not None:
        return no
    for pool in aimed_at(g, option):
        if entry_level(g, AGAINST[pool]) < int(row.level):
            return No("13.3.2", f"it needs an entry level of {row.level} against {g.powers[AGAINST[pool]].label}")
        if tension_level(g, AGAINST[pool]) < TENSE.get(option, 0):
            return No("13.3.2", f"it needs a tension level of {TENSE[option]} against all three")
    return may_choose_more(g, option)


@rule("13.3.2")
def is_open(g: War, option: int) -> bool:
    """Whether an option might be chosen for all that others know: what its levels are is the secret of the USA, so it is asked
    whether it has them or not."""
    if opted(g, option) or not aimed_at(g, option):
        return False
    return available(g, option) is None and may_choose_more(g, option) is None


def may_choose_more(g: War, option: int) -> No | None:
    """One option against each side a turn; a second if the first moved no marker to a tension pool."""
    for pool in aimed_at(g, option):
        before = [o for o in g.entry_chosen if pool in aimed_at(g, o)]
        if len(before) >= LIMIT:
            return No("13.3.2", "two options were chosen against this power this turn")
        if any(o in g.entry_moved for o in before):
            return No("13.3.2", "the first option against this power moved a marker to a tension pool")
    return None


def available(g: War, option: int) -> No | None:
    """What an option asks besides the entry level: earlier options, and the state of the world."""
    for needed in g.charts.entry_options[option].needs:
        if not opted(g, needed) or g.entry_since.get(needed, -1) >= g.turn:
            return No("13.3.2", f"option {needed} must have been chosen in an earlier turn")
    test = CONDITIONS.get(option)
    return None if test is None or test(g) else No("13.3.2", f"it needs: {g.charts.entry_options[option].condition}")


def _denmark_attacked(g: War) -> bool:
    axis = g.countries.attacked_by[g.facts.country["denmark"]] & ((1 << GERMANY) | (1 << ITALY) | (1 << JAPAN))
    return bool(axis) and not any(of_side(g, land_at(g, s), AXIS) for s in _islands(g, "greenland", "iceland"))


def _islands(g: War, *names: str) -> list[int]:
    return [s for name in names for s in g.ground.homeland.get(name, [])]


def _guarantee(g: War) -> bool:
    minors = [g.countries.wars[g.facts.country[name]] >> JAPAN & 1 for name in ("netherlands", "portugal")]
    powers = [at_war(g, p, JAPAN) for p in (COMMONWEALTH, FRANCE)]
    return not all((*minors, *powers))


def _nei(g: War) -> bool:
    attacked = g.countries.attacked_by[g.facts.country["netherlands"]] & ((1 << GERMANY) | (1 << ITALY))
    keeper = g.countries.power[g.facts.country["nei"]]
    return bool(attacked) and keeper >= 0 and SIDE_OF_POWER[keeper] == ALLIES


def _bearn(g: War) -> int:
    return next((u for u, whose in enumerate(g.units.power) if whose == VICHY and _named(g, u) == "Béarn"), NOWHERE)


def _named(g: War, unit: int) -> str:
    return g.units[unit].sheet.name.replace("Bearn", "Béarn") if g.units.counter[unit] >= 0 else ""


CONDITIONS: dict[int, Callable[[War], bool]] = {
    INTERN: lambda g: _bearn(g) >= 0,
    GREENLAND: _denmark_attacked,
    BURMA: lambda g: bool(g.burma_closed),
    GUARANTEE: _guarantee,
    NEI_ACCESS: _nei,
}


# --- tension ------------------------------------------------------------------------------------------------------------------


def pearl_harbor(g: War) -> bool:
    """Whether a fleet lies at Pearl Harbor: two carriers with four air factors, and four battleships (eight with option 5)."""
    port = g.ground.named("Pearl Harbor")
    known = g.roster
    ships = [u for u in ships_at(g, port) if g.units.power[u] == USA]
    carriers = [u for u in ships if known.types[u] == Type.CV and g.units[u].sheet.carrier >= 4 and not g.units.no_planes[u]]
    if g.options.carrier_planes:
        carriers = [u for u in carriers if planes_aboard(g, u)]
    battleships = [u for u in ships if known.types[u] == Type.BB]
    return len(carriers) >= 2 and len(battleships) >= (8 if g.options.ships_in_flames else 4)


def leeway(g: War, option: int) -> int:
    """By how much the USA may change the tension of an option, up or down."""
    target = g.charts.entry_options[option].target
    found = 2 * opted(g, FIRESIDE)
    if target == "Ge/It" and opted(g, MURROW):
        found += 1
    if target == "Ja" and opted(g, PEARL) and pearl_harbor(g):
        found += 3
    return found


def choose_options(g: War) -> Flow[None]:
    """The USA chooses entry options"""
    if not entry_runs(g):
        return
    subject = Chamber(USA)
    while any(is_open(g, option) for option in g.charts.entry_options):
        answer, option = yield from menu(g, g.seat(USA), "The USA: choose an entry option?", subject, NONE, CHOOSE)
        if answer.verb == NONE.name:
            return
        yield from pass_option(g, option)


def pass_option(g: War, option: int) -> Flow[None]:
    """An option is chosen: its tension is rolled for, and what it does is done."""
    row = g.charts.entry_options[option]
    g.say(f"The USA shows an entry level of {row.level} and chooses option {option}: {row.name}", rule="13.3.2")
    g.entry_chosen = [*g.entry_chosen, option]
    cost, room = row.tension, leeway(g, option)
    if room:
        subject = Mood(USA, option, cost)
        _, cost = yield from menu(g, g.seat(USA), "The tension of {0} is {1}", subject, TEMPER, named=(row.name, cost))
    moved = yield from markers_for(g, cost, row.name)
    aimed = aimed_at(g, option) if row.target != "all" else ()
    for _ in range(moved):
        if aimed:
            pool = aimed[0]
        else:
            pool = yield from choose_pool(g, "a marker moves to tension", stocked=True)
        if tighten(g, pool, 1, row.name):
            if option not in g.entry_moved:
                g.entry_moved = [*g.entry_moved, option]
        elif aimed:
            never(g, pool)
    yield from take_effect(g, option)


def never(g: War, pool: int) -> None:
    """No marker in the entry pool of the power an option is aimed at: the USA may never declare war on it."""
    for foe in (JAPAN,) if pool == TO_JAPAN else (GERMANY, ITALY):
        if foe not in g.war_never:
            g.war_never = [*g.war_never, foe]


def gain_options(g: War) -> Flow[None]:
    """At war with Japan, or with Germany and Italy, or with all: the options aimed at them count as chosen"""
    free = [p for p in (GERMANY, ITALY) if g.powers.plays[p] and g.powers.conquered[p] != COMPLETE]
    axis = bool(free) and all(at_war(g, USA, p) for p in free)
    japan = at_war(g, USA, JAPAN)
    everybody = all(at_war(g, USA, p) for p in powers_of(g, AXIS) if p != VICHY and g.powers.conquered[p] != COMPLETE)
    for option, row in g.charts.entry_options.items():
        won = everybody or (japan and row.target == "Ja") or (axis and row.target == "Ge/It")
        test = CONDITIONS.get(option)
        if won and not opted(g, option) and option not in NOT_BY_WAR and (test is None or test(g)):
            yield from take_effect(g, option)  # moving markers is free to the USA then: reading WIF-DEC-62


# --- what they do at once -----------------------------------------------------------------------------------------------------


def take_effect(g: War, option: int) -> Flow[None]:
    """What an option does as soon as it is chosen."""
    g.entry_options = [*g.entry_options, option]
    g.entry_since[option] = g.turn
    if option == INTERN:
        _intern(g)
    elif option == GREENLAND:
        for name in ("greenland", "iceland"):
            take_over(g, name)
    elif option == BURMA:
        g.burma_closed = 0
    elif option == ISLANDS:
        for name in BRITISH_ISLANDS:
            if g.countries.power[g.facts.country[name]] == COMMONWEALTH:
                take_over(g, name, cleared=False)
    elif option == REFLAG:
        yield from reflag(g)


def _intern(g: War) -> None:
    """The Bearn is Free French, and lies in the construction pool."""
    unit = _bearn(g)
    row = g.units[unit]
    at = row.at
    row.power = FRANCE
    for plane in planes_aboard(g, unit):  # option 45: its planes are destroyed
        destroy_silently(g, plane, FORCE_POOL)
    if at != FORCE_POOL:
        destroy_silently(g, unit, CONSTRUCTION_POOL)
    g.say("{} is interned", row, rule="13.3.2")


def take_over(g: War, name: str, *, cleared: bool = True) -> None:
    """The USA takes islands over as a territory of its own; other units there leave, or if they are only handed over those that
    may not be there any more (2.5.4)."""
    country = g.facts.country[name]
    row = g.countries[country]
    row.status, row.power = ALIGNED, USA
    for space in g.ground.homeland.get(name, ()):
        g.hexes[space].controller = country
        for unit in list(units_at(g, space)) if cleared else ():
            if g.units.power[unit] != USA and g.units.aboard[unit] == NOWHERE:
                send_away(g, unit)
    if not cleared:
        displace_units(g, g.ground.homeland.get(name, ()))
    g.say("The USA takes {} over", row, rule="13.3.2")


def reflag(g: War) -> Flow[None]:
    """Up to fifteen American convoy points go to active Allies, and arrive there next turn"""
    left = REFLAGGED
    while left and any(may_reflag(g, Reflag(USA, left), pair) is None for pair in reflaggings(g)):
        answer, given = yield from menu(
            g, g.seat(USA), "Give convoy points away? {0} are left", Reflag(USA, left), KEEP, GIVE, named=(left,)
        )
        if answer.verb == KEEP.name:
            return
        left -= given


def reflaggings(g: War) -> list[tuple[int, int]]:
    friends = [p for p in powers_of(g, ALLIES) if p != USA and active(g, p)]
    heaps = [u for u, c in enumerate(g.units.counter) if c == NOWHERE and g.units.power[u] == USA and g.units.at[u] >= 0]
    return [(u, p) for u in heaps for p in friends]


def may_reflag(g: War, subject: Reflag, pair: tuple[int, int]) -> No | None:
    unit, power = pair
    if g.units.counter[unit] != NOWHERE or g.units.power[unit] != USA or g.units.at[unit] < 0:
        return No("13.3.2", "only American convoy points on the map")
    if SIDE_OF_POWER[power] != ALLIES or power == USA or not active(g, power):
        return No("13.3.2", "only to an active Ally")
    return None if subject.left > 0 else No("13.3.2", "all of them are given")


def _give(g: War, subject: Reflag, pair: tuple[int, int]) -> int:
    """A heap, or as much of it as may still be given; tankers stay tankers"""
    unit, power = pair
    row = g.units[unit]
    points = min(row.points, subject.left)
    if points == row.points:
        row.at = GONE
    else:
        row.points -= points
    home, tanker = first_home(g, power), row.tanker
    g.units.add(counter=NOWHERE, power=power, country=home, points=points, tanker=tanker, at=slot_of(g.turn + 1))
    g.say("{} gets {} convoy points", g.powers[power], points, rule="13.3.2")
    return points


NONE: Act[War, Chamber, None] = Act("no_option", "13.3.2", "No option", do=lambda g, s, _: None)
CHOOSE: Act[War, Chamber, int] = Act(
    "choose", "13.3.2", lambda g, s, n: f"{n}: {g.charts.entry_options[n].name} ({g.charts.entry_options[n].tension})",
    takes=int, among=lambda g, s: g.charts.entry_options, may=may_choose, do=lambda g, s, n: n, rolls=True,
    group=lambda g, s, n: g.charts.entry_options[n].target,
)  # fmt: skip
TEMPER: Act[War, Mood, int] = Act(
    "temper", "13.3.2", "Tension {0}", takes=int,
    among=lambda g, s: range(max(s.tension - leeway(g, s.option), 0), s.tension + leeway(g, s.option) + 1),
    do=lambda g, s, n: n, rolls=True,
)  # fmt: skip
KEEP: Act[War, Reflag, None] = Act("keep", "13.3.2", "No more", do=lambda g, s, _: 0)
GIVE: Act[War, Reflag, tuple[int, int]] = Act(
    "reflag", "13.3.2", "{0} to {1}", takes=(Unit, Power), among=lambda g, s: reflaggings(g), may=may_reflag, do=_give
)
