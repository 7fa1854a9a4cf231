"""Ours 49: diplomatic points, where they are put in secret, and what a diplomatic roll does to a country."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow, Together
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    CHINA,
    EUROPEAN_AXIS,
    FACTION,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    KEYS,
    MAJORS,
    NEUTRAL,
    POWER,
    RUSSIA,
    SENIOR,
    SOVIET,
    US,
    WESTERN,
)
from grognard.titles.awaw.rules.areas import friend
from grognard.titles.awaw.rules.dates import historical
from grognard.titles.awaw.rules.eastern import Demand, make_demand, may_demand
from grognard.titles.awaw.rules.influence import FIRE_POINTS, dp, dp_level, holds
from grognard.titles.awaw.rules.intelligence import SWAY
from grognard.titles.awaw.rules.peoples import UKRAINE, ukraine_exists, ukrainian_army
from grognard.titles.awaw.rules.research import MOST_IN_A_PROJECT, PLACE
from grognard.titles.awaw.rules.research import cell as laboratory
from grognard.titles.awaw.rules.tension import NAMES, effective_levels, recorded, stir, tense
from grognard.titles.awaw.rules.units import factors, held_by, masters, troops
from grognard.titles.awaw.rules.war import GREEK_AID, associations, join
from grognard.titles.awaw.state import ALLY, ASSOCIATE, NO_RESULT, RGT, UNTOUCHED, USAT, Nation, World

MOST_ON_A_TARGET = 3
HUNDRED = 100
LOST_GROUND = "Germany lost the previous campaign season (net German objectives fell since last YSS)"
ARMIES = "{} units in supply adjacent to the target, ten factors or more"
AXIS_WAR = "Axis declared war on a neighbour of the target this year"
ALLIED_WAR = "Allies or Russia declared war on a neighbour of the target this year"
WORSE_OFF, GERMAN_GAINS = 906, 907  # keys of `booked`: Germany lost objectives in the last year; those it held at its start
COMMONWEALTH = frozenset(INDEX[k] for k in ("australia", "canada", "india", "south_africa"))
ONLY = {
    FRANCE: {INDEX["belgium"], INDEX["rumania"]},
    ITALY: {INDEX[k] for k in ("greece", "spain", "yugoslavia", "turkey", "vichy")},
}
TRACKS = {"usat": USAT, "rgt": RGT}
EASTERN_TARGETS = frozenset(INDEX[k] for k in ("finland", "rumania", "hungary", "sweden"))
MOSCOW_TARGETS = frozenset(
    INDEX[k] for k in ("finland", "sweden", "turkey", "hungary", "rumania", "bulgaria", "yugoslavia", "greece")
)
STRAITS_TARGETS = frozenset(INDEX[k] for k in ("spain", "turkey", "greece"))
ROLLED, SPENT, PLACED = (
    1000,
    1200,
    1199,
)  # keys of `booked`: last roll on a target, last approach of a faction


class Envoys(Subject, frozen=True):
    """A power with diplomatic points to place, or a phase in which to use them."""

    power: int
    left: int = 0


def cell(power: int, target: int) -> int:
    return POWER[power] * (len(KEYS) + 3) + target


def track_place(track: int) -> int:
    return len(KEYS) + track


def points_on(g: World, power: int, target: int) -> int:
    return g.dps[cell(power, target)] if g.dps else 0


@rule("ours 49.1")
def allotment(g: World, power: int, *, start: bool) -> int:
    """Points of a power for a year: its level now and one for each hundred BRPs of its total, which do not count at the start."""
    if power not in (GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA, US):
        return 0
    if start:
        return 0 if power == US else dp(g, f"{g.nations[power].label} basic")
    extra = min(5, max(0, g.year - 1941)) if power == US and g.sheet.theatre == "europe" and g.nations.war[US] >= 0 else 0
    extra += g.booked.pop(FIRE_POINTS + power, 0)  # ours 26.9
    if power == BRITAIN:
        extra += g.booked.pop(GREEK_AID, 0)  # ours 69.4
    return max(0, dp_level(g, power).total + g.nations.level[power] // HUNDRED + extra)


@rule("ours 49.2", "ours 49.3")
def may_influence(g: World, envoys: Envoys, country: int) -> No | None:
    """A neutral country with a diplomatic table; at most three points a year from a power; France and Italy only some."""
    if country not in g.books.diplomacy or country in COMMONWEALTH or (country == UKRAINE and not ukraine_exists(g)):
        return No("ours 49.2", "no eligible target")
    row = g.nations[country]
    if row.side != NEUTRAL or row.status != UNTOUCHED or row.conquered >= 0 or not on_map(g, country):
        return No("ours 49.2", "it is not neutral")
    if envoys.power in ONLY and country not in ONLY[envoys.power]:
        return No("ours 49.3", "this power has no say there")
    if envoys.power == RUSSIA and g.books.diplomacy[country].russia_may != "yes":
        return No("ours 49.5", "Russia has no say there")
    if points_on(g, envoys.power, country) >= MOST_ON_A_TARGET:
        return No("ours 49.3", "three points on a target are the most")
    return None


def on_map(g: World, country: int) -> bool:
    if country == UKRAINE:
        return ukraine_exists(g)
    if country == INDEX["vichy"]:
        return any(g.hexes.holder[s] == country for s in g.ground.homeland[FRANCE])
    return any(g.hexes.holder[s] >= 0 for s in g.ground.homeland.get(country, ())[:1])


@rule("ours 49.82")
def may_press(g: World, envoys: Envoys, word: str) -> No | None:
    """Points on a tension: Germany, Britain and France on that with America, Germany and Russia on that between them."""
    if word not in TRACKS or not recorded(g, TRACKS[word]):
        return No("ours 49.82", "this tension takes no points")
    allowed = (GERMANY, BRITAIN, FRANCE) if word == "usat" else (GERMANY, RUSSIA)
    if envoys.power not in allowed:
        return No("ours 49.82", "this power has no say in it")
    if points_on(g, envoys.power, track_place(TRACKS[word])) >= MOST_ON_A_TARGET:
        return No("ours 49.82", "three points a year are the most")
    return None


def put_on(g: World, envoys: Envoys, country: int) -> None:
    g.dps[cell(envoys.power, country)] += 1


def put_on_track(g: World, envoys: Envoys, word: str) -> None:
    g.dps[cell(envoys.power, track_place(TRACKS[word]))] += 1


INFLUENCE = Act("influence", "ours 49.2", "{0}", takes=Nation, may=may_influence, do=put_on, among=lambda g, e: g.books.diplomacy)
PRESS = Act("press", "ours 49.82", lambda g, e, word: NAMES[TRACKS[word]], takes=str, may=may_press, do=put_on_track,
            among=lambda g, e: TRACKS)  # fmt: skip


@rule("ours 44.1")
def may_fund(g: World, envoys: Envoys, key: str) -> No | None:
    """Diplomatic points may go into the projects of intelligence, as research points do."""
    if key not in PLACE or g.books.projects[PLACE[key]].category != "intelligence":
        return No("ours 44.1", "no project of intelligence")
    if g.fresh_points[laboratory(FACTION[envoys.power], key)] >= MOST_IN_A_PROJECT:
        return No("ours 41.3", "five new points a year are the most")
    return None


def fund(g: World, envoys: Envoys, key: str) -> None:
    g.points[laboratory(FACTION[envoys.power], key)] += 1
    g.fresh_points[laboratory(FACTION[envoys.power], key)] += 1


FUND = Act("fund", "ours 44.1", lambda g, e, key: g.books.projects[PLACE[key]].project, takes=str, may=may_fund, do=fund,
           among=lambda g, e: PLACE, group="Intelligence")  # fmt: skip
KEEP: Act[World, Envoys, None] = Act("keep", "ours 49.2", "Place no more", do=lambda g, e, _: None)


@rule("7.222", "7.33", "ours 49.1", "ours 49.2")
def allot_points(g: World) -> Flow[None]:
    """Every power places its diplomatic points for the year, unseen by the others"""
    start = not g.booked.get(PLACED, 0)
    g.booked[PLACED] = 1
    weigh_the_year(g)
    powers = [n for n in MAJORS if g.seated(n) and not g.nations.surrendered[n]]
    yield Together({g.seat(n): place_points(g, n, start=start) for n in powers}, secret=True)


@rule("ours 49.2", "ours 49.3", "ours 44.1")
def place_points(g: World, power: int, *, start: bool) -> Flow[None]:
    """A power places its points for the year"""
    for target in range(len(KEYS) + 3):
        g.dps[cell(power, target)] = 0
    for left in range(allotment(g, power, start=start), 0, -1):
        state = Envoys(power, left)
        if not any(True for act in (INFLUENCE, PRESS, FUND) for _ in act.candidates(g, state)):
            break
        prompt, acts = "Diplomatic points: {0} left", (KEEP, INFLUENCE, PRESS, FUND)
        choice, _ = yield from menu(g, g.seat(power), prompt, state, *acts, named=(left,))
        if choice.verb == "keep":
            break


# --- a roll -------------------------------------------------------------------------------------------------------------


@rule("ours 49.52")
def weigh_the_year(g: World) -> None:
    """A year begins: whether Germany holds fewer objectives than a year ago."""
    held = sum(g.hexes.holder[s] == GERMANY for s in g.ground.objectives)
    before = g.booked.get(GERMAN_GAINS, -1)
    g.booked[WORSE_OFF], g.booked[GERMAN_GAINS] = int(held < before), held


@rule("ours 49.52")
def attacked_beside(g: World, country: int) -> tuple[bool, bool]:
    """Whether the Axis, or the Allies and Russia, declared war on a neighbour of a country this year."""
    near = {g.ground.country[o] for s in g.ground.homeland.get(country, ()) for o, _ in g.ground.ways[s]} - {country}
    struck = [n for n in near if n in g.books.minors and g.nations.attacked[n] >= g.turn - g.season]
    by_axis = [g.nations.side[n] == ALLIES or g.nations.conquered[n] in (GERMANY, ITALY) for n in struck]
    return any(by_axis), not all(by_axis)


@rule("ours 49.5", "ours 49.52")
def open_modifiers(g: World, country: int) -> Modifiers:
    """What all may see of the modifiers of a diplomatic die: everything but the points."""
    found = Modifiers().add("start", g.books.diplomacy[country].start_modifier, "ours 49.5")
    axis, allied = attacked_beside(g, country)
    russian = all(g.nations.conquered[INDEX[k]] == RUSSIA for k in ("eastpoland", "baltics"))
    lines = (
        ("Paris", "Axis control Paris", holds(g, AXIS, "paris") and country not in (INDEX["belgium"], INDEX["ireland"])),
        ("London", "Axis control London", holds(g, AXIS, "london")),
        ("Moscow or Leningrad", "Axis control Moscow or Leningrad",
         country in MOSCOW_TARGETS and (holds(g, AXIS, "moscow") or holds(g, AXIS, "leningrad"))),
        ("Rome or Berlin lost", "Allies control Rome or Berlin", holds(g, ALLIES, "rome") or holds(g, ALLIES, "berlin")),
        ("America at war", "US at war with Germany", g.nations.war[US] >= 0),
        ("Germany lost ground last year", LOST_GROUND, bool(g.booked.get(WORSE_OFF, 0))),
        ("Axis war on a neighbour", AXIS_WAR, axis),
        ("Allied war on a neighbour", ALLIED_WAR, allied),
        ("Russia in eastern Poland and the Baltics", "Russia controls eastern Poland and the Baltic States",
         russian and country in EASTERN_TARGETS),
        ("Suez or Gibraltar", "Axis control Suez or Gibraltar",
         country in STRAITS_TARGETS and (holds(g, AXIS, "suez") or holds(g, AXIS, "gibraltar"))),
        ("Axis armies beside it", ARMIES.format("Axis"), beside(g, country, AXIS) >= 10),
        ("Allied armies beside it", ARMIES.format("Allied"), beside(g, country, ALLIES) >= 10),
    )  # fmt: skip
    for words, item, applies in lines:
        if applies:
            found.add(words, g.value(f"diplomacy_modifiers {item}"), "ours 49.52")
    return found.add("agents", g.booked.get(SWAY + country, 0), "ours 46.1")


@rule("ours 49.5")
def roll_modifiers(g: World, country: int) -> Modifiers:
    """Everything that is added to a diplomatic die; plus favours the Axis."""
    axis = sum(points_on(g, n, country) for n in (GERMANY, ITALY))
    allied = sum(points_on(g, n, country) for n in (BRITAIN, FRANCE, US))
    allied += points_on(g, RUSSIA, country) if g.books.diplomacy[country].russia_may == "yes" else 0
    return open_modifiers(g, country).add("diplomatic points", axis - allied, "ours 49.5")


def beside(g: World, country: int, side: int) -> int:
    """Ground factors of a side in hexes adjacent to a country."""
    near = {o for s in g.ground.homeland.get(country, ()) for o, _ in g.ground.ways[s] if g.ground.country[o] != country}
    stands = masters(g)
    return sum(factors(g, troops(g, s, side)) for s in near if stands.get(s) == side and held_by(g, s) == side)


@rule("ours 49.4", "8.22")
def may_activate(g: World, envoys: Envoys, country: int) -> No | None:
    """A target on which the faction has a point; each once a game turn, one for each faction a turn."""
    if country not in g.books.diplomacy or country in COMMONWEALTH or (country == UKRAINE and not ukraine_exists(g)):
        return No("ours 49.4", "no eligible target")
    row = g.nations[country]
    if row.side != NEUTRAL or row.conquered >= 0 or row.status != UNTOUCHED:
        return No("ours 49.4", "it is not neutral")
    faction = FACTION[envoys.power]
    if not any(points_on(g, n, country) for n in MAJORS if FACTION[n] == faction):
        return No("ours 49.4", "no point of ours is placed there")
    if g.booked.get(ROLLED + country, -1) == g.turn:
        return No("ours 49.4", "it was rolled for this turn")
    if g.booked.get(SPENT + faction, -1) == g.turn:
        return No("ours 49.4", "one target a turn")
    return None


@rule("ours 49.4", "ours 49.5")
def activate(g: World, envoys: Envoys, country: int) -> Flow[None]:
    """All points on the target are shown and spent; a die decides"""
    g.booked[ROLLED + country] = g.turn
    g.booked[SPENT + FACTION[envoys.power]] = g.turn
    sums = roll_modifiers(g, country)
    roll = g.roll(D6, f"diplomacy in {g.nations[country].label}", "ours 49.5")
    g.booked.pop(SWAY + country, None)
    for power in MAJORS:
        g.dps[cell(power, country)] = 0
    total = roll + sums.total
    g.say("diplomacy in {}: die {}, {} in all", g.nations[country], roll, total, rule="ours 49.5")
    yield from apply_result(g, country, max(-3, min(10, total)))


@rule("ours 49.6", "ours 49.5")
def react(g: World, country: int) -> Flow[None]:
    """A roll that nobody asked for: the points stay where they are and count for nothing"""
    # AW-DEC-19
    roll = g.roll(D6, f"{g.nations[country].label} reacts", "ours 49.6")
    total = roll + open_modifiers(g, country).total
    g.say("{} reacts: die {}, {} in all", g.nations[country], roll, total, rule="ours 49.6")
    yield from apply_result(g, country, max(-3, min(10, total)))


@rule("ours 49.51")
def apply_result(g: World, country: int, total: int) -> Flow[None]:
    """What a result does: ally, associate, BRPs, or the end of the other side's policies"""
    row = g.nations[country]
    if country == UKRAINE:
        row.result = total
        ukrainian_army(g, total)
        return
    old = row.result
    axis = total >= 7 and (old == NO_RESULT or old <= 0 or total > old)
    allied = total <= 0 and (old == NO_RESULT or old >= 7 or total < old)
    if axis or allied:
        row.result = total
    elif (total in (5, 6) and old <= 0) or (total in (1, 2) and 7 <= old < NO_RESULT):
        row.result = NO_RESULT
    if row.result == old:
        return
    g.say("{}: result {}", row, "none" if row.result == NO_RESULT else row.result, rule="ours 49.51")
    if row.result in (9, 10):
        yield from join(g, country, friend(g, country, AXIS), ALLY if row.result == 10 else ASSOCIATE)
    elif row.result in (-2, -3):
        yield from join(g, country, friend(g, country, ALLIES), ALLY if row.result == -3 else ASSOCIATE)
    if country == INDEX["finland"] and row.result in (8, 9, 10):
        stir(g, RGT, "Axis control of Finland", "the Axis control Finland")


@rule("ours 49.82")
def may_spend_on(g: World, envoys: Envoys, word: str) -> No | None:
    if word not in TRACKS or not recorded(g, TRACKS[word]):
        return No("ours 49.82", "this tension takes no points")
    mine = [n for n in MAJORS if FACTION[n] == FACTION[envoys.power] and points_on(g, n, track_place(TRACKS[word]))]
    return None if mine else No("ours 49.82", "no points of ours are placed there")


@rule("ours 49.82")
def spend_on(g: World, envoys: Envoys, word: str) -> None:
    """The points move the tension: Britain, France and Russia up, Germany down."""
    track = TRACKS[word]
    for n in MAJORS:
        if FACTION[n] == FACTION[envoys.power]:
            count = points_on(g, n, track_place(track))
            g.dps[cell(n, track_place(track))] = 0
            tense(g, track, -count if n == GERMANY else count, f"diplomacy of {g.nations[n].label}")


ACTIVATE = Act("activate", "ours 49.4", "Approach {0}", takes=Nation, may=may_activate, do=activate, rolls=True,
               among=lambda g, e: g.books.diplomacy)  # fmt: skip
SPEND = Act("spend", "ours 49.82", lambda g, e, word: f"Use the points on {NAMES[TRACKS[word]]}", takes=str, may=may_spend_on,
            do=spend_on, among=lambda g, e: TRACKS)  # fmt: skip
DEMAND: Act[World, Envoys, int] = Act("demand", "ours 66.1", "Demand land of {0}", takes=Nation, rolls=True,
             among=lambda g, e: (INDEX["finland"], INDEX["rumania"]),
             may=lambda g, e, n: may_demand(g, Demand(e.power), n),
             do=lambda g, e, n: make_demand(g, Demand(e.power), n))  # fmt: skip
DONE: Act[World, Envoys, None] = Act("done", "8.22", "No more diplomacy", do=lambda g, e, _: None)


def speakers(g: World) -> list[int]:
    """Who speaks for the factions of the side that moves: their senior partner at war."""
    found = []
    for faction in (EUROPEAN_AXIS, WESTERN, SOVIET):
        powers = [n for n in SENIOR[faction] if n != CHINA]
        first = next((n for n in powers if g.seated(n) and not g.nations.surrendered[n] and g.nations.side[n] == g.side), None)
        if first is not None:
            found.append(first)
    return found


@rule("8.22", "ours 49.4", "ours 84.2", "3.1")
def diplomacy(g: World) -> Flow[None]:
    """The diplomatic phase: associations, then approaches"""
    if g.side in (AXIS, ALLIES):
        associations(g)
    for power in speakers(g):
        envoys = Envoys(power)
        acts = (DEMAND,) if historical(g) else (ACTIVATE, SPEND, DEMAND)
        while any(True for act in acts for _ in act.candidates(g, envoys)):
            choice, _ = yield from menu(g, g.seat(power), "Diplomacy", envoys, DONE, *acts)
            if choice.verb == "done":
                break
    if g.side == ALLIES:
        effective_levels(g)
