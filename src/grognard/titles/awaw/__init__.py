"""A World at War: the title. Rules 1-9 are the publisher's; what they lack is ours and says so (docs/awaw.md).

The campaigns of Europe, the Pacific and both run from Fall 1939; Barbarossa, North Africa, the Atlantic and Midway are short.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import grognard.titles.awaw.gestures as gestures
import grognard.titles.awaw.odds as forecasts
import grognard.titles.awaw.present as present
import grognard.titles.awaw.rules.secrets as secrets
from grognard.kernel.board import Board
from grognard.kernel.files import Files
from grognard.kernel.flow import Option
from grognard.kernel.present import Picture, Points, Side
from grognard.kernel.rules import No
from grognard.kernel.sequence import place
from grognard.kernel.title import Scenario, Seat, Switch, Title
from grognard.titles.awaw import chart_words
from grognard.titles.awaw.agent import MIND
from grognard.titles.awaw.books import SHELVES
from grognard.titles.awaw.charts import PACKED
from grognard.titles.awaw.designs import LINE, NAVAL
from grognard.titles.awaw.lessons import FIRST_GAME
from grognard.titles.awaw.nations import KEYS, MAJORS, NEUTRAL, SEATS, camp
from grognard.titles.awaw.nations import name as nation_name
from grognard.titles.awaw.rules.end import score, score_sources
from grognard.titles.awaw.rules.stacking import BRIDGEHEAD_UNITS
from grognard.titles.awaw.rules.units import KIND, ground_units, unit_sides
from grognard.titles.awaw.sequence import SEQUENCE
from grognard.titles.awaw.setup import Box, ScenarioFile, open_box, set_up
from grognard.titles.awaw.state import IN_PLAY, Hex, Unit, World

SCENARIOS = (
    Scenario("europe", "European campaign", "Fall 1939 to Winter 1946: the war in Europe, from Poland to the end"),
    Scenario("global_war", "Global War", "Fall 1939 to Winter 1946: both boards, eight powers"),
    Scenario("pacific", "Pacific campaign", "Fall 1939 to Winter 1946: China, the islands, the war against Japan"),
    Scenario("barbarossa", "Barbarossa", "Summer 1941 to Winter 1942: from the Pact line to the Volga"),
    Scenario("north_africa", "North Africa", "Spring 1941 to Winter 1942: Tripoli, Tobruk, Alexandria, and the sea between"),
    Scenario("midway", "Midway", "Summer 1942: four Japanese carriers, three American ones, and an island"),
    Scenario("atlantic", "Battle of the Atlantic", "Spring 1940 to Winter 1943: submarines against the convoys"),
)


class AWorldAtWar(Title[World]):
    """The title."""

    code = "awaw"
    name = "A World at War"
    game = World
    sequence = SEQUENCE
    scenarios = SCENARIOS
    switches = (
        Switch("historical", "Historical version of a campaign: no choice of research, diplomacy and mobilization", "7.11"),
    )
    sides = (Side("axis", "Axis", "#5b6470"), Side("allies", "Allies", "#96493b"), *present.NATION_SIDES)
    pieces = "units"
    ways = present.WAYS
    schemas = {"scenarios/*.toml": ScenarioFile, **PACKED, **SHELVES}
    folder = Path(__file__).parent
    mind = MIND
    first_game = FIRST_GAME
    tests = Path(__file__).parents[4] / "tests" / "titles" / "awaw"

    def box(self, board: Board) -> Box:
        """The scenarios that belong to a board: those of the title, or of the packs it was loaded with."""
        found: Box = board.laid[Box]
        return found

    def board(self, files: Files) -> Board:
        made = Board.load(files)
        made.laid[Box] = open_box(files, [s.key for s in self.scenarios])
        return made

    def seats(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Seat]:
        sheet = self.box(self._board(())).scenarios[scenario]
        powers = [n for n in MAJORS if KEYS[n] in sheet.powers]
        return [Seat(SEATS[n], nation_name(n), camp(n)) for n in powers]

    def setup(self, g: World) -> None:
        set_up(g, self.box(g.board).scenarios[g.scenario])

    def picture(self, g: World, seat: str | None) -> Picture:
        return present.picture(g, seat)

    def scores(self, g: World) -> dict[str, float]:
        return score(g)

    def points(self, g: World) -> Sequence[Points]:
        return [Points(side, what, points) for side, what, points in score_sources(g)]

    def figures(self, g: World) -> Mapping[str, Mapping[str, float]]:
        return {"BRPs": {SEATS[n]: float(g.nations.level[n]) for n in MAJORS if g.nations.side[n] != NEUTRAL}}

    def sort(self, g: World, piece: Any) -> tuple[str, str]:
        return present.sort(g, piece)

    def unseen(self, g: World, piece: Any) -> bool:
        """Which ships are in which task force is their owner's secret (ours 20.16), and which are in port tells of it."""
        return KIND[g.units.design[piece.index]] in NAVAL

    def segment_label(self, g: World) -> tuple[str, ...]:
        return (g.date, self.sides[g.side].name) if "Player turn" in place(self.sequence, g) else (g.date,)

    def odds(self, g: World, seat: str, option: Option, subject: Any = None) -> Any:
        return forecasts.outlook(g, subject, option)

    def conceal(self, g: World, seat: str | None) -> None:
        secrets.conceal(g, seat)

    def guess(self, g: World, seat: str | None, rng: Random) -> None:
        secrets.conceal(g, seat, rng)

    def conceals(self, g: World) -> bool:
        return g.sheet.whole

    def meant(self, g: World, seat: str, piece: Any, space: Any) -> No | None:
        return gestures.meant(g, seat, piece if isinstance(piece, Unit) else None, space if isinstance(space, Hex) else None)

    def theatres(self) -> Sequence[tuple[str, Sequence[str]]]:
        return present.THEATRES

    def tour(self) -> Sequence[tuple[str, str]]:
        return present.TOUR

    def cell_words(self, table: str, cell: str) -> str:
        return chart_words.cell_words(table, cell)

    def invariants(self, g: World) -> Iterable[str]:
        return invariants(g)


def invariants(g: World) -> Iterable[str]:
    """What must hold after every answer."""
    sides = unit_sides(g)
    for space, units in ground_units(g).items():
        if not (g.ground.field[space] or g.ground.box[space]):
            yield f"ground units stand in {g.board.token(space)}"
        if len({sides[u] for u in units}) > 1 and not g.ground.box[space]:
            yield f"both sides stand in {g.board.token(space)}"
        most = BRIDGEHEAD_UNITS if g.hexes.bridgehead[space] >= 0 else 2  # ours 12.1, 12.2
        if g.stage == 0 and not g.ground.box[space] and sum(KIND[g.units.design[u]] in LINE for u in units) > most:
            yield f"{g.board.token(space)} is overstacked"
    for u in range(len(g.units)):
        if (g.units.at[u] >= 0) != (g.units.pool[u] == IN_PLAY):
            yield f"u{u} is both on the boards and in a pool, or neither"
    for n in MAJORS:
        for front in range(6):
            if g.spent[MAJORS.index(n) * 6 + front] > 15:
                yield f"{KEYS[n]} paid more than fifteen on a front"


TITLE = AWorldAtWar()
