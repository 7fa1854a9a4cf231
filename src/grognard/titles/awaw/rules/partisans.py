"""Ours 11: partisans: where they rise, and what they cost the occupier."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import COLOUR, DESIGNS, Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, INDEX, NEUTRAL, RUSSIA
from grognard.titles.awaw.rules.units import COLOURED, KIND, NATION, held_by, here, of_kind, other, patron, side_on, unit_sides
from grognard.titles.awaw.state import NO_RESULT, World

IRELAND = INDEX["ireland"]
HOMES = {
    INDEX["wafdist"]: (INDEX["egypt"],),
    INDEX["indian_nat_army"]: (INDEX["india"], INDEX["burma"]),
}  # whose land they rise in
UKRAINE, UKRAINIAN_LAND = INDEX["ukraine"], 3
COMMUNIST = COLOUR["partisan_com"]


@rule("ours 11.1", "ours 11.2", "ours 11.7")
def builder(g: World, u: int) -> int:
    """Who builds a partisan: Russia those of its colour once it is at war, the Axis its own, else who speaks for the country."""
    design = DESIGNS[g.units.design[u]]
    if COLOURED[g.units.design[u]]:
        return patron(g, u)
    red = design.colour == COMMUNIST and design.nation != INDEX["communist_china"]
    fights = g.seated(RUSSIA) and g.nations.side[RUSSIA] == ALLIES and not g.nations.surrendered[RUSSIA]
    return RUSSIA if red and fights else patron(g, u)


@rule("ours 11.1", "ours 11.2", "ours 11.3")
def may_rise(g: World, u: int, space: int) -> No | None:
    """An occupied hex of the country without ground units, city or port, not beside another partisan."""
    design = DESIGNS[g.units.design[u]]
    side = AXIS if COLOURED[g.units.design[u]] else side_on(g, design.nation, space)
    land = HOMES.get(design.nation, (design.nation,))
    if g.ground.country[space] in land and held_by(g, space) == NEUTRAL and design.nation == IRELAND:
        return No("ours 74.1", "ground units or a city are there") if here(g, space) or g.ground.city[space] else None
    if g.ground.country[space] not in land or held_by(g, space) != other(side):
        return No("ours 11.2", "no occupied hex of the country")
    quiet = 6 <= g.nations.result[UKRAINE] < NO_RESULT and design.nation == RUSSIA
    near = [g.ground.named[c] for c in ("kiev", "dnepropetrovsk", "kharkov")]
    if quiet and g.ground.europe[space] and any((g.board.distance(space, c) or 0) <= UKRAINIAN_LAND for c in near):
        return No("ours 68.34", "no Russian partisans in Ukraine")
    if here(g, space) or g.ground.city[space]:
        return No("ours 11.2", "ground units, a city or a port are there")
    if any(KIND[g.units.design[p]] == Kind.PARTISAN for o, _ in g.ground.ways[space] for p in here(g, o)):
        return No("ours 11.2", "beside another partisan")
    return None


@rule("ours 11.4")
def toll(g: World) -> None:
    """The occupier loses a BRP for each partisan at the end of his combat phase."""
    sides = unit_sides(g)
    bands = [u for u in of_kind(g).get(Kind.PARTISAN, ()) if g.units.at[u] >= 0 and sides[u] == other(g.side)]
    by: dict[int, int] = {}
    for u in bands:
        holder = g.hexes.holder[g.units.at[u]]
        if holder >= 0 and held_by(g, g.units.at[u]) == g.side:
            payer = g.nations.patron[holder]
            by[payer] = by.get(payer, 0) + 1
    for payer, n in by.items():
        g.nations[payer].level -= n
        g.say("{} loses {} BRPs to partisans", g.nations[payer], n, rule="ours 11.4")


def bands_of(g: World, nation: int) -> int:
    return sum(g.units.at[u] >= 0 and NATION[g.units.design[u]] == nation for u in of_kind(g).get(Kind.PARTISAN, ()))
