"""Ours 49.8: the three tensions: between the United States and Germany, the United States and Japan, Russia and Germany."""

from __future__ import annotations

from grognard.kernel.dice import D6
from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    FRANCE,
    GERMANY,
    INDEX,
    JAPAN,
    NEUTRAL,
    RUSSIA,
    US,
)
from grognard.titles.awaw.rules.units import KIND, NATION, factors, held_by, troops
from grognard.titles.awaw.state import RGT, USAT, USJT, World, turn_of

NAMES = ("US-Axis tension", "US-Japanese tension", "Russo-German tension")
DICE = (-2, -1, 0, 0, 1, 2)  # ours 49.85, by the die
MOST = 60
GARRISON, PACT_DEPTH, FIVE = 20, 2, 5  # ours 50.7
BALKANS = tuple(INDEX[k] for k in ("hungary", "rumania", "bulgaria"))
PREPARED, WAR_LEVEL, SURPRISE_LEVEL, EMBARGO = 40, 50, 30, 25
HAIPHONG, SAIGON = "haiphong", "saigon"
OFFENSIVE_IN_CHINA, QUIET_IN_CHINA = 901, 902  # keys of `booked`
AMERICA_IN_EUROPE = turn_of(1941, 3)  # where the Pacific is played alone
AMERICA_TIRED = 903  # ours 62.4: an election that favoured the Axis


def recorded(g: World, track: int) -> bool:
    """A tension is recorded before the war it leads to, where both powers are played."""
    if not g.sheet.whole or len(g.tension) < 3:
        return False
    if track == USAT:
        return g.seated(US) and g.seated(GERMANY) and g.nations.war[US] < 0
    if track == USJT:
        return g.seated(US) and g.seated(JAPAN) and not japan_fights_us(g)
    return g.seated(RUSSIA) and g.seated(GERMANY) and g.nations.war[RUSSIA] < 0


def japan_fights_us(g: World) -> bool:
    return (g.nations.fought_east[US] if g.both_boards else g.nations.war[US]) >= 0


@rule("ours 49.8", "ours 49.81")
def tense(g: World, track: int, value: int, why: str) -> None:
    """Something moves a track."""
    if not value or not recorded(g, track):
        return
    g.tension[track] = max(0, min(MOST, g.tension[track] + value))
    g.say("{} {} to {}: {}", NAMES[track], "rises" if value > 0 else "falls", g.tension[track], why, rule="ours 49.8")


@rule("ours 49.81")
def turn_changes(g: World, track: int) -> int:
    """Automatic and status changes of a game turn."""
    return {USAT: _atlantic, USJT: _pacific, RGT: _eastern}[track](g)


def _atlantic(g: World) -> int:
    nations = g.nations
    found = 1 + int(bool(nations.surrendered[FRANCE]))
    alone = [n for n in (BRITAIN, FRANCE, RUSSIA, US) if nations.side[n] == ALLIES and not nations.surrendered[n]]
    found += int(alone == [BRITAIN])
    box = g.board.space("sw_atlantic")
    boats = sum(g.units.at[u] == box and KIND[g.units.design[u]] in (Kind.SUB, Kind.ADVANCED_SUB)
                and NATION[g.units.design[u]] == GERMANY for u in range(len(g.units)))  # fmt: skip
    found += int(boats >= 3)
    return found + int(g.both_boards and japan_fights_us(g))


@rule("ours V.8")
def _pacific(g: World) -> int:
    nations = g.nations
    alone = g.sheet.theatre == "pacific" and g.turn >= AMERICA_IN_EUROPE  # ours V.8
    found = 1 + int((g.both_boards and nations.war[US] >= 0) or alone)
    if g.both_boards and nations.war[RUSSIA] >= 0 and nations.fought_east[RUSSIA] >= 0:
        found += 2
    found += max(0, min(3, nations.mobilized[JAPAN] - 1))
    for city in (HAIPHONG, SAIGON):
        found += int(g.hexes.holder[g.ground.named[city]] == JAPAN)
    found += int(bool(g.booked.get(OFFENSIVE_IN_CHINA, 0)))
    return found - int(bool(g.booked.get(QUIET_IN_CHINA, 0)))


def _eastern(g: World) -> int:
    nations = g.nations
    found = 1 + sum((nations.result[n] >= 8 and nations.side[n] == NEUTRAL) or nations.side[n] == AXIS for n in BALKANS)
    german, russian = along_the_pact(g)
    return found + max(0, german - russian) // GARRISON


@rule("ours 63.3")
def pact_hexes(g: World, side: int, depth: int = PACT_DEPTH) -> set[int]:
    """Hexes of a side within so many of the Pact line: of land that the other of the two holds."""
    foe = {s for s in range(g.board.size) if g.ground.land[s] and g.ground.europe[s] and g.hexes.holder[s] >= 0
           and held_by(g, s) == (AXIS if side != AXIS else g.nations.side[RUSSIA])}  # fmt: skip
    near: set[int] = set()
    for s in foe:
        near.update(o for o in g.ground.within(s, depth) if g.ground.land[o] and held_by(g, o) == side)
    return near


def along_the_pact(g: World) -> tuple[int, int]:
    """German and Russian ground factors within two hexes of the line between them."""
    east = g.nations.side[RUSSIA]
    mine = sum(factors(g, troops(g, s, AXIS)) for s in pact_hexes(g, AXIS))
    theirs = sum(factors(g, troops(g, s, east)) for s in pact_hexes(g, east))
    return mine, theirs


@rule("ours 50.7")
def garrisons(g: World) -> None:
    """Each five factors short of twenty along the Pact line move the tension by two."""
    if not recorded(g, RGT) or g.turn < 3:
        return
    german, russian = along_the_pact(g)
    if g.side == AXIS:
        tense(g, RGT, 2 * (-(-max(0, GARRISON - german) // FIVE)), "the German garrison of the east is weak")
    elif g.side == g.nations.side[RUSSIA]:
        tense(g, RGT, -2 * (-(-max(0, GARRISON - russian) // FIVE)), "the Russian garrison of the west is weak")


@rule("ours 49.81", "8.11")
def tensions(g: World) -> None:
    """Research phase: what the state of the world does to the three tracks."""
    for track in (USAT, USJT, RGT):
        if recorded(g, track):
            tense(g, track, turn_changes(g, track), "the turn")
    if g.booked.get(OFFENSIVE_IN_CHINA, 0) or g.booked.get(QUIET_IN_CHINA, 0):
        g.booked[OFFENSIVE_IN_CHINA] = g.booked[QUIET_IN_CHINA] = 0


@rule("ours 49.85")
def roll_effective(g: World, track: int) -> int:
    """The level that counts for this Allied turn: a die moves it by up to two."""
    roll = g.roll(D6, f"effective {NAMES[track]}", "ours 49.85")
    g.effective[track] = max(0, g.tension[track] + DICE[roll - 1])
    return g.effective[track]


def effective_levels(g: World) -> None:
    for track in (USAT, USJT):
        if recorded(g, track):
            roll_effective(g, track)
