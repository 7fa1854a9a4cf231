"""Ours 56.3, 68, 72.6, 74, 78, 80: movements and peoples: Ukraine, Vlasov, Wang, Indians, Irish, Free French."""

from __future__ import annotations

from grognard.kernel.dice import D6
from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import VOLUNTEER, Kind
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
    NEUTRAL,
    RUSSIA,
)
from grognard.titles.awaw.rules.influence import chinese_resistance, holds, unbuilt
from grognard.titles.awaw.rules.intelligence import steps, waiting
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, held_by, here, troops
from grognard.titles.awaw.state import GONE, IN_PLAY, LATER, NO_RESULT, POOL, RESERVE, USJT, World

UKRAINE, VLASOV, WANG, INA, IRELAND = (INDEX[k] for k in ("ukraine", "vlasov", "wang", "indian_nat_army", "ireland"))
UKRAINIAN_CITIES = ("kiev", "dnepropetrovsk", "kharkov")
RAISED, TIGERS, LOSS_STEPS, ROLLED_FOR = 5910, 5920, 5922, 5923  # keys of `booked`
ARMIES = {5: (0, 1), 6: (0, 2), 7: (1, 2), 8: (1, 3), 9: (2, 3), 10: (2, 3)}  # ours 68.1: units of two and of one factor
SUBVERSIVE = ("rangoon", "calcutta", "dacca")
MOST_LEVEL = 5
ULSTER = "belfast"


def take_up(g: World, nation: int, patron: int, side: int) -> None:
    """A movement fights beside a power."""
    row = g.nations[nation]
    row.patron = patron
    if g.both_boards and patron == JAPAN:
        row.east = side
    else:
        row.side = side
        row.east = row.east if g.both_boards else side


def put_down(g: World, nation: int, strength: int, spaces: list[int], side: int) -> bool:
    """A counter of a movement appears in the first of these hexes that has room; whether there was one."""
    for u in range(len(g.units)):
        if NATION[g.units.design[u]] != nation or STRENGTH[g.units.design[u]] != strength or g.units.at[u] >= 0:
            continue
        if KIND[g.units.design[u]] == Kind.PARTISAN or g.units.pool[u] not in (RESERVE, LATER, GONE):
            continue
        for s in spaces:
            if room_for(g, u, s, side) is None:
                row = g.units[u]
                row.at, row.pool, row.supply, row.built = s, IN_PLAY, 0, g.turn
                return True
        return False
    return False


# --- Ukraine and Vlasov -------------------------------------------------------------------------------------------------


@rule("ours 68.1")
def ukraine_exists(g: World) -> bool:
    """The Axis hold Kiev, Dnepropetrovsk and Kharkov."""
    return g.sheet.theatre != "pacific" and holds(g, AXIS, *UKRAINIAN_CITIES)


@rule("ours 68.1")
def ukrainian_army(g: World, result: int) -> None:
    """Ukrainian infantry appears free of cost in the cities the Axis hold; nought pacifies the land for Russia."""
    if result <= 0:  # one more Russian partisan
        spare = (u for u in range(len(g.units)) if NATION[g.units.design[u]] == RUSSIA and g.units.pool[u] == LATER)
        band = next((u for u in spare if KIND[g.units.design[u]] == Kind.PARTISAN), -1)
        if band >= 0:
            g.units[band].pool, g.units[band].due = POOL, g.turn
        return
    if result not in ARMIES:
        return
    take_up(g, UKRAINE, GERMANY, AXIS)
    cities = [g.ground.named[c] for c in UKRAINIAN_CITIES]
    near = [*cities, *(o for s in cities for o, _ in g.ground.ways[s])]
    open_land = [s for s in near if held_by(g, s) == AXIS and not troops(g, s, ALLIES)]
    twos, ones = ARMIES[result]
    for strength, count in ((2, twos), (1, ones)):
        there = sum(g.units.at[u] >= 0 and NATION[g.units.design[u]] == UKRAINE and STRENGTH[g.units.design[u]] == strength
                    for u in range(len(g.units)))  # fmt: skip
        for _ in range(max(0, count - there)):
            put_down(g, UKRAINE, strength, open_land, AXIS)
    g.say("Ukrainians fight beside Germany", rule="ours 68.1")


@rule("ours 68.4")
def vlasov_army(g: World) -> None:
    """Each step, and each twenty Russian factors lost and not rebuilt, lets Germany build three factors of Vlasov's men."""
    if g.nations.war[RUSSIA] < 0:
        return
    losses = unbuilt(g, RUSSIA) // g.number("68.4 Russian losses for a step")
    g.booked[LOSS_STEPS] = max(g.booked.get(LOSS_STEPS, 0), losses)
    release(g, VLASOV, GERMANY, (steps(g, "vlasov") + g.booked[LOSS_STEPS]) * g.number("68.4 Vlasov factors for a step"))


def release(g: World, nation: int, patron: int, most: int) -> None:
    """Counters of a movement join the force pool, up to so many factors in all."""
    mine = [u for u in range(len(g.units)) if NATION[g.units.design[u]] == nation and KIND[g.units.design[u]] != Kind.PARTISAN]
    raised = sum(STRENGTH[g.units.design[u]] for u in mine if g.units.pool[u] in (POOL, IN_PLAY))
    for u in mine:
        if g.units.pool[u] in (RESERVE, LATER) and raised + STRENGTH[g.units.design[u]] <= most:
            g.units[u].pool, g.units[u].due = POOL, g.turn
            raised += STRENGTH[g.units.design[u]]
            take_up(g, nation, patron, AXIS)


# --- volunteers ---------------------------------------------------------------------------------------------------------

COUNTRIES = tuple(INDEX[k] for k in ("spain", "vichy"))
MUSTERED_AT = ("warsaw", "konigsberg", "krakow", "lodz", "poznan", "budapest", "bucharest", "breslau")


@rule("ours 49.52")
def volunteers_due(g: World) -> int:
    """Units of volunteers that the results of Spain and Vichy allow while Germany fights Russia: one at five or six, two at
    seven, three at eight and more; a country that has joined the war keeps its men."""
    if g.nations.side[RUSSIA] != ALLIES or g.nations.side[GERMANY] != AXIS:
        return 0
    found = 0
    for n in COUNTRIES:
        result = g.nations.result[n]
        if g.nations.side[n] == NEUTRAL and result != NO_RESULT and result >= 5:
            found += 1 if result <= 6 else 2 if result == 7 else 3
    return found


@rule("ours 49.52")
def volunteers(g: World) -> None:
    """They appear free of cost behind the eastern front, once each; those whose country has turned away go home."""
    # AW-DEC-34
    mine = [u for u in range(len(g.units)) if g.units.design[u] == VOLUNTEER]
    came = [u for u in mine if g.units.pool[u] in (IN_PLAY, POOL)]
    due = volunteers_due(g)
    cities = [s for s in (g.ground.named.get(c, -1) for c in MUSTERED_AT) if s >= 0 and held_by(g, s) == AXIS]
    for u in [u for u in mine if g.units.pool[u] == RESERVE][: max(0, due - len(came))]:
        room = next((s for s in cities if room_for(g, u, s, AXIS) is None), -1)
        if room >= 0:
            row = g.units[u]
            row.at, row.pool, row.supply, row.built = room, IN_PLAY, 0, g.turn
            g.say("volunteers come to {}", g.hexes[room], rule="ours 49.52")
    for u in came[due:]:
        row = g.units[u]
        row.at, row.pool, row.mission, row.target = -1, RESERVE, 0, -1


# --- Asia ---------------------------------------------------------------------------------------------------------------


@rule("ours 80.4")
def wang_army(g: World) -> None:
    """After subversion, or with Chinese resistance at nought, Japan may build three factors a turn of Wang's troops."""
    if not g.seated(CHINA) or not g.seated(JAPAN):
        return
    if steps(g, "wang") or chinese_resistance(g).total <= 0 or g.nations.surrendered[CHINA]:
        raised = g.booked.get(RAISED + 1, 0) + g.number("80.4 Wang factors a turn")
        g.booked[RAISED + 1] = raised
        release(g, WANG, JAPAN, raised)


@rule("ours 80.3")
def flying_tigers(g: World) -> None:
    """At tension thirty the Flying Tigers come to China."""
    if g.booked.get(TIGERS, 0) or not g.tension or g.tension[USJT] < g.number("80.3 tension of the Flying Tigers"):
        return
    g.booked[TIGERS] = 1
    for u in range(len(g.units)):
        if g.units.pool[u] == LATER and NATION[g.units.design[u]] == CHINA and KIND[g.units.design[u]] == Kind.AAF:
            g.units[u].pool, g.units[u].due = POOL, g.turn
    g.say("the Flying Tigers come to China", rule="ours 80.3")


@rule("ours 72.6")
def subversion_level(g: World) -> int:
    """Steps of the Indian National Army, one for each of Rangoon, Calcutta, Dacca in Japanese hands; five at most."""
    return min(MOST_LEVEL, steps(g, "indian_nat_army") + sum(holds(g, AXIS, c) for c in SUBVERSIVE))


@rule("ours 72.6", "ours 11.7")
def indian_army(g: World) -> None:
    """A unit of two factors for each level; partisans at three."""
    if not g.seated(JAPAN) or g.sheet.theatre == "europe":
        return
    level = subversion_level(g)
    if level:
        release(g, INA, JAPAN, 2 * level)
    if level >= 3:
        for u in waiting(g, "indian_nat_army"):
            if KIND[g.units.design[u]] == Kind.PARTISAN:
                g.units[u].pool, g.units[u].due = POOL, g.turn


# --- Ireland ------------------------------------------------------------------------------------------------------------


@rule("ours 74.1", "ours 11.7")
def irish_bands(g: World) -> None:
    """Result seven lets Germany build one partisan in Ireland, eight or an Allied conquest two; two is quiet for good."""
    if g.sheet.theatre == "pacific":
        return
    row = g.nations[IRELAND]
    most = 2 if 8 <= row.result < NO_RESULT or row.conquered >= 0 else 1 if row.result == 7 else 0
    out = sum(g.units.pool[u] in (POOL, IN_PLAY) for u in range(len(g.units)) if NATION[g.units.design[u]] == IRELAND
              and KIND[g.units.design[u]] == Kind.PARTISAN)  # fmt: skip
    for u in [u for u in waiting(g, "ireland") if KIND[g.units.design[u]] == Kind.PARTISAN][: max(0, most - out)]:
        g.units[u].pool, g.units[u].due = POOL, g.turn


@rule("ours 74.1")
def ulster(g: World) -> int:
    """BRPs Britain loses to Irish partisans in or beside Ulster at the end of its combat phase."""
    belfast = g.ground.named[ULSTER]
    near = [belfast, *(o for o, _ in g.ground.ways[belfast])]
    return int(
        any(NATION[g.units.design[u]] == IRELAND and KIND[g.units.design[u]] == Kind.PARTISAN for s in near for u in here(g, s))
    )


# --- the Commonwealth ---------------------------------------------------------------------------------------------------


@rule("ours 70.15")
def stays_loyal(g: World, country: int, die: int) -> bool:
    """With London in Axis hands a dominion rolls: minus one or less keeps it in the Commonwealth."""
    return die + g.books.diplomacy[country].start_modifier + int(holds(g, AXIS, "london")) <= -1


@rule("ours 70.15")
def commonwealth(g: World) -> None:
    """London falls: each dominion rolls once; who leaves takes its BRPs and units out of the war."""
    if g.sheet.theatre == "pacific" or g.booked.get(ROLLED_FOR, 0) or not holds(g, AXIS, "london"):
        return
    g.booked[ROLLED_FOR] = 1
    for key in ("canada", "australia", "india", "south_africa"):
        nation = INDEX[key]
        row = g.nations[nation]
        if nation not in g.books.diplomacy or row.patron != BRITAIN:
            continue
        if stays_loyal(g, nation, g.roll(D6, f"{row.label} after the loss of London", "ours 70.15")):
            continue
        for u in range(len(g.units)):
            if NATION[g.units.design[u]] == nation:
                g.units[u].at, g.units[u].pool = -1, GONE
        g.nations[BRITAIN].base = max(0, g.nations.base[BRITAIN] - 10)
        g.say("{} leaves the war", row, rule="ours 70.15")


# --- France and Italy ---------------------------------------------------------------------------------------------------


@rule("ours 78.1")
def free_french(g: World, colonies: list[int]) -> None:
    """A 1-3 in Britain at once, a 2-3 in each colony that goes with the Free French; Britain feeds and moves them."""
    put_down(g, FRANCE, 1, [g.ground.named["london"], g.ground.named["plymouth"]], ALLIES)
    for colony in colonies:
        land = [s for s in g.ground.homeland[colony] if g.ground.field[s]]
        put_down(g, FRANCE, 2, sorted(land, key=lambda s: not g.ground.capital[s]), ALLIES)


@rule("ours 78.1")
def france_returns(g: World) -> None:
    """The Allies hold Paris: ten BRPs a turn to Britain, who speaks for France, and three infantry units of two a turn."""
    if not g.nations.surrendered[FRANCE] or not g.seated(FRANCE) or not holds(g, ALLIES, "paris") or g.side != ALLIES:
        return
    payee = g.nations.patron[FRANCE] if g.nations.patron[FRANCE] >= 0 else BRITAIN
    g.nations[payee].level += g.number("78.1 BRPs of a free France a quarter")
    left = 3
    for u in range(len(g.units)):
        infantry = (
            KIND[g.units.design[u]] == Kind.INF and STRENGTH[g.units.design[u]] == 2 and NATION[g.units.design[u]] == FRANCE
        )
        if left and infantry and g.units.pool[u] == GONE:
            g.units[u].pool, g.units[u].due = POOL, g.turn
            left -= 1


@rule("ours 56.3")
def italian_factions(g: World) -> None:
    """After the surrender three 1-3 fight on for Germany if it holds Milan, three for the Allies if they hold Rome."""
    for key, side, city, patron in (
        ("italian_socialist", AXIS, "milan", GERMANY),
        ("italian_beligerante", ALLIES, "rome", BRITAIN),
    ):
        nation = INDEX[key]
        if g.nations.surrendered[ITALY] and holds(g, side, city) and g.nations.patron[nation] != patron:
            take_up(g, nation, patron, side)
            for _ in range(g.number("56.3 units of an Italian faction")):
                here_now = g.ground.named[city]
                put_down(g, nation, 1, [here_now, *(o for o, _ in g.ground.ways[here_now] if held_by(g, o) == side)], side)


@rule("ours 68.4", "ours 80.3", "ours 80.4", "ours 72.6", "ours 74.1", "ours 78.1")
def peoples(g: World) -> None:
    """Beginning of a player turn: movements grow."""
    commonwealth(g)
    if g.side == AXIS:
        if g.sheet.theatre != "pacific":
            vlasov_army(g)
            volunteers(g)
        if g.sheet.theatre != "europe":
            wang_army(g)
            indian_army(g)
        irish_bands(g)
    elif g.side == ALLIES:
        if g.sheet.theatre != "europe":
            flying_tigers(g)
        if g.sheet.theatre != "pacific":
            france_returns(g)
    if g.sheet.theatre != "pacific" and g.nations.surrendered[ITALY]:
        italian_factions(g)
