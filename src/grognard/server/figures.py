"""Health and figures of a server, for whoever looks after it: `/health`, and `/metrics` as Prometheus reads them."""

from __future__ import annotations

import ipaddress
import resource
import time
from typing import TYPE_CHECKING, Any

from litestar import MediaType, Response, get

from grognard.server.doors import AnyRequest
from grognard.server.troubles import Missing, Outage

if TYPE_CHECKING:
    from grognard.server.hall import Hall

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Figures:
    """What is counted while a server runs."""

    def __init__(self) -> None:
        self.began = time.time()
        self.answers = 0
        self.seconds = 0.0
        self.within = [0] * len(BOUNDS)

    def answered(self, seconds: float) -> None:
        """An answer was stored and acknowledged."""
        self.answers += 1
        self.seconds += seconds
        for n, bound in enumerate(BOUNDS):
            self.within[n] += seconds <= bound


@get("/health", include_in_schema=False)
async def health(request: AnyRequest) -> Response[dict[str, Any]]:
    """Whether this server can take answers: 200, or 503 while its store does not answer or it hears nothing of the others."""
    hall: Hall = request.app.state.hall
    bell = hall.following.bell
    try:
        await hall.store.read(lambda c: c.run("select 1"))
        store = True
    except Outage:
        store = False
    heard = bell is None or bell.up
    body = {"status": "ok" if store and heard else "down", "store": store, "bell": heard}
    return Response(body, status_code=200 if store and heard else 503)


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics(request: AnyRequest) -> Response[str]:
    """Figures for the machine and its private network; whoever comes through the proxy does not see them."""
    here = ipaddress.ip_address(request.client.host) if request.client else None
    if "x-forwarded-for" in request.headers or here is None or not here.is_private:
        raise Missing("there is no such page")
    return Response(told(request.app.state.hall), media_type="text/plain; version=0.0.4; charset=utf-8")


def told(hall: Hall) -> str:
    """All figures in Prometheus' text form."""
    tables, figures = hall.tables.values(), hall.figures
    bell = hall.following.bell
    gauges: list[tuple[str, str, float]] = [
        ("games_live", "Games in memory", len(hall.tables)),
        ("games_aside", "Games that could not be opened", len(hall.aside)),
        ("sockets", "Open lines", sum(len(table.sockets) for table in tables)),
        ("people", "People with an open line", len(hall.lines)),
        ("agents_thinking", "Games whose agents think here", sum(table.thinker is not None for table in tables)),
        ("store_waiting", "Writes that wait for the store", hall.store.writer.waiting.qsize()),
        ("first", "Whether this server watches the clocks", int(hall.following.first)),
        ("bell_up", "Whether the other servers are heard", int(bell is None or bell.up)),
        ("start_time_seconds", "When this server began", figures.began),
        ("resident_memory_peak_bytes", "The most memory it had", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024),
    ]
    lines = []
    for name, words, value in gauges:
        lines += [f"# HELP grognard_{name} {words}.", f"# TYPE grognard_{name} gauge", f"grognard_{name} {value:.15g}"]
    name = "grognard_answer_seconds"
    lines += [f"# HELP {name} Seconds from taking an answer to its commit.", f"# TYPE {name} histogram"]
    lines += [f'{name}_bucket{{le="{bound:g}"}} {count}' for bound, count in zip(BOUNDS, figures.within)]
    lines.append(f'{name}_bucket{{le="+Inf"}} {figures.answers}')
    lines += [f"{name}_sum {figures.seconds:.6f}", f"{name}_count {figures.answers}"]
    return "\n".join([*lines, ""])
