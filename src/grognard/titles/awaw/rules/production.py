"""Ours 42: production: research points that buy counters and more without a roll."""

from __future__ import annotations

from grognard.kernel.files import read_csv
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.books import Purchase
from grognard.titles.awaw.charts import TABLES
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, FACTION, JAPAN, POWER, RUSSIA, US, WESTERN
from grognard.titles.awaw.rules.engineers import PORT, WORKS, bring
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH
from grognard.titles.awaw.state import LATER, POOL, World

GOODS = {
    "submarines": ((Kind.SUB,), 2), "asw": ((Kind.ASW,), 3), "transports": ((Kind.TRANSPORT,), 5),
    "strategic_bombers": ((Kind.BOMBER,), 2), "interceptors": ((Kind.INTERCEPTOR,), 2), "air_factors": ((Kind.AAF,), 1),
    "air_transport": ((Kind.TRANSPORT_AIR,), 1), "infantry": ((Kind.INF, Kind.MECH), 3), "armor": ((Kind.ARM,), 2),
    "flak": ((Kind.FLAK,), 2), "special_forces": ((Kind.AIRBORNE, Kind.MARINE, Kind.COMMANDO, Kind.CHINDIT), 1),
    "partisans": ((Kind.PARTISAN,), 1),
}  # fmt: skip
PLAIN = ("airbase", "shipbuilding", *WORKS, PORT)  # what changes a number of the power
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


def stock(g: World, power: int, kinds: tuple[Kind, ...]) -> list[int]:
    """Counters of these kinds that wait for production."""
    return [u for u in range(len(g.units)) if g.units.pool[u] == LATER and NATION[g.units.design[u]] == power
            and KIND[g.units.design[u]] in kinds]  # fmt: skip


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
    if key in GOODS and not stock(g, power, GOODS[key][0]):
        return No("ours 42.1", "no counters of it are left")
    return None


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
    else:
        kinds, factors = GOODS[key]
        double = key == "infantry" and power == RUSSIA and g.nations.side[RUSSIA] == ALLIES and g.year >= 1942
        left = factors * (2 if double else 1)
        for u in stock(g, power, kinds):
            if left <= 0:
                break
            g.units[u].pool, g.units[u].due = POOL, g.turn
            left -= STRENGTH[g.units.design[u]]
    g.say("{} produces {}", g.nations[power], row.project, rule="ours 42.1")
    return row.rp
