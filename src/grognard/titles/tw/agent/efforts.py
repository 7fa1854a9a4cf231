"""Logistical efforts: how many troops each would set in motion, what it costs, and what must be left for later turns (4)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.agent import landings
from grognard.titles.tw.agent.at_once import danger
from grognard.titles.tw.agent.estimate import turns_left, unit_worth
from grognard.titles.tw.kinds import BOMBERS, FIGHTERS, Kind
from grognard.titles.tw.nations import EFFORTS, GERMANY, effort_price
from grognard.titles.tw.rules.logistics import marker_price, sustained_price
from grognard.titles.tw.rules.units import hex_sides, patron_of
from grognard.titles.tw.state import WINTER, Hex, Nation, War
from grognard.titles.tw.subjects import EffortMarker

ENOUGH = 0.82  # of the troops that matter
BOXED = 0.25  # of troops in a box that wait for ships
NEAR = (1.0, 1.0, 1.0, 1.0, 0.8, 0.7, 0.5, 0.35, 0.25)


def stakes(g: War, nation: int, *, planning: bool = False) -> dict[int, float]:
    """What there is to activate, by hex: troops near the enemy count full, those far from him little."""
    row = g.nations[nation]
    far, kinds = danger(g, row.side), g.roster.kinds
    found: dict[int, float] = {}
    for u, at in enumerate(g.units.at):
        if (
            at < 0
            or patron_of(g, u) != nation
            or (g.units.active[u] and not planning)
            or not (g.ground.land[at] or g.ground.box[at])
            or kinds[u] == Kind.STA
        ):
            continue
        away = far.get(at, 12)
        share = BOXED if g.ground.box[at] else NEAR[away] if away < len(NEAR) else 0.1
        value = 6.0 * share if kinds[u] in BOMBERS or kinds[u] in FIGHTERS else unit_worth(g, u) * share
        found[at] = found.get(at, 0.0) + value
    for port, value in landings.stakes(g, nation).items():
        if port in found:
            found[port] += value
    return found


def reach(g: War, space: int, radius: int) -> Sequence[int]:
    """What a marker in a hex or a box activates."""
    return (space,) if g.ground.box[space] else g.board.within(space, radius)


def cover(g: War, nation: int, effort: str, most: int) -> list[tuple[int, float]]:
    """The best hexes for markers, one after another, with what each adds."""
    left, radius = stakes(g, nation, planning=True), EFFORTS[effort].radius
    sides, side = hex_sides(g), g.nations.side[nation]
    found: list[tuple[int, float]] = []
    near: dict[int, set[int]] = {}
    for at in left:
        for s in reach(g, at, radius):
            if sides[s] == side:
                near.setdefault(s, set()).add(at)
    while len(found) < most and near:
        gains = {s: sum(left.get(at, 0.0) for at in bases) for s, bases in near.items()}
        best = max(gains, key=lambda s: (gains[s] - 0.4 * marker_price(g, nation, effort, s), -s))
        if gains[best] < 1.0:
            break
        found.append((best, gains[best]))
        for at in near.pop(best):
            left.pop(at, None)
    return found


def later(g: War, nation: int) -> int:
    """NARFs to keep for the efforts of the turns to come; in the whole war for those of the year, as Spring brings new income."""
    left = min(turns_left(g), WINTER - g.season) if g.campaign else turns_left(g)
    return next_turn(g, nation) * left


def next_turn(g: War, nation: int) -> int:
    """NARFs that the efforts of one turn need."""
    return effort_price("rle", nation) * (5 if nation == GERMANY and g.barbarossa >= 0 else 3)


def choose(g: War, ask: Ask) -> tuple[Option, str] | None:
    """The effort of a power this turn."""
    row = ask.options[0].args[0]
    assert isinstance(row, Nation)
    nation = row.index
    total = sum(stakes(g, nation, planning=True).values())
    purse = row.narfs - 0.6 * later(g, nation)
    markers = cover(g, nation, "rle", 12)
    dear = max(0.1, min(1.0, 0.27 * total / max(purse, 1.0)))  # what a NARF is worth, by what else it could do
    best: tuple[float, Option, str] | None = None
    for option in ask.options:
        verb = option.verb
        if verb == "sle":
            price, moved = sustained_price(g, nation), total
        elif verb == "rle":
            taken = markers[: int(option.args[1])]
            if len(taken) < int(option.args[1]):
                continue
            price, moved = sum(marker_price(g, nation, "rle", s) for s, _ in taken), sum(v for _, v in taken)
        elif verb == "mle":
            price, moved = effort_price("mle", nation), 0.35 * total
        else:
            price, moved = 0, 0.02 * total
            if verb == "lle":
                continue
        value = 0.8 * moved - dear * price - max(0.0, price - purse) * 2.0
        if best is None or value > best[0]:
            best = (value, option, f"{verb.upper()} moves {moved:.0f} of {total:.0f} for {price} NARFs")
    return None if best is None else (best[1], best[2])


def place(g: War, ask: Ask) -> tuple[Option, str] | None:
    """Where a marker goes."""
    first = ask.options[0]
    if first.verb != "place":
        return None
    row = first.args[0]
    assert isinstance(row, Nation)
    assert isinstance(ask.subject, EffortMarker)
    radius = 1 if ask.subject.effort != "rle" else 4
    left = stakes(g, row.index)
    if g.nations.patron[row.index] != row.index:
        return None
    effort = "lle" if radius == 1 else "rle"
    best: tuple[float, Option, float] | None = None
    for option in ask.options:
        if option.verb != "place":
            continue
        where = option.args[1]
        assert isinstance(where, Hex)
        gain = sum(left.get(s, 0.0) for s in reach(g, where.index, radius))
        value = gain - 0.4 * marker_price(g, row.index, effort, where.index)
        if best is None or value > best[0]:
            best = (value, option, gain)
    if best is None:
        return None
    where = best[1].args[1]
    assert isinstance(where, Hex)
    return best[1], f"{effort.upper()} at {where.label} moves {best[2]:.0f} factors"
