"""24: oil factors, what depends on them, and units without oil. Worked cases stand under their ids."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, USSR
from grognard.titles.tw.rules.allowance import may_move
from grognard.titles.tw.rules.bombing import Raid, consequences
from grognard.titles.tw.rules.logistics import smp_level
from grognard.titles.tw.rules.money import income
from grognard.titles.tw.rules.oil import may_refine, may_stop, oil_factors, oil_shortage, place_plants, shortage, sites
from grognard.titles.tw.rules.passages import Convoy
from grognard.titles.tw.rules.rail import may_stratmove
from grognard.titles.tw.rules.reserves import may_be_reserve
from grognard.titles.tw.rules.sea_movement import may_rebase
from grognard.titles.tw.state import FALL, SPRING, SUMMER, War, turn_of

from .kit import drive, hold, put, space
from .test_06_declarations import refused
from .test_14_money import campaign


def axis_holds(g: War, *places: str) -> None:
    hold(g, "germany", *places)


def test_24_1_a_wells_and_strategic_movement():
    """tw-24.1-a: Ploesti, five plants and Baku give 10, with Mosul 13."""
    g = campaign()
    assert oil_factors(g, GERMANY).total == 7
    axis_holds(g, "baku")
    assert (oil_factors(g, GERMANY).total, smp_level(g, GERMANY)) == (10, 10)
    axis_holds(g, "mosul")
    assert smp_level(g, GERMANY) == 13
    axis_holds(g, "maikop")
    assert smp_level(g, GERMANY) == 13
    axis_holds(g, "grozny")
    assert smp_level(g, GERMANY) == 14
    hold(g, "ussr", "ploesti")
    g.nations[USSR].side = ALLIES
    assert smp_level(g, GERMANY) == 12


def test_24_1_b_a_double_hit():
    """tw-24.1-b: Ploesti lost and two factors bombed leave 3; a roll of 9 stops 13 units."""
    g = campaign()
    g.turn, g.side = turn_of(1944, SUMMER), AXIS
    g.nations[USSR].side = ALLIES
    hold(g, "ussr", "ploesti")
    g.nations[GERMANY].oil_hits = 2
    assert oil_factors(g, GERMANY).total == 3
    g.dice = FixedDice(9)
    assert shortage(g, GERMANY) == 13


def test_24_1_units_without_oil():
    """They neither move nor travel nor wait in reserve; the next turn the oil is back."""
    g = campaign()
    g.side, g.nations[GERMANY].oil_hits = AXIS, 1
    tank, bomber, foot = (put(g, w, "berlin") for w in ("germany ARM 8-8", "germany TAC 1-5", "germany INF 6-5"))
    ships = [u for u, k in enumerate(g.roster.kinds) if k.name == "FLEET" and g.roster.nations[u] == GERMANY]
    fleet = next(u for u in ships if g.units.at[u] >= 0)
    assert may_stop(g, GERMANY, tank) is None
    assert refused(may_stop(g, GERMANY, foot)) == "24.1"
    assert may_move(g, tank, 1) is None
    drive(g, oil_shortage(g), [f"stop_unit u{tank}", f"stop_unit u{bomber}", f"stop_unit u{fleet}"], dice=[2])
    assert refused(may_move(g, tank, 1)) == "24.1"
    assert refused(may_be_reserve(g, tank)) == "24.1"
    assert refused(may_stratmove(g, tank)) == "24.1"
    assert g.units.active[bomber] == 0
    assert refused(may_rebase(g, Convoy(GERMANY), fleet, space(g, "hamburg"))) == "24.1"
    assert g.nations.oil_hits[GERMANY] == 0
    assert drive(g, oil_shortage(g)) == []


def test_24_1_the_staff_may_choose_and_interceptors_count_as_one():
    g = campaign()
    g.side, g.nations[GERMANY].oil_hits, g.nations[GERMANY].interceptors = AXIS, 1, 3
    drive(g, oil_shortage(g), ["ground", "staff"], dice=[4])
    assert g.nations.int_dry[GERMANY] == 1
    assert sum(turn == g.player_turn for turn in g.units.dry) == 4
    assert all(g.roster.nations[u] == GERMANY for u, turn in enumerate(g.units.dry) if turn == g.player_turn)


def test_24_1_whole_units_go_first():
    g = campaign()
    g.side = AXIS
    worn = put(g, "germany ARM 8-8", "berlin", depleted=1)
    assert refused(may_stop(g, GERMANY, worn)) == "24.1"
    for u, kind in enumerate(g.roster.kinds):
        if g.roster.nations[u] == GERMANY and u != worn and kind.name in ("ARM", "MECH", "FTR", "TAC", "MDM", "FLEET"):
            g.units[u].at, g.units[u].pool = -1, 1
    assert may_stop(g, GERMANY, worn) is None


def test_24_1_plants_stand_in_german_cities():
    g = campaign()
    assert may_refine(g, space(g, "essen")) is None
    assert refused(may_refine(g, space(g, "konigsberg"))) == "24.1"
    assert refused(may_refine(g, space(g, "prague"))) == "24.1"
    assert refused(may_refine(g, space(g, "paris"))) == "24.1"
    drive(g, place_plants(g))
    assert len(set(g.plants)) == 5
    assert refused(may_refine(g, g.plants[0])) == "24.1"
    assert all(s not in g.plants for s in sites(g))
    g.hexes[g.plants[0]].holder = BRITAIN
    assert oil_factors(g, GERMANY).total == 6


def test_24_1_plants_are_worth_money_from_1943():
    g = campaign()
    g.turn = turn_of(1942, SPRING)
    before = income(g, GERMANY).total
    g.turn = turn_of(1943, SPRING)
    assert income(g, GERMANY).total == before + 20
    g.turn = turn_of(1944, FALL)
    level = g.nations.narfs[GERMANY]
    raid = Raid(INDEX["united_states"], GERMANY, 5)
    raid.stars, raid.oil = 2, True
    consequences(g, raid)
    assert g.nations.oil_hits[GERMANY] == 2
    assert g.nations.narfs[GERMANY] == level - 2 * 2


def test_24_2_the_soviet_union():
    """The Caucasus is half its strategic movement; only with all of it lost do units stop, and no light tanks."""
    g = campaign()
    g.nations[USSR].side, g.side = ALLIES, ALLIES
    axis_holds(g, "maikop")
    assert smp_level(g, USSR) == 8
    axis_holds(g, "grozny")
    assert smp_level(g, USSR) == 7
    assert shortage(g, USSR) == 0
    axis_holds(g, "baku")
    assert smp_level(g, USSR) == 4
    g.dice = FixedDice(7)
    assert shortage(g, USSR) == 4
    light, heavy = put(g, "ussr ARM 2-8", "moscow"), put(g, "ussr ARM 6-8", "moscow")
    assert refused(may_stop(g, USSR, light)) == "24.2"
    assert may_stop(g, USSR, heavy) is None
    hold(g, "ussr", "ploesti")
    assert smp_level(g, USSR) == 6


def test_24_3_britain():
    """Abadan and Mosul: three points each, and with both lost units stop, no pieces among them."""
    g = campaign()
    g.side = ALLIES
    assert smp_level(g, BRITAIN) == 9
    axis_holds(g, "abadan")
    assert smp_level(g, BRITAIN) == 6
    assert shortage(g, BRITAIN) == 0
    axis_holds(g, "mosul")
    assert smp_level(g, BRITAIN) == 3
    g.dice = FixedDice(5)
    assert shortage(g, BRITAIN) == 3
    whole, piece = put(g, "britain ARM 2-8", "london"), put(g, "britain ARM 2-8", "london", parent=4)
    assert may_stop(g, BRITAIN, whole) is None
    assert refused(may_stop(g, BRITAIN, piece)) == "24.3"
