"""11.5 and 11.6, 5.4: recruitment, income, bonus income, Wartime Economy; money adds up."""

from __future__ import annotations

import pytest

from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.facts import BONUSES
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import income, recruitment, treasury
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import end_wars, take_control, zone_income
from grognard.titles.gw36.state import CIVIL_WAR, SIGNED, UNSIGNED, War
from tests.titles.gw36.workshop import cash, count, develop, dice, game, money, put, refused, run, war, zone


def test_11_5_a() -> None:
    """gw36-11.5-a: Republican Spain with four zones recruits on 1-4: one Infantry or two Militia."""
    g = game("ussr", "1936")
    spain = NATION["republican_spain"]
    homes = sorted(recruitment.home_mask(g)[spain] | recruitment.home_mask(g)[NATION["nationalist_spain"]])
    assert g.spain == CIVIL_WAR and len(homes) == 6
    for n, z in enumerate(homes):
        g.zones[z].owner = g.zones[z].held = spain if n < 4 else NATION["nationalist_spain"]
    assert recruitment.recruiting_number(g, spain) == 4
    town = g.board.ids[homes[0]]
    before = count(g, "republican_spain", town, "militia")
    dice(g, 3)
    run(g, recruitment.recruit(g), f"militia {town}")
    assert count(g, "republican_spain", town, "militia") == before + 2
    refused(recruitment.may_recruit(g, spain), "11.5", "rolled this turn")


def test_11_5_failed_roll() -> None:
    g = game("ussr", "1936")
    spain = NATION["republican_spain"]
    dice(g, 12)
    run(g, recruitment.recruit(g))
    assert g.nations[spain].recruited


def test_11_5_only_controlled_minors() -> None:
    """Nations with a sheet and minors that nobody controls make no roll."""
    g = game("ussr")
    refused(recruitment.may_recruit(g, NATION["ccp"]), "11.5", "own sheet")
    refused(recruitment.may_recruit(g, NATION["turkey"]), "11.5", "nobody controls")
    take_control(g, NATION["turkey"], NATION["germany"])
    assert recruitment.may_recruit(g, NATION["turkey"]) is None


def test_11_5_colonies_count_and_home_comes_first() -> None:
    """Colonies count for the number; recruits stand in the Home Country while a zone of it is held."""
    g = game("great_britain")
    belgium = NATION["belgium"]
    take_control(g, belgium, NATION["great_britain"])
    assert recruitment.recruiting_number(g, belgium) == 2
    assert [g.board.ids[z] for z in recruitment.recruiting_grounds(g, belgium)] == ["belgium"]
    g.zones[zone(g, "belgium")].owner = NATION["germany"]
    assert [g.board.ids[z] for z in recruitment.recruiting_grounds(g, belgium)] == ["belgian_congo"]


def test_11_5_fixed_numbers() -> None:
    """Abyssinia recruits on a 1 (13.2), Vichy France on 2 (14.4)."""
    g = game("france", "1936")
    assert recruitment.recruiting_number(g, NATION["abyssinia"]) == 1
    assert recruitment.recruiting_number(g, NATION["vichy"]) == 2


def test_11_6_zones_and_bonus() -> None:
    """A nation at war collects the value of its zones and its bonus income."""
    g = game("great_britain")
    money(g, "great_britain", 0)
    run(g, income.collect(g, NATION["great_britain"]))
    britain = NATION["great_britain"]
    assert cash(g, "great_britain") == zone_income(g)[britain] + income.bonus_income(g, britain)
    assert income.bonus_income(g, britain) > 0


def test_11_6_peacetime_income() -> None:
    """5.1: a nation at peace collects its peacetime income and no wartime bonus."""
    g = game("usa")
    money(g, "usa", 0)
    run(g, income.collect(g, NATION["usa"]))
    assert cash(g, "usa") == 16
    assert income.bonus_income(g, NATION["usa"]) == 0


def test_5_2_b() -> None:
    """gw36-5.2-b: in 1939 Britain is at war: full income and bonus from the first turn."""
    g = game("great_britain")
    britain = NATION["great_britain"]
    assert current_income(g, britain) == zone_income(g)[britain]
    assert income.bonus_income(g, britain) > 0


def test_5_4_a() -> None:
    """gw36-5.4-a: the pact bonus is collected at peace; war with KMT or CCP alone gives no wartime bonus."""
    g = game("germany", "1936", "1939-07")
    germany, ussr, japan = (NATION[n] for n in ("germany", "ussr", "japan"))
    g.pact = SIGNED
    assert income.bonus_income(g, germany) == 5
    assert income.bonus_income(g, ussr) == 3
    g.pact = UNSIGNED
    assert income.bonus_income(g, germany) == 0
    end_wars(g, japan)
    war(g, "japan", "kmt")
    war(g, "japan", "ccp")
    for name in ("shantung", "peking"):
        g.zones[zone(g, name)].owner = japan
    claimed = [row for row in g.facts.nations["japan"].bonuses if row.when == "war" and income.bonus(g, japan, row)]
    assert claimed == []
    war(g, "japan", "usa")
    assert income.bonus(g, japan, next(r for r in g.facts.nations["japan"].bonuses if "peking" in r.zones)) == 2


@pytest.mark.parametrize("kind", sorted(BONUSES))
def test_5_4_every_kind_of_bonus_is_kept(kind: str) -> None:
    assert kind in income.KINDS


def test_5_4_arctic_line() -> None:
    """The Soviet-Arctic line pays 2 in war; the USA may deny it, the loss of Murmansk closes it."""
    g = game("ussr", when="1942-01")
    war(g, "ussr", "germany")
    row = next(r for r in g.facts.nations["ussr"].bonuses if r.kind == "arctic_line")
    assert income.bonus(g, NATION["ussr"], row) == 2
    g.nations[NATION["ussr"]].arctic_denied = 1
    assert income.bonus(g, NATION["ussr"], row) == 0
    g.nations[NATION["ussr"]].arctic_denied = 0
    g.zones[zone(g, "murmansk")].owner = NATION["germany"]
    assert income.bonus(g, NATION["ussr"], row) == 0


def test_5_4_safe_seas() -> None:
    """ANZAC's bonus is lost while a Japanese warship is near."""
    g = game("anzac", when="1942-01")
    war(g, "anzac", "japan")
    row = g.facts.nations["anzac"].bonuses[0]
    for u in [u for u, n in enumerate(g.units.nation) if n == NATION["japan"]]:
        g.put(u, -1)
    assert income.bonus(g, NATION["anzac"], row) == 2
    put(g, "japan", g.board.ids[g.board.geo.coast[zone(g, "java")][0]], "destroyer")
    assert income.bonus(g, NATION["anzac"], row) == 0


def test_7_8_wartime_economy() -> None:
    """2D6 for a power at war that has the technology; none at peace."""
    g = game("usa")
    develop(g, "usa", "wartime_economy")
    money(g, "usa", 0)
    run(g, income.wartime_economy(g, NATION["usa"], [NATION["usa"]]))
    assert cash(g, "usa") == 0
    war(g, "usa", "japan")
    dice(g, 3, 5)
    run(g, income.wartime_economy(g, NATION["usa"], [NATION["usa"]]))
    assert cash(g, "usa") == 8


def test_7_8_commonwealth_divides_it() -> None:
    g = game("great_britain")
    develop(g, "great_britain", "wartime_economy")
    before = {n: cash(g, n) for n in ("great_britain", "fec", "anzac")}
    members = [NATION[n] for n in before]
    dice(g, 4, 5)
    run(g, income.wartime_economy(g, members[0], members), "share 2", "share 3")
    assert [cash(g, n) - had for n, had in before.items()] == [4, 2, 3]


def test_2_3_a() -> None:
    """gw36-2.3-a: 15 IPP of a split USA are 7 and 7, and the East gives the last one to either."""
    for answer, east in (("east", 8), ("west", 7)):
        g = game("usa", split_usa=True, players="8")
        money(g, "usa", 0)
        asked = run(g, income.receive(g, NATION["usa"], 15), answer)
        assert asked[0].seat == "player8"
        assert (treasury.cash_of(g, treasury.Desk(NATION["usa"], treasury.EAST)), cash(g, "usa")) == (east, 15)


def test_8_11_island_blockade_is_a_switch() -> None:
    """GW36-AMB-37: with the switch a fully blockaded Britain collects half."""
    for switch in (False, True):
        g = game("great_britain", island_blockade=switch)
        britain = NATION["great_britain"]
        home = income.home_mask(g)[britain]
        for z in home:
            for sea in g.board.geo.coast[z]:
                for _ in range(3):
                    put(g, "germany", g.board.ids[sea], "destroyer")
        assert income.is_strangled(g, britain) == switch


def test_9_23_no_capital_no_income_is_a_switch() -> None:
    for switch, paid in ((False, True), (True, False)):
        g = game("italy", v43_capital_for_income=switch)
        money(g, "italy", 0)
        g.zones[zone(g, "rome")].owner = NATION["france"]
        run(g, income.collect(g, NATION["italy"]))
        assert (cash(g, "italy") > 0) == paid


def test_11_6_money_adds_up() -> None:
    """Cash is what came in less what went out; a coin from nowhere is noticed."""
    g = game("germany")
    assert list(TITLE.invariants(g)) == []
    g.nations[NATION["germany"]].cash += 1
    assert any("germany" in fault for fault in income.faults(g))


@pytest.mark.parametrize("scenario", ["1936", "1939"])
def test_11_6_every_nation_collects(scenario: str) -> None:
    """The phase pays each played nation of the turn once."""
    g: War = game("great_britain", scenario)
    before = {n: cash(g, n) for n in ("great_britain", "fec", "anzac", "france")}
    run(g, income.collect_income(g))
    due = {n: current_income(g, NATION[n]) + income.bonus_income(g, NATION[n]) for n in before}
    assert {n: cash(g, n) - had for n, had in before.items()} == {**due, "france": 0}


def test_5_4_oil_trade() -> None:
    """Japan at peace draws 3 IPP from US oil, one less for good after each turn of fighting in China."""
    g = game("japan", "1936")
    row = next(r for r in g.facts.nations["japan"].bonuses if r.kind == "oil_trade")
    japan = NATION["japan"]
    assert income.bonus(g, japan, row) == 3
    run(g, income.collect(g, japan))
    assert g.oil_loss == 0
    g.zones[zone(g, "shantung")].fought = 1
    run(g, income.collect(g, japan))
    assert income.bonus(g, japan, row) == 2
    war(g, "japan", "usa")
    assert income.bonus(g, japan, row) == 0


def test_11_7_the_calendar_advances() -> None:
    """After the last nation the marker moves half a year."""
    from grognard.titles.gw36.rules.calendar import date
    from grognard.titles.gw36.rules.turns import end_calendar_turn

    g = game("usa")
    assert date(g) == "1939-07"
    end_calendar_turn(g)
    assert date(g) == "1940-01" and g.slot == 0
