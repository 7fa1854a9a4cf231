"""Grids and projections: numbers, neighbours, both orientations, several maps on one board, and the fit to printed numbers."""

from __future__ import annotations

import numpy as np
import pytest

from grognard.atelier import tw
from grognard.atelier.grid import Anchor, Grid, Projection, fit, stretched

EUROPE = Grid("europe", range(45), range(49), 100.0, "pointy", "west", "even")
GRIDS = [
    EUROPE, Grid("a", range(3, 9), range(1, 12), 40.0), Grid("b", range(8), range(10), 60.0, "flat"),
    Grid("c", range(8), range(10), 60.0, "flat", shifted="even"), Grid("d", range(8), range(10), 60.0, "flat", "west"),
    Grid("e", range(8), range(10), 60.0, "pointy", "east", "even", (500.0, 900.0)),
]


@pytest.mark.parametrize("grid", GRIDS, ids=lambda g: g.map)
def test_a_centre_lies_in_its_own_cell(grid: Grid) -> None:
    assert all(grid.at(*grid.centre(c)) == c for c in grid.cells())


@pytest.mark.parametrize("grid", GRIDS, ids=lambda g: g.map)
def test_neighbours_are_mutual_and_one_hex_away(grid: Grid) -> None:
    for cell in grid.cells():
        for other in grid.neighbours(cell):
            assert cell in grid.neighbours(other)
            assert grid.distance(cell, other) == pytest.approx(1.0)


def test_pairs_name_every_side_once() -> None:
    pairs = [frozenset((a, b)) for a, b, _ in EUROPE.pairs()]
    assert len(pairs) == len(set(pairs))
    assert len(pairs) == sum(len(EUROPE.neighbours(c)) for c in EUROPE.cells()) // 2


def test_numbering_of_the_war() -> None:
    """The adjacencies of F.1 of the numbering: rows from the north, columns from the east, even rows half a hex to the east."""
    assert set(EUROPE.neighbours((17, 7))) == {(17, 6), (17, 8), (16, 7), (16, 8), (18, 7), (18, 8)}
    assert set(EUROPE.neighbours((26, 43))) == {(26, 42), (26, 44), (25, 42), (25, 43), (27, 42), (27, 43)}
    assert EUROPE.across((17, 7), 1) == (17, 6)  # east
    assert EUROPE.across((17, 7), 4) == (17, 8)  # west
    assert EUROPE.id((0, 15)) == "0015"


def test_several_maps_stand_beside_each_other() -> None:
    """Two maps of different scale and orientation on one board, ten thousand hexes in all, do not overlap."""
    one = Grid("one", range(70), range(80), 50.0, "flat", number="1{row:02d}{col:02d}")
    two = Grid("two", range(55), range(80), 80.0, "pointy", number="2{row:02d}{col:02d}", origin=(4000.0, 0.0))
    ids = {g.id(c) for g in (one, two) for c in g.cells()}
    assert len(ids) == 70 * 80 + 55 * 80 == 10_000
    assert max(one.centre(c)[0] for c in one.cells()) + one.size < min(two.centre(c)[0] for c in two.cells()) - two.size


def test_absent_cells_are_not_on_the_map() -> None:
    grid = Grid("cut", range(4), range(4), absent=frozenset({(1, 1)}))
    assert (1, 1) not in grid
    assert (1, 1) not in grid.neighbours((1, 2))
    assert len(list(grid.cells())) == 15


def test_projection_and_its_inverse_agree() -> None:
    projection = tw.projection()
    degrees = np.array([(-9.1, 38.7), (13.4, 52.5), (37.6, 55.7), (49.9, 40.4), (32.5, 30.0), (10.4, 63.4)])
    assert np.abs(projection.lonlat(projection.points(degrees)) - degrees).max() < 1e-3


def test_fit_finds_scale_and_origin() -> None:
    true = Projection(tw.PARAMETERS, 0.9, 3000.0, 1700.0)
    anchors = []
    for name, lon, lat in (("a", 0.0, 50.0), ("b", 30.0, 45.0), ("c", 10.0, 35.0), ("d", 40.0, 60.0)):
        anchors.append(Anchor(name, lon, lat, EUROPE.at(*true.xy(lon, lat))))
    found = fit(tw.PARAMETERS, EUROPE, anchors)
    assert found.projection.per_km == pytest.approx(0.9, abs=0.03)
    assert max(found.misses.values()) < 0.7


def test_rubber_sheet_puts_every_anchor_into_its_hex() -> None:
    projection = tw.projection()
    for anchor in (*(a for a in tw.ANCHORS if a.name in tw.PULLED), *tw.LAYOUT):
        assert tw.GRID.at(*projection.xy(anchor.lon, anchor.lat)) == anchor.cell, anchor.name


def test_rubber_sheet_is_gentle() -> None:
    """No place moves by more than 1.2 hexes, and the numbering alone misses the printed hexes by under half a hex."""
    fitted = tw.fitted()
    misses = np.array(list(fitted.misses.values()))
    assert np.sqrt((misses**2).mean()) < 0.5
    assert np.sqrt((np.array(list(fitted.misses_left_out.values())) ** 2).mean()) < 0.55
    assert all(np.hypot(c.dx, c.dy) < 1.2 * tw.GRID.width for c in tw.projection().controls)


def test_a_stretched_anchor_may_name_its_spot() -> None:
    plain = Projection(tw.PARAMETERS, 0.883, 3100.0, 1730.0)
    anchor = Anchor("x", 20.0, 50.0, EUROPE.at(*plain.xy(20.0, 50.0)), spot=(0.25, -0.25))
    x, y = stretched(plain, EUROPE, [anchor]).xy(20.0, 50.0)
    cx, cy = EUROPE.centre(anchor.cell)
    assert (x - cx, y - cy) == pytest.approx((25.0, -25.0), abs=0.01)
