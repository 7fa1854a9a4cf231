"""Options that need or exclude each other, kits of them, and what the fuzzer may draw."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from grognard.kernel.errors import GrognardError
from grognard.kernel.options import Kit, Switch, faults, possible
from grognard.kernel.title import Title, titles
from tests.kernel.skirmish import Skirmish

SWITCHES = (
    Switch("carriers", "Carrier aircraft", default=True),
    Switch("divisions", "Divisions"),
    Switch("ants", "Still smaller divisions", needs=("divisions",), excludes=("carriers",)),
    Switch("length", "Length", default="short", choices=("short", "long"), needs=("divisions",)),
    Switch("epilogue", "Epilogue", needs=("length=long",)),
)


class Optional(Skirmish):
    """A title with options that depend on each other."""

    switches: ClassVar[Sequence[Switch]] = SWITCHES  # type: ignore[assignment]
    kits = (Kit("small", "Small units", {"divisions": True, "ants": True, "carriers": False}),)


TITLE = Optional()


def read(**given: bool | str) -> Mapping[str, Any]:
    return TITLE.read_options(given)


def test_what_can_be_played_together() -> None:
    assert read() == {"carriers": True, "divisions": False, "ants": False, "length": "short", "epilogue": False}
    assert read(divisions="on", length="long", epilogue="yes")["epilogue"] is True


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"ants": True}, "ants needs divisions; ants cannot be played with carriers"),
        ({"ants": True, "divisions": True}, "ants cannot be played with carriers"),
        ({"length": "long"}, "length needs divisions"),
        ({"epilogue": True, "divisions": True}, "epilogue needs length=long"),
    ],
)
def test_what_cannot(given: dict[str, bool | str], why: str) -> None:
    with pytest.raises(GrognardError, match=why):
        read(**given)


def test_kits() -> None:
    assert read(kit="small") == read(divisions=True, ants=True, carriers=False)
    assert read(kit="small", ants=False)["carriers"] is False
    with pytest.raises(GrognardError, match="no kit 'large'"):
        read(kit="large")
    with pytest.raises(GrognardError, match="no option 'kit'"):
        Skirmish().read_options({"kit": "small"})


def test_the_fuzzer_draws_only_what_can_be_played_and_all_of_it() -> None:
    rng = random.Random(1)
    seen = [possible(SWITCHES, rng) for _ in range(400)]
    assert not any(faults(SWITCHES, chosen) for chosen in seen)
    for switch in SWITCHES:
        assert {chosen[switch.key] for chosen in seen} == set(switch.choices or (True, False))
    fixed = [possible(SWITCHES, rng, {"divisions": True}) for _ in range(50)]
    assert all(chosen["divisions"] is True and not faults(SWITCHES, chosen) for chosen in fixed)


@pytest.mark.parametrize("code", titles())
def test_the_terms_of_every_title_name_its_switches(code: str) -> None:
    title: Title[Any] = titles()[code]
    known = {switch.key: switch for switch in title.switches}
    for switch in title.switches:
        for term in (*switch.needs, *switch.excludes):
            key, named, value = term.partition("=")
            assert key in known and (not named or value in known[key].choices), (switch.key, term)
    for kit in title.kits:
        assert title.read_options({"kit": kit.key}) == title.read_options(kit.options)
    assert "kit" not in known and not faults(title.switches, title.read_options({}))
