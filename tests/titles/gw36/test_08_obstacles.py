"""Why a unit does not get somewhere: each obstacle of chapters 0, 1, 8 and 10 is named by its section."""

from __future__ import annotations

import random
from typing import Any

from grognard.kernel.flow import Option
from grognard.kernel.rules import No
from grognard.titles.gw36.kinds import FACILITY, IS_AIR
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import combat_movement, non_combat, obstacles
from grognard.titles.gw36.rules.seats import acting, roster
from grognard.titles.gw36.state import PATROL, War
from tests.titles.gw36.workshop import carry_out, game, put, refused, run, war, zone

GERMANY = NATION["germany"]


def empty(g: War, *names: str) -> None:
    for name in names:
        for u in list(g.units.stacks[zone(g, name)]):
            g.remove(u)


def attack(g: War, unit: Any, where: str) -> No | None:
    return combat_movement.why_not_order(g, unit.index, Option("attack", unit, g.zones[zone(g, where)]))


def move(g: War, unit: Any, where: str, verb: str = "move") -> No | None:
    return non_combat.why_not_order(g, unit.index, Option(verb, unit, g.zones[zone(g, where)]))


def west() -> War:
    """Germany in Belgium before an empty north of France."""
    g = game("germany", "1939")
    g.zones[zone(g, "belgium")].owner = GERMANY
    empty(g, "picardy", "normandy", "alsace_lorraine", "paris")
    return g


def test_8_2_why_no_blitz() -> None:
    """Distance, the wrong armor, a garrison, a city, a fortification: each has its section; without them the way is open."""
    g = west()
    foot, light, medium = (put(g, "germany", "belgium", kind) for kind in ("infantry", "light_armor", "medium_armor"))
    refused(attack(g, foot, "normandy"), "0.8", "2 zones away")
    refused(attack(g, light, "normandy"), "9.5", "Medium and Heavy Armor")
    assert attack(g, medium, "normandy") is None
    g.sites.add(kind=FACILITY["fortification"], at=zone(g, "picardy"), border=zone(g, "belgium"), since=-1)
    refused(attack(g, medium, "normandy"), "9.5", "fortification")
    g = west()
    medium = put(g, "germany", "belgium", "medium_armor")
    put(g, "france", "picardy", "infantry")
    refused(attack(g, medium, "normandy"), "8.2", "stop it")
    g = west()
    passing = obstacles._passing(g, medium.kind, GERMANY, zone(g, "picardy"), zone(g, "paris"))
    refused(passing, "1.16", "city")


def test_1_20_why_no_crossing() -> None:
    """A narrow crossing is refused by its own rule, in attack and in peace."""
    g = west()
    refused(attack(g, put(g, "germany", "belgium", "infantry"), "london"), "1.20", "Marines")
    g = game("great_britain", "1939")
    empty(g, "sz_26")
    soldier = put(g, "great_britain", "london", "infantry")
    assert move(g, soldier, "picardy", "ferry") is None
    refused(move(g, soldier, "picardy"), "1.20", "ferry")
    put(g, "germany", "sz_26", "destroyer")
    refused(move(g, soldier, "picardy", "ferry"), "1.20", "warships")


def test_1_15_why_no_passage() -> None:
    """A closed strait or canal is named, not the distance; beyond it the distance counts."""
    g = game("great_britain", "1939")
    ship = put(g, "great_britain", "sz_17", "battleship")
    refused(move(g, ship, "sz_14"), "1.15", "Danish")
    refused(move(g, ship, "sz_26"), "1.15", "Kaiser-Wilhelm")
    refused(move(g, ship, "sz_53"), "0.8", "out of reach")
    refused(move(g, ship, "london"), "0.8", "at sea")


def test_8_2_why_ships_stop() -> None:
    """Enemy ships on the way stop a surface ship, patrols a submarine; what has no Attack does not attack."""
    g = game("great_britain", "1939")
    empty(g, "sz_12", "sz_13", "sz_26", "sz_25")
    put(g, "germany", "sz_13", "heavy_cruiser")
    ship = put(g, "great_britain", "sz_26", "destroyer")
    put(g, "germany", "sz_14", "destroyer")
    refused(attack(g, ship, "sz_14"), "8.2", "stop it")
    assert attack(g, ship, "sz_13") is None
    refused(move(g, ship, "sz_13"), "8.2", "combat move")
    refused(attack(g, put(g, "great_britain", "sz_26", "naval_transport"), "sz_13"), "8.2", "no Attack value")
    empty(g, "sz_13")
    put(g, "germany", "sz_13", "seaplane", duty=PATROL)
    refused(attack(g, put(g, "great_britain", "sz_26", "submarine"), "sz_14"), "8.9", "patrol")


def test_8_9_why_no_hunt() -> None:
    """Submarines alone are attacked by aircraft in patrol range, and by one destroyer beside each of them."""
    g = game("great_britain", "1939")
    empty(g, "sz_24", "sz_25")
    put(g, "germany", "sz_24", "submarine")
    big, small, other = (put(g, "great_britain", "sz_25", kind) for kind in ("battleship", "destroyer", "destroyer"))
    refused(attack(g, small, "sz_24"), "9.10", "Maritime Air Patrol")
    bomber = put(g, "great_britain", "southern_england", "medium_bomber")
    refused(attack(g, bomber, "sz_24"), "9.10", "patrol range")
    put(g, "great_britain", "sz_24", "seaplane", duty=PATROL)
    assert attack(g, small, "sz_24") is None
    refused(attack(g, big, "sz_24"), "8.9", "only destroyers")
    run(g, carry_out(g, small.index, Option("attack", small, g.zones[zone(g, "sz_24")])))
    refused(attack(g, other, "sz_24"), "8.9", "one destroyer")
    put(g, "germany", "sz_24", "light_cruiser")
    assert attack(g, big, "sz_24") is None


def test_8_2_sailing_past_a_patrol() -> None:
    """In Combat Movement a cruiser may sail past a sea zone under an enemy patrol; without the patrol that is no combat move."""
    for patrolled in (True, False):
        g = game("germany", "1939")
        empty(g, "sz_3", "sz_4", "sz_5", "sz_12", "sz_13")
        if patrolled:
            put(g, "great_britain", "sz_12", "medium_bomber", duty=PATROL)
        ship = put(g, "germany", "sz_13", "heavy_cruiser")
        listed = {o.text for o in combat_movement.orders_of(g, ship.index)}
        for goal in ("sz_3", "sz_4", "sz_5"):
            assert (f"sail {ship.token} {goal}" in listed) is patrolled
        run(g, carry_out(g, ship.index, Option("sail", ship, g.zones[zone(g, "sz_4")])), *["decline"] * patrolled)
        assert ship.at == zone(g, "sz_4")


def test_8_3_why_no_flight() -> None:
    """Neutral land, an enemy fighter, a canal, the way back: each stops an aircraft by its rule."""
    g = west()
    plane = put(g, "germany", "bavaria", "fighter")
    refused(attack(g, plane, "sz_48"), "8.3", "could not return")
    refused(attack(g, plane, "switzerland"), "8.1", "Switzerland")
    refused(attack(g, put(g, "germany", "bavaria", "strategic_bomber"), "london"), "12.2", "does not attack")
    refused(attack(g, plane, "picardy"), "8.2", "no enemy units")
    refused(move(g, plane, "switzerland", "fly"), "10.3", "landing place")
    patrol = put(g, "germany", "sz_26", "fighter", duty=PATROL)
    refused(attack(g, patrol, "london"), "8.7", "end its patrol")
    refused(move(g, patrol, "berlin", "fly"), "8.7", "within its range")


def test_1_8_why_no_march() -> None:
    """Rough ground, the Burma Road, a stranger's land and a fresh conquest are named."""
    g = game("germany", "1939")
    tank = put(g, "germany", "bavaria", "light_armor")
    refused(move(g, tank, "slovakia"), "1.8", "mountain")
    refused(move(g, tank, "switzerland"), "0.5", "not friendly")
    g = game("great_britain", "1939")
    war(g, "great_britain", "japan")
    g.burma_road = 1
    refused(move(g, put(g, "fec", "burma", "infantry"), "yunnan"), "1.17", "strategic rail")


def test_offered_moves_have_no_obstacle() -> None:
    """What is offered is never explained away, and every attack or move that is not offered has a reason."""
    for nation, wars in (("germany", [("germany", "ussr")]), ("great_britain", [("italy", "great_britain")]), ("usa", [])):
        g = game(nation, "1939")
        for a, b in wars:
            war(g, a, b)
        rng = random.Random(nation)
        mine = [u for u in roster(g, acting(g)) if g.units.at[u] >= 0]
        for u in rng.sample(mine, 14):
            for chapter, verbs in ((combat_movement, ("attack",)), (non_combat, ("move", "fly"))):
                listed = {o.text for o in chapter.orders_of(g, u)}  # type: ignore[attr-defined]
                for z in rng.sample(range(g.board.size), 30):
                    verb = verbs[-1] if IS_AIR[g.units.kind[u]] else verbs[0]
                    if z == g.units.at[u]:
                        continue
                    option = Option(verb, g.units[u], g.zones[z])
                    no = chapter.why_not_order(g, u, option)  # type: ignore[attr-defined]
                    assert (no is None) is (option.text in listed), (option.text, no)


def test_ways_are_shortest() -> None:
    """The ways that are walked for an explanation have the length of the shortest, and lead from start to goal."""
    g = game("germany", "1939")
    start, goal = zone(g, "berlin"), zone(g, "paris")
    ways = obstacles.shortest_ways(g.board.geo.land, start, goal)
    assert ways and len({len(way) for way in ways}) == 1
    assert all((way[0], way[-1]) == (start, goal) for way in ways)
    assert obstacles.shortest_ways(g.board.geo.land, start, zone(g, "london")) == []
