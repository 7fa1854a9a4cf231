"""What a player means who takes a counter towards a hex, and the first thing in the way: whose it is, the segment, its effort,
supply, the way, the enemy. For explanations only, also while another question is open; what is lawful is decided in rules/."""

from __future__ import annotations

from grognard.kernel.rules import No
from grognard.kernel.sequence import current_segment
from grognard.titles.tw.ground import SWAMP
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import SIDES
from grognard.titles.tw.rules.allowance import allowance, may_move
from grognard.titles.tw.rules.combat import may_attack
from grognard.titles.tw.rules.movement import Steps, steps_reach
from grognard.titles.tw.rules.units import presence
from grognard.titles.tw.rules.weather import frozen
from grognard.titles.tw.state import Hex, Unit, War

MOVES, FIGHTS = "First impulse movement", "First impulse combat"
ORDER = (
    "Weather",
    "Planning",
    "Efforts and supply",
    "Supply at sea",
    "Breakdown",
    "Staging",
    "Counter-air",
    "Rail movement",
    MOVES,
    FIGHTS,
    "Second impulse movement",
    "Second impulse combat",
    "Build",
    "Strategic movement",
    "Supply",
    "End",
    "Victory",
)


def meant(g: War, seat: str, unit: Unit | None, space: Hex | None) -> No | None:
    """Why a counter does not go to a hex now, or why it cannot be taken up."""
    if unit is None:
        return None
    no = _not_now(g, seat, unit)
    if no is not None:
        return no
    if space is not None and space.index == unit.at:
        return No("9.3", f"{unit.label} stands there already")
    kind = g.roster.kinds[unit.index]
    if kind in NAVAL:
        return No("7.0", "ships go to sea on naval missions; they do not march")
    if kind > Kind.PART:
        return No("11.1", "aircraft fly in Staging, to strike airfields, and in support of battles; they do not march")
    now = segment(g)
    if space is not None and presence(g)[space.index] & (2 >> g.side):
        return _attack(g, unit, space, now)
    if now.endswith("movement") and now != "Rail movement":
        no = may_move(g, unit.index, g.impulse)
        return no if no is not None or space is None else _way(g, unit, space)
    return _later(now, MOVES, "9.2", "ground units move")


def segment(g: War) -> str:
    found = current_segment(g.title.sequence, g)
    return found.name if found else ""


def _not_now(g: War, seat: str, unit: Unit) -> No | None:
    side = g.roster.sides[unit.index]
    if unit.at < 0:
        return No("15.2", f"{unit.label} is not on the board")
    if side > 1 or g.side_of(seat) != side:
        return No("3.0", f"{unit.label} is not yours")
    if segment(g) not in ("Weather", "Planning") and side != g.side:
        return No("3.5", f"it is the player turn of the {SIDES[g.side].capitalize()}")
    return None


def _later(now: str, when: str, rule: str, what: str) -> No:
    """In which segment it is done: later in this player turn, or over."""
    at, then = (ORDER.index(name) if name in ORDER else 0 for name in (now, when))
    return No(rule, f"{what} in {when}; now it is {now}" if at <= then else f"{what} in {when}; that is over in this player turn")


def _attack(g: War, unit: Unit, space: Hex, now: str) -> No:
    if not g.board.adjacent(unit.at, space.index):
        return No("10.1", f"an enemy stands in {space.label}: units attack neighbouring hexes, and nobody moves into an enemy")
    if now.endswith("combat"):
        no = may_attack(g, unit.index)
        return no if no is not None else No("10.0", f"choose the hex first, then the units; or {space.label} is attacked already")
    return _later(now, FIGHTS, "10.0", f"an enemy stands in {space.label}: attacks are announced")


def _way(g: War, unit: Unit, space: Hex) -> No | None:
    wet = g.ground.terrain[unit.at] == SWAMP and not (frozen(g) and g.ground.eastern[unit.at])
    steps = Steps(g, [unit.index], in_swamp=wet)
    return steps_reach(steps, allowance(g, unit.index, g.impulse), one_hex=False).why_not(space.index)
