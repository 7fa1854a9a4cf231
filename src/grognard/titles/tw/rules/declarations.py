"""3.4, 6.4, 16.4, 22.3: the Declaration of War Segment of the whole war: who may declare war on whom, what it costs, who takes a
country under its wing that is attacked, and how America and the Soviet Union come into the war. Influence (16.1) is not here."""

from __future__ import annotations

from typing import Annotated, Any

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    MAJORS,
    NATIONS,
    NEUTRAL,
    USA,
    USSR,
)
from grognard.titles.tw.rules import status
from grognard.titles.tw.rules.affairs import (
    ICELAND_PRICE,
    award_transylvania,
    create_croatia,
    first_airbase,
    may_award,
    may_create_croatia,
    may_mine,
    may_occupy_iceland,
    may_occupy_vatican,
    mine,
    occupy_iceland,
    occupy_vatican,
)
from grognard.titles.tw.rules.american_entry import entry_event, entry_events
from grognard.titles.tw.rules.american_peace import american_yards, destroyers_arrive, lend_destroyers, may_lend_destroyers
from grognard.titles.tw.rules.border_wars import DISPUTED, contest, may_contest
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.control import surrender
from grognard.titles.tw.rules.free_french import free_french
from grognard.titles.tw.rules.italy import ethiopians, isolate_colonies, revival
from grognard.titles.tw.rules.logistics import plan_effort
from grognard.titles.tw.rules.minors import call_up, garrison, holds_land, join, minors_by_date, protector
from grognard.titles.tw.rules.money import camp, gain, holder_power, pay, share
from grognard.titles.tw.rules.pact import CLAIMS, claim, may_claim, tribute
from grognard.titles.tw.rules.partisans import axis_partisans
from grognard.titles.tw.rules.status import BLOCS, WEST_BLOC
from grognard.titles.tw.rules.vichy import ROLLED, VICHY, attack_colony, may_attack_colony, vichy_goes_home
from grognard.titles.tw.rules.western_surprise import may_surprise, surprise_west
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import ASSOCIATE, FALL, NO_STATUS, SATELLITE, SUMMER, WINTER, Nation, War, turn_of

SPEAKERS = {AXIS: (ITALY, GERMANY), ALLIES: (BRITAIN, USA, USSR)}  # 3.11; France declares with Britain (6.2.1)
CHEAP = (GERMANY, ITALY, USSR)
MAJOR_PRICE, WESTERN_MAJOR_PRICE = 15, 25  # 6.4.2
MINOR_PRICE, WESTERN_MINOR_PRICE, LARGE_PRICE = 5, 15, 25
LARGE = frozenset([INDEX[k] for k in ("spain", "turkey")])
IRAN, DENMARK, DANZIG, TURKEY, SPAIN, PORTUGAL, GREECE = (
    INDEX[k] for k in ("iran", "denmark", "danzig", "turkey", "spain", "portugal", "greece")
)
SWITZERLAND = INDEX["switzerland"]
ROMANIA = INDEX["romania"]
CAUTION = frozenset([INDEX[k] for k in ("romania", "sweden", "turkey", "iran")])  # 21.6
ATTEMPT_PRICE, ATTEMPT_FIRST = 5, 2  # 16.5
ENTRY_ROLL = 14  # 22.3


class Cabinet(Subject, frozen=True):
    """6.4.1: a Major Power that may declare war."""

    power: Annotated[int, Nation]


@rule("6.4.2", "22.3.2", "23.27", "23.48", "23.54")
def declaration_price(power: int, target: int) -> int:
    """NARFs that a declaration of war costs who makes it; the attacked pay nothing."""
    if target in MAJORS:
        return MAJOR_PRICE if power in CHEAP else WESTERN_MAJOR_PRICE
    if power not in CHEAP:
        return WESTERN_MINOR_PRICE
    if target == IRAN and power in (GERMANY, ITALY):
        return 0
    return LARGE_PRICE if target in LARGE else MINOR_PRICE


@rule("6.0", "6.2", "6.3", "6.4", "6.4.1", "6.4.2", "6.4.5")
def may_declare(g: War, power: int, target: int) -> No | None:
    """Whether a Major Power can declare war on a country now."""
    own, other = g.nations[power], g.nations[target]
    if power not in MAJORS or own.surrendered:
        return No("6.4.1", "Major Powers declare war")
    if power == FRANCE:
        return No("6.2.1", "Britain declares war, and pays, for both")
    if other.surrendered or power == target:
        return No("6.4.1", "there is nobody to make war on")
    if own.side != NEUTRAL and other.side == own.side:
        return No("6.3", "they are allies")
    if own.side != NEUTRAL and other.side == 1 - own.side:
        return No("6.4.1", "they are at war")
    no = _may_attack_major(g, power, target) if target in MAJORS else _may_attack_minor(g, power, target)
    if no is not None:
        return no
    price = declaration_price(power, target)
    return No("6.4.2", f"it costs {price} NARFs") if own.narfs < price else None


@rule("6.2", "22.3")
def _may_attack_major(g: War, power: int, target: int) -> No | None:
    """Between the alliances only (TW-AMB-92); America and the Soviets have their own ways into the war."""
    if camp(g, power) == camp(g, target):
        return No("6.2", "the wars are fought between the Axis and its enemies")
    if power == USA and g.nations.side[USA] == NEUTRAL:
        return No("22.3", "America must roll for its entry")
    if power == USSR and g.nations.side[USSR] == NEUTRAL:
        return No("16.5", "the Soviets must attempt it under the Pact")
    if power == ITALY and g.nations.side[target] == NEUTRAL:
        return No("6.2.3", "Germany begins that war")
    return None


@rule("16.4", "21.6", "23.16", "23.43")
def _may_attack_minor(g: War, power: int, target: int) -> No | None:
    """A power at war may attack neutrals, not the Associates of a power it is at peace with (TW-AMB-91)."""
    own, other = g.nations[power], g.nations[target]
    if own.side == NEUTRAL:
        return No("16.4", "a neutral power must first be at war with a Major Power")
    if target == DANZIG:
        return No("23.16", "Danzig goes with Poland")
    if not holds_land(g, target):
        return No("6.4.1", "there is no such country now")
    patron = other.patron
    if other.status == ASSOCIATE and patron != power and g.nations.side[patron] != 1 - own.side:
        return No("16.3.3", f"it takes a war with {g.nations[patron].label}, whose Associate it is")
    if power == USSR and target in CAUTION and g.turn < turn_of(1941, SUMMER) and not g.soviets_freed:
        return No("21.6", "not before Summer 1941")
    if power == USSR and target == ROMANIA and g.turn <= turn_of(1941, SUMMER) and not g.soviets_freed:
        return No("23.43", "not before Fall 1941")  # TW-AMB-172
    if own.side == ALLIES and target == GREECE:
        return No("23.23", "Greece would turn to another of the Allies")
    return None


# --- the deed -------------------------------------------------------------------------------------------------------------


@rule("6.4.1", "6.4.2", "6.3")
def declare(g: War, power: int, target: int) -> Flow[None]:
    """War is declared and paid for; the attacked and their Satellites are at war with the whole alliance"""
    pay(g, power, declaration_price(power, target))
    g.say("{} declares war on {}", g.nations[power], g.nations[target], rule="6.4.1")
    entry_event(g, power, target)
    outrage(g, power, target)
    if target in MAJORS:
        yield from open_war(g, power, target)
    else:
        yield from attack_minor(g, power, target)


@rule("16.2")
def outrage(g: War, power: int, target: int) -> None:
    """What a war on a minor does to the name of who declares it: 2 for the Western Allies once for all, 1 for each country that
    leaned to the power itself (TW-AMB-113)."""
    row = g.nations[power]
    if target in MAJORS:
        return
    if power in BLOCS[WEST_BLOC] and g.nations.status[target] != SATELLITE and not row.outraged:
        row.outraged = 1
        row.infamy += 2
    if status.patron(g, target) == power:
        row.infamy += 1


@rule("6.3", "6.4.1", "6.4.3")
def open_war(g: War, power: int, target: int) -> Flow[None]:
    """Two Major Powers and their alliances are at war; who comes in now plans its effort (TW-AMB-93)"""
    fresh = [n for n in (power, target) if g.nations.side[n] == NEUTRAL]
    for n in fresh:
        g.nations[n].side = camp(g, n)
    for n, row in enumerate(g.nations):
        if n not in MAJORS and row.patron in fresh and holds_land(g, n) and row.status > ASSOCIATE:
            join(g, n, row.patron)
    if GERMANY in (power, target) and USSR in fresh:
        g.barbarossa = g.turn
        g.soviets_struck = int(power == USSR)
        if power == GERMANY and g.turn in (turn_of(1941, SUMMER), turn_of(1941, FALL)):
            g.nations[USSR].surprised = g.turn
    if ITALY in fresh:
        isolate_colonies(g)
    if USA in fresh:
        g.happy_time = g.turn
    for n in fresh:
        yield from plan_effort(g, n)


@rule("16.4", "23.1", "23.17", "23.41", "23.51")
def attack_minor(g: War, power: int, target: int) -> Flow[None]:
    """A neutral is attacked: it becomes the Satellite of an enemy of the invader and its army stands at its posts"""
    if target == TURKEY and power == GERMANY and g.barbarossa < 0:
        g.soviets_freed = 1
    if target == DENMARK and power == GERMANY:
        for s in g.ground.homeland.get("denmark", ()):
            g.hexes[s].holder = GERMANY
        surrender(g, DENMARK)
        return
    row = g.nations[target]
    join(g, target, protector(g, power, target), side=1 - g.nations.side[power])
    row.invaded, row.free_efforts = g.turn, 1
    if target == SWITZERLAND:
        row.status = NO_STATUS  # 23.51: nobody's Satellite (TW-AMB-152)
    call_up(g, target)
    if g.nations.side[power] == ALLIES and power != USSR:
        axis_partisans(g, target)
    yield from first_airbase(g, power, target)
    if target == SPAIN and power in (GERMANY, ITALY) and g.nations.side[PORTUGAL] == NEUTRAL:
        join(g, PORTUGAL, BRITAIN)
        call_up(g, PORTUGAL)


# --- the Soviets and the Pact (16.5) ------------------------------------------------------------------------------------------


def attempt_number(g: War) -> int:
    """The highest roll with which the Soviets can declare war on Germany: 2 in Winter 1940, one more each turn, one less for
    each German garrison of 12 factors and an air unit."""
    return ATTEMPT_FIRST + max(g.turn - turn_of(1940, WINTER), 0) - garrison(g)


@rule("21.6", "16.5")
def may_attempt(g: War, power: int) -> No | None:
    """Whether the Soviets can try to declare war on Germany: from Winter 1940, earlier if Germany leaves no garrison."""
    if power != USSR or g.nations.side[USSR] != NEUTRAL or g.nations.surrendered[USSR]:
        return No("16.5", "only the Soviets at peace attempt it")
    if g.nations.side[GERMANY] != AXIS or g.nations.surrendered[GERMANY]:
        return No("16.5", "Germany is not in the war")
    if g.attempted == g.turn:
        return No("16.5", "one attempt a turn")
    if not g.soviets_freed and g.turn < turn_of(1940, WINTER) and garrison(g):
        return No("16.5", "not before Winter 1940 while Germany keeps a garrison in the East")
    price = MAJOR_PRICE + (0 if g.soviets_freed else ATTEMPT_PRICE)
    return No("16.5", f"it costs {price} NARFs") if g.nations.narfs[USSR] < price else None


def attempt(g: War) -> Flow[None]:
    """The Soviets pay 5 NARFs and roll; freed of the Pact they need neither"""
    g.attempted = g.turn
    if not g.soviets_freed:
        pay(g, USSR, ATTEMPT_PRICE)
        number = attempt_number(g)
        if g.roll(D10, f"Soviet declaration of war, {number} or less", "16.5", aim=aim(g, most=number)) > number:
            g.say("{} stays at peace", g.nations[USSR], rule="16.5")
            return
    yield from declare(g, USSR, GERMANY)


# --- America (22.3) -------------------------------------------------------------------------------------------------------


@rule("22.3", "22.3.1")
def may_enter(g: War, power: int) -> No | None:
    """Whether America can roll for its entry: from Fall 1941 to Spring 1942, once a turn."""
    if power != USA or g.nations.side[USA] != NEUTRAL:
        return No("22.3", "only America at peace rolls for its entry")
    if g.turn < turn_of(1941, FALL):
        return No("22.3", "not before Fall 1941")
    if g.entry_rolled == g.turn:
        return No("22.3.1", "one roll a turn")
    return No("22.3.2", f"it costs {WESTERN_MAJOR_PRICE} NARFs") if g.nations.narfs[USA] < WESTERN_MAJOR_PRICE else None


@rule("22.3", "22.3.1", "22.3.2")
def enter(g: War) -> Flow[None]:
    """America rolls, and with 14 or more, its entry level added, declares war on Germany"""
    g.entry_rolled = g.turn
    roll = g.roll(D10, f"American entry, level {g.usel}", "22.3.1")
    if roll + g.usel >= ENTRY_ROLL:
        yield from declare(g, USA, GERMANY)
    else:
        g.say("{} stays at peace", g.nations[USA], rule="22.3.1")


@rule("22.3.1")
def late_entry(g: War) -> Flow[None]:
    """From Summer 1942 America is at war, whatever its level; nothing is paid (TW-AMB-94)"""
    if g.nations.side[USA] == NEUTRAL and g.turn >= turn_of(1942, SUMMER) and g.nations.side[GERMANY] == AXIS:
        g.say("{} enters the war", g.nations[USA], rule="22.3.1")
        yield from open_war(g, USA, GERMANY)


# --- the segment ------------------------------------------------------------------------------------------------------------


@rule("3.4", "6.4.1")
def declarations(g: War) -> Flow[None]:
    """The Declaration of War Segment: minors whose day has come, then the Axis, then its enemies"""
    tribute(g)
    minors_by_date(g)
    vichy_goes_home(g)
    yield from free_french(g)
    revival(g)
    destroyers_arrive(g)
    american_yards(g)
    yield from ethiopians(g)
    entry_events(g)
    for side in (AXIS, ALLIES):
        for power in SPEAKERS[side]:
            if g.nations.surrendered[power]:
                continue
            cabinet = Cabinet(power)
            while any(True for act in DEEDS for _ in act.candidates(g, cabinet)):
                prompt = f"{g.nations[power].label} has {g.nations.narfs[power]} NARFs: declarations of war"
                choice, _ = yield from menu(g, g.seat(side), prompt, cabinet, DONE, *DEEDS, rule="3.4")
                if choice.verb == "done":
                    break
    yield from late_entry(g)


@rule("18.7.2", "6.4.2")
def may_raid_colony(g: War, power: int, colony: str) -> No | None:
    """Whether a power can attack a colony of Vichy alone, at the price of a war on a minor country."""
    no = may_attack_colony(g, power, colony)
    if no is not None:
        return no
    price = declaration_price(power, VICHY)
    return No("6.4.2", f"it costs {price} NARFs") if g.nations.narfs[power] < price else None


def raid_colony(g: War, power: int, colony: str) -> None:
    """A colony of Vichy is attacked; it counts as a war on a neutral country."""
    pay(g, power, declaration_price(power, VICHY))
    entry_event(g, power, VICHY)
    outrage(g, power, VICHY)
    attack_colony(g, power, colony)


@rule("16.3.5", "23.5")
def may_annex(g: War, power: int) -> No | None:
    """Whether Germany can make Alsace-Lorraine its own, for good: when France is out and Germany holds it."""
    if power != GERMANY or not g.nations.surrendered[FRANCE] or g.annexed:
        return No("16.3.5", "Germany annexes Alsace-Lorraine once, when France has surrendered")
    held = [s for s, words in enumerate(g.ground.regions) if "alsace_lorraine" in words and g.ground.land[s]]
    return None if all(g.hexes.holder[s] == GERMANY for s in held) else No("16.3.5", "Germany does not hold it")


@rule("16.3.5", "23.5")
def annex_alsace(g: War) -> None:
    """Alsace-Lorraine is German: its value leaves occupied France and joins the German base. Who has occupied France has had the
    share of the season with it (14.6)."""
    worth = campaign_of(g).conquests["alsace_lorraine"]
    g.annexed = 1
    g.nations[GERMANY].base += worth
    g.say("Alsace-Lorraine is annexed", rule="16.3.5")
    if holder_power(g, g.ground.named("paris")) != GERMANY:
        gain(g, GERMANY, share(g, worth), "Alsace-Lorraine", "23.5")


DONE: Act[War, Cabinet, None] = Act("done", "3.4", "No more declarations", do=lambda g, s, _: None)
DECLARING: Act[War, Cabinet, int] = Act(
    "declare", "6.4.1", lambda g, s, n: f"War on {g.nations[n].label} ({declaration_price(s.power, n)} NARFs)", takes=Nation,
    among=lambda g, s: range(len(NATIONS)), may=lambda g, s, n: may_declare(g, s.power, n),
    do=lambda g, s, n: declare(g, s.power, n), rolls=True,
)  # fmt: skip
SURPRISING: Act[War, Cabinet, None] = Act(
    "surprise", "18.2", "Announce surprise in the West", may=lambda g, s, _: may_surprise(g, s.power),
    do=lambda g, s, _: surprise_west(g),
)  # fmt: skip
CLAIMING: Act[War, Cabinet, str] = Act(
    "claim", "16.5", lambda g, s, t: f"Occupy {t.replace('_', ' ').title()} under the Pact", takes=str, among=lambda g, s: CLAIMS,
    may=lambda g, s, t: may_claim(g, s.power, t), do=lambda g, s, t: claim(g, t),
)  # fmt: skip
COLONIAL: Act[War, Cabinet, str] = Act(
    "colony", "18.7.2", lambda g, s, t: f"Attack {t.capitalize()} alone ({declaration_price(s.power, VICHY)} NARFs)", takes=str,
    among=lambda g, s: ROLLED, may=lambda g, s, t: may_raid_colony(g, s.power, t), do=lambda g, s, t: raid_colony(g, s.power, t),
)  # fmt: skip
ANNEXING: Act[War, Cabinet, None] = Act(
    "annex", "16.3.5", "Annex Alsace-Lorraine", may=lambda g, s, _: may_annex(g, s.power), do=lambda g, s, _: annex_alsace(g),
)  # fmt: skip
CONTESTING: Act[War, Cabinet, str] = Act(
    "contest", "16.5", lambda g, s, t: f"Claim {t.title()}", takes=str, among=lambda g, s: DISPUTED,
    may=lambda g, s, t: may_contest(g, s.power, t), do=lambda g, s, t: contest(g, t), rolls=True,
)  # fmt: skip
LENDING: Act[War, Cabinet, None] = Act(
    "destroyers", "22.5.2", "Lend destroyers to Britain (5 NARFs)", may=lambda g, s, _: may_lend_destroyers(g, s.power),
    do=lambda g, s, _: lend_destroyers(g), rolls=True,
)  # fmt: skip
ATTEMPTING: Act[War, Cabinet, None] = Act(
    "attempt", "16.5", "Try to declare war on Germany", may=lambda g, s, _: may_attempt(g, s.power),
    do=lambda g, s, _: attempt(g), rolls=True,
)  # fmt: skip
ENTERING: Act[War, Cabinet, None] = Act(
    "enter", "22.3.1", "Roll for American entry", may=lambda g, s, _: may_enter(g, s.power), do=lambda g, s, _: enter(g),
    rolls=True,
)  # fmt: skip
FOUNDING: Act[War, Cabinet, None] = Act(
    "croatia", "23.14", "Create Croatia", may=lambda g, s, _: may_create_croatia(g, s.power),
    do=lambda g, s, _: create_croatia(g, s.power),
)  # fmt: skip
SETTLING: Act[War, Cabinet, None] = Act(
    "iceland", "23.25", f"Occupy Iceland and the Faeroes ({ICELAND_PRICE} NARFs)",
    may=lambda g, s, _: may_occupy_iceland(g, s.power), do=lambda g, s, _: occupy_iceland(g),
)  # fmt: skip
MINING: Act[War, Cabinet, None] = Act(
    "mine", "23.38", "Mine Norwegian waters", may=lambda g, s, _: may_mine(g, s.power), do=lambda g, s, _: mine(g)
)
SEIZING: Act[War, Cabinet, None] = Act(
    "vatican", "23.56", "Occupy the Vatican", may=lambda g, s, _: may_occupy_vatican(g, s.power),
    do=lambda g, s, _: occupy_vatican(g, s.power),
)  # fmt: skip
AWARDING: Act[War, Cabinet, None] = Act(
    "award", "29.4", "Award Transylvania to Hungary", may=lambda g, s, _: may_award(g, s.power),
    do=lambda g, s, _: award_transylvania(g),
)  # fmt: skip
DEEDS: tuple[Act[War, Cabinet, Any], ...] = (
    FOUNDING, SETTLING, MINING, SEIZING, AWARDING,
    DECLARING, SURPRISING, CLAIMING, CONTESTING, COLONIAL, ANNEXING, LENDING, ATTEMPTING, ENTERING,
)  # fmt: skip
