"""How far a ground unit may move in an impulse, and whether it may begin to (9.2, 4.0). Where to is in movement.py."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.tw.kinds import EXPLOITING
from grognard.titles.tw.nations import AXIS
from grognard.titles.tw.rules import logistics
from grognard.titles.tw.rules.national import MOST_SURPRISED, resented, surprise_loss
from grognard.titles.tw.rules.oil import dry
from grognard.titles.tw.rules.units import army_rating
from grognard.titles.tw.rules.weather import fair_weather, movement_loss, no_second_impulse, worst_movement_loss
from grognard.titles.tw.state import LLE, NONE, PASS_TURN, War

WORST_MOVING = 3  # 9.2: what Third Rate loses in the second impulse; Fourth keeps a point
IN_PORT, STORMED = 3, 4  # Unit.afloat


@rule("9.2", "10.2.4", "10.8.4", "21.7.6")
def allowance(g: War, unit: int, impulse: int) -> int:
    """Movement points of a unit in an impulse: First Rate loses one in the second, Second two, Third three, Fourth keeps one."""
    points = g.roster.moves[unit]
    if g.bitter and resented(g, unit):
        points = -(-points // 2)
    if logistics.effort_of(g, unit) == PASS_TURN:
        return 1
    if impulse == 2:
        rating = army_rating(g, unit)
        if rating == 4:
            return 1
        points -= rating
    if impulse == 1:
        points -= {IN_PORT: 1, STORMED: 2}.get(g.units.afloat[unit], 0)  # 7.5: to disembark; 9.8: to enter what was overrun
        points -= g.units.walked[unit]
    if not hampered(g):
        return max(points, 0)
    points -= movement_loss(g, unit) + surprise_loss(g, unit)
    if g.scorched == g.turn and g.roster.sides[unit] == AXIS and g.ground.ussr_1939[g.units.at[unit]]:
        points -= 1
    return max(points, 0)


@derived("east", "west", "south", "east_winter", "turn", "scorched", "nations.surprised")
def hampered(g: War) -> bool:
    """Whether weather, surprise or scorched earth takes movement points from anybody this turn."""
    return not fair_weather(g) or g.scorched == g.turn or g.turn in g.nations.surprised


@derived("east", "west", "south", "east_winter", "turn", "scorched", "nations.surprised")
def greatest_loss(g: War) -> int:
    """As many movement points as anybody can lose this turn; none need be counted for those who have more."""
    if not hampered(g):
        return 0
    surprise = MOST_SURPRISED if g.turn in g.nations.surprised else 0
    return worst_movement_loss(g) + surprise + int(g.scorched == g.turn)


def _stuck(g: War, unit: int, impulse: int) -> bool:
    """Whether a unit has no movement points in an impulse."""
    least = greatest_loss(g) + (WORST_MOVING if impulse == 2 else 0)
    return g.roster.moves[unit] <= least and allowance(g, unit, impulse) <= 0


@rule("9.0", "4.0", "9.2", "12.6.1", "10.2.4", "4.3")
def may_move(g: War, unit: int, impulse: int) -> No | None:
    """Whether a unit may begin to move in this impulse."""
    units, known = g.units, g.roster
    kind = known.kinds[unit]
    if units.at[unit] < 0 or not known.ground[unit]:
        return No("9.0", "only ground units on the board move")
    if not units.active[unit]:
        return No("4.0", "no effort activates it")
    if units.supply[unit] == NONE:
        return No("12.6.1", "it is out of supply")
    if dry(g, unit):
        return No("24.1", "it has no oil")
    if units.moved[unit] & impulse:
        return No("9.3", "it has moved")
    if units.dropped[unit] and (impulse == 1 or not units.afloat[unit]):
        return No("11.14.1", "it has landed from the air or from the sea")
    if g.ground.box[units.at[unit]]:
        return No("8.8", "boxes are left by strategic movement")
    if impulse == 2:
        if g.bitter and resented(g, unit):
            return No("18.5.7", "no second impulse in a France that has turned against it")
        if kind not in EXPLOITING:
            return No("9.2", "only ARM, MECH and CAV move in the second impulse")
        if logistics.effort_of(g, unit) in (LLE, PASS_TURN):
            return No("4.3", "no second impulse with this effort")
        if no_second_impulse(g, units.at[unit], g.roster.sides[unit]):
            return No("26.0", "the weather forbids the second impulse")
    if known.moves[unit] <= greatest_loss(g) + WORST_MOVING and _stuck(g, unit, impulse):
        return No("9.2", "it has no movement points")
    return None
