"""The battle window and the charts in games that were recorded: who fights on both sides, where, who fell, and the cell that
was read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.battles import bring, recorded
from tests.web.browser import IDLE, Sitter

SHOWN = "document.querySelector('[data-dice=on]') !== null && !document.querySelector('.dice-window').hidden"


def before(sit: Any, name: str, step: int, folder: Path) -> Sitter:
    """A recorded game at the table, taken back to so many answers, with the dice seen."""
    one: Sitter = sit(brisk=False)
    one.context.add_init_script("localStorage.setItem('grognard.veil', '\"off\"')")
    one.lobby()
    bring(one, name, folder)
    one.page.evaluate("document.querySelector('dialog [aria-label=Close]')?.click()")
    one.page.evaluate("(to) => window.grognard.desk.game.undo(to)", step)
    one.until("(to) => window.grognard.desk.live.view.value.step <= to", step)
    one.until(IDLE)
    return one


@pytest.mark.parametrize(
    ("name", "first", "chart"),
    [("wif/barbarossa", "assault", "Land combat results, one die"), ("awaw/barbarossa", "resolve ", "Combat results table")],
)
def test_both_sides_stand_in_the_window_and_the_cell_is_lit(sit: Any, tmp_path: Path, name: str, first: str, chart: str) -> None:
    answers = recorded(name)
    step = next(n for n, text in enumerate(answers) if text.startswith(first))
    one = before(sit, name, step, tmp_path)
    one.give(answers[step])
    one.until(SHOWN)
    sides = one.page.locator(".dice-window .forces h4").all_inner_texts()
    assert len(set(sides)) >= 2, sides
    line = one.page.evaluate("window.grognard.desk.live.view.value.log.filter((l) => l.who?.length).at(-1)")
    assert one.page.inner_text(".dice-window h2") == one.page.evaluate("(id) => window.grognard.desk.spaceName(id)", line["at"])
    here = set(one.pieces())
    fallen = one.page.locator(".dice-window .fallen").count()
    assert fallen == len(set(line["who"]) - here)
    one.page.click("[data-tab=printed]")
    one.counts(".printed-table td.cell", 1)
    assert chart in one.page.inner_text("details:has(td.cell) summary")


def test_an_air_battle_at_sea_names_its_sea_and_its_aircraft(sit: Any, tmp_path: Path) -> None:
    """World in Flames: the planes of both sides over the South-West Pacific."""
    answers = recorded("wif/guadalcanal")
    one = before(sit, "wif/guadalcanal", 35, tmp_path)
    for text in answers[35:47]:
        one.until(IDLE)
        one.give(text if text in one.options else one.options[0])
        if "Air-to-air" in (one.page.text_content(".dice-window") or ""):
            break
    one.until(SHOWN)
    assert one.page.inner_text(".dice-window h2") == "South-West Pacific"
    assert set(one.page.locator(".dice-window .forces h4").all_inner_texts()) >= {"Japan", "USA"}


def test_the_die_stands_only_where_dice_fall(sit: Any, tmp_path: Path) -> None:
    """The title marks `accept`, for a result may lead to more dice: where none fall with it the mark goes once that is known, and
    the answer is neither weighed nor confirmed."""
    answers = recorded("tw/west")
    step = next(n for n, text in enumerate(answers) if text.startswith("accept "))
    one = before(sit, "tw/west", step, tmp_path)
    one.until("window.grognard.desk.question.value?.options.every((o) => o.rolls)")
    one.until("window.grognard.desk.fall.known.value.size > 0")
    known = one.page.evaluate("Object.fromEntries(window.grognard.desk.fall.known.value)")
    assert known[one.options[0]] is False and not any(known.values())
    assert one.page.locator(".question .option .rolls").count() == len(one.options) - len(known)
    count = one.step
    one.page.locator(".question button.option").first.click()
    one.gone_on(count)
    assert one.page.locator(".commit").count() == 0
