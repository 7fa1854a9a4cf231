"""Inks, and the outlines of hexes, sea areas and their sections, on the boards of World in Flames and America in Flames."""

from __future__ import annotations

from grognard.atelier.draft import Space
from grognard.atelier.render import Points
from grognard.atelier.wif_making import Making

INK, SEA_INK, LAND_INK, PAPER = "#2b2622", "#2d5f7c", "#7a3b2e", "#ece4cb"
BOX = 46.0  # a section of a sea-box
OFF_MAP_SIZE = 55.0


def hexagon(space: Space, size: float = OFF_MAP_SIZE) -> Points:
    shape = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))
    return [[round(space.x + size * dx, 1), round(space.y + size * dy, 1)] for dx, dy in shape]


def is_section(space: Space) -> bool:
    return space.id[-2:-1] == "_" and space.id[-1].isdigit()


def section_ring(space: Space) -> Points:
    half = BOX / 2
    return [
        [round(space.x - half, 1), round(space.y - half * 0.8, 1)],
        [round(space.x + half, 1), round(space.y - half * 0.8, 1)],
        [round(space.x + half, 1), round(space.y + half * 0.8, 1)],
        [round(space.x - half, 1), round(space.y + half * 0.8, 1)],
    ]


def area_ring(m: Making, area: Space) -> Points:
    parts = [m.draft.spaces[f"{area.id}_{n}"] for n in range(5)]
    x0, x1 = min(p.x for p in parts) - BOX / 2 - 5, max(p.x for p in parts) + BOX / 2 + 5
    y0, y1 = min(p.y for p in parts) - BOX * 0.4 - 22, max(p.y for p in parts) + BOX * 0.4 + 5
    return [
        [round(x0, 1), round(y0, 1)],
        [round(x1, 1), round(y0, 1)],
        [round(x1, 1), round(y1, 1)],
        [round(x0, 1), round(y1, 1)],
    ]


def box_ring(space: Space) -> Points:
    return [
        [space.x - 165, space.y - 160],
        [space.x + 165, space.y - 160],
        [space.x + 165, space.y + 160],
        [space.x - 165, space.y + 160],
    ]
