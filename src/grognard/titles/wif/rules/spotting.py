"""11.15.7: spotting fleets, option 28. After a land combat ships that bombarded or landed troops there can be made to go to
section 0 of their sea-box; others of their power in the same section may go with them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.land_attack import AFTERMATHS
from grognard.titles.wif.rules.land_odds import Fight
from grognard.titles.wif.rules.land_strength import attack_factors
from grognard.titles.wif.rules.powers import powers_of
from grognard.titles.wif.rules.sailing import is_sub
from grognard.titles.wif.rules.units import air_at, put, ships_at, turn_down
from grognard.titles.wif.state import NOWHERE, Hex, Power, Unit, War


class Spotted(Subject, frozen=True):
    """A power has seen the ships that fought from a sea area."""

    power: Annotated[int, Power]
    area: Annotated[int, Hex]
    ships: Annotated[tuple[int, ...], Unit]


class Company(Subject, frozen=True):
    """A power's ships and aircraft that may go to section 0 with those that must."""

    power: Annotated[int, Power]
    area: Annotated[int, Hex]
    units: Annotated[tuple[int, ...], Unit]


def seen(g: War, target: int, side: int, area: int) -> list[int]:
    """Ships of a side in a sea area that bombarded a hex or landed troops there this impulse, not in section 0 already."""
    there = [u for box in g.ground.sections[area][1:] for u in ships_at(g, box)]
    return [u for u in there if g.units.shelled[u] == target + 1 and SIDE_OF_POWER[g.units.power[u]] == side]


@rule("11.15.7")
def watchers(g: War, battle: Fight, side: int) -> list[int]:
    """Who may send ships of a side away: of the attacker's the power that held the hex, of the defender's the power with most
    attacking factors; all of them if two have as many."""
    if side == g.side:
        owners = [battle.holder, *(g.units.power[u] for u in battle.defenders)]
        found = [p for p in owners if p >= 0 and SIDE_OF_POWER[p] != side]
        return found[:1] or powers_of(g, 1 - side)[:1]
    factors: dict[int, Fraction] = {}
    for u in battle.attackers:
        start = g.units.stood[u] if g.units.stood[u] >= 0 else g.units.at[u]
        amount = attack_factors(g, u, start, battle.target) if start >= 0 else Fraction(0)
        factors[g.units.power[u]] = factors.get(g.units.power[u], Fraction(0)) + amount
    most = max(factors.values(), default=Fraction(0))
    return sorted(p for p, n in factors.items() if n == most)


@rule("11.15.7")
def spot_fleets(g: War, battle: Fight) -> Flow[None]:
    """The ships of a land combat may be sent to section 0; the active side decides first"""
    if not g.options.spotting_fleets:
        return
    for side in (1 - g.side, g.side):
        for area in g.ground.seas[battle.target]:
            ships = seen(g, battle.target, side, area)
            if ships and (yield from _demanded(g, battle, side, area, ships)):
                yield from _send_down(g, area, ships)


def _demanded(g: War, battle: Fight, side: int, area: int, ships: list[int]) -> Flow[bool]:
    for power in watchers(g, battle, side):
        answer, _ = yield from menu(
            g, g.seat(power), "Ships were spotted in {0}: send them to section 0?", Spotted(power, area, tuple(ships)), LET_STAY,
            SEND_DOWN, named=(g.hexes[area],),
        )  # fmt: skip
        if answer.verb == LET_STAY.name:
            return False
    return True


@rule("11.15.7")
def company(g: War, power: int, ships: list[int]) -> list[int]:
    """Face-up surface ships and aircraft of a power in the sections from which its own ships must go."""
    boxes = sorted({g.units.at[u] for u in ships if g.units.power[u] == power})
    there = [u for box in boxes for u in (*ships_at(g, box), *air_at(g, box))]
    return [
        u for u in there
        if u not in ships and g.units.power[u] == power and not g.units.down[u] and g.units.counter[u] != NOWHERE
        and not is_sub(g, u)
    ]  # fmt: skip


def _send_down(g: War, area: int, ships: list[int]) -> Flow[None]:
    """The ships go to section 0 face-down, with those their owners send along"""
    box = g.ground.sections[area][0]
    going = list(ships)
    for power in sorted({g.units.power[u] for u in ships}):
        while left := [u for u in company(g, power, ships) if u not in going]:
            subject = Company(power, area, tuple(left))
            answer, unit = yield from menu(g, g.seat(power), "Who goes with them to section 0?", subject, NOBODY, ESCORT)
            if answer.verb == NOBODY.name:
                break
            going.append(unit)
    for unit in going:
        put(g, unit, box)
        turn_down(g, unit)
    g.say("{} units go to section 0 of {}", len(going), g.hexes[area], rule="11.15.7")


AFTERMATHS.append(spot_fleets)
LET_STAY: Act[War, Spotted, None] = Act("let_stay", "11.15.7", "Let them stay", do=lambda g, s, _: None)
SEND_DOWN: Act[War, Spotted, None] = Act("send_down", "11.15.7", "To section 0", do=lambda g, s, _: None)
NOBODY: Act[War, Company, None] = Act("nobody", "11.15.7", "Nobody else", do=lambda g, s, _: None)
ESCORT: Act[War, Company, int] = Act(
    "escort", "11.15.7", "{0}", takes=Unit, among=lambda g, s: s.units, do=lambda g, s, u: u,
    may=lambda g, s, u: None if u in s.units else No("11.15.7", "only face-up units in the section of a ship that must go"),
)  # fmt: skip
