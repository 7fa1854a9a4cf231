"""18.4: France asks for an armistice. What follows from it is in vichy.py; other Major Powers' rolls are in capitulation.py."""

from __future__ import annotations

from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.boons import boons
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, USA, USSR
from grognard.titles.tw.rules.control import surrender
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.rules.units import ground_at, hex_sides
from grognard.titles.tw.rules.vichy import fall_of_france
from grognard.titles.tw.rules.weather import eastern_war
from grognard.titles.tw.state import LOST, LOST_UNSUPPLIED, War

PARIS, SEDAN, LYONS, MARSEILLES = "paris", "sedan", "lyons", "marseilles"
NEEDED = 10
LOW_COUNTRIES = ("france", "netherlands", "belgium")


@rule("18.4")
def must_ask(g: War) -> bool:
    """Whether the Axis holds Paris or any other city of France."""
    if g.nations.side[FRANCE] == AXIS or g.nations.side[FRANCE] == 2 or g.nations.surrendered[FRANCE]:
        return False
    sides, ground = hex_sides(g), g.ground
    return any(ground.city[s] and ground.country[s] == "france" and sides[s] == AXIS for s in range(g.board.size))


@rule("18.4")
def armistice_modifiers(g: War) -> Modifiers:
    """What is added to the roll."""
    sides, ground, found = hex_sides(g), g.ground, Modifiers()

    def axis(token: str) -> bool:
        return sides[ground.named(token)] == AXIS

    conquered = [_conquered(g, key) for key in ("belgium", "netherlands")]
    found.add("Belgium and the Netherlands lost", int(all(conquered)), "18.4")
    maginot = [s for s in range(g.board.size) if "maginot_line" in ground.regions[s]]
    found.add("Maginot Line breached", 2 * int(any(sides[s] == AXIS for s in maginot)), "18.4")
    kinds, nations = g.roster.kinds, g.roster.nations
    near = any(
        nations[u] == GERMANY and kinds[u] in (Kind.ARM, Kind.MECH, Kind.INF)
        for b in ground.steps[ground.named(PARIS)]
        for u in ground_at(g).get(b, ())
    )
    found.add("Germans beside Paris", int(near), "18.4")
    for name, token, worth in (("Paris", PARIS, 3), ("Sedan", SEDAN, 1), ("Lyons", LYONS, 1), ("Marseilles", MARSEILLES, 1)):
        found.add(f"{name} lost", worth * int(axis(token)), "18.4")
    found.add("Italy at war", int(g.nations.side[ITALY] == AXIS), "18.4")
    unbuilt = sum([
        unit_price(g, u)
        for u, pool in enumerate(g.units.pool)
        if pool in (LOST, LOST_UNSUPPLIED) and nations[u] == FRANCE and kinds[u] <= Kind.NAC
    ])
    found.add("French losses", unbuilt // 50, "18.4")
    worn = any(nations[u] == FRANCE and kinds[u] == Kind.FLEET and g.units.depleted[u] for u in range(len(g.units)))
    found.add("damaged French Fleets", int(worn), "18.4")
    found.add("Variants", boons(g, "french"), "28.0")
    found.add("no British blood", int(not g.british_losses), "18.4")
    found.add("Soviet Union at war", -3 * int(eastern_war(g) and g.nations.side[USSR] != 2), "18.4")
    found.add("United States at war", -3 * int(g.nations.side[USA] != 2), "18.4")
    strengths = g.roster.strengths
    british = sum([
        strengths[u]
        for u, at in enumerate(g.units.at)
        if at >= 0 and nations[u] == BRITAIN and kinds[u] <= Kind.PART and ground.country[at] in LOW_COUNTRIES
    ])
    found.add("British army in the field", -2 * int(british >= 10), "18.4")
    return found


def _conquered(g: War, key: str) -> bool:
    return bool(g.nations.surrendered[INDEX[key]])


@rule("18.4", "18.3")
def armistice(g: War) -> Flow[None]:
    """In the Allied End Segment: France rolls, and surrenders on 10 or more"""
    if not must_ask(g):
        return
    modifiers = armistice_modifiers(g)
    roll = g.roll(D10, f"France asks for terms, {modifiers}", "18.4")
    if roll + modifiers.total >= NEEDED:
        if g.campaign:
            yield from fall_of_france(g)
        else:
            surrender(g, FRANCE)
    else:
        g.say("France fights on", rule="18.4")
