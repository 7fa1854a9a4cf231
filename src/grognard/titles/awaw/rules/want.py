"""Ours 33.6: what a want of oil does: the bits of a power's unpaid needs, read where they work. The needs are in oil.py."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.awaw.ground import DESERT_WAR, FRONT
from grognard.titles.awaw.nations import BRITAIN
from grognard.titles.awaw.state import World

ARMY, AIR_FORCE, NAVY, ECONOMY, CIVILIANS = 1, 2, 4, 8, 16
EFFECTS = {"army": ARMY, "air": AIR_FORCE, "naval": NAVY, "economic": ECONOMY, "civilian": CIVILIANS}
PLANTS = 5242  # key of `booked`: oil plants that Germany has built (ours 42.1)
DRY_AREA, OWN_USE = 5200, 5220  # keys of `booked`: the turn of an area without oil; factors a power may move in spite of want
OVERSEAS = ("Egypt", "India", "Australia")


@rule("ours 33.533", "ours 33.6")
def area_of(g: World, space: int) -> str:
    """The reserve beyond home that units in a space live on: Egypt, India or Australia; none in Ethiopia."""
    if g.board.token(space) == "ethiopia":
        return "Ethiopia"
    if g.ground.europe[space]:
        return "Egypt" if g.ground.country[space] in DESERT_WAR else ""
    return "India" if g.ground.front[space] == FRONT["southeast_asian"] else "Australia"


@rule("ours 33.4", "ours 33.5", "ours 33.6")
def wants(g: World, nation: int, bit: int, space: int = -1) -> bool:
    """Whether units of a nation in a space suffer from an unpaid need; units in Ethiopia never do."""
    power = g.nations.patron[nation]
    if power < 0:
        return False
    area = area_of(g, space) if space >= 0 else ""
    if area == "Ethiopia":
        return False
    if power == BRITAIN and area in OVERSEAS and bit in (ARMY, AIR_FORCE, NAVY):
        return g.booked.get(DRY_AREA + OVERSEAS.index(area), -1) == g.turn
    return bool(g.nations.dry[power] & bit)


def effects(g: World, power: int) -> int:
    """How many needs of a power are unpaid."""
    return g.nations.dry[power].bit_count()


@rule("ours 33.71D", "ours 33.72D")
def own_use(g: World, power: int, bit: int) -> int:
    """Factors that may still act in spite of want."""
    return g.booked.get(OWN_USE + power * 8 + bit, 0)
