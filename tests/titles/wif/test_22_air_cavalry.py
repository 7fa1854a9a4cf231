"""22.12: air cavalry (option 57)."""

from __future__ import annotations

from grognard.titles.wif.facts import ALLIES, FRANCE, GERMANY, USSR
from grognard.titles.wif.kinds import Action, Weather
from grognard.titles.wif.rules.air_cavalry import rest_cavalry
from grognard.titles.wif.rules.air_missions import carry_out
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.land_attack import Resolving, attack_on, join_attack, resolve
from grognard.titles.wif.rules.land_movement import Marching, may_march
from grognard.titles.wif.rules.missions import AIR_ASSAULT, AIR_CAVALRY, Flight, flights, may_take_off, send
from grognard.titles.wif.rules.retreats import refuges, retreat
from grognard.titles.wif.state import BOMBER, PARADROP, War

from .field import act, at, drive, hold, put, sky, war
from .test_22_divisions import corps


def world() -> tuple[War, int]:
    g = war(("Germany", "USSR"), ("Germany", "Commonwealth"), turn="May/Jun 1945", scenario="global_war_1939", air_cavalry=True)
    act(g, "USSR", Action.COMBINED)
    hold(g, "USSR", "Stuttgart", "Trieste")
    return g, corps(g, "X160", "Stuttgart")


def test_22_12_a() -> None:
    """wif-22.12-a: the Guards fly to Trieste in the step of air transport, then with an air mission into an empty enemy hex,
    which they take, past the zone of control of the corps beside it."""
    g, unit = world()
    hold(g, "Germany", "W1026", "Turin")
    put(g, "Germany INF any", "Turin")
    trieste, goal = at(g, "Trieste"), at(g, "W1026")
    assert may_march(g, Marching(USSR), unit) is not None
    assert (unit, trieste) in flights(g, Flight(USSR, AIR_CAVALRY, BOMBER))
    send(g, Flight(USSR, AIR_CAVALRY, BOMBER), (unit, trieste))
    drive(g, carry_out(AIR_CAVALRY)(g))
    assert g.units.at[unit] == trieste and g.powers.air[USSR] == 0 and not g.units.down[unit]
    assert may_take_off(g, Flight(USSR, AIR_CAVALRY, BOMBER), unit) is not None
    send(g, Flight(USSR, AIR_ASSAULT, BOMBER), (unit, goal))
    drive(g, carry_out(AIR_ASSAULT)(g))
    assert g.units.at[unit] == goal and sides_by_hex(g)[goal] == ALLIES
    assert g.powers.air[USSR] == 1 and g.powers.attacks[USSR] == 1 and not g.units.down[unit]


def test_22_12_the_rebase_step_lets_it_fly_again() -> None:
    g, unit = world()
    send(g, Flight(USSR, AIR_CAVALRY, BOMBER), (unit, at(g, "Trieste")))
    drive(g, carry_out(AIR_CAVALRY)(g))
    assert not flights(g, Flight(USSR, AIR_CAVALRY, BOMBER))
    rest_cavalry(g)
    assert (unit, at(g, "Stuttgart")) in flights(g, Flight(USSR, AIR_CAVALRY, BOMBER))


def test_22_12_storm_keeps_it_among_friends() -> None:
    g, unit = world()
    hold(g, "Germany", "Munich")
    sky(g, Weather.STORM)
    assert not flights(g, Flight(USSR, AIR_ASSAULT, BOMBER))
    assert (unit, at(g, "Trieste")) in flights(g, Flight(USSR, AIR_CAVALRY, BOMBER))


def test_22_12_it_retreats_by_air_and_is_face_down() -> None:
    g, unit = world()
    trieste = at(g, "Trieste")
    assert trieste in refuges(g, unit)
    prompts = drive(g, retreat(g, unit, GERMANY, set()), [f"retreat {g.board.token(trieste)}"])
    assert prompts and g.units.at[unit] == trieste and g.units.down[unit]
    foot = put(g, "USSR INF any", "Stuttgart")
    assert trieste not in refuges(g, foot)
    assert g.powers.plays[FRANCE] == 0


def test_22_12_beside_others_who_landed_it_still_wins_against_a_notional_unit_alone() -> None:
    """No die is rolled; without the cavalry one is."""
    for flies in (True, False):
        g, unit = world()
        hold(g, "Germany", "france", "italy", "austria", "W1026")
        hold(g, "USSR", "Stuttgart")
        goal = at(g, "W1026")
        para = put(g, "USSR PARA any", "W1026", landed=PARADROP)
        join_attack(g, USSR, para, goal)
        if flies:
            send(g, Flight(USSR, AIR_ASSAULT, BOMBER), (unit, goal))
            drive(g, carry_out(AIR_ASSAULT)(g))
            assert sides_by_hex(g)[goal] != ALLIES and g.units.target[unit] == goal, "the attack is one"
        drive(g, resolve(g, Resolving(USSR), attack_on(g, goal)), ["assault"], dice=[] if flies else [10])
        assert any("Assault of" in line.text for line in g.journal.lines) != flies
        assert sides_by_hex(g)[goal] == ALLIES and not g.units.down[unit]
