"""9.8 and 9.9, coastal artillery and fortifications of 12.7-12.9."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.kernel.rules import No
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import amphibious, casualties, combat, land_orders, retreat, rounds
from grognard.titles.gw36.rules.battle import approach, coastal_batteries
from grognard.titles.gw36.state import ESCORT
from tests.titles.gw36 import battlefield
from tests.titles.gw36.battlefield import (
    FRONT,
    Script,
    battle,
    build,
    dice,
    field,
    land,
    play,
    put,
    texts,
    zone,
)
from tests.titles.gw36.workshop import carry_out

# --- 9.8, 9.9 landings --------------------------------------------------------------------------------------


def test_9_8_a() -> None:
    """gw36-9.8-a: at Peking one hit takes both landed Infantry, no artillery, no motorized unit; nothing more lands."""
    g = field("japan", wars=[("japan", "kmt")])
    motor = put(g, "japan", "peking", "4 motorized_infantry", came="rehe")
    foot = land(g, "peking", "sz_54", "2 infantry")
    guns = land(g, "peking", "sz_54", "2 artillery")
    put(g, "kmt", "peking", "infantry")
    b = battle(g, "peking")
    play(g, amphibious.prepare_landing(g, b))
    b.number = 1
    assert set(b.aboard) == set(guns)
    assert set(casualties.candidates(g, b, True)) == set(foot)
    no = casualties.why_not(g, b, True, "any", motor[0])
    assert no == No("9.8", "landed units are casualties before units that came overland")
    play(g, casualties.take_hits(g, b, True, 1))
    assert [g.units.at[u] for u in foot] == [NOWHERE, NOWHERE]
    assert not amphibious.beachhead(g, b)
    rounds.join_landing(g, b)
    assert set(b.attackers) == set(motor)


def test_9_8_artillery_lands_behind_a_surviving_infantry() -> None:
    g = field("japan", wars=[("japan", "kmt")])
    land(g, "peking", "sz_54", "2 infantry")
    guns = land(g, "peking", "sz_54", "artillery")
    put(g, "kmt", "peking", "infantry")
    b = battle(g, "peking")
    play(g, amphibious.prepare_landing(g, b))
    b.number = 1
    rounds.join_landing(g, b)
    assert guns[0] in b.attackers


def test_9_8_no_landing_past_enemy_warships() -> None:
    g = field("japan", wars=[("japan", "usa")])
    assert amphibious.may_land(g, zone(g, "sz_54"), NATION["japan"]) is None
    put(g, "usa", "sz_54", "submarine")
    assert amphibious.may_land(g, zone(g, "sz_54"), NATION["japan"]) is None
    put(g, "usa", "sz_54", "destroyer")
    assert amphibious.may_land(g, zone(g, "sz_54"), NATION["japan"]).rule == "9.8"  # type: ignore[union-attr]


def test_9_8_escorts_must_be_fought_before_a_landing() -> None:
    """Ships on escort duty may be passed, but they are warships: an assault from their sea zone wants an attack on them."""
    g = field("germany", wars=[("germany", "great_britain")])
    transport = put(g, "germany", "sz_25", "naval_transport")[0]
    man = put(g, "germany", "sz_25", "infantry")[0]
    g.units[man].carrier = transport
    shore = next(z for z in g.board.geo.coast[zone(g, "sz_25")] if g.zones.owner[z] == NATION["great_britain"])
    guard = put(g, "great_britain", "sz_25", "destroyer", duty=ESCORT)[0]
    no = land_orders.may_assault(g, man, shore)
    assert no is not None and no.rule == "9.8" and "eliminated" in no.reason
    put(g, "germany", "sz_25", "heavy_cruiser", came="sz_24")
    assert land_orders.may_assault(g, man, shore) is None
    play(g, carry_out(g, man, Option("assault", g.units[man], g.zones[shore])))
    dice(g, 1, 12)
    play(g, battlefield.combat_phase(g))
    assert g.units.at[guard] == NOWHERE
    assert g.units.at[man] == shore


def test_9_8_the_naval_battle_comes_first() -> None:
    g = field("japan", wars=[("japan", "kmt"), ("japan", "usa")])
    land(g, "peking", "sz_54", "2 infantry")
    put(g, "usa", "sz_54", "destroyer")
    put(g, "japan", "sz_54", "battleship", came="sz_62")
    waiting = next(e for e in combat.engagements(g) if e.what == "land_battle")
    assert combat.must_wait(g, waiting).rule == "9.8"  # type: ignore[union-attr]
    sea = next(e for e in combat.engagements(g) if e.what == "sea_battle")
    assert combat.must_wait(g, sea) is None


def test_9_8_no_retreat_for_the_landed() -> None:
    g = field("japan", wars=[("japan", "kmt")])
    foot = land(g, "peking", "sz_54", "infantry")[0]
    motor = put(g, "japan", "peking", "motorized_infantry", came="rehe")[0]
    put(g, "kmt", "peking", "infantry")
    b = battle(g, "peking")
    assert retreat.may_retreat(g, b, foot).rule == "9.8"  # type: ignore[union-attr]
    assert retreat.may_retreat(g, b, motor) is None


def test_9_8_aircraft_stay_with_the_landing() -> None:
    """GW36-AMB-178: they do not retreat while units of their player land; the overland force leaves them behind."""
    g = field("japan", wars=[("japan", "kmt")])
    foot = land(g, "peking", "sz_54", "infantry")[0]
    plane = put(g, "japan", "peking", "tactical_bomber", came="rehe")[0]
    put(g, "kmt", "peking", "infantry")
    b = battle(g, "peking")
    assert retreat.may_retreat(g, b, plane).rule == "9.8"  # type: ignore[union-attr]
    assert play(g, retreat.offer(g, b)).asked == []
    motor = put(g, "japan", "peking", "motorized_infantry", came="rehe")[0]
    b = battle(g, "peking")
    play(g, retreat.offer(g, b), Script("retreat"))
    assert sorted(b.attackers) == sorted([foot, plane])
    assert g.units.at[motor] == zone(g, "rehe")
    b.attackers.remove(foot)
    assert retreat.may_retreat(g, b, plane) is None


def test_9_8_winners_go_ashore_and_take_the_zone() -> None:
    g = field("japan", wars=[("japan", "kmt")])
    foot = land(g, "peking", "sz_54", "2 infantry")
    dice(g)
    play(g, combat.land_battle(g, zone(g, "peking")))
    assert g.zones.owner[zone(g, "peking")] == NATION["japan"]
    assert all(g.units.at[u] == zone(g, "peking") and g.units.carrier[u] == NOWHERE and g.units.spent[u] for u in foot)


def test_9_9_bombardment_one_ship_for_each_landing_unit() -> None:
    g = field("japan", wars=[("japan", "kmt")])
    land(g, "peking", "sz_54", "infantry")
    ships = put(g, "japan", "sz_54", "battleship", "light_cruiser", "destroyer")
    put(g, "kmt", "peking", "2 infantry")
    b = battle(g, "peking")
    script = play(g, amphibious.prepare_landing(g, b), Script(f"bombard u{ships[0]}"))
    assert texts(script.asked[0]) == ["done", f"bombard u{ships[0]}", f"bombard u{ships[1]}"]
    assert b.bombarding == [ships[0]]
    assert [(v.dice, v.value) for v in amphibious.bombardment(g, b)] == [(1, 4)]
    assert amphibious.may_bombard(g, ships[2]).rule == "9.9"  # type: ignore[union-attr]
    g.units[ships[1]].spent = 1
    assert amphibious.may_bombard(g, ships[1]) == No("9.9", "it has fought or has other orders")


def test_12_9_coastal_artillery_fires_at_each_ship_three_times_at_most() -> None:
    g = field("japan", wars=[("japan", "kmt")])
    build(g, "peking", "coastal_artillery", "sz_54")
    land(g, "peking", "sz_54", "infantry", "infantry", "infantry", "infantry")
    put(g, "kmt", "peking", "infantry")
    b = battle(g, "peking")
    play(g, amphibious.prepare_landing(g, b))
    b.number = 1
    dice(g, 1, 4, 12)
    play(g, amphibious.coastal_fire(g, b))
    assert len(b.attackers) == 3
    assert len([u for u in b.unloading if g.units.at[u] >= 0]) == 3
    assert coastal_batteries(g, zone(g, "peking")) == {zone(g, "sz_54"): 1}


def test_12_9_batteries_at_a_narrow_crossing_fire_at_passing_ships() -> None:
    g = field("great_britain", wars=[("great_britain", "italy")])
    crossing = next(c for c in g.board.geo.crossings if c.id == "messina")
    sea = crossing.seas[0]
    build(g, "sicily", "coastal_artillery", g.board.ids[sea])
    ships = put(g, "great_britain", g.board.ids[sea], "4 destroyer", "submarine")
    dice(g, 3, 4, 12)
    for u in ships:
        amphibious.crossing_fire(g, u, sea)
    assert [g.units.at[u] == NOWHERE for u in ships] == [True, False, False, False, False]
    friend = put(g, "italy", g.board.ids[sea], "destroyer")[0]
    g.crossed = {}
    amphibious.crossing_fire(g, friend, sea)
    assert g.units.at[friend] == sea


def test_12_8_a() -> None:
    """gw36-12.8-a: one Fortification on Crete covers the landings from all its sea zones."""
    g = field("great_britain", wars=[("great_britain", "germany")])
    g.zones[zone(g, "crete")].owner = NATION["germany"]
    build(g, "crete", "fortification")
    seas = g.board.geo.coast[zone(g, "crete")]
    assert len(seas) == 2
    for sea in seas:
        u = land(g, "crete", g.board.ids[sea], "infantry", nation="great_britain")[0]
        assert approach(g, u, zone(g, "crete")).fortified


def test_12_8_one_fortification_fires_twice() -> None:
    """The Fortification of a small zone has its two shots however many borders are crossed; two on two borders have four."""
    g = field("great_britain", wars=[("great_britain", "germany")])
    g.zones[zone(g, "crete")].owner = NATION["germany"]
    build(g, "crete", "fortification")
    put(g, "germany", "crete", "infantry")
    for sea in g.board.geo.coast[zone(g, "crete")]:
        land(g, "crete", g.board.ids[sea], "infantry", nation="great_britain")
    assert [v.dice for v in rounds.fort_fire(g, battle(g, "crete"))] == [2]
    g = field()
    for came in ("belgium", FRONT):
        build(g, "picardy", "fortification", came)
        put(g, "germany", "picardy", "infantry", came=came)
    put(g, "france", "picardy", "infantry")
    assert [v.dice for v in rounds.fort_fire(g, battle(g, "picardy"))] == [4]


def test_12_7_a_fortification_covers_its_border_only() -> None:
    g = field()
    build(g, "picardy", "fortification", "belgium")
    u = put(g, "germany", "picardy", "infantry", came="belgium")[0]
    assert approach(g, u, zone(g, "picardy")).fortified
    v = put(g, "germany", "picardy", "infantry", came=FRONT)[0]
    assert not approach(g, v, zone(g, "picardy")).fortified
