"""Views by change: what one answer costs the loop when eight people, each with a seat, look at a game of 3,000 counters.

    .venv/bin/python bench/bench_views.py

The tables and sockets are the server's own, without a network: the processor time of the loop's thread for an answer (storing it,
building eight views, putting them into eight queues), the time until the last view is queued, and the same with a long log.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.web.parade import SIDES, Square, Steppe

from grognard.kernel.board import Board, hex_grid
from grognard.kernel.play import Line
from grognard.kernel.present import Picture, shown
from grognard.kernel.title import Seat
from grognard.server.hall import Hall
from grognard.server.rows import PersonRow
from grognard.server.settings import Settings
from grognard.server.sockets import Socket
from grognard.server.store import Store
from grognard.server.wire import NewGame

WATCHERS = 5


class Review(Steppe):
    """A parade of 3,000 counters with eight seats."""

    code = "review"
    name = "Review"
    spec = "bench_views:REVIEW"

    def seats(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Seat]:
        played = [Seat(side.key, side.name, side.key) for side in SIDES[:3]]
        return [*played, *(Seat(f"w{n}", f"Watcher {n}", "neutral") for n in range(WATCHERS))]

    def board(self, files: Any) -> Board:
        return hex_grid(100, 60)

    def picture(self, g: Square, seat: str | None) -> Picture:
        return whole(g)


@shown
def whole(g: Square) -> Picture:
    return Steppe.picture(REVIEW, g, None)


REVIEW = Review()


async def measure(folder: Path, answers: int, lines: int) -> dict[str, Any]:
    settings = Settings(folder, titles={"review": "bench_views:REVIEW"})
    store = Store(settings)
    hall = Hall(settings, store)
    people = [PersonRow(f"p{n}", f"P{n}", f"p{n}", "", True, 0.0) for n in range(8)]
    for person in people:
        await store.add_person(person)
    seats = [seat.key for seat in REVIEW.seats("", {})]
    table = await hall.create(people[0], NewGame("review", seats=dict.fromkeys(seats, "me")))
    for seat, person in zip(seats, people):
        table.seats[seat].person = person.id
        table.names[person.id] = person.name
    table.name_players()
    table.session.steps[0].lines.extend(Line(f"line {n}") for n in range(lines))
    sockets = [Socket(person.id, "", "") for person in people]
    for socket in sockets:
        await socket.begin(table, 0)
        hall.connect(table, socket)
    loop_ms, until_ms = [], []
    for _ in range(answers):
        seat, ask = next(iter(table.session.pending.items()))
        option = next((o for o in ask.options if o.verb in ("to", "stay")), ask.options[0]).text
        person = next(p for p in people if p.id == table.seats[seat].person)
        for socket in sockets:
            socket.queue.clear()
        cpu, wall = time.thread_time(), time.perf_counter()
        await hall.answer(table, person, seat, option, table.session.count, f"k{wall}")
        while not all(socket.queue for socket in sockets):
            await asyncio.sleep(0)
            await asyncio.sleep(0.001)
        loop_ms.append((time.thread_time() - cpu) * 1000)
        until_ms.append((time.perf_counter() - wall) * 1000)
    counters = len(table.session.g.troops.side)
    await hall.close()
    return {
        "counters": counters, "listeners": len(sockets), "log_lines": lines, "answers": answers,
        "loop_ms_median": round(statistics.median(loop_ms), 1),
        "loop_ms_p95": round(sorted(loop_ms)[int(0.95 * len(loop_ms))], 1),
        "loop_ms_longest": round(max(loop_ms), 1),
        "until_all_see_it_ms_median": round(statistics.median(until_ms), 1),
    }


def main() -> None:
    for lines in (0, 40_000):
        with tempfile.TemporaryDirectory(prefix="grognard-views-") as folder:
            print(json.dumps(asyncio.run(measure(Path(folder), 40, lines)), indent=2))


if __name__ == "__main__":
    sys.modules["bench_views"] = sys.modules["__main__"]
    main()
