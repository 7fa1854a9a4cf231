"""The battle window in four titles (that of gw36 is in pictures.py), to be looked at: `python -m tests.web.battles FOLDER`.

Recorded games are brought to the table, taken back to before a battle, and answered as they were; the dice fall anew. After each
answer that rolled a picture is kept, at a desk and on a phone.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from grognard.kernel import saves
from tests.web.browser import ARGUMENTS, IDLE, ROOT, Process, Sitter, chromium_program

BATTLES: dict[str, tuple[str, str | int, int]] = {
    "tw-land": ("tw/north-africa", r"attack ", 8),
    "wif-air": ("wif/guadalcanal", 35, 12),
    "wif-sea": ("wif/guadalcanal", 66, 12),
    "wif-land": ("wif/barbarossa", r"assault", 4),
    "aif-sea": ("aif/short-game", 5750, 8),
    "aif-bombing": ("aif/short-game", 944, 12),
    "awaw-land": ("awaw/barbarossa", r"resolve ", 4),
    "awaw-air": ("awaw/barbarossa", 11, 6),
    "awaw-sea": ("awaw/midway", 11, 9),
}
SIZES = {"desk": (1440, 900), "phone": (390, 844)}


def recorded(name: str) -> list[str]:
    """The answers of a recorded game."""
    data = gzip.decompress((ROOT / "tests/fixtures" / f"{name}.grognard.gz").read_bytes())
    return [step.option for step in saves.load(Path("x"), data=data).steps[1:]]


def bring(one: Sitter, name: str, folder: Path) -> None:
    """A whole game from a fixture, opened at its end."""
    file = folder / "war.grognard"
    file.write_bytes(gzip.decompress((ROOT / "tests" / "fixtures" / f"{name}.grognard.gz").read_bytes()))
    with one.page.expect_file_chooser() as chooser:
        one.page.get_by_text("Bring a saved game").click()
    chooser.value.set_files(file)
    one.until("Boolean(window.grognard?.desk.live.view.value) || window.toasted.length > 0")
    assert not (told := one.page.evaluate("window.toasted")), told


def show(browser: Any, url: str, key: str, size: str, folder: Path) -> int:
    name, where, answers = BATTLES[key]
    given = recorded(name)
    start = where if isinstance(where, int) else next(n for n, text in enumerate(given) if text.startswith(where))
    one = Sitter(browser, url, SIZES[size], touch=size == "phone", brisk=False)
    one.context.add_init_script("localStorage.setItem('grognard.veil', '\"off\"')")
    one.lobby()
    bring(one, name, folder)
    one.page.evaluate("document.querySelector('dialog [aria-label=Close]')?.click()")
    one.page.evaluate("(to) => window.grognard.desk.game.undo(to)", start)
    one.until("(to) => window.grognard.desk.live.view.value.step <= to", start)
    kept = 0
    for n in range(answers):
        one.until(IDLE)
        wish = given[start + n]
        options = one.options
        one.give(wish if wish in options else options[0])
        if one.page.locator(".dice-window:not([hidden])").count():
            one.until("document.querySelector('[data-dice=on]') !== null || document.querySelector('.dice-window').hidden")
            one.settle()
            kept += 1
            one.page.screenshot(path=str(folder / f"battle-{key}-{size}-{kept}.png"))
    assert one.errors == [], one.errors
    one.context.close()
    return kept


def main(target: str, *wanted: str) -> None:
    folder = Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        running = Process(Path(data), titles=()).start()
        try:
            browser: Any = playwright.chromium.launch(executable_path=chromium_program(), args=ARGUMENTS)
            for key in wanted or BATTLES:
                for size in SIZES:
                    print(key, size, show(browser, running.url, key, size, folder), "pictures", flush=True)
        finally:
            running.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
