"""What things are worth to a nation, in IPP: zones for their income, cities, capitals, factories and victory points."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.cache import derived
from grognard.titles.gw36.kinds import IS_FACTORY, PRICE
from grognard.titles.gw36.rules.nations import PLAYED, alive
from grognard.titles.gw36.state import ALLIANCES, War

CAPITAL = 14.0
CITY = 5.0
FACTORY = 5.0
POINT = 6.0
ZONE_KINDS = ("groups", "possess_all", "possess_count", "alliance_possesses_all", "alliance_possesses_count", "possess_any")


def turns_left(g: War) -> int:
    return max(1, g.last - g.turn)


@derived("turn", "news", "sites.at")
def zone_worth(g: War) -> list[float]:
    """What a land zone is worth to whoever takes it, objectives left out."""
    board = g.board
    ipp, city, victory = board.ints("ipp"), board.ints("city"), board.ints("victory_city")
    income = min(5.0, 0.8 * turns_left(g))
    worth = [ipp[z] * income + CITY * (city[z] + 2 * victory[z]) + 0.6 for z in range(board.size)]
    for kind, at in zip(g.sites.kind, g.sites.at):
        if at >= 0 and IS_FACTORY[kind]:
            worth[at] += FACTORY
    for n in range(PLAYED):
        if alive(g, n) and g.nations.capital[n] >= 0:
            worth[g.nations.capital[n]] += CAPITAL
    return [0.0 if kind == "sea" else w for w, kind in zip(worth, board.kind)]


@derived("news")
def objective_worth(g: War, alliance: int) -> dict[int, float]:
    """Zones that the objectives of an alliance's nations name, and what holding one is worth."""
    found: dict[int, float] = {}
    name = ALLIANCES[alliance]
    for row in g.facts.objectives:
        if row.kind not in ZONE_KINDS or (row.alliance and row.alliance != name):
            continue
        groups = [group.split() for group in str(row.groups).split("|")] if row.groups else [_words(row.zones)]
        for zones in groups:
            for zone in zones:
                if g.board.knows(zone):
                    z = g.board.space(zone)
                    found[z] = found.get(z, 0.0) + POINT * max(1, row.points) / max(1, len(zones))
    return found


def _words(value: str | Iterable[str]) -> list[str]:
    return value.split() if isinstance(value, str) else list(value)


def worth_to(g: War, nation: int, zone: int) -> float:
    """A land zone's worth to a nation: income and cities, and the points its alliance scores with it."""
    alliance = g.nations.alliance[nation]
    return zone_worth(g)[zone] + (objective_worth(g, alliance).get(zone, 0.0) if alliance else 0.0)


def price_of(g: War, units: Iterable[int]) -> float:
    kinds = g.units.kind
    return float(sum(PRICE[kinds[u]] for u in units))
