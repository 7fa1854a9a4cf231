"""Ours 42: production: research points that buy counters and more without a roll."""

from __future__ import annotations

import re

from grognard.kernel.files import read_csv
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.books import Purchase
from grognard.titles.awaw.charts import TABLES
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, FACTION, GERMANY, JAPAN, POWER, RUSSIA, SENIOR, US, WESTERN
from grognard.titles.awaw.rules.engineers import PORT, WORKS, bring
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, in_pool, of_kind
from grognard.titles.awaw.rules.want import PLANTS
from grognard.titles.awaw.state import GONE, IN_PLAY, LATER, POOL, World

GOODS: dict[str, tuple[Kind, ...]] = {
    "submarines": (Kind.SUB,), "asw": (Kind.ASW,), "transports": (Kind.TRANSPORT,), "strategic_bombers": (Kind.BOMBER,),
    "interceptors": (Kind.INTERCEPTOR,), "air_factors": (Kind.AAF,), "air_transport": (Kind.TRANSPORT_AIR,),
    "infantry": (Kind.INF, Kind.MECH), "armor": (Kind.ARM,), "flak": (Kind.FLAK,),
    "special_forces": (Kind.AIRBORNE, Kind.MARINE, Kind.COMMANDO, Kind.CHINDIT), "partisans": (Kind.PARTISAN,),
}  # fmt: skip
OIL_PLANT, CONVERSION = "oil_plant", "armor_conversion"
PLAIN = ("airbase", "shipbuilding", *WORKS, PORT, OIL_PLANT, CONVERSION)  # what changes something else than the pools
HEAVY, MEDIUM = 5, 4  # factors of the armor that heavy armor research brings, and of that it replaces
ROWS = tuple(row.key for row in read_csv(TABLES / "production_projects.csv", Purchase))  # which there are; a pack changes values
PRODUCTION = tuple(key for key in ROWS if key in GOODS or key in PLAIN)
MADE = 40000  # key of `booked`: purchases of a power in a project this year


def yearly_limit(row: Purchase) -> int:
    word = row.limit.split()[0] if row.limit else ""
    return int(word) if word.isdigit() else 99


def _place(g: World, power: int, key: str) -> int:
    """The key of `booked` for a year, a power and a project."""
    return MADE + (g.year - 1939) * 1000 + POWER[power] * 40 + ROWS.index(key)


def made(g: World, power: int, key: str) -> int:
    """Purchases of a power in a project this year."""
    return g.booked.get(_place(g, power, key), 0)


@rule("ours 42.1", "ours 41.6")
def stock(g: World, power: int, kinds: tuple[Kind, ...]) -> list[int]:
    """Counters of these kinds that wait for production: the power's own, else those of the next partner that has some."""
    waiting = [u for u in in_pool(g).get(LATER, ()) if KIND[g.units.design[u]] in kinds
               and not (KIND[g.units.design[u]] == Kind.ARM and STRENGTH[g.units.design[u]] >= HEAVY)]  # fmt: skip
    partners = [n for n in SENIOR[FACTION[power]] if g.seated(n) and not g.nations.surrendered[n]]  # AW-DEC-62
    for n in dict.fromkeys((power, *partners)):
        mine = [u for u in waiting if NATION[g.units.design[u]] == n]
        if mine:
            return mine
    return []


def amount(row: Purchase) -> int:
    """What a purchase brings: the number with which its words begin."""
    found = re.match(r"\d+", row.gives)
    return int(found[0]) if found else 1


@rule("ours 42.1", "ours 15.33")
def conversions(g: World, power: int) -> list[tuple[int, int]]:
    """Four-factor armor of a power and the heavy armor that would stand in its place: of the pool first, then of the boards."""
    mine = [u for u in of_kind(g).get(Kind.ARM, ()) if NATION[g.units.design[u]] == power]
    new = [u for u in mine if g.units.pool[u] == LATER and STRENGTH[g.units.design[u]] == HEAVY]
    old = [u for place in (POOL, IN_PLAY) for u in mine if g.units.pool[u] == place and STRENGTH[g.units.design[u]] == MEDIUM]
    return list(zip(old, new))  # AW-DEC-63


def convert(g: World, power: int, count: int) -> None:
    """Heavy armor takes the place of other armor, in the pool or where it stands."""
    for old, new in conversions(g, power)[:count]:
        gone, row = g.units[old], g.units[new]
        row.at, row.pool, row.due, row.supply = gone.at, gone.pool, gone.due, gone.supply
        gone.at, gone.pool = -1, GONE


@rule("ours 42.1", "ours 42.22", "ours 21.12")
def may_produce(g: World, power: int, left: int, key: str) -> No | None:
    """Within the points, the year, the yearly limit and the counters there are."""
    row = g.books.production.get(key) if key in PRODUCTION else None
    if row is None:
        return No("ours 42.1", "no such project")
    if row.rp > left:
        return No("ours 42.1", f"it takes {row.rp} points")
    since = 1941 if key in ("asw", "transports") and FACTION[power] == WESTERN else row.since
    if g.year < since:
        return No("ours 42.1", f"not before {since}")
    if key == PORT and power not in (JAPAN, US):
        return No("ours 21.12", "Japan and the United States only")
    if made(g, power, key) >= yearly_limit(row):
        return No("ours 42.1", "no more of it this year")
    if key == "strategic_bombers" and power == US and g.sheet.theatre == "pacific" and g.year < 1944:
        return No("ours 42.22", "not in the Pacific before 1944")
    if key in GOODS and not stock(g, power, GOODS[key]):
        return No("ours 42.1", "no counters of it are left")
    if key == CONVERSION and not conversions(g, power):
        return No("ours 42.1", "no armor of four factors, or no heavy armor, is left")
    return may_build_plant(g, power) if key == OIL_PLANT else None


@rule("ours 42.1")
def may_build_plant(g: World, power: int) -> No | None:
    """Oil plants are German and cost BRPs besides."""
    if power != GERMANY:
        return No("ours 42.1", "Germany only")
    price = g.charts.costs["oil plant"]
    return None if g.nations.level[power] >= price else No("ours 42.1", f"it costs {price} BRPs")


@rule("ours 42.1", "ours 42.3", "ours 42.4", "ours 24.2")
def produce(g: World, power: int, key: str) -> int:
    """The counters join the force pool and must still be built; Russia at war gets twice the infantry from 1942."""
    row = g.books.production[key]
    place = _place(g, power, key)
    g.booked[place] = g.booked.get(place, 0) + 1
    if key == "airbase":
        g.nations[power].airbases += 1
    elif key == "shipbuilding":
        g.nations[power].yards += 1
    elif key in WORKS or key == PORT:
        bring(g, power, key)
    elif key == OIL_PLANT:
        g.nations[power].level -= g.charts.costs["oil plant"]
        g.booked[PLANTS] = g.booked.get(PLANTS, 0) + amount(row)
    elif key == CONVERSION:
        convert(g, power, amount(row))
    else:
        double = key == "infantry" and power == RUSSIA and g.nations.side[RUSSIA] == ALLIES and g.year >= 1942
        left = amount(row) * (2 if double else 1)
        for u in stock(g, power, GOODS[key]):
            if left <= 0:
                break
            g.units[u].pool, g.units[u].due = POOL, g.turn
            left -= STRENGTH[g.units.design[u]]
    g.say("{} produces {}", g.nations[power], row.project, rule="ours 42.1")
    return row.rp
