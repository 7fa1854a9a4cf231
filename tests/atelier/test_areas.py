"""Area boards: the projection, the handing out of land, one coverage of land and sea, and the gw36 board rebuilt."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

shapely = pytest.importorskip("shapely", reason="the workshop needs shapely")

from shapely import Point, Polygon, box  # noqa: E402

from grognard.atelier import areas, sources  # noqa: E402
from grognard.atelier.areas import Claim, Lens, WorldMap  # noqa: E402

PLAIN = WorldMap(cut=-141.0, south=-57.0, north=81.0, width=7200.0, lenses=())
SEEN = WorldMap(cut=-141.0, south=-57.0, north=81.0, width=7200.0, lenses=(Lens(19, 48, 1.0, 40),))


# --- the projection ---------------------------------------------------------------------------------------------------


def test_a_point_comes_back_through_the_lens() -> None:
    places = np.array([[13.4, 52.5], [-60.0, 10.0], [139.0, 35.0], [-150.0, 60.0], [100.0, -40.0]])
    assert np.allclose(SEEN.degrees(SEEN.project(places)), places, atol=1e-6)


def test_the_lens_enlarges_its_centre_and_leaves_the_far_side_alone() -> None:
    def degree(world: WorldMap, lon: float, lat: float) -> float:
        return world.point(lon + 1, lat)[0] - world.point(lon, lat)[0]

    assert degree(SEEN, 19, 48) == pytest.approx(2 * degree(PLAIN, 19, 48), rel=0.01)
    assert degree(SEEN, -100, 0) == pytest.approx(degree(PLAIN, -100, 0), rel=0.01)


def test_a_lens_that_would_fold_the_map_is_refused() -> None:
    with pytest.raises(AssertionError):
        Lens(0, 0, 2.3, 30)


def test_a_shape_over_the_seam_is_cut_in_two() -> None:
    shape = PLAIN.shape(box(-145, 10, -137, 20))
    assert len(areas.pieces(shape)) == 2
    west, _, east, _ = shape.bounds
    assert west == pytest.approx(0, abs=0.01)
    assert east == pytest.approx(7200, abs=0.01)


def test_a_line_over_the_seam_is_cut_in_two() -> None:
    assert len(PLAIN.line(shapely.LineString([(-145, 10), (-137, 10)]))) == 2


# --- claims -----------------------------------------------------------------------------------------------------------


def test_a_claim_is_read_from_its_words() -> None:
    claim = Claim.parse("berlin", "DEU POL 13.4,52.5 o:13.4,52.5,1.2 p:POL/West_Pomeranian i:1,2 r:3,4")
    assert claim.states == ["DEU", "POL"]
    assert claim.seeds == [(13.4, 52.5)]
    assert claim.cities == [(13.4, 52.5, 1.2)]
    assert claim.islands == [(1.0, 2.0, 1.0)]
    assert claim.rocks == [(3.0, 4.0, 1.0)]
    assert claim.provinces == [("POL", "West Pomeranian")]


# --- zones ------------------------------------------------------------------------------------------------------------


def test_a_city_takes_land_and_no_water() -> None:
    land = box(0, 0, 100, 100)
    zones = areas.with_discs({"country": land}, [("city", (0.0, 50.0), 20.0, "city")], land, channel=5)
    assert zones["city"].bounds[0] == pytest.approx(0)
    assert zones["country"].area + zones["city"].area == pytest.approx(land.area)


def test_an_island_keeps_a_channel_from_other_land() -> None:
    land = box(0, 0, 100, 100)
    zones = areas.with_discs({"country": land}, [("island", (112.0, 50.0), 20.0, "island")], land, channel=5)
    assert zones["island"].distance(zones["country"]) == pytest.approx(5, abs=0.2)


def test_water_reached_only_across_land_goes_to_the_sea_it_lies_on() -> None:
    """A cell of the western sea reaches over an isthmus; that water belongs to the eastern sea."""
    water = box(0, 0, 100, 40).difference(box(40, 0, 50, 40))
    seas = areas.sea_zones(water, {"west": [(35.0, 20.0)], "east": [(95.0, 20.0)]})
    assert seas["west"].bounds[2] <= 40
    assert seas["east"].area == pytest.approx(50 * 40)


def test_neighbours_of_a_coverage_share_their_border_exactly() -> None:
    zones = areas.coverage({"a": box(0, 0, 10.3, 10), "b": box(10, 0, 20, 10)})  # they overlap a little
    assert shapely.coverage_is_valid(list(zones.values()))
    assert areas.shared_borders(zones, 5) == {("a", "b"): pytest.approx(10)}


def test_open_water_between_zones_is_no_gap() -> None:
    zones = areas.coverage({"a": box(0, 0, 30, 30).difference(box(10, 10, 20, 20)), "b": box(30, 0, 40, 30)})
    assert not zones["a"].contains(Point(15, 15))


def test_a_corner_is_no_border() -> None:
    zones = {"a": box(0, 0, 10, 10), "b": box(10, 10, 20, 20)}
    assert areas.shared_borders(zones, 1) == {}


def test_zones_at_the_two_edges_of_the_map_are_neighbours() -> None:
    zones = {"west": box(0, 0, 10, 10), "middle": box(10, 0, 90, 10), "east": box(90, 2, 100, 10)}
    assert ("east", "west") not in areas.shared_borders(zones, 1)
    assert areas.shared_borders(zones, 1, wrap=100)["east", "west"] == pytest.approx(8)


def test_islets_go_but_never_the_last_piece() -> None:
    islets = shapely.MultiPolygon([box(0, 0, 3, 3), box(5, 5, 6, 6)])
    assert areas.trimmed(islets, 100).area == pytest.approx(9)


def test_rings_do_not_repeat_their_first_point() -> None:
    [ring] = areas.rings(Polygon([(0, 0), (10, 0), (10, 10)]))
    assert len(ring) == 3


# --- the gw36 board ---------------------------------------------------------------------------------------------------


needs_geography = pytest.mark.skipif(not sources.present(), reason="the geography folder is not beside the project")


def committed() -> tuple[Path, dict[str, dict[str, str]]]:
    from grognard.atelier.gw36 import BOARD

    with (BOARD / "spaces.csv").open(encoding="utf-8") as stream:
        return BOARD, {row["id"]: row for row in csv.DictReader(line for line in stream if not line.startswith("#"))}


@needs_geography
def test_the_committed_board_comes_out_again() -> None:
    """Shapes, borders and centres rebuilt from the geography and the tables are those that are committed."""
    from grognard.atelier import gw36

    folder, spaces = committed()
    made = gw36.shapes()
    found = gw36.borders(made)
    assert made.faults == found.faults == []
    with (folder / "borders.csv").open(encoding="utf-8") as stream:
        pairs = {(row["a"], row["b"]) for row in csv.DictReader(line for line in stream if not line.startswith("#"))}
    assert set(found.rows) == pairs
    for row in gw36.space_rows(made):
        assert (row["x"], row["y"]) == (spaces[row["id"]]["x"], spaces[row["id"]]["y"]), row["id"]


def test_the_drawing_outlines_every_zone_and_its_centre_lies_inside() -> None:
    folder, spaces = committed()
    drawing = json.loads((folder / "drawing.json").read_text(encoding="utf-8"))
    assert set(drawing["spaces"]) == set(spaces)
    for zone, row in spaces.items():
        rings = [Polygon(ring) for ring in drawing["spaces"][zone]["outline"]]
        inside = sum(ring.contains(Point(float(row["x"]), float(row["y"]))) for ring in rings)
        assert inside % 2 == 1, zone  # even-odd fill


def test_neighbours_in_the_drawing_share_points() -> None:
    folder, _ = committed()
    outlines = json.loads((folder / "drawing.json").read_text(encoding="utf-8"))["spaces"]

    def corners(zone: str) -> set[tuple[float, float]]:
        return {(x, y) for ring in outlines[zone]["outline"] for x, y in ring}

    for a, b in (("belgium", "picardy"), ("bavaria", "alsace_lorraine"), ("southern_france", "sz_49"), ("sz_25", "sz_37")):
        assert len(corners(a) & corners(b)) >= 2, (a, b)
