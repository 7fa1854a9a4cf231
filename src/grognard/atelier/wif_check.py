"""The statements of the World in Flames and America in Flames rulebooks about their maps, one test for each kind.

`anchors.csv` lists them by line; `b` may hold several words. Reads committed files only. Structure is checked in check.py.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import pairwise
from typing import Protocol

Row = dict[str, str]
AIR = {"european": 1, "pacific": 2, "off_map": 6}
# statements whose first word is a number or a country
OF_NO_PLACE = frozenset({"objectives", "territory", "count", "capital", "total", "research"})
GRAPH = {"coast", "port", "dot", "section", "open"}  # borders that no aircraft counts along


class Files(Protocol):
    spaces: dict[str, Row]

    @property
    def around(self) -> dict[str, list[tuple[str, set[str]]]]: ...

    @property
    def of_place(self) -> dict[str, str]: ...

    def side(self, a: str, b: str) -> set[str] | None: ...


def _row(f: Files, a: str) -> Row:
    return f.spaces[f.of_place[a]]


def _words(f: Files, a: str, column: str) -> list[str]:
    return _row(f, a)[column].split()


def _land(f: Files, a: str, b: str = "") -> bool:
    return a in f.of_place and _row(f, a)["terrain"] not in ("sea", "lake", "")


def _flown(words: set[str]) -> bool:
    return not words & GRAPH or bool(words & {"join", "line", "blue"})


def adjacent(f: Files, a: str, b: str) -> bool:
    words = f.side(a, b)
    return words is not None and _flown(words)


def _has(word: str) -> Callable[[Files, str, str], bool]:
    return lambda f, a, b: word in (f.side(a, b) or ())


def air_points(f: Files, a: str, b: str) -> int | None:
    """What a flight costs: each hex or hexdot the greater of the two scales (2.1.1, 14.1.1)."""
    start, goal = f.of_place[a], f.of_place[b]
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == goal:
            return cost
        if cost > best[here]:
            continue
        for there, words in f.around[here]:
            one, two = f.spaces[here]["scale"], f.spaces[there]["scale"]
            if not _flown(words) or one not in AIR or two not in AIR or f.spaces[there]["option"] in ("africa", "scandinavia"):
                continue
            reached = cost + max(AIR[one], AIR[two])
            if reached < best.get(there, 1 << 30):
                best[there] = reached
                heapq.heappush(queue, (reached, there))
    return None


def route(f: Files, a: str, b: str) -> bool:
    """Whether a flight from space to space costs what the last word says."""
    *stops, cost = [a, *b.split()]
    ids = [f.of_place[s] for s in stops]
    legs = list(pairwise(ids))
    return all(adjacent(f, s, t) for s, t in legs) and sum(
        max(AIR[f.spaces[s]["scale"]], AIR[f.spaces[t]["scale"]]) for s, t in legs) == int(cost)


def steps(f: Files, a: str, b: str) -> int | None:
    """Hexes and hexdots from a to b."""
    start, goal = f.of_place[a], f.of_place[b]
    seen, ring, far = {start}, [start], 0
    while ring:
        if goal in seen:
            return far
        ring = _beyond(f, ring, seen, _flown)
        far += 1
    return None


def _beyond(f: Files, ring: list[str], seen: set[str], passes: Callable[[set[str]], bool]) -> list[str]:
    found = []
    for here in ring:
        for there, words in f.around[here]:
            if there not in seen and passes(words):
                seen.add(there)
                found.append(there)
    return found


def railway(f: Files, a: str, b: str) -> bool:
    start, goal = f.of_place[a], f.of_place[b]
    seen, ring = {start}, [start]
    while ring:
        ring = _beyond(f, ring, seen, lambda words: "rail" in words)
    return goal in seen


def _rails_but(f: Files, a: str, b: str) -> bool:
    """Rails to every neighbour but one."""
    near = [(t, "rail" in words) for t, words in f.around[a] if f.spaces[t]["kind"] == "hex" and _land(f, t)]
    return all(rail != (t == b) for t, rail in near)


def _goods(f: Files, a: str, b: str) -> bool:
    blue, red = b.split()
    return (_row(f, a)["blue"] or "0", _row(f, a)["red"] or "0") == (blue, red)


def _sea_links(f: Files, a: str) -> list[str]:
    return [t for t, words in f.around[a] if "open" in words]


def _opens(f: Files, a: str, b: str) -> bool:
    words = f.side(a, b)
    return words is not None and bool(words & {"coast", "port"})


STATEMENTS: dict[str, Callable[[Files, str, str], bool]] = {
    "at": lambda f, a, b: f.of_place.get(a) == b,
    "hex": lambda f, a, b: a in f.spaces,
    "also": lambda f, a, b: b in _words(f, a, "also"),
    "two_maps": lambda f, a, b: bool(_row(f, a)["also"]),
    "scale": lambda f, a, b: _row(f, a)["scale"] == b,
    "land": _land,
    "terrain": lambda f, a, b: _row(f, a)["terrain"] == b,
    "mountainous": lambda f, a, b: "mountain" in _row(f, a)["terrain"],
    "country": lambda f, a, b: _land(f, a) and _row(f, a)["country"] == b,
    "owner": lambda f, a, b: _land(f, a) and _row(f, a)["owner"] == b,
    "territory": lambda f, a, b: any(r["country"] == a and r["owner"] == b for r in f.spaces.values()),
    "capital": lambda f, a, b: "capital" in _words(f, b, "roles") and _row(f, b)["country"] == a,
    "city": lambda f, a, b: "city" in _words(f, a, "roles"),
    "minor_port": lambda f, a, b: "port" in _words(f, a, "roles") and "major" not in _words(f, a, "roles"),
    "no_port": lambda f, a, b: "port" not in _words(f, a, "roles"),
    "factory": lambda f, a, b: bool(_row(f, a)["blue"] or _row(f, a)["red"]),
    "goods": _goods,
    "resource": lambda f, a, b: bool(_row(f, a)["resources"] or _row(f, a)["oil"]),
    "oil": lambda f, a, b: _row(f, a)["oil"] == b,
    "objectives": lambda f, a, b: sum("objective" in r["roles"].split() and not r["option"].startswith(("africa", "scand"))
                                      for r in f.spaces.values()) == int(a),
    "count": lambda f, a, b: len({r["country"] for r in f.spaces.values() if r["country"] and r["owner"] == r["country"]
                                  and "capital" in r["roles"].split()} - {"usa"}) == int(b),
    "total": lambda f, a, b: sum(int(r[a] or 0) for r in f.spaces.values() if r["country"] == "usa") == int(b),
    "research": lambda f, a, b: sum("research" in r["roles"].split() for r in f.spaces.values()) == int(a),
    "edge": _has("edge"),
    "adjacent": adjacent,
    "touches": lambda f, a, b: sum("line" in words and f.spaces[t]["kind"] == "hex" for t, words in f.around[a]) == int(b),
    "distance": lambda f, a, b: steps(f, a, b.split()[0]) == int(b.split()[1]),
    "nearer": lambda f, a, b: (steps(f, a, b.split()[0]) or 99) < (steps(f, a, b.split()[1]) or 99),
    "air": lambda f, a, b: air_points(f, a, b.split()[0]) == int(b.split()[1]),
    "route": route,
    "nearer_air": lambda f, a, b: (air_points(f, a, b.split()[0]) or 999) < (air_points(f, a, b.split()[1]) or 999),
    "river": _has("river"),
    "canal": _has("canal"),
    "lake": _has("lake"),
    "strait": _has("strait"),
    "alpine": _has("alpine"),
    "fort": _has("fort"),
    "sea": _has("sea"),
    "rail": _has("rail"),
    "no_rail": lambda f, a, b: "rail" not in (f.side(a, b) or ()),
    "no_river": lambda f, a, b: "river" not in (f.side(a, b) or ()),
    "no_fort": lambda f, a, b: "fort" not in (f.side(a, b) or ()),
    "no_zone": lambda f, a, b: bool((f.side(a, b) or set()) & {"sea", "strait", "lake", "alpine"}),
    "rail_end": lambda f, a, b: any("rail" in words for _, words in f.around[a]),
    "railway": railway,
    "rails_but": _rails_but,
    "coast": _opens,
    "no_coast": lambda f, a, b: not _opens(f, a, b),
    "port": _has("port"),
    "ports": lambda f, a, b: sum("port" in words for _, words in f.around[f.of_place[a]]) == int(b),
    "sea_link": _has("open"),
    "sea_links": lambda f, a, b: len(_sea_links(f, a)) == int(b),
    "gate": _has("gate"),
    "blue": lambda f, a, b: any("blue" in words and _first(f, s, a) and _first(f, t, b)
                                for s in f.spaces for t, words in f.around[s]),
    "weather": lambda f, a, b: _row(f, a)["weather"] == b,
    "sea_weather_other": lambda f, a, b: _row(f, a)["weather"] != b,
    "vichy": lambda f, a, b: "vichy_france" in _words(f, a, "regions"),
    "no_vichy": lambda f, a, b: "vichy_france" not in _words(f, a, "regions"),
}


def _first(f: Files, space: str, sea: str) -> bool:
    return f.spaces[space]["seas"].split()[:1] == [sea]
