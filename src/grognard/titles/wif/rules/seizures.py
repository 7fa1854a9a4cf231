"""13.6.1: search and seizure: warships stop the convoys of powers they are not at war with that carry goods to their enemies.

It is announced before goods are moved (reading WIF-DEC-104): convoy points that were searched carry nothing to that enemy.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import AXIS, JAPAN, SIDE_OF_POWER, USA
from grognard.titles.wif.kinds import CARRIERS, SCS, Type
from grognard.titles.wif.rules.entry import TO_GERMANY, TO_JAPAN, outrage
from grognard.titles.wif.rules.powers import at_war, political, powers_of
from grognard.titles.wif.rules.resources import carriers_for, convoy_points
from grognard.titles.wif.rules.sea_wars import escorts
from grognard.titles.wif.rules.units import air_at, busy_seas, ships_at
from grognard.titles.wif.state import Hex, Power, War


class Search(Subject, frozen=True):
    """A power's warships may search convoys."""

    power: Annotated[int, Power]


def smugglers(g: War, power: int, area: int) -> list[tuple[int, int]]:
    """Convoys a power could search in a sea area: whose they are, and the enemy they carry for."""
    other = powers_of(g, 1 - SIDE_OF_POWER[power])
    enemies = [p for p in other if at_war(g, power, p)]
    neutrals = [p for p in other if p not in enemies and convoy_points(g, area, (p,))]
    return [(p, to) for p in neutrals for to in enemies if p in carriers_for(g, to)]


@rule("13.6.1")
def may_search(g: War, subject: Search, area: int) -> No | None:
    """Whether a power may search the convoys of a sea area."""
    power = subject.power
    if not g.ground.sea[area] or not smugglers(g, power, area):
        return No("13.6.1", "nobody you are at peace with carries goods to an enemy of yours there")
    if (power, area) in seized_pairs(g):
        return No("13.6.1", "you have searched there")
    known, boxes = g.roster, g.ground.sections[area]
    ships = [u for box in boxes for u in ships_at(g, box)]
    planes = [u for box in boxes for u in air_at(g, box)]
    hunting = [u for u in ships if g.units.power[u] == power and _warship(known.types[u], subs=True)]
    if not hunting:
        return No("13.6.1", "you need an SCS, CV or SUB there")
    guards = [u for u in ships if _warship(known.types[u])] + [u for u in planes if g.units[u].sheet.air_to_sea > 0]
    if any(at_war(g, power, g.units.power[u]) for u in guards):
        return No("13.6.1", "an enemy warship or aircraft guards them")
    if SIDE_OF_POWER[power] == AXIS and escorts(g, area, []):
        return No("13.6.1", "American ships escort them")
    return None


def _warship(kind: Type, *, subs: bool = False) -> bool:
    return kind in SCS or kind in CARRIERS or (subs and kind == Type.SUB)


def seized_pairs(g: War) -> list[tuple[int, int]]:
    """Who has searched where this turn."""
    return [(g.seized[n], g.seized[n + 1]) for n in range(0, len(g.seized), 2)]


def searching_powers(g: War) -> list[int]:
    """For the sequence: powers that may search convoys, the side with the initiative first."""
    if not political(g):
        return []
    order = [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side)]
    return [p for p in order if any(may_search(g, Search(p), area) is None for area in busy_seas(g))]


@rule("13.6.1")
def search_convoys(g: War) -> Flow[None]:
    """A power's warships may search convoys that carry goods to its enemies"""
    subject = Search(g.power)
    while any(may_search(g, subject, area) is None for area in busy_seas(g)):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: search and seizure?", subject, PASS_BY, SEARCH, named=(g.powers[g.power],)
        )
        if answer.verb == PASS_BY.name:
            return


@rule("13.3.3")
def _search(g: War, subject: Search, area: int) -> None:
    """The goods are lost; the USA takes note unless all victims are its enemies."""
    power = subject.power
    victims = {p for p, _ in smugglers(g, power, area)}
    g.seized = [*g.seized, power, area]
    g.say("{} searches the convoys in {}", g.powers[power], g.hexes[area], rule="13.6.1")
    if all(at_war(g, USA, p) for p in victims):
        return
    if SIDE_OF_POWER[power] == AXIS:
        outrage(g, "34" if power == JAPAN else "35", power)
    else:
        outrage(g, "36", power, pool=TO_JAPAN if JAPAN in victims else TO_GERMANY)


PASS_BY: Act[War, Search, None] = Act("pass_by", "13.6.1", "No more", do=lambda g, s, _: None)
SEARCH: Act[War, Search, int] = Act(
    "search", "13.6.1", "Search the convoys in {0}", takes=Hex, among=lambda g, s: busy_seas(g), may=may_search, do=_search
)
