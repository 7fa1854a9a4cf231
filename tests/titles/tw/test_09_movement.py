"""9: rail, movement, stacking, zones of control, automatic victory, reserves. Worked cases stand under their ids."""

from __future__ import annotations

import copy
import random

import pytest

from grognard.kernel.dice import FixedDice, seed_from
from grognard.kernel.paths import reach
from grognard.kernel.session import Session
from grognard.titles.tw import TITLE
from grognard.titles.tw.ground import MOUNTAIN, SWAMP
from grognard.titles.tw.nations import GERMANY, USSR
from grognard.titles.tw.rules import automatic_victory, rail
from grognard.titles.tw.rules.allowance import _stuck, allowance, may_move
from grognard.titles.tw.rules.breakdown import break_down, breakdown, may_break_down, reunions
from grognard.titles.tw.rules.logistics import refresh
from grognard.titles.tw.rules.marches import forced_march, may_force
from grognard.titles.tw.rules.movement import Steps, stack_reach, steps_reach
from grognard.titles.tw.rules.reserves import commit, commitments, interdict, may_be_reserve, reserve_points, send, stand_down
from grognard.titles.tw.rules.results import vacated
from grognard.titles.tw.rules.stacking import enforce_stacking, overstacked
from grognard.titles.tw.rules.strength import Battle, battle_odds
from grognard.titles.tw.rules.units import armies, friends_in, ground_at, presence
from grognard.titles.tw.rules.zones import enemy_zone, zones
from grognard.titles.tw.state import (
    FORTIFICATION,
    FORTRESS,
    LLE,
    MLE,
    NONE,
    PASS_TURN,
    RLE,
    WINTER,
)

from .kit import ALLIES, AXIS, drive, hold, put, space, war


def reach_of(g, unit, points=None):
    return stack_reach(g, [unit], points or allowance(g, unit, 1), in_swamp=False, one_hex=False)


@pytest.mark.parametrize("scenario", ["barbarossa", "west", "kursk"])
@pytest.mark.parametrize("winter", [0, 1])
def test_9_3_the_list_of_prices_agrees_with_the_price_of_each_step(scenario, winter):
    """Every ground unit reaches what it would reach if each step were priced by itself."""
    g = Session.new(TITLE, scenario, seed=seed_from(1)).g
    g.east_winter, g.east = winter, 4 * winter
    g.hexes[g.ground.steps[g.units.at[0]][0]].overrun = g.player_turn
    for u, at in enumerate(g.units.at):
        if at < 0 or not g.designs[g.units.design[u]].ground:
            continue
        for in_swamp in (False, True):
            steps = Steps(g, [u], in_swamp=in_swamp)
            found = steps_reach(steps, 6, one_hex=False)
            each = reach(g.board, at, 6, steps.cost, stop=steps.stop, end=steps.end, rule="9.3")
            assert (list(found.costs.items()), found.before, found.stops) == (list(each.costs.items()), each.before, each.stops)


def test_where_units_stand_is_kept_up_as_they_move():
    """What is kept from move to move is what a look at the whole board finds, and lists handed out earlier stay as they were."""
    rng = random.Random(3)
    game = Session.new(TITLE, "barbarossa", seed=seed_from(3))
    for _ in range(250):
        seat = next(iter(game.pending))
        by_hex, before = ground_at(game.g), copy.deepcopy(ground_at(game.g))
        game.apply(seat, rng.choice(game.pending[seat].options))
        afresh = armies.fresh(game.g)
        assert (ground_at(game.g), presence(game.g)) == (afresh.by_place, afresh.bits)
        assert by_hex == before
        assert all(by_hex.values())


@pytest.mark.parametrize("scenario", ["barbarossa", "west"])
@pytest.mark.parametrize(("east", "winter"), [(0, 0), (4, 0), (4, 1), (6, 1)])
def test_9_2_nobody_loses_more_points_than_the_greatest_loss(scenario, east, winter):
    """A unit is stuck exactly when its allowance is used up, whatever weather, surprise and scorched earth take."""
    g = Session.new(TITLE, scenario, seed=seed_from(1)).g
    g.east, g.east_winter, g.turn, g.scorched = east, winter, g.turn + 1, g.turn + 1
    for impulse in (1, 2):
        for u, at in enumerate(g.units.at):
            if at >= 0 and g.designs[g.units.design[u]].ground:
                assert _stuck(g, u, impulse) == (allowance(g, u, impulse) <= 0)


# --- 9.1 rail ------------------------------------------------------------------------------------------------------------------


def test_9_1_1_a_from_city_to_city():
    """A unit in a friendly city travels to another friendly city; one in the open does not."""
    g = war("germany", "ussr")
    refresh(g)
    unit = put(g, "germany INF 6-5", "berlin")
    stray = put(g, "germany INF 6-5", "1425")
    assert rail.may_entrain(g, unit) is None
    assert space(g, "munich") in rail.rail_cities(g, unit)
    assert rail.may_entrain(g, stray).rule == "9.1.1"


def test_9_1_1_b_not_beside_an_enemy():
    """The journey may begin beside an enemy but not end there."""
    g = war("germany", "ussr")
    refresh(g)
    hold(g, "germany", "1421", "1422", "1522", "1523", "1420")
    unit = put(g, "germany INF 6-5", "breslau")
    assert space(g, "warsaw") in rail.rail_cities(g, unit)
    put(g, "ussr INF 2-5", "1420")
    assert space(g, "warsaw") not in rail.rail_cities(g, unit)


def test_9_1_2_capacity():
    """Eight German railmoves, two each inside the Soviet Union of 1939; none in North Africa."""
    g = war("germany", "italy", "ussr")
    refresh(g)
    hold(g, "germany", "minsk")
    unit = put(g, "germany INF 6-5", "minsk")
    assert g.nations.rail[GERMANY] == 8
    assert rail.rail_price(g, unit, space(g, "minsk")) == 2
    assert rail.rail_price(g, unit, space(g, "berlin")) == 1
    g.nations[GERMANY].rail = 1
    assert rail.may_entrain(g, unit).rule == "9.1.2"
    desert = put(g, "italy INF 2-5", "tripoli")
    assert rail.may_entrain(g, desert).rule == "9.1.2"


def test_9_1_2_moscow():
    """Soviet capacity falls to six while the Axis holds Moscow."""
    g = war("germany", "ussr", side=ALLIES)
    refresh(g)
    assert rail.rail_left(g, USSR) == 8
    hold(g, "germany", "moscow")
    assert rail.rail_left(g, USSR) == 6


# --- 9.2 to 9.4 ----------------------------------------------------------------------------------------------------------------


def test_9_2_a_second_rate_tanks():
    """tw-9.2-a: a British 2-8 ARM has six points in the second impulse."""
    g = war("germany", "britain", year=1942, season=0, side=ALLIES)
    assert allowance(g, put(g, "britain ARM 2-8", "cairo"), 2) == 6


def test_9_2_b_third_rate_cavalry():
    """tw-9.2-b: a Soviet 2-6 CAV has three."""
    g = war("germany", "ussr", side=ALLIES)
    assert allowance(g, put(g, "ussr CAV 2-6", "kharkov"), 2) == 3


def test_9_2_foot_has_no_second_impulse():
    g = war("germany", "ussr")
    assert may_move(g, put(g, "germany ARM 8-8", "berlin"), 2) is None
    assert may_move(g, put(g, "germany INF 6-5", "berlin"), 2).rule == "9.2"


def test_9_3_zones_cost_a_point_in_and_a_point_out():
    """Zone to zone costs three points; foot stops in the first."""
    g = war("germany", "ussr")
    put(g, "ussr ARM 6-8", "1511")
    tanks, foot = put(g, "germany ARM 8-8", "1613"), put(g, "germany INF 6-5", "1613")
    hold(g, "germany", "1613")
    steps = Steps(g, [tanks], in_swamp=False)
    assert steps.cost(space(g, "1613"), space(g, "1512"), 0) == 2
    assert steps.cost(space(g, "1512"), space(g, "1412"), 0) == 3
    assert steps.cost(space(g, "1512"), space(g, "1413"), 0) == 2
    assert not steps.stop(space(g, "1512"))
    assert Steps(g, [foot], in_swamp=False).stop(space(g, "1512")).rule == "9.4"


def test_9_4_a_no_walking_to_islands():
    """tw-9.4-a, tw-2.1-b: from 3120 to 3220 only by ship."""
    g = war("germany", "greece", year=1941, side=ALLIES)
    unit = put(g, "britain INF 6-5".replace("britain INF 6-5", "germany INF 6-5"), "3120")
    where = reach_of(g, unit)
    assert space(g, "3220") not in where
    assert where.why_not(space(g, "3220")) is not None


def test_9_4_enemy_and_neutral_hexes():
    g = war("germany", "ussr")
    unit = put(g, "germany INF 6-5", "1421")
    hold(g, "germany", "1421", "1422", "1420")
    put(g, "ussr INF 2-5", "1420")
    where = reach_of(g, unit)
    assert space(g, "1422") in where
    assert where.why_not(space(g, "1420")).rule == "9.4"
    assert where.why_not(space(g, "stockholm")) is not None


def test_10_6_7_swamps_stop_whoever_enters():
    """Entering the first swamp hex ends the move; who starts in one pays 2 points a hex on foot, 4 with tanks; ice is firm."""
    g = war("germany", "ussr")
    hold(g, "germany", "1320", "1420", "1520", "1419", "1418", "1519", "1518")
    foot = put(g, "germany INF 6-5", "1420")
    where = reach_of(g, foot, 2)
    assert where.costs[space(g, "1419")] == 1
    assert space(g, "1418") not in where
    inside = stack_reach(g, [put(g, "germany INF 6-5", "1419")], 5, in_swamp=True, one_hex=False)
    assert inside.costs[space(g, "1418")] == 2
    tanks = stack_reach(g, [put(g, "germany ARM 8-8", "1419")], 8, in_swamp=True, one_hex=False)
    assert tanks.costs[space(g, "1418")] == 4
    g.turn, g.east, g.east_winter = g.turn - g.turn % 4 + WINTER, 1, 1
    assert reach_of(g, foot).costs[space(g, "1418")] == 2


# --- 9.6 stacking --------------------------------------------------------------------------------------------------------------


def test_9_6_b_romanian_with_two_germans():
    """tw-9.6-b: 12 German factors to 4: three may stand together."""
    g = war("germany", "romania", "ussr")
    units = [put(g, "germany INF 6-5", "berlin"), put(g, "germany INF 6-5", "berlin"), put(g, "romania INF 4-5", "berlin")]
    assert overstacked(g, space(g, "berlin"), units) is None
    assert overstacked(g, space(g, "berlin"), [*units, put(g, "germany INF 6-5", "berlin")]) is not None


def test_9_6_c_romanian_with_a_piece():
    """tw-9.6-c: a German 2-5 piece may not stand with a Romanian 4-5."""
    g = war("germany", "romania", "ussr")
    units = [put(g, "romania INF 4-5", "berlin"), put(g, "germany INF 2-5", "berlin")]
    assert overstacked(g, space(g, "berlin"), units).rule == "9.6"
    drive(g, enforce_stacking(g, AXIS), [f"remove u{units[1]}"])
    assert g.units.at[units[1]] < 0


@pytest.mark.parametrize(
    ("what", "limit"),
    [("germany INF 6-5", 3), ("france INF 6-5", 2), ("ussr INF 6-5", 1), ("italy INF 6-5", 1), ("finland INF 6-5", 1)],
)
def test_9_6_limits_by_rating(what, limit):
    g = war("germany", "france", "ussr", "italy", "finland")
    units = [put(g, what, "lyons") for _ in range(limit)]
    assert overstacked(g, space(g, "lyons"), units) is None
    assert overstacked(g, space(g, "lyons"), [*units, put(g, what, "lyons")]) is not None


def test_9_6_parachutists_and_flak_do_not_count():
    g = war("germany", "ussr")
    units = [put(g, "germany INF 6-5", "berlin") for _ in range(3)]
    units += [put(g, "germany PARA 2-5", "berlin"), put(g, "germany FLAK 1-3", "berlin")]
    assert overstacked(g, space(g, "berlin"), units) is None


def test_9_6_1_stacking_in_france():
    """Three French units in Paris; no British there or in the Maginot Line."""
    g = war("germany", "france", "britain", side=ALLIES)
    assert overstacked(g, space(g, "paris"), [put(g, "france INF 6-5", "paris") for _ in range(3)]) is None
    british = put(g, "britain MOT 6-7", "calais")
    assert overstacked(g, space(g, "calais"), [british]) is None
    assert overstacked(g, space(g, "paris"), [british]).rule == "9.6.1"
    assert overstacked(g, space(g, "1631"), [british]).rule == "9.6.1"


def test_9_6_2_a_a_breach_holds_six_for_two_player_turns():
    """tw-9.6.2-a: a Breach of the German Summer turn 1941 is closed at the end of the German Fall turn."""
    from grognard.titles.tw.rules.end import close_gaps

    g = war("germany", "ussr")
    here = space(g, "minsk")
    g.hexes[here].breach, g.hexes[here].gap_side = g.player_turn + 2, AXIS
    units = [put(g, "germany ARM 8-8", "minsk") for _ in range(6)]
    assert overstacked(g, here, units) is None
    assert overstacked(g, here, [*units, put(g, "germany ARM 8-8", "minsk")]) is not None
    g.side = ALLIES
    close_gaps(g)
    assert overstacked(g, here, units) is None
    g.turn, g.side = g.turn + 1, AXIS
    close_gaps(g)
    assert overstacked(g, here, units) is not None


def test_9_6_3_a_british_pieces():
    """tw-9.6.3-a: a 6-7 MOT makes 2-7, 2-7 and 1-7; with a 4-8 ARM in the hex one piece too many stands there."""
    g = war("germany", "britain", year=1942, side=ALLIES)
    tanks, foot = put(g, "britain ARM 4-8", "cairo"), put(g, "britain MOT 6-7", "cairo")
    assert may_break_down(g, foot) is None
    break_down(g, g.units[foot])
    there = friends_in(g, space(g, "cairo"), ALLIES)
    assert sorted(g.designs[g.units.design[u]].strength for u in there if u != tanks) == [1, 2, 2]
    assert overstacked(g, space(g, "cairo"), there) is not None


def test_3_9_3_a_american_tanks():
    """tw-3.9.3-a: a 10-8 ARM makes 4-8, 3-8 and 2-8, nine factors."""
    g = war("germany", "united_states", year=1943, side=ALLIES)
    tanks = put(g, "united_states ARM 10-8", "london")
    break_down(g, g.units[tanks])
    assert sorted(g.designs[g.units.design[u]].values for u in ground_at(g)[space(g, "london")]) == ["2-8", "3-8", "4-8"]


def test_9_6_3_depleted_units_stay_whole():
    g = war("germany", "ussr")
    assert may_break_down(g, put(g, "germany INF 6-5", "berlin", depleted=1)).rule == "9.6.3"
    assert may_break_down(g, put(g, "germany INF 6-5", "berlin")) is None


# --- 9.7 zones of control ------------------------------------------------------------------------------------------------------


def zone_at(g, token, side=ALLIES):
    return bool(zones(g)[side][space(g, token)])


def test_9_7_who_has_a_zone():
    g = war("germany", "ussr")
    for what, has in (("INF 4-5", True), ("INF 3-5", False), ("STA 3-3", False), ("ARM 1-8", True), ("CAV 2-6", True)):
        g.units.fill(0)
        put(g, f"ussr {what}", "1409")
        assert zone_at(g, "1408") is has, what
    g.units.fill(0)
    put(g, "ussr INF 4-5", "1409", depleted=1)
    assert not zone_at(g, "1408")


def test_9_7_rivers_and_fortresses_stop_zones():
    g = war("germany", "ussr")
    river = next(s for s in range(g.board.size) if g.ground.river[s] and g.ground.terrain[s] == 0 and g.ground.ussr_1939[s])
    across = next(iter(g.ground.river[river]))
    put(g, "ussr INF 6-5", g.board.token(river))
    assert not zones(g)[ALLIES][across]
    g.turn, g.east, g.east_winter = g.turn - g.turn % 4 + WINTER, 1, 1
    assert zones(g)[ALLIES][across]  # frozen
    g.hexes[across].works = FORTRESS
    assert not zones(g)[ALLIES][across]


def test_9_7_desert_and_mountains():
    """Foot and horse have no zone in the desert, tanks none into mountains."""
    g = war("germany", "italy", "britain", year=1942)
    put(g, "italy INF 4-5", "3924")
    assert not zone_at(g, "3923", AXIS)
    put(g, "italy ARM 2-8", "3924")
    assert zone_at(g, "3923", AXIS)
    h = war("germany", "italy", "france", year=1940)
    mountain = next(
        s for s in range(h.board.size) if h.ground.terrain[s] == 3 and any(h.ground.terrain[b] == 0 for b in h.ground.dry[s])
    )
    plain = next(b for b in h.ground.dry[mountain] if h.ground.terrain[b] == 0)
    put(h, "germany ARM 8-8", h.board.token(plain))
    assert not zones(h)[AXIS][mountain]
    put(h, "germany INF 6-5", h.board.token(plain))
    assert zones(h)[AXIS][mountain]


# --- 9.8 automatic victory -----------------------------------------------------------------------------------------------------


def smolensk(beside=False):
    g = war("germany", "ussr", season=2)
    g.east = 1
    hold(g, "germany", "1316", "1416", "1216", "1315", "1314")
    put(g, "ussr INF 4-5", "smolensk")
    foot = [put(g, "germany INF 6-5", "1315" if beside else "1416") for _ in range(3)]
    tanks = [put(g, "germany ARM 8-8", "1314") for _ in range(3)]
    return g, foot, tanks


def test_9_8_b_no_victory_over_smolensk():
    """tw-9.8-b: 24-9 is 2-1, two columns for the MDM make 4-1."""
    g, _, tanks = smolensk()
    column = automatic_victory.overrun_column(g, tanks, space(g, "smolensk"))
    assert column == 4  # the column 2-1
    put(g, "germany MDM 1-7-6", "warsaw")
    assert not [o for o in automatic_victory.overruns(g, tanks, 8) if o.arg.index == space(g, "smolensk")]


def test_9_8_c_victory_with_unmoved_neighbours():
    """tw-9.8-c: the INF that began beside Smolensk lend 18 factors: 42-9 is 4-1, with the MDM 6-1."""
    g, foot, tanks = smolensk(beside=True)
    assert automatic_victory.overrun_column(g, tanks, space(g, "smolensk")) == 6
    hold(g, "germany", "minsk", "1317")
    planes = put(g, "germany MDM 1-7-6", "minsk")
    options = [o.text for o in automatic_victory.overruns(g, tanks, 8)]
    assert f"overrun {g.board.token(space(g, 'smolensk'))} u{planes}" in options
    for u in foot:
        g.units[u].moved = 1
    assert automatic_victory.overrun_column(g, tanks, space(g, "smolensk")) == 4


def test_9_8_d_cavalry_is_ridden_down():
    """tw-9.8-d: 42 factors against a doubled 2-6 CAV are 10-1."""
    g = war("germany", "ussr", year=1942)
    hold(g, "germany", "1710", "1809")
    put(g, "ussr CAV 2-6", "1709")
    foot = [put(g, "germany INF 6-5", "1710") for _ in range(3)]
    tanks = [put(g, "germany ARM 8-8", "1710") for _ in range(3)]
    assert automatic_victory.overrun_column(g, [*foot, *tanks], space(g, "1709")) == 8
    drive(g, automatic_victory.overrun(g, tanks, g.hexes[space(g, "1709")], []))
    assert drive.value is True and not ground_at(g).get(space(g, "1709"))


def test_9_8_who_and_what_is_never_overrun():
    g = war("germany", "italy", "ussr")
    hold(g, "germany", "1316")
    put(g, "ussr INF 2-5", "1315")
    tanks = [put(g, "germany ARM 8-8", "1316") for _ in range(3)]
    target = space(g, "1315")
    assert automatic_victory.why_not(g, tanks, target, 8) is None
    g.hexes[target].works = FORTIFICATION
    assert automatic_victory.why_not(g, tanks, target, 8).rule == "9.8"
    g.hexes[target].works, g.hexes[target].builder = FORTRESS, USSR
    assert automatic_victory.why_not(g, tanks, target, 8).rule == "9.8"
    g.hexes[target].works = 0
    foot = [put(g, "germany INF 6-5", "1316") for _ in range(3)]
    for u in tanks:
        g.units[u].at = space(g, "berlin")
    assert automatic_victory.overrun_column(g, foot, target) == -1  # no ARM
    third = put(g, "italy ARM 4-8", "1316")
    for u in foot:
        g.units[u].at = space(g, "berlin")
    assert automatic_victory.overrun_column(g, [third], target) == -1  # not First Rate


def test_9_8_the_zone_of_the_units_overrun_costs_nothing():
    """They are gone when their hex is entered: two points are enough. The zone of a unit beside them still costs."""
    g = war("germany", "ussr", year=1942)
    target = space(g, "1315")
    put(g, "ussr INF 6-5", "1315")
    start = next(b for b in g.ground.dry[target] if enemy_zone(g, AXIS)[b])
    hold(g, "germany", g.board.token(start))
    tanks = [put(g, "germany ARM 8-8", g.board.token(start)) for _ in range(3)]
    assert automatic_victory.why_not(g, tanks, target, 2) is None
    refusal = automatic_victory.why_not(g, tanks, target, 1)
    assert refusal is not None and "costs 2 points" in refusal.reason
    beside = next(b for b in g.ground.dry[target] if b != start)
    put(g, "ussr INF 6-5", g.board.token(beside))
    refusal = automatic_victory.why_not(g, tanks, target, 2)
    assert refusal is not None and refusal.rule == "9.8"


def test_9_8_pass_and_mud():
    g = war("germany", "ussr", season=0)
    hold(g, "germany", "1316")
    put(g, "ussr INF 2-5", "1315")
    tanks = [put(g, "germany ARM 8-8", "1316")]
    g.east = 3
    assert automatic_victory.why_not(g, tanks, space(g, "1315"), 8).rule == "26.0"
    g.east = 2
    assert automatic_victory.why_not(g, tanks, space(g, "1315"), 8) is None
    g.nations[GERMANY].effort = PASS_TURN
    assert automatic_victory.why_not(g, tanks, space(g, "1315"), 8).rule == "4.5"


# --- 9.9 reserves --------------------------------------------------------------------------------------------------------------


def test_9_9_1_who_may_be_a_reserve():
    g = war("germany", "romania", "ussr")
    assert may_be_reserve(g, put(g, "germany ARM 8-8", "berlin")) is None
    assert may_be_reserve(g, put(g, "germany INF 6-5", "berlin")).rule == "9.9.1"
    assert may_be_reserve(g, put(g, "romania CAV 2-6", "bucharest")).rule == "9.9.6"
    g.nations[GERMANY].effort = MLE
    assert may_be_reserve(g, 0).rule == "9.9.2"
    g.nations[GERMANY].effort, g.nations[GERMANY].reserves = RLE, 3
    assert may_be_reserve(g, 0).rule == "9.9.1"


def test_9_9_2_not_beside_an_enemy():
    g = war("germany", "ussr")
    hold(g, "germany", "1316")
    tanks = put(g, "germany ARM 8-8", "1316")
    assert may_be_reserve(g, tanks) is None
    put(g, "ussr INF 2-5", "1315")
    assert may_be_reserve(g, tanks).rule == "9.9.2"


def test_9_9_6_a_and_b_the_worked_reserve():
    """tw-9.9.6-a, tw-9.9.6-b: 24-12 with a TAC is 3-1; the 8-8 in reserve makes it 24-20, with the TAC 2-1."""
    g = war("germany", "ussr", year=1944, side=ALLIES)
    for token in ("1315", "1316", "1317", "1216", "1416"):
        hold(g, "germany", token)
    put(g, "germany INF 6-5", "1315")
    force = [put(g, f"ussr {what}", "1314") for what in ("ARM 6-8", "MECH 6-8", "INF 6-5", "INF 6-5")]
    planes = put(g, "ussr TAC 1-5-4", "bryansk")
    battle = Battle(space(g, "1315"), ALLIES, 1, force, support=[planes])
    odds = battle_odds(g, battle)
    assert (odds.attack, odds.defence, odds.column) == (24, 12, 5)
    reserve = put(g, "germany ARM 8-8", "1317", reserve=1)
    assert reserve_points(g, reserve) == 7
    assert space(g, "1315") in commitments(g, reserve, {space(g, "1315")})
    drive(g, commit(g, [battle]), [f"commit u{reserve} 1315"])
    odds = battle_odds(g, battle)
    assert (odds.attack, odds.defence, odds.column) == (24, 20, 4)


def test_9_9_4_depleted_reserves_have_one_point():
    g = war("germany", "ussr")
    assert reserve_points(g, put(g, "germany ARM 8-8", "berlin", depleted=1)) == 1
    assert reserve_points(g, put(g, "germany ARM 8-8", "berlin")) == 7


# --- 29.1 ----------------------------------------------------------------------------------------------------------------------


def test_29_1_forced_march():
    g = war("germany", "ussr", forced_march=True)
    foot, tanks = put(g, "germany INF 6-5", "berlin"), put(g, "germany ARM 8-8", "berlin")
    assert may_force(g, [foot], 0) and not may_force(g, [tanks], 0)
    for roll, wanted in ((1, (2, True)), (3, (2, True)), (4, (2, False)), (7, (2, False)), (8, (0, False))):
        g.dice = FixedDice(roll)
        assert forced_march(g, g.units[foot]) == wanted
    assert not may_force(war("germany", "ussr"), [foot], 0)


def test_4_0_nothing_moves_without_an_effort_or_supply():
    g = war("germany", "ussr")
    idle = put(g, "germany INF 6-5", "berlin", active=0)
    cut = put(g, "germany INF 6-5", "berlin", supply=NONE)
    assert may_move(g, idle, 1).rule == "4.0"
    assert may_move(g, cut, 1).rule == "12.6.1"
    g.nations[GERMANY].effort = LLE
    assert may_move(g, put(g, "germany ARM 8-8", "berlin"), 2).rule == "4.3"


def test_9_6_3_b_pieces_are_put_together_again_but_not_german_ones():
    g = war("germany", "britain", year=1942, side=ALLIES)
    foot = put(g, "britain MOT 6-7", "cairo")
    break_down(g, g.units[foot])
    assert reunions(g) == [(foot, space(g, "cairo"), 3)]
    drive(g, breakdown(g), [f"reunite u{foot} {g.board.token(space(g, 'cairo'))}", "done"])
    assert friends_in(g, space(g, "cairo"), ALLIES) == [foot]
    g.side = AXIS
    german = put(g, "germany INF 6-5", "berlin")
    break_down(g, g.units[german])
    assert reunions(g) == []


def reserve_line():
    g = war("germany", "ussr", year=1944, side=ALLIES)
    hold(g, "germany", "1315", "1316", "1317", "1216", "1416")
    put(g, "germany INF 6-5", "1315")
    reserve = put(g, "germany ARM 8-8", "1317", reserve=1)
    return g, reserve


def test_9_9_3_a_beside_the_attacked_hex():
    """A reserve may also stop beside an attacked hex; its factors then do not count."""
    g, reserve = reserve_line()
    battle = Battle(space(g, "1315"), ALLIES, 1, [put(g, "ussr INF 6-5", "1314")])
    drive(g, commit(g, [battle]), [f"commit u{reserve} 1316"])
    assert g.units.at[reserve] == space(g, "1316")
    assert battle_odds(g, battle).defence == 12


def test_9_9_5_a_interdiction():
    """Each aircraft adds a point to the hex just entered; two stop a slow reserve short."""
    g, reserve = reserve_line()
    hold(g, "ussr", "smolensk", "bryansk")
    planes = [put(g, "ussr TAC 1-5-4", "bryansk")]
    drive(g, interdict(g, space(g, "1316")), [f"interdict u{planes[0]}"])
    assert drive.value == 1
    g.units[planes[0]].missions = 0
    g.units[reserve].depleted = 1  # one point
    drive(g, send(g, reserve, space(g, "1316")))
    assert g.units.at[reserve] == space(g, "1316")


def test_9_9_2_b_markers_come_off():
    g, reserve = reserve_line()
    stand_down(g)
    assert not g.units.reserve[reserve]


def test_9_6_2_b_a_bridgehead_over_a_river():
    g = war("germany", "ussr")
    target = next(s for s in range(g.board.size) if g.ground.river[s] and g.ground.ussr_1939[s])
    bank = next(iter(g.ground.river[target]))
    force = [put(g, "germany INF 6-5", g.board.token(bank))]
    battle = Battle(target, AXIS, 1, force)
    odds = battle_odds(g, battle)
    assert odds.river
    drive(g, vacated(g, battle, odds), ["halt"])
    assert g.hexes.bridgehead[target] == g.player_turn + 2
    assert g.hexes.breach[target] < 0  # no tanks


def test_9_4_foot_that_entered_a_zone_of_control_goes_no_further():
    """Infantry moves one hex into a zone of control, points left or not: no further hex is offered; out of zones it may go on."""
    from grognard.titles.tw.rules.marches import move_stack

    for zoned in (True, False):
        g = war("germany", "ussr", year=1942, season=1)
        hold(g, "germany", "1611", "1612")
        foot = put(g, "germany INF 6-5", "1612")
        if zoned:
            put(g, "ussr ARM 8-8", "1610")
        flow = move_stack(g, g.units[foot])
        first = next(flow)
        ask = flow.send(first.find("to 1611"))
        assert (not any(o.verb == "to" for o in ask.options)) is zoned


def test_9_8_nobody_overruns_a_hex_he_may_not_enter():
    """23.21: German tanks do not go to Finland, so they overrun nobody there; Finland's neighbour is open to them."""
    g = war("germany", "ussr", "finland")
    g.campaign = 1

    def outside(s: int) -> list[int]:
        return [b for b in g.ground.steps[s] if g.ground.country[b] != "finland" and g.ground.land[b]]

    karelia = next(s for s in g.ground.karelia if outside(s) and g.ground.terrain[s] not in (MOUNTAIN, SWAMP))
    beside = outside(karelia)[0]
    hold(g, "ussr", g.board.ids[karelia])
    hold(g, "germany", g.board.ids[beside])
    tanks = [put(g, "germany ARM 8-8", g.board.ids[beside]) for _ in range(3)]
    put(g, "ussr CAV 2-6", g.board.ids[karelia])
    no = automatic_victory.why_not(g, tanks, karelia, 8)
    assert no is not None and no.rule == "23.60"
    g.hexes[g.ground.named("leningrad")].holder = GERMANY
    assert automatic_victory.why_not(g, tanks, karelia, 8) is None
