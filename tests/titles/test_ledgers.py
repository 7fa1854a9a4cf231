"""The ledger of every title: no section is missing, and every reading that is listed is cited and the other way round."""

from __future__ import annotations

import pytest

from grognard.kernel.ledger import ledger
from grognard.kernel.title import title as find_title


@pytest.mark.parametrize("code", ["aif", "awaw", "gw36", "tw", "wif"])
def test_the_ledger_of_a_title_is_whole(code: str) -> None:
    found = ledger(find_title(code))
    assert found.problems == []
    assert [e.section for e in found.sections if e.status == "missing"] == []
    assert {e.status for e in found.sections} == {"implemented", "no-code"}
