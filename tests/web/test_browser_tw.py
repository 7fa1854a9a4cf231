"""The War in a real browser: the supply overlay and the line it draws, and the odds of an attack before it is announced."""

from __future__ import annotations

from typing import Any

from tests.web.browser import Sitter

OVERLAY = """(key) => {
  const menu = [...document.querySelectorAll("select")].find((one) => one.getAttribute("aria-label") === "Overlay");
  menu.value = key;
  menu.dispatchEvent(new Event("change"));
}"""
NORTH_AFRICA = ("rle n.italy 1", "rle n.germany 1", "mle n.britain", "place n.italy 3826", "place n.germany 3926")


def begin(sit: Any, scenario: str, size: tuple[int, int] = (1440, 900), **how: Any) -> Sitter:
    one: Sitter = sit(size, **how).lobby()
    one.page.select_option("[data-title=tw] .title-card select, [data-title=tw] select >> nth=0", scenario)
    return one.start("tw")


def test_the_supply_overlay_draws_the_line(sit: Any) -> None:
    """With the overlay shown, a click on a hex draws the line that supplies it and tells its rule; a hex that has none tells what
    bars it; without the overlay nothing is drawn."""
    one = begin(sit, "poland")
    page = one.page
    overlays = page.evaluate("Object.keys(window.grognard.desk.shown.value.picture.overlays)")
    assert "supply axis" in overlays
    page.evaluate(OVERLAY, "supply axis")
    fed = page.evaluate(
        "(() => { const p = window.grognard.desk.shown.value.picture; const taken = new Set(p.pieces.map((u) => u.at));"
        " return Object.keys(p.overlays['supply axis']).find((id) => !taken.has(id)); })()"
    )
    page.evaluate("(id) => { const b = window.grognard.board; b.reveal([id], true); }", fed)
    one.settle()
    one.click_board(fed)
    one.until("window.grognard.board.followed.way.length > 0")
    way = page.evaluate("window.grognard.board.followed.way")
    assert way[-1] == fed and page.evaluate("window.grognard.board.followed.bars") == []
    one.reads(".overlay-legend .told", "full supply", "12.1.1")

    warsaw = next(token for token, piece in ((p["at"], p) for p in one.pieces().values()) if piece["side"] == "poland")
    found = page.evaluate("(hex) => window.grognard.desk.told(hex, null, 'supply axis')", warsaw)
    assert found["option"] == f"supply axis {warsaw}" and found["way"] == [] and found["bars"]
    assert found["reason"].startswith("no supply") and found["rule"].startswith("12.")

    page.evaluate(OVERLAY, "")
    one.until("window.grognard.board.followed.way.length === 0")
    plain = page.evaluate("(hex) => window.grognard.desk.whyNot(hex, null)", warsaw)
    assert not any(entry["option"].startswith("supply") for entry in plain)


def test_the_line_of_a_unit_is_drawn(sit: Any) -> None:
    """A single counter clicked under the overlay: its own line, from a source of its nation."""
    one = begin(sit, "north_africa")
    one.page.evaluate(OVERLAY, "supply allies")
    alone = next(p["id"] for p in one.pieces().values() if p["side"] == "britain" and p["at"] == "4024")
    one.page.evaluate("(id) => { const b = window.grognard.board; b.zoom(2); b.reveal([id], true); }", "4024")
    one.settle()
    one.click_board(alone)
    one.until("window.grognard.board.followed.way.length > 0")
    assert one.page.evaluate("window.grognard.board.followed.way").pop() == "4024"


def test_the_odds_of_an_attack_are_itemised_before_it(sit: Any) -> None:
    """The worked example of 10.8.5: factors, column, modifier with its rule, results, losses, and air support as a shift. On a
    phone the card has room as well."""
    one = begin(sit, "north_africa", (390, 844))
    page = one.page
    for text in NORTH_AFRICA:
        one.give(text)
    while "First impulse combat" not in page.evaluate("window.grognard.desk.live.view.value.place").pop():
        one.give("done")
    one.propose("attack 3924")
    page.locator(".forecast:not(.busy) > summary").click()
    itemised = ("12:4 (3-1)", "column 3-1", "+2 rating 3 against 2", "10.8", "Hex taken", "With 1 MDM against none")
    one.reads(".forecast:not(.busy) .odds", *itemised)
    assert page.locator(".segments .now").get_attribute("title") == "First impulse combat"
    box = page.locator(".odds .headline").first.bounding_box()
    assert box is not None and box["y"] + box["height"] < 844
    for text in ("all", "commit"):
        one.give(text)
    support = next(text for text in one.options if text.startswith("support"))
    held: list[Any] = []
    page.route("**/odds", lambda route: held.append(route))  # a slow line: no older odds stand there as if they were these
    one.propose(support)
    one.reads(".forecast.busy summary", "being weighed")
    one.expect(lambda: held, "the request for odds")
    one.until("!window.grognard.desk.busy.value")  # the answer is there; its odds are told all the same
    for route in held:
        route.continue_()
    one.reads(".forecast:not(.busy) .odds", "column 5-1", "+2 offensive air support", "11.3.1")
