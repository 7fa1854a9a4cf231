"""The sequence of play: a declared tree whose leaves are segments, the units of suspension.

The place in the tree is part of the state: a cursor that names its nodes, so that a saved game finds its place again when the
tree has grown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import Flow, Procedure
from grognard.kernel.state import Game


class Segment:
    """A leaf of the sequence: one procedure, one checkpoint. `when`: it occurs only if this holds.

    `begin` is done once, then the procedure. Where the procedure is whole in its columns it says so (`menu(rests=True)`): there
    it can be started again, without `begin`, and must come to the same question. So nothing before such a question may write,
    and no local variable may count.
    """

    def __init__(
        self,
        name: str,
        procedure: Procedure,
        *,
        rule: str = "",
        when: Callable[[Any], bool] | None = None,
        begin: Procedure | None = None,
    ) -> None:
        self.name = name
        self.procedure = procedure
        self.rule = rule
        self.when = when
        self.begin = begin

    def start(self, g: Any) -> Flow[None] | None:
        """The whole of it, from its beginning."""
        begun = None if self.begin is None else self.begin(g)
        return self.procedure(g) if begun is None else self._behind(begun, g)

    def _behind(self, begun: Flow[None], g: Any) -> Flow[None]:
        yield from begun
        rest = self.procedure(g)
        if rest is not None:
            yield from rest


class Part:
    """An inner node: its children in order. Subclasses repeat them."""

    def __init__(self, name: str, *children: Part | Segment) -> None:
        self.name = name
        self.children = children

    def enter(self, g: Any) -> list[int] | None:
        """The frame to push, or None to skip the node."""
        return [0]

    def again(self, g: Any, frame: list[int]) -> bool:
        """Whether the children run once more after their end."""
        return False


class When(Part):
    """Children that occur only if a condition holds when they are reached."""

    def __init__(self, name: str, condition: Callable[[Any], bool], *children: Part | Segment) -> None:
        super().__init__(name, *children)
        self.condition = condition

    def enter(self, g: Any) -> list[int] | None:
        return [0] if self.condition(g) else None


class While(When):
    """Children repeated for as long as a condition holds."""

    def again(self, g: Any, frame: list[int]) -> bool:
        return self.condition(g)


class Each(Part):
    """Children repeated for each value of a list made when the node is reached; the value is put into a scalar."""

    def __init__(self, name: str, scalar: str, values: Callable[[Any], Iterable[int]], *children: Part | Segment) -> None:
        super().__init__(name, *children)
        self.scalar = scalar
        self.values = values

    def enter(self, g: Any) -> list[int] | None:
        values = [int(v) for v in self.values(g)]
        if not values:
            return None
        setattr(g, self.scalar, values[0])
        return [0, 0, *values]

    def again(self, g: Any, frame: list[int]) -> bool:
        frame[1] += 1
        if frame[1] + 2 >= len(frame):
            return False
        setattr(g, self.scalar, frame[frame[1] + 2])
        return True


def next_segment(root: Part, g: Game) -> Segment | None:
    """Move the cursor to the next segment that occurs; None at the end of the sequence.

    A frame of the cursor is [next child, turn of the loop, values of the loop ...], one per inner node on the way.
    """
    if not g.cursor:
        frame = root.enter(g)
        if frame is None:
            return None
        g.cursor.append(frame)
    path = _path(root, g)
    while g.cursor:
        node, frame = path[-1], g.cursor[-1]
        if frame[0] == len(node.children):
            if node.again(g, frame):
                frame[0] = 0
            else:
                g.cursor.pop()
                path.pop()
            continue
        child = node.children[frame[0]]
        frame[0] += 1
        if isinstance(child, Segment):
            if child.when is None or child.when(g):
                return child
        else:
            pushed = child.enter(g)
            if pushed is not None:
                g.cursor.append(pushed)
                path.append(child)
    return None


def _path(root: Part, g: Game) -> list[Part]:
    path = [root]
    for frame in g.cursor[:-1]:
        child = path[-1].children[frame[0] - 1]
        assert isinstance(child, Part)
        path.append(child)
    return path


def current_segment(root: Part, g: Game) -> Segment | None:
    """The segment the cursor stands in."""
    if not g.cursor:
        return None
    child = _path(root, g)[-1].children[g.cursor[-1][0] - 1]
    return child if isinstance(child, Segment) else None


def place(root: Part, g: Game) -> tuple[str, ...]:
    """Names of the nodes down to the current segment, as the player reads them: Turn, Side, Segment."""
    if not g.cursor:
        return ()
    names = [node.name for node in _path(root, g) if node.name]
    segment = current_segment(root, g)
    return (*names, segment.name) if segment else tuple(names)


def waymarks(root: Part, cursor: list[list[int]]) -> list[str]:
    """The cursor in names, one per frame: sisters of one name are numbered."""
    names: list[str] = []
    node: Part | Segment = root
    for frame in cursor:
        assert isinstance(node, Part)
        names.append(_mark(node, frame[0] - 1))
        node = node.children[frame[0] - 1]
    return names


def _mark(node: Part, at: int) -> str:
    same = [n for n, child in enumerate(node.children) if child.name == node.children[at].name]
    return node.children[at].name + (f"#{same.index(at) + 1}" if len(same) > 1 else "")


def settle(root: Part, g: Game, names: list[str], segment: str = "") -> bool:
    """Find the nodes of a loaded cursor by their names; whether they stand where they stood.

    A save without names is read by its numbers and by the name of its segment. A segment that has since been put into a loop, or
    among the parts of a phase, is reached by entering those from their beginning.
    """
    if not names and (g.outcome or not g.cursor):
        return True
    if not names and segment and segment != "?":
        return _settle_numbers(root, g, segment)
    way = _way(root, names, g.cursor) if names else None
    if way is not None:
        stood = all(frame[0] - 1 == at for frame, at in zip(g.cursor, way))
        for frame, at in zip(g.cursor, way):
            frame[0] = at + 1
        return stood
    node: Part | Segment = root
    stood = True
    for n, frame in enumerate(g.cursor):
        at = frame[0] - 1
        name = names[n] if names else ""
        children = node.children if isinstance(node, Part) else ()
        found = _named(node, name, at) if names else at if at < len(children) else None
        if found is None:
            inside = next((n for n, c in enumerate(children) if isinstance(c, Part) and _holds(c, name)), None)
            if inside is None or frame is not g.cursor[-1]:
                raise _lost(node, name)
            return _enter(root, g, inside, name)
        stood = stood and found == at
        frame[0] = found + 1
        node = children[found]
    if isinstance(node, Part) and g.cursor and not g.outcome:
        return _enter(root, g, g.cursor[-1][0] - 1, node.name)
    return stood


def _way(node: Part, names: list[str], frames: list[list[int]]) -> list[int] | None:
    """Which child of each node down to a segment: by their names. Parts without a name are told apart by what they hold, for
    their numbers change where another is put before them."""
    if not frames or (len(frames[0]) > 1) != isinstance(node, Each):
        return None
    name, old = names[0], frames[0][0] - 1
    marks = [(child.name, _mark(node, n)) for n, child in enumerate(node.children)]
    fits = [n for n, known in enumerate(marks) if name in known or (not known[0] and name.partition("#")[0] == "")]
    for at in sorted(fits, key=lambda n: (n != old, name not in marks[n])):
        child = node.children[at]
        if isinstance(child, Segment):
            if len(frames) == 1:
                return [at]
        elif (rest := _way(child, names[1:], frames[1:])) is not None:
            return [at, *rest]
    return None


def _enter(root: Part, g: Game, child: int, name: str) -> bool:
    """Go on with this child of the deepest node, from its beginning."""
    g.cursor[-1][0] = child
    if next_segment(root, g) is None:
        raise _lost(root, name)
    return False


def _settle_numbers(root: Part, g: Game, segment: str) -> bool:
    """The cursor of a save without names: the way to its segment that has the same loops, the one nearest to its numbers."""
    frames = g.cursor
    best: tuple[tuple[bool, int], list[int]] | None = None
    for nodes, way in _ways(root, segment):
        if len(nodes) < len(frames) or any((len(f) > 1) != isinstance(node, Each) for f, node in zip(frames, nodes)):
            continue
        worth = (len(nodes) == len(frames), sum(f[0] - 1 == at for f, at in zip(frames, way)))
        if best is None or worth > best[0]:
            best = (worth, way)
    if best is None:
        raise _lost(root, segment)
    (whole, same), way = best
    for frame, at in zip(frames, way):
        frame[0] = at + 1
    return same == len(frames) if whole else _enter(root, g, way[len(frames) - 1], segment)


def _ways(node: Part, segment: str) -> Iterator[tuple[list[Part], list[int]]]:
    """Every way from a node down to a segment of this name: the inner nodes, and which child of each."""
    for at, child in enumerate(node.children):
        if isinstance(child, Segment):
            if child.name == segment:
                yield [node], [at]
        else:
            for nodes, way in _ways(child, segment):
                yield [node, *nodes], [at, *way]


def _named(node: Part | Segment, name: str, at: int) -> int | None:
    """The child of this name: the one at the old place if it has it."""
    children = node.children if isinstance(node, Part) else ()
    if 0 <= at < len(children) and isinstance(node, Part) and name in (children[at].name, _mark(node, at)):
        return at
    fits = [n for n in range(len(children)) if isinstance(node, Part) and name in (children[n].name, _mark(node, n))]
    return fits[0] if fits else None


def _holds(node: Part, name: str) -> bool:
    return any(segment.name == name for segment in segments(node))


def _lost(node: Part | Segment, name: str | None) -> GrognardError:
    return GrognardError(
        f"the save stands in {name or 'a node'!r}, which the sequence of play no longer has under {node.name or 'its root'!r}",
        remedy="open the save with the version that wrote it; a title that moves a segment elsewhere declares a migration",
    )


def segments(root: Part) -> list[Segment]:
    """Every segment of the sequence, in the order they stand."""
    found: list[Segment] = []
    for child in root.children:
        found.extend([child] if isinstance(child, Segment) else segments(child))
    return found
