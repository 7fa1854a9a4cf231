"""4.4, 4.6 and 4.7, clause by clause: hexsides, cities, crossing arrows and islands."""

from __future__ import annotations

import pytest

from grognard.titles.awaw.ground import ARROW, FRONT
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, JAPAN
from grognard.titles.awaw.rules.attrition import Gains, may_take
from grognard.titles.awaw.rules.control import take_control
from grognard.titles.awaw.rules.islands import group_side, may_be_invaded
from grognard.titles.awaw.rules.movement import Marcher, may_march
from grognard.titles.awaw.rules.stacking import air_capacity
from grognard.titles.awaw.rules.strength import Battle, multiplier
from grognard.titles.awaw.rules.supply import limited_source, network
from grognard.titles.awaw.state import FORTIFICATION, FORTRESS, FULL, NO_WORKS, SUMMER

from .kit import campaign, hold, put, space, world


def test_4_43_the_qattara_depression():
    """No way over NN25-NN26 and MM26-NN26; aircraft do not mind, the hexes stay neighbours."""
    g = world("germany", "britain", "egypt", "libya", "italy")
    for a, b in (("eNN25", "eNN26"), ("eMM26", "eNN26")):
        assert (space(g, a), space(g, b)) not in g.ground.crossing
        assert g.board.distance(space(g, a), space(g, b)) == 1
    assert (space(g, "eMM25"), space(g, "eMM26")) in g.ground.crossing


def test_4_611_capitals_and_ports_are_cities():
    """Each of them bases five air factors; open country none."""
    g = world()
    for city in ("berlin", "kiel", "helsinki"):
        assert g.ground.city[space(g, city)] and air_capacity(g, space(g, city)) >= 5
    assert air_capacity(g, space(g, "eL37")) == 0


def test_4_616_other_cities_base_aircraft_and_do_nothing_else():
    """A city in the clear that is neither capital, port nor objective bases five air factors and gives its defender nothing."""
    g = world()
    ground = g.ground
    there = next(s for s in ground.field_hexes if ground.europe[s] and ground.city[s] and ground.terrain[s] == "clear"
                 and not (ground.capital[s] or ground.port[s] or ground.objective[s]))  # fmt: skip
    assert air_capacity(g, there) == 5
    unit, field = put(g, "germany i 3-3", g.board.token(there)), put(g, "germany i 3-3", "eL37")
    for ridden, total in ((False, 2), (True, 1)):
        for u in (unit, field):
            assert multiplier(g, Battle(g.units.at[u], [], [u], exploiting=ridden), u).total == total


def test_4_62_fortresses():
    """Every printed fortress stands at the start and multiplies its defender by one more than a fortification; it stays when it
    falls. Elsewhere there is none until it is built, and what is built falls with its hex."""
    g = campaign("global_war")
    ground, works = g.ground, g.hexes.works
    printed = {s for s in range(g.board.size) if ground.fortress[s]}
    assert {space(g, t) for t in ("gibraltar", "malta", "singapore", "sevastopol")} <= printed
    assert {s for s in range(g.board.size) if works[s]} == printed and all(works[s] == FORTRESS for s in printed)
    at = space(g, "singapore")
    guard = put(g, "britain i 1-3", "singapore")
    fort = multiplier(g, Battle(at, [], [guard]), guard).total
    g.hexes[at].works = FORTIFICATION
    assert multiplier(g, Battle(at, [], [guard]), guard).total == fort - 1
    g.hexes[at].works = FORTRESS
    take_control(g, at, JAPAN)
    assert works[at] == FORTRESS
    essen = space(g, "essen")
    g.hexes[essen].works = FORTRESS
    take_control(g, essen, BRITAIN)
    assert not works[essen]


def test_4_62_a_built_fortress_feeds_its_garrison_as_a_printed_one_does():
    """Ours 30.61: one that was fed is fed once more; a fortification feeds nobody."""
    g = campaign(year=1943, season=SUMMER)
    essen = space(g, "essen")
    u = put(g, "germany i 3-3", "essen", supply=FULL)
    fed = []
    for work in (NO_WORKS, FORTIFICATION, FORTRESS):
        g.hexes[essen].works = work
        fed.append(limited_source(g, u, essen))
    assert fed == [False, False, True]


def beside(g, city: str) -> Gains:
    """Germans beside a Russian city, with nine hexes to take."""
    there = space(g, city)
    near = next(o for o, _ in g.ground.ways[there] if g.ground.field[o])
    g.hexes[near].holder = GERMANY
    put(g, "germany i 3-3", g.board.token(near))
    put(g, "russia i 1-3", city)
    return Gains(GERMANY, FRONT["eastern"], 9)


def test_4_612_no_capital_by_attrition():
    """Warsaw is not chosen for attrition occupation, a plain hex is; foot in it keeps its strength against exploiting armor."""
    g = world()
    city = space(g, "warsaw")
    hold(g, "russia", "warsaw")
    assert may_take(g, beside(g, g.board.token(city)), city).rule == "4.612"
    assert may_take(g, beside(g, "eM40"), space(g, "eM40")) is None
    inside, outside = put(g, "russia i 3-3", g.board.token(city)), put(g, "russia i 3-3", "eM40")
    for unit, lost in ((inside, 0), (outside, 1)):
        at = g.units.at[unit]
        usual, ridden = (multiplier(g, Battle(at, [], [unit], exploiting=e), unit).total for e in (False, True))
        assert usual - ridden == lost


def test_4_613_no_objective_by_attrition():
    """An objective that is no capital is refused as well."""
    g = world()
    goal = next(s for s in g.ground.objectives if g.ground.country[s] == g.ground.country[space(g, "moscow")]
                and not g.ground.capital[s] and g.ground.front[s] == FRONT["eastern"] and g.ground.field[s])  # fmt: skip
    gains = beside(g, g.board.token(goal))
    assert may_take(g, gains, goal).rule == "4.613"
    assert may_take(g, beside(g, "eM40"), space(g, "eM40")) is None


def test_4_63_arrows_lead_over_water():
    """One at Kerch, one at Messina; eight in Europe and nine in the Pacific; no unit walks where there is none."""
    g = world("italy", "britain", mover="italy")
    pairs = {frozenset(pair) for pair, over in g.ground.crossing.items() if over == ARROW}
    europe = [p for p in pairs if all(g.ground.europe[s] for s in p)]
    assert (len(europe), len(pairs) - len(europe)) == (8, 9)
    messina = next(p for p in europe if space(g, "messina") in p)
    over = next(s for s in messina if s != space(g, "messina"))
    unit = put(g, "italy i 1-3", "messina")
    assert may_march(g, Marcher(unit), over) is None
    hold(g, "italy", "malta")
    assert may_march(g, Marcher(unit), space(g, "malta")) is not None


def test_4_64_terrain_counts_for_the_whole_hex():
    """A defender in rough terrain is as strong against a landing as against an attack by land, and one more for the landing."""
    g = world()
    hills = next(s for s in g.ground.field_hexes if g.ground.beach[s] and g.ground.dm[s] > 0)
    unit = put(g, "germany i 3-3", g.board.token(hills))
    by_land = multiplier(g, Battle(hills, [], [unit]), unit).total
    assert by_land == 2 + g.ground.dm[hills] and g.ground.dm[hills] > 0
    assert multiplier(g, Battle(hills, [], [unit], invading=True), unit).total == by_land + 1


def test_4_73_one_hex_islands():
    """Malta is one; Sicily, larger than one hex, is none and is invaded at beaches only."""
    g = world()
    assert g.ground.island[space(g, "malta")] and may_be_invaded(g, space(g, "malta")) is None
    sicily = space(g, "messina")
    assert not g.ground.island[sicily]
    assert may_be_invaded(g, sicily).rule == "4.72"
    assert may_be_invaded(g, space(g, "eEE21")) is None  # a beach of it


def test_4_732_supply_without_a_port():
    """A one-hex island without port, and the beach of New Ireland (4.75), are supplied by sea; another beach is not."""
    g = campaign("pacific", year=1942)
    shore = next(s for s in g.ground.field_hexes if g.ground.beach[s] and g.ground.country[s] == INDEX["australia"]
                 and not g.ground.port[s])  # fmt: skip
    for s, fed in ((space(g, "pX36"), True), (space(g, "pEE30"), True), (shore, False)):
        g.hexes[s].holder = JAPAN
        assert (s in network(g, g.faction(JAPAN), AXIS)) == fed


@pytest.mark.parametrize(
    ("group", "count"),
    [("aleutians", 5), ("carolines_east", 3), ("carolines_west", 4), ("ellice", 3), ("fiji", 2), ("gilberts", 5), ("hawaii", 5),
     ("kuriles", 3), ("marianas", 2), ("marshalls", 5), ("new_hebrides", 2), ("society", 2), ("solomons", 6)],
)  # fmt: skip
def test_4_74_groups_have_the_islands_the_text_lists(group, count):
    g = world("japan", "us", "britain")
    islands = [s for s in range(g.board.size) if g.ground.group[s] == group]
    assert len(islands) == count
    assert not any(g.ground.europe[s] for s in islands)


def test_4_74_members_and_strangers():
    """Midway is no Hawaiian island, New Britain and Manus are Bismarcks."""
    g = world("japan", "us", "britain")
    assert {g.ground.group[space(g, name)] for name in ("manus", "rabaul", "new_ireland")} == {"bismarcks"}
    assert g.ground.group[space(g, "midway")] != "hawaii"
    assert group_side(g, "marshalls") == AXIS and group_side(g, "aleutians") == ALLIES
    put(g, "japan i 1-2", "saipan")
    assert group_side(g, "marianas") is None  # Guam is American
