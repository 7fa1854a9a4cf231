"""How many bytes a table sends for each answer: the changes of a recorded game as its players' sockets carry them, and how many
they were if they repeated what the client has. `python -m bench.bench_bytes FILE [ANSWERS]`; uncompressed, for the seat asked."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel.present import View, view
from grognard.kernel.saves import load
from grognard.kernel.session import Session
from grognard.server.streams import Heard, changes


def plain(old: View, new: View, told: dict[str, Any]) -> dict[str, Any]:
    """The same change with questions, markers, tracks and panels whole, as they were sent before."""
    whole = dict(told)
    if "questions" in told:
        whole["questions"] = new.questions
    if "picture" in told:
        names = ("markers", "tracks", "panels", "overlays")
        parts = {name: getattr(new.picture, name) for name in names if name in told["picture"]}
        whole["picture"] = {**told["picture"], **parts}
    return whole


def main() -> None:
    file, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 300
    game = load(file, data=gzip.decompress(file.read_bytes()))
    session = Session.new(game.title, game.setting.scenario, game.setting.options, seed=game.seed)
    seats = tuple(session.seats)
    old, before, after, given = view(session, seats), 0, 0, 0
    heard = Heard(old.questions)
    for step in game.steps[1 : count + 1]:
        session.give(step.seat, step.option, session.seats)
        new = view(session, seats)
        told = changes(old, new, old.log[-1].number if old.log else -1, None, heard)
        before += len(msgspec.json.encode(plain(old, new, told)))
        after += len(msgspec.json.encode(told))
        old, given = new, given + 1
    sizes = f"{before / given:,.0f} bytes an answer with whole lists, {after / given:,.0f} by what the client has"
    print(f"{file.name}: {given} answers, {sizes} ({1 - after / before:.0%} less)")


if __name__ == "__main__":
    main()
