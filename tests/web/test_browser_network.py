"""Slow and silent lines: one request an answer, the question before the board, a dead connection that is noticed."""

from __future__ import annotations

from typing import Any

from tests.web.browser import Sitter


def test_an_answer_is_one_request(sit: Any) -> None:
    """Beside the answer nothing is awaited: odds, and whether dice fall, are asked for apart; the change comes by the socket."""
    one: Sitter = sit().lobby().start("skirmish")
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    for _ in range(4):
        one.answer_first()
    one.expect(lambda: asked.count("answer") == 4, "four answers")
    assert not [what for what in asked if what not in ("answer", "odds", "falls")], asked


def test_the_question_comes_before_the_board(sit: Any) -> None:
    """While the board's drawing is still on its way the question is there and can be answered."""
    one: Sitter = sit().lobby()
    held: list[Any] = []
    one.page.route("**/drawing*", lambda route: held.append(route))
    one.page.click("[data-title=parade] [data-start=hotseat]")
    one.page.wait_for_selector(".early .question .prompt")
    option = one.page.locator(".early .question button.option").first
    words = one.page.inner_text(".early .prompt")
    option.click()
    one.expect(lambda: not one.page.inner_text(".early .question").startswith(words), "the next question")
    for route in held:
        route.continue_()
    one.page.wait_for_selector(".table:not(.early) .map canvas")
    one.until("window.grognard.desk.live.view.value.step > 0 || window.grognard.desk.committing.value !== null")


def test_a_silent_connection_is_given_up(sit: Any) -> None:
    """Nothing comes any more and nobody closes the socket: after a ping without an answer the page connects again."""
    one: Sitter = sit().lobby()
    lines: list[Any] = []

    def line(socket: Any) -> None:
        server = socket.connect_to_server()
        dead = len(lines) == 0
        lines.append(socket)
        socket.on_message(lambda message: None if dead and silent else server.send(message))
        server.on_message(lambda message: None if dead and silent else socket.send(message))

    silent = False
    one.page.route_web_socket("**/games/**", line)
    one.page.clock.install()  # a clock of its own: what takes long here takes no time there
    one.page.click("[data-title=skirmish] [data-start=hotseat]")
    one.page.wait_for_selector(".question .prompt")
    one.until("Boolean(window.grognard) && window.grognard.desk.live.link.value === 'live'")
    assert len(lines) == 1
    silent = True

    def another() -> bool:
        one.page.clock.run_for(4000)
        return len(lines) > 1

    one.expect(another, "a second line")
    one.until("window.grognard.desk.live.link.value === 'live'")


def test_an_answer_is_drawn_once(sit: Any) -> None:
    """Question, lights, hand and log change with one message: the card is drawn when all of it has been taken in."""
    one = sit().lobby().start("skirmish")
    one.page.evaluate(
        """window.drawn = 0; new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes) if (node.classList?.contains("prompt")) window.drawn += 1;
        }).observe(document.querySelector(".question"), { childList: true });"""
    )
    for _ in range(3):
        one.answer_first()
    one.settle()
    assert one.page.evaluate("window.drawn") <= 6  # one for the answer, one for what is told of the table after it


def test_a_board_is_on_its_way_before_the_click(sit: Any) -> None:
    """Whoever points at a title is likely to play it: board, drawing and the table's own program are fetched meanwhile, once."""
    one = sit().lobby()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    one.page.hover("[data-title=gw36] h3")
    one.expect(lambda: sum("/titles/gw36/" in url for url in asked) == 2, "the board and its drawing")
    one.page.hover("[data-title=skirmish] h3")
    one.page.hover("[data-title=gw36] h3")
    one.expect(lambda: any("/titles/skirmish/" in url for url in asked), "the next title")
    assert sum("/titles/gw36/" in url for url in asked) == 2 and any("/assets/table-" in url for url in asked)
    one.start("gw36")
    assert sum("/titles/gw36/" in url for url in asked) == 2, "the table opens with what has come"
