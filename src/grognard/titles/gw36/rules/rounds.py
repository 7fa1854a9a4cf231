"""Rounds of battle: the land sequence of 9.5 and the naval sequence of 9.6, with first strike and the end of a fight.

A round is rolled and its losses taken here; retreats are retreat.py, landings and bombardment amphibious.py.
"""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import IS_AIR, IS_SUBMARINE
from grognard.titles.gw36.rules import retreat
from grognard.titles.gw36.rules.amphibious import beachhead, bombardment, coastal_fire
from grognard.titles.gw36.rules.battle import Battle, fighting, forts_met, row, seats
from grognard.titles.gw36.rules.casualties import candidates, clear_aside, lose, still_there, take_hits, take_volley
from grognard.titles.gw36.rules.fire import Volley, roll, volleys
from grognard.titles.gw36.rules.modifiers import in_class
from grognard.titles.gw36.state import Unit, War
from grognard.titles.gw36.subjects import Shots, Volleys

WON, LOST, NOBODY, RETREATED, OPEN = "won", "lost", "nobody", "retreated", "open"
FORT_SHOTS, FORT_VALUE, MAGINOT_VALUE = 2, 5, 6
MOST_ROUNDS = 200  # a fight in which nobody can be hit for so long is over


@rule("9.1", "9.5", "9.6")
def fight(g: War, b: Battle) -> Flow[str]:
    """Fight a battle to its end"""
    end = outcome(g, b)
    while not end:
        yield from fight_round(g, b)
        end = outcome(g, b)
        if not end:
            yield from retreat.submerge(g, b)
            end = outcome(g, b)
        if not end and (yield from retreat.offer(g, b)):
            end = RETREATED if not fighting(g, b.attackers) else outcome(g, b)
        if not end and deadlocked(g, b):
            end = OPEN
    g.zones[b.zone].fought = b.number
    return end


@rule("9.1", "9.6")
def outcome(g: War, b: Battle) -> str:
    """How the battle stands: empty while both sides fight. Units that cannot fight are lost when left alone."""
    ours, theirs = fighting(g, still_there(b, True)), fighting(g, still_there(b, False))
    if ours and theirs:
        return ""
    for side, alive, enemy in ((b.defenders, theirs, ours), (b.attackers, ours, theirs)):
        if not alive and enemy:
            for u in [u for u in side if u not in b.left]:
                if not (IS_AIR[g.units.kind[u]] and side is b.attackers):  # aircraft of a failed drop fly home
                    lose(g, b, u)
    return WON if ours else LOST if theirs else NOBODY


@rule("9.5", "9.6")
def fight_round(g: War, b: Battle) -> Flow[None]:
    """One round: first strike, attack, defence"""
    b.number += 1
    if b.number == 1:
        yield from first_strike(g, b)
        strike: bool | None = False
    else:
        strike = None
    if not b.aboard and not (fighting(g, b.defenders) and fighting(g, b.attackers)):
        return
    b.hits = {u: g.units.hits[u] for u in b.attackers + b.defenders}  # GW36-AMB-73
    answer = volleys(g, b, False, strike=strike)  # the defenders that fire back, casualties of this step included
    yield from fire_in_turn(g, b, volleys(g, b, True, strike=strike), True)
    if b.sea:
        rolling = {u for v in answer if can_hit(g, b, v, False) for u in v.units if IS_SUBMARINE[g.units.kind[u]]}
        yield from retreat.dive_instead(g, b, rolling - b.aside)
        answer = [volley for v in answer if (volley := without(v, b.left)).units]
        b.fired = rolling - b.left
    yield from fire_in_turn(g, b, answer, False)
    b.hits = {}
    clear_aside(g, b)
    if b.number == 1:
        join_landing(g, b)


def without(volley: Volley, gone: set[int]) -> Volley:
    """A volley without the units that have left; one die each."""
    left = [u for u in volley.units if u not in gone]
    if len(left) < len(volley.units):
        volley.dice -= len(volley.units) - len(left)
        volley.units = left
    return volley


@rule("9.3", "12.7", "1.23", "9.9", "12.9")
def first_strike(g: War, b: Battle) -> Flow[None]:
    """First strikers of both sides fire at the same time; their victims do not fire"""
    ours = [v for v in volleys(g, b, True, strike=True) + bombardment(g, b) if can_hit(g, b, v, True)]
    theirs = [v for v in volleys(g, b, False, strike=True) + fort_fire(g, b) if can_hit(g, b, v, False)]
    for volley in ours + theirs:
        nation = g.units.nation[volley.units[0]] if volley.units else g.zones.owner[b.zone]
        roll(g, b, volley, nation, "9.3")
    shore = coastal_fire(g, b)
    for volley in ours:
        yield from take_volley(g, b, volley, True)
    for volley in theirs:
        if volley.units:
            yield from take_volley(g, b, volley, False)
        else:
            yield from take_hits(g, b, True, volley.hits)
    yield from shore


@rule("12.7", "12.8", "1.22", "1.23")
def fort_fire(g: War, b: Battle) -> list[Volley]:
    """Two shots for each fortification crossed: at 5, the Maginot Line at 6."""
    found = []
    borders = {(g.units.came[u] if g.units.carrier[u] < 0 else g.units.at[u]) for u, way in b.ways.items() if way.fortified}
    if borders:
        found.append(Volley("fortifications", [], FORT_SHOTS * forts_met(g, borders, b.zone), FORT_VALUE))
    if b.maginot:
        found.append(Volley("the Maginot Line", [], FORT_SHOTS, MAGINOT_VALUE))
    return found


def shots_of(b: Battle, waiting: list[Volley]) -> Volleys:
    shots = tuple([Shots(v.units[0], v.dice, v.value, v.select) for v in waiting if v.units])
    return Volleys(b.zone, b.number, shots)


@rule("9.1")
def fire_in_turn(g: War, b: Battle, salvo: list[Volley], attacking: bool) -> Flow[None]:
    """Types fire one after the other, in the order their owner picks where it matters (GW36-AMB-79)"""
    waiting = list(salvo)
    while waiting:
        volley = waiting[0]
        if len(waiting) > 1 and not all(v.plain for v in waiting):
            who = seats(g, [u for v in waiting for u in v.units])[0]
            first = NOWHERE
            if f"{who} volleys" not in g.standing:  # GW36-AMB-161
                prompt = f"Round {b.number} in {g.zones[b.zone].label}: which type fires next?"
                _, first = yield from menu(g, who, prompt, shots_of(b, waiting), FIRING_ALL, FIRING)
            if first == NOWHERE:
                for volley in waiting:
                    yield from fire(g, b, volley, attacking)
                return
            volley = next(v for v in waiting if v.units[0] == first)
        waiting.remove(volley)
        yield from fire(g, b, volley, attacking)


@rule("9.1", "1.9")
def fire(g: War, b: Battle, volley: Volley, attacking: bool) -> Flow[None]:
    """One type rolls, and its hits are taken"""
    if not can_hit(g, b, volley, attacking):
        return
    roll(g, b, volley, g.units.nation[volley.units[0]], "9.5" if not b.sea else "9.6")
    if volley.breakdown:
        for u, die in zip(volley.units, volley.rolls):
            if die == 12:
                retreat.break_down(g, b, u)
    yield from take_volley(g, b, volley, attacking)


@rule("9.6", "9.10")
def can_hit(g: War, b: Battle, volley: Volley, attacking: bool) -> bool:
    """Whether a volley can hit anything; one that cannot is not rolled."""
    if candidates(g, b, not attacking, volley.reach):
        return True
    return bool(volley.select) and any(in_class(row(g, u), volley.classes) for u in still_there(b, not attacking))


@rule("9.8")
def join_landing(g: War, b: Battle) -> None:
    """After round one other landing units join if an infantry-class unit of the landing is left ashore."""
    if b.aboard and beachhead(g, b):
        for u in b.aboard:
            b.attackers.append(u)
        b.aboard.clear()


def deadlocked(g: War, b: Battle) -> bool:
    """Whether neither side can hit the other any more."""
    if b.number >= MOST_ROUNDS:
        return True
    probe = b.number
    b.number = max(b.number + 1, 2)
    try:
        for attacking in (True, False):
            for volley in volleys(g, b, attacking, strike=None):
                if can_hit(g, b, volley, attacking):
                    return False
    finally:
        b.number = probe
    return True


# --- the acts ------------------------------------------------------------------------


def may_fire(g: War, volleys: Volleys, u: int) -> No | None:
    """Why a unit is not named to fire next: another of its type is, or it has no shots left in this step."""
    units = g.units
    if u in {shots.unit for shots in volleys.shots}:
        return None
    for shots in volleys.shots:
        if (units.kind[u], units.nation[u], units.at[u]) == (units.kind[shots.unit], units.nation[shots.unit], volleys.zone):
            return No("9.1", f"{units[shots.unit].label} fires for all of its type")
    return No("9.1", f"{units[u].label} has no shots to fire in this step of the battle")


FIRING_ALL = Act[War, Volleys, None](
    "fire_all", "9.1", "All fire, in the usual order", do=lambda g, volleys, _: NOWHERE, rolls=True
)
FIRING = Act[War, Volleys, int](
    "fire",
    "9.1",
    "{0}",
    takes=Unit,
    listed=lambda g, volleys: [shots.unit for shots in volleys.shots],
    may=may_fire,
    do=lambda g, volleys, u: u,
    rolls=True,
)
