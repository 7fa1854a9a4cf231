"""Ours 27.7: shipyards: ships are laid down, advanced a level a turn, launched, and repaired."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import NAVAL, Kind
from grognard.titles.awaw.nations import BRITAIN, FRANCE, GERMANY, ITALY, JAPAN, OF_SEAT, RUSSIA, US, slug
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, held_by, in_pool, of_design, side_on
from grognard.titles.awaw.state import IN_PLAY, NEVER, POOL, YARD, World

AT_ONCE = frozenset((Kind.DD, Kind.CVE))
BUILDERS = frozenset(NAVAL)
WITHOUT_POOL = frozenset((Kind.DD, Kind.CA, Kind.CVE))  # 6.82: as many as the yards make (AW-DEC-60)


PORTS = {
    (BRITAIN, "Glasgow"): "glasgow", (FRANCE, "Lorient"): "lorient", (FRANCE, "Marseilles"): "marseilles",
    (GERMANY, "Kiel"): "kiel", (ITALY, "Genoa"): "genoa", (ITALY, "Trieste"): "trieste", (JAPAN, "Tokyo"): "tokyo",
    (RUSSIA, "Leningrad"): "leningrad", (RUSSIA, "Sevastopol"): "sevastopol", (US, "Atlantic"): "us_atlantic",
    (US, "Pacific"): "us_pacific",
}  # fmt: skip


def open_yards(g: World, power: int) -> list[tuple[int, int]]:
    """Port and rate of the yards a power holds on the boards of the scenario."""
    found = []
    for yard in g.books.yards:
        token = PORTS.get((power, yard.name)) if OF_SEAT.get(slug(yard.owner)) == power else None
        if token is None:
            continue
        space = g.ground.space(token)
        if not g.both_boards and g.ground.theatre[space] != g.sheet.theatre:
            continue
        if g.ground.box[space] or held_by(g, space) == side_on(g, power, space):
            found.append((space, yard.rate))
    return found


@rule("ours 27.7", "ours 27.76")
def rate(g: World, power: int) -> int:
    """Advances a turn: the rates of its yards and the naval points it has won."""
    yards = open_yards(g, power)
    return sum(r for _, r in yards) + g.nations.yards[power] if yards else 0


@rule("ours 27.7")
def may_work(g: World, power: int) -> No | None:
    row = g.nations[power]
    if not open_yards(g, power):
        return No("ours 27.7", "it holds no shipyard")
    if row.yard_used >= rate(g, power):
        return No("ours 27.7", f"{rate(g, power)} advances a turn")
    price = g.charts.costs["capital ship"]
    return No("ours 27.72", f"a level costs {price} BRPs") if row.level < price else None


@rule("ours 27.71", "ours 27.72")
def may_lay_down(g: World, power: int, u: int) -> No | None:
    """A ship of the pools; capacity is twice the rate, ten at least for America."""
    units = g.units
    if units.pool[u] != POOL or KIND[units.design[u]] not in BUILDERS or NATION[units.design[u]] != power:
        return No("ours 27.7", "no ship of its pools")
    if units.due[u] > g.turn:
        return No("ours 27.1", "it is not available")
    no = may_work(g, power)
    if no is not None:
        return no
    on_stocks = sum(NATION[units.design[o]] == power for o in in_pool(g).get(YARD, ()))
    most = max(10 if power == US else 0, 2 * rate(g, power))
    if KIND[units.design[u]] not in AT_ONCE and on_stocks >= most:
        return No("ours 27.7", f"{most} ships fill the yards")
    twin = next(o for o in of_design(g)[units.design[u]] if units.pool[o] == POOL)
    return None if twin == u else No("ours 27.1", f"the same as u{twin}")


@rule("ours 27.72")
def may_advance(g: World, power: int, u: int) -> No | None:
    """A ship on the stocks, one level a turn."""
    units = g.units
    if units.pool[u] != YARD or NATION[units.design[u]] != power:
        return No("ours 27.7", "not on its stocks")
    if units.built[u] == g.turn:
        return No("ours 27.72", "one level a turn")
    return may_work(g, power)


def to_lay_down(g: World, power: int) -> list[int]:
    if may_work(g, power) is not None:
        return []
    waiting = [u for u in in_pool(g).get(POOL, ()) if KIND[g.units.design[u]] in BUILDERS]
    return [u for u in g.units.firsts(waiting) if may_lay_down(g, power, u) is None]


def to_advance(g: World, power: int) -> list[int]:
    if may_work(g, power) is not None:
        return []
    return [u for u in in_pool(g).get(YARD, ()) if may_advance(g, power, u) is None]


def _pay(g: World, power: int) -> None:
    row = g.nations[power]
    row.level -= g.charts.costs["capital ship"]
    row.yard_used += 1


@rule("6.82", "ours 27.6")
def improvise(g: World, design: int) -> None:
    """No counter of destroyers, cruisers or escort carriers is left in the pool: there is always another one."""
    if KIND[design] in WITHOUT_POOL and all(g.units.pool[o] != POOL for o in of_design(g)[design]):
        g.units.add(design=design, pool=POOL, built=NEVER)


@rule("ours 27.71", "ours 27.72", "ours 27.73")
def lay_down(g: World, power: int, u: int) -> None:
    """A ship is laid down at the level of its factors; destroyers and escort carriers are launched at once."""
    _pay(g, power)
    row = g.units[u]
    row.built, row.pool = g.turn, YARD
    improvise(g, row.design)
    if KIND[row.design] in AT_ONCE:
        launch(g, power, u)
        return
    row.stage = STRENGTH[row.design]
    g.say("{} is laid down", row, rule="ours 27.71")


@rule("ours 27.71", "ours 27.72")
def advance(g: World, power: int, u: int) -> None:
    """One level; out of the second the ship is launched."""
    _pay(g, power)
    row = g.units[u]
    row.built = g.turn
    if row.stage <= 2:
        launch(g, power, u)
    else:
        row.stage -= 1


@rule("ours 27.73")
def launch(g: World, power: int, u: int) -> None:
    """In the port of a yard, inverted until the next turn."""
    row = g.units[u]
    port = open_yards(g, power)[0][0]
    row.at, row.pool, row.stage, row.inverted, row.damage = port, IN_PLAY, 0, 1, 0
    g.say("{} is launched", row, rule="ours 27.73")
