"""The arena: the same games everywhere, lost workers, runs that go on, and what a run leaves in its folder."""

from __future__ import annotations

import csv
import multiprocessing
import os
import signal
from pathlib import Path

import msgspec
import pytest
import typer

from grognard.agents.arena import Game, Result, run
from grognard.agents.hunts import hunts
from grognard.agents.ladder import balance, everyone, pair_games
from grognard.agents.ratings import bradley_terry, interval
from grognard.agents.selfplay import Played
from grognard.cli.common import arena
from grognard.kernel.errors import GrognardError
from grognard.kernel.saves import load

SPEC = "tests.kernel.skirmish:TITLE"


def games(count: int, keep: bool = False) -> list[Game]:
    return [Game(SPEC, "lake", {}, ("random",), seed, keep) for seed in range(count)]


def digests(results: list[Result]) -> list[str]:
    return [result.game for result in results]


def test_games_are_the_same_in_processes_as_in_a_row() -> None:
    alone, together = run(games(6), workers=1), run(games(6), workers=2)
    assert digests(alone) == digests(together) and len(set(digests(alone))) == 6
    assert [r.n for r in together] == list(range(6))


def test_mirrored_pairs_are_played_with_dice_of_their_own_and_no_game_twice() -> None:
    made = pair_games(SPEC, "planner", "greedy", "lake", {}, 10, 7, False)
    assert [game.seed for game in made[::2]] == [game.seed for game in made[1::2]] == list(range(7, 17))
    assert len({(game.seed, game.agents) for game in made}) == 20


def test_a_killed_worker_costs_nothing_but_time() -> None:
    lost: list[int] = []
    killed: list[int] = []

    def done(result: Result) -> None:
        if not killed:
            victim = multiprocessing.active_children()[0]
            assert victim.pid is not None
            killed.append(victim.pid)
            os.kill(victim.pid, signal.SIGKILL)

    results = run(games(12), workers=2, done=done, lost=lost.append)
    assert killed and lost
    assert digests(results) == digests(run(games(12), workers=1))


def test_a_game_that_always_kills_its_worker_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def on_processes(left: object, workers: int, died: object) -> object:
        for _ in range(10):
            died(0)  # type: ignore[operator]
        yield b""

    monkeypatch.setattr("grognard.agents.arena.on_processes", on_processes)
    with pytest.raises(GrognardError, match="game 0 was lost 5 times"):
        run(games(2), workers=2)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = run(games(5, keep=True), workers=1, folder=tmp_path)
    book = tmp_path / "results.jsonl"
    lines = book.read_bytes().splitlines(keepends=True)
    book.write_bytes(b"".join(lines[:2]) + lines[2][:40])  # stopped while it wrote the third
    heard: list[int] = []
    again = run(games(5, keep=True), workers=1, folder=tmp_path, done=lambda result: heard.append(result.n))
    assert heard == [0, 1, 2, 3, 4] and digests(again) == digests(whole)
    assert book.read_bytes().splitlines(keepends=True)[:2] == lines[:2]
    assert len(book.read_bytes().splitlines()) == 5
    assert load(tmp_path / "games" / "00003.grognard").outcome is not None


def test_nothing_is_played_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(games(3), workers=1, folder=tmp_path)
    monkeypatch.setattr("grognard.agents.arena.work", lambda raw: pytest.fail("played again"))
    assert len(run(games(3), workers=1, folder=tmp_path)) == 3


def test_a_folder_holds_one_run(tmp_path: Path) -> None:
    run(games(2), workers=1, folder=tmp_path)
    with pytest.raises(GrognardError, match="holds another run"):
        run(games(3), workers=1, folder=tmp_path)


def test_another_version_on_a_worker_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = msgspec.json.encode(Result(0, "0.0.1", "far", Played("t", "s", 0, {}, {}, 0, 0, 0.0)))
    monkeypatch.setattr("grognard.agents.arena.work", lambda raw: stranger)
    with pytest.raises(GrognardError, match=r"far plays version 0\.0\.1"):
        run(games(1), workers=1)


def test_where_games_cannot_be_played() -> None:
    with pytest.raises(GrognardError, match="cannot be played on 'moon'"):
        run(games(1), on="moon")


def test_the_table_and_the_page(tmp_path: Path) -> None:
    found = everyone("tw", ("random", "greedy"), scenario="north_africa", pairs=4, workers=1, folder=tmp_path)
    assert found.matches[0].pairs == 4 and {r.agent for r in found.ratings} == {"random", "greedy"}
    rows = list(csv.DictReader((tmp_path / "games.csv").open()))
    assert len(rows) == 8 * 2 and {row["side"] for row in rows} == {"axis", "allies"}
    for game in range(8):
        mine = [row for row in rows if row["game"] == str(game)]
        assert sum(float(row["won"]) for row in mine) in (0.0, 1.0)
        assert float(mine[0]["margin"]) == -float(mine[1]["margin"])
        assert len({row["sha256"] for row in mine}) == 1
    curves = list(csv.DictReader((tmp_path / "curves.csv").open()))
    assert {"Score", "Counters"} <= {row["what"] for row in curves} and {row["turn"] for row in curves} > {"end"}
    page = (tmp_path / "report.html").read_text()
    assert all(head in page for head in ("Ratings", "Win rates by side", "by seed", "The course of the games", "Counters"))
    assert "<script" not in page


def test_balance_counts_every_game() -> None:
    found = balance(SPEC, "random", games=4, workers=1)
    assert found.games == 4 and sum(found.wins.values()) + found.draws == 4


def test_fuzzed_games_side_by_side_are_one_report(tmp_path: Path) -> None:
    apart = [hunts(SPEC, 1, seed, True, "", {}, tmp_path, workers=1) for seed in (7, 8, 9)]
    together = hunts(SPEC, 3, 7, True, "", {}, tmp_path, workers=2)
    assert together.games == 3 and together.answers == sum(report.answers for report in apart)
    assert together.verbs == {verb: sum(r.verbs.get(verb, 0) for r in apart) for verb in together.verbs}
    assert not list(tmp_path.iterdir()) and together.segments_reached >= max(r.segments_reached for r in apart)


def test_a_failing_game_comes_home(tmp_path: Path) -> None:
    report = hunts(SPEC, 2, 38, False, "", {"broken": True, "length": "long"}, tmp_path / "failures", workers=1)
    assert report.invariant_failures >= 1
    assert load(tmp_path / "failures" / report.failures[0].file).count == report.failures[0].after


def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        with arena("Playing", 3, tmp_path, True) as (done, lost):
            done(None)
            raise KeyboardInterrupt

    with pytest.raises(typer.Exit) as left:
        interrupted()
    assert left.value.exit_code == 130
    assert "interrupted after 1 of 3 games" in capsys.readouterr().err.replace("\n", " ")


# ratings


def test_two_who_score_three_to_one() -> None:
    best, worst = bradley_terry([("a", "b", 1.0)] * 300 + [("b", "a", 1.0)] * 100)
    assert (best.agent, best.duels, best.scored) == ("a", 400, 300)
    assert best.points - worst.points == pytest.approx(400 * 0.4771, abs=3)  # ten to the power of the difference / 400 is three
    assert best.points == -worst.points
    # the difference has a standard error of 1 / sqrt(n p q) on the logistic scale, and each of the two has half of it
    assert best.error == pytest.approx(1.96 * 173.7 / (400 * 0.75 * 0.25) ** 0.5 / 2, rel=0.02)


def test_error_bars_shrink_with_games_and_draws_are_even() -> None:
    few, many = bradley_terry([("a", "b", 0.5)] * 10), bradley_terry([("a", "b", 0.5)] * 1000)
    assert few[0].points == many[0].points == 0.0
    assert few[0].error > 5 * many[0].error


def test_one_who_always_wins_has_a_finite_rating() -> None:
    best = bradley_terry([("a", "b", 1.0)] * 20 + [("b", "c", 1.0)] * 20)
    assert [r.agent for r in best] == ["a", "b", "c"] and best[0].points < 2000


def test_intervals_of_shares() -> None:
    assert interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(0, 20)[0] == 0.0 and interval(20, 20)[1] == 1.0
