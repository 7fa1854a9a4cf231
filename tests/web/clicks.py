"""A newcomer's turn by clicks, counted and timed: the German turn of July 1939, and the first turn in the West.

`python -m tests.web.clicks` prints for each how many clicks it took, how long the first prompt took from a click, and how long
answers took until they were drawn. Every click is a real one on a real page.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

from tests.web.browser import ARGUMENTS, Process, Sitter, chromium_program

IDLE = (
    "(Boolean(window.grognard.desk.question.value) || document.querySelector('[data-deed=endturn]') !== null)"
    " && !window.grognard.desk.busy.value && window.grognard.desk.marching.value === ''"
)


class Clicker:
    """Somebody at the mouse: every click is counted, every answer timed."""

    def __init__(self, sitter: Sitter) -> None:
        self.sitter = sitter
        self.page = sitter.page
        self.clicks = 0
        self.times: list[float] = []
        self.told: list[str] = []

    def wait(self) -> None:
        self.sitter.until(IDLE)

    def click(self, selector: str, what: str = "") -> None:
        before, begun = self.sitter.step, time.perf_counter()
        try:
            self.page.locator(selector).first.click(timeout=5000)
        except PlaywrightError:  # the card was drawn anew under the pointer
            return
        self.clicks += 1
        self.told.append(what or selector)
        self._drawn(before, begun)

    def board(self, token: str, what: str = "") -> None:
        before, begun = self.sitter.step, time.perf_counter()
        self.sitter.click_board(token)
        self.clicks += 1
        self.told.append(what or f"board {token}")
        self._drawn(before, begun)

    def _drawn(self, before: int, begun: float) -> None:
        self.page.wait_for_timeout(30)
        self.wait()
        if self.sitter.step > before:
            self.times.append(time.perf_counter() - begun)

    def offered(self, text: str) -> bool:
        return text in self.sitter.options

    def option(self, text: str) -> None:
        if self.page.locator("[data-option='!commit']").count():
            self.click("[data-option='!commit']", "commit")
            return
        seen = f".question [data-option='{text}']:visible, .popover:not([hidden]) [data-option='{text}']:visible"
        if not self.page.locator(seen).count():  # folded away: by its space on the board
            space = self.page.evaluate(
                "(text) => window.grognard.desk.question.value.options.find((o) => o.text === text)?.spaces?.[0] ?? ''", text
            )
            if not space:
                return  # it is no longer asked
            self.look(space)
            self.board(space, f"board {space}")
            if not self.offered(text):
                return
        self.click(seen, text)
        if self.page.locator("[data-option='!commit']").count():
            self.click("[data-option='!commit']", "commit")

    def look(self, *zones: str) -> None:
        """With the wheel, not a click."""
        self.page.evaluate("(ids) => window.grognard.board.lookAt(ids)", list(zones))
        self.sitter.settle()

    def figures(self) -> dict[str, Any]:
        slow = sorted(self.times)
        return {
            "clicks": self.clicks,
            "median answer ms": round(1000 * slow[len(slow) // 2]),
            "slowest ms": round(1000 * slow[-1]),
            "steps": self.told,
        }


def begin(browser: Any, url: str, code: str, scenario: str, size: tuple[int, int] = (1440, 900)) -> tuple[Clicker, float]:
    sitter = Sitter(browser, url, size, brisk=False)
    sitter.lobby()
    sitter.page.select_option(f"[data-title={code}] select >> nth=0", scenario)
    begun = time.perf_counter()
    sitter.page.click(f"[data-title={code}] [data-start=hotseat]")
    sitter.page.wait_for_selector(".question .prompt")
    first = time.perf_counter() - begun
    sitter.until("Boolean(window.grognard) && window.grognard.board.viewport().w > 0")
    return Clicker(sitter), first


def place(one: Clicker) -> list[str]:
    found: list[str] = one.page.evaluate("window.grognard.desk.live.view.value.place")
    return found


def whole_stack(one: Clicker, zone: str, target: str, verb: str) -> None:
    """A stack of a zone into the hand, and its order: three clicks, and one for the odds of all together."""
    side = "germany"
    lit = set(one.page.evaluate("[...window.grognard.desk.ties.value.pieces]"))
    pieces = one.sitter.pieces()
    unit = next(p["id"] for p in pieces.values() if p["at"] == zone and p["side"] == side and p["id"] in lit)
    one.look(zone, target)
    one.board(unit, f"stack in {zone}")
    one.click(f".popover [data-stack='{zone}']", "take the whole stack")
    one.wait()
    one.board(target, f"to {target}")
    choice = one.page.locator(f".popover:not([hidden]) .option[data-option^='{verb} ']")
    if choice.count():
        one.click(f".popover:not([hidden]) .option[data-option^='{verb} ']", verb)
    again = "window.grognard.desk.question.value?.options.some((o) => o.text === 'done')"
    one.sitter.until(f"window.grognard.desk.committing.value !== null || {again}")
    if one.page.locator("[data-option='!commit']").count():
        one.click("[data-option='!commit']", "commit")


def german_turn(browser: Any, url: str) -> dict[str, Any]:
    """Buys, declares war on Poland, takes West Poland with two stacks, brings up the rest, ends the turn."""
    one, first = begin(browser, url, "gw36", "1939")
    for _ in range(12):
        one.wait()
        if place(one)[-1] == "Production":
            break
        one.option("pass")
    opening = one.clicks
    for _ in range(4):
        one.click("[data-more='buy infantry']", "one infantry more")
    one.click("[data-more='buy medium_armor']", "one armor more")
    one.option("done")
    one.look("eastern_germany", "west_poland", "berlin")
    unit = next(
        p["id"]
        for p in one.sitter.pieces().values()
        if (p["at"], p["side"], p["kind"]) == ("eastern_germany", "germany", "infantry")
    )
    one.board(unit, "a unit in Eastern Germany")
    counter = f".popover [data-piece='{unit}']"
    if one.page.locator(counter).count():
        one.click(counter, "take it")
    if one.offered("politics"):  # nothing it could do yet: the war comes first
        one.option("politics")
        one.option("declare n.germany n.poland")
    else:
        one.board("west_poland", "Poland, before the war")
        one.page.wait_for_selector(".popover [data-lead]")
        one.click(".popover [data-lead]", "do that now")
        one.page.wait_for_selector("[data-option='!commit']")
        one.click("[data-option='!commit']", "declare war")
    for _ in range(6):
        one.wait()
        if any(text.startswith("pick ") for text in one.sitter.options):
            break
        one.option("pass")
    whole_stack(one, "eastern_germany", "west_poland", "attack")
    whole_stack(one, "berlin", "west_poland", "attack")
    one.option("done")
    for _ in range(60):
        one.wait()
        if one.page.locator("[data-deed=endturn]").count() or place(one)[1] != "Germany":
            break
        verbs = {text.split(" ")[0]: text for text in reversed(one.sitter.options)}
        phase = place(one)[-1]
        if phase == "Non-Combat Movement" and "done" in verbs:
            one.option("done")
        else:
            if "place" in verbs:  # all of a sort at once: the greatest number of its row
                row = verbs["place"].rsplit(" ", 1)[0]
                alike = [text for text in one.sitter.options if text.startswith(f"{row} ")]
                verbs["place"] = max(alike, key=lambda text: int(text.split(" ")[-1]))
            order = ("land_battle", "press", "fire_all", "lose", "place", "done", "pass", "stay", "hold", "fly")
            one.option(next((verbs[verb] for verb in order if verb in verbs), one.sitter.options[0]))
    dice = one.page.locator(".dice-window").count()
    return {
        "title": "gw36, July 1939, Germany",
        "first prompt s": round(first, 2),
        "before the turn": opening,
        "dice windows": dice,
    } | one.figures()


def western_turn(browser: Any, url: str) -> dict[str, Any]:
    """The War, 1940: efforts planned, one stack moved, one attack announced, supported and fought."""
    one, first = begin(browser, url, "tw", "west")
    fought = False
    for _ in range(80):
        one.wait()
        where, options = place(one)[-1], one.sitter.options
        verbs = {text.split(" ")[0]: text for text in reversed(options)}
        if where == "First impulse movement" and "take" in verbs and not fought:
            fought = True
            stacks: dict[str, list[str]] = {}
            lit = set(one.page.evaluate("[...window.grognard.desk.ties.value.pieces]"))
            for piece in one.sitter.pieces().values():
                if piece["id"] in lit:
                    stacks.setdefault(piece["at"], []).append(piece["id"])
            hexagon, units = max(stacks.items(), key=lambda item: len(item[1]))
            one.look(hexagon)
            one.board(units[0], "a stack")
            one.click(f".popover [data-stack='{hexagon}']", "take the whole stack")
            one.wait()
            taken = {piece["at"] for piece in one.sitter.pieces().values()}  # a crowd would have to be thinned out first
            goals = [text.split(" ")[1] for text in one.sitter.options if text.startswith("to ")]
            target = next((goal for goal in goals if goal not in taken), "")
            if target:
                one.look(hexagon, target)
                one.board(target, "march")
            one.option("stop")
        elif where == "First impulse combat" and "attack" in verbs:
            one.option(verbs["attack"])
            if one.offered("all"):
                one.option("all")
            one.option("commit" if one.offered("commit") else "cancel")
            if one.offered("done"):
                one.option("done")
        elif where in ("Build", "Strategic movement", "Supply", "End"):
            break
        else:
            order = ("sle", "fight", "accept", "advance", "halt", "done", "stop", "stay", "pass", "commit")
            one.option(next((verbs[verb] for verb in order if verb in verbs), options[0]))
    return {"title": "tw, the West, 1940", "first prompt s": round(first, 2)} | one.figures()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Process(Path(folder)).start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium_program(), args=ARGUMENTS)
            for turn in (german_turn, western_turn):
                print(json.dumps(turn(browser, running.url), indent=1), flush=True)
        finally:
            running.stop()


if __name__ == "__main__":
    main()
