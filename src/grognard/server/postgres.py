"""The PostgreSQL side of the store, through psycopg (the extra `postgres`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from grognard.kernel.errors import GrognardError
from grognard.server.bell import CHANNEL
from grognard.server.database import Conflict, DatabaseDown, Rows, checked

ALONE = 0x67726F67  # the advisory lock of whoever makes tables


@lru_cache(maxsize=512)
def _translated(sql: str) -> str:
    return sql.replace("?", "%s")


class PostgresConnection:
    """A connection to the server named by the address. A connection that broke is opened anew at the next transaction."""

    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise GrognardError("DATABASE_URL names a PostgreSQL server and psycopg is missing",
                                remedy="pip install 'grognard[postgres]'") from None
        self.psycopg = psycopg
        self.address = address
        self.raw = self._open()

    def _open(self) -> Any:
        try:
            return self.psycopg.connect(self.address, autocommit=True)
        except self.psycopg.OperationalError as error:
            raise DatabaseDown(f"the database does not answer: {error}", remedy="check DATABASE_URL") from None

    def run(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        try:
            cursor = self.raw.execute(_translated(sql), checked(values), prepare=True)
        except self.psycopg.errors.UniqueViolation as error:
            raise Conflict(str(error)) from None
        return cursor.fetchall() if cursor.description else []

    def many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        try:
            with self.raw.cursor() as cursor:
                cursor.executemany(_translated(sql), rows)
        except self.psycopg.errors.UniqueViolation as error:
            raise Conflict(str(error)) from None

    def script(self, sql: str) -> None:
        text = sql.replace(" blob", " bytea").replace(" real", " double precision").replace(" integer", " bigint")
        for statement in text.split(";"):
            if statement.strip():
                self.raw.execute(statement)

    clock = "extract(epoch from clock_timestamp())"

    def ring(self, note: str) -> None:
        self.raw.execute("select pg_notify(%s, %s)", (CHANNEL, note))

    def alone(self) -> None:
        self.raw.execute("select pg_advisory_xact_lock(%s)", (ALONE,))

    def begin(self) -> None:
        if self.raw.closed:
            self.raw = self._open()
        self.raw.execute("begin")

    def commit(self) -> None:
        self.raw.execute("commit")

    def rollback(self) -> None:
        if not self.raw.closed:
            self.raw.execute("rollback")

    def close(self) -> None:
        self.raw.close()
