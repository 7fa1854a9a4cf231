"""7.8, 7.8.1 to 7.8.3: the interception table, its modifiers, and who may try: naval forces within five sea areas, aircraft based
beside the area without a roll."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.boons import boon
from grognard.titles.tw.ground import MEDITERRANEAN
from grognard.titles.tw.kinds import AIR, Kind
from grognard.titles.tw.nations import BRITAIN, FRANCE, USA
from grognard.titles.tw.rules.espionage import chit_duel
from grognard.titles.tw.rules.oil import dry
from grognard.titles.tw.rules.sea_fight import Force, force_rating, full_carriers
from grognard.titles.tw.rules.seas import SWEDEN, WATCH, bases_beside, berths, distance, narrow_areas, ships_at, swedish_waters
from grognard.titles.tw.rules.shipyards import SAILED, WATCHED
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import LIMITED, NONE, WINTER, War
from grognard.titles.tw.war_charts import INTERCEPTION, NAVAL_NATIONALITY

NEARNESS = {1: -2, 2: -1, 3: 1, 4: 2, 5: 3}  # 7.8, by areas from the port, the one beside it counted (TW-AMB-82)
EVASION = 4
SCOUTS = (Kind.NAC, Kind.TAC, Kind.MDM, Kind.JET_TAC)


@rule("7.8")
def naval_forces(g: War, side: int) -> dict[int, list[int]]:
    """By port or patrolled area, the whole ships of a side that can still sail out to meet somebody."""
    sides, found = g.roster.sides, {}
    for place, ships in ships_at(g).items():
        own = [u for u in ships if sides[u] == side and may_meet(g, u) is None]
        if own:
            found[place] = own
    return dict(sorted(found.items()))


@rule("7.8", "7.10", "12.6.3", "12.2.3", "7.0")
def may_meet(g: War, ship: int) -> No | None:
    """Whether a ship can be sent to intercept or counter-intercept now."""
    if g.units.depleted[ship]:
        return No("7.10", "a depleted ship intercepts nobody")
    if g.units.supply[ship] == NONE:
        return No("12.6.3", "it is out of supply")
    if g.units.supply[ship] == LIMITED:
        return No("12.2.3", "from a limited source of supply no ship intercepts")
    own = g.roster.sides[ship] == g.side
    if dry(g, ship):
        return No("24.1", "it has no oil")
    if own and g.units.missions[ship] & SAILED:
        return No("7.0", "it has sailed on a mission this turn")
    return None


@rule("7.8", "7.3")
def near_enough(g: War, place: int, ships: Sequence[int], area: int) -> bool:
    """Whether a force reaches an area: five areas at most, and no strait bars the way for any of its navies."""
    return all(distance(g, g.roster.nations[u], place, area) <= WATCH for u in ships)


@rule("7.8.3", "7.4")
def scouts(g: War, side: int, area: int) -> list[int]:
    """Land-based bombers and naval aircraft of a side beside an area, whole or not."""
    kinds, sides, shore = g.roster.kinds, g.roster.sides, bases_beside(g, area)
    return [
        u for u, at in enumerate(g.units.at) if at in shore and sides[u] == side and kinds[u] in SCOUTS and g.units.aboard[u] < 0
    ]


def size_of(g: War, force: Force) -> int:
    """Air and Fleet units of a force, a CV with its NAC one; a supply line alone counts as one (12.1.2)."""
    return max(berths(g, force.ships) + len(force.planes) + -(-force.submarines // 2), 1)


@rule("7.8.1", "7.8.2", "7.11", "26.0")
def interception_modifiers(
    g: War, ships: Sequence[int], place: int, area: int, target: Force, *, counter: bool, evasion: bool = False
) -> Modifiers:
    """What is added to the roll of a naval force that tries to meet another."""
    found, side = Modifiers(), g.roster.sides[ships[0]]
    if target.ships or target.planes:
        mine, theirs = force_rating(g, ships, ()), force_rating(g, target.ships, target.planes)
        found.add(f"rating {mine} against {theirs}", NAVAL_NATIONALITY[mine, theirs], "7.11")
    surprised = [n for n in (BRITAIN, FRANCE) if g.nations.surprised[n] == g.turn]
    found.add("surprised", int(any(g.roster.nations[u] in surprised for u in ships)), "18.2")
    inland = MEDITERRANEAN in g.ground.regions[area]
    found.add("winter", int(g.season == WINTER and not inland), "7.8")
    found.add("carrier aircraft", -int(bool(full_carriers(g, ships))), "7.8")
    found.add("enemy carrier aircraft", int(bool(full_carriers(g, target.ships))), "7.8")
    found.add("aircraft beside the area", -int(bool(scouts(g, side, area))), "7.8")
    strait = area in narrow_areas(g) and any(hex_sides(g)[p] == side for p in g.ground.sea_ports[area])
    found.add("own port on the strait", -3 * int(strait), "7.8")
    far = max([distance(g, g.roster.nations[u], place, area) for u in ships])
    patrol = place == area
    found.add(f"{far} sea areas away", 0 if patrol else NEARNESS.get(far, 3), "7.8")
    radar = any(g.roster.nations[u] in (BRITAIN, USA) for u in ships) and boon(g, BRITAIN, "radar")
    found.add("naval radar", -int(bool(radar)), "28.2.2")
    if not counter:
        found.add("evasion", EVASION * int(evasion), "7.8.2")
        found.add("enemy aircraft beside the area", int(bool(scouts(g, 1 - side, area))), "7.8")
        there = any(g.roster.sides[u] == side for u in ships_at(g).get(area, ()))
        found.add("patrol in the area", -2 * int(there), "7.4")
        found.add("enemy carries units", -int(target.cargo), "7.8")
    return found


@rule("7.8")
def meets(roll: int, modifier: int, size: int) -> bool:
    """Whether a roll finds a force of this size: natural 1 always, natural 10 never."""
    if roll in (1, 10):
        return roll == 1
    return INTERCEPTION[INTERCEPTION.column(size), roll + modifier]


@rule("7.8", "16.1.7.2")
def search(
    g: War, ships: Sequence[int], place: int, area: int, target: Force, *, counter: bool, evasion: bool = False
) -> Flow[bool]:
    """A naval force rolls to meet another; either way it has tried this mission. Chits help the one or the other"""
    spies = yield from chit_duel(g, g.roster.sides[ships[0]], "interception", f"a search in {g.board.label(area)}")
    modifiers = interception_modifiers(g, ships, place, area, target, counter=counter, evasion=evasion)
    modifiers.add("espionage", spies, "16.1.7.2")
    what = "counter-interception" if counter else "interception"
    words = f"{what} from {g.board.label(place)} in {g.board.label(area)}, {modifiers}"
    roll = g.roll(D10, words, "7.8", aim=aim(g, area, ships))
    found = meets(roll, modifiers.total, size_of(g, target))
    for u in ships:
        g.units[u].missions = g.units.missions[u] | WATCHED
    g.say("{}: {} from {}", g.hexes[area], "met" if found else "missed", g.hexes[place], rule="7.8")
    return found


@rule("7.8.3", "7.9.1", "11.2.1.1", "7.4")
def aircraft_beside(g: War, side: int, area: int) -> list[int]:
    """Land-based aircraft of a side that can fly over a sea area: based beside it, in supply, not yet flown there this impulse;
    on the own turn active."""
    kinds, sides, shore = g.roster.kinds, g.roster.sides, bases_beside(g, area)
    found = []
    for u, at in enumerate(g.units.at):
        if at not in shore or sides[u] != side or kinds[u] not in AIR or g.units.aboard[u] >= 0:
            continue
        if g.units.supply[u] == NONE or g.units.missions[u] & OVER_SEA or worn_out(g, u):
            continue
        if g.roster.nations[u] == SWEDEN and area not in swedish_waters(g):
            continue
        if side == g.side and not g.units.active[u]:
            continue
        found.append(u)
    return found


@rule("7.8.3", "11.2.3", "12.6.3")
def may_fly_over(g: War, side: int, plane: int, area: int) -> No | None:
    """Why an aircraft cannot fly over a sea area: the test behind `aircraft_beside`, one reason at a time."""
    units = g.units
    if not g.ground.sea[area]:
        return No("7.8.3", f"{g.board.label(area)} is no sea area")
    if g.roster.kinds[plane] not in AIR or units.at[plane] < 0 or g.roster.sides[plane] != side:
        return No("7.8.3", "it is no aircraft of yours on the board")
    if units.aboard[plane] >= 0:
        return No("7.8.3", "it flies with its carrier")
    if units.at[plane] not in bases_beside(g, area):
        return No("7.8.3", f"its base does not lie beside {g.board.label(area)}")
    if g.roster.nations[plane] == SWEDEN and area not in swedish_waters(g):
        return No("23.50", "Swedish aircraft keep to the seas of Sweden and Norway")
    if units.supply[plane] == NONE:
        return No("12.6.3", "it is out of supply")
    if worn_out(g, plane):
        return No("11.11.4", "a depleted naval air unit flies no missions")
    if units.missions[plane] & OVER_SEA:
        return No("11.2.3", "it has flown over the sea this turn")
    return No("4.0", "no effort activates it") if side == g.side and not units.active[plane] else None


@rule("11.11.4")
def worn_out(g: War, plane: int) -> bool:
    """Whether an aircraft flies no missions for being depleted: naval ones; others fight on as Fourth Rate."""
    return bool(g.units.depleted[plane]) and g.roster.kinds[plane] == Kind.NAC


@rule("7.8", "7.10")
def may_search(g: War, side: int, place: int, area: int, tried: Collection[int]) -> No | None:
    """Why the ships of a place cannot look for a force in an area."""
    if not g.ground.sea[area]:
        return No("7.8", f"{g.board.label(area)} is no sea area")
    own = [u for u in ships_at(g).get(place, ()) if g.roster.sides[u] == side]
    if not own:
        return No("7.8", f"no ships of yours lie in {g.board.label(place)}")
    if place in tried:
        return No("7.8", "these ships have tried already")
    able = naval_forces(g, side).get(place)
    if not able:
        return may_meet(g, own[0])
    return None if near_enough(g, place, able, area) else No("7.8", f"more than {WATCH} sea areas away, or a strait bars the way")


OVER_SEA = 1 << 40  # bit of Unit.missions of an aircraft: it has fought over the sea this player turn


def fly_out(g: War, plane: int) -> None:
    g.units[plane].missions = g.units.missions[plane] | OVER_SEA
