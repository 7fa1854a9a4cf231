"""The higher levels: several drafts of an impulse are played to the end of the player turn, with fresh dice, and compared.

A draft differs from the plain one in what losses count and how good an attack must look. The dice are the same for all drafts.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.kernel.dice import seed_from
from grognard.kernel.session import Session
from grognard.titles.tw.agent.estimate import blood, point_worth, unit_worth
from grognard.titles.tw.agent.ground_view import View
from grognard.titles.tw.agent.orders import PLAIN, Orders, Style
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import friends_in, hex_sides, unit_kinds, unit_sides
from grognard.titles.tw.state import FULL, War

CAREFUL = Style("careful", losses=1.7, least=2.5)
DARING = Style("daring", losses=0.65, least=0.3)
SPARING = Style("without drives", drives=False)
HOLDING = Style("holding", losses=3.0, least=8.0)
DRAFTS = {"quick": (PLAIN,), "normal": (PLAIN, CAREFUL, DARING), "strong": (PLAIN, CAREFUL, DARING, SPARING, HOLDING)}
AGAIN = {"quick": 0, "normal": 1, "strong": 2}
CLEARLY = 8.0  # another draft must look better than the plain one by so much: the end of a turn is not the end of the game
STARVING = 0.4  # what is left of the worth of a unit without supply
LONG = 2000  # answers to a player turn

Answer = Callable[[Session, str], None]


def standing(g: War, side: int) -> float:
    """What a position is worth to a side that has just moved: objectives by the chance to keep them, troops, pockets."""
    view = View(g, side)
    sides, point, weight = hex_sides(g), point_worth(g), blood(g)
    total = 0.0
    for s, points in g.points.items():
        if sides[s] == side:
            guard = sum(view.defence(u, s) for u in friends_in(g, s, side))
            total += point * points * (1.0 - view.fall(s, guard))
    nets = (lines(g, 0), lines(g, 1))
    owner, kinds = unit_sides(g), unit_kinds(g)
    for u, at in enumerate(g.units.at):
        if at < 0 or owner[u] > 1 or kinds[u] > Kind.NAC or not g.ground.land[at]:
            continue
        value = weight * unit_worth(g, u)
        if kinds[u] <= Kind.PART and nets[owner[u]].state(g, u) != FULL and g.units.free_until[u] <= g.player_turn:
            value *= STARVING
        total += value if owner[u] == side else -value
    return total


def best_draft(
    session: Session, level: str, draw: Callable[[War, Style], Orders], follow: Callable[[Session, Orders], Answer]
) -> Orders:
    """The draft whose turns end best: all are played once, the plain one and the best other again. `follow` makes a player
    that carries out given orders in a copy of the game."""
    styles, again = DRAFTS[level], AGAIN[level]
    drafts = [draw(session.g, style) for style in styles]
    if len(drafts) == 1:
        return drafts[0]
    scores = {n: [_played(session, orders, follow, 0)] for n, orders in enumerate(drafts)}
    finalists = [0, max((n for n in scores if n), key=lambda n: (scores[n][0], -n))]
    for n in finalists:
        scores[n] += [_played(session, drafts[n], follow, k) for k in range(1, again + 1)]
    plain, other = (sum(scores[n]) / len(scores[n]) for n in finalists)
    best = finalists[1] if other > plain + CLEARLY else 0
    for attack in drafts[best].attacks.values():
        attack.reason += f" ({styles[best].name}, best of {len(drafts)} drafts)"
    return drafts[best]


def _played(session: Session, orders: Orders, follow: Callable[[Session, Orders], Answer], sample: int) -> float:
    """The worth of the position when the player turn is over."""
    g: War = session.g
    turn, side = g.player_turn, g.side
    twin = session.fork(seed_from(session.count * 100 + sample))
    answer = follow(twin, msgspec.json.decode(msgspec.json.encode(orders), type=Orders))
    for _ in range(LONG):
        if not twin.pending or twin.g.player_turn != turn or twin.g.turn != g.turn:
            break
        answer(twin, next(iter(twin.pending)))
    return standing(twin.g, side)
