"""Notices: that it is your turn, that something is asked of you. In the page always; by webhook and mail to those who wish it.

A message about a turn waits a while and is dropped when its reader answers first. What could not be sent is tried again.
"""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import logging
import secrets
import smtplib
import socket
import time
import urllib.parse
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.server.settings import Settings
from grognard.server.store import NoticeRow, PersonRow, Store
from grognard.server.troubles import Clash

if TYPE_CHECKING:
    from grognard.server.table import Table

log = logging.getLogger(__name__)

TRIES = 4
PAUSE = 2.0


class Notices:
    """Makes notices and carries them out."""

    def __init__(self, settings: Settings, store: Store, show: Callable[[NoticeRow], None] = lambda notice: None) -> None:
        self.settings = settings
        self.store = store
        self.show = show
        self.pause = PAUSE

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
        """Send what is due, for as long as the server runs."""
        while True:
            await asyncio.sleep(self.pause)
            try:
                await self.deliver_once(time.time())
            except Exception:
                log.exception("notices could not be delivered")

    async def deliver_once(self, now: float) -> int:
        sent = 0
        for notice, person in await self.store.due_notices(now):
            if not person.webhook and not person.mail:
                await self.store.settle_notice(notice.id, None, notice.tries)
                continue
            if notice.kind == "turn" and notice.made + person.delay > now:
                await self.store.settle_notice(notice.id, notice.made + person.delay, notice.tries)
                continue
            if notice.kind == "turn" and not await self.store.is_asked(notice.game, person.id):
                await self.store.settle_notice(notice.id, None, notice.tries)
                continue
            try:
                await asyncio.to_thread(self._send, notice, person)
                await self.store.settle_notice(notice.id, None, notice.tries + 1)
                sent += 1
            except Exception as error:
                log.warning("notice %s was not delivered: %s", notice.id, error)
                again = now + 60 * 4**notice.tries if notice.tries + 1 < TRIES else None
                await self.store.settle_notice(notice.id, again, notice.tries + 1)
        return sent

    def _send(self, notice: NoticeRow, person: PersonRow) -> None:
        link = f"{self.settings.address.rstrip('/')}/#/game/{notice.game}" if self.settings.address else ""
        if person.webhook:
            body = {"kind": notice.kind, "game": notice.game, "text": notice.words, "link": link, "to": person.name}
            post(person.webhook, msgspec.json.encode(body), private=self.settings.private_webhooks)
        if person.mail and self.settings.mail:
            message = EmailMessage()
            message["To"] = person.mail
            message["Subject"] = f"Grognard: {notice.words}"
            message.set_content(f"{notice.words}\n\n{link}\n")
            send_mail(self.settings.mail, message)


def _notice(person: str, game: str, kind: str, words: str) -> NoticeRow:
    now = time.time()
    return NoticeRow(secrets.token_hex(8), person, game, kind, " ".join(words.split()), now, due=now)


# webhooks


def check_webhook(address: str, *, private: bool) -> str:
    """A webhook is a web address; one inside our own network is refused, so that nobody reaches it through us.

    Gives the address of the machine it stands for: what was checked is what is called.
    """
    if not address:
        return ""
    try:
        parts = urllib.parse.urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise Clash("the webhook is not a web address", remedy="use https://host/path") from None
    if parts.scheme not in ("http", "https") or not host or parts.username or not address.isprintable() or " " in address:
        raise Clash("the webhook is not a web address", remedy="use https://host/path")
    try:
        found = [str(item[4][0]) for item in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except OSError:
        return ""
    if not private and any(not ipaddress.ip_address(ip.partition("%")[0]).is_global for ip in found):
        raise Clash("the webhook points into a private network", remedy="use a public address")
    return found[0]


def post(address: str, body: bytes, *, private: bool) -> None:
    """Send a body to a webhook; redirects are not followed."""
    machine = check_webhook(address, private=private)
    parts = urllib.parse.urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    line: Any = kind(parts.hostname or "", parts.port, timeout=10)
    line._create_connection = lambda to, *rest: socket.create_connection((machine or to[0], to[1]), 10)
    try:
        path = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        line.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "Grognard"})
        answer = line.getresponse()
        if answer.status >= 300:
            raise OSError(f"the webhook answered {answer.status}")
    finally:
        line.close()


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
