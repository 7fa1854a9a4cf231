"""With which of the plain answers dice really fall: what is foretold is what happens, in every title."""

from __future__ import annotations

import random

import pytest

from grognard.kernel.foretelling import dice_that_fall
from grognard.kernel.session import Session
from grognard.kernel.title import title
from tests.titles.test_unannounced_dice import some_answer


@pytest.mark.parametrize(
    ("code", "scenario", "answers"),
    [
        ("gw36", "1939", 300),
        ("tw", "poland", 200),
        ("wif", "barbarossa_1941", 200),
        ("aif", "star_spangled_banner_1947", 150),
        ("awaw", "barbarossa", 300),
    ],
)
def test_what_is_foretold_is_what_happens(code: str, scenario: str, answers: int) -> None:
    """Dice fall with an answer exactly where it was foretold, and to foretell changes nothing."""
    session, rng = Session.new(title(code), scenario, seed=bytes(15) + b"7"), random.Random(5)
    right = 0
    for _ in range(answers):
        if not session.pending or session.outcome:
            break
        seat, text, _marked = some_answer(session, rng)
        before = session.count, session.g.digest()
        known = dice_that_fall(session, seat, patience=60)
        assert before == (session.count, session.g.digest())
        session.apply(seat, text)
        if text in known:
            assert known[text] == bool(session.steps[-1].rolls()), text
            right += 1
    assert right > 10


def test_a_title_s_mark_is_corrected() -> None:
    """World in Flames: nobody flew, so no dice follow `No more`; the mark of the act says so too."""
    session = Session.new(title("wif"), "barbarossa_1941", seed=bytes(32))
    corrected = 0
    rng = random.Random(3)
    for _ in range(120):
        seat, text, marked = some_answer(session, rng)
        if text == "done":
            corrected += marked and dice_that_fall(session, seat, patience=60).get("done") is False
        session.apply(seat, text)
    assert corrected


def test_nothing_is_foretold_that_others_hide() -> None:
    """Where people keep secrets from each other it could betray them, and one's own seat alone is told anything."""
    session, rng, told = Session.new(title("wif"), "global_war_1939", seed=bytes(15) + b"7"), random.Random(5), 0
    alone = dict(session.setting.players)
    for _ in range(60):
        seat, text, _marked = some_answer(session, rng)
        told += bool(dice_that_fall(session, seat))
        session.setting.players.update((other, f"person:{n}") for n, other in enumerate(alone))
        assert dice_that_fall(session, seat) == {}
        session.setting.players.update(alone)
        session.apply(seat, text)
    assert told
    assert dice_that_fall(session, "nobody") == {}
