"""What a player means who takes a unit towards a zone, and the first thing in the way: whose unit, whose turn, no war, the phase,
the distance. For explanations only, also while another question is open; what is lawful is decided in rules/."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.kernel.rules import First, No
from grognard.kernel.sequence import current_segment
from grognard.titles.gw36.kinds import IS_AIR, IS_NAVAL
from grognard.titles.gw36.powers import NAMES
from grognard.titles.gw36.rules import combat_movement, non_combat, war_conditions
from grognard.titles.gw36.rules.movement import may_enter
from grognard.titles.gw36.rules.nations import alive, power_of
from grognard.titles.gw36.rules.seats import acting, seat_of_unit
from grognard.titles.gw36.rules.units import enemy_units, foes
from grognard.titles.gw36.state import Unit, War, Zone

BEFORE = ("Start of the calendar turn", "Start of the turn", "Production", "After production")
FIGHTING = ("Scramble", "Border clashes", "Combat", "End of combat", "After combat")
MOVING, AFTER = "Combat Movement", "Non-Combat Movement"


def meant(g: War, seat: str, unit: Unit | None, zone: Zone | None) -> No | None:
    """Why a unit does not go to a zone now, or why it cannot be taken up."""
    if unit is None:
        return None
    no = _not_now(g, seat, unit)
    if no is not None:
        return no
    if zone is None:
        return _taken_up(g, seat, unit)
    if zone.index == unit.at:
        return No("0.8", f"{unit.label} stands there already")
    peace = _at_peace(g, seat, unit, zone)
    return peace if peace is not None else _order(g, unit, zone)


def segment(g: War) -> str:
    found = current_segment(g.title.sequence, g)
    return found.name if found else ""


def _not_now(g: War, seat: str, unit: Unit) -> No | None:
    """Whose unit it is, and whose turn."""
    if unit.at < 0:
        return No("9.1", f"{unit.label} is not on the board")
    if seat_of_unit(g, unit.index) != seat:
        return No("2.3", f"{unit.label} belongs to {NAMES[unit.nation]}, which is not yours")
    if unit.nation not in acting(g):
        return No("6.1", f"it is not the turn of {NAMES[unit.nation]}: now {_names(acting(g))} moves")
    return None


def _names(nations: tuple[int, ...] | list[int]) -> str:
    return ", ".join([NAMES[n] for n in nations[:2]]) or "nobody"


def _taken_up(g: War, seat: str, unit: Unit) -> No | None:
    """In which phase it moves, or why it is passed over in this one."""
    now = segment(g)
    if now in BEFORE:
        return No("6.2", f"units move after Production; now it is {now}")
    if now == MOVING:
        return combat_movement.may_move(g, seat, unit.index)
    if now == AFTER:
        spent = unit.spent or unit.duty
        return No("10.1", f"{unit.label} has moved or fought this turn" if spent else f"{unit.label} could only stay")
    if now in FIGHTING:
        return No("6.2", f"units do not move in {now}; {AFTER} comes after Combat")
    return No("6.2", f"{now} comes after all moves")


def _at_peace(g: War, seat: str, unit: Unit, zone: Zone) -> No | None:
    """A zone of a nation that is neither foe nor friend: war must be declared first, if it may be."""
    nation, owner = unit.nation, zone.owner
    if owner < 0 or g.board.geo.is_sea[zone.index] or IS_NAVAL[unit.kind] or foes(g, nation, zone.index) >> owner & 1:
        return None
    if may_enter(g, zone.index, nation) is None or g.relations.aligned[nation] >> owner & 1:
        return None
    power = power_of(nation)
    no = war_conditions.may_declare(g, power, owner) if alive(g, owner) else None
    who, whom = NAMES[power], NAMES[owner]
    if no is not None:
        return No(no.rule, f"{who} is not at war with {whom} and cannot declare it: {no.reason}")
    declare = f"declare {g.nations[power].token} {g.nations[owner].token}"
    if segment(g) == MOVING:
        return First("8.1", f"declare war on {whom} first", (declare,), ("politics", declare))
    if segment(g) in BEFORE:
        return First("8.1", f"declare war on {whom} first: that is done in {MOVING}, after Production", (declare,), ("done",))
    return No("8.1", f"{who} is not at war with {whom}: wars are declared in {MOVING} of {who}'s turn")


def _order(g: War, unit: Unit, zone: Zone) -> No | None:
    """What keeps a unit from a zone it may fight for or enter, in the phase for it; else the phase."""
    u, now = unit.index, segment(g)
    hostile = _hostile(g, unit, zone)
    if hostile:
        no = combat_movement.why_not_order(g, u, Option("attack", unit, zone))
        if no is None and now == MOVING:
            no = combat_movement.may_move(g, seat_of_unit(g, u), u)
        when = MOVING
    else:
        verb = "fly" if IS_AIR[unit.kind] else "move"
        no = non_combat.why_not_order(g, u, Option(verb, unit, zone))
        when = AFTER
    if no is not None and (no.rule != "8.1" or now == when):
        return no
    rule = "8.2" if hostile else "10.1"
    if now == when:
        return No(rule, f"{unit.label} has moved or has its orders") if unit.spent or unit.duty else None
    if when == AFTER and now in (*BEFORE, MOVING, *FIGHTING):
        return No(rule, f"no enemy is there: it goes there in {AFTER}, after the battles")
    if now in BEFORE:
        return No(rule, f"it can attack there in {MOVING}, after Production")
    return No(rule, f"{when} is over in this turn")


def _hostile(g: War, unit: Unit, zone: Zone) -> bool:
    owner = zone.owner
    if owner >= 0 and foes(g, unit.nation, zone.index) >> owner & 1:
        return True
    return bool(enemy_units(g, zone.index, unit.nation))
