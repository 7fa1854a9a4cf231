"""Chapter 3 and the end of the game (2.1): cities, losses, variable end, sudden death. Objectives are objectives.py."""

from __future__ import annotations

from grognard.kernel.dice import D12
from grognard.kernel.flow import GameOver, Outcome
from grognard.kernel.purposes import aim
from grognard.kernel.rules import rule
from grognard.titles.gw36.powers import ALLIANCES, MAJORS, NATION, NATIONS, PLAYED, SURRENDERED
from grognard.titles.gw36.rules import objectives
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.nations import alive, at_war, home_zones
from grognard.titles.gw36.rules.seats import seat_number
from grognard.titles.gw36.state import War


@rule("3.1", "3.2", "3.3", "3.4")
def points(g: War) -> list[int]:
    """Victory points by alliance: objective cities, national objectives, less losses."""
    score = [0, 0, 0, 0]
    for row in g.facts.objective_cities:
        owner = g.zones.owner[g.board.space(row.city)]
        if owner >= 0:
            score[g.nations.alliance[owner]] += row.points
    for nation in range(PLAYED):
        alliance = g.nations.alliance[nation]
        score[alliance] -= losses(g, nation)
        if g.options.national_objectives and alive(g, nation):  # who surrendered scores nothing (GW36-AMB-112)
            score[alliance] += objectives.scored(g, nation)
    return score


@rule("3.3")
def losses(g: War, nation: int) -> int:
    """Home Country zones worth an IPP or more that an enemy possesses."""
    value, owner = g.board.ints("ipp"), g.zones.owner
    if NATIONS[nation] in ("kmt", "ccp"):
        # GW36-AMB-45
        zones = [z for z in home_zones(g, nation) if g.board.column("owner_1936")[z] == NATIONS[nation]]
    else:
        zones = list(home_zones(g, nation))
    return sum([1 for z in zones if value[z] and enemy_held(g, nation, owner[z])])


@rule("3.3", "2.1")
def enemy_held(g: War, nation: int, owner: int) -> bool:
    """Whether a possessor is an enemy: at war with the nation, or for one that surrendered any power outside its alliance."""
    if owner < 0:
        return False
    if g.nations.status[nation] == SURRENDERED:  # GW36-AMB-112
        return owner < PLAYED and g.nations.alliance[owner] != g.nations.alliance[nation]
    return at_war(g, nation, owner)


@rule("2.1", "3.5")
def check_end(g: War) -> None:
    """The game ends after the last turn, by the die with the variable end; a tie at the top plays on."""
    if g.options.variable_end:
        if not g.events.get(TIED) and not _rolled_end(g):
            return
    elif g.turn + 1 < g.last:
        return
    score = points(g)
    best = max(score[1:])
    winners = [n for n in range(1, 4) if score[n] == best]
    if len(winners) > 1:
        g.say("A tie: another turn is played", rule="3.5")
        g.events[TIED] = 1  # it ends one turn later, without a roll
        if g.turn + 1 < g.last + 12:  # GW36-AMB-43
            return
    finish(g, score, winners)


TIED = -4000  # a number in g.events: the end has come, and nobody had won


@rule("2.1")
def _rolled_end(g: War) -> bool:
    """The variable end: a D12 from July 1944 (table, GW36-AMB-10), easier for each enemy-possessed capital of a Major Power."""
    today = date(g)
    rows = [row for row in g.facts.variable_end if row.turn <= today]
    if not rows:
        return False
    lost = sum([
        1
        for n in MAJORS
        if (capital := g.facts.nations[NATIONS[n]].capital)
        and NATIONS[n] not in ("fec", "anzac")
        and enemy_held(g, n, g.zones.owner[g.board.space(capital)])
    ])
    needed = rows[-1].ends_on + lost
    return g.roll(D12, f"the war ends on {needed} or less", "2.1", aim=aim(g, most=needed)) <= needed


def finish(g: War, score: list[int], winners: list[int]) -> None:
    names = [ALLIANCES[n] for n in winners] if len(winners) == 1 else []
    if names and seat_number(g, NATION["ussr"]) == seat_number(g, NATION["great_britain"]) and names[0] != "axis":
        names = ["allies", "comintern"]  # two players: one commands both alliances (2.3)
    scores = {ALLIANCES[n]: float(score[n]) for n in range(1, 4)}
    raise GameOver(Outcome(tuple(names), f"the war ends in {date(g)}", "3.1", scores))
