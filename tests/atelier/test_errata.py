"""What a cartographer would find on the boards, by program (atelier/errata.py)."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from grognard.atelier.check import TITLES, BoardFiles
from grognard.atelier.errata import errata, loose_rivers, stray_names

KNOWN = {"tw": 0, "wif": 8, "aif": 3, "awaw": 17}  # rivers without a mouth that are still to be mended


def board_of(code: str) -> Path:
    return TITLES / code / "data" / "board"


@pytest.mark.parametrize("code", KNOWN)
def test_no_board_has_more_errata_than_are_known(code: str) -> None:
    assert len(errata(BoardFiles(board_of(code)))) <= KNOWN[code]


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


def test_a_river_cut_from_its_mouth_is_found(tmp_path: Path) -> None:
    shutil.copytree(board_of("tw"), tmp_path / "board")
    path = tmp_path / "board" / "borders.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line[:9] + ",," if line.startswith(("1833,1932,", "1932,1933,")) else line for line in lines]
    path.write_text("\n".join(kept), encoding="utf-8")
    cut = [row for row in csv.DictReader(line for line in kept if not line.startswith("#")) if "saone" in row["rivers"]]
    assert cut and any("saone" in text for text in loose_rivers(BoardFiles(tmp_path / "board")))
