"""4.2.2, 13.6.6, 13.6.7, 13.8: facilities (option 32) are built, placed and destroyed: forts, coastal forts, factories and plants
for synthetic oil; printed factories are destroyed and repaired (option 33). Roads, railways and the facilities of single hexes
are roads.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import POWER_INDEX, SIDE_OF_POWER
from grognard.titles.wif.ground import MAJOR_PORT, OFF_MAP
from grognard.titles.wif.kinds import FACILITIES, Type
from grognard.titles.wif.rules import groundworks
from grognard.titles.wif.rules.access import closed
from grognard.titles.wif.rules.building import Purse, affordable, pay
from grognard.titles.wif.rules.control import first_home, powers_by_hex
from grognard.titles.wif.rules.force_pools import elsewhere
from grognard.titles.wif.rules.forts import COASTAL, works_at
from grognard.titles.wif.rules.fuel import at_home
from grognard.titles.wif.rules.gearing import CLASSES, count_built, may_gear
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.land_attack import AFTERMATHS
from grognard.titles.wif.rules.land_odds import Fight
from grognard.titles.wif.rules.naval_damage import Toll, suffer
from grognard.titles.wif.rules.overrun import RAZERS
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.rules.railways import break_rails
from grognard.titles.wif.rules.resources import standing
from grognard.titles.wif.rules.roads import SPECIFIC, open_work
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.trade import printed_oil, promised
from grognard.titles.wif.rules.units import destroy_silently, hexes_of_partisans, land_at, units_at
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import FORCE_POOL, NOWHERE, Hex, Power, Unit, War, slot_of

FACTORY_COST, FACTORY_TURNS, MOST_BLUE = 8, 4, 2
REPAIR_COST, REPAIR_TURNS = 4, 2
FACILITY = CLASSES.index("facility")
SPECIALITY, SHIPYARD = 0, 1  # in g.lost_sites: twice the hex, and which of them
FRESH = NOWHERE  # in g.works: a new factory has no hex yet
SIDES_OF = {"one_sided": 1, "two_sided": 2, "three_sided": 3}


class Site(Subject, frozen=True):
    """A facility is placed. `unit`: its counter; NOWHERE for a factory."""

    power: Annotated[int, Power]
    unit: int = NOWHERE

    @once
    def hexes(self, g: War) -> list[int]:
        return [s for s in places_for(g, self) if may_place(g, self, s) is None]


class Facing(Subject, frozen=True):
    """The hexsides of a new fort."""

    unit: Annotated[int, Unit]
    space: Annotated[int, Hex]


class Scorching(Subject, frozen=True):
    """A power may destroy facilities and factories of its own. `done`: hexes where it has, one for each time."""

    power: Annotated[int, Power]
    done: Annotated[tuple[int, ...], Hex] = ()


# --- building (13.6.6, 13.6.7) ------------------------------------------------------------------------------------------------


def lay_out_facilities(g: War) -> None:
    """Facilities of this year and before lie in the force pools of their powers."""
    known = set(g.units.counter) | elsewhere(g)
    for number, counter in enumerate(g.facts.counters):
        if counter.type not in FACILITIES or number in known or counter.year > g.year:
            continue
        power = POWER_INDEX.get(counter.power, NOWHERE)
        if power in playing(g):
            g.units.add(counter=number, power=power, country=first_home(g, power), at=FORCE_POOL)


def plans(g: War, purse: Purse) -> list[int]:
    types = g.roster.types
    return [u for u in units_at(g, FORCE_POOL) if g.units.power[u] == purse.power and types[u] in FACILITIES]


@rule("13.6.6")
def may_build_facility(g: War, purse: Purse, unit: int) -> No | None:
    """Whether a facility of the force pool is built: the builder chooses which."""
    if unit not in plans(g, purse):
        return No("13.6.6", "it is no facility in your force pool")
    no = by_the_circle(g)
    if no is None:
        no = may_gear(g, purse.power, FACILITY)
    return affordable(purse, g.units[unit].sheet.cost) if no is None else no


@rule("13.6.10")
def by_the_circle(g: War) -> No | None:
    """With option 40 facilities are begun in their hex and built step by step (site_building.py)."""
    return No("13.6.10", "facilities are begun in their hex") if g.options.factories_in_flames else None


def build_facility(g: War, purse: Purse, unit: int) -> None:
    row = g.units[unit]
    pay(g, purse, row.sheet.cost)
    count_built(g, purse.power, FACILITY)
    row.at = slot_of(g.turn + row.sheet.turns)
    g.say("{} is begun", row, rule="13.6.6")


@rule("13.6.6")
def may_found(g: War, purse: Purse) -> No | None:
    """Whether a factory is begun."""
    if not g.options.facilities:
        return No("13.6.6", "factories are built with option 32")
    no = by_the_circle(g)
    if no is None:
        no = may_gear(g, purse.power, FACILITY)
    return affordable(purse, FACTORY_COST) if no is None else no


def found(g: War, purse: Purse, _: None) -> None:
    pay(g, purse, FACTORY_COST)
    count_built(g, purse.power, FACILITY)
    g.works = [*g.works, purse.power, g.turn + FACTORY_TURNS, FRESH]
    g.say("{} begins a factory", g.powers[purse.power], rule="13.6.6")


def orders(g: War) -> list[tuple[int, int, int]]:
    """Factories under way: power, turn they arrive, hex of a repair or FRESH."""
    return [(g.works[n], g.works[n + 1], g.works[n + 2]) for n in range(0, len(g.works), 3)]


def ruined(g: War, space: int) -> int:
    """Printed factories and oil resources of a hex that are destroyed and not being repaired."""
    lost = g.hexes.red_lost[space] + g.hexes.blue_wrecked[space] + g.hexes.oil_wrecked[space]
    return lost - sum(at == space for _, _, at in orders(g)) if lost else 0


@rule("13.6.7")
def may_repair_factory(g: War, purse: Purse, space: int) -> No | None:
    """Whether a destroyed printed factory of one's own is repaired."""
    if ruined(g, space) <= 0 or powers_by_hex(g)[space] != purse.power:
        return No("13.6.7", "no printed factory or oil of yours lies in ruins there")
    return affordable(purse, REPAIR_COST)


def repair_factory(g: War, purse: Purse, space: int) -> None:
    pay(g, purse, REPAIR_COST)
    g.works = [*g.works, purse.power, g.turn + REPAIR_TURNS, space]
    g.say("{} repairs a factory in {}", g.powers[purse.power], g.hexes[space], rule="13.6.7")


# --- placing (4.2.2) ----------------------------------------------------------------------------------------------------------


def places_for(g: War, site: Site) -> list[int]:
    """Hexes worth a facility: cities and ports, for forts also hexes with resources or land units (WIF-DEC-77)."""
    ground, whose = g.ground, powers_by_hex(g)
    own = [s for s in range(g.board.size) if whose[s] == site.power and ground.land[s]]
    notable = [s for s in own if ground.city[s] or ground.port[s] or ground.resources[s] or ground.oil[s] or land_at(g, s)]
    if site.unit != NOWHERE and g.units[site.unit].sheet.type == Type.FORT:
        return notable
    return [s for s in own if ground.city[s] or ground.port[s] == MAJOR_PORT]


@rule("4.2.2")
def may_place(g: War, site: Site, space: int) -> No | None:
    """Whether a facility may stand in a hex."""
    ground = g.ground
    if not ground.land[space] or powers_by_hex(g)[space] != site.power:
        return No("4.2.2", "only hexes you control")
    if space in hexes_of_partisans(g, SIDE_OF_POWER[site.power]):
        return No("13.1.3", "partisans are there")
    sheet = g.units[site.unit].sheet if site.unit != NOWHERE else None
    if sheet is None or sheet.type == Type.SYNTH:
        if not (ground.city[space] or ground.port[space] == MAJOR_PORT) or not at_home(g, space, site.power):
            return No("4.2.2", "only cities and major ports of your home country, of the Commonwealth of the United Kingdom")
        if sheet is not None:
            return No("4.2.2", "one plant in a hex") if g.hexes.oil_built[space] else None
        return None if standing(g, space)[1] < MOST_BLUE else No("4.2.2", "two blue factories in a hex at most")
    if ground.scale[space] == OFF_MAP:
        return No("4.2.2", "no fortifications off the map")
    if in_enemy_zone(g, space, SIDE_OF_POWER[site.power]):
        return No("4.2.2", "it lies in an enemy zone of control")
    no = closed(g, site.unit, space)
    if no is not None:
        return no
    there = [u for u in works_at(g, space) if (COASTAL in g.units[u].sheet.marks) == (COASTAL in sheet.marks)]
    if COASTAL in sheet.marks:
        if not ground.wet[space]:
            return No("4.2.2", "a coastal fort needs an all-sea hexside")
        return No("4.2.2", "one coastal fort in a hex") if there else None
    return None if facings(g, Facing(site.unit, space)) else No("4.2.2", "no hexside is left to fortify")


def may_offer(g: War, site: Site, space: int) -> No | None:
    """Whether a facility may be placed in a hex, of those that are offered (WIF-DEC-77)."""
    no = may_place(g, site, space)
    if no is not None or space in site.hexes(g):
        return no
    return No("4.2.2", "fortifications are placed where a city, a port, resources or a land unit is")


@rule("4.2.2")
def facings(g: War, subject: Facing) -> list[int]:
    """Ways a fort can face, as bits of hexsides: as many as it covers, joined to each other and to those of a fort that stands
    there already, which keeps its own."""
    steps = g.ground.steps[subject.space]
    kept = 0
    for unit in works_at(g, subject.space):
        kept |= g.units.sides[unit]
    count = next((n for mark, n in SIDES_OF.items() if mark in g.units[subject.unit].sheet.marks), 3)
    free = [n for n in range(len(steps)) if not kept >> n & 1]
    sets = {frozenset((n,)) for n in free}
    for _ in range(min(count, len(free)) - 1):
        sets = {one | {n} for one in sets for n in free if n not in one and any(_meet(g, steps[n][0], steps[m][0]) for m in one)}
    return sorted(sum(1 << n for n in one) for one in sets if one)


def _meet(g: War, a: int, b: int) -> bool:
    return (a, b) in g.ground.between


def due_works(g: War) -> list[int]:
    """For the sequence: powers whose facilities and factories arrive."""
    if not g.options.facilities and not g.options.destruction:
        return []
    types = g.roster.types
    ready = {g.units.power[u] for u in units_at(g, slot_of(g.turn)) if types[u] in FACILITIES}
    ready |= {power for power, due, _ in orders(g) if due <= g.turn}
    ready |= {work.power for work in groundworks.ready(g)}
    return [p for p in playing(g) if p in ready]


@rule("4.2.2")
def open_works(g: War) -> Flow[None]:
    """Facilities that are due are placed, repaired factories work again"""
    power, types = g.power, g.roster.types
    groundworks.open_sites(g, power)
    for owner, due, space in orders(g):
        if owner != power or due > g.turn:
            continue
        left = orders(g)
        left.remove((owner, due, space))
        g.works = [n for order in left for n in order]
        if space < FRESH:
            yield from open_work(g, power, space)
        elif space != FRESH:
            _rebuild(g, space)
        else:
            yield from _place(g, Site(power))
    for unit in [u for u in units_at(g, slot_of(g.turn)) if types[u] in FACILITIES and g.units.power[u] == power]:
        yield from _place(g, Site(power, unit)) if g.units.yard[unit] < 0 else _finish(g, Site(power, unit), g.units.yard[unit])


@rule("13.6.10")
def _finish(g: War, site: Site, space: int) -> Flow[None]:
    """A facility that was begun in a hex stands there, also in an enemy zone of control; it is lost with the hex"""
    row = g.units[site.unit]
    row.yard = NOWHERE
    fort = row.sheet.type != Type.SYNTH and COASTAL not in row.sheet.marks
    if powers_by_hex(g)[space] != site.power or (fort and not facings(g, Facing(site.unit, space))):
        destroy_silently(g, site.unit, FORCE_POOL)
        return
    yield from _put(g, site, space)


def _place(g: War, site: Site) -> Flow[None]:
    """A facility without a place waits a turn"""
    if site.hexes(g):
        name = g.units[site.unit].label if site.unit != NOWHERE else "factory"
        yield from menu(g, g.seat(site.power), "Where is the new {0}?", site, PLACE, named=(name,))
    elif site.unit != NOWHERE:
        g.units[site.unit].at = slot_of(g.turn + 1)
    else:
        g.works = [*g.works, site.power, g.turn + 1, FRESH]


def _put(g: War, site: Site, space: int) -> Flow[None]:
    """The facility stands; a fort is turned as its builder likes"""
    if site.unit == NOWHERE:
        g.hexes[space].blue_moved += 1
        g.hexes[space].built_blue += 1
        g.say("a new factory stands in {}", g.hexes[space], rule="4.2.2")
        return
    row = g.units[site.unit]
    if row.sheet.type == Type.SYNTH:
        g.hexes[space].oil_built += 1
    elif COASTAL not in row.sheet.marks:
        yield from menu(g, g.seat(site.power), "{0} faces", Facing(site.unit, space), FACE, named=(row,))
    row.at = row.from_ = space
    g.say("{} stands in {}", row, g.hexes[space], rule="4.2.2")


def _rebuild(g: War, space: int) -> None:
    row = g.hexes[space]
    if row.red_lost:
        row.red_lost -= 1
    elif row.blue_wrecked:
        row.blue_wrecked -= 1
        row.blue_moved += 1
    elif row.oil_wrecked:
        row.oil_wrecked -= 1
        g.say("oil flows again in {}", row, rule="13.6.7")
        return
    g.say("a factory works again in {}", row, rule="13.6.7")


# --- destroying (11.7, 11.10.6, 13.8) -----------------------------------------------------------------------------------------


@rule("11.10.6", "22.9")
def raze(g: War, space: int, side: int) -> None:
    """Enemies enter a hex: fortifications and built factories are destroyed, an oil plant serves its new master"""
    for unit in [u for u in works_at(g, space) if SIDE_OF_POWER[g.units.power[u]] != side]:
        g.say("{} is razed", g.units[unit], rule="22.9")
        g.units[unit].sides = 0
        destroy_silently(g, unit, FORCE_POOL)
    if g.hexes.built_blue[space]:
        g.hexes[space].blue_moved -= g.hexes.built_blue[space]
        g.hexes[space].built_blue = 0


@rule("11.7")
def bomb(g: War, space: int, stars: int) -> None:
    """Each asterisk of a bombardment destroys a printed factory (option 33), blue before red, then oil; then a built one, a
    plant, a railway or road that was built (32); at last the railway of the board (33)"""
    works = sum(standing(g, space)[:2])
    _fall(g, space, stars)
    if sum(standing(g, space)[:2]) < works:
        g.bombed_out = [*g.bombed_out, space, g.turn]  # 11.9: factories of the country may be railed away


def _fall(g: War, space: int, stars: int) -> None:
    for _ in range(stars):
        if g.options.destruction and _wreck_printed(g, space):
            continue
        if g.options.facilities and (_wreck_built(g, space) or break_rails(g, space, printed=False)):
            continue
        if _wreck_sites(g, space):
            continue
        if not (g.options.destruction and break_rails(g, space, printed=True)):
            return


@rule("11.7")
def _wreck_sites(g: War, space: int) -> bool:
    """With options 32 and 40 the specialisation of a factory is lost, then its shipyard; nobody builds them again."""
    if not (g.options.facilities and g.options.factories_in_flames):
        return False
    for places, sort in ((g.charts.specialities, SPECIALITY), (g.charts.shipyards, SHIPYARD)):
        here = any(g.ground.named(place) == space for rows in places.values() for place, _ in rows)
        if here and 2 * space + sort not in g.lost_sites:
            g.lost_sites = [*g.lost_sites, 2 * space + sort]
            word = "specialised factory" if sort == SPECIALITY else "shipyard"
            g.say(f"a {word} in {{}} is destroyed", g.hexes[space], rule="11.7")
            return True
    return False


def _wreck_printed(g: War, space: int) -> bool:
    row = g.hexes[space]
    reds, blue, _ = standing(g, space)
    if blue - row.built_blue > 0:
        row.blue_moved -= 1
        row.blue_wrecked += 1
    elif reds:
        row.red_lost += 1
    elif printed_oil(g, space) > 0:
        row.oil_wrecked += 1
        g.say("an oil resource of {} is destroyed", row, rule="11.7")
        return True
    else:
        return False
    g.say("a factory in {} is destroyed", row, rule="11.7")
    return True


def _wreck_built(g: War, space: int) -> bool:
    row = g.hexes[space]
    if row.built_blue:
        row.built_blue -= 1
        row.blue_moved -= 1
    elif row.oil_built:
        row.oil_built -= 1
        for unit in [u for u in g.units.stacks.get(space, ()) if g.roster.types[u] == Type.SYNTH][:1]:
            destroy_silently(g, unit, FORCE_POOL)
    else:
        return False
    g.say("a facility in {} is destroyed", row, rule="11.7")
    return True


@rule("13.8")
def may_scorch(g: War, subject: Scorching, space: int) -> No | None:
    """Whether a power destroys something of its own in a hex: one target for each of its land units in supply there; a printed
    factory only while enemies stand in the country."""
    types = g.roster.types
    able = [
        u for u in land_at(g, space) if g.units.power[u] == subject.power and types[u] != Type.PART and in_supply(g, u)
    ]  # fmt: skip
    if len(able) <= subject.done.count(space):
        return No("13.8", "each land unit in supply destroys one target a turn")
    row = g.hexes[space]
    if burnable(g, Torch(subject.power, space)):
        return None
    oil = printed_oil(g, space) > 0 and not promised(g).get(subject.power, {}).get(space, 0) < 0  # not what it must deliver
    if not g.options.destruction or (standing(g, space)[1] <= row.built_blue and not oil):
        return No("13.8", "no facility, printed blue factory or oil of yours stands there")
    return No("13.8", "no enemy land unit stands in the country")


def _invaded(g: War, space: int, side: int) -> bool:
    types, home = g.roster.types, g.ground.homeland.get(g.ground.country[space], ())
    there = [u for s in home if s in g.units.stacks for u in land_at(g, s)]
    return any(types[u] != Type.PART and SIDE_OF_POWER[g.units.power[u]] != side for u in there)


def scorchable(g: War, subject: Scorching) -> list[int]:
    there = {at for at, whose in zip(g.units.at, g.units.power) if whose == subject.power and at >= 0 and g.ground.land[at]}
    return [s for s in sorted(there) if may_scorch(g, subject, s) is None]


def scorchers(g: War) -> list[int]:
    """For the sequence: powers that may destroy something of their own."""
    if not g.options.facilities and not g.options.destruction:
        return []
    return [p for p in playing(g) if scorchable(g, Scorching(p))]


S = TypeVar("S", bound=Subject)
G = TypeVar("G", bound=War)


def destroy_by_turns(
    g: G,
    prompt: str,
    subject: Callable[[int, tuple[int, ...]], S],
    targets: Callable[[G, S], list[int]],
    spare: Act[Any, S, None],
    wreck: Act[Any, S, int],
) -> Flow[None]:
    """A power destroys things hex by hex, until it spares the rest; `subject` knows where it has"""
    done: tuple[int, ...] = ()
    while targets(g, subject(g.power, done)):
        answer, space = yield from menu(
            g, g.seat(g.power), prompt, subject(g.power, done), spare, wreck, named=(g.powers[g.power],)
        )
        if answer.verb == spare.name:
            return
        done = (*done, space)


@rule("13.8")
def scorch(g: War) -> Flow[None]:
    """A power may destroy its own facilities, and factories in an invaded country"""
    yield from destroy_by_turns(g, "{0}: scorched earth?", Scorching, scorchable, SPARE, SCORCH)


class Torch(Subject, frozen=True):
    """What is destroyed in a hex of one's own."""

    power: Annotated[int, Power]
    space: Annotated[int, Hex]


PRINTED_FACTORY, PRINTED_OIL, BUILT_WORKS, BUILT_LINE, FORT, DRILLED = "factory", "oil", "works", "line", "fort", "well"
TARGETS = {
    PRINTED_FACTORY: "A blue factory", PRINTED_OIL: "An oil resource", BUILT_WORKS: "A factory or plant that was built",
    BUILT_LINE: "The road or railway that was built", FORT: "A fortification",
    DRILLED: "The oil facility that is not ready yet",
}  # fmt: skip


@rule("13.8")
def burnable(g: War, torch: Torch) -> list[str]:
    """What a power may destroy in a hex: facilities, and printed blue factories and oil where the country is invaded."""
    space, row, found = torch.space, g.hexes[torch.space], []
    if g.options.destruction and _invaded(g, space, SIDE_OF_POWER[torch.power]):
        found += [PRINTED_FACTORY] if standing(g, space)[1] > row.built_blue else []
        owed = promised(g).get(torch.power, {}).get(space, 0) < 0
        found += [PRINTED_OIL] if printed_oil(g, space) > 0 and not owed else []
    if g.options.facilities:
        there = {BUILT_WORKS: row.built_blue or row.oil_built, BUILT_LINE: row.laid, FORT: works_at(g, space)}
        there[DRILLED] = SPECIFIC - space in g.works[2::3] or groundworks.begun_at(g, space, groundworks.WELL)
        found += [word for word, what in there.items() if what]
    return found


def may_burn(g: War, torch: Torch, word: str) -> No | None:
    return None if word in burnable(g, torch) else No("13.8", "nothing of that kind may be destroyed there")


def _burn(g: War, torch: Torch, word: str) -> None:
    space, row = torch.space, g.hexes[torch.space]
    if word == PRINTED_FACTORY:
        row.blue_moved -= 1
        row.blue_wrecked += 1
        g.say("a factory in {} is destroyed", row, rule="13.8")
    elif word == PRINTED_OIL:
        row.oil_wrecked += 1
        g.say("an oil resource of {} is destroyed", row, rule="13.8")
    elif word == BUILT_WORKS:
        _wreck_built(g, space)
    elif word == BUILT_LINE:
        break_rails(g, space, printed=False)
    elif word == DRILLED:
        g.works = [n for o in orders(g) if o[2] != SPECIFIC - space for n in o]
        sites = groundworks.groundworks(g)
        groundworks.keep(g, [w for w in sites if (w.space, w.what) != (space, groundworks.WELL)])
        g.say("the oil facility of {} is given up", row, rule="13.8")
    else:
        for unit in works_at(g, space)[:1]:
            g.units[unit].sides = 0
            destroy_silently(g, unit, FORCE_POOL)


def _scorch(g: War, subject: Scorching, space: int) -> Flow[int]:
    """The owner says what goes up in smoke, where there is a choice"""
    torch = Torch(subject.power, space)
    words = burnable(g, torch)
    if len(words) == 1:
        _burn(g, torch, words[0])
    else:
        yield from menu(g, g.seat(subject.power), "What is destroyed in {0}?", torch, BURN, named=(g.hexes[space],))
    return space


# --- naval guns (22.9) --------------------------------------------------------------------------------------------------------


@rule("22.9")
def fire_back(g: War, battle: Fight) -> Flow[None]:
    """After the advance the guns of a coastal fort answer each ship that bombarded its hex"""
    target = battle.target
    side = SIDE_OF_POWER[g.units.power[battle.attackers[0]]] if battle.attackers else g.side
    value = g.hexes.coast_guns[target]
    for ship in [u for u, at in enumerate(g.units.bombards) if at == target and g.roster.naval[u]]:
        if not value or SIDE_OF_POWER[g.units.power[ship]] != side or g.units.at[ship] < 0:
            continue
        told = f"The guns of {g.board.label(target)} at {g.units[ship].label}: {value}"
        roll = yield from cast(g, Stake(told, "22.9", 1 - side, side, with_units(g, [ship]), fight=True))
        if roll <= value:
            suffer(g, ship, "X" if roll < value else "D", Toll())


AFTERMATHS.append(fire_back)
RAZERS.append(raze)
BUILD_FACILITY: Act[War, Purse, int] = Act(
    "build_facility", "13.6.6", lambda g, s, u: f"{g.units[u].label}: {g.units[u].sheet.cost}", takes=Unit, among=plans,
    may=may_build_facility, do=build_facility, group="Facilities",
)  # fmt: skip
FOUND: Act[War, Purse, None] = Act("factory", "13.6.6", "A factory for 8", who=may_found, do=found, group="Facilities")
REPAIR_FACTORY: Act[War, Purse, int] = Act(
    "repair_factory", "13.6.7", "Repair a factory or oil in {0}", takes=Hex, may=may_repair_factory, do=repair_factory,
    group="Facilities", among=lambda g, s: [n for n in range(g.board.size) if ruined(g, n) > 0] if g.options.destruction else [],
)  # fmt: skip
PLACE: Act[War, Site, int] = Act("site", "4.2.2", "{0}", takes=Hex, among=lambda g, s: s.hexes(g), may=may_offer, do=_put)
FACE: Act[War, Facing, int] = Act(
    "face", "4.2.2", lambda g, s, bits: ", ".join(
        str(g.board.label(there)) for n, (there, _) in enumerate(g.ground.steps[s.space]) if bits >> n & 1
    ),
    takes=int, among=facings, do=lambda g, s, bits: setattr(g.units[s.unit], "sides", bits),
    may=lambda g, s, bits: None if bits in facings(g, s) else No("4.2.2", "the hexsides of a fort lie side by side"),
)  # fmt: skip
SPARE: Act[War, Scorching, None] = Act("spare", "13.8", "Spare them", do=lambda g, s, _: None)
SCORCH: Act[War, Scorching, int] = Act(
    "scorch", "13.8", "Destroy something in {0}", takes=Hex, listed=scorchable, may=may_scorch, do=_scorch
)
BURN: Act[War, Torch, str] = Act(
    "burn", "13.8", lambda g, s, word: TARGETS[word], takes=str, among=burnable, may=may_burn, do=_burn
)
