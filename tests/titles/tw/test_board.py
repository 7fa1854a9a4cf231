"""The board of The War: every place, hex and adjacency the rulebook states, under its line number, and the board's own health."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from grognard.atelier.check import STATEMENTS, TITLES, BoardFiles, board_report, holds, sea_steps
from grognard.kernel.board import Board

FOLDER = TITLES / "tw" / "data" / "board"


def table(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(line for line in stream if not line.startswith("#")))


@pytest.fixture(scope="module")
def files() -> BoardFiles:
    return BoardFiles(FOLDER)


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(FOLDER)


def case_id(a: dict[str, str]) -> str:
    return f"line_{a['line']}_{a['kind']}_{a['a']}_{a['b']}".replace(" ", "_").rstrip("_")


@pytest.mark.parametrize("anchor", table("anchors.csv"), ids=case_id)
def test_statement(files: BoardFiles, anchor: dict[str, str]) -> None:
    """One statement of the text about the map."""
    assert holds(files, anchor), anchor["fact"]


def test_statements_can_fail(files: BoardFiles) -> None:
    """Each kind of statement is refused where it is not true."""
    wrong = {
        "at": ("gibraltar", "2542"),
        "hex": ("9999", ""),
        "place": ("atlantis", ""),
        "exists": ("atlantis", ""),
        "land": ("2930", ""),
        "water": ("1926", ""),
        "walk": ("3120", "3220"),
        "no_walk": ("1709", "1708"),
        "strait": ("1709", "1708"),
        "touch": ("berlin", "moscow"),
        "apart": ("1709", "1708"),
        "north": ("1707", "rostov"),
        "range": ("3924", "cairo"),
        "only_from": ("cordoba", "gibraltar"),
        "river_near": ("4023", ""),
        "terrain": ("moscow", "swamp"),
        "feature": ("moscow", "port"),
        "no_feature": ("channel", "strait"),
        "oil": ("baku", "2"),
        "count": ("objective", "40"),
        "on_sea": ("kiel", "black_sea"),
        "sea_touch": ("black_sea", "north_sea"),
        "sea_distance": ("scapa_flow murmansk_sea", "4"),
        "sea_within": ("kiel black_sea", "5"),
        "link": ("us_box", "moscow"),
        "colony": ("libya", "france"),
        "capital": ("france", "lyons"),
        "country": ("zara", "yugoslavia"),
        "region": ("berlin", "vichy"),
        "region_cities": ("bessarabia", "3"),
        "land_of": ("atlantis", ""),
        "weather": ("egypt", "western"),
        "weather_region": ("karelia", "western"),
    }
    assert wrong.keys() == STATEMENTS.keys()
    assert [k for k, (a, b) in wrong.items() if holds(files, {"kind": k, "a": a, "b": b})] == []


def test_report_is_clean() -> None:
    report = board_report("tw")
    assert report["problems"] == []
    assert report["anchors"]["held"] == report["anchors"]["stated"] == len(table("anchors.csv"))
    assert report["kinds"] == {"hex": 45 * 49, "sea": 35, "box": 9}
    assert all(text.split()[0] in ("rulebook", "public", "reconstructed") for text in report["provenance"].values())


def test_a_damaged_board_is_reported(tmp_path: Path) -> None:
    """A port without a sea, a hex without a country and a border to nowhere are named."""
    for name in ("board.toml", "spaces.csv", "borders.csv"):
        text = (FOLDER / name).read_text(encoding="utf-8")
        if name == "borders.csv":
            text = "".join(line for line in text.splitlines(True) if not line.startswith("2643,straits")) + "2643,9999,,\n"
        if name == "spaces.csv":
            text = text.replace(",clear,france,france,", ",clear,,,", 1)
        (tmp_path / name).write_text(text, encoding="utf-8")
    problems = board_report("tw", tmp_path)["problems"]
    assert any("no space 9999" in p for p in problems)
    assert any("port gibraltar" in p for p in problems)
    assert any("has no country" in p for p in problems)


def test_kernel_reads_the_same_neighbours(board: Board) -> None:
    """The kernel's metric and the borders agree: every two hexes at distance one have a border, and no others."""
    hexes = [s for s in range(board.size) if board.kind[s] == "hex"]
    for s in hexes[::17]:
        bordering = {t for t, _ in board.neighbours[s] if board.kind[t] == "hex"}
        assert all(board.distance(s, t) == 1 for t in bordering)
        assert len(bordering) == 6 or board.row[s] in (0, 44) or board.col[s] in (0, 48)


def test_rows_and_columns_are_the_number(board: Board) -> None:
    for s in range(board.size):
        if board.kind[s] == "hex":
            assert board.ids[s] == f"{board.row[s]:02d}{board.col[s]:02d}"


def test_every_corrected_row_has_a_reason() -> None:
    assert all(len(row["reason"]) > 8 for row in table("corrections.csv"))


def test_named_places_are_on_the_board(files: BoardFiles) -> None:
    """Every city and port of places.csv stands in the hex the board gives it, once."""
    for place in table("places.csv"):
        roles = set(place["roles"].split())
        if roles & {"city", "port"}:
            slug = place["name"].lower().replace(" ", "_").replace("-", "_")
            held = [i for i, r in files.spaces.items() if slug in r["cities"].split() + r["ports"].split()]
            assert len(held) == 1, place["name"]
            assert not place["hex"] or held == [place["hex"]]


def test_gibraltar_closes_the_mediterranean(files: BoardFiles) -> None:
    """7.3: the only way between Mediterranean and Atlantic areas is the Straits."""
    groups = {i: set(r["regions"].split()) for i, r in files.spaces.items() if r["kind"] == "sea" and i != "straits"}
    inner = {i for i, words in groups.items() if "mediterranean" in words}
    outer = {i for i, words in groups.items() if words & {"atlantic", "north_sea", "baltic"}}
    for a in inner:
        assert not {b for b, words in files.around[a] if "open" in words} & outer
    assert sea_steps(files, "gibraltar", "central_med") is not None


def test_wasteland_and_water_carry_no_towns(files: BoardFiles) -> None:
    assert [i for i, r in files.spaces.items() if r["terrain"] in ("water", "wasteland") and (r["cities"] or r["ports"])] == []


def test_drawing_fits_the_board() -> None:
    drawing = json.loads((FOLDER / "drawing.json").read_text(encoding="utf-8"))
    assert (FOLDER / "drawing.json").stat().st_size <= 1_500_000
    one = {"orientation": "pointy", "size": 57.735}
    assert drawing["hex"] == {**one, "maps": {"europe": one}}
    spaces = table("spaces.csv")
    width, height = drawing["size"]
    assert all(0 <= float(s["x"]) <= width and 0 <= float(s["y"]) <= height for s in spaces)
    assert {s["id"] for s in spaces if s["kind"] != "hex"} <= drawing["spaces"].keys()
    assert {la["kind"] for la in drawing["layers"]} <= {"polygon", "line", "raster", "label", "symbol"}
    assert [la["name"] for la in drawing["layers"] if la["name"].startswith("labels")] == ["labels_0", "labels_1", "labels_2"]


def walked(files: BoardFiles, start: str, over: frozenset[str] = frozenset()) -> set[str]:
    """Hexes reached on foot; `over` names the crossings (strait, canal) that may be used."""
    seen, left = {files.of_place[start]}, [files.of_place[start]]
    while left:
        for other, words in files.around[left.pop()]:
            dry = files.spaces[other]["kind"] == "hex" and files.spaces[other]["terrain"] != "water"
            if dry and other not in seen and files.walkable(words) and not words & ({"strait", "canal"} - over):
                seen.add(other)
                left.append(other)
    return seen


ISLANDS = [
    "london",
    "dublin",
    "copenhagen",
    "palermo",
    "cagliari",
    "ajaccio",
    "suda_bay",
    "nicosia",
    "rhodes",
    "malta",
    "palma",
    "scapa_flow",
    "oslo",
]


@pytest.mark.parametrize("island", ISLANDS)
def test_no_army_walks_on_water(files: BoardFiles, island: str) -> None:
    """2.1: islands are not reached on foot (Scandinavia hangs together beyond the north edge only)."""
    assert files.of_place["berlin"] not in walked(files, island)
    assert files.of_place[island] not in walked(files, "tripoli")


@pytest.mark.parametrize(
    ("here", "there", "crossing"),
    [
        ("reggio", "messina", "strait"),
        ("copenhagen", "kiel", "strait"),
        ("cairo", "jerusalem", "canal"),
    ],
)
def test_crossings_join_what_water_parts(files: BoardFiles, here: str, there: str, crossing: str) -> None:
    """10.6.10: crossable straits and canals are the only way."""
    assert files.of_place[there] in walked(files, here, frozenset({crossing}))
    assert files.of_place[there] not in walked(files, here, frozenset({"strait", "canal"} - {crossing}))


def test_pact_line_runs_through_poland(files: BoardFiles) -> None:
    """16.5: between the Soviet share and the German one, never along the Soviet border of 1939."""
    sides = [pair for pair, words in files.sides.items() if "pact" in words]
    assert len(sides) >= 6
    for pair in sides:
        east = [i for i in pair if "eastern_poland" in files.words(i, "regions")]
        assert len(east) == 1
        assert {files.spaces[i]["country"] for i in pair} <= {"poland", "germany"}


def test_qattara_sides_are_closed(files: BoardFiles) -> None:
    """10.6.12."""
    sides = [pair for pair, words in files.sides.items() if "qattara" in words]
    assert len(sides) >= 3
    assert all("impassable" in files.sides[pair] for pair in sides)


def test_beaches_lie_on_the_sea_and_not_in_mountains(files: BoardFiles) -> None:
    """10.6.5: nobody lands in a mountain hex."""
    beaches = [r for r in files.spaces.values() if r["kind"] == "hex" and "beach" in r["features"].split()]
    assert len(beaches) > 50
    assert all(r["seas"] and r["terrain"] not in ("mountain", "water") for r in beaches)


def test_every_country_has_its_capital(files: BoardFiles) -> None:
    """12.2: only Iran and Saudi Arabia, whose capitals lie off the map, have none."""
    lands = {r["country"] for r in files.spaces.values() if r["kind"] == "hex" and r["country"]}
    seated = {r["country"] for r in files.spaces.values() if "capital" in r["features"].split()}
    assert lands - seated == {"iran", "saudi_arabia"}
