"""7.11 and ours V.9: the calendar of the historical versions: what happens in a turn, and which wars must wait (AW-DEC-44)."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.awaw.almanac import Chapter
from grognard.titles.awaw.nations import INDEX
from grognard.titles.awaw.state import World, turn_named


def historical(g: World) -> bool:
    """Whether research, diplomacy and mobilization follow history; short scenarios have none of them anyway."""
    return g.sheet.whole and g.options.historical


@rule("ours V.9")
def events_of(g: World) -> list[Chapter]:
    """What happens in this turn."""
    return [row for row in g.charts.history if turn_named(row.turn) == g.turn]


@rule("ours V.9")
def reached(g: World, kind: str, who: str) -> int:
    """The last value that history gave somebody until now; nought before."""
    rows = (r for r in g.charts.history if (r.kind, r.who) == (kind, who))
    return max((int(r.value) for r in rows if turn_named(r.turn) <= g.turn), default=0)


@rule("ours V.9")
def too_early(g: World, power: int, target: int) -> No | None:
    """A war of history is declared in its turn or later; wars that history does not know are as free as ever."""
    rows = g.charts.history if historical(g) else ()
    for row in rows:
        if row.kind == "war" and INDEX[row.who] == power and target in {INDEX[word] for word in row.what.split()}:
            return No("ours V.9", f"not before {row.turn}") if turn_named(row.turn) > g.turn else None
    return None
