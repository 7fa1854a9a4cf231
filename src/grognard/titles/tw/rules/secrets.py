"""What a seat may not know: where the other side has placed its POPs, and which chits it holds (16.1.1, 16.1.7). What was
spent on them is public when both have placed."""

from __future__ import annotations

from random import Random

from grognard.titles.tw.nations import MAJORS, SIDES, pair, parted
from grognard.titles.tw.rules.espionage import COUNTER, ESPIONAGE, chit_price
from grognard.titles.tw.rules.influence import LIMITS, pop_price
from grognard.titles.tw.rules.money import camp
from grognard.titles.tw.rules.status import TARGETS, may_influence
from grognard.titles.tw.rules.variants import strangers_projects
from grognard.titles.tw.state import War


def knows(g: War, seat: str | None, power: int) -> bool:
    """Whether the secrets of a Major Power are a seat's own: players of one side keep theirs from each other (3.3)."""
    return g.plays(seat, power) if g.division else seat is not None and SIDES[camp(g, power)] == seat


def strangers(g: War, seat: str | None) -> list[int]:
    """Major Powers whose secrets a seat does not know."""
    return [n for n in MAJORS if not knows(g, seat, n)]


def conceals(g: War, seat: str | None) -> bool:
    """Whether anything is hidden from a seat now."""
    foreign = set(strangers(g, seat)) if g.campaign else set()
    rows = g.nations
    return any(parted(key)[1] in foreign for key in g.pops) or any(rows.spies[n] or rows.guards[n] for n in foreign)


def switched(g: War, seat: str | None) -> bool:
    """Whether a switch hides more from a seat: Task Forces, projects, wolf packs among dummies, critical industry."""
    return bool(g.options.task_forces or g.decoys or g.targets) or strangers_projects(g, seat)


def conceal(g: War, seat: str | None) -> None:
    """Take out what a seat may not know."""
    foreign = set(strangers(g, seat)) if g.campaign else set()
    if not foreign:
        return
    g.pops = {key: n for key, n in g.pops.items() if parted(key)[1] not in foreign}
    g.pops_new = {key: n for key, n in g.pops_new.items() if parted(key)[1] not in foreign}
    for n in foreign:
        row = g.nations[n]
        row.spies = row.guards = row.chits_bought = row.pops_bought = 0


def guess(g: War, seat: str | None, rng: Random) -> None:
    """What the NARFs spent abroad could have bought."""
    conceal(g, seat)
    for n in strangers(g, seat) if g.campaign else ():
        row = g.nations[n]
        left, open_ = row.abroad, [t for t in TARGETS if may_influence(g, n, t) is None]
        for kind in (ESPIONAGE, COUNTER):
            if left >= chit_price(n, kind) and rng.random() < 0.5:
                left -= chit_price(n, kind)
                row.spies, row.guards = row.spies + (kind == ESPIONAGE), row.guards + (kind == COUNTER)
        for _ in range(min(left // pop_price(n), LIMITS[n]) if open_ else 0):
            key = pair(rng.choice(open_), n)
            g.pops = {**g.pops, key: g.pops.get(key, 0) + 1}
