"""Flow: options, questions of every kind, the sequence tree, crumbs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel.dice import FixedDice, seed_from
from grognard.kernel.flow import Ask, Flow, GameOver, Option, Outcome, Secret, Window, interrupts, read_option, shared
from grognard.kernel.play import Play
from grognard.kernel.rules import rule
from grognard.kernel.sequence import Each, Part, Segment, When, While, place, segments
from grognard.kernel.session import Refused, Session
from grognard.kernel.state import Game, numbers, scalar
from grognard.kernel.title import Scenario, Seat, Standing, Title
from tests.kernel.conftest import new_game


class Book(Game):
    turn = scalar(0)
    side = scalar(0)
    left = scalar(3)
    trace = numbers()


def make(sequence_of: Part, seats: Sequence[str] = ("a", "b", "c"), standing_of: Mapping[str, Any] | None = None) -> Title[Book]:
    class Tiny(Title[Book]):
        code = "tiny"
        name = "Tiny"
        game = Book
        sequence = sequence_of
        scenarios = (Scenario("only", "Only"),)
        standing = standing_of or {}
        folder = Path(__file__).parent

        def seats(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Seat]:
            return [Seat(s, s.upper(), s) for s in seats]

        def setup(self, g: Book) -> None:
            g.trace.append(-1)

    return Tiny()


def note(value: int) -> Any:
    def segment(g: Book) -> None:
        g.trace.append(value + 10 * g.turn + 100 * g.side)

    return segment


def run(sequence: Part) -> Session:
    return Session.new(make(sequence), seed=seed_from(1))


def test_the_tree_loops_skips_and_ends() -> None:
    def count_down(g: Book) -> None:
        g.left -= 1

    session = run(
        Part(
            "",
            Each(
                "Turn",
                "turn",
                lambda g: (1, 2, 3),
                Segment("first", note(1)),
                When("Winter", lambda g: g.turn == 2, Segment("snow", note(2))),
                Each("Side", "side", lambda g: range(g.turn), Segment("move", note(3), when=lambda g: g.side != 1)),
                Each("Nobody", "side", lambda g: (), Segment("never", note(9))),
            ),
            While("Impulses", lambda g: g.left > 0, Segment("impulse", count_down)),
            Segment("last", note(4)),
        )
    )
    assert session.g.trace == [-1, 11, 13, 21, 22, 23, 131, 33, 233, 234]
    assert session.g.left == 0
    assert session.outcome is not None
    assert session.outcome.reason == "the sequence of play is over"
    assert [s.name for s in segments(session.title.sequence)] == ["first", "snow", "move", "never", "impulse", "last"]


def test_an_empty_sequence_is_over_at_once() -> None:
    assert run(When("", lambda g: False, Segment("x", note(1)))).outcome is not None


def test_the_game_can_end_from_anywhere() -> None:
    def deep(g: Book) -> Flow[None]:
        yield Ask("a", "?", [Option("go")])
        raise GameOver(Outcome(("a",), "because", "9.9"))

    def outer(g: Book) -> Flow[None]:
        yield from deep(g)

    session = run(Part("", Segment("s", outer), Segment("t", note(1))))
    session.apply("a", "go")
    assert session.outcome == Outcome(("a",), "because", "9.9")
    assert session.pending == {}
    with pytest.raises(Refused, match="the game is over: because"):
        session.apply("a", "go")


def test_interruptions_nest_and_leave_crumbs() -> None:
    @rule("11.4")
    def combat(g: Book) -> Flow[int]:
        """Fight it out"""
        answer = yield Ask("c", "Fire?", [Option("fire", 3)], "11.5.8")
        return int(answer.arg)

    @rule("11.4.6")
    def interception(g: Book) -> Flow[int]:
        """Try to intercept"""
        yield Ask("b", "Intercept?", [Option("yes")])
        return (yield from combat(g)) + 1

    @rule("11.4.1", "11.4.2")
    def movement(g: Book) -> Flow[None]:
        """Move a fleet"""
        yield Ask("a", "Move?", [Option("sail")])
        g.trace.append((yield from interception(g)))

    session = run(Part("", Segment("Naval", movement, rule="11")))
    session.apply("a", "sail")
    session.apply("b", "yes")
    assert [(c.what, c.rule) for c in session.play.crumbs] == [
        ("Naval", "11"),
        ("Move a fleet", "11.4.1"),
        ("Try to intercept", "11.4.6"),
        ("Fight it out", "11.4"),
    ]
    assert place(session.title.sequence, session.g) == ("Naval",)
    session.apply("c", "fire 3")
    assert session.g.trace[-1] == 4


def bids(g: Book) -> Flow[None]:
    answers = yield Secret([Ask(seat, "Bid", [Option("bid", n) for n in range(4)]) for seat in "abc"])
    g.trace.extend(answers[seat].arg for seat in "abc")
    yield Ask("a", "Then?", [Option("on")])


def test_secret_answers_come_in_any_order_and_show_only_when_all_are_in() -> None:
    session = run(Part("", Segment("Bids", bids)))
    session.apply("b", "bid 2")
    assert list(session.pending) == ["a", "c"]
    with pytest.raises(Refused, match="b is not asked"):
        session.apply("b", "bid 3")
    session.apply("c", "bid 1")
    assert session.g.trace == [-1]
    assert not session.steps[-1].barrier
    session.apply("a", "bid 0")
    assert session.g.trace == [-1, 0, 2, 1]
    assert session.steps[-1].barrier


def war_window(g: Book) -> Flow[None]:
    heard = yield Window("war", [Ask(seat, "Declare war?", [Option("declare", n)]) for n, seat in enumerate("abc")])
    g.trace.append(-2 if heard is None else heard[1].arg)
    yield Ask("a", "Then?", [Option("on")])


STANDING = {
    "war": (
        Standing("never", "pass always", lambda g, seat: True),
        Standing("late", "not before turn 2", lambda g, seat: g.turn < 2),
    )
}


def window_game() -> Session:
    title = make(Part("", Each("Turn", "turn", lambda g: (1, 2), Segment("War", war_window))), standing_of=STANDING)
    return Session.new(title, seed=seed_from(1))


def test_a_window_hears_the_first_in_order_who_steps_in() -> None:
    session = window_game()
    session.apply("c", "declare 2")
    assert list(session.pending) == ["a", "b"]
    session.apply("b", "declare 1")
    assert session.g.trace == [-1]
    session.apply("a", "pass")
    assert session.g.trace == [-1, 1]


def test_a_window_closes_when_the_first_steps_in_or_all_pass() -> None:
    session = window_game()
    session.apply("a", "declare 0")
    assert session.g.trace == [-1, 0]
    session.apply("a", "on")
    for seat in "cab":
        session.apply(seat, "pass")
    assert session.g.trace == [-1, 0, -2]


def test_standing_answers_pass_unless_their_condition_fails() -> None:
    session = window_game()
    session.stand("b", "war", "late")
    session.stand("c", "war", "never")
    assert list(session.pending) == ["a"]
    session.apply("a", "pass")
    assert session.g.trace == [-1, -2]
    session.apply("a", "on")
    assert list(session.pending) == ["a", "b"]
    session.stand("c", "war", "")
    assert session.g.standing == {"b war": "late"}
    assert [s.option for s in session.steps[1:3]] == ["standing war late", "standing war never"]
    again = session.at(session.count)
    assert again.g.digest() == session.g.digest()


def test_a_standing_answer_can_close_the_window() -> None:
    session = window_game()
    for seat in "abc":
        session.stand(seat, "war", "never")
    assert session.g.trace == [-1, -2]
    assert list(session.pending) == ["a"]


def test_unknown_standing_answers_are_refused() -> None:
    session = window_game()
    with pytest.raises(Refused, match="no standing answer war maybe") as caught:
        session.stand("a", "war", "maybe")
    assert "war never" in str(caught.value.remedy)
    with pytest.raises(Refused, match="no seat 'x'"):
        session.stand("x", "war", "never")
    session.g.standing["a war"] = "gone"
    with pytest.raises(Exception, match="no standing answer war gone"):
        session.play._stand_aside()


def stages(g: Book) -> Flow[None]:
    """Buy while there is money: a phase that may offer nothing but done."""
    while True:
        choice = yield Ask("a", f"Buy? {g.left} left", [Option("done"), *(Option("buy", n + 1) for n in range(g.left))], "3.1")
        if choice.verb == "done":
            g.trace.append(g.left)
            return
        g.left -= choice.arg


def idle_game() -> Session:
    title = make(
        Part("", Each("Turn", "turn", lambda g: (1, 2, 3), Segment("Shop", stages)), Segment("Last", together)),
        standing_of={"idle": (Standing("pass", "pass what offers only done", lambda g, seat: True, default=True),)},
    )
    return Session.new(title, seed=seed_from(1))


def test_a_phase_with_nothing_but_done_is_passed_and_told() -> None:
    session = idle_game()
    session.stand_by_default("a")
    session.apply("a", "buy 3")
    assert session.pending["a"].prompt == "Buy? 0 left"  # after an act of its own: it may still be taken back
    session.apply("a", "done")
    assert session.g.trace == [-1, 0, 0, 0] and list(session.pending) == ["a", "b"]
    told = [(line.text, line.rule) for line in session.log_lines()]
    assert told == [("A: Shop passed, nothing to decide", "3.1")] * 2
    assert [step.option for step in session.steps[1:]] == ["standing idle pass", "buy 3", "done"]
    assert session.at(session.count).g.digest() == session.g.digest()
    session.undo(1, "a")
    assert session.g.left == 3 and session.pending["a"].prompt == "Buy? 3 left"


def test_who_has_not_said_so_is_asked_all_the_same() -> None:
    session = idle_game()
    session.stand("b", "idle", "pass")
    session.apply("a", "buy 3")
    session.apply("a", "done")
    assert session.pending["a"].prompt == "Buy? 0 left" and session.log_lines() == []
    session.stand("a", "idle", "pass")  # it acts at once on the question that is open
    assert list(session.pending) == ["a", "b"] and len(session.log_lines()) == 2


def test_a_single_answer_that_does_something_is_asked() -> None:
    """Only a plain word is passed: what names its object is an act, even where there is no other."""

    def losses(g: Book) -> Flow[None]:
        choice = yield Ask("a", "Lose", [Option("lose", 7)])
        g.trace.append(choice.arg)
        yield Ask("b", "Then?", [Option("on"), Option("off")])

    standing = {"idle": (Standing("pass", "", lambda g, seat: True, default=True),)}
    session = Session.new(make(Part("", Segment("Losses", losses)), standing_of=standing), seed=seed_from(1))
    session.stand_by_default("a")
    assert list(session.pending) == ["a"]
    session.apply("a", "lose 7")
    assert list(session.pending) == ["b"]


def together(g: Book) -> Flow[None]:
    choice = yield from shared(g, ("a", "b"), "Where?", [Option("north"), Option("south")], rule="2.5")
    g.trace.append(1 if choice.verb == "north" else 2)
    alone = yield from shared(g, ("c",), "And you?", [Option("stay")])
    g.trace.append(len(alone.verb))
    yield Ask("a", "Then?", [Option("on")])


def test_allies_who_agree_need_no_dice() -> None:
    session = run(Part("", Segment("Together", together)))
    session.apply("b", "south")
    session.apply("a", "south")
    session.apply("c", "stay")
    assert session.g.trace == [-1, 2, 4]
    assert session.g.rolled == 0


def test_allies_who_disagree_roll_off_and_roll_again_on_a_tie() -> None:
    session = run(Part("", Segment("Together", together)))
    session.g.dice = FixedDice(4, 4, 3, 8)
    session.apply("a", "north")
    session.apply("b", "south")
    assert session.g.trace == [-1, 2]
    assert session.g.rolled == 4


def test_interrupts_go_on_until_all_pass() -> None:
    def act(g: Book, seat: str, option: Option) -> Flow[None] | None:
        g.left -= 1
        if option.verb == "quiet":
            return None
        return inner(g)

    def inner(g: Book) -> Flow[None]:
        yield Ask("b", "Inner?", [Option("ok")])

    def ask(g: Book) -> list[Ask]:
        return [Ask("a", "Now?", [Option("quiet"), Option("loud")] if g.left else [])]

    def segment(g: Book) -> Flow[None]:
        yield from interrupts(g, "any", ask, act)
        yield Ask("a", "Then?", [Option("on")])

    session = run(Part("", Segment("Open", segment)))
    session.apply("a", "loud")
    session.apply("b", "ok")
    session.apply("a", "quiet")
    session.apply("a", "quiet")
    assert session.pending["a"].prompt == "Then?"
    other = run(Part("", Segment("Open", segment)))
    other.apply("a", "pass")
    assert other.pending["a"].prompt == "Then?"


def test_whether_a_question_is_open_looks_no_further_than_the_first_answer() -> None:
    made: list[int] = []

    def options() -> Iterator[Option]:
        for n in range(3):
            made.append(n)
            yield Option("bid", n)

    ask = Ask("a", "Bid?", options)
    assert ask.is_open and made == [0]
    assert [o.text for o in ask.options] == ["bid 0", "bid 1", "bid 2"]
    assert not Ask("a", "Bid?", list).is_open
    assert not Ask("a", "Bid?", []).is_open
    assert Ask("a", "Bid?", iter([Option("bid", 1)])).is_open


def test_options_read_back_from_their_text() -> None:
    g = new_game().g
    for text, kinds in (
        ("to u3 h0203", ["Unit", "Hex"]),
        ("pick u99", ["str"]),
        ("bid 3", ["int"]),
        ("bid -3", ["int"]),
        ("go Valley now", ["Hex", "str"]),
        ("done", []),
    ):
        option = read_option(g, text)
        assert option.text == text
        assert [type(a).__name__ for a in option.args] == kinds
    assert Option("to", g.units[3], g.hexes[0]) == read_option(g, "to u3 h0000")
    assert len({Option("a", 1), Option("a", 1)}) == 1
    assert repr(Option("a", 1)) == "a 1"


def test_lists_are_made_only_when_looked_at() -> None:
    made = []

    def options() -> list[Option]:
        made.append(1)
        return [Option("x")]

    ask = Ask("a", "?", options)
    assert made == []
    assert ask.find("x") == Option("x")
    assert ask.find("y") is None
    assert made == [1]


def test_a_play_without_a_session_runs_too() -> None:
    title = make(Part("", Segment("Bids", bids)))
    g = title.blank("only", {})
    title.setup(g)
    play = Play(title, g, FixedDice())
    play.start()
    for seat in "abc":
        play.answer(seat, Option("bid", 1))
    assert play.outcome is None
    play.answer("a", Option("on"))
    assert play.outcome is not None
    play.resume()
    assert play.pending == {}
