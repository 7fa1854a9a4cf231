"""Views: what a seat sees, and what it does not."""

from __future__ import annotations

import msgspec

from grognard.kernel.present import Label, Picture, view
from tests.kernel.conftest import TITLE, new_game, play_random


def test_a_view_holds_the_question_with_every_option_tied_to_the_board() -> None:
    session = new_game()
    session.apply("blue", "bid 1")
    session.apply("red", "bid 2")
    for seat in ("blue", "red", "rust"):
        session.apply(seat, "pass")
    seat = next(iter(session.pending))
    session.apply(seat, next(o for o in session.pending[seat].options if o.verb == "pick"))
    shown = view(session, (seat,))
    question = shown.questions[0]
    assert (question.seat, question.kind, question.rule) == (seat, "ask", "2.1")
    assert question.crumbs[-1] == ("Move one unit step by step", "2.1")
    to = next(o for o in question.options if o.text.startswith("to "))
    assert to.spaces == (to.text.split()[2],)
    assert to.pieces == (to.text.split()[1],)
    assert to.words == f"Go to {to.spaces[0]}"
    assert question.prompt == "Move Red 3: 3 left" and to.pieces == ("u3",)
    assert question.subject == {"kind": "March", "unit": "u3", "left": 3}
    assert shown.place == ("Turn", "Side", "Movement")
    assert shown.waiting == [seat]
    assert msgspec.json.decode(msgspec.json.encode(shown))["title"] == "skirmish"


def test_secret_and_window_questions_say_what_they_are() -> None:
    session = new_game()
    assert view(session, ("blue",)).questions[0].kind == "secret"
    assert view(session, ("rust",)).questions == []
    session.apply("blue", "bid 1")
    assert view(session, ("red",)).waiting == ["red"]
    session.apply("red", "bid 2")
    question = view(session, ("rust",)).questions[0]
    assert (question.kind, question.window) == ("window", "storm")


def test_hidden_units_and_purses_differ_by_seat() -> None:
    session = new_game()
    blue, red, nobody = (view(session, seats).picture for seats in (("blue",), ("red",), ()))
    assert sum(p.name == "Unknown" for p in blue.pieces) == 4
    assert sum(p.name == "Unknown" for p in red.pieces) == 3
    assert sum(p.name == "Unknown" for p in nobody.pieces) == 7
    assert "gold" in {t.key for t in blue.tracks}
    assert "gold" not in {t.key for t in nobody.tracks}


def test_two_secrets_give_one_view() -> None:
    """Whatever red holds hidden, the bytes blue gets are the same."""
    first, second = new_game(), new_game()
    second.g.gold_red = 1
    second.g.units[4].steps = 1
    first.apply("red", "bid 3")
    second.apply("red", "bid 1")
    for seats in (("blue",), ()):
        assert msgspec.json.encode(view(first, seats)) == msgspec.json.encode(view(second, seats))
    assert msgspec.json.encode(view(first, ("red",))) != msgspec.json.encode(view(second, ("red",)))


def test_the_end_is_shown() -> None:
    session = new_game()
    play_random(session, 1000)
    shown = view(session, ("blue",))
    assert shown.outcome is not None
    assert shown.outcome["reason"]
    assert shown.questions == []
    assert shown.can_undo


def test_the_plain_title_shows_nothing_it_was_not_told() -> None:
    session = new_game()
    assert super(type(TITLE), TITLE).picture(session.g, "blue") == Picture()
    option = session.pending["blue"].options[3]
    assert super(type(TITLE), TITLE).label(session.g, session.pending["blue"], option) == Label("bid 3", "Bid 3")
    assert super(type(TITLE), TITLE).scores(session.g) == {}
    assert list(super(type(TITLE), TITLE).invariants(session.g)) == []
    assert super(type(TITLE), TITLE).odds(session.g, "blue", option) is None
    assert TITLE.tour() == ()


def test_an_answer_that_others_would_have_to_give_back_says_so() -> None:
    """A secret bid is final in company; alone at the table everything can be taken back."""
    alone = view(new_game(), ("blue",)).questions[0]
    company = view(new_game(players={"blue": "ann", "red": "bob", "rust": "bob"}), ("blue",)).questions[0]
    assert not any(option.final for option in alone.options)
    assert all(option.final for option in company.options)
