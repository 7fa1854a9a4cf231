"""The research interface: PettingZoo's own tests on every title, what is hidden, what is rewarded, and pages of long lists."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

from grognard.kernel.errors import GrognardError
from grognard.kernel.title import titles
from grognard.pettingzoo import Against, Environment, env
from grognard.pettingzoo.observation import ABSENT

SKIRMISH = "tests.kernel.skirmish:TITLE"
EVERY = [*sorted(titles()), SKIRMISH]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the library: observations that are dicts, names of metadata
        yield


def chosen(seen: Any, rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


def played(game: Environment, answers: int, seed: int = 1) -> list[str]:
    """The texts of so many random answers."""
    rng = random.Random(seed)
    game.reset(seed=seed)
    while game.session.count < answers and game.session.pending:
        game.step(chosen(game.observe(game.agent_selection), rng))
    return [step.option for step in game.session.steps]


@pytest.mark.parametrize("code", EVERY)
def test_the_library_accepts_it(code: str) -> None:
    api_test(env(code), num_cycles=40)
    seed_test(lambda: env(code), num_cycles=20)


@pytest.mark.parametrize("code", EVERY)
def test_its_performance_can_be_measured(code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ticks = iter(range(10_000))
    monkeypatch.setattr("time.time", lambda: next(ticks) / 4)  # its five seconds are over after some twenty steps
    performance_benchmark(env(code))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("code", EVERY)
def test_the_same_seed_is_the_same_game(code: str) -> None:
    one, other = Environment(code), Environment(code)
    assert played(one, 25) == played(other, 25)
    seat = one.possible_agents[0]
    assert all(np.array_equal(one.observe(seat)[key], other.observe(seat)[key]) for key in one.observe(seat))
    assert one.session.g.digest() == other.session.g.digest()
    assert one.observation_space(seat).contains(one.observe(seat))


@pytest.mark.parametrize("code", EVERY)
def test_the_schema_names_every_number(code: str) -> None:
    game = Environment(code)
    played(game, 15)
    seat = game.agent_selection
    seen = game.observe(seat)["observation"]
    parts = game.schema.view(seen)
    assert game.schema.parts[-1].stop == len(seen) and sum(part.size for part in parts.values()) == len(seen)
    assert parts["me"].sum() == 1 and parts["asked"].sum() == len(game.session.pending)
    if not game.title.hides:
        for name, table in game.session.g.tables.items():
            shape = game.schema.named[name].shape
            assert [list(row) for row in parts[name][: min(len(table), shape[0])].T] == [c[: shape[0]] for c in table.columns]
            assert (parts[name][len(table) :] == ABSENT).all()


def test_what_is_hidden_is_not_observed() -> None:
    """Skirmish hides units: the enemy's observation does not change with what they are, the owner's does."""
    game = Environment(SKIRMISH)
    game.reset(seed=3)
    g = game.session.g
    unit = next(u for u in g.units if u.seat == 0 and u.hidden)
    before = {seat: game.observe(seat)["observation"] for seat in ("blue", "red")}
    unit.steps = unit.steps + 1
    after = {seat: game.observe(seat)["observation"] for seat in ("blue", "red")}
    assert not np.array_equal(before["blue"], after["blue"])
    assert np.array_equal(before["red"], after["red"])


def test_only_who_is_asked_has_a_list() -> None:
    game = Environment("tw")
    game.reset(seed=1)
    asked = game.agent_selection
    other = next(seat for seat in game.agents if seat != asked)
    assert game.observe(asked)["action_mask"].sum() == len(game.session.pending[asked].options)
    assert not game.observe(other)["action_mask"].any() and not game.observe(other)["options"].any()


def test_rewards_add_up_to_the_margin() -> None:
    game = Environment("tw", scenario="north_africa")
    rng, got = random.Random(4), {"axis": 0.0, "allies": 0.0}
    game.reset(seed=4)
    start = dict(game.margins)
    while not any(game.terminations.values()):
        game.step(chosen(game.observe(game.agent_selection), rng))
        for seat in got:
            got[seat] += game.rewards[seat]
    for seat, total in got.items():
        assert total == pytest.approx(game.margins[game.sides[seat]] - start[game.sides[seat]])
    assert game.session.outcome is not None


def test_a_long_list_is_turned_over() -> None:
    small, whole = Environment("tw", actions=8), Environment("tw")
    for game in (small, whole):
        game.reset(seed=2)
    seat = small.agent_selection
    options = [o.text for o in whole.session.pending[seat].options]
    assert len(options) > 8
    seen: list[str] = []
    for _ in range(-(-len(options) // 7)):
        page, more = small.listed(seat)
        assert more and small.observe(seat)["action_mask"][-1] == 1
        seen += [o.text for o in page]
        small.step(7)
    assert seen == options
    assert small.page == 0 and small.session.count == whole.session.count
    small.step(7)
    small.step(0)
    assert small.session.steps[-1].option == options[7]


def test_what_is_no_option_is_refused() -> None:
    game = Environment("tw")
    game.reset(seed=1)
    with pytest.raises(GrognardError, match="is no option of"):
        game.step(511)
    with pytest.raises(GrognardError, match="too few"):
        Environment("tw", actions=2)


def test_a_game_can_be_cut_short() -> None:
    game = Environment("tw", most=10)
    played(game, 10)
    assert all(game.truncations.values()) and not any(game.terminations.values())


# Gymnasium


def test_gymnasium_accepts_it() -> None:
    check_env(Against("tw", "axis", "random", scenario="north_africa", most=60, fold=True), skip_render_check=True)


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_a_game_against_an_agent(opponent: str) -> None:
    game = Against("tw", "allies", opponent, scenario="poland", actions=16)
    seen, info = game.reset(seed=5)
    start, total, rng, over = info["margin"], 0.0, random.Random(5), False
    while not over:
        assert info["seat"] in game.mine
        seen, reward, ended, cut, info = game.step(chosen(seen, rng))
        total, over = total + reward, ended or cut
    assert total == pytest.approx(info["margin"] - start)


def test_there_is_no_such_side() -> None:
    with pytest.raises(GrognardError, match="has no side 'martians'"):
        Against("tw", "martians")
