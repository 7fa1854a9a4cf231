"""Ours 62: the American election of 1944, which comes after the year start of 1945: does America go on?"""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.nations import BRITAIN, FRANCE, GERMANY, ITALY, JAPAN, RUSSIA, US, alone
from grognard.titles.awaw.rules.influence import dp_level, japanese_resistance
from grognard.titles.awaw.rules.surrender import SURRENDER_LEVEL
from grognard.titles.awaw.rules.tension import AMERICA_TIRED
from grognard.titles.awaw.rules.units import NATION
from grognard.titles.awaw.state import NO_MISSION, SPRING, World

ELECTION_YEAR, PEACE, SURRENDER_STEP = 1945, -5, -5


@rule("ours 62.3")
def european_vote(allied: int, axis: int, surrender: int | None, beaten: bool) -> Modifiers:
    """Diplomatic weight of both sides, Britain's surrender, Germany's."""
    found = Modifiers().add("Allied diplomatic points", allied, "ours 62.3").add("Axis diplomatic points", -axis, "ours 62.3")
    if surrender is None:
        found.add("Britain never surrendered", 3, "ours 62.3")
    else:
        found.add("British surrender", min(0, surrender - SURRENDER_STEP), "ours 62.3")
    return found.add("Germany surrendered", 5 * int(beaten), "ours 62.3")


@rule("ours 62.3")
def pacific_vote(resistance: int) -> int:
    """Five less a third of Japan's resistance."""
    return 5 - resistance // 3


def europe(g: World) -> Modifiers:
    allied = sum(
        max(0, dp_level(g, n).total) for n in (BRITAIN, FRANCE, US, RUSSIA) if g.seated(n) and not g.nations.surrendered[n]
    )
    axis = sum(max(0, dp_level(g, n).total) for n in (GERMANY, ITALY) if g.seated(n) and not g.nations.surrendered[n])
    fell = g.booked.get(SURRENDER_LEVEL) if SURRENDER_LEVEL in g.booked else None
    return european_vote(allied, axis, fell, bool(g.nations.surrendered[GERMANY]))


def pacific(g: World) -> int:
    return pacific_vote(japanese_resistance(g).total) if not g.nations.surrendered[JAPAN] else 5


@rule("ours 62.1", "ours 62.4", "8.3")
def election(g: World) -> None:
    """After the 1945 year start: nought or less favours the Axis; a theatre at minus five makes peace."""
    if g.season != SPRING or g.year != ELECTION_YEAR or not g.seated(US) or g.nations.war[US] + g.nations.fought_east[US] < -1:
        return
    west = europe(g).total if g.sheet.theatre != "pacific" else 0
    east = pacific(g) if g.sheet.theatre != "europe" else 0
    g.say("the American election: {} for Europe, {} for the Pacific", west, east, rule="ours 62.3")
    if west + east > 0:
        return
    g.booked[AMERICA_TIRED] = 1
    g.say("America is tired of the war", rule="ours 62.4")
    if west <= PEACE and g.sheet.theatre != "pacific":
        make_peace(g, europe_board=True)
    if east <= PEACE and g.sheet.theatre != "europe":
        make_peace(g, europe_board=False)


@rule("ours 62.4")
def make_peace(g: World, *, europe_board: bool) -> None:
    """America leaves the war of a board; its units there go home."""
    row = g.nations[US]
    home = g.board.space("us_atlantic" if europe_board else "us_pacific")
    for u in range(len(g.units)):
        at = g.units.at[u]
        if at >= 0 and NATION[g.units.design[u]] == US and g.ground.europe[at] == europe_board:
            unit = g.units[u]
            unit.at, unit.mission, unit.target, unit.patrol, unit.home = home, NO_MISSION, -1, -1, -1
    for s in range(g.board.size):
        if g.hexes.holder[s] == US and g.ground.europe[s] == europe_board and g.ground.country[s] != US:
            g.hexes[s].holder = BRITAIN
    if europe_board or not g.both_boards:
        row.side, row.war = alone(US), -1
        row.east = row.east if g.both_boards else row.side
    else:
        row.east, row.fought_east = alone(US), -1
    g.say("America makes peace", rule="ours 62.4")
