"""Clauses of 4, 11.7, 11.16 and 13.6.10, read sentence by sentence."""

from __future__ import annotations

from fractions import Fraction

from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, JAPAN, USA, VICHY
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules.bombardment import bombing_targets
from grognard.titles.wif.rules.building import HULL, Purse
from grognard.titles.wif.rules.building_ahead import build_ahead, coming
from grognard.titles.wif.rules.facilities import SHIPYARD, SPECIALITY, Site, bomb, may_place
from grognard.titles.wif.rules.hq_support import Support, may_support
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.land_odds import Fight, die_modifiers
from grognard.titles.wif.rules.land_strength import LADDER
from grognard.titles.wif.rules.rail import Railing, count_rail, may_rail_kind
from grognard.titles.wif.rules.rail_factories import may_rail_factory, rail_factory, threatened
from grognard.titles.wif.rules.railways import on_railway
from grognard.titles.wif.rules.rebase import rebase_reach
from grognard.titles.wif.rules.reinforcements import Arrival, Remnants, may_arrive, may_give_up
from grognard.titles.wif.rules.replacements import new_pool
from grognard.titles.wif.rules.stocks import Breaking, disbanding_powers, may_disband
from grognard.titles.wif.rules.track_building import specialities
from grognard.titles.wif.rules.tracks import shipyards
from grognard.titles.wif.rules.transport import carries_division, may_carry
from grognard.titles.wif.state import CONSTRUCTION_POOL, FORCE_POOL, NOWHERE, TRACK, War, slot_of

from .field import act, align, at, beside, drive, hold, named, put, sky, war
from .test_09_politics import world


def test_4_1_3_a_hull_on_a_track_makes_way_in_the_force_pool() -> None:
    """4.1.3: face-down on the circle (option 40: on a track) the replacement begins anew, face-up it is a hull."""
    g = war(("Japan", "USA"), scenario="global_war_1939", ships_in_flames=True, factories_in_flames=True)
    ship = put(g, "Japan CA any", "Tokyo")
    g.units[ship].at, g.units[ship].cycle = TRACK, HULL
    assert new_pool(g, ship) == FORCE_POOL
    g.units[ship].cycle = 2
    assert new_pool(g, ship) == CONSTRUCTION_POOL


def test_4_2_1_a_carrier_plane_arrives_on_a_carrier_in_a_full_city() -> None:
    g = war(("Japan", "USA"), scenario="global_war_1939", carrier_planes=True, turn="Jan/Feb 1942")
    for _ in range(6):
        put(g, "Japan FTR any", "Tokyo")
    plane = put(g, "Japan CVP any", "Tokyo")
    g.units[plane].at = slot_of(g.turn)
    tokyo = at(g, "Tokyo")
    assert may_arrive(g, Arrival(JAPAN, plane), tokyo) is not None
    named(g, "Japan", "Kaga", "Tokyo")
    assert may_arrive(g, Arrival(JAPAN, plane), tokyo) is None
    fighter = put(g, "Japan FTR any", "Tokyo")
    g.units[fighter].at = slot_of(g.turn)
    assert may_arrive(g, Arrival(JAPAN, fighter), tokyo) is not None


def test_13_3_2_the_neutral_usa_gives_units_up_after_option_28() -> None:
    g = world(("Germany", "Commonwealth"))
    g.options["saved_build_points"] = True
    unit, ship = put(g, "USA INF any", "Manila"), put(g, "USA CA any", "New York")
    refused = may_give_up(g, Remnants(USA), unit)
    assert refused is not None and "neutral" in refused.reason
    assert may_disband(g, Breaking(USA), ship) is None and USA not in disbanding_powers(g)
    g.entry_options = [12, 22, 28]
    later = may_give_up(g, Remnants(USA), unit)
    assert later is None or "neutral" not in later.reason
    assert USA in disbanding_powers(g)


def test_4_3_vichy_gives_units_up_only_while_it_is_hostile() -> None:
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939")
    g.powers[VICHY].plays = 1
    unit = put(g, "France INF any", "Paris")
    g.units[unit].power = VICHY
    refused = may_give_up(g, Remnants(VICHY), unit)
    assert refused is not None and "Vichy" in refused.reason
    g.hostile = 1
    later = may_give_up(g, Remnants(VICHY), unit)
    assert later is None or "Vichy" not in later.reason


def test_4_2_2_no_fort_where_the_pacific_is_still_closed() -> None:
    """4.2.2, 13.3.2: not in a British territory before option 36, then like anywhere."""
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939", facilities=True)
    counter = next(n for n, c in enumerate(g.facts.counters) if c.id == "X194")
    guns = g.units.add(counter=counter, power=COMMONWEALTH, country=g.facts.country["united_kingdom"], at=FORCE_POOL).index
    singapore = at(g, "Singapore")
    no = may_place(g, Site(COMMONWEALTH, guns), singapore)
    assert no is not None and no.rule == "13.3.2"
    g.entry_options = [36]
    assert may_place(g, Site(COMMONWEALTH, guns), singapore) is None


def test_11_7_idle_factories_are_targets_where_asterisks_destroy() -> None:
    """Option 33 (13.6.10): a printed factory is bombed although it makes nothing that bombs could take this turn."""
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939", factories_in_flames=True)
    places = [s for s in g.ground.homeland["germany"] if g.ground.factories[s] and not g.ground.oil[s]]
    town = places[0]
    g.hexes[town].rail_gone = 1
    assert town not in bombing_targets(g, COMMONWEALTH)
    g.options.destruction = True
    assert town in bombing_targets(g, COMMONWEALTH)
    plain = next(s for s in g.ground.homeland["germany"] if g.ground.city[s] and not g.ground.factories[s])
    g.hexes[plain].rail_gone = 1
    assert plain not in bombing_targets(g, COMMONWEALTH)


def test_11_7_asterisks_end_specialities_and_shipyards_before_the_railway() -> None:
    g = war(("Germany", "Commonwealth"), ("Japan", "USA"), scenario="global_war_1939", factories_in_flames=True, facilities=True)
    nuremberg, tank = at(g, "Nuremberg"), put(g, "Germany ARM any", "Berlin")
    assert specialities(g, GERMANY, tank) == [nuremberg]
    bomb(g, nuremberg, 1)
    assert g.lost_sites == [2 * nuremberg + SPECIALITY] and not specialities(g, GERMANY, tank)
    tokyo = at(g, "Tokyo")
    assert (tokyo, "SCS") in shipyards(g, JAPAN)
    bomb(g, tokyo, 1)
    assert 2 * tokyo + SHIPYARD in g.lost_sites and not shipyards(g, JAPAN)
    assert on_railway(g)[nuremberg] and not g.hexes.rail_gone[nuremberg]
    g.options.destruction = True
    before = g.hexes.red_lost[nuremberg] + g.hexes.blue_wrecked[nuremberg]
    bomb(g, nuremberg, 9)
    assert g.hexes.red_lost[nuremberg] + g.hexes.blue_wrecked[nuremberg] > before and g.hexes.rail_gone[nuremberg]


def test_11_16_carrier_planes_rebase_three_times_their_range_over_safe_seas() -> None:
    g = war(("Japan", "USA"), scenario="global_war_1939", carrier_planes=True, turn="Jan/Feb 1942")
    hold(g, "Japan", "japan")
    plane = put(g, "Japan CVP any", "Tokyo")
    reach = rebase_reach(g, plane)
    limit = 2 * g.units[plane].sheet.range
    assert limit < max(reach.values()) <= 3 * g.units[plane].sheet.range
    far = [s for s, cost in reach.items() if cost > limit and g.ground.land[s]]
    for space in far:
        assert g.sides_by_hex[space] == 0
    for area in g.ground.sections:
        watch(g, area)
    assert max(cost for s, cost in rebase_reach(g, plane).items() if g.ground.dot[s]) <= limit


def watch(g: War, area: int) -> None:
    """An American cruiser watches a sea area."""
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type == Type.CA)
    g.units.add(counter=number, power=USA, country=g.facts.country["usa"], at=g.ground.sections[area][0])


def test_13_6_10_ahead_of_its_year_only_when_all_of_a_type_are_paid_for() -> None:
    """Options 38 and 40: a tank army that is not paid for holds up those of next year; one built ahead lies on a track, paid."""
    g = war(("Germany", "USSR"), scenario="global_war_1939", turn="Jan/Feb 1941", building_ahead=True, factories_in_flames=True)
    g.powers[GERMANY].build_points = 40
    begun = put(g, "Germany ARM any", "Berlin")
    row = g.units[begun]
    row.at, row.yard, row.stage, row.paid = TRACK, at(g, "Berlin"), 3, 1
    assert not [key for key in coming(g, GERMANY) if key[0] == "ARM"]
    row.paid = 99
    wanted, items = next((key, items) for key, items in coming(g, GERMANY).items() if key[0] == "ARM")
    drive(g, build_ahead(g, Purse(GERMANY, 40), wanted), dice=[items[0]])
    new = g.units[len(g.units) - 1]
    assert new.at == TRACK and new.yard != NOWHERE and new.paid == 99 and new.stage == min(new.sheet.turns + 1, 6)
    assert g.powers.build_points[GERMANY] == 40 - wanted[1]


def test_22_16_raiders_carry_no_divisions_and_weapons_fill_a_transport() -> None:
    """22.16 b: option 20 is not for auxiliary cruisers; 11.4.5: a V-weapon or an atomic bomb is all a TRS takes."""
    g = war(("Germany", "USA"), scenario="global_war_1939", scs_transport=True, convoys_in_flames=True)
    raider = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type == Type.CX)
    ship = g.units.add(counter=raider, power=GERMANY, country=g.facts.country["germany"], at=at(g, "Hamburg")).index
    cruiser = put(g, "Germany CA any", "Hamburg")
    assert carries_division(g, cruiser) and not carries_division(g, ship)
    transport = put(g, "Germany TRS any", "Hamburg")
    rocket, other = (put_weapon(g, n) for n in range(2))
    assert may_carry(g, transport, rocket) is None
    g.units[rocket].aboard = transport
    assert may_carry(g, transport, other) is not None


def put_weapon(g: War, n: int) -> int:
    number = [k for k, c in enumerate(g.facts.counters) if c.type == Type.VWEAP][n]
    return g.units.add(counter=number, power=GERMANY, country=g.facts.country["germany"], at=at(g, "Hamburg")).index


def test_15_1_the_hq_of_a_surprised_minor_gives_no_support() -> None:
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939", hq_support=True)
    align(g, "rumania", "Commonwealth")
    spot = "Bucharest"
    hq = next(n for n, c in enumerate(g.facts.counters) if c.power == "Rumania" and c.type in (Type.HQ_I, Type.HQ_A))
    chief = g.units.add(counter=hq, power=COMMONWEALTH, country=g.facts.country["rumania"], at=at(g, spot), fed=1).index
    near = beside(g, spot)
    hold(g, "Germany", near)
    attacker = put(g, "Germany INF any", near, fed=1)
    g.side, g.power = 0, GERMANY
    join_attack(g, GERMANY, attacker, at(g, spot))
    pair = (chief, 0)
    assert may_support(g, Support(COMMONWEALTH, True), pair) is None
    g.countries[g.facts.country["rumania"]].surprised_by = 1 << GERMANY
    no = may_support(g, Support(COMMONWEALTH, True), pair)
    assert no is not None and no.rule == "15.1"


def test_11_9_factories_go_where_bombs_destroyed_one_this_turn_or_last() -> None:
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939", destruction=True)
    act(g, "Germany", Action.LAND)
    towns = [s for s in g.ground.homeland["germany"] if g.ground.blue[s]]
    here = towns[0]
    same = [s for s in towns if s != here and g.board.ids[s][0] == g.board.ids[here][0]]
    assert not threatened(g, GERMANY, here)
    bomb(g, same[0], 1)
    assert threatened(g, GERMANY, here)
    g.turn += 1
    assert threatened(g, GERMANY, here)
    g.turn += 1
    assert not threatened(g, GERMANY, here)
    assert may_rail_factory(g, Railing(GERMANY), (here, same[-1])) is not None


def test_11_9_a_built_factory_that_is_railed_stays_a_built_one() -> None:
    """22.9: enemies who come raze it where it stands now, and nothing where it stood."""
    g = war(("Germany", "USSR"), scenario="global_war_1939", facilities=True)
    act(g, "Germany", Action.LAND)
    here = next(s for s in g.ground.homeland["germany"] if g.ground.city[s] and not g.ground.factories[s])
    there = at(g, "Munich")
    g.hexes[here].blue_moved = g.hexes[here].built_blue = 1
    rail_factory(g, Railing(GERMANY), (here, there))
    assert (g.hexes.built_blue[here], g.hexes.built_blue[there]) == (0, 1)
    munich = at(g, "Leipzig")
    g.hexes[there].built_blue = 0
    rail_factory(g, Railing(GERMANY), (there, munich))  # a printed one goes
    assert g.hexes.built_blue[munich] == 0


def test_16_2_air_and_land_actions_rail_what_is_theirs() -> None:
    """The example of 16.2: with a land, a naval and an air action the USA rails four land units or factories and four aircraft;
    with an air and a naval action no land unit."""
    g = war(("Germany", "USA"), scenario="global_war_1939", turn="Sep/Oct 1942", offensive_points=True)
    act(g, "USA", Action.NAVAL)
    g.powers[USA].more = 1 << Action.AIR
    assert may_rail_kind(g, USA, air=True, times=4) is None
    assert may_rail_kind(g, USA, air=False) is not None
    g.powers[USA].more |= 1 << Action.LAND
    assert may_rail_kind(g, USA, air=False, times=4) is None and may_rail_kind(g, USA, air=False, times=5) is not None
    count_rail(g, USA, 4, air=True)
    assert may_rail_kind(g, USA, air=True) is not None and may_rail_kind(g, USA, air=False, times=4) is None
    act(g, "USA", Action.COMBINED)
    g.powers[USA].more = g.powers[USA].rail = g.powers[USA].rail_air = 0
    assert may_rail_kind(g, USA, air=True) is None and may_rail_kind(g, USA, air=False) is None


def test_11_15_5_a_notional_unit_counts_among_the_winterised() -> None:
    """Parachutists over snow: a Norwegian notional unit is used to it, a German one is not and waters a mountain unit's down."""
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939")
    sky(g, Weather.SNOW)
    para = put(g, "Germany PARA any", "Oslo")
    oslo, berlin = at(g, "Oslo"), at(g, "Berlin")
    align(g, "norway", "Commonwealth")

    def cold(space: int, foes: tuple[int, ...], ghost: Fraction | None) -> bool:
        battle = Fight(space, (para,), foes, ghost, Fraction(5), Fraction(1), LADDER.index(Fraction(5)), 0, GERMANY, False)
        return any(item.label == "winterised defenders" for item in die_modifiers(g, battle, False).items)

    assert cold(oslo, (), Fraction(1)) and not cold(berlin, (), Fraction(1))
    mountain, foot = put(g, "Germany MTN any", "Berlin"), put(g, "Germany INF any", "Berlin")
    assert cold(berlin, (mountain, foot), None) and not cold(berlin, (mountain, foot), Fraction(1))
