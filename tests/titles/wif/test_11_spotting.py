"""11.15.7: spotting fleets (option 28)."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from grognard.titles.wif.facts import ALLIES, COMMONWEALTH, GERMANY, ITALY, USA
from grognard.titles.wif.ground import ALL_SEA, STRAITS
from grognard.titles.wif.rules import land_odds
from grognard.titles.wif.rules.impulses import begin_impulse
from grognard.titles.wif.rules.land_odds import Fight
from grognard.titles.wif.rules.shore_bombardment import Gunnery, bombard
from grognard.titles.wif.rules.spotting import company, seen, spot_fleets, watchers
from grognard.titles.wif.state import War
from tests.titles.wif.field import at, drive, put, war
from tests.titles.wif.test_11_sea import ship

NORTH_SEA, CHERBOURG = "North Sea", "Cherbourg"


def normandy(*, spotting_fleets: bool = True) -> tuple[War, Fight, dict[str, int]]:
    """The landing at Cherbourg: American and Canadian troops, ships of both, and two German ones."""
    g = war(
        ("Germany", "Commonwealth"), ("Germany", "USA"), turn="May/Jun 1944", spotting_fleets=spotting_fleets
    )  # fmt: skip
    g.side = ALLIES
    target = at(g, CHERBOURG)
    g.hexes[target].controller = g.facts.country["germany"]
    ships = {
        "nelson": ship(g, "Commonwealth", "BB", "any", NORTH_SEA, 3),
        "amph": ship(g, "USA", "AMPH", "any", NORTH_SEA, 4),
        "amph_3": ship(g, "USA", "AMPH", "any", NORTH_SEA, 3),
        "san_diego": ship(g, "USA", "CL", "any", NORTH_SEA, 3),
        "st_louis": ship(g, "USA", "CA", "any", NORTH_SEA, 4),
        "norfolk": ship(g, "Commonwealth", "CA", "any", NORTH_SEA, 3),
        "london": ship(g, "Commonwealth", "CA", "any", NORTH_SEA, 4),
        "bismarck": ship(g, "Germany", "BB", "any", NORTH_SEA, 2),
        "eugen": ship(g, "Germany", "CA", "any", NORTH_SEA, 2),
    }
    for name in ("nelson", "amph", "amph_3", "bismarck"):
        g.units[ships[name]].shelled, g.units[ships[name]].down = target + 1, 1
    beach = next(s for s, bits in g.ground.steps[target] if not bits & (ALL_SEA | STRAITS))
    american = put(g, "USA MOT any", CHERBOURG, stood=beach)
    canadian = put(g, "Commonwealth MOT any", CHERBOURG, stood=beach)
    defender = put(g, "Germany GAR any", CHERBOURG)
    battle = Fight(target, (american, canadian), (defender,), None, Fraction(7), Fraction(3), 0, 0, USA, False)
    return g, battle, ships


def strengthen(g: War, battle: Fight, power: int) -> Fight:
    """A battle in which a power brings a second corps."""
    more = put(g, f"{g.powers[power].label} INF any", CHERBOURG, stood=g.units.stood[battle.attackers[0]])
    return msgspec.structs.replace(battle, attackers=(*battle.attackers, more))


def test_11_15_7_a_the_strongest_attacker_sends_the_bismarck_down() -> None:
    """wif-11.15.7-a: the USA has most factors and decides first; the Prinz Eugen may go along and turns face-down."""
    g, battle, ships = normandy()
    battle = strengthen(g, battle, USA)
    assert watchers(g, battle, 0) == [COMMONWEALTH, USA]  # as strong as the others: both must agree
    battle = strengthen(g, battle, USA)
    assert watchers(g, battle, 0) == [USA] and watchers(g, battle, ALLIES) == [GERMANY]
    prompts = drive(g, spot_fleets(g, battle), ["send_down", f"escort u{ships['eugen']}", "let_stay"])
    assert len(prompts) == 3
    low = g.ground.sections[at(g, NORTH_SEA)][0]
    assert g.units.at[ships["bismarck"]] == g.units.at[ships["eugen"]] == low and g.units.down[ships["eugen"]]
    assert g.units.at[ships["nelson"]] != low


def test_11_15_7_b_only_ships_of_a_power_that_fought_from_the_section_go_along() -> None:
    """wif-11.15.7-b: American ships of sections 3 and 4 and the Norfolk; not the London: no British ship fought in 4."""
    g, battle, ships = normandy()
    down = seen(g, battle.target, ALLIES, at(g, NORTH_SEA))
    assert set(down) == {ships[n] for n in ("nelson", "amph", "amph_3")}
    assert set(company(g, USA, down)) == {ships["san_diego"], ships["st_louis"]}
    assert company(g, COMMONWEALTH, down) == [ships["norfolk"]]
    g.units[ships["norfolk"]].down = 1
    assert company(g, COMMONWEALTH, down) == []
    drive(g, spot_fleets(g, battle), ["let_stay", "send_down", "nobody"])
    low = g.ground.sections[at(g, NORTH_SEA)][0]
    assert all(g.units.at[u] == low for u in down) and g.units.at[ships["london"]] != low


@pytest.mark.parametrize("option", [False, True])
def test_11_15_7_is_an_option(option: bool) -> None:
    g, battle, _ = normandy(spotting_fleets=option)
    assert bool(drive(g, spot_fleets(g, battle))) == option


def test_11_15_7_a_ship_that_bombards_is_remembered_for_its_impulse() -> None:
    g, battle, ships = normandy()
    cruiser = ships["norfolk"]
    g.attacks.add(target=battle.target, power=USA)
    bombard(g, Gunnery(COMMONWEALTH, False), (cruiser, 0))
    assert cruiser in seen(g, battle.target, ALLIES, at(g, NORTH_SEA))
    begin_impulse(g)
    assert not seen(g, battle.target, ALLIES, at(g, NORTH_SEA))


def test_11_15_7_who_holds_the_hex_sends_the_landing_fleet_away() -> None:
    """Germans defend an Italian hex: Italy decides, whoever holds it after the combat; the fight knows who held it before."""
    g, battle, _ = normandy()
    g.hexes[battle.target].controller = g.facts.country["italy"]
    assert land_odds.fight(g, g.attacks.add(target=battle.target, power=USA).index).holder == ITALY
    battle = msgspec.structs.replace(battle, holder=ITALY)
    g.hexes[battle.target].controller = g.facts.country["usa"]
    assert watchers(g, battle, ALLIES) == [ITALY] and watchers(g, battle, 0) == [COMMONWEALTH]
