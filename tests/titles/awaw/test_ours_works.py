"""Stand-in rules of works, pockets, bombs and convoys: 11.6, 14.3, 16.14, 18.14, 18.53, 20.4, 20.524, 21.5331, 26, 27.45, 27.75,
28.65 to 28.9, 29.3, 31.4, 32, 34.24, 37.7, 40.4 to 40.6, 71.321."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FACTION, GERMANY, INDEX, ITALY, JAPAN, RUSSIA, US, WESTERN
from grognard.titles.awaw.present import markers, pools
from grognard.titles.awaw.rules import (
    airlift,
    attrition,
    bombing,
    codes,
    combat,
    construction,
    control,
    deployment,
    engineers,
    far_lands,
    fleet,
    grants,
    landing,
    production,
    redeployment,
    ships,
    stacking,
    supply,
)
from grognard.titles.awaw.rules.end import post_combat
from grognard.titles.awaw.rules.fleet import squadron_hits
from grognard.titles.awaw.rules.quays import Harbour, may_go
from grognard.titles.awaw.rules.research import CODES, cell
from grognard.titles.awaw.rules.seabattle import defense_level, flak
from grognard.titles.awaw.rules.strategic import BOMBED_BOX
from grognard.titles.awaw.rules.voyages import MOVING
from grognard.titles.awaw.state import (
    ALLY,
    FORTIFICATION,
    FORTRESS,
    FULL,
    ISOLATED,
    SAILING,
    SPRING,
    SUMMER,
    WINTER,
    YARD,
    turn_of,
)

from .kit import campaign, drive, fight, hold, put, puts, space, world

POLAND = INDEX["poland"]


# --- engineers ----------------------------------------------------------------------------------------------------------


def test_ours_32_2_a_fortification_then_a_fortress():
    """AW-OURS-32-b's works: one a turn, six BRPs, a unit in a supplied hex; the second makes a fortress; destroyed when taken."""
    g = campaign(year=1943, season=SUMMER)
    essen = space(g, "essen")
    assert engineers.may_fortify(g, GERMANY, essen).rule == "ours 32.2"  # none in hand
    engineers.bring(g, GERMANY, "fortification")
    assert engineers.may_fortify(g, GERMANY, essen).rule == "ours 32.2"  # nobody there
    put(g, "germany i 3-3", "essen")
    assert engineers.may_fortify(g, GERMANY, essen) is None
    level = g.nations.level[GERMANY]
    engineers.fortify(g, GERMANY, essen)
    assert g.hexes.works[essen] == FORTIFICATION and g.nations.level[GERMANY] == level - 6
    engineers.bring(g, GERMANY, "fortification")
    assert engineers.may_fortify(g, GERMANY, essen).rule == "ours 32.2"  # one a turn
    g.turn += 1
    engineers.fortify(g, GERMANY, essen)
    assert g.hexes.works[essen] == FORTRESS
    engineers.bring(g, GERMANY, "fortification")
    g.turn += 1
    assert engineers.may_fortify(g, GERMANY, essen).rule == "ours 32.2"
    control.take_control(g, essen, BRITAIN)
    assert g.hexes.works[essen] == 0


def test_ours_32_2_not_in_the_frost():
    g = campaign(year=1942, season=WINTER)
    fight(g, "russia")
    hold(g, "germany", "minsk", "eK39", "eK38", "eK37", "eK36")
    put(g, "germany i 3-3", "minsk")
    engineers.bring(g, GERMANY, "fortification")
    assert engineers.may_fortify(g, GERMANY, space(g, "minsk")) is None
    g.nations[GERMANY].winter = 5
    assert engineers.may_fortify(g, GERMANY, space(g, "minsk")).rule == "ours 32.2"


def test_ours_28_65_a_railhead_is_a_city_for_redeployment():
    g = campaign(year=1942, season=SUMMER)
    hexed = next(s for s in g.ground.homeland[GERMANY] if not redeployment.urban(g, s) and g.ground.field[s])
    before = redeployment.sr_limit(g, GERMANY)
    u = put(g, "germany i 3-3", "berlin")
    g.units[u].at = hexed
    assert engineers.may_lay_rails(g, GERMANY, hexed).rule == "ours 28.65"
    engineers.bring(g, GERMANY, "railhead")
    assert engineers.may_lay_rails(g, GERMANY, hexed) is None
    engineers.lay_rails(g, GERMANY, hexed)
    assert redeployment.urban(g, hexed) and redeployment.sr_limit(g, GERMANY) == before + 1


def test_ours_42_1_works_are_produced_and_touch_nothing_else():
    """The count of a year's purchases has keys of its own: code results and Ethiopia are not moved by it."""
    g = campaign(year=1942, season=SPRING)
    before = [codes.code_results(g, n) for n in range(4)]
    for key in ("submarines", "fortification", "railhead"):
        production.produce(g, GERMANY, key)
    assert g.booked[engineers.hand(GERMANY, "fortification")] == 1
    assert [codes.code_results(g, n) for n in range(4)] == before and CODES not in g.booked
    g.turn += 4
    production.produce(g, GERMANY, "railhead")
    assert not g.booked.get(far_lands.TRIES + 1, 0)


def test_ours_18_14_airbases_are_picked_up():
    g = campaign(year=1942, season=SUMMER)
    berlin = space(g, "berlin")
    assert engineers.may_lift(g, GERMANY, berlin).rule == "ours 18.14"
    g.hexes[berlin].airbase = GERMANY
    left = g.nations.airbases[GERMANY]
    assert engineers.may_lift(g, GERMANY, berlin) is None
    engineers.lift(g, GERMANY, berlin)
    assert g.nations.airbases[GERMANY] == left + 1 and g.hexes.airbase[berlin] < 0
    g.hexes[berlin].airbase = GERMANY
    assert engineers.may_lift(g, GERMANY, berlin).rule == "ours 18.14"  # one a turn
    assert engineers.bases_a_turn(g, RUSSIA) == 1
    g.turn += 4
    assert engineers.bases_a_turn(g, RUSSIA) == 2


def test_ours_31_4_a_bridgehead_is_taken_up():
    """AW-OURS-31-b: a supplied port within two hexes."""
    g = campaign(year=1944, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us")
    cherbourg = space(g, "cherbourg")
    beach = next(s for s in g.ground.within(cherbourg, 2) if g.ground.beach[s] and s != cherbourg)
    assert engineers.may_clear_beach(g, ALLIES, beach).rule == "ours 31.4"
    g.hexes[beach].bridgehead = ALLIES
    for s in g.ground.within(beach, 2):
        if g.ground.port[s]:
            g.hexes[s].holder = GERMANY
    assert engineers.may_clear_beach(g, ALLIES, beach).rule == "ours 31.4"
    g.hexes[cherbourg].holder = BRITAIN
    assert engineers.may_clear_beach(g, ALLIES, beach) is None
    engineers.clear_beach(g, beach)
    assert g.hexes.bridgehead[beach] < 0


# --- supply and control -------------------------------------------------------------------------------------------------


def test_ours_18_53_supply_by_air():
    """Three units of a hex live on an air transport for the turn; without one they are lost."""
    g = world("germany", "russia")
    target = space(g, "eM42")
    army = puts(g, 2, "germany i 3-3", "eM42") + puts(g, 1, "germany airborne 1-3", "eM42")
    hold(g, "germany", "eM42", "eM39")
    supply.determine_supply(g, AXIS)
    assert all(g.units.supply[u] == ISOLATED for u in army)
    assert airlift.may_supply_by_air(g, GERMANY, target).rule == "ours 18.53"
    plane = put(g, "germany at", "eM39")
    g.hexes[space(g, "eM39")].airbase = GERMANY
    hold(g, "germany", "eM38", "eM37", "eM36")
    assert airlift.may_supply_by_air(g, GERMANY, target) is None
    airlift.supply_by_air(g, GERMANY, target)
    assert all(g.units.supply[u] == FULL for u in army) and g.units.inverted[plane]
    post_combat(g)
    assert all(g.units.at[u] == target for u in army)
    assert airlift.may_supply_by_air(g, GERMANY, target) is not None


def test_ours_29_3_a_forgotten_pocket_changes_hands():
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="russia")
    fight(g, "russia")
    middle = space(g, "eM42")
    for s in g.ground.within(middle, 1):
        g.hexes[s].holder = GERMANY
    g.hexes[middle].holder = RUSSIA
    guard = put(g, "germany i 1-3", "eM41")
    for _ in range(3):
        control.lost_pockets(g)
    assert g.hexes.holder[middle] == RUSSIA and g.hexes.cut[middle] == 3
    control.lost_pockets(g)
    assert g.hexes.holder[middle] == GERMANY and g.units.at[guard] >= 0


def test_ours_11_6_a_partisan_alone_in_a_capital_conquers():
    g = campaign(year=1943, season=SUMMER, side=AXIS)
    persia = INDEX["persia"]
    tehran = space(g, "tehran")
    band = put(g, "persia px", "tehran")
    assert control.seized(g, tehran)
    g.units[band].built = g.turn
    assert not control.seized(g, tehran)  # building one there does not
    g.units[band].built = -1
    guard = put(g, "britain i 1-3", "tehran")
    assert not control.seized(g, tehran)
    g.units[guard].at = -1
    assert g.nations.conquered[persia] < 0


def test_ours_28_81_new_aircraft_that_redeploy_stay_inverted():
    g = campaign(year=1941, season=SUMMER)
    new, old = puts(g, 2, "germany aaf", "berlin")
    g.units[new].built, g.units[new].inverted = g.turn, 1
    for u in (new, old):
        redeployment.tr(g, redeployment.Traveller(u), space(g, "breslau"))
    assert (g.units.inverted[new], g.units.inverted[old]) == (2, 0)


def test_ours_28_9_one_for_a_minor_country():
    g = campaign(year=1941, season=SUMMER)
    row = g.nations[INDEX["hungary"]]
    row.side, row.patron, row.status = AXIS, GERMANY, ALLY
    one, two = puts(g, 2, "hungary i 1-3", "budapest")
    t = redeployment.Traveller(one)
    assert redeployment.can_sr(g, t) is None
    used = g.nations.srs[GERMANY]
    g.units[one].moved |= redeployment.STRATEGIC
    assert g.nations.srs[GERMANY] == used
    assert redeployment.may_sr_minor(g, two).rule == "ours 28.9"


# --- construction -------------------------------------------------------------------------------------------------------


def test_ours_27_45_half_of_the_builds_in_egypt():
    g = campaign(year=1941, season=SUMMER, side=ALLIES, mover="britain")
    cairo = space(g, "cairo")
    g.nations[BRITAIN].base = 40  # ten BRPs of twenty
    tank = put(g, "britain arm 4-5", "london", built=-1)
    g.units[tank].at = -1
    assert construction.may_start_abroad(g, tank, cairo) is None
    put(g, "britain arm 2-5", "cairo", built=g.turn)
    assert construction.may_start_abroad(g, tank, cairo).rule == "ours 27.45"


def test_ours_27_46_small_infantry_abroad():
    g = campaign("pacific", year=1941, season=SUMMER, mover="japan")
    seoul = space(g, "seoul")
    small, large = put(g, "japan i 1-2", "tokyo"), put(g, "japan i 3-2", "tokyo")
    assert construction.may_start_abroad(g, small, seoul) is None
    assert construction.may_start_abroad(g, large, seoul).rule == "ours 27.46"
    assert construction.is_home(g, JAPAN, seoul) and not construction.is_home(g, JAPAN, space(g, "manila"))
    assert construction.is_home(campaign(), ITALY, space(g, "tripoli"))


def test_ours_27_75_a_ship_sunk_in_port_can_be_raised():
    g = campaign(year=1942, season=SUMMER)
    ship, other = put(g, "britain b", "alexandria"), put(g, "britain b", "alexandria")
    factors = g.units[ship].sheet.strength
    fleet.suffer(g, ship, 2 * factors, in_port=True)
    fleet.suffer(g, other, 2 * factors)
    assert g.units.pool[ship] == YARD and g.units.stage[ship] == factors + 2
    assert g.units.pool[other] != YARD


def test_ours_20_524_critical_hits():
    g = campaign(year=1942, season=SUMMER)
    ship = put(g, "britain b", "alexandria")
    factors = g.units[ship].sheet.strength
    g.dice = FixedDice(6)
    assert fleet.critical(g, ship, factors) == fleet.SUNK
    g.dice = FixedDice(4)
    assert fleet.critical(g, ship, factors) == fleet.DAMAGED
    g.dice = FixedDice()
    assert fleet.critical(g, ship, factors - 1) == fleet.SOUND  # no die
    g.dice = FixedDice(5)
    assert fleet.critical(g, ship, 1, surprise=7) == fleet.DAMAGED
    assert g.units.stage[ship] == factors
    cruiser = put(g, "britain cruiser", "alexandria")
    g.dice = FixedDice()
    assert fleet.critical(g, cruiser, 2) == fleet.DAMAGED


def test_ours_20_4_escort_carriers_do_not_patrol():
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="britain")
    port = space(g, "scapa_flow")
    ships = [put(g, "britain cve", "scapa_flow"), *puts(g, 5, "britain cruiser", "scapa_flow")]
    for u in ships:
        g.units[u].mission, g.units[u].force = SAILING, 1
    sea = next(s for s in g.ground.within(port, 2) if not g.ground.land[s])
    assert may_go(g, Harbour(BRITAIN, port, MOVING), sea).rule == "ours 20.4"
    g.units[ships[0]].mission = 0
    assert may_go(g, Harbour(BRITAIN, port, MOVING), sea) is None


def test_ours_21_5331_pocket_battleships_begin_at_sea():
    g = campaign()
    ship, cruiser = put(g, "germany pb", "kiel"), put(g, "germany cruiser", "kiel")
    lanes = space(g, "sw_atlantic")
    assert deployment.may_post(g, deployment.Posting(ship), lanes) is None
    assert deployment.may_post(g, deployment.Posting(cruiser), lanes) is not None
    assert lanes in deployment.posts(g, deployment.Posting(ship))


# --- combat -------------------------------------------------------------------------------------------------------------


def test_ours_14_3_every_zone_bleeds_before_any_bleeds_twice():
    g = world("germany", "russia", side=AXIS)
    mine = [put(g, "germany i 3-3", "eM41"), put(g, "germany i 3-3", "eH41")]
    puts(g, 2, "russia i 1-3", "eM42")
    far = put(g, "russia i 2-3", "eH42")
    zones = attrition.attrition_zones(g, mine, g.ground.front[space(g, "eM42")])
    assert zones[space(g, "eM41")] == zones[space(g, "eM42")] != zones[space(g, "eH42")]
    near = [u for u in range(len(g.units)) if g.units.at[u] == space(g, "eM42")]
    drive(g, attrition.lose_counters(g, mine, g.ground.front[space(g, "eM42")], 2), [f"lose u{near[0]}"])
    assert g.units.at[far] < 0 and sum(g.units.at[u] >= 0 for u in near) == 1


def test_ours_16_14_tanks_break_out_of_an_empty_beach():
    g = campaign(year=1944, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us")
    g.stage = 1
    g.nations[US].ctl = 2
    beach = next(s for s in g.ground.field_hexes if g.ground.beach[s] and g.ground.country[s] == INDEX["france"])
    g.hexes[beach].holder = GERMANY
    one = [put(g, "us arm 5-6", "london"), put(g, "us mech 3-4", "london")]
    for u in one:
        g.units[u].at = beach
    landing.break_from_beach(g, one, beach)
    assert beach not in g.breaks
    second = put(g, "us arm 5-6", "london")
    g.units[second].at = beach
    landing.break_from_beach(g, [*one, second], beach)
    assert beach in g.breaks


def test_ours_34_24_monsoon():
    g = campaign("pacific", year=1942, season=SUMMER, mover="japan")
    fight(g, "britain")
    g.stage = 1
    jungle = next(s for s in g.ground.field_hexes if g.ground.terrain[s].startswith("jungle") and not g.ground.island[s]
                  and g.ground.front[s] == 5 and any(not g.ground.box[o] for o, _ in g.ground.ways[s]))  # fmt: skip
    beside = next(o for o, _ in g.ground.ways[jungle] if not g.ground.box[o])
    u, foe = put(g, "japan i 1-2", "tokyo"), put(g, "britain i 1-3", "singapore")
    g.units[u].at, g.units[foe].at = beside, jungle
    assert combat.may_join(g, combat.Plan(JAPAN, jungle), u).rule == "ours 34.24"
    g.turn += 1
    assert combat.may_join(g, combat.Plan(JAPAN, jungle), u) is None


# --- bombing ------------------------------------------------------------------------------------------------------------


def raid(g, target: str, count: int = 4) -> tuple[bombing.Raid, list[int]]:
    planes = puts(g, count, "britain bomber", "sw_atlantic")
    return bombing.Raid(BRITAIN, space(g, "sw_atlantic"), space(g, target), count), planes


def test_ours_26_3_army_air_joins_at_half_value():
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="britain")
    over, _ = raid(g, "essen")
    assert bombing.helpers_of(g, over) == []
    base = next(s for s in g.ground.within(space(g, "essen"), 4) if g.ground.city[s] and g.ground.country[s] == INDEX["belgium"])
    g.hexes[base].holder = BRITAIN
    wings = [put(g, "britain aaf", "london") for _ in range(3)]
    for u in wings:
        g.units[u].at = base
    near = bombing.helpers_of(g, over)
    assert len(near) in (0, 2)
    assert bombing.may_assist(g, over, 1).rule == "ours 26.3"
    assert bombing.may_assist(g, over, 0) is None


def test_ours_17_8_interceptors_escort_on_their_front():
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="britain")
    over, _ = raid(g, "essen")
    assert bombing.may_escort(g, over, 1).rule == "ours 26.3"
    put(g, "britain interceptor", "sw_atlantic")
    assert bombing.may_escort(g, over, 1) is None
    put(g, "britain interceptor", "sw_atlantic_med")
    assert bombing.may_escort(g, over, 2) is not None


def test_ours_26_5_oil_and_ships_instead_of_money():
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="britain")
    over, _ = raid(g, "kiel")
    assert bombing.aims(g, over) == ["BRPs"]
    ship = put(g, "germany cruiser", "kiel")
    assert bombing.aims(g, over) == ["BRPs", "ships"]
    g.dice = FixedDice(6, 6)
    bombing.other_damage(g, over, space(g, "kiel"), 12, "ships")
    assert g.units.damage[ship]
    oil = next(n for n, row in enumerate(g.charts.oil_sources) if row.place.startswith("Ploesti"))
    row = g.charts.oil_sources[oil]
    wells = g.board.space("e" + row.hex)
    target = bombing.Raid(BRITAIN, over.box, wells, 4)
    assert "oil" in bombing.aims(g, target)
    g.dice = FixedDice(6, 6)
    bombing.other_damage(g, target, wells, 12, "oil")
    assert g.booked[bombing.OIL_HIT + oil] > 0


def test_ours_37_7_russia_destroys_a_bombed_centre():
    g = campaign(year=1943, season=SUMMER, side=AXIS)
    fight(g, "russia")
    kharkov = space(g, "kharkov")
    over = bombing.Raid(GERMANY, space(g, "sw_atlantic_east"), kharkov, 2)
    bombing.destroy_centre(g, over, None)
    assert g.hexes.ic[kharkov] == 0


def test_ours_26_9_a_firestorm_brings_a_point():
    from grognard.titles.awaw.rules.influence import FIRE_POINTS, FIRESTORMS

    g = campaign(year=1944, season=SUMMER, side=ALLIES, mover="britain")
    over, planes = raid(g, "essen", 5)
    g.dice = FixedDice(6, 6)
    bombing.drop(g, over, space(g, "essen"), planes, GERMANY)
    assert g.booked[FIRESTORMS + GERMANY] == 1 and g.booked[FIRE_POINTS + BRITAIN] == 1
    g.dice = FixedDice(6, 6)
    bombing.drop(g, over, space(g, "essen"), planes, GERMANY)
    assert g.booked[FIRESTORMS + GERMANY] == 1  # one for a city


def test_ours_26_8_rockets():
    g = campaign(year=1944, season=SUMMER, side=AXIS)
    level = g.nations.level[BRITAIN]
    drive(g, bombing.rockets(g, GERMANY))
    assert g.nations.level[BRITAIN] == level  # no result
    hold(g, "germany", "calais", "antwerp", "brussels")
    g.results[cell(FACTION[GERMANY], "rockets")] = 1
    london = f"fire {g.board.token(space(g, 'london'))}"
    assert space(g, "london") in bombing.rocket_targets(g, bombing.Raid(GERMANY, space(g, "sw_atlantic")))
    drive(g, bombing.rockets(g, GERMANY), [london], dice=[6, 6])
    assert g.nations.level[BRITAIN] < level
    moscow = space(g, "moscow")
    assert moscow not in bombing.rocket_targets(g, bombing.Raid(GERMANY, space(g, "sw_atlantic")))


def test_ours_71_321_bombs_on_a_dominion():
    g = campaign("pacific", year=1942, season=SUMMER, side=ALLIES, mover="britain")
    australia = INDEX["australia"]
    assert far_lands.bombed_factors(g, australia) == 0
    g.booked[BOMBED_BOX + space(g, "australia_box")] = 7
    assert far_lands.bombed_factors(g, australia) == 2
    assert far_lands.bombed_factors(g, INDEX["india"]) == 0


# --- artificial ports ---------------------------------------------------------------------------------------------------


def _beachhead(year=1944):
    """A campaign in which the Allies have a bridgehead at a beach of France without port or city."""
    g = campaign(year=year, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us", "britain")
    port = g.ground.port
    plain = [s for s in g.ground.field_hexes if g.ground.country[s] == INDEX["france"] and g.ground.lanes[s] and not port[s]]
    beach = next(s for s in plain if not g.ground.airbase[s])
    g.hexes[beach].holder, g.hexes[beach].bridgehead = BRITAIN, ALLIES
    return g, beach


def test_ours_31_5_who_tows_an_artificial_port():
    early, beach = _beachhead(1943)
    assert engineers.may_tow(early, US, beach).rule == "ours 31.5"
    g, beach = _beachhead()
    assert engineers.may_tow(g, US, beach) is None
    assert engineers.may_tow(g, RUSSIA, beach).rule == "ours 31.5"
    assert "bridgehead" in engineers.may_tow(g, US, space(g, "london")).reason
    assert redeployment.TOW.why(g, redeployment.Quarter(US), beach) is None
    engineers.tow(g, US, beach)
    other = next(o for o in g.ground.field_hexes if o != beach and not g.ground.port[o])
    g.hexes[other].holder, g.hexes[other].bridgehead = BRITAIN, ALLIES
    assert "one for each" in engineers.may_tow(g, US, other).reason
    assert "port is there" in engineers.may_tow(g, BRITAIN, beach).reason
    assert engineers.may_tow(g, BRITAIN, other) is None


def test_ours_31_5_what_an_artificial_port_is():
    """Ships and five air factors base there until the year ends; the bridgehead stays while it lasts."""
    g, beach = _beachhead()
    plane = put(g, "us aaf", "london")
    assert not ships.friendly_port(g, beach, ALLIES)
    assert stacking.air_room(g, plane, beach, ALLIES).rule == "ours 17.21"
    engineers.tow(g, US, beach)
    assert ships.friendly_port(g, beach, ALLIES) and not ships.friendly_port(g, beach, AXIS)
    assert stacking.air_room(g, plane, beach, ALLIES) is None and stacking.air_capacity(g, beach) == 5
    assert engineers.may_clear_beach(g, ALLIES, beach).rule == "ours 31.5"
    ship, g.units[plane].at = put(g, "britain cruiser", "london"), beach
    g.units[ship].at = beach
    engineers.storms(g)
    assert g.units.at[ship] == g.units.at[plane] == beach  # the year is not over
    g.turn = turn_of(1945, SPRING)
    assert not ships.friendly_port(g, beach, ALLIES)
    engineers.storms(g)
    assert beach not in (g.units.at[ship], g.units.at[plane])
    assert g.hexes.bridgehead[beach] == ALLIES and g.hexes.harbour[beach] < 0


def test_ours_31_5_a_port_feeds_more_than_five():
    g, beach = _beachhead()
    troops = puts(g, 6, "us i 1-3", "london")
    for u in troops:
        g.units[u].at = beach
    for o, _ in g.ground.ways[beach]:
        g.hexes[o].holder = GERMANY
        g.units[put(g, "germany i 3-3", "berlin")].at = o
    before = supply.overloaded(g, ALLIES)
    engineers.tow(g, US, beach)
    assert len(before) == 1 and not supply.overloaded(g, ALLIES)


def test_ours_30_332_a_bridgehead_before_a_whole_free_continent():
    """Where all land behind a bridgehead is ours its supply is found at once (it once took longer than anybody waits)."""
    g, beach = _beachhead()
    for s in g.ground.field_hexes:
        if g.ground.europe[s] and g.hexes.holder[s] >= 0:
            g.hexes[s].holder = BRITAIN
    for u in puts(g, 6, "us i 1-3", "london"):
        g.units[u].at = beach
    g.steps = 0

    class Counted(list):  # type: ignore[type-arg]
        def __getitem__(self, place):  # type: ignore[no-untyped-def]
            g.steps += 1
            assert g.steps < 20 * g.board.size, "hexes are looked at again and again"
            return list.__getitem__(self, place)

    ways = g.ground.ways
    g.ground.ways = Counted(ways)
    try:
        assert supply.overloaded(g, ALLIES) == frozenset()
    finally:
        g.ground.ways = ways


def test_ours_21_12_port_counters_are_produced():
    g = campaign("pacific", year=1942, season=SPRING)
    assert production.may_produce(g, US, 3, "port") is None and production.may_produce(g, JAPAN, 3, "port") is None
    assert production.may_produce(g, BRITAIN, 3, "port").rule == "ours 21.12"
    assert production.may_produce(g, US, 2, "port").rule == "ours 42.1"
    production.produce(g, US, "port")
    production.produce(g, US, "port")
    assert production.may_produce(g, US, 3, "port").rule == "ours 42.1"  # two a year


def test_ours_21_12_where_a_port_is_built():
    g = campaign("pacific", year=1942, season=SPRING, side=AXIS, mover="japan")
    fight(g, "japan")
    ground, factory = g.ground, construction.Factory(JAPAN)
    home = [s for s in ground.field_hexes if ground.country[s] == JAPAN and s in supply.network(g, g.faction(JAPAN), AXIS)]
    coast = [s for s in home if ground.lanes[s] and not ground.port[s]]
    site, second = coast[0], coast[1]
    g.nations[JAPAN].level = 30
    assert construction.PORT.why(g, factory, site).reason == "none is in hand"
    engineers.bring(g, JAPAN, "port")
    engineers.bring(g, JAPAN, "port")
    assert construction.PORT.why(g, factory, space(g, "tokyo")).reason == "a port is there"
    assert construction.PORT.why(g, factory, space(g, "pearl_harbor")).rule == "ours 21.12"
    assert construction.PORT.why(g, factory, site) is None and site in engineers.port_sites(g, JAPAN)
    engineers.build_port(g, JAPAN, site)
    assert g.nations.level[JAPAN] == 20 and ships.friendly_port(g, site, AXIS)
    assert construction.PORT.why(g, factory, second).reason == "one a turn"
    g.turn += 8
    engineers.storms(g)
    assert ships.friendly_port(g, site, AXIS)  # it stays
    control.take_control(g, site, US)
    assert g.hexes.harbour[site] < 0  # AW-DEC-29


# --- convoys ------------------------------------------------------------------------------------------------------------


def test_ours_40_4_the_murmansk_convoy():
    """AW-OURS-40-b: fifteen BRPs in three transports, one hit: ten arrive."""
    assert grants.what_arrives(15, 1) == 10
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="britain")
    fight(g, "russia")
    puts(g, 4, "britain tr", "sw_atlantic")
    drive(g, grants.murmansk_convoy(g, 15))
    assert drive.value == 15  # no German ships
    hold(g, "germany", "bergen")
    raider = put(g, "germany cruiser", "bergen")
    assert drive(g, grants.murmansk_convoy(g, 15), ["pass"]) and drive.value == 15
    transports = len(grants.free(g, "sw_atlantic"))
    drive(g, grants.murmansk_convoy(g, 15), ["attack_convoy"], dice=[4, 4])
    lost = transports - len(grants.free(g, "sw_atlantic"))
    assert lost >= 1 and drive.value == 15 - 5 * lost and g.units.inverted[raider]


def test_5_82_aircraft_against_the_convoy():
    """Aircraft at Bergen oppose the convoy, those of another base do not; they are at their base after it."""
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="britain")
    fight(g, "russia")
    puts(g, 4, "britain tr", "sw_atlantic")
    hold(g, "germany", "bergen")
    put(g, "germany aaf", "berlin")
    assert not grants.northern_wings(g)
    assert not drive(g, grants.murmansk_convoy(g, 15)) and drive.value == 15  # not asked
    wing = put(g, "germany aaf", "bergen")
    assert grants.northern_wings(g) == [wing]
    hits = squadron_hits(g.charts, 3, 10)
    assert hits >= 1
    drive(g, grants.murmansk_convoy(g, 15), ["attack_convoy"], dice=[1, 1, 5, 5])  # no air defense to speak of
    assert drive.value == grants.what_arrives(15, hits)
    assert g.units.inverted[wing] and g.units.at[wing] == space(g, "bergen")
    g.units[wing].inverted = 0
    hold(g, "britain", "bergen")
    assert not grants.northern_wings(g)


def test_5_82_aircraft_and_air_defense():
    """What air defense shoots down or turns away bombs no transport."""
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="britain")
    fight(g, "russia")
    carriers = puts(g, 3, "britain tr", "sw_atlantic")
    escorts = puts(g, 30, "britain dd", "sw_atlantic")
    hold(g, "germany", "bergen")
    wing = put(g, "germany aaf", "bergen")
    level = defense_level(g, [*escorts, *carriers]).total
    roll = next(r for r in range(2, 13) if flak(g.charts, level, r).lost + flak(g.charts, level, r).aborted > 0)
    hurt = flak(g.charts, level, roll)
    g.dice = type(g.dice)(roll // 2, roll - roll // 2, 5, 5)
    expected = squadron_hits(g.charts, 3 - hurt.lost - hurt.aborted, 10)
    assert grants.strike_convoy(g, [wing], carriers, escorts) == expected
    assert g.units.short[wing] == hurt.lost


def test_ours_40_5_through_persia_and_40_6_by_vladivostok():
    g = campaign("global_war", year=1942, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "russia", "us")
    assert grants.persia(g) == 0  # no transports
    puts(g, 3, "britain tr", "sw_indian")
    hold(g, "britain", "tehran", "basra", "abadan")
    assert grants.persia(g) == 10
    hold(g, "germany", "basra")
    assert grants.persia(g) == 0
    puts(g, 3, "britain tr", "sw_pacific")
    assert grants.vladivostok(g, US) == 15
    assert grants.vladivostok(g, BRITAIN) == 0
    g.nations[JAPAN].east, g.nations[RUSSIA].east = AXIS, ALLIES
    assert grants.vladivostok(g, US) == 0
    assert FACTION[US] == WESTERN and Kind.TRANSPORT


# --- straits and islands ------------------------------------------------------------------------------------------------


def test_ours_29_6_the_turkish_straits():
    """Closed to all while Turkey is neutral (79.1), then open to who holds Istanbul and a shore of the Dardanelles (4.631)."""
    g = campaign(year=1941, season=SUMMER)
    odessa, athens = space(g, "odessa"), space(g, "athens")
    assert supply.sea_distance(g, odessa, athens, AXIS) == 999
    assert supply.sea_distance(g, odessa, space(g, "sevastopol"), ALLIES) < 10
    hold(g, "germany", "istanbul")
    assert supply.sea_distance(g, odessa, athens, AXIS) == 999
    hold(g, "germany", "eAA31")
    assert supply.sea_distance(g, odessa, athens, AXIS) < 40
    assert supply.sea_distance(g, odessa, athens, ALLIES) == 999


def test_ours_29_6_gibraltar_is_shut_by_both_shores():
    g = campaign(year=1941, season=SUMMER)
    brest, toulon = space(g, "cadiz"), space(g, "marseilles")
    assert supply.sea_distance(g, brest, toulon, ALLIES) < 40
    hold(g, "germany", "gibraltar")
    assert supply.sea_distance(g, brest, toulon, ALLIES) < 40
    hold(g, "germany", "madrid")
    assert supply.sea_distance(g, brest, toulon, ALLIES) > 40
    assert supply.sea_distance(g, brest, toulon, AXIS) < 40


def test_ours_28_511_and_30_331b_islands_need_no_port():
    g = campaign("pacific", year=1942, season=SUMMER, mover="japan")
    fight(g, "us", "britain")
    island = space(g, "pE38")
    g.hexes[island].holder = JAPAN
    assert not g.ground.port[island]
    assert island in supply.network(g, FACTION[JAPAN], AXIS)
    g.hexes[island].holder = US
    assert island not in supply.network(g, FACTION[JAPAN], AXIS)


def test_the_panel_of_force_pools_tells_what_may_be_built():
    """Counters that are out of the game, or wait with the army of a country at peace, are in no pool."""
    g = campaign(empty=False)
    rows = pools(g).rows
    assert any(row[2] == "now" for row in rows) and any(row[2] == "Spring 1940" for row in rows)
    assert any(row[2] == "mobilization, production" for row in rows)
    assert not any(str(row[0]).startswith("Spain") and row[2] == "now" and "partisan" not in str(row[0]) for row in rows)
    beach = next(s for s in g.ground.field_hexes if g.ground.beach[s])
    g.hexes[beach].bridgehead, g.hexes[beach].railhead = ALLIES, BRITAIN
    assert {"bridgehead", "railhead"} <= {m.kind for m in markers(g) if m.at == g.board.token(beach)}
