"""Just enough of TypeScript's grammar to find its string literals: where each stands, in which call, under which property."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

REGEX_AFTER = set("(,=:[!&|?{};+-*%<>~^") | {""}
KEYWORDS = {"return", "typeof", "case", "in", "of", "do", "else"}
WORD = re.compile(r"[A-Za-z_$][\w$]*")


@dataclass
class Literal:
    """A string or a template: `text` has {0}, {1}... for what is put in, `parts` the spans of those in the source."""

    start: int
    end: int
    text: str
    parts: list[tuple[int, int]]
    callee: str
    argument: int
    property: str
    before: str
    after: str = ""
    line: int = 0


@dataclass
class _Frame:
    opener: str
    callee: str = ""
    argument: int = 0
    property: str = ""


@dataclass
class _Reader:
    code: str
    found: list[Literal] = field(default_factory=list)
    frames: list[_Frame] = field(default_factory=lambda: [_Frame("")])

    def read(self, at: int, end: int, stop: str = "") -> int:
        """Read on until `stop` closes; the token before the next one decides between division and a pattern."""
        code, before = self.code, ""
        depth = len(self.frames)
        while at < end:
            c = code[at]
            if c.isspace():
                at += 1
            elif code.startswith("//", at):
                at = code.find("\n", at) if "\n" in code[at:] else end
            elif code.startswith("/*", at):
                at = code.index("*/", at) + 2
            elif c in "\"'":
                at, before = self._string(at, before), '"'
            elif c == "`":
                at, before = self._template(at, before), "`"
            elif c == "/" and (before[-1:] in REGEX_AFTER or before in KEYWORDS):
                at, before = self._pattern(at), "/"
            elif word := WORD.match(code, at):
                before, at = word[0], word.end()
                self._called(at, before)
            else:
                if c == stop and len(self.frames) == depth:
                    return at
                self._punctuation(at, c, before)
                two = code[at : at + 3] if code[at : at + 3] in ("===", "!==") else code[at : at + 2]
                size = len(two) if two in ("===", "!==", "=>", "==", "!=", "&&", "||", "??", "?.") else 1
                before, at = code[at : at + size], at + size
        return at

    def _called(self, at: int, word: str) -> None:
        self.pending = (at, word)

    pending: tuple[int, str] = (-1, "")

    def _punctuation(self, at: int, c: str, before: str) -> None:
        frame = self.frames[-1]
        if c in "([{":
            name = self.pending[1] if c == "(" and WORD.fullmatch(before or "") else ""
            if c == "(" and before == ">":  # a call with types: kept<string>(...)
                name = self.pending[1]
            self.frames.append(_Frame(c, name))
        elif c in ")]}":
            if len(self.frames) > 1:
                self.frames.pop()
        elif c == ",":
            frame.argument += 1
            frame.property = ""
        elif c == ":" and frame.opener == "{" and not frame.property:
            frame.property = before if before != '"' else self.found[-1].text if self.found else ""
        elif c == ";":
            frame.property = ""

    def _string(self, at: int, before: str) -> int:
        quote, start, text = self.code[at], at, ""
        at += 1
        while self.code[at] != quote:
            if self.code[at] == "\\":
                raw = self.code[at : at + 6] if self.code[at + 1] == "u" else self.code[at : at + 2]
                text += raw.encode().decode("unicode_escape")
                at += len(raw)
            else:
                text += self.code[at]
                at += 1
        self._keep(start, at + 1, text, [], before)
        return at + 1

    def _pattern(self, at: int) -> int:
        """Past a regular expression and its flags."""
        group = False
        at += 1
        while group or self.code[at] != "/":
            group = self.code[at] == "[" or (group and self.code[at] != "]")
            at += 2 if self.code[at] == "\\" else 1
        return at + 1

    def _template(self, at: int, before: str) -> int:
        start, text = at, ""
        parts: list[tuple[int, int]] = []
        place = len(self.found)
        self.found.append(None)  # type: ignore[arg-type]
        at += 1
        while self.code[at] != "`":
            if self.code[at] == "\\":
                text += self.code[at + 1]
                at += 2
            elif self.code.startswith("${", at):
                self.frames.append(_Frame("${"))
                close = self.read(at + 2, len(self.code), "}")
                self.frames.pop()
                text += f"{{{len(parts)}}}"
                parts.append((at + 2, close))
                at = close + 1
            else:
                text += self.code[at]
                at += 1
        self._keep(start, at + 1, text, parts, before)
        self.found[place] = self.found.pop()
        return at + 1

    def _keep(self, start: int, end: int, text: str, parts: list[tuple[int, int]], before: str) -> None:
        inner = self.frames[-1]
        call = inner
        for frame in reversed(self.frames):
            call = frame
            if frame.opener in ("(", "${") and (frame.callee or frame.opener == "${"):
                break
        after = re.compile(r"\s*(===|!==|=>|.)?").match(self.code, end)
        owner = inner.property if inner.opener == "{" else ""
        line = self.code.count("\n", 0, start) + 1
        self.found.append(
            Literal(start, end, text, parts, call.callee, call.argument, owner, before, (after[1] or "") if after else "", line)
        )


def literals(code: str) -> list[Literal]:
    """Every string and template of a source, outer ones before those inside them."""
    reader = _Reader(code)
    reader.read(0, len(code))
    return reader.found
