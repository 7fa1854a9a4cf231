"""8: the sequence of play as a tree."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.kernel.sequence import Each, Part, Segment, When
from grognard.titles.awaw.nations import ALLIES, AXIS, BORDER, GERMANY, MAJORS, ORDER, PLAYER_TURNS
from grognard.titles.awaw.rules.air import counterair_missions, defensive_air
from grognard.titles.awaw.rules.airdrops import airdrops
from grognard.titles.awaw.rules.airsea import interception
from grognard.titles.awaw.rules.areas import scorched_earth
from grognard.titles.awaw.rules.atomic import atomic_production
from grognard.titles.awaw.rules.attrition import attrition
from grognard.titles.awaw.rules.combat import announce, begin_combat, resolve
from grognard.titles.awaw.rules.construction import construction
from grognard.titles.awaw.rules.dates import historical
from grognard.titles.awaw.rules.deployment import DEPLOYED, deployment
from grognard.titles.awaw.rules.diplomacy import PLACED, allot_points, diplomacy
from grognard.titles.awaw.rules.elections import election
from grognard.titles.awaw.rules.end import begin_turn, end_turn, post_combat, victory
from grognard.titles.awaw.rules.exploitation import broken_through, end_exploitation, exploit, placement
from grognard.titles.awaw.rules.far_lands import declarations
from grognard.titles.awaw.rules.grants import grants
from grognard.titles.awaw.rules.history import history
from grognard.titles.awaw.rules.intelligence import secret_war
from grognard.titles.awaw.rules.landing import naval_missions, ships_return
from grognard.titles.awaw.rules.mobilization import mobilizations
from grognard.titles.awaw.rules.movement import movement
from grognard.titles.awaw.rules.oil import oil, oil_shipments
from grognard.titles.awaw.rules.raiders import raiding, refit
from grognard.titles.awaw.rules.redeployment import redeployment
from grognard.titles.awaw.rules.research import research
from grognard.titles.awaw.rules.sky_war import strategic_bombing
from grognard.titles.awaw.rules.strategic import home_again, pay_shortage, submarine_warfare
from grognard.titles.awaw.rules.surrender import surrenders
from grognard.titles.awaw.rules.tension import garrisons, tensions
from grognard.titles.awaw.rules.trade import yearly_trade
from grognard.titles.awaw.rules.units import other, unit_sides
from grognard.titles.awaw.rules.yearstart import year_start
from grognard.titles.awaw.state import SPRING, World


@rule("8.12", "8.13", "7.214")
def movers(g: World) -> list[int]:
    """Powers of the moving side in the order of ours 0.4; Germany moves the countries that fight a Russia at peace with it."""
    if g.side == BORDER:
        return [GERMANY] if any(unit_sides(g)[u] == BORDER and g.units.at[u] >= 0 for u in range(len(g.units))) else []
    order = ORDER.get(g.side, MAJORS)
    return [n for n in order if g.side in (g.nations.side[n], g.nations.east[n] if g.both_boards else g.nations.side[n])
            and not g.nations.surrendered[n]]  # fmt: skip


def deciders(g: World) -> list[int]:
    """Powers that may declare war now."""
    return [n for n in movers(g) if g.sheet.whole and g.seated(n) and g.side != BORDER]


@rule("8.1", "8.12", "8.13")
def player_turns(g: World) -> list[int]:
    """The Axis, then the Allies; a power at war with nobody has its turn before that of the side it belongs to."""
    if not g.sheet.whole:
        return [AXIS, ALLIES]
    found = {*g.nations.side, *(g.nations.east if g.both_boards else ())}
    return [side for side in PLAYER_TURNS if side in (AXIS, ALLIES) or side in found]


def fights(g: World) -> bool:
    """Whether the side that moves has an enemy on the boards."""
    return on_land(g) and other(g.side) >= 0


def on_land(g: World) -> bool:
    """Whether armies fight in this scenario."""
    return g.sheet.war == "land"


def at_sea(g: World) -> bool:
    """Whether submarines fight in this scenario."""
    return g.sheet.war == "strategic" or g.sheet.whole


def hunts(g: World) -> bool:
    """Whether submarines of the moving side may be at sea: those of the Axis, in a campaign of the Allies too."""
    return at_sea(g) and (g.side == AXIS or (g.side == ALLIES and g.sheet.whole))


def has_fleets(g: World) -> bool:
    """Whether ships sail on the boards of this scenario."""
    return bool(g.sheet.fleets)


def researches(g: World) -> bool:
    return (g.sheet.rp_a_year > 0 or g.sheet.whole) and not historical(g)


def year_begins(g: World) -> bool:
    """7.33, ours 49.2: points are placed at the set-up and at every year start."""
    return g.sheet.whole and not historical(g) and (g.season == SPRING or not g.booked.get(PLACED, 0))


SEQUENCE = Part(
    "",
    Each(
        "Turn",
        "turn",
        lambda g: range(g.turn, g.last_turn + 1),
        Segment("Set-up", deployment, rule="7.213", when=lambda g: g.sheet.whole and not g.booked.get(DEPLOYED, 0)),
        Segment("Year start", year_start, rule="8.3", when=lambda g: g.sheet.whole and g.season == SPRING),
        Segment("Trade", yearly_trade, rule="ours 38.1", when=lambda g: g.sheet.whole and g.season == SPRING),
        Segment("Diplomatic points", allot_points, rule="7.33", when=year_begins),
        Segment("Tensions", tensions, rule="ours 49.81", when=lambda g: g.sheet.whole),
        Segment("History", history, rule="ours V.9", when=historical),
        Segment("Mobilization", mobilizations, rule="ours 36.1", when=lambda g: g.sheet.whole),
        Segment("Research", research, rule="8.11", when=researches),
        Segment("Election", election, rule="ours 62.1", when=lambda g: g.sheet.whole and g.season == SPRING),
        Segment("Atomic plants", atomic_production, rule="ours 43.1", when=lambda g: g.sheet.whole),
        Segment("Intelligence", secret_war, rule="ours 44.2", when=lambda g: g.sheet.whole and not historical(g)),
        Each(
            "Player turn",
            "side",
            player_turns,
            Segment("Diplomacy", diplomacy, rule="8.22", when=lambda g: g.sheet.whole),
            Each("", "mover", deciders, Segment("Declarations of war", declarations, rule="8.23")),
            Segment("Beginning", begin_turn, rule="8.24"),
            When("", lambda g: g.sheet.whole, Each("", "mover", movers, Segment("Oil", oil, rule="ours 33.4"))),
            When("", lambda g: g.sheet.whole, Each("", "mover", movers, Segment("Grants", grants, rule="ours 40.1"))),
            When("", on_land, Each("", "mover", movers, Segment("Movement", movement, rule="8.24"))),
            Segment("Strategic warfare", submarine_warfare, rule="ours 24.6", when=hunts),
            Segment("Raiders", raiding, rule="ours 21.53", when=hunts),
            When(
                "Combat",
                fights,
                Segment("Combat begins", begin_combat, rule="8.25"),
                Segment("Strategic bombing", strategic_bombing, rule="ours 26.2", when=lambda g: g.sheet.whole),
                Each("", "mover", movers, Segment("Counterair", counterair_missions, rule="9.22")),
                Each(
                    "",
                    "mover",
                    movers,
                    Segment("Naval missions", naval_missions, rule="9.32", when=has_fleets),
                ),
                Segment("Defensive air", defensive_air, rule="ours 18.61"),
                Each("", "mover", movers, Segment("Interception", interception, rule="ours 18.56")),
                Each("", "mover", movers, Segment("Announcement", announce, rule="9.58")),
                Each("", "mover", movers, Segment("Airdrops", airdrops, rule="ours 10.53")),
                Segment("Attacks", resolve, rule="ours 15.11"),
                Segment("Ships return", ships_return, rule="ours 15.13", when=lambda g: bool(g.sheet.fleets)),
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
            Segment("Scorched earth", scorched_earth, rule="ours 35.8", when=lambda g: g.sheet.whole),
            Segment("Post-combat adjustments", post_combat, rule="8.26"),
            When("", lambda g: g.sheet.whole, Each("", "mover", movers, Segment("Oil shipments", oil_shipments, rule="8.26"))),
            When("", lambda g: g.sheet.whole, Each("", "mover", movers, Segment("Grants after combat", grants, rule="8.26"))),
            Each("", "mover", movers, Segment("Construction", construction, rule="8.27")),
            Segment("Convoys", pay_shortage, rule="ours 25.4", when=at_sea),
            When("", on_land, Each("", "mover", movers, Segment("Redeployment", redeployment, rule="8.28"))),
            Segment("Garrisons", garrisons, rule="ours 50.7", when=lambda g: g.sheet.whole),
            Segment("Refit", refit, rule="ours 27.74", when=at_sea),
            Segment("Submarines come out", home_again, rule="ours 25.21", when=at_sea),
            Segment("End of turn", end_turn, rule="8.29"),
            Segment("Surrenders", surrenders, rule="ours 54.1", when=lambda g: g.sheet.whole),
        ),
        Segment("Victory", victory, rule="7.215"),
    ),
)
