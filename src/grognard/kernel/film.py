"""A short film of the front lines: the map of each turn, one after the other, as an animated GIF."""

from __future__ import annotations

import io

from PIL import Image, ImageColor, ImageDraw

from grognard.kernel.annals import Annals
from grognard.kernel.session import Session
from grognard.kernel.sketch import LAND, SEA, WIDTH, sketch, tone

FRAME, LAST = 900, 3000  # milliseconds a turn is shown, and the end


def film(session: Session, found: Annals) -> bytes:
    """The film of a game: control and counters at the end of each turn, with its name below."""
    colours = {side.key: side.colour for side in session.title.sides}
    drawn = sketch(session.title, session.g.board, session.title.sheet(session.g.scenario))
    x0, y0, wide, high = drawn.frame({token for chapter in found.chapters for token in (*chapter.control, *chapter.counters)})
    part = (round(x0), round(y0), round(x0 + wide), round(y0 + high))
    size = (WIDTH, max(1, round(high * WIDTH / wide)))
    ground = Image.new("RGB", (WIDTH, drawn.height), SEA)
    pen = ImageDraw.Draw(ground)
    for ring in drawn.land:
        pen.polygon(ring, fill=LAND)
    frames: list[Image.Image] = []
    for chapter in found.chapters:
        frame = ground.copy()
        veil = Image.new("RGBA", frame.size, (0, 0, 0, 0))
        pen = ImageDraw.Draw(veil)
        for token, side in chapter.control.items():
            fill = (*ImageColor.getrgb(tone(side, colours))[:3], 150)
            for ring in drawn.areas.get(token, ()):
                pen.polygon(ring, fill=fill, outline=(255, 255, 255, 120))
            if token in drawn.hexes:
                (x, y), (wide, high) = drawn.spots[token], drawn.hexes[token]
                pen.rectangle((x - wide, y - high, x + wide, y + high), fill=fill)
        frame.paste(veil, (0, 0), veil)
        pen = ImageDraw.Draw(frame)
        for x, y, r, side in drawn.heaps(chapter.counters):
            pen.ellipse((x - r, y - r, x + r, y + r), fill=tone(side, colours), outline="#111111")
        whole = Image.new("RGB", (size[0], size[1] + 24), "#1d1f21")
        whole.paste(frame.crop(part).resize(size), (0, 0))
        ImageDraw.Draw(whole).text((8, size[1] + 6), chapter.label, fill="#ffffff")
        frames.append(whole.quantize(96))
    out = io.BytesIO()
    times = [FRAME] * (len(frames) - 1) + [LAST]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False)
    return out.getvalue()
