"""A national turn of gw36 in a real browser, by clicks: production, combat movement, non-combat movement, placement."""

from __future__ import annotations

from typing import Any

from tests.web.browser import IDLE, Sitter


def nation_of(sitter: Sitter) -> str:
    place: list[str] = sitter.page.evaluate("window.grognard.desk.live.view.value.place")
    return place[1]


def phase_of(sitter: Sitter) -> str:
    place: list[str] = sitter.page.evaluate("window.grognard.desk.live.view.value.place")
    return place[-1]


def verbs(sitter: Sitter) -> set[str]:
    return {text.split(" ")[0] for text in sitter.options}


def press(sitter: Sitter, *choices: str) -> None:
    """Press the first of these plain answers that is offered, else the first option there is."""
    sitter.until(IDLE)
    before, offered = sitter.step, verbs(sitter)
    verb = next((verb for verb in choices if verb in offered), "")
    sitter.page.locator(f".question button.option[data-option='{verb}']" if verb else ".question button.option").first.click()
    sitter.gone_on(before)


def test_a_national_turn_by_clicks(sit: Any) -> None:
    """Germany in July 1936: buys two infantry, moves a unit by clicking it and a lit zone, places what is due."""
    one = sit().lobby().start("gw36")
    page = one.page
    germany = nation_of(one)
    while phase_of(one) != "Production":
        press(one, "pass", "none", "no")
    assert "Germany produces" in one.prompt
    page.fill(".options input[type=search]", "infantry")
    bought = one.step
    page.click("[data-more='buy infantry']")
    one.gone_on(bought)
    one.told("Infantry")
    while phase_of(one) == "Production":
        press(one, "done", "pass")
    while phase_of(one) != "Non-Combat Movement":
        press(one, "done", "pass", "none", "no")

    picks = [text.split(" ")[1] for text in one.options if text.startswith("pick ")]
    unit = picks[0]
    home, side = one.pieces()[unit]["at"], one.pieces()[unit]["side"]
    page.evaluate("(id) => { const b = window.grognard.board; b.zoom(20); b.reveal([id], true); }", home)
    one.take_up(unit)
    one.until(f"{IDLE} && window.grognard.desk.question.value.options.some((o) => o.text.startsWith('move '))")
    target = next(text for text in one.options if text.startswith("move ")).split(" ")[2]
    page.evaluate("(id) => window.grognard.board.reveal([id], true)", target)
    before = one.step
    one.click_board(target)
    asked = "document.querySelector('.popover:not([hidden]) .option') !== null"
    one.until(f"(step) => {asked} || window.grognard.desk.busy.value || window.grognard.desk.live.view.value.step > step", before)
    if page.evaluate(asked):
        page.locator(".popover:not([hidden]) .option").first.click()
    one.gone_on(before)
    assert any(piece["at"] == target and piece["side"] == side for piece in one.pieces().values())

    for _ in range(40):
        if nation_of(one) != germany:
            break
        press(one, "done", "pass", "none", "no", "hold")
    assert nation_of(one) != germany
    one.expect(lambda: len(one.log()) >= 2, "the log")
