"""11.16: aircraft rebase: far, safe and face-up."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import FLYING_COST, NO_PORT
from grognard.titles.wif.kinds import SCS, Activity, Type
from grognard.titles.wif.rules.actions import count, left, may_do
from grognard.titles.wif.rules.carrier_planes import board, decks_in_reach, may_take_planes
from grognard.titles.wif.rules.carriers import air_component, is_carrier_plane, on_deck
from grognard.titles.wif.rules.control import friendly
from grognard.titles.wif.rules.flight import SECTION_COSTS, flying_reach, homeward_reach
from grognard.titles.wif.rules.foreign_aircraft import hand_over, may_hand_over, versions
from grognard.titles.wif.rules.guests import may_base, may_leave_home
from grognard.titles.wif.rules.minors import neutral_minor
from grognard.titles.wif.rules.missions import fliers
from grognard.titles.wif.rules.powers import at_war, co_operate, home_power
from grognard.titles.wif.rules.stacking import enforce_stacking, may_stack
from grognard.titles.wif.rules.units import destroy, land_at, ships_at, turn_down
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import FORCE_POOL, GROUNDED, NOWHERE, Hex, Power, Unit, War

MOVED = int(Activity.AIR_REBASE) + 1
BOX_FLIGHT = 22  # between an off-map box and the edge of the map (America in Flames 14.1.2)


class Rebasing(Subject, frozen=True):
    """A major power's rebases."""

    power: Annotated[int, Power]


class Move(Subject, frozen=True):
    """An aircraft on its way to another base."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]

    @once
    def reach(self, g: War) -> dict[int, int]:
        return rebase_reach(g, self.unit)


@rule("11.16")
def rebase_aircraft(g: War) -> Flow[None]:
    """Aircraft rebase: choose one, then its new base"""
    subject = Rebasing(g.power)
    while movable(g, subject):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: rebase an aircraft", subject, DONE, TAKE, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == DONE.name:
            break
    turn_down(g, *(u for u, moved in enumerate(g.units.moved) if moved == MOVED and g.roster.naval[u]))  # 11.4.5
    yield from enforce_stacking(g)


@rule("11.16")
def may_take(g: War, subject: Rebasing, unit: int) -> No | None:
    """Whether an aircraft may rebase: face-up, on land or aboard a TRS at sea, even out of supply."""
    units = g.units
    if units.power[unit] != subject.power or not g.roster.air[unit] or units.at[unit] < 0:
        return No("11.16", "only aircraft of your own rebase")
    ship = units.aboard[unit]
    if ship == NOWHERE and not g.ground.land[units.at[unit]]:
        return No("11.16", "from the sea only aircraft aboard a TRS rebase")
    aloft = g.ground.land[units.at[unit]] if ship != NOWHERE else False
    if ship != NOWHERE and not on_deck(g, unit) and (g.roster.types[ship] != Type.TRS or units.down[ship] or aloft):
        return No("11.16", "it leaves a face-up TRS at sea only")
    if units.down[unit] or units.mission[unit] != GROUNDED:
        return No("11.16", "only face-up aircraft rebase")
    if units.moved[unit] == MOVED:
        return No("10.2", "it has rebased in this step")
    if units[unit].sheet.range <= 0:
        return No("11.16", "it has no range")
    return may_do(g, subject.power, Activity.AIR_REBASE)


def movable(g: War, subject: Rebasing) -> list[int]:
    if left(g, subject.power, Activity.AIR_REBASE) <= 0:
        return []
    return [u for u in fliers(g, subject.power) if may_take(g, subject, u) is None]


@rule("11.16", "14.1.1")
def rebase_reach(g: War, unit: int) -> dict[int, int]:
    """Hexes within twice an aircraft's range, thrice over safe ground alone; all doubled with extended range."""
    sheet, ground, at = g.units[unit].sheet, g.ground, g.units.at[unit]
    if g.units.aboard[unit] != NOWHERE and not on_deck(g, unit):
        return dict.fromkeys(ashore(g, unit), 0)
    points = sheet.range * (4 if "extended" in sheet.marks else 2)
    if is_carrier_plane(g, unit):
        own = {at: 0} if on_deck(g, unit) and ground.land[at] else {}  # out of its ship in the same port
        hexes = homeward_reach(g, at, points) if ground.section[at] >= 0 else flying_reach(g, {at: 0}, points)
        far = safe_reach(g, unit, points // 2 * 3)
        return {**far, **_safe_decks(g, unit, far, points // 2 * 3), **hexes, **own, **decks_in_reach(g, unit, points)}
    if ground.box[at]:
        return flying_reach(g, dict.fromkeys(ground.edge_dots[at], BOX_FLIGHT), points) if points >= BOX_FLIGHT else {}
    found = flying_reach(g, {at: 0}, points)
    for box, dots in ground.edge_dots.items():
        least = min((found[dot] + BOX_FLIGHT for dot in dots if dot in found), default=points + 1)
        if least <= points:
            found = {**found, box: least}
    return {**safe_reach(g, unit, points // 2 * 3), **found}


@rule("11.16")
def safe_reach(g: War, unit: int, points: int) -> dict[int, int]:
    """Hexes an aircraft reaches over friendly hexes and hexdots of sea areas without enemy aircraft, carriers and warships."""
    ground, power = g.ground, g.units.power[unit]
    sides, side = g.sides_by_hex, SIDE_OF_POWER[power]
    unsafe = {area for area in ground.sections if _watched(g, area, power)}
    wet = {dot for area in unsafe for dot in ground.dots[area]}
    at = g.units.at[unit]
    out, area = (SECTION_COSTS[ground.section[at]], ground.area[at]) if ground.section[at] >= 0 else (0, NOWHERE)
    found = {at: 0} if area == NOWHERE else dict.fromkeys((dot for dot in ground.dots[area] if dot not in wet), out)
    found = {s: spent for s, spent in found.items() if spent <= points}
    queue = [(spent, s) for s, spent in found.items()]
    heapify(queue)
    while queue:
        spent, here = heappop(queue)
        if spent > found[here]:
            continue
        for there, _ in g.board.neighbours[here]:
            if not (ground.dot[there] and there not in wet) and not (ground.land[there] and sides[there] == side):
                continue
            total = spent + FLYING_COST[max(ground.scale[here], ground.scale[there])]
            if total <= points and total < found.get(there, points + 1):
                found[there] = total
                heappush(queue, (total, there))
    return found


@rule("14.4.1", "11.16")
def _safe_decks(g: War, unit: int, far: dict[int, int], points: int) -> dict[int, int]:
    """Sections with carriers that a carrier plane reaches over such ground and seas alone, at three times its range."""
    ground, found = g.ground, dict[int, int]()
    for space in decks_in_reach(g, unit, points):
        if ground.section[space] < 0:
            if space in far:
                found[space] = far[space]
            continue
        area = ground.area[space]
        near = min((far[dot] for dot in ground.dots[area] if dot in far), default=points + 1)
        if not _watched(g, area, g.units.power[unit]) and near + SECTION_COSTS[ground.section[space]] <= points:
            found[space] = near + SECTION_COSTS[ground.section[space]]
    return found


def _watched(g: War, area: int, power: int) -> bool:
    types, air = g.roster.types, g.roster.air
    return any(
        at_war(g, power, g.units.power[u]) and (air[u] or types[u] in SCS or air_component(g, u) > 0)
        for box in g.ground.sections[area]
        for u in g.units.stacks.get(box, ())
    )


@rule("11.16", "11.4.5")
def ashore(g: War, unit: int) -> list[int]:
    """Where an aircraft aboard a TRS at sea may fly to: friendly coasts of the sea, with a port or an HQ if need be."""
    ground, power = g.ground, g.units.power[unit]
    area = ground.area[g.units.at[unit]]
    found = []
    for s in ground.shores.get(area, ()):
        harbour = g.settings.planes_leave_anywhere or (ground.port[s] != NO_PORT and not closed_port(g, s))
        if friendly(g, s, power) and (harbour or any(g.roster.hq[u] and co_operate(g, u, unit) for u in land_at(g, s))):
            found.append(s)
    return found


@rule("11.16")
def may_move(g: War, subject: Move, there: int) -> No | None:
    """Whether an aircraft may rebase to a hex."""
    if g.ground.section[there] >= 0 or there == g.units.at[subject.unit]:
        return _may_shift(g, subject, there)
    if not g.ground.land[there] or not friendly(g, there, subject.power):
        return No("11.16", "aircraft rebase to hexes of their side")
    if there not in subject.reach(g):
        return No("11.16", f"{g.board.label(there)} is out of range")
    no = may_base(g, subject.unit, there)
    if no is None and g.ground.land[g.units.at[subject.unit]]:
        no = may_leave_home(g, subject.unit, there)
    return may_stack(g, subject.unit, there) if no is None else no


@rule("14.4.1", "11.16")
def _may_shift(g: War, subject: Move, there: int) -> No | None:
    """Whether a carrier plane goes to a carrier at sea, or changes between its ship and the port they are in."""
    if not is_carrier_plane(g, subject.unit):
        return No("11.16", "it is there" if there == g.units.at[subject.unit] else "aircraft rebase to hexes of their side")
    if there not in subject.reach(g):
        return No("11.16", f"{g.board.label(there)} is out of range")
    if decks_at(g, subject.unit, there):
        return None
    if g.ground.land[there] and on_deck(g, subject.unit):
        return may_stack(g, subject.unit, there)
    return No("14.4.1", "no carrier of its power there has room for it")


def decks_at(g: War, unit: int, there: int) -> list[int]:
    """Other carriers in a place that take a plane unit aboard."""
    ships = [u for u in ships_at(g, there) if u != g.units.aboard[unit]] if is_carrier_plane(g, unit) else []
    return [u for u in ships if may_take_planes(g, u, unit) is None]


def homes(g: War, subject: Move) -> list[int]:
    """Hexes of its side within reach, and carriers at sea."""
    return [s for s in subject.reach(g) if friendly(g, s, subject.power) or g.ground.section[s] >= 0]


def _take(g: War, subject: Rebasing, unit: int) -> Flow[None]:
    """An aircraft rebases"""
    move = Move(subject.power, unit)
    yield from menu(g, g.seat(subject.power), "{0}: its new base", move, STAY, MOVE, HAND_OVER, INTERN, named=(g.units[unit],))


def _move(g: War, subject: Move, there: int) -> None:
    row = g.units[subject.unit]
    others, at = decks_at(g, subject.unit, there), row.at
    if row.aboard != NOWHERE:
        if not on_deck(g, subject.unit):
            g.units[row.aboard].moved = MOVED  # the TRS it leaves at sea turns down at the end of the step
        row.aboard = NOWHERE
    row.at, row.moved = there, MOVED
    for ship in others[:1]:
        board(g, subject.unit, ship)
    if at != there or not g.ground.land[there]:  # 14.4.1: within a port it counts as no mission
        count(g, subject.power, Activity.AIR_REBASE)


@rule("13.6.4", "11.16")
def may_give(g: War, subject: Move, there: int) -> No | None:
    """Whether an aircraft may rebase to a hex of a friend to become his (option 37)."""
    if there not in subject.reach(g):
        return No("11.16", f"{g.board.label(there)} is out of range")
    return may_hand_over(g, subject.unit, there)


def _givings(g: War, subject: Move) -> list[int]:
    if not g.options.foreign_aircraft or not versions(g, subject.unit):
        return []
    return [s for s in subject.reach(g) if may_hand_over(g, subject.unit, s) is None]


def _give(g: War, subject: Move, there: int) -> None:
    row = g.units[subject.unit]
    if row.aboard != NOWHERE and not on_deck(g, subject.unit):
        g.units[row.aboard].moved = MOVED
    row.moved = MOVED
    count(g, subject.power, Activity.AIR_REBASE)
    hand_over(g, subject.unit, there)


@rule("19.4.3")
def may_be_interned(g: War, subject: Move, there: int) -> No | None:
    """Whether a minor's aircraft rebases into a neutral minor country, where only its pilot is saved (option 46)."""
    if not g.options.pilots or home_power(g, g.units.country[subject.unit]) >= 0:
        return No("19.4.3", "only aircraft of minor countries go to neutrals, with option 46")
    country = g.hexes.controller[there]
    if not g.ground.land[there] or country < 0 or not neutral_minor(g, country):
        return No("19.4.3", f"{g.board.label(there)} lies in no neutral minor country")
    return None if there in subject.reach(g) else No("11.16", f"{g.board.label(there)} is out of range")


def havens(g: War, subject: Move) -> list[int]:
    if not g.options.pilots or home_power(g, g.units.country[subject.unit]) >= 0:
        return []
    return [s for s in subject.reach(g) if may_be_interned(g, subject, s) is None]


def _intern(g: War, subject: Move, there: int) -> None:
    """The aircraft is lost; its pilot flies for the power that controls the minor in two turns."""
    count(g, subject.power, Activity.AIR_REBASE)
    g.training = [*g.training, subject.power, g.turn + INTERNED]
    g.say("{} is interned in {}", g.units[subject.unit], g.hexes[there], rule="19.4.3")
    destroy(g, subject.unit, FORCE_POOL)


INTERNED = 2  # turns after which the pilot is back
DONE: Act[War, Rebasing, None] = Act("done", "11.16", "Rebases are done", do=lambda g, s, _: None)
TAKE: Act[War, Rebasing, int] = Act("rebase", "11.16", "{0}", takes=Unit, listed=movable, may=may_take, do=_take)
STAY: Act[War, Move, None] = Act("stay", "11.16", "Stay", do=lambda g, s, _: None)
MOVE: Act[War, Move, int] = Act("base", "11.16", "To {0}", takes=Hex, among=homes, may=may_move, do=_move)
HAND_OVER: Act[War, Move, int] = Act(
    "hand_over", "13.6.4", "Hand it over in {0}", takes=Hex, listed=_givings, may=may_give, do=_give
)
INTERN: Act[War, Move, int] = Act(
    "intern", "19.4.3", "Interned in {0}", takes=Hex, listed=havens, may=may_be_interned, do=_intern, group="Neutrals"
)
