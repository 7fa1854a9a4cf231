"""The War: Europe 1939-1945: the title. War on land, at sea and in the air, strategic warfare, money and
diplomacy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import grognard.titles.tw.odds as forecasts
import grognard.titles.tw.present as present
from grognard.kernel.board import Board
from grognard.kernel.files import Files
from grognard.kernel.flow import Ask, Option
from grognard.kernel.present import Label, Picture, Points, Side
from grognard.kernel.rules import No
from grognard.kernel.sequence import place
from grognard.kernel.title import Scenario, Seat, Standing, Switch, Title
from grognard.titles.tw import chart_words, gestures, odds_text, odds_war, supply_told
from grognard.titles.tw.agent import MIND
from grognard.titles.tw.campaign import SCHEMAS
from grognard.titles.tw.kinds import Design
from grognard.titles.tw.lessons import FIRST_GAME
from grognard.titles.tw.nations import NATIONS, NEUTRAL, SIDE_OF_ALLIANCE, SIDES, division
from grognard.titles.tw.rules import secrets, standing
from grognard.titles.tw.rules.bombing_raids import forget_industry
from grognard.titles.tw.rules.convoys import forget_packs
from grognard.titles.tw.rules.end import objectives_held, score
from grognard.titles.tw.rules.units import ground_at
from grognard.titles.tw.rules.variants import forget_projects
from grognard.titles.tw.sequence import SEQUENCE
from grognard.titles.tw.setup import Box, CounterSheet, Goal, ScenarioFile, open_box, set_up
from grognard.titles.tw.state import Hex, Unit, War

SCENARIOS = (
    Scenario("campaign_1939", "The whole war, Fall 1939 to Summer 1945", "from the attack on Poland to the end"),
    Scenario("north_africa", "North Africa, Spring 1942", "the worked example of 10.8.5, playable"),
    Scenario("poland", "Poland, Fall 1939", "Germany must take Warsaw"),
    Scenario("west", "Western Front, Spring-Summer 1940", "France stands or falls"),
    Scenario("barbarossa", "Barbarossa, Summer-Winter 1941", "from the Bug to Moscow"),
    Scenario("kursk", "Kursk to the Dnieper, Summer-Fall 1943", "the last German offensive in the East, and the answer"),
    Scenario("mediterranean", "The Mediterranean, Summer 1940 to Fall 1942", "fleets, convoys and the desert"),
    Scenario("campaign_1941", "The whole war, Spring 1941 to Summer 1945", "before the Balkans and Barbarossa"),
    Scenario("campaign_1942", "The whole war, Summer 1942 to Summer 1945", "the summer offensive and what follows"),
)


def _unasked(g: War, seat: str) -> bool:
    """The rule that would ask looks at the standing answer itself (rules/standing.py)."""
    return True


class TheWar(Title[War]):
    """The title."""

    code = "tw"
    name = "The War: Europe 1939-1945"
    game = War
    sequence = SEQUENCE
    scenarios = SCENARIOS
    switches = (
        Switch("players", "Players", "1.1", "2", tuple("23456")),
        Switch("separate_victory", "Every player wins for himself, by objectives", "27.1"),
        Switch("forced_march", "Forced march", "29.1"),
        Switch("elite_units", "German elite units", "29.2"),
        Switch("carpet_bombing", "Carpet bombing", "29.20"),
        Switch("motorised_flak", "German motorised flak", "29.21"),
        Switch("rebuilding", "Eliminated units may be rebuilt", "15.1", True),
        Switch("pilot_training", "Pilot and air crew training", "29.3"),
        Switch("simple_uboats", "Simplified U-Boat war", "29.5"),
        Switch("uboat_cards", "U-Boat and ASW cards", "29.6"),
        Switch("simple_bombing", "Simplified strategic bombing", "29.8"),
        Switch("bombing_cards", "Strategic bombing and interceptor cards", "29.9"),
        Switch("soviet_bombing", "German strategic bombing of the Soviet Union", "29.12"),
        Switch("espionage_cards", "Espionage and Counter-Espionage cards", "29.11"),
        Switch("simple_diplomacy", "Simplified diplomacy and espionage", "29.15"),
        Switch("naval_cards", "Naval combat cards", "29.13"),
        Switch("med_submarines", "Strategic warfare in the Mediterranean", "29.14"),
        Switch("sub_hunters", "Sub hunters", "29.16"),
        Switch("siege_of_leningrad", "Leningrad can only be besieged", "29.22"),
        Switch("uboat_attrition", "U-Boat attrition by a table", "29.17"),
        Switch("capital_ships", "U-Boats against capital ships", "29.19"),
        Switch("transylvania", "Transylvania for Hungary", "29.4"),
        Switch("convoys", "Convoys on the map", "29.7"),
        Switch("bombing_raids", "Bombing raids on German cities", "29.10"),
        Switch("bomber_waves", "Bomber waves against Britain", "29.18"),
        Switch("variants", "Variants: secret projects of the powers", "28.0"),
        Switch("task_forces", "Task Forces hide British and American ships", "7.12"),
    )
    standing = {
        standing.SEA: (
            Standing(standing.CHANCE, "ask me when what I can send is at least half as strong", _unasked, default=True),
            Standing(standing.CARGO, "ask me only about troops, money and supply at sea", _unasked),
            Standing(standing.NEVER, "never ask me; let all ships pass", _unasked),
        ),
        standing.AIR: (
            Standing(standing.FIGHTER, "ask me when a fighter of mine can meet them", _unasked, default=True),
            Standing(standing.MISSION, "ask me only about missions, not about flights from base to base", _unasked),
            Standing(standing.NEVER, "never ask me; let all aircraft pass", _unasked),
        ),
        standing.HOME: (Standing(standing.BASE, "my aircraft return to the bases they came from", _unasked),),
    }
    sides = (Side("axis", "Axis", "#5b6470"), Side("allies", "Allies", "#8a5a44"), *present.NATION_SIDES)
    schemas = {"data/counters.csv": CounterSheet, "scenarios/*.toml": ScenarioFile, **SCHEMAS}
    pieces = "units"
    politics = tuple([f"{n}." for n in (16, 17, 18, 19, 20, 21, 22, 23, 26)])
    first_game = FIRST_GAME
    ways = present.WAYS
    folder = Path(__file__).parent
    mind = MIND
    battles = odds_text
    tests = Path(__file__).parents[4] / "tests" / "titles" / "tw"

    def box(self, board: Board) -> Box:
        """Counters and scenarios that belong to a board: those of the title, or of the packs it was loaded with."""
        found: Box = board.laid[Box]
        return found

    @property
    def designs(self) -> tuple[Design, ...]:
        """Every counter of the title's own mix."""
        return self.box(self._board(())).designs

    def goals(self, g: War) -> Goal:
        return self.box(g.board).scenarios[g.scenario].goal

    def seats(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Seat]:
        held = division(scenario, str(options.get("players", "")))
        if not held:
            return [Seat("axis", "Axis", "axis"), Seat("allies", "Allies", "allies")]
        names = [", ".join([NATIONS[p].name for p in powers]) for powers in held]
        return [Seat(NATIONS[p[0]].key, name, SIDES[SIDE_OF_ALLIANCE[NATIONS[p[0]].alliance]]) for p, name in zip(held, names)]

    def board(self, files: Files) -> Board:
        made = Board.load(files)
        made.laid[Box] = open_box(files, [s.key for s in self.scenarios])
        return made

    def setup(self, g: War) -> None:
        set_up(g, self.box(g.board).scenarios[g.scenario])

    def sort(self, g: War, piece: Any) -> tuple[str, str]:
        return present.sort(g, piece)

    def picture(self, g: War, seat: str | None) -> Picture:
        return present.picture(g, seat)

    def label(self, g: War, ask: Ask, option: Option) -> Label:
        made = super().label(g, ask, option)
        present.dress(g, ask, option, made)
        return made

    def final(self, g: War, ask: Ask, option: Option) -> bool:
        return present.final(ask, option) or super().final(g, ask, option)

    def scores(self, g: War) -> dict[str, float]:
        return score(g)

    def points(self, g: War) -> Sequence[Points]:
        return [Points(side, g.board.label(s), float(points), "3.10.3") for side, s, points in objectives_held(g)]

    def segment_label(self, g: War) -> tuple[str, ...]:
        turn = "Player turn" in place(self.sequence, g)
        return (g.date, SIDES[g.side].capitalize()) if turn else (g.date,)

    def theatres(self) -> Sequence[tuple[str, Sequence[str]]]:
        return present.THEATRES

    def tour(self) -> Sequence[tuple[str, str]]:
        return present.TOUR

    def odds(self, g: War, seat: str, option: Option, subject: Any = None) -> Any:
        return odds_war.outlook(g, option, subject) or forecasts.outlook(g, option, subject)

    def explain(self, g: War, seat: str, option: Option) -> No | None:
        return supply_told.explain(g, option)

    def meant(self, g: War, seat: str, piece: Any, space: Any) -> No | None:
        return gestures.meant(g, seat, piece if isinstance(piece, Unit) else None, space if isinstance(space, Hex) else None)

    def conceals(self, g: War) -> bool:
        return present.secrets(g) or bool(g.campaign)

    def veils(self, g: War, seat: str) -> bool:
        return secrets.conceals(g, seat) or secrets.switched(g, seat)

    def conceal(self, g: War, seat: str | None) -> None:
        present.conceal(g, seat)
        forget_projects(g, seat)
        forget_packs(g, seat)
        forget_industry(g, seat)
        secrets.conceal(g, seat)

    def guess(self, g: War, seat: str | None, rng: Random) -> None:
        present.conceal(g, seat)
        forget_projects(g, seat)
        forget_packs(g, seat)
        forget_industry(g, seat)
        secrets.guess(g, seat, rng)

    @property
    def hides(self) -> bool:
        return False  # what is hidden depends on scenario and switches: see `conceals`

    def cell_words(self, table: str, cell: str) -> str:
        return chart_words.cell_words(table, cell)

    def invariants(self, g: War) -> Iterable[str]:
        return invariants(g)


def invariants(g: War) -> Iterable[str]:
    """What must hold after every answer."""
    sides = g.roster.sides
    for space, units in ground_at(g).items():
        if not g.ground.land[space] and g.board.kind[space] != "box":
            yield f"ground units stand in {g.board.token(space)}"
        both = {sides[u] for u in units if not g.units.dropped[u]}
        if len(both - {NEUTRAL}) > 1 and g.ground.land[space]:
            yield f"both sides stand in {g.board.token(space)}"
    for u, at in enumerate(g.units.at):
        if at >= 0 and g.units.pool[u]:
            yield f"u{u} is on the board and in a pool"
        if at < 0 and not g.units.pool[u]:
            yield f"u{u} is nowhere"
    for n, narfs in enumerate(g.nations.narfs):
        if narfs < 0 and not g.campaign:  # 14.1.4
            yield f"nation {n} has {narfs} NARFs"


TITLE = TheWar()
