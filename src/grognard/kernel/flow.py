"""Flow: questions and options.

A rule that asks is a generator: it yields a question and is sent the answer. Interruptions nest by `yield from`. What is asked
when is the sequence of play (sequence.py).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from grognard.kernel.dice import D10, Die
from grognard.kernel.rules import No, rule
from grognard.kernel.state import Game, Row, Table

if TYPE_CHECKING:
    from grognard.kernel.acts import Menu

T = TypeVar("T")
G = TypeVar("G", bound=Game)
R = TypeVar("R", bound=Row)

Argument = int | str | Row

PASS = "pass"
STANDING, CONCEDE, DRAW, NEW_DICE = "standing", "concede", "draw", "new_dice"
OLD_DICE = "old_dice"  # what new dice are called in a copy that has dice of its own
TABLE_ACTS = (STANDING, CONCEDE, DRAW, NEW_DICE, OLD_DICE)  # what is said at the table: no answer to a question begins so


class Option:
    """One legal answer: a verb and a few arguments (rows, spaces, numbers, words). Its text is what a save holds."""

    __slots__ = ("_text", "args", "verb")

    def __init__(self, verb: str, *args: Argument) -> None:
        self.verb = verb
        self.args: tuple[Any, ...] = args
        self._text = ""

    @property
    def text(self) -> str:
        if not self._text:
            words = [self.verb]
            for a in self.args:
                words.append(a.token if isinstance(a, Row) else str(a))
            self._text = " ".join(words)
        return self._text

    @property
    def arg(self) -> Any:
        """The first argument."""
        return self.args[0]

    def row(self, kind: type[R], place: int = 0) -> R:
        """The row an argument names, of the kind it must be."""
        found = self.args[place]
        assert isinstance(found, kind), f"{self.text}: argument {place} is no {kind.__name__}"
        return found

    def number(self, place: int = 0) -> int:
        """The number an argument is."""
        found = self.args[place]
        assert isinstance(found, int), f"{self.text}: argument {place} is no number"
        return found

    def __repr__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


bare = object.__new__  # an option without the call of its __init__, for long lists


class RowOptions(dict[int, Option]):
    """The options `verb row` (or `verb first row`) for the rows of a table, by index, each made once in a game."""

    def __init__(self, verb: str, table: Table[Any], first: tuple[Argument, ...]) -> None:
        super().__init__()
        self.verb = verb
        self.table = table
        self.first = first

    def __missing__(self, index: int) -> Option:
        option = self[index] = bare(Option)
        option.verb, option.args, option._text = self.verb, (*self.first, self.table[index]), ""
        return option


def row_options(g: Game, verb: str, rows: Table[Any] | type[Row], *first: Argument) -> RowOptions:
    """For long lists that are asked again and again: `[to[s] for s in spaces]` instead of options made anew."""
    names: list[Any] = [verb, rows if isinstance(rows, type) else rows.name]
    for one in first:
        names += (one.table.name, one.index) if isinstance(one, Row) else (one,)
    key = (RowOptions, tuple(names))
    kept = g.derived.get(key)
    if kept is None:
        kept = g.derived[key] = (None, RowOptions(verb, table_of(g, rows) if isinstance(rows, type) else rows, first))
    found: RowOptions = kept[1]
    return found


_TABLES: dict[tuple[type[Game], type[Row]], str] = {}


def table_of(g: Game, row: type[Row]) -> Table[Any]:
    """The table whose rows are of this class."""
    key = (type(g), row)
    name = _TABLES.get(key)
    if name is None:
        fits = [t for t in g.tables.values() if issubclass(t.row, row)]
        assert fits, f"no table of {row.__name__}"
        name = _TABLES[key] = next((t for t in fits if t.row is row), fits[0]).name
    return g.tables[name]


def read_option(g: Game, text: str) -> Option:
    """The option a text stands for in this game; words that name nothing stay words."""
    verb, *words = text.split(" ")
    return Option(verb, *(_argument(g, word) for word in words))


def _argument(g: Game, word: str) -> Argument:
    for t in g.tables.values():
        found = t.find(word)
        if found is not None:
            row: Row = found
            return row
    return int(word) if word.lstrip("-").isdigit() else word


Options = Iterable[Option] | Callable[[], Iterable[Option]]
Why = Callable[[Option], No | None]


class Ask:
    """A question to one seat, with every legal answer.

    `options` may be a function: it is called only when somebody looks at the list, so replays do not pay for it.
    `why` is the legality test behind the list; it answers "why not?" for what is not on it.
    `subject` is what the question is about, a frozen value whose declared fields are public: agents, odds and labels read it.
    `menu`: the acts it offers (kernel/acts.py). `named`: what `{0}` in the prompt stands for, put into words when it is read.
    `rests`: its procedure is whole in its columns here and can be started again (Segment).
    """

    __slots__ = ("_listed", "_options", "menu", "named", "rests", "rule", "seat", "subject", "text", "why")

    def __init__(
        self,
        seat: str,
        prompt: str,
        options: Options,
        rule: str = "",
        why: Why | None = None,
        *,
        subject: Any = None,
        menu: Menu[Any, Any] | None = None,
        named: tuple[Argument, ...] = (),
        rests: bool = False,
    ) -> None:
        self.seat = seat
        self.text = prompt
        self.rule = rule
        self.why = why
        self.subject = subject
        self.menu = menu
        self.named = named
        self.rests = rests
        self._options = options
        self._listed: tuple[Option, ...] | None = None

    @property
    def prompt(self) -> str:
        """The question in words. They are made while it is open: nobody keeps a question to read it after the answer."""
        if not self.named:
            return self.text
        return self.text.format(*(one.label if isinstance(one, Row) else one for one in self.named))

    @property
    def options(self) -> tuple[Option, ...]:
        if self._listed is None:
            source = self._options() if callable(self._options) else self._options
            self._listed = tuple(source)
        return self._listed

    @property
    def is_open(self) -> bool:
        """Whether there is any legal answer: a list that is made when it is looked at is made no further than the first."""
        if self._listed is None and self.menu is not None:
            return self.menu.offers()
        if self._listed is None and callable(self._options):
            return next(iter(self._options()), None) is not None
        return bool(self.options)

    def find(self, text: str) -> Option | None:
        """The listed option with this text."""
        for option in self.options:
            if option.text == text:
                return option
        return None


class Secret:
    """Several seats answer in any order; nothing is shown until all are in. Answered with a dict from seat to option."""

    __slots__ = ("asks",)

    def __init__(self, asks: Iterable[Ask]) -> None:
        self.asks = {ask.seat: ask for ask in asks}


class Window:
    """Any of several seats may step in; the first in the stated order that does not pass is heard.

    Answered with the pair (seat, option), or None when all pass. `kind` names the window for standing answers: a seat that
    has said "pass unless ..." in advance is not asked while its condition does not hold. `rests`: its segment, started again,
    comes back to it (as a question that rests).
    """

    __slots__ = ("asks", "kind", "rests")

    def __init__(self, kind: str, asks: Iterable[Ask], *, rests: bool = False) -> None:
        self.kind = kind
        self.rests = rests
        self.asks = {ask.seat: with_pass(ask) for ask in asks}


class Whoever:
    """A question to a side: each of its seats may answer, and whoever answers first is heard. Answered with (seat, option)."""

    __slots__ = ("asks",)

    def __init__(self, asks: Iterable[Ask]) -> None:
        self.asks = {ask.seat: ask for ask in asks}


LANES = 32  # the rolls of seats that go together are counted apart, so far apart that no numbers meet


class Together:
    """Several seats go through their own questions at the same time. Answered with what each flow returned, by seat.

    The seats answer in any order. It makes no difference to the dice, for each seat's rolls are counted apart, nor to the game,
    as long as a flow reads and writes only what belongs to its seat. `secret`: until all are done nobody sees what the others
    answer, and what a flow says and rolls is for its seat alone; the procedure tells afterwards what all may know.
    """

    __slots__ = ("asks", "flows", "heard", "rolled", "secret", "start", "values")

    def __init__(self, flows: Mapping[str, Flow[Any] | None], *, secret: bool = False) -> None:
        self.flows = flows
        self.secret = secret
        self.asks: dict[str, Ask] = {}
        self.values: dict[str, Any] = {}
        self.rolled: dict[str, int] = {}
        self.heard: list[str] = []  # the seats that answered, one entry for each answer
        self.start = 0

    def begin(self, g: Game) -> None:
        """Run every flow to its first question."""
        self.start = g.rolled
        for lane, seat in enumerate(self.flows, 1):
            self.rolled[seat] = self.start + (lane << LANES)
            self._go(g, seat, None)

    def hear(self, g: Game, seat: str, option: Option | None) -> None:
        """Give a seat's flow its answer; None: it was given, but what it was is not known here."""
        self.heard.append(seat)
        if option is None:
            self.asks.pop(seat, None)
        else:
            self._go(g, seat, option)

    @property
    def waits(self) -> bool:
        """Whether a seat is asked something."""
        return bool(self.asks)

    def end(self, g: Game) -> dict[str, Any]:
        """What the flows returned, by seat."""
        g.rolled = self.start + sum(n - self.start - (lane << LANES) for lane, n in enumerate(self.rolled.values(), 1))
        return {seat: self.values[seat] for seat in self.flows}

    def close(self) -> None:
        for flow in self.flows.values():
            if flow is not None:
                flow.close()

    def _go(self, g: Game, seat: str, answer: Option | None) -> None:
        flow = self.flows[seat]
        if flow is None:
            self.values[seat] = None
            return
        rolled, g.rolled = g.rolled, self.rolled[seat]
        if self.secret:
            g.journal.only = (seat,)
        try:
            ask = flow.send(answer)
        except StopIteration as stop:
            self.asks.pop(seat, None)
            self.values[seat] = stop.value
        else:
            assert isinstance(ask, Ask) and ask.seat == seat, "a flow beside others asks only its own seat"
            self.asks[seat] = ask
        finally:
            self.rolled[seat], g.rolled = g.rolled, rolled
            if self.secret:
                g.journal.only = ()


def with_pass(ask: Ask) -> Ask:
    """The same question with `pass` first on its list."""
    return Ask(
        ask.seat,
        ask.text,
        lambda: (Option(PASS), *ask.options),
        ask.rule,
        ask.why,
        subject=ask.subject,
        menu=ask.menu,
        named=ask.named,
    )


Question = Ask | Secret | Window | Whoever | Together
Flow = Generator[Question, Any, T]
Procedure = Callable[[Any], Flow[None] | None]


@rule()
def shared(
    g: Game,
    seats: Sequence[str],
    prompt: str,
    options: Options,
    *,
    rule: str = "",
    die: Die = D10,
    why: Why | None = None,
    subject: Any = None,
    menu: Menu[Any, Any] | None = None,
    named: tuple[Argument, ...] = (),
) -> Flow[Option]:
    """Allies decide together; when they disagree, a roll-off settles it"""
    asks = [Ask(seat, prompt, options, rule, why, subject=subject, menu=menu, named=named) for seat in seats]
    if len(seats) == 1:
        answer: Option = yield asks[0]
        return answer
    words = asks[0].prompt
    answers: dict[str, Option] = yield Secret(asks)
    rivals = list(seats)
    if len({answers[seat].text for seat in seats}) == 1:
        return answers[rivals[0]]
    while len(rivals) > 1:
        rolls = {seat: g.roll(die, f"{seat} rolls off: {words}", rule) for seat in rivals}
        top = max(rolls.values())
        rivals = [seat for seat in rivals if rolls[seat] == top]
    return answers[rivals[0]]


@rule()
def interrupts(
    g: G,
    kind: str,
    ask: Callable[[G], Iterable[Ask]],
    act: Callable[[G, str, Option], Flow[None] | None] | None = None,
    *,
    rests: bool = False,
) -> Flow[None]:
    """Any seat may step in now, until all pass

    Without `act` the menus of the questions carry the answers out. `rests`: what has been said so far is in the columns.
    """
    while True:
        asks = [a for a in ask(g) if a.is_open]
        if not asks:
            return
        window = Window(kind, asks, rests=rests)
        heard: tuple[str, Option] | None = yield window
        if heard is None:
            return
        if act is not None:
            doing = act(g, *heard)
        else:
            menu = window.asks[heard[0]].menu
            assert menu is not None, f"the window {kind} has neither an act nor menus"
            doing = menu.do(heard[1])
        if doing is not None:
            yield from doing


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won (nobody: a draw), why, under which rule, with which scores."""

    winners: tuple[str, ...]
    reason: str
    rule: str = ""
    scores: dict[str, float] = {}


class GameOver(Exception):
    """Ends the game at once."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.reason)
        self.outcome = outcome
