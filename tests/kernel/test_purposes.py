"""What a line of the log says in codes besides its words."""

from __future__ import annotations

import pytest

from grognard.kernel.play import Deed
from grognard.kernel.purposes import fate_of, table_cell, wanted_faces

UNITS = (("germany", "Infantry", 1),)


@pytest.mark.parametrize(
    ("purpose", "die", "faces"),
    [
        ("Infantry at Warsaw, 3 or less", "D12", (0, 3)),
        ("Jets, stage 2 on 9 or more", "D12", (9, 12)),
        ("the weather in the east", "D10", None),
    ],
)
def test_the_faces_a_purpose_wants(purpose: str, die: str, faces: tuple[int, int] | None) -> None:
    assert wanted_faces(purpose, die) == faces


def test_the_cell_of_a_roll() -> None:
    purpose = "Brussels: 50:8 is 6-1, column 5-1; -3 rating 1 against 3 (10.8), -1 surprise in the West (18.2)"
    assert table_cell(purpose, [4]) == ("5-1", 0)
    assert table_cell("weather", [4]) is None


@pytest.mark.parametrize(
    ("came", "went", "text", "fate"),
    [
        ("W1", "W2", "Infantry: A to B", ""),
        ("W1", "", "German Infantry is lost in A", "lost"),
        ("W1", "", "Infantry: leaves A", "lost"),
        ("W1", "", "Infantry goes back to the pool", ""),
        ("", "W1", "Infantry: arrives in A", "came"),
    ],
)
def test_the_fate_of_a_deed(came: str, went: str, text: str, fate: str) -> None:
    assert fate_of(Deed("", came, went, UNITS), text) == fate
