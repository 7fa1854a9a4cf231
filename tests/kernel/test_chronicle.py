"""Annals, chronicle and film of whole games."""

from __future__ import annotations

import gzip
import io
import re
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from grognard.cli import app
from grognard.kernel.annals import Annals, Chapter, Luck, _count, annals, marks, swings
from grognard.kernel.chronicle import chronicle, placed
from grognard.kernel.dice import Dice, Die, commitment
from grognard.kernel.film import film
from grognard.kernel.present import LogLine
from grognard.kernel.saves import load
from grognard.kernel.session import Session
from tests.kernel.skirmish import TITLE as SKIRMISH

FIXTURES = Path(__file__).parents[1] / "fixtures"
GAMES = {"tw/kursk": 2, "awaw/barbarossa": 5, "gw36/1939-planner": 12}


@cache
def game(name: str) -> tuple[Session, Annals]:
    session = load(Path(name), data=gzip.decompress((FIXTURES / f"{name}.grognard.gz").read_bytes()))
    return session, annals(session)


@pytest.mark.parametrize("name", GAMES)
def test_a_chronicle_has_every_turn_and_needs_nothing_else(name: str) -> None:
    session, found = game(name)
    assert len(found.chapters) == GAMES[name]
    page = chronicle(session, found)
    for n, chapter in enumerate(found.chapters):
        assert f'id="turn{n}">{chapter.label}<' in page
    assert page.count('<svg class="map"') == GAMES[name]
    assert not re.search(r"(src|href)\s*=\s*[\"'](?!#)|url\(|@import|https?:|<script", page)
    assert len(page.encode()) < 1_000_000
    outcome = session.outcome
    assert outcome is not None and outcome.reason in page


def test_hexes_without_a_name_go_by_their_neighbour() -> None:
    """As on the table: "1513 by Kursk"; a hex with a name needs no other, and a board without names keeps its numbers."""
    session, found = game("tw/kursk")
    board = session.g.board
    page = chronicle(session, found)
    assert "1513 by " in page and ">1513<" not in page
    assert placed(board, board.space("1513")).startswith("1513 by ")
    assert placed(board, board.named("Kursk")) == "Kursk"
    bare = SKIRMISH.blank("lake", {}).board
    assert [placed(bare, space) for space in range(bare.size)] == [bare.label(space) for space in range(bare.size)]


def test_chapters_follow_one_another() -> None:
    """Every answer belongs to one turn."""
    session, found = game("gw36/1939-planner")
    assert found.chapters[0].first == 0 and found.chapters[-1].last == session.count
    assert all(a.last == b.first for a, b in zip(found.chapters, found.chapters[1:]))


def test_points_add_up_to_the_score() -> None:
    for name in ("gw36/1939-planner", "tw/kursk"):
        session, found = game(name)
        assert session.outcome is not None
        for side, score in session.outcome.scores.items():
            assert sum(one.points for one in found.points if one.side == side) == score, (name, side)


def test_rolls_come_from_the_seeds_that_were_promised() -> None:
    session, found = game("gw36/1939-planner")
    assert [seal.commitment for seal in found.seals] == [commitment(bytes.fromhex(seal.seed)) for seal in found.seals]
    assert found.seals[0].commitment == session.setting.commitment
    for roll in found.rolls:
        dice = Dice(bytes.fromhex(found.seals[roll.seed].seed), roll.epoch)
        assert dice.roll(roll.number, len(roll.dice), Die(int(roll.die[1:]))) == roll.dice


def test_luck_counts_hits_against_what_was_needed() -> None:
    luck = Luck("axis")
    _count(luck, [1, 3, 4, 12], 12, 3)
    _count(luck, [6, 5], 6, -1)  # the highest face alone
    assert (luck.dice, luck.needed, luck.hits) == (6, 6, 3)
    assert luck.expected == pytest.approx(4 * 3 / 12 + 2 / 6)
    before = luck.hits
    _count(luck, [1, 1], 6, 0)
    assert luck.hits == before and luck.dice == 8  # nobody said what they needed


def test_luck_of_a_whole_game_is_within_reason() -> None:
    """Volleys of three alliances: thousands of dice do not lie five standard deviations off."""
    _, found = game("gw36/1939-planner")
    assert {one.side for one in found.luck} == {"axis", "allies", "comintern"}
    assert all(one.needed == one.dice > 50 and abs(one.off) < 5 for one in found.luck)


def test_swings_are_the_largest_changes_in_their_order() -> None:
    def chapter(n: int, axis: float, held: str) -> Chapter:
        return Chapter(f"T{n}", n, n + 1, {"paris": held}, figures={"score:axis": ["Score", "axis", axis]})

    game = [
        chapter(0, 0, "allies"),
        chapter(1, 1, "allies"),
        chapter(2, 6, "axis"),
        chapter(3, 6, "axis"),
        chapter(4, 2, "axis"),
        chapter(5, 4, "axis"),
    ]
    found = swings(game)
    assert [(swing.label, swing.by) for swing in found] == [("T2", {"axis": 5}), ("T4", {"axis": -4}), ("T5", {"axis": 2})]
    assert found[0].taken == [("paris", "allies", "axis")] and found[1].taken == []


def test_losses_are_units_that_left_the_board() -> None:
    _, found = game("gw36/1939-planner")
    by_turn = sum(loss.count for chapter in found.chapters for loss in chapter.losses)
    assert by_turn == sum(loss.count for loss in found.losses) > 100


def test_a_film_has_a_frame_for_each_turn() -> None:
    session, found = game("awaw/barbarossa")
    data = film(session, found)
    with Image.open(io.BytesIO(data)) as shown:
        assert (shown.format, getattr(shown, "n_frames", 1)) == ("GIF", GAMES["awaw/barbarossa"])
    assert len(data) < 500_000


def test_the_command(tmp_path: Path) -> None:
    out, reel = tmp_path / "war.html", tmp_path / "war.gif"
    file = FIXTURES / "tw" / "kursk.grognard.gz"
    result = CliRunner().invoke(app, ["chronicle", str(file), "-o", str(out), "--film", str(reel), "--json"])
    assert result.exit_code == 0, result.output
    assert "Fall 1943" in out.read_text() and reel.read_bytes().startswith(b"GIF8")


def test_marks_of_a_log() -> None:
    """Turns and phases by their heads; rolls close together are one battle, a new phase begins another."""
    lines = [
        LogLine(0, 0, "", head=("1939", "Build")),
        LogLine(1, 3, "", head=("1939", "Combat")),
        LogLine(2, 4, "Warsaw", die="D6", dice=(1,)),
        LogLine(3, 5, "Warsaw again", die="D6", dice=(1,)),
        LogLine(4, 9, "Lodz", die="D6", dice=(1,)),
        LogLine(5, 10, "", head=("1940", "Build")),
    ]
    assert list(marks(lines)) == [
        (0, "turn", "1939"), (0, "phase", "Build"), (3, "phase", "Combat"), (4, "battle", "Warsaw"), (9, "battle", "Lodz"),
        (10, "turn", "1940"), (10, "phase", "Build"),
    ]  # fmt: skip
