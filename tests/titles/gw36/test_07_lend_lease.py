"""7.9 and 11.4: lend-lease declared, delivered, interdicted, kept."""

from __future__ import annotations

from typing import Any

from grognard.kernel.flow import Ask, Option
from grognard.titles.gw36.kinds import KIND
from grognard.titles.gw36.powers import NATION, keyed
from grognard.titles.gw36.rules import chart, deliveries, income, lend_lease, places, production
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.state import SIGNED, War
from grognard.titles.gw36.subjects import Lending
from tests.titles.gw36.workshop import cash, count, desk, dice, game, money, put, refused, run, seize, site, war, zone


def lending(sender: str, receiver: str) -> Lending:
    return Lending(*desk(sender), NATION[receiver])


def at_war() -> War:
    """1942: the USA and the USSR fight Germany, Denmark is German."""
    g = game("usa", when="1942-07")
    war(g, "usa", "germany")
    war(g, "usa", "japan")
    war(g, "ussr", "germany")
    g.zones[zone(g, "denmark")].owner = NATION["germany"]
    money(g, "usa", 40)
    return g


def lent(g: War, *answers: str) -> Any:
    """Declare lend-lease in the American Production Phase; the order it makes."""
    run(g, production.produce(g, desk("usa")), *answers, "done")
    return next(o for o in chart.chart(g, NATION["usa"]) if o.receiver >= 0)


def test_7_9_half_of_the_income() -> None:
    """At most half of the receiver's income without bonus, rounded up (0.2)."""
    g = at_war()
    row = lend_lease.terms(g, NATION["usa"], NATION["ussr"])
    most = lend_lease.loan_limit(g, NATION["ussr"], row)  # type: ignore[arg-type]
    assert most == -(-current_income(g, NATION["ussr"]) // 2)
    refused(lend_lease.may_send_money(g, lending("usa", "ussr"), most + 1), "7.9", "at most")
    order = lent(g, "lend n.ussr", "money 5")
    assert (order.count, order.ready, cash(g, "usa")) == (5, 1, 35)


def test_7_9_every_sum_up_to_half() -> None:
    """Any sum up to half of the income may be lent, the whole half too, and nothing beyond it or beyond the purse."""
    g = at_war()
    most = lend_lease.loan_limit(g, NATION["ussr"], lend_lease.terms(g, NATION["usa"], NATION["ussr"]))  # type: ignore[arg-type]
    for purse in (40, 7):
        money(g, "usa", purse)
        sums = lend_lease.MONEY.candidates(g, lending("usa", "ussr"))
        assert list(sums) == list(range(1, min(most, purse) + 1))


def test_7_9_one_a_turn() -> None:
    """IPP or one unit, once a turn and lender; the Commonwealth shares the limit (2.3)."""
    g = at_war()
    lent(g, "lend n.ussr", "unit medium_armor")
    refused(lend_lease.may_lend(g, desk("usa"), NATION["great_britain"]), "7.9", "one lend-lease a turn")
    g = game("anzac", when="1942-07")
    war(g, "usa", "germany")
    money(g, "anzac", 10)
    run(g, production.produce(g, desk("anzac")), "lend n.usa", "money 3", "done")
    refused(lend_lease.may_lend(g, desk("great_britain"), NATION["france"]), "7.9", "one lend-lease a turn")


def test_7_9_not_to_oneself_or_an_enemy() -> None:
    g = at_war()
    refused(lend_lease.may_lend(g, desk("usa"), NATION["usa"]), "7.9", "itself")
    refused(lend_lease.may_lend(g, desk("great_britain"), NATION["anzac"]), "7.9", "itself")
    refused(lend_lease.may_lend(g, desk("usa"), NATION["germany"]), "7.9", "enemy")
    assert lend_lease.may_lend(g, desk("usa"), NATION["great_britain"]) is None


def test_7_9_conditions_of_the_sheet() -> None:
    """The USA at peace lends from an income of 15, and only to nations at war with a Major Power; minors do not lend."""
    g = game("usa")
    money(g, "usa", 10)
    g.nations[NATION["usa"]].income = 14
    refused(lend_lease.may_lend(g, desk("usa"), NATION["great_britain"]), "7.9", "income of 15")
    g.nations[NATION["usa"]].income = 15
    assert lend_lease.may_lend(g, desk("usa"), NATION["great_britain"]) is None
    refused(lend_lease.may_lend(g, desk("usa"), NATION["ussr"]), "7.9", "sends nothing")
    refused(lend_lease.may_lend(g, desk("kmt"), NATION["usa"]), "7.9", "Major Powers")


def test_7_9_japanese_soviet_pact() -> None:
    """14.3: neither lends to a nation the other is at war with."""
    g = game("ussr")
    money(g, "ussr", 10)
    assert lend_lease.may_lend(g, desk("ussr"), NATION["ccp"]) is None
    g.neutrality = SIGNED
    refused(lend_lease.may_lend(g, desk("ussr"), NATION["ccp"]), "14.3")


def test_7_9_a() -> None:
    """gw36-7.9-a: a Fast Battleship (6/6/6) for ANZAC costs 18; ANZAC sends 3 a turn, the USA bears the other 9."""
    g = at_war()
    war(g, "anzac", "japan")
    money(g, "usa", 30)
    money(g, "anzac", 9)
    order = lent(g, "lend n.anzac", "unit fast_battleship")
    for _ in range(3):
        loan = chart.enter(g, desk("anzac"), chart.LOAN, 0, count=3, paid=1, ready=1, receiver=NATION["usa"])
        production.pay(g, desk("anzac"), 3)
        run(g, deliveries.arrive(g, loan, deliveries.Route(zone(g, "san_francisco"))))
        g.turn += 1
        if order.paid < 3:
            production.advance(g, desk("usa"), order)
    assert (order.paid, order.ready) == (3, 1)
    assert (cash(g, "usa"), cash(g, "anzac")) == (30 - 18 + 9, 0)
    routes = deliveries.routes(g, order)
    assert routes == [] or all(r.lands == r.arrives for r in routes)
    site(g, "sydney", "major_port")
    way = next(r for r in deliveries.routes(g, order) if r.lands == zone(g, "sydney"))
    run(g, deliveries.send(g, order, way._replace(seas=way.seas[-1:])))
    assert count(g, "anzac", g.board.ids[way.seas[-1]], "fast_battleship") == 1
    assert not income.faults(g)


def test_11_4_a() -> None:
    """gw36-11.4-a: past closed straits and submarines, Medium Armor goes from San Francisco to Primorsky Krai and stops there."""
    g = at_war()
    order = lent(g, "lend n.ussr", "unit medium_armor")
    routes = deliveries.routes(g, order)
    pacific = next(r for r in routes if (r.leaves, r.lands) == (zone(g, "san_francisco"), zone(g, "primorsky_krai")))
    assert pacific.arrives == zone(g, "primorsky_krai")
    assert not [r for r in routes if r.lands == zone(g, "leningrad")], "the Danish Straits are closed"
    for u in [u for s in pacific.seas for u in g.units.stacks[s]]:
        g.remove(u)
    run(g, deliveries.deliver(g, desk("usa")), f"ship {order} san_francisco primorsky_krai primorsky_krai")
    assert count(g, "ussr", "primorsky_krai", "medium_armor") == 1
    assert order.gone


def test_11_4_shortest_route() -> None:
    """The route is a shortest one; of two equal ones that without interdictors."""
    g = at_war()
    for u in range(len(g.units)):
        g.put(u, -1)
    order = lent(g, "lend n.great_britain", "money 5")
    ways = deliveries.sea_ways(g, NATION["usa"], zone(g, "new_york"))
    route = next(r for r in deliveries.routes(g, order) if (r.leaves, r.lands) == (zone(g, "new_york"), zone(g, "london")))
    assert len(route.seas) == min(ways[s][0] for s in g.board.geo.coast[zone(g, "london")])
    for a, b in zip(route.seas, route.seas[1:]):
        assert g.board.adjacent(a, b)


def test_11_4_interdiction() -> None:
    """A submarine at war with the sender: opposed D6, the cargo is lost only if the interdictor rolls higher."""
    for attack, defence, arrives in ((5, 4, 0), (4, 4, 1), (1, 6, 1)):
        g = at_war()
        for u in range(len(g.units)):
            g.put(u, -1)
        order = lent(g, "lend n.great_britain", "unit infantry")
        route = next(r for r in deliveries.routes(g, order) if (r.leaves, r.lands) == (zone(g, "new_york"), zone(g, "london")))
        put(g, "germany", g.board.ids[route.seas[1]], "submarine")
        dice(g, attack, defence)
        run(g, deliveries.send(g, order, route))
        assert count(g, "great_britain", "london", "infantry") == arrives
        assert order.gone


def test_11_4_who_interdicts() -> None:
    """A submarine, a patrol, or three surface warships of a nation at war with the sender; two ships or neutrals do not."""
    g = at_war()
    sea = next(s for s in range(g.board.size) if g.board.kind[s] == "sea" and not g.units.stacks[s])
    name, usa = g.board.ids[sea], NATION["usa"]
    put(g, "germany", name, "destroyer")
    put(g, "germany", name, "destroyer")
    put(g, "ussr", name, "submarine")
    assert deliveries.interdictors(g, usa, sea) == []
    put(g, "germany", name, "heavy_cruiser")
    assert deliveries.interdictors(g, usa, sea) == [NATION["germany"]]
    other = next(s for s in range(g.board.size) if g.board.kind[s] == "sea" and not g.units.stacks[s])
    put(g, "japan", g.board.ids[other], "submarine")
    assert deliveries.interdictors(g, usa, other) == [NATION["japan"]]


def test_11_4_minor_facilities_take_three_ipp() -> None:
    """A Minor Port sends or receives 3 IPP or a unit worth 3 at most."""
    g = at_war()
    order = lent(g, "lend n.great_britain", "money 4")
    town = zone(g, "cape_town")
    refused(deliveries.may_use_port(g, order, town), "11.4", "minor facility")
    order.count = 3
    assert deliveries.may_use_port(g, order, town) is None
    for s in g.sites.where(at=town):
        s.damage = 1
    refused(deliveries.may_use_port(g, order, town), "11.4", "undamaged")


def test_11_4_blockade() -> None:
    """A blockaded naval facility neither sends nor receives."""
    g = at_war()
    order = lent(g, "lend n.great_britain", "money 3")
    town = zone(g, "cape_town")
    assert deliveries.may_use_port(g, order, town) is None
    for sea in g.board.geo.coast[town]:
        for _ in range(3):
            put(g, "germany", g.board.ids[sea], "destroyer")
    refused(deliveries.may_use_port(g, order, town), "11.4", "blockaded")


def test_11_4_wait_then_keep() -> None:
    """Undelivered lend-lease waits; a turn later the sender may keep it."""
    g = at_war()
    order = lent(g, "lend n.ussr", "unit medium_armor")
    question = next(deliveries.deliver(g, desk("usa")))
    assert isinstance(question, Ask) and question.why
    assert "keep" not in {o.verb for o in question.options}
    refused(question.why(Option("keep", order)), "11.4", "waited")
    run(g, deliveries.deliver(g, desk("usa")), f"wait {order}")
    run(g, deliveries.deliver(g, desk("usa")), f"keep {order}")
    assert order.receiver == -1 and order.ready
    money_order = chart.enter(g, desk("usa"), chart.LOAN, 0, count=4, paid=1, ready=1, receiver=NATION["ussr"], late=1)
    production.pay(g, desk("usa"), 4)
    before = cash(g, "usa")
    deliveries.keep(g, desk("usa"), money_order)
    assert cash(g, "usa") == before + 4


def test_11_4_money_arrives() -> None:
    g = at_war()
    before = cash(g, "ussr")
    order = lent(g, "lend n.ussr", "money 6")
    run(g, deliveries.arrive(g, order, deliveries.Route(zone(g, "primorsky_krai"))))
    assert cash(g, "ussr") == before + 6 and not income.faults(g)


def test_11_4_by_land() -> None:
    """Over land it stops in the first zone of the receiver's Home Country."""
    g = game("germany", when="1941-01")
    war(g, "italy", "great_britain")
    money(g, "germany", 10)
    g.zones[zone(g, "austria")].owner = NATION["germany"]
    run(g, production.produce(g, desk("germany")), "lend n.italy", "unit infantry", "done")
    order = next(o for o in chart.chart(g, NATION["germany"]) if o.receiver >= 0)
    ends = {g.board.ids[r.arrives] for r in deliveries.routes(g, order) if r.leaves < 0}
    assert ends == {"northern_italy"}
    before = count(g, "italy", "northern_italy", "infantry")
    run(g, deliveries.deliver(g, desk("germany")), f"rail {order} northern_italy")
    assert count(g, "italy", "northern_italy", "infantry") == before + 1


def test_13_1_help_for_spain() -> None:
    """Germany sends the Nationalists a unit or repairs; an Ally supplies for one Militia, one Ally a turn."""
    g = game("germany", "1936")
    money(g, "germany", 10)
    spain = NATION["nationalist_spain"]
    assert lend_lease.may_lend(g, desk("germany"), spain) is None
    refused(lend_lease.may_lend(g, desk("ussr"), spain), "7.9", "sends nothing")
    refused(lend_lease.may_send_money(g, lending("germany", "nationalist_spain"), 1), "7.9", "at most 0")
    money(g, "great_britain", 10)
    money(g, "france", 10)
    assert lend_lease.may_lend(g, desk("great_britain"), spain) is None
    refused(lend_lease.may_send_unit(g, lending("great_britain", "nationalist_spain"), "infantry"), "13.1", "supplies")
    run(g, production.produce(g, desk("great_britain")), "lend n.nationalist_spain", "supplies", "done")
    assert cash(g, "great_britain") == 8
    refused(lend_lease.may_lend(g, desk("france"), NATION["republican_spain"]), "13.1", "one Allied power")
    order = next(o for o in chart.chart(g, NATION["great_britain"]) if o.what == chart.SUPPLIES)
    home = g.board.ids[g.zones.owner.index(spain)]
    militia = put(g, "nationalist_spain", home, "militia")
    run(g, deliveries.arrive(g, order, deliveries.Route(militia.at)), f"promote {militia}")
    assert militia.kind == KIND["infantry"]


def test_5_5_lending_to_an_enemy_is_remembered() -> None:
    g = at_war()
    lent(g, "lend n.ussr", "money 1")
    assert g.lent_to[keyed(NATION["usa"], NATION["germany"])] == 1
    assert keyed(NATION["usa"], NATION["italy"]) not in g.lent_to


def test_7_9_a_lent_unit_needs_a_free_slot() -> None:
    """It is produced at a factory of the Home Country: with every slot in use it waits; Militia is not lent."""
    g = at_war()
    order = lent(g, "lend n.great_britain", "unit infantry")
    assert deliveries.routes(g, order)
    way = next(r for r in deliveries.routes(g, order) if r.leaves >= 0)
    first = deliveries.home_places(g, order)[0]
    before = places.room(g, NATION["usa"], KIND["infantry"], first)
    run(g, deliveries.send(g, order, way._replace(seas=())))
    assert places.room(g, NATION["usa"], KIND["infantry"], first) == before - 1
    g = at_war()
    order = lent(g, "lend n.great_britain", "unit infantry")
    for s in range(len(g.sites)):
        g.slots[s] = 9
    assert deliveries.routes(g, order) == []
    refused(lend_lease.may_send_unit(g, lending("usa", "great_britain"), "militia"), "7.9", "factory")


def test_14_4_3_vichy_ships() -> None:
    """Ships on the French stocks: scuttled to 7, Vichy's to 10, else German; German IPP finish Vichy's."""
    for roll, owner in ((7, None), (8, "vichy"), (10, "vichy"), (11, "germany")):
        g = game("germany", when="1940-07")
        ships = chart.ships_on_chart(g, NATION["france"])
        assert len(ships) == 1
        dice(g, roll)
        g.nations[NATION["vichy"]].status = 0
        chart.roll_french_chart(g)
        assert ships[0].gone if owner is None else chart.owner_of(g, ships[0]) == NATION[owner]
    port = zone(g, "southern_france")
    g.zones[port].owner = NATION["vichy"]
    ship = chart.enter(g, desk("france"), chart.UNIT, KIND["heavy_cruiser"], nation=NATION["vichy"], paid=1, stages=2, turn=-1)
    loan = chart.enter(g, desk("germany"), chart.LOAN, 0, count=4, paid=1, ready=1, receiver=NATION["vichy"])
    money(g, "germany", 9)
    production.pay(g, desk("germany"), 4)
    run(g, deliveries.arrive(g, loan, deliveries.Route(port)))
    assert (ship.paid, g.nations.cash[NATION["vichy"]]) == (1, 4), "5 IPP are needed"
    loan = chart.enter(g, desk("germany"), chart.LOAN, 0, count=3, paid=1, ready=1, receiver=NATION["vichy"])
    production.pay(g, desk("germany"), 3)
    run(g, deliveries.arrive(g, loan, deliveries.Route(port)))
    assert g.nations.cash[NATION["vichy"]] == 2
    assert count(g, "vichy", g.board.ids[g.board.geo.coast[port][0]], "heavy_cruiser") == 1
    assert not income.faults(g)


def test_1_17_over_the_burma_road() -> None:
    """Lend-lease lands in Burma and rolls over the open road; with the Hump rule aircraft are lost there on 11 and 12 (1.24)."""
    for switch, roll, arrives in ((True, 11, 0), (True, 10, 1), (False, 11, 1)):
        g = game("usa", when="1942-07", himalayan_hump=switch)
        war(g, "usa", "japan")
        war(g, "great_britain", "japan")
        for name in ("kwangtung", "hong_kong", "annam_tonkin", "cochinchina"):
            g.zones[zone(g, name)].owner = NATION["japan"]
        order = chart.enter(g, desk("usa"), chart.UNIT, KIND["fighter"], paid=1, ready=1, receiver=NATION["kmt"])
        site(g, "burma", "major_port")
        g.burma_road = 0
        assert deliveries.routes(g, order) == []
        g.burma_road = 1
        way = next(r for r in deliveries.routes(g, order) if r.lands == zone(g, "burma"))
        assert way.road and way.arrives == zone(g, "yunnan")
        dice(g, roll)
        run(g, deliveries.send(g, order, way._replace(seas=())))
        assert count(g, "kmt", "yunnan", "fighter") == arrives


def test_gw36_b10_the_only_way() -> None:
    """Appendix B 10: without Shanghai, Nanking, Peking and Hong Kong lend-lease reaches China over the Burma Road alone, whoever
    sends it, also with France as a friend in Indochina (GW36-AMB-174)."""
    for sender in ("usa", "great_britain", "france"):
        g = game(sender, "1939")
        war(g, "usa", "germany")
        order = chart.enter(g, desk(sender), chart.LOAN, 0, count=3, paid=1, ready=1, receiver=NATION["kmt"])
        assert any(way.lands == zone(g, "hong_kong") for way in deliveries.routes(g, order))
        for name in ("shanghai", "nanking", "peking", "hong_kong"):
            seize(g, name, "japan")
        g.burma_road = 1
        ways = deliveries.routes(g, order)
        assert ways and {(way.lands, way.arrives, way.road) for way in ways} == {(zone(g, "burma"), zone(g, "yunnan"), True)}
        g.burma_road = 0
        assert deliveries.routes(g, order) == []


def test_7_9_deals_do_not_bind() -> None:
    """gw36-A-a: a promised lend-lease may be refused later: the phase ends without it, and the next turn owes nothing."""
    g = at_war()
    asked = run(g, production.produce(g, desk("usa")), "done")
    assert "lend n.ussr" in {o.text for o in asked[0].options} and "done" in {o.text for o in asked[0].options}
    assert not [o for o in chart.chart(g, NATION["usa"]) if o.receiver >= 0]
    assert cash(g, "usa") == 40
