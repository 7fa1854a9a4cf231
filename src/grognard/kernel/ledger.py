"""The ledger: every numbered section of a rulebook, where it is kept, which cases test it, which readings it uses.

It is made from the title's `sections.csv`, the `@rule` marks, the names of tests and the ids cited in the code; nobody writes it
by hand. The readings are checked on the way: every cited id is listed in READINGS.md, every listed id is cited.

A title whose rulebook is not whole may have rules of its own in `ours.csv` (`ours 15.4`, its title, its source). They are listed
apart with the status `ours`, or `ours, open` while no code keeps them, and never count as the publisher's.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel.files import read_csv
from grognard.kernel.rules import MARKS, Mark
from grognard.kernel.title import Title

READING = re.compile(r"\b[A-Z][A-Z0-9]*-(?:AMB|DEC|GAP)-\d+\b")
HEADING = re.compile(r"^#+ +([A-Z][A-Z0-9]*-(?:AMB|DEC|GAP)-\d+)\b", re.MULTILINE)


class Section(msgspec.Struct, frozen=True):
    """A row of `sections.csv`: `no_code` says why a section needs none; `shared` names a section of the title this one builds on,
    whose code keeps it too."""

    section: str
    title: str
    line: int = 0
    no_code: str = ""
    shared: str = ""


class OwnRule(msgspec.Struct, frozen=True):
    """A row of `ours.csv`: a rule of the title's own and where it comes from."""

    section: str
    title: str = ""
    source: str = ""


class Entry(msgspec.Struct):
    """A section in the ledger. Status: implemented, no-code or missing; for a title's own rules ours or ours, open."""

    section: str
    title: str
    status: str
    where: list[str]
    cases: list[str]
    readings: list[str]
    reason: str = ""
    source: str = ""


class Ledger(msgspec.Struct):
    """All sections of a title, how many there are of each status, and what is wrong with its readings."""

    sections: list[Entry]
    totals: dict[str, int]
    problems: list[str]
    ours: list[Entry] = []


class ReadingText(msgspec.Struct, frozen=True):
    """A reading of READINGS.md: its id, what it is about, and our words."""

    id: str
    about: str
    text: str


class RuleText(msgspec.Struct):
    """A section for somebody who plays: its name, what our code says it does, the cases that test it, how it is read."""

    section: str
    title: str
    status: str
    words: list[str]
    cases: list[str]
    readings: list[ReadingText]
    reason: str = ""


def rulebook(title: Title[Any]) -> list[RuleText]:
    """Every section of a title in our own words, from the docstrings of the code that keeps it."""
    marks, made, readings = _marks(title), ledger(title), readings_of(title)
    words: dict[str, list[str]] = {}
    for mark in marks:
        for section in mark.sections:
            told = _words_of(mark)
            if told and told not in words.setdefault(section, []):
                words[section].append(told)
    return [
        RuleText(
            entry.section,
            entry.title,
            entry.status,
            words.get(entry.section, []),
            [case.rpartition("::")[2].removeprefix("test_").replace("_", " ") for case in entry.cases[:12]],
            [readings[id] for id in entry.readings if id in readings],
            entry.reason or entry.source,
        )
        for entry in (*made.sections, *made.ours)
    ]


def _words_of(mark: Mark) -> str:
    """The docstring of marked code as one paragraph."""
    thing: Any = importlib.import_module(mark.module)
    for name in mark.name.split("."):
        thing = getattr(thing, name, None)
    return " ".join((getattr(thing, "__doc__", None) or mark.summary).split()).rstrip(".")


def readings_of(title: Title[Any]) -> dict[str, ReadingText]:
    """The readings of a title by id."""
    path = title.folder / "READINGS.md"
    if not path.exists():
        return {}
    found = {}
    for part in re.split(r"^#+ +(?=[A-Z][A-Z0-9]*-(?:AMB|DEC|GAP)-)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head, _, text = part.partition("\n")
        id, _, about = head.partition(" ")
        found[id] = ReadingText(id, about.strip(), text.strip())
    return found


def ledger(title: Title[Any]) -> Ledger:
    """Make the ledger of a title."""
    listed = read_csv(title.folder / "sections.csv", Section) if (title.folder / "sections.csv").exists() else []
    marks = _marks(title)
    cited = _cited(title, marks)
    cases = _cases(title)
    below = _marks(title.builds_on) if title.builds_on is not None else []
    entries = [_entry(section, listed, marks, cited, cases, title, below) for section in listed]
    totals = {status: sum(1 for e in entries if e.status == status) for status in ("implemented", "no-code", "missing")}
    totals["with cases"] = sum(1 for e in entries if e.cases)
    own = read_csv(title.folder / "ours.csv", OwnRule) if (title.folder / "ours.csv").exists() else []
    ours = [_own_entry(one, own, marks, cited, cases, title) for one in own]
    if own:
        totals["ours"] = sum(1 for e in ours if e.status == "ours")
        totals["ours, open"] = len(ours) - totals["ours"]
    known = {s.section for s in listed} | {s.section for s in own}
    stray = sorted(
        {s for m in marks for s in m.sections if s and s not in known and not any(k.startswith(f"{s}.") for k in known)}
    )
    problems = [f"@rule({s!r}) names a section the rulebook does not have" for s in stray] if listed else []
    return Ledger(entries, totals, problems + readings_problems(title), ours)


def _entry(
    section: Section,
    listed: list[Section],
    marks: list[Mark],
    cited: dict[tuple[str, int], set[str]],
    cases: dict[str, list[str]],
    title: Title[Any],
    built_on: Iterable[Mark] = (),
) -> Entry:
    """A section's line. One kept by the code of another title counts once a case of this title tests it."""
    own = [m for m in marks if section.section in m.sections]
    if section.shared and section.section in cases:
        own += [m for m in built_on if section.shared in m.sections]
    lent = {s for m in built_on for s in m.sections}
    below = [s for s in listed if s.section.startswith(f"{section.section}.")]
    kept_below = any(s.section in m.sections for m in marks for s in below) or any(
        s.shared in lent and s.section in cases for s in below
    )
    status = "implemented" if own or kept_below else "no-code" if section.no_code else "missing"
    readings = sorted({r for m in own for r in cited.get((m.file, m.line), ())})
    where = [f"{_relative(m.file, title)}:{m.line} {m.name}" for m in own]
    return Entry(
        section.section,
        section.title,
        status,
        where,
        cases.get(section.section, []),
        readings,
        section.no_code if status == "no-code" else "",
    )


def _own_entry(
    one: OwnRule,
    own: list[OwnRule],
    marks: list[Mark],
    cited: dict[tuple[str, int], set[str]],
    cases: dict[str, list[str]],
    title: Title[Any],
) -> Entry:
    """A rule of the title's own: kept by a mark on it, or for a chapter by one below it."""
    found = _entry(Section(one.section, one.title), [Section(o.section, o.title) for o in own], marks, cited, cases, title)
    found.status = "ours" if found.status == "implemented" else "ours, open"
    found.source = one.source
    return found


def _relative(file: str, title: Title[Any]) -> str:
    path = Path(file)
    return str(path.relative_to(title.folder)) if path.is_relative_to(title.folder) else path.name


def _marks(title: Title[Any]) -> list[Mark]:
    """The marks made in the title's own modules, all of which are imported for it."""
    package = type(title).__module__
    module = importlib.import_module(package)
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), f"{package}."):
        importlib.import_module(found.name)
    return [m for m in MARKS if m.module == package or m.module.startswith(f"{package}.")]


def _cited(title: Title[Any], marks: Iterable[Mark]) -> dict[tuple[str, int], set[str]]:
    """The reading ids cited inside each marked function."""
    found: dict[tuple[str, int], set[str]] = {}
    by_file: dict[str, list[Mark]] = {}
    for mark in marks:
        by_file.setdefault(mark.file, []).append(mark)
    for file, own in by_file.items():
        if not file or not Path(file).exists():
            continue
        text = Path(file).read_text(encoding="utf-8")
        lines = text.splitlines()
        ends = {
            _first_line(node): node.end_lineno or 0 for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)
        }
        for mark in own:
            body = "\n".join(lines[mark.line - 1 : ends.get(mark.line, mark.line)])
            found[mark.file, mark.line] = set(READING.findall(body))
    return found


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(d.lineno for d in node.decorator_list)])


def tests_of(title: Title[Any]) -> Path:
    """Where a title's tests are: what it says, or `tests/titles/<code>` of the source tree."""
    return title.tests or title.folder.parents[3] / "tests" / "titles" / title.code


def _cases(title: Title[Any]) -> dict[str, list[str]]:
    """Test ids by section: from names such as `test_10_2_2_a` and from ids of worked examples such as `tw-10.2.2-a`; of a title's
    own rules from `test_ours_10_4`, `test_ours_15_33a` (15.33A), `test_ours_v_5` and `AW-OURS-10-a`."""
    found: dict[str, list[str]] = {}
    folder = tests_of(title)
    name = re.compile(rf"^test_(?:{title.code}_)?(ours_)?((?:\d+|(?<=ours_)v)(?:_\d+)*(?:(?<=\d)[a-h](?=_|$))?)(?:_([a-z]\w*))?$")
    example = re.compile(rf"\b(?:{title.code}|[A-Z]+-(OURS))-([\dV]+(?:\.\d+)*)-[a-z]+\b")
    for path in sorted(folder.rglob("test_*.py")) if folder.exists() else ():
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                match = name.match(node.name)
                if match:
                    section = ("ours " if match[1] else "") + match[2].replace("_", ".").upper()
                    found.setdefault(section, []).append(f"{path.name}::{node.name}")
        for match in example.finditer(text):
            cases = found.setdefault(("ours " if match[1] else "") + match[2], [])
            if match[0] not in cases:
                cases.append(match[0])
    return found


def readings_problems(title: Title[Any]) -> list[str]:
    """Ids that are cited but not listed, or listed but not cited."""
    path = title.folder / "READINGS.md"
    listed = set(HEADING.findall(path.read_text(encoding="utf-8"))) if path.exists() else set()
    doubled = [r for r in listed if path.read_text(encoding="utf-8").count(f"# {r} ") > 1]
    cited: set[str] = set()
    for source in title.folder.rglob("*"):
        if source.suffix in {".py", ".toml", ".csv"}:
            cited |= set(READING.findall(source.read_text(encoding="utf-8")))
    return [
        *(f"{r} is cited but not listed in READINGS.md" for r in sorted(cited - listed)),
        *(f"{r} is listed in READINGS.md but cited nowhere" for r in sorted(listed - cited)),
        *(f"{r} is listed twice in READINGS.md" for r in sorted(doubled)),
    ]
