"""Whatever a page of the client says can be read on what it stands on: 4.5 to 1 (WCAG AA), in the light and in the dark.

Colours that titles give their sides come in everywhere: which ink stands on them the client works out (web/src/ink.ts, and its
test over all colours); where they only tint the ground under an ink of the page, it is reckoned here for every side there is.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.kernel.title import title, titles

CLIENT = Path(__file__).parents[2] / "web" / "src"
STYLE = (CLIENT / "style.css").read_text(encoding="utf-8")
READABLE = 4.5
FAINT = {"button:disabled", ".segments span.past"}  # what cannot be pressed, and a bar without words
Colour = tuple[float, float, float]


def rgb(text: str) -> Colour:
    digits = text.lstrip("#")
    full = digits if len(digits) == 6 else "".join(d + d for d in digits)
    return int(full[:2], 16), int(full[2:4], 16), int(full[4:], 16)


def mixed(colour: Colour, part: float, ground: Colour) -> Colour:
    a, b, c = (part * one + (1 - part) * other for one, other in zip(colour, ground))
    return a, b, c


def light(colour: Colour) -> float:
    r, g, b = (part / 3294 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def themes() -> dict[str, dict[str, str]]:
    """The variables of the light and of the dark page."""
    blocks = re.findall(r":root(\[data-theme=\"dark\"\])? \{([^}]*)\}", STYLE)
    plain = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+)", blocks[0][1]))
    return {"light": plain, "dark": {**plain, **dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+)", blocks[1][1]))}}


def rules() -> list[tuple[str, str]]:
    return [(where.strip(), what) for where, what in re.findall(r"([^{}]+)\{([^{}]*)\}", STYLE)]


def named(value: str, theme: dict[str, str]) -> Colour | None:
    found = re.fullmatch(r"var\(--([a-z-]+)\)|(#[0-9a-f]{3,6})", value.strip())
    if found is None:
        return None
    return rgb(found[2] or theme[found[1]]) if found[2] or found[1] in theme else None


def sides() -> list[str]:
    """Every colour of a side in every title, and those the client gives where a title gives none or colours must be safe."""
    given = {side.colour for code in titles() for side in title(code).sides}
    own = re.findall(r"#[0-9a-f]{6}", re.search(r"const SAFE = .*?const PLAIN = [^;]*;", settings(), re.DOTALL)[0])  # type: ignore[index]
    others = re.findall(r"#[0-9a-f]{6}", re.search(r"const OTHERS = [^;]*;", settings())[0])  # type: ignore[index]
    assert len(given) > 30 and len(own) > 10 and len(others) > 10
    return sorted(given | set(own) | set(others))


def settings() -> str:
    return (CLIENT / "settings.ts").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_inks_of_the_page_read_on_its_grounds(name: str) -> None:
    theme = {key: rgb(value) for key, value in themes()[name].items()}
    pairs = [(ink, ground) for ink in ("ink", "soft", "accent", "bad") for ground in ("paper", "card")]
    pairs += [("bar-ink", "bar"), ("bar-soft", "bar"), ("accent-ink", "accent-bg"), ("ink", "line")]
    poor = {pair: contrast(theme[pair[0]], theme[pair[1]]) for pair in pairs}
    assert not {pair: found for pair, found in poor.items() if found < READABLE}
    for ground in ("paper", "card"):  # what is pointed at is tinted with the light of an answer
        tinted = mixed(theme["lit"], 0.18, theme[ground])
        assert min(contrast(theme[ink], tinted) for ink in ("ink", "soft")) >= READABLE


@pytest.mark.parametrize("name", ["light", "dark"])
def test_where_a_rule_names_ink_and_ground_they_can_be_read(name: str) -> None:
    theme, poor, seen = themes()[name], [], 0
    for where, what in rules():
        ink = re.search(r"(?<![-a-z])color: ([^;]+)", what)
        ground = re.search(r"background(?:-color)?: ([^;]+)", what)
        pair = (named(ink[1], theme), named(ground[1], theme)) if ink and ground else (None, None)
        if pair[0] is not None and pair[1] is not None and (name == "dark") >= ("dark" in where):
            seen += 1
            if contrast(pair[0], pair[1]) < READABLE:
                poor.append((where, round(contrast(pair[0], pair[1]), 2)))
    assert seen > 10 and not poor


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_side_tints_no_ground_too_much(name: str) -> None:
    """The squares of a track: the name stands on a quarter of a side's colour, the note on a tenth of it."""
    theme = {key: rgb(value) for key, value in themes()[name].items()}
    name_part, note_part = 0.26, 0.09
    assert f"var(--end) {name_part:.0%}" in STYLE and f"var(--end) {note_part:.0%}" in STYLE
    for colour in sides():
        note = mixed(rgb(colour), note_part, theme["card"])
        assert contrast(theme["soft"], note) >= READABLE, colour
        assert contrast(theme["ink"], mixed(rgb(colour), name_part, note)) >= READABLE, colour


def test_words_are_never_made_fainter_by_opacity() -> None:
    """What stands back is written in the soft ink, which can be read; opacity is for what has no words."""
    faint = [where for where, what in rules() if re.search(r"(?<![-a-z])opacity: (?!1\b)", what)]
    bare = [where for where in faint if where not in FAINT and "::" not in where and not where.endswith(("canvas", "svg"))]
    assert not [where for where in bare if not re.match(r"from|to|\d", where)], bare
