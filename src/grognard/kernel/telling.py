"""Telling: the log as the game goes, with who went where beside what the rules say of it.

A title that names its table of pieces gets a line for every way a unit goes; where a rule wrote a line about it, the way is
attached to that line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, compress
from operator import ne
from typing import Any

from grognard.kernel.board import Board
from grognard.kernel.play import Deed, Line
from grognard.kernel.present import LogLine
from grognard.kernel.purposes import fate_of, read_aim
from grognard.kernel.rows import Row
from grognard.kernel.sequence import Segment
from grognard.kernel.state import NOWHERE, Game
from grognard.kernel.title import Title


def told(board: Board, number: int, n: int, by: str, line: Line) -> LogLine:
    """A line of the log as it is shown."""
    text = line.text or (deed_words(board, line.deed) if line.deed else "")
    fate = fate_of(line.deed.came, line.deed.went, text) if line.deed else ""
    made = LogLine(number, n, text, line.rule, line.about, line.die, _faces(line), line.deed, by, line.head, fate)
    aim = (line.aim or read_aim(text)) if made.dice else None
    if aim is not None:
        made.at, made.who, made.good = aim.at, aim.who, aim.good
        made.cell = (aim.cell[0], aim.cell[1], sum(line.dice) + aim.cell[2]) if aim.cell else None
    return made


def _faces(line: Line) -> tuple[int, ...]:
    """What the dice show; what was drawn from a pile is told in words, its numbers mean nothing to a player."""
    return tuple(line.dice) if line.die.startswith("D") else ()


def deed_words(board: Board, deed: Deed) -> str:
    """Who went where, in one sentence."""
    who = ", ".join(f"{count} {sort}" if count > 1 else sort for _, sort, count in deed.units)
    came, went = (board.label(board.space(s)) if s else "" for s in (deed.came, deed.went))
    where = f"{came} to {went}" if came and went else f"arrives in {went}" if went else f"leaves {came}"
    return f"{who}: {where}" + (f", {deed.how}" if deed.how else "")


class Teller:
    """Writes down which units went where."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self.mark = -1  # the moment at which deeds were last told
        self.stood: list[int] = []  # where the units were then

    def stand_now(self, g: Game) -> None:
        """Note where the units are."""
        name = self.title.pieces
        if name:
            table = g.tables[name]
            self.mark, self.stood = table.mark, table.at.copy()

    def deeds(self, g: Game, lines: list[Line], doing: str, begun: bool) -> None:
        """Write down which units went where since this was last done: beside what a rule said of it, or as a line of its own.
        What the scenario puts on the board before the game has begun is no deed of anybody."""
        name = self.title.pieces
        if not name:
            return
        table, before = g.tables[name], self.stood
        written = table.written_since(self.mark) if begun else None
        if written == []:
            return
        now = table.at
        if written is None:
            self.stand_now(g)
            if not begun:
                return
        before += [NOWHERE] * (len(now) - len(before))
        gone = compress(range(len(now)), map(ne, before, now)) if written is None else sorted(set(written))
        ways: dict[tuple[int, int], list[Row]] = {}
        for u in gone:
            came, went = before[u], now[u]
            before[u] = went
            if came != went and not self.title.unseen(g, table[u]):
                ways.setdefault((max(came, NOWHERE), max(went, NOWHERE)), []).append(table[u])
        self.mark = table.mark
        for (came, went), rows in ways.items():
            if came != went:
                self._tell(g, lines, self.title.ways.get(doing, ""), came, went, rows)

    def _tell(self, g: Game, lines: list[Line], how: str, came: int, went: int, rows: list[Row]) -> None:
        here, there = [g.board.ids[s] if s >= 0 else "" for s in (came, went)]
        silent = []
        for row in rows:
            said = next((line for line in lines if _speaks(line, row, there)), None)
            if said is None:
                silent.append(row)
            else:
                others = said.deed.units if said.deed and said.deed.went == there else ()
                said.deed = Deed(how, here, there, (*others, (*self.title.sort(g, row), 1)))
        if silent:
            sorts = Counter([self.title.sort(g, row) for row in silent])
            units = tuple([(side, sort, count) for (side, sort), count in sorts.items()])
            about = (*[t for t in (here, there) if t], *[row.token for row in silent[:12] if went >= 0])
            lines.append(Line("", "", about, deed=Deed(how, here, there, units)))

    def head(self, g: Game, lines: list[Line], segment: Segment, before: Iterator[list[Line]]) -> None:
        """Begin a part of the log; a part in which nothing was written is not kept. `before`: the lines of earlier steps, the
        newest first."""
        if lines and lines[-1].head:
            lines.pop()
        head = (*self.title.segment_label(g), segment.name)
        if _last_head(lines, before) != head:  # else it has gone round
            lines.append(Line("", segment.rule, head=head))


def _last_head(lines: list[Line], before: Iterable[list[Line]]) -> tuple[str, ...]:
    """The head of the part of the log that is being written."""
    for part in chain((lines,), before):
        for line in reversed(part):
            if line.head:
                return line.head
    return ()


def _speaks(line: Line, row: Row, went: str) -> bool:
    """Whether a line tells of this unit's way."""
    if not line.text or line.die:
        return False
    return row.token in line.about or (went in line.about and str(row.label) in line.text)
