"""11.4 to 11.6 and 13.4: ships at sea: how far they sail, interception, search, surface and submarine combat, coming home."""

from __future__ import annotations

from fractions import Fraction
from itertools import cycle
from typing import Any

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import Together
from grognard.kernel.rules import No
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, JAPAN, POWER_INDEX, USA, USSR
from grognard.titles.wif.kinds import Action, Activity, Type, Weather
from grognard.titles.wif.rules import (
    naval_air_combat,
    naval_combat,
    naval_damage,
    naval_movement,
    naval_search,
    return_to_base,
    sailing,
)
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.naval_combat import Hunt
from grognard.titles.wif.rules.naval_damage import Toll
from grognard.titles.wif.rules.naval_movement import _way, goals, may_lead, may_sail, move_ships, waypoints
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.return_to_base import Return, bring_home
from grognard.titles.wif.rules.task_forces import Admiralty, TaskForce
from grognard.titles.wif.state import FORCE_POOL, GONE, NOWHERE, REPAIR_POOL, War

from .field import act, at, drive, hold, named, put, sky, war

NORTH_SEA = "North Sea"


def at_sea(g: War, area: str, section: int, *units: int) -> None:
    """Put ships into a section of a sea-box."""
    for u in units:
        g.units[u].at = g.ground.sections[at(g, area)][section]


def ship(g: War, power: str, kind: str, values: str, where: str = "", section: int = -1) -> int:
    """A ship of a power by its type and, if it matters, its name."""
    fits = [n for n, c in enumerate(g.facts.counters) if c.power == power and c.type == Type.read(kind) and c.naval]
    used = set(g.units.counter)
    number = next(n for n in fits if n not in used and values in ("any", g.facts.counters[n].name))
    unit = g.units.add(counter=number, power=POWER_INDEX[power], country=max(g.facts.nation[number], 0)).index
    if section >= 0:
        at_sea(g, where, section, unit)
    elif where:
        g.units[unit].at = at(g, where)
    return unit


def convoys(g: War, power: str, area: str, points: int) -> int:
    unit = g.units.add(counter=NOWHERE, power=POWER_INDEX[power], country=0, points=points).index
    at_sea(g, area, 0, unit)
    return unit


def seas_of(g: War, name: str) -> set[str]:
    return {g.board.label(s) for s in g.ground.seas[at(g, name)]}


# --- how far (11.4.2) ---------------------------------------------------------------------------------------------------------


def test_11_4_2_c_and_d() -> None:
    """wif-11.4.2-c, wif-11.4.2-d: Amsterdam lies on the North Sea, Guadalcanal on the Solomons and the Coral Sea."""
    g = war(("Germany", "Commonwealth"))
    assert seas_of(g, "Amsterdam") == {"North Sea"}
    assert {name.lower().removeprefix("the ") for name in seas_of(g, "P1717")} == {"solomons", "coral sea"}


def test_11_4_2_i() -> None:
    """wif-11.4.2-i: the Dunkerque, 5 and range 2, gets from Brest to Cape St. Vincent with three points left: sections 0 to 3."""
    g = war(("Germany", "France"), turn="Sep/Oct 1939")
    unit = named(g, "France", "Dunkerque", "Brest")
    sheet = g.units[unit].sheet
    reach = sailing.courses(g, unit)
    biscay, vincent = at(g, "Bay of Biscay"), at(g, "Cape St. Vincent")
    paid = sailing.surcharge(g, unit)
    assert (sheet.range, sheet.move) == (2, 5)
    assert sailing.way(reach, vincent) == [biscay, vincent]
    assert (reach[vincent].range, reach[vincent].move) == (0, 3 - paid)
    force = TaskForce(g.units.power[unit], at(g, "Brest"), (unit,))
    act(g, "France", Action.NAVAL)
    goals = [s for s in naval_movement.goals(g, force) if g.ground.area[s] == vincent]
    assert [g.ground.section[s] for s in goals] == list(range(4 - paid))
    beyond = next(a for a in g.ground.waters[vincent] if a not in reach)
    assert isinstance(naval_movement.may_sail(g, force, g.ground.sections[beyond][0]), No)


def test_11_4_2_convoys_have_range_and_no_movement() -> None:
    """They patrol section 0 only; a port shared with another power costs one of their three."""
    g = war(("Germany", "Commonwealth"), ("Italy", "Commonwealth"))
    hold(g, "Germany", "France")
    heap = g.units.add(counter=NOWHERE, power=ITALY, country=0, points=5, at=at(g, "Brest")).index
    alone = sailing.courses(g, heap)[at(g, "Bay of Biscay")]
    ship(g, "Germany", "CA", "any", "Brest")
    shared = sailing.courses(g, heap)[at(g, "Bay of Biscay")]
    assert alone.move == shared.move == 0
    assert alone.range - shared.range == 1


@pytest.mark.parametrize(
    ("a", "b", "key", "holder", "shut"),
    [
        ("Western Mediterranean", "Cape St. Vincent", "Gibraltar", "Germany", True),
        ("North Sea", "Bay of Biscay", "London", "Germany", True),
        ("Eastern Mediterranean", "Black Sea", "Istanbul", "Germany", True),
        ("Western Mediterranean", "Cape St. Vincent", "Gibraltar", "Commonwealth", False),
    ],
)
def test_11_4_4_gates(a: str, b: str, key: str, holder: str, shut: bool) -> None:
    """Straits and canals are shut to those whose enemies hold their keys."""
    g = war(("Germany", "Commonwealth"))
    hold(g, holder, key)
    gate = sailing.gate_between(g, at(g, a), at(g, b))
    assert gate
    refusal = sailing.may_pass(g, COMMONWEALTH, gate, surface=True)
    assert (refusal is not None) == shut
    if refusal is not None:
        assert refusal.rule == "11.4.4"


def test_11_4_4_submarines_pass_gibraltar_and_the_baltic_has_three_keys() -> None:
    g = war(("Germany", "Commonwealth"))
    hold(g, "Germany", "Gibraltar")
    assert sailing.may_pass(g, COMMONWEALTH, "gibraltar", surface=False) is None
    assert sailing.may_pass(g, COMMONWEALTH, "skagerrak", surface=True) is not None  # the Allies hold none of the three
    hold(g, "Commonwealth", "Oslo", "Copenhagen")
    assert sailing.may_pass(g, COMMONWEALTH, "skagerrak", surface=True) is None
    hold(g, "Germany", "Copenhagen")
    assert sailing.may_pass(g, COMMONWEALTH, "skagerrak", surface=True) is not None


def test_11_4_4_a_canal_is_shut_by_who_holds_a_hex_on_it() -> None:
    """The hexes on the canals' hexsides and their ports count; Cairo and Hamburg lie beside the ports and not on the canals."""
    for gate, far, bank in (("suez_canal", "E1303", "E1204"), ("suez_canal", "E1303", "E1304"), ("suez_canal", "E1303", "Suez")):
        g = war(("Germany", "Commonwealth"))
        hold(g, "Germany", far)
        assert sailing.may_pass(g, COMMONWEALTH, gate, surface=True) is None
        hold(g, "Germany", bank)
        assert sailing.may_pass(g, COMMONWEALTH, gate, surface=True) == No("11.4.4", f"an enemy holds {bank} on the canal")
    g = war(("Germany", "Commonwealth"))
    hold(g, "Commonwealth", "Hamburg")
    assert sailing.may_pass(g, GERMANY, "kiel_canal", surface=True) is None
    hold(g, "Commonwealth", "W0740")
    assert sailing.may_pass(g, GERMANY, "kiel_canal", surface=True) is not None


# --- naval moves (11.4.1) -----------------------------------------------------------------------------------------------------


def test_11_4_1_a() -> None:
    """wif-11.4.1-a: six ships to one section are one naval move; three to one and three to another are two."""
    for split, moves in ((False, 1), (True, 2)):
        g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
        act(g, "USA", Action.NAVAL)
        ships = [ship(g, "USA", "CA", "any", "New Orleans") for _ in range(6)]
        port = g.units.at[ships[0]]
        sea = g.ground.seas[port][0]
        before = left(g, USA, Activity.NAVAL_MOVE)
        groups = [ships[:3], ships[3:]] if split else [ships]
        for n, group in enumerate(groups):
            goal = g.ground.sections[sea][n]
            drive(g, naval_movement.sail(g, TaskForce(USA, port, tuple(group)), goal))
            assert {g.units.at[u] for u in group} == {goal}
        assert before - left(g, USA, Activity.NAVAL_MOVE) == moves


def test_11_4_1_submarines_are_one_move_and_sail_apart() -> None:
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
    act(g, "USA", Action.NAVAL)
    boats = [ship(g, "USA", "SUB", "any", "San Francisco") for _ in range(2)]
    cruiser = ship(g, "USA", "CA", "any", "San Francisco")
    port = g.units.at[cruiser]
    refusal = naval_movement.may_add(g, TaskForce(USA, port, (cruiser,)), boats[0])
    assert refusal is not None and refusal.rule == "11.4.1"
    before = left(g, USA, Activity.NAVAL_MOVE)
    for boat in boats:
        drive(g, naval_movement.sail(g, TaskForce(USA, port, (boat,)), g.ground.sections[g.ground.seas[port][0]][0]))
    assert before - left(g, USA, Activity.NAVAL_MOVE) == 1


def test_11_4_2_one_move_an_impulse_and_face_down_in_port() -> None:
    g = war(("Germany", "Commonwealth"))
    act(g, "Commonwealth", Action.NAVAL)
    unit = ship(g, "Commonwealth", "CA", "any", "London")
    port = at(g, "Plymouth")
    drive(g, naval_movement.sail(g, TaskForce(COMMONWEALTH, g.units.at[unit], (unit,)), port))
    assert (g.units.at[unit], g.units.down[unit]) == (port, 1)
    refusal = naval_movement.may_move(g, COMMONWEALTH, unit)
    assert refusal is not None and refusal.rule == "11.4.1"
    g.units[unit].down = 0
    refusal = naval_movement.may_move(g, COMMONWEALTH, unit)
    assert refusal is not None and refusal.rule == "11.4.2"


def test_11_4_5_cargo_goes_along_and_debarks() -> None:
    """A corps sails on a TRS from port to port and debarks face-up; an AMPH takes no armour."""
    g = war(("Germany", "Commonwealth"))
    act(g, "Commonwealth", Action.NAVAL)
    trs, amph = ship(g, "Commonwealth", "TRS", "any", "London"), ship(g, "Commonwealth", "AMPH", "any", "London")
    foot, tanks = put(g, "Commonwealth INF any", "London"), put(g, "Commonwealth ARM any", "London")
    force = TaskForce(COMMONWEALTH, at(g, "London"), (trs, amph))
    assert naval_movement.may_embark(g, force, (foot, trs)) is None
    refusal = naval_movement.may_embark(g, force, (tanks, amph))
    assert refusal is not None and refusal.rule == "11.4.5"
    naval_movement.embark(g, (foot, trs))
    refusal = naval_movement.may_embark(g, force, (tanks, trs))
    assert refusal is not None and "already" in refusal.reason
    drive(g, naval_movement.sail(g, TaskForce(COMMONWEALTH, at(g, "London"), (trs,)), at(g, "Plymouth")))
    assert (g.units.at[foot], g.units.aboard[foot], g.units.down[foot], g.units.down[trs]) == (at(g, "Plymouth"), NOWHERE, 0, 1)


# --- interception (11.4.6) ----------------------------------------------------------------------------------------------------


def north_sea() -> tuple[War, dict[str, int], tuple[int, ...]]:
    """wif-11.4.6: a British watch in the North Sea in storm, the German fleet in Kiel."""
    g = war(("Germany", "Commonwealth"))
    sky(g, Weather.STORM)
    act(g, "Germany", Action.NAVAL)
    watch = {
        "sub": ship(g, "Commonwealth", "SUB", "any", NORTH_SEA, 2),
        "Curacoa": ship(g, "Commonwealth", "CL", "any", NORTH_SEA, 0),
        "Ceres": ship(g, "Commonwealth", "CL", "any", NORTH_SEA, 1),
        "Royal Oak": ship(g, "Commonwealth", "BB", "Royal Oak", NORTH_SEA, 3),
        "Hood": ship(g, "Commonwealth", "BB", "Hood", NORTH_SEA, 4),
    }
    fleet = (ship(g, "Germany", "BB", "Bismarck", "Kiel"), ship(g, "Germany", "CA", "any", "Kiel"))
    return g, watch, fleet


def test_11_4_6_a() -> None:
    """wif-11.4.6-a: a 2 in storm is a 3: the ships in sections 3 and 4 intercept, the others and the submarine do not."""
    g, watch, _ = north_sea()
    sides = Sides(at(g, NORTH_SEA), 0, [False, True], [[], list(watch.values())])
    assert naval_search.found_sections(g, sides, 1, 2, plain=True) == [3, 4]
    assert set(naval_search.in_sections(g, sides.committed[1], [3, 4])) == {watch["Royal Oak"], watch["Hood"]}


def test_11_4_6_b_and_c() -> None:
    """wif-11.4.6-b, wif-11.4.6-c: the moving force is always in the first round; later a roll of 2 finds section 3 alone."""
    g, watch, fleet = north_sea()
    others = [ship(g, "Germany", "CL", "any", NORTH_SEA, 2), ship(g, "Germany", "CA", "any", NORTH_SEA, 3)]
    at_sea(g, NORTH_SEA, 2, *fleet)
    sides = Sides(at(g, NORTH_SEA), 0, [False, False])
    sides.committed = [[*fleet, *others], [u for n, u in watch.items() if n != "sub"]]
    drive(g, naval_combat.search(g, sides, frozenset(fleet), 2), dice=[5])
    assert set(sides.included[0]) == set(fleet)
    assert set(sides.included[1]) == {watch["Royal Oak"], watch["Hood"]}
    drive(g, naval_combat.search(g, sides, frozenset(), 0), dice=[2, 9])
    assert sides.included[0] == [others[1]]


def test_11_4_6_a_missed_interception_lets_the_force_go_on() -> None:
    """A 10 finds nobody; who is turned down stays down; submarines alone are never intercepted."""
    g, watch, fleet = north_sea()
    goal = g.ground.sections[at(g, NORTH_SEA)][1]
    flow = naval_movement.sail(g, TaskForce(GERMANY, at(g, "Kiel"), fleet), goal)
    drive(g, flow, [f"intercept u{watch['Hood']}", "keep_subs"], dice=[10])
    assert {g.units.at[u] for u in fleet} == {goal}
    assert g.units.down[watch["Hood"]] == 1
    boat = ship(g, "Germany", "SUB", "any", "Kiel")
    assert drive(g, naval_movement.sail(g, TaskForce(GERMANY, at(g, "Kiel"), (boat,)), goal)) == []


def test_11_4_6_an_intercepted_force_may_stop() -> None:
    g, watch, fleet = north_sea()
    goal = g.ground.sections[at(g, NORTH_SEA)][1]
    flow = naval_movement.sail(g, TaskForce(GERMANY, at(g, "Kiel"), fleet), goal)
    drive(g, flow, [f"intercept u{watch['Hood']}", "keep_subs", "stop 0"], dice=[1])
    assert {g.ground.section[g.units.at[u]] for u in fleet} == {0}


# --- search (11.5.5, 11.5.6) --------------------------------------------------------------------------------------------------


def test_11_5_5_a() -> None:
    """wif-11.5.5-a: with the Midway and a NAV in section 3 the American search number is 5, in storm 3."""
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jan/Feb 1944")
    midway = ship(g, "USA", "CV", "Midway", "Marianas", 3)
    assert naval_search.plane_range(g, midway) >= 7
    area = at(g, "Marianas")
    sky(g, Weather.RAIN)
    assert naval_search.search_number(g, [midway], area, 3) == 5
    sky(g, Weather.STORM)
    assert naval_search.search_number(g, [midway], area, 3) == 3


def test_11_5_5_b_transports_that_lie_low_are_seen_like_convoys() -> None:
    """The second example of 11.5.5, option 28: nine convoy points and a face-down TRS in section 0 take two off the roll."""
    for spotting, modifier in ((True, -1), (False, 0)):
        g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jan/Feb 1944", spotting_fleets=spotting)
        sky(g, Weather.RAIN)
        area = at(g, "China Sea")
        heap = g.units.add(counter=NOWHERE, power=JAPAN, country=g.facts.country["japan"], points=9).index
        at_sea(g, "China Sea", 0, heap)
        trs = ship(g, "Japan", "TRS", "any", "China Sea", 0)
        g.units[trs].down = 1
        assert naval_search.roll_modifier(g, area, [heap, trs]) == modifier
        g.units[trs].down = 0
        assert naval_search.roll_modifier(g, area, [heap, trs]) == 0
        assert naval_search.roll_modifier(g, area, [heap, trs], plain=True) == 1
        midway = ship(g, "USA", "CV", "Midway", "China Sea", 3)
        g.units[trs].down = 1
        cruiser = ship(g, "USA", "CL", "any", "China Sea", 4)
        sides = Sides(area, 1, committed=[[heap, trs], [midway, cruiser]])
        assert naval_search.found_sections(g, sides, 1, 6) == ([3] if spotting else [])


def marianas() -> tuple[War, Sides, dict[int, list[int]], dict[int, list[int]]]:
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
    ours = {
        1: [ship(g, "USA", "CV", "Lexington", "Marianas", 1), ship(g, "USA", "CL", "any", "Marianas", 1)],
        2: [ship(g, "USA", "CV", "Yorktown", "Marianas", 2), ship(g, "USA", "CA", "any", "Marianas", 2)],
        3: [ship(g, "USA", "CV", "Enterprise", "Marianas", 3), ship(g, "USA", "CA", "any", "Marianas", 3)],
        4: [ship(g, "USA", "CL", "any", "Marianas", 4)],
    }
    theirs = {
        0: [ship(g, "Japan", "CV", "Soryu", "Marianas", 0), ship(g, "Japan", "CL", "any", "Marianas", 0)],
        1: [ship(g, "Japan", "BB", "Yamato", "Marianas", 1)],
        3: [ship(g, "Japan", "CV", "Zuikaku", "Marianas", 3), ship(g, "Japan", "CA", "any", "Marianas", 3)],
    }
    sides = Sides(at(g, "Marianas"), 1)
    naval_search.commit(g, sides)
    return g, sides, ours, theirs


def test_11_5_5_c() -> None:
    """wif-11.5.5-c: a 3 finds with the ships of sections 2, 3 and 4; the other side's 7 with none, so the finder picks."""
    g, sides, ours, theirs = marianas()
    drive(g, naval_combat.search(g, sides, frozenset(), 0), ["section 0", "section 1", "enough"], dice=[3, 7])
    assert set(sides.included[1]) == {*ours[2], *ours[3], *ours[4]}
    assert set(sides.included[0]) == {*theirs[0], *theirs[1]}


def test_11_5_5_d() -> None:
    """wif-11.5.5-d: both find: each fights with those its own roll includes."""
    g, sides, ours, theirs = marianas()
    drive(g, naval_combat.search(g, sides, frozenset(), 0), dice=[3, 2])
    assert set(sides.included[1]) == {*ours[2], *ours[3], *ours[4]}
    assert set(sides.included[0]) == set(theirs[3])


def test_11_5_6_surprise_points() -> None:
    """wif-11.5.6: 4 for the section of the Zara and 7 for the other roll are 11; a carrier in 0 and a 3 are less."""
    g = war(("Italy", "Commonwealth"), turn="Jan/Feb 1944")
    sky(g, Weather.RAIN)
    zara = ship(g, "Italy", "CA", "Zara", "Western Mediterranean", 4)
    carrier = ship(g, "Commonwealth", "CV", "any", "Western Mediterranean", 0)
    sides = Sides(at(g, "Western Mediterranean"), 0, committed=[[zara], [carrier]], included=[[zara], [carrier]], rolls=[3, 7])
    own = naval_search.search_number(g, [carrier], sides.area, 0)
    assert naval_search.surprise_points(g, sides, 0) == 4 + 7
    assert naval_search.surprise_points(g, sides, 1) == own + 3
    g.powers[COMMONWEALTH].surprised_by = 1 << ITALY
    assert naval_search.surprise_points(g, sides, 1) == 0


def test_11_5_5_convoys_are_easy_to_find_in_fair_weather() -> None:
    """Every ten enemy convoy points, or part, take one off the roll; not in storm, not in an interception."""
    g = war(("Germany", "Commonwealth"))
    heap = convoys(g, "Commonwealth", NORTH_SEA, 11)
    area = at(g, NORTH_SEA)
    assert naval_search.roll_modifier(g, area, [heap]) == -2
    assert naval_search.roll_modifier(g, area, [heap], plain=True) == 0
    sky(g, Weather.STORM)
    assert naval_search.roll_modifier(g, area, [heap]) == 1


# --- starting a combat (11.5.1, 11.5.2, 11.6) ---------------------------------------------------------------------------------


def test_11_5_1_who_may_seek_battle() -> None:
    g = war(("Germany", "Commonwealth"))
    act(g, "Germany", Action.NAVAL)
    raider = ship(g, "Germany", "BB", "any", NORTH_SEA, 3)
    area = at(g, NORTH_SEA)
    refusal = naval_combat.may_fight(g, Hunt(GERMANY), area)
    assert refusal is not None and refusal.rule == "11.5.1"
    ship(g, "Commonwealth", "CL", "any", NORTH_SEA, 0)
    assert naval_combat.may_fight(g, Hunt(GERMANY), area) is None
    act(g, "Germany", Action.LAND)
    refusal = naval_combat.may_fight(g, Hunt(GERMANY), area)
    assert refusal is not None and "land" in refusal.reason
    act(g, "Germany", Action.NAVAL)
    g.units[raider].down = 1
    refusal = naval_combat.may_fight(g, Hunt(GERMANY), area)
    assert refusal is not None and refusal.rule == "11.5.2"


def test_11_6_a() -> None:
    """wif-11.6-a: where the active side moved surface ships and did not fight, the other side may start a combat."""
    g = war(("Italy", "Commonwealth"))
    area = at(g, "Eastern Mediterranean")
    act(g, "Commonwealth", Action.NAVAL)
    ship(g, "Italy", "BB", "any", "Eastern Mediterranean", 2)
    ship(g, "Commonwealth", "TRS", "any", "Eastern Mediterranean", 0)
    refusal = naval_combat.may_fight(g, Hunt(ITALY, second=True), area)
    assert refusal is not None and refusal.rule == "11.6"
    g.hexes[area].entered = 1 << 1
    assert naval_combat.may_fight(g, Hunt(ITALY, second=True), area) is None
    g.hexes[area].fought = 1
    assert naval_combat.may_fight(g, Hunt(ITALY, second=True), area) is not None


# --- results (11.5.8, 11.5.10) ------------------------------------------------------------------------------------------------


def test_11_5_8_b() -> None:
    """wif-11.5.8-b: 15 factors against three ships are an X and an A; 7 factors a D and two A."""
    g = war(("Germany", "USSR"))
    assert naval_combat.result_of(g, "surface", 15, 3, 0) == ["X", "A"]
    assert naval_combat.result_of(g, "surface", 7, 3, 0) == ["D", "A", "A"]
    assert naval_combat.result_of(g, "surface", 0, 3, 0) == []
    assert naval_combat.result_of(g, "surface", 1, 3, -1) == []


def test_11_5_8_c() -> None:
    """wif-11.5.8-c: an X on the Gneisenau rolls 5 and damages her; damaged, a 4 makes her abort: to Kiel, then to repair."""
    g = war(("Germany", "USSR"))
    unit = ship(g, "Germany", "BB", "Gneisenau", "Baltic Sea", 0)
    value = naval_damage.defence_value(g, unit)
    toll = Toll()
    dice(g, value + 2, value + 1)
    naval_damage.suffer(g, unit, "X", toll)
    assert (g.units.damaged[unit], toll.aborting) == (1, [])
    assert naval_damage.defence_value(g, unit) == value + 1
    naval_damage.suffer(g, unit, "A", toll)
    assert toll.aborting == [unit]
    drive(g, naval_damage.abort(g, unit))
    assert g.units.at[unit] == REPAIR_POOL


def test_11_5_8_two_half_aborts_are_one_and_a_second_hit_sinks() -> None:
    g = war(("Germany", "USSR"))
    unit = ship(g, "Germany", "BB", "Gneisenau", "Baltic Sea", 0)
    toll = Toll()
    dice(g, 10, 10)
    naval_damage.suffer(g, unit, "A", toll)
    assert (toll.aborting, toll.halves) == ([], {unit: 1})
    naval_damage.suffer(g, unit, "A", toll)
    assert toll.aborting == [unit]
    g.units[unit].damaged = 1
    dice(g, 1)
    naval_damage.suffer(g, unit, "D", Toll())
    assert g.units.at[unit] == FORCE_POOL


def test_11_5_8_g() -> None:
    """wif-11.5.8-g: with option 5 a D on four convoy points damages three, the next the last one."""
    g = war(("Germany", "Commonwealth"), ships_in_flames=True)
    heap = convoys(g, "Commonwealth", NORTH_SEA, 4)
    dice(g, 1, 1)
    toll = Toll()
    naval_damage.suffer(g, heap, "D", toll)
    struck = len(g.units) - 1
    assert (g.units.points[heap], g.units.points[struck], g.units.damaged[struck]) == (1, 3, 1)
    naval_damage.suffer(g, heap, "D", toll)
    assert g.units.damaged[heap] == 1
    assert naval_damage.ship_number(g, [heap, struck]) == 2


def test_11_5_10_asw_of_the_example() -> None:
    """wif-11.5.10: in 1942 without options ten convoy points, a CA and three air-to-sea factors are 7 against submarines."""
    g = war(("Germany", "USA"), turn="Jul/Aug 1942", ships_in_flames=False, light_cruisers=False)
    escorts = [
        convoys(g, "USA", NORTH_SEA, 10),
        ship(g, "USA", "BB", "any", NORTH_SEA, 0),
        ship(g, "USA", "CA", "any", NORTH_SEA, 0),
    ]
    assert naval_damage.asw_factors(g, escorts, planes=3) == 7
    assert naval_combat.result_of(g, "ASW", 7, 3, 0) == ["D", "D", "A"]
    assert naval_combat.result_of(g, "SUB", 8, 4, 2) == ["X", "D", "A", "A", "A"]


def test_11_5_10_b() -> None:
    """wif-11.5.10-b: two columns up 8 factors of submarines make an X, a D and three A: the X sinks five points, the D is laid on
    the other five for three surprise points, the first A sends these home, and the rest is ignored without convoys."""
    g = war(("Germany", "USA"), turn="Jul/Aug 1942", ships_in_flames=False, light_cruisers=False)
    boats = [ship(g, "Germany", "SUB", name, NORTH_SEA, 2) for name in ("any", "any", "any")]
    spare = naval_damage.sub_factors(g, boats)
    heap = convoys(g, "USA", NORTH_SEA, 10)
    cruiser, battleship = ship(g, "USA", "CA", "any", NORTH_SEA, 0), ship(g, "USA", "BB", "any", NORTH_SEA, 3)
    toll = Toll()
    sides = Sides(at(g, NORTH_SEA), 0, included=[boats, [heap, cruiser, battleship]], points=[7, 0])
    inflicted = naval_combat.result_of(g, "SUB", spare, 3, 2)
    hits = naval_combat.result_of(g, "ASW", naval_damage.asw_factors(g, [heap, cruiser, battleship]), 3, 0)
    assert inflicted[:3] == ["X", "D", "A"]
    answers = ["shift_own", "shift_own", "no_shift", f"suffer u{boats[0]}", f"suffer u{boats[1]}", f"suffer u{boats[2]}"]
    assert len(hits) == 3
    answers += ["owner", "choose", f"suffer u{heap}"]
    rolls = [10] * len(hits) + [1] * 8
    drive(g, naval_combat.submarine_round(g, sides, 0, toll), answers, dice=rolls)
    heaps = [u for u, c in enumerate(g.units.counter) if c == NOWHERE]
    assert sum(g.units.points[u] for u in heaps if g.units.at[u] == GONE) == 5
    assert g.units.damaged[heap] and heap in toll.aborting and g.units.points[heap] == 5
    assert not g.units.damaged[cruiser] and cruiser not in toll.aborting


def test_11_5_10_three_points_choose_any_ship_that_was_found() -> None:
    """The submarines' player names the battleship of section 3 for the odd loss, which else falls on convoys alone."""
    g = war(("Germany", "USA"), turn="Jul/Aug 1942", ships_in_flames=False, light_cruisers=False)
    boats = [ship(g, "Germany", "SUB", "any", NORTH_SEA, 2) for _ in range(4)]
    heap, battleship = convoys(g, "USA", NORTH_SEA, 10), ship(g, "USA", "BB", "any", NORTH_SEA, 3)
    hits = naval_combat.result_of(g, "ASW", naval_damage.asw_factors(g, [heap, battleship]), 4, 0)
    for points, answers in ((0, []), (3, ["no_shift", *(f"suffer u{b}" for b in boats[: len(hits)]), "choose"])):
        h = war(("Germany", "USA"), turn="Jul/Aug 1942", ships_in_flames=False, light_cruisers=False)
        boats = [ship(h, "Germany", "SUB", "any", NORTH_SEA, 2) for _ in range(4)]
        heap, battleship = convoys(h, "USA", NORTH_SEA, 10), ship(h, "USA", "BB", "any", NORTH_SEA, 3)
        sides = Sides(at(h, NORTH_SEA), 0, included=[boats, [heap, battleship]], points=[points, 0])
        last = [f"suffer u{battleship}"] if points else []
        drive(h, naval_combat.submarine_round(h, sides, 0, Toll()), [*answers, *last], dice=[1] * 40)
        assert (h.units.at[battleship] < 0 or bool(h.units.damaged[battleship])) == bool(points)


def test_11_5_8_e_a_result_strikes_a_lot_of_convoy_points_whoever_owns_them() -> None:
    """With option 5 an X and a D on a US and four British points sink three and damage the two that are left."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), ships_in_flames=True)
    own, friend = convoys(g, "USA", NORTH_SEA, 1), convoys(g, "Commonwealth", NORTH_SEA, 4)
    toll = Toll()
    dice(g, 1, 1)
    naval_damage.suffer(g, own, "X", toll, among=[own, friend])
    heaps = [u for u, c in enumerate(g.units.counter) if c == NOWHERE]
    assert sum(g.units.points[u] for u in heaps if g.units.at[u] == GONE) == 3 and g.units.at[own] == GONE
    naval_damage.suffer(g, friend, "D", toll, among=[friend])
    assert g.units.points[friend] == 2 and g.units.damaged[friend]


def test_11_5_8_damaged_points_taken_off_a_heap_can_be_struck_again() -> None:
    g = war(("Germany", "Commonwealth"), ships_in_flames=False)
    heap = convoys(g, "Commonwealth", NORTH_SEA, 10)
    toll = Toll()
    dice(g, 1)
    naval_damage.suffer(g, heap, "D", toll)
    assert [g.units.damaged[u] for u in toll.everybody([heap])] == [0, 1]


def dice(g: War, *values: int) -> None:
    g.dice = FixedDice(*values)


def test_11_5_11_who_aborts_takes_all_along() -> None:
    """After a round a side may abort: all its committed units go home, uncommitted submarines stay."""
    g = war(("Germany", "Commonwealth"))
    act(g, "Germany", Action.NAVAL)
    raider = ship(g, "Germany", "BB", "Bismarck", NORTH_SEA, 3)
    boat = ship(g, "Germany", "SUB", "any", NORTH_SEA, 1)
    foe = ship(g, "Commonwealth", "BB", "Hood", NORTH_SEA, 3)
    for power in ("Germany", "Commonwealth"):
        for _ in range(3):
            ship(g, power, "BB" if power == "Commonwealth" else "CA", "any", NORTH_SEA, 3)
    sides = Sides(at(g, NORTH_SEA), 0)
    flow = naval_combat.combat(g, sides)
    seen = play(g, flow, {"keep_subs": "keep_subs", "fight": "fight", "no_shift": "no_shift", "owner": "owner"}, "abort")
    assert "abort" in seen
    assert g.ground.land[g.units.at[raider]] or g.units.at[raider] < 0
    assert g.ground.section[g.units.at[boat]] == 1
    assert g.units.at[foe] >= 0 or g.units.at[foe] in (FORCE_POOL, REPAIR_POOL)


def play(g: War, flow: Any, wanted: dict[str, str], last: str) -> list[str]:
    """Answer by verb, search rolls of 1, defence rolls of 10 so that nothing sinks at once."""

    class Loaded:
        def __init__(self) -> None:
            self.values = cycle([1, 1, 10, 10, 10, 10, 10, 10])

        def roll(self, number: int, count: int, die: Any) -> list[int]:
            return [next(self.values) for _ in range(count)]

    g.dice = Loaded()
    seen: list[str] = []

    def choose(ask: Any) -> Any:
        verbs = {o.verb: o for o in ask.options}
        option = verbs.get(last) or next((verbs[v] for v in wanted if v in verbs), ask.options[0])
        seen.append(option.verb)
        return option

    try:
        ask = next(flow)
        for _ in range(200):
            if isinstance(ask, Together):
                ask.begin(g)
                for seat in ask.flows:
                    while seat in ask.asks:
                        ask.hear(g, seat, choose(ask.asks[seat]))
                ask = flow.send(ask.end(g))
                continue
            ask = flow.send(choose(ask))
    except StopIteration:
        return seen
    raise AssertionError("no end")


# --- naval air combat (11.5.9) ------------------------------------------------------------------------------------------------


def test_11_5_9_a_and_b() -> None:
    """wif-11.5.9-a, wif-11.5.9-b: 7 against 4.3 is +3 and -3; two surprise points make +4; against 3 it is +5."""
    g = war(("Germany", "USSR"))
    ours = [Plane(0, 7, 0, True, False)]
    theirs = [Plane(1, 4, 0, True, False), Plane(2, 3, 0, True, False)]
    assert naval_air_combat.strength(g, theirs) == Fraction(43, 10)
    assert [naval_air_combat.air_value(g, [ours, theirs], side, [0, 0]) for side in (0, 1)] == [3, -3]
    assert naval_air_combat.air_value(g, [ours, theirs], 0, [1, 0]) == 4
    assert naval_air_combat.air_value(g, [ours, theirs[1:]], 0, [1, 0]) == 5


def raid(g: War, land: int, carriers: int) -> list[Plane]:
    planes = [Plane(ship_plane(g), 0, 3, False, False) for _ in range(land)]
    return planes + [Plane(ship(g, "Japan", "CV", "any", "Marianas", 2), 0, 3, False, True) for _ in range(carriers)]


def ship_plane(g: War) -> int:
    unit = put(g, "Japan NAV any", "Tokyo")
    at_sea(g, "Marianas", 2, unit)
    return unit


def test_11_5_9_c_and_d() -> None:
    """wif-11.5.9-c, wif-11.5.9-d: 48 factors two columns up against six bombers add the best two of three dice: 2, 6, 10 are 16.

    Ten shoot a land-based bomber down, five drive another off, one factor does not press the attack."""
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
    column = g.charts.naval_columns["anti-air"].column(48) + 2
    found = g.charts.anti_air[f"c{column}", 6]
    assert (found.dice, found.added, found.lowest) == (3, 2, False)
    planes = raid(g, 4, 2)
    units = [p.unit for p in planes]
    guns: list[int] = []
    while naval_air_combat.anti_air(g, guns, {JAPAN}) < 48:
        guns.append(ship(g, "USA", "CA", "any", "Marianas", 3))
    sides = Sides(at(g, "Marianas"), 0)
    shift = column - g.charts.naval_columns["anti-air"].column(int(naval_air_combat.anti_air(g, guns, {JAPAN})))
    flow = naval_air_combat.flak(g, sides, 1, planes, guns, shift, ["japan", "usa"])
    drive(g, flow, ["at_land", f"falls u{units[0]}", "at_land", f"falls u{units[1]}"], dice=[2, 6, 10])
    assert g.units.at[units[0]] == FORCE_POOL
    assert g.units.at[units[1]] != g.ground.sections[at(g, "Marianas")][2]
    assert len(planes) == 4
    assert naval_air_combat.pressing(g, sides.area, planes, 1) == 11


def test_11_5_9_f_surprise_halves_the_guns_and_rain_the_attack() -> None:
    """wif-11.5.9-f: 21 anti-air factors are 10.5 against a surprise raid; five factors that press on are 2.5, so 3, in rain."""
    g = war(("Italy", "Commonwealth"), turn="May/Jun 1940")
    sky(g, Weather.RAIN)
    guns = [ship(g, "Italy", "BB", "any", "Western Mediterranean", 0)]
    full = naval_air_combat.anti_air(g, guns, {COMMONWEALTH})
    g.powers[ITALY].surprised_by = 1 << COMMONWEALTH
    assert naval_air_combat.anti_air(g, guns, {COMMONWEALTH}) == full / 2
    planes = [Plane(0, 0, 7, False, True)]
    assert naval_air_combat.pressing(g, at(g, "Western Mediterranean"), planes, 2) == 3


def test_14_4_a_carrier_that_lost_its_planes_stays_without_them() -> None:
    """It counts as no aircraft any more, and its search is worth no more than any ship's."""
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
    carrier = ship(g, "USA", "CV", "Enterprise", "Marianas", 3)
    assert naval_air_combat.has_aircraft(g, [carrier])
    naval_air_combat.shot_down(g, Plane(carrier, 4, 0, True, True))
    assert (g.units.no_planes[carrier], g.units.down[carrier]) == (1, 1)
    assert not naval_air_combat.has_aircraft(g, [carrier])
    assert naval_search.search_number(g, [carrier], at(g, "Marianas"), 3) == 3


def test_11_5_7_carriers_call_for_air_combat_in_fair_weather() -> None:
    """The side with planes may choose it; in storm nobody is asked and guns decide."""
    for weather, expected in ((Weather.FINE, naval_combat.IN_THE_AIR), (Weather.STORM, naval_combat.SURFACE)):
        g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
        sky(g, weather)
        carrier = ship(g, "USA", "CV", "Enterprise", "Marianas", 3)
        foe = ship(g, "Japan", "CA", "any", "Marianas", 2)
        sides = Sides(at(g, "Marianas"), 1, included=[[foe], [carrier]])
        asked = drive(g, kept(naval_combat.combat_type(g, sides)), ["in_the_air"] if weather == Weather.FINE else [])
        assert (CHOSEN[-1], bool(asked)) == (expected, weather == Weather.FINE)


CHOSEN: list[str] = []


def kept(flow: Any) -> Any:
    """Keep what a procedure gives."""
    CHOSEN.append((yield from flow))


def test_11_5_9_a_whole_carrier_battle() -> None:
    """Two fleets with carriers fight rounds of air combat to an end; planes are lost, ships damaged, sunk or sent home."""
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
    act(g, "USA", Action.NAVAL)
    for name in ("Enterprise", "Yorktown"):
        ship(g, "USA", "CV", name, "Marianas", 3)
    for name in ("Zuikaku", "Soryu"):
        ship(g, "Japan", "CV", name, "Marianas", 3)
    before = g.digest()
    seen = play(g, naval_combat.combat(g, Sides(at(g, "Marianas"), 1)), {"in_the_air": "", "bombers": "", "fight_on": ""}, "")
    assert "bombers" in seen and g.digest() != before


# --- coming home (13.4) -------------------------------------------------------------------------------------------------------


def test_13_4_who_must_return() -> None:
    g = war(("Germany", "Commonwealth"))
    low, high = ship(g, "Commonwealth", "CA", "any", NORTH_SEA, 0), ship(g, "Commonwealth", "CA", "any", NORTH_SEA, 3)
    heap = convoys(g, "Commonwealth", NORTH_SEA, 5)
    watch = return_to_base.Watch(COMMONWEALTH)
    refusal = return_to_base.may_stay(g, watch, low)
    assert refusal is not None and refusal.rule == "13.4"
    assert return_to_base.may_stay(g, watch, high) is None
    g.power = COMMONWEALTH
    drive(g, return_to_base.stay_or_return(g), [f"stay u{high}"])
    assert g.ground.section[g.units.at[high]] == 2
    assert g.units.staying[heap] == 1
    drive(g, return_to_base.bring_home(g))
    assert g.ground.land[g.units.at[low]] and g.units.down[low]
    drive(g, return_to_base.end_watch(g))
    assert not any(g.units.staying)


def test_13_4_3_without_a_base_a_ship_is_lost() -> None:
    """A ship that no port of its side can take in is destroyed when the step ends."""
    g = war(("Germany", "Commonwealth"))
    unit = ship(g, "Germany", "CA", "any", "Baltic Sea", 2)
    assert sailing.bases(g, unit)
    for s in range(g.board.size):
        if g.ground.port[s] and powers_by_hex(g)[s] == GERMANY:
            g.hexes[s].controller = g.facts.country["united_kingdom"]
    assert not sailing.bases(g, unit)
    drive(g, return_to_base.end_watch(g))
    assert g.units.at[unit] == FORCE_POOL


def test_13_4_reach_is_shorter_from_a_high_section() -> None:
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
    unit = ship(g, "USA", "CL", "any", "Marianas", 4)
    high = sailing.courses(g, unit, homeward=True)
    at_sea(g, "Marianas", 0, unit)
    low = sailing.courses(g, unit, homeward=True)
    assert set(high) <= set(low)
    assert all(low[s].move >= high[s].move for s in high)


def test_gather_lists_ports_with_ships_that_may_move() -> None:
    g = war(("Germany", "USSR"), ("Japan", "USA"))
    act(g, "USSR", Action.NAVAL)
    unit = ship(g, "USSR", "CA", "any", "Leningrad")
    assert naval_movement.harbours(g, Admiralty(USSR)) == [g.units.at[unit]]
    g.units[unit].down = 1
    assert naval_movement.harbours(g, Admiralty(USSR)) == []
    refusal = naval_movement.may_gather(g, Admiralty(USSR), g.units.at[unit])
    assert refusal is not None and refusal.rule == "11.4.1"
    assert naval_movement.harbours(g, Admiralty(JAPAN)) == []


# --- the way of a force (11.4.2) ----------------------------------------------------------------------------------------------


def test_11_4_2_the_owner_leads_a_force_through_the_seas_he_chooses() -> None:
    g = war(("Germany", "Commonwealth"))
    act(g, "Commonwealth", Action.NAVAL)
    cruiser = ship(g, "Commonwealth", "CA", "any", "Plymouth")
    gap, biscay, north = (at(g, name) for name in ("Faeroes Gap", "Bay of Biscay", "North Sea"))
    force = TaskForce(COMMONWEALTH, at(g, "Plymouth"), (cruiser,))
    first = waypoints(g, force)
    assert biscay in first and at(g, "Red Sea") not in first
    led = TaskForce(COMMONWEALTH, at(g, "Plymouth"), (cruiser,), (), (biscay,))
    direct, round_about = force.reach(g)[0], led.reach(g)[0]
    assert round_about[north].range < direct[north].range  # it went out and came back
    assert next(s for s, _ in _way(g, led, north)) == biscay and biscay not in [s for s, _ in _way(g, force, north)]
    goal = g.ground.sections[north][0]
    assert may_sail(g, led, goal) is None
    refused = may_lead(g, led, at(g, "Red Sea"))
    assert refused is not None and refused.rule == "11.4.2"
    refused = may_lead(g, TaskForce(COMMONWEALTH, at(g, "Plymouth")), biscay)
    assert refused is not None and "no ship" in refused.reason
    assert gap in waypoints(g, led) or gap in first


def test_11_4_6_the_way_decides_who_may_intercept() -> None:
    """A cruiser lies in the Bay of Biscay: led through it a force is met, on the way by itself it is not."""
    for via, met in ((("via bay_of_biscay",), True), ((), False)):
        g = war(("Germany", "Commonwealth"))
        act(g, "Commonwealth", Action.NAVAL)
        mine = ship(g, "Commonwealth", "CA", "any", "Plymouth")
        ship(g, "Germany", "CA", "any", "Bay of Biscay", section=4)
        place, goal = at(g, "Plymouth"), g.ground.sections[at(g, "North Sea")][0]
        answers = [f"gather {g.board.token(place)}", f"join u{mine}", *via, f"sail {g.board.token(goal)}"]
        prompts = drive(g, move_ships(g), answers, dice=[10] * 6)
        assert any("ntercept" in prompt for prompt in prompts) == met
        assert g.units.at[mine] == goal


def test_13_4_ships_come_home_by_the_way_their_owner_chooses() -> None:
    g = war(("Germany", "Commonwealth"))
    act(g, "Commonwealth", Action.NAVAL)
    mine = ship(g, "Commonwealth", "CA", "any", "Faeroes Gap", section=0)
    force = Return((mine,))
    assert force.ports(g)
    seas = force.seas(g)
    assert at(g, "North Sea") in seas and at(g, "Red Sea") not in seas
    led = Return((mine,), (at(g, "North Sea"),))
    assert at(g, "London") in led.ports(g)
    assert set(led.ports(g)) < set(force.ports(g)) | {at(g, "London")}
    drive(g, bring_home(g), ["via north_sea", "home W1536"])
    assert g.units.at[mine] == at(g, "London") and g.units.down[mine]


def test_11_4_2_a_ship_that_cannot_keep_up_is_not_split_off_beyond_its_range() -> None:
    """A convoy point led by Faeroes Gap and the Denmark Strait has no range left for the North Sea, where it was to be split off:
    the force does not sail there by that way; straight from the gap it does."""
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939")
    act(g, "Commonwealth", Action.NAVAL)
    battleship = put(g, "Commonwealth BB any", "Glasgow")
    convoy = g.units.add(counter=-1, power=4, country=g.facts.country["united_kingdom"], at=at(g, "Glasgow"), points=1).index
    box = g.ground.sections[at(g, "North Sea")][0]
    gap, strait = at(g, "Faeroes Gap"), at(g, "Denmark Strait")
    for via, able in (((gap, strait), False), ((gap,), True)):
        force = TaskForce(4, at(g, "Glasgow"), (battleship, convoy), ((convoy, box),), via)
        assert (box in goals(g, force)) == able, via


def numbered(g: War, counter: str, where: str) -> int:
    sheet = g.facts.counter(counter)
    n = g.facts.index[counter]
    return g.units.add(counter=n, power=POWER_INDEX[sheet.power], country=g.facts.nation[n], at=at(g, where)).index


def test_11_4_2_a_transport_calls_at_a_port_to_fetch_a_corps() -> None:
    """From London by the North Sea to Cherbourg, where a corps goes aboard, and on to sea again: one naval move. A force without
    a transport, or without anybody to fetch, is not led into a port, and nobody sails from a port to the same port."""
    g = war(("Germany", "Commonwealth"))
    act(g, "Commonwealth", Action.NAVAL)
    hold(g, "Commonwealth", "Cherbourg")
    transport = numbered(g, "N354", "London")  # range 3
    london, port, north = at(g, "London"), at(g, "Cherbourg"), at(g, "North Sea")
    led = TaskForce(COMMONWEALTH, london, (transport,), (), (north,))
    assert port not in waypoints(g, led)
    corps = put(g, "Commonwealth INF any", "Cherbourg")
    led = TaskForce(COMMONWEALTH, london, (transport,), (), (north,))
    assert port in waypoints(g, led) and london not in goals(g, led)
    cruiser = ship(g, "Commonwealth", "CA", "any", "London")
    assert port not in waypoints(g, TaskForce(COMMONWEALTH, london, (cruiser,), (), (north,)))
    goal = g.board.token(g.ground.sections[north][0])
    answers = [
        f"gather {g.board.token(london)}", f"join u{transport}", f"via {g.board.token(north)}", f"via {g.board.token(port)}",
        f"sail {goal}", f"embark u{corps} u{transport}", "done",
    ]  # fmt: skip
    drive(g, move_ships(g), answers)
    assert g.units.aboard[corps] == transport and not g.units.down[corps] and g.board.token(g.units.at[corps]) == goal
    assert not g.units.down[transport] and g.powers[COMMONWEALTH].naval == 1


def test_11_4_2_a_transport_fetches_a_corps_and_brings_it_home() -> None:
    """An American transport sails from London to Cherbourg and back in one move; the corps comes ashore face-up."""
    g = war(("Germany", "USA"), ("Germany", "Commonwealth"))
    act(g, "USA", Action.NAVAL)
    hold(g, "USA", "Cherbourg")
    transport = numbered(g, "N1263", "London")  # range 4
    london, port, north = at(g, "London"), at(g, "Cherbourg"), at(g, "North Sea")
    corps = put(g, "USA INF any", "Cherbourg")
    answers = [
        f"gather {g.board.token(london)}", f"join u{transport}", f"via {g.board.token(north)}", f"via {g.board.token(port)}",
        f"sail {g.board.token(london)}", f"embark u{corps} u{transport}", "done",
    ]  # fmt: skip
    drive(g, move_ships(g), answers)
    assert g.units.at[corps] == london and g.units.aboard[corps] == NOWHERE and not g.units.down[corps]
    assert g.units.at[transport] == london and g.units.down[transport]


def test_11_4_4_narrows_are_shut_through_a_port_too() -> None:
    """Even via Brest: while Germany holds London a British ship that calls at Brest from the Bay of Biscay does not come out into
    the North Sea."""
    for held, open_ in (("Commonwealth", True), ("Germany", False)):
        g = war(("Germany", "Commonwealth"))
        act(g, "Commonwealth", Action.NAVAL)
        hold(g, "Commonwealth", "Brest", "Bordeaux")
        hold(g, held, "London")
        cruiser = ship(g, "Commonwealth", "CA", "any", "Bordeaux")
        biscay, brest, north = at(g, "Bay of Biscay"), at(g, "Brest"), at(g, "North Sea")
        reach = TaskForce(COMMONWEALTH, at(g, "Bordeaux"), (cruiser,), (), (biscay, brest)).reach(g)[0]
        assert reach[biscay].before == brest and (north in reach and reach[north].before == brest) == open_


def test_11_4_2_option_16_a_ship_out_of_supply_turns_down_after_a_short_voyage_too() -> None:
    """2.4.3: from Brest to Bordeaux is short; cut off from any source the cruiser ends face-down all the same."""
    for fed in (True, False):
        g = war(("Germany", "Commonwealth"), dynamic_naval_movement=True)
        act(g, "Germany", Action.NAVAL)
        hold(g, "Germany", "Brest", "Bordeaux")
        cruiser = numbered(g, "N533", "Brest")  # 6 movement points: even with one for supply it uses half
        for name in () if fed else ("Bay of Biscay", "North Sea"):
            ship(g, "Commonwealth", "BB", "any", name, section=1)
        answers = [f"gather {g.board.token(at(g, 'Brest'))}", f"join u{cruiser}", f"sail {g.board.token(at(g, 'Bordeaux'))}"]
        drive(g, move_ships(g), answers)
        assert g.units.at[cruiser] == at(g, "Bordeaux") and bool(g.units.down[cruiser]) == (not fed)


def test_11_4_2_option_17_a_friend_that_began_the_impulse_there_helps_wherever_it_is_now() -> None:
    g = war(("Germany", "Commonwealth"), presence_of_the_enemy=True)
    mine = ship(g, "Commonwealth", "CA", "any", "Plymouth")
    friend = ship(g, "Commonwealth", "CA", "any", "North Sea", section=2)
    ship(g, "Germany", "CA", "any", "North Sea", section=2)
    north = at(g, "North Sea")
    assert north in sailing.watched_seas(g, mine)
    g.units[friend].from_ = g.units.at[friend]
    assert north not in sailing.watched_seas(g, mine)
    g.units[friend].at = at(g, "London")  # it was driven off since
    assert north not in sailing.watched_seas(g, mine)


def test_11_4_6_part_of_a_force_that_fought_through_stays_for_another_naval_move() -> None:
    """Of two cruisers that fought through the North Sea one stays there and one sails on: two naval moves; in a combined action
    whose only move is used nobody parts."""
    for action, moves in ((Action.NAVAL, 2), (Action.COMBINED, 1)):
        g = war(("Germany", "Commonwealth"))
        act(g, "Germany", action)
        g.powers[GERMANY].naval = 0 if action == Action.NAVAL else left(g, GERMANY, Activity.NAVAL_MOVE) - 1
        before = g.powers[GERMANY].naval
        pair = [ship(g, "Germany", "CA", "any", "Kiel") for _ in range(2)]
        hunter = ship(g, "Commonwealth", "CA", "any", "North Sea", section=4)
        kiel, goal = at(g, "Kiel"), g.ground.sections[at(g, "Faeroes Gap")][0]
        parting = [f"part u{pair[0]}"] if moves == 2 else []
        answers = [
            f"gather {g.board.token(kiel)}", *(f"join u{u}" for u in pair), f"sail {g.board.token(goal)}", f"intercept u{hunter}",
            "through 0", "avoid", *parting,
        ]  # fmt: skip
        drive(g, move_ships(g), answers, dice=[1, 10, 10, 10, 10, 10, 10, 10])
        assert g.powers[GERMANY].naval - before == moves
        north = set(g.ground.sections[at(g, "North Sea")])
        assert [g.units.at[u] in north for u in pair] == [moves == 2, False]


def test_13_4_submarines_and_surface_ships_of_a_section_come_home_apart() -> None:
    """A submarine and a cruiser leave section 1 of the Bay of Biscay: the cruiser alone is met in the North Sea by a ship that
    stays there, and each has a port of its own choice."""
    g = war(("Germany", "Commonwealth"))
    g.power = GERMANY
    hold(g, "Germany", "Brest")
    boat = ship(g, "Germany", "SUB", "any", "Bay of Biscay", section=1)
    cruiser = ship(g, "Germany", "CA", "any", "Bay of Biscay", section=1)
    hunter = ship(g, "Commonwealth", "CA", "any", "North Sea", section=4)
    g.units[hunter].staying = 1
    kiel, brest = g.board.token(at(g, "Kiel")), g.board.token(at(g, "Brest"))
    prompts = drive(g, bring_home(g), [f"home {kiel}", f"home {brest}"])
    assert g.units.at[boat] == at(g, "Kiel") and g.units.at[cruiser] == at(g, "Brest")
    assert not any("intercept" in prompt for prompt in prompts)


def test_13_4_ships_of_a_section_choose_their_ports_one_by_one() -> None:
    g = war(("Germany", "Commonwealth"))
    g.power = GERMANY
    hold(g, "Germany", "Brest")
    pair = [ship(g, "Germany", "CA", "any", "Bay of Biscay", section=1) for _ in range(2)]
    kiel, brest = g.board.token(at(g, "Kiel")), g.board.token(at(g, "Brest"))
    drive(g, bring_home(g), [f"later u{pair[1]}", f"home {kiel}", f"home {brest}"])
    assert [g.units.at[u] for u in pair] == [at(g, "Kiel"), at(g, "Brest")]


def test_11_5_2_what_a_power_chose_in_its_own_impulse_does_not_bind_it_in_the_other_s() -> None:
    """11.6: Italy took an air action; in the Allied impulse a cruiser of its may seek battle, in its own only an aircraft."""
    g = war(("Italy", "Commonwealth"))
    act(g, "Italy", Action.AIR)
    cruiser = ship(g, "Italy", "CA", "any", "Eastern Mediterranean", section=2)
    ship(g, "Commonwealth", "CA", "any", "Eastern Mediterranean", section=2)
    area = at(g, "Eastern Mediterranean")
    assert naval_combat.starters(g, ITALY, area) == []
    g.side = 1
    assert naval_combat.starters(g, ITALY, area) == [cruiser]


@pytest.mark.parametrize(("word", "meetings"), [("together", 1), ("one_by_one", 2)])
def test_11_5_8_ships_that_abort_to_one_port_sail_together_or_apart(word: str, meetings: int) -> None:
    """Two cruisers abort from the Bay of Biscay to Kiel past a cruiser in the North Sea, which may try once or twice."""
    g = war(("Germany", "Commonwealth"))
    pair = [ship(g, "Germany", "CA", "any", "Bay of Biscay", section=1) for _ in range(2)]
    ship(g, "Commonwealth", "CA", "any", "North Sea", section=4)
    kiel = g.board.token(at(g, "Kiel"))
    prompts = drive(g, naval_damage.abort_all(g, pair), [f"return {kiel}", f"return {kiel}", word])
    assert {g.units.at[u] for u in pair} == {at(g, "Kiel")}
    assert sum("intercept" in prompt for prompt in prompts) == meetings


def test_15_1_only_ships_that_all_raiders_surprise_fire_with_half_their_guns() -> None:
    """A port holds a German and an Italian battleship; the Commonwealth has just declared war on Italy: the Italian guns are
    halved, the German ones are not, and none are while an aircraft of a power that was at war before takes part."""
    g = war(("Germany", "Commonwealth"), ("Italy", "Commonwealth"), ("Italy", "USA"))
    g.powers[ITALY].surprised_by = 1 << COMMONWEALTH
    italian, german = ship(g, "Italy", "BB", "Littorio", "La Spezia"), ship(g, "Germany", "BB", "Bismarck", "La Spezia")
    guns = [Fraction(g.units[u].sheet.anti_air) for u in (italian, german)]
    assert guns[0] > 0
    assert naval_air_combat.anti_air(g, [italian, german], {COMMONWEALTH}) == guns[0] / 2 + guns[1]
    assert naval_air_combat.anti_air(g, [italian, german], {COMMONWEALTH, USA}) == sum(guns)


def test_11_4_5_who_went_aboard_goes_ashore_if_the_transport_stays_in_port() -> None:
    g = war(("Germany", "Commonwealth"))
    act(g, "Commonwealth", Action.NAVAL)
    transport, corps = numbered(g, "N354", "London"), put(g, "Commonwealth INF any", "London")
    london = g.board.token(at(g, "London"))
    drive(g, move_ships(g), [f"gather {london}", f"join u{transport}", f"embark u{corps} u{transport}", "back"])
    assert g.units.aboard[corps] == NOWHERE and g.units.at[corps] == at(g, "London") and not g.units.down[corps]


@pytest.mark.parametrize("neutral", [True, False])
def test_11_6_only_who_is_at_war_with_somebody_there_brings_the_answer_about(neutral: bool) -> None:
    """A neutral American cruiser sails among Italians and British: Italy seeks no battle for that, for a British one it may."""
    g = war(("Italy", "Commonwealth"), scenario="global_war_1939")
    g.powers[USA].plays = 1
    area = at(g, "Eastern Mediterranean")
    act(g, "Commonwealth", Action.NAVAL)
    ship(g, "Italy", "BB", "any", "Eastern Mediterranean", 2)
    ship(g, "Commonwealth", "CA", "any", "Eastern Mediterranean", 0)
    mover = ship(g, "USA" if neutral else "Commonwealth", "CL", "any", "Eastern Mediterranean", 3)
    naval_search.note_entry(g, [mover], area)
    assert (naval_combat.may_fight(g, Hunt(ITALY, second=True), area) is None) == (not neutral)
