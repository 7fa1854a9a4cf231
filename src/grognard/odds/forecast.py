"""The outlook of anything that is looked up on a table of results, as a client shows it: one shape for all titles.

What a figure is called differs by title and by sort of fight: `words` names the fields anew, the client has its own names else.
"""

from __future__ import annotations

import msgspec


class Chance(msgspec.Struct, frozen=True):
    """A result and its probability."""

    result: str
    chance: float


class Loss(msgspec.Struct, frozen=True):
    """What a force must expect: lost, and depleted (or whatever the title's lesser harm is called)."""

    force: str
    lost: float
    depleted: float


class FollowUp(msgspec.Struct, frozen=True):
    """The attack out of the vacated hex in the second impulse: the chance that it opens, and how it would stand then."""

    target: str
    odds: str
    column: str
    shifts: list[str]
    modifiers: list[str]
    opened_chance: float
    then_taken_chance: float
    both_chance: float


class Case(msgspec.Struct, frozen=True):
    """One assumption (`air`: mostly about the air): the columns it leads to, the results, losses and what follows."""

    air: str
    taken_chance: float
    breach_chance: float
    columns: list[Chance]
    results: list[Chance]
    losses: list[Loss]
    follow_up: FollowUp | None = None


class Forecast(msgspec.Struct, frozen=True):
    """The outlook of one attack. `taken`: the hex is free of defenders; `breach`: and tanks may go on. `words`: other names
    for `taken`, `breach_chance`, `shifts`, `modifiers`, `columns`, `results`, `losses`, `lost`, `depleted`, `air`;
    `case`: what the `taken_chance` of a case is."""

    title: str
    odds: str
    column: str
    shifts: list[str]
    modifiers: list[str]
    results: list[Chance]
    taken: float
    breach_chance: float
    columns: list[Chance]
    losses: list[Loss]
    follow_up: FollowUp | None = None
    air: str = ""
    with_air: list[Case] = []
    words: dict[str, str] = {}
