"""Rules as marked code: which function keeps which numbered section, and how a refusal names its rule.

The ledger of a title (every section of its rulebook, where it is kept, which cases test it) is made from these marks
and from test names; see kernel/ledger.py.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from types import CodeType
from typing import Any, TypeVar

import msgspec

F = TypeVar("F", bound=Callable[..., Any] | type)


class No(msgspec.Struct, frozen=True):
    """A refusal for a player: the rule that forbids it and the reason in words.

    A legality test returns None for "yes" and a No for "no", so ask `is None`. A No is neither true nor false: as a condition it
    raises, for `may_a() or may_b()` would lose the refusal.
    """

    rule: str
    reason: str

    def __bool__(self) -> bool:
        raise TypeError(f"a refusal is no condition, ask `is None` or `isinstance(..., No)`: {self}")

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class Vague(No, frozen=True):
    """No test knows the answer: what is said is only what could be answered instead."""


class Told(No, frozen=True):
    """An explanation that can be drawn: the spaces of a way, in order, and those that bar one (tokens of the board)."""

    way: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()


class First(No, frozen=True):
    """A refusal with a way out: what must be done first (options, the last the one that is meant), and the answers that lead
    there from the open question."""

    wish: tuple[str, ...] = ()
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """One function or class and the sections it keeps."""

    sections: tuple[str, ...]
    module: str
    name: str
    file: str
    line: int
    summary: str


MARKS: list[Mark] = []
_BY_CODE: dict[CodeType, Mark] = {}


def rule(*sections: str) -> Callable[[F], F]:
    """Mark a function or class as keeping these numbered sections of the rulebook."""

    def mark(thing: F) -> F:
        code: CodeType | None = getattr(thing, "__code__", None)
        summary = (thing.__doc__ or thing.__name__.replace("_", " ")).strip().splitlines()[0]
        made = Mark(
            sections,
            thing.__module__,
            thing.__qualname__,
            code.co_filename if code else "",
            code.co_firstlineno if code else 0,
            summary.rstrip("."),
        )
        MARKS.append(made)
        if code:
            _BY_CODE[code] = made
        return thing

    return mark


@dataclass(frozen=True, slots=True)
class Crumb:
    """One live procedure on the way to a question: what it is doing and under which rule."""

    what: str
    rule: str


def crumbs(procedure: Generator[object, Any, object] | None) -> tuple[Crumb, ...]:
    """The live procedures, outermost first: why the player is asked this."""
    found: list[Crumb] = []
    while procedure is not None:
        code = getattr(procedure, "gi_code", None)
        mark = _BY_CODE.get(code) if code else None
        if mark:
            found.append(Crumb(mark.summary, mark.sections[0] if mark.sections else ""))
        procedure = getattr(procedure, "gi_yieldfrom", None)
    return tuple(found)
