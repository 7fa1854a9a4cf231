"""Skirmish: the kernel's test title. Small, nasty, and no real game.

Two sides, Blue and Red (Red is two allied seats), fight on hexes with one off-map box for three or more turns. It has what
the hard rulebooks have: zones of control, interception inside movement, a secret bid for the initiative, a window in which
anyone may call a storm, hidden units that are revealed by contact, odds combat with dice and a retreat, supply with one
overseas leg, and a shared decision with a roll-off. Rule numbers are its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any

from grognard.kernel.acts import Act, Subject, jointly, menu, once, question, secretly
from grognard.kernel.board import Board
from grognard.kernel.cache import derived
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow, GameOver, Outcome, interrupts
from grognard.kernel.present import Marker, Panel, Picture, Piece, Side, Track
from grognard.kernel.rules import No, rule
from grognard.kernel.sequence import Each, Part, Segment, When
from grognard.kernel.state import NOWHERE, Game, Row, column, scalar, table
from grognard.kernel.title import Scenario, Seat, Standing, Switch, Switches, Title

BLUE, RED = 0, 1
SEATS = {BLUE: ("blue",), RED: ("red", "rust")}
SIDE_OF = {seat: side for side, seats in SEATS.items() for seat in seats}
NAMES = ("Blue", "Red")
MOVES = 3
COLS, ROWS = 8, 6
LAKE = {(3, 2), (4, 2), (4, 3)}
WOODS = {(2, 4), (5, 1), (1, 1), (6, 4)}
HOME = {BLUE: "h0003", RED: "h0703"}


class Hex(Row):
    """A space: who held it last."""

    owner = column(NOWHERE)

    @property
    def label(self) -> str:
        return str(self.game.board.label(self.index))


class Unit(Row, prefix="u"):
    """A piece: whose, where, how strong, hidden from the enemy, moved already."""

    side = column()
    seat = column()
    at = column(NOWHERE)
    steps = column(2)
    hidden = column(1)
    moved = column()

    @property
    def label(self) -> str:
        return f"{NAMES[self.side]} {self.index}"


class Options(Switches):
    """The options of a skirmish."""

    storms: bool
    interception: bool
    length: str
    broken: bool


class Field(Game):
    """The state of a skirmish."""

    board: Board
    options: Options

    hexes = table(Hex, spaces=True)
    units = table(Unit)
    turn = scalar(0)
    mover = scalar(0)
    place = scalar(0)
    marches = scalar(0)
    storm = scalar(0)
    bids = scalar("")
    gold_blue = scalar(5)
    gold_red = scalar(5)


# 1. supply


@derived("units.at", "units.side", "hexes.owner")
def supplied(g: Field) -> tuple[frozenset[int], frozenset[int]]:
    """The spaces each side supplies."""
    return supply_of(g, BLUE), supply_of(g, RED)


@rule("1.1", "1.2")
def supply_of(g: Field, side: int) -> frozenset[int]:
    """Supply runs from home through hexes free of enemy units; once on its way it may cross the lake."""
    board = g.board
    enemy = {at for at, s in zip(g.units.at, g.units.side) if s != side and at != NOWHERE}
    home = board.space(HOME[side])
    if home in enemy:
        return frozenset()
    seen = {(home, 0)}
    todo = [(home, 0)]
    while todo:
        here, crossed = todo.pop()
        for there, _ in board.neighbours[here]:
            wet = board.kind[there] == "sea"
            if there in enemy or (wet and crossed == 2):
                continue
            leg = 1 if wet else (2 if crossed == 1 else crossed)
            if (there, leg) not in seen:
                seen.add((there, leg))
                todo.append((there, leg))
    return frozenset(s for s, _ in seen)


# 2. movement, with interception inside it


def enemy_zone(g: Field, side: int) -> set[int]:
    """Spaces next to an enemy unit."""
    zone: set[int] = set()
    for at, s in zip(g.units.at, g.units.side):
        if s != side and at != NOWHERE:
            zone.update(n for n, _ in g.board.neighbours[at])
    return zone


class Turn(Subject, frozen=True):
    """Who moves: a seat and its side."""

    seat: str
    side: int


class March(Subject, frozen=True):
    """A unit under way and what it has left."""

    unit: Annotated[int, Unit]
    left: int

    @once
    def zone(self, g: Field) -> set[int]:
        """The spaces next to its enemies."""
        return enemy_zone(g, g.units.side[self.unit])


@rule("2.1")
def may_enter(g: Field, march: March, to: int) -> No | None:
    """Whether a unit may take one step into a space."""
    board, unit = g.board, g.units[march.unit]
    if not board.adjacent(unit.at, to):
        return No("2.1", "a unit moves from space to adjacent space")
    if board.kind[to] == "sea":
        return No("2.1", "nobody walks on the lake")
    cost = 2 if board.terrain_name(to) == "woods" else 1
    if cost > march.left:
        return No("2.1", f"it costs {cost} and the unit has {march.left} left")
    if any(at == to and s != unit.side for at, s in zip(g.units.at, g.units.side)):
        return No("2.3", "an enemy unit is there")
    if sum(1 for at in g.units.at if at == to) >= 2:
        return No("2.2", "two units are there already")
    if g.options.storms and g.storm and board.kind[to] == "box":
        return No("2.4", "nobody reaches the box in a storm")
    return None


def next_to(g: Field, march: March) -> list[int]:
    return [n for n, _ in g.board.neighbours[g.units.at[march.unit]]]


@rule("2.1")
def may_pick(g: Field, turn: Turn, u: int) -> No | None:
    """Whether a unit can be taken in hand."""
    unit = g.units[u]
    if unit.side != turn.side:
        return No("2.1", f"{unit.label} is not yours")
    if unit.at == NOWHERE:
        return No("2.1", f"{unit.label} is lost")
    if unit.moved:
        return No("2.1", f"{unit.label} has moved")
    if SEATS[turn.side][unit.seat] != turn.seat:
        return No("2.1", f"{unit.label} is your ally's")
    return None


def unmoved(g: Field, turn: Turn) -> list[int]:
    """The fast twin of `may_pick`."""
    place = SEATS[turn.side].index(turn.seat)
    units = g.units
    mine = [n for n, seat in enumerate(units.seat) if seat == place and units.side[n] == turn.side]
    return [n for n in mine if units.at[n] != NOWHERE and not units.moved[n]]


@rule("2.1")
def move_units(g: Field) -> Flow[None]:
    """Move units one at a time"""
    turn = Turn(SEATS[g.mover][g.place], g.mover)
    while unmoved(g, turn):
        choice, _ = yield from menu(g, turn.seat, "Choose a unit to move", turn, PICKING, DONE, rests=True)
        if choice.verb == "done":
            break
    g.marches = 0


@rule("2.1")
def move_one(g: Field, turn: Turn, u: int) -> Flow[None]:
    """Move one unit step by step"""
    unit, left = g.units[u], MOVES
    unit.moved = 1
    g.marches += 1
    while left > 0 and unit.at != NOWHERE:
        march = March(u, left)
        if left < MOVES and unit.at in march.zone(g):
            return
        prompt = "Move {0}: {1} left"
        choice, _ = yield from menu(g, turn.seat, prompt, march, STEPPING, STOPPING, first=(unit,), named=(unit, left))
        if choice.verb == "stop":
            return
        left -= 2 if g.board.terrain_name(choice.row(Hex, 1).index) == "woods" else 1


def step(g: Field, march: March, to: int) -> Flow[None]:
    unit = g.units[march.unit]
    unit.at = to
    g.hexes[to].owner = unit.side
    yield from intercept(g, unit)
    reveal_contacts(g)


class Interception(Subject, frozen=True):
    """A unit that can be intercepted where it stands now."""

    mover: Annotated[int, Unit]


@rule("2.5")
def may_intercept(g: Field, about: Interception, u: int) -> No | None:
    """Adjacent units in supply intercept."""
    mover, unit = g.units[about.mover], g.units[u]
    if unit.side == mover.side:
        return No("2.5", "one does not intercept one's own")
    if unit.at == NOWHERE or not g.board.adjacent(unit.at, mover.at):
        return No("2.5", "only adjacent units intercept")
    if unit.at not in supplied(g)[unit.side]:  # SK-AMB-01
        return No("2.5", "only units in supply intercept")
    return None


@rule("2.5")
def intercept(g: Field, mover: Unit) -> Flow[None]:
    """An adjacent enemy unit in supply may intercept"""
    about = Interception(mover.index)
    if not g.options.interception or not INTERCEPTING.candidates(g, about):
        return
    yield from jointly(g, SEATS[1 - mover.side], "Intercept {0}?", about, LETTING, INTERCEPTING, named=(mover,), die=D6)


def interception(g: Field, about: Interception, u: int) -> Flow[None]:
    unit, mover = g.units[u], g.units[about.mover]
    reveal(g, unit)
    reveal(g, mover)
    yield from fight(g, unit, mover)


def reveal(g: Field, unit: Unit) -> None:
    if unit.hidden:
        unit.hidden = 0
        g.reveal()
        g.say("{} is seen at {}", unit, g.hexes[unit.at], rule="2.6")


@rule("2.6")
def reveal_contacts(g: Field) -> None:
    """Units next to an enemy are seen."""
    for unit in g.units:
        if unit.hidden and unit.at != NOWHERE and unit.at in enemy_zone(g, unit.side):
            reveal(g, unit)


# 3. combat


@rule("3.1")
def fight(g: Field, attacker: Unit, defender: Unit) -> Flow[None]:
    """One fight: a die, losses, perhaps a retreat"""
    attack = attacker.steps + (1 if attacker.at in supplied(g)[attacker.side] else 0)
    defence = defender.steps + (1 if g.board.terrain_name(defender.at) == "woods" else 0)
    roll = g.roll(D6, f"{attacker.label} attacks {defender.label}", "3.1") + attack - defence
    if roll >= 5:
        lose_step(g, defender)
        if defender.at != NOWHERE:
            yield from retreat(g, defender)
    elif roll <= 1:
        lose_step(g, attacker)


def lose_step(g: Field, unit: Unit) -> None:
    unit.steps -= 1
    g.say("{} loses a step", unit, rule="3.2")
    if unit.steps == 0:
        unit.at = NOWHERE
        check_end(g)


@rule("3.3")
def retreat(g: Field, unit: Unit) -> Flow[None]:
    """The loser chooses where to retreat, or dies"""
    march = March(unit.index, 9)
    if not RETREATING.candidates(g, march):
        g.say("{} cannot retreat", unit, rule="3.3")
        unit.steps = 0
        unit.at = NOWHERE
        check_end(g)
        return
    seat = SEATS[unit.side][unit.seat]
    yield from menu(g, seat, "Retreat {0}", march, RETREATING, first=(unit,), named=(unit,))


@rule("3.3")
def may_retreat(g: Field, march: March, to: int) -> No | None:
    """A retreat keeps away from enemies."""
    if to in march.zone(g):
        return No("3.3", "an enemy is next to it")
    return may_enter(g, march, to)


def withdraw(g: Field, march: March, to: int) -> None:
    g.units[march.unit].at = to


class Attacker(Subject, frozen=True):
    """A unit that may attack."""

    unit: Annotated[int, Unit]


@rule("3.4")
def may_attack(g: Field, attacker: Attacker, target: int) -> No | None:
    """Units attack adjacent enemies."""
    unit, foe = g.units[attacker.unit], g.units[target]
    if foe.side == unit.side:
        return No("3.4", "it is a friend")
    if foe.at == NOWHERE or not g.board.adjacent(unit.at, foe.at):
        return No("3.4", "it is not adjacent")
    return None


@rule("3.4")
def attacks(g: Field) -> Flow[None]:
    """Attack adjacent enemies, each unit once"""
    side = g.mover
    for unit in list(g.units):
        attacker = Attacker(unit.index)
        if unit.side != side or unit.at == NOWHERE or not ATTACKING.candidates(g, attacker):
            continue
        seat = SEATS[side][unit.seat]
        yield from menu(g, seat, "Attack with {0}?", attacker, HOLDING, ATTACKING, first=(unit,), named=(unit,), rule="3.4")


@rule("3.5")
def check_end(g: Field) -> None:
    """A side without units has lost."""
    for side in (BLUE, RED):
        if all(u.at == NOWHERE for u in g.units if u.side == side):
            raise GameOver(Outcome((NAMES[1 - side].lower(),), f"{NAMES[side]} has no units", "3.5", points(g)))


def points(g: Field) -> dict[str, float]:
    return {NAMES[side].lower(): float(sum(1 for o in g.hexes.owner if o == side)) for side in (BLUE, RED)}


# 4. bids and storms


@rule("4.1")
def bid(g: Field) -> Flow[None]:
    """Both sides bid in secret for the first move"""
    asks = [question(g, seats[0], "Bid for the first move", Turn(seats[0], side), BIDDING) for side, seats in SEATS.items()]
    answers = yield from secretly(g, asks)
    offers: dict[int, int] = {SIDE_OF[seat]: amount for seat, (_, amount) in answers.items()}
    g.gold_blue -= offers[BLUE]
    g.gold_red -= offers[RED]
    while offers[BLUE] == offers[RED]:
        offers = {side: g.roll(D6, f"{NAMES[side]} breaks the tie", "4.1") for side in (BLUE, RED)}
    g.mover = max(offers, key=lambda side: offers[side])
    g.say("{} moves first", NAMES[g.mover], rule="4.1")


def gold(g: Field, side: int) -> int:
    return g.gold_blue if side == BLUE else g.gold_red


@rule("4.1")
def may_bid(g: Field, turn: Turn, amount: int) -> No | None:
    """Nobody bids what he has not."""
    return None if 0 <= amount <= gold(g, turn.side) else No("4.1", f"you have {gold(g, turn.side)} gold")


@rule("4.2")
def storms(g: Field) -> Flow[None]:
    """Anyone may pay to call or end a storm"""
    prompt = "Pay one gold to change the weather?"
    return interrupts(g, "storm", lambda g: [question(g, seat, prompt, Turn(seat, SIDE_OF[seat]), STORMING) for seat in SIDE_OF])


@rule("4.2")
def can_pay(g: Field, turn: Turn) -> No | None:
    """The weather costs gold."""
    return None if gold(g, turn.side) else No("4.2", "you have no gold")


def change_weather(g: Field, turn: Turn, storm: int) -> None:
    if turn.side == BLUE:
        g.gold_blue -= 1
    else:
        g.gold_red -= 1
    g.storm = storm
    g.say("{} changes the weather", turn.seat, rule="4.2")


def may_change(g: Field, turn: Turn, storm: int) -> No | None:
    return None if storm == 1 - g.storm else No("4.2", "the weather is like that already")


# 5. the turn


@rule("5.1")
def upkeep(g: Field) -> None:
    """Units out of supply lose a step; then everyone may move again."""
    for unit in g.units:
        unit.moved = 0
        if unit.at != NOWHERE and unit.at not in supplied(g)[unit.side]:
            lose_step(g, unit)


@rule("5.2")
def finish(g: Field) -> None:
    """After the last turn the side with more spaces wins."""
    score = points(g)
    best = max(score.values())
    winners = tuple(side for side, value in score.items() if value == best)
    raise GameOver(Outcome(winners if len(winners) == 1 else (), "the last turn is over", "5.2", score))


def leak_gold(g: Field) -> None:
    """The seeded bug that the fuzzer must find: only with the option `broken`, only in a storm on turn 2."""
    if g.options.broken and g.storm and g.turn == 2:
        g.gold_blue += 7


# the acts

PICKING = Act("pick", "2.1", "Move {0}", takes=Unit, listed=unmoved, may=may_pick, do=move_one)
DONE: Act[Field, Turn, None] = Act("done", "2.1", "Done", do=lambda g, turn, _: None)
STEPPING = Act("to", "2.1", "Go to {0}", takes=Hex, among=next_to, may=may_enter, do=step)
STOPPING: Act[Field, March, None] = Act("stop", "2.1", "Stop", do=lambda g, march, _: None)
LETTING: Act[Field, Interception, None] = Act("let", "2.5", "Let it go", do=lambda g, about, _: None)
INTERCEPTING = Act(
    "intercept", "2.5", "Intercept with {0}", takes=Unit, among=lambda g, about: range(len(g.units)), may=may_intercept,
    do=interception, rolls=True,
)  # fmt: skip
RETREATING = Act("retreat", "3.3", "Retreat to {0}", takes=Hex, among=next_to, may=may_retreat, do=withdraw)
HOLDING: Act[Field, Attacker, None] = Act("hold", "3.4", "Hold", do=lambda g, attacker, _: None)
ATTACKING = Act(
    "attack", "3.4", lambda g, attacker, target: f"Attack {g.units[target].label} ({g.units[target].steps})", takes=Unit,
    among=lambda g, attacker: range(len(g.units)), may=may_attack, rolls=True,
    do=lambda g, attacker, target: fight(g, g.units[attacker.unit], g.units[target]),
)  # fmt: skip
BIDDING = Act(
    "bid", "4.1", "Bid {0}", takes=int, among=lambda g, turn: range(gold(g, turn.side) + 1), may=may_bid,
    do=lambda g, turn, amount: amount,
)  # fmt: skip
STORMING = Act(
    "storm", "4.2", lambda g, turn, storm: "Call a storm" if storm else "End the storm", takes=int, who=can_pay,
    among=lambda g, turn: (1 - g.storm,), may=may_change, do=change_weather,
)  # fmt: skip


def muster(g: Field) -> None:
    """What a side's movement begins with, once: nobody has marched."""
    assert g.marches == 0
    g.marches = 100


MOVEMENT = Each(
    "", "place", lambda g: range(len(SEATS[g.mover])), Segment("Movement", move_units, rule="2.1", begin=muster)
)

SEQUENCE = Part(
    "",
    Each(
        "Turn",
        "turn",
        lambda g: range(1, 7 if g.options.length == "long" else 4),
        Segment("Bids", bid, rule="4.1"),
        When("Weather", lambda g: g.options.storms, Segment("Storms", storms, rule="4.2")),
        Segment("Leak", leak_gold, when=lambda g: g.options.broken),
        Each(
            "Side",
            "mover",
            lambda g: (g.mover, 1 - g.mover),
            MOVEMENT,
            Segment("Combat", attacks, rule="3.4"),
        ),
        Segment("Upkeep", upkeep, rule="5.1"),
    ),
    Segment("Victory", finish, rule="5.2"),
)


class Skirmish(Title[Field]):
    """The test title."""

    code = "skirmish"
    name = "Skirmish at the Lake"
    stage = "test"
    game = Field
    sequence = SEQUENCE
    scenarios = (Scenario("lake", "The lake"), Scenario("ambush", "Ambush", "Red starts in the woods"))
    switches = (
        Switch("storms", "Storms", "4.2", True),
        Switch("interception", "Interception", "2.5", True),
        Switch("length", "Length", "5.2", "short", ("short", "long")),
        Switch("broken", "A seeded bug for the fuzzer", fuzzed=False),
    )
    sides = (Side("blue", "Blue", "#33608c"), Side("red", "Red", "#a33b2e"))
    standing = {
        "storm": (
            Standing("never", "pass always", lambda g, seat: True),
            Standing("poor", "pass unless you have three gold", lambda g, seat: gold(g, SIDE_OF[seat]) < 3),
        )
    }
    folder = Path(__file__).parent / "skirmish_files"
    tests = Path(__file__).parent

    def seats(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Seat]:
        return [Seat(seat, seat.capitalize(), NAMES[side].lower()) for seat, side in SIDE_OF.items()]

    def board(self, files: Any) -> Board:
        return lake_board()

    def setup(self, g: Field) -> None:
        g.hexes.fill(g.board.size)
        start = {BLUE: ["h0002", "h0003", "h0104"], RED: ["h0702", "h0703", "h0604", "h0701"]}
        if g.scenario == "ambush":
            start[RED] = ["h0501", "h0604", "h0703", "h0502"]
        for side, places in start.items():
            for n, token in enumerate(places):
                g.units.add(side=side, seat=n % len(SEATS[side]), at=g.board.space(token))

    def picture(self, g: Field, seat: str | None) -> Picture:
        side = SIDE_OF.get(seat or "", NOWHERE)
        pieces = [
            Piece(
                u.token if u.side == side or not u.hidden else f"hidden{n}",
                g.hexes[u.at].token,
                NAMES[u.side].lower(),
                u.label if u.side == side or not u.hidden else "Unknown",
                glyph="infantry",
                numbers=(str(u.steps),) if u.side == side or not u.hidden else ("?",),
            )
            for n, u in enumerate(u for u in g.units if u.at != NOWHERE)
        ]
        control = {h.token: NAMES[h.owner].lower() for h in g.hexes if h.owner != NOWHERE}
        tracks = [Track("turn", "Turn", g.turn), Track("storm", "Storm", g.storm)]
        if side != NOWHERE:
            tracks.append(Track("gold", "Gold", gold(g, side)))
        return Picture(
            pieces,
            control,
            [Marker(token, "home") for token in HOME.values()],
            tracks,
            [Panel("score", "Score", ("Side", "Spaces"), [[k, v] for k, v in points(g).items()])],
        )

    def scores(self, g: Field) -> dict[str, float]:
        return points(g)

    def invariants(self, g: Field) -> Iterable[str]:
        if g.gold_blue + g.gold_red > 10:
            yield f"gold appeared from nowhere: {g.gold_blue} + {g.gold_red}"
        held: dict[int, int] = {}
        for u in g.units:
            if u.at != NOWHERE:
                held[u.at] = held.get(u.at, 0) + 1
                if u.steps <= 0:
                    yield f"{u.label} is on the board without steps"
        for at, count in held.items():
            if count > 2:
                yield f"{count} units stack at {g.board.token(at)}"

    def conceal(self, g: Field, seat: str | None) -> None:
        side = SIDE_OF.get(seat or "", NOWHERE)
        for u in g.units:
            if u.hidden and u.side != side:
                u.steps = 2
        if side != BLUE:
            g.gold_blue = 0
        if side != RED:
            g.gold_red = 0

    def guess(self, g: Field, seat: str | None, rng: Random) -> None:
        self.conceal(g, seat)
        side = SIDE_OF.get(seat or "", NOWHERE)
        for u in g.units:
            if u.hidden and u.side != side and u.at != NOWHERE:
                u.steps = rng.randint(1, 2)
        if side != BLUE:
            g.gold_blue = rng.randint(0, 5)
        if side != RED:
            g.gold_red = rng.randint(0, 5)


def lake_board() -> Board:
    """An 8 by 6 hex field with a lake, and a box beyond its edge that touches both homes."""
    import grognard.kernel.board as boards

    spaces: list[dict[str, Any]] = []
    borders: list[tuple[str, str]] = []
    grid = boards.hex_grid(COLS, ROWS)
    for s in range(grid.size):
        at = (grid.col[s], grid.row[s])
        kind = "sea" if at in LAKE else "hex"
        terrain = "lake" if at in LAKE else "woods" if at in WOODS else "clear"
        spaces.append(
            {
                "id": f"h{at[0]:02d}{at[1]:02d}",
                "kind": kind,
                "terrain": terrain,
                "map": grid.map[s],
                "col": at[0],
                "row": at[1],
                "x": grid.x[s],
                "y": grid.y[s],
            }
        )
    borders = [(spaces[a]["id"], spaces[b]["id"]) for a, b in grid.ends]
    spaces.append({"id": "Valley", "name": "The valley", "kind": "box", "terrain": "clear", "map": "", "x": 4.0, "y": -2.0})
    borders += [("Valley", HOME[BLUE]), ("Valley", HOME[RED])]
    return Board.build(spaces=spaces, borders=borders, maps=list(grid.maps.values()))


TITLE = Skirmish()
