"""What a seat may not know (ours 41.5, 43.1, 48.2, 49.2): points of research and diplomacy, code cards, atomic bombs, patrols."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.awaw.nations import FACTION, OF_SEAT, POWER
from grognard.titles.awaw.rules.codes import forget, research_hidden
from grognard.titles.awaw.rules.strategic import BOATS
from grognard.titles.awaw.rules.units import KIND, patron
from grognard.titles.awaw.state import World


@rule("ours 41.5", "ours 49.2", "ours 48.2", "ours 43.1", "ours 21.418")
def conceal(g: World, seat: str | None) -> None:
    """Blank in a copy what others keep to themselves."""
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
