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
    "Segment", "Each", "Lesson", "Scenario", "Switch", "Seat", "Side", "Standing", "Points", "Option", "Item",
    "Modifier", "add", "spoken",
}  # fmt: skip
LINE = re.compile(r'(?:(msgid|msgstr)\s+)?(".*")$')
HOLE = re.compile(r"\{\d*(?:[!:][^{}]*)?\}")
WORDS = re.compile(r"[A-Za-z]{2}")
ONE_WORD = re.compile(r"[A-Z][a-z]+(?:-[a-z]+)*\.?$")  # a heading of a column, an answer
SKIPPED = ("agent", "atelier")


def spoken(word: str) -> str:
    """A word that stands alone in the code and is shown to people: by this the catalogue knows it."""
    return word



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
    voiced, keys = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SPEAKING:
                said = (*node.args, *(word.value for word in node.keywords))
                voiced |= {id(part) for value in said for part in _parts(value)}
        if isinstance(node, ast.Dict):
            keys |= {id(key) for key in node.keys}
        if isinstance(node, ast.JoinedStr):
            silent |= {id(value) for value in node.values}
    for node in ast.walk(tree):
        if id(node) in silent or not isinstance(node, (ast.JoinedStr, ast.Constant)):
            continue
        text = template(node)
        if not text or not WORDS.search(HOLE.sub("", text)):
            continue
        if id(node) in voiced and "_" in text:
            yield text.replace("_", " "), node.lineno
        if id(node) in voiced or " " in text.strip() or (ONE_WORD.match(text) and id(node) not in keys):
            yield text, node.lineno
    yield from _procedures(tree)
    yield from _members(tree)


def _parts(value: ast.AST) -> Iterator[ast.AST]:
    """What may be said of an argument: itself, what it is chosen from or put together of."""
    yield value
    if isinstance(value, ast.IfExp):
        yield from (*_parts(value.body), *_parts(value.orelse))
    elif isinstance(value, ast.BoolOp | ast.Tuple | ast.List | ast.JoinedStr):
        within = value.elts if isinstance(value, ast.Tuple | ast.List) else value.values
        yield from (part for one in within for part in _parts(one))
    elif isinstance(value, ast.FormattedValue | ast.Starred):
        yield from _parts(value.value)
    elif isinstance(value, ast.BinOp):
        yield from (*_parts(value.left), *_parts(value.right))


def _procedures(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """What a rule's procedure does, told on the way to a question: the first line of its docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any("rule" in ast.dump(mark) for mark in node.decorator_list):
            yield (ast.get_docstring(node) or node.name.replace("_", " ")).splitlines()[0].rstrip("."), node.lineno


def _members(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Names of kinds, terrains, weathers: the members of an enumeration, as they are shown."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any("Enum" in ast.dump(base) for base in node.bases):
            targets = (target for one in node.body if isinstance(one, ast.Assign) for target in one.targets)
            for name in (target.id for target in targets if isinstance(target, ast.Name)):
                yield name.lower().replace("_", " "), node.lineno
                yield name.capitalize().replace("_", " "), node.lineno


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
    told = (str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return HOLE.sub(lambda hole: f"{{{next(holes, 9)}}}", "".join(told))
