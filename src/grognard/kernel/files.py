"""Data files: provenance, schemas, and the data packs of people who own the printed game.

Every CSV, TOML and JSON file of a title says where its content comes from, and is read against a schema. A pack is a folder
with `pack.toml` and files that stand in for files of a title. What the files mean is not here: boards are in board.py, charts
in tables.py.
"""

from __future__ import annotations

import csv
import hashlib
import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as shapes

from grognard.kernel.errors import GrognardError

KINDS = ("rulebook", "public", "reconstructed")
SUFFIXES = (".csv", ".toml", ".json")
BESIDE_THE_DATA = ("readme", "license", "licence", "notes", "changelog")

T = TypeVar("T")
Schema = Any  # a msgspec.Struct class (a row of a CSV, or a whole document) or a callable that loads a path


@dataclass(frozen=True)
class Provenance:
    """Where a file's content comes from: `Provenance("rulebook", "12.1")`."""

    kind: str
    detail: str

    def __str__(self) -> str:
        return f"{self.kind} {self.detail}"

    @classmethod
    def parse(cls, text: object, *, file: str | Path | None = None, line: int | None = None) -> Provenance:
        words = text.split(None, 1) if isinstance(text, str) else []
        if len(words) == 2 and words[0] in KINDS:
            return cls(words[0], words[1].strip())
        raise GrognardError(
            f"provenance {text!r} is not understood" if words else "provenance is missing",
            file=file, line=line, remedy="write 'rulebook <section>', 'public <source>' or 'reconstructed <method>'",
        )


# --- CSV ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sheet:
    """A CSV file as text: provenance, notes, header, rows, and the line on which each row stands."""

    path: Path
    provenance: Provenance
    notes: tuple[str, ...]
    header: tuple[str, ...]
    rows: list[list[str]]
    lines: list[int]

    def error(self, message: str, row: int | None = None, remedy: str | None = None) -> GrognardError:
        return GrognardError(message, file=self.path, line=None if row is None else self.lines[row], remedy=remedy)

    def note(self, key: str) -> str | None:
        """The text after `# key:` among the notes."""
        for note in self.notes:
            name, colon, text = note.partition(":")
            if colon and name.strip() == key:
                return text.strip()
        return None


def read_sheet(path: Path) -> Sheet:
    """Read a CSV untyped; every row has as many cells as the header."""
    text = _text(path).splitlines(keepends=True)
    top = 0
    notes: list[str] = []
    provenance: Provenance | None = None
    while top < len(text) and (text[top].startswith("#") or not text[top].strip()):
        note = text[top].lstrip("#").strip()
        top += 1
        if note.startswith("provenance:"):
            provenance = Provenance.parse(note.partition(":")[2].strip(), file=path, line=top)
        elif note:
            notes.append(note)
    if provenance is None:
        remedy = "begin the file with '# provenance: rulebook <section>', 'public <source>' or 'reconstructed <method>'"
        raise GrognardError("provenance is missing", file=path, line=1, remedy=remedy)
    reader = csv.reader(text[top:], strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    try:
        header = tuple(name.strip() for name in next(reader, ()))
        before = reader.line_num
        for row in reader:
            if row:
                rows.append(row)
                lines.append(top + before + 1)
            before = reader.line_num
    except csv.Error as error:
        raise GrognardError(f"not a CSV file: {error}", file=path, line=top + reader.line_num,
                            remedy="close the quotes and use commas between cells") from None
    _check_header(path, header, top + 1)
    width = len(header)
    for row, line in zip(rows, lines):
        if len(row) != width:
            raise GrognardError(f"{len(row)} cells where the header has {width}", file=path, line=line,
                                remedy="put cells that contain a comma in double quotes")
    return Sheet(path, provenance, tuple(notes), header, rows, lines)


def read_csv(path: Path, row: type[T]) -> list[T]:
    """Read a CSV into structs. An empty cell means the field's default; `list` and `tuple` fields take space-separated words."""
    return typed_rows(read_sheet(path), row)


def typed_rows(sheet: Sheet, row: type[T]) -> list[T]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(row)}  # type: ignore[arg-type]
    for name in sheet.header:
        if name not in fields:
            raise sheet.error(f"unknown column '{name}'", remedy=f"the columns are {', '.join(fields)}")
    for name, field in fields.items():
        if field.required and name not in sheet.header:
            raise sheet.error(f"missing column '{name}'", remedy=f"add the column '{name}' to the header")
    kinds = [_cell_kind(fields[name].type) for name in sheet.header]
    columns = list(zip(sheet.header, kinds))
    result: list[T] = []
    for index, cells in enumerate(sheet.rows):
        record: dict[str, object] = {}
        for (name, kind), cell in zip(columns, cells):
            cell = cell.strip()
            if cell == "":
                continue
            if kind == "words":
                record[name] = cell.split()
            elif kind == "bool":
                record[name] = {"yes": True, "no": False}.get(cell, cell)
            else:
                record[name] = cell
        try:
            result.append(msgspec.convert(record, row, strict=False))
        except msgspec.ValidationError as error:
            raise _bad_row(sheet, index, error) from None
    return result


def _bad_row(sheet: Sheet, index: int, error: msgspec.ValidationError) -> GrognardError:
    text = str(error)
    found = re.search(r"missing required field `(.+?)`", text) or re.search(r"at `\$\.([^`\[]+)", text)
    if found is None:
        return sheet.error(f"bad row: {text}", index, "correct the row")
    name = found.group(1)
    cell = sheet.rows[index][sheet.header.index(name)].strip() if name in sheet.header else ""
    if not cell:
        return sheet.error(f"column '{name}' is empty", index, f"fill in '{name}'")
    expected = text.split(" - at ")[0]
    return sheet.error(f"column '{name}' has {cell!r}: {expected[0].lower()}{expected[1:]}", index, f"correct '{name}'")


def _check_header(path: Path, header: tuple[str, ...], line: int) -> None:
    if not header:
        raise GrognardError("no header row", file=path, line=line, remedy="put the column names above the rows")
    twice = {name for name in header if header.count(name) > 1}
    if twice or "" in header:
        problem = f"column '{min(twice)}' stands twice" if twice else "a column has no name"
        raise GrognardError(problem, file=path, line=line, remedy="give every column its own name")


def _cell_kind(kind: object) -> str:
    info = shapes.type_info(kind)
    inner = [one for one in info.types if not isinstance(one, shapes.NoneType)] if isinstance(info, shapes.UnionType) else [info]
    if any(isinstance(one, (shapes.ListType, shapes.VarTupleType, shapes.TupleType, shapes.SetType, shapes.FrozenSetType))
           for one in inner):
        return "words"
    return "bool" if any(isinstance(one, shapes.BoolType) for one in inner) else "plain"


# --- TOML and JSON ------------------------------------------------------------------------------------------------------------


def read_document(path: Path) -> tuple[Provenance, dict[str, Any]]:
    """Read a TOML or JSON file untyped: its provenance, and the rest."""
    text = _text(path)
    try:
        document = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise GrognardError(f"not a TOML file: {error}", file=path, line=int(found.group(1)) if found else text.count("\n") + 1,
                            remedy="correct the line") from None
    except json.JSONDecodeError as error:
        raise GrognardError(f"not a JSON file: {error.msg}", file=path, line=error.lineno, remedy="correct the line") from None
    if not isinstance(document, dict):
        raise GrognardError("not an object with named fields", file=path, line=1, remedy="put the content between { and }")
    provenance = Provenance.parse(document.pop("provenance", None), file=path, line=1)
    return provenance, document


def read_toml(path: Path, shape: type[T]) -> T:
    """Read a TOML document into a struct; keys the struct does not know are refused at every depth."""
    provenance, document = read_document(path)
    if any(field.encode_name == "provenance" for field in msgspec.structs.fields(shape)):  # type: ignore[arg-type]
        document["provenance"] = str(provenance)
    unknown = next(_unknown_keys(document, shapes.type_info(shape), "$"), None)
    if unknown is not None:
        raise GrognardError(f"unknown key '{unknown[2:]}'", file=path, line=_line_of(path, unknown),
                            remedy="remove it or correct its spelling")
    try:
        return msgspec.convert(document, shape)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at ")
        missing = re.search(r"missing required field `(.+?)`", message)
        where = place.strip("`")
        raise GrognardError(f"{where[2:]}: {message}" if where else message, file=path, line=_line_of(path, where or "$"),
                            remedy=f"add '{missing.group(1)}'" if missing else "correct the value") from None


read_json = read_toml  # read_document tells them apart by their suffix


def _unknown_keys(value: object, info: object, where: str) -> Iterator[str]:
    if isinstance(info, shapes.UnionType):
        wanted = shapes.StructType if isinstance(value, dict) else (shapes.ListType, shapes.VarTupleType)
        info = next((one for one in info.types if isinstance(one, wanted)), None)
    if isinstance(info, shapes.StructType) and isinstance(value, dict):
        fields = {field.encode_name: field for field in info.fields}
        for key, inner in value.items():
            if key not in fields and key != info.tag_field:
                yield f"{where}.{key}"
            elif key in fields:
                yield from _unknown_keys(inner, fields[key].type, f"{where}.{key}")
    elif isinstance(info, (shapes.ListType, shapes.VarTupleType)) and isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _unknown_keys(inner, info.item_type, f"{where}[{index}]")
    elif isinstance(info, shapes.DictType) and isinstance(value, dict):
        for key, inner in value.items():
            yield from _unknown_keys(inner, info.value_type, f"{where}.{key}")


def _line_of(path: Path, place: str) -> int:
    """The line of a place such as `$.units[2].attack`: exact for tables and arrays of tables, else a line above it."""
    text = _text(path).splitlines()
    line, table = 0, ""
    for step in re.findall(r"[^.\[\]$]+(?:\[\d+\])?", place):
        name, _, index = step.partition("[")
        table = f"{table}.{name}" if table else name
        headers = [at for at, words in enumerate(text) if words.strip().startswith((f"[[{table}]]", f"[{table}]"))]
        wanted = int(index[:-1]) if index else 0
        if len(headers) > wanted:
            line = headers[wanted]
            continue
        key = re.compile(rf'\s*[{{,]?\s*"?{re.escape(name)}"?\s*[=:]')
        line = next((at for at in range(line, len(text)) if key.match(text[at])), line)
    return line + 1


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise GrognardError("no such file", file=path, remedy="check the name") from None
    except UnicodeDecodeError as error:
        raise GrognardError("not UTF-8 text", file=path, line=path.read_bytes()[: error.start].count(b"\n") + 1,
                            remedy="save the file as UTF-8") from None
    except OSError as error:
        raise GrognardError(f"cannot be read: {error.strerror}", file=path, remedy="check the name and the permissions") from None


# --- packs --------------------------------------------------------------------------------------------------------------------


class _PackSheet(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    name: str
    version: str
    provenance: str | None = None
    author: str | None = None


@dataclass(frozen=True)
class Pack:
    """An owner's data pack: a folder whose files stand in for files of a title."""

    folder: Path
    title: str
    name: str
    version: str
    files: tuple[str, ...]
    digest: str
    provenance: str | None = None
    author: str | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @classmethod
    def open(cls, folder: Path) -> Pack:
        head = _pack_head(folder)
        files = tuple(_pack_files(folder))
        digest = hashlib.sha256()
        for rel in ("pack.toml", *files):
            content = (folder / rel).read_bytes()
            digest.update(f"{rel}\0{len(content)}\0".encode() + content)
        return cls(folder, head.title, head.name, head.version, files, digest.hexdigest(), head.provenance, head.author)


def _pack_head(folder: Path) -> _PackSheet:
    path = folder / "pack.toml"
    try:
        head = msgspec.toml.decode(_text(path), type=_PackSheet)
    except msgspec.ValidationError as error:
        raise GrognardError(f"bad pack: {error}", file=path, line=1,
                            remedy='write title = "...", name = "...", version = "..."') from None
    except msgspec.DecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise GrognardError(f"not a TOML file: {error}", file=path, line=int(found.group(1)) if found else 1,
                            remedy="correct the line") from None
    if head.provenance is not None:
        Provenance.parse(head.provenance, file=path, line=_line_of(path, "$.provenance"))
    return head


def _pack_files(folder: Path) -> Iterator[str]:
    home = folder.resolve()
    found: list[str] = []
    for at, folders, names in os.walk(folder):
        for name in folders + names:
            path = Path(at, name)
            if not path.resolve().is_relative_to(home) or (path.is_symlink() and path.is_dir()):
                raise GrognardError("a link leads out of the pack or to a folder", file=path,
                                    remedy="put the file itself into the pack")
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if not name.startswith(".") and not name.lower().startswith(BESIDE_THE_DATA):
                found.append(Path(at, name).relative_to(folder).as_posix())
    yield from sorted(set(found) - {"pack.toml"})


def find_packs(title: str) -> list[Pack]:
    """The packs for a title in the folders of $GROGNARD_PACKS and in the user's data folder."""
    shared = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    shelves = [Path(place) for place in os.environ.get("GROGNARD_PACKS", "").split(os.pathsep) if place]
    shelves.append(Path(shared) / "grognard" / "packs")
    folders: list[Path] = []
    for shelf in shelves:
        if (shelf / "pack.toml").is_file():
            folders.append(shelf)
        elif shelf.is_dir():
            folders += sorted(folder for folder in shelf.iterdir() if (folder / "pack.toml").is_file())
    return [Pack.open(folder) for folder in folders if _pack_head(folder).title == title]


# --- a title's files ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FileEntry:
    """One line of a title's list of files."""

    path: str
    provenance: Provenance
    pack: str | None
    digest: str


class Files:
    """The data files of one title, with the packs that stand in for some of them; of two packs with one file the last wins."""

    def __init__(
        self, root: Path, schemas: Mapping[str, Schema], packs: Sequence[Pack] = (), *, title: str | None = None
    ) -> None:
        self.root = root
        self.schemas = dict(schemas)
        self.packs = tuple(packs)
        self.title = title or root.name
        self._from_pack: dict[str, Pack] = {}
        for pack in packs:
            self._admit(pack)

    def path(self, rel: str) -> Path:
        """Where a file is read from: the pack's if one has it, else the title's own."""
        pack = self._from_pack.get(rel)
        return (pack.folder if pack else self.root) / _inside(rel, self.root)

    def csv(self, rel: str) -> list[Any]:
        rows = self.load(rel)
        assert isinstance(rows, list), f"{rel} is not a file of rows"
        return rows

    def toml(self, rel: str) -> Any:
        return self.load(rel)

    def load(self, rel: str) -> Any:
        """Read a file by its schema; without one, a CSV gives a Sheet, other files a plain document."""
        return _load(self.path(rel), self.schema(rel))

    def schema(self, rel: str) -> Schema | None:
        if rel in self.schemas:
            return self.schemas[rel]
        return next((schema for pattern, schema in self.schemas.items() if _matches(rel, pattern)), None)

    def names(self, pattern: str = "") -> list[str]:
        """The title's data files, all or those that match a pattern such as `scenarios/*.toml`."""
        names = sorted(path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if path.suffix in SUFFIXES)
        return [name for name in names if not pattern or _matches(name, pattern)]

    def listing(self) -> list[FileEntry]:
        return [self._entry(rel) for rel in self.names()]

    def check(self) -> list[GrognardError]:
        """Load every file and collect what is wrong."""
        problems = []
        names = self.names()
        for rel in names + [rel for rel in self.schemas if "*" not in rel and rel not in names]:
            try:
                self.load(rel)
                self._entry(rel)
            except GrognardError as error:
                problems.append(error)
        return problems

    def _entry(self, rel: str) -> FileEntry:
        path, pack = self.path(rel), self._from_pack.get(rel)
        provenance = read_sheet(path).provenance if path.suffix == ".csv" else read_document(path)[0]
        return FileEntry(rel, provenance, str(pack) if pack else None, hashlib.sha256(path.read_bytes()).hexdigest()[:12])

    def _admit(self, pack: Pack) -> None:
        if pack.title != self.title:
            sheet = pack.folder / "pack.toml"
            raise GrognardError(f"the pack is for '{pack.title}', not for '{self.title}'", file=sheet,
                                line=_line_of(sheet, "$.title"), remedy="remove the pack or correct its title")
        for rel in pack.files:
            own = self.root / _inside(rel, pack.folder)
            if not own.is_file() or own.suffix not in SUFFIXES:
                raise GrognardError(f"'{self.title}' has no file '{rel}' to replace", file=pack.folder / rel,
                                    remedy="use the name of a file of the title, or remove it from the pack")
            schema = self.schema(rel)
            loaded = _load(pack.folder / rel, schema)
            if schema is None and isinstance(loaded, Sheet) and loaded.header != (header := read_sheet(own).header):
                raise loaded.error("the columns differ from the title's own file", remedy=f"the columns are {', '.join(header)}")
            self._from_pack[rel] = pack


def _load(path: Path, schema: Schema | None) -> Any:
    if schema is None:
        return read_sheet(path) if path.suffix == ".csv" else read_document(path)[1]
    if isinstance(schema, type) and issubclass(schema, msgspec.Struct):
        return read_csv(path, schema) if path.suffix == ".csv" else read_toml(path, schema)
    loader: Callable[[Path], Any] = schema
    return loader(path)


def _inside(rel: str, home: Path) -> PurePosixPath:
    path = PurePosixPath(rel)
    if path.is_absolute() or ".." in path.parts or "\\" in rel or not path.parts:
        raise GrognardError(f"'{rel}' leads out of the folder", file=home, remedy="use a relative path without '..'")
    return path


def _matches(rel: str, pattern: str) -> bool:
    parts, globs = rel.split("/"), pattern.split("/")
    return len(parts) == len(globs) and all(fnmatchcase(part, glob) for part, glob in zip(parts, globs))
