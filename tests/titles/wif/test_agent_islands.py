"""Expeditions across the ocean on built positions: the road of islands, the base before the next of them, who gathers there, and
what a landing is really worth."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.agent import expeditions, for_both_wars, islands, lift
from grognard.titles.wif.agent.building import arrive
from grognard.titles.wif.agent.orders import General
from grognard.titles.wif.agent.sea import Admiral, Operation, gather
from grognard.titles.wif.agent.view import view_of
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, JAPAN, USA
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.odds_land import Terms, gained, prospect
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.rules.task_forces import Admiralty
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import NOWHERE
from tests.titles.wif.field import act, at, hold, put
from tests.titles.wif.test_agent_overseas import post, transport
from tests.titles.wif.test_agent_pacific import pacific

THREE_TO_ONE = 32  # on the ladder of odds


@pytest.mark.parametrize(("attackers", "least"), [(1, 0.0), (2, 0.5)])
def test_a_lone_invader_clears_a_beach_and_dies_on_it(attackers: int, least: float) -> None:
    """Japan landed one unit on Hong Kong four times "at 80 %" and never held it: with the only attacker lost nobody is ashore."""
    given = Terms(THREE_TO_ONE, 0, 0, False, False, attackers, 0, 0, True, attackers)
    found = prospect(pacific().charts, given)
    assert found.clear >= 0.7
    assert least <= found.held <= found.clear - 0.1
    assert found.held < 0.2 or attackers == 2
    assert gained(found, landed=True) == found.held and gained(found, landed=False) == found.clear, "the card tells it so"


def test_the_road_opens_by_its_dates_and_closes_where_it_is_walked() -> None:
    g = pacific("Jan/Feb 1943")
    truk, naha = at(g, "Truk"), at(g, "Naha")
    assert truk in islands.open_places(g, USA) and naha not in islands.open_places(g, USA)
    assert naha in islands.open_places(pacific("Jul/Aug 1944"), USA)
    hold(g, "USA", "Truk")
    assert truk not in islands.open_places(g, USA)
    assert not islands.open_places(pacific("Jan/Feb 1944"), JAPAN), "Japan goes for nothing more"
    assert islands.open_places(pacific("Jan/Feb 1942"), JAPAN)


def test_the_base_lies_before_what_is_held_by_few() -> None:
    g = pacific("Jan/Feb 1943")
    known = islands.harbours(g, USA)
    assert known[at(g, "Tarawa")] > known.get(at(g, "Pearl Harbor"), 0.0)
    before = known[at(g, "Tarawa")]
    for _ in range(2):
        post(g, JAPAN, Type.INF, "Truk")
    assert islands.harbours(g, USA)[at(g, "Tarawa")] < before
    assert at(g, "Plymouth") not in known, "Europe is another war"


def test_marines_sail_to_the_base_and_an_empty_transport_to_marines() -> None:
    """Transports lay in Panama and marines in San Francisco for years."""
    g = pacific("Jan/Feb 1943")
    marine, guard = post(g, USA, Type.MAR, "San Francisco"), post(g, USA, Type.GAR, "San Francisco")
    empty = transport(g, "Pearl Harbor", 4)
    act(g, "USA", Action.NAVAL)
    called = [o for o in expeditions.expeditions(Admiral(g, USA)) if o.ships == [empty]]
    assert [o.goal for o in called] == [at(g, "San Francisco")] and not called[0].cargo
    g.units[empty].at = at(g, "San Francisco")
    base = expeditions.forward_base(g, USA)
    voyage = next(o for o in expeditions.expeditions(Admiral(g, USA)) if o.cargo)
    assert voyage.cargo == [(marine, empty)] and guard not in {u for u, _ in voyage.cargo}
    way = islands.far(g, USA, base), islands.far(g, USA, voyage.goal), islands.far(g, USA, at(g, "San Francisco"))
    assert way[0] <= way[1] < way[2]


def test_craft_without_a_port_in_reach_wait_at_sea_for_the_turn_to_end() -> None:
    """An AMPH lay in Seattle for two years: Hawaii is three from there, and it goes two; from a sea it comes home elsewhere."""
    g = pacific("Jan/Feb 1943")
    lift = [u for u, p in enumerate(g.units.power) if p == USA and roster(g).types[u] == Type.TRS]
    craft = next(u for u in lift if g.units[u].sheet.range == 2)
    g.units[craft].at = at(g, "Seattle")
    corps = post(g, USA, Type.MAR, "Seattle")
    post(g, USA, Type.GAR, "Seattle")
    act(g, "USA", Action.NAVAL)
    voyage = next(o for o in expeditions.expeditions(Admiral(g, USA)) if o.ships == [craft])
    assert voyage.cargo == [(corps, craft)] and not g.ground.land[voyage.goal]


def test_marines_of_the_atlantic_sail_for_the_ocean() -> None:
    g = pacific("Jan/Feb 1943")
    marine, other = post(g, USA, Type.MAR, "Halifax"), post(g, USA, Type.INF, "Halifax")
    ship = transport(g, "Halifax", 4)
    act(g, "USA", Action.NAVAL)
    voyage = next(o for o in expeditions.expeditions(Admiral(g, USA)) if o.ships == [ship])
    assert voyage.cargo == [(marine, ship)] and other not in {u for u, _ in voyage.cargo}


def test_craft_in_the_caribbean_go_on_to_the_ocean() -> None:
    """Two AMPH lay in Port-au-Prince for a year: they counted as there already."""
    g = pacific("Jan/Feb 1943")
    craft = put(g, "USA AMPH any", "Port-au-Prince")
    act(g, "USA", Action.NAVAL)
    assert [o.ships for o in expeditions.expeditions(Admiral(g, USA))] == [[craft]]


def test_a_port_whose_ships_cannot_gather_is_named_once() -> None:
    """With every option on Guadalcanal never got beyond its first impulse: Rabaul was named again and again."""
    g = pacific("Jan/Feb 1943")
    rabaul = at(g, "Rabaul")
    ask = Ask("japan", "", [Option("done"), Option("gather", g.hexes[rabaul])], subject=Admiralty(JAPAN))
    plan = [Operation(rabaul, [1], [], at(g, "Truk"), NOWHERE, 5.0, "they go to Truk")]
    assert [gather(g, ask, plan)[0].verb for _ in range(2)] == ["gather", "done"]


def test_nobody_gathers_without_a_place_to_go_for() -> None:
    g = pacific("Nov/Dec 1943")
    post(g, JAPAN, Type.MAR, "Kure")
    put(g, "Japan TRS any", "Kure")
    act(g, "Japan", Action.NAVAL)
    assert expeditions.expeditions(Admiral(g, JAPAN))
    late = pacific("Jan/Feb 1944")
    post(late, JAPAN, Type.MAR, "Kure")
    put(late, "Japan TRS any", "Kure")
    act(late, "Japan", Action.NAVAL)
    assert expeditions.forward_base(late, JAPAN) < 0 and not expeditions.expeditions(Admiral(late, JAPAN))


def test_a_garrison_relieves_the_marines_of_an_island() -> None:
    """Who landed on Truk sat there to the end of the war."""
    g = pacific("Jan/Feb 1943")
    hold(g, "USA", "Truk")
    corps = post(g, USA, Type.INF, "Pearl Harbor")
    truk, pearl = at(g, "Truk"), at(g, "Pearl Harbor")
    post(g, USA, Type.MAR, "Truk")
    view = view_of(g, USA)
    assert lift.relieved(g, view, truk)
    assert lift.arrival(g, view, corps, pearl, truk) >= lift.MANNED / 2
    post(g, USA, Type.GAR, "Truk")
    assert not lift.relieved(g, view_of(g, USA), truk)


@pytest.mark.parametrize(("turn", "kept"), [("Jan/Feb 1942", True), ("Jan/Feb 1944", False)])
def test_marines_do_not_march_in_china_while_islands_wait(turn: str, kept: bool) -> None:
    """The marines of Japan fought for Wuhan while Manila and Batavia were held by a corps each."""
    g = pacific(turn)
    make_war(g, JAPAN, CHINA)
    hold(g, "Japan", "Wuhan")
    marine = post(g, JAPAN, Type.MAR, "Wuhan")
    post(g, CHINA, Type.INF, "Changsha")
    assert islands.keeps_to_ships(g, marine) is kept
    act(g, "Japan", Action.LAND)
    assert not kept or all(marine not in a.units for a in General(g, JAPAN).draw_up().assaults)


def test_the_other_ocean_has_a_naval_move_of_its_own() -> None:
    """Troops for a bridgehead, worth 25 each, once used up all three naval moves of every impulse of 1944."""
    g = pacific("Jan/Feb 1943")
    europe = [Operation(at(g, "Boston"), [n], [(n, n)], at(g, "Liverpool"), NOWHERE, 25.0, "troops") for n in range(4)]
    islands_too = Operation(at(g, "Pearl Harbor"), [9], [(9, 9)], at(g, "Tarawa"), NOWHERE, 5.0, "marines")
    assert for_both_wars(g, USA, [*europe, islands_too], 3)[:3] == [*europe[:2], islands_too]
    islands_too.value = 1.0
    assert for_both_wars(g, USA, [*europe, islands_too], 3)[:3] == europe[:3]


def test_guns_at_sea_help_those_who_land_from_another_port() -> None:
    g = pacific("Jan/Feb 1943")
    post(g, USA, Type.MAR, "Tarawa")
    post(g, USA, Type.GAR, "Tarawa")
    transport(g, "Tarawa", 4)
    act(g, "USA", Action.COMBINED)

    def aims() -> set[int]:
        return {o.target for o in Admiral(g, USA).landings() if o.value > 0}

    kwajalein = at(g, "Kwajalein")
    assert kwajalein not in aims()
    for _ in range(3):
        g.units[put(g, "USA BB any", "Pearl Harbor")].at = g.ground.sections[g.ground.places["marshalls"]][4]
    assert kwajalein in aims()


def test_militia_arrives_in_a_capital_that_stands_empty() -> None:
    """Tokyo and Kure had no garrison for the whole war."""
    g = pacific("Jan/Feb 1943")
    guard = next(u for u, p in enumerate(g.units.power) if p == JAPAN and roster(g).types[u] == Type.MIL)
    options = [Option("arrive", g.hexes[at(g, s)]) for s in ("Sasebo", "Tokyo", "Niigata")]
    subject = Arrival(JAPAN, guard)
    assert arrive(g, Ask("japan", "", options, subject=subject), subject)[0].arg.index == at(g, "Tokyo")
    post(g, JAPAN, Type.INF, "Tokyo")
    assert arrive(g, Ask("japan", "", options, subject=subject), subject)[0].arg.index != at(g, "Tokyo")


@pytest.mark.parametrize("lacking", [False, True])
def test_craft_of_two_fronts_stay_apart(lacking: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """An AMPH in England does not sail for Truk while the ocean has its part of them."""
    g = pacific("Jan/Feb 1943")
    england, coast = put(g, "USA AMPH any", "Liverpool"), put(g, "USA AMPH any", "San Diego")
    act(g, "USA", Action.NAVAL)
    monkeypatch.setattr(expeditions, "lacking_east", lambda *_: lacking)
    sent = {u for o in expeditions.expeditions(Admiral(g, USA)) for u in o.ships}
    assert coast in sent and (england in sent) is lacking
    assert not expeditions.expeditions(Admiral(g, COMMONWEALTH))
