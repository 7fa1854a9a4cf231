"""2: zones of control, stacking, control, fractions and distance."""

from __future__ import annotations

from grognard.titles.wif.facts import POWER_INDEX
from grognard.titles.wif.ground import ALL_SEA, MAJOR_PORT, MINOR_PORT
from grognard.titles.wif.rules.control import new_controller, take_hex
from grognard.titles.wif.rules.powers import co_operate, powers_co_operate
from grognard.titles.wif.rules.stacking import air_limit, enforce_stacking, land_excess, may_stack, ship_limit
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.rules.zones import has_wide_zone, in_enemy_zone, zones_of_side
from grognard.titles.wif.state import CONQUERED
from tests.titles.wif.field import align, at, drive, hold, named, put, war


def test_2_2_a_corps_has_a_zone_into_the_next_hexes_but_not_over_the_sea() -> None:
    g = war(("Germany", "USSR"))
    minsk = at(g, "Minsk")
    put(g, "USSR INF any", "Minsk")
    zone = zones_of_side(g, 1)
    assert zone[minsk] and in_enemy_zone(g, minsk, 0)
    for there, bits in g.ground.steps[minsk]:
        assert zone[there] == (not bits & ALL_SEA)
    assert not any(zones_of_side(g, 0))


def test_2_2_no_zone_of_aircraft_nor_of_units_that_landed_this_impulse() -> None:
    g = war(("Germany", "USSR"))
    put(g, "USSR FTR any", "Minsk")
    assert not any(zones_of_side(g, 1))
    unit = put(g, "USSR INF any", "Kiev", landed=1)
    assert not has_wide_zone(g, unit) and not any(zones_of_side(g, 1))


def test_2_2_no_zone_into_the_hex_of_an_opponent_at_peace() -> None:
    g = war(("Japan", "China"))
    unit = put(g, "Germany INF any", "Konigsberg")
    soviet = g.ground.steps[g.units.at[unit]][0][0]
    assert zones_of_side(g, 0)[soviet]
    hold(g, "USSR", g.board.token(soviet))
    assert not zones_of_side(g, 0)[soviet]


def test_2_2_option_9_one_corps_does_not_reach_over_pacific_hexes() -> None:
    for option, reaches in ((False, True), (True, False)):
        g = war(("Japan", "China"), pacific_zones=option)
        put(g, "China INF any", "Chungking")
        beside = g.ground.steps[at(g, "Chungking")][0][0]
        assert bool(zones_of_side(g, 1)[beside]) is reaches
        put(g, "China INF any", "Chungking")
        assert zones_of_side(g, 1)[beside]


def test_2_3_1_e_an_hq_makes_room_for_an_aircraft() -> None:
    """wif-2.3.1-e: a major port with an HQ and an INF holds four aircraft and any number of ships."""
    g = war(("Germany", "USSR"))
    port = at(g, "Sevastopol")
    assert g.ground.port[port] == MAJOR_PORT
    assert air_limit(g, port) == 3 and ship_limit(g, port) >= 100
    named(g, "USSR", "Zhukov", "Sevastopol")
    put(g, "USSR INF any", "Sevastopol")
    assert air_limit(g, port) == 4


def test_2_3_1_two_land_units_fit_and_a_third_does_not() -> None:
    g = war(("Germany", "USSR"))
    put(g, "USSR INF any", "Minsk")
    second = put(g, "USSR INF any", "Minsk")
    assert land_excess(g, at(g, "Minsk"), [0, second]) == 0
    third = put(g, "USSR INF any", "Kiev")
    refused = may_stack(g, third, at(g, "Minsk"))
    assert refused is not None and refused.rule == "2.3.1"
    assert may_stack(g, third, at(g, "Smolensk")) is None


def test_2_3_1_minor_ports_hold_two_ships_or_four_with_option_5() -> None:
    for option, ships in ((False, 2), (True, 4)):
        g = war(("Germany", "USSR"), ships_in_flames=option)
        minor = next(s for s in range(g.board.size) if g.ground.port[s] == MINOR_PORT)
        assert ship_limit(g, minor) == ships


def test_2_3_1_what_is_too_many_is_destroyed_face_up_units_first() -> None:
    g = war(("Germany", "USSR"))
    down = put(g, "USSR INF any", "Minsk", down=1)
    up = [put(g, "USSR INF any", "Minsk") for _ in range(2)]
    prompts = drive(g, enforce_stacking(g), [f"destroy u{up[1]}"])
    assert len(prompts) == 1
    assert g.units.at[down] >= 0 and g.units.at[up[0]] >= 0 and g.units.at[up[1]] < 0


def test_18_1_who_works_together() -> None:
    g = war(("Germany", "USSR"), ("Italy", "Commonwealth"), ("Japan", "USA"))
    power = POWER_INDEX
    assert powers_co_operate(g, power["Germany"], power["Italy"])
    assert powers_co_operate(g, power["USA"], power["Commonwealth"])
    assert not powers_co_operate(g, power["Germany"], power["Japan"])
    assert not powers_co_operate(g, power["USSR"], power["Commonwealth"])
    align(g, "rumania", "Germany")
    align(g, "hungary", "Germany")
    german, rumanian = put(g, "Germany INF any", "Warsaw"), put(g, "Rumania INF any", "Bucharest")
    hungarian = put(g, "Hungary INF any", "Budapest")
    assert co_operate(g, german, rumanian)
    assert not co_operate(g, rumanian, hungarian)


def test_2_5_3_a_a_hex_goes_back_to_the_aligned_country_it_belongs_to() -> None:
    """wif-2.5.3-a: the United States retake Balikpapan while the NEI are unconquered."""
    g = war(("Japan", "USA"))
    align(g, "nei", "Commonwealth")
    hold(g, "Japan", "Balikpapan")
    unit = put(g, "USA MAR any", "Balikpapan")
    take_hex(g, at(g, "Balikpapan"), unit)
    assert g.facts.countries[g.hexes.controller[at(g, "Balikpapan")]].id == "nei"
    assert g.hexes.lost[at(g, "Balikpapan")] == g.turn


def test_2_5_3_a_hex_of_a_conquered_country_goes_to_the_unit_s_power() -> None:
    g = war(("Japan", "USA"))
    row = g.countries[g.facts.country["nei"]]
    row.status, row.power = CONQUERED, POWER_INDEX["Japan"]
    hold(g, "Japan", "Balikpapan")
    unit = put(g, "USA MAR any", "Balikpapan")
    assert g.facts.countries[new_controller(g, at(g, "Balikpapan"), unit)].id == "usa"


def test_2_5_3_a_minor_that_fights_alone_keeps_what_it_takes_until_its_power_joins_the_war() -> None:
    """Finland, aligned to a Germany at peace with the USSR, takes Murmansk and a hex of Soviet Estonia: Finnish; German from the
    day Germany is at war with the USSR, while Finland's own hexes stay its own."""
    g = war(("Germany", "Commonwealth"))
    align(g, "finland", "Germany")
    finland, estonia = g.facts.country["finland"], g.countries[g.facts.country["estonia"]]
    g.countries[finland].wars = 1 << POWER_INDEX["USSR"]
    estonia.status, estonia.power = CONQUERED, POWER_INDEX["USSR"]
    hold(g, "USSR", "Tallinn")
    unit = put(g, "Finland INF any", "Helsinki")
    for name in ("Murmansk", "Tallinn"):
        take_hex(g, at(g, name), unit)
        assert g.hexes.controller[at(g, name)] == finland and g.powers_by_hex[at(g, name)] == POWER_INDEX["Germany"]
    make_war(g, POWER_INDEX["Germany"], POWER_INDEX["USSR"])
    assert {g.facts.countries[g.hexes.controller[at(g, name)]].id for name in ("Murmansk", "Tallinn")} == {"germany"}
    assert g.hexes.controller[at(g, "Helsinki")] == finland
    hold(g, "USSR", "Leningrad")
    take_hex(g, at(g, "Leningrad"), unit)
    assert g.facts.countries[g.hexes.controller[at(g, "Leningrad")]].id == "germany"


def test_2_8_a_berlin_to_nuremberg_is_five_hexes() -> None:
    """wif-2.8-a."""
    g = war()
    assert g.board.distance(g.board.space("W0437"), g.board.space("W0532")) == 5
