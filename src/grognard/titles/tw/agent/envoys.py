"""Diplomacy and the decisions of great powers: where POPs go, which targets are named, when a chit is played. Plain judgement."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, INDEX, ITALY, USA, USSR
from grognard.titles.tw.rules.american_peace import PublicOpinion
from grognard.titles.tw.rules.border_wars import Claim, Ruin
from grognard.titles.tw.rules.diplomacy import BLOC_TOKENS, CONFLICT, Envoy, Offensive, Winners, roll_modifiers, strengths
from grognard.titles.tw.rules.espionage import Agents, Chit
from grognard.titles.tw.rules.free_french import FreeFrench
from grognard.titles.tw.rules.influence import Foreign
from grognard.titles.tw.rules.italy import Relief
from grognard.titles.tw.rules.mers_el_kebir import Anchorage, Deserters, Raid
from grognard.titles.tw.rules.simple_diplomacy import Courier
from grognard.titles.tw.rules.status import bloc
from grognard.titles.tw.rules.vichy import Beaten, Garrison
from grognard.titles.tw.state import War

WISHES = {  # where a power seeks friends, the dearest first
    GERMANY: ("spain", "turkey", "sweden", "vichy_france"),
    ITALY: ("spain", "greece"),
    FRANCE: ("yugoslavia",),
    BRITAIN: ("spain", "turkey", "greece"),
    USA: ("spain", "portugal"),
    USSR: ("turkey",),
}
PURSE = 70  # NARFs a power keeps for its armies before it spends abroad


def choose(g: War, ask: Ask) -> tuple[Option, str] | None:
    """The answer to a question of politics, or None where this module has no view."""
    match ask.subject:
        case Foreign(power=power):
            return _place(g, ask, power)
        case Envoy(power=power):
            return _name(g, ask, power)
        case Courier(power=power):
            return _court(g, ask, power)
        case Agents():
            return ask.options[g.turn % len(ask.options)], "a card as good as another"
        case Chit():
            return ask.options[-1], "now is the time for it"
        case Winners():
            return ask.options[0], "ours"
        case Offensive():
            return ask.options[0], "their affair"
        case Raid() | Anchorage():
            return _strike(ask)
        case PublicOpinion():
            good = g.nations.narfs[BRITAIN] > PURSE
            return ask.options[-1 if good else 0], "America must be won"
        case Claim(territory=territory):
            fight = territory == "karelia"
            return ask.options[-1 if fight else 0], "it is worth a war" if fight else "not for this"
        case Ruin():
            rich = g.nations.narfs[GERMANY] > PURSE
            return ask.options[-1 if rich else 0], "the army is needed"
        case Beaten():
            return ask.options[0], "save the army"
        case Garrison() | Deserters() | FreeFrench() | Relief():
            return ask.options[0], "as good as another"
    return None


def _court(g: War, ask: Ask, power: int) -> tuple[Option, str]:
    """A roll for the dearest wish, if there is money."""
    if g.nations.narfs[power] > PURSE:
        for key in WISHES[power]:
            option = ask.find(f"court {g.nations[INDEX[key]].token}")
            if option is not None:
                return option, f"friends in {g.nations[INDEX[key]].label}"
    return ask.options[0], "nothing abroad"


def _strike(ask: Ask) -> tuple[Option, str]:
    """The fleet of Vichy is attacked with all that can come."""
    for verb in ("strike", "send"):
        option = next((o for o in ask.options if o.verb == verb), None)
        if option is not None:
            return option, "before the enemy has it"
    return ask.options[-1], "that is enough"


def _place(g: War, ask: Ask, power: int) -> tuple[Option, str] | None:
    """POPs in the countries a power wishes for, as long as its armies have their money."""
    if g.nations.narfs[power] - g.nations.abroad[power] > PURSE:
        for key in WISHES[power]:
            option = ask.find(f"pop {g.nations[INDEX[key]].token}")
            if option is not None:
                return option, f"friends in {g.nations[INDEX[key]].label}"
    return ask.find("done") or ask.options[0], "nothing more abroad"


def _name(g: War, ask: Ask, power: int) -> tuple[Option, str] | None:
    """The target with the best outlook, where it is better than none."""
    best: tuple[float, Option] | None = None
    for option in ask.options:
        if option.verb != "name":
            continue
        attack = Offensive(option.args[0].index, bloc(power), BLOC_TOKENS.index(option.args[1]))
        column, more = CONFLICT.column(*strengths(g, attack)), roll_modifiers(g, attack).total
        value = sum(CONFLICT[column, roll + more] for roll in range(1, 11)) / 10
        if best is None or value > best[0]:
            best = value, option
    if best is not None and best[0] > 0:
        return best[1], f"{best[0]:.1f} levels to be hoped for"
    return ask.find("done") or ask.options[0], "not now"
