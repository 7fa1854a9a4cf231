"""The War in a real browser: the supply overlay, and the line behind it."""

from __future__ import annotations

from typing import Any


def test_the_supply_overlay_tells_the_line(sit: Any) -> None:
    """With the overlay shown, what a unit or hex is asked about is answered with the line that supplies it."""
    one = sit().lobby()
    one.page.select_option("[data-title=tw] .title-card select, [data-title=tw] select >> nth=0", "poland")
    one.start("tw")
    overlays = one.page.evaluate("Object.keys(window.grognard.desk.shown.value.picture.overlays)")
    assert "supply axis" in overlays
    warsaw = one.page.evaluate("Object.entries(window.grognard.desk.shown.value.picture.control).find(([, side]) => side)[0]")
    found = one.page.evaluate("(hex) => window.grognard.desk.whyNot(hex, null, 'supply axis')", warsaw)
    assert found[0]["option"] == f"supply {warsaw}"
    assert "axis" in found[0]["reason"].lower()
    assert found[0]["rule"].startswith("12.")
    plain = one.page.evaluate("(hex) => window.grognard.desk.whyNot(hex, null)", warsaw)
    assert not any(entry["option"].startswith("supply") for entry in plain)
