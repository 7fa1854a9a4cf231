"""Railways are drawn over dry ground and through the towns."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("shapely")
from shapely.geometry import LineString, Polygon, box
from shapely.ops import unary_union

from grognard.atelier import tracks

LEFT, RIGHT = box(0, 0, 100, 100), box(100, 0, 200, 100)
HEXES = {"left": LEFT, "right": RIGHT}
BOARD = Path(__file__).parents[2] / "src/grognard/titles/tw/data/board/drawing.json"


def test_a_line_runs_around_a_bay() -> None:
    dry = unary_union([LEFT, RIGHT]).difference(box(60, 0, 140, 70))
    at = tracks.stations(HEXES, {}, dry)
    (line,) = tracks.tracks([("left", "right")], HEXES, at, dry)
    assert line.coords[0] == at["left"] and line.coords[-1] == at["right"]
    assert len(line.coords) > 2 and line.intersection(box(61, 0, 139, 69)).length < 1


def test_a_hop_without_a_dry_way_is_straight() -> None:
    dry = unary_union([LEFT, RIGHT]).difference(box(90, -1, 110, 101))
    (line,) = tracks.tracks([("left", "right")], HEXES, tracks.stations(HEXES, {}, dry), dry)
    assert len(line.coords) == 2


def test_lines_meet_in_the_town_and_never_in_the_water() -> None:
    dry = Polygon([(0, 0), (30, 0), (30, 100), (0, 100)])
    at = tracks.stations(HEXES, {"right": (150.0, 20.0)}, dry)
    assert at["right"] == (150.0, 20.0)
    assert dry.contains(LineString([at["left"], at["left"]]).centroid)
    assert tracks.stations({"left": LEFT}, {"left": (12.0, 40.0)}, dry)["left"] == (12.0, 40.0)


def test_the_railways_of_the_war_keep_to_the_land() -> None:
    """Bridges, ferries and bays narrower than the drawing's tolerance are the little that is left."""
    drawn = json.loads(BOARD.read_text(encoding="utf-8"))
    shapes = {name: unary_union([Polygon(f["rings"][0], f["rings"][1:]).buffer(0) for layer in drawn["layers"]
                                 if layer["name"] == name and layer["kind"] == "polygon" for f in layer["features"]])
              for name in ("land", "lakes")}
    dry = shapes["land"].difference(shapes["lakes"])
    lines = next([f["points"] for f in layer["features"]] for layer in drawn["layers"] if layer["name"] == "rails")
    assert tracks.wet_share(lines, dry) < 0.03
