"""What a title must provide, and how titles are found.

The server, the agents and the commands know a title only through this class. Titles register in the entry point group
`grognard.titles`; a title under development is named by `package.module:ATTRIBUTE`.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from grognard.kernel.acts import Subject
from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files, Pack
from grognard.kernel.flow import Ask, Option, Outcome
from grognard.kernel.options import Kit as Kit
from grognard.kernel.options import Switch as Switch
from grognard.kernel.options import Switches as Switches
from grognard.kernel.options import faults
from grognard.kernel.present import Label, Picture, Points, Purse, Side, Throw
from grognard.kernel.purposes import Aim
from grognard.kernel.rules import No
from grognard.kernel.sequence import Part, Segment, settle, waymarks
from grognard.kernel.state import Encoded, Game, Hand

G = TypeVar("G", bound=Game)

GROUP = "grognard.titles"


class Scenario(msgspec.Struct, frozen=True):
    """A way to start: its key, its name and a line about it."""

    key: str
    name: str
    summary: str = ""


class Seat(msgspec.Struct, frozen=True):
    """A place at the table: what questions are put to. Allied seats share a side."""

    key: str
    name: str
    side: str


class Standing(msgspec.Struct, frozen=True):
    """A standing answer for a kind of window: a seat passes without being asked while `passes` holds.

    `default`: a person who sits down begins with it, and may lift it. `otherwise`: what holds without it, where that is not
    "always ask me". The kind `idle` is no window: it passes the seat's own
    questions in which nothing is to be decided (`Title.idle`).
    """

    key: str
    label: str
    passes: Callable[[Any, str], bool]
    default: bool = False
    otherwise: str = ""


class Lesson(msgspec.Struct, frozen=True):
    """A word of the coach: told when a question of this segment (empty: any) that offers this verb (empty: any) is open for the
    first time. `wish`: how the text of an answer begins that the coach would point at."""

    segment: str
    verb: str
    head: str
    words: str
    wish: str = ""


class FirstGame(msgspec.Struct, frozen=True):
    """A guided first game: a short scenario, the side a newcomer plays, and what the coach tells as it happens."""

    scenario: str
    side: str
    lessons: tuple[Lesson, ...]


class Title(Generic[G]):
    """One game system. Subclass it, give the class attributes, override what differs."""

    code: ClassVar[str]
    name: ClassVar[str]
    stage: ClassVar[str] = "in development"
    version: ClassVar[str] = "1"
    game: ClassVar[type[Game]]
    sequence: ClassVar[Part]
    scenarios: ClassVar[Sequence[Scenario]]
    switches: ClassVar[Sequence[Switch]] = ()
    kits: ClassVar[Sequence[Kit]] = ()
    sides: ClassVar[Sequence[Side]] = ()
    standing: ClassVar[Mapping[str, Sequence[Standing]]] = {}
    schemas: ClassVar[Mapping[str, Any]] = {}
    migrations: ClassVar[Mapping[str, Callable[[Encoded], None]]] = {}
    """From a version to the next: what a state saved by it must be told. A new column needs none, it takes its default."""

    pieces: ClassVar[str] = ""
    """The table of units, whose column `at` is a space: the log tells who went where. Empty: it tells what rules say."""

    ways: ClassVar[Mapping[str, str]] = {}
    """How the log tells what a verb of an answer made units do: {"rail": "by rail"}."""

    politics: ClassVar[tuple[str, ...]] = ()
    """How the sections begin whose lines of the log a chronicle tells as politics and events; none: it tells every such line."""

    values_kept: ClassVar[int] = 1500
    """So many derived values stay over the start of a segment, asked for or not: more where they are many and small."""

    first_game: ClassVar[FirstGame | None] = None

    spec: str = ""
    """How a save names a title that is not registered: `package.module:ATTRIBUTE`."""

    mind: Any = None
    """The title's judgement for agents (see grognard.agents.Mind); None while it has none."""

    battles: Any = None
    """What reads a battle in words and answers with its odds, for `grognard odds`; None where a title has none."""

    builds_on: ClassVar[Title[Any] | None] = None
    """The title whose rules this one shares; the ledger counts sections it keeps."""

    # for the ledger: where the title's folder and its tests are
    folder: ClassVar[Path]
    tests: ClassVar[Path | None] = None

    def seats(self, scenario: str, options: Mapping[str, object]) -> Sequence[Seat]:
        """The places at the table."""
        raise NotImplementedError

    def board(self, files: Files) -> Any:
        """The board, loaded once for each set of packs; None for a title without one."""
        return None

    def sheet(self, scenario: str) -> str:
        """Which of its boards a scenario is played on, where a title has several; empty: the one that `board` loads."""
        return ""

    def other_board(self, sheet: str, files: Files) -> Any:
        """Another board of the title, loaded once for each set of packs."""
        raise NotImplementedError

    def drawing(self, sheet: str) -> bytes | None:
        """The drawing of a board, where there is one."""
        file = self.folder / "data" / "board" / "drawing.json"
        return file.read_bytes() if file.is_file() and not sheet else None

    def setup(self, g: G) -> None:
        """Put the scenario on the board: `g.scenario`, `g.options` and `g.board` are there, the tables are empty."""
        raise NotImplementedError

    def picture(self, g: G, seat: str | None) -> Picture:
        """What this seat (None: a spectator) may see of the pieces, tracks and panels."""
        return Picture()

    def label(self, g: G, ask: Ask, option: Option) -> Label:
        """How an option is shown: its words, and the spaces and pieces it lights up. The default takes the words of the menu, or
        reads the arguments."""
        menu = ask.menu
        if menu is None or menu.act(option) is None:
            return Label.of(g, option)
        found = Label.of(g, option, menu.words(option))
        found.group, found.hint = menu.group(option), menu.hint(option)
        found.price, found.item = menu.price(option)
        return found

    def final(self, g: G, ask: Ask, option: Option) -> bool:
        """Whether an answer throws dice or shows something at once, so that other people must agree to take it back."""
        return ask.menu is not None and ask.menu.rolls(option)

    def purse(self, g: G, ask: Ask) -> Purse | None:
        """What there is to spend, where a question is about buying: its labels have prices and a client shows a sheet."""
        money = ask.subject.money(g) if isinstance(ask.subject, Subject) else None
        return None if money is None else Purse(*money)

    def idle(self, g: G, ask: Ask) -> Option | None:
        """The answer to a question in which nothing is to be decided: the only one there is, a plain word such as done."""
        return ask.options[0] if len(ask.options) == 1 and not ask.options[0].args else None

    def asked(self, g: G, ask: Ask) -> str:
        """Who is asked, as the log names them: the seat, or the power it answers for."""
        return next(s.name for s in self.seats(g.scenario, g.options) if s.key == ask.seat)

    def unseen(self, g: G, piece: Any) -> bool:
        """Whether the ways of a unit are hidden from somebody: then the log does not tell them."""
        return False

    def sort(self, g: G, piece: Any) -> tuple[str, str]:
        """The side of a unit and its sort, as the log counts units that went together."""
        return "", str(piece.label)

    def scores(self, g: G) -> dict[str, float]:
        """Where each side stands now."""
        return {}

    def figures(self, g: G) -> Mapping[str, Mapping[str, float]]:
        """Public figures for the charts over time: by what they count ("Income"), then by side or power."""
        return {}

    def points(self, g: G) -> Sequence[Points]:
        """What the scores are made of, for the page of the ending; empty: the scores stand alone."""
        return ()

    def throw(self, g: G, seat: str, text: str, aim: Aim | None) -> Throw | None:
        """Whose dice these were, in the state that came of them: the default takes the side of the seat whose answer threw them.
        None: chance of nobody's, such as the weather."""
        side = next((s.side for s in self.seats(g.scenario, g.options) if s.key == seat), "")
        return Throw(side) if side else None

    def invariants(self, g: G) -> Iterable[str]:
        """Whatever is wrong with this state; the fuzzer asks after every answer."""
        return ()

    def explain(self, g: G, seat: str, option: Option) -> No | None:
        """Why an option that belongs to no open question is not possible now."""
        return None

    def meant(self, g: G, seat: str, piece: Any, space: Any) -> No | None:
        """Why a unit does not go to a space now, whatever question is open: the first thing in the way, from whose unit it is to
        the distance. Either may be None: a unit that cannot be taken up, a space that is no answer."""
        return None

    def odds(self, g: G, seat: str, option: Option, subject: Any = None) -> Any:
        """What to expect of an option before it is chosen, or None where chance has no part. `subject`: what its question is
        about (Ask.subject)."""
        return None

    def conceal(self, g: G, seat: str | None) -> None:
        """Blank whatever this seat (None: a spectator) may not know, in a copy made for it. Hands and piles are the kernel's."""

    def guess(self, g: G, seat: str | None, rng: Random) -> None:
        """Put something possible where this seat may not know what is there, for agents that try things out. `g`: the game as
        it was when the segment started; a guess that does not lead to what the seat has seen since is thrown away."""
        self.conceal(g, seat)

    @property
    def hides(self) -> bool:
        """Whether seats may know different things: true of every title that conceals anything."""
        return type(self).conceal is not Title.conceal or any(isinstance(f, Hand) for f in self.game.fields.values())

    def conceals(self, g: G) -> bool:
        """Whether seats of this very game may know different things; titles whose secrets are switches say when."""
        return self.hides

    def veils(self, g: G, seat: str) -> bool:
        """Whether there is something at this moment that the seat may not know; where not, its copies need no veil."""
        return self.conceals(g)

    def concession(self, g: G, seat: str) -> Outcome:
        """The end of the game when a seat gives up: its side loses."""
        side = {s.key: s.side for s in self.seats(g.scenario, g.options)}
        winners = tuple(s for s in dict.fromkeys(side.values()) if s != side[seat])
        name = next((s.name for s in self.sides if s.key == side[seat]), seat)
        return Outcome(winners, f"{name} concedes", scores=self.scores(g))

    def segment_label(self, g: G) -> tuple[str, ...]:
        """More words for the place in the sequence than its nodes have (the date, the power in turn)."""
        return ()

    def tour(self) -> Sequence[tuple[str, str]]:
        """What each segment is about, in our own words: (segment name, explanation)."""
        return ()

    def chart_folders(self) -> Sequence[Path]:
        """Where the printed tables lie; a later folder has the last word."""
        return [self.folder / "tables"]

    def cell_words(self, table: str, cell: str) -> str:
        """What a cell of a printed table does, in our own words; nothing where it speaks for itself."""
        return ""

    def theatres(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Theatres of war to jump to: a name, and a few spaces of the board that show its extent."""
        return ()

    # made from the above

    @property
    def layout(self) -> str:
        """A name for the layout of the state: it differs once a column or a node of the sequence does."""
        kept: str | None = self.__dict__.get("_layout")
        if kept is None:
            fields = {name: [*field.row.places] if hasattr(field, "row") else [] for name, field in self.game.fields.items()}
            plan = msgspec.json.encode([fields, _outline(self.sequence)], order="deterministic")
            kept = self.__dict__["_layout"] = hashlib.blake2b(plan, digest_size=8).hexdigest()
        return kept

    def waymarks(self, g: Game) -> list[str]:
        """The place in the sequence by the names of its nodes, as a save holds it."""
        return waymarks(self.sequence, g.cursor)

    def settle(self, g: Game, names: list[str], segment: str) -> bool:
        """Find the place of a loaded game in the sequence by its names; whether the sequence stands as it stood."""
        return settle(self.sequence, g, names, segment)

    def migrate(self, saved: Encoded) -> bool:
        """Bring a state that an older version saved up to this one; whether there was anything to do."""
        if not (self.version.isdigit() and saved.version.isdigit()):
            return False
        steps = [self.migrations.get(str(n)) for n in range(int(saved.version), int(self.version))]
        for step in steps:
            if step is not None:
                step(saved)
        return any(step is not None for step in steps)

    def files(self, packs: Sequence[Pack] = ()) -> Files:
        """The title's data files with the owner's packs laid over them."""
        return Files(self.folder, self.schemas, packs)

    def scenario(self, key: str) -> Scenario:
        for s in self.scenarios:
            if s.key == key:
                return s
        known = ", ".join(s.key for s in self.scenarios)
        raise GrognardError(f"{self.code} has no scenario {key!r}", remedy=f"use one of {known}")

    def read_options(self, given: Mapping[str, str | bool]) -> Switches:
        """All options with the given ones changed; an unknown key or value is an error, and so is a set that cannot be played.
        `kit=NAME` begins with the options of a kit."""
        known = {s.key: s for s in self.switches}
        if self.kits and "kit" in given:
            kits = {kit.key: kit.options for kit in self.kits}
            name = str(given["kit"])
            if name not in kits:
                raise GrognardError(f"{self.code} has no kit {name!r}", remedy=f"use one of {', '.join(kits)}")
            given = {**kits[name], **{key: value for key, value in given.items() if key != "kit"}}
        for key in given:
            if key not in known:
                raise GrognardError(f"{self.code} has no option {key!r}", remedy=f"use one of {', '.join(known) or 'none'}")
        found = Switches({s.key: s.read(given[s.key]) if s.key in given else s.default for s in self.switches})
        wrong = faults(self.switches, found)
        if wrong:
            raise GrognardError(f"these options cannot be played together: {'; '.join(wrong)}", remedy="change one of them")
        return found

    def blank(self, scenario: str, options: Mapping[str, str | bool], packs: Sequence[Pack] = ()) -> G:
        """A game with everything attached and nothing set up."""
        g: G = self.game()  # type: ignore[assignment]
        g.title = self
        g.scenario = self.scenario(scenario).key
        g.options = self.read_options(options)
        g.board = self._board(packs, g.scenario)
        g.dice = g.journal = None
        return g

    def _board(self, packs: Sequence[Pack], scenario: str = "") -> Any:
        boards: dict[tuple[str, ...], Any] = self.__dict__.setdefault("_boards", {})
        sheet = self.sheet(scenario)
        key = (sheet, *(pack.digest for pack in packs))
        if key not in boards:
            files = self.files(packs)
            boards[key] = self.other_board(sheet, files) if sheet else self.board(files)
        return boards[key]


def _outline(node: Part) -> list[object]:
    return [node.name, *(child.name if isinstance(child, Segment) else _outline(child) for child in node.children)]


def titles() -> dict[str, Title[Any]]:
    """Every registered title by its code that can be loaded; see broken() for the rest."""
    return _registered()[0]


def broken() -> dict[str, GrognardError]:
    """Registered titles that cannot be loaded, with what is wrong. They do not keep the others from being played."""
    return _registered()[1]


def _registered() -> tuple[dict[str, Title[Any]], dict[str, GrognardError]]:
    found: dict[str, Title[Any]] = {}
    wrong: dict[str, GrognardError] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        try:
            found[point.name] = _load(point.value)
        except GrognardError as error:
            wrong[point.name] = error
    return found, wrong


def title(code: str) -> Title[Any]:
    """The title with this code, or the one at `package.module:ATTRIBUTE`."""
    if ":" in code:
        if "" not in sys.path:
            sys.path.append("")  # a title under development is found from the folder one stands in
        return _load(code)
    for point in entry_points(group=GROUP, name=code):
        return _load(point.value)
    known = ", ".join(sorted(p.name for p in entry_points(group=GROUP)))
    raise GrognardError(f"there is no title {code!r}", remedy=f"use one of {known or 'none installed'}")


_LOADED: dict[str, Title[Any]] = {}


def _load(spec: str) -> Title[Any]:
    if spec not in _LOADED:
        module, _, attribute = spec.partition(":")
        try:
            found = getattr(importlib.import_module(module), attribute)
        except Exception as error:
            known = error if isinstance(error, GrognardError) else None
            reason = str(error) if known else f"{type(error).__name__}: {error}"
            remedy = (known.remedy if known else None) or "install the title again, or report this with the version of Grognard"
            raise GrognardError(f"the title {spec} cannot be loaded: {reason}", remedy=remedy) from error
        _LOADED[spec] = found
        if found.code not in {p.name for p in entry_points(group=GROUP)}:
            found.spec = spec
    return _LOADED[spec]
