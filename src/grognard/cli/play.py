"""`grognard play`: a table on one's own machine, in the browser. Server and game store are local; nobody else can reach it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
import uvicorn

from grognard.cli.common import console, emit
from grognard.kernel.errors import GrognardError
from grognard.server.run import config, free_port
from grognard.server.settings import LOCAL_HOSTS, from_environment

Host = Annotated[str, typer.Option(help="The address to listen on.")]
Port = Annotated[int, typer.Option(help="The port; 0 takes a free one.")]
Data = Annotated[Path | None, typer.Option(help="The folder of the games; default: the user's data folder, or GROGNARD_DATA.")]
Specs = Annotated[list[str] | None, typer.Option("--title", help="A title under development, as package.module:ATTRIBUTE.")]
LOAD = 20.0


def data_folder() -> Path:
    """Where games are kept unless one says otherwise."""
    if named := os.environ.get("GROGNARD_DATA"):
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "grognard"


def play(
    host: Host = "127.0.0.1",
    port: Port = 0,
    data: Data = None,
    title: Specs = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let friends on the same network in; their address is shown.")] = False,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    check: Annotated[bool, typer.Option("--check", help="Start, load the page and a first view, tell, and end.")] = False,
) -> None:
    """Open a table in the browser."""
    if check:
        with tempfile.TemporaryDirectory(prefix="grognard-check-") as folder:
            emit(checked(data or Path(folder), host, port, tuple(title or ())))
        return
    where = data or data_folder()
    host = "0.0.0.0" if lan else host
    if not port:
        port = usual_port(where, host)
        open_already = f"http://127.0.0.1:{port}"
        if answers(open_already):
            console.print(f"Grognard is already open on [bold]{open_already}[/]")
            if browser:
                webbrowser.open(open_already)
            return
    with running(where, host, port, tuple(title or ())) as (url, thread):
        url = url.replace("0.0.0.0", "127.0.0.1")
        console.print(f"Grognard is on [bold]{url}[/]  (end with Ctrl-C)")
        for address in lan_addresses() if host == "0.0.0.0" else ():
            console.print(f"Friends on this network: [bold]http://{address}:{port}[/]")
        if browser:
            webbrowser.open(url)
        with contextlib.suppress(KeyboardInterrupt):
            while thread.is_alive():
                thread.join(0.5)


USUAL = 8036


def usual_port(data: Path, host: str) -> int:
    """The port of last time, so that the browser knows the table again; another one only where something else has taken it."""
    note = data / "port"
    known = note.read_text().strip() if note.exists() else ""
    port = int(known) if known.isdigit() else USUAL
    with socket.socket() as probe:
        taken = probe.connect_ex(("127.0.0.1", port)) == 0
    if taken and not answers(f"http://127.0.0.1:{port}"):
        port = free_port(host)
    data.mkdir(parents=True, exist_ok=True)
    note.write_text(f"{port}\n")
    return port


def answers(url: str) -> bool:
    """Whether a table of ours is served there."""
    try:
        with urllib.request.urlopen(f"{url}/api/v1/hello", timeout=1) as reply:
            return "version" in json.loads(reply.read())
    except (OSError, ValueError):
        return False


def lan_addresses() -> list[str]:
    """The addresses of this machine that others on its network can reach."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent
            found = [str(probe.getsockname()[0])]
        except OSError:
            found = []
    return [address for address in found if not address.startswith("127.")]


@contextlib.contextmanager
def running(data: Path, host: str, port: int, specs: tuple[str, ...]) -> Iterator[tuple[str, threading.Thread]]:
    """A server in a thread, for as long as it is needed."""
    port = port or free_port(host)
    hosts = LOCAL_HOSTS if host in LOCAL_HOSTS or host == "::1" else ("*",)
    reach = tuple(f"http://{address}:{port}" for address in lan_addresses()) if host == "0.0.0.0" else ()
    settings = from_environment(data, specs, hosts=hosts, newcomers=10_000, reach=reach)
    server = uvicorn.Server(config(settings, host, port))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + LOAD
    while not server.started:
        if not thread.is_alive() or time.monotonic() > until:
            raise GrognardError(f"the server did not start on {host}:{port}", remedy="try another port")
        time.sleep(0.01)
    try:
        yield f"http://{host}:{port}", thread
    finally:
        server.should_exit = True
        thread.join(timeout=10)


# --check


def checked(data: Path, host: str, port: int, specs: tuple[str, ...]) -> dict[str, Any]:
    """Start a server, look at it as a browser would, and tell what was seen."""
    start = time.monotonic()
    with running(data, host, port, specs) as (url, _):
        seen: dict[str, Any] = {"address": url, "seconds_to_start": round(time.monotonic() - start, 2)}
        line = Line(url)
        page = line.call("GET", "/", parse=False)
        seen["page_bytes"] = len(page)
        titles = line.call("GET", "/api/v1/titles")
        if not titles:
            raise GrognardError("no title is installed", remedy="install the package with its titles, or name one with --title")
        seen["titles"] = [t["code"] for t in titles]
        line.call("POST", "/api/v1/guest", {})
        game = _new_game(line, titles[0])
        view = line.call("GET", f"/api/v1/games/{game}/view")["view"]
        seen["first_view"] = _summary(titles[0]["code"], view)
        seen["seconds_to_first_prompt"] = round(time.monotonic() - start, 2)
        seen["chromium"] = in_chromium(f"{url}/#/game/{game}", titles[0]["name"])
    return seen


def _new_game(line: Line, title: dict[str, Any]) -> str:
    scenario = title["scenarios"][0]["key"]
    seats = {seat["key"]: "me" for seat in title["seats"][scenario]}
    wish = {"title": title["code"], "scenario": scenario, "seats": seats, "seed": 1, "listed": True}
    return str(line.call("POST", "/api/v1/games", wish)["id"])


def _summary(code: str, view: dict[str, Any]) -> dict[str, Any]:
    question = view["questions"][0]
    return {
        "title": code,
        "place": view["place"],
        "pieces": len(view["picture"].get("pieces", [])),
        "prompt": question["prompt"],
        "rule": question["rule"],
        "options": len(question["options"]),
    }


class Line:
    """A client over plain HTTP with one cookie."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookie = ""

    def call(self, method: str, path: str, body: Any = None, *, parse: bool = True) -> Any:
        headers = {"X-Grognard": "1", "Content-Type": "application/json", "Cookie": self.cookie}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LOAD) as answer:
                if found := answer.headers.get("Set-Cookie"):
                    self.cookie = found.partition(";")[0]
                raw = answer.read()
        except urllib.error.HTTPError as error:
            words = error.read().decode(errors="replace")[:300]
            raise GrognardError(f"{method} {path} answered {error.code}: {words}", remedy="is the client built?") from None
        return json.loads(raw) if parse else raw


def in_chromium(url: str, expected: str) -> dict[str, Any] | None:
    """What Chromium makes of the page; None where there is no Chromium."""
    program = next((p for name in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(name))), None)
    if program is None:
        return None
    with tempfile.TemporaryDirectory(prefix="grognard-chromium-") as profile:
        command = [
            program, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--no-first-run",
            "--virtual-time-budget=10000", "--dump-dom", url,
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return {"program": program, "loaded": False, "reason": "no page within 60 seconds"}
    words = " ".join(re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", done.stdout, flags=re.S).split())
    return {"program": program, "loaded": bool(words), "shows_title": expected in words, "words": words[:300]}
