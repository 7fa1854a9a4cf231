"""Units that stay for a movement phase (8.2, 10.1), and what the lists of a unit's orders share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.cache import derived
from grognard.kernel.rules import No
from grognard.titles.gw36.rules.attacks import alike
from grognard.titles.gw36.state import War, Zone
from grognard.titles.gw36.subjects import Orders

Found = dict[str, list[Any]]  # the orders of a unit by verb
Finder = Callable[[War, int], Found]


@derived("held")
def held_back(g: War) -> frozenset[int]:
    """The units that the mover holds back in this phase."""
    return frozenset(g.held)


def hold(g: War, units: Iterable[int]) -> None:
    """These units stay for this phase."""
    g.held = sorted({*g.held, *units})


def listing(find: Finder, verb: str) -> Callable[[War, Orders], Sequence[Any]]:
    """The list of one verb out of all orders of a unit, which are found together and once for a question."""

    name = f"{find.__module__} {find.__name__}"

    def listed(g: War, orders: Orders) -> Sequence[Any]:
        kept: dict[str, Found] = orders.__dict__
        if name not in kept:
            kept[name] = find(g, orders.unit)
        return kept[name].get(verb, ())

    return listed


def to_zone(
    find: Finder,
    verb: str,
    section: str,
    words: str,
    *,
    may: Callable[[War, Orders, int], No | None],
    do: Callable[[War, Orders, int], Any],
) -> Act[War, Orders, int]:
    """An order of the unit in hand to a zone."""
    return Act(verb, section, words, takes=Zone, listed=listing(find, verb), may=may, do=do)


HOLDING = Act[War, Orders, None]("hold", "8.2", "Stay", do=lambda g, orders, _: hold(g, alike(g, orders.unit)))
