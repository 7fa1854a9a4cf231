"""12.3 to 12.10 where they concern building: what factories and yards make, where facilities may stand, what they cost.

Their effect on movement is in units.py, on combat in chapter 9's modules. Capture is conquest.py.
"""

from __future__ import annotations

from collections.abc import Collection

from grognard.kernel.cache import derived, once_per_board
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.geography import ROUGH
from grognard.titles.gw36.kinds import (
    COASTAL_ARTILLERY,
    FACILITY,
    FACILITY_IDS,
    FACILITY_KIND,
    FORTIFICATION,
    IS_FACTORY,
    IS_NAVAL_FACILITY,
    SUBMARINE_BASE,
    TECHNOLOGY,
)
from grognard.titles.gw36.powers import MAJORS, NATIONS
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import at_war_with_major, home_mask, is_friendly
from grognard.titles.gw36.rules.supply import factories, has_supply_path, railed
from grognard.titles.gw36.rules.terrain import fortified_line, in_play, is_city, zone_terrain
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import War

MAJOR_FACTORY = FACILITY["major_factory"]
MAJOR_SHIPYARD = FACILITY["major_shipyard"]
RAILROAD, ROUGH_RAILROAD = FACILITY["railroad"], FACILITY["railroad_rough"]
CANAL = FACILITY["canal"]
IMPROVED_FACTORIES = TECHNOLOGY["improved_factories"]
IMPROVED_CONSTRUCTION = TECHNOLOGY["improved_construction"]
SMALL_ZONES = ("gibraltar", "panama", "british_malaya", "crimea")


@rule("12.4")
def factories_come_home(g: War, zones: Collection[int]) -> None:
    """Large factories that worked as minor ones for a captor have their old level again where their country has the zone back."""
    owner, home = g.zones.owner, home_mask(g)
    for site in g.sites:
        if site.level >= 0 and site.at in zones and owner[site.at] >= 0 and site.at in home[owner[site.at]]:
            site.kind, site.level = site.level, NOWHERE


@derived("sites.at", "sites.built")
def sites_by_zone(g: War) -> dict[int, tuple[int, ...]]:
    """Finished facilities by zone."""
    found: dict[int, list[int]] = {}
    for s, (at, built) in enumerate(zip(g.sites.at, g.sites.built)):
        if at >= 0 and built:
            found.setdefault(at, []).append(s)
    return {zone: tuple(sites) for zone, sites in found.items()}


def sites_in(g: War, zone: int) -> tuple[int, ...]:
    """The finished facilities of a zone."""
    return sites_by_zone(g).get(zone, ())


@rule("12.4", "7.8", "11.1")
def output(g: War, s: int, nation: int) -> int:
    """Units a factory makes in this turn: none when new, captured this turn or damaged; a Major loses one per point."""
    kind, damage = g.sites.kind[s], g.sites.damage[s]
    row = g.facts.facilities[FACILITY_IDS[kind]]
    if not IS_FACTORY[kind] or g.sites.since[s] >= g.turn:
        return 0
    made = row.produces_improved if has_technology(g, nation, IMPROVED_FACTORIES) else row.produces
    if row.damaged == "reduced":
        return max(0, made - damage)
    return 0 if damage else made


@rule("12.6", "12.5", "7.8")
def ship_slots(g: War, s: int, nation: int) -> int:
    """Ships a yard can place, or submarines a base, in a turn."""
    if g.sites.damage[s]:
        return 0
    row = g.facts.facilities[FACILITY_IDS[g.sites.kind[s]]]
    return row.ships_improved if has_technology(g, nation, IMPROVED_CONSTRUCTION) else row.ships


@rule("12.6", "7.4")
def repair_slots(g: War, s: int, nation: int) -> int:
    """Hits a shipyard or dockyard can repair in a turn; in a shipyard these are its production slots."""
    row = g.facts.facilities[FACILITY_IDS[g.sites.kind[s]]]
    if not row.repairs or g.sites.damage[s]:
        return 0
    return max(row.repairs, ship_slots(g, s, nation))


def free(g: War, s: int, slots: int) -> int:
    """How many of a facility's slots are still free in this national turn."""
    return max(0, slots - g.slots.get(s, 0))


def use_slots(g: War, s: int, count: int) -> None:
    g.slots[s] = g.slots.get(s, 0) + count


@rule("11.1")
def held_since_start(g: War, zone: int, nation: int) -> No | None:
    """Why a zone does not count as possessed since the start of the turn."""
    if g.zones.owner[zone] != nation:
        return No("11.1", f"{g.zones[zone].label} is not yours")
    if g.zones.captured[zone] or g.zones.held[zone] not in (nation, NOWHERE):
        return No("11.1", f"{g.zones[zone].label} was not yours at the start of the turn")
    return None


@rule("12.8")
def is_small_zone(g: War, zone: int) -> bool:
    """Whether one Fortification or Coastal Artillery protects the whole zone."""
    return zone in small_zones(g)


@once_per_board
def small_zones(g: War) -> frozenset[int]:
    """Cities, the small zones of 12.8, and islands outside the Home Countries of Major Powers."""
    ids, island = g.board.ids, g.board.ints("island")
    home = {z for n in MAJORS for z in home_mask(g)[n]}
    return frozenset([z for z in range(g.board.size) if is_city(g, z) or ids[z] in SMALL_ZONES or (island[z] and z not in home)])


# --- where facilities may be built -------------------------------------------------------------------------------------


@rule("12.4", "12.5", "12.6", "7.3", "11.3")
def may_stand(g: War, nation: int, kind: int, zone: int) -> No | None:
    """Why a nation may not build a facility of a kind in a zone, whatever its price."""
    row = g.facts.facilities[FACILITY_IDS[kind]]
    if g.board.geo.is_sea[zone]:
        return No(row.section, "facilities stand on land")
    if g.zones.owner[zone] != nation:
        return No(row.section, f"{g.zones[zone].label} is not yours")
    if row.placement == "printed":
        return No(row.section, "canals are printed on the map")
    if row.placement == "home" and zone not in home_mask(g)[nation]:
        return No(row.section, f"a {row.name} is built in the Home Country only")
    if row.placement == "valued_supplied":
        if not g.board.ints("ipp")[zone]:
            return No("12.4", f"{g.zones[zone].label} has no IPP value")
        if not has_supply_path(g, nation, zone, major=True):
            return No("12.4", "there is no supply path to a Major Factory in the Home Country")
    if row.placement == "railed" and not railed_to_factory(g, nation, zone):
        return No("12.6", f"{g.zones[zone].label} is not connected to a factory by railway")
    if (IS_NAVAL_FACILITY[kind] or kind == SUBMARINE_BASE) and not g.board.geo.coast[zone]:
        return No(row.section, f"{g.zones[zone].label} has no coast")
    if FACILITY_KIND[kind] in ("fort", "rail") and not any(
        may_border(g, nation, kind, zone, b) is None
        for b in (rail_ground(g, kind)[zone] if FACILITY_KIND[kind] == "rail" else borders(g, kind, zone))
    ):
        return No(row.section, f"no border of {g.zones[zone].label} can take it")
    return None


@once_per_board
def sited_like(g: War) -> list[int]:
    """For each kind of facility the first kind that may stand in just the same zones (`may_stand`)."""
    first: dict[tuple[str, bool, str], int] = {}
    found = []
    for kind, name in enumerate(FACILITY_IDS):
        bordering = name if FACILITY_KIND[kind] in ("fort", "rail") else ""
        coastal = IS_NAVAL_FACILITY[kind] or kind == SUBMARINE_BASE
        found.append(first.setdefault((g.facts.facilities[name].placement, coastal, bordering), kind))
    return found


@rule("12.6")
def railed_to_factory(g: War, nation: int, zone: int) -> bool:
    """Whether an undamaged railway joins a zone to a factory of the nation; a factory in the zone itself will do."""
    return zone in railed(g, nation, frozenset([at for _, at in factories(g).get(nation, ())]))


@rule("12.7", "12.8", "12.9", "12.10")
def borders(g: War, kind: int, zone: int) -> list[int]:
    """The neighbours towards which a border facility could be built; NOWHERE for all at once in a small zone."""
    geo = g.board.geo
    if kind in (FORTIFICATION, COASTAL_ARTILLERY) and is_small_zone(g, zone):
        return [NOWHERE] if kind == FORTIFICATION or geo.coast[zone] else []
    if kind == FORTIFICATION:
        return [b for b, _ in geo.land[zone]] + list(geo.coast[zone])
    if kind == COASTAL_ARTILLERY:
        return list(geo.coast[zone])
    return [b for b, _ in geo.land[zone]]


@derived()
def rail_ground(g: War, kind: int) -> list[tuple[int, ...]]:
    """Neighbours by zone without a printed railway to them, over the ground that a kind of railway is made for (12.10)."""
    geo = g.board.geo
    return [
        tuple([b for b, border in ways if border not in geo.rail and is_rough_border(g, a, b) == (kind == ROUGH_RAILROAD)])
        for a, ways in enumerate(geo.land)
    ]


@derived("sites.at", "sites.kind", "sites.built", "sites.border")
def border_works(g: War) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
    """Borders with a fortification, finished or not, and borders where a railway is being built."""
    sites = g.sites
    rows = list(zip(sites.kind, sites.at, sites.border, sites.built))
    forts = frozenset([(at, border) for kind, at, border, _ in rows if kind == FORTIFICATION])
    rails = frozenset([(at, border) for kind, at, border, built in rows if FACILITY_KIND[kind] == "rail" and not built])
    return forts, rails


@rule("12.7", "12.9", "12.10", "1.22")
def may_border(g: War, nation: int, kind: int, zone: int, toward: int) -> No | None:
    """Why a border facility may not be built towards a neighbour."""
    if toward not in borders(g, kind, zone):
        return No(g.facts.facilities[FACILITY_IDS[kind]].section, "there is no such border")
    if kind == FORTIFICATION:
        taken = border_works(g)[0]
        if (zone, toward) in taken or (zone, NOWHERE) in taken:
            return No("12.7", "only one Fortification per border")
        if toward >= 0 and fortified_line(g, toward, zone):
            return No("1.22", "the fortified line there is a Fortification, and there is only one per border")
    elif FACILITY_KIND[kind] == "rail":
        return may_lay_rail(g, nation, kind, zone, toward)
    return None


@rule("12.10")
def may_lay_rail(g: War, nation: int, kind: int, zone: int, toward: int) -> No | None:
    """Why a railway may not be built over a border."""
    border = g.board.border(zone, toward)
    if border is None or border in g.board.geo.rail or border in g.rail_built:
        return No("12.10", "a railway crosses that border already")
    if {(zone, toward), (toward, zone)} & border_works(g)[1]:
        return No("12.10", "a railway is being built there")
    if not is_friendly(g, toward, nation):
        return No("12.10", f"{g.zones[toward].label} is not friendly")  # GW36-AMB-102
    rough = is_rough_border(g, zone, toward)
    if (kind == ROUGH_RAILROAD) != rough:
        return No("12.10", "the ground is rough" if rough else "the ground is not rough")
    return None


@rule("12.10")
def is_rough_border(g: War, a: int, b: int) -> bool:
    """Desert, jungle, marsh or mountain in either zone or between them."""
    geo = g.board.geo
    words = {geo.zone_terrain[a], geo.zone_terrain[b], *geo.entering.get((a, b), ()), *geo.entering.get((b, a), ())}
    return bool([word for word in words.intersection(ROUGH) if in_play(g, word)])


@rule("7.3")
def may_upgrade(g: War, nation: int, s: int) -> No | None:
    """Why a facility may not be upgraded now."""
    chart = g.entries
    if any(what == 2 and subject == s and not gone for what, subject, gone in zip(chart.what, chart.subject, chart.gone)):
        return No("7.3", "its upgrade is paid for")
    return is_upgradable(g, nation, s)


@rule("7.3", "12.4", "12.6")
def is_upgradable(g: War, nation: int, s: int) -> No | None:
    """Why a facility cannot be upgraded by a nation."""
    at, kind = g.sites.at[s], g.sites.kind[s]
    row = g.facts.facilities[FACILITY_IDS[kind]]
    if at < 0 or g.zones.owner[at] != nation or not g.sites.built[s]:
        return No("7.3", "it is not your finished facility")
    if not row.upgrade_to:
        return No(row.section, f"a {row.name} cannot be upgraded")
    if g.sites.level[s] >= 0:
        return No("12.4", "a captured factory works as a Minor Factory")
    if IS_FACTORY[kind] and at not in home_mask(g)[nation]:
        return No("12.4", "factories are upgraded in the Home Country only")
    if row.upgrade_to == "major_shipyard" and at not in home_mask(g)[nation]:
        return No("12.6", "a Major Shipyard is built in the Home Country only")
    return None


@rule("1.10", "1.11")
def ground_cost(g: War, zone: int) -> int:
    """What jungle and marsh add to the first payment of a facility."""
    word = zone_terrain(g, zone)
    return g.facts.terrain[word].facility_cost if word in g.facts.terrain else 0


@rule("5.1")
def action_lack(g: War, nation: int, action: str) -> No | None:
    """Why a nation at peace may not do something yet: its income-determined actions (GW36-AMB-38)."""
    needed = actions_by_income(g).get((NATIONS[nation], action))
    if needed is None or at_war_with_major(g, nation) or current_income(g, nation) >= needed:
        return None
    words = action.replace("_", " ")
    return No("5.1", f"at peace {g.nations[nation].label} may {words} from an income of {needed}")


@once_per_board
def actions_by_income(g: War) -> dict[tuple[str, str], int]:
    """The income from which a nation at peace may do something, by nation and action."""
    found: dict[tuple[str, str], int] = {}
    for row in g.facts.income_actions:
        key = (row.nation, row.action)
        found[key] = max(row.income, found.get(key, 0))
    return found
