"""A real Chromium for the tests of the client, and a server in a process of its own that can be killed."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.server.run import free_port

ROOT = Path(__file__).parents[2]
TITLES = ("tests.kernel.skirmish:TITLE", "tests.web.parade:PARADE", "tests.web.parade:MARCHES", "tests.web.parade:STEPPE")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BRISK = """for (const [key, value] of [["diceSpeed", '"off"'], ["endTurns", "false"], ["sayDice", "false"], ["veil", '"off"']])
  if (localStorage.getItem(`grognard.${key}`) === null) localStorage.setItem(`grognard.${key}`, value);"""
KEEP = """window.toasted = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.classList?.contains("toast")) window.toasted.push(node.innerText);
}).observe(document, { childList: true, subtree: true });"""
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = float(os.environ.get("GROGNARD_TEST_PATIENCE", "120"))  # seconds to wait on a busy machine
IDLE = "Boolean(window.grognard?.desk.question.value) && !window.grognard.desk.busy.value"
GIVE = """([text, how]) => {
  const d = window.grognard?.desk, option = d && !d.busy.value && d.question.value?.options.find((o) => o.text === text);
  if (!option) return -1;
  const { step } = d.live.view.value;
  void (how === "propose" ? d.propose(option) : d.answer(option));
  return step;
}"""


def chromium_program() -> str | None:
    """Chromium on this machine; on a Debian machine of our own it is installed if it is missing."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        with contextlib.suppress(subprocess.SubprocessError):
            subprocess.run(["apt-get", "update"], capture_output=True, timeout=120, check=False)
            subprocess.run(
                ["apt-get", "install", "-y", "--no-install-recommends", "chromium"], capture_output=True, timeout=280, check=False
            )
        found = shutil.which("chromium")
    return found


class Process:
    """A server in its own process, on a port that stays the same when it is started again. Its games are those of fixed.py, and
    agents have time enough not to be cut short on a busy machine."""

    def __init__(self, data: Path, titles: tuple[str, ...] = TITLES) -> None:
        self.data = data
        self.titles = titles
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Process:
        """Until it answers. A port somebody else took between our look and its start is given up for another."""
        again = self.process is not None
        for _ in range(3):
            titles = [word for title in self.titles for word in ("--title", title)]
            where = ["--port", str(self.port), "--data", str(self.data), "--agent-limit", str(PATIENCE / 2)]
            command = [sys.executable, "-m", "tests.web.fixed", *titles, *where]
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until = time.monotonic() + 2 * PATIENCE
            while self.process.poll() is None:
                assert time.monotonic() < until, "the server did not start"
                with contextlib.suppress(httpx.HTTPError):
                    if httpx.get(f"{self.url}/api/v1/hello", timeout=10).status_code == 200:
                        return self
                time.sleep(0.05)
            if not again:
                self.port = free_port()
        raise AssertionError("the server ended at once")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A module at a time: Playwright's own loop must not be running when other tests want one."""
    program = chromium_program()
    if program is None:
        pytest.skip("Chromium is not here and could not be installed: apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS, timeout=2 * PATIENCE * 1000)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    running = Process(tmp_path_factory.mktemp("browser")).start()
    yield running
    running.stop()


class Sitter:
    """A person at a browser of their own. Errors in the page are kept and fail the test."""

    def __init__(
        self,
        browser: Any,
        url: str,
        size: tuple[int, int] = (1440, 900),
        *,
        tour: bool = False,
        touch: bool = False,
        brisk: bool = True,
    ) -> None:
        self.url = url
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch, reduced_motion="reduce"
        )
        if not tour:
            self.context.add_init_script("localStorage.setItem('grognard.tourSeen', 'true')")
        self.context.add_init_script(KEEP)  # toasts vanish after some seconds: what they said stays
        if brisk:  # no battle window, turns end by themselves, dice fall unasked, no curtain
            self.context.add_init_script(BRISK)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def lobby(self) -> Sitter:
        self.page.goto(self.url)
        self.page.wait_for_selector(".title-card")
        return self

    def start(self, title: str, how: str = "hotseat") -> Sitter:
        """A new game from the lobby, until its first question or the word that others are asked."""
        self.page.click(f"[data-title={title}] [data-start={how}]")
        self.page.wait_for_selector(".question .prompt")
        self.until("Boolean(window.grognard) && window.grognard.board.viewport().w > 0")
        return self

    @property
    def prompt(self) -> str:
        """What is asked, or who is waited for. The card is drawn in the same breath as the view changes."""
        return str(self.page.inner_text(".question .prompt"))

    @property
    def step(self) -> int:
        return int(self.page.evaluate("window.grognard.desk.live.view.value.step"))

    @property
    def options(self) -> list[str]:
        found: list[str] = self.page.evaluate("(window.grognard.desk.question.value?.options ?? []).map((o) => o.text)")
        return found

    def pieces(self) -> dict[str, dict[str, Any]]:
        held: list[dict[str, Any]] = self.page.evaluate("window.grognard.desk.shown.value.picture.pieces ?? []")
        return {piece["id"]: piece for piece in held}

    def log(self) -> list[str]:
        return [str(text) for text in self.page.locator(".log .log-text").all_inner_texts()]

    def expect(self, look: str | Callable[[], Any], what: str = "", argument: Any = None) -> Any:
        """Look again and again until what is found is true, and give that; else tell what was found last. `look`: an expression
        of the page, or a call. (Playwright's own waiting wants eval, which the page's content policy forbids.)"""
        end = time.monotonic() + PATIENCE
        while not (found := look() if callable(look) else self.page.evaluate(look, argument)):
            if time.monotonic() > end:
                card = self.page.evaluate("document.querySelector('.question')?.innerText ?? document.body.innerText")
                raise AssertionError(f"waited in vain for {what or look} {argument or ''}: {found!r}; on the card: {card!r}")
            self.page.wait_for_timeout(25)
        return found

    def until(self, condition: str, argument: Any = None) -> None:
        """Wait until this holds in the page."""
        self.expect(condition, "", argument)

    def reads(self, css: str, *words: str) -> str:
        """Wait until an element says all these words; what it says then."""
        said: list[str] = [""]

        def all_said() -> bool:
            said[0] = str(self.page.evaluate("(css) => document.querySelector(css)?.innerText ?? ''", css))
            return bool(said[0]) and all(word in said[0] for word in words)

        try:
            self.expect(all_said)
        except AssertionError as error:
            raise AssertionError(f"{css} does not say {[word for word in words if word not in said[0]]}: {said[0]!r}") from error
        return said[0]

    def counts(self, css: str, number: int) -> None:
        """Wait until there are so many of these elements."""
        self.expect(lambda: self.page.locator(css).count() == number, f"{number} of {css}")

    def told(self, *lines: str) -> None:
        """Wait until the log on the page has a line with each of these words."""
        for words in lines:
            self.expect(lambda words=words: any(words in line for line in self.log()), f"{words!r} in the log")  # type: ignore[misc]

    def toasted(self, *words: str) -> str:
        """Wait until a toast of this page has said all these words, gone or not; what it said."""
        look = "(words) => window.toasted.find((said) => words.every((word) => said.includes(word)))"
        return str(self.expect(look, "a toast", list(words)))

    def reached(self, step: int) -> None:
        """Wait until the game stands at this step and the table takes answers again."""
        self.until("(step) => window.grognard.desk.live.view.value.step === step && !window.grognard.desk.busy.value", step)

    def gone_on(self, before: int) -> None:
        """Wait until the game has gone on from a step and the table takes answers again."""
        self.until("(step) => window.grognard.desk.live.view.value.step > step && !window.grognard.desk.busy.value", before)

    def give(self, text: str) -> None:
        """Answer by the option's text, as soon as it is asked, and wait until the game has gone on."""
        given = [-1]

        def taken() -> bool:
            given[0] = int(self.page.evaluate(GIVE, [text, "answer"]))
            return given[0] >= 0

        self.expect(taken, f"the option {text!r}")
        self.gone_on(given[0])

    def propose(self, text: str) -> None:
        """What a click on an option does, as soon as it is asked: what comes of it is to be waited for."""
        self.expect(lambda: int(self.page.evaluate(GIVE, [text, "propose"])) >= 0, f"the option {text!r}")

    def answer(self, words: str) -> None:
        """Press the button with these words, commit where the page asks once more, and wait until the game has gone on."""
        self.until(IDLE)  # the question may stand before the board
        before = self.step
        self.page.locator(".question button.option", has_text=words).first.click()
        self.until(
            "(step) => { const d = window.grognard.desk;"
            " return d.committing.value !== null || (!d.busy.value && d.live.view.value.step > step); }",
            before,
        )
        if self.page.evaluate("window.grognard.desk.committing.value !== null"):
            self.page.click("[data-option='!commit']")
        self.gone_on(before)

    def answer_first(self, avoid: tuple[str, ...] = ()) -> None:
        self.until(IDLE)
        self.give(next(text for text in self.options if text.split(" ")[0] not in avoid))

    def spot(self, token: str) -> tuple[float, float]:
        """Where a space or a piece stands in the window."""
        at = self.page.evaluate(
            "(token) => { const b = window.grognard.board; const at = b.pieceSpot(token) ?? b.spot(token);"
            " const box = b.canvas.getBoundingClientRect(); return [at.x + box.left, at.y + box.top]; }",
            token,
        )
        return float(at[0]), float(at[1])

    def click_board(self, token: str, button: str = "left") -> None:
        self.settle()
        self.page.mouse.click(*self.spot(token), button=button)

    def take_up(self, unit: str) -> None:
        """Click a unit on the board, and its counter in the stack that opens where it has company."""
        before, counter = self.step, f".popover:not([hidden]) [data-piece='{unit}']"
        self.click_board(unit)
        self.until(
            "([counter, unit, step]) => { const d = window.grognard.desk; return document.querySelector(counter) !== null"
            " || d.busy.value || d.selected.value === unit || d.live.view.value.step !== step; }",
            [counter, unit, before],
        )
        if self.page.locator(counter).count():
            self.page.click(counter)

    def settle(self) -> None:
        """Two frames: the board has drawn what it knows."""
        self.page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")

    def close(self) -> None:
        self.context.close()
        assert self.errors == [], self.errors


@pytest.fixture
def sit(chromium: Any, process: Process) -> Iterator[Any]:
    """Open a browser for one more person."""
    sitters: list[Sitter] = []

    def one_more(size: tuple[int, int] = (1440, 900), **how: Any) -> Sitter:
        sitters.append(Sitter(chromium, process.url, size, **how))
        return sitters[-1]

    yield one_more
    for sitter in sitters:
        sitter.close()
