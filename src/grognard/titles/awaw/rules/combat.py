"""Ours 15.1 to 15.45: announcing attacks with their air support, and fighting them in the order the attacker likes."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import ATTACKERS, Kind
from grognard.titles.awaw.nations import INDEX
from grognard.titles.awaw.rules.air import Sortie, flying, gather, hangars, land_all, on_missions
from grognard.titles.awaw.rules.allegiance import may_fight_there
from grognard.titles.awaw.rules.battle import EXPLOITING, REGULAR, attackers_of, battle_at, fields_of, fight_attack, leader
from grognard.titles.awaw.rules.boxes import cite
from grognard.titles.awaw.rules.operations import attacks_free, front_of, may_exploit_onto, may_pay, pay
from grognard.titles.awaw.rules.strength import SUPPORT_LIMIT, too_weak
from grognard.titles.awaw.rules.units import KIND, NATION, bands_alone, factors, masters, other, patron, troops, unit_sides
from grognard.titles.awaw.rules.weather import monsoon, winter_at
from grognard.titles.awaw.state import ATTACKING, COVERING, NO_MISSION, SUPPORTING, Hex, Unit, World

WANG, CHINAS = INDEX["wang"], frozenset((INDEX["nationalist_china"], INDEX["communist_china"]))


class Staff(Subject, frozen=True):
    """A power that announces its attacks, or decides which is fought next."""

    power: int


class Plan(Subject, frozen=True):
    """An attack half announced."""

    power: int
    space: Annotated[int, Hex]


@rule("ours 11.5")
def against_partisans(g: World, space: int) -> bool:
    """Only partisans stand there: what the attack costs does not count for attrition or mud."""
    return bands_alone(g, fields_of(g, space), other(g.side))


@rule("ours 15.21", "ours 16.4", "9.65", "ours 10.21", "ours 10.23", "ours 11.3", "ours 80.4", "ours 80.5")
def may_join(g: World, plan: Plan, u: int) -> No | None:
    """A ground unit beside the target that has not attacked; only exploiting armor in exploitation."""
    units = g.units
    if units.at[u] < 0 or unit_sides(g)[u] != g.side or patron(g, u) != plan.power:
        return No("ours 15.21", "no unit of this power")
    if KIND[units.design[u]] not in ATTACKERS:
        return No("ours 10.23", "replacements, flak and other units do not attack")
    if units.mission[u] != NO_MISSION:
        return No("ours 15.23", "it has announced an attack")
    if not set(fields_of(g, plan.space)) <= {o for o, _ in g.ground.ways[units.at[u]]}:
        return No("ours 15.21", "it is not adjacent")
    if g.ground.box[units.at[u]]:
        return No(cite(g, units.at[u], "7B"), "no attack comes out of a box")
    if g.stage == EXPLOITING and units.exploiting[u] != 1:
        return No("ours 16.4", "only exploiting armor attacks now")
    if g.stage == REGULAR and units.fought[u]:
        return No("ours 15.23", "it has attacked")
    if winter_at(g, NATION[units.design[u]], plan.space) >= g.charts.climate.no_attacks and not against_partisans(g, plan.space):
        return No("ours 34.41", "winter: no ground attacks")
    if monsoon(g, plan.space) or monsoon(g, units.at[u]):
        return No("ours 34.24", "monsoon: no attack from or into swamp and jungle")
    no = may_fight_there(g, u, plan.space)
    if no is not None:
        return no
    if NATION[units.design[u]] == WANG:
        return No("ours 80.4", "Wang troops are garrisons only")
    if KIND[units.design[u]] == Kind.PARTISAN and len(troops(g, plan.space, other(g.side))) > 1:
        return No("ours 11.3", "partisans attack a single unit")
    chinese = {NATION[units.design[o]] for o in (u, *attackers_of(g, plan.space))}
    if chinese >= CHINAS:
        return No("ours 80.5", "Communists and Nationalists do not fight together")
    if any(units.free[o] for o in attackers_of(g, plan.space)):
        return No("9.82", "isolated units that attack for nothing attack alone")
    return across(g, plan, [*own(g, plan), u])


@rule("9.76", "9.73")
def across(g: World, plan: Plan, units: list[int]) -> No | None:
    """Exploiting armor attacks on another front as 9.76 allows it."""
    return may_exploit_onto(g, units, plan.space) if g.stage == EXPLOITING else None


def joinable(g: World, plan: Plan) -> list[int]:
    near = [u for o, _ in g.ground.ways[plan.space] for u in troops(g, o, g.side)]
    return [u for u in near if may_join(g, plan, u) is None]


def join(g: World, plan: Plan, u: int) -> None:
    row = g.units[u]
    row.mission, row.target = ATTACKING, plan.space


def own(g: World, plan: Plan) -> list[int]:
    return [u for u in attackers_of(g, plan.space) if patron(g, u) == plan.power]


@rule("9.58", "9.82")
def may_launch(g: World, plan: Plan, _: None = None) -> No | None:
    """Somebody attacks, at one to four or better, and it can be paid."""
    mine = own(g, plan)
    if not mine:
        return No("ours 15.21", "no unit attacks")
    if too_weak(g, _hoped(g, plan)):
        return No("ours 15.5", "odds below one to four are not allowed")
    field, others = charged(g, plan)
    return may_pay(g, plan.power, field, mine, partisans=against_partisans(g, plan.space), also=others)


@rule("9.75", "9.71", "ours 15.45")
def charged(g: World, plan: Plan) -> tuple[int, list[int]]:
    """The hex whose front is charged, and the others: of several fronts that on which the first attacker stands."""
    fields = fields_of(g, plan.space)  # AW-DEC-30
    stand = {front_of(g, g.units.at[u]) for u in own(g, plan)[:1]}
    field = next((s for s in fields if front_of(g, s) in stand), plan.space)
    return field, [s for s in fields if s != field]


def _hoped(g: World, plan: Plan):  # type: ignore[no-untyped-def]
    """The battle with all the ground support that could still come."""
    battle = battle_at(g, plan.space, g.side)
    if not battle.support:
        battle.support = sum(n for _, n in _best(g, plan))
    return battle


def _best(g: World, plan: Plan) -> list[tuple[int, int]]:
    sortie = Sortie(plan.power, plan.space, SUPPORTING, 99)
    most: dict[int, int] = {}
    for base, n in hangars(g, sortie):
        most[base] = max(n, most.get(base, 0))
    return list(most.items())


@rule("ours 15.42", "ours 18.55")
def launch(g: World, plan: Plan, _: None) -> Flow[bool]:
    """Pay for the ground units, then fix the ground support"""
    mine = own(g, plan)
    field, others = charged(g, plan)  # counted on each front, paid for once
    pay(g, plan.power, field, mine, partisans=against_partisans(g, plan.space), also=others)
    limit = SUPPORT_LIMIT * factors(g, attackers_of(g, plan.space))
    yield from gather(g, plan.power, plan.space, SUPPORTING, limit, "Ground support against {0}")
    if too_weak(g, battle_at(g, plan.space, g.side)):
        g.say("the attack on {} is too weak and is dropped", g.hexes[plan.space], rule="ours 15.5")
        call_off(g, plan, None)
        land_all(g, SUPPORTING, target=plan.space)
        return False
    return True


def may_rush(g: World, plan: Plan, _: None = None) -> No | None:
    """9.82: only isolated units, no supplied ones of a partner beside them, no aircraft, at one to four or better."""
    if not attacks_free(g, own(g, plan)):
        return No("9.82", "only isolated units attack for nothing")
    if not attacks_free(g, attackers_of(g, plan.space)):
        return No("9.82", "supplied units attack there, and isolated ones join them only if they are paid for")
    if flying(g, plan.space, SUPPORTING, g.side):
        return No("9.82", "who attacks for nothing has no ground support")
    return No("ours 15.5", "odds below one to four are not allowed") if too_weak(g, battle_at(g, plan.space, g.side)) else None


@rule("9.81", "9.82")
def rush(g: World, plan: Plan, _: None) -> bool:
    for u in own(g, plan):
        g.units[u].free = 1
    return True


@rule("ours 15.44", "ours 15.45", "9.57", "9.73")
def may_widen(g: World, plan: Plan, space: int) -> No | None:
    """Another hex of the enemy that every attacking unit touches, so that one attack goes against both."""
    if g.stage != REGULAR:
        return No("ours 16.4", "exploiting armor attacks one hex")
    if space == plan.space or g.hexes.joined[space] >= 0:
        return No("ours 15.44", "it is attacked already")
    no = may_be_attacked(g, space)
    if no is not None:
        return no
    if attackers_of(g, space) or any(g.hexes.joined[s] == space for s in g.breadth):
        return No("ours 15.23", "another attack is announced there")
    mine = attackers_of(g, plan.space)
    if not mine or any(g.units.aboard[u] >= 0 for u in mine):
        return No("ours 15.44", "ground units must have joined, none from the sea")
    for u in mine:
        if space not in [o for o, _ in g.ground.ways[g.units.at[u]]]:
            return No("ours 15.44", f"{g.units[u].label} is not adjacent to it")
        no = may_fight_there(g, u, space)
        if no is not None:
            return no
        if KIND[g.units.design[u]] == Kind.PARTISAN:
            return No("ours 11.3", "partisans attack a single unit")
    return None


def wider(g: World, plan: Plan) -> list[int]:
    mine = attackers_of(g, plan.space)
    near = sorted({o for u in mine[:1] for o, _ in g.ground.ways[g.units.at[u]]}) if mine and g.stage == REGULAR else []
    return [s for s in near if may_widen(g, plan, s) is None]


def widen(g: World, plan: Plan, space: int) -> None:
    g.hexes[space].joined = plan.space
    g.breadth.append(space)


def call_off(g: World, plan: Plan, _: None) -> bool:
    if not [u for u in attackers_of(g, plan.space) if patron(g, u) != plan.power]:
        for s in fields_of(g, plan.space)[1:]:
            g.hexes[s].joined = -1
        g.breadth = [s for s in g.breadth if g.hexes.joined[s] >= 0]
    for u in own(g, plan):
        row = g.units[u]
        row.mission, row.target = NO_MISSION, -1
    return False


JOIN = Act("join", "ours 15.21", "{0}", takes=Unit, listed=joinable, may=may_join, do=join)
LAUNCH = Act("launch", "9.58", "Announce the attack", may=may_launch, do=launch)
WIDEN = Act("widen", "ours 15.44", "Attack {0} as well", takes=Hex, listed=wider, may=may_widen, do=widen)
RUSH = Act("rush", "9.82", "Attack without paying: the units are lost afterwards", may=may_rush, do=rush)
CALL_OFF = Act("call_off", "ours 15.22", "No attack here", do=call_off)


@rule("ours 15.21", "ours 15.23")
def may_be_attacked(g: World, space: int) -> No | None:
    if masters(g).get(space) != other(g.side):
        return No("ours 15.21", "no enemy ground unit stands there")
    if g.stage == REGULAR and g.hexes.attacked[space]:
        return No("ours 15.23", "it was attacked in this phase")
    return No(cite(g, space, "7B"), "no ground attack goes into a box") if g.ground.box[space] else None


@rule("ours 15.22", "ours 15.23")
def may_attack(g: World, staff: Staff, space: int) -> No | None:
    """A hex with enemy ground units that was not attacked in this phase, and somebody to attack it."""
    no = may_be_attacked(g, space)
    if no is not None:
        return no
    if g.hexes.joined[space] >= 0:
        return No("ours 15.44", "it is attacked together with another hex")
    if not joinable(g, Plan(staff.power, space)):
        return No("ours 15.21", "no unit of this power can attack it")
    return None


def targets(g: World, staff: Staff) -> list[int]:
    """Enemy hexes beside units of the power."""
    stands, foe = masters(g), other(g.side)
    beside = {o for s, who in stands.items() if who == g.side for o, _ in g.ground.ways[s] if stands.get(o) == foe}
    return [s for s in sorted(beside) if may_attack(g, staff, s) is None]


@rule("ours 15.11", "8.25")
def plan_attack(g: World, staff: Staff, space: int) -> Flow[None]:
    """Announce an attack: its ground units, then its air support"""
    plan = Plan(staff.power, space)
    while True:
        choice, _ = yield from menu(g, g.seat(staff.power), "Attack on {0}", plan, CALL_OFF, LAUNCH, RUSH, JOIN, WIDEN,
                                    named=(g.hexes[space],))  # fmt: skip
        if choice.verb not in ("join", "widen"):
            return


ATTACK_HEX = Act("attack", "ours 15.1", "Attack {0}", takes=Hex, listed=targets, may=may_attack, do=plan_attack)
NO_MORE: Act[World, Staff, None] = Act("done", "8.25", "No more attacks", do=lambda g, s, _: None)


@rule("8.25", "9.42", "ours 15.11")
def announce(g: World) -> Flow[None]:
    """Every attack is announced and paid before the first is fought"""
    staff = Staff(g.mover)
    while targets(g, staff):
        choice, _ = yield from menu(g, g.seat(g.mover), "Announce attacks", staff, NO_MORE, ATTACK_HEX, rests=True)
        if choice.verb == "done":
            break
    yield from thwarted(g)


@rule("ours 13.61", "ours 15.22")
def thwarted(g: World) -> Flow[None]:
    """Armor that failed to overrun must attack that hex if it can"""
    staff = Staff(g.mover)
    for u in range(len(g.units)):
        if g.stage == REGULAR and g.units.stopped[u] and g.units.at[u] >= 0 and g.units.mission[u] == NO_MISSION:
            g.units[u].stopped = 0
            if patron(g, u) == staff.power and unit_sides(g)[u] == g.side:
                duty = [o for o, _ in g.ground.ways[g.units.at[u]] if may_attack(g, staff, o) is None]
                if duty:
                    yield from menu(g, g.seat(g.mover), "{0} must attack", staff, ATTACK_HEX, named=(g.units[u],))


def due(g: World) -> list[int]:
    """Announced attacks that are still to be fought."""
    return sorted(target for mission, target in on_missions(g) if mission == ATTACKING)


def due_of(g: World, staff: Staff) -> list[int]:
    return [s for s in due(g) if leader(g, attackers_of(g, s)) == staff.power]


RESOLVE = Act("resolve", "ours 15.11", "Fight for {0}", takes=Hex, rolls=True, listed=due_of,
              may=lambda g, s, h: None if h in due_of(g, s) else No("ours 15.11", "no attack of yours is announced there"),
              do=lambda g, s, h: fight_attack(g, h))  # fmt: skip


@rule("ours 15.11", "ours 15.12")
def resolve(g: World) -> Flow[None]:
    """The attacks are fought, one by one, in the order the attacker likes"""
    while True:
        waiting = due(g)
        if not waiting:
            break
        staff = Staff(leader(g, attackers_of(g, waiting[0])))
        yield from menu(g, g.seat(staff.power), "Which attack is fought next?", staff, RESOLVE, rests=True)
    land_all(g, SUPPORTING, COVERING)


def begin_combat(g: World) -> None:
    """A new regular combat phase."""
    g.stage = REGULAR
    g.new_phase()
    g.breaks = []
    for s in range(g.board.size):
        if g.hexes.attacked[s] or g.hexes.broken[s]:
            row = g.hexes[s]
            row.attacked = row.broken = 0


def begin_exploitation(g: World) -> None:
    g.stage = EXPLOITING
