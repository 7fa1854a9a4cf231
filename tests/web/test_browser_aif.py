"""America in Flames in a real browser: the political track with its flags, research, and the boxes off the map."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_track_research_and_the_boxes_are_on_the_table(sit: Any, size: tuple[int, int]) -> None:
    """Flags stand on their squares with the power they favour, research is counted, boxes tell who waits in them; the table of
    boxes is not wider than its place."""
    one = sit(size).lobby()
    one.page.select_option("[data-title=aif] select >> nth=0", "star_spangled_banner_1947")
    one.start("aif")
    if size[0] < 500:
        one.page.locator(".handle").click()
    one.page.click("[data-tab='panel:Politics']")
    one.reads("body", "Brazil (Ge)", "Honduras (US)", "Political costs", "115 of 250", "Atomic bombs")
    one.page.click("[data-tab='panel:Production']")
    one.reads("body", "Off the map", "Japan")
    wide = "[...document.querySelectorAll('table')].filter((t) => t.innerText.includes('Ships'))"
    assert one.page.evaluate(f"{wide}.every((t) => t.scrollWidth <= t.parentElement.clientWidth + 1)")
