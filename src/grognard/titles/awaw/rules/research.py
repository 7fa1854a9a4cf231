"""Ours 41: research points, allotted once a year, and the rolls of the research phase.

Effects are read where they work (results_of). Production, intelligence and atomic weapons (42 to 48) are still to come.
"""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.files import read_csv
from grognard.kernel.flow import Flow, Together
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.books import Project
from grognard.titles.awaw.charts import TABLES
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    EUROPEAN_AXIS,
    FACTION,
    JAPAN,
    JAPAN_ALONE,
    NEUTRAL,
    RUSSIA,
    SENIOR,
    US,
    WESTERN,
    slug,
)
from grognard.titles.awaw.rules.production import PRODUCTION, may_produce, produce
from grognard.titles.awaw.rules.units import KIND, NATION, in_pool
from grognard.titles.awaw.state import LATER, POOL, SPRING, World

MOST_IN_A_PROJECT = 5  # new points a year (ours 41.3)
RUSSIAN_RP, JAPANESE_RP = 5250, 5251  # keys of `booked`: points that trade brought for the year (ours 38.1, 53.2)
STOLEN = 5260  # key of `booked`, and the faction: the project whose plans were stolen
TAKES_RESULT = {"strategic_bombers": "strategic_bombers", "armor_conversion": "heavy_armor"}  # what is produced after a result
OPENS = {"jets": (1, Kind.JET), "torpedoes": (3, Kind.ADVANCED_SUB)}  # results that bring counters, and the number of them
FIRST = {"uranium_separation_or_plutonium": "controlled_reaction", "atomic_bomb": "uranium_separation_or_plutonium"}
CODES, CODED = 5000, 5010  # keys of `booked`, and the holder of a deck: results, year of the last
DECKS = {(EUROPEAN_AXIS, "ultra"): 0, (WESTERN, "ultra"): 1, (JAPAN_ALONE, "magic"): 2, (WESTERN, "magic"): 3}
BEGUN = 400  # key of `booked`, and the faction: its first points are placed


KEYS = tuple(p.key for p in read_csv(TABLES / "research_projects.csv", Project))  # which there are; a pack changes values
PLACE = {key: n for n, key in enumerate(KEYS)}


class Laboratory(Subject, frozen=True):
    """A faction with points to allot, or a project to roll."""

    power: int
    faction: int
    left: int = 0


def cell(faction: int, key: str) -> int:
    return faction * len(KEYS) + PLACE[key]


@rule("ours 41.0", "ours 41.31")
def results_of(g: World, faction: int, key: str) -> int:
    """Results a faction has in a project (ours 41.31: partners share them)."""
    place = cell(faction, key)
    return g.results[place] if len(g.results) > place else 0


def general(g: World, faction: int, project: Project) -> int:
    """Ours 41.4: results of general research help every later roll of the category."""
    key = slug(f"{project.category} general")
    return results_of(g, faction, key) if key in PLACE else 0


@rule("ours 41.3", "ours 41.6")
def pooled(g: World, faction: int, key: str) -> bool:
    """Whether partners together can put one point more into a project: five a year from each, no more than each has."""
    placed = [g.fresh_points[cell(faction, k)] + (k == key) for k in KEYS]  # AW-DEC-61
    if not g.sheet.whole:
        return max(placed) <= MOST_IN_A_PROJECT
    powers = [n for n in SENIOR[faction] if g.seated(n) and not g.nations.surrendered[n]]
    purses, placed = [points_of(g, n) for n in powers], sorted(placed, reverse=True)
    return all(sum(placed[:m]) <= sum(min(purse, MOST_IN_A_PROJECT * m) for purse in purses)
               for m in range(1, len(placed) + 1) if placed[m - 1])  # fmt: skip


@rule("ours 41.3")
def may_allot(g: World, lab: Laboratory, key: str) -> No | None:
    """Any project of the scenario that can still give something, five new points a year at most."""
    if key not in PLACE or key not in projects_of(g):
        return No("ours 41.3", "no project of this scenario")
    project = g.books.projects[PLACE[key]]
    if results_of(g, lab.faction, key) >= project.max_results:
        return No("ours 41.8", "it has given all its results")
    if not pooled(g, lab.faction, key):
        return No("ours 41.3", "five new points a year of each power are the most")
    if g.year + 1 < project.earliest:
        return No("ours 41.7", f"not before {project.earliest}")
    return None


@rule("ours 42.1", "ours 42.22")
def may_make(g: World, power: int, left: int, key: str) -> No | None:
    """Production, after the result of research that it takes."""
    first = TAKES_RESULT.get(key, "")
    if first and not results_of(g, FACTION[power], first):
        return No("ours 42.1", f"first a result of {g.books.projects[PLACE[first]].project.lower()}")
    return may_produce(g, power, left, key)


def projects_of(g: World) -> tuple[str, ...]:
    return tuple(g.sheet.projects) or KEYS


def allot(g: World, lab: Laboratory, key: str) -> None:
    g.points[cell(lab.faction, key)] += 1
    g.fresh_points[cell(lab.faction, key)] += 1


ALLOT = Act("allot", "ours 41.3", lambda g, lab, key: g.books.projects[PLACE[key]].project, takes=str, may=may_allot, do=allot,
            among=lambda g, lab: projects_of(g))  # fmt: skip


PRODUCE: Act[World, Laboratory, str] = Act(
    "produce", "ours 42.1", lambda g, lab, key: "Produce {0.project} ({0.rp})".format(g.books.production[key]), takes=str,
    among=lambda g, lab: PRODUCTION, may=lambda g, lab, key: may_make(g, lab.power, lab.left, key),
    do=lambda g, lab, key: produce(g, lab.power, key),
)  # fmt: skip


# --- codes --------------------------------------------------------------------------------------------------------------


@rule("ours 48.1")
def code_cost(g: World, faction: int) -> int:
    """Points of a codebreaking result: three, two with one general result of intelligence, one with two."""
    return max(1, 3 - results_of(g, faction, "intelligence_general"))


@rule("ours 48.1", "ours 42.1")
def may_break(g: World, lab: Laboratory, deck: str) -> No | None:
    """One result in a theatre a year: Ultra for the European Axis and Britain, Magic for Japan and America."""
    holder = DECKS.get((lab.faction, deck), -1)
    if holder < 0:
        return No("ours 48.1", "no codes of this faction")
    if g.booked.get(CODED + holder, -1) == g.year:
        return No("ours 48.1", "one result in a theatre a year")
    if g.year < 1940:
        return No("ours 42.1", "not before 1940")
    return None if code_cost(g, lab.faction) <= lab.left else No("ours 48.1", f"it takes {code_cost(g, lab.faction)} points")


def break_codes(g: World, lab: Laboratory, deck: str) -> int:
    holder = DECKS[lab.faction, deck]
    g.booked[CODED + holder] = g.year
    g.booked[CODES + holder] = g.booked.get(CODES + holder, 0) + 1
    return code_cost(g, lab.faction)


BREAK = Act("codes", "ours 48.1", lambda g, lab, deck: f"{deck.capitalize()} ({code_cost(g, lab.faction)})", takes=str,
            among=lambda g, lab: ("ultra", "magic"), may=may_break, do=break_codes)  # fmt: skip


@rule("ours 41.8", "ours 41.4", "ours 45.1")
def chance_needed(g: World, faction: int, key: str) -> int:
    """The die that brings a result."""
    project = g.books.projects[PLACE[key]]
    stolen = int(g.booked.get(STOLEN + faction, 0) == PLACE[key] + 1)  # ours 45.1
    return project.needed - g.points[cell(faction, key)] - general(g, faction, project) - stolen


@rule("ours 41.7", "ours 43.1")
def may_roll(g: World, lab: Laboratory, key: str) -> No | None:
    """A project with points, once a year, one of each category a turn, not before its first year."""
    if key not in PLACE or g.points[cell(lab.faction, key)] < 1:
        return No("ours 41.7", "no points are in it")
    project = g.books.projects[PLACE[key]]
    if key in FIRST and not results_of(g, lab.faction, FIRST[key]):
        return No("ours 43.1", f"first {g.books.projects[PLACE[FIRST[key]]].project.lower()}")
    if g.rolled_in[cell(lab.faction, key)] == g.year:
        return No("ours 41.7", "it was rolled for this year")
    if g.year < project.earliest:
        return No("ours 41.7", f"not before {project.earliest}")
    if results_of(g, lab.faction, key) >= project.max_results:
        return No("ours 41.8", "it has given all its results")
    this_turn = [
        p for p in KEYS if g.rolled_on[cell(lab.faction, p)] == g.turn and g.books.projects[PLACE[p]].category == project.category
    ]
    return No("ours 41.7", "one project of a category a turn") if this_turn else None


@rule("ours 41.8")
def roll_project(g: World, lab: Laboratory, key: str) -> None:
    """A die, points and general results against the threshold; a failure leaves half of the points, rounded up."""
    place, project = cell(lab.faction, key), g.books.projects[PLACE[key]]
    g.rolled_in[place], g.rolled_on[place] = g.year, g.turn
    roll = g.roll(D6, f"research: {project.project}", "ours 41.8")
    won = roll >= chance_needed(g, lab.faction, key)
    if g.booked.get(STOLEN + lab.faction, 0) == PLACE[key] + 1:
        g.booked[STOLEN + lab.faction] = 0
    g.points[place] = 0 if won else -(-g.points[place] // 2)
    if won:
        g.results[place] += 1
        take_effect(g, lab.power, key)
    g.say("{}: {} {}", g.nations[lab.power], project.project, "succeeds" if won else "fails", rule="ours 41.8")


ROLL = Act("research", "ours 41.7", lambda g, lab, key: f"Roll for {g.books.projects[PLACE[key]].project}", takes=str,
           may=may_roll, do=roll_project, rolls=True, among=lambda g, lab: KEYS)  # fmt: skip
WAIT: Act[World, Laboratory, None] = Act("wait", "ours 41.7", "No roll", do=lambda g, lab, _: None, rolls=True)


@rule("ours 41.9")
def take_effect(g: World, power: int, key: str) -> None:
    """Levels of the power that rolled; other results are read where they work."""
    row = g.nations[power]
    if key == "ctl":
        row.ctl += 1
    elif key == "air_nationality_drm":
        row.air += 1
    elif key == "naval_nationality_drm":
        row.navy += 1
    elif key == "winter_preparation":
        row.prep += 2
    open_pools(g, FACTION[power], key)


@rule("ours 17.5", "ours 41.9")
def open_pools(g: World, faction: int, key: str) -> None:
    """Jets, and advanced submarines after the third result of torpedoes, join the force pools."""
    need, kind = OPENS.get(key, (99, Kind.JET))
    if results_of(g, faction, key) >= need:
        for u in in_pool(g).get(LATER, []).copy():
            if KIND[g.units.design[u]] == kind and FACTION.get(NATION[g.units.design[u]]) == faction:
                g.units[u].pool, g.units[u].due = POOL, g.turn


@rule("ours 41.2")
def points_of(g: World, power: int) -> int:
    """Points of a power for a year: its own, one for fifty BRPs of its total, one for 25 of growth; America by tension."""
    row = g.nations[power]
    started = g.booked.get(BEGUN + FACTION[power], 0) > 1
    more = row.level // 50 + row.growth // 25 if started else 0
    if power != US:
        return g.books.powers[power].rp_basic + more + g.booked.get({RUSSIA: RUSSIAN_RP, JAPAN: JAPANESE_RP}.get(power, -1), 0)
    wars = (row.war >= 0) + (row.fought_east >= 0 if g.both_boards else 0)
    by_tension = sum(g.tension[:2]) // 10 if g.tension and not wars else 0
    alone = {1941: 1, 1942: 3}.get(g.year, 5 if g.year > 1942 else 0) if g.sheet.theatre == "europe" and wars else 0
    return 5 * wars + by_tension + alone + (more if wars else 0)


def yearly_points(g: World, faction: int) -> int:
    """What a faction may place at the year start."""
    if not g.sheet.whole:
        return g.sheet.rp_a_year
    found = sum(points_of(g, n) for n in SENIOR[faction] if g.seated(n) and not g.nations.surrendered[n])
    g.booked[BEGUN + faction] = 2
    return found


def prepare(g: World) -> None:
    """Empty lists of points and results."""
    size = 4 * len(KEYS)
    for name in ("points", "fresh_points", "results", "rolled_in", "rolled_on"):
        setattr(g, name, [-1 if name == "rolled_on" else 0] * size)


def laboratories(g: World) -> list[Laboratory]:
    """Factions of the scenario that do research, with the power that decides: the senior partner in play."""
    found = []
    for faction in sorted({FACTION[n] for n in FACTION if g.nations.side[n] != NEUTRAL}):
        partners = [n for n in SENIOR[faction] if g.nations.side[n] != NEUTRAL and g.seated(n) and not g.nations.surrendered[n]]
        fighting = [n for n in partners if g.nations.side[n] in (AXIS, ALLIES)]
        power = next(iter([*fighting, *partners]), None)
        if power is not None:
            found.append(Laboratory(power, faction))
    return found


@rule("ours 41.1", "ours 41.2", "ours 41.5", "ours 41.6")
def place_points(g: World, lab: Laboratory) -> Flow[None]:
    """A faction places its points for the year, unseen by the others; partners put theirs together"""
    if not g.booked.get(BEGUN + lab.faction, 0):
        g.booked[BEGUN + lab.faction] = 1
    for key in KEYS:
        g.fresh_points[cell(lab.faction, key)] = 0
    left = yearly_points(g, lab.faction)
    while left > 0:
        state = Laboratory(lab.power, lab.faction, left)
        if not any(may_allot(g, state, key) is None for key in projects_of(g)):
            break
        acts = (ALLOT, PRODUCE, BREAK) if g.sheet.whole else (ALLOT,)
        prompt = "Research: {0} points left"
        choice, spent = yield from menu(g, g.seat(lab.power), prompt, state, *acts, named=(left,))
        left -= 1 if choice.verb == "allot" else spent


@rule("ours 41.1", "ours 41.2", "8.11")
def research(g: World) -> Flow[None]:
    """Research: points at the start of a year, then rolls"""
    fresh = [lab for lab in laboratories(g)
             if g.season == SPRING or (g.sheet.whole and not g.booked.get(BEGUN + lab.faction, 0))]  # fmt: skip
    if fresh:
        yield Together({g.seat(lab.power): place_points(g, lab) for lab in fresh}, secret=True)
    for lab in laboratories(g):
        while any(may_roll(g, lab, key) is None for key in KEYS):
            choice, _ = yield from menu(g, g.seat(lab.power), "Research rolls", lab, WAIT, ROLL)
            if choice.verb == "wait":
                break
