"""The kernel's budgets: copy, digest, fork, load, random play. `grognard bench kernel` prints them; results.md records them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel.board import Board, hex_grid
from grognard.kernel.dice import D10, seed_from
from grognard.kernel.files import Files
from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.present import Picture, Piece, view
from grognard.kernel.saves import dump, load
from grognard.kernel.sequence import Each, Part, Segment
from grognard.kernel.session import Session
from grognard.kernel.state import Game, Row, column, scalar, table
from grognard.kernel.title import Scenario, Seat, Title

UNITS, COLS, ROWS, A_SEGMENT = 3000, 100, 70, 100


class Hex(Row):
    owner = column(-1)
    supply = column()
    damage = column()


class Unit(Row, prefix="u"):
    side = column()
    at = column(-1)
    kind = column()
    steps = column(2)
    moved = column()
    disrupted = column()
    base = column(-1)
    loaded = column(-1)


class Big(Game):
    hexes = table(Hex, spaces=True)
    units = table(Unit)
    turn = scalar(0)
    side = scalar(0)


def march(g: Big) -> Flow[None]:
    """A hundred steps of single units, each with its list of neighbours and now and then a die."""
    side = g.side
    mine = [i for i, s in enumerate(g.units.side) if s == side]
    for n in range(A_SEGMENT):
        unit = g.units[mine[(n * 37 + g.turn * 101) % len(mine)]]
        here = unit.at
        choice = yield Ask(
            ("axis", "allies")[g.side],
            "March",
            lambda unit=unit, here=here: (
                [Option("to", unit, g.hexes[s]) for s, _ in g.board.neighbours[here]] + [Option("stay", unit)]
            ),
        )
        if choice.verb == "to":
            unit.at = choice.args[1].index
            choice.args[1].owner = g.side
        unit.moved = g.turn
        if n % 10 == 0:
            unit.steps = 1 + (g.roll(D10, "wear") > 5)


class March(Title[Big]):
    """3,000 units on 7,000 hexes, walking: a title as large as the largest, with no rules to hide the kernel's own cost."""

    code = "march"
    name = "March"
    game = Big
    sequence = Part(
        "", Each("Turn", "turn", lambda g: range(1, 10_000), Each("Side", "side", lambda g: (0, 1), Segment("March", march)))
    )
    scenarios = (Scenario("only", "Only"),)
    folder = Path(__file__).parent

    def seats(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Seat]:
        return [Seat("axis", "Axis", "axis"), Seat("allies", "Allies", "allies")]

    def board(self, files: Files) -> Board:
        return hex_grid(COLS, ROWS)

    def setup(self, g: Big) -> None:
        g.hexes.fill(g.board.size)
        rng = random.Random(1)
        for n in range(UNITS):
            g.units.add(side=n % 2, at=rng.randrange(g.board.size), kind=n % 17)

    def picture(self, g: Big, seat: str | None) -> Picture:
        ids = g.board.ids
        return Picture(
            [
                Piece(f"u{i}", ids[at], "axis" if side == 0 else "allies", "Corps", numbers=(str(steps),))
                for i, (at, side, steps) in enumerate(zip(g.units.at, g.units.side, g.units.steps))
            ]
        )


TITLE = March()
TITLE.spec = "bench.bench_kernel:TITLE"


def timed(f: Callable[[], Any], times: int = 25) -> float:
    """Milliseconds, the best of several: the machine is shared."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        f()
        took.append((time.perf_counter() - began) * 1000)
    return round(min(took), 3)


def advance(session: Session, answers: int, seed: int = 0) -> None:
    rng = random.Random(seed)
    for _ in range(answers):
        seat, ask = next(iter(session.pending.items()))
        session.apply(seat, rng.choice(ask.options))


def main() -> dict[str, Any]:
    from tests.kernel.conftest import TITLE as SKIRMISH

    session = Session.new(TITLE, seed=seed_from(1))
    began = time.perf_counter()
    advance(session, 10_000)
    large = 10_000 / (time.perf_counter() - began)
    at_start = session.fork(seed_from(2))
    assert session.checkpoints[-1].at == session.count
    data = dump(session)
    small, given = time.perf_counter(), 0
    number = 0
    while given < 20_000:
        other = Session.new(SKIRMISH, seed=seed_from(number))
        rng = random.Random(number)
        number += 1
        while other.pending:
            seat, ask = next(iter(other.pending.items()))
            other.apply(seat, rng.choice(ask.options))
            given += 1
    small = given / (time.perf_counter() - small)
    shown = view(session, ("axis",), log_from=10**9)
    results = {
        "answers/s, test title": round(small),
        "answers/s, 3,000 units on 7,000 hexes": round(large),
        "copy of that state (ms)": timed(session.g.copy),
        "digest (ms)": timed(session.g.digest),
        "encode for a save (ms)": timed(session.g.encode),
        "fork at a segment's start (ms)": timed(lambda: session.fork(seed_from(3))),
        "load of the 10,000-answer game (ms)": timed(lambda: load(Path("bench"), data=data), 7),
        "size of that save (KB)": round(len(data) / 1024),
        "view for a seat, 3,000 pieces (ms)": timed(lambda: view(session, ("axis",), log_from=10**9)),
        "that view as JSON (KB)": round(len(msgspec.json.encode(shown)) / 1024),
    }
    advance(session, 99)
    results["fork after 99 answers in a segment (ms)"] = timed(lambda: session.fork(seed_from(3)))
    results["undo one answer there (ms)"] = timed(lambda: session.undo(session.count - 1, "axis"), 15)
    assert at_start.count == 10_000
    return results


if __name__ == "__main__":
    for key, value in main().items():
        print(f"{key:45} {value}")
