"""13.6.9, 4.3: saving oil (option 30) and build points (option 31) in cities and ports, using what is saved, and disbanding
ships and aircraft (option 31). Paying with oil is in fuel.py."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import POWERS, SIDE_OF_POWER, USA
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.rules.building import TRUMAN, Purse, first_cost, second_cost
from grognard.titles.wif.rules.control import first_home, nation_at, powers_by_hex
from grognard.titles.wif.rules.freight import Place
from grognard.titles.wif.rules.fuel import at_home, spoil
from grognard.titles.wif.rules.overrun import RAZERS
from grognard.titles.wif.rules.powers import active, home_power, playing, political
from grognard.titles.wif.rules.resources import A_FACTORY, BY_ROAD, OIL, SHIPPED, carriers_for, factory_hexes, routing, standing
from grognard.titles.wif.rules.stacking import air_excess
from grognard.titles.wif.rules.trade import oil_for
from grognard.titles.wif.rules.units import air_at, hexes_of_partisans
from grognard.titles.wif.state import CONSTRUCTION_POOL, GONE, NOWHERE, Hex, Power, Unit, War, slot_of

ROOM = 4  # 13.6.9: of oil and of build points in a city, and as much in a port
OF_A_NEUTRAL = 1  # oil a neutral power saves in a turn
WORTH_DISBANDING = 2  # build points a unit must have cost
Load = tuple[int, int]  # a hex, and how much is put there


class Saving(Subject, frozen=True):
    """A power saves oil or build points. `amount`: what there is to save; `barred`: where it wants none."""

    power: Annotated[int, Power]
    amount: int
    oil: bool
    sources: Annotated[tuple[int, ...], Hex]
    each: tuple[int, ...]
    barred: Annotated[tuple[int, ...], Hex] = ()

    @once
    def plan(self, g: War) -> list[Load]:
        return storage(g, self)


class Breaking(Subject, frozen=True):
    """A power may disband a ship or an aircraft (4.3)."""

    power: Annotated[int, Power]


# --- room ---------------------------------------------------------------------------------------------------------------------


@rule("13.6.9")
def room(g: War, space: int, power: int) -> int:
    """Oil, and build points, that a hex of a power takes in all: four in a city, four in a port, twice as many in a capital."""
    if powers_by_hex(g)[space] != power:
        return 0
    found = ROOM * (bool(g.ground.city[space]) + (g.ground.port[space] != NO_PORT))
    return found * (2 if is_capital(g, space, power) else 1)


def is_capital(g: War, space: int, power: int) -> bool:
    """Whether a hex is the capital of one of a power's home countries."""
    nation = nation_at(g, space)
    if nation < 0 or home_power(g, nation) != power:
        return False
    capital = g.facts.countries[nation].capital
    return bool(capital) and g.ground.places.get(capital, NOWHERE) == space


@rule("13.6.9")
def free_room(g: War, power: int, *, oil: bool) -> dict[int, int]:
    """Cities and ports of a power, and what they still take."""
    saved, whose = (g.hexes.saved_oil if oil else g.hexes.saved_points), powers_by_hex(g)
    ground = g.ground
    infested = hexes_of_partisans(g, SIDE_OF_POWER[power])  # 13.1.3
    open_ = [s for s, p in enumerate(whose) if p == power and s not in infested]
    there = [s for s in open_ if ground.city[s] or ground.port[s] != NO_PORT]
    left = {s: room(g, s, power) - saved[s] for s in there}
    return {s: n for s, n in left.items() if n > 0}


@rule("13.6.9")
def storage(g: War, saving: Saving) -> list[Load]:
    """Where what is saved goes: as much as possible at home, the rest elsewhere, by rail and with the convoys that are left."""
    open_to = {s: n for s, n in free_room(g, saving.power, oil=saving.oil).items() if s not in saving.barred}
    sources = dict(zip(saving.sources, saving.each))
    spent: dict[Place, int] = {}
    for n in range(0, len(g.shipped), 3):
        kind, place, amount = g.shipped[n : n + 3]
        spent[SHIPPED[kind], place] = spent.get((SHIPPED[kind], place), 0) + amount
    hulls = (saving.power, *carriers_for(g, saving.power))
    left, found = saving.amount, []
    for home in (True, False):
        wanted = {s: n for s, n in open_to.items() if at_home(g, s, saving.power) == home}
        if left <= 0 or not wanted or not sources:
            continue
        plan = routing(g, saving.power, spent, sources=sources, wanted=wanted, hauliers=hulls, oil=saving.oil, most=left)
        loads = [(s, plan.haul.through(("factory", s))) for s in wanted if plan.haul.through(("factory", s))]
        found += loads
        left -= sum(n for _, n in loads)
        for s in list(sources):
            sources[s] -= plan.used("resource").get(s, 0)
        sources = {s: n for s, n in sources.items() if n > 0}
        for way in ("out", "in", "ally", OIL + "ally", BY_ROAD):
            for at, amount in plan.used(way).items():
                spent[way, at] = spent.get((way, at), 0) + amount
    return found


# --- saving -------------------------------------------------------------------------------------------------------------------


@rule("13.6.9")
def save(g: War, power: int, sources: dict[int, int], *, oil: bool, amount: int | None = None) -> Flow[None]:
    """What was not used is saved where it can be brought; the rest is lost. A neutral saves one oil"""
    amount = sum(sources.values()) if amount is None else amount
    if oil and not active(g, power):
        amount = min(amount, OF_A_NEUTRAL + sum(g.hexes.oil_freed[s] for s in sources))
    barred: tuple[int, ...] = ()
    while amount > 0:
        saving = Saving(power, amount, oil, tuple(sources), tuple(sources.values()), barred)
        if not saving.plan(g) and not barred:
            break
        answer, barred = yield from menu(
            g, g.seat(power), "{0}: {1} saved", saving, STORE, NOT_THERE, WASTE,
            named=(g.powers[power], f"{amount} {'oil' if oil else 'build points'}"),
        )  # fmt: skip
        if answer.verb != NOT_THERE.name:
            break


def _store(g: War, saving: Saving, _: None) -> tuple[int, ...]:
    for space, amount in saving.plan(g):
        if saving.oil:
            g.hexes[space].saved_oil += amount
        else:
            g.hexes[space].saved_points += amount
    total = sum(n for _, n in saving.plan(g))
    what = "oil" if saving.oil else "build points"
    g.say("{} saves {} {}", g.powers[saving.power], total, what, rule="13.6.9")
    return saving.barred


def _told(g: War, saving: Saving, _: None) -> str:
    return "Save " + ", ".join(f"{n} in {g.board.label(s)}" for s, n in saving.plan(g)) if saving.plan(g) else "Save nothing"


@rule("13.6.9")
def oil_left(g: War, power: int, used: dict[int, int], resources: dict[int, int]) -> dict[int, int]:
    """Oil of a power that no factory used: general resources of a hex are used before its oil."""
    found = {}
    for s, all_of_it in resources.items():
        rest = min(oil_for(g, power, s), all_of_it - used.get(s, 0))
        if rest > 0:
            found[s] = rest
    return found


@rule("13.6.9")
def stock_oil(g: War, power: int, used: dict[int, int], resources: dict[int, int]) -> Flow[None]:
    """The oil of this turn that was not used is saved"""
    yield from save(g, power, oil_left(g, power, used, resources), oil=True)
    whose = powers_by_hex(g)
    for s, freed in enumerate(g.hexes.oil_freed):
        if freed and whose[s] == power:
            g.hexes[s].oil_freed = 0


@rule("13.6.9")
def stock_points(g: War, power: int, points: int) -> Flow[None]:
    """Build points that were not spent are saved; they start at factories"""
    makers = {s: min(A_FACTORY * count, points) for s, count in factory_hexes(g, power).items()}
    if makers and sum(makers.values()) < points:
        makers[next(iter(makers))] += points - sum(makers.values())  # bonus points
    yield from save(g, power, makers, oil=False, amount=points)


# --- using ----------------------------------------------------------------------------------------------------------------------


@rule("13.6.9")
def may_draw(g: War, purse: Purse, space: int) -> No | None:
    """Whether saved build points of a hex can be spent."""
    if g.hexes.saved_points[space] and powers_by_hex(g)[space] == purse.power:
        return None
    return No("13.6.9", "no saved build points of yours lie there")


def draw_points(g: War, purse: Purse, space: int) -> None:
    """A saved build point is spent; the others stay as change."""
    g.hexes[space].saved_points -= 1
    g.powers[purse.power].build_points += 1


def purses(g: War, purse: Purse) -> list[int]:
    return [s for s, n in enumerate(g.hexes.saved_points) if n and powers_by_hex(g)[s] == purse.power]


# --- disbanding (4.3) ---------------------------------------------------------------------------------------------------------


@rule("4.3")
def may_disband(g: War, subject: Breaking, unit: int) -> No | None:
    """Whether a ship or an aircraft is disbanded: the power's own, whole, in a factory hex of its own home country."""
    units = g.units
    if units.power[unit] != subject.power or units.at[unit] < 0 or units.counter[unit] < 0:
        return No("4.3", "only ships and aircraft of your own on the map are disbanded")
    if not (g.roster.naval[unit] or g.roster.air[unit]) or units.aboard[unit] >= 0 or units.damaged[unit]:
        return No("4.3", "only ships and aircraft that are whole are disbanded")
    country, at = units.country[unit], units.at[unit]
    if home_power(g, country) != subject.power or nation_at(g, at) != country:
        return No("4.3", "only in its own home country")
    if not g.ground.land[at] or not sum(standing(g, at)[:2]):
        return No("4.3", "only in a hex with a factory")
    return None


def disbandable(g: War, subject: Breaking) -> list[int]:
    return [u for u, p in enumerate(g.units.power) if p == subject.power and may_disband(g, subject, u) is None]


def disbanding_powers(g: War) -> list[int]:
    """For the sequence: active powers with something to disband, and the neutral USA after option 28."""
    if not g.options.saved_build_points or not political(g):
        return []
    able = [p for p in playing(g) if active(g, p) or (p == USA and TRUMAN in g.entry_options)]  # 13.3.2
    return [p for p in able if disbandable(g, Breaking(p))]


@rule("4.3")
def disband(g: War) -> Flow[None]:
    """Each turn an active power may disband one ship or aircraft"""
    row = g.powers[g.power]
    yield from menu(g, g.seat(g.power), "{0}: disband a unit?", Breaking(g.power), KEEP, DISBAND, named=(row,))


def _disband(g: War, subject: Breaking, unit: int) -> None:
    """An aircraft is scrapped, a ship goes to the construction pool; a build point is left if it cost two or more."""
    row = g.units[unit]
    space, ship = row.at, g.roster.naval[unit]
    cost = second_cost(g, row.sheet) if ship else first_cost(g, row.sheet, flown=True)
    g.say("{} is disbanded", row, rule="4.3")
    if cost >= WORTH_DISBANDING:
        g.hexes[space].saved_points += 1
    if not ship and g.options.pilots:
        g.powers[subject.power].pilots += 1
    for cargo in [u for u, by in enumerate(g.units.aboard) if by == unit]:  # 14.4.1: planes stay where their carrier lay
        g.units[cargo].aboard = NOWHERE
        if g.roster.air[cargo] and air_excess(g, space, air_at(g, space)):
            g.units[cargo].at = slot_of(g.turn + 1)  # without room they come back next turn
    if ship and g.options.factories_in_flames:
        row.yard = space
    row.at = row.from_ = CONSTRUCTION_POOL if ship else GONE
    row.down, row.cycle, row.aboard = 0, 0, NOWHERE


# --- the start, and enemies ---------------------------------------------------------------------------------------------------


def lay_in_oil(g: War) -> None:
    """What the powers have saved when a campaign begins lies at home, capitals first (WIF-DEC-150)."""
    for power in playing(g):
        left = g.charts.saved_oil.get(power, 0) if power < len(POWERS) else 0
        places = [s for s in free_room(g, power, oil=True) if at_home(g, s, power)]
        for space in sorted(places, key=lambda s: (not is_capital(g, s, power), -room(g, s, power), s)):
            laid = min(left, room(g, space, power))
            g.hexes[space].saved_oil += laid
            left -= laid
            if not left:
                break


@rule("11.10.6", "13.1.3")
def spoil_by_partisans(g: War, space: int, side: int) -> None:
    """Partisans who enter a hex destroy what is saved there; soldiers take it."""
    if (g.hexes.saved_oil[space] or g.hexes.saved_points[space]) and space in hexes_of_partisans(g, 1 - side):
        spoil(g, space)


@rule("17.3.2")
def share_french_stocks(g: War, installer: int, vichy: int, country: int) -> None:
    """Half of the oil and the build points saved in France goes to who installs Vichy, the rest to Vichy."""
    home = g.ground.homeland[g.facts.countries[country].id]
    ours = [s for s in home if g.hexes.saved_oil[s] or g.hexes.saved_points[s]]
    oil, points = sum(g.hexes.saved_oil[s] for s in ours), sum(g.hexes.saved_points[s] for s in ours)
    for s in ours:
        g.hexes[s].saved_oil = g.hexes[s].saved_points = 0
    for power, part, build in ((installer, (oil + 1) // 2, (points + 1) // 2), (vichy, oil // 2, points // 2)):
        for space, free in free_room(g, power, oil=True).items():
            if nation_at(g, space) == first_home(g, power) and part > 0:
                g.hexes[space].saved_oil += min(part, free)
                part -= min(part, free)
        for space, free in free_room(g, power, oil=False).items():
            if nation_at(g, space) == first_home(g, power) and build > 0:
                g.hexes[space].saved_points += min(build, free)
                build -= min(build, free)


RAZERS.append(spoil_by_partisans)
STORE: Act[War, Saving, None] = Act("store", "13.6.9", _told, do=_store)
NOT_THERE: Act[War, Saving, int] = Act(
    "not_there", "13.6.9", "Not in {0}", takes=Hex, among=lambda g, s: [space for space, _ in s.plan(g)],
    may=lambda g, s, space: None if any(space == there for there, _ in s.plan(g)) else No("13.6.9", "nothing goes there"),
    do=lambda g, s, space: (*s.barred, space), group="Elsewhere",
)  # fmt: skip
WASTE: Act[War, Saving, None] = Act("waste", "13.6.9", "Save nothing", do=lambda g, s, _: s.barred)
DRAW_POINTS: Act[War, Purse, int] = Act(
    "draw_points", "13.6.9", "Use a saved build point of {0}", takes=Hex, among=purses, may=may_draw, do=draw_points,
    group="Saved",
)  # fmt: skip
KEEP: Act[War, Breaking, None] = Act("keep", "4.3", "Keep all", do=lambda g, s, _: None)
DISBAND: Act[War, Breaking, int] = Act("disband", "4.3", "{0}", takes=Unit, listed=disbandable, may=may_disband, do=_disband)
