"""7.12, 8.8.6, 8.8.8, 9.0, 14.1.1, 14.3.2, 15.4, 15.5: Task Forces, two boxes, and what minor countries and powers do with their
own units and NARFs."""

from __future__ import annotations

from grognard.titles.tw import TITLE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, USA, USSR
from grognard.titles.tw.present import picture
from grognard.titles.tw.rules.allowance import may_move
from grognard.titles.tw.rules.american_entry import change_level
from grognard.titles.tw.rules.construction import may_build, place_unit
from grognard.titles.tw.rules.control import surrender, take
from grognard.titles.tw.rules.disbanding import disband, give_up, may_disband, may_pull_down
from grognard.titles.tw.rules.grants import grant, may_grant
from grognard.titles.tw.rules.minors import join
from grognard.titles.tw.rules.money import bill, funds, territories, territory_value
from grognard.titles.tw.rules.new_year import growth_rate, income_segment
from grognard.titles.tw.rules.passages import UNLIMITED
from grognard.titles.tw.rules.placing import builder
from grognard.titles.tw.rules.rail import may_stratmove, northern_flights
from grognard.titles.tw.rules.retreat import retreat_unit
from grognard.titles.tw.rules.sea_battle import battle_at_sea
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.sea_roads import sea_roads
from grognard.titles.tw.rules.seas import distance, is_port, sea
from grognard.titles.tw.rules.shipyards import yards
from grognard.titles.tw.rules.task_forces import forces, may_veil, task_forces, unveil, veil
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.state import (
    ASSOCIATE,
    FORTIFICATION,
    HOME,
    LOST,
    LOST_UNSUPPLIED,
    PLAIN,
    SATELLITE,
    SPRING,
    SUMMER,
    turn_of,
)

from .kit import drive, hold, put, space, war
from .test_06_declarations import refused
from .test_07_sea import fleet, navy
from .test_08_sea_movement import campaign as played
from .test_14_money import campaign

# --- 7.12 -----------------------------------------------------------------------------------------------------------------------


def test_7_12_who_forms_task_forces():
    g = played("campaign_1942", task_forces=True)
    port = space(g, "scapa_flow")
    ships = [fleet(g, "britain", "scapa_flow") for _ in range(4)]
    german = fleet(g, "germany", "kiel")
    assert may_veil(g, port, tuple(ships[:2])) is None
    assert refused(may_veil(g, port, tuple(ships[:1]))) == "7.12"
    assert refused(may_veil(g, port, tuple(ships))) == "7.12"
    assert refused(may_veil(g, space(g, "kiel"), (german, german))) == "7.12"
    veil(g, port, ships[:3])
    assert refused(may_veil(g, port, (ships[0], ships[3]))) == "7.12"


def test_7_12_the_enemy_does_not_see_the_ships_until_they_fight():
    g = played("campaign_1942", task_forces=True)
    ships = [fleet(g, "britain", "scapa_flow") for _ in range(2)]
    veil(g, space(g, "scapa_flow"), ships)
    tokens = {f"u{u}" for u in ships}
    assert tokens <= {p.id for p in picture(g, "allies").pieces}
    seen = {p.id: p for p in picture(g, "axis").pieces}
    assert not tokens & set(seen) and seen["tf1"].numbers == ()
    assert TITLE.conceals(g)
    foe = fleet(g, "germany", "kiel")
    drive(g, battle_at_sea(g, Force(ALLIES, list(ships)), Force(AXIS, [foe]), sea(g, "norwegian_sea")), dice=[5] * 12)
    assert not forces(g)


def test_7_12_formed_and_dissolved_by_choice():
    g = played("campaign_1942", task_forces=True)
    ships = [fleet(g, "britain", "scapa_flow") for _ in range(2)]
    port = g.board.ids[space(g, "scapa_flow")]
    drive(g, task_forces(g), [f"gather {port}", f"pair u{ships[0]} u{ships[1]}", "done"])
    assert list(forces(g).values()) == [ships]
    drive(g, task_forces(g), ["dissolve 1", "done"])
    assert not forces(g)
    plain = played("campaign_1942")
    assert drive(plain, task_forces(plain)) == [] and not TITLE.veils(plain, "axis")
    unveil(g, ships)


# --- boxes ----------------------------------------------------------------------------------------------------------------------


def test_8_8_6_britain_reaches_italian_east_africa():
    """By way of Suez or South Africa; Italians do not."""
    g = played("campaign_1941")
    box = space(g, "italian_east_africa_box")
    assert box in sea_roads(g, BRITAIN, space(g, "south_africa_box"), UNLIMITED)
    assert box in sea_roads(g, BRITAIN, space(g, "suez"), UNLIMITED)
    assert box not in sea_roads(g, ITALY, space(g, "taranto"), UNLIMITED)
    hold(g, "italy", "suez")
    assert box not in sea_roads(g, BRITAIN, space(g, "alexandria"), UNLIMITED)


def test_8_8_8_narvik():
    """A port without a yard, beside the Norwegian Sea; who must retreat there is lost; aircraft come from the North."""
    g = navy("germany", "britain", "norway", year=1940, season=SUMMER)
    box = space(g, "narvik_box")
    hold(g, "germany", "narvik_box", "oslo", "bergen")
    assert is_port(g, box) and box not in yards(g)
    assert distance(g, GERMANY, space(g, "kiel"), sea(g, "narvik_sea")) == distance(
        g, GERMANY, space(g, "kiel"), sea(g, "norwegian_sea")
    ) + 1  # fmt: skip
    assert box in sea_roads(g, GERMANY, space(g, "kiel"), UNLIMITED)
    foot = put(g, "germany INF 6-5", "narvik_box")
    drive(g, retreat_unit(g, foot))
    assert g.units.at[foot] < 0
    near, far = put(g, "germany TAC 1-5", "bergen"), put(g, "germany TAC 1-5", "berlin")
    assert box in northern_flights(g, near)
    assert northern_flights(g, far) == []
    there = put(g, "germany TAC 1-5", "narvik_box")
    g.nations[GERMANY].smp = 4
    assert may_stratmove(g, there) is None
    assert space(g, "oslo") in northern_flights(g, there)


def test_9_0_who_moves_over_land():
    g = war("germany", "ussr")
    tank, plane = put(g, "germany ARM 8-8", "warsaw"), put(g, "germany TAC 1-5", "warsaw")
    assert may_move(g, tank, 1) is None
    assert refused(may_move(g, plane, 1)) == "9.0"


# --- money ----------------------------------------------------------------------------------------------------------------------


def test_14_1_1_the_level_changes_during_the_year():
    """A colony lost costs its share of the season and nothing of the base; American entry moves base and level."""
    g = campaign()
    g.turn, g.nations[ITALY].side = turn_of(1940, SUMMER), AXIS
    level, base = g.nations.narfs[ITALY], g.nations.base[ITALY]
    take(g, space(g, "tripoli"), BRITAIN, ALLIES)
    assert (g.nations.narfs[ITALY], g.nations.base[ITALY]) == (level - 2, base)
    america = g.nations.base[USA]
    change_level(g, 2, "a case")
    assert g.nations.base[USA] > america
    level = g.nations.narfs[FRANCE]
    take(g, space(g, "oslo"), BRITAIN, ALLIES)
    assert g.nations.narfs[FRANCE] == level


def test_14_3_2_satellites_grow_and_others_do_not():
    g = campaign()
    g.turn = turn_of(1941, SPRING)
    slovakia, sweden = g.nations[INDEX["slovakia"]], g.nations[INDEX["sweden"]]
    assert (growth_rate(g, slovakia.index), growth_rate(g, sweden.index)) == (25, 0)
    assert refused(may_grant(g, GERMANY, sweden.index, 20)) == "14.4"
    assert may_grant(g, GERMANY, slovakia.index, 20) is None
    grant(g, GERMANY, slovakia.index, 20)
    land = next(t for t in territories(g) if t.key == "slovakia")
    before, theirs = territory_value(g, land, GERMANY), sweden.narfs
    income_segment(g)
    assert territory_value(g, land, GERMANY) == before + 5
    assert (slovakia.narfs, sweden.narfs) == (0, 16) and theirs == 8  # its yearly NARFs (14.2), nothing grows
    g.turn = turn_of(1940, SPRING)
    assert growth_rate(g, slovakia.index) == 0


# --- 15.4, 15.5 -----------------------------------------------------------------------------------------------------------------


def test_15_4_who_pays_for_the_units_of_minors():
    g = campaign()
    slovakia, finland = INDEX["slovakia"], INDEX["finland"]
    g.nations[slovakia].narfs, g.nations[GERMANY].narfs = 2, 10
    assert funds(g, slovakia) == 12
    g.nations[finland].narfs = 3
    assert funds(g, finland) == 3 and g.nations.status[finland] == ASSOCIATE
    assert builder(g, finland) == AXIS
    finn = put(g, "finland INF 6-5", "helsinki")
    g.units[finn].at, g.units[finn].pool = -1, LOST
    assert refused(may_build(g, finn)) == "15.1.2"
    g.nations[finland].narfs = 9
    g.side = AXIS
    assert may_build(g, finn) is None
    drive(g, place_unit(g, g.units[finn]))
    assert g.nations.narfs[finland] == 9 - 7 and g.nations.narfs[GERMANY] == 10
    assert (g.units.pool[finn], g.units.at[finn]) == (HOME, -1)


def test_15_4_conquered_countries_build_nothing():
    g = campaign()
    norway = INDEX["norway"]
    soldier = put(g, "norway INF 2-5", "oslo")
    g.units[soldier].at, g.units[soldier].pool = -1, LOST
    join(g, norway, BRITAIN)
    assert may_build(g, soldier) is None
    assert bill(g, norway, 10) >= 10
    surrender(g, norway)
    g.units[soldier].pool = LOST
    assert refused(may_build(g, soldier)) == "15.1"


def test_15_5_voluntary_elimination():
    """A unit given up costs double to rebuild; a fortification its plain price; nothing is paid back."""
    g = campaign()
    g.side = AXIS
    tank = put(g, "germany ARM 8-8", "berlin")
    plain, narfs = unit_price(g, tank), g.nations.narfs[GERMANY]
    assert may_disband(g, GERMANY, tank) is None
    assert refused(may_disband(g, ITALY, tank)) == "15.5"
    drive(g, disband(g, GERMANY), [f"scrap u{tank}"])
    assert g.units.pool[tank] == LOST_UNSUPPLIED and unit_price(g, tank) == 2 * plain
    assert g.nations.narfs[GERMANY] == narfs
    hexagon = g.hexes[space(g, "berlin")]
    assert may_pull_down(g, GERMANY, hexagon.index) is not None
    hexagon.works, hexagon.builder = FORTIFICATION, GERMANY
    drive(g, disband(g, GERMANY), [f"raze {hexagon.token}"])
    assert hexagon.works == PLAIN
    assert refused(may_disband(g, GERMANY, tank)) == "15.5"


def test_15_5_a_carrier_takes_its_aircraft_along():
    g = played("campaign_1942")
    planes = {cv: u for u, cv in enumerate(g.units.aboard) if cv >= 0 and g.units.at[u] >= 0}
    carrier, plane = next((cv, u) for cv, u in planes.items() if g.designs[g.units.design[u]].kind == Kind.NAC)
    give_up(g, carrier)
    assert g.units.at[carrier] < 0 and g.units.at[plane] < 0
    assert g.nations.status[INDEX["slovakia"]] == SATELLITE and g.nations.side[USSR] == ALLIES
