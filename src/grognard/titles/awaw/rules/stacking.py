"""Ours 12: how much may stand, base or lie in a hex."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import AIR, EXTRA, LINE, Kind
from grognard.titles.awaw.nations import CHINA, INDEX, RUSSIA, SOVIET, WESTERN
from grognard.titles.awaw.rules.allegiance import may_be_guest, may_be_there, nationalists_stay
from grognard.titles.awaw.rules.tension import may_mass
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    NAVAL_AIR,
    air_units,
    here,
    may_base,
    side_on,
    squadrons,
    troops,
    unit_sides,
)
from grognard.titles.awaw.state import World

PERSIA = INDEX["persia"]
ISLAND_UNITS = 2
BRIDGEHEAD_UNITS = 5
CHINAS = frozenset((CHINA, INDEX["communist_china"]))


@rule("ours 12.1", "ours 12.2")
def room_for(g: World, u: int, space: int, side: int, *, more_armor: int = 0) -> No | None:
    """Two infantry or armor units and one of the special ones, flak without limit; boxes take everything (5.12A)."""
    ground = g.ground  # AW-DEC-02: asked where a unit stops
    if ground.box[space]:
        return None
    what = KIND[g.units.design[u]]
    if what == Kind.FLAK:
        return None
    no = apart(g, u, space)
    if no is None and g.sheet.whole:
        no = may_be_there(g, u, space)
        no = may_mass(g, u, space) if no is None else no
    if no is not None:
        return no
    inside = [KIND[g.units.design[o]] for o in troops(g, space, side) if o != u]
    counted = [k for k in inside if k not in (Kind.FLAK, Kind.PARTISAN)]
    if what == Kind.PARTISAN:
        return No("ours 11.3", "a partisan already stands there") if Kind.PARTISAN in inside else None
    if ground.island[space] and not ground.europe[space]:
        return No("ours 12.2", "two units fill a one-hex island") if len(counted) >= ISLAND_UNITS else None
    if g.hexes.bridgehead[space] == side:
        return No("ours 12.2", "five units fill a bridgehead") if len(counted) >= BRIDGEHEAD_UNITS else None
    if what in LINE:
        if sum(k in LINE for k in counted) >= 2 + more_armor:
            return No("ours 12.1", "two infantry or armor units stand there already")
    elif what in EXTRA and any(k in EXTRA for k in counted):
        return No("ours 12.1", "a special unit or replacement stands there already")
    return None


@rule("ours 53.1", "ours 80.5", "ours 88.1")
def apart(g: World, u: int, space: int) -> No | None:
    """Russia and the West never share a hex, nor stand in what the other holds."""
    whose = NATION[g.units.design[u]]
    if whose in CHINAS and any(
        NATION[g.units.design[o]] in CHINAS and NATION[g.units.design[o]] != whose for o in here(g, space)
    ):
        return No("ours 80.5", "Communists and Nationalists do not share a hex")
    mine = g.faction(whose)
    if mine not in (WESTERN, SOVIET) or not g.sheet.whole:
        return None
    other = SOVIET if mine == WESTERN else WESTERN
    open_door = g.ground.country[space] == PERSIA and g.year >= 1941 and g.nations.war[RUSSIA] >= 0  # ours 88.1
    holder = g.hexes.holder[space]
    held = (
        holder >= 0 and g.faction(holder) == other and side_on(g, holder, space) == side_on(g, NATION[g.units.design[u]], space)
    )
    met = any(g.faction(NATION[g.units.design[o]]) == other for o in here(g, space))
    shut = (held and not open_door) or met
    return No("ours 53.1", "Russia and the Western Allies do not share a hex") if shut else None


@rule("ours 12.4", "ours 18.1", "4.611", "4.616")
def air_capacity(g: World, space: int) -> int:
    """Air factors a space can base: five for each city, port and counter, three on Pacific islands and in the jungle."""
    ground = g.ground
    if ground.box[space]:
        return 999
    small = not ground.europe[space] and (ground.island[space] or ground.terrain[space].startswith("jungle"))
    places = int(ground.city[space]) + int(g.hexes.airbase[space] >= 0) + int(g.hexes.harbour[space] >= g.turn)  # ours 31.5
    if ground.harbours[space] > 1:
        places += ground.harbours[space] - 1
    return places * (3 if small else 5)


@rule("ours 12.4", "ours 17.21", "4.731")
def air_room(g: World, u: int, space: int, side: int) -> No | None:
    """Whether an air unit can base in a space."""
    if KIND[g.units.design[u]] not in AIR:
        return No("ours 17.21", "only air units base there")
    if not may_base(g, u, space):
        return No("ours 17.21", "neither city, port nor airbase counter")
    no = apart(g, u, space)
    if no is None and g.sheet.whole:
        no = may_be_guest(g, u, space)
        no = nationalists_stay(g, u, space) if no is None else no
    if no is not None:
        return no
    sides = unit_sides(g)
    there = [u, *(o for o in air_units(g).get(space, ()) if sides[o] == side and o != u)]
    extra = int(g.ground.island[space] and any(KIND[g.units.design[o]] in NAVAL_AIR for o in there))  # 4.731
    if sum(squadrons(g, o) for o in there) - extra > 3 * air_capacity(g, space):
        return No("ours 12.4", "its air bases are full")
    return None
