"""A battle of chapter 9 while it is fought: who takes part, how each attacker came, on which ground. Computations only.

It lives inside the Combat Phase and is no part of the state: losses, moves and captures are written to the game as they happen.
Rounds are in rounds.py, fire in fire.py, losses in casualties.py, breaking off in retreat.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.charts import Unit as UnitRow
from grognard.titles.gw36.kinds import (
    CARRIERS,
    COASTAL_ARTILLERY,
    FORTIFICATION,
    IS_AIR,
    IS_LAND,
    IS_NAVAL,
    IS_SUBMARINE,
    KIND,
    TRANSPORTS,
    WITH,
)
from grognard.titles.gw36.rules.modifiers import DROP as BY_DROP
from grognard.titles.gw36.rules.modifiers import FLYING, LANDING, OPEN_GROUND, OVERLAND, Approach, Ground, double_casualties
from grognard.titles.gw36.rules.nations import aligned
from grognard.titles.gw36.rules.seats import acting, seat_of_unit
from grognard.titles.gw36.rules.terrain import border_terrain, fortified_line, is_city, is_surrounded, zone_terrain
from grognard.titles.gw36.rules.units import foes
from grognard.titles.gw36.state import ASSAULT, ATTACK, DROP, PASSED, SCREEN, War

LAST = WITH["last_casualty"]
ROCKET = KIND["strategic_rocket"]
ATTACK_TRANSPORTS = WITH["all_land_round_one"]


_fortified, _maginot = attrgetter("fortified"), attrgetter("maginot")


class Battle:
    """One regular land or naval battle."""

    def __init__(self, g: War, zone: int, attackers: Iterable[int], defenders: Iterable[int]) -> None:
        self.zone = zone
        self.sea = bool(g.board.geo.is_sea[zone])
        self.number = 0
        self.attackers = list(attackers)
        self.defenders = list(defenders)
        self.nation = g.units.nation[self.attackers[0]] if self.attackers else acting(g)[0]
        self.aboard: list[int] = []  # landing units that join in the second round (9.8)
        self.bombarding: list[int] = []  # 9.9
        self.unloading: list[int] = []  # transports of the landing
        self.aside: set[int] = set()  # defenders hit in this round that still fire (9.1)
        self.hits: dict[int, int] = {}  # damage markers when the present step began
        self.left: set[int] = set()  # submerged or withdrawn
        self.fired: set[int] = set()  # defending submarines that rolled in step 5 of this round (table 9-4)
        self.ways: dict[int, Approach] = {}
        self.ground: Ground = OPEN_GROUND
        if not self.sea:
            self.ways = {u: approach(g, u, zone) for u in self.attackers}
            defender = g.units.nation[self.defenders[0]] if self.defenders else g.zones.owner[zone]
            self.ground = ground(g, zone, defender)
        self.origins = self._origins(g)

    def _origins(self, g: War) -> frozenset[int]:
        """Where attackers came from that set the way back: ships at sea, on land units that came overland (GW36-AMB-146)."""
        kinds, came = g.units.kind, g.units.came
        if self.sea:
            return frozenset([came[u] for u in self.attackers if IS_NAVAL[kinds[u]]])
        return frozenset([came[u] for u, way in self.ways.items() if IS_LAND[kinds[u]] and way.way == OVERLAND])

    def way(self, u: int) -> Approach:
        return self.ways.get(u, FLIGHT)

    @property
    def fort(self) -> bool:
        """A fortification or fortified line was crossed, by whomever (12.7, 1.22, GW36-AMB-71)."""
        return any(map(_fortified, self.ways.values()))

    @property
    def maginot(self) -> bool:
        return any(map(_maginot, self.ways.values()))

    @property
    def landing(self) -> bool:
        return any(way.way == LANDING for way in self.ways.values())

    def side(self, attacking: bool) -> list[int]:
        return self.attackers if attacking else self.defenders

    def prune(self, g: War) -> None:
        """Drop units that are no longer on the board."""
        at = g.units.at
        for units in (self.attackers, self.defenders, self.aboard, self.bombarding, self.unloading):
            units[:] = [u for u in units if at[u] >= 0]


FLIGHT = Approach(FLYING)


def row(g: War, u: int) -> UnitRow:
    """The printed row of a unit."""
    return g.values.units[g.units.kind[u]]


@rule("1.16", "1.24")
def ground(g: War, zone: int, defender: int) -> Ground:
    """The ground of a land zone for a defender."""
    terrain = zone_terrain(g, zone)
    city = is_city(g, zone)
    return Ground(frozenset((terrain,) if terrain else ()), city, city and defender >= 0 and is_surrounded(g, zone, defender))


@rule("1.7", "1.22", "1.23", "12.7", "12.8", "9.8", "9.15")
def approach(g: War, u: int, zone: int) -> Approach:
    """How an attacker comes into a land zone."""
    units = g.units
    if IS_AIR[units.kind[u]]:
        return FLIGHT
    if units.duty[u] == DROP:
        return Approach(BY_DROP)
    came = units.at[u] if units.duty[u] == ASSAULT else units.came[u]
    if came < 0:
        return Approach()
    terrains = frozenset(border_terrain(g, came, zone))
    line = fortified_line(g, came, zone)
    return Approach(
        LANDING if units.duty[u] == ASSAULT else OVERLAND,
        terrains,
        fortified=line != "maginot" and bool(line or works(g, FORTIFICATION, came, zone)),
        maginot=line == "maginot",
    )


@rule("12.7", "12.8", "12.9")
def works(g: War, kind: int, came: int, zone: int) -> int:
    """How many fortifications or coastal batteries of a zone cover its border to another; one of a small zone covers all."""
    sites = g.sites
    return sum(
        [
            1
            for k, at, built, border in zip(sites.kind, sites.at, sites.built, sites.border)
            if k == kind and at == zone and built and border in (came, -1)
        ]
    )


@rule("12.7", "12.8", "1.22")
def forts_met(g: War, origins: Iterable[int], zone: int) -> int:
    """How many fortifications meet an attack from some zones: one on each border, one alone in a small zone (GW36-AMB-71)."""
    sites = g.sites
    there = {
        border
        for k, at, built, border in zip(sites.kind, sites.at, sites.built, sites.border)
        if k == FORTIFICATION and at == zone and built
    }
    met: set[int] = set()
    for came in origins:
        line = fortified_line(g, came, zone)
        if line != "maginot" and (line or came in there):
            met.add(came)
        elif not line and NOWHERE in there:
            met.add(NOWHERE)
    return len(met)


@rule("12.9", "12.8")
def coastal_batteries(g: War, zone: int) -> dict[int, int]:
    """Batteries of a zone by the sea they cover; those of a small zone cover all, under NOWHERE."""
    found: dict[int, int] = {}
    sites = g.sites
    for k, at, built, border in zip(sites.kind, sites.at, sites.built, sites.border):
        if k == COASTAL_ARTILLERY and at == zone and built:
            found[border] = found.get(border, 0) + 1
    return found


@rule("9.2", "9.8", "1.23")
def is_doubled(g: War, b: Battle, u: int) -> bool:
    """Whether a hit on this attacker takes a second unit with it: first round only."""
    if b.number != 1 or b.sea or u not in b.ways:
        return False
    carrier = g.units.carrier[u]
    from_attack_transport = carrier >= 0 and g.units.kind[carrier] in ATTACK_TRANSPORTS
    return double_casualties(row(g, u), b.ways[u], attack_transport=from_attack_transport)


def is_last(g: War, b: Battle, u: int) -> bool:
    """Transports are chosen last (9.6); Air Transports too, unless they dropped a unit here (12.2)."""
    kind = g.units.kind[u]
    if kind not in LAST:
        return False
    if IS_AIR[kind] and u in b.attackers:
        return not any(g.units.duty[d] == DROP and g.units.target[d] == u for d in b.attackers)
    return True


def is_idle(g: War, u: int) -> bool:
    """A unit that cannot fight for itself: transports (9.6), rockets (7.8), bombers that only carry a drop (9.15)."""
    kind = g.units.kind[u]
    return kind in LAST or kind == ROCKET or (g.units.duty[u] == DROP and IS_AIR[kind])


@rule("0.5", "8.7", "8.9", "9.11")
def sea_defenders(g: War, zone: int, nations: Iterable[int]) -> list[int]:
    """Enemy units that take part in a naval battle: ships, patrols, aircraft of undamaged carriers; not those that declined."""
    against = 0
    for nation in nations:
        against |= foes(g, nation, zone)
    units = g.units
    found = []
    for u in g.units.stacks[zone]:
        if not against >> units.nation[u] & 1 or units.duty[u] == PASSED:
            continue
        carrier = units.carrier[u]
        if carrier >= 0 and not (IS_AIR[units.kind[u]] and units.kind[carrier] in CARRIERS and not units.hits[carrier]):
            continue
        if IS_LAND[units.kind[u]]:
            continue
        found.append(u)
    return found


@rule("0.5", "9.6")
def sea_attackers(g: War, zone: int) -> list[int]:
    """Units of the nations in turn that attack in a sea zone, with the aircraft of their carriers (8.7)."""
    units, mine = g.units, set(acting(g))
    found = []
    for u in g.units.stacks[zone]:
        if units.nation[u] not in mine:
            continue
        carrier = units.carrier[u]
        if carrier >= 0:
            kind = units.kind[u]
            flying = IS_AIR[kind] and units.kind[carrier] in CARRIERS and not units.hits[carrier]
            if flying and (units.duty[carrier] in (ATTACK, SCREEN) or units.duty[u] == ATTACK):
                found.append(u)
        elif units.duty[u] in (ATTACK, SCREEN):
            found.append(u)
    return found


@rule("0.5")
def land_defenders(g: War, zone: int, nations: Iterable[int]) -> list[int]:
    """Enemy units in a land zone; all who are at war with an attacker defend together."""
    against = 0
    for nation in nations:
        against |= foes(g, nation, zone)
    units = g.units
    return [u for u in g.units.stacks[zone] if against >> units.nation[u] & 1 and units.carrier[u] < 0]


@rule("8.1", "0.5")
def bystanders(g: War, zone: int, nation: int) -> list[int]:
    """Nations with units beside a zone's owner that are not at war with an attacker: to attack the zone is to declare war."""
    owner = g.zones.owner[zone]
    if owner < 0 or g.board.geo.is_sea[zone]:
        return []
    enemies, friends = foes(g, nation, zone), g.relations.aligned[nation]
    there = {g.units.nation[u] for u in g.units.stacks[zone]}
    return sorted([n for n in there if n != owner and not (enemies | friends) >> n & 1 and aligned(g, n, owner)])


def seats(g: War, units: Iterable[int]) -> list[str]:
    """The seats that own these units, in order of their units."""
    return list(dict.fromkeys([seat_of_unit(g, u) for u in units]))


def fighting(g: War, units: Iterable[int]) -> list[int]:
    """The units that keep a battle going."""
    return [u for u in units if not is_idle(g, u)]


def ships(g: War, units: Iterable[int]) -> list[int]:
    return [u for u in units if IS_NAVAL[g.units.kind[u]]]


def submarines(g: War, units: Iterable[int]) -> list[int]:
    return [u for u in units if IS_SUBMARINE[g.units.kind[u]]]


def transports(g: War, units: Iterable[int]) -> list[int]:
    return [u for u in units if g.units.kind[u] in TRANSPORTS]
