"""Ours 35.5 to 35.7: who draws BRPs from colonies, conquests and friends, and which economic areas a power can lose."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.awaw.books import Books, KeyArea
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    GERMANY,
    INDEX,
    JAPAN,
    MAJORS,
    NEUTRAL,
    OF_SEAT,
    POWER,
    RUSSIA,
    slug,
)
from grognard.titles.awaw.rules.units import held_by, other, side_on
from grognard.titles.awaw.state import ALLY, ASSOCIATE, NO_RESULT, World

PARTIAL_AXIS, FULL_AXIS = 7, 8  # ours 49.51
PARTIAL_ALLIED, FULL_ALLIED = 0, -1
CAPTURED_IC = 5
RUINS, ASKED = 3500, 3600  # keys of `booked`, and the number of an area: the year of its ruins, the turn of the question


class Area(msgspec.Struct, frozen=True):
    """Something that gives BRPs: a country or colony by its capital, or a list of hexes."""

    name: str
    brp: int
    nation: int
    hexes: tuple[str, ...]


LISTED_HEXES = {"Hong Kong": ("pT20",), "Manchuria": ("pI28", "pG30"), "occupied China": ("pJ25", "pN24", "pN25", "pS20")}
LABEL = re.compile(r"[A-Z]{1,2}\d+$")


@lru_cache(maxsize=16)
def _areas(books: Books) -> tuple[Area, ...]:
    found = []
    for nation, minor in books.minors.items():
        letter = "p" if minor.map == "pacific" else "e"
        hexes = tuple(letter + word for word in minor.capital_hexes.split() if LABEL.match(word))
        if minor.brp and hexes:
            found.append(Area(minor.country, minor.brp, nation, hexes))
    for colony in books.colonies:
        short = colony.area.partition(" (")[0]
        if short in LISTED_HEXES:
            found.append(Area(short, colony.brp, -1, LISTED_HEXES[short]))
    return tuple(found)


def areas(g: World) -> tuple[Area, ...]:
    """Everything that gives BRPs in this game."""
    return _areas(g.books)


def colonial(g: World, nation: int) -> bool:
    return any(slug(c.area) in INDEX and INDEX[slug(c.area)] == nation for c in g.books.colonies)


def on_board(g: World, area: Area) -> bool:
    return g.both_boards or all((h[0] == "e") == (g.sheet.theatre == "europe") for h in area.hexes)


@rule("ours 35.5", "ours 83.3", "ours 83.4", "ours 49.51")
def drawn(g: World, area: Area) -> tuple[int, int]:
    """Which power draws an area's BRPs, and how many: the holder of the capital, or the friend of a neutral country."""
    if not on_board(g, area):
        return -1, 0
    n = area.nation
    row = g.nations[n] if n >= 0 else None
    if row is not None and row.conquered < 0 and not colonial(g, n):
        return by_diplomacy(g, n)
    holders = {g.hexes.holder[g.board.space(token)] for token in area.hexes}
    powers = {g.nations.patron[h] if h >= 0 else -1 for h in holders}
    if len(powers) != 1:
        return -1, 0
    power = powers.pop()
    if power not in POWER or g.nations.surrendered[power]:
        return -1, 0
    return power, area.brp // 2 if scorched(g, area) else area.brp


# --- scorched earth -----------------------------------------------------------------------------------------------------


class Retreat(Subject, frozen=True):
    """A power that has lost an area: does it leave it in ruins?"""

    power: int
    area: str
    brps: int


BURN: Act[World, Retreat, None] = Act("scorch", "ours 35.8", "Leave it in ruins", do=lambda g, r, _: True)
SPARE: Act[World, Retreat, None] = Act("spare", "ours 35.8", "Leave it as it is", do=lambda g, r, _: False)


def ruins_key(g: World, area: Area) -> int:
    return RUINS + areas(g).index(area)


@rule("ours 35.8")
def scorched(g: World, area: Area) -> bool:
    """In ruins until the year is over, whoever holds it."""
    return g.booked.get(ruins_key(g, area), -1) == g.year if g.booked else False


@rule("ours 35.8")
def abandoned(g: World) -> list[tuple[int, Area]]:
    """Areas that the moving side has taken from a power this turn, or from a minor country that it spoke for."""
    found = []
    for i, area in enumerate(areas(g)):
        if not area.brp or not on_board(g, area) or g.booked.get(ASKED + i, -1) == g.turn:
            continue
        spaces = [g.board.space(token) for token in area.hexes]
        taken = all(held_by(g, s) == g.side for s in spaces) and any(g.hexes.since[s] == g.turn for s in spaces)
        before = g.owners[i] if i < len(g.owners) else -1
        loser = before if before >= 0 else g.nations.patron[area.nation] if area.nation >= 0 else -1
        if taken and loser in POWER and not g.nations.surrendered[loser] and side_on(g, loser, spaces[0]) == other(g.side):
            found.append((loser, area))
    return found


@rule("ours 35.8", "8.26")
def scorched_earth(g: World) -> Flow[None]:
    """Who has lost an area may leave it in ruins: half of its value until the year is over, for himself as well"""
    # AW-DEC-33
    for loser, area in abandoned(g):
        if not g.seated(loser):
            continue
        g.booked[ASKED + areas(g).index(area)] = g.turn
        lost_area = Retreat(loser, area.name, area.brp)
        _, yes = yield from menu(g, g.seat(loser), "{0} is lost", lost_area, SPARE, BURN, named=(area.name,))
        if yes:
            g.booked[ruins_key(g, area)] = g.year
            g.say("{} is left in ruins", area.name, rule="ours 35.8")


def by_diplomacy(g: World, country: int) -> tuple[int, int]:
    """BRPs of a country that is not conquered: by the result in force, in full from an associate or ally."""
    row, table = g.nations[country], g.books.diplomacy.get(country)
    if table is None:
        return -1, 0
    if row.status in (ASSOCIATE, ALLY) and row.patron in POWER:
        home = capital_of(g, country)
        held = home < 0 or held_by(g, home) == side_on(g, country, home)
        return (row.patron, table.brps_full) if held else (-1, 0)
    if row.side != NEUTRAL or row.result == NO_RESULT:
        return -1, 0
    if row.result >= PARTIAL_AXIS:
        return friend(g, country, AXIS), table.brps_full if row.result >= FULL_AXIS else table.brps_partial
    if row.result <= PARTIAL_ALLIED:
        return friend(g, country, ALLIES), table.brps_full if row.result <= FULL_ALLIED else table.brps_partial
    return -1, 0


def friend(g: World, country: int, side: int) -> int:
    """The power that speaks for a side in a country: the one of the chart, else the first of the side that is at war."""
    table = g.books.diplomacy[country]
    named = OF_SEAT.get(slug(table.axis_power if side == AXIS else table.allied_power), -1)
    order = (named, *((GERMANY, JAPAN) if side == AXIS else (INDEX["britain"], INDEX["us"], RUSSIA)))
    return next((n for n in order if n in POWER and not g.nations.surrendered[n] and g.seated(n)), GERMANY)


def capital_of(g: World, country: int) -> int:
    area = next((a for a in areas(g) if a.nation == country), None)
    return int(g.board.space(area.hexes[0])) if area is not None and g.board.knows(area.hexes[0]) else -1


# --- what a power can lose ----------------------------------------------------------------------------------------------


def key_space(g: World, key: KeyArea) -> int:
    power = OF_SEAT[slug(key.power)]
    return int(g.board.space(("p" if power in (JAPAN, INDEX["nationalist_china"]) else "e") + key.hex))


@rule("ours 35.7", "ours 37.2")
def lost(g: World, key: KeyArea) -> bool:
    """Whether an economic area of a power is in enemy hands; a Russian centre that was moved away cannot be lost."""
    power, space = OF_SEAT[slug(key.power)], key_space(g, key)
    if power == RUSSIA and not g.hexes.ic[space]:
        return False
    return held_by(g, space) == other(side_on(g, power, space))


def keys_of(g: World, power: int) -> list[int]:
    return [i for i, key in enumerate(g.books.key_areas) if OF_SEAT[slug(key.power)] == power]


@rule("ours 35.2", "ours 35.5")
def yearly_total(g: World, power: int) -> int:
    """Base, colonies, conquests and friends, less economic areas lost, and five for each Russian centre Germany holds."""
    found = g.nations.base[power]
    for area in areas(g):
        owner, brps = drawn(g, area)
        if owner == power:
            found += brps
    found -= sum(g.books.key_areas[i].brp for i in keys_of(g, power) if lost(g, g.books.key_areas[i]))
    if power == GERMANY:
        found += CAPTURED_IC * sum(lost(g, g.books.key_areas[i]) for i in keys_of(g, RUSSIA))
    found += conquered_majors(g, power) + beyond_the_boards(g, power)
    return found - ore(g) if power == GERMANY else found


@rule("7.221", "ours V.8")
def beyond_the_boards(g: World, power: int) -> int:
    """Colonies on the board that is not played: in Europe they go on giving their BRPs; in the Pacific Britain has forty a year,
    its colonies among them."""
    # AW-DEC-65
    own = {slug(c.area.partition(" (")[0]): c.brp for c in g.books.colonies if OF_SEAT.get(slug(c.power)) == power}
    played = sum(own.get(slug(a.name), 0) for a in areas(g) if on_board(g, a))
    if g.sheet.theatre == "europe":
        return sum(own.values()) - played
    return -played if g.sheet.theatre == "pacific" and power == INDEX["britain"] else 0


@rule("ours 35.5", "ours 59.4")
def conquered_majors(g: World, power: int) -> int:
    """Half of the base of a beaten France or Italy goes to who beat it; 25 for France while Vichy stands."""
    found = 0
    for beaten in (INDEX["france"], INDEX["italy"]):
        row = g.nations[beaten]
        if row.surrendered and row.conquered == power:
            vichy = beaten == INDEX["france"] and g.nations.side[INDEX["vichy"]] == NEUTRAL
            found += 25 if vichy else row.base // 2
    return found


@rule("ours 38.2")
def ore(g: World) -> int:
    """Swedish ore: ten BRPs a year less when the Allies hold Oslo and Stockholm or Sweden is theirs."""
    if not g.ground.europe[g.ground.named["oslo"]] or GERMANY not in POWER:
        return 0
    held = all(held_by(g, g.ground.named[c]) == ALLIES for c in ("oslo", "stockholm"))
    return 10 if held or g.nations.side[INDEX["sweden"]] == ALLIES else 0


@rule("ours 35.6", "ours 35.7", "ours 83.3")
def quarters(g: World, power: int) -> int:
    """What changed hands since the year began, a quarter of each for a turn of the power."""
    found = 0
    for i, area in enumerate(areas(g)):
        before = g.owners[i] if i < len(g.owners) else -1
        now, brps = drawn(g, area)
        if now != before:
            found += brps // 4 if now == power else -(area.brp // 4) if before == power else 0
    for i in keys_of(g, power):
        then = bool(g.keys_lost[i]) if i < len(g.keys_lost) else False
        now_lost = lost(g, g.books.key_areas[i])
        if now_lost != then:
            found += (g.books.key_areas[i].brp // 4) * (-1 if now_lost else 1)
    if power == GERMANY:
        fresh = sum(lost(g, g.books.key_areas[i]) and not (i < len(g.keys_lost) and g.keys_lost[i]) for i in keys_of(g, RUSSIA))
        found += fresh * CAPTURED_IC // 4
    return found


def remember(g: World) -> None:
    """Who draws what at this year start."""
    g.owners = [drawn(g, area)[0] for area in areas(g)]
    powers = {n for n in MAJORS if g.seated(n)}
    g.keys_lost = [int(OF_SEAT[slug(k.power)] in powers and lost(g, k)) for k in g.books.key_areas]
