"""10.0 to 10.3: ground combat of an impulse: all attacks are announced, then air support, reserves, and one battle after another.

Values and odds are in strength.py, losses in results.py, retreats in retreat.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.picks import at_least_one, one_of, unless, word
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.tw.charts import GROUND_COMBAT, ODDS, Result
from grognard.titles.tw.kinds import EXPLOITING, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, FINLAND, FRANCE, INDEX, NEUTRAL, USSR
from grognard.titles.tw.rules import air_support, drops, invasions, reserves, results
from grognard.titles.tw.rules.alliances import may_retake_paris
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.control import fallen_capitals
from grognard.titles.tw.rules.defections import defections, mutinies
from grognard.titles.tw.rules.logistics import effort_of
from grognard.titles.tw.rules.movement import exploit_supply
from grognard.titles.tw.rules.partisans import disperse
from grognard.titles.tw.rules.stacking import storming
from grognard.titles.tw.rules.strength import (
    Battle,
    Muster,
    NextBattle,
    assaulted,
    attack_total,
    battle_odds,
    carpet_allowed,
    defence_value,
)
from grognard.titles.tw.rules.units import army_rating, enemies_in, ground_at, hex_sides, presence
from grognard.titles.tw.rules.weather import no_second_combat
from grognard.titles.tw.rules.western_surprise import note_attacks
from grognard.titles.tw.state import FORTRESS, LLE, MLE, NONE, PASS_TURN, Hex, Unit, War
from grognard.titles.tw.subjects import Announcing, Outcome

SWEDEN = INDEX["sweden"]
BROTHERS = (FINLAND, INDEX["norway"])  # 23.50


@rule("10.1.2", "10.0", "4.0", "10.2.5", "13.1")
def may_attack(g: War, unit: int) -> No | None:
    """Whether a unit may take part in an attack in this impulse."""
    units, kind = g.units, g.roster.kinds[unit]
    if units.at[unit] < 0 or kind > Kind.PART:
        return No("10.0", "only ground units on the board attack")
    if kind == Kind.STA:
        return No("13.1", "static units do not attack")
    if kind in (Kind.FLAK, Kind.MOTFLAK):
        return No("11.12.2", "flak has no part in ground attacks")
    cut_off = units.supply[unit] == NONE  # 4.0: these attack without an effort
    if not cut_off and not units.active[unit]:
        return No("4.0", "no effort activates it")
    if hex_sides(g)[g.units.at[unit]] == NEUTRAL:
        return No("16.3.3", "nothing attacks out of a country that is only an Associate")
    if not cut_off and effort_of(g, unit) in (MLE, PASS_TURN) and not units.dropped[unit]:
        return No("4.4", "no attacks with this effort")
    if units.fought[unit] == g.impulse:
        return No("10.0", "it attacks already")
    if g.impulse == 2:
        if kind not in EXPLOITING and units.dropped[unit] != 2:
            return No("10.0", "only ARM, MECH and CAV attack in the second impulse")
        if units.dropped[unit] == 2 and army_rating(g, unit) != 1:
            return No("10.2.5", "only First-Rate parachutists attack in the second impulse")
        if effort_of(g, unit) == LLE:
            return No("4.3", "an LLE has no second impulse")
        if no_second_combat(g, units.at[unit]):
            return No("26.0", "the weather forbids the second impulse")
    return None


def able(g: War, target: int) -> list[int]:
    """Units of the phasing side that can attack a hex: beside it, or landed in it."""
    sides, side, by_hex, dropped, there = g.roster.sides, g.side, ground_at(g), g.units.dropped, presence(g)
    beside = [(b, u) for b in g.ground.steps[target] for u in by_hex.get(b, ()) if sides[u] == side]
    found = [u for _, u in beside if not dropped[u] and may_attack(g, u) is None]
    found += [u for u in by_hex.get(target, ()) if sides[u] == side and dropped[u] and may_attack(g, u) is None]
    found += [u for b, u in beside if dropped[u] and not there[b] & (2 >> side) and may_attack(g, u) is None]
    if g.campaign and target == g.ground.paris:
        found = [u for u in found if may_retake_paris(g, u, target)]
    return [u for u in found if g.roster.nations[u] != SWEDEN or may_fight(g, u, target) is None]


@rule("23.50")
def may_fight(g: War, unit: int, target: int) -> No | None:
    """Swedes never attack Norwegians or Finns."""
    nations = g.roster.nations
    brothers = any(nations[u] in BROTHERS for u in enemies_in(g, target, g.side))
    return No("23.50", "Swedes attack neither Norwegians nor Finns") if nations[unit] == SWEDEN and brothers else None


@rule("23.22")
def storms_gibraltar(g: War, target: int, force: Sequence[int]) -> bool:
    """Whether a force can attack a hex: Gibraltar only with an INF or MOT unit, unless all come from the sea or the air."""
    if target != g.ground.city_hex.get("gibraltar"):
        return True
    beside = [u for u in force if g.units.at[u] != target]
    return not beside or any(g.roster.kinds[u] in (Kind.INF, Kind.MOT) for u in beside)


@rule("10.0", "16.3.3")
def targets(g: War, taken: set[int]) -> Iterator[int]:
    """Enemy hexes that can be attacked at 1-4 or better; who only wants to know whether there is one stops at the first."""
    enemy, there = 2 >> g.side, presence(g)
    sides, steps, side, dropped = g.roster.sides, g.ground.steps, g.side, g.units.dropped
    near: set[int] = set()
    for at, units in ground_at(g).items():
        own = [u for u in units if sides[u] == side]
        if own:
            near.update([b for b in steps[at] if there[b] & enemy])
            landed = any(dropped[u] for u in own)
            if landed and (there[at] & enemy or drops.defended_city(g, at)):
                near.add(at)
    held = hex_sides(g)
    for s in sorted(near - taken):
        if held[s] == NEUTRAL:  # 16.3.3: guests of an Associate are not attacked
            continue
        force = able(g, s)
        if force and fair_odds(g, s, force) and not besieged_only(g, s):
            yield s


@rule("29.22")
def besieged_only(g: War, space: int) -> bool:
    """Leningrad as a fortress with six supplied Soviet factors is not attacked, only besieged."""
    if not g.options.siege_of_leningrad or g.side != AXIS or space != g.ground.named("leningrad"):
        return False
    strengths, nations = g.roster.strengths, g.roster.nations
    garrison = [u for u in enemies_in(g, space, AXIS) if nations[u] == USSR and g.units.supply[u] != NONE]
    return g.hexes.works[space] == FORTRESS and sum([strengths[u] for u in garrison]) >= 6


@rule("10.0", "18.1")
def fair_odds(g: War, target: int, force: list[int]) -> bool:
    """Odds worse than 1-4 are not allowed (before air support: TW-AMB-56), for the French none worse than 1-1."""
    if not storms_gibraltar(g, target, force):
        return False
    attack = attack_total(g, target, force)
    if any(g.roster.nations[u] == FRANCE for u in force):
        landed = [u for u in force if g.units.at[u] == target]
        return attack > 0 and attack >= sum([v for _, v in defence_value(g, target, force, g.impulse, landed)])
    landed = [u for u in force if g.units.at[u] == target]
    defence = sum([v for _, v in defence_value(g, target, force, g.impulse, landed)])
    return attack > 0 and (defence == 0 or not ODDS.below(attack, defence))


# --- the phase ----------------------------------------------------------------------------------------------------------------


@rule("10.2", "10.2.2", "10.2.5")
def combat(g: War) -> Flow[None]:
    """Announce all attacks, then fight them one by one"""
    if g.campaign and g.side == ALLIES:
        defections(g)
    battles = yield from announce(g)
    if g.campaign and g.side == ALLIES:
        battles += mutinies(g, battles)
    if battles:
        note_attacks(g, battles)
        spaces = [b.space for b in battles]
        sent = yield from air_support.allot_support(g, spaces, [], battles)
        yield from reserves.commit(g, battles)
        cover = yield from air_support.answer_support(g, spaces, sent, battles)
        flown = {u: s for force in (sent, cover) for s, units in force.items() for u in units}
        g.fighting = 1
        advanced: list[int] = []
        while battles:
            battle = battles[0]
            if len(battles) > 1:
                spaces = [b.space for b in battles]
                act = one_of("fight", "10.2.3", "Fight at {0}", Hex, spaces, "no announced attack is left there")
                about = NextBattle(battles, sent, cover)
                choice, _ = yield from menu(g, g.seat(g.side), "Choose the next battle", about, act, rule="10.2.3")
                battle = next(b for b in battles if b.space == choice.arg.index)
            battles.remove(battle)
            battle.engaged = [u for b in battles for u in b.attackers] + advanced
            yield from fight(g, battle, sent[battle.space], cover[battle.space])
            advanced += battle.advanced
        fallen_capitals(g)
        for side in (g.side, 1 - g.side):
            yield from air_support.return_to_base(g, side, flown)
    drops.failed_landings(g)
    if g.naval and g.impulse == 1:
        invasions.consolidate(g)


@rule("10.0", "10.1", "10.1.1")
def announce(g: War) -> Flow[list[Battle]]:
    """Announce every attack of the impulse"""
    battles: list[Battle] = []
    taken: set[int] = set()
    while True:
        able_targets = at_least_one(targets(g, taken))
        if not able_targets:
            break
        attacking = one_of(
            "attack", "10.0", "Attack {0}", Hex, able_targets, "it cannot be attacked",
            why=lambda g, space: may_be_attacked(g, space, taken),
        )  # fmt: skip
        choice, _ = yield from menu(g, g.seat(g.side), "Announce an attack", Announcing(g.impulse), attacking, DONE, rule="10.0")
        if choice.verb == "done":
            break
        battle = yield from muster(g, choice.arg.index)
        if battle is not None:  # an attack that was called off bars nothing
            taken.add(choice.arg.index)
            battles.append(battle)
    return battles


DONE: Act[War, Any, None] = word("done", "10.0", "Done")


def may_be_attacked(g: War, space: int, taken: set[int]) -> No | None:
    """Whether a hex can be attacked now, beside those that are."""
    if space in taken:
        return No("10.0", "that hex is attacked already")
    if not presence(g)[space] & (2 >> g.side):
        return No("10.0", "no enemy ground unit stands there")
    if besieged_only(g, space):
        return No("29.22", "Leningrad must be starved")
    force = able(g, space)
    if not force:
        return No("10.1.2", "no unit beside it can attack")
    return None if fair_odds(g, space, force) else No("10.0", "odds worse than 1-4 are not allowed")


@rule("10.1.1", "4.3", "29.20")
def muster(g: War, space: int) -> Flow[Battle | None]:
    """Choose the units that attack a hex"""
    battle = Battle(space, g.side, g.impulse)
    while True:
        left = cache(partial(_left, g, battle))  # looked for when the list is wanted
        about = Muster(space, tuple(battle.attackers), battle.extra_column, battle.carpet)
        prompt = f"Attack {g.board.label(space)} with"
        choice, _ = yield from menu(g, g.seat(g.side), prompt, about, *_mustering(g, battle, left), rule="10.1.1")
        if choice.verb == "cancel":
            return None
        if choice.verb == "commit":
            break
        if choice.verb == "all":
            battle.attackers += left()
        elif choice.verb == "add":
            battle.attackers.append(choice.arg.index)
        elif choice.verb == "shift":
            battle.extra_column = True
            g.shift_used = 1
        elif choice.verb == "carpet":
            battle.carpet = True
            g.carpets += 1
    for u in battle.attackers:
        g.units[u].fought = g.impulse
        if g.impulse == 2:
            exploit_supply(g, u)
    battle.landed = [u for u in battle.attackers if g.units.at[u] == space]
    g.say("{} is attacked by {}", g.hexes[space], ", ".join([g.units[u].label for u in battle.attackers]), rule="10.1.1")
    return battle


def _left(g: War, battle: Battle) -> list[int]:
    """Who could still be added to an attack."""
    return [u for u in able(g, battle.space) if u not in battle.attackers]


def _mustering(g: War, battle: Battle, left: Callable[[], list[int]]) -> list[Act[War, Any, Any]]:
    """What can be done with an attack that is being mustered."""
    force = battle.attackers
    fair = cache(lambda: bool(force) and fair_odds(g, battle.space, force))

    def early() -> No | None:
        return None if fair() else No("10.0", "odds worse than 1-4 are not allowed")

    def shifted() -> list[int]:
        limited = any(effort_of(g, u) == LLE for u in force)
        return [battle.space] if fair() and not g.shift_used and not battle.extra_column and limited else []

    def carpeted() -> list[int]:
        return [battle.space] if fair() and carpet_allowed(g, force) and not battle.carpet else []

    def bound() -> No | None:
        return No("4.3", "the extra column or the carpet is for this attack") if battle.extra_column or battle.carpet else None

    return [
        one_of("add", "10.1.1", "Add {0}", Unit, left, "it is not beside the hex, or attacks already", why=may_attack),
        unless("all", "10.1.1", "Add all", lambda: None if len(left()) > 1 else No("10.1.1", "there are no more to add")),
        unless("commit", "10.1.1", "Commit", early),
        one_of("shift", "4.3", "An extra column at {0}", Hex, shifted, "one attack of an LLE in a turn has an extra column"),
        one_of("carpet", "29.20", "Carpet bombing at {0}", Hex, carpeted, "no bombers for a carpet, or it was laid"),
        unless("cancel", "10.1.1", "Call it off", bound),
    ]


# --- one battle ---------------------------------------------------------------------------------------------------------------


@rule("10.2.1", "10.2.2", "10.2.3")
def fight(g: War, battle: Battle, sent: list[int], cover: list[int]) -> Flow[None]:
    """Fight one battle: in the air, then on the ground"""
    over, battle.cover = yield from air_support.fight_over(g, sent, cover, battle.space)
    battle.support = [u for u in over if u not in battle.guards]
    battle.attackers = [u for u in battle.attackers if g.units.at[u] >= 0]
    if not battle.attackers:
        return
    if outmatched(g, battle):
        g.say("{}: no landing without command of the air", g.hexes[battle.space], rule="7.7.2")
        for u in [u for u in battle.attackers if storming(g, u)]:
            invasions.turn_back(g, g.units[u])
        return
    if g.campaign:
        yield from disperse(g, battle.space)
    if not enemies_in(g, battle.space, g.side):
        yield from results.empty_city(g, battle)
        return
    odds = battle_odds(g, battle)
    if odds.defence == 0:
        yield from results.apply(g, battle, odds, Result("DE"))  # 11.12.2: flak alone is swept away
        return
    forces = (*battle.attackers, *battle.support, *battle.escorts, *enemies_in(g, battle.space, g.side), *battle.cover)
    what = aim(g, battle.space, forces, table="ground_combat", line=GROUND_COMBAT.label(odds.column),
               added=odds.modifiers.total)  # fmt: skip
    roll = g.roll(D10, f"{g.board.label(battle.space)}: {odds.text}; {odds.modifiers}", "10.2.2", aim=what)
    result = yield from accept(g, odds.column, roll + odds.modifiers.total)
    g.say("{}: {}", g.hexes[battle.space], result.text, rule="10.2.2")
    yield from results.apply(g, battle, odds, result)


@rule("7.7.2")
def outmatched(g: War, battle: Battle) -> bool:
    """An assault from the sea under enemy aircraft needs more factors in the air than these have."""
    if not battle.cover or not assaulted(g, battle.attackers):
        return False
    strengths = g.roster.strengths
    mine = sum([strengths[u] for u in {*battle.support, *battle.guards} if g.units.at[u] >= 0])
    return mine <= sum([strengths[u] for u in battle.cover if g.units.at[u] >= 0])


@rule("10.2.2", "10.2.3")
def accept(g: War, column: int, row: int) -> Flow[Result]:
    """The attacker may take a result of a higher row instead"""
    first = max(row, -1)
    found: list[tuple[int, Result]] = []
    for r in range(min(first, 12), 13):
        result = GROUND_COMBAT[column, r]
        if all(result != known for _, known in found):
            found.append((r, result))
    if len(found) == 1:
        return found[0][1]
    rows = [(result.text, r) for r, result in found]
    act = one_of("accept", "10.2.3", "Accept {0}", (str, int), rows, "the result rolled, or one of a higher row")
    about = Outcome(column, row)
    choice, _ = yield from menu(g, g.seat(g.side), f"The result is {found[0][1].text}", about, act, rule="10.2.3")
    return GROUND_COMBAT[column, int(choice.args[1])]
