"""Breaking off (9.4): retreats by land and sea, submarines that submerge, vehicles that break down in the desert (1.9).

Aircraft that leave a battle fly home with the movement they have left when aircraft land (GW36-AMB-75). The force behind a screen
is screening.py.
"""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import IS_AIR, IS_SUBMARINE
from grognard.titles.gw36.rules.battle import Battle, seats
from grognard.titles.gw36.rules.casualties import alike
from grognard.titles.gw36.rules.modifiers import DROP, LANDING
from grognard.titles.gw36.rules.movement import may_go_back
from grognard.titles.gw36.rules.passages import may_pass
from grognard.titles.gw36.rules.seats import seat_of_unit
from grognard.titles.gw36.rules.units import flies_patrol, foes
from grognard.titles.gw36.state import IDLE, PASSED, PATROL, Unit, War, Zone
from grognard.titles.gw36.subjects import Dives, Press, Withdrawal


@rule("9.4")
def may_retreat(g: War, b: Battle, u: int) -> No | None:
    """Why an attacker cannot leave the battle."""
    way = b.way(u).way
    if not b.sea and way == LANDING:
        return No("9.8", "there is no retreat from an amphibious assault")
    if not b.sea and way == DROP:
        return No("9.15", "a dropped unit cannot retreat")
    if IS_AIR[g.units.kind[u]]:
        if not b.sea and any(b.way(v).way == LANDING and seat_of_unit(g, v) == seat_of_unit(g, u) for v in b.attackers):
            return No("9.8", "aircraft stay with the units that land, who cannot retreat")  # GW36-AMB-178
        return None
    if not retreat_zones(g, b, u):
        return No("9.4", "no attacker came from an adjacent friendly zone that it may enter")
    return None


@rule("9.4")
def retreat_zones(g: War, b: Battle, u: int) -> list[int]:
    """Adjacent zones an attacker of its kind came from: friendly land zones that let it in, or sea zones no passage bars."""
    geo = g.board.geo
    if b.sea:
        return [z for z in sorted(b.origins) if may_sail_back(g, u, b.zone, z) is None]
    near = {z for z, _ in geo.land[b.zone]} | {c.a + c.b - b.zone for c in geo.crossings_at.get(b.zone, ())}
    return sorted([z for z in b.origins & near if may_go_back(g, u, z) is None])


@rule("9.4", "1.15")
def may_sail_back(g: War, u: int, sea: int, zone: int) -> No | None:
    """Why a ship may not retreat from one sea zone to another: not adjacent, or over a closed strait or canal (GW36-AMB-128)."""
    refusal: No | None = No("9.4", "not an adjacent sea zone")
    for z, border in g.board.geo.sea[sea]:
        if z == zone:
            refusal = may_pass(g, g.units.kind[u], g.units.nation[u], border, combat=False)
            if refusal is None:
                return None
    return refusal


@rule("9.4", "9.5")
def offer(g: War, b: Battle) -> Flow[bool]:
    """Each attacking player presses on or retreats with all units that can"""
    gone = False
    here = [u for u in b.attackers if u not in b.left]
    for seat in seats(g, here):
        mine = [u for u in here if seat_of_unit(g, u) == seat and g.units.carrier[u] < 0]
        free = [u for u in mine if may_retreat(g, b, u) is None]
        stuck = [u for u in mine if u not in free and b.way(u).way not in (LANDING, DROP) and not IS_AIR[g.units.kind[u]]]
        if not free or stuck:
            continue
        prompt = f"Round {b.number} in {g.zones[b.zone].label} is over: press the attack or retreat?"
        answer, _ = yield from menu(g, seat, prompt, Press(b.zone, b.number), PRESSING, RETREATING)
        if answer.verb == RETREATING.name:
            yield from leave(g, b, seat, free)
            gone = True
    return gone


@rule("9.4")
def leave(g: War, b: Battle, seat: str, units: list[int]) -> Flow[None]:
    """Units of one player retreat; where several zones are open, each sort of unit chooses its own"""
    ways = {u: retreat_zones(g, b, u) for u in units if not IS_AIR[g.units.kind[u]]}
    waiting = list(ways)
    while waiting:
        if all(len(ways[u]) == 1 for u in waiting):
            for u in waiting:
                go_back(g, b, u, ways[u][0])
            break
        subject = Withdrawal(b.zone, tuple([(u, z) for u in alike(g, b, waiting) for z in ways[u]]))
        prompt = f"Retreat from {g.zones[b.zone].label}: which unit goes where?"
        _, (u, zone) = yield from menu(g, seat, prompt, subject, WITHDRAWING)
        waiting.remove(u)
        go_back(g, b, u, zone)
    for u in units:
        if IS_AIR[g.units.kind[u]]:
            release_aircraft(g, b, u)
    units_left = g.units
    b.attackers[:] = [
        u for u in b.attackers if u not in units and (units_left.carrier[u] < 0 or units_left.at[u] == b.zone or not b.sea)
    ]
    g.say("{} retreats from {}", g.nations[b.nation], g.zones[b.zone], rule="9.4")


def go_back(g: War, b: Battle, u: int, zone: int) -> None:
    """A unit goes back, its cargo and deck with it."""
    unit = g.units[u]
    g.put(u, zone)
    unit.duty = IDLE
    unit.spent = 1
    for c in g.units.stacks[zone]:
        if g.units.carrier[c] == u:
            g.units[c].duty = IDLE
    if u in b.attackers:
        b.attackers.remove(u)


def release_aircraft(g: War, b: Battle, u: int) -> None:
    """An aircraft leaves the battle: back on the patrol it was flying here, or free to fly home."""
    unit = g.units[u]
    unit.duty = PATROL if b.sea and flies_patrol(g, u) else IDLE
    unit.target = NOWHERE


@rule("9.4", "9.6", "9.10")
def submerge(g: War, b: Battle) -> Flow[None]:
    """Step 7: attacking submarines, and defending ones that did not roll in step 5, may submerge (GW36-AMB-140)"""
    if not b.sea:
        return
    prompt = f"Round {b.number} in {g.zones[b.zone].label} is over: submerge?"
    for side in (b.attackers, b.defenders):
        yield from _dives(g, b, [u for u in side if IS_SUBMARINE[g.units.kind[u]] and u not in b.left | b.fired], prompt)
    b.fired = set()


@rule("9.4", "9.10")
def dive_instead(g: War, b: Battle, units: set[int]) -> Flow[None]:
    """Step 5: a defending submarine may submerge instead of its roll"""
    yield from _dives(g, b, sorted(units), f"Round {b.number} in {g.zones[b.zone].label}: submerge instead of firing?")


def _dives(g: War, b: Battle, below: list[int], prompt: str) -> Flow[None]:
    """Owners choose which of these submarines submerge or withdraw."""
    for seat in seats(g, below):
        mine = [u for u in below if seat_of_unit(g, u) == seat]
        while mine:
            boats = tuple(alike(g, b, mine))
            subject = Dives(b.zone, boats, tuple([(u, z) for u in boats for z in escape_zones(g, b, u)]))
            _, (u, zone) = yield from menu(g, seat, prompt, subject, STAYING_UP, SUBMERGING, ESCAPING)
            if u == NOWHERE:
                break
            mine.remove(u)
            dive(g, b, u)
            if zone != NOWHERE:
                g.put(u, zone)


@rule("9.4")
def escape_zones(g: War, b: Battle, u: int) -> list[int]:
    """Adjacent sea zones a submarine may withdraw to: an attacker where a ship came from, a defender where no enemy is."""
    if u in b.attackers:
        return retreat_zones(g, b, u)
    unit, nations = g.units[u], g.units.nation
    return [
        z
        for z, border in g.board.geo.sea[b.zone]
        if may_pass(g, unit.kind, unit.nation, border, combat=False) is None
        and not any(foes(g, unit.nation, z) >> nations[v] & 1 for v in g.units.stacks[z])
    ]


def dive(g: War, b: Battle, u: int) -> None:
    """A submarine submerges where it is and takes no further part in this Combat Phase."""
    unit = g.units[u]
    unit.duty = PASSED
    unit.spent = 1 if u in b.attackers else unit.spent
    b.left.add(u)
    g.say("{} submerges", unit, rule="9.4")


@rule("1.9")
def break_down(g: War, b: Battle, u: int) -> None:
    """A vehicle breaks down in the desert and goes back where it came from, if that is still friendly (GW36-AMB-74)."""
    came = g.units.came[u]
    if came not in retreat_zones(g, b, u):
        return
    g.say("{} breaks down and goes back to {}", g.units[u], g.zones[came], rule="1.9")
    go_back(g, b, u, came)


# --- the acts ------------------------------------------------------------------------


def is_the_battle(g: War, press: Press, zone: int) -> No | None:
    return None if zone == press.zone else No("9.4", f"the battle that goes on is in {g.zones[press.zone].label}")


def may_withdraw(g: War, leaving: Withdrawal, way: tuple[int, int]) -> No | None:
    """Why a unit does not retreat to a zone."""
    u, zone = way
    if way in leaving.ways:
        return None
    if u not in {v for v, _ in leaving.ways}:
        return No("9.4", f"{g.units[u].label} does not retreat now, or another of its sort stands for it")
    return No("9.4", f"no attacker of its kind came to {g.zones[leaving.zone].label} from there, or it may not go back there")


def may_submerge(g: War, dives: Dives, u: int) -> No | None:
    """Why a unit does not submerge."""
    if u in dives.boats:
        return None
    if not IS_SUBMARINE[g.units.kind[u]]:
        return No("9.10", "only submarines submerge")
    return No("9.4", f"{g.units[u].label} may not submerge now, or another of its sort stands for it")


def may_escape(g: War, dives: Dives, way: tuple[int, int]) -> No | None:
    """Why a submarine does not withdraw to a sea zone."""
    u, zone = way
    if way in dives.ways:
        return None
    no = may_submerge(g, dives, u)
    if no is None:
        no = may_sail_back(g, u, dives.zone, zone)
    return No("9.4", "an attacker came from elsewhere, or an enemy is there") if no is None else no


PRESSING = Act[War, Press, int](
    "press",
    "9.4",
    "Press the attack",
    takes=Zone,
    listed=lambda g, press: [press.zone],
    may=is_the_battle,
    do=lambda g, press, _: None,
    rolls=True,
)
RETREATING = Act[War, Press, int](
    "retreat", "9.4", "Retreat", takes=Zone, listed=lambda g, press: [press.zone], may=is_the_battle, do=lambda g, press, _: None
)
WITHDRAWING = Act[War, Withdrawal, tuple[int, int]](
    "retreat_to",
    "9.4",
    "The {0} to {1}",
    takes=(Unit, Zone),
    listed=lambda g, leaving: leaving.ways,
    may=may_withdraw,
    do=lambda g, leaving, way: way,
)
STAYING_UP = Act[War, Dives, None]("stay", "9.4", "Stay", do=lambda g, dives, _: (NOWHERE, NOWHERE))
SUBMERGING = Act[War, Dives, int](
    "submerge",
    "9.4",
    "The {0} submerges",
    takes=Unit,
    listed=lambda g, dives: dives.boats,
    may=may_submerge,
    do=lambda g, dives, u: (u, NOWHERE),
)
ESCAPING = Act[War, Dives, tuple[int, int]](
    "withdraw",
    "9.4",
    "The {0} withdraws to {1}",
    takes=(Unit, Zone),
    listed=lambda g, dives: dives.ways,
    may=may_escape,
    do=lambda g, dives, way: way,
)
