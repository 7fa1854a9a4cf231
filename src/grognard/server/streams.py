"""Streams: what one audience of a game is sent, as a numbered sequence of changes.

An audience is the seats a view is built for (none: spectators). A stream keeps the newest view and the last changes, so that a
client that lost some gets the rest, and gets the whole view where that is not possible.

Options come back again and again (pick a unit, move it, pick another), so both ends keep those that were sent and a number stands
for one of them. Whoever begins with a whole view knows its options and nothing else: after one was given, the next change is
`fresh`, and everybody goes on from the options of the view before it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import msgspec

from grognard.kernel.present import Label, Marker, Picture, Piece, Question, View

KEPT = 64
LOG_TAIL = 200
HEARD = 4000  # options remembered at most

ASKED = ("kind", "prompt", "rule", "crumbs")  # a question has these even where they are empty
Known = dict[tuple[int, int], tuple[Any, Any]]


class Audience(msgspec.Struct, frozen=True):
    """Whose view it is: the picture is the first seat's, questions are put to `asked`."""

    seats: tuple[str, ...]
    asked: tuple[str, ...]


class Stream:
    """The changes for one audience. Numbers start at the clock's microseconds: another stream's are never taken for ours."""

    __slots__ = ("audience", "fresh", "heard", "kept", "made", "packed", "seq", "shown", "view")

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.seq = int(time.time() * 1_000_000)
        self.view: View | None = None
        self.kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self.shown = -1
        self.made: object = None  # the state of the table the view was made of
        self.packed: tuple[int, bytes] = (-1, b"")
        self.heard = Heard()
        self.fresh = True  # somebody has begun with a whole view since the last change

    def advance(self, view: View, known: Known | None = None) -> bytes | None:
        """Take the view as it is now; the message that brings a client from the last one to it (None: nothing changed).

        `known`: differences that were found for another audience of the same change.
        """
        old, self.view = self.view, view
        if old is None:
            self.shown = view.log[-1].number if view.log else -1
            return None
        if view.step < old.step or (old.log and old.log[-1].number > (view.log[-1].number if view.log else -1)):
            self.seq += 1
            self.kept.clear()
            self.shown = view.log[-1].number if view.log else -1
            return self.whole()
        if self.fresh or len(self.heard.labels) > HEARD:
            self.heard = Heard(old.questions)
            self.fresh = True
        delta = changes(old, view, self.shown, known, self.heard)
        if not delta:
            return None
        if self.fresh and "questions" in delta:
            delta["fresh"] = True
            self.fresh = False
        self.seq += 1
        self.shown = view.log[-1].number if view.log else self.shown
        message = msgspec.json.encode({"seq": self.seq, "type": "delta", "delta": delta})
        self.kept.append((self.seq, message))
        return message

    def whole(self) -> bytes:
        """The message with the whole view; made once for all who ask for it."""
        self.fresh = True
        if self.packed[0] != self.seq:
            self.packed = (self.seq, msgspec.json.encode({"seq": self.seq, "type": "view", "view": self.view}))
        return self.packed[1]

    def newest(self) -> tuple[int, View]:
        """The view as it is now and its number, for somebody who begins with it."""
        assert self.view is not None
        self.fresh = True
        return self.seq, self.view

    def since(self, seq: int) -> list[bytes]:
        """What a client needs that has seen everything up to `seq`."""
        if seq == self.seq:
            return []
        if self.kept and self.kept[0][0] - 1 <= seq < self.seq:
            return [message for n, message in self.kept if n > seq]
        return [self.whole()]


class Heard:
    """The options a client has been sent, in the order in which it was."""

    __slots__ = ("labels", "places")

    def __init__(self, questions: Sequence[Question] = ()) -> None:
        self.labels: list[Label] = []
        self.places: dict[str, int] = {}
        for question in questions:
            for label in question.options:
                self._keep(label)

    def _keep(self, label: Label) -> None:
        self.places[label.text] = len(self.labels)
        self.labels.append(label)

    def told(self, labels: Sequence[Label]) -> list[Label | int]:
        """These options, by their numbers where they were heard before."""
        found: list[Label | int] = []
        for label in labels:
            n = self.places.get(label.text, -1)
            if n >= 0 and self.labels[n] == label:
                found.append(n)
            else:
                self._keep(label)
                found.append(label)
        return found


def changes(old: View, new: View, shown: int, known: Known | None = None, heard: Heard | None = None) -> dict[str, Any]:
    """The top-level fields that differ; of the log the lines after number `shown`; of the picture what differs in it."""
    delta: dict[str, Any] = {}
    for name in ("seat", "step", "place", "questions", "waiting", "outcome", "can_undo", "back"):
        value = getattr(new, name)
        if value != getattr(old, name):
            delta[name] = question_changes(old.questions, value, heard or Heard(old.questions)) if name == "questions" else value
    lines = [line for line in new.log if line.number > shown]
    if lines:
        delta["log"] = lines
    picture = picture_changes(old.picture, new.picture, known)
    if picture:
        delta["picture"] = picture
    return delta


def list_changes(old: Sequence[Any], new: Sequence[Any], name: Callable[[Any], object]) -> list[Any]:
    """A list in which whatever stood in the old one is told by its place there: a number instead of the thing."""
    places = {name(item): n for n, item in enumerate(old)}
    found: list[Any] = []
    for item in new:
        n = places.get(name(item), -1)
        found.append(n if n >= 0 and old[n] == item else item)
    return found


def question_changes(old: Sequence[Question], new: Sequence[Question], heard: Heard) -> list[Any]:
    """Questions without what they have in common with the old one of their seat; options that were heard by their numbers."""
    before = {question.seat: msgspec.structs.asdict(question) for question in old}
    found = []
    for question in new:
        was = before.get(question.seat)
        told = msgspec.structs.asdict(question)
        if was:
            told = {key: value for key, value in told.items() if key == "seat" or value != was[key]}
        else:
            told = {key: value for key, value in told.items() if value or key in ASKED}
        told["options"] = heard.told(question.options)
        found.append(told)
    return found


def picture_changes(old: Picture, new: Picture, known: Known | None = None) -> dict[str, Any]:
    """What differs, part by part. Parts that two audiences share are compared once."""
    known = {} if known is None else known
    delta: dict[str, Any] = {}
    for name in ("pieces", "control", "overlays", "markers", "tracks", "panels"):
        was, now = getattr(old, name), getattr(new, name)
        if was is now:
            continue
        key = (id(was), id(now))
        if key not in known:
            known[key] = _part_changes(name, was, now), (was, now)  # both are kept, so that their ids stay theirs
        if known[key][0] is not None:
            delta[name] = known[key][0]
    return delta


def _part_changes(name: str, was: Any, now: Any) -> Any:
    if was == now:
        return None
    if name == "pieces":
        return piece_changes(was, now)
    if name == "control":
        return map_changes(was, now)
    if name == "overlays":
        parts = {key: map_changes(was[key], now[key]) for key in now if key in was and was[key] != now[key]}
        new = {key: value for key, value in now.items() if key not in was}
        return {"set": new, "gone": [key for key in was if key not in now], "parts": parts}
    return list_changes(was, now, _marker if name == "markers" else attrgetter("key"))


def _marker(marker: Marker) -> tuple[str, ...]:
    return marker.at, marker.kind, marker.text, marker.side


def piece_changes(old: Sequence[Piece], new: Sequence[Piece]) -> dict[str, Any]:
    before = {piece.id: piece for piece in old}
    after = {piece.id for piece in new}
    return {
        "set": [piece for piece in new if before.get(piece.id) != piece],
        "gone": [id for id in before if id not in after],
    }


def map_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    return {"set": {k: v for k, v in new.items() if old.get(k) != v}, "gone": [k for k in old if k not in new]}


def patched(view: dict[str, Any], delta: Mapping[str, Any]) -> dict[str, Any]:
    """The view after a change, in wire form: what a client does with a delta."""
    result = dict(view)
    for name, value in delta.items():
        if name == "log":
            result["log"] = [*view["log"], *value]
        elif name == "picture":
            result["picture"] = _patched_picture(view["picture"], value)
        elif name == "questions":
            before = {question["seat"]: question for question in view["questions"]}
            heard = None if delta.get("fresh") else view.get("heard")
            heard = list(heard if heard is not None else (label for q in view["questions"] for label in q["options"]))
            result[name] = [{**before.get(q["seat"], {}), **q, "options": _listened(heard, q["options"])} for q in value]
            result["heard"] = heard
        elif name != "fresh":
            result[name] = value
    return result


def _listened(heard: list[Any], told: Sequence[Any]) -> list[Any]:
    found = []
    for item in told:
        if isinstance(item, int):
            found.append(heard[item])
        else:
            heard.append(item)
            found.append(item)
    return found


def _placed(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
    return [old[item] if isinstance(item, int) else item for item in new]


def _patched_picture(picture: Mapping[str, Any], delta: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(picture)
    for name, value in delta.items():
        if name == "pieces":
            changed = {piece["id"]: piece for piece in value["set"]}
            kept: Sequence[Any] = [p for p in picture.get("pieces", []) if p["id"] not in value["gone"]]
            known = {p["id"] for p in kept}
            result["pieces"] = [changed.get(p["id"], p) for p in kept] + [p for id, p in changed.items() if id not in known]
        elif name in ("control", "overlays"):
            result[name] = _patched_map(picture.get(name, {}), value)
            for key, part in value.get("parts", {}).items():
                result[name][key] = _patched_map(picture[name][key], part)
        else:
            result[name] = _placed(picture.get(name, []), value)
    return result


def _patched_map(old: Mapping[str, Any], delta: Mapping[str, Any]) -> dict[str, Any]:
    return {**{k: v for k, v in old.items() if k not in delta["gone"]}, **delta["set"]}
