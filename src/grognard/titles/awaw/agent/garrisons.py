"""Who stays behind the front: the Pact line is held while there is peace along it, coasts by what waits over the water."""

from __future__ import annotations

from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, RUSSIA, US, WESTERN
from grognard.titles.awaw.rules.tension import GARRISON, pact_hexes
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, ground_units, held_by, patron, troops, unit_sides
from grognard.titles.awaw.state import World

WALL = ("calais", "caen", "cherbourg", "dieppe", "antwerp", "paris", "rennes", "lorient", "brest", "rotterdam",
        "calais", "caen", "dieppe", "paris", "cherbourg", "la_rochelle", "marseilles", "lyon")  # fmt: skip
WESTWALL = ("cologne", "mannheim", "stuttgart", "essen", "cologne", "mannheim", "stuttgart")
SHIELD = ("budapest", "bucharest", "ploesti", "vienna", "breslau", "budapest", "bucharest", "vienna", "belgrade", "berlin")
BOOT = ("rome", "naples", "syracuse", "taranto", "messina", "genoa", "rome", "milan", "cagliari", "naples")
HOME = ("berlin", "berlin", "essen", "cologne", "leipzig", "breslau")
LANDING_GROUNDS = ("france", "belgium", "netherlands", "luxembourg", "germany", "italy", "denmark", "spain")
CAPITAL_GUARD, BARRIER = 8, 8  # factors in the cities that decide, and hexes of the line before a landing
NILE = ("suez", "alexandria", "suez", "alexandria")
EGYPT_GUARD, AROUND_THE_NILE = 5, 9  # factors that hold it, and hexes from which they come
SHARE = {1940: 0.1, 1941: 0.2, 1942: 0.4}  # of the army across the water; later more
LATER_SHARE = 0.7
FLANK, SHIELD_SHARE = 9, 0.4  # factors on the way into the Balkans and Austria, and more for those who have come through
RHINE = 18  # factors that watch France until the way through Belgium is taken
HOME_GUARD = 6  # Italian factors that never leave Italy
FIT = (Kind.INF, Kind.MECH, Kind.REP)
ANYWHERE = 99
NEAR_ENEMY = 2  # who is so near to an enemy fights and has no orders to sit


def waiting(g: World) -> tuple[int, int]:
    """Factors of the Western Allies in Britain and America (half of these), and around the Mediterranean."""
    sides, north, south = unit_sides(g), 0.0, 0.0
    for s, units in ground_units(g).items():
        west = [u for u in units if sides[u] == ALLIES and g.faction(NATION[g.units.design[u]]) == WESTERN]
        there = sum(STRENGTH[g.units.design[u]] for u in west)
        if not there:
            continue
        if g.ground.box[s]:
            north += 0.5 * there if g.nations.side[US] == ALLIES else 0.0
        elif g.ground.country[s] == BRITAIN and g.ground.front[s] == g.ground.front[g.ground.named["london"]]:
            north += there
        else:
            south += there
    return int(north), int(south)


def beyond_the_line(g: World) -> int:
    """Russian factors in the Balkans and beyond."""
    sides, lands = unit_sides(g), {INDEX[key] for key in ("rumania", "hungary", "bulgaria", "yugoslavia", "greece")} | {ITALY}
    return sum(STRENGTH[g.units.design[u]] for s, units in ground_units(g).items() if g.ground.country[s] in lands
               for u in units if sides[u] == ALLIES and NATION[g.units.design[u]] == RUSSIA)  # fmt: skip


def orders(g: World, side: int, enemy: list[int]) -> dict[int, int]:
    """Unit to hex: German infantry on the Rhine, on the Pact line, on the coasts of the west once France is out; Italians at
    home; Russians along the Pact line. Only in a campaign; `enemy`: steps to the nearest enemy."""
    if not g.sheet.whole or g.sheet.theatre == "pacific":
        return {}
    found: dict[int, int] = {}
    if side != AXIS:
        found = _russian_watch(g, side)
        if side == g.nations.side[BRITAIN] and g.nations.side[ITALY] == AXIS:
            _man(g, NILE, BRITAIN, EGYPT_GUARD, found, enemy, side, AROUND_THE_NILE)
        return found
    north, south = waiting(g)
    share = SHARE.get(g.year, LATER_SHARE)
    landed = ashore(g) if g.nations.surrendered[FRANCE] else {}
    if landed or (g.nations.side[US] == ALLIES and g.nations.surrendered[FRANCE]):
        _man(g, HOME, GERMANY, CAPITAL_GUARD, found, enemy)
    if landed:
        _man(g, barrier(g, list(landed)), GERMANY, sum(landed.values()), found, enemy)
    if at_peace_in_the_east(g):
        _man(g, pact_posts(g, AXIS), GERMANY, GARRISON, found, [NEAR_ENEMY + 1] * g.board.size)
    if g.nations.surrendered[FRANCE]:
        _man(g, WALL, GERMANY, share * north, found, enemy)
    elif g.nations.attacked[INDEX["belgium"]] < 0 and g.nations.side[FRANCE] == ALLIES:
        _man(g, WESTWALL, GERMANY, RHINE, found, [NEAR_ENEMY + 1] * g.board.size)
    if g.nations.side[RUSSIA] == ALLIES:
        _man(g, SHIELD, GERMANY, FLANK + SHIELD_SHARE * beyond_the_line(g), found, enemy)
    if g.nations.side[ITALY] == AXIS and not g.nations.surrendered[ITALY]:
        _man(g, BOOT, ITALY, HOME_GUARD + share * south, found, enemy)
    return found


def ashore(g: World) -> dict[int, int]:
    """Western factors that stand on the continent north of the Mediterranean and west of Russia, by hex."""
    sides, found = unit_sides(g), {}
    fields = {INDEX[key] for key in LANDING_GROUNDS}
    for s, units in ground_units(g).items():
        if g.ground.country[s] not in fields or g.ground.box[s] or g.ground.island[s]:
            continue
        west = [u for u in units if sides[u] == ALLIES and g.faction(NATION[g.units.design[u]]) == WESTERN]
        there = sum(STRENGTH[g.units.design[u]] for u in west if KIND[g.units.design[u]] != Kind.PARTISAN)
        if there:
            found[s] = there
    return found


def barrier(g: World, foes: list[int]) -> tuple[int, ...]:
    """Hexes two steps before an army that has landed, those on its way to Berlin first, each for two units."""
    berlin = g.ground.named["berlin"]
    near = {o for s in foes for o in g.ground.within(s, 1)}
    belt = {o for s in foes for o in g.ground.within(s, 2)} - near
    ahead = [o for o in belt if g.ground.field[o] and held_by(g, o) == AXIS]
    line = sorted(ahead, key=lambda o: (g.board.distance(o, berlin) or 0, o))[:BARRIER]
    return (*line, *line)


def at_peace_in_the_east(g: World) -> bool:
    """Germany and Russia stand beside each other and count each other's factors along the line (ours 50.7)."""
    return g.nations.side[RUSSIA] not in (AXIS, ALLIES) and g.nations.conquered[INDEX["poland"]] >= 0


def pact_posts(g: World, side: int) -> tuple[int, ...]:
    """Hexes along the Pact line that a garrison holds, cities first, each twice."""
    posts = sorted(pact_hexes(g, side), key=lambda s: (not g.ground.city[s], not g.ground.objective[s], s))
    return (*posts[:GARRISON], *posts[:GARRISON])


def _russian_watch(g: World, side: int) -> dict[int, int]:
    """Russia at peace keeps its garrison of the west: what is missing there eases the tension (ours 50.7)."""
    found: dict[int, int] = {}
    if side == g.nations.side[RUSSIA] and at_peace_in_the_east(g):
        _man(g, pact_posts(g, side), RUSSIA, GARRISON, found, [NEAR_ENEMY + 1] * g.board.size, side)
    return found


def wanted_on_the_nile(g: World, power: int, space: int, side: int) -> bool:
    """A place of Egypt that nobody holds while Italy is at war: Britain's next unit appears there (ours 27.45)."""
    threatened = power == BRITAIN and g.sheet.whole and g.sheet.theatre != "pacific" and g.nations.side[ITALY] == AXIS
    return threatened and space in {g.ground.named[name] for name in NILE} and not troops(g, space, side)


def _man(g: World, posts: tuple[str, ...] | tuple[int, ...], power: int, wanted: float, found: dict[int, int], enemy: list[int],
         side: int = AXIS, reach: int = ANYWHERE) -> None:  # fmt: skip
    """Posts in their order: who stands there stays, else the nearest infantry behind the front goes. Britain has armor for it."""
    fit = FIT if power != BRITAIN else (*FIT, Kind.ARM)
    able = [u for s, units in ground_units(g).items() if not g.ground.box[s] and enemy[s] > NEAR_ENEMY for u in units
            if patron(g, u) == power and NATION[g.units.design[u]] == power and KIND[g.units.design[u]] in fit]  # fmt: skip
    held = 0
    for name in posts:
        space = g.ground.named[name] if isinstance(name, str) else name
        if held >= wanted:
            return
        if held_by(g, space) != side:
            continue
        free = [u for u in able if u not in found and (g.board.distance(g.units.at[u], space) or 0) <= reach]
        if not free:
            continue
        u = min(free, key=lambda u: (g.units.at[u] != space, g.board.distance(g.units.at[u], space) or 0, u))
        found[u] = space
        held += STRENGTH[g.units.design[u]]
