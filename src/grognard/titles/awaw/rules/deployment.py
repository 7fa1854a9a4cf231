"""7.213, 7.23: before a campaign begins every power may set up anew inside its own land, in the order of the scenario."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import AIR, GROUND, NAVAL, Kind
from grognard.titles.awaw.nations import BRITAIN, FRANCE, GERMANY, INDEX, ITALY, JAPAN, RUSSIA, US
from grognard.titles.awaw.rules.allegiance import bound_to_colonies
from grognard.titles.awaw.rules.ships import port_room
from grognard.titles.awaw.rules.stacking import air_room, room_for
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, all_at, held_by, is_air_base, patron, unit_sides
from grognard.titles.awaw.state import Hex, Unit, World

ORDER = (FRANCE, BRITAIN, GERMANY, ITALY, RUSSIA, INDEX["nationalist_china"], JAPAN, US)  # scenarios.csv; Poland stands first
PLACED = 32  # a bit of `moved`
DEPLOYED = 490  # key of `booked`


class Deployment(Subject, frozen=True):
    """A power that sets up."""

    power: int


class Posting(Subject, frozen=True):
    """A unit in the hand at the set-up."""

    unit: Annotated[int, Unit]


def may_set_up(g: World, d: Deployment, u: int) -> No | None:
    if g.units.at[u] < 0 or g.ground.box[g.units.at[u]] or patron(g, u) != d.power or NATION[g.units.design[u]] != d.power:
        return No("7.213", "no unit of this power on the boards")
    if g.units.moved[u] & PLACED:
        return No("7.213", "it is placed")
    return None


def may_pick(g: World, d: Deployment, u: int) -> No | None:
    no = may_set_up(g, d, u)
    if no is not None:
        return no
    twin = next(o for o in all_at(g)[g.units.at[u]] if _sort(g, o) == _sort(g, u))
    return None if twin == u else No("7.213", f"the same as u{twin}")


def _sort(g: World, u: int) -> tuple[int, ...]:
    return g.units.design[u], g.units.at[u], g.units.moved[u] & PLACED


def at_start(g: World, d: Deployment) -> list[int]:
    firsts: dict[tuple[int, ...], int] = {}
    for u, (at, design, moved) in enumerate(zip(g.units.at, g.units.design, g.units.moved)):
        if at >= 0 and NATION[design] == d.power:
            firsts.setdefault((design, at, moved & PLACED), u)
    return [u for u in firsts.values() if may_set_up(g, d, u) is None]


@rule("7.213", "7.23", "7.24", "ours 21.5331")
def may_post(g: World, p: Posting, space: int) -> No | None:
    """A hex of the power's own land (ships: a port, aircraft: a base) with room."""
    u = p.unit
    side, what = unit_sides(g)[u], KIND[g.units.design[u]]
    holder = g.hexes.holder[space]
    if what == Kind.PB and NATION[g.units.design[u]] == GERMANY and g.board.token(space) == "sw_atlantic":
        return None  # ours 21.5331
    if holder < 0 or g.nations.patron[holder] != patron(g, u) or held_by(g, space) != side or g.ground.box[space]:
        return No("7.24", "units are set up in controlled areas only")
    if g.ground.europe[space] != g.ground.europe[g.units.at[u]]:
        return No("7.23", "each board keeps its own forces")
    if what in NAVAL:
        return port_room(g, space, side, STRENGTH[g.units.design[u]]) if g.ground.port[space] else No("ours 12.5", "no port")
    if what in AIR:
        return air_room(g, u, space, side) if is_air_base(g, space) else No("ours 17.21", "no air base")
    if what not in GROUND:
        return No("7.31", "it begins in its box")
    no = bound_to_colonies(g, u, space)
    return no if no is not None else room_for(g, u, space, side)


def posts(g: World, p: Posting) -> list[int]:
    lanes = [g.board.space("sw_atlantic")] if KIND[g.units.design[p.unit]] == Kind.PB else []
    power, holder, europe = patron(g, p.unit), g.hexes.holder, g.ground.europe
    own = {n for n, whose in enumerate(g.nations.patron) if whose == power}
    here = europe[g.units.at[p.unit]]
    near = [s for s in g.ground.field_hexes if holder[s] in own and europe[s] == here]
    return [s for s in [*near, *lanes] if may_post(g, p, s) is None]


def post(g: World, p: Posting, space: int) -> None:
    row = g.units[p.unit]
    row.at, row.moved = space, row.moved | PLACED


POST = Act("post", "7.213", "In {0}", takes=Hex, listed=posts, may=may_post, do=post)
LEAVE: Act[World, Posting, None] = Act("leave", "7.213", "Leave it there", do=lambda g, p, _: None)
PICK = Act("pick", "7.213", "{0}", takes=Unit, listed=at_start, may=may_pick,
           do=lambda g, d, u: menu(g, g.seat(d.power), "Where does {0} begin?", Posting(u), LEAVE, POST,
                                   named=(g.units[u],)))  # fmt: skip
DONE: Act[World, Deployment, None] = Act("done", "7.213", "The set-up stands", do=lambda g, d, _: None)


@rule("7.213", "7.31")
def deployment(g: World) -> Flow[None]:
    """The powers set up in order; who likes the set-up lets it stand"""
    g.booked[DEPLOYED] = 1
    for power in ORDER:
        if not g.seated(power):
            continue
        d = Deployment(power)
        while at_start(g, d):
            choice, _ = yield from menu(g, g.seat(power), "Set up your forces", d, DONE, PICK)
            if choice.verb == "done":
                break
    for u in range(len(g.units)):
        if g.units.moved[u] & PLACED:
            g.units[u].moved = 0
