"""The SQLite side of the store: a file in WAL mode, every commit synced to the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grognard.server.database import Conflict, Rows, checked


class SqliteConnection:
    """A connection to the file."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self.raw = sqlite3.connect(file, isolation_level=None, timeout=20, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-16000"):
            self.raw.execute(f"pragma {pragma}")

    def run(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        try:
            return self.raw.execute(sql, checked(values)).fetchall()
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from None

    def many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        try:
            self.raw.executemany(sql, rows)
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from None

    def script(self, sql: str) -> None:
        for statement in sql.split(";"):
            if statement.strip():
                self.raw.execute(statement)

    clock = "((julianday('now') - 2440587.5) * 86400.0)"

    def ring(self, note: str) -> None:
        """One server has this file: nobody is to be told."""

    def alone(self) -> None:
        """A writer is alone with the file anyway."""

    def begin(self) -> None:
        self.raw.execute("begin")

    def commit(self) -> None:
        self.raw.execute("commit")

    def rollback(self) -> None:
        if self.raw.in_transaction:
            self.raw.execute("rollback")

    def close(self) -> None:
        self.raw.close()
