"""Ours 35 and 37: BRPs of a turn, industrial centres, and their evacuation. The year start of the campaigns is still to come."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.nations import GERMANY, INDEX, MAJORS, RUSSIA, SIDES
from grognard.titles.awaw.rules.supply import network
from grognard.titles.awaw.rules.units import held_by, masters, other
from grognard.titles.awaw.state import Hex, World, turn_named

IC_BRP, IC_CAPTURED = 10, 5
IDLE_TURNS = 3
MOSCOW, NEAR_MOSCOW = "moscow", 3


@rule("ours 35.6", "ours 37.2")
def income(g: World) -> None:
    """The budget of a short scenario, a quarter of each lost or captured industrial centre taken off or added."""
    for power in MAJORS:  # AW-DEC-03
        row = g.nations[power]
        if row.side != g.side or not row.income:
            continue
        gain = row.income + industry(g, power)
        row.level += gain
        g.say("{} receives {} BRPs", row, gain, rule="ours 35.6")


@rule("ours 37.2")
def industry(g: World, power: int) -> int:
    """Russia loses ten a year for each centre in enemy hands or idle; Germany gains five for each it holds; by quarters."""
    centres = [s for s in g.ground.centres if g.hexes.ic[s] > 0]
    if power == RUSSIA:
        idle = [s for s in centres if held_by(g, s) != g.nations.side[RUSSIA] or g.hexes.ic_idle[s] > g.turn]
        return -(sum(g.hexes.ic[s] for s in idle) // 4)
    if power == GERMANY:
        return sum(g.hexes.ic[s] for s in centres if held_by(g, s) == g.nations.side[GERMANY]) * IC_CAPTURED // IC_BRP // 4
    return 0


@rule("7.212")
def later_events(g: World) -> None:
    """What a scenario says of later turns: incomes and training."""
    for when, events in g.sheet.later.items():
        if turn_named(when) != g.turn or g.side != 0:
            continue
        for event in events:
            what, key, value = event.split()
            row = g.nations[INDEX[key]]
            if what == "income":
                row.income = int(value)
            elif what == "ctl":
                row.ctl = int(value)
            elif what == "hold":
                g.hexes[g.ground.space(value)].holder = INDEX[key]
            else:
                row.side, row.war = SIDES.index(value), g.turn


# --- evacuation ---------------------------------------------------------------------------------------------------------


class Removal(Subject, frozen=True):
    """A power that may move industry eastwards."""

    power: int
    space: Annotated[int, Hex] = -1


@rule("ours 37.3")
def may_evacuate(g: World, removal: Removal, space: int) -> No | None:
    """One centre a turn (two while Moscow is threatened), for two strategic redeployments."""
    row = g.nations[removal.power]
    if removal.power != RUSSIA or g.hexes.ic[space] < 1 or g.ground.box[space]:
        return No("ours 37.3", "no Russian industrial centre there")
    if held_by(g, space) != row.side:
        return No("ours 37.3", "it is in enemy hands")
    if space not in network(g, g.faction(RUSSIA), row.side):
        return No("ours 37.3", "it is cut off")
    if g.scored.get(RUSSIA, 0) >= evacuations(g):
        return No("ours 37.3", "no more centres move this turn")
    return None


def evacuations(g: World) -> int:
    moscow, foe = g.ground.named[MOSCOW], other(g.nations.side[RUSSIA])
    near = any(masters(g).get(s) == foe for s in g.ground.within(moscow, NEAR_MOSCOW))
    return 2 if near else 1


def evacuate(g: World, removal: Removal, space: int) -> None:
    urals = g.hexes[g.board.space("urals")]
    row = g.hexes[space]
    urals.ic += row.ic
    urals.ic_idle = g.turn + IDLE_TURNS
    row.ic = 0
    g.nations[RUSSIA].srs += 2
    g.scored[RUSSIA] = g.scored.get(RUSSIA, 0) + 1
    g.say("the industry of {} goes to the Urals", row, rule="ours 37.3")


EVACUATE = Act("evacuate", "ours 37.3", "Industry of {0} to the Urals", takes=Hex, may=may_evacuate, do=evacuate,
               among=lambda g, r: [s for s in g.ground.centres if g.hexes.ic[s] > 0])  # fmt: skip
