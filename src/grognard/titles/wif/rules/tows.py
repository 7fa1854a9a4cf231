"""13.6.10: ships under construction or repair go from port to port (option 40): a naval move with twice their range, to where
they stay what they are. What becomes of them when their place is lost is track_losses.py."""

from __future__ import annotations

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.ground import MAJOR_PORT, NO_PORT
from grognard.titles.wif.kinds import Activity
from grognard.titles.wif.rules.actions import count, left, may_do
from grognard.titles.wif.rules.building import HULL
from grognard.titles.wif.rules.naval_damage import HOMEWARD
from grognard.titles.wif.rules.naval_movement import MARITIME, MOVED
from grognard.titles.wif.rules.sailing import courses_from, way
from grognard.titles.wif.rules.task_forces import Admiralty, Pair
from grognard.titles.wif.rules.tracks import has_track, in_pools, may_occupy, on_track, places_for
from grognard.titles.wif.rules.units import destroy, units_at
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import CONSTRUCTION_POOL, FORCE_POOL, NOWHERE, REPAIR_POOL, TRACK, Hex, Unit, War

POOLS = (CONSTRUCTION_POOL, REPAIR_POOL)


@rule("13.6.10")
def may_cast_off(g: War, power: int, unit: int) -> No | None:
    """Whether a ship goes to another port as it is: in a pool, or face-up in a box, of a port that is not closed by ice."""
    row = g.units[unit]
    face_up = row.at in POOLS or (row.at == TRACK and row.cycle != HULL)
    if not g.options.factories_in_flames or row.power != power or not g.roster.naval[unit] or not face_up or row.yard < 0:
        return No("13.6.10", "only ships of yours in the pools of a port, or face-up in its boxes")
    if row.moved == MOVED:
        return No("11.4.2", "a ship makes one naval move in an impulse")
    if closed_port(g, row.yard):
        return No("8.2.1", "ice closes its port")
    return may_do(g, power, Activity.NAVAL_MOVE)


@rule("13.6.10")
def berth(g: War, unit: int, port: int) -> No | None:
    """Whether a ship can be in a port what it is now: a hull at home, one in a box in a box of the same number with room."""
    row = g.units[unit]
    if g.ground.port[port] == NO_PORT or g.powers_by_hex[port] != row.power:
        return No("13.6.10", "only a port of yours")
    home = port in places_for(g, unit)
    if row.at == TRACK:
        abroad = row.damaged and g.ground.port[port] == MAJOR_PORT
        return may_occupy(g, unit, port, row.stage) if home or abroad else No("13.6.10", "it cannot be worked on there")
    if row.at == CONSTRUCTION_POOL and not home:
        return No("13.6.10", "a hull stays in ports of its home country")
    crowd = not has_track(g, port) and [u for u in (*on_track(g, port), *in_pools(g, port)) if u != unit]
    return No("13.6.10", "a port without a production track takes one ship") if crowd else None


@rule("13.6.10")
def may_tow(g: War, subject: Admiralty, pair: Pair) -> No | None:
    """Whether a ship that is not complete goes to another port."""
    unit, port = pair
    no = may_cast_off(g, subject.power, unit)
    if no is None and port == g.units.yard[unit]:
        no = No("13.6.10", "it lies there")
    if no is None:
        no = berth(g, unit, port)
    if no is None and port not in courses_from(g, unit, g.units.yard[unit]):
        no = No("11.4.2", "it does not get there with twice its range")
    return no


def towable(g: War, subject: Admiralty) -> list[Pair]:
    if not g.options.factories_in_flames or left(g, subject.power, Activity.NAVAL_MOVE) <= 0:
        return []
    waiting = [u for pool in (*POOLS, TRACK) for u in units_at(g, pool) if may_cast_off(g, subject.power, u) is None]
    found = []
    for unit in waiting:
        reach = courses_from(g, unit, g.units.yard[unit])
        found += [(unit, s) for s in reach if g.ground.land[s] and s != g.units.yard[unit] and berth(g, unit, s) is None]
    return sorted(found)


def tow(g: War, subject: Admiralty, pair: Pair) -> Flow[None]:
    """It may be intercepted in each sea area, and fights through from section 0"""
    unit, port = pair
    count(g, subject.power, Activity.NAVAL_MOVE)
    yield from sail_under_tow(g, unit, port)


@rule("13.6.10", "11.4.6")
def sail_under_tow(g: War, unit: int, port: int) -> Flow[None]:
    """A ship that is not complete sails to a port, where it is what it was, or is lost on the way."""
    row = g.units[unit]
    pool, start = row.at, row.yard
    areas = [s for s in way(courses_from(g, unit, start), port) if g.ground.sea[s]]
    row.at, row.yard, row.moved, row.unready = start, NOWHERE, MOVED, int(pool != REPAIR_POOL)
    for area in areas:
        for meet in HOMEWARD:
            if unit not in (yield from meet(g, [unit], area)):
                _after_a_fight(g, unit, pool)
                return
    row.at, row.yard, row.unready = pool, port, 0
    g.say("{} is brought to {}", row, g.hexes[port], rule="13.6.10")


def _after_a_fight(g: War, unit: int, pool: int) -> None:
    """A ship that was driven off is what it was in the port it came to; one that was sunk is gone already."""
    row = g.units[unit]
    row.unready = 0
    if row.at < 0:
        return
    if not g.ground.land[row.at]:
        destroy(g, unit, FORCE_POOL)
        return
    row.at, row.yard = pool if pool in POOLS else REPAIR_POOL, row.at


TOW: Act[War, Admiralty, Pair] = Act(
    "tow", "13.6.10", "{0} under tow to {1}", takes=(Unit, Hex), listed=towable, may=may_tow, do=tow, rolls=True,
    group="Under tow",
)  # fmt: skip
MARITIME.append(TOW)
