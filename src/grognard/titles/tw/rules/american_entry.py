"""22.8: the American entry level: what raises and lowers it, and what America gains with each level."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, MAJORS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import FALL, SPRING, SUMMER, WINTER, War, turn_of

GROUPS = (
    ("the Low Countries", ("belgium", "netherlands")),
    ("Scandinavia", ("denmark", "norway", "sweden")),
    ("the Balkans and Switzerland", ("greece", "yugoslavia", "switzerland")),
    ("Turkey", ("turkey",)),
    ("Spain", ("spain",)),
    ("Portugal", ("portugal",)),
)  # a declaration of war by an Axis power on one of a group raises the level once
GERMAN_ONLY = 2  # the first groups count for Germany alone
SEEN = ("france", "ussr", "moscow", "leningrad", "gibraltar", "japan")
FIRST_SEEN = 8  # bits of `usel_seen`
AGGRESSOR = 20  # Italy has declared war on a minor country
LEVELS = (2, 13)
SMALL_GAIN, GAIN, LARGE_FROM = 25, 50, 7
LOSS = 20


@rule("22.8", "22.4.1")
def change_level(g: War, by: int, what: str) -> None:
    """The level changes; America gains NARFs, base and level, for each level it reaches for the first time (TW-AMB-97)."""
    if g.nations.side[USA] != NEUTRAL or not by:
        return
    best = max(g.usel_best, g.usel, LEVELS[0] - 1)
    g.usel += by
    g.say("American entry level {}: {}", g.usel, what, rule="22.8")
    for level in range(best + 1, min(g.usel, LEVELS[1]) + 1):
        narfs = GAIN if level >= LARGE_FROM else SMALL_GAIN
        g.nations[USA].base += narfs
        g.nations[USA].narfs += narfs
    g.usel_best = max(best, g.usel)


@rule("22.8")
def entry_event(g: War, power: int, target: int) -> None:
    """What a declaration of war means to America."""
    if power == BRITAIN:
        if target == ITALY:
            change_level(g, 0 if g.usel_seen >> AGGRESSOR & 1 else -2, "Britain attacks Italy")
        elif target not in MAJORS:
            change_level(g, -3, "Britain attacks a neutral")
    elif power == ITALY and target in (BRITAIN, FRANCE):
        change_level(g, 1, "Italy attacks the West")
    elif power == GERMANY and target == USSR:
        change_level(g, 1, "Germany attacks the Soviet Union")
    elif power in (GERMANY, ITALY):
        if power == ITALY:
            g.usel_seen |= 1 << AGGRESSOR
        for n, (words, members) in enumerate(GROUPS):
            hit = target in {INDEX[k] for k in members} and (power == GERMANY or n >= GERMAN_ONLY)
            if hit and not g.usel_seen >> n & 1:
                g.usel_seen |= 1 << n
                change_level(g, 1, f"the Axis attacks {words}")


@rule("22.8")
def no_frenchman(g: War) -> bool:
    """Whether no French unit is left in mainland France."""
    nations, home = g.roster.nations, set(g.ground.homeland.get("france", ()))
    return not any(at in home and nations[u] == FRANCE for u, at in enumerate(g.units.at))


@rule("22.8")
def entry_events(g: War) -> None:
    """What has happened since the last segment: countries and cities lost, ships sunk, fires, and Japan (TW-AMB-98)."""
    sides, out = hex_sides(g), g.nations.surrendered

    def fell(name: str) -> bool:
        return sides[g.ground.named(name)] == AXIS

    happened = {
        "france": (bool(out[FRANCE]) or no_frenchman(g), 2),
        "ussr": (bool(out[USSR]), 3),
        "moscow": (fell("moscow"), 1),
        "leningrad": (fell("leningrad"), 1),
        "gibraltar": (fell("gibraltar"), 1),
        "japan": (g.turn >= turn_of(1941, WINTER), 2),
    }
    first = g.turn == g.first_turn  # the level of a set-up holds what came before
    if first:
        for n, (_, members) in enumerate(GROUPS):
            if any(out[INDEX[k]] or g.nations.side[INDEX[k]] == ALLIES for k in members):
                g.usel_seen |= 1 << n
    for n, key in enumerate(SEEN):
        yes, by = happened[key]
        if yes and not g.usel_seen >> (FIRST_SEEN + n) & 1:
            g.usel_seen |= 1 << FIRST_SEEN + n
            change_level(g, 0 if first else by, key.capitalize())
    # TW-AMB-199: one level for a turn
    if g.sunk >= LOSS and not first and g.season in (SUMMER, WINTER):
        change_level(g, 1, "British losses at sea")
    fires = g.nations.firestorms[BRITAIN] - g.usel_fires
    g.usel_fires += fires
    change_level(g, 0 if first else fires, "fires in Britain")


@rule("5.1.1")
def happy_time(g: War) -> bool:
    """The first Spring and the first Fall after the American declaration of war."""
    if g.happy_time < 0 or g.nations.side[USA] == NEUTRAL:
        return False
    turns = [t for t in range(g.happy_time, g.happy_time + 5) if t % 4 in (SPRING, FALL)]
    return g.turn in turns[:2]
