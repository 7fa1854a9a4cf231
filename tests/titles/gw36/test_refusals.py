"""Orders that are not offered are refused with the section that forbids them (8.4-8.11, 9.11-9.17, 10.4, 10.6, 12.2)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel.flow import Option
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import combat_movement, non_combat
from grognard.titles.gw36.state import ESCORT, War
from tests.titles.gw36.workshop import develop, game, go, put, refused, site, war, zone

ATLANTIC = "sz_23"


def western_front(**options: Any) -> War:
    """German units in Western Germany and the English Channel, at war with France and Britain."""
    return game("germany", "1939", **options)


def asked(g: War, unit: str, where: str, verb: str, *args: Any) -> Any:
    """What combat movement answers to an order of a new German unit."""
    u = put(g, "germany", where, unit)
    words = [g.zones[zone(g, a)] if isinstance(a, str) else a for a in args]
    offered = [o.text for o in combat_movement.orders_of(g, u.index)]
    option = Option(verb, u, *words)
    assert option.text not in offered
    return combat_movement.why_not_order(g, u.index, option)


@pytest.mark.parametrize(
    ("unit", "verb", "section"),
    [
        ("tactical_bomber", "bomb", "9.16"),
        ("infantry", "bomb", "9.16"),
        ("medium_bomber", "carpet", "9.17"),
        ("tactical_bomber", "escort_bombers", "9.16"),
        ("fighter", "escort_bombers", "8.5"),
        ("strategic_bomber", "patrol", "8.7"),
        ("infantry", "shell", "7.8"),
    ],
)
def test_tasks_in_the_air(unit: str, verb: str, section: str) -> None:
    g = western_front()
    target = {"bomb": site(g, "paris", "major_factory"), "patrol": "sz_26"}.get(verb, "paris")
    refused(asked(g, unit, "western_germany", verb, target), section)


def test_9_18_and_what_cannot_be_bombed() -> None:
    """Forts are never damaged, a factory not beyond its maximum, canals and building sites with their options only."""
    g = western_front()
    refused(asked(g, "medium_bomber", "western_germany", "bomb", site(g, "alsace_lorraine", "fortification")), "12.7")
    factory = site(g, "paris", "major_factory")
    bomber = put(g, "germany", "western_germany", "medium_bomber")
    assert f"bomb {bomber.token} {factory.token}" in [o.text for o in combat_movement.orders_of(g, bomber.index)]
    factory.damage = 20
    refused(asked(g, "medium_bomber", "western_germany", "bomb", factory), "9.18")
    refused(asked(g, "medium_bomber", "western_germany", "bomb", site(g, "moscow", "major_factory")), "8.1")
    refused(asked(g, "medium_bomber", "western_germany", "bomb", site(g, "eastern_egypt", "canal")), "15.10")


def test_9_15_who_is_dropped() -> None:
    g = western_front()
    man = put(g, "germany", "western_germany", "infantry")
    refused(asked(g, "air_transport", "western_germany", "drop", man, "alsace_lorraine"), "9.15", "Airborne")
    jumper = put(g, "germany", "western_germany", "airborne")
    refused(asked(g, "medium_bomber", "western_germany", "drop", jumper, "alsace_lorraine"), "9.15", "Air Transports")
    lift = put(g, "germany", "western_germany", "air_transport")
    texts = [o.text for o in combat_movement.orders_of(g, lift.index)]
    assert f"drop {lift.token} {jumper.token} alsace_lorraine" in texts


def test_9_11_to_9_13_raiders() -> None:
    g = western_front(surface_raiders=True, mine_warfare=True)
    refused(asked(g, "submarine", "sz_26", "raid", "sz_26"), "9.11", "no convoy line")
    refused(asked(g, "battleship", ATLANTIC, "raid", ATLANTIC), "9.12", "move of 3")
    refused(asked(g, "light_cruiser", ATLANTIC, "mine", ATLANTIC), "9.13")
    put(g, "great_britain", ATLANTIC, "destroyer", duty=ESCORT)
    refused(asked(g, "heavy_cruiser", ATLANTIC, "raid", ATLANTIC), "9.12", "escorts")
    refused(asked(western_front(), "heavy_cruiser", ATLANTIC, "raid", ATLANTIC), "9.12", "not played")


def test_9_11_and_15_7_escorts() -> None:
    g = game("great_britain", "1939", advanced_escort=True)
    for unit, section in (("battleship", "15.7"), ("submarine", "9.11"), ("light_carrier", "9.11")):
        ship = put(g, "great_britain", ATLANTIC, unit)
        refused(combat_movement.why_not_order(g, ship.index, Option("escort", ship, g.zones[zone(g, ATLANTIC)])), section)
    ship = put(g, "great_britain", ATLANTIC, "destroyer")
    assert f"escort {ship.token} {ATLANTIC}" in [o.text for o in combat_movement.orders_of(g, ship.index)]


def test_8_10_and_8_11_screens_and_blockades() -> None:
    g = western_front()
    refused(asked(g, "heavy_cruiser", ATLANTIC, "screen", ATLANTIC), "8.10")
    refused(asked(g, "naval_transport", ATLANTIC, "blockade", ATLANTIC), "8.11", "warships")
    refused(asked(g, "destroyer", ATLANTIC, "blockade", ATLANTIC), "8.11", "naval facility")
    refused(asked(western_front(screening=False), "heavy_cruiser", ATLANTIC, "screen", ATLANTIC), "9.7", "not played")


def march(g: War, unit: Any, verb: str, *args: Any) -> Any:
    """What Non-Combat Movement answers to an order that it does not offer."""
    words = [g.zones[zone(g, a)] if isinstance(a, str) else a for a in args]
    option = Option(verb, unit, *words)
    assert option.text not in [o.text for o in non_combat.orders_of(g, unit.index)]
    return non_combat.why_not_order(g, unit.index, option)


def test_10_6_who_moves_strategically() -> None:
    g = game("great_britain", "1939")
    empty = put(g, "great_britain", "sz_26", "naval_transport")
    refused(march(g, empty, "ship", "sz_25"), "10.6", "empty")
    refused(march(g, put(g, "great_britain", "sz_26", "battleship"), "ship", "sz_25"), "10.6", "loaded transports")
    put(g, "great_britain", "sz_26", "infantry").carrier = empty.index
    assert f"ship {empty.token} sz_25" in [o.text for o in non_combat.orders_of(g, empty.index)]
    g.nations[NATION["great_britain"]].naval = 3
    refused(march(g, empty, "ship", "sz_25"), "10.6", "1 are left")


def test_10_4_rail() -> None:
    g = game("germany", "1939")
    man = put(g, "germany", "western_germany", "infantry")
    assert f"rail {man.token} berlin" in [o.text for o in non_combat.orders_of(g, man.index)]
    boat = put(g, "germany", "sz_26", "submarine")
    refused(march(g, boat, "rail_submarine", "western_germany", "berlin", "sz_17"), "10.4", "Coastal")
    for _ in range(4):
        other = put(g, "germany", "western_germany", "infantry")
        go(g, other.index, Option("rail", other, g.zones[zone(g, "berlin")]))
    refused(march(g, man, "rail", "berlin"), "10.4", "capacity of Europe")


def test_12_2_airlift() -> None:
    g = game("germany", "1939")
    lift, tank = put(g, "germany", "berlin", "air_transport"), put(g, "germany", "berlin", "light_armor")
    refused(march(g, lift, "airlift", tank, "western_germany"), "12.2", "infantry-class")
    refused(march(g, put(g, "germany", "berlin", "fighter"), "airlift", tank, "western_germany"), "12.2", "Air Transports")


def test_7_8_rockets_have_a_range() -> None:
    g = western_front()
    develop(g, "germany", "strategic_rockets")
    factory = site(g, "paris", "major_factory")
    near = put(g, "germany", "western_germany", "strategic_rocket")
    assert f"bomb {near.token} {factory.token}" in [o.text for o in combat_movement.orders_of(g, near.index)]
    war(g, "germany", "usa")
    far = site(g, "new_york", "major_factory")
    refused(combat_movement.why_not_order(g, near.index, Option("bomb", near, far)), "7.8", "three zones")
