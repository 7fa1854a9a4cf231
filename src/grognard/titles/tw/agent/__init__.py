"""This title's judgement: what `greedy` takes at once (at_once.py) and what `planner` plans. Nothing here changes the state."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from grognard.agents import Telling
from grognard.agents.notebooks import Notebook
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.tw.agent import air, building, efforts, envoys, landings, sea, transfers, war
from grognard.titles.tw.agent.at_once import AtOnce
from grognard.titles.tw.agent.attacks import Gathering
from grognard.titles.tw.agent.drives import plan_drives
from grognard.titles.tw.agent.estimate import clash
from grognard.titles.tw.agent.ground_view import garrisons, pull_of
from grognard.titles.tw.agent.orders import PLAIN, Attack, Orders, Style
from grognard.titles.tw.agent.search import best_draft
from grognard.titles.tw.agent.sketch import sketch
from grognard.titles.tw.agent.stations import Stations
from grognard.titles.tw.charts import BEST_COLUMN
from grognard.titles.tw.kinds import EXPLOITING
from grognard.titles.tw.rules import secrets
from grognard.titles.tw.rules.diplomacy import Envoy
from grognard.titles.tw.rules.peace_movement import WAY as PEACE
from grognard.titles.tw.rules.peace_movement import peace_goals
from grognard.titles.tw.rules.rail import rail_cities, strategic_goals
from grognard.titles.tw.rules.strength import Battle, Cover, Muster, Support, attack_value
from grognard.titles.tw.rules.units import patron_of
from grognard.titles.tw.state import War
from grognard.titles.tw.subjects import (
    Advance,
    AirEffort,
    Announcing,
    Building,
    EffortMarker,
    Journey,
    Movers,
    Placing,
    Planning,
    Stack,
    Stage,
    Staging,
    Strike,
    Strikes,
    Travellers,
)

SPOILT = 2  # columns below its plan, an attack is called off


class TheWarMind(AtOnce):
    """Values of options and plans of impulses for The War."""

    def __init__(self) -> None:
        self.plans: Notebook[Orders] = Notebook()
        self.travels: Notebook[dict[int, int]] = Notebook()
        self.views: Notebook[Stations] = Notebook(of_copy=True)

    @staticmethod
    def discreet(session: Session, seat: str) -> bool:
        """POPs and chits of the enemy are read only where a diplomatic target is named; there, and where a switch hides more, a
        copy is thought about."""
        return not isinstance(session.pending[seat].subject, Envoy) and not secrets.switched(session.g, seat)

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
        chosen = rng.choice(best)
        return chosen, f"{chosen.text}: worth {top:.2f}"

    def _considered(self, session: Session, seat: str, ask: Ask, level: str) -> tuple[Option, str] | None:
        """The answer to a question the planner has thought about, by what it is about."""
        g: War = session.g
        match ask.subject:
            case Movers():
                return self._orders(session, level).next_taken(g, ask) or _done(ask, "the others stay where they are")
            case Stack(units=units):
                return self._orders(session, level).next_step(g, ask, units[0])
            case Announcing():
                return self._announce(session, ask, level)
            case Muster(space=space):
                return self._muster(session, ask, level, space)
            case Planning():
                return efforts.choose(g, ask)
            case EffortMarker():
                return efforts.place(g, ask)
            case Advance(space=space):
                return self._advance_into(session, ask, space)
            case Travellers(way=how):
                return self._by_rail(session, ask, how)
            case Journey(unit=unit):
                return self._off_the_train(session, ask, unit)
            case Building():
                return building.choose(g, ask, self._stations(session, "build"))
            case Placing(unit=unit):
                return building.place(g, ask, unit, self._stations(session, "build"))
        return self._in_the_air(session, ask, level) or sea.choose(g, ask) or self._politics(g, ask)

    @staticmethod
    def _politics(g: War, ask: Ask) -> tuple[Option, str] | None:
        """Questions of the whole war."""
        return landings.choose(g, ask) or war.choose(g, ask) or envoys.choose(g, ask)

    def _in_the_air(self, session: Session, ask: Ask, level: str) -> tuple[Option, str] | None:
        """Questions of chapter 11."""
        g: War = session.g
        match ask.subject:
            case Staging():
                return air.stage(g, ask)
            case Stage(unit=unit):
                return air.land(g, ask, unit)
            case Support():
                return air.support(g, ask, self._orders(session, level))
            case Cover():
                return air.cover(g, ask)
            case AirEffort():
                return air.effort(ask)
            case Strikes():
                return air.strike(g, ask)
            case Strike(space=space, sent=sent):
                return air.send(g, ask, space, sent)
        return None

    def _stations(self, session: Session, phase: str) -> Stations:
        """How the side that moves sees the ground, made once in a phase."""
        g: War = session.g
        key = (g.player_turn, g.impulse, phase, sum(at >= 0 for at in g.units.at) if phase == "combat" else 0)
        return self.views.page(session, key, lambda: Stations(g, g.side))

    def _by_rail(self, session: Session, ask: Ask, how: str) -> tuple[Option, str] | None:
        """Who is sent to another post; the plan is made when the first is asked for."""
        g: War = session.g
        listed = {o.arg.index: o for o in ask.options if o.verb == "entrain"}
        key = (g.player_turn, how, *sorted({patron_of(g, u) for u in listed}))
        goals = partial({"rail": rail_cities, PEACE: peace_goals}.get(how, strategic_goals), g)
        kept = self.travels.page(session, key, lambda: transfers.plan(g, list(listed), goals, self._stations(session, how).view))
        for u, goal in kept.items():
            if u in listed:
                return listed[u], f"{g.units[u].label} is wanted at {g.board.label(goal)}"
        return _done(ask, "the others stay")

    def _off_the_train(self, session: Session, ask: Ask, unit: int) -> tuple[Option, str] | None:
        kept = self.travels.newest(session)
        goal = kept.pop(unit, -1) if kept is not None else -1
        found = next((o for o in ask.options if o.verb == "arrive" and o.arg.index == goal), None)
        return (found, "to its post") if found is not None else (ask.find("stay") or ask.options[0], "it stays")

    def _advance_into(self, session: Session, ask: Ask, space: int) -> tuple[Option, str] | None:
        """Tanks go through a Breach; others go where they are worth more than where they stand, one at least to an objective."""
        g: War = session.g
        stations = self._stations(session, "combat")
        movers = [o for o in ask.options if o.verb == "advance"]
        halt = ask.find("halt")
        held = set(garrisons(g, g.side))
        best: tuple[float, Option] | None = None
        for option in movers:
            u = option.arg.index
            gain = stations.value(u, space) - stations.value(u, g.units.at[u]) - (8.0 if u in held else 0.0)
            if g.impulse == 1 and g.roster.kinds[u] in EXPLOITING:
                gain += 4.0
            if best is None or gain > best[0]:
                best = (gain, option)
        if best is not None and best[0] > 0:
            return best[1], f"{best[1].arg.label} into {g.board.label(space)}: worth {best[0]:.1f}"
        return (halt, "enough are there") if halt is not None else None

    def _orders(self, session: Session, level: str, *, in_place: bool = False) -> Orders:
        """The orders of the impulse; drawn up again, at once, where the way was barred. Standing: nobody moves any more."""
        g: War = session.g
        key = (g.player_turn, g.impulse)
        kept = self.plans.page(session, key, lambda: best_draft(session, level, draw_up, self._follower))
        return self.plans.write(session, key, draw_up(g, in_place=in_place)) if kept.spoilt else kept

    @staticmethod
    def _follower(session: Session, orders: Orders) -> Callable[[Session, str], None]:
        """A quick player for a copy of the game that begins with given orders."""
        mind, g, rng = TheWarMind(), session.g, random.Random(0)
        mind.plans.write(session, (g.player_turn, g.impulse), orders)

        def answer(game: Session, seat: str) -> None:
            game.apply(seat, mind.plan(game, seat, game.pending[seat], rng, "quick")[0])

        return answer

    def _announce(self, session: Session, ask: Ask, level: str) -> tuple[Option, str] | None:
        orders = self._orders(session, level, in_place=True)
        for option in ask.options:
            if option.verb == "attack" and option.arg.index in orders.attacks:
                return option, Telling(f"attack {orders.attacks[option.arg.index].reason}")
        return _done(ask, "no other attack pays")

    def _muster(self, session: Session, ask: Ask, level: str, space: int) -> tuple[Option, str] | None:
        orders = self._orders(session, level)
        attack = orders.attacks.get(space)
        if attack is None:
            return None
        for option in ask.options:
            if option.verb == "add" and option.arg.index in attack.force:
                return option, attack.reason
        commit, cancel = ask.find("commit"), ask.find("cancel")
        short = _short(session.g, attack, ask.subject) if commit is not None else BEST_COLUMN
        if short > 0:
            more = _helper(session.g, orders, ask)
            if more is not None:
                return more, f"{more.arg.label} makes up for those who did not come: {attack.reason}"
        if cancel is not None and (commit is None or short >= SPOILT):
            orders.attacks = {t: a for t, a in orders.attacks.items() if a is not attack}
            return cancel, "too few came to attack as planned"
        return (commit, attack.reason) if commit is not None else None


def _short(g: War, attack: Attack, subject: object) -> int:
    """By how many columns an attack as it is mustered falls short of its plan, with the air support that was planned."""
    assert isinstance(subject, Muster)
    landed = [u for u in subject.attackers if g.units.at[u] == subject.space]
    battle = Battle(subject.space, g.side, g.impulse, list(subject.attackers), landed=landed, extra_column=subject.extra_column)
    return attack.column - clash(g, battle, attack.shift).column


def _helper(g: War, orders: Orders, ask: Ask) -> Option | None:
    """The strongest unit beside the hex that no attack needs and no objective keeps."""
    assert isinstance(ask.subject, Muster)
    wanted = {u for attack in orders.attacks.values() for u in attack.force} | garrisons(g, g.side)
    target = ask.subject.space
    able = [o for o in ask.options if o.verb == "add" and o.arg.index not in wanted and attack_value(g, o.arg.index, target) > 0]
    return max(able, key=lambda o: (attack_value(g, o.arg.index, target), -o.arg.index), default=None)


def _done(ask: Ask, reason: str) -> tuple[Option, str] | None:
    found = ask.find("done")
    return None if found is None else (found, reason)


def draw_up(g: War, style: Style = PLAIN, *, in_place: bool = False) -> Orders:
    """The orders of an impulse: empty objectives, theirs and ours, drives, attacks, then a place for everybody else.
    Standing: only attacks, by units where they are."""
    h, orders = sketch(g), Orders()
    pull = pull_of(h, h.side)
    first = Stations(h, h.side)
    keep = garrisons(h, h.side, first.view)
    keep |= landings.assaults(h, orders) | landings.held_back(h) | transfers.on_watch(h, h.side)
    keep |= transfers.coast_guard(h, h.side)
    if in_place:
        Gathering(h, orders, pull, keep, first.view, style, in_place=True).run()
        return orders
    first.seize(orders, keep)
    first.man(orders, keep)
    if style.drives:
        plan_drives(h, orders, pull)
    Gathering(h, orders, pull, keep, first.view, style).run()
    stations = Stations(h, h.side)
    stations.attacked = set(orders.attacks)
    stations.run(orders, keep)
    return orders


MIND = TheWarMind()
