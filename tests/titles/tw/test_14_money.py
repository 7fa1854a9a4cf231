"""3.1, 14 and 15: bases, income, growth, conquests, ceilings, force pools, shipyards. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.titles.tw import TITLE
from grognard.titles.tw.campaign import STRATEGIC
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, MAJORS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.construction import may_build
from grognard.titles.tw.rules.control import surrender, take
from grognard.titles.tw.rules.money import (
    camp,
    ceiling,
    conquered_value,
    construction_price,
    income,
    industries,
    share,
    spend,
    territories,
)
from grognard.titles.tw.rules.new_year import force_pool_additions, growth_rate, income_segment, new_year
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.shipyards import (
    build_yard,
    count_damage,
    idle_work,
    lay_down,
    may_build_yard,
    may_lay_down,
    may_use,
    may_work,
    work_on,
    work_price,
    yards,
)
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.state import FALL, FUTURE, LOST, LOST_UNSUPPLIED, SPRING, SUMMER, WINTER, YARD, War, turn_of

from .kit import put, space, unit


def campaign(scenario: str = "campaign_1939") -> War:
    g: War = TITLE.blank(scenario, {})
    TITLE.setup(g)
    g.dice, g.journal = FixedDice(), Journal()
    return g


# --- data ---------------------------------------------------------------------------------------------------------------------


def test_15_1_1_every_counter_of_a_pool_is_in_the_box():
    box = TITLE.box(TITLE.blank("poland", {}).board)
    named = {c for row in box.campaign.pools if row.kind not in STRATEGIC for c in row.counters}  # numbers
    named |= {row.unit for rows in box.campaign.setups.values() for row in rows if row.record in ("unit", "lost")}
    assert named and named <= {d.id for d in box.designs}
    assert all(len(row.counters) == row.number for row in box.campaign.pools if row.counters)


def test_14_1_bases_of_the_major_powers():
    g = campaign()
    assert [g.nations.base[n] for n in (ITALY, FRANCE, GERMANY, USSR, BRITAIN, USA)] == [56, 85, 170, 135, 186, 50]


def test_15_1_6_1_b():
    """The parts of the British base are 186 together."""
    box = TITLE.box(campaign().board).campaign
    parts = ("british_isles", "south_africa", "canada", "india", "australia_new_zealand")
    assert sum(box.value("britain", f"narf_base_{part}") for part in parts) == 186


# --- income and growth --------------------------------------------------------------------------------------------------------


def test_14_2_income_of_a_year():
    """Base, colonies, Satellites; France has its colonies' 17 and Poland, Britain the rest of the Empire."""
    g = campaign()
    assert income(g, ITALY).total == 56 + 7 and income(g, FRANCE).total == 85 + 17 + 30
    assert income(g, BRITAIN).total == 186 + 12 + 12 and income(g, GERMANY).total == 170 + 3


def test_14_6_b():
    """Morocco, Algeria, Tunisia and Syria are worth 17."""
    g = campaign()
    french = [t.value for t in territories(g) if t.owner == FRANCE and not t.home]
    assert sorted(french) == [2, 4, 5, 6] and sum(french) == 17


def test_14_3_a():
    """15 unspent Soviet NARFs of 1942 raise the base by 4."""
    g = campaign()
    g.turn = turn_of(1943, SPRING)
    row = g.nations[USSR]
    row.narfs, row.base = 15, 200
    new_year(g, USSR)
    assert row.base == 204 and row.narfs == income(g, USSR).total


def test_14_3_3_growth_rates():
    """Nobody grows before 1941, Germany not before 1942, America not before it is at war."""
    g = campaign()
    g.turn = turn_of(1940, SPRING)
    assert all(growth_rate(g, n) == 0 for n in MAJORS)
    g.turn = turn_of(1941, SPRING)
    assert [growth_rate(g, n) for n in (BRITAIN, FRANCE, ITALY, USSR, GERMANY, USA)] == [35, 25, 25, 30, 0, 0]
    g.turn = turn_of(1942, SPRING)
    g.nations[USA].side = ALLIES
    assert growth_rate(g, GERMANY) == 50 and growth_rate(g, USA) == 80


def test_14_1_4_deficits():
    """What was overspent comes off the base and off the income (TW-AMB-20)."""
    g = campaign()
    g.turn = turn_of(1940, SPRING)
    row = g.nations[ITALY]
    row.narfs = -5
    new_year(g, ITALY)
    assert row.base == 51 and row.narfs == 51 + 7 - 5


def test_3_1_income_comes_in_spring():
    g = campaign()
    before = list(g.nations.narfs)
    income_segment(g)
    assert g.nations.narfs == before
    g.turn = turn_of(1940, SPRING)
    income_segment(g)
    assert g.nations.narfs[GERMANY] == 173


def test_3_1_force_pool_additions():
    """Counters can be built from their date on, not before."""
    g = campaign()
    corps = unit(g, "ger_arm_xxxix")
    assert g.units.pool[corps] == FUTURE and may_build(g, corps) is not None
    g.turn = turn_of(1940, SPRING)
    force_pool_additions(g)
    assert g.units.pool[corps] == LOST and g.units.pool[unit(g, "ger_arm_xlvi")] == FUTURE


# --- conquests ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("season", "part"), [(SPRING, 30), (SUMMER, 22), (FALL, 15), (WINTER, 7)])
def test_14_5_share_of_the_season(season, part):
    g = campaign()
    g.turn = turn_of(1940, season)
    assert share(g, 30) == part


def test_14_5_a_conquered_country():
    """Poland in Fall 1939: half of it at once to Germany, off France; the whole of it in Spring."""
    g = campaign()
    germany, france = g.nations.narfs[GERMANY], g.nations.narfs[FRANCE]
    take(g, space(g, "warsaw"), GERMANY, AXIS)
    assert g.nations.surrendered[INDEX["poland"]]
    assert g.nations.narfs[GERMANY] == germany + 10 and g.nations.narfs[FRANCE] == france - 15
    for s, words in enumerate(g.ground.regions):
        if "eastern_poland" in words:
            g.hexes[s].holder = USSR
    assert income(g, GERMANY).total == 170 + 3 + 20 + 2 and income(g, USSR).total == 135 + 10  # with Danzig


def test_14_6_a():
    """France conquered in Summer 1940 with Vichy and Alsace-Lorraine: 69, of which 51 at once."""
    g = campaign()
    g.annexed = 1
    g.turn = turn_of(1940, SUMMER)
    for s in g.ground.homeland["france"]:
        g.hexes[s].holder = INDEX["vichy_france"] if "vichy" in g.ground.regions[s] else GERMANY
    assert conquered_value(g, FRANCE) == 69
    before = g.nations.narfs[GERMANY]
    surrender(g, FRANCE)
    assert g.nations.narfs[GERMANY] == before + 51
    g.nations[GERMANY].base += 4
    assert income(g, GERMANY).total == 174 + 3 + 69


def test_14_6_1_cities():
    """Kiev taken in Fall 1941 costs the Soviets 3 now and 6 a year; Germany has 1 now and 3 a year."""
    g = campaign("campaign_1942")
    kiev = next(c for c in industries(g) if c.key == "kiev")
    take(g, kiev.space, USSR, ALLIES)
    g.turn = turn_of(1942, FALL)
    before = g.nations.narfs[USSR], g.nations.narfs[GERMANY], income(g, USSR).total, income(g, GERMANY).total
    take(g, kiev.space, GERMANY, AXIS)
    after = g.nations.narfs[USSR], g.nations.narfs[GERMANY], income(g, USSR).total, income(g, GERMANY).total
    assert [b - a for a, b in zip(before, after)] == [-3, 1, -6, 3]


def test_14_6_1_values():
    g = campaign()
    values = {c.key: c.value for c in industries(g)}
    assert sum(c.value for c in industries(g) if c.owner == USSR) == 80 and values["paris"] == 12 and values["maikop"] == 4
    assert sum(values[k] for k in ("berlin", "essen", "cologne", "breslau")) == 48


# --- ceilings -----------------------------------------------------------------------------------------------------------------


def test_15_1_6_1_ceiling():
    """From Spring 1940 half the base can be spent at the plain price; the rest costs double."""
    g = campaign()
    assert ceiling(g, GERMANY) is None
    g.turn = turn_of(1940, SPRING)
    assert ceiling(g, GERMANY) == 85 and ceiling(g, ITALY) == 28
    g.nations[ITALY].narfs, g.nations[ITALY].spent = 60, 20
    assert construction_price(g, ITALY, 8) == 8 and construction_price(g, ITALY, 15) == 8 + 2 * 7
    spend(g, ITALY, 15)
    assert g.nations.narfs[ITALY] == 60 - 22 and construction_price(g, ITALY, 5) == 10


def test_15_1_6_1_a():
    """A unit lost out of supply costs four times its price beyond the ceiling."""
    g = campaign()
    g.turn = turn_of(1940, SUMMER)
    corps = unit(g, "ger_inf_i")
    plain = unit_price(g, corps)
    g.units[corps].at, g.units[corps].pool = -1, LOST_UNSUPPLIED
    g.nations[GERMANY].spent = 85
    assert construction_price(g, GERMANY, unit_price(g, corps)) == 4 * plain


def test_15_1_1_a():
    """A 3-3-2 fighter costs 15."""
    g = campaign()
    assert unit_price(g, unit(g, "ger_ftr_1")) == 15


# --- placing ------------------------------------------------------------------------------------------------------------------


def test_15_2_2_the_wide_world():
    """Americans appear in America, Canadians in Canada, Indians in India, South Africans at the Cape, ANZACs at Suez."""
    g = campaign()
    g.side = ALLIES
    where = {"usa_mot_1": "us_box", "bri_mot_can_1": "canada_box", "bri_mot_ind": "india_box", "bri_mot_saf": "south_africa_box"}
    for name, place in where.items():
        row = g.units[unit(g, name)]
        row.at, row.pool = -1, LOST
        assert homes(g, row.index) == [space(g, place)]
    anzac = g.units[unit(g, "bri_mot_anzac")]
    anzac.at, anzac.pool = -1, LOST
    assert homes(g, anzac.index) == [space(g, "suez")]


def test_3_7_neutral_powers_build_too():
    """Italy, America and the Soviet Union act in their alliance's turn before they are at war; a neutral minor does not."""
    g = campaign()
    assert [camp(g, n) for n in (GERMANY, ITALY, USA, USSR)] == [AXIS, AXIS, ALLIES, ALLIES]
    assert camp(g, INDEX["sweden"]) == NEUTRAL


# --- shipyards ----------------------------------------------------------------------------------------------------------------


def test_15_1_5_yards():
    g = campaign()
    mine = {g.board.label(s) for s, n in yards(g).items() if n == GERMANY}
    assert mine == {"Kiel", "Wilhelmshaven"} and yards(g)[space(g, "canada_box")] == BRITAIN


def test_15_1_5_2_work():
    """One space a turn for 4 NARFs, once a turn in a yard; the last space launches the ship."""
    g = campaign()
    ship = g.units[unit(g, "ger_fleet_3")]
    assert (ship.pool, ship.track) == (YARD, 6) and may_work(g, ship.index, 1) is None
    before = g.nations.narfs[GERMANY]
    work_on(g, ship, 1)
    assert ship.track == 7 and g.nations.narfs[GERMANY] == before - 4
    assert may_work(g, ship.index, 1).rule == "15.1.5" and idle_work(g, ship.yard) == 0
    g.turn += 1
    work_on(g, ship, 2)
    assert ship.pool == 0 and g.board.label(ship.at) == "Kiel" and g.nations.narfs[GERMANY] == before - 4 - 16


def test_15_1_5_4_no_hurry():
    """Carriers are not hurried, nor anything American in peace."""
    g = campaign()
    cv = g.units[unit(g, "ger_cv_1")]
    lay_down(g, cv, space(g, "wilhelmshaven"))
    assert cv.track == 1 and work_price(g, cv.index) == 8
    assert may_work(g, cv.index, 1).rule == "7.10"
    g.turn += 1
    assert may_work(g, cv.index, 1) is None and may_work(g, cv.index, 2).rule == "15.1.5.4"
    ship = g.units[unit(g, "usa_fleet_3")]
    ship.pool, ship.yard, ship.track = YARD, space(g, "us_box"), 4
    assert may_work(g, ship.index, 1) is None and may_work(g, ship.index, 2).rule == "15.1.5.4"


def test_15_1_5_1_new_yards():
    """One a year, as many as the text allows, in a port at home."""
    g = campaign()
    g.nations[GERMANY].narfs = 100
    port = space(g, "hamburg")
    assert may_build_yard(g, GERMANY, port) is None
    assert may_build_yard(g, GERMANY, space(g, "genoa")).rule == "15.1.5.1"
    assert may_build_yard(g, FRANCE, space(g, "cherbourg")).rule == "15.1.5.1"
    build_yard(g, GERMANY, port)
    assert g.nations.narfs[GERMANY] == 75 and yards(g)[port] == GERMANY
    g.turn += 4
    assert may_build_yard(g, GERMANY, space(g, "stettin")).rule == "15.1.5.1"
    assert may_build_yard(g, BRITAIN, space(g, "plymouth")) is None


def test_15_1_5_6_captured_yards():
    """A captured yard is depleted; it lays nothing down, and repairs only when it is whole."""
    g = campaign()
    g.dice = FixedDice(1)
    yard = space(g, "brest")
    take(g, yard, GERMANY, AXIS)
    count_damage(g)
    assert g.hexes.yard_loss[yard] == 1 and g.units.track[unit(g, "fra_fleet_5")] == 5
    assert may_use(g, GERMANY, yard, fresh=False).rule == "15.1.5.6"
    g.hexes[yard].yard_loss = 0
    assert may_use(g, GERMANY, yard, fresh=True).rule == "15.1.5.2"


def test_15_4_minors_build_no_ships():
    g = campaign()
    ship = put(g, "sweden FLEET 1-12-5", "stockholm")
    g.units[ship].at, g.units[ship].pool = -1, LOST
    assert may_lay_down(g, ship, space(g, "kiel")).rule == "15.4"
