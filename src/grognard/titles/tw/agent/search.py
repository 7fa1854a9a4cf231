"""The higher levels: several drafts of an impulse are played on through the enemy's answer, with fresh dice, and compared.

A draft differs from the plain one in what losses count and how good an attack must look. Each sample has the same dice for all
drafts, and another draft replaces the plain one only if it is better by more than chance would have it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev

import msgspec

from grognard.agents.playouts import play_on
from grognard.kernel.dice import seed_from
from grognard.kernel.session import Session
from grognard.titles.tw.agent.estimate import unit_worth
from grognard.titles.tw.agent.orders import PLAIN, Orders, Style
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import SIDES
from grognard.titles.tw.rules.end import score
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.state import FULL, War

CAREFUL = Style("careful", losses=1.7, least=2.5)
DARING = Style("daring", losses=0.65, least=0.3)
SPARING = Style("without drives", drives=False)
HOLDING = Style("holding", losses=3.0, least=8.0)
DRAFTS = {"quick": (PLAIN,), "normal": (PLAIN, CAREFUL, DARING), "strong": (PLAIN, CAREFUL, DARING, SPARING, HOLDING)}
AGAIN = {"quick": 0, "normal": 2, "strong": 3}  # samples of the plain draft and the best other after the first one of each
CLEARLY = 8.0  # another draft must be better than the plain one by so much and by so many standard errors
ERRORS = 1.0
POINT = 10.0  # a point of objectives, in factors of foot
WON = 40.0
STARVING = 0.4  # what is left of the worth of a unit without supply
LONG = 4000  # answers to two player turns

Answer = Callable[[Session, str], None]


def troops(g: War, side: int) -> float:
    """The worth of a side's troops on the board less that of the enemy's; those without supply count little."""
    nets = (lines(g, 0), lines(g, 1))
    owner, kinds = g.roster.sides, g.roster.kinds
    total = 0.0
    for u, at in enumerate(g.units.at):
        if at < 0 or owner[u] > 1 or kinds[u] > Kind.NAC or not g.ground.land[at]:
            continue
        value = unit_worth(g, u)
        if kinds[u] <= Kind.PART and nets[owner[u]].state(g, u) != FULL and g.units.free_until[u] <= g.player_turn:
            value *= STARVING
        total += value if owner[u] == side else -value
    return total


def lead(session: Session, side: int, before: float) -> float:
    """What a position is worth to a side: objectives, and troops won and lost since they were worth `before`; at the end of
    the game objectives and the victory."""
    over = session.outcome
    points = score(session.g) if over is None else over.scores
    me, other = ({SIDES[s], *session.g.seats_of(s)} for s in (side, 1 - side))
    worth = POINT * (sum(points.get(k, 0) for k in me) - sum(points.get(k, 0) for k in other))
    if over is None:
        return worth + troops(session.g, side) - before
    return worth + WON * (bool(me & set(over.winners)) - bool(other & set(over.winners)))


def best_draft(
    session: Session, level: str, draw: Callable[[War, Style], Orders], follow: Callable[[Session, Orders], Answer]
) -> Orders:
    """The draft after which the enemy's answer leaves most: all are played once, the plain one and the best other again while
    the other seems clearly better. `follow` makes a player that carries out given orders in a copy of the game."""
    drafts: dict[bytes, tuple[Style, Orders]] = {}
    for style in DRAFTS[level]:
        orders = draw(session.g, style)
        drafts.setdefault(msgspec.json.encode(orders), (style, orders))
    texts = list(drafts)
    plain = texts[0]
    if len(texts) == 1:
        return drafts[plain][1]
    before = troops(session.g, session.g.side)
    scores = {text: _played(session, text, follow, 0, before) for text in texts}
    rival = max(texts[1:], key=lambda text: scores[text])
    gains = [scores[rival] - scores[plain]]
    while len(gains) <= AGAIN[level] and fmean(gains) > CLEARLY:
        ours, theirs = (_played(session, text, follow, len(gains), before) for text in (plain, rival))
        gains.append(theirs - ours)
    sure = len(gains) > AGAIN[level] and fmean(gains) > max(CLEARLY, ERRORS * stdev(gains) / sqrt(len(gains)))
    style, orders = drafts[rival if sure else plain]
    for attack in orders.attacks.values():
        attack.reason += f" ({style.name}, best of {len(texts)} drafts)"
    return orders


def _played(session: Session, text: bytes, follow: Callable[[Session, Orders], Answer], sample: int, before: float) -> float:
    """The worth of the position when the enemy has answered."""
    g, replied = session.g, False
    side = g.side
    asked = next((seat for seat in session.pending if g.side_of(seat) == side), g.seat(side))
    twin = session.fork(seed_from(session.count * 100 + sample), asked)

    def answered(game: Session) -> bool:
        nonlocal replied
        replied = replied or game.g.side != side
        return replied and bool(game.g.side == side)

    return lead(play_on(twin, follow(twin, msgspec.json.decode(text, type=Orders)), answered, LONG), side, before)
