"""The orders of an impulse: which stacks go where in which order, what they overrun on the way, and which hexes are attacked
by whom. They are drawn up in a sketch and carried out question by question in the same order."""

from __future__ import annotations

import msgspec

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.state import War


class Style(msgspec.Struct, frozen=True):
    """How a draft is drawn up: what own losses count, what an attack must promise, whether tanks drive on their own."""

    name: str
    losses: float = 1.0
    least: float = 0.8
    drives: bool = True


PLAIN = Style("plain")


class Leg(msgspec.Struct):
    """A stretch of a move: to a hex, or over the enemies in it, with aircraft."""

    space: int
    overrun: bool = False
    planes: tuple[int, ...] = ()


class Move(msgspec.Struct):
    """One stack on its way."""

    stack: list[int]
    legs: list[Leg]
    reason: str
    begun: bool = False


class Attack(msgspec.Struct):
    """An attack to announce: who, and why, and the column it was promised with the air support it counts on."""

    force: list[int]
    value: float
    reason: str
    planes: list[int] = []
    column: int = 0
    shift: int = 0


class Orders(msgspec.Struct):
    """All of an impulse."""

    moves: list[Move] = []
    attacks: dict[int, Attack] = {}
    flights: dict[int, list[int]] = {}
    spoilt: bool = False

    def next_taken(self, g: War, ask: Ask) -> tuple[Option, str] | None:
        """The unit whose move comes next; None when all orders are carried out."""
        listed = {o.arg.index: o for o in ask.options if o.verb == "take"}
        while self.moves:
            move = self.moves[0]
            found = next((listed[u] for u in move.stack if u in listed), None)
            if found is None or not move.legs:
                self.moves.pop(0)
                continue
            first = found.arg.index
            move.stack.sort(key=lambda u: u != first)
            return found, move.reason
        return None

    def next_step(self, g: War, ask: Ask, unit: int) -> tuple[Option, str] | None:
        """What the stack that is moving does next; None where it has no orders."""
        move = next((m for m in self.moves if unit in m.stack), None)
        if move is None:
            return None
        for option in ask.options:
            if option.verb == "with" and option.arg.index in move.stack:
                return option, move.reason
        while move.legs and not move.legs[0].overrun and g.units.at[unit] == move.legs[0].space:
            move.legs.pop(0)
        stop = next((o for o in ask.options if o.verb == "stop"), None)
        if not move.legs:
            self.moves.remove(move)
            return (stop, move.reason) if stop is not None else None
        leg = move.legs[0]
        ordered = _leg_option(ask, leg)
        if ordered is None:
            self.moves.remove(move)
            self.spoilt = True
            return (stop, "the way is barred") if stop is not None else None
        move.begun = True
        if leg.overrun:
            move.legs.pop(0)
        return ordered, move.reason


def _leg_option(ask: Ask, leg: Leg) -> Option | None:
    if not leg.overrun:
        return next((o for o in ask.options if o.verb == "to" and o.arg.index == leg.space), None)
    found = [o for o in ask.options if o.verb == "overrun" and o.args[0].index == leg.space]
    wanted = set(leg.planes)
    exact = [o for o in found if {a.index for a in o.args[1:]} == wanted]
    return next(iter(exact or sorted(found, key=lambda o: len(o.args))), None)
