"""Losses in battle (9.1-9.3, 0.5, 9.6, 9.8, 15.5): who chooses, among which units, and what a hit does.

The owner chooses one unit for each hit; the roller names it on target selection. Like units are one choice. Without a choice
nobody is asked. Which dice hit is fire.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.kernel.acts import jointly, menu
from grognard.kernel.dice import D12
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import CARRIERS, IS_AIR, IS_LAND, KIND, WITH
from grognard.titles.gw36.rules.battle import Battle, is_doubled, is_last, row, seats
from grognard.titles.gw36.rules.fire import (
    AIR_FIRST,
    AIR_ONLY,
    AIRCRAFT_ONLY,
    OLDER,
    OLDER_SHIPS,
    SEAPLANE,
    SHIPS,
    SUBMARINES,
    Volley,
)
from grognard.titles.gw36.rules.modifiers import LANDING, in_class
from grognard.titles.gw36.rules.seats import seat_of
from grognard.titles.gw36.state import DROP, PATROL, Unit, War
from grognard.titles.gw36.subjects import Casualty, Loss

Test = Callable[[int], bool]
HEAVY_CARRIER = KIND["heavy_carrier"]
CAPITAL = WITH["capital"]


@rule("9.1", "9.3")
def take_volley(g: War, b: Battle, volley: Volley, attacking: bool) -> Flow[None]:
    """The enemy of the firing side takes the hits of one volley: selected ones first"""
    victims = not attacking
    for _ in range(volley.selected):
        there = [u for u in still_there(b, victims) if in_class(row(g, u), volley.classes)]
        if there:
            chosen = yield from choose(
                g, b, there, seats(g, volley.units), f"Target selection in {g.zones[b.zone].label}: pick the casualty", "9.3"
            )
            yield from strike(g, b, chosen, victims)
        else:  # nothing of that class: an ordinary hit
            yield from take_hits(g, b, victims, 1, volley.reach)
    yield from take_hits(g, b, victims, volley.hits - volley.selected, volley.reach)


@rule("9.1", "9.2", "0.5")
def take_hits(g: War, b: Battle, attacking: bool, count: int, reach: str = "any") -> Flow[None]:
    """A side chooses a casualty for each hit; allies decide together, disputes by a roll"""
    for n in range(count, 0, -1):
        pool = candidates(g, b, attacking, reach)
        if not pool:
            return
        chosen = yield from choose(
            g,
            b,
            pool,
            seats(g, pool),
            f"Choose a casualty in {g.zones[b.zone].label}: {n} {'hit' if n == 1 else 'hits'} to take",
            "9.1",
            why=lambda u: why_not(g, b, attacking, reach, u),
            subject=Casualty(b.zone, n),
        )
        yield from strike(g, b, chosen, attacking)


@rule("9.1")
def still_there(b: Battle, attacking: bool) -> list[int]:
    """Units of a side that can still be hit in this round."""
    if attacking:
        return [u for u in b.attackers if u not in b.left]
    return [u for u in b.defenders if u not in b.aside and u not in b.left]


@rule("9.1", "9.3", "9.6", "9.8", "9.10")
def candidates(g: War, b: Battle, attacking: bool, reach: str = "any") -> list[int]:
    """The units among which a side may choose for a hit of this sort."""
    everyone = still_there(b, attacking)
    pool = [u for u in everyone if _reached(g, u, reach)]
    if reach == AIR_FIRST:  # Air Transports are the last casualty all the same (12.2)
        pool = [u for u in everyone if IS_AIR[g.units.kind[u]] and not is_last(g, b, u)] or everyone
    if reach == AIR_ONLY:
        return [u for u in pool if not is_last(g, b, u)] or pool
    if reach == SEAPLANE:  # 12.2: transports only when nothing else is left
        submarines = [u for u in pool if row(g, u).is_submarine]
        return submarines or (pool if all(is_last(g, b, u) for u in everyone) else [])
    ordinary = [u for u in pool if not is_last(g, b, u)]
    pool = ordinary or ([] if any(not is_last(g, b, u) for u in everyone) else pool)
    if attacking and b.landing:  # 9.8: landed units before those that came overland
        landed = [u for u in pool if b.way(u).way == LANDING]
        if landed:
            pool = [u for u in pool if not IS_LAND[g.units.kind[u]] or u in landed]
    return pool


def _reached(g: War, u: int, reach: str) -> bool:
    kind = g.units.kind[u]
    if reach == AIR_ONLY:
        return IS_AIR[kind]
    if reach == SHIPS:
        return not IS_AIR[kind]
    if reach in (OLDER, OLDER_SHIPS):
        return kind not in AIRCRAFT_ONLY and not (reach == OLDER_SHIPS and IS_AIR[kind])
    if reach == SUBMARINES:
        return row(g, u).is_submarine
    if reach == SEAPLANE:
        return row(g, u).is_submarine or kind in WITH["last_casualty"]
    return True


def why_not(g: War, b: Battle, attacking: bool, reach: str, u: int) -> No | None:
    """Why a unit cannot be the casualty."""
    label = g.units[u].label
    if u not in b.side(attacking):
        return No("0.5", f"{label} does not take part on this side")
    if u in b.aside:
        return No("9.1", f"{label} is a casualty already")
    if u in candidates(g, b, attacking, reach):
        return None
    if is_last(g, b, u):
        return No("9.6", "transports are chosen last")
    if attacking and b.landing and b.way(u).way != LANDING and IS_LAND[g.units.kind[u]]:
        return No("9.8", "landed units are casualties before units that came overland")
    if reach == AIR_FIRST:
        return No("9.3", "air superiority: aircraft are chosen first")
    if reach == AIR_ONLY:
        return No("12.2", "anti-aircraft hits aircraft only")
    if reach in (SHIPS, OLDER_SHIPS) and IS_AIR[g.units.kind[u]]:
        return No("9.10", "submarines never hit aircraft")
    if reach in (OLDER, OLDER_SHIPS):
        return No("7.8", "an Advanced Submarine is attacked by aircraft on patrol only")
    return No("9.6", "seaplanes hit only submarines and transports")


@rule("0.5")
def choose(
    g: War,
    b: Battle,
    pool: list[int],
    who: list[str],
    prompt: str,
    section: str,
    why: Callable[[int], No | None] | None = None,
    subject: Casualty | None = None,
) -> Flow[int]:
    """Choose the unit that is hit; like units are one choice"""
    groups = alike(g, b, pool)
    if len(groups) == 1:
        return groups[0]
    if len(who) == 1 and f"{who[0]} losses" in g.standing and seat_of(g, g.units.nation[groups[0]]) == who[0]:
        return min(groups, key=lambda u: (price_lost(g, u), u))  # GW36-AMB-161

    def reason(g: War, u: int) -> No | None:
        no = why(u) if why is not None else None
        if no is not None:
            return no
        return No("0.5", "another of its sort stands for it") if u in pool else No(section, f"{g.units[u].label} is not hit here")

    about = Loss(b.zone, tuple(groups)) if subject is None else subject
    act = one_of("lose", section, "Lose the {0}", Unit, groups, "it is not hit here", why=reason)
    if len(who) == 1:
        _, chosen = yield from menu(g, who[0], prompt, about, act, rule=section)
    else:
        _, chosen = yield from jointly(g, who, prompt, about, act, rule="0.5", die=D12)
    return int(chosen)


@rule("0.4")
def price_lost(g: War, u: int) -> int:
    """What a hit on a unit costs its owner in IPP: nothing while it stays afloat, else its price and that of its cargo."""
    units, price = g.units, g.values.price
    if units.hits[u] + 1 < hits_of(g, u):
        return 0
    return price[units.kind[u]] + sum([price[units.kind[c]] for c in g.units.stacks[units.at[u]] if units.carrier[c] == u])


def alike(g: War, b: Battle, pool: Iterable[int]) -> list[int]:
    """One unit for each sort among these: type, nation, damage, how it came, what it carries."""
    units, pool = g.units, tuple(pool)
    found: dict[tuple[object, ...], int] = {}
    for u, sort in zip(pool, units.keys(pool, "old")):
        carried = tuple(sorted([units.kind[c] for c in units.stacks[units.at[u]] if units.carrier[c] == u]))
        aloft = units.carrier[u] if IS_AIR[units.kind[u]] else NOWHERE
        found.setdefault((sort, b.way(u), carried, aloft), u)
    return list(found.values())


@rule("9.2", "9.3", "9.8")
def strike(g: War, b: Battle, u: int, attacking: bool) -> Flow[None]:
    """A hit falls on a unit; double casualties take a second one, of the owner's choice"""
    doubled = attacking and is_doubled(g, b, u)
    hit(g, b, u, attacking)
    if doubled:
        more = [v for v in still_there(b, True) if is_doubled(g, b, v)]  # GW36-AMB-78
        if more:
            second = yield from choose(
                g, b, more, seats(g, more), f"Double casualties in {g.zones[b.zone].label}: choose the second unit", "9.2"
            )
            hit(g, b, second, attacking)


@rule("0.4", "12.2", "7.8", "15.5")
def hit(g: War, b: Battle, u: int, attacking: bool) -> None:
    """A unit is hit: a capital ship is marked until its last hit; a defender is set aside and fires, except by first strike."""
    unit = g.units[u]
    if stays_afloat(g, u):
        return
    if not attacking and b.hits:
        b.aside.add(u)
        g.say("{} is hit", unit, rule="9.1")
    else:
        lose(g, b, u)


@rule("0.4", "12.2", "15.5")
def stays_afloat(g: War, u: int) -> bool:
    """A hit marks a ship that can take more; whether it did. With option 15.5 a die says how many markers it is."""
    unit = g.units[u]
    taken = 1
    if g.options.capital_damage and unit.kind in CAPITAL:
        die = g.roll(D12, f"damage to {unit.label}", "15.5")
        taken = next(line.markers for line in g.facts.capital_damage if line.low <= die <= line.high)
    if unit.hits + taken >= hits_of(g, u):
        return False
    unit.hits += taken
    g.say("{} is damaged", unit, rule="12.2")
    return True


@rule("0.9", "15.5")
def hits_of(g: War, u: int) -> int:
    """Hits a unit takes until it is lost; a Heavy Carrier three with option 15.5 (GW36-AMB-03)."""
    kind = g.units.kind[u]
    return g.values.hits[kind] + int(kind == HEAVY_CARRIER and bool(g.options.capital_damage))


@rule("8.4", "8.7", "9.15")
def lose(g: War, b: Battle, u: int) -> None:
    """A unit leaves the board with its cargo; aircraft aloft lose their deck; a unit just dropped dies with its aircraft."""
    unit = g.units[u]
    g.say("{} is lost in {}", unit, g.zones[b.zone], rule="9.1")
    if unit.kind in CARRIERS:
        for c in [c for c in g.units.stacks[unit.at] if g.units.carrier[c] == u]:
            if c in b.attackers or c in b.defenders:
                aloft = g.units[c]
                aloft.carrier = NOWHERE
                if c in b.defenders:
                    aloft.duty = PATROL
    if b.number == 1 and IS_AIR[unit.kind]:
        for d in [d for d in b.attackers if g.units.duty[d] == DROP and g.units.target[d] == u]:
            g.say("{} is lost with its aircraft", g.units[d], rule="9.15")
            g.remove(d)
    g.remove(u)
    b.prune(g)


def clear_aside(g: War, b: Battle) -> None:
    """Casualties that have fired leave the board (9.5 step 5)."""
    for u in sorted(b.aside):
        lose(g, b, u)
    b.aside.clear()
