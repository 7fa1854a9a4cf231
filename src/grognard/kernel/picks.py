"""Acts of short questions: a word, or one out of a list that the rule has just drawn up. What is not on the list gets the test
that drew it up, or else the reason in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, TypeVar

from grognard.kernel.acts import Act, Take
from grognard.kernel.rules import No
from grognard.kernel.state import Game

A = TypeVar("A")


def word(verb: str, rule: str, words: str, *, rolls: bool = False) -> Act[Any, Any, None]:
    """An answer that takes nothing."""
    return Act(verb, rule, words, do=_noted, rolls=rolls)


def one_of(
    verb: str,
    rule: str,
    words: str | Callable[[Any, Any, A], str],
    takes: Take | tuple[Take, ...],
    rows: Iterable[A] | Callable[[], Iterable[A]],
    reason: str,
    *,
    why: Callable[[Any, A], No | None] | None = None,
    rolls: bool = False,
    group: str = "",
) -> Act[Any, Any, A]:
    """An answer that takes one of these, which may be drawn up when they are wanted; `why` is the test behind the list, `reason`
    what is said where it has no objection."""
    found: list[list[A]] = []

    def listed(g: Game, subject: object) -> list[A]:
        if not found:
            found.append(list(rows() if callable(rows) else rows))
        return found[0]

    def may(g: Game, subject: object, candidate: A) -> No | None:
        if candidate in listed(g, subject):
            return None
        no = why(g, candidate) if why is not None else None
        return no if no is not None else No(rule, reason)

    return Act(verb, rule, words, takes=takes, listed=listed, may=may, do=_noted, rolls=rolls, group=group)


def at_least_one(rows: Iterable[A]) -> Iterable[A]:
    """Candidates of which only the first is looked for before their list is wanted; nothing where there is none."""
    rest = iter(rows)
    for first in rest:
        return chain((first,), rest)
    return ()


def unless(
    verb: str, rule: str, words: str, refusal: No | Callable[[], No | None] | None, *, rolls: bool = False
) -> Act[Any, Any, None]:
    """An answer that takes nothing and is open unless there is a refusal, which may be looked for when it is wanted."""
    return Act(verb, rule, words, may=lambda g, s, _: refusal() if callable(refusal) else refusal, do=_noted, rolls=rolls)


def _noted(g: Game, subject: object, candidate: A) -> A:
    """The question is answered; the procedure that asked goes on with what was taken."""
    return candidate
