"""Ships on the Production Chart of a nation that surrenders (7.3): its conqueror may go on building them."""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import UNIT_NAMES
from grognard.titles.gw36.powers import PLAYED
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.treasury import Desk, seat_at
from grognard.titles.gw36.state import Entry, War
from grognard.titles.gw36.subjects import Spoils


@rule("7.3")
def take_over_chart(g: War, loser: int, taker: int) -> Flow[None]:
    """The conqueror of a surrendering nation takes over ships on its Production Chart"""
    ships = chart.ships_on_chart(g, loser)
    if not 0 <= taker < PLAYED or taker == loser:
        ships = []
    while ships:
        prompt = f"Take over ships of {g.nations[loser].label}"
        subject = Spoils(loser, tuple([o.index for o in ships]))
        choice, taken = yield from menu(g, seat_at(g, Desk(taker)), prompt, subject, TAKING, ENOUGH)
        if choice.verb == "done":
            break
        taken.nation, taken.half = taker, 0
        ships = [o for o in ships if o != taken]
        g.say("{} takes over a {}", g.nations[taker], UNIT_NAMES[taken.kind], rule="7.3")
    chart.clear_chart(g, loser)


def may_take(g: War, spoils: Spoils, o: int) -> No | None:
    """Why an order is not taken over."""
    return None if o in spoils.ships else No("7.3", f"it is no ship on the chart of {g.nations[spoils.loser].label}")


TAKING = Act[War, Spoils, int](
    "take", "7.3", "Take {0}", takes=Entry, listed=lambda g, spoils: spoils.ships, may=may_take, do=lambda g, _, o: g.entries[o]
)
ENOUGH = Act[War, Spoils, None]("done", "7.3", "Done", do=lambda g, spoils, _: None)
