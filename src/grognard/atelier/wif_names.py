"""Marks, symbols and names on the boards of World in Flames and America in Flames."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from grognard.atelier.draft import Space
from grognard.atelier.labels import Name, Room, lettering, place
from grognard.atelier.render import Layer, layer
from grognard.atelier.wif import is_water
from grognard.atelier.wif_making import Making
from grognard.atelier.wif_shapes import INK, LAND_INK, OFF_MAP_SIZE, SEA_INK, area_ring, hexagon


def land_spaces(m: Making) -> Iterable[Space]:
    return (s for s in m.draft.spaces.values() if s.kind in ("hex", "area") and not is_water(s))


def marks(m: Making) -> list[Layer]:
    sizes = {one.id: one.lattice.size for one in m.plan.maps}
    rings_ = [
        {"rings": [hexagon(s, sizes.get(s.map, OFF_MAP_SIZE) * 0.92)], "space": s.id}
        for s in land_spaces(m)
        if "objective" in s.words("roles")
    ]
    dots = [
        {"symbol": "dot", "x": s.x, "y": s.y, "style": {"fill": "#d9772b" if "orange" in s.words("roles") else "#c02f2a"}}
        for s in m.draft.spaces.values()
        if s.terrain == "sea" and s.words("roles") & {"orange", "red"}
    ]
    return [
        layer("objectives", "polygon", rings_, fill="none", stroke="#e07b1f", stroke_width=3.0, stroke_opacity=0.9),
        layer("symbols", "symbol", dots, zoom=(1, 2), size=9, stroke="#fff", stroke_width=0.8),
    ]


def symbols(m: Making) -> list[Layer]:
    kinds: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for s in land_spaces(m):
        roles = s.words("roles")
        if "capital" in roles:
            kinds["capital"].append({"symbol": "capital", "x": s.x, "y": s.y})
        elif "city" in roles:
            kinds["city"].append({"symbol": "city", "x": s.x, "y": s.y})
        if "port" in roles:
            beside = {"x": s.x - (13 if roles & {"city", "capital"} else 0), "y": s.y + (9 if roles & {"city", "capital"} else 0)}
            kinds["major" if "major" in roles else "port"].append({"symbol": "port", **beside})
        goods(s, kinds)
    return [
        layer("symbols", "symbol", kinds["city"], above=True, size=10, fill="#2b2622", stroke="#fff", stroke_width=1.2),
        layer("symbols", "symbol", kinds["capital"], above=True, size=13, fill="#a3231f", stroke="#fff", stroke_width=1.0),
        layer(
            "symbols", "symbol", kinds["port"], above=True, zoom=(1, 2), size=9, fill="none", stroke="#1d4e6e", stroke_width=1.4
        ),
        layer(
            "symbols", "symbol", kinds["major"], above=True, zoom=(1, 2), size=12, fill="none", stroke="#1d4e6e", stroke_width=2.0
        ),
        layer(
            "symbols", "symbol", kinds["blue"], above=True, zoom=(1, 2), size=9, fill="#2f5fa8", stroke="#fff", stroke_width=0.6
        ),
        layer(
            "symbols", "symbol", kinds["red"], above=True, zoom=(1, 2), size=9, fill="#b0332b", stroke="#fff", stroke_width=0.6
        ),
        layer(
            "symbols", "symbol", kinds["green"], above=True, zoom=(1, 2), size=9, fill="#3d7a3a", stroke="#fff", stroke_width=0.6
        ),
        layer(
            "symbols",
            "symbol",
            kinds["resources"],
            above=True,
            zoom=(1, 2),
            size=7,
            fill="#6b5a2c",
            stroke="#fff",
            stroke_width=0.6,
        ),
        layer(
            "symbols", "symbol", kinds["oil"], above=True, zoom=(1, 2), size=9, fill="#1b1b1b", stroke="#1b1b1b", stroke_width=0.9
        ),
    ]


def goods(s: Space, kinds: dict[str, list[dict[str, Any]]]) -> None:
    """Factories, resources and oil in a row under the middle."""
    row = [key for key in ("blue", "red", "green", "resources", "oil") for _ in range(int(str(s.columns.get(key) or 0)))]
    for n, key in enumerate(row[:10]):
        symbol = {"resources": "resource", "oil": "oil"}.get(key, "industry")
        kinds[key].append({"symbol": symbol, "x": round(s.x - 12 + (n % 4) * 9, 1), "y": round(s.y + 14 + (n // 4) * 8, 1)})


def names(m: Making) -> list[Layer]:
    """Three layers of names, each without collisions of its own."""
    out = []
    size = m.plan.size
    for zoom, (country, sea, city) in enumerate(((66.0, 44.0, 40.0), (30.0, 0.0, 16.0), (20.0, 0.0, 11.0))):
        room = Room()
        for s in land_spaces(m):
            if s.words("roles") & {"city", "capital", "port"}:
                room.take((s.x - 6, s.y - 6, s.x + 6, s.y + 6))
        seas = {s.name: area_ring(m, s) for s in m.draft.spaces.values() if s.kind == "sea"}
        for (x0, y0), _, (x1, y1), _ in seas.values():
            room.take((x0, y0, x1, y1))
        wanted = [*city_names(m, city, zoom), *country_names(m, country, zoom)]
        if zoom == 0:
            wanted += [sea_name(name.upper(), ring, sea * 0.8) for name, ring in seas.items()]
        placed = place(wanted, room, (4.0, 4.0, size[0] - 4, size[1] - 4))
        out.append(lettering(zoom, placed, city, INK, round(city * 0.18, 1)))
    return out


def sea_name(name: str, ring: list[list[float]], size: float) -> Name:
    """The name of a sea area over its box, else under it or beside it."""
    (x0, y0), _, (x1, y1), _ = ring
    gap, wide = size * 0.75, size * 0.34 * len(name) + (x1 - x0) / 2
    shifts = ((0.0, 0.0), (0.0, y1 - y0 + 2 * gap), (wide, (y1 - y0) / 2 + gap), (-wide, (y1 - y0) / 2 + gap))
    style = (("fill", SEA_INK), ("font_style", "italic"))
    return Name(name, (x0 + x1) / 2, y0 - gap, size, 50, style=style, shifts=shifts)


def city_names(m: Making, size: float, zoom: int) -> list[Name]:
    out = []
    worth = {"capital": 40, "objective": 30, "major": 12, "city": 10}
    for s in land_spaces(m):
        if not s.name:
            continue
        weight = 20 + sum(worth.get(role, 0) for role in s.words("roles"))
        if zoom == 0 and weight < 70:
            continue
        bold = "bold" if "capital" in s.words("roles") else "normal"
        out.append(
            Name(
                s.name,
                s.x,
                s.y,
                round(size * (1.0 if weight >= 60 else 0.88), 1),
                weight,
                7.0,
                style=(("font_weight", bold), ("font_family", "sans")),
            )
        )
    return out


def country_names(m: Making, size: float, zoom: int) -> list[Name]:
    where: dict[tuple[str, str], list[Space]] = defaultdict(list)
    for s in land_spaces(m):
        if s.kind == "hex" and s.country:
            where[s.country, s.map if s.map in ("M", "N", "S") else ""].append(s)
    out = []
    for (country, _), mine in where.items():
        if len(mine) < (24 if zoom == 0 else 5):
            continue
        x, y = sum(s.x for s in mine) / len(mine), sum(s.y for s in mine) / len(mine)
        middle = min(mine, key=lambda s: (s.x - x) ** 2 + (s.y - y) ** 2)
        grown = round(size * min(1.3, 0.6 + len(mine) / 120), 1)
        shifts = tuple(
            (dx * 22.0, dy * 22.0)
            for dx, dy in ((0, 0), (0, -1.2), (0, 1.2), (-1.5, 0), (1.5, 0), (0, -2.2), (0, 2.2), (-2, 1.2), (2, -1.2))
        )
        out.append(
            Name(
                m.titles.get(country, country).upper(),
                middle.x,
                middle.y,
                grown,
                45 + min(30, len(mine) / 10),
                spacing=round(grown * 0.16, 1),
                style=(("fill", LAND_INK),),
                shifts=shifts,
            )
        )
    return out
