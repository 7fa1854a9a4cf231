"""13.6.10, separate country production (option 40): aligned minors and home countries of the Commonwealth count their own build
points, send them to each other, and build their own units with them (reading WIF-DEC-212)."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.rules.building import spend
from grognard.titles.wif.rules.control import cities_of, lands, nation_at, powers_by_hex
from grognard.titles.wif.rules.freight import Place
from grognard.titles.wif.rules.lend_lease import intake, note_shipped
from grognard.titles.wif.rules.powers import current_home, home_countries
from grognard.titles.wif.rules.resources import SHIPPED, TAKEN, Routing, carriers_for, factory_hexes, routing
from grognard.titles.wif.rules.separate import MAIN, separate
from grognard.titles.wif.rules.stocks import stock_points
from grognard.titles.wif.state import NOWHERE, Country, Power, War


class Transfers(Subject, frozen=True):
    """A power may send build points from one of its countries to another."""

    power: Annotated[int, Power]


COUNTRIES = 1000  # what the numbers of countries stay below in `g.country_points`


def key(power: int, country: int) -> int:
    """Where g.country_points keeps the build points of a country of a power."""
    return power * COUNTRIES + country


@rule("13.6.10")
def share_points(g: War, power: int, plan: Routing) -> dict[int, int]:
    """Production points of each country that builds for itself, by where resources meet factories."""
    own = separate(g, power)
    found: dict[int, int] = {}
    for space in plan.factories if own else ():
        country = nation_at(g, space)
        made = plan.haul.through(("factory", space))
        if country in own and made:
            found[country] = found.get(country, 0) + made
    return found


def home_of(g: War, power: int) -> int:
    """The home country of a power's own build points, for the Commonwealth the United Kingdom's."""
    homes = home_countries(g, power)
    first = g.facts.country[g.facts.empire] if g.facts.country[g.facts.empire] in homes else homes[0]
    return current_home(g, first)


def points_of(g: War, power: int, country: int) -> int:
    """Build points of a country that builds for itself, or of the power's own home."""
    if country == home_of(g, power):
        return g.powers.build_points[power]
    return g.country_points.get(key(power, country), 0)


def _add(g: War, power: int, country: int, by: int) -> None:
    if country == home_of(g, power):
        g.powers[power].build_points += by
    else:
        g.country_points[key(power, country)] = points_of(g, power, country) + by


def countries(g: War, power: int) -> list[int]:
    return [home_of(g, power), *(c for c in separate(g, power) if c != home_of(g, power))]


@rule("13.6.10", "13.6.4")
def way_of_points(g: War, power: int, source: int, to: int) -> Routing:
    """How a build point goes from the factories of one country of a power to a city or major port of another."""
    whose, spent = powers_by_hex(g), dict[Place, int]()
    for n in range(0, len(g.shipped), 3):
        kind, place, amount = g.shipped[n : n + 3]
        node = "ally" if SHIPPED[kind] == "sea" else SHIPPED[kind], place
        spent[node] = spent.get(node, 0) + amount
    makers = [s for s in factory_hexes(g, power) if nation_at(g, s) == source]
    ports = [s for s in lands(g)[to] if whose[s] == power and intake(g, power, s)]
    places = {*cities_of(g, to), *ports}
    wanted = {s: intake(g, power, s) - spent.get((TAKEN, s), 0) for s in places if whose[s] == power}
    wanted = {s: n for s, n in wanted.items() if n > 0}
    hulls = (power, *carriers_for(g, power))
    return routing(g, power, spent, sources=dict.fromkeys(makers, 1), wanted=wanted, hauliers=hulls, most=1)


@rule("13.6.10")
def may_transfer(g: War, subject: Transfers, pair: tuple[int, int]) -> No | None:
    """Whether a build point can be lent from one country of a power to another."""
    power, (source, to) = subject.power, pair
    own = countries(g, power)
    if source == to or source not in own or to not in own:
        return No("13.6.10", "from one of your countries that build for themselves to another")
    if (to, source) in sent(g):
        return No("5", f"{g.countries[to].label} has lent build points to {g.countries[source].label} this turn")
    if points_of(g, power, source) < 1:
        return No("13.6.10", f"{g.countries[source].label} has no build points")
    return None if way_of_points(g, power, source, to).points else No("13.6.4", "there is no way for it to a city or major port")


def sent(g: War) -> list[tuple[int, int]]:
    """Which country has lent to which this turn."""
    return list(zip(g.country_loans[::2], g.country_loans[1::2]))


def pairs(g: War, subject: Transfers) -> list[tuple[int, int]]:
    """From each country with build points to the home of its power, and from there to each."""
    power = subject.power
    home, others = home_of(g, power), countries(g, power)[1:]
    found = [(c, home) for c in others if points_of(g, power, c)] + [(home, c) for c in others if points_of(g, power, home)]
    return [(source, to) for source, to in found if (to, source) not in sent(g)]


def transfer(g: War, subject: Transfers, pair: tuple[int, int]) -> None:
    """A build point is on its way with the convoys that are left"""
    power, (source, to) = subject.power, pair
    plan = way_of_points(g, power, source, to)
    note_shipped(g, plan)
    if (source, to) not in sent(g):
        g.country_loans = [*g.country_loans, source, to]
    _add(g, power, source, -1)
    _add(g, power, to, 1)
    g.say("{} sends a build point to {}", g.countries[source], g.countries[to], rule="13.6.10")


@rule("13.6.10")
def build_by_country(g: War) -> Flow[None]:
    """Countries that produce for themselves lend each other build points, and build their own units; then the power its own"""
    power = g.power
    if not separate(g, power):
        return
    while pairs(g, Transfers(power)):
        answer, _ = yield from menu(
            g, g.seat(power), "{0}: send build points from country to country?", Transfers(power), NO_TRANSFER, TRANSFER,
            named=(g.powers[power],),
        )  # fmt: skip
        if answer.verb == NO_TRANSFER.name:
            break
    row = g.powers[power]
    own = row.build_points
    for country in countries(g, power)[1:]:
        g.producing, row.begun = country, 0
        row.build_points = g.country_points.pop(key(power, country), 0)
        g.say("{} has {} build points", g.countries[country], row.build_points, rule="13.6.10")
        left = yield from spend(g, power)
        if g.options.saved_build_points and left:
            yield from stock_points(g, power, left)
    row.build_points, row.begun, g.producing = own, 0, MAIN


def end_building(g: War) -> None:
    """Everything counts as one again."""
    g.producing = NOWHERE


NO_TRANSFER: Act[War, Transfers, None] = Act("no_transfer", "13.6.10", "No more", do=lambda g, s, _: None)
TRANSFER: Act[War, Transfers, tuple[int, int]] = Act(
    "transfer", "13.6.10", "A build point of {0} to {1}", takes=(Country, Country), among=pairs, may=may_transfer, do=transfer
)
