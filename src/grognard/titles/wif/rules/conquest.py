"""13.7.1: conquest of countries and territories: what becomes of hexes, units and possessions.

Conquests of a turn are found first (conquerors.py) and carried out together. liberation.py gives back, peace.py ends wars.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, CHINA, COMMONWEALTH, FRANCE, GERMANY, JAPAN, SIDE_OF_POWER, USA, VICHY
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.conquerors import conqueror, most_influential
from grognard.titles.wif.rules.control import first_home, friendly, hexes_of, nation_at
from grognard.titles.wif.rules.entry import TO_GERMANY, TO_JAPAN, close_pools, outrage
from grognard.titles.wif.rules.entry_options import gain_options
from grognard.titles.wif.rules.hulls import is_raider
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.minors import capital_of, master, possessions
from grognard.titles.wif.rules.overrun import capture, flee, ship_refuges
from grognard.titles.wif.rules.powers import (
    active,
    at_war,
    at_war_with_unit,
    current_home,
    enemy_country,
    home_countries,
    home_power,
    playing,
    political,
    powers_of,
)
from grognard.titles.wif.rules.units import destroy_silently, land_at, of_side, send_away, ships_at, units_at
from grognard.titles.wif.rules.wars import make_peace
from grognard.titles.wif.rules.zones import has_wide_zone, reached
from grognard.titles.wif.state import (
    ALIGNED,
    CIRCLE,
    COMPLETE,
    CONQUERED,
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    HOME,
    INCOMPLETE,
    INDEPENDENT,
    NO_SIDE,
    NOWHERE,
    REPAIR_POOL,
    RESERVE_POOL,
    Country,
    Power,
    Unit,
    War,
)

TO_LOSER, LOST = 2, 5  # 13.7.1: rolls for unfinished ships


class NewHome(Subject, frozen=True):
    """A conquered country chooses the country that stands for it."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]


class Hull(Subject, frozen=True):
    """Whose a ship becomes after a conquest."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]


class Fleet(Subject, frozen=True):
    """Who takes the fleet of a power that is completely conquered."""

    power: Annotated[int, Power]


@rule("13.7.1")
def conquests(g: War) -> Flow[None]:
    """Countries and territories that are overrun are conquered, all at the same time"""
    found = [(c, conqueror(g, c)) for c in range(len(g.facts.countries))]
    for country, power in [(c, p) for c, p in found if p >= 0 and (enemy_country(g, p, c) or _minor_at_war(g, p, c))]:
        yield from conquer(g, country, power)
    yield from note_fewer_enemies(g)


@rule("13.3.1", "13.3.2")
def note_fewer_enemies(g: War) -> Flow[None]:
    """With an Axis power out of the war the USA may be at war with all that are left: the entry options count as chosen then, and
    the markers go back."""
    if not political(g) or not active(g, USA) or not any(at_war(g, USA, p) for p in powers_of(g, AXIS)):
        return
    yield from gain_options(g)
    close_pools(g)


@rule("13.7.1")
def _minor_at_war(g: War, power: int, country: int) -> bool:
    """Whether a minor country of a power is at war with who controls a country: what it conquers is the power's."""
    behind = g.countries.power[country]
    own = [c for c, p in enumerate(g.countries.power) if p == power and g.countries.status[c] == ALIGNED]
    return behind >= 0 and any(g.countries.wars[c] >> behind & 1 for c in own)


@rule("13.7.1", "13.7.6")
def conquer(g: War, country: int, power: int, *, surrendered: bool = False) -> Flow[None]:
    """A country or territory is conquered."""
    row = g.countries[country]
    loser, first = row.power, not row.fallen
    g.say("{} conquers {}", g.powers[power], row, rule="13.7.1")
    for space in hexes_of(g, country):
        if g.ground.fort[space]:
            g.hexes[space].fort_gone = 1
    if row.status != CONQUERED:
        remove_army(g, country)
    send_strangers_home(g, country, power)
    held = [] if surrendered else _chinese_cities(g, country)
    # a re-conquest changes the country's status alone
    kept = divide(g, country, power) if first or row.status != CONQUERED else []
    was_home = row.status == HOME
    abroad = [s for s, whose in enumerate(g.hexes.controller) if whose == country and nation_at(g, s) != country] + kept
    row.before = loser if loser >= 0 and SIDE_OF_POWER[loser] != SIDE_OF_POWER[power] else row.before
    row.status, row.power, row.conqueror, row.fallen = CONQUERED, power, power, 1
    if row.first_conqueror < 0:
        row.first_conqueror = SIDE_OF_POWER[power]
    _note(g, country, power, surrendered)
    for space in held:
        if g.powers_by_hex[space] == JAPAN:
            outrage(g, "10", JAPAN)
    if was_home:
        yield from _major_falls(g, country, loser, power, abroad)
    elif first and g.facts.countries[country].kind == "home":
        yield from _minor_falls(g, country, loser, power)
    yield from refuges_fall(g, country, power)
    yield from chase_ships(g)


@rule("13.7.1")
def send_strangers_home(g: War, country: int, power: int, spared: Container[int] = ()) -> None:
    """Units of the other side in a conquered country that are not at war with the conqueror come back later. `spared`: powers"""
    for space in hexes_of(g, country):
        for unit in list(units_at(g, space)):
            enemy = SIDE_OF_POWER[g.units.power[unit]] != SIDE_OF_POWER[power]
            enemy = enemy and g.units.power[unit] not in spared and g.units.aboard[unit] == NOWHERE and not is_band(g, unit)
            if enemy and not at_war_with_unit(g, power, unit):
                send_away(g, unit)


def remove_army(g: War, country: int) -> None:
    """Land and air units of a conquered country at home and off the map leave the game, and so do ships in its force pools; not
    its partisans (13.1.3)."""
    known, own = g.roster, set(hexes_of(g, country))
    for unit, whose in enumerate(g.units.country):
        at = g.units.at[unit]
        if whose != country or at == GONE or g.units.counter[unit] == NOWHERE or is_band(g, unit):
            continue
        if known.naval[unit]:
            if at == FORCE_POOL:
                g.units[unit].at = GONE
        elif (at < 0 or at in own) and not is_volunteer(g, unit):
            destroy_silently(g, unit, GONE)
    lose_pilots(g, country)


@rule("13.1.3")
def is_band(g: War, unit: int) -> bool:
    """Partisans, who stay on the map whatever becomes of their country."""
    return g.roster.types[unit] == Type.PART


@rule("22.8")
def is_volunteer(g: War, unit: int) -> bool:
    """Volunteers of a city, who fight on when their country has fallen (option 55)."""
    return bool(g.options.volunteers) and g.units.counter[unit] >= 0 and "volunteer" in g.units[unit].sheet.marks


@rule("13.7.1", "14.6.4")
def lose_pilots(g: War, country: int) -> None:
    """Option 46: with its home country a power loses its free pilots and those in training; the Commonwealth trains in six."""
    power = home_power(g, country)
    if power < 0 or len(home_countries(g, power)) > 1:
        return
    g.powers[power].pilots = 0
    pairs = [(g.training[n], g.training[n + 1]) for n in range(0, len(g.training), 2)]
    g.training = [n for pair in pairs if pair[0] != power for n in pair]


@rule("13.7.1")
def divide(g: War, country: int, power: int, landless: Container[int] = ()) -> list[int]:
    """The hexes of a conquered country: to who stands in them, to whose zone alone they lie in, else to the conqueror. Gives
    those that remain with the power that loses it, as its other troops stand there. Troops of the `landless` keep nothing."""
    kept: list[int] = []
    holders, zones = _zones(g, country)
    whose, home = g.powers_by_hex, g.countries[country].power
    for space in hexes_of(g, country):
        claim = holders.get(space, NOWHERE)
        if claim < 0 and len(zones.get(space, ())) == 1:
            claim = next(iter(zones[space]))
        claim = power if claim < 0 or claim in landless or g.powers.conquered[claim] == COMPLETE else claim
        now = whose[space]
        if now >= 0 and now != home and SIDE_OF_POWER[now] == SIDE_OF_POWER[claim]:
            continue
        if claim == home:
            kept.append(space)
        g.hexes[space].controller = first_home(g, claim)
    return kept


def _zones(g: War, country: int) -> tuple[dict[int, int], dict[int, set[int]]]:
    """Who stands in the hexes of a country (the most combat factors), and whose zones of control reach them."""
    known, own = g.roster, set(hexes_of(g, country))
    holders: dict[int, int] = {}
    zones: dict[int, set[int]] = {}
    near = own | {b for s in own for b, _ in g.ground.steps[s]}
    for space in near:
        factors: dict[int, int] = {}
        wide: dict[int, list[int]] = {}
        for unit in units_at(g, space):
            if known.naval[unit] or g.units.aboard[unit] != NOWHERE or g.units.country[unit] == country:
                continue
            if known.types[unit] == Type.PART:
                continue
            power = g.units.power[unit]
            factors[power] = factors.get(power, 0) + (g.units[unit].sheet.strength if known.land[unit] else 0)
            if known.land[unit]:
                zones.setdefault(space, set()).add(power)
                if has_wide_zone(g, unit):
                    wide.setdefault(power, []).append(unit)
        for power, units in wide.items():
            for there in reached(g, space, units):
                zones.setdefault(there, set()).add(power)
        if factors and space in own:
            holders[space] = max(factors, key=lambda p: (factors[p], -p))
    return holders, zones


@rule("13.3.3")
def _chinese_cities(g: War, country: int) -> list[int]:
    """Cities of China that China holds: each that its conquest brings Japan counts as one that was occupied."""
    if g.facts.countries[country].id != "china":
        return []
    return [s for s in hexes_of(g, country) if g.ground.city[s] and g.powers_by_hex[s] == CHINA]


def _note(g: War, country: int, power: int, surrendered: bool) -> None:
    """What the USA thinks of it (13.3.3)."""
    name = g.facts.countries[country].id
    if SIDE_OF_POWER[power] == ALLIES:
        return
    if name == "china":
        outrage(g, "4", power, lasting=not surrendered)
    elif name == "france":
        outrage(g, "7", power)
    elif name == "ussr":
        outrage(g, "8", power)
    elif name == "united_kingdom":
        outrage(g, "16", power, lasting=not surrendered)
    elif home_power(g, country) == COMMONWEALTH:
        outrage(g, "17", power, pool=TO_JAPAN if power == JAPAN else TO_GERMANY)


# --- those who have lost ------------------------------------------------------------------------------------------------------


@rule("13.7.1")
def refuges(g: War, country: int, owner: int) -> list[int]:
    """Countries that can stand for a conquered one: aligned to it before 1939, another Commonwealth home, a minor's protector."""
    mine_ = home_power(g, country)
    if mine_ >= 0:
        name = slug("france" if mine_ == VICHY else g.powers[mine_].label)
        found = [
            c for c, f in enumerate(g.facts.countries)
            if f.kind == "home" and f.controller == name and g.countries.status[c] == ALIGNED and g.countries.power[c] == mine_
        ]  # fmt: skip
        others = [c for c in home_countries(g, mine_) if c != country]
        return [c for c in others if g.countries.status[c] == HOME] + found
    lands = [c for c in possessions_of(g, country, owner) if g.facts.countries[c].kind == "home"]
    if not lands or owner < 0:
        return []
    own = home_countries(g, owner)
    return lands + [current_home(g, c) for c in own if g.countries.status[c] == HOME or g.countries.home[c] >= 0]


def possessions_of(g: War, country: int, owner: int) -> list[int]:
    """What a minor still has: its possessions that are aligned with its protector."""
    return [c for c in range(len(g.facts.countries)) if master(g, c) == country and g.countries.power[c] == owner
            and g.countries.status[c] == ALIGNED]  # fmt: skip


def _major_falls(g: War, country: int, loser: int, power: int, abroad: list[int]) -> Flow[None]:
    """A home country of a major power has fallen: it fights on from another, or is out of the war. `abroad`: the hexes it held in
    other countries."""
    able = refuges(g, country, loser)
    if not able:
        for space in abroad:
            g.hexes[space].controller = nation_at(g, space)
        yield from fall_completely(g, loser, power)
        return
    commonwealth = loser == COMMONWEALTH
    if not commonwealth or not [c for c in able if home_power(g, c) == COMMONWEALTH]:
        g.powers[loser].conquered = INCOMPLETE
    yield from _go_into_exile(g, country, loser, able)
    if not commonwealth:
        g.powers[loser].home = g.countries.home[country]
    for space in abroad:
        g.hexes[space].controller = first_home(g, loser)
    yield from _unfinished_ships(g, country, loser, power)


def _minor_falls(g: War, country: int, loser: int, power: int) -> Flow[None]:
    """A minor has fallen: with possessions left it fights on."""
    able = refuges(g, country, loser) if loser >= 0 else []
    if able:
        yield from _go_into_exile(g, country, loser, able)
        yield from _unfinished_ships(g, country, loser, power)
    else:
        _minor_is_gone(g, country, loser, power)


@rule("13.7.1")
def refuges_fall(g: War, country: int, power: int) -> Flow[None]:
    """The country that stood for others has fallen: they choose again, or are completely conquered."""
    for exile in [c for c, home in enumerate(g.countries.home) if home == country and c != country]:
        owner = home_power(g, exile)
        behind = owner if owner >= 0 else g.countries.before[exile]
        able = [c for c in refuges(g, exile, behind) if c != country] if behind >= 0 else []
        if able:
            yield from _go_into_exile(g, exile, behind, able)
            if owner >= 0 and owner != COMMONWEALTH:
                g.powers[owner].home = g.countries.home[exile]
            continue
        g.countries[exile].home = NOWHERE
        if owner < 0:
            _minor_is_gone(g, exile, behind, power)
        elif g.powers.conquered[owner] != COMPLETE and not _stands(g, owner):
            g.powers[owner].home = NOWHERE
            yield from fall_completely(g, owner, power)


def _stands(g: War, power: int) -> bool:
    """Whether a power has a home country of its own, or one that stands for such a home."""
    own = [c for c in range(len(g.facts.countries)) if home_power(g, c) == power]
    return any(g.countries.status[c] == HOME or g.countries.home[c] >= 0 for c in own)


def _minor_is_gone(g: War, country: int, loser: int, power: int) -> None:
    """A minor is completely conquered: its army leaves the game, its ships have new masters, its possessions too."""
    for unit, whose in enumerate(g.units.country):
        if whose != country or g.units.at[unit] == GONE or is_band(g, unit):
            continue
        if not g.roster.naval[unit]:
            if not is_volunteer(g, unit):
                destroy_silently(g, unit, GONE)
        elif g.units.at[unit] == FORCE_POOL:
            g.units[unit].at = GONE
        elif g.units.at[unit] >= 0:
            g.units[unit].country = first_home(g, g.units.power[unit])
        else:
            g.units[unit].power, g.units[unit].country = power, first_home(g, power)
    _scatter(g, [c for c in possessions(g, country) if g.countries.power[c] == loser], loser)


@rule("13.7.1")
def _go_into_exile(g: War, country: int, loser: int, able: list[int]) -> Flow[None]:
    """The country chooses a new home; units too far from it are lost."""
    home = able[0]
    if len(able) > 1:
        _, home = yield from menu(
            g, g.seat(loser), "Which country stands for {0}?", NewHome(loser, country), EXILE, named=(g.countries[country],)
        )
    g.countries[country].home = home
    g.say("{} stands for {}", g.countries[home], g.countries[country], rule="13.7.1")
    if home_power(g, country) == COMMONWEALTH == home_power(g, home):
        return
    told, side = f"How far from {g.countries[home].label} its units hold out", SIDE_OF_POWER[loser]
    far = yield from cast(g, Stake(told, "13.7.1", side, side, 1 << loser))
    near = within(g, [s for s in hexes_of(g, home) if g.powers_by_hex[s] == loser], far)
    known = g.roster
    for unit, whose in enumerate(g.units.country):
        at = g.units.at[unit]
        if whose != country or at < 0 or known.naval[unit] or known.types[unit] == Type.PART:
            continue
        spots = g.ground.dots.get(g.ground.area[at], []) if g.ground.area[at] >= 0 else [at]
        if not any(s in near for s in spots):
            destroy_silently(g, unit, GONE)


@rule("13.7.1")
def within(g: War, starts: list[int], far: int) -> set[int]:
    """Hexes and hexdots within so many of some hexes; those off the map count two."""
    ground, found = g.ground, dict.fromkeys(starts, 0)
    ring = list(starts)
    while ring:
        after = []
        for s in ring:
            for b, _ in g.board.neighbours[s]:
                cost = found[s] + (2 if ground.scale[b] == 2 else 1)
                if (ground.land[b] or ground.dot[b]) and cost <= far and cost < found.get(b, far + 1):
                    found[b] = cost
                    after.append(b)
        ring = after
    return set(found)


@rule("13.7.1")
def _unfinished_ships(g: War, country: int, loser: int, power: int) -> Flow[None]:
    """Ships on the circle and in the pools: kept, lost, or taken."""
    for unit, whose in enumerate(g.units.country):
        at = g.units.at[unit]
        if whose != country or not g.roster.naval[unit] or not (at <= CIRCLE or at in (CONSTRUCTION_POOL, REPAIR_POOL)):
            continue
        side = SIDE_OF_POWER[loser]
        roll = yield from cast(g, Stake(f"Fate of {g.units[unit].label}", "13.7.1", 1 - side, 1 - side, 1 << loser | 1 << power))
        if roll in range(TO_LOSER + 1, LOST + 1):
            destroy_silently(g, unit, GONE)
            continue
        chooser = loser if roll <= TO_LOSER else power
        _, owner = yield from menu(g, g.seat(chooser), "Whose is {0} now?", Hull(chooser, unit), BEQUEATH, named=(g.units[unit],))
        if owner != g.units.power[unit] or owner == COMMONWEALTH:  # it becomes British
            g.units[unit].power, g.units[unit].country = owner, first_home(g, owner)


@rule("13.7.1")
def fall_completely(g: War, loser: int, power: int) -> Flow[None]:
    """A major power is out of the war: its army leaves the game, others take its fleet and what it controlled."""
    g.say("{} is completely conquered", g.powers[loser], rule="13.7.1")
    fleet = [p for p in powers_of(g, SIDE_OF_POWER[loser]) if p != loser and active(g, p)]
    heir = NOWHERE
    if fleet:
        _, heir = yield from menu(
            g, g.seat(loser), "Who takes the fleet of {0}?", Fleet(loser), INHERIT, named=(g.powers[loser],)
        )
    row = g.powers[loser]
    row.conquered = COMPLETE
    known = g.roster
    for unit, whose in enumerate(g.units.power):
        at = g.units.at[unit]
        if whose != loser or at == GONE or known.types[unit] == Type.PART:
            continue
        own = home_power(g, g.units.country[unit]) == loser
        if not known.naval[unit]:
            if own and not is_volunteer(g, unit):
                destroy_silently(g, unit, GONE)
        elif at == FORCE_POOL:
            g.units[unit].at = GONE
        elif at < 0 or at == RESERVE_POOL:
            g.units[unit].power, g.units[unit].country = power, first_home(g, power)
        elif heir >= 0:
            g.units[unit].power, g.units[unit].country = heir, first_home(g, heir)
        else:
            destroy_silently(g, unit, GONE)
    keep_comrades(g, loser)
    for other in range(len(g.powers.wars)):
        if row.wars >> other & 1:
            make_peace(g, loser, other)
    own_lands = [c for c in range(len(g.facts.countries)) if g.countries.power[c] == loser and hexes_of(g, c)]
    for space, owner in enumerate(g.powers_by_hex):
        if owner == loser:
            nation = nation_at(g, space)
            if nation >= 0 and g.countries.power[nation] != loser:
                g.hexes[space].controller = (
                    nation if g.countries.status[nation] != CONQUERED else first_home(g, g.countries.power[nation])
                )
    _scatter(g, own_lands, loser)


@rule("18.1")
def keep_comrades(g: War, loser: int) -> None:
    """The USA and France, both at war with Germany until it falls, go on working together (reading WIF-DEC-251)."""
    if loser == GERMANY and at_war(g, USA, GERMANY) and at_war(g, FRANCE, GERMANY):
        g.powers[USA].liberators |= 1 << FRANCE
        g.powers[FRANCE].liberators |= 1 << USA


def _scatter(g: War, lands: list[int], loser: int) -> None:
    """Countries and territories of a power that is gone: to who holds the capital, or has the most influence, else neutral."""
    for country in lands:
        row = g.countries[country]
        capital = capital_of(g, country)
        keeper = g.powers_by_hex[capital] if capital >= 0 else NOWHERE
        if keeper < 0 or keeper == loser:
            keeper = most_influential(g, country, [p for p in playing(g) if p != loser])
        conquered = row.status in (CONQUERED, HOME)
        if keeper < 0:
            row.status, row.power, row.neutral_in = INDEPENDENT, NOWHERE, g.year
        else:
            same = SIDE_OF_POWER[keeper] == SIDE_OF_POWER[loser]
            row.status = CONQUERED if conquered == same or home_power(g, country) >= 0 else ALIGNED
            row.power = keeper
        for unit, whose in enumerate(g.units.country):
            if whose == country and g.units.power[unit] == loser and g.units.at[unit] != GONE and not is_band(g, unit):
                if keeper >= 0 and row.status == ALIGNED:
                    g.units[unit].power = keeper
                else:
                    destroy_silently(g, unit, GONE)
        holder = country if row.status != CONQUERED else first_home(g, row.power)
        for space in hexes_of(g, country):
            owner = g.hexes.controller[space]
            if owner == country or g.countries.power[owner] == loser or home_power(g, owner) == loser:
                g.hexes[space].controller = holder


def _raider_abroad(g: War, unit: int, space: int) -> bool:
    """22.16: raiders come and go in neutral ports."""
    return is_raider(g, unit) and g.sides_by_hex[space] == NO_SIDE


@rule("13.7.1", "11.10.6")
def chase_ships(g: War, surprised: Container[int] = ()) -> Flow[None]:
    """Ships in ports that are now their enemy's, or a neutral's, leave as if they were overrun. `surprised`: ships
    that are rolled for though they are face-up (17.4.5)"""
    for space in [s for s in g.units.stacks if s >= 0 and g.ground.land[s]]:
        strangers = [u for u in ships_at(g, space) if not friendly(g, space, g.units.power[u])]
        for unit in [u for u in strangers if not _raider_abroad(g, u, space)]:
            if g.units.down[unit] or unit in surprised:
                side = SIDE_OF_POWER[g.units.power[unit]]
                stake = Stake(f"Fate of {g.units[unit].label}", "11.10.6", 1 - side, side, with_units(g, [unit]), fight=True)
                roll = yield from cast(g, stake)
                owner = g.powers_by_hex[space]
                if roll <= 1 and owner >= 0:
                    capture(g, unit, owner)
                    continue
                if roll <= 4:
                    destroy_silently(g, unit, FORCE_POOL)
                    continue
            yield from flee(g, unit, ship_refuges(g, unit))
    for space in [s for s in g.units.stacks if s >= 0 and g.ground.land[s] and g.sides_by_hex[s] != NO_SIDE]:
        for unit in [u for u in units_at(g, space) if SIDE_OF_POWER[g.units.power[u]] != g.sides_by_hex[space]]:
            lone = g.roster.air[unit] and g.units.aboard[unit] == NOWHERE
            if lone and not of_side(g, land_at(g, space), SIDE_OF_POWER[g.units.power[unit]]):
                send_away(g, unit)


def may_exile(g: War, subject: NewHome, country: int) -> No | None:
    able = refuges(g, subject.country, subject.power)
    return None if country in able else No("13.7.1", "it was not aligned with it before 1939")


def heirs(g: War, subject: Hull) -> list[int]:
    return [p for p in playing(g) if g.powers.conquered[p] != COMPLETE]


@rule("13.7.1")
def may_bequeath(g: War, subject: Hull, power: int) -> No | None:
    """Why a ship of a conquered power does not go to this one."""
    if power in heirs(g, subject):
        return None
    return No("13.7.1", f"{g.powers[power].label} is not in play, or completely conquered")


def may_inherit(g: War, subject: Fleet, power: int) -> No | None:
    if power == subject.power or SIDE_OF_POWER[power] != SIDE_OF_POWER[subject.power] or not active(g, power):
        return No("13.7.1", "an active power of its side takes the fleet")
    return None


EXILE: Act[War, NewHome, int] = Act(
    "exile", "13.7.1", "{0}", takes=Country, among=lambda g, s: refuges(g, s.country, s.power), may=may_exile,
    do=lambda g, s, c: c,
)  # fmt: skip
BEQUEATH: Act[War, Hull, int] = Act("bequeath", "13.7.1", "{0}", takes=Power, among=heirs, may=may_bequeath, do=lambda g, s, p: p)
INHERIT: Act[War, Fleet, int] = Act(
    "inherit", "13.7.1", "{0}", takes=Power, among=lambda g, s: powers_of(g, SIDE_OF_POWER[s.power]), may=may_inherit,
    do=lambda g, s, p: p,
)  # fmt: skip
