"""Rows: tables of plain columns of ints, and which rows are in which place.

Rules read and write through row proxies (`unit.at`); hot loops read the columns themselves (`g.units.at`). Copying a table copies
lists, nothing else. A game's tables, scalars, lists and maps together are its state (state.py).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast, overload

if TYPE_CHECKING:
    from grognard.kernel.state import Game

NOWHERE = -1

R = TypeVar("R", bound="Row")


class Column:
    """One int column of a table; on a row it reads and writes that row's cell."""

    __slots__ = ("default", "drops", "name", "place")

    def __init__(self, default: int = 0) -> None:
        self.default = default
        self.name = ""
        self.place = -1
        self.drops: tuple[str, ...] = ()

    def __set_name__(self, owner: type[Row], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, row: None, owner: type[Row]) -> Self: ...
    @overload
    def __get__(self, row: Row, owner: type[Row]) -> int: ...
    def __get__(self, row: Row | None, owner: type[Row]) -> int | Self:
        if row is None:
            return self
        return row.table.columns[self.place][row.index]

    def __set__(self, row: Row, value: int) -> None:
        table = row.table
        table.columns[self.place][row.index] = value
        table.versions[self.place] += 1
        table.writes[0] += 1
        table.written.append(row.index)


class Watched(Column):
    """A column that attributes of the game are made from (`kept`): they are dropped when it is written."""

    __slots__ = ()

    def __set__(self, row: Row, value: int) -> None:
        super().__set__(row, value)
        fields = row.table.game.__dict__
        for name in self.drops:
            fields.pop(name, None)


class Place(Column):
    """The column that says where a piece is. A table that has one keeps its rows by place: `g.units.stacks`."""

    __slots__ = ()

    def __set__(self, row: Row, value: int) -> None:
        table, number = row.table, row.index  # Table.move, without its call
        cells = table.columns[self.place]
        old = cells[number]
        if old != value:
            cells[number] = value
            table.versions[self.place] += 1
            table.writes[0] += 1
            table.written.append(number)
            stacks: Stacks | None = table.__dict__.get("stacks")
            if stacks is not None:
                stacks.move(number, old, value)


def place(default: int = NOWHERE) -> Place:
    """Declare the column of a row class that says where the piece is: a space, a section, a pool, a slot, the box of the dead."""
    return Place(default)


def column(default: int = 0) -> Column:
    """Declare a column of a row class; `default` is what a new row holds."""
    return Column(default)


RESERVED = frozenset({"columns", "game", "name", "row", "shed", "spaces", "tokens", "versions", "writes", "written"})
WHOLE = -1  # among the rows written: any of them


class Row:
    """A row proxy: a table and an index. Its text form, the token, is what an option and a save file hold."""

    __slots__ = ("index", "table")

    layout: ClassVar[tuple[Column, ...]] = ()
    places: ClassVar[dict[str, int]] = {}
    prefix: ClassVar[str] = ""
    location: ClassVar[int] = -1
    kept_from: ClassVar[tuple[Column, ...]] = ()
    alike: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, prefix: str = "", alike: tuple[str, ...] = (), **rest: Any) -> None:
        """`prefix`: what tokens begin with. `alike`: the columns in which two pieces must agree to stand for each other."""
        super().__init_subclass__(**rest)
        if prefix:
            cls.prefix = prefix
        if alike:
            cls.alike = alike
        found: dict[str, Column] = {c.name: c for c in cls.layout}
        found.update({k: v for k, v in vars(cls).items() if isinstance(v, Column)})
        cls.layout = tuple(found.values())
        for place, col in enumerate(cls.layout):
            assert not hasattr(Table, col.name) and col.name not in RESERVED, f"no column can be called {col.name}"
            col.place = place
        cls.places = {col.name: col.place for col in cls.layout}
        assert set(cls.alike) <= set(cls.places), f"{cls.__name__} has not all columns of {cls.alike}"
        located = [col.place for col in cls.layout if isinstance(col, Place)]
        assert len(located) < 2, f"{cls.__name__} is in one place at a time"
        cls.location = located[0] if located else -1

    @classmethod
    def watch(cls, name: str, attribute: str) -> None:
        """An attribute of the game is made from a column."""
        col = cls.layout[cls.places[name]]
        assert not isinstance(col, Place), f"{name} is written too often for {attribute} to be kept"
        col.__class__ = Watched
        col.drops = (*col.drops, attribute)
        cls.kept_from = tuple(dict.fromkeys((*cls.kept_from, col)))

    def __init__(self, table: Table[Any], index: int) -> None:
        self.table = table
        self.index = index

    def __index__(self) -> int:
        return self.index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self.index == other.index and self.table.name == other.table.name

    def __hash__(self) -> int:
        return self.index

    def __repr__(self) -> str:
        return self.token

    @property
    def game(self) -> Any:
        """The game this row belongs to."""
        return self.table.game

    @property
    def token(self) -> str:
        """The row in text: `u17`, the board's own id for a space, `n.germany` for a named row."""
        table = self.table
        if table.spaces:
            return cast(str, table.game.board.ids[self.index])
        if table.tokens:
            return f"{self.prefix}.{table.tokens[self.index]}"
        return f"{self.prefix}{self.index}"

    @property
    def label(self) -> str:
        """What the log calls this row; titles give it a better name."""
        return self.token


class Stacks(dict[int, list[int]]):
    """The rows of a table by place, ascending; places where nothing is are left out, and read as empty."""

    __slots__ = ()
    __missing__: Any = [].__mul__  # an empty list, without a call of Python

    def move(self, row: int, old: int, new: int) -> None:
        here = self[old]
        if len(here) == 1:
            del self[old]
        else:
            here.remove(row)
        there = self.get(new)
        if there is None:
            self[new] = [row]
        else:
            insort(there, row)


if TYPE_CHECKING:  # a table is read as a sequence of rows

    class Rows(Generic[R]):
        def __getitem__(self, index: int) -> R: ...

else:

    class Rows(dict):
        """The row proxies of a table, each made when it is first asked for: after that `table[3]` costs no call of Python."""

        __slots__ = ()
        __hash__, __eq__ = object.__hash__, object.__eq__

        def __class_getitem__(cls, _: object) -> type:
            return cls

        def __missing__(self, index: int) -> Row:
            row = self[index] = self.row(self, index)
            return row


class Table(Rows[R]):
    """Rows of one kind as parallel int lists. `table[3]` is a row proxy, `table.at` the column itself."""

    def __init__(self, name: str, row: type[R], game: Game, spaces: bool, tokens: tuple[str, ...]) -> None:
        self.name = name
        self.row = row
        self.game = game
        self.spaces = spaces
        self.tokens = tokens
        self.columns: list[list[int]] = [[] for _ in row.layout]
        self.versions: list[int] = [0] * len(row.layout)
        self.writes = game.writes
        self.written: list[int] = []  # rows in the order they were written, for what is kept row by row
        self.shed = 0  # how many of them are forgotten
        self.bind()

    def bind(self) -> None:
        """Make each column an attribute; done again whenever the lists are other ones."""
        self.__dict__.update(zip(self.row.places, self.columns))

    def __iter__(self) -> Iterator[R]:
        row = self.row
        return (row(self, i) for i in range(len(self)))

    def __len__(self) -> int:
        return len(self.columns[0])

    if TYPE_CHECKING:  # at run time columns are plain attributes, which Python reads fastest where no __getattr__ could step in

        def __getattr__(self, name: str) -> list[int]: ...

    def add(self, **values: int) -> R:
        """Append a row; columns not named take their default."""
        for col, cells in zip(self.row.layout, self.columns):
            cells.append(values.pop(col.name, col.default))
        assert not values, f"table {self.name} has no column {', '.join(values)}"
        new = len(self) - 1
        stacks: Stacks | None = self.__dict__.get("stacks")
        self.touch(row=new)
        if stacks is not None:
            stacks.setdefault(self.columns[self.row.location][new], []).append(new)
            self.__dict__["stacks"] = stacks
        return self.row(self, new)

    @cached_property
    def stacks(self) -> Stacks:
        """The rows by the place they are in, kept move by move. The lists are the index itself: who moves pieces while going
        through one goes through a copy."""
        assert self.row.location >= 0, f"table {self.name} has no column that is a place"
        found = Stacks()
        for row, at in enumerate(self.columns[self.row.location]):
            found.setdefault(at, []).append(row)
        return found

    def move(self, row: int, to: int) -> None:
        """Put a piece into another place."""
        place = self.row.location
        cells = self.columns[place]
        old = cells[row]
        if old == to:
            return
        cells[row] = to
        self.versions[place] += 1
        self.writes[0] += 1
        self.written.append(row)
        stacks: Stacks | None = self.__dict__.get("stacks")
        if stacks is not None:
            stacks.move(row, old, to)

    def keys(self, rows: Iterable[int], *more: str) -> Iterator[tuple[int, ...]]:
        """What makes each of these rows alike to others: the columns its class names, and more if the question wants it."""
        rows = tuple(rows)
        columns, places = self.columns, self.row.places
        return zip(*[map(columns[places[name]].__getitem__, rows) for name in (*self.row.alike, *more)])

    def kinds(self, rows: Iterable[int], *more: str) -> dict[tuple[int, ...], list[int]]:
        """These rows by what makes them alike, in the order given."""
        rows = tuple(rows)
        found: dict[tuple[int, ...], list[int]] = {}
        for row, key in zip(rows, self.keys(rows, *more)):
            found.setdefault(key, []).append(row)
        return found

    def firsts(self, rows: Iterable[int], *more: str) -> list[int]:
        """Of these rows the first of each kind, which stands for the others, in the order given."""
        rows = tuple(rows)
        found: dict[tuple[int, ...], int] = {}
        for row, key in zip(rows, self.keys(rows, *more)):
            found.setdefault(key, row)
        return list(found.values())

    def twins(self, row: int, among: Iterable[int], *more: str) -> list[int]:
        """Those of these rows that are alike to one, which comes first."""
        others = [other for other in among if other != row]
        key, *keys = self.keys((row, *others), *more)
        return [row, *[other for other, found in zip(others, keys) if found == key]]

    def fill(self, count: int) -> None:
        """Give the table exactly `count` rows of defaults."""
        for place, col in enumerate(self.row.layout):
            self.columns[place] = [col.default] * count
        self.bind()
        self.touch()

    def touch(self, *places: int, row: int = WHOLE) -> None:
        """Note that these columns (none named: all of them) were written other than through rows, in one row or anywhere."""
        for place in places or range(len(self.versions)):
            self.versions[place] += 1
        if not places or self.row.location in places:
            self.__dict__.pop("stacks", None)
        for col in self.row.kept_from:
            if not places or col.place in places:
                for name in col.drops:
                    self.game.__dict__.pop(name, None)
        self.writes[0] += 1
        self.written.append(row)

    @property
    def mark(self) -> int:
        """A moment in the writing of this table, for `written_since`."""
        return self.shed + len(self.written)

    def written_since(self, mark: int) -> list[int] | None:
        """The rows written since a moment; None: any of them may have been."""
        found = self.written[mark - self.shed :] if mark >= self.shed else [WHOLE]
        return None if WHOLE in found else found

    def forget(self, more_than: int) -> None:
        """Keep no account of what was written until now if that is more than so many rows."""
        if len(self.written) > more_than:
            self.shed += len(self.written)
            self.written.clear()

    def rewrite(self, col: Column, cells: list[int]) -> None:
        """Write a whole column at once; one that held the same counts as not written."""
        assert len(cells) == len(self)
        if self.columns[col.place] != cells:
            self.columns[col.place][:] = cells
            self.touch(col.place)

    def find(self, token: str) -> R | None:
        """The row a token names, if it names one of this table."""
        if self.spaces:
            board = self.game.board
            return self[board.space(token)] if board.knows(token) else None
        prefix = self.row.prefix
        if not prefix or not token.startswith(prefix):
            return None
        rest = token[len(prefix) :]
        if self.tokens:
            named = rest[:1] == "." and rest[1:] in self.tokens
            return self[self.tokens.index(rest[1:])] if named else None
        return self[int(rest)] if rest.isdigit() and int(rest) < len(self) else None

    def where(self, **wanted: int) -> list[R]:
        """The rows whose named columns hold exactly these values."""
        found: Iterable[int] = range(len(self))
        for name, value in wanted.items():
            cells = getattr(self, name)
            found = [i for i in found if cells[i] == value]
        return [self.row(self, i) for i in found]

    def copy_for(self, game: Game, like: Table[R] | None = None) -> Table[R]:
        twin: Table[R] = Table.__new__(Table)
        twin.name, twin.row, twin.game = self.name, self.row, game
        twin.spaces, twin.tokens = self.spaces, self.tokens
        if like is None:
            twin.columns = [cells.copy() for cells in self.columns]
        else:
            known = zip(self.columns, self.versions, like.columns, like.versions)
            twin.columns = [kept if now == then else cells.copy() for cells, now, kept, then in known]
        twin.versions = self.versions.copy()
        twin.writes = game.writes
        twin.written, twin.shed = [], 0
        twin.bind()
        return twin
