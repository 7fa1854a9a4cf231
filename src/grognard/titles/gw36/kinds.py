"""Unit and facility kinds as ints: what hot loops read instead of the tables.

`KIND["infantry"]` is an int k; `CLASS[k]`, `IS_AIR[k]` and so on say what it is; `WITH["blitz"]` holds the kinds that have an
ability of facts.ABILITIES. The numbers of a game, which a data pack may change, are `g.values` (values.py): `MOVE`, `ATTACK` and
the other lists of numbers here are the title's own. What a technology or damage changes is rules/units.py.
"""

from __future__ import annotations

from grognard.titles.gw36.facts import ABILITIES, FACILITIES, TECHNOLOGIES, UNITS
from grognard.titles.gw36.values import NO_VALUE as NO_VALUE

UNIT_IDS: tuple[str, ...] = tuple(UNITS)
KIND: dict[str, int] = {name: k for k, name in enumerate(UNIT_IDS)}
_rows = [UNITS[name] for name in UNIT_IDS]

UNIT_NAMES = [row.name for row in _rows]
INFANTRY, VEHICLE, ARTILLERY, AIR, NAVAL = range(5)
CLASSES = ("infantry", "vehicle", "artillery", "air", "naval")
CLASS = [CLASSES.index(row.unit_class) for row in _rows]
IS_LAND = [row.is_land for row in _rows]
IS_AIR = [c == AIR for c in CLASS]
IS_NAVAL = [c == NAVAL for c in CLASS]
IS_SUBMARINE = [row.is_submarine for row in _rows]
IS_SURFACE = [row.is_surface_ship for row in _rows]
IS_WARSHIP = [row.is_warship for row in _rows]
MOVE = [row.move for row in _rows]
ATTACK = [NO_VALUE if row.attack is None else row.attack for row in _rows]
DEFENCE = [NO_VALUE if row.defence is None else row.defence for row in _rows]
HITS = [row.hits for row in _rows]
PATROL = [row.patrol for row in _rows]
RAID = [NO_VALUE if row.raid is None else row.raid for row in _rows]
PRICE = [row.price for row in _rows]
CAPACITY = [row.capacity for row in _rows]
CARRIES = [row.carries for row in _rows]
WITH: dict[str, frozenset[int]] = {
    word: frozenset([k for k, row in enumerate(_rows) if word in row.abilities]) for word in ABILITIES
}
CARRIERS = frozenset([k for k, row in enumerate(_rows) if row.carries == "aircraft"])
TRANSPORTS = frozenset([k for k, row in enumerate(_rows) if row.carries == "troops"])
FIGHTERS = frozenset(WITH["air_superiority"])
SEAPLANE = KIND["seaplane"]
MILITIA = KIND["militia"]
INFANTRY_UNIT = KIND["infantry"]

FACILITY_IDS: tuple[str, ...] = tuple(FACILITIES)
FACILITY: dict[str, int] = {name: k for k, name in enumerate(FACILITY_IDS)}
_sites = [FACILITIES[name] for name in FACILITY_IDS]
FACILITY_NAMES = [row.name for row in _sites]
FACILITY_KIND = [row.kind for row in _sites]  # factory, naval, base, fort, rail, canal
MAX_DAMAGE = [row.max_damage for row in _sites]
IS_FACTORY = [row.kind == "factory" for row in _sites]
IS_NAVAL_FACILITY = [row.kind == "naval" for row in _sites]
AIR_BASE = FACILITY["air_base"]
SUBMARINE_BASE = FACILITY["submarine_base"]
SEAPLANE_BASE = FACILITY["seaplane_base"]
FORTIFICATION = FACILITY["fortification"]
COASTAL_ARTILLERY = FACILITY["coastal_artillery"]

TECHNOLOGY_IDS: tuple[str, ...] = tuple(TECHNOLOGIES)
TECHNOLOGY: dict[str, int] = {name: k for k, name in enumerate(TECHNOLOGY_IDS)}
STAGES = 4  # successes that complete a technology (GW36-AMB-27)
