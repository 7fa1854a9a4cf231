"""Imports go down only: between packages, and inside every title from the sequence to the facts (DESIGN 11.7)."""

from __future__ import annotations

import pytest

from tests.house.storeys import (
    ALL,
    BUILDS_ON,
    MODULES,
    PACKAGES,
    PICTURE,
    ROOMS,
    TITLES,
    drawing,
    height,
    knots,
    package,
    room,
    title_of,
)


def test_no_import_stands_in_a_function() -> None:
    inside = [i for i in ALL if i.inside and not i.typing]
    assert not inside, "\n".join(f"{i.by}:{i.line} imports {i.of}" for i in inside)


def test_packages_import_downward() -> None:
    wrong = [
        i
        for i in ALL
        if package(i.by) and package(i.of) and package(i.by) != package(i.of)
        and height(PACKAGES, package(i.of)) >= height(PACKAGES, package(i.by))
    ]  # fmt: skip
    assert not wrong, "\n".join(f"{i.by}:{i.line} imports {i.of}" for i in wrong)


@pytest.mark.parametrize("code", TITLES)
def test_a_title_has_storeys(code: str) -> None:
    wrong = []
    for i in ALL:
        if title_of(i.by) == code and not i.typing and title_of(i.of):
            if title_of(i.of) != code:
                assert BUILDS_ON.get(code) == title_of(i.of), f"{i.by}:{i.line} imports another title, {i.of}"
            elif height(ROOMS, room(i.of)) > height(ROOMS, room(i.by)):
                wrong.append(f"{i.by}:{i.line} ({room(i.by)}) imports {i.of} ({room(i.of)})")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("part", ["kernel", "odds", "agents", "server", *(f"titles.{code}" for code in TITLES)])
def test_no_modules_import_each_other_in_a_circle(part: str) -> None:
    names = [name for name in MODULES if name.startswith(f"grognard.{part}.") or name == f"grognard.{part}"]
    assert names and not knots(names)


def test_the_picture_is_the_house() -> None:
    assert PICTURE.read_text() == drawing(), "draw it anew: python -m tests.house.storeys"
