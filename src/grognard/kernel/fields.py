"""What a game declares as its state: tables, scalars, small lists and maps, piles and hands.

A field says what there is; the value is a plain attribute of the game (state.py), which Python finds first. Lists and maps count
their own writes, as the columns of tables do (rows.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

from grognard.kernel.rows import Row, Table

if TYPE_CHECKING:
    from grognard.kernel.state import Game

R = TypeVar("R", bound=Row)
T = TypeVar("T")
S = TypeVar("S", bound=int | str)
C = TypeVar("C")


class Field(Generic[T]):
    """Something a game class declares. A game holds the value as a plain attribute, which Python finds first."""

    def __init__(self) -> None:
        self.name = ""

    def __set_name__(self, owner: type[Game], name: str) -> None:
        self.name = name

    if TYPE_CHECKING:  # at run time a field has no __get__, so that reading one costs no call

        @overload
        def __get__(self, game: None, owner: type[Game]) -> Self: ...
        @overload
        def __get__(self, game: Game, owner: type[Game]) -> T: ...
        def __get__(self, game: Game | None, owner: type[Game]) -> T | Self: ...


class Writable(Field[T]):
    """A field whose value can be replaced. `drops`: attributes of the game that are made from it (`kept`)."""

    drops: tuple[str, ...] = ()

    def __set__(self, game: Game, value: T) -> None:
        game.__dict__[self.name] = value
        game.writes[0] += 1
        for name in self.drops:
            game.__dict__.pop(name, None)


class TableField(Field[Table[R]]):
    """Declares a table."""

    def __init__(self, row: type[R], spaces: bool, tokens: tuple[str, ...]) -> None:
        super().__init__()
        self.row = row
        self.spaces = spaces
        self.tokens = tokens


def table(row: type[R], *, spaces: bool = False, tokens: tuple[str, ...] = ()) -> TableField[R]:
    """Declare a table. `spaces`: row i is space i of the board. `tokens`: names for rows that have one."""
    return TableField(row, spaces, tokens)


class Scalar(Writable[S]):
    """Declares one int, bool or text."""

    def __init__(self, default: S) -> None:
        super().__init__()
        self.default = default


def scalar(default: S) -> Scalar[S]:
    """Declare a scalar with its value at the start."""
    return Scalar(default)


def _counting(*writers: str) -> Callable[[type[C]], type[C]]:
    """These methods of a list or map count as a write of it."""

    def count(plain: Callable[..., Any]) -> Callable[..., Any]:
        def write(self: Any, *args: Any, **rest: Any) -> Any:
            self.version += 1
            self.writes[0] += 1
            for name in self.drops:
                self.fields.pop(name, None)
            return plain(self, *args, **rest)

        return write

    def bind(cls: type[C]) -> type[C]:
        for name in writers:
            setattr(cls, name, count(getattr(cls, name)))
        return cls

    return bind


NO_FIELDS: dict[str, Any] = {}


@_counting(
    "__setitem__", "__delitem__", "__iadd__", "__imul__", "append", "extend", "insert", "remove", "pop", "clear",
    "sort", "reverse",
)  # fmt: skip
class NumberList(list[int]):
    """A small list of a game; its writes count as those of columns do."""

    __slots__ = ("drops", "fields", "version", "writes")

    def __init__(self, cells: Iterable[int], game: Game, version: int = 0, drops: tuple[str, ...] = ()) -> None:
        super().__init__(cells)
        self.version = version
        self.writes = game.writes
        self.fields = game.__dict__ if drops else NO_FIELDS  # copies share lists: none may keep an older copy of the game alive
        self.drops = drops

    def copy_for(self, game: Game) -> NumberList:
        return NumberList(self, game, self.version, self.drops)


@_counting("__setitem__", "__delitem__", "__ior__", "setdefault", "update", "pop", "popitem", "clear")
class NumberMap(dict[int, int]):
    """A small map of a game; its writes count as those of columns do. No attribute is kept by what is in it."""

    __slots__ = ("version", "writes")
    drops = ()

    def __init__(self, cells: dict[int, int], writes: list[int], version: int = 0) -> None:
        super().__init__(cells)
        self.version = version
        self.writes = writes

    def copy_for(self, game: Game) -> NumberMap:
        return NumberMap(self, game.writes, self.version)


class Numbers(Writable[list[int]]):
    """Declares a small list of ints."""

    def __set__(self, game: Game, value: list[int]) -> None:
        kept: NumberList = game.__dict__[self.name]
        if kept != value:
            super().__set__(game, NumberList(value, game, kept.version + 1, self.drops))


def numbers() -> Numbers:
    """Declare a small list of ints, empty at the start."""
    return Numbers()


class Pile(Numbers):
    """Declares a pile: chits, markers or units that are drawn at random and not put back."""

    def __init__(self, items: Iterable[int] = ()) -> None:
        super().__init__()
        self.items = tuple(items)


def pile(*items: int) -> Pile:
    """Declare a pile with what lies in it at the start; a set-up may fill it as well."""
    return Pile(items)


class Hand(Numbers):
    """Declares what seats hold that was drawn from a pile: the others know how many, not which."""

    def __init__(self, pile: str, seats: tuple[str, ...] | Callable[[Any], Iterable[str]]) -> None:
        super().__init__()
        self.pile = pile
        self.seats = seats

    def known_to(self, game: Game, seat: str | None) -> bool:
        return seat is not None and seat in (self.seats(game) if callable(self.seats) else self.seats)


def hand(pile: str, *seats: str, held_by: Callable[[Any], Iterable[str]] | None = None) -> Hand:
    """Declare a hand from a pile, known to these seats alone; `held_by` names them where they differ from game to game."""
    return Hand(pile, held_by or seats)


class Mapping(Writable[dict[int, int]]):
    """Declares a small map from int to int."""

    def __set__(self, game: Game, value: dict[int, int]) -> None:
        kept: NumberMap = game.__dict__[self.name]
        if kept != value:
            super().__set__(game, NumberMap(value, game.writes, kept.version + 1))


def mapping() -> Mapping:
    """Declare a small map from int to int, empty at the start."""
    return Mapping()
