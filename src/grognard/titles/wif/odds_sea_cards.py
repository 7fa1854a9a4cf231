"""Cards of the sea for players: before a battle is sought, in the middle of it, before a port is attacked (odds_sea.py)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.odds.forecast import Case, Chance, Forecast, Loss
from grognard.titles.wif.ground import MAJOR_PORT
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.odds_air import Lines, planes_told, sky_losses
from grognard.titles.wif.odds_sea import Round, Search, air_ends, air_round, committed, rounds_open, search_chances
from grognard.titles.wif.rules.carriers import sea_factors
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.naval_damage import surface_factors
from grognard.titles.wif.rules.naval_search import Sides, air_component
from grognard.titles.wif.rules.port_attack import MAJOR, MINOR, RAIDERS
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.state import War

SEA_WORDS = {
    "losses": "Expected ships", "lost": "sunk", "depleted": "hurt", "taken": "Battle", "columns": "Surprise points",
    "results": "Search", "shifts": "Factors", "air": "Round", "case": "an enemy ship sunk",
}  # fmt: skip
BANDS = (
    ("we have 4 or more", 4, 99), ("we have 1 to 3", 1, 3), ("none", 0, 0), ("they have 1 to 3", -3, -1),
    ("they have 4 or more", -99, -4),
)  # fmt: skip


def combat_forecast(g: War, area: int, side: int) -> Forecast | None:
    """Before a battle is sought: the search, surprise points, and what a first round of each type would do."""
    sides = committed(g, area, g.side)
    if not sides.committed[0] or not sides.committed[1]:
        return None
    search = search_chances(g, sides, side)
    cases = [_case(g, one, side) for one in rounds_open(g, sides, sides.committed)]
    return Forecast(
        f"Naval combat in {g.board.label(area)}",
        f"{len(sides.committed[side])} against {len(sides.committed[1 - side])} units",
        "",
        _factors(g, sides, side),
        [],
        [
            Chance("both find", search.both), Chance("only we find", search.ours), Chance("only they find", search.theirs),
            Chance("nobody finds", search.nobody),
        ],
        search.battle,
        sum(p for n, p in search.points.items() if n >= 4),
        _points_told(search),
        [],
        with_air=cases,
        words={**SEA_WORDS, "breach_chance": "4 points or more"},
    )  # fmt: skip


def _points_told(search: Search) -> list[Chance]:
    told = [Chance(name, sum(p for n, p in search.points.items() if low <= n <= high)) for name, low, high in BANDS]
    return [one for one in told if one.chance > 0]


def _factors(g: War, sides: Sides, side: int) -> list[str]:
    mine, theirs = sides.committed[side], sides.committed[1 - side]
    return [
        f"surface {surface_factors(g, mine)} against {surface_factors(g, theirs)} (11.5.8)",
        f"carrier planes {sum(air_component(g, u) for u in mine)} against {sum(air_component(g, u) for u in theirs)} (14.4)",
    ]


def _case(g: War, one: Round, side: int) -> Case:
    name = {"surface": "surface combat", "air": "naval air combat", "submarine": "submarine combat"}[one.kind]
    theirs, ours = one.harm[1 - side], one.harm[side]
    return Case(
        name, theirs.any_sunk, 0.0, [],
        [Chance("theirs", theirs.any_sunk), Chance("ours", ours.any_sunk)],
        [
            Loss("ours", ours.sunk, ours.damaged + ours.aborted), Loss("theirs", theirs.sunk, theirs.damaged + theirs.aborted),
            *([Loss("aircraft, ours and theirs", *_pair(one.planes, side))] if any(one.planes) else []),
        ],
    )  # fmt: skip


def _pair(both: tuple[float, float], side: int) -> tuple[float, float]:
    return both[side], both[1 - side]


def round_forecast(g: War, area: int, side: int, own: Sequence[int], foes: Sequence[int], points: int = 0) -> Forecast:
    """In the middle of a battle: what a round of each type would do to those who were found."""
    included = [list(own), list(foes)] if side == 0 else [list(foes), list(own)]
    sides = Sides(area, g.side, included=included)
    rounds = rounds_open(g, sides, included)
    best = max(rounds, key=lambda r: r.harm[1 - side].worth - r.harm[side].worth)
    cases = [_case(g, one, side) for one in rounds]
    sides.committed = included
    first = _case(g, best, side)
    return Forecast(
        f"A round in {g.board.label(area)}",
        f"{len(own)} against {len(foes)} units: {first.air}",
        "",
        _factors(g, sides, side),
        [f"{points} surprise points (11.5.6)"] if points else [],
        first.results,
        first.taken_chance,
        0.0,
        [],
        first.losses,
        with_air=[one for one in cases if one.air != first.air],
        words={**SEA_WORDS, "taken": "An enemy ship sunk", "results": "A ship sunk", "modifiers": "Surprise"},
    )


def port_forecast(g: War, port: int, side: int, lines: Lines, ships: list[int]) -> Forecast:
    """A port attack (11.2): the air battle, flak and one round against the ships in port; searches for surprise points."""
    planes = [
        [Plane(f.unit, f.rating, int(sea_factors(g, f.unit)) if n else 0, n == 0, f.carrier) for n in (0, 1) for f in lines[s][n]]
        for s in (0, 1)
    ]
    included: list[list[int]] = [[], []]
    included[side] = [p.unit for p in planes[side]]
    included[1 - side] = [*(p.unit for p in planes[1 - side]), *ships]
    one = air_round(g, port, side, included, planes)
    nav = any(roster(g).types[p.unit] == Type.NAV for p in planes[side])
    mine, theirs = RAIDERS + nav, MAJOR if g.ground.port[port] == MAJOR_PORT else MINOR
    points: dict[int, float] = {}
    for a in range(1, 11):
        for b in range(1, 11):
            points[mine + b - theirs - a] = points.get(mine + b - theirs - a, 0.0) + 0.01
    card = _case(g, one, side)
    ends = air_ends(g, lines, side)
    return Forecast(
        f"Port attack on {g.board.label(port)}",
        f"{len(lines[side][1])} bombers against {len(ships)} ships",
        "",
        [],
        [],
        card.results,
        card.taken_chance,
        sum(p for n, p in points.items() if n <= -4),
        _points_told(Search(1.0, 0.0, 0.0, 0.0, points)),
        [*card.losses, *sky_losses(lines, ends, side)],
        air=planes_told(g, lines, side),
        words={**SEA_WORDS, "taken": "A ship sunk", "breach_chance": "They can avoid it", "results": "A ship sunk",
               "air": "In the air"},
    )  # fmt: skip
