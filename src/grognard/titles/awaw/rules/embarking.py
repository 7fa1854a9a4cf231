"""Ours 21.45 and 28.511, 4.732 and 4.75: whom ships take aboard besides the own units of their port: units of partners, and
units that wait on a beach or an island without a port.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.nations import POWER
from grognard.titles.awaw.rules.ships import TRANSPORT, havens, sea_hexes
from grognard.titles.awaw.rules.units import all_at, held_by, is_port, on_map, patron, unit_sides
from grognard.titles.awaw.rules.voyages import (
    BY_SEA,
    MOST_OVER_BEACH,
    MOVING,
    REDEPLOYING,
    Harbour,
    cargo_of,
    fits,
    fleet_of,
    origin,
)
from grognard.titles.awaw.state import ABOARD, Unit, World

CARRY = 29300  # key of `booked`, and the places of two powers: the player turn in which an offer was declined


class Lift(Subject, frozen=True):
    """A power whose unit another's ships offer to carry."""

    power: int
    carrier: int
    unit: Annotated[int, Unit]


def asked(carrier: int, owner: int) -> int:
    return CARRY + POWER[carrier] * len(POWER) + POWER[owner]


@rule("ours 21.45")
def may_offer(g: World, h: Harbour, u: int) -> No | None:
    """A unit of a partner of the same faction in the port, for ships that are told to sail; who has declined is not asked again
    in the player turn."""
    owner = patron(g, u)
    if g.units.at[u] != h.port or unit_sides(g)[u] != g.side or owner == h.power or owner not in POWER:
        return No("ours 21.45", "no unit of a partner in the port")
    if g.faction(owner) != g.faction(h.power) or not g.seated(owner):
        return No("ours 21.45", "only units of the own faction are carried")
    if not fleet_of(g, h):
        return No("ours 21.45", "no ship sails")
    if g.booked.get(asked(h.power, owner), -1) == g.turn * 2 + g.side % 2:
        return No("ours 21.45", "it has declined this turn")
    no = fits(g, h, u)
    if no is not None:
        return no
    return None if u in _first_of_sorts(g, h.port) else No("ours 21.45", "another of the same sort stands for it")


def _first_of_sorts(g: World, space: int) -> list[int]:
    return g.units.firsts(all_at(g).get(space, ()), "supply", "inverted", "moved", "fought", "mission")


def partners_here(g: World, h: Harbour) -> list[int]:
    return [u for u in _first_of_sorts(g, h.port) if may_offer(g, h, u) is None] if fleet_of(g, h) else []


ACCEPT: Act[World, Lift, None] = Act("accept", "ours 21.45", "It goes aboard", do=lambda g, x, _: True)
DECLINE: Act[World, Lift, None] = Act("decline", "ours 21.45", "It stays", do=lambda g, x, _: False)


@rule("ours 21.45")
def offer(g: World, h: Harbour, u: int) -> Flow[None]:
    """The owner answers; each pays for its own units (9.51 to 9.53)"""
    owner = patron(g, u)
    named = (g.nations[h.power], g.units[u], g.hexes[h.port])
    _, yes = yield from menu(g, g.seat(owner), "{0} offers to carry {1} from {2}", Lift(owner, h.power, u), ACCEPT, DECLINE,
                             named=named)  # fmt: skip
    if yes:
        g.units[u].mission, g.units[u].aboard = ABOARD, fleet_of(g, h)[0]
    else:
        g.booked[asked(h.power, owner)] = g.turn * 2 + g.side % 2


OFFER = Act("carry", "ours 21.45", "Offer to carry {0}", takes=Unit, listed=partners_here, may=may_offer, do=offer)


# --- from beaches and islands -------------------------------------------------------------------------------------------


@rule("4.732", "4.75", "ours 28.511", "ours 31.2")
def embarks(g: World, h: Harbour, space: int) -> No | None:
    """A bridgehead or one of the beaches of 4.75; in redeployment any one-hex island too."""  # AW-DEC-42
    if is_port(g, space) or held_by(g, space) != g.side:
        return No("ours 21.43", "ships lie in the port itself")
    if space in g.ground.landings or (g.hexes.bridgehead[space] == g.side and h.phase in (MOVING, REDEPLOYING)):
        return None
    if h.phase == REDEPLOYING and space in g.ground.roadsteads:
        return None
    return No("4.732", "ships fetch units from ports, bridgeheads and the beaches of 4.75, in redeployment from islands too")


def may_fetch(g: World, h: Harbour, u: int) -> No | None:
    """A unit of the power on such a hex within reach of the ships that are told to sail, all cargo from one place."""
    space = g.units.at[u]
    if space < 0 or space == h.port or unit_sides(g)[u] != g.side or patron(g, u) != h.power or g.ground.box[space]:
        return No("ours 21.43", "no unit of this power on a beach")
    if g.ground.box[h.port] or not fleet_of(g, h):
        return No("ours 21.43", "no ships of a port of the map are told to sail")
    no = embarks(g, h, space)
    if no is not None:
        return no
    aboard = cargo_of(g, h)
    if aboard and origin(g, h) != space:
        return No("ours 21.43", "one place at a time")
    if g.ground.theatre[space] != g.ground.theatre[h.port]:
        return No("ours 21.2", "another map")
    most = g.sea_reach(TRANSPORT, europe=g.ground.europe[space])
    near = space in havens(g, h.port, g.side) if h.phase == REDEPLOYING else sea_hexes(g, h.port, space) <= most
    if not near:
        return No("ours 21.361", "out of reach of the ships")
    moved = sum(bool(g.units.moved[o] & BY_SEA) for o in all_at(g).get(space, ()))
    narrow = g.hexes.bridgehead[space] == g.side and h.phase == REDEPLOYING and space not in g.ground.roadsteads
    if narrow and moved + len(aboard) >= MOST_OVER_BEACH:
        return No("ours 31.2", "two units a turn redeploy over a bridgehead")
    no = fits(g, h, u)
    if no is not None:
        return no
    return None if u in _first_of_sorts(g, space) else No("ours 21.43", "another of the same sort stands for it")


def waiting_ashore(g: World, h: Harbour) -> list[int]:
    """Units that could be fetched, one of each sort in a place."""
    if g.ground.box[h.port] or not fleet_of(g, h):
        return []
    spots = {s for s in {g.units.at[u] for u in on_map(g).get(h.power, ())} if not g.ground.port[s] and g.ground.lanes[s]}
    return [u for s in sorted(spots) for u in _first_of_sorts(g, s) if may_fetch(g, h, u) is None]


def fetch(g: World, h: Harbour, u: int) -> None:
    row = g.units[u]
    row.mission, row.aboard = ABOARD, fleet_of(g, h)[0]


FETCH = Act("fetch", "4.75", "Fetch {0}", takes=Unit, listed=waiting_ashore, may=may_fetch, do=fetch)
