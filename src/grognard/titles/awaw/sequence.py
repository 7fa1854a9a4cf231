"""8: the sequence of play as a tree. Research, diplomacy, declarations of war and naval steps are still to come."""

from __future__ import annotations

from grognard.kernel.flow import Each, Part, Segment, When
from grognard.kernel.rules import rule
from grognard.titles.awaw.nations import ALLIES, AXIS, ORDER
from grognard.titles.awaw.rules.air import counterair_missions, defensive_air, interception
from grognard.titles.awaw.rules.attrition import attrition
from grognard.titles.awaw.rules.combat import announce, begin_combat, resolve
from grognard.titles.awaw.rules.construction import construction
from grognard.titles.awaw.rules.end import begin_turn, end_turn, post_combat, victory
from grognard.titles.awaw.rules.exploitation import broken_through, end_exploitation, exploit, placement
from grognard.titles.awaw.rules.movement import movement
from grognard.titles.awaw.rules.raiders import raiding, refit
from grognard.titles.awaw.rules.redeployment import redeployment
from grognard.titles.awaw.rules.research import research
from grognard.titles.awaw.rules.strategic import home_again, pay_shortage, submarine_warfare
from grognard.titles.awaw.state import World


@rule("8.12", "8.13", "7.214")
def movers(g: World) -> list[int]:
    """Powers of the moving side in the order of ours 0.4."""
    return [n for n in ORDER[g.side] if g.nations.side[n] == g.side and not g.nations.surrendered[n]]


def on_land(g: World) -> bool:
    """Whether armies fight in this scenario."""
    return g.sheet.war == "land"


def at_sea(g: World) -> bool:
    """Whether submarines fight in this scenario."""
    return g.sheet.war == "strategic" or g.sheet.whole


def researches(g: World) -> bool:
    return g.sheet.rp_a_year > 0


SEQUENCE = Part(
    "",
    Each(
        "Turn",
        "turn",
        lambda g: range(g.turn, g.last_turn + 1),
        Segment("Research", research, rule="8.11", when=researches),
        Each(
            "Player turn",
            "side",
            lambda g: (AXIS, ALLIES),
            Segment("Beginning", begin_turn, rule="8.24"),
            When("", on_land, Each("", "mover", movers, Segment("Movement", movement, rule="8.24"))),
            Segment("Strategic warfare", submarine_warfare, rule="ours 24.6", when=lambda g: at_sea(g) and g.side == AXIS),
            Segment("Raiders", raiding, rule="ours 21.53", when=lambda g: at_sea(g) and g.side == AXIS),
            When(
                "Combat",
                on_land,
                Segment("Combat begins", begin_combat, rule="8.25"),
                Each("", "mover", movers, Segment("Counterair", counterair_missions, rule="9.22")),
                Segment("Defensive air", defensive_air, rule="ours 18.61"),
                Each("", "mover", movers, Segment("Interception", interception, rule="ours 18.56")),
                Each("", "mover", movers, Segment("Announcement", announce, rule="9.58")),
                Segment("Attacks", resolve, rule="ours 15.11"),
                When(
                    "Exploitation",
                    broken_through,
                    Each("", "mover", movers, Segment("Breakthrough", placement, rule="ours 16.2")),
                    Each("", "mover", movers, Segment("Exploitation movement", exploit, rule="ours 16.3")),
                    Segment("Defensive air again", defensive_air, rule="ours 18.61"),
                    Each("", "mover", movers, Segment("Exploitation attacks", announce, rule="ours 16.4")),
                    Segment("Exploitation combat", resolve, rule="ours 16.4"),
                    Segment("End of exploitation", end_exploitation, rule="ours 16.5"),
                ),
                Each("", "mover", movers, Segment("Attrition", attrition, rule="9.61")),
            ),
            Segment("Post-combat adjustments", post_combat, rule="8.26"),
            Each("", "mover", movers, Segment("Construction", construction, rule="8.27")),
            Segment("Convoys", pay_shortage, rule="ours 25.4", when=at_sea),
            When("", on_land, Each("", "mover", movers, Segment("Redeployment", redeployment, rule="8.28"))),
            Segment("Refit", refit, rule="ours 27.74", when=at_sea),
            Segment("Submarines come out", home_again, rule="ours 25.21", when=at_sea),
            Segment("End of turn", end_turn, rule="8.29"),
        ),
        Segment("Victory", victory, rule="7.215"),
    ),
)
