"""11.15.1, 11.15.3: what both sides say before a land combat: notional units that are ignored, and HQ support (option 13)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.land_attack import BEACH, SUPPORTS
from grognard.titles.wif.rules.missions import serves
from grognard.titles.wif.rules.powers import co_operate, powers_of
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.surprise import catches
from grognard.titles.wif.rules.units import land_at, of_side
from grognard.titles.wif.rules.weather import barred, hexside
from grognard.titles.wif.state import NOWHERE, Attack, Power, Unit, War

QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)
Pair = tuple[int, int]


class Garrisons(Subject, frozen=True):
    """The notional units of a power's hexes that are landed in."""

    power: Annotated[int, Power]


class Support(Subject, frozen=True):
    """HQs of a power support attacks or defences."""

    power: Annotated[int, Power]
    defending: bool


# --- notional units -----------------------------------------------------------------------------------------------------------


def landed_attacks(g: War, power: int) -> list[int]:
    """Attacks on a power's hexes in which somebody landed and the notional unit is not ignored yet."""
    found = []
    for n, target in enumerate(g.attacks.target):
        if target == NOWHERE or g.attacks.no_notional[n] or _owner(g, target) != power:
            continue
        if any(t == target and g.units.landed[u] in BEACH for u, t in enumerate(g.units.target)):
            found.append(n)
    return found


def _owner(g: War, target: int) -> int:
    """Whose notional unit it is: of a power with a real unit there, else of who controls the hex."""
    foes = of_side(g, land_at(g, target), 1 - g.side)
    return g.units.power[foes[0]] if foes else powers_by_hex(g)[target]


def powers_landed_upon(g: War) -> list[int]:
    """For the sequence: powers that may have notional units ignored."""
    if not any(landed in BEACH for landed in g.units.landed):
        return []
    return [p for p in powers_of(g, 1 - g.side) if landed_attacks(g, p)]


@rule("11.15.1")
def ignore_notionals(g: War) -> Flow[None]:
    """The defender may have its notional units ignored"""
    subject = Garrisons(g.power)
    while landed_attacks(g, g.power):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: ignore notional units?", subject, KEEP, IGNORE, named=(g.powers[g.power],)
        )
        if answer.verb == KEEP.name:
            return


def _may_ignore(g: War, subject: Garrisons, attack: int) -> No | None:
    return None if attack in landed_attacks(g, subject.power) else No("11.15.1", "none of your notional units is attacked there")


def _ignore(g: War, subject: Garrisons, attack: int) -> None:
    g.attacks[attack].no_notional = 1
    g.say("the notional unit in {} is ignored", g.hexes[g.attacks.target[attack]], rule="11.15.1")


# --- HQ support ---------------------------------------------------------------------------------------------------------------


@rule("11.15.3", "15.1")
def may_support(g: War, subject: Support, pair: Pair) -> No | None:
    """Whether an HQ supports an attack: one of the attackers; or the defence of a hex it is in or beside."""
    hq, attack = pair
    units, target = g.units, g.attacks.target[attack]
    if target == NOWHERE or units.power[hq] != subject.power or not g.roster.hq[hq] or units.at[hq] < 0:
        return No("11.15.3", "only HQs of your own support declared attacks")
    if units.down[hq] or units.aboard[hq] != NOWHERE or not in_supply(g, hq):
        return No("11.15.3", "only a face-up HQ in supply supports")
    used = g.attacks.hq_against[attack] if subject.defending else g.attacks.hq[attack]
    if used != NOWHERE:
        return No("11.15.3", "one HQ supports a side of a combat")
    if not subject.defending:
        return None if units.target[hq] == target else No("11.15.3", "it must be one of the attackers")
    raiders = [u for u, t in enumerate(units.target) if t == target]
    if catches(g, raiders, hq):
        return No("15.1", "surprised HQs give no support")
    if hq in g.attacks.hq_against:
        return No("11.15.3", "it supports another hex")
    here = units.at[hq]
    if here == target:
        return None
    if here in g.attacks.target:
        return No("11.15.3", "its own hex is attacked")
    if (here, target) not in g.ground.between or barred(hexside(g, here, target)):
        return No("11.15.3", f"{g.board.label(target)} is not the next hex")
    friends = of_side(g, land_at(g, target), SIDE_OF_POWER[subject.power])
    if not friends:  # the notional unit alone
        nation = g.hexes.controller[target]
        there = attack in landed_attacks(g, _owner(g, target)) and nation >= 0 and serves(g, hq, nation)
        return None if there else No("11.15.3", "it does not work with the defenders")
    return None if all(co_operate(g, hq, u) for u in friends) else No("11.15.3", "it does not work with the defenders")


def supporters(g: War, subject: Support) -> list[Pair]:
    """HQs with the combats they may support."""
    attacks = [n for n, t in enumerate(g.attacks.target) if t != NOWHERE]
    if not attacks or not g.options.hq_support:
        return []
    hqs = [u for u, whose in enumerate(g.units.power) if whose == subject.power and g.roster.hq[u] and g.units.at[u] >= 0]
    return [(u, n) for u in hqs for n in attacks if may_support(g, subject, (u, n)) is None]


def _support(g: War, subject: Support, pair: Pair) -> None:
    hq, attack = pair
    row = g.attacks[attack]
    if subject.defending:
        row.hq_against = hq
    else:
        row.hq = hq
    g.say("{} supports the combat in {}", g.units[hq], g.hexes[row.target], rule="11.15.3")


@rule("11.15.3")
def support_modifier(g: War, attack: int) -> int:
    """What HQ support does to the die: a quarter of the difference of the two values, half rounding up."""
    values = [g.units[hq].sheet.reorganisation if hq != NOWHERE and g.units.at[hq] >= 0 else 0 for hq in _both(g, attack)]
    change = floor(abs(values[0] - values[1]) * QUARTER + HALF)
    return change if values[0] > values[1] else -change


def _both(g: War, attack: int) -> tuple[int, int]:
    return g.attacks.hq[attack], g.attacks.hq_against[attack]


def announce_support(defending: bool) -> Callable[[War], Flow[None]]:
    """The segment in which a power's HQs support combats."""

    @rule("11.15.3")
    def support_combats(g: War) -> Flow[None]:
        """HQs support land combats"""
        subject = Support(g.power, defending)
        while supporters(g, subject):
            answer, _ = yield from menu(
                g, g.seat(g.power), "{0}: HQ support", subject, NO_SUPPORT, SUPPORT, named=(g.powers[g.power],), rests=True
            )
            if answer.verb == NO_SUPPORT.name:
                return

    return support_combats


def supporting_powers(defending: bool) -> Callable[[War], list[int]]:
    """For the sequence: powers whose HQs can support a combat."""

    def powers(g: War) -> list[int]:
        side = 1 - g.side if defending else g.side
        return [p for p in powers_of(g, side) if supporters(g, Support(p, defending))] if g.options.hq_support else []

    return powers


SUPPORTS.append(support_modifier)
KEEP: Act[War, Garrisons, None] = Act("keep", "11.15.1", "They defend", do=lambda g, s, _: None)
IGNORE: Act[War, Garrisons, int] = Act(
    "ignore", "11.15.1", lambda g, s, n: f"Ignore it in {g.board.label(g.attacks.target[n])}", takes=Attack,
    listed=lambda g, s: landed_attacks(g, s.power), may=_may_ignore, do=_ignore,
)  # fmt: skip
NO_SUPPORT: Act[War, Support, None] = Act("done", "11.15.3", "No more", do=lambda g, s, _: None)
SUPPORT: Act[War, Support, Pair] = Act(
    "support", "11.15.3", lambda g, s, pair: f"{g.units[pair[0]].label} in {g.board.label(g.attacks.target[pair[1]])}",
    takes=(Unit, Attack), listed=supporters, may=may_support, do=_support,
)  # fmt: skip
