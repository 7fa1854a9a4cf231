"""Nothing rolls on an answer that does not say so: a player who answers calmly is told before dice fall, in every title."""

from __future__ import annotations

import random

import pytest

from grognard.kernel.dice import Unannounced
from grognard.kernel.session import Session
from grognard.kernel.title import title


def some_answer(session: Session, rng: random.Random) -> tuple[str, str, bool]:
    """Somebody's answer, every verb as likely as any other, and whether it announces dice."""
    seat, ask = rng.choice(list(session.pending.items()))
    verb = rng.choice(sorted({option.verb for option in ask.options}))
    option = rng.choice([option for option in ask.options if option.verb == verb])
    return seat, option.text, session.title.final(session.g, ask, option)


@pytest.mark.parametrize(
    ("code", "scenario", "answers"),
    [
        ("gw36", "1939", 500),
        ("tw", "poland", 400),
        ("wif", "barbarossa_1941", 400),
        ("aif", "star_spangled_banner_1947", 300),
        ("awaw", "barbarossa", 500),
    ],
)
def test_dice_fall_only_with_answers_that_say_so(code: str, scenario: str, answers: int) -> None:
    """An answer is given calmly first: then no die has fallen unless it was marked. Where it is held back the game stands as it
    did, and the same answer given again throws the dice."""
    session, rng = Session.new(title(code), scenario, seed=bytes(15) + b"7"), random.Random(5)
    held = 0
    for _ in range(answers):
        if not session.pending or session.outcome:
            break
        seat, text, marked = some_answer(session, rng)
        count, digest = session.count, session.g.digest()
        try:
            session.apply(seat, text, calm=True)
        except Unannounced:
            held += 1
            assert not marked and (session.count, session.g.digest()) == (count, digest)
            session.apply(seat, text)
            assert session.steps[-1].rolls(), text
        else:
            assert marked or not session.steps[-1].rolls(), text
    assert session.count > 100 and held


def test_where_secrets_stand_between_people_nobody_is_told_beforehand() -> None:
    """That dice would fall may betray what lies hidden: with other people at a table with secrets the answer is simply given."""
    for everybody in (True, False):
        session, rng, held = Session.new(title("wif"), "global_war_1939", seed=bytes(15) + b"7"), random.Random(5), 0
        for n, seat in enumerate(session.setting.players):
            session.setting.players[seat] = "person:1" if everybody else f"person:{n}"
        for _ in range(150):
            seat, text, _marked = some_answer(session, rng)
            try:
                session.apply(seat, text, calm=True)
            except Unannounced:
                held += 1
                session.apply(seat, text)
        assert bool(held) is everybody and any(step.rolls() for step in session.steps[1:])
