"""7.12: Task Forces: two or three British, Free French or American ships of a port whose names the enemy does not know until they
fight or land troops. A Task Force is a veil over its ships; they sail as they always do. A game has it as a switch (TW-AMB-140).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import ALLIES, BRITAIN, FRANCE, NATIONS, USA
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.state import FUTURE, Hex, Unit, War

FEWEST, MOST = 2, 3


class Flagship(Subject, frozen=True):
    """The ports of a side whose ships can be put together."""

    side: int
    port: Annotated[int, Hex] = NOWHERE


def western(g: War, ship: int) -> bool:
    """Whether a ship is British, American or, once France is out of the war, Free French."""
    nation = g.roster.nations[ship]
    return nation in (BRITAIN, USA) or (nation == FRANCE and bool(g.nations.surrendered[FRANCE]))


@rule("7.12")
def may_veil(g: War, port: int, ships: tuple[int, ...]) -> No | None:
    """Whether ships of a port can become a Task Force: two or three Fleets or carriers of the Western navies."""
    known = g.roster
    if not FEWEST <= len(set(ships)) <= MOST:
        return No("7.12", "a Task Force is of two or three ships")
    for u in ships:
        if known.kinds[u] not in NAVAL or not western(g, u):
            return No("7.12", "only British, Free French and American ships form Task Forces")
        if g.units.at[u] != port or g.ground.sea[port]:
            return No("7.12", "the ships must lie in one port")
        if g.units.task[u]:
            return No("7.12", "it is in a Task Force already")
    return None


def berthed(g: War, port: int) -> list[int]:
    """Ships in a port that can go into a Task Force."""
    known = g.roster
    return [
        u for u in known.naval if g.units.at[u] == port and western(g, u) and known.sides[u] == ALLIES and not g.units.task[u]
    ]


def ports(g: War) -> list[int]:
    """Ports with ships enough."""
    found = sorted({g.units.at[u] for u in g.roster.naval if g.units.at[u] >= 0 and not g.ground.sea[g.units.at[u]]})
    return [p for p in found if len(berthed(g, p)) >= FEWEST]


@rule("7.12")
def veil(g: War, port: int, ships: Iterable[int]) -> None:
    """The ships leave the enemy's sight."""
    number = max(g.units.task, default=0) + 1
    for u in ships:
        g.units[u].task = number
    g.say("a Task Force is formed in {}", g.hexes[port], rule="7.12")


@rule("7.12")
def unveil(g: War, ships: Iterable[int]) -> None:
    """The whole Task Force of any of these ships is seen: they fight, or their troops land, or their owner wants it."""
    for number in sorted({g.units.task[u] for u in ships if g.units.task[u]}):
        for u in forces(g)[number]:
            g.units[u].task = 0
        g.reveal()


def forces(g: War) -> dict[int, list[int]]:
    """Ships by Task Force."""
    found: dict[int, list[int]] = {}
    for u, number in enumerate(g.units.task):
        if number and g.units.at[u] >= 0:
            found.setdefault(number, []).append(u)
    return found


def told(g: War, ship: Unit) -> str:
    """How the log names a ship that both sides read of."""
    return f"a ship of Task Force {ship.task}" if ship.task else ship.label


def hidden(g: War, side: int) -> dict[int, int]:
    """By unit that a side does not see, its Task Force: the ships and the aircraft they carry. A spectator (-1) sees none."""
    sides = g.roster.sides
    found = {u: number for u, number in enumerate(g.units.task) if number and g.units.at[u] >= 0 and sides[u] != side}
    return found | {u: found[cv] for u, cv in enumerate(g.units.aboard) if cv in found and g.units.at[u] >= 0}


def forget(g: War, side: int) -> None:
    """In a copy for a side: hidden ships are plain Fleets of their navy, and carry no aircraft."""
    known, nations = hidden(g, side), g.roster.nations
    for u in known:
        if g.units.task[u]:
            key = NATIONS[nations[u]].key
            g.units[u].design = next(d for d, s in enumerate(g.designs) if s.nation == key and s.kind == Kind.FLEET)
        else:
            g.units[u].at, g.units[u].aboard, g.units[u].pool = NOWHERE, NOWHERE, FUTURE


@rule("7.12")
def task_forces(g: War) -> Flow[None]:
    """Ships are put into Task Forces, or are shown again"""
    if g.side != ALLIES or not g.options.task_forces:
        return
    while ports(g) or forces(g):
        choice, _ = yield from menu(g, g.seat(ALLIES), "Task Forces", Flagship(ALLIES), DONE, GATHERING, DISSOLVING, rule="7.12")
        if choice.verb == "done":
            return
        if choice.verb == "gather":
            port = choice.arg.index
            yield from menu(
                g, g.seat(ALLIES), "A Task Force in {0}", Flagship(ALLIES, port), DONE, PAIRING, JOINING, rule="7.12",
                named=(g.hexes[port],),
            )  # fmt: skip


DONE: Act[War, Flagship, None] = Act("done", "7.12", "No more", do=lambda g, s, _: None)
GATHERING: Act[War, Flagship, int] = Act(
    "gather", "7.12", "A Task Force in {0}", takes=Hex, among=lambda g, s: ports(g),
    may=lambda g, s, p: None if len(berthed(g, p)) >= FEWEST else No("7.12", "too few ships lie there"), do=lambda g, s, p: p,
)  # fmt: skip
PAIRING: Act[War, Flagship, tuple[int, int]] = Act(
    "pair", "7.12", "{0} and {1}", takes=(Unit, Unit), among=lambda g, s: list(combinations(berthed(g, s.port), 2)),
    may=lambda g, s, c: may_veil(g, s.port, c), do=lambda g, s, c: veil(g, s.port, c),
)  # fmt: skip
JOINING: Act[War, Flagship, tuple[int, int, int]] = Act(
    "three", "7.12", "{0}, {1} and {2}", takes=(Unit, Unit, Unit), among=lambda g, s: list(combinations(berthed(g, s.port), 3)),
    may=lambda g, s, c: may_veil(g, s.port, c), do=lambda g, s, c: veil(g, s.port, c),
)  # fmt: skip
DISSOLVING: Act[War, Flagship, int] = Act(
    "dissolve", "7.12", "Task Force {0} is dissolved", takes=int, among=lambda g, s: sorted(forces(g)),
    may=lambda g, s, n: None if n in forces(g) else No("7.12", "there is no such Task Force"),
    do=lambda g, s, n: unveil(g, forces(g)[n]),
)  # fmt: skip
