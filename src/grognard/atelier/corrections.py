"""Corrections: the last word on a board, one row with a reason each.

`kind` is space or border; `a` (and `b`) name it; `change` is a column followed by `=` (set), `+` (add words) or `-` (take words
away). Rows are applied in their order, after everything else. A row that changes nothing, or names nothing, is an error.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from grognard.atelier.draft import Border, Draft, Space
from grognard.kernel.errors import GrognardError

PLAIN = ("name", "terrain", "country")


@dataclass(frozen=True)
class Correction:
    line: int
    kind: str
    a: str
    b: str
    change: str
    value: str
    reason: str


def read(path: Path) -> list[Correction]:
    text = path.read_text(encoding="utf-8").splitlines()
    numbered = [(n, line) for n, line in enumerate(text, 1) if line and not line.startswith("#")]
    header = next(csv.reader([numbered[0][1]]))
    out = []
    for n, line in numbered[1:]:
        row = dict(zip(header, next(csv.reader([line]))))
        if not row.get("reason"):
            raise GrognardError("a correction without a reason", file=path, line=n, remedy="say why in the last column")
        out.append(Correction(n, row["kind"], row["a"], row["b"], row["change"], row["value"], row["reason"]))
    return out


def apply(draft: Draft, path: Path) -> int:
    """Apply a board's corrections; returns how many there are."""
    corrections = read(path)
    for c in corrections:
        column, sign = c.change[:-1], c.change[-1:]
        if sign not in "=+-" or not column:
            raise GrognardError(f"change {c.change!r} is not understood", file=path, line=c.line,
                                remedy="write column=, column+ or column-")
        if c.kind == "space" and c.a in draft.spaces:
            changed = _space(draft.spaces[c.a], column, sign, c.value)
        elif c.kind == "border" and c.a in draft.spaces and c.b in draft.spaces:
            if not draft.has_border(c.a, c.b) and sign == "-":
                raise GrognardError(f"no border {c.a} {c.b}", file=path, line=c.line, remedy="drop the row")
            changed = _border(draft.border(c.a, c.b), column, sign, c.value)
        else:
            raise GrognardError(f"no {c.kind} {c.a} {c.b}", file=path, line=c.line, remedy="check the ids")
        if not changed:
            raise GrognardError(f"{c.kind} {c.a} {c.b}: {c.change} {c.value} is so already", file=path, line=c.line,
                                remedy="drop the row, the pipeline does it now")
    return len(corrections)


def _space(space: Space, column: str, sign: str, value: str) -> bool:
    if column in PLAIN and sign == "=":
        before = getattr(space, column)
        setattr(space, column, value)
        return bool(before != value)
    return _words(space.columns, column, sign, value)


def _border(border: Border, column: str, sign: str, value: str) -> bool:
    if column == "features":
        holder: dict[str, object] = {"features": border.features}
        changed = _words(holder, column, sign, value)
        features = holder["features"]
        assert isinstance(features, set)
        border.features = features
        return changed
    return _words(border.columns, column, sign, value)


def _words(columns: dict[str, object], column: str, sign: str, value: str) -> bool:
    held = columns.get(column)
    if isinstance(held, list):
        before, words = list(held), value.split()
        after = words if sign == "=" else [w for w in held if w not in words] + (words if sign == "+" else [])
        columns[column] = after
        return before != after
    if isinstance(held, set) or held is None:
        old: set[str] = set(held or ())
        given = set(value.split())
        new = given if sign == "=" else old | given if sign == "+" else old - given
        columns[column] = new
        return old != new
    columns[column] = value
    return str(held) != value
