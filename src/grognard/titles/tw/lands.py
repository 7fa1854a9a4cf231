"""Colonies, regions and parts of countries as printed: who owns them, what they are worth, and what must be held to have them
(23.2 to 23.59). Who holds them now is computed in rules/money.py."""

from __future__ import annotations

import msgspec

from grognard.kernel.files import read_csv
from grognard.kernel.rules import rule
from grognard.titles.tw.charts import TABLES
from grognard.titles.tw.ground import Ground

COLONY, INTEGRAL, PART = "colony", "integral", "part"


class Land(msgspec.Struct, frozen=True):
    """A row of lands.csv."""

    section: str
    land: str
    kind: str
    owner: str
    value: int
    held: tuple[str, ...]


LANDS: dict[str, Land] = {row.land: row for row in read_csv(TABLES / "lands.csv", Land)}


@rule("23.3", "23.4", "23.5", "23.6", "23.8", "23.9", "23.12", "23.13", "23.15", "23.18", "23.19", "23.22", "23.28", "23.30")
@rule("23.32", "23.34", "23.35", "23.36", "23.39", "23.42", "23.44", "23.45", "23.49", "23.52", "23.53", "23.57", "23.59")
def places(ground: Ground, land: Land) -> tuple[int, ...]:
    """The hexes and boxes that decide who has a colony, a region or a part of a country: all of them."""
    found: list[int] = []
    for name in land.held:
        region = name.removeprefix("region:")
        if region != name:
            found += [s for s, words in enumerate(ground.regions) if region in words and ground.land[s]]
        else:
            found.append(ground.named(name))
    return tuple(found)
