"""A second hundred of clauses, over all chapters, chosen from the rulebook before the code was read: those that were found wrong
or missing."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.titles.tw import TITLE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.allowance import allowance
from grognard.titles.tw.rules.construction import broke, may_build
from grognard.titles.tw.rules.counter_air import TIMID, timid
from grognard.titles.tw.rules.drops import agents_home, airborne_landing, behind_lines, exfiltrate, landing_hexes, may_drop
from grognard.titles.tw.rules.grants import Treasury, lend, may_lend, most_granted, note_grant
from grognard.titles.tw.rules.hunger import besiege
from grognard.titles.tw.rules.interception import aircraft_beside, may_meet
from grognard.titles.tw.rules.invasions import ASSAULT, Landing, consolidate, go_ashore, may_assault
from grognard.titles.tw.rules.logistics import begin_operations, refresh, useful_hexes
from grognard.titles.tw.rules.missions import Squadron, landings, may_hunt, may_raid_port, may_sail
from grognard.titles.tw.rules.money import charge, funds, income, may_overspend, overspend
from grognard.titles.tw.rules.new_year import new_year
from grognard.titles.tw.rules.north_africa import african_limit
from grognard.titles.tw.rules.partisans import active_bands, agents, free_bands
from grognard.titles.tw.rules.passages import Convoy, Passage, may_ferry, passages, take_passage
from grognard.titles.tw.rules.patrols import Watch, patrol
from grognard.titles.tw.rules.peace_movement import may_go, peace_goals
from grognard.titles.tw.rules.rail import STRATEGIC, may_stratmove, rail_cities
from grognard.titles.tw.rules.relays import atlantic_load, may_relay, relay
from grognard.titles.tw.rules.results import _fits
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.sea_movement import may_rebase, rebase, sea_movement
from grognard.titles.tw.rules.sea_roads import sea_roads
from grognard.titles.tw.rules.seas import distance, free_berths, sea
from grognard.titles.tw.rules.shipping import over_the_atlantic, points
from grognard.titles.tw.rules.stacking import enforce_stacking, overfull, overstacked, with_room
from grognard.titles.tw.rules.storming import STORMED, may_storm, storm, storms
from grognard.titles.tw.rules.strategic_units import light_flak
from grognard.titles.tw.rules.strength import attack_total, defence_value
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import army_rating, eliminate, ground_at
from grognard.titles.tw.rules.voyages import Voyage, evade
from grognard.titles.tw.rules.weather import no_airdrop
from grognard.titles.tw.rules.yard_work import may_recall
from grognard.titles.tw.state import (
    ASSOCIATE,
    FALL,
    FORTIFICATION,
    FORTRESS,
    LIMITED,
    LOST,
    NONE,
    PASS_TURN,
    RLE,
    SLE,
    SPRING,
    SUMMER,
    WINTER,
    War,
    turn_of,
)

from .kit import drive, hold, put, space
from .test_07_sea import carrier, fleet, mediterranean, navy
from .test_08_sea_movement import campaign as played


def campaign(scenario: str = "campaign_1939", **options: bool) -> War:
    g: War = TITLE.blank(scenario, options)
    TITLE.setup(g)
    g.dice, g.journal = FixedDice(), Journal()
    return g


# --- 4: efforts ---------------------------------------------------------------------------------------------------------------


def test_4_0_what_no_effort_activates_does_not_sail():
    """A Fleet beyond the reach of the RLE neither changes its base nor carries anybody; cut off from supply it needs none."""
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].smp = 8
    ship, corps = fleet(g, "britain", "southampton", active=0), put(g, "britain MOT 3-7", "southampton")
    gibraltar = space(g, "gibraltar")
    assert may_rebase(g, Convoy(BRITAIN), ship, gibraltar).rule == "4.0" and passages(g, corps) == []
    g.units[ship].supply = NONE
    assert may_rebase(g, Convoy(BRITAIN), ship, gibraltar) is None
    g.units[ship].active, g.units[ship].supply = 1, 0
    assert passages(g, corps)


def test_4_2_a_marker_can_lie_in_a_box():
    """American troops at home are activated by an RLE that is placed there."""
    g = played("campaign_1942")
    g.nations[USA].effort = RLE
    corps = put(g, "united_states MOT 6-7", "us_box", active=0)
    assert space(g, "us_box") in useful_hexes(g, USA, "rle", 4)
    g.turn = turn_of(1942, FALL)
    assert may_ferry(g, Convoy(USA), corps).rule == "4.0"


def test_4_5_on_a_pass_ships_go_five_areas_for_nothing():
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].effort, g.nations[BRITAIN].smp = PASS_TURN, 0
    ship = fleet(g, "britain", "southampton")
    near = sea_roads(g, BRITAIN, space(g, "southampton"), 5)
    assert space(g, "gibraltar") in near and space(g, "alexandria") not in near
    assert may_rebase(g, Convoy(BRITAIN), ship, space(g, "alexandria")).rule == "4.5"
    drive(g, rebase(g, Convoy(BRITAIN), (ship, space(g, "gibraltar"))))
    assert g.units.at[ship] == space(g, "gibraltar")


# --- 5, 6: strategic war and alliances ----------------------------------------------------------------------------------------


def test_5_3_2_one_fighter_unit_a_turn():
    g = campaign("campaign_1942")
    g.nations[GERMANY].firestorms, g.nations[GERMANY].narfs = 1, 50
    fighter = put(g, "germany FTR 3-3-2", "essen")
    g.at_home = [fighter]
    assert may_recall(g, fighter) is None
    g.recalled = g.turn
    assert may_recall(g, fighter).rule == "5.3.2"


def test_6_2_1_british_units_travel_and_advance_no_farther_than_a_port():
    """By rail, by strategic movement, after combat and from the air a British unit in France keeps within a hex of a port."""
    g = campaign()
    corps = put(g, "britain MOT 3-7", "cherbourg")
    lyons = space(g, "lyons")
    held = [s for s in g.ground.homeland["france"] if g.ground.land[s] and g.hexes.holder[s] == FRANCE and s not in ground_at(g)]
    inland = next(s for s in held if not any(g.ground.port[b] for b in (s, *g.ground.steps[s])))
    assert with_room(g, [inland, lyons], corps) == [] and not _fits(g, inland, corps)
    found = [s for s in rail_cities(g, corps) if g.ground.country[s] == "france"]
    assert all(any(g.ground.port[b] for b in (s, *g.ground.steps[s])) for s in found)
    g.nations[FRANCE].surrendered = 1
    assert inland in with_room(g, [inland], corps)


# --- 7: the sea ---------------------------------------------------------------------------------------------------------------


def test_7_3_an_associate_opens_the_dardanelles():
    g = navy("italy", "germany", "britain", year=1942)
    black = sea(g, "black_sea")
    assert distance(g, ITALY, space(g, "taranto"), black) == 99
    turkey = g.nations[INDEX["turkey"]]
    turkey.status, turkey.patron = ASSOCIATE, GERMANY
    assert distance(g, ITALY, space(g, "taranto"), black) < 99 and distance(g, BRITAIN, space(g, "alexandria"), black) == 99


def test_7_4_ships_go_on_patrol_together():
    g = navy("britain", "germany", side=ALLIES)
    one, two = fleet(g, "britain", "scapa_flow"), fleet(g, "britain", "scapa_flow")
    area = sea(g, "norwegian_sea")
    drive(g, patrol(g, Watch(ALLIES), (one, area)), [f"with u{two}"])
    assert [g.units.at[u] for u in (one, two)] == [area, area] and g.units.port[two] == space(g, "scapa_flow")


def test_7_7_2_a_third_of_the_wave_against_each_beach():
    """Eighteen factors of foot against one beach are no cover for tanks that go against another."""
    g = navy("germany", "britain", "united_states", year=1944, side=ALLIES)
    one, two = _two_beaches(g)
    foot = [put(g, "britain MOT 6-7", "southampton") for _ in range(3)]
    tank = put(g, "united_states ARM 10-8", "southampton")
    area = sea(g, "channel")
    landing = Landing(area, tuple([(0, u) for u in (*foot, tank)]))
    from grognard.titles.tw.rules.invasions import _assault, _heavy, _may_send

    for u in foot:
        assert _may_send(g, landing, u, one) is None
        _assault(g, landing, (u, one))
        landing = Landing(area, tuple([p for p in landing.aboard if p[1] != u]), (*landing.sent, (u, one)))
    assert _may_send(g, landing, tank, two).rule == "7.7.2" and _heavy(g, landing, ()) is None
    more = [put(g, "britain MOT 6-7", "southampton") for _ in range(2)]
    for u in more:
        _assault(g, landing, (u, one))
        landing = Landing(area, landing.aboard, (*landing.sent, (u, one)))
    assert _may_send(g, landing, tank, one) is None  # ten of forty


def _two_beaches(g: War) -> tuple[int, int]:
    channel = sea(g, "channel")
    found = [s for s in sorted(g.ground.shores[channel]) if g.ground.beach[s] and g.ground.country[s] == "france"]
    for s in found[:2]:
        g.hexes[s].holder = GERMANY
    return found[0], found[1]


def test_9_6_any_number_storms_a_beach():
    """Five corps of a Second-Rate army assault one beach: nobody is taken off before the fight, and six stay after it."""
    g = navy("germany", "britain", year=1944, side=ALLIES)
    g.nations[BRITAIN].army = 2
    beach, port = space(g, "1333"), space(g, "southampton")
    hold(g, "germany", "1333")
    put(g, "germany INF 2-5", "1333")
    wave = [put(g, "britain MOT 6-7", "southampton") for _ in range(5)]
    for u in wave:
        g.units[u].afloat, g.units[u].post = ASSAULT, beach
        go_ashore(g, g.units[u])
    assert overfull(g, ALLIES) == []
    drive(g, enforce_stacking(g, ALLIES))
    assert sorted(u for u in ground_at(g)[beach] if g.roster.sides[u] == ALLIES) == wave and g.units.port[wave[0]] == port


def test_9_8_automatic_victory_from_the_sea():
    """First-Rate troops with tanks, 34 factors against a weak battalion: it is overrun before combat, and they march on."""
    g = navy("germany", "britain", "united_states", year=1944, side=ALLIES)
    g.nations[USA].army = 1
    beach = space(g, "1333")
    hold(g, "germany", "1333")
    guard = put(g, "germany INF 1-5", "1333")
    wave = [put(g, "united_states MOT 6-7", "southampton") for _ in range(4)] + [put(g, "united_states ARM 10-8", "southampton")]
    for u in wave:
        g.units[u].afloat, g.units[u].post = ASSAULT, beach
        go_ashore(g, g.units[u])
    assert (g.hexes[beach],) in storms(g)
    g.hexes[beach].works = FORTIFICATION
    assert may_storm(g, beach).rule == "9.8" and storms(g) == []
    g.hexes[beach].works = 0
    g.nations[USA].army = 2
    assert may_storm(g, beach).rule == "9.8"
    g.nations[USA].army = 1
    drive(g, storm(g, storms(g)[0]))
    assert g.units.at[guard] < 0 and g.hexes.holder[beach] == USA and g.hexes.beachhead[beach] > g.player_turn
    assert all(g.units.afloat[u] == STORMED and not g.units.dropped[u] for u in wave)
    assert allowance(g, wave[0], 1) == 7 - 2  # one point for the hex, one for the victory
    consolidate(g)
    assert sorted(ground_at(g)[beach]) == sorted(wave)


def test_11_14_4_parachutists_count_double_on_an_invaded_beach():
    """A landing from the air and from the sea together: 2 x 2 and 6 against a defender who is still tripled."""
    g = navy("germany", "britain", year=1944, side=ALLIES)
    beach = _two_beaches(g)[0]
    name = g.board.ids[beach]
    guard = put(g, "germany INF 4-5", name)
    corps = put(g, "britain MOT 6-7", name, afloat=ASSAULT, dropped=1)
    para = put(g, "britain PARA 2-7", name, dropped=1)
    assert attack_total(g, beach, [corps, para]) == 10 and attack_total(g, beach, [para]) == 2
    tripled = dict(defence_value(g, beach, [corps], 1, [corps]))[guard]
    assert dict(defence_value(g, beach, [corps, para], 1, [corps, para]))[guard] == tripled >= 12


def test_7_8_2_an_evasion_chit_conceals_all_missions_of_a_port():
    g = navy("germany", "britain", side=AXIS)
    one, two = fleet(g, "germany", "kiel"), fleet(g, "germany", "kiel")
    fleet(g, "britain", "scapa_flow")
    g.nations[GERMANY].evasion = 1
    way = [sea(g, "danish_north_sea"), sea(g, "norwegian_sea")]
    found = []
    for u in (one, two):
        voyage = Voyage(Force(AXIS, [u]), space(g, "kiel"), way, "a mission")
        drive(g, evade(g, voyage), [f"evade {g.nations[GERMANY].token}"] if u == one else [])
        found.append(voyage.evasion)
    assert found == [True, True]


@pytest.mark.parametrize("depleted", [0, 1])
def test_11_11_4_depleted_bombers_still_fly_over_the_sea(depleted):
    """As Fourth Rate; a depleted naval air unit flies no missions at all."""
    g = mediterranean()
    tac = put(g, "italy TAC 1-5-4", "palermo", depleted=depleted)
    fleet(g, "britain", "malta")
    assert may_raid_port(g, tac, space(g, "malta")) is None and tac in aircraft_beside(g, AXIS, sea(g, "sardinian_sea"))


# --- 8: strategic movement ----------------------------------------------------------------------------------------------------


def test_8_6_two_units_of_a_minor_country_depleted_or_not():
    g = campaign("campaign_1941")
    country = next(u for u, n in enumerate(g.roster.nations) if n == INDEX["hungary"] and g.units.at[u] >= 0)
    home = g.board.ids[g.units.at[country]]
    units = [put(g, "hungary INF 4-5", home, depleted=1) for _ in range(3)]
    g.nations[INDEX["hungary"]].smp = 4
    for u in units[:2]:
        assert may_stratmove(g, u) is None
        g.units[u].moved, g.nations[INDEX["hungary"]].smp = STRATEGIC, 2
    assert may_stratmove(g, units[2]).rule == "8.6"
    g.units[units[2]].depleted = 0
    g.units[units[1]].moved = 0
    assert may_stratmove(g, units[2]) is None


def test_8_2_1_a_group_changes_its_base_together():
    """Two Fleets and a carrier sail as one force for one point; a fourth ship has no berth."""
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].smp = 2
    one, two, cv = fleet(g, "britain", "southampton"), fleet(g, "britain", "southampton"), carrier(g, "britain", "southampton")
    last = fleet(g, "britain", "southampton")
    gibraltar = space(g, "gibraltar")
    drive(g, rebase(g, Convoy(BRITAIN), (one, gibraltar)), [f"with u{two}", f"with u{cv}"])
    assert [g.units.at[u] == gibraltar for u in (one, two, cv, last)] == [True, True, True, False]
    assert points(g, BRITAIN) == 0 and free_berths(g, gibraltar) == 0


def test_8_2_1_ships_of_a_port_go_on_for_the_point_that_was_paid():
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].smp = 2
    one, two = fleet(g, "britain", "southampton"), fleet(g, "britain", "southampton")
    token = g.board.token(space(g, "gibraltar"))
    drive(g, sea_movement(g), [f"rebase u{one} {token}", "go", f"rebase u{two} {token}", "done"])
    assert g.units.at[two] == space(g, "gibraltar")


def test_8_3_3_a_unit_travels_on_after_it_has_landed():
    """From Southampton by sea to Alexandria, and on to Cairo; a second point is not asked for."""
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].smp = 8
    corps, ship = put(g, "britain MOT 3-7", "southampton"), fleet(g, "britain", "southampton")
    port = space(g, "cherbourg")
    hold(g, "britain", "cherbourg")
    for s in g.ground.homeland["france"]:
        if g.ground.land[s]:
            g.hexes[s].holder = BRITAIN
    goal = next(b for b in g.ground.steps[port] if g.ground.land[b])
    prompts = drive(g, take_passage(g, Passage(corps), (ship, port)), [f"onward {g.board.token(goal)}"])
    assert any("travels on" in p for p in prompts) and g.units.at[corps] == goal and points(g, BRITAIN) == 4


def test_8_1_1_nobody_lands_beside_an_enemy_unit():
    """A weak corps has no zone, yet no strategic movement ends beside it."""
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].smp = 8
    corps = put(g, "britain MOT 3-7", "southampton")
    fleet(g, "britain", "southampton")
    hold(g, "britain", "cherbourg")
    port = space(g, "cherbourg")
    assert port in [s for _, s in passages(g, corps)]
    beside = next(b for b in g.ground.steps[port] if g.ground.land[b])
    g.hexes[beside].holder = GERMANY
    put(g, "germany INF 2-5", g.board.ids[beside])
    assert port not in [s for _, s in passages(g, corps)]


def test_8_7_no_strategic_movement_into_soviet_land():
    """British Fleets and troops do not go to Sevastopol; Soviet ones not to Istanbul if Britain holds it."""
    g = navy("britain", "germany", "ussr", "turkey", side=ALLIES)
    hold(g, "britain", "istanbul", "2819")
    roads = sea_roads(g, BRITAIN, space(g, "istanbul"), 98)
    assert space(g, "sevastopol") not in roads
    assert space(g, "istanbul") not in sea_roads(g, USSR, space(g, "sevastopol"), 98)


def test_8_5_5_american_fleets_cross_with_the_points_for_the_crossing():
    g = played("campaign_1942")
    ship = fleet(g, "united_states", "us_box")
    for u in (ship,):
        g.units[u].active = 1
    goal = next(
        iter(p for p in sea_roads(g, USA, space(g, "us_box"), 98) if g.ground.country[p] == "britain" and free_berths(g, p))
    )
    board, left = g.nations.smp[USA], over_the_atlantic(g)
    drive(g, rebase(g, Convoy(USA), (ship, goal)), ["go"] if len(_company(g, ship)) else [])
    assert (g.nations.smp[USA], over_the_atlantic(g)) == (board, left - 2)
    g.nations[USA].crossed += over_the_atlantic(g)
    other = fleet(g, "united_states", "us_box")
    assert may_rebase(g, Convoy(USA), other, goal).rule == "8.4"


def _company(g: War, ship: int) -> list[int]:
    return [u for u in g.roster.naval if u != ship and g.units.at[u] == space(g, "us_box") and not g.units.depleted[u]]


# --- 12: supply ---------------------------------------------------------------------------------------------------------------


def test_12_2_5_the_limit_in_africa_holds_on_every_way():
    """Four German factors stand in Libya: six more do not come by sea transport, from the air or by strategic movement."""
    g = mediterranean()
    put(g, "germany ARM 4-8", "tripoli")
    corps, ship, para = put(g, "germany INF 6-5", "naples"), fleet(g, "italy", "naples"), put(g, "germany PARA 2-5", "naples")
    tripoli = space(g, "tripoli")
    assert tripoli not in landings(g, Squadron(ship, (corps,))) and tripoli not in with_room(g, [tripoli], corps)
    assert not any(g.ground.north_africa[s] for s in landing_hexes(g, para))
    g.torch = 1
    assert african_limit(g, GERMANY) is None and tripoli in landings(g, Squadron(ship, (corps,)))


def test_12_2_5_an_invasion_of_french_africa_lifts_the_limit():
    g = navy("germany", "italy", "britain", year=1941, season=2, side=ALLIES)
    beach = next(s for s, yes in enumerate(g.ground.beach) if yes and "french_north_africa" in g.ground.regions[s])
    g.hexes[beach].holder = ITALY
    corps = put(g, "britain MOT 3-7", "gibraltar")
    assert african_limit(g, ITALY) == (12, 2)
    g.units[corps].afloat, g.units[corps].post = ASSAULT, beach
    go_ashore(g, g.units[corps])
    assert african_limit(g, ITALY) is None and african_limit(g, BRITAIN) is not None


def test_13_2_3_no_ship_lies_in_a_fortress_at_its_last():
    g = navy("britain", "italy", "germany", side=ALLIES)
    malta = space(g, "malta")
    ship = fleet(g, "britain", "malta")
    g.hexes[malta].works, g.hexes[malta].builder, g.hexes[malta].siege = FORTRESS, BRITAIN, 2
    besiege(g, malta, ALLIES)
    assert g.hexes.siege[malta] == 3 and g.units.at[ship] not in (malta, -1) and free_berths(g, malta) == 0


# --- 14: money ----------------------------------------------------------------------------------------------------------------


def neutral_america(year: int = 1941) -> War:
    g = campaign("campaign_1941")
    g.turn, g.side, g.usel = turn_of(year, SUMMER), ALLIES, 7
    for n in range(6):
        g.nations[n].effort = SLE
    refresh(g)
    g.nations[USA].narfs = 100
    return g


def test_14_8_6_america_at_peace_lends():
    """British Fleets in Canada bring what the entry level allows; it leaves American level and base."""
    g = neutral_america()
    assert g.nations.side[USA] == NEUTRAL
    ship = fleet(g, "britain", "canada_box")
    base, narfs = g.nations.base[USA], g.nations.narfs[BRITAIN]
    token = g.nations[BRITAIN].token
    prompts = drive(
        g,
        _grants_of_america(g),
        [f"lend {token} u{ship} 10"],
    )
    assert g.nations.narfs[BRITAIN] == narfs + 10 and g.nations.base[USA] == base - 10 and prompts


def _grants_of_america(g: War):  # type: ignore[no-untyped-def]
    """The part of the segment in which America at peace is asked."""
    own = [n for n in range(6) if n != USA]
    for n in own:
        g.nations[n].patron = -1  # nobody else is asked
    return sea_movement(g)


def test_14_8_6_each_taker_has_its_own_limit_in_peace():
    """At level 7 ten for Britain and ten for the Soviets, these by way of Britain; nothing for Soviets who struck first."""
    g = neutral_america()
    g.nations[USSR].side, g.barbarossa = ALLIES, g.turn
    note_grant(g, USA, BRITAIN, 10)
    assert (most_granted(g, USA, BRITAIN), most_granted(g, USA, USSR)) == (0, 10)
    ship = fleet(g, "britain", "canada_box")
    assert atlantic_load(g) == 10 and may_relay(g, USA, ship, "atlantic") is None
    drive(g, relay(g, Treasury(USA), (ship, "atlantic")))
    assert g.nations.cargo[USA] == 10
    g.granted, g.soviets_struck = {}, 1
    other = fleet(g, "britain", "canada_box")
    assert may_relay(g, USA, other, "atlantic").rule == "14.8.6"


def test_14_8_6_france_may_be_helped():
    g = campaign()
    g.side, g.usel = ALLIES, 4
    refresh(g)
    g.nations[USA].narfs = 50
    ship = fleet(g, "britain", "canada_box")
    assert may_lend(g, USA, FRANCE, ship, 4) is None and may_lend(g, USA, FRANCE, ship, 5).rule == "14.8.1"


def test_14_8_2_persia_takes_three_points():
    g = played("campaign_1942")
    g.persia, g.turn = g.turn - 4, turn_of(1942, FALL)
    one, _ = fleet(g, "britain", "scapa_flow"), fleet(g, "britain", "scapa_flow")
    before = points(g, BRITAIN)
    g.nations[USA].smp = 0
    g.nations[BRITAIN].smp = 4
    assert may_relay(g, BRITAIN, one, "cape").rule == "8.4"
    g.nations[BRITAIN].smp = 6
    assert may_relay(g, BRITAIN, one, "cape") is None and before
    drive(g, relay(g, Treasury(BRITAIN), (one, "cape")))
    assert points(g, BRITAIN) == 0 and g.nations.cargo_cape[BRITAIN] == 20


def test_14_8_5_aid_sails_with_escorts():
    """A second Fleet sails along for a point; the one that carries the aid is met by bombers with it."""
    g = played("campaign_1942")
    one, two = fleet(g, "britain", "scapa_flow"), fleet(g, "britain", "scapa_flow")
    g.nations[BRITAIN].smp, g.nations[USA].smp = 6, 0
    for u, kind in enumerate(g.roster.kinds):
        if g.roster.sides[u] == AXIS and kind >= 12:
            g.units[u].at = -1  # nobody meets them
    narfs = g.nations.narfs[USSR]
    drive(g, lend(g, Treasury(BRITAIN), (USSR, one, 20)), [f"with u{two}"])
    assert g.nations.narfs[USSR] == narfs + 20 and points(g, BRITAIN) == 0 and g.units.moved[two]


# --- 18, 26 -------------------------------------------------------------------------------------------------------------------


def test_18_1_the_french_attack_at_even_odds_in_the_air_and_at_sea():
    g = campaign()
    g.side = ALLIES
    one = put(g, "france TAC 1-5-4", "sedan")
    target = space(g, "cologne")
    for _ in range(3):
        put(g, "germany FTR 3-3-2", "cologne")
    assert timid(g, [one], target) and TIMID.rule == "18.1"
    ships = [fleet(g, "germany", "kiel") for _ in range(2)]
    for u in ships:
        g.units[u].at = sea(g, "celtic_sea")
    french = fleet(g, "france", "brest")
    others = [u for u in g.roster.naval if u != french and g.units.at[u] == space(g, "brest")]
    for u in others:
        g.units[u].at = -1
    g.units[french].active = 1
    assert may_hunt(g, space(g, "brest"), sea(g, "celtic_sea")).rule == "18.1"
    g.nations[FRANCE].surrendered = 1
    assert not timid(g, [one], target)


def test_26_1_1_german_ships_do_not_sail_the_baltic_in_winter():
    """Neither from a Baltic port nor into the sea from the west; Soviet ships do."""
    g = navy("germany", "ussr", "britain", season=WINTER)
    east = sea(g, "east_baltic")
    assert distance(g, GERMANY, space(g, "wilhelmshaven"), east) < 99
    g.east, g.east_winter = 4, 1
    assert distance(g, GERMANY, space(g, "wilhelmshaven"), east) == 99
    assert sea_roads(g, GERMANY, space(g, "danzig"), 98) == {}
    assert distance(g, USSR, space(g, "leningrad"), east) < 99


@pytest.mark.parametrize(("port", "rule"), [("danzig", "26.1.1"), ("kiel", None), ("wilhelmshaven", None)])
def test_26_1_1_kiel_opens_to_the_north_sea_in_the_ice(port, rule):
    """TW-AMB-226: ships in Kiel sail, but not into the Baltic; those in Danzig stay in port."""
    g = navy("germany", "ussr", "britain", season=WINTER)
    g.side = AXIS
    ship = put(g, "germany FLEET 1-12-5", port)
    g.units[ship].active = 1
    refresh(g)
    g.units[ship].active = 1
    assert may_sail(g, ship) is None
    g.east, g.east_winter = 4, 1
    no = may_sail(g, ship)
    assert (None if no is None else no.rule) == rule
    assert distance(g, GERMANY, space(g, port), sea(g, "west_baltic")) == 99


# --- 8 and 14: powers at peace, debts -----------------------------------------------------------------------------------------


def test_8_1_aircraft_and_ships_of_powers_at_peace():
    """A Soviet Fleet goes from Sevastopol to Odessa, not to Leningrad; aircraft fly between Soviet bases alone."""
    g = campaign()
    g.side = ALLIES
    refresh(g)
    ship = next(u for u in g.roster.naval if g.units.at[u] == space(g, "sevastopol"))
    assert may_go(g, ship) is None and space(g, "odessa") in peace_goals(g, ship)
    assert space(g, "leningrad") not in peace_goals(g, ship)
    plane = put(g, "ussr TAC 1-5-4", "kiev")
    goals = peace_goals(g, plane)
    assert space(g, "minsk") in goals and all(g.hexes.holder[s] == USSR for s in goals)
    g.side = AXIS
    refresh(g)
    ship = next(u for u in g.roster.naval if g.units.at[u] == space(g, "taranto"))
    assert space(g, "tripoli") in peace_goals(g, ship) and all(g.hexes.holder[s] == ITALY for s in peace_goals(g, ship))


def test_14_1_4_a_power_spends_below_zero_by_choice():
    """Britain without a NARF builds a corps in debt, up to its base; the debt comes off base and income in Spring."""
    g = campaign("campaign_1942")
    g.side, g.turn = ALLIES, turn_of(1942, FALL)
    row = g.nations[BRITAIN]
    corps = put(g, "britain MOT 6-7", "london")
    g.units[corps].at, g.units[corps].pool = -1, LOST
    row.narfs, row.effort = 0, PASS_TURN
    assert may_build(g, corps).rule == "15.1.2" and broke(g, ALLIES) and may_overspend(g, BRITAIN) is None
    overspend(g, BRITAIN)
    assert may_build(g, corps) is None and funds(g, BRITAIN) == row.base
    charge(g, BRITAIN, 14)
    assert row.narfs == -14
    row.narfs = -row.base
    assert may_build(g, corps).rule == "15.1.2"  # no more than the base can bear
    row.narfs = -14
    drive(g, begin_operations(g))
    assert row.narfs == -14  # a Pass forgives nothing
    base, due = row.base, income(g, BRITAIN).total
    g.turn = turn_of(1943, SPRING)
    new_year(g, BRITAIN)
    assert row.base == base - 14 and row.narfs <= due - 14


def test_5_1_3_losses_are_not_forgiven_by_an_effort():
    """Britain is eight NARFs in debt from the U-Boats when its Operations begin: it stays in debt."""
    g = campaign("campaign_1942")
    g.side = ALLIES
    for n in range(6):
        g.nations[n].effort = PASS_TURN
    g.nations[BRITAIN].narfs = -8
    drive(g, begin_operations(g))
    assert g.nations.narfs[BRITAIN] == -8


# --- 2 and 25: commandos and partisans ----------------------------------------------------------------------------------------


def commandos(at: str) -> tuple[War, int]:
    g = campaign("campaign_1942")
    g.side, g.turn, g.nations[BRITAIN].effort = ALLIES, turn_of(1942, FALL), SLE
    return g, put(g, "britain CDO 1-7", at)


def test_2_6_commandos_drop_to_the_partisans():
    """From London to Poland, which is far beyond ten hexes: no hex changes hands, they are in supply and help the partisans."""
    g, corps = commandos("london")
    goal = next(s for s in behind_lines(g, corps) if g.ground.country[s] == "poland")
    assert all(not g.ground.ussr_1939[s] and s not in ground_at(g) for s in behind_lines(g, corps))
    drive(g, airborne_landing(g, g.units[corps]), [f"infiltrate {g.units[corps].token} {g.hexes[goal].token}"])
    assert g.units.at[corps] == goal and g.units.covert[corps] and g.nations.side[g.hexes.holder[goal]] == AXIS
    assert lines(g, ALLIES).state(g, corps) == 0 and agents(g) == [corps]
    assert may_drop(g, corps).rule == "2.6"
    g.turn = turn_of(1941, FALL)
    g.units[corps].at, g.units[corps].covert = space(g, "london"), 0
    assert behind_lines(g, corps) == []


@pytest.mark.parametrize(("roll", "back"), [(6, True), (7, False)])
def test_2_6_commandos_are_flown_home(roll, back):
    g, corps = commandos("lodz")
    g.units[corps].covert = 1
    assert agents_home(g) == [corps]
    g.dice = FixedDice(roll)
    exfiltrate(g, g.units[corps])
    assert g.units.at[corps] == (space(g, "london") if back else -1) and not g.units.covert[corps]


def test_25_4_partisans_of_a_liberated_country_are_regular_troops():
    """Greek partisans when Athens is British: foot of Britain that needs supply, takes hexes and does no more sabotage."""
    g = campaign("campaign_1942")
    g.side = ALLIES
    band = next(u for u, d in enumerate(g.units.design) if g.designs[d].id.startswith("part_"))
    g.units[band].at, g.units[band].pool, g.units[band].built = space(g, "salonika"), 0, -1
    free_bands(g)
    assert not g.units.regular[band] and g.roster.kinds[band] == Kind.PART
    hold(g, "britain", "athens")
    free_bands(g)
    assert g.units.regular[band] and g.roster.kinds[band] == Kind.INF and g.roster.nations[band] == BRITAIN
    assert army_rating(g, band) == 4 and all(band not in units for n in range(3) for units in active_bands(g, n).values())
    eliminate(g, g.units[band], "10.2.2")
    assert not g.units.regular[band]


# --- stacking, supply and weather that other rules borrow ---------------------------------------------------------------------


def test_26_3_a_southern_winter_forbids_parachutes_not_landings():
    """Cold rain in the Mediterranean: a beach of Italy can be invaded, nobody drops there; a western winter stops both."""
    g = navy("italy", "germany", "britain", year=1943, season=WINTER, side=ALLIES)
    south = next(s for s, yes in enumerate(g.ground.beach) if yes and g.ground.country[s] == "italy")
    west = _two_beaches(g)[0]
    hold(g, "germany", g.board.ids[west])
    g.west = g.south = 2
    assert may_assault(g, south) is None and no_airdrop(g, south, ALLIES)
    assert may_assault(g, west).rule == "26.2" and no_airdrop(g, west, ALLIES)


def test_12_2_3_ships_with_a_limited_source_intercept_nobody():
    g = mediterranean(side=ALLIES)
    ship = fleet(g, "italy", "tripoli")
    assert may_meet(g, ship) is None
    g.units[ship].supply = LIMITED
    assert may_meet(g, ship).rule == "12.2.3"


def test_1_2_one_unit_on_an_island():
    """Parachutists count on an island of one hex, a commando and flak do not."""
    g = navy("germany", "britain", side=AXIS)
    island = next(s for s, yes in enumerate(g.ground.single) if yes and s not in (space(g, "gibraltar"), space(g, "malta")))
    name = g.board.ids[island]
    corps, para, flak = put(g, "germany INF 6-5", name), put(g, "germany PARA 2-5", name), put(g, "germany FLAK 1-3", name)
    assert overstacked(g, island, [corps, para]).rule == "1.2" and overstacked(g, island, [corps, flak]) is None


def test_13_0_partisans_hold_no_fortress():
    g = campaign("campaign_1942")
    band = next(u for u, d in enumerate(g.units.design) if g.designs[d].kind == Kind.PART and g.roster.nations[u] == USSR)
    lodz = space(g, "smolensk")
    assert overstacked(g, lodz, [band]) is None
    g.hexes[lodz].works = FORTRESS
    assert overstacked(g, lodz, [band]).rule == "13.0" and lodz not in with_room(g, [lodz], band)


def test_2_6_motorised_flak_is_given_for_heavy_flak_too():
    g = campaign("campaign_1942")
    before = len(light_flak(g, GERMANY))
    put(g, "germany MOTFLAK 1-7", "berlin")
    assert len(light_flak(g, GERMANY)) == before + 1


def test_15_1_6_2_one_unit_of_the_russian_liberation_army_a_turn():
    g = campaign("campaign_1942")
    g.nations[GERMANY].narfs, g.side = 100, AXIS
    designs = [n for n, d in enumerate(g.designs) if "roa" in d.marks][:2]
    one, two = (g.units.add(design=n, pool=LOST).index for n in designs)
    assert may_build(g, two) is None
    g.units[one].built = g.player_turn
    assert may_build(g, two).rule == "15.1.6.2"
