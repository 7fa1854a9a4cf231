"""8.1, 4.4, 9.4.1: a Major Power at peace moves ground units about its own land by strategic movement (TW-AMB-194). Powers at war
are in rail.py; the army of the Soviets stays at the border as far as 21.4 binds it."""

from __future__ import annotations

from functools import partial

from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.rules import No, rule
from grognard.titles.tw.ground import SWAMP
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import MAJORS, NEUTRAL, effort_price
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.deployment import bound, deploys, in_rear, may_stand
from grognard.titles.tw.rules.money import camp, pay
from grognard.titles.tw.rules.rail import DONE, STAYING, STRATEGIC, smp_price
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
    if at < 0 or g.roster.kinds[unit] >= Kind.PART or not g.ground.land[at]:
        return No("8.1", "only ground units on land travel in peace")
    if g.units.moved[unit] & STRATEGIC:
        return No("8.1", "it has moved this way")
    if g.nations.narfs[nation] < effort_price("mle", nation):
        return No("4.4", "there is no money for trains")
    return No("8.4", "no strategic movement points are left") if smp_left(g, nation) < smp_price(g, unit, at) else None


@rule("8.1.3", "21.4")
def peace_goals(g: War, unit: int) -> list[int]:
    """Hexes with room that it reaches over its own land, as far as the Soviets may leave the border."""
    at, nation = g.units.at[unit], g.roster.nations[unit]
    left = smp_left(g, nation)
    found = [s for s in with_room(g, ways(g, nation, at), unit) if smp_price(g, unit, at, s) <= left]
    if not deploys(g) or not bound(g, unit) or in_rear(g, unit, at):
        return found
    return [s for s in found if may_stand(g, unit, s) is None]


@rule("8.1", "4.4", "9.4.1")
def peace_movement(g: War) -> Flow[None]:
    """Powers at peace send units about their own country; the first costs what an MLE costs"""
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
            g.nations[power].smp -= smp_price(g, unit.index, unit.at, there.arg.index)
            unit.at, unit.moved = there.arg.index, unit.moved | STRATEGIC
            g.say("{} travels to {}", unit, there.arg, rule="8.1")
