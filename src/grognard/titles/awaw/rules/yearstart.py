"""8.3 and ours 35.2 to 35.4: the year start: growth or deficit, new totals, and the quarters of what changed hands in between."""

from __future__ import annotations

from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.awaw.nations import MAJORS, NEUTRAL, POWER, US
from grognard.titles.awaw.rules import engineers
from grognard.titles.awaw.rules.areas import quarters, remember, yearly_total
from grognard.titles.awaw.rules.tension import quiet_east
from grognard.titles.awaw.state import SPRING, World

MOST_GROWTH, NEUTRAL_GROWTH = 15, 10  # per cent of the base


def prepare_campaign(g: World) -> None:
    """The lists of a campaign begin; what the powers draw at the start is in their totals."""
    g.oil = [row.start for row in g.charts.oil_reserves]
    g.tension = [0, 0, 0]
    g.effective = [0, 0, 0]
    g.dps = [0] * (len(MAJORS) * (len(g.nations) + 3))
    remember(g)


def at_war(g: World, power: int) -> bool:
    """Whether a power is at war on any board."""
    return g.nations.war[power] >= 0 or g.nations.fought_east[power] >= 0


@rule("ours 35.31", "ours 35.9", "ours 35.91")
def growth(g: World, power: int) -> int:
    """Unspent BRPs times the rate, at most 15 per cent of the base; a tenth for a neutral; America only after a year of war."""
    row = g.nations[power]
    if row.level <= 0:
        return 0
    found = row.level * g.books.powers[power].rate(g.year) // 100
    found = min(found, row.base * MOST_GROWTH // 100)
    if power == US:
        began = max(row.war, row.fought_east)
        return found if 0 <= began < g.turn - 4 else 0
    if not at_war(g, power):
        return min(found, row.base * NEUTRAL_GROWTH // 100)
    return found


@rule("ours 35.32")
def shrinkage(g: World, power: int) -> tuple[int, int]:
    """A deficit: what the base loses (rounded up), and what the new total loses."""
    row = g.nations[power]
    debt = max(0, -row.level)
    base = -(-debt * g.books.powers[power].rate(g.year) // 100)
    return base, debt - base


@rule("8.3", "ours 35.2", "ours 35.1", "ours 35.4")
def year_start(g: World) -> Flow[None]:
    """The year begins: growth or deficit, then new totals"""
    if g.season != SPRING or not g.sheet.whole:
        return
    for power in MAJORS:
        row = g.nations[power]
        if not g.seated(power) or row.surrendered or (row.side == NEUTRAL and row.east == NEUTRAL):
            continue
        more, (less, owed) = growth(g, power), shrinkage(g, power)
        row.growth = more
        row.base = max(0, row.base + more - less)
        row.level = yearly_total(g, power) - owed
        g.say("{}: base {}, {} BRPs for {}", row, row.base, row.level, g.year, rule="ours 35.2")
    quiet_east(g)
    engineers.storms(g)
    remember(g)
    yield from ()


@rule("ours 35.6")
def book_quarters(g: World) -> None:
    """Post-combat: a quarter of what was won or lost this year, for each power of the player turn."""
    if not g.sheet.whole:
        return
    for power in POWER:
        row = g.nations[power]
        if row.side != g.side or not g.seated(power) or row.surrendered:
            continue
        found = quarters(g, power)
        if found:
            row.level += found
            g.say("{} {} {} BRPs", row, "gains" if found > 0 else "loses", abs(found), rule="ours 35.6")
