"""2.4.3: emergency HQ supply (option 13). A face-up HQ feeds as many units as its reorganisation value for one impulse, and is
turned face-down when the land combats are over.

The moving side is asked when the actions are chosen and again before it declares attacks, the other side once the attacks are
declared (WIF-DEC-121)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.land_attack import BEACH
from grognard.titles.wif.rules.powers import active, co_operate, powers_co_operate, powers_of
from grognard.titles.wif.rules.supply import in_supply, reaches_hq
from grognard.titles.wif.rules.supply_paths import connected, supply_from
from grognard.titles.wif.rules.units import land_at, of_side, turn_down
from grognard.titles.wif.state import NOWHERE, Attack, Power, Unit, War

Pair = tuple[int, int]


class Rescue(Subject, frozen=True):
    """A power's HQs may give emergency supply. `defending`: to units in hexes that are attacked."""

    power: Annotated[int, Power]
    defending: bool


@rule("2.4.3")
def rations_left(g: War, hq: int) -> int:
    """How many units an HQ can still feed this impulse, notional ones among them."""
    return int(g.units[hq].sheet.reorganisation) - g.units.rescued.count(hq) - g.attacks.larder.count(hq)


@rule("2.4.3", "15.1")
def may_open_stores(g: War, power: int, hq: int) -> No | None:
    """Whether an HQ can give emergency supply: face-up when it is announced, and not surprised."""
    units = g.units
    if units.power[hq] != power or not g.roster.hq[hq] or units.at[hq] < 0 or not g.ground.land[units.at[hq]]:
        return No("2.4.3", "only HQs of your own on the map give emergency supply")
    announced = hq in units.rescued or hq in g.attacks.larder
    if units.aboard[hq] != NOWHERE or (units.down[hq] and not announced):
        return No("2.4.3", "only a face-up HQ announces emergency supply")
    if g.side != SIDE_OF_POWER[power] and (g.powers.surprised_by[power] or g.countries.surprised_by[units.country[hq]]):
        return No("15.1", "a surprised HQ gives no emergency supply")
    return None if rations_left(g, hq) > 0 else No("2.4.3", "it feeds as many units as its reorganisation value already")


@rule("2.4.3")
def may_rescue(g: War, subject: Rescue, pair: Pair) -> No | None:
    """Whether an HQ feeds a unit: one that starves, that it co-operates with and that traces a basic path to it."""
    hq, unit = pair
    no = may_open_stores(g, subject.power, hq)
    if no is not None:
        return no
    units, known = g.units, g.roster
    if known.hq[unit] or not (known.land[unit] or known.air[unit] or known.naval[unit]) or units.at[unit] < 0:
        return No("2.4.3", "only units on the map that are no HQs get emergency supply")
    if SIDE_OF_POWER[units.power[unit]] != SIDE_OF_POWER[subject.power] or not co_operate(g, hq, unit):
        return No("2.4.3", "the HQ does not co-operate with it")
    if subject.defending and (units.at[unit] not in g.attacks.target or not units.down[unit]):
        return No("2.4.3", "only face-down units that are attacked have any use for it now")
    if not g.ground.land[units.at[unit]] or units.aboard[unit] != NOWHERE or in_supply(g, unit):
        return No("2.4.3", "it is in supply")
    return None if reaches_hq(g, unit, hq) else No("2.4.3", "no basic path leads from it to the HQ")


@rule("2.4.3", "11.15.1")
def may_stock(g: War, subject: Rescue, pair: Pair) -> No | None:
    """Whether an HQ feeds the notional unit of a hex that is landed in and cut off."""
    hq, attack = pair
    no = may_open_stores(g, subject.power, hq)
    if no is not None:
        return no
    target = g.attacks.target[attack]
    if not subject.defending or target == NOWHERE or g.attacks.no_notional[attack] or g.attacks.larder[attack] != NOWHERE:
        return No("2.4.3", "no notional unit that starves defends there")
    if not any(t == target and g.units.landed[u] in BEACH for u, t in enumerate(g.units.target)):
        return No("11.15.1", "nobody landed there")
    holder = powers_by_hex(g)[target]
    foes = of_side(g, land_at(g, target), 1 - g.side)
    nation = g.units.country[foes[0]] if foes else g.hexes.controller[target]
    if holder < 0 or SIDE_OF_POWER[holder] != SIDE_OF_POWER[subject.power] or not _works_with(g, subject.power, holder):
        return No("2.4.3", "the HQ does not co-operate with it")
    if target in connected(g, holder, nation):
        return No("2.4.3", "it is in supply")
    fed = supply_from(g, holder, nation, g.units.at[hq]).reaches(target)
    return None if fed else No("2.4.3", "no basic path leads from it to the HQ")


def _works_with(g: War, power: int, other: int) -> bool:
    return power == other or powers_co_operate(g, power, other)


def _stores(g: War, subject: Rescue) -> list[int]:
    return [u for u, is_hq in enumerate(g.roster.hq) if is_hq and may_open_stores(g, subject.power, u) is None]


def rescues(g: War, subject: Rescue) -> list[Pair]:
    """Every HQ with every unit it could feed."""
    hqs = _stores(g, subject)
    if not hqs:
        return []
    units, known, side = g.units, g.roster, SIDE_OF_POWER[subject.power]
    hungry = [
        u for u, at in enumerate(units.at)
        if at >= 0 and g.ground.land[at] and SIDE_OF_POWER[units.power[u]] == side and not known.hq[u]
        and (not subject.defending or (units.down[u] and at in g.attacks.target)) and not in_supply(g, u)
    ]  # fmt: skip
    return [(hq, u) for hq in hqs for u in hungry if may_rescue(g, subject, (hq, u)) is None]


def stockings(g: War, subject: Rescue) -> list[Pair]:
    """HQs with the attacks whose notional unit they could feed."""
    if not subject.defending:
        return []
    attacks = [n for n, target in enumerate(g.attacks.target) if target != NOWHERE]
    return [(hq, n) for hq in _stores(g, subject) for n in attacks if may_stock(g, subject, (hq, n)) is None]


def rescuers(defending: bool) -> Callable[[War], list[int]]:
    """For the sequence: powers with an HQ that could feed somebody."""

    def powers(g: War) -> list[int]:
        if not g.options.hq_support or (defending and not any(t != NOWHERE for t in g.attacks.target)):
            return []
        own = [Rescue(p, defending) for p in powers_of(g, 1 - g.side if defending else g.side) if active(g, p)]
        return [s.power for s in own if rescues(g, s) or stockings(g, s)]

    return powers


def rescue(defending: bool) -> Callable[[War], Flow[None]]:
    """The segment in which a power's HQs give emergency supply."""

    @rule("2.4.3")
    def give_emergency_supply(g: War) -> Flow[None]:
        """HQs give emergency supply"""
        subject = Rescue(g.power, defending)
        while rescues(g, subject) or stockings(g, subject):
            answer, _ = yield from menu(
                g, g.seat(g.power), "{0}: emergency supply by HQs?", subject, NONE, FEED, STOCK, named=(g.powers[g.power],),
                rests=True,
            )  # fmt: skip
            if answer.verb == NONE.name:
                return

    return give_emergency_supply


def _feed(g: War, subject: Rescue, pair: Pair) -> None:
    hq, unit = pair
    g.units[unit].rescued = hq
    g.say("{} gives {} emergency supply", g.units[hq], g.units[unit], rule="2.4.3")


def _stock(g: War, subject: Rescue, pair: Pair) -> None:
    hq, attack = pair
    g.attacks[attack].larder = hq
    g.say("{} gives the notional unit in {} emergency supply", g.units[hq], g.hexes[g.attacks.target[attack]], rule="2.4.3")


def anybody_rescued(g: War) -> bool:
    """For the sequence: an HQ gave emergency supply this impulse."""
    return any(hq != NOWHERE for hq in g.units.rescued) or any(hq != NOWHERE for hq in g.attacks.larder)


@rule("2.4.3")
def close_stores(g: War) -> None:
    """After the land combats HQs that gave emergency supply are turned face-down"""
    given = {hq for hq in (*g.units.rescued, *g.attacks.larder) if hq != NOWHERE and g.units.at[hq] >= 0}
    turn_down(g, *sorted(given))
    for row in g.attacks:
        if row.larder != NOWHERE:
            row.larder = NOWHERE


NONE: Act[War, Rescue, None] = Act("done", "2.4.3", "No more", do=lambda g, s, _: None)
FEED: Act[War, Rescue, Pair] = Act(
    "feed", "2.4.3", "{0} feeds {1}", takes=(Unit, Unit), listed=rescues, may=may_rescue, do=_feed
)
STOCK: Act[War, Rescue, Pair] = Act(
    "stock", "2.4.3", lambda g, s, pair: f"{g.units[pair[0]].label} feeds those in {g.board.label(g.attacks.target[pair[1]])}",
    takes=(Unit, Attack), listed=stockings, may=may_stock, do=_stock,
)  # fmt: skip
