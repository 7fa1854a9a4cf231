"""9.8: automatic victory, an attack at 6-1 that is part of movement."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from grognard.kernel.flow import Flow, Option
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.charts import ODDS, VICTORY_COLUMN
from grognard.titles.tw.ground import MOUNTAIN, SWAMP
from grognard.titles.tw.kinds import EXPLOITING, Kind
from grognard.titles.tw.nations import MAJORS
from grognard.titles.tw.rules import air_support, strength
from grognard.titles.tw.rules.allowance import allowance, may_move
from grognard.titles.tw.rules.homelands import bounds
from grognard.titles.tw.rules.strength import attack_value, defence_value
from grognard.titles.tw.rules.units import army_rating, eliminate, enemies_in, governing, ground_at, patron_of, presence
from grognard.titles.tw.rules.weather import frozen, no_automatic_victory
from grognard.titles.tw.rules.zones import enemy_zone, zone_without
from grognard.titles.tw.state import FORTIFICATION, FORTRESS, PASS_TURN, Hex, Unit, War


@rule("9.8")
def helpers(g: War, stack: Sequence[int], target: int) -> list[int]:
    """Units beside the target that have not moved and have the points to enter it: they lend their factors."""
    found, zone = [], zone_without(g, 1 - g.side, target)
    for b in g.ground.steps[target]:
        for u in ground_at(g).get(b, ()):
            if u in stack or g.roster.sides[u] != g.side or g.roster.kinds[u] in (Kind.STA, Kind.ART):
                continue
            if may_move(g, u, g.impulse) is not None:
                continue
            price = 2 + zone[target] + zone[b]
            if allowance(g, u, g.impulse) >= price and attack_value(g, u, target) > 0:
                found.append(u)
    return found


@rule("9.8", "4.5", "10.6.6", "10.6.7", "23.60")
def why_not(g: War, stack: Sequence[int], target: int, points: int) -> No | None:
    """Whether a hex can be overrun at all by a stack beside it, its odds apart."""
    at = g.units.at[stack[0]]
    if target not in g.ground.steps[at]:
        return No("9.8", "the stack is not beside the hex")
    if not presence(g)[target] & (2 >> g.side):
        return No("9.8", "no enemy ground unit stands there")
    terrain = g.ground.terrain[target]
    if terrain == MOUNTAIN or (terrain == SWAMP and not (frozen(g) and g.ground.eastern[target])):
        return No("9.8", "mountains and swamps are never overrun")
    works = g.hexes.works[target]
    if works == FORTIFICATION:
        return No("9.8", "fortifications are never overrun")
    if works == FORTRESS and (g.hexes.builder[target] in MAJORS or g.hexes.builder[target] == NOWHERE):
        return No("9.8", "the fortress of a Major Power is never overrun")
    if g.nations[patron_of(g, stack[0])].effort == PASS_TURN:
        return No("4.5", "no automatic victory on a Pass")
    if no_automatic_victory(g, target, g.side):
        return No("26.0", "the weather forbids automatic victory")
    if g.impulse == 2 and any(g.roster.kinds[u] not in EXPLOITING for u in stack):
        return No("9.8", "only ARM, MECH and CAV overrun in the second impulse")
    bound = bounds(g, stack)
    if bound is not None and target not in bound:
        return No("23.60", f"these troops do not go to {g.board.label(target)}")  # it is part of movement
    price = _price(g, stack, target)
    if price > points:
        return No("9.8", f"it costs {price} points and {points} are left")
    return None


@rule("9.8", "9.4")
def _price(g: War, stack: Sequence[int], target: int) -> int:
    """What it costs to overrun a hex and enter it: the units overrun are gone by then, with their zones of control."""
    side = g.roster.sides[stack[0]]
    if not enemy_zone(g, side)[target] and not enemy_zone(g, side)[g.units.at[stack[0]]]:
        return 2
    zone = zone_without(g, 1 - side, target)
    return 2 + zone[target] + zone[g.units.at[stack[0]]]


@rule("9.8")
def overrun_column(g: War, stack: Sequence[int], target: int) -> int:
    """The column of the odds before air support; -1 if these units cannot overrun at any odds."""
    attackers = [*stack, *helpers(g, stack, target)]
    kinds = g.roster.kinds
    if not any(kinds[u] == Kind.ARM for u in attackers):
        return -1
    strengths = g.roster.strengths
    if governing((army_rating(g, u), strengths[u]) for u in attackers) != 1:
        return -1  # only First-Rate armies
    attack = sum([attack_value(g, u, target) for u in attackers])
    defence = sum([v for _, v in defence_value(g, target, attackers, g.impulse)])
    if not attack:
        return -1
    return -1 if ODDS.below(attack, defence) else ODDS.place(attack, defence)


@rule("9.8")
def overruns(g: War, stack: Sequence[int], points: int) -> list[Option]:
    """The automatic victories this stack can try from where it stands, with the aircraft they need."""
    options: list[Option] = []
    there, enemy = presence(g), 2 >> g.side
    for target in g.ground.steps[g.units.at[stack[0]]]:
        if not there[target] & enemy or why_not(g, stack, target, points) is not None:
            continue
        column = overrun_column(g, stack, target)
        if column < 0:
            continue
        if column >= VICTORY_COLUMN:
            options.append(Option("overrun", g.hexes[target]))
            continue
        need = VICTORY_COLUMN - column
        if need <= 2:
            options += [
                Option("overrun", g.hexes[target], *[g.units[u] for u in planes]) for planes in _enough(g, target, stack, need)
            ]
    return options


def _enough(g: War, target: int, stack: Sequence[int], need: int) -> list[tuple[int, ...]]:
    """Single air units, or pairs of them, whose support shifts the odds far enough."""
    planes = air_support.bombers_for(g, target, air_support.AV)
    found: list[tuple[int, ...]] = [(u,) for u in planes if strength.columns(g, [u], target, g.side) >= need]
    found += [
        pair
        for pair in combinations(planes, 2)
        if not any((u,) in found for u in pair) and strength.columns(g, pair, target, g.side) >= need
    ]
    return found


@rule("9.8")
def overrun(g: War, stack: Sequence[int], target: Hex, planes: list[Unit]) -> Flow[bool]:
    """Overrun a hex, with aircraft if they get through"""
    space = target.index
    column = overrun_column(g, stack, space)
    shift = 0
    if planes:
        force = [p.index for p in planes]
        survivors = yield from air_support.support_mission(g, force, space, air_support.AV)
        shift = strength.columns(g, survivors, space, g.side)
    if column + shift < VICTORY_COLUMN:
        g.say("the automatic victory at {} fails", target, rule="9.8")
        return False
    g.say("automatic victory at {}", target, rule="9.8")
    for u in enemies_in(g, space, g.side):
        eliminate(g, g.units[u], "9.8")
    target.overrun = g.player_turn
    return True
