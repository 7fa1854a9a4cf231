"""Parade: a title with nothing but a board full of counters, for looking at the client.

`PARADE` stands on the area board of gw36, `MARCHES` on the hex board of tw, `STEPPE` on a plain grid of 10,000 hexes. It asks
every kind of question the client knows: a piece in the hand and its space, an attack with odds, a long list, plain buttons.
No rules of any game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import grognard.titles
from grognard.kernel.board import Board, hex_grid
from grognard.kernel.dice import D12
from grognard.kernel.flow import Ask, Flow, GameOver, Option, Outcome
from grognard.kernel.present import Label, Marker, Panel, Picture, Piece, Side, Track
from grognard.kernel.rules import No, rule
from grognard.kernel.sequence import Each, Part, Segment
from grognard.kernel.state import NOWHERE, Game, Row, column, scalar, table
from grognard.kernel.title import Scenario, Seat, Title

TITLES = Path(grognard.titles.__file__).parent
SIDES = (
    Side("axis", "Axis", "#4b4f54"),
    Side("allies", "Allies", "#7a6a3a"),
    Side("comintern", "Comintern", "#9c2f27"),
    Side("neutral", "Neutral", "#d9d2bf", "#2b2a26"),
)
KINDS = (
    "infantry",
    "militia",
    "mountain_infantry",
    "airborne",
    "marine",
    "cavalry",
    "motorized_infantry",
    "mechanized_infantry",
    "medium_armor",
    "heavy_armor",
    "artillery",
    "self_propelled_artillery",
    "anti_aircraft_artillery",
    "tank_destroyer",
    "fighter",
    "tactical_bomber",
    "strategic_bomber",
    "air_transport",
)
SHIPS = ("battleship", "heavy_cruiser", "destroyer", "submarine", "fleet_carrier", "naval_transport")
SIDC = {"infantry": "SFGPUCI----F---", "medium_armor": "SFGPUCA----F---", "artillery": "SFGPUCF----F---"}
STATES = ((), (), (), (), ("moved",), ("damaged",), ("out_of_supply",), ())


class Ground(Row):
    owner = column(3)

    @property
    def label(self) -> str:
        return str(self.game.board.label(self.index))


class Troop(Row, prefix="t"):
    side = column()
    at = column(NOWHERE)
    kind = column()
    count = column(1)
    moved = column()

    @property
    def label(self) -> str:
        return f"{SIDES[self.side].name} {name_of(self)}"


class Square(Game):
    spaces = table(Ground, spaces=True)
    troops = table(Troop)
    turn = scalar(0)
    mover = scalar(0)


def name_of(troop: Troop) -> str:
    return (KINDS + SHIPS)[troop.kind].replace("_", " ").title()


@rule("1.1")
def march(g: Square) -> Flow[None]:
    """Move troops"""
    seat = SIDES[g.mover].key
    while True:
        mine = [t for t in g.troops if t.side == g.mover and not t.moved]
        choice = yield Ask(
            seat,
            f"{SIDES[g.mover].name}: choose a troop to move",
            lambda mine=mine: [*(Option("pick", t) for t in mine), Option("done")],  # type: ignore[misc]
            "1.1",
            why=lambda o: No("1.1", "that troop is not yours or has moved") if o.verb == "pick" else None,
        )
        if choice.verb == "done":
            return
        troop = choice.arg
        near = [n for n, _ in g.board.neighbours[troop.at]]
        to = yield Ask(
            seat,
            f"Move {troop.label} from {g.spaces[troop.at].label}",
            lambda t=troop, near=near: [*(Option("to", t, g.spaces[n]) for n in near), Option("stay", t)],  # type: ignore[misc]
            "1.2",
            why=lambda o: No("1.2", "a troop moves to a neighbouring space") if o.verb == "to" else None,
        )
        troop.moved = 1
        if to.verb == "to":
            troop.at = to.args[1].index
            g.say("{} moves to {}", troop, to.args[1], rule="1.2")


@rule("2.1")
def battles(g: Square) -> Flow[None]:
    """Attack neighbours"""
    for troop in [t for t in g.troops if t.side == g.mover][:2]:
        near = {n for n, _ in g.board.neighbours[troop.at]} | {troop.at}
        foes = [t for t in g.troops if t.side != g.mover and t.at in near][:8]
        if not foes:
            continue
        choice = yield Ask(
            SIDES[g.mover].key,
            f"Attack with {troop.label}?",
            [Option("hold"), *(Option("attack", troop, foe) for foe in foes)],
            "2.1",
        )
        if choice.verb == "attack":
            roll = g.roll(D12, f"{troop.label} attacks {choice.args[1].label}", "2.1")
            if roll <= 4:
                g.spaces[choice.args[1].at].owner = g.mover
                choice.args[1].side = g.mover


@rule("3.1")
def purchases(g: Square) -> Flow[None]:
    """Buy things"""
    choice = yield Ask(
        SIDES[g.mover].key,
        "Buy one thing",
        [*(Option("buy", kind, n) for kind in KINDS + SHIPS for n in range(1, 8)), Option("nothing")],
        "3.1",
    )
    g.say("{} chooses: {}", SIDES[g.mover].name, choice.text, rule="3.1")
    for troop in g.troops:
        troop.moved = 0


def finish(g: Square) -> None:
    raise GameOver(Outcome((), "the parade is over", "4.1"))


SEQUENCE = Part(
    "",
    Each(
        "Turn",
        "turn",
        lambda g: range(1, 9),
        Each(
            "Power",
            "mover",
            lambda g: range(3),
            Segment("March", march, rule="1.1"),
            Segment("Battles", battles, rule="2.1"),
            Segment("Purchases", purchases, rule="3.1"),
        ),
    ),
    Segment("End", finish, rule="4.1"),
)


class Parade(Title[Square]):
    """A parade on the area board of gw36."""

    code = "parade"
    name = "Parade of Arms"
    stage = "a title for looking at the client"
    game = Square
    sequence = SEQUENCE
    scenarios = (Scenario("world", "The world on parade", "Every power shows its counters."),)
    sides = SIDES
    folder = TITLES / "gw36"
    troops_per_space = 3

    def seats(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Seat]:
        return [Seat(side.key, side.name, side.key) for side in SIDES[:3]]

    def board(self, files: Any) -> Board:
        return Board.load(self.folder / "data" / "board", strict=False)

    def setup(self, g: Square) -> None:
        g.spaces.fill(g.board.size)
        for s in range(g.board.size):
            land = g.board.kind[s] != "sea"
            side = (hash_of(g.board.country[s] or g.board.ids[s]) % 4) if land else NOWHERE
            g.spaces[s].owner = side
            n = hash_of(g.board.ids[s])
            for k in range(n % self.troops_per_space if land else int(n % 9 == 0)):
                kind = (n + 5 * k) % len(KINDS) if land else len(KINDS) + (n + k) % len(SHIPS)
                g.troops.add(side=max(side, 0), at=s, kind=kind, count=1 + (n + k) % 4)

    def picture(self, g: Square, seat: str | None) -> Picture:
        kinds = KINDS + SHIPS
        pieces = [
            Piece(
                t.token,
                g.spaces[t.at].token,
                SIDES[t.side].key,
                name_of(t),
                glyph=kinds[t.kind],
                sidc=SIDC.get(kinds[t.kind], ""),
                numbers=(str(1 + t.kind % 8), str(2 + t.kind % 5)),
                state=("moved",) if t.moved else STATES[t.index % 8],
                count=t.count,
                kind=kinds[t.kind],
            )
            for t in g.troops
        ]
        owner = list(g.spaces.owner)
        control = {g.board.token(s): SIDES[o].key for s, o in enumerate(owner) if o != NOWHERE}
        cities = [s for s in range(g.board.size) if hash_of(g.board.ids[s]) % 11 == 0]
        income = [[side.name, owner.count(n), 3 * owner.count(n)] for n, side in enumerate(SIDES)]
        supply = {g.board.token(s): ("supplied" if o == g.mover else "none") for s, o in enumerate(owner) if o != NOWHERE}
        return Picture(
            pieces,
            control,
            [Marker(g.board.token(s), "factory", str(s % 7 + 1)) for s in cities],
            [Track("turn", "Turn", g.turn, 8), Track("money", "IPP", 3 * owner.count(g.mover), side=SIDES[g.mover].key)],
            [
                Panel("income", "Income", ("Power", "Spaces", "IPP"), income, group="production"),  # type: ignore[arg-type]
                Panel(
                    "cities",
                    "Cities",
                    ("City", "Value"),
                    [[g.spaces[s].label, s % 7 + 1] for s in cities[:20]],
                    [(g.board.token(s),) for s in cities[:20]],
                    group="victory",
                ),
                Panel(
                    "relations",
                    "Relations",
                    text="The Axis and the Allies are at war.\n\nThe Comintern looks on.",
                    group="diplomacy",
                ),
            ],
            {"supply": supply},
        )

    def label(self, g: Square, ask: Ask, option: Option) -> Label:
        made = Label.of(g, option)
        if option.verb == "buy":
            return Label(
                made.text,
                f"{option.args[1]} {str(option.args[0]).replace('_', ' ')}",
                group=str(option.args[0]).replace("_", " ").title(),
            )
        return made

    def final(self, g: Square, ask: Ask, option: Option) -> bool:
        return option.verb == "attack"

    def odds(self, g: Square, seat: str, option: Option, about: Any = None) -> Any:
        if option.verb != "attack":
            return None
        return {
            "hits_on": 4,
            "modifiers": [{"what": "Flanking", "value": 1, "rule": "2.3"}, {"what": "Mountains", "value": -1, "rule": "2.4"}],
            "outcomes": [{"result": "The target is taken", "chance": 4 / 12}, {"result": "Nothing happens", "chance": 8 / 12}],
        }

    def scores(self, g: Square) -> dict[str, float]:
        owner = list(g.spaces.owner)
        return {side.key: float(owner.count(n)) for n, side in enumerate(SIDES[:3])}

    def tour(self) -> Sequence[tuple[str, str]]:
        return [
            ("March", "Each power moves its troops, one space each."),
            ("Battles", "Two troops may attack what stands beside them."),
        ]


def hash_of(text: str) -> int:
    return sum((n + 7) * ord(c) for n, c in enumerate(text))


class Steppe(Parade):
    """A parade on 10,000 hexes."""

    code = "steppe"
    name = "Parade on the Steppe"
    folder = Path(__file__).parent
    troops_per_space = 2

    def board(self, files: Any) -> Board:
        grid = hex_grid(125, 80)
        for s in range(grid.size):
            word = ("clear", "clear", "woods", "mountain", "clear", "swamp", "desert")[(grid.col[s] or 0) // 9 % 7]
            if word not in grid.terrains:
                grid.terrains.append(word)
            grid.terrain[s] = grid.terrains.index(word)
        return grid


class Marches(Parade):
    """A parade on the hexes of tw."""

    code = "marches"
    name = "Parade in the Marches"
    folder = TITLES / "tw"
    troops_per_space = 2


PARADE = Parade()
MARCHES = Marches()
STEPPE = Steppe()
