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
    one.reads("body", "Brazil", "Honduras", "Political costs", "115 of 250", "Atomic bombs")
    track = ".strip[aria-label='Political allegiance']"
    assert one.page.locator(f"{track} > .square").count() == 33
    flags = {text: n for n, text in enumerate(one.page.locator(f"{track} > .square").all_inner_texts())}
    minors = ("Brazil", "Argentina", "Haiti", "Ecuador", "Honduras")
    where = {minor: next(n for text, n in flags.items() if minor in text) for minor in minors}
    assert where == {"Brazil": 0, "Argentina": 10, "Haiti": 16, "Ecuador": 21, "Honduras": 32}
    colours = [
        one.page.locator(f"{track} .peg", has_text=minor).evaluate("(e) => getComputedStyle(e).backgroundColor")
        for minor in ("Brazil", "Argentina", "Peru", "Honduras")
    ]
    assert colours[0] == colours[1] and len(set(colours)) == 3  # German, German, Japanese, American
    assert one.page.locator(track).evaluate("(e) => e.scrollWidth <= e.clientWidth + 1")
    one.page.locator(".strip-box", has=one.page.locator(track)).get_by_text("Enlarge").click()
    large = one.page.locator("dialog .strip.across > .square")
    assert large.count() == 33
    first, last = large.first.bounding_box(), large.last.bounding_box()
    assert first and last and last["x"] > first["x"] and abs(last["y"] - first["y"]) < 2  # it lies across
    one.page.keyboard.press("Escape")
    assert one.page.locator(".strip[aria-label='Research and conquest'] .square", has_text="hydrogen bomb").count() == 1
    one.page.click("[data-tab='panel:Production']")
    one.reads("body", "Off the map", "Japan")
    assert one.page.locator(".strip[aria-label='Off the map'] > .square").count() == 3
    wide = "[...document.querySelectorAll('table')].filter((t) => t.innerText.includes('Ships'))"
    assert one.page.evaluate(f"{wide}.every((t) => t.scrollWidth <= t.parentElement.clientWidth + 1)")
