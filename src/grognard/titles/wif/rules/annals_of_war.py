"""What is looked back at when a year ends: who held each objective when the campaign began and at the end of every year. No rule
asks for it; the year in review and the table of objectives by year are made of it."""

from __future__ import annotations

from typing import NamedTuple

from grognard.titles.wif.facts import ALLIES, AXIS, SIDES, VICHY
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.powers import playing, political
from grognard.titles.wif.rules.victory import objectives, side_totals
from grognard.titles.wif.state import War


class Snapshot(NamedTuple):
    """Who held each objective, in the order of `objectives`, when a year had ended. `year`: the one that ended; at the start of a
    campaign the year before."""

    year: int
    holders: tuple[int, ...]


def holders_now(g: War) -> tuple[int, ...]:
    """Who holds each objective: a power, who installed Vichy for its own, -1 for nobody."""
    whose = powers_by_hex(g)
    return tuple(g.installer if whose[s] == VICHY else whose[s] for s in objectives(g))


def snapshots(g: War) -> list[Snapshot]:
    """Every year that is kept."""
    size = 1 + len(objectives(g)) if g.years else 1
    return [Snapshot(g.years[n], tuple(g.years[n + 1 : n + size])) for n in range(0, len(g.years), size)]


def begin_annals(g: War) -> None:
    """At the start of a campaign."""
    if political(g):
        g.years = [g.year - 1, *holders_now(g)]


def note_year(g: War) -> None:
    """When a year has ended: keep who holds what, and tell what the year brought."""
    if not political(g) or g.turn % 6:
        return
    before, now, year = snapshots(g)[-1:], holders_now(g), g.year - 1
    g.years = [*g.years, year, *now]
    if not before:  # a game begun before years were kept
        return
    totals = side_totals(g)
    g.say(f"{year} is over: the Axis holds {totals[SIDES[AXIS]]:g} objectives, the Allies {totals[SIDES[ALLIES]]:g}", rule="13.9")
    for power in playing(g):
        for word, places in zip(("took", "lost"), changes(g, before[0].holders, now, power)):
            if places:
                names = ", ".join(["{}"] * len(places))
                g.say(f"{{}} {word} {names}", g.powers[power], *(g.hexes[s] for s in places), rule="13.9")


def changes(g: War, before: tuple[int, ...], now: tuple[int, ...], power: int) -> tuple[list[int], list[int]]:
    """Objectives that a power took and lost between two dates."""
    rows = list(zip(objectives(g), before, now))
    return [s for s, was, there in rows if was != there == power], [s for s, was, there in rows if was == power != there]
