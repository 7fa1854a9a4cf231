"""Pictures of a board: `drawing.json` and the spaces written as SVG, and that as PNG.

The same layers the client draws, then the hex grid and its numbers. PNG needs Chromium or the PyPI package cairosvg.
"""

from __future__ import annotations

import importlib
import math
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

View = tuple[float, float, float, float]  # x, y, width, height

SERIF = "'Liberation Serif','DejaVu Serif',Georgia,serif"
SANS = "'Liberation Sans Narrow','Liberation Sans','DejaVu Sans Condensed',sans-serif"


def n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def path(points: Iterable[Iterable[float]], close: bool) -> str:
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + ("Z" if close else "")


def attributes(style: dict[str, Any], kind: str) -> str:
    names = {"fill": "fill", "fill_opacity": "fill-opacity", "stroke": "stroke", "stroke_width": "stroke-width",
             "stroke_opacity": "stroke-opacity", "cap": "stroke-linecap", "join": "stroke-linejoin", "opacity": "opacity"}
    given = {names[k]: v for k, v in style.items() if k in names}
    if "dash" in style:
        given["stroke-dasharray"] = " ".join(n(d) for d in style["dash"])
    if kind == "line":
        given["fill"] = "none"
    return " ".join(f'{k}="{v}"' for k, v in given.items())


ANCHOR = ('<path d="M0-.75V.8M-.75.15C-.6.75-.2.85 0 .85S.6.75.75.15M-.4-.35H.4" fill="none"/>'
          '<circle cy="-.8" r=".22" fill="none"/>')
# symbols in a box from -1 to 1
SYMBOLS = {
    "city": '<circle r=".62"/>',
    "capital": '<circle r=".95"/><circle r=".45" fill="#fff"/>',
    "port": ANCHOR,
    "fortress": '<path d="M0-1L.3-.42.95-.3.48.16.59.8 0 .5-.59.8-.48.16-.95-.3-.3-.42Z"/>',
    "tree": '<path d="M0-1L.6.3H.15V.8H-.15V.3H-.6Z"/>',
    "peak": '<path d="M-1 .55L-.1-.75 .95.55Z"/>'
            '<path d="M-.1-.75L.95.55H.1L-.05 .05Z" fill="#6e5842" fill-opacity=".55" stroke="none"/>',
    "reed": '<path d="M-.9.5H.9M-.45.5V-.2M0 .5V-.75M.45.5V-.2" fill="none"/>',
    "dune": '<path d="M-1 .25C-.6-.35-.2-.35.1.2C.4-.2.7-.2 1 .25" fill="none"/>',
    "oil": '<path d="M-.55.9L0-.9.55.9M-.3.1H.3M-.43.5H.43" fill="none"/>',
    "industry": '<path d="M-.9.8V-.1L-.3.25V-.1L.3.25V-.7H.75V.8Z"/>',
    "beach": '<path d="M-1 .1C-.6-.5-.3-.5 0 .1S.7.6 1 .1M-1 .7C-.6.1-.3.1 0 .7S.7 1.2 1 .7" fill="none"/>',
    "shipyard": ANCHOR + '<circle r="1.25" fill="none"/>',
    "strait": '<path d="M-1 0H1M-1 0L-.6-.35M-1 0L-.6.35M1 0L.6-.35M1 0L.6.35" fill="none"/>',
    "airbase": '<path d="M-1 0H1M0-1V1" fill="none"/>',
    "anchorage": '<circle r=".6" fill="none"/>',
    "objective": '<circle r="1.1" fill="none"/>',
    "resource": '<path d="M-1 .8L-.4-.7.4-.7 1 .8Z"/>',
    "dot": '<circle r=".8"/>',
}


def feature(f: dict[str, Any], layer: dict[str, Any]) -> str:
    kind, own = layer["kind"], attributes(f.get("style", {}), layer["kind"]) if "style" in f else ""
    if kind == "polygon":
        return f'<path {own} d="{"".join(path(r, True) for r in f["rings"])}"/>'
    if kind == "line":
        return f'<path {own} d="{path(f["points"], False)}"/>'
    if kind == "raster":
        return (f'<image x="{n(f["x"])}" y="{n(f["y"])}" width="{n(f["width"])}" height="{n(f["height"])}" '
                f'preserveAspectRatio="none" href="{f["href"]}"/>')
    if kind == "symbol":
        style = {**layer["style"], **f.get("style", {})}
        size = float(style.get("size", 10)) / 2
        turn = f' rotate({n(f["angle"])})' if f.get("angle") else ""
        return (f'<use {own} href="#{f["symbol"]}" transform="translate({n(f["x"])} {n(f["y"])}){turn} scale({n(size)})" '
                f'stroke-width="{float(style.get("stroke_width", 1)) / size:.2f}"/>')
    return label(f, {**layer["style"], **f.get("style", {})})


def label(f: dict[str, Any], style: dict[str, Any]) -> str:
    x, y = f["x"], f["y"]
    turn = f' transform="rotate({n(f["angle"])} {n(x)} {n(y)})"' if f.get("angle") else ""
    face = SANS if style.get("font_family") == "sans" else SERIF
    halo = (f'stroke="{style["halo"]}" stroke-width="{n(style.get("halo_width", 2))}" stroke-linejoin="round" '
            'paint-order="stroke" ' if style.get("halo") else "")
    return (f'<text x="{n(x)}" y="{n(y)}" text-anchor="{f.get("anchor", "middle")}" font-family="{face}" '
            f'font-size="{n(style["font_size"])}" font-weight="{style.get("font_weight", "normal")}" '
            f'font-style="{style.get("font_style", "normal")}" letter-spacing="{n(style.get("letter_spacing", 0))}" '
            f'fill="{style.get("fill", "#222")}" opacity="{style.get("opacity", 1)}" {halo}{turn}>{escape(f["text"])}</text>')


def visible(f: dict[str, Any], kind: str, view: View) -> bool:
    """Whether a feature touches the view, by its bounding box."""
    x, y, w, h = view
    if kind in ("label", "symbol"):
        return bool(x - 300 <= f["x"] <= x + w + 300 and y - 60 <= f["y"] <= y + h + 60)
    if kind == "raster":
        return True
    points = f["points"] if kind == "line" else f["rings"][0]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return bool(max(xs) >= x and min(xs) <= x + w and max(ys) >= y and min(ys) <= y + h)


def hexes(spaces: list[dict[str, str]], drawing: dict[str, Any], view: View, numbers: bool) -> list[str]:
    turn = -90 if drawing["hex"]["orientation"] == "pointy" else 0
    maps = drawing["hex"].get("maps") or {}
    cells, text, dots = [], [], []
    x0, y0, w, h = view
    for s in spaces:
        x, y = float(s["x"]), float(s["y"])
        size = float(maps.get(s["map"], drawing["hex"])["size"])
        if s["kind"] != "hex" or not (x0 - size <= x <= x0 + w + size and y0 - size <= y <= y0 + h + size):
            continue
        if drawing["hex"].get("dots") and s["terrain"] == "sea":
            dots.append(f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(size * 0.07)}"/>')
            continue
        corners = [(size * math.cos(math.radians(60 * k + turn)), size * math.sin(math.radians(60 * k + turn))) for k in range(6)]
        # half the outline: the other half belongs to the neighbours
        cells.append("M" + "L".join(f"{n(x + dx)} {n(y + dy)}" for dx, dy in corners[:4]))
        if numbers:
            text.append(f'<text x="{n(x)}" y="{n(y - size * 0.68)}">{s["id"]}</text>')
    out = [f'<path d="{"".join(cells)}" fill="none" stroke="#3c3a33" stroke-opacity=".30" stroke-width="1.1"/>']
    if dots:
        out.append(f'<g fill="#3f6c86" fill-opacity=".55">{"".join(dots)}</g>')
    if text:
        out.append(f'<g font-family="{SANS}" font-size="11" fill="#3c3a33" fill-opacity=".55" text-anchor="middle">'
                   f'{"".join(text)}</g>')
    return out


def svg(drawing: dict[str, Any], spaces: list[dict[str, str]], *, view: View | None = None, zoom: int = 0, numbers: bool = False,
        width: int | None = None, extra: str = "") -> str:
    """The picture of a board or of a part of it, at one of the three zoom levels."""
    view = view or (0.0, 0.0, *drawing["size"])
    body: list[str] = []
    grid_done = False
    for layer in drawing["layers"]:
        if layer.get("above") and not grid_done and drawing["hex"]:
            body += hexes(spaces, drawing, view, numbers)
            grid_done = True
        if not layer.get("minzoom", 0) <= zoom <= layer.get("maxzoom", 9):
            continue
        shown = [feature(f, layer) for f in layer["features"] if visible(f, layer["kind"], view)]
        if shown:
            body.append(f'<g fill-rule="evenodd" {attributes(layer["style"], layer["kind"])}>{"".join(shown)}</g>')
    defs = "".join(f'<g id="{name}">{shape}</g>' for name, shape in SYMBOLS.items())
    wide = width or round(view[2])
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(n(v) for v in view)}" width="{wide}" '
            f'height="{round(wide * view[3] / view[2])}"><defs>{defs}</defs>{"".join(body)}{extra}</svg>')


def png(picture: str, target: Path, width: int, height: int, colours: int = 256) -> None:
    """An SVG as PNG: by Chromium where it is installed, else by cairosvg; then reduced to a palette."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "board.html"
            page.write_text(f'<meta charset="utf-8"><body style="margin:0;overflow:hidden">{picture}</body>', encoding="utf-8")
            subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--screenshot={target}",
                            f"--window-size={width},{height}", page.as_uri()], check=True, capture_output=True, timeout=200)
    else:
        cairo = importlib.import_module("cairosvg")
        cairo.svg2png(bytestring=picture.encode(), write_to=str(target), output_width=width, output_height=height)
    from PIL import Image

    with Image.open(target) as image:
        small = image.convert("RGB").quantize(colours, method=Image.Quantize.MEDIANCUT, kmeans=2)
    small.save(target, optimize=True)
