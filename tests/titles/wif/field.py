"""A battlefield for rule cases: an empty world with powers at war, units put where a case wants them, fixed dice."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from itertools import pairwise
from typing import Any

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import Together
from grognard.kernel.play import Journal
from grognard.titles.wif import TITLE
from grognard.titles.wif.facts import POWER_INDEX, POWERS
from grognard.titles.wif.ground import RAIL
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.setup import _control, _countries
from grognard.titles.wif.state import ALIGNED, War


def war(*enemies: tuple[str, str], turn: str = "May/Jun 1941", scenario: str = "barbarossa_1941", **options: bool) -> War:
    """A game with an empty board, in fine weather, these pairs of powers at war; control as in September 1939."""
    g: War = TITLE.blank(scenario, options)
    g.dice, g.journal = FixedDice(), Journal()
    g.hexes.fill(g.board.size)
    g.powers.fill(len(POWERS))
    g.countries.fill(len(g.facts.countries))
    g.turn = g.first_turn = turn_number(turn)
    g.last_turn = g.turn + 5
    g.weather, g.impulses = [0] * 6, [0, 0]
    _countries(g)
    _control(g)
    for pair in enemies:
        a, b = (POWER_INDEX[p] for p in pair)
        g.powers[a].plays = g.powers[b].plays = 1
        make_war(g, a, b)
    return g


def at(g: War, name: str) -> int:
    return g.ground.named(name)


def put(g: War, what: str, where: str, **columns: int) -> int:
    """`put(g, "Germany ARM 8-6", "E2036")`: a counter of these values, of a power or an aligned minor."""
    country, kind, values = what.rsplit(" ", 2)
    used = set(g.units.counter)
    fits = (c.power == country and c.type == Type.read(kind) and not c.division for c in g.facts.counters)
    number = next(
        n for n, (c, fit) in enumerate(zip(g.facts.counters, fits)) if fit and n not in used and values in ("any", c.values)
    )
    power = POWER_INDEX.get(country)
    nation = g.facts.nation[number]
    if power is None:
        power = g.countries.power[nation]
    return g.units.add(counter=number, at=at(g, where), power=power, country=nation, **columns).index


def named(g: War, power: str, name: str, where: str, **columns: int) -> int:
    """A counter by its name: an HQ, a ship."""
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == power and c.name == name)
    return g.units.add(counter=number, at=at(g, where), power=POWER_INDEX[power], country=g.facts.nation[number], **columns).index


def hold(g: War, power: str, *places: str) -> None:
    """Give hexes, or all hexes of countries, to a power."""
    country = first_home(g, POWER_INDEX[power])
    for place in places:
        for s in g.ground.spaces(place):
            g.hexes[s].controller = country


def align(g: War, country: str, power: str) -> None:
    row = g.countries[g.facts.country[country]]
    row.status, row.power = ALIGNED, POWER_INDEX[power]


def sky(g: War, weather: Weather) -> None:
    """The same weather everywhere."""
    g.weather = [int(weather)] * 6


def act(g: War, power: str, action: Action) -> None:
    g.powers[POWER_INDEX[power]].action = int(action)
    g.power = POWER_INDEX[power]
    g.side = 0 if g.power < 3 else 1


def drive(g: War, flow: Any, answers: Iterable[str] = (), dice: Iterable[int] | FixedDice = ()) -> list[str]:
    """Run a procedure with these answers, then the first option of each question; gives the prompts."""
    g.dice = dice if isinstance(dice, FixedDice) else FixedDice(*dice)
    left, prompts = list(answers), []
    try:
        ask = next(flow)
        while True:
            if isinstance(ask, Together):
                ask.begin(g)
                for seat in ask.flows:
                    while seat in ask.asks:
                        prompts.append(ask.asks[seat].prompt)
                        ask.hear(g, seat, _answer(ask.asks[seat], left))
                ask = flow.send(ask.end(g))
                continue
            prompts.append(ask.prompt)
            ask = flow.send(_answer(ask, left))
    except StopIteration:
        assert not left, f"answers left: {left}"
    return prompts


def outcome(g: War, flow: Any, answers: Iterable[str] = (), dice: Iterable[int] | FixedDice | None = None) -> Any:
    """What a procedure gives, with these answers and dice; without dice those that are set already."""
    found: list[Any] = []

    def run() -> Any:
        found.append((yield from flow))

    drive(g, run(), answers, g.dice if dice is None else dice)
    return found[0]


def _answer(ask: Any, left: list[str]) -> Any:
    wanted = left.pop(0) if left else ask.options[0].text
    option = ask.find(wanted)
    assert option is not None, f"{wanted!r} is not among {[o.text for o in ask.options][:40]} of {ask.prompt!r}"
    return option


def without(g: War, bits: int) -> None:
    """Take these features off every hexside, on this game's own copy of the ground."""
    ground = g.__dict__["ground"] = copy(g.ground)
    ground.steps = [tuple((s, f & ~bits) for s, f in links) for links in ground.steps]
    ground.between = {(a, b): f for a, links in enumerate(ground.steps) for b, f in links}


def sides(g: War, *path: str, bits: int = RAIL) -> None:
    """Give the hexsides along a path these features (a railway, a river), on this game's own copy of the ground."""
    ground = g.__dict__["ground"] = copy(g.ground)
    ground.steps, ground.between = list(ground.steps), dict(ground.between)
    for a, b in pairwise(at(g, name) for name in path):
        for here, there in ((a, b), (b, a)):
            ground.steps[here] = tuple((s, f | bits if s == there else f) for s, f in ground.steps[here])
            ground.between[here, there] |= bits


def cut(g: War, *path: str, bits: int = RAIL) -> None:
    """Take features off the hexsides along a path, on this game's own copy of the ground."""
    ground = g.__dict__["ground"] = copy(g.ground)
    ground.steps, ground.between = list(ground.steps), dict(ground.between)
    for a, b in pairwise(at(g, name) for name in path):
        for here, there in ((a, b), (b, a)):
            ground.steps[here] = tuple((s, f & ~bits if s == there else f) for s, f in ground.steps[here])
            ground.between[here, there] &= ~bits


def beside(g: War, name: str, n: int = 0) -> str:
    """The code of a neighbour of a place."""
    return g.board.token(g.ground.steps[at(g, name)][n][0])
