"""Rules 4, 5 and 7, clause by clause: waters of coast hexes, straits, islands, boxes, who is credited with an objective."""

from __future__ import annotations

import pytest

from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, ITALY, JAPAN, NEUTRAL, RUSSIA, alone
from grognard.titles.awaw.rules import lanes, supply, victory
from grognard.titles.awaw.rules.airsea import may_support_land
from grognard.titles.awaw.rules.attrition import attrition_zones, counted, touching
from grognard.titles.awaw.rules.boxes import may_go_east, may_leave, may_sail_to, may_use, press
from grognard.titles.awaw.rules.landing import may_raid_port
from grognard.titles.awaw.rules.redeployment import Traveller, can_sr, may_sr
from grognard.titles.awaw.rules.ships import flee_by_sea
from grognard.titles.awaw.rules.voyages import BY_SEA, FIGHTING, MOVING, REDEPLOYING, Harbour, may_call, sail
from grognard.titles.awaw.state import SAILING, SUMMER, World

from .kit import campaign, drive, fight, hold, put, puts, space


def sea(mover: str = "britain", scenario: str = "europe") -> World:
    g = campaign(scenario, year=1942, season=SUMMER, side=ALLIES, mover=mover)
    fight(g, "germany", "italy", "britain", "us")
    return g


def hexes(g: World, start: str, goal: str, side: int = ALLIES) -> int:
    return supply.sea_distance(g, space(g, start), space(g, goal), side)


# --- 4.52, 4.614: waters ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "goal", "least"),
    [("glasgow", "rosyth", 7), ("taranto", "brindisi", 3), ("genoa", "trieste", 10), ("rangoon", "bangkok", 12)],
)
def test_4_52_land_that_reaches_the_edge_bars_ships(start: str, goal: str, least: int):
    """Scotland, the heel and the boot of Italy, Malaya: ships go round; no coast hex is a canal."""
    assert hexes(sea(scenario="global_war"), start, goal) >= least


def test_4_52_ships_pass_where_the_text_says():
    """Off Tunis and Greece the land does not reach the edge (lines 725 to 730), nor off Formosa."""
    g = sea(scenario="global_war")
    passages = (("eCC17", "eEE17", 2), ("eDD26", "eFF26", 2), ("eC27", "eC28", 1), ("pR23", "pR24", 1), ("pS22", "pS23", 1))
    for a, b, apart in passages:
        assert hexes(g, a, b) == apart


def test_4_614_the_coast_on_which_a_port_lies():
    """Brindisi and Rosyth on the east coast, Plymouth on the south, Lorient on the southwest, Famagusta on the southeast."""
    g = sea()
    for port, near, behind in (
        ("rosyth", "eF27", "eG25"), ("plymouth", "eL20", "eJ21"), ("lorient", "eO18", "eM20"), ("famagusta", "eGG35", "eGG33"),
        ("brindisi", "eZ26", "eBB24"),
    ):  # fmt: skip
        assert hexes(g, port, near) == 1 < hexes(g, port, behind)


def test_4_614_brindisi_is_traversed_in_the_east_only():
    """From the gulf of Taranto ships go round the heel; along the Adriatic they pass AA25 itself."""
    g = sea()
    assert hexes(g, "eZ25", "eBB25") == 2  # by AA25 or AA26
    way = supply.seas(g, space(g, "taranto"), ALLIES).way(space(g, "taranto"), space(g, "eZ26"))
    assert space(g, "eAA25") not in way[:2]


def test_4_52_kiel_has_both_its_seas():
    """A fleet leaves Kiel for either sea; another ship does not pass from one to the other."""
    g = sea()
    assert hexes(g, "kiel", "eJ29", AXIS) == hexes(g, "kiel", "eJ31", AXIS) == 1
    assert hexes(g, "rostock", "eI29", AXIS) == 999


# --- 4.631: straits -----------------------------------------------------------------------------------------------------


def test_4_631_danish_straits():
    """Closed to all while Denmark and Sweden are neutral, then open to who holds a shore."""
    g = sea()
    assert hexes(g, "rostock", "oslo", AXIS) == hexes(g, "rostock", "oslo", ALLIES) == 999
    hold(g, "germany", "eI30", "eI31", "eI32")
    assert hexes(g, "rostock", "oslo", AXIS) <= 8
    assert hexes(g, "rostock", "oslo", ALLIES) == 999


def test_4_631_messina():
    """The strait of Messina is Italy's; with Messina in Allied hands it is open to both."""
    g = sea()
    near = [hexes(g, "eCC22", "eEE22", side) for side in (AXIS, ALLIES)]
    assert near[0] == 2 < near[1]
    hold(g, "britain", "messina")
    assert hexes(g, "eCC22", "eEE22") == hexes(g, "eCC22", "eEE22", AXIS) == 2


# --- 5.28 to 5.58 -------------------------------------------------------------------------------------------------------


def test_5_58_e_a_port_must_have_been_built():
    """NR with cargo from Australia to the Solomons: only to a port constructed there; from the Pacific U.S. box to any of the
    Hawaiian Islands."""
    g = sea("us", "global_war")
    guadalcanal = next(s for s in range(g.board.size) if g.ground.group[s] == "solomons" and not g.ground.port[s])
    assert not g.ground.port[guadalcanal]
    refusal = may_sail_to(g, "australia_box", "escort", guadalcanal)
    assert refusal is not None and refusal.rule == "5.58E"
    g.hexes[guadalcanal].harbour = g.turn
    assert may_sail_to(g, "australia_box", "escort", guadalcanal) is None
    kauai = next(s for s in range(g.board.size) if g.ground.group[s] == "hawaii" and not g.ground.port[s])
    assert may_sail_to(g, "us_pacific", "escort", kauai) is None


def test_5_77_siberia_is_russia_too():
    """A Siberian hex in Japanese hands bars the way east like one in Europe, unless Japan declared the war."""
    g = campaign("global_war", side=ALLIES, mover="russia", year=1942)
    fight(g, "germany", "russia")
    g.nations[RUSSIA].east = ALLIES
    for country in ("eastpoland", "baltics"):
        for s in g.ground.homeland[INDEX[country]]:
            g.hexes[s].holder = RUSSIA
    assert may_go_east(g) is None
    hold(g, "japan", "vladivostok")
    refusal = may_go_east(g)
    assert refusal is not None and refusal.rule == "5.77A"


def test_5_74_only_enemies_cost_brps():
    """Japanese beside the Urals cost Russia nothing while the two are at peace, and their factors when they fight."""
    g = campaign("global_war", side=AXIS, mover="japan", year=1942)
    fight(g, "germany", "russia")
    door = next(o for o, _ in g.ground.ways[space(g, "urals")] if not g.ground.europe[o])
    u = put(g, "japan i 3-2", "tokyo")
    g.units[u].at, g.hexes[door].holder = door, JAPAN
    g.nations[JAPAN].east, g.nations[RUSSIA].east = AXIS, alone(RUSSIA)
    assert press(g, "urals") == 0
    g.nations[RUSSIA].east = ALLIES
    assert press(g, "urals") == 3


def test_5_44_the_indian_army_costs_brps_and_does_not_hold_the_guard():
    """5.44B counts Japanese and Indian National Army factors; 5.47A compares the guard with Japanese ones alone."""
    g = campaign("pacific", side=ALLIES, mover="britain", year=1942)
    fight(g, "japan", "britain")
    row = g.nations[INDEX["indian_nat_army"]]
    row.side = row.east = AXIS
    row.patron = JAPAN
    guard = put(g, "britain i 1-3", "india_box")
    hold(g, "japan", "pZ4")
    puts(g, 2, "indian_nat_army i 2-2", "pZ4")
    assert press(g, "india_box") == 3
    assert may_leave(g, guard) is None
    put(g, "japan i 1-2", "pZ4")
    refusal = may_leave(g, guard)
    assert refusal is not None and refusal.rule == "5.47A"


def test_5_77_b_the_urals_belong_to_a_zone_of_the_asian_front():
    """Japanese beside the Urals grind down Russians in the box on their own front, not on the eastern one."""
    g = campaign("global_war", side=AXIS, mover="japan", year=1942)
    fight(g, "japan", "russia")
    g.nations[RUSSIA].east = ALLIES
    box = space(g, "urals")
    door = next(o for o, _ in g.ground.ways[box] if not g.ground.europe[o])
    g.hexes[door].holder = JAPAN
    u, guard = put(g, "japan i 3-2", "tokyo"), put(g, "russia i 3-3", "urals")
    g.units[u].at = door
    g.nations[RUSSIA].side = ALLIES
    front = g.ground.front[door]
    assert counted(g, g.faction(JAPAN)) == {front: [u]} and front != FRONT["eastern"]
    assert touching(g, [u], front) == [guard]
    assert set(attrition_zones(g, [u], front)) == {door, box}


def test_5_21_c_one_box_for_redeployment():
    """Who came into the Atlantic box by sea may still cross to the Pacific one, and nowhere else."""
    g = campaign("global_war", side=ALLIES, mover="us", year=1942)
    fight(g, "us", "germany", "japan")
    u = put(g, "us i 2-3", "us_atlantic", moved=BY_SEA)
    assert can_sr(g, Traveller(u)) is None
    assert may_sr(g, Traveller(u), space(g, "us_pacific")) is None
    assert may_sr(g, Traveller(u), space(g, "london")) is not None


def test_5_48_h_displaced_ships_reach_india():
    """Ships displaced from Basra with no port near go to the India box in the Global War, and are lost where it is not played."""
    for scenario, goal in (("global_war", "india_box"), ("europe", "")):
        g = sea(scenario=scenario)
        ship = put(g, "britain dd", "basra")
        for s in g.ground.ports:
            if g.ground.europe[s]:
                g.hexes[s].holder = GERMANY
        flee_by_sea(g, space(g, "basra"), ALLIES)
        assert g.units.at[ship] == (space(g, goal) if goal else -1)


def test_5_48_e_troops_reach_india_while_japan_is_at_peace():
    """Britain fights Germany alone: its troops go from Suez to India, which is at peace, and Germans never."""
    g = sea(scenario="global_war")
    assert g.nations.east[BRITAIN] == alone(BRITAIN)
    box = space(g, "india_box")
    assert may_use(g, put(g, "britain i 1-3", "suez"), box) is None
    refusal = may_use(g, put(g, "germany i 1-3", "tripoli"), box)
    assert refusal is not None and refusal.rule == "5.43"


# --- 5.93 ---------------------------------------------------------------------------------------------------------------


def test_5_931_d_carriers_of_the_lanes_fly_for_landings_out_of_boxes_only():
    """A carrier called out of the Atlantic box neither strikes a port nor supports an attack; one of Plymouth does."""
    g = sea()
    puts(g, 3, "britain nas", "plymouth")
    put(g, "germany b Bismarck", "brest")
    hold(g, "germany", "brest", "eN20")
    put(g, "germany i 3-3", "eN20")
    h = Harbour(BRITAIN, space(g, "plymouth"), FIGHTING)
    called = put(g, "britain cv Ark Royal", "plymouth", mission=SAILING, home=g.board.space("sw_atlantic"))
    for test, goal in ((may_raid_port, "brest"), (may_support_land, "eN20")):
        refusal = test(g, h, space(g, goal))
        assert refusal is not None and refusal.rule == "5.931D"
    g.units[called].home = -1
    assert may_raid_port(g, h, space(g, "brest")) is None


def test_5_934_a_transports_and_escorts_go_into_port_and_out():
    """In redeployment a transport or ASW leaves the lanes for a friendly port and comes back; not for an enemy port."""
    g = sea()
    atlantic, liverpool = g.board.space("sw_atlantic"), space(g, "liverpool")
    for what in ("britain tr", "britain asw"):
        u = put(g, what, "sw_atlantic")
        assert lanes.may_station(g, BRITAIN, u, liverpool) is None
        assert lanes.may_station(g, BRITAIN, u, space(g, "kiel")) is not None
        lanes.station(g, u, liverpool)
        g.units[u].moved = 0
        assert lanes.may_station(g, BRITAIN, u, atlantic) is None
        assert lanes.may_station(g, BRITAIN, u, space(g, "plymouth")) is not None  # from port to port it does not change station


def test_5_934_b_ships_that_enter_the_indian_ocean_stay_with_their_board():
    """A cruiser of Suez that goes into the Indian Ocean in movement serves at Suez this turn, not in India."""
    g = sea(scenario="global_war")
    ship = put(g, "britain cruiser", "suez", mission=SAILING)
    box = g.board.space("sw_indian")
    drive(g, sail(g, Harbour(BRITAIN, space(g, "suez"), MOVING), box))
    assert g.units.at[ship] == box
    assert may_call(g, Harbour(BRITAIN, space(g, "suez"), FIGHTING), ship) is None
    refusal = may_call(g, Harbour(BRITAIN, space(g, "india_box"), FIGHTING), ship)
    assert refusal is not None and refusal.rule == "5.934B"
    g.units[ship].moved = 0
    assert may_call(g, Harbour(BRITAIN, space(g, "india_box"), FIGHTING), ship) is None


def test_5_935_ships_are_ready_in_another_box():
    """From box to box in redeployment a ship that has acted is ready; into a port it is inverted through the enemy's turn."""
    for goal, inverted in (("sw_indian", 0), ("liverpool", 2)):
        g = sea(scenario="global_war")
        ship = put(g, "britain cruiser", "sw_atlantic", mission=SAILING, inverted=1)
        drive(g, sail(g, Harbour(BRITAIN, g.board.space("sw_atlantic"), REDEPLOYING), space(g, goal)))
        assert (g.units.at[ship], g.units.inverted[ship]) == (space(g, goal), inverted)


# --- 7.215 --------------------------------------------------------------------------------------------------------------


def test_7_215_d_objectives_of_neutrals_and_of_a_beaten_britain():
    """A neutral Italy's count for the Axis, a neutral Russia's and a beaten Britain's for the Allies, Spain's for nobody, and for
    the Axis from result 8 on."""
    g = campaign(year=1942)
    assert g.nations.side[ITALY] == alone(ITALY) and g.nations.side[RUSSIA] == alone(RUSSIA)
    assert victory.credited(g, space(g, "rome")) == AXIS
    assert victory.credited(g, space(g, "moscow")) == ALLIES
    g.nations[BRITAIN].surrendered, g.nations[BRITAIN].side = 1, alone(BRITAIN)
    assert victory.credited(g, space(g, "gibraltar")) == ALLIES
    madrid = space(g, "madrid")
    for result, side in ((7, NEUTRAL), (8, AXIS), (0, NEUTRAL), (-1, ALLIES)):
        g.nations[INDEX["spain"]].result = result
        assert victory.credited(g, madrid) == side
    hold(g, "germany", "gibraltar")
    assert victory.credited(g, space(g, "gibraltar")) == AXIS
