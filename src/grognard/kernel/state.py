"""State: everything of a game that can change, as plain columns of ints.

A title declares its state as a class: tables of rows, scalars, small lists and maps. Rules read and write through row
proxies (`unit.at`); hot loops read the columns themselves (`g.units.at`). Copying a game copies lists, nothing else.
What never changes (the board, counter values, printed names) is not here: the title keeps it once and shares it.
"""

from __future__ import annotations

import hashlib
import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any, ClassVar, Self

import msgspec

from grognard.kernel.bounds import unfolded
from grognard.kernel.cache import Kept, without_stale
from grognard.kernel.errors import GrognardError
from grognard.kernel.fields import Field as Field
from grognard.kernel.fields import Hand as Hand
from grognard.kernel.fields import Mapping as Mapping
from grognard.kernel.fields import NumberList as NumberList
from grognard.kernel.fields import NumberMap as NumberMap
from grognard.kernel.fields import Numbers as Numbers
from grognard.kernel.fields import Pile as Pile
from grognard.kernel.fields import Scalar as Scalar
from grognard.kernel.fields import TableField as TableField
from grognard.kernel.fields import Writable as Writable
from grognard.kernel.fields import hand as hand
from grognard.kernel.fields import mapping as mapping
from grognard.kernel.fields import numbers as numbers
from grognard.kernel.fields import pile as pile
from grognard.kernel.fields import scalar as scalar
from grognard.kernel.fields import table as table
from grognard.kernel.purposes import Aim
from grognard.kernel.rows import NOWHERE as NOWHERE
from grognard.kernel.rows import Column as Column
from grognard.kernel.rows import Place as Place
from grognard.kernel.rows import Row as Row
from grognard.kernel.rows import Stacks as Stacks
from grognard.kernel.rows import Table as Table
from grognard.kernel.rows import column as column
from grognard.kernel.rows import place as place

Reader = tuple[list[tuple[str, "itemgetter[Any]"]], "itemgetter[Any] | None", tuple[str, ...]]


class Game:
    """The state of one game and, attached to it while it runs, its board, options, dice and journal.

    Titles subclass it and declare fields. Only the declared fields, the cursor in the sequence of play, the standing answers,
    the count of rolls and the outcome are state: they are copied, saved and digested. The rest is shared or attached.
    """

    fields: ClassVar[dict[str, Any]] = {}
    kept: ClassVar[dict[str, Kept[Any]]] = {}
    kinds: ClassVar[dict[type, tuple[str, ...]]] = {Scalar: (), Numbers: (), Mapping: ()}
    readers: ClassVar[dict[tuple[str, ...], Reader]] = {}

    # attached, never saved: filled by the session and the title
    board: Any
    options: Any
    title: Any
    scenario: str
    dice: Any
    journal: Any

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        found = dict(cls.fields)
        found.update({k: v for k, v in vars(cls).items() if isinstance(v, Field)})
        cls.fields = found
        for name in [name for name, field in vars(cls).items() if isinstance(field, TableField)]:
            delattr(cls, name)  # tables are read in every line, and fastest where the class has no attribute of that name
        cls.kinds = {kind: tuple(k for k, v in found.items() if isinstance(v, kind)) for kind in (Scalar, Numbers, Mapping)}
        cls.readers = {}
        own = {name: one for name, one in vars(cls).items() if isinstance(one, Kept)}
        cls.kept = {**cls.kept, **own}
        for name, path in [(name, path) for name, one in own.items() for path in one.reads]:
            owner, _, col = path.partition(".")
            if col:
                found[owner].row.watch(col, name)
            else:
                assert isinstance(found[owner], Scalar | Numbers), f"{name} cannot be kept by what is in {owner}"
                found[owner].drops = (*found[owner].drops, name)

    def __init__(self) -> None:
        self.tables: dict[str, Table[Any]] = {}
        self.cursor: list[list[int]] = []
        self.standing: dict[str, str] = {}
        self.rolled = 0
        self.outcome = ""
        self.derived: dict[Any, Any] = {}
        self.lasting: dict[Any, Any] = {}
        self.tidied = -1
        self.writes = [0]  # how often anything declared was written: while it stands, so do all versions
        for name, field in self.fields.items():
            if isinstance(field, TableField):
                self.tables[name] = Table(name, field.row, self, field.spaces, field.tokens)
            elif isinstance(field, Scalar):
                self.__dict__[name] = field.default
            elif isinstance(field, Numbers):
                self.__dict__[name] = NumberList(field.items if isinstance(field, Pile) else (), self, 0, field.drops)
            else:
                self.__dict__[name] = NumberMap({}, self.writes)
        self.__dict__.update(self.tables)

    def _named(self, kind: type[Field[Any]]) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in self.kinds[kind]}

    @property
    def scalars(self) -> dict[str, Any]:
        """The scalars by name."""
        return self._named(Scalar)

    @property
    def lists(self) -> dict[str, NumberList]:
        """The small lists by name."""
        return self._named(Numbers)

    @property
    def maps(self) -> dict[str, NumberMap]:
        """The small maps by name."""
        return self._named(Mapping)

    def copy(self, like: Self | None = None) -> Self:
        """The same state again, sharing board and options; dice and journal are for the caller to attach. `like`: an earlier
        copy of this game; the new one shares the columns that have not been written since, and neither may be written."""
        cls = type(self)
        twin = cls.__new__(cls)
        twin.__dict__.update(self.__dict__)
        twin.writes = self.writes.copy()
        tables = {} if like is None else like.tables
        twin.tables = {name: t.copy_for(twin, tables.get(name)) for name, t in self.tables.items()}
        twin.__dict__.update(twin.tables)
        small: dict[str, NumberList | NumberMap] = {**self.lists, **self.maps}
        for name, cells in small.items():
            kept = None if like is None else like.__dict__[name]
            twin.__dict__[name] = kept if kept is not None and kept.version == cells.version else cells.copy_for(twin)
        twin.cursor = [frame.copy() for frame in self.cursor]
        twin.standing = self.standing.copy()
        twin.derived, twin.lasting = {}, self.lasting.copy()
        twin.dice = twin.journal = None
        return twin

    def tidy(self, more_than: int) -> None:
        """Forget derived values nobody asked for since this was last done, if there are more than so many."""
        if len(self.derived) + len(self.lasting) > more_than:
            self.derived, self.lasting = without_stale(self.derived, self.tidied), without_stale(self.lasting, self.tidied)
            self.tidied = self.writes[0]

    def version(self, path: str) -> object:
        """Something that differs once `path` ("units.at", "turn", "queue") has been written: the key of a cache."""
        name, _, col = path.partition(".")
        if col:
            t = self.tables[name]
            return t.versions[t.row.places[col]]
        value = self.__dict__[name]
        return value.version if isinstance(value, NumberList | NumberMap) else value

    def stamp(self, paths: tuple[str, ...]) -> list[object]:
        """The versions of several paths at once."""
        reader = self.readers.get(paths)
        if reader is None:
            reader = self.readers[paths] = self._reader(paths)
        columns, scalars, rest = reader
        fields = self.__dict__
        found: list[object] = []
        for name, pick in columns:
            found.append(pick(fields[name].versions))
        if scalars is not None:
            found.append(scalars(fields))
        for name in rest:
            found.append(fields[name].version)
        return found

    def _reader(self, paths: tuple[str, ...]) -> Reader:
        """How the versions of these paths are picked: from each table and the scalars at once, lists and maps singly."""
        places: dict[str, list[int]] = {}
        for path in paths:
            name, _, col = path.partition(".")
            if col:
                places.setdefault(name, []).append(self.tables[name].row.places[col])
        scalars = [path for path in paths if path in self.kinds[Scalar]]
        rest = tuple(path for path in paths if "." not in path and path not in self.kinds[Scalar])
        assert all(path in self.fields for path in rest), rest
        return [(name, itemgetter(*found)) for name, found in places.items()], itemgetter(*scalars) if scalars else None, rest

    # digest, encode, decode

    def digest(self) -> str:
        """Sixteen bytes in hex that name this state, the same in every process."""
        h = hashlib.blake2b(digest_size=16)
        for name in sorted(self.tables):
            t = self.tables[name]
            for col, cells in sorted(zip((c.name for c in t.row.layout), t.columns)):
                h.update(f"{name}.{col}:{len(cells)};".encode())
                packed = array("q", cells)
                if sys.byteorder == "big":  # pragma: no cover
                    packed.byteswap()
                h.update(packed.tobytes())
        h.update(msgspec.json.encode(self._rest(), order="deterministic"))
        return h.hexdigest()

    def same(self, other: Game) -> bool:
        """Whether another game of this title is in the same state: what equal digests say, without making them."""
        for name, t in self.tables.items():
            if t.columns != other.tables[name].columns:
                return False
        return self._rest() == other._rest()

    def _rest(self) -> dict[str, Any]:
        return {
            "scalars": self.scalars,
            "lists": self.lists,
            "maps": {name: {str(k): v for k, v in cells.items()} for name, cells in self.maps.items()},
            "cursor": self.cursor,
            "standing": self.standing,
            "rolled": self.rolled,
            "outcome": self.outcome,
        }

    def encode(self) -> bytes:
        """The state as compressed bytes for a save file."""
        tables = {name: {col.name: cells for col, cells in zip(t.row.layout, t.columns)} for name, t in self.tables.items()}
        title = getattr(self, "title", None)
        by = {} if title is None else {"names": title.waymarks(self), "version": title.version}
        return zlib.compress(msgspec.msgpack.encode({"tables": tables, **self._rest(), **by}), 6)

    def decode(self, data: bytes, segment: str = "") -> bool:
        """Fill this fresh game with an encoded state; whether that was one of this very layout, so that digests can be compared.

        What the save does not hold takes its default; what only the save holds is an error, unless the title migrates it.
        `segment`: where the cursor stands, for saves that do not say so.
        """
        try:
            raw = msgspec.msgpack.decode(unfolded(data), type=Encoded)
        except (zlib.error, msgspec.MsgspecError) as error:
            raise GrognardError(f"the checkpoint cannot be read: {error}", remedy="use an earlier copy of the save") from None
        title = getattr(self, "title", None)
        moved = title is not None and title.migrate(raw)
        same = not moved
        for what, found, expected in (
            ("table", raw.tables, self.tables),
            ("scalar", raw.scalars, self.scalars),
            ("list", raw.lists, self.lists),
            ("map", raw.maps, self.maps),
        ):
            same = self._known_names(what, found, expected) and same
        for name, t in self.tables.items():
            columns = raw.tables.get(name)
            if columns is None:
                t.fill(self.board.size if t.spaces else len(t.tokens))
                continue
            same = self._known_names(f"column of table {name}", columns, t.row.places) and same
            rows = len(next(iter(columns.values()), ()))
            t.columns = [columns[col.name] if col.name in columns else [col.default] * rows for col in t.row.layout]
            if rows < len(t.tokens):  # names that were added at the end since
                same = False
                for col in t.row.layout:
                    t.columns[col.place] += [col.default] * (len(t.tokens) - rows)
            t.bind()
            t.touch()
        for name, value in (*raw.scalars.items(), *raw.lists.items()):
            setattr(self, name, value)
        for name, cells in raw.maps.items():
            setattr(self, name, {int(k): v for k, v in cells.items()})
        self.cursor, self.standing = raw.cursor, raw.standing
        self.rolled, self.outcome = raw.rolled, raw.outcome
        return (title is None or title.settle(self, raw.names, segment)) and same

    @staticmethod
    def _known_names(what: str, found: Iterable[str], expected: Iterable[str]) -> bool:
        """Whether the save has exactly what this version has; more than that is an error."""
        odd = sorted(set(found) - set(expected))
        if odd:
            raise GrognardError(
                f"the save holds a {what} that this version does not know: {odd[0]!r}",
                remedy="update Grognard, or open the save with the version that wrote it (a title may declare a migration)",
            )
        return set(found) == set(expected)

    # what rules call: chance, the journal, the end

    def roll(
        self, die: Any, purpose: object, rule: str = "", *, only: tuple[str, ...] = (), aim: Aim | None = None
    ) -> int:
        """Roll one die for a stated purpose: the only source of chance, with `draw`. `only`: the seats that see it; `aim`: what
        it is for in codes (`purposes.aim`)."""
        return self.roll_dice(1, die, purpose, rule, only=only, aim=aim)[0]

    def roll_dice(
        self, count: int, die: Any, purpose: object, rule: str = "", *, only: tuple[str, ...] = (), aim: Aim | None = None
    ) -> list[int]:
        """Roll several dice at once, recorded as one roll."""
        values: list[int] = self.dice.roll(self.rolled, count, die)
        self.rolled += 1
        self.journal.roll(str(purpose), die, values, rule, only, aim)
        return values

    def pick(
        self, among: Sequence[int], count: int, purpose: object, rule: str = "", *, only: tuple[str, ...] = ()
    ) -> list[int]:
        """Choose some of these at random (units of a force pool), in the order chosen, recorded as one roll. All of them is a
        shuffle. `only`: the seats that see which."""
        values: list[int] = self.dice.draw(self.rolled, among, count)
        self.rolled += 1
        self.journal.roll(str(purpose), Lot(len(among)), values, rule, *((only,) if only else ()))
        return values

    def draw(
        self, pile: list[int], purpose: object, count: int = 1, rule: str = "", *, only: tuple[str, ...] = ()
    ) -> list[int]:
        """Draw from a pile at random; what is drawn no longer lies in it, and is for the caller to put into a hand."""
        drawn = self.pick(pile, count, purpose, rule, only=only)
        for item in drawn:
            pile.remove(item)
        return drawn

    def say(self, text: str, *about: object, rule: str = "", only: tuple[str, ...] = ()) -> None:
        """Write a line into the log; each `{}` stands for a row, a space or a word. `only`: the seats that may read it."""
        self.journal.say(text, about, rule, only)

    def reveal(self) -> None:
        """Note that something hidden was shown: undo is no longer free behind this point."""
        self.journal.reveal()


class Lot:
    """What a draw is recorded with in place of a die: of how many it was drawn."""

    __slots__ = ("size",)

    def __init__(self, size: int) -> None:
        self.size = size

    def __repr__(self) -> str:
        return f"of {self.size}"


class Encoded(msgspec.Struct, forbid_unknown_fields=True):
    """The wire form of a state: what a migration of a title reads and changes. `names` are the nodes of the cursor."""

    tables: dict[str, dict[str, list[int]]]
    scalars: dict[str, int | str | bool]
    lists: dict[str, list[int]]
    maps: dict[str, dict[str, int]]
    cursor: list[list[int]]
    standing: dict[str, str]
    rolled: int
    outcome: str
    names: list[str] = []
    version: str = "1"
