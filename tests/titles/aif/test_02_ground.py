"""1 to 8 on the American maps: zones, stacking, supply, boxes, fractions, reinforcement, initiative, weather."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.dice import FixedDice
from grognard.titles.aif.rules.opening import steps
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA
from grognard.titles.wif.ground import ALPINE, STRAITS, slug
from grognard.titles.wif.kinds import Weather, Zone
from grognard.titles.wif.rules.control import sides_by_hex, take_hex
from grognard.titles.wif.rules.gates import may_pass
from grognard.titles.wif.rules.impulses import begin_action_stage
from grognard.titles.wif.rules.impulses import test_last_impulse as last_impulse
from grognard.titles.wif.rules.initiative import determine_initiative
from grognard.titles.wif.rules.land_strength import LADDER, weather_shift
from grognard.titles.wif.rules.powers import co_operate
from grognard.titles.wif.rules.production import build_points, rounded
from grognard.titles.wif.rules.rebase import rebase_reach
from grognard.titles.wif.rules.reinforcements import Arrival, change_force_pools, may_arrive
from grognard.titles.wif.rules.sailing import courses
from grognard.titles.wif.rules.stacking import air_limit, land_limit, may_stack, ship_limit
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.supply_paths import hex_counts, supply_limit, supply_of
from grognard.titles.wif.rules.supply_seas import supply_blocked
from grognard.titles.wif.rules.supply_sources import primary_sources, secondary_sources
from grognard.titles.wif.rules.weather import closed_port, roll_weather, weather_at
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import FORCE_POOL, GONE, slot_of

from ..wif.field import at, drive, hold, named, outcome, put, sides, sky
from ..wif.test_11_sea import at_sea, ship
from .field import america, favour


def test_1_2_b_and_13_6_2_b_factories_of_the_usa() -> None:
    """aif-1.2-b, aif-13.6.2-b: 12 red, 28 blue and 5 green factories are 45, 40 without the green; 41 resources."""
    g = america()
    land = g.ground.homeland["usa"]
    red, blue, green = (sum(column[s] for s in land) for column in (g.ground.red, g.ground.blue, g.ground.green))
    assert (red, blue, green) == (12, 28, 5)
    assert sum(g.ground.resources[s] + g.ground.oil[s] for s in land) == 41


def test_2_1_3_boxes_open_on_their_own_edge() -> None:
    """The Japanese box on the west, those of Germany and Italy on the east; Allied ships never enter."""
    g = america()
    boxes = {g.board.token(s): {g.board.token(a) for a in g.ground.seas[s]} for s, box in enumerate(g.ground.box) if box}
    assert "clarion" in boxes["japanese_box"] and "river_plate" in boxes["german_box"] == boxes["italian_box"]
    assert not boxes["japanese_box"] & boxes["german_box"]
    cruiser = ship(g, "USA", "CA", "any", "River Plate", 1)
    assert at(g, "German box") not in courses(g, cruiser, homeward=True)


def test_2_1_1_and_2_1_2_hexes_and_sea_areas() -> None:
    """A coastal hex lies on its sea area; sea areas touch where they share a border."""
    g = america()
    caribbean = at(g, "Caribbean Sea")
    assert caribbean in g.ground.seas[at(g, "Kingston")]
    assert at(g, "Mouths of the Amazon") in g.ground.waters[caribbean]
    assert not g.ground.land[g.ground.dots[caribbean][0]]


def test_2_2_a_zones_stop_at_alps_straits_and_the_sea() -> None:
    """aif-2.2-a: no zone over an alpine or a straits hexside, nor into a hexdot."""
    g = america()
    put(g, "Germany INF 6-3", "Denver")
    here = at(g, "Denver")
    a, b, c = (s for s, _ in g.ground.steps[here][:3])
    assert zones_of_side(g, AXIS)[a] and zones_of_side(g, AXIS)[c]
    fresh = america()
    sides(fresh, "Denver", fresh.board.token(a), bits=ALPINE)
    sides(fresh, "Denver", fresh.board.token(b), bits=STRAITS)
    put(fresh, "Germany INF 6-3", "Denver")
    zone = zones_of_side(fresh, AXIS)
    assert not zone[a] and not zone[b] and zone[c]
    coast = america()
    put(coast, "Germany INF 6-3", "Miami")
    dots = [s for s, _ in coast.board.neighbours[at(coast, "Miami")] if coast.ground.dot[s]]
    assert dots and not any(zones_of_side(coast, AXIS)[s] for s in dots)


def test_2_3_1_a_and_b_stacking() -> None:
    """aif-2.3.1-a, aif-2.3.1-b: in a great port and city with an HQ any ships, four aircraft, two land units; a city in the
    mountains holds three aircraft."""
    g = america()
    norfolk = at(g, "New York")
    named(g, "USA", "Eisenhower", "New York")
    assert ship_limit(g, norfolk) >= 1000 and air_limit(g, norfolk) == 4 and land_limit(g, norfolk) == 2
    high = next(
        s for s in range(g.board.size) if g.ground.city[s] and g.board.terrain_name(s) == "mountain" and not g.ground.port[s]
    )
    assert air_limit(g, high) == 3
    third = put(g, "USA INF any", "Chicago")
    put(g, "USA INF any", "New York")
    refused = may_stack(g, third, norfolk)
    assert refused is not None and refused.rule == "2.3.1"


def test_2_3_1_a_box_holds_any_number_of_stacks() -> None:
    g = america()
    for _ in range(9):
        put(g, "Germany INF any", "German box")
    assert may_stack(g, put(g, "Germany INF any", "Denver"), at(g, "German box")) is None


def test_2_4_1_units_at_sea_are_in_supply() -> None:
    """aif-2.4.1-a: supply is found anew whenever it is asked: an HQ that has moved up feeds at once."""
    g = america()
    cruiser = ship(g, "Germany", "CA", "any", "River Plate", 1)
    assert in_supply(g, cruiser)
    hold(g, "Germany", "Denver", *[g.board.token(s) for s, _ in g.ground.steps[at(g, "Denver")]])
    armour = put(g, "Germany ARM any", "Denver")
    assert not in_supply(g, armour)


def test_2_4_2_a_and_b_brazil_under_the_usa() -> None:
    """aif-2.4.2-a, aif-2.4.2-b: a Brazilian city feeds Brazilians, so does an American one; Rio is a secondary source for
    Americans and a primary one for Brazilians."""
    g = america()
    brazil = g.facts.country["brazil"]
    g.countries[brazil].status, g.countries[brazil].power = 1, USA
    own = primary_sources(g, USA, brazil)
    rio = at(g, "Rio de Janeiro")
    assert rio in own and at(g, "Chicago") in own
    assert rio not in primary_sources(g, USA, g.facts.country["usa"])
    assert rio in secondary_sources(g, USA, g.facts.country["usa"])


def test_2_4_2_c_and_8_2_2_a_what_hexes_count() -> None:
    """aif-2.4.2-c, aif-8.2.2-a: two for a hex, three for a desert; in rain a path has one hex, in fine weather two."""
    g = america()
    counts = hex_counts(g)
    desert = next(s for s in range(g.board.size) if g.ground.land[s] and g.board.terrain_name(s) == "desert")
    assert counts[desert] == 3 and counts[at(g, "Chicago")] == 2
    assert supply_limit(g, at(g, "Chicago")) // 2 == 2
    sky(g, Weather.RAIN)
    assert supply_limit(g, at(g, "Chicago")) // 2 == 1


def test_8_2_2_supply_by_weather() -> None:
    g = america()
    found = []
    for weather in (Weather.FINE, Weather.SNOW, Weather.RAIN, Weather.STORM, Weather.BLIZZARD):
        sky(g, weather)
        found.append(supply_limit(g, at(g, "Chicago")))
    assert found == [4, 3, 2, 2, 2]


def test_2_4_2_d_the_weather_where_the_unit_stands() -> None:
    """aif-2.4.2-d: N2844 is two hexes from San Antonio, in supply in fine weather; what counts is the weather of its own hex."""
    g = america()
    corps = put(g, "USA INF any", "N2844")
    assert in_supply(g, corps)
    sky(g, Weather.RAIN)
    assert supply_limit(g, at(g, "N2844")) == 2
    zone = g.ground.zone[at(g, "N2844")]
    g.weather = [0 if z == zone else int(Weather.RAIN) for z in range(6)]
    assert supply_limit(g, at(g, "N2844")) == 4


def test_2_4_2_e_and_11_4_4_the_canal() -> None:
    """aif-2.4.2-e: the Axis does not pass between Caribbean and Gulf of Panama before it holds both ports; all pass while
    Panama is neutral."""
    g = america()
    assert may_pass(g, GERMANY, "panama_canal", surface=True) is None
    hold(g, "USA", "Panama City", "Colon")
    assert may_pass(g, GERMANY, "panama_canal", surface=True) is not None
    assert may_pass(g, COMMONWEALTH, "panama_canal", surface=True) is None
    hold(g, "Japan", "Colon")
    assert may_pass(g, COMMONWEALTH, "panama_canal", surface=True) is not None


def test_11_4_4_the_canal_is_open_to_who_holds_both_ends() -> None:
    """Two hexes: who takes one end shuts the canal to everybody, who has both passes."""
    g = america()
    assert at(g, "Panama City") != at(g, "Colon")
    hold(g, "USA", "Panama City")
    hold(g, "Japan", "Colon")
    assert may_pass(g, USA, "panama_canal", surface=True) is not None
    assert may_pass(g, JAPAN, "panama_canal", surface=True) is not None
    hold(g, "Japan", "Panama City")
    assert may_pass(g, JAPAN, "panama_canal", surface=True) is None
    assert may_pass(g, USA, "panama_canal", surface=True) is not None


def test_11_4_2_each_end_of_the_canal_is_entered_from_the_other_sea_by_who_holds_both() -> None:
    """Panama lies on the Gulf of Panama, Colon on the Caribbean; a ship sails straight through into the other port, and out
    of it, while its side holds both, and pays a point for it."""
    g = america()
    hold(g, "USA", "Panama City", "Colon")
    ends = at(g, "Panama City"), at(g, "Colon")
    assert [g.ground.seas[s] for s in ends] == [(at(g, "Gulf of Panama"),), (at(g, "Caribbean Sea"),)]
    waters = at(g, "Gulf of Panama"), at(g, "Caribbean Sea")
    cruiser = ship(g, "USA", "CA", "any", "Caribbean Sea", 0)
    reach = courses(g, cruiser)
    assert reach[ends[0]].range == reach[ends[1]].range
    g.units[cruiser].at = ends[1]
    reach = courses(g, cruiser)
    assert reach[waters[0]].range == reach[waters[1]].range
    hold(g, "Japan", "Colon")
    g.units[cruiser].at = ends[0]
    reach = courses(g, cruiser)
    assert waters[0] in reach and waters[1] not in reach
    at_sea(g, "Caribbean Sea", 0, cruiser)
    assert ends[0] not in courses(g, cruiser)


def test_2_4_2_f_and_g_a_chain_over_the_river_plate() -> None:
    """aif-2.4.2-f, aif-2.4.2-g: Buenos Aires in German hands is fed over the eastern edge; an Allied cruiser in the River Plate
    stops it unless an Axis ship or an aircraft with an air-to-sea factor is there."""
    g = america()
    hold(g, "Germany", "Buenos Aires")
    corps = put(g, "Germany INF 6-3", "Buenos Aires")
    assert in_supply(g, corps)
    plate = at(g, "River Plate")
    ship(g, "USA", "CA", "any", "River Plate", 1)
    assert supply_blocked(g, plate, GERMANY) is not None
    nav = put(g, "Germany NAV any", "German box")
    at_sea(g, "River Plate", 1, nav)
    assert supply_blocked(g, plate, GERMANY) is None
    sky(g, Weather.STORM)
    assert supply_blocked(g, plate, GERMANY) is not None
    ship(g, "Italy", "CA", "any", "River Plate", 1)
    assert supply_blocked(g, plate, GERMANY) is None


def test_2_4_3_out_of_supply() -> None:
    """A corps deep inland has no path; the way from a coast leads to its box."""
    g = america()
    hold(g, "Germany", "Denver")
    assert not in_supply(g, put(g, "Germany INF 6-3", "Denver"))
    assert supply_of(g, GERMANY, g.facts.country["germany"]).reaches(at(g, "German box"))


def test_2_5_a_land_unit_takes_a_hex() -> None:
    g = america()
    miami = at(g, "Miami")
    take_hex(g, miami, put(g, "Germany INF 6-3", "Miami"))
    assert sides_by_hex(g)[miami] == AXIS and g.hexes.lost[miami] == g.turn
    take_hex(g, miami, put(g, "USA INF any", "Miami"))
    assert g.hexes.controller[miami] == g.facts.country["usa"]


def test_2_6_a_and_b_fractions() -> None:
    """aif-2.6-a, aif-2.6-b: the USA attacked at home makes 61.5 build points of 41, which are 62; -1.5 is -1."""
    g = america()
    g.powers[USA].invaded = 1
    assert build_points(g, USA, 41) == 62
    assert rounded(Fraction(-3, 2)) == -1


def test_2_8_range_counts_the_hex_one_goes_to() -> None:
    g = america()
    a, b = at(g, "Montevideo"), at(g, "Curitiba")
    ring, seen, far = {a}, {a}, 0
    while b not in ring:
        ring = {n for s in ring for n, _ in g.board.neighbours[s] if g.board.kind[n] == "hex"} - seen
        seen |= ring
        far += 1
    assert far == 4


# --- the turn -----------------------------------------------------------------------------------------------------------------


def test_3_1_two_influence_steps_come_before_the_campaign_alone() -> None:
    assert list(steps(america())) == [1, 2]
    assert list(steps(america(scenario="star_spangled_banner_1947", turn="Jan/Feb 1947"))) == []


def test_4_1_1_a_new_counters_enter_with_their_year() -> None:
    """aif-4.1.1-a: in Jan/Feb 1946 those that show 1946."""
    g = america(turn="Jan/Feb 1946")
    late = [n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.kit == "late" and c.year in (1946, 1947)]
    for n in late:
        g.units.add(counter=n, power=USA, country=g.facts.country["usa"], at=GONE)
    change_force_pools(g)
    assert {g.units[u].sheet.year for u in range(len(g.units)) if g.units.at[u] == FORCE_POOL} == {1946}


def test_4_2_reinforcements_arrive_at_home_and_in_boxes() -> None:
    """Axis units in their box; Americans in their cities; nobody beside a full city."""
    g = america()
    german, american = put(g, "Germany INF 6-3", "German box"), put(g, "USA INF any", "Chicago")
    for u in (german, american):
        g.units[u].at = slot_of(g.turn)
    assert Arrival(GERMANY, german).candidates(g) == [at(g, "German box")]
    assert may_arrive(g, Arrival(USA, american), at(g, "Chicago")) is None
    assert may_arrive(g, Arrival(USA, american), at(g, "Ottawa")) is not None


def test_6_1_a_and_b_initiative() -> None:
    """aif-6.1-a, aif-6.1-b: 3 and 5 at Axis +2 tie, the Axis loses; a re-roll at +1 ties again and is final."""
    g = america()
    g.first_turn -= 1
    for power in (ITALY, JAPAN, FRANCE, COMMONWEALTH):
        g.powers[power].plays = 0
    g.track, g.holder = 1, AXIS
    drive(g, determine_initiative(g), ["reroll", "go_first"], [3, 5, 5, 6])
    assert (g.track, g.holder, g.first_side) == (2, ALLIES, ALLIES)


def test_6_2_the_winner_says_who_begins() -> None:
    g = america()
    g.first_turn -= 1
    for power in (ITALY, JAPAN, FRANCE, COMMONWEALTH):
        g.powers[power].plays = 0
    g.track, g.holder = 3, AXIS
    drive(g, determine_initiative(g), ["keep", "keep", "go_second"], [9, 2])
    assert g.holder == AXIS and g.first_side == ALLIES


def test_7_the_first_side_opens_the_impulses() -> None:
    g = america()
    g.first_side, g.box = ALLIES, 7
    begin_action_stage(g)
    assert (g.side, g.box, g.ended) == (ALLIES, 1, 0)


def test_8_a_weather() -> None:
    """aif-8-a: an 8 after two asterisks in Jul/Aug: rain in the Arctic, storm in the North Monsoon, one asterisk."""
    g = america(turn="Jul/Aug 1946")
    g.first_turn, g.asterisks, g.dice = g.turn - 1, 2, FixedDice(8)
    outcome(g, roll_weather(g))
    assert Weather(g.weather[Zone.ARCTIC]) == Weather.RAIN and Weather(g.weather[Zone.N_MONSOON]) == Weather.STORM
    assert Weather(g.weather[Zone.N_TEMPERATE]) == Weather.FINE and g.asterisks == 1


def test_8_1_no_hex_lies_in_a_mediterranean_zone() -> None:
    g = america()
    assert int(Zone.MEDITERRANEAN) not in {g.ground.zone[s] for s in range(g.board.size) if g.ground.land[s]}


def test_8_2_1_deserts_are_milder() -> None:
    g = america()
    desert = next(s for s in range(g.board.size) if g.ground.land[s] and g.board.terrain_name(s) == "desert")
    sky(g, Weather.BLIZZARD)
    assert weather_at(g, desert) == Weather.SNOW
    sky(g, Weather.RAIN)
    assert weather_at(g, desert) == Weather.FINE


def test_8_2_7_a_b_and_c_weather_takes_columns() -> None:
    """aif-8.2.7-a, aif-8.2.7-b, aif-8.2.7-c: 12:1 in rain is 11:1 and 3:2 is 1:1; in snow 11:1 is 9:1 and 3:1 is 3:2; mountain
    troops ignore snow and lose one column in a blizzard."""
    g = america()
    corps, climbers = [put(g, "USA INF any", "Chicago")], [put(g, "Germany MTN any", "Denver")]
    target = at(g, "Detroit")

    def after(weather: Weather, ratio: Fraction, units: list[int]) -> Fraction:
        sky(g, weather)
        return LADDER[LADDER.index(ratio) - weather_shift(g, target, units)]

    assert after(Weather.RAIN, Fraction(12), corps) == 11 and after(Weather.RAIN, Fraction(3, 2), corps) == 1
    assert after(Weather.SNOW, Fraction(11), corps) == 9 and after(Weather.STORM, Fraction(3), corps) == Fraction(3, 2)
    assert after(Weather.SNOW, Fraction(3), climbers) == 3 and after(Weather.BLIZZARD, Fraction(3), climbers) == 2
    assert after(Weather.RAIN, Fraction(3), climbers) == 2


def test_8_2_10_ice_closes_ports() -> None:
    g = america()
    iced = next(s for s in range(g.board.size) if g.ground.iced[s] and g.ground.land[s] and g.ground.port[s])
    assert not closed_port(g, iced)
    sky(g, Weather.SNOW)
    assert closed_port(g, iced)
    sky(g, Weather.RAIN)
    assert not closed_port(g, iced)


def test_8_2_8_and_12_a_the_last_impulse() -> None:
    """aif-12-a: the Axis moved first, rolls 2 against 3 after its own impulse: the turn ends, the marker moves from +1 to 0."""
    g = america()
    g.track, g.side, g.first_side, g.impulses = 2, AXIS, AXIS, [2, 2]
    g.box = next(box for box, end in g.charts.impulses.items() if end == 3)
    for p in (GERMANY, ITALY, JAPAN):
        g.powers[p].action = 3
    g.dice = FixedDice(2)
    outcome(g, last_impulse(g))
    assert g.ended and g.track == 3


def test_12_a_side_that_passes_ends_the_turn_sooner() -> None:
    g = america()
    g.side, g.first_side, g.box = ALLIES, AXIS, next(box for box, end in g.charts.impulses.items() if end == 3)
    g.dice = FixedDice(4)
    outcome(g, last_impulse(g))
    assert g.ended


def test_12_else_the_marker_goes_on_by_the_weather() -> None:
    g = america()
    g.side, g.box, g.advance = ALLIES, 1, 3
    g.powers[USA].action = 3
    g.dice = FixedDice(10)
    outcome(g, last_impulse(g))
    assert not g.ended and g.box == 4 and g.side == AXIS


def test_14_1_2_aircraft_leave_a_box_for_22_points() -> None:
    """A rebase of twice the range: one of range 11 or more crosses the edge, one of less does not."""
    g = america()
    box = at(g, "German box")
    far = next(
        n
        for n, c in enumerate(g.facts.counters)
        if c.air and c.power == "Germany" and 22 <= 2 * c.range < 30 and "extended" not in c.marks
    )
    near = next(
        n
        for n, c in enumerate(g.facts.counters)
        if c.air and c.power == "Germany" and 2 * c.range < 22 and "extended" not in c.marks
    )
    one = g.units.add(counter=far, power=GERMANY, country=g.facts.country["germany"], at=box).index
    two = g.units.add(counter=near, power=GERMANY, country=g.facts.country["germany"], at=box).index
    assert rebase_reach(g, one) and min(rebase_reach(g, one).values()) == 22
    assert rebase_reach(g, two) == {}


def test_18_1_a_who_works_with_whom() -> None:
    """aif-18.1-a: all Commonwealth nationalities; the three Allies; Germany and Italy; not Japan with them."""
    g = america()
    homes = {c.home for c in g.facts.counters if c.power == "Commonwealth" and g.facts.nation[g.facts.index[c.id]] >= 0}
    assert {"AUS", "IND"} <= homes
    by_home = {c.home: g.facts.nation[g.facts.index[c.id]] for c in g.facts.counters if c.power == "Commonwealth"}
    assert by_home["AUS"] == by_home["IND"] == g.facts.country["canada"]
    from_each = {p: put(g, f"{p} INF any", "Chicago") for p in ("USA", "France", "Germany", "Italy", "Japan")}
    assert co_operate(g, from_each["USA"], from_each["France"]) and co_operate(g, from_each["Germany"], from_each["Italy"])
    assert not co_operate(g, from_each["Japan"], from_each["Germany"])


def test_19_7_and_19_8_allies_off_the_map() -> None:
    """aif-23.5.2-a: Rumanian, Portuguese and Spanish counters are at home in the boxes, Dutch ones in Dutch Guyana; Rumanian
    fighters share the German pools."""
    g = america()
    home = {c.home: g.facts.countries[g.facts.nation[n]].id for n, c in enumerate(g.facts.counters) if g.facts.nation[n] >= 0}
    assert home["Rumania"] == "germany" and home["Nat Spain"] == "italy" and home["Netherlands"] == "dutch_guyana"
    assert g.countries.power[g.facts.country["dutch_guyana"]] == COMMONWEALTH
    assert g.countries.power[g.facts.country["french_guyana"]] == FRANCE


def test_19_1_neutral_minors_are_nobody_s() -> None:
    g = america()
    assert all(g.countries.power[c] < 0 for c in g.chancery.minors)
    favour(g, "Brazil", "USA", 15)
    assert g.countries.power[g.facts.country["brazil"]] < 0


def test_places_of_the_tables_are_on_the_board() -> None:
    """Every army of a minor that must stand somewhere finds its place."""
    g = america()
    for units in g.chancery.armies.values():
        for unit in units:
            if unit.mode == "must":
                assert slug(unit.place) in g.ground.places, unit.place
