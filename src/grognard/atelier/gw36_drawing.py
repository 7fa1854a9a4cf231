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
from grognard.atelier.sources import layer, relief

PICTURES = Path(__file__).parents[3] / "docs" / "boards"

COLOURS = {
    "": "#e9dfc2", "germany": "#767f78", "italy": "#a9825a", "japan": "#df9a3f", "ussr": "#b2483f", "usa": "#6b9660", "france": "#5f86bf",
    "great_britain": "#c9a468", "fec": "#bfae5f", "anzac": "#8f9a63", "kmt": "#5d9a9a", "ccp": "#c9574f", "nationalist_spain": "#c8b04a",
    "republican_spain": "#9d6a86", "netherlands": "#d2a184", "belgium": "#c9b58f", "turkey": "#b9a3a0", "poland": "#d3b4b8",
    "mongolia": "#c08a78", "brazil": "#a3b98a", "argentina": "#a9c3cf", "portugal": "#b7a07f", "sweden": "#a9bccb", "norway": "#b9c4b2",
    "finland": "#cdd3da", "romania": "#cfc07c", "yugoslavia": "#b8b49a", "hungary": "#c3cba0", "bulgaria": "#b4bd94", "greece": "#a9c0c9",
    "iran": "#c9b79b", "saudi_arabia": "#d9cba0", "mexico": "#bccaa2", "warlord_zhili": "#a7bdaa", "warlord_yunnan": "#b7c3a2",
    "warlord_tibet": "#c9c6b8", "warlord_tsinghai": "#bfc7b0", "warlord_kwangtung": "#a9c4b6", "warlord_sinkiang": "#c4c2a8",
    "siam": "#c7b28f", "switzerland": "#d8c9bf", "denmark": "#c7b9b4", "czechoslovakia": "#b9c1cf", "austria": "#cdbfb0",
}
NATIONS = {
    "germany": "GERMANY", "italy": "ITALY", "japan": "JAPAN", "ussr": "SOVIET UNION", "usa": "UNITED STATES", "france": "FRANCE",
    "kmt": "CHINA", "fec": "INDIA", "anzac": "AUSTRALIA", "turkey": "TURKEY", "poland": "POLAND", "spain": "SPAIN",
    "brazil": "BRAZIL", "argentina": "ARGENTINA", "sweden": "SWEDEN", "norway": "NORWAY", "finland": "FINLAND", "romania": "ROMANIA",
    "yugoslavia": "YUGOSLAVIA", "mongolia": "MONGOLIA", "iran": "IRAN", "iraq": "IRAQ", "saudi_arabia": "SAUDI ARABIA", "mexico": "MEXICO",
    "belgium": "CONGO", "great_britain": "CANADA", "hungary": "HUNGARY", "bulgaria": "BULGARIA", "greece": "GREECE", "siam": "SIAM",
    "afghanistan": "AFGHANISTAN", "abyssinia": "ABYSSINIA", "warlord_tibet": "TIBET", "warlord_sinkiang": "SINKIANG", "peru": "PERU",
    "colombia": "COLOMBIA", "bolivia": "BOLIVIA", "venezuela": "VENEZUELA", "chile": "CHILE", "ireland": "IRELAND", "austria": "AUSTRIA",
    "czechoslovakia": "CZECHOSLOVAKIA", "portugal": "PORTUGAL",
}
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
    lakes = [f for f in layer("ne_50m_lakes", geo) if f.rank <= 2]
    rivers = [f for f in layer("ne_50m_rivers_lake_centerlines", geo) if f.rank <= 5]
    closed = {key for key, row in found.rows.items() if "impassable" in row.features}
    gauge = {key: row.rail_gauge for key, row in found.rows.items()}
    chains = [row["zones"].split() for row in table("rails")]
    layers = [
        *render_areas.water_and_land(board, WORLD),
        render_areas.ground(board, WORLD, relief(geo)),
        *render_areas.lakes_and_rivers(board, WORLD, lakes, rivers),
        *render_areas.glyphs(board),
        *render_areas.rails(ways, chains, gauge),
        *render_areas.limits(board, lines, closed),
        *render_areas.convoys(ways, table("convoys"), COLOURS, room),
        *render_areas.passages(ways, table("passages"), room),
        *render_areas.cities(board),
        *area_names.overview(board, NATIONS, (0, 0, WORLD.width, WORLD.height)),
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
        text = svg.svg(far, rows, zoom=0, width=2880)
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
