"""World in Flames, Collector's Edition: the title. In development: the war on land, at sea and in the air, production and much of
the politics of the campaign stand; which sections are missing the ledger says (`grognard rules wif`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import grognard.titles.wif.odds as forecasts
from grognard.kernel.acts import Act
from grognard.kernel.board import Board
from grognard.kernel.files import Files
from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.present import Label, Picture, Points, Side
from grognard.kernel.rules import No
from grognard.kernel.sequence import place
from grognard.kernel.state import Encoded, Hand
from grognard.kernel.title import Kit, Scenario, Seat, Standing, Switch, Title
from grognard.titles.wif import chart_words, charts, facts, gestures, present, present_battle, present_tables, scenario
from grognard.titles.wif.agent import MIND
from grognard.titles.wif.facts import (
    CHINA,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    POWER_INDEX,
    POWER_KEYS,
    POWERS,
    SIDE_OF_POWER,
    SIDES,
    USA,
    USSR,
)
from grognard.titles.wif.invariants import invariants
from grognard.titles.wif.lessons import FIRST_GAME
from grognard.titles.wif.options import KITS, SWITCHES
from grognard.titles.wif.rules import boats, standing
from grognard.titles.wif.rules.access import among_minors
from grognard.titles.wif.rules.building import BUILDING, Purse
from grognard.titles.wif.rules.building_ahead import AHEAD
from grognard.titles.wif.rules.end_of_turn import score_sources, scores
from grognard.titles.wif.rules.facilities import BUILD_FACILITY, FOUND, REPAIR_FACTORY, bomb
from grognard.titles.wif.rules.offensives import HURRY_ORDER, ORDER
from grognard.titles.wif.rules.pilots import HURRY, RETRAIN, TRAIN
from grognard.titles.wif.rules.promotions import HEAVY_AHEAD, UPGRADE
from grognard.titles.wif.rules.recruits import ENLIST
from grognard.titles.wif.rules.roads import BUILD_ROAD, DRILL, REPAIR_RAILS
from grognard.titles.wif.rules.site_building import SITE_ACTS
from grognard.titles.wif.rules.stocks import DRAW_POINTS
from grognard.titles.wif.rules.tankers import BUILD_ABROAD, BUILD_TANKERS
from grognard.titles.wif.rules.territorials import LEVY
from grognard.titles.wif.rules.track_building import TRACK_ACTS
from grognard.titles.wif.rules.track_losses import bomb_tracks, divide_raid
from grognard.titles.wif.rules.ukraine import PREPARE, is_lost_militia
from grognard.titles.wif.rules.v_weapons import arm_bomber, drop_bombs, has_bomb, lifts_bomb
from grognard.titles.wif.sequence import SEQUENCE
from grognard.titles.wif.settings import COLLECTORS
from grognard.titles.wif.setup import Box, open_box, set_up
from grognard.titles.wif.state import FORCE_POOL, GONE, NO_SIDE, RESERVE_POOL, Country, Hex, Unit, War

PLAYERS = Switch("players", "Players", "1.1", "8", tuple("2345678"), fuzzed=False)
DIVISIONS = {  # who holds which powers when fewer than eight play; who is named first is the seat
    "2": ((GERMANY, ITALY, JAPAN), (COMMONWEALTH, FRANCE, USSR, USA, CHINA)),
    "3": ((GERMANY, ITALY, JAPAN), (COMMONWEALTH, FRANCE, USA, CHINA)),
    "4": ((GERMANY, ITALY), (COMMONWEALTH, FRANCE, USA, CHINA)),
    "5": ((GERMANY, ITALY), (COMMONWEALTH, FRANCE), (USA, CHINA)),
    "6": ((COMMONWEALTH, FRANCE), (USA, CHINA)),
    "7": ((USA, CHINA),),
}
SCENARIOS = (
    Scenario("global_war_1939", "Global War, Sep/Oct 1939", "the whole war, eight powers, 36 turns"),
    Scenario("fascist_tide_1939", "Fascist Tide, Sep/Oct 1939", "the war in Europe, six powers, 36 turns"),
    Scenario("missed_the_bus_1940", "Missed the Bus, Mar/Apr 1940", "from before Norway and the West, eight powers, 33 turns"),
    Scenario("eve_of_barbarossa_1941", "Eve of Barbarossa, May/Jun 1941", "the pact still stands, eight powers, 26 turns"),
    Scenario("two_oceans_1942", "Two Oceans, Jan/Feb 1942", "after Pearl Harbor, everybody at war, 22 turns"),
    Scenario("barbarossa_1941", "Barbarossa, May/Jun 1941", "Germany against the USSR, five turns"),
    Scenario("guadalcanal_1942", "Guadalcanal, Jul/Aug 1942", "Japan against the USA and the Commonwealth, five turns"),
)


def _unasked(g: War, seat: str) -> bool:
    """The rule that would ask looks at the standing answer itself (rules/standing.py)."""
    return True


def add_ukraine(saved: Encoded) -> None:
    """Games of the first version know one country less (19.12)."""
    table = saved.tables.get("countries", {})
    for column in Country.layout:
        if column.name in table:
            table[column.name].append(column.default)


class WorldInFlames(Title[War]):
    """The title."""

    code = "wif"
    version = "2"
    migrations: ClassVar[Mapping[str, Callable[[Encoded], None]]] = {"1": add_ukraine}
    name = "World in Flames"
    game = War
    sequence = SEQUENCE
    scenarios: ClassVar[tuple[Scenario, ...]] = SCENARIOS
    switches: ClassVar[tuple[Switch, ...]] = (*SWITCHES, PLAYERS)
    kits: ClassVar[tuple[Kit, ...]] = KITS
    settings = COLLECTORS
    purchases: ClassVar[tuple[Act[Any, Purse, Any], ...]] = (  # what build points buy besides units
        LEVY, ENLIST, UPGRADE, AHEAD, TRAIN, HURRY, RETRAIN, BUILD_FACILITY, FOUND, REPAIR_FACTORY, DRAW_POINTS,
        ORDER, HURRY_ORDER, PREPARE, BUILD_TANKERS, BUILD_ABROAD, BUILD_ROAD,
        REPAIR_RAILS, DRILL, HEAVY_AHEAD,
    )  # fmt: skip
    sides = (Side("axis", "Axis", "#5b6470"), Side("allies", "Allies", "#8a5a44"), *present.POWER_SIDES)
    standing: ClassVar[Mapping[str, Sequence[Standing]]] = {
        standing.SEA: (
            Standing(standing.CHANCE, "ask me when what I have there is at least half as strong", _unasked, default=True),
            Standing(standing.CARGO, "ask me only about transports", _unasked),
            Standing(standing.NEVER, "never ask me; let all ships pass", _unasked),
        ),
        standing.PATROLS: (
            Standing(standing.NEVER, "no combat air patrols; my fighters rise when bombers have come", _unasked, default=True),
        ),
        standing.RAIDS: (
            Standing(standing.CHANCE, "ask me when my fighters are at least half as strong as theirs", _unasked, default=True),
            Standing(standing.NEVER, "never ask me; let all raids pass", _unasked),
        ),
        "idle": (Standing("pass", "pass phases in which I could only say done", _unasked, default=True),),
    }
    pieces = "units"
    ways = present.WAYS
    politics = ("9", "13.3", "13.7", "17", "18", "19")
    schemas = {**facts.SCHEMAS, **charts.SCHEMAS, **scenario.SCHEMAS}
    folder = Path(__file__).parent
    mind = MIND
    first_game = FIRST_GAME
    tests = Path(__file__).parents[4] / "tests" / "titles" / "wif"

    def box(self, board: Board) -> Box:
        """Counters, charts and scenarios that belong to a board: those of the title, or of the packs it was loaded with."""
        found: Box = board.laid[Box]
        return found

    def board(self, files: Files) -> Board:
        made = Board.load(files)
        made.laid[Box] = open_box(files)
        return made

    def seats(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Seat]:
        frame = self.box(self._board((), scenario)).campaigns[scenario].frame
        held: dict[str, list[int]] = {}
        for power in (POWER_INDEX[name] for name in frame.powers):
            held.setdefault(self.seat_of(scenario, power, str(options.get("players", ""))), []).append(power)
        free = {"commonwealth": [COMMONWEALTH]} if scenario == "guadalcanal_1942" else {}
        names = {seat: ", ".join(POWERS[p] for p in free.get(seat, powers)) for seat, powers in held.items()}
        return [Seat(seat, names[seat], SIDES[SIDE_OF_POWER[powers[0]]]) for seat, powers in held.items()]

    def seat_of(self, scenario: str, power: int, players: str = "") -> str:
        """Who answers for a power: itself, or who holds it when fewer players divide the powers (reading WIF-DEC-66); in
        Guadalcanal the Commonwealth plays for the few Free French."""
        if (scenario, power) == ("guadalcanal_1942", FRANCE):
            power = COMMONWEALTH
        group = next((g for g in DIVISIONS.get(players, ()) if power in g), (power,))
        if len(group) == 1:
            return POWER_KEYS[power]
        frame = self.box(self._board((), scenario)).campaigns[scenario].frame
        return POWER_KEYS[next(p for p in group if POWERS[p] in frame.powers)]

    def grave(self, g: War, unit: int) -> int:
        """The pool a destroyed unit goes to: Guards back to the reserve (22.4). Who was lost may be scrapped (13.6.5)."""
        if g.units.counter[unit] >= 0 and unit not in g.fallen:
            g.fallen = [*g.fallen, unit]
        if g.units.counter[unit] >= 0 and "partisan_hq" in g.units[unit].sheet.marks:  # 22.15: she rises again as before
            return GONE
        if is_lost_militia(g, unit):
            return GONE
        return RESERVE_POOL if g.units.counter[unit] >= 0 and g.units[unit].sheet.guards else FORCE_POOL

    def ambushed(self, g: War, unit: int, space: int) -> bool:
        """Whether enemies who lay hidden in a hex bar it to a unit that enters or attacks it (America in Flames, 22.10)."""
        return False

    def uncovered(self, g: War) -> bool:
        """Whether somebody who lay hidden has to show himself now (America in Flames, 22.10)."""
        return False

    def lost_home(self, g: War, unit: int) -> str:
        """The conquered home country a unit is from, where that limits how many arrive (America in Flames, 13.7.1)."""
        return ""

    def disbanded(self, g: War, unit: int) -> bool:
        """Whether a counter of a later year does not come any more (America in Flames, 13.7.1)."""
        return False

    def ways_to_build(self, g: War) -> tuple[Act[Any, Purse, Any], ...]:
        """How units are built: at once on the circle, or with option 40 step by step on production tracks."""
        return (*TRACK_ACTS, *SITE_ACTS) if g.options.factories_in_flames else BUILDING

    def bomb_tracks(self, g: War, space: int, side: int, points: int, aimed: int) -> Flow[int]:
        """Bombs fall on units under construction (option 40)"""
        return bomb_tracks(g, space, side, points, aimed)

    def divide_raid(self, g: War, space: int, units: list[int]) -> Flow[list[tuple[list[int], int]]]:
        """Bombers over a production place strike ships or other units (option 40)"""
        return divide_raid(g, space, units)

    def drop_bombs(self, g: War, space: int, units: list[int]) -> Flow[list[int]]:
        """Bombers over a hex that drop an atomic bomb"""
        return drop_bombs(g, space, units)

    def has_bomb(self, g: War, unit: int) -> bool:
        """Whether an atomic bomb is at hand for a bomber"""
        return has_bomb(g, unit)

    def lifts_bomb(self, g: War, unit: int) -> No | None:
        """Whether a unit can carry an atomic bomb."""
        return lifts_bomb(g, unit)

    def arm_bomber(self, g: War, unit: int) -> Flow[None]:
        """A bomber that takes off may carry an atomic bomb"""
        return arm_bomber(g, unit)

    def wreck(self, g: War, space: int, factories: int) -> None:
        """Bombs destroy factories for good, where an option has it."""
        bomb(g, space, factories)

    def slip_away(self, g: War, sides: Any) -> Flow[bool]:
        """Boats that decline a naval combat after the search; gives whether any did"""
        return (yield from boats.slip_away(g, sides))

    def flying_corps(self, g: War, unit: int) -> bool:
        """Whether a corps that is no PARA is carried and dropped like one, by two transports or a large one."""
        return False

    def open_seas(self, g: War, unit: int) -> frozenset[int] | None:
        """The sea areas a unit may enter; None for all (America in Flames, 9.8)."""
        return None

    def may_go_abroad(self, g: War, unit: int, space: int) -> No | None:
        """Whether a minor's unit may enter a hex of another country, as far as a title has rules of its own for that."""
        return None

    def just_fell(self, g: War, unit: int) -> bool:
        """Whether a unit was destroyed since the last production, and may be scrapped for that, whatever its date."""
        return unit in g.fallen

    def may_be_guest(self, g: War, unit: int, space: int) -> No | None:
        """Whether a unit may be in a hex of its own side, as far as a title has rules of its own for that."""
        return among_minors(g, unit, space)

    def oppressor(self, g: War, country: int) -> int:
        """The side a country's partisans fight whoever held it before; NO_SIDE: as the rules of partisans have it."""
        return NO_SIDE

    def price(self, g: War, unit: int, cost: int) -> int:
        """What a unit of the force pools costs that is printed with a cost (America in Flames, 4.1.2)."""
        return cost

    def note_built(self, g: War, unit: int) -> None:
        """A unit of the force pools was put on the circle."""

    def goals_of_war(self, g: War, power: int) -> Sequence[int]:
        """Places that decide for an agent's power, where a scenario leaves it to the title (America in Flames)."""
        return ()

    def coasts_wanted(self, g: War, power: int) -> Sequence[str]:
        """Countries on whose coasts an agent's power wants its armies, where a scenario leaves it to the title."""
        return ()

    def setup(self, g: War) -> None:
        set_up(g)

    def picture(self, g: War, seat: str | None) -> Picture:
        return present.picture(g, seat)

    def scores(self, g: War) -> dict[str, float]:
        return scores(g)

    def figures(self, g: War) -> Mapping[str, Mapping[str, float]]:
        return present_tables.figures(g)

    def points(self, g: War) -> Sequence[Points]:
        return [Points(SIDES[side], what, points, "13.9") for side, what, points in score_sources(g)]

    def meant(self, g: War, seat: str, piece: Any, space: Any) -> No | None:
        return gestures.meant(g, seat, piece if isinstance(piece, Unit) else None, space if isinstance(space, Hex) else None)

    def sort(self, g: War, piece: Any) -> tuple[str, str]:
        return present.sort(piece)

    def segment_label(self, g: War) -> tuple[str, ...]:
        return (g.date, self.sides[g.side].name) if "Impulse" in place(self.sequence, g) else (g.date,)

    def conceals(self, g: War) -> bool:
        """Only games with markers of American entry and of border garrisons have secrets."""
        return any(getattr(g, name) for name, field in self.game.fields.items() if isinstance(field, Hand))

    def label(self, g: War, ask: Ask, option: Option) -> Label:
        return present_battle.hinted(g, ask, option, super().label(g, ask, option))

    def odds(self, g: War, seat: str, option: Option, subject: Any = None) -> Any:
        return forecasts.outlook(g, option, subject)

    def explain(self, g: War, seat: str, option: Option) -> No | None:
        return present.explain(g, option)

    def cell_words(self, table: str, cell: str) -> str:
        return chart_words.cell_words(table, cell)

    def invariants(self, g: War) -> Iterable[str]:
        return invariants(g)


TITLE = WorldInFlames()
