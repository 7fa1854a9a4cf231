"""Acts and menus: one verb, one test, for the list, the reason, the words and the deed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.agents.fuzz import fuzz
from grognard.kernel.acts import Act, Menu, Subject, question
from grognard.kernel.flow import Option, Window, read_option
from grognard.kernel.present import view
from grognard.kernel.rules import No
from grognard.kernel.session import Refused, Session
from grognard.kernel.state import NOWHERE, Row
from tests.kernel import skirmish
from tests.kernel.conftest import TITLE, new_game, play_random
from tests.kernel.skirmish import (
    ATTACKING,
    BLUE,
    DONE,
    HOLDING,
    PICKING,
    RED,
    STEPPING,
    STOPPING,
    Attacker,
    Field,
    Hex,
    March,
    Turn,
    Unit,
)


@pytest.fixture
def g() -> Field:
    found: Field = new_game().g
    return found


def march(g: Field, unit: int = 0, left: int = 3) -> Menu[Field, March]:
    return Menu(g, March(unit, left), (STEPPING, STOPPING), (g.units[unit],))


def texts(menu: Menu[Any, Any]) -> list[str]:
    return [option.text for option in menu.options()]


def test_a_menu_lists_what_its_tests_allow_act_by_act(g: Field) -> None:
    listed = texts(march(g))
    assert listed[-1] == "stop u0"
    near = {n for n, _ in g.board.neighbours[g.units.at[0]]}
    allowed = {n for n in near if skirmish.may_enter(g, March(0, 3), n) is None}
    assert set(listed[:-1]) == {f"to u0 {g.board.token(n)}" for n in allowed}
    assert march(g).offers() and march(g).offers(beside=len(listed) - 1) and not march(g).offers(beside=len(listed))
    assert march(g).offers(but=listed[1:]) and not march(g).offers(but=listed)


@pytest.mark.parametrize("word", ["draw", "concede", "standing"])
def test_no_act_is_called_like_what_is_said_at_the_table(word: str) -> None:
    """A saved answer `draw 4` would be read as an agreement to end the game (two titles had such a verb)."""
    with pytest.raises(AssertionError, match="at the table"):
        Act(word, "1", "", do=lambda g, s, _: None)
    assert Act(f"{word}_kept", "1", "", do=lambda g, s, _: None).name == f"{word}_kept"


def test_why_not_is_the_test_of_the_list(g: Field) -> None:
    menu = march(g)
    assert menu.why(read_option(g, "to u0 h0701")) == No("2.1", "a unit moves from space to adjacent space")
    assert menu.why(read_option(g, texts(menu)[0])) is None
    assert menu.why(read_option(g, "to u1 h0001")) == No("2.1", "the question is about Blue 0")
    assert menu.why(read_option(g, "to u0 u1")) == No("2.1", "'to' takes hex")
    assert menu.why(read_option(g, "stop u0 u1")) == No("2.1", "'stop' takes nothing more")
    assert menu.why(Option("fly")) is None  # nobody here knows the verb
    picking = Menu(g, Turn("red", RED), (PICKING, DONE))
    assert picking.why(read_option(g, "pick u0")) == No("2.1", "Blue 0 is not yours")


def test_an_act_beside_the_menu_says_why_it_is_not_offered(g: Field) -> None:
    flying: Act[Field, March, int] = Act(
        "fly", "9.9", "Fly to {0}", takes=Hex, who=lambda g, s: No("9.9", "nothing here has wings"), among=lambda g, s: (0, 1),
        do=lambda g, s, to: None,
    )  # fmt: skip
    beside = Menu(g, March(0, 3), (STOPPING,), (g.units[0],), (flying,))
    assert texts(beside) == ["stop u0"]
    assert beside.why(read_option(g, "fly u0 h0001")) == No("9.9", "nothing here has wings")
    with pytest.raises(AssertionError, match="no act 'fly'"):
        beside.do(Option("fly", g.units[0], g.hexes[1]))


def test_words_are_formats_or_functions_and_rolls_are_marked(g: Field) -> None:
    attack = Menu(g, Attacker(0), (HOLDING, ATTACKING), (g.units[0],))
    option = Option("attack", g.units[0], g.units[4])
    assert attack.words(option) == "Attack Red 4 (2)"
    assert attack.words(Option("hold", g.units[0])) == "Hold"
    assert attack.words(Option("pass")) == "" and not attack.rolls(Option("pass"))
    assert attack.rolls(option) and not attack.rolls(Option("hold", g.units[0]))
    lit = Act[Field, Attacker, int](
        "dig", "1", "Dig", takes=int, among=lambda g, s: range(3), rolls=lambda g, s, n: n > 1, group="Works",
        hint=lambda g, s, n: f"costs {n}", do=lambda g, s, n: n,
    )  # fmt: skip
    works = Menu(g, Attacker(0), (lit,))
    two = works.options()[2]
    assert (works.group(two), works.hint(two), works.rolls(two), works.do(two)) == ("Works", "costs 2", True, 2)
    assert not works.rolls(works.options()[1])


def test_candidates_are_rows_pairs_words_or_any_number_of_rows(g: Field) -> None:
    done: list[object] = []

    def note(g: Field, s: Attacker, one: Any) -> None:
        done.append(one)

    pairs = Act[Field, Attacker, tuple[int, int]](
        "ferry", "1", "{0} to {1}", takes=(Unit, Hex), among=lambda g, s: [(1, 2)], do=note
    )
    word = Act[Field, Attacker, str]("cry", "1", "Cry {0}", takes=str, among=lambda g, s: ("havoc",), do=note)
    any_rows = Act[Field, Attacker, tuple[Row, ...]](
        "all", "1", "All", takes=Row, among=lambda g, s: [(g.units[0], g.hexes[3])], do=note
    )
    menu = Menu(g, Attacker(0), (pairs, word, any_rows))
    assert texts(menu) == ["ferry u1 h0002", "cry havoc", "all u0 h0003"]
    for text in texts(menu):
        menu.do(read_option(g, text))
    assert done == [(1, 2), "havoc", (g.units[0], g.hexes[3])]
    assert menu.words(menu.options()[0]) == "Blue 1 to h0002"


def test_a_list_that_promises_too_much_or_too_little_is_found(g: Field) -> None:
    class Case(Subject, frozen=True):
        pass

    even = lambda g, s, n: None if n % 2 == 0 else No("1.1", "odd")  # noqa: E731
    for listed, wrong in (
        (lambda g, s: [0, 1, 2, 4], "listed, and try u1: odd (1.1)"),
        (lambda g, s: [0, 2], "not listed, and try u4: no reason"),
    ):
        act = Act[Field, Case, int]("try", "1.1", "Try {0}", takes=Unit, listed=listed, may=even, do=lambda g, s, n: None)
        found = {text for n in range(30) for text in Menu(g, Case(), (act,)).contradictions(random.Random(n))}
        assert wrong in found
    exact = Act[Field, Case, int](
        "try", "1.1", "Try", takes=Unit, listed=lambda g, s: [0, 2, 4, 6], may=even, do=lambda g, s, n: None
    )
    assert [Menu(g, Case(), (exact,)).contradictions(random.Random(n)) for n in range(20)] == [[]] * 20


def test_what_a_subject_found_out_is_forgotten_by_the_next_question(g: Field) -> None:
    subject = March(0, 3)
    near = subject.zone(g)
    assert subject.zone(g) is near
    Menu(g, subject, (STEPPING,), (g.units[0],))
    assert subject.zone(g) is not near
    assert subject == March(0, 3)


def test_only_declared_fields_of_a_subject_are_public(g: Field) -> None:
    subject = March(2, 1)
    subject.zone(g)
    assert subject.public(g) == {"kind": "March", "unit": "u2", "left": 1}
    with pytest.raises(AttributeError):
        subject.left = 5  # type: ignore[misc]


def test_a_menu_in_a_secret_question() -> None:
    session = new_game()
    asks = session.pending
    assert [o.text for o in asks["blue"].options] == [f"bid {n}" for n in range(6)]
    assert asks["blue"].subject == Turn("blue", BLUE)
    with pytest.raises(Refused, match=r"you have 5 gold \(4.1\)"):
        session.apply("red", "bid 9")
    session.apply("red", "bid 2")
    session.apply("blue", "bid 1")
    assert (session.g.gold_blue, session.g.gold_red, session.g.mover) == (4, 3, RED)


def test_a_menu_in_a_window_keeps_its_words_beside_pass() -> None:
    session = new_game()
    session.apply("red", "bid 2")
    session.apply("blue", "bid 5")
    window = session.play.question
    assert isinstance(window, Window) and list(window.asks) == ["red", "rust"]  # blue has nothing to pay with
    shown = view(session, ("red",)).questions[0]
    assert [(o.text, o.words) for o in shown.options] == [("pass", "Pass"), ("storm 1", "Call a storm")]
    assert shown.subject == {"kind": "Turn", "seat": "red", "side": RED}
    with pytest.raises(Refused, match=r"the weather is like that already \(4.2\)"):
        session.apply("red", "storm 0")
    session.apply("red", "storm 1")
    assert session.g.storm == 1 and session.g.gold_red == 2


def test_a_closed_menu_is_no_question_of_a_window(g: Field) -> None:
    g.gold_blue = 0
    assert not question(g, "blue", "Pay?", Turn("blue", BLUE), skirmish.STORMING).is_open
    assert question(g, "red", "Pay?", Turn("red", RED), skirmish.STORMING).is_open


def test_allies_choose_from_one_menu() -> None:
    """Both Red seats are asked to intercept; the deed is done once."""
    for number in range(1, 200):
        session = new_game(number)
        rng = random.Random(number)
        while session.pending:
            if set(session.pending) == {"red", "rust"} and session.pending["red"].subject is session.pending["rust"].subject:
                ask = session.pending["red"]
                assert ask.prompt.startswith("Intercept Blue ")
                picked = next(o for o in ask.options if o.verb == "intercept")
                rolled = session.g.rolled
                session.apply("red", picked)
                session.apply("rust", picked.text)
                assert session.g.rolled > rolled
                return
            seat = rng.choice(list(session.pending))
            session.apply(seat, rng.choice(session.pending[seat].options))
    raise AssertionError("nobody was ever intercepted")


def test_every_question_of_the_test_title_is_a_menu_without_contradictions() -> None:
    report = fuzz(TITLE, answers=1500, seed=40, random_options=True)
    assert report.listed > 1000 and report.unlisted > 300
    assert (report.contradictions, report.unexplained, report.doubts) == (0, 0, {})


def test_the_fuzzer_counts_contradictions_and_what_has_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PICKING, "may", lambda g, turn, u: No("2.1", "never"))
    monkeypatch.setattr(STEPPING, "listed", lambda g, m: skirmish.next_to(g, m)[:1])
    monkeypatch.setattr(STEPPING, "may", lambda g, m, to: None)
    report = fuzz(TITLE, answers=300, seed=1)
    assert report.contradictions > 10 and report.unexplained > 10
    assert any(name.startswith("refused: pick in ") for name in report.doubts)
    assert any(name.startswith("no reason: to in ") for name in report.doubts)


def test_calls_are_counted_on_request() -> None:
    assert fuzz(TITLE, answers=200, seed=1).calls_per_answer == 0
    assert 20 < fuzz(TITLE, answers=200, seed=1, profile=True).calls_per_answer < 2000


def test_answers_are_carried_out_by_their_text(g: Field) -> None:
    """A loaded game knows only texts: the deeds find their candidates in them."""
    session: Session = new_game(5)
    play_random(session, 30, 2)
    assert session.at(30).g.digest() == session.g.digest()
    assert NOWHERE not in g.units.at
