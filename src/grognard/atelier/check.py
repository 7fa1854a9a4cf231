"""What is wrong with a board: connectivity, borders, countries, ports, and every statement of the rulebook about the map.

Reads committed files only (no geography, no shapely), so `grognard data TITLE --board` works everywhere. A title's
`anchors.csv` lists the statements by line of its rulebook; `board_report` counts those that hold.
"""

from __future__ import annotations

import csv
import tomllib
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from grognard.atelier import wif_check
from grognard.atelier.area_check import AREA_STATEMENTS
from grognard.atelier.awaw_check import WORLD_STATEMENTS

TITLES = Path(__file__).resolve().parents[1] / "titles"
Row = dict[str, str]


class BoardFiles:
    """The files of a title's board, as rows of text."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.spaces: dict[str, Row] = {r["id"]: r for r in self.rows("spaces.csv")}
        self.borders: list[Row] = self.rows("borders.csv")
        self.document: dict[str, Any] = tomllib.loads((folder / "board.toml").read_text(encoding="utf-8"))

    def rows(self, name: str) -> list[Row]:
        path = self.folder / name
        if not path.exists():
            return []
        with path.open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(line for line in stream if not line.startswith("#")))

    @cached_property
    def sides(self) -> dict[frozenset[str], set[str]]:
        return {frozenset((b["a"], b["b"])): set(b["features"].split()) for b in self.borders}

    @cached_property
    def around(self) -> dict[str, list[tuple[str, set[str]]]]:
        out: dict[str, list[tuple[str, set[str]]]] = defaultdict(list)
        for b in self.borders:
            words = set(b["features"].split())
            out[b["a"]].append((b["b"], words))
            out[b["b"]].append((b["a"], words))
        return out

    @cached_property
    def of_place(self) -> dict[str, str]:
        """The space of each city and port, by its slug; a space stands for itself."""
        out = {id: id for id in self.spaces}
        for id, row in sorted(self.spaces.items(), key=lambda pair: pair[1].get("option", "") in ("africa", "scandinavia")):
            named = " ".join(row.get(column, "") for column in ("cities", "ports", "places"))
            for place in named.split():
                out.setdefault(place, id)
        return out

    def side(self, a: str, b: str) -> set[str] | None:
        return self.sides.get(frozenset((self.of_place.get(a, a), self.of_place.get(b, b))))

    def words(self, place: str, column: str) -> set[str]:
        row = self.spaces.get(self.of_place.get(place, place))
        return set((row or {}).get(column, "").split())

    def walkable(self, words: set[str]) -> bool:
        return not words & {"sea", "impassable"} and not words & {"coast", "water", "open", "port", "stratmove"}


def board_report(title: str, folder: Path | None = None) -> dict[str, Any]:
    """Spaces, borders, kinds, terrain, provenance, anchors and problems of a title's board."""
    board = BoardFiles(folder or TITLES / title / "data" / "board")
    stated = board.rows("anchors.csv")
    failed = [a for a in stated if not holds(board, a)] if stated and "kind" in stated[0] and "fact" in stated[0] else []
    untrue = [f"line {a['line']}: {a['kind']} {a['a']} {a['b']} does not hold ({a['fact']})" for a in failed]
    problems = [*structure(board), *untrue]
    return {
        "title": title, "spaces": len(board.spaces), "borders": len(board.borders),
        "kinds": dict(Counter(r["kind"] for r in board.spaces.values())),
        "terrain": dict(Counter(r["terrain"] for r in board.spaces.values() if r["terrain"])),
        "provenance": {name: table.get("provenance", "") for name, table in board.document.get("layers", {}).items()},
        "anchors": {"stated": len(stated), "held": len(stated) - len(failed),
                    "kinds": dict(Counter(a.get("kind", "") for a in stated))},
        "problems": problems,
    }


# --- structure ----------------------------------------------------------------------------------------------------------


def structure(board: BoardFiles) -> list[str]:
    return [p for check in (_borders, _connected, _countries, _ports, _vocabulary) for p in check(board)]


def _borders(board: BoardFiles) -> Iterable[str]:
    seen: set[frozenset[str]] = set()
    for b in board.borders:
        pair = frozenset((b["a"], b["b"]))
        if len(pair) == 1:
            yield f"{b['a']} borders itself"
        if pair in seen:
            yield f"border {b['a']} {b['b']} stands twice"
        seen.add(pair)
        for end in pair - board.spaces.keys():
            yield f"border {b['a']} {b['b']}: no space {end}"


def _connected(board: BoardFiles) -> Iterable[str]:
    """Every space can be reached from every other, by whatever kind of border."""
    left = set(board.spaces)
    start = next(iter(left))
    queue, left = deque([start]), left - {start}
    while queue:
        for other, _ in board.around[queue.popleft()]:
            if other in left:
                left.discard(other)
                queue.append(other)
    if left:
        yield f"{len(left)} spaces cannot be reached from {start}: {' '.join(sorted(left)[:8])}"


def _countries(board: BoardFiles) -> Iterable[str]:
    wet = {"water", "sea", "ocean", "lake"}
    for id, row in board.spaces.items():
        if row["kind"] in ("hex", "area") and row["terrain"] not in wet and not row["country"] and not row.get("owner"):
            yield f"land space {id} {row['name']} has no country"


def _ports(board: BoardFiles) -> Iterable[str]:
    """Every port opens on a sea area (only where a board has a ports column)."""
    for id, row in board.spaces.items():
        if row.get("ports") and row["kind"] == "hex" and not any("port" in words for _, words in board.around[id]):
            yield f"port {row['ports']} in {id} opens on no sea area"


def _vocabulary(board: BoardFiles) -> Iterable[str]:
    terrain, features = board.document.get("terrain", {}), board.document.get("features", {})
    for word in sorted({r["terrain"] for r in board.spaces.values() if r["terrain"]} - terrain.keys()):
        yield f"terrain {word} is not in board.toml"
    for word in sorted({w for b in board.borders for w in b["features"].split()} - features.keys()):
        yield f"border feature {word} is not in board.toml"


# --- statements of the rulebook -----------------------------------------------------------------------------------------


def holds(board: BoardFiles, anchor: Row) -> bool:
    """Whether one row of anchors.csv is true of the board."""
    kind = anchor["kind"]
    if board.document.get("statements") == "wif":
        told = wif_check.STATEMENTS.get(kind)
        return told is not None and (anchor["a"] in board.of_place or kind in wif_check.OF_NO_PLACE) and told(
            board, anchor["a"], anchor["b"])
    test = STATEMENTS.get(kind) or AREA_STATEMENTS.get(kind) or WORLD_STATEMENTS.get(kind)
    return test is not None and test(board, anchor["a"], anchor["b"])


def _row(board: BoardFiles, a: str) -> Row:
    return board.spaces[board.of_place[a]]


def _land(board: BoardFiles, a: str, b: str) -> bool:
    return _row(board, a)["terrain"] not in ("water", "wasteland")


def _walk(board: BoardFiles, a: str, b: str) -> bool:
    words = board.side(a, b)
    return words is not None and board.walkable(words)


def _touch(board: BoardFiles, a: str, b: str) -> bool:
    """Contiguous, or one hex of water between them."""
    start, goal = board.of_place[a], board.of_place[b]
    return start == goal or any(o == goal or any(p == goal for p, _ in board.around[o]) for o, _ in board.around[start])


def _apart(board: BoardFiles, a: str, b: str) -> bool:
    return board.side(a, b) is None and board.of_place[a] != board.of_place[b]


def _north(board: BoardFiles, a: str, b: str) -> bool:
    """Two rows further north, at most half a hex to the side."""
    upper, lower = _row(board, a), _row(board, b)
    return int(lower["row"]) - int(upper["row"]) == 2 and abs(float(upper["x"]) - float(lower["x"])) <= 55


def _only_from(board: BoardFiles, a: str, b: str) -> bool:
    open_to = {o for o, words in board.around[board.of_place[a]] if board.spaces[o]["kind"] == "hex" and board.walkable(words)}
    return open_to == {board.of_place[b]}


def _feature(board: BoardFiles, a: str, b: str) -> bool:
    if b == "no_port":
        return "port" not in board.words(a, "features")
    if b == "port":
        return a.removesuffix("_box") in board.words(a, "ports")
    if b == "city":
        return a in board.words(a, "cities") or "city" in board.words(a, "features")
    return b in board.words(a, "features")


def _on_sea(board: BoardFiles, a: str, b: str) -> bool:
    words = board.side(a, b)
    return words is not None and bool(words & {"coast", "water"})


def sea_steps(board: BoardFiles, port: str, sea: str) -> int | None:
    """Sea areas from a port to an area, both ends counted as the rules count: the area outside the port is the first."""
    start = board.of_place[port]
    steps = {o: 1 for o, words in board.around[start] if board.spaces[o]["kind"] == "sea" and "port" in words}
    queue = deque(steps)
    while queue:
        here = queue.popleft()
        if here == sea:
            return steps[here]
        for other, words in board.around[here]:
            if board.spaces[other]["kind"] == "sea" and "open" in words and other not in steps:
                steps[other] = steps[here] + 1
                queue.append(other)
    return None


def _sea_distance(board: BoardFiles, a: str, b: str) -> bool:
    port, sea = a.split()
    return sea_steps(board, port, sea) == int(b)


def _sea_within(board: BoardFiles, a: str, b: str) -> bool:
    port, sea = a.split()
    steps = sea_steps(board, port, sea)
    return steps is not None and steps <= int(b)


def _in_country(board: BoardFiles, country: str) -> list[Row]:
    return [r for r in board.spaces.values() if r["kind"] == "hex" and r["country"] == country]


def _region_cities(board: BoardFiles, a: str, b: str) -> bool:
    mine = [r for r in board.spaces.values() if a in r.get("regions", "").split()]
    return bool(mine) and sum(len(r["cities"].split()) for r in mine) == int(b)


def _weather(board: BoardFiles, a: str, b: str) -> bool:
    special = {"eastern_poland", "karelia", "bessarabia"}
    mine = [r for r in _in_country(board, a) if not special & set(r["regions"].split())]
    return bool(mine) and all(b in r["weather"].split() for r in mine)


def _weather_region(board: BoardFiles, a: str, b: str) -> bool:
    mine = [r for r in board.spaces.values() if a in r.get("regions", "").split()]
    return bool(mine) and all(r["weather"] == b for r in mine)


def _range(board: BoardFiles, a: str, b: str) -> bool:
    """Within seven walkable steps."""
    far = {board.of_place[a]: 0}
    queue = deque(far)
    while queue:
        here = queue.popleft()
        for other, words in board.around[here]:
            if board.walkable(words) and other not in far and board.spaces[other]["terrain"] not in ("water", "wasteland", ""):
                far[other] = far[here] + 1
                queue.append(other)
    return far.get(board.of_place[b], 99) <= 7


STATEMENTS: dict[str, Callable[[BoardFiles, str, str], bool]] = {
    "at": lambda f, a, b: f.of_place.get(a) == b,
    "hex": lambda f, a, b: a in f.spaces and f.spaces[a]["kind"] == "hex",
    "place": lambda f, a, b: a in f.of_place,
    "exists": lambda f, a, b: a in f.spaces,
    "land": _land,
    "water": lambda f, a, b: _row(f, a)["terrain"] == "water",
    "walk": _walk,
    "no_walk": lambda f, a, b: not _walk(f, a, b),
    "strait": lambda f, a, b: "strait" in (f.side(a, b) or ()),
    "touch": _touch,
    "apart": _apart,
    "north": _north,
    "range": _range,
    "only_from": _only_from,
    "river_near": lambda f, a, b: any("river" in words for _, words in f.around[a]),
    "terrain": lambda f, a, b: _row(f, a)["terrain"] == b,
    "feature": _feature,
    "no_feature": lambda f, a, b: b not in f.words(a, "features"),
    "oil": lambda f, a, b: _row(f, a)["oil"] == b,
    "count": lambda f, a, b: sum(a in r["features"].split() for r in f.spaces.values()) == int(b),
    "on_sea": _on_sea,
    "sea_touch": lambda f, a, b: bool((f.side(a, b) or set()) & {"open", "closed"}),
    "sea_distance": _sea_distance,
    "sea_within": _sea_within,
    "link": lambda f, a, b: f.side(a, b) is not None,
    "colony": lambda f, a, b: bool(_in_country(f, a)) and all(r["owner"] == b for r in _in_country(f, a)),
    "capital": lambda f, a, b: _row(f, b)["country"] == a and "capital" in f.words(b, "features"),
    "country": lambda f, a, b: _row(f, a)["country"] == b,
    "region": lambda f, a, b: b in f.words(a, "regions"),
    "region_cities": _region_cities,
    "land_of": lambda f, a, b: bool(_in_country(f, a)),
    "weather": _weather,
    "weather_region": _weather_region,
}
