"""11.15.6: the land combat table of two dice (option 27)."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.dice import FixedDice
from grognard.titles.wif import odds_land
from grognard.titles.wif.kinds import Weather
from grognard.titles.wif.rules.land_attack import join_attack, roll_result
from grognard.titles.wif.rules.land_odds import Fight, fight
from grognard.titles.wif.rules.two_dice import is_costly, odds_points, roll_two_dice, row_of, suffered, tenths, totals
from grognard.titles.wif.state import War

from .field import at, named, outcome, put, war


def loire(fractional_odds: bool = False) -> tuple[War, Fight]:
    """Model, an infantry corps and an armoured corps over the Loire against a motorised corps, with a Ju-87 and HQ support."""
    g = war(("Germany", "USA"), two_dice=True, fractional_odds=fractional_odds)
    target = at(g, "W1630")
    hq, infantry = named(g, "Germany", "Model", "W1729"), put(g, "Germany INF any", "W1729")
    armour, foe = put(g, "Germany ARM any", "W1629"), put(g, "USA MOT any", "W1630")
    return g, _declared(g, target, hq, infantry, armour, foe)


def _declared(g: War, target: int, hq: int, infantry: int, armour: int, foe: int) -> Fight:
    for unit in (hq, infantry, armour):
        join_attack(g, g.units.power[unit], unit, target)
    g.attacks[0].hq = hq
    plain = fight(g, 0)
    return Fight(
        target, (hq, infantry, armour), (foe,), None, Fraction(29, 2), Fraction(6), plain.column, 0, plain.chooser, False
    )


def set_dice(g: War, *values: int) -> None:
    g.dice = FixedDice(*values)


def test_11_15_6_a() -> None:
    """wif-11.15.6-a: 14.5 to 6 over a river with Model's support: 6.83 is kept as 6.8; 12 on the dice and a 5 make 19: half the
    attackers stay up, one is lost, a breakthrough."""
    g, battle = loire(fractional_odds=True)
    items = dict(totals(g, battle, True))
    assert items == {"odds": Fraction(29, 6), "attacking armour": Fraction(1, 2), "HQ support": Fraction(3, 2)}
    assert tenths(g, battle, True) == 68
    set_dice(g, 6, 6, 5)
    assert outcome(g, roll_two_dice(g, battle, True)).text == "†1/B"
    set_dice(g, 6, 6, 9)  # the fraction is not made: 18
    assert outcome(g, roll_two_dice(g, battle, True)).text == g.charts.two_dice["blitzkrieg", 18].text


def test_11_15_6_odds_without_fractions_are_levels() -> None:
    g, battle = loire()
    assert odds_points(g, battle) == 4  # 2:1
    worse = Fight(battle.target, battle.attackers, battle.defenders, None, Fraction(2), Fraction(6), 0, 0, 0, False)
    assert odds_points(g, worse) == -2  # 1:3
    even = Fight(battle.target, battle.attackers, battle.defenders, None, Fraction(6), Fraction(6), 0, 0, 0, False)
    assert odds_points(g, even) == 2
    assert tenths(g, battle, True) % 10 == 0


def test_11_15_6_weather_counts_two_for_a_column() -> None:
    g, battle = loire()
    fine = tenths(g, battle, False)
    g.weather = [int(Weather.RAIN)] * 6
    assert tenths(g, battle, False) == fine - 20


def test_11_15_6_the_extra_loss() -> None:
    g, battle = loire()
    result = g.charts.two_dice["assault", 16]
    assert result.extra
    assert not is_costly(g, battle) and suffered(result, False).attacker == result.attacker
    g.weather = [int(Weather.RAIN)] * 6
    assert is_costly(g, battle) and suffered(result, True).attacker == result.attacker + 1


def test_11_15_6_two_dice_are_thrown_only_with_the_option() -> None:
    g, battle = loire()
    set_dice(g, 6, 6)
    assert outcome(g, roll_result(g, battle, True)) == suffered(
        g.charts.two_dice["blitzkrieg", row_of(12 + tenths(g, battle, True) // 10)], is_costly(g, battle)
    )
    h = war(("Germany", "USA"))
    assert not h.options.two_dice


def test_11_15_6_the_odds_are_those_of_the_dice() -> None:
    g, battle = loire(fractional_odds=True)
    given = odds_land.terms(g, battle, True)
    chances = odds_land.results(g.charts, given)
    assert sum(chances.values()) == 1
    part = tenths(g, battle, True) % 10
    seen: dict[str, Fraction] = {}
    for a in range(1, 11):
        for b in range(1, 11):
            for c in range(1, 11) if part else (1,):
                set_dice(g, a, b, c)
                text = outcome(g, roll_two_dice(g, battle, True)).text
                seen[text] = seen.get(text, Fraction(0)) + Fraction(1, 1000 if part else 100)
    assert seen == {result.text: chance for result, chance in chances.items()}
