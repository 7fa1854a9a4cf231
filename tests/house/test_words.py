"""Every sentence of the client stands in one catalogue, whole in German; titles' catalogues speak of sentences that exist."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from grognard.kernel.catalogue import COMMON, catalogue, read_catalogue, sentences, write_catalogue
from grognard.kernel.errors import GrognardError
from tests.house.storeys import TITLES
from tests.house.typescript import Literal, literals

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "web" / "src"
FILES = [path for path in sorted(CLIENT.rglob("*.ts")) if not path.name.startswith("german")]
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in FILES}
KERNEL = ROOT / "src" / "grognard" / "kernel"

SHOWN = {"aria-label", "title", "placeholder", "label", "words"}  # properties whose value a person reads
SPEAK = {
    ("button", 0), ("dialog", 0), ("choice", 0), ("add", 1), ("check", 0), ("field", 0), ("items", 0), ("side", 0), ("cell", 1),
    ("toast", 0), ("toast", 1), ("sure", 0), ("sure", 1), ("sure", 2), ("sayAloud", 0), ("tellAloud", 0), ("Refusal", 1),
    ("Refusal", 3),
}  # fmt: skip
CODES = {"answer", "phase", "battle", "turn", "light", "dark", "evenodd"}  # values of menus and of the canvas
NAMES = {
    "Grognard", "State", "Forces", "Content-Type", "English", "Deutsch", "Enter", "Escape", "Arrow", "Space", "Shift", "Latin",
    "grognard play --lan", "grognard commitment ",
}  # fmt: skip
FOR_US = {"a drawing's pictures are inside the drawing"}  # a bug's words, for the console
STYLE = re.compile(r"px |sans-serif|^[.#\[]|button\.|^[MLhvz\d]|:\d")
HOLE = re.compile(r"\{\d[^{}]*(?:\{\d\}[^{}]*)*\}")


def is_bare(one: Literal) -> bool:
    """Whether a literal is read by people and does not go through the catalogue."""
    text = HOLE.sub(" ", one.text)
    if not re.search(r"[A-Za-z]{2}", text) or one.text in NAMES | FOR_US | CODES or one.before in ("===", "!=="):
        return False
    if one.callee == "t" and one.argument == 0:
        return False
    if one.property:
        return one.property in SHOWN
    if one.callee in ("h", "svg", "fill") and one.argument >= (2 if one.callee != "fill" else 1):
        return not STYLE.search(one.text)
    if (one.callee, one.argument) in SPEAK:
        return True
    return bool(re.match(r"[A-Z][a-z]+(?:[ .…]|$)", text) or re.search(r"[a-z]{2} [a-z]{2}", text)) and not STYLE.search(one.text)


def keys() -> dict[str, str]:
    """Every sentence of the client, and the file it stands in first."""
    found: dict[str, str] = {}
    for name, code in SOURCES.items():
        for one in literals(code):
            if one.callee == "t" and one.argument == 0:
                found.setdefault(one.text, name)
    return found


def german() -> dict[str, str]:
    found = "".join(path.read_text(encoding="utf-8") for path in sorted(CLIENT.glob("german*.ts")))
    pairs = re.findall(r'^  ("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*"),$', found, re.MULTILINE)
    assert len(pairs) == len({key for key, _ in pairs}), "a sentence is there twice"
    return {json.loads(key): json.loads(value) for key, value in pairs}


def values(text: str) -> set[str]:
    return set(re.findall(r"\{(\d)", text))


def test_no_bare_sentence_in_the_client() -> None:
    bare = [f"{name}:{one.line} {one.text!r}" for name, code in SOURCES.items() for one in literals(code) if is_bare(one)]
    assert not bare, "write t(...) around:\n" + "\n".join(bare)


@pytest.mark.parametrize(
    "code",
    [
        'h("p", null, "No rule has these words.")',
        'h("td", null, odd ? "lost" : "won")',
        "h(\"p\", null, `${n} of ${m} sent`)",
        'button("Undo", () => undefined)',
        'h("nav", { "aria-label": "Why this question" })',
        'const words = n ? "Waiting for the others" : "";',
        "return `all ${n} go together`;",
    ],
)
def test_a_bare_sentence_is_found(code: str) -> None:
    assert [one for one in literals(code) if is_bare(one)]


@pytest.mark.parametrize(
    "code",
    [
        'h("p", { class: "faint small" }, t("No rule has these words."))',
        'h("div", { role: "log", data: { option: "!commit" } }, String(n))',
        'if (kind === "turn over") go(/[a-z] "or less/.test(text));',
        'ctx.font = "600 12px system-ui, sans-serif";',
    ],
)
def test_codes_are_no_sentences(code: str) -> None:
    assert not [one for one in literals(code) if is_bare(one)]


def test_the_key_is_always_written_out() -> None:
    """`t(words)` with a variable would be a sentence no list can be compared with."""
    for name, code in SOURCES.items():
        assert not re.search(r"(?<![\w.$])(?<!function )t\((?!\")", code), name


def test_german_is_whole() -> None:
    wanted, found = keys(), german()
    assert not [f"{where}: {text}" for text, where in wanted.items() if text not in found]
    assert not [text for text in found if text not in wanted], "nobody says these any more"
    assert not [text for text, said in found.items() if values(text) != values(said) or not said.strip()]


@pytest.mark.parametrize("code", ["kernel", *TITLES])
def test_a_catalogue_speaks_of_sentences_that_exist(code: str) -> None:
    """Each entry is a sentence of the code, the beginning of one that a value follows, or a name in the title's data."""
    folder = KERNEL if code == "kernel" else ROOT / "src" / "grognard" / "titles" / code
    entries = read_catalogue((COMMON if code == "kernel" else folder / "words") / "de.po")
    assert entries or code not in ("kernel", "tw")
    known = sentences(folder) if entries else {}
    if code == "kernel":
        known |= sentences(folder.parent / "server")
    data = "\n".join(path.read_text(encoding="utf-8") for ext in ("*.csv", "*.toml") for path in sorted(folder.rglob(ext)))
    begun = {text: re.sub(r"(?: \{\d\})+$", "", text) for text in entries}
    lost = [text for text in entries if text not in known and begun[text] not in known and text not in data]
    assert not lost
    assert not [text for text, said in entries.items() if values(said) - values(text)]


def test_a_catalogue_is_written_and_read(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    file = tmp_path / "words" / "de.po"
    file.write_text(write_catalogue({'Say "{0}"': "a.py:1", "Nothing": "a.py:2"}, {'Say "{0}"': "Sage „{0}“"}), encoding="utf-8")
    assert read_catalogue(file) == {'Say "{0}"': "Sage „{0}“"}
    assert catalogue((tmp_path,), "de")['Say "{0}"'] == "Sage „{0}“"
    file.write_text('msgid "a"\nmsgstr "b\n', encoding="utf-8")
    with pytest.raises(GrognardError, match="line 2"):
        read_catalogue(file)


def test_the_sentences_of_code_are_found(tmp_path: Path) -> None:
    lines = [
        '"""No sentence of ours."""',
        "def f(g, n):",
        '    """Nor this one."""',
        '    g.say("{} takes {}", n, n)',
        '    return f"{n} points of {n.x:.1f} left"',
    ]
    (tmp_path / "a.py").write_text("\n".join(lines), encoding="utf-8")
    assert sentences(tmp_path) == {"{0} takes {1}": "a.py:4", "{0} points of {1} left": "a.py:5"}
