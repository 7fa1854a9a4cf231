"""11.4.4, 13.3.3: the Kiel and the Suez Canal, and the hexes that lie on them. Who may pass them is gates.py."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.wif.ground import CANAL
from grognard.titles.wif.state import War

MOUTHS = {"kiel_canal": "W0640", "suez_canal": "E1203"}  # the ports on the canals


@rule("11.4.4", "13.3.3")
@derived(lasting=True)
def banks(g: War, gate: str) -> tuple[int, ...]:
    """The hexes adjacent to a canal: its port, and the hexes round it with a canal hexside. None on a board without it."""
    if not g.board.knows(MOUTHS[gate]):
        return ()
    port, steps = g.board.space(MOUTHS[gate]), g.ground.steps
    return (port, *(s for s, _ in steps[port] if any(bits & CANAL for _, bits in steps[s])))
