"""A real Chromium for the tests of the client, and a server in a process of its own that can be killed."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
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
BRISK = """for (const [key, value] of [["diceSpeed", '"off"'], ["endTurns", "false"], ["veil", '"off"']])
  if (localStorage.getItem(`grognard.${key}`) === null) localStorage.setItem(`grognard.${key}`, value);"""
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


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
    """A server in its own process, on a port that stays the same when it is started again."""

    def __init__(self, data: Path, titles: tuple[str, ...] = TITLES) -> None:
        self.data = data
        self.titles = titles
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Process:
        titles = [word for title in self.titles for word in ("--title", title)]
        command = [sys.executable, "-m", "grognard.server", *titles, "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/api/v1/hello", timeout=2).status_code == 200:
                    return self
            assert self.process.poll() is None, "the server ended at once"
            time.sleep(0.05)
        raise AssertionError("the server did not start")

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
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
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
        if brisk:  # no battle window, turns end by themselves, no curtain
            self.context.add_init_script(BRISK)
        self.page = self.context.new_page()
        self.page.set_default_timeout(40_000)
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

    def until(self, condition: str, argument: Any = None) -> None:
        """Wait until this holds in the page. (Playwright's own waiting wants eval, which the page's content policy forbids.)"""
        end = time.monotonic() + 40
        while not self.page.evaluate(condition, argument):
            assert time.monotonic() < end, (
                f"waited in vain for {condition} {argument or ''}; the prompt is {self.page.inner_text('.question')!r}"
            )
            self.page.wait_for_timeout(25)

    def answer(self, words: str) -> None:
        """Press the button with these words, commit where the page asks once more, and wait until the game has gone on."""
        self.until("window.grognard?.desk.live.view.value")  # the question may stand before the board
        before = self.step
        self.page.locator(".question button.option", has_text=words).first.click()
        self.until(
            "(step) => { const d = window.grognard.desk;"
            " return d.committing.value !== null || d.busy.value || d.live.view.value.step > step; }",
            before,
        )
        if self.page.evaluate("window.grognard.desk.committing.value !== null"):
            self.page.click("[data-option='!commit']")
        self.until("(step) => window.grognard.desk.live.view.value.step > step && !window.grognard.desk.busy.value", before)

    def answer_first(self, avoid: tuple[str, ...] = ()) -> None:
        texts = [text for text in self.options if text.split(" ")[0] not in avoid]
        before = self.step
        self.page.evaluate(
            "(text) => { const d = window.grognard.desk; void d.answer(d.question.value.options.find((o) => o.text === text)); }",
            texts[0],
        )
        self.until("(step) => window.grognard.desk.live.view.value.step > step && !window.grognard.desk.busy.value", before)

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
