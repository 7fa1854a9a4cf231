"""23.9: the board of the supergame. The maps of World in Flames lose their coarse Americas; the two American maps take their
place, joined at the sea: areas of both boards are one, `data/seams.csv` links those that only one of them has (AIF-DEC-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from grognard.kernel.board import Board

COARSE = "M"  # the map of the Americas at six times the scale
RENAMED = {"east_coast": "us_east_coast", "west_coast": "us_west_coast"}
DOUBLE = frozenset(("Azores", "Dutch Harbor"))  # places of the American maps that lie on the other maps too
ALIASES = {"Panama City": "panama"}  # what World in Flames calls a place of these maps
LEFT_OUT = ("green",)  # columns that the supergame ignores (23.9.4)
EAST = 8300.0  # where the American maps are laid, right of the others


class Seam(msgspec.Struct, frozen=True):
    """A row of data/seams.csv: two sea areas of different boards. `sail`: a link neither board has; `points`: what the flight
    from edge to edge costs (1.2)."""

    a: str
    b: str
    sail: bool
    points: int = 0


def join(world: Board, america: Board, seams: Iterable[Seam]) -> Board:
    """One board of two."""
    areas = {_called(america.ids[s]) for s in range(america.size) if america.kind[s] == "sea"}
    parts = [
        _Part(world, 0.0, [s for s in range(world.size) if world.map[s] != COARSE and _area(world.ids[s]) not in areas]),
        _Part(america, EAST, [s for s in range(america.size) if not (america.kind[s] == "box" and america.country[s])]),
    ]
    columns = sorted({name for part in parts for name in part.board.columns})
    number = {token: n for n, token in enumerate(_called(part.board.ids[s]) for part in parts for s in part.spaces)}
    terrains = list(dict.fromkeys(name for part in parts for name in part.board.terrains))
    bits = {name: 1 << n for n, name in enumerate(dict.fromkeys(f for part in parts for f in part.board.feature_bits))}
    made = Board(
        "World and America in Flames",
        {**world.maps, **america.maps},
        list(number),
        [part.name(s) for part in parts for s in part.spaces],
        [part.board.kind[s] for part in parts for s in part.spaces],
        [part.board.map[s] for part in parts for s in part.spaces],
        [part.board.col[s] for part in parts for s in part.spaces],
        [part.board.row[s] for part in parts for s in part.spaces],
        [part.board.x[s] + part.shift for part in parts for s in part.spaces],
        [part.board.y[s] for part in parts for s in part.spaces],
        [terrains.index(part.terrain(s)) for part in parts for s in part.spaces],
        terrains,
        [part.country(s) for part in parts for s in part.spaces],
        {name: [part.cell(name, s) for part in parts for s in part.spaces] for name in columns},
        [],
        [],
        bits,
        {name: [] for name in sorted({name for part in parts for name in part.board.border_columns})},
        scales={**america.scales, **world.scales},
    )
    _borders(made, parts, number, areas)
    for seam in seams:
        if seam.sail:
            _border(made, (number[seam.a], number[seam.b]), bits["open"], {})
        if seam.points:
            for here in _edge(made, seam.a):
                for there in _edge(made, seam.b):
                    _border(made, (here, there), bits["blue"], {"points": str(seam.points)})
    return Board(**{f: getattr(made, f) for f in made.__dataclass_fields__ if f != "neighbours"})


class _Part:
    """What a board gives to the joined one."""

    def __init__(self, board: Board, shift: float, spaces: list[int]) -> None:
        self.board, self.shift, self.spaces = board, shift, spaces

    def _double(self, s: int) -> bool:
        return bool(self.shift) and self.board.names[s] in DOUBLE

    def name(self, s: int) -> str:
        renamed = _called(self.board.ids[s]) != self.board.ids[s]
        return "" if self._double(s) else f"US {self.board.names[s]}" if renamed else self.board.names[s]

    def terrain(self, s: int) -> str:
        return "sea" if self._double(s) else self.board.terrain_name(s)

    def country(self, s: int) -> str:
        return "" if self._double(s) else self.board.country[s]

    def cell(self, column: str, s: int) -> str:
        word = self.board.columns[column][s] if column in self.board.columns else ""
        if column == "seas":
            return " ".join(_called(area) for area in word.split())
        if column == "places" and self.shift:
            word = f"{word} {ALIASES.get(self.board.names[s], '')}".strip()
        return "" if column in LEFT_OUT or (self._double(s) and column != "scale" and column != "weather") else word


def join_drawings(world: bytes, america: bytes) -> bytes:
    """The drawing of the joined board: the American one beside the other, without its off-map boxes."""
    left, right = (msgspec.json.decode(data) for data in (world, america))
    spaces = dict(left["spaces"])
    for token, area in right["spaces"].items():
        if not token.endswith("_box"):
            spaces[_called(token)] = _shifted(area)
    layers = _without_inset(left["layers"])
    layers += [_shifted(layer) for layer in right["layers"] if layer["name"] not in ("boxes", "labels_boxes")]
    size = [EAST + right["size"][0], max(left["size"][1], right["size"][1])]
    grid = {**left["hex"], "maps": {**left["hex"]["maps"], **right["hex"]["maps"]}}
    moved = [{**jump, "box": [n + EAST * (place % 2 == 0) for place, n in enumerate(jump["box"])]} for jump in right["jumps"]]
    jumps = [*left["jumps"], *moved]
    return msgspec.json.encode({**left, "size": size, "hex": grid, "spaces": spaces, "jumps": jumps, "layers": layers})


INSET = (6234.0, 288.0, 7966.0, 2500.0)  # where the coarse map of the Americas is drawn
AFLOAT = frozenset(("paper", "sea", "depth", "sea_limits", "sea_boxes", "labels_sea", "lines", "legend"))  # what stays there


def _without_inset(layers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Layers in which the coarse map is open sea: its Americas are not used, some of its sea-boxes are."""
    west, north, east, south = INSET
    sea = next(layer for layer in layers if layer["name"] == "sea")
    water = {**sea, "features": [{"rings": [[[west, north], [east, north], [east, south], [west, south]]]}]}
    found = []
    for layer in layers:
        kept = [feature for feature in layer["features"] if not any(map(_in_inset, _points(feature)))]
        found.append(layer if layer["name"] in AFLOAT else {**layer, "features": kept})
        if layer["name"] == "relief":
            found.append(water)
    return found


def _in_inset(point: tuple[float, float]) -> bool:
    west, north, east, south = INSET
    return west <= point[0] <= east and north <= point[1] <= south


def _points(value: Any) -> Iterator[tuple[float, float]]:
    """Every point of a part of a drawing."""
    if isinstance(value, dict):
        if "x" in value and "y" in value:
            yield value["x"], value["y"]
        for inner in value.values():
            yield from _points(inner)
    elif isinstance(value, list):
        if len(value) == 2 and all(isinstance(n, (int, float)) for n in value):
            yield value[0], value[1]
        else:
            for inner in value:
                yield from _points(inner)


def _shifted(value: Any) -> Any:
    """Every point of a part of a drawing moved to where the American maps lie."""
    if isinstance(value, dict):
        return {key: inner + EAST if key == "x" else inner if key == "style" else _shifted(inner) for key, inner in value.items()}
    if isinstance(value, list):
        if len(value) == 2 and all(isinstance(n, (int, float)) for n in value):
            return [value[0] + EAST, value[1]]
        return [_shifted(inner) for inner in value]
    return value


def _borders(made: Board, parts: list[_Part], number: dict[str, int], areas: set[str]) -> None:
    """Every border between spaces that are left; between two areas of the American maps those maps decide."""
    world, america = parts
    seen: set[frozenset[str]] = set()
    for part in (america, world):
        board = part.board
        for border, (a, b) in enumerate(board.ends):
            ends = (_called(board.ids[a]), _called(board.ids[b]))
            if not number.keys() >= set(ends) or frozenset(ends) in seen or (part is world and areas.issuperset(ends)):
                continue
            seen.add(frozenset(ends))
            features = sum(made.feature_bits[name] for name, bit in board.feature_bits.items() if board.features[border] & bit)
            words = {name: column[border] for name, column in board.border_columns.items()}
            _border(made, (number[ends[0]], number[ends[1]]), features, words)


def _edge(made: Board, area: str) -> list[int]:
    """Hexdots of a sea area that lie at the edge of their map towards the other maps: the western and the eastern one."""
    seas, rows = made.columns["seas"], dict[tuple[str, float], list[int]]()
    for s in range(made.size):
        if made.kind[s] == "hex":
            rows.setdefault((made.map[s], made.y[s]), []).append(s)
    ends = {end(row, key=made.x.__getitem__) for row in rows.values() for end in (min, max)}
    return [s for s in sorted(ends) if made.terrain_name(s) == "sea" and area in seas[s].split()]


def _border(made: Board, ends: tuple[int, int], features: int, words: dict[str, str]) -> None:
    made.ends.append(ends)
    made.features.append(features)
    for name, column in made.border_columns.items():
        column.append(words.get(name, ""))


def _called(token: str) -> str:
    """What a space is called on the joined board."""
    area, _, section = token.rpartition("_")
    if section.isdigit() and area in RENAMED:
        return f"{RENAMED[area]}_{section}"
    return RENAMED.get(token, token)


def _area(token: str) -> str:
    """The sea area of a section, or the space itself."""
    area, _, section = token.rpartition("_")
    return area if section.isdigit() else token
