"""The second theatre overseas on built positions: marines and landing craft that stay in the Pacific, islands one after the
other, garrisons for islands, carriers and submarines against convoys."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.agent import air, council, fleets, lift, overseas
from grognard.titles.wif.agent.building import arrive
from grognard.titles.wif.agent.expeditions import expeditions
from grognard.titles.wif.agent.sea import Admiral
from grognard.titles.wif.agent.view import view_of
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, JAPAN, USA
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import War
from tests.titles.wif.field import act, at, hold, put
from tests.titles.wif.test_agent_overseas import post, transport, world


def pacific(turn: str = "Jan/Feb 1943") -> War:
    """As `world`, with Japan at war with the USA and Britain."""
    g = world(turn)
    for power in (USA, COMMONWEALTH):
        make_war(g, JAPAN, power)
    post(g, GERMANY, Type.INF, "Paris")
    return g


def test_the_second_theatre_has_bases_of_its_own() -> None:
    g = pacific()
    assert overseas.theatre_of(g, USA, at(g, "Pearl Harbor")) == council.EAST
    assert overseas.theatre_of(g, USA, at(g, "Plymouth")) == council.EUROPE
    assert overseas.base_for(g, USA, at(g, "Pearl Harbor"), council.EUROPE) == 0
    assert not overseas.crossings(world(), USA, council.EAST), "nobody crosses the Pacific while there is no war with Japan"


def test_marines_wait_for_the_islands_and_armies_for_the_continent() -> None:
    """Every marine of the USA once sailed for England, and no island was ever taken back."""
    g = pacific()
    marine, corps = post(g, USA, Type.MAR, "Los Angeles"), post(g, USA, Type.INF, "New York")
    view = view_of(g, USA)
    west, east = at(g, "Los Angeles"), at(g, "New York")
    assert lift.arrival(g, view, marine, west, at(g, "Pearl Harbor")) > 0
    g.units[marine].at = east
    assert lift.arrival(g, view_of(g, USA), marine, east, at(g, "Plymouth")) == 0
    assert lift.arrival(g, view_of(g, USA), corps, east, at(g, "Plymouth")) > 0
    assert lift.arrival(g, view_of(g, USA), corps, at(g, "Plymouth"), at(g, "Pearl Harbor")) == 0, "who is there stays"


def test_landing_craft_of_two_oceans_gather_in_two_bases() -> None:
    g = pacific()
    for place in ("Pearl Harbor", "Liverpool"):
        put(g, "USA AMPH any", place)
    post(g, USA, Type.INF, "Portsmouth")
    act(g, "USA", Action.NAVAL)
    gathered = [*lift.gatherings(Admiral(g, USA)), *expeditions(Admiral(g, USA))]
    gathered = [o for o in gathered if g.ground.land[o.goal]]
    goals = {g.ground.country[o.goal] for o in gathered}
    assert len(goals) == 2 and "united_kingdom" in goals
    assert {overseas.theatre_of(g, USA, o.goal) for o in gathered} == {council.EUROPE, council.EAST}


@pytest.mark.parametrize(("turn", "goes"), [("Jan/Feb 1943", True), ("Jan/Feb 1942", False)])
def test_armies_go_west_until_the_second_theatre_has_its_part(turn: str, goes: bool) -> None:
    """Two corps of four in Hawaii are enough; and before the staff wants islands no quay of the West calls anybody."""
    g = pacific(turn)
    for place in ("Chicago", "Detroit"):
        post(g, USA, Type.INF, place)
    west, near = at(g, "Los Angeles"), 2 * overseas.DETOUR
    assert (overseas.ways_to_ships(g, USA).get(west, near + 1) <= near) is goes
    for _ in range(2):
        post(g, USA, Type.INF, "Pearl Harbor")
    assert not goes or overseas.sent_east(g, USA) > council.PARTS_OVERSEAS[USA]
    assert overseas.ways_to_ships(g, USA).get(west, near + 1) > near


def test_an_empty_island_before_the_fleet_is_landed_on() -> None:
    g = pacific()
    post(g, USA, Type.MAR, "Pearl Harbor")
    post(g, USA, Type.GAR, "Pearl Harbor")
    put(g, "USA AMPH any", "Pearl Harbor")
    act(g, "USA", Action.COMBINED)
    alone = {o.target for o in Admiral(g, USA).landings() if o.value > 0}
    assert at(g, "Kwajalein") not in alone, "one unit without guns dies on the beach, whoever else does"
    for _ in range(3):
        put(g, "USA BB any", "Pearl Harbor")
    aims = {o.target for o in Admiral(g, USA).landings() if o.value > 0}
    assert at(g, "Kwajalein") in aims


def test_an_island_that_could_be_landed_on_gets_a_garrison() -> None:
    """Truk and Kwajalein stood empty for the whole war."""
    g = pacific()
    guard = post(g, JAPAN, Type.GAR, "Kure")
    put(g, "Japan TRS any", "Kure")
    act(g, "Japan", Action.NAVAL)
    truk = at(g, "Truk")
    assert not lift.lonely(g, view_of(g, JAPAN), truk), "nobody could come"
    for _ in range(3):
        transport(g, "Pearl Harbor", 4)
    g.units[next(u for u, p in enumerate(g.units.power) if p == USA and roster(g).types[u] == Type.AMPH)].at = at(g, "Kwajalein")
    put(g, "USA AMPH any", "Guam")
    view = view_of(g, JAPAN)
    assert lift.lonely(g, view, truk)
    assert lift.arrival(g, view, guard, at(g, "Kure"), truk) > 0
    post(g, JAPAN, Type.INF, "Truk")
    assert not lift.lonely(g, view_of(g, JAPAN), truk)


@pytest.mark.parametrize("kind", [Type.SUB, Type.CV])
def test_what_serves_in_the_pacific_arrives_on_its_coast(kind: Type) -> None:
    """And the part of it that is too much there on the other."""
    g = pacific()
    known = roster(g)
    units = [u for u, p in enumerate(g.units.power) if p == USA and known.types[u] == kind and g.units[u].sheet.cost]
    options = [Option("arrive", g.hexes[at(g, s)]) for s in ("Boston", "San Francisco")]

    def port(unit: int) -> str:
        subject = Arrival(USA, unit)
        chosen = arrive(g, Ask("usa", "", options, subject=subject), subject)[0]
        return g.board.label(chosen.arg.index)

    assert port(units[0]) == "San Francisco"
    for unit in units[1:6]:
        g.units[unit].at = at(g, "Pearl Harbor")
    assert port(units[0]) == "Boston"


def test_aircraft_of_the_pacific_fly_to_its_islands() -> None:
    g = pacific()
    post(g, USA, Type.INF, "Pearl Harbor")
    bomber = next(u for u, p in enumerate(g.units.power) if p == USA and roster(g).types[u] == Type.LND)
    view = view_of(g, USA)
    g.units[bomber].at = at(g, "Boston")
    assert air.oversea(g, view, bomber, at(g, "Plymouth")) < air.oversea(g, view, bomber, at(g, "Pearl Harbor"))
    g.units[bomber].at = at(g, "San Francisco")
    assert air.oversea(g, view, bomber, at(g, "Plymouth")) > air.oversea(g, view, bomber, at(g, "Pearl Harbor"))


def test_carriers_go_for_convoys_that_nobody_guards() -> None:
    """With a cruiser of the enemy there they are a sortie like any other, or stay."""
    g = pacific()
    sea = g.ground.sections[g.ground.places["japanese_coast"]][0]
    heap = next(u for u, p in enumerate(g.units.power) if p == JAPAN and g.units.counter[u] < 0)
    g.units[heap].at, g.units[heap].points = sea, 8
    put(g, "USA CV any", "Iwo Jima")
    act(g, "USA", Action.NAVAL)

    def raids() -> list[str]:
        return [str(o.told) for o in fleets.hunts(Admiral(g, USA)) if "carriers" in str(o.told)]

    assert raids()
    cruiser = put(g, "Japan CA any", "Kure")
    g.units[cruiser].at = sea
    assert not raids()


@pytest.mark.parametrize("guarded", [False, True])
def test_an_empty_place_of_value_is_worth_an_even_chance(guarded: bool) -> None:
    """Singapore, Batavia and Hong Kong stood empty for years: one unit alone wanted 75 %. Against a garrison it still does."""
    g = pacific("Jan/Feb 1942")
    hold(g, "Japan", "Saigon")
    heaps = [u for u, p in enumerate(g.units.power) if p == JAPAN and g.units.counter[u] < 0]
    for heap, name in zip(heaps, ("japanese_coast", "china_sea", "south_china_sea"), strict=False):
        g.units[heap].at, g.units[heap].points = g.ground.sections[g.ground.places[name]][0], 2
    for kind, ship in ((Type.MAR, "TRS"), (Type.INF, "AMPH")):  # one alone would clear the place and be lost on it
        post(g, JAPAN, kind, "Saigon")
        put(g, f"Japan {ship} any", "Saigon")
    post(g, JAPAN, Type.GAR, "Saigon")
    for _ in range(3):
        put(g, "Japan BB any", "Saigon")
    if guarded:
        post(g, COMMONWEALTH, Type.INF, "Singapore")
    act(g, "Japan", Action.COMBINED)
    aims = {o.target for o in Admiral(g, JAPAN).landings() if o.value > 0}
    assert (at(g, "Singapore") in aims) is not guarded


def test_marines_without_a_ship_are_fetched_before_other_troops() -> None:
    g = pacific("Jan/Feb 1942")
    post(g, JAPAN, Type.MAR, "Kagoshima")
    alone = lift.calls(g, JAPAN, Type.TRS)
    g = pacific("Jan/Feb 1942")
    post(g, JAPAN, Type.INF, "Kagoshima")
    other = lift.calls(g, JAPAN, Type.TRS)
    assert alone[at(g, "Kagoshima")] > 2 * other[at(g, "Kagoshima")] > 0
