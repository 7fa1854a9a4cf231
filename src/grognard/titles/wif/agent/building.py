"""Build points, and where what they bought arrives: what is in time, fights best for its price, and is needed."""

from __future__ import annotations

from grognard.agents import Telling
from grognard.kernel.flow import Ask
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.view import FAR, View, worth
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import Purse, force_pools, repair_cost
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.rules.units import land_at, of_side, roster
from grognard.titles.wif.state import War


def build(g: War, ask: Ask, purse: Purse) -> Answer:
    """The best buy for what is left; nothing that comes after the last turn."""
    power = purse.power
    pools = force_pools(g, power)
    bold = View(g, SIDE_OF_POWER[power]).bold
    top: tuple[float, int] | None = None
    for n, option in enumerate(ask.options):
        value = -1.0
        if option.verb == "build":
            kind, price = str(option.args[0]), int(option.args[1])
            value = _value(g, pools.get((kind, price), []), price, purse.points, bold)
        elif option.verb == "repair":
            value = _ship_value(g, option.arg.index) if g.turn + 2 <= g.last_turn else -1.0
        if top is None or value > top[0]:
            top = (value, n)
    done = named(ask, "done")
    if top is None or top[0] <= 0:
        return done or ask.options[0], "nothing comes in time"
    chosen = ask.options[top[1]]
    what = f"{chosen.args[0]} for {chosen.args[1]}" if chosen.verb == "build" else f"repair of {chosen.arg.label}"
    return chosen, Telling(f"build {what}: {top[0]:.2f} a point")


def _value(g: War, units: list[int], price: int, purse: int, bold: bool) -> float:
    """Mean worth of what may be drawn, for each point."""
    if not units or price > purse:
        return -1.0
    total = 0.0
    for u in units:
        sheet = g.units[u].sheet
        turns = max(sheet.turns, 1)
        if g.turn + turns > g.last_turn or roster(g).naval[u]:
            continue
        served = g.last_turn - g.turn - turns + 1
        if roster(g).land[u]:
            merit = sheet.strength + (0.3 * sheet.move if bold else 0.0)
            merit += 2.0 * sheet.reorganisation if roster(g).hq[u] else 0.0
            merit *= 0.75 if sheet.type in (Type.GAR, Type.MIL) and bold else 1.0
        else:
            merit = sheet.tactical + sheet.air_to_air + 0.5 * sheet.air_to_sea
        total += merit * min(served, 3)
    return total / len(units) / max(price, 1)


def _ship_value(g: War, unit: int) -> float:
    if g.units.counter[unit] < 0:
        return -1.0
    return (g.units[unit].sheet.attack + 2 * g.units[unit].sheet.carrier) / max(repair_cost(g, unit), 1) * 0.6


def arrive(g: War, ask: Ask, subject: Arrival) -> Answer:
    """Where it is needed: an empty place under threat first, else near the front, never beside the enemy alone."""
    view = View(g, SIDE_OF_POWER[subject.power])
    unit = subject.unit

    def key(space: int) -> tuple[float, int]:
        here = len(of_side(g, land_at(g, space), view.side))
        near = view.near(space)
        found = -0.2 * near if near < FAR else 0.0
        if roster(g).land[unit]:
            if near <= 6:
                found += worth(g, space) * (0.5 if here == 0 else 0.2 if here == 1 else 0.0)
            found -= 3.0 * view.risk(unit, space) if space not in g.points else 0.0
        elif near <= 2:
            found -= 3.0
        return found, -space

    option = max(ask.options, key=lambda o: key(o.arg.index))
    return option, f"needed in {g.board.label(option.arg.index)}"
