"""Options: the optional rules a game is created with, and how rules read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.kernel.errors import GrognardError


class Switch(msgspec.Struct, frozen=True):
    """An optional rule a game is created with: on or off, or one of several choices.

    `needs` and `excludes` hold while it is on (with choices: while it is not the first of them). They name other switches that
    must be on or must not be: `"carriers"`, or one of several choices of theirs: `"length=long"`.
    """

    key: str
    label: str
    rule: str = ""
    default: bool | str = False
    choices: tuple[str, ...] = ()
    fuzzed: bool = True
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()

    def is_on(self, value: bool | str) -> bool:
        return value != self.choices[0] if self.choices else bool(value)

    def read(self, text: str | bool) -> bool | str:
        """The value a text stands for, or an error that says what is possible."""
        if self.choices:
            if text in self.choices:
                return text
            raise GrognardError(f"option {self.key} cannot be {text!r}", remedy=f"use one of {', '.join(self.choices)}")
        words = {"true": True, "on": True, "yes": True, "1": True, "false": False, "off": False, "no": False, "0": False}
        value = text if isinstance(text, bool) else words.get(text.lower())
        if value is None:
            raise GrognardError(f"option {self.key} cannot be {text!r}", remedy="use on or off")
        return value


class Kit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A set of options under one name, as a rulebook or a club recommends them; what it does not name takes its default."""

    key: str
    label: str
    options: dict[str, bool | str] = {}


def faults(switches: Iterable[Switch], chosen: Mapping[str, bool | str]) -> list[str]:
    """Why these options cannot be played together; nothing if they can."""
    known = {switch.key: switch for switch in switches}
    found: list[str] = []
    for key, switch in known.items():
        if switch.is_on(chosen[key]):
            found += [f"{key} needs {term}" for term in switch.needs if not _holds(known, chosen, term)]
            found += [f"{key} cannot be played with {term}" for term in switch.excludes if _holds(known, chosen, term)]
    return found


def _holds(known: Mapping[str, Switch], chosen: Mapping[str, bool | str], term: str) -> bool:
    key, named, value = term.partition("=")
    return chosen[key] == value if named else known[key].is_on(chosen[key])


def possible(switches: Sequence[Switch], rng: Random, fixed: Mapping[str, bool | str] | None = None) -> dict[str, bool | str]:
    """Options drawn at random that can be played together, beside some that are given: each is drawn in turn, and stays what it
    was where the draw does not agree with the rest."""
    fixed = fixed or {}
    order = [switch for switch in switches if switch.fuzzed and switch.key not in fixed]
    rng.shuffle(order)
    chosen = {switch.key: fixed.get(switch.key, switch.default) for switch in switches}
    for switch in order:
        before = chosen[switch.key]
        chosen[switch.key] = rng.choice(switch.choices or (True, False))
        if faults(switches, chosen):
            chosen[switch.key] = before
    return {**{switch.key: chosen[switch.key] for switch in order}, **fixed}


class Switches(dict[str, bool | str]):
    """The options of a game, read as attributes: `g.options.variable_end`."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.__dict__ = self  # rules read options all the time: an attribute is found without a call

    if not TYPE_CHECKING:  # a title declares its options in a class of its own, so that a typo is an error of types

        def __getattr__(self, key: str) -> bool | str:
            raise AttributeError(f"no option {key}")
