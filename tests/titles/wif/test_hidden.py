"""13.2, 13.3.1: the values of entry markers are known to their owner alone: no view, copy, file or line shows them."""

from __future__ import annotations

import random

import msgspec

from grognard.kernel.mail import copy_for
from grognard.kernel.session import Session
from grognard.kernel.veil import conceal
from grognard.titles.wif import TITLE
from grognard.titles.wif.facts import AXIS, GERMANY, USSR
from grognard.titles.wif.present import picture
from grognard.titles.wif.rules.entry_options import choose_options
from grognard.titles.wif.rules.pacts import Diplomat, breaking_powers, common_border, may_break
from grognard.titles.wif.rules.powers import pact_key
from grognard.titles.wif.state import border_hand
from tests.titles.wif.field import drive, hold, put
from tests.titles.wif.test_clauses_of_politics import world


def played(steps: int) -> Session:
    session, rng = Session.new(TITLE, "global_war_1939", seed=b"h" * 32), random.Random(7)
    for _ in range(steps):
        seat, ask = next(iter(session.pending.items()))
        session.apply(seat, rng.choice(ask.options))
    return session


def test_13_3_1_only_the_usa_sees_the_value_of_its_pools() -> None:
    g = played(3).g
    assert len(g.entry_japan) == len(g.entry_germany) == 3
    panels = {seat: {p.key: p for p in picture(g, seat).panels} for seat in ("usa", "germany", None)}
    assert "Entry (level)" in panels["usa"]["us_entry"].columns
    for seat in ("germany", None):
        assert panels[seat]["us_entry"].columns == ("Against", "Entry markers", "Tension markers")


def test_13_2_face_down_markers_are_worth_something_to_their_owner_alone() -> None:
    g = played(3).g
    setattr(g, border_hand(GERMANY, USSR), [5, 4])
    texts = {seat: msgspec.json.encode(picture(g, seat)).decode() for seat in ("germany", "ussr", None)}
    assert "worth 9" in texts["germany"] and "worth 9" not in texts["ussr"] and "worth 9" not in texts[None]
    assert "2 face-down" in texts["ussr"]


def test_13_3_1_a_copy_for_another_seat_does_not_hold_the_markers() -> None:
    session = played(3)
    g = session.g
    g.entry_japan, g.entry_germany = [5, 5, 5], [5, 5, 5]
    g.entry_pile = sorted([0] * 30)
    for seat in ("germany", "commonwealth"):
        copy = g.copy()
        conceal(TITLE, copy, seat)
        assert sum(copy.entry_japan) + sum(copy.entry_germany) < 30
    own = g.copy()
    conceal(TITLE, own, "usa")
    assert own.entry_japan == [5, 5, 5]


def test_13_3_1_draws_are_lines_for_the_usa_alone() -> None:
    session = played(3)
    lines = [line for step in session.steps for line in step.lines if "Entry markers" in line.text and line.die]
    assert lines and all(line.only == ("usa",) for line in lines)


def test_13_2_forks_for_others_do_not_know_what_lies_face_down() -> None:
    session = played(200)
    for seat in ("germany", "usa"):
        twin = session.fork(seat=seat)
        assert twin.g.date == session.g.date
        assert len(twin.g.entry_japan) == len(session.g.entry_japan)


def test_13_2_who_is_asked_about_a_pact_does_not_tell_what_its_markers_are_worth() -> None:
    """Four face-down markers of nothing, or of the highest value: Germany is asked in both cases and may break in one alone;
    without any it is not asked."""
    for values, asked, able in (([0] * 4, True, False), ([3] * 4, True, True), ([], False, False)):
        g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
        g.marker_year = 1939
        g.pacts[pact_key(GERMANY, USSR)] = g.turn - 8
        g.side = AXIS
        hold(g, "Germany", "poland")
        edge = sorted(common_border(g, GERMANY, USSR))
        beyond = sorted(common_border(g, USSR, GERMANY))
        for n in range(3):
            put(g, "Germany INF any", g.board.token(edge[n]))
        put(g, "USSR INF any", g.board.token(beyond[0]))
        setattr(g, border_hand(GERMANY, USSR), list(values))
        assert (GERMANY in breaking_powers(g)) == asked
        assert (may_break(g, Diplomat(GERMANY), USSR) is None) == able


def test_13_3_2_the_usa_is_asked_for_options_whatever_its_levels() -> None:
    for markers in ([0], [9] * 9):
        g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
        g.entry_japan = g.entry_germany = list(markers)
        prompts = drive(g, choose_options(g), ["no_option"])
        assert prompts == ["The USA: choose an entry option?"]


def secrets_of(values: tuple[int, int], pool: tuple[int, int]) -> Session:
    """A game in which Germany has these two markers face-down on the Soviet border and the USA these in a pool; what is not there
    lies in the common pool."""
    session = Session.new(TITLE, "global_war_1939", seed=b"s" * 32)
    for g in {id(state): state for state in (session.g, *(c.state for c in session.checkpoints))}.values():
        setattr(g, border_hand(GERMANY, USSR), list(values))
        g.entry_japan = list(pool)
        rest = [0, 0, 1, 1, 2, 2, 3, 3]
        for value in (*values, *pool):
            rest.remove(value)
        g.entry_pile = sorted(rest)
    return session


def test_13_2_another_seat_s_view_copy_and_mail_are_the_same_whatever_lies_face_down() -> None:
    """Two games that differ in the values of hidden markers alone: Germany and the USA see it, nobody else does."""
    one, two = secrets_of((3, 3), (0, 1)), secrets_of((0, 1), (3, 3))

    def seen(session: Session, seat: str | None) -> bytes:
        return msgspec.json.encode(picture(session.g, seat))

    def held(session: Session, seat: str) -> tuple[list[int], list[int], list[int]]:
        copy = session.g.copy()
        conceal(TITLE, copy, seat)
        return copy.lists[border_hand(GERMANY, USSR)], list(copy.entry_japan), sorted(copy.entry_pile)

    for seat in ("ussr", "italy", "commonwealth"):
        assert seen(one, seat) == seen(two, seat) and held(one, seat) == held(two, seat)
        letters = [copy_for(session, [seat]) for session in (one, two)]
        assert held(letters[0], seat) == held(letters[1], seat)
    assert seen(one, None) == seen(two, None)
    for seat in ("germany", "usa"):
        assert seen(one, seat) != seen(two, seat) and held(one, seat) != held(two, seat)

