"""Settings: how a server is run. Read from the command line and the environment, never changed while it runs."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grognard.kernel.title import Title, broken, title, titles

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")


@dataclass(slots=True)
class Settings:
    """`proxies`: addresses whose word on a client's own address is believed; `uploads`: files an hour for each person,
    `requests`: requests in ten seconds. `pause`: seconds between looks at the clocks. `grace`: seconds after a start before a
    clock that ran out meanwhile counts. `lease`: seconds after which another server on the
    same PostgreSQL does what a silent one did.
    `database` is a PostgreSQL address; without one the store is a SQLite file in `data`. `broken`: titles that could not be
    loaded, and why. `reach`: addresses at which friends on the same network find a table of one's own."""

    data: Path
    database: str = ""
    titles: dict[str, str] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    guests: bool = True
    hosts: tuple[str, ...] = LOCAL_HOSTS
    secure: bool = False
    address: str = ""
    mail: str = ""
    private_webhooks: bool = False
    workers: int = 1
    agent_limit: float = 10.0
    live_games: int = 400
    login_tries: int = 8
    newcomers: int = 200
    uploads: int = 60
    requests: int = 1500
    pause: float = 1.0
    grace: float = 300.0
    lease: float = 6.0
    proxies: tuple[str, ...] = ()
    reach: tuple[str, ...] = ()

    def title(self, code: str) -> Title[Any]:
        return title(self.titles[code])


def title_specs(extra: tuple[str, ...] = ()) -> dict[str, str]:
    """What names each title: its code for the installed ones, `package.module:ATTRIBUTE` for those under development."""
    specs = {code: code for code in titles()}
    for spec in extra:
        specs[title(spec).code] = spec
    return specs


def from_environment(data: Path, extra_titles: tuple[str, ...] = (), **changes: Any) -> Settings:
    """The settings with what the environment says: DATABASE_URL, GROGNARD_MAIL and GROGNARD_ADDRESS."""
    settings = Settings(
        data,
        database=os.environ.get("DATABASE_URL", ""),
        titles=title_specs(extra_titles),
        broken={code: str(error) for code, error in broken().items()},
        address=os.environ.get("GROGNARD_ADDRESS", ""),
        mail=os.environ.get("GROGNARD_MAIL", ""),
    )
    for name, value in changes.items():
        setattr(settings, name, value)
    return settings
