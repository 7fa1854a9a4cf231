"""What a good player would laugh at, each in a position: wars that gain nothing, lines stormed from the front, guns without
foot, home islands left empty."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.gw36.agent.attacks import Plan, plan_attacks, survey
from grognard.titles.gw36.agent.moves import move_value, place_value
from grognard.titles.gw36.agent.politics import declare_value
from grognard.titles.gw36.agent.sieges import battle_turn
from grognard.titles.gw36.agent.targets import scramblers
from grognard.titles.gw36.kinds import CLASS, FACILITY, INFANTRY, IS_LAND, KIND
from grognard.titles.gw36.odds import battle_odds, last_zone
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import pacts
from grognard.titles.gw36.rules.battle import land_defenders
from grognard.titles.gw36.rules.seats import seat_of
from grognard.titles.gw36.state import War
from tests.titles.gw36.workshop import game, put, seize, site, war, zone

GERMANY, USSR, JAPAN, FRANCE = (NATION[n] for n in ("germany", "ussr", "japan", "france"))


def clear(g: War, *names: str) -> None:
    for name in names:
        for u in list(g.units.stacks[zone(g, name)]):
            g.remove(u)


def fill(g: War, nation: str, where: str, *kinds: str) -> list[int]:
    """`fill(g, "germany", "bavaria", "6 infantry")`."""
    found = []
    for text in kinds:
        count, kind = text.split()
        found += [put(g, nation, where, kind).index for _ in range(int(count))]
    g.news += 1
    return found


# --- wars ---------------------------------------------------------------------------------------------------------------


def test_germany_makes_no_war_on_those_who_will_join_it() -> None:
    """January 1940, Warsaw taken, ten units on the Hungarian border."""
    g = game("germany", when="1940-01")
    for enemy in ("france", "great_britain"):
        war(g, "germany", enemy)
    for name in ("warsaw", "dolnoslaske", "west_poland"):
        seize(g, name, "germany")
    for name in ("austria", "slovakia"):
        fill(g, "germany", name, "5 infantry")
    for minor in ("hungary", "romania", "bulgaria", "finland"):
        assert declare_value(g, GERMANY, NATION[minor]) < 0, minor
    assert declare_value(g, GERMANY, NATION["belgium"]) > 0


def test_the_soviet_union_leaves_iran_in_peace_until_the_end_is_near() -> None:
    """In 1941 the two thirds it cannot take become an enemy's front beside the Caucasus; in 1944 they are points."""
    g = game("ussr", when="1941-01")
    clear(g, "transcaucasia", "turkestan")
    fill(g, "ussr", "transcaucasia", "3 infantry")
    for minor in ("iran", "turkey"):
        assert declare_value(g, USSR, NATION[minor]) < 0, minor
    g = game("ussr", when="1944-07")
    clear(g, "transcaucasia", "turkestan")
    fill(g, "ussr", "transcaucasia", "5 infantry", "2 artillery")
    fill(g, "ussr", "turkestan", "4 infantry")
    assert declare_value(g, USSR, NATION["iran"]) > 0


def test_what_the_pact_gives_is_not_fought_for() -> None:
    g = game("ussr")
    baltic = [NATION[n] for n in ("estonia", "latvia", "lithuania")]
    assert all(declare_value(g, USSR, n) > 0 for n in baltic)  # without the pact there is no other way
    pacts.sign(g, "molotov_ribbentrop")
    assert all(declare_value(g, USSR, n) < 0 for n in baltic)


# --- attacks ------------------------------------------------------------------------------------------------------------


def german_plan(g: War) -> Plan:
    war(g, "germany", "france")
    war(g, "germany", "poland")
    return plan_attacks(g, seat_of(g, GERMANY), "quick")


def sent(g: War, plan: Plan, where: str) -> list[int]:
    return [u for u, order in plan.steps if order.startswith("attack") and order.endswith(where)]


def test_nobody_storms_the_maginot_line_who_can_go_round_it() -> None:
    """July 1939: Alsace-Lorraine borders Western Germany without a line; one unit out of Bavaria would bring the line in."""
    for more in ((), ("3 infantry", "1 artillery", "1 fighter")):
        g = game("germany")
        fill(g, "france", "alsace_lorraine", *more)
        plan = german_plan(g)
        march = [(u, order) for u, order in plan.steps if order.endswith("alsace_lorraine") and IS_LAND[g.units.kind[u]]]
        alsace, bavaria = zone(g, "alsace_lorraine"), zone(g, "bavaria")
        for u, order in march:
            words = order.split()
            via = zone(g, words[2]) if words[0] == "attack_by" else last_zone(g, u, alsace)
            assert via != bavaria, order


def test_armour_takes_the_open_border_of_two() -> None:
    g = game("germany")
    clear(g, "eastern_germany")
    (tank,) = fill(g, "germany", "eastern_germany", "1 medium_armor")
    war(g, "germany", "france")
    target = survey(g, seat_of(g, GERMANY))[1][zone(g, "alsace_lorraine")]
    assert tank in target.units
    assert target.by[tank] == zone(g, "western_germany")
    assert tank not in target.lined


def test_odds_count_the_fighters_that_can_scramble() -> None:
    g = game("germany")
    war(g, "germany", "france")
    clear(g, "paris", "alsace_lorraine")
    fill(g, "france", "alsace_lorraine", "3 infantry", "1 artillery")
    alsace = zone(g, "alsace_lorraine")
    foes = land_defenders(g, alsace, {GERMANY})
    far = scramblers(g, GERMANY, alsace, foes)
    site(g, "paris", "air_base")
    planes = fill(g, "france", "paris", "4 fighter")
    coming = [u for u in scramblers(g, GERMANY, alsace, foes) if u not in far]
    assert len(coming) == 3 and set(coming) <= set(planes)  # three from a base (8.6)
    force = [u for u in g.units.stacks[zone(g, "western_germany")] if IS_LAND[g.units.kind[u]]][:7]
    calm, true = battle_odds(g, alsace, force), battle_odds(g, alsace, force, scrambled=coming)
    assert calm is not None and true is not None and true.won < calm.won
    assert set(survey(g, seat_of(g, GERMANY))[1][alsace].scrambled) == {*far, *coming}


def test_foot_goes_with_the_guns() -> None:
    """Eight of foot and five guns in Western Germany: they do not send the guns alone."""
    g = game("germany")
    plan = german_plan(g)
    force = [u for u in sent(g, plan, "alsace_lorraine") if IS_LAND[g.units.kind[u]]]
    foot = sum(CLASS[g.units.kind[u]] == INFANTRY for u in force)
    assert not force or foot >= 0.4 * len(force)


def before_paris() -> War:
    """January 1941: three of the five zones round Paris are German, Normandy and Aquitaine have one militia each."""
    g = game("germany", when="1941-01")
    ring_paris(g)
    return g


def ring_paris(g: War) -> None:
    for enemy in ("france", "great_britain"):
        war(g, "germany", enemy)
    for name in ("alsace_lorraine", "picardy", "southern_france", "belgium"):
        seize(g, name, "germany")
    clear(g, "normandy", "aquitaine", "paris", "western_germany", "bavaria")
    fill(g, "germany", "alsace_lorraine", "8 infantry", "3 artillery")
    fill(g, "germany", "picardy", "8 infantry", "4 artillery", "2 medium_armor")
    fill(g, "germany", "southern_france", "4 infantry", "1 mechanized_infantry")
    fill(g, "germany", "western_germany", "2 tactical_bomber", "1 medium_bomber")
    fill(g, "france", "normandy", "1 militia")
    fill(g, "france", "aquitaine", "1 militia")
    fill(g, "france", "paris", "8 infantry", "2 artillery", "1 fighter")
    site(g, "paris", "air_base")


def test_paris_is_surrounded_and_its_air_base_bombed() -> None:
    """Whoever storms Paris takes the zones that are open in the same turn, and bombs the base."""
    g = before_paris()
    plan = plan_attacks(g, seat_of(g, GERMANY), "quick")
    assert all(sent(g, plan, f" {name}") for name in ("paris", "normandy", "aquitaine"))
    base = next(s for s in g.sites.where(at=zone(g, "paris"), kind=FACILITY["air_base"]))
    assert any(order.startswith("bomb") and order.endswith(base.token) for _, order in plan.steps)


def test_bombs_fall_first_and_the_city_is_stormed_last() -> None:
    g = before_paris()
    battles = [Option("land_battle", g.zones[zone(g, name)]) for name in ("paris", "normandy", "aquitaine")]
    battles.append(Option("bomb", g.zones[zone(g, "paris")]))
    order = sorted(battles, key=lambda o: -battle_turn(g, o))
    assert order[0].verb == "bomb" and order[-1] == battles[0]


# --- home ---------------------------------------------------------------------------------------------------------------


def honshu_bare() -> War:
    """January 1942, Japan at war with the USA, whose transports lie two sea zones off; Honshu is empty."""
    g = game("japan", when="1942-01")
    war(g, "japan", "usa")
    clear(g, "honshu", "tokyo")
    fill(g, "japan", "tokyo", "4 infantry")
    fill(g, "usa", "sz_43", "4 naval_transport")
    return g


def test_new_troops_go_to_an_empty_honshu_before_tokyo_gets_more() -> None:
    g = honshu_bare()
    placed = []
    for _ in range(4):
        where = max(("honshu", "tokyo"), key=lambda name: place_value(g, KIND["infantry"], JAPAN, zone(g, name)))
        placed.append(where)
        fill(g, "japan", where, "1 infantry")
    assert placed[0] == "honshu" and placed.count("honshu") >= 2


def test_honshu_is_not_left_and_a_unit_of_tokyo_goes_there() -> None:
    g = honshu_bare()
    honshu, tokyo = g.zones[zone(g, "honshu")], g.zones[zone(g, "tokyo")]
    guard = next(u for u in g.units.stacks[tokyo.index] if IS_LAND[g.units.kind[u]])
    assert move_value(g, Option("move", g.units[guard], honshu)) > 0
    lone = fill(g, "japan", "honshu", "1 infantry")[0]
    assert move_value(g, Option("move", g.units[lone], tokyo)) < -10
