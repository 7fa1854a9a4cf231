"""Skirmish with secret plans: what the sides do at the same time, and what each of them alone knows.

Each turn both sides draw a chit, give orders and scout, in secret and side by side; then whoever of Red's seats is quicker may
show a chit. Nothing else of the game depends on it: two games that differ in secrets alone look the same from the other side.
"""

from __future__ import annotations

from grognard.kernel.dice import D6
from grognard.kernel.flow import Ask, Flow, Option, Together, Whoever
from grognard.kernel.present import Picture, Track
from grognard.kernel.rules import rule
from grognard.kernel.sequence import Each, Part, Segment, When
from grognard.kernel.state import NOWHERE, hand, mapping, pile, scalar
from tests.kernel.skirmish import (
    BLUE,
    NAMES,
    RED,
    SEATS,
    SIDE_OF,
    Field,
    Skirmish,
    Unit,
    attacks,
    bid,
    finish,
    move_units,
    storms,
    upkeep,
)


class PlannedField(Field):
    """A skirmish with plans."""

    scout_blue = scalar(0)
    scout_red = scalar(0)
    orders = mapping()  # unit -> how well it understood
    chits = pile(0, 1, 1, 2, 2, 3)
    blue_chits = hand("chits", "blue")
    red_chits = hand("chits", held_by=lambda g: SEATS[RED])


@rule("6.1")
def plan(g: PlannedField) -> Flow[None]:
    """Both sides plan in secret"""
    g.orders = {}
    orders = yield Together({SEATS[side][0]: plans_of(g, side) for side in (BLUE, RED)}, secret=True)
    g.say("plans are made: {} and {} orders", *orders.values(), rule="6.1")
    seat, choice = yield Whoever([Ask(seat, "Show a chit?", [Option("keep"), Option("show")], "6.3") for seat in SEATS[RED]])
    if choice.verb == "show" and g.red_chits:
        g.reveal()
        g.say("{} shows a chit of {}", seat, g.red_chits[0], rule="6.3")
        g.chits.append(g.red_chits.pop(0))


@rule("6.2")
def plans_of(g: PlannedField, side: int) -> Flow[int]:
    """Draw a chit, give orders, scout"""
    seats = SEATS[side]
    held = g.blue_chits if side == BLUE else g.red_chits
    held.extend(g.draw(chits_of(g, side), f"{NAMES[side]} draws a chit", rule="6.2", only=seats))
    orders = 0
    while orders < 3:
        free = [u for u in g.units if u.side == side and u.at != NOWHERE and u.index not in g.orders]
        choice = yield Ask(seats[0], "Give an order", [Option("done"), *(Option("order", u) for u in free)], "6.2")
        if choice.verb == "done":
            break
        unit = choice.row(Unit)
        g.orders[unit.index] = g.roll(D6, "how well it is understood", "6.2", only=seats)
        g.say("{} has its order", unit, rule="6.2")
        orders += 1
    scouted = g.roll(D6, f"{NAMES[side]} scouts", "6.2", only=seats)
    if side == BLUE:
        g.scout_blue = scouted
    else:
        g.scout_red = scouted
    return orders


def chits_of(g: PlannedField, side: int) -> list[int]:
    """The pile; an empty one is filled again, for the game is longer than the pile."""
    if not g.chits:
        g.chits.extend((0, 3))
    return g.chits


SEQUENCE = Part(
    "",
    Each(
        "Turn",
        "turn",
        lambda g: range(1, 4),
        Segment("Bids", bid, rule="4.1"),
        Segment("Plans", plan, rule="6.1"),
        When("Weather", lambda g: g.options.storms, Segment("Storms", storms, rule="4.2")),
        Each(
            "Side",
            "mover",
            lambda g: (g.mover, 1 - g.mover),
            Segment("Movement", move_units, rule="2.1"),
            Segment("Combat", attacks, rule="3.4"),
        ),
        Segment("Upkeep", upkeep, rule="5.1"),
    ),
    Segment("Victory", finish, rule="5.2"),
)


class Plans(Skirmish):
    """The test title with plans."""

    code = "plans"
    game = PlannedField
    sequence = SEQUENCE

    def picture(self, g: PlannedField, seat: str | None) -> Picture:  # type: ignore[override]
        found = super().picture(g, seat)
        side = SIDE_OF.get(seat or "", NOWHERE)
        found.tracks.append(Track("held", "Chits held", 10 * len(g.blue_chits) + len(g.red_chits)))
        if side != NOWHERE:
            own = g.blue_chits if side == BLUE else g.red_chits
            found.tracks.append(Track("chits", "Chits", sum(own)))
            found.tracks.append(Track("scouted", "Scouted", g.scout_blue if side == BLUE else g.scout_red))
            found.tracks.append(Track("orders", "Orders", sum(n for u, n in g.orders.items() if g.units.side[u] == side)))
        return found

    def conceal(self, g: PlannedField, seat: str | None) -> None:  # type: ignore[override]
        super().conceal(g, seat)
        side = SIDE_OF.get(seat or "", NOWHERE)
        g.orders = {u: n for u, n in g.orders.items() if g.units.side[u] == side}
        if side != BLUE:
            g.scout_blue = 0
        if side != RED:
            g.scout_red = 0


TITLE = Plans()
