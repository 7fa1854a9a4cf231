"""Sentences in other languages. The log and the wire are English; a catalogue goes from the English sentence, with {0}, {1}
where a value is put in, to another language, and a client looks sentences up in it. Nothing is decided by words.

A catalogue is a PO file (`words/de.po` in a title's folder; `kernel/words/de.po` for what kernel and server say), so that
translators have their tools. `grognard words TITLE` writes one with every sentence found in the title's code.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from grognard.kernel.errors import GrognardError

COMMON = Path(__file__).parent / "words"
SPEAKING = {
    "say", "roll", "roll_dice", "Ask", "menu", "Act", "No", "First", "Told", "Vague", "Outcome", "Label", "Panel", "Track",
    "Segment", "Each", "Lesson", "Scenario", "Switch", "Seat", "Side", "Standing", "Points", "Option",
}  # fmt: skip
LINE = re.compile(r'(?:(msgid|msgstr)\s+)?(".*")$')
HOLE = re.compile(r"\{\d*(?:[!:][^{}]*)?\}")
WORDS = re.compile(r"[A-Za-z]{2}")
SKIPPED = ("agent", "atelier")


def read_catalogue(path: Path) -> dict[str, str]:
    """The translated sentences of a PO file; what is not translated yet is left out. A missing file is an empty catalogue."""
    entry: dict[str, str] = {}
    found: dict[str, str] = {}
    part = ""
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines() if path.is_file() else (), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        read = LINE.match(line)
        if read is None or not (read[1] or part):
            what = f"{path.name}, line {number}: not a line of a PO file: {line[:60]}"
            raise GrognardError(what, remedy="write msgid or msgstr")
        if read[1] == "msgid":
            entry = {"msgid": "", "msgstr": ""}
        part = read[1] or part
        try:
            entry[part] += json.loads(read[2])
        except ValueError:
            what = f"{path.name}, line {number}: the quotes do not close"
            raise GrognardError(what, remedy="put one sentence in quotes") from None
        if part == "msgstr" and entry["msgid"] and entry["msgstr"]:
            found[entry["msgid"]] = entry["msgstr"]
    return found


def write_catalogue(sentences: Mapping[str, str], known: Mapping[str, str]) -> str:
    """A PO file of these sentences (each with where it stands), with the translations that are known."""
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    quoted = json.JSONEncoder(ensure_ascii=False).encode
    entries = [
        f"#: {where}\nmsgid {quoted(text)}\nmsgstr {quoted(known.get(text, ''))}\n" for text, where in sentences.items()
    ]
    return "\n".join([head, *entries])


def catalogue(folders: tuple[Path, ...], language: str) -> dict[str, str]:
    """What kernel, server and these titles' folders say, in a language; a later folder has the last word."""
    found: dict[str, str] = {}
    for folder in (COMMON, *(folder / "words" for folder in folders)):
        found.update(read_catalogue(folder / f"{language}.po"))
    return found


def sentences(folder: Path) -> dict[str, str]:
    """Every sentence in the code of a folder, with {0}, {1} for its values, and where it stands first."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.py")):
        if any(part in SKIPPED for part in path.relative_to(folder).parts):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text, line in _spoken(tree):
            found.setdefault(text, f"{path.relative_to(folder).as_posix()}:{line}")
    return found


def _spoken(tree: ast.AST) -> Iterator[tuple[str, int]]:
    silent = {id(value) for value in _docstrings(tree)}
    voiced = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SPEAKING:
                voiced |= {id(value) for value in (*node.args, *(word.value for word in node.keywords))}
        if isinstance(node, ast.JoinedStr):
            silent |= {id(value) for value in node.values}
    for node in ast.walk(tree):
        if id(node) in silent or not isinstance(node, (ast.JoinedStr, ast.Constant)):
            continue
        text = template(node)
        if text and (id(node) in voiced or " " in text.strip()) and WORDS.search(HOLE.sub("", text)):
            yield text, node.lineno


def _docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            yield from (one.value for one in body if isinstance(one, ast.Expr))


def template(node: ast.JoinedStr | ast.Constant) -> str:
    """The sentence of a literal, its holes numbered in their order."""
    if isinstance(node, ast.Constant):
        text = node.value if isinstance(node.value, str) else ""
        holes = iter(range(10))
        return HOLE.sub(lambda hole: hole[0] if hole[0] != "{}" else f"{{{next(holes, 9)}}}", text)
    holes = iter(range(10))
    return "".join(str(part.value) if isinstance(part, ast.Constant) else f"{{{next(holes, 9)}}}" for part in node.values)
