"""17.1 to 17.3: an Axis power installs Vichy: France is divided, its possessions and units choose between Vichy and Free France.

How Vichy's units act is actions.py and land_movement.py (17.4.2, 17.4.3), its collapse vichy_collapse.py, defection loyalty.py.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, FRANCE, SIDE_OF_POWER, USA, VICHY
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.conquerors import most_influential
from grognard.titles.wif.rules.conquest import (
    chase_ships,
    divide,
    fall_completely,
    is_band,
    refuges_fall,
    remove_army,
    send_strangers_home,
)
from grognard.titles.wif.rules.control import first_home, hexes_of, nation_at, powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.entry import outrage
from grognard.titles.wif.rules.force_pools import city_of
from grognard.titles.wif.rules.french_groups import EQUATORIAL_AFRICA, NORTH_AFRICA, POLYNESIA, WEST_AFRICA
from grognard.titles.wif.rules.homeward import landing_places
from grognard.titles.wif.rules.intelligence import Stake, cast
from grognard.titles.wif.rules.minors import capital_of, master
from grognard.titles.wif.rules.overrun import ship_refuges
from grognard.titles.wif.rules.powers import active, at_war, current_home, home_power, playing, political, powers_of
from grognard.titles.wif.rules.sailing import courses, way
from grognard.titles.wif.rules.stacking import may_stack, ship_count, ship_limit
from grognard.titles.wif.rules.stocks import share_french_stocks
from grognard.titles.wif.rules.track_losses import lose_french_builds
from grognard.titles.wif.rules.units import destroy_silently, land_at, put, send_away, ships_at, units_at
from grognard.titles.wif.state import (
    AIR_RESERVE,
    ALIGNED,
    CIRCLE,
    CONQUERED,
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    HOME,
    INCOMPLETE,
    NEUTRAL,
    NOWHERE,
    REPAIR_POOL,
    RESERVE_POOL,
    Country,
    Hex,
    Power,
    Unit,
    War,
)

NAMED = {"syria": "Syria", "indo_china": "Indo-China", "madagascar": "Madagascar"}
GROUPS = (
    "Corsica, Morocco, Algeria and Tunisia", "French West Africa", "Syria", "Indo-China", "Madagascar",
    "all other Asian map minors and territories", "French Equatorial Africa", "all Pacific map minors and territories",
    "Marquesas Is and French Polynesia", "all other minors and territories",
)  # fmt: skip
FRENCH = (FRANCE, VICHY)
DE_GAULLE = "De Gaulle"
FLEET_ABROAD = -2  # when a battleship or carrier is not in a French port


class Installing(Subject, frozen=True):
    """An Axis power may install Vichy."""

    power: Annotated[int, Power]


class Handing(Subject, frozen=True):
    """An Ally may give back hexes in Vichy's possessions, or destroy the French units in its hands."""

    power: Annotated[int, Power]


class Landfall(Subject, frozen=True):
    """A French unit comes home when Vichy is installed. `places`: hexes with room for it."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]
    places: tuple[Annotated[int, Hex], ...]


class Gift(Subject, frozen=True):
    """To whom a minor goes that France had gained in the war."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]


class Culling(Subject, frozen=True):
    """Who runs Vichy chooses the units it loses: so many of its militia and reserves, or of its army, are still owed."""

    power: Annotated[int, Power]
    militia: bool
    owed: int


class Seat(Subject, frozen=True):
    """Free France chooses its home."""

    power: Annotated[int, Power]


# --- when (17.1) --------------------------------------------------------------------------------------------------------------


@rule("17.1")
def may_install(g: War, power: int) -> No | None:
    """Whether an Axis power may install a Vichy government."""
    if SIDE_OF_POWER[power] != AXIS or g.vichy or power == VICHY:
        return No("17.1", "only an Axis power, once")
    if FRANCE not in playing(g) or g.countries.status[g.facts.country["france"]] != HOME:
        return No("17.1", "France is conquered")
    if g.powers.plays[USA] and at_war(g, power, USA):
        return No("17.1", "not while it is at war with the USA")
    paris = g.ground.named("Paris")
    factors = {p: sum(g.units[u].sheet.strength for u in land_at(g, paris) if g.units.power[u] == p) for p in powers_of(g, AXIS)}
    if not factors.get(power) or any(n >= factors[power] for p, n in factors.items() if p != power):
        return No("17.1", "it must occupy Paris with more combat factors than any other Axis power")
    return None if sides_by_hex(g)[paris] == AXIS else No("17.1", "Paris is not in Axis hands")


def installers(g: War) -> list[int]:
    """For the sequence: the power that may install Vichy now."""
    return [p for p in powers_of(g, AXIS) if may_install(g, p) is None] if political(g) else []


@rule("13.7.4", "17.1")
def declare_vichy(g: War) -> Flow[None]:
    """The Axis power in Paris may install a Vichy government"""
    answer, _ = yield from menu(
        g, g.seat(g.power), "{0}: install a Vichy government?", Installing(g.power), NOT_NOW, INSTALL, named=(g.powers[g.power],)
    )
    if answer.verb == INSTALL.name:
        yield from install(g, g.power)


@rule("17.1", "17.2", "17.3")
def install(g: War, power: int) -> Flow[None]:
    """Vichy and Free France come into being."""
    g.say("{} installs a Vichy government", g.powers[power], rule="17.1")
    france, vichy = g.facts.country["france"], g.facts.country["vichy_france"]
    g.vichy, g.vichied, g.installer, g.free_france, g.hostile = 1, 1, power, 1, 0
    g.trespassed = 0
    row = g.powers[VICHY]
    row.plays, row.status, row.wars, row.conquered, row.share = 1, NEUTRAL, 0, 0, 100
    abroad = fleet_abroad(g)
    lost = {p: hexes_in(g, p) for p in powers_of(g, ALLIES) if p != FRANCE}
    away = [s for s, p in enumerate(powers_by_hex(g)) if p == FRANCE and nation_at(g, s) >= 0 and nation_at(g, s) != france]
    for space in g.ground.region["vichy_france"]:
        g.hexes[space].nation = g.hexes[space].controller = vichy
    g.countries[vichy].status, g.countries[vichy].power = HOME, VICHY
    held = powers_by_hex(g)
    mine = [s for s in hexes_of(g, france) if held[s] == FRANCE]
    divide(g, france, power)
    for space in mine:
        if powers_by_hex(g)[space] == FRANCE:
            g.hexes[space].controller = first_home(g, power)
    occupied = g.countries[france]
    occupied.status, occupied.power, occupied.conqueror, occupied.fallen, occupied.first_conqueror = (
        CONQUERED,
        power,
        power,
        1,
        AXIS,
    )
    g.powers[FRANCE].conquered = INCOMPLETE
    outrage(g, "7", power)
    if g.options.factories_in_flames:
        lose_french_builds(g)
    gained = yield from allot(g, abroad, away)
    yield from hand_back(g, lost)
    for country in [c for c in gained if _overlord(g, c) not in gained]:
        able = [p for p in powers_of(g, AXIS) if active(g, p)]
        heir = able[0] if able else power
        if len(able) > 1:
            _, heir = yield from menu(
                g, g.seat(power), "To whom does {0} go?", Gift(power, country), GIVE, named=(g.countries[country],)
            )
        for part in (country, *(c for c in gained if _overlord(g, c) == country)):
            yield from give_away(g, part, heir)
    fleeing = frozenset(u for c in gained for s in hexes_of(g, c) for u in ships_at(g, s) if g.units.power[u] == FRANCE)
    share_french_stocks(g, power, VICHY, france)
    yield from found_free_france(g)
    for space in away:
        if g.hexes.controller[space] == france and g.countries.power[nation_at(g, space)] == FRANCE:
            g.hexes[space].controller = first_home(g, FRANCE)  # what France had conquered and Free France keeps
    yield from part_units(g, power, fleeing)
    yield from chase_ships(g)
    if g.powers.home[FRANCE] < 0:  # 13.7.1: no home of 1939 is left
        yield from fall_completely(g, FRANCE, power)


def fleet_abroad(g: War) -> bool:
    """Whether a French carrier or battleship is not in a port of France that could hold it."""
    known, home = g.roster, set(g.ground.homeland["france"])
    ports = [s for s in home if g.ground.port[s] != NO_PORT and powers_by_hex(g)[s] == FRANCE]
    room = [s for s in ports if ship_count(g, ships_at(g, s)) < ship_limit(g, s)]
    big = [u for u, p in enumerate(g.units.power) if p == FRANCE and known.types[u] in (Type.CV, Type.BB) and g.units.at[u] >= 0]
    return bool(room) and any(g.units.at[u] not in home for u in big)


# --- possessions (17.2) -------------------------------------------------------------------------------------------------------


@rule("17.2", "19.11")
def group_of(g: War, country: int) -> str:
    """The administration group of a French possession (WIF-DEC-155)."""
    name = g.facts.countries[country].id
    if name in NORTH_AFRICA:
        return GROUPS[0]
    if name in NAMED:
        return NAMED[name]
    for names, group in ((WEST_AFRICA, GROUPS[1]), (EQUATORIAL_AFRICA, GROUPS[6]), (POLYNESIA, GROUPS[8])):
        if name in names:
            return group
    capital = capital_of(g, master(g, country) if master(g, country) >= 0 else country)  # the Indies choose with Amsterdam
    places = [capital] if capital >= 0 else list(g.ground.homeland.get(name, ()))
    letter = g.board.token(places[0])[0] if places else "W"
    return {"A": GROUPS[5], "P": GROUPS[7]}.get(letter, GROUPS[9])


def french(g: War) -> list[int]:
    """Countries and territories France controls besides France itself."""
    own = {g.facts.country["france"], g.facts.country["vichy_france"]}
    return [c for c, p in enumerate(g.countries.power) if p == FRANCE and c not in own and hexes_of(g, c)]


@rule("17.2")
def allot(g: War, abroad: bool, away: list[int]) -> Flow[list[int]]:
    """Roll for each group; gives the minors that Vichy gets and France did not have in 1939. `away`: what France held outside its
    home; in lands of others it is theirs again, or of who stands there."""
    by_group: dict[str, list[int]] = {}
    for country in french(g):
        by_group.setdefault(group_of(g, country), []).append(country)
    gained = []
    for group in GROUPS:
        if group not in by_group:
            continue
        needed, added = g.charts.vichy_groups[group], FLEET_ABROAD * abroad
        told = f"{group}: {needed} or more for Free France"
        if (yield from cast(g, Stake(told, "17.2", AXIS, ALLIES, aim=aim(g, least=needed - added)))) + added >= needed:
            continue
        for country in by_group[group]:
            g.countries[country].power = VICHY
            if g.facts.countries[country].controller != "france":
                gained.append(country)
            for space in hexes_of(g, country):
                if sides_by_hex(g)[space] == AXIS and powers_by_hex(g)[space] != VICHY:
                    g.hexes[space].controller = country
    for space in away:
        nation = nation_at(g, space)
        if g.countries.power[nation] not in FRENCH:
            units = [g.units.power[u] for u in land_at(g, space) if g.units.power[u] != FRANCE]
            fallen = g.countries.status[nation] == CONQUERED
            owner = units[0] if units else g.countries.power[nation] if fallen else NOWHERE
            g.hexes[space].controller = first_home(g, owner) if owner >= 0 else nation
    return gained


def hexes_in(g: War, power: int) -> list[int]:
    """Hexes a power holds in French possessions."""
    return [s for c in french(g) for s in hexes_of(g, c) if powers_by_hex(g)[s] == power]


@rule("17.2")
def hand_back(g: War, held: dict[int, list[int]]) -> Flow[None]:
    """Allied hexes in Free French lands go back; those in Vichy's may, or Vichy is hostile"""
    for power, spaces in held.items():
        theirs = []
        for space in spaces:
            nation = nation_at(g, space)
            if g.countries.power[nation] == FRANCE:
                g.hexes[space].controller = nation
            elif g.countries.power[nation] == VICHY:
                theirs.append(space)
        if theirs:
            answer, _ = yield from menu(
                g, g.seat(power), "{0}: give Vichy its hexes back?", Handing(power), HAND_BACK, HOLD, named=(g.powers[power],)
            )
            if answer.verb == HOLD.name:
                g.hostile |= 1 << power
                continue
            for space in theirs:
                g.hexes[space].controller = nation_at(g, space)


def _overlord(g: War, country: int) -> int:
    """The minor whose possession a country is, as it stands now: the Indies for Dutch Guyana once they stand for Holland."""
    behind = master(g, country)
    found = current_home(g, behind) if behind >= 0 else NOWHERE
    return found if found != country else NOWHERE


@rule("17.2")
def give_away(g: War, country: int, heir: int) -> Flow[None]:
    """A minor France gained goes to an Axis power: conquered with all that follows if it was aligned, else aligned"""
    row = g.countries[country]
    lost = row.status == ALIGNED
    mine = [s for s in hexes_of(g, country) if powers_by_hex(g)[s] in (*FRENCH, heir)]
    if lost:
        remove_army(g, country)
        send_strangers_home(g, country, heir, FRENCH)
        divide(g, country, heir, FRENCH)  # 13.7.1: who stands there keeps his hexes
    row.status, row.power = CONQUERED if lost else ALIGNED, heir
    for space in hexes_of(g, country):
        if lost and g.ground.fort[space]:
            g.hexes[space].fort_gone = 1
    for space in () if lost else mine:
        g.hexes[space].controller = country
    if lost:
        row.conqueror, row.fallen, row.before = heir, 1, FRANCE
        row.first_conqueror = AXIS if row.first_conqueror < 0 else row.first_conqueror
        yield from refuges_fall(g, country, heir)


@rule("17.2")
def found_free_france(g: War) -> Flow[None]:
    """Free France chooses a home among its minors of 1939; without one its territories go to Vichy"""
    able = free_homes(g)
    if not able:
        for country in french(g):
            g.countries[country].power = VICHY
        g.say("Free France has no home", rule="17.2")
        g.powers[FRANCE].home = NOWHERE
        return
    home = able[0]
    if len(able) > 1:
        _, home = yield from menu(g, g.seat(FRANCE), "Where is the home of Free France?", Seat(FRANCE), SETTLE)
    g.powers[FRANCE].home = home
    g.countries[g.facts.country["france"]].home = home
    g.say("Free France has its home in {}", g.countries[home], rule="17.2")


def free_homes(g: War) -> list[int]:
    return [c for c in french(g) if g.facts.countries[c].kind == "home" and g.facts.countries[c].controller == "france"]


# --- units (17.3) -------------------------------------------------------------------------------------------------------------


@rule("17.3.1", "17.3.2")
def part_units(g: War, power: int, fleeing: frozenset[int] = frozenset()) -> Flow[None]:
    """Foreign units leave Vichy's lands; French ones become Vichy or Free French, and many are lost. `fleeing`: ships in lands
    that were given away, Free French if they escape"""
    known, whose = g.roster, powers_by_hex(g)
    vichy_hexes = {s for s, p in enumerate(whose) if p == VICHY}
    for space in vichy_hexes:
        for unit in [u for u in units_at(g, space) if g.units.power[u] != FRANCE and g.units.aboard[u] == NOWHERE]:
            if known.types[unit] != Type.PART:
                _expel(g, unit, space)
    for ally in [p for p in powers_of(g, ALLIES) if p != FRANCE]:
        french_units = [u for u, p in enumerate(g.units.power) if p == FRANCE and g.units.at[u] >= 0 and not is_band(g, u)]
        guests = [u for u in french_units if whose[g.units.at[u]] == ally]
        if guests:
            answer, _ = yield from menu(
                g, g.seat(ally), "{0}: destroy the French units in your hands?", Handing(ally), SPARE_THEM, DESTROY_THEM,
                named=(g.powers[ally],),
            )  # fmt: skip
            if answer.verb == DESTROY_THEM.name:
                g.hostile |= 1 << ally
                for unit in guests:
                    if g.units.at[unit] >= 0:
                        destroy_silently(g, unit, FORCE_POOL)
    yield from _bring_home(g, power, fleeing)
    _clear_markers(g)
    for unit, owner in enumerate(g.units.power):
        at = g.units.at[unit]
        if owner != FRANCE or at == GONE or is_band(g, unit):
            continue
        if at in vichy_hexes or at in (CONSTRUCTION_POOL, REPAIR_POOL, RESERVE_POOL) or (at <= CIRCLE and known.naval[unit]):
            g.units[unit].power = VICHY
    yield from _thin_out(g, power)


def _expel(g: War, unit: int, space: int) -> None:
    """17.3.1: a foreign unit leaves a hex of Vichy."""
    if not g.roster.naval[unit]:
        send_away(g, unit)
        return
    ports, reach = ship_refuges(g, unit), courses(g, unit, flight=True)
    if ports:
        put(g, unit, min(ports, key=lambda s: (len(way(reach, s)), s)))
    else:
        destroy_silently(g, unit, FORCE_POOL)


@rule("17.3.2")
def _clear_markers(g: War) -> None:
    """French markers on the circle and the track are lost: pilots, offensive chits and points, intelligence; with option 46 so
    are machines that wait for a pilot."""
    row = g.powers[FRANCE]
    row.pilots = row.offensive = row.intelligence = 0
    pairs = [(g.training[n], g.training[n + 1]) for n in range(0, len(g.training), 2)]
    g.training = [n for pair in pairs if pair[0] != FRANCE for n in pair]
    chits = [g.chits[n : n + 3] for n in range(0, len(g.chits), 3)]
    g.chits = [n for chit in chits if chit[0] != FRANCE for n in chit]
    for unit in [u for u in units_at(g, AIR_RESERVE) if g.units.power[u] == FRANCE]:
        destroy_silently(g, unit, FORCE_POOL)


@rule("17.3.2")
def _bring_home(g: War, power: int, fleeing: frozenset[int] = frozenset()) -> Flow[None]:
    """French units outside French lands, at sea and on the circle come home: whoever runs Vichy says to which hex"""
    known, whose = g.roster, g.powers_by_hex
    homes = sorted(g.ground.region["vichy_france"], key=lambda s: (not g.ground.city[s], s))
    pilots = g.powers.pilots[FRANCE] + sum(p == FRANCE for p in g.training[::2])
    for unit, owner in enumerate(g.units.power):
        at = g.units.at[unit]
        if owner != FRANCE or g.units.aboard[unit] != NOWHERE or at in (GONE, FORCE_POOL, RESERVE_POOL) or is_band(g, unit):
            continue
        sea = at >= 0 and not g.ground.land[at]
        abroad = at >= 0 and g.ground.land[at] and whose[at] not in (FRANCE, VICHY)
        country = g.units.country[unit]
        minor = home_power(g, country) < 0
        if known.naval[unit]:
            if (sea or abroad) and unit not in fleeing:
                _to_port(g, unit, at, whose)
        elif sea and known.air[unit]:
            yield from _ashore(g, power, unit, _nearest_fields(g, unit, whose))
        elif sea or abroad or at <= CIRCLE or (minor and nation_at(g, at) != country):
            own = [s for s in hexes_of(g, country) if whose[s] in (FRANCE, VICHY)] if minor else homes
            spots = [s for s in own if may_stack(g, unit, s) is None]
            if g.options.pilots and known.air[unit] and at <= CIRCLE:  # those from the map have theirs
                spots = spots if pilots > 0 else []
                pilots -= 1
            yield from _ashore(g, power, unit, spots)
            if g.units.at[unit] in spots:
                g.units[unit].down = 0


def _ashore(g: War, power: int, unit: int, spots: list[int]) -> Flow[None]:
    """A unit comes to one of these hexes, or is lost"""
    if not spots:
        destroy_silently(g, unit, FORCE_POOL)
        return
    spot = spots[0]
    if len(spots) > 1:
        subject = Landfall(power, unit, tuple(spots))
        _, spot = yield from menu(g, g.seat(power), "Where does {0} come ashore?", subject, ASHORE, named=(g.units[unit],))
    put(g, unit, spot)


@rule("17.3.2", "13.4")
def _nearest_fields(g: War, unit: int, whose: list[int]) -> list[int]:
    """The nearest hexes of Vichy and of Free France to which an aircraft at sea can return."""
    reach = landing_places(g, unit)
    able = {s: reach[s] for s in reach if g.ground.land[s] and whose[s] in (FRANCE, VICHY) and may_stack(g, unit, s) is None}
    return sorted(s for s, cost in able.items() if cost == min(able.values()))


def _to_port(g: War, unit: int, at: int, whose: list[int]) -> None:
    """The nearest port of Vichy or Free France with room, area by area: within the range, from a port within twice that."""
    ground = g.ground
    ring = [ground.area[at]] if not ground.land[at] else list(ground.seas[at])
    seen = set(ring)
    far = g.units[unit].sheet.range if g.units.counter[unit] >= 0 else 3
    for _ in range(2 * far - 1 if ground.land[at] else far):  # the sea area off a port and the port of arrival count too
        ports = [
            s for area in ring for s in ground.shores.get(area, ()) if ground.port[s] != NO_PORT and whose[s] in (FRANCE, VICHY)
        ]
        port = next((s for s in ports if may_stack(g, unit, s) is None), NOWHERE)
        if port >= 0:
            put(g, unit, port)
            return
        ring = [b for a in ring for b in ground.waters[a] if b not in seen and not seen.add(b)]  # type: ignore[func-returns-value]
    destroy_silently(g, unit, FORCE_POOL)


@rule("17.3.2")
def _thin_out(g: War, power: int) -> Flow[None]:
    """Militia of cities that Vichy does not hold leave the game; of the rest and of the army half are lost, as who runs Vichy
    chooses, and of the force pools half by lot. De Gaulle is with the Free French (WIF-DEC-63)."""
    known, whose = g.roster, powers_by_hex(g)
    for unit, owner in enumerate(g.units.power):
        at = g.units.at[unit]
        if owner in (FRANCE, VICHY) and at not in (GONE, FORCE_POOL) and known.types[unit] == Type.MIL:
            city = g.ground.places.get(city_of(g, unit), NOWHERE)
            if city >= 0 and whose[city] != VICHY:
                destroy_silently(g, unit, GONE)
    for militia in (True, False):
        owed = (len(vichy_army(g, militia=militia)) + 1) // 2
        for left in range(owed, 0, -1):
            yield from menu(
                g, g.seat(power), "Which of the {0} units still to go does Vichy lose?", Culling(power, militia, left), CULL,
                named=(str(left),),
            )  # fmt: skip
        for unit in vichy_army(g, militia=True) if militia else ():
            destroy_silently(g, unit, RESERVE_POOL)
    pools: dict[int, list[int]] = {}
    for unit in units_at(g, FORCE_POOL):
        if g.units.power[unit] == FRANCE and g.units.counter[unit] >= 0 and known.types[unit] not in (Type.PART, Type.TERR):
            pools.setdefault(int(known.types[unit]), []).append(unit)
    for kind, units in sorted(pools.items()):
        for unit in g.pick(units, (len(units) + 1) // 2, f"French {Type(kind).printed} lost from the force pool", "17.3.2"):
            g.units[unit].at = GONE
    for unit, owner in enumerate(g.units.power):
        if owner in (FRANCE, VICHY) and known.hq[unit] and g.units[unit].sheet.name == DE_GAULLE:
            at = g.units.at[unit]
            if owner != FRANCE or at < 0 or not g.ground.land[at] or whose[at] != FRANCE:
                destroy_silently(g, unit, FORCE_POOL)
                g.units[unit].power = FRANCE


def vichy_army(g: War, *, militia: bool) -> list[int]:
    """Vichy's units on the map that are no ships, the weakest first: its militia and reserves, or the others."""
    known = g.roster
    there = [u for u, p in enumerate(g.units.power) if p == VICHY and g.units.at[u] >= 0]
    own = [u for u in there if not known.naval[u] and not is_band(g, u)]
    wanted = [u for u in own if (known.types[u] == Type.MIL or bool(g.units[u].sheet.reserve)) == militia]
    return sorted(wanted, key=lambda u: (g.units[u].sheet.strength, u))


def may_cull(g: War, subject: Culling, unit: int) -> No | None:
    if unit in vichy_army(g, militia=subject.militia):
        return None
    return No("17.3.2", "a militia or reserve unit of Vichy" if subject.militia else "a unit of its army, no militia or reserve")


def cull(g: War, subject: Culling, unit: int) -> None:
    g.units[unit].power = FRANCE
    destroy_silently(g, unit, FORCE_POOL)


def heirs(g: War, subject: Gift) -> list[int]:
    return [p for p in powers_of(g, AXIS) if active(g, p)]


def conqueror_there(g: War, country: int) -> int:
    """The Axis power with the most influence in a country that has land units there; for the collapse."""
    able = [
        p
        for p in powers_of(g, AXIS)
        if p != VICHY and any(g.units.power[u] == p for s in hexes_of(g, country) for u in land_at(g, s))
    ]
    return most_influential(g, country, able)


NOT_NOW: Act[War, Installing, None] = Act("not_now", "17.1", "Not now", do=lambda g, s, _: None)
INSTALL: Act[War, Installing, None] = Act("install", "17.1", "Install Vichy", do=lambda g, s, _: None, rolls=True)
HAND_BACK: Act[War, Handing, None] = Act("hand_back", "17.2", "Give them back", do=lambda g, s, _: None)
HOLD: Act[War, Handing, None] = Act("hold", "17.2", "Keep them: Vichy is hostile", do=lambda g, s, _: None)
SPARE_THEM: Act[War, Handing, None] = Act("spare", "17.3.2", "Spare them", do=lambda g, s, _: None)
DESTROY_THEM: Act[War, Handing, None] = Act("destroy", "17.3.2", "Destroy them: Vichy is hostile", do=lambda g, s, _: None)
CULL: Act[War, Culling, int] = Act(
    "cull", "17.3.2", "{0} is lost", takes=Unit, among=lambda g, s: vichy_army(g, militia=s.militia), may=may_cull, do=cull
)
GIVE: Act[War, Gift, int] = Act("give", "17.2", "{0}", takes=Power, among=heirs, do=lambda g, s, p: p)
SETTLE: Act[War, Seat, int] = Act(
    "free_home", "17.2", "{0}", takes=Country, among=lambda g, s: free_homes(g), do=lambda g, s, c: c
)
ASHORE: Act[War, Landfall, int] = Act(
    "ashore", "17.3.2", "{0}", takes=Hex, listed=lambda g, s: list(s.places), do=lambda g, s, n: n,
    may=lambda g, s, n: None if n in s.places else No("17.3.2", "a hex of its home country with room for it"),
)  # fmt: skip
