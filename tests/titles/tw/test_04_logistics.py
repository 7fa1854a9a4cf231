"""2 to 4, 8, 15 to 29: efforts, weather, strategic movement, building, national rules, options, and whole scenarios."""

from __future__ import annotations

import random

import pytest

from grognard.kernel.session import Session
from grognard.titles.tw import TITLE, invariants
from grognard.titles.tw.kinds import Design, Kind, fragile, has_zone
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, INDEX, ITALY, ORDER, USA, USSR
from grognard.titles.tw.rules import (
    air_support,
    construction,
    mobilisation,
    placing,
    rail,
    travel,
    unit_prices,
    upgrades,
    weather,
    works,
)
from grognard.titles.tw.rules.allowance import allowance
from grognard.titles.tw.rules.logistics import (
    PLANS,
    activate,
    begin_operations,
    marker_price,
    planning,
    powers,
    refresh,
    scorched_earth,
    sustained_price,
    why_not_effort,
)
from grognard.titles.tw.rules.movement import Steps
from grognard.titles.tw.rules.stacking import overfull
from grognard.titles.tw.rules.strength import carpet_allowed
from grognard.titles.tw.rules.supply import supply_now
from grognard.titles.tw.rules.surrender import armistice, armistice_modifiers, must_ask
from grognard.titles.tw.rules.training import close_training, may_train, train
from grognard.titles.tw.rules.units import army_rating, ground_at, hex_sides
from grognard.titles.tw.rules.zones import zones
from grognard.titles.tw.state import (
    DUE,
    FALL,
    FORTIFICATION,
    FULL,
    LLE,
    LOST,
    LOST_UNSUPPLIED,
    MLE,
    NONE,
    PASS_TURN,
    PLAIN,
    SLE,
    SPRING,
    SUMMER,
    WINTER,
    turn_of,
)
from grognard.titles.tw.subjects import Planning

from .kit import ALLIES, AXIS, drive, hold, put, space, war

# --- 4 -------------------------------------------------------------------------------------------------------------------------


def test_3_3_poorest_first():
    """Efforts are bought in ascending order of NARFs."""
    g = war("germany", "italy", "britain", "ussr")
    for n, narfs in ((GERMANY, 50), (ITALY, 10), (BRITAIN, 30), (USSR, 20)):
        g.nations[n].narfs = narfs
    prompts = drive(g, planning(g), ["mle n.italy", "mle n.ussr", "mle n.britain", "rle n.germany 2"])
    assert [p.split(" has")[0] for p in prompts] == ["Italy", "Soviet Union", "Britain", "Germany"]


def test_4_1_no_two_sustained_efforts_running():
    g = war("germany", "ussr")
    assert why_not_effort(g, GERMANY, "sle") is None
    g.nations[GERMANY].effort_before = SLE
    assert why_not_effort(g, GERMANY, "sle").rule == "4.1"


def test_4_1_double_price_in_russia():
    """Germany pays 16 for an SLE with a ground unit inside the Soviet Union of 1939; RLEs and LLEs placed there cost double."""
    g = war("germany", "ussr")
    put(g, "germany INF 6-5", "warsaw")
    assert sustained_price(g, GERMANY) == 8
    put(g, "germany INF 6-5", "minsk")
    assert sustained_price(g, GERMANY) == 16
    assert sustained_price(g, USSR) == 8
    assert marker_price(g, GERMANY, "rle", space(g, "minsk")) == 8
    assert marker_price(g, GERMANY, "rle", space(g, "warsaw")) == 4
    assert marker_price(g, USSR, "rle", space(g, "minsk")) == 4


def test_4_2_radius():
    g = war("germany", "ussr")
    near, far = put(g, "germany INF 6-5", "1422", active=0), put(g, "germany INF 6-5", "munich", active=0)
    activate(g, GERMANY, space(g, "1421"), 4)
    assert (g.units.active[near], g.units.active[far]) == (1, 0)


def test_4_5_pass_only_without_narfs():
    g = war("germany", "ussr")
    assert why_not_effort(g, GERMANY, "pass").rule == "4.5"
    g.nations[GERMANY].narfs = 0
    assert [act.name for act in PLANS if list(act.candidates(g, Planning(GERMANY)))] == ["pass"]


def test_10_8_5_c_price_and_radius_of_an_rle():
    """tw-10.8.5-c: an Italian RLE costs 4 and reaches 4 hexes."""
    g = war("italy", "britain", year=1942)
    assert marker_price(g, ITALY, "rle", space(g, "3826")) == 4


# --- 8 -------------------------------------------------------------------------------------------------------------------------


def test_8_1_1_strategic_movement():
    """Not from beside an enemy, not into a neighbour of one, over friendly hexes only."""
    g = war("germany", "ussr")
    refresh(g)
    hold(g, "germany", "1421", "1422", "1420")
    unit = put(g, "germany INF 6-5", "berlin")
    goals = rail.strategic_goals(g, unit)
    assert space(g, "munich") in goals and space(g, "1421") not in goals[:0]
    put(g, "ussr INF 2-5", "1319")
    hold(g, "germany", "1320")
    assert space(g, "1320") not in rail.strategic_goals(g, unit)
    assert space(g, "minsk") not in goals
    front = put(g, "germany INF 6-5", "1320")
    assert rail.may_stratmove(g, front).rule == "8.1.1"


def test_8_4_points():
    """Seven German points; two for a unit in Russia, half for a depleted one."""
    g = war("germany", "ussr")
    refresh(g)
    hold(g, "germany", "minsk")
    home, east = put(g, "germany INF 6-5", "berlin"), put(g, "germany INF 6-5", "minsk")
    broken = put(g, "germany INF 6-5", "berlin", depleted=1)
    assert travel.smp_left(g, GERMANY) == 14  # in half points
    assert rail.smp_price(g, home, space(g, "berlin")) == 2
    assert rail.smp_price(g, east, space(g, "minsk")) == 4
    assert rail.smp_price(g, broken, space(g, "berlin")) == 1
    g.nations[GERMANY].smp = 1
    assert rail.may_stratmove(g, home).rule == "8.4"
    assert rail.may_stratmove(g, broken) is None


def test_8_5_1_rivals():
    """Romanians do not pass Hungary."""
    g = war("germany", "romania", "hungary", "ussr")
    refresh(g)
    unit = put(g, "romania INF 4-5", "bucharest")
    assert all(g.ground.country[s] != "hungary" for s in rail.strategic_goals(g, unit))


def test_8_1_4_a_air_units_first():
    """tw-8.1.4-a: air units move before ground units."""
    g = war("germany", "ussr")
    refresh(g)
    planes, foot = put(g, "germany TAC 1-5-4", "berlin"), put(g, "germany INF 6-5", "berlin")
    rail.begin_strategic_movement(g)
    prompts = drive(
        g,
        rail.strategic_movement(g),
        [f"entrain u{planes}", "arrive " + g.board.token(space(g, "munich")), f"entrain u{foot}", "stay"],
    )
    assert g.units.at[planes] == space(g, "munich")
    assert len(prompts) == 4


# --- 26 ------------------------------------------------------------------------------------------------------------------------


def test_26_2_a_cold_rain():
    """tw-26.2-a: a German 8-8 has six points."""
    g = war("germany", "britain", "france", year=1943, season=WINTER)
    unit = put(g, "germany ARM 8-8", "berlin")
    g.west = 2
    assert allowance(g, unit, 1) == 6
    g.west = 1
    assert allowance(g, unit, 1) == 8


def test_26_2_b_extreme_winter():
    """tw-26.2-b: four points."""
    g = war("germany", "britain", "france", year=1943, season=WINTER)
    unit = put(g, "germany ARM 8-8", "berlin")
    g.west = 5
    assert allowance(g, unit, 1) == 4
    assert allowance(g, put(g, "germany INF 6-5", "berlin"), 1) == 3


def test_21_4_a_surprised_soviets():
    """tw-21.4-a: a 3-5 INF has four points, a 6-8 ARM six."""
    g = war("germany", "ussr", side=ALLIES)
    foot, tanks = put(g, "ussr INF 3-5", "minsk"), put(g, "ussr ARM 6-8", "minsk")
    assert (allowance(g, foot, 1), allowance(g, tanks, 1)) == (5, 8)
    g.nations[USSR].surprised = g.turn
    assert (allowance(g, foot, 1), allowance(g, tanks, 1)) == (4, 6)


@pytest.mark.parametrize(("level", "tanks", "foot", "red"), [(1, 8, 5, 8), (2, 6, 4, 8), (4, 4, 3, 7), (7, 4, 3, 5)])
def test_26_1_1_movement_in_a_russian_winter(level, tanks, foot, red):
    g = war("germany", "ussr", season=WINTER)
    g.east, g.east_winter = level, 1
    got = [allowance(g, put(g, what, "minsk"), 1) for what in ("germany ARM 8-8", "germany INF 6-5", "ussr ARM 8-8")]
    assert got == [tanks, foot, red]


def test_26_1_1_severe_winter_cancels_zones():
    g = war("germany", "ussr", season=WINTER)
    put(g, "ussr ARM 8-8", "1409")
    g.east, g.east_winter = 4, 1
    assert any(zones(g)[ALLIES])
    g.east = 5
    assert not any(zones(g)[ALLIES])


def test_26_1_1_losses_to_the_cold():
    """Harsh winter: one 8-8, one 4-8, four 6-factor INF and the strongest satellite; the front first."""
    g = war("germany", "romania", "ussr", season=WINTER)
    g.barbarossa = g.turn - 2
    hold(g, "germany", "1316", "minsk")
    tanks, mech = put(g, "germany ARM 8-8", "minsk"), put(g, "germany MECH 4-8", "minsk")
    foot = [put(g, "germany INF 6-5", "minsk") for _ in range(6)]
    ally = put(g, "romania INF 4-5", "minsk")
    drive(g, weather.eastern_winter(g), dice=[5, 5])  # 5 - 5 - 1 in the first winter
    assert g.east == 4
    assert g.units.depleted[tanks] and g.units.depleted[mech] and g.units.depleted[ally]
    assert sum(g.units.depleted[u] for u in foot) == 4


def test_26_1_2_preparation():
    g = war("germany", "ussr", season=WINTER)
    g.barbarossa = g.turn - 2
    assert weather.winter_preparation(g) == -1
    g.nations[GERMANY].effort_before = LLE
    assert weather.winter_preparation(g) == 2
    g.turn += 4
    assert weather.winter_preparation(g) == 0
    g.turn += 4
    assert weather.winter_preparation(g) == 1


def test_26_1_3_mud():
    """Spring in the east: the difference of the rolls names the level; Heavy Mud has no second impulse, no overrun."""
    g = war("germany", "ussr", season=SPRING)
    g.barbarossa = g.turn - 3
    drive(g, weather.weather(g), dice=[10, 3])
    assert g.east == 2
    assert not weather.no_second_impulse(g, space(g, "minsk"), AXIS)
    drive(g, weather.weather(g), dice=[5, 5])
    assert g.east == 3
    assert weather.no_second_impulse(g, space(g, "minsk"), AXIS) and weather.no_automatic_victory(g, space(g, "minsk"), ALLIES)
    assert not weather.no_second_impulse(g, space(g, "paris"), AXIS)
    g.turn = g.turn - SPRING + FALL
    drive(g, weather.weather(g), dice=[5, 5])
    assert g.east == 2  # Light Mud


def test_26_3_mediterranean_and_west_in_winter():
    g = war("germany", "britain", "italy", year=1940, season=WINTER)
    drive(g, weather.weather(g), dice=[9, 3, 1, 6])
    assert (g.west, g.south) == (3, 3)  # 6 is Cold Rain, one worse in 1940; -5 is Morass
    assert weather.greatest_shift(g, space(g, "rome"), AXIS) == 1
    assert weather.greatest_shift(g, space(g, "tripoli"), AXIS) == 2  # always clear


# --- 15 ------------------------------------------------------------------------------------------------------------------------


def test_3_9_2_a_repair_of_foot():
    """tw-3.9.2-a: three NARFs for a Soviet 6-5."""
    g = war("germany", "ussr", side=ALLIES)
    unit = put(g, "ussr INF 6-5", "moscow", depleted=1)
    assert unit_prices.may_repair(g, unit) is None
    assert unit_prices.repair_price(g, unit) == 3
    g.units[unit].moved = 1
    assert unit_prices.repair_price(g, unit) == 6


def test_15_1_3_3_repair_prices():
    """tw-15.1.3.3-c and the text: 8 for a German 8-8, 16 in Russia, 4 for a Soviet 3-8."""
    g = war("germany", "ussr")
    tanks = put(g, "germany ARM 8-8", "berlin", depleted=1)
    assert unit_prices.repair_price(g, tanks) == 8
    g.units[tanks].at = space(g, "minsk")
    assert unit_prices.repair_price(g, tanks) == 16
    assert unit_prices.repair_price(g, put(g, "ussr ARM 3-8", "moscow")) == 4


def test_15_1_3_3_not_in_a_zone():
    g = war("germany", "ussr")
    unit = put(g, "germany INF 6-5", "1316", depleted=1)
    hold(g, "germany", "1316")
    assert unit_prices.may_repair(g, unit) is None
    put(g, "ussr ARM 6-8", g.board.token(g.ground.dry[space(g, "1316")][0]))
    assert unit_prices.may_repair(g, unit).rule == "15.1.3.3"


def test_12_6_4_a_and_10_0_c_lost_out_of_supply():
    """tw-12.6.4-a: 26 NARFs for a British 4-8; tw-10.0-c: 6 for a Soviet 2-5 instead of 3."""
    g = war("germany", "britain", "ussr")
    tanks, foot = put(g, "britain ARM 4-8", "london"), put(g, "ussr INF 2-5", "moscow")
    assert unit_prices.unit_price(g, foot) == 3
    g.units[tanks].pool = g.units[foot].pool = LOST_UNSUPPLIED
    assert (unit_prices.unit_price(g, tanks), unit_prices.unit_price(g, foot)) == (26, 6)


def test_10_6_4_fortifications():
    g = war("germany", "ussr", side=ALLIES)
    here = space(g, "moscow")
    assert works.may_fortify(g, USSR, here).rule == "10.6.4"  # nobody there
    put(g, "ussr INF 4-5", "moscow")
    assert works.may_fortify(g, USSR, here) is None
    g.turn = turn_of(1941, WINTER)
    assert works.may_fortify(g, USSR, here).rule == "10.6.4"
    g.turn = turn_of(1940, FALL)
    assert works.may_fortify(g, USSR, here).rule == "21.3"
    assert works.may_fortify(g, ITALY, here).rule == "10.6.4"


def test_10_6_4_disrepair():
    from grognard.titles.tw.rules.end import disrepair

    g = war("germany", "ussr")
    here = g.hexes[space(g, "moscow")]
    here.works, here.builder = FORTIFICATION, USSR
    unit = put(g, "ussr INF 4-5", "moscow")
    disrepair(g)
    assert here.works == FORTIFICATION
    g.units[unit].at = space(g, "tula")
    disrepair(g)
    assert here.works == FORTIFICATION
    disrepair(g)
    assert here.works == PLAIN


def test_13_2_2_fortresses():
    """In 1941 the Soviets build one at Leningrad only; one a year; Italy none."""
    g = war("germany", "ussr", "italy", side=ALLIES)
    g.barbarossa = g.turn
    assert works.may_build_fortress(g, USSR, space(g, "leningrad")) is None
    assert works.may_build_fortress(g, USSR, space(g, "moscow")).rule == "13.2.2"
    g.nations[USSR].fortress_year = 1941
    assert works.may_build_fortress(g, USSR, space(g, "leningrad")).rule == "13.2.2"
    assert works.may_build_fortress(g, ITALY, space(g, "rome")).rule == "13.2.2"


def test_20_3_and_21_7_3_upgrades():
    """tw-21.7.3-a: 8 NARFs from 2-8 to 6-8, 6 from 1-8 to 4-8, once the army is Second Rate; 4 for a German 10-8 from 1943."""
    g = war("germany", "ussr", year=1942, season=FALL, side=ALLIES)
    two, one = put(g, "ussr ARM 2-8", "moscow"), put(g, "ussr ARM 1-8", "moscow")
    assert upgrades.may_upgrade(g, two) is not None
    g.nations[USSR].army = 2
    assert upgrades.may_upgrade(g, two) is None
    assert (upgrades.upgrade_of(g, two)[2], upgrades.upgrade_of(g, one)[2]) == (8, 6)
    tanks = put(g, "germany ARM 8-8", "berlin")
    assert upgrades.may_upgrade(g, tanks) is not None
    g.turn = turn_of(1943, SPRING)
    assert upgrades.upgrade_of(g, tanks)[2] == 4


def test_15_2_2_new_units_appear_at_home():
    g = war("germany", "ussr", side=ALLIES)
    unit = put(g, "ussr INF 6-5", "moscow")
    g.units[unit].at, g.units[unit].pool, g.units[unit].due = -1, DUE, g.turn
    where = placing.homes(g, unit)
    assert where and all(g.ground.country[s] == "ussr" for s in where)
    assert construction.may_build(g, unit) is None


# --- 18.4 ----------------------------------------------------------------------------------------------------------------------


def test_18_4_armistice():
    """Paris, Sedan and Germans beside Paris: 3 + 1 + 1, and 1 for unspilt British blood; 10 or more ends it."""
    g = war("germany", "france", "britain", year=1940, season=SPRING, side=ALLIES)
    assert not must_ask(g)
    hold(g, "germany", "paris", "sedan")
    put(g, "germany ARM 8-8", g.board.token(g.ground.steps[space(g, "paris")][0]))
    assert must_ask(g)
    assert armistice_modifiers(g).total == 6

    drive(g, armistice(g), dice=[3])
    assert not g.nations.surrendered[FRANCE]
    drive(g, armistice(g), dice=[4])
    assert g.nations.surrendered[FRANCE]


def test_23_1_minors_surrender_with_their_capital():
    from grognard.titles.tw.rules.control import take

    g = war("germany", "poland", year=1939, season=FALL)
    unit = put(g, "poland INF 3-5", "lwow")
    take(g, space(g, "krakow"), GERMANY, AXIS)
    assert g.units.at[unit] >= 0
    take(g, space(g, "warsaw"), GERMANY, AXIS)
    assert g.nations.surrendered[INDEX["poland"]] and g.units.at[unit] < 0


# --- scenarios -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [s.key for s in TITLE.scenarios])
def test_2_7_scenarios_stand(scenario):
    """Every scenario is set up without overstacking, out of nothing but counters of the mix, each used once, all in supply."""
    g = TITLE.blank(scenario, {})
    TITLE.setup(g)
    assert not list(invariants(g))
    assert not overfull(g, AXIS) and not overfull(g, ALLIES)
    assert len(set(g.units.design)) == len(g.units)
    cut = [g.units[u].label for u, at in enumerate(g.units.at) if at >= 0 and g.ground.land[at] and supply_now(g, u) == NONE]
    assert cut == []
    assert all(hex_sides(g)[s] in (AXIS, ALLIES) for s in g.points) or g.naval
    abroad = [
        g.units[u].label
        for u, at in enumerate(g.units.at)
        if at >= 0 and hex_sides(g)[at] != g.roster.sides[u] and not g.ground.box[at] and g.roster.kinds[u] != Kind.PART
    ]
    assert abroad == []
    assert ground_at(g)


@pytest.mark.parametrize("scenario", [s.key for s in TITLE.scenarios if not s.key.startswith("campaign")])
def test_3_10_3_scenarios_end(scenario):
    """Random play comes to an end, and the file of the game replays to the same digest."""
    rng = random.Random(7)
    game = Session.new(TITLE, scenario, {}, seed=b"\7" * 32)
    while game.outcome is None:
        seat, ask = next(iter(game.pending.items()))
        texts = {o.text for o in ask.options}
        game.apply(seat, "done" if "done" in texts and rng.random() < 0.5 else rng.choice(ask.options).text)
    assert game.outcome.reason
    twin = game.at(game.count)
    assert twin.g.digest() == game.g.digest()


def test_3_6_mle_activates_all_but_attacks_nothing():
    g = war("germany", "ussr")
    g.nations[GERMANY].effort = MLE
    unit = put(g, "germany INF 6-5", "berlin", active=0)
    activate(g, GERMANY, None, 0)
    assert g.units.active[unit] == 1
    assert supply_now(g, unit) == FULL


def test_2_6_zones_and_fragile_counters():
    """Tanks and horse have a zone at any strength, foot from 4; units of 3 or less, and artillery, are never depleted."""

    def made(kind: Kind, strength: int) -> Design:
        return Design("x", "germany", kind, strength, 5, "x")

    assert has_zone(made(Kind.ARM, 1)) and has_zone(made(Kind.INF, 4)) and not has_zone(made(Kind.INF, 3))
    assert not has_zone(made(Kind.STA, 6)) and not has_zone(made(Kind.ART, 8))
    assert fragile(made(Kind.INF, 3)) and fragile(made(Kind.ART, 8)) and not fragile(made(Kind.INF, 4))


def test_3_6_a_operations_begin():
    """Efforts are paid, SLE and MLE wake every unit, marks of the last turn come off."""
    g = war("germany", "ussr")
    unit = put(g, "germany INF 6-5", "berlin", active=0, moved=3, missions=7)
    g.nations[GERMANY].effort = MLE
    drive(g, begin_operations(g))
    assert (g.units.active[unit], g.units.moved[unit], g.units.missions[unit]) == (1, 0, 0)
    assert g.nations.narfs[GERMANY] == 98


def test_4_2_a_free_effort_of_an_invaded_minor():
    """Poland has one RLE for nothing on its move in the turn of the invasion."""
    g = war("germany", "poland", "france", year=1939, season=2, side=ALLIES)
    unit = put(g, "poland INF 3-5", "warsaw", active=0)
    far = put(g, "poland INF 2-5", "wilno", active=0)
    g.nations[FRANCE].effort = PASS_TURN
    g.nations[INDEX["poland"]].free_efforts = 1
    g.nations[INDEX["poland"]].patron = INDEX["poland"]
    g.nations[INDEX["poland"]].effort = 0
    drive(g, begin_operations(g), [f"place n.poland {g.board.token(space(g, 'warsaw'))}"])
    assert g.units.active[unit] == 1
    assert g.units.active[far] == int(g.board.distance(space(g, "warsaw"), space(g, "wilno")) <= 4)
    assert g.nations.free_efforts[INDEX["poland"]] == 0


def test_3_10_1_surrendered_powers_plan_nothing():
    g = war("germany", "france")
    assert FRANCE in powers(g)
    g.nations[FRANCE].surrendered = 1
    assert FRANCE not in powers(g)


def test_8_5_2_a_north_africa_costs_double():
    g = war("germany", "italy", "britain", year=1942)
    desert, home = put(g, "italy INF 4-5", "tripoli"), put(g, "italy INF 4-5", "rome")
    assert rail.smp_price(g, desert, space(g, "tripoli")) == 4
    assert rail.smp_price(g, home, space(g, "rome")) == 2


def test_8_5_3_a_russia_costs_the_axis_double_not_the_soviets():
    g = war("germany", "ussr")
    axis, red = put(g, "germany INF 6-5", "minsk"), put(g, "ussr INF 6-5", "moscow")
    assert rail.smp_price(g, axis, space(g, "minsk")) == 4
    assert rail.smp_price(g, red, space(g, "moscow")) == 2


def test_8_1_3_a_swamps_and_zones_bar_the_way():
    g = war("germany", "ussr")
    refresh(g)
    unit = put(g, "germany INF 6-5", "berlin")
    goals = rail.strategic_goals(g, unit)
    assert goals and not any(g.ground.terrain[s] == 4 for s in goals)


def test_8_1_3_b_western_units_keep_out_of_soviet_hexes():
    g = war("germany", "britain", "ussr", side=ALLIES)
    refresh(g)
    hold(g, "britain", "1421", "1422")
    hold(g, "ussr", "1420")
    unit = put(g, "britain MOT 6-7", "1422")
    assert all(g.hexes.holder[s] != USSR for s in rail.strategic_goals(g, unit))


def test_8_3_1_a_air_units_hop():
    """Any number of hops of twice the range, from base to base."""
    g = war("germany", "france", year=1940, side=ALLIES)
    refresh(g)
    planes = put(g, "france TAC 1-5-4", "calais")
    goals = rail.strategic_goals(g, planes)
    assert space(g, "marseilles") in goals and space(g, "berlin") not in goals


def test_20_2_a_volkssturm_is_third_rate():
    g = war("germany", "ussr", year=1944, season=2)
    militia = next(d for d, s in enumerate(g.designs) if "volkssturm" in s.marks)
    assert army_rating(g, g.units.add(design=militia, at=space(g, "berlin")).index) == 3


def test_23_1_a_no_air_support_for_a_minor_just_invaded():
    g = war("germany", "france", "belgium", year=1940, season=0)
    g.nations[INDEX["belgium"]].surprised = g.turn
    put(g, "belgium INF 3-5", "brussels")
    french = put(g, "france TAC 1-5-4", "paris")
    assert air_support.unprotected(g, french, space(g, "brussels"))
    bomber = put(g, "germany TAC 1-5-4", "essen")
    assert drive(g, air_support.support_mission(g, [bomber], space(g, "brussels"), air_support.AV)) == []
    put(g, "france INF 6-5", "sedan")
    assert not air_support.unprotected(g, french, space(g, "sedan"))


def test_21_5_a_soviet_supply_without_moscow():
    """Soviet units draw supply from the edge of the map even when Moscow is lost."""
    g = war("germany", "ussr", side=ALLIES)
    hold(g, "germany", "moscow")
    unit = put(g, "ussr INF 4-5", "stalingrad")
    assert supply_now(g, unit) == FULL


def test_15_1_2_a_prices():
    """Per factor and cadre: a German 8-8 17, a British 4-8 13, a French 6-5 13, a Soviet 3-3 STA 3, a British 6-7 14, flak 2."""
    g = war("germany", "britain", "france", "ussr")
    for what, price in (
        ("germany ARM 8-8", 17),
        ("britain ARM 4-8", 13),
        ("france INF 6-5", 13),
        ("ussr STA 3-3", 3),
        ("britain MOT 6-7", 14),
        ("germany MECH 4-8", 6),
        ("germany FLAK 1-3", 2),
        ("germany TAC 1-5-4", 15),
    ):
        assert unit_prices.unit_price(g, put(g, what, "berlin")) == price, what


def test_15_2_3_a_new_aircraft_need_a_base():
    g = war("germany", "ussr")
    planes = put(g, "germany TAC 1-5-4", "berlin")
    g.units[planes].at, g.units[planes].pool = -1, LOST
    where = placing.homes(g, planes)
    assert where and all(g.ground.city[s] or g.hexes.airbase[s] >= 0 for s in where)


def test_17_4_a_and_19_4_upgrades_need_a_first_rate_army():
    g = war("germany", "italy", "britain", year=1942, season=0, side=ALLIES)
    tanks = put(g, "britain ARM 2-8", "london")
    assert upgrades.may_upgrade(g, tanks) is not None
    g.nations[BRITAIN].army = 1
    assert upgrades.may_upgrade(g, tanks) is None
    assert upgrades.upgrade_of(g, tanks)[2] == 6
    g.side, g.nations[ITALY].army = AXIS, 1
    assert upgrades.upgrade_of(g, put(g, "italy ARM 2-8", "rome"))[2] == 6


def test_21_7_1_a_mobilisation():
    """15 NARFs and one free unit on the turn of the attack, 20 and six on the sixth, nothing after."""
    g = war("germany", "ussr", side=ALLIES)
    g.barbarossa = g.turn
    mobilisation.mobilise(g)
    assert (g.nations.narfs[USSR], g.nations.free_builds[USSR]) == (115, 1)
    g.turn += 5
    mobilisation.mobilise(g)
    assert (g.nations.narfs[USSR], g.nations.free_builds[USSR]) == (135, 6)
    g.turn += 1
    mobilisation.mobilise(g)
    assert (g.nations.narfs[USSR], g.nations.free_builds[USSR]) == (135, 0)


def test_21_7_1_b_free_units_and_reinforcements():
    g = war("germany", "ussr", side=ALLIES)
    lost, due = put(g, "ussr INF 6-5", "moscow"), put(g, "ussr STA 3-3", "moscow")
    for u, pool in ((lost, LOST), (due, DUE)):
        g.units[u].at, g.units[u].pool, g.units[u].due = -1, pool, g.turn
    assert (construction.build_price(g, lost), construction.build_price(g, due)) == (7, 0)
    g.nations[USSR].free_builds = 1
    assert construction.build_price(g, lost) == 0


def test_21_7_6_a_scorched_earth():
    """Once, on the turn after the attack, for 15 NARFs: Axis units in Russia lose a point."""
    g = war("germany", "ussr")
    g.barbarossa = g.turn - 1
    unit = put(g, "germany INF 6-5", "minsk")
    home = put(g, "germany INF 6-5", "berlin")
    drive(g, scorched_earth(g), ["scorch n.ussr"])
    assert g.nations.narfs[USSR] == 85
    assert (allowance(g, unit, 1), allowance(g, home, 1)) == (4, 5)
    assert drive(g, scorched_earth(g)) == []


def test_26_1_a_before_the_war_winter_is_harsh_and_spring_mud_heavy():
    g = war("germany", "france", year=1940, season=WINTER)
    drive(g, weather.eastern_winter(g))
    assert (g.east, g.east_winter) == (4, 1)
    g.turn = turn_of(1940, 0)
    drive(g, weather.weather(g))
    assert (g.east, g.east_winter) == (3, 0)


def test_29_20_a_carpet_bombing():
    g = war("germany", "britain", "united_states", year=1944, season=SUMMER, side=ALLIES, carpet_bombing=True)
    ours = [put(g, "britain MOT 6-7", "calais")]
    assert carpet_allowed(g, ours)
    assert not carpet_allowed(g, [put(g, "ussr INF 6-5", "minsk")])  # the Western Allies alone
    g.carpets = 2
    assert not carpet_allowed(g, ours)
    g.carpets, g.turn = 0, turn_of(1943, SUMMER)
    assert not carpet_allowed(g, ours)


def test_29_21_a_motorised_flak():
    for switch in (True, False):
        g = war("germany", "ussr", year=1941, motorised_flak=switch)
        guns = put(g, "germany FLAK 1-3", "berlin")
        assert (upgrades.upgrade_of(g, guns) is not None) is switch


def test_23_40_a_troops_bound_to_their_homes():
    """Dutch troops stay in the Netherlands; Poles may enter Germany but not Slovakia."""
    g = war("germany", "netherlands", "slovakia", "poland", year=1940, season=0, side=ALLIES)
    dutch = put(g, "netherlands INF 3-5", "the_hague")
    there = Steps(g, [dutch], in_swamp=False)
    abroad = next(
        (a, b)
        for a in range(g.board.size)
        for b in g.ground.steps[a]
        if g.ground.country[a] == "netherlands" and g.ground.country[b] == "germany"
    )
    assert there.cost(*abroad, 0).rule == "23.60"
    pole = put(g, "poland INF 3-5", "krakow")
    bound = Steps(g, [pole], in_swamp=False).bounds
    assert bound is not None and space(g, "berlin") in bound
    assert space(g, "bratislava") not in bound


# --- 10.8.2, 10.8.3, 11.11: better ratings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nation", "start", "turns", "ratings", "price"), [(BRITAIN, (1941, 1), 5, (2, 1), 20), (USA, (1941, 2), 5, (3, 2), 10)]
)
def test_10_8_2_a_and_10_8_3_a_five_payments(nation, start, turns, ratings, price):
    """tw-10.8.2-a, tw-10.8.3-a: Britain from Summer 1941 to Summer 1942, the US from Fall 1941 to Fall 1942."""
    g = war("germany", "britain", "united_states", year=start[0], season=start[1], side=ALLIES)
    row = g.nations[nation]
    for _ in range(turns):
        assert row.army == ratings[0]
        row.narfs = 100
        assert may_train(g, nation, "army") is None
        train(g, row, "army")
        assert row.narfs == 100 - price
        assert may_train(g, nation, "army").rule == "10.8.3"
        close_training(g)
        g.turn += 1
    assert row.army == ratings[1]
    assert g.turn - 1 == turn_of(start[0] + 1, start[1])


def test_10_8_2_b_a_missed_turn_is_a_step_back():
    g = war("germany", "britain", year=1941, side=ALLIES)
    row = g.nations[BRITAIN]
    train(g, row, "army")
    close_training(g)
    assert row.army_steps == 1
    close_training(g)
    assert row.army_steps == 0
    g.turn = turn_of(1940, SPRING)
    assert may_train(g, BRITAIN, "army").rule == "10.8.3"
    assert may_train(g, INDEX["poland"], "army").rule == "10.8.3"


def test_11_11_3_a_the_soviet_air_force():
    """It may not begin before Karelia is held and France out, unless Germany has attacked."""
    g = war("germany", "ussr", side=ALLIES)
    assert may_train(g, USSR, "air").rule == "11.11.3"
    g.barbarossa = g.turn
    assert may_train(g, USSR, "air") is None


def test_1_2_a_adjacency_ranges_and_colonies():
    """tw-1.2-a: the Channel parts Cherbourg from Southampton; tw-1.2-e: Fleets move 12 and intercept at 5; tw-1.2-g: Libya is
    Italian, Syria French; tw-3.11-b: Italy, Germany, France, Britain, the US, the USSR."""
    g = war("germany", "britain", "france")
    assert space(g, "southampton") not in g.ground.steps[space(g, "cherbourg")]
    fleet = g.designs[g.units.design[put(g, "britain FLEET 1-12-5", "southampton")]]
    assert (fleet.move, fleet.defence) == (12, 5)
    assert (g.ground.owner[space(g, "tripoli")], g.ground.owner[space(g, "beirut")]) == ("italy", "france")
    assert ORDER[:6] == (ITALY, GERMANY, FRANCE, BRITAIN, USA, USSR)
