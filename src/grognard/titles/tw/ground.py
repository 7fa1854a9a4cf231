"""What the board means to the rules of this title: one set of lists made from a board, used in every hot loop.

Terrain, cities, hexsides (10.6), regions (1.2), ports and the ways that movement, zones of control and supply may take.
Nothing here changes during a game.
"""

from __future__ import annotations

from grognard.kernel.board import Board, Space
from grognard.kernel.rules import rule

CLEAR, DESERT, FOREST, MOUNTAIN, SWAMP, WASTELAND, WATER = range(7)
TERRAINS = ("clear", "desert", "forest", "mountain", "swamp", "wasteland", "water")
HOT = frozenset(("north_africa", "french_north_africa", "middle_east"))  # 1.2 Cities: no shelter here
MEDITERRANEAN, WESTERN, EASTERN, CLEAR_SKY = "mediterranean", "western", "eastern", "clear"


class Ground:
    """Lists by space of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        size = board.size
        kinds = {name: n for n, name in enumerate(TERRAINS)}
        self.terrain: list[int] = [kinds.get(board.terrain_name(s), WATER) for s in range(size)]
        hexes = [kind == "hex" for kind in board.kind]
        self.land: list[bool] = [h and t < WASTELAND for h, t in zip(hexes, self.terrain)]
        self.box: list[bool] = [kind == "box" for kind in board.kind]
        self.sea: list[bool] = [kind == "sea" for kind in board.kind]
        self.seas: list[Space] = [s for s, wet in enumerate(self.sea) if wet]
        self.features = [frozenset(words.split()) for words in board.column("features")]
        self.regions = [frozenset(words.split()) for words in board.column("regions")]
        self.country = board.country
        self.homeland: dict[str, list[Space]] = {}
        for place, whose in enumerate(board.country):
            self.homeland.setdefault(whose, []).append(place)
        self.owner = board.column("owner")
        self.weather = [frozenset(words.split()) for words in board.column("weather")]
        self.cities: list[int] = [
            len(words.split()) if "city" in f else 0 for words, f in zip(board.column("cities"), self.features)
        ]
        self.city: list[bool] = [n > 0 for n in self.cities]
        self.port: list[bool] = ["port" in f for f in self.features]
        self.beach: list[bool] = ["beach" in f for f in self.features]
        self.capital: list[bool] = ["capital" in f for f in self.features]
        self.objective: list[bool] = ["objective" in f for f in self.features]
        self.island: list[bool] = ["island" in f for f in self.features]
        self.ussr_1939: list[bool] = ["ussr_1939" in r for r in self.regions]
        self.north_africa: list[bool] = ["north_africa" in r for r in self.regions]
        self.hot: list[bool] = [bool(r & HOT) for r in self.regions]
        self.shelter: list[int] = [0 if hot else n for hot, n in zip(self.hot, self.cities)]  # 10.6.8
        self.city_hex = {city: s for s, words in enumerate(board.column("cities")) for city in words.split()}
        self.port_hex = {port: s for s, words in enumerate(board.column("ports")) for port in words.split()}
        self.eastern: list[bool] = [EASTERN in w for w in self.weather]
        self.karelia = [s for s, r in enumerate(self.regions) if "karelia" in r and self.land[s]]
        self.paris: Space = self.city_hex.get("paris", -1)
        self._near: dict[tuple[Space, int], frozenset[Space]] = {}
        self.maginot: list[bool] = ["maginot_line" in r for r in self.regions]
        self.single: list[bool] = list(self.island)  # 9.6: one unit, whatever its army
        if "gibraltar" in self.city_hex:
            self.single[self.city_hex["gibraltar"]] = True
        places = [
            board.maps[m].axial(c, r) if c is not None and r is not None else (999, 999)
            for m, c, r in zip(board.map, board.col, board.row)
        ]
        self.q = [q for q, _ in places]
        self.r = [r for _, r in places]
        self._lay_out_the_sky()
        self._sides(board)
        self._edges(board)

    def _lay_out_the_sky(self) -> None:
        """A bit for each hex, so that the six neighbours of a hex are shifts of one, of a row, and of a row less one."""
        hexes = [(q, r) for q, r in zip(self.q, self.r) if q != 999]
        first_q, first_r = min([q for q, _ in hexes]), min([r for _, r in hexes])
        self.sky_width = max([r for _, r in hexes]) - first_r + 2
        self.sky_bit: list[int] = [
            1 << (q - first_q + 1) * self.sky_width + (r - first_r + 1) if q != 999 else 0 for q, r in zip(self.q, self.r)
        ]
        self.whole_sky = sum(self.sky_bit)

    @rule("10.6.10", "10.6.11", "10.6.12")
    def _sides(self, board: Board) -> None:
        """Which neighbours a ground unit can step to, and over which hexsides zones of control do not reach."""
        size = board.size

        def bits(*words: str) -> int:
            return sum([board.feature_bits.get(w, 0) for w in words])

        shut, river, crossing, impassable = (
            bits("sea", "lake"),
            bits("river", "canal"),
            bits("strait", "canal"),
            bits("impassable"),
        )
        strait = bits("strait")
        self.steps: list[tuple[Space, ...]] = [()] * size
        self.dry: list[tuple[Space, ...]] = [()] * size
        self.iced: list[tuple[Space, ...]] = [()] * size  # as dry when rivers and canals are frozen
        self.river: list[frozenset[Space]] = [frozenset()] * size
        self.strait: list[frozenset[Space]] = [frozenset()] * size  # these do not freeze
        self.sea_ports: list[tuple[Space, ...]] = [()] * size
        self.sea_links: list[tuple[Space, ...]] = [()] * size
        shore = bits("coast", "port")
        self.shores: list[frozenset[Space]] = [frozenset()] * size
        port, open_sea = bits("port"), bits("open")
        for s in range(size):
            if self.land[s]:
                links = [(b, board.features[e]) for b, e in board.neighbours[s] if self.land[b]]
                links = [(b, f) for b, f in links if not f & impassable and (not f & shut or f & crossing)]
                self.steps[s] = tuple([b for b, _ in links])
                self.dry[s] = tuple([b for b, f in links if not f & (river | crossing)])
                self.river[s] = frozenset([b for b, f in links if f & (river | crossing)])
                self.iced[s] = tuple([b for b, f in links if not f & strait])
                self.strait[s] = frozenset([b for b, f in links if f & strait])
            self.sea_ports[s] = tuple([b for b, e in board.neighbours[s] if board.features[e] & port])
            if self.sea[s]:
                self.shores[s] = frozenset([b for b, e in board.neighbours[s] if board.features[e] & shore and self.land[b]])
            self.sea_links[s] = tuple([b for b, e in board.neighbours[s] if board.features[e] & open_sea])

    def _edges(self, board: Board) -> None:
        self.soviet_edge = [
            s for s in range(board.size) if self.land[s] and self.ussr_1939[s] and self.regions[s] & {"edge_north", "edge_east"}
        ]

    def far(self, a: Space, b: Space) -> int:
        """Hexes from a to b by coordinates."""
        dq, dr = self.q[a] - self.q[b], self.r[a] - self.r[b]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def near(self, space: Space, n: int) -> frozenset[Space]:
        """The hexes within n of a hex, itself too; each set is made once."""
        found = self._near.get((space, n))
        if found is None:
            found = self._near[space, n] = frozenset(self.board.within(space, n))
        return found

    def named(self, name: str) -> Space:
        """The hex of a city (`paris`), of a port (`scapa_flow`) or with a printed number (`0515`)."""
        found = self.city_hex.get(name, self.port_hex.get(name))
        return self.board.space(name) if found is None else found


def ground_of(board: Board) -> Ground:
    """The lists of a board, made once."""
    if Ground not in board.laid:
        board.laid[Ground] = Ground(board)
    found: Ground = board.laid[Ground]
    return found
