"""13: the end of the turn as far as nobody negotiates: the victory of short scenarios (their own rules), and the next turn."""

from __future__ import annotations

from grognard.kernel.flow import GameOver, Outcome
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import ALLIES, AXIS, POWERS, SIDE_OF_POWER, SIDES
from grognard.titles.wif.rules.annals_of_war import note_year
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.rules.victory import check_objectives, held, side_totals
from grognard.titles.wif.state import War


def scores(g: War) -> dict[str, float]:
    """Victory points of both sides so far."""
    goal = g.campaign.frame.victory
    if goal.scored_by == "objectives":
        return side_totals(g)
    sides = sides_by_hex(g)
    held = [sum(n for s, n in g.points.items() if sides[s] == side) for side in (AXIS, ALLIES)]
    sunk = [sum(g.powers.score[p] for p in range(3)) / 10, sum(g.powers.score[p] for p in range(3, 8)) / 10]
    if goal.scored_by == "gains":
        return {SIDES[AXIS]: _gains(g, AXIS) + sunk[AXIS], SIDES[ALLIES]: _gains(g, ALLIES) + sunk[ALLIES]}
    start = sum(n for s, n in g.points.items() if s in g.held_at_start)
    return {SIDES[AXIS]: held[AXIS] - start, SIDES[ALLIES]: float(held[ALLIES])}


def score_sources(g: War) -> list[tuple[int, str, float]]:
    """What the points of `scores` are made of: the side, for what, how many."""
    goal = g.campaign.frame.victory
    if goal.scored_by == "objectives":
        return [(SIDE_OF_POWER[p], f"Objectives of {POWERS[p]}", float(n)) for p, n in held(g).items() if n]
    sides = sides_by_hex(g)
    ours = [(s, float(n)) for s, n in g.points.items() if sides[s] in (AXIS, ALLIES)]
    places = [(sides[s], g.board.label(s), n, s in g.held_at_start) for s, n in ours]
    if goal.scored_by == "gains":
        sunk = [(AXIS, sum(g.powers.score[p] for p in range(3)) / 10), (ALLIES, sum(g.powers.score[p] for p in range(3, 8)) / 10)]
        found = [(side, name, n) for side, name, n, old in places if old != (side == AXIS)]
        return found + [(side, "Losses of the enemy", n) for side, n in sunk if n]
    start = float(sum(n for s, n in g.points.items() if s in g.held_at_start))
    return [(side, name, n) for side, name, n, _ in places] + ([(AXIS, "Held at the start", -start)] if start else [])


def _gains(g: War, side: int) -> float:
    """Points of places a side holds that it did not hold at the start."""
    sides = sides_by_hex(g)
    return float(sum(n for s, n in g.points.items() if sides[s] == side and (s in g.held_at_start) != (side == AXIS)))


@rule("13.9")
def check_victory(g: War) -> None:
    """After the last turn the points decide; in a campaign the great cities may earlier"""
    if g.campaign.frame.victory.scored_by == "objectives":
        check_objectives(g)
        return
    if g.turn < g.last_turn:
        return
    goal, found = g.campaign.frame.victory, scores(g)
    if goal.scored_by == "gains":
        lead = found["axis"] - found["allies"]
        level = next((name for name, least in goal.levels.items() if abs(lead) >= least), "draw")
        winners = () if level == "draw" else (SIDES[AXIS] if lead > 0 else SIDES[ALLIES],)
        raise GameOver(Outcome(winners, f"{level}: the Axis leads by {lead:g}", "13.9", found))
    level = next(name for name, least in goal.levels.items() if found["axis"] >= least or least == min(goal.levels.values()))
    winners = () if level == "draw" else (SIDES[AXIS],) if "Axis" in level else (SIDES[ALLIES],)
    raise GameOver(Outcome(winners, f"{level}: the Axis scores {found['axis']:g}", "13.9", found))


@rule("3", "11.7")
def next_turn(g: War) -> None:
    """The turn marker moves on; what bombers did to factories and oil is mended"""
    for space, (bombed, oil) in enumerate(zip(g.hexes.bombed, g.hexes.oil_lost)):
        if bombed or oil:
            g.hexes[space].bombed = g.hexes[space].oil_lost = 0
    for power in playing(g):
        g.powers[power].invaded = 0
    g.turn += 1
    note_year(g)
