"""Streams of changes: applying every delta to the first view gives the last view, whatever happens in between."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from grognard.kernel.dice import seed_from
from grognard.kernel.present import view
from grognard.kernel.session import Session
from grognard.kernel.title import title
from grognard.server.streams import KEPT, Audience, Stream, patched
from grognard.titles.gw36.agent.threat import threats_now
from grognard.titles.gw36.state import NATIONS
from tests.kernel.skirmish import TITLE
from tests.web.test_api import without_defaults


def message(raw: bytes) -> Any:
    return msgspec.json.decode(raw)


@pytest.mark.parametrize("seats", [("blue",), ("red", "rust"), ()])
def test_deltas_rebuild_every_view_of_a_game(seats: tuple[str, ...]) -> None:
    session = Session.new(TITLE, seed=seed_from(4))
    stream = Stream(Audience(seats, seats))
    rng = random.Random(4)
    stream.advance(view(session, seats))
    shown = message(stream.whole())["view"]
    undone = False
    while session.pending:
        seat = rng.choice(list(session.pending))
        session.apply(seat, rng.choice(session.pending[seat].options))
        if session.count == 30 and not undone:
            undone = True
            session.undo(20, "blue", session.seats)
        raw = stream.advance(view(session, seats))
        if raw is not None:
            change = message(raw)
            shown = change["view"] if change["type"] == "view" else patched(shown, change["delta"])
        now = msgspec.to_builtins(view(session, seats))
        assert without_defaults(shown) == without_defaults(msgspec.json.decode(msgspec.json.encode(now)))
    assert undone


def test_a_client_that_is_too_far_behind_gets_the_whole_view() -> None:
    session = Session.new(TITLE, seed=seed_from(4))
    stream = Stream(Audience((), ()))
    stream.advance(view(session, ()))
    first = stream.seq
    rng = random.Random(1)
    while stream.seq < first + KEPT + 3:
        seat = next(iter(session.pending), None)
        if seat is None:
            session = Session.new(TITLE, seed=seed_from(5))
            stream.view = None
            stream.advance(view(session, ()))
            continue
        session.apply(seat, rng.choice(session.pending[seat].options))
        stream.advance(view(session, ()))
    assert message(stream.since(first)[0])["type"] == "view"
    assert [message(m)["type"] for m in stream.since(stream.seq - 2)] == ["delta", "delta"]
    assert stream.since(stream.seq) == []
    assert message(stream.since(stream.seq + 5)[0])["type"] == "view"


def test_nothing_changed_is_nothing_sent() -> None:
    session = Session.new(TITLE, seed=seed_from(4))
    stream = Stream(Audience(("blue",), ("blue",)))
    assert stream.advance(view(session, ("blue",))) is None
    assert stream.advance(view(session, ("blue",))) is None


def test_what_did_not_change_is_not_made_again() -> None:
    """A step of the world's greatest board: control, weather and every counter that stayed are those shown before; in Global War
    what threatens a nation is not looked for again because its own units moved."""
    session = Session.new(title("wif"), "barbarossa_1941", seed=bytes(16))
    before = view(session, tuple(session.pending)).picture
    units = session.g.units
    unit = next(u for u, at in enumerate(units.at) if at >= 0)
    units[unit].at = next(at for u, at in enumerate(units.at) if at >= 0 and at != units.at[unit])
    after = view(session, tuple(session.pending)).picture
    assert after.control is before.control and after.overlays is before.overlays
    moved = [now.id for was, now in zip(before.pieces, after.pieces) if now is not was]
    assert moved == [units[unit].token]

    war = Session.new(title("gw36"), "1939", seed=bytes(16))
    g, germany = war.g, NATIONS.index("germany")
    found = threats_now(g, germany)
    own = next(u for u, (nation, at) in enumerate(zip(g.units.nation, g.units.at)) if nation == germany and at >= 0)
    g.units[own].at = next(at for n, at in zip(g.units.nation, g.units.at) if n == germany and at not in (-1, g.units.at[own]))
    assert threats_now(g, germany) is found
    foe = next(u for u, (n, at) in enumerate(zip(g.units.nation, g.units.at)) if n == NATIONS.index("france") and at >= 0)
    g.units[foe].at = -1
    assert threats_now(g, germany) is not found
