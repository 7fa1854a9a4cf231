"""What the board means to the rules (2.1): one set of lists made from a board, read in every hot loop. Nothing here changes.

Spaces are hexes, hexdots (hexes of the sea), off-map hexes, sea areas and the five sections of each sea-box. `Ground` is the only
reader of the board's own columns and hexside words.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property

from grognard.kernel.board import Board, Space
from grognard.kernel.rules import rule
from grognard.titles.wif.kinds import Zone

EUROPEAN, PACIFIC, OFF_MAP = 0, 1, 2
SCALES = {"european": EUROPEAN, "pacific": PACIFIC, "off_map": OFF_MAP}
SUPPLY_HEXES = (1, 2, 4)  # 2.4.2: what a hex counts for a supply path, by scale
FLYING_COST = (1, 2, 6)  # 14.1.1

ZONES = {
    "arctic": Zone.ARCTIC, "north_temperate": Zone.N_TEMPERATE, "mediterranean": Zone.MEDITERRANEAN,
    "north_monsoon": Zone.N_MONSOON, "south_monsoon": Zone.S_MONSOON, "south_temperate": Zone.S_TEMPERATE,
}  # fmt: skip

TERRAINS = ("clear", "desert", "forest", "jungle", "mountain", "desert_mountain", "swamp", "lake", "sea")
CLEAR, DESERT, FOREST, JUNGLE, MOUNTAIN, DESERT_MOUNTAIN, SWAMP, LAKE, SEA = range(9)
DRY = frozenset((DESERT, DESERT_MOUNTAIN))
CHART_TERRAIN = ("clear", "desert", "forest", "jungle", "mountain", "desert mountain", "swamp", "frozen lake")

NO_PORT, MINOR_PORT, MAJOR_PORT = 0, 1, 2

# hexsides
RIVER, CANAL, STRAITS, LAKE_SIDE, ALPINE, ALL_SEA, FORT, RAIL, ROAD, OPEN, SHORE = (1 << n for n in range(11))
SIDES = {
    "river": RIVER, "canal": CANAL, "strait": STRAITS, "lake": LAKE_SIDE, "alpine": ALPINE, "sea": ALL_SEA, "fort": FORT,
    "rail": RAIL, "road": ROAD, "open": OPEN, "coast": SHORE, "port": SHORE,
}  # fmt: skip
NO_AIRFIELD = frozenset((MOUNTAIN, DESERT_MOUNTAIN, SWAMP))
BOX_LIMIT = 1000  # an off-map box holds any number of stacks
BARRED = ALPINE | ALL_SEA | LAKE_SIDE  # what an INF cannot cross, unless at a strait or frozen (11.10.2)


class Ground:
    """Lists by space of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        size = board.size
        kinds = {name: n for n, name in enumerate(TERRAINS)}
        option = _column(board, "option")
        there = [not o or o.startswith("no_") for o in option]  # the hexes of option 1 lie on maps that are not in use
        self.terrain: list[int] = [kinds.get(board.terrain_name(s), SEA) for s in range(size)]
        self.box: list[bool] = [kind == "box" and bool(whose) for kind, whose in zip(board.kind, board.country)]  # off-map boxes
        solid = [(board.kind[s] in ("hex", "area") or self.box[s]) and there[s] for s in range(size)]
        self.land: list[bool] = [solid[s] and self.terrain[s] != SEA for s in range(size)]
        self.dot: list[bool] = [solid[s] and self.terrain[s] == SEA for s in range(size)]
        self.sea: list[bool] = [kind == "sea" for kind in board.kind]
        self.scale: list[int] = [SCALES.get(word, EUROPEAN) for word in _column(board, "scale")]
        self.zone: list[int] = [int(ZONES.get(word, Zone.N_TEMPERATE)) for word in _column(board, "weather")]
        self.roles = [frozenset(words.split()) for words in _column(board, "roles")]
        self.regions = [frozenset(words.split()) for words in _column(board, "regions")]
        self.country = board.country
        self.city: list[bool] = [bool(f & {"city", "capital"}) for f in self.roles]
        self.port: list[int] = [(MAJOR_PORT if "major" in f else MINOR_PORT) if "port" in f else NO_PORT for f in self.roles]
        self.iced: list[bool] = ["ice" in f for f in self.roles]
        self.fort: list[bool] = ["fort" in f for f in self.roles]
        self.blue, self.red, self.green = _numbers(board, "blue"), _numbers(board, "red"), _numbers(board, "green")
        self.factories: list[int] = [a + b for a, b in zip(self.blue, self.red)]
        self.resources, self.oil = _numbers(board, "resources"), _numbers(board, "oil")  # general resources; oil (13.6.1)
        self.flights: dict[object, dict[Space, int]] = {}  # how far aircraft fly from where, as asked before
        self.capital_flights: dict[tuple[Space, ...], dict[Space, int]] = {}  # from the nearest of some capitals
        self.air_steps: dict[tuple[Space, bool], tuple[tuple[Space, int], ...]] = {}  # of aircraft, with the cost
        self.before_seas: dict[Space, list[tuple[Space, int]]] = {}  # sea areas a flight away from a hex, with the cost
        self.near_land: dict[Space, list[Space]] = {}  # land hexes within three of a hex, as asked before (9.2)
        self._sides(board)
        self._seas(board)
        self._edges(board)
        self.homeland: dict[str, list[Space]] = {}
        self.region: dict[str, list[Space]] = {}
        for s, whose in enumerate(board.country):
            if self.land[s]:
                self.homeland.setdefault(whose, []).append(s)
                for word in self.regions[s]:
                    self.region.setdefault(word, []).append(s)
        self.cities = {country: [s for s in hexes if self.city[s]] for country, hexes in self.homeland.items()}
        self.places: dict[str, Space] = {}
        for s, words in enumerate(_column(board, "places")):
            if self.land[s]:
                for word in words.split():
                    self.places.setdefault(word, s)
        for s, name in enumerate(board.names):
            if name and (self.land[s] or self.sea[s]):
                self.places.setdefault(slug(name), s)

    def _sides(self, board: Board) -> None:
        """The land hexes next to each, with what their common hexside is; the all-sea hexside of a coastal hex (11.13)."""
        translate = {bit: SIDES[name] for name, bit in board.feature_bits.items() if name in SIDES}

        def side(border: int) -> int:
            features, found = board.features[border], 0
            for bit, mine in translate.items():
                if features & bit:
                    found |= mine
            return found

        self.steps: list[tuple[tuple[Space, int], ...]] = [()] * board.size
        self.wet: list[bool] = [False] * board.size  # has an all-sea hexside
        for s in range(board.size):
            if self.land[s]:
                links = [(b, side(border)) for b, border in board.neighbours[s]]
                self.steps[s] = tuple((b, f) for b, f in links if self.land[b])
                self.wet[s] = any(self.dot[b] or f & ALL_SEA for b, f in links)
        self.on_railway: list[bool] = [any(f & RAIL for _, f in links) for links in self.steps]
        self.between = {(a, b): f for a, links in enumerate(self.steps) for b, f in links}

    @rule("2.1.2", "2.1.3", "2.1.4")
    def _seas(self, board: Board) -> None:
        """Sea areas: their neighbours, their sections, the hexes on them."""
        self.area: list[Space] = [s if wet else -1 for s, wet in enumerate(self.sea)]
        self.section: list[int] = [-1] * board.size
        self.sections: dict[Space, list[Space]] = {}
        for s in range(board.size):
            if self.sea[s]:
                self.sections[s] = [board.space(f"{board.ids[s]}_{n}") for n in range(5)]
                for n, box in enumerate(self.sections[s]):
                    self.area[box], self.section[box], self.zone[box] = s, n, self.zone[s]
        seas = _column(board, "seas")
        self.seas: list[tuple[Space, ...]] = [
            tuple(board.space(word) for word in words.split()) if self.land[s] else () for s, words in enumerate(seas)
        ]
        self.shores: dict[Space, list[Space]] = {}
        for s, waters in enumerate(self.seas):
            for water in waters:
                self.shores.setdefault(water, []).append(s)
        self.canal_ports: dict[Space, list[Space]] = {}  # ports reached through a canal (11.4.2: Kiel, Suez, Panama)
        gates = board.border_columns.get("gate")
        for s in range(board.size):
            if self.land[s] and self.port[s] != NO_PORT and gates is not None:
                for water, border in board.neighbours[s]:
                    if self.sea[water] and gates[border] and water not in self.seas[s]:
                        self.canal_ports.setdefault(water, []).append(s)
        self.dots: dict[Space, list[Space]] = {area: [] for area in self.sections}  # hexdots of a sea area (11.3)
        for s, words in enumerate(seas):
            if self.dot[s]:
                for word in words.split():
                    self.dots[board.space(word)].append(s)
        open_sea = board.feature_bits.get("open", 0)
        self.waters: dict[Space, list[Space]] = {
            s: [b for b, border in board.neighbours[s] if self.sea[b] and board.features[border] & open_sea]
            for s in range(board.size)
            if self.sea[s]
        }

    def _edges(self, board: Board) -> None:
        """Off-map boxes: what a fleet pays between a box and a sea area at the edge, and the hexdots of those areas that lie
        outermost, where aircraft cross."""
        points = board.border_columns.get("points")
        self.tolls: dict[tuple[Space, Space], int] = {}
        self.leaps: dict[Space, dict[Space, int]] = {}  # flights between the edges of maps that cost a number of their own
        blue = board.feature_bits.get("blue", 0)
        for border, (a, b) in enumerate(board.ends):
            if points and points[border] and board.features[border] & blue:
                for here, there in ((a, b), (b, a)):
                    self.leaps.setdefault(here, {})[there] = int(points[border])
        self.edge_dots: dict[Space, list[Space]] = {}
        for box in (s for s in range(board.size) if self.box[s]):
            for sea, border in board.neighbours[box]:
                self.tolls[box, sea] = self.tolls[sea, box] = int(points[border]) if points and points[border] else 1
            dots = [dot for sea in self.seas[box] for dot in self.dots[sea]]
            rows: dict[float, list[Space]] = {}
            for s in range(board.size):
                if self.dot[s] or self.land[s]:
                    rows.setdefault(board.y[s], []).append(s)
            ends = {end(row, key=board.x.__getitem__) for row in rows.values() for end in (min, max)}
            self.edge_dots[box] = [dot for dot in dots if dot in ends]
        self.quays: dict[Space, tuple[tuple[Space, int], ...]] = {}  # ports on a sea area, by canal too, with what they cost
        for sea in self.sections:
            near = (*self.shores.get(sea, ()), *self.canal_ports.get(sea, ()))
            self.quays[sea] = tuple((port, self.toll(port, sea)) for port in near if self.port[port] != NO_PORT)

    @cached_property
    @rule("2.3.1")
    def airfields(self) -> list[int]:
        """Aircraft every space holds without HQs."""
        found = []
        for space, terrain in enumerate(self.terrain):
            base = 0 if terrain in NO_AIRFIELD else 1
            if self.port[space] == MINOR_PORT:
                base = 2
            if self.city[space] or self.port[space] == MAJOR_PORT:
                base = 3
            base *= 2 if self.scale[space] == OFF_MAP else 1
            found.append(BOX_LIMIT if self.box[space] else base)
        return found

    def toll(self, port: Space, sea: Space) -> int:
        """Points of movement and range between a port and a sea area: one, off the map what the edge says (11.4.2)."""
        return self.tolls.get((port, sea), 1)

    def named(self, name: str) -> Space:
        """The space with a name (`Warsaw`, `Baltic Sea`) or a printed code (`E2737`)."""
        found = self.places.get(slug(name))
        return self.board.space(name) if found is None else found

    def spaces(self, name: str) -> list[Space]:
        """The land hexes a name stands for: a country, a line on the map, a place."""
        key = slug(name)
        found = self.homeland.get(key) or self.region.get(key)
        if found:
            return found
        return [self.places[key]] if key in self.places else [self.board.space(name)] if self.board.knows(name) else []


def slug(name: str) -> str:
    """The id of a name: `Port Moresby` is port_moresby."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")


def _column(board: Board, name: str) -> list[str]:
    return board.columns.get(name) or [""] * board.size


def _numbers(board: Board, name: str) -> list[int]:
    return [int(word) if word else 0 for word in _column(board, name)]


def ground_of(board: Board) -> Ground:
    """The lists of a board, made once."""
    if Ground not in board.laid:
        board.laid[Ground] = Ground(board)
    found: Ground = board.laid[Ground]
    return found
