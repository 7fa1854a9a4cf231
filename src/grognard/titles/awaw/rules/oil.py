"""Ours 33: oil: where it comes from, where it is kept, what each power needs in its turn, what it leaves unpaid when short."""

from __future__ import annotations

import re

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.charts import Need, Source
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import (
    ALLIES,
    ALONE,
    AXIS,
    BRITAIN,
    FACTION,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    POWER,
    RUSSIA,
    US,
)
from grognard.titles.awaw.rules.areas import by_diplomacy
from grognard.titles.awaw.rules.strategic import TIED, in_box
from grognard.titles.awaw.rules.tension import EMBARGO, level_for, stir
from grognard.titles.awaw.rules.units import held_by, side_on
from grognard.titles.awaw.rules.want import AIR_FORCE, DRY_AREA, EFFECTS, NAVY, OVERSEAS, OWN_USE, PLANTS
from grognard.titles.awaw.state import NO_RESULT, USJT, Hex, World

HOME = {GERMANY: "Germany", ITALY: "Italy", JAPAN: "Japan", BRITAIN: "Britain", RUSSIA: "Russia (Moscow)", FRANCE: "France"}
ROWS = {GERMANY: "Germany and its minors", ITALY: "Italy", JAPAN: "Japan", BRITAIN: "Britain (Europe)", RUSSIA: "Russia",
        FRANCE: "France"}  # fmt: skip
BRITISH = {"Mosul": "Egypt", "Abadan": "Egypt", "Kuwait": "Egypt", "Rangoon": "India", "Brunei": "India"}
EMBARGOED, IC_OIL, OIL_HIT, RUSSIAN_OIL = 5240, 5241, 5300, 5243  # keys of `booked`
START_PLANTS, IC_VALUE = 2, 10


class Refinery(Subject, frozen=True):
    """A power that pays its oil; `left`: counters there are; `owed`: counters its needs would take."""

    power: int
    left: int
    owed: int


# --- reserves -----------------------------------------------------------------------------------------------------------


def areas(g: World) -> list[str]:
    return [row.area for row in g.charts.oil_reserves]


def fill_up(g: World) -> None:
    """Reserves at the start (ours 30.7: everything is oiled)."""
    g.oil = [row.start for row in g.charts.oil_reserves]


@rule("ours 33.1")
def stock(g: World, area: str) -> int:
    if not g.oil:
        fill_up(g)
    return g.oil[areas(g).index(area)]


def store(g: World, area: str, counters: int) -> int:
    """Put counters into a reserve, as far as it holds them; gives what came in."""
    place = areas(g).index(area)
    room = g.charts.oil_reserves[place].capacity - stock(g, area)
    g.oil[place] += min(room, counters)
    return min(room, counters)


def reserves_of(power: int) -> tuple[str, ...]:
    home = HOME.get(power)
    return () if home is None else (home, "Urals box") if power == RUSSIA else (home,)


def reserve(g: World, power: int) -> int:
    return sum(stock(g, area) for area in reserves_of(power))


def take(g: World, power: int, counters: int) -> None:
    for area in reserves_of(power):
        part = min(counters, stock(g, area))
        g.oil[areas(g).index(area)] -= part
        counters -= part


# --- sources ------------------------------------------------------------------------------------------------------------


def played(g: World, source: Source) -> bool:
    return g.sheet.theatre == "both" or source.map in ("both", g.sheet.theatre)


def named(source: Source) -> str:
    return source.place.partition(" (")[0]


@rule("ours 33.2", "ours 86.1")
def draws(g: World, source: Source) -> int:
    """The power that gets the oil of a place: who holds it, or who draws the country's BRPs; Japan has Sakhalin by concession."""
    if not re.fullmatch(r"[A-Z]{1,2}\d+", source.hex) or source.place.startswith("open market"):
        return -1
    space = g.board.space(("e" if source.map == "europe" else "p") + source.hex)
    if source.place.startswith("Sakhalin") and not _enemies(g, JAPAN, RUSSIA) and g.seated(JAPAN):
        return JAPAN
    country = INDEX["rumania"] if named(source) == "Ploesti" else INDEX["hungary"] if named(source) == "Hungary" else -1
    if country >= 0 and g.hexes.holder[space] == country:
        power, _ = by_diplomacy(g, country)
        return power if g.nations.result[country] != NO_RESULT or g.nations.status[country] else -1
    holder = g.hexes.holder[space]
    return g.nations.patron[holder] if holder >= 0 else -1


def _enemies(g: World, one: int, two: int) -> bool:
    east = g.nations.east if g.both_boards else g.nations.side
    return {east[one], east[two]} == {AXIS, ALLIES}


def counters_of(g: World, source: Source) -> int:
    """What a source gives a turn; less what bombs have cost it."""
    found = int(re.match(r"\d+", source.counters)[0]) if source.counters[:1].isdigit() else 0  # type: ignore[index]
    since = re.search(r"from (\d{4})", source.counters)
    if since and g.year < int(since[1]):
        return 0
    return found


@rule("ours 33.1", "ours 33.2", "ours 20.65", "ours 20.6")
def produced(g: World, power: int) -> dict[str, int]:
    """Counters that come into each reserve in a turn of a power: by land of themselves, by sea one transport each."""
    found: dict[str, int] = {}
    lifted = 0
    for place, source in enumerate(g.charts.oil_sources):
        if not played(g, source) or draws(g, source) != power:
            continue
        area = BRITISH.get(named(source), "Britain") if power == BRITAIN else HOME.get(power, "")
        if not area:
            continue
        count = max(0, counters_of(g, source) - g.booked.get(OIL_HIT + place, 0))
        if power == JAPAN and not by_land(g, source):
            count = min(count, max(0, oil_transports(g, JAPAN) - lifted))
            lifted += count
        found[area] = found.get(area, 0) + count
    for area, count in _markets(g, power).items():
        found[area] = found.get(area, 0) + count
    return {area: count for area, count in found.items() if count}


def by_land(g: World, source: Source) -> bool:
    """Whether a land route leads to the reserve at home."""
    return named(source) == "Hungary" or source.map == "europe"


@rule("ours 20.65")
def oil_transports(g: World, power: int) -> int:
    """A third of a faction's transports, rounded down, may carry oil; those that are free."""
    side = AXIS if FACTION[power] in (FACTION[GERMANY], FACTION[JAPAN]) else ALLIES
    box = "sw_pacific" if power == JAPAN else "sw_atlantic"
    ships = in_box(g, Kind.TRANSPORT, side, box)
    free = sum(not g.units.moved[u] & TIED for u in ships)
    return min(free, len(ships) // g.number("20.65 one of so many transports may carry oil"))


def _markets(g: World, power: int) -> dict[str, int]:
    row = g.nations[power]
    if power == GERMANY:
        plants = START_PLANTS + g.booked.get(PLANTS, 0)
        cities = sum(g.ground.city[s] and held_by(g, s) == row.side for s in g.ground.homeland[GERMANY])
        traded = g.number("38.1 oil of Russian trade") if g.booked.get(RUSSIAN_OIL, -1) == g.year else 0
        hit = sum(g.booked.get(OIL_HIT + n, 0) for n, s in enumerate(g.charts.oil_sources) if s.place == "German oil plants")
        return {"Germany": max(0, min(plants, cities) - hit) + traded}
    if power == JAPAN and not g.booked.get(EMBARGOED, 0) and not _enemies(g, JAPAN, US):
        return {"Japan": _market(g, "open market (US) to Japan before embargo")}
    if power == ITALY and row.side >= ALONE:
        return {"Italy": _market(g, "open market to Italy while neutral")}
    if power == FRANCE and not row.surrendered:
        return {"France": _market(g, "open market to France until it falls")}
    if power == RUSSIA:
        urals = {"Urals box": 1 + g.booked.get(IC_OIL, 0)}
        return {**urals, "Russia (Moscow)": 4} if row.war < 0 else urals
    if power == BRITAIN and g.sheet.theatre != "pacific":
        return {"Britain": oil_transports(g, BRITAIN)}
    return {"Britain": 4} if power == BRITAIN else {}


def _market(g: World, place: str) -> int:
    return next((int(s.counters) for s in g.charts.oil_sources if s.place == place), 0)


# --- needs --------------------------------------------------------------------------------------------------------------


def _number(text: str) -> int:
    found = re.match(r"\d+", text)
    return int(found[0]) if found else 0


@rule("ours 33.4", "ours 33.5")
def needs_of(g: World, power: int) -> dict[str, int]:
    """Counters for each service of a power; neutrals need none, Japan excepted; America needs none at all."""
    row: Need | None = g.charts.oil_needs.get(ROWS.get(power, ""))
    if row is None or g.nations.surrendered[power]:
        return {}
    fights = g.nations.war[power] >= 0 or g.nations.fought_east[power] >= 0 or power == JAPAN
    if not fights:
        return {}
    found = {"army": row.army, "air": row.air, "naval": row.naval, "economic": row.economic, "civilian": row.civilian}
    return {key: _number(text) for key, text in found.items() if _number(text)}


# --- acts ---------------------------------------------------------------------------------------------------------------


def unpaid(g: World, power: int) -> int:
    return sum(count for key, count in needs_of(g, power).items() if not g.nations.dry[power] & EFFECTS[key])


def may_leave(g: World, r: Refinery, key: str) -> No | None:
    if key not in needs_of(g, r.power):
        return No("ours 33.4", "no need of this power")
    if g.nations.dry[r.power] & EFFECTS[key]:
        return No("ours 33.5", "it is left unpaid already")
    return None if unpaid(g, r.power) > r.left else No("ours 33.5", "there is oil for it")


def leave(g: World, r: Refinery, key: str) -> None:
    g.nations[r.power].dry |= EFFECTS[key]


LEAVE = Act("leave", "ours 33.5", lambda g, r, key: f"No oil for the {key} need", takes=str, among=lambda g, r: reversed(EFFECTS),
            may=may_leave, do=leave)  # fmt: skip


@rule("ours 33.71D", "ours 33.72D")
def may_draw(g: World, r: Refinery, key: str) -> No | None:
    """A counter lets five factors act in spite of want."""
    if key not in ("air", "naval") or not g.nations.dry[r.power] & EFFECTS[key]:
        return No("ours 33.71D", "this service has its oil")
    return None if reserve(g, r.power) else No("ours 33.71D", "no counter is left")


def draw_on(g: World, r: Refinery, key: str) -> None:
    place = OWN_USE + r.power * 8 + EFFECTS[key]
    take(g, r.power, 1)
    g.booked[place] = g.booked.get(place, 0) + g.number("33.71D factors a counter moves in spite of want")


def neighbours(g: World, power: int) -> list[int]:
    return [n for n in POWER if n != power and FACTION[n] == FACTION[power] and g.seated(n) and not g.nations.surrendered[n]]


@rule("ours 33.2")
def may_hand(g: World, r: Refinery, area: str) -> No | None:
    """A counter to another reserve of the faction, over land."""
    theirs = [HOME[n] for n in neighbours(g, r.power) if n in HOME]
    if r.power != GERMANY and r.power != ITALY:
        return No("ours 33.2", "no land joins the reserves")
    if area not in theirs:
        return No("ours 33.2", "no reserve of a partner")
    if not reserve(g, r.power):
        return No("ours 33.2", "no counter is left")
    place = areas(g).index(area)
    full = stock(g, area) >= g.charts.oil_reserves[place].capacity
    return No("ours 33.1", "that reserve is full") if full else None


@rule("ours 33.2")
def partner_short(g: World, power: int) -> bool:
    """Whether a partner over land has less oil than it needs in a turn, and there is some to give."""
    if power not in (GERMANY, ITALY) or not reserve(g, power):
        return False
    return any(reserve(g, n) < sum(needs_of(g, n).values()) for n in neighbours(g, power) if n in HOME)


def hand(g: World, r: Refinery, area: str) -> None:
    take(g, r.power, 1)
    store(g, area, 1)
    g.say("{} gives oil to {}", g.nations[r.power], area, rule="ours 33.2")


@rule("ours 37.65")
def may_divert(g: World, r: Refinery, space: int) -> No | None:
    """Russia turns an industrial centre to oil: a counter a turn instead of its BRPs."""
    if r.power != RUSSIA or g.hexes.ic[space] < IC_VALUE:
        return No("ours 37.65", "no Russian industrial centre there")
    return None if held_by(g, space) == side_on(g, RUSSIA, space) else No("ours 37.65", "it is in enemy hands")


def divert(g: World, r: Refinery, space: int) -> None:
    g.hexes[space].ic -= IC_VALUE
    row = g.nations[RUSSIA]
    row.base = max(0, row.base - IC_VALUE)
    g.booked[IC_OIL] = g.booked.get(IC_OIL, 0) + 1
    g.say("industry of {} makes oil", g.hexes[space], rule="ours 37.65")


DRAW_ON = Act("draw_on", "ours 33.71D", lambda g, r, key: f"A counter for {key} operations in spite of want", takes=str,
              among=lambda g, r: ("air", "naval"), may=may_draw, do=draw_on)  # fmt: skip
HAND = Act("hand", "ours 33.2", "A counter to {0}", takes=str, among=lambda g, r: HOME.values(), may=may_hand, do=hand)
DIVERT = Act("divert", "ours 37.65", "Industry of {0} makes oil", takes=Hex, may=may_divert, do=divert,
             among=lambda g, r: g.ground.centres if r.power == RUSSIA else [])  # fmt: skip
ENOUGH: Act[World, Refinery, None] = Act("done", "ours 33.4", "That is all", do=lambda g, r, _: None)


# --- the step -----------------------------------------------------------------------------------------------------------


@rule("ours 33.1", "ours 33.4", "ours 33.5", "ours 30.7", "8.24")
def oil(g: World) -> Flow[None]:
    """Oil: what the sources give is stored, the needs are paid, what is short is left"""
    power, row = g.mover, g.nations[g.mover]
    if power not in HOME or not g.sheet.whole:
        return
    for bit in (AIR_FORCE, NAVY):
        g.booked.pop(OWN_USE + power * 8 + bit, None)
    collect(g, power)
    row.dry = 0
    needs = needs_of(g, power)
    while unpaid(g, power) > reserve(g, power):
        state = Refinery(power, reserve(g, power), unpaid(g, power))
        yield from menu(g, g.seat(power), "Oil: {0} counters, {1} are needed", state, LEAVE, named=(state.left, state.owed))
    take(g, power, unpaid(g, power))
    if power == BRITAIN:
        overseas(g)
    if row.dry:
        told = ", ".join(key for key in needs if row.dry & EFFECTS[key])
        g.say("{} has no oil for: {}", row, told, rule="ours 33.4")
        if row.dry & EFFECTS["civilian"]:
            row.level -= g.number("33.65 BRPs lost to want of civilian oil")
    acts = (ENOUGH, HAND, DIVERT, DRAW_ON)
    while row.dry or power == RUSSIA or partner_short(g, power):
        state = Refinery(power, reserve(g, power), 0)
        if not any(True for act in acts[1:] for _ in act.candidates(g, state)):
            break
        choice, _ = yield from menu(g, g.seat(power), "Oil: {0} counters left", state, *acts, named=(state.left,))
        if choice.verb == "done":
            break


@rule("8.26", "8.25", "ours 33.2")
def oil_shipments(g: World) -> Flow[None]:
    """After combat a power may hand oil to a partner that is short"""
    power = g.mover
    while partner_short(g, power):
        state = Refinery(power, reserve(g, power), 0)
        if not list(HAND.candidates(g, state)):
            break
        choice, _ = yield from menu(g, g.seat(power), "Oil: {0} counters left", state, ENOUGH, HAND, named=(state.left,))
        if choice.verb == "done":
            break


def collect(g: World, power: int) -> None:
    """The sources of a power fill its reserves; oil that comes by sea ties transports."""
    for area, count in produced(g, power).items():
        came = store(g, area, count)
        if (power == JAPAN or area == "Britain") and came:
            side = side_on(g, power, g.board.space("sw_pacific" if power == JAPAN else "sw_atlantic"))
            box = "sw_pacific" if power == JAPAN or g.sheet.theatre == "pacific" else "sw_atlantic"
            for u in [u for u in in_box(g, Kind.TRANSPORT, side, box) if not g.units.moved[u] & TIED][:came]:
                g.units[u].moved |= TIED
    for place in range(len(g.charts.oil_sources)):
        plant = power == GERMANY and g.charts.oil_sources[place].place == "German oil plants"
        if plant or draws(g, g.charts.oil_sources[place]) == power:
            g.booked.pop(OIL_HIT + place, None)


@rule("ours 33.533", "ours 33.4")
def overseas(g: World) -> None:
    """Egypt, India and Australia each use a counter a turn for all services while there is war on their board."""
    for n, area in enumerate(OVERSEAS):  # AW-DEC-17
        board = "europe" if area == "Egypt" else "pacific"
        war = (g.nations.war[BRITAIN] if board == "europe" or not g.both_boards else g.nations.fought_east[BRITAIN]) >= 0
        if not war or g.sheet.theatre not in ("both", board):
            continue
        if not stock(g, area) and stock(g, "Britain") > 2:
            take(g, BRITAIN, 1)
            store(g, area, 1)
        if stock(g, area):
            g.oil[areas(g).index(area)] -= 1
        else:
            g.booked[DRY_AREA + n] = g.turn
            g.say("{} is without oil", area, rule="ours 33.4")


# --- the embargo --------------------------------------------------------------------------------------------------------


@rule("ours 33.2", "ours 49.8")
def may_embargo(g: World) -> No | None:
    """America may close its market to Japan at tension 25."""
    if not g.seated(US) or not g.seated(JAPAN) or g.booked.get(EMBARGOED, 0):
        return No("ours 33.2", "no market to close")
    need = level_for(g, EMBARGO)
    return None if g.effective[USJT] >= need else No("ours 49.8", f"not before tension {need}")


def embargo(g: World) -> None:
    g.booked[EMBARGOED] = 1
    stir(g, USJT, "US oil embargo declared (allowed at 25)", "the oil embargo")
    g.say("America sells no more oil to Japan", rule="ours 33.2")
