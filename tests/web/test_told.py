"""The log tells the game in every title: parts by turn, side and segment, and who went where, but nobody's secret."""

from __future__ import annotations

import random

import pytest

from grognard.kernel.play import Line
from grognard.kernel.session import Session
from grognard.kernel.title import title
from grognard.titles.awaw.designs import GROUND, NAVAL
from grognard.titles.awaw.rules.units import KIND


def played(code: str, scenario: str, answers: int, wishes: tuple[str, ...] = ()) -> Session:
    session, rng = Session.new(title(code), scenario, seed=bytes(16)), random.Random(4)
    for _ in range(answers):
        if not session.pending:
            break
        seat, ask = next(iter(session.pending.items()))
        texts = [option.text for option in ask.options]
        verbs = sorted({text.split(" ")[0] for text in texts} - ({"done"} if len(texts) > 1 and rng.random() < 0.7 else set()))
        verb = rng.choice(verbs)
        wished = [text for text in texts if text in wishes]
        session.apply(seat, rng.choice(wished or [text for text in texts if text.split(" ")[0] == verb]))
    return session


@pytest.mark.parametrize(
    ("code", "scenario", "wish"),
    [
        ("gw36", "1939", "pass"),
        ("tw", "poland", "n.germany sle"),
        ("wif", "barbarossa_1941", "act land"),
        ("aif", "star_spangled_banner_1947", "act land"),
        ("awaw", "barbarossa", "pass"),
    ],
)
def test_turns_and_ways_stand_in_the_log(code: str, scenario: str, wish: str) -> None:
    """Each part of the log is headed by its date and segment, in a player turn by its side too; units that moved are named."""
    session = played(code, scenario, 240, (wish,))
    lines, known = session.log_lines(), {side.key for side in session.title.sides}
    heads = [line.head for line in lines if line.head]
    assert heads and all(all(head) for head in heads)
    assert any(len(head) > 2 for head in heads), "no player turn"
    deeds = [line.deed for line in lines if line.deed]
    assert deeds and all(deed.units and (deed.came or deed.went) for deed in deeds)
    assert {side for deed in deeds for side, _, _ in deed.units} <= known
    assert all(sort for deed in deeds for _, sort, _ in deed.units)


def test_ships_of_a_world_at_war_sail_untold() -> None:
    """Which ships are in which task force is their owner's secret (ours 20.16): no line says which of them went where; of an army
    one does."""
    session = Session.new(title("awaw"), "north_africa", seed=bytes(16))
    g, told = session.g, []
    ships = [row for row in g.units if row.at >= 0 and KIND[row.design] in NAVAL]
    armies = [row for row in g.units if row.at >= 0 and KIND[row.design] in GROUND]
    for row, there in ((ships[0], armies[0].at), (armies[0], ships[-1].at)):
        session.teller.stand_now(g)
        row.at = there
        lines: list[Line] = []
        session.teller.deeds(g, lines, "", True)
        told.append([line.deed for line in lines])
    assert told[0] == [] and len(told[1]) == 1
