"""What is told of supply (12) when a player points at a unit or a hex: the line that feeds it, for the board to draw, or what
bars every line, and how long a pocket keeps its hexes (10.2.8). Decides nothing; the checks are in rules/supply.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from grognard.kernel.flow import Option
from grognard.kernel.paths import LAST
from grognard.kernel.rules import No, Told
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.nations import ALLIES, AXIS, SIDES
from grognard.titles.tw.rules.supply import Lines, full_sources, line, line_of, lines, why_shut, why_unsupplied
from grognard.titles.tw.state import FULL, NONE, SEASONS, Hex, Unit, War


def explain(g: War, option: Option) -> No | None:
    """`supply u17`, `supply 1512` or `supply axis 1512`: the line to a unit or a hex, or the obstacles on the best one."""
    if option.verb != "supply" or not option.args:
        return None
    what = option.args[-1]
    if isinstance(what, Unit):
        return unit_told(g, what)
    if not isinstance(what, Hex):
        return None
    if option.args[0] in SIDES[:2]:
        return hex_told(g, what, SIDES.index(str(option.args[0])))
    both = [hex_told(g, what, side) for side in (AXIS, ALLIES)]
    drawn = next((told for told in both if told.way), both[0])
    words = "; ".join([f"{SIDES[side]}: {told.reason}" for side, told in zip((AXIS, ALLIES), both)])
    return Told("12.1.1", words, drawn.way, drawn.bars)


def unit_told(g: War, unit: Unit) -> No:
    """The line of a unit from a source of its own nation."""
    u = unit.index
    if unit.at < 0:
        return No("12.0", f"{unit.label} is not on the board")
    if not g.ground.land[unit.at]:
        return No("12.0", f"{unit.label} is at sea or off the map and needs no line")
    net = lines(g, g.roster.sides[u])
    state = net.state(g, u)
    if unit.free_until >= g.player_turn and state != FULL:
        return Told("12.3", f"counts as supplied to the end of {_turn(g, unit.free_until)}", ())
    if state == NONE:
        return _cut_off(g, unit, net)
    way = line_of(g, net, u)
    if not way:
        return Told("12.1.1", "its own units with a zone of control hold the line open", ())
    word = "full supply" if state == FULL else "limited supply (12.2.3)"
    return _fed(g, way, word)


def _cut_off(g: War, unit: Unit, net: Lines) -> Told:
    found = why_unsupplied(g, unit.index)
    reason = No("12.2.1", "no line leads to a source") if found is None else found
    nation = g.roster.nations[unit.index]
    noted = unit.supply == NONE
    fate = "lost in its next Supply Segment unless a line opens (12.6.3)" if noted else "noted at its next check (12.6.2)"
    bars = _bars(net, unit.at) if full_sources(g, nation) else []
    return Told(reason.rule, f"out of supply: {reason.reason}; {fate}", (), _tokens(g, bars))


def hex_told(g: War, hexagon: Hex, side: int) -> Told:
    """The line of a side to a hex, and what a pocket means for it."""
    net = lines(g, side)
    s = hexagon.index
    kept = _pocket(g, hexagon)
    if s in net.network:
        full = net.suez
        for bits in net.full.values():
            full |= bits
        best = net.network.reached[s] & full
        bits = best or net.network.reached[s]
        way = line(g, net, s, [source for n, source in enumerate(net.network.sources) if bits >> n & 1])
        told = _fed(g, way, "full supply" if best else "limited supply (12.2.3)")
        return Told(told.rule, told.reason + kept, told.way)
    shut = net.network.why_not(s, partial(why_shut, g, side))
    reason = No("12.1.1", "no line leads here") if shut is None else shut
    return Told(reason.rule, f"no supply: {reason.reason}{kept}", (), _tokens(g, _bars(net, s)))


def _fed(g: War, way: Sequence[int], word: str) -> Told:
    here = "at its source" if len(way) == 1 else f"from {g.board.label(way[0])}, {len(way) - 1} steps"
    return Told("12.1.1", f"{word} {here}", _tokens(g, way))


def _pocket(g: War, hexagon: Hex) -> str:
    """Until when a pocket keeps a hex: the end of the End Segment of the side that is cut off."""
    if hexagon.pocket == NOWHERE:
        return ""
    winner, loser = hexagon.pocket, 1 - hexagon.pocket
    turn = g.turn if loser == ALLIES or g.side == AXIS else g.turn + 1
    until = f"the {SIDES[loser].capitalize()} End Segment of {SEASONS[turn % 4]} {1939 + turn // 4}"
    return f"; a pocket: kept until {until}, then {SIDES[winner].capitalize()} if still cut off and no unit stands here (10.2.8)"


def _bars(net: Lines, to: int) -> list[int]:
    """The spaces that stop the way with fewest obstacles."""
    mask, sources = net.network.mask, net.network.sources
    return [a if mask[a] == LAST and a not in sources else b for a, b, _ in net.network.cut(to)]


def _tokens(g: War, spaces: Iterable[int]) -> tuple[str, ...]:
    return tuple([g.board.ids[s] for s in spaces])


def _turn(g: War, player_turn: int) -> str:
    turn, side = divmod(player_turn, 2)
    return f"the {SIDES[side].capitalize()} turn of {SEASONS[turn % 4]} {1939 + turn // 4}"


def pockets(g: War) -> dict[str, str]:
    """Hexes that a pocket keeps for the time being, by the side that will have them."""
    return {g.board.ids[s]: SIDES[p] for s, p in enumerate(g.hexes.pocket) if p != NOWHERE}
