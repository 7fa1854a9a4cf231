"""Foresight: the strong level plays its best plans of a turn out, until its own turn comes again, and takes the best.

A play-out is a fork of the session with dice of its own, even ones, so that luck counts for little. The nation's own turn is
played whole, of its enemies' turns the combat, at a glance; friends and bystanders pass. What came of it is counted in zones and
units where the plans differ: elsewhere only chance does. The work is bounded by the number of play-outs, never by the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.agents import report
from grognard.agents.playouts import even_copy, play_on, start_of
from grognard.kernel.flow import PASS, Ask, Option
from grognard.kernel.session import Session
from grognard.titles.gw36.agent.attacks import Plan
from grognard.titles.gw36.agent.threat import within
from grognard.titles.gw36.agent.worth import LAST_POINT, is_last_turn, worths
from grognard.titles.gw36.powers import ALLIES, AXIS, COMINTERN, PLAYED
from grognard.titles.gw36.rules.seats import acting, acting_seats
from grognard.titles.gw36.rules.victory import points
from grognard.titles.gw36.state import War

Answer = Callable[[Session, str, Ask, str], Option]  # of a seat to a question, at a level
Begin = Callable[[Session, Plan], None]  # has a plan carried out in a fork

PLANS = 5  # played out
ROUNDS = 2  # play-outs of the first plan and of the best other
BETTER = 4.0  # IPP by which a plan must do better than the one that promised most
COMBAT = (2, 3)  # the phases of an enemy's turn that are played
AROUND = 2  # steps from where plans differ
THEIRS = 0.8  # of an enemy unit's price, against one of ours
CHEAP = 0.05  # units in the last turn
LONGEST = 3000  # answers in a play-out


def best_of(session: Session, seat: str, plans: Sequence[Plan], begin: Begin, answer: Answer) -> int:
    """The number of the plan that does best when played out; the first stands unless another is clearly better."""
    if len(plans) == 1:
        return 0
    where = theatre(session.g, plans)
    found = [0.0] * len(plans)
    still = list(range(len(plans)))
    done = 0
    for number in range(ROUNDS):
        start = start_of(session, number)
        for n in still:
            report(done / (len(plans) + 2 * ROUNDS - 2), f"plays plan {n + 1} of {len(plans)} out: {plans[n].summary}")
            done += 1
            found[n] += balance(session.g, played_out(session, seat, plans[n], begin, answer, start), where)
        best = max(still[1:], key=lambda n: found[n])
        if found[best] <= found[0] + BETTER * (number + 1):
            return 0
        still = [0, best]
    return still[1]


def played_out(session: Session, seat: str, plan: Plan, begin: Begin, answer: Answer, start: float) -> War:
    """The position a plan leads to by the time its nation is in turn again."""
    twin = even_copy(session, seat, start)
    begin(twin, plan)
    turn, slot, nations = session.g.turn, session.g.slot, acting(session.g)

    def move(game: Session, who: str) -> None:
        g, ask = game.g, game.pending[who]
        own = g.turn == turn and g.slot == slot
        idle = not own and who in acting_seats(g) and not (g.phase in COMBAT and _hostile(g, nations))
        game.apply(who, (_pass(ask) if idle else None) or answer(game, who, ask, "quick" if own else "glance"))

    found: War = play_on(twin, move, lambda game: game.g.turn > turn and game.g.slot >= slot, LONGEST).g
    return found


def _pass(ask: Ask) -> Option | None:
    return ask.find("done") or ask.find(PASS) or ask.find("none")


def _hostile(g: War, nations: tuple[int, ...]) -> bool:
    enemies = g.relations.enemies
    return any(enemies[n] >> m & 1 for n in nations for m in acting(g))


def theatre(g: War, plans: Sequence[Plan]) -> set[int]:
    """The zones around the orders that not all plans give."""
    given = [frozenset(plan.steps) for plan in plans]
    found: set[int] = set()
    for u, text in frozenset.union(*given) - frozenset.intersection(*given):
        last = text.rsplit(" ", 1)[-1]
        for zone in (g.units.at[u], g.board.space(last) if g.board.knows(last) else -1):
            if zone >= 0:
                found.update(within(g.board.geo.air, zone, AROUND))
    return found


def balance(before: War, after: War, where: set[int]) -> float:
    """What was won and lost in a theatre: zones at their worth before, units at their price; in the last turn the points."""
    nations = acting(before)
    alliances, mine = before.nations.alliance, {before.nations.alliance[n] for n in nations}
    value = 0.0
    for z in sorted(where):
        was, now = before.zones.owner[z], after.zones.owner[z]
        if was == now or was < 0 or now < 0:
            continue
        if alliances[was] in mine and alliances[now] not in mine:
            value -= worths(before, was if was < PLAYED else nations[0])[z]
        elif alliances[now] in mine and alliances[was] not in mine:
            value += worths(before, now if now < PLAYED else nations[0])[z]
    units = _units_lost(before, after, where, nations)
    if is_last_turn(before):
        return LAST_POINT * _lead(before, after, where, mine) + 0.1 * value + CHEAP * units
    return value + units


def _units_lost(before: War, after: War, where: set[int], nations: tuple[int, ...]) -> float:
    """The price of what enemies lost of what stood in a theatre, less that of what we and our friends lost."""
    price, rel = before.values.price, before.relations
    total = 0.0
    for kind, nation, at, now in zip(before.units.kind, before.units.nation, before.units.at, after.units.at):
        if now < 0 <= at and at in where:
            if any(rel.enemies[n] >> nation & 1 for n in nations):
                total += THEIRS * price[kind]
            elif any(rel.aligned[n] >> nation & 1 for n in nations):
                total -= price[kind]
    return total


def _lead(before: War, after: War, where: set[int], mine: set[int]) -> float:
    """Our points over the best rival's, if nothing had changed outside a theatre."""
    told = before.copy()
    for z in where:
        if told.zones.owner[z] != after.zones.owner[z]:
            told.zones[z].owner = after.zones.owner[z]
    score = points(told)
    own = max(score[a] for a in mine)
    rivals = sorted(score[a] for a in (AXIS, ALLIES, COMINTERN) if a not in mine)
    return own - 0.8 * rivals[-1] - 0.2 * rivals[0]
