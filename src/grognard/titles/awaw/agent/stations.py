"""What a place is worth to a ground unit or an air wing, attacking or defending."""

from __future__ import annotations

from grognard.titles.awaw.agent.landings import staging, worth_an_army
from grognard.titles.awaw.agent.view import View, worth
from grognard.titles.awaw.designs import LINE, Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import FRANCE, WESTERN
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, factors, held_by, patron, troops
from grognard.titles.awaw.state import FALL, World

INTO_FRANCE = 25.0  # what a place in France is worth when numbers there end the war
OVER_THE_BEACHES = 1.5  # a beach of the enemy in the range of aircraft that wait for a landing
PREPARED = 4  # winter preparation of an army that need not leave the line


def ground_station(view: View, u: int, space: int, careful: bool, led: bool = False) -> float:
    """The value of a hex for a ground unit. `careful`: reckon with supply, gaps and reserves; greedy does not. `led`: the way
    there is free of enemy zones, so that supply follows it."""
    return _forward(view, u, space, careful, led) if view.bold_at(space) else _guard(view, u, space, careful, led)


def post(view: View, u: int, space: int) -> float:
    """The value of a hex for a unit with orders to hold another: how near it is."""
    goal = view.garrison[u]
    return 12.0 if space == goal else -float(view.g.board.distance(space, goal) or 99)


def frost_comes(g: World, u: int) -> bool:
    """Fall in the east, and the army of this unit is not ready for the winter (ours 34.41)."""
    east = g.ground.front[g.units.at[u]] == FRONT["eastern"]
    return g.season == FALL and east and g.nations.prep[NATION[g.units.design[u]]] < PREPARED


def winter_quarters(view: View, u: int, space: int) -> float:
    """Before the frost armor stands behind the line and infantry in cities."""
    if KIND[view.g.units.design[u]] == Kind.ARM:
        return -10.0 if view.enemy[space] <= 1 else 2.0 if view.enemy[space] <= 3 else 0.0
    return 4.0 if view.g.ground.city[space] else 0.0


def _forward(view: View, u: int, space: int, careful: bool, led: bool) -> float:
    """On the attack: towards what the enemy holds, beside those who can be beaten."""
    g = view.g
    near = view.enemy[space]
    found = 1.4 * view.goals[space] + 0.5 * worth(g, space)
    if near == 1:
        weakest = min((_toughness(view, o) for o, _ in g.ground.ways[space] if view.stands.get(o) == view.foe), default=99.0)
        found += 6.0 - min(4.0, 0.25 * weakest)
    else:
        found -= 0.9 * min(near, 8)
    if careful:
        if view.finishing and g.ground.country[space] == FRANCE:
            found += INTO_FRANCE
        if not (led or view.feeds(space)):
            found -= 25.0
        anxious = 1.2 if g.sheet.whole else 0.6  # in a campaign the enemy may come round the flank
        found += anxious * view.keeps[space] if KIND[g.units.design[u]] not in (Kind.ARM,) else 0.0
        if near == 1 and KIND[g.units.design[u]] in LINE and STRENGTH[g.units.design[u]] == 1:
            found -= 1.0
    return found


def _toughness(view: View, space: int) -> float:
    """How hard a hex is to clear."""
    g = view.g
    return factors(g, troops(g, space, view.foe)) * (2 + g.ground.dm[space] + g.hexes.works[space])


def _guard(view: View, u: int, space: int, careful: bool, led: bool) -> float:
    """On the defence: in objectives and rough ground, a line without gaps, armor behind it."""
    g = view.g
    near = view.enemy[space]
    mates = sum(o != u for o in troops(g, space, view.side))
    found = worth(g, space) * (1.0 if near <= 6 else 0.3) * (1.0 if mates == 0 else 0.55 if mates == 1 else 0.1)
    found += 1.2 * g.ground.dm[space] + (0.8 if near <= 3 else 0.0) * view.keeps[space]
    armor = KIND[g.units.design[u]] == Kind.ARM
    wanted = 2 if armor and careful else 1
    found -= 0.8 * abs(near - wanted) if near < 12 else 9.0
    if near <= 2 and mates == 0:
        gaps = sum(view.line(o) == 0 and view.stands.get(o) != view.foe for o, _ in g.ground.ways[space])
        found += 0.5 * gaps if careful else 0.2 * gaps
    if careful and not (led or view.feeds(space)):
        found -= 25.0
    return found


def air_station(view: View, u: int, base: int, careful: bool) -> float:
    """A base for a wing: enemies and friends in its range, and no enemy too near."""
    g = view.g
    if view.enemy[base] <= 1:
        return -6.0
    if careful and g.sheet.whole and not g.ground.box[base] and g.ground.front[base] == FRONT["eastern"] and (
            g.faction(NATION[g.units.design[u]]) == WESTERN):  # fmt: skip
        return -5.0  # the east is Russia's
    reach = g.ground.within(base, 4)
    fronts = sum(1.0 + (0.1 * min(view.goals[s], 20.0) if careful else 0.0) for s in reach if view.enemy[s] <= 1)
    if careful and staging(g, patron(g, u)):
        fronts += OVER_THE_BEACHES * sum(
            g.ground.beach[s] and worth_an_army(g, patron(g, u), s) and held_by(g, s) == view.foe for s in reach
        )
    return 0.5 * fronts - (2.0 if view.enemy[base] == 2 and careful else 0.0) - 0.05 * view.enemy[base]
