"""A real MariaDB for tests, started from the binaries of this machine and gone after the last test."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pymysql
import pytest
from pymysql.constants import CLIENT

from tests.postgres import fast_folder, free_port

PATIENCE_SECONDS = 30.0


@dataclass
class MariaServer:
    """A running server. `database()` makes an empty database; `stop()` and `start()` are for faults."""

    folder: Path
    port: int
    _names: Iterator[int] = field(default_factory=count)
    _process: subprocess.Popen[bytes] | None = None

    def url(self, database: str) -> str:
        return f"mysql://root@127.0.0.1:{self.port}/{database}"

    def database(self, script: str = "") -> str:
        """A new database, filled by a script; its URL."""
        name = f"test_{next(self._names)}"
        with self.connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}; USE {name}; {script}")
            while cursor.nextset():  # each statement of the script, so that its errors are heard
                pass
        return self.url(name)

    def connect(self) -> pymysql.Connection:
        several = CLIENT.MULTI_STATEMENTS
        return pymysql.connect(
            host="127.0.0.1", port=self.port, user="root", autocommit=True, client_flag=several
        )

    def initialise(self) -> None:
        where = [f"--datadir={self.folder / 'data'}", *_as_root()]
        plain = ["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"]
        done = subprocess.run(["mariadb-install-db", *plain, *where], capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode()[-2000:]

    def start(self) -> None:
        where = [f"--datadir={self.folder / 'data'}", f"--socket={self.folder / 'socket'}", *_as_root()]
        alone = ["--bind-address=127.0.0.1", f"--port={self.port}", "--innodb-flush-log-at-trx-commit=0"]
        command = [_server() or "", "--no-defaults", *where, *alone]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        patience = time.monotonic() + PATIENCE_SECONDS
        while True:
            assert self._process.poll() is None, (self.folder / "log").read_text(errors="replace")[-2000:]
            try:
                self.connect().close()
            except pymysql.err.OperationalError:
                assert time.monotonic() < patience
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()


def _server() -> str | None:
    return shutil.which("mariadbd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def _as_root() -> list[str]:
    return ["--user=root"] if os.geteuid() == 0 else []


@pytest.fixture(scope="session")
def mariadb() -> Iterator[MariaServer]:
    # Debian has the second in another package, on which the server's does not depend.
    if not (_server() and all(map(shutil.which, ("mariadb-install-db", "my_print_defaults")))):
        pytest.skip("MariaDB's server is not installed")
    folder = Path(tempfile.mkdtemp(prefix="answerable-mariadb-", dir=fast_folder()))
    server = MariaServer(folder, free_port())
    try:
        server.initialise()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
