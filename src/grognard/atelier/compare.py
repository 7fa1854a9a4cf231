"""An independent opinion: our hexes of The War beside a recovered hex map of A World at War (MIT), nearly the same scale.

The two maps are matched by the cities they share (a cubic fit). Differences of terrain and land are counted and explained in
`docs/boards/tw-comparison.md`; nothing of the other map is taken over. A check of 1939 countries against the historical
basemaps, which may not be shipped, stands in the same note.
"""

from __future__ import annotations

import csv
import os
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from shapely.geometry import Point

from grognard.atelier.check import BoardFiles, Row
from grognard.atelier.grid import Floats, Grid, Projection
from grognard.atelier.sources import PROJECT, Finder, check_layer

SAME = {"Lyon": "lyons", "Lvov": "lwow", "Vilna": "wilno", "Königsberg": "konigsberg", "Bengazi": "benghazi", "Talinn": "tallinn",
        "Kuybyshev": "kuibyshev", "Zaragosa": "zaragoza", "Samsoun": "samsun", "Tirane": "tirana", "Sevilla": "seville"}
WORDS = {"marsh": "swamp", "": "clear", "mountain": "mountain", "forest": "forest"}


def awaw_hexes() -> list[Row]:
    folder = Path(os.environ.get("GROGNARD_AWAW") or PROJECT.parent / "shared" / "data" / "awaw")
    with (folder / "awaw_hexes.csv").open(encoding="utf-8", newline="") as stream:
        return [r for r in csv.DictReader(stream) if r["map"] == "europe"]


def position(row: Row) -> tuple[float, float]:
    """The centre of a hex of the other map, in its own hex widths."""
    x, y = int(row["x"]), int(row["y"])
    return x + 0.5 * (y % 2), y * 3**0.5 / 2


def terms(points: Floats) -> Floats:
    x, y = points[:, 0] / 50, points[:, 1] / 50
    return np.column_stack((np.ones(len(x)), x, y, x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3))


@dataclass(frozen=True)
class Match:
    """Where the hexes of the other map fall on ours, and how well shared cities agree (in our hexes)."""

    ours: dict[str, list[Row]]  # our hex to the hexes of the other map whose centre falls into it
    cities: dict[str, float]


def matched(board: BoardFiles, grid: Grid) -> Match:
    theirs = awaw_hexes()
    pairs = []
    for row in theirs:
        name = SAME.get(row["city"], row["city"].lower().replace(" ", "_").replace("-", "_"))
        space = board.spaces.get(board.of_place.get(name, ""))
        if row["city"] and space is not None and space["kind"] == "hex":
            pairs.append((name, position(row), (float(space["x"]), float(space["y"]))))
    a, b = np.array([p[1] for p in pairs]), np.array([p[2] for p in pairs])
    solution = np.linalg.lstsq(terms(a), b, rcond=None)[0]
    miss = np.hypot(*(terms(a) @ solution - b).T) / grid.width
    placed = terms(np.array([position(r) for r in theirs])) @ solution
    ours: dict[str, list[Row]] = defaultdict(list)
    for row, (x, y) in zip(theirs, placed):
        cell = grid.at(float(x), float(y))
        if cell in grid:
            ours[grid.id(cell)].append(row)
    return Match(ours, {name: float(m) for (name, _, _), m in zip(pairs, miss)})


def opinion(rows: list[Row]) -> str:
    """What the other map says of one of our hexes."""
    if all(r["kind"] == "sea" for r in rows):
        return "water"
    return Counter(WORDS.get(r["terrain"], r["terrain"]) for r in rows if r["kind"] != "sea").most_common(1)[0][0]


def plain(terrain: str) -> str:
    return "clear" if terrain in ("desert", "wasteland") else terrain


def country_check(board: BoardFiles, projection: Projection, geo: str | None = None) -> tuple[int, int, list[str]]:
    """Hexes whose country agrees with the basemap of 1938 at their centre: agreed, looked at, and the disputed ones."""
    finder = Finder(check_layer("historical_basemaps_world_1938", geo))
    agreed, seen, disputed = 0, 0, []
    land = [r for r in board.spaces.values() if r["kind"] == "hex" and r["terrain"] != "water"]
    degrees = projection.lonlat(np.array([(float(r["x"]), float(r["y"])) for r in land]))
    for row, (lon, lat) in zip(land, degrees):
        held = [f for f in finder.holding(float(lon), float(lat)) if f.shape.contains(Point(lon, lat))]
        if not held:
            continue
        seen += 1
        said = {str(f.properties.get(k) or "") for f in held for k in ("name", "subjecto")}
        if any(KNOWN_AS.get(s, s).lower().replace(" ", "_") in (row["country"], row["owner"]) for s in said):
            agreed += 1
        else:
            disputed.append(f"{row['id']} {row['country']} ({', '.join(sorted(said))})")
    return agreed, seen, disputed


KNOWN_AS = {  # the basemap's names, where ours differ
    "USSR": "ussr", "Soviet Union": "ussr", "United Kingdom": "britain", "Mandatory Palestine (GB)": "palestine",
    "British Mandate of Palestine": "palestine", "Kingdom of Iraq": "iraq", "Persia": "iran", "Kingdom of Romania": "romania",
    "Kingdom of Hungary": "hungary", "Irish Free State": "ireland", "Austria": "germany", "Czechia": "germany",
    "Luxembourg": "belgium", "United Kingdom of Great Britain and Ireland": "britain",
}


def note(board: BoardFiles, grid: Grid, projection: Projection, geo: str | None = None) -> str:
    """The text of docs/boards/tw-comparison.md."""
    match = matched(board, grid)
    table: Counter[tuple[str, str]] = Counter()
    where: dict[tuple[str, str], list[str]] = defaultdict(list)
    for id, rows in match.ours.items():
        key = (plain(board.spaces[id]["terrain"]), opinion(rows))
        table[key] += 1
        where[key].append(id)
    kinds = ("clear", "forest", "mountain", "swamp", "water")
    worst, mean = max(match.cities, key=lambda k: match.cities[k]), np.mean(list(match.cities.values()))
    lines = ["# The board of The War beside another hex map", "",
             "Generated by `python -m grognard.atelier tw --compare`. The other map is the European board of A World at War as",
             "recovered under the MIT licence, at nearly the same scale. It checks ours; nothing of it is shipped.", "",
             f"Matched by {len(match.cities)} shared cities; after the fit they lie {mean:.2f} of our hexes apart on average,",
             f"at worst {match.cities[worst]:.2f} ({worst}).", "",
             "## Terrain", "", "Rows: ours (desert and wasteland as clear). Columns: the other map.", "",
             "| ours | " + " | ".join(kinds) + " |", "|---|" + "---|" * len(kinds)]
    lines += [f"| {a} | " + " | ".join(str(table[a, b]) for b in kinds) + " |" for a in kinds]
    same = sum(n for (a, b), n in table.items() if a == b)
    agreed, seen, disputed = country_check(board, projection, geo)
    every = sum(table.values())
    lines += ["", f"Same in {same} of {every} hexes ({100 * same / every:.0f} percent). Why they differ:", "",
              "- **Forest, clear there:** we draw the northern forests of Scandinavia and Russia whole, the other map a few.",
              "- **Mountain, clear there or the reverse:** we judge relief within the hex; the other map draws ranges as lines.",
              "- **Water, land there or the reverse:** coasts shift by up to a hex between two projections; with us a hex is",
              "  land from 13 percent dry ground.", "- **Swamp:** Leningrad is swamp because the sums of 10.6.6 need it.", "",
              "## Countries of 1939", "",
              f"Against a coarse basemap of 1938 that may not be shipped: {agreed} of {seen} land hexes agree at their centre.",
              "The basemap shows Bohemia and Slovakia before March 1939, gives eastern Turkey to others, draws borders loosely;",
              "hexes with a city follow the city with us (Zara, Gibraltar, Danzig, Zurich). The others, ours first:", "",
              *(f"- {d}" for d in disputed), ""]
    return "\n".join(lines)
