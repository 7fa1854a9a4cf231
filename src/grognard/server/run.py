"""Running the server under uvicorn, and finding a free port for a table of one's own."""

from __future__ import annotations

import socket

import uvicorn

from grognard.server.app import make_app
from grognard.server.patience import PatientProtocol
from grognard.server.settings import Settings

LARGEST_MESSAGE = 65_536


def config(settings: Settings, host: str, port: int, *, log_level: str = "warning") -> uvicorn.Config:
    return uvicorn.Config(
        make_app(settings),
        host=host,
        port=port,
        log_level=log_level,
        access_log=False,
        http=PatientProtocol,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=30,
        ws_ping_timeout=60,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )


def serve(settings: Settings, host: str, port: int) -> None:
    """Serve until stopped."""
    uvicorn.Server(config(settings, host, port)).run()


def free_port(host: str = "127.0.0.1") -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])
