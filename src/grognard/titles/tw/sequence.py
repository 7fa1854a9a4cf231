"""3: the sequence of play as a tree. Income, strategic warfare and the shipyards occur in the whole war, missions at sea where
ships sail; the five land scenarios have neither."""

from __future__ import annotations

from grognard.kernel.sequence import Each, Part, Segment, When
from grognard.titles.tw.nations import ALLIES, AXIS
from grognard.titles.tw.rules.bombing_war import bombing_war
from grognard.titles.tw.rules.breakdown import breakdown
from grognard.titles.tw.rules.combat import combat
from grognard.titles.tw.rules.construction import begin_build, build_segment
from grognard.titles.tw.rules.counter_air import counter_air
from grognard.titles.tw.rules.declarations import declarations
from grognard.titles.tw.rules.deployment import deploys, soviet_deployment
from grognard.titles.tw.rules.diplomacy import diplomacy
from grognard.titles.tw.rules.end import end_segment, victory
from grognard.titles.tw.rules.hunger import supply_segment
from grognard.titles.tw.rules.influence import diplomatic_season, influence
from grognard.titles.tw.rules.logistics import begin_operations, planning
from grognard.titles.tw.rules.marches import move_units
from grognard.titles.tw.rules.movement import begin_first_impulse, begin_second_impulse, exploits
from grognard.titles.tw.rules.naval_segment import naval_missions
from grognard.titles.tw.rules.new_year import income_segment
from grognard.titles.tw.rules.oil import PLANTS, place_plants
from grognard.titles.tw.rules.partisans import partisan_war, resistance
from grognard.titles.tw.rules.patrols import evasion_chits, patrols
from grognard.titles.tw.rules.peace_movement import at_peace, peace_movement
from grognard.titles.tw.rules.rail import begin_rail, begin_strategic_movement, rail_movement, strategic_movement
from grognard.titles.tw.rules.sea_movement import sea_movement
from grognard.titles.tw.rules.sea_supply import sea_lines
from grognard.titles.tw.rules.simple_diplomacy import simple_diplomacy, simple_season
from grognard.titles.tw.rules.staging import begin_staging, staging
from grognard.titles.tw.rules.strategic_units import season_of_strategy
from grognard.titles.tw.rules.strategic_war import strategic_building, uboat_war
from grognard.titles.tw.rules.supply_runs import supply_at_sea
from grognard.titles.tw.rules.task_forces import task_forces
from grognard.titles.tw.rules.variants import projects_begin, variants
from grognard.titles.tw.rules.victory import campaign_victory
from grognard.titles.tw.rules.weather import weather
from grognard.titles.tw.rules.yard_work import naval_construction
from grognard.titles.tw.state import War


def sails(g: War) -> bool:
    """Whether ships sail in this scenario."""
    return bool(g.naval)


def veils(g: War) -> bool:
    """Whether British and American ships can hide in Task Forces."""
    return bool(g.naval and g.options.task_forces)


def lands_only(g: War) -> bool:
    return not g.naval


def whole_war(g: War) -> bool:
    return bool(g.campaign)


def unplaced(g: War) -> bool:
    """Whether Germany has synthetic plants to place."""
    return len(g.plants) < PLANTS


def with_variants(g: War) -> bool:
    return bool(g.campaign and g.options.variants)


def on_the_border(g: War) -> bool:
    """The Allied player turns in which the Soviets keep their army at the border (21.4)."""
    return g.side == ALLIES and deploys(g)


def in_peace(g: War) -> bool:
    """Whether a power of the phasing camp is at peace in the whole war."""
    return bool(g.campaign) and bool(at_peace(g))


def short(g: War) -> bool:
    return not g.campaign


def strategic_season(g: War) -> bool:
    """Spring and Fall of the whole war (5.0)."""
    return bool(g.campaign) and season_of_strategy(g)


SEQUENCE = Part(
    "",
    Each(
        "Turn",
        "turn",
        lambda g: range(g.turn, g.last_turn + 1),
        Segment("Income", income_segment, rule="3.1", when=sails),
        Segment("Resistance", resistance, rule="25.1", when=whole_war),
        Segment("Projects", projects_begin, rule="28.0", when=with_variants),
        Segment("Weather", weather, rule="3.2"),
        Segment("Influence abroad", influence, rule="16.1.1", when=diplomatic_season),
        Segment("Diplomacy", diplomacy, rule="16.1.3", when=diplomatic_season),
        Segment("Simplified diplomacy", simple_diplomacy, rule="29.15", when=simple_season),
        Segment("Variants", variants, rule="28.0", when=with_variants),
        Segment("Planning", planning, rule="3.3"),
        Segment("Evasion chits", evasion_chits, rule="7.8.2", when=sails),
        Segment("Declarations of war", declarations, rule="3.4", when=whole_war),
        When(
            "Strategic warfare",
            strategic_season,
            Segment("Synthetic oil", place_plants, rule="24.1", when=unplaced),
            Segment("Strategic building", strategic_building, rule="5.1"),
            Segment("Submarine war", uboat_war, rule="5.1"),
            Segment("Bombing war", bombing_war, rule="5.2"),
            Segment("Partisan war", partisan_war, rule="25.4"),
        ),
        Each(
            "Player turn",
            "side",
            lambda g: (AXIS, ALLIES),
            Part(
                "Operations",
                Segment("Efforts and supply", begin_operations, rule="3.6"),
                Segment("Supply at sea", sea_lines, rule="12.1.2", when=lands_only),
                Segment("Supply lines at sea", supply_at_sea, rule="12.1.2", when=sails),
                Segment("Breakdown", breakdown, rule="9.6.3"),
                Segment("Task Forces", task_forces, rule="7.12", when=veils),
                Segment("Staging", staging, rule="11.2.1.1", begin=begin_staging),
                Segment("Counter-air", counter_air, rule="11.5"),
                Segment("Rail movement", rail_movement, rule="9.1", begin=begin_rail),
                Segment("Missions at sea", naval_missions, rule="7.0", when=sails),
                Segment("First impulse movement", move_units, rule="9.2", begin=begin_first_impulse),
                Segment("First impulse combat", combat, rule="10.2"),
                When(
                    "Exploitation",
                    exploits,
                    Segment("Second impulse movement", move_units, rule="10.2.4", begin=begin_second_impulse),
                    Segment("Second impulse combat", combat, rule="10.2.5"),
                ),
            ),
            Segment("Shipyards", naval_construction, rule="15.1.5", when=sails),
            Segment("Soviet deployment", soviet_deployment, rule="21.4", when=on_the_border),
            Segment("Build", build_segment, rule="3.7", begin=begin_build),
            Segment("Strategic movement", strategic_movement, rule="3.8", begin=begin_strategic_movement),
            Segment("Movement in peace", peace_movement, rule="8.1", when=in_peace),
            Segment("Sea movement", sea_movement, rule="8.2", when=sails),
            Segment("Supply", supply_segment, rule="3.9"),
            Segment("Patrols", patrols, rule="7.4", when=sails),
            Segment("End", end_segment, rule="3.10"),
        ),
        Segment("Victory", victory, rule="3.10.3", when=short),
        Segment("Victory in the war", campaign_victory, rule="27.1", when=whole_war),
    ),
)
