"""This title's judgement: what `greedy` takes at once and what `planner` plans. Nothing here changes the state.

The planner plans a whole Combat Movement Phase (attacks.py with landings.py and raids.py) and answers every other question by the
worth of its options: moves.py, economy.py with needs.py and minors.py, lending.py, politics.py. Plans are kept per session and
segment; lost ones are made again.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from grognard.agents import Telling
from grognard.agents.notebooks import Notebook
from grognard.kernel.flow import PASS, Ask, Option
from grognard.kernel.session import Session
from grognard.titles.gw36.agent import economy, foresight, greedy, lending, minors, moves, needs, politics
from grognard.titles.gw36.agent.attacks import Plan, plan_attacks, rival_plans
from grognard.titles.gw36.agent.sieges import battle_turn
from grognard.titles.gw36.agent.weighing import blitz_value
from grognard.titles.gw36.kinds import IS_LAND
from grognard.titles.gw36.odds import battle_odds
from grognard.titles.gw36.powers import NAMES
from grognard.titles.gw36.rules.seats import acting, seat_of
from grognard.titles.gw36.rules.war import acts
from grognard.titles.gw36.state import Nation, Unit, War, Zone, chosen
from grognard.titles.gw36.subjects import (
    Cargo,
    Grounds,
    Lending,
    Movers,
    NextBattle,
    Orders,
    Placement,
    Politics,
    Press,
    Spending,
)


class GlobalWarMind:
    """Values and plans for Global War 1936-1945."""

    def __init__(self) -> None:
        self.plans: Notebook[Plan] = Notebook()
        self.holds: Notebook[set[str]] = Notebook()

    # greedy

    def value(self, session: Session, seat: str, ask: Ask, option: Option) -> float:
        """What an option is worth at once."""
        g: War = session.g
        if _attacks(ask):
            if option.verb == "politics":
                new = not self._tried(session, seat, "politics")
                return 0.5 if new and self._best_act(session, seat, planned=False)[1] > 0 else -9.0
            if option.verb == "pick":
                return 0.4 if not self._tried(session, seat, option.text) else -1.0
            return 0.0
        if isinstance(ask.subject, Orders) and ask.subject.combat and option.args and isinstance(option.args[0], Unit):
            self._tried(session, seat, f"pick {option.args[0].token}", note=True)
            return greedy.attack_value(g, option)
        if isinstance(ask.subject, Politics) and not ask.subject.out_of_turn:
            self._tried(session, seat, "politics", note=True)
        return self._common(session, seat, ask, option, planned=False)

    # planner

    def plan(self, session: Session, seat: str, ask: Ask, rng: random.Random, level: str) -> tuple[Option, str]:
        """The planner's answer and its reason."""
        options = ask.options
        if len(options) == 1:
            return options[0], "the only answer"
        if _attacks(ask):
            return self._next_attack(session, seat, ask, level)
        if isinstance(ask.subject, Orders) and ask.subject.combat:
            return self._planned_order(session, seat, ask, level)
        if isinstance(ask.subject, Press):
            return self._press(session, ask, ask.subject.zone)
        if isinstance(ask.subject, NextBattle):
            best = self._best(options, lambda o: battle_turn(session.g, o))
            return best, self._reason(session, ask, best)
        best = self._best(options, lambda o: self._common(session, seat, ask, o, planned=True))
        return best, self._reason(session, ask, best)

    def _next_attack(self, session: Session, seat: str, ask: Ask, level: str) -> tuple[Option, str]:
        politics_option = ask.find("politics")
        if politics_option is not None and level != "glance" and not self._tried(session, seat, "politics"):
            act, worth = self._best_act(session, seat, planned=True)
            if act is not None and worth > 0:
                return politics_option, f"{act.text}: worth {worth:.1f}"
            self._tried(session, seat, "politics", note=True)
        plan = self._plan(session, seat, level)
        for u, _ in plan.steps:
            pick = ask.find(f"pick u{u}") or self._like(session, ask, u)
            if pick is not None and (u, pick.text) not in self._refused(session, seat):
                return pick, Telling(plan.reasons.get(u, ""), plan.summary if plan.reasons else "")
        done = ask.find("done")
        assert done is not None
        return done, Telling(plan.summary) if plan.reasons else plan.summary

    def _like(self, session: Session, ask: Ask, u: int) -> Option | None:
        """The listed unit that stands for a planned one: the list shows one of each sort."""
        units = session.g.units
        picks = {option.args[0].index: option for option in ask.options if option.verb == "pick"}
        same = units.twins(u, picks, "at", "used", "duty")[1:]
        return picks[same[0]] if same else None

    def _planned_order(self, session: Session, seat: str, ask: Ask, level: str) -> tuple[Option, str]:
        plan = self._plan(session, seat, level)
        token = ask.options[0].args[0].token
        v = int(token[1:])
        units = session.g.units
        for n, (u, text) in enumerate(plan.steps):
            same = u == v or (units.kind[u], units.nation[u], units.at[u]) == (units.kind[v], units.nation[v], units.at[v])
            order = ask.find(text if u == v else text.replace(f"u{u}", token, 1)) if same else None
            if order is not None:
                del plan.steps[n]
                return order, plan.reasons.get(u, "")
        plan.steps = [(u, text) for u, text in plan.steps if u != v]
        self._refused(session, seat).add((v, f"pick {token}"))
        hold = next(o for o in ask.options if o.verb == "hold")
        return hold, "the plan has changed"

    def _plan(self, session: Session, seat: str, level: str) -> Plan:
        def make() -> Plan:
            return self._foreseen(session, seat) if level == "strong" else plan_attacks(session.g, seat, level)

        return self.plans.page(session, (session.segment_start, seat), make)

    def _foreseen(self, session: Session, seat: str) -> Plan:
        """The plan that did best when it was played out."""
        plans = rival_plans(session.g, seat, foresight.PLANS)
        rng = random.Random(0)  # the planner leaves nothing to chance

        def begin(twin: Session, plan: Plan) -> None:
            self.plans.write(twin, (twin.segment_start, seat), Plan(list(plan.steps), plan.reasons, plan.summary))

        return plans[foresight.best_of(session, seat, plans, begin, lambda t, s, a, level: self.plan(t, s, a, rng, level)[0])]

    def _refused(self, session: Session, seat: str) -> set[tuple[int, str]]:
        return self.plans.page(session, (session.segment_start, seat), Plan).refused

    def _press(self, session: Session, ask: Ask, zone: int) -> tuple[Option, str]:
        """Press on while the rest of the battle is better than even, or nearly."""
        g: War = session.g
        outlook = battle_odds(g, zone, samples=400, method="sampled", begun=True)
        won = outlook.won if outlook is not None else 0.5
        gain = outlook.defender.value_lost - outlook.attacker.value_lost if outlook is not None else 0.0
        press = won >= 0.45 or gain > 0
        return (ask.options[0] if press else ask.options[1]), f"odds {won:.0%}, exchange {gain:+.0f} IPP"

    # shared by both

    def _common(self, session: Session, seat: str, ask: Ask, option: Option, *, planned: bool) -> float:
        """The worth of an option outside Combat Movement."""
        g: War = session.g
        verb = option.verb
        if verb in ("declare", "propose", "break", "nullify", "monroe", "close", "open"):
            simple = verb == "declare" and not planned
            return greedy.declare_value(g, *_pair(option)) if simple else politics.act_value(g, seat, option)
        if verb in (PASS, "back", "done", "none") or (verb == "wait" and not isinstance(ask.subject, Cargo)):
            return -0.05 if verb == "done" and isinstance(ask.subject, Placement) else 0.0
        if verb == "align" and planned and isinstance(option.args[0], Nation):
            return 1.0 + minors.minor_worth(g, _taker(g, seat), chosen(option, 0))
        if verb in ("sign", "agree", "refuse", "align", "vichy"):
            return politics.agree_value(g, option)
        if verb == "lend":
            return self._lend(session, seat, ask, option) if planned else -1.0
        if isinstance(ask.subject, Lending):
            self._tried(session, seat, f"Lend-lease to {NAMES[ask.subject.receiver]}", note=True)
            loan = lending.offer(g, ask.subject.receiver, option)
            return loan.worth if loan is not None else -1.0
        if isinstance(ask.subject, Cargo):
            return lending.way_value(g, option)
        if isinstance(ask.subject, Spending):
            spend = economy.purchase_value if planned else greedy.purchase_value
            return spend(g, economy.buyer(ask.subject), option)
        if verb == "at" and isinstance(ask.subject, Grounds):
            return 40.0 + needs.ground_worth(g, g.zones.owner[chosen(option, 0)], chosen(option, 0))
        if isinstance(ask.subject, Movers) or verb == "pick":
            return 0.4 if not self._tried(session, seat, option.text) else -1.0
        if verb in ("move", "all", "rail", "ship", "hold", "load", "unload", "ferry", "take", "fly", "airlift", "route"):
            if option.args and isinstance(option.args[0], Unit):
                self._tried(session, seat, f"pick {option.args[0].token}", note=True)
            return moves.move_value(g, option) if planned else greedy.move_value(g, option)
        if verb == "place" and len(option.args) >= 2 and isinstance(option.args[1], Zone):
            order = option.args[0]
            kind = getattr(order, "kind", 0)
            nation = getattr(order, "nation", 0)
            count = option.args[2] if len(option.args) > 2 and isinstance(option.args[2], int) else 1
            place = moves.place_value if planned else greedy.place_value
            return 50.0 + place(g, kind, nation, option.args[1].index) + 0.01 * int(count)
        if verb == "capital":
            return moves.seat_value(g, chosen(option, 0))
        if verb == "lose":
            return self._loss(g, option)
        if verb == "blitz" and isinstance(option.args[0], Unit) and isinstance(option.args[-1], Zone):
            return blitz_value(g, option.args[0].index, option.args[-1].index)
        return _PLAIN.get(verb, 0.0)

    def _lend(self, session: Session, seat: str, ask: Ask, option: Option) -> float:
        """Lend-lease to a nation: thought of once in a Production Phase."""
        assert isinstance(ask.subject, Spending)
        sender, receiver = economy.buyer(ask.subject), chosen(option, 0)
        refused = f"{NAMES[sender]} lends to {NAMES[receiver]}"
        if self._tried(session, seat, f"Lend-lease to {NAMES[receiver]}") or self._tried(session, seat, refused):
            return -1.0
        worth = lending.lend_value(session.g, sender, receiver)
        if worth < 0:
            self._tried(session, seat, refused, note=True)
        return worth

    def _loss(self, g: War, option: Option) -> float:
        """Which unit to lose: the cheapest for what it still does; the last land unit of an attack is kept."""
        unit = option.args[0]
        assert isinstance(unit, Unit)
        kind, values = unit.kind, g.values
        attacking = unit.nation in acting(g)
        use = values.attack[kind] if attacking else values.defence[kind]
        value = -values.price[kind] - 0.6 * max(use, 0)
        if attacking and IS_LAND[kind]:
            others = [u for u in g.units.stacks[unit.at] if IS_LAND[g.units.kind[u]] and g.units.nation[u] in acting(g)]
            if len(others) <= 1:
                value -= 12.0
        return value

    def _best_act(self, session: Session, seat: str, *, planned: bool) -> tuple[Option | None, float]:
        g: War = session.g
        best, top = None, 0.0
        if not _in_turn(g, seat):
            return None, 0.0
        for option in acts(g, seat):
            if option.verb == "declare" and not planned:
                worth = greedy.declare_value(g, *_pair(option))
            elif option.verb in ("declare", "propose"):
                worth = politics.act_value(g, seat, option)
            else:
                continue
            if worth > top:
                best, top = option, worth
        return best, top

    def _best(self, options: tuple[Option, ...], worth: Callable[[Option], float]) -> Option:
        best, top = options[0], float("-inf")
        for option in options:
            value = worth(option)
            if value > top:
                best, top = option, value
        return best

    def _tried(self, session: Session, seat: str, what: str, *, note: bool = False) -> bool:
        """Whether something was tried in this segment already; `note`: it is now."""
        kept = self.holds.page(session, (session.segment_start, seat), set)
        if note:
            kept.add(what)
        return what in kept

    def _reason(self, session: Session, ask: Ask, option: Option) -> str:
        g: War = session.g
        found = ""
        if option.verb == "lend" and isinstance(ask.subject, Spending):
            loan = lending.best_loan(g, economy.buyer(ask.subject), chosen(option, 0))
            found = loan.text if loan is not None else ""
        elif isinstance(ask.subject, Lending):
            loan = lending.offer(g, ask.subject.receiver, option)
            found = Telling(loan.text) if loan is not None else ""
        elif option.verb == "declare":
            by, on = (argument.label for argument in option.args[:2] if isinstance(argument, Nation))
            found = Telling(f"{by} declares war on {on}: worth {politics.act_value(g, ask.seat, option):.1f}")
        elif isinstance(ask.subject, Cargo):
            found = lending.way_reason(g, option)
        elif option.verb == "align" and isinstance(option.args[0], Nation):
            found = f"align {option.args[0].label}: worth {minors.minor_worth(g, _taker(g, ask.seat), chosen(option, 0)):.0f} IPP"
        elif isinstance(ask.subject, Spending):
            found = economy.reason(g, economy.buyer(ask.subject), option)
        return found or f"{option.text}: best of {len(ask.options)}"


_PLAIN = {
    "fire_all": 1.0,
    "bombard_all": 2.0,
    "bombard": 1.0,
    "intercept_all": 1.0,
    "stay": 0.5,
    "press": 0.5,
    "fight": -0.2,
    "scramble": 0.2,
    "hunt": 0.2,
    "keep": 0.1,
    "infantry": 1.0,
}


def _pair(option: Option) -> tuple[int, int]:
    return chosen(option, 0), chosen(option, 1)


def _taker(g: War, seat: str) -> int:
    """The nation of a seat that is in turn and takes a minor."""
    return next((n for n in acting(g) if seat_of(g, n) == seat), next(iter(acting(g)), 0))


def _in_turn(g: War, seat: str) -> bool:
    return any(seat_of(g, n) == seat for n in acting(g))


def _attacks(ask: Ask) -> bool:
    """Whether it is asked which unit makes a combat move."""
    return isinstance(ask.subject, Movers) and ask.subject.combat


MIND = GlobalWarMind()
