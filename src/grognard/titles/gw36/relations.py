"""Who stands how to whom (4.3 to 4.6), worked out for all nations at once: `g.relations`, kept until `g.news` moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress
from typing import Any

from grognard.kernel.rules import rule
from grognard.titles.gw36.powers import (
    ACTIVE,
    ALLIANCES,
    CCP,
    CLOSED,
    COMMONWEALTH,
    KEYED,
    KMT,
    LEAVE,
    MAJORS,
    PLAYED,
    N,
    pair,
)  # fmt: skip


def as_bits(nations: Iterable[int]) -> int:
    """A set of nations as the bits of a number; nobody (NOWHERE) is no nation."""
    found = 0
    for n in nations:
        if n >= 0:
            found |= 1 << n
    return found


@dataclass
class Relations:
    """Who stands how to whom, as sets of bits: `enemies[a] >> b & 1`."""

    enemies: list[int]
    aligned: list[int]  # with itself
    allied: list[int]  # members of the same alliance, itself included
    at_war_with_major: list[bool]
    hosts: list[int]  # whose land it may enter, move through and fly over: Aligned nations that do not deny it (4.4)
    traces: list[int]  # whose land and ports its supply paths may use: those and all who have given leave (1.5)


def relations_of(g: Any) -> Relations:
    """The relations of all nations of a game."""
    enemies = [0] * N
    for key in g.wars:
        a, b = divmod(key, KEYED)
        enemies[a] |= 1 << b
        enemies[b] |= 1 << a
    majors = as_bits(MAJORS) | as_bits(compress(range(N), g.nations.evolved))
    allied = [1 << n for n in range(N)]
    aligned = allied.copy()
    members: list[list[int]] = [[] for _ in ALLIANCES]
    for n, (alliance, status) in enumerate(zip(g.nations.alliance, g.nations.status)):
        if status == ACTIVE and alliance:
            members[alliance].append(n)
    for side in members:
        bits, played = as_bits(side), [n for n in side if n < PLAYED]
        for a in side:
            allied[a] |= bits
        for a in played:
            foes = enemies[a] & majors
            for b in played:
                if foes & enemies[b] or (g.bonds and pair(a, b) in g.bonds):
                    aligned[a] |= 1 << b
    for a in COMMONWEALTH:
        for b in COMMONWEALTH:
            aligned[a] |= 1 << b
            allied[a] |= 1 << b
    if g.truce:
        aligned[KMT] |= 1 << CCP
        aligned[CCP] |= 1 << KMT
    hosts, traces = aligned, aligned
    if g.shut:
        hosts, traces = _leave_given(g, aligned, enemies)
    return Relations(enemies, aligned, allied, [bool(mask & majors) for mask in enemies], hosts, traces)


@rule("4.4", "1.5")
def _leave_given(g: Any, aligned: list[int], enemies: list[int]) -> tuple[list[int], list[int]]:
    """What hosts have allowed and denied: land closed to an Aligned nation, supply paths opened to one that is not."""
    hosts, traces = aligned.copy(), aligned.copy()
    for key, word in g.shut.items():
        if key >= LEAVE:
            host, guest = divmod(key - LEAVE, KEYED)
            if word == CLOSED:
                hosts[guest] &= ~(1 << host)
                traces[guest] &= ~(1 << host)
            elif not enemies[guest] >> host & 1:
                traces[guest] |= 1 << host
    return hosts, traces
