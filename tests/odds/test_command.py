"""`grognard odds`: the command's answers in words and as JSON, and its errors."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from grognard.cli import app
from grognard.kernel.errors import GrognardError

run = CliRunner()


def answer(*words: str) -> dict[str, object]:
    found = run.invoke(app, ["odds", "gw36", *words, "--json"])
    assert found.exit_code == 0, found.output
    data: dict[str, object] = json.loads(found.output)
    return data


def test_a_battle_in_words() -> None:
    words = "6 infantry 2 artillery 1 tactical_bomber > 4 infantry 1 fighter in city with fortification"
    found = run.invoke(app, ["odds", "gw36", words])
    assert found.exit_code == 0
    assert "exact" in found.output
    assert "attacker wins" in found.output
    assert "tactical bomber" in found.output


def test_the_same_as_json() -> None:
    found = answer("3 infantry > 2 infantry")
    assert found["method"] == "exact"
    assert found["won"] + found["held"] + found["nobody"] == pytest.approx(1.0)  # type: ignore[operator]


def test_orders_change_the_answer() -> None:
    fight = answer("4 infantry > 4 infantry")
    leave = answer("4 infantry > 4 infantry", "--retreat-after", "1")
    assert fight["retreated"] == 0.0 < leave["retreated"]  # type: ignore[operator]
    cheap = answer("2 infantry 2 medium_armor > 3 infantry")
    dear = answer("2 infantry 2 medium_armor > 3 infantry", "--losses", "medium_armor,infantry")
    assert cheap["won"] > dear["won"]  # type: ignore[operator]


def test_sampling_states_its_error() -> None:
    found = answer("3 infantry > 2 infantry", "--method", "sampled", "--samples", "5000")
    assert (found["method"], found["battles"]) == ("sampled", 5000)
    assert 0 < found["error"] < 0.02  # type: ignore[operator]


def test_raids_and_bombing() -> None:
    assert answer("1 submarine raid 6 > 1 destroyer with radar")["mean_ipp"] < 1.0  # type: ignore[operator]
    assert "damage" in answer("2 medium_bomber bomb air_base > 1 fighter")
    assert "raiders lost" in run.invoke(app, ["odds", "gw36", "1 submarine raid > 1 destroyer"]).output


@pytest.mark.parametrize(
    "words",
    [
        ["gw36", "3 elephants > 2 infantry"],
        ["nothing", "3 infantry > 2 infantry"],
        ["gw36", "1 infantry > 1 infantry", "--method", "wild"],
    ],
)
def test_errors_name_the_remedy(words: list[str]) -> None:
    found = run.invoke(app, ["odds", *words])
    assert isinstance(found.exception, GrognardError)
    assert found.exception.remedy
