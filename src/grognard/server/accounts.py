"""Accounts: who somebody is. Passwords are kept as argon2 hashes, log-ins as hashes of random tokens.

A token is made at log-in and never taken from a client, so nobody can be made to use a token somebody else knows.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import argon2

from grognard.server.database import Conflict
from grognard.server.rows import PersonRow
from grognard.server.settings import Settings
from grognard.server.store import Store
from grognard.server.troubles import Clash, NotSignedIn, NotYours, TooMany

T = TypeVar("T")

COOKIE = "grognard_session"
DAYS = 90
NAME_MARKS = " ._-'"
FORGET_AFTER = 300.0


class Limit:
    """At most so many tries in so many seconds for each key (a name, an address)."""

    def __init__(self, tries: int, seconds: float) -> None:
        self.tries = tries
        self.seconds = seconds
        self.seen: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, key: str, *, count: bool = True) -> None:
        now = time.monotonic()
        times = self.seen.setdefault(key, deque())
        self.seen.move_to_end(key)
        while times and times[0] < now - self.seconds:
            times.popleft()
        if len(times) >= self.tries:
            wait = int(times[0] + self.seconds - now) + 1
            raise TooMany("too many tries", remedy=f"wait {wait} seconds", after=wait)
        if count:
            times.append(now)
        while len(self.seen) > 10_000:
            self.seen.popitem(last=False)

    def forget(self, key: str) -> None:
        self.seen.pop(key, None)


class Accounts:
    """People, their passwords and their log-ins."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.hasher = argon2.PasswordHasher(memory_cost=32 * 1024, parallelism=1)
        self.nobody = self.hasher.hash(secrets.token_hex(16))
        self.hashing = ThreadPoolExecutor(1, "passwords", initializer=_step_back)  # one at a time: log-ins wait, games do not
        self.by_name = Limit(settings.login_tries * 25, 3600)
        self.by_both = Limit(settings.login_tries, 60)
        self.by_address = Limit(settings.login_tries * 5, 60)
        self.trusted: OrderedDict[tuple[str, str], None] = OrderedDict()
        self.newcomers = Limit(settings.newcomers, 3600)
        self.known: OrderedDict[str, tuple[float, PersonRow]] = OrderedDict()

    async def register(self, name: str, password: str, address: str) -> PersonRow:
        check_name(name)
        self.newcomers.check(address)
        sealed = await self._apart(self.hasher.hash, password)
        return await self._add(PersonRow(_id(), name, name.casefold(), sealed, False, time.time()))

    async def guest(self, name: str | None, address: str) -> PersonRow:
        if not self.settings.guests:
            raise NotYours("guests do not play here", remedy="register an account")
        self.newcomers.check(address)
        if name:
            check_name(name)
            return await self._add(PersonRow(_id(), name, name.casefold(), "", True, time.time()))
        name = f"Guest {secrets.token_hex(3)}"
        return await self._add(PersonRow(_id(), name, name.casefold(), "", True, time.time()))

    async def _add(self, person: PersonRow) -> PersonRow:
        try:
            await self.store.add_person(person)
        except Conflict:
            raise Clash(f"the name {person.name} is taken", remedy="choose another name") from None
        return person

    async def check_password(self, name: str, password: str, address: str) -> PersonRow:
        """The person, if the password is right. An unknown name takes as long and gets the same answer.

        Tries are counted where they come from; those from everywhere together do not keep out who was let in from here before.
        """
        key = (name.casefold(), address)
        self.by_address.check(address)
        self.by_both.check(" ".join(key))
        if key not in self.trusted:
            self.by_name.check(key[0])
        person = await self.store.person(name=name)
        sealed = person.password if person and person.password else self.nobody
        right = await self._apart(self._matches, sealed, password)
        if not right or person is None or not person.password:
            raise NotSignedIn("the name or the password is wrong", remedy="try again")
        self.by_both.forget(" ".join(key))
        self.trusted[key] = None
        while len(self.trusted) > 10_000:
            self.trusted.popitem(last=False)
        return person

    async def _apart(self, work: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.hashing, work, *given)

    def _matches(self, sealed: str, password: str) -> bool:
        try:
            return self.hasher.verify(sealed, password)
        except (argon2.exceptions.VerifyMismatchError, argon2.exceptions.InvalidHashError):
            return False

    # log-ins

    async def log_in(self, person: PersonRow) -> str:
        """A fresh token for a cookie."""
        token = secrets.token_urlsafe(32)
        await self.store.add_login(sealed(token), person.id, time.time() + DAYS * 86400)
        return token

    def forget(self, seal: str) -> None:
        """A login ended on another server."""
        for token in [token for token in self.known if sealed(token) == seal]:
            del self.known[token]

    async def log_out(self, token: str) -> None:
        self.known.pop(token, None)
        await self.store.drop_login(sealed(token))

    async def who(self, token: str | None) -> PersonRow | None:
        """The person behind a cookie."""
        if not token or len(token) > 100:
            return None
        found = self.known.get(token)
        if found is not None and found[0] > time.monotonic():
            return found[1]
        person = await self.store.login(sealed(token))
        if person is not None:
            self.known[token] = (time.monotonic() + FORGET_AFTER, person)
            while len(self.known) > 5000:
                self.known.popitem(last=False)
        return person


def _step_back() -> None:
    """Hashing holds no lock of ours: its thread may wait for all others."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


def check_name(name: str) -> None:
    """A name is letters, digits and a few marks: nothing that means something to a page, a path or a mail header."""
    if not all(ch.isalnum() or ch in NAME_MARKS for ch in name) or not name[:1].isalnum() or name != " ".join(name.split()):
        raise Clash("a name is made of letters, digits, spaces and . _ - '", remedy="choose another name")


def _id() -> str:
    return secrets.token_hex(8)


def sealed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
