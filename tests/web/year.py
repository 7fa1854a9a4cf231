"""A year of The War by clicks: Spring 1941 to Spring 1942 at one screen, every answer a click on the page.

`python -m tests.web.year FOLDER [WIDTHxHEIGHT] [scenario]` plays it quietly, but names a diplomatic target, sends bombers,
ships an army, strikes a port and lands on a coast; it keeps a picture of each to be looked at, and prints how many
clicks it took and how long answers took until they were drawn.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.web.browser import ARGUMENTS, Process, chromium_program
from tests.web.clicks import Clicker, begin, place

SPECIAL = {"pop": 1, "name": 1, "assign": 2, "transport": 1, "strike_port": 1, "invade": 1, "patrol": 1, "attack": 1}
ENDS = ("done", "let", "stay", "stop", "pass", "enough", "plain", "later", "leave", "spare", "staff", "silent")
FOLLOW = ("embark", "land", "all", "commit", "fight", "go", "rise", "scramble", "accept", "advance", "bomb", "guard")
MOST = 700


class Year:
    """Somebody who plays a year, and looks at what happens."""

    def __init__(self, one: Clicker, folder: Path) -> None:
        self.one, self.folder = one, folder
        self.done: dict[tuple[str, str], int] = {}
        self.pictures: list[str] = []
        self.wanted = ""

    def play(self) -> None:
        first = place(self.one)[0]
        for _ in range(MOST):
            self.sit_down()
            self.one.wait()
            if place(self.one)[0] == _a_year_after(first):
                return
            before = self.one.sitter.step
            self.answer()
            if self.wanted and self.one.page.locator(".dice-window:not([hidden]) .die").count():
                self.picture(f"{self.wanted}-dice")
                self.wanted = ""
            if self.one.sitter.step == before and not self.one.sitter.options:
                return
        raise AssertionError(f"the year did not end: {place(self.one)}")

    def sit_down(self) -> None:
        curtain = self.one.page.locator("dialog.curtain button")
        if curtain.count():
            self.one.click("dialog.curtain button", "sit down")

    def answer(self) -> None:
        options = self.one.sitter.options
        verbs: dict[str, str] = {}
        for text in options:
            verbs.setdefault(text.split(" ")[0], text)
        turn = "|".join(place(self.one)[:2])
        for verb, most in SPECIAL.items():
            if verb in verbs and self.done.get((turn, verb), 0) < most:
                self.done[turn, verb] = self.done.get((turn, verb), 0) + 1
                self.show(verb)
                self.one.option(verbs[verb])
                return
        last = [text for text in options if text.startswith("bomb ")][-1:]
        follow = next((verbs[verb] for verb in FOLLOW if verb in verbs), "")
        end = next((verbs[verb] for verb in ENDS if verb in verbs), options[0])
        if follow and self.done.get((turn, follow), 0) < 2:
            self.done[turn, follow] = self.done.get((turn, follow), 0) + 1
            self.show(follow.split(" ")[0])
            self.one.option((last or [follow])[0])
        else:
            self.one.option(end)

    def show(self, verb: str) -> None:
        """The first time of each: how the question looks, and the dice that follow."""
        if verb not in self.pictures:
            self.pictures.append(verb)
            self.picture(verb)
            self.wanted = verb

    def picture(self, name: str) -> None:
        self.one.sitter.settle()
        self.one.page.wait_for_timeout(400)
        self.one.page.screenshot(path=str(self.folder / f"year-{name}.png"))


def _a_year_after(turn: str) -> str:
    season, year = turn.split(" ")
    return f"{season} {int(year) + 1}"


def main(folder: str, size: str = "1440x900", scenario: str = "campaign_1941") -> None:
    width, height = [int(n) for n in size.split("x")]
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        running = Process(Path(data), titles=()).start()
        try:
            browser: Any = playwright.chromium.launch(executable_path=chromium_program(), args=ARGUMENTS)
            one, first = begin(browser, running.url, "tw", scenario, (width, height))
            year = Year(one, target)
            year.play()
            year.picture("end")
            figures = {"title": f"tw, {scenario}, a year", "first prompt s": round(first, 2), "pictures": year.pictures}
            print(json.dumps(figures | {key: value for key, value in one.figures().items() if key != "steps"}, indent=1))
            assert one.sitter.errors == [], one.sitter.errors
        finally:
            running.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
