"""9.4: the USA tries to declare war. Whether it succeeds is a roll against its entry and tension levels, which it alone knows."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, ITALY, JAPAN, USA
from grognard.titles.wif.rules.declarations import start_war
from grognard.titles.wif.rules.entry import (
    close_pools,
    entry,
    entry_level,
    entry_runs,
    lose_entry,
    markers_for,
    pool_of,
    tension,
    tension_level,
    tighten,
)
from grognard.titles.wif.rules.entry_options import gain_options, never, pearl_harbor
from grognard.titles.wif.rules.intelligence import Stake, cast
from grognard.titles.wif.rules.powers import active, at_war, pact_key, political, powers_of
from grognard.titles.wif.rules.units import mine, units_at
from grognard.titles.wif.state import COMPLETE, UNCONQUERED, Power, War

APPROPRIATIONS = 34  # US entry option
GUARANTEED = 4  # option 42: off the die, once
BOTH = "germany_italy"


class Attempt(Subject, frozen=True):
    """The USA may try to declare war. `forced`: it must, after option 42."""

    power: Annotated[int, Power]
    forced: bool


def attempts(g: War) -> list[int]:
    """For the sequence: the USA, when it could try."""
    if not political(g) or USA not in powers_of(g, g.side) or g.powers.conquered[USA] != UNCONQUERED:
        return []
    subject = Attempt(USA, forced(g))
    return [USA] if any(may_attempt(g, subject, word) is None for word in targets(g)) else []


@rule("13.3.2")
def forced(g: War) -> bool:
    """Option 42: whether the USA must try to declare war on Japan; not where it is at war with Japan by now or never may be."""
    return bool(g.must_try) and may_attempt(g, Attempt(USA, True), "japan") is None


def targets(g: War) -> list[str]:
    """Whom it could try: one of the three, or Germany and Italy together."""
    return ["germany", "italy", BOTH, "japan"]


def _named(word: str) -> tuple[int, ...]:
    return {"germany": (GERMANY,), "italy": (ITALY,), "japan": (JAPAN,)}.get(word, (GERMANY, ITALY))


@rule("9.4")
def may_attempt(g: War, subject: Attempt, word: str) -> No | None:
    """Whether the USA may try to declare war on a power."""
    if word not in targets(g):
        return No("9.4", f"there is no {word!r} to declare war on")
    for foe in _named(word):
        if not g.powers.plays[foe] or g.powers.conquered[foe] == COMPLETE:
            return No("9.4", f"{g.powers[foe].label} is not in the war")
        if at_war(g, USA, foe):
            return No("9.3", f"the USA is at war with {g.powers[foe].label} already")
        if foe in g.war_never:
            return No("9.4", f"the USA may never declare war on {g.powers[foe].label}")
        if pact_key(USA, foe) in g.pacts:
            return No("9.2", f"break the pact with {g.powers[foe].label} first")
    if subject.forced and word != "japan":
        return No("13.3.2", "option 42: the USA must try to declare war on Japan")
    return None


@rule("9.4")
def war_modifiers(g: War, foe: int, *, forced: bool = False) -> Modifiers:
    """What is added to the roll of the declaration."""
    found = Modifiers()
    if foe == JAPAN:
        china = g.facts.country["china"]
        if g.countries.fallen[china]:
            found.add("China is conquered", -2, "9.4")
        elif _japanese_in_china(g):
            found.add("a Japanese unit is in China", -1, "9.4")
        if not pearl_harbor(g):
            found.add("the fleet is not in Pearl Harbor", 2, "9.4")
        if forced:
            found.add("the Pacific is guaranteed", -GUARANTEED, "13.3.2")
    elif g.countries.fallen[g.facts.country["united_kingdom"]]:
        found.add("the United Kingdom is conquered", -2, "9.4")
    if APPROPRIATIONS not in g.entry_options:
        found.add("no war appropriations", 3, "9.4")
    if active(g, USA):
        found.add("the USA is at war", -1, "9.4")
    return found


def _japanese_in_china(g: War) -> bool:
    return any(mine(g, units_at(g, s), JAPAN) for s in g.ground.homeland["china"])


@rule("9.4")
def attempt_war(g: War) -> Flow[None]:
    """The USA may try to declare war on Germany, Italy or both, or on Japan"""
    subject = Attempt(USA, forced(g))
    acts = (TRY,) if subject.forced else (WAIT, TRY)
    answer, foes = yield from menu(g, g.seat(USA), "The USA: try to declare war?", subject, *acts)
    g.must_try = 0
    if answer.verb == WAIT.name:
        return
    first = foes[0]
    modifiers = war_modifiers(g, first, forced=subject.forced)
    number = g.charts.war_number(entry_level(g, first), tension_level(g, first))
    told, concerned = f"The USA declares war on {' and '.join(g.powers[f].label for f in foes)}", sum(1 << f for f in foes)
    roll = yield from cast(g, Stake(told, "9.4", ALLIES, AXIS, concerned | 1 << USA))
    modified = roll + modifiers.total
    if subject.forced:
        modified = max(modified, 1)
    if modified <= number:
        g.reveal()
        g.say(f"It's war: {modified} is not above {number}", rule="9.4")
        for foe in foes:
            start_war(g, USA, foe)
        for foe in foes:
            yield from pay(g, foe)
        yield from gain_options(g)
        close_pools(g)
        return
    g.say("The attempt fails", rule="9.4")
    pool = pool_of(first)
    if not entry(g, pool) or not tension(g, pool):
        g.war_never = [*g.war_never, *(f for f in foes if f not in g.war_never)]
        g.say(f"The USA may never again try against {' and '.join(g.powers[f].label for f in foes)}", rule="9.4")
    lose_entry(g, pool, 1, "the attempt failed")
    lose_entry(g, pool, 1, "the attempt failed", tense=True)


@rule("13.3.2")
def pay(g: War, foe: int) -> Flow[None]:
    """The last of the entry options: each declaration of war costs tension; a pool without markers for it is spent for good."""
    if entry_runs(g):
        count = yield from markers_for(g, g.charts.war_tension, "The USA is at war", 1 << foe)
        if tighten(g, pool_of(foe), count, "war is declared") < count:
            never(g, pool_of(foe))


WAIT: Act[War, Attempt, None] = Act("wait", "9.4", "Not now", do=lambda g, s, _: None)
TRY: Act[War, Attempt, str] = Act(
    "try_war", "9.4", lambda g, s, word: f"Try to declare war on {' and '.join(g.powers[f].label for f in _named(word))}",
    takes=str, among=lambda g, s: targets(g), may=may_attempt, do=lambda g, s, word: _named(word), rolls=True,
)  # fmt: skip
