"""3.7, 3.9.2, 15.1, 21.7.1: the Build Segment: what can be built, repaired, fortified and placed. Prices, places, works and
upgrades have modules of their own; ships are built in shipyards.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from grognard.kernel.acts import Act, Take, once
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.boons import bestow, boon
from grognard.titles.tw.kinds import HOUSED, RESERVE, Kind
from grognard.titles.tw.nations import AXIS, GERMANY, MAJORS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.deployment import may_stand
from grognard.titles.tw.rules.disbanding import disband
from grognard.titles.tw.rules.free_french import liberation
from grognard.titles.tw.rules.installations import (
    CARRY_PRICE,
    base_left,
    base_sites,
    dismantle,
    fort_site,
    idle_bases,
    may_build_base,
    may_dismantle,
    place_base,
)
from grognard.titles.tw.rules.mobilisation import levies, mobilise, to_the_urals
from grognard.titles.tw.rules.money import bill, camp, charge, funds, may_overspend, overspend, pay
from grognard.titles.tw.rules.placing import builders, homes
from grognard.titles.tw.rules.reserves import PRICE as RESERVE_PRICE
from grognard.titles.tw.rules.reserves import may_be_reserve, no_reserves
from grognard.titles.tw.rules.stacking import enforce_stacking
from grognard.titles.tw.rules.training import SERVICES, close_training, may_train, train
from grognard.titles.tw.rules.unit_prices import may_repair, repair_price, unit_price
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.rules.upgrades import may_upgrade, open_upgrades, promote
from grognard.titles.tw.rules.works import (
    FORT_PRICE,
    FORTRESS_ON_FORT,
    build_fortress,
    fortress_price,
    may_build_fortress,
    may_fortify,
    may_wall,
    no_fortress,
    no_more_forts,
    place_fortress,
)
from grognard.titles.tw.state import (
    DUE,
    FORTIFICATION,
    HOME,
    LOST,
    LOST_UNSUPPLIED,
    RLE,
    SLE,
    SUMMER,
    Hex,
    Nation,
    Unit,
    War,
    turn_of,
)
from grognard.titles.tw.subjects import Building, Placing

EXTENSION = 25  # 8.4.1
FREE_AIR = (Kind.FTR, Kind.MDM, Kind.TAC)
PEACETIME_BUILDS = 2  # 22.7.1


def pool_of(g: War, side: int) -> Iterator[int]:
    """Units of a side that wait to be built, or are due now."""
    nations, builds = g.roster.nations, builders(g)
    for u, pool in enumerate(g.units.pool):
        if builds[nations[u]] == side and (pool in (LOST, LOST_UNSUPPLIED) or (pool == DUE and 0 <= g.units.due[u] <= g.turn)):
            yield u


@rule("15.1", "15.1.1", "3.7", "22.7.1")
def may_build(g: War, unit: int) -> No | None:
    """Whether a unit in the pool can be built now; reinforcements of the scenario cost nothing."""
    if g.units.at[unit] >= 0:
        return No("15.1", "it is on the board")
    nation = g.roster.nations[unit]
    if g.nations.surrendered[nation]:
        return No("15.1", "its country has surrendered")
    if g.roster.kinds[unit] > Kind.NAC:
        return No("15.1.5", "fleets are not built here")
    if g.units.parent[unit] and nation != GERMANY:
        return No("9.6.3", "only German pieces are built anew")
    if g.units.moved[unit]:
        return No("15.1", "it was put off this turn")
    if g.units.pool[unit] not in (LOST, LOST_UNSUPPLIED, DUE):
        return No("15.1.1", "it is not in the force pool")
    if g.units.pool[unit] == DUE:
        return None
    if not g.options.rebuilding:
        return No("15.1", "this scenario is played without rebuilding")
    if nation == USA and g.nations.side[USA] == NEUTRAL and g.campaign:
        nations, kinds = g.roster.nations, g.roster.kinds
        new = [u for u, when in enumerate(g.units.built) if when == g.player_turn and nations[u] == USA and kinds[u] <= Kind.NAC]
        if len(new) >= PEACETIME_BUILDS:
            return No("22.7.1", "America at peace builds two ground or air units a turn")
    if "roa" in g.designs[g.units.design[unit]].marks and any(
        when == g.player_turn and "roa" in g.designs[g.units.design[u]].marks for u, when in enumerate(g.units.built)
    ):
        return No("15.1.6.2", "one unit of the Russian Liberation Army a turn")
    price = bill(g, nation, build_price(g, unit))
    if price > funds(g, nation):
        return No("15.1.2", f"it costs {price} NARFs")
    if g.units.pool[unit] == LOST_UNSUPPLIED and any(may_build(g, u) is None for u in lost_in_supply(g).get(nation, ())):
        return No("15.1.6.1", "units lost in supply are rebuilt first")
    return None


@rule("15.1.6.1")
@derived("units.pool", "units.fallen", "units.design", "units.flag")
def lost_in_supply(g: War) -> dict[int, list[int]]:
    """By nation, the ground and air units that were eliminated while in supply and wait to be rebuilt."""
    found: dict[int, list[int]] = {}
    known = g.roster
    for u, pool in enumerate(g.units.pool):
        if pool == LOST and g.units.fallen[u] and known.kinds[u] <= Kind.NAC and known.kinds[u] != Kind.PART:
            found.setdefault(known.nations[u], []).append(u)
    return found


@rule("21.7.1")
def build_price(g: War, unit: int) -> int:
    """What building a unit takes from the purse now: nothing for a reinforcement or a free Soviet ground unit."""
    if g.roster.kinds[unit] in FREE_AIR and boon(g, g.roster.nations[unit], "freeair"):
        return 0  # 28.1.1
    if g.units.pool[unit] == DUE or (g.nations.free_builds[g.roster.nations[unit]] and g.roster.kinds[unit] <= Kind.PART):
        return 0
    return unit_price(g, unit)


# --- strategic movement (8.4.1) -----------------------------------------------------------------------------------------------


@rule("8.4.1")
def extension_price(g: War, nation: int) -> int:
    """NARFs for a level of strategic movement: double for the United States while they are neutral."""
    return 2 * EXTENSION if nation == USA and g.nations.side[USA] == NEUTRAL else EXTENSION


@rule("8.4.1")
def may_extend(g: War, nation: int) -> No | None:
    """A Major Power raises its strategic movement by one a year, from 1941 on (TW-AMB-70)."""
    row = g.nations[nation]
    if nation not in MAJORS:
        return No("8.4.1", "minor countries never raise it")
    if g.year < 1941 or row.smp_year == g.year:
        return No("8.4.1", "one level a year, from 1941 on")
    if nation == USSR and hex_sides(g)[g.ground.named("moscow")] == AXIS:
        return No("8.4.1", "not while the enemy holds Moscow")
    price = extension_price(g, nation)
    return No("8.4.1", f"it costs {price} NARFs") if row.narfs < price else None


# --- the segment --------------------------------------------------------------------------------------------------------------


@rule("3.7", "21.7.1")
def begin_build(g: War) -> None:
    """The Soviets mobilise, and what is due comes."""
    mobilise(g)
    levies(g)
    liberation(g)
    for u, at in enumerate(g.units.at):  # 21.7.1: what is due comes even if its owner forgets
        if at < 0 and g.units.pool[u] == DUE and g.units.due[u] == NOWHERE:
            g.units[u].due = g.turn


@rule("3.7", "15.0")
def build_segment(g: War) -> Flow[None]:
    """Repair, build, place reinforcements, fortify and form reserves"""
    side, seat = g.side, g.seat(g.side)
    while True:
        desk = Building(side)
        if not anything(g, desk):
            break
        choice, _ = yield from menu(g, seat, "Build Segment", desk, *BUILDINGS, rule="3.7", rests=True)
        if choice.verb == "done":
            break
    close_training(g)
    if g.campaign and side == camp(g, USSR):
        to_the_urals(g)
    yield from enforce_stacking(g, side)


# --- the list of the segment ----------------------------------------------------------------------------------------------------


def anything(g: War, desk: Building) -> bool:
    """Whether a side has anything to decide in its Build Segment: what is seen at once comes first."""
    side, nations = desk.side, g.nations
    own = [n for n in MAJORS if nations.side[n] == side and not nations.surrendered[n]]
    if any(base_left(g, n) or may_extend(g, n) is None for n in own):
        return True
    return any(on_offer(desk, g).values()) or broke(g, side)


@once
def on_offer(desk: Building, g: War) -> dict[str, list[Any]]:
    """What can be built now, by the verb; made when it is wanted, for one question."""
    return offers(g, desk.side)


def offers(g: War, side: int) -> dict[str, list[Any]]:
    """What a side can build now, by the verb, found in one pass over the board."""
    known, units, better = g.roster, g.units, open_upgrades(g)
    kinds, nations, depleted, designs = known.kinds, known.nations, units.depleted, units.design
    keep = {n for n in MAJORS if no_reserves(g, n) is None}
    found: dict[str, list[Any]] = {item.verb: [] for item in ITEMS}
    for u, (at, s) in enumerate(zip(units.at, known.sides)):
        if at < 0 or s != side:
            continue
        if depleted[u] and may_repair(g, u) is None:
            found["repair"].append(u)
        if better and designs[u] in better and may_upgrade(g, u) is None:
            found["upgrade"].append(u)
        if nations[u] in keep and kinds[u] in RESERVE and may_be_reserve(g, u) is None:
            found["reserve"].append(u)
    found["build"] = [u for u in pool_of(g, side) if may_build(g, u) is None]
    for nation in MAJORS:
        row = g.nations[nation]
        if row.side == side and not row.surrendered:
            _works_of(g, nation, found)
        elif camp(g, nation) == side and not row.surrendered:
            _peaceful_works(g, nation, found)
    return found


@rule("8.4.1", "10.8.3", "11.11.3")
def _peaceful_works(g: War, nation: int, found: dict[str, list[Any]]) -> None:
    """What a Major Power at peace pays for besides units: strategic movement, and a better army or air force."""
    if may_extend(g, nation) is None:
        found["extend"].append(nation)
    found["train"] += [(nation, service) for service in SERVICES if may_train(g, nation, service) is None]


def _works_of(g: War, nation: int, found: dict[str, list[Any]]) -> None:
    """What a power can dig, build and train."""
    row, units, nations, kinds = g.nations[nation], g.units, g.roster.nations, g.roster.kinds
    own = {at for at, n in zip(units.at, nations) if at >= 0 and n == nation}
    forts, fields = no_more_forts(g, nation) is None, set(base_sites(g, nation))
    housed = {at for at, n, k in zip(units.at, nations, kinds) if n == nation and at >= 0 and k in HOUSED} if forts else ()
    fortresses = row.narfs >= FORTRESS_ON_FORT and no_fortress(g, nation) is None
    for s in sorted(own) if forts or fortresses or fields else ():
        if s in housed and fort_site(g, nation, s) is None:
            found["fortify"].append((nation, s))
        if fortresses and g.ground.land[s] and may_build_fortress(g, nation, s) is None:
            found["fortress"].append((nation, s))
        if s in fields:
            found["airbase"].append((nation, s))
    if fortresses and may_wall(g, nation) is None:
        found["bastion"].append(nation)
    if base_left(g, nation):
        found["survey"].append(nation)
    elif row.smp >= CARRY_PRICE:
        found["dismantle"] += idle_bases(g, nation)
    if may_extend(g, nation) is None:
        found["extend"].append(nation)
    found["train"] += [(nation, service) for service in SERVICES if may_train(g, nation, service) is None]
    if may_keep_works(g, nation) is None:
        found["hold_works"].append(nation)


@rule("9.9.1")
def may_keep_works(g: War, nation: int) -> No | None:
    """The Soviets may keep one fortification in reserve instead of a unit, for the price of both (TW-AMB-68)."""
    row = g.nations[nation]
    if nation != USSR or row.reserve_works:
        return No("9.9.1", "the Soviets keep one fortification in reserve")
    if row.effort not in (SLE, RLE) or row.reserves >= {1: 3, 2: 2}.get(row.army, 1):
        return No("9.9.1", "no more reserves with this effort")
    if g.turn < turn_of(1941, SUMMER):
        return No("21.3", "the Soviets build none before Summer 1941")
    price = RESERVE_PRICE + FORT_PRICE
    return None if row.narfs >= price else No("9.9.2", f"it costs {price} NARFs")


@rule("14.1.4")
def broke(g: War, side: int) -> bool:
    """Whether a power of a side has units to build or to repair that it could pay by going into debt."""
    able = [n for n in MAJORS if g.nations.side[n] == side and may_overspend(g, n) is None and g.nations.base[n] > 0]
    waiting = (LOST, LOST_UNSUPPLIED)
    rows = zip(g.units.pool, g.units.depleted, g.units.at, g.roster.nations)
    return bool(able) and any(n in able and (pool in waiting or (worn and at >= 0)) for pool, worn, at, n in rows)


def may_survey(g: War, nation: int) -> No | None:
    """Whether a power has an airbase counter left to be built away from its troops."""
    return None if nation in MAJORS and base_left(g, nation) else No("11.1.1", "it has no airbase counter left")


def may_pull_down(g: War, space: int) -> No | None:
    """Whether an airbase can be pulled down to have its counter again."""
    owner = g.hexes.airbase[space]
    if owner == NOWHERE:
        return No("11.1.2", "there is no airbase")
    if base_left(g, owner):
        return No("11.1.2", "its owner has a counter left")
    no = may_dismantle(g, owner, space)
    return no if no is not None else No("8.5.4", "it takes a strategic movement point")


# --- deeds ----------------------------------------------------------------------------------------------------------------------


def repair(g: War, unit: int) -> None:
    charge(g, g.roster.nations[unit], repair_price(g, unit))
    g.units[unit].depleted = 0


@rule("9.9.2")
def keep_back(g: War, unit: int) -> None:
    """A unit goes in reserve."""
    row = g.nations[g.roster.nations[unit]]
    row.narfs -= RESERVE_PRICE
    row.reserves += 1
    g.units[unit].reserve = 1


def extend(g: War, nation: int) -> None:
    row = g.nations[nation]
    pay(g, nation, extension_price(g, nation))
    row.smp_more, row.smp_year = row.smp_more + 1, g.year


def hold_works(g: War, nation: int) -> None:
    row = g.nations[nation]
    row.narfs -= RESERVE_PRICE + FORT_PRICE
    row.reserves += 1
    row.reserve_works = 1


def build_base(g: War, nation: int, space: int) -> None:
    g.hexes[space].airbase = nation


@rule("10.6.4")
def dig(g: War, nation: int, space: int) -> None:
    """A fortification is built."""
    row, hexagon = g.nations[nation], g.hexes[space]
    row.narfs -= FORT_PRICE
    row.works += 1
    hexagon.works, hexagon.builder, hexagon.vacant = FORTIFICATION, nation, 0


@rule("15.2.2", "21.7.1")
def place_unit(g: War, unit: Unit) -> Flow[None]:
    """Place a new unit in its home country"""
    why = partial(_misplaced, unit.index)
    act = one_of("at", "15.2.2", "At {0}", Hex, homes(g, unit.index), "no supplied home hex with room", why=why)
    choice, _ = yield from menu(g, g.seat(g.side), f"Place {unit.label}", Placing(unit.index), act, LATER, rule="15.2.2")
    if choice.verb == "later":
        if unit.pool == DUE:
            unit.due = g.turn + 1
        else:
            unit.moved = unit.moved | 1
        return
    charge(g, g.roster.nations[unit.index], build_price(g, unit.index))
    row = g.nations[g.roster.nations[unit.index]]
    if unit.pool != DUE and unit.sheet.kind in FREE_AIR and boon(g, row.index, "freeair"):
        bestow(g, row.index, "freeair", -1)
    if unit.pool != DUE and row.free_builds and unit.sheet.ground:
        row.free_builds -= 1
    raised = unit.pool != DUE  # what comes on its date is not produced (TW-AMB-193)
    unit.at, unit.pool, unit.moved, unit.built = choice.arg.index, 0, 0, g.player_turn if raised else unit.built
    if row.side == NEUTRAL and row.index not in MAJORS:  # 15.4: it stands at its post when war comes
        unit.at, unit.pool, unit.post = NOWHERE, HOME, choice.arg.index
    g.say("{} appears at {}", unit, choice.arg, rule="15.2.2")


def _misplaced(unit: int, g: War, space: int) -> No | None:
    return may_stand(g, unit, space) if g.roster.sides[unit] == NEUTRAL else None


# --- items ----------------------------------------------------------------------------------------------------------------------


class Item(NamedTuple):
    """An item of the segment: its list comes from the one pass over the board, its test says why not."""

    verb: str
    rule: str
    words: str
    takes: Take | tuple[Take, ...]
    may: Callable[..., No | None]
    do: Callable[..., Any]
    told: bool = True
    price: Callable[..., int] | None = None

    def act(self) -> Act[War, Building, Any]:
        def listed(g: War, desk: Building) -> list[Any]:
            return on_offer(desk, g)[self.verb]

        def may(g: War, desk: Building, candidate: Any) -> No | None:
            if candidate in listed(g, desk):
                return None
            no = self.may(g, *(candidate if isinstance(candidate, tuple) else (candidate,)))
            return no if no is not None else No(self.rule, "it is not yours, or no power of your side builds it")

        def do(g: War, desk: Building, candidate: Any) -> Any:
            parts = candidate if isinstance(candidate, tuple) else (candidate,)
            done = self.do(g, *parts)
            if self.told:
                first = g.units[parts[0]] if self.takes is Unit else g.nations[parts[0]]
                g.say("{}: {}", self.verb.replace("_", " "), first, rule="3.7")
            return done

        def price(g: War, desk: Building, candidate: Any) -> int:
            return self.price(g, *(candidate if isinstance(candidate, tuple) else (candidate,))) if self.price else 0

        return Act(
            self.verb, self.rule, self.words, takes=self.takes, listed=listed, may=may, do=do,
            price=price if self.price else None,
        )  # fmt: skip


LATER: Act[War, Placing, None] = word("later", "15.2.2", "Later")
DONE: Act[War, Building, None] = word("done", "3.7", "Done")
OVERSPENDING: Act[War, Building, int] = Act(
    "overspend", "14.1.4", "{0} goes into debt for units", takes=Nation, among=lambda g, s: MAJORS,
    may=lambda g, s, n: may_overspend(g, n), do=lambda g, s, n: overspend(g, n),
)  # fmt: skip
DISBANDING: Act[War, Building, int] = Act(
    "disband", "15.5", "Disband units of {0}", takes=Nation,
    among=lambda g, s: [n for n in MAJORS if g.nations.side[n] == s.side],
    may=lambda g, s, n: None if n in MAJORS and g.nations.side[n] == s.side else No("15.5", "no power of your side"),
    do=lambda g, s, n: disband(g, n),
)  # fmt: skip
ITEMS = (
    Item("repair", "15.1.3", "Repair {0}", Unit, may_repair, repair,
         price=lambda g, u: bill(g, g.roster.nations[u], repair_price(g, u))),
    Item("upgrade", "20.3", "Upgrade {0}", Unit, may_upgrade, lambda g, u: promote(g, g.units[u])),
    Item("reserve", "9.9.2", "Reserve {0}", Unit, may_be_reserve, keep_back, price=lambda g, u: RESERVE_PRICE),
    Item("build", "15.1", "Build {0}", Unit, may_build, lambda g, u: place_unit(g, g.units[u]), told=False,
         price=lambda g, u: bill(g, g.roster.nations[u], build_price(g, u))),
    Item("fortify", "10.6.4", "Fortify {1} ({0})", (Nation, Hex), may_fortify, dig, price=lambda g, n, s: FORT_PRICE),
    Item("fortress", "13.2.2", "Fortress {1} ({0})", (Nation, Hex), may_build_fortress, build_fortress,
         price=lambda g, n, s: fortress_price(g, s)),
    Item("bastion", "13.2.2", "A fortress elsewhere: {0}", Nation, may_wall, place_fortress, told=False),
    Item("airbase", "11.1.1", "Airbase {1} ({0})", (Nation, Hex), may_build_base, build_base),
    Item("survey", "11.1.1", "An airbase elsewhere: {0}", Nation, may_survey, lambda g, n: place_base(g, g.nations[n], 0), False),
    Item("dismantle", "11.1.2", "Pull down {0}", Hex, may_pull_down, lambda g, s: dismantle(g, s, CARRY_PRICE), told=False),
    Item("extend", "8.4.1", "Raise strategic movement: {0}", Nation, may_extend, extend, price=extension_price),
    Item("train", "10.8.2", "Train {0} {1}", (Nation, str), may_train, lambda g, n, service: train(g, g.nations[n], service)),
    Item("hold_works", "9.9.1", "Keep works in reserve {0}", Nation, may_keep_works, hold_works,
         price=lambda g, n: RESERVE_PRICE + FORT_PRICE),
)
BUILDINGS = (*[item.act() for item in ITEMS], DISBANDING, OVERSPENDING, DONE)
