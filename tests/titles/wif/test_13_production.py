"""13.6.1-13.6.3, 13.6.5: resources and their ways, factories, multiples, build points, and what they buy."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, JAPAN, POWER_INDEX, USA, USSR
from grognard.titles.wif.ground import RAIL
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules import building, production, resources
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import (
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    NOWHERE,
    REPAIR_POOL,
    War,
    slot_of,
)

from .field import align, at, drive, hold, named, put, war


def convoys(g: War, power: str, area: str, points: int, section: int = 0) -> int:
    """Convoy points of a power in a sea area."""
    row = g.units.add(counter=NOWHERE, power=POWER_INDEX[power], country=0, points=points)
    row.at = g.ground.sections[at(g, area)][section]
    return row.index


def pooled(g: War, power: str, kind: Type, count: int = 3, pool: int = FORCE_POOL) -> list[int]:
    """Counters of a type in a pool."""
    numbers = [n for n, c in enumerate(g.facts.counters) if c.power == power and c.type == kind and not c.division][:count]
    return [g.units.add(counter=n, at=pool, power=POWER_INDEX[power], country=max(g.facts.nation[n], 0)).index for n in numbers]


# --- resources (13.6.1) -------------------------------------------------------------------------------------------------------


def test_13_6_1_b() -> None:
    """wif-13.6.1-b: cut off with three resources, Dnepropetrovsk makes two production points in its two factories, one in one.

    The railway between the two towns runs through E1331 on our board."""
    g = war(("Germany", "USSR"))
    keep = [at(g, name) for name in ("Dnepropetrovsk", "Krivoy Rog", "E1430", "E1331")]
    for s in range(g.board.size):
        if resources.powers_by_hex(g)[s] == USSR and s not in keep:
            g.hexes[s].controller = g.facts.country["germany"]
    found = resources.routing(g, USSR)
    assert (found.factories, found.resources) == ({keep[0]: 2}, {keep[1]: 3})
    assert found.points == 2
    assert "has no more" not in found.haul.why(("factory", keep[0]))


def test_13_6_1_only_controlled_resources_count() -> None:
    g = war(("Germany", "USSR"))
    before = sum(resources.resource_hexes(g, USSR).values())
    oil = next(s for s in resources.resource_hexes(g, USSR) if g.ground.oil[s])
    g.hexes[oil].oil_lost = 1
    assert sum(resources.resource_hexes(g, USSR).values()) == before - 1
    g.hexes[oil].controller, g.hexes[oil].oil_lost = g.facts.country["germany"], 0
    assert oil not in resources.resource_hexes(g, USSR)
    assert oil in resources.resource_hexes(g, GERMANY)


def test_13_6_1_e() -> None:
    """wif-13.6.1-e: six resources go through two seas; the China Sea has five convoy points left, so five arrive."""
    g = war(("Japan", "USA"), turn="Jan/Feb 1943", scenario="guadalcanal_1942")
    for s in resources.resource_hexes(g, JAPAN):
        g.hexes[s].oil_lost = g.ground.oil[s]
    home = resources.routing(g, JAPAN).points
    hold(g, "Japan", "Malaya", "Netherlands East Indies")
    abroad = ("malaya", "netherlands_east_indies")
    far = sum(n for s, n in resources.resource_hexes(g, JAPAN).items() if g.ground.country[s] in abroad)
    free = sum(resources.factory_hexes(g, JAPAN).values()) - home
    assert min(far, free) >= 3
    convoys(g, "Japan", "South China Sea", 10)
    assert resources.routing(g, JAPAN).points == home, "the chain ends in the South China Sea"
    heap = convoys(g, "Japan", "China Sea", 2)
    few = resources.routing(g, JAPAN)
    assert few.points == home + 2
    lost = next(s for s, n in few.factories.items() if few.haul.arrived["factory", s] < n)
    assert "China Sea" in few.haul.why(("factory", lost), {n: g.board.label(n[1]) for n in few.haul.names})
    g.units[heap].points = 10
    assert resources.routing(g, JAPAN).points >= home + 3


def test_13_6_1_convoys_of_a_friend_carry_too() -> None:
    """Those of another active power of the side do, those of the enemy and of a neutral do not."""
    g = war(("Germany", "Commonwealth"), turn="Sep/Oct 1940")
    base = resources.routing(g, COMMONWEALTH).points
    seas = list(g.ground.waters)
    for area in seas:
        g.units.add(counter=NOWHERE, power=USA, country=0, points=20, at=g.ground.sections[area][0])
    assert resources.routing(g, COMMONWEALTH).points == base, "the USA is neutral"
    g.powers[USA].plays = 1
    production.powers_of(g, 1)
    g.powers[USA].status = 1
    assert resources.routing(g, COMMONWEALTH).points > base


def test_13_6_1_a_minor_port_ships_five() -> None:
    g = war(("Germany", "Commonwealth"), turn="Sep/Oct 1940")
    for area in g.ground.waters:
        g.units.add(counter=NOWHERE, power=COMMONWEALTH, country=0, points=40, at=g.ground.sections[area][0])
    found = resources.routing(g, COMMONWEALTH)
    minor = {s: n for what in ("out", "in") for s, n in found.used(what).items() if g.ground.port[s] != 2}
    assert minor and max(minor.values()) <= 5


def test_13_6_1_goods_pass_soviet_land_only_when_it_fights_germany() -> None:
    g = war(("Germany", "Commonwealth"), turn="Sep/Oct 1940")
    g.powers[USSR].plays, g.powers[USSR].status = 1, 1
    moscow = at(g, "Moscow")
    assert not resources.open_to_goods(g, COMMONWEALTH)[moscow]
    production.note_american_wars(g)
    g.powers[USSR].wars |= 1 << GERMANY
    g.powers[GERMANY].wars |= 1 << USSR
    assert resources.open_to_goods(g, COMMONWEALTH)[moscow]


def test_13_6_1_an_enemy_zone_stops_trains_where_no_friend_stands() -> None:
    """A resource in an enemy zone of control leaves its hex only with a friendly land unit there."""
    g = war(("Germany", "USSR"))
    site = at(g, "Krivoy Rog")
    works = resources.factory_hexes(g, USSR)
    assert resources.Destinations(resources.rail_lines(g, USSR), works).from_(site)
    tracks = {b for b, bits in g.ground.steps[site] if bits & RAIL}
    for s in [b for b, _ in g.ground.steps[site] if b not in tracks]:
        if not {b for b, _ in g.ground.steps[s]} >= tracks:
            put(g, "Germany INF any", g.board.token(s))
            break
    assert in_enemy_zone(g, site, 1)
    assert not resources.Destinations(resources.rail_lines(g, USSR), works).from_(site)
    put(g, "USSR INF any", g.board.token(site))
    assert resources.Destinations(resources.rail_lines(g, USSR), works).from_(site)


# --- factories (13.6.2) -------------------------------------------------------------------------------------------------------


def test_13_6_2_a() -> None:
    """wif-13.6.2-a: Dortmund has a blue and a red factory: three resources make two production points there."""
    g = war(("Germany", "USSR"))
    dortmund = at(g, "Dortmund")
    assert (g.ground.blue[dortmund], g.ground.red[dortmund]) == (1, 1)
    assert resources.useable_factories(g, GERMANY, dortmund) == 2
    assert resources.routing(g, GERMANY).haul.wants["factory", dortmund] == 2


def test_13_6_2_blue_factories_work_at_home_and_in_aligned_countries() -> None:
    """A conqueror uses the red ones only."""
    g = war(("Germany", "USSR"))
    dortmund = at(g, "Dortmund")
    g.hexes[dortmund].controller = g.facts.country["ussr"]
    assert resources.useable_factories(g, USSR, dortmund) == 1
    assert resources.useable_factories(g, GERMANY, dortmund) == 0
    rotterdam = at(g, "Rotterdam")
    assert resources.useable_factories(g, GERMANY, rotterdam) == 0
    align(g, "netherlands", "Germany")
    assert resources.useable_factories(g, GERMANY, rotterdam) == g.ground.blue[rotterdam] + g.ground.red[rotterdam] > 0


# --- multiples and bonuses (13.6.3) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("multiple", "points"), [(Fraction(5, 4), 26), (Fraction(3, 2), 32)])
def test_2_6_build_points_are_rounded(multiple: Fraction, points: int) -> None:
    """wif-2.6: 21 production points are 26 at 1.25 and 32 at 1.5."""
    assert production.rounded(21 * multiple) == points


def test_13_6_3_a() -> None:
    """wif-13.6.3-a: 1 with the war on Japan, 1.25 at war with every active Axis power, 1.5 in 1943, 1.75 in 1944."""
    g = war(("Japan", "USA"), turn="Nov/Dec 1941", scenario="guadalcanal_1942")
    for name in ("Germany", "Italy", "Commonwealth"):
        g.powers[POWER_INDEX[name]].plays = g.powers[POWER_INDEX[name]].status = 1
    g.entry_options = [22, 34]
    production.note_american_wars(g)
    assert production.multiple(g, USA) == 1
    for foe in (GERMANY, JAPAN):
        g.powers[USA].wars |= 1 << foe
        g.powers[foe].wars |= 1 << USA
    g.turn += 2
    production.note_american_wars(g)
    assert production.multiple(g, USA) == 1, "Italy is still to be fought"
    g.powers[POWER_INDEX["Italy"]].status = 0
    production.note_american_wars(g)
    assert production.multiple(g, USA) == Fraction(5, 4)
    g.powers[POWER_INDEX["Italy"]].status = 1
    for year, expected in ((1943, Fraction(3, 2)), (1944, Fraction(7, 4))):
        g.turn = (year - 1936) * 6
        production.note_american_wars(g)
        assert production.multiple(g, USA) == expected


def test_13_6_3_soviet_mobilisation() -> None:
    g = war(("Germany", "Commonwealth"), turn="May/Jun 1941")
    plain = production.multiple(g, USSR)
    h = war(("Germany", "USSR"), turn="May/Jun 1941")
    assert production.multiple(h, USSR) == plain  # the USSR itself declared that war
    h.powers[GERMANY].declared = 1 << USSR
    assert production.multiple(h, USSR) == plain + Fraction(1, 4)
    g.turn = (1942 - 1936) * 6
    assert production.multiple(g, USSR) == g.charts.multiples["USSR"][1942] + Fraction(1, 4)


def test_13_6_3_b_and_c() -> None:
    """wif-13.6.3-b, wif-13.6.3-c: supplied corps at home count, divisions, minors, aircraft and units abroad do not."""
    g = war(("Germany", "USSR"), ("Japan", "Commonwealth"))
    corps = put(g, "USSR MIL any", "Minsk")
    minsk = at(g, "Minsk")
    assert production.earns_bonus(g, corps, minsk, supplied=True) is None
    refusal = production.earns_bonus(g, corps, minsk, supplied=False)
    assert refusal is not None and "supply" in refusal.reason
    plane = put(g, "USSR FTR any", "Minsk")
    assert production.earns_bonus(g, plane, minsk, supplied=True) is not None
    abroad = put(g, "USSR INF any", "Warsaw")
    assert production.earns_bonus(g, abroad, at(g, "Warsaw"), supplied=True) is not None
    align(g, "rumania", "Germany")
    minor = put(g, "Rumania INF any", "Bucharest")
    refusal = production.earns_bonus(g, minor, at(g, "Bucharest"), supplied=True)
    assert refusal is not None and "minor" in refusal.reason
    indian = next(n for n, c in enumerate(g.facts.counters) if c.home == "IND" and c.type == Type.INF and not c.division)
    unit = g.units.add(counter=indian, power=COMMONWEALTH, country=g.facts.country["india"], at=at(g, "Sydney")).index
    assert production.earns_bonus(g, unit, at(g, "Sydney"), supplied=True) is None
    assert production.earns_bonus(g, unit, at(g, "Rangoon"), supplied=True) is not None


def test_13_6_3_bombed_factories_make_less() -> None:
    g = war(("Germany", "USSR"))
    whole = production.build_points(g, GERMANY, 12)
    g.hexes[at(g, "Dortmund")].bombed = 2
    assert production.build_points(g, GERMANY, 12) == production.rounded(10 * production.multiple(g, GERMANY)) <= whole
    g.powers[GERMANY].bonus = 3
    assert production.build_points(g, GERMANY, 12) == production.rounded(10 * production.multiple(g, GERMANY)) + 3


# --- building (13.6.5) --------------------------------------------------------------------------------------------------------


def test_13_6_5_a() -> None:
    """wif-13.6.5-a: in Jan/Feb 1940 a neutral power scraps what is dated 1936 or earlier, an active one 1937."""
    for enemies, newest in (((("Germany", "Commonwealth"),), 1937), ((("Japan", "China"),), 1936)):
        g = war(*enemies, turn="Jan/Feb 1940")
        for unit in pooled(g, "Germany", Type.LND, 40):
            year = g.units[unit].sheet.year
            refusal = building.may_scrap(g, Purse(GERMANY, 0), unit)
            assert (refusal is None) == bool(year and year <= newest), year


def test_13_6_5_c() -> None:
    """wif-13.6.5-c: five convoy points cost five build points and take four turns; in lots of five without option 5."""
    g = war(("Germany", "Commonwealth"), turn="Sep/Oct 1940", ships_in_flames=False)
    convoys(g, "Commonwealth", "North Sea", 5)
    g.powers[COMMONWEALTH].build_points = 7
    assert building.convoy_lots(g, Purse(COMMONWEALTH, 7)) == [5]
    refusal = building.may_build_convoys(g, Purse(COMMONWEALTH, 7), 3)
    assert refusal is not None and refusal.rule == "13.6.5"
    drive(g, building.spend(g, COMMONWEALTH), ["build_convoys 5"])
    built = units_at(g, slot_of(g.turn + 4))
    assert [g.units.points[u] for u in built] == [5]
    assert g.powers.build_points[COMMONWEALTH] == 0  # what is left over is lost


def test_13_6_5_d() -> None:
    """wif-13.6.5-d: with option 5 and without carrier planes the Essex costs 3/4, the Independence 2/4."""
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", ships_in_flames=True)
    costs = {}
    for name in ("Essex", "Independence"):
        sheet = next(c for c in g.facts.counters if c.power == "USA" and c.name == name and c.type in (Type.CV, Type.CVL))
        costs[name] = (building.first_cost(g, sheet), building.second_cost(g, sheet))
    assert costs == {"Essex": (3, 4), "Independence": (2, 4)}


def test_13_6_5_f() -> None:
    """wif-13.6.5-f: damaged and without planes the Graf Zeppelin costs 6 to repair, in two turns."""
    g = war(("Germany", "Commonwealth"), ships_in_flames=False)
    ship = named(g, "Germany", "Graf Zeppelin", "Kiel", damaged=1, no_planes=1)
    g.units[ship].at = REPAIR_POOL
    price = building.repair_cost(g, ship)
    assert price == 2 * building.first_cost(g, g.units[ship].sheet)
    g.powers[GERMANY].build_points = price
    drive(g, building.spend(g, GERMANY), [f"repair u{ship}"])
    assert (g.units.at[ship], g.units.damaged[ship], g.units.no_planes[ship]) == (slot_of(g.turn + 2), 0, 0)


def test_13_6_5_i() -> None:
    """wif-13.6.5-i: an ARM built in Sep/Oct 1941 comes in May/Jun 1942, drawn by chance from those of its cost."""
    g = war(("Germany", "USSR"), turn="Sep/Oct 1941")
    tanks = pooled(g, "Germany", Type.ARM, 3)
    g.powers[GERMANY].build_points = 6
    drive(g, building.spend(g, GERMANY), ["build ARM 6"], dice=[tanks[1]])
    assert [g.units.at[u] for u in tanks] == [FORCE_POOL, slot_of(g.turn + 4), FORCE_POOL]
    assert slot_of(g.turn + 4) == slot_of((1942 - 1936) * 6 + 2)


def test_13_6_5_what_one_cannot_pay_is_not_built() -> None:
    g = war(("Germany", "USSR"), turn="Sep/Oct 1941")
    pooled(g, "Germany", Type.ARM, 1)
    purse = Purse(GERMANY, 5)
    assert building.may_build(g, Purse(GERMANY, 6), ("ARM", 6)) is None
    for wanted, words in ((("ARM", 6), "costs 6"), (("INF", 3), "force pools")):
        refusal = building.may_build(g, purse, wanted)
        assert refusal is not None and words in refusal.reason


def test_13_6_5_a_ship_is_built_in_two_cycles() -> None:
    """First a hull on the circle, then out of the construction pool for its second cost."""
    g = war(("Germany", "Commonwealth"), turn="Sep/Oct 1940")
    ship = pooled(g, "Germany", Type.BB, 1)[0]
    sheet = g.units[ship].sheet
    cost = building.first_cost(g, sheet)
    g.powers[GERMANY].build_points = cost
    drive(g, building.spend(g, GERMANY), [f"build BB {cost}"], dice=[ship])
    assert (g.units.at[ship], g.units.cycle[ship]) == (slot_of(g.turn + sheet.turns), building.HULL)
    g.units[ship].at = CONSTRUCTION_POOL
    refusal = building.may_finish(g, Purse(GERMANY, 0), ship)
    assert refusal is not None and refusal.rule == "13.6.5"
    g.powers[GERMANY].build_points = building.second_cost(g, sheet)
    drive(g, building.spend(g, GERMANY), [f"finish u{ship}"])
    assert (g.units.at[ship], g.units.cycle[ship]) == (slot_of(g.turn + sheet.turns), building.FITTING_OUT)


def test_13_6_5_scrapped_counters_never_return() -> None:
    g = war(("Germany", "Commonwealth"), turn="Jan/Feb 1945")
    planes = pooled(g, "Germany", Type.FTR, 30)
    old = next(u for u in planes if building.may_scrap(g, Purse(GERMANY, 1), u) is None)
    g.powers[GERMANY].build_points = 9
    drive(g, building.spend(g, GERMANY), [f"scrap u{old}", "done"])
    assert g.units.at[old] == GONE


def test_13_6_short_scenarios_give_build_points() -> None:
    """Barbarossa has no production: Germany and the USSR have the points of its file, with the bonus for lost corps."""
    g = war(("Germany", "USSR"), turn="Sep/Oct 1941")
    pooled(g, "Germany", Type.INF, 2)
    g.power, g.powers[GERMANY].bonus = GERMANY, 2
    assert drive(g, production.count_build_points(g)) == []
    prompts = drive(g, production.produce(g), ["done"])
    assert len(prompts) == 1
    assert (g.powers.bonus[GERMANY], g.powers.build_points[GERMANY], g.powers.produced[GERMANY]) == (0, 0, 1)


def test_13_6_1_the_player_may_keep_out_of_a_sea() -> None:
    """Goods are sent round a sea area he shuts, or stay away where there is no way round."""
    g = war(("Germany", "Commonwealth"), turn="Sep/Oct 1940")
    for area in g.ground.waters:
        g.units.add(counter=NOWHERE, power=COMMONWEALTH, country=0, points=40, at=g.ground.sections[area][0])
    best = production.plan_for(g, COMMONWEALTH)
    area = max(best.used("sea"), key=lambda a: best.used("sea")[a])
    other = production.plan_for(g, COMMONWEALTH, frozenset({area}))
    assert area not in other.used("sea") and other.points <= best.points
    flow = production.ship_resources(g, COMMONWEALTH)
    token = g.board.token(area)
    drive(g, flow, [f"avoid {token}", "send"])
    assert area not in g.shipped[1::3]


def test_13_6_5_a_carrier_in_port_gets_new_planes_in_two_turns() -> None:
    """In a major port or at home, not at sea nor in an ally's port, and only a carrier that lost its planes."""
    g = war(("Germany", "Commonwealth"))
    ship = named(g, "Germany", "Graf Zeppelin", "Kiel")
    purse = Purse(GERMANY, 9)
    assert building.may_repair(g, purse, ship) is not None
    g.units[ship].no_planes = 1
    assert building.may_repair(g, purse, ship) is None
    for elsewhere in (g.ground.sections[at(g, "North Sea")][1], at(g, "Taranto")):
        g.units[ship].at = elsewhere
        assert building.may_repair(g, purse, ship) is not None
    g.units[ship].at = at(g, "Kiel")
    g.powers[GERMANY].build_points = building.first_cost(g, g.units[ship].sheet)
    drive(g, building.spend(g, GERMANY), [f"repair u{ship}"])
    assert g.powers[GERMANY].build_points == 0
    assert g.units.at[ship] == slot_of(g.turn + 2) and not g.units.no_planes[ship]


def test_13_6_5_convoy_points_belong_to_the_home_country_of_their_power() -> None:
    """Not to the minor country whose unit happens to stand first in the list."""
    g = war(("Germany", "USSR"), ("Germany", "Commonwealth"))
    g.units.add(counter=NOWHERE, power=GERMANY, country=g.facts.country["rumania"], points=1, at=at(g, "Kiel"))
    g.powers[GERMANY].build_points = 5
    building.build_convoys(g, Purse(GERMANY, 5), 5)
    assert g.units.country[len(g.units) - 1] == g.facts.country["germany"]
