"""The painted ground of a hex board: terrain colours softly joined, shaded by relief, as one small raster.

The raster is a WebP picture with a transparent sea, so that the crisp coast of the vector layers shows.
"""

from __future__ import annotations

import base64
import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from grognard.atelier.draft import Draft
from grognard.atelier.grid import Floats, Grid, Projection
from grognard.atelier.land import Surface
from grognard.atelier.sources import Raster

COLOURS = {
    "clear": (223, 217, 181), "forest": (164, 184, 133), "mountain": (199, 178, 146), "swamp": (168, 190, 165),
    "desert": (237, 218, 170), "wasteland": (229, 198, 147), "water": (223, 217, 181), "": (223, 217, 181),
}


def paint(draft: Draft, grid: Grid, surface: Surface, projection: Projection, relief: Raster, size: tuple[float, float],
          step: float = 5.0) -> str:
    """The ground as a data URI; `step` drawing units are one pixel."""
    width, height = round(size[0] / step), round(size[1] / step)
    colour = _tints(draft, grid, step, width, height)
    heights = _heights(projection, relief, step, width, height)
    light = _light(heights)
    tinted = np.asarray(colour, dtype=float)
    high = np.clip((heights - 30) / 110, 0, 1)[..., None]
    tinted = tinted * (1 - 0.45 * high) + np.array((232.0, 226.0, 216.0)) * 0.45 * high  # bare rock and snow
    lit, dark = np.clip(light, 0, 1)[..., None], np.clip(light, -1, 0)[..., None]
    shaded = (tinted + (255 - tinted) * lit * 0.40) * (1 + dark * 0.40)
    rgb = Image.fromarray(np.clip(shaded, 0, 255).astype(np.uint8), "RGB")
    rgb.putalpha(_mask(surface, step, width, height))
    stream = io.BytesIO()
    rgb.save(stream, "WEBP", quality=72, alpha_quality=70, method=6)
    return "data:image/webp;base64," + base64.b64encode(stream.getvalue()).decode()


def _tints(draft: Draft, grid: Grid, step: float, width: int, height: int) -> Image.Image:
    picture = Image.new("RGB", (width, height), COLOURS["clear"])
    pen = ImageDraw.Draw(picture)
    for space in draft.spaces.values():
        if space.kind == "hex" and space.row is not None and space.col is not None:
            corners = [(x / step, y / step) for x, y in grid.corners((space.row, space.col))]
            pen.polygon(corners, fill=COLOURS.get(space.terrain, COLOURS["clear"]))
    return picture.filter(ImageFilter.GaussianBlur(16 / step))


def _heights(projection: Projection, relief: Raster, step: float, width: int, height: int) -> Floats:
    coarse = 2
    xs, ys = np.meshgrid((np.arange(0, width, coarse) + 0.5) * step, (np.arange(0, height, coarse) + 0.5) * step)
    degrees = projection.lonlat(np.column_stack((xs.ravel(), ys.ravel())))
    rows, cols = relief.cells.shape
    fx = np.clip((degrees[:, 0] + 180) / 360 * cols - 0.5, 0, cols - 2)
    fy = np.clip((90 - degrees[:, 1]) / 180 * rows - 0.5, 0, rows - 2)
    i, j = fx.astype(int), fy.astype(int)
    u, v = fx - i, fy - j
    cells = relief.cells.astype(float)
    value = (cells[j, i] * (1 - u) * (1 - v) + cells[j, i + 1] * u * (1 - v)
             + cells[j + 1, i] * (1 - u) * v + cells[j + 1, i + 1] * u * v)
    field = Image.fromarray(_softened(value.reshape(xs.shape)).astype(np.float32))
    return np.asarray(field.resize((width, height), Image.Resampling.BICUBIC), dtype=float)


def _softened(field: Floats) -> Floats:
    """Twice a small binomial blur: the relief is coarser than the picture, its cells should not show."""
    for _ in range(2):
        for axis in (0, 1):
            padded = np.pad(field, [(2, 2) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
            parts = [np.take(padded, range(k, k + field.shape[axis]), axis) for k in range(5)]
            field = (parts[0] + 4 * parts[1] + 6 * parts[2] + 4 * parts[3] + parts[4]) / 16
    return field


def _light(heights: Floats) -> Floats:
    """Hill shading from the north-west, -1 (shadow) to 1 (lit)."""
    dy, dx = np.gradient(heights)
    slope = (dx + dy) / 2.4
    return np.asarray(np.tanh(slope))


def _mask(surface: Surface, step: float, width: int, height: int) -> Image.Image:
    fine = 2
    mask = Image.new("L", (width * fine, height * fine), 0)
    pen = ImageDraw.Draw(mask)
    for shape in surface.land:
        _fill(pen, shape.exterior.coords, step / fine, 255)
        for hole in shape.interiors:
            _fill(pen, hole.coords, step / fine, 0)
    for shape in surface.lakes:
        _fill(pen, shape.exterior.coords, step / fine, 0)
    return mask.resize((width, height), Image.Resampling.BOX)


def _fill(pen: ImageDraw.ImageDraw, ring: object, step: float, value: int) -> None:
    points: NDArray[np.float64] = np.asarray(ring) / step
    if len(points) >= 3:
        pen.polygon([(float(x), float(y)) for x, y in points], fill=value)
