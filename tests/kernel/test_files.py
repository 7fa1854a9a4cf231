"""Data files: provenance, typed rows, documents, packs."""

from __future__ import annotations

import pickle
from pathlib import Path

import msgspec
import pytest

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import (
    FileEntry,
    Files,
    Pack,
    Provenance,
    Sheet,
    find_packs,
    read_csv,
    read_document,
    read_json,
    read_sheet,
    read_toml,
)


class Counter(msgspec.Struct):
    name: str
    attack: int
    moves: int = 4
    elite: bool = False
    terrain: tuple[str, ...] = ()
    ratio: float | None = None


class Force(msgspec.Struct):
    power: str
    count: int


class Scenario(msgspec.Struct):
    name: str
    year: int
    forces: list[Force] = []
    notes: dict[str, Force] = {}
    leader: Force | None = None


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path, row: type = Counter) -> GrognardError:
    with pytest.raises(GrognardError) as caught:
        read_csv(path, row) if path.suffix == ".csv" else read_toml(path, row)
    assert caught.value.file == str(path)
    assert caught.value.remedy
    return caught.value


# --- errors


def test_error_prints_file_line_message_and_remedy() -> None:
    error = GrognardError("no header row.", file="a.csv", line=3, remedy="add one")
    assert str(error) == "a.csv:3: no header row. Remedy: add one"
    assert str(GrognardError("broken")) == "broken"
    assert str(GrognardError("broken", file="a.csv")) == "a.csv: broken"
    assert eval(repr(error)).line == 3
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


# --- provenance


@pytest.mark.parametrize("text", ["rulebook 12.1", "public Natural Earth 10m", "reconstructed from the counters"])
def test_provenance_accepted(text: str) -> None:
    assert str(Provenance.parse(text)) == text


@pytest.mark.parametrize("text", [None, "", "rulebook", "guess 4", "Rulebook 12", 7])
def test_provenance_refused(text: object) -> None:
    with pytest.raises(GrognardError, match="provenance") as caught:
        Provenance.parse(text, file="a.csv", line=1)
    assert "reconstructed" in str(caught.value)


# --- CSV


def test_csv_rows_are_typed_and_empty_cells_take_the_default(tmp_path: Path) -> None:
    path = put(tmp_path, "units.csv", "# provenance: rulebook 2.1\n# a note\nname,attack,moves,elite,terrain,ratio\n"
               '"Guards, 1st",3,,yes,forest swamp,1.5\nLine,2,5,no,,\n')
    assert read_csv(path, Counter) == [
        Counter("Guards, 1st", 3, 4, True, ("forest", "swamp"), 1.5), Counter("Line", 2, 5, False, (), None)]


def test_csv_sheet_keeps_provenance_notes_and_line_numbers(tmp_path: Path) -> None:
    path = put(tmp_path, "x.csv", '# provenance: public atlas\n# columns: odds\n\na,b\n"two\nlines",1\n\nnext,2\n')
    sheet = read_sheet(path)
    assert (sheet.provenance, sheet.header) == (Provenance("public", "atlas"), ("a", "b"))
    assert sheet.rows == [["two\nlines", "1"], ["next", "2"]]
    assert sheet.lines == [5, 8]
    assert sheet.note("columns") == "odds"
    assert sheet.note("keys") is None


@pytest.mark.parametrize(("body", "line", "words"), [
    ("name,attack\nA,1\nB,x\n", 4, "column 'attack' has 'x'"),
    ("name,attack\nA,1\nB,\n", 4, "column 'attack' is empty"),
    ("name,attack\nA,1,2\n", 3, "3 cells where the header has 2"),
    ("name,attack,armour\nA,1,1\n", None, "unknown column 'armour'"),
    ("name\nA\n", None, "missing column 'attack'"),
    ("name,attack,name\nA,1,B\n", 2, "column 'name' stands twice"),
    ("name,attack,\nA,1,\n", 2, "a column has no name"),
    ("", 2, "no header row"),
    ('name,attack\n"A,1\n', 3, "not a CSV file"),
    ("name,attack,elite\nA,1,maybe\n", 3, "column 'elite' has 'maybe'"),
])
def test_csv_refused_with_its_line(tmp_path: Path, body: str, line: int | None, words: str) -> None:
    error = refused(put(tmp_path, "units.csv", "# provenance: rulebook 2.1\n" + body))
    assert words in error.message
    assert error.line == line


def test_csv_row_that_no_single_column_spoils(tmp_path: Path) -> None:
    class Range(msgspec.Struct):
        low: int
        high: int

        def __post_init__(self) -> None:
            if self.low > self.high:
                raise ValueError("low is above high")

    error = refused(put(tmp_path, "r.csv", "# provenance: rulebook 1\nlow,high\n1,2\n3,2\n"), Range)
    assert (error.line, "low is above high" in error.message) == (4, True)


def test_csv_without_provenance_is_refused(tmp_path: Path) -> None:
    assert "provenance is missing" in refused(put(tmp_path, "a.csv", "name,attack\nA,1\n")).message
    assert refused(put(tmp_path, "b.csv", "# note\n# provenance: hearsay x\nname,attack\n")).line == 2


def test_unreadable_files(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "none.csv").message
    (tmp_path / "bytes.csv").write_bytes(b"# provenance: rulebook 1\n\xff\xfe\n")
    assert refused(tmp_path / "bytes.csv").line == 2
    (tmp_path / "folder.csv").mkdir()
    assert "cannot be read" in refused(tmp_path / "folder.csv").message


# --- TOML and JSON

SCENARIO = '''provenance = "rulebook 27"
name = "Barbarossa"
year = 1941

[[forces]]
power = "germany"
count = 3

[[forces]]
power = "ussr"
count = 5

[notes.reserve]
power = "ussr"
count = 1
'''


def test_toml_becomes_a_struct(tmp_path: Path) -> None:
    scenario = read_toml(put(tmp_path, "s.toml", SCENARIO), Scenario)
    assert (scenario.year, [force.count for force in scenario.forces], scenario.notes["reserve"].count) == (1941, [3, 5], 1)


@pytest.mark.parametrize(("old", "new", "line", "words"), [
    ("count = 5", 'count = "five"', 11, "forces[1].count"),
    ("count = 5", "count = 5\ncolour = 1", 12, "unknown key 'forces[1].colour'"),
    ("year = 1941", "yaer = 1941", 3, "unknown key 'yaer'"),
    ("year = 1941\n", "", 1, "missing required field `year`"),
    ("year = 1941", "year = ", 3, "not a TOML file"),
    ('provenance = "rulebook 27"\n', "", 1, "provenance is missing"),
    ('[notes.reserve]\n', '[notes.reserve]\nsize = 2\n', 14, "unknown key 'notes.reserve.size'"),
    ("year = 1941", 'year = 1941\nleader = {power = "x", count = 1, hat = 2}', 4, "unknown key 'leader.hat'"),
])
def test_toml_refused_with_its_line(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    assert old in SCENARIO
    error = refused(put(tmp_path, "s.toml", SCENARIO.replace(old, new)), Scenario)
    assert words in error.message
    assert error.line == line


def test_a_struct_may_ask_for_the_provenance(tmp_path: Path) -> None:
    class Chart(msgspec.Struct):
        provenance: str
        limit: int

    assert read_toml(put(tmp_path, "c.toml", 'provenance = "rulebook 3"\nlimit = 2\n'), Chart).provenance == "rulebook 3"


def test_json(tmp_path: Path) -> None:
    path = put(tmp_path, "s.json", '{"provenance": "public atlas",\n "name": "A",\n "year": 1939}')
    assert read_json(path, Scenario) == Scenario("A", 1939)
    assert read_document(path) == (Provenance("public", "atlas"), {"name": "A", "year": 1939})
    assert refused(put(tmp_path, "bad.json", '{"provenance": "public atlas",\n "year": }'), Scenario).line == 2
    assert "named fields" in refused(put(tmp_path, "list.json", "[1, 2]"), Scenario).message
    wrong = refused(put(tmp_path, "t.json", '{"provenance": "public atlas",\n "name": "A",\n "year": "x"}'), Scenario)
    assert wrong.line == 3


# --- a title's files and packs


def title(tmp_path: Path) -> Path:
    root = tmp_path / "tw"
    put(root, "data/units.csv", "# provenance: rulebook 2.1\nname,attack\nA,1\n")
    put(root, "data/places.csv", "# provenance: public atlas\nid,x\na,1\n")
    put(root, "scenarios/barbarossa.toml", SCENARIO)
    put(root, "tables/odd.json", '{"provenance": "reconstructed by eye", "a": 1}')
    put(root, "rules.py", "pass\n")
    return root


SCHEMAS = {"data/units.csv": Counter, "scenarios/*.toml": Scenario, "tables/*.json": lambda path: read_document(path)[1]["a"]}


def pack(tmp_path: Path, **files: str) -> Path:
    folder = tmp_path / "pack"
    put(folder, "pack.toml", 'title = "tw"\nname = "My copy"\nversion = "1.2"\nprovenance = "public my printed map"\n')
    for name, text in files.items():
        put(folder, name.replace("__", "/").replace("_dot_", "."), text)
    return folder


def test_files_load_by_schema(tmp_path: Path) -> None:
    files = Files(title(tmp_path), SCHEMAS)
    assert files.csv("data/units.csv") == [Counter("A", 1)]
    assert files.toml("scenarios/barbarossa.toml").year == 1941
    assert files.load("tables/odd.json") == 1
    assert isinstance(files.load("data/places.csv"), Sheet)
    assert files.names("scenarios/*.toml") == ["scenarios/barbarossa.toml"]
    assert files.check() == []
    with pytest.raises(AssertionError, match="not a file of rows"):
        files.csv("scenarios/barbarossa.toml")


def test_files_list_provenance_and_pack(tmp_path: Path) -> None:
    root = title(tmp_path)
    own = Pack.open(pack(tmp_path, data__units_dot_csv="# provenance: public counters\nname,attack\nA,9\n"))
    listing = Files(root, SCHEMAS, [own]).listing()
    assert [(entry.path, str(entry.provenance), entry.pack) for entry in listing] == [
        ("data/places.csv", "public atlas", None), ("data/units.csv", "public counters", "My copy 1.2"),
        ("scenarios/barbarossa.toml", "rulebook 27", None), ("tables/odd.json", "reconstructed by eye", None)]
    assert all(isinstance(entry, FileEntry) and len(entry.digest) == 12 for entry in listing)


def test_check_collects_every_problem(tmp_path: Path) -> None:
    root = title(tmp_path)
    put(root, "data/units.csv", "# provenance: rulebook 2.1\nname,attack\nA,x\n")
    put(root, "data/extra.toml", "a = 1\n")
    problems = Files(root, {**SCHEMAS, "data/gone.csv": Counter}).check()
    assert [problem.message.split(":")[0] for problem in problems] == [
        "provenance is missing", "column 'attack' has 'x'", "no such file"]


def test_a_pack_replaces_a_file(tmp_path: Path) -> None:
    root = title(tmp_path)
    folder = pack(tmp_path, data__units_dot_csv="# provenance: public counters\nname,attack\nA,9\n", README_dot_md="hello")
    put(folder, ".git/config.csv", "x")
    own = Pack.open(folder)
    files = Files(root, SCHEMAS, [own])
    assert own.files == ("data/units.csv",)
    assert files.csv("data/units.csv") == [Counter("A", 9)]
    assert files.path("data/places.csv").is_relative_to(root)


def test_a_pack_has_a_digest_of_its_content(tmp_path: Path) -> None:
    folder = pack(tmp_path, data__units_dot_csv="# provenance: public counters\nname,attack\nA,9\n")
    before = Pack.open(folder).digest
    assert Pack.open(folder).digest == before
    put(folder, "data/units.csv", "# provenance: public counters\nname,attack\nA,8\n")
    assert Pack.open(folder).digest != before


@pytest.mark.parametrize(("name", "text", "line", "words"), [
    ("data/units.csv", "# provenance: public counters\nname,attack\nA,1\nB,x\n", 4, "column 'attack' has 'x'"),
    ("data/units.csv", "name,attack\nA,1\n", 1, "provenance is missing"),
    ("data/tanks.csv", "# provenance: public counters\nname,attack\nA,1\n", None, "has no file 'data/tanks.csv'"),
    ("rules.py", "import os\n", None, "has no file 'rules.py'"),
    ("data/places.csv", "# provenance: public atlas\nid,y\na,1\n", None, "the columns differ"),
    ("scenarios/barbarossa.toml", SCENARIO.replace("1941", "[]"), 3, "year"),
])
def test_a_bad_pack_is_refused(tmp_path: Path, name: str, text: str, line: int | None, words: str) -> None:
    folder = pack(tmp_path)
    put(folder, name, text)
    with pytest.raises(GrognardError, match=words.replace("(", r"\(")) as caught:
        Files(title(tmp_path), SCHEMAS, [Pack.open(folder)])
    assert (caught.value.file, caught.value.line) == (str(folder / name), line)
    assert caught.value.remedy


def test_a_pack_for_another_title_is_refused(tmp_path: Path) -> None:
    folder = pack(tmp_path)
    with pytest.raises(GrognardError, match="for 'tw', not for 'wif'") as caught:
        Files(title(tmp_path), SCHEMAS, [Pack.open(folder)], title="wif")
    assert caught.value.line == 1


@pytest.mark.parametrize(("text", "line"), [
    ('title = "tw"\nname = "x"\n', 1), ('title = "tw"\nname = \n', 2),
    ('title = "tw"\nname = "x"\nversion = "1"\nextra = 1\n', 1),
    ('title = "tw"\nname = "x"\nversion = "1"\nprovenance = "hearsay"\n', 4),
])
def test_a_bad_pack_sheet_is_refused(tmp_path: Path, text: str, line: int) -> None:
    put(tmp_path, "pack.toml", text)
    with pytest.raises(GrognardError) as caught:
        Pack.open(tmp_path)
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "pack.toml"), line)


def test_paths_that_lead_outside_are_refused(tmp_path: Path) -> None:
    files = Files(title(tmp_path), SCHEMAS)
    for rel in ("../secret.csv", "/etc/passwd", "data/../../x.csv", "", "data\\units.csv"):
        with pytest.raises(GrognardError, match="leads out"):
            files.path(rel)
    secret = put(tmp_path, "secret/units.csv", "# provenance: public x\nname,attack\nA,1\n")
    for name, target in (("units.csv", secret), ("data", secret.parent)):
        folder = tmp_path / f"pack-{name}"
        put(folder, "pack.toml", 'title = "tw"\nname = "x"\nversion = "1"\n')
        (folder / name).symlink_to(target)
        with pytest.raises(GrognardError, match="a link leads"):
            Pack.open(folder)
    inside = pack(tmp_path, data__units_dot_csv="# provenance: public x\nname,attack\nA,1\n")
    (inside / "data" / "places.csv").symlink_to(inside / "data" / "units.csv")
    assert Pack.open(inside).files == ("data/places.csv", "data/units.csv")
    (inside / "tables").symlink_to(inside / "data")
    with pytest.raises(GrognardError, match="a link leads"):  # a linked folder is not followed, so it is refused
        Pack.open(inside)


def test_packs_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, code in (("shelf/one", "tw"), ("shelf/two", "wif"), ("alone", "tw"), ("home/grognard/packs/mine", "tw")):
        put(tmp_path / place, "pack.toml", f'title = "{code}"\nname = "{place}"\nversion = "1"\n')
    put(tmp_path, "shelf/empty/readme.txt", "")
    monkeypatch.setenv("GROGNARD_PACKS", f"{tmp_path / 'shelf'}:{tmp_path / 'alone'}:{tmp_path / 'nowhere'}")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    assert [found.name for found in find_packs("tw")] == ["shelf/one", "alone", "home/grognard/packs/mine"]
    assert [found.name for found in find_packs("wif")] == ["shelf/two"]
    monkeypatch.delenv("GROGNARD_PACKS")
    assert len(find_packs("tw")) == 1
