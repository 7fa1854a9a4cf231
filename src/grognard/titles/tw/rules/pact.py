"""16.5: the Nazi-Soviet Pact while it holds: the Baltic States and Eastern Poland for the Soviets, and their tribute.
Border wars over Karelia and Bessarabia are in border_wars.py, declarations of war under the Pact in declarations.py."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import AXIS, GERMANY, INDEX, NEUTRAL, USSR
from grognard.titles.tw.rules.control import surrender
from grognard.titles.tw.rules.money import gain, region_power, share
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import SPRING, War

BALTIC = ("estonia", "latvia", "lithuania")
EASTERN_POLAND = "eastern_poland"
CLAIMS = (EASTERN_POLAND, *BALTIC)


@rule("16.5", "6.3.1")
def pact_holds(g: War) -> bool:
    """Germany and the Soviets are at peace and both in being."""
    out = g.nations.surrendered
    return g.barbarossa < 0 and g.nations.side[USSR] == NEUTRAL and not out[USSR] and not out[GERMANY]


def claimed_hexes(g: War, territory: str) -> list[int]:
    """Hexes of a territory that the Soviets would take: not their own, and none that the Axis holds."""
    sides, holder = hex_sides(g), g.hexes.holder
    if territory in BALTIC:
        found = [s for s in g.ground.homeland.get(territory, ()) if holder[s] == INDEX[territory]]
    else:
        found = [s for s, words in enumerate(g.ground.regions) if territory in words and g.ground.land[s]]
    return [s for s in found if holder[s] != USSR and sides[s] != AXIS]


@rule("16.5", "23.20", "23.31", "23.33")
def may_claim(g: War, power: int, territory: str) -> No | None:
    """Whether the Soviets can take what the Pact gives them: once Poland is out, without a declaration (TW-AMB-100)."""
    if power != USSR or territory not in CLAIMS:
        return No("16.5", "the Pact gives the Soviets the Baltic States and Eastern Poland")
    if not pact_holds(g):
        return No("16.5", "the Pact does not hold")
    if not g.nations.surrendered[INDEX["poland"]]:
        return No("16.5", "not before Poland is conquered")
    return None if claimed_hexes(g, territory) else No("16.5", "there is nothing left to take")


def claim(g: War, territory: str) -> None:
    """The Soviets march in and have the value of the territory, by the season."""
    for s in claimed_hexes(g, territory):
        g.hexes[s].holder = USSR
    g.say("{} occupies {}", g.nations[USSR], territory.replace("_", " ").title(), rule="16.5")
    if territory in BALTIC:
        surrender(g, INDEX[territory])
    elif region_power(g, territory) == USSR:
        gain(g, USSR, share(g, campaign_of(g).conquests[territory]), "Eastern Poland", "16.5")


@rule("16.5")
def tribute(g: War) -> None:
    """Each Spring of the Pact the Soviets give Germany 12 NARFs."""
    if g.season == SPRING and g.turn != g.first_turn and pact_holds(g):
        narfs = campaign_of(g).value("ussr", "pact_tribute")
        gain(g, USSR, -narfs, "under the Pact", "16.5")
        gain(g, GERMANY, narfs, "under the Pact", "16.5")
