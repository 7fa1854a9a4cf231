"""Judgement over the shipping lanes: escorts for the convoys of the Atlantic, so that oil and armies come over."""

from __future__ import annotations

from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, US
from grognard.titles.awaw.rules.strategic import ATLANTIC, escorts_in, in_box, submarines
from grognard.titles.awaw.rules.units import KIND, patron, ships
from grognard.titles.awaw.state import World

GUARDS = (BRITAIN, US)
ESCORTS = (Kind.DD, Kind.CVE)
KEPT = {BRITAIN: 12, US: 6}  # destroyers that stay for landings
SPARE = 3  # escorts beyond the submarines seen
MOST_CARRIERS = 24  # escort carriers that still help (ours 25.2)
DESTROYERS_EACH = 3


def short_of_escorts(g: World) -> int:
    """Escorts that the convoys of the Atlantic lack against the submarines out there."""
    if not g.sheet.whole or g.sheet.theatre == "pacific":
        return 0
    boats = len(submarines(g, AXIS, ATLANTIC))
    return max(0, boats + SPARE - escorts_in(g, ALLIES, ATLANTIC)) if boats else 0


def convoy_ships(g: World, power: int, port: int) -> list[int]:
    """Destroyers and escort carriers in a port that should go into the lanes now."""
    if power not in GUARDS or g.nations.side[power] != ALLIES or g.board.token(port) == ATLANTIC:
        return []
    short = short_of_escorts(g)
    there = [u for u in ships(g).get(port, ()) if patron(g, u) == power and not g.units.damage[u]]
    decks = len(in_box(g, Kind.CVE, ALLIES))
    carriers = [u for u in there if KIND[g.units.design[u]] == Kind.CVE][: max(0, MOST_CARRIERS - decks)]
    lanes = g.board.space(ATLANTIC)
    fleet = sum(
        KIND[g.units.design[u]] == Kind.DD and g.units.at[u] not in (-1, lanes) and patron(g, u) == power
        for u in range(len(g.units))
    )
    able = min(DESTROYERS_EACH * short, max(0, fleet - KEPT[power]))
    return [*carriers, *[u for u in there if KIND[g.units.design[u]] == Kind.DD][:able]]
