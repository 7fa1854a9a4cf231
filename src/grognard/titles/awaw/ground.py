"""What the boards mean to the rules (4, 5): one set of lists made from a board, used in every hot loop. Nothing here changes."""

from __future__ import annotations

from grognard.kernel.board import Board, Space
from grognard.kernel.cache import once_per_board
from grognard.kernel.rules import rule
from grognard.titles.awaw.charts import NAMES, Terrain
from grognard.titles.awaw.nations import INDEX
from grognard.titles.awaw.seas import seas_of

FRONTS = ("western", "eastern", "mediterranean", "pacific", "asian", "southeast_asian")
FRONT = {name: n for n, name in enumerate(FRONTS)}
FRONT_WORDS = ("Western", "Eastern", "Mediterranean", "Pacific", "Asian", "Southeast Asian")
PLAIN, RIVER, ARROW = 0, 1, 2  # what a ground unit crosses
DESERT_WAR = frozenset(INDEX[k] for k in (
    "morocco", "algeria", "tunisia", "libya", "egypt", "palestine", "transjordan", "lebanon", "iraq", "kuwait", "persia", "arabia"
))  # ours 30.3: supply over land is short here  # fmt: skip
LINKED = frozenset(INDEX[k] for k in (
    "nationalist_china", "communist_china", "japan", "korea", "india", "russia"
))  # ours 30.3: lines between their cities are of any length: China, Manchuria, Korea, India, Siberia  # fmt: skip
HOMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "britain": ("london", ("belfast", "scapa_flow")), "france": ("paris", ("ajaccio",)), "japan": ("tokyo", ()),
    "italy": ("rome", ("cagliari",)), "us": ("", ()),
}  # fmt: skip
Way = tuple[Space, int]  # a neighbour and what lies between


class Ground:
    """Lists by space of a board."""

    def __init__(self, board: Board, table: dict[tuple[str, str], Terrain]) -> None:
        self.board = board
        self.table = table
        size = board.size
        self.features = [frozenset(words.split()) for words in board.column("features")]
        self.box = [kind == "box" for kind in board.kind]
        self.theatre = board.map
        self.europe = [m == "europe" for m in board.map]
        self.terrain = [board.terrain_name(s) for s in range(size)]
        self.closed = ["closed" in f for f in self.features]
        self.land = [not b and t != "sea" for b, t in zip(self.box, self.terrain)]
        self.field = [d and not c for d, c in zip(self.land, self.closed)]  # ground units may stand here
        self.front = [FRONT.get(word, -1) for word in board.column("front")]
        self.country = [INDEX.get(word, -1) for word in board.country]
        self.weather = board.column("weather")
        self.city = [bool(f & {"city", "port", "capital"}) for f in self.features]  # 4.611
        self.port = ["port" in f for f in self.features]
        self.capital = ["capital" in f for f in self.features]
        self.objective = ["objective" in f for f in self.features]
        landing = ["landing" in f for f in self.features]  # 4.75: beaches of two-hex islands, reached like ports (AW-DEC-36)
        self.island = ["island" in f and not two for f, two in zip(self.features, landing)]  # 4.73
        self.beach = ["beach" in f or two for f, two in zip(self.features, landing)]
        self.fortress = ["fortress" in f for f in self.features]
        self.ic = board.ints("ic")
        self.oil = board.ints("oil")
        self.harbours = board.ints("harbours")
        self.group = board.column("group")
        self.airbase = [c or b for c, b in zip(self.city, self.box)]  # 3.11: cities, ports; counters are in the state
        self.cost = [self._entry(s) for s in range(size)]
        self.rough = [d and t != "clear" for d, t in zip(self.land, self.terrain)]
        self.dm = [int(self._row(s).dm) if self.land[s] else 0 for s in range(size)]
        self.toughness = [
            int(self._row(s).attrition_hexes_needed) if self.land[s] else 99 for s in range(size)
        ]
        self.desert = [c in DESERT_WAR or not e for c, e in zip(self.country, self.europe)]
        self.linked = [f and c in (DESERT_WAR if e else LINKED) for f, c, e in zip(self.field, self.country, self.europe)]
        self.objectives = [s for s in range(size) if self.objective[s]]
        self.field_hexes = [s for s in range(size) if self.field[s]]
        self.ports = [s for s in range(size) if self.port[s]]
        reached = [one or two for one, two in zip(self.island, landing)]
        self.landings = [s for s in range(size) if landing[s] and self.field[s] and not self.port[s]]  # 4.75
        self.roadsteads = [s for s in range(size) if reached[s] and self.field[s] and not self.port[s]]  # 4.732, 4.75
        self.centres = [s for s in range(size) if self.ic[s] > 0 or board.token(s) == "urals"]
        self.named = {word: s for s, words in enumerate(board.column("cities")) for word in words.split()}
        self.homeland: dict[int, list[Space]] = {}
        for s, whose in enumerate(self.country):
            if self.land[s] and whose >= 0:
                self.homeland.setdefault(whose, []).append(s)
        self._sides(board)

    def _row(self, s: Space) -> Terrain:
        """The line of the terrain chart for a hex."""
        return self.table[self.theatre[s], NAMES.get(self.terrain[s], self.terrain[s])]

    def _entry(self, s: Space) -> int:
        return int(self._row(s).enter_mf) if self.land[s] else 1

    @rule("4.51", "4.52", "4.43", "4.63")
    def _sides(self, board: Board) -> None:
        """Ways of ground units: land on both sides, an arrow, or the edge of a box that ground units use. Ways of ships."""
        # AW-DEC-01: what a side is was read when the boards were made
        sea, shut, arrow, river = (board.bits(w) for w in ("sea", "impassable", "strait", "river"))
        ground, ships, naval = board.bits("ground"), board.bits("ships"), board.bits("naval")
        self.ways: list[tuple[Way, ...]] = []
        self.touching: list[tuple[Space, ...]] = []  # adjacent in the sense of 3.11: not across water
        self.lanes: list[tuple[Space, ...]] = []
        for s in range(board.size):
            ways, lanes = [], []
            for other, border in board.neighbours[s]:
                bits = board.features[border]
                if self.box[s] or self.box[other]:
                    if bits & ground:
                        ways.append((other, PLAIN))
                    if bits & naval:
                        lanes.append(other)
                    continue
                if bits & ships:
                    lanes.append(other)
                if bits & shut or not (self.field[s] and self.field[other]):
                    continue
                if bits & arrow:
                    ways.append((other, ARROW))
                elif not bits & sea:
                    ways.append((other, RIVER if bits & river else PLAIN))
            self.ways.append(tuple(ways))
            self.touching.append(tuple(o for o, over in ways if over != ARROW))
            self.lanes.append(tuple(lanes))
        self.arrows = frozenset((s, o) for s, ways in enumerate(self.ways) for o, over in ways if over == ARROW)
        self.canal = self._dig_canal(board)
        self.turkish = self._channel(board, ("eZ32", "eZ33", "eZ34", "eAA32", "eAA33", "eAA34"))
        self.iberian = self._gate(board)
        self.inner_sea = self._basin(board)
        self.home = {INDEX[power]: self._home_of(power) for power in HOMES}
        self.japan = self.home[INDEX["japan"]]
        self.baltic = seas_of(self, self.arrows).flood(board.space("eF38")) if board.knows("eF38") else frozenset()
        self.crossing = {(s, o): over for s, ways in enumerate(self.ways) for o, over in ways}

    @rule("4.51")
    def _dig_canal(self, board: Board) -> frozenset[tuple[Space, Space]]:
        """The Suez canal, by which ships pass though no sea hexside joins Suez and Port Said."""
        if not (board.knows("eMM30") and board.knows("eLL31")):
            return frozenset()
        ends = board.space("eMM30"), board.space("eLL31")
        for a, b in (ends, ends[::-1]):
            self.lanes[a] = (*self.lanes[a], b)
        return frozenset((ends, ends[::-1]))

    def _channel(self, board: Board, tokens: tuple[str, ...]) -> frozenset[tuple[Space, Space]]:
        """Sea hexsides between these hexes: the Dardanelles, the Marmara and the Bosporus."""
        inside = {board.space(t) for t in tokens if board.knows(t)}
        return frozenset((a, b) for a in inside for b in self.lanes[a] if b in inside)

    def _gate(self, board: Board) -> frozenset[tuple[Space, Space]]:
        """Sea hexsides by which ships pass the strait of Gibraltar."""
        pairs = (("eAA7", "eAA8"), ("eAA7", "eBB7"), ("eBB6", "eBB7"), ("eZ7", "eZ8"), ("eAA7", "eZ8"))
        both = [(board.space(a), board.space(b)) for a, b in pairs if board.knows(a) and board.knows(b)]
        return frozenset([*both, *((b, a) for a, b in both)])

    @rule("3.1", "5.26")
    def _home_of(self, power: str) -> frozenset[Space]:
        """A home country itself: what land and arrows join to its capital inside it, and the islands beside it; the recovered
        list calls all possessions by the name of their owner. The United States are in their boxes."""  # AW-DEC-41
        capital, islands = HOMES.get(power, ("", ()))
        found, edge = set[Space](), [self.named[c] for c in (capital, *islands) if c in self.named]
        while edge:
            found.update(edge)
            edge = sorted({o for s in edge for o, _ in self.ways[s] if o not in found and self.country[o] == INDEX[power]})
        return frozenset(found)

    def _basin(self, board: Board) -> frozenset[Space]:
        """The Mediterranean and Black Sea: waters that ships reach from Malta without passing Gibraltar (9.72)."""
        if not board.knows("eGG19"):
            return frozenset()
        return seas_of(self, self.iberian | self.canal).flood(board.space("eGG19"))

    @once_per_board
    def within(self, space: Space, reach: int) -> tuple[Space, ...]:
        """Hexes of the same map at most so far away."""
        return tuple(self.board.within(space, reach)) if not self.box[space] else (space,)

    def space(self, token: str) -> Space:
        """A space by its id or by the name of its city."""
        return self.board.space(token) if self.board.knows(token) else self.named[token]


def ground_of(board: Board, table: dict[tuple[str, str], Terrain]) -> Ground:
    """The lists of a board with its terrain chart, made once."""
    if Ground not in board.laid:
        board.laid[Ground] = Ground(board, table)
    found: Ground = board.laid[Ground]
    return found
