"""DESIGN 11.1: the list of a question is its test, case by case; random play is in tests/titles/test_lists.py."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.kernel.rules import No
from grognard.titles.gw36.kinds import FACILITY, KIND
from grognard.titles.gw36.powers import FRANCE, GERMANY, NATION, USA, keyed
from grognard.titles.gw36.rules import alignment, chart, combat_movement, conquest, france, placement, spoils
from grognard.titles.gw36.rules import war as politics
from grognard.titles.gw36.rules.convoys import prey, raidable
from grognard.titles.gw36.rules.seats import voice_of
from grognard.titles.gw36.state import PATROL, SIGNED, Unit, War
from grognard.titles.gw36.subjects import Courtship, Crew, Exodus, Homecoming, Refuge, Spoils
from tests.titles.gw36.workshop import desk, game, put, refused, war, zone


def test_9_11_a_raid_is_listed_only_where_something_is_left_to_lose() -> None:
    g = game("germany")
    war(g, "germany", "great_britain")
    boat = put(g, "germany", "sz_25", "submarine")
    raid = f"raid {boat.token} sz_25"
    assert raid in [o.text for o in combat_movement.orders_of(g, boat.index)]
    for found in prey(g, boat.at, GERMANY):
        g.raided[keyed(found.line, found.nation)] = found.left
    assert boat.at not in raidable(g, GERMANY)
    assert raid not in [o.text for o in combat_movement.orders_of(g, boat.index)]


def orders(g: War, u: Unit) -> dict[str, No | None]:
    """Every order listed for a unit in Combat Movement, with what its own test says of it."""
    return {o.text: combat_movement.why_not_order(g, u.index, o) for o in combat_movement.orders_of(g, u.index)}


def no_doubts(found: dict[str, No | None]) -> None:
    assert not {text: str(no) for text, no in found.items() if no is not None}


def test_7_3_works_of_war_under_construction_are_not_bombed() -> None:
    """GW36-AMB-180: what no bomb damages when it stands is no target while it is built."""
    g = game("germany", "1939", bomb_construction=True)
    bomber = put(g, "germany", "western_germany", "medium_bomber")
    fort, base = (g.sites.add(at=zone(g, "belgium"), kind=FACILITY[kind], built=0) for kind in ("fortification", "air_base"))
    war(g, "germany", "belgium")
    found = orders(g, bomber)
    assert f"bomb {bomber.token} {base.token}" in found and f"bomb {bomber.token} {fort.token}" not in found
    no_doubts(found)


def test_5_7_without_a_war_units_are_attacked_and_nothing_is_bombed() -> None:
    """GW36-AMB-181: strategic bombing is done to facilities of an Enemy, and the Monroe Doctrine makes none."""
    g = game("usa", "1939")
    port = zone(g, "venezuela")
    g.zones.owner[port] = GERMANY
    g.sites.add(at=port, kind=FACILITY["air_base"], built=1)
    put(g, "germany", "venezuela", "infantry")
    g.monroe[GERMANY] = g.turn
    g.news += 1
    bomber = put(g, "usa", "colombia", "strategic_bomber")
    found = orders(g, bomber)
    assert f"carpet {bomber.token} venezuela" in found
    assert not [text for text in found if text.startswith("bomb")]
    no_doubts(found)


def test_8_7_a_patrol_attacks_where_it_flies_whatever_its_way_home() -> None:
    g = game("germany", "1939")
    war(g, "germany", "great_britain")
    plane = put(g, "germany", "sz_1", "tactical_bomber", duty=PATROL)
    put(g, "great_britain", "sz_1", "destroyer")
    found = orders(g, plane)
    assert f"attack {plane.token} sz_1" in found
    no_doubts(found)


def test_0_9_cargo_of_a_neutral_ship_is_no_target() -> None:
    """A Briton aboard an American transport: Germany is at war with him, not with the ship that carries him."""
    g = game("germany", "1939")
    war(g, "germany", "great_britain")
    ship = put(g, "usa", "sz_26", "naval_transport")
    put(g, "great_britain", "sz_26", "infantry", carrier=ship.index)
    plane = put(g, "germany", "western_germany", "tactical_bomber")
    found = orders(g, plane)
    assert f"attack {plane.token} sz_26" not in found
    no_doubts(found)


def test_14_2_aircraft_of_the_ussr_strike_in_its_sphere() -> None:
    """Eastern Poland after the fall of Warsaw: what its soldiers may attack, its aircraft may too."""
    g = game("ussr", "1939")
    g.pact = SIGNED
    g.zones.owner[zone(g, "warsaw")] = GERMANY
    g.news += 1
    put(g, "poland", "east_poland", "infantry")
    plane = put(g, "ussr", "western_ukraine", "tactical_bomber")
    found = orders(g, plane)
    assert f"attack {plane.token} east_poland" in found
    no_doubts(found)


def test_1_15_each_holder_of_a_canal_speaks_for_itself() -> None:
    """Two powers on the shores of the St. Lawrence: the test looks at the one that closes it, not at the other shore."""
    g = game("usa", "1939")
    g.zones.owner[zone(g, "quebec")] = GERMANY
    g.news += 1
    for nation in (USA, GERMANY):
        seat = voice_of(g, nation)
        found = [o for o in politics.acts(g, seat) if o.verb == "close" and o.arg == "st_lawrence_passage"]
        assert found
        assert [str(no) for o in found if (no := politics.affairs(g, seat).why(o)) is not None] == []
    rock = Option("close", "gibraltar_passage", g.nations[USA])
    assert politics.affairs(g, voice_of(g, GERMANY)).why(rock) == No("1.15", "Great Britain holds Strait of Gibraltar")


def test_9_21_what_is_not_asked_for_has_a_reason() -> None:
    g = game("germany", "1939")
    seat = voice_of(g, GERMANY)
    strange = Option("ask_back", g.nations[GERMANY], g.zones[zone(g, "moscow")])
    assert politics.affairs(g, seat).why(strange) == No("9.21", "the zone was never that of Germany")
    for option in politics.acts(g, seat):
        assert politics.affairs(g, seat).why(option) is None


def test_what_a_small_question_does_not_offer_has_a_reason() -> None:
    """Ships of a surrendering nation, aircraft for a new deck, a new capital, a minor, ways home and out of France."""
    g = game("germany")
    here, there = zone(g, "paris"), zone(g, "berlin")
    plane = put(g, "germany", "berlin", "fighter")
    order = chart.enter(g, desk("france"), chart.UNIT, KIND["battleship"], paid=1, stages=3)
    assert spoils.may_take(g, Spoils(FRANCE, (order.index,)), order.index) is None
    refused(spoils.may_take(g, Spoils(FRANCE, ()), order.index), "7.3", "no ship on the chart")
    crew = Crew(0, (), (plane.index,), 0)
    assert placement.may_deck(g, crew, (plane,)) is None
    refused(placement.may_deck(g, crew, (order,)), "15.3", "box")
    refused(placement.may_deck(g, crew, (g.units[plane.index - 1],)), "15.3", "shore")
    refused(placement.may_sail_so(g, crew, None), "15.3", "at least one")
    assert conquest.may_move_capital(g, Refuge(FRANCE, (here,)), here) is None
    refused(conquest.may_move_capital(g, Refuge(FRANCE, (here,)), there), "9.23", "no such refuge")
    refused(alignment.may_align(g, Courtship(GERMANY, ()), NATION["latvia"]), "4.8", "not among")
    refused(france.may_sail_home(g, Homecoming(plane.index, ()), here), "14.4.2", "Home Country")
    refused(france.may_leave(g, Exodus(plane.index, (there,), ()), here), "14.4.2", "in France")
    assert france.may_leave(g, Exodus(plane.index, (there,), ()), there) is None
    refused(france.may_board(g, Exodus(plane.index, (), ()), plane.index), "14.4.2", "transport")
