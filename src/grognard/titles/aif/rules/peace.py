"""13.7: peace. Conquest by the greatest influence, new homes, complete conquest, liberation, reversion, surrender.

Who is conquered is found for all at once; then each conquest is carried out. Conquered countries are never conquered again.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.facts import FULL_ALLY, SIDE_POWERS
from grognard.titles.aif.rules.allegiance import enforce_rights, hand_over, territories_of
from grognard.titles.aif.rules.grudges import forgive, oppressor, resent
from grognard.titles.aif.rules.minors import waits_aside
from grognard.titles.aif.rules.reversion import restore, revert
from grognard.titles.aif.rules.spoils import LEFT_THE_GAME, award, choose_heir, deal_ship
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import first_home, nation_at, powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.garrisons import garrison
from grognard.titles.wif.rules.liberation import lost_units, return_half
from grognard.titles.wif.rules.overrun import air_refuges, drive_off, flee, ship_refuges
from grognard.titles.wif.rules.powers import at_war, home_power, playing
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import land_at, roster
from grognard.titles.wif.state import (
    ALIGNED,
    COMPLETE,
    CONQUERED,
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    HOME,
    INCOMPLETE,
    INDEPENDENT,
    NOWHERE,
    POOLED,
    REPAIR_POOL,
    SET_ASIDE,
    UNCONQUERED,
    Country,
    Power,
)

EXILED = (COMMONWEALTH, FRANCE)  # whose first home countries are lost for good (23.6, 23.7)
IN_YARDS = (CONSTRUCTION_POOL, REPAIR_POOL, *range(-25, -19))  # pools and the slots of the circle


class Fall(NamedTuple):
    """A country that is conquered."""

    country: int
    loser: int
    conqueror: int


class Refuge(Subject, frozen=True):
    """A conquered power looks for a new home."""

    power: Annotated[int, Power]
    among: Annotated[tuple[int, ...], Country]


class Prize(Subject, frozen=True):
    """A capital in the hands of the side that did not conquer it; or a home its government may give up."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]


# --- who is conquered ---------------------------------------------------------------------------------------------------------


def land_of(g: America, country: int) -> list[int]:
    return list(g.ground.homeland.get(g.facts.countries[country].id, ()))


def capital(g: America, country: int) -> int:
    name = g.facts.countries[country].capital
    return g.ground.places.get(name, NOWHERE) if name else NOWHERE


@rule("13.7.1")
def keys_of(g: America, country: int) -> list[int]:
    """Hexes that must be held: a home country's capital and printed factories, a territory's cities and ports or all."""
    ground, land = g.ground, land_of(g, country)
    at = capital(g, country)
    if at >= 0:
        return sorted({at, *(s for s in land if ground.factories[s] or ground.green[s])})
    return [s for s in land if ground.city[s] or ground.port[s]] or land


@rule("13.7.1")
def influence(g: America, country: int, side: int) -> int:
    """The power of a side with the greatest influence in a country: most keys, then the highest garrison value,
    who took a key last, and the capital (AIF-DEC-06); NOWHERE if it has none."""
    whose, keys, at = powers_by_hex(g), keys_of(g, country), capital(g, country)
    inside = [u for s in land_of(g, country) for u in g.units.stacks.get(s, ())]
    best, found = (0, 0.0, 0, False), NOWHERE
    for power in SIDE_POWERS[side]:
        held = sum(whose[s] == power for s in keys)
        value = float(garrison(g, [u for u in inside if g.units.power[u] == power]))
        last = max((g.hexes.taken[s] for s in keys if whose[s] == power), default=0)
        rank = (held, value, last, at >= 0 and whose[at] == power)
        if power in playing(g) and rank > best:
            best, found = rank, power
    return found


@rule("13.7.1")
def falls(g: America) -> list[Fall]:
    """Countries that are conquered this turn."""
    sides = sides_by_hex(g)
    found = []
    for country, status in enumerate(g.countries.status):
        loser = g.countries.power[country]
        if status not in (HOME, ALIGNED) or loser < 0 or g.ground.box[max(capital(g, country), 0)]:
            continue
        enemy = 1 - SIDE_OF_POWER[loser]
        keys = keys_of(g, country)
        if keys and all(sides[s] == enemy for s in keys):
            conqueror = influence(g, country, enemy)
            if conqueror >= 0 and at_war(g, conqueror, loser):
                found.append(Fall(country, loser, conqueror))
    return found


# --- what conquest does -------------------------------------------------------------------------------------------------------


@rule("13.7.1")
def make_peace(g: America) -> Flow[None]:
    """Countries are conquered, all at once; then others may be liberated or given back, then surrendered"""
    retaken = occupied_again(g)
    for fall in falls(g):
        yield from conquer(g, fall)
    reconquer(g, retaken)
    yield from liberate(g)
    for power in playing(g):
        yield from revert(g, power)
    for power in playing(g):
        yield from consider_surrender(g, power)
    enforce_rights(g)


@rule("13.7.1")
def conquer(g: America, fall: Fall) -> Flow[None]:
    """A country is conquered: its hexes go to the conqueror, its army is lost, its government looks for a new home"""
    country, loser, conqueror = fall
    row = g.countries[country]
    g.say("{} is conquered by {}", row, g.powers[conqueror], rule="13.7.1")
    was_home, abroad = row.status == HOME, _abroad(g, country)
    row.status, row.power, row.conqueror, row.before = CONQUERED, conqueror, conqueror, loser
    row.first_conqueror = SIDE_OF_POWER[conqueror]
    if country in g.chancery.flag_of:
        g.flags[g.chancery.flag_of[country]].gone = 1
    home = was_home and home_power(g, country) == loser
    if capital(g, country) >= 0 and not home:
        _disband(g, country, everywhere=True)
        _ships_of_a_minor(g, country, loser)
        yield from _orphan_territories(g, country, loser)
    if home or (capital(g, country) >= 0 and (g.powers.home[loser] == country or not other_homes(g, loser))):
        yield from fall_of_a_power(g, fall, abroad, first=home)
    _take_land(g, country, conqueror)
    yield from _drive_out(g, country, conqueror)


def _take_land(g: America, country: int, conqueror: int) -> None:
    """The conqueror gets every hex that no land unit of another power holds; in a territory only what was the enemy's. Where
    others stand a hex that was the fallen country's is theirs (AIF-DEC-27)."""
    holder, sides, side = first_home(g, conqueror), sides_by_hex(g), SIDE_OF_POWER[conqueror]
    passing = [s for s in land_of(g, country) if capital(g, country) >= 0 or sides[s] != side]
    for s in passing:
        others = [u for u in land_at(g, s) if g.units.power[u] != conqueror and roster(g).types[u] != Type.PART]
        if not others:
            g.hexes[s].controller = holder
        elif g.hexes.controller[s] == country:
            g.hexes[s].controller = first_home(g, g.units.power[others[0]])


@rule("13.7.1")
def _orphan_territories(g: America, country: int, loser: int) -> Flow[None]:
    """What a completely conquered minor still has goes to the enemy with the greatest influence there, else it is neutral; where
    its side has land units it stays with them (AIF-DEC-22)."""
    for n in territories_of(g, country):
        guarded = any(land_at(g, s) for s in land_of(g, n))
        if g.countries.power[n] == loser and g.countries.status[n] == ALIGNED and not guarded:
            yield from _pass_on(g, n, influence(g, n, 1 - SIDE_OF_POWER[loser]))


def _pass_on(g: America, country: int, winner: int) -> Flow[None]:
    """A country or territory that lost its master is a winner's, or neutral: its flag is back in the 0 square (AIF-DEC-22)"""
    row = g.countries[country]
    row.status, row.power = (CONQUERED, winner) if winner >= 0 else (INDEPENDENT, NOWHERE)
    holder = first_home(g, winner) if winner >= 0 else country
    for s in land_of(g, country):
        if not land_at(g, s):
            g.hexes[s].controller = holder
    if winner < 0 and country in g.chancery.flag_of:
        flag = g.flags[g.chancery.flag_of[country]]
        flag.gone, flag.level, flag.favours = 0, 0, NOWHERE
    yield from _drive_out(g, country, winner) if winner >= 0 else _clear_out(g, country)


def _clear_out(g: America, country: int) -> Flow[None]:
    """Aircraft and ships in hexes that are neutral now leave for a base, as after an overrun; nobody takes them (AIF-DEC-29)"""
    for s in land_of(g, country):
        for unit in list(g.units.stacks.get(s, ())) if g.hexes.controller[s] == country else ():
            if g.units.at[unit] == s and g.units.aboard[unit] == NOWHERE:
                yield from flee(g, unit, ship_refuges(g, unit) if roster(g).naval[unit] else air_refuges(g, unit))


def _drive_out(g: America, country: int, conqueror: int) -> Flow[None]:
    """Aircraft and ships in hexes that are now the enemy's are treated as overrun."""
    by = next((u for u, whose in enumerate(g.units.power) if whose == conqueror), NOWHERE)
    sides = sides_by_hex(g)
    for s in land_of(g, country):
        if by >= 0 and sides[s] == SIDE_OF_POWER[conqueror] and g.units.stacks.get(s):
            yield from drive_off(g, s, by)


def _disband(g: America, country: int, *, everywhere: bool) -> None:
    """Land and air units of a nationality leave the game: all of them, or those in its own country and off the map; guests from
    conquered home countries are of the nationality they live with (AIF-DEC-30)."""
    inside, known = set(land_of(g, country)), roster(g)
    for unit, nation in enumerate(g.units.country):
        at = g.units.at[unit]
        army = not known.naval[unit] and known.types[unit] != Type.PART
        if nation == country and army and (everywhere or at in inside or at < 0):
            _remove(g, unit)


def _remove(g: America, unit: int) -> None:
    row = g.units[unit]
    row.at, row.aboard, row.down = GONE, NOWHERE, 0


def _ships_of_a_minor(g: America, country: int, loser: int) -> None:
    """A minor's ships stay with the power that controlled it, as its own."""
    home = first_home(g, loser)
    for unit, nation in enumerate(g.units.country):
        if nation == country and roster(g).naval[unit]:
            g.units[unit].country = home


def other_homes(g: America, power: int) -> list[int]:
    """Home countries a power still has, or has aligned."""
    return [
        n
        for n, facts in enumerate(g.facts.countries)
        if facts.kind == "home" and facts.capital and g.countries.power[n] == power and g.countries.status[n] in (HOME, ALIGNED)
    ]


@rule("13.7.1", "10.2")
def fall_of_a_power(g: America, fall: Fall, abroad: list[int], *, first: bool = True) -> Flow[None]:
    """A major power loses its home: with an aligned country left it fights on with half its limits, else it is out of the game.
    `first`: its own home, not the country that stands for one (AIF-DEC-21)"""
    country, loser, conqueror = fall
    refuges = other_homes(g, loser)
    row = g.powers[loser]
    if not refuges:
        yield from _wipe_out(g, fall, abroad)
        return
    row.conquered = INCOMPLETE
    if first:
        yield from _lose_what_is_not_abroad(g, fall)
    chosen = refuges[0]
    if len(refuges) > 1:
        _, chosen = yield from menu(
            g, g.seat(loser), "{0}: a new home country", Refuge(loser, tuple(refuges)), MOVE_HOME, named=(g.powers[loser],)
        )
    row.home = chosen
    for n, stands_for in enumerate(g.countries.home):
        if stands_for == country:
            g.countries[n].home = chosen
    if first:
        g.countries[country].home = chosen
    for s in abroad:  # what it holds elsewhere remains its own
        g.hexes[s].controller = chosen
    g.say("{} fights on from {}", row, g.countries[chosen], rule="13.7.1")


@rule("13.7.1")
def _lose_what_is_not_abroad(g: America, fall: Fall) -> Flow[None]:
    """A conquered home country's army at home and off the map is gone, ships of the pools too; those in yards are diced for"""
    country, loser, conqueror = fall
    _disband(g, country, everywhere=False)
    for unit, nation in enumerate(g.units.country):
        if nation != country or not roster(g).naval[unit] or g.units.power[unit] != loser:
            continue
        if g.units.at[unit] == FORCE_POOL:
            _remove(g, unit)
        elif g.units.at[unit] in IN_YARDS:
            yield from deal_ship(g, unit, loser, conqueror)


@rule("13.7.1", "9.2")
def _wipe_out(g: America, fall: Fall, abroad: list[int]) -> Flow[None]:
    """Complete conquest: armies are gone, ships pass on, minors and what it had conquered change hands"""
    country, loser, conqueror = fall
    side = SIDE_OF_POWER[loser]
    g.powers[loser].conquered = COMPLETE
    g.say("{} is completely conquered", g.powers[loser], rule="13.7.1")
    heir = yield from choose_heir(g, loser)
    known = roster(g)
    for unit, whose in enumerate(g.units.power):
        if whose != loser:
            continue
        at = g.units.at[unit]
        if not known.naval[unit] or (at < 0 and at not in IN_YARDS) or (at >= 0 and heir < 0):
            _remove(g, unit)
        else:
            taker = heir if at >= 0 else conqueror
            g.units[unit].power, g.units[unit].country = taker, first_home(g, taker)
    if heir >= 0:
        hand_over(g, loser)
    _give_up_hexes(g, abroad)
    for n, status in enumerate(g.countries.status):
        if g.countries.power[n] != loser or n == country or status not in (ALIGNED, CONQUERED):
            continue
        yield from _pass_on(g, n, influence(g, n, 1 - side))


def _abroad(g: America, country: int) -> list[int]:
    """Hexes outside a country that are held in its name."""
    own = set(land_of(g, country))
    return [s for s, controller in enumerate(g.hexes.controller) if controller == country and s not in own]


@rule("13.7.1")
def _give_up_hexes(g: America, abroad: list[int]) -> None:
    """What a completely conquered power held in countries of others is theirs again."""
    for s in abroad:
        nation = nation_at(g, s)
        if nation >= 0:
            mine = g.countries.status[nation] == CONQUERED and g.countries.power[nation] >= 0
            g.hexes[s].controller = first_home(g, g.countries.power[nation]) if mine else nation


# --- liberation (13.7.5) ------------------------------------------------------------------------------------------------------


@rule("13.7.5")
def prizes(g: America) -> list[tuple[int, int]]:
    """Conquered countries whose capital the other side holds, with the power that holds it."""
    whose = powers_by_hex(g)
    found = []
    for n, conqueror in enumerate(g.countries.conqueror):
        at = capital(g, n)
        held = g.countries.status[n] == CONQUERED and conqueror >= 0 and at >= 0 and whose[at] >= 0
        if held and SIDE_OF_POWER[whose[at]] != SIDE_OF_POWER[conqueror]:
            found.append((n, whose[at]))
    return found


@rule("13.7.5")
def liberate(g: America) -> Flow[None]:
    """Who holds the capital of a country the other side conquered may liberate it"""
    for country, power in prizes(g):
        answer, _ = yield from menu(
            g, g.seat(power), "Liberate {0}?", Prize(power, country), FREE, HOLD, named=(g.countries[country],)
        )
        if answer.verb == FREE.name:
            yield from free(g, country, power)
        elif oppressor(g, country) != SIDE_OF_POWER[power]:
            resent(g, country, SIDE_OF_POWER[power])


def free(g: America, country: int, liberator: int) -> Flow[None]:
    """A country is free: half its lost units return, its hexes are its own again; a minor is aligned with its liberator"""
    row = g.countries[country]
    owner = g.facts.homes.get(g.facts.countries[country].id, NOWHERE)
    row.status, row.power = (HOME, owner) if owner >= 0 else (ALIGNED, liberator)
    row.conqueror, row.home = NOWHERE, NOWHERE
    if owner >= 0:
        g.powers[owner].home = NOWHERE
        g.powers[owner].conquered = INCOMPLETE if owner in EXILED else UNCONQUERED
    if country in g.chancery.flag_of:
        flag = g.flags[g.chancery.flag_of[country]]
        flag.gone, flag.level, flag.favours = 0, FULL_ALLY, liberator
        row.set_up = POOLED  # its units join the liberator's force pools
    _return_units(g, country, owner if owner >= 0 else liberator)
    whose = powers_by_hex(g)
    for s in [s for s in land_of(g, country) if whose[s] in (liberator, owner)]:  # friends give theirs back if they like
        g.hexes[s].controller = country
    forgive(g, country)
    g.say("{} is liberated", row, rule="13.7.5")
    if owner >= 0 and owner != liberator:
        yield from restore(g, owner, liberator)


@rule("13.7.5")
def occupied_again(g: America) -> list[int]:
    """Countries that were liberated and have an enemy unit in their capital, whether they are conquered again now or not."""
    found = []
    for n, first in enumerate(g.countries.first_conqueror):
        row, at = g.countries[n], capital(g, n)
        if first >= 0 and at >= 0 and row.status in (HOME, ALIGNED):
            found += [n] * any(SIDE_OF_POWER[g.units.power[u]] != SIDE_OF_POWER[row.power] for u in land_at(g, at))
    return found


@rule("13.7.5")
def reconquer(g: America, retaken: list[int]) -> None:
    """The units of these countries leave the game for good"""
    for n in retaken:
        for unit, nation in enumerate(g.units.country):
            if nation == n and g.units.counter[unit] >= 0:
                _remove(g, unit)
        if n not in g.lost_armies:
            g.lost_armies = [*g.lost_armies, n]
        g.say("{} has lost its armies for good", g.countries[n], rule="13.7.5")


def _return_units(g: America, country: int, power: int) -> None:
    """Half of each type of its units that were removed, rounded up, go to the force pools; none of an army that was lost for
    good."""
    if country in g.lost_armies:
        return
    types = g.roster.types
    lost = [u for u in lost_units(g, country) if types[u] != Type.ABOMB and g.units[u].sheet.year <= g.year]
    return_half(g, country, power, lost)


# --- surrender (13.7.6) -------------------------------------------------------------------------------------------------------


@rule("13.7.6")
def may_surrender(g: America, power: int, country: int) -> No | None:
    """Whether a power may surrender a home country: with fewer than half of its printed factory hexes, or without any of them an
    enemy land unit inside."""
    if g.countries.status[country] != HOME or home_power(g, country) != power:
        return No("13.7.6", "it is not a home country of yours")
    land, whose = land_of(g, country), powers_by_hex(g)
    stacks = [s for s in land if g.ground.factories[s] or g.ground.green[s]]
    if stacks:
        held = sum(whose[s] == power for s in stacks)
        return None if 2 * held < len(stacks) else No("13.7.6", "you hold half of its factory hexes or more")
    inside = any(SIDE_OF_POWER[g.units.power[u]] != SIDE_OF_POWER[power] for s in land for u in land_at(g, s))
    return None if inside else No("13.7.6", "no enemy land unit is in it")


@rule("13.7.6")
def consider_surrender(g: America, power: int) -> Flow[None]:
    """A power may give a home country up that it has mostly lost"""
    for country in [n for n in range(len(g.countries)) if may_surrender(g, power, n) is None]:
        winners = captors(g, country, 1 - SIDE_OF_POWER[power])
        if not winners:
            continue
        answer, _ = yield from menu(
            g, g.seat(power), "Surrender {0}?", Prize(power, country), FIGHT_ON, GIVE_UP, named=(g.countries[country],)
        )
        if answer.verb == GIVE_UP.name:
            winner = yield from award(g, power, winners, "To whom does {0} surrender?", g.countries[country])
            yield from conquer(g, Fall(country, power, winner))


@rule("13.7.6")
def captors(g: America, country: int, side: int) -> list[int]:
    """The powers of a side that hold most of a country's printed factory hexes; without any, whose units are inside."""
    whose, land = powers_by_hex(g), land_of(g, country)
    stacks = [s for s in land if g.ground.factories[s] or g.ground.green[s]]
    held = {p: sum(whose[s] == p for s in stacks) for p in SIDE_POWERS[side] if p in playing(g)}
    if not stacks:
        held = {p: sum(g.units.power[u] == p for s in land for u in land_at(g, s)) for p in held}
    most = max(held.values(), default=0)
    return [p for p, n in held.items() if n == most and n]


@rule("13.7.1", "13.6.9", "19.4")
def grave(g: America, unit: int) -> int:
    """Where a destroyed unit goes: one of a conquered nationality out of the game if it was out of supply, else by a roll; one of
    a minor that was not taken into the force pools waits aside. Its owner may scrap it in the next production (AIF-DEC-23)."""
    if roster(g).types[unit] == Type.PART:
        return FORCE_POOL
    if g.units.counter[unit] >= 0 and unit not in g.fallen:
        g.fallen = [*g.fallen, unit]
    if waits_aside(g, unit):
        return SET_ASIDE
    if not lost_home(g, unit):
        return FORCE_POOL
    if g.units.at[unit] >= 0 and not in_supply(g, unit):
        return GONE
    return GONE if g.roll(D10, f"{g.units[unit].label} has no home", "13.7.1") <= LEFT_THE_GAME else FORCE_POOL


@rule("13.7.1")
def lost_home(g: America, unit: int) -> str:
    """The original home country of a unit if it is conquered: one of its units arrives a turn; convoys have none (AIF-DEC-20)."""
    if g.units.counter[unit] < 0:
        return ""
    name, country = g.units[unit].sheet.country, g.units.country[unit]
    lost = name in LOST_HOMES or (country >= 0 and g.countries.status[country] == CONQUERED)
    return (name or g.facts.countries[country].id) if lost else ""


@rule("4.1.1", "13.7.1")
def disbanded(g: America, unit: int) -> bool:
    """Whether a counter does not come: of a completely conquered power, of a conquered minor, or of one that was not taken
    into the force pools (19.4)."""
    if g.powers.conquered[g.units.power[unit]] == COMPLETE or waits_aside(g, unit):
        return True
    country = g.units.country[unit]
    return country >= 0 and home_power(g, country) < 0 and g.countries.status[country] == CONQUERED


LOST_HOMES = frozenset(("United Kingdom", "India", "Australia", "New Zealand", "South Africa", "Netherlands", "France"))

MOVE_HOME: Act[America, Refuge, int] = Act(
    "home", "13.7.1", "{0}", takes=Country, among=lambda g, s: s.among,
    may=lambda g, s, n: None if n in s.among else No("13.7.1", "it is not aligned with you"), do=lambda g, s, n: n,
)  # fmt: skip
FREE: Act[America, Prize, None] = Act("liberate", "13.7.5", "Liberate it", do=lambda g, s, _: None, rolls=True)
HOLD: Act[America, Prize, None] = Act("hold", "13.7.5", "Keep it", do=lambda g, s, _: None)
FIGHT_ON: Act[America, Prize, None] = Act("fight_on", "13.7.6", "Fight on", do=lambda g, s, _: None)
GIVE_UP: Act[America, Prize, None] = Act("surrender", "13.7.6", "Surrender", do=lambda g, s, _: None)
