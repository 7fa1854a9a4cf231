"""Who may know what, and dice that nobody may know twice."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random

import pytest

from grognard.kernel.bounds import Bounds, unfolded
from grognard.kernel.dice import commitment, seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.mail import copy_for
from grognard.kernel.saves import Keeper, dump, load, open_session, read
from grognard.kernel.session import Refused, Session
from grognard.kernel.veil import sealed_steps as sealed
from grognard.kernel.verifying import verify
from tests.kernel.conftest import TITLE, new_game, play_random

PEOPLE = {"blue": "ann", "red": "bob", "rust": "bob"}


def rewound() -> Session:
    """A game that was taken back past dice."""
    session = new_game(3, players=PEOPLE)
    session.apply("blue", "bid 3")
    session.apply("red", "bid 3")
    session.undo(1, "blue", agreed=PEOPLE)
    assert session.epoch == 1
    return session


def test_a_standing_answer_unseals_nothing() -> None:
    session = new_game(players=PEOPLE)
    session.apply("red", "bid 4")
    session.stand("blue", "storm", "never")
    session.stand("red", "storm", "never")
    assert sealed(session) == {1}
    assert sealed(session.still()) == {1}
    read_by = [copy_for(session, seats).steps[1].option for seats in (("blue",), ("red",), ("rust",), ("rust", "red"))]
    assert read_by == ["?", "bid 4", "?", "bid 4"]
    session.apply("blue", "bid 0")
    assert sealed(session) == set()


def test_there_is_a_copy_for_every_seat_at_every_moment() -> None:
    """What others did openly with means that are hidden (gold for a storm) happens in the copy as it did in the game."""
    for seed in range(3):
        session, rng = new_game(seed, players=PEOPLE), Random(seed)
        for _ in range(60):
            if not session.pending:
                break
            seat = rng.choice(list(session.pending))
            session.apply(seat, rng.choice(session.pending[seat].options))
            for seats in (("blue",), ("red", "rust"), ("rust", "blue")):
                copy = copy_for(session, seats)
                assert [(s.seat, s.barrier) for s in copy.steps] == [(s.seat, s.barrier) for s in session.steps]


def test_two_agents_of_one_name_do_not_read_together() -> None:
    session = new_game(players={"blue": "agent:planner", "red": "agent:planner", "rust": ""})
    assert session.seats_with("blue") == ["blue"]
    assert new_game(players=PEOPLE).seats_with("rust") == ["rust", "red"]


def test_the_epoch_of_an_agreed_rewind_outlives_dump_load_and_compaction(tmp_path: Path) -> None:
    session = rewound()
    assert load(Path("x"), data=dump(session)).epoch == 1
    file = tmp_path / "game.jsonl"
    keeper = Keeper.create(file, new_game(3, players=PEOPLE))
    kept = keeper.session
    kept.apply("blue", "bid 3")
    kept.apply("red", "bid 3")
    rolled = [line.dice for line in kept.steps[-1].lines if line.die]
    kept.undo(1, "blue", agreed=PEOPLE)
    keeper.compact()
    keeper.close()
    again = open_session(file)
    assert again.epoch == 1
    again.apply("red", "bid 3")
    assert [line.dice for line in again.steps[-1].lines if line.die] != rolled
    assert verify(file).answers == 2


def test_new_dice_are_sealed_kept_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    keeper = Keeper.create(file, new_game(3))
    session = keeper.session
    play_random(session, 20)
    first = session.seed
    session.renew_dice(seed_from(99))
    assert session.commitment == commitment(seed_from(99)) and session.former == [first]
    assert session.commitment in session.steps[-1].lines[-1].text and session.steps[-1].barrier
    play_random(session, 60)
    for n in range(2):
        assert verify(file).answers == session.count
        again = load(file)
        assert (again.seed, again.former, again.commitment) == (session.seed, session.former, session.commitment)
        if n == 0:
            keeper.compact()
    session.undo(10, "blue")
    assert session.seed not in (first, seed_from(99)) and load(file).seed == session.seed
    assert verify(file).answers == 11


def test_a_file_that_names_other_dice_is_refused(tmp_path: Path) -> None:
    session = new_game(3)
    session.renew_dice()
    session.former = [seed_from(4)]
    file = tmp_path / "game.jsonl"
    file.write_bytes(dump(session))
    assert len(read(file).seeds) == 1  # the seed nobody committed to is not written
    with pytest.raises(Refused, match="nobody at the table"):
        session.give("blue", "new_dice 00")


def test_nobody_draws_for_others() -> None:
    session = new_game(players=PEOPLE)
    with pytest.raises(Refused, match="needs the consent of red, rust"):
        session.give("blue", "draw")
    session.give("blue", "draw", agreed=session.seats)
    assert session.outcome is not None
    with pytest.raises(Refused):
        new_game().give("blue", "standing")


def test_a_state_unfolds_no_further_than_a_state_can() -> None:
    with pytest.raises(zlib.error, match="too large"):
        unfolded(zlib.compress(b"\0" * 40_000_000, 9))
    with pytest.raises(zlib.error, match="cut off"):
        unfolded(zlib.compress(b"abc" * 1000)[:-6])
    g = TITLE.blank("lake", {})
    with pytest.raises(GrognardError, match="too large"):
        g.decode(zlib.compress(b"\0" * 40_000_000, 9))


@pytest.mark.parametrize(
    ("bounds", "words"),
    [(Bounds(line=100), "a line is too long"), (Bounds(records=10), "too many lines"), (Bounds(checkpoints=1), "checkpoints"),
     (Bounds(log=3), "log is too long"), (Bounds(text=2), "too long"),
     (Bounds(names=2), "too many names"), (Bounds(dice=0), "too many dice")],
)
def test_a_strangers_file_is_bounded(bounds: Bounds, words: str) -> None:
    session = new_game(3)
    play_random(session, 60)
    data = dump(session)
    assert read(Path("x"), data=data, bounds=Bounds()).steps
    with pytest.raises(GrognardError, match=words):
        read(Path("x"), data=data, bounds=bounds)


def test_a_stranger_makes_nobody_play_a_long_way() -> None:
    """Answers after the last checkpoint are bounded, for there the game stands; those between two checkpoints are not."""
    session = new_game(3)
    play_random(session, 60)
    bounds = Bounds(since=session.count - session.checkpoints[-1].at)
    assert read(Path("x"), data=dump(session), bounds=bounds).steps
    session.checkpoints = session.checkpoints[:1]
    with pytest.raises(GrognardError, match="after its last checkpoint"):
        read(Path("x"), data=dump(session), bounds=Bounds(since=session.count - 1))
