"""25: Atrocities, partisans and SS Legions, and how far troops that are bound to a country go. Worked cases have their ids."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, GERMANY, INDEX, ITALY, USSR
from grognard.titles.tw.rules.control import pass_through
from grognard.titles.tw.rules.homelands import REGION_NUMBERS, at_home, bounds
from grognard.titles.tw.rules.minors import join
from grognard.titles.tw.rules.partisans import (
    active_bands,
    commit_atrocities,
    disperse,
    east_prussia,
    hideouts,
    join_pools,
    may_disperse,
    note_conquests,
    partisan_modifiers,
    partisan_war,
    recruit_legion,
    resistance,
    roll_for_partisans,
)
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.status import AXIS_BLOC, SOVIET_BLOC, WEST_BLOC
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.rules.units import army_rating
from grognard.titles.tw.state import LOST, SPRING, War, turn_of
from grognard.titles.tw.war_charts import ATROCITIES, PARTISAN_WAR

from .kit import drive, hold, put, space
from .test_06_declarations import refused
from .test_14_money import campaign

POLAND, NORDEN, USSR_ = (REGION_NUMBERS[k] for k in ("poland", "norden", "ussr"))


def fallen(g: War, country: str, capital: str, victor: str = "germany") -> None:
    hold(g, victor, capital)
    g.nations[INDEX[country]].surrendered = 1


def band(g: War, prefix: str, at: str, **columns: int) -> int:
    design = next(d for d, s in enumerate(g.designs) if s.id.startswith(prefix))
    return g.units.add(design=design, at=g.ground.named(at), active=1, **columns).index


def test_25_1_1_a_atrocities_in_poland():
    """tw-25.1.1-a: a 4 at the conquest and a 5 in Spring make two partisans, one a turn."""
    g = campaign()
    fallen(g, "poland", "warsaw")
    g.turn += 1
    g.dice = FixedDice(4)
    resistance(g)
    assert g.atrocities == {POLAND: 4}
    g.turn = turn_of(1940, SPRING)
    g.dice = FixedDice(5)
    before = len(g.units)
    resistance(g)
    assert ATROCITIES.label(ATROCITIES.column(4)) == "3-7"
    assert len(g.units) == before + 1 and g.bands == {POLAND: 1}
    resistance(g)
    resistance(g)
    assert len(g.units) == before + 2 and g.bands == {POLAND: 0}


@pytest.mark.parametrize(
    ("region", "power", "dice", "committed"),
    [
        ("france", GERMANY, [2], 0),
        ("spain", GERMANY, [4], 7),
        ("ussr", GERMANY, [9], 10),
        ("yugoslavia", GERMANY, [3], 7),
        ("yugoslavia", ITALY, [], 1),
        ("greece", ITALY, [], 1),
        ("turkey", ITALY, [5], 8),
        ("norden", GERMANY, [], 0),
        ("benelux", GERMANY, [], 0),
        ("baltic", GERMANY, [], 0),
    ],
)
def test_25_1_1_how_many_atrocities(region, power, dice, committed):
    g = campaign()
    g.dice = FixedDice(*dice)
    assert commit_atrocities(g, REGION_NUMBERS[region], power) == committed


def test_25_1_1_which_conquests_count():
    """A country won over by diplomacy has no partisans; the Soviet Union has as soon as Germans stand in it."""
    g = campaign()
    note_conquests(g)
    assert g.atrocities == {}
    join(g, INDEX["spain"], GERMANY)
    note_conquests(g)
    assert g.atrocities == {}
    g.nations[USSR].side = ALLIES
    hold(g, "germany", "minsk")
    g.dice = FixedDice(1)
    note_conquests(g)
    assert g.atrocities == {USSR_: 6}


def test_25_1_1_britain_has_its_yugoslavs():
    g = campaign()
    g.turn, g.atrocities = turn_of(1941, SPRING), {REGION_NUMBERS["yugoslavia"]: 1}
    g.dice = FixedDice(9)
    roll_for_partisans(g)
    assert g.bands == {REGION_NUMBERS["chetniks"]: 1, REGION_NUMBERS["yugoslavia"]: 1}
    join_pools(g)
    made = [g.designs[d].id for d in g.units.design if g.designs[d].id.startswith("part_yugoslavia")]
    assert sorted(made) == ["part_yugoslavia_b", "part_yugoslavia_s_1"]


def test_25_1_2_soviet_atrocities_once():
    g = campaign()
    east_prussia(g)
    assert g.prussia == 0
    g.nations[USSR].side = ALLIES
    hold(g, "ussr", "konigsberg")
    g.dice = FixedDice(8)
    east_prussia(g)
    assert g.prussia == 2
    east_prussia(g)
    h = campaign()
    h.nations[USSR].side = ALLIES
    hold(h, "ussr", "konigsberg")
    h.dice = FixedDice(7)
    east_prussia(h)
    assert h.prussia == 1


def test_25_2_where_partisans_are_raised():
    """In hexes of their home that the enemy holds and does not stand in, for 2 NARFs a factor."""
    g = campaign()
    fallen(g, "poland", "warsaw")
    for s in g.ground.homeland["poland"]:
        g.hexes[s].holder = GERMANY
    unit = band(g, "part_poland_1", "warsaw")
    g.units[unit].at, g.units[unit].pool = -1, LOST
    assert unit_price(g, unit) == 2
    where = homes(g, unit)
    assert where == hideouts(g, unit) and where
    assert all(g.ground.country[s] in ("poland", "danzig") for s in where)
    put(g, "germany INF 6-5", "warsaw")
    assert space(g, "warsaw") not in hideouts(g, unit)
    hold(g, "britain", "lodz")
    assert space(g, "lodz") not in hideouts(g, unit)


def test_25_2_ss_legions_are_raised_at_home_and_leave_it():
    g = campaign()
    g.side = AXIS
    fallen(g, "norway", "oslo")
    for s in g.ground.homeland["norway"]:
        g.hexes[s].holder = GERMANY
    recruit_legion(g, NORDEN)
    legion = len(g.units) - 1
    assert g.units.pool[legion] == LOST and g.roster.kinds[legion] == Kind.INF
    assert all(g.ground.country[s] in ("norway", "denmark") for s in homes(g, legion))
    assert army_rating(g, legion) == g.nations.army[GERMANY]
    assert bounds(g, [legion]) is None
    partisan = band(g, "part_norden", "bergen")
    assert not at_home(g, space(g, "stockholm"), partisan) and at_home(g, space(g, "oslo"), partisan)


def test_25_3_partisans_are_fourth_rate_and_may_disperse():
    g = campaign()
    g.side, g.nations[USSR].side = AXIS, ALLIES
    for s in g.ground.homeland["ussr"]:
        g.hexes[s].holder = GERMANY
    unit = band(g, "part_ussr_1", "minsk")
    g.nations[USSR].army = 1
    assert army_rating(g, unit) == 4
    assert refused(may_disperse(g, unit)) == "25.3"
    assert drive(g, disperse(g, space(g, "minsk"))) == []
    g.nations[USSR].bands_helped = g.turn
    assert may_disperse(g, unit) is None
    tank = put(g, "germany ARM 8-8", "minsk")
    assert refused(may_disperse(g, tank)) == "25.3"
    g.units[tank].at = -1
    drive(g, disperse(g, space(g, "minsk")), ["stand"])
    assert g.units.at[unit] == space(g, "minsk")
    drive(g, disperse(g, space(g, "minsk")))
    assert g.units.at[unit] == space(g, "minsk")


def test_25_3_an_espionage_chit_betrays_them():
    g = campaign()
    g.side, g.nations[USSR].side, g.nations[USSR].bands_helped = AXIS, ALLIES, g.turn
    for s in g.ground.homeland["ussr"]:
        g.hexes[s].holder = GERMANY
    unit = band(g, "part_ussr_1", "minsk")
    goal = "1318"
    g.nations[GERMANY].spies = 1
    drive(g, disperse(g, space(g, "minsk")), [f"disperse {goal}", f"chit {g.nations[GERMANY].token}"])
    assert g.units.at[unit] == space(g, "minsk") and g.nations.spies[GERMANY] == 0
    drive(g, disperse(g, space(g, "minsk")), [f"disperse {goal}"])
    assert g.units.at[unit] == g.ground.named(goal)


def test_25_4_the_partisan_table():
    """Three Soviet partisans and a 2: three NARFs; a 10 costs one of them; trains stop with an @."""
    g = campaign()
    g.nations[USSR].side = ALLIES
    for s in g.ground.homeland["ussr"]:
        g.hexes[s].holder = GERMANY
    units = [band(g, "part_ussr_1", at) for at in ("minsk", "kiev", "kharkov")]
    narfs = g.nations.narfs[GERMANY]
    drive(g, partisan_war(g), dice=[2])
    assert g.nations.narfs[GERMANY] == narfs - 3
    drive(g, partisan_war(g), [f"lose u{units[1]}"], dice=[10])
    assert g.units.at[units[1]] < 0
    assert PARTISAN_WAR[PARTISAN_WAR.column(4), 1].trains and PARTISAN_WAR[PARTISAN_WAR.column(12), 20].lost == 2
    for at in ("minsk", "kiev", "kharkov"):
        band(g, "part_ussr_2", at)
    drive(g, partisan_war(g), dice=[1])
    assert (g.nations.smp_lost[GERMANY], g.nations.rail_lost[GERMANY]) == (1, 1)


def test_25_4_who_counts():
    """Partisans built this turn, and those behind friendly lines, do nothing; those against Italy are rolled for apart."""
    g = campaign()
    g.nations[ITALY].side = AXIS
    for s in g.ground.homeland["greece"]:
        g.hexes[s].holder = ITALY
    for s in g.ground.homeland["france"]:
        g.hexes[s].holder = GERMANY
    g.nations[USSR].side = ALLIES
    greek, french = band(g, "part_greece", "athens"), band(g, "part_france", "paris")
    band(g, "part_france", "lyons", built=g.player_turn)
    band(g, "part_ussr", "moscow")
    assert active_bands(g, SOVIET_BLOC) == {ITALY: [greek]}
    assert active_bands(g, WEST_BLOC) == {GERMANY: [french]}
    assert active_bands(g, AXIS_BLOC) == {}


def test_25_4_modifiers():
    g = campaign()
    assert partisan_modifiers(g, WEST_BLOC, hunted=True, helped=False).total == 2
    assert partisan_modifiers(g, SOVIET_BLOC, hunted=False, helped=True).total == -2
    assert partisan_modifiers(g, AXIS_BLOC, hunted=True, helped=False).total == -2
    commando = put(g, "britain INF 2-5", "london")
    assert partisan_modifiers(g, WEST_BLOC, hunted=False, helped=False).total == 0
    design = next(d for d, s in enumerate(g.designs) if s.kind == Kind.CDO and s.nation == "britain")
    g.units[commando].design, g.units[commando].bombed, g.units[commando].covert = design, g.turn, 1
    assert partisan_modifiers(g, WEST_BLOC, hunted=False, helped=False).total == -2
    assert partisan_modifiers(g, SOVIET_BLOC, hunted=False, helped=False).total == 0


def test_25_4_partisans_take_no_hexes():
    g = campaign()
    for s in g.ground.homeland["france"]:
        g.hexes[s].holder = GERMANY
    unit = band(g, "part_france", "paris")
    pass_through(g, unit, [space(g, "lyons")])
    assert g.hexes.holder[space(g, "lyons")] == GERMANY
    regular = put(g, "france INF 6-5", "paris")
    pass_through(g, regular, [space(g, "lyons")])
    assert g.hexes.holder[space(g, "lyons")] == INDEX["france"]


@pytest.mark.parametrize(
    ("section", "unit", "start", "allowed", "refused_"),
    [
        ("23.10", "bulgaria INF", "sofia", "athens", "kiev"),
        ("23.24", "hungary INF", "budapest", "kiev", "belgrade"),
        ("23.43", "romania INF", "bucharest", "odessa", "budapest"),
        ("23.23", "greece INF", "athens", "ankara", "rome"),
        ("23.38", "norway INF", "oslo", "bergen", "stockholm"),
        ("23.48", "spain INF", "madrid", "lisbon", "rome"),
        ("23.51", "switzerland INF", "bern", "rome", "madrid"),
        ("23.54", "turkey INF", "ankara", "mosul", "rome"),
        ("23.46", "slovakia INF", "bratislava", "bratislava", "kiev"),
        ("23.58", "yugoslavia INF", "belgrade", "zagreb", "sofia"),
        ("23.7", "belgium INF", "brussels", "brussels", "paris"),
        ("23.41", "portugal INF", "lisbon", "lisbon", "madrid"),
    ],
)
def test_23_60_how_far_minor_armies_go(section, unit, start, allowed, refused_):
    g = campaign()
    nation, kind = unit.split()
    design = next(d for d, s in enumerate(g.designs) if s.nation == nation and s.kind == Kind[kind] and not s.marks)
    u = g.units.add(design=design, at=space(g, start)).index
    assert at_home(g, space(g, allowed), u)
    assert not at_home(g, space(g, refused_), u)


def test_23_21_finns_and_swedes_stay_near_finland():
    g = campaign()
    for nation, near, far in (("finland", "leningrad", "moscow"), ("sweden", "leningrad", "moscow")):
        design = next(d for d, s in enumerate(g.designs) if s.nation == nation and s.kind == Kind.INF)
        u = g.units.add(design=design, at=space(g, "helsinki")).index
        g.nations[USSR].side, g.nations[INDEX[nation]].side = ALLIES, AXIS
        assert at_home(g, space(g, near), u)
        assert not at_home(g, space(g, far), u)
    german = put(g, "germany INF 6-5", "helsinki")
    assert bounds(g, [german]) is None


def test_11_12_2_partisans_too_sweep_away_a_lone_flak_unit():
    """Found by random answers: partisans walked into a hex with motorised flak, and both stood there."""
    g = campaign()
    g.side, g.nations[USSR].side = ALLIES, ALLIES
    for s in g.ground.homeland["ussr"]:
        g.hexes[s].holder = GERMANY
    flak = put(g, "germany MOTFLAK 1-7", "minsk")
    unit = band(g, "part_ussr_1", "vitebsk")
    g.units[unit].at = space(g, "minsk")
    pass_through(g, unit, [space(g, "minsk")])
    assert g.units.at[flak] < 0 and g.hexes.holder[space(g, "minsk")] == GERMANY
