"""Sentences of rules 3 to 8 that stand nowhere else: who is senior, what Japan is, where Americans appear, voyages out of boxes,
and units that ships fetch from beaches and islands.
"""

from __future__ import annotations

from grognard.titles.awaw.designs import DESIGNS, GROUND, Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    EUROPEAN_AXIS,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    RUSSIA,
    US,
    WESTERN,
)
from grognard.titles.awaw.rules import raiders
from grognard.titles.awaw.rules.attrition import counted
from grognard.titles.awaw.rules.battle import leader
from grognard.titles.awaw.rules.boxes import JAPAN_STRUCK
from grognard.titles.awaw.rules.construction import may_appear, may_base_bombers, sites
from grognard.titles.awaw.rules.control import take_control
from grognard.titles.awaw.rules.deployment import Posting, may_post
from grognard.titles.awaw.rules.diplomacy import speakers
from grognard.titles.awaw.rules.embarking import fetch, may_fetch
from grognard.titles.awaw.rules.engineers import defend_beach, may_defend_beach
from grognard.titles.awaw.rules.interception import Passage, may_meet
from grognard.titles.awaw.rules.landing import invade, may_invade
from grognard.titles.awaw.rules.lanes import may_cross
from grognard.titles.awaw.rules.operations import count, may_attrition, may_pay, pay
from grognard.titles.awaw.rules.redeployment import Traveller, can_sr, may_sr, sr, sr_limit
from grognard.titles.awaw.rules.ships import burn_oil, fuelled
from grognard.titles.awaw.rules.strength import Battle, multiplier
from grognard.titles.awaw.rules.supply import network
from grognard.titles.awaw.rules.units import KIND, NATION, held_by, here
from grognard.titles.awaw.rules.voyages import (
    BY_SEA,
    FIGHTING,
    MOVING,
    REDEPLOYING,
    Harbour,
    arrive,
    booked_at,
    cancel,
    cargo_of,
    fleet_of,
    goals,
    may_sail,
    origin,
    sail,
    way_of,
)
from grognard.titles.awaw.rules.want import NAVY, OWN_USE
from grognard.titles.awaw.state import ABOARD, POOL, SAILING, SUMMER, World, ledger_place

from .kit import campaign, drive, fight, hold, put, puts, space

WESTERN_FRONT, MEDITERRANEAN = FRONT["western"], FRONT["mediterranean"]


def pacific(mover: str = "us", side: int = ALLIES) -> World:
    g = campaign("pacific", side=side, mover=mover, year=1943)
    fight(g, "japan", "britain", "us")
    return g


def pooled(g: World, what: str) -> int:
    u = put(g, what, "tokyo" if what.startswith("japan") else "us_pacific")
    g.units[u].at, g.units[u].pool = -1, POOL
    return u


# --- 3.11 ---------------------------------------------------------------------------------------------------------------


def test_3_11_japan_is_four_islands_for_construction():
    """No Japanese armor or aircraft appear in Canton, Okinawa or Truk; infantry of one factor in Manchuria, not in Peking."""
    g = pacific("japan", AXIS)
    tank, plane, foot = (pooled(g, what) for what in ("japan arm 2-3", "japan aaf", "japan i 1-2"))
    assert may_appear(g, tank, space(g, "tokyo")) is None and may_appear(g, plane, space(g, "kagoshima")) is None
    for abroad in ("canton", "okinawa", "truk", "peking", "karafuto"):
        for u in (tank, plane, foot):
            assert may_appear(g, u, space(g, abroad)).rule == "ours 27.4", (abroad, u)
    assert may_appear(g, foot, space(g, "harbin")) is None
    assert may_appear(g, tank, space(g, "harbin")).rule == "ours 27.46"


def test_3_11_ports_in_japan_are_those_of_the_home_islands():
    g = pacific("japan", AXIS)
    box = space(g, "sw_pacific")
    assert may_cross(g, JAPAN, space(g, "nagasaki"), box) is None and may_cross(g, JAPAN, space(g, "truk"), box) is None
    for elsewhere in ("shanghai", "port_arthur", "canton"):
        assert may_cross(g, JAPAN, space(g, elsewhere), box).rule == "ours 25.31B"


def test_3_11_the_senior_partner_leads_where_factors_are_equal():
    """America once it is at war, before Britain and France; Germany before Italy."""
    g = campaign(year=1943, side=ALLIES, mover="us")
    fight(g, "germany", "italy", "britain", "us")
    american, british = put(g, "us i 2-3", "paris"), put(g, "britain arm 2-5", "paris")
    assert leader(g, [british, american]) == US
    assert leader(g, [british, put(g, "france i 2-3", "paris")]) == BRITAIN
    german, italian = put(g, "germany i 1-3", "rome"), put(g, "italy i 1-3", "rome")
    assert leader(g, [italian, german]) == GERMANY
    assert speakers(g) == [US]
    g.nations[US].side = 4  # not at war: Britain speaks
    assert speakers(g) == [BRITAIN] and FRANCE != BRITAIN


def test_3_11_partisans_of_the_axis_count_for_germany():
    """Axis partisans of a country that follows nobody: their attack is booked for the European Axis."""
    g = campaign(year=1942)
    fight(g, "germany", "britain")
    band, twin = puts(g, 2, "iraq px 1-3", "baghdad")
    place = space(g, "baghdad")
    before = list(g.cost)
    count(g, [band], place)
    assert [b - a for a, b in zip(before, g.cost)].count(1) == 1
    assert may_pay(g, GERMANY, place, [twin]) is None and pay(g, GERMANY, place, [twin]) == 1


# --- 5 ------------------------------------------------------------------------------------------------------------------


def test_5_26_americans_appear_in_their_boxes_only():
    g = pacific()
    tank, plane = pooled(g, "us arm 5-6"), pooled(g, "us aaf")
    for u in (tank, plane):
        assert [g.board.token(s) for s in sites(g, u)] == ["us_pacific"]  # the Atlantic one is on the other board
        assert may_appear(g, u, space(g, "pearl_harbor")).rule == "ours 27.4"


def test_5_943_bombers_need_a_base_of_their_own_faction():
    """A Russian air base on the eastern front is none for British bombers, nor a British one for Russians."""
    g = campaign("europe", side=ALLIES, mover="britain", year=1943)
    fight(g, "germany", "britain", "russia")
    east = space(g, "sw_atlantic_east")
    bomber = put(g, "britain bomber", "sw_atlantic")
    assert held_by(g, space(g, "moscow")) == ALLIES
    hold(g, "russia", *(g.board.token(s) for s in g.ground.field_hexes if g.ground.front[s] == 1))
    assert may_base_bombers(g, bomber, east).rule == "5.943"
    assert may_base_bombers(g, bomber, space(g, "sw_atlantic")) is None


def test_5_28_a_voyages_out_of_a_box_are_met_on_the_map():
    """From the Atlantic box to Liverpool over the western edge; an invasion from India through CC2; nothing between boxes."""
    g = campaign("global_war", side=ALLIES, mover="us", year=1943)
    way = [g.board.token(s) for s in way_of(g, US, space(g, "us_atlantic"), space(g, "liverpool"))]
    assert way[-1] == g.board.token(space(g, "liverpool")) and len(way) > 3
    back = [g.board.token(s) for s in way_of(g, US, space(g, "liverpool"), space(g, "us_atlantic"))]
    assert back == way[::-1]
    assert g.board.token(way_of(g, BRITAIN, space(g, "india_box"), space(g, "rangoon"))[0]) == "pCC2"
    assert way_of(g, US, space(g, "us_atlantic"), space(g, "us_pacific")) == []


def test_5_28_german_ships_meet_what_comes_from_america():
    g = campaign("europe", side=ALLIES, mover="us", year=1942)
    fight(g, "germany", "britain", "us")
    hold(g, "germany", "brest")
    put(g, "germany bc", "brest")
    way = tuple(way_of(g, US, space(g, "us_atlantic"), space(g, "plymouth")))
    passage = Passage(GERMANY, "sea transport", way, 10, (), (), 0, 0)
    assert may_meet(g, passage, space(g, "brest")) is None
    assert may_meet(g, Passage(GERMANY, "sea transport", (), 10, (), (), 0, 0), space(g, "brest")) is not None


def test_5_932_b_japanese_ships_are_met_in_the_port_they_come_to():
    g = pacific("japan", AXIS)
    truk, box = space(g, "truk"), space(g, "sw_pacific")
    assert way_of(g, JAPAN, box, truk) == [truk] and way_of(g, JAPAN, truk, box) == []
    assert len(way_of(g, US, space(g, "pearl_harbor"), box)) > 1


# --- 4.732, 4.75 --------------------------------------------------------------------------------------------------------


def waiting(g: World, where: str, phase: int = REDEPLOYING) -> tuple[int, Harbour]:
    """An American on an island, and destroyers told to sail from Pearl Harbor or another port."""
    foot = put(g, "us i 2-3", where)
    hold(g, "us", where)
    dds = puts(g, 6, "us dd", "pearl_harbor")
    for u in dds:
        g.units[u].mission = SAILING
    return foot, Harbour(US, space(g, "pearl_harbor"), phase)


def test_4_732_units_redeploy_out_of_an_island_without_a_port():
    """Ships of Pearl Harbor fetch a unit from Midway in redeployment and bring it home; not by sea transport in movement."""
    g = pacific()
    foot, h = waiting(g, "midway")
    assert may_fetch(g, h, foot) is None
    fetch(g, h, foot)
    assert cargo_of(g, h) == [foot] and origin(g, h) == space(g, "midway")
    assert h.port in goals(g, h)
    drive(g, sail(g, h, h.port))
    assert g.units.at[foot] == h.port and g.units.moved[foot] & BY_SEA and not fleet_of(g, h)
    other, movement = waiting(g, "midway", MOVING)
    assert may_fetch(g, movement, other).rule == "4.732"


def test_4_732_nobody_lands_on_such_an_island_by_sea_transport():
    found = []
    for phase in (MOVING, REDEPLOYING):
        g = pacific()
        hold(g, "us", "midway")
        foot = put(g, "us i 2-3", "pearl_harbor")
        for u in puts(g, 6, "us dd", "pearl_harbor"):
            g.units[u].mission = SAILING
        h = Harbour(US, space(g, "pearl_harbor"), phase)
        g.units[foot].mission = 8
        found.append(may_sail(g, h, space(g, "midway")))
    assert found[0] is not None and found[0].rule == "ours 21.2" and found[1] is None


def test_4_75_beaches_of_two_hex_islands_are_left_by_sea_transport_and_for_invasions():
    g = pacific("britain")
    beach = next(s for s in g.ground.landings if g.ground.group[s] == "bismarcks")
    token = g.board.token(beach)
    foot = put(g, "britain i 1-3", token)
    hold(g, "britain", token, "rabaul", "port_moresby")
    dds = puts(g, 4, "britain dd", "port_moresby")
    for u in dds:
        g.units[u].mission = SAILING
    for phase in (MOVING, FIGHTING, REDEPLOYING):
        assert may_fetch(g, Harbour(BRITAIN, space(g, "port_moresby"), phase), foot) is None
    h = Harbour(BRITAIN, space(g, "port_moresby"), MOVING)
    fetch(g, h, foot)
    assert may_sail(g, h, beach).rule == "ours 21.2"
    assert may_sail(g, h, h.port) is None
    cancel(g, h, None)
    assert cargo_of(g, h) == [] and g.units.aboard[foot] == -1


def test_4_75_who_is_not_reached_stays_on_the_beach():
    """Turned back before it came, the fleet fetched nobody; a unit elsewhere is not taken in the same voyage."""
    g = pacific()
    foot, h = waiting(g, "midway")
    far, _ = waiting(g, "necker")
    fetch(g, h, foot)
    assert may_fetch(g, h, far).rule == "ours 21.43"
    fleet = fleet_of(g, h)
    cancel(g, h, None)
    arrive(g, h, h.port, fleet, [], [])
    assert g.units.at[foot] == space(g, "midway")


def test_5_76_the_russians_build_where_they_did():
    g = campaign("europe", side=ALLIES, mover="russia", year=1943)
    fight(g, "germany", "russia")
    u = put(g, "russia i 2-3", "moscow")
    g.units[u].at, g.units[u].pool = -1, POOL
    assert may_appear(g, u, space(g, "moscow")) is None and may_appear(g, u, space(g, "urals")) is None
    assert INDEX["russia"] == RUSSIA


# --- 3.11, 6.51 ---------------------------------------------------------------------------------------------------------


def test_3_11_a_fleet_carrier_sails_with_its_escorts_in_spite_of_want():
    """A fleet carrier and four destroyers need seven factors of oil; destroyers alone stay in port."""
    g = campaign(year=1941, side=ALLIES, mover="britain")
    fight(g, "germany", "britain")
    port = space(g, "portsmouth")
    name = next(d.name for d in DESIGNS if d.kind == Kind.CV and d.strength == 3 and d.nation == US)
    carrier = put(g, f"us cv {name}", "portsmouth")
    escorts = puts(g, 4, "britain dd", "portsmouth")
    g.nations[BRITAIN].dry = NAVY
    g.booked[OWN_USE + BRITAIN * 8 + NAVY] = 6
    assert fuelled(g, BRITAIN, port, [carrier, *escorts]).rule == "ours 33.72D"
    g.booked[OWN_USE + BRITAIN * 8 + NAVY] = 10
    assert fuelled(g, BRITAIN, port, [carrier, *escorts]) is None
    assert fuelled(g, BRITAIN, port, escorts).rule == "ours 33.63"
    burn_oil(g, BRITAIN, port, [carrier, *escorts])
    assert g.booked[OWN_USE + BRITAIN * 8 + NAVY] == 3


def test_6_5_beach_defenses():
    """Three BRPs, two a turn, one more for defenders against a landing, gone when the hex is taken."""
    g = campaign(year=1943)
    fight(g, "germany", "britain", "us")
    coast = [s for s in g.ground.homeland[FRANCE] if g.ground.beach[s]][:4]
    hold(g, "germany", *(g.board.token(s) for s in g.ground.homeland[FRANCE]), "brussels")
    for s in coast[:3]:
        put(g, "germany i 1-3", g.board.token(s))
    assert may_defend_beach(g, GERMANY, coast[3]).rule == "6.5"  # nobody stands there
    assert may_defend_beach(g, GERMANY, space(g, "berlin")).rule == "6.5"
    level = g.nations.level[GERMANY]
    for s in coast[:2]:
        assert may_defend_beach(g, GERMANY, s) is None
        defend_beach(g, GERMANY, s)
    assert g.nations.level[GERMANY] == level - 6
    assert may_defend_beach(g, GERMANY, coast[2]).reason == "2 a turn"
    unit = here(g, coast[0])
    by_sea, by_land = (multiplier(g, Battle(coast[0], [], unit, invading=sea), unit[0]).total for sea in (True, False))
    plain = multiplier(g, Battle(coast[2], [], here(g, coast[2]), invading=True), here(g, coast[2])[0]).total
    assert by_sea == plain + 1 == by_land + 2
    g.units[unit[0]].at = -1
    take_control(g, coast[0], BRITAIN)
    assert g.hexes.guns[coast[0]] == 0 and g.hexes.guns[coast[1]] == 1


# --- numbers of the powers, board by board ------------------------------------------------------------------------------


def test_4_613_redeployments_are_counted_board_by_board():
    """Japan has its eight in the Pacific; what America moves in Europe leaves its four in the Pacific alone."""
    g = campaign("global_war", side=AXIS, mover="japan", year=1942)
    fight(g, "germany", "japan", "britain", "us")
    assert (sr_limit(g, JAPAN, europe=False), sr_limit(g, JAPAN)) == (8, 0)
    foot = put(g, "japan i 1-2", "tokyo")
    assert can_sr(g, Traveller(foot)) is None
    sr(g, Traveller(foot), space(g, "osaka"))
    assert (g.nations.srs[JAPAN], g.nations.srs_east[JAPAN]) == (0, 1)
    g.nations[JAPAN].srs_east = 8
    other = put(g, "japan i 1-2", "tokyo")
    assert can_sr(g, Traveller(other)).rule == "ours 28.6"


def test_5_77_from_board_to_board_counts_double():
    g = campaign("global_war", side=ALLIES, mover="russia", year=1942)
    fight(g, "germany", "japan", "russia")
    g.booked[JAPAN_STRUCK] = 1
    g.nations[RUSSIA].east = ALLIES
    foot = put(g, "russia i 2-3", "moscow")
    goal = space(g, "irkutsk")
    assert may_sr(g, Traveller(foot), goal) is None
    left = sr_limit(g, RUSSIA) - 1
    g.nations[RUSSIA].srs = left
    assert can_sr(g, Traveller(foot)) is None and may_sr(g, Traveller(foot), goal).rule == "ours 28.6"
    g.nations[RUSSIA].srs = left - 1
    sr(g, Traveller(foot), goal)
    assert g.nations.srs[RUSSIA] == left + 1


def test_7_224_airbase_counters_of_the_boards_that_are_played():
    stocks = {name: campaign(name, empty=False).nations.airbases for name in ("europe", "pacific", "global_war")}
    assert [stocks[name][JAPAN] for name in stocks][1:] == [3, 3]
    assert [stocks[name][US] for name in stocks] == [3, 3, 6]
    assert [stocks[name][BRITAIN] for name in stocks] == [3, 1, 4]


def test_5_25_the_atlantic_box_feeds_the_west_while_america_is_neutral():
    """Canada is in it: with London lost and one transport in the lanes a line still reaches Liverpool."""
    g = campaign(side=ALLIES, mover="britain", year=1940)
    fight(g, "germany", "britain")
    hold(g, "germany", *(g.board.token(s) for s in g.ground.objectives if g.ground.country[s] == BRITAIN and g.ground.europe[s]))
    hold(g, "britain", "liverpool")
    g.nations[FRANCE].surrendered = 1
    fed = []
    for _ in range(2):
        fed.append(space(g, "liverpool") in network(g, WESTERN, ALLIES))
        put(g, "britain tr", "sw_atlantic")
    assert fed == [False, True]


# --- 9.72: the examples of the text that stand in no list ---------------------------------------------------------------


def test_9_72_ships_of_the_mediterranean_against_southern_france():
    """A landing by Marseilles and a sea transport into it are booked on the western front, whatever waters the ships cross."""
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="britain")
    fight(g, "germany", "italy", "britain")
    g.nations[FRANCE].surrendered = 1
    hold(g, "germany", *(g.board.token(s) for s in g.ground.homeland[FRANCE]))
    hold(g, "britain", "algiers")
    beach = next(s for s in g.ground.homeland[FRANCE] if g.ground.beach[s] and s in g.ground.inner_sea)
    for u in puts(g, 6, "britain dd", "algiers"):
        g.units[u].mission = SAILING
    troops = put(g, "britain i 1-3", "algiers", mission=ABOARD)
    h = Harbour(BRITAIN, space(g, "algiers"), FIGHTING)
    assert may_invade(g, h, beach) is None
    drive(g, invade(g, h, beach))
    assert g.spent[ledger_place(BRITAIN, WESTERN_FRONT)] == 6 and g.spent[ledger_place(BRITAIN, MEDITERRANEAN)] == 0
    assert g.units.at[troops] == beach
    assert g.ground.front[booked_at(g, h, space(g, "marseilles"))] == WESTERN_FRONT


def test_9_72_aircraft_of_northern_italy_over_southern_france():
    g = campaign(year=1940, season=SUMMER, mover="italy")
    fight(g, "italy", "germany", "britain", "france")
    put(g, "germany i 1-3", "tripoli")
    planes = puts(g, 3, "italy aaf", "milan")
    target = space(g, "marseilles")
    assert pay(g, ITALY, target, planes) == 3
    assert g.spent[ledger_place(ITALY, WESTERN_FRONT)] == 3 and g.spent[ledger_place(ITALY, MEDITERRANEAN)] == 0


def test_9_72_italians_before_france_count_in_a_western_attrition():
    """Turin and U21: they grind on the western front although the Axis spent more than fourteen in the Mediterranean."""
    g = campaign(year=1940, season=SUMMER, mover="italy")
    fight(g, "italy", "germany", "britain", "france")
    men = [put(g, "italy i 2-3", "turin"), put(g, "italy i 1-3", "eU21")]
    for at in men:
        near = next(o for o, _ in g.ground.ways[g.units.at[at]] if g.ground.country[o] == FRANCE)
        put(g, "france i 2-3", g.board.token(near))
    g.cost[EUROPEAN_AXIS * 6 + MEDITERRANEAN] = 20
    assert sorted(counted(g, EUROPEAN_AXIS)[WESTERN_FRONT]) == sorted(men)
    assert may_attrition(g, EUROPEAN_AXIS, WESTERN_FRONT) is None
    assert may_attrition(g, EUROPEAN_AXIS, MEDITERRANEAN).rule == "9.61"


def test_7_24_nobody_sets_up_with_a_partner():
    """British and American units begin neither in France nor in China."""
    g = campaign("global_war", empty=False, side=ALLIES, mover="britain")
    paris, chungking = space(g, "paris"), space(g, "chungking")
    briton = next(u for u in range(len(g.units)) if g.units.at[u] >= 0 and NATION[g.units.design[u]] == BRITAIN
                  and KIND[g.units.design[u]] in GROUND and g.ground.europe[g.units.at[u]])  # fmt: skip
    plane = next(u for u in range(len(g.units)) if g.units.at[u] >= 0 and NATION[g.units.design[u]] == US
                 and KIND[g.units.design[u]] == Kind.AAF and not g.ground.box[g.units.at[u]])  # fmt: skip
    assert may_post(g, Posting(briton), paris).rule == "7.24"
    assert may_post(g, Posting(plane), chungking).rule == "7.24"


def test_5_76_nobody_is_built_where_the_enemy_was_when_the_turn_began():
    """Ours 27.4: a city of the home country taken back in this turn builds from the next one on."""
    g = campaign("europe", side=ALLIES, mover="russia", year=1943)
    fight(g, "germany", "russia")
    u = put(g, "russia i 2-3", "moscow")
    g.units[u].at, g.units[u].pool = -1, POOL
    kharkov = space(g, "kharkov")
    hold(g, "germany", "kharkov")
    take_control(g, kharkov, RUSSIA)
    assert may_appear(g, u, kharkov).reason == "it was not ours when the turn began"
    g.turn += 1
    assert may_appear(g, u, kharkov) is None


# --- 5.931E: raiders in the Pacific -------------------------------------------------------------------------------------


def test_5_93_japanese_raiders_enter_the_pacific_box():
    """From Tokyo and Truk, not from Shanghai; booked on the Pacific front; they sink Allied transports of that box alone."""
    g = pacific("japan", AXIS)
    cruisers = [put(g, "japan cruiser", port) for port in ("tokyo", "truk", "shanghai")]
    cruise = raiders.Cruise(JAPAN, 0)
    assert [raiders.may_sail(g, cruise, u) is None for u in cruisers] == [True, True, False]
    assert raiders.may_sail(g, cruise, cruisers[2]).rule == "ours 25.31B"
    prey, elsewhere = put(g, "britain tr", "sw_pacific"), put(g, "britain tr", "sw_indian")
    raiders.sail(g, cruise, cruisers[0])
    assert g.spent[ledger_place(JAPAN, FRONT["pacific"])] == 1
    drive(g, raiders.cruise_of(g, JAPAN, 0), dice=[1, 6, 6])
    assert g.units.at[prey] < 0 and g.units.at[elsewhere] >= 0
    assert g.units.inverted[cruisers[0]] == 1 and g.units.at[cruisers[0]] == space(g, "tokyo")


def test_5_93_nobody_is_asked_for_raiders_where_nothing_sails():
    g = pacific("japan", AXIS)
    put(g, "japan cruiser", "tokyo")
    assert drive(g, raiders.raiding(g)) == []
    put(g, "britain tr", "sw_pacific")
    assert drive(g, raiders.raiding(g), answers=["done"]) == ["Raiders: form a group"]


def test_5_93_a_way_leads_to_the_atlantic():
    """A cruiser of the Black Sea, with the straits closed, raids nothing."""
    g = campaign(year=1942, mover="germany")
    fight(g, "germany", "britain")
    hold(g, "germany", "constanta", "brest")
    inside, outside = put(g, "germany cruiser", "constanta"), put(g, "germany cruiser", "brest")
    assert raiders.may_sail(g, raiders.Cruise(GERMANY, 0), outside) is None
    assert raiders.may_sail(g, raiders.Cruise(GERMANY, 0), inside) is not None
