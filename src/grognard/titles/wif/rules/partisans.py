"""13.1.1, 13.1.2: partisans: where they may appear, the roll for them, who runs them and where they are placed.

What they do once they stand somewhere is in the chapters that ask: supply, movement, land combat, production.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, SIDE_OF_POWER, USSR
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import hexes_of, nation_at, sides_by_hex
from grognard.titles.wif.rules.garrisons import garrison
from grognard.titles.wif.rules.intelligence import Stake, cast, cast_each
from grognard.titles.wif.rules.minors import distance
from grognard.titles.wif.rules.overrun import drive_off
from grognard.titles.wif.rules.powers import active, at_war, home_power, playing, political, powers_of
from grognard.titles.wif.rules.units import destroy_silently, land_at, of_side, units_at
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import COMPLETE, CONQUERED, FORCE_POOL, NO_SIDE, NOWHERE, Country, Hex, Power, Unit, War

RED = "*"  # after a name of the table: it may have partisans whoever controls it
SEVERAL = {
    "Czechoslovakia": ("czech_republic", "slovakia"),
    "Baltic States": ("estonia", "latvia", "lithuania"),
    "S. America": ("argentina", "bolivia", "brazil", "chile", "colombia", "ecuador", "paraguay", "peru", "uruguay", "venezuela"),
}
AFRICA = ("egypt", "sudan", "libya", "tunisia", "algeria", "morocco", "ethiopia", "belgian_congo", "liberia", "nigeria", "kenya",
          "madagascar", "senegal", "gabon", "cameroons", "chad", "eritrea", "italian_somaliland")  # fmt: skip
SOVIET = ("Byelorussia", "Russia", "Ukraine", "Siberia")
WHITE_RUSSIA = (23.0, 32.0, 51.4, 56.2)  # longitude and latitude: reading WIF-DEC-64


class Choosing(Subject, frozen=True):
    """Germany or the Commonwealth names an African country."""

    power: Annotated[int, Power]


class Rising(Subject, frozen=True):
    """A partisan is placed."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]
    places: Annotated[tuple[int, ...], Hex]


def is_leader(g: War, unit: int) -> bool:
    """22.15: a partisan HQ, which counts as a partisan for the rolls."""
    return g.roster.hq[unit] and "partisan_hq" in g.units[unit].sheet.marks


class Scarce(Subject, frozen=True):
    """Partisans would rise, and none are left in the force pool."""

    power: Annotated[int, Power]


# --- where --------------------------------------------------------------------------------------------------------------------


@rule("13.1.1")
def area(g: War, name: str) -> list[int]:
    """The hexes a name of the partisan table stands for."""
    if name in SEVERAL:
        return [s for one in SEVERAL[name] for s in hexes_of(g, g.facts.country[one])]
    if name == "Ukraine" and g.ukraine:  # 19.12
        return list(hexes_of(g, g.facts.country["ukraine"]))
    if name in SOVIET:
        return _soviet(g, name)
    country = g.facts.country.get(slug(name))
    return list(hexes_of(g, country)) if country is not None else list(g.ground.region.get(slug(name), ()))


def _soviet(g: War, name: str) -> list[int]:
    """The four parts of the USSR."""
    found = []
    for space in hexes_of(g, g.facts.country["ussr"]):
        if g.board.token(space)[0] in "AP":
            part = "Siberia"
        elif "ukraine" in g.ground.regions[space]:
            part = "Ukraine"
        else:
            west, east, south, north = WHITE_RUSSIA
            inside = (
                west <= float(g.board.columns["lon"][space]) <= east and south <= float(g.board.columns["lat"][space]) <= north
            )
            part = "Byelorussia" if inside else "Russia"
        if part == name:
            found.append(space)
    return found


def country_of(g: War, name: str) -> int:
    """The country a name belongs to."""
    if name == "Ukraine" and g.ukraine:  # 19.12
        return g.facts.country["ukraine"]
    if name in SOVIET:
        return g.facts.country["ussr"]
    return g.facts.country.get(SEVERAL[name][0] if name in SEVERAL else slug(name), NOWHERE)


@rule("13.1.1")
def eligible(g: War, name: str, *, red: bool) -> bool:
    """Whether partisans may appear: green countries that are conquered or partly in enemy hands, red ones of an active power."""
    country, spaces = country_of(g, name), area(g, name)
    if country < 0 or not spaces:
        return False
    row = g.countries[country]
    if row.power >= 0 and not g.powers.plays[row.power]:
        return False  # the half of the world that is not played
    if red or unliberated(g, country):
        return row.power >= 0 and active(g, row.power)
    if row.status == CONQUERED:
        return True
    hated = g.title.oppressor(g, country)
    own = 1 - hated if hated != NO_SIDE else SIDE_OF_POWER[row.power] if row.power >= 0 else NO_SIDE
    if g.settings.partisans_by_units:
        return own != NO_SIDE and any(of_side(g, units_at(g, s), 1 - own) for s in spaces)
    return own != NO_SIDE and any(sides_by_hex(g)[s] == 1 - own for s in spaces)


@rule("13.7.5")
def unliberated(g: War, country: int) -> bool:
    """Whether a country was taken back from its first conqueror and not freed: its partisans are those of a red country."""
    row = g.countries[country]
    return row.status == CONQUERED and row.power >= 0 and row.first_conqueror == 1 - SIDE_OF_POWER[row.power]


@rule("13.1.2")
def leader(g: War, name: str, *, red: bool) -> int:
    """The power that runs the partisans of a country; NOWHERE for none."""
    country = country_of(g, name)
    if name == "Ukraine" and g.ukraine:
        return g.ukraine - 1  # 19.12: always those of its creator
    row = g.countries[country]
    hated = g.title.oppressor(g, country)
    if hated != NO_SIDE:
        return _nearest(g, country, 1 - hated)
    if not red and not unliberated(g, country):
        if home_power(g, country) == FRANCE and USSR in playing(g):
            return FRANCE if g.powers.conquered[FRANCE] != COMPLETE else USSR
        if _still_leads(g, home_power(g, country)):
            return home_power(g, country)
        if row.status != CONQUERED:
            return row.power
        if _still_leads(g, row.before) and SIDE_OF_POWER[row.before] != SIDE_OF_POWER[row.power]:
            return row.before
    return _nearest(g, country, 1 - SIDE_OF_POWER[row.power])


@rule("13.1.2", "13.1.3")
def _still_leads(g: War, power: int) -> bool:
    """Whether a power runs the partisans of countries it had: in this edition also one that is completely conquered."""
    return power >= 0 and bool(g.powers.plays[power]) and (political(g) or g.powers.conquered[power] != COMPLETE)


def _nearest(g: War, country: int, side: int) -> int:
    """The power of a side that is nearest to a country and at war with who controls it; else the nearest."""
    able = [p for p in powers_of(g, side) if g.powers.conquered[p] != COMPLETE]
    holder = g.countries.power[country]
    foes = [p for p in able if holder >= 0 and at_war(g, p, holder)] or able
    return min(foes, key=lambda p: (distance(g, p, country), p), default=NOWHERE)


@rule("13.1.1", "22.15")
def bands(g: War, spaces: list[int]) -> list[int]:
    """Partisans that stand in an area, and their HQs in their home country."""
    known, whose = g.roster, g.units.country
    here = [(u, nation_at(g, s)) for s in spaces for u in units_at(g, s)]
    return [u for u, nation in here if known.types[u] == Type.PART or (is_leader(g, u) and whose[u] == nation)]


@rule("13.1.1")
def modified_roll(g: War, roll: int, name: str, power: int, *, twice: bool) -> int:
    """A roll with the garrison and the partisans there."""
    spaces = area(g, name)
    held = garrison(g, [u for s in spaces for u in of_side(g, units_at(g, s), 1 - SIDE_OF_POWER[power])])
    total = roll - len(bands(g, spaces)) + (held / 2 if twice else held)
    return floor(total + Fraction(1, 2))


@rule("13.1.1", "2.6")
def number_of(g: War, name: str, *, red: bool) -> int:
    """The partisan number: half in the year in which a green country was neutral, to the nearest whole number, half up."""
    number = Fraction(g.charts.partisan_numbers.get(name, g.charts.partisan_numbers["any other country"]))
    fresh = not red and g.countries.neutral_in[country_of(g, name)] == g.year
    return floor((number / 2 if fresh else number) + Fraction(1, 2))


# --- the step -----------------------------------------------------------------------------------------------------------------


@rule("13.1")
def raise_partisans(g: War) -> Flow[None]:
    """Partisans may appear in the countries the table names"""
    dice = 2 if g.year >= g.settings.two_partisan_dice else 1
    rolls = yield from cast_each(g, Stake("The partisan table", "13.1.1", g.holder, dice=dice))
    named: dict[str, int] = {}
    for roll in rolls:
        for name in g.charts.partisan_table[min(max(roll, 1), 10)]:
            named[name] = named.get(name, 0) + 1
    for word, times in named.items():  # reading WIF-DEC-65
        red, name = word.endswith(RED), word.rstrip(RED)
        if name == "Africa":
            name = yield from _african(g)
        for each in countries_of(g, name) if name else ():
            if eligible(g, each, red=red):
                yield from _rise(g, each, red, times > 1)


@rule("13.1.1")
def countries_of(g: War, name: str) -> list[str]:
    """What a name of the table rolls for: every country of a region by itself."""
    return [g.facts.countries[g.facts.country[one]].name for one in SEVERAL[name]] if name in SEVERAL else [name]


def _african(g: War) -> Flow[str]:
    """Whichever of Germany and the Commonwealth has the initiative names a country of Africa."""
    power = next((p for p in (GERMANY, COMMONWEALTH) if SIDE_OF_POWER[p] == g.holder and p in playing(g)), NOWHERE)
    if power < 0 or not africans(g, Choosing(power)):
        return ""
    _, country = yield from menu(g, g.seat(power), "Partisans in Africa: where?", Choosing(power), NAME)
    name: str = g.facts.countries[country].name
    return name


def africans(g: War, subject: Choosing) -> list[int]:
    every = [g.facts.country[name] for name in AFRICA]
    return [c for c in every if g.countries.power[c] >= 0 and active(g, g.countries.power[c])]


def _rise(g: War, name: str, red: bool, twice: bool) -> Flow[None]:
    power = leader(g, name, red=red)
    if power < 0:
        return
    number = number_of(g, name, red=red)
    side = SIDE_OF_POWER[power]
    told, what = f"Partisans in {name}: {number} or less", aim(g, most=float(number))
    roll = yield from cast(g, Stake(told, "13.1.1", side, 1 - side, 1 << power, aim=what))
    modified = modified_roll(g, roll, name, power, twice=twice)
    if modified > number:
        return
    for _ in range(1 + max(number - modified + 10 - g.settings.second_partisan, 0) // 10):
        yield from _place(g, name, power)


def _place(g: War, name: str, power: int) -> Flow[None]:
    side = SIDE_OF_POWER[power]
    sides = sides_by_hex(g)
    known = g.roster
    places = [s for s in area(g, name) if sides[s] == 1 - side and not in_enemy_zone(g, s, side) and _has_room(g, s, side)]
    busy = {g.units.counter[u] for u, at in enumerate(g.units.at) if at >= 0 and known.types[u] == Type.PART}
    free = [n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and c.year <= g.year and n not in busy]
    free = [n for n in free if not g.facts.counters[n].option or (g.options.partisan_hqs and _leads_here(g, n, name))]
    if places and not free:  # 13.1.2: the pool is empty (reading WIF-DEC-214)
        answer, gone = yield from menu(
            g, g.seat(power), "No partisans are left. Take some off the map for {0}?", Scarce(power), NO_PARTISANS, TAKE_OFF,
            named=(name,),
        )  # fmt: skip
        if answer.verb == TAKE_OFF.name:
            number = g.units.counter[gone]
            destroy_silently(g, gone, FORCE_POOL)
            free = [] if g.facts.counters[number].option and not _leads_here(g, number, name) else [number]
    if not places or not free:
        return
    number = g.pick(free, 1, f"A partisan of {name}", "13.1.2")[0]
    country = nation_at(g, places[0])
    subject = Rising(power, country, tuple(places))
    _, space = yield from menu(g, g.seat(power), "Where do partisans of {0} rise?", subject, RISE, named=(name,))
    rows = _rows(g, number)
    unit = rows[0] if rows else g.units.add(counter=number).index
    row = g.units[unit]
    row.power, row.country, row.at, row.from_, row.down = power, nation_at(g, space), space, space, 0
    g.say("Partisans rise in {}", g.hexes[space], rule="13.1.2")
    yield from drive_off(g, space, unit)  # 13.1.3: aircraft and ships there are overrun


@rule("13.1.2", "2.3.1")
def _has_room(g: War, space: int, side: int) -> bool:
    """Whether a partisan fits into a hex: beside no other land units than one of the partisans' own."""
    known, here = g.roster, land_at(g, space)
    return len(here) < 2 and all(known.types[u] == Type.PART and SIDE_OF_POWER[g.units.power[u]] == side for u in here)


def bands_on_map(g: War) -> list[int]:
    types = g.roster.types
    return [u for u, at in enumerate(g.units.at) if at >= 0 and types[u] == Type.PART]


def may_take_off(g: War, subject: Scarce, unit: int) -> No | None:
    return None if unit in bands_on_map(g) else No("13.1.2", "partisans on the map")


@rule("13.1.2")
def change_hands(g: War) -> None:
    """Partisans of a red country are run by the nearest power at war with its master, whoever that is now"""
    bands = bands_on_map(g)
    if not bands:
        return
    names = {word.rstrip(RED) for row in g.charts.partisan_table.values() for word in row if word.endswith(RED)}
    for word, ids in {**SEVERAL, "Africa": AFRICA}.items():  # each country of a region has a master of its own
        if word in names:
            names = {*names - {word}, *(g.facts.countries[g.facts.country[one]].name for one in ids)}
    for name in sorted(names):
        country = country_of(g, name)
        if country < 0 or g.countries.power[country] < 0:
            continue
        spaces = set(area(g, name))
        for unit in [u for u in bands if g.units.at[u] in spaces]:
            power = leader(g, name, red=True)
            if power >= 0 and power != g.units.power[unit]:
                g.units[unit].power = power
                g.say("{} is run by {} from now on", g.units[unit], g.powers[power], rule="13.1.2")


BANDS = {"Zoya": "ussr", "Tito": "yugoslavia"}  # 22.15


def _leads_here(g: War, number: int, name: str) -> bool:
    """Option 60: the partisans of Zoya and Tito rise in their own country."""
    there = area(g, name)
    home = BANDS[g.facts.counters[number].name]
    return bool(there) and g.ground.country[there[0]] == home


def _rows(g: War, number: int) -> list[int]:
    return [u for u, c in enumerate(g.units.counter) if c == number]


def may_rise(g: War, subject: Rising, space: int) -> No | None:
    if space not in subject.places:
        return No("13.1.2", "an enemy controlled hex of the country that is not in an enemy zone of control")
    return None


def may_name(g: War, subject: Choosing, country: int) -> No | None:
    return None if country in africans(g, subject) else No("13.1.1", "an African country of an active power")


NO_PARTISANS: Act[War, Scarce, None] = Act("no_partisans", "13.1.2", "None", do=lambda g, s, _: None)
TAKE_OFF: Act[War, Scarce, int] = Act(
    "take_off", "13.1.2", "{0}", takes=Unit, among=lambda g, s: bands_on_map(g), may=may_take_off, do=lambda g, s, u: u
)
NAME: Act[War, Choosing, int] = Act("name", "13.1.1", "{0}", takes=Country, among=africans, may=may_name, do=lambda g, s, c: c)
RISE: Act[War, Rising, int] = Act(
    "rise", "13.1.2", "{0}", takes=Hex, among=lambda g, s: s.places, may=may_rise, do=lambda g, s, space: space
)
