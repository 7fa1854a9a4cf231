"""11.14: paradrops: who flies, where to, what counts, the drop, and an aborted transport."""

from __future__ import annotations

from grognard.titles.wif.facts import GERMANY, POWER_INDEX
from grognard.titles.wif.kinds import Action, Activity, Type, Weather
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.air_missions import carry_out
from grognard.titles.wif.rules.homeward import return_to_base
from grognard.titles.wif.rules.land_attack import attack_on
from grognard.titles.wif.rules.missions import Flight, fly, may_fly
from grognard.titles.wif.rules.paradrops import PARADROPS, drop_zones
from grognard.titles.wif.state import BOMBER, NOWHERE, PARADROP, War

from .field import act, at, drive, hold, put, sky, war
from .test_14_air import set_values


def flight() -> Flight:
    return Flight(GERMANY, PARADROPS.name, BOMBER)


def airfield(action: Action = Action.LAND) -> tuple[War, int, int]:
    """A German PARA and a transport in Warsaw; Minsk is Soviet."""
    g = war(("Germany", "USSR"))
    hold(g, "USSR", "Minsk")
    hold(g, "Germany", "Warsaw")
    act(g, "Germany", action)
    para = put(g, "Germany PARA any", "Warsaw")
    transport = put(g, "Germany ATR any", "Warsaw")
    set_values(g, range=16)
    return g, transport, para


def take_off(g: War, transport: int) -> None:
    drive(g, fly(PARADROPS.name, BOMBER)(g), [f"fly u{transport} {g.board.token(at(g, 'Minsk'))}"])


def test_who_flies_and_where_to() -> None:
    g, transport, para = airfield()
    assert may_fly(g, flight(), (transport, at(g, "Minsk"))) is None
    own = may_fly(g, flight(), (transport, at(g, "Berlin")))
    assert own is not None and own.rule == "11.14"
    g.units[para].down = 1
    refusal = may_fly(g, flight(), (transport, at(g, "Minsk")))
    assert refusal is not None and refusal.rule == "11.14"
    assert drop_zones(g, GERMANY) == []
    bomber = put(g, "Germany LND any", "Warsaw")
    g.units[para].down = 0
    refusal = may_fly(g, flight(), (bomber, at(g, "Minsk")))
    assert refusal is not None and refusal.rule == "11.14"


def test_not_in_storm_nor_without_land_moves() -> None:
    g, transport, _ = airfield()
    sky(g, Weather.STORM)
    assert may_fly(g, flight(), (transport, at(g, "Minsk"))) is not None
    g, transport, _ = airfield(Action.AIR)  # WIF-DEC-14
    refusal = may_fly(g, flight(), (transport, at(g, "Minsk")))
    assert refusal is not None and refusal.rule == "10.2"


def test_the_drop() -> None:
    """An air mission, a land move and a land attack; the PARA has landed and its attack is declared; the transport is home."""
    g, transport, para = airfield()
    kinds = (Activity.PARADROP, Activity.LAND_MOVE, Activity.LAND_ATTACK)
    before = [left(g, GERMANY, kind) for kind in kinds]
    take_off(g, transport)
    assert g.units.aboard[para] == transport and g.units.at[para] == at(g, "Minsk")
    drive(g, carry_out(PARADROPS.name)(g))
    assert g.units.at[para] == at(g, "Minsk") and g.units.aboard[para] == NOWHERE and g.units.landed[para] == PARADROP
    assert g.units.target[para] == at(g, "Minsk") and attack_on(g, at(g, "Minsk")) != NOWHERE
    assert g.units.down[transport] and g.units.at[transport] == at(g, "Warsaw")
    assert [left(g, GERMANY, kind) for kind in kinds] == [max(n - 1, 0) for n in before]


def test_an_aborted_transport_brings_its_para_home_face_down() -> None:
    g, transport, para = airfield()
    take_off(g, transport)
    drive(g, return_to_base(g, transport))
    assert g.units.at[para] == g.units.at[transport] == at(g, "Warsaw")
    assert g.units.aboard[para] == NOWHERE and g.units.down[para] and not g.units.landed[para]


def test_11_14_no_drop_where_friendly_partisans_are() -> None:
    g, _, _ = airfield()
    minsk = at(g, "Minsk")
    assert minsk in drop_zones(g, GERMANY)
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    band = g.units.add(counter=number, at=minsk, power=GERMANY, country=g.facts.country["ussr"]).index
    assert minsk not in drop_zones(g, GERMANY)
    g.units[band].at = at(g, "Kiev")
    assert minsk in drop_zones(g, GERMANY)


def test_11_14_parachutists_drop_on_partisans_in_a_hex_of_their_own() -> None:
    g, transport, _ = airfield()
    hold(g, "Germany", "Minsk")
    assert may_fly(g, flight(), (transport, at(g, "Minsk"))) is not None
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    ussr = g.facts.country["ussr"]
    g.units.add(counter=number, power=POWER_INDEX["USSR"], country=ussr, at=at(g, "Minsk"))
    assert may_fly(g, flight(), (transport, at(g, "Minsk"))) is None
