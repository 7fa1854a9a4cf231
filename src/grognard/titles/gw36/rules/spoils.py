"""Ships on the Production Chart of a nation that surrenders (7.3): its conqueror may go on building them."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.rules import rule
from grognard.titles.gw36.kinds import UNIT_NAMES
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.nations import PLAYED
from grognard.titles.gw36.rules.treasury import Desk, seat_at
from grognard.titles.gw36.state import War


@rule("7.3")
def take_over_chart(g: War, loser: int, taker: int) -> Flow[None]:
    """The conqueror of a surrendering nation takes over ships on its Production Chart"""
    ships = chart.ships_on_chart(g, loser)
    if not 0 <= taker < PLAYED or taker == loser:
        ships = []
    while ships:
        choice = yield Ask(
            seat_at(g, Desk(taker)),
            f"Take over ships of {g.nations[loser].label}",
            [*(Option("take", o) for o in ships), Option("done")],
            "7.3",
        )
        if choice.verb == "done":
            break
        choice.arg.nation, choice.arg.half = taker, 0
        ships = [o for o in ships if o != choice.arg]
        g.say("{} takes over a {}", g.nations[taker], UNIT_NAMES[choice.arg.kind], rule="7.3")
    chart.clear_chart(g, loser)
