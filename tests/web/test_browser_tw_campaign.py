"""The War from 1939 in a real browser: the pages of the campaign, influence abroad, the strategic war, ships at sea."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.web.browser import Sitter
from tests.web.test_browser_tw import begin, give

ENDS = ("done", "let", "stay", "stop", "pass", "enough", "plain", "later", "leave", "spare", "staff")
PANELS = {"Country cards", "Production", "Strategic warfare", "Shipyards", "Diplomacy", "Objectives held"}


def picture(one: Sitter, name: str) -> None:
    """Keep a picture to be looked at, where a folder is named."""
    folder = os.environ.get("GROGNARD_PICTURES")
    if folder:
        one.settle()
        one.page.screenshot(path=str(Path(folder) / f"{name}.png"))


def on(one: Sitter, *wanted: str) -> str:
    """Answer what ends each question until one of these verbs is offered; gives the option."""
    for _ in range(400):
        texts = one.options
        found = next((t for verb in wanted for t in texts if t.split()[0] == verb), None)
        if found is not None:
            return found
        give(one, next((t for end in ENDS for t in texts if t.split()[0] == end), texts[0]))
    raise AssertionError(f"none of {wanted} is ever asked")


def propose(one: Sitter, text: str) -> str:
    """What the table tells before an answer is given."""
    ask = "(t) => { const d = window.grognard.desk; void d.propose(d.question.value.options.find((o) => o.text === t)); }"
    one.page.evaluate(ask, text)
    one.settle()
    told: str = one.page.inner_text("body")
    return told


def test_a_season_of_the_war_on_a_desk(sit: Any) -> None:
    """A POP is placed, plants are put down, the submarine war is told, ships light up; every page of the campaign is there."""
    one = begin(sit, "campaign_1939")
    page = one.page
    titles = set(page.evaluate("window.grognard.desk.shown.value.picture.panels.map((p) => p.title)"))
    assert titles >= PANELS, titles
    picture(one, "desk-start")
    give(one, on(one, "pop"))
    assert any("places a POP" in line for line in one.log())
    picture(one, "desk-diplomacy")
    effort = on(one, "sle", "rle", "lle")
    assert "NARFs" in propose(one, effort)
    on(one, "refine")
    picture(one, "desk-oil")
    sea = on(one, "transport", "rebase", "patrol", "invade", "strike_port")
    lit = page.evaluate("(t) => window.grognard.desk.question.value.options.find((o) => o.text === t)", sea)
    assert lit["pieces"] or lit["spaces"]
    assert any("U-Boats against" in line for line in one.log())
    picture(one, "desk-sea")
    page.get_by_role("tab", name="State").click()
    picture(one, "desk-state")
    shown = page.inner_text("body")
    for words in ("Production", "Yearly income", "Strategic warfare", "Shipyards"):
        assert words in shown, words


def test_bombers_and_a_landing_on_a_phone(sit: Any) -> None:
    """1942 on a phone: a landing is offered, interceptors are divided in the Fall; nothing is wider than the window."""
    one = begin(sit, "campaign_1942", (390, 844))
    picture(one, "phone-start")
    on(one, "invade")
    picture(one, "phone-invade")
    on(one, "guard")
    assert "against the British" in one.page.inner_text(".question")
    picture(one, "phone-bombing")
    wide = one.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, wide
