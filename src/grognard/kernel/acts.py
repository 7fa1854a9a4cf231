"""Acts and menus: a verb is written once.

An act is a verb with its rule, its words, who can do it at all, its candidates, its one legality test and its deed. A menu is the
acts that one question offers for one subject: it lists the options, says why not with the same test, labels them and carries the
answer out. A subject is a small frozen value, which battle or which unit is asked about; its declared fields are public.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cache
from types import GeneratorType
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from grognard.kernel.dice import D10, Die
from grognard.kernel.flow import TABLE_ACTS, Argument, Ask, Flow, Option, RowOptions, Secret, bare, row_options, shared, table_of
from grognard.kernel.rules import No
from grognard.kernel.state import Game, Row, Table

G = TypeVar("G", bound=Game)
S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T")
Take = type[Row] | type[int] | type[str]


class Subject(msgspec.Struct, frozen=True, dict=True):
    """What a question is about. Its declared fields go to the client: a row number declared as `Annotated[int, Unit]` as the
    token of that row. What is found out about it once for all acts of a question (`once`) stays here."""

    def money(self, g: Any) -> tuple[int, str, str] | None:
        """Where the question is about buying: what there is to spend, in which money, and whose it is where several pay."""
        return None

    def public(self, g: Game) -> dict[str, object]:
        """The declared fields as a client reads them."""
        found: dict[str, object] = {"kind": type(self).__name__}
        kinds = _rows_declared(type(self))
        for name in self.__struct_fields__:
            value = getattr(self, name)
            row = kinds.get(name)
            found[name] = _tokens(table_of(g, row), value) if row is not None else msgspec.to_builtins(value)
        return found


@cache
def _rows_declared(kind: type[Subject]) -> dict[str, type[Row]]:
    """The fields that hold numbers of rows, with the class of the rows."""
    found: dict[str, type[Row]] = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        for part in (hint, *get_args(hint)):  # Annotated[int, Unit], and tuples or lists of them
            rows = [extra for extra in get_args(part)[1:] if isinstance(extra, type) and issubclass(extra, Row)]
            if get_origin(part) is Annotated and rows:
                found[name] = rows[0]
    return found


def _tokens(table: Table[Any], value: Any) -> Any:
    if isinstance(value, int):
        return table[value].token if value >= 0 else ""
    return [_tokens(table, one) for one in value]


def once(find: Callable[[Any, G], T]) -> Callable[[Any, G], T]:
    """A method of a subject that is worked out once for a question; the menu of the next question forgets it."""
    name = f"once {find.__name__}"  # a method of the same name must stay callable

    def found(subject: Any, g: G) -> T:
        kept: dict[str, T] = subject.__dict__
        if name not in kept:
            kept[name] = find(subject, g)
        return kept[name]

    return found


class Act(Generic[G, S, A]):
    """A verb. A candidate is the number of a row, a number, a word, a tuple of those, or None: as `takes` says.

    `who`: can this subject do it at all? `among`: candidates, each is tested. `listed`: candidates promised exact, which tests
    and the fuzzer compare with the test. `may`: the one test, right for any candidate. `do`: the deed; a procedure is returned,
    not called and forgotten. `words`, `group` and `hint`: a format over the candidate, or a function of game, subject, candidate.
    `price`: what it costs now, in the money of its subject (Subject.money).
    """

    __slots__ = (
        "among", "do", "group", "hint", "key", "kinds", "listed", "may", "name", "pair", "plain", "price", "rolls", "row", "rule",
        "takes", "who", "words",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        rule: str,
        words: str | Callable[[G, S, A], str],
        *,
        do: Callable[[G, S, A], Any],
        takes: Take | tuple[Take, ...] = (),
        who: Callable[[G, S], No | None] | None = None,
        among: Callable[[G, S], Iterable[A]] | None = None,
        listed: Callable[[G, S], Iterable[A]] | None = None,
        may: Callable[[G, S, A], No | None] | None = None,
        rolls: bool | Callable[[G, S, A], bool] = False,
        group: str | Callable[[G, S, A], str] = "",
        hint: str | Callable[[G, S, A], str] = "",
        price: Callable[[G, S, A], int] | None = None,
    ) -> None:
        assert name not in TABLE_ACTS, f"{name} is said at the table, not in answer to a question"
        assert among is None or listed is None, f"{name}: candidates are tested or promised, not both"
        assert takes == () or among is not None or listed is not None, f"{name} takes something and lists nothing"
        self.name, self.rule, self.words, self.do = name, rule, words, do
        self.takes = takes
        self.kinds, self.row, self.pair, bare = _shape(takes)  # type: ignore[arg-type]
        self.key = (RowOptions, (name, self.row))  # under which a game keeps its options (flow.row_options)
        self.plain: dict[Any, Option] | None = _Plain(name) if bare else None  # of words and numbers: made once for all games
        self.who, self.among, self.listed, self.may = who, among, listed, may
        self.rolls, self.group, self.hint, self.price = rolls, group, hint, price

    def __repr__(self) -> str:
        return f"Act({self.name!r}, {self.rule!r})"

    def candidates(self, g: G, subject: S) -> Iterable[A]:
        """What it can be done to now."""
        if self.who is not None and self.who(g, subject) is not None:
            return ()
        if self.listed is not None:
            return self.listed(g, subject)
        may = self.may
        among: Iterable[A] = (None,) if self.among is None else self.among(g, subject)  # type: ignore[assignment]
        return among if may is None else [one for one in among if may(g, subject, one) is None]

    def why(self, g: G, subject: S, candidate: A) -> No | None:
        """Why it cannot be done to this candidate."""
        no = None if self.who is None else self.who(g, subject)
        if no is None and self.may is not None:
            no = self.may(g, subject, candidate)
        return no

    def option(self, g: Game, candidate: A, first: Sequence[Argument] = ()) -> Option:
        """The answer that does it to a candidate."""
        if candidate is None:
            return Option(self.name, *first)
        parts = candidate if isinstance(candidate, tuple) else (candidate,)
        kinds = self.kinds if self.takes is not Row else (Row,) * len(parts)
        return Option(self.name, *first, *(_argument(g, kind, part) for kind, part in zip(kinds, parts, strict=True)))

    def candidate(self, args: Sequence[Any]) -> A | No:
        """The candidate that arguments name, or why they name none."""
        row = self.row
        if row is not None and len(args) == 1 and isinstance(args[0], row):
            return args[0].index  # type: ignore[return-value]
        if not args and not self.kinds:
            return None  # type: ignore[return-value]
        if self.takes is Row:
            ok = all(isinstance(arg, Row) for arg in args)
            return tuple(args) if ok else No(self.rule, f"{self.name!r} takes pieces or spaces")  # type: ignore[return-value]
        if len(args) != len(self.kinds) or not all(isinstance(arg, kind) for arg, kind in zip(args, self.kinds)):
            wanted = " and ".join(kind.__name__.lower() for kind in self.kinds) or "nothing more"
            return No(self.rule, f"{self.name!r} takes {wanted}")
        found = tuple(arg.index if isinstance(arg, Row) else arg for arg in args)
        return found if len(found) > 1 else found[0] if found else None  # type: ignore[return-value]


@cache
def _shape(
    takes: Take | tuple[Take, ...],
) -> tuple[tuple[Take, ...], type[Row] | None, tuple[type[Row], type[Row]] | None, bool]:
    """What an act takes: its parts, the class of its one row, those of its two rows, whether it is words and numbers only."""
    kinds: tuple[Take, ...] = takes if isinstance(takes, tuple) else (takes,)
    rows = [kind for kind in kinds if issubclass(kind, Row) and kind is not Row]
    row = rows[0] if len(rows) == len(kinds) == 1 else None
    pair = (rows[0], rows[1]) if len(rows) == len(kinds) == 2 else None
    return kinds, row, pair, bool(kinds) and not any(issubclass(kind, Row) for kind in kinds)


class _Plain(dict[Any, Option]):
    """The options of a verb over words and numbers, each made when it is first listed."""

    def __init__(self, verb: str) -> None:
        self.verb = verb

    def __missing__(self, candidate: Any) -> Option:
        made = self[candidate] = Option(self.verb, *(candidate if isinstance(candidate, tuple) else (candidate,)))
        return made


def _argument(g: Game, kind: Take, part: Any) -> Argument:
    if issubclass(kind, Row) and kind is not Row:
        part = table_of(g, kind)[part]
    argument: Argument = part
    return argument


class Doubts(msgspec.Struct):
    """Where list and test disagree: listed options that their test refuses; unlisted ones that get no reason with a rule."""

    listed: int = 0
    unlisted: int = 0
    contradictions: list[str] = []
    unexplained: list[str] = []


class Menu(Generic[G, S]):
    """The acts of one question for one subject. `first`: arguments every option begins with. `others`: acts never offered here
    whose tests still say why."""

    __slots__ = ("acts", "first", "g", "others", "subject")

    def __init__(
        self,
        g: G,
        subject: S,
        acts: Sequence[Act[G, S, Any]],
        first: tuple[Argument, ...] = (),
        others: Sequence[Act[G, S, Any]] = (),
    ) -> None:
        self.g, self.subject, self.acts, self.first, self.others = g, subject, acts, first, others
        if isinstance(subject, Subject):
            subject.__dict__.clear()

    def options(self) -> list[Option]:
        """Every legal answer, act by act."""
        g, subject, first = self.g, self.subject, self.first
        found: list[Option] = []
        for act in self.acts:
            if act.who is not None and act.who(g, subject) is not None:
                continue
            listed = act.listed
            if listed is not None:
                fits = listed(g, subject)
            elif act.among is None:
                if act.may is None or act.may(g, subject, None) is None:
                    found.append(Option(act.name, *first))
                continue
            else:
                may = act.may
                fits = act.among(g, subject)
                if may is not None:
                    fits = [one for one in fits if may(g, subject, one) is None]
            if not fits:
                continue
            if act.row is not None and first:  # orders of one piece: seldom listed again
                rows, verb = table_of(g, act.row), act.name
                for one in fits:
                    option = bare(Option)
                    option.verb, option.args, option._text = verb, (*first, rows[one]), ""
                    found.append(option)
            elif act.row is not None:
                kept = g.derived.get(act.key)
                to = row_options(g, act.name, act.row) if kept is None else kept[1]
                found += [to[one] for one in fits]
            elif act.plain is not None and not first:
                plain = act.plain
                found += [plain[one] for one in fits]
            elif act.pair is not None:
                found += self._pairs(act, fits)
            elif act.kinds:
                found += [act.option(g, one, first) for one in fits]
            else:
                found.append(Option(act.name, *first))
        return found

    def _pairs(self, act: Act[G, S, Any], fits: Iterable[Any]) -> list[Option]:
        """The options of an act over two rows, which are kept by the first of them."""
        assert act.pair is not None
        rows, of = table_of(self.g, act.pair[0]), act.pair[1]
        by: dict[int, RowOptions] = {}
        found: list[Option] = []
        for a, b in fits:
            to = by.get(a)
            if to is None:
                to = by[a] = row_options(self.g, act.name, of, *self.first, rows[a])
            found.append(to[b])
        return found

    def offers(self, beside: int = 0, but: Container[str] = ()) -> bool:
        """Whether there is an answer beside so many, not counting those of some texts: no act further than that is looked at."""
        left = beside
        for act in self.acts:
            for one in act.candidates(self.g, self.subject):
                if but and act.option(self.g, one, self.first).text in but:
                    continue
                if left == 0:
                    return True
                left -= 1
        return False

    def act(self, option: Option) -> Act[G, S, Any] | None:
        """The offered act an answer names; of two with one name the one that takes its arguments."""
        verb, found = option.verb, None
        for act in self.acts:
            if act.name == verb and (found is None or isinstance(self._candidate(found, option), No)):
                found = act
        return found

    def why(self, option: Option) -> No | None:
        """Why an answer is not possible: the test of its act. None: it is, or nobody here knows the verb."""
        found: No | None = None
        for act in (*self.acts, *self.others):
            if act.name != option.verb:
                continue
            candidate = self._candidate(act, option)
            if not isinstance(candidate, No):
                no = act.why(self.g, self.subject, candidate)
                if no is not None or act in self.acts:
                    return no
            elif found is None:
                found = candidate
        return found

    def do(self, option: Option) -> Any:
        """Carry an answer out: what the deed gives, a procedure to be gone through among other things."""
        act = self.act(option)
        assert act is not None, f"no act {option.verb!r} on this menu"
        candidate = self._candidate(act, option)
        assert not isinstance(candidate, No), f"{option.text}: {candidate}"
        return act.do(self.g, self.subject, candidate)

    def words(self, option: Option) -> str:
        """How the answer reads on a button."""
        return self._told(option, "words")

    def group(self, option: Option) -> str:
        """Under which heading it stands."""
        return self._told(option, "group")

    def hint(self, option: Option) -> str:
        """What more there is to say of it."""
        return self._told(option, "hint")

    def price(self, option: Option) -> tuple[int, str]:
        """What the answer costs, and what it orders: the same for every counter of a sort and for lots of any size."""
        act = self.act(option)
        if act is None or act.price is None:
            return 0, ""
        lots = act.kinds == (int,)
        sort = act.name if lots else self.words(option) if any(isinstance(arg, Row) for arg in option.args) else option.text
        return act.price(self.g, self.subject, self._candidate(act, option)), sort

    def rolls(self, option: Option) -> bool:
        """Whether dice may be thrown, or something shown, as soon as it is given."""
        act = self.act(option)
        if act is None or not callable(act.rolls):
            return act is not None and bool(act.rolls)
        return act.rolls(self.g, self.subject, self._candidate(act, option))

    def _told(self, option: Option, what: str) -> str:
        act = self.act(option)
        text: str | Callable[..., str] = "" if act is None else getattr(act, what)
        if act is None or not text:
            return ""
        if callable(text):
            return text(self.g, self.subject, self._candidate(act, option))
        return text.format(*(arg.label if isinstance(arg, Row) else arg for arg in option.args[len(self.first) :]))

    def _candidate(self, act: Act[G, S, Any], option: Option) -> Any:
        first = self.first
        if not first:
            return act.candidate(option.args)
        if option.args[: len(first)] != first:
            about = ", ".join(one.label if isinstance(one, Row) else str(one) for one in first)
            return No(act.rule, f"the question is about {about}")
        return act.candidate(option.args[len(first) :])

    def doubts(self, rng: random.Random, sample: int = 3) -> Doubts:
        """Compare the lists with their tests: every listed candidate is asked, and for each act so many of the rest."""
        found = Doubts()
        for act in self.acts:
            fits = list(act.candidates(self.g, self.subject))
            for one in fits:
                no = act.why(self.g, self.subject, one)
                found.listed += 1
                if no is not None:
                    found.contradictions.append(f"{act.option(self.g, one, self.first).text}: {no}")
            for one in self._strangers(act, set(fits), rng, sample):
                no = act.why(self.g, self.subject, one)
                found.unlisted += 1
                if no is None or not no.rule:
                    found.unexplained.append(f"{act.option(self.g, one, self.first).text}: {no or 'no reason'}")
        return found

    def contradictions(self, rng: random.Random, sample: int = 3) -> list[str]:
        """Everything in which a list and its test disagree, in words; for tests."""
        found = self.doubts(rng, sample)
        refused = [f"listed, and {text}" for text in found.contradictions]
        return refused + [f"not listed, and {text}" for text in found.unexplained]

    def _strangers(self, act: Act[G, S, Any], listed: set[object], rng: random.Random, sample: int) -> list[Any]:
        """A few candidates out of all there could be that are not on the list."""
        if not act.kinds:
            return [] if listed else [None]
        if not all(issubclass(kind, Row) and kind is not Row for kind in act.kinds):
            return []
        tables = [table_of(self.g, kind) for kind in act.kinds if issubclass(kind, Row)]
        found: list[Any] = []
        for _ in range(sample if all(map(len, tables)) else 0):
            parts = tuple(rng.randrange(len(table)) for table in tables)
            one = parts if len(parts) > 1 else parts[0]
            if one not in listed and one not in found:
                found.append(one)
        return found


def question(
    g: G,
    seat: str,
    prompt: str,
    subject: S,
    *acts: Act[G, S, Any],
    rule: str = "",
    first: tuple[Argument, ...] = (),
    named: tuple[Argument, ...] = (),
    others: Sequence[Act[G, S, Any]] = (),
    rests: bool = False,
) -> Ask:
    """The question a menu puts, for questions to several seats: `secretly`, `Window`, `interrupts`. `named`: what the prompt's
    `{0}` stands for."""
    made = Menu(g, subject, acts, first, others)
    return Ask(seat, prompt, made.options, rule or acts[0].rule, made.why, subject=subject, menu=made, named=named, rests=rests)


def menu(
    g: G,
    seat: str,
    prompt: str,
    subject: S,
    *acts: Act[G, S, Any],
    rule: str = "",
    first: tuple[Argument, ...] = (),
    named: tuple[Argument, ...] = (),
    others: Sequence[Act[G, S, Any]] = (),
    rests: bool = False,
) -> Flow[tuple[Option, Any]]:
    """Ask a seat which of the acts it does, and carry that out; gives the answer and what its deed gave."""
    made = Menu(g, subject, acts, first, others)
    answer: Option = yield Ask(
        seat, prompt, made.options, rule or acts[0].rule, made.why, subject=subject, menu=made, named=named, rests=rests
    )
    done = made.do(answer)
    if isinstance(done, GeneratorType):
        done = yield from done
    return answer, done


def secretly(g: Game, asks: Iterable[Ask]) -> Flow[dict[str, tuple[Option, Any]]]:
    """Several seats choose from their menus, nothing is shown until all have; then the deeds are done seat by seat."""
    put = Secret(asks)
    answers: dict[str, Option] = yield put
    found: dict[str, tuple[Option, Any]] = {}
    for seat, ask in put.asks.items():
        assert ask.menu is not None
        done = ask.menu.do(answers[seat])
        if isinstance(done, GeneratorType):
            done = yield from done
        found[seat] = answers[seat], done
    return found


def jointly(
    g: G,
    seats: Sequence[str],
    prompt: str,
    subject: S,
    *acts: Act[G, S, Any],
    rule: str = "",
    first: tuple[Argument, ...] = (),
    named: tuple[Argument, ...] = (),
    others: Sequence[Act[G, S, Any]] = (),
    die: Die = D10,
) -> Flow[tuple[Option, Any]]:
    """Allies choose together from one menu; when they disagree, a roll-off settles it."""
    made = Menu(g, subject, acts, first, others)
    rule = rule or acts[0].rule
    answer = yield from shared(
        g, seats, prompt, made.options, rule=rule, die=die, why=made.why, subject=subject, menu=made, named=named
    )
    done = made.do(answer)
    if isinstance(done, GeneratorType):
        done = yield from done
    return answer, done
