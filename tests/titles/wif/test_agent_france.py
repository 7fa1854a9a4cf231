"""The campaign in France as the planner sees it: Paris is what the armies go for, HQs lead, nobody is one too many."""

from __future__ import annotations

from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.agent import council
from grognard.titles.wif.agent.assaults import Staff
from grognard.titles.wif.agent.orders import General, has_room
from grognard.titles.wif.agent.view import distances, view_of
from grognard.titles.wif.facts import FRANCE, GERMANY, ITALY, USSR
from grognard.titles.wif.kinds import Action, Weather
from grognard.titles.wif.rules.land_steps import may_enter
from grognard.titles.wif.rules.stacking import crowded, excess, strangers
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import War
from tests.titles.wif.field import at, hold, put, sky


def may_1940(*, belgium: bool = True) -> War:
    """Missed the Bus in May/Jun 1940, fine weather, a German land action; `belgium`: the Low Countries are overrun."""
    g: War = Session.new(TITLE, "missed_the_bus_1940", seed=b"f" * 32).g
    g.turn = turn_number("May/Jun 1940")
    sky(g, Weather.FINE)
    g.powers[GERMANY].action = int(Action.LAND)
    if belgium:
        hold(g, "Germany", "Brussels", "Liege", "Antwerp", "Sedan", "Lille")
    return g


def clear_france(g: War) -> None:
    """Nobody of the Allies stands in France but those in Paris."""
    paris = at(g, "Paris")
    for u, space in enumerate(g.units.at):
        if space >= 0 and g.ground.country[space] == "france" and space != paris and roster(g).land[u]:
            g.units[u].at = -2


def test_nobody_walks_from_calais_to_london() -> None:
    """11.10.2: only marines cross the Channel's narrowest side, and armies in France do not feel the English coast near."""
    g = may_1940()
    clear_france(g)
    corps = put(g, "Germany INF any", "W1435")
    for coast in ("W1535", "W1436"):
        no = may_enter(g, corps, at(g, "W1435"), at(g, coast))
        assert no is not None and no.rule == "11.10.2"
    assert may_enter(g, corps, at(g, "W1435"), at(g, "Calais")) is None
    assert at(g, "London") not in distances(g, at(g, "Calais"))


def test_the_staff_turns_east_when_paris_is_german_and_has_a_road_there() -> None:
    g = may_1940()
    g.turn = turn_number("Mar/Apr 1941")
    assert council.crux(g, GERMANY) == at(g, "Paris")
    hold(g, "Germany", "Paris")
    assert council.crux(g, GERMANY) == at(g, "Minsk")
    corps, guards = put(g, "Germany ARM any", "Brussels"), put(g, "Germany GAR any", "Brussels")
    general = General(g, GERMANY)
    eastward = {u: general.station(u, at(g, "Warsaw")) - general.station(u, at(g, "Essen")) for u in (corps, guards)}
    assert eastward[corps] > eastward[guards]
    hold(g, "Germany", "Minsk")
    assert council.crux(g, GERMANY) == at(g, "Smolensk")


def test_france_that_does_not_fall_is_left_behind_at_last() -> None:
    g = may_1940()
    g.turn = turn_number("Jan/Feb 1942")
    assert not council.west_is_quiet(g)
    g.turn = turn_number("Mar/Apr 1942")
    assert council.west_is_quiet(g) and USSR in council.enemies(g, GERMANY)


def test_paris_is_what_germany_gathers_on_as_long_as_it_is_french() -> None:
    g = may_1940()
    assert council.crux(g, GERMANY) == at(g, "Paris") and view_of(g, GERMANY).approach[at(g, "Reims")] == 2
    assert council.crux(g, ITALY) < 0 and council.crux(g, FRANCE) < 0
    hold(g, "Germany", "Paris")
    assert council.crux(g, GERMANY) < 0 and not view_of(g, GERMANY).approach


def test_orders_never_put_one_unit_too_many_into_a_hex() -> None:
    g = may_1940(belgium=False)
    orders = General(g, GERMANY).draw_up()
    assert orders.moves and orders.assaults
    waiting = dict(orders.moves)
    while ready := [u for u, goal in waiting.items() if has_room(g, u, goal)]:  # in the order the planner takes them
        g.units[ready[0]].at = waiting.pop(ready[0])
    assert [s for s in crowded(g) if excess(g, s) or strangers(g, s)] == []
    posts: dict[int, int] = {}
    for assault in orders.assaults:
        for _, start in assault.force:
            posts[start] = posts.get(start, 0) + 1
    assert max(posts.values()) <= 2


def test_has_room_counts_units_and_asks_who_works_with_whom() -> None:
    g = may_1940()
    clear_france(g)
    first = put(g, "Germany INF any", "Reims")
    assert has_room(g, put(g, "Germany ARM any", "Liege"), at(g, "Reims"))
    put(g, "Germany MECH any", "Reims")
    assert not has_room(g, put(g, "Germany MOT any", "Liege"), at(g, "Reims")) and has_room(g, first, at(g, "Reims"))
    put(g, "Commonwealth INF any", "Orleans")
    assert not has_room(g, put(g, "France INF any", "Lyon"), at(g, "Orleans"))


def test_hqs_go_first_on_the_way_to_paris() -> None:
    g = may_1940()
    clear_france(g)
    for place in ("Reims", "Sedan", "Lille"):
        put(g, "Germany INF any", place)
    hq = put(g, "Germany HQ-I any", "Liege")
    general = General(g, GERMANY)
    assert general.view.bold
    orders = general.draw_up()
    goal = orders.moves.get(hq, g.units.at[hq])
    steps = general.view.approach
    assert steps[goal] < steps[at(g, "Liege")] and hq in general.leading


def test_armour_is_not_what_stays_in_a_garrison_of_a_side_that_attacks() -> None:
    g = may_1940()
    general = General(g, GERMANY)
    assert general.view.bold
    armour, garrison = put(g, "Germany ARM any", "Cologne"), put(g, "Germany GAR any", "Cologne")
    assert general._spared(armour) > general._spared(garrison)


def test_behind_a_closed_line_nobody_is_in_danger() -> None:
    """A zone of control stops who enters it: only what stands beside a hex the enemy can reach is threatened."""
    g = may_1940()
    clear_france(g)
    for u, space in enumerate(g.units.at):
        if space >= 0 and roster(g).land[u] and g.units.power[u] == GERMANY and g.ground.country[space] in ("belgium", "germany"):
            g.units[u].at = -2
    foe = put(g, "France ARM any", "Reims")
    assert view_of(g, GERMANY).threat(at(g, "Liege")) > 0
    for there, _ in g.ground.steps[at(g, "Reims")]:
        put(g, "Germany INF any", g.board.token(there))
    assert g.units.at[foe] == at(g, "Reims") and view_of(g, GERMANY).threat(at(g, "Liege")) == 0


def test_an_assault_on_the_capital_counts_whom_it_kills_for_the_next_one() -> None:
    g = may_1940()
    paris = at(g, "Paris")
    force = [
        (put(g, "Germany INF any", g.board.token(s)), s) for s, _ in list(g.ground.steps[paris])[:3] if not g.units.stacks.get(s)
    ]
    staff = Staff(view_of(g, GERMANY))
    assert force and paris in staff.view.theirs
    gain, outcome, _, _ = staff.reckon(paris, force)
    hold(g, "Germany", "Paris")  # no longer wanted: the same assault is worth what it takes at once
    without = Staff(view_of(g, GERMANY))
    assert not without.view.approach
    assert outcome.defenders_lost > 0 and gain > without.value(paris, [u for u, _ in force], staff.view.theirs[paris], outcome)


def test_the_west_is_quiet_once_paris_is_german() -> None:
    g = may_1940()
    make_war(g, GERMANY, FRANCE)
    assert council.west_is_quiet(g) is False
    hold(g, "Germany", "Paris")
    assert council.west_is_quiet(g)
