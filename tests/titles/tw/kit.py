"""A battlefield for rule cases: put units on the real board, ask the rules, drive a procedure with fixed dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import Secret, Together
from grognard.kernel.play import Journal
from grognard.kernel.session import Session
from grognard.titles.tw import TITLE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, INDEX, NATIONS, NEUTRAL, SIDE_OF_ALLIANCE
from grognard.titles.tw.state import SLE, War, turn_of

SIDE = {"germany": AXIS, "italy": AXIS, "romania": AXIS, "finland": AXIS}


def war(*nations: str, year: int = 1941, season: int = 1, side: int = AXIS, **options: bool) -> War:
    """A game with an empty board on which these nations are at war; every Major Power has an SLE and money. Poland is shared
    out unless it fights."""
    g: War = TITLE.blank("poland", options)
    g.dice, g.journal = FixedDice(), Journal()
    g.hexes.fill(g.board.size)
    g.nations.fill(len(NATIONS))
    g.turn, g.last_turn, g.side = turn_of(year, season), turn_of(year, season), side
    for n, sheet in enumerate(NATIONS):
        row = g.nations[n]
        row.army, row.air, row.navy, row.patron = sheet.army, sheet.air, sheet.navy, INDEX.get(sheet.patron, -1)
        row.side = SIDE_OF_ALLIANCE[sheet.alliance] if sheet.key in nations else NEUTRAL
        row.narfs, row.effort = 100, SLE
    for s in range(g.board.size):
        if g.ground.land[s] and g.ground.owner[s] in INDEX:
            g.hexes[s].holder = INDEX[g.ground.owner[s]]
        if g.ground.land[s] and "poland" not in nations and g.ground.country[s] in ("poland", "danzig"):
            g.hexes[s].holder = INDEX["ussr" if "eastern_poland" in g.ground.regions[s] else "germany"]
    return g


def put(g: War, what: str, at: str, **columns: int) -> int:
    """`put(g, "germany ARM 8-8", "1316")`: a unit of these values; returns its number."""
    nation, kind, values = what.split()
    strength, move, *rest = (int(v) for v in values.split("-"))
    design = next(
        d
        for d, s in enumerate(TITLE.designs)
        if (s.nation, s.kind, s.strength, s.move) == (nation, Kind[kind], strength, move) and (not rest or s.defence == rest[0])
    )
    columns.setdefault("active", 1)
    return g.units.add(design=design, at=g.ground.named(at), **columns).index


def hold(g: War, nation: str, *hexes: str) -> None:
    """Give hexes to a nation."""
    for token in hexes:
        g.hexes[g.ground.named(token)].holder = INDEX[nation]


def space(g: War, name: str) -> int:
    return g.ground.named(name)


class Drive:
    """Runs procedures; `value` is what the last one returned."""

    value: Any = None

    def __call__(self, g: War, flow: Any, answers: Iterable[str] = (), dice: Iterable[int] = ()) -> list[str]:
        """Run a procedure to its end with these answers (then the first option of each question) and dice; gives the prompts."""
        g.dice = FixedDice(*dice)
        left = list(answers)
        prompts: list[str] = []
        try:
            ask = next(flow)
            while True:
                if isinstance(ask, Together):  # one seat after the other goes through its questions
                    ask = flow.send(_together(g, ask, left, prompts))
                    continue
                if isinstance(ask, Secret):  # each seat answers in turn
                    ask = flow.send({seat: _given(one, left, prompts) for seat, one in ask.asks.items()})
                    continue
                prompts.append(ask.prompt)
                if left:
                    wanted = left.pop(0)
                    option = ask.find(wanted)
                    assert option is not None, f"{wanted!r} is not among {[o.text for o in ask.options][:40]} of {ask.prompt!r}"
                else:
                    option = ask.options[0]
                ask = flow.send(option)
        except StopIteration as stop:
            assert not left, f"answers left over: {left}"
            self.value = stop.value
        return prompts


drive = Drive()


def _given(ask: Any, left: list[str], prompts: list[str]) -> Any:
    prompts.append(ask.prompt)
    wanted = left.pop(0) if left else ask.options[0].text
    option = ask.find(wanted)
    assert option is not None, f"{wanted!r} is not among {[o.text for o in ask.options][:40]} of {ask.prompt!r}"
    return option


def _together(g: War, put_: Together, left: list[str], prompts: list[str]) -> Any:
    put_.begin(g)
    while put_.waits:
        seat, ask = next(iter(put_.asks.items()))
        put_.hear(g, seat, _given(ask, left, prompts))
    return put_.end(g)


def session(scenario: str, *, dice: Iterable[int] = (), **options: bool) -> Session:
    """A real session whose dice show these values."""
    game = Session.new(TITLE, scenario, options, seed=b"\1" * 32)
    game.play.g.dice = FixedDice(*dice)
    return game


def answer(game: Session, *texts: str) -> None:
    """Give answers to whoever is asked."""
    for text in texts:
        seat, ask = next(iter(game.pending.items()))
        assert ask.find(text) is not None, (
            f"{text!r} is not among {[o.text for o in ask.options][:60]} of {ask.prompt!r} ({seat})"
        )
        game.apply(seat, text)


def until(game: Session, segment: str, verb: str = "done") -> None:
    """Answer `done` (or what ends a question) until a segment begins."""
    while segment not in game.play.crumbs[0].what and game.outcome is None:
        seat, ask = next(iter(game.pending.items()))
        texts = [o.text for o in ask.options]
        text = next((t for t in (verb, "done", "stop", "stay", "pass") if t in texts), texts[0])
        game.apply(seat, text)


def unit(g: War, name: str) -> int:
    """The unit whose counter has this id."""
    return next(u for u, d in enumerate(g.units.design) if g.designs[d].id == name)


__all__ = ["ALLIES", "AXIS", "answer", "drive", "hold", "put", "session", "space", "unit", "until", "war"]
