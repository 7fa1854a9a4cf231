"""Session: answers, refusals, undo, rewind, fork, the log."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import D6, seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import Option
from grognard.kernel.play import DeadEnd
from grognard.kernel.session import Refused, Session
from tests.kernel.conftest import TITLE, new_game, play_random

PEOPLE = {"blue": "ann", "red": "bob", "rust": "cid"}


def to_movement(session: Session) -> str:
    """Bid and pass until somebody moves; the seat that does."""
    session.apply("blue", "bid 1")
    session.apply("red", "bid 2")
    for seat in ("blue", "red", "rust"):
        session.apply(seat, "pass")
    return next(iter(session.pending))


def test_only_listed_answers_of_the_asked_seat_are_accepted() -> None:
    session = new_game()
    before = session.g.digest()
    for seat, text, why in (
        ("blue", "bid 6", r"you have 5 gold \(4.1\)"),
        ("blue", "march", r"'march' is not possible now; the question is 'Bid for the first move'"),
        ("rust", "bid 0", "rust is not asked anything now; the game waits for blue, red"),
        ("green", "bid 0", "there is no seat 'green'; the seats are blue, red, rust"),
    ):
        with pytest.raises(Refused, match=why):
            session.apply(seat, text)
    assert (session.count, session.g.digest()) == (0, before)
    session.apply("blue", Option("bid", 2))
    assert session.count == 1
    with pytest.raises(Refused):
        session.apply("red", Option("bid", 17))


def test_explain_names_the_rule() -> None:
    session = new_game()
    mover = to_movement(session)
    assert session.explain(mover, "pick u3") is None
    unit = session.g.units[3]
    assert str(session.explain(mover, "pick u0")) == "Blue 0 is not yours (2.1)"
    session.apply(mover, "pick u3")
    no = session.explain(mover, "to u3 h0003")
    assert no is not None
    assert (no.rule, no.reason) == ("2.1", "a unit moves from space to adjacent space")
    assert unit.moved
    assert session.explain("blue", "pick u0") is not None


def test_a_title_may_explain_what_no_question_covers(monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard.kernel.rules import No

    monkeypatch.setattr(TITLE, "explain", lambda g, seat, option: No("9.9", "not in this game") if option.verb == "fly" else None)
    session = new_game()
    assert session.explain("blue", "fly u0") == No("9.9", "not in this game")
    assert "not possible now" in str(session.explain("blue", "swim u0"))


def test_a_crash_inside_a_rule_leaves_the_game_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_game()
    play_random(session, 12)
    before, count = session.g.digest(), session.count
    texts = {seat: [o.text for o in ask.options] for seat, ask in session.pending.items()}
    monkeypatch.setattr(session.play, "answer", lambda *a: 1 / 0)
    seat = next(iter(session.pending))
    with pytest.raises(ZeroDivisionError):
        session.apply(seat, texts[seat][0])
    assert (session.g.digest(), session.count) == (before, count)
    assert {seat: [o.text for o in ask.options] for seat, ask in session.pending.items()} == texts


def test_a_question_without_options_is_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_game()
    session.pending["blue"]._listed = ()
    with pytest.raises(DeadEnd):
        session.apply("blue", "bid 0")


def test_alone_undo_is_free_even_past_dice() -> None:
    session = new_game()
    digests = [session.g.digest()]
    for n in range(70):
        if not play_random(session, 1, n):
            break
        digests.append(session.g.digest())
    for to in range(session.count - 1, -1, -7):
        session.undo(to, "red")
        assert session.count == to
        assert session.g.digest() == digests[to]


def test_undo_is_free_for_own_answers_until_dice_or_secrets() -> None:
    session = new_game(players=PEOPLE)
    mover = to_movement(session)
    session.apply(mover, "pick u3")
    way = next(o.text for o in session.pending[mover].options if o.verb == "to")
    session.apply(mover, way)
    assert session.consent_needed(session.count - 2, mover) == set()
    session.undo(session.count - 2, mover)
    assert session.pending[mover].find("pick u3") is not None
    with pytest.raises(Refused, match="blue, rust must agree"):
        session.undo(1, mover)
    with pytest.raises(Refused, match="rust must agree"):
        session.undo(1, mover, agreed=["blue"])
    session.undo(1, mover, agreed=["blue", "rust"])
    assert session.count == 1
    assert session.epoch == 1


def test_agents_never_object() -> None:
    session = new_game(players={"blue": "ann", "red": "agent:random", "rust": "agent:random"})
    play_random(session, 20)
    session.undo(0, "blue")
    assert session.count == 0


def test_a_rewind_past_dice_gets_fresh_dice() -> None:
    found = set()
    for epoch in range(12):
        session = new_game(5)
        session.epoch = epoch
        session.g.dice = session._stream()
        found.add(tuple(session.g.roll_dice(5, D6, "test")))
    assert len(found) > 6


def test_undo_out_of_range_or_by_strangers_is_refused() -> None:
    session = new_game()
    play_random(session, 5)
    with pytest.raises(Refused, match="cannot go back to 9"):
        session.undo(9, "blue")
    with pytest.raises(Refused, match="no seat"):
        session.undo(0, "nobody")
    with pytest.raises(Refused, match="no position"):
        session.at(99)


def test_the_log_tells_who_may_read_it() -> None:
    session = new_game()
    play_random(session, 60)
    session.g.say("a whisper", only=("red",))
    session._record("red", "x")
    everything = session.log_lines()
    assert everything[-1].text == "a whisper"
    assert [line.text for line in session.log_lines(("blue",))] == [line.text for line in everything[:-1]]
    assert session.log_lines(("red",))[-1].text == "a whisper"
    assert session.log_lines(None, everything[-1].number) == everything[-1:]
    rolls = [line for line in everything if line.die]
    assert rolls
    assert all(line.dice for line in rolls)
    first_roll = rolls[0]
    assert session.step_of_line(first_roll.number) == first_roll.step
    with pytest.raises(Refused, match="no such line"):
        session.step_of_line(10**6)


def test_any_earlier_position_can_be_looked_at() -> None:
    session = new_game(2, options={"length": "long"})
    digests = [session.g.digest()]
    while play_random(session, 1, session.count):
        digests.append(session.g.digest())
    assert session.outcome is not None
    for n in range(0, session.count + 1, 5):
        assert session.at(n).g.digest() == digests[n]
    assert session.at(session.count).outcome == session.outcome


def test_a_fork_has_other_dice_and_its_answers_can_be_applied() -> None:
    session = new_game(4)
    play_random(session, 15)
    fork = session.fork(seed_from(99))
    assert fork.g.digest() == session.g.digest()
    play_random(fork, 10, 3)
    assert session.count == 15
    assert len(fork.answers) == fork.count - 15
    done = session.reapply(fork)
    assert done.applied + done.left == len(fork.answers)
    assert session.count == 15 + done.applied
    assert (done.left == 0) == (done.reason == "")


def test_a_fork_that_no_longer_fits_stops_with_the_reason() -> None:
    session = new_game(4)
    fork = session.fork()
    fork.stand("rust", "storm", "never")
    fork.apply("blue", "bid 1")
    fork.apply("red", "bid 1")
    session.apply("blue", "bid 0")
    done = session.reapply(fork)
    assert (done.applied, done.left) == (1, 2)
    assert "blue is not asked" in done.reason
    assert done.answers == [("blue", "bid 1"), ("red", "bid 1")]


def test_a_fork_for_a_seat_knows_no_secrets() -> None:
    """What is hidden is dealt again: the copy is the same whatever the truth is, and the game keeps its truth."""
    forks = []
    for gold, steps in ((3, 1), (5, 2)):
        session = new_game()
        session.g.gold_red = gold
        session.g.units[3].steps = steps
        session.checkpoints[-1].state = session.g.copy()
        forks.append(session.fork(seed_from(9), seat="blue"))
        assert (session.g.gold_red, session.g.units[3].steps) == (gold, steps)
    assert forks[0].g.digest() == forks[1].g.digest()
    assert forks[0].g.gold_blue == new_game().g.gold_blue


def test_conceding_and_agreed_draws_end_the_game() -> None:
    session = new_game(players=PEOPLE)
    play_random(session, 9)
    fork = session.fork()
    fork.concede("rust")
    assert fork.outcome is not None
    assert fork.outcome.winners == ("blue",)
    with pytest.raises(Refused, match="needs the consent of red, rust"):
        session.agree_draw(["blue"])
    session.agree_draw(["blue", "red", "rust"])
    assert session.outcome is not None
    assert session.outcome.winners == ()
    assert session.at(session.count).outcome == session.outcome
    assert fork.at(fork.count).outcome == fork.outcome
    with pytest.raises(Refused, match="the game is over"):
        session.concede("blue")
    other = new_game()
    other.reapply(session)
    assert other.outcome == session.outcome
    third = new_game(players=PEOPLE)
    play_random(third, 9)
    assert third.reapply(fork).applied == 1
    assert third.outcome == fork.outcome


def test_bad_settings_are_refused_with_the_remedy() -> None:
    for arguments, message, remedy in (
        ({"scenario": "desert"}, "no scenario 'desert'", "lake, ambush"),
        ({"options": {"snow": True}}, "no option 'snow'", "storms"),
        ({"options": {"storms": "perhaps"}}, "cannot be 'perhaps'", "on or off"),
        ({"options": {"length": "endless"}}, "cannot be 'endless'", "short, long"),
        ({"players": {"green": "x"}}, "no seat 'green'", "blue, red, rust"),
    ):
        with pytest.raises(GrognardError, match=message) as caught:
            new_game(**arguments)  # type: ignore[arg-type]
        assert remedy in str(caught.value.remedy)
    assert new_game(options={"storms": "off"}).setting.options["storms"] is False


def test_old_checkpoints_are_thinned_but_every_position_stays_in_reach() -> None:
    session = Session.new(TITLE, options={"length": "long"}, seed=seed_from(1))
    play_random(session, 10_000)
    assert len(session.checkpoints) < 20
    assert isinstance(session.checkpoints[0].state, bytes)
    assert session.at(0).count == 0


def test_in_debug_mode_a_stale_cache_stops_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard.kernel import session as sessions
    from tests.kernel.skirmish import supplied

    monkeypatch.setattr(sessions, "DEBUG", True)
    session = new_game()
    supplied(session.g)
    session.g.units.columns[2][0] = session.g.board.space("h0703")  # written behind the table's back, onto red's home
    with pytest.raises(AssertionError, match="is stale"):
        session.apply("blue", "bid 1")
    assert session.count == 0
    session.apply("blue", "bid 1")
