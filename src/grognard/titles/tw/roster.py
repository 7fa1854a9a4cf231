"""What the counters in play print, by unit: kept as `g.roster`, for every rule reads it and few answers change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.titles.tw.kinds import AIR, GUNLESS, NAVAL, UNSTACKED, Kind
from grognard.titles.tw.nations import INDEX, MAJORS

if TYPE_CHECKING:
    from grognard.titles.tw.state import War


class Roster:
    """What the counters in play print, by unit, and the side and the patron of each."""

    __slots__ = (
        "air", "barring", "counts", "ground", "kinds", "moves", "nations", "naval", "paras", "patrons", "sides",
        "stagers", "strengths",
    )  # fmt: skip

    def __init__(self, g: War) -> None:
        sheets = [g.designs[d] for d in g.units.design]
        side, patron = g.nations.side, g.nations.patron
        free = g.units.regular  # 25.4: partisans of a liberated country are foot like any other
        self.kinds = [Kind.INF if s.kind == Kind.PART and yes else s.kind for s, yes in zip(sheets, free)]
        self.strengths = [s.strength for s in sheets]
        self.moves = [s.move for s in sheets]
        self.nations = [INDEX[s.nation] if f < 0 else f for s, f in zip(sheets, g.units.flag)]
        self.sides = [side[n] for n in self.nations]
        self.patrons = [n if n in MAJORS else patron[n] for n in self.nations]
        self.ground = [k <= Kind.PART for k in self.kinds]
        self.counts = [k not in UNSTACKED and "unstacked" not in s.marks for k, s in zip(self.kinds, sheets)]  # 9.6
        self.air = [u for u, k in enumerate(self.kinds) if k in AIR]
        self.paras = [u for u, k in enumerate(self.kinds) if k in (Kind.PARA, Kind.CDO)]
        self.stagers = [u for u, k in enumerate(self.kinds) if k in AIR or k == Kind.PARA]
        self.naval = [u for u, k in enumerate(self.kinds) if k in NAVAL]
        self.barring = [  # bit 1 for the Axis and bit 2 for the Allies, none for those that bar no way (11.12.2)
            1 << s if yes and s < 2 and k not in GUNLESS else 0 for yes, s, k in zip(self.ground, self.sides, self.kinds)
        ]
