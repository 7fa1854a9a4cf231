"""3.7, 3.9.2, 15.1, 21.7.1: the Build Segment: what can be built, repaired, fortified and placed. Prices, places, works and
upgrades have modules of their own; ships are built in shipyards.py."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.flow import Ask, Flow, Option, choices
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.boons import bestow, boon
from grognard.titles.tw.kinds import HOUSED, RESERVE, Kind
from grognard.titles.tw.nations import AXIS, GERMANY, MAJORS, NEUTRAL, USA, USSR
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
    place_base,
)
from grognard.titles.tw.rules.money import bill, camp, charge, funds
from grognard.titles.tw.rules.placing import builder, homes
from grognard.titles.tw.rules.reserves import PRICE as RESERVE_PRICE
from grognard.titles.tw.rules.reserves import may_be_reserve, no_reserves
from grognard.titles.tw.rules.stacking import enforce_stacking
from grognard.titles.tw.rules.training import close_training, may_train, train, training_options
from grognard.titles.tw.rules.unit_prices import may_repair, repair_price, unit_price
from grognard.titles.tw.rules.units import (
    hex_sides,
    roster,
    unit_kinds,
    unit_nations,
)
from grognard.titles.tw.rules.upgrades import may_upgrade, open_upgrades, promote
from grognard.titles.tw.rules.works import (
    FORT_PRICE,
    FORTRESS_ON_FORT,
    fortress_price,
    may_build_fortress,
    may_fortify,
    no_fortress,
    no_more_forts,
)
from grognard.titles.tw.state import (
    DUE,
    FORTIFICATION,
    FORTRESS,
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
URALS_UNITS = 3  # 8.8.2
PEACETIME_BUILDS = 2  # 22.7.1


def pool_of(g: War, side: int) -> Iterator[int]:
    """Units of a side that wait to be built, or are due now."""
    nations, builds = unit_nations(g), [builder(g, n) == side for n in range(len(g.nations))]
    for u, pool in enumerate(g.units.pool):
        if builds[nations[u]] and (pool in (LOST, LOST_UNSUPPLIED) or (pool == DUE and 0 <= g.units.due[u] <= g.turn)):
            yield u


@rule("15.1", "15.1.1", "3.7", "22.7.1")
def may_build(g: War, unit: int) -> No | None:
    """Whether a unit in the pool can be built now; reinforcements of the scenario cost nothing."""
    if g.units.at[unit] >= 0:
        return No("15.1", "it is on the board")
    nation = unit_nations(g)[unit]
    if g.nations.surrendered[nation]:
        return No("15.1", "its country has surrendered")
    if unit_kinds(g)[unit] > Kind.NAC:
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
        nations, kinds = unit_nations(g), unit_kinds(g)
        new = [u for u, when in enumerate(g.units.built) if when == g.player_turn and nations[u] == USA and kinds[u] <= Kind.NAC]
        if len(new) >= PEACETIME_BUILDS:
            return No("22.7.1", "America at peace builds two ground or air units a turn")
    price = bill(g, nation, build_price(g, unit))
    if price > funds(g, nation):
        return No("15.1.2", f"it costs {price} NARFs")
    return None


@rule("21.7.1")
def build_price(g: War, unit: int) -> int:
    """What building a unit takes from the purse now: nothing for a reinforcement or a free Soviet ground unit."""
    if unit_kinds(g)[unit] in FREE_AIR and boon(g, unit_nations(g)[unit], "freeair"):
        return 0  # 28.1.1
    if g.units.pool[unit] == DUE or (g.nations.free_builds[unit_nations(g)[unit]] and unit_kinds(g)[unit] <= Kind.PART):
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
    liberation(g)
    for u, at in enumerate(g.units.at):  # 21.7.1: what is due comes even if its owner forgets
        if at < 0 and g.units.pool[u] == DUE and g.units.due[u] == NOWHERE:
            g.units[u].due = g.turn


@rule("3.7", "15.0")
def build_segment(g: War) -> Flow[None]:
    """Repair, build, place reinforcements, fortify and form reserves"""
    side, seat = g.side, g.seat(g.side)
    while True:
        options = list(build_options(g, side))
        if not options:
            break
        listed = [*options, *(Option("disband", g.nations[n]) for n in MAJORS if g.nations.side[n] == side), Option("done")]
        choice = yield Ask(
            seat, "Build Segment", listed, "3.7", why=lambda o: why_not_build(g, o), subject=Building(side), rests=True
        )
        if choice.verb == "done":
            break
        yield from build_one(g, choice)
    close_training(g)
    if g.campaign and side == camp(g, USSR):
        to_the_urals(g)
    yield from enforce_stacking(g, side)


@rule("8.8.2", "15.2.2")
def to_the_urals(g: War) -> None:
    """The three most expensive Soviet units of a Build Segment appear in the Urals (TW-AMB-15)."""
    nations, now, urals = unit_nations(g), g.player_turn, g.board.space("urals_box")
    fresh = [u for u, when in enumerate(g.units.built) if when == now and nations[u] == USSR and g.units.at[u] >= 0]
    for u in sorted(fresh, key=lambda u: (-unit_price(g, u), u))[:URALS_UNITS]:
        if g.units.at[u] != urals:
            g.units[u].at = urals
            g.say("{} is raised beyond the Urals", g.units[u], rule="8.8.2")


MOBILISED = (15, 15, 15, 15, 20, 20)  # 21.7.1, from the turn of the German attack


@rule("21.7", "21.7.1")
def mobilise(g: War) -> None:
    """In the six turns from the German attack the Soviets gain NARFs and may build one to six ground units for nothing."""
    row, since = g.nations[USSR], g.turn - g.barbarossa
    if row.side != g.side or row.surrendered:
        return
    row.free_builds = 0
    if g.barbarossa >= 0 and 0 <= since < len(MOBILISED):
        row.narfs += MOBILISED[since]
        row.base += MOBILISED[since] if g.campaign else 0
        row.free_builds = since + 1
        g.say("the Soviet Union mobilises: {} NARFs, {} free units", MOBILISED[since], since + 1, rule="21.7.1")


def build_options(g: War, side: int) -> Iterator[Option]:
    known, units, better = roster(g), g.units, open_upgrades(g)
    kinds, nations, depleted, designs = known.kinds, known.nations, units.depleted, units.design
    repair, reserve, build = (choices(g, verb, units) for verb in ("repair", "reserve", "build"))
    keep = {n for n in MAJORS if no_reserves(g, n) is None}
    for u, (at, s) in enumerate(zip(units.at, known.sides)):
        if at < 0 or s != side:
            continue
        if depleted[u] and may_repair(g, u) is None:
            yield repair[u]
        if better and designs[u] in better and may_upgrade(g, u) is None:
            yield Option("upgrade", units[u])
        if nations[u] in keep and kinds[u] in RESERVE and may_be_reserve(g, u) is None:
            yield reserve[u]
    for u in pool_of(g, side):
        if may_build(g, u) is None:
            yield build[u]
    for nation in MAJORS:
        row = g.nations[nation]
        if row.side != side or row.surrendered:
            continue
        own = {at for at, n in zip(units.at, nations) if at >= 0 and n == nation}
        forts, fields = no_more_forts(g, nation) is None, set(base_sites(g, nation))
        housed = {at for at, n, k in zip(units.at, nations, kinds) if n == nation and at >= 0 and k in HOUSED} if forts else ()
        fortify, fortress, airbase = (choices(g, verb, g.hexes, row) for verb in ("fortify", "fortress", "airbase"))
        fortresses = row.narfs >= FORTRESS_ON_FORT and no_fortress(g, nation) is None
        for s in sorted(own) if forts or fortresses or fields else ():
            if s in housed and fort_site(g, nation, s) is None:
                yield fortify[s]
            if fortresses and g.ground.land[s] and may_build_fortress(g, nation, s) is None:
                yield fortress[s]
            if s in fields:
                yield airbase[s]
        if base_left(g, nation):
            yield Option("survey", row)
        elif row.smp >= CARRY_PRICE:
            yield from (Option("dismantle", g.hexes[s]) for s in idle_bases(g, nation))
        if may_extend(g, nation) is None:
            yield Option("extend", row)
        yield from training_options(g, nation)
        if nation == USSR and not row.reserve_works and may_keep_works(g):
            yield Option("hold_works", row)


@rule("9.9.1")
def may_keep_works(g: War) -> bool:
    """The Soviets may keep one fortification in reserve instead of a unit, for the price of both (TW-AMB-68)."""
    row = g.nations[USSR]
    allowed = {1: 3, 2: 2}.get(row.army, 1)
    return (
        row.effort in (SLE, RLE)
        and row.reserves < allowed
        and row.narfs >= RESERVE_PRICE + FORT_PRICE
        and g.turn >= turn_of(1941, SUMMER)
    )


def why_not_build(g: War, option: Option) -> No | None:
    args = option.args
    if option.verb == "train" and len(args) == 2 and isinstance(args[0], Nation):
        return may_train(g, args[0].index, str(args[1]))
    if len(args) == 1 and isinstance(args[0], Unit):
        test = {"repair": may_repair, "upgrade": may_upgrade, "reserve": may_be_reserve, "build": may_build}.get(option.verb)
        return test(g, args[0].index) if test else None
    if len(args) == 2 and isinstance(args[1], Hex) and not isinstance(args[0], int | str):
        where = {"fortify": may_fortify, "fortress": may_build_fortress, "airbase": may_build_base}.get(option.verb)
        return where(g, args[0].index, args[1].index) if where else None
    return None


@rule("15.1.2", "9.9.2", "10.6.4")
def build_one(g: War, choice: Option) -> Flow[None]:
    """Carry out one item of the Build Segment"""
    first = choice.arg
    if choice.verb == "repair":
        charge(g, unit_nations(g)[first.index], repair_price(g, first.index))
        first.depleted = 0
    elif choice.verb == "upgrade":
        promote(g, first)
    elif choice.verb == "reserve":
        row = g.nations[unit_nations(g)[first.index]]
        row.narfs -= RESERVE_PRICE
        row.reserves += 1
        first.reserve = 1
    elif choice.verb == "build":
        yield from place_unit(g, first)
        return
    elif choice.verb == "disband":
        yield from disband(g, first.index)
        return
    elif choice.verb == "train":
        train(g, first, str(choice.args[1]))
    elif choice.verb == "extend":
        first.narfs -= extension_price(g, first.index)
        first.smp_more, first.smp_year = first.smp_more + 1, g.year
    elif choice.verb == "survey":
        yield from place_base(g, first, 0)
        return
    elif choice.verb == "dismantle":
        dismantle(g, first.index, CARRY_PRICE)
        return
    elif choice.verb == "hold_works":
        first.narfs -= RESERVE_PRICE + FORT_PRICE
        first.reserves += 1
        first.reserve_works = 1
    else:
        build_works(g, choice)
    g.say("{}: {}", choice.verb.replace("_", " "), first, rule="3.7")


def build_works(g: War, choice: Option) -> None:
    row, space = choice.args[0], choice.args[1]
    assert not isinstance(row, int | str) and isinstance(space, Hex)
    nation = g.nations[row.index]
    if choice.verb == "airbase":
        space.airbase = row.index
    elif choice.verb == "fortify":
        nation.narfs -= FORT_PRICE
        nation.works += 1
        space.works, space.builder, space.vacant = FORTIFICATION, row.index, 0
    else:
        nation.narfs -= fortress_price(g, space.index)
        nation.fortress_year = g.year
        space.works, space.builder, space.siege = FORTRESS, row.index, 0


@rule("15.2.2", "21.7.1")
def place_unit(g: War, unit: Unit) -> Flow[None]:
    """Place a new unit in its home country"""
    where, there = homes(g, unit.index), choices(g, "at", g.hexes)
    listed = [*(there[s] for s in where), Option("later")]
    choice = yield Ask(g.seat(g.side), f"Place {unit.label}", listed, "15.2.2", subject=Placing(unit.index))
    if choice.verb == "later":
        if unit.pool == DUE:
            unit.due = g.turn + 1
        else:
            unit.moved = unit.moved | 1
        return
    charge(g, unit_nations(g)[unit.index], build_price(g, unit.index))
    row = g.nations[unit_nations(g)[unit.index]]
    if unit.pool != DUE and unit.sheet.kind in FREE_AIR and boon(g, row.index, "freeair"):
        bestow(g, row.index, "freeair", -1)
    if unit.pool != DUE and row.free_builds and unit.sheet.ground:
        row.free_builds -= 1
    unit.at, unit.pool, unit.moved, unit.built = choice.arg.index, 0, 0, g.player_turn
    if row.side == NEUTRAL and row.index not in MAJORS:  # 15.4: it stands at its post when war comes
        unit.at, unit.pool, unit.post = NOWHERE, HOME, choice.arg.index
    g.say("{} appears at {}", unit, choice.arg, rule="15.2.2")
