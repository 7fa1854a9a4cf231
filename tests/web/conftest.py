"""Fixtures of the server's tests: every test of `server` runs on both stores."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.browser import chromium, process, sit  # noqa: F401 (fixtures of the browser tests)
from tests.web.running import Server, cluster, postgres_missing, serving


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    why = postgres_missing()
    if why:
        pytest.skip(why)
    with cluster() as address:
        yield address


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = request.getfixturevalue("postgres") if request.param == "postgres" else ""
    with serving(tmp_path_factory.mktemp("table"), database=database) as running:
        yield running


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite, for what does not touch the store's dialect."""
    with serving(tmp_path_factory.mktemp("local")) as running:
        yield running
