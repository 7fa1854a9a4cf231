"""Clauses of 9, 13.7, 17 to 21 that a reader of the rulebook chose before he read the code."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, POWER_INDEX, USA, USSR, VICHY
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules.alignments import Courting, may_align
from grognard.titles.wif.rules.conquerors import conqueror, italy_falls
from grognard.titles.wif.rules.conquest import _minor_is_gone, fall_completely
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.declarations import Declaring, entry_counts, may_attack_minor, may_declare
from grognard.titles.wif.rules.garrisons import garrison_value
from grognard.titles.wif.rules.guests import may_leave_home
from grognard.titles.wif.rules.land_attack import Resolving, join_attack, resolve
from grognard.titles.wif.rules.liberation import Liberator, may_liberate
from grognard.titles.wif.rules.loyalty import try_loyalty
from grognard.titles.wif.rules.minors import enter_the_war
from grognard.titles.wif.rules.pacts import common_border, defence_multiple
from grognard.titles.wif.rules.peace import Despair, may_surrender
from grognard.titles.wif.rules.pilots import Airfields, man_aircraft, may_man
from grognard.titles.wif.rules.powers import pact_key
from grognard.titles.wif.rules.rail import lines
from grognard.titles.wif.rules.recruits import place_warlords
from grognard.titles.wif.rules.reorganisation import hq_range, price, reorganise
from grognard.titles.wif.rules.reserves import Levy, call_reserves, may_call
from grognard.titles.wif.rules.stacking import enforce_stacking
from grognard.titles.wif.rules.vichy import give_away
from grognard.titles.wif.rules.vichy_collapse import collapse
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import AIR_RESERVE, ALIGNED, CONQUERED, CONSTRUCTION_POOL, HOME, INDEPENDENT, RESERVE_POOL, War

from .field import act, align, at, drive, hold, named, put, war


def world(*pairs: tuple[str, str], turn: str = "May/Jun 1941", **options: bool) -> War:
    g = war(*pairs, turn=turn, scenario="global_war_1939", **options)
    for power in range(8):
        g.powers[power].plays = 1
    return g


def minor(g: War, name: str) -> int:
    return g.facts.country[name]


# --- 9 ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "value"),
    [("Japan HQ-I any", 1), ("Japan ARM any", 2), ("Japan MECH any", 2), ("Germany MTN any", 2), ("Germany HQ-A any", 2),
     ("Japan INF any", 1), ("Japan FTR any", 1), ("Japan LND any", 1)],
)  # fmt: skip
def test_9_2_what_a_unit_is_worth_on_a_border(what: str, value: int) -> None:
    g = world(("Japan", "China"))
    assert garrison_value(g, put(g, what, "Mukden")) == value
    assert garrison_value(g, put(g, what, "Mukden", down=1)) == 0


def test_9_2_an_ss_unit_counts_two() -> None:
    g = world(("Germany", "Commonwealth"))
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and "ss" in c.marks and not c.division)
    unit = g.units.add(counter=number, power=GERMANY, country=minor(g, "germany"), at=at(g, "Berlin")).index
    assert garrison_value(g, unit) == 2


def test_9_2_the_pact_of_september_1939_ages() -> None:
    """Doubled from May/Jun 1940, as it is from May/Jun 1941, half from May/Jun 1942, a quarter from May/Jun 1943."""
    g = world()
    g.pacts[pact_key(USSR, JAPAN)] = turn_number("Sep/Oct 1939")
    for turn, times in (
        ("May/Jun 1940", 2), ("Mar/Apr 1941", 2), ("May/Jun 1941", 1), ("Mar/Apr 1942", 1), ("May/Jun 1942", Fraction(1, 2)),
        ("May/Jun 1943", Fraction(1, 4)), ("May/Jun 1945", Fraction(1, 4)),
    ):  # fmt: skip
        g.turn = turn_number(turn)
        assert defence_multiple(g, USSR, JAPAN) == times, turn


def test_9_2_hexes_of_the_asian_maps_count_as_one_on_a_border() -> None:
    """Three hexes of any map from a hex of the other power are the border."""
    g = world()
    border = common_border(g, USSR, JAPAN)
    theirs = {s for s, p in enumerate(g.powers_by_hex) if p == JAPAN}
    ring, reached = set(theirs), set(theirs)
    for _ in range(3):
        ring = {b for s in ring for b, _ in g.board.neighbours[s] if g.ground.land[b] or g.ground.dot[b]} - reached
        reached |= ring
    mine = {s for s in reached if g.powers_by_hex[s] == USSR}
    assert mine and mine == set(border)


def test_9_3_china_declares_no_war() -> None:
    g = world(("Japan", "China"))
    assert may_declare(g, Declaring(CHINA), GERMANY) is not None
    assert may_attack_minor(g, Declaring(CHINA), minor(g, "siam")) is not None


def test_9_3_no_entry_roll_against_who_stands_in_ones_home() -> None:
    g = world(("Germany", "France"))
    assert entry_counts(g, FRANCE, ITALY)
    hold(g, "Germany", "Dijon")
    put(g, "Italy INF any", "Dijon")
    assert not entry_counts(g, FRANCE, ITALY)


def test_9_6_one_minor_a_step() -> None:
    g = world(("Germany", "USSR"), ("Germany", "Commonwealth"))
    g.powers[GERMANY].declared |= 1 << USSR
    able = [c for c in range(len(g.countries)) if may_align(g, Courting(GERMANY), c) is None]
    assert able
    g.powers[GERMANY].aligned_now = 1
    assert all(may_align(g, Courting(GERMANY), c) is not None for c in able)


def test_9_7_reserves_come_face_down_and_some_against_germany_alone() -> None:
    g = world(("USSR", "Japan"))
    g.power, g.side = USSR, 1
    by_word = {}
    for word in ("Res", "Ge"):
        number = next(n for n, c in enumerate(g.facts.counters) if c.power == "USSR" and c.available == word and not c.guards)
        by_word[word] = g.units.add(counter=number, power=USSR, country=minor(g, "ussr"), at=RESERVE_POOL).index
    assert may_call(g, Levy(USSR), by_word["Res"]) is None
    assert may_call(g, Levy(USSR), by_word["Ge"]) is not None
    drive(g, call_reserves(g), [f"call u{by_word['Res']}"])
    assert g.units.at[by_word["Res"]] >= 0 and g.units.down[by_word["Res"]]


# --- 13.7 ---------------------------------------------------------------------------------------------------------------------


def test_13_7_1_italy_falls_with_any_three_of_four() -> None:
    for places, falls in (
        (("Rome", "Tripoli", "Milan"), True), (("Rome", "Tripoli"), False), (("Tripoli", "Milan"), False),
        (("Rome", "Milan"), False),
    ):  # fmt: skip
        g = world(("Italy", "Commonwealth"), turn="Jul/Aug 1943")
        for place in ("Genoa", "Turin", "Venice"):
            put(g, "Italy INF any", place)
        hold(g, "Commonwealth", *places)
        assert italy_falls(g) == falls, places
        put(g, "Commonwealth ARM any", "Palermo")
        put(g, "Commonwealth ARM any", "Syracuse")
        assert italy_falls(g) == (len(places) >= 2)


def test_13_7_1_a_factory_that_was_railed_away_still_guards_its_country() -> None:
    """Every printed factory hex, even without its factory."""
    g = world(("Germany", "USSR"))
    align(g, "belgium", "Commonwealth")
    g.countries[minor(g, "belgium")].wars |= 1 << GERMANY
    hold(g, "Germany", "Brussels")
    assert conqueror(g, minor(g, "belgium")) < 0
    factory = [s for s in g.ground.homeland["belgium"] if g.ground.factories[s] and g.powers_by_hex[s] != GERMANY]
    for s in factory:
        g.hexes[s].blue_moved = -1
    assert conqueror(g, minor(g, "belgium")) < 0
    for s in factory:
        g.hexes[s].controller = first_home(g, GERMANY)
    assert conqueror(g, minor(g, "belgium")) == GERMANY


def test_13_7_1_dutch_ships_become_british_those_unfinished_japanese() -> None:
    g = world(("Japan", "Commonwealth"), turn="Mar/Apr 1942")
    align(g, "netherlands", "Commonwealth")
    numbers = [n for n, c in enumerate(g.facts.counters) if c.power == "Netherlands" and c.naval and c.type == Type.CL][:2]
    dutch = minor(g, "netherlands")
    afloat = g.units.add(counter=numbers[0], power=COMMONWEALTH, country=dutch, at=at(g, "Singapore")).index
    hull = g.units.add(counter=numbers[1], power=COMMONWEALTH, country=dutch, at=CONSTRUCTION_POOL).index
    _minor_is_gone(g, dutch, COMMONWEALTH, JAPAN)
    assert g.units.power[afloat] == COMMONWEALTH and g.units.country[afloat] == minor(g, "united_kingdom")
    assert g.units.power[hull] == JAPAN


def test_13_7_1_when_germany_is_gone_norway_is_neutral_and_lithuania_soviet() -> None:
    g = world(("Germany", "USSR"), ("Germany", "Commonwealth"), turn="May/Jun 1945")
    norway, lithuania = minor(g, "norway"), minor(g, "lithuania")
    g.countries[norway].status, g.countries[norway].power = CONQUERED, GERMANY
    hold(g, "Germany", "norway")
    align(g, "lithuania", "Germany")
    for s in g.ground.homeland["lithuania"]:
        g.hexes[s].controller = lithuania
    put(g, "USSR INF any", "Kaunas" if "kaunas" in g.ground.places else g.board.token(g.ground.homeland["lithuania"][0]))
    drive(g, fall_completely(g, GERMANY, USSR))
    assert g.countries.power[norway] < 0 and g.countries.status[norway] == INDEPENDENT
    assert g.countries.power[lithuania] == USSR and g.countries.status[lithuania] == CONQUERED


def test_13_7_5_italy_needs_rome_and_all_its_factories_others_their_capital() -> None:
    g = world(("Germany", "USA"), ("Germany", "Commonwealth"), turn="Jul/Aug 1944")
    for name in ("italy", "belgium"):
        country = minor(g, name)
        g.countries[country].fallen, g.countries[country].first_conqueror = 1, 0
        g.countries[country].status, g.countries[country].power, g.countries[country].conqueror = CONQUERED, GERMANY, GERMANY
        hold(g, "Germany", name)
    hold(g, "USA", "Brussels", "Rome")
    assert may_liberate(g, Liberator(USA), minor(g, "belgium")) is None
    assert may_liberate(g, Liberator(USA), minor(g, "italy")) is not None


def test_13_7_6_who_may_surrender() -> None:
    g = world(("Germany", "France"), turn="Jul/Aug 1940")
    france = minor(g, "france")
    assert may_surrender(g, Despair(FRANCE), france) is not None
    hold(g, "Germany", "Paris")
    put(g, "France INF any", "Lyon")
    assert may_surrender(g, Despair(FRANCE), france) is None
    h = world(("Germany", "France"), turn="Jul/Aug 1940")
    hold(h, "Germany", "Metz")
    put(h, "Germany INF any", "Metz")
    assert may_surrender(h, Despair(FRANCE), france) is None  # no land unit in supply at home, and the enemy has one
    put(h, "France INF any", "Lyon")
    assert may_surrender(h, Despair(FRANCE), france) is not None


# --- 17 to 21 -----------------------------------------------------------------------------------------------------------------


def test_17_2_b_and_d() -> None:
    """wif-17.2-b, wif-17.2-d: what was aligned to France goes to an Axis power as conquered, what it had conquered as aligned."""
    g = world(("Germany", "France"), turn="Jul/Aug 1940")
    for name, before, after, heir in (("netherlands", ALIGNED, CONQUERED, JAPAN), ("greece", CONQUERED, ALIGNED, GERMANY)):
        country = minor(g, name)
        g.countries[country].status, g.countries[country].power = before, FRANCE
        drive(g, give_away(g, country, heir))
        assert (g.countries.power[country], g.countries.status[country]) == (heir, after), name


def test_19_4_3_a() -> None:
    """wif-19.4.3-a: of two Dutch land units and two aircraft three may leave the Indies, who stand for the Netherlands."""
    g = world(("Japan", "Commonwealth"), turn="Mar/Apr 1942")
    align(g, "netherlands", "Commonwealth")
    dutch = minor(g, "netherlands")
    g.countries[dutch].fallen, g.countries[dutch].home = 1, minor(g, "nei")
    numbers = [n for n, c in enumerate(g.facts.counters) if c.power == "Netherlands" and (c.land or c.air) and not c.division][:4]
    units = [g.units.add(counter=n, power=COMMONWEALTH, country=dutch, at=at(g, "Batavia")).index for n in numbers]
    gone = 0
    for unit in units:
        if may_leave_home(g, unit) is None:
            g.units[unit].at = at(g, "Singapore")
            gone += 1
    assert gone == 3


def test_19_4_1_c() -> None:
    """wif-19.4.1-c: the USA aligns the Netherlands: the Dutch and the American territorial of the Indies begin in the Indies."""
    g = world(("Japan", "USA"), turn="Jan/Feb 1942", territorials=True)
    dutch, nei = minor(g, "netherlands"), minor(g, "nei")
    drive(g, enter_the_war(g, dutch, USA))
    found = [u for u in range(len(g.units)) if g.units.country[u] == nei and g.roster.types[u] == Type.TERR]
    assert sorted(g.units[u].sheet.power for u in found) == ["Netherlands", "USA"]
    assert all(g.ground.country[g.units.at[u]] == "nei" and g.units.power[u] == USA for u in found)
    plain = world(("Japan", "USA"), turn="Jan/Feb 1942")
    drive(plain, enter_the_war(plain, dutch, USA))
    assert not any(kind == Type.TERR for kind in plain.roster.types)


def test_19_4_3_b() -> None:
    """wif-19.4.3-b: the territorial of the Indies may leave too when as many Dutch units have left as may."""
    g = world(("Japan", "Commonwealth"), turn="Mar/Apr 1942", territorials=True)
    for name in ("netherlands", "nei"):
        align(g, name, "Commonwealth")
    dutch, nei = minor(g, "netherlands"), minor(g, "nei")
    g.countries[dutch].fallen, g.countries[dutch].home = 1, nei
    numbers = [n for n, c in enumerate(g.facts.counters) if c.power == "Netherlands" and (c.land or c.air) and not c.division]
    for n, number in enumerate(number for number in numbers if g.facts.nation[number] == dutch):
        if n < 4:
            where = at(g, "Singapore" if n < 3 else "Batavia")
            last = g.units.add(counter=number, power=COMMONWEALTH, country=dutch, at=where).index
    native = put(g, "Netherlands TERR any", "Batavia")
    assert g.units.country[native] == nei
    assert may_leave_home(g, last) is not None and may_leave_home(g, native) is None


def test_20_b() -> None:
    """wif-20-b: a Nationalist I-15bis takes a Nationalist pilot when it is put on the map, and gives him back in reserve."""
    g = world(("Japan", "China"), turn="Sep/Oct 1939", pilots=True)
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "China" and c.air and 0 < c.year <= g.year)
    assert not any(c.communist and c.air for c in g.facts.counters)  # WIF-DEC-210: every Chinese pilot is a Nationalist
    plane = g.units.add(counter=number, power=CHINA, country=minor(g, "china"), at=AIR_RESERVE).index
    assert may_man(g, Airfields(CHINA), plane) is not None
    g.powers[CHINA].pilots = 1
    g.power = CHINA
    drive(g, man_aircraft(g), [f"man u{plane}", f"arrive {g.board.token(at(g, 'Chungking'))}", "enough"])
    assert g.powers.pilots[CHINA] == 0 and g.units.at[plane] == at(g, "Chungking")
    drive(g, man_aircraft(g), [f"rest u{plane}", "enough"])
    assert g.powers.pilots[CHINA] == 1 and g.units.at[plane] == AIR_RESERVE


def test_21_a() -> None:
    """wif-21-a: Stilwell, turned face-up, reorganises a Chinese INF in China's land action and an American bomber in the USA's
    air action for a point each; he lies face-down again."""
    g = world(("Japan", "USA"), ("Japan", "China"), turn="Jul/Aug 1944", offensive_points=True)
    hold(g, "China", "Nanking", "Shanghai", "china")
    hq = named(g, "China", "Stilwell", "Nanking")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "China" and c.type == Type.INF and not c.communist)
    chinese = g.units.add(counter=number, power=CHINA, country=minor(g, "china"), at=at(g, "Nanking"), down=1).index
    bomber, corps = put(g, "USA LND any", "Shanghai", down=1), put(g, "USA INF any", "Shanghai", down=1)
    act(g, "USA", Action.AIR)
    act(g, "China", Action.LAND)
    assert at(g, "Shanghai") in hq_range(g, hq) and g.units[hq].sheet.reorganisation >= 2
    drive(g, reorganise(g), [f"points u{hq}", f"reorganise u{chinese}", f"reorganise u{bomber}"])
    assert g.units.down[hq] and not g.units.down[chinese] and not g.units.down[bomber] and g.units.down[corps]
    assert price(g, bomber, False) == 1 and price(g, corps, False) == 2


def test_20_a() -> None:
    """wif-20-a: in 1939 the warlord of Chungking is a Nationalist, that of Lanchow a Communist."""
    g = world(("Japan", "China"), turn="Sep/Oct 1939", warlords=True)
    g.communist = [s for s in g.ground.region["communist_china"] if g.ground.city[s]]
    place_warlords(g)
    found = {g.units[u].sheet.available.lower(): u for u in range(len(g.units)) if "warlord" in g.units[u].sheet.marks}
    lanchow, chungking = at(g, "Lanchow"), at(g, "Chungking")
    assert lanchow in g.communist and chungking not in g.communist
    assert {g.units.at[found["lanchow"]], g.units.at[found["chungking"]]} == {lanchow, chungking}
    assert all(g.units.power[u] == CHINA for u in (found["lanchow"], found["chungking"]))


def test_9_4_the_usa_attacks_no_minor_before_option_48() -> None:
    g = world(("Japan", "China"))
    assert may_attack_minor(g, Declaring(USA), minor(g, "siam")) is not None
    assert POWER_INDEX["USA"] == USA


# --- Vichy (17.4, 17.5) -------------------------------------------------------------------------------------------------------


def vichy(*hostile_to: int) -> War:
    """Germany has installed Vichy in 1940; the Commonwealth and Free France fight on."""
    wars = ((a, b) for a in ("Germany", "Italy") for b in ("Commonwealth", "France"))
    g = world(*wars, turn="Nov/Dec 1940")
    g.vichy = g.vichied = g.free_france = 1
    g.installer = GERMANY
    g.powers[FRANCE].conquered = 1
    row = g.powers[VICHY]
    row.plays, row.status, row.wars = 1, 0, 0
    land = minor(g, "vichy_france")
    for s in g.ground.region["vichy_france"]:
        g.hexes[s].nation = g.hexes[s].controller = land
    g.countries[land].status, g.countries[land].power = HOME, VICHY
    france = minor(g, "france")
    g.countries[france].status, g.countries[france].power, g.countries[france].fallen = CONQUERED, GERMANY, 1
    for power in hostile_to:
        g.hostile |= 1 << power
    return g


def test_17_4_1_who_declares_war_on_whom() -> None:
    """No Axis power on Vichy; Allies at war with its installer; Vichy on those it is hostile to, and on no minor."""
    g = vichy()
    assert may_declare(g, Declaring(GERMANY), VICHY) is not None and may_declare(g, Declaring(ITALY), VICHY) is not None
    assert may_declare(g, Declaring(COMMONWEALTH), VICHY) is None
    assert may_declare(g, Declaring(VICHY), COMMONWEALTH) is not None
    g.hostile |= 1 << COMMONWEALTH
    assert may_declare(g, Declaring(VICHY), COMMONWEALTH) is None
    assert may_attack_minor(g, Declaring(VICHY), minor(g, "spain")) is not None


def test_17_4_5_what_becomes_of_vichy_s_lands() -> None:
    """Tunisia with Germans in it is conquered by Germany; Egypt, which Vichy had conquered, goes back to the Commonwealth;
    Corsica, Algeria and Yugoslavia to Free France."""
    g = vichy()
    for name in ("corsica", "algeria", "tunisia", "yugoslavia"):
        g.countries[minor(g, name)].status, g.countries[minor(g, name)].power = ALIGNED, VICHY
    egypt = minor(g, "egypt")
    g.countries[egypt].status, g.countries[egypt].power, g.countries[egypt].conqueror = CONQUERED, VICHY, VICHY
    put(g, "Germany INF any", "Tunis")
    drive(g, collapse(g))
    assert not g.vichy
    tunisia = minor(g, "tunisia")
    assert (g.countries.power[tunisia], g.countries.status[tunisia]) == (GERMANY, CONQUERED)
    assert (g.countries.power[egypt], g.countries.status[egypt]) == (COMMONWEALTH, ALIGNED)
    for name in ("corsica", "algeria", "yugoslavia"):
        assert (g.countries.power[minor(g, name)], g.countries.status[minor(g, name)]) == (FRANCE, ALIGNED), name


def test_17_5_two_americans_and_a_briton_win_over_on_a_five() -> None:
    """A 5 with two US and a British corps destroys a Vichy corps before the combat, a 6 does not; no die if it is hostile."""
    for die, enemy, lost in ((5, False, True), (6, False, False), (1, True, False)):
        g = vichy(*((USA,) if enemy else ()))
        corps = put(g, "France INF any", "Marseille")
        g.units[corps].power = VICHY
        attackers = [put(g, "USA INF any", "Nice"), put(g, "USA INF any", "Nice"), put(g, "Commonwealth INF any", "Nice")]
        drive(g, try_loyalty(g, at(g, "Marseille"), attackers), (), [] if enemy else [die, 9] if lost else [die])
        assert (g.units.at[corps] < 0) == lost, (die, enemy)


# --- minors of 19.6 to 19.8 ---------------------------------------------------------------------------------------------------


def able(g: War, power: int, name: str) -> bool:
    return may_align(g, Courting(power), minor(g, name)) is None


def test_19_6_2_before_bessarabia_is_claimed() -> None:
    """No Ally attacks Rumania; Germany aligns Hungary and Rumania with a hex of Yugoslavia or after it has attacked the USSR, not
    if the USSR attacked it; Bulgaria with a hex of Greece or Yugoslavia."""
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
    assert may_attack_minor(g, Declaring(USSR), minor(g, "rumania")) is not None
    assert may_attack_minor(g, Declaring(COMMONWEALTH), minor(g, "rumania")) is not None
    assert not any(able(g, GERMANY, name) for name in ("hungary", "rumania", "bulgaria"))
    hold(g, "Germany", "Belgrade")
    assert all(able(g, GERMANY, name) for name in ("hungary", "rumania", "bulgaria"))
    h = world(("Germany", "Commonwealth"), ("Germany", "USSR"), turn="Jul/Aug 1941")
    h.powers[USSR].declared |= 1 << GERMANY
    assert not able(h, GERMANY, "hungary")
    h.powers[USSR].declared, h.powers[GERMANY].declared = 0, 1 << USSR
    assert able(h, GERMANY, "hungary") and able(h, GERMANY, "rumania") and not able(h, GERMANY, "bulgaria")
    hold(h, "Germany", "Athens")
    assert able(h, GERMANY, "bulgaria")


def test_19_7_siam_spain_and_turkey() -> None:
    g = world(("Germany", "Commonwealth"), ("Germany", "USSR"), ("Japan", "China"), turn="Jul/Aug 1942")
    assert able(g, JAPAN, "siam") and not able(g, GERMANY, "siam")
    assert not able(g, GERMANY, "spain")
    hold(g, "Germany", "Gibraltar")
    assert able(g, GERMANY, "spain") and not able(g, ITALY, "spain")
    border = [s for s in g.ground.homeland["ussr"] if any(g.ground.country[b] == "turkey" for b, _ in g.ground.steps[s])]
    assert border and not able(g, GERMANY, "turkey")


def test_19_7_the_axis_in_athens_aligns_yugoslavia_among_its_friends() -> None:
    g = world(("Germany", "Commonwealth"), turn="Jul/Aug 1942")
    for name in ("hungary", "rumania", "bulgaria", "greece", "albania"):
        align(g, name, "Germany")
    hold(g, "Germany", "greece")
    assert able(g, GERMANY, "yugoslavia") and not able(g, ITALY, "yugoslavia")
    g.countries[minor(g, "bulgaria")].status, g.countries[minor(g, "bulgaria")].power = INDEPENDENT, -1
    assert not able(g, GERMANY, "yugoslavia")


def test_19_8_brazil_waits_for_three_wars_cuba_for_one() -> None:
    g = world(("Japan", "USA"), turn="Mar/Apr 1942")
    assert not able(g, USA, "brazil") and not able(g, USA, "mexico") and able(g, USA, "cuba")
    h = world(("Japan", "USA"), ("Germany", "USA"), ("Italy", "USA"), turn="Mar/Apr 1942")
    assert able(h, USA, "brazil") and able(h, USA, "mexico") and not able(h, COMMONWEALTH, "brazil")


def test_19_8_four_corps_next_door_win_yugoslavia() -> None:
    g = world(("Germany", "Commonwealth"), ("Italy", "Commonwealth"), turn="Mar/Apr 1941")
    align(g, "greece", "Commonwealth")
    corps = [put(g, "Commonwealth INF any", city) for city in ("Athens", "Athens", "Salonika", "Salonika")]
    assert able(g, COMMONWEALTH, "yugoslavia")
    g.units[corps[0]].at = at(g, "London")
    assert not able(g, COMMONWEALTH, "yugoslavia")


def test_13_7_5_d() -> None:
    """wif-13.7.5-d: after the liberation of Belgium by the USA a Belgian and a British corps in one hex do not stay together."""
    g = world(("Germany", "USA"), ("Germany", "Commonwealth"), turn="Sep/Oct 1944")
    belgium = minor(g, "belgium")
    align(g, "belgium", "USA")
    hold(g, "Commonwealth", "Dover") if "dover" in g.ground.places else None
    briton = put(g, "Commonwealth INF any", "London")
    belgian = put(g, "Belgium INF any", "London")
    assert g.units.power[belgian] == USA and g.units.country[belgian] == belgium
    drive(g, enforce_stacking(g))
    assert sum(g.units.at[u] == at(g, "London") for u in (briton, belgian)) == 1


def test_17_5_when_all_of_vichy_changes_sides_the_attackers_break_through() -> None:
    """The combat is as good as the best result of a blitzkrieg: the hex is taken, nobody is turned face-down."""
    g = vichy()
    act(g, "USA", Action.LAND)
    g.powers[USA].wars |= 1 << VICHY
    g.powers[VICHY].wars |= 1 << USA
    g.powers[USA].status = g.powers[VICHY].status = 1
    hold(g, "USA", "Nice")
    corps = put(g, "France INF any", "Marseille")
    g.units[corps].power = VICHY
    start = next(s for s, _ in g.ground.steps[at(g, "Marseille")] if g.ground.land[s])
    g.hexes[start].controller = first_home(g, USA)
    troops = put(g, "USA INF any", g.board.token(start))
    g.units[troops].fed = 1
    join_attack(g, USA, troops, at(g, "Marseille"))
    row = next(n for n, t in enumerate(g.attacks.target) if t == at(g, "Marseille"))
    drive(g, resolve(g, Resolving(USA), row), [f"advance u{troops}"], [1, 9])
    assert g.units.at[corps] < 0 and g.units.at[troops] == at(g, "Marseille") and not g.units.down[troops]
    assert g.powers_by_hex[at(g, "Marseille")] == USA


def test_19_7_german_trains_run_through_sweden_and_do_not_stop() -> None:
    """With Germans in Finland and Norway another one goes by rail through a neutral Sweden, to no station there."""
    g = world(("Germany", "USSR"), ("Germany", "Commonwealth"), turn="Jul/Aug 1942")
    for name in ("norway", "finland"):
        align(g, name, "Germany")
        hold(g, "Germany", name)
    unit = put(g, "Germany INF any", "Oslo")
    alone = set(lines(g, unit).before)
    assert not any(g.ground.country[s] == "sweden" for s in alone)
    put(g, "Germany INF any", "Oslo")
    put(g, "Germany INF any", "Helsinki")
    found = lines(g, unit)
    assert any(g.ground.country[s] == "sweden" for s in found.before)
    assert not any(g.ground.country[s] == "sweden" for s in found.stations)
