"""What is printed and never changes: counters, countries, places (chart 28, 2.5.1, 4.1). Read once for each set of packs.

The board is in ground.py, the charts are in charts.py, the set-ups in scenario.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import AIR, CARRIERS, GUNS, HQ, LAND, MOTORISED, NAVAL, WEAPONS, Type

DECKS, SPECIAL = ("ASW CV", "Flying"), (Type.ASW, Type.SUB)  # names of escort carriers and of the I-400 in the counter lists
POWERS = ("Germany", "Italy", "Japan", "China", "Commonwealth", "France", "USSR", "USA", "Vichy")  # Vichy: 17
POWER_KEYS = tuple(name.lower() for name in POWERS)
GERMANY, ITALY, JAPAN, CHINA, COMMONWEALTH, FRANCE, USSR, USA, VICHY = range(9)
SIDES = ("axis", "allies")
AXIS, ALLIES = 0, 1
SIDE_OF_POWER = (AXIS, AXIS, AXIS, ALLIES, ALLIES, ALLIES, ALLIES, ALLIES, AXIS)
POWER_INDEX = {name: n for n, name in enumerate(POWERS)}

MAJOR_HOMES = {
    "germany": GERMANY,
    "italy": ITALY,
    "japan": JAPAN,
    "china": CHINA,
    "france": FRANCE,
    "ussr": USSR,
    "usa": USA,
    "united_kingdom": COMMONWEALTH,
    "canada": COMMONWEALTH,
    "india": COMMONWEALTH,
    "south_africa": COMMONWEALTH,
    "australia": COMMONWEALTH,
    "new_zealand": COMMONWEALTH,
    "vichy_france": VICHY,
}  # fmt: skip  (2.5.2: the Commonwealth has six home countries)

# Names the counter lists shorten, by their name on the map.
COUNTRY_OF_HOME = {
    "UK": "United Kingdom", "CAN": "Canada", "IND": "India", "SA": "South Africa", "AUS": "Australia", "NZ": "New Zealand",
    "Nat China": "China", "Comm China": "China", "Nat Spain": "Spain", "Rep Spain": "Spain", "Persia": "Iran",
    "Arabia": "Saudi Arabia", "Cent. America": "Central America", "Manchuria": "Manchukuo", "New Caled.": "New Caledonia",
    "Czechoslovakia": "Czech Republic", "A. E. Sudan": "Sudan", "Br. Somali": "British Somaliland", "AOI": "Ethiopia",
    "It. Somali": "Italian Somaliland", "Fr. Somali": "French Somaliland", "Fr. Sudan": "French Sudan",
    "Mid. Congo": "Middle Congo", "Be. Congo": "Belgian Congo", "Nth. Ireland": "Northern Ireland",
    "Nth. Rhod.": "Northern Rhodesia",
}  # fmt: skip


# Shore bombardment factors that follow from the examples of 11.15.2 and 11.15.5; no list of ours has the printed ones.
BOMBARDMENT = {"N806": 5, "N815": 6, "N805": 3}  # Fuso, Yamato, Kongo


class LandRow(msgspec.Struct, frozen=True):
    """A row of units_land.csv."""

    id: str
    type: str
    gearing: str = ""
    kit: str = ""
    power: str = ""
    home: str = ""
    size: str = "corps"
    name: str = ""
    available: str = ""
    strength: int = 0
    reorganisation: int = 0
    move: int = 0
    cost: int = 0
    turns: int = 0
    marks: tuple[str, ...] = ()


class OptionRow(LandRow, frozen=True):
    """A row of units_options.csv: a counter of an optional kit that no public list has, and what its values rest on."""

    basis: str = ""


class AirRow(msgspec.Struct, frozen=True):
    """A row of units_air.csv."""

    id: str
    type: str
    gearing: str = ""
    kit: str = ""
    power: str = ""
    home: str = ""
    name: str = ""
    available: str = ""
    air_to_air: int = 0
    air_to_sea: int = 0
    tactical: int = 0
    strategic: int = 0
    range: int = 0
    cost: int = 0
    cost_with_pilot: int = 0
    turns: int = 0
    marks: tuple[str, ...] = ()
    lend_lease: str = ""
    deck: tuple[str, ...] = ()


class AircraftMark(msgspec.Struct, frozen=True):
    """A row of aircraft_marks.csv: what counters of a name show beside the marks of the list (option 8)."""

    name: str
    mark: str
    basis: str


class NavalRow(msgspec.Struct, frozen=True):
    """A row of units_naval.csv."""

    id: str
    type: str
    gearing: str = ""
    kit: str = ""
    power: str = ""
    home: str = ""
    name: str = ""
    available: str = ""
    attack: int = 0
    defence: int = 0
    anti_air: int = 0
    anti_sub: int = 0
    carrier: int = 0
    move: int = 0
    range: int = 0
    cost: int = 0
    second_cost: int = 0
    turns: int = 0
    points: int = 0
    replaced: bool = False
    sunk: str = ""


class Counter(msgspec.Struct, frozen=True, dict=True):
    """One counter. What its branch does not print is 0: a ship has no strength, a corps no range."""

    id: str
    type: Type
    power: str
    home: str
    name: str
    available: str
    kit: str
    cost: int  # of the first cycle, for ships
    turns: int
    gearing: str
    move: int = 0
    range: int = 0
    marks: frozenset[str] = frozenset()
    division: bool = False
    # land
    strength: int = 0
    reorganisation: int = 0
    # air
    air_to_air: int = 0
    air_to_sea: int = 0
    tactical: int = 0
    strategic: int = 0
    cost_with_pilot: int = 0
    lend_lease: str = ""
    deck: tuple[tuple[int, int], ...] = ()  # carrier class needed from a year on
    # naval
    attack: int = 0
    defence: int = 0
    anti_air: int = 0
    anti_sub: int = 0
    carrier: int = 0
    second_cost: int = 0
    points: int = 0
    replaced: bool = False
    sunk: str = ""

    @cached_property
    def bombardment(self) -> int:
        """Shore bombardment: half the attack factors rounded up (reconstructed), unless an example gives it (WIF-DEC-20)."""
        return BOMBARDMENT.get(self.id, (self.attack + 1) // 2)

    @cached_property
    def land(self) -> bool:
        return self.type in LAND

    @cached_property
    def air(self) -> bool:
        return self.type in AIR

    @cached_property
    def naval(self) -> bool:
        return self.type in NAVAL

    @cached_property
    def white(self) -> bool:
        """Printed in white: elite (2.4.3, 11.10.2, 11.15.5)."""
        return "white" in self.marks

    @cached_property
    def motorised(self) -> bool:
        """11.10.2: leg or motorised."""
        return self.type in MOTORISED or (self.type in GUNS and bool(self.marks & {"motorised", "self_propelled"}))

    @cached_property
    def year(self) -> int:
        """The year in which it enters the force pools (4.1.1); 0 where none is printed."""
        return int(self.available) if self.available.isdigit() else 0

    @cached_property
    def reserve(self) -> bool:
        return self.available in ("Res", "Ge") and not self.guards

    @cached_property
    def guards(self) -> bool:
        """22.4: a Guards Banner army or division, which enters play by promotion."""
        return "guards" in self.marks

    @cached_property
    def engineer(self) -> bool:
        return "engineer" in self.marks

    @cached_property
    def marine(self) -> bool:
        """Marines, and the elite divisions with their symbol (22.1.1)."""
        return self.type == Type.MAR or "marine" in self.marks

    @cached_property
    def mountain(self) -> bool:
        """Mountain troops, and the mountain cavalry (22.1.1)."""
        return self.type == Type.MTN or "mountain" in self.marks

    @cached_property
    def air_landing(self) -> bool:
        """22.1.1: the British 51st and the German 5th mountain division, which the list does not mark."""
        return "airlanding" in self.marks or self.id == "L435"

    @cached_property
    def red_sea_flotilla(self) -> bool:
        """2.4.1: the Italian boat that begins in Massawa; no counter of the list bears the name (WIF-DEC-230)."""
        return self.id == "N711"

    @cached_property
    def elite(self) -> bool:
        """22.1.1: it neither comes of breaking a corps down nor reforms into one."""
        return bool(self.marks & {"elite", "marine", "engineer"}) or self.air_landing or self.type == Type.SKI

    @cached_property
    def pool(self) -> str:
        """The force pool it lies in: with option 2 each type of division has its own, engineers among them (22.1)."""
        if not self.division or self.type in GUNS or self.type == Type.SUPPLY:
            return self.type.printed
        return "ENG-div" if self.engineer else f"{self.type.printed}-div"

    @cached_property
    def flying_bomb(self) -> bool:
        """14.7: it flies one mission."""
        return self.air and self.name in FLYING_BOMBS

    @cached_property
    def white_circle(self) -> bool:
        """A white range circle: it flies as a transport, whatever its type (option 8)."""
        return self.type == Type.ATR or bool(self.marks & {"transport", "no_paradrop", "large_transport"})

    @cached_property
    def communist(self) -> bool:
        return "communist" in self.marks

    @cached_property
    def country(self) -> str:
        """The home country by its name on the map."""
        return COUNTRY_OF_HOME.get(self.home, self.home)

    @cached_property
    def option(self) -> int:
        """The option with which it is in play; 0: the base game."""
        return option_of(self)

    @cached_property
    def values(self) -> str:
        """What is printed on it: 7(4)-4, 3/-/1/- r3, 7-3-2 4/4."""
        if self.type in WEAPONS:
            return f"{self.strategic} r{self.range}"
        if self.land:
            reorganisation = f"({self.reorganisation})" if self.reorganisation else ""
            return f"{self.strength}{reorganisation}-{self.move}"
        if self.air:
            factors = (self.air_to_air, self.air_to_sea, self.tactical, self.strategic)
            return "/".join(str(f) if f else "-" for f in factors) + f" r{self.range}"
        if self.naval and self.type not in (Type.CP, Type.TANKER):
            planes = f" cv{self.carrier}" if self.carrier else ""
            return f"{self.attack}-{self.defence}-{self.anti_air} {self.move}/{self.range}{planes}"
        return ""

    @cached_property
    def label(self) -> str:
        division = " div" if self.division else ""
        return f"{self.name} {self.type.printed}{division}".strip() + (f" {self.values}" if self.values else "")


CARTED = 3  # 22.17, WIF-DEC-153: movement points of V-weapons and atomic bombs, which print none
FLYING_BOMBS = ("MXY-7 Ohka (Baka)", "Mistel", "Ba-349 Natter")  # 14.7, WIF-DEC-154: with a death's head
MOTHERLESS = "MXY-7"  # the one that a G4M or G8M carries, and whose pilot dies
OPTION_MARKS = {  # marks of units_options.csv
    "volunteer": 55, "guards": 52, "warlord": 59, "partisan_hq": 60, "partisan_band": 60, "ukraine": 50, "heavy_weapons": 56,
}  # fmt: skip
SIBERIAN = "Siberian"  # 22.5: part of their name


def option_of(counter: Counter) -> int:
    """Which option adds a counter to the game (22, and the kits of the optional rule index)."""
    by_type = {
        Type.PILOT: 46, Type.VWEAP: 24, Type.ABOMB: 24, Type.CVP: 45, Type.FROG: 51, Type.FORT: 32, Type.SYNTH: 32,
        Type.TERR: 54, Type.ASW: 7, Type.CX: 7, Type.TANKER: 7, Type.SUPPLY: 14, Type.FLAK: 3, Type.ACV: 57,
    }  # fmt: skip
    if counter.type in by_type:
        return by_type[counter.type]
    for mark, option in OPTION_MARKS.items():
        if mark in counter.marks:
            return option
    if counter.flying_bomb:
        return 47
    if counter.name.endswith(SIBERIAN):
        return 53
    if counter.division:
        return 3 if counter.type in GUNS else 2
    return {"PiFG": 4, "CoiF": 7, "CLiF": 6}.get(counter.kit, 0)


class Country(msgspec.Struct, frozen=True):
    """A row of board/countries.csv: a home country (it has a capital) or a territory (2.5.1)."""

    id: str
    name: str
    kind: str
    controller: str = ""  # the major power or country that holds it in September 1939
    capital: str = ""
    modern: str = ""


class Place(msgspec.Struct, frozen=True):
    """A row of places.csv."""

    name: str
    kind: str
    lon: float
    lat: float
    country: str = ""
    theatre: str = ""
    hex: str = ""
    hex_basis: str = ""


class Region(msgspec.Struct, frozen=True):
    """A row of set_up_regions.csv."""

    region: str
    member: str
    confidence: str


class Site(msgspec.Struct, frozen=True):
    """A row of economy.csv."""

    country: str
    place: str
    confidence: str
    blue: int = 0
    red: int = 0
    resources: int = 0
    oil: int = 0


class Objective(msgspec.Struct, frozen=True):
    """A row of objectives.csv."""

    place: str
    theatre: str
    automatic_victory: bool
    sep_1939: str
    may_1941: str
    jul_1942: str
    confidence: str


class PoolException(msgspec.Struct, frozen=True):
    """A row of pool_exceptions.csv."""

    counter: str
    power: str
    type: str
    enters: str
    confidence: str
    name: str = ""
    note: str = ""


class Quoted(msgspec.Struct, frozen=True):
    """A row of units_quoted.csv: a value the rulebook's examples give a counter."""

    counter: str
    name: str
    field: str
    value: int
    listed: int
    section: str
    basis: str


SCHEMAS = {
    "data/units_quoted.csv": Quoted,
    "data/units_land.csv": LandRow,
    "data/units_options.csv": OptionRow,
    "data/units_air.csv": AirRow,
    "data/aircraft_marks.csv": AircraftMark,
    "data/units_naval.csv": NavalRow,
    "data/ships_options.csv": NavalRow,
    "data/board/countries.csv": Country,
    "data/places.csv": Place,
    "data/set_up_regions.csv": Region,
    "data/economy.csv": Site,
    "data/objectives.csv": Objective,
    "data/pool_exceptions.csv": PoolException,
}


def _sort(c: Counter) -> tuple[object, ...]:
    return (
        c.type, c.land, c.air, c.naval, c.type in HQ, c.land and not c.division, c.move, c.motorised, c.marine, c.mountain,
        c.engineer, c.communist, c.type in CARRIERS or (c.type in SPECIAL and any(word in c.name for word in DECKS)),
    )  # fmt: skip


_CONVOY: tuple[object, ...] = (Type.CP, False, False, True, False, False, 0, False, False, False, False, False, False)


class Facts(msgspec.Struct, frozen=True, dict=True):
    """Everything printed on counters and beside the map."""

    counters: tuple[Counter, ...]
    countries: tuple[Country, ...]
    places: dict[str, Place]
    regions: dict[str, tuple[str, ...]]
    economy: tuple[Site, ...]
    objectives: tuple[Objective, ...]
    exceptions: dict[str, PoolException]
    homes: Mapping[str, int] = msgspec.field(default_factory=lambda: MAJOR_HOMES)  # of the powers, by id (2.5.2)
    empire: str = "united_kingdom"  # the Commonwealth's first home, the one that also supplies its friends (2.4.2)
    apart: frozenset[str] = frozenset()  # minors whose wars and alignments a title has rules of its own for
    exiles: Mapping[str, str] = {}  # countries of counters whose home is another country of the map

    @cached_property
    def country(self) -> dict[str, int]:
        """The number of a country by its id."""
        return {c.id: n for n, c in enumerate(self.countries)}

    @cached_property
    def home_powers(self) -> tuple[int, ...]:
        """The major power whose home each country is (2.5.2), NOWHERE for minors and territories; NOWHERE has none either."""
        return (*(self.homes.get(c.id, -1) for c in self.countries), -1)

    @cached_property
    def home_countries(self) -> dict[int, list[int]]:
        """The home countries of each major power."""
        found: dict[int, list[int]] = {}
        for country, power in enumerate(self.home_powers[:-1]):
            found.setdefault(power, []).append(country)
        return found

    @cached_property
    def homelands(self) -> tuple[tuple[int, int], ...]:
        """The home countries of major powers, each with its power."""
        return tuple((country, power) for country, power in enumerate(self.home_powers[:-1]) if power >= 0)

    @cached_property
    def nation(self) -> tuple[int, ...]:
        """The home country of each counter, by number; NOWHERE for what has none on the map."""
        found = self.country
        return tuple(found.get(self.exiles.get(slug(c.country), slug(c.country)), -1) for c in self.counters)

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of a counter by its id."""
        return {c.id: n for n, c in enumerate(self.counters)}

    @cached_property
    def sorts(self) -> tuple[tuple[object, ...], ...]:
        """What the roster of a game says of every counter, and last, for NOWHERE, of convoy points."""
        return (*map(_sort, self.counters), _CONVOY)

    def counter(self, id: str) -> Counter:
        if id not in self.index:
            raise GrognardError(
                f"there is no counter '{id}'", remedy="use an id of units_land.csv, units_air.csv or units_naval.csv"
            )
        return self.counters[self.index[id]]

    def members(self, place: str) -> tuple[str, ...]:
        """A region's countries and places, regions inside it opened; any other name stands for itself."""
        if place not in self.regions:
            return (place,)
        return tuple(inner for member in self.regions[place] for inner in self.members(member))

    def enters(self, counter: Counter) -> int:
        """The year in which a counter enters the force pools; 0: by another rule (militia, reserves, volunteers), or never."""
        exception = self.exceptions.get(counter.id)
        if exception is not None:
            return int(exception.enters) if exception.enters.isdigit() else 0
        return counter.year


def open_facts(files: Files) -> Facts:
    """Read the counters and what lies beside the map, from packs where they have it."""
    regions: dict[str, tuple[str, ...]] = {}
    for row in files.csv("data/set_up_regions.csv"):
        regions[row.region] = (*regions.get(row.region, ()), row.member)
    return Facts(
        counters=(
            *_as_shown(files, read_counters(files)),
            *(_land(r) for r in files.csv("data/units_options.csv")),
            *(_ship(r) for r in files.csv("data/ships_options.csv")),
        ),
        countries=tuple(files.csv("data/board/countries.csv")),
        places={p.name: p for p in files.csv("data/places.csv")},
        regions=regions,
        economy=tuple(files.csv("data/economy.csv")),
        objectives=tuple(files.csv("data/objectives.csv")),
        exceptions={e.counter: e for e in files.csv("data/pool_exceptions.csv")},
    )


def read_counters(files: Files) -> tuple[Counter, ...]:
    """All counters: land, air, naval, each in the order of its file."""
    land = [_land(r) for r in files.csv("data/units_land.csv")]
    air = [
        Counter(
            r.id, Type.read(r.type), r.power, r.home, r.name, r.available, r.kit, r.cost, r.turns, r.gearing,
            CARTED if Type.read(r.type) in WEAPONS else 0, r.range,
            frozenset(r.marks), air_to_air=r.air_to_air, air_to_sea=r.air_to_sea, tactical=r.tactical, strategic=r.strategic,
            cost_with_pilot=r.cost_with_pilot, lend_lease=r.lend_lease, deck=tuple(_deck(d) for d in r.deck),
            division=Type.read(r.type) in WEAPONS,
        )
        for r in files.csv("data/units_air.csv")
    ]  # fmt: skip
    naval = [_ship(r) for r in files.csv("data/units_naval.csv")]
    return tuple(_as_quoted(files, [*land, *air, *naval]))


def _as_shown(files: Files, counters: tuple[Counter, ...]) -> list[Counter]:
    """The aircraft with what the lists do not show of them (WIF-DEC-201)."""
    rows = files.csv("data/aircraft_marks.csv")
    marks = [frozenset(m.mark for m in rows if c.air and c.name.startswith(m.name)) for c in counters]
    return [msgspec.structs.replace(c, marks=c.marks | more) if more else c for c, more in zip(counters, marks)]


def _ship(r: NavalRow) -> Counter:
    return Counter(
        r.id, Type.read(r.type), r.power, r.home, r.name, r.available, r.kit, r.cost, r.turns, r.gearing, r.move, r.range,
        attack=r.attack, defence=r.defence, anti_air=r.anti_air, anti_sub=r.anti_sub, carrier=r.carrier,
        second_cost=r.second_cost, points=r.points, replaced=r.replaced, sunk=r.sunk,
    )  # fmt: skip


def _land(r: LandRow) -> Counter:
    return Counter(
        r.id, Type.read(r.type), r.power, r.home, r.name, r.available, r.kit, r.cost, r.turns, r.gearing, r.move, 0,
        frozenset(r.marks), r.size == "division", r.strength, r.reorganisation,
    )  # fmt: skip


def _as_quoted(files: Files, counters: list[Counter]) -> list[Counter]:
    """The rulebook's own values in place of the list's."""
    at = {c.id: n for n, c in enumerate(counters)}
    for q in files.csv("data/units_quoted.csv"):
        counters[at[q.counter]] = msgspec.structs.replace(counters[at[q.counter]], **{q.field: q.value})
    return counters


def _deck(text: str) -> tuple[int, int]:
    year, _, size = text.partition(":")
    return int(year), int(size)
