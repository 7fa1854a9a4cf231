"""7.6, 8.2 to 8.3.3, 8.5.1, 8.5.5, 8.7, 8.8: strategic movement by sea and to the boxes: ships change their base, carry units,
go round the Cape; troops leave the Urals, and industry goes there (14.6.1). Grants of NARFs are in grants.py."""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.boons import boon
from grognard.titles.tw.kinds import NAVAL
from grognard.titles.tw.nations import NEUTRAL, ORDER, USA, USSR
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.grants import GRANTING, LENDING, Treasury, peacetime_limit
from grognard.titles.tw.rules.logistics import powers
from grognard.titles.tw.rules.money import MOVABLE, Industry, camp, industries, pay
from grognard.titles.tw.rules.oil import dry
from grognard.titles.tw.rules.passages import FERRYING, STRATEGIC, UNLIMITED, Convoy, travellers
from grognard.titles.tw.rules.rail import domains
from grognard.titles.tw.rules.relays import OPENING_PERSIA, RELAYING
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.sea_roads import box_links, sea_roads
from grognard.titles.tw.rules.seas import (
    free_berths,
    ships_at,
)
from grognard.titles.tw.rules.shipping import POINT, gather, move_ship, needs_berth, points, purse, spend_from
from grognard.titles.tw.rules.stacking import with_room
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.task_forces import told
from grognard.titles.tw.rules.travel import smp_left
from grognard.titles.tw.rules.units import hex_sides, patron_of
from grognard.titles.tw.rules.voyages import Voyage, sail
from grognard.titles.tw.state import NONE, PASS_TURN, Hex, Unit, War

INDUSTRY_POINTS = 2  # 14.6.1
PASSING = 5  # 4.5: sea areas on a Pass


# --- ships change their base (7.6.2, 8.2.1) -------------------------------------------------------------------------------------


@rule("7.6.2", "8.2.1", "12.6.3", "22.3.3", "4.0", "4.5", "8.5.5")
def may_rebase(g: War, convoy: Convoy, ship: int, goal: int) -> No | None:
    """Whether a ship can change its base; ships of one port bound for the same port go together for one point. On a Pass it goes
    five sea areas at most, for nothing; out of supply it needs no effort, but a port in supply."""
    if g.roster.kinds[ship] not in NAVAL or g.units.at[ship] < 0 or patron_of(g, ship) != convoy.power:
        return No("8.2.1", "it is no ship of this power in port")
    at = g.units.at[ship]
    if g.ground.sea[at]:
        return No("7.4", "it is on patrol")
    if dry(g, ship):
        return No("24.1", "it has no oil")
    if g.units.moved[ship] & STRATEGIC:
        return No("8.2.1", "it has moved this way")
    if g.roster.sides[ship] != g.side:
        return No("8.1.3", "it is not at war")
    cut_off = g.units.supply[ship] == NONE
    if not g.units.active[ship] and not cut_off:
        return No("4.0", "no effort activates it")
    if cut_off and not (g.ground.box[goal] or lines(g, g.side).network.reached[goal]):
        return No("12.6.3", "it goes to a port in supply, or nowhere")
    passing = g.nations.effort[convoy.power] == PASS_TURN
    if not passing and (at, goal) not in convoy.paid and purse(g, convoy.power, at) < POINT:
        return No("8.4", "no strategic movement points are left")
    if needs_berth(g, ship) and free_berths(g, goal) < 1:
        return No("7.1", "the port is full")
    roads = sea_roads(g, g.roster.nations[ship], at, PASSING if passing else UNLIMITED)
    if goal not in roads:
        return No("4.5", "five sea areas at most on a Pass") if passing else No("8.2.1", "no way leads to that port in one turn")
    return No("4.5", "not to a box on a Pass") if passing and g.ground.box[goal] else None


@rule("8.2.1", "7.6.2")
def rebase(g: War, convoy: Convoy, pair: tuple[int, int]) -> Flow[tuple[int, int]]:
    """Ships of a port sail to a new base together; they may be met on the way. From where to where is paid for now"""
    ship, goal = g.units[pair[0]], pair[1]
    origin = ship.at
    passing = g.nations.effort[convoy.power] == PASS_TURN
    way = sea_roads(g, g.roster.nations[ship.index], origin, PASSING if passing else UNLIMITED)[goal]
    if (origin, goal) not in convoy.paid and not passing:
        spend_from(g, convoy.power, origin, POINT)
    joined = Convoy(convoy.power, (*convoy.paid, (origin, goal)))

    def company(force: list[int]) -> list[int]:
        room = free_berths(g, goal) - sum([1 for u in force if needs_berth(g, u)])
        return [
            u
            for u in ships_at(g).get(origin, ())
            if u not in force
            and not g.units.depleted[u]
            and (room > 0 or not needs_berth(g, u))
            and may_rebase(g, joined, u, goal) is None
            and sea_roads(g, g.roster.nations[u], origin, PASSING if passing else UNLIMITED)[goal] == way
        ]

    force = [ship.index]
    if way and not ship.depleted:
        what = f"Ships for {g.board.label(goal)}"
        force = yield from gather(g, g.seat(g.side), what, force, company, "8.2.1")
    before = [g.units.missions[u] for u in force]
    for u in force:
        g.units[u].moved = g.units.moved[u] | STRATEGIC
    through, arriving = True, force
    if way and not ship.depleted:
        words = f"{ship.label} from {g.board.label(origin)}" if len(force) == 1 else f"ships from {g.board.label(origin)}"
        voyage = Voyage(Force(g.side, list(force)), origin, way, words, reach=UNLIMITED)
        through = yield from sail(g, voyage)
        arriving = voyage.force.ships
        for u, missions in zip(force, before):
            if g.units.at[u] >= 0:
                g.units[u].missions = missions
    for u in arriving:
        row = g.units[u]
        if through and row.at >= 0 and not g.ground.sea[row.at]:
            move_ship(g, row, goal)
            g.say("{} goes to {}", told(g, row) if row.task else row, g.hexes[goal], rule="8.2.1")
    return origin, goal


# --- the Urals (8.8.2, 14.6.1) --------------------------------------------------------------------------------------------------


@rule("8.8.2")
def may_emerge(g: War, unit: int) -> No | None:
    """Whether a Soviet unit can leave the Urals by land."""
    if g.units.at[unit] != g.board.space("urals_box"):
        return No("8.8.2", "it is not in the Urals")
    if g.units.moved[unit] & STRATEGIC:
        return No("8.1", "it has moved this way")
    if smp_left(g, USSR) < POINT:
        return No("8.4", "no strategic movement points are left")
    return None if from_the_urals(g, unit) else No("8.8.2", "no way leads west")


def may_emerge_at(g: War, unit: int, space: int) -> No | None:
    no = may_emerge(g, unit)
    if no is not None:
        return no
    return None if space in from_the_urals(g, unit) else No("8.8.2", "it cannot go there")


def from_the_urals(g: War, unit: int) -> list[int]:
    """Soviet cities that are joined to the eastern edge of the map; aircraft need them too."""
    side, urals = g.nations.side[USSR], g.board.space("urals_box")
    if side == NEUTRAL:
        home = [s for s in g.ground.homeland["ussr"] if g.ground.city[s] and g.hexes.holder[s] == USSR]
    else:
        part, members = domains(g, side, frozenset(), True, False)
        doors = {part[b] for b in box_links(g).get(urals, ()) if part[b]}
        home = list({s for p in doors for s in members[p] if g.ground.city[s]})
    return with_room(g, sorted(home), unit) if g.roster.ground[unit] else sorted(home)


def emerge(g: War, convoy: Convoy, pair: tuple[int, int]) -> None:
    unit = g.units[pair[0]]
    g.nations[USSR].smp -= POINT
    unit.at, unit.moved = pair[1], unit.moved | STRATEGIC
    g.say("{} comes from the Urals to {}", unit, g.hexes[pair[1]], rule="8.8.2")


@rule("14.6.1", "8.8.2")
def may_evacuate(g: War, space: int) -> No | None:
    """Whether the industry of a Soviet city can be moved to the Urals: after a German attack, in supply, for half its value and
    two points."""
    city = next((c for c in industries(g) if c.space == space and c.owner == USSR), None)
    if city is None or city.key not in MOVABLE:
        return No("14.6.1", "no industry there can be moved")
    row = g.nations[USSR]
    if g.barbarossa < 0 or g.soviets_struck:
        return No("14.6.1", "only after a German declaration of war")
    if row.urals >> MOVABLE.index(city.key) & 1:
        return No("14.6.1", "its industry is in the Urals")
    if (
        hex_sides(g)[space] != row.side
        or row.side == NEUTRAL
        or not lines(g, row.side).network.reached[space] & lines(g, row.side).full.get(USSR, 0)
    ):
        return No("14.6.1", "the city is not Soviet and in supply")
    if smp_left(g, USSR) < POINT * INDUSTRY_POINTS:
        return No("14.6.1", "it takes two strategic movement points")
    price = removal_price(g, city)
    return No("14.6.1", f"it costs {price} NARFs") if row.narfs < price else None


@rule("14.6.1", "28.2.3")
def removal_price(g: War, city: Industry) -> int:
    """NARFs for moving the industry of a city: half its value, 2 with a Variant."""
    return 2 if boon(g, USSR, "evacuation") else city.value // 2


@rule("14.6.1")
def evacuate(g: War, space: int) -> None:
    """Machines go east: the city is worth nothing to a conqueror's victim any longer."""
    city = next(c for c in industries(g) if c.space == space)
    row = g.nations[USSR]
    pay(g, USSR, removal_price(g, city))
    row.smp -= POINT * INDUSTRY_POINTS
    row.urals = row.urals | 1 << MOVABLE.index(city.key)
    g.say("the industry of {} goes to the Urals", g.hexes[space], rule="14.6.1")


# --- the segment ----------------------------------------------------------------------------------------------------------------


@rule("3.8", "8.2", "8.1.4", "14.8")
def sea_movement(g: War) -> Flow[None]:
    """Strategic movement by sea and grants, the poorest power first: units, then ships"""
    own = [n for n in powers(g) if g.nations.side[n] == g.side]
    if lends_in_peace(g):
        own.append(USA)
    for power in sorted(own, key=lambda n: (g.nations.narfs[n], ORDER.index(n))):
        convoy = Convoy(power)
        while g.nations.side[power] == g.side:
            choice, paid = yield from menu(
                g, g.seat(g.side), "{0}: strategic movement by sea", convoy, DONE, FERRYING, REBASING, EMERGING, EVACUATING,
                rule="8.2", named=(g.nations[power],),
            )  # fmt: skip
            if choice.verb == "done":
                break
            if choice.verb == "rebase":
                convoy = Convoy(power, (*convoy.paid, paid))
        treasury = Treasury(power)
        while g.campaign:
            choice, _ = yield from menu(
                g, g.seat(g.side), "{0}: grants of NARFs", treasury, FINISHED, GRANTING, LENDING, RELAYING, OPENING_PERSIA,
                rule="14.8", named=(g.nations[power],),
            )  # fmt: skip
            if choice.verb == "done":
                break


@rule("14.8.6", "22.6")
def lends_in_peace(g: War) -> bool:
    """Whether America at peace grants NARFs in the Allied turn."""
    return bool(g.campaign) and g.side == camp(g, USA) and g.nations.side[USA] == NEUTRAL and peacetime_limit(g) > 0


class _Moored(NamedTuple):
    """What makes ships alike for a voyage."""

    at: int
    nation: int
    kind: int
    depleted: int
    moved: int
    active: int
    supply: int


def _ships(g: War, convoy: Convoy) -> list[tuple[int, int]]:
    """Ships of a power and the ports they could go to; of ships alike in one port the first stands for all."""
    known, seen, found = g.roster, set(), []
    passing = g.nations.effort[convoy.power] == PASS_TURN
    if points(g, convoy.power) < POINT and not convoy.paid and not passing and convoy.power != USA:
        return []
    for u in known.naval:
        at = g.units.at[u]
        units = g.units
        moved = units.moved[u] & STRATEGIC
        key = _Moored(at, known.nations[u], known.kinds[u], units.depleted[u], moved, units.active[u], units.supply[u])
        if at < 0 or known.patrons[u] != convoy.power or known.sides[u] != g.side or g.ground.sea[at] or key in seen:
            continue
        seen.add(key)
        found += [(u, goal) for goal in sea_roads(g, known.nations[u], at, PASSING if passing else UNLIMITED)]
    return found


DONE: Act[War, Convoy, None] = Act("done", "8.2", "Done", do=lambda g, s, _: None)
FINISHED: Act[War, Treasury, None] = Act("done", "14.8", "No more grants", do=lambda g, s, _: None)
REBASING: Act[War, Convoy, tuple[int, int]] = Act(
    "rebase", "8.2.1", "{0} goes to {1}", group="Ships change their base", takes=(Unit, Hex), among=_ships, rolls=True,
    may=lambda g, s, c: may_rebase(g, s, *c), do=rebase,
)  # fmt: skip
EMERGING: Act[War, Convoy, tuple[int, int]] = Act(
    "emerge", "8.8.2", "{0} comes from the Urals to {1}", group="Out of the Urals", takes=(Unit, Hex),
    who=lambda g, s: None if s.power == USSR else No("8.8.2", "the Urals are Soviet"),
    listed=lambda g, s: [(u, c) for u in travellers(g, s) if may_emerge(g, u) is None for c in from_the_urals(g, u)],
    may=lambda g, s, c: may_emerge_at(g, *c),
    do=emerge,
)  # fmt: skip
EVACUATING: Act[War, Convoy, int] = Act(
    "evacuate", "14.6.1", "Move the industry of {0} to the Urals", group="Industry to the Urals", takes=Hex,
    who=lambda g, s: None if s.power == USSR else No("14.6.1", "only the Soviets move industry"),
    among=lambda g, s: [c.space for c in industries(g) if c.owner == USSR],
    may=lambda g, s, h: may_evacuate(g, h), do=lambda g, s, h: evacuate(g, h),
)  # fmt: skip
