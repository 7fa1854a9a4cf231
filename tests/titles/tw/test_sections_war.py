"""Sections of chapters 3, 5, 7, 8, 14, 15, 27 and 29 that other cases only touch: what each allows and what it refuses."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import Option
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, ITALY, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.bombing_war import near_baku, soviet_raid
from grognard.titles.tw.rules.combat import besieged_only
from grognard.titles.tw.rules.interception import aircraft_beside
from grognard.titles.tw.rules.invasions import open_beachhead
from grognard.titles.tw.rules.money import income, power_of, spend, territories, territory_value
from grognard.titles.tw.rules.new_year import growth_rate, new_year
from grognard.titles.tw.rules.passages import UNLIMITED
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.raiders import break_out, hunters, may_raid
from grognard.titles.tw.rules.sea_battle import battle_at_sea
from grognard.titles.tw.rules.sea_fight import Force, navy_rating
from grognard.titles.tw.rules.sea_roads import sea_roads
from grognard.titles.tw.rules.seas import beachheads, is_port, sea
from grognard.titles.tw.rules.shipyards import dock, launch, may_use
from grognard.titles.tw.rules.stacking import stack_limit
from grognard.titles.tw.rules.strategic_units import pool_limit
from grognard.titles.tw.rules.strategic_war import cards, submarines_in_the_med
from grognard.titles.tw.rules.uboats import AMBUSH, MASSACRE, capital_targets, hunter_result, med_modifiers, reckon, smp_cut
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.rules.victory import objectives
from grognard.titles.tw.state import (
    ASSOCIATE,
    FORTRESS,
    LOST,
    LOST_UNSUPPLIED,
    NONE,
    SATELLITE,
    SPRING,
    YARD,
    turn_of,
)
from grognard.titles.tw.war_charts import NAVAL_NATIONALITY, Attrition

from .kit import drive, hold, put, space, unit
from .test_07_sea import carrier, fleet, mediterranean, navy
from .test_08_sea_movement import campaign

# --- 5 ------------------------------------------------------------------------------------------------------------------------


def test_5_1_2_raiders_break_out():
    """Raiders of Kiel may be met on the way to the North Atlantic; those of Norway get there unseen."""
    g = navy("germany", "britain", year=1940, season=SPRING)
    hold(g, "germany", "trondheim")
    kiel, norway = fleet(g, "germany", "kiel"), fleet(g, "germany", "trondheim")
    fleet(g, "britain", "scapa_flow")
    prompts = drive(g, break_out(g, [kiel, norway]), ["let"])
    assert len(prompts) == 1 and sorted(drive.value) == sorted([kiel, norway])
    assert may_raid(g, norway) is None


def test_5_1_2_2_who_hunts():
    """British ports at home hunt; Gibraltar only when others have failed; Alexandria never."""
    g = navy("germany", "britain", year=1940, season=SPRING)
    for port in ("scapa_flow", "gibraltar", "alexandria"):
        fleet(g, "britain", port)
    assert hunters(g, failed=False) == [space(g, "scapa_flow")]
    assert sorted(hunters(g, failed=True)) == sorted([space(g, "scapa_flow"), space(g, "gibraltar")])


def test_5_1_3_1_ambush():
    """Four NARFs for each U-Boat beyond the escorts, and a point more of strategic movement."""
    season = reckon(6, 4, Attrition(0, 0, 1, 3, 1))
    assert season.shipping == AMBUSH and season.narfs == 24 and smp_cut(24, AMBUSH) == 3


def test_5_1_3_2_massacre():
    """Five NARFs each, two points more."""
    season = reckon(6, 4, Attrition(0, 0, 2, 2, 2))
    assert season.shipping == MASSACRE and season.narfs == 30 and smp_cut(30, MASSACRE) == 4


# --- 7 ------------------------------------------------------------------------------------------------------------------------


def test_7_6_3_round_the_cape():
    """From ports on the Atlantic and the North Sea to South Africa, and from there to Suez; not from a port on the Channel."""
    g = navy("britain", "germany", side=ALLIES)
    cape = space(g, "south_africa_box")
    g.hexes[cape].holder = BRITAIN
    assert cape in sea_roads(g, BRITAIN, space(g, "scapa_flow"), UNLIMITED)
    assert space(g, "suez") in sea_roads(g, BRITAIN, cape, UNLIMITED)
    assert cape not in sea_roads(g, BRITAIN, space(g, "southampton"), UNLIMITED)


def test_7_7_4_beachheads():
    """A beach that was won is a port with room for six, until two own turns later."""
    g = navy("germany", "britain", year=1944)
    beach = space(g, "1333")
    hold(g, "germany", "1333")
    corps = put(g, "germany INF 6-5", "1333")
    was = is_port(g, beach)
    open_beachhead(g, beach)
    assert is_port(g, beach) and stack_limit(g, beach, [corps]) == 6
    g.turn += 2
    assert beach in beachheads(g)
    g.turn += 1
    assert beach not in beachheads(g) and is_port(g, beach) == was


def test_7_8_3_air_alone():
    """Aircraft beside the area need no roll; those that have flown, are unsupplied or not active do not come."""
    g = mediterranean()
    area = sea(g, "sardinian_sea")
    tac = put(g, "italy TAC 1-5-4", "cagliari")
    assert aircraft_beside(g, AXIS, area) == [tac]
    for column, value in (("supply", NONE), ("active", 0)):
        before = getattr(g.units[tac], column)
        setattr(g.units[tac], column, value)
        assert aircraft_beside(g, AXIS, area) == []
        setattr(g.units[tac], column, before)


def test_7_9_1_air_before_ships():
    """With aircraft on both sides these fight first; the carrier's owner may keep his NAC down."""
    g = mediterranean(side=ALLIES)
    cv = carrier(g, "britain", "gibraltar")
    tac = put(g, "italy TAC 1-5-4", "cagliari")
    attack, defence = Force(ALLIES, [cv]), Force(AXIS, planes=[tac])
    prompts = drive(g, battle_at_sea(g, attack, defence, sea(g, "sardinian_sea")), ["stay", "leave"], dice=[5, 2, 2, 2])
    assert prompts[0].startswith("Do the carrier aircraft") and g.units.at[tac] >= 0


def test_7_9_7_three_rounds():
    """A battle ends after the third round, whoever wants to go on."""
    g = navy("germany", "britain")
    ours, theirs = [fleet(g, "germany", "kiel") for _ in range(3)], [fleet(g, "britain", "scapa_flow") for _ in range(3)]
    prompts = drive(
        g,
        battle_at_sea(g, Force(AXIS, ours), Force(ALLIES, theirs), sea(g, "norwegian_sea")),
        [f"lose u{theirs[0]}", "stay", "stay", "stay", "stay"],
        dice=[4, 1, 4, 1, 4, 1, 4, 1],
    )
    assert sum("fight on" in p for p in prompts) == 4


def test_7_11_1_first_rate():
    """German, British and American ships are First Rate: -1, -3 and -4 against the others."""
    g = navy("germany", "britain", "united_states")
    for nation, port in (("germany", "kiel"), ("britain", "malta"), ("united_states", "us_box")):
        assert navy_rating(g, fleet(g, nation, port)) == 1
    assert [NAVAL_NATIONALITY[1, d] for d in (1, 2, 3, 4)] == [0, -1, -3, -4]


def test_7_11_3_third_rate():
    """Italians, Soviets and minors but the Dutch and the Swedes."""
    g = navy("italy", "ussr", "britain")
    assert navy_rating(g, fleet(g, "italy", "genoa")) == navy_rating(g, fleet(g, "ussr", "leningrad")) == 3
    assert g.nations.navy[INDEX["sweden"]] == 2 and g.nations.navy[INDEX["greece"]] == 3


def test_7_11_4_fourth_rate():
    """Depleted and unsupplied ships, whatever their navy."""
    g = navy("germany", "britain")
    assert navy_rating(g, fleet(g, "germany", "kiel", depleted=1)) == 4
    assert navy_rating(g, fleet(g, "germany", "kiel", supply=NONE)) == 4
    assert [NAVAL_NATIONALITY[4, d] for d in (1, 2, 3)] == [4, 2, 1]


# --- 8 ------------------------------------------------------------------------------------------------------------------------


def test_8_8_4_south_africa_and_8_8_5_india():
    """From the Cape to Suez, Basra and India in one turn each; from India to Suez."""
    g = navy("britain", "germany", side=ALLIES)
    for box in ("south_africa_box", "india_box"):
        g.hexes[space(g, box)].holder = BRITAIN
    cape, india = space(g, "south_africa_box"), space(g, "india_box")
    assert {space(g, "suez"), india} <= set(sea_roads(g, BRITAIN, cape, UNLIMITED))
    assert space(g, "suez") in sea_roads(g, BRITAIN, india, UNLIMITED)
    assert space(g, "southampton") not in sea_roads(g, BRITAIN, india, UNLIMITED)


def test_8_8_9_canada():
    """Ships of the Canadian yard sail to Britain; Axis ships never come there."""
    g = navy("britain", "germany", side=ALLIES)
    box = space(g, "canada_box")
    g.hexes[box].holder = BRITAIN
    assert space(g, "scapa_flow") in sea_roads(g, BRITAIN, box, UNLIMITED)
    assert box not in sea_roads(g, GERMANY, space(g, "kiel"), UNLIMITED)


# --- 14, 15 -------------------------------------------------------------------------------------------------------------------


def test_3_10_4_and_14_1_3_what_is_left_over():
    """Unspent NARFs raise the base by the growth rate and are gone."""
    g = campaign("campaign_1941")
    g.turn = turn_of(1942, SPRING)
    row = g.nations[BRITAIN]
    row.narfs, base = 20, row.base
    new_year(g, BRITAIN)
    assert row.base == base + 7 and row.narfs == income(g, BRITAIN).total


def test_14_1_2_conquests_do_not_raise_the_base():
    g = campaign("campaign_1942")
    base = g.nations.base[GERMANY]
    land = next(t for t in territories(g) if t.key == "belgium")
    assert territory_value(g, land, GERMANY) == 18
    hold(g, "britain", "brussels")
    assert territory_value(g, land, GERMANY) == 0 and g.nations.base[GERMANY] == base


def test_14_3_1_america_in_peace():
    """Its base grows by its own table until it is at war."""
    g = campaign("campaign_1941")
    assert growth_rate(g, USA) == 0
    g.nations[USA].side = ALLIES
    assert growth_rate(g, USA) == 80


def test_14_4_satellites_and_associates():
    """A Satellite's value is its patron's, an Associate brings the smaller number, a neutral nothing."""
    g = campaign("campaign_1939")
    land = next(t for t in territories(g) if t.key == "bulgaria")
    row = g.nations[INDEX["bulgaria"]]
    assert territory_value(g, land, GERMANY) == 0
    row.patron, row.status = GERMANY, ASSOCIATE
    assert territory_value(g, land, GERMANY) == 2
    row.side, row.status = AXIS, SATELLITE
    assert territory_value(g, land, GERMANY) == 5 and power_of(g, row.index) == GERMANY


def test_14_7_colonies():
    """A colony counts for who holds its capital."""
    g = campaign("campaign_1939")
    libya = next(t for t in territories(g) if t.key == "libya")
    assert territory_value(g, libya, ITALY) == 3
    hold(g, "britain", "tripoli")
    assert territory_value(g, libya, ITALY) == 0 and territory_value(g, libya, BRITAIN) == 3


def test_15_1_3_2_ships_in_dock():
    """A depleted ship lies on its space and comes out whole."""
    g = campaign("campaign_1939")
    ship = g.units[unit(g, "ger_fleet_1")]
    ship.depleted, ship.track = 1, 8
    dock(g, ship, space(g, "kiel"))
    assert ship.pool == YARD and ship.at < 0
    launch(g, ship)
    assert ship.at == space(g, "kiel") and not ship.depleted


def test_15_2_1_no_work_out_of_supply():
    g = campaign("campaign_1939")
    yard = space(g, "marseilles")
    assert may_use(g, INDEX["france"], yard, fresh=True) is None
    for b in g.ground.steps[yard]:
        put(g, "germany INF 6-5", g.board.ids[b])
    hold(g, "germany", "paris", "bordeaux")
    assert may_use(g, INDEX["france"], yard, fresh=True).rule == "15.2.1"


def test_15_2_3_naval_aircraft_in_shipyards():
    g = campaign("campaign_1939")
    g.side = AXIS
    nac = unit(g, "ger_nac_1")
    assert {g.board.label(s) for s in homes(g, nac)} <= {"Kiel", "Wilhelmshaven"} and homes(g, nac)


def test_15_2_5_pools_of_strategic_units():
    """More may be built as the years open the pools; nothing beyond them."""
    g = campaign("campaign_1939")
    early = pool_limit(g, GERMANY, "U_BOAT")
    g.turn = turn_of(1942, SPRING)
    assert pool_limit(g, GERMANY, "U_BOAT") > early and pool_limit(g, ITALY, "U_BOAT") == 0


def test_15_3_lost_out_of_supply():
    """Double, and plain when it was lost in supply."""
    g = campaign("campaign_1939")
    u = unit(g, "ger_inf_i")
    g.units[u].at, g.units[u].pool = -1, LOST
    plain = unit_price(g, u)
    g.units[u].pool = LOST_UNSUPPLIED
    assert unit_price(g, u) == 2 * plain


def test_22_7_2_what_america_spends_in_peace():
    """It leaves the base too; at war it does not."""
    g = campaign("campaign_1941")
    base = g.nations.base[USA]
    spend(g, USA, 10)
    assert g.nations.base[USA] == base - 10
    g.nations[USA].side = ALLIES
    spend(g, USA, 10)
    assert g.nations.base[USA] == base - 10


# --- 27, 29 -------------------------------------------------------------------------------------------------------------------


def test_27_2_1_corsica_and_27_2_2_the_dardanelles():
    g = campaign("campaign_1942")
    before = objectives(g, ITALY), objectives(g, USSR)
    for s in range(g.board.size):
        if "corsica" in g.ground.regions[s] or g.ground.country[s] == "corsica":
            g.hexes[s].holder = ITALY
    hold(g, "ussr", "2818")
    assert objectives(g, ITALY) == before[0] + 1 and objectives(g, USSR) == before[1]
    hold(g, "ussr", "2819")
    assert objectives(g, USSR) == before[1] + 1


def test_29_9_cards_of_the_bombing_war():
    """Every row of the matrix holds one strong and one weak answer."""
    g = campaign()
    matrix = g.title.box(g.board).campaign.matrices["29.9"]
    rows = {r for r, _ in matrix}
    assert len(rows) == 6 and all(sum(v for (r, _), v in matrix.items() if r == row) == 0 for row in rows)
    row, column = next(iter(matrix))
    flow = cards(g, "29.9", "Card of the bombing war", "Card of the bombing war")
    played = {g.seat(AXIS): Option("play", row.replace(" ", "_")), g.seat(ALLIES): Option("play", column.replace(" ", "_"))}
    assert set(next(flow).asks) == set(played)
    with pytest.raises(StopIteration) as end:
        flow.send(played)
    assert end.value.value == matrix[row, column] != 0


def test_29_12_the_soviet_union_is_bombed():
    """German SAC against Soviet interceptors; stars only with a base near Baku."""
    g = campaign(soviet_bombing=True)
    row = g.nations[GERMANY]
    row.sac, g.nations[USSR].interceptors = 4, 1
    assert pool_limit(g, USSR, "INT") == 5 and not near_baku(g)
    before = g.nations.narfs[USSR]
    drive(g, soviet_raid(g), ["bomb 4", "guard 1"], dice=[1, 3])
    assert g.nations.narfs[USSR] < before and g.nations.oil_hits[USSR] == 0


def test_29_14_submarines_in_the_mediterranean():
    """British boats in Malta's shelter; Axis bombers on the shore help the escorts."""
    g = mediterranean()
    plain = med_modifiers(g).total
    fleet(g, "britain", "malta")
    assert med_modifiers(g).total == plain - 1
    put(g, "germany TAC 1-5-4", "palermo")
    assert med_modifiers(g).total == plain + 2
    g.nations[ITALY].narfs = 50
    g.dice, g.campaign = FixedDice(1), 1
    submarines_in_the_med(g)
    assert g.nations.narfs[ITALY] <= 50


def test_29_16_a():
    """Hunters are not touched by what the U-Boats do; boats that attack badly are sunk."""
    assert hunter_result(10, 4, 4, 0) == (1, 0) and hunter_result(1, 4, 4, 0) == (0, 0)
    season = reckon(9, 1, Attrition(0, 0, 2, 0))
    assert season.asw_lost == 1


def test_29_19_capital_ships():
    """Fleets of Britain and America at war, carriers of Britain alone."""
    g = campaign()
    nations = {g.designs[g.units.design[u]].nation for u in capital_targets(g, carrier=False)}
    assert nations == {"britain", "united_states"}
    assert {g.designs[g.units.design[u]].nation for u in capital_targets(g, carrier=True)} == {"britain"}
    g.nations[USA].side = NEUTRAL
    assert {g.designs[g.units.design[u]].nation for u in capital_targets(g, carrier=False)} == {"britain"}


def test_29_22_leningrad_is_starved():
    """A fortress with six supplied Soviet factors is not attacked; with fewer, or without the option, it is."""
    g = campaign(siege_of_leningrad=True)
    g.side = AXIS
    city = space(g, "leningrad")
    for u, at in enumerate(g.units.at):
        if at == city:
            g.units[u].at = -1
    g.hexes[city].works = FORTRESS
    put(g, "ussr INF 6-5", "leningrad")
    assert besieged_only(g, city)
    g.hexes[city].works = 0
    assert not besieged_only(g, city)
    other = campaign()
    other.side = AXIS
    assert not besieged_only(other, city)
