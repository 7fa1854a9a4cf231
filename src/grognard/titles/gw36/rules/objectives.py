"""3.4: the national objectives. The list is data/objectives.csv; each kind of condition is one function here."""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.rules import rule
from grognard.titles.gw36.facts import Objective
from grognard.titles.gw36.kinds import FACILITY, IS_LAND, IS_WARSHIP, TECHNOLOGY, WITH
from grognard.titles.gw36.powers import ALLIANCES, CHINESE, FRANCE, FREE_FRANCE, KMT, NATION, NATIONS
from grognard.titles.gw36.rules.china import continental_china
from grognard.titles.gw36.rules.income import bonus_income
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import alive, at_war, home_mask, roundels, start_owners, zone_income, zones_of
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import NATIONALIST, REPUBLICAN, War

CAPITAL_SHIPS = WITH["capital"]
MAJOR_BASES = frozenset([FACILITY[n] for n in ("major_port", "major_shipyard", "major_dockyard")])


@rule("3.4")
def scored(g: War, nation: int) -> int:
    """Victory points of a nation's objectives now; alternatives of one objective together score at most its maximum."""
    name = "france" if nation == FREE_FRANCE else NATIONS[nation]
    if nation == FREE_FRANCE and alive(g, FRANCE):
        return 0
    total: dict[str, int] = {}
    most: dict[str, int] = {}
    for row in g.facts.objectives:
        if row.nation == name and row.scenario in ("", g.scenario):
            most[row.id] = row.max_points
            total[row.id] = max(total.get(row.id, 0), points(g, nation, row))
    return sum([min(value, most[key]) for key, value in total.items()])


@rule("3.4")
def points(g: War, nation: int, row: Objective) -> int:
    """What one row scores."""
    if row.kind == "groups":
        return row.points * sum([1 for group in row.zone_groups if all(_has(g, nation, z) for z in group)])
    if row.kind == "new_zones":
        return row.points * len(_new_zones(g, nation, row))
    return row.points if KINDS[row.kind](g, nation, row) else 0


def _has(g: War, nation: int, zone: str) -> bool:
    return bool(g.board.knows(zone) and g.zones.owner[g.board.space(zone)] == nation)


def _new_zones(g: War, nation: int, row: Objective) -> list[int]:
    """Zones possessed now and not at the start; Soviet ones are worth an IPP and not scored elsewhere."""
    start, value = start_owners(g), g.board.ints("ipp")
    found = [z for z in zones_of(g, nation) if start[z] != nation and value[z] >= row.value]
    if "not_scored_elsewhere" in row.words:
        used = _scored_elsewhere(g, nation)
        found = [z for z in found if g.board.ids[z] not in used]
    return found


def _scored_elsewhere(g: War, nation: int) -> set[str]:
    """Zones by which another objective is scored; not those of an alternative where another one scores without zones."""
    mine = [row for row in g.facts.objectives if row.nation == NATIONS[nation] and row.scenario in ("", g.scenario)]
    bare = {row.id for row in mine if row.kind not in ("possess_all", "new_zones") and points(g, nation, row)}
    return {z for row in mine if row.kind == "possess_all" and row.id not in bare and points(g, nation, row) for z in row.zones}


def _possess_all(g: War, nation: int, row: Objective) -> bool:
    return all(_has(g, nation, z) for z in row.zones)


def _possess_count(g: War, nation: int, row: Objective) -> bool:
    return sum([_has(g, nation, z) for z in row.zones]) >= row.value


def _income_over(g: War, nation: int, row: Objective) -> bool:
    """Income with bonus income above a number."""
    return current_income(g, nation) + bonus_income(g, nation) > row.value


def _spain_won(g: War, nation: int, row: Objective) -> bool:
    return g.spain == (NATIONALIST if "nationalist_spain" in row.nations else REPUBLICAN)


def _alliance_possesses_all(g: War, nation: int, row: Objective) -> bool:
    side = g.nations.alliance[nation]
    owners = [g.zones.owner[g.board.space(z)] for z in row.zones]
    return all(o >= 0 and g.nations.alliance[o] == side and g.nations.controller[o] < 0 for o in owners)


def _capital_ships_twice(g: War, nation: int, row: Objective) -> bool:
    """Twice the capital ships of others in some oceans; none is not twice as many as none (GW36-AMB-44)."""
    ocean, units = g.board.column("region"), g.units
    mine = theirs = 0
    side = {ALLIANCES.index(word) for word in row.nations if word in ALLIANCES}
    rivals = {NATION[word] for word in row.nations if word in NATION}
    for at, kind, owner in zip(units.at, units.kind, units.nation):
        if at >= 0 and kind in CAPITAL_SHIPS and ocean[at] in row.words:
            mine += owner == nation
            theirs += owner in rivals or g.nations.alliance[owner] in side
    held = "and_possess" not in row.words or _possess_all(g, nation, row)
    return mine > 0 and mine >= 2 * theirs and held


def _rail_path(g: War, nation: int, row: Objective) -> bool:
    """A railway over own zones joins the first zone to the last, damage ignored."""
    start, goal = (g.board.space(z) for z in row.zones)
    geo, owner = g.board.geo, g.zones.owner
    if owner[start] != nation:
        return False
    ring, seen = [start], {start}
    while ring:
        a = ring.pop()
        ways = [*geo.rail_ways[a], *[(b, n) for b, n in g.board.neighbours[a] if n in g.rail_built]]
        for b, _ in ways:
            if b not in seen and owner[b] == nation:
                seen.add(b)
                ring.append(b)
    return goal in seen


def _major_naval_base(g: War, nation: int, row: Objective) -> bool:
    """A major naval facility on a sea zone of that number or more, those of the start included (GW36-AMB-29)."""
    number, geo = g.board.ints("number"), g.board.geo
    return any(
        kind in MAJOR_BASES
        and at >= 0
        and built
        and g.zones.owner[at] == nation
        and any(number[s] >= row.value for s in geo.coast[at])
        for kind, at, built in zip(g.sites.kind, g.sites.at, g.sites.built)
    )


def _technologies(g: War, nation: int, row: Objective) -> bool:
    return all(has_technology(g, nation, TECHNOLOGY[word]) for word in row.words)


def _land_units_in(g: War, zones: frozenset[int] | set[int]) -> list[int]:
    """Nations of the land units in some zones."""
    units = g.units
    return [n for at, k, n in zip(units.at, units.kind, units.nation) if at in zones and IS_LAND[k]]


def _no_foreign_units_in_china(g: War, nation: int, row: Objective) -> bool:
    return all(n in CHINESE for n in _land_units_in(g, continental_china(g)))


def _more_land_units_in_china(g: War, nation: int, row: Objective) -> bool:
    found = _land_units_in(g, home_mask(g)[KMT])
    return found.count(nation) > found.count(NATION[row.nations[0]])


def _no_units_in_china(g: War, nation: int, row: Objective) -> bool:
    home, rival = home_mask(g)[KMT], NATION[row.nations[0]]
    return not any(n == rival and at in home for at, n in zip(g.units.at, g.units.nation))


def _no_land_units(g: War, nation: int, row: Objective) -> bool:
    zones = {g.board.space(z) for z in row.zones if g.board.knows(z)}
    for word in row.words:
        zones |= home_mask(g)[NATION[word.removeprefix("home_of_")]]
    return not {NATION[n] for n in row.nations} & set(_land_units_in(g, zones))


def _incomes_at_most(g: War, nation: int, row: Objective) -> bool:
    limits = dict(word.split("=") for word in row.words)
    return all(current_income(g, NATION[n]) <= int(limit) for n, limit in limits.items())


def _zone_income_under(g: War, nation: int, row: Objective) -> bool:
    return zone_income(g)[NATION[row.nations[0]]] < row.value


def _possess_all_no_warships(g: War, nation: int, row: Objective) -> bool:
    """All zones held and no enemy surface warship within some sea zones of the mainland."""
    if not _possess_all(g, nation, row):
        return False
    geo, units = g.board.geo, g.units
    coast = [g.board.space(z) for z in row.zones if z not in ("north_island", "south_island")]
    ring = {s for z in coast for s in geo.coast[z]}
    near = set(ring)
    for _ in range(row.value - 1):
        ring = {b for s in ring for b, _ in geo.sea[s]} - near
        near |= ring
    return not any(IS_WARSHIP[units.kind[u]] and at_war(g, units.nation[u], nation) for s in near for u in g.units.stacks[s])


def _no_zone_next_to_home(g: War, nation: int, row: Objective) -> bool:
    """No Comintern zone next to the French Home Country; a neutral Republican Spain counts as one."""
    geo, side = g.board.geo, ALLIANCES.index(row.nations[0])
    for z in home_mask(g)[FRANCE]:
        for b, _ in geo.land[z]:
            owner = g.zones.owner[b]
            if owner >= 0 and (g.nations.alliance[owner] == side or NATIONS[owner] == "republican_spain"):
                return False
    return True


def _all_starting_zones(g: War, nation: int, row: Objective) -> bool:
    """Every zone printed for the nation (worth `value` or more) is possessed; the USA: as of 1936, France: at the start."""
    origin = FRANCE if nation == FREE_FRANCE else nation
    begin = roundels(g) if row.value == 0 else start_owners(g)
    value, owner = g.board.ints("ipp"), g.zones.owner
    return all(owner[z] == nation for z, o in enumerate(begin) if o == origin and value[z] >= row.value)


def _monroe(g: War, nation: int, row: Objective) -> bool:
    region = g.board.column("region")
    sides = {ALLIANCES.index(word) for word in row.nations}
    americas = {z for z in range(g.board.size) if region[z] in row.words}
    return not g.nations[nation].home_lost and not any(g.nations.alliance[n] in sides for n in _land_units_in(g, americas))


def _new_zones_under(g: War, nation: int, row: Objective) -> bool:
    start, value = start_owners(g), g.board.ints("ipp")
    rival = NATION[row.nations[0]]
    return sum([1 for z in zones_of(g, rival) if start[z] != rival and value[z]]) < row.value


KINDS: dict[str, Callable[[War, int, Objective], bool]] = {
    "possess_all": _possess_all,
    "possess_count": _possess_count,
    "income_over": _income_over,
    "spain_won": _spain_won,
    "alliance_possesses_all": _alliance_possesses_all,
    "capital_ships_twice": _capital_ships_twice,
    "rail_path": _rail_path,
    "major_naval_base": _major_naval_base,
    "technologies": _technologies,
    "no_foreign_units_in_china": _no_foreign_units_in_china,
    "more_land_units_in_china": _more_land_units_in_china,
    "no_units_in_china": _no_units_in_china,
    "no_land_units": _no_land_units,
    "incomes_at_most": _incomes_at_most,
    "zone_income_under": _zone_income_under,
    "possess_all_no_warships": _possess_all_no_warships,
    "no_zone_next_to_home": _no_zone_next_to_home,
    "all_starting_zones": _all_starting_zones,
    "monroe": _monroe,
    "new_zones_under": _new_zones_under,
}
