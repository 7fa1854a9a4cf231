"""16.3.1: the markers of a naval offensive (option 49). Each lets its power have a roll of a naval combat in its sea area again,
whoever rolled it; what is left after the combats is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.hq_benefits import leader_of
from grognard.titles.wif.rules.intelligence import Stake, doubt, tamper, watched, with_units
from grognard.titles.wif.rules.offensives import WITH_HQ
from grognard.titles.wif.rules.powers import powers_of
from grognard.titles.wif.state import NAVAL_OFFENSIVE, Hex, Power, War

KEY = 16  # a key of g.rerolls is KEY times the sea area and the power


class Stakes(Subject, frozen=True):
    """A power lays markers of its naval offensive. `left`: how many more."""

    power: Annotated[int, Power]
    left: int


class Luck(Subject, frozen=True):
    """A roll of a naval combat that may be had again. `roll`: what it was, `left`: markers there."""

    power: Annotated[int, Power]
    area: Annotated[int, Hex]
    roll: int
    left: int


def fleet_from_hq(g: War, power: int) -> dict[int, int]:
    """Sea areas with units that began the impulse with the HQ of a power's naval offensive, and how many: its friends' and those
    aboard too."""
    found: dict[int, int] = {}
    for unit, staged in enumerate(g.units.staged):
        at = g.units.at[unit]
        with_it = staged == WITH_HQ + power or (staged == 1 and g.units.power[unit] == power)
        if with_it and at >= 0 and g.ground.section[at] >= 0:
            area = g.ground.area[at]
            found[area] = found.get(area, 0) + 1
    return found


def stakes(g: War, power: int) -> Stakes:
    hq = leader_of(g, power, NAVAL_OFFENSIVE)
    laid = sum(n for key, n in g.rerolls.items() if key % KEY == power)
    return Stakes(power, g.units[hq].sheet.reorganisation - laid if hq >= 0 else 0)


@rule("16.3.1")
def may_lay(g: War, subject: Stakes, area: int) -> No | None:
    """Whether a marker is laid in a sea area: no more in all than the HQ's value, none more than units from the HQ are there."""
    if subject.left <= 0:
        return No("16.3.1", "as many markers as the HQ's reorganisation value")
    there = fleet_from_hq(g, subject.power).get(area, 0)
    if g.rerolls.get(area * KEY + subject.power, 0) < there:
        return None
    return No("16.3.1", f"{there} units that began with the HQ are there")


def waters(g: War, subject: Stakes) -> list[int]:
    return [area for area in sorted(fleet_from_hq(g, subject.power)) if may_lay(g, subject, area) is None]


def laying_powers(g: War) -> list[int]:
    """For the sequence: powers with a naval offensive whose fleet is at sea."""
    if not g.options.offensive_points:
        return []
    return [p for p in powers_of(g, g.side) if leader_of(g, p, NAVAL_OFFENSIVE) >= 0 and waters(g, stakes(g, p))]


@rule("16.3.1")
def lay_markers(g: War) -> Flow[None]:
    """Markers are laid in the sea areas the fleet of a naval offensive has come to"""
    while waters(g, stakes(g, g.power)):
        subject = stakes(g, g.power)
        yield from menu(g, g.seat(g.power), "{0}: a marker of the offensive ({1} more)", subject, LAY,
                        named=(g.powers[g.power], subject.left))  # fmt: skip


def _lay(g: War, subject: Stakes, area: int) -> None:
    key = area * KEY + subject.power
    g.rerolls[key] = g.rerolls.get(key, 0) + 1


def clear_markers(g: War) -> None:
    """After all naval combat the markers that are left are lost."""
    g.rerolls.clear()


def holders(g: War, area: int) -> list[int]:
    """Powers with markers in a sea area."""
    if not g.rerolls:
        return []
    return [p for p in powers_of(g, g.side) if g.rerolls.get(area * KEY + p)]


@rule("16.3.1")
def again(g: War, area: int, result: int, roll: Callable[[], int]) -> Flow[int]:
    """Who leads the naval offensive may have a roll again, for a marker each time"""
    for power in holders(g, area):
        while left := g.rerolls.get(area * KEY + power, 0):
            subject = Luck(power, area, result, left)
            answer, _ = yield from menu(g, g.seat(power), "A roll of {0} in {1}: again?", subject, STANDS, ANEW,
                                        named=(result, g.hexes[area]))  # fmt: skip
            if answer.verb == STANDS.name:
                break
            g.rerolls[area * KEY + power] = left - 1
            result = roll()
    return result


def defence_roll(g: War, area: int, unit: int, result: str) -> Flow[int]:
    """A roll against a ship's defence that a marker or intelligence may change; 0 where neither is: rolled as always"""
    if not holders(g, area) and not watched(g):
        return 0
    row = g.units[unit]
    side = SIDE_OF_POWER[row.power]
    here = with_units(g, [u for s in g.ground.sections.get(area, (area,)) for u in g.units.stacks.get(s, ())])
    stake = Stake(f"{row.label}, {result}", "11.5.8", 1 - side, side, here, fight=True, aim=aim(g, area, (unit,)))
    return max((yield from sea_roll(g, area, stake)), 1)


@rule("16.3.1", "13.6.11", "2.7")
def sea_roll(
    g: War, area: int, stake: Stake, given: int = 0, *, added: Callable[[list[int]], int] = sum
) -> Flow[int]:
    """A roll of a naval combat: first the markers of a naval offensive may have it again, then who has intelligence.
    `given`: it was rolled already; `added`: which of the dice count"""
    change = 0 if given else (yield from tamper(g, stake))

    def throw() -> int:
        return added(g.roll_dice(stake.dice, D10, stake.told, stake.rule, aim=stake.aim))

    rolled = yield from again(g, area, given or throw(), throw)
    if given:
        return rolled
    changes = [change]
    rolled = sum((yield from doubt(g, stake, [rolled], lambda: [throw()], changes)))
    return rolled + sum(changes)


LAY: Act[War, Stakes, int] = Act("lay", "16.3.1", "{0}", takes=Hex, listed=waters, may=may_lay, do=_lay)
STANDS: Act[War, Luck, None] = Act("stands", "16.3.1", "Let it stand", do=lambda g, s, _: None)
ANEW: Act[War, Luck, None] = Act("anew", "16.3.1", "Roll again", do=lambda g, s, _: None, rolls=True)
