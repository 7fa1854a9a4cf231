"""13.7.5: what a power gives back: hexes of countries and territories another power of its side held in 1945, or of minors
that are aligned with one. A country's hexes are given back together (AIF-DEC-09)."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import COMMONWEALTH, POWER_KEYS, SIDE_OF_POWER
from grognard.titles.wif.rules.control import hexes_of, powers_by_hex
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.rules.units import land_at
from grognard.titles.wif.state import ALIGNED, COMPLETE, CONQUERED, HOME, NOWHERE, Country, Power

DUTCH = "netherlands"  # 19.8: aligned to the Commonwealth


class Returning(Subject, frozen=True):
    """A power that may give hexes back."""

    power: Annotated[int, Power]


class Restitution(Subject, frozen=True):
    """A power holds land of one that was liberated."""

    power: Annotated[int, Power]
    to: Annotated[int, Power]


@rule("13.7.5")
def owner_in_1945(g: America, country: int) -> int:
    """The major power that controlled a country or territory in 1945; NOWHERE for neutrals."""
    name = g.facts.countries[country].controller
    if name == DUTCH:
        return COMMONWEALTH
    return POWER_KEYS.index(name) if name in POWER_KEYS else NOWHERE


@rule("13.7.5")
def heir(g: America, country: int) -> int:
    """Who a country's hexes can be given back to: the power a minor is aligned with, or the power that had it in 1945."""
    row = g.countries[country]
    owner = owner_in_1945(g, country)
    return row.power if owner < 0 and row.status == ALIGNED else owner


def held_hexes(g: America, power: int, country: int) -> list[int]:
    """Hexes of a country that a power holds in its own name."""
    whose = powers_by_hex(g)
    return [s for s in hexes_of(g, country) if whose[s] == power and g.hexes.controller[s] != country]


@rule("13.7.5")
def may_return(g: America, subject: Returning, country: int) -> No | None:
    """Whether a power may give back what it holds of a country: to a power of its side that is not completely conquered."""
    to = heir(g, country)
    if to < 0:
        return No("13.7.5", "no major power had it in 1945, and it is not aligned")
    if g.powers.conquered[to] == COMPLETE:
        return No("13.7.5", "it is completely conquered")
    if to == subject.power or SIDE_OF_POWER[to] != SIDE_OF_POWER[subject.power] or to not in playing(g):
        return No("13.7.5", "hexes are given back to another power of your side")
    return None if held_hexes(g, subject.power, country) else No("13.7.5", "you hold nothing there")


def give_back(g: America, subject: Returning, country: int) -> None:
    """A country's hexes go back; one that was conquered is its old owner's again."""
    to = heir(g, country)
    row = g.countries[country]
    for s in held_hexes(g, subject.power, country):
        if all(g.units.power[u] in (subject.power, to) for u in land_at(g, s)):
            g.hexes[s].controller = country
    if row.status == CONQUERED:
        row.status = HOME if g.facts.homes.get(g.facts.countries[country].id) == to else ALIGNED
        row.power, row.conqueror = to, NOWHERE
    g.say("{} gives {} back to {}", g.powers[subject.power], row, g.powers[to], rule="13.7.5")


def returnable(g: America, subject: Returning) -> list[int]:
    """Countries of which a power may give something back."""
    return [n for n in range(len(g.countries)) if may_return(g, subject, n) is None]


@rule("13.7.5")
def revert(g: America, power: int) -> Flow[None]:
    """A power may give back what it holds of its friends' countries"""
    subject = Returning(power)
    while returnable(g, subject):
        answer, _ = yield from menu(g, g.seat(power), "{0}: give hexes back?", subject, KEEP, RETURN, named=(g.powers[power],))
        if answer.verb == KEEP.name:
            return


@rule("13.7.5")
def restore(g: America, owner: int, liberator: int) -> Flow[None]:
    """A liberated major power gets back what its liberator holds of its countries; other friends may give theirs back, and who
    could and does not will never work with it again"""
    for country in _held_of(g, owner, liberator):
        give_back(g, Returning(liberator), country)
    g.powers[owner].liberators |= 1 << liberator
    for friend in playing(g):
        if friend in (owner, liberator) or SIDE_OF_POWER[friend] != SIDE_OF_POWER[owner] or not _held_of(g, owner, friend):
            continue
        answer, _ = yield from menu(
            g, g.seat(friend), "Give {0} its land back?", Restitution(friend, owner), REFUSE, RESTORE, named=(g.powers[owner],)
        )
        if answer.verb == RESTORE.name:
            for country in _held_of(g, owner, friend):
                give_back(g, Returning(friend), country)
            g.powers[owner].liberators |= 1 << friend
        else:
            g.powers[owner].estranged |= 1 << friend
            g.powers[friend].estranged |= 1 << owner


def _held_of(g: America, owner: int, holder: int) -> list[int]:
    return [n for n in returnable(g, Returning(holder)) if heir(g, n) == owner]


KEEP: Act[America, Returning, None] = Act("keep", "13.7.5", "Keep the rest", do=lambda g, s, _: None)
RETURN: Act[America, Returning, int] = Act(
    "return", "13.7.5", "Give {0} back", takes=Country, listed=returnable, may=may_return, do=give_back
)
RESTORE: Act[America, Restitution, None] = Act("restore", "13.7.5", "Give it back", do=lambda g, s, _: None)
REFUSE: Act[America, Restitution, None] = Act("refuse", "13.7.5", "Keep it", do=lambda g, s, _: None)
