"""The files of scenarios/: those of World in Flames with flags, influence before the game and research (23.6 to 23.8)."""

from __future__ import annotations

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files
from grognard.titles.wif.scenario import SCHEMAS as SHARED
from grognard.titles.wif.scenario import Campaign, ScenarioFile, open_campaigns

KEYS = ("campaign_1945", "star_spangled_banner_1947", "short_game")
SUPERGAME = "supergame_1939"  # 23.9, on a board of its own


class Influence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The influence steps before the game (23.7): how many, and the political points of each power in each."""

    steps: int = 0
    points: dict[str, int] = {}


class Research(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Research points at the start and those that make the hydrogen bomb (13.6.5)."""

    axis: int
    allies: int
    target: int


class AmericanFile(ScenarioFile, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file scenarios/<key>.toml."""

    research: Research
    sites: list[str]
    units: str
    flags: dict[str, dict[str, int]] = {}
    influence: Influence = Influence()


class PoolRow(msgspec.Struct, frozen=True):
    """A row of data/force_pools.csv: where a counter is at the start of each scenario."""

    power: str
    type: str
    counter: str
    campaign_1945: str
    star_spangled_banner_1947: str
    confidence: str
    name: str = ""
    replaces: str = ""
    option: int = 0


class MinorUnit(msgspec.Struct, frozen=True):
    """A row of data/minor_units.csv: a counter of an American minor (19.4)."""

    country: str
    type: str
    counter: str
    status_1945: str
    status_1947: str
    mode: str
    place: str
    confidence: str
    name: str = ""
    factors: str = ""
    option: int = 0


SCHEMAS = {
    **SHARED,
    "scenarios/*.toml": AmericanFile,
    "data/force_pools.csv": PoolRow,
    "data/minor_units.csv": MinorUnit,
}


def open_all(files: Files) -> dict[str, Campaign]:
    """Every scenario; one that is played with another's units takes them."""
    found = open_campaigns(files, [key for key in KEYS if key != "short_game"])
    frame: AmericanFile = files.toml("scenarios/short_game.toml")
    if frame.units not in found:
        raise GrognardError(f"no scenario {frame.units!r} lends its units", file=files.path("scenarios/short_game.toml"),
                            remedy=f"use one of {', '.join(found)}")  # fmt: skip
    return {**found, "short_game": Campaign("short_game", frame, found[frame.units].units, frame.control)}


def open_supergame(files: Files, shared: Files) -> dict[str, Campaign]:
    """The supergame: its frame, with the units of the scenario of World in Flames that it names."""
    frame: AmericanFile = files.toml(f"scenarios/{SUPERGAME}.toml")
    return {SUPERGAME: Campaign(SUPERGAME, frame, tuple(shared.csv(f"scenarios/{frame.units}_units.csv")), frame.control)}
