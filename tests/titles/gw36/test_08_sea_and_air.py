"""Chapter 8 at sea and in the air, case by case: allied transports, patrols that attack, ways that are watched, rockets."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import Option
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import bombers, combat_movement, movement, moves, non_combat, sea_contact
from grognard.titles.gw36.rules.combat_movement import orders_of
from grognard.titles.gw36.rules.seats import seat_of
from grognard.titles.gw36.state import PATROL, War
from tests.titles.gw36 import battlefield
from tests.titles.gw36.workshop import carry_out, game, go, put, refused, run, war, zone


def texts(g: War, u: int) -> list[str]:
    return [o.text for o in orders_of(g, u)]


def quiet(g: War, u: int) -> list[str]:
    return [o.text for o in non_combat.orders_of(g, u)]


def empty(g: War, *names: str) -> None:
    for name in names:
        for u in list(g.units.stacks[zone(g, name)]):
            g.remove(u)


def test_8_4_ally_moves_first() -> None:
    """Aboard an ally's transport a unit waits for its next turn to go ashore; aboard one of its own power it need not."""
    for owner, lands in (("france", False), ("anzac", True), ("great_britain", True)):
        g = game("great_britain", "1939")
        empty(g, "sz_26")
        ship, soldier = put(g, owner, "sz_26", "naval_transport"), put(g, "great_britain", "london", "infantry")
        go(g, soldier.index, Option("load", soldier, ship))
        assert (f"unload {soldier.token} picardy" in quiet(g, soldier.index)) is lands
        if not lands:
            refused(moves.may_unload(g, soldier.index, zone(g, "picardy")), "8.4", "next turn")
            soldier.start = ship.at  # the next turn
            assert moves.may_unload(g, soldier.index, zone(g, "picardy")) is None


def test_8_4_advanced_artillery_goes_aboard() -> None:
    """What can shell its neighbours is loaded for a landing like any other unit."""
    g = game("usa", "1939")
    war(g, "usa", "japan")
    gun = put(g, "usa", "hawaiian_islands", "advanced_artillery")
    empty(g, "sz_82")
    sea = g.board.ids[g.board.geo.coast[gun.at][0]]
    ship = put(g, "usa", sea, "naval_transport")
    assert gun.index in combat_movement.movers(g, seat_of(g, NATION["usa"]), set())
    assert f"load {gun.token} {ship.token}" in texts(g, gun.index)


def test_8_7_patrol_of_this_turn_attacks_and_stays() -> None:
    """An aircraft that starts its patrol may attack there and is still on patrol; one that only attacks is not."""
    g = game("great_britain", "1939")
    empty(g, "sz_25")
    put(g, "germany", "sz_25", "submarine")
    plane = put(g, "great_britain", "southern_england", "fighter")
    run(g, carry_out(g, plane.index, Option("patrol", plane, g.zones[zone(g, "sz_25")])))
    assert plane.duty == PATROL
    run(g, carry_out(g, plane.index, Option("attack", plane, g.zones[zone(g, "sz_25")])))
    g.dice = FixedDice(12)
    run(g, battlefield.combat_phase(g), "submerge")
    assert (plane.duty, plane.at) == (PATROL, zone(g, "sz_25"))
    other = put(g, "great_britain", "southern_england", "fighter")
    run(g, carry_out(g, other.index, Option("attack", other, g.zones[zone(g, "sz_25")])))
    g.dice = FixedDice(12)
    run(g, battlefield.combat_phase(g), "submerge")
    assert other.duty != PATROL


def test_8_9_the_quiet_way() -> None:
    """Of two ways of equal length a ship takes the one without enemies."""
    g = game("germany", "1939")
    seas = g.board.geo.sea
    start = zone(g, "sz_13")
    near = [b for b, _ in seas[start]]
    goal, ways = next(
        (goal, ways)
        for goal in range(g.board.size)
        if goal != start and goal not in near and len(ways := [b for b in near if goal in (c for c, _ in seas[b])]) > 1
    )
    for b in (*ways, goal):
        empty(g, g.board.ids[b])
    boat = put(g, "germany", "sz_13", "submarine")
    for watched in ways:
        spy = put(g, "great_britain", g.board.ids[watched], "coastal_submarine")
        assert movement.naval_reach(g, boat.index, combat=True)[goal][1] != watched
        g.remove(spy.index)


def test_0_8_rockets_count_borders() -> None:
    """A rocket reaches three borders far; neither the route off the map nor a narrow crossing is a border."""
    g = game("ussr", "1939")
    assert zone(g, "sz_7") not in bombers.in_range(g, zone(g, "sz_6"), 1)
    assert zone(g, "picardy") not in bombers.in_range(g, zone(g, "london"), 1)
    assert zone(g, "picardy") in bombers.in_range(g, zone(g, "london"), 2)


def test_8_7_peace_patrol_from_inland() -> None:
    """In peace a Seaplane one zone from the coast may start its patrol, a Fighter there may not."""
    g = game("usa", "1939")
    geo = g.board.geo
    inland = next(
        z for z in range(g.board.size)
        if g.zones.owner[z] == NATION["usa"] and not geo.coast[z] and any(geo.coast[b] for b, _ in geo.land[z])
    )  # fmt: skip
    plane, fighter = (put(g, "usa", g.board.ids[inland], kind) for kind in ("seaplane", "fighter"))
    assert combat_movement.watches(g, plane.index)
    assert not combat_movement.watches(g, fighter.index)


def test_12_2_militia_stays_ashore() -> None:
    """Militia does not go aboard a transport, infantry does; an Air Transport may lift it at home (GW36-AMB-136)."""
    g = game("japan", "1939")
    empty(g, "sz_42", "sz_43", "sz_62", "sz_63")
    sea = g.board.ids[g.board.geo.coast[zone(g, "honshu")][0]]
    ship = put(g, "japan", sea, "naval_transport")
    militia, soldier = put(g, "japan", "honshu", "militia"), put(g, "japan", "honshu", "infantry")
    assert f"load {soldier.token} {ship.token}" in quiet(g, soldier.index)
    assert f"load {militia.token} {ship.token}" not in quiet(g, militia.index)
    refused(non_combat.why_not_order(g, militia.index, Option("load", militia, ship)), "12.2", "Home Country")
    lift = put(g, "japan", "tokyo", "air_transport")
    assert movement.room_for(g, lift.index, militia.kind) is None


def test_8_7_no_bait() -> None:
    """A patrol that lets a destroyer pass is asked again about a transport, not about a second destroyer (GW36-AMB-137)."""
    g = game("germany", "1939")
    empty(g, "sz_26")
    patrol = put(g, "great_britain", "sz_26", "seaplane", duty=PATROL)
    first, second = (put(g, "germany", "sz_26", "destroyer") for _ in range(2))
    transport = put(g, "germany", "sz_26", "naval_transport")
    assert len(run(g, sea_contact.meet(g, first.index, patrol.at, "sail"), "decline")) == 1
    assert run(g, sea_contact.meet(g, second.index, patrol.at, "sail")) == []
    asked = run(g, sea_contact.meet(g, transport.index, patrol.at, "sail"), "fight")
    assert "Naval Transport" in asked[0].prompt
    late = put(g, "germany", "sz_26", "light_cruiser")
    assert run(g, sea_contact.meet(g, late.index, patrol.at, "sail")) == []  # they fight all that come
    assert g.contacts[patrol.at] == sea_contact.FIGHTS
