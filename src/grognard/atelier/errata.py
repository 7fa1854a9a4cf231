"""What a cartographer would find: names off their own ground, towns off their hex or in the water, rivers without a mouth.
Read from committed files.

Every board is looked at by `board_report`; what is found is a list of errata beside the problems, for a board with errata can
still be played.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator

from grognard.atelier.check import BoardFiles, Row
from grognard.atelier.widths import text_width

WATER = ("water", "sea", "lake")
WET = {"sea", "ships", "lake", "water", "strait"}  # hexsides of water
SHORE = tuple((dx, dy) for dx in (-8, 0, 8) for dy in (-8, 0, 8))  # a mark on the shore stands on both
FEW = 5  # hexes of a sea that is too small for its name
BESIDE = 40.0  # units a name may stand away from a zone that has no room for it


def errata(board: BoardFiles) -> list[str]:
    return [*stray_names(board), *names_ashore(board), *stray_areas(board), *stray_towns(board), *loose_rivers(board)]


def stray_areas(board: BoardFiles) -> Iterator[str]:
    """Of a board of areas: places where pieces stand, and names, that lie outside their own outline. A zone too small for its
    name has it close beside."""
    path = board.folder / "drawing.json"
    drawn = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if drawn.get("hex"):
        return  # hexes are their own outline; the boxes of a sea hold pieces where there is room
    outlines = {key: one["outline"] for key, one in drawn.get("spaces", {}).items() if one.get("outline")}
    for key, rings in outlines.items():
        row = board.spaces.get(key)
        if row and not _inside(rings, float(row["x"]), float(row["y"])):
            yield f"{key}: pieces stand outside it"
    for layer in drawn.get("layers", ()) if outlines else ():
        for name in layer["features"] if layer["kind"] == "label" else ():
            rings = outlines.get(name.get("of", ""), [])
            size = name.get("style", {}).get("font_size", 0)
            x, y = name["x"], name["y"] - 0.38 * size
            if rings and not _inside(rings, x, y) and _distance(rings, x, y) > BESIDE + 1.6 * size:
                yield f"{layer['name']}: {name['text']} stands outside {name['of']}"


def _inside(rings: list[list[list[float]]], x: float, y: float) -> bool:
    found = False
    for ring in rings:
        for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                found = not found
    return found


def _distance(rings: list[list[list[float]]], x: float, y: float) -> float:
    return float(min(((px - x) ** 2 + (py - y) ** 2) ** 0.5 for ring in rings for px, py in ring))


def stray_names(board: BoardFiles) -> Iterator[str]:
    """Names of countries and seas (labels that say what they are of) whose middle lies on another's hex."""
    path = board.folder / "drawing.json"
    if not path.exists():
        return
    hexes = [row for row in board.spaces.values() if row["kind"] == "hex"]
    if not hexes:
        return
    for layer in json.loads(path.read_text(encoding="utf-8"))["layers"]:
        for name in layer["features"] if layer["kind"] == "label" else ():
            of = name.get("of")
            if not of:
                continue
            x, y = name["x"], name["y"] - 0.38 * name["style"]["font_size"]  # its middle, not its baseline
            far = {row["id"]: ((float(row["x"]) - x) ** 2 + (float(row["y"]) - y) ** 2) ** 0.5 for row in hexes}
            own = [far[row["id"]] for row in hexes if of == row["country"] or of in row.get("seas", "").split()]
            nearest = min(far, key=lambda id: far[id])
            if own and min(own) > 1.1 * far[nearest]:  # on a hexside it stands on both
                yield f"{layer['name']}: {name['text']} stands on {nearest} ({board.spaces[nearest]['country'] or 'water'})"


def names_ashore(board: BoardFiles) -> Iterator[str]:
    """Names of seas that lie over land for the most part; of a sea of a few hexes, at an edge, with their middle."""
    path = board.folder / "drawing.json"
    layers = json.loads(path.read_text(encoding="utf-8"))["layers"] if path.exists() else []
    land = [(one["rings"], _box(one["rings"])) for layer in layers if layer["name"] == "land" and layer["kind"] == "polygon"
            for one in layer["features"]]
    for layer in layers if land else ():
        for name in layer["features"] if layer["kind"] == "label" else ():
            row = board.spaces.get(name.get("of", ""))
            if row is None or row["kind"] != "sea":
                continue
            style = {**layer.get("style", {}), **name.get("style", {})}
            size = style["font_size"]
            width = text_width(name["text"], size, style.get("letter_spacing", 0.0))
            left = name["x"] - {"start": 0.0, "middle": width / 2, "end": width}[name.get("anchor", "middle")]
            middle = (left + width / 2, name["y"] - 0.38 * size)
            wide = sum(name["of"] in hex.get("seas", "").split() for hex in board.spaces.values()) >= FEW
            box = [(left + width * i / 12, name["y"] - j * 0.38 * size) for i in range(13) for j in range(3)]
            spots = box if wide else [middle]
            if 2 * sum(_on(land, x, y) for x, y in spots) > len(spots):
                yield f"{layer['name']}: {name['text']} lies ashore"


def stray_towns(board: BoardFiles) -> Iterator[str]:
    """Towns of a hex board whose mark stands in another hex than theirs, and so across a river or border of their hex, or in
    the water where their hex has land."""
    path = board.folder / "drawing.json"
    if not path.exists():
        return
    layers = json.loads(path.read_text(encoding="utf-8"))["layers"]
    hexes = {row["id"]: (float(row["x"]), float(row["y"])) for row in board.spaces.values() if row["kind"] == "hex"}
    shapes = {name: [(rings, _box(rings)) for layer in layers if layer["name"] == name and layer["kind"] == "polygon"
                     for one in layer["features"] for rings in [one["rings"]]] for name in ("land", "lakes")}
    for layer in layers if hexes else ():
        for mark in layer["features"] if layer["name"] == "symbols" else ():
            if mark["symbol"] not in ("city", "capital") or mark.get("space") not in hexes:
                continue
            x, y, home = mark["x"], mark["y"], mark["space"]
            nearest = min(hexes, key=lambda id: (hexes[id][0] - x) ** 2 + (hexes[id][1] - y) ** 2)
            if nearest != home:
                yield f"the town of {home} stands in {nearest}"
            elif shapes["land"] and not any(
                _on(shapes["land"], x + dx, y + dy) and not _on(shapes["lakes"], x + dx, y + dy) for dx, dy in SHORE
            ):
                yield f"the town of {home} stands in the water"


def _box(rings: list[list[list[float]]]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in rings[0]], [y for _, y in rings[0]]
    return min(xs), min(ys), max(xs), max(ys)


def _on(shapes: Iterable[tuple[list[list[list[float]]], tuple[float, float, float, float]]], x: float, y: float) -> bool:
    return any(x0 <= x <= x1 and y0 <= y <= y1 and _inside(rings, x, y) for rings, (x0, y0, x1, y1) in shapes)


def loose_rivers(board: BoardFiles) -> Iterator[str]:
    """Runs of river hexsides that reach no water, no coast and no edge of their map."""
    hexes = {id for id, row in board.spaces.items() if row["kind"] == "hex"}
    near: dict[str, set[str]] = defaultdict(set)
    wet = {frozenset((row["a"], row["b"])) for row in board.borders if WET & set(row["features"].split())}
    for row in board.borders:
        if row["a"] in hexes and row["b"] in hexes:
            near[row["a"]].add(row["b"])
            near[row["b"]].add(row["a"])
    sides = [row for row in board.borders if "river" in row["features"].split() and {row["a"], row["b"]} <= hexes]
    for run in _runs(sides, near):
        if not any(_is_mouth(board, near, wet, row) for row in run):
            names = sorted({name for row in run for name in row.get("rivers", "").split()})
            yield f"a river of {len(run)} sides at {run[0]['a']} {run[0]['b']} has no mouth: {', '.join(names) or 'unnamed'}"


def _runs(sides: list[Row], near: dict[str, set[str]]) -> Iterable[list[Row]]:
    """Sides that meet in corners, together. A corner is three hexes each next to the others."""
    parent = list(range(len(sides)))

    def root(n: int) -> int:
        while parent[n] != n:
            parent[n] = parent[parent[n]]
            n = parent[n]
        return n

    first: dict[frozenset[str], int] = {}
    for n, row in enumerate(sides):
        for third in near[row["a"]] & near[row["b"]]:
            at = first.setdefault(frozenset((row["a"], row["b"], third)), n)
            parent[root(n)] = root(at)
    runs: dict[int, list[Row]] = defaultdict(list)
    for n, row in enumerate(sides):
        runs[root(n)].append(row)
    return runs.values()


def _is_mouth(board: BoardFiles, near: dict[str, set[str]], wet: set[frozenset[str]], side: Row) -> bool:
    """Whether a side ends at water: a hex of it, a hexside of it (a firth between two hexes of land), or the edge of the map."""
    thirds = near[side["a"]] & near[side["b"]]
    if len(thirds) < 2 or any(_wet(board.spaces[id]) for id in (side["a"], side["b"], *thirds)):
        return True
    return any(frozenset((end, third)) in wet for third in thirds for end in (side["a"], side["b"]))


def _wet(row: Row) -> bool:
    return row["terrain"] in WATER or bool(row.get("seas"))
