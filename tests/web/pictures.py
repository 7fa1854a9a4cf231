"""The pictures of docs/screenshots, made again: `python -m tests.web.pictures`. Look at them; nothing else does.

Words after it name the series to make: wide, phone, poland, battle, reasons, hour.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.web.browser import ARGUMENTS, ROOT, Process, Sitter, chromium_program

FOLDER = ROOT / "docs" / "screenshots"
PROPOSE = "(text) => { const d = window.grognard.desk; void d.propose(d.question.value.options.find((o) => o.text === text)); }"
WIDE, PHONE, LANDSCAPE = (1440, 900), (390, 844), (844, 390)


SERIES: dict[str, Callable[[Any, str], None]] = {
    "wide": lambda browser, url: world(browser, url, WIDE, "wide"),
    "phone": lambda browser, url: world(browser, url, PHONE, "phone"),
    "poland": lambda browser, url: poland(browser, url),
    "battle": lambda browser, url: battle(browser, url),
    "reasons": lambda browser, url: reasons(browser, url),
    "hour": lambda browser, url: first_hour(browser, url),
}


def main(wanted: Sequence[str]) -> None:
    program = chromium_program()
    assert program is not None, "Chromium is not here: apt-get install chromium"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Process(Path(folder), titles=()).start()
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            for name in wanted or SERIES:
                SERIES[name](browser, server.url)
        finally:
            browser.close()
            server.stop()


PAINTED = "!window.grognard || (window.grognard.board.overview() !== null && window.grognard.board.tiles.pending.size === 0)"


def shoot(one: Sitter, name: str) -> None:
    """When the page has come to rest; on a slow machine the map takes a while to be painted."""
    one.page.wait_for_timeout(1800)
    for _ in range(60):
        if one.page.evaluate(PAINTED):
            break
        one.page.wait_for_timeout(250)
    path = FOLDER / f"{name}.png"
    one.page.screenshot(path=str(path))
    smaller(path)


def smaller(path: Path) -> None:
    """With Pillow at hand: 256 colours are enough for a look."""
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(256, dither=Image.Dither.FLOYDSTEINBERG)
    few.save(path, optimize=True)


def look_at(one: Sitter, space: str, zoom: float) -> None:
    one.page.evaluate("([id, by]) => { const b = window.grognard.board; b.zoom(by); b.reveal([id], true); }", [space, zoom])


def play_to(one: Sitter, phase: str, buying: tuple[str, ...] = ()) -> None:
    """Pass until a phase begins."""
    for _ in range(60):
        if one.page.evaluate("window.grognard.desk.live.view.value.place.at(-1)") == phase:
            return
        options = one.options
        quiet = [text for text in options if text.split(" ")[0] in ("pass", "done", "none", "no")] or options
        wanted = [text for text in options if text in buying]
        give(one, (wanted or quiet)[0])


def give(one: Sitter, text: str) -> None:
    before = one.step
    answer = "(text) => { const d = window.grognard.desk; void d.answer(d.question.value.options.find((o) => o.text === text)); }"
    one.page.evaluate(answer, text)
    one.until("(step) => window.grognard.desk.live.view.value.step > step && !window.grognard.desk.busy.value", before)


def world(browser: Any, url: str, size: tuple[int, int], name: str) -> None:
    one = Sitter(browser, url, size, touch=size == PHONE).lobby()
    shoot(one, f"lobby-{name}")
    one.start("gw36")
    shoot(one, f"board-{name}")
    play_to(one, "Production")
    shoot(one, f"production-{name}")
    play_to(one, "Non-Combat Movement")
    look_at(one, "berlin", 3.2 if size == WIDE else 5)
    pick = next(text for text in one.options if text.startswith("pick ") and one.pieces()[text.split(" ")[1]]["at"] == "bavaria")
    give(one, pick)
    shoot(one, f"question-{name}")
    one.page.evaluate("window.grognard.desk.go(2)")
    shoot(one, f"replay-{name}")
    one.page.evaluate("window.grognard.desk.at.value = null")
    if size == PHONE:
        one.page.locator(".handle").click()
    one.page.click("[data-tab='panel:Production']")
    shoot(one, f"panels-{name}")
    one.close()


def poland(browser: Any, url: str) -> None:
    one = Sitter(browser, url)
    one.page.emulate_media(color_scheme="dark")
    one.lobby()
    one.page.select_option("[data-title=tw] .title-card select, [data-title=tw] select >> nth=0", "poland")
    one.start("tw")
    play_to(one, "First impulse movement")
    shoot(one, "dark-wide")
    one.close()


def battle(browser: Any, url: str) -> None:
    """Why something is not possible, and the odds of an attack before it is committed."""
    one = Sitter(browser, url).lobby()
    one.page.select_option("[data-title=gw36] select >> nth=0", "1939")
    one.start("gw36")
    play_to(one, "Combat Movement")
    look_at(one, "alsace_lorraine", 4)
    at = {key: piece["at"] for key, piece in one.pieces().items()}
    picks = [text for text in one.options if text.startswith("pick ")]
    give(one, next(text for text in picks if at[text.split(" ")[1]] == "western_germany"))
    one.click_board("southern_france", button="right")
    one.page.wait_for_selector(".popover .reasons, .popover .why .faint")
    shoot(one, "why-not-wide")
    one.page.keyboard.press("Escape")
    attack = next(text for text in one.options if text.startswith("all "))
    one.page.evaluate(PROPOSE, attack)
    one.page.locator(".forecast > summary").click()
    one.page.wait_for_selector(".forecast .bars")
    shoot(one, "odds-wide")
    one.close()


def first_hour(browser: Any, url: str) -> None:
    """What a newcomer meets: the coach, war declared where it is missing, dice as they fall, what the others did, charts."""
    for size, name in ((WIDE, "wide"), (PHONE, "phone"), (LANDSCAPE, "landscape")):
        one = Sitter(browser, url, size, touch=size != WIDE).lobby()
        one.page.click("[data-title=tw] [data-start=guided]")
        one.page.wait_for_selector(".coach:not([hidden])")
        shoot(one, f"coach-{name}")
        one.close()
    one = Sitter(browser, url, brisk=False).lobby()
    one.page.select_option("[data-title=gw36] select >> nth=0", "1939")
    one.start("gw36", "agents")
    for _ in range(40):
        one.until("Boolean(window.grognard.desk.question.value)")
        if one.page.evaluate("window.grognard.desk.live.view.value.place.at(-1)") == "Combat Movement":
            break
        give(one, next((text for text in one.options if text in ("sign", "pass", "done")), one.options[0]))
    home = {key for key, piece in one.pieces().items() if piece["at"] == "eastern_germany"}
    give(one, next(text for text in one.options if text.startswith("pick ") and text.split(" ")[1] in home))
    one.page.evaluate("window.grognard.board.lookAt(['berlin', 'west_poland', 'bavaria', 'east_poland'])")
    one.settle()
    one.click_board("west_poland")
    one.page.wait_for_selector("[data-lead]")
    shoot(one, "declare-wide")
    one.page.click("[data-lead]")
    one.page.click("[data-option='!commit']")
    for _ in range(8):
        one.until("Boolean(window.grognard.desk.question.value) && !window.grognard.desk.busy.value")
        if any(text.startswith("pick ") for text in one.options):
            break
        give(one, "pass")
    for _ in range(7):
        at = {key: piece["at"] for key, piece in one.pieces().items()}
        picks = [t for t in one.options if t.startswith("pick ") and at.get(t.split(" ")[1]) in ("berlin", "eastern_germany")]
        if not picks:
            break
        give(one, picks[0])
        orders = [text for text in one.options if text.startswith(("all ", "attack ")) and text.endswith(" west_poland")]
        give(one, orders[0] if orders else next(text for text in one.options if text.startswith("hold")))
    give(one, "done")
    one.page.wait_for_selector(".dice-window:not([hidden])", timeout=60_000)
    one.page.wait_for_timeout(4000)
    shoot(one, "dice-wide")
    one.close()


def reasons(browser: Any, url: str) -> None:
    """The log after the first turn of an agent: why it did what it did."""
    one = Sitter(browser, url).lobby()
    one.page.select_option("[data-title=gw36] select >> nth=0", "1939")
    one.page.select_option("[data-title=gw36] select >> nth=1", label="Comintern")
    one.start("gw36", "agents")
    for _ in range(200):
        one.page.wait_for_timeout(500)
        if one.page.locator(".log .reason").count():
            break
        quiet = [text for text in one.options if text.split(" ")[0] in ("pass", "done", "none", "no", "refuse")] or one.options
        if quiet and one.page.evaluate("!window.grognard.desk.busy.value"):
            give(one, quiet[0])
    one.page.locator(".log .reason").last.scroll_into_view_if_needed()
    shoot(one, "reasons-wide")
    one.close()


if __name__ == "__main__":
    main(sys.argv[1:])
