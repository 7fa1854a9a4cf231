"""11.3, 11.5.3: aircraft patrol the seas: they fly into a section of a sea-box, go lower, come home, or join a battle there."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Action, Activity, Type
from grognard.titles.wif.rules.actions import count, left, may_do
from grognard.titles.wif.rules.flight import highest_section, sea_reach
from grognard.titles.wif.rules.flying_bombs import fuelled, mothers, release
from grognard.titles.wif.rules.fuel import SHIP, burn, may_fuel
from grognard.titles.wif.rules.homeward import bases
from grognard.titles.wif.rules.missions import NO_FLYING, fliers, may_extend, printed_range
from grognard.titles.wif.rules.naval_search import note_entry
from grognard.titles.wif.rules.powers import active, at_war, powers_of
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.surprise import declared_war_on
from grognard.titles.wif.rules.units import air_at, ships_at
from grognard.titles.wif.rules.weather import weather_at
from grognard.titles.wif.state import GROUNDED, NOWHERE, Hex, Power, Unit, War

MOVED = int(Activity.NAVAL_AIR) + 1
HALF = Fraction(1, 2)


class Patrols(Subject, frozen=True):
    """A major power's naval air missions."""

    power: Annotated[int, Power]


class Mission(Subject, frozen=True):
    """An aircraft on a naval air mission."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]

    @once
    def goals(self, g: War) -> list[int]:
        return goals(g, self.unit)


class Scramble(Subject, frozen=True):
    """Aircraft of a power that may join a battle in a sea area (11.5.3)."""

    power: Annotated[int, Power]
    area: Annotated[int, Hex]

    @once
    def pairs(self, g: War) -> list[tuple[int, int]]:
        return scrambles(g, self)


# --- who flies, and where to (11.3) -------------------------------------------------------------------------------------------


@rule("11.3", "2.4.3", "14.1.1")
def may_patrol(g: War, power: int, unit: int) -> No | None:
    """Whether an aircraft is one that flies naval air missions: face-up, a fighter or with air-to-sea factors, in supply."""
    units, known = g.units, g.roster
    if units.power[unit] != power or not known.air[unit] or units.at[unit] < 0:
        return No("11.3", "only your own aircraft on the map fly naval air missions")
    if units.aboard[unit] != NOWHERE or units.mission[unit] != GROUNDED:
        return No("11.3", "it is aboard a ship or in the air")
    if known.types[unit] == Type.CVP:
        return No("11.3", "carrier planes fly none")
    if known.types[unit] != Type.FTR and units[unit].sheet.air_to_sea <= 0:
        return No("11.3", "only fighters and aircraft with an air-to-sea factor fly over the sea")
    if units.down[unit]:
        return No("11.3", "only face-up aircraft fly")
    if g.ground.section[units.at[unit]] < 0 and units[unit].sheet.flying_bomb and not mothers(g, unit):
        return No("14.7", "it flies only with a face-up G4M or G8M of its hex")
    return None if in_supply(g, unit) else No("2.4.3", "out of supply it only rebases")


@rule("11.3", "10.2")
def may_take(g: War, subject: Patrols, unit: int) -> No | None:
    """Whether an aircraft may fly a naval air mission in this step."""
    no = may_patrol(g, subject.power, unit)
    if no is not None:
        return no
    if g.units.moved[unit] == MOVED:
        return No("10.2", "it has flown in this step")
    if g.ground.section[g.units.at[unit]] < 0:  # 10.3: the way home is free
        no = may_fuel(g, fuelled(g, unit), SHIP, Activity.NAVAL_AIR)
        if no is not None:
            return no
    return may_do(g, subject.power, Activity.NAVAL_AIR)


def flyable(g: War, subject: Patrols) -> list[int]:
    if left(g, subject.power, Activity.NAVAL_AIR) <= 0:
        return []
    return [u for u in fliers(g, subject.power) if may_take(g, subject, u) is None]


@rule("11.3", "14.2.3")
def sections_in_reach(g: War, base: int, points: int) -> list[int]:
    """Sections of sea-boxes an aircraft enters from a base with so many points; none in storm or blizzard."""
    found: list[int] = []
    for area, cost in sea_reach(g, base, points).items():
        if weather_at(g, area) not in NO_FLYING:
            found += g.ground.sections[area][: highest_section(points - cost) + 1]
    return found


@rule("11.3")
def goals(g: War, unit: int) -> list[int]:
    """Where a naval air mission takes an aircraft: into sections from its base; from sea a lower section, or home."""
    ground, at = g.ground, g.units.at[unit]
    if ground.section[at] < 0:
        found, seas = sections_in_reach(g, at, printed_range(g, unit) * (1 + may_extend(g, unit))), g.title.open_seas(g, unit)
        return found if seas is None else [s for s in found if ground.area[s] in seas]
    calm = weather_at(g, at) not in NO_FLYING and may_fuel(g, fuelled(g, unit), SHIP, Activity.NAVAL_AIR) is None
    home = [s for s in bases(g, unit) if not (g.settings.storm_bars_return and weather_at(g, s) in NO_FLYING)]
    return [*(ground.sections[ground.area[at]][: ground.section[at]] if calm else ()), *home]


@rule("11.3")
def may_fly(g: War, mission: Mission, goal: int) -> No | None:
    """Whether an aircraft may fly its mission to a section or a base."""
    if goal in mission.goals(g):
        return None
    ground, at = g.ground, g.units.at[mission.unit]
    if (ground.section[goal] >= 0 or g.settings.storm_bars_return) and weather_at(g, goal) in NO_FLYING:
        return No("11.3", "no aircraft flies into storm or blizzard")
    if ground.section[at] < 0:
        return No("11.3", f"{g.board.label(goal)} is no section within its range")
    return No("11.3", "from a sea-box it goes to a lower section of the same, or to a base within range")


# --- the step -----------------------------------------------------------------------------------------------------------------


@rule("11.3")
def fly_over_sea(g: War) -> Flow[None]:
    """Naval air missions: choose an aircraft, then its section or its base"""
    subject = Patrols(g.power)
    while flyable(g, subject):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: naval air missions", subject, DONE, TAKE, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == DONE.name:
            return


def patrolling_powers(g: War) -> list[int]:
    """For the sequence: powers of the active side that can fly naval air missions."""
    return [p for p in powers_of(g, g.side) if flyable(g, Patrols(p))]


def _take(g: War, subject: Patrols, unit: int) -> Flow[None]:
    """An aircraft flies a naval air mission"""
    yield from menu(g, g.seat(subject.power), "{0}: where to?", Mission(subject.power, unit), STAY, FLY, named=(g.units[unit],))


def fly(g: War, mission: Mission, goal: int) -> None:
    """The aircraft is in its section, face-up, or home and face-down."""
    row = g.units[mission.unit]
    if g.ground.section[goal] >= 0:
        burn(g, fuelled(g, mission.unit), SHIP, Activity.NAVAL_AIR)
    count(g, mission.power, Activity.NAVAL_AIR)
    if g.ground.section[goal] >= 0:
        _enter(g, mission.unit, goal)
    else:
        row.at, row.base, row.extended, row.down = goal, NOWHERE, 0, 1
    row.moved = MOVED
    g.say("{} flies to {}", row, g.hexes[goal], rule="11.3")


def _enter(g: War, unit: int, box: int) -> None:
    row = g.units[unit]
    into = g.ground.section[row.at] < 0
    if into:
        row.extended = int(box not in sections_in_reach(g, row.at, printed_range(g, unit)))  # WIF-DEC-22
        row.base, row.scrambled = row.at, 0
        if row.sheet.flying_bomb:
            release(g, unit, row.base)
    row.at = box
    if SIDE_OF_POWER[row.power] == g.side and (into or g.settings.lower_box_provokes):
        note_entry(g, [unit], g.ground.area[box])


# --- naval air interception (11.5.3) ------------------------------------------------------------------------------------------


@rule("11.5.3", "14.1.1")
def scrambles(g: War, subject: Scramble) -> list[tuple[int, int]]:
    """Aircraft on land that reach the battle with half their range, with the sections they may enter."""
    if weather_at(g, subject.area) in NO_FLYING:
        return []
    air, land, found = g.roster.air, g.ground.land, []
    for unit in fliers(g, subject.power):
        if not air[unit] or g.units.at[unit] < 0 or not land[g.units.at[unit]]:
            continue
        if g.countries.surprised_by[g.units.country[unit]]:  # 15.1: aircraft of a surprised minor fly into no sea area
            continue
        if may_patrol(g, subject.power, unit) is None and may_fuel(g, fuelled(g, unit)) is None:
            points = scramble_range(g, unit, extended=may_extend(g, unit))
            cost = sea_reach(g, g.units.at[unit], points).get(subject.area)
            if cost is not None:
                found += [(unit, box) for box in g.ground.sections[subject.area][: highest_section(points - cost) + 1]]
    return found


@rule("11.5.3", "14.1.1", "2.6")
def scramble_range(g: War, unit: int, *, extended: bool) -> int:
    """Half an aircraft's range, rounded up; of twice its range when it flies extended."""
    return int(printed_range(g, unit) * (1 + extended) * HALF + HALF)


@rule("11.5.3")
def may_scramble(g: War, subject: Scramble, pair: tuple[int, int]) -> No | None:
    """Whether an aircraft may fly into a section of the battle."""
    if pair in subject.pairs(g):
        return None
    no = may_patrol(g, subject.power, pair[0])
    if no is None:
        no = may_fuel(g, fuelled(g, pair[0]))
    if no is not None:
        return no
    return No("11.5.3", "only to sections of that sea-box within half its range, not in storm or blizzard")


@rule("11.5.3", "15.1")
def may_join(g: War, power: int, area: int) -> bool:
    """Whether a power flies to a battle: it has an enemy there, and the active side's powers have not passed."""
    if not active(g, power) or (SIDE_OF_POWER[power] == g.side and g.powers.action[power] == Action.PASS):
        return False
    there = {g.units.power[u] for box in g.ground.sections[area] for u in (*ships_at(g, box), *air_at(g, box))}
    foes = [p for p in there if at_war(g, power, p)]
    if not foes or all(declared_war_on(g, foe, power) for foe in foes):
        return False  # 15.1: the surprised do not fly against those who surprise them
    friends = [p for p in there if SIDE_OF_POWER[p] == SIDE_OF_POWER[power]]
    return not friends or any(active(g, p) and not all(declared_war_on(g, foe, p) for foe in foes) for p in friends)


@rule("11.5.3")
def join_battle(g: War, area: int, first: int) -> Flow[None]:
    """Both sides fly aircraft to a battle at sea, the active side first; it counts against no limit"""
    for power in (*powers_of(g, first), *powers_of(g, 1 - first)):
        while may_join(g, power, area) and scrambles(g, Scramble(power, area)):
            answer, _ = yield from menu(
                g, g.seat(power), "{0}: aircraft to the battle in {1}?", Scramble(power, area), NO_MORE, JOIN,
                named=(g.powers[power], g.hexes[area]),
            )  # fmt: skip
            if answer.verb == NO_MORE.name:
                break


def _join(g: War, subject: Scramble, pair: tuple[int, int]) -> None:
    unit, box = pair
    row = g.units[unit]
    points = scramble_range(g, unit, extended=False)
    cost = sea_reach(g, row.at, points).get(subject.area, points + 1)
    burn(g, fuelled(g, unit))
    if row.sheet.flying_bomb:
        release(g, unit, row.at)
    row.extended = int(g.ground.section[box] > highest_section(points - cost))
    row.base, row.at, row.scrambled = row.at, box, 1
    g.say("{} flies to {}", row, g.hexes[box], rule="11.5.3")


DONE: Act[War, Patrols, None] = Act("done", "11.3", "Naval air missions are done", do=lambda g, s, _: None)
TAKE: Act[War, Patrols, int] = Act("patrol", "11.3", "{0}", takes=Unit, listed=flyable, may=may_take, do=_take)
STAY: Act[War, Mission, None] = Act("stay", "11.3", "Stay", do=lambda g, s, _: None)
FLY: Act[War, Mission, int] = Act("fly", "11.3", "{0}", takes=Hex, listed=lambda g, s: s.goals(g), may=may_fly, do=fly)
NO_MORE: Act[War, Scramble, None] = Act("done", "11.5.3", "No more", do=lambda g, s, _: None, rolls=True)
JOIN: Act[War, Scramble, tuple[int, int]] = Act(
    "join", "11.5.3", "{0} to {1}", takes=(Unit, Hex), listed=lambda g, s: s.pairs(g), may=may_scramble, do=_join,
    rolls=True,
)
