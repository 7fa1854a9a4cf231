"""Leave between nations: Aligned nations keep each other out of their land or not (4.4), anyone lets another's supply paths and
lend-lease through (1.5); the USSR opens the Northern Sea Route and the Baltic-White Sea Canal to others (1.19, 1.15).

Aligned nations are welcome until they are denied, others have no leave until it is given (GW36-AMB-101). What a closed or opened
land means for a move is asked by movement.py and supply.py through `g.relations.hosts` and `.traces`; straits are passages.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel.acts import Act, once, question
from grognard.kernel.flow import Flow, interrupts
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.powers import (
    ACTIVE,
    CCP,
    CLOSED,
    COMMONWEALTH,
    FRANCE,
    FREE_FRANCE,
    KMT,
    NAMES,
    OPENED,
    PLAYED,
    POWER,
    leave,
)
from grognard.titles.gw36.rules.nations import at_war, first_refusal, is_major
from grognard.titles.gw36.rules.seats import acting, nations_of, not_now, voice_of
from grognard.titles.gw36.state import Nation, War
from grognard.titles.gw36.subjects import NewPartners, Politics

INSEPARABLE = (frozenset((KMT, CCP)), frozenset((FRANCE, FREE_FRANCE)))
LEAVES = {  # by whether it is denied, and whether the land itself is meant
    (True, True): "{0} closes its land to {1}",
    (False, True): "{0} opens its land to {1}",
    (True, False): "{0} closes its railways and ports to supply of {1}",
    (False, False): "{0} opens its railways and ports to supply of {1}",
}  # fmt: skip


@rule("4.4")
def may_deny(g: War, host: int, guest: int) -> No | None:
    """Why a nation cannot keep another out of its land: entities of one power and the Chinese under their truce always share."""
    if POWER[host] == POWER[guest]:
        return No("0.5", "members of one power share their land")
    if frozenset((host, guest)) in INSEPARABLE:
        return No("13.3", "both factions move freely in each other's land")
    if not g.relations.aligned[host] >> guest & 1:
        return No("4.4", f"{NAMES[guest]} is not Aligned with {NAMES[host]}")
    return No("4.4", "it is denied already") if g.shut.get(leave(host, guest)) == CLOSED else None


@rule("1.5", "4.4")
def may_admit(g: War, host: int, guest: int) -> No | None:
    """Why a nation cannot give another leave: to come back after a denial, or for supply paths and lend-lease if not Aligned."""
    if POWER[host] == POWER[guest] or frozenset((host, guest)) in INSEPARABLE:
        return No("0.5", "they share their land")
    if at_war(g, host, guest):
        return No("1.5", f"{NAMES[guest]} is an enemy")
    word = g.shut.get(leave(host, guest))
    if g.relations.aligned[host] >> guest & 1:
        return None if word == CLOSED else No("4.4", "it is welcome already")
    return No("1.5", "it has leave already") if word == OPENED else None


@rule("4.4", "1.5", "7.9")
def concerns(g: War, host: int, guest: int) -> No | None:
    """Why leave between two nations is nothing for their players to decide."""
    for nation in (host, guest):
        if nation >= PLAYED or POWER[nation] != nation or g.nations.status[nation] != ACTIVE:
            return No("4.4", f"{NAMES[nation]} decides nothing of its own about its land")
    if voice_of(g, guest) == voice_of(g, host):
        return No("4.4", "one player decides for both")
    if not is_major(g, guest) and not g.relations.aligned[host] >> guest & 1:
        return No("7.9", f"{NAMES[guest]} is no Major Power: it sends no lend-lease")
    return None


@rule("1.5")
def may_withdraw(g: War, host: int, guest: int) -> No | None:
    """Why a leave for supply paths cannot be taken back: there is none."""
    if g.relations.aligned[host] >> guest & 1:
        return may_deny(g, host, guest)
    return None if g.shut.get(leave(host, guest)) == OPENED else No("1.5", "no leave was given")


@rule("4.4", "1.5")
def may_close(g: War, politics: Politics, pair: tuple[int, int]) -> No | None:
    """Why a seat does not close the land of a nation of its own to another."""
    return first_refusal(may_withdraw(g, *pair), concerns(g, *pair), _speaks(g, politics, *pair))


@rule("4.4", "1.5")
def may_open(g: War, politics: Politics, pair: tuple[int, int]) -> No | None:
    """Why a seat does not open the land of a nation of its own to another."""
    return first_refusal(may_admit(g, *pair), concerns(g, *pair), _speaks(g, politics, *pair))


@rule("5.5")
def _speaks(g: War, politics: Politics, host: int, guest: int) -> No | None:
    """Why this seat has nothing to say about the land of a nation now."""
    if host not in nations_of(g, politics.seat):
        return No("4.4", f"{NAMES[host]} is not yours")
    return not_now(g, guest) if politics.out_of_turn else None


@once
def leaves(politics: Politics, g: War) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The pairs of host and guest about whom a seat may have a word now: land it may close, and land it may open."""
    mine = nations_of(g, politics.seat)
    hosts = [n for n in mine if n < PLAYED and POWER[n] == n]
    guests = [n for n in (acting(g) if politics.out_of_turn else range(PLAYED)) if n < PLAYED and n not in mine]
    pairs = [(host, guest) for host in hosts for guest in guests if concerns(g, host, guest) is None]
    closed = [pair for pair in pairs if may_withdraw(g, *pair) is None]
    return closed, [pair for pair in pairs if pair not in closed and may_admit(g, *pair) is None]


def _members(nation: int) -> tuple[int, ...]:
    return COMMONWEALTH if nation in COMMONWEALTH else (nation,)


@rule("4.4", "1.5")
def say(g: War, host: int, guest: int, *, denied: bool) -> None:
    """A nation closes its land to another, or opens it."""
    friends = g.relations.aligned[host] >> guest & 1
    for a in _members(host):
        for b in _members(guest):
            key = leave(a, b)
            if denied == bool(friends):
                g.shut[key] = CLOSED if denied else OPENED
            else:
                g.shut.pop(key, None)
    g.news += 1
    g.say(LEAVES[denied, bool(denied or friends)], g.nations[host], g.nations[guest], rule="4.4" if friends else "1.5")


@rule("4.4")
def greet(g: War, before: list[int]) -> Flow[None]:
    """Nations that have just become Aligned let each other in, or not: asked where two players are concerned"""
    now = g.relations.aligned
    new: dict[str, list[tuple[int, int]]] = {}
    for host in range(PLAYED):
        met = now[host] & ~before[host]
        if not met or POWER[host] != host:
            continue
        for guest in range(PLAYED):
            if not met >> guest & 1 or POWER[guest] != guest or voice_of(g, guest) == voice_of(g, host):
                continue
            if may_deny(g, host, guest) is None:
                new.setdefault(voice_of(g, host), []).append((host, guest))
    if not new:
        return
    prompt = "Keep a new partner out of your land?"
    met_by = {seat: NewPartners(tuple(pairs)) for seat, pairs in new.items()}
    yield from interrupts(g, "leave", lambda g: [question(g, seat, prompt, met, KEEPING_OUT) for seat, met in met_by.items()])


@rule("4.4")
def may_keep_out(g: War, new: NewPartners, pair: tuple[int, int]) -> No | None:
    """Why a nation is not kept out at once: it has not just become Aligned, or it is out already."""
    if pair not in new.pairs:
        no = may_deny(g, *pair)
        return No("4.4", "they have not become Aligned just now, or it is not yours to say") if no is None else no
    return may_deny(g, *pair)


def _land(*, denied: bool) -> Callable[[War, Any, tuple[int, int]], str]:
    """The words of an act: the land of Aligned nations, the railways and ports of others."""

    def words(g: War, _: Any, pair: tuple[int, int]) -> str:
        host, guest = pair
        aligned = bool(g.relations.aligned[host] >> guest & 1)
        return LEAVES[denied, aligned].format(NAMES[host], NAMES[guest])

    return words


CLOSING_LAND = Act(
    "close", "4.4", _land(denied=True), takes=(Nation, Nation), group="Leave", may=may_close,
    listed=lambda g, politics: leaves(politics, g)[0], do=lambda g, politics, pair: say(g, *pair, denied=True),
)  # fmt: skip
OPENING_LAND = Act(
    "open", "4.4", _land(denied=False), takes=(Nation, Nation), group="Leave", may=may_open,
    listed=lambda g, politics: leaves(politics, g)[1], do=lambda g, politics, pair: say(g, *pair, denied=False),
)  # fmt: skip
KEEPING_OUT = Act(
    "close", "4.4", _land(denied=True), takes=(Nation, Nation), group="Leave", among=lambda g, new: new.pairs, may=may_keep_out,
    do=lambda g, new, pair: say(g, *pair, denied=True),
)  # fmt: skip
