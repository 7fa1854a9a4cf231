"""Chapter 0: sharing zones, movement, the terms of the glossary."""

from __future__ import annotations

from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import attacks, combat_movement, non_combat, strategic, units
from grognard.titles.gw36.rules.movement import land_move_reach
from grognard.titles.gw36.rules.nations import aligned, at_war, home_zones, is_enemy_zone, is_friendly, make_war, may_share
from tests.titles.gw36.workshop import game, put, refused, seize, war, zone


def test_gw36_0_5_a() -> None:
    """gw36-0.5-a: British units may not stand in Picardy until Britain and France are at war with the same Major Power."""
    g = game("great_britain", "1936")
    refused(may_share(g, zone(g, "picardy"), NATION["great_britain"]), "0.5", "not Aligned")
    war(g, "great_britain", "germany")
    refused(may_share(g, zone(g, "picardy"), NATION["great_britain"]), "0.5")
    war(g, "france", "germany")
    assert may_share(g, zone(g, "picardy"), NATION["great_britain"]) is None
    assert aligned(g, NATION["great_britain"], NATION["france"])


def test_0_5_commonwealth() -> None:
    """The three Commonwealth entities share land zones in peace."""
    g = game("great_britain", "1936")
    assert may_share(g, zone(g, "calcutta"), NATION["anzac"]) is None
    refused(may_share(g, zone(g, "paris"), NATION["anzac"]), "0.5")


def test_gw36_0_5_b() -> None:
    """gw36-0.5-b: ships that find themselves at war in one sea zone may attack, leave or stay; nothing happens by itself."""
    g = game("germany", "1936")
    ship = put(g, "germany", "sz_16", "light_cruiser")
    war(g, "germany", "ussr")
    texts = [o.text for o in combat_movement.orders_of(g, ship.index)]
    assert f"attack {ship.token} sz_16" in texts
    assert f"move {ship.token} sz_17" in [o.text for o in non_combat.orders_of(g, ship.index)]
    assert attacks.attacks(g) == {}


def test_gw36_0_5_c() -> None:
    """gw36-0.5-c: an ally's submarine in the sea zone is no part of the attack."""
    from grognard.titles.gw36.rules.battle import sea_attackers

    g = game("germany", "1939")
    war(g, "germany", "usa")
    war(g, "italy", "usa")
    put(g, "usa", "sz_71", "destroyer")
    boat = put(g, "italy", "sz_71", "submarine")
    ship = put(g, "germany", "sz_71", "heavy_cruiser")
    ship.duty = 1
    attackers = sea_attackers(g, zone(g, "sz_71"))
    assert ship.index in attackers
    assert boat.index not in attackers


def test_0_8_a() -> None:
    """Each border costs a point: infantry moves one zone, a motorised unit two, nobody more."""
    g = game("germany")
    infantry = put(g, "germany", "western_germany", "infantry")
    motorized = put(g, "germany", "western_germany", "motorized_infantry")
    assert zone(g, "berlin") not in land_move_reach(g, infantry.index)
    assert zone(g, "berlin") in land_move_reach(g, motorized.index)
    refused(non_combat.why_not_order(g, infantry.index, _option(g, "move", infantry, "berlin")), "0.8")


def _option(g, verb, unit, where):  # type: ignore[no-untyped-def]
    from grognard.kernel.flow import Option

    return Option(verb, unit, g.zones[zone(g, where)])


def test_gw36_0_9_b() -> None:
    """gw36-0.9-b: nations are Enemies only from the moment they are at war."""
    g = game("germany", "1936")
    assert not at_war(g, NATION["germany"], NATION["france"])
    assert not is_enemy_zone(g, zone(g, "paris"), NATION["germany"])
    make_war(g, NATION["germany"], NATION["france"])
    assert is_enemy_zone(g, zone(g, "paris"), NATION["germany"])


def test_gw36_0_9_c() -> None:
    """gw36-0.9-c: London is friendly to the USA only once the two are Aligned."""
    g = game("usa", "1939")
    assert not is_friendly(g, zone(g, "london"), NATION["usa"])
    war(g, "usa", "germany")
    assert is_friendly(g, zone(g, "london"), NATION["usa"])


def test_gw36_0_9_d() -> None:
    """gw36-0.9-d: the nation of Poland is Warsaw, Lubelskie, Dolnoslaske, East and West Poland."""
    g = game("germany")
    names = {g.board.ids[z] for z in home_zones(g, NATION["poland"])}
    assert names == {"warsaw", "lubelskie", "dolnoslaske", "east_poland", "west_poland"}


def test_0_7_a() -> None:
    """Regions count for rail: Berlin lies in Europe, Moscow in the USSR region, and a sea zone in none."""
    g = game("germany")
    assert strategic.REGIONS[strategic.region_of(g, zone(g, "berlin"))] == "europe"
    assert strategic.REGIONS[strategic.region_of(g, zone(g, "moscow"))] == "ussr"


def test_0_4_a() -> None:
    """Damage that a unit cannot bear is a fault of the state; damage it can bear is not."""
    from grognard.titles.gw36.invariants import faults

    g = game("germany")
    ship = put(g, "germany", "sz_26", "battleship", hits=1)
    assert not [f for f in faults(g) if ship.token in f]
    ship.hits = 2
    assert [f for f in faults(g) if ship.token in f]


def test_units_left_out() -> None:
    """Cargo is no unit in the sea zone for those who look for enemies."""
    g = game("germany")
    transport = put(g, "great_britain", "sz_13", "naval_transport")
    soldier = put(g, "great_britain", "sz_13", "infantry")
    soldier.carrier = transport.index
    found = units.enemy_units(g, zone(g, "sz_13"), NATION["germany"])
    assert transport.index in found
    assert soldier.index not in found


def test_gw36_0_2_a() -> None:
    """gw36-0.2-a: fractions round up: half of an income of 3 is 2."""
    from grognard.titles.gw36.rules.lend_lease import loan_limit

    g = game("great_britain", "1936")
    row = next(r for r in g.facts.lend_lease if r.limit == "unit_or_ipp")
    g.nations[NATION["anzac"]].income = 3
    assert loan_limit(g, NATION["anzac"], row) == 2
    g.nations[NATION["anzac"]].income = 4
    assert loan_limit(g, NATION["anzac"], row) == 2


def test_0_5_guests() -> None:
    """Under the Chinese truce CCP does not enter a KMT zone where an enemy is KMT's guest; elsewhere it does (GW36-AMB-122)."""
    g = game("ccp", "1939")
    war(g, "great_britain", "japan")
    seize(g, "szechwan", "kmt")
    unit = put(g, "ccp", "shensi", "infantry")
    assert zone(g, "szechwan") in land_move_reach(g, unit.index)
    put(g, "fec", "szechwan", "infantry")
    assert zone(g, "szechwan") not in land_move_reach(g, unit.index)
    refused(may_share(g, zone(g, "szechwan"), NATION["ccp"]), "0.5", "not Aligned")


def test_0_5_new_enemies() -> None:
    """Guests of one host who come to be at war part: the declarer's land units go home; without a war they stay."""
    from grognard.titles.gw36.invariants import mingled
    from grognard.titles.gw36.rules.conquest import part

    g = game("ccp", "1939")
    mine, theirs = put(g, "ccp", "yunnan", "infantry"), put(g, "fec", "yunnan", "infantry")
    part(g, NATION["ccp"], NATION["great_britain"])
    assert mine.at == zone(g, "yunnan")
    make_war(g, NATION["ccp"], NATION["great_britain"])
    assert list(mingled(g)) == ["Communist China stands among enemies in yunnan"]
    part(g, NATION["ccp"], NATION["great_britain"])
    assert mine.at not in (-1, zone(g, "yunnan"))
    assert theirs.at == zone(g, "yunnan")
    assert list(mingled(g)) == []


def test_13_3_guests_of_the_loser() -> None:
    """Soviet guests of a CCP that has lost the Civil War leave the zones that fall to KMT."""
    from grognard.titles.gw36.rules.china import lose_civil_war

    g = game("ussr", "1939")
    guest = put(g, "ussr", "shensi", "infantry")
    lose_civil_war(g, NATION["ccp"])
    assert g.zones.owner[zone(g, "shensi")] == NATION["kmt"]
    assert guest.at not in (-1, zone(g, "shensi"))
