"""What a cartographer would find on the boards, by program (atelier/errata.py)."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from grognard.atelier.check import TITLES, BoardFiles
from grognard.atelier.errata import errata, loose_rivers, names_ashore, stray_areas, stray_names, stray_towns
from grognard.atelier.gw36 import WORLD

BOARDS = ("gw36", "tw", "wif", "aif", "awaw")


def board_of(code: str) -> Path:
    return TITLES / code / "data" / "board"


@pytest.mark.parametrize("code", BOARDS)
def test_no_board_has_errata(code: str) -> None:
    assert errata(BoardFiles(board_of(code))) == []


def test_lakes_are_those_of_1939() -> None:
    """The Aral Sea stands where it stood, the sea of Rybinsk is not dammed yet."""
    board = BoardFiles(board_of("wif"))
    assert board.spaces["A2444"]["terrain"] == "lake"
    assert "lake" not in board.sides[frozenset(("E1249", "E1349"))]


def test_a_name_on_foreign_ground_is_found(tmp_path: Path) -> None:
    shutil.copytree(board_of("tw"), tmp_path / "board")
    path = tmp_path / "board" / "drawing.json"
    drawn = json.loads(path.read_text(encoding="utf-8"))
    spain = next(row for row in BoardFiles(board_of("tw")).spaces.values() if row["country"] == "spain")
    layer = next(layer for layer in drawn["layers"] if layer["name"] == "labels_1")
    name = next(one for one in layer["features"] if one.get("of") == "france")
    name["x"], name["y"] = float(spain["x"]), float(spain["y"])
    path.write_text(json.dumps(drawn), encoding="utf-8")
    assert [text for text in stray_names(BoardFiles(tmp_path / "board")) if "FRANCE" in text]


def test_a_sea_named_on_the_land_is_found(tmp_path: Path) -> None:
    """As the West Baltic lay over Zealand and the Persian Gulf in the desert."""
    shutil.copytree(board_of("tw"), tmp_path / "board")
    path = tmp_path / "board" / "drawing.json"
    drawn = json.loads(path.read_text(encoding="utf-8"))
    for zoom, sea, x, y in (("labels_1", "west_baltic", 2590.0, 1146.7), ("labels_1", "persian_gulf", 5140.0, 3484.9)):
        layer = next(layer for layer in drawn["layers"] if layer["name"] == zoom)
        name = next(one for one in layer["features"] if one.get("of") == sea)
        name["x"], name["y"] = x, y
    path.write_text(json.dumps(drawn), encoding="utf-8")
    found = list(names_ashore(BoardFiles(tmp_path / "board")))
    assert found == ["labels_1: Persian Gulf lies ashore", "labels_1: West Baltic lies ashore"]


def test_a_town_across_its_border_or_in_the_water_is_found(tmp_path: Path) -> None:
    shutil.copytree(board_of("tw"), tmp_path / "board")
    path = tmp_path / "board" / "drawing.json"
    drawn = json.loads(path.read_text(encoding="utf-8"))
    rows = BoardFiles(board_of("tw")).spaces
    symbols = [one for layer in drawn["layers"] if layer["name"] == "symbols" for one in layer["features"]]
    marks = [one for one in symbols if one["symbol"] == "capital"]
    paris, london = (next(one for one in marks if rows[one["space"]]["name"] == name) for name in ("Paris", "London"))
    sea = next(row for row in rows.values() if row["terrain"] == "water" and row["kind"] == "hex")
    paris["x"], paris["y"] = float(rows[london["space"]]["x"]), float(rows[london["space"]]["y"])
    london["space"], london["x"], london["y"] = sea["id"], float(sea["x"]), float(sea["y"])
    path.write_text(json.dumps(drawn), encoding="utf-8")
    found = list(stray_towns(BoardFiles(tmp_path / "board")))
    assert len(found) == 2 and any(f"of {paris['space']} stands in" in text for text in found)
    assert f"the town of {sea['id']} stands in the water" in found


def test_a_river_cut_from_its_mouth_is_found(tmp_path: Path) -> None:
    shutil.copytree(board_of("tw"), tmp_path / "board")
    path = tmp_path / "board" / "borders.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line[:9] + ",," if line.startswith(("1833,1932,", "1932,1933,")) else line for line in lines]
    path.write_text("\n".join(kept), encoding="utf-8")
    cut = [row for row in csv.DictReader(line for line in kept if not line.startswith("#")) if "saone" in row["rivers"]]
    assert cut and any("saone" in text for text in loose_rivers(BoardFiles(tmp_path / "board")))


def test_a_name_outside_its_area_is_found(tmp_path: Path) -> None:
    """Hudson Bay's name stands in the bay; set down in the Sahara it is named, and so are pieces that would stand there."""
    shutil.copytree(board_of("gw36"), tmp_path / "board")
    path = tmp_path / "board" / "drawing.json"
    drawn = json.loads(path.read_text(encoding="utf-8"))
    names = [one for layer in drawn["layers"] if layer["kind"] == "label" for one in layer["features"] if one.get("of") == "sz_1"]
    assert names
    names[0]["x"], names[0]["y"] = 2800.0, 1600.0
    path.write_text(json.dumps(drawn), encoding="utf-8")
    board = BoardFiles(tmp_path / "board")
    assert [text for text in stray_areas(board) if "outside sz_1" in text]
    board.spaces["sz_1"]["x"] = "2800"
    assert "sz_1: pieces stand outside it" in list(stray_areas(board))


def test_zones_named_after_a_place_stand_there() -> None:
    """Pieces and names of Hudson Bay, the Bering Strait, the White Sea and the Channel stand where those are."""
    rows = BoardFiles(board_of("gw36")).spaces
    for zone, north_west, south_east in (
        ("sz_1", (-94, 62), (-78, 55)),
        ("sz_6", (33, 67.5), (44.5, 63.5)),
        ("sz_7", (-176, 67), (-167, 62)),
        ("sz_26", (-5, 51), (1.5, 49)),
        ("north_sakhalin", (141, 54), (144, 50.2)),
        ("south_sakhalin", (141, 49.8), (144, 45.9)),
    ):
        (x0, y0), (x1, y1) = WORLD.point(*north_west), WORLD.point(*south_east)
        assert x0 < float(rows[zone]["x"]) < x1 and y0 < float(rows[zone]["y"]) < y1, zone


def test_places_of_the_list_stand_where_they_belong() -> None:
    """The items of docs/boards/errata.md that are about one place beside another, and the islands that are zones."""
    drawn = json.loads((board_of("tw") / "drawing.json").read_text(encoding="utf-8"))
    names = {f["text"]: f for layer in drawn["layers"] if layer["name"] == "labels_2" for f in layer["features"]}
    assert names["Antwerp"]["y"] < names["Brussels"]["y"] - 10 and names["Durazzo"]["x"] < names["Tirana"]["x"] - 10
    assert names["Gdynia"]["y"] < names["Danzig"]["y"] - 10
    world = json.loads((board_of("gw36") / "drawing.json").read_text(encoding="utf-8"))
    islets = [f["rings"][0][0] for layer in world["layers"] if layer["name"] == "islets" for f in layer["features"]]
    labels = {f["text"]: f for layer in world["layers"] if layer["kind"] == "label" for f in layer["features"]}
    for island in ("Azores", "Gilbert Islands", "Galapagos", "Marcus", "Jamaica", "Falkland Islands"):
        name = labels[island]
        assert any(abs(x - name["x"]) < 60 and abs(y - name["y"]) < 90 for x, y in islets), island
    assert labels["North Sakhalin"]["y"] < labels["South Sakhalin"]["y"]


def test_capitals_stand_in_their_own_country_and_the_corridor_is_polish() -> None:
    """One capital for each country of The War, two for Switzerland as its rules say; Gdynia is Poland's hex at the sea, and
    Danzig a free city of its own beside it."""
    rows = BoardFiles(board_of("tw")).spaces
    capitals: dict[str, list[str]] = {}
    for row in rows.values():
        if "capital" in row["features"].split():
            capitals.setdefault(row["country"], []).append(row["name"])
    assert {country: names for country, names in capitals.items() if len(names) > 1} == {"switzerland": ["Zurich", "Bern"]}
    assert {"germany", "france", "britain", "ussr", "italy", "poland", "egypt", "malta", "gibraltar"} <= set(capitals)
    assert (rows["1122"]["name"], rows["1122"]["country"]) == ("Gdynia", "poland") and "port" in rows["1122"]["features"]
    assert rows["1223"]["country"] == "danzig"
