"""A battlefield for rule cases: put units on the real boards, ask the rules, drive a procedure with fixed dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import Together
from grognard.kernel.play import Journal
from grognard.titles.awaw import TITLE
from grognard.titles.awaw.nations import ALLIES, AXIS, GERMANY, INDEX, KEYS, MAJORS, NEUTRAL, RUSSIA
from grognard.titles.awaw.rules import war
from grognard.titles.awaw.setup import read_entry
from grognard.titles.awaw.state import FALL, GONE, IN_PLAY, SUMMER, World, turn_of

CHARTS = TITLE.blank("barbarossa", {}).charts  # as the title has them, without a pack
SIDE = {"germany": AXIS, "italy": AXIS, "libya": AXIS, "japan": AXIS, "rumania": AXIS, "hungary": AXIS, "finland": AXIS}
PATRON = {
    "libya": "italy",
    "egypt": "britain",
    "rumania": "germany",
    "hungary": "germany",
    "finland": "germany",
    "poland": "britain",
}


def world(*nations: str, year: int = 1942, season: int = SUMMER, side: int = AXIS, mover: str = "germany") -> World:
    """A game with empty boards on which these nations are at war; each holds its own land, Poland and the Baltic States go to the
    powers that fight there."""
    nations = nations or ("germany", "russia")
    g: World = TITLE.blank("barbarossa", {})
    g.dice, g.journal = FixedDice(), Journal()
    g.hexes.fill(g.board.size)
    g.nations.fill(len(KEYS))
    g.turn = turn_of(year, season)
    g.last_turn, g.side, g.mover = g.turn + 4, side, INDEX[mover]
    g.clear_ledger()
    for n in range(len(KEYS)):
        row, start = g.nations[n], g.books.levels(n)
        row.side, row.ctl, row.air, row.prep = NEUTRAL, start.ctl, start.air_drm, start.winter_preparation
        row.patron = n if n in MAJORS else -1
        row.base, row.level = 150, 100
    for key in nations:
        row = g.nations[INDEX[key]]
        row.side = SIDE.get(key, ALLIES)
        row.patron = INDEX[PATRON.get(key, key)]
    given = {"poland": GERMANY, "eastpoland": RUSSIA, "baltics": RUSSIA, "bessarabia": RUSSIA, "finnish_border": RUSSIA}
    for s in range(g.board.size):
        whose = g.ground.country[s]
        if whose >= 0 and KEYS[whose] not in nations and KEYS[whose] in given:
            whose = given[KEYS[whose]]
        if whose >= 0:
            g.hexes[s].holder = whose
            g.hexes[s].ic = g.ground.ic[s]
    return g


def put(g: World, what: str, at: str, **columns: int) -> int:
    """`put(g, "germany arm 4-6", "eM36")`: a unit of these values; returns its number."""
    _, design = read_entry(f"1 {what}")
    return g.units.add(design=design, at=g.ground.space(at), pool=IN_PLAY, **columns).index


def puts(g: World, count: int, what: str, at: str, **columns: int) -> list[int]:
    return [put(g, what, at, **columns) for _ in range(count)]


def hold(g: World, nation: str, *hexes: str) -> None:
    """Give hexes to a nation."""
    for token in hexes:
        g.hexes[g.ground.space(token)].holder = INDEX[nation]


def space(g: World, name: str) -> int:
    return g.ground.space(name)


class Drive:
    """Runs procedures; `value` is what the last one returned."""

    value: Any = None

    def __call__(self, g: World, flow: Any, answers: Iterable[str] = (), dice: Iterable[int] = ()) -> list[str]:
        """Run a procedure to its end with these answers (then the first option of each question) and dice; gives the prompts."""
        g.dice = FixedDice(*dice)
        left = list(answers)
        prompts: list[str] = []
        try:
            ask = next(flow)
            while True:
                if isinstance(ask, Together):  # seat by seat, in the order of the flows
                    ask = flow.send(self._together(g, ask, left, prompts))
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

    @staticmethod
    def _together(g: World, group: Together, left: list[str], prompts: list[str]) -> dict[str, Any]:
        group.begin(g)
        while group.waits:
            seat, ask = next((s, group.asks[s]) for s in group.flows if s in group.asks)
            prompts.append(ask.prompt)
            option = ask.find(left.pop(0)) if left else ask.options[0]
            assert option is not None, f"not among {[o.text for o in ask.options][:40]} of {ask.prompt!r}"
            group.hear(g, seat, option)
        return group.end(g)


drive = Drive()


def campaign(scenario: str = "europe", *, empty: bool = True, year: int = 1939, season: int = FALL, side: int = AXIS,
             mover: str = "germany") -> World:  # fmt: skip
    """A campaign at its start; `empty`: no unit stands anywhere."""
    g: World = TITLE.blank(scenario, {})
    g.dice, g.journal = FixedDice(), Journal()
    TITLE.setup(g)
    g.turn, g.side, g.mover = turn_of(year, season), side, INDEX[mover]
    if empty:
        for u in range(len(g.units)):
            if g.units.at[u] >= 0:
                row = g.units[u]
                row.at, row.pool = -1, GONE
    return g


def fight(g: World, *nations: str) -> None:
    """These major powers are at war on their side."""
    for key in nations:
        war.take_side(g, INDEX[key], war.side_of(g, INDEX[key]))
