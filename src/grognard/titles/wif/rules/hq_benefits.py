"""16.3: what an HQ gives that leads an offensive (option 49): aircraft strike twice, soldiers attack with twice their factors,
and the sea is searched again (rerolls.py). Who leads is chosen in offensives.py."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, SIDE_OF_POWER
from grognard.titles.wif.ground import OFF_MAP, PACIFIC
from grognard.titles.wif.rules.powers import co_operate, playing, powers_of
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import turn_down
from grognard.titles.wif.state import AIR_OFFENSIVE, LAND_OFFENSIVE, NOWHERE, Power, Unit, War


class Enhancing(Subject, frozen=True):
    """A power's HQ may double attacking units. `left`: how many more."""

    power: Annotated[int, Power]
    left: int


# --- benefits (16.3) ----------------------------------------------------------------------------------------------------------


@rule("16.3")
def within_range(g: War, hq: int, space: int) -> bool:
    """Whether a hex is within an HQ's reorganisation value in hexes and hexdots, one of the Asian and Pacific maps for two and
    one off the map for four."""
    most, start = g.units[hq].sheet.reorganisation, g.units.at[hq]
    spent, ring = {start: 0}, [start]
    while ring:
        here = ring.pop(0)
        for there, _ in g.board.neighbours[here]:
            scale = g.ground.scale[there]
            total = spent[here] + (4 if g.ground.box[there] or scale == OFF_MAP else 2 if scale == PACIFIC else 1)
            if total <= most and total < spent.get(there, 99):
                spent[there] = total
                ring.append(there)
    return space in spent


def leader_of(g: War, power: int, kind: int) -> int:
    """The HQ that leads a power's offensive of a kind; NOWHERE for none, or if it can no longer."""
    unit = g.powers.leader[power] - 1
    if unit < 0 or g.powers.offence[power] != kind or g.units.at[unit] < 0 or g.units.down[unit]:
        return NOWHERE
    return unit if g.units.aboard[unit] == NOWHERE and in_supply(g, unit) else NOWHERE


@rule("16.3.2")
def led_from_the_ground(g: War, unit: int, target: int) -> bool:
    """Whether an aircraft has the benefits of an air offensive over a hex."""
    if not g.options.offensive_points:
        return False
    hq = leader_of(g, g.units.power[unit], AIR_OFFENSIVE)
    ours = hq >= 0 and g.side == SIDE_OF_POWER[g.units.power[unit]] and _same_faction(g, hq, unit)
    return ours and within_range(g, hq, target)


@rule("11.5.9", "22.2")
def pressed(parts: Iterable[tuple[Fraction, int]], stopped: int) -> Fraction:
    """Bombing factors after anti-aircraft fire, each part with how many times it counts: their owner has the plain ones stopped
    first, since he chooses."""
    left, found = Fraction(stopped), Fraction(0)
    for factors, times in sorted(parts, key=lambda part: part[1]):
        lost = min(left, factors)
        left -= lost
        found += (factors - lost) * times
    return found


@rule("16.3.3")
def may_enhance(g: War, subject: Enhancing, unit: int) -> No | None:
    """Whether the HQ of a land offensive doubles an attacking unit: within range, of those that work with it."""
    hq = leader_of(g, subject.power, LAND_OFFENSIVE)
    if hq < 0:
        return No("16.3.3", "no HQ of yours leads a land offensive")
    if subject.left <= 0:
        return No("16.3.3", "twice the HQ's reorganisation value are doubled")
    row = g.units[unit]
    if row.target == NOWHERE or row.at < 0 or SIDE_OF_POWER[row.power] != g.side:
        return No("16.3.3", "it attacks nothing")
    if row.doubled:
        return No("16.3.3", "it is doubled already")
    if not (co_operate(g, hq, unit) and _same_faction(g, hq, unit)):
        return No("16.3.3", "it does not work with the HQ")
    return None if within_range(g, hq, row.at) else No("16.3.3", "it is out of range of the HQ")


def _same_faction(g: War, hq: int, unit: int) -> bool:
    if g.units.power[hq] != CHINA or g.units.power[unit] != CHINA:
        return True
    return g.units[hq].sheet.communist == g.units[unit].sheet.communist


def enhancing(g: War, power: int) -> Enhancing:
    hq = leader_of(g, power, LAND_OFFENSIVE)
    most = 2 * g.units[hq].sheet.reorganisation if hq >= 0 else 0
    return Enhancing(power, most - g.powers.enhanced[power])


def attackers_in_reach(g: War, subject: Enhancing) -> list[int]:
    return [u for u, t in enumerate(g.units.target) if t != NOWHERE and may_enhance(g, subject, u) is None]


def enhancing_powers(g: War) -> list[int]:
    """For the sequence: powers whose HQ may double attackers."""
    if not g.options.offensive_points:
        return []
    return [p for p in powers_of(g, g.side) if attackers_in_reach(g, enhancing(g, p))]


@rule("16.3.3")
def enhance_attacks(g: War) -> Flow[None]:
    """The HQ of a land offensive doubles attackers"""
    while attackers_in_reach(g, enhancing(g, g.power)):
        subject = enhancing(g, g.power)
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: double whom ({1} more)?", subject, DOUBLE, NO_MORE, named=(g.powers[g.power], subject.left)
        )
        if answer.verb == NO_MORE.name:
            return


def _double(g: War, subject: Enhancing, unit: int) -> None:
    g.units[unit].doubled = 1
    g.powers[subject.power].enhanced += 1


@rule("16.3.3")
def lent_strength(g: War, power: int, units: tuple[int, ...]) -> list[int]:
    """Units of an overrun that the HQ of a land offensive doubles: as many as it can still, the strongest first."""
    if not g.options.offensive_points:
        return []
    hq = leader_of(g, power, LAND_OFFENSIVE)
    if hq < 0 or g.side != SIDE_OF_POWER[power]:
        return []
    fit = [u for u in units if co_operate(g, hq, u) and within_range(g, hq, g.units.at[u])]
    return sorted(fit, key=lambda u: (-g.units[u].sheet.strength, u))[: enhancing(g, power).left]


@rule("16.3.3")
def take_lead(g: War, unit: int) -> bool:
    """Whether a bombarding gun has the help of the HQ of a land offensive, which counts it."""
    power = g.units.power[unit]
    if not lent_strength(g, power, (unit,)):
        return False
    g.powers[power].enhanced += 1
    return True


@rule("16.3")
def end_offensives(g: War) -> None:
    """At the end of an impulse the HQs of offensives turn face-down and their benefits end"""
    for power in playing(g):
        row = g.powers[power]
        if row.leader:
            if g.units.at[row.leader - 1] >= 0:
                turn_down(g, row.leader - 1)
            row.leader = row.offence = row.enhanced = 0
    for unit, (doubled, staged) in enumerate(zip(g.units.doubled, g.units.staged)):
        if doubled or staged:
            g.units[unit].doubled = g.units[unit].staged = 0


DOUBLE: Act[War, Enhancing, int] = Act(
    "double", "16.3.3", "{0}", takes=Unit, listed=attackers_in_reach, may=may_enhance, do=_double
)
NO_MORE: Act[War, Enhancing, None] = Act("no_more", "16.3.3", "Nobody else", do=lambda g, s, _: None)
