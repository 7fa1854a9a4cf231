"""13.6.10 with options 32 and 40: facilities are built on the map, step by step; specialised factories."""

from __future__ import annotations

from grognard.titles.wif.facts import GERMANY, ITALY, JAPAN, USSR
from grognard.titles.wif.rules.building import Purse, spend
from grognard.titles.wif.rules.facilities import FOUND, due_works, may_build_facility, may_found, open_works
from grognard.titles.wif.rules.groundworks import FACTORY, WELL, Groundwork, drop_lost, groundworks, keep
from grognard.titles.wif.rules.railways import A_ROAD
from grognard.titles.wif.rules.reinforcements import Arrival, _may_wait
from grognard.titles.wif.rules.resources import standing
from grognard.titles.wif.rules.roads import may_begin_road
from grognard.titles.wif.rules.site_building import (
    Plot,
    begin_facility,
    begin_factory,
    begin_well,
    go_on_building,
    may_begin_factory,
    may_begin_well,
    may_go_on_building,
    may_plot,
    plan_road,
    road_plots,
)
from grognard.titles.wif.rules.track_building import begin_chosen, go_on, may_choose_unit, may_continue, may_rush
from grognard.titles.wif.rules.track_losses import targets
from grognard.titles.wif.rules.tracks import on_track, step_cost, yard_saves
from grognard.titles.wif.state import AIR_RESERVE, FORCE_POOL, TRACK, War, slot_of

from .field import at, beside, drive, hold, put, war


def world(points: int = 20) -> War:
    g = war(("Germany", "USSR"), ("Germany", "Commonwealth"), ("Italy", "Commonwealth"), turn="May/Jun 1941",
            scenario="global_war_1939", facilities=True, factories_in_flames=True)  # fmt: skip
    g.power = GERMANY
    g.powers[GERMANY].build_points = points
    return g


def fort(g: War, number: str = "X199") -> int:
    counter = next(n for n, c in enumerate(g.facts.counters) if c.id == number)
    power = GERMANY
    return g.units.add(counter=counter, power=power, country=g.facts.country["germany"], at=FORCE_POOL).index


def next_turn(g: War, points: int = 20) -> None:
    g.turn += 1
    g.powers[GERMANY].begun = 0
    g.powers[GERMANY].build_points = points


def test_13_6_10_g() -> None:
    """wif-13.6.10-g: a fort begun in Kiel for a point has a 5 on it; it is paid for by steps, never rushed, and faces where its
    owner likes when it is ready."""
    g, kiel = world(), g_kiel()
    unit = fort(g)
    drive(g, begin_facility(g, Purse(GERMANY, 20), unit), [f"build_in {kiel}"])
    row = g.units[unit]
    assert (row.at, row.yard, row.stage, g.powers.build_points[GERMANY]) == (TRACK, at(g, "Kiel"), 5, 19)
    assert not on_track(g, at(g, "Kiel")) and unit not in targets(
        g, at(g, "Kiel")
    )  # it takes no room, and bombs harm it as built ones
    assert may_continue(g, Purse(GERMANY, 9), unit) is not None  # it has moved on this turn
    no = may_rush(g, Purse(GERMANY, 9), unit)
    assert no is not None and no.rule == "13.6.10"
    for left in range(4, 0, -1):
        next_turn(g)
        assert step_cost(g, unit) == (left == 4)  # of its two points the second, then nothing
        go_on(g, Purse(GERMANY, 20), unit)
    assert row.at == slot_of(g.turn + 1)
    next_turn(g)
    put(g, "USSR ARM any", beside(g, "Kiel"))  # 13.6.10: it arrives in an enemy zone too
    assert due_works(g) == [GERMANY]
    drive(g, open_works(g))
    assert row.at == at(g, "Kiel") and row.sides


def g_kiel() -> str:
    g = world()
    return str(g.board.token(at(g, "Kiel")))


def test_13_6_10_facilities_are_not_begun_beside_enemies_nor_on_the_circle() -> None:
    g = world()
    unit, kiel = fort(g), at(g, "Kiel")
    assert may_plot(g, Plot(GERMANY, unit), kiel) is None
    put(g, "USSR ARM any", beside(g, "Kiel"))
    assert may_plot(g, Plot(GERMANY, unit), kiel) is not None
    no = may_begin_factory(g, Purse(GERMANY, 20), kiel)
    assert no is not None
    for refused in (
        may_found(g, Purse(GERMANY, 20)),
        may_build_facility(g, Purse(GERMANY, 20), unit),
        may_begin_road(g, Purse(GERMANY, 20), 5),
    ):
        assert refused is not None and refused.rule == "13.6.10"
    g.options.factories_in_flames = False
    assert may_found(g, Purse(GERMANY, 20)) is None and FOUND.name == "factory"
    assert may_begin_factory(g, Purse(GERMANY, 20), at(g, "Munich")) is not None


def test_13_6_10_a_factory_by_steps() -> None:
    """Eight points and four turns: five at once in box 4, or one in box 6 with a 2; the rest a point a turn."""
    g = world()
    munich = at(g, "Munich")
    before = standing(g, munich)[1]
    assert may_begin_factory(g, Purse(GERMANY, 1), munich) is None and may_begin_factory(g, Purse(GERMANY, 0), munich) is not None
    drive(g, begin_factory(g, Purse(GERMANY, 20), munich), ["spend 1"])
    assert groundworks(g) == [Groundwork(GERMANY, FACTORY, munich, 6, 5, 2, g.turn + 1)]
    g.sites = []
    drive(g, begin_factory(g, Purse(GERMANY, 20), munich), ["spend 5"])
    assert groundworks(g) == [Groundwork(GERMANY, FACTORY, munich, 4, 3, 0, g.turn + 1)]
    assert may_go_on_building(g, Purse(GERMANY, 9), 0) is not None
    for _ in range(3):
        next_turn(g, 4)
        assert may_go_on_building(g, Purse(GERMANY, 0), 0) is not None and may_go_on_building(g, Purse(GERMANY, 1), 0) is None
        go_on_building(g, Purse(GERMANY, 4), 0)
        assert g.powers.build_points[GERMANY] == 3
    assert not due_works(g) and groundworks(g)[0].box == 1
    next_turn(g)
    assert may_go_on_building(g, Purse(GERMANY, 9), 0) is not None and due_works(g) == [GERMANY]
    drive(g, open_works(g))
    assert standing(g, munich)[1] == before + 1 and not g.sites and g.hexes.built_blue[munich] == 1


def test_13_6_10_what_is_not_ready_is_lost_with_its_hex_but_a_well_goes_on() -> None:
    g = world()
    hold(g, "Italy", "libya")
    g.powers[ITALY].plays = 1
    munich, libya = at(g, "Munich"), at(g, "E2703")
    works = [Groundwork(GERMANY, FACTORY, munich, 3, 2, 0, g.turn), Groundwork(ITALY, WELL, libya, 3, 2, 0, g.turn)]
    keep(g, works)
    drop_lost(g)
    assert groundworks(g) == works
    hold(g, "USSR", "Munich")
    hold(g, "Germany", "E2703")
    drop_lost(g)
    assert [(w.power, w.what) for w in groundworks(g)] == [(GERMANY, WELL)]


def test_13_6_10_a_well_and_a_road_by_steps() -> None:
    g = world()
    hold(g, "Commonwealth", "libya")
    well, germans = at(g, "E2703"), Purse(GERMANY, 20)
    assert may_begin_well(g, germans, well) is not None
    hold(g, "Germany", "libya")
    assert may_begin_well(g, germans, well) is None
    assert may_begin_well(g, germans, at(g, "Munich")) is not None
    drive(g, begin_well(g, germans, well))
    assert groundworks(g)[0].what == WELL and may_begin_well(g, germans, well) is not None
    spot = road_plots(g, Plot(GERMANY, turns=5), rails=False)[0]
    drive(g, plan_road(g, germans, 5), [f"road {g.board.token(spot)}"])
    road = groundworks(g)[1]
    assert (road.what, road.space, road.box) == (A_ROAD, spot, 5)  # three points for five turns: one now
    keep(g, [Groundwork(GERMANY, A_ROAD, spot, 1, 0, 0, g.turn)])
    drive(g, open_works(g))
    assert g.hexes.laid[spot] == A_ROAD


def test_13_6_10_everything_is_continued_in_the_step() -> None:
    g = world()
    keep(
        g,
        [
            Groundwork(GERMANY, FACTORY, at(g, "Munich"), 3, 2, 0, g.turn),
            Groundwork(USSR, FACTORY, at(g, "Moscow"), 3, 2, 0, g.turn),
        ],
    )
    drive(g, spend(g, GERMANY), ["go_on_everywhere", "done"])
    assert [w.box for w in groundworks(g)] == [2, 3]


def test_13_6_10_a_specialised_factory_builds_what_its_owner_chooses_once_a_turn() -> None:
    g = world()
    g.options.gearing_limits = False
    tanks = [put(g, "Germany ARM any", "Berlin") for _ in range(3)]
    foot = put(g, "Germany INF any", "Berlin")
    for unit in (*tanks, foot):
        g.units[unit].at = FORCE_POOL
    nuremberg, purse = at(g, "Nuremberg"), Purse(GERMANY, 20)
    assert ("Nuremberg", "armour") in g.charts.specialities[GERMANY]
    assert may_choose_unit(g, purse, (foot, nuremberg)) is not None  # another class
    assert may_choose_unit(g, purse, (tanks[1], at(g, "Leipzig"))) is not None  # no specialised place
    assert may_choose_unit(g, Purse(GERMANY, 0), (tanks[1], nuremberg)) is not None
    assert may_choose_unit(g, purse, (tanks[1], nuremberg)) is None
    drive(g, begin_chosen(g, purse, (tanks[1], nuremberg)), ["spend 2"])
    row = g.units[tanks[1]]
    assert (row.at, row.yard) == (TRACK, nuremberg) and {g.units.at[tanks[0]], g.units.at[tanks[2]]} == {FORCE_POOL}
    assert g.powers.build_points[GERMANY] == 18
    no = may_choose_unit(g, purse, (tanks[2], nuremberg))
    assert no is not None and no.rule == "13.6.10"
    hold(g, "USSR", "Nuremberg")
    g.specialised = []
    assert may_choose_unit(g, purse, (tanks[2], nuremberg)) is not None


def test_13_6_10_a_shipyard_counts_its_own_ships_alone() -> None:
    """Tokyo's yard is for SCS: what is spent on an aircraft there opens nothing and uses nothing up."""
    g = war(("Japan", "USA"), turn="May/Jun 1942", scenario="global_war_1939", factories_in_flames=True)
    tokyo = at(g, "Tokyo")
    plane, ship = put(g, "Japan FTR any", "Tokyo"), put(g, "Japan CA any", "Tokyo")
    for unit in (plane, ship):
        row = g.units[unit]
        row.at, row.yard, row.stage, row.paid = TRACK, tokyo, 3, 0
    g.powers[JAPAN].build_points = 9
    go_on(g, Purse(JAPAN, 9), plane)
    assert not g.yard_points and yard_saves(g, ship, 1) == 0
    go_on(g, Purse(JAPAN, 8), ship)
    assert g.yard_points == {tokyo: 1} and yard_saves(g, ship, 1) == 1


def test_13_6_10_the_deploy_box_and_the_reserve_pool() -> None:
    """A unit that is complete may stay in its box; a machine out of the reserve pool arrives at any factory at home."""
    g = world()
    tank, plane = put(g, "Germany ARM any", "Berlin"), put(g, "Germany FTR any", "Berlin")
    g.units[tank].at, g.units[tank].yard = slot_of(g.turn), at(g, "Berlin")
    g.units[plane].at = AIR_RESERVE
    stay = Arrival(GERMANY, tank)
    assert _may_wait(g, stay, None) is None
    places = set(Arrival(GERMANY, plane).candidates(g))
    works = {s for s in g.ground.homeland["germany"] if g.ground.factories[s]}
    assert places and places <= works
    g.options.factories_in_flames = False
    assert _may_wait(g, stay, None) is not None
    assert not set(Arrival(GERMANY, plane).candidates(g)) <= works
