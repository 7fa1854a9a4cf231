"""Chapter 15: Suez re-route, carriers and their aircraft, bombed canals, forced straits, minors for Italy and France."""

from __future__ import annotations

from typing import Any

from grognard.kernel.flow import Option
from grognard.titles.gw36 import kinds
from grognard.titles.gw36.kinds import FACILITY, KIND
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import air_movement, alignment, chart, moves, non_combat, placement, places, straits, strategic
from grognard.titles.gw36.rules.convoys import line_closed, value_on_line
from grognard.titles.gw36.state import War
from tests.titles.gw36 import workshop
from tests.titles.gw36.workshop import desk, dice, game, go, put, refused, run, site, zone

BRITAIN, GERMANY, ITALY, FRANCE = (NATION[n] for n in ("great_britain", "germany", "italy", "france"))


def line(g: War, name: str) -> int:
    return next(n for n, row in enumerate(g.board.geo.lines) if row.id == name)


def test_15_2_a() -> None:
    """With Eastern Egypt lost British trade goes round Africa: both African lines are open and worth three more."""
    g = game("germany", "1939", suez_reroute=True)
    east, west = line(g, "east_african"), line(g, "west_african")
    before = value_on_line(g, east, BRITAIN)
    g.zones[zone(g, "eastern_egypt")].owner = GERMANY
    assert value_on_line(g, east, BRITAIN) == before + 3
    assert value_on_line(g, line(g, "mediterranean"), BRITAIN) == 0
    assert not line_closed(g, east, BRITAIN)
    assert not line_closed(g, west, BRITAIN)
    plain = game("germany", "1939")
    plain.zones[zone(plain, "eastern_egypt")].owner = GERMANY
    assert line_closed(plain, line(plain, "east_african"), BRITAIN)
    assert value_on_line(plain, line(plain, "east_african"), BRITAIN) == before


def test_15_3_deck_bound() -> None:
    """With the option an aircraft that began on a carrier attacks only if it reaches a deck again; without it land will do."""
    for strict in (True, False):
        g = game("usa", "1939", advanced_carriers=strict)
        workshop.war(g, "usa", "japan")
        plane = put(g, "usa", "sz_55", "fighter", deck=1)
        coast = next(z for z in g.board.geo.coast[zone(g, "sz_55")] if g.zones.owner[z] == NATION["usa"])
        for u, kind in enumerate(g.units.kind):
            if kind in kinds.CARRIERS and g.units.at[u] >= 0:
                g.remove(u)
        assert air_movement.can_land_from(g, plane.index, coast, 2) is not strict
        assert (coast in non_combat.carrier_rule(g, plane.index, [coast])) is not strict


def test_15_3_lost() -> None:
    """An aircraft bound to a deck that finds none is lost, though a friendly shore is near; without the option it lands."""
    for strict in (True, False):
        g = game("usa", "1939", advanced_carriers=strict)
        for u, kind in enumerate(g.units.kind):
            if kind in kinds.CARRIERS and g.units.at[u] >= 0:
                g.remove(u)
        plane = put(g, "usa", "sz_55", "fighter", deck=1, used=3)
        flow = non_combat.land_the_rest(g)
        try:
            ask = next(flow)
            while True:
                ask = flow.send(ask.options[0])
        except StopIteration:
            pass
        assert (plane.at < 0) is strict


def test_15_3_swap() -> None:
    """An aircraft leaves its carrier for the shore when another takes its place on the deck, and not without one."""
    g = game("usa", "1939", advanced_carriers=True)
    for u in list(g.units.nation and range(len(g.units))):
        if g.units.nation[u] == NATION["usa"] and g.units.at[u] >= 0:
            g.remove(u)
    ship = put(g, "usa", "sz_55", "fleet_carrier")
    plane = put(g, "usa", "sz_55", "fighter", deck=1, carrier=ship.index)
    coast = next(z for z in g.board.geo.coast[zone(g, "sz_55")] if g.zones.owner[z] == NATION["usa"])
    assert not [o for o in non_combat.orders_of(g, plane.index) if o.verb in ("swap", "fly") and o.args[-1].index == coast]
    relief = put(g, "usa", g.board.ids[coast], "tactical_bomber")
    choice = next(o for o in non_combat.orders_of(g, plane.index) if o.verb == "swap" and o.args[2].index == coast)
    go(g, plane.index, choice)
    assert plane.at == coast
    assert relief.carrier == ship.index
    assert relief.at == zone(g, "sz_55")
    run(g, non_combat.land_the_rest(g))
    assert plane.at == coast


def _us_carrier() -> tuple[War, Any, Any, int]:
    """An American carrier with one fighter off a coast with a factory, and nothing else American on the board."""
    g = game("usa", "1939", advanced_carriers=True)
    for u in range(len(g.units)):
        if g.units.nation[u] == NATION["usa"] and g.units.at[u] >= 0:
            g.remove(u)
    ship = put(g, "usa", "sz_55", "fleet_carrier")
    plane = put(g, "usa", "sz_55", "fighter", deck=1, carrier=ship.index)
    coast = next(z for z in g.board.geo.coast[zone(g, "sz_55")] if g.zones.owner[z] == NATION["usa"])
    site(g, g.board.ids[coast], "minor_factory")
    return g, ship, plane, coast


def test_15_3_swap_from_the_box() -> None:
    """A new aircraft committed to the deck lets the old one ashore; its place is kept, and it is placed there (GW36-AMB-124)."""
    g, ship, plane, coast = _us_carrier()
    order = chart.enter(g, desk("usa"), chart.UNIT, KIND["tactical_bomber"], count=2, ready=1, paid=1)
    choice = next(o for o in non_combat.orders_of(g, plane.index) if o.verb == "swap" and o.args[2].index == coast)
    assert choice.args[1] == order
    before = sum(g.slots.values())
    go(g, plane.index, choice)
    assert plane.at == coast
    assert ship.spent, "the carrier stays where it is"
    assert sum(g.slots.values()) == before + 1
    assert air_movement.committed(g) == {ship.index: 1}
    others = [put(g, "usa", g.board.ids[coast], "fighter") for _ in range(2)]
    g.put(others[0].index, ship.at)
    others[0].carrier = ship.index
    assert air_movement.free_deck(g, ship.at, NATION["usa"], others[1].index) < 0, "the last place is kept"
    placement.man_committed(g, desk("usa"))
    aboard = [u for u in g.units.stacks[ship.at] if g.units.carrier[u] == ship.index]
    assert sorted(g.units.kind[u] for u in aboard) == sorted((KIND["fighter"], KIND["tactical_bomber"]))
    assert order.count == 1 and not order.gone
    assert not air_movement.committed(g)


def test_15_3_swap_from_the_box_refused() -> None:
    """No swap for an aircraft that is not finished, nor for one whose factory is not on the carrier's sea."""
    g, ship, plane, coast = _us_carrier()
    order = chart.enter(g, desk("usa"), chart.UNIT, KIND["tactical_bomber"], ready=0)
    wish = Option("swap", plane, order, g.zones[coast])
    assert all(o.text != wish.text for o in non_combat.orders_of(g, plane.index))
    refused(non_combat.why_not_order(g, plane.index, wish), "15.3")
    order.ready = 1
    assert any(o.text == wish.text for o in non_combat.orders_of(g, plane.index))
    made = set(places.places(g, desk("usa"), order.kind))
    far = next(z for z, sea in enumerate(g.board.geo.is_sea) if sea and not made & set(g.board.geo.coast[z]))
    g.put(ship.index, far)
    assert not placement.reliefs(g, ship.index)


def test_15_3_swap_between_decks() -> None:
    """The relief may come from another carrier, but not from a damaged one."""
    for hits in (0, 1):
        g, ship, plane, coast = _us_carrier()
        other = put(g, "usa", "sz_55", "fleet_carrier", hits=hits)
        relief = put(g, "usa", "sz_55", "tactical_bomber", deck=1, carrier=other.index)
        choices = [o for o in non_combat.orders_of(g, plane.index) if o.verb == "swap" and o.args[2].index == coast]
        assert [o.args[1] for o in choices] == ([] if hits else [relief])
        for choice in choices:
            go(g, plane.index, choice)
            assert relief.carrier == ship.index


def test_15_6_capital() -> None:
    """A battleship that is hit while forcing a strait is damaged, not lost; a destroyer is lost."""
    for kind, lost in (("battleship", False), ("destroyer", True)):
        g = game("italy", "1939", forcing_straits=True)
        workshop.war(g, "italy", "great_britain")
        strait = g.board.border(zone(g, "sz_48"), zone(g, "sz_50"))
        ship = put(g, "italy", "sz_50", kind)
        dice(g, 3)
        run(g, straits.force(g, ship.index, strait))
        assert (ship.at < 0) is lost


def test_15_10_river_canals() -> None:
    """The White Sea canal can be bombed too: with five points it carries no submarine and no strategic move."""
    g = game("ussr", "1939", bomb_canals=True)
    assert [s for s in g.sites if s.at == zone(g, "leningrad") and s.label.startswith("Canal")]
    boat = put(g, "ussr", "sz_16", "submarine")
    assert strategic.may_route(g, boat.index, "baltic_white_sea") is None
    index = next(n for n, p in enumerate(g.board.geo.passages) if p.id == "baltic_white_sea")
    g.canal_damage[index] = 4
    assert strategic.may_route(g, boat.index, "baltic_white_sea") is None
    g.canal_damage[index] = 5
    refused(strategic.may_route(g, boat.index, "baltic_white_sea"), "15.10")
    assert zone(g, "leningrad") not in strategic.canal_ways(g)


def test_15_11_a() -> None:
    """With the option what Aligns with Germany goes to Italy and with Britain to France; otherwise not; Siam stays Japan's."""
    for on in (True, False):
        g = game("germany", "1939", italian_french_minors=on)
        assert alignment.heir(g, GERMANY) == (ITALY if on else GERMANY)
        assert alignment.heir(g, NATION["anzac"]) == (FRANCE if on else NATION["anzac"])
        workshop.war(g, "germany", "ussr")
        run(g, alignment.settle(g))
        assert g.zones.owner[zone(g, "romania")] == (ITALY if on else GERMANY)
        assert alignment.protector(g, NATION["ussr"], NATION["siam"]) == NATION["japan"]
        assert alignment.protector(g, GERMANY, NATION["netherlands"]) != (BRITAIN if on else FRANCE)


def test_15_11_poland() -> None:
    """Poland that Britain Aligns becomes French with the option."""
    g = game("great_britain", "1939", italian_french_minors=True)
    run(g, alignment.start_of_british_turn(g), "align")
    assert g.zones.owner[zone(g, "warsaw")] == FRANCE


def test_15_3_homeward() -> None:
    """A carrier without aircraft that was not moved makes for a factory by itself; one with an aircraft stays."""
    for manned in (False, True):
        g = game("great_britain", "1939", advanced_carriers=True)
        ship = put(g, "great_britain", "sz_35", "fleet_carrier")
        if manned:
            put(g, "great_britain", "sz_35", "fighter", carrier=ship.index)
        distance = non_combat.factory_distance(g, BRITAIN)
        non_combat.send_carriers_home(g)
        assert (distance[ship.at] < distance[zone(g, "sz_35")]) is not manned


def test_12_9_non_combat() -> None:
    """A battery at a narrow crossing fires at an enemy ship in Non-Combat Movement too; at a friend it does not."""
    for owner, lost in (("germany", True), ("great_britain", False)):
        g = game("great_britain", "1939")
        crossing = next(c for c in g.board.geo.crossings if c.id == "oresund")
        g.zones[crossing.a].owner = NATION[owner]
        g.sites.add(kind=FACILITY["coastal_artillery"], at=crossing.a, since=-1)
        ship = put(g, "great_britain", g.board.ids[crossing.seas[0]], "destroyer")
        dice(g, 3)
        assert moves.runs_batteries(g, ship.index, [crossing.seas[0]]) is not lost
        assert (ship.at < 0) is lost


def test_12_9_strategic() -> None:
    """A strategic naval move passes a hostile battery at its risk; the way is a shortest one."""
    g = game("usa", "1939")
    ship = put(g, "usa", "sz_34", "submarine")
    goal = max(strategic.naval_lanes(g, ship.index).items(), key=lambda item: item[1])[0]
    way = strategic._lane(g, ship.index, goal)
    assert len(way) == strategic.naval_lanes(g, ship.index)[goal]
    assert way[-1] == goal
    assert way[0] in [b for b, _ in g.board.geo.sea[ship.at]]
