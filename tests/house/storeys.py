"""The storeys of the house: who imports whom, read from the source, and the picture of it in docs/storeys.svg.

`python -m tests.house.storeys` draws the picture anew; the tests say when that is due.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PICTURE = ROOT / "docs" / "storeys.svg"
TITLES = tuple(sorted(folder.name for folder in (SOURCE / "grognard" / "titles").iterdir() if (folder / "__init__.py").exists()))
BUILDS_ON = {"aif": "wif"}  # the one title that may import another

PACKAGES = (("kernel",), ("odds", "agents"), ("titles", "atelier"), ("server", "pettingzoo"), ("cli",))
ROOMS = (("state and facts",), ("rules",), ("setup", "sequence"), ("odds",), ("agents",), ("presentation",), ("title",))


@dataclass(frozen=True)
class Import:
    """One import: from which module, of which, on which line; inside a function or for types only."""

    by: str
    of: str
    line: int
    inside: bool
    typing: bool


def modules() -> dict[str, Path]:
    """Every module of the project by name."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imports(module: str) -> Iterator[Import]:
    """What a module imports of the project."""

    def walk(node: ast.AST, inside: bool, typing: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            names: list[str] = []
            if isinstance(child, ast.Import):
                names = [one.name for one in child.names]
            elif isinstance(child, ast.ImportFrom) and child.module:
                whole = [f"{child.module}.{one.name}" for one in child.names]
                names = [name if name in MODULES else child.module for name in whole]
            for name in dict.fromkeys(names):
                if name in MODULES and name != module:
                    yield Import(module, name, getattr(child, "lineno", 0), inside, typing)
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            only_types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            yield from walk(child, inside or function, typing or only_types)

    yield from walk(ast.parse(MODULES[module].read_text()), False, False)


ALL = [found for module in MODULES for found in imports(module)]


def package(module: str) -> str:
    """The package of a module: kernel, titles, server ..."""
    return module.split(".")[1] if "." in module else ""


def title_of(module: str) -> str:
    """The title a module belongs to; empty for the rest."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == "titles" else ""


def room(module: str) -> str:
    """The storey of a title's module."""
    parts = module.split(".")[3:]
    first = parts[0] if parts else ""
    if not first:
        return "title"
    if first in ("rules", "sequence", "setup"):
        return first
    if first in ("agent", "agents"):
        return "agents"
    if first.startswith("odds") or first == "doctrine":
        return "odds"
    if first.startswith("present") or first in ("labels", "gestures", "idle", "supply_told", "invariants", "panels", "labelling"):
        return "presentation"
    return "state and facts"


def height(storeys: tuple[tuple[str, ...], ...], name: str) -> int:
    return next(n for n, row in enumerate(storeys) if name in row)


def knots(names: list[str]) -> list[list[str]]:
    """Modules that import each other in a circle, imports inside functions counted, those for types not."""
    ways: dict[str, set[str]] = {name: set() for name in names}
    for found in ALL:
        if found.by in ways and found.of in ways and not found.typing:
            ways[found.by].add(found.of)
    left = dict(ways)
    while True:  # take away what imports nothing that is left, then what nothing that is left imports
        free = [name for name, of in left.items() if not of & left.keys()]
        used = {of for name in left for of in left[name]}
        free = free or [name for name in left if name not in used]
        if not free:
            break
        for name in free:
            del left[name]
    return [sorted(left)] if left else []


def edges() -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Which package imports which, and inside titles which storey which."""
    between = {(package(i.by), package(i.of)) for i in ALL if package(i.by) != package(i.of)}
    within = {(room(i.by), room(i.of)) for i in ALL if title_of(i.by) and title_of(i.by) == title_of(i.of) and not i.typing}
    return {e for e in between if all(e)}, {e for e in within if e[0] != e[1]}


# the picture

WIDE, HIGH, GAP = 150, 34, 22


def drawing() -> str:
    """The two pictures side by side: the packages, and the storeys of a title."""
    between, within = edges()
    height_px = (max(len(PACKAGES), len(ROOMS))) * (HIGH + GAP) + 60
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 {height_px}" font-family="sans-serif" font-size="14">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#6b7684"/></marker></defs>',
        f'<rect width="940" height="{height_px}" fill="#fbfaf7"/>',
    ]
    out += _tower("The packages", PACKAGES, between, 30, height_px)
    out += _tower("Inside a title", ROOMS, within, 500, height_px)
    return "\n".join([*out, "</svg>", ""])


def _tower(name: str, storeys: tuple[tuple[str, ...], ...], ways: set[tuple[str, str]], left: int, bottom: int) -> list[str]:
    place: dict[str, tuple[float, float]] = {}
    for n, row in enumerate(storeys):
        for k, one in enumerate(row):
            x = left + 205 + (k - (len(row) - 1) / 2) * (WIDE + 40)
            place[one] = (x, bottom - 24 - (n + 1) * (HIGH + GAP) + GAP)
    out = [f'<text x="{left + 205}" y="26" text-anchor="middle" font-weight="bold" fill="#2c3640">{name}</text>']
    for a, b in sorted(ways):
        (x, y), (u, v) = place[a], place[b]
        top, low = height(storeys, a), height(storeys, b)
        hand = 1 if x > left + 205 or (x == left + 205 and top % 2) else -1  # far ways go round the house on either side
        if top - low > 1:
            edge, out_x = hand * WIDE / 2, left + 205 + hand * (WIDE / 2 + 62 + 14 * (top - low))
            middle, end = y + HIGH / 2, v + HIGH / 2
            way = f"M{x + edge:.0f},{middle:.0f} C{out_x:.0f},{middle:.0f} {out_x:.0f},{end:.0f} {u + edge:.0f},{end:.0f}"
        else:
            way = f"M{x:.0f},{y + HIGH:.0f} L{u:.0f},{v:.0f}"
        out.append(f'<path d="{way}" fill="none" stroke="#8a94a0" stroke-width="1.3" marker-end="url(#tip)"/>')
    for one, (x, y) in place.items():
        out.append(
            f'<rect x="{x - WIDE / 2:.0f}" y="{y:.0f}" width="{WIDE}" height="{HIGH}" rx="6" fill="#e7edf2" stroke="#4a5a68"/>'
            f'<text x="{x:.0f}" y="{y + 22:.0f}" text-anchor="middle" fill="#1f2a33">{one}</text>'
        )
    return out


if __name__ == "__main__":
    PICTURE.write_text(drawing())
    print(f"{PICTURE.relative_to(ROOT)} is drawn")
