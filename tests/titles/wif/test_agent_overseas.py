"""The staff and the sea on built positions: armies that wait for ships, bases before the coast, transports that come back, fronts
that are weighed apart, theatres."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.agent import council, fleets, lift, overseas
from grognard.titles.wif.agent.building import arrive
from grognard.titles.wif.agent.orders import General
from grognard.titles.wif.agent.politics import lend
from grognard.titles.wif.agent.rear import best_station
from grognard.titles.wif.agent.sea import Admiral, Operation
from grognard.titles.wif.agent.view import FAR, view_of
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, POWERS, USA, USSR
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules.lending import lend as lending
from grognard.titles.wif.rules.rail import Journey
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.rules.stacking import land_limit
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import NOWHERE, War
from tests.titles.wif.field import act, at, hold, put, sky

OFF_MAP = -2


def world(turn: str = "May/Jun 1943") -> War:
    """Global War in fine weather with France in German hands, the USA and Britain at war with Germany, and no unit or convoy but
    those a case puts there."""
    g: War = Session.new(TITLE, "global_war_1939", seed=b"s" * 32).g
    g.turn = turn_number(turn)
    sky(g, Weather.FINE)
    for u in range(len(g.units.at)):
        g.units[u].at = OFF_MAP
    hold(g, "Germany", "France", "Belgium", "Netherlands")
    for power in (USA, COMMONWEALTH):
        make_war(g, GERMANY, power)
        g.powers[power].status = 1
    return g


def post(g: War, power: int, kind: Type, place: str, *, home: str = "") -> int:
    """A unit of a power, of a kind and perhaps of a country, that is nowhere else."""
    types = roster(g).types
    unit = next(
        u for u, p in enumerate(g.units.power)
        if p == power and types[u] == kind and g.units.at[u] < 0 and not g.units[u].sheet.division
        and (not home or g.facts.countries[g.units.country[u]].id == home)
    )  # fmt: skip
    g.units[unit].at, g.units[unit].down, g.units[unit].aboard = at(g, place), 0, NOWHERE
    return unit


def transport(g: War, place: str, far: int) -> int:
    """An American TRS with such a range, in a port."""
    types = roster(g).types
    unit = next(
        u for u, p in enumerate(g.units.power) if p == USA and types[u] == Type.TRS and g.units[u].sheet.range >= far
    )  # fmt: skip
    g.units[unit].at, g.units[unit].down = at(g, place), 0
    return unit


def country(g: War, operation: Operation) -> set[str]:
    """The countries of the ports an operation brings its cargo to."""
    area = g.ground.area[operation.goal]
    return {g.ground.country[s] for s in (g.ground.shores[area] if area >= 0 else [operation.goal])}


def test_american_armies_sail_to_the_bases_before_the_coast() -> None:
    """42 units once stayed in the USA: England was worth nothing while no enemy stood there."""
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    post(g, USA, Type.INF, "New York")
    post(g, COMMONWEALTH, Type.GAR, "Gibraltar")
    transport(g, "New York", 4)
    act(g, "USA", Action.NAVAL)
    voyages = lift.ferries(Admiral(g, USA))
    assert voyages and "united_kingdom" in country(g, voyages[0]) and voyages[0].cargo
    g.turn = turn_number("Nov/Dec 1941")  # before the staff gathers for the continent nobody goes
    assert not lift.ferries(Admiral(g, USA))


def test_who_stands_inland_goes_to_a_quay() -> None:
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    unit = post(g, USA, Type.INF, "Chicago")
    act(g, "USA", Action.LAND)
    ways = view_of(g, USA).embarking
    goal = General(g, USA).draw_up().moves[unit]
    assert ways[goal] < ways[at(g, "Chicago")]
    gain, station = best_station(g, view_of(g, USA), Journey(USA, unit))
    assert gain > 0 and ways[station] < ways[at(g, "Chicago")]


def test_a_full_quay_calls_nobody_more() -> None:
    g = world()
    before = overseas.ways_to_ships(g, USA)[at(g, "Halifax")]
    for _ in range(land_limit(g, at(g, "Halifax"))):
        post(g, USA, Type.INF, "Halifax")
    assert overseas.ways_to_ships(g, USA)[at(g, "Halifax")] > before


def test_empty_transports_come_back_for_those_who_wait() -> None:
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    ship = transport(g, "Liverpool", 4)
    act(g, "USA", Action.NAVAL)
    assert not lift.fetches(Admiral(g, USA))
    post(g, USA, Type.INF, "New York")
    post(g, USA, Type.INF, "New York")
    back = lift.fetches(Admiral(g, USA))
    assert back and back[0].ships == [ship] and back[0].goal == at(g, "New York") and not back[0].cargo


def test_amph_stay_for_the_landings() -> None:
    """With a TRS in port no AMPH is used to carry troops between friendly ports."""
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    post(g, USA, Type.INF, "New York")
    transport(g, "New York", 4)
    amph = next(u for u, p in enumerate(g.units.power) if p == USA and roster(g).types[u] == Type.AMPH)
    g.units[amph].at = at(g, "New York")
    act(g, "USA", Action.NAVAL)
    assert all(roster(g).types[s] == Type.TRS for o in lift.ferries(Admiral(g, USA)) for s in o.ships)


def test_one_unit_stays_in_london() -> None:
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    militia, army = (post(g, COMMONWEALTH, kind, "London", home="united_kingdom") for kind in (Type.MIL, Type.INF))
    act(g, "Commonwealth", Action.LAND)
    assert militia not in General(g, COMMONWEALTH).draw_up().moves
    assert lift.waiting(g, view_of(g, COMMONWEALTH), at(g, "London")) == [army]


def test_a_side_may_be_strong_on_one_front_and_weak_on_another() -> None:
    """All Allies once shared one balance: the USSR stood still because others were weak."""
    g = world()
    make_war(g, GERMANY, USSR)
    make_war(g, ITALY, COMMONWEALTH)
    make_war(g, ITALY, USSR)
    for _ in range(2):
        post(g, USSR, Type.ARM, "Kursk")
    post(g, GERMANY, Type.INF, "Kharkov")
    post(g, COMMONWEALTH, Type.INF, "Mersa Matruh", home="united_kingdom")
    for _ in range(2):
        post(g, GERMANY, Type.ARM, "Tobruk")
    view = view_of(g, USSR)
    kursk, matruh = at(g, "Kursk"), at(g, "Mersa Matruh")
    assert view.fronts.of[kursk] != view.fronts.of[matruh]
    assert view.bold_at(kursk) and view.fronts.at(kursk).balance > view.fronts.at(matruh).balance  # type: ignore[union-attr]
    assert not view_of(g, COMMONWEALTH).bold_at(matruh)


def test_italian_armies_look_for_nothing_outside_the_mediterranean() -> None:
    g = world("May/Jun 1942")
    make_war(g, ITALY, USSR)
    make_war(g, GERMANY, USSR)
    post(g, USSR, Type.INF, "Kiev")
    warsaw = at(g, "Warsaw")
    hold(g, "Germany", "Warsaw")
    assert view_of(g, ITALY).near(warsaw) == FAR and not view_of(g, ITALY).goals.get(warsaw)
    assert view_of(g, GERMANY).near(warsaw) < FAR and view_of(g, GERMANY).goals.get(warsaw, 0.0) > 0
    make_war(g, ITALY, COMMONWEALTH)
    post(g, COMMONWEALTH, Type.INF, "Alexandria", home="united_kingdom")
    assert view_of(g, ITALY).near(at(g, "Tobruk")) < FAR


def test_the_war_in_the_east_has_places_to_go_after_moscow_and_back() -> None:
    g = world("Jan/Feb 1943")
    make_war(g, GERMANY, USSR)
    hold(g, "Germany", "Minsk", "Smolensk", "Kiev", "Moscow")
    assert council.crux(g, GERMANY) == at(g, "Leningrad")
    assert council.crux(g, USSR) == at(g, "Moscow")
    hold(g, "USSR", "Moscow")
    assert council.crux(g, USSR) == at(g, "Smolensk")
    g.turn = turn_number("May/Jun 1942")
    assert council.crux(g, USSR) == NOWHERE  # not yet


def test_5_italy_waits_for_spring_whoever_stands_before_paris() -> None:
    g = world("Nov/Dec 1939")
    make_war(g, GERMANY, FRANCE)
    hold(g, "France", "Paris")
    beside = next(s for s, _ in g.ground.steps[at(g, "Paris")])
    post(g, GERMANY, Type.INF, g.board.token(beside))
    assert not council.war_due(g, ITALY, FRANCE)
    g.turn = turn_number("Mar/Apr 1940")
    assert council.war_due(g, ITALY, FRANCE)


def test_a_beach_beside_manila_is_worth_a_landing() -> None:
    g = world("Nov/Dec 1941")
    make_war(g, JAPAN, USA)
    manila = at(g, "Manila")
    beaches = [s for s, _ in g.ground.steps[manila] if g.ground.wet[s]]
    japan = Admiral(g, JAPAN)
    assert beaches and all(japan.lodgement(s) > 0 for s in beaches) and japan.lodgement(manila) > japan.lodgement(beaches[0])
    hold(g, "Japan", "Manila")
    assert all(Admiral(g, JAPAN).lodgement(s) < japan.lodgement(s) for s in beaches)


def asked(g: War) -> Ask:
    """The question of the lending stage."""
    ask = next(lending(g))
    assert isinstance(ask, Ask)
    return ask


def test_the_usa_lends_the_ussr_what_convoys_can_bring_and_nothing_else() -> None:
    g = world()
    make_war(g, GERMANY, USSR)
    g.powers[USSR].status = 1
    g.entry_options, g.power = [19, 30], USA
    assert lend(g, asked(g), USA)[0].verb == "no_loan"  # no line of convoys
    for name in fleets.ARCTIC:
        box = g.ground.sections[at(g, name)][0]
        g.units.add(counter=NOWHERE, at=box, power=USA, country=g.facts.country["usa"], points=10)
    answer = lend(g, asked(g), USA)[0]
    assert answer.verb == "lend_points" and answer.args[0].index == USSR
    assert lend(g, asked(g), COMMONWEALTH)[0].verb == "no_loan"


def test_15_no_resource_is_lent() -> None:
    """Only build points go to a friend, so no factory of the lender stands idle for it."""
    g = world()
    make_war(g, GERMANY, USSR)
    g.powers[USSR].status = 1
    g.entry_options, g.power = [15, 19, 27, 30], USA
    assert any(o.verb == "lend" for o in asked(g).options)
    assert all(lend(g, asked(g), power)[0].verb != "lend" for power in (USA, COMMONWEALTH))


def test_convoys_arrive_where_their_line_has_a_gap() -> None:
    g = world()
    away = fleets.seas_to_gaps(g, COMMONWEALTH)
    assert away[at(g, "Faeroes Gap")] == 0 < away[at(g, "Sea of Japan")]
    heap = g.units.add(counter=NOWHERE, at=OFF_MAP, power=COMMONWEALTH, country=g.facts.country["united_kingdom"], points=5).index
    subject = Arrival(COMMONWEALTH, heap)
    options = [Option("arrive", g.hexes[at(g, place)]) for place in ("Sydney", "Liverpool")]
    assert arrive(g, Ask("commonwealth", "", options, subject=subject), subject)[0].arg.index == at(g, "Liverpool")


def test_powers_are_named_as_the_tables_name_them() -> None:
    assert {*council.SHORES, *council.THEATRES, *council.CRUX} <= set(range(len(POWERS)))
    g = world()
    names = {c for rows in council.SHORES.values() for row in rows for a in row for c in a.countries} | council.THEATRES[ITALY]
    assert names <= set(g.ground.homeland)


def test_amph_gather_in_one_base_for_a_landing_of_two() -> None:
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    first, second = (put(g, "USA AMPH any", place) for place in ("Portsmouth", "London"))
    post(g, USA, Type.INF, "Portsmouth")
    act(g, "USA", Action.NAVAL)
    gathering = lift.gatherings(Admiral(g, USA))
    assert [o.ships for o in gathering] in ([[first]], [[second]])
    goal = gathering[0].goal
    assert g.units.at[second if gathering[0].ships == [first] else first] == goal


def test_the_second_front_waits_for_those_who_follow() -> None:
    """A first foothold counts much once eight units stand ready in England, and no more when as many are ashore."""
    g = world()
    hold(g, "Germany", "Paris", "Le Havre")
    havre = at(g, "Le Havre")
    before = Admiral(g, USA).lodgement(havre)
    hexes = [s for s in g.ground.homeland["united_kingdom"] if s != at(g, "London")]
    known = roster(g)
    fit = [u for u, p in enumerate(g.units.power) if p in (USA, COMMONWEALTH) and known.types[u] in (Type.INF, Type.MOT)]
    units = fit[:8]
    for unit, space in zip(units, hexes):
        g.units[unit].at = space
    assert Admiral(g, USA).lodgement(havre) > before
    shore = g.ground.homeland["france"][:8]
    for unit, space in zip(units, shore):
        g.units[unit].at = space
    assert Admiral(g, USA).lodgement(havre) == before


def test_bombers_that_cannot_fly_to_the_war_go_aboard_for_a_port() -> None:
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    bomber = post(g, USA, Type.LND, "New York")
    transport(g, "New York", 4)
    act(g, "USA", Action.NAVAL)
    voyages = [o for o in lift.ferries(Admiral(g, USA)) if bomber in {u for u, _ in o.cargo}]
    assert voyages and all(g.ground.land[o.goal] for o in voyages)  # at sea they could not leave their ship
    assert overseas.base(g, USA, voyages[0].goal) == 1.0


def test_what_is_built_arrives_near_the_ships() -> None:
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    unit = next(u for u, p in enumerate(g.units.power) if p == USA and roster(g).types[u] == Type.INF)
    g.units[unit].at = OFF_MAP
    ways = view_of(g, USA).embarking
    cities = [s for s in g.ground.homeland["usa"] if g.ground.city[s]]
    subject = Arrival(USA, unit)
    options = [Option("arrive", g.hexes[s]) for s in cities]
    chosen = arrive(g, Ask("usa", "", options, subject=subject), subject)[0]
    assert ways[chosen.arg.index] == min(ways[s] for s in cities)


def test_what_is_built_arrives_behind_the_front_and_not_where_no_enemy_comes() -> None:
    """Soviet corps and fighters once arrived in Chita while Germans stood before Moscow."""
    g = world()
    make_war(g, GERMANY, USSR)
    g.powers[USSR].status = 1
    hold(g, "Germany", "Smolensk")
    post(g, GERMANY, Type.ARM, "Smolensk")
    for kind in (Type.INF, Type.FTR):
        unit = next(u for u, p in enumerate(g.units.power) if p == USSR and roster(g).types[u] == kind)
        subject = Arrival(USSR, unit)
        options = [Option("arrive", g.hexes[at(g, s)]) for s in ("Chita", "Vladivostok", "Sverdlovsk", "Tula")]
        assert arrive(g, Ask("ussr", "", options, subject=subject), subject)[0].arg.index == at(g, "Tula")


def test_land_moves_are_kept_for_those_who_go_ashore() -> None:
    """In a combined action invaders need land moves too (10.2): orders within no moves move nobody, no HQ either."""
    g: War = Session.new(TITLE, "global_war_1939", seed=b"s" * 32).g
    make_war(g, GERMANY, FRANCE)
    act(g, "Germany", Action.COMBINED)
    assert General(g, GERMANY).draw_up().moves
    assert not General(g, GERMANY, most_moves=0).draw_up().moves


def test_landing_craft_gather_on_the_sea_of_the_best_beaches() -> None:
    g = world()
    post(g, GERMANY, Type.INF, "Paris")
    put(g, "USA AMPH any", "Liverpool")
    act(g, "USA", Action.NAVAL)
    admiral = Admiral(g, USA)
    assert admiral.promise(at(g, "Portsmouth")) > admiral.promise(at(g, "Liverpool")) > 0
    goals = [o.goal for o in lift.gatherings(admiral)]
    assert goals and admiral.promise(goals[0]) >= admiral.promise(at(g, "Portsmouth"))


def test_convoys_out_of_reach_of_their_line_go_to_a_nearer_port() -> None:
    """Twenty points once lay in Panama for years."""
    g = world()
    make_war(g, GERMANY, USSR)
    post(g, GERMANY, Type.INF, "Paris")
    for name in ("US East Coast", "North Atlantic", "Faeroes Gap"):
        box = g.ground.sections[at(g, name)][0]
        g.units.add(counter=NOWHERE, at=box, power=USA, country=g.facts.country["usa"], points=10)
    heap = g.units.add(counter=NOWHERE, at=at(g, "Panama"), power=USA, country=g.facts.country["usa"], points=20).index
    act(g, "USA", Action.NAVAL)
    away = fleets.seas_to_gaps(g, USA)
    hops = [o for o in fleets.relays(Admiral(g, USA)) if o.ships == [heap]]
    assert hops and g.ground.land[hops[0].goal]
    assert min(away[s] for s in g.ground.seas[hops[0].goal]) < min(away[s] for s in g.ground.seas[at(g, "Panama")])


def test_a_side_with_more_armies_dares_more() -> None:
    g = world("May/Jun 1944")
    make_war(g, GERMANY, USSR)
    post(g, GERMANY, Type.INF, "Kiev")
    post(g, USSR, Type.INF, "Kharkov")
    even = council.audacity(g, USSR)
    for _ in range(3):
        post(g, USSR, Type.INF, "Moscow")
    assert council.odds_in_all(g, USSR) < 1.0 < council.odds_in_all(g, GERMANY)
    assert council.audacity(g, USSR) < even and council.audacity(g, GERMANY) == council._AUDACITY[GERMANY][5]


def test_snow_does_not_stop_the_ussr() -> None:
    """With more than it asks for in fine weather the USSR goes forward in snow, where Germany in its place would not."""
    g = world("Jan/Feb 1944")
    make_war(g, GERMANY, USSR)
    for _ in range(2):
        post(g, USSR, Type.INF, "Kursk")
        post(g, GERMANY, Type.INF, "Kharkov")
    kursk, asked = at(g, "Kursk"), council.audacity(g, USSR)
    balance = view_of(g, USSR).fronts.at(kursk).balance  # type: ignore[union-attr]
    assert balance > asked
    sky(g, Weather.SNOW)
    assert view_of(g, USSR).bold_at(kursk)
    assert council.hindered(GERMANY) > council.hindered(USSR) == 1.0
