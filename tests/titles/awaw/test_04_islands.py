"""4.7 and 9.52 to 9.62: islands, and who is paid for in landings."""

from __future__ import annotations

from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import ALLIES, AXIS, EUROPEAN_AXIS, GERMANY
from grognard.titles.awaw.rules.islands import (
    acts_as_port,
    extra_squadron,
    group_side,
    may_base_ships,
    may_be_invaded,
    supplied_by_sea,
)
from grognard.titles.awaw.rules.operations import cost, offensive, pay, payers

from .kit import hold, put, puts, space, world


def test_4_72_what_may_be_invaded():
    """awaw-4.72-a: Scapa Flow, I32 and I31, not the island at the northern tip of Denmark; awaw-4.42-b: F33 is none."""
    g = world()
    for token in ("eB29", "eI32", "eI31"):
        assert may_be_invaded(g, space(g, token)) is None
    for token in ("eG32", "eF33", "eL31"):
        refusal = may_be_invaded(g, space(g, token))
        assert refusal is not None and refusal.rule == "4.72"


def test_4_42_grey_islands():
    """awaw-4.42-a: the islands east of Athens are not there: no land of their own lies in the sea hexes beside it."""
    g = world()
    assert g.ground.terrain[space(g, "eDD27")] in ("sea", "mountain", "clear")
    assert not g.ground.island[space(g, "eDD28")] and not g.ground.island[space(g, "eCC28")]


def test_4_52_ships_pass():
    """awaw-4.52-a, awaw-4.52-c: northern Scotland, and both ends of Formosa."""
    g = world()
    for a, b in (("eC27", "eC28"), ("pR23", "pR24"), ("pS22", "pS23")):
        assert space(g, b) in g.ground.lanes[space(g, a)]
    assert space(g, "eM31") not in g.ground.lanes[space(g, "eL31")]


def test_4_21_grid():
    """awaw-4.21-a, awaw-4.21-b: the cities stand in the hexes the text prints."""
    g = world()
    for city, token in (("lisbon", "eV8"), ("perm", "eD61"), ("helsinki", "eD41"), ("tokyo", "pL32"), ("pearl_harbor", "pP53")):
        assert g.board.token(g.ground.named[city]) == token


def test_4_75_beaches_that_act_as_ports():
    g = world()
    assert acts_as_port(g, space(g, "pEE30"))
    assert not acts_as_port(g, space(g, "pX36"))
    assert supplied_by_sea(g, space(g, "pX36"))  # 4.732: a one-hex island needs none
    refusal = may_base_ships(g, space(g, "pEE30"))
    assert refusal is not None


def test_4_731_one_squadron_more():
    g = world("japan", "us")
    first = put(g, "japan nas", "pX36")
    second = put(g, "japan nas", "pZ31")
    assert extra_squadron(g, first, space(g, "pX36"))
    assert not extra_squadron(g, second, space(g, "pX36"))
    refusal = may_base_ships(g, space(g, "pX36"))
    assert refusal is not None and refusal.rule == "4.731"


def test_4_741_groups():
    """AW-OURS-29-a: the Marshalls follow the islands that bear a unit or a base."""
    g = world("japan", "us")
    assert group_side(g, "marshalls") == AXIS
    hold(g, "us", "pX36")
    put(g, "us marine 1-3", "pX36")
    assert group_side(g, "marshalls") == ALLIES
    put(g, "japan i 1-2", "pU31")
    assert group_side(g, "marianas") is None  # Guam and Saipan are in different hands


def test_9_53_invasions():
    """Ships always, ground units only against a defended hex; AW-OURS-21-c: three DD and a 3-3 on an empty beach: three."""
    g = world()
    ships, foot = puts(g, 3, "germany dd", "eJ30"), puts(g, 1, "germany i 3-3", "eJ30")
    assert cost(g, payers(g, "invasion", ships, foot)) == 3
    assert cost(g, payers(g, "invasion", ships, foot, defended=True)) == 6


def test_9_52_transport_and_9_54_airdrops():
    """AW-OURS-10-c: two transports cost two, two airborne units two more on a defended hex."""
    g = world()
    planes, men = puts(g, 2, "germany at", "eM35"), puts(g, 2, "germany airborne 1-3", "eM35")
    assert cost(g, payers(g, "airdrop", planes, men)) == 2
    assert cost(g, payers(g, "airdrop", planes, men, defended=True)) == 4
    assert cost(g, payers(g, "transport", planes, men, defended=True)) == 2


def test_9_62_limited_and_full():
    """AW-OURS-15-e: fourteen BRPs are a limited offensive, the fifteenth makes it full."""
    g = world()
    east = FRONT["eastern"]
    assert offensive(g, EUROPEAN_AXIS, east) == ""
    pay(g, GERMANY, space(g, "eM37"), puts(g, 14, "germany aaf", "eM35"))
    assert offensive(g, EUROPEAN_AXIS, east) == "limited"
    pay(g, GERMANY, space(g, "eM37"), puts(g, 1, "germany aaf", "eM35"))
    assert offensive(g, EUROPEAN_AXIS, east) == "full"
