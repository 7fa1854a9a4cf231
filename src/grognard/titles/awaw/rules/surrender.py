"""Ours 54 to 61 and 77: when a major power gives up, and what becomes of its land, its colonies, its army and its fleet."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import CAPITAL, NAVAL, Kind
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    CHINA,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    MAJORS,
    NEUTRAL,
    RUSSIA,
    RUSSIA_ALONE,
    US,
)
from grognard.titles.awaw.rules.allegiance import finland_leaves, turncoats
from grognard.titles.awaw.rules.control import displace_air
from grognard.titles.awaw.rules.empire import end_of_empire, remember_japan
from grognard.titles.awaw.rules.influence import (
    BRITISH_CITIES,
    GERMAN_CITIES,
    british_resistance,
    chinese_resistance,
    german_resistance,
    holds,
    italian_resistance,
    japanese_resistance,
    russian_will,
)
from grognard.titles.awaw.rules.peoples import free_french
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.tension import stir, tense
from grognard.titles.awaw.rules.units import KIND, NATION, factors, held_by, here, other, patron, side_on, troops
from grognard.titles.awaw.state import FULL, GONE, IN_PLAY, RGT, UNTOUCHED, USAT, World

VICHY = INDEX["vichy"]
_ROWS = {"R": (19, 23), "S": (18, 22), "T": (17, 22), "U": (17, 21), "V": (19, 21)}
VICHY_HEXES = (*(f"e{row}{n}" for row, (first, end) in _ROWS.items() for n in range(first, end)), "eW21", "eX20")
COLONY_DICE = {INDEX[k]: n for k, n in (("algeria", -1), ("morocco", -1), ("tunisia", -1), ("lebanon", 0))}
VICHY_COLONIES = tuple(COLONY_DICE)
HOME_PORT = "portsmouth"
LONDON_HELD, ARMISTICE, SURRENDER_LEVEL, COLLAPSED, VICHY_GONE = 500, 501, 502, 520, 505  # keys of `booked`
CHINA_LAST = ("chungking", "kunming", "changsha", "lanchow")
JAPAN_LAST = ("tokyo", "osaka", "kagoshima", "mukden", "harbin")


class Terms(Subject, frozen=True):
    """A beaten power, and who decides what becomes of it."""

    power: int
    beaten: int


# --- common -------------------------------------------------------------------------------------------------------------


def remove_units(g: World, nation: int, spaces: Iterable[int] | None = None) -> None:
    """Units of a nation leave the game, everywhere or in these spaces."""
    where = None if spaces is None else set(spaces)
    for u in range(len(g.units)):
        if NATION[g.units.design[u]] != nation or (where is not None and g.units.at[u] not in where):
            continue
        if KIND[g.units.design[u]] == Kind.PARTISAN:
            continue
        row = g.units[u]
        row.at, row.pool, row.mission, row.target = -1, GONE, 0, -1


@rule("ours 54.3")
def heir(g: World, nation: int, side: int) -> int:
    """The enemy power with most factors in a country; else the first that is at war."""
    by: dict[int, int] = {}
    for s in g.ground.homeland.get(nation, ()):
        for u in troops(g, s, side):
            by[patron(g, u)] = by.get(patron(g, u), 0) + factors(g, [u])
    if by:
        return max(by, key=lambda n: (by[n], -MAJORS.index(n)))
    order = (GERMANY, ITALY, JAPAN) if side == AXIS else (BRITAIN, US, RUSSIA, FRANCE)
    return next((n for n in order if g.nations.side[n] == side and not g.nations.surrendered[n]), -1)


@rule("ours 54.3")
def leave_hexes(g: World, nation: int, to: int) -> None:
    """Hexes a beaten power holds pass to who stands in them, else to its heir."""
    for s in range(g.board.size):
        if g.hexes.holder[s] == nation:
            stand = [u for u in here(g, s) if NATION[g.units.design[u]] != nation]
            g.hexes[s].holder = patron(g, stand[0]) if stand else to


@rule("ours 54.3")
def free_minors(g: World, power: int) -> None:
    """Each country that followed a beaten power goes on with a partner on a die of 1 to 3, or is neutral."""
    partners = [n for n in MAJORS if n != power and g.nations.side[n] == g.nations.side[power] and not g.nations.surrendered[n]]
    for n in range(len(g.nations)):
        row = g.nations[n]
        if n in MAJORS or row.patron != power or row.conquered >= 0:
            continue
        roll = g.roll(D6, f"{row.label} after the surrender", "ours 54.3")
        if roll <= 3 and partners:
            row.patron = partners[0]
        else:
            row.side, row.east, row.patron, row.status = NEUTRAL, NEUTRAL, -1, UNTOUCHED
            remove_units(g, n)
    g.say("the friends of {} choose", g.nations[power], rule="ours 54.3")


@rule("ours 54.3")
def lay_down_arms(g: World, power: int) -> None:
    """The war goes on without a beaten power: its army is gone, its land is its enemies', its friends choose. A power on whose
    surrender the game ends leaves the boards as they stand."""
    if not g.both_boards or not g.nations.surrendered[power]:
        return
    remove_units(g, power)
    if power == JAPAN:
        end_of_empire(g)
    free_minors(g, power)
    heirs = [n for n in (g.nations.conquered[power], BRITAIN, US, RUSSIA) if n >= 0 and not g.nations.surrendered[n]]
    if heirs:
        liberate(g, power, heirs[0])


@rule("ours 54.3", "ours 29.2")
def liberate(g: World, power: int, heir_of: int) -> None:
    """What a beaten power held goes back to an unbeaten country of the other side that owns it, else to who stands there, else to
    the heir."""
    for s in range(g.board.size):
        whose = g.ground.country[s]
        if g.hexes.holder[s] != power or g.ground.box[s] or whose in (power, -1):
            continue
        row = g.nations[whose]
        if row.conquered < 0 and not row.surrendered and side_on(g, whose, s) == side_on(g, heir_of, s):
            g.hexes[s].holder = whose
    leave_hexes(g, power, heir_of)


def capitulate(g: World, power: int, by: int, why: str, cited: str) -> None:
    row = g.nations[power]
    row.surrendered, row.conquered = 1, by
    g.booked[COLLAPSED + MAJORS.index(power)] = g.turn
    g.say("{} surrenders: {}", row, why, rule=cited)


def surrender_turn(g: World, power: int) -> int:
    """The turn in which a power gave up, or -1."""
    return g.booked.get(COLLAPSED + MAJORS.index(power), -1)


# --- France -------------------------------------------------------------------------------------------------------------


@rule("ours 59.1", "ours 54.1")
def france_falls(g: World) -> bool:
    """Paris lost and fewer French than Axis factors in France, or Paris, Lyon and Marseilles lost."""
    if not holds(g, AXIS, "paris"):
        return False
    if holds(g, AXIS, "lyon", "marseilles"):
        return True
    land = [s for s in g.ground.homeland[FRANCE] if g.ground.europe[s]]
    mine = sum(factors(g, [u for u in troops(g, s, ALLIES) if NATION[g.units.design[u]] == FRANCE]) for s in land)
    return mine < sum(factors(g, troops(g, s, AXIS)) for s in land)


@rule("ours 59.2", "ours 77.1")
def make_vichy(g: World, terms: Terms, _: None) -> None:
    """The south stays French and neutral; Axis units leave it."""
    # AW-DEC-11: no army of its own
    row = g.nations[VICHY]
    row.side, row.patron, row.status = NEUTRAL, -1, UNTOUCHED
    spaces = [g.board.space(token) for token in VICHY_HEXES if g.board.knows(token)]
    for s in spaces:
        if g.ground.country[s] == FRANCE and not troops(g, s, ALLIES):
            g.hexes[s].holder = VICHY
    for s in spaces:
        if g.hexes.holder[s] == VICHY:
            go_home(g, s, AXIS)
    g.say("a French government stays at Vichy", rule="ours 77.1")


def occupy_all(g: World, terms: Terms, _: None) -> None:
    tense(g, USAT, 2, "all of France is occupied")
    g.booked[VICHY_GONE] = 1


VICHY_STAYS: Act[World, Terms, None] = Act("vichy", "ours 59.2", "A government at Vichy", do=make_vichy)
OCCUPY: Act[World, Terms, None] = Act("occupy", "ours 59.2", "Occupy all of France", do=occupy_all)


def go_home(g: World, space: int, side: int) -> None:
    """Units of a side leave a hex that is no longer theirs."""
    displace_air(g, space, side)
    for u in troops(g, space, side):
        near = (int(s) for ring in g.board.rings(space, 10) for s in ring if g.ground.field[s])
        home = next((s for s in near if held_by(g, s) == side and room_for(g, u, s, side) is None), -1)
        row = g.units[u]
        if home < 0:
            row.at, row.pool = -1, GONE
        else:
            row.at = home


@rule("ours 59.1", "ours 59.2", "ours 59.3", "ours 77.2", "ours 78.1")
def fall_of_france(g: World) -> Flow[None]:
    """France falls: Vichy or occupation, colonies and fleet by dice"""
    capitulate(g, FRANCE, GERMANY, "Paris is lost", "ours 59.1")
    stir(g, USAT, "Paris falls", "Paris falls")
    stir(g, RGT, "France falls", "France falls")
    home = [s for s in g.ground.homeland[FRANCE] if g.ground.europe[s]]
    land_units = [u for s in home for u in here(g, s) if NATION[g.units.design[u]] == FRANCE]
    for u in land_units:
        g.units[u].at, g.units[u].pool = -1, GONE
    fleet_of_france(g)
    for u in range(len(g.units)):
        if NATION[g.units.design[u]] == FRANCE and g.units.at[u] in home and KIND[g.units.design[u]] not in NAVAL:
            g.units[u].at, g.units[u].pool = -1, GONE
        elif NATION[g.units.design[u]] == FRANCE and g.units.at[u] < 0:
            g.units[u].pool = GONE
    for s in home:
        if not troops(g, s, ALLIES):
            g.hexes[s].holder = GERMANY
    g.nations[FRANCE].patron = BRITAIN
    terms = Terms(GERMANY, FRANCE)
    choice, _ = yield from menu(g, g.seat(GERMANY), "France has fallen", terms, VICHY_STAYS, OCCUPY)
    freed: list[int] = []
    for colony, bonus in COLONY_DICE.items():
        row = g.nations[colony]
        if row.patron != FRANCE:
            continue
        roll = g.roll(D6, f"{row.label} after the fall of France", "ours 77.2")
        free = choice.verb == "occupy" or roll + bonus >= 5
        if free:
            row.patron = BRITAIN
            freed.append(colony)
        else:
            row.side, row.patron = NEUTRAL, -1
            row.east = row.east if g.both_boards else NEUTRAL
            remove_units(g, FRANCE, g.ground.homeland[colony])
        g.say("{} goes with {}", row, "the Free French" if free else "Vichy", rule="ours 77.2")
    for s in range(g.board.size):
        if g.hexes.holder[s] == FRANCE and g.ground.europe[s]:
            g.hexes[s].holder = BRITAIN
    free_french(g, freed)


@rule("ours 77.3")
def fleet_of_france(g: World) -> None:
    """A die for each heavy ship: 1-2 it lies with Vichy, 3-4 it is laid up, 5 it joins the Free French, 6 it is scuttled."""
    # AW-DEC-21: what lies with Vichy takes no part
    words = {1: "lies with Vichy", 2: "lies with Vichy", 3: "is laid up", 4: "is laid up", 5: "joins the Free French"}
    for u in range(len(g.units)):
        if NATION[g.units.design[u]] != FRANCE or KIND[g.units.design[u]] not in NAVAL or g.units.pool[u] != IN_PLAY:
            continue
        row = g.units[u]
        heavy = KIND[row.design] in CAPITAL or KIND[row.design] == Kind.CV
        roll = g.roll(D6, f"{row.label} after the fall of France", "ours 77.3") if heavy else 3
        if heavy:
            g.say("{} {}", row, words.get(roll, "is scuttled"), rule="ours 77.3")
        if roll == 5:
            row.at = g.ground.named[HOME_PORT]
        else:
            row.at, row.pool = -1, GONE


@rule("ours 78.1")
def liberation(g: World) -> None:
    """The Allies hold Paris again: what they hold of France is French, and gives BRPs to Britain, who speaks for it."""
    if g.nations.surrendered[FRANCE] and g.nations.conquered[FRANCE] == GERMANY and holds(g, ALLIES, "paris"):
        g.nations[FRANCE].conquered = -1
        g.say("Paris is free", rule="ours 78.1")


# --- Italy, Britain, Russia, Germany, China, Japan ----------------------------------------------------------------------


@rule("ours 56.1", "ours 56.2")
def fall_of_italy(g: World, why: str) -> None:
    """Italy gives up: its units are removed, Germany keeps what it stands in, the fleet is out of the war."""
    by = heir(g, ITALY, ALLIES)
    capitulate(g, ITALY, by, why, "ours 56.1")
    remove_units(g, ITALY)
    keeps = any(NATION[g.units.design[u]] == GERMANY for s in g.ground.homeland[ITALY] for u in troops(g, s, AXIS))
    leave_hexes(g, ITALY, GERMANY if keeps else by)
    for n in range(len(g.nations)):
        row = g.nations[n]
        if row.patron == ITALY and n != ITALY:
            row.patron = GERMANY if keeps else by
            if not keeps:
                row.side = g.nations.side[by]
    free_minors(g, ITALY)


@rule("ours 55.1", "7.215", "ours V.2")
def peace_in_europe(g: World) -> None:
    """With Germany's surrender the war in Europe is over: an Italy still at war gives up in the same turn."""
    if g.nations.surrendered[GERMANY] and fighting(g, ITALY):  # AW-DEC-46
        fall_of_italy(g, "Germany has surrendered")


@rule("ours 58.1")
def fall_of_britain(g: World, level: int) -> None:
    """Britain gives up at a level that is kept; its units in Britain are removed, the others stand idle."""
    capitulate(g, BRITAIN, GERMANY, f"resistance {level}", "ours 58.1")
    g.booked[SURRENDER_LEVEL] = level
    home = [s for s in g.ground.homeland[BRITAIN] if g.ground.europe[s]]
    remove_units(g, BRITAIN, home)
    for s in home:
        if not troops(g, s, ALLIES) and held_by(g, s) == ALLIES:
            g.hexes[s].holder = GERMANY
    partner = next((n for n in (US, RUSSIA, FRANCE) if g.nations.side[n] == ALLIES and not g.nations.surrendered[n]), -1)
    for n in range(len(g.nations)):
        row = g.nations[n]
        if row.patron == BRITAIN and n != BRITAIN:
            if partner >= 0:
                row.patron = partner
            else:
                row.side, row.patron = NEUTRAL, -1
                row.east = row.east if g.both_boards else NEUTRAL
    stir(g, RGT, "Britain surrenders", "Britain surrenders")


@rule("ours 58.2")
def britain_returns(g: World) -> None:
    """The surrender ends when the Allies hold London for two of their turns with a supplied American unit in Britain."""
    if not g.nations.surrendered[BRITAIN]:
        return
    american = any(NATION[g.units.design[u]] == US and g.units.supply[u] == FULL
                   for s in g.ground.homeland[BRITAIN] for u in troops(g, s, ALLIES))  # fmt: skip
    held = holds(g, ALLIES, "london") and american
    g.booked[LONDON_HELD] = g.booked.get(LONDON_HELD, 0) + 1 if held else 0
    if g.booked[LONDON_HELD] >= 2:
        row = g.nations[BRITAIN]
        row.surrendered, row.conquered = 0, -1
        g.say("Britain is in the war again", rule="ours 58.2")


def accept(g: World, terms: Terms, _: None) -> None:
    """Ours 60.4: an armistice where the armies stand; Russia is neutral, with what it keeps."""
    for n in range(len(g.nations)):
        row = g.nations[n]
        if row.patron == RUSSIA or n == RUSSIA:
            row.side = RUSSIA_ALONE
            row.east = row.east if g.both_boards else RUSSIA_ALONE
    row = g.nations[RUSSIA]
    row.war = -1
    row.base = min(
        row.base, 20 + sum(g.hexes.ic[s] for s in range(g.board.size) if g.hexes.ic[s] and g.hexes.holder[s] == RUSSIA)
    )
    g.booked[ARMISTICE] = g.turn + 1
    g.tension[RGT] = 0
    g.say("Russia makes peace", rule="ours 60.4")


ACCEPT: Act[World, Terms, None] = Act("accept", "ours 60.1", "Accept the surrender", do=accept)
REFUSE: Act[World, Terms, None] = Act("refuse", "ours 60.1", "Fight on", do=lambda g, t, _: None)


@rule("ours 54.4", "ours 60.4")
def in_surrender(g: World, power: int) -> bool:
    """Whether the surrender of a power is in force."""
    if power == RUSSIA:
        return bool(g.booked.get(ARMISTICE, 0)) and g.nations.side[RUSSIA] == RUSSIA_ALONE
    return bool(g.nations.surrendered[power])


@rule("ours 61.1")
def fall_of_china(g: World, why: str) -> None:
    capitulate(g, CHINA, JAPAN, why, "ours 61.1")
    remove_units(g, CHINA)
    leave_hexes(g, CHINA, JAPAN)


def fighting(g: World, power: int) -> bool:
    """Ours 54.2: only a power that is seated and at war is checked."""
    east = g.nations.east[power] if g.both_boards else NEUTRAL
    sides = (g.nations.side[power], east)
    return g.seated(power) and not g.nations.surrendered[power] and (AXIS in sides or ALLIES in sides)


@rule("8.29", "ours 54.1", "ours 54.2", "ours 57.12")
def surrenders(g: World) -> Flow[None]:
    """End of a player turn: who gives up"""
    if not g.sheet.whole:
        return
    if g.side == AXIS:
        yield from _after_the_axis(g)
    elif g.side == ALLIES:
        yield from _after_the_allies(g)


def least(g: World, power: str) -> int:
    """The resistance at which a power gives up."""
    return g.charts.wills[power]["test"][0]


def _after_the_axis(g: World) -> Flow[None]:
    turncoats(g)
    if fighting(g, FRANCE) and france_falls(g):
        yield from fall_of_france(g)
    if fighting(g, BRITAIN) and g.nations.side[BRITAIN] == ALLIES and not g.ground.box[g.ground.named["london"]]:
        level = british_resistance(g).total
        if level <= least(g, "Britain") or holds(g, AXIS, *BRITISH_CITIES):
            fall_of_britain(g, min(0, level))
    if fighting(g, CHINA):
        level = chinese_resistance(g).total
        if level <= g.charts.wills["China"]["test"][-1] or holds(g, AXIS, *CHINA_LAST):
            fall_of_china(g, f"resistance {level}")


def _after_the_allies(g: World) -> Flow[None]:
    britain_returns(g)
    liberation(g)
    finland_leaves(g)
    turncoats(g)
    if fighting(g, ITALY):
        level = italian_resistance(g).total
        if level <= least(g, "Italy") or holds(g, ALLIES, "rome", "milan", "genoa"):
            fall_of_italy(g, f"resistance {level}")
    if fighting(g, GERMANY):
        level = german_resistance(g).total
        if level <= least(g, "Germany") or holds(g, ALLIES, *GERMAN_CITIES):
            capitulate(g, GERMANY, heir(g, GERMANY, ALLIES), f"resistance {level}", "ours 55.1")
            peace_in_europe(g)
            lay_down_arms(g, GERMANY)
    peace_in_europe(g)
    if fighting(g, RUSSIA) and g.seated(GERMANY) and fighting(g, GERMANY) and russian_will(g).total <= least(g, "Russia"):
        terms = Terms(GERMANY, RUSSIA)
        yield from menu(g, g.seat(GERMANY), "Russia offers to surrender", terms, ACCEPT, REFUSE)
    remember_japan(g)
    if fighting(g, JAPAN):
        level = japanese_resistance(g).total
        if (level <= least(g, "Japan") and at_war_with_west(g)) or holds(g, ALLIES, *JAPAN_LAST):
            capitulate(g, JAPAN, heir(g, JAPAN, ALLIES), f"resistance {level}", "ours 57.11")
            if g.both_boards:
                lay_down_arms(g, JAPAN)
            else:
                end_of_empire(g)


def at_war_with_west(g: World) -> bool:
    tokyo = g.ground.named["tokyo"]
    return any(side_on(g, n, tokyo) == other(side_on(g, JAPAN, tokyo)) for n in (US, BRITAIN) if g.seated(n))
