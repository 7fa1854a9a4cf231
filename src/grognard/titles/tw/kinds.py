"""Kinds of units and counter designs (2.4, 2.6): what is printed and never changes.

A design is one counter; a unit on the board names its design by number. Ratings, depletion and places are in state.py.
"""

from __future__ import annotations

from enum import IntEnum

import msgspec

from grognard.kernel.rules import rule


class Kind(IntEnum):
    """The unit types that stand on the board (2.6)."""

    ARM = 0
    MECH = 1
    CAV = 2
    MOT = 3
    INF = 4
    STA = 5
    PARA = 6
    CDO = 7
    ART = 8
    FLAK = 9
    MOTFLAK = 10
    PART = 11
    FTR = 12
    TAC = 13
    MDM = 14
    JET_FTR = 15
    JET_TAC = 16
    NAC = 17
    FLEET = 18
    CV = 19


GROUND = frozenset([k for k in Kind if k <= Kind.PART])
AIR = frozenset((Kind.FTR, Kind.TAC, Kind.MDM, Kind.JET_FTR, Kind.JET_TAC, Kind.NAC))
FIGHTERS = frozenset((Kind.FTR, Kind.JET_FTR))
BOMBERS = frozenset((Kind.TAC, Kind.MDM, Kind.JET_TAC))
NAVAL = frozenset((Kind.FLEET, Kind.CV))
EXPLOITING = frozenset((Kind.ARM, Kind.MECH, Kind.CAV))  # 9.2: these move and fight again in the second impulse
RUNNING = frozenset((Kind.ARM, Kind.MECH, Kind.MOT, Kind.MOTFLAK, Kind.CAV))  # 9.4: they pass through zones of control
RESERVE = RUNNING  # 9.9.1
UNSTACKED = frozenset((Kind.PARA, Kind.ART, Kind.CDO, Kind.FLAK, Kind.MOTFLAK))  # 9.6: not counted for stacking
HOUSED = frozenset((Kind.INF, Kind.MOT, Kind.STA, Kind.PARA))  # 10.6.3, 10.6.8: helped by woods and houses
GUNLESS = frozenset((Kind.FLAK, Kind.MOTFLAK))  # 11.12.2: no factors in ground combat


class Design(msgspec.Struct, frozen=True):
    """One counter. Ground: strength and movement. Air: strength, offensive range (`move`) and defensive range (`defence`)."""

    id: str
    nation: str
    kind: Kind
    strength: int
    move: int
    name: str
    defence: int = 0
    marks: tuple[str, ...] = ()
    basis: str = ""

    @property
    def ground(self) -> bool:
        return self.kind <= Kind.PART

    @property
    def air(self) -> bool:
        return Kind.FTR <= self.kind <= Kind.NAC

    @property
    def values(self) -> str:
        """What is printed: 8-8, or 1-5-4 for aircraft."""
        return f"{self.strength}-{self.move}-{self.defence}" if self.kind >= Kind.FTR else f"{self.strength}-{self.move}"


@rule("2.6", "9.7")
def has_zone(design: Design) -> bool:
    """Whether a full unit of this design has a zone of control somewhere: mobile troops always, others from strength 4."""
    if design.kind in EXPLOITING:
        return True
    return design.kind in (Kind.INF, Kind.MOT, Kind.PARA) and design.strength >= 4


@rule("10.2.6")
def fragile(design: Design) -> bool:
    """Ground units of strength 3 or less, and artillery, are lost where others are depleted."""
    return design.ground and (design.strength <= 3 or design.kind == Kind.ART)
