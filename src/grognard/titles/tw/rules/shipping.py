"""8.4, 8.5.5, 8.7, 7.8: what journeys by sea cost and who pays, and ships of one port that sail together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import rule
from grognard.titles.tw.boons import boon
from grognard.titles.tw.kinds import AIR, Kind
from grognard.titles.tw.nations import BRITAIN, NEUTRAL, USA
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.logistics import crossing_level
from grognard.titles.tw.rules.seas import aircraft_aboard
from grognard.titles.tw.rules.travel import smp_left
from grognard.titles.tw.rules.uboats import MASSACRE
from grognard.titles.tw.state import Unit, War

POINT = 2  # a point of strategic movement, in halves


class Flotilla(Subject, frozen=True):
    """Ships of one port that sail together."""

    units: tuple[Annotated[int, Unit], ...]


# --- points (8.4, 8.5.5, 8.7) ---------------------------------------------------------------------------------------------------


@rule("8.7")
def partners(g: War, nation: int) -> list[int]:
    """Whose points a power can use: Britain and America share once both are at war."""
    if nation in (BRITAIN, USA) and all(g.nations.side[n] != NEUTRAL and not g.nations.surrendered[n] for n in (BRITAIN, USA)):
        return [nation, USA if nation == BRITAIN else BRITAIN]
    return [nation]


def points(g: War, nation: int) -> int:
    """Half points on the board that a power and its partner have left."""
    return sum([max(smp_left(g, n), 0) for n in partners(g, nation)])


def spend_points(g: War, nation: int, halves: int) -> None:
    """Take points from a power, then from its partner."""
    for n in partners(g, nation):
        part = min(max(smp_left(g, n), 0), halves)
        g.nations[n].smp -= part
        halves -= part


@rule("8.5.5")
def over_the_atlantic(g: War) -> int:
    """Half points left for the way from the US Box: five points and what was added, less what U-Boats took (`crossed` begins a
    turn with that) and what has crossed."""
    return POINT * (crossing_level(g) + boon(g, USA, "crossing")) - g.nations.crossed[USA]


@rule("8.5.5", "8.7")
def purse(g: War, power: int, origin: int, *, flies: bool = False) -> int:
    """Half points for a journey that begins in a place: American ones out of the US Box have a pool of their own
    (TW-AMB-212), and what flies over the U-Boats all of it (TW-AMB-221)."""
    if _crosses(g, power, origin):
        return over_the_atlantic(g) + (g.nations.overflown[USA] if flies else 0)
    return points(g, power)


@rule("5.1.3.1", "5.1.3.2", "8.4")
def flies_over(g: War, unit: int) -> bool:
    """Whether U-Boats take nothing from the crossing of an American unit: MDM, and after a Massacre all aircraft."""
    kind = g.roster.kinds[unit]
    return g.roster.nations[unit] == USA and (kind == Kind.MDM or (kind in AIR and g.nations.convoy[USA] == MASSACRE))


def spend_from(g: War, power: int, origin: int, halves: int, *, flies: bool = False) -> None:
    """Pay for a journey that begins in a place; who flies over the U-Boats first with what these took."""
    if _crosses(g, power, origin):
        above = min(g.nations.overflown[USA], halves) if flies else 0
        g.nations[USA].overflown -= above
        halves -= above
        g.nations[USA].crossed += halves
    else:
        spend_points(g, power, halves)


def _crosses(g: War, power: int, origin: int) -> bool:
    return power == USA and g.board.ids[origin] == "us_box"


# --- ships that sail along (7.8, 8.2.1, 14.8.5) ---------------------------------------------------------------------------------

GO: Act[War, Any, None] = word("go", "7.8", "They sail", rolls=True)


@rule("7.8", "8.2.1")
def gather(
    g: War, seat: str, prompt: str, ships: list[int], able: Callable[[list[int]], list[int]], section: str
) -> Flow[list[int]]:
    """More ships of the port sail along, one after another"""
    force = list(ships)
    while True:
        left = able(force)
        if not left:
            return force
        along = one_of("with", section, "{0} sails along", Unit, left, "it is no ship of that port that can sail along")
        choice, _ = yield from menu(g, seat, prompt, Flotilla(tuple(force)), GO, along, rule=section)
        if choice.verb == "go":
            return force
        force.append(choice.arg.index)


def needs_berth(g: War, ship: int) -> bool:
    return ship in aircraft_aboard(g) or g.roster.kinds[ship] == Kind.FLEET


def move_ship(g: War, ship: Unit, goal: int) -> None:
    """A ship and the aircraft it carries change their place."""
    for u, cv in enumerate(g.units.aboard):
        if cv == ship.index and g.units.at[u] >= 0:
            g.units[u].at = goal
    ship.at = goal
