"""`python -m grognard.server`: a server for development, with titles named on the command line."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from grognard.server.run import serve
from grognard.server.settings import from_environment


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m grognard.server")
    parser.add_argument("--title", action="append", default=[], help="package.module:ATTRIBUTE of a title under development")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8436)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("GROGNARD_DATA", "grognard-data")))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--agent-limit", type=float, default=10.0)
    parser.add_argument("--newcomers", type=int, default=200, help="new people per hour from one address")
    given = parser.parse_args()
    changes = {"workers": given.workers, "agent_limit": given.agent_limit, "newcomers": given.newcomers}
    settings = from_environment(given.data, tuple(given.title), **changes)
    print(f"Grognard on http://{given.host}:{given.port}", flush=True)
    serve(settings, given.host, given.port)


if __name__ == "__main__":
    main()
