"""What a run of the arena found, as one tidy table (a row for each side of each game) and as a page (agents/report_page.py)."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import msgspec

from grognard.agents.arena import Result
from grognard.agents.ratings import Duel
from grognard.agents.report_page import page


class Row(msgspec.Struct, frozen=True):
    """A side of a game. `won`: 1 alone, a share where several win, 0; `margin`: how far it is ahead of the best other."""

    game: int
    title: str
    scenario: str
    seed: int
    side: str
    agent: str
    won: float
    score: float
    margin: float
    reason: str
    turns: int
    answers: int
    seconds: float
    node: str
    digest: str
    sha256: str


def rows(results: Sequence[Result]) -> list[Row]:
    """The tidy table of the games between agents."""
    found = []
    for result in results:
        p = result.played
        if p is None:
            continue
        winners = list(p.result["winners"])
        for side, name in result.by_side.items():
            score = p.scores.get(side, 0.0)
            best = max((s for key, s in p.scores.items() if key != side), default=0.0)
            won = 1 / len(winners) if side in winners else 0.0
            head = (result.n, p.title, p.scenario, p.seed, side, name, round(won, 4), score, score - best)
            found.append(
                Row(*head, p.result["reason"], p.turns, p.answers, p.seconds, result.node, p.digest, result.game)
            )
    return found


def write(folder: Path, results: Sequence[Result], duels: Sequence[Duel] = (), words: str = "") -> None:
    """Put `games.csv`, `curves.csv` and `report.html` into a run's folder."""
    table = rows(results)
    with (folder / "games.csv").open("w", newline="") as file:
        sheet = csv.writer(file, lineterminator="\n")
        sheet.writerow(Row.__struct_fields__)
        sheet.writerows(msgspec.structs.astuple(row) for row in table)
    with (folder / "curves.csv").open("w", newline="") as file:
        sheet = csv.writer(file, lineterminator="\n")
        sheet.writerow(("game", "seed", "turn", "what", "side", "value"))
        for result in results:
            seed = result.played.seed if result.played else 0
            for turn, values in result.curve:
                sheet.writerows((result.n, seed, turn, *value) for value in values)
    (folder / "report.html").write_text(page(results, duels, words))
