"""Reading MySQL and MariaDB: read-only transactions and the server's own clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import create_engine, event

from answerable.sources.database.address import Address
from answerable.sources.database.reader import Ask, Clock, Rows
from answerable.sources.database.reflect import reflect_tables
from answerable.sources.database.shape import TableShape

CONNECT_SECONDS = 5
# Both servers' words for "it took too long" and "it was interrupted".
STOPPED = {1317, 1969, 3024}


class MysqlReader:
    """A MySQL or MariaDB database."""

    explain = "EXPLAIN "

    def __init__(self, address: Address) -> None:
        self._schema = address.url.database or ""
        self._engine = create_engine(
            address.url,
            connect_args={"connect_timeout": CONNECT_SECONDS},
            pool_size=4,
            max_overflow=12,
            pool_pre_ping=True,
            hide_parameters=True,
        )
        event.listen(self._engine, "connect", _read_only)

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        # The driver is loaded by SQLAlchemy, and only where it is needed.
        return (self._engine.dialect.loaded_dbapi.Error,)

    def reflect(self) -> list[TableShape]:
        return reflect_tables(self._engine, {self._schema: None})

    def stamp(self) -> None:
        """Neither server has a cheap and sure sign of change."""

    def narrow(self, tables: Sequence[TableShape]) -> None:
        """The user's own grants decide."""

    @contextmanager
    def session(self, seconds: float) -> Iterator[Ask]:
        clock = Clock(seconds)
        connection = self._engine.raw_connection()
        driver: Any = connection.driver_connection
        try:
            yield lambda sql: _ask(driver, sql, clock)
        except self.errors as error:
            if error.args and error.args[0] in STOPPED:
                raise TimeoutError from None
            raise
        finally:
            driver.rollback()
            connection.close()

    def close(self) -> None:
        self._engine.dispose()


def _read_only(connection: Any, _record: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET SESSION TRANSACTION READ ONLY")
        # Quotes and backslashes mean what the guard takes them to mean.
        cursor.execute("SET SESSION sql_mode = 'ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION'")


def _ask(driver: Any, sql: str, clock: Clock) -> Rows:
    cursor = driver.cursor()
    wait = max(0.001, clock.left)
    if "MariaDB" in driver.get_server_info():
        cursor.execute(f"SET SESSION max_statement_time = {wait:.3f}")
    else:
        cursor.execute(f"SET SESSION max_execution_time = {int(wait * 1000)}")
    cursor.execute("START TRANSACTION READ ONLY")
    cursor.execute(sql)
    return Rows(tuple(column[0] for column in cursor.description or ()), iter(cursor))
