"""The recipe of the board of The War: Europe 1939-1945: 60-mile hexes numbered as the rulebook numbers them.

Chapters 1.2, 2.1, 8.8, 10.6, 23 and 26 say what a hex must know; the numbering is derived from the places whose hex the
text prints (`anchors.csv`). What a rule does with a word of the board is in `titles/tw/rules`, not here.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from grognard.atelier import corrections, rails
from grognard.atelier.borders1939 import Atlas1939, Ownership, ownership, rows
from grognard.atelier.cities import Place, places
from grognard.atelier.draft import Draft, Space, write_borders, write_spaces
from grognard.atelier.grid import Anchor, Cell, Fit, Grid, Projection, fit, stretched
from grognard.atelier.land import Surface
from grognard.atelier.rivers import River, Side, courses, snapped
from grognard.atelier.seas import SeaArea, sea_areas, touching, waters
from grognard.atelier.sources import PROJECT
from grognard.atelier.terrain import Country, Nature

FOLDER = PROJECT / "src" / "grognard" / "titles" / "tw" / "data" / "board"
SIZE = (5620.0, 4480.0)  # of the drawing, with margins for the boxes of 8.8
GRID = Grid("europe", range(45), range(49), 100.0, "pointy", "west", "even", (340.0, 270.0))
WINDOW = (-35.0, 15.0, 75.0, 75.0)
PARAMETERS = {"proj": "aea", "lat_1": 40, "lat_2": 60, "lat_0": 48, "lon_0": 27}

ANCHORS = (  # places the text ties to a printed hex; a lighter weight where the text leaves the spot open
    Anchor("Gibraltar", -5.35, 36.14, (26, 43)), Anchor("Cordoba", -4.77, 37.88, (25, 42)),
    Anchor("Sevastopol", 33.52, 44.60, (23, 13)), Anchor("Salzburg", 13.05, 47.80, (19, 26)),
    Anchor("Messina", 15.40, 38.19, (30, 27)), Anchor("Reggio", 15.90, 38.15, (30, 26)),
    Anchor("El Agheila", 19.20, 30.26, (39, 24), spot=(0.10, -0.40)), Anchor("Dardanelles", 26.45, 40.20, (28, 19)),
    Anchor("Rostov", 39.70, 47.23, (19, 9), 0.7), Anchor("Ladoga east shore", 32.60, 60.00, (5, 15), 0.4),
    Anchor("Murmansk railway", 33.60, 65.30, (0, 15), 0.25), Anchor("Sardinian Sea", 10.30, 38.60, (29, 30), 0.25),
    Anchor("Maginot Line north", 6.30, 49.25, (16, 31), 0.5), Anchor("Maginot Line centre", 7.75, 48.75, (17, 30), 0.5),
    Anchor("Maginot Line south", 7.10, 47.70, (18, 31), 0.5), Anchor("Rhineland north", 6.70, 51.00, (14, 30), 0.4),
    Anchor("Rhineland centre", 7.60, 50.20, (15, 29), 0.4), Anchor("Rhineland south", 7.60, 49.50, (16, 30), 0.4),
)
PULLED = frozenset({"Gibraltar", "Cordoba", "Sevastopol", "Messina", "Reggio", "El Agheila", "Dardanelles", "Rostov"})
LAYOUT = (  # ours: coasts must follow where places the rules keep apart would share a hex, or fall off the east edge
    Anchor("Istanbul", 29.00, 41.02, (27, 17)), Anchor("Basra", 47.80, 30.50, (36, 1)), Anchor("Abadan", 48.30, 30.35, (36, 0)),
    Anchor("Kuwait", 47.98, 29.37, (37, 0)), Anchor("Baku", 49.87, 40.40, (25, 1)), Anchor("Suez", 32.55, 29.97, (40, 13)),
    Anchor("Leningrad", 30.30, 59.94, (6, 16)), Anchor("Athens", 23.72, 37.98, (31, 20)),
    Anchor("Tobruk", 23.97, 32.08, (37, 20)),
)

STATES = {
    "Germany": "germany", "Austria": "germany", "Czechia": "germany", "Slovakia": "slovakia", "Poland": "poland",
    "Lithuania": "lithuania", "Latvia": "latvia", "Estonia": "estonia", "Finland": "finland", "Sweden": "sweden",
    "Norway": "norway", "Denmark": "denmark", "Russia": "ussr", "Belarus": "ussr", "Ukraine": "ussr", "Moldova": "romania",
    "Georgia": "ussr", "Armenia": "ussr", "Azerbaijan": "ussr", "Kazakhstan": "ussr", "Turkmenistan": "ussr",
    "Romania": "romania", "Bulgaria": "bulgaria", "Hungary": "hungary", "Serbia": "yugoslavia", "Croatia": "yugoslavia",
    "Bosnia and Herz.": "yugoslavia", "Slovenia": "yugoslavia", "North Macedonia": "yugoslavia", "Macedonia": "yugoslavia",
    "Montenegro": "yugoslavia", "Kosovo": "yugoslavia", "Albania": "albania", "Greece": "greece", "Turkey": "turkey",
    "Italy": "italy", "San Marino": "italy", "Vatican": "italy", "Switzerland": "switzerland", "Liechtenstein": "switzerland",
    "France": "france", "Monaco": "france", "Belgium": "belgium", "Luxembourg": "belgium", "Netherlands": "netherlands",
    "United Kingdom": "britain", "Ireland": "ireland", "Isle of Man": "britain", "Jersey": "britain", "Guernsey": "britain",
    "Faeroe Is.": "denmark", "Iceland": "denmark", "Spain": "spain", "Portugal": "portugal", "Andorra": "spain", "Malta": "malta",
    "Cyprus": "cyprus", "N. Cyprus": "cyprus", "Morocco": "morocco", "W. Sahara": "morocco", "Algeria": "algeria",
    "Tunisia": "tunisia", "Libya": "libya", "Egypt": "egypt", "Israel": "palestine", "Palestine": "palestine",
    "Jordan": "transjordan", "Lebanon": "syria", "Syria": "syria", "Iraq": "iraq", "Iran": "iran", "Kuwait": "kuwait",
    "Saudi Arabia": "saudi_arabia", "Åland": "finland", "Aland": "finland",
}
OWNERS = {  # 23: who holds a colony at the start of the 1939 campaign; every other country holds itself
    "albania": "italy", "libya": "italy", "rhodes": "italy", "egypt": "britain", "iraq": "britain", "palestine": "britain",
    "transjordan": "britain", "cyprus": "britain", "malta": "britain", "gibraltar": "britain", "kuwait": "britain",
    "algeria": "france", "morocco": "france", "tunisia": "france", "syria": "france", "spanish_morocco": "spain",
}
WEATHER = {  # 26.1.1, 26.2, 26.3 by country; the last line is ours (no section names these lands)
    "eastern": {"finland", "estonia", "latvia", "lithuania", "sweden", "ussr"},
    "western": {"france", "britain", "belgium", "netherlands", "ireland", "denmark", "norway", "sweden", "germany",
                "switzerland", "poland", "hungary", "slovakia", "danzig"},
    "mediterranean": {"romania", "bulgaria", "turkey", "iraq", "iran", "syria", "tunisia", "algeria", "morocco", "spain",
                      "portugal", "italy", "yugoslavia", "albania", "greece", "spanish_morocco", "cyprus", "malta", "gibraltar",
                      "rhodes"},
    "clear": {"saudi_arabia", "kuwait", "palestine", "egypt", "libya", "transjordan"},
}
EASTERN_REGIONS = {"eastern_poland", "karelia", "bessarabia"}  # 26.1.1
GROUPS = {  # 1.2: groups of countries the rules speak of
    "north_africa": {"egypt", "libya"}, "french_north_africa": {"tunisia", "algeria", "morocco"},
    "middle_east": {"iran", "iraq", "syria", "transjordan", "palestine", "kuwait", "saudi_arabia"},
    "baltic_states": {"estonia", "latvia", "lithuania"}, "ussr_1939": {"ussr"},
}
PRINTED_REGIONS = {"rhineland": ("1630", "1529", "1430"), "maginot_line": ("1631", "1730", "1831"),
                   "dardanelles": ("2818", "2819"), "murmansk_approach": ("0015", "0016"),
                   "alpenfestung": ("1926", "1927"), "nile_south": ("4414", "4415")}
OIL = {"ploesti": 2, "baku": 3, "mosul": 3, "abadan": 3, "maikop": 0, "grozny": 0}  # 24.1 to 24.3

LEAST_LAND = 0.13  # a hex with less dry land is sea, unless a place stands on it
MOST_LAKE = 0.60  # a hex with more lake is water, though no sea area
LEAST_SIDE = 0.10  # a hexside with less dry land cannot be walked
EXTRA = ["owner", "regions", "weather", "seas", "cities", "ports", "features", "oil"]


def fitted() -> Fit:
    """The numbering of the printed board, from the anchors alone."""
    return fit(PARAMETERS, GRID, ANCHORS)


def projection() -> Projection:
    """The projection of the board: the fit, then the rubber sheet."""
    return stretched(fitted().projection, GRID, [a for a in ANCHORS if a.name in PULLED] + list(LAYOUT), reach=7.0)


@dataclass
class Making:
    """Everything read and computed on the way to the board."""

    geo: str | None = None
    only: frozenset[Cell] | None = None  # a region, for the test that rebuilds one
    window: tuple[float, float, float, float] = WINDOW
    terrain: bool = True  # needs the relief and climate rasters
    draft: Draft = field(default_factory=Draft)
    problems: list[str] = field(default_factory=list)

    @cached_property
    def projection(self) -> Projection:
        return projection()

    @cached_property
    def surface(self) -> Surface:
        return Surface(self.projection, GRID, self.window, self.geo)

    @cached_property
    def atlas(self) -> Atlas1939:
        return Atlas1939(FOLDER / "regions.csv", STATES, self.geo)

    @cached_property
    def country(self) -> Country:
        return Country(self.projection, GRID, FOLDER / "wilds.csv", self.window, self.geo)

    @cached_property
    def areas(self) -> list[SeaArea]:
        return sea_areas(FOLDER / "sea_areas.csv")

    @cached_property
    def places(self) -> list[Place]:
        return places(FOLDER / "places.csv", GRID, self.projection)

    @cached_property
    def rivers(self) -> list[River]:
        return courses(FOLDER / "rivers.csv", self.projection, self.geo)

    @cached_property
    def river_sides(self) -> dict[Side, set[str]]:
        return snapped(self.rivers, GRID)

    @cached_property
    def watered(self) -> set[Cell]:
        """Hexes beside a river."""
        return {cell for side in self.river_sides for cell in side}

    @cached_property
    def cells(self) -> list[Cell]:
        return [c for c in GRID.cells() if self.only is None or c in self.only]

    @cached_property
    def at(self) -> dict[Cell, list[Place]]:
        out: dict[Cell, list[Place]] = {}
        for place in self.places:
            out.setdefault(place.cell, []).append(place)
        return out

    @cached_property
    def natures(self) -> dict[Cell, Nature]:
        return {c: self.country.nature(c) for c in self.cells if self.is_land(c)}

    @cached_property
    def water(self) -> dict[Cell, Counter[str]]:
        return {c: waters(self.surface, self.projection, self.areas, c) for c in self.cells if self.surface.ground(c).sea > 0}

    @cached_property
    def owners(self) -> dict[Cell, Ownership]:
        return {c: ownership(self.surface, self.projection, self.atlas, c) for c in self.cells if self.is_land(c)}

    def is_land(self, cell: Cell) -> bool:
        ground = self.surface.ground(cell)
        return (ground.dry >= LEAST_LAND and ground.lake < MOST_LAKE) or cell in self.at

    @cached_property
    def inland(self) -> dict[Cell, int]:
        """How many hexes a land hex lies from the nearest hex of a sea (not a lake)."""
        far = {c: 0 for c, found in self.water.items() if any(a != "caspian_sea" for a in found)}
        queue = deque(far)
        while queue:
            cell = queue.popleft()
            for other in GRID.neighbours(cell):
                if other not in far:
                    far[other] = far[cell] + 1
                    queue.append(other)
        return far


def build(geo: str | None = None) -> Making:
    """The whole board, corrections applied."""
    making = Making(geo)
    lay_hexes(making)
    lay_sides(making)
    lay_seas(making)
    lay_boxes(making)
    name_places(making)
    hex_of = {p.name: GRID.id(p.cell) for p in making.places}
    corrections.apply(making.draft, FOLDER / "corrections.csv")
    _, lost = rails.lay(making.draft, FOLDER / "rails.csv", hex_of)
    making.problems += [f"no way for the rails from {hop}" for hop in lost]
    mark_coasts(making)
    mark_islands(making)
    mark_pact_line(making)
    return making


def rebuild(cells: frozenset[Cell], window: tuple[float, float, float, float], geo: str | None = None) -> Draft:
    """A region of the board made again: land, seas, countries and hexsides, without terrain and before corrections."""
    making = Making(geo, cells, window, terrain=False)
    lay_hexes(making)
    lay_sides(making)
    return making.draft


# --- hexes --------------------------------------------------------------------------------------------------------------


def lay_hexes(m: Making) -> None:
    for cell in m.cells:
        x, y = GRID.centre(cell)
        space = m.draft.add(Space(GRID.id(cell), "hex", GRID.map, round(x, 1), round(y, 1), col=cell[1], row=cell[0]))
        space.columns.update(owner="", regions=set(), weather=set(), seas=[], cities=[], ports=[], features=set(), oil="")
        if not m.is_land(cell):
            space.terrain = "water"
        else:
            settle(m, cell, space)
        space.columns["seas"] = [a for a, _ in m.water.get(cell, Counter()).most_common()]
        mark_edges(cell, space)


def settle(m: Making, cell: Cell, space: Space) -> None:
    """Country, regions, weather and terrain of a land hex."""
    owned = m.owners[cell]
    towns = [p for p in m.at.get(cell, ()) if p.roles & {"city", "capital"}]
    if towns:  # a city decides whose hex it is
        space.country, words = m.atlas.at(towns[0].lon, towns[0].lat)
    else:
        space.country = owned.countries.most_common(1)[0][0] if owned.countries else ""
        words = frozenset()
    regions = space.words("regions")
    regions |= set(words) | {name for name, n in owned.regions.items() if n >= 0.5 * max(1, owned.points)}
    if space.country != "yugoslavia":
        regions.discard("croatia")  # 23.59: Zara is no part of it
    regions |= {word for word, lands in GROUPS.items() if space.country in lands}
    regions |= {word for word, ids in PRINTED_REGIONS.items() if space.id in ids}
    space.columns["owner"] = OWNERS.get(space.country, space.country)
    weather = space.words("weather")
    weather |= {zone for zone, lands in WEATHER.items() if space.country in lands}
    if regions & EASTERN_REGIONS:
        space.columns["weather"] = {"eastern"}
    space.terrain = terrain(m, cell, space.country) if m.terrain else "land"


def terrain(m: Making, cell: Cell, country: str) -> str:
    nature = m.natures[cell]
    landing = any("beach" in p.roles for p in m.at.get(cell, ()))  # 10.6.5: a beach is no mountain
    kind = m.country.wild(nature) or ("mountain" if is_mountain(nature) else "")
    if kind and not (kind == "mountain" and landing):
        return kind
    arid = country in GROUPS["north_africa"] | {"saudi_arabia", "kuwait", "transjordan"} or nature.dry >= 0.5
    deep = GROUPS["north_africa"] | GROUPS["french_north_africa"] | {"saudi_arabia"}
    if arid and m.inland.get(cell, 0) >= 4 and country in deep and cell not in m.watered:
        return "wasteland"
    if country in GROUPS["north_africa"] | {"saudi_arabia", "kuwait", "transjordan"}:
        return "desert"
    south = country in GROUPS["french_north_africa"] | GROUPS["middle_east"]
    return "desert" if south and nature.dry >= 0.5 else "clear"


def is_mountain(nature: Nature) -> bool:
    """High and rough ground, a little lower within a named range."""
    if nature.range >= 0.45 and nature.height >= 24 and nature.rough >= 8:
        return True
    return (nature.height >= 34 and nature.rough >= 11) or nature.height >= 60


def mark_edges(cell: Cell, space: Space) -> None:
    regions = space.words("regions")
    row, col = cell
    for word, on in (("edge_north", row == GRID.rows[0]), ("edge_south", row == GRID.rows[-1]),
                     ("edge_east", col == GRID.columns[0]), ("edge_west", col == GRID.columns[-1])):
        if on:
            regions.add(word)


# --- hexsides -----------------------------------------------------------------------------------------------------------


def lay_sides(m: Making) -> None:
    kept = set(m.cells)
    for a, b, side in GRID.pairs():
        if a not in kept or b not in kept:
            continue
        border = m.draft.border(GRID.id(a), GRID.id(b))
        if not (m.is_land(a) and m.is_land(b)) or m.surface.dry_share(a, b, side) < LEAST_SIDE:
            border.features.add("sea")
            if m.surface.lake_share(a, side) >= 0.5:
                border.features.add("lake")
            continue
        names = m.river_sides.get((a, b)) or m.river_sides.get((b, a))
        if names:
            border.features.add("river")
            border.columns["rivers"] = {n.lower().replace(" ", "_") for n in names}


# --- seas and boxes -----------------------------------------------------------------------------------------------------


def lay_seas(m: Making) -> None:
    for area in m.areas:
        mine = [c for c, found in m.water.items() if found and found.most_common(1)[0][0] == area.id]
        if not mine:
            m.problems.append(f"no hex belongs to {area.name}")
            continue
        points = [GRID.centre(c) for c in mine]
        x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        spot = min(points, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
        space = m.draft.add(Space(area.id, "sea", "", round(spot[0], 1), round(spot[1], 1), area.name))
        space.columns.update(features={"strait"} if area.strait else set(), regions=set(area.group.split()), seas=[], cities=[],
                             ports=[], weather=set(), owner="", oil="")
    pairs = [(a, b) for a, b, _ in GRID.pairs() if a in m.water and b in m.water and water_side(m, a, b)]
    for pair in touching(m.water, pairs):
        a, b = sorted(pair)
        if "caspian_sea" not in pair:
            m.draft.border(a, b).features.add("open")


def water_side(m: Making, a: Cell, b: Cell) -> bool:
    return "sea" in m.draft.border(GRID.id(a), GRID.id(b)).features


def lay_boxes(m: Making) -> None:
    boxes = list(rows(FOLDER / "boxes.csv"))
    for row in boxes:
        x, y = float(row["x"]), float(row["y"])
        space = m.draft.add(Space(row["id"], row["kind"], "", x, y, row["name"], country=row["country"]))
        space.columns.update(owner=row["owner"], features=set(row["features"].split()), seas=row["seas"].split(),
                             regions={"off_map"}, cities=[], ports=[], weather=set(), oil="")
        if "port" in row["features"].split():
            space.columns["ports"] = [row["id"].removesuffix("_box")]
    hex_of = {p.id: GRID.id(p.cell) for p in m.places}
    for row in boxes:
        for sea in row["seas"].split():
            m.draft.border(row["id"], sea).features.update(("coast", "port"))
        for link in row["links"].split():
            target, word = link.split(":")
            ends = east_edge(m) if target == "edge_east_ussr" else [hex_of.get(target, target)]
            for end in ends:
                m.draft.border(row["id"], end).features.add("open" if word == "sea" else word)


def east_edge(m: Making) -> list[str]:
    """8.8.2, 12.2.2: the land hexes of the Soviet Union on the east edge, which lead to the Urals."""
    return [s.id for s in m.draft.spaces.values() if s.country == "ussr" and "edge_east" in s.words("regions")]


# --- places, coasts, islands ----------------------------------------------------------------------------------------------


def name_places(m: Making) -> None:
    for cell, here in m.at.items():
        space = m.draft.spaces.get(GRID.id(cell))
        if space is None:
            continue
        towns = [p for p in here if "city" in p.roles]
        space.name = " and ".join(p.name for p in (towns or here) if p.roles != {"beach"}) or ""
        space.listed("cities").extend(p.id for p in towns)
        space.listed("ports").extend(p.id for p in here if "port" in p.roles)
        for p in here:
            features = space.words("features")
            features |= set(p.roles) - {"oil"}
            if "oil" in p.roles:
                features.add("oil")
                space.columns["oil"] = OIL[p.id]
        if space.listed("ports") and not space.listed("seas"):
            space.listed("seas").extend(nearest_sea(m, here[0]))
    for id in PRINTED_REGIONS["maginot_line"]:  # 13.2.1
        if id in m.draft.spaces:
            m.draft.spaces[id].words("features").add("fortress")


def nearest_sea(m: Making, place: Place) -> list[str]:
    """The sea area a port up a river or a fjord leads to: the commonest one around its hex."""
    found: Counter[str] = Counter()
    for cell in GRID.neighbours(place.cell):
        found.update(m.water.get(cell, ()))
    return [a for a, _ in found.most_common(1)]


def mark_coasts(m: Making) -> None:
    """A border between every coastal hex and the sea areas on it; `port` where one of its ports opens on the sea."""
    for space in list(m.draft.spaces.values()):
        if space.kind != "hex":
            continue
        for sea in space.listed("seas"):
            if sea in m.draft.spaces:
                border = m.draft.border(space.id, sea)
                border.features.add("water" if space.terrain == "water" else "coast")
                if space.listed("ports"):
                    border.features.add("port")
        if not space.listed("seas") or space.terrain == "mountain":  # 10.6.5: no landings there
            space.words("features").discard("beach")


def mark_islands(m: Making) -> None:
    """1.2: an island entirely within one hex."""
    walk: Counter[str] = Counter()
    for border in m.draft.borders.values():
        a, b = m.draft.spaces[border.a], m.draft.spaces[border.b]
        if a.kind == b.kind == "hex" and "sea" not in border.features:
            walk[a.id] += 1
            walk[b.id] += 1
    for space in m.draft.spaces.values():
        if space.kind == "hex" and space.terrain != "water" and not walk[space.id] and space.listed("seas"):
            space.words("features").add("island")


def mark_pact_line(m: Making) -> None:
    """16.5, 21.4: the hexsides between the Soviet share of Poland and the German one, East Prussia included."""
    for border in m.draft.borders.values():
        ends = m.draft.spaces[border.a], m.draft.spaces[border.b]
        soviet = ["eastern_poland" in s.words("regions") for s in ends]
        if soviet[0] != soviet[1] and ends[soviet[0]].country in ("poland", "germany") and ends[soviet[0]].kind == "hex":
            border.features.add("pact")


def write(m: Making, folder: Path = FOLDER) -> None:
    write_spaces(m.draft, folder / "spaces.csv", [
        "provenance: reconstructed from Natural Earth (public domain), the rulebook's numbering and names, the history of 1939",
        "Per layer: board.toml. Made by python -m grognard.atelier tw; corrections.csv has the last word.",
    ], EXTRA)
    write_borders(m.draft, folder / "borders.csv", [
        "provenance: reconstructed from Natural Earth (public domain) and the adjacencies the rulebook states",
        "sea: an all-water hexside (10.6.11), lake: one that is a lake; open: two sea areas that touch; coast, water, port: a",
        "hex and its sea area; land, stratmove, sea_5: links of the boxes of 8.8; rail is drawn only (9.1.1 needs none).",
    ], ["rivers"])
