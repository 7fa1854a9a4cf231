"""2.6, 11.9, 11.11.6, 11.14, 11.16: the worked examples of land combat with the factors they print, played by the rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.titles.aif.state import America
from grognard.titles.wif.facts import GERMANY, JAPAN
from grognard.titles.wif.ground import RAIL, RIVER, ROAD, SHORE
from grognard.titles.wif.kinds import Action, Weather
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.land_odds import die_modifiers, fight, notional_factors
from grognard.titles.wif.rules.land_results import advance
from grognard.titles.wif.rules.land_steps import hex_price
from grognard.titles.wif.rules.missions import tactical_factors
from grognard.titles.wif.rules.naval_air_combat import anti_air
from grognard.titles.wif.rules.overrun import may_overrun, overrun_odds, overrun_price
from grognard.titles.wif.state import INVASION, SETTLED

from ..wif.field import act, at, drive, hold, put, sides, sky
from ..wif.test_11_sea_examples import print_values
from .field import america


def plain(g: America, country: str = "usa") -> int:
    """A clear hex without a city in the midst of a country."""
    return next(
        s for s in g.ground.homeland[country]
        if g.board.terrain_name(s) == "clear" and not g.ground.city[s] and not g.ground.seas[s] and len(g.ground.steps[s]) == 6
    )  # fmt: skip


def over_the_river(g: America, power: str, strengths: tuple[int, ...], defence: int) -> list[int]:
    """Corps of a power with these factors attack a plain over a river; one unit with the other factors defends."""
    target = plain(g)
    here = g.ground.steps[target][0][0]
    sides(g, g.board.token(here), g.board.token(target), bits=RIVER)
    hold(g, power, g.board.token(here))
    act(g, power, Action.LAND)
    units = [put(g, f"{power} INF any", g.board.token(here), fed=1) for _ in strengths]
    for unit, strength in zip(units, strengths):
        print_values(g, unit, strength=strength)
        join_attack(g, g.power, unit, target)
    foe = put(g, "USA INF any", g.board.token(target))
    print_values(g, foe, strength=defence)
    return units


def test_2_6_c_a_sum_of_three_arms() -> None:
    """aif-2.6-c: 17 factors over a river are 8.5; with 8.5 of ships and 2.5 of a carrier's planes 19.5, which is 20."""
    g = america()
    over_the_river(g, "Japan", (6, 6, 5), 5)
    g.attacks[0].shore, g.attacks[0].support = 60 * 17 // 2, 60 * 5 // 2
    assert fight(g, 0).attack == 20


def test_11_16_2_b_ships_count_as_much_as_the_troops() -> None:
    """aif-11.16.2-b: beside seven factors over a river, 3.5, five factors of ships count as 3.5."""
    g = america()
    over_the_river(g, "Japan", (7,), 5)
    g.attacks[0].shore = 5 * 60
    assert fight(g, 0).attack == 7
    g.attacks[0].shore = 0
    assert fight(g, 0).attack == 4  # 3.5, half up


def test_11_16_5_d_in_the_snow() -> None:
    """aif-11.16.5-d: 17 over a river, nine factors of ships, 3.5 in the air: 20.5 is 21; against seven 3:1, in snow 3:2."""
    g = america()
    over_the_river(g, "Japan", (6, 6, 5), 7)
    g.attacks[0].shore, g.attacks[0].support = 9 * 60, 60 * 7 // 2
    sky(g, Weather.SNOW)
    battle = fight(g, 0)
    assert (battle.attack, battle.defence, battle.odds) == (21, 7, "3:2")


@pytest.mark.parametrize(("sections", "notional", "odds"), [((2, 3), 12, "1:1"), ((4, 4), 6, "2:1")])
def test_11_14_a_and_b_the_landing_near_vancouver(sections: tuple[int, int], notional: int, odds: str) -> None:
    """aif-11.14-a, aif-11.14-b: marines and infantry of five factors, 7.5 of ships and 4.5 of aircraft in rain: 20 against 12
    are 3:2, in rain 1:1, and one is added to the die; from section 4 it would be 2:1."""
    g = america()
    sky(g, Weather.RAIN)
    high = [s for s in g.ground.homeland["canada"] if g.board.terrain_name(s) == "mountain" and not g.ground.city[s]]
    target = next(s for s in high if g.ground.wet[s] and g.ground.seas[s] and g.ground.steps[s])
    area = g.ground.seas[target][0]
    near = next(b for b, bits in g.ground.steps[target] if not bits & ~(RAIL | ROAD | SHORE))
    put(g, "Commonwealth INF any", g.board.token(near))
    act(g, "Japan", Action.LAND)
    units = [put(g, f"Japan {kind} any", "Japanese box") for kind in ("MAR", "INF")]
    for unit, section in zip(units, sections):
        print_values(g, unit, strength=5)
        row = g.units[unit]
        row.at, row.landed, row.shore, row.fed = target, INVASION, g.ground.sections[area][section], 1
        join_attack(g, JAPAN, unit, target)
    g.attacks[0].shore, g.attacks[0].support = 60 * 15 // 2, 60 * 9 // 2
    assert notional_factors(g, target, units, []) == notional
    battle = fight(g, 0)
    assert (battle.attack, battle.defence, battle.odds) == (20, notional, odds)
    assert die_modifiers(g, battle, False).total == 1


def test_11_11_6_a_an_overrun_in_the_snow() -> None:
    """aif-11.11.6-a: ARM of 8 and 9 over a river against a face-down black ARM out of supply, one factor: 8.5 is 9, 9:1 less two
    columns is 7:1. The hex costs twice its terrain."""
    g = america()
    there = plain(g)
    here = g.ground.steps[there][0][0]
    sides(g, g.board.token(here), g.board.token(there), bits=RIVER)
    hold(g, "Germany", g.board.token(here))
    for s, city in enumerate(g.ground.city):
        if city:
            g.hexes[s].lost = g.turn  # no city feeds anybody this turn
    sky(g, Weather.SNOW)
    armour = tuple(put(g, "Germany ARM any", g.board.token(here), fed=1) for _ in range(2))
    for unit, strength in zip(armour, (8, 9)):
        print_values(g, unit, strength=strength)
    foe = put(g, "USA ARM any", g.board.token(there), down=1)
    print_values(g, foe, marks=frozenset())
    assert overrun_odds(g, armour, here, there) == 7 and may_overrun(g, armour, here, there) is None
    assert overrun_price(g, there, 0) == 2
    refused = may_overrun(g, armour[:1], here, there)
    assert refused is not None


def test_11_9_a_carriers_strike_in_rain_and_jungle() -> None:
    """aif-11.9-a: tactical factors of 2 and 3 over a jungle in rain are a quarter; both strike with one."""
    g = america()
    sky(g, Weather.RAIN)
    jungle = next(s for s in range(g.board.size) if g.ground.land[s] and g.board.terrain_name(s) == "jungle")
    for tactical in (2, 3):
        bomber = put(g, "Japan LND any", "Japanese box")
        print_values(g, bomber, tactical=tactical)
        found = tactical_factors(g, bomber, jungle)
        assert found == Fraction(tactical, 4) and int(found + Fraction(1, 2)) == 1


@pytest.mark.parametrize(("moves", "down"), [(3, 1), (9, 0)])
def test_11_14_a_landing_in_costly_ground_ends_face_down(moves: int, down: int) -> None:
    """Even with an asterisk, if the hex costs more than the movement of who landed."""
    g = america()
    coast = at(g, "Miami")
    unit = put(g, "Germany MAR any", "Miami", landed=INVASION)
    sky(g, Weather.RAIN)
    print_values(g, unit, move=moves)
    g.roster.moves[unit] = moves
    price = hex_price(g, coast, False)
    assert (price > moves) == bool(down)
    drive(g, advance(g, coast, [unit], GERMANY, False))
    assert g.units.down[unit] == down and g.units.landed[unit] == SETTLED


def test_15_1_the_surprised_ships_of_a_port_fire_with_half() -> None:
    """A cruiser of a minor that Germany has just attacked beside one of its new friend, who knew; at whoever comes."""
    g = america()
    own, minor = (put(g, "USA CA any", "Rio de Janeiro") for _ in range(2))
    for unit in (own, minor):
        print_values(g, unit, anti_air=4)
    g.units[minor].country = g.facts.country["brazil"]
    assert anti_air(g, [own, minor], [GERMANY]) == 8
    g.countries[g.facts.country["brazil"]].surprised_by = 1 << GERMANY
    assert anti_air(g, [own, minor], [GERMANY]) == 6 == anti_air(g, [own, minor], [JAPAN])
