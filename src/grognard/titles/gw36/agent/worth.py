"""What things are worth to a nation, in IPP: zones for their income, cities, capitals, factories and victory points."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.cache import derived
from grognard.titles.gw36.kinds import IS_FACTORY, PRICE
from grognard.titles.gw36.rules.nations import PLAYED, alive
from grognard.titles.gw36.state import ALLIANCES, AXIS, GERMANY, NATIONS, War

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


DESIGNS: dict[str, dict[str, float]] = {  # what a nation's war is about, beyond income and points
    "germany": {"moscow": 8, "leningrad": 6, "kiev": 4},
    "italy": {"southern_france": 4, "thessaly": 2},
    "japan": {"nanking": 6, "shanghai": 4, "hunan": 3, "philippines": 4, "java": 4, "sumatra": 4, "borneo": 4, "hong_kong": 3},
    "ussr": {"warsaw": 4, "lubelskie": 2, "east_poland": 2, "berlin": 8},
    "great_britain": {"rome": 4, "western_germany": 4},
    "usa": {"tokyo": 8, "western_germany": 4, "rome": 4},
    "kmt": {"shanghai": 4, "peking": 4},
}  # fmt: skip


# One campaign after the other: what counts until the city is taken, and what can wait.
POLAND = {
    "london": -60, "warsaw": 14, "west_poland": 10, "dolnoslaske": 10, "east_poland": -8, "lubelskie": -3, "alsace_lorraine": -20,
}  # fmt: skip
FRANCE = {
    "london": -60, "paris": 26, "warsaw": 16, "west_poland": 8, "dolnoslaske": 8, "picardy": 12, "alsace_lorraine": 12,
    "belgium": 9, "netherlands": 3, "southern_france": -4,
    "northern_belorussia": -4, "southern_belorussia": -4, "western_ukraine": -4, "karelia": -4,
}  # fmt: skip
CAMPAIGNS = (("warsaw", POLAND, 3), ("paris", FRANCE, 99))


def campaign(g: War) -> dict[str, float]:
    """Germany's campaign of the hour."""
    for city, zones, turns in CAMPAIGNS:
        owner = g.zones.owner[g.board.space(city)]
        if owner >= 0 and g.nations.alliance[owner] != AXIS and g.turn - (g.last - 12) < turns:
            return {zone: float(worth) for zone, worth in zones.items()}
    return {}


@derived("news", "zones.owner", "turn")
def designs(g: War, nation: int) -> dict[int, float]:
    """The designs of a nation by zone."""
    board = g.board
    named = {**DESIGNS.get(NATIONS[nation], {}), **(campaign(g) if nation == GERMANY else {})}
    return {board.space(z): float(w) for z, w in named.items() if board.knows(z)}


def worth_to(g: War, nation: int, zone: int) -> float:
    """A land zone's worth to a nation: income and cities, the points its alliance scores with it, and its designs."""
    alliance = g.nations.alliance[nation]
    points = objective_worth(g, alliance).get(zone, 0.0) if alliance else 0.0
    return max(0.5, zone_worth(g)[zone] + points + designs(g, nation).get(zone, 0.0))


def price_of(g: War, units: Iterable[int]) -> float:
    kinds = g.units.kind
    return float(sum(PRICE[kinds[u]] for u in units))
