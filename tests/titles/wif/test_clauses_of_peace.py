"""Clauses of 9.7, 13.1, 13.2, 13.3, 13.7, 17 to 19 found wrong by reading the rulebook beside the code."""

from __future__ import annotations

from grognard.titles.wif.facts import (
    ALLIES,
    AXIS,
    CHINA,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    USA,
    USSR,
    VICHY,
)
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules.access import closed, commitment, may_be_there, note_trespass
from grognard.titles.wif.rules.actions import acting_powers
from grognard.titles.wif.rules.alignments import Courting, may_align
from grognard.titles.wif.rules.claims import GRANT, Award, Settlement, _settle, abroad, mediate, revert
from grognard.titles.wif.rules.conquest import conquer, conquests
from grognard.titles.wif.rules.control import hexes_of, nation_at, powers_by_hex
from grognard.titles.wif.rules.entry import react
from grognard.titles.wif.rules.entry_options import Reflag, _give, available, take_effect
from grognard.titles.wif.rules.headlines import watch_japan
from grognard.titles.wif.rules.homeward import landing_places
from grognard.titles.wif.rules.landings import invade
from grognard.titles.wif.rules.liberation import Liberator, liberate, liberate_countries, may_liberate, may_revert
from grognard.titles.wif.rules.loyalty import try_loyalty
from grognard.titles.wif.rules.markers import defensive, offensive
from grognard.titles.wif.rules.minors import _convoys, seize, set_up_minor
from grognard.titles.wif.rules.overrun import ship_refuges
from grognard.titles.wif.rules.pacts import Frontier, may_move_open, place_markers
from grognard.titles.wif.rules.partisans import _rise, change_hands, leader
from grognard.titles.wif.rules.peace import Treaty, agree
from grognard.titles.wif.rules.powers import at_war, co_operate, pact_key, powers_co_operate
from grognard.titles.wif.rules.reserves import call_reserves, calling_powers
from grognard.titles.wif.rules.sailing import courses, way
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.vichy import _expel, _nearest_fields, _thin_out, _to_port, give_away
from grognard.titles.wif.rules.vichy_collapse import collapse
from grognard.titles.wif.rules.victory import capitals, nearest
from grognard.titles.wif.rules.wars import make_peace, make_war
from grognard.titles.wif.state import (
    ALIGNED,
    ALLOWED,
    COMPLETE,
    CONQUERED,
    CONSTRUCTION_POOL,
    DEMANDED,
    DENIED,
    FORCE_POOL,
    GONE,
    HOME,
    INCOMPLETE,
    INDEPENDENT,
    RESERVE_POOL,
    War,
    border_hand,
    slot_of,
)
from tests.titles.wif.field import align, at, drive, hold, put, war
from tests.titles.wif.test_11_sea_examples import print_values
from tests.titles.wif.test_clauses_of_politics import minor, vichy, world


def keeper(g: War, place: str) -> int:
    return powers_by_hex(g)[at(g, place)]


def marked(g: War) -> War:
    g.entry_pile, g.marker_year = [1] * 20, 1945
    return g


# --- 9.7, 13.7.7 --------------------------------------------------------------------------------------------------------------


def test_9_7_reserves_that_left_the_game_with_peace_are_in_the_pools_again_when_called() -> None:
    g = world(("USSR", "Japan"))
    numbers = [n for n, c in enumerate(g.facts.counters) if c.power == "USSR" and c.available == "Res" and not c.guards][:2]
    ussr = minor(g, "ussr")
    places = zip(numbers, (RESERVE_POOL, FORCE_POOL))
    waiting, pooled = (g.units.add(counter=n, power=USSR, country=ussr, at=p).index for n, p in places)
    make_peace(g, USSR, JAPAN)
    assert g.units.at[waiting] == RESERVE_POOL and g.units.at[pooled] == GONE
    make_war(g, USSR, JAPAN)
    g.power, g.side = USSR, ALLIES
    assert USSR in calling_powers(g)
    drive(g, call_reserves(g), [f"call u{waiting}"])
    assert g.units.at[waiting] >= 0 and g.units.at[pooled] == FORCE_POOL


def test_9_7_a_reserve_that_was_scrapped_in_a_war_does_not_come_back_with_a_call() -> None:
    g = world(("USSR", "Japan"))
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "USSR" and c.available == "Res" and not c.guards)
    unit = g.units.add(counter=number, power=USSR, country=minor(g, "ussr"), at=GONE).index
    g.power, g.side = USSR, ALLIES
    drive(g, call_reserves(g), ["no_more"])
    assert g.units.at[unit] == GONE


# --- 13.1 ---------------------------------------------------------------------------------------------------------------------


def occupied_china(names: int) -> War:
    """Japan holds Hong Kong's neighbour; so many partisans are on the map in Yugoslavia."""
    g = world(("Germany", "USSR"), ("Germany", "Commonwealth"), turn="May/Jun 1942")
    row = g.countries[minor(g, "yugoslavia")]
    row.status, row.power, row.conqueror, row.before, row.fallen = CONQUERED, GERMANY, GERMANY, COMMONWEALTH, 1
    hold(g, "Germany", "yugoslavia")
    bands = [n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and c.year <= g.year and not c.option]
    for number in bands[:names]:
        g.units.add(counter=number, power=COMMONWEALTH, country=minor(g, "greece"), at=at(g, "Athens"))
    return g


def test_13_1_2_with_no_partisans_left_one_on_the_map_may_be_moved() -> None:
    """The table's row 2 names Yugoslavia first; its roll of 1 succeeds."""
    for taken in (True, False):
        g = occupied_china(99)
        bands = [u for u, kind in enumerate(g.roster.types) if kind == Type.PART]
        answers = [f"take_off u{bands[0]}"] if taken else ["no_partisans"]
        prompts = drive(g, _rise(g, "Yugoslavia", False, False), answers, [1, g.units.counter[bands[0]]] if taken else [1])
        assert prompts[0].startswith("No partisans are left")
        here = [u for u in bands if nation_at(g, g.units.at[u]) == minor(g, "yugoslavia")]
        assert here == ([bands[0]] if taken else [])


def test_13_1_2_partisans_of_a_red_country_change_hands_with_its_master() -> None:
    """wif-13.1.2-a: Indo-China of a France at war with Germany and Italy: Italian; of a neutral Vichy: Chinese."""
    g = world(("Germany", "France"), ("Italy", "France"), ("Japan", "China"), turn="Jul/Aug 1940")
    country = minor(g, "indo_china")
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and c.year <= 1940)
    band = g.units.add(counter=number, power=GERMANY, country=country, at=at(g, "Hanoi")).index
    change_hands(g)
    assert g.units.power[band] == ITALY
    g.countries[country].power = VICHY
    change_hands(g)
    assert g.units.power[band] == CHINA


def test_13_1_2_partisans_of_a_conquered_china_are_chinese_and_march() -> None:
    """Of a completely conquered France they are Soviet."""
    g = world(("Japan", "China"), ("Germany", "USSR"), turn="May/Jun 1942")
    for name, power, victor in (("china", CHINA, JAPAN), ("france", FRANCE, GERMANY)):
        row = g.countries[minor(g, name)]
        row.status, row.power, row.conqueror, row.before, row.fallen = CONQUERED, victor, victor, power, 1
        hold(g, g.powers[victor].label, name)
        g.powers[power].conquered = COMPLETE
    assert leader(g, "China", red=False) == CHINA and leader(g, "France", red=False) == USSR
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and c.year <= 1942)
    g.units.add(counter=number, power=CHINA, country=minor(g, "china"), at=at(g, "Changsha"))
    assert CHINA in acting_powers(g, ALLIES) and FRANCE not in acting_powers(g, ALLIES)


def test_13_1_1_a_country_taken_without_a_fight_was_neutral_this_year() -> None:
    g = world(("Germany", "Commonwealth"), turn="May/Jun 1941")
    greece = minor(g, "greece")
    g.countries[greece].neutral_in = 0
    seize(g, greece, GERMANY)
    assert g.countries.neutral_in[greece] == 1941


# --- 13.2 ---------------------------------------------------------------------------------------------------------------------


def test_13_2_a_face_up_marker_may_move_to_another_border_too() -> None:
    g = marked(world(turn="Sep/Oct 1940"))
    for foe in (JAPAN, GERMANY):
        g.pacts[pact_key(USSR, foe)] = g.turn - 5
    hold(g, "Germany", "poland")
    g.defences[(USSR * 16 + JAPAN) * 10 + 3] = 1
    assert may_move_open(g, Frontier(USSR), (JAPAN, 3, GERMANY)) is None
    assert may_move_open(g, Frontier(USSR), (JAPAN, 4, GERMANY)) is not None
    g.power = USSR
    drive(g, place_markers(g), ["no_marker", "move_open p.japan 3 p.germany"])
    assert defensive(g, USSR, GERMANY) == {3: 1} and not defensive(g, USSR, JAPAN) and not offensive(g, USSR, GERMANY)
    assert border_hand(USSR, GERMANY)


# --- 13.3 ---------------------------------------------------------------------------------------------------------------------


def test_13_3_3_partisans_in_indo_china_do_not_stop_japan() -> None:
    g = world(("Japan", "China"), turn="Sep/Oct 1940")
    g.vichy = 1
    g.countries[minor(g, "indo_china")].power = VICHY
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and c.year <= 1940)
    g.units.add(counter=number, power=CHINA, country=minor(g, "indo_china"), at=at(g, "Hanoi"))
    assert may_align(g, Courting(JAPAN), minor(g, "indo_china")) is None
    put(g, "Commonwealth INF any", "Hanoi")
    assert may_align(g, Courting(JAPAN), minor(g, "indo_china")) is not None


def test_13_3_2_guam_opens_when_japanese_troops_have_been_in_the_marshalls() -> None:
    g = marked(world(("Japan", "China"), turn="Jan/Feb 1941"))
    marine = put(g, "USA INF any", "San Francisco")
    guam = g.ground.homeland["guam"][0]
    assert closed(g, marine, guam) is not None
    ship = put(g, "Japan BB any", "Kwajalein")
    watch_japan(g)
    assert closed(g, marine, guam) is not None
    g.units[ship].at = GONE
    troops = put(g, "Japan INF any", "Kwajalein")
    watch_japan(g)
    g.units[troops].at = at(g, "Tokyo")
    assert closed(g, marine, guam) is None


def test_13_3_2_the_territorial_of_hong_kong_is_at_home_there() -> None:
    g = world(("Japan", "China"), turn="Jan/Feb 1941", territorials=True)
    here = at(g, "Hong Kong")
    native, corps = put(g, "Commonwealth TERR any", "London"), put(g, "Commonwealth INF any", "London")
    assert closed(g, corps, here) is not None and closed(g, native, here) is None


def test_13_3_2_option_21_gives_part_of_a_heap_and_tankers_as_tankers() -> None:
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
    heap = g.units.add(power=USA, country=minor(g, "usa"), points=5, tanker=1, at=at(g, "New York")).index
    assert _give(g, Reflag(USA, 3), (heap, COMMONWEALTH)) == 3
    assert g.units.points[heap] == 2
    given = len(g.units) - 1
    assert (g.units.power[given], g.units.points[given], g.units.tanker[given]) == (COMMONWEALTH, 3, 1)
    assert g.units.at[given] == slot_of(g.turn + 1)


def test_13_3_2_option_44_is_chosen_wherever_the_front_stands() -> None:
    """Every hex must be British when it is used, not when it is chosen."""
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
    hold(g, "Germany", "northern_ireland")
    assert available(g, 44) is None


def test_13_3_3_norway_s_convoys_are_half_tankers_with_option_7() -> None:
    for option, left in ((True, {0: 2, 1: 3}), (False, {0: 5})):
        g = world(("Germany", "Commonwealth"), turn="May/Jun 1940", ships_in_flames=True, convoys_in_flames=option)
        g.norway_mined = 1
        found: dict[int, int] = {}
        for unit in _convoys(g, minor(g, "norway"), COMMONWEALTH):
            found[g.units.tanker[unit]] = found.get(g.units.tanker[unit], 0) + g.units.points[unit]
        assert found == left


def test_13_3_3_each_european_map_counts_once_for_japan() -> None:
    g = marked(world(("Japan", "China"), turn="Jan/Feb 1941"))
    ship = put(g, "Japan BB any", "Gibraltar")
    for place, count in (("Gibraltar", 1), ("Marseille", 1), ("Istanbul", 2), ("Gibraltar", 2)):
        g.units[ship].at = at(g, place)
        watch_japan(g)
        assert g.entry_done[g.charts.entry_action("37a")] == count, place


# --- 13.7 ---------------------------------------------------------------------------------------------------------------------


def test_13_7_1_a_minor_s_conquest_is_its_power_s_though_that_is_at_peace() -> None:
    """Finland, German, is at war with the USSR and holds Tallinn, which was Soviet; Germany is not at war with the USSR."""
    g = world(("Germany", "Commonwealth"), turn="Mar/Apr 1941")
    align(g, "finland", "Germany")
    g.countries[minor(g, "finland")].wars |= 1 << USSR
    estonia = minor(g, "estonia")
    g.countries[estonia].status, g.countries[estonia].power, g.countries[estonia].fallen = CONQUERED, USSR, 1
    hold(g, "USSR", "estonia")
    drive(g, conquests(g))
    assert g.countries.power[estonia] == USSR
    for s in hexes_of(g, estonia):
        g.hexes[s].controller = minor(g, "finland")
    drive(g, conquests(g))
    assert g.countries.power[estonia] == GERMANY


def test_13_7_1_a_reconquest_moves_no_hex() -> None:
    """France has Brussels and Liege back; a third hex of Belgium stays German."""
    g = world(("Germany", "France"), turn="Jul/Aug 1940")
    belgium = minor(g, "belgium")
    row = g.countries[belgium]
    row.status, row.power, row.conqueror, row.fallen, row.first_conqueror = CONQUERED, GERMANY, GERMANY, 1, AXIS
    hold(g, "Germany", "belgium")
    others = [s for s in hexes_of(g, belgium) if not g.ground.factories[s] and not g.ground.city[s]]
    hold(g, "France", "Brussels", *(g.board.token(s) for s in hexes_of(g, belgium) if s not in others))
    drive(g, conquests(g))
    assert row.power == FRANCE and others and all(powers_by_hex(g)[s] == GERMANY for s in others)


def test_13_7_1_who_loses_a_country_keeps_what_his_other_troops_stand_in() -> None:
    """China takes Hanoi in an Indo-China aligned with Japan: Saigon and the hexes in its corps' zone alone stay Japanese."""
    g = world(("Japan", "China"), turn="Nov/Dec 1941")
    align(g, "indo_china", "Japan")
    corps, ship = put(g, "Japan INF any", "Saigon"), put(g, "Japan BB any", "Saigon")
    hold(g, "China", "Hanoi")
    put(g, "China INF any", "Hanoi")
    colony, saigon = minor(g, "indo_china"), at(g, "Saigon")
    near = [b for b, _ in g.ground.steps[saigon] if nation_at(g, b) == colony]
    far = [s for s in hexes_of(g, colony) if s != saigon and s not in near]
    drive(g, conquests(g))
    assert g.countries.power[colony] == CHINA and near
    assert all(powers_by_hex(g)[s] == JAPAN for s in (saigon, *near)) and all(powers_by_hex(g)[s] == CHINA for s in far)
    assert g.units.at[corps] == g.units.at[ship] == saigon


def test_13_7_1_when_a_home_falls_the_hex_of_another_home_s_troops_is_not_the_conqueror_s() -> None:
    """Australia falls to Japan: Canadians in Perth hold it for the Commonwealth, Australians hold nothing."""
    for nation, owner in (("canada", COMMONWEALTH), ("australia", JAPAN)):
        g = world(("Japan", "Commonwealth"), turn="May/Jun 1942")
        hold(g, "Japan", "Canberra", "Sydney", "Melbourne")
        g.units[put(g, "Commonwealth INF any", "Perth")].country = minor(g, nation)
        drive(g, conquer(g, minor(g, "australia"), JAPAN), [f"exile c{minor(g, 'canada')}"], [10] * 60)
        assert keeper(g, "Perth") == owner and keeper(g, "Canberra") == JAPAN


def test_13_7_1_unfinished_ships_of_a_minor_that_fights_on_are_rolled_for() -> None:
    """A 3 destroys the Dutch hull; the Indies stand for Holland."""
    g = world(("Germany", "Commonwealth"), turn="May/Jun 1940")
    for name in ("netherlands", "nei"):
        align(g, name, "Commonwealth")
    dutch = minor(g, "netherlands")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Netherlands" and c.naval)
    hull = g.units.add(counter=number, power=COMMONWEALTH, country=dutch, at=CONSTRUCTION_POOL).index
    drive(g, conquer(g, dutch, GERMANY), [f"exile c{minor(g, 'nei')}"], [10, 3])
    assert g.units.at[hull] == GONE


def test_13_7_3_a_power_that_is_neutral_again_takes_its_units_from_its_friends() -> None:
    g = world(("Italy", "France"), ("Germany", "France"), turn="Sep/Oct 1940")
    guest, host = put(g, "Italy INF any", "Munich"), put(g, "Germany INF any", "Milan")
    home = put(g, "Italy INF any", "Rome")
    drive(g, agree(g, ITALY, FRANCE, Treaty()))
    assert g.units.at[guest] == g.units.at[host] == slot_of(g.turn + 2)
    assert g.units.at[home] == at(g, "Rome")


def test_13_7_5_the_congo_is_freed_for_a_belgium_in_the_game_alone() -> None:
    g = world(("Germany", "Commonwealth"), turn="Jul/Aug 1942")
    belgium, congo = minor(g, "belgium"), minor(g, "belgian_congo")
    for country, power in ((belgium, GERMANY), (congo, COMMONWEALTH)):
        row = g.countries[country]
        row.status, row.power, row.fallen, row.first_conqueror = CONQUERED, power, 1, AXIS
    hold(g, "Commonwealth", "belgian_congo")
    assert may_liberate(g, Liberator(COMMONWEALTH), congo) is not None
    g.countries[belgium].home = minor(g, "united_kingdom")
    assert may_liberate(g, Liberator(COMMONWEALTH), congo) is None


def test_13_7_5_a_power_returns_to_another_s_minor_what_that_controlled() -> None:
    """Belgium is American since its liberation; the British return the Congo to it."""
    g = world(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1945")
    belgium, congo = minor(g, "belgium"), minor(g, "belgian_congo")
    align(g, "belgium", "USA")
    align(g, "belgian_congo", "Commonwealth")
    assert may_revert(g, Liberator(COMMONWEALTH), congo) is None
    g.countries[belgium].status, g.countries[belgium].power = INDEPENDENT, -1
    assert may_revert(g, Liberator(COMMONWEALTH), congo) is not None


def freed_france(g: War) -> int:
    france = minor(g, "france")
    row = g.countries[france]
    row.status, row.power, row.conqueror, row.fallen, row.first_conqueror = CONQUERED, GERMANY, GERMANY, 1, AXIS
    hold(g, "Germany", "france")
    hold(g, "USA", "Paris")
    return france


def test_13_7_5_the_liberator_gives_back_what_france_controlled_elsewhere() -> None:
    g = world(("Germany", "Commonwealth"), ("Germany", "USA"), ("Germany", "France"), turn="Sep/Oct 1944")
    france, syria = freed_france(g), minor(g, "syria")
    g.countries[syria].status, g.countries[syria].power = CONQUERED, USA
    hold(g, "USA", "syria")
    drive(g, liberate(g, france, USA))
    assert g.countries.power[syria] == FRANCE and keeper(g, "Damascus") == FRANCE and keeper(g, "Paris") == FRANCE


def test_13_7_5_who_had_nothing_to_give_back_gains_no_friend_by_it() -> None:
    """The USSR held no French hex and works with France no more than before; the Commonwealth still does."""
    g = world(("Germany", "Commonwealth"), ("Germany", "USA"), ("Germany", "France"), ("Germany", "USSR"), turn="Sep/Oct 1944")
    france = freed_france(g)
    g.free_france = 1
    drive(g, liberate(g, france, USA))
    assert powers_co_operate(g, FRANCE, COMMONWEALTH) and not powers_co_operate(g, FRANCE, USSR)


def test_13_7_6_a_surrender_of_china_counts_but_brings_no_marker_each_turn() -> None:
    for surrendered, each_turn in ((True, False), (False, True)):
        g = marked(world(("Japan", "China"), turn="Jan/Feb 1941"))
        hold(g, "Japan", "Chungking")
        drive(g, conquer(g, minor(g, "china"), JAPAN, surrendered=surrendered), (), [10] * 400)
        row = g.charts.entry_action("4")
        assert row in g.outrages[::4]
        drive(g, react(g), (), [1] * 400)
        assert len(g.entry_japan) >= 2 and (row in g.entry_extra) == each_turn


# --- 17 -----------------------------------------------------------------------------------------------------------------------


def test_17_2_in_a_minor_that_is_given_away_the_troops_of_who_is_at_war_keep_their_hexes() -> None:
    """Britons in Surabaya when Germany takes the Indies hold it; Japan is at peace with them: they leave."""
    for heir, owner in ((GERMANY, COMMONWEALTH), (JAPAN, JAPAN)):
        g = world(("Germany", "Commonwealth"), ("Japan", "China"), turn="Sep/Oct 1940")
        align(g, "nei", "Vichy")
        corps = put(g, "Commonwealth INF any", "Surabaya")
        drive(g, give_away(g, minor(g, "nei"), heir))
        assert keeper(g, "Surabaya") == owner and keeper(g, "Batavia") == heir
        assert (g.units.at[corps] == at(g, "Surabaya")) == (heir == GERMANY)


def test_13_9_a_lost_home_is_no_capital_to_count_from() -> None:
    """A France whose home is German and that has no other counts no objective of a neutral; Madrid is nearest to Paris."""
    g = world(("Germany", "France"), turn="Sep/Oct 1940")
    assert capitals(g, FRANCE) == [at(g, "Paris")]
    g.countries[minor(g, "france")].status, g.countries[minor(g, "france")].power = CONQUERED, GERMANY
    assert capitals(g, FRANCE) == [] and capitals(g, GERMANY) == [at(g, "Berlin")]
    assert FRANCE not in nearest(g, at(g, "Madrid"), [FRANCE, GERMANY])


def test_17_4_5_with_the_liberation_of_occupied_france_vichy_is_french() -> None:
    """Not German: there is no Occupied France any more. Vichy's army is Free French."""
    g = vichy()
    g.powers[USA].wars, g.powers[USA].status = 1 << GERMANY, 1
    g.powers[FRANCE].home = minor(g, "algeria")
    for name in ("algeria",):
        align(g, name, "France")
    corps = put(g, "France INF any", "Vichy")
    pooled = put(g, "France INF any", "Vichy")
    g.units[corps].power = g.units[pooled].power = VICHY
    g.units[pooled].at = slot_of(g.turn + 1)
    hold(g, "USA", "Paris")
    drive(g, liberate(g, minor(g, "france"), USA))
    assert not g.vichy and keeper(g, "Vichy") == FRANCE and g.countries.status[minor(g, "france")] == HOME
    assert g.units.power[corps] == FRANCE and g.units.at[corps] == at(g, "Vichy")
    assert g.units.power[pooled] == FRANCE and g.units.at[pooled] == slot_of(g.turn + 1)


def test_17_4_5_when_its_master_ends_vichy_ships_in_his_ports_are_surprised() -> None:
    """A face-up battleship in Marseille is rolled for: lost on a 3."""
    g = vichy()
    g.powers[FRANCE].home = minor(g, "algeria")
    align(g, "algeria", "France")
    ship = put(g, "France BB any", "Marseille")
    g.units[ship].power = VICHY
    drive(g, collapse(g), (), [3])
    assert keeper(g, "Marseille") == GERMANY and g.units.at[ship] == FORCE_POOL


def test_17_3_2_territorials_in_the_force_pools_are_not_halved() -> None:
    g = vichy()
    for unit in range(len(g.units)):
        g.units[unit].at = GONE
    natives = [put(g, "France TERR any", "Paris") for _ in range(2)]
    infantry = [put(g, "France INF any", "Paris") for _ in range(2)]
    for unit in (*natives, *infantry):
        g.units[unit].at = FORCE_POOL
    drive(g, _thin_out(g, GERMANY), (), [infantry[0]])
    assert all(g.units.at[u] == FORCE_POOL for u in natives)
    assert [g.units.at[u] == FORCE_POOL for u in infantry] == [False, True]


def test_17_4_3_an_administration_group_counts_as_one_for_foreign_troops() -> None:
    """An HQ in Algeria has room for a corps in Tunisia; one in Syria has not."""
    g = vichy()
    algeria, tunisia, syria = (minor(g, name) for name in ("algeria", "tunisia", "syria"))
    for country in (algeria, tunisia, syria):
        g.countries[country].status, g.countries[country].power = ALIGNED, VICHY
    hq, corps = put(g, "Germany HQ-A any", "Algiers"), put(g, "Germany INF any", "Rome")
    assert commitment(g, corps, tunisia) is not None and commitment(g, corps, tunisia, algeria) is None
    g.powers[VICHY].status = 1
    assert may_be_there(g, corps, at(g, "Tunis")) is None
    g.units[hq].at = at(g, "Damascus")
    assert may_be_there(g, corps, at(g, "Tunis")) is not None


# --- 18, 19 -------------------------------------------------------------------------------------------------------------------


def test_18_1_americans_and_frenchmen_work_together_against_germany_alone() -> None:
    g = world(("USA", "Japan"), ("Germany", "France"), turn="Mar/Apr 1942")
    g.free_france = 1
    assert not powers_co_operate(g, USA, FRANCE)
    make_war(g, USA, GERMANY)
    assert powers_co_operate(g, USA, FRANCE)
    alone = war(("Japan", "USA"), ("Japan", "France"), turn="Sep/Oct 1942", scenario="guadalcanal_1942")
    assert not alone.powers.plays[GERMANY] and powers_co_operate(alone, USA, FRANCE)


def test_18_1_units_of_the_indies_work_with_the_dutch() -> None:
    g = world(("Japan", "Commonwealth"), turn="Mar/Apr 1942", territorials=True)
    for name in ("netherlands", "nei", "greece"):
        align(g, name, "Commonwealth")
    native, dutch = put(g, "Netherlands TERR any", "Batavia"), put(g, "Netherlands INF any", "Batavia")
    greek = put(g, "Greece INF any", "Athens")
    assert g.units.country[native] != g.units.country[dutch]
    assert co_operate(g, native, dutch) and not co_operate(g, dutch, greek)


def test_13_7_3_ships_of_a_minor_at_peace_again_come_back_with_its_next_war_and_lost_ones_do_not() -> None:
    g = world(("Germany", "Commonwealth"), turn="Mar/Apr 1941")
    dutch = minor(g, "netherlands")
    align(g, "netherlands", "Commonwealth")
    drive(g, set_up_minor(g, dutch))
    afloat = [u for u, c in enumerate(g.units.country) if c == dutch and g.roster.naval[u] and g.units.counter[u] >= 0]
    fleet = [u for u in afloat if g.units.at[u] >= 0]
    assert len(fleet) >= 2
    g.units[fleet[0]].at = GONE
    revert(g, dutch)
    assert all(g.units.at[u] == GONE for u in fleet)
    align(g, "netherlands", "Commonwealth")
    drive(g, set_up_minor(g, dutch))
    assert g.units.at[fleet[0]] == GONE and all(g.units.at[u] >= 0 for u in fleet[1:])


def test_19_6_1_after_an_enforced_peace_soviet_troops_stay_in_the_borderlands() -> None:
    g = marked(world(turn="Jan/Feb 1940"))
    finland = minor(g, "finland")
    align(g, "finland", "Germany")
    g.countries[finland].wars |= 1 << USSR
    g.finland_claim = DENIED
    spoil = g.ground.region["finnish_borderlands"][0]
    inside, beyond = put(g, "USSR INF any", g.board.token(spoil)), put(g, "USSR INF any", "Helsinki")
    g.hexes[spoil].controller = minor(g, "ussr")
    _settle(g, Settlement(GERMANY), finland)
    assert g.units.at[inside] == spoil and g.hexes.nation[spoil] == minor(g, "ussr")
    assert g.units.at[beyond] == slot_of(g.turn + 2) and g.countries.status[finland] == INDEPENDENT


def test_19_6_2_hungary_joins_in_a_later_step_than_the_award_rumania_in_the_same() -> None:
    g = world(("Germany", "Commonwealth"), turn="Jul/Aug 1940")
    g.rumania_claim, g.demands, g.vichy, g.vichied = ALLOWED, DEMANDED, 1, 1
    GRANT.do(g, Award(GERMANY), None)
    able = {name: may_align(g, Courting(GERMANY), minor(g, name)) is None for name in ("hungary", "bulgaria", "rumania")}
    assert able == {"hungary": False, "bulgaria": False, "rumania": True}
    g.just_granted = 0
    assert all(may_align(g, Courting(GERMANY), minor(g, name)) is None for name in ("hungary", "bulgaria"))


def test_19_7_all_baltic_states_join_in_one_step() -> None:
    g = world(("Germany", "USSR"), turn="Jul/Aug 1941")
    g.baltic_aligned, g.powers[GERMANY].aligned_now = g.turn + 1, 1
    assert may_align(g, Courting(GERMANY), minor(g, "latvia")) is None
    g.powers[GERMANY].aligned_now = 0  # the next impulse of the same turn
    assert may_align(g, Courting(GERMANY), minor(g, "latvia")) is not None




def test_19_6_2_when_germany_denies_their_claims_one_hungarian_stays_abroad() -> None:
    """Two Hungarian units in Germany: their owner says which comes home; those in Hungary and ships do not count."""
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
    align(g, "hungary", "Germany")
    g.rumania_claim, g.demands = ALLOWED, DEMANDED
    away = [put(g, "Hungary INF any", city) for city in ("Munich", "Berlin")]
    home = put(g, "Hungary FTR any", "Budapest")
    assert abroad(g, minor(g, "hungary")) == away
    drive(g, mediate(g), ["refuse", f"come_home u{away[0]}"])
    assert g.units.at[away[0]] == slot_of(g.turn + 2) and g.units.at[away[1]] == at(g, "Berlin")
    assert g.units.at[home] == at(g, "Budapest")
    h = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
    align(h, "hungary", "Germany")
    h.rumania_claim, h.demands = ALLOWED, DEMANDED
    pair = [put(h, "Hungary INF any", city) for city in ("Munich", "Berlin")]
    drive(h, mediate(h), ["grant"])
    assert abroad(h, minor(h, "hungary")) == pair


def test_13_3_2_british_troops_stay_on_islands_that_become_american_if_the_usa_is_active() -> None:
    for active, stays in ((True, True), (False, False)):
        wars = (("Germany", "Commonwealth"), *((("Japan", "USA"),) if active else ()))
        g = world(*wars, turn="Mar/Apr 1942")
        garrison = put(g, "Commonwealth INF any", g.board.token(g.ground.homeland["bermuda"][0]))
        drive(g, take_effect(g, 37))
        assert g.countries.power[minor(g, "bermuda")] == USA
        assert (g.units.at[garrison] >= 0) == stays


def test_13_7_5_dakar_brings_free_france_back() -> None:
    """The example: Free France is out of the war and Vichy stands; who has taken Dakar gives Senegal to a Free France whose home
    it is, at war with his enemies. Without Vichy it is France; a territory without a city is no such home."""
    for stands in (True, False):
        g = world(("Germany", "USA"), ("Germany", "France"))
        senegal, islands = minor(g, "senegal"), minor(g, "marquesas_is")
        for country in (senegal, islands):
            row = g.countries[country]
            row.status, row.power, row.first_conqueror = CONQUERED, USA, ALLIES
        make_peace(g, FRANCE, GERMANY)
        g.powers[FRANCE].conquered, g.vichy = COMPLETE, int(stands)
        assert may_revert(g, Liberator(USA), islands) is not None
        assert may_revert(g, Liberator(USA), senegal) is None
        g.power = USA
        drive(g, liberate_countries(g), [f"return c{senegal}", f"return c{islands}"])
        assert g.powers.conquered[FRANCE] == INCOMPLETE and at_war(g, FRANCE, GERMANY)
        assert g.powers.home[FRANCE] == senegal and bool(g.free_france) == stands
        assert g.countries.power[senegal] == g.countries.power[islands] == FRANCE


def test_13_7_5_dakar_is_a_home_for_a_free_france_that_has_no_land() -> None:
    """Every group went to Vichy (17.2); a Free France that still has Chad keeps the home it chose there."""
    for landless in (True, False):
        g = world(("Germany", "USA"), ("Germany", "France"))
        senegal, chad = minor(g, "senegal"), minor(g, "chad")
        for country, behind in enumerate(g.countries.power):
            if behind == FRANCE:
                g.countries[country].power = GERMANY
        row = g.countries[senegal]
        row.status, row.power, row.first_conqueror = CONQUERED, USA, ALLIES
        g.vichy = g.free_france = 1
        g.powers[FRANCE].conquered = INCOMPLETE
        if not landless:
            g.countries[chad].power, g.powers[FRANCE].home = FRANCE, chad
        g.power = USA
        drive(g, liberate_countries(g), [f"return c{senegal}"])
        assert g.powers.home[FRANCE] == (senegal if landless else chad) and g.countries.power[senegal] == FRANCE


# --- 17 -----------------------------------------------------------------------------------------------------------------------


def test_17_4_5_who_enters_vichy_france_makes_its_men_loyal_against_everybody() -> None:
    """An American landing in the south of France: the USA has an enemy in Vichy, and no Vichy unit is asked any more, not even
    where Britons attack it."""
    g = vichy()
    make_war(g, USA, VICHY)
    make_war(g, COMMONWEALTH, VICHY)
    marseille = next(s for s in g.ground.region["vichy_france"] if g.ground.seas[s] and g.ground.wet[s])
    guard = put(g, "France INF any", "Algiers")
    g.units[guard].power = VICHY
    briton = put(g, "Commonwealth INF any", "Algiers")
    drive(g, try_loyalty(g, at(g, "Algiers"), [briton]), dice=[10])
    marine = put(g, "USA MAR any", "New York")
    note_trespass(g, marine, at(g, "Algiers"))
    assert not g.trespassed and not g.hostile
    ship = put(g, "USA AMPH any", "New York")
    sea = g.ground.seas[marseille][0]
    g.units[ship].at = g.units[marine].at = g.ground.sections[sea][3]
    g.units[marine].aboard, g.power, g.side = ship, USA, ALLIES
    g.powers[USA].action = int(Action.LAND)
    drive(g, invade(g), [f"invade u{marine} {g.board.token(marseille)}"])
    assert g.hostile >> USA & 1 and not g.hostile >> COMMONWEALTH & 1
    assert not drive(g, try_loyalty(g, at(g, "Algiers"), [briton]))  # no die is asked for


def test_17_3_1_foreign_ships_leave_vichy_s_ports_for_the_nearest() -> None:
    g = vichy()
    told = []
    for place in ("Oran", "Dakar", "Casablanca"):
        cruiser = put(g, "Commonwealth CA any", place)
        reach, ports = courses(g, cruiser, flight=True), ship_refuges(g, cruiser)
        steps = {s: len(way(reach, s)) for s in ports}
        _expel(g, cruiser, at(g, place))
        assert steps[g.units.at[cruiser]] == min(steps.values())
        told.append(steps[ports[0]] == min(steps.values()))
    assert not all(told)  # the first in the list would not do


def test_17_3_2_what_is_at_sea_comes_home_within_its_range() -> None:
    """Ships to the nearest French port within their range, not twice that, aircraft to the nearest French hexes in reach."""
    g = vichy()
    whose = powers_by_hex(g)

    def french(area: int) -> list[int]:
        return [s for s in g.ground.shores.get(area, ()) if g.ground.port[s] and whose[s] in (FRANCE, VICHY)]

    off = next(a for a in g.ground.sections if not french(a) and any(french(b) for b in g.ground.waters[a]))
    for far, home in ((1, False), (2, True)):
        ship = put(g, "France CA any", "Oran")
        print_values(g, ship, range=far)
        g.units[ship].at = g.ground.sections[off][2]
        _to_port(g, ship, g.units.at[ship], whose)
        assert (g.units.at[ship] >= 0) == home
    plane = put(g, "France NAV any", "Oran")
    g.units[plane].at = g.ground.sections[at(g, "Western Mediterranean")][2]
    reach, fields = landing_places(g, plane), _nearest_fields(g, plane, whose)
    able = [s for s in reach if g.ground.land[s] and whose[s] in (FRANCE, VICHY) and may_stack(g, plane, s) is None]
    assert fields and {reach[s] for s in fields} == {min(reach[s] for s in able)}
