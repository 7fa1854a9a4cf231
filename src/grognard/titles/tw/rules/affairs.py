"""23: what powers announce about minor countries in the Declaration of War Segment: Croatia (23.14), Iceland (23.25), mines in
Norwegian waters (23.38), the Vatican (23.56), and the airbase with which Germany opens its war on Greece or Yugoslavia (23.23,
23.58). The Ukraine (23.55) is made by a Variant."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import AXIS, BRITAIN, GERMANY, INDEX, ITALY, NEUTRAL, USSR
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.installations import base_left
from grognard.titles.tw.rules.leanings import VATICAN, raise_army
from grognard.titles.tw.rules.minors import incline
from grognard.titles.tw.rules.money import pay, power_of
from grognard.titles.tw.rules.status import AXIS_BLOC, status_with
from grognard.titles.tw.rules.units import ground_at, hex_sides, presence
from grognard.titles.tw.rules.zones import enemy_zone
from grognard.titles.tw.state import FALL, GONE, NO_STATUS, SATELLITE, SPRING, Hex, Nation, War, turn_of

CROATIA, YUGOSLAVIA, GREECE, DENMARK, NORWAY, UKRAINE, SLOVAKIA = (
    INDEX[k] for k in ("croatia", "yugoslavia", "greece", "denmark", "norway", "ukraine", "slovakia")
)
ICELAND_PRICE = 5
MINES = turn_of(1940, SPRING)
UKRAINIAN = ("kiev", "kharkov", "stalino", "dnepropetrovsk", "odessa")
UKRAINE_LAST = turn_of(1942, FALL)


class Bridge(Subject, frozen=True):
    """A country that Germany has just attacked: where its first airbase goes."""

    nation: Annotated[int, Nation]


# --- new countries (23.14, 23.55) -----------------------------------------------------------------------------------------------


@rule("23.14")
def may_create_croatia(g: War, power: int) -> No | None:
    """Whether an Axis power can carve Croatia out of Yugoslavia: conquered, with Belgrade in its hands, or its Satellite."""
    if power not in (GERMANY, ITALY) or g.nations.side[power] != AXIS:
        return No("23.14", "Germany or Italy creates Croatia")
    row = g.nations[YUGOSLAVIA]
    if g.nations.made[CROATIA] >= 0:
        return No("23.14", "Croatia exists")
    ally = row.status == SATELLITE and row.patron == power and not row.surrendered
    if not row.surrendered and not ally:
        return No("23.14", "Yugoslavia is not conquered")
    belgrade = g.hexes.holder[g.ground.named("belgrade")]
    return None if ally or belgrade == power else No("23.14", "it is for the power that holds Belgrade")


@rule("23.14", "23.46")
def create_croatia(g: War, power: int) -> None:
    """Croatia is a Satellite of the power, holds its own hexes, and has one INF, two if the Vatican is with the Axis."""
    found_state(g, CROATIA, power, [s for s, words in enumerate(g.ground.regions) if "croatia" in words and g.ground.land[s]])
    raise_army(g, "cro_inf", 1 + int(status_with(g, VATICAN, AXIS_BLOC) == SATELLITE))


def found_state(g: War, nation: int, power: int, hexes: list[int]) -> None:
    """A new Satellite: it holds those of its hexes that its side holds."""
    row, side = g.nations[nation], g.nations.side[power]
    row.side, row.patron, row.status, row.made, row.surrendered = side, power, SATELLITE, g.turn, 0
    for s in hexes:
        if hex_sides(g)[s] == side:
            g.hexes[s].holder = nation
    g.say("{} is founded as a Satellite of {}", row, g.nations[power], rule="16.3.4")


@rule("23.55")
def may_create_ukraine(g: War) -> No | None:
    """Whether the Ukraine can become a German Satellite: after the attack, to Fall 1942, with its five cities German."""
    if g.nations.made[UKRAINE] >= 0:
        return No("23.55", "the Ukraine exists")
    if g.barbarossa < 0 or g.turn <= g.barbarossa or g.turn > UKRAINE_LAST:
        return No("23.55", "after the German attack, and not after Fall 1942")
    held = all(hex_sides(g)[g.ground.named(c)] == AXIS for c in UKRAINIAN)
    return None if held else No("23.55", "Germany does not hold its five cities")


@rule("23.55")
def create_ukraine(g: War) -> None:
    """The Ukraine has six INF in its pool; 28 NARFs leave the Soviet base. Industry moved to the Urals is not in its value."""
    found_state(g, UKRAINE, GERMANY, [s for s, words in enumerate(g.ground.regions) if "ukraine" in words and g.ground.land[s]])
    raise_army(g, "ukr_inf", 6)
    g.nations[USSR].base -= 28


@rule("23.55")
def ukraine_lost(g: War) -> None:
    """When the Soviets have Kiev again the Ukraine and its army are gone."""
    row = g.nations[UKRAINE]
    if row.made < 0 or row.surrendered or hex_sides(g)[g.ground.named("kiev")] == AXIS:
        return
    row.surrendered = 1
    for u, nation in enumerate(g.roster.nations):
        if nation == UKRAINE:
            g.units[u].at, g.units[u].pool = NOWHERE, GONE
    g.say("{} is no more", row, rule="23.55")


@rule("29.4")
def may_award(g: War, power: int) -> No | None:
    """Whether Germany or Italy can give Transylvania to Hungary: in Fall 1940, both countries being in existence."""
    if not g.options.transylvania or power not in (GERMANY, ITALY):
        return No("29.4", "Germany and Italy mediate, where the option is played")
    if g.turn != turn_of(1940, FALL) or g.awarded:
        return No("29.4", "in Fall 1940, once")
    gone = any(g.nations.surrendered[INDEX[k]] for k in ("hungary", "romania"))
    return No("29.4", "one of the two countries is no more") if gone else None


@rule("29.4")
def award_transylvania(g: War) -> None:
    """Hungary has the land and its 2 NARFs for good."""
    g.awarded = 1
    for s, words in enumerate(g.ground.regions):
        if "transylvania" in words and g.hexes.holder[s] == INDEX["romania"]:
            g.hexes[s].holder = INDEX["hungary"]
    g.say("Transylvania is awarded to Hungary", rule="29.4")


# --- the North (23.25, 23.38) ---------------------------------------------------------------------------------------------------


@rule("23.25")
def may_occupy_iceland(g: War, power: int) -> No | None:
    """Britain may occupy Iceland and the Faeroes once Denmark has fallen, for 5 NARFs."""
    if power != BRITAIN or g.iceland:
        return No("23.25", "Britain occupies Iceland, once")
    if not g.nations.surrendered[DENMARK]:
        return No("23.25", "Denmark still rules it")
    return No("23.25", f"it costs {ICELAND_PRICE} NARFs") if g.nations.narfs[BRITAIN] < ICELAND_PRICE else None


def occupy_iceland(g: War) -> None:
    """Nothing else follows: neither America nor Lend-Lease minds."""
    pay(g, BRITAIN, ICELAND_PRICE)
    g.iceland = 1
    g.say("{} occupies Iceland and the Faeroes", g.nations[BRITAIN], rule="23.25")


@rule("23.38")
def may_mine(g: War, power: int) -> No | None:
    """Britain may mine the waters of a neutral Norway from Spring 1940 on; it only has to say so."""
    if power != BRITAIN or g.leads_mined:
        return No("23.38", "Britain mines Norwegian waters, once")
    if g.nations.side[NORWAY] != NEUTRAL or g.nations.surrendered[NORWAY]:
        return No("23.38", "only while Norway is neutral")
    return None if g.turn >= MINES else No("23.38", "not before Spring 1940")


def mine(g: War) -> None:
    g.leads_mined = 1
    g.say("{} mines Norwegian waters", g.nations[BRITAIN], rule="23.38")


# --- the Vatican (23.56) --------------------------------------------------------------------------------------------------------


@rule("23.56")
def may_occupy_vatican(g: War, power: int) -> No | None:
    """Whoever controls Rome can occupy the Vatican by saying so."""
    if g.vatican_taken >= 0:
        return No("23.56", "the Vatican is occupied")
    rome = g.hexes.holder[g.ground.named("rome")]
    if g.nations.side[power] == NEUTRAL or power_of(g, rome) != power:
        return No("23.56", "it does not control Rome")
    return None


@rule("23.56")
def occupy_vatican(g: War, power: int) -> None:
    """The Vatican is neutral no more; what that means elsewhere is in leanings.py."""
    incline(g, VATICAN, NOWHERE, NO_STATUS)
    g.vatican_taken = g.nations.side[power]
    g.nations[VATICAN].surrendered = 1
    g.say("{} occupies the Vatican", g.nations[power], rule="23.56")


# --- the first airbase (23.23, 23.58) -------------------------------------------------------------------------------------------


@rule("23.23", "23.58")
def privileged(g: War, power: int, target: int) -> bool:
    """Germany may begin its war on Greece or Yugoslavia with an airbase there: with Romania and Bulgaria as its Satellites."""
    if power != GERMANY or target not in (GREECE, YUGOSLAVIA) or not base_left(g, GERMANY):
        return False
    allies = [g.nations[INDEX[k]] for k in ("romania", "bulgaria")]
    return all(row.status == SATELLITE and row.patron == GERMANY and not row.surrendered for row in allies)


@rule("23.23", "23.58")
def landing_grounds(g: War, target: int) -> list[int]:
    """Hexes of the attacked country where the airbase can stand: in Greece on the mainland, without enemies or their zones."""
    key, there, zone = ("greece" if target == GREECE else "yugoslavia"), presence(g), enemy_zone(g, AXIS)
    found = [s for s in g.ground.homeland.get(key, ()) if g.ground.land[s] and g.hexes.holder[s] == target]
    found = [s for s in found if not there[s] & 2 and g.hexes.airbase[s] == NOWHERE]
    if target == GREECE:
        found = [s for s in found if not zone[s] and not g.ground.island[s] and "crete" not in g.ground.regions[s]]
    return found


@rule("23.23", "23.58")
def first_airbase(g: War, power: int, target: int) -> Flow[None]:
    """Germany places an airbase in the country it has attacked; troops must follow this turn"""
    if not privileged(g, power, target) or not landing_grounds(g, target):
        return
    yield from menu(
        g, g.seat(AXIS), "An airbase in {0}", Bridge(nation=target), NO_BASE, BASING, rule="23.58", named=(g.nations[target],)
    )


def _base(g: War, bridge: Bridge, space: int) -> None:
    row = g.hexes[space]
    row.airbase, row.holder = GERMANY, GERMANY
    g.bridge = space
    g.say("a German airbase at {}", row, rule="23.58")


@rule("23.23", "23.58")
def airbase_unearned(g: War) -> None:
    """At the end of the Axis turn: an airbase whose country no German INF or ARM has entered is given up (TW-AMB-151)."""
    space = g.bridge
    if space < 0:
        return
    g.bridge = NOWHERE
    key, known = g.ground.country[space], g.roster
    entered = any(
        known.nations[u] == GERMANY and known.kinds[u] in (Kind.INF, Kind.ARM) and g.ground.country[at] == key
        for at, units in ground_at(g).items()
        for u in units
    )
    if not entered and g.nations.side[INDEX[key]] == 1 - AXIS and not g.nations.surrendered[INDEX[key]]:
        g.hexes[space].airbase, g.hexes[space].holder = NOWHERE, INDEX[key]
        g.say("the airbase at {} is given up", g.hexes[space], rule="23.58")


NO_BASE: Act[War, Bridge, None] = Act("done", "23.58", "No airbase", do=lambda g, s, _: None)
BASING: Act[War, Bridge, int] = Act(
    "airbase", "23.58", "At {0}", takes=Hex, among=lambda g, s: landing_grounds(g, s.nation),
    may=lambda g, s, h: None if h in landing_grounds(g, s.nation) else No("23.58", "not there"), do=_base,
)  # fmt: skip
