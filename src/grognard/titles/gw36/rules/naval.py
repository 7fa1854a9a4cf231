"""Naval battles (9.6, 9.10): who meets whom, what the end of a battle means for decks and fleets, and screening forces (9.7).

Rounds are rounds.py. Who declines combat on contact is sea_contact.py (8.7, 8.9).
"""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import IS_AIR, IS_NAVAL, IS_SUBMARINE, WITH
from grognard.titles.gw36.rules import rounds
from grognard.titles.gw36.rules.air_movement import free_deck
from grognard.titles.gw36.rules.amphibious import call_off
from grognard.titles.gw36.rules.battle import Battle, sea_attackers, sea_defenders, seats
from grognard.titles.gw36.rules.movement import may_go_back
from grognard.titles.gw36.rules.retreat import may_sail_back
from grognard.titles.gw36.rules.sea_contact import CAUGHT, FIGHTS, patrol_range
from grognard.titles.gw36.rules.seats import acting, seat_of_unit
from grognard.titles.gw36.rules.units import flies_patrol, foes, points_left
from grognard.titles.gw36.state import ASSAULT, ATTACK, BEHIND, ESCORT, IDLE, PASSED, PATROL, SCREEN, Unit, War, Zone
from grognard.titles.gw36.subjects import Declining, FallingBack, Hunting

DESTROYERS, AIRCRAFT_ONLY = WITH["destroyer"], WITH["aircraft_only"]


@rule("9.6")
def naval_battle(g: War, zone: int) -> Flow[None]:
    """A battle for a sea zone, and what the force behind a screen does then"""
    attackers = sea_attackers(g, zone)
    nations = sorted({g.units.nation[u] for u in attackers})
    defenders = sea_defenders(g, zone, nations)
    if g.contacts.get(zone) == CAUGHT and all(IS_SUBMARINE[g.units.kind[u]] for u in attackers):
        defenders = yield from hunt(g, zone, attackers, defenders)
    else:
        defenders = yield from decline(g, zone, attackers, defenders)
    called_out = g.contacts.get(zone) in (FIGHTS, CAUGHT)  # a submarine or patrol has brought the mover to battle (8.9)
    hunters = attackers if called_out else sub_hunters(g, attackers, defenders)
    end = rounds.WON
    if defenders and hunters:
        b = Battle(g, zone, hunters, defenders)
        g.say("{} attacks in {}", g.nations[b.nation], g.zones[zone], rule="9.6")
        end = yield from rounds.fight(g, b)
        settle_decks(g, b)
    stand_down(g, attackers, fought=bool(defenders and hunters))
    yield from settle_screen(g, zone, end)


@rule("8.7", "8.9")
def decline(g: War, zone: int, attackers: list[int], defenders: list[int]) -> Flow[list[int]]:
    """Submarines may stay out of the battle unless aircraft on patrol attack, patrols unless the attacker brings any aircraft"""
    kinds, duty = g.units.kind, g.units.duty
    if g.contacts.get(zone) in (FIGHTS, CAUGHT):
        return defenders
    flying, hunting = any(IS_AIR[kinds[u]] for u in attackers), bool(patrolling(g, attackers))
    free = [
        u
        for u in defenders
        if (IS_SUBMARINE[kinds[u]] and not hunting) or (IS_AIR[kinds[u]] and duty[u] == PATROL and not flying)
    ]
    for seat in seats(g, free):
        mine = [u for u in free if seat_of_unit(g, u) == seat]
        while mine:
            sorts = {(kinds[u], g.units.nation[u]): u for u in reversed(mine)}
            prompt = f"{g.zones[zone].label} is attacked: which submarines and patrols decline combat?"
            _, u = yield from menu(g, seat, prompt, Declining(zone, tuple(sorts.values())), ENOUGH_DECLINED, DECLINING)
            if u == NOWHERE:
                break
            mine.remove(u)
            g.units[u].duty = PASSED
    return [u for u in defenders if g.units.duty[u] != PASSED]


@rule("9.10", "8.9", "12.2", "7.8")
def sub_hunters(g: War, attackers: list[int], defenders: list[int]) -> list[int]:
    """Against submarines alone only patrol and carrier aircraft attack, each with one destroyer; none against advanced ones."""
    kinds = g.units.kind
    if not defenders or any(not IS_SUBMARINE[kinds[u]] for u in defenders):
        return attackers
    aircraft = patrolling(g, attackers)
    if all(kinds[u] in AIRCRAFT_ONLY for u in defenders):
        return aircraft
    return aircraft + [u for u in attackers if kinds[u] in DESTROYERS][: len(aircraft)]


@rule("8.9", "9.10", "7.8")
def hunt(g: War, zone: int, boats: list[int], defenders: list[int]) -> Flow[list[int]]:
    """Patrols call out submarines that only sail in: they fight alone, each with one destroyer that is free to join them

    Other ships, and those on escort duty, take no part (8.9 example B; GW36-AMB-82).
    """
    kinds, units = g.units.kind, g.units
    aircraft = [u for u in defenders if IS_AIR[kinds[u]]]
    joined: list[int] = []
    if all(kinds[u] in AIRCRAFT_ONLY for u in boats):
        return aircraft
    for seat in seats(g, aircraft):
        while len(joined) < len(aircraft):
            free = [
                u
                for u in defenders
                if kinds[u] in DESTROYERS and units.duty[u] != ESCORT and u not in joined and seat_of_unit(g, u) == seat
            ]
            if not free:
                break
            sorts = {(kinds[u], units.nation[u], units.hits[u]): u for u in reversed(free)}
            prompt = f"Which destroyers join the patrols against submarines in {g.zones[zone].label}?"
            _, u = yield from menu(g, seat, prompt, Hunting(zone, tuple(sorts.values())), HUNTING, ENOUGH_HUNTERS)
            if u == NOWHERE:
                break
            joined.append(u)
    return aircraft + joined


@rule("8.7", "8.9")
def patrolling(g: War, units: list[int]) -> list[int]:
    """Attacking aircraft that count as on Maritime Air Patrol: no farther out than their patrol range."""
    kinds, used = g.units.kind, g.units.used
    return [u for u in units if IS_AIR[kinds[u]] and g.values.patrol[kinds[u]] and used[u] <= patrol_range(g, u)]


@rule("8.7", "12.2")
def settle_decks(g: War, b: Battle) -> None:
    """Aircraft whose carrier sank or was damaged look for another deck; the defender's else patrol if they can land nearby."""
    for u in [u for u in b.attackers + b.defenders if IS_AIR[g.units.kind[u]]]:
        unit = g.units[u]
        if unit.carrier >= 0 and not g.units.hits[unit.carrier]:
            continue
        aloft = unit.carrier >= 0 or unit.duty == PATROL
        if unit.carrier >= 0:
            unit.carrier = NOWHERE
        deck = free_deck(g, b.zone, unit.nation, u) if aloft and unit.kind in WITH["carrier_aircraft"] else -1
        if deck >= 0:
            unit.carrier = deck
        elif u in b.defenders:
            unit.duty = PATROL
            if not has_landing_place(g, u):
                g.say("{} has nowhere to land", unit, rule="8.7")
                g.remove(u)
    b.prune(g)


@rule("8.7")
def has_landing_place(g: War, u: int) -> bool:
    """A friendly land zone or a deck within patrol range; one zone more with option 9.4 for carrier aircraft (GW36-AMB-11)."""
    unit, geo = g.units[u], g.board.geo
    steps = patrol_range(g, u) + int(bool(g.options.carrier_retreat))
    ring, seen = [unit.at], {unit.at}
    for _ in range(steps):
        ring = [z for a in ring for z, _ in geo.air[a] if z not in seen and not seen.add(z)]  # type: ignore[func-returns-value]
        for z in ring:
            if geo.is_sea[z]:
                if unit.kind in WITH["carrier_aircraft"] and free_deck(g, z, unit.nation, u) >= 0:
                    return True
            elif may_go_back(g, u, z) is None:
                return True
    return False


def stand_down(g: War, units: list[int], *, fought: bool) -> None:
    """Attackers of a finished battle: ships that fought are done for the turn, aircraft go back to their patrol or fly home."""
    for u in units:
        unit = g.units[u]
        if unit.at < 0:
            continue
        if IS_NAVAL[unit.kind]:
            if unit.duty in (ATTACK, SCREEN):
                unit.duty = IDLE
            unit.spent = max(unit.spent, int(fought))
        elif unit.duty == ATTACK:
            unit.duty = PATROL if flies_patrol(g, u) else IDLE
            unit.target = NOWHERE


# --- 9.7 screening --------------------------------------------------------------------------------------------------------------


@rule("9.7", "8.10")
def settle_screen(g: War, zone: int, end: str) -> Flow[None]:
    """The force behind a screen goes on if the screen has won, or must go back"""
    mine = set(acting(g))
    units = g.units
    behind = [u for u in g.units.stacks[zone] if units.nation[u] in mine and units.duty[u] == BEHIND]
    if not behind:
        return
    if end == rounds.WON or not sea_defenders(g, zone, {units.nation[u] for u in behind}):
        for u in behind:
            sail_on(g, u)
    else:
        yield from fall_back(g, zone, behind)


@rule("9.7")
def sail_on(g: War, u: int) -> None:
    """A ship of the moving force enters the next sea zone with all its movement, for a naval battle or a landing but not both."""
    unit = g.units[u]
    goal = unit.target
    unit.duty = IDLE
    unit.target = NOWHERE
    if goal < 0 or goal == unit.at:
        return
    left = points_left(g, u)
    if left < 1:
        return
    unit.came = unit.at
    unit.used += left
    g.put(u, goal)
    against, units = foes(g, unit.nation, goal), g.units
    if any(
        against >> units.nation[v] & 1
        and units.duty[v] != PASSED
        and units.carrier[v] < 0
        and not IS_SUBMARINE[units.kind[v]]  # 9.8: they do not hinder a landing
        for v in g.units.stacks[goal]
    ):
        unit.duty = ATTACK
        for c in cargo_to_land(g, u):
            call_off(g, c)


def cargo_to_land(g: War, u: int) -> list[int]:
    return [c for c in g.units.stacks[g.units.at[u]] if g.units.carrier[c] == u and g.units.duty[c] == ASSAULT]


@rule("9.7")
def fall_back(g: War, zone: int, behind: list[int]) -> Flow[None]:
    """The screen is lost: the moving force goes back to an unoccupied sea zone one of its ships came from"""
    units = g.units
    came = sorted({units.came[u] for u in behind})
    zones = [z for z in came if all(may_sail_back(g, u, zone, z) is None for u in behind)]
    nation = units.nation[behind[0]]
    zones = [z for z in zones if not any(foes(g, nation, z) >> units.nation[v] & 1 for v in g.units.stacks[z])]
    goal = zones[0] if zones else zone
    if len(zones) > 1:
        prompt = f"The screen in {g.zones[zone].label} has failed: where does the force behind it go?"
        _, goal = yield from menu(g, seat_of_unit(g, behind[0]), prompt, FallingBack(zone, tuple(zones)), FALLING_BACK)
    for u in behind:
        for c in cargo_to_land(g, u):
            call_off(g, c)
        unit = g.units[u]
        unit.duty = IDLE
        unit.target = NOWHERE
        unit.spent = 1
        g.put(u, goal)


def return_patrols(g: War) -> None:
    """Aircraft that flew from a patrol in this phase, and those that declined, are on patrol again (8.7)."""
    for u in [u for u, duty in enumerate(g.units.duty) if duty == PASSED]:
        unit = g.units[u]
        if unit.at >= 0:
            unit.duty = PATROL if IS_AIR[unit.kind] and unit.carrier < 0 else IDLE


# --- the acts ------------------------------------------------------------------------


def may_decline(g: War, declining: Declining, u: int) -> No | None:
    """Why a unit does not stay out of a battle at sea."""
    unit = g.units[u]
    if u in declining.free:
        return None
    if unit.at != declining.zone:
        return No("8.9", f"{unit.label} is not in {g.zones[declining.zone].label}")
    if IS_SUBMARINE[unit.kind]:
        return No("8.7", "patrols among the attackers find the submarines, another of its sort stands for it, or it has declined")
    if IS_AIR[unit.kind] and unit.duty == PATROL:
        return No("8.7", "a patrol cannot decline when the attacker brings aircraft, or another of its sort stands for it")
    return No("8.9", "only submarines and aircraft on patrol may decline combat")


def may_hunt(g: War, hunting: Hunting, u: int) -> No | None:
    """Why a ship does not join the patrols against submarines."""
    unit = g.units[u]
    if u in hunting.free:
        return None
    if unit.kind not in DESTROYERS:
        return No("8.9", "only destroyers join patrols against submarines")
    if unit.duty == ESCORT:
        return No("8.9", "a ship on escort duty does not hunt submarines that only sail in")  # GW36-AMB-82
    return No("8.9", f"{unit.label} is elsewhere, has joined already, or another of its sort stands for it")


def may_fall_back(g: War, falling: FallingBack, zone: int) -> No | None:
    """Why the force behind a lost screen does not go to a sea zone."""
    return None if zone in falling.zones else No("9.7", "it is no unoccupied sea zone that one of its ships came from")


ENOUGH_DECLINED = Act[War, Declining, None]("done", "8.9", "Done", do=lambda g, declining, _: NOWHERE)
DECLINING = Act[War, Declining, int](
    "decline",
    "8.9",
    "The {0} stays out of it",
    takes=Unit,
    listed=lambda g, declining: declining.free,
    may=may_decline,
    do=lambda g, declining, u: u,
)
HUNTING = Act[War, Hunting, int](
    "hunt", "8.9", "The {0} joins", takes=Unit, listed=lambda g, hunting: hunting.free, may=may_hunt, do=lambda g, hunting, u: u
)
ENOUGH_HUNTERS = Act[War, Hunting, None]("done", "8.9", "Done", do=lambda g, hunting, _: NOWHERE)
FALLING_BACK = Act[War, FallingBack, int](
    "fall_back",
    "9.7",
    "Fall back to {0}",
    takes=Zone,
    listed=lambda g, falling: falling.zones,
    may=may_fall_back,
    do=lambda g, falling, zone: zone,
)
