"""The planner goes forward on built positions: attacks that many make where few gain nothing, landings of several waves, armies
far from every enemy, landing craft on their way; and guests that nobody in a port works with."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.agent import air, council, lift, together
from grognard.titles.wif.agent.assaults import LOSSES, Staff, attackers
from grognard.titles.wif.agent.orders import General
from grognard.titles.wif.agent.reactions import react
from grognard.titles.wif.agent.rear import debark
from grognard.titles.wif.agent.sea import SECOND_WAVE, Admiral, Operation
from grognard.titles.wif.agent.shares import CRAFT, DECKS, HQS, lacks_staffs, needs
from grognard.titles.wif.agent.view import FAR, view_of
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, USA, USSR
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules.landings import Debarking
from grognard.titles.wif.rules.rebase import Move
from grognard.titles.wif.rules.stacking import enforce_stacking, strangers
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import NOWHERE, War
from tests.titles.wif.field import act, align, at, hold, put
from tests.titles.wif.test_agent_overseas import post, transport, world

# --- on land ------------------------------------------------------------------------------------------------------------------


def before_minsk(corps: int) -> War:
    """Minsk is held by one German corps; so many Soviet corps stand on the roads to it, two to a hex."""
    g = world("May/Jun 1944")
    make_war(g, GERMANY, USSR)
    g.powers[USSR].status = 1
    act(g, "USSR", Action.LAND)
    hold(g, "Germany", "Minsk")
    post(g, GERMANY, Type.MOT, "Minsk")
    around = [s for s, _ in g.ground.steps[at(g, "Minsk")] if g.ground.land[s]]
    for n in range(corps):
        place = g.board.token(around[n // 2])
        hold(g, "USSR", place)
        post(g, USSR, Type.INF, place)
    return g


def test_an_attack_that_pays_for_many_is_found_where_it_pays_for_none_alone() -> None:
    """Soviet armies once stood before single German corps: the search gave up when a second attacker made it no better."""
    for many, found in ((1, False), (8, True)):
        g = before_minsk(many)
        orders = General(g, USSR).draw_up()
        assert (at(g, "Minsk") in [a.target for a in orders.assaults]) is found


def test_a_full_hex_beside_the_target_hides_nobody_who_stands_in_another() -> None:
    """The search once looked at the strongest ten places alone, though all of them were in hexes that were full already."""
    g = before_minsk(8)
    staff = Staff(view_of(g, USSR))
    target = at(g, "Minsk")
    around = [s for s, _ in g.ground.steps[target] if s in staff.view.mine]
    army = sorted((u for s in around for u in staff.view.mine[s]), key=lambda u: -g.units[u].sheet.strength)
    posts = {around[0]: army[4:], **dict.fromkeys(around[1:], army[:4])}
    assert len(around) == 4
    found = staff.bundle(target, posts, {s: 2 * (n == 0) for n, s in enumerate(around)}, set(army))
    assert found is not None and {s for _, s in found.force} == {around[0]}


def test_11_8_an_attack_is_planned_with_the_bombers_that_strike_first() -> None:
    """Two corps in a town once stood for a year before 32: no attack paid, so no bomber flew, so no attack paid."""
    g = before_minsk(8)
    target = at(g, "Minsk")
    post(g, GERMANY, Type.INF, "Minsk")
    bombers = [u for u, p in enumerate(g.units.power) if p == USSR and roster(g).types[u] == Type.LND]
    best = sorted(bombers, key=lambda u: -g.units[u].sheet.tactical)[:3]
    rear = next(s for s, _ in g.ground.steps[next(iter(view_of(g, USSR).mine))] if s not in view_of(g, USSR).theirs)
    hold(g, "USSR", g.board.token(rear))
    plain = {a.target: a.gain for a in General(g, USSR).draw_up().assaults}
    for u in best:
        g.units[u].at, g.units[u].down = rear, 0
    struck = General(g, USSR, strikes=2).draw_up().assaults
    assert [a.strikes for a in struck if a.target == target] == [air.strikes_in_reach(g, view_of(g, USSR), USSR, 2)[target]]
    assert next(a.gain for a in struck if a.target == target) > plain.get(target, 0.0)


def test_11_15_powers_that_work_jointattack_together() -> None:
    """Berlin once stood for a year in a ring of Americans, British and French of whom nobody was strong enough alone."""
    g = world("May/Jun 1945")
    act(g, "USA", Action.LAND)
    g.powers[COMMONWEALTH].action = int(Action.LAND)
    target, port = at(g, "Lille"), at(g, "Calais")
    hold(g, "USA", "Calais")
    post(g, GERMANY, Type.MOT, "Lille")
    for power, kind in ((USA, Type.INF), (COMMONWEALTH, Type.MECH)):
        post(g, power, kind, "Calais")
    staff = Staff(view_of(g, USA))
    own = {u for u in staff.view.mine[port] if g.units.power[u] == USA}
    posts, room = {port: sorted(own)}, {port: 1}
    assert port in [s for s, _ in g.ground.steps[target]]
    assert {g.units.power[u] for u, _ in staff.partners(target)} == {COMMONWEALTH}
    joint = staff.bundle(target, posts, room, own)
    g.powers[COMMONWEALTH].action = int(Action.NAVAL)
    alone = Staff(view_of(g, USA))
    assert alone.partners(target) == []
    by_itself = alone.bundle(target, posts, room, own)
    assert joint is not None and by_itself is not None and joint.gain > by_itself.gain
    assert {g.units.power[u] for u in joint.units} == {USA}


def test_a_garrison_that_is_shut_in_is_worn_down() -> None:
    """Two corps in Warsaw once held out for a year in a ring of twelve: nobody comes for those who fall."""
    g = before_minsk(8)
    target = at(g, "Minsk")
    post(g, GERMANY, Type.INF, "Minsk")
    force = [(u, s) for s, _ in g.ground.steps[target] for u in view_of(g, USSR).mine.get(s, ())]
    loose = Staff(view_of(g, USSR))
    shut = Staff(view_of(g, USSR))
    loose.stuck[target], shut.stuck[target] = 0, 2
    assert shut.reckon(target, force)[0] > loose.reckon(target, force)[0]


def test_hqs_attack_nobody_in_a_campaign() -> None:
    """Zhukov, Timoshenko and Koniev once fell in one autumn."""
    g = before_minsk(2)
    near = next(s for s in view_of(g, USSR).mine)
    staff = put(g, "USSR HQ-A any", g.board.token(near))
    assert staff not in attackers(g, USSR) and attackers(g, USSR)


def test_losses_weigh_less_for_a_side_with_more_armies_in_all() -> None:
    g = before_minsk(8)
    assert Staff(view_of(g, USSR)).losses < LOSSES
    for place in ("Berlin", "Leipzig", "Munich", "Hamburg", "Dortmund", "Vienna", "Dusseldorf", "Hannover"):
        post(g, GERMANY, Type.INF, place)
    assert Staff(view_of(g, USSR)).losses == LOSSES


def test_an_army_that_sees_no_enemy_marches_to_the_front_over_land() -> None:
    """Zhukov once spent the war in Mongolia."""
    g = before_minsk(2)
    staff, army = post(g, USSR, Type.HQ_A, "Irkutsk"), post(g, USSR, Type.INF, "Chita")
    view = view_of(g, USSR)
    orders = General(g, USSR).draw_up()
    for unit in (staff, army):
        here = g.units.at[unit]
        assert view.near(here) == FAR and view.roads[orders.moves[unit]] < view.roads[here]


def test_bases_out_of_reach_of_every_front_make_no_air_action() -> None:
    """American bombers once flew about America for whole summers."""
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    post(g, USA, Type.LND, "Denver")
    assert air.badly_based(g, view_of(g, USA), USA) == 0.0
    make_war(g, GERMANY, USSR)
    post(g, GERMANY, Type.INF, "Minsk")
    post(g, USSR, Type.LND, "Gorki")
    assert air.badly_based(g, view_of(g, USSR), USSR) > 0.0


def test_13_7_1_once_berlin_has_fallen_the_factories_of_germany_are_gone_for() -> None:
    """A campaign once had the Soviets in Berlin for a year and Germany unconquered."""
    g = world("Jan/Feb 1945")
    make_war(g, GERMANY, USSR)
    hold(g, "USA", "Paris")
    assert council.crux(g, USA) == at(g, "Berlin")
    hold(g, "USSR", "Berlin", "Hamburg")
    left = council.cruces(g, USA)
    assert {at(g, "Munich"), at(g, "Vienna")} <= set(left) and not {at(g, "Berlin"), at(g, "Hamburg")} & set(left)
    assert view_of(g, USA).approach[at(g, "Munich")] == 0


def test_every_road_has_its_own_place() -> None:
    """The Commonwealth goes for Paris and for Tripoli: its army in Egypt once stood before one Italian corps for years."""
    g = world("May/Jun 1943")
    make_war(g, ITALY, COMMONWEALTH)
    hold(g, "Italy", "Tripoli", "Rome")
    assert council.cruces(g, COMMONWEALTH) == [at(g, "Paris"), at(g, "Tripoli")]
    hold(g, "Commonwealth", "Tripoli")
    assert council.cruces(g, COMMONWEALTH) == [at(g, "Paris"), at(g, "Rome")]


def test_2_germany_waits_for_spring_in_the_west() -> None:
    for turn, waits in (("Nov/Dec 1939", True), ("Mar/Apr 1940", False)):
        g = world(turn)
        hold(g, "France", "France")
        g.powers[FRANCE].plays = 1
        make_war(g, GERMANY, FRANCE)
        act(g, "Germany", Action.LAND)
        metz = at(g, "Metz")
        post(g, FRANCE, Type.INF, "Metz")
        near = next(s for s, _ in g.ground.steps[metz] if g.ground.country[s] == "germany")
        hold(g, "Germany", g.board.token(near))
        for kind in (Type.ARM, Type.MECH):
            post(g, GERMANY, kind, g.board.token(near))
        view = view_of(g, GERMANY)
        assert council.not_yet(g, GERMANY, "france") is waits
        assert (metz not in Staff(view).targets()) is waits and (waits is False or not view.bold_at(near))


def test_2_4_2_an_hq_goes_to_an_army_that_starves_and_another_stays() -> None:
    """Six Soviet HQs once stood together before Warsaw while 21 corps starved from Bucharest to Berlin."""
    g = before_minsk(2)
    near = next(s for s, _ in g.ground.steps[at(g, "Minsk")] if g.powers_by_hex[s] == USSR)
    behind = next(s for s, _ in g.ground.steps[near] if s not in view_of(g, USSR).theirs and s != near)
    hold(g, "USSR", g.board.token(behind))
    staffs = [put(g, "USSR HQ-I any", g.board.token(behind)) for _ in range(2)]
    assert view_of(g, USSR).relief == {}
    hold(g, "USSR", "Poland", "Rumania", "Hungary")
    post(g, GERMANY, Type.INF, "Vienna")
    for place in ("Budapest", "Budapest", "Debrecen", "Debrecen"):
        post(g, USSR, Type.MECH, place)
    assert not any(in_supply(g, u) for u in g.units.stacks[at(g, "Budapest")])
    called = view_of(g, USSR).relief
    assert len(called) == 1 and set(called) < set(staffs)
    ((staff, field),) = called.items()
    orders = General(g, USSR).draw_up()
    assert field[orders.moves[staff]] < field[behind]


# --- over the sea -------------------------------------------------------------------------------------------------------------


def channel(craft: int, armies: int) -> War:
    """So many American AMPH in Portsmouth; two of the corps there, the others in towns of England; an empty coast before them."""
    g = world("May/Jun 1944")
    act(g, "USA", Action.COMBINED)
    post(g, GERMANY, Type.INF, "Paris")
    counters = [n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type == Type.AMPH]
    for n in counters[:craft]:
        g.units.add(counter=n, at=at(g, "Portsmouth"), power=USA, country=g.facts.country["usa"])
    known = roster(g)
    fit = [u for u, p in enumerate(g.units.power) if p == USA and known.types[u] in (Type.INF, Type.MOT, Type.MECH)]
    here, towns = at(g, "Portsmouth"), [s for s in g.ground.homeland["united_kingdom"] if g.ground.city[s]]
    quays = [s for s in towns if s != here and at(g, "North Sea") in g.ground.seas[s]]
    for unit, space in zip(fit[:armies], [here, here, *quays, *towns]):
        g.units[unit].at, g.units[unit].down = space, 0
    return g


def test_a_landing_is_worth_more_the_more_armies_wait_behind_it() -> None:
    values = [Admiral(channel(2, armies), USA).lodgement(at(channel(0, 0), "Le Havre")) for armies in (2, SECOND_WAVE, 10)]
    assert values == sorted(set(values))


def test_bombers_fly_to_the_war_from_base_to_base() -> None:
    """Seven of nine American bombers were in America in 1945: of bases out of reach of a front the first forty were looked at."""
    g = world("May/Jun 1944")
    post(g, GERMANY, Type.INF, "Paris")
    act(g, "USA", Action.COMBINED)
    known = roster(g)
    able = [u for u, p in enumerate(g.units.power) if p == USA and known.types[u] == Type.LND]
    bomber = max(able, key=lambda u: g.units[u].sheet.range)
    g.units[bomber].at, g.units[bomber].down = at(g, "Boston"), 0
    view = view_of(g, USA)
    gain, there = air.best_base(g, view, Move(USA, bomber))
    assert gain > air.LEAST_REBASE and air.oversea(g, view, bomber, there) < air.oversea(g, view, bomber, at(g, "Boston"))
    g.units[bomber].at = there
    assert air.base_value(g, view, bomber, at(g, "London")) > air.base_value(g, view, bomber, at(g, "Boston"))


def test_four_landing_craft_make_two_landings() -> None:
    for craft, landings in ((2, 1), (4, 2)):
        g = channel(craft, 6)
        found = Admiral(g, USA).landings()
        apart: list[set[int]] = []
        for one in found:
            units = {*one.ships, *(u for u, _ in one.cargo)}
            if all(not units & other for other in apart):
                apart.append(units)
        assert len(apart) == landings


def test_landing_craft_go_from_port_to_port_until_they_are_before_the_coast() -> None:
    """Two AMPH once lay in Panama for two years."""
    g = world("May/Jun 1943")
    post(g, GERMANY, Type.INF, "Paris")
    craft = put(g, "USA AMPH any", "Panama")
    act(g, "USA", Action.NAVAL)
    voyage = next(o for o in lift.gatherings(Admiral(g, USA)) if craft in o.ships)
    assert voyage.goal != at(g, "Panama") and g.ground.land[voyage.goal]


def test_11_12_who_sailed_for_a_bridgehead_goes_ashore_there() -> None:
    """Corps that had sailed for Antwerp once went ashore in Hull, Plymouth and Aberdeen again, for no garrison stood there."""
    g = world("May/Jun 1944")
    hold(g, "USA", "Calais", "Lille")
    post(g, GERMANY, Type.INF, "Brussels")
    post(g, USA, Type.MECH, "Lille")
    sea = at(g, "North Sea")
    unit, ship = post(g, USA, Type.INF, "Hull"), transport(g, "Hull", 3)
    g.units[unit].at = g.units[ship].at = g.ground.sections[sea][0]
    g.units[unit].aboard = ship
    act(g, "USA", Action.COMBINED)
    options = [Option("debark", g.units[unit], g.hexes[at(g, s)]) for s in ("Hull", "Plymouth", "Calais")]
    subject = Debarking(USA)
    answer = debark(g, Ask("usa", "", options, subject=subject), subject, set())[0]
    assert answer.args[1].index == at(g, "Calais")


def test_who_is_too_many_before_a_weak_enemy_goes_to_the_ships() -> None:
    """Eleven corps once stood in Egypt before one Italian, and nobody of them ever came to France."""
    g = world("May/Jun 1944")
    make_war(g, ITALY, COMMONWEALTH)
    hold(g, "Italy", "Tobruk")
    hold(g, "Commonwealth", "Calais", "Egypt")
    post(g, GERMANY, Type.INF, "Brussels")
    post(g, COMMONWEALTH, Type.MECH, "Lille")
    foe = post(g, ITALY, Type.INF, "Tobruk")
    view = view_of(g, COMMONWEALTH)
    army = [post(g, COMMONWEALTH, kind, p) for kind in (Type.INF, Type.MOT) for p in ("Alexandria", "Cairo", "Suez")]
    view = view_of(g, COMMONWEALTH)
    port, goal = at(g, "Alexandria"), at(g, "Calais")
    assert view.idle_at(port) and lift.quiet(view, port) and lift.arrival(g, view, army[0], port, goal) > 0
    post(g, GERMANY, Type.ARM, "Tobruk")
    assert g.units.at[foe] == at(g, "Tobruk")
    assert not view_of(g, COMMONWEALTH).idle_at(port)


def test_troops_of_several_ports_go_to_one_sea_in_an_impulse() -> None:
    """One force at a time once crossed to a bridgehead in an impulse, whoever waited in the other ports."""
    g = channel(0, 0)
    sea, ports = g.ground.sections[at(g, "North Sea")][0], [at(g, p) for p in ("Portsmouth", "Hull", "Newcastle")]
    voyages = [Operation(p, [n], [(100 + n, n)], sea, NOWHERE, 5.0 - n, "") for n, p in enumerate(ports)]
    assert together(g, voyages) == voyages
    guards = [Operation(p, [n], [], sea, NOWHERE, 5.0 - n, "") for n, p in enumerate(ports)]
    assert together(g, guards) == guards[:1]


def test_hqs_are_built_first_where_armies_have_too_few() -> None:
    """Germany once fought on with one HQ for 42 corps and seven in the pools."""
    g = world("Jan/Feb 1942")
    for n, space in enumerate(s for s in g.ground.homeland["germany"] if g.ground.land[s]):
        if n < 10:
            post(g, GERMANY, Type.INF, g.board.token(space))
    assert lacks_staffs(g, GERMANY) and max(needs(g, GERMANY)) == needs(g, GERMANY)[HQS]
    for place in ("Berlin", "Munich"):
        put(g, "Germany HQ-I any", place)
    assert not lacks_staffs(g, GERMANY)


def test_landing_craft_are_a_class_of_their_own() -> None:
    g = world("Jan/Feb 1942")
    for kind in (Type.CV, Type.TRS):
        for place in ("Boston", "New York", "Charleston"):
            post(g, USA, kind, place)
    wanted = needs(g, USA)
    assert wanted[CRAFT] > wanted[DECKS] > 0


# --- guests -------------------------------------------------------------------------------------------------------------------


def brazilians() -> tuple[War, int]:
    """Brazil is at war on the American side; one corps of it."""
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    align(g, "brazil", "USA")
    return g, put(g, "Brazil INF any", "Rio de Janeiro")


def test_2_3_1_the_fleet_does_not_go_down_for_a_guest_nobody_works_with() -> None:
    """Forty British ships were once given up before the one Brazilian corps that a transport had brought to Portsmouth."""
    g, guest = brazilians()
    ships = [post(g, COMMONWEALTH, kind, "Portsmouth") for kind in (Type.BB, Type.CA, Type.CA)]
    g.units[guest].at, g.units[guest].down = at(g, "Portsmouth"), 1
    assert set(strangers(g, at(g, "Portsmouth"))) == {guest, *ships}
    flow = enforce_stacking(g)
    ask = next(flow)
    assert isinstance(ask, Ask)
    answer = react(g, ask)
    assert answer is not None and answer[0].arg.index == guest
    try:
        flow.send(answer[0])
        raise AssertionError("one was enough")
    except StopIteration:
        assert all(g.units.at[u] == at(g, "Portsmouth") for u in ships)


def test_2_3_1_no_transport_brings_a_guest_where_nobody_works_with_him() -> None:
    g, guest = brazilians()
    post(g, COMMONWEALTH, Type.BB, "Liverpool")
    view = view_of(g, USA)
    ship = transport(g, "Rio de Janeiro", 4)
    assert roster(g).types[ship] == Type.TRS
    admiral = Admiral(g, USA)
    assert lift._voyage(admiral, view, at(g, "Rio de Janeiro"), at(g, "Liverpool"), [(guest, ship)]) is None
