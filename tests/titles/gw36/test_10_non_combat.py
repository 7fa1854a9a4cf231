"""Chapter 10: non-combat moves, landings, strategic rail and gauge, strategic naval movement."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.gw36.powers import NATION, REGIONAL
from grognard.titles.gw36.rules import air_movement, combat_movement, movement, moves, non_combat, strategic
from grognard.titles.gw36.rules.units import patrols
from grognard.titles.gw36.state import ATTACK, PATROL, War
from tests.titles.gw36 import workshop
from tests.titles.gw36.workshop import game, go, put, refused, run, seize, site, zone


def texts(g: War, u: int) -> list[str]:
    return [o.text for o in non_combat.orders_of(g, u)]


def test_10_1_a() -> None:
    """A unit moves to friendly zones, not into zones conquered this turn or into neutrals."""
    g = game("germany", "1939")
    unit = put(g, "germany", "western_germany", "infantry")
    assert movement.may_move_to(g, unit.index, zone(g, "bavaria")) is None
    refused(movement.may_move_to(g, unit.index, zone(g, "netherlands")), "0.5")
    seize(g, "netherlands", "germany", captured=1)
    refused(movement.may_move_to(g, unit.index, zone(g, "netherlands")), "10.1")
    seize(g, "netherlands", "germany")
    assert movement.may_move_to(g, unit.index, zone(g, "netherlands")) is None


def test_10_1_b() -> None:
    """What moved into combat does not move again; aircraft use what they have left."""
    g = game("germany", "1939")
    tank = put(g, "germany", "western_germany", "medium_armor", duty=ATTACK, used=1)
    plane = put(g, "germany", "western_germany", "fighter", duty=ATTACK, used=3)
    non_combat.end_combat_duties(g)
    picked = non_combat.movers(g, "player1", set())
    assert tank.index not in picked
    assert plane.index in picked
    reach = air_movement.air_reach(g, plane.index)
    assert max(used for used, _ in reach.values()) == movement.points_left(g, plane.index)


def test_9_22_a_surrendered_zone_is_the_first_comers() -> None:
    """A neutral USSR moves into land nobody owns and has it; not where others stand, and nobody follows in that phase (10.1)."""
    g = game("ussr", "1939")
    east = zone(g, "east_poland")
    for u in list(g.units.stacks[east]):
        g.remove(u)
    g.zones[east].owner = -1
    first, second = put(g, "ussr", "western_ukraine", "infantry"), put(g, "ussr", "western_ukraine", "cavalry")
    guest = put(g, "germany", "east_poland", "infantry")
    move = Option("move", first, g.zones[east])
    refused(non_combat.why_not_order(g, first.index, move), "9.22")
    g.remove(guest.index)
    assert move in list(non_combat.orders_of(g, first.index))
    run(g, non_combat.move_unit(g, "player2", first.index), move.text)
    assert g.zones.owner[east] == NATION["ussr"]
    refused(non_combat.why_not_order(g, second.index, Option("move", second, g.zones[east])), "10.1")


def test_10_2_a() -> None:
    """With the option aircraft land at an air base captured this turn, without it nowhere in the zone."""
    for option in (False, True):
        g = game("germany", "1939", captured_bases=option)
        seize(g, "picardy", "germany", captured=1)
        base = site(g, "picardy", "air_base")
        plane = put(g, "germany", "western_germany", "fighter")
        assert (zone(g, "picardy") in air_movement.landing_places(g, plane.index, [zone(g, "picardy")])) is option
        base.damage = 1  # 12.5
        assert air_movement.landing_places(g, plane.index, [zone(g, "picardy")]) == []


def test_10_2_b() -> None:
    """With the option transports unload at a major port captured this turn."""
    for option in (False, True):
        g = game("germany", "1939", captured_bases=option)
        seize(g, "picardy", "germany", captured=1)
        site(g, "picardy", "major_port")
        ship, soldier = put(g, "germany", "sz_26", "naval_transport"), put(g, "germany", "sz_26", "infantry")
        soldier.carrier = ship.index
        no = moves.may_unload(g, soldier.index, zone(g, "picardy"))
        assert (no is None) is option


def test_10_3_a() -> None:
    """Aircraft still in the air must land; without a place they are lost."""
    g = game("germany", "1939")
    home = put(g, "germany", "sz_26", "tactical_bomber", used=2)
    lost = put(g, "germany", "sz_45", "tactical_bomber", used=1)
    assert air_movement.landing_places(g, home.index, air_movement.air_reach(g, home.index))
    run(g, non_combat.land_the_rest(g), f"fly {home.token} western_germany")
    assert home.at == zone(g, "western_germany")
    assert lost.at < 0


def test_10_3_b() -> None:
    """A patrol ends within its patrol range; a carrier takes as many aircraft as it has room for."""
    g = game("great_britain", "1939")
    plane = put(g, "great_britain", "sz_26", "fighter", duty=PATROL)
    assert f"fly {plane.token} london" in texts(g, plane.index)
    assert f"fly {plane.token} scotland" not in texts(g, plane.index)
    ship = put(g, "great_britain", "sz_45", "light_carrier")
    first = put(g, "great_britain", "sz_45", "fighter", carrier=ship.index)
    second = put(g, "great_britain", "sz_45", "fighter")
    assert air_movement.free_deck(g, zone(g, "sz_45"), NATION["great_britain"], second.index) == -1
    g.remove(first.index)
    assert air_movement.free_deck(g, zone(g, "sz_45"), NATION["great_britain"], second.index) == ship.index
    ship.hits = 1
    assert air_movement.free_deck(g, zone(g, "sz_45"), NATION["great_britain"], second.index) == -1


def test_10_4_a() -> None:
    """Rail goes any distance over zones held since the turn began; the region's capacity is a limit per power."""
    g = game("germany", "1939")
    units = [put(g, "germany", "berlin", "infantry") for _ in range(5)]
    for unit in units[:4]:
        assert strategic.may_rail(g, unit.index, zone(g, "austria")) is None
        go(g, unit.index, Option("rail", unit, g.zones[zone(g, "austria")]))
    refused(strategic.may_rail(g, units[4].index, zone(g, "austria")), "10.4", "capacity")
    refused(strategic.may_rail(g, units[0].index, zone(g, "berlin")), "10.4", "moved")


def test_10_4_b() -> None:
    """A zone captured this turn or a damaged railway breaks the way; an Aligned nation's rails are open."""
    g = game("germany", "1939")
    assert zone(g, "austria") in strategic.rail_reach(g, NATION["germany"], zone(g, "berlin"))
    g.zones[zone(g, "bohemia")].captured = 1
    g.zones[zone(g, "bavaria")].captured = 1
    assert zone(g, "austria") not in strategic.rail_reach(g, NATION["germany"], zone(g, "berlin"))
    g = game("germany", "1939")
    assert zone(g, "northern_italy") not in strategic.rail_reach(g, NATION["germany"], zone(g, "berlin"))
    workshop.war(g, "italy", "france")
    assert zone(g, "northern_italy") in strategic.rail_reach(g, NATION["germany"], zone(g, "berlin"))
    for b, border in g.board.geo.rail_ways[zone(g, "berlin")]:
        assert b >= 0
        g.rail_damage[border] = 1
    assert list(strategic.rail_reach(g, NATION["germany"], zone(g, "berlin"))) == [zone(g, "berlin")]


def test_10_4_c() -> None:
    """A move over a region's boundary counts in both."""
    g = game("ussr", "1939")
    for name in ("lubelskie", "warsaw"):
        g.zones[zone(g, name)].owner = g.zones[zone(g, name)].held = NATION["ussr"]
    unit = put(g, "ussr", "moscow", "infantry")
    go(g, unit.index, Option("rail", unit, g.zones[zone(g, "warsaw")]))
    used = {strategic.REGIONS[key % REGIONAL] for key in g.rail_used}
    assert used == {"ussr", "europe"}


def test_10_4_d() -> None:
    """A Coastal Submarine is railed between ports, other submarines are not."""
    g = game("ussr", "1939")
    site(g, "southern_ukraine", "submarine_base")
    small, large = put(g, "ussr", "sz_16", "coastal_submarine"), put(g, "ussr", "sz_16", "submarine")
    verbs = {o.verb for o in non_combat.orders_of(g, small.index)}
    assert "rail_submarine" not in {o.verb for o in non_combat.orders_of(g, large.index)}
    assert "rail_submarine" in verbs


def test_10_4_e() -> None:
    """A zone that came over in this turn, though not by battle, carries no strategic rail movement until the next."""
    g = game("ussr", "1939")
    g.zones[zone(g, "lubelskie")].owner = NATION["ussr"]
    assert zone(g, "lubelskie") not in strategic.rail_reach(g, NATION["ussr"], zone(g, "moscow"))
    g.zones[zone(g, "lubelskie")].held = NATION["ussr"]
    assert zone(g, "lubelskie") in strategic.rail_reach(g, NATION["ussr"], zone(g, "moscow"))


def test_10_5_a() -> None:
    """With the option a unit stops in the first zone beyond a change of gauge."""
    for option in (False, True):
        g = game("ussr", "1939", gauge=option)
        for name in ("lubelskie", "warsaw"):
            g.zones[zone(g, name)].owner = g.zones[zone(g, name)].held = NATION["ussr"]
        reach = strategic.rail_reach(g, NATION["ussr"], zone(g, "moscow"))
        assert zone(g, "lubelskie") in reach
        assert (zone(g, "warsaw") in reach) is not option


def one_realm(g: War, nation: str) -> None:
    """All land is one nation's since the beginning of the turn."""
    for z in range(g.board.size):
        if not g.board.geo.is_sea[z]:
            g.zones[z].owner = g.zones[z].held = NATION[nation]
    g.news += 1


def test_10_4_a_way_counts_in_no_region_it_need_not_touch() -> None:
    """The shorter way from Berlin to Transcaucasia leads through Turkey, the other keeps the Middle East free."""
    g = game("germany", "1939")
    one_realm(g, "germany")
    unit, other = put(g, "germany", "berlin", "infantry"), put(g, "germany", "berlin", "infantry")
    go(g, unit.index, Option("rail", unit, g.zones[zone(g, "transcaucasia")]))
    assert {strategic.REGIONS[key % REGIONAL] for key in g.rail_used} == {"europe", "ussr"}
    for border in [border for _, border in g.board.geo.rail_ways[zone(g, "stalingrad")]]:
        g.rail_damage[border] = 1
    ways = strategic.rail_reach(g, NATION["germany"], other.at)
    assert {strategic.REGIONS[n] for n in ways[zone(g, "kars")]} == {"europe", "middle_east"}


def test_10_5_a_river_does_not_lead_past_the_change_of_gauge() -> None:
    """GW36-AMB-182: by the Dniester into the Ukraine, by the Amur into Manchuria, and no farther."""
    for option in (False, True):
        g = game("germany", "1939", gauge=option)
        one_realm(g, "germany")
        west = strategic.rail_reach(g, NATION["germany"], zone(g, "berlin"))
        assert zone(g, "southern_ukraine") in west
        assert all((zone(g, name) in west) is not option for name in ("kiev", "moscow"))
        east = strategic.rail_reach(g, NATION["germany"], zone(g, "amur"))
        assert zone(g, "northern_manchuria") in east
        assert (zone(g, "korea") in east) is not option


def test_10_5_a_zone_whose_railways_all_change_has_the_other_gauge() -> None:
    """From Portuguese East Africa to Rhodesia by rail or by the Zambezi, and no farther; within Africa's gauge one goes on."""
    for option in (False, True):
        g = game("germany", "1939", gauge=option, rivers=True)
        one_realm(g, "germany")
        reach = strategic.rail_reach(g, NATION["germany"], zone(g, "portuguese_east_africa"))
        assert zone(g, "rhodesia") in reach and (zone(g, "belgian_congo") in reach) is not option
        assert zone(g, "belgian_congo") in strategic.rail_reach(g, NATION["germany"], zone(g, "cape_town"))


def test_gw36_10_6_a() -> None:
    """gw36-10.6-a: a transport with two units uses three strategic naval moves; Germany has two and may not, Britain may."""
    g = game("great_britain", "1939")
    ship = put(g, "great_britain", "sz_25", "naval_transport")
    for _ in range(2):
        put(g, "great_britain", "sz_25", "infantry", carrier=ship.index)
    assert strategic.naval_cost(g, ship.index) == 3
    moves = [o for o in non_combat.orders_of(g, ship.index) if o.verb == "ship"]
    assert moves
    go(g, ship.index, moves[0])
    assert strategic.naval_moves_left(g, NATION["anzac"]) == 1  # the Commonwealth shares (2.3)
    g = game("germany", "1939")
    ship = put(g, "germany", "sz_17", "naval_transport")
    for _ in range(2):
        put(g, "germany", "sz_17", "infantry", carrier=ship.index)
    assert not [o for o in non_combat.orders_of(g, ship.index) if o.verb == "ship"]


def test_10_6_b() -> None:
    """No empty transports, no way through enemy warships, none with the option off."""
    g = game("great_britain", "1939")
    ship = put(g, "great_britain", "sz_25", "naval_transport")
    assert not [o for o in non_combat.orders_of(g, ship.index) if o.verb == "ship"]
    put(g, "great_britain", "sz_25", "infantry", carrier=ship.index)
    assert zone(g, "sz_27") in strategic.naval_lanes(g, ship.index)
    for u in list(g.units.stacks[zone(g, "sz_27")]):
        g.remove(u)
    put(g, "germany", "sz_27", "submarine")
    assert zone(g, "sz_27") not in strategic.naval_lanes(g, ship.index)
    g = game("great_britain", "1939", strategic_naval=False)
    ship = put(g, "great_britain", "sz_25", "naval_transport")
    put(g, "great_britain", "sz_25", "infantry", carrier=ship.index)
    assert not [o for o in non_combat.orders_of(g, ship.index) if o.verb == "ship"]


def test_10_6_c() -> None:
    """A unit is picked up at a port on the way: it counts one more move, and the five zones are counted on."""
    g = game("great_britain", "1939")
    for sea in ("sz_25", "sz_24", "sz_26"):
        for u in list(g.units.stacks[zone(g, sea)]):
            g.remove(u)
    site(g, "london", "minor_port")
    ship = put(g, "great_britain", "sz_25", "naval_transport")
    first = put(g, "great_britain", "sz_25", "infantry", carrier=ship.index)
    near = [z for z, d in strategic.naval_lanes(g, ship.index).items() if d == 1]
    port = next(z for z in near if zone(g, "london") in g.board.geo.coast[z])
    go(g, ship.index, Option("ship", ship, g.zones[port]))
    assert g.nations.naval[NATION["great_britain"]] == 2
    second = put(g, "great_britain", "london", "infantry")
    go(g, second.index, Option("load", second, ship))
    assert strategic.naval_cost(g, ship.index) == 1
    assert max(strategic.naval_lanes(g, ship.index).values()) == 5
    onward = next(o for o in non_combat.orders_of(g, ship.index) if o.verb == "ship" and o.args[1].index != port)
    go(g, ship.index, onward)
    assert g.nations.naval[NATION["great_britain"]] == 3
    assert first.at == second.at == ship.at
    g.nations[NATION["great_britain"]].naval = 4
    third = put(g, "great_britain", "sz_25", "infantry", carrier=put(g, "great_britain", "sz_25", "naval_transport").index)
    assert not [o for o in non_combat.orders_of(g, third.carrier) if o.verb == "ship"]


def test_8_4_aircraft_as_cargo() -> None:
    """A fighter aboard a transport is no patrol and does not take off; it is put ashore."""
    g = game("great_britain", "1939")
    ship = put(g, "great_britain", "sz_26", "naval_transport")
    plane = put(g, "great_britain", "sz_26", "fighter", carrier=ship.index)
    assert plane.index not in patrols(g, plane.at, NATION["germany"])
    verbs = {o.verb for o in non_combat.orders_of(g, plane.index)}
    assert "unload" in verbs and "fly" not in verbs
    assert {o.verb for o in combat_movement.orders_of(g, plane.index)} == {"hold"}
    carrier = put(g, "great_britain", "sz_26", "fleet_carrier")
    aloft = put(g, "great_britain", "sz_26", "fighter", carrier=carrier.index)
    assert aloft.index in patrols(g, aloft.at, NATION["germany"])
    carrier.hits = 1  # 12.2: nothing flies from a damaged carrier
    assert aloft.index not in patrols(g, aloft.at, NATION["germany"])


def test_8_4_unload() -> None:
    """Cargo goes ashore in a friendly zone next to the sea zone; the transport then stays."""
    g = game("germany", "1939")
    ship, soldier = put(g, "germany", "sz_17", "naval_transport"), put(g, "germany", "sz_17", "infantry")
    soldier.carrier = ship.index
    choice = next(o for o in non_combat.orders_of(g, soldier.index) if o.text == f"unload {soldier.token} eastern_germany")
    go(g, soldier.index, choice)
    assert soldier.at == zone(g, "eastern_germany")
    assert soldier.carrier < 0
    assert movement.points_left(g, ship.index) == 0


def test_8_4_airlift() -> None:
    """An Air Transport carries one infantry-class unit to a friendly zone, not a tank."""
    g = game("germany", "1939")
    for u in list(g.units.stacks[zone(g, "bavaria")]):
        g.remove(u)
    lift = put(g, "germany", "bavaria", "air_transport")
    put(g, "germany", "bavaria", "medium_armor")
    assert not [t for t in texts(g, lift.index) if t.startswith("airlift")]
    soldier = put(g, "germany", "bavaria", "infantry")
    choice = next(o for o in non_combat.orders_of(g, lift.index) if o.text == f"airlift {lift.token} {soldier.token} berlin")
    go(g, lift.index, choice)
    assert (soldier.at, lift.at) == (zone(g, "berlin"), zone(g, "berlin"))


def test_5_0_usa() -> None:
    """The USA at peace stays in the Americas and its possessions below an income of 20."""
    g = game("usa", "1936")
    usa = g.nations[NATION["usa"]]
    refused(movement.us_at_peace(g, zone(g, "sz_25")), "5.0")
    assert movement.us_at_peace(g, zone(g, "sz_71")) is None
    usa.income = 20
    assert movement.us_at_peace(g, zone(g, "sz_25")) is None


def test_15_3_a() -> None:
    """With the option an aircraft from a carrier goes back to a deck in reach, without it it may land ashore."""
    for option in (False, True):
        g = game("great_britain", "1939", advanced_carriers=option)
        ship = put(g, "great_britain", "sz_26", "fleet_carrier")
        plane = put(g, "great_britain", "sz_26", "fighter", deck=1, used=1)
        landings = [t for t in texts(g, plane.index) if t.startswith("fly")]
        assert f"fly {plane.token} sz_26" in landings
        assert (f"fly {plane.token} london" in landings) is not option
        assert ship.at >= 0


def test_15_3_b() -> None:
    """With the option a carrier without aircraft moves only towards its nation's nearest factory."""
    g = game("great_britain", "1939", advanced_carriers=True)
    ship = put(g, "great_britain", "sz_35", "fleet_carrier")
    distance = non_combat.factory_distance(g, NATION["great_britain"])
    zones = non_combat.homeward(g, ship.index, movement.naval_reach(g, ship.index, combat=False))
    assert all(distance[z] < distance[ship.at] for z in zones)
    put(g, "great_britain", "sz_35", "fighter", carrier=ship.index)
    assert len(non_combat.homeward(g, ship.index, movement.naval_reach(g, ship.index, combat=False))) > len(zones)


def test_10_1_c() -> None:
    """A ship that sailed in Combat Movement stays; one that did not may move, in steps, to the end of its points."""
    g = game("germany", "1939")
    sailed, fresh = put(g, "germany", "sz_17", "destroyer", used=1), put(g, "germany", "sz_16", "destroyer")
    non_combat.end_combat_duties(g)
    picked = non_combat.movers(g, "player1", set())
    assert sailed.index not in picked
    choice = next(o for o in non_combat.orders_of(g, fresh.index) if o.text == f"move {fresh.token} sz_17")
    go(g, fresh.index, choice)
    assert f"move {fresh.token} sz_14" in texts(g, fresh.index)


def test_13_2_d() -> None:
    """Abyssinian units go to Eritrea and nowhere else."""
    g = game("france", "1936")
    unit = put(g, "abyssinia", "abyssinia", "infantry")
    assert movement.may_stay_out(g, unit.index, zone(g, "eritrea")) is None
    refused(movement.may_stay_out(g, unit.index, zone(g, "italian_somaliland")), "13.2")


def test_2_3_e() -> None:
    """The Eastern player speaks for a split USA, Great Britain for the Commonwealth."""
    from grognard.titles.gw36.rules.seats import voice_of

    g = game("usa", "1939", players="8", split_usa=True)
    assert voice_of(g, NATION["usa"]) == "player8"
    assert voice_of(g, NATION["anzac"]) == voice_of(g, NATION["great_britain"])
    assert voice_of(game("usa", "1939", players="8", split_usa=False), NATION["usa"]) == "player5"
