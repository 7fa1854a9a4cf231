"""Notebooks: what a mind keeps of a game from one question to the next.

A page is kept under a key, mostly the start of the segment and the seat; when another key is asked for, the old page is thrown
away. A page belongs to the real game, also while the mind thinks about a copy in which hidden things are dealt again; one that
looks at the state itself belongs to the copy (`of_copy`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from grognard.agents import original
from grognard.kernel.session import Session

Page = TypeVar("Page")


class Notebook(Generic[Page]):
    def __init__(self, *, of_copy: bool = False) -> None:
        self._of_copy = of_copy
        self._pages: WeakKeyDictionary[Session, tuple[object, Page]] = WeakKeyDictionary()

    def page(self, session: Session, key: object, make: Callable[[], Page]) -> Page:
        """The page under a key, made if it is not there."""
        found = self.find(session, key)
        return self.write(session, key, make()) if found is None else found

    def find(self, session: Session, key: object) -> Page | None:
        kept = self._pages.get(self._owner(session))
        return kept[1] if kept is not None and kept[0] == key else None

    def write(self, session: Session, key: object, page: Page) -> Page:
        self._pages[self._owner(session)] = key, page
        return page

    def newest(self, session: Session) -> Page | None:
        """The page whatever its key."""
        kept = self._pages.get(self._owner(session))
        return None if kept is None else kept[1]

    def _owner(self, session: Session) -> Session:
        return session if self._of_copy else original(session)
