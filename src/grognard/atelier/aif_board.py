"""Making the whole board of America in Flames: the recipe, the drawing and the pictures, in that order."""

from __future__ import annotations

from collections.abc import Callable

from grognard.atelier import aif, wif, wif_board, wif_drawing

CLOSE_UPS = {"great_lakes": ("N2051", 1300.0), "caribbean": ("N1840", 1300.0), "river_plate": ("S0814", 1300.0)}


def make(*, geo: str | None, pictures: bool, compare: bool, fit_only: bool, say: Callable[[str], None] = print) -> int:
    """Write the board's files; returns the number of problems found."""
    wif_board.show_fit(aif.AIF, say)
    if fit_only:
        return 0
    made = aif.build(geo)
    wif.write(made)
    drawn = wif_drawing.drawing(made, lambda: wif_board.legend(190, 3430, "AMERICA IN FLAMES", "North and South America", 0.51))
    wif_board.write_drawing(aif.AIF, drawn)
    if pictures:
        wif_board.take_pictures(aif.AIF, drawn, CLOSE_UPS)
    return wif_board.report(aif.AIF, made.problems, say)
