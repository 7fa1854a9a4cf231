"""4.7 and 9.52 to 9.62: islands, and who is paid for in landings."""

from __future__ import annotations

from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import ALLIES, AXIS, EUROPEAN_AXIS, GERMANY, JAPAN
from grognard.titles.awaw.rules.islands import group_side, may_be_invaded
from grognard.titles.awaw.rules.operations import cost, offensive, pay, payers
from grognard.titles.awaw.rules.ships import havens
from grognard.titles.awaw.rules.stacking import air_room, room_for
from grognard.titles.awaw.rules.supply import sea_distance
from grognard.titles.awaw.rules.voyages import MOVING, Harbour, may_sail
from grognard.titles.awaw.state import ABOARD, SAILING

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
    """Troops sail to the beaches of New Ireland and Halmahera as to a port; no ship stays, no aircraft is based there. They
    are no one-hex islands (4.73): three units stand there."""
    for token in ("pEE29", "pEE30", "pDD21"):
        g = world("japan", "us", mover="japan")
        harbour = Harbour(JAPAN, space(g, "pZ31"), MOVING)
        goal = space(g, token)
        hold(g, "japan", "pZ31", token)
        for u in puts(g, 6, "japan dd", "pZ31"):
            g.units[u].mission = SAILING
        assert may_sail(g, harbour, goal).rule == "ours 21.2"  # 4.75: no base of ships
        g.units[put(g, "japan i 1-2", "pZ31")].mission = ABOARD
        no = may_sail(g, harbour, goal)
        assert no is None or no.rule != "ours 21.2"
        assert goal in havens(g, space(g, "pZ31"), AXIS) and may_be_invaded(g, goal) is None
        puts(g, 2, "japan i 1-2", token)
        assert room_for(g, put(g, "japan marine 1-2", "pZ31"), goal, AXIS) is None
        assert air_room(g, put(g, "japan nas", "pZ31"), goal, AXIS).rule == "ours 17.21"


def test_4_732_an_island_without_a_port_ends_a_chain_of_ports():
    """Iwo Jima is seven hexes from Nagasaki, Marcus five from Iwo Jima: nobody sails on from an island without a port. From
    Tokushima, two hexes from Nagasaki, it is ten."""
    g = world("japan", "us", mover="japan")
    nagasaki, iwo_jima, marcus, tokushima = (space(g, token) for token in ("pM28", "pR30", "pR35", "pM30"))
    hold(g, "us", *(g.board.token(p) for p in g.ground.ports if not g.ground.europe[p]))
    hold(g, "japan", "pM28", "pR30", "pR35")
    assert sea_distance(g, iwo_jima, marcus) <= 10 < sea_distance(g, nagasaki, marcus)
    assert iwo_jima in havens(g, nagasaki, AXIS) and marcus not in havens(g, nagasaki, AXIS)
    hold(g, "japan", "pM30")
    assert havens(g, nagasaki, AXIS)[marcus] == sea_distance(g, nagasaki, tokushima) + 10


def test_4_731_one_squadron_more():
    """AW-OURS-12-b: Truk with six air factors takes one squadron more, not two; a bare island takes one as well, no army air."""
    g = world("japan", "us", mover="japan")
    hold(g, "japan", "pZ31", "pX36", "pU31")
    puts(g, 6, "japan aaf", "pZ31")
    first, second = puts(g, 2, "japan nas", "pU31")
    assert air_room(g, first, space(g, "pZ31"), AXIS) is None
    g.units[first].at = space(g, "pZ31")
    assert air_room(g, second, space(g, "pZ31"), AXIS).rule == "ours 12.4"
    assert air_room(g, put(g, "japan aaf", "pU31"), space(g, "pZ31"), AXIS).rule == "ours 12.4"
    assert air_room(g, second, space(g, "pX36"), AXIS) is None
    g.units[first].at = space(g, "pX36")
    assert air_room(g, second, space(g, "pX36"), AXIS).rule == "ours 12.4"
    assert air_room(g, put(g, "japan aaf", "pU31"), space(g, "pX36"), AXIS).rule == "ours 17.21"


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
