"""7.11 and ours V.9: the historical versions of the campaigns: no choice of research, diplomacy and mobilization; what history
brought is in history.csv, and its wars are not declared earlier.

What the powers would have bought with their research points is produced by itself, as far as the yearly limits go.
"""

from __future__ import annotations

from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.awaw.nations import CHINA, EUROPEAN_AXIS, INDEX, JAPAN_ALONE, MAJORS, NEUTRAL, SOVIET, WESTERN
from grognard.titles.awaw.rules.dates import events_of
from grognard.titles.awaw.rules.production import GOODS, may_produce, produce
from grognard.titles.awaw.rules.research import KEYS, cell
from grognard.titles.awaw.rules.tension import TRACK_WORDS
from grognard.titles.awaw.rules.war import join, present
from grognard.titles.awaw.state import ALLY, SPRING, UNTOUCHED, World

FACTIONS = {"european_axis": EUROPEAN_AXIS, "japan": JAPAN_ALONE, "western_allies": WESTERN, "russia": SOVIET}
BEGUN = 908  # key of `booked`: the turn whose events have happened
PURCHASES = 2  # of a project in a year
ALL_POINTS = 99


@rule("ours V.9")
def history(g: World) -> Flow[None]:
    """The events of the turn: tensions, training, research, allies; and what industry makes in a year"""
    if g.booked.get(BEGUN, -1) == g.turn:
        return
    g.booked[BEGUN] = g.turn
    for row in events_of(g):
        if row.kind == "tension":
            track = TRACK_WORDS.index(row.who)
            g.tension[track] = g.effective[track] = int(row.value)
        elif row.kind == "ctl":
            nation = CHINA if row.who == "china" else INDEX[row.who]
            g.nations[nation].ctl = max(g.nations.ctl[nation], int(row.value))
        elif row.kind == "result" and row.what in KEYS:
            g.results[cell(FACTIONS[row.who], row.what)] = int(row.value)
        elif row.kind == "join":
            yield from enter(g, INDEX[row.who], INDEX[row.what])
    if g.season == SPRING:
        industry(g)


def enter(g: World, country: int, patron: int) -> Flow[None]:
    """A country goes to war beside a power, if it is still neutral and the power fights."""
    row = g.nations[country]
    free = row.side == NEUTRAL and row.status == UNTOUCHED and row.conquered < 0
    if free and g.nations.war[patron] >= 0 and present(g, country):
        yield from join(g, country, patron, ALLY)


@rule("ours V.9", "ours 42.1")
def industry(g: World) -> None:
    """What production would bring, twice a year at most of each project."""
    for power in MAJORS:
        if not g.seated(power) or g.nations.surrendered[power]:
            continue
        for key in GOODS:
            for _ in range(PURCHASES):
                if may_produce(g, power, ALL_POINTS, key) is None:
                    produce(g, power, key)
