"""Making the whole board of The War: the recipe, the drawing, the pictures and the comparison, in that order."""

from __future__ import annotations

import json
from collections.abc import Callable

from grognard.atelier import compare as comparison
from grognard.atelier import tw, tw_drawing
from grognard.atelier.check import BoardFiles, board_report
from grognard.atelier.sources import PROJECT

PICTURES = PROJECT / "docs" / "boards"
LARGEST_DRAWING = 1_500_000  # bytes


def make(*, geo: str | None, pictures: bool, compare: bool, fit_only: bool, say: Callable[[str], None] = print) -> int:
    """Write the board's files; returns the number of problems found."""
    show_fit(say)
    if fit_only:
        return 0
    made = tw.build(geo)
    tw.write(made)
    drawn = tw_drawing.drawing(made)
    text = json.dumps(drawn, separators=(",", ":"), ensure_ascii=False)
    assert len(text.encode()) <= LARGEST_DRAWING, f"drawing.json has {len(text.encode())} bytes"
    (tw.FOLDER / "drawing.json").write_text(text + "\n", encoding="utf-8")
    files = BoardFiles(tw.FOLDER)
    if pictures:
        tw_drawing.pictures(drawn, list(files.spaces.values()), made, PICTURES)
    if compare:
        write_comparison(files, made, geo)
    report = board_report("tw")
    for problem in [*made.problems, *report["problems"]]:
        say(problem)
    held, stated = report["anchors"]["held"], report["anchors"]["stated"]
    say(f"{report['spaces']} spaces, {report['borders']} borders, {held} of {stated} statements hold")
    return len(made.problems) + len(report["problems"])


def show_fit(say: Callable[[str], None]) -> None:
    """How far every anchor lies from the centre of its printed hex, in hexes, before the rubber sheet."""
    fitted = tw.fitted()
    for anchor in tw.ANCHORS:
        miss, left_out = fitted.misses[anchor.name], fitted.misses_left_out[anchor.name]
        say(f"{tw.GRID.id(anchor.cell)} {anchor.name}: {miss:.2f}, left out {left_out:.2f}")


def write_comparison(files: BoardFiles, made: tw.Making, geo: str | None) -> None:
    note = comparison.note(files, tw.GRID, made.projection, geo)
    (PICTURES / "tw-comparison.md").write_text(note, encoding="utf-8")
