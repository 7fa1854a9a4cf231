"""Schemathesis against the OpenAPI document: whatever fits or does not fit it, the server answers as the document says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from grognard.server.app import any_of, make_app
from tests.web import running
from tests.web.running import Person, Server

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: pip install 'grognard[dev]'")

from schemathesis.specs.openapi import checks as openapi  # noqa: E402

DOCUMENT = any_of(make_app(running.settings(Path())).openapi_schema.to_schema())
FOUND = [found.ok() for found in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()]
OPERATIONS = {f"{operation.method.upper()} {operation.path}": operation for operation in FOUND}
CHECKS = [
    schemathesis.checks.not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_schema_conformance,
]
MODES = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]
CALM = list(HealthCheck)
RUN = settings(
    max_examples=16, deadline=None, database=None, phases=[Phase.generate], derandomize=True, suppress_health_check=CALM
)


class Caller:
    """A person with a game of their own; made anew when a case has signed it out."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.person: Person = server.person()
        self.game = self.person.create()

    def ready(self) -> Caller:
        if self.person.http.get("/me").status_code != 200:
            self.person = self.server.person()
            self.game = self.person.create()
        return self


@pytest.fixture(scope="module")
def caller(local: Server) -> Caller:
    return Caller(local)


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_server_keeps_to_its_document(name: str, caller: Caller) -> None:
    operation = OPERATIONS[name]

    @RUN
    @given(st.one_of([operation.as_strategy(generation_mode=mode) for mode in MODES]))
    def ask(case: Any) -> None:
        who = caller.ready()
        if "game_id" in case.path_parameters:
            case.path_parameters["game_id"] = who.game
        cookies = dict(who.person.http.cookies)
        answer = case.call(base_url=who.server.url, headers={"X-Grognard": "1"}, cookies=cookies, timeout=running.PATIENCE)
        case.validate_response(answer, checks=CHECKS)

    ask()
