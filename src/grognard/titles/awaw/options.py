"""The options of a game as rules read them."""

from __future__ import annotations

from grognard.kernel.title import Switches


class Options(Switches):
    """`g.options`: one name for each switch of the title."""

    historical: bool
