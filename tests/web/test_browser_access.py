"""For every pair of eyes and hands: colours that differ, targets for fingers, small windows, a table that can be heard."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import IDLE

POWERS = ("germany", "italy", "japan", "ussr", "great_britain", "france", "usa", "kmt", "ccp", "anzac")


def test_great_powers_differ_for_the_colour_blind(sit: Any) -> None:
    """In the safe colours no two powers of Global War share a colour; the minor countries share a plain one."""
    one = sit()
    one.context.add_init_script("localStorage.setItem('grognard.safeColours', 'true')")
    one.lobby().start("gw36")
    tone = "(keys) => keys.map((key) => window.grognard.board.tones(key).colour)"
    tones = one.page.evaluate(tone, [*POWERS, "sweden", "turkey"])
    powers, minors = tones[: len(POWERS)], tones[len(POWERS) :]
    assert len(set(powers)) == len(POWERS), dict(zip(POWERS, powers))
    assert len(set(minors)) == 1 and minors[0] not in powers


def test_fingers_find_targets_of_44_pixels(sit: Any) -> None:
    """With a touch screen whatever can be pressed on the card and in the tabs is at least 44 pixels high."""
    one = sit((390, 844), touch=True).lobby().start("skirmish")
    small = one.page.evaluate(
        """() => !matchMedia('(pointer: coarse)').matches ? null
          : [...document.querySelectorAll('.question button, .tabs button, .map-tools button, .map-tools select')]
          .filter((b) => b.offsetParent && b.getBoundingClientRect().height < 43.5).map((b) => b.outerHTML.slice(0, 90))"""
    )
    assert small == [], small


@pytest.mark.parametrize("size", [(844, 390), (720, 450)], ids=["landscape phone", "200 percent"])
def test_small_windows_can_be_played(sit: Any, size: tuple[int, int]) -> None:
    """The question, its first answer and the board are in sight, and the answer can be given."""
    one = sit(size).lobby().start("skirmish")
    parts = (".question .prompt", ".question button.option", ".map canvas")
    boxes = [one.page.locator(css).first.bounding_box() for css in parts]
    for box in boxes:
        assert box and box["y"] >= 0 and box["y"] + min(box["height"], 30) <= size[1] and box["x"] + 30 <= size[0], boxes
    assert boxes[2]["width"] >= 300 and boxes[2]["height"] >= 150
    one.answer("Bid 3")


def test_what_happens_is_told_to_those_who_listen(sit: Any) -> None:
    """A new line of the log is spoken; option names do not carry the number of their key."""
    one = sit().lobby().start("skirmish")
    for _ in range(4):
        one.answer_first(avoid=("pick",))
    one.until("document.querySelector('[role=log][aria-label=\"What happens\"]').textContent.length > 3")
    one.until(IDLE)
    name = one.page.locator(".question button.option").first.inner_text()
    assert one.page.get_by_role("button", name=name.split("\n")[0], exact=False).count() >= 1
