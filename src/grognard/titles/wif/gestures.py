"""What a player means who takes a counter towards a hex, and the first thing in the way: whose it is, the impulse, its power's
action, the step, the enemy, the way. For explanations only, also while another question is open; what is lawful is decided in
rules/. America in Flames has the same."""

from __future__ import annotations

from grognard.kernel.rules import First, No
from grognard.kernel.sequence import current_segment, segments
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Activity
from grognard.titles.wif.rules.actions import Choice, may_choose, may_do_any
from grognard.titles.wif.rules.land_movement import March, Marching, may_go, may_march
from grognard.titles.wif.rules.naval_movement import may_move
from grognard.titles.wif.rules.powers import at_war_with_unit
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import land_at
from grognard.titles.wif.state import Hex, Unit, War

ACTION, LAST = "Action", "Last impulse test"
MARCHES = "Land movement"
ATTACKS = "Declaring attacks"
LAND, NAVAL, AIR = "land", "naval", "air"
STEPS = {  # the step of an impulse in which units of a branch go somewhere, its rule, what is done, and the activity it needs
    LAND: (MARCHES, "11.10", "armies march", Activity.LAND_MOVE),
    NAVAL: ("Naval movement", "11.4", "ships sail", Activity.NAVAL_MOVE),
    AIR: ("Rebases", "11.16", "aircraft change their base", Activity.AIR_REBASE),
}


ACTIONS = {LAND: "a land", NAVAL: "a naval", AIR: "an air"}
SPOKEN_OF = {  # other steps whose question is about units of the branch: its own tests say why not
    LAND: ("Rail movement", "Debarking", "Invasions", "Paradrops", "Reorganisation", "Breaking down"),
    NAVAL: ("Naval combat", "Opponent's naval combat", "Units at sea", "Return to base", "Reorganisation"),
    AIR: ("Rail movement", "Naval air missions", "Naval combat", "Opponent's naval combat", "Reorganisation"),
}


def meant(g: War, seat: str, unit: Unit | None, space: Hex | None) -> No | None:
    """Why a counter does not go to a hex now, or why it cannot be taken up."""
    if unit is None:
        return None
    branch = LAND if g.roster.land[unit.index] else AIR if g.roster.air[unit.index] else NAVAL
    step, rule, what, activity = STEPS[branch]
    if unit.at < 0:
        return No("4.2", f"{unit.label} is not on the map")
    if g.seat(unit.power) != seat:
        return No(rule, f"{unit.label} is not yours: {g.powers[unit.power].label} moves it")
    now = _segment(g)
    if now == ACTION:
        return _action(g, unit, branch, what)
    if now in SPOKEN_OF[branch] or (branch == AIR and ": " in now):  # "Ground strikes: bombers"
        return None  # the open question knows what it may do with it
    if now in _impulse(g) and SIDE_OF_POWER[unit.power] != g.side:
        return No("7", f"it is the impulse of {g.side_name(g.side)}")
    if space is None:
        return _taken_up(g, unit, branch, now)
    if space.index == unit.at:
        return No(rule, f"{unit.label} stands there already")
    if branch == LAND and any(at_war_with_unit(g, unit.power, u) for u in land_at(g, space.index)):
        return _attack(g, unit, space, now)
    if now != step:
        return _when(g, unit, now, step, rule, what, activity)
    return _way(g, unit, space) if branch == LAND else _taken_up(g, unit, branch, now)


def _taken_up(g: War, unit: Unit, branch: str, now: str) -> No | None:
    """Why a counter is not chosen now: in which step its branch goes somewhere, or what is chosen before it."""
    step, rule, what, activity = STEPS[branch]
    if branch == LAND and now == ATTACKS:
        return No("11.15.1", "choose the hex that is attacked first, then the units")
    if now != step:
        return _when(g, unit, now, step, rule, what, activity)
    return may_move(g, unit.power, unit.index) if branch == NAVAL else None


def _segment(g: War) -> str:
    found = current_segment(g.title.sequence, g)
    return found.name if found else ""


def _impulse(g: War) -> list[str]:
    """The segments of an impulse, in their order."""
    names = [one.name for one in segments(g.title.sequence)]
    return names[names.index(ACTION) : names.index(LAST) + 1]


def _action(g: War, unit: Unit, branch: str, what: str) -> No:
    """10.1: the action decides what moves; it can be chosen at once."""
    if SIDE_OF_POWER[unit.power] != g.side:
        return No("7", f"it is the impulse of {g.side_name(g.side)}")
    if unit.power != g.power:
        return No("10.1", f"{g.powers[g.power].label} chooses its action first; {what} after that")
    no = may_choose(g, Choice(unit.power), branch)
    return no if no is not None else First("10.1", f"choose {ACTIONS[branch]} action first: then {what}", then=(f"act {branch}",))


def _when(g: War, unit: Unit, now: str, step: str, rule: str, what: str, activity: Activity) -> No:
    order = _impulse(g)
    if now not in order:
        return No(rule, f"{what} in {step} of an impulse; now it is {now}")
    if not may_do_any(g, unit.power, activity):
        return No("10.2", f"the action of {g.powers[unit.power].label} does not allow it: {what} with another one")
    later = order.index(now) < order.index(step) if step in order else True
    return No(rule, f"{what} in {step}; now it is {now}" if later else f"{what} in {step}; that is over in this impulse")


def _attack(g: War, unit: Unit, space: Hex, now: str) -> No:
    if not g.board.adjacent(unit.at, space.index):
        return No("11.15.1", f"an enemy stands in {space.label}: units attack neighbouring hexes")
    if now == ATTACKS:
        return No("11.15.1", f"choose {space.label} first, then the units that attack it")
    what = f"an enemy stands in {space.label}: attacks are declared"
    return _when(g, unit, now, ATTACKS, "11.15.1", what, Activity.LAND_ATTACK)


def _way(g: War, unit: Unit, space: Hex) -> No | None:
    no = may_march(g, Marching(unit.power), unit.index)
    if no is not None:
        return no
    fed = in_supply(g, unit.index)
    march = March(unit.power, (unit.index,), unit.at, (0,), begun=False, supplied=fed, unfed=() if fed else (unit.index,))
    return may_go(g, march, space.index)
