"""11.1 to 11.3: placing units and facilities, upgrades of units; 15.3: new carriers."""

from __future__ import annotations

from typing import Any

from grognard.titles.gw36.kinds import FACILITY, KIND
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import chart, income, placement, places, placing, production, upgrades
from grognard.titles.gw36.rules.nations import home_mask, printed_owner
from grognard.titles.gw36.state import War
from grognard.titles.gw36.subjects import Placement
from tests.titles.gw36.workshop import cash, clear_sites, count, desk, develop, game, money, put, refused, run, site, zone


def ready(g: War, nation: str, kind: str, number: int = 1, **values: int) -> Any:
    """Units in a nation's Place Units box."""
    return chart.enter(g, desk(nation), chart.UNIT, KIND[kind], count=number, paid=1, ready=1, **values)


def may(g: War, nation: str, kind: str, where: str) -> Any:
    return places.may_place(g, desk(nation), KIND[kind], zone(g, where))


def empty(g: War, nation: str) -> None:
    """Nothing on a nation's chart."""
    for o in chart.chart(g, NATION[nation]):
        o.gone = 1


def test_11_1_at_a_factory() -> None:
    """Units stand at a factory; a zone without one takes none."""
    g = game("germany")
    empty(g, "germany")
    order = ready(g, "germany", "infantry", 3)
    before = count(g, "germany", "berlin", "infantry")
    run(g, placement.place_units(g, desk("germany")), f"place {order} berlin 3")
    assert count(g, "germany", "berlin", "infantry") == before + 3 and order.gone
    refused(may(g, "germany", "infantry", "eastern_germany"), "11.1", "no factory")


def test_11_1_as_many_as_the_factory_makes() -> None:
    """A Major Factory places five units a turn, and one less for each point of damage (12.4)."""
    g = game("germany")
    empty(g, "germany")
    site(g, "berlin", "major_factory").damage = 2
    order = ready(g, "germany", "infantry", 9)
    asked = run(g, placement.place_units(g, desk("germany")), f"place {order} berlin 3", "done")
    assert order.count == 6
    refused(may(g, "germany", "infantry", "berlin"), "11.1", "no more this turn")
    assert "berlin" not in {o.args[1].token for o in asked[1].options if o.verb == "place"}  # type: ignore[union-attr]


def test_11_1_possessed_since_the_start_of_the_turn() -> None:
    """A zone taken in this turn places nothing."""
    g = game("germany")
    warsaw = zone(g, "warsaw")
    g.zones[warsaw].owner = NATION["germany"]
    refused(may(g, "germany", "infantry", "warsaw"), "11.1", "start of the turn")
    g.zones[warsaw].held = NATION["germany"]
    assert may(g, "germany", "infantry", "warsaw") is None
    g.zones[warsaw].captured = 1
    refused(may(g, "germany", "militia", "warsaw"), "11.1", "start of the turn")


def test_11_1_new_and_captured_factories_wait() -> None:
    """A factory finished or captured in this calendar turn makes nothing."""
    g = game("germany", when="1940-01")
    plant = site(g, "berlin", "major_factory")
    plant.since = g.turn
    refused(may(g, "germany", "infantry", "berlin"), "11.1", "no more this turn")
    g.turn += 1
    assert may(g, "germany", "infantry", "berlin") is None


def test_11_1_what_cannot_be_placed_waits() -> None:
    g = game("germany")
    empty(g, "germany")
    order = ready(g, "germany", "destroyer")
    for s in g.sites:
        if s.at >= 0 and s.kind in (FACILITY["major_shipyard"], FACILITY["minor_shipyard"]):
            s.damage = 1
    run(g, placement.place_units(g, desk("germany")))
    assert not order.gone and order.ready


def test_11_1_placement_may_be_postponed() -> None:
    """7.3: a unit in the box may stay there."""
    g = game("germany")
    empty(g, "germany")
    order = ready(g, "germany", "infantry", 2)
    run(g, placement.place_units(g, desk("germany")), "done")
    assert order.count == 2 and not order.gone


def test_11_1_capital_ships() -> None:
    """At a Major Shipyard railed to a Major Factory of the Home Country; a cut railway stops them, other ships use any yard."""
    g = game("germany")
    yard = zone(g, "western_germany")
    assert may(g, "germany", "battleship", "western_germany") is None
    site(g, "eastern_germany", "minor_shipyard")
    refused(may(g, "germany", "battleship", "eastern_germany"), "11.1", "Major Shipyard")
    assert may(g, "germany", "destroyer", "eastern_germany") is None
    for s in g.sites.where(at=yard, kind=FACILITY["major_factory"]):
        s.at = -1
    assert may(g, "germany", "battleship", "western_germany") is None, "railed to Berlin"
    for _, border in g.board.geo.rail_ways[yard]:
        g.rail_damage[border] = 1
    refused(may(g, "germany", "battleship", "western_germany"), "11.1", "railway")
    assert may(g, "germany", "destroyer", "western_germany") is None, "a factory is next door"


def test_11_1_five_ships_a_yard() -> None:
    g = game("germany")
    empty(g, "germany")
    order = ready(g, "germany", "destroyer", 7)
    sea = g.board.ids[g.board.geo.coast[zone(g, "western_germany")][0]]
    run(g, placement.place_units(g, desk("germany")), *[f"place {order} western_germany {sea}"] * 5, "done")
    assert order.count == 2
    refused(may(g, "germany", "destroyer", "western_germany"), "11.1", "no more this turn")


def test_11_1_submarine_base() -> None:
    """Two submarines a turn at a submarine base, no other ship."""
    g = game("italy")
    home = zone(g, "southern_italy")
    for s in g.sites.where(at=home):
        s.at = -1
    base = site(g, "southern_italy", "submarine_base")
    refused(may(g, "italy", "destroyer", "southern_italy"), "11.1", "shipyard")
    assert places.room(g, NATION["italy"], KIND["submarine"], home) == 2
    assert may(g, "italy", "submarine", "southern_italy") is None
    base.damage = 1
    refused(may(g, "italy", "submarine", "southern_italy"), "11.1", "undamaged")


def test_11_1_militia() -> None:
    """Without a factory, as many as the zone is worth, at least one; one in a captured zone."""
    g = game("germany")
    berlin, poor = zone(g, "berlin"), zone(g, "abyssinia")
    g.zones[poor].owner = g.zones[poor].held = NATION["germany"]
    assert not g.zones[poor].value
    assert places.room(g, NATION["germany"], KIND["militia"], berlin) == g.zones[berlin].value
    assert places.room(g, NATION["germany"], KIND["militia"], poor) == 1
    paris = zone(g, "paris")
    g.zones[paris].owner = g.zones[paris].held = NATION["germany"]
    assert g.zones[paris].value > 1 and places.room(g, NATION["germany"], KIND["militia"], paris) == 1
    empty(g, "germany")
    order = ready(g, "germany", "militia", 2)
    run(g, placement.place_units(g, desk("germany")), f"place {order} paris 1", "done")
    refused(may(g, "germany", "militia", "paris"), "11.1", "no more this turn")


def test_11_1_colonial_infantry() -> None:
    """In originally owned valued zones outside the Home Country."""
    g = game("great_britain")
    value, owner = g.board.ints("ipp"), NATION["great_britain"]
    home = home_mask(g)[owner]
    mine = [z for z in range(g.board.size) if g.zones.owner[z] == owner and z not in home]
    abroad = [z for z in mine if printed_owner(g, z) == owner]
    rich, poor = next(z for z in abroad if value[z]), next(z for z in abroad if not value[z])
    assert places.may_place(g, desk("great_britain"), KIND["colonial_infantry"], rich) is None
    refused(places.may_place(g, desk("great_britain"), KIND["colonial_infantry"], poor), "11.1", "no IPP value")
    refused(may(g, "great_britain", "colonial_infantry", "london"), "11.1", "outside the Home Country")
    eritrea = zone(g, "eritrea")
    g.zones[eritrea].owner = g.zones[eritrea].held = owner
    refused(may(g, "great_britain", "colonial_infantry", "eritrea"), "11.1")


def test_11_1_china_builds_in_any_zone() -> None:
    """GW36-AMB-105: CCP raises units in its zones until it owns a factory."""
    g = game("ccp")
    assert may(g, "ccp", "infantry", "shensi") is None
    g.sites.add(kind=FACILITY["minor_factory"], at=zone(g, "shensi"), since=-1)
    others = [z for z in range(g.board.size) if g.zones.owner[z] == NATION["ccp"] and z != zone(g, "shensi")]
    for z in others:
        refused(places.may_place(g, desk("ccp"), KIND["infantry"], z), "11.1", "no factory")
    assert may(g, "ccp", "infantry", "shensi") is None


def test_11_1_why_not() -> None:
    g = game("germany")
    empty(g, "germany")
    order = ready(g, "germany", "infantry", 2)
    box = Placement(*desk("germany"))
    refused(placement.may_raise(g, box, (order.index, zone(g, "berlin"), 4)), "11.1", "cannot take 4")
    ship = ready(g, "germany", "destroyer")
    far = (ship.index, zone(g, "western_germany"), zone(g, "sz_100"))
    refused(placement.may_launch(g, box, far), "11.1", "does not border")
    refused(placement.may_raise(g, box, (ship.index, zone(g, "western_germany"), 1)), "11.1", "launched")
    refused(placement.may_launch(g, box, (order.index, zone(g, "western_germany"), zone(g, "sz_100"))), "11.1", "no ship")


def test_11_2_militia_upgrade() -> None:
    """2 IPP in the Production Phase, one a turn, resolved where the unit then stands."""
    g = game("germany")
    empty(g, "germany")
    money(g, "germany", 10)
    militia = put(g, "germany", "berlin", "militia")
    run(g, production.produce(g, desk("germany")), "retrain infantry 1", "done")
    assert cash(g, "germany") == 8
    refused(upgrades.may_retrain(g, desk("germany"), KIND["infantry"]), "11.2", "one Militia")
    order = next(o for o in chart.chart(g, NATION["germany"]) if o.what == chart.RETRAIN)
    run(g, upgrades.resolve_upgrades(g, desk("germany")), f"promote {militia} {order}")
    assert militia.kind == KIND["infantry"] and order.gone


def test_11_2_one_militia_a_turn() -> None:
    """An upgrade that waited and one paid this turn do not come together: the second Militia waits."""
    g = game("germany")
    empty(g, "germany")
    first, second = put(g, "germany", "berlin", "militia"), put(g, "germany", "bavaria", "militia")
    paid = {"paid": 1, "ready": 1}
    orders = [chart.enter(g, desk("germany"), chart.RETRAIN, KIND["infantry"], turn=t, **paid) for t in (g.turn - 1, g.turn)]
    run(g, upgrades.resolve_upgrades(g, desk("germany")), f"promote {first} {orders[0]}")
    assert (first.kind, second.kind) == (KIND["infantry"], KIND["militia"])
    assert orders[0].gone and not orders[1].gone
    run(g, upgrades.resolve_upgrades(g, desk("germany")), f"promote {second} {orders[1]}")  # the next turn
    assert second.kind == KIND["infantry"]


def test_11_2_motorized_upgrade() -> None:
    """1 IPP each; a unit without supply path cannot receive it, and the upgrade waits."""
    g = game("germany")
    empty(g, "germany")
    for u in range(len(g.units)):
        g.put(u, -1)
    money(g, "germany", 10)
    put(g, "germany", "berlin", "infantry")
    far = put(g, "germany", "abyssinia", "infantry")
    run(g, production.produce(g, desk("germany")), "retrain motorized_infantry 1", "done")
    order = next(o for o in chart.chart(g, NATION["germany"]) if o.what == chart.RETRAIN)
    assert far.index not in upgrades.upgradable(g, desk("germany"), KIND["motorized_infantry"])
    g.remove(next(u for u in g.units.stacks[zone(g, "berlin")]))
    run(g, upgrades.resolve_upgrades(g, desk("germany")))
    assert not order.gone
    refused(upgrades.may_retrain(g, desk("germany"), KIND["motorized_infantry"]), "11.2", "supply path")


def test_11_2_motorized_upgrade_is_a_switch() -> None:
    g = game("germany", motorized_upgrade=False)
    money(g, "germany", 10)
    refused(upgrades.may_retrain(g, desk("germany"), KIND["motorized_infantry"]), "11.2", "not played")


def test_11_3_facilities_where_they_were_begun() -> None:
    """A one-turn facility bought now is on the map after the Place Units Phase; a factory makes nothing in it."""
    g = game("germany")
    empty(g, "germany")
    money(g, "germany", 12)
    run(g, production.produce(g, desk("germany")), "build minor_factory", "at eastern_germany", "done")
    order = ready(g, "germany", "infantry", 1)
    refused(may(g, "germany", "infantry", "eastern_germany"), "11.1", "no factory")
    run(g, placing.place_phase(g), f"place {order} berlin 1")
    plant = g.sites[len(g.sites) - 1]
    assert (plant.built, plant.at, plant.since) == (1, zone(g, "eastern_germany"), g.turn)
    refused(may(g, "germany", "infantry", "eastern_germany"), "11.1", "no more")
    g.turn += 1
    assert may(g, "germany", "infantry", "eastern_germany") is None
    assert not income.faults(g)


def test_11_3_a_lost_zone_keeps_its_site() -> None:
    """A finished facility in a zone that has changed hands is not the builder's to place."""
    g = game("germany")
    money(g, "germany", 12)
    run(g, production.produce(g, desk("germany")), "build minor_port", "at eastern_germany", "done")
    g.zones[zone(g, "eastern_germany")].owner = NATION["ussr"]
    placement.finish_facilities(g, desk("germany"), factories=False)
    assert not g.sites[len(g.sites) - 1].built
    placement.finish_facilities(g, desk("ussr"), factories=False)
    assert g.sites[len(g.sites) - 1].built


def test_15_3_carrier_with_aircraft() -> None:
    """With advanced carriers a carrier comes with an aircraft built this turn or one from an adjacent land zone."""
    g = game("germany", advanced_carriers=True)
    empty(g, "germany")
    for u in range(len(g.units)):
        g.put(u, -1)
    carrier = ready(g, "germany", "fleet_carrier")
    sea = g.board.ids[g.board.geo.coast[zone(g, "western_germany")][0]]
    bare = (carrier.index, zone(g, "western_germany"), zone(g, sea))
    refused(placement.may_launch(g, Placement(*desk("germany")), bare), "15.3")
    fighter = ready(g, "germany", "fighter")
    pilot = put(g, "germany", "western_germany", "tactical_bomber")
    run(
        g,
        placement.place_units(g, desk("germany")),
        f"place {carrier} western_germany {sea}",
        f"deck {fighter}",
        f"deck {pilot}",
    )
    ship = next(u for u in g.units.stacks[zone(g, sea)] if g.units.kind[u] == KIND["fleet_carrier"])
    assert pilot.carrier == ship and sum(1 for c in g.units.carrier if c == ship) == 2


def test_15_3_carrier_aircraft_use_a_slot() -> None:
    """An aircraft placed with a new carrier uses a factory slot; with none left there is no carrier (GW36-AMB-131)."""
    for full in (False, True):
        g = game("germany", advanced_carriers=True)
        empty(g, "germany")
        for u in range(len(g.units)):
            g.put(u, -1)
        carrier, fighter = ready(g, "germany", "fleet_carrier"), ready(g, "germany", "fighter")
        works = places.places(g, desk("germany"), KIND["fighter"])
        if full:
            for z in works:
                room = places.room(g, NATION["germany"], KIND["fighter"], z)
                placement.spend_slots(g, NATION["germany"], KIND["fighter"], z, room)
        left = sum(places.room(g, NATION["germany"], KIND["fighter"], z) for z in works)
        sea = g.board.ids[g.board.geo.coast[zone(g, "western_germany")][0]]
        wish = (carrier.index, zone(g, "western_germany"), zone(g, sea))
        if full:
            refused(placement.may_launch(g, Placement(*desk("germany")), wish), "15.3")
            continue
        run(g, placement.place_units(g, desk("germany")), f"place {carrier} western_germany {sea}", f"deck {fighter}")
        assert count(g, "germany", sea, "fighter") == 1
        assert sum(places.room(g, NATION["germany"], KIND["fighter"], z) for z in works) == left - 1


def test_15_3_off() -> None:
    g = game("germany")
    empty(g, "germany")
    carrier = ready(g, "germany", "fleet_carrier")
    sea = g.board.ids[g.board.geo.coast[zone(g, "western_germany")][0]]
    run(g, placement.place_units(g, desk("germany")), f"place {carrier} western_germany {sea}")
    assert count(g, "germany", sea, "fleet_carrier") == 1


def test_2_3_halves_place_on_their_side() -> None:
    """East places in the east, West in the west."""
    g = game("usa", split_usa=True, players="8")
    east, west = desk("usa", 1), desk("usa", 2)
    new_york, san_francisco = zone(g, "new_york"), zone(g, "san_francisco")
    assert places.may_place(g, east, KIND["infantry"], new_york) is None
    refused(places.may_place(g, east, KIND["infantry"], san_francisco), "2.3", "other half")
    assert places.may_place(g, west, KIND["infantry"], san_francisco) is None


def test_13_3_evolved_kmt_uses_the_american_chart() -> None:
    """13.3.2: an evolved KMT with a factory buys from the US column."""
    g = game("kmt", when="1942-01")
    money(g, "kmt", 30)
    refused(production.may_order(g, desk("kmt"), KIND["medium_armor"]), "7.1", "not on the sheet")
    g.nations[NATION["kmt"]].evolved = 1
    g.news += 1
    refused(production.may_order(g, desk("kmt"), KIND["medium_armor"]), "7.1", "not on the sheet")
    g.sites.add(kind=FACILITY["minor_factory"], at=zone(g, "szechwan"), since=-1)
    assert production.may_order(g, desk("kmt"), KIND["medium_armor"]) is None
    develop(g, "kmt", "heavy_armor")
    refused(production.may_order(g, desk("kmt"), KIND["battleship"]), "7.3", "no place")


def test_11_3_a_new_shipyard_takes_a_ship_at_once() -> None:
    """GW36-AMB-103: facilities other than factories stand before units are placed."""
    g = game("germany")
    empty(g, "germany")
    clear_sites(g, "eastern_germany")
    g.sites.add(kind=FACILITY["minor_shipyard"], at=zone(g, "eastern_germany"), built=0, paid=2, since=0)
    yard = g.sites[len(g.sites) - 1]
    values = {"at": yard.at, "subject": yard.index, "paid": 2, "stages": 2, "ready": 1}
    chart.enter(g, desk("germany"), chart.BUILDING, FACILITY["minor_shipyard"], **values)
    ship = ready(g, "germany", "destroyer")
    sea = g.board.ids[g.board.geo.coast[yard.at][0]]
    refused(may(g, "germany", "destroyer", "eastern_germany"), "11.1", "shipyard")
    run(g, placing.place_phase(g), f"place {ship} eastern_germany {sea}")
    assert count(g, "germany", sea, "destroyer") >= 1 and ship.gone


def test_15_8_only_at_its_own_yard() -> None:
    g = game("germany", ships_under_construction=True)
    empty(g, "germany")
    ship = ready(g, "germany", "battleship", at=zone(g, "western_germany"))
    site(g, "eastern_germany", "major_shipyard")
    sea = g.zones[g.board.geo.coast[zone(g, "eastern_germany")][0]]
    box = Placement(*desk("germany"))
    refused(placement.may_launch(g, box, (ship.index, zone(g, "eastern_germany"), sea.index)), "15.8", "laid down")
    listed = {g.board.ids[z] for o, z, _ in placement.LAUNCHING.candidates(g, box) if o == ship.index}
    assert listed == {"western_germany"}
