"""Two accounts over months, in a real browser: clocks, seats that change hands, being called, games found again, films."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.web.browser import IDLE, Sitter
from tests.web.test_browser_ending import bring

CALL = """async ([method, path, body]) => {
  const told = await fetch(`/api/v1${path}`, { method, headers: { "X-Grognard": "1", "Content-Type": "application/json" },
    body: body === null ? undefined : JSON.stringify(body) });
  if (!told.ok) throw new Error(await told.text());
  return told.status === 204 ? null : await told.json().catch(() => null);
}"""
PASSWORD = "borodino-1812"


def call(one: Sitter, method: str, path: str, body: Any = None) -> Any:
    """What the page itself might ask of the server."""
    return one.page.evaluate(CALL, [method, path, body])


def account(one: Sitter, name: str) -> Sitter:
    """Somebody with an account of their own, in the lobby."""
    one.lobby()
    call(one, "POST", "/register", {"name": name, "password": PASSWORD})
    one.page.reload()
    one.page.wait_for_selector(".title-card")
    one.page.get_by_text(name, exact=True).wait_for()
    return one


def new_game(one: Sitter, name: str, **more: Any) -> str:
    seats = {"blue": "me", "red": "open", "rust": "open"}
    made = call(
        one, "POST", "/games", {"title": "skirmish", "scenario": "lake", "options": {}, "seats": seats, "name": name, **more}
    )
    return str(made["id"])


def open_game(one: Sitter, game: str) -> Sitter:
    one.page.goto(f"{one.url}/#/game/{game}")
    one.until("(id) => window.grognard?.desk.game.id === id && window.grognard.desk.live.view.value !== null", game)
    return one


def sit_down(guest: Sitter, host: Sitter, game: str, seat: str) -> None:
    invite = host.expect("window.grognard.desk.live.info.value?.invite")
    guest.page.goto(f"{guest.url}/#/join/{game}/{invite}")
    guest.page.click(f"[data-seat={seat}]")
    guest.until("Boolean(window.grognard?.desk.live.view.value)")


def seat_line(one: Sitter, name: str) -> str:
    return str(one.page.locator(".seats li", has_text=name).inner_text())


def test_a_clock_runs_for_who_sits_and_at_zero_the_game_pauses(sit: Any) -> None:
    """An empty seat's clock stands still; at zero the game pauses and says so to both, and Go on gives the time anew."""
    host, guest = account(sit(), "Barclay"), account(sit(), "Bagration")
    game = new_game(host, "Clocks", clock={"kind": "move", "seconds": 4, "then": "pause"})
    open_game(host, game)
    host.page.click("[data-tab=table]")
    running = "window.grognard.desk.live.info.value.clock.running"
    assert host.page.evaluate(running) == ["blue"]
    sit_down(guest, host, game, "red")
    for one in (host, guest):
        one.page.locator(".question [data-paused]").wait_for()
        assert "paused" in one.page.inner_text(".question [data-paused]")
    assert (
        host.page.evaluate("Object.values(window.grognard.desk.live.info.value.seats).map((seat) => seat.agent).filter(Boolean)")
        == []
    )
    host.page.get_by_role("button", name="Go on").first.click()
    guest.until("!window.grognard.desk.live.info.value.paused")
    assert host.page.evaluate("window.grognard.desk.live.info.value.clock.left.blue") > 1
    host.answer("Bid 1")


def test_a_seat_is_offered_and_left_after_a_question(sit: Any) -> None:
    """Handing a seat over asks the other first; declined it stays, taken it moves; leaving asks whether one is sure."""
    host, guest = account(sit(), "Wittgenstein"), account(sit(), "Yorck")
    game = new_game(host, "Seats")
    open_game(guest, game)
    open_game(host, game)
    host.page.click("[data-tab=table]")
    guest.page.click("[data-tab=table]")

    def menu(one: Sitter, seat: str, choice: str) -> None:
        one.page.locator(".seats li", has_text=seat).locator("select").select_option(choice)

    def hand_over() -> None:
        menu(host, "Blue", "user")
        host.page.fill("dialog input[type=text]", "Yorck")
        host.page.click("dialog button[type=submit]")
        guest.until("window.grognard.desk.live.info.value.seats.blue.asked")

    hand_over()
    assert host.page.evaluate("window.grognard.desk.live.info.value.seats.blue.you")
    guest.page.locator(".seats li", has_text="Blue").get_by_text("offered").first.wait_for(state="attached")
    menu(guest, "Blue", "nobody")
    host.until("!window.grognard.desk.live.info.value.seats.blue.asked")
    assert host.page.evaluate("window.grognard.desk.live.info.value.seats.blue.you")
    hand_over()
    menu(guest, "Blue", "me")
    guest.until("window.grognard.desk.live.info.value.seats.blue.you")
    host.until("!window.grognard.desk.live.info.value.seats.blue.you")
    menu(guest, "Blue", "open")
    guest.page.locator("dialog", has_text="Leave the seat").get_by_role("button", name="Cancel").click()
    assert guest.page.evaluate("window.grognard.desk.live.info.value.seats.blue.you")
    menu(guest, "Blue", "open")
    guest.page.locator("dialog", has_text="Leave the seat").locator("button.primary").click()
    host.until("!window.grognard.desk.live.info.value.seats.blue.player")
    host.expect(lambda: "open" in seat_line(host, "Blue"), "an open seat is told")


def test_word_of_a_turn_and_of_talk(sit: Any) -> None:
    """The tab calls whose turn it is, Talk counts what was not read, the lobby counts notices and keeps their delay."""
    host, guest = account(sit(), "Miloradovich"), account(sit(), "Osterman")
    game = new_game(host, "Words")
    open_game(host, game)
    sit_down(guest, host, game, "red")
    host.page.click("[data-tab=log]")
    guest.page.click("[data-tab=chat]")
    for words in ("good evening", "your move"):
        guest.page.fill(".chat-pane input", words)
        guest.page.click(".chat-pane button[type=submit]")
    host.reads("[data-tab=chat]", "(2)")
    host.page.click("[data-tab=chat]")
    host.reads(".chat", "good evening", "your move")
    host.expect(lambda: "(" not in host.page.inner_text("[data-tab=chat]"), "all is read")
    guest.page.goto(f"{guest.url}/#/")
    guest.page.wait_for_selector(".title-card")
    host.answer("Bid 2")
    guest.until("document.querySelector('.game .your-turn, .game .primary, .game') !== null")
    guest.page.reload()
    guest.reads(".game", "Words", "Your turn")
    guest.page.get_by_role("button", name="Notices").click()
    menu = guest.page.locator("dialog label", has_text="Not before a turn has waited").locator("select")
    menu.select_option("28800")
    guest.page.click("dialog button[type=submit]")
    guest.page.wait_for_selector("dialog", state="detached")
    assert call(guest, "GET", "/notices/settings")["delay"] == 28800


def test_a_link_survives_being_logged_out(sit: Any) -> None:
    """A game's address, opened where nobody is logged in, offers to log in, and then it is the game."""
    host = account(sit(), "Platov")
    game = new_game(host, "The link", listed=False)
    other = sit()
    other.page.goto(f"{other.url}/#/game/{game}")
    other.page.click("[data-door=login]")
    other.page.fill("dialog input[type=text]", "Platov")
    other.page.fill("dialog input[type=password]", PASSWORD)
    other.page.click("dialog button[type=submit]")
    other.until(IDLE)
    other.reads(".where h1", "The link")


def test_games_are_renamed_listed_found_and_deleted(sit: Any) -> None:
    """Its owner renames a game, lists it for others and deletes it; four games can be searched."""
    host, guest = account(sit(), "Rajewski"), account(sit(), "Konownizyn")
    for name in ("Smolensk", "Valutino", "Borodino", "Tarutino"):
        new_game(host, name, listed=False)
    host.page.reload()
    host.counts(".game-list >> nth=0 >> .game", 4)
    host.page.fill("main input[type=search]", "boro")
    host.counts(".game-list >> nth=0 >> .game", 1)

    def menu(choice: str) -> None:
        host.page.locator(".game select.game-menu").first.select_option(choice)

    menu("rename")
    host.page.fill("dialog input[type=text]", "Borodino, the second day")
    host.page.click("dialog button[type=submit]")
    host.reads(".game h3", "the second day")
    guest.page.reload()
    guest.page.wait_for_selector(".title-card")
    assert "second day" not in guest.page.inner_text("main")
    menu("list")
    host.expect(lambda: "By invitation only" in host.page.locator(".game select.game-menu").first.inner_html(), "it is listed")
    guest.page.reload()
    guest.page.locator(".game", has_text="second day").get_by_role("button", name="Play Red").wait_for()
    menu("delete")
    host.page.locator("dialog", has_text="gone for everybody").locator("button.primary").click()
    host.expect(lambda: "No game like that" in host.page.inner_text("main"), "it is gone")


def test_a_replay_runs_fast_and_a_film_is_made(sit: Any, tmp_path: Path) -> None:
    """A game of 727 answers: at 200 a second it is over in some seconds; the film of its front lines is a GIF of its turns."""
    one = sit().lobby()
    bring(one, "tw/kursk", tmp_path)
    with one.page.expect_download() as waiting:
        one.page.click("[data-end=story]")
        one.page.click("[data-end=film]")
    film = Path(waiting.value.path()).read_bytes()
    assert film[:6] == b"GIF89a" and film.count(b"\x21\xf9\x04") > 1
    one.page.click("dialog [aria-label=Close]")
    one.page.click("[data-open=replay]")
    one.page.click("[aria-label='To the start']")
    one.until("window.grognard.desk.shown.value.step === 0")
    one.page.select_option(".replay [aria-label=Speed]", "200")
    one.page.click("[data-replay=play]")
    one.until("window.grognard.desk.at.value === window.grognard.desk.live.view.value.step")
    assert one.page.evaluate("window.grognard.desk.shown.value.step") > 700
