"""A case for each stand-in rule of the rear, 27 to 53: building, moving, supply, oil, money, research, diplomacy, wars."""

from __future__ import annotations

from grognard.titles.awaw.designs import Kind
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
from grognard.titles.awaw.rules import (
    diplomacy,
    grants,
    intelligence,
    mobilization,
    oil,
    research,
    tension,
    war,
    yearstart,
)
from grognard.titles.awaw.rules.areas import areas, drawn, quarters, yearly_total
from grognard.titles.awaw.rules.boxes import builds_in, may_sail_to
from grognard.titles.awaw.rules.construction import Factory, Order, appear, cost_of, is_home, may_appear, may_buy
from grognard.titles.awaw.rules.economy import industry
from grognard.titles.awaw.rules.exploitation import exploitation_factors
from grognard.titles.awaw.rules.islands import group_side
from grognard.titles.awaw.rules.lanes import may_station
from grognard.titles.awaw.rules.operations import account, cost, in_africa, may_operate, may_spend, paralysed
from grognard.titles.awaw.rules.quays import absent_carriers, at_sea_again, enemy_ships, first_strike_level
from grognard.titles.awaw.rules.raiders import refit
from grognard.titles.awaw.rules.redeployment import Traveller, can_sr, can_tr, made, sr
from grognard.titles.awaw.rules.ships import burn_oil, fuelled
from grognard.titles.awaw.rules.shipyards import advance, lay_down, open_yards, rate
from grognard.titles.awaw.rules.supply import box_lines, determine_supply, limited_source, line_left, network, supply_of
from grognard.titles.awaw.rules.units import eliminate
from grognard.titles.awaw.rules.want import AIR_FORCE, NAVY, OWN_USE, wants
from grognard.titles.awaw.state import (
    ALLY,
    FALL,
    FULL,
    ISOLATED,
    PARTIAL,
    POOL,
    RGT,
    SPRING,
    SUMMER,
    USAT,
    USJT,
    WINTER,
    YARD,
    World,
)

from .kit import campaign, drive, fight, hold, put, puts, space, world


def refused(no: object, rule: str) -> bool:
    return getattr(no, "rule", None) == rule


def war_in_europe(mover: str = "britain", side: int = ALLIES, season: int = SUMMER, year: int = 1942) -> World:
    g = campaign(year=year, season=season, side=side, mover=mover)
    fight(g, "germany", "italy", "britain", "us")
    return g


def lost(g: World, what: str, at: str) -> int:
    """A unit of this sort in the force pool."""
    u = put(g, what, at)
    eliminate(g, u)
    return u


# --- 27: construction -----------------------------------------------------------------------------------------------------


def test_ours_27_13a_double_after_a_free_attack():
    g = world()
    for free, price in ((1, 6), (0, 3)):
        u = put(g, "germany i 3-3", "eM36", free=free)
        eliminate(g, u)
        assert cost_of(g, u) == price


def test_ours_27_41_aircraft_at_cities_and_airbases():
    g = war_in_europe("germany", AXIS)
    u = lost(g, "germany aaf", "berlin")
    plain = next(s for s in g.ground.homeland[GERMANY] if not g.ground.city[s])
    assert may_appear(g, u, space(g, "breslau")) is None
    assert refused(may_appear(g, u, plain), "ours 17.21")


def test_ours_27_42g_americans_and_canadians_in_either_box():
    g = war_in_europe("us")
    found = ((US, "us_atlantic", True), (INDEX["canada"], "us_pacific", True), (INDEX["india"], "us_pacific", False))
    for nation, box, fits in found:
        assert builds_in(g, nation, space(g, box)) == fits


def test_ours_27_43_russians_in_the_urals_too():
    g = world()
    assert is_home(g, RUSSIA, g.board.space("urals")) and is_home(g, RUSSIA, space(g, "moscow"))
    assert not is_home(g, RUSSIA, space(g, "berlin"))


def test_ours_27_44_germans_in_polish_cities_from_1941():
    """And infantry of one in a conquered capital."""
    g = campaign(year=1940, season=SUMMER)
    hold(g, "germany", "lodz", "paris")
    assert not is_home(g, GERMANY, space(g, "lodz"))
    g.turn += 3
    assert is_home(g, GERMANY, space(g, "lodz"))
    small, big = lost(g, "germany i 1-3", "berlin"), lost(g, "germany i 3-3", "berlin")
    assert is_home(g, GERMANY, space(g, "paris"))
    assert refused(may_appear(g, big, space(g, "paris")), "ours 27.46")
    assert not refused(may_appear(g, small, space(g, "paris")), "ours 27.46")


def test_ours_27_472_south_africans_at_home():
    g = war_in_europe()
    assert builds_in(g, INDEX["south_africa"], space(g, "south_africa"))
    assert not builds_in(g, INDEX["south_africa"], space(g, "india_box"))


def test_ours_27_473_australians_in_their_box():
    g = war_in_europe()
    assert builds_in(g, INDEX["australia"], space(g, "australia_box"))
    assert not builds_in(g, INDEX["australia"], space(g, "us_pacific"))


def test_ours_27_474_indians_in_theirs():
    g = war_in_europe()
    assert builds_in(g, INDEX["india"], space(g, "india_box"))
    assert not builds_in(g, BRITAIN, space(g, "india_box"))


def test_ours_27_48_allies_are_rebuilt_by_their_patron_one_a_turn():
    g = war_in_europe("germany", AXIS)
    row = g.nations[INDEX["rumania"]]
    row.side, row.patron, row.status = AXIS, GERMANY, ALLY
    g.nations[GERMANY].level = 50
    first, second = (lost(g, what, "bucharest") for what in ("rumania i 1-3", "rumania i 2-3"))
    assert may_buy(g, Factory(GERMANY), first) is None
    assert refused(may_buy(g, Factory(ITALY), first), "ours 27.1")
    appear(g, Order(GERMANY, first), space(g, "bucharest"))
    assert g.nations.level[GERMANY] == 49
    assert refused(may_buy(g, Factory(GERMANY), second), "ours 27.48")


def test_ours_27_72_each_level_costs_a_point_and_two_brps():
    g = campaign(year=1940, season=SPRING, empty=False)
    ship = next(u for u in range(len(g.units)) if g.units.pool[u] == POOL and g.units[u].sheet.kind == Kind.BB
                and g.units[u].sheet.nation == GERMANY)  # fmt: skip
    level, used = g.nations.level[GERMANY], g.nations.yard_used[GERMANY]
    lay_down(g, GERMANY, ship)
    assert (g.nations.level[GERMANY], g.nations.yard_used[GERMANY]) == (level - 2, used + 1)
    assert g.units.pool[ship] == YARD and g.units.stage[ship] == g.units[ship].sheet.strength
    advance(g, GERMANY, ship)
    assert g.units.stage[ship] == g.units[ship].sheet.strength - 1


def test_ours_27_74_repair_takes_a_brp_and_a_turn_for_each_factor():
    g = war_in_europe()
    ship = put(g, "britain b", "portsmouth", damage=1)
    level = g.nations.level[BRITAIN]
    turns = g.units[ship].sheet.strength
    for _ in range(turns):
        assert g.units.damage[ship]
        refit(g)
    assert not g.units.damage[ship] and g.nations.level[BRITAIN] == level - turns


def test_ours_27_76_rates_of_the_yards():
    """The yards that a power holds, and its naval points; without a yard nothing."""
    g = campaign(year=1940, season=SPRING)
    whole = rate(g, GERMANY)
    g.nations[GERMANY].yards = 2
    assert rate(g, GERMANY) == whole + 2
    hold(g, "britain", *(g.board.token(s) for s, _ in open_yards(g, GERMANY)))
    assert rate(g, GERMANY) == 0


# --- 28, 29, 30 -----------------------------------------------------------------------------------------------------------


def test_ours_28_1_nobody_uses_a_kind_twice():
    g = world()
    foot = put(g, "germany i 3-3", "berlin")
    assert can_tr(g, Traveller(foot)) is None and can_sr(g, Traveller(foot)) is None
    g.units[foot].moved = 1
    assert refused(can_tr(g, Traveller(foot)), "ours 28.1") and can_sr(g, Traveller(foot)) is None
    g.units[foot].moved = 3
    assert refused(can_sr(g, Traveller(foot)), "ours 28.1")


def test_ours_28_7_who_came_into_a_box_stays():
    """Two coasts are one box for redeployment (28.72A)."""
    g = campaign("global_war", year=1942, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us", "germany")
    unit = put(g, "us mech 3-4", "us_atlantic")
    sr(g, Traveller(unit), space(g, "us_pacific"))
    assert g.units.at[unit] == space(g, "us_pacific") and made(g, US, True) == made(g, US, False) == 0
    stuck = put(g, "russia i 3-3", "urals", moved=1)
    assert refused(can_sr(g, Traveller(stuck)), "5.77C")


def test_ours_28_751_from_the_atlantic_coast():
    g = war_in_europe("us")
    assert may_sail_to(g, "us_atlantic", "escort", space(g, "liverpool")) is None
    assert may_sail_to(g, "us_atlantic", "nr", space(g, "south_africa")) is None
    assert refused(may_sail_to(g, "us_atlantic", "escort", space(g, "gibraltar")), "5.28E")


def test_ours_28_752_from_the_pacific_coast():
    g = campaign("pacific", year=1942, season=SUMMER, side=ALLIES, mover="us")
    for place, fits in (("pearl_harbor", True), ("australia_box", True), ("noumea", False)):
        assert (may_sail_to(g, "us_pacific", "escort", space(g, place)) is None) == fits


def test_ours_28_752d_ships_without_cargo():
    g = campaign("pacific", year=1942, season=SUMMER, side=ALLIES, mover="us")
    for place, fits in (("dutch_harbor", True), ("tahiti", True), ("noumea", False)):
        assert (may_sail_to(g, "us_pacific", "nr", space(g, place)) is None) == fits


def test_ours_28_82_units_of_the_lanes_redeploy_when_built():
    g = war_in_europe()
    ship = put(g, "britain tr", "sw_atlantic", built=g.turn)
    assert may_station(g, BRITAIN, ship, space(g, "sw_indian")) is None
    g.units[ship].moved = 64
    assert refused(may_station(g, BRITAIN, ship, space(g, "sw_indian")), "ours 24.52")


def test_ours_29_71_island_groups():
    """Who holds all islands with a unit, port or airbase; split, nobody."""
    g = campaign("pacific", year=1943, season=SUMMER, side=ALLIES, mover="us")
    islands = [s for s in range(g.board.size) if g.ground.group[s] == "marshalls"]
    assert group_side(g, "marshalls") == g.nations.side[JAPAN]
    g.hexes[islands[0]].holder = US
    put(g, "us marine 1-3", g.board.token(islands[0]))
    put(g, "japan i 1-2", g.board.token(islands[1]))
    assert group_side(g, "marshalls") is None


def test_ours_30_33_over_the_sea_from_port_to_port():
    """Malta is fed from Gibraltar's side of the sea while Britain holds ports within twenty hexes; not by enemies."""
    g = war_in_europe()
    lines = network(g, WESTERN, ALLIES)
    assert space(g, "gibraltar") in lines and space(g, "kiel") not in lines


def test_ours_30_331b_islands_without_a_port():
    g = campaign("pacific", year=1943, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us", "japan")
    island = next(s for s in g.ground.roadsteads if (g.board.distance(s, space(g, "pearl_harbor")) or 99) <= 8
                  and g.ground.country[s] != JAPAN)  # fmt: skip
    g.hexes[island].holder = US
    puts(g, 3, "britain tr", "sw_pacific")
    unit = put(g, "us marine 1-3", g.board.token(island))
    assert supply_of(g, unit) == FULL
    g.hexes[island].holder = JAPAN
    assert island not in network(g, WESTERN, ALLIES)


def test_ours_30_331c_a_transport_for_each_line_out_of_a_box():
    g = campaign("pacific", year=1942, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us", "britain", "japan")
    box, port = space(g, "us_pacific"), space(g, "pearl_harbor")
    assert not line_left(g, ALLIES, box, port, {})
    put(g, "britain tr", "sw_pacific")
    assert line_left(g, ALLIES, box, port, {})
    assert (box, port) in box_lines(g, ALLIES, [box], [port])


def test_ours_30_4_initial_determination():
    g = world()
    fed, cut = put(g, "germany i 3-3", "berlin"), put(g, "germany i 3-3", "eL45")
    assert determine_supply(g, AXIS) == 1
    assert [g.units.supply[u] for u in (fed, cut)] == [FULL, ISOLATED]


def test_ours_30_5_full_supply():
    """From an unlimited source within the limits; Germany's is Berlin."""
    g = world()
    unit = put(g, "germany i 3-3", "breslau")
    assert supply_of(g, unit) == FULL
    hold(g, "russia", *(g.board.token(o) for o, _ in g.ground.ways[space(g, "breslau")]))
    assert supply_of(g, unit) != FULL


def test_ours_30_52_partial_supply_costs_double():
    g = world()
    whole, part = put(g, "germany i 3-3", "berlin"), put(g, "germany i 3-3", "berlin", supply=PARTIAL)
    assert (cost(g, [whole]), cost(g, [part])) == (3, 6)


def test_ours_30_61_a_fortress_feeds_once():
    g = world()
    rock = put(g, "germany i 3-3", "eM36")
    g.hexes[space(g, "eM36")].works = 2
    assert limited_source(g, rock, space(g, "eM36"))
    g.units[rock].supply = PARTIAL
    assert not limited_source(g, rock, space(g, "eM36"))


def test_ours_30_7_everything_is_supplied_at_the_start():
    g = campaign(empty=False)
    assert not any(g.units.supply)
    assert [oil.stock(g, row.area) for row in g.charts.oil_reserves] == [row.start for row in g.charts.oil_reserves]


# --- 33, 35, 36, 37, 39, 40 -----------------------------------------------------------------------------------------------


def test_ours_33_4_what_is_short_is_an_effect():
    """Four needs and three counters: Germany must leave one; with four it leaves none."""
    for left, refusal in ((3, None), (9, "ours 33.5")):
        g = war_in_europe("germany", AXIS)
        assert sum(oil.needs_of(g, GERMANY).values()) == 4
        no = oil.may_leave(g, oil.Refinery(GERMANY, left, 4), "civilian")
        assert (no is None) if refusal is None else refused(no, refusal)


def test_ours_33_533_units_overseas_live_on_the_reserve_of_their_area():
    g = war_in_europe()
    g.booked[5200] = g.turn  # Egypt is without oil
    assert wants(g, BRITAIN, AIR_FORCE, space(g, "cairo"))
    assert not wants(g, BRITAIN, AIR_FORCE, space(g, "london"))


def test_ours_33_7_no_uninversion_without_oil():
    """Ships stay inverted at the end of the turn if the naval need is unpaid."""
    g = war_in_europe("germany", AXIS)
    ship = put(g, "germany dd", "kiel", inverted=1)
    g.nations[GERMANY].dry = NAVY
    refit(g)
    assert g.units.inverted[ship]
    g.nations[GERMANY].dry = 0
    refit(g)
    assert not g.units.inverted[ship]


def test_ours_33_71d_a_counter_lets_five_factors_fly():
    g = war_in_europe("germany", AXIS)
    refinery = oil.Refinery(GERMANY, 1, 0)
    assert refused(oil.may_draw(g, refinery, "air"), "ours 33.71D")  # it has its oil
    g.nations[GERMANY].dry = AIR_FORCE
    assert oil.may_draw(g, refinery, "air") is None
    before = oil.reserve(g, GERMANY)
    oil.draw_on(g, refinery, "air")
    assert (oil.reserve(g, GERMANY), g.booked[OWN_USE + GERMANY * 8 + AIR_FORCE]) == (before - 1, 5)


def test_ours_33_72d_a_fast_battleship_sails_in_spite_of_want():
    g = war_in_europe("germany", AXIS)
    big = next(u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.BB and g.units[u].sheet.nation == GERMANY
               and g.units[u].sheet.strength >= 4 and not g.units[u].sheet.slow)  # fmt: skip
    small, kiel = put(g, "germany dd", "kiel"), space(g, "kiel")
    g.nations[GERMANY].dry = NAVY
    assert refused(fuelled(g, GERMANY, kiel, [small]), "ours 33.63")
    assert refused(fuelled(g, GERMANY, kiel, [big]), "ours 33.72D")
    g.booked[OWN_USE + GERMANY * 8 + NAVY] = 5
    assert fuelled(g, GERMANY, kiel, [big]) is None
    burn_oil(g, GERMANY, kiel, [big])
    assert refused(fuelled(g, GERMANY, kiel, [big]), "ours 33.72D")


def test_ours_35_1_base_and_level_of_the_powers():
    g = campaign()
    assert (g.nations.base[GERMANY], g.nations.level[GERMANY]) == (150, 150)
    assert g.nations.level[BRITAIN] == yearly_total(g, BRITAIN) > g.nations.base[BRITAIN]  # with its colonies


def test_ours_35_2_the_order_of_the_year_start():
    """The new total is made of the base after growth."""
    g = campaign(year=1940, season=SPRING)
    g.nations[GERMANY].level = 50
    drive(g, yearstart.year_start(g))
    assert g.nations.base[GERMANY] == 160 and g.nations.level[GERMANY] == yearly_total(g, GERMANY)
    other = campaign(year=1940, season=SUMMER)
    level = other.nations.level[GERMANY]
    drive(other, yearstart.year_start(other))
    assert other.nations.level[GERMANY] == level  # in spring only


def test_ours_35_4_lost_economic_areas_are_taken_off_the_total():
    g = war_in_europe()
    whole = yearly_total(g, BRITAIN)
    hold(g, "germany", "birmingham")
    assert yearly_total(g, BRITAIN) == whole - 20
    assert g.nations.base[BRITAIN] == campaign().nations.base[BRITAIN]


def test_ours_35_5_half_of_a_beaten_major_powers_base():
    g = war_in_europe("germany", AXIS)
    before = yearly_total(g, GERMANY)
    g.nations[FRANCE].surrendered, g.nations[FRANCE].conquered = 1, GERMANY
    g.nations[INDEX["vichy"]].side = AXIS  # no government at Vichy
    assert yearly_total(g, GERMANY) == before + g.nations.base[FRANCE] // 2
    g.nations[RUSSIA].surrendered, g.nations[RUSSIA].conquered = 1, GERMANY
    assert yearly_total(g, GERMANY) == before + g.nations.base[FRANCE] // 2


def test_ours_35_6_malaya_and_singapore():
    """AW-OURS-35-d: worth fifteen, they cost Britain three in a turn."""
    g = campaign("pacific", year=1941, season=WINTER, side=ALLIES, mover="britain")
    fight(g, "japan", "britain")
    found = [a for a in areas(g) if a.name in ("Malaya", "Singapore")]
    assert sum(a.brp for a in found) == 15
    before = quarters(g, BRITAIN)
    for area in found:
        hold(g, "japan", *area.hexes)
        assert drawn(g, area)[0] == JAPAN
    assert quarters(g, BRITAIN) == before - 3


def test_ours_36_1_when_a_power_mobilizes():
    """America by the tension; Russia when it likes, every second turn at peace."""
    g = campaign(year=1940, season=SPRING)
    assert mobilization.due(g, US) == 0
    g.effective[USAT] = 20
    assert mobilization.due(g, US) == 2
    assert mobilization.may_choose_to(g, RUSSIA)
    g.nations[RUSSIA].drafted = g.turn - 1
    assert not mobilization.may_choose_to(g, RUSSIA)


def test_ours_36_2_brps_at_once_and_in_the_base():
    g = campaign(year=1941, season=SPRING, empty=False)
    base, level = g.nations.base[US], g.nations.level[US]
    drive(g, mobilization.mobilize(g, US))
    assert (g.nations.base[US], g.nations.level[US]) == (base + 25, level + 25)


def test_ours_37_1_seven_centres():
    g = campaign()
    places = ("leningrad", "moscow", "gorki", "kharkov", "dnepropetrovsk", "rostov", "stalingrad")
    assert {s for s in g.ground.centres if not g.ground.box[s]} == {space(g, p) for p in places}
    assert {g.hexes.ic[space(g, p)] for p in places} == {10}
    assert industry(world(), RUSSIA) == 0


def test_ours_37_4_new_centres_stand_in_the_urals():
    g = campaign(year=1941, season=SPRING, empty=False)
    urals = g.board.space("urals")
    before = g.hexes.ic[urals]
    drive(g, mobilization.mobilize(g, RUSSIA))
    assert g.hexes.ic[urals] == before + 10


def test_ours_39_22a_offensives_into_debt():
    g = war_in_europe(year=1942)
    g.nations[BRITAIN].base, g.nations[BRITAIN].level = 40, 0
    assert may_spend(g, BRITAIN, 100) is None
    assert refused(may_spend(g, BRITAIN, 101), "ours 39.22A")


def test_ours_40_3_grants_arrive_at_once():
    g = war_in_europe("us")
    puts(g, 4, "britain tr", "sw_atlantic")
    g.nations[US].base, g.nations[US].level, g.nations[BRITAIN].level = 200, 100, 10
    treasury = grants.Treasury(US)
    assert grants.may_grant(g, treasury, (BRITAIN, 20)) is None
    drive(g, grants.grant(g, treasury, (BRITAIN, 20)), ["accept"])
    assert (g.nations.level[US], g.nations.level[BRITAIN]) == (80, 30)
    assert refused(grants.may_grant(g, treasury, (BRITAIN, 5)), "ours 40.1")  # a tenth of the base a turn


def test_ours_40_441_ships_to_a_convoy_are_not_met():
    """German ships at Bergen come to the convoy whatever Allied ships lie about; those at Kiel do not."""
    g = war_in_europe("us")
    hold(g, "germany", "bergen")
    near, far = put(g, "germany dd", "bergen"), put(g, "germany dd", "kiel")
    puts(g, 9, "britain dd", "scapa_flow")
    assert near in grants.northern_ships(g) and far not in grants.northern_ships(g)


def test_ours_40_6_by_vladivostok_while_japan_and_russia_are_at_peace():
    g = campaign("global_war", year=1942, season=SUMMER, side=ALLIES, mover="us")
    puts(g, 5, "britain tr", "sw_pacific")
    assert grants.vladivostok(g, US) == 15
    assert grants.vladivostok(g, BRITAIN) == 0
    war.take_side(g, JAPAN, AXIS, pacific=True)
    war.take_side(g, RUSSIA, ALLIES, pacific=True)
    assert grants.vladivostok(g, US) == 0


def test_ours_40_8_the_burma_road():
    """Ten BRPs a turn while Rangoon, Mandalay and Kunming are friendly."""
    g = campaign("pacific", year=1942, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us", "britain", "japan")
    china = INDEX["nationalist_china"]
    assert grants.route(g, US, china) == 10
    hold(g, "japan", "rangoon")
    assert grants.route(g, US, china) == 0


# --- 41 to 49 -------------------------------------------------------------------------------------------------------------


def test_ours_41_0_categories_thresholds_and_sharing():
    g = campaign()
    assert {p.category for p in g.books.projects} == {"air", "naval", "military", "atomic", "intelligence"}
    assert {p.needed for p in g.books.projects} == {9, 10}
    g.results[research.cell(WESTERN, "asw")] = 1
    assert research.results_of(g, g.faction(FRANCE), "asw") == 1 and research.results_of(g, EUROPEAN_AXIS, "asw") == 0


def test_ours_41_1_all_but_china_place_points():
    g = campaign("pacific", empty=False)
    china = INDEX["nationalist_china"]
    assert research.points_of(g, china) == 0 < research.points_of(g, JAPAN)
    assert refused(research.may_allot(g, research.Laboratory(JAPAN, 1, 6), "nothing"), "ours 41.3")


def test_ours_41_6_partners_pool_their_points():
    g = campaign(year=1939, season=FALL)
    assert research.yearly_points(g, WESTERN) == 9  # Britain six, France three
    assert [lab.power for lab in research.laboratories(g) if lab.faction == WESTERN] == [BRITAIN]


def test_ours_41_925_mud_and_the_training_of_russian_armor():
    g = campaign(year=1943, season=SPRING, side=ALLIES, mover="russia")
    fight(g, "russia", "germany")
    g.nations[RUSSIA].ctl, g.mud = 2, 1
    tank = put(g, "russia arm 4-5", "eL40")
    wet = exploitation_factors(g, tank)
    g.mud = 0
    assert exploitation_factors(g, tank) == wet + 1


def test_ours_42_3_increases_are_permanent_and_must_still_be_built():
    g = campaign(year=1941, season=SPRING, empty=False)

    def pool() -> list[int]:
        return [u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.SUB and g.units[u].sheet.nation == GERMANY
                and g.units.pool[u] == POOL and g.units.at[u] < 0]  # fmt: skip

    before = len(pool())
    research.produce(g, GERMANY, "submarines")
    assert len(pool()) == before + 2


def test_ours_42_4_twice_the_infantry_for_russia_at_war():
    found = []
    for year in (1941, 1942):
        g = campaign(year=year, season=SPRING, empty=False)
        fight(g, "russia")
        before = sum(g.units.pool[u] == POOL for u in range(len(g.units)))
        research.produce(g, RUSSIA, "infantry")
        found.append(sum(g.units.pool[u] == POOL for u in range(len(g.units))) - before)
    assert found[1] > found[0] > 0


def test_ours_44_2_six_succeeds():
    assert intelligence.works(5, 1, 0, 6) and not intelligence.works(5, 1, 1, 6)
    g = campaign(year=1941, season=SUMMER)
    agency = intelligence.Agency(GERMANY, EUROPEAN_AXIS)
    assert refused(intelligence.may_act(g, agency), "ours 46.1")
    g.results[research.cell(EUROPEAN_AXIS, "covert_operations")] = 2
    assert intelligence.may_act(g, agency) is None
    g.dice = type(g.dice)(5)
    intelligence.spend(g, agency, "a test of the wire")
    assert refused(intelligence.may_act(g, agency), "ours 44.2")  # one of a kind a turn


def test_ours_47_1_counter_intelligence():
    g = campaign(year=1941, season=SUMMER)
    assert intelligence.watch(g, EUROPEAN_AXIS) == 0
    g.results[research.cell(WESTERN, "counter_intelligence")] = 2
    assert intelligence.watch(g, EUROPEAN_AXIS) == 2 and intelligence.watch(g, WESTERN) == 0


def test_ours_48_7_an_american_card_at_pearl_harbor():
    """A strategic card takes two off the surprise of the first strike; without one it stands."""
    g = campaign("pacific", year=1941, season=WINTER, mover="japan")
    g.dice = type(g.dice)(3)
    assert first_strike_level(g) == 6
    g.dice = type(g.dice)(6)
    assert first_strike_level(g) == 7


def test_ours_49_1_points_at_the_start_and_later():
    g = campaign()
    assert [diplomacy.allotment(g, n, start=True) for n in (GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA, US)] == [3, 2, 3, 2, 3, 0]
    g.nations[GERMANY].level = 210
    assert diplomacy.allotment(g, GERMANY, start=False) == 3 + 2
    assert diplomacy.allotment(g, JAPAN, start=True) == 0


def test_ours_49_2_on_eligible_targets():
    g = campaign()
    envoys = diplomacy.Envoys(GERMANY, 3)
    assert diplomacy.may_influence(g, envoys, INDEX["spain"]) is None
    assert refused(diplomacy.may_influence(g, envoys, INDEX["canada"]), "ours 49.2")
    assert refused(diplomacy.may_influence(g, diplomacy.Envoys(FRANCE, 2), INDEX["spain"]), "ours 49.3")


def test_ours_49_7_italy_joins_freely_and_vichy_is_rolled_for():
    """Italy declares war itself from Spring 1940; nobody rolls for it."""
    g = campaign(year=1939, season=WINTER)
    assert refused(war.may_declare(g, war.Cabinet(ITALY), FRANCE), "ours 50.3")
    g = campaign(year=1940, season=SPRING)
    assert war.may_declare(g, war.Cabinet(ITALY), FRANCE) is None


# --- 50 to 53 -------------------------------------------------------------------------------------------------------------


def test_ours_50_2_each_power_pays_for_itself():
    g = campaign(year=1940, season=SPRING)
    before = g.nations.level[GERMANY], g.nations.level[ITALY]
    drive(g, war.declare(g, war.Cabinet(ITALY), FRANCE))
    assert (g.nations.level[GERMANY], g.nations.level[ITALY]) == (before[0], before[1] - 35)
    assert refused(war.may_declare(g, war.Cabinet(GERMANY), GERMANY), "ours 50.2")


def test_ours_50_4_wars_extend_to_those_who_depend():
    """Italy at war with France is at war with Britain too; Russia is not."""
    g = campaign(year=1940, season=SPRING)
    drive(g, war.declare(g, war.Cabinet(ITALY), FRANCE))
    assert war.enemies(g, ITALY, BRITAIN) and not war.enemies(g, ITALY, RUSSIA)
    assert refused(war.may_declare(g, war.Cabinet(BRITAIN), ITALY), "ours 50.1")


def test_ours_50_5_and_50_551_japan_pays_once_for_both():
    g = campaign("pacific", year=1941, season=WINTER, mover="japan")
    g.dice = type(g.dice)(1)
    cabinet = war.Cabinet(JAPAN)
    assert war.price_of_war(g, JAPAN, US) == 35
    drive(g, war.declare(g, cabinet, US), dice=[3])
    assert war.price_of_war(g, JAPAN, BRITAIN) == 0


def test_ours_50_551_japan_against_both():
    g = campaign("pacific", year=1941, season=WINTER, mover="japan")
    level = g.nations.level[JAPAN]
    drive(g, war.declare(g, war.Cabinet(JAPAN), US), dice=[3])
    drive(g, war.declare(g, war.Cabinet(JAPAN), BRITAIN), dice=[3])
    assert g.nations.level[JAPAN] == level - 35
    assert war.enemies(g, JAPAN, US) and war.enemies(g, JAPAN, BRITAIN)


def test_ours_50_552_britain_alone_leaves_america_free():
    g = campaign("pacific", year=1941, season=WINTER, side=AXIS, mover="japan")
    g.tension[USJT] = 20
    drive(g, war.declare(g, war.Cabinet(JAPAN), BRITAIN), dice=[3])
    assert g.tension[USJT] == 28
    g.side = ALLIES
    assert refused(paralysed(g, BRITAIN, space(g, "singapore")), "9.92")
    assert paralysed(g, US, space(g, "manila")) is None


def test_ours_50_7_garrisons_of_the_east():
    """Germany five factors short of twenty: the tension rises by two; with twenty it does not."""
    for count, rise in ((20, 0), (15, 2)):
        g = campaign(year=1940, season=SUMMER, side=AXIS)
        hold(g, "germany", *(g.board.token(s) for s in g.ground.homeland[INDEX["poland"]]))
        hold(g, "russia", *(g.board.token(s) for s in g.ground.homeland[INDEX["eastpoland"]]))
        near = sorted(tension.pact_hexes(g, AXIS))
        for u in puts(g, count, "germany i 1-3", "berlin"):
            g.units[u].at = near[0]
        before = g.tension[RGT]
        tension.garrisons(g)
        assert g.tension[RGT] == before + rise


def test_ours_51_1_prepared_at_forty():
    for level, die, struck in ((38, 2, True), (38, 6, False)):
        g = campaign("pacific", year=1941, season=WINTER, side=AXIS, mover="japan")
        g.tension[USJT] = level
        drive(g, war.declare(g, war.Cabinet(JAPAN), US), dice=[die])
        assert (g.booked[702] == g.turn) == struck


def test_ours_51_3_carriers_in_port_by_a_die():
    g = campaign("pacific", year=1941, season=WINTER, side=AXIS, mover="japan")
    fight(g, "japan", "us")
    ships = [put(g, "us cv", "pearl_harbor") for _ in range(2)]
    g.dice = type(g.dice)(3, 4)
    absent_carriers(g, space(g, "pearl_harbor"))
    assert enemy_ships(g, space(g, "pearl_harbor")) == ships[:1]
    at_sea_again(g)
    assert enemy_ships(g, space(g, "pearl_harbor")) == ships


def test_ours_51_71_below_forty():
    g = campaign("pacific", year=1941, season=WINTER, side=AXIS, mover="japan")
    g.tension[USJT] = 41
    drive(g, war.declare(g, war.Cabinet(JAPAN), US), dice=[3])
    assert g.booked[702] != g.turn


def test_ours_51_73a_no_operations_in_the_turn_after():
    g = campaign("pacific", year=1941, season=WINTER, side=ALLIES, mover="us")
    g.booked[702] = g.turn
    assert refused(paralysed(g, US, space(g, "wake")), "9.92")
    assert paralysed(g, RUSSIA, space(g, "wake")) is None
    assert paralysed(g, INDEX["nationalist_china"], space(g, "canton")) is None
    g.turn += 1
    assert paralysed(g, US, space(g, "wake")) is None


def test_ours_52_3_america_and_russia_wait_for_tension():
    g = campaign(year=1941, season=SPRING)
    g.effective[USAT] = 49
    assert refused(war.may_declare(g, war.Cabinet(US), GERMANY), "ours 50.3")
    g.effective[USAT] = 50
    assert war.may_declare(g, war.Cabinet(US), GERMANY) is None
    assert refused(war.may_declare(g, war.Cabinet(RUSSIA), GERMANY), "ours 50.3")
    g.tension[RGT] = 50
    assert war.may_declare(g, war.Cabinet(RUSSIA), GERMANY) is None


def test_ours_56_73_italy_without_rome_or_africa():
    g = war_in_europe("italy", AXIS)
    unit = put(g, "italy i 2-3", "tripoli")
    assert in_africa(g) and may_operate(g, unit, space(g, "tobruk")) is None
    g.units[unit].at = space(g, "milan")
    assert refused(may_operate(g, unit, space(g, "tobruk")), "9.93A")
    put(g, "germany i 3-3", "tripoli")
    assert may_operate(g, unit, space(g, "tobruk")) is None
    hold(g, "us", "rome")
    assert refused(may_operate(g, unit, space(g, "tobruk")), "9.93A")
    assert account(g, ITALY) == EUROPEAN_AXIS


def test_ours_44_intelligence_is_paid_with_either_sort_of_points():
    """Diplomats may fund spies, not tanks."""
    g = campaign()
    envoys = diplomacy.Envoys(GERMANY, 3)
    assert diplomacy.may_fund(g, envoys, "espionage_spy_rings") is None
    assert refused(diplomacy.may_fund(g, envoys, "heavy_armor"), "ours 44.1")
