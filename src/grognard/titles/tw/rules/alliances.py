"""6.2: what powers of one side do together, and what they do not: Britain and France, the Soviet Union and the West, in the whole
war (TW-AMB-128). Declarations of war are in declarations.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import BRITAIN, FRANCE, MAJORS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.units import deplete, hex_sides
from grognard.titles.tw.state import War

WEST = (BRITAIN, FRANCE, USA)
NEAR_PORT = 1  # 6.2.1: hexes a British unit in France may be from a port


@rule("6.2.1", "6.2.2", "6.2.3")
def apart(g: War, one: int, other: int) -> str:
    """The section that keeps two powers of a side apart; empty where they work together as Germany and Italy do."""
    if not g.campaign or one == other:
        return ""
    pair = {one, other}
    if pair == {BRITAIN, FRANCE} and not g.nations.surrendered[FRANCE]:
        return "6.2.1"
    return "6.2.2" if USSR in pair and pair & set(WEST) else ""


def strangers(g: War, unit: int, others: Iterable[int]) -> str:
    """The section that keeps a unit apart from one of some others."""
    if not g.campaign:
        return ""
    patrons = g.roster.patrons
    return next((found for u in others if (found := apart(g, patrons[unit], patrons[u]))), "")


@rule("6.2.1", "6.2.2")
def mixed(g: War, units: Sequence[int]) -> No | None:
    """Whether units of powers that keep apart would stand in one hex."""
    if not g.campaign:
        return None
    patrons = sorted({g.roster.patrons[u] for u in units})
    for n, one in enumerate(patrons):
        for other in patrons[n + 1 :]:
            found = apart(g, one, other) if one in MAJORS and other in MAJORS else ""
            if found:
                return No(found, "units of these powers do not stand in one hex")
    return None


@derived("hexes.holder", "nations.side", "nations.surrendered", "campaign")
def closed_lands(g: War) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Hexes closed to the French (of Britain and its colonies), to the West (of the Soviet Union of 1939), to the Soviets (held
    by the West)."""
    ground, holder = g.ground, g.hexes.holder
    if not g.campaign:
        return frozenset(), frozenset(), frozenset()
    british = frozenset([s for s, owner in enumerate(ground.owner) if owner == "britain" and ground.land[s]])
    soviet = frozenset([s for s, yes in enumerate(ground.ussr_1939) if yes]) if g.nations.side[USSR] != NEUTRAL else frozenset()
    western = frozenset([s for s, h in enumerate(holder) if h in WEST and ground.land[s]])
    return british if not g.nations.surrendered[FRANCE] else frozenset(), soviet, western


@rule("6.2.1", "6.2.2")
def closed_to(g: War, units: Sequence[int]) -> frozenset[int]:
    """Hexes of its own side that a stack does not enter."""
    known = g.roster
    french, west, soviet = closed_lands(g)
    found: frozenset[int] = frozenset()
    patrons = {known.patrons[u] for u in units}
    if french and FRANCE in {known.nations[u] for u in units}:
        found |= french
    if west and patrons & set(WEST):
        found |= west
    if soviet and USSR in patrons:
        found |= soviet
    return found


@rule("6.2.1")
def may_retake_paris(g: War, unit: int, target: int) -> bool:
    """While France fights only French units attack Paris."""
    barred = g.campaign and not g.nations.surrendered[FRANCE] and target == g.ground.paris
    return not (barred and g.roster.nations[unit] == BRITAIN)


@rule("6.2.1")
def far_from_port(g: War, unit: int, space: int) -> bool:
    """Whether a British ground unit in France would be more than a hex from a friendly port, while France fights."""
    known = g.roster
    bound = g.campaign and not g.nations.surrendered[FRANCE] and g.nations.side[FRANCE] != NEUTRAL
    if not bound or known.nations[unit] != BRITAIN or not known.ground[unit] or g.ground.country[space] != "france":
        return False
    sides = hex_sides(g)
    return not any(g.ground.port[s] and sides[s] == known.sides[unit] for s in g.ground.near(space, NEAR_PORT))


@rule("6.2.1")
def note_stragglers(g: War) -> None:
    """An Allied player turn begins: British units that were driven too far from a port in France have this turn to come back."""
    for u, at in enumerate(g.units.at):
        astray = int(at >= 0 and far_from_port(g, u, at))
        if g.units.astray[u] != astray:
            g.units[u].astray = astray


@rule("6.2.1")
def stragglers(g: War) -> None:
    """The Allied End Segment: British units that were too far from a port when the player turn began and still are, are depleted.
    Who was forced back in this turn has the next one."""
    kinds = g.roster.kinds
    for u, at in enumerate(g.units.at):
        if at < 0 or not g.units.astray[u]:
            continue
        if kinds[u] != Kind.PART and far_from_port(g, u, at) and not g.units.depleted[u]:
            deplete(g, g.units[u], "6.2.1")
