"""Dice: the stream, recordings, and exact distributions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from grognard.kernel.dice import (
    D6,
    D10,
    D12,
    Dice,
    DiceAway,
    Die,
    FixedDice,
    NoDice,
    RecordedDice,
    best,
    certain,
    commitment,
    one,
    pool,
    seed_from,
    total,
)
from grognard.kernel.errors import GrognardError


def test_a_roll_depends_on_seed_epoch_and_number_alone() -> None:
    dice = Dice(seed_from(1))
    assert dice.roll(5, 40, D10) == Dice(seed_from(1)).roll(5, 40, D10)
    assert dice.roll(5, 40, D10) != dice.roll(6, 40, D10)
    assert dice.roll(5, 40, D10) != Dice(seed_from(2)).roll(5, 40, D10)
    assert dice.roll(5, 40, D10) != Dice(seed_from(1), 1).roll(5, 40, D10)


@pytest.mark.parametrize("die", [D6, D10, D12, Die(10, 0), Die(100)])
def test_faces_are_equally_likely(die: Die) -> None:
    dice = Dice(seed_from(3))
    rolls = Counter(v for n in range(200) for v in dice.roll(n, 100, die))
    expected = 20_000 / die.sides
    assert set(rolls) == set(die.faces)
    chi = sum((rolls[f] - expected) ** 2 / expected for f in die.faces)
    assert chi < die.sides + 5 * (2 * die.sides) ** 0.5


def test_the_commitment_hides_and_binds() -> None:
    assert commitment(seed_from(1)) != commitment(seed_from(2))
    assert seed_from(1).hex() not in commitment(seed_from(1))


def test_recorded_dice_play_back_then_go_on() -> None:
    dice = RecordedDice([[3], [4, 5]], FixedDice(6))
    assert dice.roll(0, 1, D6) == [3]
    assert dice.roll(1, 2, D6) == [4, 5]
    assert dice.roll(2, 1, D6) == [6]


def test_a_recording_that_does_not_fit_is_refused() -> None:
    with pytest.raises(GrognardError, match="recorded roll 0"):
        RecordedDice([[3, 4]], NoDice()).roll(0, 1, D6)
    with pytest.raises(GrognardError, match="recorded roll 0"):
        RecordedDice([[9]], NoDice()).roll(0, 1, D6)


def test_without_the_seed_nobody_rolls() -> None:
    with pytest.raises(DiceAway, match="host"):
        NoDice().roll(0, 1, D6)


def test_fixed_dice_run_out_loudly() -> None:
    dice = FixedDice(2)
    assert dice.roll(0, 1, D6) == [2]
    with pytest.raises(AssertionError, match="ran out"):
        dice.roll(1, 1, D6)
    with pytest.raises(AssertionError, match="cannot show"):
        FixedDice(7).roll(0, 1, D6)


def brute(count: int, die: Die, f: object) -> dict[int, Fraction]:
    found: Counter[int] = Counter(f(faces) for faces in product(die.faces, repeat=count))  # type: ignore[operator]
    return {value: Fraction(n, die.sides**count) for value, n in found.items()}


def test_sums_pools_and_best_of_are_exact() -> None:
    assert total(3, D6).weights == brute(3, D6, sum)
    assert pool(3, D12, 4).weights == brute(3, D12, lambda faces: sum(f <= 4 for f in faces))
    assert best(3, D6, keep=2).weights == brute(3, D6, lambda faces: sum(sorted(faces)[1:]))
    assert best(2, D10, highest=False).weights == brute(2, D10, min)


def test_distributions_compose() -> None:
    d = one(D6)
    assert d[3] == Fraction(1, 6)
    assert d[7] == 0
    assert d.chance(lambda v: v >= 5) == Fraction(1, 3)
    assert d.mean() == 3.5
    assert d.map(lambda v: v % 2) == one(D6).map(lambda v: v % 2)
    assert len(d.map(lambda v: v % 2)) == 2
    reroll = d.then(lambda v: one(D6) if v == 1 else certain(v))
    assert reroll[1] == Fraction(1, 36)
    assert sum(w for _, w in reroll) == 1
    assert repr(certain(2)) == "{2: 1}"
    assert repr(D10) == "D10"
