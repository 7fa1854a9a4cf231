"""14.6, 14.8, 13.6.5: pilots (option 46), kamikazes (option 48), building ahead (option 38)."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Ask
from grognard.titles.wif.charts import AirResult
from grognard.titles.wif.facts import GERMANY, USA, USSR
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.air_combat import suffer
from grognard.titles.wif.rules.building import Purse, first_cost, force_pools, second_cost
from grognard.titles.wif.rules.building_ahead import build_ahead, coming, may_build_ahead, may_look_ahead, price_ahead, sheet_of
from grognard.titles.wif.rules.naval_air_combat import Plane, name_kamikazes, pressing, spend_kamikazes
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.pilot_deaths import pilot_survives
from grognard.titles.wif.rules.pilots import (
    Airfields,
    first_pilots,
    graduate,
    man_aircraft,
    manning_powers,
    may_man,
    may_rest,
    may_retrain,
    may_train,
    train,
)
from grognard.titles.wif.rules.reinforcements import change_force_pools, place_reinforcements
from grognard.titles.wif.rules.units import destroy, send_away
from grognard.titles.wif.state import AIR_RESERVE, BOMBER, FORCE_POOL, GONE, War, slot_of
from tests.titles.wif.field import at, drive, hold, named, put, war
from tests.titles.wif.test_09_politics import world
from tests.titles.wif.test_11_sea import ship


def squadrons(*, pilots: bool = True) -> War:
    return war(("Germany", "USSR"), pilots=pilots)


# --- pilots (14.6) ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", [False, True])
def test_14_6_1_new_machines_wait_for_a_pilot(option: bool) -> None:
    g = squadrons(pilots=option)
    fighter = put(g, "Germany FTR any", "Berlin")
    g.units[fighter].at = slot_of(g.turn)
    g.power = GERMANY
    drive(g, place_reinforcements(g))
    assert (g.units.at[fighter] == AIR_RESERVE) == option
    assert manning_powers(g) == []


def test_14_6_1_two_pilots_fly_two_machines_and_an_old_one_is_put_away() -> None:
    """The example of the section: two pilots man two aircraft, then one in Berlin is moved to the pool, and a pilot is free."""
    g = squadrons()
    first, second, third = (put(g, "Germany FTR any", "Berlin") for _ in range(3))
    for unit in (first, second, third):
        g.units[unit].at = AIR_RESERVE
    g.powers[GERMANY].pilots = 2
    old = put(g, "Germany LND any", "Munich")
    g.power = GERMANY
    assert manning_powers(g) == [GERMANY]
    drive(g, man_aircraft(g), [f"man u{first}", "arrive W0437", f"man u{second}", "arrive W0437"])
    assert g.powers.pilots[GERMANY] == 0
    no = may_man(g, Airfields(GERMANY), third)
    assert no is not None and "no pilot" in no.reason
    drive(g, man_aircraft(g), [f"rest u{old}", "enough"])
    assert g.powers.pilots[GERMANY] == 1 and g.units.at[old] == AIR_RESERVE
    assert g.units.at[first] == g.units.at[second] == at(g, "Berlin")


def test_14_6_1_no_machine_is_manned_after_one_was_put_away() -> None:
    """What is put away comes after the new ones: the pilot it frees is for the next turn."""
    g = squadrons()
    new, old = put(g, "Germany FTR any", "Berlin"), put(g, "Germany FTR any", "Munich")
    g.units[new].at, g.power = AIR_RESERVE, GERMANY
    no = may_man(g, Airfields(GERMANY, resting=True), new)
    assert no is not None and no.rule == "14.6.1"
    g.powers[GERMANY].pilots = 1
    seen = drive(g, man_aircraft(g), [f"rest u{old}", "enough"])
    assert len(seen) == 2 and g.units.at[new] == AIR_RESERVE and g.powers.pilots[GERMANY] == 2
    no = may_man(g, Airfields(GERMANY, resting=True), new)
    assert no is not None and "after the new ones" in no.reason


def test_14_6_1_the_procedure_rests_until_the_first_machine_is_put_away() -> None:
    """What was begun is told by no column: only the question before it may be started again."""
    g = squadrons()
    first, second = put(g, "Germany FTR any", "Berlin"), put(g, "Germany FTR any", "Munich")
    g.power = GERMANY
    flow = man_aircraft(g)
    asked = next(flow)
    assert isinstance(asked, Ask) and asked.rests and asked.subject == Airfields(GERMANY)
    rest = asked.find(f"rest u{first}")
    assert rest is not None
    asked = flow.send(rest)
    assert isinstance(asked, Ask) and not asked.rests and asked.subject == Airfields(GERMANY, resting=True)
    assert asked.find(f"rest u{second}") is not None


def test_4_2_1_a_machine_of_a_later_year_takes_two_pilots() -> None:
    g = squadrons()
    fighters = [c for c in g.facts.counters if c.power == "Germany" and c.type == Type.FTR and c.name]
    early = named(g, "Germany", next(c.name for c in fighters if 0 < c.year <= g.year), "Berlin")
    late = named(g, "Germany", next(c.name for c in fighters if c.year > g.year), "Berlin")
    g.units[early].at = g.units[late].at = AIR_RESERVE
    g.powers[GERMANY].pilots, g.power = 1, GERMANY
    no = may_man(g, Airfields(GERMANY), late)
    assert no is not None and "two pilots" in no.reason and may_man(g, Airfields(GERMANY), early) is None
    g.powers[GERMANY].pilots = 3
    drive(g, man_aircraft(g), [f"man u{late}", "arrive W0437", f"man u{early}", "arrive W0437"])
    assert g.powers.pilots[GERMANY] == 0 and g.units.at[late] == g.units.at[early] == at(g, "Berlin")


def test_14_6_1_only_face_up_machines_in_a_home_city_are_put_away() -> None:
    g = squadrons()
    hold(g, "Germany", "Warsaw")
    abroad, tired = put(g, "Germany FTR any", "Warsaw"), put(g, "Germany FTR any", "Berlin", down=1)
    subject = Airfields(GERMANY)
    assert may_rest(g, subject, abroad) is not None and may_rest(g, subject, tired) is not None
    g.units[tired].down = 0
    assert may_rest(g, subject, tired) is None and may_rest(g, Airfields(USSR), tired) is not None


def test_14_6_2_training_takes_three_turns_or_two_for_a_point_more() -> None:
    g = squadrons()
    g.powers[GERMANY].build_points = 5
    assert may_train(g, Purse(GERMANY, 1), 2) is not None and may_train(g, Purse(GERMANY, 2), 2) is None
    train(g, Purse(GERMANY, 5), (2, 3))
    train(g, Purse(GERMANY, 3), (3, 2))
    assert g.powers.build_points[GERMANY] == 0
    for turn, free in ((1, 0), (2, 1), (3, 2)):
        g.turn += 1
        graduate(g)
        assert g.powers.pilots[GERMANY] == free, turn
    assert may_train(squadrons(pilots=False), Purse(GERMANY, 9), 2) is not None


def test_14_6_3_a_machine_that_is_sent_away_leaves_its_pilot() -> None:
    g = squadrons()
    fighter = put(g, "Germany FTR any", "Berlin")
    send_away(g, fighter)
    assert g.powers.pilots[GERMANY] == 1
    other = squadrons(pilots=False)
    send_away(other, put(other, "Germany FTR any", "Berlin"))
    assert other.powers.pilots[GERMANY] == 0


@pytest.mark.parametrize(
    ("place", "code", "lives"),
    [("Berlin", "DX", True), ("Berlin", "AX", False), ("Moscow", "DX", False), ("Baltic Sea", "DX", False)],
)
def test_14_6_4_who_gets_home(place: str, code: str, lives: bool) -> None:
    g = squadrons()
    fighter = put(g, "Germany FTR any", "Berlin")
    space = at(g, place) if place != "Baltic Sea" else g.ground.sections[at(g, place)][2]
    assert pilot_survives(g, fighter, space, code) == lives
    g.units[fighter].over, g.units[fighter].mission = space, BOMBER
    drive(g, suffer(g, fighter, AirResult(code)))
    assert g.units.at[fighter] == FORCE_POOL and g.powers.pilots[GERMANY] == int(lives)


def test_14_6_5_a_free_pilot_becomes_a_build_point() -> None:
    g = squadrons()
    assert may_retrain(g, Purse(GERMANY, 0)) is not None
    g.powers[GERMANY].pilots = 1
    assert may_retrain(g, Purse(GERMANY, 0)) is None


def test_14_6_a_campaign_begins_with_a_pilot_for_each_machine_on_the_circle() -> None:
    g = squadrons()
    put(g, "Germany FTR any", "Berlin")
    due = put(g, "Germany FTR any", "Berlin")
    g.units[due].at = slot_of(g.turn + 2)
    first_pilots(g)
    assert g.powers.pilots[GERMANY] == 1


# --- kamikazes (14.8) ---------------------------------------------------------------------------------------------------------


def raid(*, kamikazes: bool = False) -> tuple[War, list[Plane]]:
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942", kamikazes=kamikazes)
    bomber, carrier = put(g, "Japan NAV any", "Tokyo"), ship(g, "Japan", "CV", "any", "Coral Sea", 3)
    g.units[bomber].at = g.units.at[carrier]
    return g, [Plane(bomber, 0, 4, False, False), Plane(carrier, 0, 2, False, True)]


def test_14_8_kamikazes_count_twice_and_do_not_return() -> None:
    g, planes = raid(kamikazes=True)
    area = at(g, "Coral Sea")
    named: list[frozenset[int]] = []

    def flow():  # type: ignore[no-untyped-def]
        named.append((yield from name_kamikazes(g, Sides(area, 0), planes)))

    drive(g, flow(), [f"kamikaze u{planes[0].unit}", f"kamikaze u{planes[1].unit}"])
    divine = named[0]
    assert divine == {p.unit for p in planes}
    assert pressing(g, area, planes, 0) == 6 and pressing(g, area, planes, 0, divine) == 12
    assert pressing(g, area, planes, 3, frozenset((planes[0].unit,))) == 6  # the two others are stopped first, then a kamikaze
    spend_kamikazes(g, planes, divine)
    assert g.units.at[planes[0].unit] == FORCE_POOL and g.units.no_planes[planes[1].unit]
    assert g.units.at[planes[1].unit] >= 0


def test_14_8_without_the_option_nobody_asks_and_others_have_no_kamikazes() -> None:
    g, planes = raid()
    assert drive(g, name_kamikazes(g, Sides(at(g, "Coral Sea"), 0), planes)) == []
    g, planes = raid(kamikazes=True)
    for plane in planes:
        g.units[plane.unit].power = GERMANY
    assert drive(g, name_kamikazes(g, Sides(at(g, "Coral Sea"), 0), planes)) == []


# --- building ahead (13.6.5, option 38) ---------------------------------------------------------------------------------------


def test_13_6_5_building_ahead_is_an_option_and_not_for_neutrals() -> None:
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
    assert may_look_ahead(g, GERMANY) is not None
    g.options["building_ahead"] = True
    assert may_look_ahead(g, GERMANY) is None
    no = may_look_ahead(g, USA)
    assert no is not None and "neutral" in no.reason
    g.entry_options = [46]
    assert may_look_ahead(g, USA) is None and may_look_ahead(g, USSR) is not None


def test_13_6_5_ships_built_ahead_pay_the_rise_on_both_cycles() -> None:
    """wif-13.6.5-g: the AMPH of the text, 3 and 4 build points: from next year's counters 10 in the first cycle and a turn
    longer, then 4 as ever."""
    g = world(("Japan", "USA"), turn="Jan/Feb 1942")
    g.options["building_ahead"] = g.options["ships_in_flames"] = True
    sheet = next(c for c in g.facts.counters if c.type == Type.AMPH and first_cost(g, c) == 3 and second_cost(g, c) == 4)
    assert price_ahead(g, sheet, 1) == 10 and price_ahead(g, sheet, 2) == 17
    assert second_cost(g, sheet) == 4 and sheet.turns == 4
    tank = next(c for c in g.facts.counters if c.type == Type.ARM and c.power == "USA")
    assert price_ahead(g, tank, 1) == 2 * first_cost(g, tank)


def test_13_6_5_h_and_j() -> None:
    """wif-13.6.5-h, wif-13.6.5-j: with a fighter of any cost in the pools none is built ahead; without one the cost is chosen
    among next year's, and chance decides within it."""
    g = world(("Germany", "USSR"), turn="Jan/Feb 1941")
    g.options["building_ahead"] = True
    purse = Purse(GERMANY, 60)
    offers = {key: items for key, items in coming(g, GERMANY).items() if key[0] == "FTR"}
    assert len(offers) > 1  # two costs to choose from
    assert all(may_build_ahead(g, purse, key) is None for key in offers)
    assert {g.facts.enters(sheet_of(g, item)) for items in offers.values() for item in items} == {1942}
    key, items = next(iter(offers.items()))
    g.powers[GERMANY].build_points = 60
    drive(g, build_ahead(g, Purse(GERMANY, 60), key), dice=[items[0]])  # drawn among those of that price
    assert g.units[len(g.units) - 1].sheet == sheet_of(g, items[0])
    spare = put(g, "Germany FTR any", "Berlin")
    g.units[spare].at = FORCE_POOL
    refused = may_build_ahead(g, Purse(GERMANY, 60), next(iter(offers)))
    assert refused is not None and "still have a FTR" in refused.reason


def test_13_6_5_b() -> None:
    """wif-13.6.5-b: with pilots the P-35 costs two build points less, two."""
    for pilots, cost in ((True, 2), (False, 4)):
        g = world(("Japan", "USA"), turn="Jan/Feb 1942")
        g.options["pilots"] = pilots
        plane = next(c for c in g.facts.counters if c.power == "USA" and c.name.startswith("P-35"))
        assert first_cost(g, plane) == cost


def test_13_6_5_only_a_type_without_counters_is_built_ahead() -> None:
    g = world(("Germany", "USSR"), turn="Jan/Feb 1941")
    g.options["building_ahead"] = True
    offers = coming(g, GERMANY)
    wanted = next(key for key in sorted(offers) if key[0] == "ARM")
    assert {g.facts.enters(sheet_of(g, item)) for item in offers[wanted]} == {1942}
    purse = Purse(GERMANY, 40)
    assert may_build_ahead(g, purse, wanted) is None
    assert may_build_ahead(g, Purse(GERMANY, wanted[1] - 1), wanted) is not None
    g.powers[GERMANY].build_points = 40
    before = len(g.units)
    drive(g, build_ahead(g, purse, wanted), dice=[offers[wanted][0]])
    built = g.units[len(g.units) - 1]
    assert len(g.units) == before + 1 and built.at == slot_of(g.turn + built.sheet.turns + 1)
    assert g.powers.build_points[GERMANY] == 40 - wanted[1]
    spare = put(g, "Germany ARM any", "Berlin")
    g.units[spare].at = FORCE_POOL
    assert any(kind == "ARM" for kind, _ in force_pools(g, GERMANY)) and not [k for k in coming(g, GERMANY) if k[0] == "ARM"]


def test_13_6_5_a_counter_built_ahead_and_scrapped_never_returns() -> None:
    g = world(("Germany", "USSR"), turn="Nov/Dec 1941")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type == Type.FTR and c.year == 1942)
    country = g.facts.country["germany"]
    scrapped = g.units.add(counter=number, power=GERMANY, country=country, at=GONE).index
    assert not any(scrapped in among for among in coming(g, GERMANY).values())
    g.turn += 1
    change_force_pools(g)
    assert g.year == 1942 and g.units.at[scrapped] == GONE


@pytest.mark.parametrize(("place", "company", "lives"), [
    ("Kiel", False, True), ("North Sea", False, True), ("Cape Verde Basin", False, False), ("Cape Verde Basin", True, True),
])  # fmt: skip
def test_14_6_4_pilots_of_aircraft_that_are_lost_with_a_transport(place: str, company: bool, lives: bool) -> None:
    """They die at sea where their side has neither a ship nor a port."""
    g = squadrons()
    section = -1 if g.ground.land[at(g, place)] else 1
    transport = ship(g, "Germany", "TRS", "any", place, section)
    cargo = put(g, "Germany FTR any", "Kiel", aboard=transport)
    g.units[cargo].at = g.units.at[transport]
    if company:
        ship(g, "Germany", "CA", "any", place, 1)
    before = g.powers.pilots[GERMANY]
    destroy(g, transport, FORCE_POOL)
    assert g.units.at[cargo] == FORCE_POOL and g.powers.pilots[GERMANY] == before + lives
