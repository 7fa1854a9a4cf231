"""What the questions of The War are about: agents, odds, labels and doctrine read these, and nobody reads a prompt.

Every declared field is public. Those that speak of announced battles are in rules/strength.py.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Subject
from grognard.titles.tw.state import Hex, Nation, Unit

Space = Annotated[int, Hex]
Counter = Annotated[int, Unit]
Power = Annotated[int, Nation]


class Planning(Subject, frozen=True):
    """4.0: which effort a power makes."""

    nation: Power


class EffortMarker(Subject, frozen=True):
    """4.2, 4.3: where a marker of a power goes."""

    nation: Power
    effort: str


class Movers(Subject, frozen=True):
    """9.2: which unit moves in an impulse."""

    impulse: int


class Stack(Subject, frozen=True):
    """9.3: a stack that moves, where it stands and the points it has left."""

    units: tuple[Counter, ...]
    at: Space
    left: int


class Entry(Subject, frozen=True):
    """9.8: a hex that was overrun."""

    space: Space


class Reserves(Subject, frozen=True):
    """9.9.3: reserves that can be committed."""

    side: int


class Announcing(Subject, frozen=True):
    """10.0: which hex is attacked next."""

    impulse: int


class Losses(Subject, frozen=True):
    """10.3.4: so many factors are owed, and what each unit would pay of them."""

    factors: int
    worth: dict[int, int]


class Advance(Subject, frozen=True):
    """10.5: a vacated hex."""

    space: Space


class Building(Subject, frozen=True):
    """3.7: the Build Segment of a side."""

    side: int


class Placing(Subject, frozen=True):
    """15.2.2: a new unit that looks for a place."""

    unit: Counter


class Staging(Subject, frozen=True):
    """11.2.1.1: which aircraft go to other bases."""

    side: int


class Stage(Subject, frozen=True):
    """11.2.1.1: an air unit that goes to another base."""

    unit: Counter


class Strikes(Subject, frozen=True):
    """11.5.1: which airfield is struck."""

    side: int


class Strike(Subject, frozen=True):
    """11.5.1: who flies to an airfield; so many have been sent."""

    space: Space
    sent: int


class StrikeRound(Subject, frozen=True):
    """11.5.1: whether a strike goes on into another round."""

    space: Space
    number: int


class Interception(Subject, frozen=True):
    """11.8.1: a flight over a hex that can be intercepted."""

    space: Space


class CounterInterception(Subject, frozen=True):
    """11.8.2: helpers for a flight that is intercepted."""

    space: Space


class AirEffort(Subject, frozen=True):
    """11.9: a round in the air, its column and modifier, before the results are multiplied."""

    column: int
    modifier: int


class Round(Subject, frozen=True):
    """11.9, 7.9.7: so many rounds of a battle are over."""

    number: int


class Escort(Subject, frozen=True):
    """11.14.1: escorts for a landing from the air."""

    space: Space
