"""The one exception for bad input from outside: a save, a data file, a pack, a request.

Refusals to players are `No` (rules.py); bugs are assertions. Neither is here.
"""

from __future__ import annotations

from pathlib import Path


class GrognardError(Exception):
    """Bad input, with the file and line where it stands and what to do about it."""

    def __init__(
        self, message: str, *, file: str | Path | None = None, line: int | None = None, remedy: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = None if file is None else str(file)
        self.line = line
        self.remedy = remedy

    def __str__(self) -> str:
        where = "" if self.file is None else f"{self.file}: " if self.line is None else f"{self.file}:{self.line}: "
        text = where + self.message
        if self.remedy:
            text = f"{text.rstrip('.')}. Remedy: {self.remedy}"
        return text

    def __repr__(self) -> str:
        return f"GrognardError({self.message!r}, file={self.file!r}, line={self.line!r}, remedy={self.remedy!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuilt, (self.message, self.file, self.line, self.remedy))


def _rebuilt(message: str, file: str | None, line: int | None, remedy: str | None) -> GrognardError:
    return GrognardError(message, file=file, line=line, remedy=remedy)
