"""12.1.2 and 12.7.2: aircraft cut the enemy's supply lines over sea areas, and supply is run through them again.

Fleets, patrols and naval interception wait for the war at sea: here only TAC and MDM based on the shore of a sea area act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.paths import SHUT, spread
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.rules import air_combat
from grognard.titles.tw.rules.air_support import AGAINST_SEA, SEA, log_mission, may_fly
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.supply import check_supply, line_of, lines, open_seas
from grognard.titles.tw.state import FULL, Hex, Unit, War
from grognard.titles.tw.subjects import SeaLine

NOT_ASHORE = "no whole bomber on the shore of this sea area that can still fly"
RUNS = (("run", "Run supply through {0}"), ("wait", "Wait"))
LET: Act[War, Any, None] = word("let", "12.7.2", "Let them pass")
DONE: Act[War, Any, None] = word("done", "12.1.2", "Done")
STRIKERS = (Kind.TAC, Kind.MDM, Kind.JET_TAC)


@rule("12.1.2", "11.2.1.1")
def ashore(g: War, side: int, sea: int, mission: int) -> list[int]:
    """Undepleted bombers of a side based beside a sea area that can fly there now."""
    kinds, sides, coast = g.roster.kinds, g.roster.sides, g.ground.shores[sea]
    return [
        u
        for u, at in enumerate(g.units.at)
        if at in coast
        and sides[u] == side
        and kinds[u] in STRIKERS
        and not g.units.depleted[u]
        and may_fly(g, u, mission) is None
    ]


@rule("12.1.2")
def needed_seas(g: War, side: int) -> list[int]:
    """Sea areas on the lines of the units of a side that would have no supply by land: the lines that are shown."""
    seas = open_seas(g, side)
    if not seas:
        return []
    net = lines(g, side)
    mask = [SHUT if s in seas else m for s, m in enumerate(net.mask)]
    dry = spread(g.board, net.network.sources, mask, links=g.ground.steps).reached
    sides, nations = g.roster.sides, g.roster.nations
    overseas = {
        (at, nations[u]): u
        for u, at in enumerate(g.units.at)
        if at >= 0
        and sides[u] == side
        and g.ground.land[at]
        and net.state(g, u) == FULL
        and not dry[at] & net.full.get(nations[u], 0)
    }
    return sorted({s for u in overseas.values() for s in line_of(g, net, u) if s in seas})


@rule("12.1.2", "12.7.2", "12.7")
def sea_lines(g: War) -> Flow[None]:
    """Run supply through waters the enemy's aircraft have closed, then close his"""
    yield from run_supply(g)
    while True:
        able = [(u, s) for s in needed_seas(g, 1 - g.side) for u in ashore(g, g.side, s, SEA)]
        if not able:
            return
        cutting = one_of("cut", "12.1.2", "{0} closes {1}", (Unit, Hex), able, "no line of the enemy runs there in its reach")
        about = SeaLine(g.side, NOWHERE)
        choice, _ = yield from menu(g, g.seat(g.side), "Cut an enemy supply line at sea", about, cutting, DONE, rule="12.1.2")
        if choice.verb == "done":
            return
        unit, sea = choice.args[0].index, choice.args[1].index
        log_mission(g, unit, SEA)
        left = yield from over_the_sea(g, [unit], sea, counter=True)
        if left:
            row = g.hexes[sea]
            row.cut_side, row.cut_until = 1 - g.side, g.player_turn + 1
            g.say("{} closes {} to enemy supply", choice.args[0], row, rule="12.1.2")


@rule("12.7.2")
def run_supply(g: War) -> Flow[None]:
    """The owner runs supply through a closed sea area; the enemy's aircraft may stop it once more"""
    whose, until, side, now = g.hexes.cut_side, g.hexes.cut_until, g.side, g.player_turn
    closed = [s for s in g.ground.seas if whose[s] == side and until[s] >= now]
    if not closed:
        return
    for sea in closed:
        row = g.hexes[sea]
        acts = [one_of(verb, "12.7.2", words, Hex, [sea], "another sea area is asked about") for verb, words in RUNS]
        choice, _ = yield from menu(g, g.seat(g.side), f"Run supply through {row.label}?", SeaLine(g.side, sea), *acts)
        if choice.verb == "wait":
            continue
        stopped: Sequence[int] = ()
        able = ashore(g, 1 - g.side, sea, AGAINST_SEA)
        if able:
            act = one_of("intercept", "12.7.2", "Intercept with {0}", Unit, able, NOT_ASHORE)
            about = SeaLine(1 - g.side, sea)
            reply, _ = yield from menu(g, g.seat(1 - g.side), f"Stop supply through {row.label}?", about, LET, act, rule="12.7.2")
            if reply.verb == "intercept":
                log_mission(g, reply.arg.index, AGAINST_SEA)
                stopped = yield from over_the_sea(g, [reply.arg.index], sea, counter=False)
        if not stopped:
            row.cut_side = row.cut_until = -1
            g.say("supply runs through {} again", row, rule="12.7.2")
    check_supply(g, g.side)


@rule("12.1.2")
def over_the_sea(g: War, force: list[int], sea: int, *, counter: bool) -> Flow[list[int]]:
    """The other side may send its own bombers against the raiders; who of these is left undepleted"""
    raider = g.roster.sides[force[0]]
    able = ashore(g, 1 - raider, sea, AGAINST_SEA if counter else SEA)
    cover: list[int] = []
    while able:
        act = one_of("rise", "12.1.2", "{0} rises", Unit, able, NOT_ASHORE)
        prompt = f"Drive them off over {g.board.label(sea)}?"
        choice, _ = yield from menu(g, g.seat(1 - raider), prompt, SeaLine(1 - raider, sea), LET, act, rule="12.1.2")
        if choice.verb == "let":
            break
        log_mission(g, choice.arg.index, AGAINST_SEA if counter else SEA)
        cover.append(choice.arg.index)
        able = [u for u in able if u not in cover]
    if cover:
        mine, theirs = (force, cover) if counter else (cover, force)
        mine, theirs = yield from air_combat.air_battle(g, mine, theirs, sea)
        force = mine if counter else theirs
    return [u for u in force if g.units.at[u] >= 0 and not g.units.depleted[u]]
