"""12 and 10.2.8 as they are told and drawn: the line to a unit or a hex, what bars it, how long a pocket keeps its hexes."""

from __future__ import annotations

from itertools import pairwise

from grognard.kernel.flow import read_option
from grognard.titles.tw.supply_told import explain, pockets

from .kit import ALLIES, AXIS, hold, put, space, war


def told(g, text):
    return explain(g, read_option(g, text))


def test_12_1_1_the_line_of_a_unit_is_drawn_from_its_own_capital():
    """A German unit in Poland is fed from Berlin, not from the nearer Rome or Budapest of an ally."""
    g = war("germany", "italy", "ussr", year=1941)
    tanks = put(g, "germany ARM 8-8", "1419")
    found = told(g, f"supply u{tanks}")
    assert found.rule == "12.1.1" and found.way[0] == g.board.ids[space(g, "berlin")] and found.way[-1] == "1419"
    steps = [g.board.space(token) for token in found.way]
    assert all(b in g.ground.steps[a] for a, b in pairwise(steps))
    assert f"{len(steps) - 1} steps" in found.reason and not found.bars


def test_12_1_1_what_bars_the_line_is_named_and_marked():
    """A unit ringed by tanks is out of supply: no way, the hexes in enemy zones of control are the bars."""
    g = war("germany", "ussr", year=1941)
    here = space(g, "1610")
    foot = put(g, "germany INF 6-5", "1610")
    hold(g, "germany", "1610")
    for near in g.ground.steps[here]:
        put(g, "ussr ARM 8-8", g.board.ids[near])
    found = told(g, f"supply u{foot}")
    assert found.way == () and found.bars and "out of supply" in found.reason and found.rule.startswith("12.")
    assert "12.6.2" in found.reason
    g.units[foot].supply = 2
    assert "12.6.3" in told(g, f"supply u{foot}").reason


def test_a_hex_is_asked_of_either_side():
    g = war("germany", "ussr", year=1941)
    put(g, "germany INF 6-5", "berlin")
    ours = told(g, "supply axis " + g.board.ids[space(g, "berlin")])
    assert ours.way and "supply" in ours.reason
    theirs = told(g, "supply allies " + g.board.ids[space(g, "berlin")])
    assert not theirs.way and theirs.reason.startswith("no supply")
    both = told(g, "supply " + g.board.ids[space(g, "berlin")])
    assert "axis: full supply" in both.reason and "allies: no supply" in both.reason and both.way == ours.way
    assert told(g, "move 1610") is None


def test_10_2_8_a_pocket_says_until_when():
    """Put out of supply by the Axis in summer: Allied to the end of the Allied End Segment of that summer; by the Allies: to the
    end of the Axis one of the fall."""
    g = war("germany", "ussr", year=1941, season=1)
    s = space(g, "1610")
    g.hexes[s].pocket = AXIS
    assert pockets(g) == {"1610": "axis"}
    assert "kept until the Allies End Segment of Summer 1941, then Axis" in told(g, "supply allies 1610").reason
    g.hexes[s].pocket, g.side = ALLIES, ALLIES
    assert "kept until the Axis End Segment of Fall 1941, then Allies" in told(g, "supply allies 1610").reason
    g.hexes[s].pocket = -1
    assert "pocket" not in told(g, "supply allies 1610").reason and pockets(g) == {}


def test_12_3_grace_is_told():
    g = war("germany", "ussr", year=1941)
    tanks = put(g, "germany ARM 8-8", "1610", free_until=g.player_turn + 1)
    for near in g.ground.steps[space(g, "1610")]:
        put(g, "ussr ARM 8-8", g.board.ids[near])
    assert told(g, f"supply u{tanks}").rule == "12.3"
    g.units[tanks].at = -1
    assert told(g, f"supply u{tanks}").rule == "12.0"
