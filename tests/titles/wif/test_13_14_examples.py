"""4, 13.4 to 13.6 and 14: examples of reinforcement, return to base, production and the air war, and the clauses beside them."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.charts import AirResult
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, GERMANY, USA, USSR
from grognard.titles.wif.kinds import Action, Activity, Type, Weather
from grognard.titles.wif.rules import (
    air_combat,
    air_transport,
    building,
    displaced,
    homeward,
    lend_lease,
    rail,
    rail_factories,
    rebase,
    reinforcements,
)
from grognard.titles.wif.rules import naval_air_combat as sea_air
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.carriers import bomb_factors
from grognard.titles.wif.rules.flight import _step, flying_reach, sea_reach
from grognard.titles.wif.rules.force_pools import fill_force_pools
from grognard.titles.wif.rules.guests import may_base
from grognard.titles.wif.rules.homeward import bases
from grognard.titles.wif.rules.missions import Flight, flights, may_extend, outward_range, send, tactical_factors
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.rail import Railing
from grognard.titles.wif.rules.reinforcements import Arrival, may_arrive
from grognard.titles.wif.rules.reorganisation import Reorganising, face_down, may_turn_up
from grognard.titles.wif.rules.resources import routing, useable_factories
from grognard.titles.wif.rules.return_to_base import Watch, end_watch, may_stay, shelters
from grognard.titles.wif.state import (
    AIR_RESERVE,
    BOMBER,
    CLEARED,
    ESCORT,
    FORCE_POOL,
    GONE,
    GROUNDED,
    LEND_LEASE_POOL,
    NOWHERE,
    War,
    slot_of,
)
from tests.titles.wif.field import act, at, drive, hold, named, put, sky, war, without
from tests.titles.wif.test_11_sea import at_sea, ship

# --- reinforcement (4) --------------------------------------------------------------------------------------------------------


def test_4_1_1_a() -> None:
    """wif-4.1.1-a: in January 1942 the counters dated 1942 enter, and no others; divisions with their option, reserves and ten
    that are kept out by their exception never."""

    def entering(after: int, year: int, divisions: bool = False) -> set[str]:
        g = war(("Germany", "USSR"), divisions=divisions)
        fill_force_pools(g, after, year)
        return {g.facts.counters[n].id for n in g.units.counter}

    facts = war(("Germany", "USSR")).facts
    known = {c.id: c for c in facts.counters}
    new = entering(1941, 1942)
    assert new and all(facts.enters(known[i]) == 1942 and not known[i].division for i in new)
    more = entering(1941, 1942, divisions=True) - new
    assert more and all(known[i].division for i in more)
    never = {i for i, exception in facts.exceptions.items() if exception.enters == "never"}
    every = entering(1900, 1950)
    assert len(never) == 10 and new < every and not every & never and not any(known[i].reserve for i in every)


def test_4_2_1_a() -> None:
    """wif-4.2.1-a: Kiev is full: its militia arrives in a hex beside it outside enemy zones, one unit for the city this turn."""
    g = war(("Germany", "USSR"))
    for _ in range(2):
        put(g, "USSR INF any", "Kiev")
    militia = [named(g, "USSR", "Kiev", "Kiev", cycle=0) for _ in range(1)]
    g.units[militia[0]].at = slot_of(g.turn)
    subject = Arrival(USSR, militia[0])
    beside = [s for s in subject.candidates(g) if may_arrive(g, subject, s) is None]
    assert beside and at(g, "Kiev") not in beside
    enemy = next(s for s, _ in g.ground.steps[beside[0]] if s != at(g, "Kiev") and s not in beside)
    unit = put(g, "Germany INF any", "Warsaw")
    g.units[unit].at = enemy
    refused = may_arrive(g, Arrival(USSR, militia[0]), beside[0])
    assert refused is not None and refused.rule == "4.2.1"
    g.units[unit].at = FORCE_POOL
    reinforcements._arrive(g, subject, beside[0])
    assert g.overflow == [at(g, "Kiev")]
    again = Arrival(USSR, militia[0])
    g.units[militia[0]].at = slot_of(g.turn)
    assert not [s for s in again.candidates(g) if may_arrive(g, again, s) is None]


def test_8_2_1_units_on_a_lake_that_thaws_leave_for_two_turns() -> None:
    g = war(("Germany", "USSR"))
    lake = at(g, "E1548")  # no hex of our board is all lake: one is made
    without(g, 0)
    g.ground.terrain = [displaced.LAKE if s == lake else t for s, t in enumerate(g.ground.terrain)]
    sky(g, Weather.SNOW)
    unit = put(g, "USSR INF any", "E1548")
    displaced.leave_thawed_lakes(g)
    assert g.units.at[unit] == lake
    sky(g, Weather.FINE)
    displaced.leave_thawed_lakes(g)
    assert g.units.at[unit] == slot_of(g.turn + 2)


# --- return to base (13.4) ----------------------------------------------------------------------------------------------------


def test_13_4_2_a_commonwealth_aircraft_finds_no_bases_in_the_soviet_union_without_an_hq() -> None:
    """Foreign troops: the USSR and the Commonwealth do not work together, so its aircraft do not land there (18.2)."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USSR"))
    plane = put(g, "Commonwealth FTR any", "London")
    refused = may_base(g, plane, at(g, "Leningrad"))
    assert refused is not None and refused.rule == "18.2"
    g.units[plane].at = g.ground.sections[at(g, "Baltic Sea")][0]
    soviet = {s for s in bases(g, plane) if g.ground.country[s] == "ussr"}
    assert not soviet
    put(g, "Commonwealth HQ-I any", "Moscow")
    assert may_base(g, plane, at(g, "Leningrad")) is None


def test_13_4_2_neutral_powers_do_not_share_their_bases() -> None:
    g = war(("Germany", "Commonwealth"))
    plane = put(g, "Commonwealth FTR any", "London")
    refused = may_base(g, plane, at(g, "New York"))
    assert refused is not None and refused.rule == "13.4.2"


def test_13_4_3_b() -> None:
    """wif-13.4.3-b: five French cruisers stay in the Baltic and have Frederikshavn alone, which British troops hold: two of them
    live on, four with option 5, and Britain says which; in section 0 none may stay."""
    for ships_in_flames, room in ((False, 2), (True, 4)):
        g = war(("Germany", "Commonwealth"), ("Germany", "France"), turn="Mar/Apr 1940", ships_in_flames=ships_in_flames)
        hold(g, "Germany", "Denmark", "Norway")
        hold(g, "Commonwealth", "W0645")
        put(g, "Commonwealth INF any", "W0645")
        ships = [ship(g, "France", "CA", "any", "Baltic Sea", 2) for _ in range(4)]
        ships.append(ship(g, "France", "CL", "any", "Baltic Sea", 2))
        assert all(shelters(g, u) == [at(g, "W0645")] for u in ships)
        assert all(may_stay(g, Watch(5), u) is None for u in ships)
        gone = ships[: 5 - room]
        assert next(end_watch(g)).seat == g.seat(COMMONWEALTH)
        drive(g, end_watch(g), [f"lost u{u}" for u in gone])
        assert [u for u in ships if g.units.at[u] >= 0] == ships[5 - room :]
        low = ship(g, "France", "CA", "any", "Baltic Sea", 0)
        refused = may_stay(g, Watch(5), low)
        assert refused is not None and refused.rule == "13.4"


# --- production (13.6) --------------------------------------------------------------------------------------------------------


def sea_way(g: War, start: str, end: str, avoid: frozenset[int] = frozenset()) -> set[int]:
    """Sea areas on a shortest way between two ports."""
    before = {area: -1 for area in g.ground.seas[at(g, start)] if area not in avoid}
    ring = list(before)
    for here in ring:
        if here in g.ground.seas[at(g, end)]:
            way = {here}
            while before[here] >= 0:
                here = before[here]
                way.add(here)
            return way
        for there in g.ground.waters[here]:
            if there not in before and there not in avoid:
                before[there] = here
                ring.append(there)
    raise AssertionError("no way")


def test_13_6_1_d() -> None:
    """wif-13.6.1-d: a resource crosses the sea once: what came over one ocean and by rail does not sail over another. The
    reconstructed railway to Vladivostok is broken, so America stands for Siberia."""
    g = war(("Germany", "USA"), ("Germany", "Commonwealth"), turn="Jan/Feb 1942")
    for area in g.ground.waters:
        g.units.add(counter=NOWHERE, power=USA, country=0, points=20, at=g.ground.sections[area][0])
    west, east = sea_way(g, "Pearl Harbor", "San Francisco"), sea_way(g, "New York", "London")
    shut = frozenset(area for area in g.ground.waters if area not in west | east)
    island, harbour, london = at(g, "Pearl Harbor"), at(g, "New York"), at(g, "London")
    assert routing(g, USA, shut=shut, sources={island: 1}, wanted={harbour: 1}, hauliers=(USA,)).points == 1
    assert routing(g, USA, shut=shut, sources={harbour: 1}, wanted={london: 1}, hauliers=(USA,)).points == 1
    assert routing(g, USA, shut=shut, sources={island: 1}, wanted={london: 1}, hauliers=(USA,)).points == 0


def test_13_6_4_a() -> None:
    """wif-13.6.4-a: London takes six: two as the capital, three for its factories, one as a major port."""
    g = war(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
    london = at(g, "London")
    factories = useable_factories(g, COMMONWEALTH, london)
    assert lend_lease.intake(g, COMMONWEALTH, london) == 2 + factories + 1
    assert factories == 3
    hold(g, "Germany", "London")
    assert lend_lease.intake(g, COMMONWEALTH, london) == 0


def test_13_6_4_b() -> None:
    """wif-13.6.4-b: five convoy points carry three resources, so two build points go through at most."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1942")
    for area in g.ground.waters:
        g.units.add(counter=NOWHERE, power=USA, country=0, points=5, at=g.ground.sections[area][0])
        g.shipped = [*g.shipped, lend_lease.SHIPPED.index("sea"), area, 3]
    plan = lend_lease.shipment(g, USA, COMMONWEALTH, 6)
    assert max(plan.used("ally").values(), default=0) == 2
    g.shipped = []
    assert max(lend_lease.shipment(g, USA, COMMONWEALTH, 6).used("ally").values()) > 2


def test_13_6_4_promised_points_come_from_the_factories_that_reach_the_friend() -> None:
    """5, 13.6.4: what can be delivered is delivered, from whichever factories and stores have a way."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1942", scenario="global_war_1939")
    g.powers[USA].build_points = 40
    for area in (a for a in g.ground.waters if a in g.ground.seas[at(g, "London")]):
        g.units.add(counter=NOWHERE, power=COMMONWEALTH, country=0, points=10, at=g.ground.sections[area][0])
    hold(g, "USA", "Brest")
    g.lent = [USA, COMMONWEALTH, 0, 4]
    lend_lease.deliver_build_points(g)
    assert g.powers.build_points[COMMONWEALTH] == 0  # American factories lie beyond the ocean
    brest = at(g, "Brest")
    g.hexes[brest].saved_points, g.powers[USA].build_points = 3, 40
    lend_lease.deliver_build_points(g)
    assert (g.powers.build_points[COMMONWEALTH], g.hexes.saved_points[brest], g.powers.build_points[USA]) == (3, 0, 39)


def test_13_6_4_a_hex_takes_its_number_once_a_turn() -> None:
    """Two friends who lend over the same quays: what the first has filled is full for the second."""
    g = war(("Germany", "Commonwealth"), turn="Jan/Feb 1942", scenario="global_war_1939")
    (room,) = lend_lease.destinations(g, COMMONWEALTH)
    london = at(g, "London")
    g.shipped = [lend_lease.SHIPPED.index("taken"), london, 4]
    (left,) = lend_lease.destinations(g, COMMONWEALTH)
    assert (room[london], left[london]) == (6, 2)


def test_13_6_4_promised_points_that_cannot_travel_are_lost() -> None:
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1942")
    g.lent = [USA, COMMONWEALTH, 0, 4]
    g.powers[USA].build_points = 10
    lend_lease.deliver_build_points(g)
    assert (g.powers.build_points[USA], g.powers.build_points[COMMONWEALTH]) == (6, 0)
    for area in g.ground.waters:
        g.units.add(counter=NOWHERE, power=USA, country=0, points=20, at=g.ground.sections[area][0])
    lend_lease.deliver_build_points(g)
    assert (g.powers.build_points[USA], g.powers.build_points[COMMONWEALTH]) == (2, 4)


def test_13_6_4_c() -> None:
    """wif-13.6.4-c: a striped fighter waits in the lend lease pool until the source agrees; then its twin changes with it."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1943")
    mine = next(
        n for n, c in enumerate(g.facts.counters) if c.power == "Commonwealth" and c.lend_lease == "LL-US" and c.type == Type.FTR
    )
    word = g.facts.counters[mine].name.split()[0]
    fits = (n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type == Type.FTR and c.name.split()[0] == word)
    number = next(fits, None)
    striped = g.units.add(counter=mine, power=COMMONWEALTH, country=g.facts.nation[mine], at=LEND_LEASE_POOL).index
    refused = lend_lease.may_ask(g, COMMONWEALTH, striped)
    assert refused is not None and "designation" in refused.reason
    assert number is not None
    twin = g.units.add(counter=number, power=USA, country=g.facts.nation[number], at=FORCE_POOL).index
    assert lend_lease.may_ask(g, COMMONWEALTH, striped) is None
    drive(g, lend_lease.ask_for(g, COMMONWEALTH, striped), ["decline"])
    assert g.units.at[striped] == LEND_LEASE_POOL
    drive(g, lend_lease.ask_for(g, COMMONWEALTH, striped), ["agree"])
    assert (g.units.at[striped], g.units.at[twin]) == (FORCE_POOL, LEND_LEASE_POOL)


def mustang(where: int, *, pilots: bool = False) -> tuple[War, int, int]:
    """An American fighter in a pool and the Commonwealth's striped counter of it in the lend lease pool."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1944", pilots=pilots)
    sheets = [(n, c, c.name.split()[0]) for n, c in enumerate(g.facts.counters) if c.type == Type.FTR and c.name]
    mine, twin = next(
        (n, m) for n, c, word in sheets if c.power == "Commonwealth" and c.lend_lease == "LL-US"
        for m, other, same in sheets if other.power == "USA" and same == word
    )  # fmt: skip
    striped = g.units.add(counter=mine, power=COMMONWEALTH, country=g.facts.nation[mine], at=LEND_LEASE_POOL).index
    return g, striped, g.units.add(counter=twin, power=USA, country=g.facts.nation[twin], at=where).index


def test_13_6_4_with_pilots_the_source_may_lend_from_its_pool_of_machines() -> None:
    g, striped, twin = mustang(AIR_RESERVE, pilots=True)
    assert lend_lease.may_ask(g, COMMONWEALTH, striped) is None
    drive(g, lend_lease.ask_for(g, COMMONWEALTH, striped), ["agree"])
    assert (g.units.at[striped], g.units.at[twin]) == (FORCE_POOL, LEND_LEASE_POOL)


def test_13_6_4_the_source_takes_its_own_counter_back() -> None:
    """Once the striped counter is in a force pool it goes back to the lend lease pool; a scrapped one stays out of the game."""
    for where, after in ((FORCE_POOL, LEND_LEASE_POOL), (GONE, GONE)):
        g, striped, twin = mustang(FORCE_POOL)
        drive(g, lend_lease.ask_for(g, COMMONWEALTH, striped), ["agree"])
        g.units[striped].at = at(g, "London")
        no = lend_lease.may_take_back(g, USA, twin)
        assert no is not None and no.rule == "13.6.4" and lend_lease.given_up(g, USA) == []
        g.units[striped].at = where
        assert lend_lease.given_up(g, USA) == [twin] and lend_lease.may_take_back(g, COMMONWEALTH, twin) is not None
        g.powers[USA].build_points = 3
        drive(g, building.spend(g, USA), [f"take_back u{twin}", "done"])
        assert (g.units.at[striped], g.units.at[twin]) == (after, FORCE_POOL)


def test_11_9_d() -> None:
    """wif-11.9-d: a factory railed in Jan/Feb works again in May/Jun; only while an enemy in supply is in the country."""
    g = war(("Germany", "USSR"), turn="Jan/Feb 1942")
    act(g, "USSR", Action.LAND)
    works = [s for s in g.ground.homeland["ussr"] if g.ground.blue[s] and g.board.ids[s][0] == "E"]
    subject = Railing(USSR)
    assert rail_factories.factory_moves(g, subject) == []
    foe = put(g, "Germany INF any", "Minsk", fed=1)
    hold(g, "Germany", "Minsk")
    moves = rail_factories.factory_moves(g, subject)
    assert moves and all(here in works or g.ground.blue[here] for here, _ in moves) and g.units.at[foe] >= 0
    here, there = moves[0]
    before, rails = useable_factories(g, USSR, there), left(g, USSR, Activity.RAIL)
    lost = useable_factories(g, USSR, here)
    rail_factories.rail_factory(g, subject, (here, there))
    assert left(g, USSR, Activity.RAIL) == rails - rail_factories.factory_price(g, here, there)
    assert useable_factories(g, USSR, here) == lost - 1
    for turns, working in ((0, before), (1, before), (2, before + 1)):
        g.turn = g.first_turn + turns
        assert useable_factories(g, USSR, there) == working
    refused = rail_factories.may_rail_factory(g, subject, (here, here))
    assert refused is not None and refused.rule == "11.9"
    assert rail.MAP_ORDER == "WEAP"


# --- aircraft (14) ------------------------------------------------------------------------------------------------------------


def values(g: War, unit: int, **printed: object) -> None:
    counters = list(g.facts.counters)
    number = g.units.counter[unit]
    counters[number] = msgspec.structs.replace(counters[number], **printed)
    g.__dict__["facts"] = msgspec.structs.replace(g.facts, counters=tuple(counters))


def test_14_1_1_b() -> None:
    """wif-14.1.1-b: with range 8 and extended range a rebase over safe ground alone goes 48, else 32."""
    g = war(("Germany", "USA"), turn="Jan/Feb 1943")
    plane = put(g, "USA LND any", "New York")
    values(g, plane, range=8, marks=frozenset({"extended"}))
    far = max(rebase.rebase_reach(g, plane).values())
    assert 32 < far <= 48
    boxes = {g.ground.sections[area][1] for area in g.ground.waters}
    raiders = [n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type == Type.CA]
    for n, box in enumerate(sorted(boxes)):
        g.units.add(counter=raiders[n % len(raiders)], power=GERMANY, country=g.facts.country["germany"], at=box)
    watched = rebase.safe_reach(g, plane, 48)
    assert not any(dot in watched for area in g.ground.waters for dot in g.ground.dots[area])  # safe ground is land alone


def test_14_1_1_a() -> None:
    """wif-14.1.1-a: from Fortaleza 6 to the Amazon, 6 to Liberia, 18 along Africa to the Sahara, 6 to Cape St Vincent, 6 to
    Mogador and 2 to Marrakech: 44. Past the Cape our board has a shorter way; three times the
    extended range is enough, twice is not."""
    g = war(("Germany", "USA"), turn="Jan/Feb 1943")
    fortaleza, marrakech = at(g, "Fortaleza"), at(g, "Marrakech")
    cost = flying_reach(g, {fortaleza: 0}, 60)
    dots = {g.board.label(s): n for s, n in cost.items() if "dot" in g.board.label(s)}
    legs = ("Liberia", "Guinea", "islands", "Sahara")
    assert [dots[f"Cape Verde dot, {name}"] for name in legs] == [12, 18, 24, 30]
    assert dots["Cape St Vincent dot"] == 36
    cape = next(s for s in cost if g.board.label(s) == "Cape St Vincent dot")
    onward = flying_reach(g, {cape: 0}, 20)
    assert onward[at(g, "Mogador")] == 6 and dots["Cape St Vincent dot"] + onward[marrakech] == 44
    assert 36 < cost[marrakech] <= 44
    plane = put(g, "USA LND any", "Fortaleza")
    values(g, plane, range=8, marks=frozenset({"extended"}))
    hold(g, "USA", "Morocco")
    assert 2 * 2 * 8 < cost[marrakech] <= 3 * 2 * 8
    assert marrakech in rebase.rebase_reach(g, plane)
    at_sea(g, "Cape St. Vincent", 2, ship(g, "Germany", "CA", "any"))
    assert marrakech not in rebase.rebase_reach(g, plane)


def test_14_1_1_extended_range_halves_the_factors() -> None:
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.AIR)
    bomber = put(g, "Germany LND any", "Warsaw")
    values(g, bomber, range=4, tactical=5, strategic=4, marks=frozenset({"extended"}))
    assert may_extend(g, bomber) and outward_range(g, bomber, BOMBER) == 8
    for name in ("Minsk",):
        put(g, "USSR INF any", name)
    target = at(g, "Minsk")
    cost = flying_reach(g, {at(g, "Warsaw"): 0}, 20)[target]
    assert 4 < cost <= 8
    subject = Flight(GERMANY, "ground strike", BOMBER)
    assert (bomber, target) in flights(g, subject)
    send(g, subject, (bomber, target))
    assert g.units.extended[bomber] == 1 and bomb_factors(g, bomber) == Fraction(5, 2)
    assert tactical_factors(g, bomber, target) <= Fraction(5, 2)
    values(g, bomber, marks=frozenset())
    assert outward_range(g, bomber, BOMBER) == 4


def med() -> tuple[War, list[list[Plane]], Sides]:
    """14.3.3: the Beaufighter and two carriers against a G.50 and two bombers, as planes with the ratings of the text."""
    g = war(("Italy", "Commonwealth"), turn="Sep/Oct 1941")
    area = "Eastern Mediterranean"
    cvs = [ship(g, "Commonwealth", "CV", "any", area, 3) for _ in range(2)]
    beaufighter, beaufort = put(g, "Commonwealth FTR any", "Alexandria"), put(g, "Commonwealth NAV any", "Alexandria")
    g50, ca314, sm79 = put(g, "Italy FTR any", "Rome"), put(g, "Italy LND any", "Rome"), put(g, "Italy NAV any", "Rome")
    for u, section in ((beaufighter, 0), (beaufort, 0), (g50, 0), (ca314, 0), (sm79, 0)):
        g.units[u].at = g.ground.sections[at(g, area)][section]
    british = [
        Plane(beaufighter, 6, 0, True, False), Plane(cvs[0], 5, 0, True, True),
        Plane(cvs[1], 1, 2, False, True), Plane(beaufort, 2, 3, False, False),
    ]  # fmt: skip
    italian = [Plane(g50, 4, 0, True, False), Plane(ca314, 2, 1, False, False), Plane(sm79, 3, 3, False, False)]
    return g, [italian, british], Sides(at(g, area), ALLIES)


def test_14_3_2_a_and_b() -> None:
    """wif-14.3.2-a, wif-14.3.2-b: one carrier fights, one bombs; 6.5 against 4 is +3 and -2."""
    g, planes, _ = med()
    assert [p.fighter for p in planes[ALLIES] if p.carrier] == [True, False]
    assert sea_air.strength(g, planes[ALLIES]) == Fraction(13, 2) and sea_air.strength(g, planes[AXIS]) == 4
    assert sea_air.air_value(g, planes, ALLIES, [0, 0]) == 3 and sea_air.air_value(g, planes, AXIS, [0, 0]) == -2


def test_14_3_2_d_and_e() -> None:
    """wif-14.3.2-d, wif-14.3.2-e: against a front bomber of 2 it is +5 and -4; carrier planes of 5 against 3 are +2 and -2."""
    g, planes, _ = med()
    second = [[p for p in planes[AXIS] if not p.fighter], [p for p in planes[ALLIES] if p.fighter]]
    assert sea_air.air_value(g, second, ALLIES, [0, 0]) == 5 and sea_air.air_value(g, second, AXIS, [0, 0]) == -4
    third = [[planes[AXIS][2]], [planes[ALLIES][1]]]
    assert sea_air.air_value(g, third, ALLIES, [0, 0]) == 2 and sea_air.air_value(g, third, AXIS, [0, 0]) == -2


def test_14_3_3_results_of_the_example() -> None:
    """wif-14.3.3-a, wif-14.3.3-c, wif-14.3.3-d, wif-14.3.3-e, wif-14.3.3-f: what the rolls of the example give on the chart."""
    g = war()
    chart = g.charts.air_to_air
    for value, roll, code in ((-2, 6, "DA"), (-4, 16, "AA"), (5, 10, "AC"), (-2, 4, "DX"), (2, 9, "-"), (3, 18, "AX")):
        assert chart[chart.column(value), roll].code == code


def test_14_3_3_the_whole_battle_of_the_example() -> None:
    """wif-14.3.2-c, wif-14.3.2-f: the rounds of the example with its dice: the Audacious is driven off, the G.50 shot down, the
    Beaufort through; the Beaufighter driven off, a bomber cleared; the Gibraltar loses its planes, the last bomber is through."""
    g, planes, sides = med()
    beaufighter, gibraltar, audacious, beaufort = planes[ALLIES]
    g50, ca314, sm79 = planes[AXIS]
    got: list[list[list[Plane]]] = []

    def run():  # type: ignore[no-untyped-def]
        got.append((yield from sea_air.dogfight(g, sides, planes, [0, 0], ["italy", "commonwealth"])))

    answers = [
        "ready", "ready", f"falls u{audacious.unit}", f"falls u{g50.unit}", "fight_on", "fight_on",
        "land " + g.board.token(at(g, "Alexandria")), f"falls u{ca314.unit}", "fight_on", "fight_on",
    ]  # fmt: skip
    drive(g, run(), answers, dice=[3, 3, 9, 9, 8, 8, 5, 5, 2, 2, 4, 5])
    assert isinstance(g.dice, FixedDice) and not g.dice.values  # the last carrier plane fires back though it is lost
    assert g.units.down[audacious.unit] and g.units.at[g50.unit] == FORCE_POOL
    assert g.units.down[beaufighter.unit] and g.ground.land[g.units.at[beaufighter.unit]]
    assert g.units.no_planes[gibraltar.unit] and g.units.down[gibraltar.unit]
    assert got[0][ALLIES] == [beaufort] and {p.unit for p in got[0][AXIS]} == {ca314.unit, sm79.unit}


# --- air transport and supply (11.11, 11.17.1) ----------------------------------------------------------------------------------


def airlift() -> tuple[War, int, int]:
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.LAND)
    atr, para = put(g, "Germany ATR any", "Berlin"), put(g, "Germany PARA any", "Berlin")
    return g, atr, para


def test_11_11_a_unit_is_carried_to_a_friendly_hex_and_set_down() -> None:
    """It counts a land move and an air mission; the ATR turns face-down, the cargo stays face-up."""
    g, atr, para = airlift()
    target = next(s for s in air_transport.transport_targets(g, GERMANY) if g.ground.city[s])
    subject = Flight(GERMANY, "air transport", BOMBER)
    before = g.powers.air[GERMANY]
    assert (atr, target) in flights(g, subject)
    send(g, subject, (atr, target))
    drive(g, air_transport.take_cargo(g, atr), [f"carry u{para}"])
    assert g.units.aboard[para] == atr and g.powers.land[GERMANY] == 1 and g.powers.air[GERMANY] == before + 1
    g.units[atr].mission = CLEARED
    drive(g, air_transport.deliver(g, target, 0), [f"unload u{para}"])
    assert (g.units.at[para], g.units.aboard[para], g.units.down[para]) == (target, NOWHERE, 0)
    assert g.units.down[atr] and g.units.mission[atr] == GROUNDED


def test_11_11_cargo_comes_back_with_its_transport() -> None:
    g, atr, para = airlift()
    target = next(s for s in air_transport.transport_targets(g, GERMANY) if g.ground.city[s])
    send(g, Flight(GERMANY, "air transport", BOMBER), (atr, target))
    drive(g, air_transport.take_cargo(g, atr), [f"carry u{para}"])
    g.units[atr].mission = CLEARED
    home = g.board.token(at(g, "Berlin"))
    drive(g, air_transport.deliver(g, target, 0), ["keep_aboard", f"land {home}"])
    assert (g.units.at[para], g.units.aboard[para]) == (at(g, "Berlin"), NOWHERE) and g.units.down[atr]


def test_11_11_a_transport_met_at_its_base_aborts_there() -> None:
    """14.3.3: back at Berlin with its cargo it is driven off: both are face-down in Berlin, though other bases are near."""
    g, atr, para = airlift()
    berlin = at(g, "Berlin")
    g.units[para].aboard, row = atr, g.units[atr]
    row.mission, row.base, row.over = BOMBER, berlin, berlin
    assert homeward.bases(g, atr) == [berlin]
    g.units[para].aboard = NOWHERE
    assert len(homeward.bases(g, atr)) > 1
    g.units[para].aboard = atr
    drive(g, air_combat.suffer(g, atr, AirResult("AA")))
    assert {g.units.at[u] for u in (atr, para)} == {berlin} and g.units.down[atr] and g.units.down[para]


def test_11_11_who_does_not_fly() -> None:
    """No INF, nobody face-down, and only transports carry."""
    g, atr, para = airlift()
    foot, fighter = put(g, "Germany INF any", "Berlin"), put(g, "Germany FTR any", "Berlin")
    refused = air_transport.may_ride(g, atr, foot, at(g, "Berlin"))
    assert refused is not None and refused.rule == "11.11"
    g.units[para].down = 1
    assert air_transport.may_ride(g, atr, para, at(g, "Berlin")) is not None
    assert air_transport.is_transport_aircraft(g, fighter) is not None


def test_11_17_1_air_supply_gives_a_point_to_units_of_the_hex() -> None:
    """In a land action one point turns a land unit up; the ATR itself is not reorganised in the step it flew in."""
    g, atr, _ = airlift()
    foot, far = put(g, "Germany INF any", "Warsaw", down=1), put(g, "Germany INF any", "Hamburg", down=1)
    target = at(g, "Warsaw")
    assert target in air_transport.supply_targets(g, GERMANY)
    g.units[atr].mission, g.units[atr].over, g.units[atr].at = CLEARED, target, target
    drive(g, air_transport.drop_supplies(g, target, 0))
    g.units[atr].mission, g.units[atr].over, g.units[atr].at, g.units[atr].down = GROUNDED, NOWHERE, at(g, "Berlin"), 1
    subject = Reorganising(GERMANY)
    assert may_turn_up(g, subject, foot) is None and may_turn_up(g, subject, far) is not None
    assert atr not in face_down(g, GERMANY)


def test_11_17_4_escorts_of_an_air_supply_are_not_reorganised_in_that_step() -> None:
    g, atr, _ = airlift()
    put(g, "Germany INF any", "Warsaw", down=1)
    escort = put(g, "Germany FTR any", "Konigsberg")
    values(g, escort, range=8)
    values(g, atr, range=12)
    other = put(g, "Germany FTR any", "Hamburg", down=1)
    send(g, Flight(GERMANY, "air supply", BOMBER), (atr, at(g, "Warsaw")))
    send(g, Flight(GERMANY, "air supply", ESCORT), (escort, at(g, "Warsaw")))
    for u in (atr, escort):
        g.units[u].at, g.units[u].mission, g.units[u].over, g.units[u].down = at(g, "Berlin"), GROUNDED, NOWHERE, 1
    assert other in face_down(g, GERMANY) and not {atr, escort} & set(face_down(g, GERMANY))


def test_11_16_aircraft_leave_a_transport_at_sea() -> None:
    """They fly to a friendly coast with a port, both of two small ones; the TRS turns face-down at the end of the step."""
    g = war(("Germany", "Commonwealth"), carrier_planes=True)
    act(g, "Commonwealth", Action.AIR)
    trs = ship(g, "Commonwealth", "TRS", "any", "North Sea", 1)
    planes = [put(g, "Commonwealth CVP any", "London", aboard=trs) for _ in range(2)]
    for u in planes:
        g.units[u].at = g.units.at[trs]
        assert rebase.may_take(g, rebase.Rebasing(COMMONWEALTH), u) is None and at(g, "London") in rebase.ashore(g, u)
    london = g.board.token(at(g, "London"))
    drive(g, rebase.rebase_aircraft(g), [word for u in planes for word in (f"rebase u{u}", f"base {london}")])
    assert [(g.units.at[u], g.units.aboard[u], g.units.down[u]) for u in planes] == [(at(g, "London"), NOWHERE, 0)] * 2
    assert g.units.down[trs]
    g.units[planes[0]].aboard, g.units[planes[0]].at, g.units[planes[0]].moved = trs, g.units.at[trs], 0
    refused = rebase.may_take(g, rebase.Rebasing(COMMONWEALTH), planes[0])
    assert refused is not None and refused.rule == "11.16"


def test_11_3_reach_is_the_cheapest_step_before_a_sea() -> None:
    """The table of steps before the seas gives what trying every step gives."""
    g = war()
    for base in ("London", "Tokyo", "Moscow"):
        reach = flying_reach(g, {at(g, base): 0}, 9)
        found = sea_reach(g, at(g, base), 9)
        for area, dots in g.ground.dots.items():
            steps = [reach[a] + _step(g, a, dot) for dot in dots for a, _ in g.board.neighbours[dot] if a in reach]
            least = min(steps, default=99)
            if dots:
                assert found.get(area) == (least if least <= 9 else None)
