"""22.7, 22.8: two German wonders. The Walther boat leaves a battle it does not like; the Hermann Goering corps flies."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.naval_damage import abort
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.state import Unit

BOAT = "N585"  # AIF-DEC-11: the one counter with the mark
CORPS = "LL36"


class Diving(Subject, frozen=True):
    """The Walther boat after the search, before the combat."""

    unit: Annotated[int, Unit]
    area: int


def is_walther(g: America, unit: int) -> bool:
    return g.options.walther and g.units.counter[unit] >= 0 and g.units[unit].sheet.id == BOAT


@rule("22.7")
def slip_away(g: America, sides: Sides) -> Flow[bool]:
    """The Walther boat may decline a combat to which it was committed: it returns to base face-down; gives whether it did"""
    gone = False
    for unit in [u for own in sides.committed for u in own if is_walther(g, u)]:
        answer, _ = yield from menu(
            g, g.seat(g.units.power[unit]), "{0}: fight?", Diving(unit, sides.area), FIGHT, DIVE, named=(g.units[unit],)
        )
        if answer.verb == DIVE.name:
            side = SIDE_OF_POWER[g.units.power[unit]]
            sides.committed[side] = [u for u in sides.committed[side] if u != unit]
            sides.included[side] = [u for u in sides.included[side] if u != unit]
            g.say("{} slips away", g.units[unit], rule="22.7")
            yield from abort(g, unit)
            g.units[unit].down = 1
            gone = True
    return gone


@rule("22.8")
def is_flying_corps(g: America, unit: int) -> bool:
    """Whether a unit is the corps that is carried and dropped like a PARA, by two transports or a large one (AIF-DEC-12)."""
    return g.options.flying_corps and g.units.counter[unit] >= 0 and g.units[unit].sheet.id == CORPS


def may_dive(g: America, subject: Diving) -> No | None:
    return None if is_walther(g, subject.unit) else No("22.7", "only the Walther boat declines a combat")


FIGHT: Act[America, Diving, None] = Act("fight", "22.7", "Fight", do=lambda g, s, _: None)
DIVE: Act[America, Diving, None] = Act("dive", "22.7", "Slip away", who=may_dive, do=lambda g, s, _: None)
