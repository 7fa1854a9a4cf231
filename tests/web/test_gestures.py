"""The question behind a gesture: every unit towards every neighbouring space in the first turn of each title gets a rule or a way
out, whatever question is open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grognard.kernel.rules import First, No
from grognard.kernel.session import Session
from grognard.kernel.title import title

QUIET = ("sign", "pass", "done", "none", "no", "hold", "decline", "stop", "sle")
SEEN = 8


def questions(session: Session, most: int = SEEN, wish: str = "") -> Iterator[str]:
    """Answer as quietly as can be, with the wish where it is offered; stop where a segment's first question is open."""
    known: set[tuple[str, ...]] = set()
    for _ in range(200):
        place = (*session.title.segment_label(session.g), session.play.crumbs[0].what)
        if place not in known and len(known) < most:
            known.add(place)
            yield place[-1]
        if len(known) >= most or not session.pending:
            return
        seat, ask = next(iter(session.pending.items()))
        texts = [option.text for option in ask.options]
        quiet = next((t for verb in QUIET for t in texts if t.split(" ")[0] == verb), texts[0])
        session.apply(seat, wish if wish in texts else quiet)


def gestures(session: Session) -> Iterator[tuple[str, str, str, No]]:
    """Every kind of unit of every zone towards every neighbouring space."""
    g, board = session.g, session.g.board
    seat = next(iter(session.pending))
    seen: set[tuple[Any, ...]] = set()
    for unit in g.units:
        sort = (unit.at, *session.title.sort(g, unit))
        if unit.at < 0 or sort in seen:
            continue
        seen.add(sort)
        yield seat, unit.token, "", session.why_not(seat, unit.token, "")
        for space, _ in board.neighbours[unit.at]:
            yield seat, unit.token, board.token(space), session.why_not(seat, unit.token, board.token(space))


@pytest.mark.parametrize(
    ("code", "scenario", "segments", "wish"),
    [
        ("gw36", "1939", SEEN, ""),
        ("tw", "poland", SEEN, ""),
        ("tw", "west", SEEN, ""),
        ("wif", "barbarossa_1941", 16, "act land"),
        ("wif", "barbarossa_1941", SEEN, "act pass"),
        ("wif", "guadalcanal_1942", 12, "act naval"),
        ("aif", "short_game", 7, ""),
        ("aif", "star_spangled_banner_1947", 15, "act combined"),
        ("awaw", "barbarossa", 16, ""),
        ("awaw", "europe", SEEN, ""),
    ],
)
def test_no_gesture_without_a_rule_or_a_way_out(code: str, scenario: str, segments: int, wish: str) -> None:
    """Nor one that only says that something else is asked; what is to be done first is an answer of the open question."""
    session = Session.new(title(code), scenario, seed=bytes(16))
    tried = led = 0
    for segment in questions(session, segments, wish):
        answers = {option.text for ask in session.pending.values() for option in ask.options}
        for seat, unit, space, no in gestures(session):
            tried += 1
            assert no.reason and "'" not in no.reason[:1], (segment, seat, unit, space, no)
            assert not no.reason.startswith("the open question comes first"), (segment, seat, unit, space, no)
            assert no.rule or (isinstance(no, First) and no.then), (segment, seat, unit, space, no)
            if isinstance(no, First) and no.then:
                led += 1
                assert no.then[0] in answers, (segment, seat, unit, space, no)
    assert tried > 1000 and led > 10


def in_combat_movement() -> Session:
    session = Session.new(title("gw36"), "1939", seed=bytes(16))
    while session.play.crumbs[0].what != "Combat Movement":
        seat, ask = next(iter(session.pending.items()))
        texts = [option.text for option in ask.options]
        session.apply(seat, next((t for verb in QUIET for t in texts if t.split(" ")[0] == verb), texts[0]))
    return session


def unit_in(session: Session, zone: str, nation: str, kind: str) -> str:
    g = session.g
    at = g.board.space(zone)
    sort = (nation, kind)
    return next(str(u.token) for u in g.units if u.at == at and session.title.sort(g, u) == sort)


def test_poland_before_the_war() -> None:
    """A German unit towards Poland: declare war first, with the rule and the two answers that do it; then it may go."""
    session = in_combat_movement()
    infantry = unit_in(session, "eastern_germany", "germany", "Infantry")
    no = session.why_not("player1", infantry, "west_poland")
    assert isinstance(no, First) and (no.rule, no.reason) == ("8.1", "declare war on Poland first")
    assert no.then == ("politics", "declare n.germany n.poland")
    for text in no.then:
        assert session.explain("player1", text) is None
        session.apply("player1", text)
    while "pick" not in {o.verb for ask in session.pending.values() for o in ask.options}:
        seat, ask = next(iter(session.pending.items()))
        session.apply(seat, "pass")
    no = session.why_not("player1", infantry, "west_poland")
    assert isinstance(no, First) and no.then == (f"pick {infantry}", f"attack {infantry} west_poland")


def test_the_first_obstacle_is_named() -> None:
    """Somebody else's unit, somebody else's turn, a friend's zone, a neutral that may not be attacked."""
    session = in_combat_movement()
    infantry = unit_in(session, "eastern_germany", "germany", "Infantry")
    french = next(str(u.token) for u in session.g.units if session.title.sort(session.g, u) == ("france", "Infantry"))
    assert session.why_not("player1", french, "western_germany").rule == "2.3"
    italian = next(str(u.token) for u in session.g.units if session.title.sort(session.g, u)[0] == "italy" and u.at >= 0)
    assert session.why_not("player1", italian, "eastern_germany").rule == "6.1"
    friend = session.why_not("player1", infantry, "western_germany")
    assert friend.rule == "10.1" and "Non-Combat Movement" in friend.reason


def test_a_unit_that_can_be_chosen_is_taken_up_first() -> None:
    """Where the open question lists the unit, the answer takes it up and goes there; where it is too far, the reason is that of
    the question that would follow."""
    session = Session.new(title("awaw"), "barbarossa", seed=bytes(16))
    while session.play.crumbs[0].what != "Redeployment":
        seat, ask = next(iter(session.pending.items()))
        texts = [option.text for option in ask.options]
        session.apply(seat, next((t for verb in QUIET for t in texts if t.split(" ")[0] == verb), texts[0]))
    found = [(seat, no) for seat, _, space, no in gestures(session) if space and isinstance(no, First) and len(no.then) == 2]
    assert found
    seat, no = found[0]
    for text in no.then:
        session.apply(seat, text)


def test_a_ship_is_found_by_its_port() -> None:
    """World in Flames asks for the port first: a ship that is pointed at leads there."""
    session = Session.new(title("wif"), "guadalcanal_1942", seed=bytes(16))
    for _ in questions(session, 12, "act naval"):
        if session.play.crumbs[0].what == "Naval movement":
            break
    led = [no for _, _, space, no in gestures(session) if not space and isinstance(no, First)]
    assert led and all(no.then[0].startswith("gather ") and "where it stands" in no.reason for no in led)


def test_an_army_before_its_power_has_an_action() -> None:
    """World in Flames: choose a land action first, with the answer that does it; then it marches in Land movement, and the way
    is explained there."""
    session = Session.new(title("wif"), "barbarossa_1941", seed=bytes(16))
    g = session.g
    seat = next(iter(session.pending))
    mine = [u for u in g.units if u.at >= 0 and g.seat(u.power) == seat and g.roster.land[u.index]]
    army = next(u for u in mine if g.roster.moves[u.index] > 2)
    there = next(s for s, _ in g.board.neighbours[army.at] if g.ground.land[s])
    no = session.why_not(seat, army.token, g.board.token(there))
    assert isinstance(no, First) and no.rule == "10.1" and no.then == ("act land",)
    session.apply(seat, no.then[0])
    no = session.why_not(seat, army.token, g.board.token(there))
    assert no.rule in ("11.10", "11.15.1") and "now it is" in no.reason
    while session.play.crumbs[0].what != "Land movement":
        seat, ask = next(iter(session.pending.items()))
        texts = [option.text for option in ask.options]
        session.apply(seat, next((t for verb in QUIET for t in texts if t.split(" ")[0] == verb), texts[0]))
    far = next(s for s in range(len(g.board.ids)) if g.ground.land[s])
    assert session.why_not(seat, army.token, g.board.token(far)).rule.startswith("11.10")


def test_an_army_of_a_world_at_war_is_told_when_and_how_far() -> None:
    session = Session.new(title("awaw"), "barbarossa", seed=bytes(16))
    told = {no.rule: no.reason for _, _, space, no in gestures(session) if space}
    assert "attacks are announced in Announcement" in told["8.25"] and "is not yours" in told["8.24"]
    assert {rule for rule in told if rule.startswith("ours 13") or rule == "4.51"}


@pytest.mark.parametrize("code", ["gw36", "tw", "wif", "aif", "awaw"])
def test_every_title_has_a_first_game_with_a_coach(code: str) -> None:
    """Its scenario and side are the title's own, and the game begins with a question that has a lesson."""
    made = title(code)
    first = made.first_game
    assert first is not None and first.scenario in {one.key for one in made.scenarios} and len(first.lessons) >= 6
    assert first.side in {seat.side for seat in made.seats(first.scenario, made.read_options({}))}
    assert len({lesson.head for lesson in first.lessons}) == len(first.lessons)
