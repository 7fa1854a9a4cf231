"""Options: the optional rules a game is created with, and how rules read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from grognard.kernel.errors import GrognardError


class Switch(msgspec.Struct, frozen=True):
    """An optional rule a game is created with: on or off, or one of several choices."""

    key: str
    label: str
    rule: str = ""
    default: bool | str = False
    choices: tuple[str, ...] = ()
    fuzzed: bool = True

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


class Switches(dict[str, bool | str]):
    """The options of a game, read as attributes: `g.options.variable_end`."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.__dict__ = self  # rules read options all the time: an attribute is found without a call

    if not TYPE_CHECKING:  # a title declares its options in a class of its own, so that a typo is an error of types

        def __getattr__(self, key: str) -> bool | str:
            raise AttributeError(f"no option {key}")
