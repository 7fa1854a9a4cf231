"""13.6.8: gearing limits (option 39). In a turn a power builds, fits out and repairs at most one unit of a class more than in the
turn before. Classes are those of the unit cost chart; convoy points count in lots as ships.
"""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.state import NOWHERE, War

CLASSES = ("infantry", "cavalry", "armour", "artillery", "air", "pilot", "ship", "submarine", "facility", "marker")
LOT, LOT_IN_FLAMES = 5, 3  # convoy points that count as one ship; fewer with option 5
SHIP = CLASSES.index("ship")


def gearing_key(power: int, kind: int) -> int:
    """Under which a power's units of a class are counted in `g.built` and `g.built_before`."""
    return power * len(CLASSES) + kind


@rule("13.6.8")
def gearing_class(g: War, kind: Type) -> int:
    """The class of a type on the unit cost chart; escorts and raiders of the kits are ships."""
    row = g.charts.types.get(kind.printed)
    return CLASSES.index(row.class_) if row is not None and row.class_ in CLASSES else SHIP


@rule("13.6.8")
def class_of_unit(g: War, unit: int) -> int:
    """The class of a counter; a convoy is a ship."""
    return SHIP if g.units.counter[unit] == NOWHERE else gearing_class(g, g.units[unit].sheet.type)


@rule("13.6.8")
def ships_in(g: War, points: int) -> int:
    """As how many ships convoy points count."""
    lot = LOT_IN_FLAMES if g.options.ships_in_flames else LOT
    return -(-points // lot)


@rule("13.6.8")
def is_limited(g: War, power: int) -> bool:
    """Whether the limits hold: not in the first turn of the campaign, nor in one in which a major power declares war on it."""
    wanted = bool(g.options.gearing_limits or g.settings.gearing_limits)
    return wanted and g.turn != g.first_turn and g.powers.attacked_on[power] != g.turn


@rule("13.6.8")
def may_gear(g: War, power: int, kind: int, count: int = 1) -> No | None:
    """Whether so many more of a class may be built this turn."""
    if not is_limited(g, power):
        return None
    key = gearing_key(power, kind)
    limit = g.built_before.get(key, 0) + 1
    done = g.built.get(key, 0)
    if done + count <= limit:
        return None
    return No("13.6.8", f"the gearing limit for {CLASSES[kind]} is {limit} this turn, and {done} are built")


def count_built(g: War, power: int, kind: int, count: int = 1) -> None:
    """Remember what was built."""
    key = gearing_key(power, kind)
    g.built[key] = g.built.get(key, 0) + count


@rule("13.6.8")
def shift_gears(g: War) -> None:
    """A production step begins: what was built last turn sets the limits."""
    for key in {*g.built_before, *g.built}:
        g.built_before[key] = g.built.get(key, 0)
    g.built.clear()
