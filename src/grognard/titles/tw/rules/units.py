"""Units on the board: who stands where, whose they are, how good they are (10.8, 11.11), and how they are lost (10.2.6,
12.6.4)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from grognard.kernel.cache import Gathered, derived
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import Kind, fragile
from grognard.titles.tw.nations import GERMANY
from grognard.titles.tw.state import FULL, LIMITED, LOST, LOST_UNSUPPLIED, NONE, Unit, War

BLACKSHIRTS = "ita_inf_black"  # 28.1.1: always First Rate


armies = Gathered("units", lambda g: g.roster.ground, lambda g: g.roster.barring)


@derived("units.at", "units.design")
def ground_at(g: War) -> dict[int, list[int]]:
    """Ground units by hex, in no order of hexes."""
    return armies(g).by_place


@derived("units.at", "units.design", "units.aboard")
@rule("11.5.1", "11.1")
def air_at(g: War) -> dict[int, list[int]]:
    """Air units by the hex of their base; naval aircraft aboard a carrier have none."""
    found: dict[int, list[int]] = {}
    at, aboard = g.units.at, g.units.aboard
    for u in g.roster.air:
        if at[u] >= 0 and aboard[u] < 0:
            found.setdefault(at[u], []).append(u)
    return found


@derived("units.at", "units.design", "units.flag", "units.regular", "nations.side")
def presence(g: War) -> bytearray:
    """By space, bit 1 for Axis and bit 2 for Allied ground units that bar the way; a lone flak unit does not (11.12.2)."""
    return armies(g).bits


@derived("hexes.holder", "nations.side")
def side_bytes(g: War) -> bytes:
    """Side by space, a signed byte each."""
    sides = bytearray(b"\xff" * 256)
    sides[: len(g.nations.side)] = bytes(g.nations.side)
    return array("b", g.hexes.holder).tobytes().translate(sides)


@derived("hexes.holder", "nations.side")
def hex_sides(g: War) -> list[int]:
    """Side by space: whose ground forces were there last, -1 for water, 2 for neutral land."""
    return array("b", side_bytes(g)).tolist()


def side_of(g: War, unit: int) -> int:
    return g.roster.sides[unit]


def patron_of(g: War, unit: int) -> int:
    """The Major Power that moves and pays for a unit (4.2, 8.6)."""
    return g.roster.patrons[unit]


def enemies_in(g: War, space: int, side: int) -> list[int]:
    """Ground units of the other side in a hex."""
    sides = g.roster.sides
    return [u for u in ground_at(g).get(space, ()) if sides[u] == 1 - side]


def friends_in(g: War, space: int, side: int) -> list[int]:
    """Ground units of a side in a hex."""
    sides = g.roster.sides
    return [u for u in ground_at(g).get(space, ()) if sides[u] == side]


@rule("10.8", "10.8.1", "10.8.2", "10.8.3", "10.8.4", "20.2")
def army_rating(g: War, unit: int) -> int:
    """First to Fourth Rate: depleted units are Fourth, German ones and the Volkssturm Third, others as their army."""
    known = g.roster
    nation = known.nations[unit]
    if known.kinds[unit] == Kind.PART or g.units.regular[unit]:
        return 4
    if weakened(g, unit):
        return 3 if nation == GERMANY else 4
    if g.designs[g.units.design[unit]].id == BLACKSHIRTS:
        return 1
    return 3 if "volkssturm" in g.designs[g.units.design[unit]].marks else g.nations.army[nation]


@derived("units.design", "units.depleted", "units.supply", "units.regular", "nations.army")
def army_ratings(g: War) -> list[int]:
    """Rating by unit."""
    return [army_rating(g, u) for u in range(len(g.units))]


@rule("11.11.1", "11.11.2", "11.11.3", "11.11.4")
def air_rating(g: War, unit: int) -> int:
    """Of an aircraft against others in the air: naval ones are Fourth Rate there."""
    return 4 if g.roster.kinds[unit] == Kind.NAC else bombing_rating(g, unit)


@rule("11.11.4", "12.2.3")
def bombing_rating(g: War, unit: int) -> int:
    """Of an aircraft against ships: that of its air force, naval ones too; depleted and unsupplied ones are Fourth Rate, with a
    limited source of supply none is better than Third."""
    if g.units.depleted[unit] or g.units.supply[unit] == NONE:
        return 4
    rating = g.nations.air[g.roster.nations[unit]]
    return max(rating, 3) if g.units.supply[unit] == LIMITED else rating


@rule("12.2.3")
def weakened(g: War, unit: int) -> bool:
    """Depleted, or in limited supply, which is the same for ground units."""
    return bool(g.units.depleted[unit]) or g.units.supply[unit] == LIMITED


@rule("10.8.5", "9.6")
def governing(weights: Iterable[tuple[int, int]]) -> int:
    """Of (rating, factors), the rating that counts for all: the best that has, with its betters, half of the factors or more."""
    by_rating: dict[int, int] = {}
    for rating, factors in weights:
        by_rating[rating] = by_rating.get(rating, 0) + factors
    total, sum_so_far = sum(by_rating.values()), 0
    for rating in sorted(by_rating):
        sum_so_far += by_rating[rating]
        if 2 * sum_so_far >= total:
            return rating
    return max(by_rating, default=4)


@rule("10.2.6", "1.2")
def deplete(g: War, unit: Unit, rule: str) -> None:
    """A unit is depleted; a second time, or where it is too small, it is lost."""
    if unit.depleted or fragile(unit.sheet):
        eliminate(g, unit, rule)
        return
    _british_blood(g, unit)
    unit.depleted = 1
    g.say("{} is depleted", unit, rule=rule)


def _british_blood(g: War, unit: Unit) -> None:
    """18.4: the French notice when whole British units suffer in France."""
    bleeds = unit.sheet.nation == "britain" and unit.sheet.kind in (Kind.ARM, Kind.MOT, Kind.FTR, Kind.TAC)
    if bleeds and not unit.depleted and unit.at >= 0 and g.ground.country[unit.at] == "france":
        g.british_losses = 1


@rule("12.6.4", "10.3.3")
def eliminate(g: War, unit: Unit, rule: str, *, unsupplied: bool = False) -> None:
    """A unit leaves the board; ground units lost out of supply are kept apart, for they cost double."""
    _british_blood(g, unit)
    if unit.sheet.nation == "britain" and unit.sheet.ground and unit.at >= 0 and g.ground.country[unit.at] == "france":
        g.dunkirk += unit.sheet.strength  # 17.2.1
    unit.fallen = 1
    apart = unsupplied or (unit.supply == NONE and unit.sheet.ground)
    g.say("{} is eliminated out of supply" if apart else "{} is eliminated", unit, rule=rule)
    unit.pool = LOST_UNSUPPLIED if apart else LOST
    unit.at = NOWHERE
    unit.depleted = 0
    unit.reserve = 0
    unit.supply = FULL
    unit.free_until = NOWHERE
    unit.spearhead = 0
    unit.task = 0
    unit.regular = unit.covert = 0


def fleets_of(g: War, side: int) -> list[int]:
    """Undepleted Fleets of a side."""
    known, at, depleted = g.roster, g.units.at, g.units.depleted
    return [u for u in known.naval if at[u] >= 0 and known.sides[u] == side and not depleted[u]]
