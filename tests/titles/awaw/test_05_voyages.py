"""5 and 4.51 at sea and in the air: what really sails, stages and redeploys between boxes and boards, clause by clause."""

from __future__ import annotations

import pytest

from grognard.titles.awaw.nations import ALLIES, BRITAIN, GERMANY, INDEX, JAPAN, RUSSIA, US
from grognard.titles.awaw.rules.air import bases_in_reach, may_stage
from grognard.titles.awaw.rules.boxes import JAPAN_STRUCK, may_sail_to
from grognard.titles.awaw.rules.interception import Passage, may_meet, nearest
from grognard.titles.awaw.rules.movement import Marcher, may_march
from grognard.titles.awaw.rules.redeployment import Traveller, can_sr, can_tr, may_sr, may_tr, sr, sr_limit, tr
from grognard.titles.awaw.rules.supply import network, range_from, sea_distance, supply_of
from grognard.titles.awaw.rules.units import movement_factor
from grognard.titles.awaw.rules.voyages import MOVING, REDEPLOYING, Harbour, board, harbours, may_load, may_sail, sail, take
from grognard.titles.awaw.state import SAILING, World

from .kit import campaign, drive, fight, hold, put, puts, space


def pacific(mover: str = "britain") -> World:
    """The Pacific campaign with empty boards: Japan against Britain, the United States and Russia."""
    g = campaign("pacific", side=ALLIES, mover=mover, year=1942)
    fight(g, "japan", "britain", "us")
    return g


def globe(mover: str = "us") -> World:
    g = campaign("global_war", side=ALLIES, mover=mover, year=1942)
    fight(g, "germany", "italy", "britain", "us", "russia")
    return g


def europe(mover: str = "britain") -> World:
    g = campaign("europe", side=ALLIES, mover=mover, year=1942)
    fight(g, "germany", "italy", "britain", "us")
    return g


# --- 4.51: the Suez canal -----------------------------------------------------------------------------------------------


def test_4_51_the_canal_is_open_to_who_holds_both_ends():
    g = europe()
    suez, said = space(g, "suez"), space(g, "port_said")
    assert sea_distance(g, suez, said) == 1
    hold(g, "germany", "suez")
    assert sea_distance(g, suez, said) > 20  # Port Said alone does not open it
    g.side = 0
    assert sea_distance(g, suez, said) > 20
    hold(g, "germany", "port_said")
    assert sea_distance(g, suez, said) == 1


# --- 5.12B: ranges from the boxes ---------------------------------------------------------------------------------------


def test_5_12_b_ranges_count_off_board_hexes():
    """India to Rangoon: eight hexes to CC2 and ten on the map; Tokyo is out of reach; Noumea is ten from Australia."""
    g = pacific()
    assert range_from(g, "india_box", space(g, "rangoon")) == 18
    assert range_from(g, "australia_box", space(g, "noumea")) == 10
    assert range_from(g, "us_pacific", space(g, "pearl_harbor")) == 0  # 5.22
    assert may_sail_to(g, "india_box", "invasion", space(g, "rangoon")) is None
    for box in ("india_box", "australia_box"):
        refusal = may_sail_to(g, box, "invasion", space(g, "tokyo"))
        assert refusal is not None and refusal.rule == "5.12B"


def test_5_48_b_ports_accessible_through_cc2():
    """Base changes go by a chain of legs of ten hexes, the first with the eight off-board hexes."""
    g = pacific()
    ship = put(g, "britain dd", "india_box", mission=SAILING)
    h = Harbour(BRITAIN, g.units.at[ship], MOVING)
    assert may_sail(g, h, space(g, "colombo")) is None
    assert may_sail(g, h, space(g, "rangoon")) is None  # by way of Madras and Calcutta
    hold(g, "japan", "colombo", "trincomalee", "madras")
    refusal = may_sail(g, h, space(g, "rangoon"))
    assert refusal is not None and refusal.rule == "5.48B"


# --- 5.28, 5.37, 5.38, 5.47: cargo into the boxes -----------------------------------------------------------------------


def test_5_27_units_leave_for_the_united_states_by_transports_alone():
    """5.27C, 5.28F: one transport for five factors between a western port and the box, no destroyers."""
    g = europe()
    men = puts(g, 2, "britain mech 3-4", "liverpool")
    port = g.units.at[men[0]]
    assert port not in harbours(g, BRITAIN, REDEPLOYING)
    puts(g, 2, "britain tr", "sw_atlantic")
    assert port in harbours(g, BRITAIN, REDEPLOYING)
    h = Harbour(BRITAIN, port, REDEPLOYING)
    for u in men:
        assert may_load(g, h, u) is None
        board(g, h, u)
    assert may_sail(g, h, space(g, "us_atlantic")) is None
    refusal = may_sail(g, h, space(g, "india_box"))
    assert refusal is not None and refusal.rule == "5.48E"
    drive(g, sail(g, h, space(g, "us_atlantic")))
    assert [g.units.at[u] for u in men] == [space(g, "us_atlantic")] * 2
    assert may_load(g, Harbour(BRITAIN, space(g, "us_atlantic"), REDEPLOYING), men[0]) is not None  # it stays there


def test_5_28_f_a_transport_carries_five_factors():
    g = europe()
    men = puts(g, 2, "britain mech 3-4", "liverpool")
    put(g, "britain tr", "sw_atlantic")
    h = Harbour(BRITAIN, g.units.at[men[0]], REDEPLOYING)
    board(g, h, men[0])
    refusal = may_load(g, h, men[1])
    assert refusal is not None


def test_5_38_c_sea_transport_from_suez_to_south_africa():
    """Two destroyers a factor and an Indian Ocean transport for five; Atlantic transports do not help; not to Liverpool."""
    g = europe()
    u = put(g, "britain i 1-3", "suez")
    ships = puts(g, 2, "britain dd", "suez")
    hold(g, "britain", "suez", "port_said")
    h = Harbour(BRITAIN, g.units.at[u], MOVING)
    take(g, h, ships[0])
    board(g, h, u)
    goal = space(g, "south_africa")
    put(g, "britain tr", "sw_atlantic")
    refusal = may_sail(g, h, goal)
    assert refusal is not None and refusal.rule == "5.38C"  # one destroyer
    take(g, h, ships[1])
    refusal = may_sail(g, h, goal)
    assert refusal is not None and refusal.rule == "5.38C"  # no transport in the Indian Ocean
    put(g, "britain tr", "sw_indian")
    assert may_sail(g, h, goal) is None
    drive(g, sail(g, h, goal))
    assert g.units.at[u] == goal


def test_5_38_e_atlantic_or_indian_transports():
    """South Africa to Suez takes Indian Ocean transports, to Liverpool Atlantic ones."""
    g = europe()
    u = put(g, "britain i 1-3", "south_africa")
    put(g, "britain tr", "sw_indian")
    h = Harbour(BRITAIN, g.units.at[u], REDEPLOYING)
    board(g, h, u)
    assert may_sail(g, h, space(g, "suez")) is None
    refusal = may_sail(g, h, space(g, "liverpool"))
    assert refusal is not None and refusal.rule == "5.38E"
    put(g, "britain tr", "sw_atlantic")
    assert may_sail(g, h, space(g, "liverpool")) is None


def test_5_47_c_who_guards_india_stays():
    """Units leave the box by sea only while as many factors stay as Japanese stand beside it."""
    g = pacific()
    put(g, "britain tr", "sw_indian")
    guard = put(g, "britain i 1-3", "india_box")
    h = Harbour(BRITAIN, g.units.at[guard], REDEPLOYING)
    assert may_load(g, h, guard) is None
    hold(g, "japan", "pZ4")
    put(g, "japan i 1-2", "pZ4")
    refusal = may_load(g, h, guard)
    assert refusal is not None and refusal.rule == "5.47C"
    second = put(g, "britain i 1-3", "india_box")
    assert may_load(g, h, guard) is None
    board(g, h, guard)
    assert may_load(g, h, second) is not None  # the first is aboard already


# --- 5.28B, E: ships ----------------------------------------------------------------------------------------------------


def test_5_28_e_ships_go_on_from_a_western_port():
    """NR from the Atlantic box: on to Gibraltar by a chain of ports; in movement only to western ports."""
    g = europe("us")
    ship = put(g, "us dd", "us_atlantic", mission=SAILING)
    alexandria = space(g, "alexandria")
    assert may_sail(g, Harbour(US, g.units.at[ship], REDEPLOYING), alexandria) is None
    assert may_sail(g, Harbour(US, g.units.at[ship], MOVING), space(g, "liverpool")) is None
    refusal = may_sail(g, Harbour(US, g.units.at[ship], MOVING), alexandria)
    assert refusal is not None and refusal.rule == "5.28B"


def test_5_28_b_only_a_change_of_theatre_inverts():
    g = globe()
    home, far = put(g, "us dd", "us_atlantic"), put(g, "us dd", "us_atlantic")
    for ship, goal, inverted in ((home, "liverpool", 0), (far, "us_pacific", 1)):
        g.units[ship].mission = SAILING
        drive(g, sail(g, Harbour(US, space(g, "us_atlantic"), MOVING), space(g, goal)))
        assert (g.units.at[ship], g.units.inverted[ship]) == (space(g, goal), inverted)


def test_5_38_e_ships_of_south_africa():
    g = globe("britain")
    ship = put(g, "britain dd", "south_africa", mission=SAILING)
    h = Harbour(BRITAIN, g.units.at[ship], REDEPLOYING)
    assert may_sail(g, h, space(g, "us_pacific")) is None
    assert may_sail(g, h, space(g, "suez")) is None
    refusal = may_sail(g, h, space(g, "alexandria"))
    assert refusal is not None and refusal.rule == "5.38E"
    refusal = may_sail(g, Harbour(BRITAIN, h.port, MOVING), space(g, "us_pacific"))  # base changes: the Atlantic box alone
    assert refusal is not None and refusal.rule == "5.38B"


# --- 5.48F, 5.58F: interception -----------------------------------------------------------------------------------------


def test_5_48_f_ships_of_india_intercept_with_the_off_board_hexes():
    g = pacific()
    g.side = 0
    put(g, "britain bc", "india_box")
    put(g, "us dd", "us_pacific")
    way = (space(g, "pCC3"), space(g, "pCC4"))
    box = space(g, "india_box")
    assert nearest(g, box, way) == (space(g, "pCC3"), 9)
    assert may_meet(g, Passage(BRITAIN, "invasion", way, 20), box) is None
    refusal = may_meet(g, Passage(US, "invasion", way, 20), space(g, "us_pacific"))
    assert refusal is not None and refusal.rule == "5.28G"


# --- aircraft and boxes -------------------------------------------------------------------------------------------------


def test_5_47_a_staging_into_india():
    """Six hexes from an Indian hex, not from hexes outside India; the Andamans and Burma do not count."""
    g = pacific()
    box = space(g, "india_box")
    near = put(g, "britain aaf", "madras")
    assert may_stage(g, near, box) is None
    far = put(g, "britain aaf", "rangoon")
    refusal = may_stage(g, far, box)
    assert refusal is not None and refusal.rule == "5.47A"
    inside = put(g, "britain aaf", "india_box")
    assert may_stage(g, inside, space(g, "madras")) is None
    assert space(g, "madras") in bases_in_reach(g, inside)
    assert space(g, "rangoon") not in bases_in_reach(g, inside)
    refusal = may_stage(g, put(g, "us aaf", "us_pacific"), space(g, "pearl_harbor"))
    assert refusal is not None and refusal.rule == "5.27A"


def test_5_77_a_staging_into_the_urals():
    g = europe("russia")
    fight(g, "russia")
    box = space(g, "urals")
    assert may_stage(g, put(g, "russia aaf", "perm"), box) is None
    refusal = may_stage(g, put(g, "russia aaf", "moscow"), box)
    assert refusal is not None


# --- 5.27C, 5.47C, 5.77: redeployment -----------------------------------------------------------------------------------


def test_5_27_c_from_coast_to_coast_without_limit():
    g = globe()
    men = puts(g, sr_limit(g, US) + 1, "us i 1-3", "us_atlantic")
    for u in men:
        t = Traveller(u)
        assert can_sr(g, t) is None and may_sr(g, t, space(g, "us_pacific")) is None
        sr(g, t, space(g, "us_pacific"))
    assert g.nations.srs[US] == 0
    refusal = can_sr(g, Traveller(men[0]))
    assert refusal is not None


def test_5_47_c_nobody_passes_through_india():
    """A unit that redeploys into the box ends there; it does not come out elsewhere."""
    g = pacific()
    u = put(g, "britain i 1-3", "madras")
    t = Traveller(u)
    box = space(g, "india_box")
    assert may_tr(g, t, box) is None
    tr(g, t, box)
    for test in (can_tr, can_sr):
        refusal = test(g, Traveller(u))
        assert refusal is not None
    refusal = can_sr(g, Traveller(u))
    assert refusal is not None and refusal.rule == "5.47C"


def test_5_77_russians_leave_the_urals_eastward_only_when_they_may():
    """5.77A: neither by movement nor by redeployment, unless Japan attacked or Russia fights and holds all its land."""
    g = campaign("global_war", side=ALLIES, mover="russia", year=1942)
    fight(g, "germany", "russia")
    u = put(g, "russia i 3-3", "urals")
    east = next(o for o, _ in g.ground.ways[space(g, "urals")] if not g.ground.europe[o])
    g.nations[RUSSIA].east = ALLIES
    for country in ("eastpoland", "baltics"):
        for s in g.ground.homeland[INDEX[country]]:
            g.hexes[s].holder = RUSSIA
    assert may_march(g, Marcher(u), east) is None  # every hex at home is Russian
    hold(g, "germany", "eK45")
    refusal = may_march(g, Marcher(u), east)
    assert refusal is not None and refusal.rule == "5.77A"
    assert east not in Traveller(u).near(g)
    g.booked[JAPAN_STRUCK] = 1
    assert may_march(g, Marcher(u), east) is None


def test_5_77_a_russia_at_peace_sends_nobody_east():
    g = campaign("global_war", side=ALLIES, mover="russia")
    u = put(g, "russia i 3-3", "urals")
    g.side = g.nations.side[RUSSIA]
    east = next(o for o, _ in g.ground.ways[space(g, "urals")] if not g.ground.europe[o])
    refusal = may_march(g, Marcher(u), east)
    assert refusal is not None and refusal.rule == "5.77A"


# --- 6.11 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "at", "factor"),
    [("us arm 5-6", "liverpool", 6), ("us arm 5-6", "pearl_harbor", 3), ("britain mech 3-4", "singapore", 2),
     ("us i 2-3", "pearl_harbor", 2), ("japan arm 2-3", "tokyo", 3), ("japan i 3-2", "tokyo", 2),
     ("russia i 1-2", "vladivostok", 2)],
)  # fmt: skip
def test_6_11_the_smaller_factor_in_the_pacific(what, at, factor):
    """British, Russian and American units move with a smaller factor there (AW-DEC-25); the others have only one."""
    g = globe()
    assert movement_factor(g, put(g, what, at)) == factor


def test_5_73_the_urals_are_no_way_for_the_west():
    """A random game sent a British unit from China through the Urals into Persia, where its country was at peace."""
    g = globe("britain")
    fight(g, "russia")
    g.nations[RUSSIA].east = g.nations[BRITAIN].east = ALLIES
    door = next(o for o, _ in g.ground.ways[space(g, "urals")] if not g.ground.europe[o])
    u = put(g, "britain i 1-3", "pM12")
    g.units[u].at = door
    assert space(g, "urals") not in Traveller(u).far(g)
    refusal = may_march(g, Marcher(u), space(g, "urals"))
    assert refusal is not None
    own = put(g, "russia i 3-3", "pM12")
    g.units[own].at = door
    assert space(g, "urals") in Traveller(own).far(g)


# --- 5.28H, 5.38G, 5.48G, 5.58G: sea supply out of boxes ----------------------------------------------------------------


def test_5_38_g_a_supply_line_takes_an_indian_ocean_transport():
    """Suez is fed from South Africa only while a transport is in the Indian Ocean; one of the Atlantic does not help."""
    g = europe()
    for s in g.ground.field_hexes:  # all else is lost
        g.hexes[s].holder = GERMANY
    suez = space(g, "suez")
    hold(g, "britain", "suez")
    put(g, "britain tr", "sw_atlantic")
    assert suez not in network(g, g.faction(BRITAIN), ALLIES)
    put(g, "britain tr", "sw_indian")
    assert suez in network(g, g.faction(BRITAIN), ALLIES)


def test_5_48_g_each_line_takes_one():
    """With India's hexes lost Colombo lives by the box alone: eight hexes to CC2 and two more, and a transport."""
    g = pacific()
    colombo = space(g, "colombo")
    for s in g.ground.field_hexes:
        g.hexes[s].holder = JAPAN if s != colombo else BRITAIN
    assert colombo not in network(g, g.faction(BRITAIN), ALLIES)
    put(g, "britain tr", "sw_indian")
    assert colombo in network(g, g.faction(BRITAIN), ALLIES)


# --- ours 30.332, 31.2 --------------------------------------------------------------------------------------------------


def test_ours_31_a_a_bridgehead_feeds_five():
    """AW-OURS-31-a: three units and two more are supplied, a sixth is not fully."""
    g = europe()
    beach = next(s for s in g.ground.field_hexes if g.ground.beach[s] and g.ground.front[s] == 0 and not g.ground.port[s]
                 and g.ground.country[s] == INDEX["france"])  # fmt: skip
    g.hexes[beach].holder, g.hexes[beach].bridgehead = BRITAIN, ALLIES
    for s in g.ground.homeland[INDEX["france"]]:
        if s != beach:
            g.hexes[s].holder = GERMANY
    men = puts(g, 6, "britain i 1-3", "london")
    for u in men[:5]:
        g.units[u].at = beach
    assert [supply_of(g, u) for u in men[:5]] == [0] * 5
    g.units[men[5]].at = beach
    assert sorted(supply_of(g, u) for u in men) == [0] * 5 + [1]


def test_ours_31_2_two_units_a_turn_over_the_beach():
    g = europe()
    beach = next(s for s in g.ground.field_hexes if g.ground.beach[s] and g.ground.front[s] == 0 and not g.ground.port[s]
                 and g.ground.country[s] == INDEX["france"])  # fmt: skip
    g.hexes[beach].holder, g.hexes[beach].bridgehead = BRITAIN, ALLIES
    men = puts(g, 3, "britain i 1-3", "portsmouth")
    puts(g, 3, "britain dd", "portsmouth", mission=SAILING)
    h = Harbour(BRITAIN, g.units.at[men[0]], REDEPLOYING)
    for u in men[:2]:
        board(g, h, u)
    assert may_sail(g, h, beach) is None
    board(g, h, men[2])
    refusal = may_sail(g, h, beach)
    assert refusal is not None and refusal.rule == "ours 31.2"
