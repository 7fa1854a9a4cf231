"""Sections of chapters 3 to 13 and 26 that other cases only touch: what each allows and what it refuses."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.tw.charts import BREAKDOWNS, SEASONAL
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import FRANCE, GERMANY, INDEX, MAJORS, USSR, capacity
from grognard.titles.tw.rules import air_support, counter_air, strength, weather
from grognard.titles.tw.rules.air_combat import air_modifiers, flak, flak_factors
from grognard.titles.tw.rules.airbases import defensive_range, offensive_range
from grognard.titles.tw.rules.allowance import allowance, may_move
from grognard.titles.tw.rules.breakdown import may_break_down
from grognard.titles.tw.rules.combat import combat, may_attack, targets
from grognard.titles.tw.rules.control import take
from grognard.titles.tw.rules.drops import may_drop, may_land
from grognard.titles.tw.rules.end import end_segment
from grognard.titles.tw.rules.hunger import supply_segment
from grognard.titles.tw.rules.logistics import refresh
from grognard.titles.tw.rules.movement import Steps
from grognard.titles.tw.rules.national import surprise_loss
from grognard.titles.tw.rules.rail import may_entrain, may_stratmove, strategic_goals
from grognard.titles.tw.rules.reserves import may_be_reserve, reserve_points
from grognard.titles.tw.rules.strength import Battle, battle_odds, defence_value
from grognard.titles.tw.rules.supply import check_supply, full_sources, lines, supply_now
from grognard.titles.tw.rules.surrender import armistice_modifiers
from grognard.titles.tw.rules.travel import smp_left
from grognard.titles.tw.rules.unit_prices import repair_price, unit_price
from grognard.titles.tw.rules.works import may_fortify
from grognard.titles.tw.rules.zones import zones
from grognard.titles.tw.setup import set_up
from grognard.titles.tw.state import FALL, FORTRESS, FULL, LLE, LOST, NONE, PASS_TURN, SPRING, WINTER

from .kit import ALLIES, AXIS, drive, hold, put, space, war
from .test_10_ground_combat import terrain_hex

# --- 3 ------------------------------------------------------------------------------------------------------------------------


def test_3_2_rolls_of_the_weather():
    """Fall and spring roll in the east once Germany has attacked; the west and the Mediterranean roll in winter only."""
    g = war("germany", "ussr", season=FALL)
    g.barbarossa = g.turn - 1
    drive(g, weather.weather(g), dice=[1, 10])  # -9: Morass
    assert (g.east, g.west, g.south) == (4, 0, 0)
    g = war("germany", "ussr", season=1)
    drive(g, weather.weather(g))
    assert (g.east, g.west, g.south) == (0, 0, 0)
    g = war("germany", "france", year=1942, season=WINTER)
    drive(g, weather.weather(g), dice=[5, 5, 5, 5])
    assert (g.west, g.south) == (3, 2)


def test_3_9_1_units_out_of_supply_at_both_checks_are_lost():
    """Cut off at the start of Operations and still in the Supply Segment; who was cut off only since stays."""
    for before, lost in ((NONE, True), (FULL, False)):
        g = war("germany", "ussr", side=ALLIES)
        unit = put(g, "ussr INF 4-5", "1315", supply=before)
        for s in g.ground.steps[space(g, "1315")]:
            hold(g, "germany", g.board.token(s))
            put(g, "germany INF 6-5", g.board.token(s))
        supply_segment(g)
        assert (g.units.at[unit] < 0) == lost


def test_3_10_2_the_second_winter_roll_is_made_in_the_axis_end_segment():
    for side, rolls in ((AXIS, [5, 5]), (ALLIES, [])):
        g = war("germany", "ussr", season=WINTER, side=side)
        g.barbarossa = g.turn - 2
        g.nations[USSR].effort = PASS_TURN
        g.east, g.east_winter = 1, 1
        drive(g, end_segment(g), dice=rolls)
        assert g.east == (4 if side == AXIS else 1)


def test_3_7_reserves_are_formed_in_the_build_segment():
    """For 5 NARFs, in an SLE or RLE turn."""
    g = war("germany", "ussr")
    tanks = put(g, "germany ARM 8-8", "berlin")
    assert may_be_reserve(g, tanks) is None
    g.nations[GERMANY].narfs = 4
    assert may_be_reserve(g, tanks) is not None
    g.nations[GERMANY].narfs, g.nations[GERMANY].effort = 50, LLE
    assert may_be_reserve(g, tanks) is not None


# --- 8 and 9 ------------------------------------------------------------------------------------------------------------------


def test_8_1_2_strategic_movement_costs_no_narfs():
    g = war("germany", "ussr")
    refresh(g)
    unit = put(g, "germany INF 6-5", "berlin")
    before = g.nations.narfs[GERMANY]
    from grognard.titles.tw.rules.rail import begin_strategic_movement, strategic_movement

    begin_strategic_movement(g)
    drive(g, strategic_movement(g), [f"entrain u{unit}", f"arrive {g.board.token(space(g, 'warsaw'))}"])
    assert g.units.at[unit] == space(g, "warsaw") and g.nations.narfs[GERMANY] == before
    assert smp_left(g, GERMANY) == 2 * 7 - 2
    g.nations[GERMANY].effort = PASS_TURN
    assert may_stratmove(g, put(g, "germany INF 6-5", "berlin")) is not None


def test_8_6_a_satellite_moves_two_units():
    """Its own two points, not Germany's."""
    g = war("germany", "romania", "ussr")
    refresh(g)
    assert smp_left(g, INDEX["romania"]) == 4
    unit = put(g, "romania INF 4-5", "bucharest")
    assert may_stratmove(g, unit) is None
    g.nations[INDEX["romania"]].smp = 1
    assert may_stratmove(g, unit) is not None and smp_left(g, GERMANY) == 14


def test_8_5_1_rivals_keep_out_of_each_others_land():
    g = war("germany", "romania", "hungary", "ussr")
    refresh(g)
    budapest = space(g, "budapest")
    assert budapest not in strategic_goals(g, put(g, "romania INF 4-5", "bucharest"))
    assert budapest in strategic_goals(g, put(g, "germany INF 6-5", "vienna"))


def test_9_1_3_trains_need_an_effort():
    g = war("germany", "ussr")
    refresh(g)
    unit = put(g, "germany INF 6-5", "berlin")
    assert may_entrain(g, unit) is None
    g.units[unit].active = 0
    assert may_entrain(g, unit) is not None


def test_9_4_1_neutral_land_is_not_entered():
    g = war("germany", "france", year=1940, season=0)
    unit = put(g, "germany INF 6-5", "munich")
    swiss = next(s for s in range(g.board.size) if g.ground.country[s] == "switzerland")
    near = next(s for s in g.ground.steps[swiss] if g.ground.country[s] == "germany")
    steps = Steps(g, [unit], in_swamp=False)
    cost = steps.cost(swiss, near, 0)
    assert not isinstance(cost, int) or cost >= 1
    refusal = steps.cost(near, swiss, 0)
    assert not isinstance(refusal, int) and refusal.rule == "9.4.1"


def test_9_4_2_satellites_let_their_power_pass():
    g = war("germany", "romania", "ussr")
    unit = put(g, "germany INF 6-5", "bucharest")
    b = next(s for s in g.ground.steps[space(g, "bucharest")] if g.ground.country[s] == "romania")
    assert Steps(g, [unit], in_swamp=False).cost(space(g, "bucharest"), b, 0) == 1


@pytest.mark.parametrize(
    ("section", "what", "whole"),
    [
        ("9.6.3.1", "germany ARM 8-8", True),
        ("9.6.3.1", "germany INF 2-5", False),
        ("9.6.3.2", "ussr ARM 6-8", True),
        ("9.6.3.2", "ussr INF 4-5", False),
        ("9.6.3.3", "united_states ARM 10-8", True),
        ("9.6.3.4", "france INF 6-5", True),
        ("9.6.3.4", "france INF 4-5", False),
        ("9.6.3.5", "italy INF 4-5", False),
        ("9.6.3.6", "britain MOT 6-7", True),
        ("9.6.3.6", "britain ARM 2-8", False),
        ("9.6.3.7", "finland INF 6-5", True),
    ],
)
def test_9_6_3_who_breaks_down(section, what, whole):
    """Each nation's list; of the minors Finland alone."""
    nation, kind, values = what.split()
    strength, move = (int(n) for n in values.split("-"))
    assert ((nation, Kind[kind], strength, move) in BREAKDOWNS) == whole, section
    g = war("germany", "finland", "italy", "france", "britain", "united_states", "ussr")
    unit = put(g, what, "berlin")
    assert (may_break_down(g, unit) is None) == whole
    g.units[unit].depleted = 1
    assert may_break_down(g, unit) is not None
    assert all(INDEX[n] in MAJORS or n == "finland" for n, *_ in BREAKDOWNS)


# --- 10 -----------------------------------------------------------------------------------------------------------------------


def test_10_1_1_only_beside_the_target():
    g = war("germany", "ussr")
    put(g, "ussr INF 4-5", "1315")
    far = put(g, "germany INF 6-5", "1318")
    assert list(targets(g, set())) == []
    g.units[far].at = space(g, "1316")
    assert list(targets(g, set())) == [space(g, "1315")]


def test_10_2_4_second_impulse_points():
    """First Rate loses one, Second two, Third three; foot does not move at all."""
    g = war("germany", "ussr", "britain")
    found = [allowance(g, put(g, what, "berlin"), 2) for what in ("germany ARM 8-8", "britain ARM 4-8", "ussr ARM 8-8")]
    assert found == [7, 6, 5]
    g.impulse = 2
    assert may_move(g, put(g, "germany INF 6-5", "berlin"), 2) is not None
    assert may_move(g, put(g, "germany ARM 8-8", "berlin"), 2) is None


def test_10_3_5_motorised_foot_in_reserve():
    """Its allowance less one, two or three by rating; in the second impulse it does not move."""
    g = war("germany", "britain")
    unit = put(g, "britain MOT 6-7", "london")
    assert reserve_points(g, unit) == 5
    g.nations[INDEX["britain"]].army = 1
    assert reserve_points(g, unit) == 6
    g.side = ALLIES
    assert may_move(g, unit, 2) is not None


def test_10_6_5_mountains():
    """Tripled, never fortified, no zones of wheels into them."""
    g = war("germany", "italy", "france", "yugoslavia", year=1941, side=ALLIES)
    peak = next(s for s in range(g.board.size) if g.ground.terrain[s] == 3 and g.ground.country[s] == "italy" and g.ground.dry[s])
    unit = put(g, "italy INF 4-5", g.board.token(peak))
    assert defence_value(g, peak, [], 1) == [(unit, 12)]
    assert may_fortify(g, GERMANY, peak) is not None
    assert may_land(g, peak) is not None
    below = next(s for s in g.ground.dry[peak])
    put(g, "germany ARM 8-8", g.board.token(below))
    assert not zones(g)[AXIS][peak]
    put(g, "germany INF 6-5", g.board.token(below))
    assert zones(g)[AXIS][peak]


def test_10_6_9_a_port_is_a_city():
    g = war("germany", "france", year=1940)
    port = next(
        s
        for s in range(g.board.size)
        if g.ground.port[s]
        and g.ground.city[s]
        and g.ground.country[s] == "france"
        and g.ground.terrain[s] == 0
        and not g.ground.capital[s]
    )
    unit = put(g, "france INF 4-5", g.board.token(port))
    assert dict(defence_value(g, port, [], 1))[unit] == 8 + g.ground.shelter[port] and g.ground.shelter[port] >= 1
    assert flak_factors(g, port) == 1


def test_10_6_13_nobody_enters_the_wasteland():
    g = war("germany", "italy", "britain", year=1942)
    waste, beside = next(
        (s, b)
        for s in range(g.board.size)
        if g.board.terrain_name(s) == "wasteland"
        for b, _ in g.board.neighbours[s]
        if g.ground.land[b]
    )
    unit = put(g, "germany ARM 8-8", g.board.token(beside))
    steps = Steps(g, [unit], in_swamp=False)
    assert not isinstance(steps.cost(beside, waste, 0), int)
    assert waste not in g.ground.steps[beside] and len(g.ground.steps[space(g, "3924")]) > 0
    dry = g.ground.steps[space(g, "3924")][0]
    assert isinstance(steps.cost(space(g, "3924"), dry, 0), int)


def test_10_6_11_nobody_crosses_open_water():
    """Not from the mainland to an island (hexes 3120 and 3220), over a crossable strait they do."""
    g = war("germany", "italy", "britain", year=1942)
    assert space(g, "3220") not in g.ground.steps[space(g, "3120")]
    assert space(g, "3027") in g.ground.steps[space(g, "3026")]


def test_10_8_1_first_rate_modifiers():
    g = war("germany", "france", "romania", "ussr")
    here = terrain_hex(g, "clear")
    beside = g.board.token(g.ground.dry[space(g, here)][0])
    force = [put(g, "germany INF 6-5", beside) for _ in range(2)]
    for what, depleted, value in (("france INF 4-5", 0, -1), ("ussr INF 4-5", 0, -3), ("ussr INF 4-5", 1, -4)):
        foe = put(g, what, here, depleted=depleted)
        assert battle_odds(g, Battle(space(g, here), AXIS, 1, force)).modifiers.total == value
        g.units[foe].at, g.units[foe].pool = -1, LOST


# --- 11 -----------------------------------------------------------------------------------------------------------------------


def test_11_2_1_2_ranges_on_either_turn():
    """The larger number on the own turn, the smaller in the enemy's; depleted aircraft fly as far."""
    g = war("germany", "ussr")
    planes = put(g, "germany TAC 1-5-4", "warsaw")
    assert (offensive_range(g, planes), defensive_range(g, planes)) == (5, 4)
    g.units[planes].depleted = 1
    assert (offensive_range(g, planes), defensive_range(g, planes)) == (5, 4)
    within = [s for s in g.board.within(space(g, "warsaw"), 6) if g.ground.land[s]]
    near = {s for s in within if air_support.reaches(g, planes, s)}
    assert max(g.ground.far(space(g, "warsaw"), s) for s in near) == 5


def test_11_3_fighters_shift_nothing():
    g = war("germany", "ussr")
    here = space(g, "1315")
    fighter = put(g, "germany FTR 3-3-2", "1317")
    assert strength.columns(g, [fighter], here, AXIS) == 0
    assert fighter not in air_support.bombers_for(g, here, air_support.OAS)
    assert fighter in air_support.escorts_for(g, here)


def test_11_5_2_flak_of_a_base():
    """One for the base, one for the city, two together; open ground has none; a flak unit adds one."""
    g = war("germany", "ussr")
    wood = space(g, terrain_hex(g, "forest"))
    plain = space(g, terrain_hex(g, "clear"))
    g.hexes[wood].airbase = USSR
    city = space(g, "gomel")
    assert (flak_factors(g, plain), flak_factors(g, wood), flak_factors(g, city)) == (0, 1, 1)
    g.hexes[city].airbase = USSR
    assert flak_factors(g, city) == 2
    put(g, "ussr FLAK 1-3", g.board.token(plain))
    assert flak_factors(g, plain) == 1
    assert counter_air.targets(g) == []


def test_11_10_repair_of_aircraft():
    """6 NARFs; double beside the enemy or after a mission."""
    g = war("germany", "ussr")
    planes = put(g, "germany TAC 1-5-4", "1318", depleted=1)
    assert repair_price(g, planes) == 6
    g.units[planes].missions = 1
    assert repair_price(g, planes) == 12
    g.units[planes].missions = 0
    put(g, "ussr INF 4-5", g.board.token(g.ground.steps[space(g, "1318")][0]))
    assert repair_price(g, planes) == 12


def test_11_11_1_ratings_in_the_air():
    """First against Second -1, against Third -3, against Fourth -4, and the other way round; fighters cancel out here."""
    g = war("germany", "ussr", "britain")
    mine, theirs = put(g, "germany TAC 1-5-4", "berlin"), put(g, "ussr TAC 1-5-4", "moscow")
    here = space(g, "1315")
    assert air_modifiers(g, [mine], [theirs], here).total == -3
    assert air_modifiers(g, [theirs], [mine], here).total == 3
    g.units[theirs].depleted = 1
    assert air_modifiers(g, [mine], [theirs], here).total == -4
    g.units[theirs].depleted, g.nations[USSR].air = 0, 2
    assert air_modifiers(g, [mine], [theirs], here).total == -1


def test_11_12_4_flak_costs_2():
    g = war("germany", "ussr")
    assert unit_price(g, put(g, "germany FLAK 1-3", "berlin")) == 2


def test_11_12_5_flak_knows_no_ratings():
    """A 10 on the column of two factors depletes two, whoever fires."""
    for nation, side, victim in (("ussr", AXIS, "germany"), ("germany", ALLIES, "ussr")):
        g = war("germany", "ussr", side=side)
        for _ in range(2):
            put(g, f"{nation} FLAK 1-3", "1315")
        planes = [put(g, f"{victim} TAC 1-5-4", "1318") for _ in range(2)]
        drive(g, flak(g, planes, space(g, "1315"), units_only=True), dice=[10])
        assert [g.units.depleted[u] for u in planes] == [1, 1]


def test_11_14_landings_need_an_sle_or_an_rle():
    g = war("germany", "ussr")
    jump = put(g, "germany PARA 2-5", "warsaw")
    assert may_drop(g, jump) is None
    g.nations[GERMANY].effort = LLE
    assert may_drop(g, jump) is not None


def test_11_14_4_a_landing_spoils_the_river():
    """With parachutists in the attack the defender behind a river has only the plain doubling."""
    g = war("germany", "ussr")
    a, b = next(
        (a, b)
        for b in range(g.board.size)
        for a in g.ground.river[b]
        if g.ground.terrain[b] == 0 and not g.ground.city[b] and g.ground.ussr_1939[b]
    )
    foe = put(g, "ussr INF 4-5", g.board.token(b))
    foot, jump = put(g, "germany INF 6-5", g.board.token(a)), put(g, "germany PARA 2-5", g.board.token(b), dropped=1)
    assert dict(defence_value(g, b, [foot], 1)) == {foe: 12}
    assert dict(defence_value(g, b, [foot, jump], 1, [jump])) == {foe: 8}


# --- 12 and 13 ----------------------------------------------------------------------------------------------------------------


def test_12_2_1_the_capital_feeds():
    g = war("germany", "france", year=1940)
    assert full_sources(g, FRANCE) == [space(g, "paris")]
    hold(g, "germany", "paris")
    assert full_sources(g, FRANCE) == [space(g, "bordeaux")]
    hold(g, "germany", "bordeaux")
    assert full_sources(g, FRANCE) == []


def test_12_4_lines_have_any_length_and_carry_any_number():
    g = war("germany", "ussr")
    far = [put(g, "germany INF 6-5", "1316") for _ in range(3)]
    assert len(lines(g, AXIS).network.path(space(g, "1316"))) > 8
    assert all(supply_now(g, u) == FULL for u in far)


def test_12_6_who_is_cut_off_stands_still_and_may_attack():
    g = war("germany", "ussr", side=ALLIES)
    unit = put(g, "ussr INF 6-5", "1315", active=0)
    for s in g.ground.steps[space(g, "1315")]:
        hold(g, "germany", g.board.token(s))
        put(g, "germany INF 6-5", g.board.token(s))
    check_supply(g, ALLIES)
    assert g.units.supply[unit] == NONE
    assert may_move(g, unit, 1) is not None and may_attack(g, unit) is None


def test_12_8_garrisons_outlast_the_first_turn():
    for works, at in ((FORTRESS, True), (0, False)):
        g = war("germany", "ussr", side=ALLIES)
        unit = put(g, "ussr INF 4-5", "1315", supply=NONE)
        g.hexes[space(g, "1315")].works = works
        for s in g.ground.steps[space(g, "1315")]:
            hold(g, "germany", g.board.token(s))
            put(g, "germany INF 6-5", g.board.token(s))
        supply_segment(g)
        assert (g.units.at[unit] >= 0) == at
        assert g.hexes.siege[space(g, "1315")] == int(at)


def test_13_2_1_fortresses_of_1939():
    """The Maginot Line, Sevastopol and Gibraltar; Leningrad is none yet."""
    from grognard.titles.tw import TITLE

    g = TITLE.blank("poland", {})
    set_up(g, TITLE.box(g.board).scenarios["poland"])
    forts = {s for s, works in enumerate(g.hexes.works) if works == FORTRESS}
    assert {space(g, t) for t in ("1631", "1730", "1831", "2313", "2643")} <= forts
    assert space(g, "leningrad") not in forts


# --- 18, 23, 26 ---------------------------------------------------------------------------------------------------------------


def test_18_2_a_french_foot_on_the_turn_of_the_surprise():
    """tw-18.2-a: a 6-5 has two points in the first impulse."""
    g = war("germany", "france", year=1940, season=0, side=ALLIES)
    unit = put(g, "france INF 6-5", "paris")
    assert allowance(g, unit, 1) == 5
    g.nations[FRANCE].surprised = g.turn
    assert allowance(g, unit, 1) == 2 and surprise_loss(g, unit) == 3


def test_18_4_a_unbuilt_french_units():
    """tw-18.4-a: nothing for 49 NARFs, one for 50, two for 149."""
    g = war("germany", "france", year=1940)

    def lost() -> int:
        return next((m.value for m in armistice_modifiers(g).counted if m.label == "French losses"), 0)

    def bury(what: str) -> None:
        unit = put(g, what, "paris")
        g.units[unit].at, g.units[unit].pool = -1, LOST

    prices = []
    for what in ["france INF 6-5"] * 12:
        prices.append(unit_price(g, put(g, what, "paris")))
        bury(what)
        assert lost() == sum(prices) // 50
    assert sum(prices) > 149 and prices[0] == 13


def answered(flow, option):
    """The rest of a procedure once its open question has this answer."""
    try:
        while True:
            option = yield flow.send(option)
    except StopIteration:
        return


def test_23_1_a_attacks_are_finished_though_the_capital_fell():
    """tw-23.1-a: Brussels falls while another attack of the impulse is to be rolled: the Belgians there are fought, and only then
    Belgium surrenders; in movement it surrenders at once. (Antwerp shares Brussels' hex on our board.)"""
    g = war("germany", "belgium", "france", year=1940, season=SPRING)
    belgium, brussels = INDEX["belgium"], space(g, "brussels")
    other = next(s for s in range(g.board.size) if g.ground.country[s] == "belgium" and g.ground.land[s] and s != brussels)
    foe = put(g, "belgium INF 3-5", g.board.token(other))
    put(g, "belgium INF 3-5", "brussels")
    first, second = (
        next(b for b in g.ground.steps[s] if b not in (t, s) and b not in g.ground.steps[t])
        for s, t in ((brussels, other), (other, brussels))
    )
    words = []
    for near, target in ((first, brussels), (second, other)):
        hold(g, "germany", g.board.token(near))
        for _ in range(3):
            put(g, "germany INF 6-5", g.board.token(near))
        words += [f"attack {g.board.token(target)}", "all", "commit"]
    vanguard = next(u for u, at in enumerate(g.units.at) if at == first)
    words += [f"fight {g.board.token(brussels)}", "accept DE 1", f"advance u{vanguard}", "halt"]
    flow = combat(g)
    g.dice = FixedDice(4, 4)  # 3-1 against Third Rate
    ask = next(flow)
    for word in words:
        option = ask.find(word) or next((o for o in ask.options if o.verb == word.split()[0]), None)
        assert option is not None, (word, ask.prompt, [o.text for o in ask.options])
        ask = flow.send(option)
    assert g.hexes.holder[brussels] == GERMANY and not g.nations.surrendered[belgium] and g.units.at[foe] == other
    assert "result" in ask.prompt  # the second attack has been rolled
    drive(g, answered(flow, ask.options[0]))
    assert g.nations.surrendered[belgium] and not g.fighting
    h = war("germany", "belgium", "france", year=1940, season=SPRING)
    take(h, brussels, GERMANY, AXIS)
    assert h.nations.surrendered[belgium]


def test_23_1_b_no_foreign_cover_over_a_minor_just_invaded():
    """tw-23.1-b: no British or French DAS for Belgians in the Operations in which they are invaded; OAS for them later."""
    g = war("germany", "belgium", "france", "britain", year=1940, season=SPRING)
    put(g, "belgium INF 3-5", "brussels")
    planes = put(g, "britain TAC 1-5-4", "calais")
    g.nations[INDEX["belgium"]].surprised = g.turn
    assert air_support.unprotected(g, planes, space(g, "brussels"))
    g.side = ALLIES
    target = next(s for s in g.board.within(space(g, "calais"), 5) if g.ground.country[s] == "germany")
    put(g, "germany INF 6-5", g.board.token(target))
    assert planes in air_support.bombers_for(g, target, air_support.OAS)


def test_26_1_3_1_a_spring_mud():
    """Light Mud costs tanks two points and foot one; Heavy Mud stops the second impulse and overruns besides."""
    g = war("germany", "ussr", year=1942, season=SPRING)
    tanks, foot = put(g, "germany ARM 8-8", "minsk"), put(g, "germany INF 6-5", "minsk")
    g.east = 2
    assert (allowance(g, tanks, 1), allowance(g, foot, 1)) == (6, 4) and may_move(g, tanks, 2) is None
    g.east = 3
    assert may_move(g, tanks, 2) is not None and weather.no_automatic_victory(g, space(g, "minsk"), AXIS)
    assert SEASONAL["spring", 4].shift == 1 and capacity(GERMANY).rail == 8


def test_26_1_3_2_a_fall_mud():
    """Before the war in the east always Light Mud; afterwards a roll of six more is clear."""
    g = war("germany", "france", year=1940, season=FALL)
    drive(g, weather.weather(g))
    assert g.east == 2
    g = war("germany", "ussr", season=FALL)
    g.barbarossa = g.turn - 1
    drive(g, weather.weather(g), dice=[8, 2])
    assert g.east == 1
