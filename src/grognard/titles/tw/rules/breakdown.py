"""3.9.3 and 9.6.3: large units break down into pieces, and pieces are put together again."""

from __future__ import annotations

from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.charts import BREAKDOWNS, Breakdown
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import GERMANY
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.units import ground_at, patron_of
from grognard.titles.tw.state import BROKEN, NONE, PASS_TURN, Hex, Unit, War
from grognard.titles.tw.subjects import Dissection


@rule("9.6.3", "9.6.3.1", "9.6.3.2", "9.6.3.3", "9.6.3.4", "9.6.3.5", "9.6.3.6", "9.6.3.7")
def breakdown_of(g: War, unit: int) -> Breakdown | None:
    """The pieces of a unit's counter, if it has any."""
    sheet = g.designs[g.units.design[unit]]
    return None if g.units.parent[unit] else BREAKDOWNS.get((sheet.nation, sheet.kind, sheet.strength, sheet.move))


@derived("units.design", "units.parent")
def breakable(g: War) -> list[int]:
    """Units whose counters have pieces."""
    known = [(s.nation, s.kind, s.strength, s.move) in BREAKDOWNS for s in g.designs]
    return [u for u, (design, parent) in enumerate(zip(g.units.design, g.units.parent)) if not parent and known[design]]


@rule("9.6.3", "3.9.3")
def may_break_down(g: War, unit: int) -> No | None:
    """Whether a unit can be broken down now; depleted ones cannot."""
    if g.units.at[unit] < 0 or not g.units.active[unit] or breakdown_of(g, unit) is None:
        return No("9.6.3", "this counter has no pieces")
    if g.units.depleted[unit]:
        return No("9.6.3", "depleted units are repaired first")
    if not g.units.active[unit] or g.units.supply[unit] == NONE or g.nations[patron_of(g, unit)].effort == PASS_TURN:
        return No("4.0", "it is not active")
    if g.units.reserve[unit]:
        return No("9.9.2", "it is in reserve")
    if not in_the_mix(g)[g.units.design[unit]]:
        return No("9.6.3", "the pieces are not in the counter mix")
    return None


@derived()
def in_the_mix(g: War) -> list[bool]:
    """By counter, whether all pieces it could have are among the counters."""
    made = g.title.box(g.board).pieces
    found = [BREAKDOWNS.get((s.nation, s.kind, s.strength, s.move)) for s in g.designs]
    return [
        pieces is None or all((s.nation, s.kind, n, s.move) in made for n in pieces.pieces) for s, pieces in zip(g.designs, found)
    ]


def _pieces(g: War, unit: int) -> tuple[int, ...]:
    found = breakdown_of(g, unit)
    return found.pieces if found else ()


def piece_design(g: War, unit: int, strength: int) -> int | None:
    """The counter of a piece: the nation's breakdown counter of that kind, strength and movement."""
    sheet = g.designs[g.units.design[unit]]
    found: int | None = g.title.box(g.board).pieces.get((sheet.nation, sheet.kind, strength, sheet.move))
    return found


@rule("9.6.3")
def reunions(g: War) -> list[tuple[int, int, int]]:
    """(a lost or broken parent, pieces in one hex that make it up): Germans never reunite."""
    kinds, nations, strengths, sides = g.roster.kinds, g.roster.nations, g.roster.strengths, g.roster.sides
    units, side = g.units, g.side
    groups: dict[tuple[int, int, int, Kind], list[int]] = {}
    for u, parent in enumerate(units.parent):
        ready = parent > 0 and units.at[u] >= 0 and units.active[u] and not units.depleted[u]
        if ready and sides[u] == side and nations[u] != GERMANY:
            groups.setdefault((units.at[u], parent, nations[u], kinds[u]), []).append(u)
    parents: dict[tuple[int, int, Kind], int] = {}
    for p, pool in enumerate(units.pool) if groups else ():
        if pool == BROKEN and sides[p] == side and not units.parent[p]:
            parents.setdefault((strengths[p], nations[p], kinds[p]), p)
    found = []
    for (space, parent, nation, kind), pieces in groups.items():
        whole = parents.get((parent, nation, kind))
        if whole is not None and _cover(sorted(pieces, key=lambda u: strengths[u]), sorted(_pieces(g, whole)), strengths):
            found.append((whole, space, len(pieces)))
    return found


def _cover(ready: list[int], wanted: list[int], strengths: list[int]) -> list[int]:
    """Pieces with exactly the wanted strengths, or none."""
    left, taken = list(ready), []
    for n in wanted:
        match = next((u for u in left if strengths[u] == n), None)
        if match is None:
            return []
        left.remove(match)
        taken.append(match)
    return taken


NOT_WHOLE = "its whole, active pieces do not stand there; Germans are never reunited"
DONE: Act[War, Any, None] = word("done", "9.6.3", "Done")


@rule("3.9.3", "9.6.3")
def breakdown(g: War) -> Flow[None]:
    """Break units down, or reunite pieces"""
    seat = g.seat(g.side)
    while True:
        side, at, active, sides = g.side, g.units.at, g.units.active, g.roster.sides
        whole = [u for u in breakable(g) if active[u] and at[u] >= 0 and sides[u] == side and may_break_down(g, u) is None]
        again = reunions(g)
        if not whole and not again:
            return
        acts = (
            DONE,
            one_of("break", "9.6.3", "Break down {0}", Unit, whole, "it is not yours", why=may_break_down),
            one_of("reunite", "9.6.3", "{0} at {1}", (Unit, Hex), [(p, s) for p, s, _ in again], NOT_WHOLE),
        )
        prompt = "Break units down or reunite them"
        choice, _ = yield from menu(g, seat, prompt, Dissection(g.side), *acts, rule="9.6.3", rests=True)
        if choice.verb == "done":
            return
        if choice.verb == "break":
            break_down(g, choice.arg)
        else:
            reunite(g, choice.args[0], choice.args[1].index)


@rule("3.9.3")
def break_down(g: War, unit: Unit) -> None:
    """The unit leaves, its pieces stand in its place, one factor weaker together."""
    strength = unit.sheet.strength
    for n in _pieces(g, unit.index):
        design = piece_design(g, unit.index, n)
        assert design is not None
        g.units.add(design=design, at=unit.at, active=1, parent=strength, supply=unit.supply)
    g.say("{} breaks down", unit, rule="9.6.3")
    unit.at, unit.pool = NOWHERE, BROKEN


def reunite(g: War, parent: Unit, space: int) -> None:
    strengths, kinds, nations = g.roster.strengths, g.roster.kinds, g.roster.nations
    p = parent.index
    ready = [
        u
        for u in ground_at(g)[space]
        if g.units.parent[u] == strengths[p]
        and nations[u] == nations[p]
        and kinds[u] == kinds[p]
        and not g.units.depleted[u]
        and g.units.active[u]
    ]
    for u in _cover(sorted(ready, key=lambda u: strengths[u]), sorted(_pieces(g, p)), strengths):
        g.units[u].at, g.units[u].pool = NOWHERE, BROKEN
        g.units[u].parent = -1  # this piece is gone
    parent.at, parent.pool, parent.active = space, 0, 1
    g.say("{} is whole again", parent, rule="9.6.3")
