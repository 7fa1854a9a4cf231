"""13.6.10 (options 32 and 40): facilities without a counter under construction on the map: factories, roads, railways, the wells
of single hexes. They are begun and continued in site_building.py; here is what lies where, what arrives and what is lost.

`g.sites` holds seven numbers for each: power, what it is, its hex, the box its marker shows, build points still owed, points
beyond the last box, and the turn it was worked on last, plus one.
"""

from __future__ import annotations

import msgspec

from grognard.kernel.rules import rule
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.railways import A_RAILWAY, A_ROAD
from grognard.titles.wif.rules.roads import wells
from grognard.titles.wif.state import War

FACTORY, WELL = 0, 3  # what is built; A_ROAD and A_RAILWAY between them
NAMES = {FACTORY: "factory", A_ROAD: "road", A_RAILWAY: "railway", WELL: "oil well"}
READY = 1  # the box from which it arrives next turn
FIELDS = 7


class Groundwork(msgspec.Struct, frozen=True):
    """A facility under construction."""

    power: int
    what: int
    space: int
    box: int
    owed: int
    marker: int
    worked: int

    @property
    def step(self) -> int:
        """Build points for another step: one unless all is paid, and what lies beyond the last box."""
        return int(self.owed > 0) + self.marker


def groundworks(g: War) -> list[Groundwork]:
    return [Groundwork(*g.sites[n : n + FIELDS]) for n in range(0, len(g.sites), FIELDS)]


def keep(g: War, works: list[Groundwork]) -> None:
    g.sites = [n for w in works for n in msgspec.structs.astuple(w)]


def begun_at(g: War, space: int, what: int) -> int:
    """How many of a kind are under construction in a hex."""
    return sum(w.space == space and w.what == what for w in groundworks(g))


@rule("13.6.10", "13.6.6")
def drop_lost(g: War) -> None:
    """What lies in hexes of others is lost; a well goes on for whoever controls its hex."""
    whose, left = powers_by_hex(g), []
    for work in groundworks(g):
        if whose[work.space] == work.power:
            left.append(work)
        elif work.what == WELL and whose[work.space] >= 0:
            left.append(msgspec.structs.replace(work, power=whose[work.space]))
        else:
            g.say(f"a {NAMES[work.what]} that is not ready is lost in {{}}", g.hexes[work.space], rule="13.6.10")
    if len(left) * FIELDS != len(g.sites) or any(a != b for a, b in zip(left, groundworks(g))):
        keep(g, left)


def ready(g: War) -> list[Groundwork]:
    """What was finished last turn and arrives now."""
    return [w for w in groundworks(g) if w.box <= READY and w.worked != g.turn + 1]


@rule("13.6.10", "4.2.2")
def open_sites(g: War, power: int) -> None:
    """What is ready stands where it was built, in an enemy zone of control too."""
    drop_lost(g)
    due = [w for w in ready(g) if w.power == power]
    if not due:
        return
    keep(g, [w for w in groundworks(g) if w not in due])
    for work in due:
        row = g.hexes[work.space]
        if work.what == FACTORY:
            row.blue_moved += 1
            row.built_blue += 1
        elif work.what == WELL:
            row.oil_built += wells(g)[work.space][2]
        else:
            row.laid = max(row.laid, work.what)
        g.say(f"a new {NAMES[work.what]} is ready in {{}}", row, rule="13.6.10")
