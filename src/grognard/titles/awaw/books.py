"""The tables of powers, countries, projects and terrain, as a game reads them: through its packs, so that an owner of the printed
game can correct a number. Which powers, countries and projects there are is the title's own.
"""

from __future__ import annotations

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files, read_csv
from grognard.titles.awaw.charts import Terrain
from grognard.titles.awaw.nations import CHINA, FOLDER, INDEX, KEYS, MAJORS, SEATS, Economy, Levels, Minor, slug


class Colony(msgspec.Struct, frozen=True):
    """A row of colonies.csv."""

    power: str
    area: str
    brp: int
    confidence: str = ""


class KeyArea(msgspec.Struct, frozen=True):
    """A row of key_economic_areas.csv."""

    power: str
    name: str
    hex: str
    brp: int
    confidence: str = ""


class Start(msgspec.Struct, frozen=True):
    """A row of diplomacy_start.csv."""

    country: str
    start_modifier: int
    axis_power: str
    allied_power: str
    russia_may: str
    brps_partial: int
    brps_full: int
    confidence: str = ""


class Project(msgspec.Struct, frozen=True):
    """A row of research_projects.csv."""

    category: str
    project: str
    threshold: str
    max_results: int
    earliest: int
    effect: str = ""
    confidence: str = ""

    @property
    def key(self) -> str:
        return slug(self.project)

    @property
    def needed(self) -> int:
        return int(self.threshold.rstrip("+"))


class Purchase(msgspec.Struct, frozen=True):
    """A row of production_projects.csv."""

    project: str
    rp: int
    gives: str
    who: str
    since: int = msgspec.field(name="from", default=1939)
    limit: str = ""
    confidence: str = ""

    @property
    def key(self) -> str:
        return slug(self.project)


class Yard(msgspec.Struct, frozen=True):
    """A row of shipyards.csv."""

    owner: str
    name: str
    rate: int


SHELVES = {
    "tables/powers.csv": Economy,
    "tables/national_levels.csv": Levels,
    "tables/minor_countries.csv": Minor,
    "tables/colonies.csv": Colony,
    "tables/key_economic_areas.csv": KeyArea,
    "tables/diplomacy_start.csv": Start,
    "tables/research_projects.csv": Project,
    "tables/production_projects.csv": Purchase,
    "tables/shipyards.csv": Yard,
    "tables/terrain.csv": Terrain,
}
OTHERS = "other_minors"


class Books(msgspec.Struct, frozen=True, eq=False):
    """The tables of a game."""

    powers: dict[int, Economy]
    level_rows: dict[str, Levels]
    minors: dict[int, Minor]
    colonies: tuple[Colony, ...]
    key_areas: tuple[KeyArea, ...]
    diplomacy: dict[int, Start]
    projects: tuple[Project, ...]
    production: dict[str, Purchase]
    yards: tuple[Yard, ...]
    terrain: dict[tuple[str, str], Terrain]

    def levels(self, nation: int) -> Levels:
        """Start levels of a nation; a country without a row takes that of the other minors."""
        key = "china" if nation == CHINA else KEYS[nation]
        return self.level_rows.get(key) or self.level_rows[OTHERS]


def read_books(files: Files) -> Books:
    """The tables of a game, from its packs where they have them; a pack changes values, not what there is."""
    rows = {rel: files.csv(rel) for rel in SHELVES}
    economies = {slug(e.power): e for e in rows["tables/powers.csv"]}
    _complete("tables/powers.csv", [SEATS[n] for n in MAJORS], economies)
    levels = {slug(r.power): r for r in rows["tables/national_levels.csv"]}
    _complete("tables/national_levels.csv", [OTHERS], levels)
    minors = {slug(m.country): m for m in rows["tables/minor_countries.csv"]}
    own = [p.key for p in read_csv(FOLDER / "tables" / "research_projects.csv", Project)]
    if [p.key for p in rows["tables/research_projects.csv"]] != own:
        remedy = "keep the rows in their order and change the values"
        raise GrognardError("tables/research_projects.csv has other projects than the title", remedy=remedy)
    return Books(
        {n: economies[SEATS[n]] for n in MAJORS},
        levels,
        {INDEX[key]: row for key, row in minors.items()},
        tuple(rows["tables/colonies.csv"]),
        tuple(rows["tables/key_economic_areas.csv"]),
        {INDEX[slug(r.country)]: r for r in rows["tables/diplomacy_start.csv"]},
        tuple(rows["tables/research_projects.csv"]),
        {r.key: r for r in rows["tables/production_projects.csv"]},
        tuple(rows["tables/shipyards.csv"]),
        {(r.theatre, r.terrain): r for r in rows["tables/terrain.csv"]},
    )


def _complete(name: str, wanted: list[str], found: dict[str, object]) -> None:
    missing = [key for key in wanted if key not in found]
    if missing:
        raise GrognardError(f"{name} lacks {', '.join(missing)}", remedy="keep the rows of the chart and change the values")
