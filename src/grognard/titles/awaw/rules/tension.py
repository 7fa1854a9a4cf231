"""Ours 49.8: the three tensions: between the United States and Germany, the United States and Japan, Russia and Germany."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.dice import D6
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import DESIGNS, Kind
from grognard.titles.awaw.ground import FRONT
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
from grognard.titles.awaw.rules.dates import historical
from grognard.titles.awaw.rules.units import KIND, NATION, factors, held_by, troops
from grognard.titles.awaw.state import IN_PLAY, RGT, USAT, USJT, World, ledger_place, turn_of

NAMES = ("US-Axis tension", "US-Japanese tension", "Russo-German tension")
TRACK_WORDS = ("USAT", "USJT", "RGT")
MOST = 60
GARRISON, PACT_DEPTH, FIVE = 20, 2, 5  # ours 50.7
BALKANS = tuple(INDEX[k] for k in ("hungary", "rumania", "bulgaria"))
PREPARED = "USJT no Allied unpreparedness if Japan attacks; US mobilization 4"
SURPRISE_LEVEL = "RGT German attack is no longer a surprise (50.6)"
EMBARGO = "USJT US may declare the oil embargo"
WAR_LEVEL = {USAT: "USAT US may declare war on Germany and Italy", USJT: "USJT US may declare war on Japan",
             RGT: "RGT Russia may declare war on Germany"}  # fmt: skip
DESTROYERS = "USAT US mobilization 2; 2 DP; US destroyers: Britain receives DD5 once"
DESTROYERS_GIVEN = 909  # key of `booked`
BRITISH_PORTS = ("plymouth", "portsmouth", "liverpool", "glasgow", "scapa_flow", "gibraltar")
QUICK_DRAFTS = "RGT Russian mobilizations take one turn"
MASSING, BELT = "RGT Russia may exceed 40 ground factors within three hexes of the Pact line (50.7)", 3
HAIPHONG, SAIGON = "haiphong", "saigon"
IN_CHINA, FULL_IN_CHINA = 901, 2  # key of `booked`: 1 for operations of Japan in China in this game turn, 2 for a full offensive
LANDED, CHUNGKING = 904, 905  # keys of `booked`: events that count once
FIRST_TURN = turn_of(1939, 2)
EACH_TURN = "each game turn"
MISSING = "per 5 missing garrison factors of Germany (plus) or Russia (minus), 50.7"
MASSED = "per full 20 German ground factors in hexes next to Russian-held hexes above the Russian factors there"
BALKAN_FRIENDS = "Germany controls Rumania Hungary or Bulgaria by result 8 or more (each)"
DICE = {
    USAT: "same die for USAT",
    USJT: "one die at the end of the Allied diplomatic phase gives the effective level for that Allied turn",
}
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
    if not value or historical(g) or not recorded(g, track):
        return  # ours V.9: history sets the levels
    g.tension[track] = max(0, min(MOST, g.tension[track] + value))
    g.say("{} {} to {}: {}", NAMES[track], "rises" if value > 0 else "falls", g.tension[track], why, rule="ours 49.8")


def worth(g: World, track: int, event: str, place: int = 0) -> int:
    """What an event of tension_events.csv moves a track by; `place`: of several numbers in the row."""
    return g.charts.tensions[f"{TRACK_WORDS[track]} {event}"][place]


@rule("ours 49.85")
def level_for(g: World, effect: str) -> int:
    """The tension from which an effect of the chart is allowed."""
    return g.value(f"tension_effects {effect}")


@rule("ours 49.8", "ours 49.81")
def stir(g: World, track: int, event: str, why: str, *, times: int = 1) -> None:
    """An event of the chart happens."""
    tense(g, track, worth(g, track, event) * times, why)


@rule("ours 49.81")
def turn_changes(g: World, track: int) -> int:
    """Automatic and status changes of a game turn."""
    return {USAT: _atlantic, USJT: _pacific, RGT: _eastern}[track](g)


def _atlantic(g: World) -> int:
    nations = g.nations
    found = worth(g, USAT, EACH_TURN)
    if nations.surrendered[FRANCE]:
        found += worth(g, USAT, "France has fallen")
    alone = [n for n in (BRITAIN, FRANCE, RUSSIA, US) if nations.side[n] == ALLIES and not nations.surrendered[n]]
    if alone == [BRITAIN]:
        found += worth(g, USAT, "Britain holds on alone: no other major power at war with Germany")
    box = g.board.space("sw_atlantic")
    boats = sum(g.units.at[u] == box and KIND[g.units.design[u]] in (Kind.SUB, Kind.ADVANCED_SUB)
                and NATION[g.units.design[u]] == GERMANY for u in range(len(g.units)))  # fmt: skip
    if boats >= 3:
        found += worth(g, USAT, "three or more German submarines in the Atlantic box")
    return found + (worth(g, USAT, "US and Japan at war") if g.both_boards and japan_fights_us(g) else 0)


@rule("ours V.8")
def _pacific(g: World) -> int:
    nations = g.nations
    alone = g.sheet.theatre == "pacific" and g.turn >= AMERICA_IN_EUROPE  # ours V.8
    found = worth(g, USJT, "each game turn, Fall 1939 included")
    if (g.both_boards and nations.war[US] >= 0) or alone:
        found += worth(g, USJT, "Germany and US at war at the start of the turn")
    if g.both_boards and nations.war[RUSSIA] >= 0 and nations.fought_east[RUSSIA] >= 0:
        found += worth(g, USJT, "Germany and Japan both at war with Russia at the start of the turn")
    drafted = max(0, min(3, nations.mobilized[JAPAN] - 1))
    found += drafted * worth(g, USJT, "each Japanese mobilization after the first (max +3 a turn)")
    for city, part in ((HAIPHONG, "northern"), (SAIGON, "southern")):
        if g.hexes.holder[g.ground.named[city]] == JAPAN:
            found += worth(g, USJT, f"Japan occupies {part} French Indochina ({city.capitalize()})")
    made = g.booked.get(IN_CHINA, 0)
    if made == FULL_IN_CHINA:
        found += worth(g, USJT, "Japan made a full offensive in China this turn")
    elif not made and g.turn > FIRST_TURN:
        found += worth(g, USJT, "a full game turn without Japanese offensive operations in China")
    return found


@rule("ours 49.8")
def after_combat(g: World) -> None:
    """What the combat phase of the Axis does to the tensions: full offensives, a landing in Britain, the fall of Chungking."""
    if len(g.tension) < 3 or g.side != AXIS:
        return
    if g.full[ledger_place(GERMANY, FRONT["western"])]:
        stir(g, USAT, "each full offensive of Germany on the western front", "a full offensive in the west")
    home = [s for s in g.ground.homeland[BRITAIN] if g.ground.europe[s]]
    if any(troops(g, s, AXIS) for s in home) and not g.booked.get(LANDED, 0):
        g.booked[LANDED] = 1
        stir(g, USAT, "Axis ground unit lands in Britain", "the enemy has landed in Britain")
    place = ledger_place(JAPAN, FRONT["asian"])
    g.booked[IN_CHINA] = FULL_IN_CHINA if g.full[place] else int(g.spent[place] > 0)
    if g.hexes.holder[g.ground.named["chungking"]] == JAPAN and not g.booked.get(CHUNGKING, 0):
        g.booked[CHUNGKING] = 1
        stir(g, USJT, "Chungking falls", "Chungking falls")


def _eastern(g: World) -> int:
    nations = g.nations
    friends = sum((nations.result[n] >= 8 and nations.side[n] == NEUTRAL) or nations.side[n] == AXIS for n in BALKANS)
    found = worth(g, RGT, EACH_TURN) + friends * worth(g, RGT, BALKAN_FRIENDS)
    german, russian = along_the_pact(g)
    return found + max(0, german - russian) // GARRISON * worth(g, RGT, MASSED)


@rule("ours 49.8")
def quiet_east(g: World) -> None:
    """A year begins and Germany holds nothing east of its border of 1939 but Poland."""
    if not recorded(g, RGT) or not g.turn:
        return
    beyond = (*BALKANS, *(INDEX[k] for k in ("yugoslavia", "greece", "finland", "eastpoland", "baltics")))
    if not any(held_by(g, s) == AXIS for n in beyond for s in g.ground.homeland.get(n, ())):
        stir(g, RGT, "Germany controls no hex east of its 1939 border except Poland at a YSS", "Germany is quiet in the east")


@rule("ours 63.3")
def pact_hexes(g: World, side: int, depth: int = PACT_DEPTH) -> set[int]:
    """Hexes of a side within so many of the Pact line: of land that the other of the two holds."""
    foe = {s for s in range(g.board.size) if g.ground.land[s] and g.ground.europe[s] and g.hexes.holder[s] >= 0
           and held_by(g, s) == (AXIS if side != AXIS else g.nations.side[RUSSIA])}  # fmt: skip
    near: set[int] = set()
    for s in foe:
        near.update(o for o in g.ground.within(s, depth) if g.ground.land[o] and held_by(g, o) == side)
    return near


@derived("hexes.holder", "nations.side")
def pact_belt(g: World) -> frozenset[int]:
    """Hexes of Russia within three of what Germany holds."""
    return frozenset(pact_hexes(g, g.nations.side[RUSSIA], BELT))


@rule("ours 50.7")
def may_mass(g: World, u: int, space: int) -> No | None:
    """Russia has at most forty ground factors within three hexes of the Pact line until tension ten; who is there may stay."""
    whose = NATION[g.units.design[u]]
    if whose != RUSSIA or not recorded(g, RGT) or g.tension[RGT] >= level_for(g, MASSING) or historical(g):
        return None
    belt = pact_belt(g)
    if space not in belt or g.units.at[u] in belt:
        return None
    most = g.number("50.7 most Russian factors near the Pact line")
    there = sum(factors(g, troops(g, s, g.nations.side[RUSSIA])) for s in belt) + factors(g, [u])
    return No("ours 50.7", f"no more than {most} factors within three hexes of the Pact line") if there > most else None


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
        stir(g, RGT, MISSING, "the German garrison of the east is weak", times=-(-max(0, GARRISON - german) // FIVE))
    elif g.side == g.nations.side[RUSSIA]:
        short = -(-max(0, GARRISON - russian) // FIVE)
        tense(g, RGT, worth(g, RGT, MISSING, 1) * short, "the Russian garrison of the west is weak")


@rule("ours 49.81", "8.11")
def tensions(g: World) -> None:
    """Research phase: what the state of the world does to the three tracks."""
    for track in (USAT, USJT, RGT):
        if recorded(g, track):
            tense(g, track, turn_changes(g, track), "the turn")
    destroyers_for_bases(g)


@rule("ours 49.85")
def destroyers_for_bases(g: World) -> None:
    """Once the tension with the Axis is twenty America gives Britain five destroyers; they come to the first port that is
    free."""
    ready = len(g.tension) > USAT and g.tension[USAT] >= level_for(g, DESTROYERS) and not g.booked.get(DESTROYERS_GIVEN, 0)
    fights = g.seated(US) and g.seated(BRITAIN) and g.nations.side[BRITAIN] == ALLIES
    if not ready or not fights or g.sheet.theatre == "pacific":
        return
    port = next((s for s in map(g.ground.space, BRITISH_PORTS) if held_by(g, s) == ALLIES), g.board.space("sw_atlantic"))
    sort = next(n for n, d in enumerate(DESIGNS) if (d.nation, d.kind) == (BRITAIN, Kind.DD))
    g.booked[DESTROYERS_GIVEN] = 1
    for _ in range(g.number("49.85 American destroyers for Britain")):
        g.units.add(design=sort, at=port, pool=IN_PLAY)
    g.say("American destroyers come to {}", g.hexes[port], rule="ours 49.85")


@rule("ours 49.85")
def roll_effective(g: World, track: int) -> int:
    """The level that counts for this Allied turn: a die moves it by up to two."""
    if historical(g):
        g.effective[track] = g.tension[track]
        return g.tension[track]
    roll = g.roll(D6, f"effective {NAMES[track]}", "ours 49.85")
    g.effective[track] = max(0, g.tension[track] + g.charts.tensions[f"{TRACK_WORDS[track]} {DICE[track]}"][roll - 1])
    return g.effective[track]


def effective_levels(g: World) -> None:
    for track in (USAT, USJT):
        if recorded(g, track):
            roll_effective(g, track)
