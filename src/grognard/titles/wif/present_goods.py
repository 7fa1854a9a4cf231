"""The network of goods on the map: which resources reach a factory, which factories stand idle, which convoys carry what; and,
of a place that is asked about, the way its goods take and what would be lost if it were cut (13.6.1).

Nothing here is hidden from anybody. It is laid over the map while ships, loans or production are dealt with: while armies move it
would have to be worked out anew after every march.
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.flow import Option
from grognard.kernel.rules import No, Told
from grognard.kernel.sequence import place
from grognard.titles.wif.facts import ALLIES, AXIS, POWERS, SIDES
from grognard.titles.wif.rules.powers import powers_of
from grognard.titles.wif.rules.production import ROUTING_FACTS, plan_for, routes_depend_on
from grognard.titles.wif.rules.resources import Routing, convoy_points
from grognard.titles.wif.state import Hex, War

GOODS = "goods"  # the verb: "goods allies E1234"
QUIET = frozenset((  # segments in which the network is shown; it takes some 40 ms to work out, so not where everything moves
    "Loans", "Action", "Naval movement", "Naval combat", "Opponent's naval combat", "Search and seizure", "US entry options",
    "Build points", "Building", "Scorched earth",
))  # fmt: skip
# words whose colours, as the client makes them, lie far apart
LOST, IDLE, WORKS, GOES = "lost resource", "factory idle", "working factory", "goods sent"
CARRIES, SPARE = "convoys in use", "convoys without goods"
SEA = ("sea", "ally")


def networks(g: War) -> dict[str, dict[str, str]]:
    """An overlay for each side, where goods are carried at all and it is time to look at them."""
    if not g.campaign.frame.production.allowed or not QUIET.intersection(place(g.title.sequence, g)[-1:]):
        return {}
    ids = g.board.ids
    found = {f"{GOODS} {SIDES[side]}": network(g, side) for side in (AXIS, ALLIES)}
    return {name: {ids[s]: word for s, word in there.items()} for name, there in found.items() if there}


def _depends(g: War, side: int) -> tuple[object, ...]:
    return routes_depend_on(g, side)


@derived(*ROUTING_FACTS, given=_depends, lasting=True)
def network(g: War, side: int) -> dict[int, str]:
    """By hex and sea area what it is to the goods of a side; where two hold, the worse."""
    found: dict[int, str] = {}

    def note(space: int, word: str) -> None:
        if space not in found or RANK.index(word) < RANK.index(found[space]):
            found[space] = word

    for power in powers_of(g, side):
        plan = plan_for(g, power)
        for (_, s), sent in plan.haul.spent.items():
            note(s, LOST if sent < plan.resources.get(s, 0) else GOES)
        for (_, s), got in plan.haul.arrived.items():
            note(s, IDLE if got < plan.factories.get(s, 0) else WORKS)
        used = _at_sea(plan)
        for area in g.ground.waters:
            if used.get(area):
                note(area, CARRIES)
            elif convoy_points(g, area, (power,)):
                note(area, SPARE)
    return found


RANK = (LOST, IDLE, WORKS, GOES, CARRIES, SPARE)


def _at_sea(plan: Routing) -> dict[int, int]:
    """What goes through each sea area, in hulls of any friend."""
    found: dict[int, int] = {}
    for kind in SEA:
        for area, amount in plan.used(kind).items():
            found[area] = found.get(area, 0) + amount
    return found


def explain(g: War, option: Option) -> No | None:
    """`goods allies E1234`: what goes on there, by power, and the way of what begins or ends there."""
    if option.verb != GOODS or not option.args or not isinstance(option.args[-1], Hex):
        return None
    s, first = option.args[-1].index, option.args[0]
    if g.ground.area[s] >= 0:
        s = g.ground.area[s]  # a section box stands for its sea area
    elif not g.ground.land[s] and not g.ground.seas[s]:
        return Told("13.6.1", "goods pass whole sea areas: point at the boxes of one", ())
    sides = [SIDES.index(str(first))] if first in SIDES[:2] else [AXIS, ALLIES]
    told = [line for side in sides for power in powers_of(g, side) for line in _lines(g, power, s)]
    way = next((w for side in sides for power in powers_of(g, side) if (w := _way(g, power, s))), ())
    return Told("13.6.1", "; ".join(told) or "no goods begin, end or pass there", tuple(g.board.token(there) for there in way))


def _lines(g: War, power: int, s: int) -> list[str]:
    """What a place is to the goods of a power."""
    plan, name, found = plan_for(g, power), POWERS[power], list[str]()
    mined = sum(sent for (_, here), sent in plan.haul.spent.items() if here == s)
    if plan.resources.get(s):
        found.append(f"{name}: {mined} of {plan.resources[s]} resources reach a factory")
    if plan.factories.get(s):
        got = sum(n for (_, here), n in plan.haul.arrived.items() if here == s)
        found.append(f"{name}: {got} of {plan.factories[s]} factories have a resource")
    used = _at_sea(plan).get(s, 0)
    if used:
        lost = plan.points - plan_for(g, power, frozenset((s,))).points
        hulls = convoy_points(g, s, powers_of(g, _side(g, power)))
        found.append(f"{name}: {used} goods pass in {hulls} convoy points; cut here it loses {lost} of {plan.points} points")
    return found


def _side(g: War, power: int) -> int:
    return next(side for side in (AXIS, ALLIES) if power in powers_of(g, side))


def _way(g: War, power: int, s: int) -> tuple[int, ...]:
    """The longest way of goods that begin or end in a place, or pass a sea area."""
    plan = plan_for(g, power)
    ways = [tuple(dict.fromkeys(there for _, there in route.places)) for route in plan.haul.routes()]
    return max((way for way in ways if s in way), key=len, default=())
