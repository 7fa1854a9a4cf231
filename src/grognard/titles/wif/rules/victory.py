"""13.9: victory in a campaign: objectives of the powers, less their bids, and automatic victory."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.cache import derived
from grognard.kernel.flow import GameOver, Outcome
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import ALLIES, AXIS, POWER_INDEX, SIDE_OF_POWER, SIDES, USA, VICHY
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.flight import FAR, air_distance
from grognard.titles.wif.rules.minors import american, capital_of
from grognard.titles.wif.rules.powers import home_countries, playing, powers_of
from grognard.titles.wif.state import COMPLETE, NOWHERE, War

BIDS = {"Nationalist China": "China", "USSR and Communist China": "USSR"}
PAN_AMERICA = ("mexico", "brazil")


@rule("13.9")
def objectives(g: War) -> list[int]:
    """The objectives on the maps of the campaign."""
    half = "Pacific" not in g.campaign.frame.maps
    return [g.ground.named(o.place) for o in g.facts.objectives if not half or o.theatre == "E"]


def capitals(g: War, power: int) -> list[int]:
    """The capitals of a power's home countries as they are now."""
    if g.powers.home[power] >= 0:
        return [s for s in (capital_of(g, g.powers.home[power]),) if s >= 0]
    homes = [c for c in home_countries(g, power) if g.countries.power[c] == power]
    return [s for s in (capital_of(g, c) for c in homes) if s >= 0]


@rule("13.9")
def nearest(g: War, space: int, among: list[int]) -> list[int]:
    """The powers whose capital is nearest to an objective of a neutral: two if they are as far."""
    far = {p: air_distance(g, space, tuple(capitals(g, p))) for p in among}
    least = min(far.values(), default=FAR)
    return [p for p in among if far[p] == least]


@rule("13.9")
@derived("hexes.controller", "countries.power", "powers.conquered", "powers.home", "powers.plays", "installer", lasting=True)
def held(g: War) -> dict[int, Fraction]:
    """Objectives of each power: those it controls, Vichy's for who installed it, neutral ones for the nearest capital."""
    return count(g, [p for p in playing(g) if g.powers.conquered[p] != COMPLETE and p != VICHY])


def count(g: War, able: list[int]) -> dict[int, Fraction]:
    """Objectives of some powers; what others hold counts as neutral."""
    found = {p: Fraction(0) for p in able}
    whose = powers_by_hex(g)
    for space in objectives(g):
        keeper = g.installer if whose[space] == VICHY else whose[space]
        owners = [keeper] if keeper in found else nearest(g, space, able)
        for power in owners:
            found[power] += Fraction(1, len(owners))
    return found


@rule("13.9")
def bid(g: War, power: int) -> int:
    """What a power has bid: what the campaign expects of it. Reading WIF-DEC-60."""
    expected = g.campaign.frame.victory.expected
    return sum(points for name, points in expected.items() if POWER_INDEX[BIDS.get(name, name)] == power)


@rule("13.9")
def penalties(g: War, power: int) -> int:
    """What an Ally loses for wars on American minors, and the USA for aligning both Mexico and Brazil."""
    if SIDE_OF_POWER[power] != ALLIES:
        return 0
    attacked = sum(g.countries.attacked_by[c] >> power & 1 for c in range(len(g.facts.countries)) if american(g, c))
    both = power == USA and all(g.countries.aligned_on[g.facts.country[name]] >= 0 for name in PAN_AMERICA)
    return attacked + both


def totals(g: War) -> dict[int, Fraction]:
    """The points of each power as they stand."""
    return {p: n - penalties(g, p) - bid(g, p) for p, n in held(g).items()}


def side_totals(g: War) -> dict[str, float]:
    """Objectives of both sides, for the tracks."""
    found = held(g)
    return {
        SIDES[side]: float(sum((n for p, n in found.items() if SIDE_OF_POWER[p] == side), Fraction(0))) for side in (AXIS, ALLIES)
    }


@rule("13.9")
def automatic_winner(g: War) -> int:
    """The side that controls every one of the great cities; NOWHERE for none."""
    whose = powers_by_hex(g)
    sides = {
        SIDE_OF_POWER[p] if p >= 0 else NOWHERE for p in (whose[g.ground.named(n)] for n in g.campaign.frame.victory.automatic)
    }
    return sides.pop() if len(sides) == 1 else NOWHERE


@rule("13.9")
def check_objectives(g: War) -> None:
    """The great cities in one hand end the campaign; else the objectives count after the last turn"""
    winner = automatic_winner(g)
    if winner >= 0:
        points = {p: n - penalties(g, p) - bid(g, p) for p, n in count(g, powers_of(g, winner)).items()}
        _end(g, points, f"automatic victory of {g.side_name(winner)}")
    if g.turn >= g.last_turn:
        _end(g, totals(g), "the last turn is over")


def _end(g: War, points: dict[int, Fraction], why: str) -> None:
    """The player with the most points wins: those of all his powers together."""
    seats: dict[str, Fraction] = {}
    for power, number in points.items():
        seats[g.seat(power)] = seats.get(g.seat(power), Fraction(0)) + number
    best = max(seats.values(), default=Fraction(0))
    first = [seat for seat, number in seats.items() if number == best]
    winners = tuple(dict.fromkeys(SIDES[SIDE_OF_POWER[p]] for p in points if g.seat(p) in first))
    told = ", ".join(f"{g.powers[p].label} {float(n):g}" for p, n in points.items())
    raise GameOver(
        Outcome(winners, f"{why}; first: {', '.join(first)} ({told})", "13.9", {s: float(n) for s, n in seats.items()})
    )
