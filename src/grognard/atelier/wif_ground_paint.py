"""The painted ground of a board of several lattices: terrain colours softly joined, shaded by relief, as one small raster."""

from __future__ import annotations

import base64
import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter
from shapely.geometry.base import BaseGeometry

from grognard.atelier.draft import Draft
from grognard.atelier.globe import Globe
from grognard.atelier.land import polygons
from grognard.atelier.sheets import Cell, Lattice, Sheet

COLOURS = {
    "clear": (224, 218, 182),
    "forest": (165, 185, 132),
    "jungle": (132, 168, 112),
    "mountain": (196, 174, 142),
    "swamp": (166, 190, 166),
    "desert": (238, 219, 170),
    "desert_mountain": (214, 184, 138),
}


def paint(
    draft: Draft,
    globe: Globe,
    land: BaseGeometry,
    parts: list[tuple[Lattice, Sheet, dict[Cell, str]]],
    size: tuple[float, float],
    step: float = 6.0,
) -> str:
    """The ground as a data URI; `step` drawing units are one pixel."""
    width, height = round(size[0] / step), round(size[1] / step)
    picture = Image.new("RGB", (width, height), COLOURS["clear"])
    pen = ImageDraw.Draw(picture)
    heights = np.zeros((height, width))
    for lattice, sheet, codes in parts:
        for cell, code in codes.items():
            colour = COLOURS.get(draft.spaces[code].terrain)
            if colour:
                pen.polygon([(x / step, y / step) for x, y in lattice.corners(cell)], fill=colour)
        _raise(heights, lattice, sheet, list(codes), globe, step)
    tinted = np.asarray(picture.filter(ImageFilter.GaussianBlur(13 / step)), dtype=float)
    soft = np.asarray(
        Image.fromarray(np.clip(heights, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(1.6)), dtype=float
    )
    dy, dx = np.gradient(soft)
    light = np.tanh((dx + dy) / 6.0)
    high = np.clip((soft - 30) / 110, 0, 1)[..., None]
    tinted = tinted * (1 - 0.4 * high) + np.array((233.0, 227.0, 217.0)) * 0.4 * high
    lit, dark = np.clip(light, 0, 1)[..., None], np.clip(light, -1, 0)[..., None]
    shaded = (tinted + (255 - tinted) * lit * 0.38) * (1 + dark * 0.38)
    rgb = Image.fromarray(np.clip(shaded, 0, 255).astype(np.uint8), "RGB")
    rgb.putalpha(_mask(land, step, width, height))
    stream = io.BytesIO()
    rgb.save(stream, "WEBP", quality=66, alpha_quality=60, method=6)
    return "data:image/webp;base64," + base64.b64encode(stream.getvalue()).decode()


def _raise(heights: NDArray[np.float64], lattice: Lattice, sheet: Sheet, cells: list[Cell], globe: Globe, step: float) -> None:
    """Relief of the window that a lattice's hexes fill."""
    centres = np.array([lattice.centre(c) for c in cells])
    x0, y0 = np.maximum(((centres.min(axis=0) - lattice.size) / step).astype(int), 0)
    x1, y1 = ((centres.max(axis=0) + lattice.size) / step).astype(int)
    x1, y1 = min(int(x1), heights.shape[1]), min(int(y1), heights.shape[0])
    xs, ys = np.meshgrid((np.arange(x0, x1, 2) + 1.0) * step, (np.arange(y0, y1, 2) + 1.0) * step)
    lonlat = sheet.lonlat(np.column_stack((xs.ravel(), ys.ravel())))
    rows, cols = globe.relief.shape
    fx = np.clip((lonlat[:, 0] + 180) % 360 / 360 * cols - 0.5, 0, cols - 2)
    fy = np.clip((90 - lonlat[:, 1]) / 180 * rows - 0.5, 0, rows - 2)
    i, j = fx.astype(int), fy.astype(int)
    u, v = fx - i, fy - j
    relief = globe.relief.astype(float)
    value = (
        relief[j, i] * (1 - u) * (1 - v)
        + relief[j, i + 1] * u * (1 - v)
        + relief[j + 1, i] * (1 - u) * v
        + relief[j + 1, i + 1] * u * v
    ).reshape(xs.shape)
    part = np.asarray(Image.fromarray(value.astype(np.float32)).resize((x1 - x0, y1 - y0), Image.Resampling.BICUBIC))
    mine = Image.new("L", (x1 - x0, y1 - y0), 0)
    pen = ImageDraw.Draw(mine)
    for cell in cells:
        pen.polygon([(x / step - x0, y / step - y0) for x, y in lattice.corners(cell)], fill=255)
    held = np.asarray(mine) > 0
    heights[y0:y1, x0:x1][held] = part[held]


def _mask(land: BaseGeometry, step: float, width: int, height: int) -> Image.Image:
    mask = Image.new("L", (width * 2, height * 2), 0)
    pen = ImageDraw.Draw(mask)
    for shape in polygons(land):
        pen.polygon([(float(x) / step * 2, float(y) / step * 2) for x, y in shape.exterior.coords], fill=255)
        for hole in shape.interiors:
            pen.polygon([(float(x) / step * 2, float(y) / step * 2) for x, y in hole.coords], fill=0)
    return mask.resize((width, height), Image.Resampling.BOX)
