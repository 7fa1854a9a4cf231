"""4.2.2, 13.6.6, 13.6.7, 13.8, 22.9: facilities and fortifications (option 32), factories destroyed and repaired (option 33)."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA, USSR
from grognard.titles.wif.ground import ALL_SEA, ALPINE, CLEAR, LAKE, RAIL, ROAD, STRAITS, SWAMP
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules.bombardment import bombing_targets
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.facilities import (
    Facing,
    Scorching,
    Site,
    bomb,
    facings,
    fire_back,
    found,
    may_build_facility,
    may_found,
    may_offer,
    may_place,
    may_repair_factory,
    may_scorch,
    open_works,
    raze,
    repair_factory,
    scorch,
)
from grognard.titles.wif.rules.forts import coastal_value, is_fortified
from grognard.titles.wif.rules.land_attack import Declaring, join_attack, may_attack
from grognard.titles.wif.rules.land_odds import Fight, die_modifiers, fight
from grognard.titles.wif.rules.land_steps import may_enter
from grognard.titles.wif.rules.land_strength import attack_factors
from grognard.titles.wif.rules.lend_lease import shipment
from grognard.titles.wif.rules.railways import A_RAILWAY, A_ROAD, break_rails, links, may_lay, on_railway, road_cost, work_price
from grognard.titles.wif.rules.resources import BY_ROAD, SHIPPED, resource_hexes, routing, standing
from grognard.titles.wif.rules.roads import (
    Roadwork,
    begin_road,
    drill,
    may_begin_road,
    may_drill,
    may_place_road,
    may_repair_rails,
    repair_rails,
)
from grognard.titles.wif.rules.trade import oil_at
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import FORCE_POOL, War, slot_of

from .field import act, at, beside, drive, hold, put, war
from .test_22_divisions import corps
from .test_22_territorials import opening

ISLES = frozenset(("philippines", "nei", "solomon_is", "caroline_is", "british_north_borneo", "new_britain", "palau_is"))


def world() -> War:
    g = war(("Germany", "France"), facilities=True, destruction=True, scenario="global_war_1939", turn="Sep/Oct 1939")
    g.powers[FRANCE].plays = g.powers[GERMANY].plays = 1
    return g


def test_4_2_2_a() -> None:
    """wif-4.2.2-a: a fort of two hexsides added to one in Paris makes three, and the first hexside stays."""
    g = world()
    first, second = corps(g, "X200", None), corps(g, "X201", None)
    paris = at(g, "Paris")
    one = facings(g, Facing(first, paris))[0]
    g.units[first].at, g.units[first].sides = paris, one
    assert may_place(g, Site(FRANCE, second), paris) is None
    for bits in facings(g, Facing(second, paris)):
        assert bits & one == 0 and bits.bit_count() == 2
        assert (bits | one).bit_count() == 3


def test_13_8_and_13_6_7_printed_oil() -> None:
    """Asterisks destroy oil after factories, its owner in an invaded country; it gives nothing until it is repaired for four."""
    g = world()
    g.powers[USSR].plays = 1
    make_war(g, GERMANY, USSR)
    well = next(s for s in g.ground.homeland["ussr"] if g.ground.oil[s] and not g.ground.factories[s])
    oil = resource_hexes(g, USSR)[well]
    bomb(g, well, 1)
    assert g.hexes.oil_wrecked[well] == 1 and resource_hexes(g, USSR).get(well, 0) == oil - 1
    assert may_repair_factory(g, Purse(USSR, 4), well) is None and may_repair_factory(g, Purse(USSR, 3), well) is not None
    g.powers[USSR].build_points = 4
    repair_factory(g, Purse(USSR, 4), well)
    assert may_repair_factory(g, Purse(USSR, 9), well) is not None
    g.turn += 2
    g.power = USSR
    drive(g, open_works(g))
    assert resource_hexes(g, USSR)[well] == oil
    put(g, "USSR INF any", g.board.token(well))
    assert may_scorch(g, Scorching(USSR), well) is not None
    put(g, "Germany INF any", "Minsk")
    assert may_scorch(g, Scorching(USSR), well) is None
    drive(g, scorch(g), [f"scorch {g.board.token(well)}"])
    assert g.hexes.oil_wrecked[well] == 1


def test_4_2_2_where() -> None:
    """Forts in any hex of one's own outside enemy zones, coastal forts on the sea, factories in cities at home, two at most."""
    g = world()
    fort, guns = corps(g, "X200", None), corps(g, "X196", None)
    assert may_place(g, Site(FRANCE, fort), at(g, "Berlin")) is not None
    assert may_place(g, Site(FRANCE, guns), at(g, "Paris")) is not None
    assert may_place(g, Site(FRANCE, guns), at(g, "Brest")) is None
    put(g, "Germany INF any", beside(g, "Paris"))
    hold(g, "Germany", beside(g, "Paris"))
    no = may_place(g, Site(FRANCE, fort), at(g, "Paris"))
    assert no is not None and "zone" in no.reason
    town = next(s for s in g.ground.homeland["france"] if g.ground.city[s] and not g.ground.factories[s])
    assert may_place(g, Site(FRANCE), town) is None
    g.hexes[town].blue_moved = 2
    assert may_place(g, Site(FRANCE), town) is not None
    assert may_place(g, Site(FRANCE), at(g, "Algiers")) is not None


def test_13_6_6_a_factory_and_a_plant() -> None:
    g = world()
    purse = Purse(GERMANY, 8)
    assert may_found(g, purse) is None and may_found(g, Purse(GERMANY, 7)) is not None
    g.powers[GERMANY].build_points = 8
    found(g, purse, None)
    assert g.powers.build_points[GERMANY] == 0 and g.works == [GERMANY, g.turn + 4, -1]
    plant = corps(g, "L349", None)
    assert may_build_facility(g, Purse(GERMANY, 7), plant) is None
    assert may_build_facility(g, Purse(FRANCE, 9), plant) is not None
    g.units[plant].at = slot_of(g.turn)
    town = next(s for s in g.ground.homeland["germany"] if g.ground.city[s] and not g.ground.resources[s] and not g.ground.oil[s])
    before = resource_hexes(g, GERMANY).get(town, 0)
    g.power = GERMANY
    drive(g, open_works(g), [f"site {g.board.token(town)}"])
    assert resource_hexes(g, GERMANY)[town] == before + 1
    g.turn += 4
    drive(g, open_works(g), [f"site {g.board.token(town)}"])
    assert g.hexes.built_blue[town] == 1
    hold(g, "France", g.board.token(town))
    raze(g, town, 1)
    assert g.hexes.built_blue[town] == 0 and resource_hexes(g, FRANCE)[town] == before + 1


def test_13_6_7_repair() -> None:
    """Asterisks destroy printed factories, blue before red; a repair costs 4 and takes two turns."""
    g = world()
    town = next(s for s, n in enumerate(g.ground.blue) if n and g.ground.country[s] == "germany")
    blue = standing(g, town)[1]
    assert may_repair_factory(g, Purse(GERMANY, 4), town) is not None
    bomb(g, town, 1)
    assert standing(g, town)[1] == blue - 1
    assert may_repair_factory(g, Purse(GERMANY, 3), town) is not None
    assert may_repair_factory(g, Purse(GERMANY, 4), town) is None
    repair_factory(g, Purse(GERMANY, 4), town)
    g.turn, g.power = g.turn + 2, GERMANY
    drive(g, open_works(g))
    assert standing(g, town)[1] == blue
    g.options["destruction"] = g.options["facilities"] = False
    bomb(g, town, 1)
    assert standing(g, town)[1] == blue


def test_13_8_a() -> None:
    """wif-13.8-a in kind: two corps destroy two targets a turn, a printed blue factory only in an invaded country."""
    g = war(("Germany", "USA"), facilities=True, destruction=True, scenario="global_war_1939")
    town = next(s for s, n in enumerate(g.ground.blue) if n and g.ground.country[s] == "usa")
    name = g.board.token(town)
    put(g, "USA INF any", name)
    put(g, "USA INF any", name)
    subject = Scorching(USA)
    no = may_scorch(g, subject, town)
    assert no is not None and "enemy" in no.reason
    g.hexes[town].oil_built = 1
    assert may_scorch(g, subject, town) is None
    beach = next(s for s in g.ground.homeland["usa"] if s != town)
    put(g, "Germany INF any", g.board.token(beach))
    blue = standing(g, town)[1]
    g.power = USA
    drive(g, scorch(g), [f"scorch {name}", "burn factory", f"scorch {name}"])
    assert standing(g, town)[1] + g.hexes.oil_built[town] == blue + 1 - 2
    assert may_scorch(g, Scorching(USA, (town, town)), town) is not None


# --- forts in combat ----------------------------------------------------------------------------------------------------------


def test_22_9_a_fort_halves() -> None:
    """A built fort halves what comes over its hexsides, lets nobody be overrun there, and is razed by who enters."""
    g = world()
    fort = corps(g, "X201", "Paris")
    paris, near = at(g, "Paris"), g.ground.steps[at(g, "Paris")][0][0]
    g.units[fort].sides = 1
    tanks = corps(g, "L300", g.board.token(near))
    assert is_fortified(g, near, paris) and not is_fortified(g, g.ground.steps[paris][1][0], paris)
    open_side = attack_factors(g, tanks, g.ground.steps[paris][1][0], paris)
    assert attack_factors(g, tanks, near, paris) <= Fraction(7, 2) and open_side >= attack_factors(g, tanks, near, paris)
    raze(g, paris, 0)
    assert g.units.at[fort] == FORCE_POOL and not is_fortified(g, near, paris)


def truk() -> tuple[War, int, int]:
    """The case of Truk on a coast of our board that lies across the sea from the next hex: a coastal fort of 3 alone there, and
    marines of six factors opposite."""
    g = war(("Japan", "USA"), facilities=True, scenario="guadalcanal_1942", turn="Jul/Aug 1942")
    every = ((s, t) for s, links in enumerate(g.ground.steps) for t, f in links if f & ALL_SEA and not f & STRAITS)
    plain = ((s, t) for s, t in every if g.ground.terrain[t] == 0 and not g.ground.city[t] and g.ground.country[t] in ISLES)
    start, there = next(plain)
    corps(g, "X190", g.board.token(there))
    marines = put(g, "USA MAR 6-4", g.board.token(start), fed=1)
    hold(g, "USA", g.board.token(start))
    hold(g, "Japan", g.board.token(there))
    act(g, "USA", Action.COMBINED)
    return g, marines, there


def test_22_9_a() -> None:
    """wif-22.9-a: marines cannot just walk over the sea into a hex with a coastal fort; they attack it."""
    g, marines, there = truk()
    no = may_enter(g, marines, g.units.at[marines], there)
    assert no is not None and no.rule == "22.9"
    assert may_attack(g, Declaring(USA), (marines, there)) is None
    for unit in list(g.units.stacks[there]):
        g.units[unit].at = FORCE_POOL
    assert may_attack(g, Declaring(USA), (marines, there)) is not None


def assault(*, surprised: bool) -> tuple[War, Fight]:
    g, marines, there = truk()
    join_attack(g, USA, marines, there)
    g.attacks[0].shore = g.attacks[0].support = 5 * 60
    g.campaign.frame.supply.setdefault("Japan", []).append(g.board.token(there))
    g.powers[JAPAN].surprised_by = 1 << USA if surprised else 0
    try:
        return g, fight(g, 0)
    finally:
        del g.campaign.frame.supply["Japan"][-1]


def test_22_9_b() -> None:
    """wif-22.9-b: 6 factors halved over the sea, doubled twice by ships and aircraft: 9 against the notional 1 and the fort's 3,
    2:1 with one on the die."""
    g, battle = assault(surprised=False)
    assert battle.attack == 9 and battle.notional == 1 and battle.defence == 4
    assert battle.odds == "2:1"
    assert {i.label: i.value for i in die_modifiers(g, battle, False).items}["face-down defenders"] == 1


def test_22_9_c() -> None:
    """wif-22.9-c: surprised, the notional loses its factor: the fort's 3 are left, and 9:3 is 3:1."""
    g, battle = assault(surprised=True)
    assert battle.notional == 0 and battle.defence == 3 and battle.odds == "3:1"
    assert coastal_value(g, battle.target, 1) == 3 and coastal_value(g, battle.target, 0) == 0


def test_22_9_e() -> None:
    """wif-22.9-e: the guns of a +3 fort roll a 2: an X for the Washington, which survives it damaged with a 5."""
    g, marines, there = truk()
    ship = corps(g, "N1133", "solomons_4")
    g.units[ship].bombards, g.hexes[there].coast_guns = there, 3
    battle = Fight(there, (marines,), (), Fraction(1), Fraction(9), Fraction(4), 6, 0, JAPAN, False)
    drive(g, fire_back(g, battle), dice=[2, 5])
    assert g.units.damaged[ship]
    quiet, others, target = truk()
    quiet.dice = FixedDice()  # nobody bombarded: no die is rolled
    drive(quiet, fire_back(quiet, Fight(target, (others,), (), None, Fraction(9), Fraction(4), 6, 0, JAPAN, False)))


def test_22_9_f() -> None:
    """wif-22.9-f: from Lorient a coastal fort in Brest is ignored, and razed by who walks in."""
    g = war(("Germany", "USA"), facilities=True, scenario="global_war_1939")
    hold(g, "Germany", "france")
    fort = corps(g, "X192", "W2032")
    army = put(g, "USA INF any", "W2031")
    hold(g, "USA", "W2031")
    assert may_enter(g, army, at(g, "W2031"), at(g, "W2032")) is None
    raze(g, at(g, "W2032"), 1)
    assert g.units.at[fort] == FORCE_POOL


# --- roads and railways (4.2.2, 13.6.6, 13.6.7) -------------------------------------------------------------------------------


def roads() -> War:
    g = war(("Germany", "USSR"), ("Italy", "Commonwealth"), turn="May/Jun 1942", scenario="global_war_1939", facilities=True,
            destruction=True)  # fmt: skip
    hold(g, "Germany", "germany", "poland")
    return g


def test_4_2_2_b() -> None:
    """wif-4.2.2-b: a road of seven turns lies in any hex of one's own on the European maps but swamp."""
    g = roads()
    mine = [s for s, p in enumerate(powers_by_hex(g)) if p == GERMANY and g.ground.scale[s] == 0 and g.ground.land[s]]
    subject = Roadwork(GERMANY, 7)
    open_ = {s for s in mine if may_place_road(g, subject, s, rails=False) is None}
    assert {s for s in mine if g.ground.terrain[s] == SWAMP}.isdisjoint(open_)
    assert {s for s in mine if g.ground.terrain[s] not in (SWAMP, LAKE)} <= open_ | {s for s in mine if g.hexes.laid[s]}
    theirs = at(g, "Moscow")
    assert may_place_road(g, subject, theirs, rails=False) is not None


def test_13_6_6_a_road_in_bushehr() -> None:
    """Half of seven turns is four build points; the time is one more than the hex costs a motorised unit."""
    g = roads()
    assert (work_price(g, at(g, "A2834")) + 1, road_cost(7)) == (7, 4)
    g.powers[GERMANY].build_points = 4
    assert may_begin_road(g, Purse(GERMANY, 4), 7) is None and may_begin_road(g, Purse(GERMANY, 3), 7) is not None
    begin_road(g, Purse(GERMANY, 4), 7)
    assert g.works[:2] == [GERMANY, g.turn + 7] and g.powers.build_points[GERMANY] == 0


def test_4_2_2_what_is_built_joins_what_lies_beside_it() -> None:
    """A road joins lines for supply and goods, a railway made of it trains; a railway needs a road first."""
    g = roads()
    bare = next(
        s for s, p in enumerate(powers_by_hex(g))
        if p == GERMANY and not g.ground.on_railway[s] and g.ground.terrain[s] == CLEAR and not in_enemy_zone(g, s, 0)
        and sum(g.ground.on_railway[b] and not bits & (ALL_SEA | ALPINE) for b, bits in g.ground.steps[s]) > 1
    )  # fmt: skip
    assert may_lay(g, bare, 7, rails=True) is not None and not any(bits & (RAIL | ROAD) for _, bits in links(g)[bare])
    g.power = GERMANY
    g.works = [GERMANY, g.turn, -17]
    drive(g, open_works(g), [f"road {g.board.token(bare)}"])
    beside = [b for b, bits in links(g)[bare] if bits & ROAD]
    assert len(beside) > 1 and all(any(s == bare and bits & ROAD for s, bits in links(g)[b]) for b in beside)
    assert not on_railway(g)[bare] and may_lay(g, bare, 7, rails=True) is None
    g.works = [GERMANY, g.turn, -17]
    drive(g, open_works(g), [f"rails {g.board.token(bare)}"])
    assert on_railway(g)[bare] and break_rails(g, bare, printed=False) and not on_railway(g)[bare]


def test_11_7_railways_are_destroyed_and_repaired() -> None:
    """An asterisk that finds nothing else breaks the railway: a road is left; two build points and a turn repair it."""
    g = roads()
    plain = [s for s in g.ground.homeland["germany"] if not g.ground.factories[s] and not g.ground.oil[s]]
    line = next(s for s in plain if g.ground.on_railway[s])
    bomb(g, line, 1)
    assert g.hexes.rail_gone[line] and not on_railway(g)[line] and any(bits & ROAD for _, bits in links(g)[line])
    bomb(g, line, 1)
    assert g.hexes.rail_gone[line] == 1
    g.powers[GERMANY].build_points = 2
    assert may_repair_rails(g, Purse(GERMANY, 2), line) is None and may_repair_rails(g, Purse(GERMANY, 1), line) is not None
    repair_rails(g, Purse(GERMANY, 2), line)
    assert may_repair_rails(g, Purse(GERMANY, 2), line) is not None
    g.turn += 1
    g.power = GERMANY
    drive(g, open_works(g))
    assert on_railway(g)[line] and not g.hexes.rail_gone[line]
    h = war(("Germany", "USSR"), turn="May/Jun 1942", scenario="global_war_1939")
    bomb(h, line, 1)
    assert not h.hexes.rail_gone[line]


def test_11_7_a_hex_with_nothing_but_a_railway_is_a_target_with_option_33() -> None:
    """And one with a road that was built with option 32; neither once it is gone."""
    for options, rail, road in (({"destruction": True}, True, False), ({"facilities": True}, False, True), ({}, False, False)):
        g = war(("Germany", "France"), turn="Sep/Oct 1939", scenario="global_war_1939", **options)
        iron, plain = g.ground.on_railway, g.ground.homeland["france"]
        quiet = [s for s in plain if not g.ground.factories[s] and not g.ground.oil[s] and not g.ground.city[s]]
        line = next(s for s in quiet if iron[s])
        field = next(s for s in quiet if not iron[s])
        g.hexes[field].laid = A_ROAD
        found = bombing_targets(g, GERMANY)
        assert (line in found, field in found) == (rail, road)
        g.hexes[line].rail_gone, g.hexes[field].laid = 1, 0
        found = bombing_targets(g, GERMANY)
        assert line not in found and field not in found


def test_13_8_the_owner_chooses_between_a_factory_and_oil() -> None:
    g = war(("Germany", "USA"), destruction=True, scenario="global_war_1939")
    town = next(s for s, n in enumerate(g.ground.blue) if n and g.ground.oil[s] and g.ground.country[s] == "usa")
    name = g.board.token(town)
    put(g, "USA INF any", name)
    put(g, "Germany INF any", g.board.token(next(s for s in g.ground.homeland["usa"] if s != town)))
    blue, g.power = standing(g, town)[1], USA
    drive(g, scorch(g), [f"scorch {name}", "burn oil"])
    assert g.hexes.oil_wrecked[town] == 1 and standing(g, town)[1] == blue


def test_13_6_6_b() -> None:
    """wif-13.6.6-b: Italy drills in E2703; the Commonwealth has taken the hex when the oil flows, and has it."""
    g = roads()
    hold(g, "Italy", "libya")
    space = at(g, "E2703")
    g.powers[ITALY].build_points = 9
    assert may_drill(g, Purse(COMMONWEALTH, 9), space) is not None and may_drill(g, Purse(ITALY, 9), space) is None
    drill(g, Purse(ITALY, 9), space)
    assert may_drill(g, Purse(ITALY, 9), space) is not None
    hold(g, "Commonwealth", "E2703")
    g.turn, g.power = g.turn + 4, ITALY
    drive(g, open_works(g))
    assert oil_at(g, space) == 1 and powers_by_hex(g)[space] == COMMONWEALTH


def test_13_6_1_a() -> None:
    """wif-13.6.1-a: Houston with its oil facility of two gives eight oil a turn."""
    g = roads()
    g.powers[USA].plays = 1
    houston = at(g, "Houston")
    assert oil_at(g, houston) == 6
    g.powers[USA].build_points = 8
    drill(g, Purse(USA, 8), houston)
    g.turn, g.power = g.turn + 4, USA
    drive(g, open_works(g))
    assert oil_at(g, houston) == 8


def test_13_8_an_oil_facility_under_way_is_destroyed() -> None:
    """wif-13.8-a: a corps in Houston destroys the oil facility on the circle; nothing else on the circle is destroyed."""
    g = roads()
    g.powers[USA].plays = 1
    houston = at(g, "Houston")
    g.powers[USA].build_points = 16
    found(g, Purse(USA, 16), None)
    assert may_scorch(g, Scorching(USA), houston) is not None
    put(g, "USA INF any", "Houston")
    assert may_scorch(g, Scorching(USA), houston) is not None
    drill(g, Purse(USA, 8), houston)
    g.power = USA
    assert may_scorch(g, Scorching(USA), houston) is None
    drive(g, scorch(g), [f"scorch {g.board.token(houston)}"])
    assert len(g.works) == 3 and may_drill(g, Purse(USA, 8), houston) is None
    g.turn += 4
    drive(g, open_works(g))
    assert oil_at(g, houston) == 6


def test_4_2_2_a_hex_that_is_not_offered_is_refused_with_a_reason() -> None:
    """A fort on open ground without a unit: the ground would bear it, the list does not hold it (WIF-DEC-77)."""
    g = world()
    site = Site(FRANCE, corps(g, "X200", None))
    mine = [s for s in g.ground.homeland["france"] if may_place(g, site, s) is None]
    bare = next(s for s in mine if s not in site.hexes(g))
    refused = may_offer(g, site, bare)
    assert refused is not None and refused.rule == "4.2.2" and may_offer(g, site, site.hexes(g)[0]) is None


def turkestan(laid: int) -> War:
    """The USSR may lend China build points over A1543 and A1643; two hexes more join them to Alma Ata and Urumchi here."""
    g = war(("Germany", "USSR"), ("Japan", "China"), scenario="global_war_1939", facilities=True)
    hold(g, "China", "china")
    g.lent = [USSR, CHINA, 0, 12]
    for name in ("A1443", "A1543", "A1643", "A1743") if laid else ():
        g.hexes[at(g, name)].laid = laid
    return g


def test_13_6_1_c() -> None:
    """wif-13.6.1-c: over the new roads the USSR sends at most five to China; where rails run as far as Urumchi, five go on from
    there towards Lanchow beside what Urumchi takes. Nothing without a road, and nothing more for who comes later."""
    assert shipment(turkestan(0), USSR, CHINA, 12).points == 0
    g = turkestan(A_ROAD)
    plan = shipment(g, USSR, CHINA, 12)
    assert plan.points == 5 and plan.used(BY_ROAD)[at(g, "A1643")] == 5
    assert shipment(g, USSR, CHINA, 3).points == 3
    g.shipped = [SHIPPED.index(BY_ROAD), at(g, "A1643"), 2]
    assert shipment(g, USSR, CHINA, 12).points == 3
    rails = turkestan(A_RAILWAY)
    rails.hexes[at(rails, "Urumchi")].laid = A_RAILWAY
    plan = shipment(rails, USSR, CHINA, 12)
    assert plan.used(BY_ROAD)[at(rails, "A1243")] == 5 and plan.points == 6


def test_13_6_1_roads_and_railways_bring_as_much_as_before() -> None:
    """Where no road is crowded the limit changes nothing: the powers of 1939 have the same production points."""
    plain, g = opening("global_war_1939"), opening("global_war_1939", "facilities")
    for power in range(8):
        assert routing(plain, power).points == routing(g, power).points, power


def test_4_2_2_the_commonwealth_builds_factories_in_the_united_kingdom_alone() -> None:
    g = war(("Germany", "Commonwealth"), facilities=True)
    assert may_place(g, Site(COMMONWEALTH), at(g, "Plymouth")) is None
    no = may_place(g, Site(COMMONWEALTH), at(g, "Sydney"))
    assert no is not None and no.rule == "4.2.2" and "United Kingdom" in no.reason
