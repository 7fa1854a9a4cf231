"""A first game of World in Flames: the coach lies over the board, but not over what is asked about."""

from __future__ import annotations

from typing import Any

from tests.web.browser import IDLE, Sitter

UNDER = """() => {
  const box = document.querySelector('.coach').getBoundingClientRect(), { board, desk } = window.grognard;
  const at = (id) => desk.shown.value.picture.pieces.find((one) => one.id === id)?.at ?? id;
  const lit = [...new Set([...desk.ties.value.pieces, ...desk.ties.value.spaces].map(at))];
  const from = board.canvas.getBoundingClientRect();
  const spots = lit.map((id) => board.spot(id)).filter(Boolean).map(({ x, y }) => [x + from.left, y + from.top]);
  return spots.filter(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom).length;
}"""


def strikes(one: Sitter) -> Sitter:
    """A guided first game, played to the ground strikes of the first impulse."""
    one.lobby().start("wif", "guided")
    one.until(IDLE)
    one.answer("Land action")
    for _ in range(3):
        one.until(IDLE)
        one.give("done")
    one.until(IDLE)
    assert any(text.startswith("fly ") for text in one.options), one.options
    return one


def test_what_is_lit_is_shown_beside_the_coach(sit: Any) -> None:
    """The camera keeps what is lit clear of the coach; a stack opened beside it lies over it, and its counters can be pressed."""
    one = strikes(sit())
    one.page.evaluate(
        "window.grognard.board.lookAt(window.grognard.board.scene.places.filter((p) => p.country === 'ussr').map((p) => p.id))"
    )
    one.page.keyboard.press("c")
    one.settle()
    assert one.page.evaluate("window.grognard.desk.ties.value.pieces.size") > 5
    assert one.page.evaluate(UNDER) <= 1  # all but a unit far from the rest
    pieces = one.pieces()
    unit = next(text.split(" ")[1] for text in one.options if text.startswith("fly ") and crowded(pieces, text.split(" ")[1]))
    one.page.evaluate(
        "(id) => { const { board } = window.grognard, box = document.querySelector('.coach').getBoundingClientRect();"
        " const from = board.canvas.getBoundingClientRect(), at = board.spot(id);"
        " board.pan(at.x + from.left - (box.right + 12), at.y + from.top - (box.top - 12)); }",
        pieces[unit]["at"],
    )
    one.take_up(unit)
    one.until("(id) => window.grognard.desk.selected.value === id", unit)


def crowded(pieces: dict[str, Any], unit: str) -> bool:
    return sum(piece["at"] == pieces[unit]["at"] for piece in pieces.values()) > 2


def test_hexes_carry_names_over_their_answers(sit: Any) -> None:
    """Answers are grouped under a hex with the name of its neighbour; the coach counts what it has told."""
    one = strikes(sit())
    heads = [str(text) for text in one.page.locator(".question summary").all_inner_texts()]
    assert any(" by Grodno" in head for head in heads), heads
    assert one.page.inner_text(".coach header").split("\n")[-1].startswith("5 of "), "five words of the coach so far"


def test_a_tall_board_shows_its_towns_when_one_comes_closer(sit: Any) -> None:
    """How much of a board is seen counts by its height too: names of a far look do not stand over hexes that are near."""
    one = sit().lobby().start("aif", "guided")
    one.until(IDLE)
    seen, level = one.page.evaluate(
        "(() => { const { board } = window.grognard, { y0, y1 } = board.scene.size;"
        " board.lookAt(board.scene.places.slice(0, 1).map((p) => p.id)); const near = board.level();"
        " board.fit(); return [board.viewport().h / (y1 - y0), [near, board.level()]]; })()"
    )
    assert seen >= 1 and level == [1, 0]
    one.page.evaluate("(() => { const { board } = window.grognard; board.zoom(2.75); })()")
    assert one.page.evaluate("window.grognard.board.level()") == 1


def test_in_a_small_window_the_coach_can_be_read_and_answered(sit: Any) -> None:
    """1024 by 768 at 200 %: some lines of what the coach says, all its buttons, and the question below it."""
    one = sit((512, 384)).lobby().start("wif", "guided")
    one.until(IDLE)
    one.page.wait_for_selector(".coach [data-coach=next]")
    box, words, button, prompt = one.page.evaluate(
        "['.coach', '.coach p', '.coach [data-coach=next]', '.question .prompt'].map((css) => {"
        " const { top, right, bottom } = document.querySelector(css).getBoundingClientRect(); return [top, right, bottom]; })"
    )
    assert words[2] - words[0] > 45
    assert button[1] <= box[1] and button[2] <= box[2]
    assert box[2] <= prompt[0] < 384 - 40
    one.page.click("[data-coach=next]")
    one.until("document.querySelector('.coach').hidden || document.querySelector('.coach header').innerText.includes('2 of')")
