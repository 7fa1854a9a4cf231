"""Making the whole board of World in Flames: the recipe, the drawing and the pictures, in that order."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from grognard.atelier import svg, wif, wif_drawing
from grognard.atelier.check import BoardFiles, board_report
from grognard.atelier.render import Layer, layer
from grognard.atelier.sources import PROJECT
from grognard.atelier.wif_shapes import INK
from grognard.atelier.wif_sheets import WIF, Plan

PICTURES = PROJECT / "docs" / "boards"
LARGEST = 2_600_000  # bytes of drawing.json; it travels compressed, see docs/boards/wif.md

LINES: tuple[tuple[str, str, float, list[float]], ...] = (
    ("River", "#4f8aa8", 5, []),
    ("Lake hexside", "#4f9ac8", 8, []),
    ("Alpine hexside", "#6b5f55", 6, []),
    ("Fortification", "#4b4038", 8, [5, 3]),
    ("Straits", "#9c2b23", 5, [4, 4]),
    ("Canal", "#2f6f96", 5, [6, 4]),
    ("Border of 1939", "#8e2f2a", 3, [10, 4, 2, 4]),
    ("Pact line", "#7a1f1f", 3, [3, 6]),
    ("Vichy line", "#4a4a8a", 3, [3, 6]),
    ("Japanese front", "#8a3a1f", 3, [3, 6]),
    ("Railway", "#5d5044", 3, []),
    ("Sea area limit", "#2f5f80", 3, []),
    ("Grey line", "#8a8478", 4, []),
    ("Blue line", "#3f78a8", 3, [12, 8]),
    ("Objective", "#e07b1f", 5, []),
)
MARKS = (
    ("capital", "Capital", "#a3231f"),
    ("city", "City", "#2b2622"),
    ("port", "Port; major port larger", "#1d4e6e"),
    ("industry", "Factory: blue, red, green", "#2f5fa8"),
    ("resource", "Resource", "#6b5a2c"),
    ("oil", "Oil", "#1b1b1b"),
)
GROUND = (
    ("clear", "Clear"),
    ("forest", "Forest"),
    ("jungle", "Jungle"),
    ("swamp", "Swamp"),
    ("mountain", "Mountain"),
    ("desert", "Desert"),
    ("desert_mountain", "Desert mountain"),
)


def legend(x0: float, y0: float, title: str, under: str, scale: float = 1.0) -> list[Layer]:
    """The title and the key, on the empty paper."""
    wide, high = 1720.0, 1330.0
    box = [[x0, y0], [x0 + wide, y0], [x0 + wide, y0 + high], [x0, y0 + high]]
    words: list[dict[str, Any]] = [
        {
            "text": title,
            "x": x0 + wide / 2,
            "y": y0 + 150,
            "style": {"font_size": 118, "font_weight": "bold", "letter_spacing": 16},
        },
        {"text": under, "x": x0 + wide / 2, "y": y0 + 212, "style": {"font_size": 38, "font_style": "italic"}},
        {
            "text": "A reconstruction from public geography; hex codes as in the rules",
            "x": x0 + wide / 2,
            "y": y0 + 262,
            "style": {"font_size": 32, "font_style": "italic"},
        },
    ]
    tints, symbols, lines = [], [], []
    for k, (terrain, name) in enumerate(GROUND):
        x, y = x0 + 110, y0 + 370 + k * 118
        shape = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))
        tints.append(
            {
                "rings": [[[round(x + 50 * a, 1), round(y + 50 * b, 1)] for a, b in shape]],
                "style": {"fill": wif_drawing.tint(terrain)},
            }
        )
        words.append({"text": name, "x": x + 76, "y": y + 14, "anchor": "start"})
    for k, (symbol, name, fill) in enumerate(MARKS):
        x, y = x0 + 600, y0 + 370 + k * 118
        open_, inked = symbol == "port", symbol in ("port", "oil")
        symbols.append(
            {"symbol": symbol, "x": x, "y": y, "style": {"fill": "none" if open_ else fill, "stroke": fill if inked else "#fff"}}
        )
        words.append({"text": name, "x": x + 50, "y": y + 14, "anchor": "start"})
    for k, (name, stroke, thick, dash) in enumerate(LINES):
        x, y = x0 + 1180, y0 + 350 + k * 61
        lines.append(
            {
                "points": [[x, y], [x + 110, y]],
                "style": {"stroke": stroke, "stroke_width": thick * 1.4, "dash": [d * 1.6 for d in dash]},
            }
        )
        words.append({"text": name, "x": x + 136, "y": y + 13, "anchor": "start"})
    made = [
        layer("legend", "polygon", [{"rings": [box]}], above=True, fill="#efe7cf", stroke="#5b4a3a", stroke_width=6),
        layer("legend", "polygon", tints, above=True, stroke="#6b6252", stroke_width=2),
        layer("legend", "symbol", symbols, above=True, size=44, fill="#2b2622", stroke="#fff", stroke_width=2.4),
        layer("legend", "line", lines, above=True, cap="butt"),
        layer("legend", "label", words, above=True, font_size=40, fill=INK),
    ]
    return made if scale == 1.0 else [shrunk(one, x0, y0, scale) for one in made]


def shrunk(one: Layer, x0: float, y0: float, scale: float) -> Layer:
    """A layer of the key drawn smaller, about its corner."""

    def move(x: float, y: float) -> list[float]:
        return [round(x0 + (x - x0) * scale, 1), round(y0 + (y - y0) * scale, 1)]

    def style(given: dict[str, Any]) -> dict[str, Any]:
        sizes = ("font_size", "letter_spacing", "size", "stroke_width")
        return {key: round(value * scale, 2) if key in sizes else value for key, value in given.items()}

    features = []
    for f in one["features"]:
        made = dict(f)
        if "rings" in f:
            made["rings"] = [[move(*p) for p in ring] for ring in f["rings"]]
        if "points" in f:
            made["points"] = [move(*p) for p in f["points"]]
        if "x" in f:
            made["x"], made["y"] = move(f["x"], f["y"])
        if "style" in f:
            made["style"] = style(f["style"])
        features.append(made)
    return {**one, "features": features, "style": style(one["style"])}


def make(*, geo: str | None, pictures: bool, compare: bool, fit_only: bool, say: Callable[[str], None] = print) -> int:
    """Write the board's files; returns the number of problems found."""
    show_fit(WIF, say)
    if fit_only:
        return 0
    made = wif.build(geo)
    wif.write(made)
    drawn = wif_drawing.drawing(made, lambda: legend(4330, 240, "WORLD IN FLAMES", "The world, 1939 to 1945"))
    write_drawing(WIF, drawn)
    if pictures:
        take_pictures(WIF, drawn, CLOSE_UPS)
    return report(WIF, made.problems, say)


CLOSE_UPS = {  # name: centre and width
    "low_countries": ("W1134", 1100.0),
    "kiev_and_dnieper": ("E1532", 1100.0),
    "italy_and_libya": ("W0515", 1500.0),
    "china": ("A0536", 1500.0),
    "solomons": ("P2018", 1500.0),
    "americas": ("M0813", 1900.0),
    "east_africa": ("AF0420", 1500.0),
}


def show_fit(plan: Plan, say: Callable[[str], None]) -> None:
    """How far every pin lies from the centre of its printed hex, in hexes, before the rubber sheet."""
    for name, sheet in plan.sheets().items():
        worst = sorted(sheet.misses.items(), key=lambda pair: -pair[1])[:5]
        say(f"{name}: {len(sheet.pins)} pins, rms {sheet.rms:.2f} hexes; worst {worst}")


def write_drawing(plan: Plan, drawn: dict[str, Any]) -> None:
    text = json.dumps(drawn, separators=(",", ":"), ensure_ascii=False)
    assert len(text.encode()) <= LARGEST, f"drawing.json has {len(text.encode())} bytes"
    (plan.folder / "drawing.json").write_text(text + "\n", encoding="utf-8")


def take_pictures(plan: Plan, drawn: dict[str, Any], close_ups: dict[str, tuple[str, float]]) -> None:
    spaces = list(BoardFiles(plan.folder).spaces.values())
    width, height = plan.size
    whole = svg.svg(drawn, spaces, zoom=0, width=2200)
    svg.png(whole, PICTURES / f"{plan.title}.png", 2200, round(2200 * height / width))
    at = {s["id"]: (float(s["x"]), float(s["y"])) for s in spaces}
    for name, (code, wide) in close_ups.items():
        x, y = at[code]
        view = (x - wide / 2, y - wide * 0.35, wide, wide * 0.7)
        svg.png(
            svg.svg(drawn, spaces, view=view, zoom=2, numbers=True, width=1500), PICTURES / f"{plan.title}_{name}.png", 1500, 1050
        )


def report(plan: Plan, problems: list[str], say: Callable[[str], None]) -> int:
    told = board_report(plan.title)
    for problem in [*problems, *told["problems"]]:
        say(problem)
    held, stated = told["anchors"]["held"], told["anchors"]["stated"]
    say(f"{told['spaces']} spaces, {told['borders']} borders, {held} of {stated} statements hold")
    return len(told["problems"])
