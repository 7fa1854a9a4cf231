"""16.1 to 16.3: targets are named and diplomatic rolls made, in Spring and Fall.

How POPs are bought and placed is influence.py, what a status is and permits is in status.py, how it changes in minors.py
(`incline`), modifiers of events and single countries in leanings.py, chits in espionage.py."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.kernel.tables import Chart, Modifiers
from grognard.titles.tw.charts import TABLES
from grognard.titles.tw.nations import (
    BRITAIN,
    GERMANY,
    MAJORS,
    NEUTRAL,
    ORDER,
    effort_price,
)
from grognard.titles.tw.rules.american_peace import propaganda
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.espionage import (
    CHIT_WORDS,
    COUNTER,
    ESPIONAGE,
    chits,
    espionage_cards,
    holders,
    offer,
    spend_chit,
)
from grognard.titles.tw.rules.influence import bloc_pops, pops, use_up
from grognard.titles.tw.rules.leanings import SOUTH_AFRICA, country_modifiers, country_pops, fit_patron, universal_modifiers
from grognard.titles.tw.rules.minors import incline
from grognard.titles.tw.rules.money import camp
from grognard.titles.tw.rules.pact import pact_holds
from grognard.titles.tw.rules.status import (
    AXIS_BLOC,
    BLOC_WORDS,
    BLOCS,
    SOVIET_BLOC,
    TARGETS,
    WEST_BLOC,
    bloc,
    closed,
    may_influence,
    patron,
    status_with,
)
from grognard.titles.tw.state import SATELLITE, Nation, War

CONFLICT = Chart.read(TABLES / "diplomacy.csv", int)
CHIT = 2  # what a chit is worth on the die (16.1.7.4, 16.1.7.5, TW-AMB-115)
MOST_LEVELS = 3  # 16.1.6


class Envoy(Subject, frozen=True):
    """16.1.3: a Major Power that may name diplomatic targets."""

    power: Annotated[int, Nation]


class Offensive(Subject, frozen=True):
    """A diplomatic attack of an alliance on another's influence in a country."""

    target: Annotated[int, Nation]
    attacker: int
    defender: int


# --- targets are named (16.1.3) -----------------------------------------------------------------------------------------------


@rule("4.5")
def penniless(g: War, power: int) -> bool:
    """Whether a power has too little for any effort: it will have to pass, and whoever passes does no diplomacy."""
    return bool(g.nations.narfs[power] < effort_price("mle", power))


@rule("16.1.3", "16.1.6", "16.4", "23.47", "4.5")
def may_name(g: War, power: int, target: int, against: int) -> No | None:
    """Whether a power can name a target and the alliance whose influence it attacks there."""
    if target not in TARGETS:
        return No("16.1", "that is no diplomatic target")
    if penniless(g, power):
        return No("4.5", "it has no NARFs: no diplomacy on a Pass")
    own = bloc(power)
    no = closed(g, target)
    if no is not None:
        return no
    if own == against:
        return No("16.1.3", "an opposing alliance is attacked")
    if not any(may_influence(g, n, target) is None for n in BLOCS[against]):
        return No("16.1.4", f"{BLOC_WORDS[against]} has no influence there")
    if not pops(g, power, target):
        return No("16.1.3", "it has no POPs there")
    if target == SOUTH_AFRICA and power == GERMANY and g.cape_refused:
        return No("23.47", "South Africa has turned Germany away for good")
    if g.nations.courted[target] >> own & 1:
        return No("16.1.3", "its alliance has named that country this year")
    if g.nations.watched[power] & SPENT:
        return No("16.1.7.2", "its spies were its diplomatic move of the turn")
    return None


@rule("16.1.6", "16.1.3", "16.3.2", "16.3.3", "16.3.4")
def strengths(g: War, attack: Offensive, helped: int = 0) -> tuple[int, int]:
    """POPs of attacker and defender with what status and country give; `helped`: those of a third alliance in the defence."""
    held = patron(g, attack.target)
    status = min(g.nations.status[attack.target], SATELLITE)
    ours = bloc_pops(g, attack.attacker, attack.target) + country_pops(g, attack.attacker, attack.target)
    if held in BLOCS[attack.attacker] and pops(g, held, attack.target):
        ours += status
    theirs = bloc_pops(g, attack.defender, attack.target) + country_pops(g, attack.defender, attack.target)
    if held in BLOCS[attack.defender]:
        theirs += status
    return ours, theirs + helped + TARGETS[attack.target].defence


@rule("16.2", "16.1.6", "16.3.2", "16.3.3", "16.3.4", "16.1.7.4")
def roll_modifiers(g: War, attack: Offensive, chit: int = 0) -> Modifiers:
    """What is added to the die; `chit`: what chits or cards have come to."""
    found = Modifiers()
    found.add("status of the country", -min(status_with(g, attack.target, attack.attacker), SATELLITE), "16.3")
    for words, value, rule_ in (
        *universal_modifiers(g, attack.attacker),
        *country_modifiers(g, attack.attacker, attack.target),
    ):
        found.add(words, value, rule_)
    found.add("espionage", chit, "16.1.7")
    return found


@rule("16.1.3", "16.3")
def moved(status: int, friendly: bool, levels: int) -> tuple[int, bool]:
    """Where a country stands after a result: its status, and whether towards the attacker. `friendly`: it leans to the attacker
    already. Levels are netted; away from the attacker it goes no further than Neutral (TW-AMB-112)."""
    place = status if friendly else -status
    after = min(place + levels, SATELLITE) if levels > 0 else max(place + levels, min(place, 0))
    return (after, True) if after > 0 else (-after, False)


@rule("16.1.3", "16.0")
def name_target(g: War, power: int, target: int, against: int) -> Flow[None]:
    """A target is named: POPs are shown, chits played, the die is rolled, and the POPs of both are used up"""
    attack = Offensive(target, bloc(power), against)
    row = g.nations[target]
    row.courted |= 1 << attack.attacker
    g.say("{} turns to {}, against {}", g.nations[power], row, BLOC_WORDS[against], rule="16.1.3")
    helper, joined = yield from joint_defence(g, attack)
    chit = yield from play_chits(g, attack)
    ours, theirs = strengths(g, attack, joined)
    modifiers = roll_modifiers(g, attack, chit)
    column = CONFLICT.column(ours, theirs)
    odds = f"{ours} to {theirs} is {CONFLICT.label(column)}"
    roll = g.roll(D10, f"diplomacy in {row.label}, {odds}, {modifiers}", "16.1.3")
    takers = tuple([n for n in BLOCS[attack.attacker] if pops(g, n, target)])
    use_up(g, target, (*BLOCS[attack.attacker], *BLOCS[against], *helper))
    levels = CONFLICT[column, roll + modifiers.total]
    if target == SOUTH_AFRICA and power == GERMANY and levels < 0:
        g.cape_refused = 1  # 23.47
    yield from carry_out(g, attack, levels, takers)


@rule("16.1.3", "16.1.6")
def carry_out(g: War, attack: Offensive, levels: int, takers: tuple[int, ...]) -> Flow[None]:
    """The country moves by the result, three levels in a season at most; of several powers that won it the side chooses one"""
    row = g.nations[attack.target]
    room = MOST_LEVELS - row.shifted
    levels = max(min(levels, room), -room)
    held = patron(g, attack.target)
    before = min(row.status, SATELLITE)
    status, ours = moved(before, held in BLOCS[attack.attacker], levels)
    if (status, ours or not status) == (before, held in BLOCS[attack.attacker] or not status) and status == before:
        g.say("{} is not moved", row, rule="16.1.3")
        return
    row.shifted += abs(levels)
    if not ours:
        incline(g, attack.target, held, status)
        return
    choice = takers[0]
    if len(takers) > 1 and levels > 0:
        _, choice = yield from menu(
            g, g.seat(camp(g, takers[0])), f"Whose {row.label}?", Winners(attack.target, takers), TAKING, rule="16.1.3"
        )
    elif levels < 0:
        choice = held
    incline(g, attack.target, *fit_patron(g, attack.target, choice, status, takers))


class Winners(Subject, frozen=True):
    """Powers that have won a country together; one of them is its patron."""

    target: Annotated[int, Nation]
    powers: tuple[Annotated[int, Nation], ...]


TAKING: Act[War, Winners, int] = Act(
    "patron", "16.1.3", lambda g, s, n: f"{g.nations[n].label}", takes=Nation, among=lambda g, s: s.powers,
    may=lambda g, s, n: None if n in s.powers else No("16.1.3", "it has no part in this"), do=lambda g, s, n: n,
)  # fmt: skip


@rule("16.1.1")
def joint_helper(g: War, attack: Offensive) -> int:
    """The alliance that may join the defence: the Soviets and the Axis under the Pact, the Soviets and the West once Germany has
    attacked the Soviet Union; NOWHERE if none."""
    pairs = [(AXIS_BLOC, SOVIET_BLOC)] if pact_holds(g) else []
    if g.barbarossa >= 0:
        pairs.append((WEST_BLOC, SOVIET_BLOC))
    for blocs in pairs:
        if attack.defender in blocs and attack.attacker not in blocs:
            other = blocs[1 - blocs.index(attack.defender)]
            if bloc_pops(g, other, attack.target):
                return other
    return NOWHERE


def joint_defence(g: War, attack: Offensive) -> Flow[tuple[tuple[int, ...], int]]:
    """A third alliance may add its POPs to the defence; gives its powers and the POPs"""
    other = joint_helper(g, attack)
    if other < 0:
        return (), 0
    seat = g.seat(camp(g, BLOCS[other][0] if other != WEST_BLOC else BRITAIN))
    if g.division:
        seat = g.seat_of(BLOCS[other][0] if other != WEST_BLOC else BRITAIN)
    prompt = f"Help to defend {BLOC_WORDS[attack.defender]} in {g.nations[attack.target].label}?"
    third = Offensive(attack.target, attack.attacker, other)
    choice, _ = yield from menu(g, seat, prompt, third, STAND_BY, HELPING, rule="16.1.1")
    if choice.verb != "help":
        return (), 0
    g.say("{} helps {}", BLOC_WORDS[other], BLOC_WORDS[attack.defender], rule="16.1.1")
    return BLOCS[other], bloc_pops(g, other, attack.target)


STAND_BY: Act[War, Offensive, None] = Act("stand_by", "16.1.1", "Stand by", do=lambda g, s, _: None)
HELPING: Act[War, Offensive, None] = Act("help", "16.1.1", "Add our POPs to the defence", do=lambda g, s, _: None)


# --- chits in diplomacy (16.1.7) ----------------------------------------------------------------------------------------------


SPENT = 64  # bit of `Nation.watched` of a Major Power whose spies were its diplomatic move


@rule("16.1.7.3")
def players(g: War, alliance: int, kind: int, target: int) -> tuple[int, ...]:
    """Powers of an alliance that can play a chit on a target: with POPs there, one of a kind for the alliance in a season."""
    if g.nations.watched[target] >> (alliance + 3 * kind) & 1:
        return ()
    return tuple([n for n in holders(g, kind, BLOCS[alliance]) if pops(g, n, target)])


@rule("16.1.7.2", "16.1.7.3", "16.1.7.4", "16.1.7.5")
def play_chits(g: War, attack: Offensive) -> Flow[int]:
    """The attacker may play Espionage (-2), the defender Counter-Espionage, which cancels it, or stands for +2 alone"""
    label, total, shown = g.nations[attack.target].label, 0, 0
    for alliance, kind, worth in ((attack.attacker, ESPIONAGE, -CHIT), (attack.defender, COUNTER, CHIT)):
        able = players(g, alliance, kind, attack.target)
        if able:
            side = camp(g, able[0])
            played = yield from offer(g, g.seat(side), kind, "diplomacy", f"{CHIT_WORDS[kind]} in {label}?", able)
            if played >= 0:
                g.nations[attack.target].watched |= 1 << alliance + 3 * kind
                total += worth
                shown += 1
    sides = [camp(g, BLOCS[alliance][-1]) for alliance in (attack.attacker, attack.defender)]
    if shown == 2 and g.options.espionage_cards and sides[0] != sides[1]:
        return (yield from espionage_cards(g, sides[0]))
    return total


@rule("16.1.7.2", "16.1.7.3", "4.5")
def may_spy(g: War, power: int, target: int, against: int) -> No | None:
    """Whether a power can find out with an Espionage chit what POPs an alliance has in a country: instead of naming a target
    this season (TW-AMB-114)."""
    own = bloc(power)
    if target not in TARGETS or own == against or not any(TARGETS[target].open_to(n) for n in BLOCS[against]):
        return No("16.1.7.2", "there is nothing to find out")
    if penniless(g, power):
        return No("4.5", "it has no NARFs: no espionage on a Pass")
    if not chits(g, power, ESPIONAGE):
        return No("16.1.7.1", "it has no Espionage chit")
    if g.nations.watched[target] >> own & 1:
        return No("16.1.7.3", "one Espionage chit of an alliance on a target in a season")
    if g.nations.watched[power] & (SPENT | NAMED):
        return No("16.1.7.2", "it is the diplomatic move of the turn")
    return closed(g, target)


NAMED = 128  # the power has named a target this season


@rule("16.1.7.2", "16.1.7.5")
def spy_out(g: War, power: int, target: int, against: int) -> Flow[None]:
    """The alliance must say what POPs it has there, unless it plays Counter-Espionage"""
    own, row = bloc(power), g.nations[target]
    spend_chit(g, power, ESPIONAGE)
    row.watched |= 1 << own
    g.nations[power].watched |= SPENT
    able = holders(g, COUNTER, BLOCS[against]) if not row.watched >> (against + 3) & 1 else ()
    guarded = -1
    if able:
        seat = g.seat(camp(g, able[0]))
        guarded = yield from offer(g, seat, COUNTER, "discovery", f"Counter-Espionage against spies in {row.label}?", able)
    if guarded >= 0:
        row.watched |= 1 << against + 3
        g.say("the spies in {} find nothing", row, rule="16.1.7.5")
        return
    found = ", ".join([f"{g.nations[n].label} {pops(g, n, target)}" for n in BLOCS[against] if pops(g, n, target)])
    line = f"POPs of {BLOC_WORDS[against]} in {row.label}: {found or 'none'}"
    g.say(line, rule="16.1.7.2")


# --- the segment --------------------------------------------------------------------------------------------------------------


@rule("16.1.3", "3.3", "6.5")
def diplomacy(g: War) -> Flow[None]:
    """Powers name their targets, the poorest first"""
    for n in MAJORS:
        g.nations[n].watched = 0
    for power in sorted(MAJORS, key=lambda n: (g.nations.narfs[n], ORDER.index(n))):
        if g.nations.surrendered[power] or camp(g, power) == NEUTRAL:
            continue
        envoy = Envoy(power)
        while any(True for act in (NAMING, SPYING, MASKING) for _ in act.candidates(g, envoy)):
            prompt = f"{g.nations[power].label}: diplomatic targets"
            acts = ENOUGH, NAMING, SPYING, MASKING
            choice, _ = yield from menu(g, g.seat(camp(g, power)), prompt, envoy, *acts, rule="16.1.3")
            if choice.verb == "done":
                break
    yield from propaganda(g)


def _fields(g: War, envoy: Envoy) -> list[tuple[int, str]]:
    return [(n, word) for n in TARGETS for word in BLOC_TOKENS]


def _name(g: War, envoy: Envoy, pair: tuple[int, str]) -> Flow[None]:
    g.nations[envoy.power].watched |= NAMED
    yield from name_target(g, envoy.power, pair[0], BLOC_TOKENS.index(pair[1]))


@rule("16.1.7.2")
def may_mask(g: War, power: int) -> No | None:
    """Whether a power can play an Espionage chit for one reserve more this turn."""
    if not chits(g, power, ESPIONAGE) or g.nations.side[power] == NEUTRAL:
        return No("16.1.7.1", "it has no Espionage chit")
    return No("16.1.7.2", "one reserve more at most") if g.nations.more_reserves[power] == g.turn else None


@rule("16.1.7.2")
def mask_reserves(g: War, power: int) -> Flow[None]:
    """The power may form one reserve more this turn, unless Counter-Espionage is played"""
    spend_chit(g, power, ESPIONAGE)
    side = camp(g, power)
    foes = [n for n in MAJORS if camp(g, n) == 1 - side]
    guarded = yield from offer(g, g.seat(1 - side), COUNTER, "reserves", "Counter-Espionage against hidden reserves?", foes)
    if guarded < 0:
        g.nations[power].more_reserves = g.turn


BLOC_TOKENS = ("axis", "west", "soviets")
MASKING: Act[War, Envoy, None] = Act(
    "mask", "16.1.7.2", "Espionage: one reserve more", may=lambda g, s, _: may_mask(g, s.power),
    do=lambda g, s, _: mask_reserves(g, s.power),
)  # fmt: skip
ENOUGH: Act[War, Envoy, None] = Act("done", "16.1.3", "No more targets", do=lambda g, s, _: None)
NAMING: Act[War, Envoy, tuple[int, str]] = Act(
    "name", "16.1.3", lambda g, s, p: f"{g.nations[p[0]].label}, against {BLOC_WORDS[BLOC_TOKENS.index(p[1])]}",
    takes=(Nation, str), among=_fields, may=lambda g, s, p: may_name(g, s.power, p[0], BLOC_TOKENS.index(p[1])), do=_name,
    rolls=True,
)  # fmt: skip
SPYING: Act[War, Envoy, tuple[int, str]] = Act(
    "spy", "16.1.7.2", lambda g, s, p: f"Spies in {g.nations[p[0]].label}, on {BLOC_WORDS[BLOC_TOKENS.index(p[1])]}",
    takes=(Nation, str), among=_fields, may=lambda g, s, p: may_spy(g, s.power, p[0], BLOC_TOKENS.index(p[1])),
    do=lambda g, s, p: spy_out(g, s.power, p[0], BLOC_TOKENS.index(p[1])),
)  # fmt: skip
