"""Private rolls, piles and seats that go together: what the others must not see, and what must not depend on who is quicker."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.agents import agent
from grognard.kernel.dice import D6, Dice, FixedDice, RecordedDice, seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import LANES, Ask, GameOver, Option, Outcome, Together
from grognard.kernel.mail import for_seat, receive
from grognard.kernel.play import Journal
from grognard.kernel.present import view
from grognard.kernel.saves import dump, load, save
from grognard.kernel.session import Refused, Session
from grognard.kernel.title import title
from grognard.kernel.veil import conceal, deal_again
from grognard.kernel.verifying import verify
from tests.kernel.plans import PlannedField, Plans

SPEC = "tests.kernel.plans:TITLE"
TITLE: Plans = title(SPEC)  # type: ignore[assignment]
PEOPLE = {"blue": "ann", "red": "bob", "rust": "bob"}
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


class Salted(Dice):
    """Dice that roll otherwise for Red while it plans: two games that differ in what Red alone knows."""

    salt = 0

    def other(self, number: int) -> Dice:
        salted = self.salt and number >> LANES == 2
        return Dice(seed_from(1000 + self.salt) if salted else self.seed, self.epoch)

    def roll(self, number: int, count: int, die: Any) -> list[int]:
        return self.other(number).roll(number, count, die)

    def draw(self, number: int, among: Any, count: int) -> list[int]:
        return self.other(number).draw(number, among, count)


def new_game(number: int, salt: int = 0) -> Session:
    session = Session.new(TITLE, seed=seed_from(number), players=PEOPLE)
    stream = Salted(seed_from(number))
    stream.salt = salt
    session.stream = session.g.dice = stream
    return session


def to_plans(session: Session) -> None:
    while len(session.g.cursor) and session.play.crumbs[0].what != "Plans":
        for seat in list(session.pending):
            session.apply(seat, "bid 1")


def choose(session: Session, rng: random.Random) -> tuple[str, str]:
    seat = rng.choice(list(session.pending))
    return seat, rng.choice([o.text for o in session.pending[seat].options])


def seen_by(session: Session, seat: str) -> list[bytes]:
    """Everything a seat is ever given: its view, its mail, its log, its copy to try things in and what that goes on to."""
    seats = tuple(s for s, player in PEOPLE.items() if player == PEOPLE[seat])
    fork = session.fork(seed_from(7), seat)
    steps = [(s.seat, s.option, s.lines, s.barrier) for s in fork.steps]
    found = [
        msgspec.json.encode(view(session, seats)),
        for_seat(session, seat),
        msgspec.json.encode(session.log_lines(seats)),
        msgspec.json.encode([fork.g.digest(), fork.g.encode(), steps, {s: a.prompt for s, a in fork.pending.items()}]),
    ]
    hidden = session.g.copy()
    conceal(TITLE, hidden, seat)
    return [*found, hidden.encode()]


@FEW
@given(number=st.integers(0, 60), salt=st.integers(1, 9), orders=st.integers(0, 3), more=st.integers(0, 12))
def test_a_seat_sees_nothing_of_what_another_rolls_draws_and_answers_in_secret(
    number: int, salt: int, orders: int, more: int
) -> None:
    ours, theirs = new_game(number), new_game(number, salt)
    for session, places in ((ours, (1, 1, 1)), (theirs, (3, 2, 1))):
        to_plans(session)
        for n in range(orders):
            session.apply("red", session.pending["red"].options[places[n]])
        if orders < 3:
            session.apply("red", "done")
    secrets = [(s.g.red_chits, s.g.orders, s.g.scout_red) for s in (ours, theirs)]
    for mine, other in zip(seen_by(ours, "blue"), seen_by(theirs, "blue")):
        assert mine == other
    assert orders == 0 or secrets[0] != secrets[1]
    rng = random.Random(number)
    ours.apply("blue", "done")
    theirs.apply("blue", "done")
    for session in (ours, theirs):
        session.apply("rust", "keep")
    for _ in range(more):
        if not ours.pending or sorted(ours.pending) == ["blue", "red"]:
            break
        answer = choose(ours, rng)
        ours.apply(*answer)
        theirs.apply(*answer)
        for n, (mine, other) in enumerate(zip(seen_by(ours, "blue"), seen_by(theirs, "blue"))):
            assert mine == other, n
    assert orders == 0 or seen_by(ours, "red") != seen_by(theirs, "red")


@FEW
@given(st.integers(0, 60), st.lists(st.integers(0, 4), min_size=2, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_answers_makes_no_difference(number: int, orders: list[int], data: random.Random) -> None:
    """Each seat's own answers in its own order, the seats in any: the same state, dice and further game."""
    found = []
    for _ in range(3):
        session = new_game(number)
        to_plans(session)
        lists = {"blue": list(orders), "red": list(reversed(orders))}
        while set(session.pending) & {"blue", "red"} and session.play.crumbs[-1].what != "":
            seat = data.choice([s for s in ("blue", "red") if s in session.pending])
            options = session.pending[seat].options
            if options[0].verb == "keep":
                break
            session.apply(seat, options[(lists[seat].pop(0) if lists[seat] else 0) % len(options)])
        private = Counter((line.text, tuple(line.dice)) for step in session.steps for line in step.lines)
        session.apply("rust", "keep")
        after = random.Random(1)
        for _ in range(20):
            if session.pending and "Plans" not in session.play.crumbs[0].what and len(session.pending) == 1:
                session.apply(*choose(session, after))
        found.append((session.g.digest(), private, session.g.rolled))
    assert found[0] == found[1] == found[2]


@FEW
@given(number=st.integers(0, 60), seed=st.integers(0, 99), back=st.integers(1, 9))
def test_saved_verified_taken_back(number: int, seed: int, back: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    session, rng = Session.new(TITLE, seed=seed_from(number), players=PEOPLE), random.Random(seed)
    digests = [session.g.digest()]
    for _ in range(25):
        if session.pending:
            session.apply(*choose(session, rng))
            digests.append(session.g.digest())
        again = load(Path("x"), data=dump(session))
        assert again.g.digest() == digests[-1] and again.steps == session.steps
        assert {s: [o.text for o in a.options] for s, a in again.pending.items()} == {
            s: [o.text for o in a.options] for s, a in session.pending.items()
        }
    path = tmp_path_factory.mktemp("plans") / "game"
    save(session, path)
    assert verify(path).digest == digests[-1]
    to = max(0, session.count - back)
    session.undo(to, "blue", agreed=("red", "rust"))
    assert session.g.digest() == digests[to]


def test_mail_carries_plans_home() -> None:
    session = new_game(3)
    to_plans(session)
    session.apply("red", session.pending["red"].options[1])
    away = load(Path("mail"), data=for_seat(session, "blue"))
    assert "red" not in away.pending and away.steps[-1].option == "?"
    assert b"how well" not in for_seat(session, "blue") and b"how well" in for_seat(session, "red")
    away.apply("blue", "done")
    assert away.away and not away.pending  # Blue has done its part; Red's is with the host
    receive(session, dump(away))
    assert list(session.pending) == ["red"] and session.steps[-1].option == "done"
    session.apply("red", "done")
    assert session.pending.keys() == {"red", "rust"}


def test_rolls_in_secret_bar_free_undo() -> None:
    session = new_game(3)
    to_plans(session)
    count = session.count
    session.apply("blue", session.pending["blue"].options[1])
    assert session.consent_needed(count, "blue") == {"red", "rust"}
    with pytest.raises(Refused, match="must agree"):
        session.undo(count, "blue")
    rolled = [line.dice for line in session.steps[-1].lines if line.die]
    session.undo(count, "blue", agreed=("red", "rust"))
    assert session.epoch == 1
    found = set()
    for _ in range(8):
        session.apply("blue", session.pending["blue"].options[1])
        found.add(session.g.orders[0])
        session.stream = None
        session.undo(count, "blue", agreed=("red", "rust"))
    assert rolled and len(found) > 1  # other dice after every agreed rewind


def test_whoever_answers_first_is_heard() -> None:
    for seat in ("red", "rust"):
        session = new_game(3)
        to_plans(session)
        session.apply("red", "done")
        session.apply("blue", "done")
        assert session.pending.keys() == {"red", "rust"}
        session.apply(seat, "show")
        assert f"{seat} shows a chit" in session.steps[-1].lines[0].text
        assert all(ask.prompt != "Show a chit?" for ask in session.pending.values())


def test_a_copy_deals_again_what_its_seat_may_not_know() -> None:
    session = new_game(3)
    to_plans(session)
    session.apply("blue", "done")
    session.apply("red", "done")
    hands: Counter[tuple[int, ...]] = Counter()
    for n in range(40):
        fork = session.fork(seed_from(n), "blue")
        assert fork.g.blue_chits == session.g.blue_chits
        assert sorted([*fork.g.chits, *fork.g.blue_chits, *fork.g.red_chits]) == [0, 1, 1, 2, 2, 3]
        hands[tuple(fork.g.red_chits)] += 1
        fork.apply("rust", "show")
    assert len(hands) >= 3
    assert session.fork(seed_from(1), "red").g.red_chits == session.g.red_chits
    assert session.fork(seed_from(1)).g.digest() == session.g.digest()


def test_piles() -> None:
    g: Any = TITLE.blank("lake", {})
    g.journal, g.dice = Journal(), Dice(seed_from(5))
    assert g.chits == [0, 1, 1, 2, 2, 3]
    drawn = g.draw(g.chits, "six", 6)
    assert sorted(drawn) == [0, 1, 1, 2, 2, 3] and not g.chits and g.rolled == 1
    assert g.journal.lines[0].die == "of 6" and g.journal.lines[0].dice == drawn and g.journal.barrier
    with pytest.raises(AssertionError, match="cannot be drawn"):
        g.draw(g.chits, "nothing left")
    assert g.pick([7, 8, 9], 3, "a shuffle") != g.pick([7, 8, 9], 3, "a shuffle") or g.rolled == 3
    firsts = Counter(Dice(seed_from(n)).draw(0, [4, 5, 6], 1)[0] for n in range(600))
    assert all(150 < count < 250 for count in firsts.values()) and len(firsts) == 3


def test_recorded_and_fixed_draws() -> None:
    recorded = RecordedDice([[2, 2], None, [9]], Dice(seed_from(1)), FixedDice(3))
    assert recorded.draw(0, [1, 2, 2], 2) == [2, 2]
    assert recorded.draw(1, [3, 4], 1) == [3]
    with pytest.raises(GrognardError, match="recorded draw 2"):
        recorded.draw(2, [1, 2], 1)
    assert recorded.draw(3, [6], 1) == [6]
    with pytest.raises(AssertionError, match="cannot be drawn"):
        FixedDice(5).draw(0, [1, 2], 1)


def test_hands_are_dealt_in_order_without_chance() -> None:
    g: Any = TITLE.blank("lake", {})
    g.chits, g.blue_chits, g.red_chits = [3, 0], [2, 1], [1, 2]
    deal_again(g, "blue", None)
    assert (g.chits, g.blue_chits, g.red_chits) == ([2, 3], [2, 1], [0, 1])
    deal_again(g, None, None)
    assert (g.chits, g.blue_chits, g.red_chits) == ([2, 3], [0, 1], [1, 2])


def test_a_flow_asks_its_own_seat_and_may_end_the_game() -> None:
    g = PlannedField()
    g.journal = Journal()

    def stray(seat: str) -> Any:
        yield Ask(seat, "?", [Option("yes")])

    with pytest.raises(AssertionError, match="only its own seat"):
        Together({"blue": stray("red")}).begin(g)
    both = Together({"blue": None, "red": stray("red")})
    both.begin(g)
    assert both.waits and list(both.asks) == ["red"]
    both.hear(g, "red", Option("yes"))
    assert not both.waits and both.end(g) == {"blue": None, "red": None}

    def over() -> Any:
        raise GameOver(Outcome(("blue",), "enough"))
        yield

    with pytest.raises(GameOver):
        Together({"blue": over()}).begin(g)


class Curious:
    """A judgement that looks where it should not."""

    hands: list[list[int]]

    def value(self, session: Session, seat: str, ask: Ask, option: Option) -> float:
        self.hands.append(list(session.g.red_chits))
        return 1.0 if option.verb == "done" else 0.0


def test_an_agent_thinks_about_what_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for salt in range(6):
        mind = Curious()
        mind.hands = []
        monkeypatch.setattr(TITLE, "mind", mind)
        session = new_game(3, salt)
        to_plans(session)
        session.apply("blue", agent("greedy").choose(session, "blue"))
        found.append((mind.hands, session.g.red_chits))
    assert len({tuple(own) for _, own in found}) > 1 and all(hands == found[0][0] for hands, _ in found)


def test_private_chance_outside_a_secret_question_is_private_too() -> None:
    """A roll, a draw and a choice for one seat while nobody plans: no other seat reads them."""
    session = new_game(3)
    g = session.g
    before = len(session.log_lines())
    g.roll(D6, "how the sky looks", "6.2", only=("red",))
    g.roll_dice(2, D6, "how the sea looks", "6.2", only=("red",))
    g.pick([4, 5, 6], 2, "who is sent", "6.2", only=("red",))
    g.say("a sail in sight", only=("red",))
    session._record("red", "x")
    mine = [line.text for line in session.log_lines(("red",))][before:]
    assert mine == ["how the sky looks", "how the sea looks", "who is sent", "a sail in sight"]
    assert len(session.log_lines()) == before + 4
    for seats in (("blue",), ("rust",), ()):
        assert session.log_lines(seats)[before:] == [], seats
