"""Derived values that know when they are stale: zones of control, supply, production totals.

A derived function of the game names what it reads. Its value is kept on the game (`g.derived`) with the versions of what it read
(`g.version("units.at")`) and computed again when one of them differs. A copy of a game takes along the values that hold nothing
of the game they were made from (`g.lasting`): numbers and words in plain containers, by the type a function says it returns, and
what is declared `lasting`. Values are shared between calls: nobody may change them.

Columns are written more often than what matters in them: a unit of ours that moves leaves the enemy's zones as they were.
`given` names a cheap function of the same arguments that sums up all that counts; while its value is the same, so is ours.

A long list of units is asked for after every move and one unit has moved: `rows_by` keeps rows by a key of theirs, row by row.
What every rule reads and few answers change (printed facts by unit, who holds which hex) is `kept` as an attribute of the game.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import update_wrapper
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar, overload

P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
WHOLE = -1
PLAIN = {"int", "str", "bool", "float", "bytes", "bytearray", "None", "No", "tuple", "list", "dict", "set", "frozenset"}
NOT_KEPT: tuple[Any, ...] = (None, {}, {}, 0, -1)


class Versioned(Protocol):
    """What a game offers: versions that differ once a column, scalar or list has been written, and a place for values."""

    derived: dict[Any, Any]
    lasting: dict[Any, Any]
    """Values that copies of the game take along."""
    writes: list[int]
    """One number that differs once anything has been written: while it stands no version need be looked at."""

    def stamp(self, paths: tuple[str, ...]) -> list[object]: ...


class Derived(Generic[P, T]):
    """A function of the game and hashable arguments whose value is kept until something it reads changes."""

    def __init__(
        self,
        function: Callable[Concatenate[Any, P], T],
        reads: tuple[str, ...],
        given: Callable[..., object] | None = None,
        lasting: bool = False,
    ) -> None:
        self.function = function
        self.lasting = lasting or is_plain(function)
        self.reads = reads
        self.given = given
        self.name = f"{function.__module__}.{function.__qualname__}"
        update_wrapper(self, function)

    def __call__(self, g: Versioned, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (self, args, tuple(sorted(kwargs.items()))) if kwargs else (self, args)
        values = g.lasting if self.lasting else g.derived
        kept = values.get(key)
        writes = g.writes[0]
        value: T
        if kept is not None and kept[3] == writes:
            value = kept[1]
            return value
        now = g.stamp(self.reads)
        if kept is not None and kept[0] == now:
            value = kept[1]
            values[key] = (now, value, kept[2], writes)
            return value
        basis = None
        if self.given is not None:
            basis = self.given(g, *args, **kwargs)
            if kept is not None and kept[2] == basis:
                value = kept[1]
                values[key] = (now, value, basis, writes)
                return value
        value = self.function(g, *args, **kwargs)
        values[key] = (now, value, basis, writes)
        return value

    def __repr__(self) -> str:
        return f"<derived {self.name} from {', '.join(self.reads)}>"


def derived(
    *reads: str | Derived[..., Any], given: Callable[..., object] | None = None, lasting: bool = False
) -> Callable[[Callable[Concatenate[Any, P], T]], Derived[P, T]]:
    """`@derived("units.at", "hexes.owner")` or `@derived(zones_of_control, "weather")`: another derived function stands for all
    that it reads. `given`: a summary that must change for the value to change. `lasting`: a value of a class of its own that
    holds nothing of the game; copies take it along as they do plain ones."""
    return lambda function: Derived(function, _paths(reads), given, lasting)


def once_per_board(function: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """A computation on the board and what is printed beside it, whatever the game does: made once for hashable arguments and
    kept with the board, for all games on it."""

    def laid(g: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        assert not kwargs, "what is kept with a board takes plain arguments"
        values: dict[Any, T] = g.board.laid
        key = (function, args)
        if key not in values:
            values[key] = function(g, *args, **kwargs)
        return values[key]

    update_wrapper(laid, function)
    return laid


def is_plain(function: Callable[..., object]) -> bool:
    """Whether a function says that it returns numbers and words in plain containers."""
    returns = getattr(function, "__annotations__", {}).get("return")
    return isinstance(returns, str) and PLAIN.issuperset(re.findall(r"\w+", returns))


def without_stale(values: dict[Any, Any], before: int) -> dict[Any, Any]:
    """Those of a game's values that were asked for since a count of its writes; what is kept otherwise stays."""
    return {key: kept for key, kept in values.items() if not isinstance(key[0], Derived) or kept[3] > before}


def _paths(reads: tuple[str | Derived[..., Any], ...]) -> tuple[str, ...]:
    paths: dict[str, None] = {}
    for one in reads:
        paths.update(dict.fromkeys((one,) if isinstance(one, str) else one.reads))
    return tuple(paths)


class Kept(Generic[T]):
    """An attribute of a game that is found without a call: dropped when something it reads is written, made anew when it is read.
    For plain values that are never changed, read far more often than what they read is written."""

    def __init__(self, function: Callable[[Any], T], reads: tuple[str, ...]) -> None:
        self.function = function
        self.reads = reads
        self.name = ""

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self.name = name

    if TYPE_CHECKING:

        @overload
        def __get__(self, game: None, owner: type[Any]) -> Self: ...
        @overload
        def __get__(self, game: object, owner: type[Any]) -> T: ...

    def __get__(self, game: Any, owner: type[Any]) -> T | Self:
        if game is None:
            return self
        value: T = self.function(game)
        game.__dict__[self.name] = value  # Python finds it there first
        return value


def kept(*reads: str) -> Callable[[Callable[[Any], T]], Kept[T]]:
    """In the class of a game: `roster = kept("units.counter")(roster_of)`, read as `g.roster`."""
    return lambda function: Kept(function, reads)


class RowsBy(Generic[P, K]):
    """The rows of a table by a key that is computed from a row and hashable arguments; rows with the key None are left out."""

    def __init__(
        self,
        key: Callable[..., K | None],
        table: str,
        reads: tuple[str, ...],
        among: Callable[..., Iterable[int]] | None,
    ) -> None:
        self.key = key
        self.table = table
        self.reads = reads
        self.among = among
        self.name = f"{key.__module__}.{key.__qualname__}"
        update_wrapper(self, key)

    def __call__(self, g: Versioned, *args: P.args, **kwargs: P.kwargs) -> dict[K, list[int]]:
        """The rows by key, each list ascending; the keys are in no order that counts."""
        assert not kwargs, "rows are kept by plain arguments"
        keys: dict[int, K]
        rows: dict[K, list[int]]
        known, rows, keys, mark, writes = g.derived.get((self, args), NOT_KEPT)
        if writes == g.writes[0]:
            return rows
        table, stamp = getattr(g, self.table), g.stamp(self.reads)
        written = table.written_since(mark) if known == stamp else None
        if written is None:
            keys, rows = self.sorted(g, args)
        else:
            for row in set(written):
                self._sort_again(g, row, keys, rows, args)
        g.derived[self, args] = (stamp, rows, keys, table.mark, g.writes[0])
        return rows

    def sorted(self, g: Versioned, args: tuple[Any, ...]) -> tuple[dict[int, K], dict[K, list[int]]]:
        """The keys by row and the rows by key, from all rows."""
        keys: dict[int, K] = {}
        rows: dict[K, list[int]] = {}
        for row in range(len(getattr(g, self.table))) if self.among is None else self.among(g, *args):
            key = self.key(g, row, *args)
            if key is not None:
                keys[row] = key
                rows.setdefault(key, []).append(row)
        return keys, rows

    def _sort_again(self, g: Versioned, row: int, keys: dict[int, K], rows: dict[K, list[int]], args: tuple[Any, ...]) -> None:
        old, new = keys.get(row), self.key(g, row, *args)
        if old == new:
            return
        if old is not None:
            del keys[row]
            rows[old].remove(row)
            if not rows[old]:
                del rows[old]
        if new is not None:
            keys[row] = new
            insort(rows.setdefault(new, []), row)

    def __repr__(self) -> str:
        return f"<rows of {self.table} by {self.name}>"


def rows_by(
    table: str, *reads: str | Derived[..., Any], among: Callable[..., Iterable[int]] | None = None
) -> Callable[[Callable[Concatenate[Any, int, P], K | None]], RowsBy[P, K]]:
    """`@rows_by("units", "slot")` on a key of a unit that reads its own row and `slot`. `among`: a function of the same
    arguments that names the only rows that can have a key, ascending."""
    return lambda key: RowsBy(key, table, _paths(reads), among)


class Gathering:
    """Where the rows of one sort are: by place, ascending, and by place the bits of all that are there. It is never changed."""

    __slots__ = ("at", "bits", "by_place", "marks", "sort")

    def __init__(self, places: int, at: list[int], sort: Sequence[int], marks: Sequence[int]) -> None:
        self.at, self.sort, self.marks = at, sort, marks
        self.by_place: dict[int, list[int]] = {}
        self.bits = bytearray(places)
        for row, place in enumerate(at):
            if sort[row] and place >= 0:
                self.by_place.setdefault(place, []).append(row)
                self.bits[place] |= marks[row]

    def moved(self, at: list[int]) -> Gathering:
        """The same after some rows have moved; lists that others may hold are left as they are."""
        twin = Gathering.__new__(Gathering)
        twin.at, twin.sort, twin.marks = at, self.sort, self.marks
        by_place, bits = twin.by_place, twin.bits = self.by_place.copy(), self.bits.copy()
        touched: set[int] = set()
        for row in compress(range(len(at)), map(ne, self.at, at)):
            if self.sort[row]:
                was, now = self.at[row], at[row]
                if was >= 0:
                    touched.add(was)
                    by_place[was] = [other for other in by_place[was] if other != row]
                if now >= 0:
                    touched.add(now)
                    by_place[now] = sorted((*by_place.get(now, ()), row))
        for place in touched:
            here = 0
            for row in by_place[place]:
                here |= self.marks[row]
            bits[place] = here
            if not by_place[place]:
                del by_place[place]
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gathering) and self.by_place == other.by_place and self.bits == other.bits


class Gathered:
    """The rows of one sort by place, made anew when the sort of a row changes, else only where rows have moved.

    `sort(g)` and `marks(g)` are lists by row: whether it counts, and the bits it adds to its place. Both must be other lists once
    anything in them is other. `g.units.stacks` has all rows; this is for what rules ask of armies or fleets alone.
    """

    def __init__(self, table: str, sort: Callable[[Any], Sequence[int]], marks: Callable[[Any], Sequence[int]]) -> None:
        self.table = table
        self.sort = sort
        self.marks = marks
        self.name = f"{table} of a sort"

    def __call__(self, g: Any) -> Gathering:
        table = getattr(g, self.table)
        sort, version = self.sort(g), table.versions[table.row.location]
        kept = g.derived.get((self, ()))
        found: Gathering
        if kept is None or kept[1].sort is not sort or kept[1].marks is not self.marks(g):
            found = self.fresh(g)
        elif kept[0] == version:
            found = kept[1]
            return found
        else:
            found = kept[1].moved(table.columns[table.row.location].copy())
        g.derived[self, ()] = (version, found)
        return found

    def fresh(self, g: Any) -> Gathering:
        """From all rows."""
        table = getattr(g, self.table)
        return Gathering(g.board.size, table.columns[table.row.location].copy(), self.sort(g), self.marks(g))


class Stirred:
    """How often rows of a table were written, by the value of a column of theirs: while one side moves, the other stands still.

    `stirred = Stirred("units", "nation")`, then `stirred(g, (3, 5))` is a number that differs once a unit of these nations was
    written, or one that came to or left them.
    """

    def __init__(self, table: str, column: str) -> None:
        self.table = table
        self.column = column
        self.name = f"{table} by {column}"

    def __call__(self, g: Versioned, values: Iterable[int]) -> int:
        counts = self.counts(g)
        return sum([counts.get(value, 0) for value in values], counts[WHOLE])

    def counts(self, g: Versioned) -> dict[int, int]:
        """The writes by value; under WHOLE those that may have been of any."""
        table = getattr(g, self.table)
        kept = g.derived.get((self, ()))
        if kept is not None and kept[0] == table.mark:
            found: dict[int, int] = kept[1]
            return found
        cells = getattr(table, self.column)
        _, counts, known = kept or (0, {WHOLE: 0}, [])
        written = table.written_since(kept[0]) if kept is not None else None
        if written is None or len(cells) != len(known):
            counts[WHOLE] += 1
            known = cells.copy()
        else:
            for row in set(written):
                now, old = cells[row], known[row]
                counts[now] = counts.get(now, 0) + 1
                if old != now:
                    counts[old] = counts.get(old, 0) + 1
                    known[row] = now
        g.derived[self, ()] = (table.mark, counts, known)
        return counts


class Remembered(Generic[P, T]):
    """What was found when it was first asked for in a part of the game, a turn or a phase: old on purpose, for agents."""

    def __init__(self, function: Callable[Concatenate[Any, P], T], part: Callable[[Any], object]) -> None:
        self.function, self.part = function, part
        self.name = f"{function.__module__}.{function.__qualname__}"
        update_wrapper(self, function)

    def __call__(self, g: Versioned, *args: P.args, **kwargs: P.kwargs) -> T:
        assert not kwargs, "what is remembered takes plain arguments"
        now, kept = self.part(g), g.derived.get((self, args))
        if kept is None or kept[0] != now:
            kept = g.derived[self, args] = (now, self.function(g, *args, **kwargs))
        value: T = kept[1]
        return value


def remembered(
    part: Callable[[Any], object],
) -> Callable[[Callable[Concatenate[Any, P], T]], Remembered[P, T]]:
    """`@remembered(lambda g: g.turn)`: the value stands until `part` is another."""
    return lambda function: Remembered(function, part)


KNOWN: tuple[type, ...] = (Derived, RowsBy, Gathered, Stirred, Remembered)
KEEPERS = ("grognard.kernel.flow", "grognard.kernel.present")  # options, and the picture for the client


def _owner(key: Any) -> str:
    """The module that keeps a value."""
    return str(getattr(key[0], "__module__", "")) if isinstance(key, tuple) else ""


def check_caches(g: Versioned) -> None:
    """Compute every value that counts as fresh again, and every index of places, and compare: for fuzzing and debugging. What
    is kept by hand, under a word or beside the game's columns, cannot be compared and is refused."""
    strange = [key for key in (*g.derived, *g.lasting) if not isinstance(key[0], KNOWN) and _owner(key) not in KEEPERS]
    assert not strange, f"kept by hand: {strange[0]!r}"
    for table in getattr(g, "tables", {}).values():
        kept = table.__dict__.get("stacks")
        if kept is not None:
            fresh: dict[int, list[int]] = {}
            for row, at in enumerate(table.columns[table.row.location]):
                fresh.setdefault(at, []).append(row)
            assert kept == fresh, f"the places of {table.name} are stale: its column was written past the table"
    for name, attribute in getattr(g, "kept", {}).items():
        if name in vars(g):
            assert _same(attribute.function(g), vars(g)[name]), f"{name} is stale: it reads more than {attribute.reads}"
    for (one, args, *rest), (versions, value, *_) in [*g.derived.items(), *g.lasting.items()]:
        if isinstance(one, RowsBy):
            assert one.sorted(g, args)[1] == one(g, *args), f"{one.name}{args} is stale: its key reads more than {one.reads}"
        if isinstance(one, Gathered):
            assert one.fresh(g) == one(g), f"{one.name} is stale"
        if isinstance(one, Derived) and versions == g.stamp(one.reads):
            again = one.function(g, *args, **dict(rest[0] if rest else ()))
            assert _same(again, value), f"{one.name}{args} is stale: it reads more than {one.reads}, or its value was changed"


def _same(a: object, b: object) -> bool:
    """Equality; objects such as a supply flood are compared by their fields, and functions in them are not compared."""
    if a is b or (callable(a) and callable(b)):
        return True
    if hasattr(a, "__dict__") and type(a) is type(b):
        return vars(a).keys() == vars(b).keys() and all(_same(value, vars(b)[name]) for name, value in vars(a).items())
    slots = getattr(type(a), "__slots__", ()) if type(a) is type(b) and "__eq__" not in vars(type(a)) else ()
    if slots:
        return all(_same(getattr(a, name), getattr(b, name)) for name in slots)
    return bool(a == b)
