"""What need not be asked: units that could only stay, phases in which a seat could only say done. What is legal is in rules/."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from grognard.kernel.flow import Ask, Option
from grognard.titles.gw36.powers import NAMES, PLAYED
from grognard.titles.gw36.rules import combat_movement, non_combat, war
from grognard.titles.gw36.rules.seats import acting, voice_of
from grognard.titles.gw36.state import Unit, War
from grognard.titles.gw36.subjects import Movers, Spending


def moving(ask: Ask) -> Callable[[War, int], Iterable[Option]] | None:
    """What lists the orders of a unit, where a question asks which unit moves."""
    if not isinstance(ask.subject, Movers):
        return None
    return combat_movement.orders_of if ask.subject.combat else non_combat.orders_of


def only_stays(g: War, ask: Ask, option: Option) -> bool:
    """Whether a unit on the list of a movement phase has no order but to hold."""
    orders = moving(ask)
    if orders is None or option.verb != "pick" or not isinstance(option.arg, Unit):
        return False
    return next(islice(orders(g, option.arg.index), 1, None), None) is None


def asked(g: War, ask: Ask) -> str:
    """The nation a question is about: of a desk its own, else those of the seat that are in turn."""
    if isinstance(ask.subject, Spending):
        return NAMES[ask.subject.nation]
    return ", ".join([NAMES[n] for n in acting(g) if n < PLAYED and voice_of(g, n) == ask.seat])


def answer(g: War, ask: Ask) -> Option | None:
    """`done`, where a phase offers nothing else: no unit that could move, nothing to pay for, no political act."""
    done = ask.options[0] if len(ask.options) == 1 else ask.find("done") if moving(ask) is not None else None
    if done is None or done.args:
        return None
    for option in ask.options:
        if option is done or only_stays(g, ask, option):
            continue
        if option.verb != "politics" or war.acts(g, ask.seat):
            return None
    return done
