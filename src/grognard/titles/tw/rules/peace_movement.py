"""8.1, 8.2, 8.3, 4.4, 9.4.1: a Major Power at peace moves ground units about its own land, aircraft from base to base and ships
from port to port by strategic movement (TW-AMB-194). Powers at war are in rail.py; the army of the Soviets stays at the border
as far as 21.4 binds it."""

from __future__ import annotations

from functools import partial

from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.rules import No, rule
from grognard.titles.tw.ground import SWAMP
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import MAJORS, NEUTRAL, effort_price
from grognard.titles.tw.rules.airbases import may_base, offensive_range
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.deployment import bound, deploys, in_rear, may_stand
from grognard.titles.tw.rules.flight import bits, hop_bases
from grognard.titles.tw.rules.money import camp, pay
from grognard.titles.tw.rules.passages import UNLIMITED
from grognard.titles.tw.rules.rail import DONE, STAYING, STRATEGIC, smp_price
from grognard.titles.tw.rules.seas import free_berths, harbours_in_reach
from grognard.titles.tw.rules.shipping import POINT, move_ship, needs_berth
from grognard.titles.tw.rules.stacking import with_room
from grognard.titles.tw.rules.travel import smp_left
from grognard.titles.tw.state import Hex, Unit, War
from grognard.titles.tw.subjects import Journey, Travellers

WAY = "peace"


def at_peace(g: War) -> list[int]:
    """Major Powers of the phasing camp that are not at war."""
    return [n for n in MAJORS if g.nations.side[n] == NEUTRAL and not g.nations.surrendered[n] and camp(g, n) == g.side]


@rule("8.1.3", "10.6.7")
@derived("hexes.holder")
def ways(g: War, power: int, start: int) -> list[int]:
    """Hexes that lead over a power's own land from one of them; swamps may be left and entered, not passed."""
    holder, ground = g.hexes.holder, g.ground
    seen, found = {start}, [start]
    for a in found:
        if a != start and ground.terrain[a] == SWAMP:
            continue
        for b in ground.steps[a]:
            if b not in seen and holder[b] == power and ground.land[b]:
                seen.add(b)
                found.append(b)
    return sorted(found[1:])


@rule("8.1", "8.1.3", "9.4.1", "4.4")
def may_go(g: War, unit: int) -> No | None:
    """Whether a unit of a power at peace can be sent elsewhere in its country."""
    at, nation = g.units.at[unit], g.roster.nations[unit]
    if nation not in at_peace(g):
        return No("9.4.1", "it belongs to no power at peace that moves now")
    kind = g.roster.kinds[unit]
    ships = kind in NAVAL and bool(g.naval)
    if at < 0 or kind == Kind.PART or (kind == Kind.NAC) or not (g.ground.land[at] or ships):
        return No("8.1", "only ground and air units on land, and ships, travel in peace")
    if ships and g.units.depleted[unit]:
        return No("7.10", "it is depleted")
    if g.units.moved[unit] & STRATEGIC:
        return No("8.1", "it has moved this way")
    if g.nations.narfs[nation] < effort_price("mle", nation):
        return No("4.4", "there is no money for trains")
    if smp_left(g, nation) < fare(g, unit, at):
        return No("8.4", "no strategic movement points are left")
    return No("8.2.1", "no other port of its own is open to it") if ships and not havens(g, unit) else None


def fare(g: War, unit: int, *spaces: int) -> int:
    """Half points for a journey: a ship takes one point."""
    return POINT if g.roster.kinds[unit] in NAVAL else smp_price(g, unit, *spaces)


@rule("8.3.1", "11.1")
def flights(g: War, unit: int) -> list[int]:
    """Bases of a power at peace that an aircraft reaches over its own land and the open sea, in any number of hops."""
    at, power, holder = g.units.at[unit], g.roster.nations[unit], g.hexes.holder
    own = [s for s, h in enumerate(holder) if h == power and g.ground.land[s]]
    fit = [s for s in own if s != at and may_base(g, s, unit) is None]
    sky = bits(g, [s for s, land in enumerate(g.ground.land) if not land or holder[s] == power])
    return sorted(hop_bases(g, at, fit, None, 2 * offensive_range(g, unit), sky))


@rule("8.2.1", "7.1", "7.3")
def havens(g: War, ship: int) -> list[int]:
    """Ports of a power at peace with a berth that a ship reaches by sea."""
    power, at = g.roster.nations[ship], g.units.at[ship]
    near = harbours_in_reach(g, power, at, UNLIMITED)
    return sorted([s for s in near if g.hexes.holder[s] == power and free_berths(g, s) >= int(needs_berth(g, ship))])


@rule("8.1.3", "21.4")
def peace_goals(g: War, unit: int) -> list[int]:
    """Hexes with room that it reaches over its own land, bases for aircraft, ports for ships; as far as the Soviets may leave
    the border."""
    at, nation = g.units.at[unit], g.roster.nations[unit]
    left = smp_left(g, nation)
    if g.roster.kinds[unit] in NAVAL:
        return havens(g, unit)
    if not g.roster.ground[unit]:
        return [s for s in flights(g, unit) if smp_price(g, unit, at, s) <= left and may_stand(g, unit, s) is None]
    found = [s for s in with_room(g, ways(g, nation, at), unit) if smp_price(g, unit, at, s) <= left]
    if not deploys(g) or not bound(g, unit) or in_rear(g, unit, at):
        return found
    return [s for s in found if may_stand(g, unit, s) is None]


@rule("8.1", "4.4", "9.4.1")
def peace_movement(g: War) -> Flow[None]:
    """Powers at peace send units, aircraft and ships about their own country; the first costs what an MLE costs"""
    for power in at_peace(g):
        stay: set[int] = set()
        paid = False
        nations = g.roster.nations
        while True:
            own = [u for u, at in enumerate(g.units.at) if at >= 0 and nations[u] == power and u not in stay]
            ready = [u for u in own if may_go(g, u) is None]
            if not ready:
                break
            taking = one_of("entrain", "8.1", "Entrain {0}", Unit, ready, "it was asked for already, or is not yours", why=may_go)
            prompt = f"{g.nations[power].label} at peace: choose a unit to send"
            choice, _ = yield from menu(g, g.seat(g.side), prompt, Travellers(WAY), taking, DONE, rule="8.1")
            if choice.verb == "done":
                break
            unit = choice.arg
            stay.add(unit.index)
            arriving = one_of("arrive", "8.1", "To {0}", Hex, partial(peace_goals, g, unit.index), "no way, room or points")
            there, _ = yield from menu(
                g, g.seat(g.side), f"{unit.label} travels to", Journey(unit.index, WAY), arriving, STAYING, rule="8.1"
            )
            if there.verb != "arrive":
                continue
            if not paid:
                paid = True
                pay(g, power, effort_price("mle", power))
            g.nations[power].smp -= fare(g, unit.index, unit.at, there.arg.index)
            unit.moved = unit.moved | STRATEGIC
            if g.roster.kinds[unit.index] in NAVAL:
                move_ship(g, unit, there.arg.index)
            else:
                unit.at = there.arg.index
            g.say("{} travels to {}", unit, there.arg, rule="8.1")
