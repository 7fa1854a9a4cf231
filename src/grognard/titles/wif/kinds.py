"""Types of units (chart 28, glossary): what a counter's type says for every counter that bears it.

What single counters print is in facts.py; what a unit does in play (facing, damage, cargo) is in state.py.
"""

from __future__ import annotations

from enum import IntEnum


class Type(IntEnum):
    """Every type of the counter lists."""

    HQ_A = 0
    HQ_I = 1
    ARM = 2
    MECH = 3
    MOT = 4
    INF = 5
    CAV = 6
    MTN = 7
    PARA = 8
    MAR = 9
    GAR = 10
    MIL = 11
    TERR = 12
    PART = 13
    SKI = 14
    ART = 15
    AT = 16
    AA = 17
    FORT = 18
    SYNTH = 19
    FTR = 20
    LND = 21
    NAV = 22
    ATR = 23
    CVP = 24
    PILOT = 25
    VWEAP = 26
    ABOMB = 27
    CV = 30
    CVL = 31
    BB = 32
    CA = 33
    CL = 34
    SUB = 35
    TRS = 36
    AMPH = 37
    CP = 38
    TANKER = 39
    ASW = 40
    CX = 41
    FROG = 42

    @property
    def printed(self) -> str:
        """As the charts write it: HQ-A."""
        return self.name.replace("_", "-")

    @classmethod
    def read(cls, text: str) -> Type:
        return cls[text.replace("-", "_")]


LAND = frozenset(t for t in Type if t <= Type.AA)
AIR = frozenset((Type.FTR, Type.LND, Type.NAV, Type.ATR, Type.CVP))
NAVAL = frozenset(t for t in Type if Type.CV <= t <= Type.CX)
FACILITIES = frozenset((Type.FORT, Type.SYNTH))
MARKERS = frozenset((Type.PILOT, Type.VWEAP, Type.ABOMB, Type.FROG, *FACILITIES))

HQ = frozenset((Type.HQ_A, Type.HQ_I))
MOTORISED = frozenset((Type.HQ_A, Type.ARM, Type.MECH, Type.MOT))  # 11.10.2; some artillery by its mark
OVERRUNNING = frozenset((Type.ARM, Type.MECH, Type.HQ_A))  # 11.10.6
ARMOUR = frozenset((Type.ARM, Type.HQ_A))
INFANTRY_CLASS = frozenset(
    (Type.INF, Type.GAR, Type.MIL, Type.TERR, Type.MOT, Type.MTN, Type.MAR, Type.PARA, Type.SKI, Type.HQ_I)
)  # unit_costs.csv, column class
GUNS = frozenset((Type.ART, Type.AT, Type.AA))
BOMBERS = frozenset((Type.LND, Type.NAV))
CARRIERS = frozenset((Type.CV, Type.CVL))
SCS = frozenset((Type.BB, Type.CA, Type.CL))  # surface combat ships (glossary)
TRANSPORTS = frozenset((Type.TRS, Type.AMPH))
CONVOYS = frozenset((Type.CP, Type.TANKER))
INVADING = frozenset((Type.MAR,))  # from TRS and AMPH; the others of chart 28 from AMPH only
INVADING_FROM_AMPH = frozenset((Type.MAR, Type.INF, Type.MOT, Type.MTN, Type.PARA))
