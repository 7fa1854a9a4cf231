"""7.2, 7.8, 7.9.7: a mission at sea on its way: who meets it where, who comes to help, what arrives.

Ships stay in their port on the board while they are out; only patrols lie at sea. What a mission is for is in missions.py,
invasions.py, sea_movement.py and supply_runs.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.nations import AXIS, BRITAIN, GERMANY, USA
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.interception import (
    aircraft_beside,
    fly_out,
    may_fly_over,
    may_search,
    meets,
    naval_forces,
    near_enough,
    search,
    size_of,
)
from grognard.titles.tw.rules.sea_battle import PHASING_LEFT, battle_at_sea, limp_home
from grognard.titles.tw.rules.sea_fight import Force, force_rating
from grognard.titles.tw.rules.seas import RANGE, distance, route, sea
from grognard.titles.tw.rules.shipyards import SAILED, WATCHED, nearest_yard
from grognard.titles.tw.rules.standing import lets_sail
from grognard.titles.tw.rules.units import patron_of
from grognard.titles.tw.state import Hex, Nation, Unit, War
from grognard.titles.tw.subjects import Evading, Reinforcing
from grognard.titles.tw.war_charts import NAVAL_NATIONALITY

WOLVES = -1  # in Voyage.tried: the U-Boats of the Murmansk Run
AIR_DELAY = 3  # 7.9.5: areas lost when attacked from the air


@dataclass
class Voyage:
    """A mission of the phasing side: its ships, the areas it sails through, what it carries."""

    force: Force
    origin: int
    route: list[int]
    what: str
    aboard: list[int] = field(default_factory=list)
    narfs: int = 0
    reach: int = RANGE
    evasion: bool = False
    hurt: bool = False  # damaged ships on their way to a yard (7.10)
    arctic: bool = False  # on the Murmansk Run, where U-Boats lie in wait (5.3.1)
    tried: set[int] = field(default_factory=set)  # places whose forces have tried this mission (7.8)

    @property
    def side(self) -> int:
        return self.force.side

    @property
    def goods(self) -> bool:
        """Whether it carries anything."""
        return self.force.cargo or self.force.supply or self.narfs > 0


class Meeting(Subject, frozen=True):
    """7.8: a mission at sea that can be met by a side: its ships, but for those of a Task Force."""

    side: int
    ships: tuple[Annotated[int, Unit], ...]
    cargo: bool = False
    evasion: bool = False


@rule("7.2", "7.8", "7.8.3", "7.9.7", "8.2.1")
def sail(g: War, voyage: Voyage) -> Flow[bool]:
    """Ships sail; the other side may meet them in any area of their way. Whether they come through"""
    for u in voyage.force.ships:
        g.units[u].missions = g.units.missions[u] | SAILED
    yield from evade(g, voyage)
    step = 0
    while True:
        met = yield from challenge(g, voyage, step)
        if met is None:
            return bool(voyage.force.ships)
        area, foe = met
        step = voyage.route.index(area)
        yield from rally(g, voyage.force, foe, area, voyage.tried)
        struck = bool(foe.planes)
        hunters, escorts = foe.submarines, voyage.force.submarines
        result = yield from battle_at_sea(g, voyage.force, foe, area)
        sunk_boats(g, hunters - foe.submarines, escorts - voyage.force.submarines)
        depleted = [u for u in voyage.force.ships if g.units.depleted[u]]
        yield from homeward(g, [*depleted, *foe.ships], area)
        voyage.force.ships = [u for u in voyage.force.ships if g.units.at[u] >= 0 and u not in depleted]
        voyage.force.planes = []
        voyage.aboard = [u for u in voyage.aboard if g.units.at[u] >= 0 and g.units.aboard[u] in voyage.force.ships]
        if result == PHASING_LEFT or not voyage.force.ships:
            return False
        if struck:
            voyage.reach -= AIR_DELAY
        if voyage.reach < len(voyage.route):
            g.say("{} turns back: too slow after the attack", voyage.what, rule="7.9.5")
            return False


@rule("7.10")
def homeward(g: War, ships: Sequence[int], area: int) -> Flow[None]:
    """After a battle depleted ships make for their yards, each side's together; enemies who have done nothing at sea this turn
    may meet them on the way. Who arrives is docked"""
    for side in (g.side, 1 - g.side):
        yards: dict[int, list[int]] = {}
        for u in ships:
            if g.units.at[u] >= 0 and g.units.depleted[u] and g.roster.sides[u] == side:
                yards.setdefault(nearest_yard(g, u, area), []).append(u)
        for yard, hurt in yards.items():
            if yard != NOWHERE and yard != area:
                yield from _limp(g, side, hurt, yard, area)
    limp_home(g, [u for u in ships if g.units.at[u] >= 0], area)


def _limp(g: War, side: int, hurt: list[int], yard: int, area: int) -> Flow[None]:
    """The way of damaged ships to one yard"""
    nation = g.roster.nations[hurt[0]]
    goals = [sea(g, "north_atlantic")] if g.ground.box[yard] else [s for s in g.ground.sea_ports[yard] if g.ground.sea[s]]
    goal = min(goals, key=lambda s: (distance(g, nation, area, s), s), default=NOWHERE)
    if goal == NOWHERE or distance(g, nation, area, goal) == 99:
        return
    way = [a for a in route(g, nation, area, goal) if a != area]
    voyage = Voyage(Force(side, hurt), area, way, f"damaged ships for {g.board.label(yard)}", hurt=True)
    step = 0
    while way and voyage.force.ships:
        met = yield from challenge(g, voyage, step)
        if met is None:
            return
        at, foe = met
        step = way.index(at)
        attack, defence = (voyage.force, foe) if side == g.side else (foe, voyage.force)
        yield from rally(g, attack, defence, at, voyage.tried)
        yield from battle_at_sea(g, attack, defence, at)
        limp_home(g, [*foe.ships, *(u for u in voyage.force.ships if u not in hurt)], at)
        voyage.force.ships = [u for u in hurt if g.units.at[u] >= 0]
        voyage.force.planes = []


@rule("5.3.1", "14.8.5")
def sunk_boats(g: War, uboats: int, asw: int) -> None:
    """U-Boats and ASW lost on the Murmansk Run."""
    if uboats > 0:
        g.nations[GERMANY].uboats -= uboats
        g.nations[GERMANY].arctic_uboats -= uboats
    for power in (BRITAIN, USA):
        lost = min(max(asw, 0), g.nations.arctic_asw[power])
        g.nations[power].asw -= lost
        g.nations[power].arctic_asw -= lost
        asw -= lost


@rule("7.8.2")
def evade(g: War, voyage: Voyage) -> Flow[None]:
    """An Evasion chit makes the ships of one port hard to find, on all their missions of the turn"""
    if any(g.nations.evading[patron_of(g, u)] == voyage.origin for u in voyage.force.ships):
        voyage.evasion = True
        return
    power = next((p for p in {patron_of(g, u) for u in voyage.force.ships} if g.nations.evasion[p]), None)
    near = any(near_enough(g, p, ships, a) for p, ships in naval_forces(g, 1 - voyage.side).items() for a in voyage.route)
    if power is None or not near:
        return
    acts = (
        word("plain", "7.8.2", "Keep the chit", rolls=True),
        one_of(
            "evade",
            "7.8.2",
            "{0} plays its Evasion chit",
            Nation,
            [power],
            "it has no chit, or no ship in this force",
            rolls=True,
        ),
    )
    prompt = f"{voyage.what}: play the Evasion chit?"
    choice, _ = yield from menu(g, g.seat(voyage.side), prompt, Evading(power), *acts, rule="7.8.2")
    if choice.verb == "evade":
        g.nations[power].evasion, g.nations[power].evading = 0, voyage.origin
        voyage.evasion = True


def challenge(g: War, voyage: Voyage, step: int) -> Flow[tuple[int, Force] | None]:
    """The other side meets the mission in one of the areas ahead, or lets it pass"""
    side, seat = 1 - voyage.side, g.seat(1 - voyage.side)
    foe = Force(side)
    seen = [u for u in voyage.force.ships if not g.units.task[u]]  # 7.12
    about = Meeting(side, tuple(seen), voyage.force.cargo, voyage.evasion)
    area = -1
    while True:
        acts = _meetings(g, voyage, step, area, foe)
        if not any(act.candidates(g, about) for act in acts):
            break
        if foe.empty and lets_sail(g, seat, seen, _hopes(g, acts, about), goods=voyage.goods):
            break
        prompt = f"{voyage.what}: meet it?" if foe.empty else f"More against {voyage.what} in {g.board.label(area)}?"
        choice, _ = yield from menu(g, seat, prompt, about, LET if foe.empty else ENGAGE, *acts, rule="7.8")
        if choice.verb in ("let", "fight"):
            break
        if choice.verb == "wolves":
            at = choice.arg.index
            voyage.tried.add(WOLVES)
            if wolves_find(g, voyage, at):
                foe.submarines, area = g.nations.arctic_uboats[GERMANY], at
            else:
                step = max(step, voyage.route.index(at))
        elif choice.verb == "intercept":
            place, at = choice.args[0].index, choice.args[1].index
            voyage.tried.add(place)
            ships = naval_forces(g, side)[place]
            if (yield from search(g, ships, place, at, voyage.force, counter=False, evasion=voyage.evasion)):
                foe.ships += ships
                area = at
            else:
                step = max(step, voyage.route.index(at))
        else:
            area = choice.args[1].index
            fly_out(g, choice.args[0].index)
            foe.planes.append(choice.args[0].index)
    return None if foe.empty else (area, foe)


LET: Act[War, Any, None] = word("let", "7.8", "Let them pass")
ENGAGE: Act[War, Any, None] = word("fight", "7.8", "Fight with these", rolls=True)


def _meetings(g: War, voyage: Voyage, step: int, area: int, foe: Force) -> list[Act[War, Any, Any]]:
    """Forces and aircraft that can meet a mission: in any area ahead, or in the one where it has been met."""
    ahead = voyage.route[step:] if area < 0 else [area]
    side = 1 - voyage.side
    forces = [(p, s) for p, s in naval_forces(g, side).items() if p not in voyage.tried and not set(s) & set(foe.ships)]
    if voyage.hurt:  # 7.10: only who has performed no mission
        forces = [(p, s) for p, s in forces if not any(g.units.missions[u] & (SAILED | WATCHED) for u in s)]
    near = [(place, a) for place, ships in forces for a in ahead if near_enough(g, place, ships, a)]
    boats = voyage.arctic and side == AXIS and g.nations.arctic_uboats[GERMANY] and WOLVES not in voyage.tried
    planes = [(u, a) for a in ahead for u in aircraft_beside(g, side, a) if u not in foe.planes]
    return [
        one_of(
            "intercept", "7.8", "The ships of {0} look for them in {1}", (Hex, Hex), near,
            "the mission does not sail there, or has passed", rolls=True,
            why=lambda g, c: may_search(g, side, c[0], c[1], voyage.tried),
        ),
        one_of("wolves", "5.3.1", "U-Boats in {0}", Hex, ahead if boats else (), "no U-Boats lie in wait there", rolls=True),
        one_of("strike", "7.8", "{0} strikes in {1}", (Unit, Hex), planes, "the mission does not sail there, or has passed",
               why=lambda g, c: may_fly_over(g, side, *c)),
    ]  # fmt: skip


def _hopes(g: War, acts: list[Act[War, Any, Any]], about: Meeting) -> dict[int, tuple[list[int], list[int]]]:
    """By sea area the ships and aircraft that could meet a mission there; none where U-Boats can, which are hidden strength."""
    ships, wolves, planes = (act.candidates(g, about) for act in acts)
    found: dict[int, tuple[list[int], list[int]]] = {}
    if wolves:
        return found
    forces = naval_forces(g, about.side)
    for place, area in ships:
        found.setdefault(area, ([], []))[0].extend(forces[place])
    for plane, area in planes:
        found.setdefault(area, ([], []))[1].append(plane)
    return found


@rule("5.3.1")
def wolves_find(g: War, voyage: Voyage, area: int) -> bool:
    """U-Boats on the Murmansk Run roll like a Fleet on patrol there."""
    roll = g.roll(D10, f"U-Boats in {g.board.label(area)}", "5.3.1")
    rating = NAVAL_NATIONALITY[g.nations.navy[GERMANY], force_rating(g, voyage.force.ships, ())]
    return meets(roll, rating - 2, size_of(g, voyage.force))


@rule("7.9.7", "7.8", "7.8.4")
def rally(g: War, attack: Force, defence: Force, area: int, tried: set[int]) -> Flow[None]:
    """Counter-interception: the phasing side sends more, then the other, until one has had enough"""
    for force, enemy in ((attack, defence), (defence, attack), (attack, defence)):
        came = yield from send_more(g, force, enemy, area, tried)
        if not came:
            return


ENOUGH: Act[War, Any, None] = word("enough", "7.9.7", "No more", rolls=True)


def send_more(g: War, force: Force, enemy: Force, area: int, tried: set[int]) -> Flow[bool]:
    """Uncommitted ships roll to join a battle, aircraft beside the area join it at will"""
    came = False
    while True:
        forces = naval_forces(g, force.side)
        ports = [
            (place, area)
            for place, ships in forces.items()
            if place not in tried and not set(ships) & set(force.ships) and near_enough(g, place, ships, area)
        ]
        planes = [(u, area) for u in aircraft_beside(g, force.side, area) if u not in force.planes]
        if not ports and not planes:
            return came
        acts = ENOUGH, one_of(
            "join", "7.9.7", "The ships of {0}", (Hex, Hex), ports, "the battle is elsewhere, or they are in it", rolls=True,
            why=lambda g, c: may_search(g, force.side, c[0], c[1], tried),
        ), one_of(
            "fly", "7.9.7", "{0}", (Unit, Hex), planes, "the battle is elsewhere, or it is in it",
            why=lambda g, c: may_fly_over(g, force.side, *c),
        )  # fmt: skip
        prompt = f"Send more to the battle in {g.board.label(area)}?"
        seen = (*[u for u in enemy.ships if not g.units.task[u]], *enemy.planes)  # 7.12
        about = Reinforcing(force.side, area, (*force.ships, *force.planes), seen)
        choice, _ = yield from menu(g, g.seat(force.side), prompt, about, *acts, rule="7.9.7")
        if choice.verb == "enough":
            return came
        if choice.verb == "fly":
            fly_out(g, choice.args[0].index)
            force.planes.append(choice.args[0].index)
            came = True
        else:
            place = choice.args[0].index
            tried.add(place)
            ships = forces[place]
            if (yield from search(g, ships, place, area, enemy, counter=True)):
                force.ships += ships
                came = True
