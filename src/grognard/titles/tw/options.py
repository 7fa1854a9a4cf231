"""The options of a game as rules read them: chapter 29 and what the rulebook leaves to the players."""

from __future__ import annotations

from grognard.kernel.title import Switches


class Options(Switches):
    """`g.options`: one name for each switch of the title."""

    forced_march: bool
    elite_units: bool
    carpet_bombing: bool
    motorised_flak: bool
    rebuilding: bool
