"""13.1.3, 17.4.4, 19.3 to 19.10, 20, 21: partisans on the ground, minors with rules of their own, the two Chinas, Stilwell."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, SIDE_OF_POWER, USSR, VICHY
from grognard.titles.wif.kinds import Action, Activity, Type
from grognard.titles.wif.rules.access import guests, may_be_there
from grognard.titles.wif.rules.actions import acting_powers, left, limit
from grognard.titles.wif.rules.air_transport import TRANSPORT, Hold, may_unload, set_down, transport_targets
from grognard.titles.wif.rules.control import hexes_of, take_hex
from grognard.titles.wif.rules.exiles import Recruiting, may_recruit, recruit_poles, recruiting_powers
from grognard.titles.wif.rules.factions import faction_cities, return_faction, settle_factions
from grognard.titles.wif.rules.force_pools import fill_force_pools
from grognard.titles.wif.rules.guests import may_base, may_leave_home, partisans_hold
from grognard.titles.wif.rules.impulses import begin_impulse
from grognard.titles.wif.rules.land_movement import leave_sweden
from grognard.titles.wif.rules.land_steps import may_enter_country
from grognard.titles.wif.rules.land_strength import winterised
from grognard.titles.wif.rules.landings import Debarking, may_debark
from grognard.titles.wif.rules.lending import Lender, may_lend
from grognard.titles.wif.rules.liberation import Liberator, liberate, may_liberate
from grognard.titles.wif.rules.overrun import drive_off
from grognard.titles.wif.rules.pilots import Airfields, may_rest
from grognard.titles.wif.rules.powers import co_operate
from grognard.titles.wif.rules.production import multiple
from grognard.titles.wif.rules.rebase import Move, havens, may_be_interned, rebase_aircraft
from grognard.titles.wif.rules.reinforcements import Arrival, may_arrive
from grognard.titles.wif.rules.resources import routing
from grognard.titles.wif.rules.spheres import walk_in
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.supply_paths import may_trace_into, sweden_lets_pass
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.rules.vichy import group_of
from grognard.titles.wif.state import ALIGNED, COMPLETE, CONQUERED, FORCE_POOL, GONE, NOWHERE, POOLED, REFUSED, War
from tests.titles.wif.field import act, align, at, drive, hold, named, put, war
from tests.titles.wif.test_09_politics import minor, world
from tests.titles.wif.test_11_sea import at_sea, ship


def band(g: War, power: int, where: str) -> int:
    """Partisans of the country they stand in."""
    used = set(g.units.counter)
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and n not in used)
    country = minor(g, g.ground.country[at(g, where)])
    return g.units.add(counter=number, power=power, country=country, at=at(g, where)).index


def odessa() -> War:
    g = world(("Germany", "USSR"), turn="May/Jun 1942")
    hold(g, "Germany", "Odessa")
    return g


# --- partisans (13.1.3) -------------------------------------------------------------------------------------------------------


def test_13_1_3_a_partisans_overrun_aircraft_and_stop_resources() -> None:
    """wif-13.1.3-a: the face-down bomber is lost, the fighter flies off, and nothing in Odessa serves Germany."""
    g = odessa()
    bomber, fighter = put(g, "Germany LND any", "Odessa", down=1), put(g, "Germany FTR any", "Odessa")
    for near, _ in g.ground.steps[at(g, "Odessa")]:
        g.hexes[near].controller = minor(g, "germany")
    put(g, "Germany HQ-I any", g.board.token(g.ground.steps[at(g, "Odessa")][0][0]))
    partisan = band(g, USSR, "Odessa")
    drive(g, drive_off(g, at(g, "Odessa"), partisan))
    assert g.units.at[bomber] == FORCE_POOL and g.units.at[fighter] not in (at(g, "Odessa"), FORCE_POOL)
    assert may_base(g, fighter, at(g, "Odessa")) is not None


def test_13_1_3_factories_and_resources_under_partisans_do_not_work() -> None:
    g = world(("Germany", "USSR"), turn="May/Jun 1942")
    lille = at(g, "Lille")
    hold(g, "Germany", "Lille")
    before = routing(g, GERMANY)
    assert lille in before.factories or lille in before.resources
    band(g, FRANCE, "Lille")
    after = routing(g, GERMANY)
    assert lille not in after.factories and lille not in after.resources


def test_13_1_3_no_reinforcement_where_partisans_are() -> None:
    g = odessa()
    unit = put(g, "Germany INF any", "Berlin")
    g.units[unit].at = NOWHERE
    subject = Arrival(GERMANY, unit)
    assert may_arrive(g, subject, at(g, "Berlin")) is None
    band(g, FRANCE, "Berlin")
    assert may_arrive(g, Arrival(GERMANY, unit), at(g, "Berlin")) is not None


def test_13_1_3_b_countrymen_are_set_down_where_partisans_hold_a_hex() -> None:
    """wif-13.1.3-b: a transport that carries the mountaineers along unloads them over Odessa; it cannot base there itself."""
    g = odessa()
    act(g, "USSR", Action.LAND)
    transport, mountain = put(g, "USSR ATR any", "Kharkov"), put(g, "USSR MTN any", "Kharkov")
    target = at(g, "Odessa")
    assert target not in transport_targets(g, USSR)
    band(g, USSR, "Odessa")
    assert partisans_hold(g, mountain, target) and not partisans_hold(g, transport, target)
    assert may_base(g, transport, target) is not None and TRANSPORT.name == "air transport"
    g.units[mountain].aboard, g.units[mountain].at, g.units[mountain].fed = transport, target, 1
    assert may_unload(g, Hold(transport, target), mountain) is None
    set_down(g, mountain, target)
    assert g.countries.power[g.hexes.controller[target]] == USSR
    assert may_base(g, transport, target) is None


def test_13_1_3_countrymen_debark_and_foreigners_do_not() -> None:
    g = world(("Germany", "France"), ("Germany", "Commonwealth"), turn="May/Jun 1942")
    hold(g, "Germany", "Brest")
    act(g, "France", Action.LAND)
    carrier = ship(g, "France", "TRS", "any", "Bay of Biscay", 1)
    french = put(g, "France INF any", "Bordeaux")
    at_sea(g, "Bay of Biscay", 1, french)
    g.units[french].aboard = carrier
    no = may_debark(g, Debarking(FRANCE), (french, at(g, "Brest")))
    assert no is not None and "friendly" in no.reason
    band(g, FRANCE, "Brest")
    assert may_debark(g, Debarking(FRANCE), (french, at(g, "Brest"))) is None
    british = put(g, "Commonwealth INF any", "London")
    assert not partisans_hold(g, british, at(g, "Brest"))


def test_13_1_3_partisans_work_with_their_countrymen_alone_and_feel_the_winter() -> None:
    g = odessa()
    partisan, soviet = band(g, USSR, "Odessa"), put(g, "USSR INF any", "Kiev")
    french = band(g, USSR, "Paris")
    assert co_operate(g, partisan, soviet) and not co_operate(g, french, soviet) and not co_operate(g, partisan, french)
    assert not winterised(g, partisan)


def test_13_1_3_partisans_of_a_conquered_power_fight_on() -> None:
    g = odessa()
    g.side = 1
    g.powers[USSR].conquered = COMPLETE
    assert USSR not in acting_powers(g, 1)
    band(g, USSR, "Odessa")
    assert USSR in acting_powers(g, 1) and left(g, USSR, Activity.LAND_MOVE) > 100
    assert limit(g, USSR, Activity.NAVAL_MOVE) == 0


# --- Vichy, minors (17.4.4, 19) -----------------------------------------------------------------------------------------------


def test_17_4_4_vichy_produces_like_france_and_gives_only_when_hostile() -> None:
    g = world(("Germany", "Commonwealth"), ("Italy", "Commonwealth"), turn="Jan/Feb 1941")
    g.vichy, g.installer = 1, GERMANY
    g.powers[VICHY].plays = g.powers[VICHY].status = 1
    assert multiple(g, VICHY) == multiple(g, FRANCE)
    no = may_lend(g, Lender(VICHY), (GERMANY, 1), 0)
    assert no is not None and no.rule == "17.4.4"
    g.hostile = 1 << COMMONWEALTH
    assert may_lend(g, Lender(VICHY), (GERMANY, 1), 0) is None


def test_19_3_a_minor_lets_in_its_enemies_its_power_and_active_friends() -> None:
    g = world(("Germany", "Commonwealth"))
    align(g, "hungary", "Germany")
    budapest = at(g, "Budapest")
    german, italian, british = (put(g, f"{p} INF any", "Vienna") for p in ("Germany", "Italy", "Commonwealth"))
    soviet = put(g, "USSR INF any", "Vienna")
    assert may_enter_country(g, german, budapest) is None and may_enter_country(g, british, budapest) is None
    assert may_enter_country(g, italian, budapest) is not None and may_enter_country(g, soviet, budapest) is not None
    g.powers[ITALY].status = 1
    assert may_enter_country(g, italian, budapest) is None
    g.powers[GERMANY].status = 0
    assert may_enter_country(g, italian, budapest) is not None and may_enter_country(g, german, budapest) is None


def test_19_5_1_poles_fight_on_under_british_command() -> None:
    g = world(("Germany", "Commonwealth"), turn="Sep/Oct 1939")
    g.nazi_soviet = 1
    align(g, "poland", "Commonwealth")
    east = g.ground.region["eastern_poland"][0]
    interned = put(g, "Poland INF any", "Warsaw")
    g.units[interned].at = east
    walk_in(g, east)
    assert g.units.at[interned] == GONE and g.interned == [interned]
    subject = Recruiting(COMMONWEALTH)
    no = may_recruit(g, subject, interned)
    assert no is not None and "at war" in no.reason and recruiting_powers(g) == []
    g.powers[GERMANY].wars |= 1 << USSR
    g.powers[USSR].wars |= 1 << GERMANY
    assert may_recruit(g, subject, interned) is None and may_recruit(g, Recruiting(FRANCE), interned) is not None
    row = g.countries[minor(g, "poland")]
    row.status, row.power, g.turn = CONQUERED, GERMANY, g.turn + 12
    assert recruiting_powers(g) == [COMMONWEALTH]
    drive(g, recruit_poles(g), [f"recruit u{interned}", "no_poles"])
    assert g.units.at[interned] == FORCE_POOL and g.units.country[interned] == minor(g, "united_kingdom")
    corps = [u for u, c in enumerate(g.units.country) if c == minor(g, "poland") and g.units.at[u] == GONE]
    assert {g.units[u].sheet.type for u in corps if may_recruit(g, subject, u) is None} == {Type.MOT, Type.MECH}


def test_19_5_1_whoever_stands_with_the_poles_may_join_the_commonwealth_too() -> None:
    g = world(("Germany", "Commonwealth"), turn="Sep/Oct 1939")
    g.nazi_soviet = 1
    align(g, "poland", "Commonwealth")
    guest, east = put(g, "France FTR any", "Warsaw"), g.ground.region["eastern_poland"][0]
    g.units[guest].at = east
    walk_in(g, east)
    assert g.interned == [guest] and g.units.at[guest] == GONE
    g.powers[GERMANY].wars |= 1 << USSR
    g.powers[USSR].wars |= 1 << GERMANY
    assert recruiting_powers(g) == [COMMONWEALTH]
    drive(g, recruit_poles(g), [f"recruit u{guest}"])
    assert g.units.at[guest] == FORCE_POOL and g.units.power[guest] == COMMONWEALTH


def test_19_6_2_after_a_denial_one_hungarian_is_abroad_and_all_rumanians_may_leave() -> None:
    g = world(("Germany", "USSR"), turn="May/Jun 1941")
    for name in ("hungary", "rumania"):
        align(g, name, "Germany")
    hungarians = [put(g, "Hungary INF any", "Budapest") for _ in range(2)]
    g.demands = REFUSED
    assert may_leave_home(g, hungarians[0]) is None
    g.units[hungarians[0]].at = at(g, "Kiev")
    no = may_leave_home(g, hungarians[1])
    assert no is not None and no.rule == "19.6.2"
    rumanians = [put(g, f"Rumania {kind} any", "Bucharest") for kind in ("INF", "INF", "MTN")]
    for unit in rumanians[:2]:
        g.units[unit].at = at(g, "Kiev")
    assert may_leave_home(g, rumanians[2]) is None
    g.demands = 0
    assert may_leave_home(g, rumanians[2]) is not None


def test_19_7_germans_pass_through_sweden_and_do_not_stay() -> None:
    g = world(("Germany", "USSR"), turn="May/Jun 1941")
    align(g, "finland", "Germany")
    hold(g, "Germany", "norway")
    unit = put(g, "Germany INF any", "Oslo")
    stockholm = at(g, "Stockholm")
    assert may_enter_country(g, unit, stockholm) is not None and not sweden_lets_pass(g)
    put(g, "Germany INF any", "Helsinki")
    assert may_enter_country(g, unit, stockholm) is not None  # no other German in Norway
    put(g, "Germany INF any", "Bergen")
    assert may_enter_country(g, unit, stockholm) is None and may_trace_into(g, stockholm, GERMANY) is None
    finn = put(g, "Finland INF any", "Helsinki")
    assert may_enter_country(g, finn, stockholm) is not None
    g.units[unit].from_, g.units[unit].at, g.power = at(g, "Oslo"), stockholm, GERMANY
    leave_sweden(g)
    assert g.units.at[unit] == at(g, "Oslo") and g.units.down[unit]


def test_19_8_the_allies_liberate_spain_as_a_republic() -> None:
    g = world(("Germany", "Commonwealth"), turn="May/Jun 1943")
    spain = minor(g, "spain")
    row = g.countries[spain]
    row.status, row.power, row.conqueror, row.first_conqueror = CONQUERED, COMMONWEALTH, COMMONWEALTH, 1
    hold(g, "Commonwealth", "spain")
    assert may_liberate(g, Liberator(COMMONWEALTH), spain) is None
    drive(g, liberate(g, spain, COMMONWEALTH))
    army = [g.units[u].sheet for u, c in enumerate(g.units.country) if c == spain and g.units.at[u] == FORCE_POOL]
    assert army and all(c.home == "Rep Spain" for c in army) and not [c for c in army if c.naval and c.year < 1943]
    assert not [c for c in army if c.year > 1943]


def test_19_8_units_of_the_republic_come_in_their_year_and_return_to_its_force_pool() -> None:
    g = world(("Germany", "Commonwealth"), turn="May/Jun 1942")
    spain = minor(g, "spain")
    row = g.countries[spain]
    row.status, row.power, row.conqueror, row.first_conqueror = CONQUERED, COMMONWEALTH, COMMONWEALTH, 1
    hold(g, "Commonwealth", "spain")
    drive(g, liberate(g, spain, COMMONWEALTH))
    fill_force_pools(g, 1942, 1943)
    late = [u for u, c in enumerate(g.units.country) if c == spain and g.units[u].sheet.year == 1943]
    assert [g.units[u].sheet.home for u in late] == ["Rep Spain"] and g.units.at[late[0]] == FORCE_POOL
    g.units[late[0]].at = at(g, "Madrid")
    destroy(g, late[0], FORCE_POOL)
    assert g.units.at[late[0]] == FORCE_POOL


def test_19_8_franco_never_has_units_of_the_republic() -> None:
    g = world(("Germany", "Commonwealth"), turn="May/Jun 1942")
    align(g, "spain", "Germany")
    g.countries[minor(g, "spain")].set_up = POOLED
    fill_force_pools(g, 1940, 1943)
    spaniards = [u for u, c in enumerate(g.units.country) if c == minor(g, "spain")]
    assert spaniards and not [u for u in spaniards if g.units[u].sheet.home == "Rep Spain"]


@pytest.mark.parametrize("together", [True, False])
def test_19_8_czechoslovakia_may_be_one_again(together: bool) -> None:
    g = world(("Germany", "USSR"), turn="May/Jun 1944")
    czech, slovakia = minor(g, "czech_republic"), minor(g, "slovakia")
    for country in (czech, slovakia):
        row = g.countries[country]
        row.status, row.power, row.conqueror = CONQUERED, USSR, USSR
        hold(g, "USSR", g.facts.countries[country].id)
    parts = len(hexes_of(g, czech)), len(hexes_of(g, slovakia))
    drive(g, liberate(g, czech, USSR), ["unite" if together else "apart"])
    assert len(hexes_of(g, czech)) == (sum(parts) if together else parts[0])
    assert g.countries.status[slovakia] == (ALIGNED if together else CONQUERED)


def test_19_8_ethiopians_join_no_axis_force_pool() -> None:
    g = world(("Italy", "Commonwealth"))
    ethiopia = minor(g, "ethiopia")
    g.countries[ethiopia].set_up, g.countries[ethiopia].power = 1, ITALY
    fill_force_pools(g, 1900, 1945)
    assert not [u for u, c in enumerate(g.units.country) if c == ethiopia and SIDE_OF_POWER[g.units.power[u]] == 0]


def test_19_10_austria_and_east_prussia_are_germany() -> None:
    g = world()
    germany = hexes_of(g, minor(g, "germany"))
    for region in ("austria", "east_prussia"):
        assert g.ground.region[region] and set(g.ground.region[region]) <= set(germany)
        assert region not in g.facts.country


# --- China (20, 21) -----------------------------------------------------------------------------------------------------------


def soldier(g: War, where: str, *, communist: bool, kind: Type = Type.INF) -> int:
    used = set(g.units.counter)
    number = next(
        n for n, c in enumerate(g.facts.counters)
        if c.power == "China" and c.type == kind and c.communist == communist and n not in used and not c.division
    )  # fmt: skip
    return g.units.add(counter=number, power=CHINA, country=minor(g, "china"), at=at(g, where)).index


def chinas() -> War:
    g = world(("Japan", "China"))
    g.communist = sorted((at(g, "Sian"), at(g, "Lanchow")))
    return g


def test_20_each_faction_lives_from_its_own_cities() -> None:
    g = chinas()
    red, white = soldier(g, "Lanchow", communist=True), soldier(g, "Chungking", communist=False)
    assert in_supply(g, red) and in_supply(g, white)
    g.communist = []
    assert not in_supply(g, red) and in_supply(g, white)


def test_20_d_an_occupied_city_feeds_nobody_until_the_conquest_step() -> None:
    """wif-20-d: Japan holds Sian and Nationalists stand in Lanchow: the Communists are out of supply, and then out of the war."""
    g = chinas()
    red = soldier(g, "Lanchow", communist=True)
    other = soldier(g, "Lanchow", communist=True)
    g.units[other].at = FORCE_POOL
    assert in_supply(g, red)
    hold(g, "Japan", "Sian")
    near = g.ground.steps[at(g, "Lanchow")][0][0]
    g.units[red].at = near
    soldier(g, "Lanchow", communist=False)
    assert not in_supply(g, red)
    settle_factions(g)
    assert g.units.at[red] == GONE and red in g.disbanded
    return_faction(g)
    assert g.units.at[red] == GONE
    g.communist = [at(g, "Lanchow")]
    kinds: dict[int, list[int]] = {}
    for unit in g.disbanded:
        kinds.setdefault(int(g.units[unit].sheet.type), []).append(unit)
    lucky = [u for _, units in sorted(kinds.items()) for u in units[len(units) // 2 :]]
    g.dice = FixedDice(*lucky)
    return_faction(g)  # half of each type, as if liberated
    back = [u for units in kinds.values() for u in units if g.units.at[u] == FORCE_POOL]
    assert sorted(back) == sorted(lucky) and other in back and red not in back and not g.disbanded


def test_20_c_chinese_limits_count_for_both_factions() -> None:
    """wif-20-c: the land moves of a combined action are shared."""
    g = chinas()
    act(g, "China", Action.COMBINED)
    both = limit(g, CHINA, Activity.LAND_MOVE)
    g.powers[CHINA].land = both
    assert both and left(g, CHINA, Activity.LAND_MOVE) == 0


def test_20_chinese_partisans_are_communists() -> None:
    """13.1.2, 18.1: they work with no Nationalist, and with Soviets no more than with anybody else (WIF-DEC-219)."""
    g = chinas()
    hold(g, "Japan", "Peking", "Nanking")
    rebels = band(g, CHINA, "Nanking")
    red, white = soldier(g, "Lanchow", communist=True), soldier(g, "Chungking", communist=False)
    assert co_operate(g, rebels, red) and co_operate(g, red, rebels)
    assert not co_operate(g, rebels, white) and not co_operate(g, white, rebels)
    g.units[rebels].at = at(g, "Chungking")  # no city of theirs for that
    g.units[white].at = g.ground.steps[at(g, "Chungking")][0][0]
    settle_factions(g)
    assert at(g, "Chungking") not in g.communist
    hold(g, "Japan", *(g.board.label(s) for s in faction_cities(g, communist=True)))
    settle_factions(g)
    assert g.units.at[red] == GONE and g.units.at[rebels] == at(g, "Chungking")


def test_20_a_city_taken_from_japan_belongs_to_who_takes_it() -> None:
    g = chinas()
    hold(g, "Japan", "Peking", "Nanking")
    red, white = soldier(g, "Peking", communist=True), soldier(g, "Nanking", communist=False)
    take_hex(g, at(g, "Peking"), red)
    take_hex(g, at(g, "Nanking"), white)
    assert at(g, "Peking") in g.communist and at(g, "Nanking") not in g.communist


def test_20_aircraft_keep_out_of_the_other_faction_s_cities() -> None:
    g = chinas()
    plane = put(g, "China FTR any", "Chungking")
    communist = g.units[plane].sheet.communist
    own, other = ("Sian", "Chungking") if communist else ("Chungking", "Sian")
    assert may_be_there(g, plane, at(g, own)) is None
    no = may_be_there(g, plane, at(g, other))
    assert no is not None and no.rule == "20"
    assert may_be_there(g, soldier(g, "Sian", communist=False), at(g, "Sian")) is None


def test_21_stilwell_feeds_and_commands_americans_in_china() -> None:
    """He counts as an American HQ in China: for supply, for co-operation and for the troops the USA may have there."""
    g = world(("Japan", "China"), ("Japan", "USA"), turn="Jan/Feb 1944")
    stilwell = named(g, "China", "Stilwell", "Chungking")
    american = put(g, "USA INF any", "Kweiyang")
    far = put(g, "USA INF any", "Delhi")
    assert co_operate(g, stilwell, american) and not co_operate(g, stilwell, far)
    chiang = named(g, "China", "Chiang", "Kunming")
    assert not co_operate(g, chiang, american)
    assert guests(g, minor(g, "china"))[minor(g, "usa")][0] == g.units[stilwell].sheet.reorganisation
    g.units[american].at = at(g, "Chungking")
    assert in_supply(g, american)
    g.units[stilwell].at = NOWHERE
    assert not in_supply(g, american)


def test_19_11_french_africa() -> None:
    """The colonies of French West and Equatorial Africa are French, each in its group; Nigeria is not."""
    g = war(("Germany", "France"), scenario="global_war_1939", turn="Sep/Oct 1939")
    west = ("senegal", "french_sudan", "guinea", "ivory_coast", "dahomey", "niger")
    equatorial = ("cameroons", "french_somaliland", "gabon", "middle_congo", "chad")
    for names, group in ((west, "French West Africa"), (equatorial, "French Equatorial Africa")):
        for name in names:
            country = g.facts.country[name]
            assert g.countries.power[country] == FRANCE and group_of(g, country) == group
    assert g.countries.power[g.facts.country["nigeria"]] == COMMONWEALTH


def test_19_4_3_a_minor_s_aircraft_is_interned_and_its_pilot_comes_back() -> None:
    """Option 46: a Rumanian flies to neutral Turkey: the machine is lost, the pilot is Germany's in two turns; no German may."""
    g = war(("Germany", "USSR"), scenario="global_war_1939", turn="May/Jun 1942", pilots=True)
    align(g, "rumania", "Germany")
    act(g, "Germany", Action.AIR)
    rumanian, german = put(g, "Rumania FTR any", "Constanta"), put(g, "Germany FTR any", "Constanta")
    move = Move(GERMANY, rumanian)
    there = next(s for s in move.reach(g) if g.ground.land[s] and g.ground.country[s] == "turkey")
    assert may_be_interned(g, move, there) is None and there in havens(g, move)
    assert may_be_interned(g, Move(GERMANY, german), there) is not None
    drive(g, rebase_aircraft(g), [f"rebase u{rumanian}", f"intern {g.board.token(there)}", "done"])
    assert g.units.at[rumanian] < 0 and g.training == [GERMANY, g.turn + 2]
    g.options["pilots"] = False
    assert may_be_interned(g, move, there) is not None


def test_19_4_3_a_minor_s_aircraft_rests_only_while_half_of_its_units_are_at_home() -> None:
    g = war(("Germany", "USSR"), scenario="global_war_1939", turn="May/Jun 1942", pilots=True)
    align(g, "rumania", "Germany")
    plane = put(g, "Rumania FTR any", "Bucharest")
    assert may_rest(g, Airfields(GERMANY), plane) is None
    for place in ("Kiev", "Odessa"):
        put(g, "Rumania INF any", place)
    no = may_rest(g, Airfields(GERMANY), plane)
    assert no is not None and no.rule == "19.4.3"


def test_19_4_1_convoy_points_of_a_minor_are_its_power_s_from_the_next_impulse() -> None:
    """With option 7 a minor keeps its own."""
    for own in (False, True):
        g = war(("Germany", "Commonwealth"), scenario="global_war_1939", convoys_in_flames=own)
        norway, britain = g.facts.country["norway"], g.facts.country["united_kingdom"]
        align(g, "norway", "Commonwealth")
        heap = g.units.add(counter=NOWHERE, power=COMMONWEALTH, country=norway, points=3, at=at(g, "Oslo")).index
        begin_impulse(g)
        assert g.units.country[heap] == (norway if own else britain)
