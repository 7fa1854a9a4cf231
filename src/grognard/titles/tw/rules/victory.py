"""27: victory in the whole war: sudden death, surrenders, survival, and the levels of objectives for several players."""

from __future__ import annotations

from grognard.kernel.flow import GameOver, Outcome
from grognard.kernel.rules import rule
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, MAJORS, NEUTRAL, SIDES, USA, USSR
from grognard.titles.tw.rules.capitulation import america_leaves
from grognard.titles.tw.rules.grants import aid_duties
from grognard.titles.tw.rules.money import power_of
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import SUMMER, WINTER, War, turn_of

PARIS, ROME, BERLIN = "paris", "rome", "berlin"
PRIZES = ("moscow", "leningrad", "stalingrad", "london", "gibraltar", "suez", "baku")
NEEDED = 3
LAST = turn_of(1945, SUMMER)
CORSICA, TUNISIA, DARDANELLES = "corsica", "tunisia", ("2818", "2819")
LEVELS = {  # 27.1: objectives for a marginal, tactical and decisive victory (TW-AMB-30)
    "allies": (15, 18, 20),
    FRANCE: (1, 2, 3),
    GERMANY: (6, 7, 8),
    ITALY: (4, 5, 6),
    USSR: (16, 17, 18),
}
LEVEL_NAMES = ("stalemate", "marginal victory", "tactical victory", "decisive victory")


@rule("27.2", "27.2.1", "27.2.2", "27.2.3")
def objectives(g: War, power: int) -> int:
    """Objectives a power holds, itself or by its Satellites; those of neutral countries count for nobody."""
    held = 0
    for s, yes in enumerate(g.ground.objective):
        holder = g.hexes.holder[s]
        if yes and holder >= 0 and g.nations.side[holder] != NEUTRAL and power_of(g, holder) == power:
            held += 1
    if power == ITALY:
        for region in (CORSICA, TUNISIA):
            hexes = [s for s in range(g.board.size) if _in(g, s, region)]
            held += int(bool(hexes) and all(power_of(g, g.hexes.holder[s]) == ITALY for s in hexes))
    if power == USSR:
        held += int(all(power_of(g, g.hexes.holder[g.ground.named(h)]) == USSR for h in DARDANELLES))
    return held


def _in(g: War, space: int, region: str) -> bool:
    return g.ground.land[space] and (region in g.ground.regions[space] or g.ground.country[space] == region)


@rule("27.1")
def level(g: War, power: int) -> int:
    """0 stalemate to 3 decisive, by the objectives of a power; Britain and America count together."""
    held = objectives(g, power)
    if power in (BRITAIN, USA):
        held = objectives(g, BRITAIN) + objectives(g, USA)
        return sum([held >= need for need in LEVELS["allies"]])
    return sum([held >= need for need in LEVELS[power]])


@rule("27.1")
def campaign_outcome(g: War) -> Outcome | None:
    """Whether the war is decided at the end of an Allied player turn."""
    sides, named = hex_sides(g), g.ground.named
    scores = {SIDES[side]: float(sum([objectives(g, n) for n in MAJORS if g.nations.side[n] == side])) for side in (AXIS, ALLIES)}

    def held(name: str, side: int) -> bool:
        return sides[named(name)] == side

    gone = [n for n in (FRANCE, BRITAIN, USSR) if g.nations.surrendered[n]]
    if g.nations.surrendered[GERMANY]:
        if g.turn >= LAST:
            # TW-AMB-197
            return Outcome((), "Germany surrenders in Summer 1945: a draw", "27.1", scores)
        word = "decisive" if g.turn < turn_of(1944, WINTER) else "tactical"
        return Outcome(("allies",), f"Germany has surrendered: a {word} victory", "20.4", scores)
    if len(gone) >= 2:
        word = "decisive" if len(gone) == 3 else "tactical"
        return Outcome(("axis",), f"{len(gone)} great powers have surrendered: a {word} victory", "27.1", scores)
    if america_leaves(g):
        return Outcome(("axis",), "America withdraws from the war", "22.2", scores)
    if held(PARIS, AXIS) and sum([held(name, AXIS) for name in PRIZES]) >= NEEDED:
        return Outcome(("axis",), "the Axis holds Paris and three of the great prizes", "27.1", scores)
    if g.turn < LAST and held(ROME, ALLIES) and held(BERLIN, ALLIES):
        return Outcome(("allies",), "Rome and Berlin are Allied", "27.1", scores)
    if g.turn >= g.last_turn:
        return Outcome(("axis",), "Germany has not surrendered by Summer 1945: a marginal victory", "27.1", scores)
    return None


@rule("27.1")
def standings(g: War) -> dict[str, int]:
    """By seat the level of its powers' objectives, the best of them; a power that has surrendered has none (TW-AMB-192)."""
    found: dict[str, int] = {}
    for n in MAJORS:
        reached = -1 if g.nations.surrendered[n] else level(g, n)
        found[g.seat_of(n)] = max(found.get(g.seat_of(n), -1), reached)
    return found


@rule("27.1")
def each_for_himself(g: War, decided: Outcome) -> Outcome:
    """The war is over and every player counts alone: the highest level of victory wins, stalemates are a draw."""
    found = standings(g)
    top = max(found.values())
    first = [seat for seat, reached in found.items() if reached == top] if top > 0 else []
    words = {seat: LEVEL_NAMES[reached] if reached >= 0 else "out of the war" for seat, reached in found.items()}
    told = "; ".join([f"{g.nations[INDEX[seat]].label}: {word}" for seat, word in words.items()])
    sides = {g.side_of(seat) for seat in first}
    winners = tuple([SIDES[side] for side in (AXIS, ALLIES) if side in sides])
    return Outcome(winners, f"{decided.reason}. {told}", "27.1", decided.scores)


@rule("27.1", "3.10.3", "14.8.2")
def campaign_victory(g: War) -> None:
    """At the end of the turn: aid that was owed, then whether the war is decided"""
    aid_duties(g)
    found = campaign_outcome(g)
    if found is not None:
        raise GameOver(each_for_himself(g, found) if g.division and g.options.separate_victory else found)


def held_by_each(g: War) -> list[tuple[int, int, str]]:
    """(power, objectives, level in words) for the country cards."""
    return [(n, objectives(g, n), LEVEL_NAMES[level(g, n)]) for n in (GERMANY, ITALY, FRANCE, BRITAIN, USSR)]
