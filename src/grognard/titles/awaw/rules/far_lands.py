"""Ours 71, 72, 81, 86 to 88: Australia, India, Manchuria, Indochina and the Burma Road, the Middle East and Ethiopia."""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import GROUND, Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, JAPAN, NEUTRAL, POWER, RUSSIA, US
from grognard.titles.awaw.rules.allegiance import ask_in, may_ask_in, may_shut_out, shut_out
from grognard.titles.awaw.rules.diplomacy import react
from grognard.titles.awaw.rules.influence import ROAD_CLOSED, holds
from grognard.titles.awaw.rules.intelligence import UPRISINGS, uprising, waiting
from grognard.titles.awaw.rules.oil import embargo, may_embargo
from grognard.titles.awaw.rules.peoples import subversion_level
from grognard.titles.awaw.rules.strategic import BOMBED_BOX, in_box
from grognard.titles.awaw.rules.tension import recorded, stir, tense
from grognard.titles.awaw.rules.units import KIND, NATION, eliminate, factors, held_by, here, other, price_of, side_on, troops
from grognard.titles.awaw.rules.victory import AUSTRALIA_LOST, INDIA_LOST
from grognard.titles.awaw.rules.war import BALKAN, DECLARE, FRENCH_COLONIES, MINOR_COST, PEACE, Cabinet, at_peace, targets
from grognard.titles.awaw.state import USJT, Nation, World, turn_of

SUMMER_1940, SPRING_1941 = turn_of(1940, 1), turn_of(1941, 0)
PRESSED, ENTERED, REVOLT, TRIES = 6000, 6010, 6011, 6012  # keys of `booked`
INDOCHINA, VICHY = INDEX["french_indochina"], INDEX["vichy"]
NORTH, SOUTH = "north", "south"
CITIES = {NORTH: "haiphong", SOUTH: "saigon"}
AUSTRALIAN, INDIAN = INDEX["australia"], INDEX["india"]
LAST = {"australia_box": ("darwin", "cairns", "townsville"), "india_box": ("calcutta", "dacca", "madras", "new_delhi")}
LOST = {"australia_box": AUSTRALIA_LOST, "india_box": INDIA_LOST}
SIBERIA_WEATHER = "siberia"


# --- Australia and India ------------------------------------------------------------------------------------------------


@rule("ours 71.12", "ours 72.12")
def dominion_limit(g: World, nation: int) -> int:
    """BRPs of ground units a turn: Australia four, eight in a Japanese war; India five, eight from 1942; others as they like."""
    if nation == AUSTRALIAN:
        war = (g.nations.fought_east[BRITAIN] if g.both_boards else g.nations.war[BRITAIN]) >= 0 and g.seated(JAPAN)
        return g.number("71.12 Australian builds in a Japanese war" if war else "71.12 Australian builds")
    if nation == INDIAN:
        return g.number("72.12 Indian builds from 1942" if g.year >= 1942 else "72.12 Indian builds")
    return 999


@rule("ours 71.321", "ours 72.321")
def bombed_factors(g: World, nation: int) -> int:
    """Each three BRPs that bombs cost the box of a dominion this turn: one factor less."""
    box = "australia_box" if nation == AUSTRALIAN else "india_box"
    return g.booked.get(BOMBED_BOX + g.board.space(box), 0) // g.number("71.321 bombed BRPs for a factor")


@rule("ours 71.12", "ours 72.12")
def may_raise(g: World, u: int) -> No | None:
    """Whether a dominion may still build this ground unit this turn."""
    nation = NATION[g.units.design[u]]
    if KIND[g.units.design[u]] not in GROUND or nation not in (AUSTRALIAN, INDIAN):
        return None
    built = sum(price_of(g, o) for o in range(len(g.units)) if g.units.built[o] == g.turn and g.units.at[o] >= 0
                and NATION[g.units.design[o]] == nation and KIND[g.units.design[o]] in GROUND)  # fmt: skip
    most = dominion_limit(g, nation) - bombed_factors(g, nation)
    cited = "ours 71.12" if nation == AUSTRALIAN else "ours 72.12"
    return None if built + price_of(g, u) <= most else No(cited, f"{most} BRPs of ground units a turn")


@rule("ours 71.42", "ours 72.42", "ours 71.15", "ours 72.16")
def excess(g: World, box: str) -> int:
    """Japanese factors beside a box above the Allied ones in it; partisans do not count."""
    space = g.board.space(box)
    side = side_on(g, BRITAIN, space)
    beside = [u for o, _ in g.ground.ways[space] for u in troops(g, o, other(side)) if KIND[g.units.design[u]] != Kind.PARTISAN]
    return factors(g, beside) - factors(g, troops(g, space, side))


@rule("ours 71.5", "ours 72.5")
def hard_pressed(g: World, box: str) -> bool:
    """The cities of a dominion lost (or India subverted) and twenty factors too many beside its box."""
    lost = holds(g, AXIS, *LAST[box]) or (box == "india_box" and subversion_level(g) >= 5)
    return lost and excess(g, box) >= g.number("71.5 excess factors for a surrender")


@rule("ours 71.5", "ours 72.5")
def dominions(g: World) -> None:
    """End of a Japanese combat phase: a dominion pressed for two turns surrenders; its box is closed to the Allies."""
    if g.side != AXIS or g.sheet.theatre == "europe":
        return
    for n, (box, key) in enumerate(LOST.items()):
        if g.booked.get(key, 0):
            continue
        g.booked[PRESSED + n] = g.booked.get(PRESSED + n, 0) + 1 if hard_pressed(g, box) else 0
        if g.booked[PRESSED + n] >= 2:
            g.booked[key] = 1
            for u in list(here(g, g.board.space(box))):
                eliminate(g, u, rebuild=False)
            g.say("{} surrenders", g.board.label(g.board.space(box)), rule="ours 71.5" if n == 0 else "ours 72.5")


# --- Manchuria and Siberia ----------------------------------------------------------------------------------------------


@rule("ours 81.1")
def far_eastern_guards(g: World) -> tuple[int, int]:
    """Japanese factors in Manchuria and Korea, Russian ones in Siberia."""
    if not g.seated(JAPAN) or g.sheet.theatre == "europe":
        return 0, 0
    hexes = [s for s in g.ground.field_hexes if not g.ground.europe[s] and g.ground.weather[s] == SIBERIA_WEATHER]
    japanese = sum(factors(g, [u for u in here(g, s) if NATION[g.units.design[u]] == JAPAN]) for s in hexes)
    russian = sum(factors(g, [u for u in here(g, s) if NATION[g.units.design[u]] == RUSSIA]) for s in hexes)
    return japanese, russian


@rule("ours 81.1")
def units_westward(g: World) -> int:
    """Units Russia may send west: one for each three factors Japan lacks of its fifteen."""
    japanese, _ = far_eastern_guards(g)
    return -(-max(0, g.number("81.1 Japanese factors in Manchuria") - japanese) // g.number("81.1 missing factors for a unit"))


@rule("ours 81.1")
def may_leave_siberia(g: World, u: int) -> No | None:
    """Russia keeps twelve factors in Siberia while it is at peace with Japan, less what Japan's weakness allows."""
    if NATION[g.units.design[u]] != RUSSIA or g.ground.europe[g.units.at[u]] or not g.seated(JAPAN):
        return None
    if {side_on(g, JAPAN, g.units.at[u]), side_on(g, RUSSIA, g.units.at[u])} == {AXIS, ALLIES}:
        return None
    _, russian = far_eastern_guards(g)
    least = g.number("81.1 Russian factors in Siberia")
    left = russian - g.units[u].sheet.strength
    return None if left >= least or units_westward(g) else No("ours 81.1", f"{least} factors stay in Siberia")


# --- Indochina, the Burma Road, the embargo -----------------------------------------------------------------------------


@rule("ours 87.1")
def may_enter_indochina(g: World, cabinet: Cabinet, part: str) -> No | None:
    """Japan after the fall of France: the north from Summer 1940, the south from Spring 1941, free of cost."""
    if cabinet.power != JAPAN or part not in CITIES:
        return No("ours 87.1", "Japan enters Indochina")
    fallen = g.nations.surrendered[FRANCE] or (not g.seated(FRANCE) and g.turn >= SUMMER_1940)
    if not fallen or g.turn < (SUMMER_1940 if part == NORTH else SPRING_1941):
        return No("ours 87.1", "not before France has fallen, the south not before Spring 1941")
    city = g.ground.named[CITIES[part]]
    if g.hexes.holder[city] == JAPAN:
        return No("ours 87.1", "it is Japanese")
    at_war = held_by(g, city) == ALLIES and side_on(g, JAPAN, city) == AXIS
    return No("ours 87.1", "the enemy is there: it must be conquered") if at_war or troops(g, city, ALLIES) else None


@rule("ours 87.1")
def enter_indochina(g: World, cabinet: Cabinet, part: str) -> None:
    """The half of the country nearer to Haiphong or Saigon becomes Japanese; the tension rises by two once."""
    north, south = (g.ground.named[CITIES[p]] for p in (NORTH, SOUTH))
    for s in g.ground.homeland[INDOCHINA]:
        upper = (g.board.distance(s, north) or 0) <= (g.board.distance(s, south) or 0)
        if upper == (part == NORTH) and not troops(g, s, ALLIES):
            g.hexes[s].holder = JAPAN
    g.say("Japan enters {}ern Indochina", part, rule="ours 87.1")
    if not g.booked.get(ENTERED, 0):
        g.booked[ENTERED] = 1
        stir(g, USJT, "Japan enters French Indochina (once)", "Japan enters Indochina")


@rule("ours 87.2")
def may_close_road(g: World, cabinet: Cabinet, _: None = None) -> No | None:
    """Britain may close the Burma Road while it is at peace with Japan."""
    if cabinet.power != BRITAIN or g.booked.get(ROAD_CLOSED, 0) or not g.seated(JAPAN):
        return No("ours 87.2", "no road to close")
    return None if recorded(g, USJT) else No("ours 87.2", "America is at war with Japan")


def close_road(g: World, cabinet: Cabinet, _: None) -> None:
    g.booked[ROAD_CLOSED] = 1
    g.say("Britain closes the Burma Road", rule="ours 87.2")
    tense(g, USJT, -1, "the Burma Road is closed")


ENTER = Act("indochina", "ours 87.1", "Enter the {0} of Indochina", takes=str, among=lambda g, c: CITIES, may=may_enter_indochina,
            do=enter_indochina)  # fmt: skip
CLOSE = Act("close_road", "ours 87.2", "Close the Burma Road", may=may_close_road, do=close_road)
EMBARGO: Act[World, Cabinet, None] = Act("embargo", "ours 33.2", "No more oil for Japan", do=lambda g, c, _: embargo(g),
    may=lambda g, c, _: may_embargo(g) if c.power == US else No("ours 33.2", "America sells the oil"))  # fmt: skip
@rule("ours 77.7")
def may_occupy_vichy(g: World, cabinet: Cabinet, _: None = None) -> No | None:
    """Germany may end Vichy at any time for ten BRPs."""
    if cabinet.power != GERMANY or not vichy_land(g):
        return No("ours 77.7", "no government at Vichy")
    return None if g.nations.level[GERMANY] >= MINOR_COST else No("ours 50.1", f"it costs {MINOR_COST} BRPs")


def vichy_land(g: World) -> list[int]:
    return [s for s in g.ground.homeland[FRANCE] if g.hexes.holder[s] == VICHY]


@rule("ours 77.7")
def occupy_vichy(g: World, cabinet: Cabinet, _: None) -> None:
    """Its land is Germany's; each colony that stayed with it goes with the Free French on a three."""
    g.nations[GERMANY].level -= MINOR_COST
    for s in vichy_land(g):
        g.hexes[s].holder = GERMANY
    g.say("Germany occupies Vichy", rule="ours 77.7")
    for colony in FRENCH_COLONIES:
        row = g.nations[colony]
        if row.side != NEUTRAL or row.conquered >= 0:
            continue
        if g.roll(D6, f"{row.label} after Vichy", "ours 77.7") >= g.number("77.7 roll of a colony for the Free French"):
            row.side, row.patron, row.war = ALLIES, BRITAIN, g.turn
            row.east = row.east if g.both_boards else ALLIES
            g.say("{} goes with the Free French", row, rule="ours 77.7")


OCCUPY_VICHY = Act("occupy_vichy", "ours 77.7", "Occupy Vichy (10)", may=may_occupy_vichy, do=occupy_vichy)
ASK_IN: Act[World, Cabinet, int] = Act("ask_in", "ours 29.5", "Ask {0} to let our units in", takes=Nation,
    among=lambda g, c: POWER, may=lambda g, c, n: may_ask_in(g, c.power, n),
    do=lambda g, c, n: ask_in(g, c.power, n))  # fmt: skip
SHUT_OUT: Act[World, Cabinet, int] = Act("shut_out", "ours 29.5", "Let no more units of {0} in", takes=Nation,
    among=lambda g, c: POWER, may=lambda g, c, n: may_shut_out(g, c.power, n),
    do=lambda g, c, n: shut_out(g, c.power, n))  # fmt: skip
STATECRAFT = (ENTER, CLOSE, EMBARGO, OCCUPY_VICHY, ASK_IN, SHUT_OUT)


@rule("8.23", "ours 50.1", "ours 87.1", "ours 87.2", "ours 49.7", "ours 77.6")
def declarations(g: World) -> Flow[None]:
    """Declarations of war, and what is done short of war"""
    cabinet = Cabinet(g.mover)
    while targets(g, cabinet) or any(True for act in STATECRAFT for _ in act.candidates(g, cabinet)):
        choice, _ = yield from menu(g, g.seat(g.mover), "Declare war?", cabinet, PEACE, DECLARE, *STATECRAFT)
        if choice.verb == "done":
            return
        if choice.verb == "declare" and g.mover == GERMANY:
            yield from reactions(g, choice.args[0].index)
        if choice.verb == "declare" and g.mover in (BRITAIN, US) and choice.args[0].index in FRENCH_COLONIES and vichy_land(g):
            yield from react(g, VICHY)  # ours 49.7, 77.6


@rule("ours 49.6")
def reactions(g: World, country: int) -> Flow[None]:
    """A German war on a Balkan country: each neighbour in the Balkans that is at peace is rolled for"""
    if country not in BALKAN:
        return
    near = {g.ground.country[o] for s in g.ground.homeland.get(country, ()) for o, _ in g.ground.ways[s]}
    for n in BALKAN:
        if n != country and n in near and at_peace(g, n):
            yield from react(g, n)


# --- the Middle East ----------------------------------------------------------------------------------------------------


@rule("ours 88.2")
def revolts(g: World) -> None:
    """Once the Axis hold Suez a die of four or more raises Iraq, another Persia."""
    if g.sheet.theatre == "pacific" or g.booked.get(REVOLT, 0) or not holds(g, AXIS, "suez"):
        return
    g.booked[REVOLT] = 1
    for key in ("iraq", "persia"):
        if waiting(g, UPRISINGS[key]) and g.roll(D6, f"a revolt in {key.capitalize()}", "ours 88.2") >= 4:
            uprising(g, INDEX[key])


@rule("ours 88.37C", "ours 88.3")
def may_operate_from(g: World, port: int, side: int) -> No | None:
    """The canal serves who holds Suez and Port Said; Axis naval operations from Suez need Ethiopia too."""
    if port != g.ground.named["suez"]:
        return None
    if side == AXIS and g.booked.get(TRIES + 1, 0):
        return No("ours 88.37B", "naval operations from Suez need Ethiopia")
    both = all(held_by(g, g.ground.named[c]) == side for c in ("suez", "port_said"))
    return None if both else No("ours 88.3", "the canal is closed to who does not hold Suez and Port Said")


@rule("ours 88.43")
def conquest_roll(g: World, tries: int) -> int:
    """The die that conquers Ethiopia: four, one less for each earlier try."""
    return max(1, g.number("88.43 roll to conquer Ethiopia") - tries)


@rule("ours 88.43", "ours 88.44", "ours 88.4", "ours 88.41")
def ethiopia(g: World) -> None:
    """End of an Allied turn: twice the Axis factors may conquer it; while Italy holds it a convoy may be lost on a six."""
    # AW-DEC-16: the recovered list has its garrison
    if g.sheet.theatre == "pacific" or g.side != ALLIES or g.nations.side[ITALY] != AXIS:
        return
    space = g.board.space("ethiopia")
    mine, theirs = factors(g, troops(g, space, ALLIES)), factors(g, troops(g, space, AXIS))
    if mine and mine >= 2 * theirs and not g.booked.get(TRIES + 1, 0):
        tries = g.booked.get(TRIES, 0)
        g.booked[TRIES] = tries + 1
        if g.roll(D6, "Ethiopia", "ours 88.43") >= conquest_roll(g, tries):
            g.booked[TRIES + 1] = 1
            for u in list(troops(g, space, AXIS)):
                eliminate(g, u, rebuild=False)
            g.say("Ethiopia is conquered", rule="ours 88.43")
    if not g.booked.get(TRIES + 1, 0) and theirs:
        ships = in_box(g, Kind.TRANSPORT, ALLIES, "sw_indian")
        if ships and g.roll(D6, "Italian raiders in the Red Sea", "ours 88.44") == 6:
            eliminate(g, ships[0])
            g.say("a transport is lost in the Red Sea", rule="ours 88.44")


@rule("ours 88.42", "ours 88.421", "ours 88.422C")
def may_trek(g: World, power: int, u: int, goal: int) -> No | None:
    """Ground units go in and out of Ethiopia in redeployment only: from the south of Egypt, or South Africa."""
    box = g.board.space("ethiopia")
    at = g.units.at[u]
    if at < 0 or KIND[g.units.design[u]] not in GROUND or g.nations.patron[NATION[g.units.design[u]]] != power:
        return No("ours 88.42", "no ground unit of this power")
    if side_on(g, power, box) != g.side or box not in (at, goal) or at == goal:
        return No("ours 88.42", "in or out of Ethiopia")
    there = goal if at == box else at
    gates = [g.board.space(t) for t in ("eNN27", "eNN28", "eNN29", "eNN30")]
    if there == g.board.space("south_africa"):
        return None if g.side == ALLIES else No("ours 88.422C", "South Africa is closed")
    if there not in gates or held_by(g, there) not in (g.side, NEUTRAL):
        return No("ours 88.421", "only from the south of Egypt")
    return No("ours 28.1", "it has redeployed") if g.units.moved[u] & 2 else None


def treks(g: World, power: int) -> list[tuple[int, int]]:
    if g.sheet.theatre == "pacific":
        return []
    box = g.board.space("ethiopia")
    gates = [g.board.space(t) for t in ("eNN27", "eNN28", "eNN29", "eNN30", "south_africa")]
    inward = [(u, box) for s in gates for u in here(g, s)]
    outward = [(u, s) for u in here(g, box) for s in gates]
    return [(u, s) for u, s in (*inward, *outward) if may_trek(g, power, u, s) is None]


def trek(g: World, u: int, goal: int) -> None:
    row = g.units[u]
    row.at, row.moved = goal, row.moved | 2
