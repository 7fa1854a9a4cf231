"""22.16: tankers (option 7): convoy points that carry oil over the sea, and nothing else (resources.py has their ways).

A scenario of the base game does not say how many of its convoy points are tankers: one in four is (reading WIF-DEC-182).
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import COMMONWEALTH, JAPAN
from grognard.titles.wif.rules.building import Purse, affordable, convoy_lots, pay
from grognard.titles.wif.rules.control import first_home, hexes_of, powers_by_hex
from grognard.titles.wif.rules.convoys import divide, is_convoy, put_together
from grognard.titles.wif.rules.gearing import SHIP, count_built, may_gear, ships_in
from grognard.titles.wif.rules.powers import current_home, home_countries, playing
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.state import ALIGNED, GONE, NOWHERE, Country, Power, Unit, War, slot_of

TANKER_TURNS, CONVOY_TURNS = 5, 4
ONE_IN = 4  # convoy points of a scenario of which one is a tanker
Pair = tuple[int, int]


class Refitting(Subject, frozen=True):
    """A power may turn convoy points in port into tankers, or tankers into convoy points."""

    power: Annotated[int, Power]


@rule("22.16")
def lay_out_tankers(g: War) -> None:
    """One convoy point in four of every heap is a tanker when a game begins."""
    for unit in [u for u, counter in enumerate(g.units.counter) if counter == NOWHERE and g.units.at[u] != GONE]:
        share = (g.units.points[unit] + ONE_IN // 2) // ONE_IN
        if share:
            g.units[divide(g, unit, share)].tanker = 1


@rule("22.16")
def price_in_points(g: War, power: int, tankers: int) -> int:
    """Convoy points that so many tankers cost: two each, of the Japanese three for two."""
    if power == JAPAN:
        return tankers // 2 * 3 + tankers % 2 * 2
    return tankers * 2


def home_ports(g: War, power: int) -> set[int]:
    """Ports of a power's home countries, of the Commonwealth only of the one the United Kingdom has now."""
    homes = home_countries(g, power)
    if power == COMMONWEALTH:
        homes = [current_home(g, g.facts.country[g.facts.empire])]
    whose = powers_by_hex(g)
    return {s for c in homes for s in hexes_of(g, c) if g.ground.port[s] and whose[s] == power}


@rule("22.16")
def may_refit(g: War, subject: Refitting, pair: Pair, *, tankers: bool) -> No | None:
    """Whether so many tankers are made of a heap of convoy points, or convoy points of tankers, in a home port."""
    unit, made = pair
    row = g.units[unit]
    if not is_convoy(g, unit) or row.power != subject.power or bool(row.tanker) == tankers:
        return No("22.16", "only convoy points of your own are refitted")
    if row.at not in home_ports(g, subject.power) or row.down or row.damaged:
        return No("22.16", "only face-up ones in a port of your home country")
    cost = price_in_points(g, subject.power, made) if tankers else 2 * made
    if made < 1 or cost > row.points:
        return No("22.16", f"that takes {cost} points and {row.points} lie there")
    return None


def refit(g: War, subject: Refitting, pair: Pair, *, tankers: bool) -> None:
    """Points of a heap become tankers, or the other way round."""
    unit, made = pair
    cost = price_in_points(g, subject.power, made) if tankers else 2 * made
    heap = g.units[divide(g, unit, cost)]
    heap.points, heap.tanker = made, int(tankers)
    g.say(f"{{}} has {{}} {'tankers' if tankers else 'convoy points'} made", g.powers[subject.power], made, rule="22.16")
    put_together(g, subject.power)


def refits(g: War, subject: Refitting, *, tankers: bool) -> list[Pair]:
    """Heaps and what can be made of them: one, two, four, or all of it."""
    ports = home_ports(g, subject.power)
    heaps = [u for s in ports for u in units_at(g, s) if is_convoy(g, u) and g.units.power[u] == subject.power]
    found = [(u, n) for u in heaps for n in (1, 2, 3, 4, 6, 8)]
    return [pair for pair in found if may_refit(g, subject, pair, tankers=tankers) is None]


def refitting_powers(g: War) -> list[int]:
    """For the sequence: powers with convoy points in their home ports."""
    if not g.options.convoys_in_flames:
        return []
    return [p for p in playing(g) if any(refits(g, Refitting(p), tankers=way) for way in (True, False))]


@rule("22.16")
def refit_convoys(g: War) -> Flow[None]:
    """Convoy points become tankers, or tankers convoy points"""
    subject = Refitting(g.power)
    while refits(g, subject, tankers=True) or refits(g, subject, tankers=False):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: refit convoys", subject, AS_THEY_ARE, TO_TANKERS, TO_CONVOYS, named=(g.powers[g.power],)
        )
        if answer.verb == AS_THEY_ARE.name:
            return


# --- building -----------------------------------------------------------------------------------------------------------------


@rule("22.16", "13.6.5")
def may_build_tankers(g: War, purse: Purse, points: int) -> No | None:
    """Whether tankers are built: a build point each, five turns."""
    if not g.options.convoys_in_flames:
        return No("22.16", "tankers are option 7")
    no = may_gear(g, purse.power, SHIP, ships_in(g, points))
    return affordable(purse, points) if no is None else no


def build_tankers(g: War, purse: Purse, points: int) -> None:
    pay(g, purse, points)
    count_built(g, purse.power, SHIP, ships_in(g, points))
    home = first_home(g, purse.power)
    g.units.add(
        counter=NOWHERE, power=purse.power, country=home, points=points, tanker=1, at=slot_of(g.turn + TANKER_TURNS)
    )
    g.say("{} builds {} tankers", g.powers[purse.power], points, rule="22.16")


@rule("13.6.5")
def may_build_abroad(g: War, purse: Purse, country: int) -> No | None:
    """Whether an aligned minor country builds a convoy point of its own: with option 7 one a turn."""
    if not g.options.convoys_in_flames:
        return No("13.6.5", "minor countries build convoy points with option 7")
    if g.countries.status[country] != ALIGNED or g.countries.power[country] != purse.power:
        return No("13.6.5", "only minor countries that are aligned to you")
    if country in g.minor_hulls:
        return No("13.6.5", "one convoy point a turn")
    whose = powers_by_hex(g)
    if not any(g.ground.port[s] and whose[s] == purse.power for s in hexes_of(g, country)):
        return No("13.6.5", "it has no port")
    no = may_gear(g, purse.power, SHIP, 1)
    return affordable(purse, 1) if no is None else no


def yards_abroad(g: War, purse: Purse) -> list[int]:
    if not g.options.convoys_in_flames:
        return []
    return [c for c in range(len(g.countries)) if may_build_abroad(g, purse, c) is None]


def build_abroad(g: War, purse: Purse, country: int) -> None:
    pay(g, purse, 1)
    count_built(g, purse.power, SHIP, 1)
    g.minor_hulls = [*g.minor_hulls, country]
    g.units.add(counter=NOWHERE, power=purse.power, country=country, points=1, at=slot_of(g.turn + CONVOY_TURNS))
    g.say("{} builds a convoy point", g.countries[country], rule="13.6.5")


AS_THEY_ARE: Act[War, Refitting, None] = Act("done", "22.16", "No more", do=lambda g, s, _: None)
TO_TANKERS: Act[War, Refitting, Pair] = Act(
    "tankers", "22.16", "{1} tankers of {0}", takes=(Unit, int), among=lambda g, s: refits(g, s, tankers=True),
    may=lambda g, s, pair: may_refit(g, s, pair, tankers=True), do=lambda g, s, pair: refit(g, s, pair, tankers=True),
)  # fmt: skip
TO_CONVOYS: Act[War, Refitting, Pair] = Act(
    "convoys", "22.16", "{1} convoy points of {0}", takes=(Unit, int), among=lambda g, s: refits(g, s, tankers=False),
    may=lambda g, s, pair: may_refit(g, s, pair, tankers=False), do=lambda g, s, pair: refit(g, s, pair, tankers=False),
)  # fmt: skip
BUILD_TANKERS: Act[War, Purse, int] = Act(
    "build_tankers", "22.16", "{0} tankers", takes=int, may=may_build_tankers, do=build_tankers, group="Build",
    among=lambda g, s: convoy_lots(g, s) if g.options.convoys_in_flames else [],
)  # fmt: skip
BUILD_ABROAD: Act[War, Purse, int] = Act(
    "build_abroad", "13.6.5", "A convoy point of {0}", takes=Country, listed=yards_abroad, may=may_build_abroad,
    do=build_abroad, group="Build",
)  # fmt: skip
