"""The files of scenarios/: the frame of a campaign and its units (24, not in the rulebook's text). Read, not yet placed."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files
from grognard.titles.wif.charts import TURN_NAMES
from grognard.titles.wif.facts import Counter, Facts

KEYS = (
    "barbarossa_1941", "guadalcanal_1942", "global_war_1939", "fascist_tide_1939", "missed_the_bus_1940",
    "eve_of_barbarossa_1941", "two_oceans_1942",
)  # fmt: skip


def turn_number(text: str) -> int:
    """The number of a turn such as `May/Jun 1941`, counted from Jan/Feb 1936."""
    name, _, year = text.partition(" ")
    if name not in TURN_NAMES or not year.isdigit():
        raise GrognardError(f"'{text}' is not a turn", remedy="write it as May/Jun 1941")
    return (int(year) - 1936) * 6 + TURN_NAMES.index(name)


class InitiativeFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    space: int
    holder: str
    first_impulse: str
    roll_on_first_turn: bool = False


class WeatherFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    last_modifier: int = 0
    first_roll: int = 0


class Wars(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is at war; `opening`: who declares war on whom in the first impulse; `surprised`: who is surprised then (15);
    `guarantees`: minors for which neutral powers go to war with the power that attacks them."""

    at_war: list[tuple[str, str]] = []
    opening: list[tuple[str, str]] = []
    surprised: list[str] = []
    guarantees: dict[str, list[str]] = {}


class Pacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Neutrality pacts; `signed`: the turn, where it was not Jul/Aug 1939, under the name of the first power."""

    neutrality: list[tuple[str, str]] = []
    nazi_soviet: bool = False
    signed: dict[str, str] = {}


class Vichy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Vichy as it is when a scenario begins (17): who installed it, what is Free French, and the home of Free France."""

    installer: str
    free: list[str]
    home: str = ""


class Past(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happened before a scenario begins: Soviet claims (19.6), minors in exile and who stands for them (13.7.1), minors that
    were attacked and by whom (13.3.2)."""

    claims: list[str] = []
    demands_granted: bool = False
    exiles: dict[str, str] = {}
    attacked: dict[str, list[str]] = {}


class Reserves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    called_out: list[str] = []
    not_called: list[str] = []


class Control(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a power controls besides its home country; names of countries, territories, places or lines on the map."""

    home: list[str] = []
    aligned: list[str] = []
    conquered: list[str] = []
    territories: list[str] = []
    holds: list[str] = []


class ProductionFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Short campaigns have no production: build points a turn to repair and rebuild."""

    allowed: bool = True
    points: dict[str, int] = {}


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    share: dict[str, float] = {}


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """US entry: markers in the entry pools (`split`) and in the tension pools, options chosen before, markers on the border of a
    pact (13.2): the first power's for attack, the second's for defence."""

    markers: int
    pools: list[str]
    split: dict[str, int] = {}
    tension: dict[str, int] = {}
    options: list[int] = []
    border: list[str] = []
    border_markers: list[int] = []


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scored_by: str
    points: dict[str, int] = {}
    ships: dict[str, float] = {}
    less: list[str] = []
    levels: dict[str, int] = {}
    historical: int = 0
    automatic: list[str] = []
    expected: dict[str, int] = {}
    note: str = ""


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file scenarios/<key>.toml."""

    provenance: str
    name: str
    summary: str
    first_turn: str
    last_turn: str
    turns: int
    maps: list[str]
    powers: list[str]
    set_up_order: list[str]
    initiative: InitiativeFrame
    weather: WeatherFrame
    status: dict[str, str]
    wars: Wars
    reserves: Reserves
    victory: Victory
    confidence: dict[str, str]
    inherits: str = ""
    map_limit: str = ""
    minors: dict[str, list[str]] = {}
    sea_areas: list[str] = []
    out_of_play: list[str] = []
    pacts: Pacts = Pacts()
    vichy: Vichy | None = None
    past: Past = Past()
    control: dict[str, Control] = {}
    supply: dict[str, list[str]] = {}
    production: ProductionFrame = ProductionFrame()
    limits: Limits = Limits()
    us_entry: Entry | None = None
    intelligence: dict[str, int] = {}
    restrictions: dict[str, str] = {}


class UnitRow(msgspec.Struct, frozen=True):
    """A row of scenarios/<key>_units.csv."""

    power: str
    type: str
    status: str
    draw: str
    confidence: str
    name: str = ""
    factors: str = ""
    counter: str = ""
    count: int = 1
    ready: str = ""
    cycle: int = 0
    mode: str = ""
    place: str = ""
    suggested: str = ""
    hex: str = ""
    option: int = 0
    under: str = ""
    note: str = ""

    @property
    def places(self) -> list[str]:
        """Where the unit may be set up."""
        return places_in(self.place)


def places_in(words: str) -> list[str]:
    """Places with semicolons between them."""
    return [place.strip() for place in words.split(";") if place.strip()]


SCHEMAS = {"scenarios/*.toml": ScenarioFile, "scenarios/*_units.csv": UnitRow}


class Campaign(msgspec.Struct, frozen=True):
    """A scenario with its units."""

    key: str
    frame: ScenarioFile
    units: tuple[UnitRow, ...]
    control: dict[str, Control] = {}  # its own, after that of the scenario it inherits from


def open_campaigns(files: Files, keys: Iterable[str] = KEYS) -> dict[str, Campaign]:
    """Read every scenario."""
    found = {}
    for key in keys:
        frame: ScenarioFile = files.toml(f"scenarios/{key}.toml")
        if turn_number(frame.last_turn) - turn_number(frame.first_turn) + 1 != frame.turns:
            raise GrognardError(
                f"{frame.turns} turns do not lead from {frame.first_turn} to {frame.last_turn}",
                file=files.path(f"scenarios/{key}.toml"), remedy="correct 'turns'",
            )  # fmt: skip
        older: ScenarioFile = files.toml(f"scenarios/{frame.inherits}.toml") if frame.inherits else frame
        found[key] = Campaign(key, frame, tuple(files.csv(f"scenarios/{key}_units.csv")), _control(frame, older))
    return found


def _control(frame: ScenarioFile, older: ScenarioFile) -> dict[str, Control]:
    """What powers control: of a scenario that inherits, what it changes comes after what was."""
    if older is frame:
        return frame.control
    found = dict(older.control)
    for power, later in frame.control.items():
        before = found.get(power, Control())
        found[power] = Control(**{name: [*getattr(before, name), *getattr(later, name)] for name in Control.__struct_fields__})
    return found


def printed(row: UnitRow, facts: Facts) -> Counter | None:
    """The counter a row names; None for convoy points, which are numbers."""
    return facts.counter(row.counter) if row.counter else None
