"""Stand-in rules kept by code of other chapters: what each allows and refuses; two worked examples of the air under their ids."""

from __future__ import annotations

from grognard.titles.awaw import TITLE
from grognard.titles.awaw.designs import ATTACKERS, COUNTED, COUNTERS, DESIGNS, Kind
from grognard.titles.awaw.nations import ALLIES, BRITAIN, GERMANY, INDEX, JAPAN, RUSSIA, US, WESTERN
from grognard.titles.awaw.rules import bombing, movement, peoples, production, research, supply, surrender, voyages, war
from grognard.titles.awaw.rules.boxes import builds_in
from grognard.titles.awaw.rules.combat import Plan, may_join
from grognard.titles.awaw.rules.construction import cost_of, may_base_bombers
from grognard.titles.awaw.rules.operations import may_spend
from grognard.titles.awaw.rules.stacking import air_room
from grognard.titles.awaw.rules.strength import Battle, multiplier
from grognard.titles.awaw.rules.units import squadrons
from grognard.titles.awaw.state import IN_PLAY, ISOLATED, SPRING, SUMMER, WINTER

from .kit import campaign, fight, hold, put, puts, space, world


def test_ours_10_1_the_kinds_of_units():
    kinds = {DESIGNS[c.design].kind for c in COUNTERS}
    assert {
        Kind.INF,
        Kind.ARM,
        Kind.REP,
        Kind.AIRBORNE,
        Kind.MARINE,
        Kind.COMMANDO,
        Kind.CHINDIT,
        Kind.FLAK,
        Kind.PARTISAN,
    } <= kinds
    assert all(DESIGNS[c.design].move == 1 for c in COUNTERS if DESIGNS[c.design].kind == Kind.REP)  # ours 10.22
    assert all(
        DESIGNS[c.design].strength == 1 for c in COUNTERS if DESIGNS[c.design].kind in (Kind.AAF, Kind.DD, Kind.SUB)
    )  # 17.9
    assert all(DESIGNS[c.design].strength == 2 for c in COUNTERS if DESIGNS[c.design].kind == Kind.CA)  # ours 20.24


def test_ours_10_23_who_attacks():
    g = world(side=0)
    g.stage = 1
    infantry, levy = put(g, "germany i 3-3", "eM36"), put(g, "germany rep", "eM36")
    target = next(o for o, _ in g.ground.ways[space(g, "eM36")])
    foe = put(g, "russia i 1-3", "moscow")
    g.units[foe].at = target
    assert may_join(g, Plan(GERMANY, target), infantry) is None
    assert may_join(g, Plan(GERMANY, target), levy).rule == "ours 10.23"
    assert Kind.INF in ATTACKERS & COUNTED  # ours 10.21
    assert Kind.REP not in COUNTED


def test_ours_13_2_one_hex_always_and_13_3_one_when_isolated():
    g = world()
    levy = put(g, "germany rep", "eM36")
    assert movement.marches(g, levy).ends()  # whatever the terrain
    tank = put(g, "germany arm 4-6", "eM36")
    far = max(g.board.distance(s, space(g, "eM36")) or 0 for s in movement.marches(g, tank).ends())
    g.units[tank].supply = ISOLATED
    assert far > 1
    assert {g.board.distance(s, space(g, "eM36")) for s in movement.marches(g, tank).ends()} == {1}


def test_ours_15_33_the_letters():
    g = world(season=WINTER)
    foot = put(g, "russia i 3-3", "eJ45")
    plain = multiplier(g, Battle(space(g, "eJ45"), [], [foot]), foot).total
    exploited = Battle(space(g, "eJ45"), [], [foot], exploiting=True)
    assert multiplier(g, exploited, foot).total == max(1, plain - 1)  # 15.33A
    landed = Battle(space(g, "eJ45"), [put(g, "germany i 3-3", "eM36")], [foot], invading=True)
    assert multiplier(g, landed, foot).total == plain + 1  # 15.33E
    g.nations[RUSSIA].winter = 8
    cold = multiplier(g, Battle(space(g, "eJ45"), [], [foot]), foot).total
    g.hexes[space(g, "eJ45")].bridgehead = ALLIES
    assert multiplier(g, Battle(space(g, "eJ45"), [], [foot]), foot).total == cold + 1  # 15.33G, waived by a bridgehead (31.3)


def test_ours_17_21_where_aircraft_base():
    """AW-OURS-17-a, AW-OURS-19-c: a factor is three squadrons wherever it meets naval air; a plain hex bases none."""
    g = world()
    plane, naval = put(g, "germany aaf", "berlin"), put(g, "britain nas", "london")
    assert air_room(g, plane, space(g, "eM36"), 0).rule == "ours 17.21"
    assert air_room(g, plane, space(g, "breslau"), 0) is None
    assert (squadrons(g, plane), squadrons(g, naval)) == (3, 1)
    three = puts(g, 3, "germany aaf", "berlin")
    assert sum(squadrons(g, u) for u in three) == 9  # three army air factors at sea
    two, four = puts(g, 2, "germany aaf", "berlin"), puts(g, 4, "britain nas", "london")
    assert (sum(squadrons(g, u) for u in two), sum(squadrons(g, u) for u in four)) == (6, 4)


def test_ours_17_7_bombers_on_a_front():
    g = campaign(year=1941, season=SUMMER, side=ALLIES, mover="britain")
    bomber = put(g, "britain bomber", "sw_atlantic")
    assert cost_of(g, bomber) == 3
    assert may_base_bombers(g, bomber, space(g, "sw_atlantic")) is None
    assert may_base_bombers(g, bomber, space(g, "sw_pacific")).rule == "5.943"


def test_ours_26_7_losses_below_nought_are_a_debt():
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="britain")
    g.nations[GERMANY].level = 0
    g.dice = type(g.dice)(6, 5)
    raid, planes = bombing.Raid(BRITAIN, space(g, "sw_atlantic")), puts(g, 4, "britain bomber", "sw_atlantic")
    bombing.drop(g, raid, space(g, "essen"), planes, GERMANY)
    assert g.nations.level[GERMANY] < 0


def test_ours_27_42_what_the_boxes_build():
    g = campaign(year=1941, season=SUMMER)
    assert builds_in(g, INDEX["canada"], space(g, "us_atlantic"))
    assert builds_in(g, INDEX["australia"], space(g, "australia_box"))
    assert builds_in(g, INDEX["india"], space(g, "india_box"))
    assert builds_in(g, INDEX["south_africa"], space(g, "south_africa"))
    assert not builds_in(g, INDEX["australia"], space(g, "india_box"))


def test_ours_39_22_how_deep_a_debt_may_be():
    g = campaign(year=1941, season=SUMMER)
    g.nations[BRITAIN].base, g.nations[BRITAIN].level = 100, 0
    assert may_spend(g, BRITAIN, 15) is None
    g.nations[BRITAIN].level = -400
    assert may_spend(g, BRITAIN, 15).rule == "ours 39.22A"


def test_ours_42_22_bombers_and_42_4_russian_infantry():
    g = campaign("pacific", year=1943, season=SPRING)
    found = production.may_produce(g, US, 5, "strategic_bombers")
    assert found.rule in ("ours 42.22", "ours 42.1")
    e = campaign(year=1942, season=SPRING)
    fight(e, "russia")
    stock = production.stock(e, RUSSIA, production.GOODS["infantry"])
    production.produce(e, RUSSIA, "infantry")
    taken = len(stock) - len(production.stock(e, RUSSIA, production.GOODS["infantry"]))
    assert taken >= 1


def test_ours_41_31_partners_share():
    g = campaign(year=1941, season=SPRING)
    g.results[research.cell(WESTERN, "radar")] = 2
    assert research.results_of(g, WESTERN, "radar") == 2
    ctl = g.nations.ctl[US]
    research.take_effect(g, BRITAIN, "ctl")
    assert g.nations.ctl[US] == ctl  # a level is for the power that rolled


def test_ours_57_12_a_collapse():
    assert set(surrender.JAPAN_LAST) == {"tokyo", "osaka", "kagoshima", "mukden", "harbin"}
    g = campaign("pacific", year=1945, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us")
    hold(g, "us", *surrender.JAPAN_LAST[:-1])
    assert not all(g.hexes.holder[space(g, c)] == US for c in surrender.JAPAN_LAST)


def test_ours_58_2_britain_returns():
    g = campaign(year=1944, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us")
    g.nations[BRITAIN].surrendered = 1
    put(g, "us arm", "birmingham")
    surrender.britain_returns(g)
    assert g.nations.surrendered[BRITAIN]  # one turn is not enough
    surrender.britain_returns(g)
    assert not g.nations.surrendered[BRITAIN]


def test_ours_70_15_the_commonwealth():
    """AW-OURS-70-a: London Axis, Canada rolls three: minus one, it stays; a six makes it neutral."""
    g = campaign(year=1941, season=SUMMER)
    canada = INDEX["canada"]
    hold(g, "germany", "london")
    assert peoples.stays_loyal(g, canada, 3)
    assert not peoples.stays_loyal(g, canada, 6)
    unit = next(u for u in range(len(g.units)) if g.units[u].sheet.nation == canada)
    g.units[unit].at, g.units[unit].pool = space(g, "us_atlantic"), IN_PLAY
    base = g.nations.base[BRITAIN]
    g.dice = type(g.dice)(6, 1, 1, 1)
    peoples.commonwealth(g)
    assert g.units.at[unit] < 0
    assert g.nations.base[BRITAIN] == base - 20  # India, nearer to leaving, goes too


def test_ours_81_3_russia_against_japan():
    g = campaign("global_war", year=1944, season=SUMMER, side=ALLIES, mover="russia")
    assert war.may_declare(g, war.Cabinet(RUSSIA), JAPAN).rule == "ours 81.3"
    g.nations[GERMANY].surrendered = 1
    assert war.may_declare(g, war.Cabinet(RUSSIA), JAPAN) is None
    assert war.price_of_war(g, RUSSIA, JAPAN) == 0


def test_ours_82_1_countries_that_may_be_attacked():
    g = campaign(year=1940, season=SPRING)
    assert war.may_declare(g, war.Cabinet(GERMANY), INDEX["norway"]) is None
    assert war.may_declare(g, war.Cabinet(GERMANY), INDEX["switzerland"]).rule == "ours 82.1"


def test_ours_20_16_a_foreign_task_force_is_a_marker():
    g = campaign("pacific", year=1942, season=SUMMER)
    ship = put(g, "japan cruiser", "truk", force=1)
    puts(g, 2, "japan dd", "truk", force=1)
    own = {p.id: p.name for p in TITLE.picture(g, "japan").pieces}
    seen = {p.id: p.name for p in TITLE.picture(g, "us").pieces}
    assert "CA" in own[f"u{ship}"]
    assert seen[f"u{ship}"] == "Task force"
    assert sum(name == "Task force" for name in seen.values()) == 1
    navy = next(p for p in TITLE.picture(g, "us").panels if "Naval status" in str(p))
    assert "Truk" not in str(navy)


def test_ours_30_1_supply_is_determined_for_the_mover():
    g = world()
    tank = put(g, "russia i 3-3", "eJ45")
    g.units[tank].supply = ISOLATED
    supply.determine_supply(g, 0)
    assert g.units.supply[tank] == ISOLATED  # the enemy's turn checks nothing
    supply.determine_supply(g, ALLIES)
    assert g.units.supply[tank] != ISOLATED


def test_ours_21_3_one_activity():
    g = campaign(year=1941, season=SUMMER, side=ALLIES, mover="britain")
    ship = put(g, "britain cruiser", "plymouth")
    h = voyages.Harbour(BRITAIN, space(g, "plymouth"), voyages.MOVING)
    assert voyages.available(g, h, ship) is None
    g.units[ship].inverted = 1
    assert voyages.available(g, h, ship).rule == "ours 21.3"
