"""13.7.1, 13.7.6, 4.1.1: what conquest leaves: one reinforcement a turn, ships and who gets them, hexes in others' countries,
counters that never come, and to whom a country surrenders."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.titles.aif.rules import peace, spoils
from grognard.titles.aif.rules.peace import Fall
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, JAPAN, POWER_INDEX, USA
from grognard.titles.wif.rules import reinforcements
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.state import ALIGNED, COMPLETE, CONQUERED, CONSTRUCTION_POOL, FORCE_POOL, GONE, POOLED, slot_of

from ..wif.field import at, drive, hold, put
from .field import america


def due(g: America, country: str, kind: str = "INF") -> int:
    """A Commonwealth corps of a country that arrives this turn."""
    used = set(g.units.counter)
    sheet = next(
        n for n, c in enumerate(g.facts.counters)
        if c.power == "Commonwealth" and c.country == country and c.type.printed == kind and not c.division and n not in used
    )  # fmt: skip
    home = g.facts.nation[sheet]
    return g.units.add(counter=sheet, power=COMMONWEALTH, country=home, at=slot_of(g.turn)).index


def test_13_7_1_one_unit_a_turn_of_a_conquered_home_country() -> None:
    """Two British corps are due, an Australian and two Canadians: the second British one waits a turn."""
    g = america()
    g.power = COMMONWEALTH
    first, second, australian = due(g, "United Kingdom"), due(g, "United Kingdom"), due(g, "Australia")
    canadians = [due(g, "Canada"), due(g, "Canada")]
    drive(g, reinforcements.place_reinforcements(g))
    assert g.units.at[first] >= 0 and g.units.at[second] == slot_of(g.turn + 1)
    assert g.units.at[australian] >= 0 and all(g.units.at[u] >= 0 for u in canadians)


def test_13_7_1_which_of_them_waits_is_the_owner_s_choice() -> None:
    g = america()
    g.power = COMMONWEALTH
    first, second = due(g, "United Kingdom"), due(g, "United Kingdom")
    drive(g, reinforcements.place_reinforcements(g), ["wait"])
    assert g.units.at[first] == slot_of(g.turn + 1) and g.units.at[second] >= 0
    canadian = due(g, "Canada")
    refused = reinforcements._may_wait(g, reinforcements.Arrival(COMMONWEALTH, canadian), None)
    assert refused is not None and refused.rule == "4.2.1"


@pytest.mark.parametrize(
    ("roll", "answers", "owner", "place"),
    [
        (2, ["to p.france"], "France", CONSTRUCTION_POOL),
        (1, ["to p.usa"], "USA", CONSTRUCTION_POOL),
        (3, [], "France", GONE),
        (5, [], "France", GONE),
        (6, ["to p.germany"], "Germany", CONSTRUCTION_POOL),
        (10, ["to p.japan"], "Japan", CONSTRUCTION_POOL),
    ],
)
def test_13_7_1_ships_in_yards_go_to_whom_the_winner_of_the_roll_names(
    roll: int, answers: list[str], owner: str, place: int
) -> None:
    g = america()
    ship = put(g, "France CA any", "Cayenne")
    g.units[ship].at = CONSTRUCTION_POOL
    drive(g, spoils.deal_ship(g, ship, FRANCE, GERMANY), answers, dice=[roll])
    assert g.units.power[ship] == POWER_INDEX[owner] and g.units.at[ship] == place


@pytest.mark.parametrize("heir", ["USA", "Commonwealth"])
def test_13_7_1_the_conquered_player_says_who_gets_his_fleet(heir: str) -> None:
    g = america()
    boat = put(g, "France CA any", "Fort-de-France")
    fall = Fall(g.facts.country["french_guyana"], FRANCE, JAPAN)
    drive(g, peace.conquer(g, fall), [f"to p.{heir.lower()}"])
    assert g.powers.conquered[FRANCE] == COMPLETE and g.units.power[boat] == POWER_INDEX[heir]


def test_13_7_1_its_hexes_in_countries_of_others_go_back_to_them() -> None:
    """France holds a hex of Brazil, aligned to the USA, and one of Peru, which Japan has conquered."""
    g = america()
    rows: dict[str, Any] = {name: g.countries[g.facts.country[name]] for name in ("brazil", "peru")}
    rows["brazil"].status, rows["brazil"].power = ALIGNED, USA
    rows["peru"].status, rows["peru"].power, rows["peru"].conqueror = CONQUERED, JAPAN, JAPAN
    hold(g, "Japan", "peru")
    rio, lima = at(g, "Rio de Janeiro"), at(g, "Lima")
    hold(g, "France", "Rio de Janeiro", "Lima")
    drive(g, peace.conquer(g, Fall(g.facts.country["french_guyana"], FRANCE, GERMANY)))
    assert g.hexes.controller[rio] == rows["brazil"].index
    assert g.hexes.controller[lima] == g.facts.country["japan"]


def test_13_7_6_a_country_surrenders_to_who_holds_most_of_its_factories() -> None:
    """Germany and Japan hold as many: the Commonwealth chooses; one more for Japan and there is no choice."""
    g = america()
    canada = g.facts.country["canada"]
    stacks = [s for s in peace.land_of(g, canada) if g.ground.factories[s] or g.ground.green[s]]
    n = len(stacks) // 4 + 1
    hold(g, "Germany", *[g.board.token(s) for s in stacks[:n]])
    hold(g, "Japan", *[g.board.token(s) for s in stacks[n : 2 * n]])
    assert peace.captors(g, canada, 0) == [GERMANY, JAPAN]
    drive(g, peace.consider_surrender(g, COMMONWEALTH), ["surrender", "to p.japan"])
    assert g.countries.power[canada] == JAPAN and g.countries.status[canada] == CONQUERED
    g = america()
    hold(g, "Germany", *[g.board.token(s) for s in stacks[:n]])
    hold(g, "Japan", *[g.board.token(s) for s in stacks[n : 2 * n + 1]])
    assert peace.captors(g, canada, 0) == [JAPAN]


def test_4_1_1_no_additions_for_who_is_completely_conquered() -> None:
    """A French and a Peruvian counter of the new year come, unless France is wiped out and Peru conquered; an incompletely
    conquered power gets its counters."""
    for lost in (False, True):
        g = america(turn="Jan/Feb 1946")
        peru = g.countries[g.facts.country["peru"]]
        peru.power, peru.status = (USA, CONQUERED) if lost else (JAPAN, ALIGNED)
        peru.set_up = POOLED  # 19.4: Japan took its units into the pools
        units = []
        for name in ("France", "Peru"):
            unit = put(g, f"{name} INF any", "Lima")
            g.units[unit].at = GONE
            units.append(unit)
        g.powers[FRANCE].conquered = COMPLETE if lost else 1
        g.facts.__dict__["enters"] = lambda sheet: 1946
        try:
            reinforcements.change_force_pools(g)
        finally:
            del g.facts.__dict__["enters"]
        assert [g.units.at[u] for u in units] == [GONE if lost else FORCE_POOL] * 2


def test_13_7_1_what_an_incompletely_conquered_power_holds_elsewhere_remains_its_own() -> None:
    """France loses Cayenne, lives in Ecuador, and keeps the hex of Peru that it took."""
    g = america()
    ecuador = g.countries[g.facts.country["ecuador"]]
    ecuador.status, ecuador.power = ALIGNED, FRANCE
    hold(g, "France", "Lima")
    drive(g, peace.conquer(g, Fall(g.facts.country["french_guyana"], FRANCE, GERMANY)))
    assert powers_by_hex(g)[at(g, "Lima")] == FRANCE and powers_by_hex(g)[at(g, "Cayenne")] == GERMANY
