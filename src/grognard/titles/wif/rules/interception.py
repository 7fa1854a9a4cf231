"""11.4.6: enemies try to intercept a task force as it enters their sea area; it stops there, or fights its way through.

Ships that abort from a combat, return to base or flee an overrun port are met in the same way (`HOMEWARD` of naval_damage.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Activity
from grognard.titles.wif.rules.actions import count, left
from grognard.titles.wif.rules.hulls import hunts_subs, is_docked, is_schnorkel, is_walther, sails_as_convoy
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.naval_combat import combat, speaker
from grognard.titles.wif.rules.naval_damage import HOMEWARD
from grognard.titles.wif.rules.naval_search import BLIND, Sides, can_fight, roll_modifier, search_number
from grognard.titles.wif.rules.sailing import Course, is_sub
from grognard.titles.wif.rules.sea_wars import moves_singly
from grognard.titles.wif.rules.standing import lets_sail
from grognard.titles.wif.rules.transport import cargo_of
from grognard.titles.wif.rules.units import air_at, of_side, put, ships_at, turn_down
from grognard.titles.wif.state import Hex, Unit, War


class Passage(NamedTuple):
    """What became of a force in a sea area: ships that go on, and ships that ended their move there."""

    going: list[int]
    halted: list[int]


class Passing(Subject, frozen=True):
    """A task force enters a sea area."""

    area: Annotated[int, Hex]
    ships: Annotated[tuple[int, ...], Unit]
    side: int  # of the hunters
    homeward: bool = False  # 13.4: only units that stay at sea intercept


class Caught(Subject, frozen=True):
    """A force was intercepted. `deepest`: the highest section it may enter."""

    area: Annotated[int, Hex]
    ships: Annotated[tuple[int, ...], Unit]
    deepest: int


@rule("11.4.6", "13.4")
def hunters(g: War, area: int, ships: list[int] | tuple[int, ...], *, staying: bool = False) -> list[int]:
    """Units of the other side in a sea area that are at war with the force; no aircraft in storm or blizzard."""
    side = 1 - SIDE_OF_POWER[g.units.power[ships[0]]]
    blind = g.weather_by_space[area] in BLIND
    boxes = g.ground.sections[area]
    there = [u for box in boxes for u in of_side(g, (*ships_at(g, box), *(() if blind else air_at(g, box))), side)]
    return [u for u in there if (g.units.staying[u] or not staying) and can_fight(g, u, list(ships)) and not is_docked(g, u)]


def callers(g: War, area: int, ships: list[int] | tuple[int, ...], *, staying: bool = False) -> list[int]:
    """Hunters that can be turned face-down to try an interception: of submarines only aircraft that hunt them (22.16)."""
    found = [u for u in hunters(g, area, ships, staying=staying) if not g.units.down[u] and not sails_as_convoy(g, u)]
    return [u for u in found if hunts_subs(g, u)] if is_sub(g, ships[0]) else found


@rule("11.4.6")
def standing_call(g: War, subject: Passing) -> No | None:
    """A unit that was turned down here for an interception this impulse serves for further ones."""
    eager = hunters(g, subject.area, subject.ships, staying=subject.homeward)
    if any(g.units.called[u] and (hunts_subs(g, u) or not is_sub(g, subject.ships[0])) for u in eager):
        return None
    return No("11.4.6", "nobody there was turned down for an interception this impulse")


@rule("11.4.6")
def may_call(g: War, subject: Passing, unit: int) -> No | None:
    """Whether a unit may be turned down to intercept."""
    if standing_call(g, subject) is None:
        return No("11.4.6", "the unit turned down before serves for this force too")
    if unit in callers(g, subject.area, subject.ships, staying=subject.homeward):
        return None
    return No("11.4.6", "only a face-up ship or aircraft there that is at war with the force intercepts")


def _may_call_some(g: War, subject: Passing) -> list[int]:
    return [] if standing_call(g, subject) is None else callers(g, subject.area, subject.ships, staying=subject.homeward)


@rule("11.4.6", "11.5.2")
def turn_to_call(g: War, unit: int) -> None:
    """A unit is turned down to intercept or to seek battle, with all it carries."""
    turn_down(g, unit, *cargo_of(g, unit))
    g.units[unit].called = 1


@rule("11.4.6")
def meet(
    g: War,
    ships: list[int],
    area: int,
    reach: Mapping[int, Course],
    *,
    base: bool,
    spent: dict[int, int] | None = None,
    end_of_turn: bool = False,
) -> Flow[Passage]:
    """A force enters a sea area. `base`: it returns to base and may not stop; `spent`: movement its ships used up in sections
    they fought through from"""
    if is_sub(g, ships[0]):
        return (yield from meet_boats(g, ships, area, reach, base=base, spent=spent, end_of_turn=end_of_turn))
    side = 1 - SIDE_OF_POWER[g.units.power[ships[0]]]
    subject = Passing(area, tuple(ships), side, end_of_turn)
    if standing_call(g, subject) is not None and not callers(g, area, ships, staying=end_of_turn):
        return Passage(ships, [])
    eager = hunters(g, area, ships, staying=end_of_turn)
    if lets_sail(g, speaker(g, eager), ships, eager):
        return Passage(ships, [])
    answer, unit = yield from menu(
        g, speaker(g, eager), "{1} ships enter {0}: intercept?", subject, LET, AGAIN, INTERCEPT, named=(g.hexes[area], len(ships))
    )
    if answer.verb == LET.name:
        return Passage(ships, [])
    if answer.verb == INTERCEPT.name:
        turn_to_call(g, unit)
    sides = Sides(area, 1 - side, homeward=end_of_turn)
    if any(is_sub(g, u) for u in eager):
        answer, _ = yield from menu(
            g, speaker(g, eager), "Commit submarines in {0}?", subject, KEEP, COMMIT, named=(g.hexes[area],)
        )
        sides.subs[side] = answer.verb == COMMIT.name
    sides.committed[side] = [u for u in eager if sides.subs[side] or not is_sub(g, u)]
    told, met = f"Interception in {g.board.label(area)}", with_units(g, [*ships, *eager])
    seekers = aim(g, area, sides.committed[side])
    roll = max((yield from cast(g, Stake(told, "11.4.6", side, 1 - side, met, fight=True, aim=seekers))), 1)
    if not sides.committed[side] or not succeeds(g, sides, side, roll, ships):
        g.say("the force is not found in {}", g.hexes[area], rule="11.4.6")
        return Passage(ships, [])
    caught = [u for u in ships if can_fight(g, u, sides.committed[side])]
    free = _go_on_alone(g, [u for u in ships if u not in caught])
    halted = [u for u in ships if u not in caught and u not in free]
    found = yield from _caught(g, sides, caught, reach, roll, base, {} if spent is None else spent)
    for u in halted:
        put(g, u, g.ground.sections[area][0])
    return Passage([*found.going, *free], [*found.halted, *halted])


@rule("22.16")
def meet_boats(
    g: War,
    ships: list[int],
    area: int,
    reach: Mapping[int, Course],
    *,
    base: bool,
    spent: dict[int, int] | None = None,
    end_of_turn: bool = False,
) -> Flow[Passage]:
    """Submarines enter a sea area: with option 7 aircraft that hunt them may intercept, but no schnorkels or Walther boats;
    those that are found stop, or fight through against all who find them, committed in every round"""
    prey = [u for u in ships if not is_schnorkel(g, u) and not is_walther(g, u)]
    if not g.options.convoys_in_flames or not prey:
        return Passage(ships, [])
    side = 1 - SIDE_OF_POWER[g.units.power[ships[0]]]
    subject = Passing(area, tuple(prey), side, end_of_turn)
    if standing_call(g, subject) is not None and not callers(g, area, prey, staying=end_of_turn):
        return Passage(ships, [])
    eager = hunters(g, area, prey, staying=end_of_turn)
    if lets_sail(g, speaker(g, eager), prey, eager):
        return Passage(ships, [])
    answer, unit = yield from menu(
        g, speaker(g, eager), "{1} submarines enter {0}: intercept?", subject, LET, AGAIN, INTERCEPT,
        named=(g.hexes[area], len(prey)),
    )  # fmt: skip
    if answer.verb == LET.name:
        return Passage(ships, [])
    if answer.verb == INTERCEPT.name:
        turn_to_call(g, unit)
    sides = Sides(area, 1 - side, homeward=end_of_turn, forced=frozenset(prey))
    sides.committed[side] = [u for u in eager if hunts_subs(g, u)]
    told, met = f"Interception in {g.board.label(area)}", with_units(g, [*prey, *eager])
    seekers = aim(g, area, sides.committed[side])
    roll = max((yield from cast(g, Stake(told, "11.4.6", side, 1 - side, met, fight=True, aim=seekers))), 1)
    if not succeeds(g, sides, side, roll):
        g.say("the submarines are not found in {}", g.hexes[area], rule="22.16")
        return Passage(ships, [])
    sides.committed[side] = [u for u in eager if not is_sub(g, u)]
    found = yield from _caught(g, sides, prey, reach, roll, base, {} if spent is None else spent)
    return Passage([*found.going, *(u for u in ships if u not in prey)], found.halted)


@rule("9.8")
def _go_on_alone(g: War, ships: list[int]) -> list[int]:
    """Ships no hunter is at war with sail on, for another naval move of their power; without one they stop there."""
    free: list[int] = []
    for power in sorted({g.units.power[u] for u in ships}):
        if left(g, power, Activity.NAVAL_MOVE):
            count(g, power, Activity.NAVAL_MOVE)
            free += [u for u in ships if g.units.power[u] == power]
    return free


@rule("11.4.6")
def succeeds(g: War, sides: Sides, side: int, roll: int, foes: list[int] | None = None) -> bool:
    """Whether an interception roll is within the search number of the highest section with a committed unit."""
    units = sides.committed[side]
    highest = max(g.ground.section[g.units.at[u]] for u in units)
    return roll + roll_modifier(g, sides.area, foes or [], plain=True) <= search_number(g, units, sides.area, highest)


def _caught(
    g: War, sides: Sides, ships: list[int], reach: Mapping[int, Course], roll: int, base: bool, spent: dict[int, int]
) -> Flow[Passage]:
    deepest = 0 if base else max(min(min(reach[u].move - spent.get(u, 0) for u in ships), 4), 0)
    subject = Caught(sides.area, tuple(ships), deepest)
    acts = (FIGHT_THROUGH,) if base else (FIGHT_THROUGH, STOP)
    answer, section = yield from menu(g, speaker(g, ships), "Intercepted in {0}", subject, *acts, named=(g.hexes[sides.area],))
    box = g.ground.sections[sides.area][section]
    for u in ships:
        put(g, u, box)
    if answer.verb == STOP.name:
        return Passage([], ships)
    yield from combat(g, sides, moving=frozenset(ships), roll=roll)
    left = [u for u in ships if g.units.at[u] == box]
    if not left or base:
        return Passage(left, [])
    for u in left:
        spent[u] = spent.get(u, 0) + section
    going, staying = left, list[int]()
    while going:
        answer, unit = yield from menu(
            g, speaker(g, left), "They fought through {0}", Caught(sides.area, tuple(going), section), GO_ON, REMAIN, PART,
            named=(g.hexes[sides.area],),
        )  # fmt: skip
        if answer.verb == GO_ON.name:
            break
        parted = [unit] if answer.verb == PART.name else going
        going, staying = [u for u in going if u not in parted], [*staying, *parted]
    _count_parts(g, going, staying)
    return Passage(going, staying)


def _may_part(g: War, subject: Caught, unit: int) -> No | None:
    """Whether a ship stays behind while others go on: that is a naval move more (11.4.1)."""
    if unit not in subject.ships or len(subject.ships) < 2:
        return No("11.4.6", "one ship stays and others sail on")
    if is_sub(g, unit) or left(g, g.units.power[unit], Activity.NAVAL_MOVE):
        return None
    return No("11.4.2", "each split is a naval move more, and none is left")


@rule("11.4.1", "11.4.6")
def _count_parts(g: War, going: list[int], staying: list[int]) -> None:
    """A surface force that was split counts once more for each power with ships in both parts."""
    both = {g.units.power[u] for u in going if not is_sub(g, u)} & {g.units.power[u] for u in staying}
    for power in sorted(both):
        if not moves_singly(g, power):
            count(g, power, Activity.NAVAL_MOVE)


@rule("11.4.6", "13.4", "11.5.11")
def meet_homeward(g: War, ships: list[int], area: int) -> Flow[list[int]]:
    """Ships on their way home enter a sea area: they fight through from section 0; gives those that go on"""
    if not callers(g, area, ships) and not any(g.units.called[u] for u in hunters(g, area, ships)):
        return ships
    found = yield from meet(g, ships, area, {}, base=True)
    return found.going


HOMEWARD.append(meet_homeward)
LET: Act[War, Passing, None] = Act("let", "11.4.6", "Let them pass", do=lambda g, s, _: None)
AGAIN: Act[War, Passing, None] = Act(
    "intercept_again", "11.4.6", "Intercept, nobody else is turned down", who=standing_call, do=lambda g, s, _: None, rolls=True
)
INTERCEPT: Act[War, Passing, int] = Act(
    "intercept", "11.4.6", "Intercept with {0}", takes=Unit, among=_may_call_some, may=may_call, do=lambda g, s, unit: unit,
    rolls=True,
)  # fmt: skip
COMMIT: Act[War, Passing, None] = Act("commit_subs", "11.4.6", "Commit them", do=lambda g, s, _: None, rolls=True)
KEEP: Act[War, Passing, None] = Act("keep_subs", "11.4.6", "Keep them out", do=lambda g, s, _: None, rolls=True)
FIGHT_THROUGH: Act[War, Caught, int] = Act(
    "through", "11.4.6", "Fight through from section {0}", takes=int, among=lambda g, s: range(s.deepest + 1),
    may=lambda g, s, n: None if 0 <= n <= s.deepest else No("11.4.6", "they have not the movement for that section"),
    do=lambda g, s, n: n, rolls=True,
)  # fmt: skip
STOP: Act[War, Caught, int] = Act(
    "stop", "11.4.6", "Stop in section {0}", takes=int, among=lambda g, s: range(s.deepest + 1),
    may=lambda g, s, n: None if 0 <= n <= s.deepest else No("11.4.6", "they have not the movement for that section"),
    do=lambda g, s, n: n,
)  # fmt: skip
GO_ON: Act[War, Caught, None] = Act("go_on", "11.4.6", "Sail on", do=lambda g, s, _: None, rolls=True)
REMAIN: Act[War, Caught, None] = Act("remain", "11.4.6", "Stay there", do=lambda g, s, _: None)
PART: Act[War, Caught, int] = Act(
    "part", "11.4.6", "{0} stays there", takes=Unit, among=lambda g, s: s.ships, may=_may_part, do=lambda g, s, unit: unit
)
