"""3.5, 5: the Strategic Warfare Segment of Spring and Fall: building, the submarine war, bombing, rockets.

What the tables and modifiers say is in uboats.py and bombing.py, raiders are in raiders.py, the units in strategic_units.py.
"""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, question, secretly
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, ITALY, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.american_entry import happy_time
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.convoys import convoy_run
from grognard.titles.tw.rules.espionage import ultra
from grognard.titles.tw.rules.grants import murmansk_open
from grognard.titles.tw.rules.interception import meets
from grognard.titles.tw.rules.money import gain
from grognard.titles.tw.rules.raiders import break_out, hunted, may_raid, raider_damage
from grognard.titles.tw.rules.sea_battle import limp_home
from grognard.titles.tw.rules.shipyards import damage_ship
from grognard.titles.tw.rules.strategic_units import (
    BUILDERS,
    KINDS,
    add_flak,
    may_add_flak,
    may_mend,
    may_raise,
    may_strike,
    mend,
    raise_unit,
    unit_cost,
)
from grognard.titles.tw.rules.uboats import (
    AMBUSH,
    NARFS,
    Convoys,
    attrition_loss,
    battle_of_the_atlantic,
    capital_targets,
    hunter_result,
    hunter_search,
    med_modifiers,
    reckon,
    share_losses,
    simple_dice,
    smp_cut,
    uboat_card,
    uboat_modifiers,
)
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import Unit, War

RUN = 2  # 5.3.1
MED_BOATS = 2  # 29.14: submarines and ASW of the at-start pools, taken as built (TW-AMB-86)


# --- building (5.1, 15.2.5) -----------------------------------------------------------------------------------------------------


class Arsenal(Subject, frozen=True):
    """A power that builds units of strategic warfare, and what it has built this turn."""

    power: int
    built: tuple[str, ...] = ()


@rule("5.1", "15.1.5.3", "11.12.4")
def strategic_building(g: War) -> Flow[None]:
    """Germany, Britain and America build U-Boats, escorts, bombers, interceptors and flak"""
    for nation in range(len(g.nations)):
        g.nations[nation].convoy = 0
    g.side = AXIS  # the work of yards is counted by player turns: this is before the first of them
    for u, missions in enumerate(g.units.missions):
        if missions:
            g.units[u].missions = 0
    for power in BUILDERS:
        if g.nations.surrendered[power] or (power in (USA, USSR) and g.nations.side[power] == NEUTRAL):
            continue
        arsenal = Arsenal(power)
        while True:
            seat = g.seat(AXIS if power == GERMANY else ALLIES)
            words = "Strategic warfare: {0} builds"
            choice, _ = yield from menu(
                g, seat, words, arsenal, READY, RAISING, MENDING, FLAK, rule="5.1", named=(g.nations[power],)
            )
            if choice.verb == "done":
                break
            if choice.verb == "raise":
                arsenal = Arsenal(power, (*arsenal.built, str(choice.arg)))


def _may_raise(g: War, arsenal: Arsenal, kind: str) -> No | None:
    return may_raise(g, arsenal.power, kind, arsenal.built.count(kind))


READY: Act[War, Arsenal, None] = Act("done", "5.1", "Done", do=lambda g, s, _: None)
RAISING: Act[War, Arsenal, str] = Act(
    "raise", "5.1", lambda g, s, kind: f"Build {kind.replace('_', ' ')} ({unit_cost(g, s.power, kind)})", takes=str,
    among=lambda g, s: [k for k in KINDS if k in BUILDERS[s.power]], may=_may_raise,
    do=lambda g, s, kind: raise_unit(g, s.power, kind),
)  # fmt: skip
MENDING: Act[War, Arsenal, None] = Act(
    "mend", "15.1.2", "Repair a depleted SAC", may=lambda g, s, _: may_mend(g, s.power), do=lambda g, s, _: mend(g, s.power),
)  # fmt: skip
FLAK: Act[War, Arsenal, str] = Act(
    "flak", "11.12.3", "Raise heavy flak: {0}", takes=str, among=lambda g, s: ["light", "cash"],
    may=lambda g, s, way: may_add_flak(g, s.power, cash=way == "cash"),
    do=lambda g, s, way: add_flak(g, s.power, cash=way == "cash"),
)  # fmt: skip


# --- the submarine war (5.1) ----------------------------------------------------------------------------------------------------


class Atlantic(Subject, frozen=True):
    """The U-Boat War Box: what can be sent there."""

    uboats: int
    british: int
    american: int
    most: int = 99  # ASW of both together


def _may_escort(box: Atlantic, british: int, american: int) -> No | None:
    if not (0 <= british <= box.british and 0 <= american <= box.american):
        return No("5.1", "so many are not built")
    return None if british + american <= box.most else No("5.3.1", f"no more than {box.most} ASW")


COMMITTING: Act[War, Atlantic, int] = Act(
    "commit", "5.1", "{0} U-Boats", takes=int, listed=lambda g, s: range(s.uboats, -1, -1), do=lambda g, s, n: n,
    may=lambda g, s, n: None if 0 <= n <= s.uboats else No("5.1", f"{s.uboats} U-Boats are built"),
)  # fmt: skip
ESCORTING: Act[War, Atlantic, tuple[int, int]] = Act(
    "escort", "5.1", "{0} British and {1} American ASW", takes=(int, int),
    listed=lambda g, s: [(b, a) for b in range(s.british, -1, -1) for a in range(s.american, -1, -1) if a + b <= s.most],
    may=lambda g, s, c: _may_escort(s, *c), do=lambda g, s, c: c,
)  # fmt: skip
SAILING_OUT: Act[War, Atlantic, None] = Act("done", "5.1.2", "No more raiders", do=lambda g, s, _: None)


@rule("5.1", "5.1.1", "3.5")
def uboat_war(g: War) -> Flow[None]:
    """U-Boats against escorts, raiders at sea, and what the Western Allies lose"""
    g.sunk = 0  # 22.8 counts the losses of one turn
    if g.options.med_submarines and may_strike(g, BRITAIN) is None and may_strike_back(g, ITALY):
        submarines_in_the_med(g)
    if may_strike(g, GERMANY) is not None or g.nations.side[BRITAIN] == NEUTRAL or g.nations.surrendered[BRITAIN]:
        return
    g.side = AXIS
    if g.options.simple_uboats:
        yield from simple_war(g)
        return
    yield from murmansk_run(g)
    lent = g.nations.arctic_asw
    american = g.nations.asw[USA] - lent[USA] if g.nations.side[USA] != NEUTRAL else 0
    box = Atlantic(g.nations.uboats[GERMANY] - g.nations.arctic_uboats[GERMANY], g.nations.asw[BRITAIN] - lent[BRITAIN], american)
    raiders = yield from choose_raiders(g, box)
    answers = yield from secretly(g, [
        question(g, g.seat(AXIS), "U-Boats for the Atlantic", box, COMMITTING, rule="5.1"),
        question(g, g.seat(ALLIES), "Escorts for the convoys", box, ESCORTING, rule="5.1"),
    ])  # fmt: skip
    uboats: int = answers[g.seat(AXIS)][1]
    british, us = answers[g.seat(ALLIES)][1]
    at_sea = yield from break_out(g, raiders)
    if not uboats and not at_sea:
        return
    hunting = 0
    if g.options.sub_hunters and uboats and british + us > 1:
        hunting, hit = yield from sub_hunt(g, uboats, british + us)
        uboats -= hit
    british, us = british - min(hunting, british), us - max(hunting - british, 0)
    card = 0
    if g.options.uboat_cards and uboats:
        card = yield from cards(g, "29.6", "U-Boat card", "ASW card")
    season = yield from fight_convoys(g, uboats, british, us, card, at_sea)
    yield from losses(g, season, british, us, raider_damage(g, at_sea), hunting)


def may_strike_back(g: War, nation: int) -> bool:
    """Whether a power is in the war and can be harmed."""
    return g.nations.side[nation] != NEUTRAL and not g.nations.surrendered[nation]


@rule("5.3", "5.3.1", "8.8.7", "14.8.5")
def murmansk_run(g: War) -> Flow[None]:
    """Up to two U-Boats and two ASW, British or American, may wait on the way to Murmansk instead of the Atlantic"""
    g.nations[GERMANY].arctic_uboats = g.nations[BRITAIN].arctic_asw = g.nations[USA].arctic_asw = 0
    if murmansk_open(g) is not None:
        return
    american = min(g.nations.asw[USA], RUN) if g.nations.side[USA] != NEUTRAL else 0
    box = Atlantic(min(g.nations.uboats[GERMANY], RUN), min(g.nations.asw[BRITAIN], RUN), american, RUN)
    answers = yield from secretly(g, [
        question(g, g.seat(AXIS), "U-Boats on the Murmansk Run", box, COMMITTING, rule="5.3.1"),
        question(g, g.seat(ALLIES), "ASW on the Murmansk Run", box, ESCORTING, rule="5.3.1"),
    ])  # fmt: skip
    g.nations[GERMANY].arctic_uboats = answers[g.seat(AXIS)][1]
    g.nations[BRITAIN].arctic_asw, g.nations[USA].arctic_asw = answers[g.seat(ALLIES)][1]


def choose_raiders(g: War, box: Atlantic) -> Flow[list[int]]:
    """The German player sends raiders along"""
    raiders: list[int] = []
    while any(may_raid(g, u) is None and u not in raiders for u in g.roster.naval):
        able = Atlantic(box.uboats, box.british, box.american)
        choice, ship = yield from menu(g, g.seat(AXIS), "Surface raiders", able, SAILING_OUT, _raids(raiders), rule="5.1.2.1")
        if choice.verb == "done":
            break
        raiders.append(ship)
    return raiders


def _raids(out: list[int]) -> Act[War, Atlantic, int]:
    def may(g: War, box: Atlantic, ship: int) -> No | None:
        return No("5.1.2.1", "it sails already") if ship in out else may_raid(g, ship)

    return Act(
        "raid", "5.1.2.1", "{0} raids", takes=Unit, rolls=True, among=lambda g, s: g.roster.naval, may=may, do=lambda g, s, u: u
    )


def fight_convoys(g: War, uboats: int, british: int, us: int, card: int, at_sea: list[int]) -> Flow[Convoys]:
    """One roll on the U-Boat table and what it brings"""
    if uboats and not g.options.uboat_cards and (yield from ultra(g, "the U-Boat war")):
        g.ultra = g.turn
    asw, modifiers = british + us, uboat_modifiers(g)
    modifiers.add("cards", card, "29.6")
    roll = g.roll(D10, f"{uboats} U-Boats against {asw} ASW, {modifiers}", "5.1.1")
    result = battle_of_the_atlantic(uboats, asw, roll, modifiers.total)
    run = (yield from convoy_run(g, uboats)) if g.options.convoys else None
    season = reckon(uboats, asw, result, happy=happy_time(g), shipping=run)
    g.say(
        "U-Boats: {} lost, ASW: {} lost, {}", season.uboats_lost, season.asw_lost,
        ("no great convoy battle", "a Convoy Ambush", "a Convoy Massacre")[season.shipping], rule="5.1.1",
    )  # fmt: skip
    if result.raiders_seen and at_sea:
        yield from hunted(g, at_sea)
    if g.options.capital_ships and roll == 1 and uboats:
        yield from torpedoed(g)
    return season


@rule("29.19")
def torpedoed(g: War) -> Flow[None]:
    """A lucky boat depletes a Fleet, or a British carrier"""
    carrier = g.roll(D10, "a capital ship is torpedoed", "29.19") > 7
    targets = capital_targets(g, carrier=carrier)
    if not targets:
        return
    act: Act[War, Atlantic, int] = Act(
        "lose", "29.19", "{0}", takes=Unit, listed=lambda g, s: targets, do=lambda g, s, u: u, rolls=True,
        may=lambda g, s, u: None if u in targets else No("29.19", "it is not a ship of this kind at sea"),
    )  # fmt: skip
    _, ship = yield from menu(g, g.seat(ALLIES), "A capital ship is torpedoed", Atlantic(0, 0, 0), act, rule="29.19")
    place = g.units.at[ship]
    damage_ship(g, g.units[ship], "29.19")
    limp_home(g, [ship], place)


class Pack(Subject, frozen=True):
    """U-Boats that ASW units may hunt before they reach the convoys."""

    uboats: int
    asw: int


HUNTING: Act[War, Pack, int] = Act(
    "hunters", "29.16", "{0} ASW hunt", takes=int, listed=lambda g, s: range(s.asw), do=lambda g, s, n: n, rolls=True,
    may=lambda g, s, n: None if 0 <= n < s.asw else No("29.16", "one ASW at least stays with the convoys"),
)  # fmt: skip


@rule("29.16")
def sub_hunt(g: War, uboats: int, asw: int) -> Flow[tuple[int, int]]:
    """Some ASW leave the convoys and hunt U-Boats; they roll to meet them, and boats that are hit do not count this season: gives
    hunters and boats hit"""
    _, hunters = yield from menu(g, g.seat(ALLIES), "Sub hunters", Pack(uboats, asw), HUNTING, rule="29.16")
    lost = 0
    if not hunters:
        return 0, 0
    if (yield from ultra(g, "the attack of the sub hunters", countered=False)):
        g.ultra_hunt = g.turn
    search = hunter_search(g)
    roll = g.roll(D10, f"{hunters} sub hunters look for {uboats} U-Boats, {search}", "29.16")
    if meets(roll, search.total, -(-uboats // 2)):
        modifier = int(g.ultra_hunt == g.turn)
        sunk, depleted = hunter_result(g.roll(D10, "sub hunters attack", "29.16"), hunters, uboats, modifier)
        lost = min(sunk + depleted, uboats)  # a depleted boat is repaired for a NARF; here it is paid at once
        g.nations[GERMANY].uboats -= min(sunk, lost)
        g.nations[GERMANY].narfs -= max(lost - sunk, 0)
        g.say("sub hunters hit {} U-Boats", lost, rule="29.16")
    return int(hunters), lost


@rule("29.14")
def submarines_in_the_med(g: War) -> None:
    """Two British submarines against two Italian ASW: each that gets through costs Italy 3 NARFs."""
    modifiers = med_modifiers(g)
    roll = g.roll(D10, f"British submarines in the Mediterranean, {modifiers}", "29.14")
    season = reckon(MED_BOATS, MED_BOATS, battle_of_the_atlantic(MED_BOATS, MED_BOATS, roll, modifiers.total), shipping=0)
    gain(g, ITALY, -season.narfs, "ships sunk in the Mediterranean", "29.14")


class Shipping(Subject, frozen=True):
    """NARFs sunk by U-Boats and raiders that somebody must lose, and what each U-Boat has sunk of them."""

    narfs: int
    each: int = 3


@rule("5.1.3", "5.1.3.1", "5.1.3.2", "5.1.3.3", "8.4")
def losses(g: War, season: Convoys, british: int, us: int, raiders: int, hunting: int = 0) -> Flow[None]:
    """Who loses the NARFs and the strategic movement; U-Boats and ASW are taken off; attrition"""
    narfs = season.narfs + raiders
    at_war = g.nations.side[USA] != NEUTRAL
    american = 0
    if happy_time(g) and at_war:
        american = narfs
    elif narfs and at_war:
        seat = g.seat(ALLIES if season.shipping >= AMBUSH else AXIS)  # TW-AMB-12
        lost_ships = Shipping(narfs, NARFS[season.shipping])
        acts = BRITISH_SHIPS, AMERICAN_SHIPS, BOTH_FLAGS
        choice, american = yield from menu(g, seat, "Whose shipping is sunk?", lost_ships, *acts)
    shares = share_losses(g, narfs, american)
    for power, lost in shares.items():
        if lost:
            gain(g, power, -lost, "shipping sunk", "5.1.3")
        hit = season.shipping if (power == USA) == bool(american) else 0
        g.nations[power].smp_lost += smp_cut(lost, hit)
    for power in (BRITAIN, USA):
        g.nations[power].convoy = season.shipping
    row = g.nations[GERMANY]
    row.uboats -= season.uboats_lost
    lost_asw = min(season.asw_lost, british)
    g.nations[BRITAIN].asw -= lost_asw
    g.nations[USA].asw -= season.asw_lost - lost_asw
    worn = attrition_loss(g, season, british + us + hunting, narfs)  # 29.16: hunters count
    row.uboats -= worn
    if worn:
        g.say("{} U-Boats are lost to attrition", worn, rule="5.1.3.3")
    g.sunk = shares[BRITAIN]


BRITISH_SHIPS: Act[War, Shipping, None] = Act("british", "5.1.3", "British shipping", do=lambda g, s, _: 0)
AMERICAN_SHIPS: Act[War, Shipping, None] = Act("american", "5.1.3", "American shipping", do=lambda g, s, _: s.narfs)
BOTH_FLAGS: Act[War, Shipping, int] = Act(
    "both", "5.1.3", lambda g, s, n: f"{n} NARFs American, {s.narfs - n} British", takes=int, do=lambda g, s, n: n,
    listed=lambda g, s: range(s.each, s.narfs, s.each),
    may=lambda g, s, n: None if n in range(s.each, s.narfs, s.each) else No("5.1.3", f"a U-Boat sinks {s.each} of one flag"),
)  # fmt: skip


@rule("29.5")
def simple_war(g: War) -> Flow[None]:
    """One to four dice instead of the submarine war; each unbuilt U-Boat takes 2 off the roll."""
    dice, lost = simple_dice(g)
    row = g.nations[GERMANY]
    unbuilt = max(campaign_of(g).limit("germany", "U_BOAT", g.turn) - row.uboats, 0)
    total = max(sum(g.roll_dice(dice, D10, "U-Boats", "29.5")) - 2 * unbuilt, 0)
    american = total if happy_time(g) else 0
    if total and not american and g.nations.side[USA] != NEUTRAL:
        acts = BRITISH_SHIPS, AMERICAN_SHIPS, BOTH_FLAGS
        _, american = yield from menu(g, g.seat(ALLIES), "Whose shipping is sunk?", Shipping(total, 1), *acts, rule="29.5")
    for power, lost in ((BRITAIN, total - american), (USA, american)):
        if lost:
            gain(g, power, -lost, "shipping sunk", "29.5")
            g.nations[power].smp_lost += smp_cut(lost)
    g.sunk = total - american
    row.uboats = max(row.uboats - lost, 0)


# --- cards (29.6, 29.9) ---------------------------------------------------------------------------------------------------------


class Hand(Subject, frozen=True):
    """A deck of which one card is played."""

    rule: str
    cards: tuple[str, ...]


PLAYING: Act[War, Hand, str] = Act(
    "play", "29.6", lambda g, s, card: card.replace("_", " "), takes=str, listed=lambda g, s: s.cards, do=lambda g, s, card: card,
    may=lambda g, s, card: None if card in s.cards else No("29.6", "no such card is in the deck"),
)  # fmt: skip


SHOWN = 2  # 16.1.7.2: cards that Ultra discloses


@rule("16.1.7.2", "29.6")
def disclosed(g: War, rows: list[str]) -> Flow[list[str]]:
    """Ultra makes Germany lay two of its U-Boat cards open; these it does not play. Gives the others (TW-AMB-126)"""
    if not (yield from ultra(g, "two U-Boat cards are shown")):
        return rows
    left = list(rows)
    for _ in range(SHOWN):
        hand = Hand("29.6", tuple([r.replace(" ", "_") for r in left]))
        _, card = yield from menu(g, g.seat(AXIS), "Show a U-Boat card you will not play", hand, PLAYING, rule="16.1.7.2")
        left.remove(str(card).replace("_", " "))
        g.say("not played: {}", str(card).replace("_", " "), rule="16.1.7.2")
    return left


@rule("29.6", "29.9")
def cards(g: War, section: str, first: str, second: str) -> Flow[int]:
    """Both sides play a card unseen; the matrix gives the adjustment"""
    matrix = campaign_of(g).matrices[section]
    rows, columns = sorted({r for r, _ in matrix}), sorted({c for _, c in matrix})
    if section == "29.6":
        rows = yield from disclosed(g, rows)
    answers = yield from secretly(g, [
        question(g, g.seat(AXIS), first, Hand(section, tuple([r.replace(" ", "_") for r in rows])), PLAYING, rule=section),
        question(g, g.seat(ALLIES), second, Hand(section, tuple([c.replace(" ", "_") for c in columns])), PLAYING, rule=section),
    ])  # fmt: skip
    german, allied = (str(answers[g.seat(side)][1]).replace("_", " ") for side in (AXIS, ALLIES))
    value = uboat_card(g, german, allied) if section == "29.6" else matrix[german, allied]
    g.say("{} against {}: {}", german, allied, value, rule=section)
    return value
