"""Reasons: why an answer is not possible, asked of the open question first and of the title after it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import Ask, read_option
from grognard.kernel.rules import First, No, Vague
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
    otherwise = "the open question comes first: {}"
    if known and ask is not None and unit is not None:
        offered = [option for option in ask.options if unit in option.args and (place is None or place in option.args)]
        if offered and all(session.title.label(session.g, ask, option).idle for option in offered):
            otherwise = "it could only stay: {}"
        elif offered:
            sure = len(offered) == 1 or place is not None
            return First(ask.rule, f"that can be done now: {ask.prompt}", then=(offered[0].text,) if sure else ())
    no: No | None = session.title.meant(session.g, seat, unit, place) if known else None
    if no is not None:
        return no
    if ask is None:
        return not_asked(session, seat)
    tried = _tried(session, seat, ask, unit, place)
    if tried is None and known and unit is not None:
        tried = _from_there(ask, unit)
        if tried is None and place is not None:
            tried = _taken_up(session, seat, ask, unit, place)
    return tried if tried is not None else No(ask.rule, otherwise.format(ask.prompt))


def _from_there(ask: Ask, unit: Row) -> First | None:
    """Where the open question asks for a place first: the one the unit stands at."""
    at = getattr(unit, "at", -1)
    for option in ask.options:
        row = option.args[0] if len(option.args) == 1 else None
        if isinstance(row, Row) and row.table.spaces and row.index == at:
            return First(ask.rule, f"choose {row.label} first, where it stands: {ask.prompt}", then=(option.text,))
    return None


def _taken_up(session: Session, seat: str, ask: Ask, unit: Row, place: Row) -> No | None:
    """A unit that can be chosen now: in a copy it is, and what is asked then knows whether it may go to the space."""
    pick = next((option for option in ask.options if option.args == (unit,)), None)
    if pick is None:
        return None
    twin = session.fork(seat=seat)
    try:
        twin.apply(seat, pick.text, calm=True)
    except GrognardError:
        return None  # dice would fall, or what is not known here decides
    then = twin.pending.get(seat)
    if then is None:
        return None
    there = twin.g.tables[place.table.name][place.index]
    onwards = next((option for option in then.options if there in option.args), None)
    if onwards is not None:
        return First(then.rule, f"take it up first: {ask.prompt}", then=(pick.text, onwards.text))
    no = _tried(twin, seat, then, twin.g.tables[unit.table.name][unit.index], there)
    return no if no is not None else First(ask.rule, f"take it up first: {ask.prompt}", then=(pick.text,))


def _tried(session: Session, seat: str, ask: Ask, unit: Row | None, place: Row | None) -> No | None:
    """What the tests of the open question say of this unit and space: every verb with the rows it takes exchanged, the most
    frequent first; of a unit alone, who could go nowhere, with the space of an answer that is offered to others. None: one of
    them may be answered, or no test knows."""
    shapes: dict[str, list[Row]] = {}
    counts: Counter[str] = Counter()
    for option in ask.options:
        rows = [arg for arg in option.args if isinstance(arg, Row)]
        if rows and len(rows) == len(option.args):
            shapes.setdefault(option.verb, rows)
            counts[option.verb] += 1
    found: list[No] = []
    for verb, _ in counts.most_common():
        tables = [row.table for row in shapes[verb]]
        given = [(place or row) if row.table.spaces else unit for row in shapes[verb]]
        if [one.table for one in given if one is not None] != tables or (place is None and all(t.spaces for t in tables)):
            continue
        no = explain(session, seat, " ".join([verb, *(one.token for one in given if one is not None)]))
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
