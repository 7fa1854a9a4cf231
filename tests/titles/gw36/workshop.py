"""A scenario as it is set up, for tests of chapters 7, 11 and 12: whose turn, money, units and answers as a case wants them."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from grognard.kernel.acts import Menu
from grognard.kernel.dice import Dice, FixedDice, seed_from
from grognard.kernel.flow import Ask, Flow, Option, Secret
from grognard.kernel.rules import No
from grognard.titles.gw36 import TITLE, setup
from grognard.titles.gw36.facts import open_files
from grognard.titles.gw36.kinds import FACILITY, KIND, TECHNOLOGY, UNIT_IDS
from grognard.titles.gw36.options import Options
from grognard.titles.gw36.powers import NATION, researched
from grognard.titles.gw36.rules import calendar, combat_movement, non_combat, production
from grognard.titles.gw36.rules.nations import make_war, power_of
from grognard.titles.gw36.rules.treasury import Desk, desks, earn, lose
from grognard.titles.gw36.state import War
from grognard.titles.gw36.subjects import Spending

_BOARD: list[Any] = []


def spending_menu(g: War, desk: Desk) -> Menu[War, Spending]:
    """Everything a desk can do in its Production Phase."""
    return Menu(g, Spending(*desk), production.SPENDINGS)


class Journal:
    """Keeps what was said and rolled."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.rolls: list[tuple[str, list[int]]] = []

    def roll(self, purpose: str, die: Any, values: list[int], rule: str, only: Any = (), aim: Any = None) -> None:
        self.rolls.append((purpose, values))

    def say(self, text: str, about: tuple[Any, ...], rule: str, only: tuple[str, ...]) -> None:
        self.said.append(text.format(*(getattr(a, "label", a) for a in about)))

    def reveal(self) -> None:
        pass


def game(nation: str = "germany", scenario: str = "1939", when: str = "", **options: bool | str) -> War:
    """A scenario at the start of a nation's turn, if wished in a later calendar turn."""
    if not _BOARD:
        _BOARD.append(TITLE.board(open_files()))
    g = War()
    g.board, g.title, g.scenario = _BOARD[0], TITLE, scenario
    g.options = Options({switch.key: switch.default for switch in TITLE.switches} | options)
    g.journal, g.dice = Journal(), Dice(seed_from(7))
    setup.set_up(g)
    g.slot = TITLE_SLOTS[nation]
    if when:
        g.turn = calendar.turn_of(g, when)
    calendar.begin_national_turn(g)
    return g


TITLE_SLOTS = {
    "germany": 1, "ussr": 2, "ccp": 2, "japan": 3, "great_britain": 4, "fec": 4, "anzac": 4, "france": 5, "free_france": 5,
    "italy": 6, "usa": 7, "kmt": 7,
}  # fmt: skip


def desk(nation: str, half: int = 0) -> Desk:
    return Desk(NATION[nation], half)


def zone(g: War, name: str) -> int:
    return int(g.board.space(name))


def money(g: War, nation: str, amount: int) -> None:
    """Give a nation exactly so much."""
    have = g.nations.cash[NATION[nation]]
    if amount >= have:
        earn(g, NATION[nation], amount - have)
    else:
        lose(g, NATION[nation], have - amount)


def cash(g: War, nation: str) -> int:
    return g.nations.cash[NATION[nation]]


def develop(g: War, nation: str, technology: str, stages: int = 4) -> None:
    g.tech[researched(power_of(NATION[nation]), TECHNOLOGY[technology])] = stages
    g.news += 1


def war(g: War, a: str, b: str) -> None:
    make_war(g, NATION[a], NATION[b])


def seize(g: War, where: str, nation: str, *, captured: int = 0) -> None:
    """A zone belongs to a nation since before this turn (or was captured in it), and nobody else stands there."""
    row = g.zones[zone(g, where)]
    row.owner, row.captured = NATION[nation], captured
    if not captured:
        row.held = NATION[nation]
    for u in list(g.units.stacks[row.index]):
        if g.units.nation[u] != NATION[nation]:
            g.remove(u)


def put(g: War, nation: str, where: str, kind: str, **values: int) -> Any:
    return g.raise_unit(KIND[kind], NATION[nation], zone(g, where), **values)


def carry_out(g: War, u: int, choice: Option) -> Flow[None]:
    """A unit does what it is ordered in Combat Movement"""
    done = combat_movement.orders_menu(g, u).do(choice)
    if isinstance(done, Generator):
        yield from done


def go(g: War, u: int, choice: Option) -> None:
    """A unit makes a move of Non-Combat Movement."""
    done = non_combat.orders_menu(g, u).do(choice)
    if isinstance(done, Generator):
        run(g, done)


def site(g: War, where: str, facility: str) -> Any:
    """The first finished facility of a kind in a zone, or a new one."""
    for s in g.sites.where(at=zone(g, where), kind=FACILITY[facility], built=1):
        return s
    return g.sites.add(kind=FACILITY[facility], at=zone(g, where), since=-1)


def clear_sites(g: War, where: str) -> None:
    for s in g.sites.where(at=zone(g, where)):
        s.at = -1


def count(g: War, nation: str, where: str, kind: str) -> int:
    units = g.units
    return sum(1 for u in g.units.stacks[zone(g, where)] if units.nation[u] == NATION[nation] and UNIT_IDS[units.kind[u]] == kind)


def run(g: War, procedure: Generator[Any, Any, Any] | None, *answers: str) -> list[Ask]:
    """Run a procedure with these answers in order; each must be on its list, and none may be left."""
    asked: list[Ask] = []
    left = list(answers)
    if procedure is None:
        return asked

    def answer(ask: Ask) -> Option:
        asked.append(ask)
        assert left, f"unexpected question: {ask.prompt}: {[o.text for o in ask.options][:20]}"
        text = left.pop(0)
        found = next((o for o in ask.options if text in (o.text, o.verb)), None)
        assert found, f"{text!r} is not offered at {ask.prompt!r}: {[o.text for o in ask.options][:40]}"
        return found

    try:
        question = next(procedure)
        while True:
            if isinstance(question, Ask):
                question = procedure.send(answer(question))
            elif isinstance(question, Secret):
                question = procedure.send({seat: answer(ask) for seat, ask in question.asks.items()})
            else:
                question = procedure.send(None)
    except StopIteration:
        pass
    assert not left, f"answers that nobody asked for: {left}"
    return asked


def dice(g: War, *values: int) -> None:
    g.dice = FixedDice(*values)


def refused(no: No | None, section: str, words: str = "") -> None:
    """A refusal that cites a section (and says some words)."""
    assert isinstance(no, No), "it was allowed"
    assert no.rule == section, no
    assert words in no.reason, no.reason


def production_phase(g: War) -> Flow[None]:
    """The Production Phase of every desk in turn, as the sequence of play has it."""
    for one in desks(g):
        g.desk = one.number
        yield from production.production_phase(g)
