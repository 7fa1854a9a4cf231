"""26: weather on the three fronts. The tables are in tables/; what they do to movement, air and engineers is asked here.

Baltic ice (26.1.1) is in seas.py and missions.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grognard.kernel.cache import derived
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.rules import rule
from grognard.titles.tw.boons import lasting
from grognard.titles.tw.charts import SEASONAL, WINTER_EAST, WeatherLevel, WinterLevel
from grognard.titles.tw.ground import EASTERN, MEDITERRANEAN, WESTERN
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import AXIS, FINLAND, GERMANY, INDEX, MAJORS, USA
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.units import deplete, presence
from grognard.titles.tw.state import FALL, LLE, SPRING, WINTER, Unit, War
from grognard.titles.tw.subjects import Depletion

SWEDEN = INDEX["sweden"]
ARMOUR = (Kind.ARM, Kind.MECH)
WHEELS = (Kind.ARM, Kind.MECH, Kind.MOT)
HALVED_DOWN, HALVED_UP = -1, -2
NO_LEVEL = SEASONAL["west", 1]


def eastern_war(g: War) -> bool:
    """Whether Germany and the Soviet Union are at war."""
    return g.barbarossa >= 0 and g.turn >= g.barbarossa


@rule("3.2", "26.1", "26.1.1", "26.1.3", "26.1.3.1", "26.1.3.2", "26.2", "26.3")
def weather(g: War) -> Flow[None]:
    """Determine the weather on every front"""
    g.east = g.west = g.south = g.east_winter = 0
    season = g.season
    if season == SPRING:
        g.east = _level(g, "spring", "Soviet") if eastern_war(g) else 3  # before the war: Heavy Mud
        if g.worst_winter >= 6:
            g.east = min(g.east + 1, 4)
        g.worst_winter = 0
    elif season == FALL:
        g.east = _level(g, "fall", "Soviet") if eastern_war(g) else 2
    elif season == WINTER:
        level = _level(g, "west", "British")
        if g.year in (1939, 1940):
            level = min(level + 1, 5)  # TW-AMB-49
        g.west = level
        g.south = _level(g, "mediterranean", "British")
        yield from eastern_winter(g, planned=False)
    if season != WINTER and g.east:
        g.say("the weather in the east: {}", SEASONAL["spring" if season == SPRING else "fall", g.east].name, rule="26.1.3")


def _difference(g: War, front: str, other: str) -> int:
    axis = g.roll(D10, f"weather, {front}: German roll", "26.0")
    return axis - g.roll(D10, f"weather, {front}: {other} roll", "26.0")


def _level(g: War, table: str, other: str) -> int:
    difference = _difference(g, table, other)
    if table == "west" and lasting(g, USA, "west"):
        difference = min(difference + 2, 9)  # 28.2.4
    found = next(w for (name, _), w in SEASONAL.items() if name == table and w.from_ <= difference <= w.to)
    if table in ("west", "mediterranean"):
        g.say("the weather, {}: {}", table, found.name, rule="26.2" if table == "west" else "26.3")
    return found.level


@rule("26.1.1", "26.1.2")
def eastern_winter(g: War, *, planned: bool = True) -> Flow[None]:
    """Roll for the Russian winter and lose units to it"""
    g.east_winter = 1
    if not eastern_war(g):
        g.east = 4  # before the war it is always Harsh
        return
    bonus = winter_preparation(g, planned=planned)
    difference = max(-9, min(9, _difference(g, "Russian winter", "Soviet") + bonus))
    level = next(w for w in WINTER_EAST.values() if w.from_ <= difference <= w.to)
    g.east = level.level
    g.worst_winter = max(g.worst_winter, level.level)
    g.say("the weather in the east: {}", level.name, rule="26.1.1")
    yield from winter_losses(g, level)


@rule("26.1.2")
def winter_preparation(g: War, *, planned: bool = True) -> int:
    """What is added to the German roll: the first winter -1, or +2 after an LLE in the fall; from the third winter +1. Once the
    efforts of the winter are planned, the fall's are those of the turn before."""
    if lasting(g, GERMANY, "winter"):
        return winter_bonus(g, planned=planned) + 4  # 28.1.2
    return winter_bonus(g, planned=planned)


def winter_bonus(g: War, *, planned: bool) -> int:
    """The same without a Variant."""
    winters = (g.turn - g.barbarossa) // 4  # TW-AMB-39: both rolls of a winter
    if winters == 0:
        row = g.nations[GERMANY]
        return 2 if (row.effort_before if planned else row.effort) == LLE else -1
    return 1 if winters >= 2 else 0


def winter_losses(g: War, level: WinterLevel) -> Flow[None]:
    """The Axis chooses which units in the Soviet Union of 1939 the cold depletes, those next to the enemy first"""
    kinds, nations, strengths = g.roster.kinds, g.roster.nations, g.roster.strengths

    def german(kind: Kind, strength: int) -> list[int]:
        return [u for u in _exposed(g) if nations[u] == GERMANY and kinds[u] == kind and strengths[u] == strength]

    def satellites() -> list[int]:
        found = [u for u in _exposed(g) if nations[u] not in MAJORS and nations[u] != FINLAND]
        if level.name == "Russian Winter":
            found = [u for u in found if kinds[u] == Kind.INF]
        best = max([strengths[u] for u in found], default=0)
        return [u for u in found if strengths[u] == best]

    losses: tuple[tuple[int, str, Callable[[], list[int]]], ...] = (
        (level.deplete_arm, "8-8 ARM", partial(german, Kind.ARM, 8)),
        (level.deplete_mech, "4-8 MECH", partial(german, Kind.MECH, 4)),
        (level.deplete_inf, "6-factor INF", partial(german, Kind.INF, 6)),
        (level.deplete_satellite, "satellite unit", satellites),
    )
    for many, what, pick in losses:
        for _ in range(many):
            found = _front_first(g, pick())
            if not found:
                break
            act = one_of("freeze", "26.1.1", "{0}", Unit, found, "another kind of unit, or one that is not beside Soviets")
            choice, _ = yield from menu(g, g.seat(AXIS), f"Winter depletes one {what}", Depletion("26.1.1"), act, rule="26.1.1")
            deplete(g, choice.arg, "26.1.1")


def _exposed(g: War) -> list[int]:
    """Full Axis ground units inside the Soviet Union of 1939."""
    sides, kinds, home = g.roster.sides, g.roster.kinds, g.ground.ussr_1939
    return [
        u
        for u, at in enumerate(g.units.at)
        if at >= 0 and sides[u] == AXIS and kinds[u] <= Kind.PART and home[at] and not g.units.depleted[u]
    ]


def _front_first(g: War, units: list[int]) -> list[int]:
    there, steps, at = presence(g), g.ground.steps, g.units.at
    front = [u for u in units if any(there[b] & 2 for b in steps[at[u]])]
    return front or units


# --- what the weather does ----------------------------------------------------------------------------------------------------


@rule("10.6.7", "26.1.1")
def frozen(g: War) -> bool:
    """Whether rivers and swamps of the Eastern Front are ice."""
    return bool(g.east_winter)


def zones_frozen(g: War) -> bool:
    """Severe winter cancels zones of control in the east, in the Axis turn and in the Soviet turn (TW-AMB-61)."""
    return bool(g.east_winter) and WINTER_EAST[g.east].no_zoc


@derived("east", "west", "south", "east_winter", "turn", lasting=True)
def seasonal_levels(g: War) -> list[WeatherLevel | None]:
    """By space, the level of the tables of spring, fall, west and Mediterranean that lies on it."""
    known = {words: _seasonal_over(g, words) for words in set(g.ground.weather)}
    return [known[words] for words in g.ground.weather]


def _seasonal_over(g: War, words: frozenset[str]) -> WeatherLevel | None:
    if EASTERN in words and g.east and not g.east_winter:
        return SEASONAL["spring" if g.season == SPRING else "fall", g.east]
    if EASTERN in words and g.east_winter:
        return None  # Sweden stands in two lists: the east counts (TW-AMB-62)
    if WESTERN in words and g.west:
        return SEASONAL["west", g.west]
    if MEDITERRANEAN in words and g.south:
        return SEASONAL["mediterranean", g.south]
    return None


def _winter(g: War, space: int) -> WinterLevel | None:
    return WINTER_EAST[g.east] if g.east_winter and g.ground.eastern[space] else None


def _hardy(g: War, unit: int) -> bool:
    """Soviets, Finns and Swedes have the milder column of the winter table."""
    return g.roster.sides[unit] != AXIS or g.roster.nations[unit] in (FINLAND, SWEDEN)


@rule("26.1.1", "23.50")
def hard_freeze(g: War, unit: int) -> bool:
    """Siberians, and Swedes who fight for the Axis, know no worse winter than Hard Freeze, which takes nothing from them."""
    swedish = g.roster.nations[unit] == SWEDEN and g.roster.sides[unit] == AXIS
    return swedish or "siberian" in g.designs[g.units.design[unit]].marks


@rule("26.1.1", "26.1.3.1", "26.1.3.2", "26.2", "26.3")
def movement_loss(g: War, unit: int) -> int:
    """Movement points that a ground unit loses by the weather where it starts (TW-AMB-77)."""
    if fair_weather(g):
        return 0
    at, kind = g.units.at[unit], g.roster.kinds[unit]
    winter = _winter(g, at)
    if winter is not None:
        if hard_freeze(g, unit):
            return 0
        if _hardy(g, unit):
            return winter.ally_arm if kind in ARMOUR else winter.ally_inf if kind in (Kind.INF, Kind.CAV) else 0
        return winter.axis_arm if kind in ARMOUR else winter.axis_other
    level = seasonal_levels(g)[at]
    if level is None:
        return 0
    quick = ARMOUR if level.table in ("spring", "fall") else WHEELS
    return level.fast if kind in quick else level.slow


@derived("east", "west", "south", "east_winter", "turn", lasting=True)
def worst_movement_loss(g: War) -> int:
    """The most movement points that the weather takes from a unit anywhere."""
    losses = [n for level in set(seasonal_levels(g)) if level is not None for n in (level.fast, level.slow)]
    if g.east_winter:
        winter = WINTER_EAST[g.east]
        losses += [winter.axis_arm, winter.axis_other, winter.ally_arm, winter.ally_inf]
    return max(losses, default=0)


@derived("east", "west", "south", "east_winter")
def fair_weather(g: War) -> bool:
    """Whether no front has any weather."""
    return not (g.east or g.west or g.south or g.east_winter)


def no_second_impulse(g: War, space: int, side: int) -> bool:
    """Whether the weather on a hex forbids second impulse movement and combat."""
    winter = _winter(g, space)
    if winter is not None:
        return winter.no_second and side == AXIS
    level = seasonal_levels(g)[space]
    return level is not None and level.no_second


@rule("26.1.3.1", "26.1.3.2", "26.1.1", "26.3")
def no_second_combat(g: War, space: int) -> bool:
    """Heavy Mud forbids second impulse combat as well; the coldest winters and the southern Morass forbid only movement
    (TW-AMB-75)."""
    level = seasonal_levels(g)[space]
    return level is not None and level.no_second and level.table in ("spring", "fall")


def no_automatic_victory(g: War, space: int, side: int) -> bool:
    winter = _winter(g, space)
    if winter is not None:
        return winter.no_av and side == AXIS
    level = seasonal_levels(g)[space]
    return level is not None and level.no_av


def no_airdrop(g: War, space: int, side: int) -> bool:
    winter = _winter(g, space)
    if winter is not None:
        return winter.no_drop and side == AXIS
    level = seasonal_levels(g)[space]
    return level is not None and level.no_drop


@rule("26.2", "26.3", "26.1.3.1")
def no_landing(g: War, space: int) -> bool:
    """Whether the weather forbids landings from the sea: that of a western winter; mud and the southern winter forbid parachutes
    alone, the ice of the Baltic is in seas.py."""
    level = seasonal_levels(g)[space]
    return level is not None and level.table == "west" and level.no_drop


def greatest_shift(g: War, space: int, side: int) -> int:
    """The most columns that air support of a side can shift a battle in a hex."""
    winter = _winter(g, space)
    if winter is not None:
        return winter.axis_shift if side == AXIS else winter.ally_shift
    level = seasonal_levels(g)[space]
    return 2 if level is None else level.shift


def no_building(g: War, space: int) -> bool:
    """Whether the weather stops work on fortifications and fortresses; inside the Soviet Union of 1939 every winter does."""
    if g.season == WINTER and g.ground.ussr_1939[space]:
        return True  # 10.6.4
    winter = _winter(g, space)
    if winter is not None:
        return winter.no_fort
    level = seasonal_levels(g)[space]
    return level is not None and level.no_fort


def air_range(g: War, unit: int, printed: int) -> int:
    """What the weather at its base leaves of an air unit's range."""
    at = g.units.at[unit]
    winter = _winter(g, at)
    if winter is not None:
        if hard_freeze(g, unit):
            return printed
        if _hardy(g, unit):
            return max(printed - winter.ally_air, 0)
        if winter.grounded:
            return 0
        return printed // 2 if winter.axis_air == HALVED_DOWN else min(printed, winter.axis_air)
    level = seasonal_levels(g)[at]
    return (printed + 1) // 2 if level is not None and level.air == HALVED_UP else printed


def trains_left(g: War) -> int:
    """How many Axis units may use rails or strategic movement inside the Soviet Union of 1939 in a turn."""
    return WINTER_EAST[g.east].trains if g.east_winter else 9


def double_trains(g: War, space: int) -> bool:
    level = seasonal_levels(g)[space]
    return level is not None and level.double
