"""Ours 53.3, 64.2, 67.3, 69.2, 69.3 and 85.5: where allied armies go and do not go, and when a friend has had enough."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import once_per_board
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import GROUND, VOLUNTEER, Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    CHINA,
    FRANCE,
    GERMANY,
    INDEX,
    KEYS,
    MAJORS,
    NEUTRAL,
    POWER,
    RUSSIA,
)
from grognard.titles.awaw.rules.supply import capitals
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    eliminate,
    factors,
    ground_units,
    held_by,
    here,
    other,
    patron,
    troops,
    unit_sides,
)
from grognard.titles.awaw.state import ALLY, ASSOCIATE, IN_PLAY, POOL, RESERVE, SURVIVES, UNTOUCHED, World

FINLAND, BULGARIA, BORDER_HEXES = INDEX["finland"], INDEX["bulgaria"], INDEX["finnish_border"]
BALKAN = frozenset(INDEX[k] for k in ("rumania", "hungary", "bulgaria", "yugoslavia", "greece"))
FINNISH_REACH, BALKAN_REACH = 4, 8
THREAT, ENEMIES = 3, "85.5 enemy factors beside a capital"  # hexes; the same number for Finland (ours 67.3)
COLONIES = frozenset(INDEX[k] for k in ("algeria", "morocco", "tunisia", "lebanon", "french_indochina"))
PARTS = {"finland": ("finnish_border",), "rumania": ("bessarabia",), "poland": ("eastpoland",), "belgium": ("luxembourg",)}
CHINESE_LAND = frozenset((CHINA, INDEX["communist_china"]))
BY_LEAVE = frozenset((INDEX["burma"], INDEX["india"]))  # where Nationalists go with a British yes (ours 80.1)
HOSTS = frozenset((FRANCE, CHINA))  # who lets nobody in without having been asked (7.24)
GRANTED, REFUSED = 1, 2
ASKED = 200  # added to the key of an answer: the turn of the last question
CONSENT = 29500  # key of `booked`, and the places of host and guest: the answer of the host


@once_per_board
def _within(g: World, nation: int, reach: int) -> frozenset[int]:
    """Hexes at most so far from a country's own land."""
    parts = (nation, BORDER_HEXES) if nation == FINLAND else (nation,)
    return frozenset(o for n in parts for s in g.ground.homeland.get(n, ()) for o in g.ground.within(s, reach))


def may_be_there(g: World, u: int, space: int) -> No | None:
    """Whether a ground unit's country lets it be in a land, and that land lets it in: asked on the way and wherever it stops."""
    no = stays_home(g, u, space)
    no = bound_to_colonies(g, u, space) if no is None else no
    no = may_go_abroad(g, u, space) if no is None else no
    no = may_join_the_french(g, u, space) if no is None else no
    no = nationalists_stay(g, u, space) if no is None else no
    return may_be_guest(g, u, space) if no is None else no


@rule("7.23")
def bound_to_colonies(g: World, u: int, space: int) -> No | None:
    """French 1-3 infantry stays in French colonies until France is conquered."""
    sheet = g.units[u].sheet
    if sheet.nation != FRANCE or sheet.kind != Kind.INF or sheet.strength != 1 or g.nations.surrendered[FRANCE]:
        return None
    return None if g.ground.country[space] in COLONIES else No("7.23", "French 1-3 infantry stays in the colonies")


@rule("ours 82.4", "ours 84.2")
def stays_home(g: World, u: int, space: int) -> No | None:
    """The army of an attacked country stays in it; that of an associate goes into the lands beside it as well."""
    whose = NATION[g.units.design[u]]
    row = g.nations[whose]
    if row.status not in (SURVIVES, ASSOCIATE) or whose in MAJORS:
        return None
    country = g.ground.country[space]
    if country == whose or KEYS[country] in PARTS.get(KEYS[whose], ()):
        return None
    if row.status == SURVIVES:
        return No("ours 82.4", "its army stays in the country")
    beside = {g.ground.country[o] for s in g.ground.homeland.get(whose, ()) for o, _ in g.ground.ways[s]}
    return None if country in beside else No("ours 84.2", "an associate fights in its own and adjacent countries")


# --- guests -------------------------------------------------------------------------------------------------------------


def consent(host: int, guest: int) -> int:
    return CONSENT + POWER[host] * len(POWER) + POWER[guest]


def answer_to(g: World, host: int, guest: int) -> int:
    """What a host has said to a guest; unasked, France and China have said no, and so has Britain to China (ours 80.1)."""
    shut = host in HOSTS or (host, guest) == (BRITAIN, CHINA)
    return g.booked.get(consent(host, guest), 0) or (REFUSED if shut else GRANTED)


@rule("ours 80.1")
def nationalists_stay(g: World, u: int, space: int) -> No | None:
    """Nationalist units move in China, and in Burma and India once Britain has let them in."""
    country = g.ground.country[space]
    if NATION[g.units.design[u]] != CHINA or country in CHINESE_LAND:
        return None  # AW-DEC-47
    if country not in BY_LEAVE:
        return No("ours 80.1", "Nationalists move in China, Burma and India only")
    at = g.units.at[u]
    there = at >= 0 and g.ground.country[at] in BY_LEAVE
    if not there and g.seated(BRITAIN) and not g.nations.surrendered[BRITAIN] and answer_to(g, BRITAIN, CHINA) == REFUSED:
        return No("ours 80.1", "Britain has not let the Chinese in")
    return None


@rule("ours 29.5", "7.24", "ours 53.4")
def may_be_guest(g: World, u: int, space: int) -> No | None:
    """Units of one power enter the homeland of a partner only if it has said yes; France and China have said no at the start, the
    others yes."""
    host, guest = g.ground.country[space], patron(g, u)
    if host not in POWER or guest == host or guest not in POWER or g.nations.surrendered[host] or not g.seated(host):
        return None  # AW-DEC-32
    sides = g.nations.east if g.both_boards and not g.ground.europe[space] else g.nations.side
    if {sides[host], sides[guest]} == {AXIS, ALLIES}:
        return None  # an enemy asks nobody
    holder, at = g.hexes.holder[space], g.units.at[u]
    if holder < 0 or g.nations.patron[holder] != host or (at >= 0 and g.ground.country[at] == host):
        return None
    if answer_to(g, host, guest) == GRANTED:
        return None
    return No("ours 29.5", f"{g.nations[host].label} has not let it in")


class Visit(Subject, frozen=True):
    """A power that is asked to let another's units into its land."""

    power: int
    guest: int


WELCOME: Act[World, Visit, None] = Act("accept", "ours 29.5", "Let them in", do=lambda g, v, _: GRANTED)
TURN_AWAY: Act[World, Visit, None] = Act("decline", "ours 29.5", "Keep them out", do=lambda g, v, _: REFUSED)


@rule("ours 29.5")
def may_ask_in(g: World, power: int, host: int) -> No | None:
    """A partner on the same side who has not let us in, once a turn."""
    if power not in POWER or host == power or host not in POWER or not g.seated(host) or g.nations.surrendered[host]:
        return No("ours 29.5", "no partner")
    east = g.both_boards and any(not g.ground.europe[s] for s in g.ground.homeland[host][:1])
    sides = g.nations.east if east else g.nations.side
    if sides[host] != sides[power] or sides[host] not in (AXIS, ALLIES):
        return No("ours 29.5", "it does not fight beside us")
    if answer_to(g, host, power) == GRANTED:
        return No("ours 29.5", "it has let us in")
    if g.booked.get(ASKED + consent(host, power), -1) == g.turn:
        return No("ours 29.5", "it was asked this turn")
    return None


def ask_in(g: World, power: int, host: int) -> Flow[None]:
    g.booked[ASKED + consent(host, power)] = g.turn
    prompt, named = "{0} asks to enter our land", (g.nations[power],)
    _, said = yield from menu(g, g.seat(host), prompt, Visit(host, power), WELCOME, TURN_AWAY, named=named)
    g.booked[consent(host, power)] = said
    g.say("{} {} {} in", g.nations[host], "lets" if said == GRANTED else "does not let", g.nations[power], rule="ours 29.5")


@rule("ours 29.5")
def may_shut_out(g: World, power: int, guest: int) -> No | None:
    """The host takes its word back; who is in the land stays and may leave."""
    if power not in POWER or guest == power or guest not in POWER or not g.seated(guest) or g.nations.side[power] != \
            g.nations.side[guest]:  # fmt: skip
        return No("ours 29.5", "no partner")
    said = g.booked.get(consent(power, guest), 0)
    return None if said == GRANTED else No("ours 29.5", "it has asked for nothing")


def shut_out(g: World, power: int, guest: int) -> None:
    g.booked[consent(power, guest)] = REFUSED
    g.say("{} lets no more units of {} in", g.nations[power], g.nations[guest], rule="ours 29.5")


@rule("ours 67.3", "ours 69.2", "ours 69.3", "ours 49.52")
def may_go_abroad(g: World, u: int, space: int) -> No | None:
    """Finns stay within four hexes of their border, Balkan allies within eight or on the eastern front, Bulgarians off Russia."""
    whose = NATION[g.units.design[u]]
    if g.units.design[u] == VOLUNTEER and g.ground.front[space] != FRONT["eastern"]:
        return No("ours 49.52", "volunteers fight on the eastern front only")
    if whose == FINLAND and space not in _within(g, FINLAND, FINNISH_REACH):
        return No("ours 67.3", "Finns go no more than four hexes beyond their border")
    if whose == BULGARIA and g.ground.country[space] == RUSSIA:
        return No("ours 69.3", "Bulgaria does not fight Russia in its own land")
    abroad = whose in BALKAN and g.nations.status[whose] == ALLY and g.ground.front[space] != FRONT["eastern"]
    if abroad and space not in _within(g, whose, BALKAN_REACH):
        return No("ours 69.2", "Balkan allies fight within eight hexes of home and on the eastern front")
    return None


@rule("ours 69.3")
def may_fight_there(g: World, u: int, space: int) -> No | None:
    """Bulgaria never declares war on Russia: its units attack no Russians outside Bulgaria."""
    if NATION[g.units.design[u]] != BULGARIA or g.ground.country[space] == BULGARIA:
        return None
    russian = any(NATION[g.units.design[o]] == RUSSIA for o in here(g, space))  # AW-DEC-23
    return No("ours 69.3", "Bulgaria does not attack Russians") if russian else None


@rule("ours 53.3")
def may_join_the_french(g: World, u: int, space: int) -> No | None:
    """Ten British ground factors in France until Paris falls."""
    if g.ground.country[space] != FRANCE or g.nations.surrendered[FRANCE] or not g.seated(FRANCE):
        return None
    if patron(g, u) != BRITAIN or g.ground.country[g.units.at[u]] == FRANCE or held_by(g, g.ground.named["paris"]) == AXIS:
        return None
    there = [o for s in g.ground.homeland[FRANCE] for o in here(g, s) if patron(g, o) == BRITAIN]
    most = g.number("53.3 most British factors in France")
    over = factors(g, there) + factors(g, [u]) > most
    return No("ours 53.3", f"no more than {most} British factors in France") if over else None


@rule("ours 64.2")
def pays_by_the_unit(g: World, nation: int, space: int) -> bool:
    """Axis minors on the eastern front pay one BRP for a unit where Germany makes no full offensive."""
    mine = nation not in MAJORS and g.nations.patron[nation] == GERMANY
    return mine and space >= 0 and g.ground.front[space] == FRONT["eastern"]


# --- who leaves ---------------------------------------------------------------------------------------------------------


def near_capital(g: World, nation: int, side: int, *, only: int = -1) -> int:
    """Ground factors of a side (of one power) within three hexes of a country's capital."""
    found = 0
    for s in capitals(g, nation)[:1]:
        for o in g.ground.within(s, THREAT):
            found += factors(g, (u for u in troops(g, o, side) if only < 0 or patron(g, u) == only))
    return found


@rule("ours 67.3")
def finland_leaves(g: World) -> bool:
    """Twenty Russian factors within three hexes of Helsinki: Finland is neutral again."""
    row = g.nations[FINLAND]
    if row.side != AXIS or row.conquered >= 0 or near_capital(g, FINLAND, ALLIES, only=RUSSIA) < g.number(ENEMIES):
        return False
    row.side, row.patron, row.status = NEUTRAL, -1, UNTOUCHED
    row.east = row.east if g.both_boards else NEUTRAL
    for u in range(len(g.units)):
        if NATION[g.units.design[u]] == FINLAND and g.units.pool[u] in (IN_PLAY, POOL):
            unit = g.units[u]
            unit.at, unit.pool, unit.mission, unit.target = -1, RESERVE, 0, -1
    g.say("Finland leaves the war", rule="ours 67.3")
    return True


@rule("ours 85.5")
def wavers(g: World, nation: int) -> bool:
    """An ally whose capital twenty enemy factors threaten and fewer than ten friendly ones protect."""
    row = g.nations[nation]
    if row.status != ALLY or row.conquered >= 0 or row.side not in (AXIS, ALLIES) or not capitals(g, nation):
        return False
    if near_capital(g, nation, other(row.side)) < g.number(ENEMIES):
        return False
    return near_capital(g, nation, row.side) < g.number("85.5 friendly factors beside a capital")


@rule("ours 85.5")
def turncoats(g: World) -> None:
    """End of the enemy's turn: a wavering ally changes sides on a five."""
    for n in g.books.minors:
        if g.nations.side[n] != other(g.side) or not wavers(g, n):
            continue
        if g.roll(D6, f"{g.nations[n].label} wavers", "ours 85.5") >= g.number("85.5 roll to change sides"):
            change_sides(g, n)


@rule("ours 85.5")
def change_sides(g: World, nation: int) -> None:
    """Its units abroad and those beside former friends are lost; what its friends stand in is theirs; it follows the enemy."""
    row = g.nations[nation]
    old, new = row.side, other(row.side)
    foes: dict[int, int] = {}
    for o in (o for s in capitals(g, nation)[:1] for o in g.ground.within(s, THREAT)):
        for u in troops(g, o, new):
            foes[patron(g, u)] = foes.get(patron(g, u), 0) + factors(g, [u])
    home = set(g.ground.homeland.get(nation, ()))
    sides = unit_sides(g)
    for u in range(len(g.units)):
        if NATION[g.units.design[u]] != nation or g.units.at[u] < 0:
            continue
        at = g.units.at[u]
        friends = [o for o in here(g, at) if NATION[g.units.design[o]] != nation and sides[o] == old]
        if at not in home or friends or KIND[g.units.design[u]] not in GROUND:
            eliminate(g, u, rebuild=False)
    for s, units in list(ground_units(g).items()):
        if g.hexes.holder[s] == nation and units and NATION[g.units.design[units[0]]] != nation and sides[units[0]] == old:
            g.hexes[s].holder = patron(g, units[0])
    row.side, row.patron = new, max(foes, key=lambda n: (foes[n], -n)) if foes else -1
    row.east = row.east if g.both_boards else new
    g.say("{} changes sides", row, rule="ours 85.5")
