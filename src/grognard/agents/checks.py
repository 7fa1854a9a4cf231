"""What must hold of a game after every answer, and what the fuzzer asks of it: lists against their tests, rests, caches, copies,
saves and views. fuzz.py says how often.
"""

from __future__ import annotations

import random
from pathlib import Path

from grognard.kernel.acts import Doubts
from grognard.kernel.cache import check_caches
from grognard.kernel.dice import NoDice, seed_from
from grognard.kernel.flow import Ask, Option, read_option
from grognard.kernel.play import Play
from grognard.kernel.present import view
from grognard.kernel.saves import dump, load
from grognard.kernel.session import Session
from grognard.kernel.state import Row
from grognard.kernel.veil import conceal

SAMPLE = 3


class Broken(AssertionError):
    """An identity or an invariant does not hold."""


def doubts(session: Session, seat: str, ask: Ask, rng: random.Random) -> Doubts:
    """Where the list of a question and its legality test disagree."""
    if ask.menu is not None:
        return ask.menu.doubts(rng, SAMPLE)
    found = Doubts()
    if ask.why is None:
        return _unexplained(session, seat, ask, rng, found)
    for option in ask.options:
        no = ask.why(option)
        found.listed += 1
        if no is not None:
            found.contradictions.append(f"{option.text}: {no}")
    return _unexplained(session, seat, ask, rng, found)


def _unexplained(session: Session, seat: str, ask: Ask, rng: random.Random, found: Doubts) -> Doubts:
    """Listed options with another row in the place of one of theirs: a reason must name a rule."""
    listed = {option.text for option in ask.options}
    rows = [o for o in ask.options if o.args and isinstance(o.args[-1], Row)]
    for option in rng.sample(rows, min(SAMPLE, len(rows))):
        table = option.args[-1].table
        other = Option(option.verb, *option.args[:-1], table[rng.randrange(len(table))])
        if other.text in listed:
            continue
        no = ask.why(other) if ask.why is not None else None
        no = session.title.explain(session.g, seat, other) if no is None else no
        found.unlisted += 1
        if no is None or not no.rule:
            found.unexplained.append(f"{other.text}: {no or 'no reason'}")
    return found


def check(session: Session, option: Option) -> None:
    """What must hold after every answer."""
    g = session.g
    for problem in session.title.invariants(g):
        raise Broken(problem)
    again = read_option(g, option.text)
    if again.text != option.text or [type(a) for a in again.args] != [type(a) for a in option.args]:
        raise Broken(f"the option {option.text!r} does not read back: {again!r} {[type(a).__name__ for a in again.args]}")


def check_rest(session: Session) -> None:
    """The procedure, started again where it rests, comes to the same question in the same state."""
    play = session.play
    again = Play(session.title, session.g.copy(), NoDice())
    again.resume(rest=True)
    before, after = play.pending, again.pending
    if not session.g.same(again.g):
        raise Broken(f"started again at its rest, {play.crumbs[0].what} has another state")
    pairs = {
        "question": (_wordings(before), _wordings(after)),
        "options": ([[o.text for o in ask.options] for ask in pending.values()] for pending in (before, after)),
        "way": (play.crumbs, again.crumbs) if isinstance(play.question, Ask) else (0, 0),  # a window is come to straight away
        "log": ([], again.journal.lines),
    }
    for what, (first, second) in pairs.items():
        if first != second:
            raise Broken(f"started again at its rest, {play.crumbs[0].what} has another {what}: {first} became {second}"[:2000])


def _wordings(pending: dict[str, Ask]) -> list[tuple[object, ...]]:
    return [(ask.seat, ask.prompt, ask.rule, ask.subject, ask.rests) for ask in pending.values()]


def check_rebuilds(session: Session) -> None:
    """Every cache equals a rebuild. After every answer where that is cheap; on large titles as often as time allows."""
    try:
        check_caches(session.g)
    except AssertionError as error:
        raise Broken(f"a cache differs from a rebuild: {error}") from error


def check_deeply(session: Session, rng: random.Random) -> None:
    """The identities: rewind, fork, save and load give the same state; a view does not change with what it hides."""
    digest = session.g.digest()
    if session.at(session.count).g.digest() != digest:
        raise Broken("the position does not come back from its checkpoint and the answers since")
    twin = session.fork(seed_from(1))
    if twin.g.digest() != digest or _texts(twin) != _texts(session):
        raise Broken("a fork differs from the game it was made from")
    check_rebuilds(twin)
    back = load(Path("fuzz"), data=dump(session))
    if back.g.digest() != digest or back.steps != session.steps or _texts(back) != _texts(session):
        raise Broken("save and load is not the identity")
    for seat in (*session.seats, None):
        shown = view(session, (seat,) if seat else (), log_from=10**9)
        hidden = session.g.copy()
        conceal(session.title, hidden, seat)
        if session.title.picture(hidden, seat) != shown.picture:
            raise Broken(f"the view of {seat or 'a spectator'} shows something that {seat or 'a spectator'} may not know")


def _texts(session: Session) -> dict[str, list[str]]:
    return {seat: [o.text for o in ask.options] for seat, ask in session.pending.items()}
