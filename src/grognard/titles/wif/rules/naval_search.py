"""11.5.4 to 11.5.6: who is committed to a naval combat, who finds whom, and the surprise points of a round."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type, Weather
from grognard.titles.wif.rules.carriers import air_component as air_component
from grognard.titles.wif.rules.carriers import plane_range, planes_aboard
from grognard.titles.wif.rules.hulls import is_docked, is_flying_boat, is_port, is_raider, points_in
from grognard.titles.wif.rules.sailing import is_sub
from grognard.titles.wif.rules.sea_wars import may_clash
from grognard.titles.wif.rules.surprise import catches_country, declared_war_on
from grognard.titles.wif.rules.units import NOBODY, air_at, ships_by_space
from grognard.titles.wif.state import War

SECTIONS = 5
BLIND = (Weather.STORM, Weather.BLIZZARD)
SPOTTED = 3  # convoy points a transport that lies low counts as (option 28)
RAIDERS = 2  # 22.16: auxiliary cruisers are hard to tell from freighters
FAR = 7  # range of carrier planes that help the search most


@dataclass
class Sides:
    """The two sides of a combat in a sea area: by side (Axis, Allies) the units committed, included, and its points."""

    area: int
    active: int
    subs: list[bool] = field(default_factory=lambda: [False, False])
    committed: list[list[int]] = field(default_factory=lambda: [[], []])
    included: list[list[int]] = field(default_factory=lambda: [[], []])
    rolls: list[int] = field(default_factory=lambda: [0, 0])
    points: list[int] = field(default_factory=lambda: [0, 0])
    homeward: bool = False  # 13.4: only units that stay at sea and those intercepted take part
    forced: frozenset[int] = frozenset()  # 22.16: submarines that a sub-hunter intercepted are committed every round
    fired: set[int] = field(default_factory=set)  # 22.16: ASW units that have fired first in this round


@rule("11.5.4", "9.8")
def can_fight(g: War, unit: int, foes: list[int]) -> bool:
    """Whether a unit may fight any of the enemies there."""
    return any(may_clash(g, unit, v) for v in foes)


def present(g: War, area: int, side: int) -> list[int]:
    """A side's ships and aircraft in a sea area that can fight somebody there; aircraft not in storm or blizzard."""
    blind = g.weather_by_space[area] in BLIND
    boxes = g.ground.sections[area]
    fleets, docked, whose = ships_by_space(g), g.units.docked, g.units.power
    there = [u for box in boxes for u in (*fleets.get(box, NOBODY), *(() if blind else air_at(g, box)))]
    everybody = [u for u in there if not docked[u] or not is_docked(g, u)]
    own = [u for u in everybody if SIDE_OF_POWER[whose[u]] == side]
    foes = [u for u in everybody if SIDE_OF_POWER[whose[u]] != side]
    return [u for u in own if can_fight(g, u, foes)]


@rule("11.6")
def note_entry(g: War, units: list[int], area: int) -> None:
    """Units have moved into a sea area: if one of them is at war with somebody there, the other side may seek battle."""
    side = SIDE_OF_POWER[g.units.power[units[0]]]
    fighters = present(g, area, side)
    if any(u in fighters for u in units):
        g.hexes[area].entered |= 1 << side


@rule("11.5.4", "9.8")
def commit(g: War, sides: Sides) -> None:
    """Everybody but submarines is committed; those only if their side says so."""
    for side in (0, 1):
        everybody = present(g, sides.area, side)
        sides.committed[side] = [u for u in everybody if sides.subs[side] or not is_sub(g, u) or _must_fight(g, sides, u)]
    own, foes = sides.committed
    sides.committed = [[u for u in own if can_fight(g, u, foes)], [u for u in foes if can_fight(g, u, own)]]  # 9.8


@rule("22.16")
def _must_fight(g: War, sides: Sides, sub: int) -> bool:
    """Submarines that a sub-hunter met, milchcows that serve as ports, and the I-400 while it or a plane of it is face-down."""
    if not g.options.convoys_in_flames:
        return False
    down = g.units.down[sub] or any(g.units.down[u] for u in planes_aboard(g, sub))
    return sub in sides.forced or is_port(g, sub) or bool(down and is_flying_boat(g, sub))


@rule("11.5.5")
def search_number(g: War, units: list[int], area: int, section: int) -> int:
    """The modified search number of a section for the side that has these committed units."""
    here = [u for u in units if g.ground.section[g.units.at[u]] == section]
    if g.weather_by_space[area] in BLIND:
        return section
    best = 0
    for u in here:
        if g.roster.types[u] == Type.NAV:
            best = max(best, 1)
        far = 0 if g.units.damaged[u] else plane_range(g, u)
        if far >= FAR:
            best = max(best, g.settings.far_planes_search)
        elif far >= g.settings.near_planes:
            best = max(best, 1)
    return section + best


@rule("11.5.5")
def roll_modifier(g: War, area: int, foes: list[int], *, plain: bool = False) -> int:
    """What is added to a search roll: bad weather, more for a force of raiders alone, less for every ten enemy convoy points.
    `plain`: an interception, or a search after one."""
    weather = g.weather_by_space[area]
    found = int(weather != Weather.FINE)
    if foes and all(is_raider(g, u) for u in foes):
        found += RAIDERS  # 22.16
    if weather not in BLIND and not plain:
        convoys = sum(points_in(g, u) for u in foes)
        if g.options.spotting_fleets:
            convoys += SPOTTED * sum(_lies_low(g, u) for u in foes)
        found -= -(-convoys // 10)
    return found


def _lies_low(g: War, unit: int) -> bool:
    """Option 28: a face-down TRS or AMPH in section 0 is seen like convoy points."""
    low = g.units.down[unit] and g.ground.section[g.units.at[unit]] == 0
    return bool(low) and g.roster.types[unit] in (Type.TRS, Type.AMPH)


@rule("11.5.5")
def found_sections(g: War, sides: Sides, side: int, roll: int, *, plain: bool = False) -> list[int]:
    """Sections whose units a side's search roll includes."""
    units = sides.committed[side]
    modified = roll + roll_modifier(g, sides.area, sides.committed[1 - side], plain=plain)
    taken = {g.ground.section[g.units.at[u]] for u in units}
    return [n for n in range(SECTIONS) if n in taken and modified <= search_number(g, units, sides.area, n)]


def in_sections(g: War, units: list[int], sections: list[int]) -> list[int]:
    return [u for u in units if g.ground.section[g.units.at[u]] in sections]


@rule("11.5.6")
def surprise_points(g: War, sides: Sides, side: int) -> int:
    """A side's surprise points: the best search number of a section with included units, and the other side's roll."""
    own = sides.included[side]
    if not own or caught_unawares(g, own, sides.included[1 - side]):
        return 0
    best = max(g.ground.section[g.units.at[u]] for u in own)
    return search_number(g, sides.committed[side], sides.area, best) + sides.rolls[1 - side]


@rule("15.1")
def caught_unawares(g: War, own: list[int], foes: list[int]) -> bool:
    """Whether a combat is between powers that declared war this impulse and their victims alone: no points for these."""
    raiders = {g.units.power[u] for u in foes}
    return bool(raiders) and all(
        all(declared_war_on(g, raider, g.units.power[u]) for raider in raiders) or catches_country(g, foes, g.units.country[u])
        for u in own
    )
