"""7.6 to 7.8: research and what technologies unlock in production."""

from __future__ import annotations

import pytest

from grognard.titles.gw36.facts import UNITS
from grognard.titles.gw36.kinds import KIND, TECHNOLOGY, UNIT_IDS
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import chart, places, production, technology
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import SIGNED, UNSIGNED, War
from tests.titles.gw36.workshop import desk, develop, dice, game, money, refused, run, site, zone


def stage(g: War, nation: str, name: str) -> int:
    return technology.stages(g, NATION[nation], TECHNOLOGY[name])


def test_7_6_one_die_per_major_factory() -> None:
    """As many rolls as undamaged Major Factories, each technology once, free of charge."""
    g = game("germany")
    g.pact = UNSIGNED
    money(g, "germany", 7)
    assert technology.research_dice(g, NATION["germany"]) == 2
    dice(g, 1, 1)
    run(g, production.produce(g, desk("germany")), "research radar", "research heavy_armor", "done")
    refused(technology.may_research(g, NATION["germany"], TECHNOLOGY["jet_fighter"]), "7.6", "no Technology die")
    assert g.nations.cash[NATION["germany"]] == 7


def test_7_6_a_technology_once_a_turn() -> None:
    g = game("usa")
    dice(g, 1)
    run(g, production.produce(g, desk("usa")), "research radar", "done")
    refused(technology.may_research(g, NATION["usa"], TECHNOLOGY["radar"]), "7.6", "once a turn")
    assert technology.may_research(g, NATION["usa"], TECHNOLOGY["jet_fighter"]) is None


def test_7_6_damage_and_capture_stop_research() -> None:
    """A damaged factory yields no roll; a captured Major Factory works as a Minor one (12.4) and yields none."""
    g = game("germany")
    g.pact = UNSIGNED
    site(g, "berlin", "major_factory").damage = 1
    assert technology.research_dice(g, NATION["germany"]) == 1
    g.zones[zone(g, "western_germany")].owner = NATION["france"]
    assert technology.research_dice(g, NATION["germany"]) == 0
    refused(technology.may_research(g, NATION["germany"], TECHNOLOGY["radar"]), "7.6")


def test_7_6_stage_three_waits_for_july_1939() -> None:
    g = game("germany", "1936", "1939-01")
    develop(g, "germany", "radar", 2)
    refused(technology.may_research(g, NATION["germany"], TECHNOLOGY["radar"]), "7.6", "beyond II")
    develop(g, "germany", "radar", 1)
    assert technology.may_research(g, NATION["germany"], TECHNOLOGY["radar"]) is None
    g = game("germany", "1936", "1939-07")
    develop(g, "germany", "radar", 2)
    assert technology.may_research(g, NATION["germany"], TECHNOLOGY["radar"]) is None


def test_7_6_commonwealth_shares_dice_and_markers() -> None:
    """2.3: one chart and one number of dice for Great Britain, FEC and ANZAC."""
    g = game("great_britain")
    total = technology.research_dice(g, NATION["great_britain"])
    assert total == technology.research_dice(g, NATION["anzac"]) == 2
    dice(g, 12, 12)
    technology.research(g, desk("anzac"), "heavy_armor")
    assert stage(g, "great_britain", "heavy_armor") == 1
    refused(technology.may_research(g, NATION["fec"], TECHNOLOGY["heavy_armor"]), "7.6", "once a turn")
    technology.research(g, desk("great_britain"), "jet_fighter")
    refused(technology.may_research(g, NATION["fec"], TECHNOLOGY["radar"]), "7.6", "no Technology die")


def test_7_6_free_soviet_roll() -> None:
    """14.2: under the pact the USSR has one roll more, also at peace below its research income."""
    g = game("ussr")
    g.pact = UNSIGNED
    plain = technology.research_dice(g, NATION["ussr"])
    g.pact = SIGNED
    assert technology.research_dice(g, NATION["ussr"]) == plain + 1
    g.nations[NATION["ussr"]].income = 5
    assert technology.may_research(g, NATION["ussr"], TECHNOLOGY["radar"]) is None
    dice(g, 1)
    technology.research(g, desk("ussr"), "radar")
    refused(technology.may_research(g, NATION["ussr"], TECHNOLOGY["heavy_armor"]), "5.1", "income of 15")


def test_7_6_minors_do_not_research() -> None:
    g = game("kmt")
    refused(technology.may_research(g, NATION["kmt"], TECHNOLOGY["radar"]), "7.6", "Major Powers")


def test_7_7_roll_the_value_or_higher() -> None:
    """The printed value of the next stage succeeds, one less fails."""
    g = game("germany", when="1941-01")
    needed = g.facts.technologies["radar"].stages[0]
    dice(g, needed - 1)
    technology.research(g, desk("germany"), "radar")
    assert stage(g, "germany", "radar") == 0
    g.rolled_tech = {}
    dice(g, needed)
    technology.research(g, desk("germany"), "radar")
    assert stage(g, "germany", "radar") == 1


def test_7_7_the_fourth_success_completes() -> None:
    g = game("germany", when="1941-01")
    develop(g, "germany", "radar", 3)
    assert not has_technology(g, NATION["germany"], TECHNOLOGY["radar"])
    dice(g, 12)
    technology.research(g, desk("germany"), "radar")
    assert has_technology(g, NATION["germany"], TECHNOLOGY["radar"])
    g.rolled_tech = {}
    refused(technology.may_research(g, NATION["germany"], TECHNOLOGY["radar"]), "7.7", "developed")


TECHNICAL = sorted(name for name, row in UNITS.items() if row.tech and name != "tiger")


@pytest.mark.parametrize("unit", TECHNICAL)
def test_7_8_units_need_their_technology(unit: str) -> None:
    """A technology's units are bought only with it, and placed in the Home Country only."""
    g = game("germany", when="1942-01")
    money(g, "germany", 40)
    kind, tech = KIND[unit], g.facts.units[unit].tech
    assert unit in g.facts.technologies[tech].unlocks
    refused(production.may_order(g, desk("germany"), kind), "7.8", "needs")
    develop(g, "germany", tech)
    assert production.may_order(g, desk("germany"), kind) is None
    abroad = zone(g, "warsaw")
    g.zones[abroad].owner = g.zones[abroad].held = NATION["germany"]
    refused(places.suits(g, desk("germany"), kind, abroad), "7.8", "Home Country")


def test_7_8_artillery_becomes_advanced() -> None:
    """All Artillery bought with the technology is Advanced Artillery."""
    g = game("germany")
    money(g, "germany", 20)
    assert production.may_order(g, desk("germany"), KIND["artillery"]) is None
    develop(g, "germany", "advanced_artillery")
    refused(production.may_order(g, desk("germany"), KIND["artillery"]), "7.8", "Advanced Artillery")
    assert production.may_order(g, desk("germany"), KIND["advanced_artillery"]) is None


def test_7_8_improved_factories_and_yards() -> None:
    """Factories make 2, 5 and 8 instead of 1, 3 and 5; shipyards launch 2 and 8."""
    from grognard.titles.gw36.rules.facilities import output, ship_slots

    g = game("germany")
    nation = NATION["germany"]
    plants = [site(g, "bohemia", "minor_factory"), site(g, "bavaria", "medium_factory"), site(g, "berlin", "major_factory")]
    yards = [site(g, "eastern_germany", "minor_shipyard"), site(g, "western_germany", "major_shipyard")]
    assert [output(g, s.index, nation) for s in plants] == [1, 3, 5]
    assert [ship_slots(g, s.index, nation) for s in yards] == [1, 5]
    develop(g, "germany", "improved_factories")
    assert [output(g, s.index, nation) for s in plants] == [2, 5, 8]
    assert [ship_slots(g, s.index, nation) for s in yards] == [1, 5]
    develop(g, "germany", "improved_construction")
    assert [ship_slots(g, s.index, nation) for s in yards] == [2, 8]
    assert output(g, plants[2].index, NATION["france"]) == 5, "a captor without the technology has no benefit"


def test_7_8_construction_saves_one_per_payment() -> None:
    g = game("germany")
    develop(g, "germany", "improved_construction")
    assert chart.payments(g, NATION["germany"], chart.UNIT, KIND["heavy_cruiser"]) == (4, 4)
    assert chart.payments(g, NATION["germany"], chart.UNIT, KIND["fighter"]) == (10,)


def test_7_8_every_unit_of_the_chart_is_known() -> None:
    g = game("germany")
    assert {u for t in g.facts.technologies.values() for u in t.unlocks} <= set(UNIT_IDS)
    assert len(g.facts.technologies) == 16
