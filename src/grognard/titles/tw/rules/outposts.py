"""23.41, 23.47: distant boxes that change hands by staying there: the Azores, and a South Africa that is with Germany."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX
from grognard.titles.tw.rules.minors import incline
from grognard.titles.tw.rules.seas import guarded
from grognard.titles.tw.rules.status import AXIS_BLOC, status_with
from grognard.titles.tw.rules.units import eliminate
from grognard.titles.tw.state import ASSOCIATE, FALL, SATELLITE, War, turn_of

PORTUGAL, SOUTH_AFRICA = INDEX["portugal"], INDEX["south_africa"]
FOOT, PLANES = (Kind.INF, Kind.STA, Kind.PARA), (Kind.TAC, Kind.MDM)
LEAVE = turn_of(1943, FALL)  # 23.41: Britain may have the Azores for the asking
SIEGE, OCCUPATION = 2, 4  # complete turns


def there(g: War, box: str, side: int) -> list[int]:
    """Units of a side in a box."""
    known, space = g.roster, g.board.space(box)
    return [u for u, at in enumerate(g.units.at) if at == space and known.sides[u] == side]


@rule("23.41")
def holds_azores(g: War, side: int) -> bool:
    """Whether a side has air and naval bases in the Azores: an INF, STA or PARA and a TAC or MDM there; for the Axis while
    Portugal is its Associate or Satellite, for Britain from Fall 1943 on (of foot soldiers INF or STA)."""
    units, known = there(g, "azores_box", side), g.roster
    foot = FOOT if side == AXIS else FOOT[:2]
    manned = any(known.kinds[u] in foot for u in units) and any(known.kinds[u] in PLANES for u in units)
    if side == AXIS:
        return manned and status_with(g, PORTUGAL, AXIS_BLOC) >= ASSOCIATE
    return manned and g.turn >= LEAVE


@rule("23.41")
def may_land_in_azores(g: War, side: int) -> bool:
    """Whether units of a side can be shipped to the Azores: friends of Portugal, Britain from Fall 1943, and the Allies to drive
    Axis troops out."""
    friendly = status_with(g, PORTUGAL, AXIS_BLOC if side == AXIS else 1) >= ASSOCIATE
    return friendly or (side == ALLIES and (g.turn >= LEAVE or bool(g.azores_taken)))


@rule("23.41", "23.47")
def outposts(g: War) -> None:
    """At the end of a player turn: Axis troops in the Azores against twice their factors for two turns are lost, and Britain has
    South Africa back after four (TW-AMB-150)."""
    known = g.roster
    g.azores_taken, g.rock_empty = int(bool(there(g, "azores_box", AXIS))), int(not guarded(g))
    if g.side != ALLIES:
        return
    axis, allies = (there(g, "azores_box", side) for side in (AXIS, ALLIES))
    strong = [u for u in allies if known.kinds[u] in (*FOOT, *PLANES)]
    outnumbered = axis and sum([known.strengths[u] for u in strong]) >= 2 * sum([known.strengths[u] for u in axis])
    g.azores = g.azores + 1 if outnumbered else 0
    if g.azores > SIEGE:
        for u in axis:
            eliminate(g, g.units[u], "23.41", unsupplied=True)
        g.azores = 0
    g.cape_watch = g.cape_watch + 1 if cape_force(g) else 0
    if g.cape_watch >= OCCUPATION:
        incline(g, SOUTH_AFRICA, BRITAIN, SATELLITE)
        g.cape_watch = 0


@rule("23.47")
def cape_force(g: War) -> bool:
    """Whether Britain has what it takes in a South Africa that is Germany's Satellite: a 6-7 MOT and a 2-8 ARM."""
    row, known = g.nations[SOUTH_AFRICA], g.roster
    if row.status != SATELLITE or row.patron != GERMANY:
        return False
    units = [u for u in there(g, "south_africa_box", ALLIES) if known.nations[u] == BRITAIN]
    kinds = {(known.kinds[u], known.strengths[u]) for u in units}
    return {(Kind.MOT, 6), (Kind.ARM, 2)} <= kinds
