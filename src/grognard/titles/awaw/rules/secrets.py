"""What a seat may not know (ours 20.16, 41.5, 43.1, 48.2, 49.2): which ships are in which task force, points of research and
diplomacy, code cards, atomic bombs, submarines on patrol."""

from __future__ import annotations

from random import Random

from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import NAVAL
from grognard.titles.awaw.nations import FACTION, OF_SEAT, POWER
from grognard.titles.awaw.rules.codes import forget, research_hidden
from grognard.titles.awaw.rules.strategic import BOATS
from grognard.titles.awaw.rules.units import KIND, patron
from grognard.titles.awaw.state import World

PLACE = ("at", "force", "patrol", "inverted", "moved", "mission", "target", "spent", "paid", "home")  # what a marker shows


@rule("ours 41.5", "ours 49.2", "ours 48.2", "ours 43.1", "ours 21.418", "ours 20.16")
def conceal(g: World, seat: str | None, rng: Random | None = None) -> None:
    """Blank in a copy what others keep to themselves; ships under markers are dealt out again, in order or at random."""
    mine = OF_SEAT.get(seat or "", -1)
    faction = FACTION.get(mine, -1)
    research_hidden(g, faction)
    forget(g, faction)
    if g.stock:
        g.stock = [n if i == faction else 0 for i, n in enumerate(g.stock)]
    if g.dps:
        width = len(g.dps) // len(POWER)
        first = POWER[mine] * width if mine in POWER else -1
        g.dps = [n if 0 <= first <= i < first + width else 0 for i, n in enumerate(g.dps)]
    for u in range(len(g.units)):
        if g.units.patrol[u] >= 0 and KIND[g.units.design[u]] in BOATS and FACTION.get(patron(g, u), -1) != faction:
            g.units[u].patrol = -1
    for power in POWER:
        if FACTION[power] != faction:
            shuffle_forces(g, power, rng)


@rule("ours 20.16", "ours 20.162")
def shuffle_forces(g: World, power: int, rng: Random | None) -> None:
    """A power's task forces on each board get its hidden ships in turn: the markers and the ships are known, not who is where."""
    for europe in (True, False):
        ships = [u for u in range(len(g.units)) if g.units.force[u] and g.units.at[u] >= 0 and KIND[g.units.design[u]] in NAVAL
                 and g.ground.europe[g.units.at[u]] == europe and patron(g, u) == power]  # fmt: skip
        places: dict[tuple[int, int, int], tuple[int, ...]] = {}
        for u in ships:
            row = g.units[u]
            places.setdefault((row.force, row.at, row.patrol), tuple(getattr(row, name) for name in PLACE))
        if len(places) < 2:
            continue
        if rng is None:
            ships.sort(key=lambda u: (g.units.design[u], u))
        else:
            rng.shuffle(ships)
        markers = [values for _, values in sorted(places.items())]
        for n, u in enumerate(ships):
            row = g.units[u]
            for name, value in zip(PLACE, markers[n % len(markers)]):
                if getattr(row, name) != value:
                    setattr(row, name, value)
