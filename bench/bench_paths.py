"""Reach, supply and board loading on boards of 3,500 and 7,000 hexes: `python bench/bench_paths.py` prints a table in ms."""

from __future__ import annotations

import random
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from grognard.kernel.board import Board, hex_grid
from grognard.kernel.legs import Leg, Network, flood
from grognard.kernel.paths import LAST, ranges, reach, spread
from grognard.kernel.rules import No

SIZES = ((70, 50), (100, 70))
REPEATS = 7
SHUT = No("", "closed")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder))


def measure(folder: Path) -> None:
    boards = [hex_grid(*size, features=("river", "rail", "alpine", "lake")) for size in SIZES]
    rows: dict[str, list[float]] = {}
    for board in boards:
        for name, work in workloads(board, written(board, folder / str(board.size))).items():
            rows.setdefault(name, []).append(best(work) * 1000)
    print(f"{'ms, best of ' + str(REPEATS):44}" + "".join(f"{board.size:>8} hexes" for board in boards))
    for name, times in rows.items():
        print(f"{name:44}" + "".join(f"{time:14.2f}" for time in times))
    for board in boards:
        print(f"loading {board.size} hexes and {len(board.ends)} borders: {memory(folder / str(board.size)):.1f} MB at its peak")


def workloads(board: Board, folder: Path) -> dict[str, Callable[[], object]]:
    """A front line across the board, units on both sides of it, twelve cities a side as sources, every fifth border a river."""
    dice = random.Random(1)
    width = max(col for col in board.col if col is not None)
    west = [col is not None and col <= width // 2 for col in board.col]
    sides = []
    for own in (True, False):
        mask = bytearray(1 if here == own else 0 for here in west)
        for s in dice.sample(range(board.size), board.size // 20):
            mask[s] = LAST if mask[s] else 0
        sources = dice.sample([s for s in range(board.size) if mask[s] == 1], 12)
        sides.append((sources, mask))
    for border in range(0, len(board.ends), 5):
        board.features[border] |= board.bits("river")
    for border in range(0, len(board.ends), 3):
        board.features[border] |= board.bits("rail")
    links = board.links(without=board.bits("alpine", "lake"))
    river, rail = board.bits("river"), board.bits("rail")
    middle = board.space(f"{width // 2:02d}{max(row or 0 for row in board.row) // 2:02d}")
    zoc = {s for s in board.within(middle, 8) if s != middle and dice.random() < 0.2}
    mask = sides[0][1]
    step_legs = (Leg("rail", then=("off",)), Leg("off", limit=4))

    def cost(a: int, b: int, border: int) -> int | No:
        return SHUT if b in zoc and a in zoc else 2 if board.has(border, river) else 1

    def step(a: int, b: int, border: int) -> int | No:
        return 1 if mask[b] else SHUT

    def rail_step(a: int, b: int, border: int) -> list[tuple[str, int]] | No:
        if not mask[b]:
            return SHUT
        return [("rail", 0), ("off", 1)] if board.has(border, rail) else [("off", 1)]

    def open_step(a: int, b: int, border: int) -> list[tuple[str, int]]:
        return [("rail", 0), ("off", 1)] if board.has(border, rail) else [("off", 1)]

    network = Network(board, open_step, step_legs)
    return {
        "load the board": lambda: Board.load(folder),
        "reach, 6 points, zones of control": lambda: reach(board, middle, 6, cost, stop=zoc.__contains__),
        "reach, 25 points": lambda: reach(board, middle, 25, cost),
        "within 12 hexes": lambda: board.within(middle, 12),
        "ranges from 12 airfields, 8 hexes": lambda: ranges(board, sides[0][0], 8),
        "supply of both sides (spread)": lambda: [spread(board, sources, own, links=links) for sources, own in sides],
        "supply of one side, every step asked (flood)": lambda: flood(board, sides[0][0], step),
        "supply by rail, then 4 hexes (flood, 2 legs)": lambda: flood(board, sides[0][0], rail_step, legs=step_legs),
        "the same of both sides over a kept network": lambda: [
            flood(board, sources, network, mask=own) for sources, own in sides],
    }


def written(board: Board, folder: Path) -> Path:
    """The board as files."""
    folder.mkdir()
    words = "".join(f'{word} = "{word}"\n' for word in board.feature_bits)
    (folder / "board.toml").write_text(
        'provenance = "reconstructed grid"\nname = "bench"\n[[maps]]\nid = "m"\n[terrain]\nclear = "clear"\n[features]\n' + words)
    spaces = [f"{token},,hex,m,{board.col[s]},{board.row[s]},{board.x[s]},{board.y[s]},clear,,0"
              for s, token in enumerate(board.ids)]
    (folder / "spaces.csv").write_text("\n".join(
        ["# provenance: reconstructed grid", "id,name,kind,map,col,row,x,y,terrain,country,oil", *spaces]))
    borders = [f"{board.ids[a]},{board.ids[b]},{' '.join(board.feature_names(n))}" for n, (a, b) in enumerate(board.ends)]
    (folder / "borders.csv").write_text("\n".join(["# provenance: reconstructed grid", "a,b,features", *borders]))
    return folder


def memory(folder: Path) -> float:
    """The most that is held while a board is read, in MB."""
    tracemalloc.start()
    Board.load(folder)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    main()
