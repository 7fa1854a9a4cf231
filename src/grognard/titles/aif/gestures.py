"""What a player means who takes a counter towards a hex while units are set up (23.5.3); all else is as in World in Flames."""

from __future__ import annotations

from grognard.kernel.rules import First, No
from grognard.kernel.sequence import current_segment
from grognard.titles.aif.rules.deployment import Deploying, Posting, may_post, may_shift
from grognard.titles.aif.state import America
from grognard.titles.wif.state import Hex, Unit

SETTING_UP = "Setting up"


def is_set_up(g: America) -> bool:
    """Whether units are being set up."""
    found = current_segment(g.title.sequence, g)
    return found is not None and found.name == SETTING_UP


def posted(g: America, seat: str, unit: Unit, space: Hex | None) -> No | None:
    """Why a unit is not set up in a hex; where it may be, the two answers that put it there."""
    if g.seat(unit.power) != seat or unit.power != g.power:
        return No("23.5.3", f"{g.powers[g.power].label} sets its units up now")
    no = may_shift(g, Deploying(unit.power), unit.index)
    if no is not None or space is None:
        return no
    no = may_post(g, Posting(unit.power, unit.index), space.index)
    if no is not None:
        return no
    return First("23.5.3", f"take {unit.label} up, then name the hex", then=(f"shift {unit.token}", f"post {space.token}"))
