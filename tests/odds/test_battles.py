"""The calculators against enumeration of every die, against each other, and against what must always hold."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.odds import Channel, Contest, Kind, Phase, Retreat, Shot, Side, outlook
from grognard.odds.exact import exact
from grognard.odds.rolls import capped, dice, mean, opposed, volley
from grognard.odds.sampling import sample


def plain(attack: list[tuple[int, int]], defence: list[tuple[int, int]], retreat: Retreat | None = None) -> Contest:
    """A battle of (count, hit number) groups; losses are taken in the order written."""
    sides = [
        Side(
            tuple(Kind(f"k{i}", n, price=v, holds=True) for i, (n, v) in enumerate(groups)),
            (Channel(tuple(range(len(groups)))),),
        )
        for groups in (attack, defence)
    ]
    shots = [tuple(Shot(i, v) for i, (_, v) in enumerate(groups)) for groups in (attack, defence)]
    phase = Phase(*shots)
    return Contest(sides[0], sides[1], (phase,), (phase,), retreat or Retreat())


def enumerated(attack: list[int], defence: list[int]) -> tuple[Fraction, Fraction, Fraction]:
    """Chances that the attacker wins, the defender holds, nobody is left: every die of every round, exactly.

    Units are hit numbers in the order they are lost. A round without a hit is divided out.
    """

    @cache
    def fight(a: tuple[int, ...], d: tuple[int, ...]) -> tuple[Fraction, Fraction, Fraction]:
        if not a or not d:
            return (Fraction(bool(a)), Fraction(bool(d)), Fraction(not a and not d))
        total = [Fraction(0)] * 3
        again = Fraction(0)
        for rolls in product(range(1, 13), repeat=len(a) + len(d)):
            by_a = sum(r <= v for r, v in zip(rolls, a))
            by_d = sum(r <= v for r, v in zip(rolls[len(a) :], d))
            if not by_a and not by_d:
                again += 1
                continue
            for n, x in enumerate(fight(a[by_d:], d[by_a:])):
                total[n] += x
        weight = Fraction(12) ** (len(a) + len(d)) - again
        return (total[0] / weight, total[1] / weight, total[2] / weight)

    return fight(tuple(attack), tuple(defence))


@pytest.mark.parametrize(
    ("attack", "defence"),
    [([(1, 2)], [(1, 4)]), ([(2, 2)], [(1, 4)]), ([(1, 2), (1, 6)], [(2, 4)]), ([(1, 3), (1, 7)], [(1, 2), (1, 6)])],
)
def test_exact_is_what_enumeration_of_all_dice_gives(attack: list[tuple[int, int]], defence: list[tuple[int, int]]) -> None:
    units = [[v for n, v in groups for _ in range(n)] for groups in (attack, defence)]
    won, held, nobody = enumerated(*units)
    found = exact(plain(attack, defence))
    assert (found.won, found.held, found.nobody) == pytest.approx((float(won), float(held), float(nobody)), abs=1e-11)


def test_exact_one_shot_each() -> None:
    """1 v 1 at 6 and 6: each round both hit with 1/4, one alone with 1/4 each."""
    found = exact(plain([(1, 6)], [(1, 6)]))
    assert (found.won, found.held, found.nobody) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert found.rounds == pytest.approx(4 / 3)
    assert found.attacker.left_chances == pytest.approx({0: 2 / 3, 1: 1 / 3})


def selecting() -> Contest:
    """One shooter at 7 that picks its victim on 1-3, against a cheap and a dear unit; the owner loses the cheap one first."""
    attacker = Side((Kind("bomber", 1),), (Channel((0,)),))
    defender = Side((Kind("cheap", 1, 1.0), Kind("dear", 1, 9.0)), (Channel((0, 1)), Channel((1, 0), over=0)))
    phase = Phase((Shot(0, 7, 0, select=3, select_channel=1),), ())
    return Contest(attacker, defender, (phase,), (phase,), limit=1)


def test_target_selection_takes_its_share_of_the_die() -> None:
    found = exact(selecting())
    assert found.defender.losses == pytest.approx({"cheap": 4 / 12, "dear": 3 / 12})
    assert found.open == pytest.approx(1.0)


def test_a_selected_hit_without_a_target_is_an_ordinary_one() -> None:
    battle = selecting()
    narrow = Side(battle.defender.kinds, (Channel((0,)), Channel((1,), over=0)))
    phase = Phase((Shot(0, 12, 0, dice=2, select=12, select_channel=1),), ())
    found = exact(Contest(battle.attacker, narrow, (phase,), (phase,), limit=1))
    assert found.defender.losses == {"cheap": 1.0, "dear": 1.0}


def test_double_casualties_and_the_odd_unit() -> None:
    """A sure hit takes two of three doubled units, the next one the last; a single kind behind them loses one."""
    attacker = Side((Kind("landed", 3), Kind("overland", 2)), (Channel((0, 1), doubled=frozenset({0})),))
    defender = Side((Kind("gun", 3),), (Channel((0,)),))
    phase = Phase((), (Shot(0, 12),))
    for calculator in (exact, lambda b: sample(b, 1000)):
        found = calculator(Contest(attacker, defender, (phase,), (phase,), limit=1))
        assert found.attacker.losses == {"landed": 3.0, "overland": 1.0}


def test_a_damaged_ship_is_hit_again_in_the_same_round() -> None:
    ships = Side((Kind("battleship", 2, becomes=1), Kind("battleship", 0)), (Channel((0, 1)),))
    guns = Side((Kind("gun", 3),), (Channel((0,)),))
    phase = Phase((Shot(0, 12),), ())
    for calculator in (exact, lambda b: sample(b, 1000)):
        found = calculator(Contest(guns, ships, (phase,), (phase,), limit=1))
        assert found.defender.losses == {"battleship": 1.0}


def test_guarded_units_are_out_of_reach_until_they_are_alone() -> None:
    fleet = Side(
        (Kind("cruiser", 1), Kind("transport", 1, fights=False, helpless=True)),
        (Channel((0, 1)), Channel((1,), guarded=frozenset({1}))),
    )
    hunter = Side((Kind("seaplane", 1),), (Channel((0,)),))
    phase = Phase((Shot(0, 12, 1),), ())
    assert exact(Contest(hunter, fleet, (phase,), (phase,), limit=3)).defender.losses["transport"] == 0.0


def test_retreat_after_rounds_and_below_strength() -> None:
    battle = plain([(4, 2)], [(4, 4)], Retreat(rounds=1))
    found = exact(battle)
    assert found.rounds == pytest.approx(1.0)
    assert found.retreated > 0.9
    pressing = exact(plain([(4, 2)], [(4, 4)]))
    careful = exact(plain([(4, 2)], [(4, 4)], Retreat(share=0.5)))
    assert careful.attacker.value_lost < pressing.attacker.value_lost
    assert pressing.retreated == 0.0 < careful.retreated


def test_sampling_says_how_sure_it_is() -> None:
    battle = plain([(6, 3), (2, 6)], [(5, 4)])
    right = exact(battle)
    found = sample(battle, 40_000, seed=3)
    assert found.method == "sampled"
    assert abs(found.won - right.won) < 5 * found.error
    assert 0.0005 < found.error < 0.002
    assert found.attacker.value_lost == pytest.approx(right.attacker.value_lost, abs=0.15)
    assert sample(battle, 40_000, seed=3) == found
    assert sample(battle, 40_000, seed=4) != found


groups = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 9)), min_size=1, max_size=3)


@settings(max_examples=40, deadline=None)
@given(groups, groups)
def test_chances_add_up_and_both_methods_agree(attack: list[tuple[int, int]], defence: list[tuple[int, int]]) -> None:
    battle = plain(attack, defence)
    right = exact(battle)
    assert right.won + right.held + right.nobody + right.retreated + right.open == pytest.approx(1.0, abs=1e-9)
    assert sum(right.attacker.left_chances.values()) == pytest.approx(1.0, abs=1e-9)
    for side, given_units in ((right.attacker, attack), (right.defender, defence)):
        for i, (n, _) in enumerate(given_units):
            assert side.losses[f"k{i}"] + side.left[f"k{i}"] == pytest.approx(n)
    found = sample(battle, 4_000, seed=11)
    assert abs(found.won - right.won) < 6 * max(found.error, 0.004)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5), st.integers(1, 8), st.integers(1, 5), st.integers(1, 8))
def test_more_attackers_never_hurt(n: int, v: int, m: int, w: int) -> None:
    assert exact(plain([(n + 1, v)], [(m, w)])).won >= exact(plain([(n, v)], [(m, w)])).won - 1e-9


def test_outlook_is_exact_where_it_is_quick() -> None:
    assert outlook(plain([(3, 2)], [(3, 4)])).method == "exact"
    assert outlook(plain([(3, 2)], [(3, 4)]), method="sampled", samples=500).battles == 500


def test_rolls() -> None:
    assert mean(dice(2, 6)) == pytest.approx(7.0)
    assert volley([(1, 6), (1, 6)])[1] == pytest.approx(0.5)
    assert capped(dice(2, 6), 5)[5] == pytest.approx(30 / 36)
    assert opposed(2, 0)[7] == pytest.approx(1 / 36)


def test_the_hit_table_draws_the_binomial_distribution() -> None:
    from grognard.odds.sampling import table_for

    words = np.arange(0, 2**32, 2**32 // 50_000, dtype=np.uint64).astype(np.uint32)
    for n, hits in ((1, 4), (7, 5), (15, 11)):
        dice_ = np.full(len(words), n, np.uint8)
        found = np.bincount(table_for(n, hits, 12).draw(dice_, words), minlength=n + 1) / len(words)
        assert found == pytest.approx([volley([(n, hits)])[k] for k in range(n + 1)], abs=1e-4)
    dice_ = np.full(len(words), 9, np.uint8)
    assert set(table_for(9, 12, 12).draw(dice_, words)) == {9}
    assert set(table_for(9, 4, 12).draw(np.zeros(len(words), np.uint8), words)) == {0}
