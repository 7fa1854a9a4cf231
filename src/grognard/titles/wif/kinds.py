"""The words of the game as numbers: types of units (chart 28, glossary), weather and its zones (8), actions and activities (10).

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
    ACV = 43  # air cavalry (22.12)
    FLAK = 44  # 22.2, missiles among them
    SUPPLY = 45  # 22.3

    @property
    def printed(self) -> str:
        """As the charts write it: HQ-A."""
        return self.name.replace("_", "-")

    @classmethod
    def read(cls, text: str) -> Type:
        return cls[text.replace("-", "_")]


WEAPONS = frozenset((Type.VWEAP, Type.ABOMB))  # 22.17: they stack and move as divisions
LAND = frozenset((*(t for t in Type if t <= Type.AA), Type.ACV, Type.FLAK, Type.SUPPLY, *WEAPONS))
AIR = frozenset((Type.FTR, Type.LND, Type.NAV, Type.ATR, Type.CVP))
NAVAL = frozenset(t for t in Type if Type.CV <= t <= Type.FROG)
FACILITIES = frozenset((Type.FORT, Type.SYNTH))
MARKERS = frozenset((Type.PILOT, *FACILITIES))

HQ = frozenset((Type.HQ_A, Type.HQ_I))
MOTORISED = frozenset((Type.HQ_A, Type.ARM, Type.MECH, Type.MOT, Type.SUPPLY))  # 11.10.2; some artillery by its mark
OVERRUNNING = frozenset((Type.ARM, Type.MECH, Type.HQ_A))  # 11.10.6
ARMOUR = frozenset((Type.ARM, Type.HQ_A))
INFANTRY_CLASS = frozenset(
    (Type.INF, Type.GAR, Type.MIL, Type.TERR, Type.MOT, Type.MTN, Type.MAR, Type.PARA, Type.SKI, Type.HQ_I)
)  # unit_costs.csv, column class
GUNS = frozenset((Type.ART, Type.AT, Type.AA, Type.FLAK))
BOMBERS = frozenset((Type.LND, Type.NAV))
CARRIERS = frozenset((Type.CV, Type.CVL))
SCS = frozenset((Type.BB, Type.CA, Type.CL, Type.CX))  # surface combat ships (glossary, 22.16)
TRANSPORTS = frozenset((Type.TRS, Type.AMPH))
CONVOYS = frozenset((Type.CP, Type.TANKER))
INVADING = frozenset((Type.MAR,))  # from TRS and AMPH; the others of chart 28 from AMPH only
INVADING_FROM_AMPH = frozenset((Type.MAR, Type.INF, Type.MOT, Type.MTN, Type.PARA))


class Weather(IntEnum):
    FINE = 0
    RAIN = 1
    STORM = 2
    SNOW = 3
    BLIZZARD = 4

    @property
    def label(self) -> str:
        return self.name.lower()


class Zone(IntEnum):
    """Weather zones (8)."""

    ARCTIC = 0
    N_TEMPERATE = 1
    MEDITERRANEAN = 2
    N_MONSOON = 3
    S_MONSOON = 4
    S_TEMPERATE = 5


class Action(IntEnum):
    """What a major power may choose in an impulse (10.1)."""

    PASS = 0
    NAVAL = 1
    AIR = 2
    LAND = 3
    COMBINED = 4


class Activity(IntEnum):
    """What the activities chart counts (10.2), in the order of the chart."""

    PORT_ATTACK = 0
    NAVAL_AIR = 1
    NAVAL_MOVE = 2
    NAVAL_COMBAT = 3
    STRATEGIC_BOMBARDMENT = 4
    GROUND_STRIKE = 5
    RAIL = 6
    LAND_MOVE = 7
    AIR_TRANSPORT = 8
    DEBARK = 9
    INVASION = 10
    PARADROP = 11
    LAND_ATTACK = 12
    AIR_REBASE = 13
    REORGANISATION = 14


WHOLE, ON_TROOPS, ON_SHIPS = range(3)  # 13.6.10: what a raid on a production place strikes; a rocket says it when it hits
REPUBLIC = "Rep Spain"  # 19.8: only a liberated Spain has its units
