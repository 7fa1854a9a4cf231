"""Ours 50, 52 and 82: who is at war with whom: declarations, what they cost, how sides change, how an attacked country arms."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import AIR, GROUND, NAVAL, Kind
from grognard.titles.awaw.nations import (
    ALLIES,
    ALONE,
    AXIS,
    BORDER,
    BRITAIN,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    KEYS,
    MAJORS,
    NEUTRAL,
    RUSSIA,
    RUSSIA_ALONE,
    US,
)
from grognard.titles.awaw.rules.boxes import JAPAN_STRUCK
from grognard.titles.awaw.rules.dates import too_early
from grognard.titles.awaw.rules.operations import BRITAIN_ONLY, PARALYSED, US_ATTACKED
from grognard.titles.awaw.rules.stacking import air_room, room_for
from grognard.titles.awaw.rules.tension import (
    AMERICA_TIRED,
    PREPARED,
    SURPRISE_LEVEL,
    WAR_LEVEL,
    japan_fights_us,
    level_for,
    roll_effective,
    stir,
    tense,
)
from grognard.titles.awaw.rules.units import KIND, NATION, air_units, here, is_air_base, unit_sides
from grognard.titles.awaw.state import (
    ALLY,
    ASSOCIATE,
    IN_PLAY,
    POOL,
    RESERVE,
    RGT,
    SURVIVES,
    UNTOUCHED,
    USAT,
    USJT,
    Hex,
    Nation,
    World,
    turn_of,
)

MINOR_COST, MAJOR_COST = 10, 35
FALL_1939, SPRING_1940, SPRING_1941 = turn_of(1939, 2), turn_of(1940, 0), turn_of(1941, 0)
FRENCH_COLONIES = tuple(INDEX[k] for k in ("algeria", "morocco", "tunisia", "lebanon"))
BALKAN = tuple(INDEX[k] for k in ("rumania", "hungary", "bulgaria", "yugoslavia", "greece"))
FRIENDS_EAST = tuple(INDEX[k] for k in ("finland", "rumania", "hungary", "bulgaria"))
PACT_LANDS = tuple(INDEX[k] for k in ("eastpoland", "baltics", "bessarabia", "finnish_border"))
NEVER_ATTACKED = tuple(INDEX[k] for k in ("switzerland", "ukraine", "vichy", "communist_china", *(KEYS[n] for n in PACT_LANDS)))
LOW_COUNTRIES = (INDEX["belgium"], INDEX["luxembourg"])
EAST_INDIES = tuple(INDEX[k] for k in ("dutch_e_indies", "sumatra", "java", "borneo"))
ALLIED_WAR, GREEK_AID = 704, 705  # keys of `booked`


class Cabinet(Subject, frozen=True):
    """A power that may declare war."""

    power: int


class Muster(Subject, frozen=True):
    """A unit of an attacked country that must be set up, and who does it."""

    power: int
    nation: Annotated[int, Nation]
    unit: int


# --- sides --------------------------------------------------------------------------------------------------------------


@rule("ours 50.4", "ours 53.1")
def take_side(g: World, power: int, side: int, *, pacific: bool = False) -> None:
    """A power and all that depends on it go over to a side, on one board where both are played."""
    if pacific and not g.both_boards:
        pacific = False
    for n in range(len(g.nations)):
        row = g.nations[n]
        if n != power and (row.patron != power or n in MAJORS):
            continue
        before = row.east if pacific else row.side
        if n != power and before in (AXIS, ALLIES, BORDER, NEUTRAL):
            continue
        if pacific:
            row.east = side
        else:
            row.side = side
        if side in (AXIS, ALLIES):
            if pacific:
                row.fought_east = g.turn
            else:
                row.war = g.turn


def side_against(g: World, power: int) -> int:
    """The side that opposes a power's attack on a minor country."""
    return BORDER if g.nations.side[power] == RUSSIA_ALONE else ALLIES if side_of(g, power) == AXIS else AXIS


def side_of(g: World, power: int) -> int:
    """The camp of a power: the one it fights in, or the one its faction belongs to."""
    if g.nations.side[power] in (AXIS, ALLIES):
        return g.nations.side[power]
    return AXIS if power in (GERMANY, ITALY, JAPAN) else ALLIES


@rule("ours 82.2", "8.23")
def setter(g: World, power: int) -> int:
    """Who sets up a country that a power attacks, and moves it afterwards."""
    order = (BRITAIN, US, RUSSIA, FRANCE) if side_of(g, power) == AXIS else (GERMANY, ITALY, JAPAN)
    seats = [n for n in order if g.seated(n) and not g.nations.surrendered[n]]
    return seats[0] if seats else power


# --- declarations -------------------------------------------------------------------------------------------------------


@rule("ours 50.1", "8.23")
def price_of_war(g: World, power: int, target: int) -> int:
    """Ten for a minor country, 35 for a major power; nothing for an attacked power, nor Germany against America after Japan."""
    if target not in MAJORS:
        return MINOR_COST
    if power == GERMANY and target == US and g.booked.get(US_ATTACKED, -9) >= g.turn - 1:
        return 0
    if power == JAPAN and target in (US, BRITAIN) and g.booked.get(ALLIED_WAR, -9) == g.turn:
        return 0  # ours 50.5: both in one turn cost 35 together
    if power == RUSSIA and target == JAPAN and g.nations.surrendered[GERMANY]:
        return 0
    return MAJOR_COST


@rule("ours 50.1", "ours 50.2", "ours 50.3", "ours 52.2", "ours 52.3", "ours 82.1", "ours 50.551", "ours 50.552")
def may_declare(g: World, cabinet: Cabinet, target: int) -> No | None:
    """Who may declare war on whom, and whether it can be paid."""
    power, row = cabinet.power, g.nations[cabinet.power]
    if target == power or g.nations.patron[target] == power:
        return No("ours 50.2", "it is its own")
    if row.level < price_of_war(g, power, target):
        return No("ours 50.1", f"a declaration costs {price_of_war(g, power, target)} BRPs")
    if power == US and g.booked.get(AMERICA_TIRED, 0):
        return No("ours 62.4", "America is tired of the war")
    if g.turn == FALL_1939 and power in (GERMANY, ITALY):
        return No("9.91", "in Fall 1939 the Axis acts against Poland alone")
    no = too_early(g, power, target)
    if no is not None:
        return no
    if target in MAJORS:
        return _may_attack_power(g, power, target)
    if target not in g.books.minors or target in NEVER_ATTACKED or not present(g, target):
        return No("ours 82.1", "no country that can be attacked")
    if at_home(g, target) != NEUTRAL or g.nations.conquered[target] >= 0:
        return No("ours 50.1", "it is not neutral")
    if target == LOW_COUNTRIES[1]:
        return No("ours 75.1", "Luxembourg goes with Belgium")
    if row.side not in (AXIS, ALLIES) and power not in (RUSSIA, JAPAN):
        return No("ours 52.1", "a neutral power attacks nobody")
    if power == RUSSIA and row.side == RUSSIA_ALONE:
        return No("ours 67.12", "a Russia at peace with Germany makes demands")
    return None


def at_home(g: World, country: int) -> int:
    """The side of a minor country on its own board."""
    east = g.both_boards and g.books.minors[country].map == "pacific"
    return g.nations.east[country] if east else g.nations.side[country]


def present(g: World, nation: int) -> bool:
    """Whether a country has land on the boards of the scenario."""
    return any(g.hexes.holder[s] >= 0 for s in g.ground.homeland.get(nation, ())[:1])


def _may_attack_power(g: World, power: int, target: int) -> No | None:
    if not g.seated(target) or g.nations.surrendered[target]:
        return No("ours 50.1", "it is not in the war")
    if enemies(g, power, target):
        return No("ours 50.1", "they are at war")
    pair = (power, target)
    if pair == (RUSSIA, GERMANY):
        need = level_for(g, WAR_LEVEL[RGT])
        return None if g.tension[RGT] >= need else No("ours 50.3", f"Russia declares war on Germany at tension {need}")
    if pair == (US, GERMANY):
        need = level_for(g, WAR_LEVEL[USAT])
        return None if g.effective[USAT] >= need else No("ours 50.3", f"the United States declare war at tension {need}")
    if pair == (US, JAPAN):
        need = level_for(g, PREPARED if g.booked.get(BRITAIN_ONLY, 0) else WAR_LEVEL[USJT])
        return None if g.effective[USJT] >= need else No("ours 50.3", f"the United States declare war at tension {need}")
    if pair == (GERMANY, RUSSIA):
        return None if g.turn >= SPRING_1940 else No("ours 50.3", "not in 1939")
    if pair == (GERMANY, US):
        return None
    if power == ITALY and target in (FRANCE, BRITAIN):
        return None if g.turn >= SPRING_1940 else No("ours 50.3", "Italy joins from Spring 1940")
    if power in (BRITAIN, FRANCE) and target == ITALY:
        return None
    if pair in ((JAPAN, RUSSIA), (RUSSIA, JAPAN)):
        return _far_east(g, power)
    if power == JAPAN and target in (US, BRITAIN):
        return None
    return No("ours 50.3", "no such war is declared")


@rule("ours 81.2", "ours 81.3")
def _far_east(g: World, power: int) -> No | None:
    if g.turn < SPRING_1940:
        return No("ours 50.3", "not in 1939")
    if power == RUSSIA and not g.nations.surrendered[GERMANY] and not american_near_japan(g):
        return No("ours 81.3", "only after Germany's surrender, or with Americans near Japan")
    return None


def american_near_japan(g: World) -> bool:
    sides = unit_sides(g)
    spots = [g.units.at[u] for u in range(len(g.units)) if g.units.at[u] >= 0 and NATION[g.units.design[u]] == US
             and KIND[g.units.design[u]] in GROUND and sides[u] == ALLIES and not g.ground.box[g.units.at[u]]]  # fmt: skip
    home = [s for s in g.ground.japan if g.ground.city[s]]  # 3.11
    return any((g.board.distance(a, s) or 99) <= 6 for a in spots if not g.ground.europe[a] for s in home)


@rule("ours 50.4")
def enemies(g: World, one: int, two: int) -> bool:
    """Whether two powers are at war with each other."""

    def against(a: int, b: int) -> bool:
        return {a, b} == {AXIS, ALLIES}

    if not g.both_boards:
        return against(g.nations.side[one], g.nations.side[two])
    east = JAPAN in (one, two)
    mine, yours = (g.nations.east, g.nations.east) if east else (g.nations.side, g.nations.side)
    return against(mine[one], yours[two])


def targets(g: World, cabinet: Cabinet) -> list[int]:
    return [n for n in range(len(g.nations)) if (n in MAJORS or n in g.books.minors) and may_declare(g, cabinet, n) is None]


@rule("ours 50.1", "ours 50.4", "ours 75.1", "ours 84.1")
def declare(g: World, cabinet: Cabinet, target: int) -> Flow[None]:
    """War is declared and paid for"""
    power = cabinet.power
    cost = price_of_war(g, power, target)
    g.nations[power].level -= cost
    g.say("{} declares war on {} ({} BRPs)", g.nations[power], g.nations[target], cost, rule="ours 50.1")
    if target in MAJORS:
        if power == JAPAN and target == RUSSIA:
            g.booked[JAPAN_STRUCK] = 1
            stir(g, USJT, "Japan declares war on a minor or on Russia", "Japan attacks Russia")
        yield from war_of_powers(g, power, target)
        return
    _tensions_of(g, power, target)
    yield from attack_minor(g, power, target)
    if target == LOW_COUNTRIES[0] and g.nations.side[LOW_COUNTRIES[1]] == NEUTRAL:
        yield from attack_minor(g, power, LOW_COUNTRIES[1])


@rule("ours 79.1", "ours 88.1", "ours 69.4", "ours 77.6")
def _tensions_of(g: World, power: int, target: int) -> None:
    """What a war on a minor country does to the tensions; on a Vichy colony, or Persia during Russia's war, nothing."""
    if power in (BRITAIN, FRANCE, US) and target in FRENCH_COLONIES:
        return
    if target == INDEX["persia"] and power in (BRITAIN, RUSSIA) and g.turn >= SPRING_1941 and enemies(g, GERMANY, RUSSIA):
        return
    if power == ITALY and target == INDEX["greece"] and g.turn < SPRING_1941:
        g.booked[GREEK_AID] = 1  # ours 69.4, AW-DEC-24
    if power == RUSSIA and target == INDEX["turkey"]:
        tense(g, RGT, -3, "Russia attacks Turkey")
    told = f"war on {g.nations[target].label}"
    if power in (GERMANY, ITALY):
        stir(g, USAT, "German or Italian declaration of war on a minor", told)
        if target in BALKAN or target == INDEX["sweden"]:
            stir(g, RGT, "German declaration of war on a Balkan country or Sweden", told)
        if target == INDEX["turkey"]:
            tense(g, RGT, 3, told)
    elif power == RUSSIA:
        stir(g, USAT, "Russian declaration of war on a minor (border wars do not count)", told)
    elif power in (BRITAIN, FRANCE, US):
        stir(g, USAT, "Western Allied declaration of war on a minor", told)
    elif power == JAPAN:
        stir(g, USJT, "Japan declares war on a minor or on Russia", told)


@rule("ours 82.2", "ours 82.34", "ours 82.4", "ours 82.81")
def attack_minor(g: World, power: int, country: int) -> Flow[None]:
    """A country is attacked: its enemy's enemy sets up its army"""
    by = setter(g, power)
    row = g.nations[country]
    if g.both_boards and g.books.minors[country].map == "pacific":
        row.east = side_against(g, power)
    else:
        row.side = side_against(g, power)
    row.east = row.east if g.both_boards else row.side
    guarded = garrisoned(g, country, side_against(g, power))
    row.patron, row.status, row.attacked, row.war = by, ASSOCIATE if guarded else SURVIVES, g.turn, g.turn
    yield from muster(g, country, by)


@rule("ours 82.34")
def garrisoned(g: World, country: int, side: int) -> bool:
    """Whether ground units of the side that opposes the attacker stand in a country already."""
    sides = unit_sides(g)
    return any(sides[u] == side for s in g.ground.homeland.get(country, ()) for u in here(g, s)
               if NATION[g.units.design[u]] != country)  # fmt: skip


# --- setting up an army -------------------------------------------------------------------------------------------------


@rule("ours 82.2")
def may_muster(g: World, muster: Muster, space: int) -> No | None:
    """The capital, a city or a border hex of the country, within stacking; aircraft on a base, ships in a port."""
    u, country = muster.unit, muster.nation
    if g.ground.country[space] != country or g.hexes.holder[space] != country:
        return No("ours 82.2", "not in the country")
    what, side = KIND[g.units.design[u]], g.nations.side[country]
    if what in AIR:
        return air_room(g, u, space, side) if is_air_base(g, space) else No("ours 17.21", "no air base")
    if what in NAVAL:
        return None if g.ground.port[space] else No("ours 12.5", "no port")
    if not (g.ground.city[space] or borders(g, space)):
        return No("ours 82.2", "neither capital, city nor border")
    return room_for(g, u, space, side)


def borders(g: World, space: int) -> bool:
    country = g.ground.country[space]
    return any(g.ground.country[o] != country for o, _ in g.ground.ways[space]) or g.ground.beach[space]


def place_in(g: World, muster: Muster, space: int) -> None:
    row = g.units[muster.unit]
    row.at, row.pool, row.supply = space, IN_PLAY, 0


SET_UP = Act("set_up", "ours 82.2", "In {0}", takes=Hex, may=may_muster, do=place_in,
             among=lambda g, m: g.ground.homeland.get(m.nation, ()))  # fmt: skip


@rule("ours 82.2")
def muster(g: World, country: int, by: int) -> Flow[None]:
    """The army of a country is placed, unit by unit"""
    waiting = [u for u in range(len(g.units)) if g.units.pool[u] == RESERVE and NATION[g.units.design[u]] == country]
    for u in waiting:
        if KIND[g.units.design[u]] == Kind.PARTISAN:
            continue
        state = Muster(by, country, u)
        if any(may_muster(g, state, s) is None for s in g.ground.homeland.get(country, ())):
            yield from menu(g, g.seat(by), "Set up {0}", state, SET_UP, named=(g.units[u],))
        else:
            g.units[u].pool = POOL


# --- wars between powers ------------------------------------------------------------------------------------------------


@rule("ours 50.3", "ours 50.4", "ours 52.2", "ours 52.3", "ours 64.1")
def war_of_powers(g: World, power: int, target: int) -> Flow[None]:
    """Two powers go to war, and those who follow them"""
    if JAPAN in (power, target):
        yield from japanese_war(g, power, target)
        return
    for one in (power, target):
        if g.nations.side[one] >= ALONE:
            take_side(g, one, side_of(g, one))
    if {power, target} == {GERMANY, RUSSIA}:
        yield from the_east_opens(g, power)
    if target == ITALY:
        tense(g, USAT, -3, "an Allied attack on Italy")
    if (power, target) == (GERMANY, RUSSIA):
        stir(g, USAT, "Germany declares war on Russia", "Germany attacks Russia")


@rule("ours 50.6", "ours 64.1", "ours 85.1")
def the_east_opens(g: World, aggressor: int) -> Flow[None]:
    """Germany and Russia go to war: surprise below tension 30; friends in the east with a result of 7 or more join"""
    for n in range(len(g.nations)):
        row = g.nations[n]
        if row.side == BORDER:
            if row.patron == GERMANY and row.conquered < 0:
                row.side, row.status = AXIS, ALLY
            else:
                row.side = ALLIES
        if row.side == RUSSIA_ALONE:
            row.side = ALLIES
    if aggressor == GERMANY and g.tension[RGT] < level_for(g, SURPRISE_LEVEL):
        g.surprise = g.turn
        g.say("Russia is surprised", rule="ours 50.6")
        surprise_in_the_air(g)
    for n in FRIENDS_EAST:
        row = g.nations[n]
        robbed = n == INDEX["finland"] and any(g.hexes.holder[s] == RUSSIA
                                               for s in g.ground.homeland[INDEX["finnish_border"]])  # fmt: skip
        if row.side == NEUTRAL and row.conquered < 0 and (robbed or 7 <= row.result <= 10):
            yield from join(g, n, GERMANY, ASSOCIATE if robbed else ALLY)


@rule("ours 50.6")
def surprise_in_the_air(g: World) -> None:
    """A third, a half or two thirds of the Russian aircraft are caught on the ground."""
    roll = g.roll(D6, "surprise in the air", "ours 50.6")
    for base in sorted(air_units(g)):
        caught = [u for u in air_units(g)[base] if NATION[g.units.design[u]] == RUSSIA and not g.units.inverted[u]]
        share = {1: 1 / 3, 2: 1 / 3, 3: 1 / 2, 4: 1 / 2}.get(roll, 2 / 3)
        for u in caught[: round(len(caught) * share)]:
            g.units[u].inverted = 1


@rule("ours 84.1", "ours 85.1")
def join(g: World, country: int, patron: int, status: int) -> Flow[None]:
    """A neutral country goes to war beside a power"""
    row = g.nations[country]
    row.patron, row.status, row.war = patron, status, g.turn
    pacific = g.both_boards and g.books.minors[country].map == "pacific"
    side = side_of(g, patron)
    if pacific:
        row.east = side
    else:
        row.side = side
        row.east = row.east if g.both_boards else side
    g.say("{} joins {}", row, g.nations[patron], rule="ours 85.1" if status == ALLY else "ours 84.1")
    yield from muster(g, country, patron)


@rule("ours 50.5", "ours 51.1", "ours 51.71", "9.92")
def japanese_war(g: World, power: int, target: int) -> Flow[None]:
    """War in the Pacific: the Allies may be unprepared"""
    other_one = target if power == JAPAN else power
    for one in (JAPAN, other_one):
        now = g.nations.east[one] if g.both_boards else g.nations.side[one]
        if now >= ALONE:
            take_side(g, one, side_of(g, one), pacific=True)
    if power == JAPAN and target in (US, BRITAIN):
        if g.booked.get(ALLIED_WAR, -9) != g.turn:
            level = roll_effective(g, USJT)
            ready = level >= level_for(g, PREPARED)
            g.booked[PARALYSED] = -9 if ready else g.turn
            if not ready:
                g.say("the Allies are not prepared", rule="ours 51.1")
        g.booked[ALLIED_WAR] = g.turn
        if target == US:
            g.booked[US_ATTACKED] = g.turn
            g.booked[BRITAIN_ONLY] = 0
        elif not japan_fights_us(g):
            g.booked[BRITAIN_ONLY] = 1
            tense(g, USJT, 8, "Japan attacks Britain")
    if target == US or power == US:
        philippines = INDEX["philipines"]
        if g.nations.patron[philippines] == US:
            take_side(g, US, ALLIES, pacific=True)
    if BRITAIN in (power, target):
        for n in EAST_INDIES:
            if g.nations.side[n] == NEUTRAL:
                yield from join(g, n, BRITAIN, ASSOCIATE)


# --- the phase ----------------------------------------------------------------------------------------------------------


DECLARE = Act("declare", "ours 50.1", lambda g, c, n: f"War on {g.nations[n].label} ({price_of_war(g, c.power, n)})",
              takes=Nation, listed=targets, may=may_declare, do=declare)  # fmt: skip
PEACE: Act[World, Cabinet, None] = Act("done", "8.23", "No more declarations", do=lambda g, c, _: None)


@rule("ours 84.2")
def associations(g: World) -> None:
    """Diplomatic phase: countries that survived the first turn of an attack are associated with their protector."""
    for n in g.books.minors:
        row = g.nations[n]
        if n in FRENCH_COLONIES and g.nations.surrendered[FRANCE]:
            continue  # ours 77.6: no association
        if row.status == SURVIVES and row.conquered < 0 and row.attacked < g.turn and row.side in (AXIS, ALLIES):
            row.status = ASSOCIATE
            g.say("{} is associated with {}", row, g.nations[row.patron], rule="ours 84.2")


def at_peace(g: World, country: int) -> bool:
    """A minor country that no one has drawn into the war."""
    row = g.nations[country]
    return row.side == NEUTRAL and row.conquered < 0 and row.status == UNTOUCHED
