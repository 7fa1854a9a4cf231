"""3.10: the End Segment: surrender of minors (23.1), Eastern Front attrition (10.3.6), winter's second roll, gaps,
pockets, victory."""

from __future__ import annotations

from grognard.kernel.flow import Flow, GameOver, Outcome
from grognard.kernel.picks import one_of
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import HOUSED, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, GERMANY, INDEX, NATIONS, SIDES, USSR
from grognard.titles.tw.rules.affairs import airbase_unearned, ukraine_lost
from grognard.titles.tw.rules.airbases import french_aircraft_forward
from grognard.titles.tw.rules.alliances import stragglers
from grognard.titles.tw.rules.capitulation import surrender_phase
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.control import close_pockets, mark_pockets
from grognard.titles.tw.rules.defections import clear_finland
from grognard.titles.tw.rules.influence import clear_influence
from grognard.titles.tw.rules.italy import east_africa_campaign, salo_falls
from grognard.titles.tw.rules.national import bitterness_ends
from grognard.titles.tw.rules.outposts import outposts
from grognard.titles.tw.rules.partisans import free_bands
from grognard.titles.tw.rules.reserves import stand_down
from grognard.titles.tw.rules.stacking import enforce_stacking
from grognard.titles.tw.rules.surrender import armistice
from grognard.titles.tw.rules.units import deplete, ground_at, hex_sides, presence
from grognard.titles.tw.rules.weather import eastern_war, eastern_winter
from grognard.titles.tw.rules.western_surprise import undo_surprise
from grognard.titles.tw.rules.withdrawal import guests_leave
from grognard.titles.tw.state import FALL, FORTIFICATION, LLE, PLAIN, RLE, SLE, WINTER, Unit, War, turn_of
from grognard.titles.tw.subjects import Depletion

ATTRITION = {LLE: 1, RLE: 2, SLE: 3}  # 10.3.6, by the Soviet effort of this turn (TW-AMB-25)


@rule("3.10", "3.10.2")
def end_segment(g: War) -> Flow[None]:
    """The End Segment of a player turn"""
    stand_down(g)
    if g.side == AXIS:
        undo_surprise(g)
        yield from soviet_pressure(g)
        if g.season == WINTER:
            yield from second_winter(g)
    else:
        stragglers(g)
        yield from armistice(g)
        stalin_line(g)
        french_aircraft_forward(g)
        if g.campaign:
            surrender_phase(g)
            east_africa_campaign(g)
            salo_falls(g)
        if g.campaign and g.season == FALL:
            clear_influence(g)
    if g.campaign:
        if g.side == AXIS:
            airbase_unearned(g)
            clear_finland(g)
        ukraine_lost(g)
        free_bands(g)
        outposts(g)
        bitterness_ends(g)
    guests_leave(g)
    close_pockets(g)
    mark_pockets(g)
    close_gaps(g)
    disrepair(g)
    for side in (g.side, 1 - g.side):
        yield from enforce_stacking(g, side)


@rule("10.3.6")
def soviet_pressure(g: War) -> Flow[None]:
    """German units in the Soviet Union of 1939 are worn down by the Soviet effort"""
    count = ATTRITION.get(g.nations.effort[USSR], 0) if eastern_war(g) else 0
    if g.nations.side[USSR] != ALLIES or not count:
        return
    for n in range(count):
        found = worn_units(g, tanks=count == 3 and n == 0)
        if not found:
            continue
        act = one_of("deplete", "10.3.6", "Deplete {0}", Unit, found, "whole units beside Soviets go first, tanks once in an SLE")
        prompt = f"Attrition: deplete a unit ({count - n} left)"
        choice, _ = yield from menu(g, g.seat(AXIS), prompt, Depletion("10.3.6"), act, rule="10.3.6")
        deplete(g, choice.arg, "10.3.6")


@rule("10.3.6")
def worn_units(g: War, *, tanks: bool) -> list[int]:
    """German ARM, MECH and INF inside the Soviet Union of 1939: whole ones first, those beside Soviets first, pieces last."""
    kinds, nations = g.roster.kinds, g.roster.nations
    wanted = (Kind.ARM,) if tanks else (Kind.ARM, Kind.MECH, Kind.INF)
    found = [
        u
        for u, at in enumerate(g.units.at)
        if at >= 0 and nations[u] == GERMANY and kinds[u] in wanted and g.ground.ussr_1939[at]
    ]
    whole = [u for u in found if not g.units.parent[u]]
    found = whole or found
    fresh = [u for u in found if not g.units.depleted[u]]
    found = fresh or found
    there, steps = presence(g), g.ground.steps
    front = [u for u in found if any(there[b] & 2 for b in steps[g.units.at[u]])]
    return front or found


@rule("3.10.2", "26.1.1")
def second_winter(g: War) -> Flow[None]:
    """The second winter roll holds for the Soviet turn"""
    if eastern_war(g):
        yield from eastern_winter(g, planned=True)


@rule("9.6.2")
def close_gaps(g: War) -> None:
    """Breaches and Bridgeheads of two player turns ago are closed."""
    for s, (breach, head) in enumerate(zip(g.hexes.breach, g.hexes.bridgehead)):
        if breach != NOWHERE and breach <= g.player_turn:
            g.hexes[s].breach = NOWHERE
        if head != NOWHERE and head <= g.player_turn:
            g.hexes[s].bridgehead = NOWHERE


@rule("21.7.4")
def stalin_line(g: War) -> None:
    """The Soviet fortifications of the set-up of 1939 are gone by the end of Winter 1939."""
    if not g.campaign or g.turn != turn_of(1939, WINTER):
        return
    for s, (works, builder) in enumerate(zip(g.hexes.works, g.hexes.builder)):
        if works == FORTIFICATION and builder == USSR:
            g.hexes[s].works, g.hexes[s].builder, g.hexes[s].vacant = PLAIN, NOWHERE, 0


@rule("10.6.4")
def disrepair(g: War) -> None:
    """A fortification without INF, MOT, STA or PARA for a full turn falls down."""
    kinds = g.roster.kinds
    for s, works in enumerate(g.hexes.works):
        if works != FORTIFICATION or (g.campaign and g.hexes.builder[s] == USSR and g.turn <= turn_of(1939, WINTER)):
            continue  # 21.7.4: the Stalin Line stands empty
        hexagon = g.hexes[s]
        if any(kinds[u] in HOUSED for u in ground_at(g).get(s, ())):
            hexagon.vacant = 0
        else:
            hexagon.vacant += 1
            if hexagon.vacant >= 2:
                hexagon.works, hexagon.builder, hexagon.vacant = PLAIN, NOWHERE, 0


# --- victory ------------------------------------------------------------------------------------------------------------------


@rule("27.2.3")
def score(g: War) -> dict[str, float]:
    """Points of the objectives each side holds; those of neutrals count for nobody."""
    found = {"axis": 0.0, "allies": 0.0}
    for side, _, points in objectives_held(g):
        found[side] += points
    return found


def objectives_held(g: War) -> list[tuple[str, int, float]]:
    """The objectives that count: who holds them, where they are, their points."""
    sides = hex_sides(g)
    return [(SIDES[sides[s]], s, points) for s, points in g.points.items() if sides[s] in (AXIS, ALLIES)]


@rule("23.40", "27.2.3")
def conquest(g: War, nation: int, winner: str) -> dict[str, float]:
    """The points when a nation is out of the war: its objectives go to the winner, but not those of Vichy, nor cities of
    Eastern Poland he does not hold: these count for nobody (TW-AMB-78)."""
    found, held = score(g), hex_sides(g)
    for s, points in g.points.items():
        if g.ground.country[s] != NATIONS[nation].key:
            continue
        before, regions = SIDES[held[s]], g.ground.regions[s]
        lost = "vichy" in regions or ("eastern_poland" in regions and before != winner)
        if before in found:
            found[before] -= points
        if not lost:
            found[winner] += points
    return found


@rule("3.10.1", "3.10.3")
def victory(g: War) -> None:
    """At the end of the turn: has a side won, or is the scenario over?"""
    goal = g.title.goals(g)
    points = score(g)
    for nation in (INDEX[key] for key in goal.sudden):
        if g.nations[nation].surrendered:
            beaten = SIDES[g.nations.side[nation]]
            winner = "allies" if beaten == "axis" else "axis"
            points = conquest(g, nation, winner)
            raise GameOver(Outcome((winner,), f"{g.nations[nation].label} is out of the war", "3.10.3", points))
    if g.turn >= g.last_turn:
        axis = points["axis"]
        if axis >= goal.axis:
            raise GameOver(Outcome(("axis",), f"the Axis holds {axis:.0f} points of objectives", "3.10.3", points))
        if axis <= goal.allies:
            raise GameOver(Outcome(("allies",), f"the Axis holds only {axis:.0f} points of objectives", "3.10.3", points))
        raise GameOver(Outcome((), f"the Axis holds {axis:.0f} points of objectives", "3.10.3", points))
