"""13.2, 13.3.1: the values of entry markers are known to their owner alone: no view, copy, file or line shows them."""

from __future__ import annotations

import random

import msgspec

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
