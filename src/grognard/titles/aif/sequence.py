"""3: the sequence of play: that of World in Flames, with wars on minors, influence, research and victory of this title."""

from __future__ import annotations

from grognard.kernel.sequence import Each, Part, Segment, When, While
from grognard.titles.aif.rules.atomic import withhold_bombs
from grognard.titles.aif.rules.declarations import begin_declarations, cabinets, declare, note_invasions
from grognard.titles.aif.rules.deployment import deploy, deploying_powers
from grognard.titles.aif.rules.factories import destroy_factories, open_factories, wreckers
from grognard.titles.aif.rules.heavy import follow_cities
from grognard.titles.aif.rules.hidden import hide_units, powers_in_hiding, reveal_hidden, show_units
from grognard.titles.aif.rules.influence import influence_step
from grognard.titles.aif.rules.laboratories import check_end, founders, open_laboratories
from grognard.titles.aif.rules.opening import hold_auction, influence_before_the_game, put_to_sea, sailing_powers, steps
from grognard.titles.aif.rules.peace import make_peace
from grognard.titles.aif.rules.research import roll_research
from grognard.titles.aif.rules.victory import check_victory
from grognard.titles.wif.rules.end_of_turn import next_turn
from grognard.titles.wif.rules.impulses import begin_action_stage
from grognard.titles.wif.rules.initiative import determine_initiative
from grognard.titles.wif.rules.lending import begin_lending, lend, lenders
from grognard.titles.wif.rules.partisans import raise_partisans
from grognard.titles.wif.rules.stacking import enforce_stacking
from grognard.titles.wif.sequence import (
    OPENING,
    PRODUCTION,
    REINFORCEMENT,
    RETURN_TO_BASE,
    impulses,
    turns,
)


def hidden(step: str) -> tuple[Part | Segment | Each, ...]:
    """22.10: before a step hidden units may show themselves; those an attack was announced on crowd their hexes at once."""
    if step == "support":
        return (Segment("Too many in a hex", enforce_stacking, rule="2.3.1", when=lambda g: g.options.hidden_units),)
    return (Each("", "power", powers_in_hiding, Segment(f"Hidden units before {step}", show_units, rule="22.10")),)


AMERICAN_WAR = (
    Segment("Auction", hold_auction, rule="23.3", when=lambda g: g.options.auction),
    Each("Before the game", "step", steps, Segment("Influence before the game", influence_before_the_game, rule="23.7")),
    Each("", "power", deploying_powers, Segment("Setting up", deploy, rule="23.5.3")),
    Segment("Hidden units", hide_units, rule="22.10", when=lambda g: g.options.hidden_units),
    Each("", "power", sailing_powers, Segment("Ships put to sea", put_to_sea, rule="23.5.3")),
    While(
        "Turn",
        lambda g: g.turn <= g.last_turn,
        REINFORCEMENT,
        Segment("Factories", open_factories, rule="22.1", when=lambda g: bool(g.works)),
        Segment("Lending", begin_lending, rule="5"),
        Each("", "power", lenders, Segment("Loans", lend, rule="5")),
        Segment("Initiative", determine_initiative, rule="6"),
        Segment("Action stage", begin_action_stage, rule="7"),
        impulses(
            Segment("Hidden units found", reveal_hidden, rule="22.10", when=lambda g: bool(g.hideouts)),
            Each("", "power", powers_in_hiding, Segment("Hidden units shown", show_units, rule="22.10")),
            Segment("Minor countries", begin_declarations, rule="9"),
            Each("", "power", cabinets, Segment("Wars and alignments", declare, rule="9.2")),
            before=hidden,
        ),
        Part(
            "End of turn",
            Segment("Partisans", raise_partisans, rule="13.1"),
            *hidden("the return to base"),
            *RETURN_TO_BASE,
            Segment("Minors invaded", note_invasions, rule="9.2"),
            Segment("Special additions", follow_cities, rule="4.1.2"),
            *PRODUCTION,
            Segment("Research", roll_research, rule="13.6.5"),
            Segment("Minor influence", influence_step, rule="13.6.11"),
            Segment("Hidden units sent away", reveal_hidden, rule="22.10", when=lambda g: bool(g.hideouts)),
            Segment("Peace", make_peace, rule="13.7"),
            Each("", "power", wreckers, Segment("Factory destruction", destroy_factories, rule="22.1")),
            Segment("Victory", check_victory, rule="13.8"),
            Segment("Next turn", next_turn, rule="3"),
        ),
    ),
)
SUPERGAME = (
    *OPENING,
    turns(
        Each("", "power", founders, Segment("Research sites", open_laboratories, rule="23.9")),
        Segment("Atomic bombs", withhold_bombs, rule="11.7.1", when=lambda g: g.options.atomic_bombs),
        declarations=(
            Segment("American countries", begin_declarations, rule="9"),
            Each("", "power", cabinets, Segment("American wars and alignments", declare, rule="9.2")),
        ),
        builds=(
            Segment("American minors invaded", note_invasions, rule="9.2"),
            Segment("Research", roll_research, rule="13.6.5"),
            Segment("Minor influence", influence_step, rule="13.6.11"),
        ),
        victory=Segment("Victory", check_end, rule="23.9"),
    ),
)
SEQUENCE = Part(
    "",
    When("America", lambda g: not g.whole_world, *AMERICAN_WAR),
    When("The world", lambda g: g.whole_world, *SUPERGAME),
)
