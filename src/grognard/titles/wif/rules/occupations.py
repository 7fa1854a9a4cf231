"""13.3.2: places the USA declares its own in a declaration of war step: the Azores (option 18), Northern Ireland (option 44)."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, USA
from grognard.titles.wif.rules.control import powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.entry_options import AZORES, NORTHERN_IRELAND, take_over
from grognard.titles.wif.rules.powers import political, powers_of
from grognard.titles.wif.rules.units import of_side, units_at
from grognard.titles.wif.state import Country, Power, War

PLACES = {"azores": AZORES, "northern_ireland": NORTHERN_IRELAND}
LATE = 1943


class Expedition(Subject, frozen=True):
    """The USA may occupy islands."""

    power: Annotated[int, Power]


class Consent(Subject, frozen=True):
    """The Commonwealth is asked for Northern Ireland."""

    power: Annotated[int, Power]


def islands(g: War) -> list[int]:
    return [g.facts.country[name] for name in PLACES]


@rule("13.3.2")
def may_occupy(g: War, subject: Expedition, country: int) -> No | None:
    """Whether the USA may declare control of islands now."""
    name = g.facts.countries[country].id
    if name not in PLACES or subject.power != USA:
        return No("13.3.2", "the USA occupies the Azores and Northern Ireland")
    if PLACES[name] not in g.entry_options or g.entry_since.get(PLACES[name], g.turn) >= g.turn:
        return No("13.3.2", f"option {PLACES[name]} must have been chosen in an earlier turn")
    if g.countries.power[country] == USA:
        return No("13.3.2", "it is American already")
    spaces = g.ground.homeland[name]
    if name == "northern_ireland":
        held = all(powers_by_hex(g)[s] == COMMONWEALTH for s in spaces)
        return None if held else No("13.3.2", "the Commonwealth must control all of it")
    threatened = any(sides_by_hex(g)[g.ground.named(town)] == AXIS for town in ("Gibraltar", "Madrid"))
    if not threatened and g.year < LATE:
        return No("13.3.2", f"the Axis must hold Gibraltar or Madrid, or it must be {LATE}")
    if any(of_side(g, units_at(g, s), AXIS) for s in spaces):
        return No("13.3.2", "an Axis unit is there")
    return None


def occupying(g: War) -> list[int]:
    """For the sequence: the USA, when it may occupy something."""
    if not political(g) or g.side != ALLIES or USA not in powers_of(g, ALLIES) or not g.entry_options:
        return []
    return [USA] if any(may_occupy(g, Expedition(USA), c) is None for c in islands(g)) else []


@rule("13.3.2")
def occupy(g: War) -> Flow[None]:
    """The USA may occupy the Azores, and Northern Ireland if the Commonwealth agrees"""
    asked: set[int] = set()
    while any(c not in asked and may_occupy(g, Expedition(USA), c) is None for c in islands(g)):
        answer, country = yield from menu(g, g.seat(USA), "The USA: occupy islands?", Expedition(USA), STAY_AWAY, OCCUPY)
        if answer.verb == STAY_AWAY.name:
            return
        asked.add(country)
        name = g.facts.countries[country].id
        if name == "northern_ireland":
            reply, _ = yield from menu(
                g, g.seat(COMMONWEALTH), "Northern Ireland to the USA?", Consent(COMMONWEALTH), REFUSE, AGREE
            )
            if reply.verb == REFUSE.name:
                continue
        take_over(g, name)


STAY_AWAY: Act[War, Expedition, None] = Act("stay_away", "13.3.2", "No", do=lambda g, s, _: None)
OCCUPY: Act[War, Expedition, int] = Act(
    "occupy", "13.3.2", "Occupy {0}", takes=Country, among=lambda g, s: islands(g), may=may_occupy, do=lambda g, s, c: c
)
REFUSE: Act[War, Consent, None] = Act("refuse", "13.3.2", "Refuse", do=lambda g, s, _: None)
AGREE: Act[War, Consent, None] = Act("agree", "13.3.2", "Agree", do=lambda g, s, _: None)
