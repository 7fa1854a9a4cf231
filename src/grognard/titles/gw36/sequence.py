"""The sequence of play (6.1, 6.2) as a tree: calendar turns, national turns, the five phases.

What happens in a segment is in rules/; who acts is `nations.acting(g)`. A checkpoint is taken where each segment starts.
"""

from __future__ import annotations

from grognard.kernel.sequence import Each, Part, Segment, When, While
from grognard.titles.gw36.rules import calendar, combat, combat_movement, non_combat, production, sea_contact, treasury, turns
from grognard.titles.gw36.rules.seats import acting, acting_seat_numbers
from grognard.titles.gw36.state import War


def _somebody_acts(g: War) -> bool:
    return bool(acting(g))


SEQUENCE = Part(
    "",
    While(
        "",
        lambda g: True,  # victory ends the game (2.1, 3.5)
        Segment("Start of the calendar turn", turns.begin_calendar_turn, rule="6.1"),
        Each(
            "",
            "slot",
            calendar.slots_in_turn,
            Segment(
                "Start of the turn", turns.begin_turn, rule="6.2", when=_somebody_acts, begin=calendar.begin_national_turn
            ),
            Each(
                "",
                "desk",
                lambda g: [desk.number for desk in treasury.desks(g)],
                Segment("Production", production.production_phase, rule="7.0", begin=turns.begin_production),
            ),
            Segment("After production", turns.after_production, rule="7.0", when=_somebody_acts),
            Each(
                "",
                "mover",
                acting_seat_numbers,
                Segment(
                    "Combat Movement",
                    combat_movement.combat_movement_phase,
                    rule="8.2",
                    begin=combat_movement.begin_combat_movement,
                ),
            ),
            Segment("Scramble", sea_contact.scramble_step, rule="8.6", when=_somebody_acts),
            When(
                "",
                _somebody_acts,
                Segment("Border clashes", turns.begin_combat, rule="14.3"),
                Each("", "mover", acting_seat_numbers, Segment("Combat", combat.combat_phase, rule="9.1")),
                Segment("End of combat", combat.end_combat, rule="9.1"),
            ),
            Segment("After combat", turns.after_combat, rule="4.8", when=_somebody_acts),
            When(
                "",
                _somebody_acts,
                Segment("End of combat duties", non_combat.begin_non_combat, rule="10.1"),
                Each(
                    "",
                    "mover",
                    acting_seat_numbers,
                    Segment("Non-Combat Movement", non_combat.non_combat_phase, rule="10.1", begin=non_combat.forget_held),
                ),
                Segment("Landings", non_combat.end_non_combat, rule="10.1"),
            ),
            Segment("Place Units", turns.place, rule="11.1", when=_somebody_acts),
            Segment("Collect Income", turns.collect, rule="11.6", when=_somebody_acts),
            Segment("End of the turn", turns.end_turn, rule="9.22", when=_somebody_acts),
        ),
        Segment("End of the calendar turn", turns.end_calendar_turn, rule="2.1"),
    ),
)
