"""10.2.2 to 10.5: what a result of ground combat does: losses, depletions, retreat, Breach and advance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import rule
from grognard.titles.tw.charts import GROUND_COMBAT, ODDS, Result
from grognard.titles.tw.kinds import EXPLOITING, GUNLESS, Kind
from grognard.titles.tw.nations import AXIS, USSR
from grognard.titles.tw.rules.alliances import far_from_port
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.control import captured_fortress, take
from grognard.titles.tw.rules.homelands import at_home
from grognard.titles.tw.rules.retreat import retreat
from grognard.titles.tw.rules.stacking import overstacked
from grognard.titles.tw.rules.strength import Battle, Odds, attack_value, columns, defence_value
from grognard.titles.tw.rules.units import deplete, eliminate, enemies_in, friends_in, ground_at, presence
from grognard.titles.tw.state import FORTRESS, LOST, LOST_UNSUPPLIED, NONE, Unit, War
from grognard.titles.tw.subjects import Advance, Depletion, Losses, Siege

Value = Callable[[int], int]


@rule("10.2.2", "10.3.2", "10.3.6")
def apply(g: War, battle: Battle, odds: Odds, result: Result) -> Flow[None]:
    """Apply a result to both sides"""
    values = dict(defence_value(g, battle.space, battle.attackers, battle.impulse, battle.landed))
    soviet = any(g.roster.nations[u] == USSR for u in values)
    code = "½EX" if result.code[:2] in ("DR", "DD") and blocked(g, values) else result.code
    if code in ("AE", "½AE"):
        yield from _attackers_lose(g, battle, odds.attack if code == "AE" else -(-odds.attack // 2))
    elif code.endswith("EX") or code == "EX/PV":
        yield from exchange(g, battle, odds, values, code)
    elif code == "DE":
        _all_lost(g, battle.space, 1 - battle.side)
    elif code == "½DE":
        yield from lose_factors(g, list(values), values.__getitem__, -(-odds.defence // 2))
        yield from _withdraw(g, battle, 0)
    else:
        yield from _withdraw(g, battle, result.depletions)
    if result.omega and battle.side == AXIS and soviet and g.ground.ussr_1939[battle.space]:
        yield from attrition(g, battle)
    if not enemies_in(g, battle.space, battle.side):
        yield from vacated(g, battle, odds)
    else:
        _lost_in_landing(g, battle)


@rule("28.2.3")
def blocked(g: War, defenders: dict[int, int]) -> bool:
    """Whether NKVD troops stand behind the defenders: nobody retreats, and half an exchange takes the place of it."""
    return any("nkvd" in g.designs[g.units.design[u]].marks for u in defenders)


@rule("10.3.3")
def _lost_in_landing(g: War, battle: Battle) -> None:
    """Landed units that fell in a landing that failed count as lost out of supply."""
    for u in battle.landed:
        if g.units.at[u] < 0 and g.units.pool[u] == LOST:
            g.units[u].pool = LOST_UNSUPPLIED


@rule("10.3.4")
def weakest(g: War, units: Sequence[int]) -> list[int]:
    """Of several nations, the one with the worst army loses first."""
    nations = g.roster.nations
    worst = max([g.nations.army[nations[u]] for u in units])
    return [u for u in units if g.nations.army[nations[u]] == worst]


WORST_FIRST = "units of the worst army rating of this force go first"
STAY: Act[War, Any, None] = word("stay", "10.6.6", "Stay")
RETREAT: Act[War, Any, None] = word("retreat", "10.6.6", "Retreat")
HALT: Act[War, Any, None] = word("halt", "10.5", "No further advance")


@rule("10.2.2", "10.3.4")
def lose_factors(g: War, units: list[int], value: Value, factors: int) -> Flow[None]:
    """The owner removes whole units until so many factors are gone (TW-AMB-52)"""
    while factors > 0:
        left = [u for u in units if g.units.at[u] >= 0]
        if not left:
            return
        worst = weakest(g, left)
        if sum([value(u) for u in left]) <= factors:
            for u in left:
                eliminate(g, g.units[u], "10.2.2")
            return
        unit = worst[0]
        if len(worst) > 1:
            seat = g.seat(g.roster.sides[unit])
            worth = {u: value(u) for u in left}
            act = one_of("lose", "10.3.4", "Lose {0}", Unit, worst, WORST_FIRST)
            choice, _ = yield from menu(g, seat, f"Lose {factors} factors", Losses(factors, worth), act, rule="10.3.4")
            unit = choice.arg.index
        factors -= value(unit)
        eliminate(g, g.units[unit], "10.2.2")


def _attackers_lose(g: War, battle: Battle, factors: int) -> Flow[None]:
    worth = {u: attack_value(g, u, battle.space) for u in battle.attackers}
    return lose_factors(g, battle.attackers, worth.__getitem__, factors)


def _all_lost(g: War, space: int, side: int) -> None:
    for u in friends_in(g, space, side):
        eliminate(g, g.units[u], "10.2.2")


@rule("10.3.2")
def exchange(g: War, battle: Battle, odds: Odds, values: dict[int, int], code: str) -> Flow[None]:
    """The weaker side removes all, the other as much, or half, half as much again, or double"""
    worth = {u: attack_value(g, u, battle.space) for u in battle.attackers}
    if code == "½EX":
        _all_lost(g, battle.space, 1 - battle.side)
        yield from lose_factors(g, battle.attackers, worth.__getitem__, -(-odds.defence // 2))
        return
    weaker = min(odds.attack, odds.defence)
    price = {"EX": weaker, "EX/PV": -(-3 * weaker // 2), "2xEX": 2 * weaker}[code]
    if odds.defence <= odds.attack:
        _all_lost(g, battle.space, 1 - battle.side)
        yield from lose_factors(g, battle.attackers, worth.__getitem__, price)
    else:
        for u in battle.attackers:
            eliminate(g, g.units[u], "10.3.2")
        yield from lose_factors(g, list(values), values.__getitem__, price)
        _sweep_guns(g, battle.space, 1 - battle.side)


def _sweep_guns(g: War, space: int, side: int) -> None:
    """Flak left alone in an attacked hex is lost (11.12.2)."""
    units = friends_in(g, space, side)
    if units and all(g.roster.kinds[u] in GUNLESS for u in units):
        for u in units:
            eliminate(g, g.units[u], "11.12.2")


@rule("10.2.2", "10.6.6", "13.0", "10.4")
def _withdraw(g: War, battle: Battle, depletions: int) -> Flow[None]:
    """The defender depletes units and retreats; in a fortress he may stay for one depletion more (TW-AMB-72)"""
    side = 1 - battle.side
    stays = False
    if g.hexes.works[battle.space] == FORTRESS and friends_in(g, battle.space, side):
        prompt = f"{g.board.label(battle.space)}: retreat, or stay for one more depletion?"
        choice, _ = yield from menu(g, g.seat(side), prompt, Siege(battle.space), STAY, RETREAT, rule="10.6.6")
        stays = choice.verb == "stay"
    yield from deplete_units(g, battle.space, side, depletions + int(stays))
    if not stays:
        yield from retreat(g, battle.space, side)
    _sweep_guns(g, battle.space, side)


@rule("10.2.2", "10.2.6")
def deplete_units(g: War, space: int, side: int, count: int) -> Flow[None]:
    """The defender chooses units to deplete, each once while there are others (TW-AMB-58)"""
    hit: set[int] = set()
    for _ in range(count):
        there = [u for u in friends_in(g, space, side) if g.roster.kinds[u] not in GUNLESS]
        fresh = [u for u in there if u not in hit]
        if not there:
            return
        worst = weakest(g, fresh or there)
        unit = worst[0]
        if len(worst) > 1:
            act = one_of("deplete", "10.2.2", "Deplete {0}", Unit, worst, WORST_FIRST)
            choice, _ = yield from menu(g, g.seat(side), "Deplete a unit", Depletion("10.2.2"), act, rule="10.2.2")
            unit = choice.arg.index
        hit.add(unit)
        deplete(g, g.units[unit], "10.2.2")


@rule("10.3.6")
def attrition(g: War, battle: Battle) -> Flow[None]:
    """Omega: one of the Axis units in the attack is depleted"""
    left = [u for u in battle.attackers if g.units.at[u] >= 0]
    if not left:
        return
    left = weakest(g, left)  # 10.3.4
    unit = left[0]
    if len(left) > 1:
        act = one_of("deplete", "10.3.6", "Deplete {0}", Unit, left, WORST_FIRST)
        choice, _ = yield from menu(g, g.seat(AXIS), "Attrition: deplete one attacker", Depletion("10.3.6"), act, rule="10.3.6")
        unit = choice.arg.index
    deplete(g, g.units[unit], "10.3.6")


# --- the hex is empty ---------------------------------------------------------------------------------------------------------


@rule("9.6.2", "10.2.3", "10.5")
def vacated(g: War, battle: Battle, odds: Odds) -> Flow[None]:
    """A Breach or a Bridgehead is made and the victors may advance"""
    kinds = g.roster.kinds
    space = g.hexes[battle.space]
    if any(kinds[u] == Kind.ARM for u in battle.attackers):
        space.breach, space.gap_side = g.player_turn + 2, battle.side
        g.say("a Breach at {}", space, rule="9.6.2")
    if odds.river and g.hexes.works[battle.space] != FORTRESS:  # the defender had the bonus of the river
        space.bridgehead, space.gap_side = g.player_turn + 2, battle.side  # TW-AMB-17
    yield from advance(g, battle)


@rule("10.5", "9.2")
def advance(g: War, battle: Battle) -> Flow[None]:
    """Victorious units move into the vacated hex, and tanks, mechanised troops and horse beside a Breach"""
    first = True
    landed = [u for u in battle.landed if g.units.at[u] == battle.space]
    if landed:
        yield from _occupy(g, battle.space, landed[0])
        first = False
    while True:
        options = [u for u in followers(g, battle) if _fits(g, battle.space, u) and at_home(g, battle.space, u)]
        if not options:
            return
        act = one_of("advance", "10.5", "Advance {0}", Unit, options, "it did not fight here, or has no room there")
        prompt = f"Advance into {g.board.label(battle.space)}"
        choice, _ = yield from menu(g, g.seat(battle.side), prompt, Advance(battle.space), HALT, act, rule="10.5")
        if choice.verb == "halt":
            return
        choice.arg.at = battle.space
        battle.advanced.append(choice.arg.index)
        if first:
            yield from _occupy(g, battle.space, choice.arg.index)
            first = False


@rule("10.5", "10.0", "9.2")
def followers(g: War, battle: Battle) -> list[int]:
    """Who may advance: the attackers that are left, and beside a fresh Breach any ARM, MECH or CAV of the side that has neither
    another battle to fight nor advanced in this impulse (TW-AMB-79)."""
    found = [u for u in battle.attackers if g.units.at[u] >= 0 and g.units.at[u] != battle.space]
    if g.hexes.breach[battle.space] == g.player_turn + 2 and g.hexes.gap_side[battle.space] == battle.side:
        kinds, sides = g.roster.kinds, g.roster.sides
        for b in g.ground.steps[battle.space]:
            found += [
                u
                for u in ground_at(g).get(b, ())
                if u not in found
                and sides[u] == battle.side
                and kinds[u] in EXPLOITING
                and not g.units.dropped[u]
                and g.units.active[u]
                and g.units.supply[u] != NONE
                and u not in battle.engaged
            ]
    return found


@rule("10.5", "6.2.1")
def _fits(g: War, space: int, unit: int) -> bool:
    """Whether a unit may advance: there is room, and the British in France stay near a port."""
    there = friends_in(g, space, g.roster.sides[unit])
    return not far_from_port(g, unit, space) and overstacked(g, space, [*there, unit]) is None


def _occupy(g: War, space: int, unit: int) -> Flow[None]:
    side = g.roster.sides[unit]
    fortress = g.hexes.works[space] == FORTRESS and g.nations.side[g.hexes.holder[space]] != side
    if g.roster.kinds[unit] == Kind.PART or g.units.covert[unit]:
        return  # 1.2: they hold the hex only while they stand in it
    take(g, space, g.roster.nations[unit], side, defended=True)
    if fortress:
        yield from captured_fortress(g, space, side)


@rule("10.6.8", "11.14.3")
def empty_city(g: War, battle: Battle) -> Flow[None]:
    """Parachutists fight half a factor for an empty city; DR, DD or DE takes it"""
    landed = [u for u in battle.landed if g.units.at[u] == battle.space]
    if not landed or presence(g)[battle.space] & (2 >> battle.side):
        return
    if len(battle.attackers) > len(landed):  # others attack with them: the city has no factor
        yield from _occupy(g, battle.space, landed[0])
        return
    strengths = g.roster.strengths
    help_, cover = columns(g, battle.support, battle.space, battle.side), columns(g, battle.cover, battle.space, 1 - battle.side)
    column = ODDS.place(2 * sum([strengths[u] for u in landed]), 1) + min(help_, 1) - cover  # 11.3.2
    column = min(max(column, 0), len(GROUND_COMBAT.labels) - 1)
    roll = g.roll(D10, f"{g.board.label(battle.space)}: empty city, {GROUND_COMBAT.label(column)}", "10.6.8")
    result = GROUND_COMBAT[column, roll]
    g.say("{}: {}", g.hexes[battle.space], result.text, rule="10.6.8")
    if result.code.startswith("D") or result.code == "½DE":
        yield from _occupy(g, battle.space, landed[0])
    else:
        for u in landed:
            eliminate(g, g.units[u], "11.14.3", unsupplied=True)
