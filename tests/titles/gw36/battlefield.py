"""A bare board for tests of chapter 9: nobody anywhere, wars and units as a case wants them, dice and answers by script."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from grognard.kernel.dice import Dice, Die, FixedDice, seed_from
from grognard.kernel.flow import Ask, Flow, Option, Secret
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.facts import FACTS, open_files
from grognard.titles.gw36.geography import survey
from grognard.titles.gw36.kinds import FACILITY, KIND, UNIT_IDS
from grognard.titles.gw36.options import Options
from grognard.titles.gw36.powers import ALLIANCES, NATION, NATIONS
from grognard.titles.gw36.rules import combat
from grognard.titles.gw36.rules.amphibious import landing_units
from grognard.titles.gw36.rules.battle import Battle, land_defenders
from grognard.titles.gw36.rules.nations import make_war
from grognard.titles.gw36.rules.seats import acting_seat_numbers
from grognard.titles.gw36.state import ASSAULT, ATTACK, DROP, Theatre, War

_BOARD: list[Any] = []


def combat_phase(g: War) -> Flow[None]:
    """The Combat Phase of every seat in turn, as the sequence of play has it."""
    for number in acting_seat_numbers(g):
        g.mover = number
        yield from combat.combat_phase(g)
    combat.end_combat(g)


def board() -> Any:
    if not _BOARD:
        made = Theatre.load(open_files())
        made.facts = FACTS
        made.geo = survey(made, open_files())
        _BOARD.append(made)
    return _BOARD[0]


class Journal:
    """Keeps what was said and rolled."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.rolls: list[tuple[str, list[int], str]] = []

    def roll(self, purpose: str, die: Die, values: list[int], rule: str, only: Any = (), aim: Any = None) -> None:
        self.rolls.append((purpose, values, rule))

    def say(self, text: str, about: tuple[Any, ...], rule: str, only: tuple[str, ...]) -> None:
        self.said.append(text.format(*(getattr(a, "label", a) for a in about)))

    def reveal(self) -> None:
        pass


def field(turn: str = "germany", *, wars: Iterable[tuple[str, str]] = (("germany", "france"),), **options: bool) -> War:
    """An empty board in the turn of a nation."""
    g = War()
    g.board = board()
    g.title = None
    g.scenario = "1939"
    g.options = Options({row.id: row.default for row in FACTS.options.values()} | {"players": "8", "split_usa": False} | options)
    g.journal = Journal()
    g.dice = Dice(seed_from(1))
    g.zones.fill(g.board.size)
    g.nations.fill(len(NATIONS))
    for zone, name in enumerate(g.board.column("owner_1939")):
        g.zones[zone].owner = NATION.get(name, NOWHERE)
    for name, sheet in FACTS.nations.items():
        g.nations[NATION[name]].alliance = ALLIANCES.index(sheet.alliance)
        g.nations[NATION[name]].capital = g.board.space(sheet.capital) if sheet.capital else NOWHERE
    for a, b in wars:
        make_war(g, NATION[a], NATION[b])
    g.slot = next(slot.slot for slot in FACTS.order if turn in slot.nations)
    g.news += 1
    return g


def zone(g: War, name: str) -> int:
    return int(g.board.space(name))


def put(g: War, nation: str, where: str, *names: str, came: str = "", duty: int = 0, **values: int) -> list[int]:
    """Units of a nation in a zone. `came`: they are attackers that came from there."""
    found = []
    for name in names:
        count, _, kind = name.rpartition(" ")
        for _ in range(int(count or 1)):
            unit = g.raise_unit(KIND[kind], NATION[nation], zone(g, where), **values)
            if came:
                unit.came = zone(g, came)
                unit.used = 1
                unit.duty = duty or ATTACK
            elif duty:
                unit.duty = duty
            found.append(unit.index)
    return found


def build(g: War, where: str, facility: str, border: str = "", **values: int) -> Any:
    return g.sites.add(kind=FACILITY[facility], at=zone(g, where), border=zone(g, border) if border else NOWHERE, **values)


def kinds(g: War, where: str, nation: str) -> dict[str, int]:
    """What a nation has in a zone."""
    found: dict[str, int] = {}
    for u in g.units.stacks[zone(g, where)]:
        if g.units.nation[u] == NATION[nation]:
            name = UNIT_IDS[g.units.kind[u]]
            found[name] = found.get(name, 0) + 1
    return found


FRONT, FROM = "alsace_lorraine", "western_germany"


def battle(g: War, where: str = FRONT) -> Battle:
    """The land battle that the units in place would fight."""
    z = zone(g, where)
    mine = [u for u in g.units.stacks[z] if g.units.duty[u] in (ATTACK, DROP)] + landing_units(g, z)
    return Battle(g, z, mine, land_defenders(g, z, {g.units.nation[u] for u in mine}))


def land(g: War, where: str, sea: str, *names: str, ship: str = "naval_transport", nation: str = "japan") -> list[int]:
    """Units aboard transports in a sea zone with orders to land."""
    found = []
    for name in names:
        carrier = put(g, nation, sea, ship)[0]
        for u in put(g, nation, sea, name, duty=ASSAULT):
            g.units[u].carrier = carrier
            g.units[u].target = zone(g, where)
            found.append(u)
    return found


def texts(ask: Ask) -> list[str]:
    return [o.text for o in ask.options]


class Script:
    """Answers questions: listed texts in order, then by policy; keeps every question."""

    def __init__(self, *answers: str, policy: Callable[[Ask], Option] | None = None) -> None:
        self.answers = list(answers)
        self.policy = policy or first
        self.asked: list[Ask] = []

    def __call__(self, ask: Ask) -> Option:
        self.asked.append(ask)
        assert ask.options, f"a question without options: {ask.prompt}"
        if self.answers:
            wanted = self.answers[0]
            for option in ask.options:
                if option.text == wanted or option.verb == wanted:
                    self.answers.pop(0)
                    return option
        return self.policy(ask)


def first(ask: Ask) -> Option:
    return ask.options[0]


def play(g: War, procedure: Generator[Any, Any, Any] | None, script: Script | None = None) -> Script:
    """Run a procedure to its end."""
    script = script or Script()
    if procedure is None:
        return script
    try:
        question = next(procedure)
        while True:
            if isinstance(question, Ask):
                question = procedure.send(script(question))
            elif isinstance(question, Secret):
                question = procedure.send({seat: script(ask) for seat, ask in question.asks.items()})
            else:
                question = procedure.send(None)
    except StopIteration as end:
        script.result = end.value  # type: ignore[attr-defined]
    return script


def dice(g: War, *values: int) -> None:
    """The next dice, in order."""
    g.dice = FixedDice(*values)
