"""13.6.10: Factories in Flames (option 40): production tracks."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from grognard.kernel.dice import Dice, FixedDice
from grognard.kernel.flow import Ask
from grognard.titles.wif.agent import building
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, JAPAN, POWER_INDEX, USA, USSR
from grognard.titles.wif.ground import MAJOR_PORT
from grognard.titles.wif.kinds import WHOLE, Action, Activity, Type
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.bombardment import bomb_factories, bombing_targets, strategic_factors, take_effect
from grognard.titles.wif.rules.building import FITTING_OUT, HULL, Purse, spend
from grognard.titles.wif.rules.dockyards import lay_open, put_back
from grognard.titles.wif.rules.naval_air_combat import anti_air
from grognard.titles.wif.rules.naval_damage import defence_value, repair, surface_factors
from grognard.titles.wif.rules.port_attack import port_targets
from grognard.titles.wif.rules.production import build_points
from grognard.titles.wif.rules.rail import Railing
from grognard.titles.wif.rules.reinforcements import Arrival, may_arrive
from grognard.titles.wif.rules.sailing import courses_from, way
from grognard.titles.wif.rules.task_forces import Admiralty
from grognard.titles.wif.rules.tows import may_tow, tow, towable
from grognard.titles.wif.rules.track_building import (
    BEGIN,
    Beginning,
    abandon,
    begin,
    begin_options,
    go_on,
    may_abandon,
    may_begin,
    may_continue,
    may_prepay,
    may_rush,
    may_site,
    may_work_on,
    placeable,
    pool_ships,
    prepay,
    rush,
    under_way,
    work_on,
    yards_of,
)
from grognard.titles.wif.rules.track_freight import forward, may_forward
from grognard.titles.wif.rules.track_losses import bomb_tracks, divide_raid, leave_lost_yards, overrun_tracks, set_back, targets
from grognard.titles.wif.rules.tracks import (
    DEPLOY,
    box_limit,
    cost_to_complete,
    cost_to_start_over,
    cycle_cost,
    cycle_turns,
    enter_track,
    first_box,
    is_capital,
    is_free,
    lay_out_tracks,
    may_occupy,
    most_at_first,
    places_for,
    rush_cost,
    step_cost,
    yard_saves,
)
from grognard.titles.wif.state import (
    ALIGNED,
    CLEARED,
    CONQUERED,
    CONSTRUCTION_POOL,
    FORCE_POOL,
    NOWHERE,
    REPAIR_POOL,
    TRACK,
    War,
    slot_of,
)

from .field import act, align, at, drive, hold, outcome, put, war

WARS = (("Germany", "Commonwealth"), ("Germany", "USSR"), ("Japan", "USA"), ("Germany", "USA"))


def world(turn: str = "May/Jun 1942", **options: bool) -> War:
    settings = {"factories_in_flames": True, "ships_in_flames": True, **options}
    return war(*WARS, turn=turn, scenario="global_war_1939", **settings)


def unit_of(g: War, power: str, kind: Type, cost: int = 0, turns: int = 0, *, name: str | None = None, **columns: int) -> int:
    """A counter of a type with a cost and a clock, in the force pool unless said otherwise."""
    used = set(g.units.counter)
    fits = (
        n for n, c in enumerate(g.facts.counters)
        if c.power == power and c.type == kind and not c.division and n not in used and (not cost or c.cost == cost)
        and (not turns or c.turns == turns) and (name is None or c.name == name) and c.home in ("", c.power, "UK", power)
    )  # fmt: skip
    number = next(fits)
    country = g.facts.nation[number]
    return g.units.add(counter=number, power=POWER_INDEX[power], country=country, at=FORCE_POOL, **columns).index


def engineer(g: War) -> int:
    """An engineer of five turns and three points."""
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.engineer)
    return g.units.add(counter=number, power=GERMANY, country=g.facts.country["germany"], at=FORCE_POOL).index


def lay(g: War, unit: int, where: str, stage: int, paid: int, **columns: int) -> int:
    row = g.units[unit]
    row.at, row.yard, row.stage, row.paid = TRACK, at(g, where), stage, paid
    for name, value in columns.items():
        setattr(row, name, value)
    return unit


def test_13_6_10_a() -> None:
    """wif-13.6.10-a: places do not share their boxes, whatever the printed charts share."""
    g = world()
    tank = lay(g, unit_of(g, "Germany", Type.ARM), "Stuttgart", 3, 3)
    other = unit_of(g, "Germany", Type.ARM)
    assert may_occupy(g, other, at(g, "Munich"), 3) is None
    assert (may_occupy(g, other, at(g, "Stuttgart"), 3) is None) == (box_limit(g, at(g, "Stuttgart"), naval=False) > 1)
    assert g.units.yard[tank] == at(g, "Stuttgart")


def test_13_6_10_d() -> None:
    """wif-13.6.10-d: an engineer (5 turns, 3 points) is paid for when it comes to box 3; the next boxes cost nothing."""
    g = world()
    unit = lay(g, engineer(g), "Berlin", 4, 2)
    g.powers[GERMANY].build_points = 5
    cost, turns = g.units[unit].sheet.cost, g.units[unit].sheet.turns
    assert turns - cost + 1 == 3 or (cost, turns) != (3, 5)
    g.units[unit].paid = cost - 1
    assert step_cost(g, unit) == 1
    go_on(g, Purse(GERMANY, 5), unit)
    assert is_free(g, unit) and g.units.stage[unit] == 3 and step_cost(g, unit) == 0
    for months in range(2):
        g.turn += 1
        go_on(g, Purse(GERMANY, 4), unit)
        assert (g.units.at[unit] == TRACK) == (months == 0)
    assert g.powers.build_points[GERMANY] == 4 and g.units.at[unit] == slot_of(g.turn + 1)


def test_13_6_10_e() -> None:
    """wif-13.6.10-e: Koniev is begun for 3 in box 3; next turn the rush costs 2 and 2 more, to Deploy. Neutrals do not rush."""
    g = world()
    hq = unit_of(g, "USSR", Type.HQ_I, 5, 3)
    assert most_at_first(5, 3) == 3 and first_box(5, 3, 3) == (3, 0)
    lay(g, hq, "Moscow", 3, 3, worked=0)
    g.powers[USSR].build_points = 4
    assert rush_cost(g, hq) == 4 and may_rush(g, Purse(USSR, 4), hq) is None and may_rush(g, Purse(USSR, 3), hq) is not None
    g.powers[USSR].status = 0
    assert may_rush(g, Purse(USSR, 4), hq) is not None
    g.powers[USSR].status = 1
    rush(g, Purse(USSR, 4), hq)
    assert g.units.at[hq] == slot_of(g.turn + 1) and g.powers.build_points[USSR] == 0


def test_13_6_10_f() -> None:
    """wif-13.6.10-f: an ARM of 6 points and 4 turns: 1 to 3 at first; 3 put it into box 4, 1 into box 6."""
    assert most_at_first(6, 4) == 3
    assert [first_box(6, 4, n) for n in (3, 2, 1)] == [(4, 0), (5, 0), (6, 0)]
    g = world()
    tank = unit_of(g, "Germany", Type.ARM, 6, 4)
    assert begin_options(g, Beginning(GERMANY, tank, 9)) == [1, 2, 3]
    assert begin_options(g, Beginning(GERMANY, tank, 2)) == [1, 2]


def test_13_6_10_h() -> None:
    """wif-13.6.10-h: an ARM for 3 and an engineer for 1: four points, boxes 4 and 5."""
    g = world()
    g.powers[GERMANY].build_points = 4
    tank = unit_of(g, "Germany", Type.ARM, 6, 4)
    berlin = g.board.token(at(g, "Berlin"))
    drive(g, begin(g, Purse(GERMANY, 4), ("ARM", 6)), ["spend 3", f"build_in {berlin}"], [tank])
    assert (g.units.stage[tank], g.units.paid[tank], g.powers.build_points[GERMANY]) == (4, 3, 1)
    assert g.units.yard[tank] == at(g, "Berlin") and g.units.at[tank] == TRACK
    assert (most_at_first(3, 5), first_box(3, 5, 1)) == (1, (5, 0))
    assert may_continue(g, Purse(GERMANY, 1), tank) is not None  # it was begun this turn, and new units have been begun


def test_13_6_10_i() -> None:
    """wif-13.6.10-i: an HQ-A begun with 1, leaving 7: box 6 with a marker of 2."""
    box = next(first_box(cost, turns, 1) for cost, turns in ((8, 4),))
    assert box == (6, 2)
    g = world()
    hq = unit_of(g, "USSR", Type.HQ_A)
    lay(g, hq, "Moscow", 6, 1, marker=2)
    assert step_cost(g, hq) == 3  # the marker is paid off before it moves down


def test_13_6_10_m() -> None:
    """wif-13.6.10-m: London, three factories, a capital and a major port: six ships to a box with option 5, five without; four
    other units."""
    for ships, limit in ((True, 6), (False, 5)):
        g = world(ships_in_flames=ships)
        assert box_limit(g, at(g, "London"), naval=True) == limit and box_limit(g, at(g, "London"), naval=False) == 4


def test_13_6_10_n() -> None:
    """wif-13.6.10-n: Constanta has no track: one ship, the construction pool counts."""
    g = world()
    align(g, "rumania", "Germany")
    port = at(g, "Constanta")
    ship = unit_of(g, "Germany", Type.CA)
    assert may_occupy(g, ship, port, 4) is None
    first = unit_of(g, "Germany", Type.CA)
    g.units[first].at, g.units[first].yard = CONSTRUCTION_POOL, port
    assert may_occupy(g, ship, port, 4) is not None


def test_13_6_10_o() -> None:
    """wif-13.6.10-o: a Canadian that has no place is not drawn: another comes instead."""
    g = world()
    canadian = next(n for n, c in enumerate(g.facts.counters) if c.home == "CAN" and c.type == Type.INF and not c.division)
    british = next(
        n for n, c in enumerate(g.facts.counters)
        if c.home == "UK" and c.type == Type.INF and not c.division and c.cost == g.facts.counters[canadian].cost
    )  # fmt: skip
    power = POWER_INDEX["Commonwealth"]
    a = g.units.add(counter=canadian, power=power, country=g.facts.nation[canadian], at=FORCE_POOL).index
    b = g.units.add(counter=british, power=power, country=g.facts.nation[british], at=FORCE_POOL).index
    hold(g, "Germany", *(g.board.token(s) for s in places_for(g, a)))
    assert placeable(g, Purse(power, 9), [a, b]) == [b]


def test_13_6_10_p() -> None:
    """wif-13.6.10-p: of four damaged carriers in Pearl Harbor one is repaired at a time."""
    g = world()
    g.powers[USA].build_points = 20
    ships = [unit_of(g, "USA", Type.CV) for _ in range(4)]
    for ship in ships:
        g.units[ship].at, g.units[ship].damaged = at(g, "Pearl Harbor"), 1
        repair(g, ship)
        assert (g.units.at[ship], g.units.yard[ship]) == (REPAIR_POOL, at(g, "Pearl Harbor"))
    assert g.ground.port[at(g, "Pearl Harbor")] == MAJOR_PORT
    assert may_work_on(g, Purse(USA, 20), ships[0]) is None
    lay(g, ships[0], "Pearl Harbor", 2, 1, worked=g.turn + 1)
    assert may_work_on(g, Purse(USA, 20), ships[1]) is not None
    g.units[ships[1]].yard = at(g, "San Francisco")
    assert may_work_on(g, Purse(USA, 20), ships[1]) is None and yards_of(g, USA, ships[1]) == [at(g, "San Francisco")]


def test_13_6_10_r() -> None:
    """wif-13.6.10-r: the rest of Essex's first cycle is paid at once: it moves one box all the same."""
    g = world(building_ahead=True, ships_in_flames=False)
    essex = lay(g, unit_of(g, "USA", Type.CV, name="Essex"), "San Francisco", 5, 1, cycle=HULL)
    g.powers[USA].build_points = 9
    left = g.units[essex].sheet.cost - 1
    assert (may_prepay(g, Purse(USA, 9), essex) is None) == (left >= 2)
    g.units[essex].paid = g.units[essex].sheet.cost - 2
    assert may_prepay(g, Purse(USA, 9), essex) is None
    prepay(g, Purse(USA, 9), essex)
    assert is_free(g, essex) and g.units.stage[essex] == 4 and g.powers.build_points[USA] == 7
    h = world()
    other = lay(h, unit_of(h, "USA", Type.CV, name="Essex"), "San Francisco", 5, 1, cycle=HULL)
    assert may_prepay(h, Purse(USA, 9), other) is not None  # without option 38


def test_13_6_10_t() -> None:
    """wif-13.6.10-t: the shipyard of Tokyo gives a point for battleships once one was spent there."""
    g = world()
    g.powers[JAPAN].build_points = 5
    old = lay(g, unit_of(g, "Japan", Type.BB), "Tokyo", 4, 1, cycle=FITTING_OUT)
    new = lay(g, unit_of(g, "Japan", Type.BB), "Tokyo", 6, 0, cycle=FITTING_OUT)
    go_on(g, Purse(JAPAN, 5), old)
    assert g.powers.build_points[JAPAN] == 4 and yard_saves(g, new, 1) == 1
    go_on(g, Purse(JAPAN, 4), new)
    assert g.powers.build_points[JAPAN] == 4
    tank = lay(g, unit_of(g, "Japan", Type.SUB), "Tokyo", 4, 0, cycle=FITTING_OUT)
    assert yard_saves(g, tank, 1) == 0


def bremen(g: War) -> int:
    """CL Bremen, 2 and 3 points, five turns; face-up in box 4 of Kiel with four of its five points paid."""
    unit = unit_of(g, "Germany", Type.CL)
    sheet = msgspec.structs.replace(g.units[unit].sheet, cost=2, second_cost=3, turns=5)
    g.__dict__["facts"] = msgspec.structs.replace(g.facts, counters=[*g.facts.counters, sheet])
    g.units[unit].counter = len(g.facts.counters) - 1
    return lay(g, unit, "Kiel", 4, 2, cycle=FITTING_OUT)


def test_13_6_10_u() -> None:
    """wif-13.6.10-u: four points on Bremen in box 4: she is destroyed."""
    g = world()
    ship = bremen(g)
    assert cost_to_start_over(g, ship) == 5
    for _ in range(4):
        set_back(g, ship)
    assert g.units.at[ship] == FORCE_POOL


def test_13_6_10_v() -> None:
    """wif-13.6.10-v: three points: box 5 with two bombs."""
    g = world()
    ship = bremen(g)
    for _ in range(3):
        set_back(g, ship)
    assert (g.units.at[ship], g.units.stage[ship], g.units.bombs[ship]) == (TRACK, 5, 2)


def hannover(g: War) -> tuple[int, int]:
    sapper, tank = engineer(g), unit_of(g, "Germany", Type.ARM, 6, 4)
    lay(g, sapper, "Hannover", 3, 99)
    return sapper, lay(g, tank, "Hannover", 4, 3)


def test_13_6_10_w() -> None:
    """wif-13.6.10-w: three points on Hannover: the engineer up to box 4, still paid, with a bomb; the ARM two bombs in box 4."""
    g = world()
    sapper, tank = hannover(g)
    g.power = POWER_INDEX["Commonwealth"]
    left = outcome(g, bomb_tracks(g, at(g, "Hannover"), 1, 3), [f"strike u{sapper}", f"strike u{tank}", f"strike u{tank}"], ())
    assert left == 0
    assert (g.units.stage[sapper], g.units.bombs[sapper], is_free(g, sapper)) == (4, 1, True)
    assert (g.units.stage[tank], g.units.bombs[tank]) == (4, 2)


def test_13_6_10_x() -> None:
    """wif-13.6.10-x: one more point: 3 left and 3 bombs are as much as a new ARM."""
    g = world()
    _, tank = hannover(g)
    g.units[tank].bombs = 2
    assert cost_to_complete(g, tank) == 5
    set_back(g, tank)
    assert g.units.at[tank] == FORCE_POOL


def test_13_6_10_y() -> None:
    """wif-13.6.10-y: one factory: only one of the two in box 4 moves to box 3."""
    g = world()
    sapper, tank = hannover(g)
    g.units[sapper].stage = 4
    g.powers[GERMANY].build_points = 9
    assert box_limit(g, at(g, "Hannover"), naval=False) == 1
    go_on(g, Purse(GERMANY, 9), tank)
    assert may_continue(g, Purse(GERMANY, 9), sapper) is not None


def test_13_6_10_aa() -> None:
    """wif-13.6.10-aa: a unit due in Sep/Oct 1941 lies in box 3 of a May/Jun 1941 game, paid for."""
    g = world("May/Jun 1941")
    tank = unit_of(g, "Germany", Type.ARM)
    g.units[tank].at = slot_of(g.turn + 2)
    lay_out_tracks(g)
    assert (g.units.at[tank], g.units.stage[tank], is_free(g, tank)) == (TRACK, 3, True)
    assert g.units.yard[tank] in places_for(g, tank)


def test_13_6_10_units_arrive_where_they_were_built() -> None:
    g = world()
    tank = unit_of(g, "Germany", Type.ARM)
    enter_track(g, tank, at(g, "Munich"), 3)
    g.units[tank].stage = DEPLOY + 1
    g.turn += 1
    g.powers[GERMANY].build_points = 9
    go_on(g, Purse(GERMANY, 9), tank)
    assert Arrival(GERMANY, tank).candidates(g) == [at(g, "Munich")]
    other = unit_of(g, "Germany", Type.ARM)
    assert may_site(g, Beginning(GERMANY, other, 9, 3), at(g, "Warsaw")) is not None


def test_13_6_10_bombs_take_no_production_points() -> None:
    g = world()
    hannover(g)
    space = at(g, "Hannover")
    assert space in bombing_targets(g, POWER_INDEX["Commonwealth"])
    g.power = POWER_INDEX["Commonwealth"]
    before = build_points(g, GERMANY, 10)
    outcome(g, take_effect(g, space, 1, 2), (), ())
    assert build_points(g, GERMANY, 10) == before and g.hexes.bombed[space] == 0


def test_13_6_10_a_place_that_is_overrun_loses_what_is_built_there() -> None:
    g = world()
    tank = lay(g, unit_of(g, "Germany", Type.ARM), "Stettin", 3, 3)
    hull = lay(g, unit_of(g, "Germany", Type.CA), "Stettin", 3, 1, cycle=HULL)
    ships = [lay(g, unit_of(g, "Germany", Type.CA), "Stettin", 2, 1, cycle=FITTING_OUT) for _ in range(3)]
    g.power = USSR
    g.dice = FixedDice(2, 4, 6)
    overrun_tracks(g, at(g, "Stettin"), 1)
    assert g.units.at[tank] == FORCE_POOL and g.units.at[hull] == FORCE_POOL
    assert g.units.power[ships[0]] == USSR and g.units.at[ships[1]] == FORCE_POOL
    assert g.units.yard[ships[2]] not in (NOWHERE, at(g, "Stettin")) and targets(g, at(g, "Stettin")) == []


def test_13_6_10_who_may_do_what_when() -> None:
    g = world()
    tank = lay(g, unit_of(g, "Germany", Type.ARM), "Berlin", 4, 3)
    purse = Purse(GERMANY, 5)
    g.powers[GERMANY].build_points = 5
    assert may_abandon(g, purse, tank) is None and may_continue(g, Purse(GERMANY, 0), tank) is not None
    go_on(g, purse, tank)
    assert may_continue(g, purse, tank) is not None and may_abandon(g, purse, tank) is not None
    hull = lay(g, unit_of(g, "Germany", Type.CA), "Kiel", 4, 1, cycle=HULL)
    assert may_rush(g, purse, hull) is not None
    g.powers[GERMANY].begun = 1
    assert may_continue(g, purse, hull) is not None
    other = lay(g, unit_of(g, "Germany", Type.ARM), "Munich", 4, 3)
    abandon(g, purse, other)
    assert g.units.at[other] == FORCE_POOL and may_begin(g, Purse(GERMANY, 0), ("ARM", g.units[other].sheet.cost)) is not None
    assert BEGIN.name == "begin"


def test_13_6_10_opponents_continue_what_is_begun_and_begin_more() -> None:
    g = world()
    g.powers[GERMANY].build_points = 9
    for _ in range(3):
        unit_of(g, "Germany", Type.ARM, 6, 4)
    going = lay(g, unit_of(g, "Germany", Type.MECH), "Berlin", 4, 2)
    g.dice = seeded()
    flow, verbs = spend(g, GERMANY), []
    ask = next(flow)
    with suppress(StopIteration):
        while True:
            assert isinstance(ask, Ask)
            judge = building.build if isinstance(ask.subject, Purse) else building.begin
            option, _ = judge(g, ask, ask.subject)  # type: ignore[arg-type]
            verbs.append(option.verb)
            ask = flow.send(option)
    assert verbs[0] == "continue_all" and "begin" in verbs and g.units.stage[going] == 3
    assert g.powers.build_points[GERMANY] == 0


def seeded() -> Dice:
    return Dice(b"f" * 32)


def test_13_6_10_units_under_construction_go_by_rail() -> None:
    """To the same box of another track with room, for as many rail moves as on the map; ships do not, nor twice in a step."""
    g = world()
    act(g, "Germany", Action.LAND)
    tank = lay(g, unit_of(g, "Germany", Type.ARM), "Berlin", 4, 3)
    ship = lay(g, unit_of(g, "Germany", Type.CA), "Kiel", 4, 1, cycle=FITTING_OUT)
    munich = at(g, "Munich")
    rail = Railing(GERMANY)
    before = left(g, GERMANY, Activity.RAIL)
    assert may_forward(g, rail, (tank, munich)) is None and may_forward(g, rail, (ship, munich)) is not None
    assert may_forward(g, rail, (tank, at(g, "Warsaw"))) is not None
    other = lay(g, unit_of(g, "Germany", Type.ARM), "Munich", 4, 3)
    full = box_limit(g, munich, naval=False) == 1
    assert (may_forward(g, rail, (tank, munich)) is not None) == full
    g.units[other].stage = 3
    forward(g, rail, (tank, munich))
    assert g.units.yard[tank] == munich and g.units.stage[tank] == 4 and left(g, GERMANY, Activity.RAIL) == before - 1
    assert may_forward(g, rail, (tank, at(g, "Berlin"))) is not None


def test_13_6_10_places_that_change_hands_without_a_fight() -> None:
    """By a conquest or treaty: land units there are lost, ships go to another port; nothing is built in a place of another."""
    g = world()
    tank = lay(g, unit_of(g, "Germany", Type.ARM), "Munich", 4, 3)
    ship = lay(g, unit_of(g, "Germany", Type.CA), "Stettin", 4, 1, cycle=FITTING_OUT)
    hold(g, "USSR", "Munich", "Stettin")
    assert may_continue(g, Purse(GERMANY, 9), tank) is not None
    leave_lost_yards(g)
    assert g.units.at[tank] == FORCE_POOL and g.units.yard[tank] == NOWHERE
    assert g.units.at[ship] == TRACK and g.units.yard[ship] not in (NOWHERE, at(g, "Stettin"))


def test_13_6_10_a_carrier_gets_planes_again_where_it_lies() -> None:
    g = world()
    carrier = unit_of(g, "USA", Type.CV)
    g.units[carrier].at, g.units[carrier].no_planes = at(g, "San Francisco"), 1
    assert may_work_on(g, Purse(USA, 9), carrier) is None
    g.units[carrier].no_planes = 0
    assert may_work_on(g, Purse(USA, 9), carrier) is not None


def test_13_6_10_a_country_whose_capital_lies_off_the_board_has_no_capital_track() -> None:
    """Central America: Panama is American on our board, and no hex of the country is its capital."""
    g = war(factories_in_flames=True)
    hexes = [s for s, country in enumerate(g.ground.country) if country == "central_america" and g.ground.land[s]]
    assert hexes and not any(is_capital(g, s) for s in hexes)
    assert is_capital(g, at(g, "Berlin"))


def dockyard(kind: Type = Type.CL) -> tuple[War, int]:
    """A British cruiser in the construction pool of London, in a naval action."""
    g = world()
    ship = unit_of(g, "Commonwealth", kind)
    g.units[ship].at, g.units[ship].yard = CONSTRUCTION_POOL, at(g, "London")
    act(g, "Commonwealth", Action.NAVAL)
    return g, ship


def test_13_6_10_a_hull_is_towed_to_another_port_of_its_home() -> None:
    """To Liverpool, a naval move; not to Gibraltar, where no British ship is built; once an impulse."""
    g, ship = dockyard()
    home, abroad = at(g, "Liverpool"), at(g, "Gibraltar")
    subject = Admiralty(POWER_INDEX["Commonwealth"])
    assert may_tow(g, subject, (ship, home)) is None and (ship, home) in towable(g, subject)
    refused = may_tow(g, subject, (ship, abroad))
    assert refused is not None and refused.rule == "13.6.10" and (ship, abroad) not in towable(g, subject)
    drive(g, tow(g, subject, (ship, home)))
    assert (g.units.at[ship], g.units.yard[ship]) == (CONSTRUCTION_POOL, home)
    assert may_tow(g, subject, (ship, at(g, "London"))) is not None
    act(g, "Commonwealth", Action.LAND)
    g.units[ship].moved = 0
    assert may_tow(g, subject, (ship, at(g, "London"))) is not None


def test_13_6_10_a_damaged_ship_is_towed_to_any_port_and_one_in_a_box_to_a_free_box() -> None:
    g, ship = dockyard()
    row, subject = g.units[ship], Admiralty(POWER_INDEX["Commonwealth"])
    row.at, row.damaged, row.yard = REPAIR_POOL, 1, at(g, "Gibraltar")
    assert may_tow(g, subject, (ship, at(g, "London"))) is None
    row.damaged = 0
    lay(g, ship, "London", 2, 99, cycle=FITTING_OUT)
    assert may_tow(g, subject, (ship, at(g, "Liverpool"))) is None
    for _ in range(box_limit(g, at(g, "Liverpool"), naval=True)):
        lay(g, unit_of(g, "Commonwealth", Type.CL), "Liverpool", 2, 99, cycle=FITTING_OUT)
    assert may_tow(g, subject, (ship, at(g, "Liverpool"))) is not None
    row.cycle = HULL
    assert may_tow(g, subject, (ship, at(g, "Plymouth"))) is not None


def test_13_6_10_a_ship_under_tow_may_be_met_at_sea() -> None:
    """German cruisers in the North Sea find it on a 1: it fights from section 0 and is in a pool of a port again, or lost."""
    g, ship = dockyard()
    hunter = unit_of(g, "Germany", Type.CA)
    g.units[hunter].at = g.ground.sections[at(g, "North Sea")][4]
    start = at(g, "Edinburgh") if "edinburgh" in g.ground.places else at(g, "London")
    g.units[ship].yard = start
    subject = Admiralty(POWER_INDEX["Commonwealth"])
    goal = next(s for u, s in towable(g, subject) if u == ship)
    prompts = drive(g, tow(g, subject, (ship, goal)), (), [1] * 60)
    assert any("intercept" in p for p in prompts) == (at(g, "North Sea") in way(courses_from(g, ship, start), goal))
    assert g.units.at[ship] in (CONSTRUCTION_POOL, REPAIR_POOL, FORCE_POOL)


def test_13_6_10_a_ship_that_escapes_needs_a_port_within_twice_its_range() -> None:
    """A hull in a lost Vladivostok reaches no other Soviet port it could stay in when the sea about it is shut off."""
    g = world()
    ship = unit_of(g, "USSR", Type.CL)
    g.units[ship].at, g.units[ship].yard = CONSTRUCTION_POOL, at(g, "Odessa")
    for s in g.ground.homeland["ussr"]:
        if g.ground.port[s] and s != at(g, "Odessa") and at(g, "Black Sea") in g.ground.seas[s]:
            hold(g, "Germany", g.board.token(s))
    hold(g, "Germany", "Odessa")
    leave_lost_yards(g)
    assert g.units.at[ship] == FORCE_POOL


def test_13_6_10_ships_in_the_pools_are_in_a_port_that_is_attacked() -> None:
    """A hull in Kiel's construction pool is a target, its defence two higher, without guns; afterwards it lies there again."""
    g = world()
    hull = unit_of(g, "Germany", Type.CL)
    row, kiel, side = g.units[hull], at(g, "Kiel"), 0
    row.at, row.yard = CONSTRUCTION_POOL, kiel
    british = POWER_INDEX["Commonwealth"]
    assert kiel in port_targets(g, british)
    assert kiel not in port_targets(war(*WARS, scenario="global_war_1939"), british)
    before = defence_value(g, hull)
    pools = lay_open(g, kiel, 1 - side)
    assert row.at == kiel and defence_value(g, hull) == before + 2
    assert surface_factors(g, [hull]) == 0 and anti_air(g, [hull], {british}) == 0
    row.damaged = 1
    put_back(g, kiel, pools)
    assert (row.at, row.yard, row.unready, row.damaged) == (CONSTRUCTION_POOL, kiel, 0, 1)
    pools = lay_open(g, kiel, 1 - side)
    row.at = FORCE_POOL  # sunk
    put_back(g, kiel, pools)
    assert row.at == FORCE_POOL


def test_13_6_10_a_hull_damaged_in_its_pool_costs_a_point_more_twice() -> None:
    """Audacious in London: two points to begin, two for the next box, then one."""
    g = world("May/Jun 1944")
    hull = unit_of(g, "Commonwealth", Type.CV)
    row = g.units[hull]
    row.at, row.yard, row.damaged = CONSTRUCTION_POOL, at(g, "London"), 1
    british = POWER_INDEX["Commonwealth"]
    assert may_work_on(g, Purse(british, 1), hull) is not None
    g.powers[british].build_points = 10
    assert may_work_on(g, Purse(british, 10), hull) is None
    choice = most_at_first(cycle_cost(g, hull), cycle_turns(g, hull)) > 1
    drive(g, work_on(g, Purse(british, 10), hull), ["spend 1"] if choice else [])
    assert g.powers.build_points[british] == 8 and not row.damaged and row.bombs == 1
    g.turn += 1
    g.powers[british].begun = 0
    g.yard_points.clear()
    go_on(g, Purse(british, 8), hull)
    assert g.powers.build_points[british] == 6 and row.bombs == 0


def test_13_6_10_a_friend_s_ship_is_repaired_in_a_port_of_one_s_own_for_one_s_own_points() -> None:
    """An American cruiser in Liverpool: Britain pays, the USA does not, and it is ready where it lies. Soviet ships wait."""
    g = world()
    port = at(g, "Liverpool")
    ship, soviet = unit_of(g, "USA", Type.CA), unit_of(g, "USSR", Type.CA)
    for unit in (ship, soviet):
        row = g.units[unit]
        row.at, row.damaged, row.yard = REPAIR_POOL, 1, port
    british = Purse(COMMONWEALTH, 9)
    assert may_work_on(g, british, ship) is None and ship in pool_ships(g, british)
    assert may_work_on(g, british, soviet) is not None and may_work_on(g, Purse(USA, 9), ship) is not None
    g.powers[COMMONWEALTH].build_points = g.powers[USA].build_points = 9
    drive(g, work_on(g, british, ship))
    assert g.units.at[ship] == TRACK and g.powers.build_points[COMMONWEALTH] < 9 == g.powers.build_points[USA]
    g.turn += 1
    for power in (COMMONWEALTH, USA):
        g.powers[power].begun = 0
        assert (may_continue(g, Purse(power, 9), ship) is None) == (power == COMMONWEALTH)
    assert ship in under_way(g, COMMONWEALTH)
    go_on(g, british, ship)
    g.turn += 1
    assert not g.units.damaged[ship] and g.units.at[ship] == slot_of(g.turn)
    assert Arrival(USA, ship).candidates(g) == [port] and may_arrive(g, Arrival(USA, ship), port) is None


def test_13_6_10_prague_builds_german_units_while_the_czechs_are_aligned() -> None:
    g = world()
    corps = unit_of(g, "Germany", Type.ARM)
    prague, row = at(g, "Prague"), g.countries[g.facts.country["czech_republic"]]
    hold(g, "Germany", "Prague")
    row.status, row.power = ALIGNED, GERMANY
    assert prague in places_for(g, corps)
    row.status = CONQUERED
    assert prague not in places_for(g, corps)


def test_13_6_10_bombers_are_divided_between_ships_and_other_units() -> None:
    """Over Kiel one bomber strikes a cruiser and the other a corps, each with a roll of its own; over Berlin nobody is asked."""
    g = world()
    kiel = at(g, "Kiel")
    ship = lay(g, unit_of(g, "Germany", Type.CL), "Kiel", 4, 1)
    corps = lay(g, unit_of(g, "Germany", Type.ARM, 6, 4), "Kiel", 3, 3)
    pair = [put(g, "USA LND any", "London", mission=CLEARED, over=kiel, base=at(g, "London")) for _ in range(2)]
    for unit in pair:
        g.units[unit].at = kiel
    act(g, "USA", Action.AIR)
    factors = [strategic_factors(g, u, kiel) for u in pair]
    assert all(factors)
    points = [g.charts.bombardment[g.charts.bombardment.column(int(n)), 10].points for n in factors]
    before = g.units.stage[ship], g.units.stage[corps]
    prompts = drive(g, bomb_factories(g, kiel, 1), [f"at_ships u{pair[1]}", "the_others"], dice=[9, 9])
    assert len([p for p in prompts if "strike the ships" in p]) == 2
    hurt = [g.units.stage[u] - was + g.units.bombs[u] if g.units.at[u] == TRACK else 99 for u, was in zip((ship, corps), before)]
    assert (hurt[0] > 0) == (points[1] > 0) and (hurt[1] > 0) == (points[0] > 0)
    berlin = at(g, "Berlin")
    lay(g, unit_of(g, "Germany", Type.ARM, 6, 4), "Berlin", 3, 3)
    assert outcome(g, divide_raid(g, berlin, pair), (), ()) == [(pair, WHOLE)]
