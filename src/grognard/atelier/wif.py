"""The recipe of the board of World in Flames: hexes of seven maps at three scales, sea areas with their sections, off-map areas.

Chapters 2.1 and 2.5 say what a hex must know; codes are those of the rules (wif_sheets.py). The tables of the board's folder say
what is where; every choice of ours is in one of them or a constant here. Rules are in `titles/wif`.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from grognard.atelier import corrections
from grognard.atelier.borders1939 import rows
from grognard.atelier.draft import Space, slug, write_borders, write_spaces
from grognard.atelier.sheets import Cell, Lattice
from grognard.atelier.wif_ground import Ground
from grognard.atelier.wif_making import AFRICAN, Making, Place, as_floats, asian
from grognard.atelier.wif_sheets import AFRICA, EUROPE, OFF_MAP, PACIFIC, PrintedMap
from grognard.atelier.wif_sides import Net, apply_table, lay_alpine, lay_rails, lay_rivers

OPEN_WATER = "sea"  # in islands.csv: a hex of water though its shores reach far into it
LEAST_LAND = 0.11  # a hex with less dry land is a hexdot, unless a place stands on it
MOST_LAKE = 0.60
LEAST_OFF_MAP = 0.22
LEAST_SIDE = 0.09  # a hexside with less dry land is all sea, or lake
LEAST_SHORE = 0.015  # of a hex: less water opens no coast
SECTIONS = range(5)
PARTLY = frozenset({"A", "P", "AF", "SC"})  # maps whose hexes another map may cover
SPACE_EXTRA = [
    "scale",
    "option",
    "owner",
    "regions",
    "weather",
    "seas",
    "places",
    "roles",
    "blue",
    "red",
    "green",
    "resources",
    "oil",
    "also",
    "lon",
    "lat",
]
BORDER_EXTRA = ["gate", "points"]
TROPICS = frozenset(
    {
        "siam",
        "burma",
        "indo_china",
        "malaya",
        "nei",
        "philippines",
        "papua",
        "new_guinea",
        "new_britain",
        "new_ireland",
        "solomon_is",
        "dutch_new_guinea",
        "british_north_borneo",
        "ceylon",
        "hainan",
        "timor",
    }
)










def african(cell: Cell) -> Cell:
    col, row = cell
    return (col - 28 if (row - 3) % 2 else col - 27), row - 3


def build(geo: str | None = None) -> Making:
    """The whole board, corrections applied."""
    m = Making(geo)
    lay_hexes(m)
    lay_sides(m)
    lay_joins(m)
    lay_features(m)
    lay_off_map(m)
    lay_seas(m)
    lay_blue_lines(m)
    return m


def lay_features(m: Making) -> None:
    """Corrections of single hexes, then rivers, alpine sides, railways and the table of hexsides."""
    corrections.apply(m.draft, m.plan.folder / "corrections.csv")
    for lattice, cells in m.cells.items():
        codes = {cell: there.code(cell) for cell, there in cells.items()}
        dry = frozenset(c for c in cells if not is_water(m.draft.spaces[codes[c]]))
        net, sheet = Net(lattice, dry), m.sheets[lattice.name]
        lay_rivers(m.draft, m.plan.folder, net, sheet, codes, m.geo)
        lay_alpine(m.draft, net, sheet, codes, m.globe)
    apply_table(m.draft, m.plan.folder / "hexsides.csv")
    hex_of: dict[str, str] = {}
    for code, here in m.homes.items():
        for p in here:
            if code in m.draft.spaces and p.name not in hex_of:
                hex_of[p.name] = code
    lost = lay_rails(m.draft, m.plan.folder, hex_of)
    m.problems += [f"no way for the rails from {hop}" for hop in lost]
    apply_table(m.draft, m.plan.folder / "hexsides.csv")


def lay_blue_lines(m: Making) -> None:
    """2.1.3: what aircraft fly along from hexdot to hexdot of different maps."""
    for row in rows(m.plan.folder / "blue_lines.csv"):
        m.draft.border(row["a"], row["b"]).features.add("blue")
        for end in (row["a"], row["b"]):
            m.draft.spaces[end].words("roles").add(row["colour"])


# --- hexes --------------------------------------------------------------------------------------------------------------


def lay_hexes(m: Making) -> None:
    for lattice, cells in m.cells.items():
        for cell, there in cells.items():
            lay_hex(m, lattice, cell, there)


def blank(space: Space, scale: str, option: str) -> Space:
    space.columns.update(
        scale=scale,
        option=option,
        owner="",
        regions=set(),
        weather="",
        seas=[],
        places=[],
        roles=set(),
        blue="",
        red="",
        green="",
        resources="",
        oil="",
        also="",
        lon="",
        lat="",
    )
    return space


def lay_hex(m: Making, lattice: Lattice, cell: Cell, there: PrintedMap) -> None:
    ground = m.grounds[lattice][cell]
    code = there.code(cell)
    x, y = lattice.centre(cell)
    col, row = there.printed(cell)
    made = Space(code, "hex", there.id, round(x, 1), round(y, 1), col=col, row=row)
    space = blank(m.draft.add(made), there.scale, there.option)
    space.columns.update(lon=f"{(ground.lon + 180) % 360 - 180:.2f}", lat=f"{ground.lat:.2f}")
    towns = m.homes.get(code, [])
    space.columns["seas"] = shores(m, ground, towns)
    space.columns["weather"] = weather(ground)
    if ground.lake >= MOST_LAKE and not towns:
        space.terrain = "lake"
    elif m.islands.get(code) == OPEN_WATER or (is_small(ground, there) and not towns and code not in m.islands):
        space.terrain = "sea"
    else:
        settle(m, space, ground, towns)
    if there.id == "A" and cell[0] == 1:
        space.columns["also"] = f"P32{row:02d}"
    if there.id == "E" and col == 30:
        space.columns["also"] = f"W00{row - 1:02d}"
    if there.id == "A" and african(cell)[0] in range(1, 4) and code in ("A3012", "A3011", "A3010"):
        space.columns["also"] = AFRICAN.code(african(cell))


def is_small(ground: Ground, there: PrintedMap) -> bool:
    return ground.land < (LEAST_LAND if there.scale != "off_map" else LEAST_OFF_MAP)


def shores(m: Making, ground: Ground, towns: list[Place]) -> list[str]:
    """The sea areas a hex lies on: what its water belongs to, what a port is said to open on."""
    told = [sea for p in towns for sea in m.port_seas.get(p.id, ())]
    if told:
        return list(dict.fromkeys(told))
    found = [s for s, _ in ground.seas.most_common()] if ground.sea >= LEAST_SHORE else []
    ports = [p for p in towns if "port" in p.roles]
    if ports and not found:
        found = [m.survey.sea_at(ports[0].lon, ports[0].lat)]
    return found


def settle(m: Making, space: Space, ground: Ground, towns: list[Place]) -> None:
    """Country, regions, terrain and places of a land hex."""
    if towns:
        chief = max(towns, key=lambda p: ("capital" in p.roles, bool(p.hex), p.named == "rulebook", len(p.roles), p.name))
        here, words = m.survey.countries(as_floats([(chief.lon, chief.lat)]))
        space.country = str(here[0])
        space.words("regions").update(name for name, held in words if held[0])
        space.name = chief.name
    space.country = m.islands.get(space.id, space.country)
    if not space.country and ground.countries:
        space.country = ground.countries.most_common(1)[0][0]
    if not space.country:
        here, _ = m.survey.countries(as_floats([(ground.lon, ground.lat)]))
        space.country = str(here[0])
    space.words("regions").update(name for name, n in ground.regions.items() if n >= 0.5 * max(1, ground.points))
    space.terrain = terrain(ground, space.country)
    space.columns["owner"] = m.owners.get(space.country) or space.country
    inhabit(space, towns)


def inhabit(space: Space, towns: list[Place]) -> None:
    space.columns["places"] = [p.id for p in towns]
    for p in towns:
        space.words("roles").update(p.roles)
        for key, value in p.goods.items():
            space.columns[key] = str(int(str(space.columns[key] or 0)) + int(value))


def terrain(ground: Ground, country: str) -> str:
    mountain = (
        (ground.range >= 0.45 and ground.height >= 24 and ground.rough >= 8)
        or ground.height >= 62
        or (ground.height >= 34 and ground.rough >= 11)
    )
    arid = ground.arid >= 0.5
    if ground.wild == "swamp":
        return "swamp"
    if mountain or ground.wild == "mountain":
        return "desert_mountain" if arid else "mountain"
    if arid:
        return "desert"
    if ground.climate in ("Af", "Am") or (ground.climate.startswith("A") and country in TROPICS):
        return "jungle"
    if ground.wild == "forest" or ground.climate in ("Dfc", "Dfd", "Dwc", "Dwd", "Dsc"):
        return "forest"
    return "clear"


def weather(ground: Ground) -> str:
    """The weather zone, by latitude and longitude (the printed limits are not in the text; Lae is South Monsoon)."""
    lat, lon = ground.lat, (ground.lon + 180) % 360 - 180
    if lat >= 61:
        return "arctic"
    if lat <= -23:
        return "south_temperate"
    if lat < -4.5:
        return "south_monsoon"
    if -25 < lon < 62 and lat < 44.5:
        return "mediterranean" if lat >= 20 else "north_monsoon"
    return "north_temperate" if lat >= 27 else "north_monsoon"


# --- hexsides and joins -------------------------------------------------------------------------------------------------


def is_water(space: Space) -> bool:
    return space.terrain in ("sea", "lake")


def lay_sides(m: Making) -> None:
    for lattice, cells in m.cells.items():
        sides = [(cell, k) for cell in cells for k in (1, 2, 3) if lattice.neighbours(cell)[k] in cells]
        shares = m.survey.side_shares(m.sheets[lattice.name], lattice, sides)
        for (cell, k), (dry, lake) in zip(sides, shares):
            other = lattice.neighbours(cell)[k]
            one, two = m.draft.spaces[cells[cell].code(cell)], m.draft.spaces[cells[other].code(other)]
            border = m.draft.border(one.id, two.id)
            if is_water(one) or is_water(two):
                border.features.add("sea" if "sea" in (one.terrain, two.terrain) else "lake")
            elif dry < LEAST_SIDE:
                border.features.add("lake" if lake > 0.5 else "sea")


def lay_joins(m: Making) -> None:
    """Where maps of different scale, or different numbering, meet."""
    for cell, there in m.cells[EUROPE].items():
        for out in EUROPE.neighbours(cell):
            if out in m.cells[EUROPE]:
                continue
            lon, lat = m.sheets["europe"].lonlat(as_floats([EUROPE.centre(out)]))[0]
            for name in ("pacific", "africa", "scandinavia"):
                code = m.code_at(name, float(lon), float(lat))
                if code:
                    join(m, there.code(cell), code)
                    break
    for row in rows(m.plan.folder / "joins.csv"):
        join(m, row["a"], row["b"])
    for cell, there in m.cells[AFRICA].items():
        for near in PACIFIC.neighbours(asian(cell)):
            if near in m.cells[PACIFIC]:
                join(m, there.code(cell), m.cells[PACIFIC][near].code(near))


def join(m: Making, a: str, b: str) -> None:
    one, two = m.draft.spaces[a], m.draft.spaces[b]
    border = m.draft.border(a, b)
    border.features.add("join")
    if is_water(one) or is_water(two):
        border.features.add("sea")


# --- off-map hexes -------------------------------------------------------------------------------------------------------------


def off_map_spots(m: Making) -> dict[str, tuple[float, float]]:
    """Where the off-map hexes are drawn: two small maps of their own, each hex in the free cell nearest to its true place."""
    out: dict[str, tuple[float, float]] = {}
    taken: set[Cell] = set()
    for row in sorted(m.off_map, key=lambda r: r["terrain"] == "sea"):
        lon, lat = float(row["lon"]), float(row["lat"])
        if lat > 60:
            x, y = 1900.0 + (lon - 5) * 38, 520.0 - (lat - 61) * 40
        else:
            x, y = 900.0 + (lon + 14) * 27, 3900.0 - (lat - 15) * 27
        free = sorted(
            (c for c in nearby(OFF_MAP, OFF_MAP.at(x, y)) if c not in taken),
            key=lambda c: (OFF_MAP.centre(c)[0] - x) ** 2 + (OFF_MAP.centre(c)[1] - y) ** 2,
        )
        taken.add(free[0])
        out[row["id"]] = OFF_MAP.centre(free[0])
    return out


def nearby(lattice: Lattice, cell: Cell) -> list[Cell]:
    near = {cell}
    for _ in range(4):
        near |= {n for c in near for n in lattice.neighbours(c)}
    return sorted(near)


def lay_off_map(m: Making) -> None:
    spots = off_map_spots(m)
    for row in m.off_map:
        x, y = spots[row["id"]]
        space = Space(
            row["id"],
            "area",
            "off_map",
            round(x, 1),
            round(y, 1),
            name=row["name"],
            terrain=row["terrain"],
            country=row["country"],
        )
        blank(m.draft.add(space), "off_map", "no_" + ("scandinavia" if float(row["lat"]) > 60 else "africa"))
        space.columns.update(lon=row["lon"], lat=row["lat"], seas=row["seas"].split(), roles=set(row["roles"].split()))
        space.columns["weather"] = weather(Ground(float(row["lon"]), float(row["lat"]), 1, 0, 0))
        space.columns["owner"] = m.owners.get(space.country) or space.country
        inhabit(space, m.homes.get(row["id"], []))
        if not space.listed("places") and space.terrain != "sea":
            space.columns["places"] = [slug(row["name"])]
    for row in m.off_map:
        for other in row["links"].split():
            m.draft.border(row["id"], other).features.add("line")
        edge, *rail = row["edge"].split() or [""]
        for code in morocco(m) if edge == "MOROCCO" else edge_hexes(m, edge, wet=row["terrain"] == "sea"):
            m.draft.border(row["id"], code).features |= {"line", *(rail if code == edge else ())}


def edge_hexes(m: Making, code: str, wet: bool) -> list[str]:
    """The map-edge hex an off-map hex is joined to, and those beside it (2.1.1)."""
    if not code:
        return []
    there, cell = m.plan.cell_of(code)
    cells = m.cells[there.lattice]
    beside = [
        c for c in there.lattice.neighbours(cell) if c in cells and any(n not in cells for n in there.lattice.neighbours(c))
    ]
    kept = [c for c in (cell, *beside) if c in cells]
    return [code for code in (cells[c].code(c) for c in kept) if wet or not is_water(m.draft.spaces[code])]


def morocco(m: Making) -> list[str]:
    """2.1.1: the five hexes s to w at the bottom of Morocco."""
    bottom = [s for s in m.draft.spaces.values() if s.map == "W" and s.row == 2 and s.country == "morocco"]
    return [s.id for s in sorted(bottom, key=lambda s: s.x)[:5]]


# --- seas ---------------------------------------------------------------------------------------------------------------


def box_spot(
    m: Making, mine: list[Space], sea: str, taken: list[tuple[float, float, float, float]], ways: tuple[bool, ...] = (True, False)
) -> tuple[float, float, bool]:
    """Where a sea-box of five sections lies best: over hexdots of its own area, clear of land and of other boxes."""
    cx, cy = sum(s.x for s in mine) / len(mine), sum(s.y for s in mine) / len(mine)
    lattice = m.plan.map(mine[0].map).lattice if mine[0].kind == "hex" else OFF_MAP
    cells = m.cells.get(lattice, {})
    best: tuple[float, float, float, bool] = (-1e9, cx, cy, True)
    for s in mine:
        for across in ways:
            w, h = (240.0, 66.0) if across else (56.0, 216.0)
            frame = (s.x - w / 2, s.y - h / 2 - 8, s.x + w / 2, s.y + h / 2)
            score = -(((s.x - cx) ** 2 + (s.y - cy) ** 2) ** 0.5) / 150 - (0.0 if across else 1.5)
            for i in range(7):
                for j in range(5):
                    cell = lattice.at(frame[0] + (frame[2] - frame[0]) * i / 6, frame[1] + (frame[3] - frame[1]) * j / 4)
                    there = cells.get(cell)
                    under = m.draft.spaces[there.code(cell)] if there else None
                    score += (
                        0 if under is None else -2 if under.terrain != "sea" else 1 if under.listed("seas")[:1] == [sea] else 0.2
                    )
            score -= 40 * sum(t[0] < frame[2] and frame[0] < t[2] and t[1] < frame[3] and frame[1] < t[3] for t in taken)
            if score > best[0]:
                best = (score, s.x, s.y, across)
    _, x, y, across = best
    w, h = (250.0, 76.0) if across else (66.0, 226.0)
    taken.append((x - w / 2, y - h / 2 - 8, x + w / 2, y + h / 2))
    return x, y, across


def lay_seas(m: Making) -> None:
    taken: list[tuple[float, float, float, float]] = []
    where: dict[str, list[Space]] = defaultdict(list)
    shores: dict[str, list[Space]] = defaultdict(list)
    for space in m.draft.spaces.values():
        for sea in space.listed("seas"):
            shores[sea].append(space)
        for sea in space.listed("seas")[:1]:
            if space.terrain == "sea":
                where[sea].append(space)
    for row in rows(m.plan.folder / "sea_areas.csv"):
        mine = where[row["id"]] if len(where[row["id"]]) > 1 else shores[row["id"]]
        if not where[row["id"]]:
            m.problems.append(f"sea area {row['id']} has no hexdot")
        chief = Counter(s.map for s in mine).most_common(1)[0][0]
        spot, _, upright = row.get("box", "").partition(" ")
        over = [m.draft.spaces[spot]] if spot else [s for s in mine if s.map == chief]
        x, y, across = box_spot(m, over, row["id"], taken, (False,) if upright else (True, False))
        area = m.draft.add(Space(row["id"], "sea", "", x, y, name=row["name"], terrain="sea"))
        blank(area, "", "")
        area.columns["weather"] = row["weather"]
        for n in SECTIONS:
            dx, dy = (n - 2) * 46.0 if across else 0.0, 0.0 if across else (n - 2) * 37.0
            made = Space(f"{row['id']}_{n}", "box", "", round(x + dx, 1), round(y + dy, 1), name=f"{row['name']} {n}")
            section = blank(m.draft.add(made), "", "")
            m.draft.border(area.id, section.id).features.add("section")
    for row in rows(m.plan.folder / "sea_areas.csv"):
        for other in row["adjacent"].split():
            m.draft.border(row["id"], other).features.add("open")
    for space in list(m.draft.spaces.values()):
        for sea in space.listed("seas"):
            if sea in m.draft.spaces:
                word = "dot" if space.terrain == "sea" else "port" if "port" in space.words("roles") else "coast"
                m.draft.border(space.id, sea).features.add(word)
    lay_gates(m)


def lay_gates(m: Making) -> None:
    for row in rows(m.plan.folder / "gates.csv"):
        border = m.draft.border(row["a"], row["b"])
        border.features.add("gate")
        border.columns["gate"] = row["gate"]


def write(m: Making) -> None:
    note = "provenance: reconstructed from Natural Earth (public domain), names and codes of the rulebook, the history of 1939"
    made = "Made by python -m grognard.atelier wif; do not edit, correct the tables beside it."
    write_spaces(m.draft, m.plan.folder / "spaces.csv", [note, made], SPACE_EXTRA)
    write_borders(m.draft, m.plan.folder / "borders.csv", [note, made], BORDER_EXTRA)
