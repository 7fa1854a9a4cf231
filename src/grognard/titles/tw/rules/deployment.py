"""21.4: where the Soviet Union keeps its army while the Pact holds, from Summer 1940 to Fall 1941: at the border, but for so many
factors. What the surprise of the German attack does is in national.py."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.boons import boon
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import GERMANY, INDEX, USSR
from grognard.titles.tw.rules.airbases import may_base
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.pact import pact_holds
from grognard.titles.tw.rules.stacking import with_room
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import FALL, SUMMER, Hex, Unit, War, turn_of
from grognard.titles.tw.subjects import Counter

NEAR = 3  # hexes from the border
REAR_FACTORS, FLEXIBLE_FACTORS = 30, 40  # 28.2.3: the second with Flexible Defence, and one bomber beside them
LINE = (Kind.ARM, Kind.MECH, Kind.CAV, Kind.MOT, Kind.INF, Kind.STA, Kind.PARA)
BOMBERS = (Kind.TAC, Kind.MDM)
NEIGHBOURS = tuple([INDEX[k] for k in ("romania", "hungary", "slovakia")])  # TW-AMB-175
FIRST, LAST = turn_of(1940, SUMMER), turn_of(1941, FALL)


class Deployment(Subject, frozen=True):
    """So many factors too many stand behind the border, and so many air units."""

    factors: int
    aircraft: int


class Transfer(Subject, frozen=True):
    """A unit that is brought to the border."""

    unit: Counter


@rule("21.4")
def deploys(g: War) -> bool:
    """Whether the rule holds now: under the Pact, until Germany attacks the Soviets or Turkey."""
    return bool(g.campaign) and FIRST <= g.turn <= LAST and pact_holds(g) and not g.soviets_freed


@derived("hexes.holder")
def border_zone(g: War) -> frozenset[int]:
    """Hexes within three of the border with Germany and its neighbours in the East, none of them beside Finland (TW-AMB-175)."""
    return _near(g, (GERMANY, *NEIGHBOURS)) - _beside_finland(g)


@derived("hexes.holder")
def air_zone(g: War) -> frozenset[int]:
    """Hexes within three of German Poland and East Prussia."""
    return _near(g, (GERMANY,))


def _near(g: War, holders: tuple[int, ...]) -> frozenset[int]:
    """Soviet hexes within three of a hex of these that lies beside a Soviet one."""
    holder, steps = g.hexes.holder, g.ground.steps
    doors = [s for s, h in enumerate(holder) if h in holders and g.ground.land[s] and any(holder[b] == USSR for b in steps[s])]
    return frozenset([s for door in doors for s in g.ground.near(door, NEAR) if holder[s] == USSR and g.ground.land[s]])


def _beside_finland(g: War) -> frozenset[int]:
    finland = INDEX["finland"]
    return frozenset([b for s, h in enumerate(g.hexes.holder) if h == finland for b in g.ground.steps[s]])


@derived()
def _exempt(g: War) -> frozenset[str]:
    """Counters that Variants have given: printed facts."""
    return frozenset([c for row in campaign_of(g).pools if row.enters.startswith("variant soviet") for c in row.counters])


@rule("21.4")
@derived("units.design", "units.flag", "units.regular")
def army(g: War) -> frozenset[int]:
    """The units that the rule binds: Soviet aircraft and troops of the line, but for those of Variants."""
    known, designs, exempt = g.roster, g.designs, _exempt(g)
    soviets = [u for u, nation in enumerate(known.nations) if nation == USSR and designs[g.units.design[u]].id not in exempt]
    return frozenset([u for u in soviets if known.kinds[u] in LINE or Kind.FTR <= known.kinds[u] < Kind.NAC])


def bound(g: War, unit: int) -> bool:
    """Whether the rule binds a unit."""
    return unit in army(g)


def in_rear(g: War, unit: int, space: int) -> bool:
    """Whether a unit in a hex of the map stands behind the border."""
    flies = g.designs[g.units.design[unit]].air
    return not g.ground.box[space] and space not in (air_zone(g) if flies else border_zone(g))


@rule("21.4", "28.2.3")
@derived(army, air_zone, border_zone, "units.at", "boons")
def spare_room(g: War) -> tuple[int, int]:
    """Factors and bombers that may still stand in the rear; below nought: so many too many."""
    flexible = bool(boon(g, USSR, "flexible"))
    known = g.roster
    at = g.units.at
    rear = [u for u in sorted(army(g)) if at[u] >= 0 and in_rear(g, u, at[u])]
    factors = sum([known.strengths[u] for u in rear if known.ground[u]])
    planes = [u for u in rear if not known.ground[u]]
    allowed = int(flexible and (not planes or any(known.kinds[u] in BOMBERS for u in planes)))
    return (FLEXIBLE_FACTORS if flexible else REAR_FACTORS) - factors, allowed - len(planes)


@rule("21.4", "28.2.3")
def may_stand(g: War, unit: int, space: int) -> No | None:
    """Whether a new Soviet unit may be placed in a hex."""
    if not deploys(g) or not bound(g, unit) or not in_rear(g, unit, space):
        return None
    factors, bombers = spare_room(g)
    known = g.roster
    if known.ground[unit]:
        return None if known.strengths[unit] <= factors else No("21.4", "the army stands within three hexes of the border")
    if bombers > 0 and known.kinds[unit] in BOMBERS:
        return None
    return No("21.4", "aircraft stand within three hexes of German Poland and East Prussia")


# --- bringing the army to the border -------------------------------------------------------------------------------------------


@rule("21.4")
def may_transfer(g: War, plan: Deployment, unit: int) -> No | None:
    """Whether a unit can be brought to the border now."""
    at = g.units.at[unit]
    if at < 0 or not bound(g, unit) or not in_rear(g, unit, at):
        return No("21.4", "it is no Soviet unit behind the border")
    if not (plan.factors if g.roster.ground[unit] else plan.aircraft):
        return No("21.4", "as many as stand behind the border now may stay")
    return None if stations(g, unit) else No("21.4", "there is no room at the border")


def stations(g: War, unit: int) -> list[int]:
    """Hexes at the border with room for a unit."""
    if not g.roster.ground[unit]:
        return [s for s in sorted(air_zone(g)) if may_base(g, s, unit) is None]
    return with_room(g, sorted(border_zone(g)), unit)


def may_arrive(g: War, transfer: Transfer, space: int) -> No | None:
    return None if space in stations(g, transfer.unit) else No("21.4", "there is no room for it at the border there")


def _overdue(g: War) -> Deployment:
    factors, bombers = spare_room(g)
    return Deployment(max(-factors, 0), max(-bombers, 0))


@rule("21.4")
def soviet_deployment(g: War) -> Flow[None]:
    """The Soviets bring to the border what may not stay behind it, as far as there is room"""
    while True:
        plan = _overdue(g)
        if not any(may_transfer(g, plan, u) is None for u in range(len(g.units))):
            return
        yield from menu(g, g.seat(g.side), "The Soviet army goes to the border", plan, STAFF, CALLING, rule="21.4")


def _staff(g: War, plan: Deployment) -> None:
    """The units nearest to the border go to the nearest places."""
    while True:
        plan = _overdue(g)
        able = [u for u in range(len(g.units)) if may_transfer(g, plan, u) is None]
        ways = [(g.ground.far(g.units.at[u], s), u, s) for u in able for s in stations(g, u)]
        if not ways:
            return
        _, unit, space = min(ways)
        _move(g, unit, space)


def _move(g: War, unit: int, space: int) -> None:
    g.units[unit].at = space
    g.say("{} goes to {}", g.units[unit], g.hexes[space], rule="21.4")


def _call(g: War, plan: Deployment, unit: int) -> Flow[None]:
    """A unit goes to a hex at the border"""
    yield from menu(g, g.seat(g.side), "{0} goes to", Transfer(unit), POSTING, rule="21.4", named=(g.units[unit],))


STAFF: Act[War, Deployment, None] = Act("staff", "21.4", "The staff sends the nearest", do=lambda g, s, _: _staff(g, s))
CALLING: Act[War, Deployment, int] = Act(
    "call", "21.4", "{0}", takes=Unit, among=lambda g, s: range(len(g.units)), may=may_transfer, do=_call
)
POSTING: Act[War, Transfer, int] = Act(
    "post", "21.4", "{0}", takes=Hex, listed=lambda g, s: stations(g, s.unit), may=may_arrive,
    do=lambda g, s, h: _move(g, s.unit, h),
)  # fmt: skip
