"""Where new units may be placed (11.1): factories, yards, levies, and how many each takes. Placing them is placement.py."""

from __future__ import annotations

from grognard.kernel.cache import derived, once_per_board
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.facts import UNITS
from grognard.titles.gw36.kinds import (
    FACILITY,
    FACILITY_IDS,
    IS_FACTORY,
    IS_NAVAL,
    IS_SUBMARINE,
    UNIT_IDS,
    UNIT_NAMES,
    WITH,
)
from grognard.titles.gw36.powers import CCP, FRANCE, FREE_FRANCE, KMT, NATIONS
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.chart import CAPITAL
from grognard.titles.gw36.rules.facilities import (
    MAJOR_FACTORY,
    MAJOR_SHIPYARD,
    free,
    held_since_start,
    output,
    ship_slots,
    sites_by_zone,
    sites_in,
)
from grognard.titles.gw36.rules.nations import home_mask, owned, printed_owner, roundels, zones_of
from grognard.titles.gw36.rules.supply import factories, railed
from grognard.titles.gw36.rules.treasury import Desk, minds
from grognard.titles.gw36.state import War

SUBMARINE_BASE = FACILITY["submarine_base"]
LEGION = frozenset([k for k, name in enumerate(UNIT_IDS) if name in ("foreign_legion", "gurkhas")])
NO_FACTORY, COLONIAL, HIMALAYA = WITH["no_factory"], WITH["colonial"], WITH["himalaya_placement"]


def _alike() -> list[int]:
    """For each kind the first kind that is placed in just the same zones."""
    first: dict[tuple[bool, ...], int] = {}
    found = []
    for k, name in enumerate(UNIT_IDS):
        mark = (
            IS_NAVAL[k],
            IS_SUBMARINE[k],
            k in CAPITAL,
            k in NO_FACTORY,
            k in COLONIAL,
            k in LEGION,
            k in HIMALAYA,
            bool(UNITS[name].tech),
        )
        found.append(first.setdefault(mark, k))
    return found


ALIKE = _alike()


@rule("11.1")
def may_place(g: War, desk: Desk, kind: int, zone: int) -> No | None:
    """Why a unit of a kind cannot be placed in a zone (a ship: at its yards) now."""
    lack = suits(g, desk, kind, zone)
    if lack is None and not room(g, desk.nation, kind, zone):
        lack = No("11.1", f"{g.zones[zone].label} can take no more this turn")
    return lack


@rule("11.1", "7.8")
def suits(g: War, desk: Desk, kind: int, zone: int) -> No | None:
    """Why a zone is no place for a kind of unit, whatever has been placed there this turn."""
    nation = desk.nation
    lack = held_since_start(g, zone, nation)
    if lack is not None:
        return lack
    if not minds(g, desk, zone):
        return No("2.3", "it is in the other half of the United States")
    if g.facts.units[UNIT_IDS[kind]].tech and zone not in home_mask(g)[nation]:
        return No("7.8", f"{UNIT_NAMES[kind]} is built in the Home Country only")
    if IS_NAVAL[kind]:
        lack = may_launch(g, nation, kind, zone)
    elif kind in NO_FACTORY:
        lack = may_muster(g, nation, kind, zone)
    elif not builds_anywhere(g, nation) and not any(IS_FACTORY[g.sites.kind[s]] for s in sites_in(g, zone)):
        lack = No("11.1", f"there is no factory in {g.zones[zone].label}")
    return lack


@rule("11.1", "12.6")
def may_launch(g: War, nation: int, kind: int, zone: int) -> No | None:
    """Why no yard of a zone may launch a ship of a kind."""
    kinds = {g.sites.kind[s] for s in sites_in(g, zone) if not g.sites.damage[s]}
    if kind in CAPITAL:
        if MAJOR_SHIPYARD not in kinds:
            return No("11.1", "capital ships are placed at an undamaged Major Shipyard")
        if not railed_to(g, nation, zone, major=True):
            return No("11.1", "the yard is not connected by railway to a Major Factory in the Home Country")
        return None
    if not any(g.facts.facilities[FACILITY_IDS[k]].ships for k in kinds if k != SUBMARINE_BASE or IS_SUBMARINE[kind]):
        return No("11.1", "ships are placed at an undamaged shipyard, submarines also at a submarine base")
    if not railed_to(g, nation, zone, major=False):
        return No("11.1", "the yard is not adjacent to a factory nor connected to one by railway")
    return None


@rule("11.1", "12.4")
def railed_to(g: War, nation: int, zone: int, *, major: bool) -> bool:
    """Whether a yard's zone is served by a working factory: by railway, or (not for capital ships) next to it."""
    served = working_factories(g, nation, major)
    if zone in served or (not major and any(b in served for b, _ in g.board.geo.land[zone])):
        return True
    return bool(served) and zone in railed(g, nation, served)


@derived("turn", "tech", "zones.owner", "sites.at", "sites.kind", "sites.built", "sites.damage", "sites.since")
def working_factories(g: War, nation: int, major: bool) -> frozenset[int]:
    """Zones with a factory of a nation that makes something this turn (`major`: a Major Factory in the Home Country)."""
    home, kinds = home_mask(g)[nation], g.sites.kind
    return frozenset([
        at
        for s, at in factories(g).get(nation, ())
        if output(g, s, nation) and (not major or (kinds[s] == MAJOR_FACTORY and at in home))
    ])


@rule("11.1")
def may_muster(g: War, nation: int, kind: int, zone: int) -> No | None:
    """Why a unit that needs no factory may not be raised in a zone: Colonial Infantry and national troops (GW36-AMB-104)."""
    if kind not in COLONIAL and kind not in LEGION:
        return None
    if not g.board.ints("ipp")[zone]:
        return No("11.1", f"{g.zones[zone].label} has no IPP value")
    original = printed_owner(g, zone)
    if original != nation and not (original == FRANCE and nation == FREE_FRANCE):
        return No("11.1", f"{g.zones[zone].label} does not bear your printed roundel")
    if kind in HIMALAYA:
        return None if zone in himalayas(g) else No("11.1", "Gurkhas are raised in zones that border the Himalayas")
    if zone in home_mask(g)[nation]:
        return No("11.1", f"{UNIT_NAMES[kind]} is placed outside the Home Country")
    return None


@rule("13.3")
def builds_anywhere(g: War, nation: int) -> bool:
    """CCP and KMT raise their troops in any zone until they own a factory (GW36-AMB-105)."""
    if nation not in (CCP, KMT):
        return False
    sheet = g.facts.nations[NATIONS[nation]]
    return any(row.id == "no_factory_builds" for row in sheet.special) and not chart.owns_factory(g, nation)


@rule("11.1", "12.4", "12.6", "7.8")
def room(g: War, nation: int, kind: int, zone: int) -> int:
    """How many more units of a kind a zone can take this turn; yards have slots of their own (GW36-AMB-14)."""
    if IS_NAVAL[kind]:
        return sum([free(g, s, ship_slots(g, s, nation)) for s in launching(g, kind, zone)])
    if kind in COLONIAL or kind in LEGION:
        return 99
    if kind in NO_FACTORY or builds_anywhere(g, nation):
        return max(0, levy(g, nation, zone) - g.slots.get(-1 - zone, 0))
    return sum([free(g, s, output(g, s, nation)) for s in sites_in(g, zone)])


@derived(
    "news", "turn", "tech", "zones.owner", "zones.held", "zones.captured", "rail_damage", "rail_built",
    "sites.at", "sites.kind", "sites.built", "sites.damage", "sites.since",
)  # fmt: skip
def grounds(g: War, nation: int, half: int, kind: int) -> tuple[int, ...]:
    """The zones that suit a kind of unit of a desk, full or not."""
    desk = Desk(nation, half)
    return tuple([z for z in promising(g, desk, kind) if suits(g, desk, kind, z) is None])


def promising(g: War, desk: Desk, kind: int) -> list[int]:
    """The candidates that have what a kind of unit needs: a yard or base for ships, a factory for what is made in one."""
    nation, owner = desk.nation, g.zones.owner
    if IS_NAVAL[kind]:
        return [z for z in yard_zones(g) if owner[z] == nation]
    if kind not in NO_FACTORY and not builds_anywhere(g, nation):
        return sorted({at for _, at in factories(g).get(nation, ())})
    zones = zones_of(g, nation)
    if kind in COLONIAL or kind in LEGION:
        worth, printed, own = g.board.ints("ipp"), roundels(g), (nation, FRANCE) if nation == FREE_FRANCE else (nation,)
        fit = himalayas(g) if kind in HIMALAYA else None
        home = home_mask(g)[nation]
        zones = [z for z in zones if worth[z] and printed[z] in own and (z not in home if fit is None else z in fit)]
    return zones


@once_per_board
def himalayas(g: War) -> frozenset[int]:
    """The zones that border the Himalayas."""
    impassable = g.board.geo.impassable
    return frozenset([z for z, ways in enumerate(g.board.neighbours) for _, border in ways if border in impassable])


@derived("sites.at", "sites.kind", "sites.built")
def yard_zones(g: War) -> tuple[int, ...]:
    """Zones with a finished facility that places ships or submarines."""
    launches = [bool(g.facts.facilities[name].ships) for name in FACILITY_IDS]
    rows = zip(g.sites.kind, g.sites.at, g.sites.built)
    return tuple(sorted({at for kind, at, built in rows if built and at >= 0 and launches[kind]}))


def startable(g: War, desk: Desk, kind: int) -> bool:
    """Whether a desk has a working place for a kind of unit, in use this turn or not (7.3)."""
    return kind in startables(g, *desk)


@derived(
    "news", "turn", "tech", "zones.owner", "zones.held", "zones.captured", "rail_damage", "rail_built",
    "sites.at", "sites.kind", "sites.built", "sites.damage", "sites.since",
)  # fmt: skip
def startables(g: War, nation: int, half: int) -> frozenset[int]:
    """The kinds of units for which a desk has a working place, in use this turn or not (7.3)."""
    desk = Desk(nation, half)
    sorts = {sort for sort in set(ALIKE) if _has_place(g, desk, sort)}
    return frozenset([kind for kind, sort in enumerate(ALIKE) if sort in sorts])


def _has_place(g: War, desk: Desk, kind: int) -> bool:
    unfounded = IS_NAVAL[kind] or kind in NO_FACTORY
    return any((unfounded or works(g, desk.nation, z)) and suits(g, desk, kind, z) is None for z in promising(g, desk, kind))


def works(g: War, nation: int, zone: int) -> bool:
    """Whether a factory of a zone makes anything this turn."""
    return builds_anywhere(g, nation) or any(output(g, s, nation) for s in sites_in(g, zone))


def launching(g: War, kind: int, zone: int) -> list[int]:
    """The yards of a zone that can place a kind of ship, those first that can place little else."""
    sites = [s for s in sites_in(g, zone) if g.facts.facilities[FACILITY_IDS[g.sites.kind[s]]].ships]
    if kind in CAPITAL:
        return [s for s in sites if g.sites.kind[s] == MAJOR_SHIPYARD]
    if not IS_SUBMARINE[kind]:
        return [s for s in sites if g.sites.kind[s] != SUBMARINE_BASE]
    return sorted(sites, key=lambda s: g.sites.kind[s] != SUBMARINE_BASE)


@rule("11.1")
def levy(g: War, nation: int, zone: int) -> int:
    """Militia a zone can take in a turn: its value, at least one; always one in a captured zone."""
    original = roundels(g)[zone]
    if original != nation and not (original >= 0 and g.nations.master[original] == nation):  # GW36-AMB-106
        return 1
    return max(1, int(g.board.ints("ipp")[zone]))


def candidates(g: War, desk: Desk, kind: int) -> list[int]:
    """Zones worth asking about for a kind of unit."""
    nation = desk.nation
    if IS_NAVAL[kind] or (kind not in NO_FACTORY and not builds_anywhere(g, nation)):
        mine = set(owned(g)[nation])
        return sorted([z for z in sites_by_zone(g) if z in mine])
    return zones_of(g, nation)


def places(g: War, desk: Desk, kind: int) -> list[int]:
    """The zones where a unit of a kind can be placed now."""
    return [z for z in grounds(g, desk.nation, desk.half, ALIKE[kind]) if room(g, desk.nation, kind, z)]


def yards(g: War, desk: Desk, kind: int) -> list[int]:
    """The zones whose yards may launch a kind of ship, full or not."""
    return [z for z in candidates(g, desk, kind) if may_launch(g, desk.nation, kind, z) is None]


@rule("7.3")
def may_begin(g: War, desk: Desk, kind: int) -> No | None:
    """Why production of a unit may not be started: no place where it could be put."""
    if startable(g, desk, kind):
        return None
    refusals = [may_place(g, desk, kind, z) for z in candidates(g, desk, kind)]
    best = next((r for r in refusals if r is not None), None)
    return No("7.3", f"there is no place for it: {best.reason}" if best is not None else "there is no place for it")
