"""This title's judgement: what `greedy` takes at once (at_once.py) and what `planner` plans. Nothing here changes the state."""

from __future__ import annotations

import random
from weakref import WeakKeyDictionary

from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.tw.agent.at_once import AtOnce
from grognard.titles.tw.agent.attacks import Gathering
from grognard.titles.tw.agent.drives import plan_drives
from grognard.titles.tw.agent.estimate import point_worth
from grognard.titles.tw.agent.ground_view import garrisons, pull_of
from grognard.titles.tw.agent.orders import Orders
from grognard.titles.tw.agent.sketch import sketch
from grognard.titles.tw.state import War


class TheWarMind(AtOnce):
    """Values of options and plans of impulses for The War."""

    def __init__(self) -> None:
        self.plans: WeakKeyDictionary[Session, tuple[tuple[int, int], Orders]] = WeakKeyDictionary()

    def plan(self, session: Session, seat: str, ask: Ask, rng: random.Random, level: str) -> tuple[Option, str]:
        """The planner's answer, and why."""
        if len(ask.options) == 1:
            return ask.options[0], "the only answer"
        found = self._considered(session, seat, ask, level)
        if found is not None:
            return found
        scored = [(self.value(session, seat, ask, option), n) for n, option in enumerate(ask.options)]
        top = max(scored)[0]
        best = [ask.options[n] for value, n in scored if value == top]
        return rng.choice(best), f"{ask.prompt}: worth {top:.2f}"

    def _considered(self, session: Session, seat: str, ask: Ask, level: str) -> tuple[Option, str] | None:
        g: War = session.g
        if ask.rule == "9.2":
            return self._orders(session).next_taken(g, ask)
        if ask.rule == "9.3":
            stack = getattr(ask.why, "args", ((), ()))[1]
            return self._orders(session).next_step(g, ask, int(stack[0])) if stack else None
        if ask.rule == "10.0":
            return self._announce(session, ask)
        if ask.rule == "10.1.1":
            return self._muster(session, ask)
        return None

    def _orders(self, session: Session) -> Orders:
        g: War = session.g
        key = (g.player_turn, g.impulse)
        kept = self.plans.get(session)
        if kept is None or kept[0] != key or kept[1].spoilt:
            kept = (key, draw_up(g))
            self.plans[session] = kept
        return kept[1]

    def _announce(self, session: Session, ask: Ask) -> tuple[Option, str] | None:
        orders = self._orders(session)
        for option in ask.options:
            if option.verb == "attack" and option.arg.index in orders.attacks:
                return option, orders.attacks[option.arg.index].reason
        done = ask.find("done")
        return (done, "no other attack pays") if done is not None else None

    def _muster(self, session: Session, ask: Ask) -> tuple[Option, str] | None:
        orders, g = self._orders(session), session.g
        attack = next((a for t, a in orders.attacks.items() if f"Attack {g.board.label(t)} with" == ask.prompt), None)
        if attack is None:
            return None
        for option in ask.options:
            if option.verb == "add" and option.arg.index in attack.force:
                return option, attack.reason
        found = ask.find("commit") or ask.find("cancel")
        return (found, attack.reason) if found is not None else None


def draw_up(g: War) -> Orders:
    """The orders of an impulse."""
    h, orders = sketch(g), Orders()
    pull = pull_of(h, h.side, point_worth(h))
    plan_drives(h, orders, pull)
    Gathering(h, orders, pull, garrisons(h, h.side)).run()
    return orders


MIND = TheWarMind()
