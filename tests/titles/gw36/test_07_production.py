"""Chapter 7: purchases, dates, multi-turn production, repair, capture of what is being built."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import FACILITY, KIND
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import (
    building,
    chart,
    facilities,
    income,
    placement,
    places,
    placing,
    production,
    repair,
    spoils,
    upgrades,
)
from grognard.titles.gw36.state import War
from tests.titles.gw36.workshop import (
    cash,
    desk,
    develop,
    dice,
    game,
    money,
    production_phase,
    put,
    refused,
    run,
    site,
    spending_menu,
    war,
    zone,
)


def offered(g: War, nation: str) -> set[str]:
    return {o.text for o in spending_menu(g, desk(nation)).options()}


def orders(g: War, nation: str) -> list[tuple[str, int, int, int]]:
    """Label, number, paid stages and whether it is in the box, of what a nation has on the chart."""
    return [(chart.label(g, o), o.count, o.paid, o.ready) for o in chart.chart(g, NATION[nation])]


def test_7_1_purchase_is_paid_and_put_on_the_chart() -> None:
    """Three Infantry cost 9 IPP and wait in the Place Units box."""
    g = game("germany")
    money(g, "germany", 20)
    run(g, production.produce(g, desk("germany")), "buy infantry 2", "buy infantry 1", "done")
    assert cash(g, "germany") == 11
    assert ("Infantry", 3, 1, 1) in orders(g, "germany")


def test_7_1_not_on_the_sheet() -> None:
    """Germany builds no Marines; nobody builds a Coastal Defense Ship; no money, no purchase."""
    g = game("germany")
    money(g, "germany", 20)
    refused(production.may_order(g, desk("germany"), KIND["marine"]), "7.1", "not on the sheet")
    refused(production.may_order(g, desk("germany"), KIND["coastal_defense_ship"]), "7.1")
    refused(production.may_order(g, desk("germany"), KIND["fighter"], 3), "7.0", "30 IPP")
    assert production.may_order(g, desk("germany"), KIND["fighter"], 2) is None


def test_7_1_the_list_is_the_test() -> None:
    """Everything offered passes the test, and what the test refuses is not offered."""
    for nation in ("germany", "ccp", "anzac", "usa", "free_france", "kmt"):
        g = game(nation)
        money(g, nation, 30)
        texts = offered(g, nation)
        for name, kind in KIND.items():
            allowed = production.may_order(g, desk(nation), kind) is None
            assert (f"buy {name} 1" in texts) == allowed, (nation, name)
        for name, kind in FACILITY.items():
            allowed = name in g.facts.builds and building.may_build(g, desk(nation), kind) is None
            assert (f"build {name}" in texts) == allowed, (nation, name)


def test_7_2_a() -> None:
    """gw36-7.2-a: Strategic Bombers come in July 1939, not in January."""
    g = game("germany", "1936", "1939-01")
    money(g, "germany", 40)
    refused(production.may_order(g, desk("germany"), KIND["strategic_bomber"]), "7.2", "1939-07")
    g = game("germany", "1936", "1939-07")
    money(g, "germany", 40)
    assert production.may_order(g, desk("germany"), KIND["strategic_bomber"]) is None


def test_7_2_limits_are_a_switch() -> None:
    """Two Strategic Bombers a turn with the dates of the later edition, any number without."""
    g = game("usa", "1939", v43_build_dates=True)
    money(g, "usa", 60)
    refused(production.may_order(g, desk("usa"), KIND["strategic_bomber"], 3), "7.2", "at most 2")
    run(g, production.buy(g, desk("usa"), KIND["strategic_bomber"], 2))
    refused(production.may_order(g, desk("usa"), KIND["strategic_bomber"]), "7.2")
    free = game("usa", "1939", v43_build_dates=False)
    money(free, "usa", 60)
    assert production.may_order(free, desk("usa"), KIND["strategic_bomber"], 3) is None


def test_7_2_burma_road() -> None:
    """KMT buys Artillery only while the Burma Road is open (1.17)."""
    g = game("kmt")
    money(g, "kmt", 20)
    g.burma_road = 0
    refused(production.may_order(g, desk("kmt"), KIND["artillery"]), "1.17")
    g.burma_road = 1
    assert production.may_order(g, desk("kmt"), KIND["artillery"]) is None


def test_7_3_a() -> None:
    """gw36-7.3-a: a Heavy Cruiser costs 5/5: 10 IPP over two turns."""
    g = game("germany")
    money(g, "germany", 20)
    run(g, production.produce(g, desk("germany")), "buy heavy_cruiser 1", "done")
    ship = next(o for o in chart.chart(g, NATION["germany"]) if o.kind == KIND["heavy_cruiser"] and o.turn == g.turn)
    assert (ship.paid, ship.stages, ship.ready, cash(g, "germany")) == (1, 2, 0, 15)
    refused(production.may_advance(g, desk("germany"), ship), "7.3", "one stage a turn")
    g.turn += 1
    run(g, production.produce(g, desk("germany")), f"advance {ship}", "done")
    assert (ship.paid, ship.ready, cash(g, "germany")) == (2, 1, 10)
    refused(production.may_advance(g, desk("germany"), ship), "7.3", "Place Units box")


def test_7_3_b() -> None:
    """gw36-7.3-b: without a Major Shipyard railed to a Major Factory no Fleet Carrier can be started."""
    g = game("anzac")
    money(g, "anzac", 30)
    refused(production.may_order(g, desk("anzac"), KIND["fleet_carrier"]), "7.3", "Major Shipyard")
    assert production.may_order(g, desk("anzac"), KIND["destroyer"]) is None
    g = game("germany")
    money(g, "germany", 30)
    assert production.may_order(g, desk("germany"), KIND["fleet_carrier"]) is None


def test_7_3_later_stages_are_optional() -> None:
    """A ship that is not paid for stays where it is on the chart."""
    g = game("germany")
    ships = [o for o in chart.chart(g, NATION["germany"]) if not o.ready]
    before = [(o.paid, o.ready) for o in ships]
    assert before, "the scenario finds ships on the stocks"
    money(g, "germany", 6)
    assert all(production.may_advance(g, desk("germany"), o) is None for o in ships)
    run(g, production.produce(g, desk("germany")), "done")
    assert [(o.paid, o.ready) for o in ships] == before


def test_7_3_facility_under_construction() -> None:
    """An Air Base in Bavaria takes two payments of 3; its site stands there unfinished."""
    g = game("germany")
    money(g, "germany", 10)
    where = zone(g, "eastern_germany")
    asked = run(g, production.produce(g, desk("germany")), "build air_base", "at eastern_germany", "done")
    new = g.sites[len(g.sites) - 1]
    assert (new.at, new.built, new.paid, cash(g, "germany")) == (where, 0, 1, 7)
    refused(asked[1].why(Option("at", g.zones[zone(g, "london")])), "12.5", "not yours")  # type: ignore[misc]
    placement.finish_facilities(g, desk("germany"), factories=False)
    assert not new.built
    g.turn += 1
    order = next(o for o in chart.chart(g, NATION["germany"]) if o.what == chart.BUILDING)
    production.advance(g, desk("germany"), order)
    placement.finish_facilities(g, desk("germany"), factories=False)
    assert new.built and cash(g, "germany") == 4
    assert not income.faults(g)


def test_7_3_capture_of_a_building_site() -> None:
    """A facility under construction is continued by whoever captures the zone, and by nobody else."""
    g = game("germany")
    money(g, "germany", 10)
    money(g, "ussr", 10)
    run(g, production.produce(g, desk("germany")), "build air_base", "at eastern_germany", "done")
    order = next(o for o in chart.chart(g, NATION["germany"]) if o.what == chart.BUILDING)
    g.zones[zone(g, "eastern_germany")].owner = NATION["ussr"]
    g.turn += 1
    refused(production.may_advance(g, desk("germany"), order), "7.3", "not on your Production Chart")
    assert production.may_advance(g, desk("ussr"), order) is None
    production.advance(g, desk("ussr"), order)
    placement.finish_facilities(g, desk("ussr"), factories=False)
    assert g.sites[order.subject].built and cash(g, "ussr") == 7


def test_7_3_upgrade_of_a_facility() -> None:
    """A Medium Factory at home becomes Major for 6 IPP in the Place Units Phase, and works at the old rate this turn."""
    g = game("germany")
    money(g, "germany", 10)
    medium = site(g, "bavaria", "medium_factory")
    run(g, production.produce(g, desk("germany")), f"upgrade {medium}", "done")
    assert cash(g, "germany") == 4 and medium.kind == FACILITY["medium_factory"]
    refused(facilities.may_upgrade(g, NATION["germany"], medium.index), "7.3", "paid for")
    run(g, placing.place_phase(g))
    assert medium.kind == FACILITY["major_factory"]
    refused(facilities.may_upgrade(g, NATION["germany"], medium.index), "12.4", "cannot be upgraded")


def test_7_3_ships_of_a_surrendered_nation() -> None:
    """The conqueror takes over ships on the chart; everything else on it is gone."""
    g = game("italy")
    money(g, "italy", 12)
    run(g, production.produce(g, desk("italy")), "buy infantry 2", "done")
    ship = next(o for o in chart.ships_on_chart(g, NATION["italy"]))
    run(g, spoils.take_over_chart(g, NATION["italy"], NATION["great_britain"]), f"take {ship}")
    assert chart.owner_of(g, ship) == NATION["great_britain"]
    assert chart.chart(g, NATION["italy"]) == []


def test_7_3_ships_left_to_sink() -> None:
    g = game("italy")
    run(g, spoils.take_over_chart(g, NATION["italy"], NATION["great_britain"]), "done")
    assert chart.chart(g, NATION["italy"]) == []
    g = game("italy")
    run(g, spoils.take_over_chart(g, NATION["italy"], NATION["nationalist_spain"]))
    assert chart.chart(g, NATION["italy"]) == []


def test_7_4_facility_repair() -> None:
    """One IPP a point; a Major Factory repaired this turn gives its Technology die at once (7.6)."""
    from grognard.titles.gw36.rules.technology import research_dice

    g = game("germany")
    money(g, "germany", 10)
    plant = site(g, "berlin", "major_factory")
    full = research_dice(g, NATION["germany"])
    plant.damage = 4
    assert research_dice(g, NATION["germany"]) == full - 1
    run(g, production.produce(g, desk("germany")), f"repair {plant} 4", "done")
    assert (plant.damage, cash(g, "germany"), research_dice(g, NATION["germany"])) == (0, 6, full)
    refused(repair.may_repair(g, desk("germany"), plant.index), "7.4", "not damaged")
    plant.damage = 1
    refused(repair.may_repair(g, desk("italy"), plant.index), "7.4", "not your facility")


def test_7_4_a() -> None:
    """gw36-7.4-a: a minor dockyard or shipyard repairs 1 hit a turn, a major one 5, free, one slot each."""
    g = game("germany")
    nation = NATION["germany"]
    for name, hits in (("minor_dockyard", 1), ("minor_shipyard", 1), ("major_dockyard", 5), ("major_shipyard", 5)):
        yard = g.sites.add(kind=FACILITY[name], at=zone(g, "western_germany"), since=-1)
        assert facilities.repair_slots(g, yard.index, nation) == hits, name
        yard.damage = 1
        assert facilities.repair_slots(g, yard.index, nation) == 0


def test_7_4_ship_repair() -> None:
    """A damaged ship at its yard stays there, uses a slot, and is whole in the Place Units Phase; no IPP are paid."""
    g = game("germany")
    yard = site(g, "western_germany", "major_shipyard")
    sea = g.board.geo.coast[yard.at][0]
    ship = put(g, "germany", g.board.ids[sea], "battleship", hits=1)
    money(g, "germany", 0)
    asked = run(g, production.produce(g, desk("germany")), f"dock {ship} western_germany", "done")
    assert "dock" not in {o.verb for o in asked[1].options}
    assert (ship.hits, ship.spent, g.slots[yard.index]) == (1, 1, 1)
    repair.finish_ship_repairs(g)
    assert ship.hits == 0
    far = put(g, "germany", "sz_60", "battleship", hits=1)
    refused(repair.may_dock(g, desk("germany"), far.index, yard.at), "7.4", "not at a friendly")


def test_7_4_slots_are_shared_with_building() -> None:
    """A repair in a Minor Shipyard takes its only production slot."""
    g = game("great_britain")
    nation = NATION["great_britain"]
    yard = site(g, "northern_england", "minor_shipyard")
    assert places.room(g, nation, KIND["destroyer"], yard.at) == 1
    assert places.may_place(g, desk("great_britain"), KIND["destroyer"], yard.at) is None
    facilities.use_slots(g, yard.index, 1)
    refused(places.may_place(g, desk("great_britain"), KIND["destroyer"], yard.at), "11.1", "no more this turn")


def test_7_4_rail_and_canal_repair() -> None:
    """A railway is mended for 1 IPP a point by the owner of either end."""
    g = game("germany")
    money(g, "germany", 5)
    border = g.board.geo.rail_ways[zone(g, "berlin")][0][1]
    g.rail_damage[border] = 1
    first, second = (g.board.ids[z] for z in g.board.ends[border])
    run(g, production.produce(g, desk("germany")), f"mend {first} {second} 1", "done")
    assert border not in g.rail_damage and cash(g, "germany") == 4
    refused(repair.may_mend(g, desk("germany"), border), "7.4", "not damaged")
    refused(repair.may_mend(g, desk("italy"), border), "7.4", "yours")


def test_7_5_peacetime_rolls() -> None:
    """A nation at peace rolls its increase at the start of its turn, one at war does not."""
    from grognard.titles.gw36.rules.income_increases import roll_turn_increases

    g = game("usa")
    before = g.nations[NATION["usa"]].income
    dice(g, 7)
    roll_turn_increases(g, NATION["usa"])
    assert g.nations[NATION["usa"]].income == before + 7
    war(g, "usa", "japan")
    roll_turn_increases(g, NATION["usa"])
    assert g.nations[NATION["usa"]].income == before + 7


def test_7_8_b() -> None:
    """gw36-7.8-b: with Improved Construction 5/5/5 may be paid 10/5, or 4/4/4."""
    g = game("germany")
    nation = NATION["germany"]
    assert chart.payments(g, nation, chart.UNIT, KIND["battleship"]) == (5, 5, 5)
    refused(chart.may_rush(g, nation, chart.UNIT, KIND["battleship"]), "7.8", "Improved Construction")
    develop(g, "germany", "improved_construction")
    assert chart.payments(g, nation, chart.UNIT, KIND["battleship"], rush=1) == (10, 5)
    assert chart.payments(g, nation, chart.UNIT, KIND["battleship"]) == (4, 4, 4)
    assert chart.payments(g, nation, chart.UNIT, KIND["infantry"]) == (3,)
    refused(chart.may_rush(g, nation, chart.UNIT, KIND["submarine"]), "7.8", "one turn")
    money(g, "germany", 20)
    run(g, production.produce(g, desk("germany")), "rush battleship", "done")
    ship = next(o for o in chart.chart(g, nation) if o.rush)
    assert (ship.stages, cash(g, "germany"), chart.next_payment(g, ship)) == (2, 10, 5)


def test_15_8_ship_stands_at_its_yard() -> None:
    """With ships under construction a capital ship is laid down at a named yard, placed there, and captured with it."""
    g = game("germany", ships_under_construction=True)
    money(g, "germany", 20)
    run(g, production.produce(g, desk("germany")), "buy fleet_carrier 1", "at western_germany", "done")
    ship = next(o for o in chart.chart(g, NATION["germany"]) if o.kind == KIND["fleet_carrier"] and o.turn == g.turn)
    assert ship.at == zone(g, "western_germany")
    g.zones[ship.at].owner = NATION["great_britain"]
    assert chart.owner_of(g, ship) == NATION["great_britain"]
    assert ship not in chart.chart(g, NATION["germany"])


def test_15_8_off() -> None:
    g = game("germany")
    money(g, "germany", 20)
    run(g, production.produce(g, desk("germany")), "buy fleet_carrier 1", "done")
    ship = next(o for o in chart.chart(g, NATION["germany"]) if o.kind == KIND["fleet_carrier"])
    g.zones[zone(g, "western_germany")].owner = NATION["great_britain"]
    assert chart.owner_of(g, ship) == NATION["germany"]


def test_15_5_repair_costs_a_die() -> None:
    """With alternate damage each marker costs D6, one a turn at a minor yard, any number at a major one."""
    g = game("germany", capital_damage=True)
    yard = site(g, "western_germany", "major_shipyard")
    ship = put(g, "germany", g.board.ids[g.board.geo.coast[yard.at][0]], "battleship", hits=1)
    money(g, "germany", 5)
    refused(repair.may_dock(g, desk("germany"), ship.index, yard.at), "7.0", "6 IPP")
    money(g, "germany", 10)
    dice(g, 4)
    repair.dock(g, desk("germany"), ship, g.zones[yard.at])
    assert cash(g, "germany") == 6
    repair.finish_ship_repairs(g)
    assert ship.hits == 0


def test_15_9_early_fighters() -> None:
    """Before 1940 a Fighter costs 8; from January 1940 old ones are converted for 4, scrapped for 4, or kept."""
    g = game("germany", early_fighters=True)
    assert chart.payments(g, NATION["germany"], chart.UNIT, KIND["fighter"]) == (8,)
    old = put(g, "germany", "berlin", "fighter", old=1)
    other = put(g, "germany", "berlin", "fighter", old=1)
    refused(upgrades.may_convert(g, desk("germany"), old.index), "15.9", "January 1940")
    g = game("germany", when="1940-01", early_fighters=True)
    assert chart.payments(g, NATION["germany"], chart.UNIT, KIND["fighter"]) == (10,)
    for unit in g.units:
        unit.old = 0
    old = put(g, "germany", "berlin", "fighter", old=1)
    other = put(g, "germany", "berlin", "fighter", old=1)
    money(g, "germany", 4)
    run(g, production.produce(g, desk("germany")), f"convert {old}", f"scrap {other}", "done")
    assert (old.old, other.at, cash(g, "germany")) == (0, -1, 4)
    assert not income.faults(g)


def test_15_9_a_lost_fighter_and_one_of_the_other_half_are_not_scrapped() -> None:
    """What is not offered has a reason: a fighter that was shot down, one in the other half of a divided USA."""
    g = game("usa", when="1940-01", early_fighters=True, split_usa=True, players="8")
    lost = put(g, "usa", "new_york", "fighter", old=1)
    eastern = put(g, "usa", "new_york", "fighter", old=1)
    g.remove(lost.index)
    west = spending_menu(g, desk("usa", 2))
    refused(west.why(Option("scrap", lost)), "15.9", "not your")
    refused(west.why(Option("convert", eastern)), "2.3")
    assert spending_menu(g, desk("usa", 1)).why(Option("scrap", eastern)) is None


def test_7_3_what_is_gone_is_not_upgraded_nor_continued() -> None:
    """A facility that no longer stands has no owner, and an order of one half is not on the chart of the other."""
    g = game("usa", split_usa=True, players="8")
    war(g, "usa", "japan")
    money(g, "usa", 40)
    g.usa_east = 20
    ruin = site(g, "new_york", "minor_port")
    ruin.at = NOWHERE
    g.zones[len(g.zones) - 1].owner = NATION["usa"]
    refused(spending_menu(g, desk("usa", 1)).why(Option("upgrade", ruin)), "7.3", "not your")
    ship = chart.enter(g, desk("usa", 1), chart.UNIT, KIND["battleship"], paid=1, stages=3, turn=g.turn - 1)
    assert spending_menu(g, desk("usa", 1)).why(Option("advance", ship)) is None
    refused(spending_menu(g, desk("usa", 2)).why(Option("advance", ship)), "7.3", "not on your")


def test_7_9_a_poor_nation_lends_nothing() -> None:
    """Without an IPP in hand no lend-lease is declared, and the reason says so."""
    g = game("usa", when="1941-07")
    for enemy in ("germany", "japan"):
        war(g, "usa", enemy)
        war(g, "great_britain", enemy)
    money(g, "usa", 20)
    lend = Option("lend", g.nations[NATION["great_britain"]])
    assert spending_menu(g, desk("usa")).why(lend) is None
    money(g, "usa", 0)
    refused(spending_menu(g, desk("usa")).why(lend), "7.9", "paid for")


def test_2_3_split_usa() -> None:
    """The halves of the USA spend from two purses and hand each other money freely."""
    g = game("usa", split_usa=True, players="8")
    war(g, "usa", "japan")
    money(g, "usa", 20)
    g.usa_east = 10
    east, west = desk("usa", 1), desk("usa", 2)
    run(g, production_phase(g), "buy infantry 2", "give 4", "done", "buy fighter 1", "done", "done")
    assert (production.cash_of(g, east), production.cash_of(g, west)) == (0, 4)
    refused(spending_menu(g, desk("germany")).why(Option("give", 1)), "2.3")


def test_5_1_us_income_actions() -> None:
    """At peace below an income of 10 the USA starts no capital ship and no facility."""
    g = game("usa", "1936")
    money(g, "usa", 20)
    refused(production.may_order(g, desk("usa"), KIND["battleship"]), "5.1", "income of 10")
    refused(building.may_build(g, desk("usa"), FACILITY["air_base"]), "5.1")
    assert production.may_order(g, desk("usa"), KIND["destroyer"]) is None
    g.nations[NATION["usa"]].income = 12
    assert production.may_order(g, desk("usa"), KIND["battleship"]) is None


def test_7_0_each_nation_of_the_turn_spends() -> None:
    """Great Britain, FEC and ANZAC are asked in turn; each choice list has its kinds of spending."""
    g = game("great_britain")
    for nation in ("great_britain", "fec", "anzac"):
        money(g, nation, 12)
    site(g, "london", "major_factory").damage = 1
    asked = run(g, production_phase(g), "done", "done", "done")
    assert [ask.prompt.split(" produces")[0] for ask in asked] == ["Great Britain", "Far East Command", "ANZAC"]
    verbs = {o.verb for o in asked[0].options}
    assert {"buy", "build", "upgrade", "repair", "research", "advance", "lend", "done"} <= verbs
    refused(asked[1].why(Option("buy", "jet_fighter", 1)), "7.1")  # type: ignore[misc]


def test_9_11_the_usa_rules_on_the_arctic_bonus() -> None:
    """Once a turn, and only while the USSR is at war with a Major Power."""
    g = game("usa")
    refused(production.may_rule_arctic(g, desk("usa")), "9.11", "no wartime bonus")
    war(g, "ussr", "germany")
    refused(production.may_rule_arctic(g, desk("germany")), "9.11", "USA decides")
    asked = run(g, production.produce(g, desk("usa")), "deny_arctic", "done")
    assert g.nations[NATION["ussr"]].arctic_denied == 1
    assert not {"deny_arctic", "allow_arctic"} & {o.verb for o in asked[1].options}
    refused(production.may_rule_arctic(g, desk("usa")), "9.11", "decided")


def test_15_10_canal_repair() -> None:
    """The owner of a bombed canal repairs it for 1 IPP a point."""
    g = game("great_britain", bomb_canals=True)
    suez = next(n for n, passage in enumerate(g.board.geo.passages) if passage.id == "suez")
    g.canal_damage[suez] = 6
    money(g, "great_britain", 8)
    refused(repair.may_clear(g, desk("germany"), suez), "7.4", "not yours")
    if repair.canal_sites(g, suez):
        canal = repair.canal_sites(g, suez)[0]
        canal.damage = 6
        run(g, production.produce(g, desk("great_britain")), f"repair {canal} 6", "done")
    else:
        run(g, production.produce(g, desk("great_britain")), "clear suez_passage 6", "done")
    assert g.canal_damage[suez] == 0 and cash(g, "great_britain") == 2


def test_2_3_starting_cash_of_the_halves() -> None:
    g = game("usa", split_usa=True, players="8")
    assert (production.cash_of(g, desk("usa", 1)), production.cash_of(g, desk("usa", 2))) == (8, 8)
    g = game("usa")
    assert production.cash_of(g, desk("usa")) == 16 and g.usa_east == 0


def test_7_9_who_must_have_capital_ships_lent() -> None:
    """The note of 7.9: ANZAC, FEC, KMT, CCP and Free France begin without the yards for capital ships, all others with them."""
    without = ("anzac", "fec", "kmt", "ccp", "free_france")
    for scenario in ("1936", "1939"):
        g = game("germany", scenario)
        for name in ("germany", "italy", "japan", "ussr", "great_britain", "france", "usa"):
            assert places.yards(g, desk(name), KIND["battleship"]), name
        for name in without:
            assert not places.yards(g, desk(name), KIND["battleship"]), name
            refused(places.may_begin(g, desk(name), KIND["fleet_carrier"]), "7.3")
