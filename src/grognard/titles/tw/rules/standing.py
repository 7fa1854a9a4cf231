"""7.8, 11.8.1, 11.2.2: standing answers. A side that has said in advance what it lets pass is asked only where it matters: about
forces at sea it could beat, about flights its fighters can meet. Nobody who has said nothing is spared a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.kernel.rules import rule
from grognard.titles.tw.kinds import FIGHTERS
from grognard.titles.tw.rules.concert import seat_of_unit
from grognard.titles.tw.rules.sea_fight import air_worth, ship_worth
from grognard.titles.tw.state import War

SEA, AIR, HOME = "sea", "flights", "landings"  # the kinds
NEVER, CHANCE, CARGO, FIGHTER, MISSION, BASE = "never", "chance", "cargo", "fighters", "missions", "base"
HALF = 2  # what is sent is at least half as strong as what it meets


@rule("7.8", "7.8.3")
def lets_sail(g: War, seat: str, seen: Sequence[int], able: Mapping[int, tuple[list[int], list[int]]], *, goods: bool) -> bool:
    """Whether a seat lets the ships it sees pass unasked; `able`: by sea area the ships and aircraft that could meet them there;
    `goods`: they carry units, NARFs or supply. Where it speaks for several players, each who could send something has said so."""
    if g.division:
        owned = {area: [*ships, *planes] for area, (ships, planes) in able.items()}
        seats = {seat_of_unit(g, u) or seat for units in owned.values() for u in units}
        return bool(seats) and all(_lets_sail(g, one, seen, able, goods=goods) for one in seats)
    return _lets_sail(g, seat, seen, able, goods=goods)


def _lets_sail(g: War, seat: str, seen: Sequence[int], able: Mapping[int, tuple[list[int], list[int]]], *, goods: bool) -> bool:
    condition = g.standing.get(f"{seat} {SEA}")
    if condition == CARGO:
        return not goods
    if condition == CHANCE:
        worth = ship_worth(g, seen)
        return bool(able) and all(
            HALF * (ship_worth(g, ships) + air_worth(g, planes, area)) < worth for area, (ships, planes) in able.items()
        )
    return condition == NEVER


@rule("11.8.1")
def lets_fly(g: War, seat: str, ready: Sequence[int], *, moving: bool) -> bool:
    """Whether a seat lets a flight pass unasked; `moving`: it goes from base to base and does nothing else."""
    if g.division:
        owners = [seat_of_unit(g, u) or seat for u in ready]
        return bool(owners) and all(
            _lets_fly(g, one, [u for u, owner in zip(ready, owners) if owner == one], moving=moving) for one in set(owners)
        )
    return _lets_fly(g, seat, ready, moving=moving)


def _lets_fly(g: War, seat: str, ready: Sequence[int], *, moving: bool) -> bool:
    condition = g.standing.get(f"{seat} {AIR}")
    if condition == FIGHTER:
        return not any(g.roster.kinds[u] in FIGHTERS for u in ready)
    return condition == NEVER or (condition == MISSION and moving)


@rule("11.2.2")
def flies_home(g: War, seat: str) -> bool:
    """Whether the aircraft of a seat return to their bases unasked."""
    seats = g.seats_of(g.side_of(seat)) if g.division else [seat]
    return all(g.standing.get(f"{one} {HOME}") == BASE for one in seats)
