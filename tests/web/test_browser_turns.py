"""The first turn of every title by mouse, at a desk, on a phone upright and on its side, and at 200 % zoom, with all that lies in
the way of a newcomer: the curtain, dice as they fall, a word before unannounced ones. And nothing serious for axe on any page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import Sitter
from tests.web.hands import Mouse

TURNS = [
    ("gw36", "1939", (1440, 900), ("pass",), 26),
    ("tw", "poland", (844, 390), ("take", "to "), 22),
    ("wif", "barbarossa_1941", (1440, 900), ("act land", "pick", "go ", "attack"), 30),
    ("aif", "star_spangled_banner_1947", (720, 450), ("act combined", "pick", "go "), 24),
    ("awaw", "barbarossa", (390, 844), ("pick", "march", "attack", "join"), 30),
]


@pytest.mark.parametrize(("code", "scenario", "size", "wishes", "answers"), TURNS)
def test_a_first_turn_by_mouse(
    sit: Any, code: str, scenario: str, size: tuple[int, int], wishes: tuple[str, ...], answers: int
) -> None:
    """Every answer goes in by a click on its counter, its place or its button; the table is never stuck, the page keeps to the
    window, and the log tells of it."""
    one: Sitter = sit(size, brisk=False).lobby()
    one.page.select_option(f"[data-title={code}] select >> nth=0", scenario)
    one.start(code)
    mouse = Mouse(one, wishes)
    mouse.answers(answers)
    ways = {way for way, _ in mouse.done}
    assert one.step >= answers and "button" in ways, mouse.done
    assert ways & {"unit", "space"} or code == "aif", mouse.done  # that one opens with loans and flights on the card
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    assert one.page.evaluate("window.grognard.desk.live.view.value.log.length > 3")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python").Axe()
    for tab in (None, *one.page.locator(".tabs .tab").all()):
        if tab:
            tab.click()
        found = [v for v in axe.run(one.page).response["violations"] if v["impact"] in ("serious", "critical")]
        assert not found, (tab and tab.inner_text(), [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found])
