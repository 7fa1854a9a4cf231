"""13.6.5: what build points buy. New units are drawn from the force pools, hulls fitted out, ships repaired, old units scrapped.

Everything bought lies on the production circle until it arrives (4.2). Gearing limits are gearing.py. Building ahead and pilots
are options of the campaign; what US entry allows China and the USA to build comes with it.
"""

from __future__ import annotations

from typing import Annotated, Any

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, USA, Counter
from grognard.titles.wif.ground import MAJOR_PORT
from grognard.titles.wif.kinds import AIR, CARRIERS, CONVOYS, FACILITIES, INFANTRY_CLASS, LAND, SCS, Type
from grognard.titles.wif.rules.control import first_home, nation_at, powers_by_hex
from grognard.titles.wif.rules.convoys import divide
from grognard.titles.wif.rules.gearing import SHIP, class_of_unit, count_built, gearing_class, may_gear, ships_in
from grognard.titles.wif.rules.hulls import DECKS, decks
from grognard.titles.wif.rules.lend_lease import ask_for, given_up, may_ask, may_take_back, take_back, wished_for
from grognard.titles.wif.rules.powers import active, home_power, political
from grognard.titles.wif.rules.separate import builds
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.state import (
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    NOWHERE,
    REPAIR_POOL,
    Power,
    Unit,
    War,
    slot_of,
)

CHINESE_AIR, SERVICE, GEAR_UP, TRUMAN = 1, 12, 22, 28  # US entry options
CONVOY_TURNS, CONVOY_LOT = 4, 5
REPAIR_TURNS = 2
REPAIR_CONVOYS, REPAIR_FEW = 2, 1  # 13.6.5: five convoy points; with option 5 one or two
OLD, OLD_ACTIVE = 4, 3  # years after which a counter may be scrapped from the pools
HALF_BUILT = "Lufthansa"  # 13.6.5: half the fleet flies already
MACHINE_ALONE = 2  # 13.6.5: what an aircraft without its pilot costs less
HULL, FITTING_OUT = 1, 2  # Unit.cycle


class Purse(Subject, frozen=True):
    """A power's build points."""

    power: Annotated[int, Power]
    points: int

    def money(self, g: War) -> tuple[int, str, str]:
        return self.points, "BP", ""

    @once
    def pools(self, g: War) -> dict[tuple[str, int], list[int]]:
        return force_pools(g, self.power)


# --- costs --------------------------------------------------------------------------------------------------------------------


@rule("13.6.5")
def first_cost(g: War, sheet: Counter, *, flown: bool = False) -> int:
    """Build points to put a counter on the circle: of a ship its first cycle, which is also the price of a repair."""
    saved = MACHINE_ALONE if g.options.pilots and sheet.air else 0  # option 46
    if sheet.type == Type.ATR and sheet.name == HALF_BUILT and not flown:
        return 3 - saved
    return max(sheet.cost + _with_ships_in_flames(g, sheet, sheet.cost) - saved, 0)


@rule("13.6.5")
def second_cost(g: War, sheet: Counter) -> int:
    """Build points to fit a hull out."""
    return sheet.second_cost + _with_ships_in_flames(g, sheet, sheet.second_cost)


def _with_ships_in_flames(g: War, sheet: Counter, cost: int) -> int:
    """Option 5 without carrier planes: a carrier costs one more in each cycle; submarines of the base game half."""
    if not g.options.ships_in_flames:
        return 0
    if sheet.type in CARRIERS or (sheet.type in (Type.ASW, Type.SUB) and any(word in sheet.name for word in DECKS)):
        return 0 if g.options.carrier_planes else 1
    return -(cost // 2) if sheet.type == Type.SUB and sheet.cost == 2 else 0


@rule("13.6.5")
def repair_cost(g: War, unit: int) -> int:
    """Build points to repair a ship, to give a carrier planes again, or both."""
    row = g.units[unit]
    if row.counter == NOWHERE:
        lots, rest = divmod(row.points, CONVOY_LOT)
        few = g.options.ships_in_flames and rest <= 2
        return REPAIR_CONVOYS * lots + (0 if not rest else REPAIR_FEW if few else REPAIR_CONVOYS)
    return first_cost(g, row.sheet) * (2 if row.damaged and row.no_planes else 1)


# --- what can be bought -------------------------------------------------------------------------------------------------------


@rule("13.6.5")
def force_pools(g: War, power: int) -> dict[tuple[str, int], list[int]]:
    """A power's force pools: units by type and cost; which of them comes is chance."""
    found: dict[tuple[str, int], list[int]] = {}
    for unit in units_at(g, FORCE_POOL):
        if g.units.power[unit] == power and g.units.counter[unit] >= 0 and builds(g, unit):
            sheet = g.units[unit].sheet
            if sheet.type not in CONVOYS and sheet.type not in FACILITIES and sheet.type != Type.PART:
                found.setdefault((sheet.pool, g.title.price(g, unit, first_cost(g, sheet))), []).append(unit)
    return found


def in_pool(g: War, power: int, pool: int) -> list[int]:
    return [u for u in units_at(g, pool) if g.units.power[u] == power and builds(g, u)]


@rule("13.6.5")
def may_build(g: War, purse: Purse, wanted: tuple[str, int]) -> No | None:
    """Whether a unit of a type and cost can be built."""
    kind, cost = wanted
    if wanted not in purse.pools(g):
        return No("13.6.5", f"no {kind} for {cost} is in your force pools")
    asked = g.units[purse.pools(g)[wanted][0]].sheet.type
    no = may_gear(g, purse.power, gearing_class(g, asked))
    if no is None:
        no = entry_limit(g, purse.power, asked, [g.units[u].sheet for u in purse.pools(g)[wanted]])
    return affordable(purse, cost - destroyer_gift(g, purse.power, asked)) if no is None else no


@rule("13.3.2")
def destroyer_gift(g: War, power: int, kind: Type) -> int:
    """US entry option 16: the next ten SCS that the Commonwealth starts, completes or repairs cost one less."""
    given = power == COMMONWEALTH and kind in SCS and DESTROYERS in g.entry_options and not active(g, USA)
    return int(given and g.destroyers < GIFT)


DESTROYERS, WESTERN_REPAIRS = 16, 25  # US entry options
GIFT = 10


def entry_limit(g: War, power: int, kind: Type, sheets: list[Counter]) -> No | None:
    """What US entry options allow China and the neutral USA to build."""
    if not political(g):
        return None
    if power == CHINA and kind in AIR and CHINESE_AIR not in g.entry_options:
        return No("13.3.2", f"China builds no aircraft before US entry option {CHINESE_AIR}")
    if power == USA and kind == Type.AMPH and GEAR_UP not in g.entry_options:
        return No("13.3.2", f"no AMPH before option {GEAR_UP}")
    if power != USA or active(g, USA) or TRUMAN in g.entry_options:
        return None
    if kind == Type.LND and all(sheet.turns >= 4 for sheet in sheets):
        return No("13.3.2", f"no four-turn LND before option {TRUMAN}")
    if kind not in LAND:
        return None
    foot, other = g.powers.levied[USA] & 0xFF, g.powers.levied[USA] >> 8
    infantry = kind in INFANTRY_CLASS
    if SERVICE not in g.entry_options:
        fits = (infantry or kind == Type.CAV) and not foot and not other
        return None if fits else No("13.3.2", f"one infantry or cavalry unit a turn before option {SERVICE}")
    if (infantry and foot < 2 and not other) or (not infantry and not foot and not other):
        return None
    return No("13.3.2", f"two infantry class units or one other land unit a turn before option {TRUMAN}")


def levy(g: War, power: int, sheet: Counter) -> None:
    """A land unit is begun: those of the turn are counted for the limits of the neutral USA."""
    g.powers[power].levied += 1 if sheet.type in INFANTRY_CLASS else 1 << 8


def affordable(purse: Purse, cost: int) -> No | None:
    return None if cost <= purse.points else No("13.6.5", f"it costs {cost} build points and you have {purse.points}")


@rule("13.6.5")
def may_build_convoys(g: War, purse: Purse, points: int) -> No | None:
    """Whether convoy points can be built: five at a time, with option 5 any number."""
    if points < 1 or (points % CONVOY_LOT and not g.options.ships_in_flames):
        return No("13.6.5", f"convoy points are built {CONVOY_LOT} at a time")
    no = may_gear(g, purse.power, SHIP, ships_in(g, points))
    return affordable(purse, points) if no is None else no


def convoy_lots(g: War, purse: Purse) -> list[int]:
    """Numbers of convoy points worth offering: one to five with option 5, else lots of five."""
    return [n for n in ((1, 2, 3, 4, 5) if g.options.ships_in_flames else (5,)) if n <= purse.points]


@rule("13.6.5")
def may_finish(g: War, purse: Purse, unit: int) -> No | None:
    """Whether a hull can be fitted out."""
    if g.units.at[unit] != CONSTRUCTION_POOL or g.units.power[unit] != purse.power or not builds(g, unit):
        return No("13.6.5", "it is not in your construction pool")
    if interned(g, purse.power, unit):
        return No("13.3.2", "an interned ship is completed only after Vichy has collapsed")
    no = may_gear(g, purse.power, class_of_unit(g, unit))
    cost = second_cost(g, g.units[unit].sheet) - destroyer_gift(g, purse.power, g.roster.types[unit])
    return affordable(purse, cost) if no is None else no


BEARN, INTERN = "Bearn", 4


@rule("13.3.2")
def interned(g: War, power: int, unit: int) -> bool:
    """Whether a hull is the Bearn, which the USA has interned while Vichy stands."""
    if INTERN not in g.entry_options or not g.vichy or power != FRANCE or g.units.counter[unit] == NOWHERE:
        return False
    return g.units[unit].sheet.name.replace("é", "e") == BEARN


@rule("13.6.5")
def may_repair(g: War, purse: Purse, unit: int) -> No | None:
    """Whether a ship can be repaired, or a carrier get new planes."""
    if unit not in repairable(g, purse.power):
        return No("13.6.5", "it is not in your repair pool, nor a carrier without planes in a port of yours that can help")
    if of_a_minor(g, unit) and g.units.country[unit] in g.minor_hulls:
        return No("13.6.5", "a minor country builds or repairs one convoy point a turn")
    no = may_gear(g, purse.power, class_of_unit(g, unit), _geared_repair(g, unit))
    return affordable(purse, repair_cost(g, unit) - destroyer_gift(g, purse.power, g.roster.types[unit])) if no is None else no


@rule("13.6.5")
def repairable(g: War, power: int) -> list[int]:
    """Ships in the repair pool, and carriers without planes in ports that give them new ones: major ports, at home minor ones,
    of the power itself and in supply."""
    types, whose, empty = g.roster.types, powers_by_hex(g), g.units.no_planes
    docked = [u for u, at in enumerate(g.units.at) if empty[u] and at >= 0 and g.ground.land[at] and g.units.power[u] == power]
    ours = [u for u in docked if builds(g, u) and (types[u] in CARRIERS or decks(g)[u]) and whose[g.units.at[u]] == power]
    able = [u for u in ours if _gives_planes(g, g.units.at[u], power)]
    western = (COMMONWEALTH, FRANCE) if power == USA and WESTERN_REPAIRS in g.entry_options else ()
    foreign = [u for p in western for u in in_pool(g, p, REPAIR_POOL)]  # 13.3.2
    return [*in_pool(g, power, REPAIR_POOL), *(u for u in able if in_supply(g, u)), *foreign]


@rule("13.6.5")
def of_a_minor(g: War, unit: int) -> bool:
    """With option 7: convoy points of a minor country, which repairs one of them a turn."""
    if not g.options.convoys_in_flames or g.units.counter[unit] != NOWHERE:
        return False
    return home_power(g, g.units.country[unit]) != g.units.power[unit]


def _gives_planes(g: War, port: int, power: int) -> bool:
    country = nation_at(g, port)
    return g.ground.port[port] == MAJOR_PORT or (country >= 0 and home_power(g, country) == power)


def _geared_repair(g: War, unit: int) -> int:
    """As how many units a repair counts (13.6.8): convoy points in lots."""
    return ships_in(g, g.units.points[unit]) if g.units.counter[unit] == NOWHERE else 1


@rule("13.6.5")
def may_scrap(g: War, purse: Purse, unit: int) -> No | None:
    """Whether a counter can be taken out of the force pool for good: one dated three years back, four for a neutral power, or one
    that was destroyed since its owner built last (WIF-DEC-217)."""
    pooled = g.units.at[unit] == FORCE_POOL and g.units.power[unit] == purse.power and g.units.counter[unit] >= 0
    if not pooled or not builds(g, unit):
        return No("13.6.5", "it is not in your force pools")
    sheet = g.units[unit].sheet
    if sheet.type == Type.PART:
        return No("13.6.5", "partisans are never scrapped")
    if g.title.just_fell(g, unit):
        return None
    age = OLD_ACTIVE if active(g, purse.power) else OLD
    if not sheet.year or sheet.year > g.year - age:
        return No("13.6.5", f"only counters dated {g.year - age} or earlier are scrapped from the pools")
    return None


# --- buying -------------------------------------------------------------------------------------------------------------------


@rule("13.6.5")
def spend(g: War, power: int) -> Flow[int]:
    """Build points are spent; gives what is left over, which is lost unless it can be saved (13.6.9)"""
    while True:
        purse = Purse(power, g.powers.build_points[power])
        if not _anything(g, purse):
            break
        answer, _ = yield from menu(
            g,
            g.seat(power),
            "{0}: {1} build points",
            purse,
            DONE,
            *g.title.ways_to_build(g),
            SCRAP,
            RECEIVE,
            TAKE_BACK,
            *g.title.purchases,
            named=(g.powers[power], purse.points),
        )
        if answer.verb == DONE.name:
            break
    left = g.powers.build_points[power]
    g.powers[power].build_points = 0
    return left


def _anything(g: War, purse: Purse) -> bool:
    acts: tuple[Act[War, Purse, Any], ...] = (*g.title.ways_to_build(g), *g.title.purchases)
    return any(True for act in acts for _ in act.candidates(g, purse))


def _asked_for(g: War, purse: Purse, wanted: tuple[str, int]) -> int:
    """What a unit of a type and cost takes from the build points now."""
    return wanted[1] - destroyer_gift(g, purse.power, g.units[purse.pools(g)[wanted][0]].sheet.type)


def _delivery(g: War, units: list[int]) -> str:
    """How many a pool holds, and after how many turns one of them comes."""
    turns = [g.units[u].sheet.turns for u in units]
    when = f"{min(turns)}" if min(turns) == max(turns) else f"{min(turns)} to {max(turns)}"
    return f"{len(units)} in the pool, after {when} turn{'s' * (when != '1')}"


def pay(g: War, purse: Purse, cost: int, kind: Type | None = None) -> None:
    gift = destroyer_gift(g, purse.power, kind) if kind is not None else 0
    g.destroyers += gift
    g.powers[purse.power].build_points -= cost - gift


@rule("13.6.5")
def build(g: War, purse: Purse, wanted: tuple[str, int]) -> None:
    """A unit of the type and cost is drawn from the force pool and put on the circle; a ship as a hull."""
    kind, cost = wanted
    unit = g.pick(purse.pools(g)[wanted], 1, f"{g.powers[purse.power].label} builds {kind} for {cost}", "13.6.5")[0]
    row = g.units[unit]
    pay(g, purse, cost, row.sheet.type)
    if row.sheet.land:
        levy(g, purse.power, row.sheet)
    row.at, row.down, row.damaged = slot_of(g.turn + row.sheet.turns), 0, 0
    row.cycle = HULL if g.roster.naval[unit] else 0
    count_built(g, purse.power, class_of_unit(g, unit))
    g.title.note_built(g, unit)
    g.say("{} is built", row, rule="13.6.5")


def build_convoys(g: War, purse: Purse, points: int) -> None:
    """Convoy points go on the circle face-up, in one cycle."""
    pay(g, purse, points)
    count_built(g, purse.power, SHIP, ships_in(g, points))
    home = first_home(g, purse.power)
    g.units.add(counter=NOWHERE, power=purse.power, country=home, points=points, at=slot_of(g.turn + CONVOY_TURNS))
    g.say("{} builds {} convoy points", g.powers[purse.power], points, rule="13.6.5")


def finish(g: War, purse: Purse, unit: int) -> None:
    """A hull of the construction pool is fitted out."""
    row = g.units[unit]
    pay(g, purse, second_cost(g, row.sheet), row.sheet.type)
    count_built(g, purse.power, class_of_unit(g, unit))
    row.at, row.cycle = slot_of(g.turn + row.sheet.turns), FITTING_OUT
    g.say("{} is fitted out", row, rule="13.6.5")


def repair(g: War, purse: Purse, unit: int) -> None:
    """A ship is repaired, or a carrier given planes, in two turns."""
    if of_a_minor(g, unit):  # option 7: one of its points a turn
        unit = divide(g, unit, 1)
        g.minor_hulls = [*g.minor_hulls, g.units.country[unit]]
    row = g.units[unit]
    pay(g, purse, repair_cost(g, unit), g.roster.types[unit])
    count_built(g, purse.power, class_of_unit(g, unit), _geared_repair(g, unit))
    row.at, row.cycle, row.damaged, row.no_planes = slot_of(g.turn + REPAIR_TURNS), FITTING_OUT, 0, 0
    g.say("{} is repaired", row, rule="13.6.5")


def scrap(g: War, purse: Purse, unit: int) -> None:
    """A counter leaves the game for good."""
    g.units[unit].at, g.units[unit].scrapped = GONE, 1
    g.say("{} is scrapped", g.units[unit], rule="13.6.5")


DONE: Act[War, Purse, None] = Act("done", "13.6.5", "Build no more", do=lambda g, s, _: None)
BUILD: Act[War, Purse, tuple[str, int]] = Act(
    "build", "13.6.5", "{0} for {1}", takes=(str, int), among=lambda g, s: sorted(s.pools(g)), may=may_build, do=build,
    rolls=True, group="Build", price=_asked_for, hint=lambda g, s, wanted: _delivery(g, s.pools(g)[wanted]),
)  # fmt: skip
BUILD_CONVOYS: Act[War, Purse, int] = Act(
    "build_convoys", "13.6.5", "{0} convoy points", takes=int, among=convoy_lots, may=may_build_convoys, do=build_convoys,
    group="Build", price=lambda g, s, points: points, hint=f"after {CONVOY_TURNS} turns",
)  # fmt: skip
FINISH: Act[War, Purse, int] = Act(
    "finish", "13.6.5", lambda g, s, u: f"{g.units[u].label}: {second_cost(g, g.units[u].sheet)}", takes=Unit,
    among=lambda g, s: in_pool(g, s.power, CONSTRUCTION_POOL), may=may_finish, do=finish, group="Fit out",
    price=lambda g, s, u: second_cost(g, g.units[u].sheet) - destroyer_gift(g, s.power, g.roster.types[u]),
)  # fmt: skip
REPAIR: Act[War, Purse, int] = Act(
    "repair", "13.6.5", lambda g, s, u: f"{g.units[u].label}: {repair_cost(g, u)}", takes=Unit,
    among=lambda g, s: repairable(g, s.power), may=may_repair, do=repair, group="Repair",
    price=lambda g, s, u: repair_cost(g, u) - destroyer_gift(g, s.power, g.roster.types[u]),
)  # fmt: skip
BUILDING: tuple[Act[War, Purse, Any], ...] = (BUILD, BUILD_CONVOYS, FINISH, REPAIR)
RECEIVE: Act[War, Purse, int] = Act(
    "receive", "13.6.4", "Ask for {0}", takes=Unit, among=lambda g, s: wished_for(g, s.power), group="Lend lease",
    may=lambda g, s, unit: may_ask(g, s.power, unit), do=lambda g, s, unit: ask_for(g, s.power, unit),
)  # fmt: skip
TAKE_BACK: Act[War, Purse, int] = Act(
    "take_back", "13.6.4", "Have {0} back", takes=Unit, among=lambda g, s: given_up(g, s.power), group="Lend lease",
    may=lambda g, s, unit: may_take_back(g, s.power, unit), do=lambda g, s, unit: take_back(g, s.power, unit),
)  # fmt: skip
SCRAP: Act[War, Purse, int] = Act(
    "scrap", "13.6.5", "Scrap {0}", takes=Unit, among=lambda g, s: in_pool(g, s.power, FORCE_POOL), may=may_scrap, do=scrap,
    group="Scrap",
)  # fmt: skip
