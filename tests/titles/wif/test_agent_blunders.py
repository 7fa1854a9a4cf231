"""Blunder positions of the handbook, each built on the map: what the planner must not do there, and what it must.

The numbers are the handbook's. Positions of politics and of the long war (2, 3, 5, 6, 13, 19, 20, 26, 28) are in
test_agent_staff.py, 7, 8, 14, 16, 18, 25 and 27 in test_agent_second_half.py, 15 in test_agent_overseas.py.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.agents.selfplay import seat_agents
from grognard.kernel.dice import FixedDice, seed_from
from grognard.kernel.flow import Ask
from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.agent import MIND, WorldInFlamesMind
from grognard.titles.wif.agent.assaults import Staff
from grognard.titles.wif.agent.orders import General, standing_assaults
from grognard.titles.wif.agent.reactions import react
from grognard.titles.wif.agent.sea import OUTNUMBERED, SURE_LANDING, WORTH_DECKS, Admiral
from grognard.titles.wif.agent.sea_fights import port_value
from grognard.titles.wif.agent.view import View, distances
from grognard.titles.wif.facts import AXIS, GERMANY, JAPAN, USA, USSR
from grognard.titles.wif.ground import CLEAR, FORT, RIVER, STRAITS
from grognard.titles.wif.kinds import BOMBERS, Action, Type, Weather
from grognard.titles.wif.rules.actions import Choice, choose_action
from grognard.titles.wif.rules.land_attack import declare_attacks, resolve_attacks
from grognard.titles.wif.rules.land_results import _lose
from grognard.titles.wif.state import War
from tests.titles.wif.field import act, at, hold, named, put, sky, war, without
from tests.titles.wif.test_11_land_combat import front
from tests.titles.wif.test_11_sea import ship

PLAIN = RIVER | FORT | STRAITS


class Table:
    """A game at a question, as far as a mind looks at it."""

    def __init__(self, g: War) -> None:
        self.g = g
        self.count = 0

    def veils(self, seat: str) -> bool:
        return False


def answers(g: War, flow: Any, mind: WorldInFlamesMind | None = None) -> list[str]:
    """What the planner answers until a procedure ends."""
    table, found = Table(g), []
    planner = mind or WorldInFlamesMind()
    try:
        ask = next(flow)
        while True:
            option, reason = planner.plan(table, ask.seat, ask, random.Random(1), "quick")  # type: ignore[arg-type]
            assert reason
            found.append(option.text)
            table.count += 1
            ask = flow.send(option)
    except StopIteration:
        return found


def east(*places: str, turn: str = "Jul/Aug 1941") -> War:
    """The eastern front without rivers, the Soviets west to Poland's border; these places count a point each."""
    g = war(("Germany", "USSR"), turn=turn)
    without(g, PLAIN)
    hold(g, "USSR", "Minsk", "Smolensk")
    for place in places:
        g.points[at(g, place)] = 2
    act(g, "Germany", Action.LAND)
    return g


def beside(g: War, place: str, steps: int = 1) -> str:
    """A hex so many steps from a place, away from Moscow."""
    here, far = at(g, place), distances(g, at(g, "Moscow"))
    for _ in range(steps):
        here = max((b for b, _ in g.ground.steps[here] if g.ground.land[b]), key=lambda b: (far.get(b, 99), -b))
    return str(g.board.token(here))


def after(g: War, power: int) -> dict[int, list[int]]:
    """Where everybody stands once the planner's orders are carried out."""
    general = General(g, power)
    general.draw_up()
    return {s: units for s, units in general.planned.items() if units}


# --- land ---------------------------------------------------------------------------------------------------------------------


def test_1_a_place_in_reach_of_armour_gets_its_second_unit() -> None:
    g = east("Smolensk")
    hold(g, "Germany", beside(g, "Smolensk", 2), beside(g, "Smolensk", 3))
    put(g, "USSR INF 5-3", "Smolensk")
    near = g.board.token(next(b for b, _ in g.ground.steps[at(g, "Smolensk")] if g.board.token(b) != beside(g, "Smolensk")))
    hold(g, "USSR", near)
    put(g, "USSR INF 4-3", near)
    for what in ("Germany ARM 8-6", "Germany ARM any"):
        put(g, what, beside(g, "Smolensk", 3))
    act(g, "USSR", Action.LAND)
    assert len(after(g, USSR)[at(g, "Smolensk")]) == 2


def test_1_a_place_far_from_the_enemy_calls_nobody() -> None:
    g = east("Smolensk")
    here = put(g, "USSR INF 5-3", beside(g, "Smolensk"))
    act(g, "USSR", Action.LAND)
    assert General(g, USSR)._garrisons() == set() and g.units.at[here] != at(g, "Smolensk")


def test_17_and_23_an_hq_never_ends_beside_the_enemy_alone() -> None:
    g = east("Smolensk", "Minsk")
    hq = named(g, "USSR", "Zhukov", "Smolensk")
    hold(g, "Germany", beside(g, "Smolensk", 2))
    put(g, "Germany ARM 8-6", beside(g, "Smolensk", 2))
    put(g, "Germany ARM any", beside(g, "Smolensk", 2))
    act(g, "USSR", Action.LAND)
    where = next(s for s, units in after(g, USSR).items() if hq in units)
    view = View(g, USSR)
    assert view.near(where) > 1 or len(after(g, USSR)[where]) > 1


def test_21_blitzkrieg_against_two_units_where_an_assault_is_dear() -> None:
    g, units, _, target = front("Germany ARM 8-6", "Germany MECH any", "Germany INF 6-3", foes=("USSR INF 5-3", "USSR INF 4-3"))
    g.points[at(g, target)] = 1
    found = Staff(View(g, GERMANY)).reckon(at(g, target), [(u, g.units.at[u]) for u in units])
    assert found[2], "the blitzkrieg is chosen"
    flow = declare_attacks(g)
    declared = answers(g, flow)
    assert any(text.startswith("attack") for text in declared)
    g.dice = FixedDice(*[5] * 20)
    table = [text for text in answers(g, resolve_attacks(g)) if text in ("blitzkrieg", "assault")]
    assert table == ["blitzkrieg"]


def test_22_armour_alone_does_not_attack_in_rain_without_need() -> None:
    g, _, _, _ = front("Germany ARM 8-6", foes=("USSR INF 5-3", "USSR INF 4-3"))
    sky(g, Weather.RAIN)
    assert standing_assaults(g, GERMANY, 10) == []


def test_22_the_same_attack_pays_in_fine_weather_with_more_behind_it() -> None:
    g, units, _, target = front("Germany ARM 8-6", "Germany INF 6-3", foes=("USSR INF 4-3",))
    found = standing_assaults(g, GERMANY, 10)
    assert [a.target for a in found] == [at(g, target)] and set(found[0].units) <= set(units)


def test_24_of_two_hexes_the_one_in_supply() -> None:
    g = east("Minsk")
    unit = put(g, "Germany INF 6-3", "Warsaw")
    put(g, "USSR INF 4-3", "Minsk")
    general = General(g, GERMANY)
    near = g.ground.steps[at(g, "Warsaw")][0][0]
    fed = general.station(unit, near)
    cut = next(s for s in general.reach[unit] if s != g.units.at[unit])
    general.view.feeds = lambda unit, space: space != cut  # type: ignore[method-assign]
    assert general.station(unit, cut) < general.station(unit, near) or cut == near
    assert fed > -6.0


def test_30_a_sure_attack_on_an_objective_is_not_passed_by() -> None:
    g, units, _, target = front(
        "Germany ARM 8-6", "Germany INF 6-3", "Germany INF 6-4", foes=("USSR GAR any",)
    )  # fmt: skip
    g.points[at(g, target)] = 2
    g.powers[GERMANY].action = int(Action.PASS)
    table = Table(g)
    ask = next(choose_action(g))
    assert isinstance(ask, Ask)
    option, reason = WorldInFlamesMind().plan(table, "germany", ask, random.Random(1), "quick")  # type: ignore[arg-type]
    assert isinstance(ask.subject, Choice) and option.text == "act land"
    assert g.board.label(at(g, target)) in reason


@pytest.mark.parametrize(("box", "passes"), [(6, True), (1, False)])
def test_30_who_can_only_lose_by_another_impulse_passes(box: int, passes: bool) -> None:
    """One tired garrison before four corps of armour: late in the turn the USSR lets it end, early there is nothing to end."""
    g = east("Smolensk")
    put(g, "USSR GAR any", "Smolensk", down=1)
    hold(g, "Germany", *(beside(g, "Smolensk", n) for n in (1, 2)))
    for n in (1, 1, 2, 2):
        put(g, "Germany ARM any", beside(g, "Smolensk", n), fed=1)
    act(g, "USSR", Action.PASS)
    g.box = box
    ask = next(choose_action(g))
    assert isinstance(ask, Ask)
    option, reason = WorldInFlamesMind().plan(Table(g), "ussr", ask, random.Random(1), "quick")  # type: ignore[arg-type]
    assert reason and (option.text == "act pass") is passes


def test_a_hex_of_clear_ground_is_what_these_positions_stand_on() -> None:
    g, _, _, target = front("Germany ARM 8-6")
    assert g.ground.terrain[at(g, target)] == CLEAR


# --- the sea ------------------------------------------------------------------------------------------------------------------


def pacific(*places: str) -> War:
    g = war(("Japan", "USA"), turn="Jul/Aug 1942", scenario="guadalcanal_1942")
    for place in places:
        g.points[at(g, place)] = 3
    act(g, "USA", Action.COMBINED)
    return g


def fleet(g: War, *, guard: str = "") -> tuple[int, int]:
    """Marines and a transport in Noumea; Guadalcanal is Japan's, with this garrison."""
    hold(g, "Japan", "Guadalcanal")
    hold(g, "USA", "Noumea", "Espiritu Santo")
    marine = put(g, "USA MAR any", "Noumea")
    fast = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type == Type.TRS and c.move >= 4)
    lift = g.units.add(counter=fast, power=USA, country=max(g.facts.nation[fast], 0), at=at(g, "Noumea")).index
    if guard:
        put(g, guard, "Guadalcanal")
    return marine, lift


def test_29_no_landing_against_a_garrison_that_will_throw_it_back() -> None:
    g = pacific("Guadalcanal")
    fleet(g, guard="Japan INF 8-3")
    assert Admiral(g, USA).landings() == []


def test_29_and_10_a_landing_on_an_empty_place_starts_from_a_high_section() -> None:
    g = pacific("Guadalcanal")
    marine, lift = fleet(g)
    found = Admiral(g, USA).landings()
    assert found and found[0].target == at(g, "Guadalcanal") and found[0].cargo == [(marine, lift)]
    assert g.ground.section[found[0].goal] >= 2
    assert SURE_LANDING >= 0.5


def test_9_escorts_sail_with_transports_where_the_enemy_is_at_sea() -> None:
    g = pacific("Guadalcanal")
    _, lift = fleet(g)
    cruisers = [ship(g, "USA", "CA", name, "Noumea") for name in ("Astoria", "Vincennes")]
    ship(g, "Japan", "CA", "any", "Coral Sea", 3)
    found = Admiral(g, USA).landings()
    assert found and lift in found[0].ships and set(cruisers) & set(found[0].ships)


def test_12_ships_go_home_out_of_reach_of_bombers() -> None:
    g = pacific()
    hold(g, "Japan", "Truk", "Rabaul")
    hold(g, "USA", "Lae")
    quiet = port_value(g, at(g, "Rabaul"), AXIS)
    for _ in range(8):
        put(g, "USA NAV any", "Lae")
    bombed = port_value(g, at(g, "Rabaul"), AXIS)
    assert bombed < quiet and port_value(g, at(g, "Tokyo"), AXIS) > bombed


@pytest.mark.parametrize("bombed", [False, True])
def test_11_carriers_stay_out_of_a_sea_where_many_aircraft_from_land_would_come(bombed: bool) -> None:
    g = pacific()
    hold(g, "Japan", "Rabaul", "Lae")
    hold(g, "USA", "Espiritu Santo")
    decks = [ship(g, "USA", "CV", "any", "Espiritu Santo") for _ in range(3)]
    ship(g, "Japan", "CA", "any", "Coral Sea", 1)
    bombers = [n for n, c in enumerate(g.facts.counters) if c.power == "Japan" and c.type in BOMBERS]
    far = [n for n in bombers if g.facts.counters[n].air_to_sea > 1 and g.facts.counters[n].range > 7]
    for n in far[: len(decks) + OUTNUMBERED + 1] if bombed else ():
        g.units.add(counter=n, at=at(g, "Lae"), power=JAPAN, country=g.facts.country["japan"])
    admiral, area = Admiral(g, USA), at(g, "Coral Sea")
    found = [o.value for o in admiral.sorties() if g.ground.area[o.goal] == area]
    assert bool(found) is not bombed and all(value < WORTH_DECKS for value in found)
    assert (admiral.land_air.get(area, 0) > len(decks) + OUTNUMBERED) is bombed


def test_carriers_that_lost_their_planes_raid_no_port() -> None:
    g = pacific()
    hold(g, "Japan", "Rabaul")
    decks = [ship(g, "USA", "CV", "any", "Espiritu Santo") for _ in range(2)]
    hold(g, "USA", "Espiritu Santo")
    for _ in range(3):
        ship(g, "Japan", "CA", "any", "Rabaul")
    for deck in decks:
        g.units[deck].no_planes = 1
    assert Admiral(g, USA).raids() == []


# --- whole games --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["barbarossa_1941", "guadalcanal_1942"])
def test_a_planner_gives_a_reason_for_every_answer_of_an_impulse(scenario: str) -> None:
    session = Session.new(TITLE, scenario, {}, players={}, seed=seed_from(7))
    agents = seat_agents(TITLE, scenario, {}, ["planner"], 7)
    told = 0
    while session.pending and sum(session.g.impulses) < 2:
        seat = next(iter(session.pending))
        option = agents[seat].choose(session, seat)
        assert agents[seat].reason
        told += bool(agents[seat].telling)
        session.apply(seat, option)
    assert told >= 2
    assert MIND is TITLE.mind


def test_the_cheapest_unit_is_given_up() -> None:
    g, units, _, _ = front("Germany ARM 8-6", "Germany INF 6-3")
    ask = next(_lose(g, list(units), 1, GERMANY, ()))
    assert isinstance(ask, Ask)
    found = react(g, ask)
    assert found is not None and found[0].text == f"lose u{units[1]}"


def test_a_question_nobody_has_thought_about_is_left_to_the_plan() -> None:
    g, _, _, _ = front("Germany ARM 8-6")
    ask = next(choose_action(g))
    assert isinstance(ask, Ask) and react(g, ask) is None
