"""How the board of Global War looks: its `drawing.json` and its pictures. Colours and choices only.

``python -m grognard.atelier.gw36_drawing`` reads the geography, makes the shapes again and writes both.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from grognard.atelier import area_names, areas, render_areas, svg
from grognard.atelier.gw36 import BOARD, WORLD, Borders, Row, Shapes, borders, shapes, space_rows, table
from grognard.atelier.labels import Room
from grognard.atelier.render_areas import Zone
from grognard.atelier.sources import lakes_of_1939, layer, relief

PICTURES = Path(__file__).parents[3] / "docs" / "boards"

COLOURS = {row["nation"]: row["colour"] for row in table("colours") if row["colour"]}
NATIONS = {row["nation"]: row["title"] for row in table("colours") if row["title"]}
LANDS = {  # lands that are not nations: the zone in which the name stands
    "CANADA": "alberta_saskatchewan", "FRENCH AFRICA": "french_sudan", "LIBYA": "tripolitania", "EGYPT": "upper_egypt",
    "BELGIAN CONGO": "belgian_congo", "SOUTH AFRICA": "south_african_union", "MANCHURIA": "northern_manchuria",
    "INDOCHINA": "annam_tonkin", "ALASKA": "alaska", "SIBERIA": "vanavara", "ALGERIA": "southern_algeria",
}
CARTOUCHE = (
    '<g transform="translate(70 2960)"><rect width="1010" height="360" fill="#f3ead2" stroke="#4a4036" stroke-width="7"/>'
    '<rect x="16" y="16" width="978" height="328" fill="none" stroke="#4a4036" stroke-width="2.5"/>'
    '<g font-family="Liberation Serif,DejaVu Serif,Georgia,serif" text-anchor="middle" fill="#2b2622">'
    '<text x="505" y="125" font-size="92" letter-spacing="9" font-weight="bold">GLOBAL WAR</text>'
    '<text x="505" y="208" font-size="66" letter-spacing="12">1936 - 1945</text>'
    '<text x="505" y="272" font-size="32" font-style="italic">land and sea zones, July 1936</text>'
    '<text x="505" y="318" font-size="25" fill="#6b5d4d">made with Natural Earth; a reconstruction, not the printed map</text>'
    '</g></g>'
)
CLOSE_UPS = {  # name: longitude, latitude of the middle, width in drawing units
    "low_countries": (5.0, 51.0, 620.0), "dardanelles": (27.5, 40.2, 620.0), "leningrad": (30.5, 60.0, 640.0),
    "libya_and_egypt": (24.5, 30.5, 760.0), "singapore": (105.5, 3.5, 640.0), "panama": (-80.5, 11.0, 700.0),
}


def drawing(made: Shapes, found: Borders, geo: str | None = None) -> tuple[dict[str, Any], dict[str, Zone]]:
    """The whole `drawing.json`, and the zones it draws."""
    board = render_areas.zones(space_rows(made), made.zones)
    lines = areas.border_lines(made.zones)
    ways = render_areas.Ways(board, lines, WORLD.width)
    room = Room()
    lakes = [f for f in lakes_of_1939(geo, "ne_50m_lakes") if f.rank <= 2]
    rivers = [f for f in layer("ne_50m_rivers_lake_centerlines", geo) if f.rank <= 5]
    closed = {key for key, row in found.rows.items() if "impassable" in row.features}
    gauge = {key: row.rail_gauge for key, row in found.rows.items()}
    chains = [row["zones"].split() for row in table("rails")]
    passages = render_areas.passages(ways, table("passages"), WORLD, room)
    islets = render_areas.islets(board, WORLD, layer("ne_10m_land", geo), table("islets"), room)
    layers = [
        *render_areas.water_and_land(board, WORLD),
        islets[0],
        render_areas.ground(board, WORLD, relief(geo)),
        *render_areas.lakes_and_rivers(board, WORLD, lakes, rivers),
        *render_areas.glyphs(board),
        *render_areas.rails(ways, chains, gauge),
        *render_areas.limits(board, lines, closed),
        *render_areas.convoys(ways, table("convoys"), COLOURS, room),
        *passages,
        *render_areas.cities(board),
        islets[1],
        render_areas.seam_names(board, areas.seam(made.zones, WORLD.width), WORLD.width),
        *area_names.overview(board, NATIONS, LANDS, (0, 0, WORLD.width, WORLD.height)),
    ]
    taken = [box for boxes in room.taken.values() for box in boxes]
    layers += area_names.zoomed(board, 1, taken) + area_names.zoomed(board, 2, taken)
    outlines = {zone.id: {"outline": areas.rings(zone.shape)} for zone in board.values()}
    whole = {
        "provenance": "public Natural Earth 4.1 to 5.1; relief of three-globe (MIT); reconstructed layers as in board.toml",
        "size": [round(WORLD.width, 1), round(WORLD.height, 1)], "hex": None, "wrap": round(WORLD.width, 1), "spaces": outlines,
        "layers": layers,
    }
    return whole, board


def pictures(whole: dict[str, Any], board: dict[str, Zone], rows: list[Row], folder: Path, only: str | None) -> None:
    """The whole board and its close-ups, in the owners' colours of 1936."""
    folder.mkdir(parents=True, exist_ok=True)
    width, height = whole["size"]
    if only in (None, "whole"):
        wide_lines = {"borders": 1.9, "sea_limits": 1.8, "convoys": 1.6, "cities": 1.5}
        far = render_areas.tinted(whole, board, COLOURS, "owner_1936", band_too=False)
        far["layers"] = [one | {"style": _thicker(one["style"], wide_lines.get(one["name"], 1.0))} for one in far["layers"]]
        text = svg.svg(far, rows, zoom=0, width=2880, extra=CARTOUCHE)
        (folder / "gw36.svg").write_text(text, encoding="utf-8")
        svg.png(text, folder / "gw36.png", 2880, round(2880 * height / width))
    shown = render_areas.tinted(whole, board, COLOURS, "owner_1936", band_too=True)
    for name, (lon, lat, wide) in CLOSE_UPS.items():
        if only not in (None, name):
            continue
        x, y = WORLD.point(lon, lat)
        high = wide * 0.66
        left = min(max(0.0, x - wide / 2), width - wide)
        text = svg.svg(shown, rows, view=(left, y - high / 2, wide, high), zoom=2, width=1500)
        svg.png(text, folder / f"gw36_{name}.png", 1500, round(1500 * 0.66))


def _thicker(style: dict[str, Any], times: float) -> dict[str, Any]:
    """Lines that still show when the whole board is on one page."""
    return style | {"stroke_width": round(style["stroke_width"] * times, 1)} if "stroke_width" in style else style


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw the gw36 board.")
    parser.add_argument("--geo", default=None)
    parser.add_argument("--pictures", type=Path, default=PICTURES)
    parser.add_argument("--only", default=None, help="one picture: whole, or the name of a close-up")
    given = parser.parse_args()
    made = shapes(given.geo)
    whole, board = drawing(made, borders(made), given.geo)
    text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False)
    (BOARD / "drawing.json").write_text(text + "\n", encoding="utf-8")
    print(f"drawing.json {len(text) / 1e6:.2f} MB")
    pictures(whole, board, space_rows(made), given.pictures, given.only)


if __name__ == "__main__":
    main()
