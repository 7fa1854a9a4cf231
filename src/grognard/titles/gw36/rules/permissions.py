"""Leave between nations: Aligned nations keep each other out of their land or not (4.4), anyone lets another's supply paths and
lend-lease through (1.5); the USSR opens the Northern Sea Route and the Baltic-White Sea Canal to others (1.19, 1.15).

Aligned nations are welcome until they are denied, others have no leave until it is given (GW36-AMB-101). What a closed or opened
land means for a move is asked by movement.py and supply.py through `relations(g).hosts` and `.traces`; straits are passages.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from grognard.kernel.flow import Ask, Flow, Option, Window
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.rules.nations import (
    CLOSED,
    LEAVE,
    OPENED,
    PLAYED,
    alive,
    at_war,
    is_major,
    power_of,
    relations,
    voice_of,
)
from grognard.titles.gw36.state import CCP, COMMONWEALTH, FRANCE, FREE_FRANCE, KMT, NAMES, War

INSEPARABLE = (frozenset((KMT, CCP)), frozenset((FRANCE, FREE_FRANCE)))


@rule("4.4")
def may_deny(g: War, host: int, guest: int) -> No | None:
    """Why a nation cannot keep another out of its land: entities of one power and the Chinese under their truce always share."""
    if power_of(host) == power_of(guest):
        return No("0.5", "members of one power share their land")
    if frozenset((host, guest)) in INSEPARABLE:
        return No("13.3", "both factions move freely in each other's land")
    if not relations(g).aligned[host] >> guest & 1:
        return No("4.4", f"{NAMES[guest]} is not Aligned with {NAMES[host]}")
    return No("4.4", "it is denied already") if g.shut.get(LEAVE + host * 128 + guest) == CLOSED else None


@rule("1.5", "4.4")
def may_admit(g: War, host: int, guest: int) -> No | None:
    """Why a nation cannot give another leave: to come back after a denial, or for supply paths and lend-lease if not Aligned."""
    if power_of(host) == power_of(guest) or frozenset((host, guest)) in INSEPARABLE:
        return No("0.5", "they share their land")
    if at_war(g, host, guest):
        return No("1.5", f"{NAMES[guest]} is an enemy")
    word = g.shut.get(LEAVE + host * 128 + guest)
    if relations(g).aligned[host] >> guest & 1:
        return None if word == CLOSED else No("4.4", "it is welcome already")
    return No("1.5", "it has leave already") if word == OPENED else None


@rule("4.4", "1.5", "7.9")
def concerns(g: War, host: int, guest: int) -> No | None:
    """Why leave between two nations is nothing for their players to decide."""
    for nation in (host, guest):
        if nation >= PLAYED or power_of(nation) != nation or not alive(g, nation):
            return No("4.4", f"{NAMES[nation]} decides nothing of its own about its land")
    if voice_of(g, guest) == voice_of(g, host):
        return No("4.4", "one player decides for both")
    if not is_major(g, guest) and not relations(g).aligned[host] >> guest & 1:
        return No("7.9", f"{NAMES[guest]} is no Major Power: it sends no lend-lease")
    return None


@rule("1.5")
def may_withdraw(g: War, host: int, guest: int) -> No | None:
    """Why a leave for supply paths cannot be taken back: there is none."""
    if relations(g).aligned[host] >> guest & 1:
        return may_deny(g, host, guest)
    return None if g.shut.get(LEAVE + host * 128 + guest) == OPENED else No("1.5", "no leave was given")


def acts(g: War, mine: list[int], guests: Iterable[int]) -> Iterator[Option]:
    """Closing and opening one's land to powers of other seats."""
    hosts = [n for n in mine if n < PLAYED and power_of(n) == n]
    for host in hosts:
        for guest in guests:
            if concerns(g, host, guest) is not None:
                continue
            if may_withdraw(g, host, guest) is None:
                yield Option("close", g.nations[host], g.nations[guest])
            elif may_admit(g, host, guest) is None:
                yield Option("open", g.nations[host], g.nations[guest])


def _members(nation: int) -> tuple[int, ...]:
    return COMMONWEALTH if nation in COMMONWEALTH else (nation,)


@rule("4.4", "1.5")
def act(g: War, option: Option) -> None:
    """A nation closes its land to another, or opens it."""
    host, guest = option.args
    denied = option.verb == "close"
    friends = relations(g).aligned[host.index] >> guest.index & 1
    for a in _members(host.index):
        for b in _members(guest.index):
            key = LEAVE + a * 128 + b
            if denied == bool(friends):
                g.shut[key] = CLOSED if denied else OPENED
            else:
                g.shut.pop(key, None)
    g.news += 1
    word = "closes its land to" if denied else "opens its land to" if friends else "opens its railways and ports to supply of"
    g.say("{} {} {}", host, word, guest, rule="4.4" if friends else "1.5")


@rule("4.4")
def greet(g: War, before: list[int]) -> Flow[None]:
    """Nations that have just become Aligned let each other in, or not: asked where two players are concerned"""
    now = relations(g).aligned
    closing: dict[str, list[Option]] = {}
    for host in range(PLAYED):
        new = now[host] & ~before[host]
        if not new or power_of(host) != host:
            continue
        for guest in range(PLAYED):
            if not new >> guest & 1 or power_of(guest) != guest or voice_of(g, guest) == voice_of(g, host):
                continue
            if may_deny(g, host, guest) is None:
                closing.setdefault(voice_of(g, host), []).append(Option("close", g.nations[host], g.nations[guest]))
    while closing:
        prompt = "Keep a new partner out of your land?"
        asks = [Ask(seat, prompt, of, "4.4", partial(_why_not_kept_out, g, of)) for seat, of in closing.items()]
        heard = yield Window("leave", asks)
        if heard is None:
            return
        seat, option = heard
        act(g, option)
        closing[seat] = [o for o in closing[seat] if o.text != option.text]
        if not closing[seat]:
            del closing[seat]


def _why_not_kept_out(g: War, offered: list[Option], option: Option) -> No | None:
    if option in offered or option.verb != "close":
        return None
    no = may_deny(g, option.args[0].index, option.args[1].index)
    return No("4.4", "they have not become Aligned just now, or it is not yours to say") if no is None else no
