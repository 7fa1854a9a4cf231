"""11.4.6, 14.2.1: standing answers. A seat that has said in advance what it lets pass is asked in the other side's impulses only
where it matters: about ships it could beat, about raids its fighters can meet. Who has said nothing is spared no question."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.rules import rule
from grognard.titles.wif.kinds import TRANSPORTS
from grognard.titles.wif.state import War

SEA, PATROLS, RAIDS = "sea", "patrols", "raids"  # the kinds
NEVER, CHANCE, CARGO = "never", "chance", "cargo"
HALF = 2  # what is sent is at least half as strong as what it meets


def said(g: War, seat: str, kind: str) -> str:
    """What a seat has said for a kind of question; empty: it wants to be asked."""
    return str(g.standing.get(f"{seat} {kind}", ""))


@rule("11.4.6")
def lets_sail(g: War, seat: str, force: Sequence[int], eager: Sequence[int]) -> bool:
    """Whether a seat lets a force pass unasked that enters a sea where these units of its side could meet it."""
    condition = said(g, seat, SEA)
    if condition == CARGO:
        return not any(g.roster.types[u] in TRANSPORTS for u in force)
    if condition == CHANCE:
        return HALF * _guns(g, eager) < _guns(g, force)
    return condition == NEVER


def _guns(g: War, units: Sequence[int]) -> int:
    """What units count for in a fight at sea: attack and carrier planes of ships, what aircraft do to ships."""
    printed = [g.units[u].sheet for u in units if g.units.counter[u] >= 0]
    return sum(sheet.attack + sheet.carrier + sheet.air_to_sea for sheet in printed)


@rule("14.2.1")
def flies_no_patrol(g: War, seat: str) -> bool:
    """Whether a seat sends nobody up before bombers have come."""
    return said(g, seat, PATROLS) == NEVER


@rule("14.2.1")
def lets_bomb(g: War, seat: str, ready: Sequence[int], foes: Sequence[int]) -> bool:
    """Whether a seat lets raids pass unasked: its fighters that could meet them against those that fly with them."""
    condition = said(g, seat, RAIDS)
    if condition == CHANCE:
        return HALF * _ratings(g, ready) < _ratings(g, foes)
    return condition == NEVER


def _ratings(g: War, units: Sequence[int]) -> int:
    return sum(g.units[u].sheet.air_to_air for u in units if g.units.counter[u] >= 0)
