"""What a player means who takes a counter towards a hex, and the first thing in the way: whose it is, the player turn, the phase,
the enemy, the way. For explanations only, also while another question is open; what is lawful is decided in rules/."""

from __future__ import annotations

from grognard.kernel.rules import No
from grognard.kernel.sequence import current_segment, segments
from grognard.titles.awaw.designs import AIR, GROUND
from grognard.titles.awaw.nations import FACTIONS, name
from grognard.titles.awaw.rules.movement import Marcher, can_march, may_march
from grognard.titles.awaw.rules.units import KIND, masters, patron, unit_sides
from grognard.titles.awaw.state import Hex, Unit, World

MOVES, ATTACKS, LAST = "Movement", "Announcement", "End of turn"
FLIGHTS = {  # phases in which aircraft fly to what was chosen before them, the rule and what is chosen
    "Counterair": ("9.22", "base"),
    "Defensive air": ("ours 18.61", "hex"),
    "Interception": ("ours 18.56", "mission"),
    "Announcement": ("9.58", "hex"),
}
OWN = ("Exploitation movement", "Breakthrough", "Redeployment", "Set-up")  # phases whose question speaks of units itself


def meant(g: World, seat: str, unit: Unit | None, space: Hex | None) -> No | None:
    """Why a counter does not go to a hex now, or why it cannot be taken up."""
    if unit is None:
        return None
    if unit.at < 0:
        return No("8.27", f"{unit.label} is not on the board")
    if g.seat(patron(g, unit.index)) != seat:
        return No("8.24", f"{unit.label} is not yours: {name(patron(g, unit.index))} moves it")
    found = current_segment(g.title.sequence, g)
    now = found.name if found else ""
    if now in OWN:
        return None
    order = [one.name for one in segments(g.title.sequence)]
    turn = order[order.index(MOVES) : order.index(LAST) + 1]
    side = unit_sides(g)[unit.index]
    if now in turn and side != g.side:
        return No("8.2", f"it is the player turn of the {FACTIONS[g.side]}")
    if space is None:
        return _taken_up(g, unit, turn, now)
    if space.index == unit.at:
        return No("8.24", f"{unit.label} stands there already")
    kind = KIND[g.units.design[unit.index]]
    if kind in AIR:
        return None if now == MOVES else _when(turn, now, MOVES, "ours 13.7", "aircraft change their base")
    if kind not in GROUND:
        return No("ours 21.3", "ships sail from their port: choose the port, then the ships")
    if masters(g).get(space.index, side) not in (side, -1):
        return _attack(g, unit, space, turn, now)
    if now != MOVES:
        return _when(turn, now, MOVES, "8.24", "ground units move")
    if patron(g, unit.index) != g.mover:
        return No("8.24", f"{name(g.mover)} moves now")
    march = Marcher(unit.index)
    no = can_march(g, march)
    return no if no is not None else may_march(g, march, space.index)


def _taken_up(g: World, unit: Unit, turn: list[str], now: str) -> No | None:
    """Why a counter is not chosen now: in which phase its kind goes somewhere, or what is chosen before it."""
    kind = KIND[g.units.design[unit.index]]
    if kind in AIR and now in FLIGHTS:
        where, first = FLIGHTS[now]
        return No(where, f"choose the {first} first, then the aircraft that fly there")
    if kind in AIR:
        return None if now == MOVES else _when(turn, now, MOVES, "ours 13.7", "aircraft change their base")
    if kind not in GROUND:
        return No("ours 21.3", "ships sail from their port: choose the port, then the ships")
    if now == ATTACKS:
        return No("ours 15.21", "choose the hex that is attacked first, then the units")
    return None if now == MOVES else _when(turn, now, MOVES, "8.24", "ground units move")


def _when(turn: list[str], now: str, when: str, rule: str, what: str) -> No:
    """In which phase it is done: later in this player turn, or over."""
    if now not in turn:
        return No(rule, f"{what} in {when} of a player turn; now it is {now}")
    later = turn.index(now) < turn.index(when)
    return No(rule, f"{what} in {when}; now it is {now}" if later else f"{what} in {when}; that is over in this player turn")


def _attack(g: World, unit: Unit, space: Hex, turn: list[str], now: str) -> No:
    if not g.board.adjacent(unit.at, space.index):
        return No("ours 15.21", f"an enemy stands in {space.label}: units attack neighbouring hexes")
    if now == ATTACKS:
        return No("ours 15.21", f"choose {space.label} first, then the units that attack it")
    return _when(turn, now, ATTACKS, "8.25", f"an enemy stands in {space.label}: attacks are announced")
