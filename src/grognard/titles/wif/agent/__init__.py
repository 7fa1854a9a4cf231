"""This title's judgement: what `greedy` takes at once (at_once.py) and what `planner` plans. Nothing here changes the state.

A planner's impulse: the staff draws up the land (orders.py, assaults.py), the admiral the sea (sea.py); the better of the two
says which action is chosen; aircraft serve the attacks that are planned (air.py); then the plan is followed question by question,
and drawn up anew once ground strikes or battles at sea have changed it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from grognard.agents import Telling
from grognard.agents.notebooks import Notebook
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.wif.agent import air, council, fleets, rear, sea
from grognard.titles.wif.agent.assaults import Assault
from grognard.titles.wif.agent.at_once import AtOnce
from grognard.titles.wif.agent.islands import open_places, out_there
from grognard.titles.wif.agent.orders import General, Orders, has_room, standing_assaults
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.view import view_of
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Action, Activity
from grognard.titles.wif.rules.actions import Choice, left, payer
from grognard.titles.wif.rules.land_attack import Declaring
from grognard.titles.wif.rules.land_movement import March, Marching
from grognard.titles.wif.rules.landings import Debarking, Invading, passengers
from grognard.titles.wif.rules.missions import Flight
from grognard.titles.wif.rules.powers import political
from grognard.titles.wif.rules.task_forces import Admiralty, TaskForce
from grognard.titles.wif.rules.transport import Loading
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.state import NOWHERE, War

RELIED = 0.5  # more for a strike without which an attack is not made
STRUCK = 2  # hexes that are bombed before an attack, as missions of a land action allow
CONVOY = 4  # troops that go to one sea in an impulse
AFLOAT = 0.3  # of a voyage's worth that is left while its troops cannot go ashore
LEAST_THERE = 3.0  # what an operation among the islands must be worth to have a naval move before others
IDLE = 1.5  # what an impulse must be worth not to be passed by the side that gains by the end of the turn


@dataclass
class Plan:
    """What a power means to do this impulse."""

    orders: Orders | None = None  # as seen before the impulse
    marching: Orders | None = None  # as seen when the armies move
    operations: list[sea.Operation] = field(default_factory=list)
    landings: dict[int, int] = field(default_factory=dict)
    assaults: list[Assault] | None = None


class WorldInFlamesMind(AtOnce):
    """Values of options and plans of impulses."""

    discreet = True  # entry markers and markers on borders are read only by the seat that holds them

    def __init__(self) -> None:
        super().__init__()
        self.plans: Notebook[dict[int, Plan]] = Notebook()

    def plan(self, session: Session, seat: str, ask: Ask, rng: random.Random, level: str) -> tuple[Option, str]:
        """The planner's answer, and why."""
        if len(ask.options) == 1:
            return ask.options[0], "the only answer"
        g: War = session.g
        subject = ask.subject
        match subject:
            case Choice(power=power):
                return self._choose(session, ask, power)
            case Marching(power=power):
                return self._take(session, ask, power)
            case March(power=power, units=units):
                return self._walk(session, ask, power, units[0])
            case Declaring(power=power):
                return self._declare(session, ask, power)
            case Flight(power=power):
                return air.fly(g, ask, subject, self._wanted(session, subject))
            case Admiralty(power=power):
                return sea.gather(g, ask, self._plan(session, power).operations)
            case TaskForce(power=power):
                return self._sail(session, ask, subject)
            case Loading(power=power):
                return sea.take_up(g, ask, self._plan(session, power).landings)
            case Debarking(power=power):
                return rear.debark(g, ask, subject, set(self._plan(session, power).landings))
            case Invading(power=power):
                return rear.invade(g, ask, subject, self._plan(session, power).landings)
        return self.everyday(g, ask) or (named(ask, "done", "stay") or ask.options[0], "nothing better")

    def _plan(self, session: Session, power: int) -> Plan:
        g: War = session.g
        return self.plans.page(session, (g.turn, sum(g.impulses), g.side), dict).setdefault(power, Plan())

    # --- which action ---------------------------------------------------------------------------------------------------------

    def _choose(self, session: Session, ask: Ask, power: int) -> Answer:
        """By weather and opportunity: what the armies gain, what the fleet gains, or that the turn ends."""
        g: War = session.g
        plan = self._plan(session, power)
        general = General(as_if(g, power, Action.LAND), power, strikes=STRUCK if political(g) else 0)
        plan.orders = general.draw_up(whole=False)
        land = plan.orders.gain + 0.5 * plan.orders.better
        admiral = sea.Admiral(g, power)
        at_sea = bool(g.campaign.frame.victory.ships) or political(g)
        operations = admiral.operations() if at_sea else []
        if political(g):
            operations = sorted([*operations, *fleets.duties(admiral)], key=lambda o: -o.value)
        strike = admiral.strike_now() if at_sea else 0.0
        landings = [o for o in operations if o.target != NOWHERE]
        sorties = [o for o in operations if o.target == NOWHERE]
        most = {a: g.charts.limit(Activity.NAVAL_MOVE, a, payer(g, power), g.year) for a in (Action.COMBINED, Action.NAVAL)}
        if political(g):
            return self._choose_in_campaign(g, ask, plan, general, together(g, operations), strike)
        values = {
            "land": land,
            "combined": 0.35 * land + sum(o.value for o in _apart(landings)[: most[Action.COMBINED]]) + 0.8 * strike,
            "naval": 0.9 * sum(o.value for o in _apart(sorties)) + 0.5 * strike,
            "air": (0.12 if g.campaign.frame.victory.ships else 0.5) * air.badly_based(g, general.view, power),
        }
        word = max(values, key=lambda w: values[w])
        if word == "combined":
            plan.operations = _apart([*landings, *sorties])
        elif word == "naval":
            plan.operations = _apart(sorties)
        if values[word] < IDLE:
            idle = "pass" if not general.view.bold and g.box >= 4 else "land" if land > 0.2 else "combined"
            return ask.find(f"act {idle}") or ask.options[0], Telling(f"little to gain ({values[word]:.1f})")
        if word == "air":
            return ask.find("act air") or ask.options[0], Telling(f"air: new bases near the front, worth {values[word]:.1f}")
        told = plan.orders.told(g) if word == "land" else "; ".join(o.told for o in plan.operations[:2]) or plan.orders.told(g)
        return ask.find(f"act {word}") or ask.options[0], Telling(f"{word}: {told}")

    def _choose_in_campaign(
        self, g: War, ask: Ask, plan: Plan, general: General, operations: list[sea.Operation], strike: float
    ) -> Answer:
        """The same where armies and fleets have the whole world: what each action lets a power do, and what that is worth."""
        power = general.power
        assert plan.orders is not None
        land = plan.orders.gain + 0.5 * plan.orders.better
        most = {a: g.charts.limit(Activity.NAVAL_MOVE, a, payer(g, power), g.year) for a in (Action.COMBINED, Action.NAVAL)}
        share = min(
            1.0, g.charts.limit(Activity.LAND_MOVE, Action.COMBINED, payer(g, power), g.year) / max(len(plan.orders.moves), 1)
        )
        at_sea = [o for o in operations if o.target == NOWHERE]
        values = {
            "land": land,
            "combined": (0.2 + 0.6 * share) * land + sum(o.value for o in operations[: most[Action.COMBINED]]) + 0.8 * strike,
            "naval": 0.9 * sum(by_ships_alone(g, o) for o in at_sea[: most[Action.NAVAL]]) + 0.5 * strike,
            "air": 0.3 * air.badly_based(g, general.view, power),
        }
        word = max(values, key=lambda w: values[w])
        shared = for_both_wars(g, power, operations, most[Action.COMBINED])
        plan.operations = shared if word == "combined" else at_sea if word == "naval" else []
        if values[word] < IDLE:
            word = "pass" if not general.view.bold and g.box >= 4 else "combined"
            return ask.find(f"act {word}") or ask.options[0], Telling(f"little to gain ({max(values.values()):.1f})")
        deeds = plan.orders.told(g) if word == "land" else "; ".join(o.told for o in plan.operations[:2]) or plan.orders.told(g)
        deeds = "new bases near the front" if word == "air" else deeds
        return ask.find(f"act {word}") or ask.options[0], Telling(f"{council.told(g, power)}. {word}: {deeds}")

    # --- land -----------------------------------------------------------------------------------------------------------------

    def _orders(self, session: Session, power: int) -> Orders:
        g: War = session.g
        plan = self._plan(session, power)
        if plan.marching is None:
            waiting = len(passengers(g, power))  # who goes ashore needs a land move too (10.2)
            moves, attacks = max(left(g, power, Activity.LAND_MOVE) - waiting, 0), left(g, power, Activity.LAND_ATTACK)
            plan.marching = General(g, power, most_moves=moves, most_attacks=attacks).draw_up()
        return plan.marching

    def _take(self, session: Session, ask: Ask, power: int) -> Answer:
        g: War = session.g
        orders = self._orders(session, power)
        for option in sorted(ask.options, key=lambda o: not (o.verb == "pick" and roster(g).hq[o.arg.index])):  # HQs lead
            unit = option.arg.index if option.verb == "pick" else NOWHERE
            if unit in orders.moves and unit not in orders.done and has_room(g, unit, orders.moves[unit]):
                return option, orders.told(g)  # those who make room go first
        return named(ask, "done") or ask.options[0], "the others stay"

    def _walk(self, session: Session, ask: Ask, power: int, unit: int) -> Answer:
        g: War = session.g
        orders = self._orders(session, power)
        overrun = named(ask, "overrun")
        if overrun is not None:
            return overrun, Telling(f"overruns {g.board.label(overrun.arg.index)}")
        goal = orders.moves.get(unit)
        stop = named(ask, "stay") or ask.options[0]
        if goal is None or unit in orders.done:
            return stop, "here"
        orders.done.add(unit)
        option = next((o for o in ask.options if o.verb == "go" and o.arg.index == goal), None)
        return (option, f"to {g.board.label(goal)}") if option is not None else (stop, "the way is barred")

    def _declare(self, session: Session, ask: Ask, power: int) -> Answer:
        """Attacks as they pay from where everybody stands now, with the aircraft that can still support them."""
        g: War = session.g
        plan = self._plan(session, power)
        if plan.assaults is None:
            support = air.support_in_reach(g, view_of(g, power), power)
            paying = standing_assaults(g, power, min(left(g, power, Activity.LAND_ATTACK), 40), support)
            plan.assaults = [assault for assault in paying if self.wanted(g, power, assault.target)]
        for assault in plan.assaults:
            for unit in assault.units:
                option = ask.find(f"attack u{unit} {g.board.token(assault.target)}")
                if option is not None:
                    return option, Telling(assault.told(g))
        return named(ask, "done") or ask.options[0], "no other attack pays"

    def wanted(self, g: War, power: int, target: int) -> bool:
        """Whether an attack that pays by itself is also wanted by the strategy of a title."""
        return not council.is_trophy(g, power, target)

    # --- air and sea ----------------------------------------------------------------------------------------------------------

    def _wanted(self, session: Session, flight: Flight) -> dict[int, float]:
        """What a mission serves: ground strikes and parachutists the attacks that are planned."""
        if flight.kind == "ground strike":
            return self._strike_values(session, flight.power)
        if flight.kind == "paradrop":
            orders = self._plan(session, flight.power).orders
            return {a.target: a.prospect.clear for a in orders.assaults} if orders is not None else {}
        return {}

    def _strike_values(self, session: Session, power: int) -> dict[int, float]:
        """Hexes that are to be attacked, with what a defender turned face-down is worth there."""
        g: War = session.g
        plan = self._plan(session, power)
        if plan.orders is None or SIDE_OF_POWER[power] != g.side:
            return {}
        found: dict[int, float] = {}
        staff = General(g, power).staff
        for assault in plan.orders.assaults:
            force = [(u, s) for u, s in assault.force if g.units.at[u] >= 0]
            if assault.target not in staff.view.theirs or not force:
                continue
            plain = staff.reckon(assault.target, force)[0]
            found[assault.target] = max(0.3, staff.reckon(assault.target, force, flipped=1)[0] - plain) + 0.2
            if assault.strikes:  # the attack was planned for what bombers do first
                found[assault.target] = max(found[assault.target], assault.gain / assault.strikes + RELIED)
        return found

    def _sail(self, session: Session, ask: Ask, force: TaskForce) -> Answer:
        plan = self._plan(session, force.power)
        operation = next((o for o in plan.operations if o.port == force.place), None)
        answer = sea.sail(session.g, ask, force, plan.operations)
        if answer[0].verb == "sail" and operation is not None:
            plan.landings.update({u: operation.target for u, _ in operation.cargo if operation.target != NOWHERE})
        return answer


def _apart(operations: list[sea.Operation]) -> list[sea.Operation]:
    """Operations that do not use the same port or go for the same place, best first."""
    found: list[sea.Operation] = []
    for one in operations:
        if all(one.port != o.port and (one.target == NOWHERE or one.target != o.target) for o in found):
            found.append(one)
    return found


def together(g: War, operations: list[sea.Operation]) -> list[sea.Operation]:
    """Operations of one impulse in a campaign, best first: no ship twice, no two forces for one task; but troops go from several
    ports to the sea before a front, as long as few are on their way there."""
    found: list[sea.Operation] = []
    busy: set[int] = set()
    goals: dict[int, int] = {}
    for one in sorted(operations, key=lambda o: -o.value):
        area = g.ground.area[one.goal]
        goal = one.target if one.target != NOWHERE else area if area >= 0 else one.goal
        units = {*one.ships, *(u for u, _ in one.cargo)}
        ferry = one.target == NOWHERE and one.cargo and area >= 0
        if not busy & units and goals.get(goal, 0) < (CONVOY if ferry else 1):
            found.append(one)
            busy |= units
            goals[goal] = goals.get(goal, 0) + (len(one.cargo) if ferry else CONVOY)
    return found


def for_both_wars(g: War, power: int, operations: list[sea.Operation], most: int) -> list[sea.Operation]:
    """The same with the best of those in the other ocean among the first, where a power has islands to take there: troops for the
    continent would use up every naval move."""
    if most < 2 or not open_places(g, power):
        return operations
    there = next((o for o in operations if o.value >= LEAST_THERE and out_there(g, o.goal)), None)
    if there is None or there in operations[:most]:
        return operations
    return [*operations[: most - 1], there, *(o for o in operations[most - 1 :] if o is not there)]


def by_ships_alone(g: War, operation: sea.Operation) -> float:
    """What an operation is worth in a naval action: troops brought to a sea stay aboard, for to debark is a land move (11.12)."""
    return operation.value * (AFLOAT if operation.cargo and not g.ground.land[operation.goal] else 1.0)


def as_if(g: War, power: int, action: Action) -> War:
    """A copy in which a power has chosen an action."""
    h = g.copy()
    h.powers[power].action = int(action)
    return h


MIND = WorldInFlamesMind()
