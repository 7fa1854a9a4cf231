"""What is bought stands on a sheet in every title: a purse, a price and an item for each order; plus and minus in the browser."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel.present import question_view
from grognard.kernel.session import Session
from grognard.kernel.title import title
from tests.web.browser import IDLE, Sitter

QUIET = ("sign", "act pass", "pass", "done", "none", "no", "hold", "decline", "stop", "sle", "stay", "later", "end")
SHOPS = {
    "gw36": ("1939", "Production", "IPP"),
    "tw": ("poland", "Build", "NARFs"),
    "wif": ("barbarossa_1941", "Building", "BP"),
    "aif": ("star_spangled_banner_1947", "Building", "BP"),
    "awaw": ("barbarossa", "Construction", "BRPs"),
}


def quiet(texts: list[str]) -> str:
    return next((t for word in QUIET for t in texts if t == word or t.startswith(f"{word} ")), texts[0])


@pytest.mark.parametrize("code", SHOPS)
def test_every_title_has_a_purse_and_prices(code: str) -> None:
    """The purse is the money of who is asked; every order has its price, and what is affordable costs no more than there is."""
    scenario, segment, unit = SHOPS[code]
    session = Session.new(title(code), scenario, seed=bytes(16))
    for _ in range(400):
        seat, ask = next(iter(session.pending.items()))
        question = question_view(session, ask)
        priced = [label for label in question.options if label.price]
        if session.play.crumbs[0].what == segment and priced:
            break
        session.apply(seat, quiet([option.text for option in ask.options]))
    else:
        raise AssertionError(f"nothing to buy in {code}")
    assert question.purse is not None and question.purse.unit == unit and question.purse.have > 0
    assert all(label.item for label in priced) and all(0 < label.price <= question.purse.have for label in priced)
    before = question.purse.have
    one = next((label for label in priced if not label.rolls), priced[0])
    seats = session.seats
    session.apply(seat, one.text)
    while session.pending and seat in session.pending and question_view(session, session.pending[seat]).purse is None:
        if session.play.crumbs[0].what != segment:
            return  # nothing more could be bought
        session.apply(seat, session.pending[seat].options[0].text)
    asked = session.pending.get(seat)
    if asked is not None and seats and (purse := question_view(session, asked).purse) is not None:
        assert purse.have == before - one.price


def to_shop(one: Sitter, code: str) -> None:
    scenario, segment, _ = SHOPS[code]
    one.lobby()
    one.page.select_option(f"[data-title={code}] select >> nth=0", scenario)
    one.start(code)
    for _ in range(200):
        one.until(IDLE)
        if one.page.evaluate("window.grognard.desk.live.view.value.place.at(-1)") == segment:
            return
        one.give(quiet(one.options))
    raise AssertionError(segment)


def test_a_unit_is_bought_placed_and_given_back(sit: Any) -> None:
    """A World at War: plus asks where it appears; then it is on the sheet, and minus takes order and place back."""
    one: Sitter = sit()
    to_shop(one, "awaw")
    one.reads(".purse", "75 BRPs")
    step = one.step
    more = one.page.locator(".sheet [data-more]").first
    item = more.get_attribute("data-more")
    more.click()
    one.reached(step + 1)
    one.give(one.options[0])
    one.reads(".purse", "spent of 75")
    assert one.page.locator(f"[data-item='{item}'] output").inner_text() == "1"
    one.page.click(f"[data-less='{item}']")
    one.reached(step)
    one.reads(".purse", "75 BRPs")
    one.expect(lambda: "spent" not in one.page.inner_text(".purse"), "nothing is spent")


def test_what_is_drawn_by_chance_says_so(sit: Any) -> None:
    """America in Flames: the pools are listed with what they hold and when it comes; a draw is marked, and counted."""
    one: Sitter = sit((390, 844), touch=True)
    to_shop(one, "aif")
    row = one.page.locator(".sheet tr", has_text="in the pool").first
    assert "BP" in row.inner_text() and "after" in row.inner_text() and row.locator(".rolls").count() == 1
    step, item = one.step, row.locator("[data-more]").get_attribute("data-more")
    row.locator("[data-more]").click()
    one.gone_on(step)
    one.reads(".purse", "spent of")
    one.expect(lambda: one.page.locator(f"[data-less='{item}'] + output").inner_text() == "1", "one is ordered")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
