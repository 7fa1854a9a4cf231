"""The end of a game in a real browser: how it went, the dice checked in the page, no way back by a key, a rematch."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

from tests.web.browser import Sitter

FIXTURES = Path(__file__).parents[1] / "fixtures"


def concede(one: Sitter) -> None:
    one.page.click("[data-tab=table]")
    one.page.click("button.danger >> nth=0")
    one.page.click("dialog button.primary")


def bring(one: Sitter, name: str, tmp_path: Path) -> None:
    """A whole game from a fixture, opened at its end."""
    file = tmp_path / "war.grognard"
    file.write_bytes(gzip.decompress((FIXTURES / f"{name}.grognard.gz").read_bytes()))
    with one.page.expect_file_chooser() as chooser:
        one.page.get_by_text("Bring a saved game").click()
    chooser.value.set_files(file)
    one.page.wait_for_selector(".ending")


def test_an_ending_is_told_and_stays(sit: Any) -> None:
    """Conceding shows how it went; the page checks the dice; U and R do not open the game again, a button asks first."""
    one = sit().lobby().start("skirmish")
    one.answer("Bid 3")
    concede(one)
    one.reads(".ending-page .won h3", "won")
    told = one.reads("[data-end=dice].good", "The dice were fair")
    assert "did not see" not in told  # the seal was seen while it was played
    one.page.click("dialog [aria-label=Close]")
    one.page.wait_for_selector("dialog", state="detached")
    step = one.step
    for n, key in enumerate(("u", "r"), 1):
        one.page.keyboard.press(key)
        one.until("(n) => window.toasted.filter((said) => said.includes('The game is over')).length >= n", n)
        assert one.page.locator("dialog[open]").count() == 0
    assert one.step == step and one.page.evaluate("Boolean(window.grognard.desk.live.view.value.outcome)")
    one.page.click("[data-end=reopen]")
    one.page.click("dialog button >> text=Cancel")
    assert one.page.evaluate("Boolean(window.grognard.desk.live.view.value.outcome)")
    with one.page.expect_download() as waiting:
        one.page.click("[data-end=story]")
        one.page.click("[data-end=chronicle]")
    assert "<!doctype html>" in Path(waiting.value.path()).read_text()[:40]
    before = one.page.url
    one.page.click("[data-end=rematch]")
    one.page.wait_for_url(lambda url: url != before)
    one.until("window.grognard?.desk.live.view.value?.questions.length > 0")


def test_a_whole_war_is_looked_back_at(sit: Any, tmp_path: Path) -> None:
    """A game of 727 answers from a file: points by source, turning points, losses, luck and charts stand on the page."""
    one = sit().lobby()
    bring(one, "tw/kursk", tmp_path)
    one.page.click("[data-end=story]")
    one.page.wait_for_selector(".ending-page .war-charts .chart")
    one.reads(".ending-page", "What scored", "Turning points", "Losses", "Luck", "The war over time", "Fall 1943")
    one.reads("[data-end=dice].good", "31 rolls")
    one.page.click(".swings button >> nth=0")
    one.until("window.grognard.desk.at.value > 0")


def test_a_replay_goes_by_battles_and_jumps(sit: Any) -> None:
    """Forward by battle stands where the next one began, back goes to the one before, the list jumps."""
    one = sit().lobby().start("skirmish")
    for _ in range(30):
        one.until("window.grognard.desk.question.value || window.grognard.desk.live.view.value.outcome")
        if one.page.evaluate("Boolean(window.grognard.desk.live.view.value.outcome)"):
            one.page.click("dialog [aria-label=Close]")
            break
        one.answer_first(avoid=() if all(text.startswith("pick") for text in one.options) else ("pick",))
    one.until("!window.grognard.desk.busy.value")
    one.page.click("[data-open=replay]")
    one.page.wait_for_selector("[data-replay=jump] option >> nth=2", state="attached")
    one.page.click("[aria-label='To the start']")
    one.until("window.grognard.desk.shown.value.step === 0")
    battles = [step for step, kind, _ in one.page.evaluate("window.grognard.desk.game.marks()") if kind == "battle"]
    assert len(battles) > 1
    one.page.select_option("[data-replay=unit]", "battle")
    for step in battles[:2]:
        one.page.click("[data-replay=forward]")
        one.until("(step) => window.grognard.desk.shown.value.step === step", step)
    one.page.click("[data-replay=back]")
    one.until("(step) => window.grognard.desk.at.value === step", battles[0])
    one.page.select_option("[data-replay=jump]", str(battles[-1]))
    one.until("(step) => window.grognard.desk.at.value === step", battles[-1])


def test_the_ending_speaks_german(sit: Any) -> None:
    """The language is a setting; the parts that stand in the catalogue follow it, what the title says stays."""
    one = sit()
    one.context.add_init_script("localStorage.setItem('grognard.language', '\"de\"')")
    one.lobby().start("skirmish")
    concede(one)
    one.reads("[data-end=dice].good", "Die Würfel waren ehrlich")
    assert one.page.get_attribute("html", "lang") == "de"
