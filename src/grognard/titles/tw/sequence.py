"""3: the sequence of play as a tree. Segments of strategic warfare, diplomacy, war declarations and naval missions are
still to come."""

from __future__ import annotations

from grognard.kernel.flow import Each, Part, Segment, When
from grognard.titles.tw.nations import ALLIES, AXIS
from grognard.titles.tw.rules.airbases import staging
from grognard.titles.tw.rules.breakdown import breakdown
from grognard.titles.tw.rules.combat import combat
from grognard.titles.tw.rules.construction import build_segment
from grognard.titles.tw.rules.counter_air import counter_air
from grognard.titles.tw.rules.end import end_segment, victory
from grognard.titles.tw.rules.logistics import begin_operations, planning
from grognard.titles.tw.rules.movement import exploits, first_impulse, second_impulse
from grognard.titles.tw.rules.rail import rail_movement, strategic_movement
from grognard.titles.tw.rules.sea_supply import sea_lines
from grognard.titles.tw.rules.supply import supply_segment
from grognard.titles.tw.rules.weather import weather

SEQUENCE = Part(
    "",
    Each(
        "Turn",
        "turn",
        lambda g: range(g.turn, g.last_turn + 1),
        Segment("Weather", weather, rule="3.2"),
        Segment("Planning", planning, rule="3.3"),
        Each(
            "Player turn",
            "side",
            lambda g: (AXIS, ALLIES),
            Part(
                "Operations",
                Segment("Efforts and supply", begin_operations, rule="3.6"),
                Segment("Supply at sea", sea_lines, rule="12.1.2"),
                Segment("Breakdown", breakdown, rule="9.6.3"),
                Segment("Staging", staging, rule="11.2.1.1"),
                Segment("Counter-air", counter_air, rule="11.5"),
                Segment("Rail movement", rail_movement, rule="9.1"),
                Segment("First impulse movement", first_impulse, rule="9.2"),
                Segment("First impulse combat", combat, rule="10.2"),
                When(
                    "Exploitation",
                    exploits,
                    Segment("Second impulse movement", second_impulse, rule="10.2.4"),
                    Segment("Second impulse combat", combat, rule="10.2.5"),
                ),
            ),
            Segment("Build", build_segment, rule="3.7"),
            Segment("Strategic movement", strategic_movement, rule="3.8"),
            Segment("Supply", supply_segment, rule="3.9"),
            Segment("End", end_segment, rule="3.10"),
        ),
        Segment("Victory", victory, rule="3.10.3"),
    ),
)
