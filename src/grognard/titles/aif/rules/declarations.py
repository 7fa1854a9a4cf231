"""9.2, 9.8: in each impulse a major power may declare war on neutral minors and align one that favours it."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.facts import COURTIERS, FULL_ALLY, SIDE_POWERS
from grognard.titles.aif.rules.allegiance import (
    MOBILISATION,
    cheapest,
    country_of,
    enforce_rights,
    make_full_ally,
    neutral,
    turn_out,
)
from grognard.titles.aif.rules.minors import raise_army
from grognard.titles.aif.state import America, Flag
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.powers import playing, powers_of
from grognard.titles.wif.rules.units import land_at
from grognard.titles.wif.state import COMPLETE, Power


class Cabinet(Subject, frozen=True):
    """A major power before it chooses its action."""

    power: Annotated[int, Power]


def begin_declarations(g: America) -> None:
    """An impulse's wars and alignments begin: last impulse's surprise is over, who was invaded in it is a full ally"""
    note_invasions(g)
    for power in playing(g):
        g.offices[power].aligned = 0
    for country in g.chancery.minors:
        if g.countries.surprised_by[country]:
            g.countries[country].surprised_by = 0


def cabinets(g: America) -> list[int]:
    """For the sequence: powers of the active side that are not completely conquered."""
    return [p for p in powers_of(g, g.side) if p in COURTIERS and g.powers.conquered[p] != COMPLETE]


@rule("9.2", "9.8")
def declare(g: America) -> Flow[None]:
    """Wars on neutral minors, and one minor that is aligned"""
    while True:
        subject = Cabinet(g.power)
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: wars and alignments", subject, DONE, WAR, ALIGN, named=(g.powers[g.power],)
        )
        if answer.verb == DONE.name:
            return


@rule("9.2")
def may_declare(g: America, subject: Cabinet, flag: int) -> No | None:
    """Whether a power may declare war on a minor: a neutral one in which it has no units."""
    if not neutral(g, flag):
        return No("9.2", "war is declared on neutral minors only")
    home = set(g.ground.homeland.get(g.facts.countries[country_of(g, flag)].id, ()))
    mine = [g.hideouts.get(u, at) for u, (at, whose) in enumerate(zip(g.units.at, g.units.power)) if whose == subject.power]
    if any(at in home for at in mine):
        return No("9.2", "your own units are in it")
    return None


@rule("9.2", "9.7", "15", "13.6.11")
def declare_war(g: America, subject: Cabinet, flag: int) -> Flow[None]:
    """War on a minor: it becomes a full ally of the other side, which gains political points; it is surprised this impulse"""
    power = subject.power
    other = 1 - SIDE_OF_POWER[power]
    country = country_of(g, flag)
    g.say("{} declares war on {}", g.powers[power], g.flags[flag], rule="9.2")
    for winner in SIDE_POWERS[other]:
        if winner in playing(g) and g.powers.conquered[winner] != COMPLETE:
            g.offices[winner].political += indignation(g, winner, flag)
    keeper = make_full_ally(g, flag, other)
    row = g.countries[country]
    row.surprised_by |= 1 << power
    row.wars |= 1 << power
    turn_out(g, country, SIDE_OF_POWER[power])
    yield from raise_army(g, flag, keeper)
    enforce_rights(g)


@rule("13.6.11")
def indignation(g: America, power: int, flag: int) -> int:
    """Political points a power gains from a war on a minor: the highest number any other power has on the chart (AIF-DEC-04)."""
    row = g.chancery.costs[flag]
    return max(row.cost(p) for powers in SIDE_POWERS.values() for p in powers if p != power)


@rule("9.8", "19.2")
def may_align(g: America, subject: Cabinet, flag: int) -> No | None:
    """Whether a power may align a minor: a neutral one that favours it at 11 or more, one an impulse."""
    row = g.flags[flag]
    if not neutral(g, flag):
        return No("9.8", "only neutral minors are aligned")
    if row.favours != subject.power:
        return No("9.8", "it does not favour you")
    if row.level < MOBILISATION:
        return No("9.8", f"it favours you at {row.level}; {MOBILISATION} is needed")
    if g.offices.aligned[subject.power]:
        return No("9.8", "a power aligns one minor in an impulse")
    return None


def align(g: America, subject: Cabinet, flag: int) -> Flow[None]:
    """A minor is aligned and sets up its units"""
    g.offices[subject.power].aligned = 1
    g.say("{} aligns with {}", g.flags[flag], g.powers[subject.power], rule="9.8")
    yield from raise_army(g, flag, subject.power)


@rule("9.2")
def note_invasions(g: America) -> None:
    """A minor that enemy land units have entered, and stand in or hold hexes of, is a full ally of the other side from now on"""
    for flag, country in enumerate(g.chancery.minors):
        row = g.countries[country]
        if g.flags.gone[flag] or row.power < 0 or g.flags.level[flag] == FULL_ALLY:
            continue
        side = SIDE_OF_POWER[row.power]
        home, sides = g.ground.homeland.get(g.facts.countries[country].id, ()), g.sides_by_hex
        troops = [u for s in home for u in land_at(g, s) if g.roster.types[u] != Type.PART]
        if any(SIDE_OF_POWER[g.units.power[u]] != side for u in troops) or any(sides[s] == 1 - side for s in home):
            make_full_ally(g, flag, side)
    enforce_rights(g)


def taker(g: America, flag: int, side: int) -> int:
    """Who of a side would take a minor that the other side attacks."""
    return g.flags.favours[flag] if g.flags[flag].side == side else cheapest(g, flag, side)


def _flags(g: America, subject: Cabinet) -> range:
    return range(len(g.flags))


DONE: Act[America, Cabinet, None] = Act("done", "9.2", "Nothing more", do=lambda g, s, _: None)
WAR: Act[America, Cabinet, int] = Act(
    "declare_war", "9.2", "Declare war on {0}", takes=Flag, among=_flags, may=may_declare, do=declare_war, group="War"
)
ALIGN: Act[America, Cabinet, int] = Act(
    "align", "9.8", "Align {0}", takes=Flag, among=_flags, may=may_align, do=align, group="Align"
)
