"""A region of the board of The War made again from the geography, compared with the committed files."""

from __future__ import annotations

import pytest

from grognard.atelier import corrections, gw36, sources, tw
from grognard.atelier.__main__ import main as command
from grognard.atelier.check import BoardFiles

REGION = frozenset((row, col) for row in range(11, 17) for col in range(27, 35))  # the Low Countries and their coasts
WINDOW = (-8.0, 43.0, 22.0, 60.0)

pytestmark = pytest.mark.skipif(not sources.present(), reason="the geography (../shared/data/geo or GROGNARD_GEO) is not here")


def test_the_low_countries_come_out_the_same() -> None:
    draft = tw.rebuild(REGION, WINDOW)
    files = BoardFiles(tw.FOLDER)
    corrected = {c.a for c in corrections.read(tw.FOLDER / "corrections.csv") if c.kind == "space"}
    sides = {frozenset((c.a, c.b)) for c in corrections.read(tw.FOLDER / "corrections.csv") if c.kind == "border"}
    assert len(draft.spaces) == len(REGION)
    for id, space in draft.spaces.items():
        row = files.spaces[id]
        assert (float(row["x"]), float(row["y"])) == (space.x, space.y)
        if id not in corrected:
            assert (space.terrain == "water") == (row["terrain"] == "water"), id
            assert space.country == row["country"], id
    for border in draft.borders.values():
        pair = frozenset((border.a, border.b))
        if pair not in sides:
            assert border.features == files.sides[pair] & {"sea", "lake", "river"}, pair


def test_layers_that_may_only_check_are_refused() -> None:
    with pytest.raises(sources.GeographyMissingError):
        sources.layer("historical_basemaps_world_1938")
    assert len(sources.check_layer("historical_basemaps_world_1938")) > 200


def test_a_missing_folder_says_what_to_set(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(sources.GeographyMissingError, match="GROGNARD_GEO"):
        sources.geo_folder(tmp_path / "nowhere")
    with pytest.raises(sources.GeographyMissingError, match="no layer"):
        sources.layer("ne_10m_land", tmp_path)


def test_the_command_hands_the_geography_to_the_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []
    monkeypatch.setattr(gw36, "main", given.append)
    assert command(["gw36", "--geo", "maps"]) == 0 and command(["gw36"]) == 0
    assert given == [["--geo", "maps"], []]
    with pytest.raises(SystemExit):
        command(["gw36", "--fit"])
