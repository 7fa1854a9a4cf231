"""Ours 41: research points, allotted once a year, and the rolls of the research phase.

Effects are read where they work (results_of). Production, intelligence and atomic weapons (42 to 48) are still to come.
"""

from __future__ import annotations

import msgspec

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.files import read_csv
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.charts import TABLES
from grognard.titles.awaw.nations import FACTION, NEUTRAL, SENIOR, slug
from grognard.titles.awaw.state import SPRING, World

MOST_IN_A_PROJECT = 5  # new points a year (ours 41.3)


class Project(msgspec.Struct, frozen=True):
    """A row of research_projects.csv."""

    category: str
    project: str
    threshold: str
    max_results: int
    earliest: int
    effect: str = ""
    confidence: str = ""

    @property
    def key(self) -> str:
        return slug(self.project)

    @property
    def needed(self) -> int:
        return int(self.threshold.rstrip("+"))


PROJECTS = tuple(read_csv(TABLES / "research_projects.csv", Project))
KEYS = tuple(p.key for p in PROJECTS)
PLACE = {key: n for n, key in enumerate(KEYS)}


class Laboratory(Subject, frozen=True):
    """A faction with points to allot, or a project to roll."""

    power: int
    faction: int
    left: int = 0


def cell(faction: int, key: str) -> int:
    return faction * len(PROJECTS) + PLACE[key]


def results_of(g: World, faction: int, key: str) -> int:
    """Results a faction has in a project (ours 41.31: partners share them)."""
    place = cell(faction, key)
    return g.results[place] if len(g.results) > place else 0


def general(g: World, faction: int, project: Project) -> int:
    """Ours 41.4: results of general research help every later roll of the category."""
    key = slug(f"{project.category} general")
    return results_of(g, faction, key) if key in PLACE else 0


@rule("ours 41.3")
def may_allot(g: World, lab: Laboratory, key: str) -> No | None:
    """Any project of the scenario that can still give something, five new points a year at most."""
    if key not in PLACE or key not in projects_of(g):
        return No("ours 41.3", "no project of this scenario")
    project = PROJECTS[PLACE[key]]
    if results_of(g, lab.faction, key) >= project.max_results:
        return No("ours 41.8", "it has given all its results")
    if g.fresh_points[cell(lab.faction, key)] >= MOST_IN_A_PROJECT:
        return No("ours 41.3", "five new points a year are the most")
    if g.year + 1 < project.earliest:
        return No("ours 41.7", f"not before {project.earliest}")
    return None


def projects_of(g: World) -> tuple[str, ...]:
    return tuple(g.sheet.projects) or KEYS


def allot(g: World, lab: Laboratory, key: str) -> None:
    g.points[cell(lab.faction, key)] += 1
    g.fresh_points[cell(lab.faction, key)] += 1


ALLOT = Act("allot", "ours 41.3", lambda g, lab, key: PROJECTS[PLACE[key]].project, takes=str, may=may_allot, do=allot,
            among=lambda g, lab: projects_of(g))  # fmt: skip


@rule("ours 41.8")
def chance_needed(g: World, faction: int, key: str) -> int:
    """The die that brings a result."""
    project = PROJECTS[PLACE[key]]
    return project.needed - g.points[cell(faction, key)] - general(g, faction, project)


@rule("ours 41.7")
def may_roll(g: World, lab: Laboratory, key: str) -> No | None:
    """A project with points, once a year, one of each category a turn, not before its first year."""
    if key not in PLACE or g.points[cell(lab.faction, key)] < 1:
        return No("ours 41.7", "no points are in it")
    project = PROJECTS[PLACE[key]]
    if g.rolled_in[cell(lab.faction, key)] == g.year:
        return No("ours 41.7", "it was rolled for this year")
    if g.year < project.earliest:
        return No("ours 41.7", f"not before {project.earliest}")
    if results_of(g, lab.faction, key) >= project.max_results:
        return No("ours 41.8", "it has given all its results")
    this_turn = [
        p for p in KEYS if g.rolled_on[cell(lab.faction, p)] == g.turn and PROJECTS[PLACE[p]].category == project.category
    ]
    return No("ours 41.7", "one project of a category a turn") if this_turn else None


@rule("ours 41.8")
def roll_project(g: World, lab: Laboratory, key: str) -> None:
    """A die, points and general results against the threshold; a failure leaves half of the points, rounded up."""
    place, project = cell(lab.faction, key), PROJECTS[PLACE[key]]
    g.rolled_in[place], g.rolled_on[place] = g.year, g.turn
    roll = g.roll(D6, f"research: {project.project}", "ours 41.8")
    won = roll >= chance_needed(g, lab.faction, key)
    g.points[place] = 0 if won else -(-g.points[place] // 2)
    if won:
        g.results[place] += 1
    g.say("{}: {} {}", g.nations[lab.power], project.project, "succeeds" if won else "fails", rule="ours 41.8")


ROLL = Act("research", "ours 41.7", lambda g, lab, key: f"Roll for {PROJECTS[PLACE[key]].project}", takes=str, may=may_roll,
           do=roll_project, rolls=True, among=lambda g, lab: KEYS)  # fmt: skip
WAIT: Act[World, Laboratory, None] = Act("wait", "ours 41.7", "No roll", do=lambda g, lab, _: None)


def prepare(g: World) -> None:
    """Empty lists of points and results."""
    size = 4 * len(PROJECTS)
    for name in ("points", "fresh_points", "results", "rolled_in", "rolled_on"):
        setattr(g, name, [-1 if name == "rolled_on" else 0] * size)


def laboratories(g: World) -> list[Laboratory]:
    """Factions of the scenario that do research, with the power that decides: the senior partner in play."""
    found = []
    for faction in sorted({FACTION[n] for n in FACTION if g.nations.side[n] != NEUTRAL}):
        power = next((n for n in SENIOR[faction] if g.nations.side[n] != NEUTRAL and g.seated(n)), None)
        if power is not None:
            found.append(Laboratory(power, faction))
    return found


@rule("ours 41.1", "ours 41.2", "8.11")
def research(g: World) -> Flow[None]:
    """Research: points at the start of a year, then rolls"""
    for lab in laboratories(g):
        if g.season == SPRING:
            for key in KEYS:
                g.fresh_points[cell(lab.faction, key)] = 0
            for left in range(g.sheet.rp_a_year, 0, -1):
                if any(may_allot(g, lab, key) is None for key in projects_of(g)):
                    state = Laboratory(lab.power, lab.faction, left)
                    yield from menu(g, g.seat(lab.power), "Research: {0} points left", state, ALLOT, named=(left,))
        while any(may_roll(g, lab, key) is None for key in KEYS):
            choice, _ = yield from menu(g, g.seat(lab.power), "Research rolls", lab, WAIT, ROLL)
            if choice.verb == "wait":
                break
