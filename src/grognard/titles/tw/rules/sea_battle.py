"""7.9.1 to 7.9.9, 7.10: the rounds of a battle at sea: aircraft against aircraft, against ships, ships against aircraft, all
against all; losses, damage, breaking off, and the way to the dockyard. The phasing side is the attacker throughout."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import purposes
from grognard.kernel.acts import Act, Subject, question, secretly
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow, Option
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.charts import LIGHT_FLAK
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.rules.air_combat import air_losses, air_round, firing_factors, flak_modifier
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.espionage import covert
from grognard.titles.tw.rules.sea_fight import (
    Force,
    air_worth,
    full_carriers,
    naval_aircraft,
    naval_flak,
    navy_rating,
    sea_modifiers,
    ship_worth,
    strikers,
)
from grognard.titles.tw.rules.seas import aircraft_aboard, free_berths, harbours_in_reach
from grognard.titles.tw.rules.shipyards import damage_ship, dock, nearest_yard
from grognard.titles.tw.rules.task_forces import unveil
from grognard.titles.tw.rules.units import deplete, eliminate, patron_of
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import Unit, War
from grognard.titles.tw.subjects import Round, Scramble, ShipLost
from grognard.titles.tw.war_charts import NAVAL_COMBAT, SeaResult

ROUNDS = 3
SURPRISE = 2  # 7.9.3: this or less
AT_SEA, IN_PORT = 2, 3  # 7.9.3: what surprise multiplies aircraft by
AFLOAT = -1  # 11.7.2: ships at sea as a target, by the first of them
FOUGHT_OUT, PHASING_LEFT, OTHER_LEFT = range(3)


@rule("7.9", "7.9.5", "7.9.7", "7.9.8")
def battle_at_sea(g: War, attack: Force, defence: Force, area: int, *, port: int | None = None) -> Flow[int]:
    """Up to three rounds; either side may break off after each with all it has. Who is left on the field is told by the result"""
    unveil(g, [*attack.ships, *defence.ships])
    for number in range(1, ROUNDS + 1):
        yield from sea_round(g, attack, defence, area, port=port, first=number == 1)
        attack.left(g)
        defence.left(g)
        if attack.empty or defence.empty or number == ROUNDS:
            break
        if not (attack.ships or attack.submarines) and not (defence.ships or defence.submarines):
            break
        stay, _ = yield from _fight_on(g, attack, defence, number, area)
        if stay.verb == "leave":
            return PHASING_LEFT
        if port is not None:
            continue
        reply, _ = yield from _fight_on(g, defence, attack, number, area)
        if reply.verb == "leave":
            return OTHER_LEFT
    return PHASING_LEFT if attack.empty else OTHER_LEFT if defence.empty else FOUGHT_OUT


STAY: Act[War, Any, None] = word("stay", "7.9.7", "Fight on", rolls=True)
LEAVE: Act[War, Any, None] = word("leave", "7.9.7", "Break off", rolls=True)
KEEP_DOWN: Act[War, Any, None] = word("stay", "7.9.7", "They stay aboard", rolls=True)
SCRAMBLE: Act[War, Any, None] = word("scramble", "7.9.7", "They come up", rolls=True)


def _fight_on(g: War, own: Force, foe: Force, number: int, area: int) -> Flow[tuple[Option, Any]]:
    prompt = f"Round {number} in {g.board.label(area)} is over: fight on?"
    about = Round(number, (*own.ships, *own.planes), (*foe.ships, *foe.planes))
    return menu(g, g.seat(own.side), prompt, about, STAY, LEAVE, rule="7.9.7")


@rule("7.9.7", "7.9.8", "11.7.1")
def sea_round(g: War, attack: Force, defence: Force, area: int, *, port: int | None, first: bool) -> Flow[None]:
    """One round: the steps of 7.9.7 in their order (TW-AMB-87), those without anybody to fight them left out"""
    here = None if port is not None else area
    fought = yield from air_step(g, attack, defence, area if port is None else port)
    planes = [u for u in strikers(g, attack.planes, here) if u not in attack.guards]
    carried = naval_aircraft(g, attack.ships)
    raid = planes + [u for u in carried if not g.units.depleted[u]]
    if raid and (defence.ships or defence.submarines):
        aim = port if port is not None else AFLOAT - min(defence.ships, default=0)
        surprised = first and not fought and (yield from surprise(g, area, aim))
        yield from air_strike(g, attack, defence, planes, raid, area, port=port, surprised=surprised)
        attack.left(g)
    foes = strikers(g, defence.planes, here)
    if attack.ships and (foes or naval_aircraft(g, defence.ships)) and port is None:
        yield from ships_against_aircraft(g, attack, defence, foes, area)
        attack.left(g)
    if port is None and (attack.ships or attack.submarines or planes) and not defence.left(g).empty:
        yield from all_against_all(g, attack, defence, area)


@rule("7.9.1", "7.9.7", "11.6")
def air_step(g: War, attack: Force, defence: Force, place: int) -> Flow[bool]:
    """Aircraft of both sides fight first; naval aircraft come up only if their owner wants it"""
    mine, theirs = list(attack.planes), list(defence.planes)
    for force, own, enemy in ((attack, mine, defence), (defence, theirs, attack)):
        carried = naval_aircraft(g, force.ships)
        if carried and (enemy.planes or naval_aircraft(g, enemy.ships)):
            prompt = "Do the carrier aircraft come up to fight?"
            choice, _ = yield from menu(g, g.seat(force.side), prompt, Scramble(place), KEEP_DOWN, SCRAMBLE, rule="7.9.7")
            if choice.verb == "scramble":
                own += carried
    if not mine or not theirs:
        return False
    yield from air_round(g, mine, theirs, place)
    attack.left(g)
    defence.left(g)
    return True


@rule("7.9.3", "11.7.2", "16.1.7.2")
def surprise(g: War, area: int, aim: int) -> Flow[bool]:
    """Whether an air attack surprises ships: only where no aircraft fought before, and one roll against the same target in a
    player turn (TW-AMB-176); an Espionage chit helps all such rolls of the player turn"""
    if g.struck_ports.get(aim) == g.player_turn:
        return False
    g.struck_ports = {**{at: when for at, when in g.struck_ports.items() if when == g.player_turn}, aim: g.player_turn}
    if g.carrier_spies != g.player_turn and (yield from covert(g, g.side, "surprise", "surprise of ships from the air")):
        g.carrier_spies = g.player_turn
    helped = int(g.carrier_spies == g.player_turn)
    what = f"surprise in {g.board.label(area)}" + (", -1 espionage" if helped else "")
    roll = g.roll(D10, what, "7.9.3", aim=purposes.aim(g, area, most=SURPRISE + helped))
    return roll - helped <= SURPRISE


@rule("7.9.3", "7.9.4", "7.9.5", "11.7.1", "11.7.3")
def air_strike(
    g: War, attack: Force, defence: Force, planes: list[int], raid: list[int], area: int, *, port: int | None, surprised: bool
) -> Flow[None]:
    """Flak of the ships, and in port of the town with them, unless it is surprised; then aircraft attack ships, and cannot be
    sunk"""
    nac_only = not planes
    if not surprised:
        guns = naval_flak(g, defence.ships) + (0 if port is None else firing_factors(g, port))  # TW-AMB-220
        yield from sea_flak(g, raid, guns, area)
    planes = [u for u in planes if g.units.at[u] >= 0]
    carried = [u for u in raid if u not in planes and g.units.at[u] >= 0 and not g.units.depleted[u]]
    worth = air_worth(g, planes, None if port is not None else area)
    worth += sum([g.roster.strengths[u] for u in carried if g.roster.kinds[u] == Kind.NAC])
    if not worth:
        return
    if surprised:
        worth *= IN_PORT if port is not None else AT_SEA
        g.say("{}: the attack comes as a surprise", g.hexes[area], rule="7.9.3")
    first = surprised and nac_only and _first_strike(g, carried)
    for u in carried:
        g.nations[patron_of(g, u)].struck = 1
    modifiers = sea_modifiers(
        g, attack, defence, attackers=((), [*planes, *carried]), defenders=(defence.ships, ()), first_strike=first
    )
    result = shoot(g, worth, ship_worth(g, defence.ships, defence.submarines), modifiers.total, str(modifiers), area)
    if result is not None and not result.attacker:
        chooser = attack.side if port is not None else defence.side
        yield from sea_losses(g, defence, result, chooser, anyone=port is not None)


def _first_strike(g: War, carried: Sequence[int]) -> bool:
    return bool(carried) and not any(g.nations.struck[patron_of(g, u)] for u in carried)


@rule("7.9.4", "11.12")
def sea_flak(g: War, raid: list[int], guns: int, area: int) -> Flow[None]:
    """Ships fire at the aircraft that attack them"""
    if not guns or not raid:
        return
    what = f"flak in {g.board.label(area)}, {guns} factors"
    added = flak_modifier(g, raid)
    fire = purposes.aim(g, area, raid, table="light_flak", line=str(min(guns, 4)), added=added)
    roll = g.roll(D10, what, "7.9.4", aim=fire) + added
    result = LIGHT_FLAK[min(guns, 4) - 1, roll]
    if result.lost or result.depleted:
        yield from air_losses(g, raid, result)


@rule("7.9.5", "7.9.7")
def ships_against_aircraft(g: War, attack: Force, defence: Force, foes: list[int], area: int) -> Flow[None]:
    """The phasing ships fire flak, then stand the attack of the other side's aircraft; these are not hurt on the table"""
    carried = [u for u in naval_aircraft(g, defence.ships) if not g.units.depleted[u]]
    yield from sea_flak(g, [*foes, *carried], naval_flak(g, attack.ships), area)
    foes = [u for u in foes if g.units.at[u] >= 0]
    carried = [u for u in carried if g.units.at[u] >= 0 and not g.units.depleted[u]]
    worth = air_worth(g, foes, area) + sum([g.roster.strengths[u] for u in carried])
    if not worth:
        return
    modifiers = sea_modifiers(g, attack, defence, attackers=(attack.ships, ()), defenders=((), [*foes, *carried]))
    result = shoot(g, ship_worth(g, attack.ships), worth, modifiers.total, str(modifiers), area)
    if result is None:
        yield from sea_losses(g, attack, SeaResult(True, sunk=99), attack.side)
    elif result.attacker:
        yield from sea_losses(g, attack, result, attack.side)


@rule("7.9.5", "7.9.7", "7.9.8", "7.9.9")
def all_against_all(g: War, attack: Force, defence: Force, area: int) -> Flow[None]:
    """All ships and aircraft of both sides; only ships are hit"""
    mine, theirs = strikers(g, attack.planes, area), strikers(g, defence.planes, area)
    worth = ship_worth(g, attack.ships, attack.submarines) + air_worth(g, mine, area)
    against = ship_worth(g, defence.ships, defence.submarines) + air_worth(g, theirs, area)
    if not worth and not against:
        return
    if not defence.ships and not attack.ships and not attack.submarines and not defence.submarines:
        return
    modifiers = sea_modifiers(g, attack, defence, attackers=(attack.ships, mine), defenders=(defence.ships, theirs))
    if g.options.naval_cards:
        modifiers.add("cards", (yield from naval_cards(g, attack, defence)), "29.13")
    result = shoot(g, worth, against, modifiers.total, str(modifiers), area)
    if result is None:
        yield from sea_losses(g, attack, SeaResult(True, sunk=99), attack.side)
    else:
        loser = attack if result.attacker else defence
        yield from sea_losses(g, loser, result, loser.side)


class Tactics(Subject, frozen=True):
    """A deck of naval combat cards."""

    cards: tuple[str, ...]


PLAYING: Act[War, Tactics, str] = Act(
    "play", "29.13", lambda g, s, card: card.replace("_", " "), takes=str, listed=lambda g, s: s.cards,
    may=lambda g, s, card: None if card in s.cards else No("29.13", "the card cannot be played"), do=lambda g, s, card: card,
)  # fmt: skip


@rule("29.13")
def naval_cards(g: War, attack: Force, defence: Force) -> Flow[int]:
    """Each side plays a card unseen; Carriers only with whole carriers in the force"""
    matrix = campaign_of(g).matrices["29.13"]
    decks = sorted({row for row, _ in matrix}), sorted({column for _, column in matrix})
    asks = []
    for force, deck in zip((attack, defence), decks):
        able = tuple([c.replace(" ", "_") for c in deck if c != "Carriers" or full_carriers(g, force.ships)])
        asks.append(question(g, g.seat(force.side), "A naval combat card", Tactics(able), PLAYING, rule="29.13"))
    answers = yield from secretly(g, asks)
    mine, theirs = (str(answers[g.seat(f.side)][1]).replace("_", " ") for f in (attack, defence))
    value = matrix[mine, theirs]
    g.say("{} against {}: {}", mine, theirs, value, rule="29.13")
    return value


@rule("7.9.9")
def shoot(g: War, attack: Fraction, defence: Fraction, modifier: int, why: str, area: int) -> SeaResult | None:
    """One roll on the table; None where the odds are worse than 1-4 (TW-AMB-01)."""
    if defence and (not attack or NAVAL_COMBAT.below(attack, defence)):
        g.say("{}: odds worse than 1-4", g.hexes[area], rule="7.9.9")
        return None
    column = NAVAL_COMBAT.column(attack, defence)
    cell = purposes.aim(g, area, table="naval_combat", line=NAVAL_COMBAT.label(column), added=modifier)
    roll = g.roll(D10, f"{g.board.label(area)}: {NAVAL_COMBAT.label(column)}, {why}", "7.9.9", aim=cell)
    g.say("{}: {}", g.hexes[area], NAVAL_COMBAT.code(column, roll + modifier), rule="7.9.9")
    return NAVAL_COMBAT[column, roll + modifier]


# --- losses (7.9.5, 7.10) -------------------------------------------------------------------------------------------------------


@rule("7.9.5", "7.10", "7.11.5", "5.3.1")
def sea_losses(g: War, force: Force, result: SeaResult, chooser: int, *, anyone: bool = False) -> Flow[None]:
    """Ships are depleted or sunk, the worst-rated first; in port the attacker chooses among all"""
    hit: set[int] = set()
    for sunk in [True] * result.sunk + [False] * result.depleted:
        force.left(g)
        if force.submarines and not force.ships:
            force.submarines -= 1  # each U-Boat or ASW is hit by itself
            continue
        left = [u for u in force.ships if sunk or u not in hit] or force.ships
        if not left:
            return
        worst = max([navy_rating(g, u) for u in left])
        able = left if anyone else [u for u in left if navy_rating(g, u) == worst]  # TW-AMB-04
        ship = g.units[able[0]]
        if len(able) > 1:
            fate = "sunk" if sunk else "depleted"
            act = one_of("lose", "7.9.5", "{0}", Unit, able, "ships of the worst rating of this force go first")
            choice, _ = yield from menu(g, g.seat(chooser), f"Choose a ship that is {fate}", ShipLost(sunk), act, rule="7.9.5")
            ship = choice.arg
        hit.add(ship.index)
        if sunk or ship.depleted:
            sink(g, ship)
        else:
            damage_ship(g, ship, "7.9.9")
            for u in _aboard(g, ship.index):
                if g.roster.kinds[u] != Kind.NAC:
                    deplete(g, g.units[u], "7.7.1")


def _aboard(g: War, ship: int) -> list[int]:
    return [u for u, carrier in enumerate(g.units.aboard) if carrier == ship and g.units.at[u] >= 0]


@rule("7.9.9")
def sink(g: War, ship: Unit) -> None:
    """A ship is lost with all it carries."""
    for u in _aboard(g, ship.index):
        eliminate(g, g.units[u], "7.9.9")
        g.units[u].aboard = NOWHERE
    g.say("{} is sunk", ship, rule="7.9.9")
    eliminate(g, ship, "7.9.9")
    ship.port, ship.track = NOWHERE, 0


@rule("7.10", "15.1.3.2", "3.9.2")
def limp_home(g: War, ships: Sequence[int], area: int) -> None:
    """After a battle depleted ships, and carriers whose aircraft are depleted, go to the nearest yard that they can reach; where
    none is, to the nearest friendly port, and over Suez to South Africa."""
    planes = aircraft_aboard(g)
    for u in ships:
        ship = g.units[u]
        if ship.at < 0 or not (ship.depleted or (u in planes and g.units.depleted[planes[u]])):
            continue
        yard = nearest_yard(g, u, area)
        if not ship.depleted:
            if yard != NOWHERE:  # 7.10: a whole carrier lies in the port of the yard until its aircraft are repaired
                ship.at, ship.port = yard, NOWHERE
                g.units[planes[u]].at = yard
            continue
        if yard != NOWHERE:
            dock(g, ship, yard)
            continue
        ports = harbours_in_reach(g, g.roster.nations[u], area, 12)
        refuge = next((p for p in ports if free_berths(g, p) > 0), None)
        if refuge is None:
            sink(g, ship)
            continue
        ship.at = refuge
        for v in _aboard(g, u):
            g.units[v].at = refuge
