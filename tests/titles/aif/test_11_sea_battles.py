"""11.4 to 11.6 and 24.2: battles at sea on the American maps, and the examples that go with them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, ITALY, USA
from grognard.titles.wif.kinds import Action, Activity
from grognard.titles.wif.rules import (
    interception,
    naval_air_combat,
    naval_combat,
    naval_damage,
    naval_movement,
    naval_search,
    sailing,
)
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.building import first_cost, repair_cost
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.naval_combat import Hunt
from grognard.titles.wif.rules.naval_damage import Toll
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.task_forces import Admiralty, TaskForce
from grognard.titles.wif.state import FORCE_POOL, GONE, NOWHERE, REPAIR_POOL

from ..wif.field import act, at, drive, hold, put
from ..wif.test_11_sea import at_sea, convoys, ship
from .field import america

CARIBBEAN, AMAZON = "Caribbean Sea", "Mouths of the Amazon"


def box(g: America, area: str, section: int) -> int:
    return g.ground.sections[at(g, area)][section]


def box_of(area: str, section: int) -> tuple[str, int]:
    return area, section


# --- sailing together (11.4.2, 11.4.6) ------------------------------------------------------------------------------------------


def kingston() -> tuple[America, list[int]]:
    g = america()
    act(g, "Commonwealth", Action.NAVAL)
    g.powers[COMMONWEALTH].conquered = 0
    return g, [ship(g, "Commonwealth", "CA", "any", "Kingston") for _ in range(2)]


def test_11_4_2_a_two_ships_part_company() -> None:
    """aif-11.4.2-a: one stops in the Caribbean and one goes on: two naval moves; sent apart from the start they are two too."""
    g, ships = kingston()
    before = left(g, COMMONWEALTH, Activity.NAVAL_MOVE)
    near, far = g.board.token(box(g, CARIBBEAN, 0)), g.board.token(box(g, AMAZON, 0))
    flow = naval_movement.gather(g, Admiralty(COMMONWEALTH), at(g, "Kingston"))
    drive(g, flow, [f"join u{ships[0]}", f"sail {near}"])
    flow = naval_movement.gather(g, Admiralty(COMMONWEALTH), at(g, "Kingston"))
    drive(g, flow, [f"join u{ships[1]}", f"sail {far}"])
    assert [g.units.at[u] for u in ships] == [box(g, CARIBBEAN, 0), box(g, AMAZON, 0)]
    assert left(g, COMMONWEALTH, Activity.NAVAL_MOVE) == before - 2
    g, ships = kingston()
    force = TaskForce(COMMONWEALTH, at(g, "Kingston"), tuple(ships))
    drive(g, naval_movement.sail(g, force, box(g, CARIBBEAN, 1)))
    assert {g.units.at[u] for u in ships} == {box(g, CARIBBEAN, 1)}  # together they end in one place


def fleet() -> tuple[America, list[int], int, list[int]]:
    """A German force in section 2 that fights through, an Allied watch in 4, other German ships in 2 and 3."""
    g = america()
    moving = [ship(g, "Germany", "BB", "any", CARIBBEAN, 2), ship(g, "Germany", "CA", "any", CARIBBEAN, 2)]
    watch = ship(g, "USA", "CA", "any", CARIBBEAN, 4)
    others = [ship(g, "Germany", "CA", "any", CARIBBEAN, 2), ship(g, "Germany", "CA", "any", CARIBBEAN, 3)]
    return g, moving, watch, others


def test_11_4_6_b_the_moving_force_is_always_in_the_first_round() -> None:
    """aif-11.4.6-b: a 5 finds nothing for those who were there; only the force that moves fights."""
    g, moving, watch, others = fleet()
    sides = Sides(at(g, CARIBBEAN), AXIS, [False, False], [[*moving, *others], [watch]])
    drive(g, naval_combat.search(g, sides, frozenset(moving), 2), dice=[5])
    assert set(sides.included[AXIS]) == set(moving)


def test_11_4_6_d_fighting_through_from_a_section_costs_movement(monkeypatch: pytest.MonkeyPatch) -> None:
    """aif-11.4.6-d: nobody finds the other any more after one area and section 2: three points of movement and one of range are
    gone; the force goes on two sections lower, or stays in section 2."""
    monkeypatch.setattr(interception, "combat", lambda *_, **__: iter(()))
    for word, where in (("go_on", box_of(AMAZON, 2)), ("remain", box_of(CARIBBEAN, 2))):
        g = america()
        cruiser, watch = ship(g, "USA", "CA", "any", "Norfolk"), ship(g, "Germany", "CA", "any", CARIBBEAN, 4)
        act(g, "USA", Action.NAVAL)
        reach = sailing.courses(g, cruiser)
        assert (reach[at(g, CARIBBEAN)].move, reach[at(g, AMAZON)].move) == (5, 4)
        flow = naval_movement.sail(g, TaskForce(USA, at(g, "Norfolk"), (cruiser,)), box(g, AMAZON, 4))
        drive(g, flow, [f"intercept u{watch}", "through 2", word], dice=[1])
        assert g.units.at[cruiser] == box(g, *where)


# --- search and types (11.5.5, 11.5.7) ------------------------------------------------------------------------------------------


def test_11_5_5_a_sections_that_are_compared() -> None:
    """aif-11.5.5-a: cruisers in 4 and transports in 2 search there; a submarine in 3 only if it is committed."""
    g = america()
    own = {4: ship(g, "USA", "CA", "any", CARIBBEAN, 4), 2: ship(g, "USA", "TRS", "any", CARIBBEAN, 2)}
    boat = ship(g, "USA", "SUB", "any", CARIBBEAN, 3)
    ship(g, "Germany", "CA", "any", CARIBBEAN, 1)
    for subs, wanted in ((False, [2, 4]), (True, [2, 3, 4])):
        sides = Sides(at(g, CARIBBEAN), ALLIES, [False, subs])
        naval_search.commit(g, sides)
        assert (boat in sides.committed[ALLIES]) == subs and own[4] in sides.committed[ALLIES]
        assert naval_search.found_sections(g, sides, ALLIES, 1) == wanted


def test_11_5_5_c_the_finder_picks_sections() -> None:
    """aif-11.5.5-c: a 3 finds with sections 2, 3 and 4 (the carrier in 2), a 7 with none: the finder picks 0 and 1."""
    g = america()
    ours = {n: [ship(g, "USA", "CA", "any", CARIBBEAN, n)] for n in (1, 2, 3, 4)}
    ours[2].append(ship(g, "USA", "CV", "any", CARIBBEAN, 2))
    theirs = {0: [ship(g, "Japan", "CA", "any", CARIBBEAN, 0)], 1: [ship(g, "Japan", "BB", "any", CARIBBEAN, 1)],
              3: [ship(g, "Japan", "CA", "any", CARIBBEAN, 3)]}  # fmt: skip
    boat = ship(g, "Japan", "SUB", "any", CARIBBEAN, 1)
    sides = Sides(at(g, CARIBBEAN), ALLIES)
    naval_search.commit(g, sides)
    drive(g, naval_combat.search(g, sides, frozenset(), 0), ["section 0", "section 1", "enough"], dice=[3, 7])
    assert set(sides.included[ALLIES]) == {*ours[2], *ours[3], *ours[4]}
    assert set(sides.included[AXIS]) == {*theirs[0], *theirs[1]} and boat not in sides.included[AXIS]


def test_11_5_7_a_a_fighter_is_enough_for_air_combat() -> None:
    """aif-11.5.7-a: a side with a fighter alone may choose naval air combat against ships without aircraft."""
    g = america()
    fighter = put(g, "USA FTR any", "Miami")
    at_sea(g, CARIBBEAN, 1, fighter)
    foe = ship(g, "Germany", "CA", "any", CARIBBEAN, 1)
    sides = Sides(at(g, CARIBBEAN), ALLIES, included=[[foe], [fighter]])
    chosen: list[str] = []

    def run() -> Any:
        chosen.append((yield from naval_combat.combat_type(g, sides)))

    drive(g, run(), ["in_the_air"])
    assert chosen == [naval_combat.IN_THE_AIR]


# --- losses (11.5.9, 11.5.10, 14.4) ---------------------------------------------------------------------------------------------


def raid(g: America, land: int, decks: int) -> list[Plane]:
    hold(g, "Japan", "jamaica")
    planes = []
    for _ in range(land):
        nav = put(g, "Japan NAV any", "Kingston")
        at_sea(g, CARIBBEAN, 2, nav)
        planes.append(Plane(nav, 0, 3, False, False))
    return planes + [Plane(ship(g, "Japan", "CV", "any", CARIBBEAN, 2), 0, 3, False, True) for _ in range(decks)]


def test_11_5_9_d_sixteen_points_of_flak() -> None:
    """aif-11.5.9-d: of 16 points ten destroy a land-based bomber, five drive one off, one stops a factor; the owner chooses."""
    g = america()
    planes = raid(g, 4, 2)
    units = [p.unit for p in planes]
    sides = Sides(at(g, CARIBBEAN), AXIS)
    drive(g, naval_air_combat._ten(g, sides, ALLIES, planes, ["japan", "usa"]), ["at_land", f"falls u{units[0]}"])
    assert g.units.at[units[0]] == FORCE_POOL and len(planes) == 5
    drive(g, naval_air_combat._five(g, sides, ALLIES, planes, ["japan", "usa"]), ["at_land", f"falls u{units[1]}"])
    assert g.units.at[units[1]] not in (FORCE_POOL, box(g, CARIBBEAN, 2)) and len(planes) == 4
    assert naval_air_combat.pressing(g, sides.area, planes, 1) == 4 * 3 - 1


def test_11_5_9_e_three_points_make_it_a_carrier_plane() -> None:
    """aif-11.5.9-e: a carrier plane is named first; the rest of the ten drives a bomber off or takes another carrier plane."""
    g = america()
    planes = raid(g, 2, 2)
    nav, cv = planes[0].unit, planes[2].unit
    sides = Sides(at(g, CARIBBEAN), AXIS)
    sides.points = [0, 3]
    drive(
        g,
        naval_air_combat._ten(g, sides, ALLIES, planes, ["japan", "usa"]),
        ["name_it", f"falls u{cv}", "at_land", f"falls u{nav}"],
    )
    assert g.units.no_planes[cv] and sides.points == [0, 0]
    assert g.units.at[nav] != box(g, CARIBBEAN, 2) and len(planes) == 2


def test_11_5_10_b_submarines_and_two_convoys() -> None:
    """aif-11.5.10-b: a D on a roll of 5 damages a convoy, a second on it sinks it; an A sends the other home; with no convoy left
    a third is ignored."""
    g = america()
    first, second = convoys(g, "USA", CARIBBEAN, 5), convoys(g, "USA", CARIBBEAN, 5)
    g.dice = FixedDice(5, 3, 1)
    toll = Toll()
    naval_damage.suffer(g, first, "D", toll)
    assert g.units.damaged[first] and g.units.at[first] == box(g, CARIBBEAN, 0)
    naval_damage.suffer(g, first, "D", toll)
    assert g.units.at[first] in (GONE, FORCE_POOL)
    naval_damage.suffer(g, second, "A", toll)
    assert second in toll.aborting
    cruiser = ship(g, "USA", "CA", "any", CARIBBEAN, 0)
    boats = [ship(g, "Germany", "SUB", "any", CARIBBEAN, 0)]
    sides = Sides(at(g, CARIBBEAN), AXIS, included=[boats, [cruiser]])
    assert not naval_combat.may_hunt_convoys(g, sides, AXIS)  # no convoy: nothing more can be struck


def test_13_6_1_d_half_of_a_ten_point_convoy_leaves() -> None:
    """aif-13.6.1-d: ten points are two ships; one that aborts leaves five points at sea."""
    g = america()
    heap = convoys(g, "USA", CARIBBEAN, 10)
    assert naval_damage.ship_number(g, [heap]) == 2
    g.dice = FixedDice(1)
    toll = Toll()
    naval_damage.suffer(g, heap, "A", toll)
    staying = [u for u, c in enumerate(g.units.counter) if c == NOWHERE and u not in toll.aborting]
    assert [g.units.points[u] for u in staying] == [5] and sum(g.units.points[u] for u in toll.aborting) == 5


def test_24_2_b_a_carrier_without_planes_is_damaged_then_sunk() -> None:
    """aif-24.2-b: a damage result takes the place of the lost planes; the next destroys the ship."""
    g = america()
    cv = ship(g, "USA", "CV", "any", CARIBBEAN, 2)
    naval_air_combat.shot_down(g, Plane(cv, 4, 0, True, True))
    where = g.units.at[cv]
    g.units[cv].at, g.units[cv].no_planes = box(g, CARIBBEAN, 2), 1
    assert where in (REPAIR_POOL, box(g, CARIBBEAN, 2))
    g.dice = FixedDice(1, 1)
    toll = Toll()
    naval_damage.suffer(g, cv, "D", toll)
    assert g.units.damaged[cv] and g.units.at[cv] == box(g, CARIBBEAN, 2)
    assert not g.units.no_planes[cv] and repair_cost(g, cv) == first_cost(g, g.units[cv].sheet)  # one marker, one repair
    naval_damage.suffer(g, cv, "D", toll)
    assert g.units.at[cv] in (GONE, FORCE_POOL)


# --- rounds, the other side (11.5.11, 11.6) -------------------------------------------------------------------------------------


def test_11_5_11_who_aborts_takes_the_side_along() -> None:
    """All committed units of the side go home to the nearest port; submarines that were not committed stay."""
    g = america()
    british, american = ship(g, "Commonwealth", "CA", "any", CARIBBEAN, 0), ship(g, "USA", "CA", "any", CARIBBEAN, 3)
    boat, raider = ship(g, "USA", "SUB", "any", CARIBBEAN, 1), ship(g, "Germany", "CA", "any", CARIBBEAN, 1)
    sides = Sides(at(g, CARIBBEAN), AXIS)
    naval_search.commit(g, sides)
    sides.included = [[raider], [british]]
    drive(g, naval_combat.offer_abort(g, sides, ALLIES), ["abort"])
    assert g.ground.land[g.units.at[british]] and g.ground.land[g.units.at[american]]
    assert g.units.at[boat] == box(g, CARIBBEAN, 1)


def test_11_6_a_the_other_side_begins_a_combat() -> None:
    """aif-11.6-a: where the mover brought surface ships in and did not fight, the other side may."""
    g = america()
    act(g, "Commonwealth", Action.NAVAL)
    ship(g, "Italy", "BB", "Vittorio Veneto", AMAZON, 1)
    ship(g, "Commonwealth", "TRS", "any", AMAZON, 0)
    area = at(g, AMAZON)
    refused = naval_combat.may_fight(g, Hunt(ITALY, second=True), area)
    assert refused is not None and refused.rule == "11.6"
    g.hexes[area].entered = 1 << ALLIES
    assert naval_combat.may_fight(g, Hunt(ITALY, second=True), area) is None
    g.hexes[area].fought = 1
    assert naval_combat.may_fight(g, Hunt(ITALY, second=True), area) is not None


def test_11_4_2_a_ship_that_is_split_off_must_get_so_far_on_the_way_of_the_force() -> None:
    """The Langley, of range 3, can be dropped in the Central Atlantic three seas away; led through the Mouths of the Amazon first
    it no longer gets there, and the force has no such way."""
    g = america()
    act(g, "USA", Action.NAVAL)
    houston, middle = at(g, "Houston"), at(g, "Central Atlantic")
    force = (ship(g, "USA", "CVL", "Cowpens", "Houston"), ship(g, "USA", "CV", "Langley", "Houston"))
    drop = ((force[1], g.ground.sections[middle][0]),)
    straight = TaskForce(USA, houston, force, drop)
    led = TaskForce(USA, houston, force, drop, tuple(at(g, s) for s in ("Gulf of Mexico", CARIBBEAN, AMAZON)))
    beyond = box(g, "Central Atlantic", 1)
    assert naval_movement.may_sail(g, straight, beyond) is None
    refused = naval_movement.may_sail(g, led, beyond)
    assert refused is not None and refused.rule == "11.4.2"
