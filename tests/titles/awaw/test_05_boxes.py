"""5: the boxes. What each section allows and refuses."""

from __future__ import annotations

import pytest

from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, RUSSIA
from grognard.titles.awaw.rules.boxes import (
    builds_in,
    lift,
    may_be_in,
    may_go_east,
    may_intercept_from,
    may_join_murmansk,
    may_occupy,
    may_sail_to,
    may_transfer,
    pay_press,
    press,
    route_to,
)
from grognard.titles.awaw.rules.combat import Plan, Staff, may_attack, may_join
from grognard.titles.awaw.rules.movement import Marcher, may_march
from grognard.titles.awaw.rules.supply import off_board_hexes

from .kit import hold, put, puts, space, world


@pytest.mark.parametrize(
    ("box", "activity", "goal", "rule"),
    [
        ("us_atlantic", "base_change", "eI24", ""),  # not a port, see below
        ("us_atlantic", "sea_transport", "eY22", "5.28C"),
        ("us_pacific", "sea_transport", "pL32", "5.28C"),
        ("us_pacific", "invasion", "pW21", "5.28D"),
        ("south_africa", "invasion", "eMM30", "5.38D"),
        ("south_africa", "sea_transport", "india_box", "5.38C"),
        ("india_box", "sea_transport", "australia_box", "5.48C"),
        ("india_box", "invasion", "eMM30", "5.48D"),
        ("australia_box", "sea_transport", "us_pacific", "5.58C"),
        ("urals", "base_change", "eD44", "5.78B"),
        ("ethiopia", "sea_transport", "eMM30", "5.68C"),
    ],
)
def test_routes_refused(box, activity, goal, rule):
    """5.28, 5.38, 5.48, 5.58, 5.68, 5.78: what the text does not name is prohibited."""
    g = world()
    refusal = may_sail_to(g, box, activity, space(g, goal))
    assert refusal is not None
    if rule:
        assert refusal.rule == rule


@pytest.mark.parametrize(
    ("box", "activity", "goal"),
    [
        ("us_atlantic", "base_change", "liverpool"), ("us_atlantic", "base_change", "south_africa"),
        ("us_pacific", "base_change", "dutch_harbor"), ("us_atlantic", "sea_transport", "plymouth"),
        ("us_pacific", "sea_transport", "pearl_harbor"), ("us_atlantic", "invasion", "gibraltar"),
        ("us_pacific", "invasion", "tahiti"), ("us_atlantic", "escort", "us_pacific"),
        ("south_africa", "base_change", "suez"), ("south_africa", "sea_transport", "basra"),
        ("south_africa", "escort", "ethiopia"),
        ("india_box", "base_change", "australia_box"), ("india_box", "sea_transport", "abadan"),
        ("india_box", "invasion", "rangoon"), ("india_box", "escort", "singapore"),
        ("australia_box", "sea_transport", "suez"), ("australia_box", "invasion", "rabaul"),
        ("australia_box", "escort", "noumea"),
    ],
)  # fmt: skip
def test_routes_allowed(box, activity, goal):
    g = world()
    assert may_sail_to(g, box, activity, space(g, goal)) is None


def test_5_28_lift():
    """Two destroyers a factor, one more each against a defended hex, a transport for every five factors; AW-OURS-21-b."""
    g = world()
    carried = route_to(g, "us_atlantic", "sea_transport", space(g, "plymouth"))
    landed = route_to(g, "india_box", "invasion", space(g, "rangoon"))
    escorted = route_to(g, "us_atlantic", "escort", space(g, "liverpool"))
    assert carried is not None and landed is not None and escorted is not None
    assert lift(carried, 3) == (6, 1)
    assert lift(landed, 6, defended=True) == (18, 2)
    assert lift(landed, 6) == (12, 2)
    assert lift(escorted, 10) == (0, 2)  # AW-OURS-28-b: ten factors to Liverpool, two transports, no destroyer
    assert (carried.shipping, landed.shipping) == ("sw_atlantic", "sw_indian")


def test_5_73_the_urals_are_russian():
    g = world()
    urals = g.board.space("urals")
    assert may_be_in(g, ALLIES, urals) is None
    refusal = may_be_in(g, AXIS, urals)
    assert refusal is not None and refusal.rule == "5.73"
    hold(g, "germany", "eZ53")
    scout = put(g, "germany arm 4-6", "eZ53")
    refusal = may_march(g, Marcher(scout), urals)
    assert refusal is not None and refusal.rule == "5.73"


def test_5_74_enemies_beside_the_urals():
    """AW-OURS-81-a: forty factors against thirty cost ten, against twenty fifteen, the most."""
    for inside, lost in ((10, 10), (6, 15), (14, 0)):
        g = world()
        puts(g, inside, "russia i 3-3", "urals")
        for token in ("eZ53", "eY54", "eX54", "eW55", "eV55"):
            hold(g, "germany", token)
            puts(g, 2, "germany arm 4-6", token)
        assert press(g, "urals") == lost
        pay_press(g)
        assert g.nations.level[RUSSIA] == 100 - lost


def test_5_54_enemies_beside_australia():
    """AW-OURS-71-a: twelve Japanese factors against five cost Britain seven; twenty-five the most, ten."""
    g = world("japan", "britain", "australia", mover="japan")
    g.nations[INDEX["australia"]].patron = BRITAIN
    puts(g, 5, "britain i 1-3", "australia_box")
    hold(g, "japan", "pNN22", "pNN23")
    puts(g, 4, "japan i 3-2", "pNN23")
    assert press(g, "australia_box") == 7
    puts(g, 4, "japan i 3-2", "pNN22")
    assert press(g, "australia_box") == 10


def test_5_77_no_attack_into_or_out_of_the_urals():
    g = world()
    g.stage = 1
    put(g, "russia i 3-3", "urals")
    hold(g, "germany", "eZ53")
    put(g, "germany arm 4-6", "eZ53")
    refusal = may_attack(g, Staff(GERMANY), g.board.space("urals"))
    assert refusal is not None and refusal.rule == "5.77B"
    g = world(side=ALLIES, mover="russia")
    g.stage = 1
    guard = put(g, "russia i 3-3", "urals")
    hold(g, "germany", "eZ53")
    put(g, "germany i 1-3", "eZ53")
    refusal = may_join(g, Plan(RUSSIA, space(g, "eZ53")), guard)
    assert refusal is not None and refusal.rule == "5.77B"


def test_5_77_russians_in_the_pacific():
    """Not while a home hex is lost and Germany fights; Saare does not count; after Germany's surrender freely."""
    g = world()
    g.nations[RUSSIA].war = g.turn
    assert may_go_east(g) is None
    hold(g, "germany", "saare")
    assert may_go_east(g) is None
    hold(g, "germany", "eK40")
    refusal = may_go_east(g)
    assert refusal is not None and refusal.rule == "5.77A"
    g.nations[GERMANY].surrendered = 1
    assert may_go_east(g) is None


def test_5_36_who_builds_where():
    g = world()
    box = g.board.space
    assert builds_in(g, INDEX["south_africa"], box("south_africa"))
    assert builds_in(g, INDEX["canada"], box("us_pacific"))
    assert not builds_in(g, BRITAIN, box("south_africa"))
    assert not builds_in(g, INDEX["italy"], box("ethiopia"))  # 5.66


def test_5_931_who_is_in_an_sw_box():
    g = world("germany", "britain", "us")
    boat, bomber = put(g, "germany sub", "sw_atlantic"), put(g, "britain bomber", "sw_atlantic")
    foot = put(g, "britain i 1-3", "eK23")
    assert may_occupy(g, boat, "sw_pacific") is None
    assert may_occupy(g, boat, "sw_atlantic_med") is not None
    assert may_occupy(g, bomber, "sw_atlantic_med") is None
    refusal = may_occupy(g, bomber, "sw_indian")
    assert refusal is not None and refusal.rule == "5.942"
    refusal = may_occupy(g, foot, "sw_atlantic")
    assert refusal is not None and refusal.rule == "5.931"


def test_5_935_transfers():
    g = world("germany", "britain", "us")
    boat, merchant = put(g, "germany sub", "sw_atlantic"), put(g, "britain tr", "sw_atlantic")
    assert may_transfer(g, merchant, "sw_atlantic", "sw_indian") is None
    refusal = may_transfer(g, boat, "sw_atlantic", "sw_indian")
    assert refusal is not None and refusal.rule == "5.935"


def test_5_82_murmansk():
    g = world("germany", "britain")
    ship, far, british = put(g, "germany bc", "bergen"), put(g, "germany dd", "eJ30"), put(g, "britain dd", "eF26")
    assert may_join_murmansk(g, ship, convoy=True) is None
    refusal = may_join_murmansk(g, far, convoy=True)
    assert refusal is not None and refusal.rule == "5.82"
    assert may_join_murmansk(g, british, convoy=True) is None
    refusal = may_join_murmansk(g, british, convoy=False)
    assert refusal is not None and refusal.rule == "5.83"


def test_5_932_distances():
    """Eight hexes from India to CC2 and from Australia to NN24, ten to Noumea; the US box is adjacent to the edge."""
    g = world()
    assert off_board_hexes(g, "india_box", "pCC2") == 8
    assert (off_board_hexes(g, "australia_box", "pNN24"), off_board_hexes(g, "australia_box", "pNN31")) == (8, 10)
    assert off_board_hexes(g, "us_atlantic", "eA23") == 0


def test_5_28_interception():
    g = world()
    for box, rule in (("us_atlantic", "5.28G"), ("south_africa", "5.38F")):
        refusal = may_intercept_from(g, box)
        assert refusal is not None and refusal.rule == rule
    assert may_intercept_from(g, "india_box") is None
