"""Global War 1936-1945: seats, scenarios, options, and how a game is set up.

The rules are in rules/, the sequence of play in sequence.py, numbers in tables/ and data/, what players see in present.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from grognard.kernel.files import Files
from grognard.kernel.flow import Ask, Option
from grognard.kernel.present import Label, Picture, Points, Purse, Throw
from grognard.kernel.purposes import Aim
from grognard.kernel.rules import No, rule
from grognard.kernel.state import Encoded
from grognard.kernel.title import Scenario, Seat, Standing, Switch, Title
from grognard.titles.gw36 import facts as sheets
from grognard.titles.gw36 import gestures, idle, invariants, labels, odds, odds_text, present, setup
from grognard.titles.gw36.agent import MIND
from grognard.titles.gw36.geography import survey
from grognard.titles.gw36.lessons import FIRST_GAME
from grognard.titles.gw36.powers import ALLIANCES, NAMES, NATION
from grognard.titles.gw36.rules import calendar, tidings, victory, war
from grognard.titles.gw36.rules.seats import acting
from grognard.titles.gw36.sequence import SEQUENCE
from grognard.titles.gw36.state import Theatre, Unit, War, Zone

FOLDER = Path(__file__).parent


@rule("0.6", "2.2", "2.3")
def optional_rules() -> tuple[Switch, ...]:
    """The number of players and every optional rule of tables/options.csv as a switch."""
    rows = sheets.FACTS.options.values()
    return (
        Switch("players", "Players", "2.3", "3", tuple("2345678")),
        *[Switch(row.id, row.summary, row.section, row.default) for row in rows],
    )


def rename_the_chart(saved: Encoded) -> None:
    """Games of the first version call the entries of the Production Chart orders, as they do what a unit is told to do."""
    if "orders" in saved.tables:
        saved.tables["entries"] = saved.tables.pop("orders")


class GlobalWar(Title[War]):
    """Global War 1936-1945, three alliances, 2 to 8 players."""

    code = "gw36"
    name = "Global War 1936-1945"
    stage = "playable"
    version = "2"
    migrations: ClassVar[Mapping[str, Callable[[Encoded], None]]] = {"1": rename_the_chart}
    game = War
    sequence = SEQUENCE
    values_kept = 6000
    scenarios = (
        Scenario("1936", "July 1936", "Eighteen half-years from the Spanish Civil War to January 1945"),
        Scenario("1939", "July 1939", "Twelve half-years; Germany is at war with Britain and France, Japan with China"),
    )
    switches = optional_rules()
    sides = present.SIDES
    standing = {
        "politics": (
            Standing("new", "ask me when I can do something new, or great nations go to war", war.nothing_new, default=True),
            Standing("attacked", "ask me only if a nation of mine was drawn into a war", tidings.untouched),
            Standing("never", "never ask me; I act in my own turn only", lambda g, seat: True),
        ),
        "reaction": (
            Standing("new", "ask me when I can do something new, or great nations go to war", war.nothing_new, default=True),
            Standing("attacked", "ask me only if a nation of mine was drawn into a war", tidings.untouched),
            Standing("never", "never ask me", lambda g, seat: True),
        ),
        "sighting": (Standing("never", "never ask me; ships at peace pass", lambda g, seat: True),),
        "volleys": (Standing("usual", "all types fire in the usual order", lambda g, seat: True, default=True),),
        "losses": (Standing("cheapest", "lose what is worth least first", lambda g, seat: True),),
        "leave": (Standing("grant", "let every nation that becomes Aligned with yours enter your land", lambda g, seat: True),),
        "idle": (Standing("pass", "pass phases in which I could only say done", lambda g, seat: True, default=True),),
        "moment": (
            Standing(
                "ask",
                "be asked at every step of the others' turns, not only when something is new",
                war.asleep,
                otherwise="ask me only as the answers on politics say",
            ),
        ),
    }
    schemas = sheets.SCHEMAS
    pieces = "units"
    politics = ("0.9", "1.17", "4.", "5.", "8.1", "9.19", "9.23", "14.")
    first_game = FIRST_GAME
    ways = present.WAYS
    mind = MIND
    battles = odds_text
    folder = FOLDER
    tests = FOLDER.parents[3] / "tests" / "titles" / "gw36"

    def seats(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Seat]:
        """The players of table 2-1. With two players the second holds two alliances and sits with the Allies."""
        players = int(options["players"])
        split = players == 8 and bool(options.get("split_usa", True))  # GW36-AMB-149
        found = []
        for number in range(1, players + 1):
            rows = [row for row in sheets.FACTS.seats if row.player(players) == number and (split or row.half != "east")]
            names = dict.fromkeys([NAMES[NATION[row.nation]] + (f" ({row.half})" if row.half and split else "") for row in rows])
            side = sheets.FACTS.nations[rows[-1].nation].alliance
            found.append(Seat(f"player{number}", ", ".join(names), side))
        return found

    def board(self, files: Files) -> Theatre:
        board = Theatre.load(files)
        board.facts = sheets.read(files)
        board.geo = survey(board, files)
        return board

    def setup(self, g: War) -> None:
        setup.set_up(g)

    def sort(self, g: War, piece: Any) -> tuple[str, str]:
        return present.sort(g, piece)

    def picture(self, g: War, seat: str | None) -> Picture:
        return present.picture(g, seat)

    def label(self, g: War, ask: Ask, option: Option) -> Label:
        return labels.label(g, ask, option)

    def final(self, g: War, ask: Ask, option: Option) -> bool:
        return present.final(g, ask, option)

    def purse(self, g: War, ask: Ask) -> Purse | None:
        return labels.purse(g, ask)

    def idle(self, g: War, ask: Ask) -> Option | None:
        return idle.answer(g, ask)

    def asked(self, g: War, ask: Ask) -> str:
        return idle.asked(g, ask) or super().asked(g, ask)

    def theatres(self) -> Sequence[tuple[str, Sequence[str]]]:
        return present.THEATRES

    def tour(self) -> Sequence[tuple[str, str]]:
        return present.TOUR

    def figures(self, g: War) -> Mapping[str, Mapping[str, float]]:
        return present.figures(g)

    def points(self, g: War) -> Sequence[Points]:
        return present.points(g)

    def throw(self, g: War, seat: str, text: str, aim: Aim | None) -> Throw | None:
        return present.throw(g, text, aim)

    def scores(self, g: War) -> dict[str, float]:
        points = victory.points(g)
        return {name: float(points[n]) for n, name in enumerate(ALLIANCES) if name}

    def invariants(self, g: War) -> Iterable[str]:
        return invariants.faults(g)

    def meant(self, g: War, seat: str, piece: Any, space: Any) -> No | None:
        unit, zone = piece if isinstance(piece, Unit) else None, space if isinstance(space, Zone) else None
        return gestures.meant(g, seat, unit, zone)

    def odds(self, g: War, seat: str, option: Option, subject: Any = None) -> Any:
        return odds.option_odds(g, seat, option)

    def segment_label(self, g: War) -> tuple[str, ...]:
        names = ", ".join([NAMES[n] for n in acting(g)[:3]]) if g.slot else ""
        return (calendar.month(g), names) if names else (calendar.month(g),)


TITLE = GlobalWar()
