"""What greedy takes: every question by itself, the best at once. No plan ties one answer to the next."""

from __future__ import annotations

from grognard.agents.notebooks import Notebook
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.wif.agent import air, building, rear
from grognard.titles.wif.agent.kits import command
from grognard.titles.wif.agent.orders import General, standing_assaults
from grognard.titles.wif.agent.politics import statecraft
from grognard.titles.wif.agent.quartermaster import provide
from grognard.titles.wif.agent.reactions import Answer, named, react
from grognard.titles.wif.agent.sea_fights import fight_at_sea
from grognard.titles.wif.agent.view import view_of
from grognard.titles.wif.kinds import Activity
from grognard.titles.wif.rules.actions import Choice, left
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.land_attack import Declaring
from grognard.titles.wif.rules.land_movement import March, Marching
from grognard.titles.wif.rules.landings import Debarking, Invading
from grognard.titles.wif.rules.missions import Flight
from grognard.titles.wif.rules.rail import Journey, Railing
from grognard.titles.wif.rules.rebase import Move, Rebasing
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.rules.reorganisation import Reorganising
from grognard.titles.wif.rules.track_building import Beginning
from grognard.titles.wif.state import War

FRONT = 6  # steps at which an enemy makes a front


class AtOnce:
    """The judgement of single answers."""

    def __init__(self) -> None:
        self.last: Notebook[str] = Notebook()
        self.marches: Notebook[dict[int, int]] = Notebook()

    def value(self, session: Session, seat: str, ask: Ask, option: Option) -> float:
        """What an option is worth at once: one for the answer that is best by itself."""
        best = self.last.page(session, (session.count, seat), lambda: self.at_once(session, ask)[0].text)
        return float(option.text == best)

    def at_once(self, session: Session, ask: Ask) -> Answer:
        """The best answer by itself."""
        g: War = session.g
        if len(ask.options) == 1:
            return ask.options[0], "the only answer"
        match ask.subject:
            case Choice(power=power):
                return self._action(g, ask, power)
            case Marching(power=power):
                return self._march(session, ask, power)
            case March(units=units):
                return self._go(session, ask, units[0])
            case Declaring(power=power):
                return declare(g, ask, power)
        return self.everyday(g, ask) or (named(ask, "done", "stay") or ask.options[0], "nothing better")

    def everyday(self, g: War, ask: Ask) -> Answer | None:
        """Questions that greedy and planner answer alike."""
        subject = ask.subject
        match subject:
            case Flight(power=power):
                return air.fly(g, ask, subject, self.strikes(g, power))
            case Railing():
                return rear.rail(g, ask, subject)
            case Journey():
                return rear.journey(g, ask, subject)
            case Rebasing(power=power):
                return air.rebase(g, ask, power)
            case Move():
                return air.new_base(g, ask, subject)
            case Reorganising():
                return rear.reorganise(g, ask, subject)
            case Debarking():
                return rear.debark(g, ask, subject, set())
            case Invading():
                return rear.invade(g, ask, subject, {})
            case Purse():
                return building.build(g, ask, subject)
            case Arrival():
                return building.arrive(g, ask, subject)
            case Beginning():
                return building.begin(g, ask, subject)
        return provide(g, ask) or command(g, ask) or statecraft(g, ask) or react(g, ask) or fight_at_sea(g, ask)

    def strikes(self, g: War, power: int) -> dict[int, float]:
        """Greedy bombs whoever stands beside its own units."""
        view = view_of(g, power)
        return {s: 0.8 for s in view.theirs if view.to_friend.get(s, 99) <= 1}

    def _action(self, g: War, ask: Ask, power: int) -> Answer:
        view = view_of(g, power)
        front = any(view.near(s) <= FRONT for s, units in view.mine.items() if any(g.units.power[u] == power for u in units))
        word = "land" if front and not g.campaign.frame.victory.ships else "combined"
        return ask.find(f"act {word}") or ask.options[0], "armies" if word == "land" else "a little of everything"

    def _march(self, session: Session, ask: Ask, power: int) -> Answer:
        """Each unit to the hex it likes best, as if the others stood still."""
        g: War = session.g
        key = (g.turn, sum(g.impulses), g.side, power)
        kept = self.marches.page(session, key, lambda: lonely_moves(g, power))
        for option in ask.options:
            if option.verb == "pick" and option.arg.index in kept:
                return option, "it stands better elsewhere"
        return named(ask, "done") or ask.options[0], "the others stay"

    def _go(self, session: Session, ask: Ask, unit: int) -> Answer:
        overrun = named(ask, "overrun")
        if overrun is not None:
            return overrun, "overrun"
        kept = self.marches.newest(session)
        goal = kept.pop(unit, None) if kept is not None else None
        option = None if goal is None else next((o for o in ask.options if o.verb == "go" and o.arg.index == goal), None)
        return (option, "there it is worth most") if option is not None else (named(ask, "stay") or ask.options[0], "here")


def lonely_moves(g: War, power: int) -> dict[int, int]:
    """Where each unit would go if it alone moved, without a thought of supply lines or of the others' plans."""
    general = General(g, power)
    found: dict[int, int] = {}
    for unit, hexes in general.reach.items():
        here = g.units.at[unit]
        values = {s: general.station(unit, s) for s, worn in hexes.items() if not worn}
        best = max(values, key=lambda s: (values[s], -s), default=here)
        if best != here and values[best] > values.get(here, 0.0) + 0.2:
            found[unit] = best
            general.planned[here].remove(unit)
            general.planned.setdefault(best, []).append(unit)
    return found


def declare(g: War, ask: Ask, power: int) -> Answer:
    """The attack that pays best with those who stand beside it, unit by unit."""
    begun = {g.units.target[u] for u, p in enumerate(g.units.power) if p == power and g.units.target[u] >= 0}
    most = min(left(g, power, Activity.LAND_ATTACK) + len(begun), 40)
    for assault in standing_assaults(g, power, most):
        for unit in assault.units:
            option = ask.find(f"attack u{unit} {g.board.token(assault.target)}")
            if option is not None:
                return option, assault.told(g)
    return named(ask, "done") or ask.options[0], "no other attack pays"
