"""12.1.2, 12.7.2, 7.8.4, 5.3.1, 14.6.2: supply over the sea where ships sail, and the Murmansk Run."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.tw.nations import BRITAIN, GERMANY, INDEX
from grognard.titles.tw.rules.control import surrender
from grognard.titles.tw.rules.money import income
from grognard.titles.tw.rules.sea_battle import limp_home
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.sea_supply import needed_seas
from grognard.titles.tw.rules.seas import sea
from grognard.titles.tw.rules.shipyards import damage_ship
from grognard.titles.tw.rules.supply import open_seas
from grognard.titles.tw.rules.supply_runs import (
    SeaLines,
    closed_seas,
    cut,
    may_cut_from_the_air,
    may_cut_with_ships,
    may_run,
    supply_at_sea,
)
from grognard.titles.tw.rules.voyages import Voyage, sail, sunk_boats
from grognard.titles.tw.state import War, turn_of

from .kit import ALLIES, AXIS, drive, put, space
from .test_07_sea import carrier, fleet, mediterranean, navy
from .test_08_sea_movement import campaign


def tobruk() -> War:
    """A British unit in Tobruk that lives from the sea."""
    g = mediterranean()
    for name in ("tobruk", "benghazi"):
        g.hexes[space(g, name)].holder = BRITAIN
    put(g, "britain STA 2-3", "malta")
    fleet(g, "britain", "alexandria")
    fleet(g, "britain", "gibraltar")
    return g


def test_12_1_2_aircraft_cut_a_line():
    """A bomber beside an area that a line needs closes it, unless somebody comes; others are refused."""
    g = tobruk()
    needed = needed_seas(g, ALLIES)
    assert needed
    area = next(a for a in needed if a in (sea(g, "central_med"), sea(g, "sardinian_sea"), sea(g, "ionian_sea")))
    base = next(s for s in sorted(g.ground.shores[area]) if g.ground.country[s] == "italy" and g.ground.city[s])
    tac = put(g, "italy TAC 1-5-4", g.board.ids[base])
    lines = SeaLines(AXIS)
    assert may_cut_from_the_air(g, lines, tac, area) is None
    assert may_cut_from_the_air(g, SeaLines(AXIS), tac, sea(g, "north_sea")).rule == "12.1.2"
    flow = supply_at_sea(g)
    drive(g, flow, [f"cut u{tac} {g.hexes[area].token}", "enough", "done"])
    assert g.hexes.cut_side[area] == ALLIES and area not in open_seas(g, ALLIES)


def test_12_7_2_b():
    """The owner runs supply through the closed area; left alone by the enemy it is open again."""
    g = tobruk()
    area = needed_seas(g, ALLIES)[0]
    g.hexes[area].cut_side, g.hexes[area].cut_until = ALLIES, g.player_turn + 1
    g.side = ALLIES
    assert closed_seas(g, ALLIES) == [area]
    drive(g, supply_at_sea(g), [f"run {g.hexes[area].token}", "alone", "done"])
    assert closed_seas(g, ALLIES) == [] and g.hexes.cut_side[area] == -1


def test_12_7_2_one_run_through_an_area_in_a_turn():
    """TW-AMB-160: a run that was stopped is not tried again; another area may be."""
    g = tobruk()
    first, second = needed_seas(g, ALLIES)[:2]
    for area in (first, second):
        g.hexes[area].cut_side, g.hexes[area].cut_until = ALLIES, g.player_turn + 1
    g.side = ALLIES
    lines = SeaLines(ALLIES, (first,))
    assert may_run(g, SeaLines(ALLIES), first) is None and may_run(g, lines, second) is None
    assert may_run(g, lines, first).rule == "12.7.2"
    assert may_run(g, lines, sea(g, "north_sea")).rule == "12.7.2"  # it is open


def test_7_8_4_ships_cut_a_line():
    """Ships within five areas roll for it; a 10 misses."""
    g = tobruk()
    ship = fleet(g, "italy", "taranto")
    area = next(a for a in needed_seas(g, ALLIES) if may_cut_with_ships(g, SeaLines(AXIS), space(g, "taranto"), a) is None)
    drive(g, supply_at_sea(g), [f"interdict 2825 {g.hexes[area].token}", "done"], dice=[10])
    assert g.hexes.cut_side[area] == -1
    assert may_cut_with_ships(g, SeaLines(AXIS), space(g, "taranto"), area).rule == "7.0" and g.units.at[ship] >= 0


def test_5_3_1_a():
    """Two U-Boats on the Murmansk Run fight as one Fleet and are hit one by one."""
    g = navy("germany", "britain", "ussr", year=1942, side=ALLIES)
    ship = fleet(g, "britain", "scapa_flow")
    g.nations[GERMANY].uboats = g.nations[GERMANY].arctic_uboats = 2
    way = [sea(g, n) for n in ("scottish_north_sea", "norwegian_sea", "narvik_sea", "hammerfest_sea", "murmansk_sea")]
    run = Voyage(Force(ALLIES, [ship]), space(g, "scapa_flow"), way, "aid", arctic=True)
    prompts = drive(g, sail(g, run), ["wolves narvik_sea"], dice=[1, 3, 10, 3, 3])
    assert prompts and g.nations.uboats[GERMANY] <= 2
    before = g.nations.uboats[GERMANY]
    sunk_boats(g, 1, 0)
    assert g.nations.uboats[GERMANY] == before - 1


def test_8_8_7_b():
    """A hit on ASW takes one, not two."""
    g = navy("germany", "britain", "ussr", year=1942, side=ALLIES)
    g.nations[BRITAIN].asw = g.nations[BRITAIN].arctic_asw = 2
    sunk_boats(g, 0, 1)
    assert g.nations.asw[BRITAIN] == 1 and g.nations.arctic_asw[BRITAIN] == 1


def test_14_6_2_danzig():
    """When Poland is out, Danzig is German and worth 2 a year."""
    g = campaign("campaign_1939")
    before = income(g, GERMANY).total
    g.hexes[space(g, "warsaw")].holder = GERMANY
    surrender(g, INDEX["poland"])
    assert g.hexes.holder[space(g, "danzig")] == GERMANY
    assert income(g, GERMANY).total == before + 2 + 20 and turn_of(1939, 2) == g.turn


def test_7_11_5_m():
    """The British have broken off with a depleted carrier and Axis aircraft are left: the line is cut, the Fleet is back in
    Gibraltar, the carrier lies on space 2 in Southampton."""
    g = mediterranean()
    ship, cv = fleet(g, "britain", "gibraltar"), carrier(g, "britain", "gibraltar")
    tac = put(g, "italy TAC 1-5-4", "cagliari")
    area = sea(g, "sardinian_sea")
    g.dice = FixedDice(3)
    damage_ship(g, g.units[cv], "7.10")
    limp_home(g, [ship, cv], area)
    drive(g, cut(g, Force(AXIS, planes=[tac]), area, {space(g, "gibraltar")}))
    assert g.hexes.cut_side[area] == ALLIES
    assert g.units.at[ship] == space(g, "gibraltar")
    assert (g.board.label(g.units.yard[cv]), g.units.track[cv]) == ("Southampton", 2)
