"""The files of a board (board.toml, spaces.csv, borders.csv) read and checked; what is wrong with them is kept with the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any, TypeVar

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Sheet
from grognard.kernel.maps import LAYOUTS, ORIENTATIONS, SPACE_COLUMNS, SPACE_KINDS, Map, Space

if TYPE_CHECKING:
    from grognard.kernel.board import Board

B = TypeVar("B", bound="Board")


def read_board(cls: type[B], path: Path, document: Mapping[str, Any], spaces: Sheet, borders: Sheet) -> B:
    faults: list[GrognardError] = []
    maps = {one.id: one for one in (_map(path, entry) for entry in document.get("maps", []))}
    table = _columns(spaces, SPACE_COLUMNS)
    terrains, terrain = _interned(spaces, table["terrain"], document.get("terrain", {}), "terrain", faults)
    index: dict[str, int] = {}
    for row, token in enumerate(table["id"]):
        if token in index or not token:
            problem = f"space '{token}' stands twice" if token else "a space has no id"
            faults.append(spaces.error(problem, row, "give it an id of its own"))
        index.setdefault(token, row)
    for row, kind in enumerate(table["kind"]):
        if kind not in SPACE_KINDS:
            faults.append(spaces.error(f"unknown kind '{kind}'", row, f"the kinds are {', '.join(SPACE_KINDS)}"))
    for row, name in enumerate(table["map"]):
        if name and name not in maps:
            faults.append(spaces.error(f"unknown map '{name}'", row, f"add it to [[maps]] in {path.name}"))
    ends, kept, features, bits = _borders(borders, index, document.get("features", {}), faults)
    own = [name for name in borders.header if name not in ("a", "b", "features")]
    extra = _columns(borders, ())
    return cls(
        name=str(document.get("name", path.parent.name)), maps=maps, ids=table["id"], names=table["name"],
        kind=[intern(kind) for kind in table["kind"]], map=[intern(name) for name in table["map"]],
        col=_whole(spaces, table["col"], "col"), row=_whole(spaces, table["row"], "row"),
        x=_decimal(spaces, table["x"], "x"), y=_decimal(spaces, table["y"], "y"),
        terrain=terrain, terrains=terrains, country=[intern(name) for name in table["country"]],
        columns={name: cells for name, cells in table.items() if name not in SPACE_COLUMNS},
        ends=ends, features=features, feature_bits=bits,
        border_columns={name: [extra[name][row] for row in kept] for name in own}, faults=faults,
        scales={name: {key: int(count) for key, count in row.items()} for name, row in document.get("scales", {}).items()},
    )


def _map(path: Path, entry: Mapping[str, Any]) -> Map:
    sheet = Map(str(entry.get("id", "")), str(entry.get("kind", "hex")), str(entry.get("orientation", "flat")),
                str(entry.get("layout", "odd")), str(entry.get("scale", "")), str(entry.get("name", "")))
    if not sheet.id or sheet.kind not in ("hex", "area") or sheet.orientation not in ORIENTATIONS or sheet.layout not in LAYOUTS:
        remedy = 'give id, kind = "hex" or "area", orientation = "flat" or "pointy", layout = "odd", "even" or "axial"'
        raise GrognardError(f"map {sheet.id!r} is not understood", file=path, remedy=remedy)
    return sheet


def _columns(sheet: Sheet, wanted: Sequence[str]) -> dict[str, list[str]]:
    for name in wanted:
        if name not in sheet.header:
            raise sheet.error(f"missing column '{name}'", remedy=f"the first columns are {', '.join(wanted)}")
    cells = zip(*sheet.rows) if sheet.rows else ([] for _ in sheet.header)
    return {name: list(column) for name, column in zip(sheet.header, cells)}


def _borders(
    sheet: Sheet, index: Mapping[str, int], vocabulary: Iterable[str], faults: list[GrognardError]
) -> tuple[list[tuple[Space, Space]], list[int], list[int], dict[str, int]]:
    table = _columns(sheet, ("a", "b", "features"))
    bits = {word: 1 << i for i, word in enumerate(vocabulary)}
    masks: dict[str, int] = {}
    ends: list[tuple[Space, Space]] = []
    kept: list[int] = []
    features: list[int] = []
    seen: set[tuple[Space, Space]] = set()
    for row, (a, b, words) in enumerate(zip(table["a"], table["b"], table["features"])):
        s, t = index.get(a), index.get(b)
        if s is None or t is None:
            faults.append(sheet.error(f"unknown space '{a if s is None else b}'", row, "use an id of spaces.csv"))
            continue
        pair = (s, t) if s < t else (t, s)
        if s == t or pair in seen:
            problem = f"'{a}' borders itself" if s == t else f"border {a}-{b} stands twice"
            faults.append(sheet.error(problem, row, "remove the row"))
            continue
        if words not in masks:
            masks[words] = _mask(sheet, row, words, bits, faults)
        seen.add(pair)
        ends.append((s, t))
        kept.append(row)
        features.append(masks[words])
    return ends, kept, features, bits


def _mask(sheet: Sheet, row: int, words: str, bits: dict[str, int], faults: list[GrognardError]) -> int:
    mask = 0
    for word in words.split():
        if word not in bits:
            faults.append(sheet.error(f"unknown feature '{word}'", row, "add it to [features] in board.toml"))
            bits[word] = 1 << len(bits)
        mask |= bits[word]
    return mask


def _interned(
    sheet: Sheet, cells: list[str], vocabulary: Iterable[str], what: str, faults: list[GrognardError]
) -> tuple[list[str], list[int]]:
    """Words as numbers; the words of the vocabulary come first, in its order. An empty cell is the word ''."""
    number = {word: i for i, word in enumerate(vocabulary)}
    for row, word in enumerate(cells):
        if word not in number:
            number[word] = len(number)
            if word:
                faults.append(sheet.error(f"unknown {what} '{word}'", row, f"add it to [{what}] in board.toml"))
    return list(number), [number[word] for word in cells]


def _whole(sheet: Sheet, cells: list[str], name: str) -> list[int | None]:
    try:
        return [int(cell) if cell else None for cell in cells]
    except ValueError:
        row = next(row for row, cell in enumerate(cells) if cell and not cell.lstrip("-").isdigit())
        raise sheet.error(f"column '{name}' has {cells[row]!r}", row, "write a whole number") from None


def _decimal(sheet: Sheet, cells: list[str], name: str) -> list[float]:
    result = []
    for row, cell in enumerate(cells):
        try:
            result.append(float(cell or 0))
        except ValueError:
            raise sheet.error(f"column '{name}' has {cell!r}", row, "write a number") from None
    return result
