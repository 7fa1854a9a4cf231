"""13.7, 2.5: homes that are lost twice, territories of minors, what was conquered before the game, hexes that are retaken."""

from __future__ import annotations

import pytest

from grognard.kernel.session import Session
from grognard.titles.aif import TITLE
from grognard.titles.aif.rules import peace
from grognard.titles.aif.rules.allegiance import enforce_rights
from grognard.titles.aif.rules.declarations import ALIGN, Cabinet, declare, may_declare, note_invasions
from grognard.titles.aif.rules.peace import Fall
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import new_controller, powers_by_hex
from grognard.titles.wif.state import (
    ALIGNED,
    COMPLETE,
    CONQUERED,
    FORCE_POOL,
    GONE,
    HOME,
    INCOMPLETE,
    INDEPENDENT,
    NOWHERE,
    SET_ASIDE,
    UNCONQUERED,
    slot_of,
)

from ..wif.field import at, drive, hold, put
from .field import align, america, country, favour, flag_of, stands

# --- the second home (13.7.1) -------------------------------------------------------------------------------------------------


def test_13_7_1_who_loses_the_country_it_fled_to_is_completely_conquered() -> None:
    """France fights on from Ecuador; when that falls too it controls no home country and no aligned one."""
    g = america(turn="Sep/Oct 1945")
    ecuador = align(g, "ecuador", "France")
    favour(g, "Bolivia", "France", 9)
    drive(g, peace.conquer(g, Fall(country(g, "french_guyana"), FRANCE, GERMANY)))
    corps, boat = put(g, "France INF any", "Fort-de-France"), put(g, "France CA any", "Fort-de-France")
    drive(g, peace.conquer(g, Fall(ecuador, FRANCE, JAPAN)), ["to p.usa"])
    assert g.powers.conquered[FRANCE] == COMPLETE
    assert g.units.at[corps] == GONE and g.units.power[boat] == USA
    assert stands(g, "Bolivia")[1] == 5 and stands(g, "Bolivia")[0] != "France"


def test_13_7_1_who_has_another_aligned_country_moves_on() -> None:
    """With Bolivia aligned too the government goes there, and keeps what it holds."""
    g = america(turn="Sep/Oct 1945")
    ecuador, bolivia, guyana = align(g, "ecuador", "France"), align(g, "bolivia", "France"), country(g, "french_guyana")
    drive(g, peace.conquer(g, Fall(guyana, FRANCE, GERMANY)), [f"home c{ecuador}"])
    hold(g, "France", "Nassau")
    drive(g, peace.conquer(g, Fall(ecuador, FRANCE, JAPAN)))
    assert g.powers.conquered[FRANCE] == INCOMPLETE
    assert g.powers.home[FRANCE] == bolivia == g.countries.home[guyana]
    assert powers_by_hex(g)[at(g, "Nassau")] == FRANCE


def test_13_7_1_an_aligned_minor_that_is_nobody_s_refuge_falls_alone() -> None:
    g = america()
    ecuador = align(g, "ecuador", "France")
    drive(g, peace.conquer(g, Fall(ecuador, FRANCE, JAPAN)))
    assert g.powers.conquered[FRANCE] != COMPLETE and g.countries.status[country(g, "french_guyana")] == HOME


def test_13_7_1_ships_of_later_years_are_nobody_s_prize() -> None:
    """A wiped out power's yards go to the conqueror; a hull that was not even begun is out of the game."""
    g = america()
    yard, later = put(g, "France CA any", "Fort-de-France"), put(g, "France CV any", "Fort-de-France")
    g.units[yard].at, g.units[later].at = slot_of(g.turn + 2), SET_ASIDE
    drive(g, peace.conquer(g, Fall(country(g, "french_guyana"), FRANCE, GERMANY)))
    assert g.units.power[yard] == GERMANY and g.units.at[later] == GONE


def test_13_7_1_the_fleet_leaves_a_territory_that_is_neutral_now() -> None:
    """France falls; nobody has influence in Martinique: a face-down cruiser there leaves for the nearest port of its new owner
    without a roll."""
    g = america()
    port = next(s for s in peace.land_of(g, country(g, "martinique")) if g.ground.port[s])
    cruiser = put(g, "France CA any", g.board.token(port), down=1)
    drive(g, peace.conquer(g, Fall(country(g, "french_guyana"), FRANCE, GERMANY)))
    assert g.countries.status[country(g, "martinique")] == INDEPENDENT
    assert g.units.power[cruiser] != FRANCE and g.units.at[cruiser] not in (port, FORCE_POOL, GONE)
    assert powers_by_hex(g)[g.units.at[cruiser]] in (COMMONWEALTH, USA)


@pytest.mark.parametrize(("roll", "whose"), [(1, GERMANY), (3, NOWHERE), (5, USA)])
def test_13_7_1_in_a_territory_that_is_the_enemy_s_now_it_is_overrun(roll: int, whose: int) -> None:
    """A face-down American cruiser is captured on 1, scuttled up to 4, and flees on 5."""
    g = america()
    put(g, "Germany INF any", "Cayenne")
    port = next(s for s in peace.land_of(g, country(g, "martinique")) if g.ground.port[s])
    cruiser = put(g, "USA CA any", g.board.token(port), down=1)
    drive(g, peace._pass_on(g, country(g, "martinique"), GERMANY), dice=[roll])
    if whose == NOWHERE:
        assert g.units.at[cruiser] in (FORCE_POOL, GONE)
    else:
        assert g.units.power[cruiser] == whose and (g.units.at[cruiser] == port) == (whose == GERMANY)


# --- territories --------------------------------------------------------------------------------------------------------------


def test_2_5_a_minor_s_territory_goes_with_it() -> None:
    """Rocas is Brazil's: German when Brazil aligns with Germany, neutral when it falls away."""
    g = america()
    rocas = country(g, "rocas")
    favour(g, "Brazil", "Germany", 11)
    g.power = GERMANY
    drive(g, declare(g), [f"{ALIGN.name} f{flag_of(g, 'Brazil')}"])
    assert (g.countries.status[rocas], g.countries.power[rocas]) == (ALIGNED, GERMANY)
    favour(g, "Brazil", "Germany", 10)
    enforce_rights(g)
    assert (g.countries.status[rocas], g.countries.power[rocas]) == (INDEPENDENT, NOWHERE)


def test_13_7_1_a_minor_s_territories_after_its_fall() -> None:
    """The Netherlands are conquered in Dutch Guyana: Curacao is neutral, or the enemy's who has influence there."""
    for holder, after in ((None, (INDEPENDENT, NOWHERE)), ("Germany", (CONQUERED, GERMANY))):
        g = america()
        curacao = country(g, "curacao")
        if holder is not None:
            hold(g, holder, *[g.board.token(s) for s in peace.keys_of(g, curacao)[:1]])
        drive(g, peace.conquer(g, Fall(country(g, "dutch_guyana"), COMMONWEALTH, ITALY)))
        assert (g.countries.status[curacao], g.countries.power[curacao]) == after
    g = america()  # AIF-DEC-22: where land units of its side stand it is theirs
    put(g, "Commonwealth INF any", "Willemstad")
    drive(g, peace.conquer(g, Fall(country(g, "dutch_guyana"), COMMONWEALTH, ITALY)))
    assert g.countries.power[country(g, "curacao")] == COMMONWEALTH


def test_13_7_1_friends_keep_their_hexes_of_a_conquered_territory() -> None:
    """In a territory only enemy hexes pass to the conqueror; in a home country all that no other power occupies."""
    g = america()
    land = peace.land_of(g, country(g, "newfoundland"))
    hold(g, "Germany", *[g.board.token(s) for s in land[:-1]])
    hold(g, "Italy", g.board.token(land[-1]))
    drive(g, peace.conquer(g, Fall(country(g, "newfoundland"), COMMONWEALTH, GERMANY)))
    assert powers_by_hex(g)[land[-1]] == ITALY
    g = america()
    peru = align(g, "peru", "USA")
    hexes = peace.land_of(g, peru)
    hold(g, "Italy", g.board.token(hexes[-1]))
    drive(g, peace.conquer(g, Fall(peru, USA, GERMANY)))
    assert powers_by_hex(g)[hexes[-1]] == GERMANY


def test_13_7_1_friends_who_stand_in_a_fallen_country_hold_their_hexes() -> None:
    """An American corps in Winnipeg and a Dutch one in Sudbury when Canada falls, and British aircraft with the Americans: the
    hexes are theirs and the aircraft stay; partisans keep none, nor does an empty hex."""
    g = america()
    align(g, "ecuador", "Commonwealth")
    canada = country(g, "canada")
    put(g, "USA INF any", "Winnipeg")
    plane = put(g, "USA FTR any", "Winnipeg", down=1)
    dutch = put(g, "USA INF any", "Sudbury")
    g.units[dutch].power, g.units[dutch].country = COMMONWEALTH, country(g, "dutch_guyana")
    band = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    g.units.add(counter=band, power=USA, country=canada, at=at(g, "Noranda"))
    drive(g, peace.conquer(g, Fall(canada, COMMONWEALTH, GERMANY)))
    whose = powers_by_hex(g)
    names = ("Winnipeg", "Sudbury", "Noranda", "Quebec")
    assert [whose[at(g, name)] for name in names] == [USA, COMMONWEALTH, GERMANY, GERMANY]
    assert g.units.at[plane] == at(g, "Winnipeg")


def test_13_7_1_e_what_nobody_has_influence_in_is_neutral_again() -> None:
    """aif-13.7.1-e: the USA falls while it holds a conquered Panama: Panama is neutral, its flag back on the track."""
    g = america()
    panama, flag = country(g, "panama"), flag_of(g, "Panama")
    row = g.countries[panama]
    row.status, row.power, row.conqueror = CONQUERED, USA, USA
    g.flags[flag].gone = 1
    drive(g, peace.conquer(g, Fall(country(g, "usa"), USA, GERMANY)), ["to p.commonwealth"])
    assert g.powers.conquered[USA] == COMPLETE
    assert (row.status, row.power) == (INDEPENDENT, NOWHERE)
    assert not g.flags.gone[flag] and g.flags.level[flag] == 0
    assert may_declare(g, Cabinet(JAPAN), flag) is None


# --- liberation (13.7.5) ------------------------------------------------------------------------------------------------------


def test_23_6_what_was_conquered_before_the_game_can_be_liberated() -> None:
    """Panama is Japan's in 1947, Mexico America's."""
    g: America = Session.new(TITLE, scenario="star_spangled_banner_1947", seed=b"1" * 32).g  # type: ignore[assignment]
    panama, mexico = country(g, "panama"), country(g, "mexico")
    assert g.countries.conqueror[panama] == JAPAN and g.countries.conqueror[mexico] == USA
    hold(g, "USA", "Panama City")
    hold(g, "Germany", "Mexico City")
    assert set(peace.prizes(g)) == {(panama, USA), (mexico, GERMANY)}
    assert g.countries.before[country(g, "newfoundland")] == COMMONWEALTH


@pytest.mark.parametrize(("home", "power", "after"), [("usa", USA, UNCONQUERED), ("canada", COMMONWEALTH, INCOMPLETE)])
def test_13_7_5_a_liberated_power_has_its_limits_again(home: str, power: int, after: int) -> None:
    """All of them, but for who has lost other home countries."""
    g = america()
    align(g, "mexico", "USA")
    drive(g, peace.conquer(g, Fall(country(g, home), power, GERMANY)))
    assert g.powers.conquered[power] == INCOMPLETE
    drive(g, peace.free(g, country(g, home), FRANCE))
    assert g.powers.conquered[power] == after and g.countries.power[country(g, home)] == power


def test_13_7_5_the_liberator_s_hexes_are_given_back_friends_are_asked() -> None:
    g = america()
    align(g, "mexico", "USA")
    usa = country(g, "usa")
    drive(g, peace.conquer(g, Fall(usa, USA, GERMANY)))
    hold(g, "Commonwealth", "Washington", "Norfolk")
    hold(g, "France", "Miami")
    drive(g, peace.free(g, usa, COMMONWEALTH), ["refuse"])
    whose = powers_by_hex(g)
    assert whose[at(g, "Norfolk")] == USA and whose[at(g, "Miami")] == FRANCE
    assert g.powers.estranged[USA] >> FRANCE & 1


def test_13_7_6_surrender_counts_what_the_power_itself_holds_and_comes_last() -> None:
    """Factories of Canada that the USA holds are no longer the Commonwealth's."""
    g = america()
    canada = country(g, "canada")
    stacks = [s for s in peace.land_of(g, canada) if g.ground.factories[s] or g.ground.green[s]]
    half = len(stacks) // 2
    hold(g, "Germany", *[g.board.token(s) for s in stacks[:half]])
    before = peace.may_surrender(g, COMMONWEALTH, canada)
    hold(g, "USA", *[g.board.token(s) for s in stacks[half : half + 2]])
    assert before is not None and peace.may_surrender(g, COMMONWEALTH, canada) is None
    back = f"return c{canada}"
    prompts = drive(g, peace.make_peace(g), [back])
    asked = [p for p in prompts if "urrender" in p or "give hexes back" in p]
    assert "give hexes back" in asked[0] and not any("urrender" in p for p in asked)  # it got them back first


# --- control (2.5) ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "by", "holder"), [
    ("Montreal", "USA", USA), ("Montreal", "Commonwealth", COMMONWEALTH), ("Mexico City", "USA", USA),
    ("Mexico City", "Commonwealth", COMMONWEALTH),
])  # fmt: skip
def test_2_5_who_retakes_a_friend_s_hex_holds_it(where: str, by: str, holder: int) -> None:
    """A hex of one's own aligned minor is the minor's; in a friend's country it is of the power that entered."""
    g = america()
    mexico = align(g, "mexico", "USA")
    hold(g, "Germany", where)
    unit = put(g, f"{by} INF any", where)
    g.hexes[at(g, where)].controller = new_controller(g, at(g, where), unit)
    assert powers_by_hex(g)[at(g, where)] == holder
    if where == "Mexico City":
        assert (g.hexes.controller[at(g, where)] == mexico) == (by == "USA")


# --- wars (9.2) ---------------------------------------------------------------------------------------------------------------


def test_9_2_hidden_units_too_forbid_a_war() -> None:
    g = america(hidden_units=True)
    flag = favour(g, "Peru", "Japan", 9)
    spy = put(g, "Japan INF any", "Japanese box")
    assert may_declare(g, Cabinet(JAPAN), flag) is None
    g.units[spy].at, g.hideouts = SET_ASIDE, {spy: at(g, "Lima")}
    refused = may_declare(g, Cabinet(JAPAN), flag)
    assert refused is not None and refused.rule == "9.2"
    assert may_declare(g, Cabinet(GERMANY), flag) is None


def test_9_2_only_land_units_that_enter_make_a_full_ally() -> None:
    """Partisans that rise, and aircraft, do not."""
    g = america()
    peru = align(g, "peru", "Japan")
    favour(g, "Peru", "Japan", 12)
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    band = g.units.add(counter=number, at=at(g, "Iquitos"), power=USA, country=peru)
    note_invasions(g)
    assert stands(g, "Peru") == ("Japan", 12)
    band.at = GONE
    put(g, "USA INF any", "Iquitos")
    note_invasions(g)
    assert stands(g, "Peru") == ("Japan", 16)
