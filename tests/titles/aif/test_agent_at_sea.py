"""Blunder positions of the handbook at sea and on the beaches: cover, loaded transports, notional units, jungle."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel.acts import menu
from grognard.kernel.flow import Ask
from grognard.titles.aif.agent import afloat, own_answer
from grognard.titles.aif.agent.cover import cover, too_bold
from grognard.titles.aif.state import America
from grognard.titles.wif.agent import lift, rear
from grognard.titles.wif.agent.assaults import Staff
from grognard.titles.wif.agent.sea import Operation
from grognard.titles.wif.agent.sea_fights import fight_at_sea
from grognard.titles.wif.agent.view import view_of
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, POWER_INDEX, USA
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules import hq_support, landings
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.land_strength import LADDER
from grognard.titles.wif.rules.landings import Debarking, Invading
from grognard.titles.wif.rules.naval_damage import APART, TOGETHER, Homecoming
from grognard.titles.wif.state import NOWHERE

from ..wif.field import act, at, hold, put
from .field import america

CARIBBEAN = "Caribbean Sea"


def ship(g: America, power: str, kind: Type, place: int) -> int:
    used = set(g.units.counter)
    sheet = next(n for n, c in enumerate(g.facts.counters) if c.power == power and c.type == kind and n not in used)
    return g.units.add(counter=sheet, power=POWER_INDEX[power], country=g.facts.nation[sheet], at=place).index


def box(g: America, section: int = 1) -> int:
    return g.ground.sections[at(g, CARIBBEAN)][section]


def loaded(g: America, power: str, place: int) -> tuple[int, int]:
    boat, corps = ship(g, power, Type.TRS, place), put(g, f"{power} INF any", "Norfolk")
    g.units[corps].at, g.units[corps].aboard = place, boat
    return boat, corps


@pytest.mark.parametrize(
    ("theirs", "ours", "decks", "refused"),
    [(3, 0, 0, True), (3, 2, 0, True), (3, 3, 0, False), (3, 1, 2, False), (0, 0, 0, False), (1, 0, 0, True)],
)
def test_07_25_no_troops_under_an_enemy_sky(theirs: int, ours: int, decks: int, refused: bool) -> None:
    """Blunders 7 and 25: loaded transports go where as many fighters or carriers cover them as the enemy has aircraft, three are
    always enough; where the enemy has none they need none."""
    g = america()
    hold(g, "Germany", "Kingston")
    for _ in range(theirs):
        put(g, "USA FTR any", "Havana")
    for _ in range(ours):
        put(g, "Germany FTR any", "Kingston")
    boat, corps = loaded(g, "Germany", at(g, "Kingston"))
    carriers = [ship(g, "Germany", Type.CV, at(g, "Kingston")) for _ in range(decks)]
    raid = Operation(at(g, "Kingston"), [boat, *carriers], [(corps, boat)], box(g), at(g, "Havana"), 9.0, "")
    sky = cover(g)
    assert sky.fighters.get((at(g, CARIBBEAN), ALLIES), 0) == theirs and sky.fighters.get((at(g, CARIBBEAN), AXIS), 0) == ours
    assert too_bold(g, sky, raid, AXIS) == refused


@pytest.mark.parametrize(
    ("foes", "decks", "value", "refused"), [(4, 2, 5.0, True), (4, 4, 5.0, False), (4, 2, 12.0, False), (3, 2, 5.0, False)]
)
def test_09_a_few_carriers_stay_out(foes: int, decks: int, value: float, refused: bool) -> None:
    """Blunder 9: fewer than four carriers do not go under four aircraft of the enemy, but for ten points of prey."""
    g = america()
    for n in range(foes):
        put(g, f"USA {('FTR', 'NAV')[n % 2]} any", "Havana")
    hold(g, "Germany", "Kingston")
    carriers = [ship(g, "Germany", Type.CV, at(g, "Kingston")) for _ in range(decks)]
    assert too_bold(g, cover(g), Operation(at(g, "Kingston"), carriers, [], box(g), NOWHERE, value, ""), AXIS) == refused


def test_08_loaded_transports_debark_while_they_can() -> None:
    """Blunder 8: the corps goes ashore in this impulse, nobody stays aboard."""
    g = america()
    act(g, "USA", Action.LAND)
    _, corps = loaded(g, "USA", box(g))
    ask: Any = next(landings.debark(g))
    assert isinstance(ask.subject, Debarking)
    option, _ = rear.debark(g, ask, ask.subject, set())
    assert option.verb == "debark" and option.args[0].index == corps


def test_06_the_usa_lets_its_notional_units_fight() -> None:
    """Blunder 6: a landing that meets a notional unit is an attack on American soil, which pays the USA half its production."""
    g = america()
    _, corps = loaded(g, "Germany", box(g, 2))
    beach = next(s for s in g.ground.homeland["usa"] if at(g, CARIBBEAN) in g.ground.seas[s])
    act(g, "Germany", Action.LAND)
    landings._invade(g, Invading(GERMANY), (corps, beach))
    g.power = USA
    ask: Any = next(hq_support.ignore_notionals(g))
    assert any(o.verb == "ignore" for o in ask.options)
    found = own_answer(g, ask)
    assert found is not None and found[0].verb == "keep"


def test_26_jungle_is_reckoned_by_who_attacks() -> None:
    """Blunder 26: the staff sees the column that only an attack of Japanese alone keeps."""
    for power in ("Japan", "Germany"):
        g = america()
        target = next(
            s for s in range(g.board.size)
            if g.ground.land[s] and g.board.terrain_name(s) == "jungle" and not g.ground.city[s] and g.ground.steps[s]
        )  # fmt: skip
        here = g.ground.steps[target][0][0]
        hold(g, "USA", g.board.token(target))
        hold(g, power, g.board.token(here))
        put(g, "USA INF any", g.board.token(target))
        corps = [put(g, f"{power} INF any", g.board.token(here), fed=1) for _ in range(2)]
        act(g, power, Action.LAND)
        staff = Staff(view_of(g, g.power))
        reckoned = staff.reckon(target, [(u, here) for u in corps])[3]
        for u in corps:
            join_attack(g, g.power, u, target)
        column = fight(g, 0).column
        assert reckoned == f"{LADDER[column].numerator}:{LADDER[column].denominator}"


def test_ships_that_abort_to_one_port_sail_there_together() -> None:
    """The question has no port to weigh: a planner answers it all the same."""
    g = america()
    cruiser = ship(g, "USA", Type.CA, box(g))
    port = at(g, "Norfolk")
    ask = next(menu(g, "usa", "{1} ships return to {0}", Homecoming(cruiser, (port,)), TOGETHER, APART, named=(g.hexes[port], 2)))
    assert isinstance(ask, Ask)
    found = fight_at_sea(g, ask)
    assert found is not None and found[0].verb == "together"


def test_troops_are_carried_to_open_beaches_too() -> None:
    """A friendly shore without a port is a landfall in this edition; with the option of amphibious units it is none."""
    g = america()
    hold(g, "Germany", "cuba")
    view = view_of(g, GERMANY)
    beaches = [s for s in lift._landfalls(g, view, at(g, CARIBBEAN)) if not g.ground.port[s]]
    assert beaches and {g.ground.country[s] for s in beaches} == {"cuba"}
    g = america(amphibious=True)
    hold(g, "Germany", "cuba")
    assert all(g.ground.port[s] for s in lift._landfalls(g, view_of(g, GERMANY), at(g, CARIBBEAN)))


def test_troops_stay_aboard_in_a_naval_action() -> None:
    """Landings are worth little in it, a voyage into a port all it is worth: so the Axis lands in combined actions."""
    g = america()
    landing = Operation(at(g, "Kingston"), [0], [(1, 0)], box(g), at(g, "Havana"), 10.0, "")
    ferry = Operation(at(g, "Kingston"), [2], [(3, 2)], at(g, "Miami"), NOWHERE, 10.0, "")
    assert afloat(g, [landing]) < 5 and afloat(g, [ferry]) == 10
