"""Blunder positions of the handbook: fronts that live from the sea, posts that must be manned, cities that are not given up, and
when nobody passes."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel.session import Session
from grognard.titles.aif import TITLE
from grognard.titles.aif.agent import MIND, own_answer, watch
from grognard.titles.aif.agent.cover import AmericanAdmiral
from grognard.titles.aif.setup import prizes
from grognard.titles.aif.state import America
from grognard.titles.wif.agent.orders import General
from grognard.titles.wif.facts import AXIS, COMMONWEALTH, GERMANY, USA
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules import actions, reinforcements, return_to_base
from grognard.titles.wif.state import slot_of

from ..wif.field import act, at, hold, put
from .field import america, favour
from .test_agent_at_sea import ship


def box(g: America, area: str, section: int) -> int:
    return g.ground.sections[at(g, area)][section]


def field_of(turn: str, power: str) -> America:
    """A land impulse of a power, with the places that agents march for."""
    g = america(turn=turn)
    g.points = prizes(g)
    act(g, power, Action.LAND)
    return g


def army(g: America, power: str, place: str, count: int, kind: str = "INF") -> list[int]:
    hold(g, power, place)
    return [put(g, f"{power} {kind} any", place, fed=1) for _ in range(count)]


@pytest.mark.parametrize(("corps", "stays"), [(5, True), (2, False)])
def test_10_the_last_ship_of_a_lifeline_stays(corps: int, stays: bool) -> None:
    """Blunder 10: five armoured corps in St John's live over its sea area, so a cruiser stays and the battleship goes home; for a
    smaller front both go."""
    g = america(turn="Jan/Feb 1947")
    g.power = GERMANY
    army(g, "Germany", "St John's", corps, "ARM")
    hold(g, "Germany", "St John's")
    area = g.board.label(g.ground.seas[at(g, "St John's")][0])
    cruiser, battleship = ship(g, "Germany", Type.CA, box(g, area, 2)), ship(g, "Germany", Type.BB, box(g, area, 2))
    ask: Any = next(return_to_base.stay_or_return(g))
    found = own_answer(g, ask, planning=True)
    assert found is not None and found[0].text == (f"stay u{cruiser}" if stays else "done")
    if stays:
        return_to_base._stay(g, return_to_base.Watch(GERMANY), cruiser)
        again: Any = next(return_to_base.stay_or_return(g))
        found = own_answer(g, again, planning=True)
        assert found is not None and found[0].text == "done"
        assert g.units.staying[cruiser] and not g.units.staying[battleship]


def test_11_a_cruiser_cuts_the_unguarded_way_of_a_front() -> None:
    """Blunder 11: a German front on Newfoundland is supplied over an edge area without a German ship; once one is there
    nothing is to be cut."""
    g = america(turn="Jan/Feb 1947")
    act(g, "USA", Action.COMBINED)
    army(g, "Germany", "St John's", 5, "ARM")
    open_areas = watch.edges(g) & set(watch.lifelines(g, AXIS))
    assert open_areas
    cruiser = ship(g, "USA", Type.CA, at(g, "Halifax"))
    hold(g, "USA", "Halifax")
    found = watch.raiders(AmericanAdmiral(g, USA))
    assert found and all(o.ships == [cruiser] and g.ground.area[o.goal] in open_areas for o in found)
    for area in open_areas:
        ship(g, "Germany", Type.CA, g.ground.sections[area][1])
    assert watch.raiders(AmericanAdmiral(g, USA)) == []


def posted(g: America, power: int) -> set[str]:
    """Places to which a power would carry units."""
    return {g.board.label(o.goal) for o in watch.reliefs(AmericanAdmiral(g, power))}


@pytest.mark.parametrize(("lift", "there", "wanted"), [(4, 1, True), (3, 1, False), (4, 2, False)])
def test_12_the_guyanas_are_reinforced(lift: int, there: int, wanted: bool) -> None:
    """Blunder 12: Cayenne with fewer than two units, while four German transports are about."""
    g = america()
    for _ in range(lift):
        ship(g, "Germany", Type.TRS, at(g, "German box"))
    for _ in range(there):
        put(g, "France INF any", "Cayenne")
    assert (at(g, "Cayenne") in watch.bare_posts(g, 1)) == wanted


@pytest.mark.parametrize(
    ("turn", "guarded", "goes"),
    [("Jul/Aug 1945", False, True), ("May/Jun 1945", False, False), ("Jul/Aug 1945", True, False)],
)
def test_13_somebody_lands_on_newfoundland(turn: str, guarded: bool, goes: bool) -> None:
    """Blunder 13: from the second turn on; not with the last unit of Halifax."""
    g = america(turn=turn)
    act(g, "Commonwealth", Action.COMBINED)
    for _ in range(2):
        put(g, "Commonwealth INF any", "Halifax", fed=1)
    ship(g, "Commonwealth", Type.TRS, at(g, "Halifax"))
    if guarded:
        put(g, "Commonwealth INF any", "St John's")
    assert ("St John's" in posted(g, COMMONWEALTH)) == goes
    last = america(turn=turn)
    act(last, "Commonwealth", Action.COMBINED)
    put(last, "Commonwealth INF any", "Halifax", fed=1)
    ship(last, "Commonwealth", Type.TRS, at(last, "Halifax"))
    assert not posted(last, COMMONWEALTH)


@pytest.mark.parametrize(("level", "wanted"), [(8, {"Panama City": 2, "Colon": 2}), (7, {})])
def test_14_both_ends_of_the_canal_are_held(level: int, wanted: dict[str, int]) -> None:
    """Blunder 14: two units at each end as soon as the USA may enter Panama, none where it may not."""
    g = america()
    favour(g, "Panama", "USA", level)
    favour(g, "Colombia", "Japan", 8)
    ends = {name: watch.bare_posts(g, 1).get(at(g, name)) for name in ("Panama City", "Colon")}
    assert {name: n for name, n in ends.items() if n} == wanted
    if level >= 8:
        put(g, "USA INF any", "Colon")
        assert watch.bare_posts(g, 1)[at(g, "Colon")] == 1


def test_22_an_empty_coast_city_gets_the_new_unit() -> None:
    """Blunder 22: German aircraft look on the sea of American cities with factories: the new corps arrives in an empty one there;
    without the aircraft where it always would."""
    g = america()
    g.power = USA
    bare = next(s for s in g.ground.homeland["usa"] if g.ground.factories[s] and g.ground.city[s] and g.ground.seas[s])
    sea = set(g.ground.seas[bare])
    base = next(
        s for s in range(g.board.size)
        if g.ground.land[s] and g.ground.port[s] and not g.ground.box[s] and g.ground.country[s] != "usa"
        and sea & set(g.ground.seas[s])
    )  # fmt: skip
    new = put(g, "USA INF any", "Chicago")
    g.units[new].at = slot_of(g.turn)
    ask: Any = next(reinforcements.place_reinforcements(g))
    assert own_answer(g, ask, planning=True) is None
    hold(g, "Germany", g.board.token(base))
    put(g, "Germany FTR any", g.board.token(base))
    found = own_answer(g, ask, planning=True)
    assert found is not None and set(g.ground.seas[found[0].arg.index]) & set(g.ground.seas[base])
    assert g.ground.factories[found[0].arg.index] and not g.units.stacks.get(found[0].arg.index)


def moved_to(g: America, power: int, place: str) -> tuple[int, int]:
    """How many units of a power the staff wants in a place after its orders, and how many stand there now."""
    general = General(g, power)
    general.draw_up()
    return len(general.planned.get(at(g, place), ())), len(g.units.stacks.get(at(g, place), ()))


@pytest.mark.parametrize("place", ["Ottawa", "Montreal", "Toronto"])
def test_29_canada_s_cities_are_held_by_two(place: str) -> None:
    """Blunder 29: German armour two hexes away: a second unit comes from the next hex, and the first does not leave."""
    g = field_of("Jan/Feb 1947", "Commonwealth")
    city = at(g, place)
    ring = [b for b, _ in g.ground.steps[city] if g.ground.land[b]]
    put(g, "Commonwealth INF any", place, fed=1)
    far = next(c for b in ring for c, _ in g.ground.steps[b] if g.ground.land[c] and c != city and c not in ring)
    helper = next(b for b in ring if far not in [c for c, _ in g.ground.steps[b]] and g.ground.country[b] == "canada")
    for _ in range(6):
        put(g, "Commonwealth INF any", g.board.token(helper), fed=1)
    for city_of_the_usa in ("Buffalo", "Pittsburgh", "New York"):
        for _ in range(2):
            put(g, "USA INF any", city_of_the_usa, fed=1)
    army(g, "Germany", g.board.token(far), 2, "ARM")
    assert moved_to(g, COMMONWEALTH, place) == (2, 1)


def test_21_a_fortress_is_not_given_up() -> None:
    """Blunder 21: two units in Vancouver with a Japanese corps beside it stay, and nobody leaves for a quieter hex."""
    g = field_of("Jan/Feb 1947", "Commonwealth")
    for _ in range(2):
        put(g, "Commonwealth INF any", "Vancouver", fed=1)
    beside = next(b for b, _ in g.ground.steps[at(g, "Vancouver")] if g.ground.land[b])
    army(g, "Japan", g.board.token(beside), 1)
    general = General(g, COMMONWEALTH)
    orders = general.draw_up()
    inside = list(g.units.stacks[at(g, "Vancouver")])
    assert all(orders.moves.get(u, at(g, "Vancouver")) in (at(g, "Vancouver"), beside) for u in inside)
    assert any(u not in orders.moves for u in inside)


def test_28_a_site_under_threat_gets_a_second_unit() -> None:
    """Blunder 28: one unit in Knoxville, German armour three hexes away, a reserve that can march there."""
    g = field_of("Jan/Feb 1948", "USA")
    site = at(g, "Knoxville")
    put(g, "USA INF any", "Knoxville", fed=1)
    ring = [b for b, _ in g.ground.steps[site] if g.ground.land[b]]
    far = next(c for b in ring for c, _ in g.ground.steps[b] if g.ground.land[c] and c != site and c not in ring)
    helper = next(b for b in ring if far not in [c for c, _ in g.ground.steps[b]])
    for _ in range(6):
        put(g, "USA INF any", g.board.token(helper), fed=1)
    army(g, "Germany", g.board.token(far), 2, "ARM")
    assert moved_to(g, USA, "Knoxville") == (2, 1)


@pytest.mark.parametrize("power", [GERMANY, USA])
def test_30_nobody_passes_with_work_to_do(power: int) -> None:
    """Blunder 30: at the start of Star Spangled Banner, with lift in the boxes and fleets in port, neither side passes."""
    session = Session.new(TITLE, "star_spangled_banner_1947", seed=b"b" * 32)
    g: Any = session.g
    g.power, g.side = power, int(power == USA)
    ask: Any = next(actions.choose_action(g))
    assert any(o.text == "act pass" for o in ask.options)
    option, _ = MIND._choose(session, ask, power)
    assert option.text != "act pass"
