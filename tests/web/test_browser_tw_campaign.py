"""The War from 1939 in a real browser: the pages of the campaign, influence abroad, the strategic war, ships at sea."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

from tests.web.browser import Sitter
from tests.web.test_browser_tw import begin

ENDS = ("done", "let", "stay", "stop", "pass", "enough", "plain", "later", "leave", "spare", "staff")
PANELS = {"Country cards", "Production", "Strategic warfare", "Shipyards", "Diplomacy", "Objectives held"}


def picture(one: Sitter, name: str) -> None:
    """Keep a picture to be looked at, where a folder is named."""
    folder = os.environ.get("GROGNARD_PICTURES")
    if folder:
        one.settle()
        one.page.screenshot(path=str(Path(folder) / f"{name}.png"))


GO_ON = """([wanted, ends]) => {
  const d = window.grognard.desk, options = d.question.value?.options ?? [];
  if (d.busy.value || options.length === 0) return "";
  const first = (verbs) => verbs.map((v) => options.find((o) => o.text.split(" ")[0] === v)).find(Boolean);
  const found = first(wanted);
  if (found) return found.text;
  void d.answer(first(ends) ?? options[0]);
  return "";
}"""


def on(one: Sitter, *wanted: str) -> str:
    """Answer what ends each question until one of these verbs is offered; gives the option. The page looks and answers in one go:
    it may pass idle questions by itself in between."""
    found = ""

    def asked_or_gone_on(before: int) -> bool:
        nonlocal found
        found = str(one.page.evaluate(GO_ON, [list(wanted), list(ENDS)]))
        return bool(found) or one.step != before

    for _ in range(3000):
        one.expect(partial(asked_or_gone_on, one.step), f"one of {wanted}, or the next question")
        if found:
            return found
    raise AssertionError(f"none of {wanted} is ever asked")


def test_a_season_of_the_war_on_a_desk(sit: Any) -> None:
    """A POP is placed, plants are put down, the submarine war is told, ships light up; every page of the campaign is there."""
    one = begin(sit, "campaign_1939")
    page = one.page
    titles = set(page.evaluate("window.grognard.desk.shown.value.picture.panels.map((p) => p.title)"))
    assert titles >= PANELS, titles
    picture(one, "desk-start")
    one.give(on(one, "pop"))
    one.told("places a POP")
    picture(one, "desk-diplomacy")
    effort = on(one, "sle", "rle", "lle")
    one.propose(effort)
    one.reads("body", "NARFs")
    on(one, "refine")
    picture(one, "desk-oil")
    sea = on(one, "transport", "rebase", "patrol", "invade", "strike_port")
    lit = page.evaluate("(t) => window.grognard.desk.question.value.options.find((o) => o.text === t)", sea)
    assert lit["pieces"] or lit["spaces"]
    one.told("U-Boats against")
    picture(one, "desk-sea")
    page.get_by_role("tab", name="State").click()
    picture(one, "desk-state")
    one.reads("body", "Production", "Yearly income", "Strategic warfare", "Shipyards")


def test_bombers_and_a_landing_on_a_phone(sit: Any) -> None:
    """1942 on a phone: a landing is offered, interceptors are divided in the Fall; nothing is wider than the window."""
    one = begin(sit, "campaign_1942", (390, 844))
    picture(one, "phone-start")
    on(one, "invade")
    picture(one, "phone-invade")
    on(one, "guard")
    one.reads(".question", "against the British")
    picture(one, "phone-bombing")
    wide = one.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, wide


def test_dice_stand_under_the_heading_they_fell_under(sit: Any) -> None:
    """The submarine war is rolled and the bombing war asks next: the window bears the name of the first."""
    one = begin(sit, "campaign_1941", brisk=False)
    on(one, "assign")
    one.until("!document.querySelector('.dice-window').hidden")
    one.reads(".dice-window", "U-Boats against")
    assert one.page.inner_text(".dice-window h2") == "Submarine war"
    assert one.page.evaluate("window.grognard.desk.live.view.value.place.at(-1)") == "Bombing war"
