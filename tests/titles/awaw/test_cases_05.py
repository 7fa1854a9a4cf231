"""5, clause by clause: distance, control, value, supply, construction and movement of every box."""

from __future__ import annotations

import pytest

from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, ITALY, JAPAN, RUSSIA, US
from grognard.titles.awaw.rules.air import may_stage
from grognard.titles.awaw.rules.boxes import (
    brp_value,
    builds_in,
    may_be_in,
    may_intercept_from,
    may_join_murmansk,
    may_leave,
    may_occupy,
    may_sail_to,
    may_use,
    pay_press,
    press,
)
from grognard.titles.awaw.rules.grants import murmansk_convoy
from grognard.titles.awaw.rules.movement import Marcher, may_march
from grognard.titles.awaw.rules.redeployment import Traveller, between_coasts, can_sr, may_sr, may_tr, stays_in_box
from grognard.titles.awaw.rules.supply import LOST, off_board_hexes, range_from, sources, supply_of
from grognard.titles.awaw.rules.voyages import MOVING, Harbour, may_take
from grognard.titles.awaw.state import SUMMER, World

from .kit import campaign, drive, fight, hold, put, puts, space


def globe(mover: str = "us", side: int = ALLIES) -> World:
    """Both boards, empty, every power at war."""
    g = campaign("global_war", side=side, mover=mover, year=1942)
    fight(g, "germany", "italy", "britain", "us", "russia", "japan")
    for power in (BRITAIN, US, INDEX["india"], INDEX["australia"]):
        g.nations[power].east = ALLIES
    g.nations[JAPAN].east = AXIS
    return g


def pacific(mover: str = "britain", side: int = ALLIES) -> World:
    g = campaign("pacific", side=side, mover=mover, year=1942)
    fight(g, "japan", "britain", "us")
    return g


# --- 5.2: the United States ---------------------------------------------------------------------------------------------


def test_5_21_one_box_for_redeployment():
    """5.21C: from one coast to the other by SR; not so between the Atlantic box and South Africa."""
    g = globe()
    assert between_coasts(g, space(g, "us_atlantic"), space(g, "us_pacific"))
    assert not between_coasts(g, space(g, "us_atlantic"), space(g, "south_africa"))
    t = Traveller(put(g, "us i 1-3", "us_atlantic"))
    assert can_sr(g, t) is None
    assert may_sr(g, t, space(g, "us_pacific")) is None
    assert may_sr(g, t, space(g, "south_africa")) is not None


def test_5_22_distance_does_not_matter():
    """Pearl Harbor and the edges are at no distance; the same is not true of India."""
    g = globe()
    assert off_board_hexes(g, "us_atlantic", "eA23") == 0 and off_board_hexes(g, "us_pacific", "pKK48") == 0
    assert range_from(g, "us_pacific", space(g, "pearl_harbor")) == 0
    assert range_from(g, "india_box", space(g, "rangoon")) > 0


@pytest.mark.parametrize("box", ["us_atlantic", "us_pacific"])
def test_5_23_never_entered_by_the_axis(box):
    g = globe()
    assert may_be_in(g, ALLIES, space(g, box)) is None
    assert may_be_in(g, AXIS, space(g, box)).rule == "5.23"
    assert may_use(g, put(g, "us i 1-3", box), space(g, box)) is None
    for foe in ("germany i 3-3", "japan i 3-2"):
        assert may_use(g, put(g, foe, "berlin"), space(g, box)) is not None


def fed_by(g: World, power: int, side: int) -> set[str]:
    return {g.board.token(s) for s in sources(g, g.faction(power), side)}


def test_5_25_supply_from_the_united_states():
    """5.25A: both boxes feed the Western Allies, not the Russians or the Axis."""
    g = globe()
    both = {"us_atlantic", "us_pacific"}
    assert both <= fed_by(g, US, ALLIES)
    assert not both & fed_by(g, RUSSIA, ALLIES)
    assert not both & fed_by(g, GERMANY, AXIS)


def test_5_26_americans_and_canadians_are_built_in_either_box():
    g = globe()
    for box in ("us_atlantic", "us_pacific"):
        assert builds_in(g, US, space(g, box)) and builds_in(g, INDEX["canada"], space(g, box))
        assert not builds_in(g, BRITAIN, space(g, box)) and not builds_in(g, INDEX["australia"], space(g, box))


# --- 5.3: South Africa --------------------------------------------------------------------------------------------------


def test_5_32_south_africa_is_at_no_distance():
    g = globe()
    assert range_from(g, "south_africa", space(g, "suez")) == 0
    assert range_from(g, "australia_box", space(g, "noumea")) == 10


def test_5_33_never_entered_by_the_axis():
    g = globe()
    box = space(g, "south_africa")
    assert may_be_in(g, ALLIES, box) is None
    assert may_be_in(g, AXIS, box).rule == "5.33"


def test_5_34_ten_brps():
    """South Africa is worth ten; Ethiopia nothing (5.64); the United States their base and ten more for Canada (5.24)."""
    g = globe()
    assert brp_value(g, "south_africa") == 10
    assert brp_value(g, "us_atlantic") == g.nations.base[US] + 10


def test_5_35_supply_from_south_africa():
    g = globe()
    assert "south_africa" in fed_by(g, BRITAIN, ALLIES)
    assert "south_africa" not in fed_by(g, ITALY, AXIS) and "south_africa" not in fed_by(g, RUSSIA, ALLIES)


def test_5_37_aircraft_do_not_stage_into_south_africa():
    """5.37A: neither in nor out by staging; India takes aircraft from its own hexes."""
    g = globe("britain")
    refusal = may_stage(g, put(g, "britain aaf", "suez"), space(g, "south_africa"))
    assert refusal is not None and refusal.rule == "5.37A"
    refusal = may_stage(g, put(g, "britain aaf", "south_africa"), space(g, "suez"))
    assert refusal is not None and refusal.rule == "5.37A"
    assert may_stage(g, put(g, "britain aaf", "madras"), space(g, "india_box")) is None


# --- 5.4: India ---------------------------------------------------------------------------------------------------------


def test_5_42_eight_hexes_to_the_edge():
    """5.42A, B: Indian hexes at the edge are adjacent for units on land; ships count eight hexes to CC2."""
    g = pacific()
    assert off_board_hexes(g, "india_box", "pCC2") == 8
    beside = {o for o, _ in g.ground.ways[space(g, "india_box")]}
    assert space(g, "pZ4") in beside
    assert space(g, "rangoon") not in beside
    assert all(g.ground.country[s] == INDEX["india"] for s in beside)


@pytest.mark.parametrize(("box", "section"), [("india_box", "5.43"), ("australia_box", "5.53")])
def test_5_43_allied_until_the_dominion_surrenders(box, section):
    """5.43, 5.53: never Japanese; Allied unless the dominion has surrendered."""
    g = pacific()
    assert may_be_in(g, ALLIES, space(g, box)) is None
    assert may_be_in(g, AXIS, space(g, box)).rule == section
    g.booked[LOST[box]] = 1
    assert may_be_in(g, ALLIES, space(g, box)).rule == section
    assert may_be_in(g, AXIS, space(g, box)).rule == section


def test_5_53_australia_is_closed_to_japan():
    g = pacific("japan", AXIS)
    hold(g, "japan", "pNN23")
    scout, guard = put(g, "japan i 3-2", "pNN23"), put(g, "britain i 1-3", "australia_box")
    box = space(g, "australia_box")
    assert may_use(g, guard, box) is None
    assert may_use(g, scout, box).rule == "5.53"
    assert may_march(g, Marcher(scout), box) is not None


def test_5_44_enemies_beside_india():
    """5.44B: nine Japanese factors against four cost five, fifteen against four ten at most; nothing after a surrender."""
    g = pacific("japan", AXIS)
    puts(g, 4, "britain i 1-3", "india_box")
    hold(g, "japan", "pZ4")
    puts(g, 3, "japan i 3-2", "pZ4")
    assert press(g, "india_box") == 5
    puts(g, 2, "japan i 3-2", "pZ4")
    assert press(g, "india_box") == 10
    level = g.nations.level[BRITAIN]
    pay_press(g)
    assert level - g.nations.level[BRITAIN] == 10
    g.booked[LOST["india_box"]] = 1
    assert press(g, "india_box") == 0


@pytest.mark.parametrize(("box", "section"), [("india_box", "5.45"), ("australia_box", "5.55")])
def test_5_45_supply_until_the_dominion_surrenders(box, section):
    g = globe()
    assert box in fed_by(g, BRITAIN, ALLIES), section
    assert box not in fed_by(g, JAPAN, AXIS)
    g.booked[LOST[box]] = 1
    assert box not in fed_by(g, BRITAIN, ALLIES)


def test_5_55_supply_from_australia():
    """Australia goes on feeding when India alone has surrendered."""
    g = globe()
    g.booked[LOST["india_box"]] = 1
    assert "australia_box" in fed_by(g, BRITAIN, ALLIES)
    g.booked[LOST["australia_box"]] = 1
    assert "australia_box" not in fed_by(g, BRITAIN, ALLIES)


def test_5_46_indians_are_built_in_india():
    g = globe()
    box = space(g, "india_box")
    assert builds_in(g, INDEX["india"], box)
    assert not builds_in(g, INDEX["australia"], box) and not builds_in(g, BRITAIN, box)


# --- 5.5: Australia -----------------------------------------------------------------------------------------------------


def test_5_52_distances_of_australia():
    """Eight hexes to NN15 and NN24, ten to Noumea."""
    g = pacific()
    assert [off_board_hexes(g, "australia_box", edge) for edge in ("pNN15", "pNN24")] == [8, 8]
    assert range_from(g, "australia_box", space(g, "noumea")) == 10
    assert space(g, "pNN23") in {o for o, _ in g.ground.ways[space(g, "australia_box")]}
    assert space(g, "port_moresby") not in {o for o, _ in g.ground.ways[space(g, "australia_box")]}


def test_5_56_australians_are_built_in_australia():
    g = globe()
    box = space(g, "australia_box")
    assert builds_in(g, INDEX["australia"], box)
    assert not builds_in(g, INDEX["india"], box) and not builds_in(g, US, box)


def test_5_57_a_staging_and_guards_of_australia():
    """5.57A: aircraft stage from Townsville, not from Port Moresby; guards leave only while as many stay as Japanese beside."""
    g = pacific()
    box = space(g, "australia_box")
    assert may_stage(g, put(g, "britain aaf", "townsville"), box) is None
    refusal = may_stage(g, put(g, "britain aaf", "port_moresby"), box)
    assert refusal is not None and refusal.rule == "5.57A"
    guard = put(g, "britain i 1-3", "australia_box")
    assert may_leave(g, guard) is None
    hold(g, "japan", "pNN23")
    put(g, "japan i 1-2", "pNN23")
    assert may_leave(g, guard).rule == "5.57A"
    put(g, "britain i 1-3", "australia_box")
    assert may_leave(g, guard) is None


def test_5_57_c_who_redeploys_into_australia_stays():
    g = pacific()
    u = put(g, "britain i 1-3", "townsville")
    t, box = Traveller(u), space(g, "australia_box")
    assert may_tr(g, t, box) is None
    assert stays_in_box(g, u) is None
    g.units[u].at, g.units[u].moved = box, 1
    assert stays_in_box(g, u).rule == "5.57C"


def test_5_58_naval_activities_of_australia():
    """5.58C, D, E: by sea transport to Suez and the Pacific map, not to other boxes; interception as usual."""
    g = pacific()
    assert may_sail_to(g, "australia_box", "sea_transport", space(g, "port_moresby")) is None
    assert may_sail_to(g, "australia_box", "escort", space(g, "us_pacific")) is None
    assert may_sail_to(g, "australia_box", "sea_transport", space(g, "us_pacific")).rule == "5.58C"
    for box in ("us_pacific", "south_africa", "india_box"):
        assert may_sail_to(g, "australia_box", "invasion", space(g, box)).rule == "5.58D"
    assert may_intercept_from(g, "australia_box") is None
    assert may_intercept_from(g, "us_pacific").rule == "5.28G"


# --- 5.6: Ethiopia ------------------------------------------------------------------------------------------------------


def test_5_62_beside_egypt():
    """Adjacent to NN27 to NN30, nothing else."""
    g = globe()
    beside = {o for o in range(g.board.size) if g.board.border(space(g, "ethiopia"), o) is not None}
    assert {space(g, t) for t in ("eNN27", "eNN28", "eNN29", "eNN30")} <= beside
    assert space(g, "eNN26") not in beside and space(g, "suez") not in beside
    assert off_board_hexes(g, "ethiopia", "eNN28") == 0


def test_5_63_both_sides_fight_for_ethiopia():
    """Italian at first, and the Western Allies may conquer it; South Africa in contrast is closed to the Axis."""
    g = globe()
    for side in (AXIS, ALLIES):
        assert may_be_in(g, side, space(g, "ethiopia")) is None
    assert may_be_in(g, AXIS, space(g, "south_africa")) is not None


def test_5_64_no_value():
    g = globe()
    assert (brp_value(g, "ethiopia"), brp_value(g, "south_africa")) == (0, 10)


def test_5_65_always_supplied():
    """An Italian in Ethiopia is supplied whatever is lost; one cut off in Libya is not."""
    g = globe("italy", AXIS)
    for s in g.ground.field_hexes:
        g.hexes[s].holder = BRITAIN
    assert supply_of(g, put(g, "italy i 1-3", "ethiopia")) == 0
    assert supply_of(g, put(g, "italy i 1-3", "tripoli")) != 0


def test_5_66_nobody_is_built_in_ethiopia():
    g = globe()
    for key in ("italy", "britain", "south_africa", "us"):
        assert not builds_in(g, INDEX[key], space(g, "ethiopia"))
    assert builds_in(g, INDEX["south_africa"], space(g, "south_africa"))


def test_5_67_nobody_walks_into_ethiopia():
    """5.67A: neither in nor out in movement; the Urals beside Z53 are open to Russians."""
    g = globe("britain")
    hold(g, "britain", "eNN27", "eNN28")
    assert may_march(g, Marcher(put(g, "britain i 1-3", "eNN28")), space(g, "ethiopia")) is not None
    assert may_march(g, Marcher(put(g, "britain i 1-3", "ethiopia")), space(g, "eNN28")) is not None
    assert may_march(g, Marcher(put(g, "britain i 1-3", "eNN28")), space(g, "eNN27")) is None


@pytest.mark.parametrize("activity", ["base_change", "sea_transport", "invasion", "escort", "nr"])
@pytest.mark.parametrize(("box", "section"), [("ethiopia", "5.68"), ("urals", "5.78")])
def test_5_68_no_naval_activities(box, section, activity):
    """5.68, 5.78: nothing sails from Ethiopia or the Urals; ships of South Africa change base to Suez."""
    g = globe()
    for goal in ("suez", "basra", "liverpool", "vladivostok", "us_pacific"):
        assert may_sail_to(g, box, activity, space(g, goal)).rule.startswith(section)
    assert may_sail_to(g, "south_africa", "base_change", space(g, "suez")) is None


# --- 5.7: the Urals -----------------------------------------------------------------------------------------------------


def test_5_72_beside_both_boards():
    """Down to Z53 in Europe, A23 to L15 in the Pacific; nothing south of them, nothing behind them."""
    g = globe("russia")
    beside = {g.board.token(o) for o, _ in g.ground.ways[space(g, "urals")]}
    assert {"eY54", "eZ53", "pA23", "pL15"} <= beside
    assert not {"eAA53", "pM15", "pM14", "eZ52"} & beside


def test_5_75_supply_from_the_urals():
    """Russians live from it, the West and the Axis do not."""
    g = globe()
    assert "urals" in fed_by(g, RUSSIA, ALLIES)
    assert "urals" not in fed_by(g, BRITAIN, ALLIES) and "urals" not in fed_by(g, GERMANY, AXIS)


def test_5_76_russians_are_built_in_the_urals():
    g = globe()
    assert builds_in(g, RUSSIA, space(g, "urals"))
    assert not builds_in(g, BRITAIN, space(g, "urals")) and not builds_in(g, RUSSIA, space(g, "india_box"))


def test_5_78_nothing_sails_from_the_urals():
    g = globe("russia")
    for goal in ("vladivostok", "murmansk", "us_pacific"):
        assert may_sail_to(g, "urals", "nr", space(g, goal)).rule.startswith("5.78")
    assert may_sail_to(g, "us_atlantic", "nr", space(g, "us_pacific")) is None


# --- 5.8, 5.9 -----------------------------------------------------------------------------------------------------------


def test_5_83_western_ships_only_with_a_convoy():
    g = globe("britain")
    ship = put(g, "britain dd", "liverpool")
    assert may_join_murmansk(g, ship, convoy=True) is None
    assert may_join_murmansk(g, ship, convoy=False).rule == "5.83"


def test_5_81_the_murmansk_box_is_for_convoys_alone():
    """German ships fight a convoy and are at Bergen after it, the escorts in their lanes; not even Russians stay in the box."""
    g = campaign("global_war", year=1942, season=SUMMER, side=ALLIES, mover="britain")
    fight(g, "russia")
    box = g.board.space("murmansk")
    puts(g, 3, "britain tr", "sw_atlantic")
    escort = put(g, "britain dd", "sw_atlantic")
    hold(g, "germany", "bergen")
    raiders = puts(g, 3, "germany dd", "bergen")
    drive(g, murmansk_convoy(g, 15), ["attack_convoy"], dice=[3, 3] * 3)
    assert box not in g.units.at and {g.units.at[u] for u in raiders} <= {space(g, "bergen"), -1}
    assert all(g.units.inverted[u] for u in raiders if g.units.at[u] >= 0)
    assert g.units.at[escort] in (space(g, "sw_atlantic"), -1)
    foot, plane = put(g, "russia i 3-3", "leningrad"), put(g, "russia aaf", "leningrad")
    assert may_use(g, foot, g.board.space("urals")) is None
    for u in (foot, plane, escort):
        refusal = may_use(g, u, box)
        assert refusal is not None and refusal.rule == "5.81"
        assert may_tr(g, Traveller(u), box) is not None and may_sr(g, Traveller(u), box) is not None


def test_5_92_lanes_and_airspace():
    """5.92A: ships in the western and Pacific sections alone, the others are airspace; 5.92B: the Indian Ocean has a sea only."""
    g = globe()
    ship, bomber = put(g, "us dd", "us_atlantic"), put(g, "us bomber", "sw_atlantic")
    for lane in ("sw_atlantic", "sw_pacific", "sw_indian"):
        assert may_occupy(g, ship, lane) is None
    for sky in ("sw_atlantic_east", "sw_atlantic_med", "sw_pacific_asia", "sw_pacific_southeast"):
        assert may_occupy(g, ship, sky).rule == "5.92"
        assert may_occupy(g, bomber, sky) is None


def test_5_934_submarines_stay_where_they_are_in_movement():
    """A submarine sails out of no box in movement, a destroyer does; submarines go in redeployment."""
    g = globe()
    boat, ship = put(g, "us sub", "sw_pacific"), put(g, "us dd", "sw_pacific")
    h = Harbour(US, space(g, "sw_pacific"), MOVING)
    assert may_take(g, h, boat) is not None
    assert may_take(g, h, ship) is None


def test_5_941_bombers_and_interceptors_alone_in_the_airspace():
    g = globe()
    for what in ("germany bomber", "germany interceptor"):
        assert may_occupy(g, put(g, what, "sw_atlantic"), "sw_atlantic_east") is None
    for what in ("germany aaf", "germany i 3-3", "germany at"):
        assert may_occupy(g, put(g, what, "berlin"), "sw_atlantic_east").rule == "5.931"


def test_5_942_no_bombers_over_the_indian_ocean():
    g = globe()
    bomber = put(g, "britain bomber", "sw_atlantic")
    for box in ("sw_atlantic", "sw_pacific"):
        assert may_occupy(g, bomber, box) is None
    assert may_occupy(g, bomber, "sw_indian").rule == "5.942"
