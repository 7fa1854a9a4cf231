"""The client in Chromium: bytes of the first load, seconds to the first prompt, frames per second while a full board is moved.

Run from the project root: `python -m bench.bench_client`. Frames are counted in Chromium's own trace (DrawFrame events of the
compositor); a machine without a graphics card renders in software, so the figures are a lower bound.
"""

from __future__ import annotations

import itertools
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tests.web.browser import ARGUMENTS, Process, chromium_program

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame"]
PAN = """(seconds) => new Promise((done) => {
  const { board } = window.grognard, start = performance.now();
  const step = (now) => {
    const t = (now - start) / 1000;
    board.pan(6 * Math.cos(t * 2), 4 * Math.sin(t * 3));
    if (t < seconds) requestAnimationFrame(step); else done();
  };
  requestAnimationFrame(step);
})"""
BOARDS = ("gw36", "marches", "steppe")
PAN_SECONDS = 3.0


def main() -> None:
    program = chromium_program()
    assert program is not None, "Chromium is not here: apt-get install chromium"
    with tempfile.TemporaryDirectory() as folder:
        server = Process(Path(folder)).start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
                first_load(browser, server.url)
                for title in BOARDS:
                    pan(browser, server.url, title, Path(folder) / f"{title}.json")
                browser.close()
        finally:
            server.stop()


def fresh(browser: Any) -> Any:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script("localStorage.setItem('grognard.tourSeen', 'true')")
    return context.new_page()


def first_load(browser: Any, url: str) -> None:
    """Bytes over the wire for the lobby and then for the first table, and the seconds until its question is there."""
    page = fresh(browser)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, float] = {}
    line.on("Network.responseReceived", lambda event: names.update({event["requestId"]: event["response"]["url"]}))
    line.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    started = time.perf_counter()
    page.goto(url)
    page.wait_for_selector(".title-card")
    lobby = time.perf_counter() - started
    page.wait_for_timeout(300)
    lobby_bytes = sum(sizes.values())
    started = time.perf_counter()
    page.click("[data-title=gw36] [data-start=hotseat]")
    page.wait_for_selector(".question .prompt")
    prompt = time.perf_counter() - started
    page.wait_for_timeout(1500)
    art = sum(size for key, size in sizes.items() if names.get(key, "").endswith(("/drawing", "/board")))
    page.reload()
    started = time.perf_counter()
    page.goto(f"{url}/#/")
    page.wait_for_selector(".title-card")
    page.click("[data-title=gw36] [data-start=hotseat]")
    page.wait_for_selector(".question .prompt")
    again = time.perf_counter() - started
    print(f"lobby: {lobby_bytes / 1000:.0f} kB, {lobby:.2f} s; first table: {(sum(sizes.values()) - art) / 1000:.0f} kB in all "
          f"without the board's art ({art / 1000:.0f} kB), first prompt {prompt:.2f} s after the click, "
          f"{again:.2f} s for the next game")
    page.context.close()


def pan(browser: Any, url: str, title: str, trace: Path) -> None:
    """Move the board with every frame for some seconds, at the opening look and closer, and count the frames that were drawn."""
    page = fresh(browser)
    page.goto(url)
    page.wait_for_selector(".title-card")
    page.click(f"[data-title={title}] [data-start=hotseat]")
    page.wait_for_selector(".question .prompt")
    page.wait_for_timeout(4000)
    spaces, pieces = page.evaluate(
        "[window.grognard.board.scene.places.length, window.grognard.desk.shown.value.picture.pieces.length]"
    )
    for name, zoom in (("opening look", 1.0), ("closer", 3.0)):
        page.evaluate("(by) => window.grognard.board.zoom(by)", zoom)
        page.wait_for_timeout(2500)
        browser.start_tracing(page=page, path=str(trace), categories=CATEGORIES)
        page.evaluate(PAN, PAN_SECONDS)
        browser.stop_tracing()
        print(f"{title}, {name}: {spaces} spaces, {pieces} counters: {frames(trace)}")
    page.context.close()


def frames(trace: Path) -> str:
    events = json.loads(trace.read_bytes())["traceEvents"]
    drawn = sorted(event["ts"] / 1000 for event in events if event["name"] == "DrawFrame")
    gaps = [b - a for a, b in itertools.pairwise(drawn)]
    if len(gaps) < 10:
        return "no frames in the trace"
    late = sum(1 for gap in gaps if gap > 25)
    return (f"{1000 * len(gaps) / (drawn[-1] - drawn[0]):.1f} frames/s, median {statistics.median(gaps):.1f} ms, "
            f"95th percentile {sorted(gaps)[int(len(gaps) * 0.95)]:.1f} ms, {late} of {len(gaps)} late")


if __name__ == "__main__":
    main()
