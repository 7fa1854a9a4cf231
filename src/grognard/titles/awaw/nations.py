"""Countries, powers and factions as printed (2.11, 3.11, 3.6): who they are and what they start with.

What changes (sides, treasuries, training) is in state.py. The numbers of the stand-in rules are in tables/.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import msgspec

from grognard.kernel.files import read_csv

FOLDER = Path(__file__).parent

AXIS, ALLIES, NEUTRAL = 0, 1, 2
SIDES = ("axis", "allies", "neutral")
ALONE = 3  # ours 52.1: a major power at war with nobody on a map is a side of its own, this number and its place among the powers
BORDER = 20  # those whom a Russia at peace with Germany fights or occupies (ours 63.2, 66.2, 67.2)
NO_SIDE = -1
EUROPEAN_AXIS, JAPAN_ALONE, WESTERN, SOVIET, NO_FACTION = range(5)
FACTIONS = ("European Axis", "Japan", "Western Allies", "Russia", "")


class Country(msgspec.Struct, frozen=True):
    """A row of countries.csv."""

    id: int
    name: str
    colony_of: str = ""
    part_of: str = ""
    allied_with: str = ""
    pacific: int = 0
    majorpower: int = 0
    is_organization: int = 0


class Economy(msgspec.Struct, frozen=True):
    """A row of powers.csv (ours 35.1)."""

    power: str
    faction: str
    brp_base: int
    of_which_boxes: int
    colonies_and_conquests: int
    start_total: int
    rate_1940: int
    rate_1941: int
    rate_1942: int
    rate_1943: int
    mobilization_brp: int
    dp_basic: int
    rp_basic: int
    airbases_europe: int
    airbases_pacific: int
    tf_markers: int
    sr_europe: int
    sr_pacific: int
    capital_hex: str
    confidence: str

    def rate(self, year: int) -> int:
        """Ours 35.31: the growth rate of a year start, in per cent."""
        return (self.rate_1940, self.rate_1941, self.rate_1942, self.rate_1943)[min(max(year - 1940, 0), 3)]


class Levels(msgspec.Struct, frozen=True):
    """A row of national_levels.csv (ours 41.9)."""

    power: str
    ctl: int
    air_drm: int
    naval_drm: int
    naval_air_training: int
    torpedo: int
    winter_preparation: int
    bomber_results: int
    confidence: str


class Minor(msgspec.Struct, frozen=True):
    """A row of minor_countries.csv (ours 82)."""

    country: str
    map: str
    front: str = ""
    brp: int = 0
    capital_hexes: str = ""
    conquest: str = ""
    diplomacy_table: str = ""
    start: str = ""
    partisans: str = ""
    confidence: str = ""


@lru_cache(maxsize=2048)
def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


COUNTRIES = read_csv(FOLDER / "data" / "countries.csv", Country)
KEYS = tuple(slug(c.name) for c in COUNTRIES)
INDEX = {key: n for n, key in enumerate(KEYS)}
MAJORS = tuple(INDEX[k] for k in ("germany", "italy", "japan", "britain", "france", "us", "nationalist_china", "russia"))
GERMANY, ITALY, JAPAN, BRITAIN, FRANCE, US, CHINA, RUSSIA = MAJORS
POWER = {n: place for place, n in enumerate(MAJORS)}  # place of a major power in lists by power
ORDER = {AXIS: (GERMANY, ITALY, JAPAN), ALLIES: (BRITAIN, FRANCE, US, CHINA, RUSSIA)}  # ours 0.4
FACTION = {GERMANY: EUROPEAN_AXIS, ITALY: EUROPEAN_AXIS, JAPAN: JAPAN_ALONE, RUSSIA: SOVIET,
           BRITAIN: WESTERN, FRANCE: WESTERN, US: WESTERN, CHINA: WESTERN}  # fmt: skip
SENIOR = {EUROPEAN_AXIS: (GERMANY, ITALY), JAPAN_ALONE: (JAPAN,), WESTERN: (US, BRITAIN, FRANCE, CHINA), SOVIET: (RUSSIA,)}
SEATS = {n: "china" if n == CHINA else KEYS[n] for n in MAJORS}
OF_SEAT = {seat: n for n, seat in SEATS.items()}

RUSSIA_ALONE = ALONE + POWER[RUSSIA]
PLAYER_TURNS = (
    ALONE + POWER[ITALY], ALONE + POWER[JAPAN], ALONE + POWER[GERMANY], AXIS, BORDER,
    *(ALONE + POWER[n] for n in (BRITAIN, FRANCE, US, CHINA, RUSSIA)), ALLIES,
)  # fmt: skip


def alone(power: int) -> int:
    """The side of a major power at war with nobody."""
    return ALONE + POWER[power]


def camp(power: int) -> str:
    """The side a seat belongs to, at war or not."""
    return "axis" if power in ORDER[AXIS] else "allies"


def side_word(side: int) -> str:
    """What a client calls a side."""
    return SIDES[side] if 0 <= side < NEUTRAL else "neutral"


COLOURS = {
    "germany": "#5b6470", "italy": "#5d7a4a", "japan": "#b5483f", "britain": "#8b7a4d", "france": "#3f6ea8",
    "us": "#4f6b3a", "nationalist_china": "#7f7fb5", "russia": "#96493b", "rumania": "#8f8a3a", "finland": "#7d98b3",
    "hungary": "#6b7d52", "poland": "#a06a6a", "communist_china": "#a8433a",
}  # fmt: skip


SPELLED = {"Philipines": "Philippines", "Dutch E. Indies": "Dutch East Indies"}  # names of the recovered list


def name(nation: int) -> str:
    if nation < 0:
        return "nobody"
    return "China" if nation == CHINA else SPELLED.get(COUNTRIES[nation].name, COUNTRIES[nation].name)
