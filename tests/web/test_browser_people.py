"""People over months: the set-up's clock and seats, games put away and found again, agreements that say what they cost."""

from __future__ import annotations

from typing import Any

from tests.web.browser import IDLE


def test_the_set_up_has_as_many_seats_as_players(sit: Any) -> None:
    """With eight players chosen the set-up shows their seats; what a clock does at zero is chosen beside it."""
    one = sit().lobby()
    page = one.page
    page.click("[data-title=gw36] [data-start=setup]")
    one.counts("dialog fieldset:first-of-type label.seat-line", 3)
    menus = page.locator("dialog fieldset >> nth=1").locator("select")
    players = next(menu for menu in menus.all() if "8" in menu.locator("option").all_inner_texts())
    players.select_option("8")
    one.until("document.querySelectorAll('dialog fieldset')[0].querySelectorAll('label.seat-line').length === 8")
    then = page.locator("dialog label", has_text="When a clock is at zero")
    assert not then.is_visible()
    page.locator("dialog label", has_text="Clock").first.locator("select").select_option("move:86400")
    then.wait_for()
    assert then.locator("select").input_value() == "pause"


def test_a_finished_game_stands_apart_and_can_be_put_away(sit: Any) -> None:
    one = sit().lobby().start("skirmish")
    page = one.page
    page.evaluate("window.grognard.desk.game.concede(window.grognard.desk.seats[0])")
    one.until("window.grognard.desk.live.view.value.outcome")
    page.goto(f"{one.url}/#/")
    page.wait_for_selector(".finished summary")
    page.click(".finished summary")
    one.reads(".finished .game", "won by")
    page.locator(".finished .game").first.locator("select.game-menu").select_option("archive")
    one.until("document.querySelector('.finished').hidden")
    page.locator("label", has_text="Show games that were put away").locator("input").check()
    one.reads(".finished .game", "put away")


def test_a_request_to_go_back_says_what_would_go(sit: Any) -> None:
    """Two accounts: the one who asks sees that it waits, the other how many answers of whom would go, and that position; a
    refusal and who paused the game are seen by both."""
    host = sit().lobby()
    host.page.click("[data-title=skirmish] [data-start=setup]")
    for n, menu in enumerate(host.page.locator("dialog fieldset >> nth=0").locator("select").all()):
        menu.select_option("me" if n == 0 else "open")
    host.page.click("dialog button[type=submit]")
    host.page.wait_for_selector("[data-tab=table]")
    host.until("window.grognard?.desk.live.info.value?.invite")
    game, token = host.page.evaluate("[window.grognard.desk.game.id, window.grognard.desk.live.info.value.invite]")
    guest = sit()
    for _ in range(len(host.page.evaluate("Object.keys(window.grognard.desk.live.info.value.seats)")) - 1):
        guest.page.goto(f"{guest.url}/#/")
        guest.page.goto(f"{guest.url}/#/join/{game}/{token}")
        guest.page.click("main .row button.primary")
        guest.page.wait_for_selector(".question .prompt")
    people = (host, guest)
    for _ in range(6):
        host.expect(lambda: any(one.page.evaluate(IDLE) for one in people), "somebody who is asked")
        now = next(one for one in people if one.page.evaluate(IDLE))
        now.answer_first()
        for one in people:
            one.until("(step) => window.grognard?.desk.live.view.value?.step >= step", now.step)
    assert host.page.evaluate("window.grognard.desk.game.undo(1).then((r) => r.asked?.length ?? 0)")
    guest.reads(".question .request", "asks to go back", "It takes back:", "answer")
    host.page.locator(".question .request", has_text="Waiting for").wait_for()
    guest.page.click(".question .request [data-request=look]")
    guest.until("window.grognard.desk.at.value === 1")
    guest.page.keyboard.press("Escape")
    guest.until("window.grognard.desk.at.value !== 1")
    guest.page.click(".question [data-request=decline]")
    host.page.locator(".question", has_text="was refused by").wait_for()
    guest.page.evaluate("window.grognard.desk.game.pause(true)")
    host.page.locator(".question [data-paused]", has_text="paused by").wait_for()
