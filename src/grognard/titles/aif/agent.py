"""The judgement of America in Flames: the armies and fleets of World in Flames' mind, and what is asked here alone: influence,
wars on minors, alignments, research. Nothing here changes the state."""

from __future__ import annotations

import random

from grognard.agents import Telling
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.aif.facts import FULL_ALLY
from grognard.titles.aif.rules.allegiance import MAY_ENTER, MOBILISATION, frozen, level_cost
from grognard.titles.aif.rules.atomic import Bombardier
from grognard.titles.aif.rules.declarations import Cabinet
from grognard.titles.aif.rules.factories import Wrecking
from grognard.titles.aif.rules.heavy import predecessor
from grognard.titles.aif.rules.influence import Courting, Courtship
from grognard.titles.aif.rules.minors import Muster
from grognard.titles.aif.rules.peace import Prize, Refuge
from grognard.titles.aif.rules.research import die_cost
from grognard.titles.aif.rules.reversion import Restitution, Returning
from grognard.titles.aif.rules.walther import Diving
from grognard.titles.aif.state import America
from grognard.titles.wif.agent import WorldInFlamesMind
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, JAPAN, POWERS, SIDE_OF_POWER, USA
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import nation_at
from grognard.titles.wif.rules.lending import Lender
from grognard.titles.wif.state import FORCE_POOL, GONE

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
DICE = 2  # research dice a turn of the Allies, one more from THIRD_DIE on
THIRD_DIE = 8
AXIS_DICE = {GERMANY: 2, JAPAN: 3}  # how many dice of its side a power of the Axis pays up to
PACE = {1: 5.5, 2: 7.15, 3: 7.98, 4: 8.47}  # research points a turn by dice: the highest of so many
HOME_STRETCH = 3  # turns before the bomb in which every further die is worth its price
MOST_DICE = 4
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
        case Lender():
            return named(ask, "no_loan") or ask.options[0], "every power needs its own"
        case Returning() | Restitution():
            return named(ask, "return", "restore") or ask.options[0], "a friend's land makes a friend"
        case Wrecking():
            return named(ask, "wreck") or ask.options[0], "what they cannot use they cannot win back"
        case Bombardier():
            return drop_or_not(g, ask, subject)
        case Diving():
            return named(ask, "fight") or ask.options[0], "the boat is built to fight"
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
    if row.side == side and row.favours != power and g.offices.political[row.favours]:
        return 0.0, 0  # half of what a second power buys is lost while the favoured one can pay
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
    """A minor that the other side is about to align, with two own corps on its border: never one that leans our way, nor one that
    points can still win."""
    row, side = g.flags[flag], SIDE_OF_POWER[power]
    if row.side != 1 - side or not MOBILISATION <= row.level < FULL_ALLY:
        return False
    home = set(g.ground.homeland.get(minor_id(g, flag), ()))
    beside = {b for s in home for b, _ in g.ground.steps[s]} - home
    return sum(at in beside and whose == power for at, whose in zip(g.units.at, g.units.power)) >= BOLD_WAR


# --- build points -------------------------------------------------------------------------------------------------------------


def turns_to_the_bomb(g: America, side: int, dice: int) -> float:
    """How many turns a side still needs with so many dice a turn."""
    return (g.target - g.research[side]) / PACE[min(max(dice, 1), MOST_DICE)]


def dice_wanted(g: America, power: int) -> int:
    """Research dice of its side up to which a power pays: the Allies two, later three; Germany and Japan three together, as
    long as the race is not lost; on the home stretch, and one die behind in the race, one more."""
    side, turn = SIDE_OF_POWER[power], g.turn - g.first_turn + 1
    usual = {AXIS: 3, ALLIES: DICE + int(turn >= THIRD_DIE)}
    ahead = turns_to_the_bomb(g, 1 - side, usual[1 - side])
    own = turns_to_the_bomb(g, side, usual[side])
    close = min(own, ahead) <= HOME_STRETCH or (turn >= THIRD_DIE and ahead < own <= ahead + HOME_STRETCH)
    if power == USA:
        return min(usual[ALLIES] + int(close), MOST_DICE)
    if side == AXIS and own <= ahead + 2 * HOME_STRETCH:
        return AXIS_DICE.get(power, 0) + int(close and power == GERMANY)
    return 0


def invest(g: America, ask: Ask, purse: Purse) -> Answer | None:
    """Research first, politics early for the Axis, heavy corps that cost nothing; the rest is armies."""
    side = SIDE_OF_POWER[purse.power]
    turn = g.turn - g.first_turn + 1
    die = named(ask, "research")
    if die is not None and g.dice_bought[side] < dice_wanted(g, purse.power):
        return die, f"the bomb: {g.research[side]} of {g.target}"
    for option in ask.options:
        if option.verb == "replace" and g.units.at[max(predecessor(g, option.arg.index), 0)] in (FORCE_POOL, GONE):
            return option, "a better corps for the same price"
    if side == ALLIES:
        return None
    share = 8 if turn <= EARLY else 4 if turn <= LATE else 0
    begun = g.offices.political[purse.power]
    bought = ask.find("politics 5") or ask.find("politics 3")
    if bought is not None and begun < share and purse.points > 2 * share and die_cost(g, AXIS):
        return bought, f"{POWERS[purse.power]} courts the minors"
    return None


def drop_or_not(g: America, ask: Ask, subject: Bombardier) -> Answer:
    """An atomic bomb on a major power at home costs no friend; on a minor it makes an enemy."""
    country = nation_at(g, subject.space)
    if country in g.chancery.flag_of:
        return named(ask, "conventional") or ask.options[0], "it would make them full allies of the enemy"
    return named(ask, "drop") or ask.options[0], "their factories will not recover"


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
