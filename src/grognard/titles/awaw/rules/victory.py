"""Ours V: who has won a campaign: by the turn in which Germany and Japan give up, and by what both sides hold."""

from __future__ import annotations

from grognard.kernel.flow import GameOver, Outcome
from grognard.kernel.rules import rule
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    CHINA,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    MAJORS,
    NEUTRAL,
    RUSSIA,
    US,
)
from grognard.titles.awaw.rules.influence import chinese_resistance, holds
from grognard.titles.awaw.rules.surrender import in_surrender, surrender_turn
from grognard.titles.awaw.rules.units import held_by
from grognard.titles.awaw.state import NO_RESULT, WINTER, World, turn_of

WORDS = {3: "decisive", 2: "clear", 1: "marginal"}
STEPS = ((turn_of(1944, 3), -3), (turn_of(1945, 0), -2), (turn_of(1945, 1), -1), (turn_of(1945, 2), 0), (turn_of(1945, 3), 1),
         (turn_of(1946, 3), 2))  # fmt: skip
MANY_OBJECTIVES, EUROPE_LEVEL = 25, 3
GERMAN_OBJECTIVES, ITALIAN_OBJECTIVES, MEDITERRANEAN = 12, 5, FRONT["mediterranean"]
CONTROL_AXIS, CONTROL_ALLIES = 8, -1  # diplomatic results that give control of hexes (ours 49.51)
HELD_MANY = 510  # key of `booked`
INDIA_LOST, AUSTRALIA_LOST = 511, 512


@rule("7.215")
def credited(g: World, space: int) -> int:
    """The side an objective counts for: a neutral Italy's for the Axis, a neutral Russia's and all of Britain's for the Allies; a
    neutral minor country's for nobody, unless a diplomatic result has given one side control of it."""
    holder = g.hexes.holder[space]
    if holder < 0:
        return NEUTRAL
    power, found = g.nations.patron[holder], held_by(g, space)
    if power == BRITAIN:  # 7.215D: even if Britain has surrendered
        return ALLIES
    if found in (AXIS, ALLIES):
        return found
    if power in MAJORS:
        return AXIS if power in (ITALY, JAPAN, GERMANY) else ALLIES
    result = g.nations.result[holder]
    if result == NO_RESULT:
        return NEUTRAL
    return AXIS if result >= CONTROL_AXIS else ALLIES if result <= CONTROL_ALLIES else NEUTRAL


def objectives(g: World, *, europe: bool) -> int:
    """Objectives of a board that count for the Axis."""
    return sum(credited(g, s) == AXIS for s in g.ground.objectives if g.ground.europe[s] == europe)


@rule("ours V.2", "ours V.3")
def level_of(turn: int) -> int:
    """Positive for the Axis: by the turn of surrender; three if there was none."""
    if turn < 0:
        return 3
    return next((level for last, level in STEPS if turn <= last), 3)


@rule("7.215")
def europe_beaten(g: World) -> bool:
    """7.215C: the European Axis is conquered when Germany and Italy have surrendered; an Italy outside the war is not asked."""
    return bool(g.nations.surrendered[GERMANY] and (g.nations.surrendered[ITALY] or g.nations.side[ITALY] != AXIS))


@rule("ours V.2", "ours 54.4")
def european_level(g: World) -> int:
    """The turn of Germany's surrender decides; many objectives held late are worth a level to an undefeated Axis."""
    beaten = europe_beaten(g)
    found = level_of(surrender_turn(g, GERMANY) if beaten else -1)  # AW-DEC-46
    return min(3, found + 1) if not beaten and g.booked.get(HELD_MANY, 0) else found


@rule("ours V.3")
def pacific_level(g: World) -> int:
    return level_of(surrender_turn(g, JAPAN))


@rule("ours V.1")
def global_level(g: World) -> int:
    """The sum of both theatres."""
    total = european_level(g) + pacific_level(g)
    return 3 if total >= 3 else 1 if total >= 1 else 0 if total == 0 else -1 if total >= -2 else -3


def campaign_level(g: World) -> int:
    return {"europe": european_level, "pacific": pacific_level}.get(g.sheet.victory, global_level)(g)


@rule("ours V.1", "ours V.2", "ours V.3", "2.31", "7.215")
def campaign_over(g: World) -> bool:
    """The last turn, a surrender that ends it, or an Axis victory at a year start."""
    if g.turn >= g.last_turn:
        return True
    west = europe_beaten(g)
    east = g.nations.surrendered[JAPAN]
    over = {"europe": west, "pacific": bool(east)}.get(g.sheet.victory, bool(west and east))
    return over or axis_triumph(g)


@rule("ours V.1", "ours V.2", "ours V.3")
def axis_triumph(g: World) -> bool:
    """Britain and Russia in surrender when a year begins, China too in the Global War; or India, Australia and China."""
    if g.season != WINTER:
        return False
    beaten = in_surrender(g, BRITAIN) and in_surrender(g, RUSSIA)
    if g.sheet.victory == "europe":
        return beaten
    if g.sheet.victory == "pacific":
        return bool(g.booked.get(INDIA_LOST, 0) and g.booked.get(AUSTRALIA_LOST, 0) and in_surrender(g, CHINA))
    return beaten and in_surrender(g, CHINA)


def objectives_by_side(g: World) -> dict[str, float]:
    """Objectives by side, as a score on the way."""
    held = [credited(g, s) for s in g.ground.objectives]
    return {"axis": float(held.count(AXIS)), "allies": float(held.count(ALLIES))}


@rule("ours V.10")
def own_line(g: World, power: int) -> bool:
    """A power's own aim, worth a level to its player: cities and objectives held at the end, and standing."""

    def mine(*cities: str) -> bool:
        return all(c in g.ground.named and g.hexes.holder[g.ground.named[c]] == power for c in cities)

    stands = not g.nations.surrendered[power]
    if power == GERMANY:
        return holds(g, AXIS, "berlin") and objectives(g, europe=True) >= GERMAN_OBJECTIVES
    if power == ITALY:
        sea = [s for s in g.ground.objectives if g.ground.front[s] == MEDITERRANEAN]
        return stands and holds(g, AXIS, "rome") and sum(credited(g, s) == AXIS for s in sea) >= ITALIAN_OBJECTIVES
    if power == JAPAN:
        return stands and (holds(g, AXIS, "manila") or holds(g, AXIS, "singapore"))
    if power in (BRITAIN, US):  # they win together
        keys = [g.ground.named[c] for c in ("gibraltar", "suez", "singapore")]
        played = [s for s in keys if g.hexes.holder[s] >= 0]
        return all(g.nations.patron[g.hexes.holder[s]] == BRITAIN for s in played)
    if power == FRANCE:
        return mine("paris", "lyon")
    if power == RUSSIA:
        return mine("warsaw", "bucharest") or mine("berlin")
    return power == CHINA and chinese_resistance(g).total >= 1 and not holds(g, AXIS, "chungking")


@rule("7.215", "ours V.1", "ours V.10")
def judge(g: World) -> None:
    """End of a game turn of a campaign."""
    if g.turn >= turn_of(1942, 3) and objectives(g, europe=True) >= MANY_OBJECTIVES:
        g.booked[HELD_MANY] = 1
    if not campaign_over(g):
        return
    level = 3 if axis_triumph(g) else campaign_level(g)
    for power in MAJORS:
        if g.seated(power) and own_line(g, power):
            g.say("{} keeps its own aim: one level more for its player", g.nations[power], rule="ours V.10")
    cited = {"europe": "ours V.2", "pacific": "ours V.3"}.get(g.sheet.victory, "ours V.1")
    if level == 0:
        raise GameOver(Outcome((), "a draw", cited, objectives_by_side(g)))
    side = "axis" if level > 0 else "allies"
    raise GameOver(Outcome((side,), f"{WORDS[abs(level)]} victory", cited, objectives_by_side(g)))
