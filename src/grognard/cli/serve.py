"""`grognard serve`: a server for a network, with accounts. Put a proxy with HTTPS in front of it (docs/server.md)."""

from __future__ import annotations

from typing import Annotated

import typer

from grognard.cli.common import console
from grognard.cli.play import Data, Specs, data_folder
from grognard.server.run import serve as run
from grognard.server.settings import from_environment


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on. Default: every one; behind a proxy 127.0.0.1.")] = "",
    port: Annotated[int, typer.Option(help="The port.")] = 8436,
    data: Data = None,
    title: Specs = None,
    name: Annotated[list[str] | None, typer.Option("--name", help="A host name clients use; repeatable. Default: any.")] = None,
    address: Annotated[str, typer.Option(help="The address players type, for links in messages: https://games.example.org")] = "",
    guests: Annotated[bool, typer.Option(help="Let people play without an account.")] = False,
    behind_proxy: Annotated[bool, typer.Option(help="A proxy in front speaks HTTPS and names the client.")] = False,
    proxy: Annotated[
        list[str] | None, typer.Option(help="An address the proxy calls from; repeatable. Default: this machine.")
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes for agents.")] = 1,
    agent_limit: Annotated[float, typer.Option(help="Seconds an agent may think about an answer.")] = 10.0,
) -> None:
    """Serve games to a network."""
    settings = from_environment(
        data or data_folder(),
        tuple(title or ()),
        hosts=tuple(name or ("*",)),
        guests=guests,
        secure=behind_proxy,
        proxies=tuple(proxy or ("127.0.0.1", "::1")) if behind_proxy else (),
        workers=workers,
        agent_limit=agent_limit,
        newcomers=20,
    )
    settings.address = address or settings.address
    host = host or ("127.0.0.1" if behind_proxy else "0.0.0.0")
    console.print(f"Grognard serves {', '.join(settings.titles) or 'no titles'} on {host}:{port}")
    run(settings, host, port)
