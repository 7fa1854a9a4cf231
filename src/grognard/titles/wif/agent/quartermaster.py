"""Questions of the optional kits that follow from what a power has: oil, saved points, what it destroys and disbands. Greedy and
planner share them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.rules.fuel import Draught, Favour, Fuel, supply_of_oil
from grognard.titles.wif.rules.production import Convoys
from grognard.titles.wif.rules.stocks import Breaking, Saving
from grognard.titles.wif.state import War

PLENTY = 40  # tenths of oil that a power likes to have in hand
KEPT_BACK = 3  # oil a turn it takes from the factories for that


def provide(g: War, ask: Ask) -> Answer | None:
    """The answer to a question of supplies, None for the others."""
    make = ANSWERS.get(type(ask.subject))
    return make(g, ask, ask.subject) if make is not None else None


def _fuel(g: War, ask: Ask, subject: Fuel) -> Answer:
    pays = named(ask, "pay_oil")
    if pays is not None and supply_of_oil(g, subject.power) >= 2 * subject.cost:
        return pays, "oil for everybody"
    return named(ask, "frugal") or ask.options[0], "oil for those who move"


def _draught(g: War, ask: Ask, subject: Draught) -> Answer:
    return ask.options[0], "the cheapest oil"


def _favour(g: War, ask: Ask, subject: Favour) -> Answer:
    rich = supply_of_oil(g, subject.power) > PLENTY
    return named(ask, "grant" if rich else "deny") or ask.options[0], "there is plenty" if rich else "we need it ourselves"


def _convoys(g: War, ask: Ask, subject: Convoys) -> Answer | None:
    if not g.options.oil:
        return None
    keep = named(ask, "keep_oil")
    short = supply_of_oil(g, subject.power) < PLENTY
    if keep is not None and short and g.powers.oil_kept[subject.power] < KEPT_BACK:
        return keep, "the tanks are low"
    return named(ask, "send") or ask.options[0], "by the best ways"


def _saving(g: War, ask: Ask, subject: Saving) -> Answer:
    return named(ask, "store") or ask.options[0], "for later"


def _breaking(g: War, ask: Ask, subject: Breaking) -> Answer:
    return named(ask, "keep") or ask.options[0], "all are needed"


Judge = Callable[[War, Ask, Any], tuple[Option, str] | None]
ANSWERS: dict[type, Judge] = {
    Fuel: _fuel,
    Draught: _draught,
    Favour: _favour,
    Convoys: _convoys,
    Saving: _saving,
    Breaking: _breaking,
}
