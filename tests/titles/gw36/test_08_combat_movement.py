"""Chapter 8: combat moves of land units, ships and aircraft, transport, scramble, patrols, submarines, screens, blockade."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import Option
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import (
    air_movement,
    attacks,
    bombing,
    combat_movement,
    convoys,
    land_orders,
    movement,
    moves,
    naval,
    non_combat,
    rounds,
    sea_contact,
)
from grognard.titles.gw36.rules.battle import Battle
from grognard.titles.gw36.rules.combat_movement import orders_of
from grognard.titles.gw36.rules.seats import seat_of_unit
from grognard.titles.gw36.rules.supply import blockaded_ports
from grognard.titles.gw36.rules.terrain import is_blockaded
from grognard.titles.gw36.state import ASSAULT, ATTACK, BEHIND, DROP, ESCORT, PATROL, RAID, SCRAMBLE, SCREEN, War
from tests.titles.gw36 import battlefield, workshop
from tests.titles.gw36.workshop import carry_out, develop, game, put, refused, run, site, zone


def texts(g: War, u: int) -> list[str]:
    return [o.text for o in orders_of(g, u)]


def order(g: War, u: int, *words: str) -> Option:
    text = " ".join(words)
    return next(o for o in orders_of(g, u) if o.text == text)


def empty(g: War, *names: str) -> None:
    for name in names:
        for u in list(g.units.stacks[zone(g, name)]):
            g.remove(u)


def test_8_2_a() -> None:
    """Infantry attacks an adjacent enemy zone; not one of a nation it is not at war with, not one two zones off."""
    g = game("germany", "1939")
    unit = put(g, "germany", "western_germany", "infantry")
    assert f"attack {unit.token} alsace_lorraine" in texts(g, unit.index)
    assert f"attack {unit.token} belgium" not in texts(g, unit.index)
    neutral = Option("attack", unit, g.zones[zone(g, "belgium")])
    refused(combat_movement.why_not_order(g, unit.index, neutral), "8.1", "not at war")
    own = Option("attack", unit, g.zones[zone(g, "bavaria")])
    refused(combat_movement.why_not_order(g, unit.index, own), "8.1", "friendly")
    assert f"attack {unit.token} paris" not in texts(g, unit.index)
    run(g, carry_out(g, unit.index, order(g, unit.index, "attack", unit.token, "alsace_lorraine")))
    assert (unit.at, unit.came, unit.duty) == (zone(g, "alsace_lorraine"), zone(g, "western_germany"), ATTACK)


def test_0_8_the_easier_border_and_the_choice_of_another() -> None:
    """Armor of Eastern Germany attacks Alsace-Lorraine out of Western Germany; over the Maginot Line only if it wants to."""
    g = game("germany", "1939")
    armor = put(g, "germany", "eastern_germany", "medium_armor")
    assert f"attack {armor.token} alsace_lorraine" in texts(g, armor.index)
    others = [t for t in texts(g, armor.index) if t.startswith("attack_by") and t.endswith(" alsace_lorraine")]
    assert others == [f"attack_by {armor.token} bavaria alsace_lorraine"]
    run(g, carry_out(g, armor.index, order(g, armor.index, "attack", armor.token, "alsace_lorraine")))
    assert (armor.at, armor.came, armor.used) == (zone(g, "alsace_lorraine"), zone(g, "western_germany"), 2)
    g = game("germany", "1939")
    armor = put(g, "germany", "eastern_germany", "medium_armor")
    run(g, carry_out(g, armor.index, order(g, armor.index, "attack_by", armor.token, "bavaria", "alsace_lorraine")))
    assert (armor.at, armor.came) == (zone(g, "alsace_lorraine"), zone(g, "bavaria"))


def test_0_8_a_longer_way_round() -> None:
    """Armor next to its target may still come out of a neighbour; infantry has one step and no choice, and is told so."""
    g = game("germany", "1939")
    armor = put(g, "germany", "bavaria", "medium_armor")
    foot = put(g, "germany", "bavaria", "infantry")
    assert f"attack_by {armor.token} western_germany alsace_lorraine" in texts(g, armor.index)
    assert not [t for t in texts(g, foot.index) if "_by" in t]
    by = Option("attack_by", foot, g.zones[zone(g, "western_germany")], g.zones[zone(g, "alsace_lorraine")])
    refused(combat_movement.why_not_order(g, foot.index, by), "0.8", "Western Germany")


def test_0_8_a_ship_chooses_the_sea_it_comes_out_of() -> None:
    """The zone it came from is where it may fall back to (9.4); a zone that stops it is no way."""
    g = game("great_britain", "1939")
    empty(g, "sz_12", "sz_24", "sz_25", "sz_26", "sz_37")
    put(g, "germany", "sz_24", "heavy_cruiser")
    ship = put(g, "great_britain", "sz_26", "battleship")
    ways = [t.split()[2] for t in texts(g, ship.index) if t.startswith("attack_by") and t.endswith(" sz_24")]
    assert ways
    run(g, carry_out(g, ship.index, order(g, ship.index, "attack_by", ship.token, ways[0], "sz_24")))
    assert (ship.at, ship.came, ship.duty) == (zone(g, "sz_24"), zone(g, ways[0]), ATTACK)
    g = game("great_britain", "1939")
    empty(g, "sz_12", "sz_24", "sz_25", "sz_26", "sz_37")
    put(g, "germany", "sz_24", "heavy_cruiser")
    put(g, "germany", ways[0], "heavy_cruiser")
    ship = put(g, "great_britain", "sz_26", "battleship")
    assert f"attack_by {ship.token} {ways[0]} sz_24" not in texts(g, ship.index)
    by = Option("attack_by", ship, g.zones[zone(g, ways[0])], g.zones[zone(g, "sz_24")])
    refused(combat_movement.why_not_order(g, ship.index, by), "0.8", "does not lead through")


def test_0_8_every_way_is_known() -> None:
    """For every armored unit on the board: the ways listed are those a search over all paths of its movement finds."""
    g = game("germany", "1939")
    found = 0
    for z in (n for n, o in enumerate(g.zones.owner) if o == NATION["germany"]):
        armor = put(g, "germany", g.board.ids[z], "medium_armor")
        into = movement.land_advance(g, armor.index, blitz=False).into
        beside = g.board.geo.beside
        friendly = [a for a in beside[z] if g.zones.owner[a] == NATION["germany"] and not movement.slows(g, armor.kind, z, a)]
        for target, ways in into.items():
            direct = [z] if target in beside[z] else []
            around = [a for a in friendly if target in beside[a] and not movement.slows(g, armor.kind, a, target)]
            assert sorted(via for _, via in ways) == sorted({*direct, *around})
            found += len(ways) > 1
        g.remove(armor.index)
    assert found >= 3


def test_8_2_blitz() -> None:
    """Medium armor passes an empty enemy zone and takes it; light armor does not; a garrison stops both."""
    g = game("germany", "1939")
    empty(g, "picardy")
    g.zones[zone(g, "belgium")].owner = NATION["germany"]
    medium, light = put(g, "germany", "belgium", "medium_armor"), put(g, "germany", "belgium", "light_armor")
    assert f"attack {medium.token} paris" in texts(g, medium.index)
    assert f"attack {light.token} paris" not in texts(g, light.index)
    run(g, carry_out(g, medium.index, order(g, medium.index, "attack", medium.token, "paris")))
    assert medium.at == zone(g, "paris")
    assert g.zones.owner[zone(g, "picardy")] == NATION["germany"]
    g = game("germany", "1939")
    g.zones[zone(g, "belgium")].owner = NATION["germany"]
    empty(g, "picardy")
    put(g, "france", "picardy", "infantry")
    medium = put(g, "germany", "belgium", "medium_armor")
    assert f"attack {medium.token} paris" not in texts(g, medium.index)


def test_8_2_pairs() -> None:
    """Mechanized Infantry blitzes beside medium armor; Tank Destroyers, Motorized and Cavalry do not (gw36-B30-a)."""
    g = game("germany", "1939")
    empty(g, "picardy")
    g.zones[zone(g, "belgium")].owner = NATION["germany"]
    armor = put(g, "germany", "belgium", "medium_armor")
    mech = put(g, "germany", "belgium", "mechanized_infantry")
    others = [put(g, "germany", "belgium", kind) for kind in ("tank_destroyer", "motorized_infantry", "cavalry")]
    found = texts(g, armor.index)
    assert f"take {armor.token} {mech.token} paris" in found
    for other in others:
        assert f"take {armor.token} {other.token} paris" not in found


def test_gw36_8_2_a() -> None:
    """gw36-8.2-a: ships enter a sea zone with an enemy aircraft on patrol in Combat Movement only."""
    g = game("germany", "1939")
    empty(g, "sz_13")
    put(g, "great_britain", "sz_13", "medium_bomber", duty=PATROL)
    ship = put(g, "germany", "sz_14", "heavy_cruiser")
    assert zone(g, "sz_13") not in movement.naval_reach(g, ship.index, combat=False)
    assert zone(g, "sz_13") in movement.naval_reach(g, ship.index, combat=True)
    refused(non_combat.why_not_order(g, ship.index, Option("move", ship, g.zones[zone(g, "sz_13")])), "8.2")


def test_8_3_a() -> None:
    """Aircraft do not fly over neutrals or over enemy fighters, and keep points to land."""
    g = game("germany", "1939")
    bomber = put(g, "germany", "bavaria", "tactical_bomber")
    refused(air_movement.may_overfly(g, zone(g, "switzerland"), NATION["germany"]), "8.3", "Switzerland")
    empty(g, "alsace_lorraine", "paris", "southern_france", "aquitaine", "picardy")
    assert air_movement.may_overfly(g, zone(g, "alsace_lorraine"), NATION["germany"]) is None
    put(g, "france", "alsace_lorraine", "fighter")
    refused(air_movement.may_overfly(g, zone(g, "alsace_lorraine"), NATION["germany"]), "8.3", "fighter")
    assert air_movement.can_land_from(g, bomber.index, zone(g, "alsace_lorraine"), 1)
    assert not air_movement.can_land_from(g, bomber.index, zone(g, "alsace_lorraine"), 0)


def test_8_4_a() -> None:
    """Two infantry fit a transport, or one and a vehicle; not two vehicles; unloading ends its move."""
    g = game("germany", "1939")
    transport = put(g, "germany", "sz_17", "naval_transport")
    tank = put(g, "germany", "eastern_germany", "light_armor")
    assert movement.room_for(g, transport.index, tank.kind) is None
    land_orders.load(g, tank.index, transport.index)
    refused(movement.room_for(g, transport.index, tank.kind), "12.2")
    soldier = put(g, "germany", "eastern_germany", "infantry")
    assert f"load {soldier.token} {transport.token}" in texts(g, soldier.index)
    land_orders.load(g, soldier.index, transport.index)
    refused(movement.room_for(g, transport.index, soldier.kind), "12.2")
    workshop.war(g, "germany", "poland")
    for ship in list(g.units.stacks[zone(g, "sz_17")]):  # 9.8: Polish warships would have to be fought first
        if g.units.nation[ship] == NATION["poland"]:
            g.remove(ship)
    run(g, carry_out(g, soldier.index, order(g, soldier.index, "assault", soldier.token, "west_poland")))
    assert (soldier.duty, soldier.target) == (ASSAULT, zone(g, "west_poland"))
    assert movement.points_left(g, transport.index) == 0


def test_8_4_lost() -> None:
    """Cargo is lost with its transport and moves with it."""
    g = game("germany", "1939")
    transport, soldier = put(g, "germany", "sz_17", "naval_transport"), put(g, "germany", "sz_17", "infantry")
    soldier.carrier = transport.index
    g.put(transport.index, zone(g, "sz_14"))
    assert soldier.at == zone(g, "sz_14")
    g.remove(transport.index)
    assert soldier.at < 0


def test_8_4_allies() -> None:
    """A British unit goes aboard a French transport in its turn and lands from it in its next, not in the same."""
    g = game("great_britain", "1939")
    ship = put(g, "france", "sz_26", "naval_transport")
    soldier = put(g, "great_britain", "london", "infantry")
    assert moves.may_load(g, soldier.index, ship.index) is None
    soviet = put(g, "ussr", "sz_26", "naval_transport")
    refused(moves.may_load(g, soldier.index, soviet.index), "8.4")


def test_8_5_a() -> None:
    """Bombers go to a facility, fighters along as escorts only where bombers are."""
    g = game("germany", "1939")
    factory = site(g, "paris", "major_factory")
    bomber, fighter = put(g, "germany", "western_germany", "medium_bomber"), put(g, "germany", "western_germany", "fighter")
    for u in list(g.units.stacks[zone(g, "alsace_lorraine")]):
        g.remove(u)
    assert f"escort_bombers {fighter.token} paris" not in texts(g, fighter.index)
    run(g, carry_out(g, bomber.index, order(g, bomber.index, "bomb", bomber.token, factory.token)))
    assert bomber.at == zone(g, "paris")
    assert f"escort_bombers {fighter.token} paris" in texts(g, fighter.index)


def test_8_4_airborne_picked_up_on_the_way() -> None:
    """An Air Transport takes Airborne Infantry aboard where it starts or on its way, within its movement."""
    g = game("germany", "1939")
    for u in list(g.units.stacks[zone(g, "alsace_lorraine")]):
        g.remove(u)
    lift = put(g, "germany", "berlin", "air_transport")
    jumper = put(g, "germany", "western_germany", "airborne")
    far = put(g, "germany", "eastern_germany", "airborne", spent=1)
    drop = order(g, lift.index, "drop", lift.token, jumper.token, "alsace_lorraine")
    assert not any(far.token in text for text in texts(g, lift.index))
    way = air_movement.air_reach(g, lift.index)[zone(g, "western_germany")][0]
    run(g, carry_out(g, lift.index, drop))
    assert lift.at == jumper.at == zone(g, "alsace_lorraine")
    assert (lift.used, lift.duty, jumper.duty) == (way + 1, DROP, DROP)


def test_7_8_rockets_hit_what_bombers_hit() -> None:
    """Facilities and railways within three zones; not a railway that is wrecked, not a canal without option 15.10."""
    g = game("germany", "1939")
    rocket = put(g, "germany", "western_germany", "strategic_rocket")
    factory = site(g, "paris", "major_factory")
    listed = texts(g, rocket.index)
    assert f"bomb {rocket.token} {factory.token}" in listed
    rail = next(text for text in listed if text.startswith("bomb_rail"))
    _, _, a, b = rail.split()
    run(g, carry_out(g, rocket.index, order(g, rocket.index, *rail.split())))
    assert rocket.at == zone(g, "western_germany")
    g.dice = FixedDice(6)
    run(g, battlefield.combat_phase(g))
    border = g.board.border(zone(g, a), zone(g, b))
    assert g.rail_damage[border] == bombing.most_rail_damage(g, border)
    other = put(g, "germany", "western_germany", "strategic_rocket")
    assert f"bomb_rail {other.token} {a} {b}" not in texts(g, other.index)
    factory.damage = g.values.max_damage[factory.kind]
    assert f"bomb {other.token} {factory.token}" not in texts(g, other.index)


def test_7_8_two_advanced_mechanized_with_one_armor() -> None:
    """Two Advanced Mechanized Infantry go through an empty zone with one Medium Armor; of the ordinary kind only one."""
    for kind, two in (("advanced_mechanized_infantry", True), ("mechanized_infantry", False)):
        g = game("germany", "1939")
        empty(g, "picardy")
        g.zones[zone(g, "belgium")].owner = NATION["germany"]
        armor = put(g, "germany", "belgium", "medium_armor")
        a, b = put(g, "germany", "belgium", kind), put(g, "germany", "belgium", kind)
        listed = texts(g, armor.index)
        assert f"take {armor.token} {a.token} paris" in listed
        assert (f"take_two {armor.token} {a.token} {b.token} paris" in listed) is two
        if two:
            run(g, carry_out(g, armor.index, order(g, armor.index, "take_two", armor.token, a.token, b.token, "paris")))
            assert {u.at for u in (armor, a, b)} == {zone(g, "paris")} and a.duty == b.duty == ATTACK


def test_8_6_a() -> None:
    """Three fighters scramble from an air base into an adjacent battle where a friend defends; with Radar any number."""
    for radar, sent in ((False, 3), (True, 4)):
        g = game("germany", "1939")
        empty(g, "southern_england", "london", "northern_england", "sz_26")
        for s in g.sites.where(kind=site(g, "southern_england", "air_base").kind):
            s.at = zone(g, "southern_england") if s.index == site(g, "southern_england", "air_base").index else -1
        for _ in range(5):
            put(g, "great_britain", "southern_england", "fighter")
        put(g, "great_britain", "sz_26", "destroyer")
        put(g, "germany", "sz_26", "heavy_cruiser", duty=ATTACK)
        if radar:
            develop(g, "great_britain", "radar")
        answers = ["scramble"] * sent + (["none"] if radar else [])
        run(g, sea_contact.scramble_step(g), *answers)
        assert sum(1 for u in g.units.stacks[zone(g, "sz_26")] if g.units.duty[u] == SCRAMBLE) == sent


def test_8_6_b() -> None:
    """Nobody scrambles where no friend defends, or without a battle (gw36-8.9-a)."""
    g = game("germany", "1939")
    empty(g, "sz_26")
    put(g, "germany", "sz_26", "heavy_cruiser", duty=ATTACK)
    put(g, "great_britain", "southern_england", "fighter")
    site(g, "southern_england", "air_base")
    assert run(g, sea_contact.scramble_step(g)) == []


def test_8_6_c() -> None:
    """A base under attack still scrambles next door; two bases in a zone send no more than one (12.5); raids are no combat."""
    g = game("germany", "1939")
    empty(g, "southern_england", "london", "northern_england", "sz_26")
    base = site(g, "southern_england", "air_base")
    for s in g.sites.where(kind=base.kind):
        s.at = zone(g, "southern_england") if s.index == base.index else -1
    g.sites.add(kind=base.kind, at=base.at, nation=base.nation)
    for _ in range(5):
        put(g, "great_britain", "southern_england", "fighter")
    put(g, "great_britain", "sz_26", "destroyer")
    raider = put(g, "germany", "sz_26", "submarine", duty=RAID)
    assert run(g, sea_contact.scramble_step(g)) == []
    raider.duty = ATTACK
    put(g, "germany", "southern_england", "airborne", duty=DROP)
    run(g, sea_contact.scramble_step(g), *["scramble"] * 3)
    assert sum(1 for u in g.units.stacks[zone(g, "sz_26")] if g.units.duty[u] == SCRAMBLE) == 3


def test_8_7_carriers_with_aircraft() -> None:
    """A patrol may not decline combat with a carrier that brings aircraft; with an empty one it may."""
    for laden in (True, False):
        g = game("germany", "1939")
        empty(g, "sz_26", "sz_25")
        patrol = put(g, "great_britain", "sz_26", "seaplane", duty=PATROL)
        carrier = put(g, "germany", "sz_26", "fleet_carrier")
        if laden:
            put(g, "germany", "sz_26", "fighter", carrier=carrier.index)
        asked = run(g, sea_contact.meet(g, carrier.index, patrol.at, "sail"), *([] if laden else ["decline"]))
        assert bool(asked) is not laden
        key = patrol.at if laden else sea_contact.declined(patrol.at, carrier.kind)
        assert g.contacts == {key: sea_contact.FIGHTS if laden else sea_contact.DECLINED}


def test_9_11_escort_duty_forfeits_combat_movement() -> None:
    g = game("germany", "1939")
    free, escort = put(g, "germany", "sz_24", "destroyer"), put(g, "germany", "sz_24", "light_cruiser", duty=ESCORT)
    seat = seat_of_unit(g, free.index)
    picks = combat_movement.movers(g, seat, set())
    assert free.index in picks and escort.index not in picks
    refused(combat_movement.may_move(g, seat, escort.index), "9.11", "escort duty")


def test_8_7_a() -> None:
    """A fighter patrols the next sea zone, a seaplane two; a Strategic Bomber never; Long-Range helps the Medium Bomber."""
    g = game("great_britain", "1939")
    fighter, plane = put(g, "great_britain", "london", "fighter"), put(g, "great_britain", "london", "seaplane")
    assert f"patrol {fighter.token} sz_26" in texts(g, fighter.index)
    assert f"patrol {fighter.token} sz_25" not in texts(g, fighter.index)
    assert f"patrol {plane.token} sz_25" in texts(g, plane.index)
    assert sea_contact.patrol_range(g, put(g, "great_britain", "london", "strategic_bomber").index) == 0
    medium = put(g, "great_britain", "london", "medium_bomber")
    assert sea_contact.patrol_range(g, medium.index) == 1
    develop(g, "great_britain", "long_range_aircraft")
    assert sea_contact.patrol_range(g, medium.index) == 2


def test_8_7_b() -> None:
    """A patrol may decline to fight ships, which then sail on; or fight and stop them."""
    for answer, where in (("decline", "sz_25"), ("fight sz_26", "sz_26")):
        g = game("germany", "1939")
        empty(g, "sz_26", "sz_25")
        put(g, "great_britain", "sz_26", "seaplane", duty=PATROL)
        put(g, "great_britain", "sz_25", "destroyer")
        g.zones[zone(g, "denmark")].owner = NATION["germany"]
        ship = put(g, "germany", "sz_17", "heavy_cruiser")
        run(g, carry_out(g, ship.index, order(g, ship.index, "attack", ship.token, "sz_25")), answer)
        assert ship.at == zone(g, where)


def test_8_7_c() -> None:
    """A patrol without a landing place in range is lost, one with its base stays."""
    g = game("great_britain", "1939")
    lost = put(g, "great_britain", "sz_45", "fighter", duty=PATROL)
    kept = put(g, "great_britain", "sz_26", "fighter", duty=PATROL)
    sea_contact.strand_patrols(g)
    assert lost.at < 0
    assert kept.at == zone(g, "sz_26")


def test_8_8_a() -> None:
    """A ship takes one duty where it goes: escort on a friendly line, raid by submarines on an enemy line."""
    g = game("germany", "1939")
    empty(g, "sz_25", "sz_26")
    boat = put(g, "germany", "sz_26", "submarine")
    assert f"raid {boat.token} sz_25" in texts(g, boat.index)
    run(g, carry_out(g, boat.index, order(g, boat.index, "raid", boat.token, "sz_25")))
    assert boat.duty == RAID
    cruiser = put(g, "germany", "sz_26", "heavy_cruiser")
    assert f"raid {cruiser.token} sz_25" not in texts(g, cruiser.index)
    g = game("great_britain", "1939")
    ship = put(g, "great_britain", "sz_25", "destroyer")
    run(g, carry_out(g, ship.index, order(g, ship.index, "escort", ship.token, "sz_25")))
    assert ship.duty == ESCORT
    big = put(game("great_britain", "1939", advanced_escort=True), "great_britain", "sz_25", "battleship")
    assert f"escort {big.token} sz_25" not in texts(big.game, big.index)  # 15.7


def test_15_7_a() -> None:
    """With the option battleships escort nothing, destroyers do."""
    g = game("great_britain", "1939", advanced_escort=True)
    big, small = put(g, "great_britain", "sz_25", "battleship"), put(g, "great_britain", "sz_25", "destroyer")
    assert f"escort {big.token} sz_25" not in texts(g, big.index)
    assert f"escort {small.token} sz_25" in texts(g, small.index)


def test_gw36_8_9_a() -> None:
    """gw36-8.9-a: a submarine passes a fleet without aircraft; nobody is asked."""
    g = game("germany", "1939")
    empty(g, "sz_26", "sz_25", "sz_27")
    for kind in ("battleship", "destroyer", "naval_transport"):
        put(g, "great_britain", "sz_26", kind)
    boat = put(g, "germany", "sz_17", "submarine")
    run(g, carry_out(g, boat.index, order(g, boat.index, "sail", boat.token, "sz_27")))
    assert boat.at == zone(g, "sz_27")


def test_gw36_8_9_c() -> None:
    """gw36-8.9-c: a submarine must stop where an enemy aircraft patrols and is brought to battle."""
    g = game("great_britain", "1939")
    workshop.war(g, "great_britain", "italy")
    empty(g, "sz_50", "sz_51")
    put(g, "italy", "sz_50", "tactical_bomber", duty=PATROL)
    boat = put(g, "great_britain", "sz_48", "submarine")
    reach = movement.naval_reach(g, boat.index, combat=True)
    assert zone(g, "sz_50") in reach
    assert zone(g, "sz_51") not in reach
    run(g, carry_out(g, boat.index, order(g, boat.index, "sail", boat.token, "sz_50")), "fight sz_50")
    assert (boat.at, boat.duty) == (zone(g, "sz_50"), ATTACK)


def caught(**escort: int) -> tuple[War, Any, Any]:
    """A German submarine sails into a British sea zone with a patrol and a cruiser, and is called out."""
    g = game("germany", "1939")
    workshop.war(g, "germany", "great_britain")
    empty(g, "sz_26", "sz_25")
    put(g, "great_britain", "sz_26", "medium_bomber", duty=PATROL)
    cruiser = put(g, "great_britain", "sz_26", "light_cruiser", **escort)
    boat = put(g, "germany", "sz_25", "submarine")
    return g, boat, cruiser


def test_gw36_8_9_example_b() -> None:
    """gw36-8.9-b: only the patrol fights a submarine that sails in; one that attacks is met by the cruiser too."""
    for duty in (ESCORT, 0):
        g, boat, cruiser = caught(duty=duty)
        run(g, carry_out(g, boat.index, order(g, boat.index, "sail", boat.token, "sz_26")), "fight sz_26")
        asked, sides = sea_fight(g, "sz_26")
        assert cruiser.index not in sides
        assert asked == []
        g, boat, cruiser = caught(duty=duty)
        run(g, carry_out(g, boat.index, order(g, boat.index, "attack", boat.token, "sz_26")))
        asked, sides = sea_fight(g, "sz_26", "done")  # the patrol does not decline (8.7)
        assert cruiser.index in sides


def test_8_9_a_destroyer_may_join_the_patrol() -> None:
    """One destroyer for each aircraft, not one on escort duty, and only if its player wants it."""
    for answer, joins in (("hunt", True), ("done", False)):
        g, boat, _ = caught()
        free = put(g, "great_britain", "sz_26", "destroyer")
        busy = put(g, "great_britain", "sz_26", "destroyer", duty=ESCORT)
        run(g, carry_out(g, boat.index, order(g, boat.index, "sail", boat.token, "sz_26")), "fight sz_26")
        asked, sides = sea_fight(g, "sz_26", answer)
        assert [a.rule for a in asked] == ["8.9"]
        assert (free.index in sides) is joins
        assert busy.index not in sides


def test_8_9_a_destroyer_on_escort_duty_does_not_join_the_patrol() -> None:
    """With none but that one in the zone its player is not even asked."""
    g, boat, _ = caught()
    busy = put(g, "great_britain", "sz_26", "destroyer", duty=ESCORT)
    run(g, carry_out(g, boat.index, order(g, boat.index, "sail", boat.token, "sz_26")), "fight sz_26")
    asked, sides = sea_fight(g, "sz_26")
    assert asked == []
    assert busy.index not in sides


def sea_fight(g: War, where: str, *answers: str) -> tuple[list[Any], list[int]]:
    """The defenders of the naval battle in a sea zone, and what was asked before it."""
    met: list[int] = []

    def watch(g: War, b: Battle) -> Generator[Any, Any, str]:
        met.extend(b.defenders)
        return rounds.WON
        yield

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "fight", watch)
        asked = run(g, naval.naval_battle(g, zone(g, where)), *answers)
    return asked, met


def test_8_9_b() -> None:
    """Ships attack submarines only together with aircraft on patrol there."""
    g = game("great_britain", "1939")
    empty(g, "sz_25")
    put(g, "germany", "sz_25", "submarine")
    ship = put(g, "great_britain", "sz_26", "destroyer")
    assert f"attack {ship.token} sz_25" not in texts(g, ship.index)
    put(g, "great_britain", "sz_25", "seaplane", duty=PATROL)
    assert f"attack {ship.token} sz_25" in texts(g, ship.index)


def test_8_10_a() -> None:
    """A screen is named first, then the force behind it; with the option off there are none."""
    g = game("great_britain", "1939")
    empty(g, "sz_14", "sz_13", "sz_26")
    put(g, "germany", "sz_13", "heavy_cruiser")
    ship = put(g, "great_britain", "sz_26", "battleship")
    transport = put(g, "great_britain", "sz_26", "naval_transport")
    assert f"behind {transport.token} sz_13 sz_13" not in texts(g, transport.index)
    run(g, carry_out(g, ship.index, order(g, ship.index, "screen", ship.token, "sz_13")))
    assert ship.duty == SCREEN
    run(g, carry_out(g, transport.index, order(g, transport.index, "behind", transport.token, "sz_13", "sz_13")))
    assert (transport.duty, transport.at) == (BEHIND, zone(g, "sz_13"))
    g = game("great_britain", "1939", screening=False)
    empty(g, "sz_13", "sz_26")
    put(g, "germany", "sz_13", "heavy_cruiser")
    ship = put(g, "great_britain", "sz_26", "battleship")
    assert not [t for t in texts(g, ship.index) if t.startswith("screen")]


def test_8_10_join() -> None:
    """Transports come with attacking warships; alone they do not enter a sea zone with enemy ships (GW36-AMB-47)."""
    g = game("great_britain", "1939")
    empty(g, "sz_13", "sz_26")
    put(g, "germany", "sz_13", "heavy_cruiser")
    transport = put(g, "great_britain", "sz_26", "naval_transport")
    assert f"sail {transport.token} sz_13" not in texts(g, transport.index)
    assert f"join {transport.token} sz_13" not in texts(g, transport.index)
    put(g, "great_britain", "sz_13", "battleship", duty=ATTACK)
    assert f"join {transport.token} sz_13" in texts(g, transport.index)


def test_8_11_a() -> None:
    """Three enemy surface warships blockade a port; two, or ships of a nation at peace, do not."""
    g = game("germany", "1939")
    port = zone(g, "leningrad")
    empty(g, "sz_16")
    for _ in range(2):
        put(g, "germany", "sz_16", "destroyer")
    workshop.war(g, "germany", "ussr")
    assert not is_blockaded(g, port, NATION["ussr"])
    put(g, "germany", "sz_16", "destroyer")
    assert is_blockaded(g, port, NATION["ussr"])
    peace = game("germany", "1939")
    empty(peace, "sz_16")
    for _ in range(3):
        put(peace, "germany", "sz_16", "destroyer")
    assert not is_blockaded(peace, port, NATION["ussr"])


def test_8_11_one_of_several_sea_zones() -> None:
    """Three warships in one sea zone of a port that lies on two blockade it; two there do not (GW36-AMB-177)."""
    g = game("great_britain", "1939")
    port = zone(g, "western_germany")
    seas = g.board.geo.coast[port]
    assert len(seas) > 1
    for s in seas:
        empty(g, g.board.ids[s])
    for _ in range(2):
        put(g, "great_britain", g.board.ids[seas[0]], "destroyer")
    assert port not in blockaded_ports(g)
    put(g, "great_britain", g.board.ids[seas[0]], "destroyer")
    assert is_blockaded(g, port, NATION["germany"])
    assert port in blockaded_ports(g)


def test_8_11_one_power() -> None:
    """Ships of two powers do not add up to a blockade, those of the Commonwealth do; escorts and raiders do not count (8.8)."""
    port = "western_germany"
    g = game("great_britain", "1939")
    seas = g.board.geo.coast[zone(g, port)]
    for s in seas:
        empty(g, g.board.ids[s])
        for nation in ("great_britain", "great_britain", "france"):
            put(g, nation, g.board.ids[s], "destroyer")
    assert not is_blockaded(g, zone(g, port), NATION["germany"])
    third = [put(g, "anzac", g.board.ids[s], "destroyer") for s in seas]
    assert is_blockaded(g, zone(g, port), NATION["germany"])
    for ship in third:
        ship.duty = ESCORT
    assert not is_blockaded(g, zone(g, port), NATION["germany"])


def test_9_15_orders() -> None:
    """An air transport drops an airborne unit on an enemy zone; a bomber too; infantry is not dropped."""
    g = game("germany", "1939")
    empty(g, "alsace_lorraine", "western_germany")
    lift, jumper = put(g, "germany", "western_germany", "air_transport"), put(g, "germany", "western_germany", "airborne")
    soldier = put(g, "germany", "western_germany", "infantry")
    assert f"drop {lift.token} {soldier.token} alsace_lorraine" not in texts(g, lift.index)
    run(g, carry_out(g, lift.index, order(g, lift.index, "drop", lift.token, jumper.token, "alsace_lorraine")))
    assert (jumper.duty, jumper.at) == (DROP, zone(g, "alsace_lorraine"))


def test_12_2_tow() -> None:
    """Motorized Infantry tows artillery two zones; alone artillery moves one."""
    g = game("germany", "1939")
    empty(g, "western_germany")
    truck, gun = put(g, "germany", "western_germany", "motorized_infantry"), put(g, "germany", "western_germany", "artillery")
    choices = [o.text for o in non_combat.orders_of(g, truck.index)]
    assert f"take {truck.token} {gun.token} berlin" in choices
    assert zone(g, "berlin") not in movement.land_move_reach(g, gun.index)


def test_12_2_militia() -> None:
    """Militia moves inside its Home Country only."""
    g = game("germany", "1939")
    militia = put(g, "germany", "bavaria", "militia")
    reach = movement.land_move_reach(g, militia.index)
    assert zone(g, "eastern_germany") in reach
    assert zone(g, "austria") not in reach
    refused(movement.may_stay_out(g, militia.index, zone(g, "austria")), "12.2")


def test_lists_are_finite() -> None:
    """Identical units of a zone are offered once in the list of picks."""
    g = game("germany", "1939")
    for _ in range(6):
        put(g, "germany", "western_germany", "cavalry")
    seen = [Option("pick", g.units[u]) for u in combat_movement.movers(g, "player1", set())]
    cavalry = [o for o in seen if o.arg.kind == g.units.kind[len(g.units) - 1] and o.arg.at == zone(g, "western_germany")]
    assert len(cavalry) == 1
    assert g.board.geo.land
    assert zone(g, "sz_25") in convoys.raidable(g, NATION["germany"])


def test_6_1_joint_attack() -> None:
    """CCP may not join a Soviet attack until evolved; and the refusal of a narrow crossing is not passed over."""
    from grognard.titles.gw36.rules import crossings

    g = game("ussr", "1939")
    workshop.war(g, "ussr", "japan")
    put(g, "ussr", "rehe", "infantry", duty=ATTACK)
    refused(attacks.joins(g, NATION["ccp"], zone(g, "rehe")), "6.1")
    assert attacks.joins(g, NATION["ussr"], zone(g, "rehe")) is None
    g = game("great_britain", "1939")
    empty(g, "sz_26")
    g.zones[zone(g, "picardy")].owner = NATION["germany"]
    put(g, "germany", "sz_26", "destroyer")
    marine = put(g, "great_britain", "london", "marine")
    crossing = crossings.crossing_between(g, zone(g, "london"), zone(g, "picardy"))
    assert crossing is not None
    refused(land_orders.may_attack_over(g, marine.index, zone(g, "picardy")), "1.20", "warships")


def test_9_5_blitz_forts() -> None:
    """Armor does not blitz against a fortified border, nor out of a city it passes; it may start from one."""
    g = game("germany", "1939")
    g.zones[zone(g, "belgium")].owner = NATION["germany"]
    empty(g, "picardy", "normandy")
    armor = put(g, "germany", "belgium", "medium_armor")
    assert zone(g, "normandy") in movement.land_attack_reach(g, armor.index, blitz=True)
    fort = site(g, "normandy", "fortification")
    fort.border = zone(g, "picardy")
    assert zone(g, "normandy") not in movement.land_attack_reach(g, armor.index, blitz=True)
    empty(g, "paris")
    g.zones[zone(g, "picardy")].owner = NATION["germany"]
    other = put(g, "germany", "picardy", "medium_armor")
    assert not movement.may_blitz_through(g, NATION["germany"], zone(g, "picardy"), zone(g, "paris"))
    assert zone(g, "paris") in movement.land_attack_reach(g, other.index, blitz=True)
