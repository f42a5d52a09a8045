"""Reading MySQL and MariaDB: read-only transactions and the server's own clock."""

from __future__ import annotations

from typing import Any

from answerable.sources.database.address import Address
from answerable.sources.database.reader import Ask, Clock, Rows, ServerReader
from answerable.sources.database.reflect import reflect_tables
from answerable.sources.database.shape import TableShape

# Both servers' words for "it took too long" and "it was interrupted".
STOPPED = {1317, 1969, 3024}


class MysqlReader(ServerReader):
    """A MySQL or MariaDB database."""

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        self._schema = address.url.database or ""

    def reflect(self) -> list[TableShape]:
        return reflect_tables(self._engine, {self._schema: None})

    def stamp(self) -> None:
        """Neither server has a cheap and sure sign of change."""

    def _forbid_writing(self, connection: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET SESSION TRANSACTION READ ONLY")
            # Quotes and backslashes mean what the guard takes them to mean.
            cursor.execute("SET SESSION sql_mode = 'ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION'")

    def _asking(self, driver: Any, clock: Clock) -> Ask:
        return lambda sql: _ask(driver, sql, clock)

    def _out_of_time(self, error: Exception) -> bool:
        return bool(error.args) and error.args[0] in STOPPED


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
