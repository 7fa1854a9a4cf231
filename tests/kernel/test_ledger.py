"""The ledger and the readings."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grognard.kernel.ledger import ledger, readings_problems
from grognard.kernel.rules import No
from tests.kernel.conftest import TITLE


def test_2_1_a_the_name_of_this_test_is_a_case_of_2_1() -> None:
    entries = {e.section: e for e in ledger(TITLE).sections}
    assert "test_ledger.py::test_2_1_a_the_name_of_this_test_is_a_case_of_2_1" in entries["2.1"].cases


def test_every_section_has_a_status() -> None:
    found = ledger(TITLE)
    entries = {e.section: e for e in found.sections}
    assert entries["2.5"].status == "implemented"
    assert any(where.endswith(" intercept") for where in entries["2.5"].where)
    assert entries["2"].status == "implemented"  # through its subsections
    assert entries["2.2"].status == "missing"  # kept inside may_enter, but nobody marked it
    assert (entries["6"].status, entries["6"].reason) == ("no-code", "the box holds counters and a die")
    assert found.totals["missing"] == 1
    assert sum(found.totals[s] for s in ("implemented", "no-code", "missing")) == len(found.sections)


def test_worked_examples_count_as_cases() -> None:
    """The id skirmish-3.1-a in a test counts for section 3.1."""
    entries = {e.section: e for e in ledger(TITLE).sections}
    assert "skirmish-3.1-a" in entries["3.1"].cases


def test_readings_are_cited_and_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "title"
    shutil.copytree(TITLE.folder, folder)
    (folder / "combat.py").write_text("x = 1  # SK-AMB-01, SK-AMB-07\n")
    (folder / "READINGS.md").write_text("## SK-AMB-01 One\n## SK-AMB-01 Again\n## SK-AMB-02 Two\n")
    monkeypatch.setattr(type(TITLE), "folder", folder)
    assert readings_problems(TITLE) == [
        "SK-AMB-07 is cited but not listed in READINGS.md",
        "SK-AMB-02 is listed in READINGS.md but cited nowhere",
        "SK-AMB-01 is listed twice in READINGS.md",
    ]


def test_a_mark_for_a_section_that_does_not_exist_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "title"
    folder.mkdir()
    (folder / "sections.csv").write_text("# provenance: rulebook own\nsection,title,line,no_code\n2.1,Steps,0,\n")
    monkeypatch.setattr(type(TITLE), "folder", folder)
    problems = ledger(TITLE).problems
    assert "@rule('3.1') names a section the rulebook does not have" in problems
    assert not any("'2.1'" in p for p in problems)


def test_rules_of_a_titles_own_stand_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`ours.csv`: kept ones have the status ours, the others ours, open; none counts among the rulebook's sections."""
    folder = tmp_path / "title"
    folder.mkdir()
    (folder / "sections.csv").write_text("# provenance: rulebook own\nsection,title,line,no_code\n2.1,Steps,0,\n")
    (folder / "ours.csv").write_text("# provenance: reconstructed own\nsection,title,source\n3.1,Fire,D\n9.9,Stars,R\n")
    monkeypatch.setattr(type(TITLE), "folder", folder)
    found = ledger(TITLE)
    assert [(e.section, e.status, e.source) for e in found.ours] == [("3.1", "ours", "D"), ("9.9", "ours, open", "R")]
    assert (found.totals["ours"], found.totals["ours, open"], len(found.sections)) == (1, 1, 1)
    assert not any("'3.1'" in p for p in found.problems)


def test_a_refusal_reads_as_words_and_is_no_condition() -> None:
    no = No("9.7", "must stop")
    assert str(no) == "must stop (9.7)"
    assert str(No("", "no")) == "no"
    with pytest.raises(TypeError, match="is None"):
        bool(no)
