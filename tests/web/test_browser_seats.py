"""People at one screen and in several tabs: the curtain of a hot seat, and being called."""

from __future__ import annotations

from typing import Any

from tests.web.browser import IDLE, Sitter


def to_the_other_side(one: Sitter) -> str:
    """Answer until the next question is for another side; its name."""
    side = "window.grognard.desk.live.info.value.seats[window.grognard.desk.question.value.seat].side"
    first = one.page.evaluate(side)
    for _ in range(40):
        if one.page.evaluate(side) != first:
            break
        one.answer_first()
        one.until(IDLE)
    return str(one.page.evaluate("window.grognard.desk.seatName(window.grognard.desk.question.value.seat)"))


def test_the_curtain_is_a_wall(sit: Any) -> None:
    """Where a title hides something the board is covered between players: keys do nothing, a reload does not lift it, and nothing
    is spoken before the next player has sat down."""
    one = sit(brisk=False).lobby().start("skirmish")
    page = one.page
    one.until(IDLE)
    name = to_the_other_side(one)
    one.reads("dialog.curtain[open] h2", name)
    step = one.step
    answers: list[str] = []
    page.on("request", lambda request: answers.append(request.url) if request.method == "POST" else None)
    for key in ("1", "Escape", "u", "Tab", "2"):
        page.keyboard.press(key)
        one.settle()
    assert answers == [] and one.step == step and page.locator("dialog.curtain[open]").count() == 1
    page.reload()
    page.wait_for_selector("dialog.curtain[open]")
    one.until(IDLE)
    asked = page.evaluate("window.grognard.desk.question.value.prompt")
    assert asked not in page.inner_text(".unseen[role=alert]")
    page.click("dialog.curtain button")
    one.counts("dialog.curtain", 0)
    one.reads(".unseen[role=alert]", asked)


def test_the_tab_says_whose_turn_it_is(sit: Any) -> None:
    one = sit().lobby().start("gw36")
    one.until(IDLE)
    one.until("document.title.includes('your turn')")
    assert one.page.get_attribute("link[rel=icon]", "href") == "/icon-turn.svg"
    one.page.goto(f"{one.url}/#/")
    one.page.wait_for_selector(".title-card")
    one.until("document.title === 'Grognard'")
