"""12.3 to 12.10: where facilities may be built and what they cost."""

from __future__ import annotations

import pytest

from grognard.titles.gw36.kinds import COASTAL_ARTILLERY, FACILITY, FORTIFICATION, IS_FACTORY, KIND
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import chart, facilities, income, placement, places, production, supply
from grognard.titles.gw36.rules.battle import works
from tests.titles.gw36.workshop import cash, clear_sites, desk, game, money, put, refused, run, site, spending_menu, zone


@pytest.mark.parametrize(
    ("name", "due"),
    [
        ("minor_factory", (8,)), ("medium_factory", (7, 7)), ("major_factory", (6, 6, 6)), ("minor_port", (3,)),
        ("major_port", (3, 3)), ("minor_shipyard", (3, 3)), ("major_shipyard", (5, 5)), ("minor_dockyard", (2, 2)),
        ("major_dockyard", (4, 4)), ("seaplane_base", (2,)), ("submarine_base", (2,)), ("air_base", (3, 3)),
        ("fortification", (5, 5)), ("coastal_artillery", (6,)), ("railroad", (2,)), ("railroad_rough", (4,)),
    ],
)  # fmt: skip
def test_12_3_prices(name: str, due: tuple[int, ...]) -> None:
    """The printed payments of each facility."""
    g = game("germany")
    assert chart.payments(g, NATION["germany"], chart.BUILDING, FACILITY[name]) == due


def test_12_3_no_factory_needed() -> None:
    """Facilities are built in zones without a factory, on one's own land only."""
    g = game("germany")
    assert not any(IS_FACTORY[g.sites.kind[s]] for s in facilities.sites_in(g, zone(g, "eastern_germany")))
    assert facilities.may_stand(g, NATION["germany"], FACILITY["air_base"], zone(g, "eastern_germany")) is None
    refused(facilities.may_stand(g, NATION["germany"], FACILITY["air_base"], zone(g, "london")), "12.5", "not yours")
    refused(facilities.may_stand(g, NATION["germany"], FACILITY["air_base"], zone(g, "sz_25")), "12.5", "on land")


def test_12_4_large_factories_at_home() -> None:
    g = game("germany")
    germany, bohemia = NATION["germany"], zone(g, "bohemia")
    assert g.zones.owner[bohemia] == germany
    refused(facilities.may_stand(g, germany, FACILITY["major_factory"], bohemia), "12.4", "Home Country")
    assert facilities.may_stand(g, germany, FACILITY["major_factory"], zone(g, "bavaria")) is None
    refused(facilities.may_upgrade(g, germany, site(g, "bohemia", "minor_factory").index), "12.4", "Home Country")


def test_12_4_minor_factory_needs_value_and_supply() -> None:
    """A Minor Factory: a zone with a value, in supply path of a Major Factory of the Home Country."""
    g = game("germany")
    germany = NATION["germany"]
    assert facilities.may_stand(g, germany, FACILITY["minor_factory"], zone(g, "eastern_germany")) is None
    poor = zone(g, "abyssinia")
    g.zones[poor].owner = germany
    refused(facilities.may_stand(g, germany, FACILITY["minor_factory"], poor), "12.4", "no IPP value")
    for s in g.sites:
        if s.kind == FACILITY["major_factory"] and s.at >= 0 and g.zones.owner[s.at] == germany:
            s.at = -1
    refused(facilities.may_stand(g, germany, FACILITY["minor_factory"], zone(g, "eastern_germany")), "12.4", "supply path")


def test_12_4_output() -> None:
    """5, 3 and 1 units; damage stops a Minor or Medium Factory and costs a Major one unit per point."""
    g = game("germany")
    germany = NATION["germany"]
    plants = [site(g, "berlin", "major_factory"), site(g, "bavaria", "medium_factory"), site(g, "bohemia", "minor_factory")]
    assert [facilities.output(g, s.index, germany) for s in plants] == [5, 3, 1]
    for s in plants:
        s.damage = 2
    assert [facilities.output(g, s.index, germany) for s in plants] == [3, 0, 0]


def test_12_4_captured_factory() -> None:
    """A captured Major Factory works as a Minor one, cannot be upgraded, and is Major again at home."""
    from grognard.titles.gw36.rules.conquest import capture

    g = game("germany", when="1940-01")
    plant = site(g, "paris", "major_factory")
    g.zones[plant.at].owner = NATION["france"]
    run(g, capture(g, plant.at, NATION["germany"]))
    assert (plant.kind, plant.level) == (FACILITY["minor_factory"], FACILITY["major_factory"])
    assert facilities.output(g, plant.index, NATION["germany"]) == 0, "nothing in the turn of capture"
    g.turn += 1
    assert facilities.output(g, plant.index, NATION["germany"]) == 1
    refused(facilities.may_upgrade(g, NATION["germany"], plant.index), "12.4", "captured")


def test_12_6_shipyards() -> None:
    """A Minor Shipyard where a railway leads to a factory, a Major one at home; both on a coast."""
    g = game("germany")
    germany = NATION["germany"]
    assert facilities.may_stand(g, germany, FACILITY["minor_shipyard"], zone(g, "eastern_germany")) is None
    refused(facilities.may_stand(g, germany, FACILITY["minor_shipyard"], zone(g, "bavaria")), "12.6", "no coast")
    sicily = zone(g, "sardinia")
    refused(facilities.may_stand(g, NATION["italy"], FACILITY["minor_shipyard"], sicily), "12.6", "railway")
    assert facilities.may_stand(g, NATION["italy"], FACILITY["minor_port"], sicily) is None


def test_12_6_upgrades() -> None:
    """Ports 4, shipyards 5 (at home), dockyards 5."""
    g = game("germany")
    prices = {"minor_port": 4, "minor_shipyard": 5, "minor_dockyard": 5, "minor_factory": 7, "medium_factory": 6}
    for name, price in prices.items():
        assert chart.payments(g, NATION["germany"], chart.UPGRADE, FACILITY[name]) == (price,)
    abroad = site(g, "shantung", "minor_dockyard")
    g.zones[abroad.at].owner = NATION["japan"]
    assert facilities.may_upgrade(g, NATION["japan"], abroad.index) is None
    yard = site(g, "shantung", "minor_shipyard")
    refused(facilities.may_upgrade(g, NATION["japan"], yard.index), "12.6", "Home Country")


def test_12_7_one_fortification_per_border() -> None:
    """5/5 on a border of one's zone; the next one on another border."""
    g = game("germany")
    clear_sites(g, "western_germany")
    money(g, "germany", 20)
    run(g, production.produce(g, desk("germany")), "build fortification", "at western_germany", "toward alsace_lorraine", "done")
    fort = g.sites[len(g.sites) - 1]
    assert (fort.border, cash(g, "germany")) == (zone(g, "alsace_lorraine"), 15)
    west = zone(g, "western_germany")
    refused(facilities.may_border(g, NATION["germany"], FORTIFICATION, west, zone(g, "alsace_lorraine")), "12.7", "only one")
    assert facilities.may_border(g, NATION["germany"], FORTIFICATION, west, zone(g, "belgium")) is None
    refused(facilities.may_border(g, NATION["germany"], FORTIFICATION, west, zone(g, "moscow")), "12.7", "no such border")


def test_1_22_a_fortified_line_is_the_one_fortification() -> None:
    """Nothing is built behind the Maginot Line while it stands; on other borders, and once it has fallen, it is."""
    g = game("france")
    alsace, france = zone(g, "alsace_lorraine"), NATION["france"]
    refused(facilities.may_border(g, france, FORTIFICATION, alsace, zone(g, "bavaria")), "1.22", "only one")
    assert facilities.may_border(g, france, FORTIFICATION, alsace, zone(g, "western_germany")) is None
    g.zones[alsace].fallen = 1
    assert facilities.may_border(g, france, FORTIFICATION, alsace, zone(g, "bavaria")) is None


def test_12_8_a() -> None:
    """gw36-12.8-a: a Fortification on Crete covers both sea zones; a second one cannot be built."""
    g = game("germany")
    crete = zone(g, "crete")
    g.zones[crete].owner = NATION["germany"]
    money(g, "germany", 20)
    run(g, production.produce(g, desk("germany")), "build fortification", "at crete", "done")
    fort = g.sites[len(g.sites) - 1]
    fort.built = 1
    seas = g.board.geo.coast[crete]
    assert len(seas) >= 2
    assert [works(g, FORTIFICATION, sea, crete) for sea in seas] == [1] * len(seas)
    refused(facilities.may_stand(g, NATION["germany"], FORTIFICATION, crete), "12.7", "no border")


def test_12_8_small_zones() -> None:
    """Islands outside Home Countries, cities, Gibraltar, Panama, British Malaya, Crimea; no others."""
    g = game("germany")
    for name in ("crete", "malta", "berlin", "gibraltar", "panama", "british_malaya", "crimea"):
        assert facilities.is_small_zone(g, zone(g, name)), name
    for name in ("western_germany", "bavaria", "honshu"):
        assert not facilities.is_small_zone(g, zone(g, name)), name


def test_12_9_coastal_artillery() -> None:
    """On land and sea borders only, several on the same border."""
    g = game("germany")
    west, germany = zone(g, "western_germany"), NATION["germany"]
    sea = g.board.geo.coast[west][0]
    assert facilities.may_border(g, germany, COASTAL_ARTILLERY, west, sea) is None
    g.sites.add(kind=COASTAL_ARTILLERY, at=west, border=sea, since=-1)
    assert facilities.may_border(g, germany, COASTAL_ARTILLERY, west, sea) is None
    refused(facilities.may_border(g, germany, COASTAL_ARTILLERY, west, zone(g, "belgium")), "12.9", "no such border")
    refused(facilities.may_stand(g, germany, COASTAL_ARTILLERY, zone(g, "bavaria")), "12.9", "no border")


def test_12_10_railroad() -> None:
    """2 IPP, 4 in rough terrain; not where a railway runs, not towards an enemy; then it joins the zones."""
    g = game("germany")
    germany = NATION["germany"]
    money(g, "germany", 20)
    options = [
        (kind, a, b)
        for kind in (FACILITY["railroad"], FACILITY["railroad_rough"])
        for a in range(g.board.size)
        if g.zones.owner[a] == germany
        for b in facilities.borders(g, kind, a)
        if facilities.may_border(g, germany, kind, a, b) is None
    ]
    assert options
    kind, a, b = options[0]
    name = "railroad" if kind == FACILITY["railroad"] else "railroad_rough"
    price = 2 if name == "railroad" else 4
    run(g, production.produce(g, desk("germany")), f"build {name}", f"at {g.board.ids[a]}", f"toward {g.board.ids[b]}", "done")
    assert cash(g, "germany") == 20 - price
    refused(facilities.may_border(g, germany, kind, a, b), "12.10", "being built")
    placement.finish_facilities(g, desk("germany"), factories=False)
    assert (b, g.board.border(a, b)) in supply.railways(g)[a]
    refused(facilities.may_border(g, germany, kind, a, b), "12.10", "already")
    assert not income.faults(g)


def test_12_10_damage_cuts_the_line() -> None:
    g = game("germany")
    berlin = zone(g, "berlin")
    joined = supply.railed(g, NATION["germany"], frozenset((berlin,)))
    assert zone(g, "western_germany") in joined
    for _, border in g.board.geo.rail_ways[berlin]:
        g.rail_damage[border] = 1
    assert supply.railed(g, NATION["germany"], frozenset((berlin,))) == {berlin}


def test_12_10_rough_ground_needs_the_dear_railway() -> None:
    g = game("germany")
    rough = next(
        (a, b)
        for a in range(g.board.size)
        for b, border in g.board.geo.land[a]
        if border not in g.board.geo.rail and facilities.is_rough_border(g, a, b)
    )
    for z in rough:
        g.zones[z].owner = NATION["germany"]
    refused(facilities.may_border(g, NATION["germany"], FACILITY["railroad"], *rough), "12.10", "rough")
    assert facilities.may_border(g, NATION["germany"], FACILITY["railroad_rough"], *rough) is None


def test_1_10_jungle_costs_one_more() -> None:
    """Jungle and marsh add 1 IPP to the first payment, if their rules are played."""
    for switch, first in ((True, 4), (False, 3)):
        g = game("japan", jungles=switch)
        jungle = next(z for z in range(g.board.size) if g.board.geo.zone_terrain[z] == "jungle")
        assert chart.payments(g, NATION["japan"], chart.BUILDING, FACILITY["air_base"], jungle) == (first, 3)


def test_1_5_supply_path_by_sea() -> None:
    """Overland, one sea leg between ports, overland again; no port, no path."""
    g = game("great_britain")
    britain = NATION["great_britain"]
    assert supply.has_supply_path(g, britain, zone(g, "cape_town"))
    for s in g.sites.where(at=zone(g, "cape_town"), kind=FACILITY["minor_port"]):
        s.damage = 1
    reached = supply.has_supply_path(g, britain, zone(g, "cape_town"))
    by_rail = any(z in supply.ports(g) for z in supply.railed(g, britain, frozenset((zone(g, "cape_town"),))))
    assert reached == by_rail


def test_12_2_what_cannot_be_built() -> None:
    g = game("germany")
    money(g, "germany", 30)
    for name in ("coastal_defense_ship", "torpedo_boat_destroyer", "coastal_submarine"):
        assert not g.facts.units[name].payments
        assert f"buy {name} 1" not in {o.text for o in spending_menu(g, desk("germany")).options()}
        assert chart.may_buy(g, NATION["germany"], KIND[name]) is not None


def test_12_1_classes() -> None:
    """Cavalry is vehicle-class, a Strategic Rocket artillery-class, a submarine naval."""
    from grognard.titles.gw36.kinds import ARTILLERY, CLASS, INFANTRY, NAVAL, VEHICLE

    for name, unit_class in (("militia", INFANTRY), ("cavalry", VEHICLE), ("strategic_rocket", ARTILLERY), ("submarine", NAVAL)):
        assert CLASS[KIND[name]] == unit_class
    assert CLASS[KIND["airborne"]] != VEHICLE


def test_12_5_bases_serve_aligned_nations_and_do_not_add_up() -> None:
    """A second Air Base adds nothing; a damaged one nothing; those of nations not Aligned cannot be used."""
    from grognard.titles.gw36.rules.units import allowance

    g = game("germany")
    base = site(g, "berlin", "air_base")
    plane = put(g, "germany", "berlin", "fighter")
    printed = g.facts.units["fighter"].move
    assert allowance(g, plane.index) == printed + 1
    second = g.sites.add(kind=FACILITY["air_base"], at=base.at, since=-1)
    assert allowance(g, plane.index) == printed + 1
    base.damage = second.damage = 1
    assert allowance(g, plane.index) == printed
    guest = put(g, "italy", "bavaria", "fighter")
    assert allowance(g, guest.index) == printed, "Italy is not at war beside Germany"


def test_12_5_no_yard_in_a_damaged_base() -> None:
    g = game("germany")
    yard = site(g, "western_germany", "major_shipyard")
    assert facilities.ship_slots(g, yard.index, NATION["germany"]) == 5
    yard.damage = 1
    assert facilities.ship_slots(g, yard.index, NATION["germany"]) == 0
    refused(places.may_launch(g, NATION["germany"], KIND["battleship"], yard.at), "11.1", "undamaged")
