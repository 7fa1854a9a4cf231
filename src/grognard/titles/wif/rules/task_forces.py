"""11.4.1: what naval movement asks about: the ships of a power, a task force, a ship split off it, a friend's consent."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Subject, once
from grognard.titles.wif.rules.sailing import Course, legs
from grognard.titles.wif.state import Hex, Power, Unit, War

Pair = tuple[int, int]


class Admiralty(Subject, frozen=True):
    """A major power's naval movement."""

    power: Annotated[int, Power]


class TaskForce(Subject, frozen=True):
    """Ships gathered in a port or a section. `drops`: those that will be split off, each with its section of a sea-box; `via`:
    sea areas they are led through."""

    power: Annotated[int, Power]
    place: Annotated[int, Hex]
    ships: Annotated[tuple[int, ...], Unit] = ()
    drops: tuple[Pair, ...] = ()
    via: tuple[Annotated[int, Hex], ...] = ()

    @once
    def legs(self, g: War) -> list[list[dict[int, Course]]]:
        return [legs(g, u, self.via) for u in self.ships]

    @once
    def reach(self, g: War) -> list[dict[int, Course]]:
        """What each ship reaches at the end of the way it is led."""
        return [found[-1] for found in self.legs(g)]

    @property
    def going(self) -> tuple[int, ...]:
        """The ships that are not split off."""
        dropped = {u for u, _ in self.drops}
        return tuple(u for u in self.ships if u not in dropped)


class Splitting(Subject, frozen=True):
    """A ship that is to leave the force on its way."""

    force: TaskForce
    unit: Annotated[int, Unit]


class Joining(Subject, frozen=True):
    """Whether a power lets a ship of its own sail with a friend's force."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]
