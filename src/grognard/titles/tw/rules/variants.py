"""28.0, 16.6: Variants: a power that names no diplomatic target in Spring or Fall may roll for a project of its list, keeps what
it has won secret, and plays it when its time has come. What projects do is in projects.py, the list in tables/variants.csv."""

from __future__ import annotations

from typing import Annotated

import msgspec

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.files import read_csv
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.boons import boon
from grognard.titles.tw.campaign import date_of
from grognard.titles.tw.charts import TABLES
from grognard.titles.tw.nations import AXIS, FRANCE, GERMANY, INDEX, ITALY, MAJORS, NEUTRAL, ORDER, SIDES, USA, USSR, pair, parted
from grognard.titles.tw.rules.affairs import may_create_ukraine
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.diplomacy import NAMED
from grognard.titles.tw.rules.espionage import covert
from grognard.titles.tw.rules.influence import pop_price
from grognard.titles.tw.rules.money import camp, pay
from grognard.titles.tw.rules.projects import ATOMIC, apply, atomic_bomb, season_of_projects
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import FALL, FORTRESS, NO_STATUS, SPRING, WINTER, Nation, War, turn_of

AXIS_NEEDS, ALLIES_NEED = 8, 3
PROJECT_PRICE, MOST_SAVED = 3, 2
AMERICA = turn_of(1940, FALL)  # 16.6
ALPS = ("1926", "1927")


class Project(msgspec.Struct, frozen=True):
    """A row of variants.csv."""

    power: str
    number: int
    name: str
    first: str
    last: str
    most: int
    effects: tuple[str, ...]
    when: str = ""


PROJECTS: dict[tuple[int, int], Project] = {
    (INDEX[row.power], row.number): row for row in read_csv(TABLES / "variants.csv", Project)
}


class Bureau(Subject, frozen=True):
    """A power and its projects."""

    power: Annotated[int, Nation]


def key(power: int, number: int) -> int:
    """Where `g.projects` and `g.played` count a Variant of a power."""
    return pair(power, number)


# --- rolling --------------------------------------------------------------------------------------------------------------------


@rule("28.0", "16.6")
def may_research(g: War, power: int, saved: int, goal: str) -> No | None:
    """Whether a power can roll for a Variant, or for a modifier on a later roll, and use so many it has saved."""
    row = g.nations[power]
    if g.season not in (SPRING, FALL) or row.tried == g.turn:
        return No("28.0", "one roll each Spring and each Fall")
    if power == USA and g.turn < AMERICA:
        return No("16.6", "America begins in Fall 1940")
    if row.watched & NAMED:
        return No("28.0", "it has named a diplomatic target this season")
    if not 0 <= saved <= g.savings.get(power, 0):
        return No("28.0", "it has not saved so many modifiers")
    if goal == "modifier" and g.savings.get(power, 0) - saved >= MOST_SAVED:
        return No("28.0", f"{MOST_SAVED} modifiers can be saved")
    price = pop_price(power) + (PROJECT_PRICE if goal == "project" else 0)
    return No("28.0", f"it costs {price} NARFs") if row.narfs < price else None


@rule("28.0")
def research_modifiers(g: War, power: int, saved: int, spies: int) -> Modifiers:
    """What helps a roll: the POP, Espionage, what was saved; America at peace has it harder. Counted as help."""
    found = Modifiers()
    found.add("POP", 1, "28.0")
    found.add("saved", saved, "28.0")
    found.add("Espionage", spies, "28.0")
    found.add("America at peace", -int(power == USA and g.nations.side[USA] == NEUTRAL), "28.0")
    return found


@rule("28.0")
def succeeds(power: int, roll: int, help_: int) -> bool:
    """The Axis needs 8 or more, its enemies 3 or less, with all that helps."""
    return roll + help_ >= AXIS_NEEDS if power in (GERMANY, ITALY) else roll - help_ <= ALLIES_NEED


@rule("28.0")
def research(g: War, power: int, saved: int, goal: str) -> Flow[None]:
    """A POP is spent and a die rolled; with luck a project is chosen and rolled for, or a modifier is saved (TW-AMB-153)"""
    row, side = g.nations[power], camp(g, power)
    row.tried = g.turn
    pay(g, power, pop_price(power))
    spies = 0
    if power != USA or row.side != NEUTRAL:
        spies = int((yield from covert(g, side, "variants", f"{row.label} rolls for a Variant", [power])))
    if saved:
        g.savings = {**g.savings, power: g.savings.get(power, 0) - saved}
    modifiers = research_modifiers(g, power, saved, spies)
    roll = g.roll(D10, f"{row.label}: a Variant, help {modifiers}", "28.0")
    if not succeeds(power, roll, modifiers.total):
        g.say("{}: nothing comes of it", row, rule="28.0")
        return
    if goal == "modifier":
        g.savings = {**g.savings, power: g.savings.get(power, 0) + 1}
        g.say("{} saves a modifier", row, rule="28.0")
        return
    yield from choose_project(g, power, spies)


@rule("28.0")
def choose_project(g: War, power: int, spies: int) -> Flow[None]:
    """The project is chosen and rolled for; nobody else learns which, nor whether it was won"""
    pay(g, power, PROJECT_PRICE)
    seat = g.seat_of(power) if g.division else g.seat(camp(g, power))
    _, number = yield from menu(g, seat, "Which project?", Bureau(power), CHOOSING, rule="28.0")
    modifiers = research_modifiers(g, power, 0, spies)
    roll = g.roll(D10, f"{g.nations[power].label}: project, help {modifiers}", "28.0", only=(seat,))
    g.say("{} rolls for a project", g.nations[power], rule="28.0")
    if succeeds(power, roll, modifiers.total):
        name = PROJECTS[power, number].name
        g.projects = {**g.projects, key(power, number): g.projects.get(key(power, number), 0) + 1}
        g.say("{} has {}", g.nations[power], name, rule="28.0", only=(seat,))


@rule("28.0", "28.1.1", "28.1.2", "28.2.1", "28.2.2", "28.2.3", "28.2.4")
def may_choose(g: War, power: int, number: int) -> No | None:
    """Whether a project can be rolled for: it is on the power's list, not had as often as it can be, and its time is not over."""
    row = PROJECTS.get((power, number))
    if row is None:
        return No("28.0", "it is not on the list")
    had = g.projects.get(key(power, number), 0) + g.played.get(key(power, number), 0)
    if row.most and had >= row.most:
        return No("28.0", "it cannot be had again")
    if date_of(row.last) < g.turn:
        return No("28.0", "its time is over")
    return No("28.0", "only with pilot training (29.3)") if row.when == "pilots" and not g.options.pilot_training else None


# --- playing --------------------------------------------------------------------------------------------------------------------


@rule("28.1", "28.1.1", "28.1.2", "28.2", "28.2.1", "28.2.2", "28.2.3", "28.2.4")
def may_play(g: War, power: int, number: int) -> No | None:
    """Whether a project that was won can be played now."""
    row = PROJECTS.get((power, number))
    if row is None or not g.projects.get(key(power, number), 0):
        return No("28.0", "it has not won this project")
    if not date_of(row.first) <= g.turn <= date_of(row.last):
        return No("28.0", f"playable from {row.first} to {row.last}")
    return None if met(g, power, row.when) else No("28.0", "it cannot be played yet")


def met(g: War, power: int, when: str) -> bool:
    """Whether the condition of a project holds."""
    rows, named = g.nations, g.ground.named
    west = rows.side[ITALY] == AXIS
    tests = {
        "": True,
        "italy_at_war": west,
        "italy_at_peace": rows.side[ITALY] == NEUTRAL,
        "muscle": rows.side[ITALY] == NEUTRAL and boon(g, ITALY, "popyear") != g.year,
        "balkan_peace": all(rows.invaded[INDEX[k]] < 0 and not rows.surrendered[INDEX[k]] for k in ("greece", "yugoslavia")),
        "barbarossa": g.barbarossa >= 0,
        "ukraine": when != "ukraine" or may_create_ukraine(g) is None,
        "winter": g.season == WINTER,
        "spring": g.season == SPRING,
        "spring_or_fall": g.season in (SPRING, FALL),
        "france_out": bool(rows.surrendered[FRANCE]),
        "belgium": rows.side[INDEX["belgium"]] == NEUTRAL and rows.status[INDEX["belgium"]] == NO_STATUS,
        "third_rate": rows.army[USSR] == 3,
        "pilots": bool(g.options.pilot_training),
        "sedan": hex_sides(g)[named("sedan")] == rows.side[FRANCE] and rows.narfs[FRANCE] >= 15,
        "redoubt": any(hex_sides(g)[named(h)] == AXIS and g.hexes.works[named(h)] != FORTRESS for h in ALPS)
        and rows.narfs[GERMANY] >= 20,
    }
    return tests[when]


@rule("28.0")
def play_project(g: War, power: int, number: int) -> Flow[None]:
    """A project is shown and has its effects"""
    row, slot = PROJECTS[power, number], key(power, number)
    g.projects = {**g.projects, slot: g.projects[slot] - 1}
    g.played = {**g.played, slot: g.played.get(slot, 0) + 1}
    g.reveal()
    g.say("{}: {}", g.nations[power], row.name, rule="28.0")
    for effect in row.effects:
        yield from apply(g, power, number, effect)


# --- the segment ----------------------------------------------------------------------------------------------------------------


@rule("28.0", "16.6")
def variants(g: War) -> Flow[None]:
    """Powers roll for Variants and play those they have, the poorest first"""
    for power in sorted(MAJORS, key=lambda n: (g.nations.narfs[n], ORDER.index(n))):
        if g.nations.surrendered[power]:
            continue
        bureau = Bureau(power)
        while any(True for act in (RESEARCHING, STAGING) for _ in act.candidates(g, bureau)):
            choice, _ = yield from menu(
                g, g.seat(camp(g, power)), "{0}: Variants", bureau, DONE, RESEARCHING, STAGING, rule="28.0",
                named=(g.nations[power],),
            )  # fmt: skip
            if choice.verb == "done":
                break


@rule("28.0")
def projects_begin(g: War) -> Flow[None]:
    """Before the weather of the turn: what Variants have begun goes on, and projects can be played"""
    season_of_projects(g)
    for power in ORDER:
        if power not in MAJORS or g.nations.surrendered[power]:
            continue
        if power == USA and boon(g, USA, "atomic") and g.turn in ATOMIC:
            yield from atomic_bomb(g, USA)
        bureau = Bureau(power)
        while any(True for _ in STAGING.candidates(g, bureau)):
            choice, _ = yield from menu(
                g, g.seat(camp(g, power)), "{0}: play a Variant?", bureau, DONE, STAGING, rule="28.0", named=(g.nations[power],)
            )
            if choice.verb == "done":
                break


def _own(g: War, seat: str | None, power: int) -> bool:
    return g.plays(seat, power) if g.division else seat is not None and SIDES[camp(g, power)] == seat


def strangers_projects(g: War, seat: str | None) -> bool:
    """Whether a seat may not know which projects somebody has."""
    return any(n for slot, n in g.projects.items() if not _own(g, seat, parted(slot)[0]))


def forget_projects(g: War, seat: str | None) -> None:
    """In a copy for a seat: what others have won is gone."""
    g.projects = {slot: n for slot, n in g.projects.items() if _own(g, seat, parted(slot)[0])}


def _named(g: War, bureau: Bureau, number: int) -> str:
    row = PROJECTS[bureau.power, number]
    return f"{row.name} ({row.first} to {row.last})"


DONE: Act[War, Bureau, None] = Act("done", "28.0", "No more", do=lambda g, s, _: None)
RESEARCHING: Act[War, Bureau, tuple[int, str]] = Act(
    "research", "28.0", lambda g, s, c: f"Roll for a {c[1]}" + (f", {c[0]} saved" if c[0] else ""), takes=(int, str), rolls=True,
    among=lambda g, s: [(n, goal) for goal in ("project", "modifier") for n in range(g.savings.get(s.power, 0) + 1)],
    may=lambda g, s, c: may_research(g, s.power, *c), do=lambda g, s, c: research(g, s.power, *c),
)  # fmt: skip
CHOOSING: Act[War, Bureau, int] = Act(
    "project", "28.0", _named, takes=int, rolls=True, among=lambda g, s: [n for p, n in PROJECTS if p == s.power],
    may=lambda g, s, n: may_choose(g, s.power, n), do=lambda g, s, n: n,
)  # fmt: skip
STAGING: Act[War, Bureau, int] = Act(
    "unveil", "28.0", _named, takes=int, rolls=True, among=lambda g, s: [n for p, n in PROJECTS if p == s.power],
    may=lambda g, s, n: may_play(g, s.power, n), do=lambda g, s, n: play_project(g, s.power, n),
)  # fmt: skip
