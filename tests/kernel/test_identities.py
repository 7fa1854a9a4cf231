"""Identities under any play: undo, fork, save and load, views. Hypothesis chooses the acts."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from grognard.kernel.cache import check_caches
from grognard.kernel.dice import seed_from
from grognard.kernel.present import view
from grognard.kernel.saves import dump, load
from grognard.kernel.session import Session
from tests.kernel.conftest import TITLE, new_game


class Table(RuleBasedStateMachine):
    """People at a table, doing what a session allows."""

    session: Session

    @initialize(number=st.integers(0, 50), storms=st.booleans(), length=st.sampled_from(["short", "long"]))
    def begin(self, number: int, storms: bool, length: str) -> None:
        self.session = new_game(number, options={"storms": storms, "length": length})
        self.digests = [self.session.g.digest()]

    @precondition(lambda self: self.session.pending)
    @rule(seat=st.integers(0, 9), option=st.integers(0, 99))
    def answer(self, seat: int, option: int) -> None:
        seats = list(self.session.pending)
        by = seats[seat % len(seats)]
        options = self.session.pending[by].options
        self.session.apply(by, options[option % len(options)].text)
        self.digests.append(self.session.g.digest())

    @precondition(lambda self: self.session.pending)
    @rule(seat=st.sampled_from(["blue", "red", "rust"]), condition=st.sampled_from(["never", "poor", ""]))
    def stand(self, seat: str, condition: str) -> None:
        self.session.stand(seat, "storm", condition)
        self.digests.append(self.session.g.digest())

    @rule(back=st.integers(0, 12))
    def undo(self, back: int) -> None:
        to = max(0, self.session.count - back)
        self.session.undo(to, "blue")
        del self.digests[to + 1 :]
        assert self.session.g.digest() == self.digests[to]

    @rule(at=st.integers(0, 200))
    def look_back(self, at: int) -> None:
        at %= self.session.count + 1
        assert self.session.at(at).g.digest() == self.digests[at]

    @rule(number=st.integers(0, 99))
    def fork(self, number: int) -> None:
        before = self.session.g.digest()
        fork = self.session.fork(seed_from(number))
        for _ in range(6):
            if fork.pending:
                seat = next(iter(fork.pending))
                fork.apply(seat, fork.pending[seat].options[-1])
        assert self.session.g.digest() == before

    @rule()
    def save_and_load(self) -> None:
        back = load(Path("x"), data=dump(self.session))
        assert back.steps == self.session.steps
        assert back.g.digest() == self.session.g.digest()
        self.session = back

    @invariant()
    def nothing_is_broken(self) -> None:
        assert list(TITLE.invariants(self.session.g)) == []
        check_caches(self.session.g)

    @invariant()
    def a_view_does_not_change_with_what_it_hides(self) -> None:
        for seat in ("blue", "red", "rust", None):
            seats = (seat,) if seat else ()
            shown = view(self.session, seats)
            hidden = self.session.g.copy()
            TITLE.conceal(hidden, seat)
            assert TITLE.picture(hidden, seat) == shown.picture
            assert all(q.seat == seat for q in shown.questions)


Table.TestCase.settings = settings(
    max_examples=40, stateful_step_count=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
TestTable = Table.TestCase
