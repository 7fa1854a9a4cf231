"""Making the boards of A World at War: the recipe, the drawing, the pictures, in that order."""

from __future__ import annotations

import json
from collections.abc import Callable

from grognard.atelier import awaw, awaw_drawing, awaw_waters
from grognard.atelier.check import BoardFiles, board_report
from grognard.atelier.sources import PROJECT

PICTURES = PROJECT / "docs" / "boards"
LARGEST_DRAWING = 2_500_000  # bytes


def make(*, geo: str | None, pictures: bool, compare: bool, fit_only: bool, say: Callable[[str], None] = print) -> int:
    """Write the board's files; returns the number of problems found."""
    made = awaw.build(geo)
    for name, projection in made.projections.items():
        pulls = sorted((abs(c.dx) + abs(c.dy)) / 100 for c in projection.controls)
        say(f"{name}: {len(pulls)} places, pulled {pulls[len(pulls) // 2]:.2f} hexes in the middle, {pulls[-1]:.2f} at most")
    if fit_only:
        return 0
    awaw.write(made)
    awaw_waters.write()
    awaw_drawing.outline(made)
    drawn = awaw_drawing.drawing(made)
    text = json.dumps(drawn, separators=(",", ":"), ensure_ascii=False)
    assert len(text.encode()) <= LARGEST_DRAWING, f"drawing.json has {len(text.encode())} bytes"
    (awaw.FOLDER / "drawing.json").write_text(text + "\n", encoding="utf-8")
    if pictures:
        awaw_drawing.pictures(drawn, list(BoardFiles(awaw.FOLDER).spaces.values()), made, PICTURES)
    report = board_report("awaw")
    for problem in [*made.problems, *report["problems"]]:
        say(problem)
    held, stated = report["anchors"]["held"], report["anchors"]["stated"]
    counts = f"{report['spaces']} spaces, {report['borders']} borders"
    say(f"{counts}, {held} of {stated} statements hold, drawing {len(text) // 1000} kB")
    return len(made.problems) + len(report["problems"])
