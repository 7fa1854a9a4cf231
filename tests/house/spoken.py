"""What a catalogue leaves untold of a sentence on the wire: the client's way of looking sentences up (web/src/said.ts), with a
list in which every sentence of the code and every name of the data stands for itself. And all that a view shows people."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from grognard.kernel.catalogue import sentences
from grognard.kernel.present import View
from grognard.kernel.title import Title

SOURCE = Path(__file__).parents[2] / "src" / "grognard"
PARTS = re.compile(r"([ ,;:()/]+)")
LOWER = re.compile(r"[a-z]{2,}")
WAY = re.compile(r": (arrives in|leaves) |: .* to ")  # who went where: the client's own words
MODIFIER = re.compile(r"[+-]\d+ (.+?)(?: \(\d[^)]*\))?$")
QUOTED = re.compile(r'"([^"\n]*)"')


class Listener:
    """One title's sentences and names."""

    def __init__(self, title: Title[Any]) -> None:
        own = [title.folder, *([title.builds_on.folder] if title.builds_on else [])]
        self.list: set[str] = set()
        for folder in (SOURCE / "kernel", SOURCE / "server", SOURCE / "odds", *own):
            self.list |= set(sentences(folder))
        for folder in own:
            for path in folder.rglob("*.csv"):
                lines = (line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
                self.list |= names(cell for row in csv.reader(lines) for cell in row)
            for path in folder.rglob("*.toml"):
                self.list |= names(found[1] for found in QUOTED.finditer(path.read_text(encoding="utf-8")) if found[1])
        self.templates = sorted((made for text in self.list if (made := template(text))), key=lambda one: -one[0])
        self.kept: dict[str, list[str]] = {}

    def untold(self, text: str) -> list[str]:
        """The pieces of a text that are in no list and are no names."""
        if not text or text in self.list:
            return []
        if text not in self.kept:
            self.kept[text] = list(dict.fromkeys(self._untold(text)))
        return self.kept[text]

    def _untold(self, text: str) -> list[str]:
        first: list[str] | None = None
        for _, pattern, anchor in self.templates:
            if anchor in text and (found := pattern.match(text)):
                left = [piece for value in found.groups() for piece in ([value] if value == text else self.untold(value))]
                if not left:
                    return []
                first = left if first is None else first
        for between in ("; ", ": ", ", "):
            if between in text and not any(self.untold(part) for part in text.split(between)):
                return []
        item = MODIFIER.match(text)
        if item and not self.untold(item[1]):
            return []
        named = self._named(text)
        return named if not named or first is None else first

    def _named(self, text: str) -> list[str]:
        parts, n = PARTS.split(text), 0
        while n < len(parts):
            end = min(n + 9, len(parts))
            while end > n + 1 and "".join(parts[n:end]) not in self.list:
                end -= 2
            end = max(end, n + 1)
            phrase = "".join(parts[n:end])
            if phrase not in self.list and LOWER.fullmatch(phrase):
                return [text]
            n = end + 1
        return []


def template(text: str) -> tuple[int, re.Pattern[str], str] | None:
    parts = re.split(r"\{\d\}", text)
    if len(parts) < 2:
        return None
    pattern = re.compile("(.*?)".join(map(re.escape, parts)) + r"\Z")
    return len("".join(parts)), pattern, max(parts, key=len)


def names(cells: Iterable[str]) -> set[str]:
    """Names in a data file, as they stand there and as they are shown; what stands in brackets may stand alone."""
    found = {cell.strip() for cell in cells} - {""}
    found |= {part for cell in found for part in re.split(r"[;|]| \(|\)", cell)}
    shown = found | {cell.replace("_", " ") for cell in found}
    return shown | {cell[:1].upper() + cell[1:] for cell in shown}


def told(view: View) -> Iterator[tuple[str, str]]:
    """All that a view shows, and where."""
    for question in view.questions:
        yield "prompt", question.prompt
        for label in question.options:
            yield from (("answer", label.words), ("hint", label.hint), ("group", label.group))
        yield from (("way", what) for what, _ in question.crumbs)
    yield from (("place", name) for name in view.place)
    for piece in view.picture.pieces:
        yield from (("piece", piece.name), ("note", piece.note))
    for track in view.picture.tracks:
        yield from (("track", track.label), ("track", str(track.value)))
    for panel in view.picture.panels:
        yield from (("panel", panel.title), ("panel", panel.text), *(("column", name) for name in panel.columns))
        yield from (("cell", cell) for row in panel.rows for cell in row if isinstance(cell, str))
    yield from (("log", line.text) for line in view.log if not (line.deed and WAY.search(line.text)))
