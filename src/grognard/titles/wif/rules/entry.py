"""13.3.1, 13.3.3: the entry and tension pools of the USA, the markers it draws, and what others do that brings or takes markers.

The values of the markers are known to the player of the USA alone; how many lie in a pool everybody sees. What is chosen with
them is entry_options.py, going to war american_war.py. An action is noted (`outrage`) and rolled for in the next segment for it.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import rule
from grognard.titles.wif.chart_rows import EntryAction
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, ITALY, JAPAN, POWER_INDEX, SIDE_OF_POWER, USA
from grognard.titles.wif.rules.intelligence import Stake, cast
from grognard.titles.wif.rules.markers import add_year, change_defence, take_markers
from grognard.titles.wif.rules.powers import at_war, political
from grognard.titles.wif.state import COMPLETE, Power, War, american, border_hand

TO_JAPAN, TO_GERMANY = 0, 1
POOL_NAMES = ("Japan", "Germany/Italy")
WORDS = ("japan", "germany")
AXIS_THREE = (GERMANY, ITALY, JAPAN)
MORE_MARKERS = (1942 - 1936) * 6  # from Jan/Feb 1942 a second marker


class Markers(Subject, frozen=True):
    """The USA says which pool a marker goes into or comes out of."""

    power: Annotated[int, Power]
    why: str


def entry_runs(g: War) -> bool:
    """Whether markers still count: until the USA is at war with Germany, Italy and Japan, as far as they are in the game."""
    if not political(g) or not g.powers.plays[USA]:
        return False
    foes = [p for p in AXIS_THREE if g.powers.plays[p] and g.powers.conquered[p] != COMPLETE]
    return not all(at_war(g, USA, p) for p in foes)


def pool_of(power: int) -> int:
    """The pool that belongs to an Axis power."""
    return TO_JAPAN if power == JAPAN else TO_GERMANY


def pools(g: War) -> tuple[int, ...]:
    """The pools in play: without Japan there is one."""
    return (TO_JAPAN, TO_GERMANY) if g.powers.plays[JAPAN] else (TO_GERMANY,)


def entry(g: War, pool: int) -> list[int]:
    return g.entry_germany if pool else g.entry_japan


def tension(g: War, pool: int) -> list[int]:
    return g.tension_germany if pool else g.tension_japan


def _keep(g: War, pool: int, markers: list[int], *, tense: bool = False) -> None:
    """Put markers into a hand, in order."""
    if tense:
        if pool:
            g.tension_germany = sorted(markers)
        else:
            g.tension_japan = sorted(markers)
    elif pool:
        g.entry_germany = sorted(markers)
    else:
        g.entry_japan = sorted(markers)


@rule("9.4")
def entry_level(g: War, power: int) -> int:
    """The entry level against an Axis power: one and a half times its pool and half of the other, to the nearest."""
    pool = pool_of(power)
    return (3 * sum(entry(g, pool)) + sum(entry(g, 1 - pool)) + 1) // 2


@rule("9.4")
def tension_level(g: War, power: int) -> int:
    """The tension against an Axis power."""
    pool = pool_of(power)
    return (3 * sum(tension(g, pool)) + sum(tension(g, 1 - pool)) + 1) // 2


# --- markers ------------------------------------------------------------------------------------------------------------------


@rule("13.3.1")
def draw_entry(g: War, pool: int, count: int, why: str) -> None:
    """Markers go from the common pool into an entry pool; only the USA sees their values."""
    drawn = take_markers(g, count, f"Entry markers: {why}", american(g))
    _keep(g, pool, [*entry(g, pool), *drawn])
    if drawn:
        g.say(f"The USA puts {_count(len(drawn))} into its {POOL_NAMES[pool]} entry pool: {why}", rule="13.3.1")


@rule("9.4")
def lose_entry(g: War, pool: int, count: int, why: str, *, tense: bool = False) -> int:
    """Markers chosen at random go back to the common pool; gives how many were missing."""
    here = tension(g, pool) if tense else entry(g, pool)
    lost = g.pick(here, min(count, len(here)), f"Entry markers lost: {why}", "13.3.3", only=american(g)) if here and count else []
    left = list(here)
    for value in lost:
        left.remove(value)
    _keep(g, pool, left, tense=tense)
    g.entry_pile = sorted([*g.entry_pile, *lost])
    kind = "tension" if tense else "entry"
    if lost:
        g.say(f"The USA loses {_count(len(lost))} of its {POOL_NAMES[pool]} {kind} pool: {why}", rule="13.3.3")
    return count - len(lost)


def tighten(g: War, pool: int, count: int, why: str) -> int:
    """Markers chosen at random go from an entry pool to its tension pool; gives how many did."""
    here = entry(g, pool)
    moved = g.pick(here, min(count, len(here)), f"Tension: {why}", "13.3.2", only=american(g)) if here and count else []
    left = list(here)
    for value in moved:
        left.remove(value)
    _keep(g, pool, left)
    _keep(g, pool, [*tension(g, pool), *moved], tense=True)
    if moved:
        g.say(f"{_count(len(moved)).capitalize()} to the {POOL_NAMES[pool]} tension pool: {why}", rule="13.3.2")
    return len(moved)


def _count(n: int) -> str:
    return "a marker" if n == 1 else f"{n} markers"


@rule("13.3.2", "13.3.3", "13.6.11")
def markers_for(g: War, points: int, why: str, concerned: int = 0) -> Flow[int]:
    """How many markers a cost means: one for each ten points, and one more on a roll of the rest or less. `concerned`: bits of
    the powers it is directed at."""
    whole, rest = divmod(abs(points), 10)
    if rest:
        told, high = f"{why}: {rest} or less is a marker more", ALLIES if points < 0 else AXIS
        roll = yield from cast(g, Stake(told, "13.3.3", ALLIES, high, concerned | 1 << USA, aim=aim(g, most=rest)))
        whole += roll <= rest
    return whole


@rule("13.3")
def open_pools(g: War) -> None:
    """A scenario begins: the common pool, and the markers the USA has."""
    frame = g.campaign.frame.us_entry
    if frame is None:
        return
    for year in sorted(g.charts.entry_markers):
        if year <= g.year:
            add_year(g, year)
    for name in frame.pools:
        pool = POOL_NAMES.index(name.replace(" and ", "/"))
        tense = frame.tension.get(name, 0)
        draw_entry(g, pool, frame.split.get(name, frame.markers) + tense, "at the start")
        tighten(g, pool, tense, "at the start")
    if frame.border:
        power, other = (POWER_INDEX[name] for name in frame.border)
        attack, defence = frame.border_markers
        drawn = take_markers(g, attack, "Markers on the border at the start", (g.seat(power),))
        setattr(g, border_hand(power, other), drawn)
        for value in take_markers(g, defence, "Markers on the border at the start", (g.seat(other),)):
            change_defence(g, other, power, value, 1)


@rule("13.3.1")
def draw_regular(g: War) -> Flow[None]:
    """The USA draws its markers of the turn and says which pool each is for"""
    g.entry_chosen, g.entry_moved = [], []
    if g.entry_debt:
        g.entry_debt -= 1
        g.say("The USA draws no entry marker this turn", rule="13.3.3")
    else:
        for _ in range(2 if g.turn >= MORE_MARKERS else 1):
            pool = yield from choose_pool(g, "a marker is drawn")
            draw_entry(g, pool, 1, "the marker of the turn")
    for row, pool in sorted(g.entry_extra.items()):
        draw_entry(g, pool, 1, g.charts.entry_actions[row].description)


def choose_pool(g: War, why: str, *, stocked: bool = False) -> Flow[int]:
    """The USA names a pool, where there is a choice. `stocked`: a marker must come out of it, so an empty one is none."""
    choice = [pool for pool in pools(g) if entry(g, pool)] if stocked else list(pools(g))
    if len(choice) <= 1:
        return (choice or pools(g))[0]
    _, found = yield from menu(g, g.seat(USA), "{0}: for which pool?", Markers(USA, why), POOL, named=(why.capitalize(),))
    chosen: int = found
    return chosen


POOL: Act[War, Markers, str] = Act(
    "pool", "13.3.1", lambda g, s, word: f"The {POOL_NAMES[WORDS.index(word)]} pool", takes=str,
    among=lambda g, s: [WORDS[n] for n in pools(g)], do=lambda g, s, word: WORDS.index(word),
)  # fmt: skip


# --- what others do (13.3.3) --------------------------------------------------------------------------------------------------


def outrage(g: War, action: str, power: int, *, half: bool = False, pool: int = -1, lasting: bool = True) -> None:
    """Note an action of the chart; it counts once, unless the chart lets it count each time. Not `lasting`: no marker each turn
    comes of it (13.7.6)."""
    if not entry_runs(g):
        return
    row = g.charts.entry_action(action)
    if g.entry_done.get(row) and not g.charts.entry_actions[row].repeat:
        return
    g.entry_done[row] = g.entry_done.get(row, 0) + 1
    g.outrages = [*g.outrages, row, power, HALF * half + FLEETING * (not lasting), pool]


def outraged(g: War) -> bool:
    """For the sequence: whether there is something to react to."""
    return bool(g.outrages)


def react(g: War) -> Flow[None]:
    """The USA gains or loses entry markers for what was done"""
    while g.outrages:
        row, power, marks, pool = g.outrages[:4]
        g.outrages = g.outrages[4:]
        if entry_runs(g):
            yield from _react(g, row, power, marks, pool)


HALF, FLEETING = 1, 2  # marks of an action: it counts half, it brings no marker each turn


def _react(g: War, row: int, power: int, marks: int, pool: int) -> Flow[None]:
    action = g.charts.entry_actions[row]
    value = (action.value + 1) // 2 if marks & HALF else action.value  # 2.6: half rounds up, also below nothing
    count = yield from markers_for(g, value, action.description, 1 << power)
    where = pool if pool >= 0 else pool_for(action, power)
    if count and where < 0:
        where = yield from choose_pool(g, action.description)
    where = where if where in pools(g) else TO_GERMANY
    if value > 0:
        draw_entry(g, where, count, action.description)
    elif count:
        owe(g, lose_entry(g, where, count, action.description), power)
    if action.extra and value > 0 and not marks & FLEETING and not g.entry_extra.get(row):
        g.entry_extra[row] = where


def owe(g: War, missing: int, power: int) -> None:
    """Markers the USA did not have: turns without regular markers, and the Allied power that cost them is out of favour."""
    if not missing:
        return
    g.entry_debt += missing
    if SIDE_OF_POWER[power] == ALLIES and power != USA:
        g.powers[power].no_claims = 1
        g.powers[power].estranged |= 1 << USA
        g.powers[USA].estranged |= 1 << power
        g.say("{} is out of favour in the USA for good", g.powers[power], rule="13.3.3")


def pool_for(action: EntryAction, power: int) -> int:
    """The pool an action names; -1: the USA chooses."""
    if action.pool == "Ja":
        return TO_JAPAN
    if action.pool == "Ge/It":
        return TO_GERMANY
    if action.pool in ("by power", "Ja or Ge/It") and power in AXIS_THREE:
        return pool_of(power)
    return -1


@rule("13.3.1")
def close_pools(g: War) -> None:
    """At war with Germany, Italy and Japan: all markers go back to the common pool."""
    if not political(g) or entry_runs(g):
        return
    back = [*g.entry_japan, *g.entry_germany, *g.tension_japan, *g.tension_germany]
    if back:
        for pool in (TO_JAPAN, TO_GERMANY):
            _keep(g, pool, [])
            _keep(g, pool, [], tense=True)
        g.entry_pile = sorted([*g.entry_pile, *back])
        g.say("The USA returns its entry markers: it is at war with all its enemies", rule="13.3.1")
