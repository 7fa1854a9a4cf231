"""America in Flames: the title. The system of World in Flames in its older edition on two American maps, 1945 to 1950, with
politics, research, off-map boxes and victory of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from grognard.kernel.board import Board
from grognard.kernel.files import Files
from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.present import Label, Picture, Points
from grognard.kernel.rules import No
from grognard.kernel.state import Encoded
from grognard.kernel.title import Scenario, Switches
from grognard.titles.aif import present
from grognard.titles.aif.agent import MIND, staff
from grognard.titles.aif.facts import SCHEMAS, AmericanBox, open_box, open_world
from grognard.titles.aif.gestures import is_set_up, posted
from grognard.titles.aif.lessons import FIRST_GAME
from grognard.titles.aif.options import FIXED, OWN
from grognard.titles.aif.rules.allegiance import may_be_guest, may_go_abroad, open_seas
from grognard.titles.aif.rules.atomic import BOMB, drop_bombs, may_carry
from grognard.titles.aif.rules.factories import CONSTRUCT, REPAIR_FACTORY, wreck
from grognard.titles.aif.rules.grudges import oppressor
from grognard.titles.aif.rules.heavy import BUILD_HEAVY, REPLACE, half_cost, pay_in_full
from grognard.titles.aif.rules.hidden import ambushed, conceal, uncovered
from grognard.titles.aif.rules.laboratories import LABORATORY, raze_laboratories, world_scores, world_sources
from grognard.titles.aif.rules.minors import ENLIST
from grognard.titles.aif.rules.peace import disbanded, grave, lost_home
from grognard.titles.aif.rules.research import PURCHASES
from grognard.titles.aif.rules.victory import score_sources, scores
from grognard.titles.aif.rules.walther import is_flying_corps, slip_away
from grognard.titles.aif.scenario import SUPERGAME
from grognard.titles.aif.sequence import SEQUENCE
from grognard.titles.aif.setup import set_up
from grognard.titles.aif.state import America, bombs_to_points
from grognard.titles.aif.world import join_drawings
from grognard.titles.wif import TITLE as WORLD_IN_FLAMES
from grognard.titles.wif import WorldInFlames
from grognard.titles.wif.facts import POWER_KEYS
from grognard.titles.wif.rules.air_transport import is_bomb
from grognard.titles.wif.rules.building_ahead import AHEAD
from grognard.titles.wif.settings import AMERICA
from grognard.titles.wif.setup import Box
from grognard.titles.wif.state import GONE, Hex, Unit

SCENARIOS = (
    Scenario("campaign_1945", "America in Flames, May/Jun 1945", "The Axis at America's doors, about 28 turns"),
    Scenario(
        "star_spangled_banner_1947", "Operation Star Spangled Banner, Jan/Feb 1947", "The landings have begun, about 18 turns"
    ),
    Scenario("short_game", "The short game, May/Jun 1945", "Richer Axis, an earlier bomb, about 19 turns"),
    Scenario(SUPERGAME, "World and America in Flames, Sep/Oct 1939", "the supergame on all maps, eight powers, at most 68 turns"),
)


class AmericaInFlames(WorldInFlames):
    """The title."""

    code = "aif"
    version = "2"
    migrations: ClassVar[Mapping[str, Callable[[Encoded], None]]] = {"1": bombs_to_points}
    name = "America in Flames"
    game = America
    sequence = SEQUENCE
    scenarios = SCENARIOS
    switches = OWN
    kits = ()
    settings = AMERICA
    purchases = (*PURCHASES, ENLIST, AHEAD, REPLACE, BUILD_HEAVY, BOMB, CONSTRUCT, REPAIR_FACTORY, LABORATORY)
    builds_on = WORLD_IN_FLAMES
    mind = MIND
    first_game = FIRST_GAME
    schemas = SCHEMAS
    folder = Path(__file__).parent
    tests = Path(__file__).parents[4] / "tests" / "titles" / "aif"

    def chart_folders(self) -> Sequence[Path]:
        return [WORLD_IN_FLAMES.folder / "tables", self.folder / "tables"]

    def board(self, files: Files) -> Board:
        made = Board.load(files)
        made.laid[Box] = open_box(files)
        return made

    def sheet(self, scenario: str) -> str:
        return "world" if scenario == SUPERGAME else ""

    def other_board(self, sheet: str, files: Files) -> Board:
        """23.9: the two sets of maps as one."""
        made, box = open_world(files)
        made.laid[Box] = box
        return made

    def drawing(self, sheet: str) -> bytes | None:
        own = super().drawing("")
        if not sheet or own is None:
            return own
        world = WORLD_IN_FLAMES.drawing("")
        return join_drawings(world, own) if world is not None else None

    def box(self, board: Board) -> AmericanBox:
        found: AmericanBox = board.laid[Box]
        return found

    def seat_of(self, scenario: str, power: int, players: str = "") -> str:
        return POWER_KEYS[power]

    def read_options(self, given: Mapping[str, str | bool]) -> Switches:
        """The options of this edition; those of World in Flames stand as its rules have them here, V-weapons with the bombs."""
        own = {key: value for key, value in given.items() if key != "v_weapons" and (key not in FIXED or value != FIXED[key])}
        found = Switches({**FIXED, **super().read_options(own)})
        return Switches({**found, "v_weapons": found["atomic_bombs"]})

    def price(self, g: Any, unit: int, cost: int) -> int:
        return half_cost(g, unit) if unit in g.heavies else cost

    def note_built(self, g: Any, unit: int) -> None:
        pay_in_full(g, unit)

    def goals_of_war(self, g: Any, power: int) -> Sequence[int]:
        return staff.goals_of_war(g, power)

    def coasts_wanted(self, g: Any, power: int) -> Sequence[str]:
        return staff.coasts_wanted(g, power)

    def setup(self, g: Any) -> None:
        set_up(g)

    def label(self, g: Any, ask: Ask, option: Option) -> Label:
        return present.hinted(g, ask, option, super().label(g, ask, option))

    def picture(self, g: Any, seat: str | None) -> Picture:
        return present.picture(g, seat)

    def meant(self, g: Any, seat: str, piece: Any, space: Any) -> No | None:
        if isinstance(piece, Unit) and is_set_up(g):
            return posted(g, seat, piece, space if isinstance(space, Hex) else None)
        return super().meant(g, seat, piece, space)

    def unseen(self, g: Any, piece: Any) -> bool:
        return piece.index in g.hideouts or super().unseen(g, piece)

    def conceal(self, g: Any, seat: str | None) -> None:
        conceal(g, seat)
        super().conceal(g, seat)

    def grave(self, g: Any, unit: int) -> int:
        if is_bomb(g, unit):
            return GONE
        return super().grave(g, unit) if g.whole_world else grave(g, unit)

    def ambushed(self, g: Any, unit: int, space: int) -> bool:
        return bool(g.hideouts) and ambushed(g, unit, space)

    def uncovered(self, g: Any) -> bool:
        return bool(g.hideouts) and uncovered(g)

    def lost_home(self, g: Any, unit: int) -> str:
        return "" if g.whole_world else lost_home(g, unit)

    def disbanded(self, g: Any, unit: int) -> bool:
        return not g.whole_world and disbanded(g, unit)

    def drop_bombs(self, g: Any, space: int, units: list[int]) -> Flow[list[int]]:
        return (yield from drop_bombs(g, space, units))

    def lifts_bomb(self, g: Any, unit: int) -> No | None:
        return may_carry(g, unit)

    def wreck(self, g: Any, space: int, factories: int) -> None:
        if g.options.factories:
            left = factories - wreck(g, space, factories, red=True)
            raze_laboratories(g, space, left)

    def slip_away(self, g: Any, sides: Any) -> Flow[bool]:
        return (yield from slip_away(g, sides))

    def flying_corps(self, g: Any, unit: int) -> bool:
        return is_flying_corps(g, unit)

    def open_seas(self, g: Any, unit: int) -> frozenset[int] | None:
        return open_seas(g, unit)

    def may_go_abroad(self, g: Any, unit: int, space: int) -> No | None:
        return may_go_abroad(g, unit, space)

    def just_fell(self, g: Any, unit: int) -> bool:
        return unit in g.fallen and bool(g.units[unit].sheet.year)

    def may_be_guest(self, g: Any, unit: int, space: int) -> No | None:
        return may_be_guest(g, unit, space)

    def oppressor(self, g: Any, country: int) -> int:
        return oppressor(g, country)

    def scores(self, g: Any) -> dict[str, float]:
        return world_scores(g) if g.whole_world else scores(g)

    def points(self, g: Any) -> Sequence[Points]:
        if g.whole_world:
            return [Points(side, what, points, "23.9") for side, what, points in world_sources(g) if points]
        return [Points(side, what, round(points, 1), "13.8") for side, what, points in score_sources(g)]


TITLE = AmericaInFlames()
