"""This title's judgement: what `greedy` takes at once (at_once.py) and what `planner` plans. Nothing here changes the state."""

from __future__ import annotations

import random
from collections.abc import Callable
from weakref import WeakKeyDictionary

from grognard.agents import Telling
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.tw.agent import air, building, efforts
from grognard.titles.tw.agent.at_once import AtOnce
from grognard.titles.tw.agent.attacks import Gathering
from grognard.titles.tw.agent.drives import plan_drives
from grognard.titles.tw.agent.ground_view import garrisons, pull_of
from grognard.titles.tw.agent.orders import PLAIN, Orders, Style
from grognard.titles.tw.agent.search import best_draft
from grognard.titles.tw.agent.sketch import sketch
from grognard.titles.tw.agent.stations import Stations
from grognard.titles.tw.kinds import EXPLOITING
from grognard.titles.tw.rules.units import unit_kinds
from grognard.titles.tw.state import War


class TheWarMind(AtOnce):
    """Values of options and plans of impulses for The War."""

    def __init__(self) -> None:
        self.plans: WeakKeyDictionary[Session, tuple[tuple[int, int], Orders]] = WeakKeyDictionary()
        self.views: WeakKeyDictionary[Session, tuple[tuple[object, ...], Stations]] = WeakKeyDictionary()
        self.sent: WeakKeyDictionary[Session, int] = WeakKeyDictionary()
        self.building: WeakKeyDictionary[Session, int] = WeakKeyDictionary()

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
            return self._orders(session, level).next_taken(g, ask) or _done(ask, "the others stay where they are")
        if ask.rule == "9.3":
            stack = getattr(ask.why, "args", ((), ()))[1]
            return self._orders(session, level).next_step(g, ask, int(stack[0])) if stack else None  # None: too many stand there
        if ask.rule == "10.0":
            return self._announce(session, ask, level)
        if ask.rule == "10.1.1":
            return self._muster(session, ask, level)
        if ask.rule == "4.0":
            return efforts.choose(g, ask)
        if ask.rule in ("4.2", "4.3"):
            return efforts.place(g, ask)
        if ask.rule == "10.5":
            return self._advance_into(session, ask)
        if ask.rule.startswith("11"):
            return self._in_the_air(session, ask, level)
        if ask.rule == "3.7":
            found = building.choose(g, ask, self._stations(session, "build"))
            if found is not None and found[0].verb == "build":
                self.building[session] = found[0].arg.index
            return found
        if ask.rule == "15.2.2" and session in self.building:
            return building.place(g, ask, self.building[session], self._stations(session, "build"))
        return None

    def _in_the_air(self, session: Session, ask: Ask, level: str) -> tuple[Option, str] | None:
        """Questions of chapter 11."""
        g: War = session.g
        verbs = {o.verb for o in ask.options}
        if ask.rule == "11.2.1.1" and "stage" in verbs:
            found = air.stage(g, ask)
            if found is not None and found[0].verb == "stage":
                self.building[session] = found[0].arg.index
            return found
        if ask.rule == "11.2.1.1" and "land" in verbs and session in self.building:
            return air.land(g, ask, self.building[session])
        if ask.rule == "11.3.1":
            return air.support(g, ask, self._orders(session, level))
        if ask.rule == "11.4.1":
            return air.cover(g, ask)
        if "effort" in verbs and "plain" in verbs:
            return air.effort(ask)
        if "strike" in verbs:
            found = air.strike(g, ask)
            if found is not None and found[0].verb == "strike":
                self.building[session], self.sent[session] = found[0].arg.index, 0
            return found
        if "send" in verbs and session in self.building:
            self.sent[session] = self.sent.get(session, 0) + 1
            return air.send(g, ask, self.building[session], self.sent[session] - 1)
        return None

    def _stations(self, session: Session, phase: str) -> Stations:
        """How the side that moves sees the ground, made once in a phase."""
        g: War = session.g
        key = (g.player_turn, g.impulse, phase, sum(at >= 0 for at in g.units.at) if phase == "combat" else 0)
        kept = self.views.get(session)
        if kept is None or kept[0] != key:
            kept = (key, Stations(g, g.side))
            self.views[session] = kept
        return kept[1]

    def _advance_into(self, session: Session, ask: Ask) -> tuple[Option, str] | None:
        """Tanks go through a Breach; others go where they are worth more than where they stand, one at least to an objective."""
        g: War = session.g
        stations = self._stations(session, "combat")
        label = ask.prompt.removeprefix("Advance into ")
        movers = [o for o in ask.options if o.verb == "advance"]
        space = next(s for s in range(g.board.size) if g.board.label(s) == label)
        halt = ask.find("halt")
        held = set(garrisons(g, g.side))
        best: tuple[float, Option] | None = None
        for option in movers:
            u = option.arg.index
            gain = stations.value(u, space) - stations.value(u, g.units.at[u]) - (8.0 if u in held else 0.0)
            if g.impulse == 1 and unit_kinds(g)[u] in EXPLOITING:
                gain += 4.0
            if best is None or gain > best[0]:
                best = (gain, option)
        if best is not None and best[0] > 0:
            return best[1], f"{best[1].arg.label} into {label}: worth {best[0]:.1f}"
        return (halt, "enough are there") if halt is not None else None

    def _orders(self, session: Session, level: str) -> Orders:
        """The orders of the impulse; drawn up again, at once, where the way was barred."""
        g: War = session.g
        key = (g.player_turn, g.impulse)
        kept = self.plans.get(session)
        if kept is None or kept[0] != key:
            kept = (key, best_draft(session, level, draw_up, self._follower))
        elif kept[1].spoilt:
            kept = (key, draw_up(g))
        self.plans[session] = kept
        return kept[1]

    @staticmethod
    def _follower(session: Session, orders: Orders) -> Callable[[Session, str], None]:
        """A quick player for a copy of the game that begins with given orders."""
        mind, g, rng = TheWarMind(), session.g, random.Random(0)
        mind.plans[session] = ((g.player_turn, g.impulse), orders)

        def answer(game: Session, seat: str) -> None:
            game.apply(seat, mind.plan(game, seat, game.pending[seat], rng, "quick")[0])

        return answer

    def _announce(self, session: Session, ask: Ask, level: str) -> tuple[Option, str] | None:
        orders = self._orders(session, level)
        for option in ask.options:
            if option.verb == "attack" and option.arg.index in orders.attacks:
                return option, Telling(f"attack {orders.attacks[option.arg.index].reason}")
        return _done(ask, "no other attack pays")

    def _muster(self, session: Session, ask: Ask, level: str) -> tuple[Option, str] | None:
        orders, g = self._orders(session, level), session.g
        attack = next((a for t, a in orders.attacks.items() if f"Attack {g.board.label(t)} with" == ask.prompt), None)
        if attack is None:
            return None
        for option in ask.options:
            if option.verb == "add" and option.arg.index in attack.force:
                return option, attack.reason
        found = ask.find("commit") or ask.find("cancel")
        if found is not None and found.verb == "cancel":
            orders.attacks = {t: a for t, a in orders.attacks.items() if a is not attack}
        return (found, attack.reason) if found is not None else None


def _done(ask: Ask, reason: str) -> tuple[Option, str] | None:
    found = ask.find("done")
    return None if found is None else (found, reason)


def draw_up(g: War, style: Style = PLAIN) -> Orders:
    """The orders of an impulse: empty objectives, drives, attacks, then a place for everybody else."""
    h, orders = sketch(g), Orders()
    pull = pull_of(h, h.side)
    first = Stations(h, h.side)
    keep = garrisons(h, h.side, first.view)
    first.seize(orders, keep)
    if style.drives:
        plan_drives(h, orders, pull)
    Gathering(h, orders, pull, keep, first.view, style).run()
    stations = Stations(h, h.side)
    stations.attacked = set(orders.attacks)
    stations.run(orders, keep)
    return orders


MIND = TheWarMind()
