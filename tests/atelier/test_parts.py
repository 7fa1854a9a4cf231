"""The smaller tools of the atelier: names without collisions, corrections with reasons, rails, rivers, drawing layers."""

from __future__ import annotations

from pathlib import Path

import pytest
from shapely.geometry import LineString, Polygon

from grognard.atelier import corrections, rails, render, svg
from grognard.atelier.draft import Draft, Space, slug, write_borders, write_spaces
from grognard.atelier.grid import Grid
from grognard.atelier.labels import Name, Room, place
from grognard.atelier.rivers import Banks, River, snapped
from grognard.atelier.widths import text_width
from grognard.kernel.errors import GrognardError

GRID = Grid("m", range(6), range(6), 100.0)


def board() -> Draft:
    draft = Draft()
    for cell in GRID.cells():
        x, y = GRID.centre(cell)
        space = draft.add(Space(GRID.id(cell), "hex", "m", x, y, col=cell[1], row=cell[0], terrain="clear", country="here"))
        space.columns["features"] = set()
    for a, b, _ in GRID.pairs():
        draft.border(GRID.id(a), GRID.id(b))
    return draft


def test_slugs() -> None:
    assert slug("Mers-el-Kébir") == "mers_el_kebir"
    assert slug("Lwów") == "lwow"


def test_names_do_not_collide() -> None:
    names = [Name(f"Town {k}", 100 + 9 * k, 100, 20, weight=k, radius=5) for k in range(12)]
    placed = place(names, Room(), (0, 0, 600, 400))
    boxes = [p.box for p in placed]
    assert 3 <= len(placed) < 12
    assert placed[0].name.text == "Town 11"  # the weightiest is served first
    pairs = [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1:]]
    assert not any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for a, b in pairs)


def test_a_name_outside_the_board_is_left_out_unless_it_must() -> None:
    assert place([Name("Far", -500, 0, 20, 1)], Room(), (0, 0, 100, 100)) == []
    assert len(place([Name("Far", -500, 0, 20, 1, must=True)], Room(), (0, 0, 100, 100))) == 1
    assert text_width("WW", 10) > text_width("ii", 10)


def correct(tmp_path: Path, row: str) -> Draft:
    path = tmp_path / "corrections.csv"
    path.write_text(f"# provenance: reconstructed\nkind,a,b,change,value,reason\n{row}\n", encoding="utf-8")
    draft = board()
    corrections.apply(draft, path)
    return draft


def test_corrections_set_add_and_take_away(tmp_path: Path) -> None:
    assert correct(tmp_path, "space,0000,,terrain=,swamp,wet").spaces["0000"].terrain == "swamp"
    assert correct(tmp_path, "space,0000,,features+,beach port,sandy").spaces["0000"].words("features") == {"beach", "port"}
    assert correct(tmp_path, "border,0000,0001,features=,river,a brook").border("0001", "0000").features == {"river"}


@pytest.mark.parametrize("row", [
    "space,0000,,terrain=,clear,is so already", "space,9999,,terrain=,swamp,no such space", "space,0000,,terrain=,swamp,",
    "space,0000,,terrain,swamp,no sign", "border,0000,0505,features-,river,no such border",
])
def test_a_correction_that_cannot_be_meant_is_refused(tmp_path: Path, row: str) -> None:
    with pytest.raises(GrognardError) as refused:
        correct(tmp_path, row)
    assert refused.value.line == 3
    assert refused.value.remedy


def test_rails_go_round_mountains_and_water(tmp_path: Path) -> None:
    draft = board()
    for id in ("0002", "0102", "0202", "0302"):
        draft.spaces[id].terrain = "water"
    path = tmp_path / "rails.csv"
    path.write_text("# provenance: reconstructed\nchain\nA;B\nA;C\n", encoding="utf-8")
    draft.spaces["0005"].terrain = "clear"
    laid, lost = rails.lay(draft, path, {"A": "0000", "B": "0005", "C": "0102"})
    carried = {id for b in draft.borders.values() if "rail" in b.features for id in (b.a, b.b)}
    assert laid > 5
    assert lost == ["A to C"]
    assert not carried & {"0002", "0102", "0202", "0302"}


def test_a_river_follows_hexsides_without_gaps() -> None:
    line = LineString([(20, 240), (200, 260), (420, 230), (600, 250)])
    sides = Banks(GRID).chain(line)
    marked = snapped([River("Rhine", (line,))], GRID)
    assert len(sides) >= 6
    assert set(marked) == set(sides)
    touching = [set(GRID.corners(a)) for a, _ in sides]
    assert all(touching)
    assert all(names == {"Rhine"} for names in marked.values())


def test_written_tables_have_one_order(tmp_path: Path) -> None:
    draft = board()
    draft.border("0000", "0001").features.update({"river", "canal"})
    write_spaces(draft, tmp_path / "s.csv", ["provenance: reconstructed"], ["features"])
    write_borders(draft, tmp_path / "b.csv", ["provenance: reconstructed"], [])
    header = (tmp_path / "s.csv").read_text(encoding="utf-8").splitlines()[1]
    assert header == "id,name,kind,map,col,row,x,y,terrain,country,features"
    assert "0000,0001,canal river" in (tmp_path / "b.csv").read_text(encoding="utf-8")


def test_layers_become_a_picture() -> None:
    square = Polygon([(0, 0), (50, 0), (50, 50), (0, 50)], [[(10, 10), (20, 10), (20, 20), (10, 20)]])
    drawing = {"size": [100, 100], "hex": {"orientation": "pointy", "size": 57.735}, "layers": [
        render.layer("land", "polygon", render.area_features(square, 0.1, 1), fill="#eee"),
        render.layer("rivers", "line", [{"points": [[0, 0], [9, 9]]}], stroke="#00f", dash=[2, 3]),
        render.layer("symbols", "symbol", [{"symbol": "city", "x": 5, "y": 5}], size=10),
        render.layer("labels_1", "label", [{"text": "Kiev & Co", "x": 5, "y": 5}], zoom=(1, 1), font_size=10),
    ]}
    near = svg.svg(drawing, [{"kind": "hex", "id": "0000", "x": "50", "y": "50"}], zoom=1, numbers=True)
    assert "Kiev &amp; Co" in near
    assert 'stroke-dasharray="2 3"' in near
    assert near.count("Z") >= 2
    assert "Kiev" not in svg.svg(drawing, [], zoom=0)


def test_a_ring_without_area_is_dropped() -> None:
    """An empty ring would break the path after it and fill the sea."""
    sliver = Polygon([(0, 0), (50, 0), (50, 50), (0, 50)], [[(10, 10), (10.01, 10), (10, 10.01)]])
    assert all(len(r) >= 3 for r in render.rings(sliver))
