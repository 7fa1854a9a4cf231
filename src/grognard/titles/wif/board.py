"""The board of World in Flames: the graph of `data/board`, and what 2.1 asks of it across maps and scales.

Hexes carry the codes of the rules (W0437 is Berlin). `scale` is european, pacific or off_map; `option` names the optional map a
space belongs to (africa, scandinavia) or whose absence it needs (no_africa, no_scandinavia). A sea area `north_sea` has the
sections `north_sea_0` to `north_sea_4`. How the files are made is in grognard.atelier.wif.
"""

from __future__ import annotations

from grognard.kernel.board import Board, Space
from grognard.kernel.files import Files

SECTIONS = 5  # 2.1.2


def load(files: Files) -> Board:
    return Board.load(files)


def sections(board: Board, area: Space) -> list[Space]:
    """The sections 0 to 4 of a sea area's sea-box."""
    return [board.space(f"{board.token(area)}_{n}") for n in range(SECTIONS)]
