"""How wide a text is about, before there is a font."""

from __future__ import annotations

NARROW, WIDE = set("iljtfrI.,'-() 1"), set("mwMWQGO@")


def text_width(text: str, size: float, spacing: float = 0.0) -> float:
    units = sum(0.36 if c in NARROW else 0.9 if c in WIDE else 0.7 if c.isupper() else 0.56 for c in text)
    return units * size + spacing * max(0, len(text) - 1)
