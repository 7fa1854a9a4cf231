"""Ours 63, 66 and 67: the Pact between Germany and Russia: what Russia occupies, what it demands, and the wars on its border."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.nations import AXIS, BORDER, GERMANY, INDEX, NEUTRAL, RUSSIA, RUSSIA_ALONE
from grognard.titles.awaw.rules.control import displace_air
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.supply import network
from grognard.titles.awaw.rules.tension import stir
from grognard.titles.awaw.rules.units import NATION, eliminate, held_by, here
from grognard.titles.awaw.rules.war import attack_minor
from grognard.titles.awaw.state import IN_PLAY, NO_RESULT, POOL, RESERVE, RGT, UNTOUCHED, World, turn_of

FINLAND, RUMANIA = INDEX["finland"], INDEX["rumania"]
POLAND, EAST_POLAND, BALTICS = INDEX["poland"], INDEX["eastpoland"], INDEX["baltics"]
BESSARABIA, BORDER_HEXES = INDEX["bessarabia"], INDEX["finnish_border"]
WINTER_1939, SPRING_1940 = turn_of(1939, 3), turn_of(1940, 0)
LENGTH = {FINLAND: 3, RUMANIA: 2}  # turns of a border war
WANTED = {FINLAND: BORDER_HEXES, RUMANIA: BESSARABIA}
DEMANDED = {FINLAND: 801, RUMANIA: 802}  # keys of `booked`: the turn of the last demand


def pact_holds(g: World) -> bool:
    """Germany and Russia are at peace."""
    return g.sheet.whole and g.seated(GERMANY) and g.nations.side[RUSSIA] == RUSSIA_ALONE


@rule("ours 63.11", "ours 63.2", "ours 63.3")
def partition(g: World) -> None:
    """Beginning of a Russian turn: eastern Poland lies open once Poland is beaten, the Baltic States from Winter 1939."""
    if not pact_holds(g):
        return
    unclaimed(g)
    fallen = g.nations.conquered[POLAND] >= 0 or held_by(g, g.ground.named["warsaw"]) == AXIS
    if fallen and g.nations.side[EAST_POLAND] != BORDER and g.nations.conquered[EAST_POLAND] < 0:
        open_up(g, EAST_POLAND)
    if g.turn >= WINTER_1939 and g.nations.side[BALTICS] == NEUTRAL:
        open_up(g, BALTICS)


def open_up(g: World, land: int) -> None:
    row = g.nations[land]
    row.side, row.patron = BORDER, -1
    row.east = row.east if g.both_boards else BORDER
    for s in g.ground.homeland[land]:
        if g.hexes.holder[s] in (POLAND, land):
            g.hexes[s].holder = land
    g.say("{} lies open to Russia", row, rule="ours 63.2")


@rule("ours 63.3")
def unclaimed(g: World) -> None:
    """What lies open of eastern Poland when Spring 1940 begins, and Russia has not taken, is Germany's."""
    if g.turn != SPRING_1940 or g.nations.side[EAST_POLAND] != BORDER:
        return
    left = [s for s in g.ground.homeland[EAST_POLAND] if g.hexes.holder[s] == EAST_POLAND]
    for s in left:
        g.hexes[s].holder = GERMANY
    if left:
        g.say("Germany takes what Russia left of {}", g.nations[EAST_POLAND], rule="ours 63.3")


@rule("ours 63.3")
def across_the_pact(g: World, side: int, space: int) -> No | None:
    """Until war Germany stays out of eastern Europe."""
    theirs = g.hexes.holder[space] != GERMANY and g.ground.country[space] in (EAST_POLAND, BALTICS, BESSARABIA, BORDER_HEXES)
    if side == AXIS and theirs and pact_holds(g):
        return No("ours 63.3", "the Pact gives this land to Russia")
    return None


@rule("ours 63.4", "ours 83.1")
def occupied(g: World, land: int, key_hexes: list[int]) -> bool:
    """Areas without a capital are Russia's when their listed hexes are."""
    return all(g.hexes.holder[s] == RUSSIA for s in key_hexes)


def annexations(g: World) -> None:
    """After combat: the lands of the Pact that Russia holds become Russian."""
    lists = {EAST_POLAND: ("eJ39", "eN36", "eP35"), BALTICS: ("eH39", "eF40", "eE41")}
    for land, tokens in lists.items():
        row = g.nations[land]
        if row.side == BORDER and row.conquered < 0 and occupied(g, land, [g.board.space(t) for t in tokens]):
            annex(g, land)


def annex(g: World, land: int) -> None:
    row = g.nations[land]
    row.conquered, row.side, row.patron = RUSSIA, g.nations.side[RUSSIA], RUSSIA
    row.east = row.east if g.both_boards else row.side
    for s in g.ground.homeland[land]:
        if g.hexes.holder[s] != GERMANY:
            g.hexes[s].holder = RUSSIA
    g.say("Russia annexes {}", row, rule="ours 63.4")


# --- demands ------------------------------------------------------------------------------------------------------------


class Demand(Subject, frozen=True):
    """Russia considers what to demand."""

    power: int


class Ultimatum(Subject, frozen=True):
    """A demand that Germany must answer."""

    power: int
    country: int


@rule("ours 66.1", "ours 67.12")
def may_demand(g: World, demand: Demand, country: int) -> No | None:
    """Once, while the country is neutral; Finland from Winter 1939; Rumania while the Axis control nothing there."""
    if demand.power != RUSSIA or not pact_holds(g):
        return No("ours 66.1", "only a Russia at peace with Germany makes demands")
    if country not in WANTED:
        return No("ours 66.1", "Russia demands Bessarabia or the Finnish border")
    row = g.nations[country]
    if row.side != NEUTRAL or row.status != UNTOUCHED:
        return No("ours 66.1", "it is not neutral")
    if all(g.hexes.holder[s] == RUSSIA for s in g.ground.homeland[WANTED[country]]):
        return No("ours 66.1", "Russia has it")
    if g.turn < WINTER_1939:
        return No("ours 67.12", "not before Winter 1939")
    if g.turn - g.booked.get(DEMANDED[country], -9) < 4:
        return No("ours 66.1", "a demand was made within the year")
    if country == RUMANIA and 8 <= row.result < NO_RESULT:
        return No("ours 66.1", "the Axis control Rumanian hexes")
    return None


@rule("ours 66.1", "ours 67.12")
def demand_modifier(g: World, country: int) -> int:
    """Start modifier, Paris, and Russia in eastern Poland and the Baltic States."""
    found = g.books.diplomacy[country].start_modifier
    found += int(held_by(g, g.ground.named["paris"]) == AXIS)
    return found + int(g.nations.conquered[EAST_POLAND] == RUSSIA and g.nations.conquered[BALTICS] == RUSSIA)


@rule("ours 66.1", "ours 67.12")
def make_demand(g: World, demand: Demand, country: int) -> Flow[None]:
    """Russia demands land: a die decides, or Germany does"""
    g.booked[DEMANDED[country]] = g.turn
    roll = g.roll(D6, f"Russian demands on {g.nations[country].label}", "ours 66.1")
    total = roll + demand_modifier(g, country)
    g.say("the demand on {}: {}", g.nations[country], total, rule="ours 66.1")
    if total <= 2:
        cede(g, country)
    elif total <= 6:
        state = Ultimatum(GERMANY, country)
        yield from menu(g, g.seat(GERMANY), "Russia demands land of {0}", state, GIVE_WAY, RESIST, named=(g.nations[country],))
    elif total == 7:
        if g.nations.result[country] == NO_RESULT:
            g.nations[country].result = 7
        yield from border_war(g, country)


@rule("ours 66.1")
def cede(g: World, country: int) -> None:
    land = WANTED[country]
    for s in g.ground.homeland[land]:
        g.hexes[s].holder = RUSSIA
    row = g.nations[land]
    row.conquered, row.side, row.patron = RUSSIA, g.nations.side[RUSSIA], RUSSIA
    row.east = row.east if g.both_boards else row.side
    g.say("{} cedes {} to Russia", g.nations[country], row, rule="ours 66.1")
    if country == RUMANIA:
        stir(g, RGT, "Russia takes Bessarabia by demand", "Russia takes Bessarabia")


@rule("ours 66.2", "ours 67.2")
def border_war(g: World, country: int) -> Flow[None]:
    """A war for the border alone: it costs nothing, and the country moves with the Axis"""
    yield from attack_minor(g, RUSSIA, country)
    g.nations[country].patron = GERMANY
    land = g.nations[WANTED[country]]
    land.side, land.patron = BORDER, GERMANY
    land.east = land.east if g.both_boards else BORDER
    g.say("a border war with {}", g.nations[country], rule="ours 66.2")


GIVE_WAY: Act[World, Ultimatum, None] = Act("give_way", "ours 66.1", "Give way", do=lambda g, u, _: cede(g, u.country))
RESIST: Act[World, Ultimatum, None] = Act("resist", "ours 66.1", "Let them fight", do=lambda g, u, _: border_war(g, u.country))


@rule("ours 66.2", "ours 67.2")
def end_border_wars(g: World) -> None:
    """A border war ends when Russia holds what it wanted, or when its turns are over; the country is neutral again."""
    for country, length in LENGTH.items():
        row = g.nations[country]
        if row.side != BORDER:
            continue
        if row.conquered >= 0:
            continue
        won = all(g.hexes.holder[s] == RUSSIA for s in g.ground.homeland[WANTED[country]])
        if won or g.turn >= row.attacked + length:
            settle(g, country)


def settle(g: World, country: int) -> None:
    """Peace: lines as they stand for the border, the rest goes home."""
    land, row = WANTED[country], g.nations[country]
    won = all(g.hexes.holder[s] == RUSSIA for s in g.ground.homeland[land])
    for s in g.ground.homeland[country]:
        evict(g, s)
        g.hexes[s].holder = country
    if not won:
        for s in g.ground.homeland[land]:
            evict(g, s)
            g.hexes[s].holder = country
    disband(g, country)
    row.side, row.patron, row.status = NEUTRAL, -1, UNTOUCHED
    row.east = row.east if g.both_boards else NEUTRAL
    ceded = g.nations[land]
    if won:
        cede(g, country)
    else:
        ceded.side, ceded.patron = NEUTRAL, -1
        ceded.east = ceded.east if g.both_boards else NEUTRAL
    g.say("peace between Russia and {}", row, rule="ours 66.2")


def evict(g: World, space: int) -> None:
    """Russian units leave a hex for the nearest supplied one of their own."""
    displace_air(g, space, g.nations.side[RUSSIA])
    lines = network(g, g.faction(RUSSIA), g.nations.side[RUSSIA])
    for u in list(here(g, space)):
        if NATION[g.units.design[u]] != RUSSIA:
            continue
        home = next((int(s) for ring in g.board.rings(space, 12) for s in ring if s in lines and g.ground.country[s] == RUSSIA
                     and room_for(g, u, int(s), g.nations.side[RUSSIA]) is None), -1)  # fmt: skip
        if home < 0:
            eliminate(g, u)
        else:
            g.units[u].at = home


def disband(g: World, country: int) -> None:
    """The army of a country at peace waits until it is wanted again, with what it lost made good."""
    for u in range(len(g.units)):
        if NATION[g.units.design[u]] == country and g.units.pool[u] in (IN_PLAY, POOL):
            row = g.units[u]
            row.at, row.pool, row.mission, row.target = -1, RESERVE, 0, -1
