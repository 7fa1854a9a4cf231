"""Staging (11.2): air units and parachutists fly from base to base, and hasty airbases are built for them (11.1.1)."""

from __future__ import annotations

from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import MAJORS
from grognard.titles.tw.rules.air_support import transfer
from grognard.titles.tw.rules.airbases import LEGS, hops, may_base, offensive_range
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.installations import HASTE_PRICE, base_left, dismantle, idle_bases, place_base
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import patron_of
from grognard.titles.tw.state import PASS_TURN, Hex, Nation, Unit, War
from grognard.titles.tw.subjects import Stage, Staging

NO_BASE = f"no airbase counter is left, or less than {HASTE_PRICE} NARFs, or it was asked for"


def begin_staging(g: War) -> None:
    """Nobody has been asked yet."""
    g.asked, g.surveyed = [], []


@rule("11.2", "11.2.1.1", "11.1.1")
def staging(g: War) -> Flow[None]:
    """Stage air units and parachutists to other bases"""
    seat = g.seat(g.side)
    while True:
        asked = set(g.asked)
        ready = [u for u in stagers(g) if u not in asked and may_stage(g, u) is None]
        if not ready:
            return
        builders, old = hasty_bases(g)
        able = [n for n in builders if n not in g.surveyed]
        acts = (
            one_of("stage", "11.2.1.1", "Stage {0}", Unit, ready, "it has staged in this segment", why=may_stage),
            one_of("survey", "11.1.1", "An airbase elsewhere: {0}", Nation, able, NO_BASE),
            one_of("dismantle", "11.1.2", "Pull down {0}", Hex, old, "no idle airbase of a power that has no other counter left"),
            DONE,
        )
        prompt = "Stage an air unit to another base"
        choice, _ = yield from menu(g, seat, prompt, Staging(g.side), *acts, rule="11.2.1.1", rests=True)
        if choice.verb == "done":
            return
        if choice.verb in ("survey", "dismantle"):
            if choice.verb == "dismantle":
                dismantle(g, choice.arg.index, 0)
            else:
                g.surveyed.append(choice.arg.index)
                yield from place_base(g, choice.arg, HASTE_PRICE)
            continue
        unit = choice.arg
        g.asked.append(unit.index)
        there, _ = yield from menu(g, seat, f"Stage {unit.label}", Stage(unit.index), LANDING, STAYING, rule="11.2.1.1")
        if there.verb == "land":
            legs, leg = staging_legs(g, unit.index)
            if (yield from transfer(g, unit.index, there.arg.index, legs, leg)):
                unit.at, unit.aboard = there.arg.index, NOWHERE
                g.say("{} stages to {}", unit, there.arg, rule="11.2.1.1")


@rule("11.1.1", "11.1.2")
def hasty_bases(g: War) -> tuple[list[int], list[int]]:
    """While air units stage: powers that can build an airbase for 5 NARFs, and airbases that can be pulled down for one."""
    builders: list[int] = []
    old: list[int] = []
    for nation in MAJORS:
        row = g.nations[nation]
        if row.side != g.side or row.surrendered or row.narfs < HASTE_PRICE:
            continue
        if base_left(g, nation):
            builders.append(nation)
        else:
            old += idle_bases(g, nation)
    return builders, old


def stagers(g: War) -> list[int]:
    """Air units and parachutists of the phasing side on the board."""
    known, at, side = g.roster, g.units.at, g.side
    return [u for u in known.stagers if at[u] >= 0 and known.sides[u] == side]


@rule("11.2", "12.6.3", "4.0", "11.14.1")
def may_stage(g: War, unit: int) -> No | None:
    """Air units that are active, or out of supply, and parachutists in an airbase may stage."""
    if g.units.at[unit] < 0 or g.roster.sides[unit] != g.side:
        return No("11.2", "only air units and parachutists stage")
    kind = g.roster.kinds[unit]
    if not (Kind.FTR <= kind <= Kind.NAC or kind == Kind.PARA):
        return No("11.2", "only air units and parachutists stage")
    if g.units.aboard[unit] >= 0 and not g.ground.land[g.units.at[unit]]:
        return No("11.2.1.2", "its carrier is at sea")
    if not g.units.active[unit] and g.units.supply[unit] != 2:
        return No("4.0", "no effort activates it")
    if kind == Kind.PARA and may_base(g, g.units.at[unit], unit) is not None:
        return No("11.14.1", "it is not in an airbase")
    if kind != Kind.PARA and offensive_range(g, unit) == 0:
        return No("26.1.1", "the weather grounds it")
    return None


@rule("11.2.1.1", "4.5")
def staging_legs(g: War, unit: int) -> tuple[int, int]:
    """(legs, hexes of a leg)."""
    reach = 4 if g.roster.kinds[unit] == Kind.PARA else offensive_range(g, unit)
    return (1, reach) if g.nations[patron_of(g, unit)].effort == PASS_TURN else (LEGS, 2 * reach)


def staging_bases(g: War, unit: int) -> list[int]:
    """Where a unit can stage: three legs of twice its range, one plain flight on a Pass (4.5); to a supplied base if it is
    cut off."""
    found = hops(g, unit, *staging_legs(g, unit))
    if g.units.supply[unit] == 2:
        net = lines(g, g.side)
        found = [s for s in found if net.network.reached[s] & net.full.get(g.roster.nations[unit], 0)]
    return found


@rule("11.2.1.1")
def may_fly_to(g: War, stage: Stage, space: int) -> No | None:
    """Whether a unit can stage to a hex."""
    if space == g.units.at[stage.unit]:
        return No("11.2.1.1", "it is there")
    no = may_base(g, space, stage.unit)
    if no is not None:
        return no
    near = space in staging_bases(g, stage.unit)
    return None if near else No("11.2.1.1", "its legs do not reach there, or it needs a supplied base")


DONE: Act[War, Any, None] = word("done", "11.2.1.1", "Done")
STAYING: Act[War, Stage, None] = word("stay", "11.2.1.1", "Stay")
LANDING: Act[War, Stage, int] = Act(
    "land", "11.2.1.1", "Land at {0}", takes=Hex, listed=lambda g, s: staging_bases(g, s.unit), may=may_fly_to,
    do=lambda g, s, h: None,
)  # fmt: skip
