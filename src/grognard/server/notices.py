"""Notices: that it is your turn, that something is asked of you. In the page always; by webhook and mail to those who wish it.

A message about a turn waits a while and is dropped when its reader answers first. What could not be sent is tried again.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import secrets
import smtplib
import socket
import ssl
import time
import urllib.parse
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grognard.server.rows import NoticeRow, PersonRow
from grognard.server.settings import Settings
from grognard.server.store import Store
from grognard.server.troubles import Clash

if TYPE_CHECKING:
    from grognard.server.table import Table

log = logging.getLogger(__name__)

TRIES = 4
PAUSE = 2.0
DEADLINE = 10.0  # seconds for one webhook, its look-up included
CARRIERS = 64
LINE = 4096
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
OUTSIDE = ThreadPoolExecutor(32, "outside")  # what waits for other machines has threads of its own


class Notices:
    """Makes notices and carries them out."""

    def __init__(self, settings: Settings, store: Store, show: Callable[[NoticeRow], None] = lambda notice: None) -> None:
        self.settings = settings
        self.store = store
        self.show = show
        self.pause = PAUSE
        self.carriers = asyncio.Semaphore(CARRIERS)
        self.first: Callable[[], bool] = lambda: True  # whether this server is the one that carries
        self.under_way: dict[str, asyncio.Task[bool]] = {}

    def turn(self, table: Table) -> list[NoticeRow]:
        """Notices for people who are asked now, were not asked before, and are not looking."""
        before = {table.seats[seat].person for seat in table.questions if not table.seats[seat].agent}
        asked = {table.seats[seat].person for seat in table.session.pending if not table.seats[seat].agent}
        looking = {s.person for s in table.sockets}
        fresh = sorted(person for person in asked - before - looking if person)
        notices = [_notice(p, table.id, "turn", f"It is your turn in {table.row.name}") for p in fresh]
        if table.session.outcome is not None and table.row.outcome is not None and table.row.status == "over":
            over = [p for p in table.people() if p not in looking]
            notices += [_notice(p, table.id, "over", f"{table.row.name} is over: {table.session.outcome.reason}") for p in over]
        return notices

    async def add(self, person: str, table: Table, kind: str, words: str) -> None:
        if person:
            notice = _notice(person, table.id, kind, f"{words} ({table.row.name})")
            await self.store.add_notices([notice])
            self.show(notice)

    async def deliver(self) -> None:
        """Send what is due, for as long as the server runs: one at a time to each person, and nobody waits for another's slow
        receiver."""
        while True:
            await asyncio.sleep(self.pause)
            if not self.first():
                continue
            for notice, person in await self.store.due_notices(time.time()):
                if person.id not in self.under_way:
                    self.under_way[person.id] = asyncio.create_task(self._deliver(notice, person, time.time()))
                    self.under_way[person.id].add_done_callback(partial(self._delivered, person.id))

    def _delivered(self, person: str, done: asyncio.Task[bool]) -> None:
        del self.under_way[person]
        if not done.cancelled() and done.exception() is not None:
            log.error("a notice could not be settled", exc_info=done.exception())

    async def deliver_once(self, now: float) -> int:
        """Send everything that is due now."""
        due = await self.store.due_notices(now)
        return sum(await asyncio.gather(*(self._deliver(notice, person, now) for notice, person in due)))

    async def _deliver(self, notice: NoticeRow, person: PersonRow, now: float) -> bool:
        if not person.webhook and not person.mail:
            await self.store.settle_notice(notice.id, None, notice.tries)
            return False
        if notice.kind == "turn" and notice.made + person.delay > now:
            await self.store.settle_notice(notice.id, notice.made + person.delay, notice.tries)
            return False
        if notice.kind == "turn" and not await self.store.is_asked(notice.game, person.id):
            await self.store.settle_notice(notice.id, None, notice.tries)
            return False
        if not await self.store.claim_notice(notice, now + DEADLINE * 4):
            return False  # another server carries it
        try:
            async with self.carriers, asyncio.timeout(DEADLINE * 3):
                await self._send(notice, person)
        except Exception as error:
            log.warning("notice %s was not delivered: %s", notice.id, error)
            again = now + 60 * 4**notice.tries if notice.tries + 1 < TRIES else None
            await self.store.settle_notice(notice.id, again, notice.tries + 1)
            return False
        await self.store.settle_notice(notice.id, None, notice.tries + 1)
        return True

    async def _send(self, notice: NoticeRow, person: PersonRow) -> None:
        link = f"{self.settings.address.rstrip('/')}/#/game/{notice.game}" if self.settings.address else ""
        if person.webhook:
            body = {"kind": notice.kind, "game": notice.game, "text": notice.words, "link": link, "to": person.name}
            await post(person.webhook, msgspec.json.encode(body), private=self.settings.private_webhooks)
        if person.mail and self.settings.mail:
            message = EmailMessage()
            message["To"] = person.mail
            message["Subject"] = f"Grognard: {notice.words}"
            message.set_content(f"{notice.words}\n\n{link}\n")
            await asyncio.get_running_loop().run_in_executor(OUTSIDE, send_mail, self.settings.mail, message)


def _notice(person: str, game: str, kind: str, words: str) -> NoticeRow:
    now = time.time()
    return NoticeRow(secrets.token_hex(8), person, game, kind, " ".join(words.split()), now, due=now)


# webhooks


def read_webhook(address: str) -> urllib.parse.SplitResult:
    """The parts of a web address, or a refusal."""
    try:
        parts = urllib.parse.urlsplit(address)
        host, _ = parts.hostname, parts.port
        named = bool(host) and bool((host or "").encode("idna")) and len(host or "") <= 253
    except (ValueError, UnicodeError):
        named = False
    if not named or parts.scheme not in ("http", "https") or parts.username or not address.isprintable() or " " in address:
        raise Clash("the webhook is not a web address", remedy="use https://host/path")
    return parts


def is_public(ip: str) -> bool:
    """Whether an address is one of the open internet, also where it is wrapped into another kind of address."""
    found = ipaddress.ip_address(ip.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
        if found in NAT64:
            inner.append(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF))
        if any(each is not None and not each.is_global for each in inner):
            return False
    return found.is_global and not found.is_multicast


async def machine_of(parts: urllib.parse.SplitResult, *, private: bool) -> str:
    """The address a webhook's name stands for now. One inside our own network is refused: nobody reaches it through us."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    look_up = partial(socket.getaddrinfo, parts.hostname, port, type=socket.SOCK_STREAM)
    found = [str(item[4][0]) for item in await asyncio.get_running_loop().run_in_executor(OUTSIDE, look_up)]
    if not private and not all(is_public(ip) for ip in found):
        raise Clash("the webhook points into a private network", remedy="use a public address")
    return found[0]


async def check_webhook(address: str, *, private: bool) -> None:
    """Refuse what is no web address or points into a private network. A name nobody knows now may be known later."""
    if not address:
        return
    parts = read_webhook(address)
    with contextlib.suppress(OSError, UnicodeError, TimeoutError):
        async with asyncio.timeout(DEADLINE):
            await machine_of(parts, private=private)


async def post(address: str, body: bytes, *, private: bool) -> None:
    """Send a body to a webhook within a deadline. The name is looked up once: what was checked is what is called.

    Redirects are not followed, and of the answer only the first line is read.
    """
    parts = read_webhook(address)
    async with asyncio.timeout(DEADLINE):
        machine = await machine_of(parts, private=private)
        secure = ssl.create_default_context() if parts.scheme == "https" else None
        port = parts.port or (443 if secure else 80)
        name = parts.hostname if secure else None
        reader, writer = await asyncio.open_connection(machine, port, ssl=secure, server_hostname=name, limit=LINE)
        try:
            path = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
            path = urllib.parse.quote(path, safe="/?&=%:@+,;~!$'()*")
            host = parts.netloc.encode("idna").decode()
            head = [f"POST {path} HTTP/1.1", f"Host: {host}", "Content-Type: application/json", "User-Agent: Grognard",
                    f"Content-Length: {len(body)}", "Connection: close", "", ""]
            writer.write("\r\n".join(head).encode() + body)
            await writer.drain()
            first = (await reader.readuntil(b"\n")).split()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise OSError("the webhook does not speak HTTP") from None
        finally:
            writer.transport.abort()
    if len(first) < 2 or not first[1].isdigit() or not 200 <= int(first[1]) < 300:
        raise OSError(f"the webhook answered {b' '.join(first)[:60].decode('latin-1')}")


# mail


def send_mail(setting: str, message: EmailMessage) -> None:
    """Send by `smtp://user:password@host:port?from=ADDRESS` (smtps for TLS), or append to the file of `file:PATH`."""
    parts = urllib.parse.urlsplit(setting)
    if parts.scheme == "file":
        with Path(parts.path).open("ab") as sink:
            sink.write(bytes(message) + b"\n---\n")
        return
    sender = urllib.parse.parse_qs(parts.query).get("from", [f"grognard@{parts.hostname}"])[0]
    message["From"] = sender
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    with kind(parts.hostname or "localhost", parts.port or 0, timeout=20) as server:
        if parts.scheme == "smtp" and server.has_extn("starttls"):
            server.starttls()
        if parts.username:
            server.login(urllib.parse.unquote(parts.username), urllib.parse.unquote(parts.password or ""))
        server.send_message(message)


def check_mail(address: str) -> None:
    if not address:
        return
    name, _, host = address.partition("@")
    odd: Sequence[str] = [ch for ch in address if not ch.isprintable() or ch in ' ,;<>"']
    if not name or "." not in host or odd:
        raise Clash("this is not a mail address", remedy="use name@host")
