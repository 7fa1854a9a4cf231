"""Every sentence a title shows goes through its catalogue: games are played at random, and of all that a view shows and of every
refusal nothing is left that is neither a sentence of the code nor a name of the data."""

from __future__ import annotations

from random import Random

import pytest

from grognard.kernel.present import view
from grognard.kernel.session import Session
from grognard.kernel.title import title
from tests.house.spoken import Listener, told

GAMES = [
    ("gw36", "1939", 100), ("tw", "poland", 90), ("wif", "global_war_1939", 60), ("wif", "barbarossa_1941", 60),
    ("aif", "short_game", 60), ("awaw", "barbarossa", 80),
]  # fmt: skip


@pytest.mark.parametrize(("code", "scenario", "answers"), GAMES)
def test_every_sentence_goes_through_the_catalogue(code: str, scenario: str, answers: int) -> None:
    listener, rng = Listener(title(code)), Random(3)
    session, lost = Session.new(title(code), scenario, seed=b"w" * 32), dict[str, str]()
    for n in range(answers):
        if not session.pending:
            break
        seat, ask = next(iter(session.pending.items()))
        if n % 9 == 0:
            shown = list(told(view(session, (seat,), log_from=max(0, session.count - 9))))
            pieces = [piece.id for piece in view(session, (seat,)).picture.pieces]
            for piece in rng.sample(pieces, min(4, len(pieces))):
                space = session.g.board.ids[rng.randrange(session.g.board.size)]
                refused = session.why_not(seat, piece, space)
                shown += [("refusal", refused.reason)] if refused is not None else []
            lost |= {piece: f"{where}: {text}" for where, text in shown for piece in listener.untold(text)}
        verb = rng.choice(sorted({option.verb for option in ask.options}))
        session.apply(seat, rng.choice([option for option in ask.options if option.verb == verb]))
    assert not lost


def test_a_sentence_that_goes_round_the_catalogue_is_found() -> None:
    listener = Listener(title("tw"))
    assert listener.untold("Germany conquers whatever it likes") and listener.untold("the weather is fine")
    assert not listener.untold("Impulse 1: choose a unit to move") and not listener.untold("Move XIX Panzer Corps: 4 points left")
