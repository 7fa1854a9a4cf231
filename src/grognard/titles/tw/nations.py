"""Nations as printed: ratings, capitals, alliances, and what they pay and carry (4, 8.4, 9.1.2, 10.8, 11.11).

What changes (sides, treasuries, upgraded ratings) is in state.py.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from grognard.kernel.files import read_csv

FOLDER = Path(__file__).parent

AXIS, ALLIES, NEUTRAL = 0, 1, 2
SIDES = ("axis", "allies", "neutral")
SIDE_OF_ALLIANCE = {"axis": AXIS, "western": ALLIES, "soviet": ALLIES, "neutral": NEUTRAL}


class NationSheet(msgspec.Struct, frozen=True):
    """A row of nations.csv."""

    key: str
    name: str
    major: bool
    army: int
    air: int
    navy: int
    capital: str = ""
    alternate: str = ""
    alliance: str = "neutral"
    patron: str = ""
    colour: str = "#909090"


class Effort(msgspec.Struct, frozen=True):
    """A row of logistics.csv: the price of an effort by power, and the radius of its marker."""

    effort: str
    germany: int
    italy: int
    ussr: int
    britain: int
    united_states: int
    france: int
    radius: int = 0


class Capacity(msgspec.Struct, frozen=True):
    """A row of capacity.csv."""

    nation: str
    smp: int
    least: int
    rail: int
    airbases: int


NATIONS: tuple[NationSheet, ...] = tuple(read_csv(FOLDER / "data" / "nations.csv", NationSheet))
KEYS = tuple([n.key for n in NATIONS])
INDEX = {key: n for n, key in enumerate(KEYS)}
MAJORS = tuple([n for n, sheet in enumerate(NATIONS) if sheet.major])
GERMANY, ITALY, FRANCE, BRITAIN, USA, USSR = (
    INDEX[k] for k in ("germany", "italy", "france", "britain", "united_states", "ussr")
)
FINLAND = INDEX["finland"]
DIVISIONS: dict[str, tuple[tuple[int, ...], ...]] = {  # 1.1: who plays what; the first of a group names its seat (TW-AMB-190)
    "3": ((GERMANY, ITALY), (BRITAIN, FRANCE, USA), (USSR,)),
    "4": ((GERMANY,), (ITALY,), (BRITAIN, FRANCE, USA), (USSR,)),
    "5": ((GERMANY,), (ITALY,), (BRITAIN,), (USA, FRANCE), (USSR,)),
    "6": ((GERMANY,), (ITALY,), (BRITAIN,), (FRANCE,), (USA,), (USSR,)),
}
SPEAKERS = (GERMANY, BRITAIN)  # who decides for a side what belongs to none of its players (TW-AMB-191)
EFFORTS = {e.effort: e for e in read_csv(FOLDER / "tables" / "logistics.csv", Effort)}
_CAPACITY = {c.nation: c for c in read_csv(FOLDER / "tables" / "capacity.csv", Capacity)}
ORDER = (ITALY, GERMANY, FRANCE, BRITAIN, USA, USSR, *[n for n in range(len(NATIONS)) if n not in MAJORS])  # 3.11


PAIRED = 64  # what the second number of a key stays below


def pair(first: int, second: int) -> int:
    """The key of two numbers: a target and a power or an alliance, a power and a Variant or a boon, a giver and a taker."""
    return first * PAIRED + second


def parted(key: int) -> tuple[int, int]:
    """The two numbers of a key."""
    return divmod(key, PAIRED)


@lru_cache(maxsize=64)
def capacity(nation: int) -> Capacity:
    """What a nation can carry in a turn; minors share one row."""
    return _CAPACITY.get(KEYS[nation], _CAPACITY["minor"])


def effort_price(effort: str, nation: int) -> int:
    """The plain price of one effort; a minor that pays for itself in a scenario pays what its patron would."""
    sheet = NATIONS[nation]
    price: int = getattr(EFFORTS[effort], sheet.key if sheet.major else sheet.patron or "france")
    return price


def division(scenario: str, players: str) -> tuple[tuple[int, ...], ...]:
    """The powers of each player (1.1); two sides, which are not divided, give nothing. Only the whole war is divided (27.1)."""
    return DIVISIONS.get(players, ()) if scenario.startswith("campaign_") else ()
