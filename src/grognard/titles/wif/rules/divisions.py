"""22.1: divisions (option 2). Corps are broken down before a power builds, divisions put together again afterwards.

What divisions are in play (stacking, zones, transport, invasions, choice of table) is in the modules of those subjects; what
elite divisions do is in land_strength, land_steps, land_odds, land_results and supply.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, SIDE_OF_POWER, Counter
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import GUNS, Type
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.powers import home_power, powers_of
from grognard.titles.wif.rules.stacking import land_excess
from grognard.titles.wif.rules.units import land_at, of_side, units_at
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import FORCE_POOL, NOWHERE, RESERVE_POOL, Power, Unit, War

SECOND = frozenset((Type.INF, Type.MOT, Type.GAR))  # the other division a corps breaks down into
Pair = tuple[int, int]


class Breakdown(Subject, frozen=True):
    """A power may break corps down into divisions."""

    power: Annotated[int, Power]


class Halves(Subject, frozen=True):
    """A corps is broken down. `first`: its first division once it is chosen."""

    corps: Annotated[int, Unit]
    first: Annotated[int, Unit] = NOWHERE

    @once
    def pairs(self, g: War) -> list[Pair]:
        return pairs(g, self.corps)


class Reform(Subject, frozen=True):
    """A power may put divisions together to corps of its force pool."""

    power: Annotated[int, Power]


class Merger(Subject, frozen=True):
    """Two divisions that become a corps."""

    first: Annotated[int, Unit]
    second: Annotated[int, Unit]


# --- breaking down ------------------------------------------------------------------------------------------------------------


@rule("22.1")
def may_break_down(g: War, subject: Breakdown, unit: int) -> No | None:
    """Whether a corps can be broken down: face-up on the map, outside enemy zones of control, with fitting divisions at hand."""
    no = _at_rest(g, subject.power, unit)
    if no is not None:
        return no
    if not g.roster.corps[unit] or g.roster.hq[unit] or g.units[unit].sheet.type == Type.PART:
        return No("22.1", "only corps and armies are broken down")
    if not pairs(g, unit):
        return No("22.1", "no two divisions of its kind and nation, with half of its factors together, are in the force pool")
    return None


def _at_rest(g: War, power: int, unit: int) -> No | None:
    units = g.units
    if units.power[unit] != power or not g.roster.land[unit] or units.at[unit] < 0 or units.aboard[unit] != NOWHERE:
        return No("22.1", "it is no land unit of yours on the map")
    if not g.ground.land[units.at[unit]] or units.down[unit]:
        return No("22.1", "only face-up units ashore")
    if in_enemy_zone(g, units.at[unit], SIDE_OF_POWER[power]):
        return No("22.1", "it stands in an enemy zone of control")
    return None


@rule("22.1", "22.1.1", "22.4")
def pairs(g: War, corps: int) -> list[Pair]:
    """Divisions of the force pool that a corps breaks down into: one of its type, and an INF, MOT or GAR."""
    sheet = g.units[corps].sheet
    at_hand = [*units_at(g, FORCE_POOL), *(units_at(g, RESERVE_POOL) if sheet.guards else ())]
    spare = [u for u in at_hand if g.units.power[u] == g.units.power[corps] and _plain(g, u)]
    spare = [u for u in spare if g.units[u].sheet.guards == sheet.guards]
    first = [u for u in spare if g.units[u].sheet.type == sheet.type and _ss(g, u) <= _ss(g, corps)]
    if _ss(g, corps):
        first = [u for u in first if _ss(g, u)]
    kinds = frozenset((Type.GAR,)) if sheet.type == Type.GAR else SECOND
    second = [u for u in spare if g.units[u].sheet.type in kinds and _ss(g, u) <= _ss(g, corps)]
    most = (sheet.strength + 1) // 2
    found = [
        (a, b) for a in first for b in second
        if a != b and g.units[a].sheet.strength + g.units[b].sheet.strength <= most and _kin(g, corps, a, b)
    ]  # fmt: skip
    return found if found and _room(g, corps, found[0]) else []


def _room(g: War, corps: int, halves: Pair) -> bool:
    at, side = g.units.at[corps], SIDE_OF_POWER[g.units.power[corps]]
    others = [u for u in of_side(g, land_at(g, at), side) if u != corps]
    return land_excess(g, at, [*others, *halves]) == 0


def _plain(g: War, unit: int) -> bool:
    """A division that breaking down and reforming may use: no gun, and none of the elite."""
    if g.units.counter[unit] < 0:
        return False
    sheet = g.units[unit].sheet
    return sheet.division and sheet.type not in GUNS and sheet.type != Type.SUPPLY and not sheet.elite


def _ss(g: War, unit: int) -> bool:
    return "ss" in g.units[unit].sheet.marks


@rule("22.1")
def _kin(g: War, corps: int, a: int, b: int) -> bool:
    """Whether one of two divisions is of the corps' nation and the other fits: of the same faction in China, of the same nation,
    of the major power that controls it, or for the Commonwealth British, or anybody beside the British."""
    nation, power = g.units.country[corps], g.units.power[corps]
    if power == CHINA:
        return all(_faction(g.units[u].sheet) == _faction(g.units[corps].sheet) for u in (a, b))
    countries = [g.units.country[a], g.units.country[b]]
    if nation not in countries:
        return False
    countries.remove(nation)
    other = countries[0]
    if other == nation:
        return True
    if home_power(g, nation) == COMMONWEALTH:
        empire = g.facts.country[g.facts.empire]
        return home_power(g, other) == COMMONWEALTH if nation == empire else other == empire
    return home_power(g, nation) != power and other == first_home(g, power)


def _faction(sheet: Counter) -> bool:
    return sheet.communist or slug(sheet.home) == "comm_china"


def breaking_down(g: War) -> list[int]:
    """For the sequence: powers with a corps that could be broken down."""
    if not g.options.divisions:
        return []
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side) if breakable(g, p)]


def breakable(g: War, power: int) -> list[int]:
    subject = Breakdown(power)
    return [u for u, whose in enumerate(g.units.power) if whose == power and may_break_down(g, subject, u) is None]


@rule("22.1")
def break_down(g: War) -> Flow[None]:
    """Corps are broken down into divisions"""
    subject = Breakdown(g.power)
    while breakable(g, g.power):
        answer, unit = yield from menu(
            g, g.seat(g.power), "{0}: break a corps down?", subject, KEEP_WHOLE, BREAK, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == KEEP_WHOLE.name:
            return
        yield from _halve(g, unit)


def _halve(g: War, corps: int) -> Flow[None]:
    """The two divisions are chosen and take the place of the corps, which goes back to the force pool"""
    row = g.units[corps]
    found: list[int] = []
    for _ in range(2):
        subject = Halves(corps, found[0] if found else NOWHERE)
        _, unit = yield from menu(g, g.seat(row.power), "{0} becomes", subject, HALF, named=(row,))
        found.append(unit)
    g.say("{} is broken down into {} and {}", row, g.units[found[0]], g.units[found[1]], rule="22.1")
    for unit in found:
        half = g.units[unit]
        half.at, half.from_, half.down = row.at, row.at, 0
    row.at = RESERVE_POOL if row.sheet.guards else FORCE_POOL


def _halves(g: War, subject: Halves) -> list[int]:
    found = subject.pairs(g)
    if subject.first == NOWHERE:
        return sorted({a for a, _ in found})
    return sorted({b for a, b in found if a == subject.first})


def _may_be_half(g: War, subject: Halves, unit: int) -> No | None:
    fits = unit in _halves(g, subject)
    return None if fits else No("22.1", "one division of its type, and an INF, MOT or GAR, with half of its factors together")


# --- reforming ----------------------------------------------------------------------------------------------------------------


@rule("22.1")
def reformed(g: War, a: int, b: int) -> list[int]:
    """Corps of the force pool that two divisions in one hex become: one of them is a MOT, and the corps is as the other."""
    units, power = g.units, g.units.power[a]
    if units.at[a] != units.at[b] or not (_plain(g, a) and _plain(g, b)):
        return []
    at_hand = [*units_at(g, FORCE_POOL), *(u for u in units_at(g, RESERVE_POOL) if units[u].sheet.guards)]
    pool = [u for u in at_hand if units.power[u] == power and g.roster.corps[u]]
    found: set[int] = set()
    for lead, other in ((a, b), (b, a)):
        sheet, mate = units[lead].sheet, units[other].sheet
        if (mate.type if sheet.type != Type.GAR else Type.MOT) != Type.MOT and mate.type != Type.GAR:
            continue
        if (sheet.type == Type.GAR) != (mate.type == Type.GAR):
            continue
        limit = 2 * (sheet.strength + mate.strength)
        for corps in pool:
            new = units[corps].sheet
            fits = new.type == sheet.type and _ss(g, corps) == _ss(g, lead) and new.guards == sheet.guards == mate.guards
            if fits and new.strength < limit and _kin(g, corps, a, b) and _own_country(g, corps, lead):
                found.add(corps)
    return sorted(found)


@rule("22.1")
def _own_country(g: War, corps: int, lead: int) -> bool:
    """The corps is of the nation of the division it is made of; in the Commonwealth it is British, and in the home country of a
    dominion that dominion's."""
    nation = g.units.country[corps]
    if home_power(g, nation) != COMMONWEALTH:
        return nation == g.units.country[lead]
    here = g.facts.country.get(g.ground.country[g.units.at[lead]], NOWHERE)
    at_home = here >= 0 and home_power(g, here) == COMMONWEALTH
    return nation == (here if at_home else g.facts.country[g.facts.empire])


@rule("22.1")
def may_reform(g: War, subject: Reform, pair: Pair) -> No | None:
    """Whether two divisions may become a corps."""
    a, b = pair
    for unit in pair:
        no = _at_rest(g, subject.power, unit)
        if no is not None:
            return no
    if a >= b or g.units.at[a] != g.units.at[b]:
        return No("22.1", "two divisions of one hex reform")
    if not reformed(g, a, b):
        return No("22.1", "no corps of less than twice their factors, of the nation and type of the one beside a MOT")
    return None


def mergers(g: War, subject: Reform) -> list[Pair]:
    own = [u for u, whose in enumerate(g.units.power) if whose == subject.power and g.units.at[u] >= 0 and _plain(g, u)]
    by_hex: dict[int, list[int]] = {}
    for unit in own:
        by_hex.setdefault(g.units.at[unit], []).append(unit)
    every = [(a, b) for here in by_hex.values() for a in here for b in here if a < b]
    return [pair for pair in every if may_reform(g, subject, pair) is None]


def reforming(g: War) -> list[int]:
    """For the sequence: powers with divisions that could be put together."""
    if not g.options.divisions:
        return []
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side) if mergers(g, Reform(p))]


@rule("22.1")
def reform(g: War) -> Flow[None]:
    """Divisions are put together to corps"""
    subject = Reform(g.power)
    while mergers(g, subject):
        answer, pair = yield from menu(
            g, g.seat(g.power), "{0}: reform divisions?", subject, STAY_APART, MERGE, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == STAY_APART.name:
            return
        _, corps = yield from menu(g, g.seat(g.power), "{0} becomes", Merger(*pair), BECOME, named=(g.units[pair[0]],))
        row = g.units[corps]
        row.at = row.from_ = g.units.at[pair[0]]
        row.down = 0
        for unit in pair:
            g.units[unit].at = RESERVE_POOL if g.units[unit].sheet.guards else FORCE_POOL
        g.say("{} and {} reform as {}", g.units[pair[0]], g.units[pair[1]], row, rule="22.1")


KEEP_WHOLE: Act[War, Breakdown, None] = Act("done", "22.1", "No more", do=lambda g, s, _: None)
BREAK: Act[War, Breakdown, int] = Act(
    "break_down", "22.1", "Break {0} down", takes=Unit, listed=lambda g, s: breakable(g, s.power), may=may_break_down,
    do=lambda g, s, unit: unit,
)  # fmt: skip
HALF: Act[War, Halves, int] = Act(
    "half", "22.1", "{0}", takes=Unit, listed=_halves, may=_may_be_half, do=lambda g, s, unit: unit
)
STAY_APART: Act[War, Reform, None] = Act("done", "22.1", "No more", do=lambda g, s, _: None)
MERGE: Act[War, Reform, Pair] = Act(
    "reform", "22.1", "{0} with {1}", takes=(Unit, Unit), listed=mergers, may=may_reform, do=lambda g, s, pair: pair
)
BECOME: Act[War, Merger, int] = Act(
    "become", "22.1", "{0}", takes=Unit, listed=lambda g, s: reformed(g, s.first, s.second), do=lambda g, s, unit: unit,
    may=lambda g, s, unit: None if unit in reformed(g, s.first, s.second) else No("22.1", "they cannot become this corps"),
)  # fmt: skip
