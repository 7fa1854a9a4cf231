"""The second half of the war on built positions: partisans draw no armies, HQs follow a landing, bombers, drops, factories;
the blunder positions 7, 8, 14, 16, 18, 25 and 27 of the handbook."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from grognard.kernel.flow import Ask
from grognard.titles.wif.agent import MIND, air, by_ships_alone, council, fleets, lift
from grognard.titles.wif.agent.orders import General
from grognard.titles.wif.agent.rear import rail
from grognard.titles.wif.agent.sea import Admiral, Operation
from grognard.titles.wif.agent.sea_fights import fight_at_sea, keeps_line_open
from grognard.titles.wif.agent.view import FAR, view_of
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, JAPAN, SIDE_OF_POWER, USA, USSR
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules.missions import Flight
from grognard.titles.wif.rules.rail import Railing, move_by_rail
from grognard.titles.wif.rules.return_to_base import stay_or_return
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import BOMBER, NOWHERE, War
from tests.titles.wif.field import act, at, hold, put
from tests.titles.wif.test_agent_blunders import after, beside, east
from tests.titles.wif.test_agent_overseas import post, transport, world


def asked(flow: object) -> Ask:
    return next(flow)  # type: ignore[call-overload,no-any-return]


# --- partisans ----------------------------------------------------------------------------------------------------------------


def partisan(g: War, power: int, place: str) -> int:
    """A band that fights for a power's side."""
    counter = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    country = g.facts.country[g.ground.country[at(g, place)]]
    return g.units.add(counter=counter, power=power, country=country, at=at(g, place)).index


def test_13_1_an_army_does_not_march_against_partisans() -> None:
    """Four HQs and the Eighth Army once stood around one band in Palestine while Libya was empty."""
    g = world("May/Jun 1943")
    post(g, COMMONWEALTH, Type.HQ_A, "Cairo")
    partisan(g, GERMANY, "Jerusalem")
    view = view_of(g, COMMONWEALTH)
    assert at(g, "Jerusalem") in view.theirs and at(g, "Jerusalem") not in view.armies
    assert view.near(at(g, "Cairo")) == FAR
    post(g, GERMANY, Type.INF, "Suez")
    assert view_of(g, COMMONWEALTH).near(at(g, "Cairo")) < FAR


def test_13_1_who_stands_beside_partisans_attacks_them() -> None:
    g = world("May/Jun 1943")
    act(g, "Commonwealth", Action.LAND)
    band = partisan(g, GERMANY, "Jerusalem")
    near = next(b for b, _ in g.ground.steps[at(g, "Jerusalem")] if g.ground.land[b])
    hold(g, "Commonwealth", g.board.token(near))
    for kind in (Type.MECH, Type.MOT):
        post(g, COMMONWEALTH, kind, g.board.token(near))
    assert view_of(g, COMMONWEALTH).beside_enemy(near)
    orders = General(g, COMMONWEALTH).draw_up()
    assert [a.target for a in orders.assaults] == [g.units.at[band]]


# --- what follows a landing ---------------------------------------------------------------------------------------------------


def bridgehead() -> War:
    """Calais is American with two corps before it, no HQ; Germans in Brussels; an HQ and a corps wait in Portsmouth."""
    g = world("May/Jun 1944")
    hold(g, "USA", "Calais", "Lille")
    for place in ("Calais", "Lille"):
        put(g, "USA MECH any", place)
    post(g, GERMANY, Type.INF, "Brussels")
    put(g, "USA HQ-A any", "Portsmouth")
    put(g, "USA INF any", "Portsmouth")
    return g


def test_2_4_2_an_hq_is_what_a_bridgehead_needs_first() -> None:
    g = bridgehead()
    assert lift.staffs_missing(g, USA)
    transport(g, "Portsmouth", 2)
    first = lift.ferries(Admiral(g, USA))[0]
    assert roster(g).hq[first.cargo[0][0]]
    staff = put(g, "USA HQ-A any", "Lille")
    assert not lift.staffs_missing(g, USA)
    g.units[staff].at = at(g, "London")
    assert lift.staffs_missing(g, USA)


def test_transports_are_called_to_the_bases_once_somebody_is_ashore() -> None:
    g = bridgehead()
    assert at(g, "Portsmouth") in lift.calls(g, USA, Type.TRS)
    for place in ("Calais", "Lille"):
        for u in list(g.units.stacks.get(at(g, place), ())):
            g.units[u].at = -2
    hold(g, "Germany", "Calais", "Lille")
    assert at(g, "Portsmouth") not in lift.calls(g, USA, Type.TRS)


def test_a_port_behind_a_landing_serves_though_the_enemy_is_not_beside_it() -> None:
    """Ports more than six steps from the enemy were once worth nothing: 26 American corps waited in England beside St Nazaire."""
    g = bridgehead()
    hold(g, "USA", "St Nazaire")
    unit = next(u for u in g.units.stacks[at(g, "Portsmouth")] if not roster(g).hq[u])
    view = view_of(g, USA)
    assert view.near(at(g, "St Nazaire")) > lift.NEAR_FRONT
    guard = put(g, "USA GAR any", "Portsmouth")
    army, garrison = (lift.arrival(g, view, u, at(g, "Portsmouth"), at(g, "St Nazaire")) for u in (unit, guard))
    assert army > 2.0 and army > 2 * garrison


def test_11_12_troops_that_cannot_debark_make_no_naval_action() -> None:
    g = bridgehead()
    ship = transport(g, "Portsmouth", 2)
    unit = next(u for u in g.units.stacks[at(g, "Portsmouth")] if roster(g).hq[u])
    sea = g.ground.sections[at(g, "North Sea")][0]
    port, cargo = at(g, "Portsmouth"), [(unit, ship)]
    afloat, ashore = (Operation(port, [ship], cargo, goal, NOWHERE, 10.0, "") for goal in (sea, at(g, "Calais")))
    assert by_ships_alone(g, afloat) < by_ships_alone(g, ashore) == 10.0


def test_marches_far_from_the_enemy_hardly_count_for_the_choice_of_an_action() -> None:
    g = world("May/Jun 1944")
    act(g, "USA", Action.LAND)
    post(g, GERMANY, Type.INF, "Brussels")
    for place in ("Denver", "Atlanta", "Chicago"):
        put(g, "USA INF any", place)
    orders = General(g, USA).draw_up()
    assert orders.moves and orders.better < 1.0


# --- aircraft and factories ---------------------------------------------------------------------------------------------------


def test_11_7_heavy_bombers_go_for_factories_and_others_are_kept() -> None:
    g = world("May/Jun 1943")
    act(g, "Commonwealth", Action.AIR)
    act(g, "Germany", Action.LAND)
    known = g.roster
    planes = [u for u, p in enumerate(g.units.power) if p == COMMONWEALTH and known.types[u] == Type.LND]
    heavy = max(planes, key=lambda u: g.units[u].sheet.strategic - g.units[u].sheet.tactical)
    light = min(planes, key=lambda u: g.units[u].sheet.strategic - g.units[u].sheet.tactical)
    target = next(s for s in range(g.board.size) if g.ground.country[s] == "germany" and g.ground.factories[s] >= 2)

    class Arg:
        def __init__(self, index: int) -> None:
            self.index = index

    class Fly:
        verb = "fly"

        def __init__(self, unit: int) -> None:
            self.args = (Arg(unit), Arg(target))

    for unit, goes in ((heavy, True), (light, False)):
        g.units[unit].at = at(g, "London")
        answer = air._bomb(g, [Fly(unit)], SIDE_OF_POWER[COMMONWEALTH])  # type: ignore[list-item]
        assert (answer is not None) == goes
    g.hexes[target].bombed = g.ground.factories[target]
    assert air._bomb(g, [Fly(heavy)], SIDE_OF_POWER[COMMONWEALTH]) is None  # type: ignore[list-item]


@pytest.mark.parametrize(("chance", "goes"), [(0.9, True), (0.3, False)])
def test_11_14_parachutists_join_attacks_that_will_succeed(chance: float, goes: bool) -> None:
    g = world("May/Jun 1944")
    post(g, GERMANY, Type.INF, "Brussels")
    hold(g, "Germany", "Brussels")
    plane = put(g, "USA ATR any", "London")

    class Arg:
        def __init__(self, index: int) -> None:
            self.index = index

    class Fly:
        verb = "fly"
        args = (Arg(plane), Arg(at(g, "Brussels")))

    class Done:
        verb = "done"
        args = ()

    ask, flight = SimpleNamespace(options=[Fly(), Done()]), SimpleNamespace(power=USA, kind="paradrop", role=BOMBER)
    option, _ = air.fly(g, cast(Ask, ask), cast(Flight, flight), {at(g, "Brussels"): chance})
    assert (option.verb == "fly") == goes


def eastern(place: str) -> War:
    """Global War with Germans in the USSR, some hexes from a place with a blue factory."""
    g = world("Jul/Aug 1941")
    make_war(g, GERMANY, USSR)
    g.powers[USSR].status = 1
    act(g, "USSR", Action.LAND)
    g.power = USSR
    here = at(g, place)
    assert g.ground.blue[here]
    near = next(b for b, _ in g.ground.steps[here] if g.ground.land[b])
    ring = {here, *(s for s, _ in g.ground.steps[here])}
    near = next(b for b, _ in g.ground.steps[near] if g.ground.land[b] and b not in ring)
    hold(g, "Germany", g.board.token(near))
    for kind in (Type.ARM, Type.MECH):
        g.units[post(g, GERMANY, kind, g.board.token(near))].fed = 1
    return g


BLUE = "Kharkov"


def test_18_a_factory_near_the_front_is_railed_away() -> None:
    g = eastern(BLUE)
    view = view_of(g, USSR)
    assert view.near(at(g, BLUE)) <= 5
    ask = asked(move_by_rail(g))
    lines = [o for o in ask.options if o.verb == "rail_factory"]
    assert lines
    option, _ = rail(g, ask, Railing(USSR))
    assert option.verb == "rail_factory" and view.near(option.args[0].index) <= view.near(at(g, BLUE))
    assert view.near(option.args[1].index) >= 10


def test_18_a_factory_behind_the_stronger_army_stays() -> None:
    g = eastern(BLUE)
    for kind in (Type.ARM, Type.MECH, Type.INF, Type.MOT, Type.GAR):
        post(g, USSR, kind, BLUE)
    for u, p in enumerate(g.units.power):
        if p == GERMANY and g.units.at[u] >= 0 and roster(g).types[u] == Type.ARM:
            g.units[u].at = -2
    assert view_of(g, USSR).bold_at(at(g, BLUE))
    answer = rail(g, asked(move_by_rail(g)), Railing(USSR))[0]
    assert answer.verb != "rail_factory" or answer.args[0].index != at(g, BLUE)


# --- blunders -----------------------------------------------------------------------------------------------------------------


def test_7_london_gets_two_units_while_landing_craft_lie_across_the_channel() -> None:
    g = world("Sep/Oct 1940")
    act(g, "Commonwealth", Action.LAND)
    inland = g.board.token(next(b for b, _ in g.ground.steps[at(g, "London")] if g.ground.land[b]))
    for kind in (Type.INF, Type.MOT):
        post(g, COMMONWEALTH, kind, inland, home="united_kingdom")
    quiet = after(g, COMMONWEALTH)
    post(g, GERMANY, Type.AMPH, "Brest")
    put(g, "Germany AMPH any", "Brest")
    assert len(after(g, COMMONWEALTH)[at(g, "London")]) == 2
    assert quiet  # the same position without a threat is played too


def test_8_suez_with_a_face_down_unit_is_reinforced() -> None:
    g = world("Jul/Aug 1942")
    make_war(g, ITALY, COMMONWEALTH)
    g.powers[ITALY].status = 1
    act(g, "Commonwealth", Action.LAND)
    down = post(g, COMMONWEALTH, Type.MOT, "Suez")
    g.units[down].down = 1
    post(g, COMMONWEALTH, Type.INF, "Cairo")
    spot = next(b for b, _ in g.ground.steps[at(g, "Suez")] if g.ground.land[b] and b != at(g, "Cairo"))
    far = next(b for b, _ in g.ground.steps[spot] if g.ground.land[b] and b not in {s for s, _ in g.ground.steps[at(g, "Suez")]})
    hold(g, "Italy", g.board.token(far))
    for kind in (Type.MECH, Type.MOT):
        post(g, ITALY, kind, g.board.token(far))
    assert len(after(g, COMMONWEALTH)[at(g, "Suez")]) == 2


def test_14_convoys_of_a_line_stay_where_they_are() -> None:
    g = world("Jan/Feb 1943")
    heap = g.units.add(counter=NOWHERE, power=COMMONWEALTH, country=g.facts.country["united_kingdom"], points=8).index
    area = at(g, "Faeroes Gap")
    g.units[heap].at = g.ground.sections[area][0]
    admiral = Admiral(g, COMMONWEALTH)
    assert fleets.gaps(g, COMMONWEALTH)  # other parts of the line call for convoys
    assert all(heap not in o.ships for o in (*fleets.relays(admiral), *fleets.duties(admiral)))


def test_16_two_in_the_open_go_back_to_a_town_when_armour_comes() -> None:
    g = east("Smolensk")
    spot, panzers = beside(g, "Smolensk", 2), beside(g, "Smolensk", 4)
    hold(g, "Germany", panzers, beside(g, "Smolensk", 5))
    for what in ("USSR INF 3-3", "USSR INF 4-3"):
        put(g, what, spot)
    for what in ("Germany ARM 8-6", "Germany ARM any", "Germany MECH any", "Germany MECH any"):
        put(g, what, panzers if what == "Germany ARM 8-6" else beside(g, "Smolensk", 5))
    act(g, "USSR", Action.LAND)
    assert len(after(g, USSR).get(at(g, spot), ())) < 2


def overseas() -> tuple[War, int]:
    """A British army in Egypt lives on the Eastern Mediterranean, where one cruiser is left and the Italian fleet near."""
    g = world("Jul/Aug 1942")
    make_war(g, ITALY, COMMONWEALTH)
    g.powers[ITALY].status = 1
    hold(g, "Commonwealth", "Tobruk", "Rhodes")
    for place in ("Alexandria", "Tobruk", "Rhodes"):
        post(g, COMMONWEALTH, Type.INF, place)
        post(g, COMMONWEALTH, Type.MOT, place)
    cruiser = post(g, COMMONWEALTH, Type.CA, "Alexandria")
    g.units[cruiser].at = g.ground.sections[at(g, "Eastern Mediterranean")][2]
    return g, cruiser


def test_25_the_last_ship_on_which_an_army_lives_stays_at_sea() -> None:
    g, cruiser = overseas()
    army = [u for u, p in enumerate(g.units.power) if p == COMMONWEALTH and roster(g).land[u] and g.units.at[u] >= 0]
    assert not keeps_line_open(g, cruiser)  # nobody would close the sea
    foe = post(g, ITALY, Type.CA, "Taranto")
    g.units[foe].at = g.ground.sections[at(g, "Italian Coast")][1]
    h = g.copy()
    h.units[cruiser].at, h.units[foe].at = -1, g.ground.sections[at(g, "Eastern Mediterranean")][0]
    cut = sum(in_supply(g, u) and not in_supply(h, u) for u in army)
    assert cut >= 3 and keeps_line_open(g, cruiser)
    g.power = COMMONWEALTH
    answer = fight_at_sea(g, asked(stay_or_return(g)))
    assert answer is not None and answer[0].verb == "stay"


def test_27_no_worthless_city_while_the_usa_is_about_to_act() -> None:
    """The level is guessed from the number of markers, whose values Japan does not see."""
    g = world("Jul/Aug 1941")
    bare = [
        s for s in range(g.board.size)
        if g.ground.country[s] == "china" and g.ground.city[s] and not g.ground.factories[s] and not g.ground.resources[s]
        and not g.ground.port[s] and not g.ground.oil[s]
    ]  # fmt: skip
    city = next(s for s in bare if s not in council.objectives(g))
    rich = next(s for s in range(g.board.size) if g.ground.country[s] == "china" and g.ground.city[s] and g.ground.factories[s])
    seen = set()
    for count in range(40):
        g.entry_japan, g.entry_germany = [1] * (count // 3), [1] * (count % 3)
        near = any(0 <= level - council.american_mood(g) <= 3 for level in (23, 31))
        assert MIND.wanted(g, JAPAN, city) != near and MIND.wanted(g, JAPAN, rich)
        seen.add(near)
    assert seen == {True, False}
    g.entry_options = [23, 31]
    assert MIND.wanted(g, JAPAN, city)
