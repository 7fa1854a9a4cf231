"""Options that change a clause: surprised zones (10), transport defence (21), variable reorganisation (29), cadre (36)."""

from __future__ import annotations

from grognard.titles.wif.facts import GERMANY, USSR
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules.naval_damage import defence_value
from grognard.titles.wif.rules.production import earns_bonus
from grognard.titles.wif.rules.reorganisation import Reorganising, may_turn_up, open_source, price
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import War

from .field import act, align, at, beside, hold, named, put, sky, war


def test_2_2_surprised_minors_keep_to_their_hex() -> None:
    """Option 10: a surprised minor's corps has its zone in its own hex alone."""
    for on in (False, True):
        g = war(("Germany", "USSR"), surprised_zones=on)
        align(g, "finland", "Germany")
        here, near = at(g, "Helsinki"), at(g, beside(g, "Helsinki", 2))
        put(g, "Finland INF any", "Helsinki")
        assert zones_of_side(g, 0)[near]
        g.countries[g.facts.country["finland"]].surprised_by = 1 << USSR
        assert zones_of_side(g, 0)[here] and bool(zones_of_side(g, 0)[near]) != on


def test_11_5_8_transport_defence() -> None:
    """Option 21: by movement, 8 to 4 instead of 10 for all."""
    for on in (False, True):
        g = war(("Japan", "USA"), transport_defence=on)
        seen = set()
        for number, c in enumerate(g.facts.counters):
            if c.type in (Type.TRS, Type.AMPH) and c.power == "USA" and c.move in (3, 4, 5):
                ship = g.units.add(counter=number, at=at(g, "San Diego"), power=7, country=g.facts.country["usa"]).index
                seen.add((c.move, defence_value(g, ship)))
        assert seen and all(value == ({3: 8, 4: 6, 5: 5}[move] if on else 10) for move, value in seen)


def tanks(on: bool) -> War:
    g = war(("Germany", "USSR"), variable_reorganisation=on)
    act(g, "Germany", Action.LAND)
    return g


def test_11_17_4_armour_is_reformed_by_armour() -> None:
    """Option 29: a MECH or ARM costs double unless an HQ-A gives a point; heavy bombers double always."""
    for on in (False, True):
        g = tanks(on)
        panzer, foot = put(g, "Germany ARM any", "Berlin", down=1), put(g, "Germany INF any", "Berlin", down=1)
        assert price(g, panzer, False) == (2 if on else 1) and price(g, foot, False) == 1
        assert price(g, panzer, False, by_armour=True) == 1
        heavy = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type == Type.LND and c.turns >= 3)
        bomber = g.units.add(counter=heavy, at=at(g, "Berlin"), power=GERMANY, country=g.facts.country["germany"], down=1).index
        assert price(g, bomber, False, by_armour=True) == (4 if on else 2)


def test_11_17_4_a_point_of_an_armoured_hq_suffices() -> None:
    g = tanks(True)
    panzer = put(g, "Germany ARM any", "Berlin", down=1)
    hq = put(g, "Germany HQ-A any", "Berlin")
    open_source(g, Reorganising(GERMANY), hq)
    g.units[hq].points_left = 1
    assert may_turn_up(g, Reorganising(GERMANY), panzer) is None
    h = tanks(True)
    panzer = put(h, "Germany ARM any", "Berlin", down=1)
    staff = put(h, "Germany HQ-I any", "Berlin")
    open_source(h, Reorganising(GERMANY), staff)
    h.units[staff].points_left = 1
    assert may_turn_up(h, Reorganising(GERMANY), panzer) is not None


def test_13_6_3_f() -> None:
    """wif-13.6.3-f: a corps lost in the mountain hex E0624 beside a face-up Manstein in Sukumi leaves a cadre in fine
    weather, not in rain; without the option, or without him, none."""
    for on, weather, there, wanted in (
        (True, Weather.FINE, True, True), (True, Weather.RAIN, True, False), (True, Weather.FINE, False, False),
        (False, Weather.FINE, True, False),
    ):  # fmt: skip
        g = war(("Germany", "USSR"), turn="May/Jun 1942", cadre=on)
        hold(g, "Germany", "Sukumi", "E0624")
        lost = put(g, "Germany INF any", "E0624")
        if there:
            named(g, "Germany", "Manstein", "Sukumi")
        sky(g, weather)
        assert (earns_bonus(g, lost, at(g, "E0624"), supplied=True) is None) == wanted
