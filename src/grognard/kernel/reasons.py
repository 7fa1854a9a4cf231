"""Reasons: why an answer is not possible, asked of the open question first and of the title after it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from grognard.kernel.flow import Ask, read_option
from grognard.kernel.rules import No, Vague
from grognard.kernel.state import Row

if TYPE_CHECKING:
    from grognard.kernel.session import Session


def explain(session: Session, seat: str, text: str) -> No | None:
    """Why an answer is not possible; None if it is."""
    ask = session.pending.get(seat)
    if ask is None:
        return not_asked(session, seat)
    if ask.find(text):
        return None
    option = read_option(session.g, text)
    for test in (ask.why, lambda o: session.title.explain(session.g, seat, o)):
        no = test(option) if test is not None else None
        if no is not None:
            return no
    verbs = ", ".join(dict.fromkeys(o.verb for o in ask.options))
    same = [o.text for o in ask.options if o.verb == option.verb]
    if len(same) == 1:
        return Vague(ask.rule, f"{text!r} is not possible; the only way to {option.verb} now is {same[0]!r}")
    if same:
        return Vague(ask.rule, f"{text!r} is not one of the {len(same)} ways to {option.verb} now, such as {same[0]!r}")
    return Vague(ask.rule, f"{option.verb!r} is not possible now; the question is {ask.prompt!r} and the answers are {verbs}")


def why_not(session: Session, seat: str, piece: str, space: str) -> No:
    """Why a unit does not go to a space, or cannot be chosen: the question behind the gesture, also while another is open."""
    rows = [read_option(session.g, f"? {token}").args[0] if token else None for token in (piece, space)]
    unit, place = (row if isinstance(row, Row) else None for row in rows)
    ask = session.pending.get(seat)
    known = seat in session.setting.players and not session.outcome
    no: No | None = session.title.meant(session.g, seat, unit, place) if known else None
    if no is not None:
        return no
    if ask is None:
        return not_asked(session, seat)
    tried = _tried(session, seat, ask, unit, place)
    return tried if tried is not None else No(ask.rule, f"the open question comes first: {ask.prompt}")


def _tried(session: Session, seat: str, ask: Ask, unit: Row | None, place: Row | None) -> No | None:
    """What the tests of the open question say of this unit and space: every verb with the rows it takes exchanged, the most
    frequent first. None: one of them may be answered, or no test knows."""
    shapes: dict[str, list[Row]] = {}
    counts: Counter[str] = Counter()
    for option in ask.options:
        rows = [arg for arg in option.args if isinstance(arg, Row)]
        if rows and len(rows) == len(option.args):
            shapes.setdefault(option.verb, rows)
            counts[option.verb] += 1
    found: list[No] = []
    for verb, _ in counts.most_common():
        wanted = [place if row.table.spaces else unit for row in shapes[verb]]
        given = [one for one in wanted if one is not None]
        if len(given) < len(wanted) or [one.table for one in given] != [row.table for row in shapes[verb]]:
            continue
        no = explain(session, seat, " ".join([verb, *(one.token for one in given)]))
        if no is None:
            return None
        if not isinstance(no, Vague):
            found.append(no)
    return found[0] if found else None


def not_asked(session: Session, seat: str) -> No:
    if seat not in session.setting.players:
        return No("", f"there is no seat {seat!r}; the seats are {', '.join(session.seats)}")
    if session.outcome:
        return No("", f"the game is over: {session.outcome.reason}")
    return No("", f"{seat} is not asked anything now; the game waits for {', '.join(session.pending)}")
