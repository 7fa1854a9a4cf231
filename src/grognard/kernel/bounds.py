"""Bounds: how much a stranger's session file may hold. Files of real games are far below every one of them."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grognard.kernel.errors import GrognardError

if TYPE_CHECKING:
    from grognard.kernel.saves import Record


UNFOLDED = 16 * 1024 * 1024  # bytes of one state; a war of 3,000 counters has some 300,000


def unfolded(data: bytes) -> bytes:
    """Decompressed bytes of a state, never more of them than a state can have."""
    unfolding = zlib.decompressobj()
    found = unfolding.decompress(data, UNFOLDED)
    if unfolding.unconsumed_tail or not unfolding.eof:
        raise zlib.error("the state is too large" if unfolding.unconsumed_tail else "the state is cut off")
    return found


@dataclass(slots=True)
class Bounds:
    """Counts what is read and refuses more than is sane."""

    line: int = 4 * 1024 * 1024
    records: int = 200_000
    checkpoints: int = 500
    since: int = 5_000
    log: int = 400_000
    text: int = 4_000
    dice: int = 1_000
    names: int = 64
    seen: int = 0
    kept: int = 0
    said: int = 0
    answers: int = 0

    def check_line(self, raw: bytes, number: int) -> None:
        self.seen += 1
        self._most(len(raw), self.line, "a line is too long", number)
        self._most(self.seen, self.records, "the file has too many lines", number)

    def check(self, record: Record, number: int) -> None:
        """Refuse a record that no game writes."""
        if record.state:
            self.kept, self.answers = self.kept + 1, 0
        self.said += len(record.lines)
        self.answers += bool(record.option)
        self._most(self.kept, self.checkpoints, "the file has too many checkpoints", number)
        self._most(self.said, self.log, "the log is too long", number)
        self._most(max(len(record.players), len(record.options) // 4, len(record.packs)), self.names, "too many names", number)
        words = [record.title, record.version, record.scenario, record.commitment, record.mail, record.seed, record.seat,
                 record.segment, record.digest, record.by]
        pairs = [*record.players.items(), *((key, str(value)) for key, value in record.options.items())]
        longest = max(len(word) for word in (*words, *(word for pair in pairs for word in pair), ""))
        self._most(longest, 4 * self.names, "a name is too long", number)
        self._most(len(record.option), self.text, "an answer is too long", number)
        for line in record.lines:
            self._most(max(len(line.text), len(line.rule)), self.text, "a line of the log is too long", number)
            self._most(max(len(line.dice), len(line.about), len(line.only)), self.dice, "a roll has too many dice", number)
            self._most(max(abs(value) for value in (*line.dice, 0)), 10**6, "a die shows too much", number)

    def check_end(self, number: int) -> None:
        """Where the game stands must be reached quickly; what lies between two checkpoints is the reader's to take or leave."""
        self._most(self.answers, self.since, "the file has too many answers after its last checkpoint", number)

    def _most(self, value: int, limit: int, words: str, number: int) -> None:
        if value > limit:
            raise GrognardError(f"{words}: {value:,} is more than {limit:,}", line=number, remedy="use an unedited copy")
