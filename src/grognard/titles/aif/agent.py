"""The judgement of America in Flames: the armies and fleets of World in Flames' mind, and what is asked here alone: influence,
wars on minors, alignments, research. Nothing here changes the state."""

from __future__ import annotations

import random

from grognard.agents import Telling
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.aif.facts import FULL_ALLY
from grognard.titles.aif.rules.allegiance import MAY_ENTER, MOBILISATION, frozen, level_cost
from grognard.titles.aif.rules.declarations import Cabinet
from grognard.titles.aif.rules.influence import Courting, Courtship
from grognard.titles.aif.rules.minors import Muster
from grognard.titles.aif.rules.peace import Prize, Refuge
from grognard.titles.aif.rules.research import die_cost
from grognard.titles.aif.state import America
from grognard.titles.wif.agent import WorldInFlamesMind
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.facts import ALLIES, AXIS, POWERS, SIDE_OF_POWER, USA
from grognard.titles.wif.rules.building import Purse

VALUE = {
    "panama": 60,
    "brazil": 35,
    "mexico": 30,
    "argentina": 25,
    "peru": 25,
    "colombia": 15,
    "costa_rica": 15,
    "venezuela": 15,
    "chile": 12,
    "cuba": 12,
    "guatemala": 12,
}  # fmt: skip  (what the right to enter is worth to a side in build points)
OTHER = 5
PRIZES = frozenset(("panama", "brazil", "mexico", "argentina", "peru"))  # worth the climb to the top
SECOND_RANK = 9  # where drift takes over
EARLY, LATE = 6, 12  # turns of the campaign in which the Axis spends much and some on politics
DICE = 2  # research dice a turn, one more from THIRD_DIE on
THIRD_DIE = 8
BOLD_WAR = 2  # enemy-held levels at which a minor is lost anyway


class AmericanMind(WorldInFlamesMind):
    """Values of options and plans of impulses."""

    def plan(self, session: Session, seat: str, ask: Ask, rng: random.Random, level: str) -> tuple[Option, str]:
        found = own_answer(session.g, ask) if len(ask.options) > 1 else None
        return found if found is not None else super().plan(session, seat, ask, rng, level)

    def at_once(self, session: Session, ask: Ask) -> Answer:
        found = own_answer(session.g, ask) if len(ask.options) > 1 else None
        return found if found is not None else super().at_once(session, ask)


def own_answer(g: America, ask: Ask) -> Answer | None:
    """Answers to what only this title asks; None for the rest."""
    subject = ask.subject
    match subject:
        case Courting():
            return court(g, ask, subject)
        case Courtship():
            return levels(g, ask, subject)
        case Cabinet():
            return counsel(g, ask, subject)
        case Purse():
            return invest(g, ask, subject)
        case Muster():
            return muster(g, ask)
        case Refuge():
            return ask.options[0], "a roof over the government"
        case Prize():
            return named(ask, "liberate", "fight_on") or ask.options[0], "friends are worth more than subjects"
    return None


# --- influence ----------------------------------------------------------------------------------------------------------------


def minor_id(g: America, flag: int) -> str:
    return g.facts.countries[g.chancery.minors[flag]].id


def wish(g: America, power: int, flag: int) -> tuple[float, int]:
    """What courting a minor is worth for each political point, and the levels wanted."""
    if frozen(g, flag):
        return 0.0, 0
    row, side = g.flags[flag], SIDE_OF_POWER[power]
    name = minor_id(g, flag)
    aim = 15 if name in PRIZES else SECOND_RANK
    if row.side == side:
        wanted = max(aim - row.level, 0)
        wanted *= 1 if row.favours == power else 2
    else:
        hurdles = sum(g.chancery.track[n].hurdle_below for n in range(1, row.level + 1))
        wanted = row.level + hurdles + MAY_ENTER
    cost = level_cost(g, power, flag)
    if wanted <= 0:
        return 0.0, 0
    return VALUE.get(name, OTHER) / (cost * max(wanted, 1)), wanted


def court(g: America, ask: Ask, subject: Courting) -> Answer:
    """The minor that gives most for a point; small sums are saved for one decisive batch."""
    best: tuple[float, Option] | None = None
    for option in ask.options:
        if option.verb == "court":
            flag = option.arg.index
            value, wanted = wish(g, subject.power, flag)
            cost = level_cost(g, subject.power, flag)
            if wanted and subject.points // cost >= min(wanted, 3) and (best is None or value > best[0]):
                best = (value, option)
    if best is None or best[0] <= 0:
        return named(ask, "keep") or ask.options[0], "saved for a greater batch"
    return best[1], Telling(f"{best[1].arg.label}: worth {best[0]:.1f} a point")


def levels(g: America, ask: Ask, subject: Courtship) -> Answer:
    """One more than is needed, as far as the points go."""
    _, wanted = wish(g, subject.power, subject.flag)
    most = max(int(o.args[0]) for o in ask.options)
    chosen = min(max(wanted, 1), most)
    return ask.find(f"levels {chosen}") or ask.options[0], f"{chosen} levels"


# --- wars and alignments ------------------------------------------------------------------------------------------------------


def counsel(g: America, ask: Ask, subject: Cabinet) -> Answer:
    """Align whoever is ready; make war on a minor only where it is the enemy's already and one's own troops stand beside it."""
    for option in ask.options:
        if option.verb == "align":
            return option, f"{option.arg.label} marches with us"
    for option in ask.options:
        if option.verb == "declare_war" and ripe(g, subject.power, option.arg.index):
            return option, f"{option.arg.label} is theirs already"
    return named(ask, "done") or ask.options[0], "wars on minors feed the enemy's politics"


def ripe(g: America, power: int, flag: int) -> bool:
    """A minor that the other side is about to align, with two own corps on its border."""
    row, side = g.flags[flag], SIDE_OF_POWER[power]
    if row.side != 1 - side or not MOBILISATION <= row.level < FULL_ALLY:
        return False
    home = set(g.ground.homeland.get(minor_id(g, flag), ()))
    beside = {b for s in home for b, _ in g.ground.steps[s]} - home
    return sum(at in beside and whose == power for at, whose in zip(g.units.at, g.units.power)) >= BOLD_WAR


# --- build points -------------------------------------------------------------------------------------------------------------


def invest(g: America, ask: Ask, purse: Purse) -> Answer | None:
    """Research first for the Allies, politics early for the Axis; the rest is armies."""
    side = SIDE_OF_POWER[purse.power]
    turn = g.turn - g.first_turn + 1
    if side == ALLIES:
        wanted = DICE + int(turn >= THIRD_DIE)
        die = named(ask, "research")
        if die is not None and purse.power == USA and g.dice_bought[ALLIES] < wanted:
            return die, f"the bomb: {g.research[ALLIES]} of {g.target}"
        return None
    share = 8 if turn <= EARLY else 4 if turn <= LATE else 0
    begun = g.offices.political[purse.power]
    bought = ask.find("politics 5") or ask.find("politics 3")
    if bought is not None and begun < share and purse.points > 2 * share and die_cost(g, AXIS):
        return bought, f"{POWERS[purse.power]} courts the minors"
    return None


def muster(g: America, ask: Ask) -> Answer:
    """New allies stand in their capital, their other cities and ports, then anywhere."""
    ground = g.ground
    option = max(
        ask.options,
        key=lambda o: (
            "capital" in ground.roles[o.arg.index],
            ground.city[o.arg.index],
            ground.port[o.arg.index] > 0,
            -o.arg.index,
        ),
    )
    return option, "the cities first"


MIND = AmericanMind()
