"""7.4 to 7.7, 11.7, 12.5, 12.7.3: missions at sea: transports, invasions, strikes at ports, patrols."""

from __future__ import annotations

import random

from grognard.kernel.dice import FixedDice
from grognard.titles.tw.nations import BRITAIN, GERMANY, INDEX
from grognard.titles.tw.rules import drops
from grognard.titles.tw.rules.allowance import allowance
from grognard.titles.tw.rules.combat import combat
from grognard.titles.tw.rules.holds import DEPLETED, load
from grognard.titles.tw.rules.invasions import (
    ASSAULT,
    TURNING_BACK,
    Landing,
    _may_hold,
    _may_send,
    consolidate,
    goals,
    in_one_zone,
    invade,
    may_assault,
    may_invade_from,
    may_land_directly,
    may_load,
    near_friends,
)
from grognard.titles.tw.rules.missions import (
    Admiralty,
    hunt,
    may_dive,
    may_embark,
    may_hunt,
    may_raid_port,
    may_sail,
    may_strike_port,
    strike_port,
    transport,
)
from grognard.titles.tw.rules.naval_segment import naval_missions
from grognard.titles.tw.rules.patrols import buy_evasion, come_home, may_buy_evasion, may_patrol, patrols
from grognard.titles.tw.rules.seas import beachheads, is_port, sea
from grognard.titles.tw.rules.shipyards import LAUNCHED, SAILED
from grognard.titles.tw.rules.strength import Battle, battle_odds, beach_factor, defence_value
from grognard.titles.tw.rules.supply import enemy_waters, open_seas, supply_now
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import FALL, FORTIFICATION, FULL, LLE, MLE, NONE, SPRING, SUMMER, War, turn_of
from grognard.titles.tw.subjects import Dropping

from .kit import ALLIES, AXIS, drive, hold, put, space
from .test_07_sea import carrier, fleet, mediterranean, navy

# --- sailing and transport ----------------------------------------------------------------------------------------------------


def test_7_0_one_mission_a_turn():
    """A ship that is active, whole and supplied sails once; launched ships, depleted and unsupplied ones stay."""
    g = mediterranean()
    ship = fleet(g, "italy", "taranto")
    assert may_sail(g, ship) is None
    for column, value, section in (
        ("missions", SAILED, "7.0"), ("missions", LAUNCHED, "15.1.5.2"), ("depleted", 1, "7.10"), ("supply", NONE, "12.6.3"),
    ):  # fmt: skip
        before = getattr(g.units[ship], column)
        setattr(g.units[ship], column, value)
        assert may_sail(g, ship).rule == section
        setattr(g.units[ship], column, before)
    g.units[ship].active = 0
    assert may_sail(g, ship).rule == "4.0"


def test_7_5_a_fleet_carries_one_unit():
    """One whole unit or two depleted ones, that stand in the port of the Fleet or near it."""
    g = mediterranean()
    ship = fleet(g, "italy", "taranto")
    one, two = put(g, "italy INF 4-5", "taranto"), put(g, "italy INF 4-5", "taranto")
    away = put(g, "italy INF 4-5", "milan")
    assert may_embark(g, ship, one) is None and may_embark(g, ship, away).rule == "7.5"
    assert may_embark(g, ship, two, (one,)).rule == "7.5"
    g.units[one].depleted = g.units[two].depleted = 1
    assert load(g, one) == DEPLETED and may_embark(g, ship, two, (one,)) is None


def test_7_5_transport_to_tripoli():
    """An Italian corps sails from Taranto to Tripoli; landing costs it a movement point."""
    g = mediterranean()
    ship, corps = fleet(g, "italy", "taranto"), put(g, "italy INF 4-5", "taranto")
    plain = allowance(g, corps, 1)
    drive(g, transport(g, ship), [f"embark u{corps}", "land 3529"])
    assert g.units.at[corps] == space(g, "tripoli") and g.units.at[ship] == space(g, "taranto")
    assert allowance(g, corps, 1) == plain - 1 and may_sail(g, ship).rule == "7.0"


def test_12_7_3_a():
    """Units out of supply do not embark; once supply is run they do."""
    g = mediterranean()
    ship, corps = fleet(g, "italy", "taranto"), put(g, "italy INF 4-5", "taranto", supply=NONE)
    assert may_embark(g, ship, corps).rule == "12.7.3"
    g.units[corps].supply = FULL
    assert may_embark(g, ship, corps) is None


def test_7_5_met_on_the_way():
    """A depleted transport does not arrive, and its cargo suffers with it."""
    g = mediterranean()
    ship, corps = fleet(g, "italy", "taranto"), put(g, "italy INF 4-5", "taranto")
    malta = fleet(g, "britain", "malta")
    answers = [f"embark u{corps}", "land 3529", f"intercept 3228 {g.hexes[sea(g, 'central_med')].token}"]
    drive(g, transport(g, ship), answers, dice=[1, 7, 1, 1, 1, 1])
    assert g.units.at[corps] != space(g, "tripoli")
    assert g.units.depleted[ship] or g.units.at[ship] < 0 or g.units.depleted[malta]


# --- invasions ----------------------------------------------------------------------------------------------------------------


def sea_lion() -> tuple[War, int, int]:
    """Germans in Brest and Calais, Fleet and corps in Calais: (game, Fleet, corps)."""
    g = navy("germany", "britain", year=1940, season=SUMMER)
    for s in g.ground.homeland["france"]:
        g.hexes[s].holder = GERMANY
    ship, corps = fleet(g, "germany", "calais"), put(g, "germany INF 6-5", "calais")
    return g, ship, corps


def test_7_7_goals():
    """Beaches within twelve areas and three of a friendly port; no enemy Fleet may lie there."""
    g, ship, _ = sea_lion()
    southampton = space(g, "southampton")
    assert southampton in goals(g, space(g, "calais"), ship)
    assert may_assault(g, space(g, "birmingham")).rule == "7.7.2" and may_assault(g, space(g, "calais")).rule == "7.7.2"
    fleet(g, "britain", "southampton")
    assert may_assault(g, southampton).rule == "7.7.2"
    assert near_friends(g, GERMANY, sea(g, "channel")) and not near_friends(g, GERMANY, sea(g, "levant_sea"))


def test_7_7_needs_an_effort():
    """An SLE or RLE; an LLE or MLE is not enough, nor a Convoy Massacre for the Western Allies."""
    g, *_ = sea_lion()
    assert may_invade_from(g, space(g, "calais")) is None
    for effort in (LLE, MLE):
        g.nations[GERMANY].effort = effort
        assert may_invade_from(g, space(g, "calais")).rule == "4.3"
    g = navy("germany", "britain", year=1944, side=ALLIES)
    hold(g, "germany", "1333", "1332")
    fleet(g, "britain", "southampton")
    put(g, "britain MOT 6-7", "southampton")
    g.nations[BRITAIN].convoy = 2
    assert may_invade_from(g, space(g, "southampton")).rule == "5.1.3.2"


def test_7_7_1_loading():
    """One unit to a Fleet, pieces by their share; no depleted and no static units."""
    g, ship, corps = sea_lion()
    port = space(g, "calais")
    other = put(g, "germany INF 6-5", "calais")
    assert may_load(g, port, ship, corps) is None and may_load(g, port, ship, other, [(ship, corps)]).rule == "7.7.1"
    g.units[other].depleted = 1
    assert may_load(g, port, ship, other).rule == "7.7.1"
    static = put(g, "germany STA 2-3", "calais")
    assert may_load(g, port, ship, static).rule == "13.1"
    pieces = [put(g, "germany INF 2-5", "calais", parent=6), put(g, "germany INF 2-5", "calais", parent=6)]
    assert may_load(g, port, ship, pieces[1], [(ship, pieces[0])]) is None


def test_7_7_2_a():
    """Oslo, Bergen and Trondheim lie in one Invasion Zone of the Norwegian Sea; Narvik does not."""
    g = navy("germany", "norway", year=1940, season=SPRING)
    area = sea(g, "danish_north_sea")
    three = [space(g, name) for name in ("oslo", "bergen", "trondheim")]
    assert in_one_zone(g, area, three)
    assert not in_one_zone(g, area, [*three, space(g, "narvik_box")])


def test_7_7_2_an_empty_beach():
    """Nobody there: the beach is taken at once and becomes a beachhead that serves as a port for three own turns."""
    g, ship, corps = sea_lion()
    beach = space(g, "southampton")
    drive(g, invade(g, space(g, "calais")), [f"load u{ship} u{corps}", "sail 1235", f"assault u{corps} 1235"])
    assert g.units.at[corps] == beach and hex_sides(g)[beach] == AXIS and beach in beachheads(g)
    assert g.hexes.beachhead[beach] == g.player_turn + 4 and is_port(g, beach)
    assert supply_now(g, corps) == FULL
    g.turn += 3
    assert beach not in beachheads(g)


def test_10_6_2_a_defended_beach():
    """Tripled on the beach, quadrupled behind works; the guns of the fleet shift a column."""
    g, ship, corps = sea_lion()
    beach = space(g, "southampton")
    put(g, "britain STA 2-3", "southampton")
    drive(g, invade(g, space(g, "calais")), [f"load u{ship} u{corps}", "sail 1235", f"assault u{corps} 1235"])
    assert g.units.at[corps] == beach and hex_sides(g)[beach] == ALLIES
    assert beach_factor(g, beach, [corps]) == 3
    values = [v for _, v in defence_value(g, beach, [corps], 1, [corps])]
    assert values == [3 * 2 + 1]
    battle = Battle(beach, AXIS, 1, [corps], landed=[corps])
    assert any(i.rule == "7.7.3" for i in battle_odds(g, battle).shifts.items)
    g.hexes[beach].works = FORTIFICATION
    assert beach_factor(g, beach, [corps]) == 4
    drive(g, combat(g), [f"attack {g.hexes[beach].token}", f"add u{corps}", "commit"], dice=[10, 10, 10])
    assert g.units.at[corps] < 0 or hex_sides(g)[beach] == AXIS


def test_7_7_1_second_wave():
    """Held back units land on the beach that was won; tanks among them move on only if tanks were in the first wave."""
    g, ship, corps = sea_lion()
    other, tanks = fleet(g, "germany", "calais"), put(g, "germany ARM 8-8", "calais")
    answers = [
        f"load u{ship} u{corps}", f"load u{other} u{tanks}", "sail 1235", f"assault u{corps} 1235", f"hold u{tanks} 1235",
    ]  # fmt: skip
    drive(g, invade(g, space(g, "calais")), answers)
    assert g.units.at[tanks] == space(g, "calais")
    consolidate(g)
    assert g.units.at[tanks] == space(g, "southampton") and g.units.moved[tanks] & 2


def test_7_7_2_tanks_are_a_third():
    """An armoured division alone is no first wave."""
    g, ship, corps = sea_lion()
    tanks = put(g, "germany ARM 8-8", "calais")
    beach, area = space(g, "southampton"), sea(g, "channel")
    assert _may_send(g, Landing(area, ((ship, tanks),)), tanks, beach).rule == "7.7.2"
    assert _may_send(g, Landing(area, ((ship, corps),)), corps, beach) is None


def test_7_7_2_the_foot_that_lets_tanks_land_does_not_stay_aboard():
    """Mechanised troops land because a corps of foot will: held back or sent home it would leave them more than a third."""
    g, ship, corps = sea_lion()
    second, tanks = put(g, "germany INF 6-5", "calais"), put(g, "germany MECH 4-8", "calais")
    beach, area = space(g, "southampton"), sea(g, "channel")
    assert _may_send(g, Landing(area, ((ship, corps), (ship, tanks))), tanks, beach) is None
    g.units[tanks].afloat = ASSAULT
    landing = Landing(area, ((ship, corps),), ((tanks, beach),))
    assert _may_hold(g, landing, corps, beach).rule == "7.7.2"
    assert TURNING_BACK.why(g, landing, None).rule == "7.7.2"
    assert _may_send(g, landing, corps, beach) is None
    g.units[corps].afloat = ASSAULT
    landing = Landing(area, ((ship, second),), ((tanks, beach), (corps, beach)))
    assert _may_hold(g, landing, second, beach) is None and TURNING_BACK.why(g, landing, None) is None


def test_7_7_a():
    """From the US Box to Morocco and Algeria, from Fall 1942 on, with Gibraltar British or American."""
    g = navy("germany", "italy", "britain", "united_states", year=1942, season=FALL)
    casablanca = space(g, "casablanca")
    assert may_land_directly(g, casablanca) and not may_land_directly(g, space(g, "southampton"))
    g.turn = turn_of(1942, SUMMER)
    assert not may_land_directly(g, casablanca)
    g.turn = turn_of(1942, FALL)
    hold(g, "germany", "gibraltar")
    assert not may_land_directly(g, casablanca)


def test_22_3_3_a_british_convoy_massacre_stops_landings_from_america():
    """An Ambush does not; a Massacre of either of the Western Allies does."""
    g = navy("germany", "italy", "britain", "united_states", year=1942, season=FALL)
    casablanca = space(g, "casablanca")
    g.nations[BRITAIN].convoy = 1
    assert may_land_directly(g, casablanca)
    g.nations[BRITAIN].convoy = 2
    assert not may_land_directly(g, casablanca)


# --- strikes at ports ---------------------------------------------------------------------------------------------------------


def test_11_7_taranto():
    """Carriers of Alexandria strike two Fleets in Taranto: surprise on a 2, no flak, three times the aircraft."""
    g = mediterranean(side=ALLIES)
    italians = [fleet(g, "italy", "taranto") for _ in range(2)]
    cv = carrier(g, "britain", "alexandria")
    port, target = space(g, "alexandria"), space(g, "taranto")
    assert may_strike_port(g, port, target) is None
    assert may_strike_port(g, port, space(g, "genoa")).rule == "11.7"
    prompts = drive(g, strike_port(g, port, target), ["let", f"lose u{italians[0]}", "leave"], dice=[2, 10, 5])
    assert len(prompts) == 3 and g.units.depleted[italians[0]] and not g.units.depleted[italians[1]]
    assert g.nations.struck[BRITAIN] and may_sail(g, cv).rule == "7.0"


def test_11_7_2_a():
    """A force that has struck does not strike again this segment; another port's carriers may strike another target."""
    g = mediterranean(side=ALLIES)
    for port in ("taranto", "naples"):
        fleet(g, "italy", port)
    carrier(g, "britain", "alexandria")
    carrier(g, "britain", "gibraltar")
    drive(g, strike_port(g, space(g, "alexandria"), space(g, "taranto")), ["let", "leave"], dice=[9, 1, 9])
    assert may_strike_port(g, space(g, "alexandria"), space(g, "naples")).rule == "11.7"
    assert may_strike_port(g, space(g, "gibraltar"), space(g, "naples")) is None


def test_11_7_bombers():
    """TAC and MDM attack ships in port within their range, fighters do not."""
    g = mediterranean()
    fleet(g, "britain", "malta")
    tac, far = put(g, "germany TAC 1-5-4", "palermo"), put(g, "germany TAC 1-5-4", "essen")
    ftr = put(g, "germany FTR 3-3-2", "palermo")
    malta = space(g, "malta")
    assert may_raid_port(g, tac, malta) is None
    assert may_raid_port(g, far, malta).rule == "11.7" and may_raid_port(g, ftr, malta).rule == "11.7"


# --- patrols ------------------------------------------------------------------------------------------------------------------


def test_7_4_patrols():
    """From Spring 1940, whole ships, not with an MLE; they stay out and come home at the end of their next turn."""
    g = mediterranean()
    ship = fleet(g, "italy", "taranto")
    area = sea(g, "central_med")
    assert may_patrol(g, ship, area) is None
    drive(g, patrols(g), [f"patrol u{ship} central_med", "done"])
    assert g.units.at[ship] == area and g.units.port[ship] == space(g, "taranto")
    assert enemy_waters(g, ALLIES) == {area} and area not in open_seas(g, ALLIES)
    come_home(g, AXIS)
    assert g.units.at[ship] == space(g, "taranto")
    g.nations[INDEX["italy"]].effort = MLE
    assert may_patrol(g, ship, area).rule == "7.4"
    g.nations[INDEX["italy"]].effort = 1
    g.turn = turn_of(1939, FALL)
    assert may_patrol(g, ship, area).rule == "7.4"


def test_7_4_patrols_are_hunted():
    """Ships within five areas roll to find a patrol; bombers beside the area find it without a roll, fighters do not."""
    g = mediterranean()
    ship = fleet(g, "britain", "malta")
    g.units[ship].at, g.units[ship].port = sea(g, "central_med"), space(g, "malta")
    ours = fleet(g, "italy", "taranto")
    tac, ftr = put(g, "italy TAC 1-5-4", "palermo"), put(g, "germany FTR 3-3-2", "palermo")
    area = sea(g, "central_med")
    assert may_hunt(g, space(g, "taranto"), area) is None
    assert may_hunt(g, space(g, "taranto"), sea(g, "ionian_sea")).rule == "7.4"
    assert may_dive(g, tac, area) is None and may_dive(g, ftr, area).rule == "7.4"
    drive(g, hunt(g, space(g, "taranto"), area), ["let"], dice=[9, 9])
    assert g.units.missions[ours] & SAILED


def test_7_8_2_evasion_chits():
    """One a year for 3 NARFs; Germany only until Spring 1942; not with an LLE."""
    g = navy("germany", "britain", year=1941)
    assert may_buy_evasion(g, GERMANY) is None
    buy_evasion(g, GERMANY)
    assert g.nations.narfs[GERMANY] == 97 and may_buy_evasion(g, GERMANY).rule == "7.8.2"
    g.turn = turn_of(1942, FALL)
    assert may_buy_evasion(g, GERMANY).rule == "7.8.2" and may_buy_evasion(g, BRITAIN) is None
    g.nations[BRITAIN].effort = LLE
    assert may_buy_evasion(g, BRITAIN).rule == "4.3"


def test_lists_and_tests_agree():
    """Every option of the menu of missions passes its own test, and the others have a reason."""
    g = mediterranean()
    for port in ("taranto", "naples"):
        fleet(g, "italy", port)
        put(g, "italy INF 4-5", port)
    fleet(g, "britain", "malta")
    put(g, "italy TAC 1-5-4", "palermo")
    g.dice = FixedDice()
    ask = next(naval_missions(g))
    assert ask.menu is not None and ask.menu.contradictions(random.Random(3)) == []
    assert isinstance(ask.subject, Admiralty)


# --- commandos (2.6) ------------------------------------------------------------------------------------------------------------


def test_2_6_commandos_land_from_the_air_within_ten_hexes():
    """Ten hexes where parachutists have four; not where parachutists have landed."""
    g = navy("germany", "britain", year=1943, side=ALLIES)
    hold(g, "germany", "cherbourg", "1332", "1333", "1433")
    raid, para = put(g, "britain CDO 1-7", "london"), put(g, "britain PARA 2-7", "london")
    assert drops.may_drop(g, raid) is None and {raid, para} <= set(drops.ready(g))
    far = [s for s in drops.landing_hexes(g, raid) if g.ground.far(space(g, "london"), s) > 4]
    assert far and not set(far) & set(drops.landing_hexes(g, para))
    assert all(g.ground.far(space(g, "london"), s) <= 10 for s in far)
    near = drops.landing_hexes(g, para)[0]
    assert drops.may_land_there(g, Dropping(raid), near) is None
    g.units[para].at, g.units[para].dropped = near, 1
    assert drops.may_land_there(g, Dropping(raid), near).rule == "2.6"
    assert near not in drops.landing_hexes(g, raid)


def test_2_6_commandos_storm_ports():
    """A port without a beach is open to commandos alone, and an empty one must still be won."""
    g = navy("germany", "britain", year=1943, side=ALLIES)
    port = space(g, "brest")
    hold(g, "germany", "brest")
    ship = fleet(g, "britain", "southampton")
    raid, foot = put(g, "britain CDO 1-7", "southampton"), put(g, "britain MOT 6-7", "southampton")
    assert may_assault(g, port).rule == "7.7.2" and may_assault(g, port, commandos=True) is None
    home, goal = space(g, "southampton"), g.board.ids[port]
    assert port not in goals(g, home, ship) and port in goals(g, home, ship, commandos=True)
    words = [f"load u{ship} u{raid}", f"load u{ship} u{foot}", f"sail {goal}", f"assault u{raid} {goal}", "back"]
    drive(g, invade(g, home), words)
    assert g.units.at[raid] == port and g.units.at[foot] == home
    assert hex_sides(g)[port] == AXIS  # its half factor is still to be beaten
