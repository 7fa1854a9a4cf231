"""Politics: wars when the staff says that their hour has come (council.py), minors, US entry, pacts, peace.

Greedy and planner share it. No answer is forced: what the rules do not let a power do is left for another impulse.
"""

from __future__ import annotations

from grognard.agents import Telling
from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.agent.council import east_is_ready, victim_due, war_due
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.facts import GERMANY, ITALY, JAPAN, POWERS, USA, USSR
from grognard.titles.wif.rules.alignments import Courting
from grognard.titles.wif.rules.american_war import Attempt, war_modifiers
from grognard.titles.wif.rules.claims import Award, Claimant, Claimed, Settlement
from grognard.titles.wif.rules.declarations import Declaring as WarDeclaring
from grognard.titles.wif.rules.entry import Markers, entry_level, tension_level
from grognard.titles.wif.rules.entry_options import TO_GERMANY, TO_JAPAN, Chamber, Mood, aimed_at
from grognard.titles.wif.rules.lend_lease import shipment
from grognard.titles.wif.rules.lending import POINTS, Lender, all_given
from grognard.titles.wif.rules.liberation import Liberator, Returning
from grognard.titles.wif.rules.minors import Offer, SettingUp, Spare
from grognard.titles.wif.rules.pacts import Diplomat, Drawn, Frontier
from grognard.titles.wif.rules.peace import Despair, Envoy, Terms
from grognard.titles.wif.rules.powers import at_war
from grognard.titles.wif.rules.reserves import Levy
from grognard.titles.wif.rules.vichy import Handing, Installing
from grognard.titles.wif.rules.vichy_collapse import Master
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import War

LIKELY, IMPATIENT = 6, 4  # the roll with which the USA tries to go to war, and from the middle of 1942 on
PATIENCE = turn_number("May/Jun 1942")
MOST_LENT = 10  # build points a turn
LAST_MARKERS = 1  # a pool of so few is left alone
PATH = (34, 22, 28, 12, 15, 27, 30, 31, 23, 13, 26, 19, 20, 16, 14, 11, 29, 32, 1, 9, 17, 21, 25, 35, 36, 38, 39, 41, 45, 7)
ALWAYS: dict[type, tuple[str, ...]] = {  # what is answered without much thought, in this order
    Offer: ("accept",),
    SettingUp: ("leave_it",),
    Spare: ("take_in",),
    Courting: ("align", "nobody"),
    Claimant: ("claim", "no_claims"),
    Claimed: ("allow",),
    Award: ("grant",),
    Settlement: ("settle", "fight_on"),
    Diplomat: ("keep_pacts",),
    Drawn: ("face_down",),
    Liberator: ("liberate", "nothing"),
    Returning: ("give_back",),
    Envoy: ("no_offer",),
    Terms: ("refuse",),
    Despair: ("fight",),
    Levy: ("call", "no_more"),
    Installing: ("install", "not_now"),
    Handing: ("hand_back", "spare"),
    Master: ("uphold",),
}


def statecraft(g: War, ask: Ask) -> Answer | None:
    """The answer to a question of politics, None for the others."""
    subject = ask.subject
    match subject:
        case WarDeclaring(power=power):
            return declare_war(g, ask, power)
        case Attempt():
            return try_war(g, ask)
        case Diplomat(power=power) if power == GERMANY and east_is_ready(g):
            return named(ask, "break_pact", "keep_pacts") or ask.options[0], "the pact has served"
        case Drawn(power=power) | Frontier(power=power) if power == USSR:
            return named(ask, "face_up", "mark", "turn_up", "leave") or ask.options[0], "the border must hold"
        case Frontier():
            return named(ask, "mark", "leave") or ask.options[0], "pressure on the border"
        case Markers():
            word = "japan" if len(g.entry_japan) < len(g.entry_germany) else "germany"
            return ask.find(f"pool {word}") or ask.options[0], "the pools grow alike"
        case Chamber():
            return choose_option(g, ask)
        case Lender(power=power):
            return lend(g, ask, power)
        case Mood(tension=tension):
            return max(ask.options, key=_number), f"more tension than {tension}"
    verbs = ALWAYS.get(type(subject))
    if verbs is None:
        return None
    return named(ask, *verbs) or ask.options[0], "as ever"


def lend(g: War, ask: Ask, power: int) -> Answer:
    """Build points of the USA to the USSR while Germany stands in its land, as many as convoys can bring."""
    if power == USA and at_war(g, GERMANY, USSR):
        left = MOST_LENT - all_given(g, USA, POINTS)
        offers = [o for o in ask.options if o.verb == "lend_points" and o.args[0].index == USSR and int(o.args[1]) <= left]
        for option in sorted(offers, key=lambda o: -int(o.args[1])):
            promised = all_given(g, USA, POINTS) + int(option.args[1])
            if shipment(g, USA, USSR, promised).points >= promised:
                return option, Telling(f"{option.args[1]} build points for the USSR")
    return named(ask, "no_loan") or ask.options[0], "we need it ourselves"


def choose_option(g: War, ask: Ask) -> Answer:
    """The next option on the way to gearing up and war; never one that could take the last marker of a pool."""
    few = {pool for pool, markers in ((TO_JAPAN, g.entry_japan), (TO_GERMANY, g.entry_germany)) if len(markers) <= LAST_MARKERS}
    wanted = [o for o in ask.options if o.verb == "choose" and few.isdisjoint(aimed_at(g, _number(o)))]
    if wanted:
        chosen = min(wanted, key=lambda o: PATH.index(_number(o)) if _number(o) in PATH else len(PATH))
        return chosen, Telling(f"US entry option {_number(chosen)}")
    return next((o for o in ask.options if o.verb != "choose"), ask.options[0]), "the markers are kept"


def _number(option: Option) -> int:
    return int(option.args[0]) if option.args and isinstance(option.args[0], int) else 0


def declare_war(g: War, ask: Ask, power: int) -> Answer:
    """Who is due, and nobody before."""
    for option in ask.options:
        if option.verb == "attack_minor":
            why = victim_due(g, power, g.facts.countries[option.arg.index].id)
        elif option.verb == "declare":
            why = war_due(g, power, option.arg.index)
        else:
            continue
        if why:
            return option, Telling(f"{POWERS[power]} declares war: {why}")
    return named(ask, "peace") or ask.options[0], "not yet"


def try_war(g: War, ask: Ask) -> Answer:
    """The USA tries when the roll is likely; it knows its own levels."""
    best: tuple[int, Option] | None = None
    for option in ask.options:
        if option.verb != "try_war":
            continue
        foe = JAPAN if option.arg == "japan" else ITALY if option.arg == "italy" else GERMANY
        chance = g.charts.war_number(entry_level(g, foe), tension_level(g, foe)) - war_modifiers(g, foe).total
        if option.arg in ("germany", "italy") and not (at_war(g, USA, GERMANY) or at_war(g, USA, ITALY)):
            chance -= 1  # both together are better
        if best is None or chance > best[0]:
            best = (chance, option)
    waiting = named(ask, "wait")
    if best is not None and (best[0] >= (LIKELY if g.turn < PATIENCE else IMPATIENT) or waiting is None):
        return best[1], f"{best[0]} or less is war"
    return waiting or ask.options[0], "the people are not ready"
